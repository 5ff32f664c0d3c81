"""The OpenAPI schema, made from the structs of the wire: of the single requests, and (as ``x-live``) of the live part.

It says what really travels. A struct that forbids unknown fields is read: what has a default may be left out. Any other is
written: all its fields are there, except those that may be UNSET or are left out at their default.
"""

from __future__ import annotations

import ast
import inspect
import sys
from functools import cache
from typing import Any

import msgspec
from fastapi import FastAPI

from ..engine.calculator import BattleOdds, CalculatorInfo
from ..engine.catalogue import Text
from ..engine.view import Board, Overlay, Preview
from . import editing, lessons, wire
from .club import talk_wire as talk
from .club import wire as club
from .luck import LuckAnswer
from .problems import ProblemDocument

SHAPES: tuple[Any, ...] = (
    wire.GameCard, wire.RulebookText, wire.QuestionKinds, Board, wire.NewTable, wire.TableOpened, wire.TakeSeat, wire.Seated, wire.Invite, wire.Invited, wire.TableCard, wire.State, wire.Click, wire.Undo,
    wire.PlayScript, wire.PlayChain, wire.RowWay, wire.Final, wire.StandingOrder, wire.BringCup, wire.Shake, wire.Hint, wire.Resign, wire.Refusal, wire.Odds, Preview, Overlay, wire.Moments, wire.Moment,
    wire.Toll, wire.Comment, wire.NewComment, wire.Analysis,
    wire.Branch, wire.AskBack, wire.AnswerBack, wire.GoOn, wire.MakeOffer, wire.AnswerOffer, wire.TablePack, wire.TableChange, wire.PackCard, wire.PackShared, wire.Thoughts, LuckAnswer, ProblemDocument, CalculatorInfo, BattleOdds,
    lessons.LessonText, editing.EditorWish, editing.EditorView, editing.DraftBoard, club.Me, club.Join, club.Enter, club.SessionCard,
    club.PasskeyCard, club.Changes, club.NewPassword, club.Confirm, club.Forgotten, club.Wanted, club.Signed, club.PasskeyAsked, club.InvitationToClub,
    club.Farewell, club.RoleWish, club.Held, club.MyTables, club.ChallengeWish, club.ChallengeCard, club.Lobby,
    club.Accepted, club.Holiday, club.HolidayWish, club.Ranked, club.Standing,
    club.TournamentWish, club.TournamentCard, club.Tournament, club.Ladder, club.LadderWish,
    club.TokenWish, club.TokenCard, club.TokenMade,
    club.Telling, club.Wishes, club.PushWish, club.HookWish, club.NewsItem,
    talk.Say, talk.Talk, talk.Report, talk.Block, talk.ReportCard, talk.DealWith,
)  # fmt: skip
LIVE: dict[str, Any] = {"Hello": wire.Hello, "Said": wire.Said, "Told": wire.Told}
"""The first message of a live client, its later ones, and the server's."""
STREAMED: dict[str, Any] = {"StreamEvent": club.StreamEvent}
"""Lines of a stream that may be of several kinds."""
_AT = "#/components/schemas/"


def _ref(shape: Any) -> dict[str, Any]:
    return {"$ref": f"{_AT}{shape.__name__}"}


def doc(
    answer: Any = None, body: Any = None, status: int = 200, many: bool = False, null: bool = False, streamed: str = ""
) -> dict[str, Any]:
    """What a route takes and gives, for its decorator."""
    schema: dict[str, Any] = _ref(answer) if answer else {"type": "string"}
    if many:
        schema = {"type": "array", "items": schema}
    if null:
        schema = {"anyOf": [schema, {"type": "null"}]}
    kind = "application/json" if answer else "text/plain"
    problem = {"description": "A problem document", "content": {"application/problem+json": {"schema": _ref(ProblemDocument)}}}
    more = {"requestBody": {"required": True, "content": {"application/json": {"schema": _ref(body)}}}} if body else None
    if streamed:
        kind, schema = "application/x-ndjson", {"$ref": f"{_AT}{streamed}"}
    return {
        "status_code": status,
        "responses": {status: {"description": "Done", "content": {kind: {"schema": schema}}}, "default": problem},
        "openapi_extra": more,
    }


class Described(FastAPI):
    """An application that describes the wire with its own structs."""

    def openapi(self) -> dict[str, Any]:
        if not self.openapi_schema:
            schema = super().openapi()
            for path in schema["paths"].values():
                for route in path.values():
                    route["responses"].pop("422", None)  # FastAPI's own; here it is a problem document
            schema["components"] = {"schemas": components()}
            schema["x-live"] = {"/api/tables/{table}/live": {part: {"$ref": f"{_AT}{part}"} for part in LIVE}}
            self.openapi_schema = schema
        return self.openapi_schema


@cache
def components() -> dict[str, Any]:
    """Every shape that travels, by its name."""
    named = {**LIVE, **STREAMED}
    wanted = (*SHAPES, *named.values())
    tops, schemas = msgspec.json.schema_components(wanted, ref_template=f"{_AT}{{name}}")
    for name, top in zip(named, tops[len(SHAPES) :], strict=True):
        schemas.setdefault(name, top)
    structs: dict[str, type[msgspec.Struct]] = {}
    for kind in msgspec.inspect.multi_type_info(wanted):
        _collect(kind, structs)
    for name, struct in structs.items():
        _complete(schemas[name], struct)
    if schemas.pop(Text.__name__, None):
        _write(schemas)
    return schemas


def _write(schema: Any) -> None:
    """A sentence of a catalogue is written before it leaves the server: what may be a Text there travels as a string."""
    for part in schema.values() if isinstance(schema, dict) else schema if isinstance(schema, list) else ():
        if isinstance(part, dict) and _ref(Text) in part.get("anyOf", ()):
            part["anyOf"] = [other for other in part["anyOf"] if other != _ref(Text)]
            if len(part["anyOf"]) == 1:
                part |= part.pop("anyOf")[0]
        _write(part)


def _collect(kind: msgspec.inspect.Type, into: dict[str, type[msgspec.Struct]]) -> None:
    """All structs inside a type."""
    if isinstance(kind, msgspec.inspect.StructType):
        name = kind.cls.__name__
        if name in into:
            if into[name] is not kind.cls:
                raise TypeError(f"two shapes of the wire are called {name}")
            return
        into[name] = kind.cls
        for field in kind.fields:
            _collect(field.type, into)
    for part in ("type", "item_type", "key_type", "value_type"):
        if isinstance(inner := getattr(kind, part, None), msgspec.inspect.Type):
            _collect(inner, into)
    for part in ("types", "item_types"):
        for inner in getattr(kind, part, ()):
            _collect(inner, into)


def _complete(schema: dict[str, Any], struct: type[msgspec.Struct]) -> None:
    """Say which fields are always there, and what they mean."""
    config = struct.__struct_config__
    words = {word: text for base in reversed(struct.__mro__) for word, text in _field_words(base).items()}
    required = [config.tag_field] if config.tag_field else []
    for field in msgspec.structs.fields(struct):
        said = schema["properties"][field.encode_name]
        if field.name in words:
            said["description"] = words[field.name]
        may_miss = config.omit_defaults or config.forbid_unknown_fields
        if field.required or not (may_miss or field.default is msgspec.UNSET):
            required.append(field.encode_name)
            said.pop("default", None)
        elif config.omit_defaults and field.default is None:  # left out, so never null
            (rest,) = (part for part in said.pop("anyOf") if part != {"type": "null"})
            said |= rest
    schema["required"] = required


@cache
def _field_words(cls: type) -> dict[str, str]:
    """The docstrings that stand under the fields of a class."""
    if not issubclass(cls, msgspec.Struct) or cls is msgspec.Struct:
        return {}
    body = _classes(cls.__module__)[cls.__qualname__]
    words = {}
    for line, after in zip(body.body, body.body[1:], strict=False):
        if isinstance(line, ast.AnnAssign) and isinstance(line.target, ast.Name) and isinstance(after, ast.Expr):
            if isinstance(after.value, ast.Constant) and isinstance(after.value.value, str):
                words[line.target.id] = inspect.cleandoc(after.value.value)
    return words


@cache
def _classes(module: str) -> dict[str, ast.ClassDef]:
    """The classes of a module as they are written, by name; read once, for `inspect.getsource` would read all of it for each of them."""
    written = ast.parse(inspect.getsource(sys.modules[module]))
    return {part.name: part for part in written.body if isinstance(part, ast.ClassDef)}
