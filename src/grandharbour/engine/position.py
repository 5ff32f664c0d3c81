"""Positions as text, both ways: what FEN is in chess.

A TOML file that a person can read and change: the scenario, every field of the state by printed names, and the steps under
way from the outermost to the one that waits.
"""

from __future__ import annotations

import base64
import hashlib
import json
import re
import secrets
import zlib
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import msgspec

from . import shapes, toml
from .catalogue import say
from .choice import Outcome
from .codec import Misfit, needed
from .dice import Seeded, seed_bytes
from .kinds import NOWHERE, UnknownName
from .step import Stack, Step
from .tables import TablesError

if TYPE_CHECKING:
    from .game import Game
    from .war import War

FORMAT = 1
MOST_POINTS = 10_000
"""No auction of the sides comes near so many points."""
LARGEST = 1_000_000
"""No position text of ours comes near this many bytes."""


class PositionError(ValueError):
    """A position text cannot be read, or no game could stand so: the message says where and why."""

    def __init__(self, reason: str, line: int | None = None) -> None:
        super().__init__(say("position-line", line=line, why=reason) if line else reason)
        self.reason = reason
        self.line = line


def sentence(broken: AssertionError) -> str:
    """What an assertion says, without what a test runner adds in lines below."""
    return str(broken).partition("\n")[0]


def plain(war: War) -> dict[str, Any]:
    """The whole state in printed names, as plain values."""
    setup, names = war.setup, war.setup.names
    steps: list[dict[str, Any]] = []
    stack = war.stack
    while stack is not None:
        step, stack = stack
        fields = setup.game.step_codecs[type(step)]
        steps.append({"kind": type(step).__name__, **{f: c.write(getattr(step, f), names) for f, c in fields.items()}})
    text: dict[str, Any] = {
        "format": FORMAT,
        "game": setup.game.id,
        "scenario": setup.scenario,
        "options": setup.options,
        "dice": {"rolled": war.rolled, "drawn": war.drawn, "shown": war.shown},
        "state": {f: c.write(getattr(war, f), names) for f, c in war.codecs.items()},
        "step": steps[::-1],
    }
    if setup.tables.pack:
        text["tables"] = setup.tables.pack
    if war.bargain:
        text["bargain"] = {"points": war.bargain[0], "traded": war.bargain[1]}
    if war.outcome is not None:
        text["outcome"] = msgspec.to_builtins(war.outcome)
    return text


def write_position(war: War) -> str:
    """A war as text that ``read_position`` reads back."""
    return dump(plain(war))


def dump(values: dict[str, Any]) -> str:
    """Plain values as a position text."""
    return toml.dumps(values)


def digest(values: dict[str, Any]) -> str:
    """A short hash of a position's plain values, the same on every machine."""
    return hashlib.sha256(json.dumps(values, sort_keys=True).encode()).hexdigest()[:24]


def read_position(game: Game, text: str, seed: int | str | bytes | None = None) -> War:
    """The war a position text describes, with its invariants checked."""
    war = load(game, text, seed)
    wrong = faults(war)
    if wrong:
        raise PositionError(wrong[0])
    return war


def faults(war: War) -> list[str]:
    """Why no game could stand so, in sentences; empty if it could."""
    wrong = []
    try:
        war.check()
    except AssertionError as broken:
        wrong.append(say("position-cannot-stand", why=sentence(broken) or say("position-breaks-rule")))
    except Exception as broken:
        wrong.append(say("position-cannot-stand", why=repr(broken)))
    try:
        if not all(d.choices and all(d.choices.values()) for d in war.asked()):
            wrong.append(say("position-cannot-stand", why=say("position-no-choice")))
        for decision in war.asked():
            war.prompt(decision)
    except Exception as broken:
        wrong.append(say("position-step-unfit", why=repr(broken)))
    return wrong


def pack(text: str) -> str:
    """A position text as one short word, a fifth as long, for records that hold many of them."""
    return base64.b64encode(zlib.compress(text.encode())).decode()


def unpack(word: str) -> str:
    """The position text behind a word."""
    try:
        opening = zlib.decompressobj()
        text = opening.decompress(base64.b64decode(word, validate=True), LARGEST)
        if not opening.eof:
            raise ValueError
        return text.decode()
    except (ValueError, zlib.error):
        raise PositionError(say("position-damaged")) from None


def load(game: Game, text: str, seed: int | str | bytes | None = None, old: bool = False) -> War:
    """The war a text describes, every value read and none compared with the others.

    ``old``: the text may come from a version with other fields and options. What this one does not know is left out, what the
    text does not know is as it is when a game begins.
    """
    try:
        values = toml.loads(text)
    except toml.TomlError as error:
        raise PositionError(say("position-not-text", why=error.reason), error.line) from None

    def wrong(reason: str, *path: str | int) -> PositionError:
        return PositionError(reason, line_of(text, *path))

    if values.get("format") != FORMAT:
        raise wrong(say("position-format", found=repr(values.get("format")), known=FORMAT), "format")
    if values.get("game") != game.id:
        raise wrong(say("position-other-game", found=repr(values.get("game")), game=game.id), "game")

    def part(where: str, kind: type) -> Any:
        value = values.get(where, kind())
        if not isinstance(value, kind):
            raise wrong(say("position-part", part=where), where)
        return value

    options = part("options", dict)
    try:
        pack = part("tables", str)
        setup = game.setup(part("scenario", str), game.known_options(options, pack) if old else options, pack)
    except (UnknownName, TablesError) as error:
        raise PositionError(str(error)) from None
    war = game.war(setup, Seeded(secrets.token_bytes(32) if seed is None else seed_bytes(seed)))
    if old:
        game.begin(war)
    _fill(war, values, text, old)
    return war


def lay_out(war: War, text: str) -> None:
    """A fresh war as a position of a pack says: its fields and steps, under the war's own scenario, options and tables."""
    values = _parsed(text)
    if values.get("game", war.setup.game.id) != war.setup.game.id:
        raise PositionError(say("position-other-game", found=repr(values["game"]), game=war.setup.game.id))
    if "outcome" in values:
        raise PositionError(say("position-over"))
    war.setup.game.open(war)  # what this version knows and the text does not is as it is when a game begins
    war.stack = None
    _fill(war, {**values, "dice": {}}, text, True)


@lru_cache(8)
def _parsed(text: str) -> dict[str, Any]:
    """A position that becomes many games is taken apart once."""
    try:
        return toml.loads(text)
    except toml.TomlError as error:
        raise PositionError(say("position-not-text", why=error.reason), error.line) from None


def _fill(war: War, values: dict[str, Any], text: str, old: bool) -> None:
    """Dice, fields and steps of a position."""
    game, names = war.setup.game, war.setup.names

    def wrong(reason: str, *path: str | int) -> PositionError:
        return PositionError(reason, line_of(text, *path))

    def part(where: str, kind: type) -> Any:
        value = values.get(where, kind())
        if not isinstance(value, kind):
            raise wrong(say("position-part", part=where), where)
        return value

    dice, state = part("dice", dict), part("state", dict)
    for counter in ("rolled", "drawn", "shown"):
        number = dice.get(counter, 0)
        if type(number) is not int or not 0 <= number < 1 << 62:
            raise wrong(say("position-draws", counter=counter, found=repr(number)), "dice", counter)
        setattr(war, counter, number)
    for field in state:
        if field not in war.codecs and not old:
            raise wrong(say("position-no-field", field=field), "state", field)
    for field, c in war.codecs.items():
        if field not in state and old:
            continue
        if field not in state:
            raise wrong(say("position-no-value", field=field), "state")
        try:
            setattr(war, field, c.read(state[field], names))
        except Misfit as misfit:
            id = "position-value-of" if misfit.entry else "position-value"
            words = say(id, field=field, why=str(misfit), entry=misfit.entry)
            raise wrong(words, "state", field, misfit.entry) from None
    stack: Stack | None = None
    for number, entry in enumerate(part("step", list)):
        stack = (_read_step(game, entry, number, names, text, old), stack)
    war.stack = stack
    bargain = part("bargain", dict)
    if bargain:
        points, traded = bargain.get("points"), bargain.get("traded")
        if type(points) is not int or type(traded) is not bool or not -MOST_POINTS <= points <= MOST_POINTS or len(bargain) != 2:
            raise wrong(say("position-bargain", found=repr(bargain)), "bargain")
        war.bargain = points, traded
    if "outcome" in values:
        try:
            war.outcome = shapes.convert(values["outcome"], Outcome)
        except msgspec.ValidationError as error:
            raise wrong(say("position-outcome", why=str(error)), "outcome") from None
    if (war.stack is None) != (war.outcome is not None):
        raise wrong(say("position-step-or-end"), "step")


def _read_step(game: Game, entry: Any, number: int, names: Any, text: str, old: bool) -> Step[Any]:
    def wrong(reason: str, *path: str) -> PositionError:
        return PositionError(reason, line_of(text, "step", number, *path))

    if not isinstance(entry, dict):
        raise wrong(say("position-step", number=number + 1, why=say("position-not-a-step")))
    kinds = {step.__name__: step for step in game.steps}
    kind = kinds.get(str(entry.get("kind")))
    if kind is None:
        raise wrong(say("position-step", number=number + 1, why=say("position-no-step", found=repr(entry.get("kind")))), "kind")

    def unfit(name: str, why: str) -> PositionError:
        return wrong(say("position-step-value", number=number + 1, step=kind.__name__, field=name, why=why), name)

    fields = game.step_codecs[kind]
    given: dict[str, Any] = {}
    for name, c in fields.items():
        if name not in entry and old and _default(kind, name) is not msgspec.NODEFAULT:
            continue
        if name not in entry:
            raise wrong(say("position-step-missing", number=number + 1, step=kind.__name__, field=name))
        try:
            given[name] = c.read(entry[name], names)
        except Misfit as misfit:
            raise unfit(name, str(misfit)) from None
        empty = entry[name] == "-" or (isinstance(entry[name], list) and "-" in entry[name])
        if empty and needed(c.hint) and _default(kind, name) != NOWHERE:
            raise unfit(name, say("position-no-dash"))
    return kind(**given)


def _default(kind: type[Step[Any]], name: str) -> Any:
    return next(field.default for field in msgspec.structs.fields(kind) if field.name == name)


_HEADER = re.compile(r"\s*\[(\[?)\s*([^\[\]]+?)\s*\]")
_KEY = re.compile(r"""\s*("(?:[^"\\]|\\.)*"|'[^']*'|[\w-]+)\s*=""")


def line_of(text: str, *path: str | int) -> int | None:
    """The line on which a value of a text stands, or what it belongs to: ``line_of(text, "state", "at", "CR42 1")``."""
    table: tuple[str | int, ...] = ()
    rows: dict[str, int] = {}
    best, deepest = None, 0
    for number, line in enumerate(text.splitlines(), 1):
        header, key = _HEADER.match(line), _KEY.match(line)
        if header:
            table = tuple(part.strip(" \"'") for part in header[2].split("."))
            if header[1]:
                rows[header[2]] = rows.get(header[2], -1) + 1
                table = (*table, rows[header[2]])
            here = table
        elif key:
            here = (*table, key[1].strip("\"'"))
        else:
            continue
        if len(here) > deepest and path[: len(here)] == here:
            best, deepest = number, len(here)
    return best
