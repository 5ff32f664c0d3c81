"""The HTTP part of the wire, see docs/wire.md. Each route reads, asks the table, and answers."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import msgspec
from fastapi import FastAPI, Request, Response, WebSocket
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware

from .. import __version__
from ..engine import save
from ..engine.calculator import BattleOdds, CalculatorInfo
from ..engine.view import Board, Overlay, Preview
from . import asking, calculating, editing, lessons, pages, wire
from .computer import Computers
from .gate import Gate
from .history import History
from .live import live
from .luck import Luck, LuckAnswer
from .printing import add_printing
from .problems import KINDS, Problem, ProblemDocument
from .seats import bearer
from .store import Move, Store
from .tables import LiveTable, Tables, find_game

_log = logging.getLogger("grandharbour.server")
LARGEST_SAVE = 2_000_000
LARGEST_BODY = 256_000
PATIENCE = 16
"""A body that is too large is still read up to this many times the limit, so that the client hears the reason."""


@dataclass(frozen=True)
class Settings:
    database: str = "harbour.db"
    """A file, or any database URL SQLAlchemy knows."""
    static: Path = pages.STATIC
    computer_delay: float = 0.35
    """Seconds between two things a computer player does before everybody's eyes."""
    workers: int = 2
    """Processes for computer players, started when needed."""
    base_url: str = ""
    """The public address, if a proxy stands in front."""
    hosts: tuple[str, ...] | None = None
    """The host names the server answers to; None for any."""


Shape = TypeVar("Shape", bound=msgspec.Struct)


async def _body(request: Request, limit: int) -> bytes:
    """The body, refused while it is being read if it grows too large."""
    parts: list[bytes] = []
    size = 0
    async for part in request.stream():
        size += len(part)
        if size <= limit:
            parts.append(part)
        elif size > PATIENCE * limit:
            break
    if size > limit:
        raise Problem("too-large", f"At most {limit:,} bytes are read here.")
    return b"".join(parts)


async def _read(request: Request, shape: type[Shape]) -> Shape:
    body = await _body(request, LARGEST_BODY)
    try:
        return msgspec.json.decode(body, type=shape)
    except (msgspec.DecodeError, RecursionError) as error:
        raise Problem("bad-request", f"The body cannot be read: {error}") from None


def _json(value: Any, status: int = 200) -> Response:
    return Response(wire.encode(value), status, media_type="application/json")


def _problem(problem: Problem) -> Response:
    # A body that never ends would otherwise be read for ever.
    headers = {"Connection": "close"} if problem.kind == "too-large" else None
    return Response(wire.encode(problem.document()), problem.status, headers, media_type="application/problem+json")


def _count(request: Request, name: str) -> int:
    text = request.query_params.get(name, "0")
    if not text.isdecimal() or len(text) > 9:
        raise Problem("bad-request", f"{name}: {text[:40]!r} is not a number")
    return int(text)


# --- the OpenAPI schema, made from the structs of the wire

_SHAPES: tuple[Any, ...] = (
    wire.GameCard, wire.RulebookText, Board, wire.NewTable, wire.TableOpened, wire.TableCard, wire.State, wire.Click, wire.Undo,
    wire.PlayScript, wire.StandingOrder, wire.Hint, wire.Resign, wire.Refusal, wire.Odds, Preview, Overlay, wire.Moments, wire.Moment,
    wire.Branch, wire.AskBack, wire.AnswerBack, wire.Thoughts, LuckAnswer, ProblemDocument, CalculatorInfo, BattleOdds, lessons.LessonText, editing.EditorWish, editing.EditorView,
)  # fmt: skip


def _ref(shape: Any) -> dict[str, Any]:
    return {"$ref": f"#/components/schemas/{shape.__name__}"}


def _doc(answer: Any = None, body: Any = None, status: int = 200, many: bool = False) -> dict[str, Any]:
    """What a route takes and gives, for its decorator."""
    schema = {"type": "array", "items": _ref(answer)} if many else _ref(answer) if answer else {"type": "string"}
    kind = "application/json" if answer else "text/plain"
    problem = {"description": "A problem document", "content": {"application/problem+json": {"schema": _ref(ProblemDocument)}}}
    more = {"requestBody": {"required": True, "content": {"application/json": {"schema": _ref(body)}}}} if body else None
    return {
        "status_code": status,
        "responses": {status: {"description": "Done", "content": {kind: {"schema": schema}}}, "default": problem},
        "openapi_extra": more,
    }


class _App(FastAPI):
    def openapi(self) -> dict[str, Any]:
        if not self.openapi_schema:
            schema = super().openapi()
            _, shapes = msgspec.json.schema_components(_SHAPES, ref_template="#/components/schemas/{name}")
            schema.setdefault("components", {}).setdefault("schemas", {}).update(shapes)
            self.openapi_schema = schema
        return self.openapi_schema


def create_app(settings: Settings | None = None) -> FastAPI:
    """The server as an ASGI application. The database is opened when it starts."""
    settings = settings or Settings()
    tables: Tables
    luck: Luck

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        nonlocal tables, luck
        store = await asyncio.to_thread(Store, settings.database)
        computers = Computers(settings.workers)
        tables = Tables(store, computers, settings.computer_delay)
        app.state.tables = tables
        luck = Luck()
        yield
        luck.close()
        tables.close()
        computers.close()
        await asyncio.to_thread(store.close)

    app = _App(title="Grand Harbour", version=__version__, lifespan=lifespan, docs_url=None, redoc_url=None)
    app.add_middleware(GZipMiddleware, minimum_size=8000, compresslevel=5)
    app.add_middleware(Gate, hosts=settings.hosts, base_url=settings.base_url)

    # --- problems

    @app.exception_handler(Problem)
    async def told(_: Request, problem: Problem) -> Response:
        return _problem(problem)

    @app.exception_handler(RequestValidationError)
    async def invalid(_: Request, error: RequestValidationError) -> Response:
        return _problem(Problem("bad-request", "; ".join(f"{e['loc'][-1]}: {e['msg']}" for e in error.errors())))

    @app.exception_handler(HTTPException)
    async def refused(_: Request, error: HTTPException) -> Response:
        problem = Problem("not-found" if error.status_code == 404 else "bad-request", str(error.detail))
        problem.status = error.status_code
        return _problem(problem)

    @app.exception_handler(Exception)
    async def broken(_: Request, error: Exception) -> Response:
        return _problem(Problem("internal", "Something went wrong here; it has been written to the log."))

    @app.get("/problems/{kind}", include_in_schema=False)
    async def about_problem(kind: str) -> Response:
        if kind not in KINDS:
            raise Problem("not-found", f"There is no problem called {kind!r}.")
        return Response(f"{KINDS[kind][1]}.\n", media_type="text/plain")

    # --- the shelf

    @app.get("/api/games", **_doc(wire.GameCard, many=True))
    async def list_games() -> Response:
        return _json(pages.shelf())

    @app.get("/api/games/{game}/rulebook", **_doc(wire.RulebookText))
    async def read_rulebook(game: str) -> Response:
        return _json(pages.rulebook(find_game(game)))

    @app.get("/api/games/{game}/calculator", **_doc(CalculatorInfo))
    async def calculator(game: str) -> Response:
        return _json(calculating.info(find_game(game)))

    @app.get("/api/games/{game}/calculator/odds", **_doc(BattleOdds))
    async def calculate(
        game: str, attackers: str, defenders: str, arena: str = "land", rounds: int = 1, radar: str = ""
    ) -> Response:
        return _json(await calculating.odds(find_game(game), attackers, defenders, arena, rounds, radar))

    @app.get("/api/games/{game}/board", **_doc(Board))
    async def read_board(game: str, scenario: str | None = None, options: str = "{}", table: str | None = None) -> Response:
        """The board of a scenario, or (``table``) of a table, whose table pack may have changed it."""
        rules = find_game(game)
        if table is not None:
            found = await tables.find(table)
            async with found.lock:
                return _json(pages.board((await found.history()).table.war.setup))
        try:
            chosen = msgspec.json.decode(options, type=dict[str, bool | str])
        except (msgspec.DecodeError, RecursionError) as error:
            raise Problem("bad-option", f"options: {error}") from None
        return _json(pages.board(await asyncio.to_thread(pages.setup, rules, scenario, chosen)))

    @app.get("/api/games/{game}/art.svg", **_doc())
    async def read_art(game: str) -> Response:
        text = pages.art(find_game(game)).read_bytes()
        return Response(text, media_type="image/svg+xml", headers={"Cache-Control": "no-cache"})

    @app.get("/api/games/{game}/lesson", **_doc(lessons.LessonText))
    async def read_lesson(game: str) -> Response:
        return _json(lessons.text(find_game(game)))

    @app.post("/api/editor", **_doc(editing.EditorView, editing.EditorWish))
    async def edit_position(request: Request) -> Response:
        wish = await _read(request, editing.EditorWish)
        return _json(await asyncio.to_thread(editing.edit, find_game(wish.game), wish))

    # --- tables

    @app.post("/api/tables", **_doc(wire.TableOpened, wire.NewTable, 201))
    async def open_table(request: Request) -> Response:
        return _json(await tables.open(await _read(request, wire.NewTable)), 201)

    @app.post("/api/tables/upload", **_doc(wire.TableOpened, status=201))
    async def upload_save(request: Request) -> Response:
        body = await _body(request, LARGEST_SAVE)
        try:
            text = body.decode("utf-8")
        except UnicodeDecodeError:
            raise Problem("bad-save", "not a text file") from None
        return _json(await tables.upload(text), 201)

    @app.get("/api/tables/{table}", **_doc(wire.TableCard))
    async def read_card(table: str) -> Response:
        found = await tables.find(table)
        async with found.lock:
            history = await found.history()
            row = history.row
            seats = {
                side: wire.SeatCard(seat.kind, seat.joined, seat.player or msgspec.UNSET) for side, seat in found.seats.items()
            }
            heading = history.table.seen(None).view(None).heading
            ended = history.table.outcome is not None
        return _json(wire.TableCard(row.id, row.game, row.scenario, row.options, seats, row.created, ended, heading))

    async def seated(table: str, request: Request, wanted: str | None = None) -> tuple[LiveTable, str | None]:
        """The table, and the side of the seat that asks."""
        found = await tables.find(table)
        side = await found.seat_of(bearer(request.headers.get("authorization")))
        if wanted is not None and wanted != side:
            raise Problem("wrong-seat", f"This seat does not choose for {wanted!r}.")
        return found, side

    def number_of(history: History, side: str | None) -> int | None:
        return None if side is None else history.table.war.setup.side(side)

    async def state_of(found: LiveTable, side: str | None, request: Request) -> Response:
        since, epoch = _count(request, "since"), _count(request, "epoch")
        async with found.lock:
            history = await found.history()
            return _json(history.state(number_of(history, side), since, epoch))

    async def act(table: str, request: Request, kind: str, said: Any, verb: str = "", target: wire.Target = None) -> Response:
        found, side = await seated(table, request, said.side)
        side = _player(side)
        await found.join(side)
        await found.act(Move(kind, side, verb, target), getattr(said, "number", None))
        return await state_of(found, side, request)

    @app.get("/api/tables/{table}/state", **_doc(wire.State))
    async def read_state(table: str, request: Request) -> Response:
        return await state_of(*await seated(table, request), request)

    @app.post("/api/tables/{table}/choices", **_doc(wire.State, wire.Click))
    async def choose(table: str, request: Request) -> Response:
        said = await _read(request, wire.Click)
        return await act(table, request, "choice", said, said.verb, said.target)

    @app.post("/api/tables/{table}/undo", **_doc(wire.State, wire.Undo))
    async def undo(table: str, request: Request) -> Response:
        return await act(table, request, "undo", await _read(request, wire.Undo))

    @app.post("/api/tables/{table}/script", **_doc(wire.State, wire.PlayScript))
    async def play_script(table: str, request: Request) -> Response:
        said = await _read(request, wire.PlayScript)
        return await act(table, request, "script", said, said.script)

    @app.post("/api/tables/{table}/orders", **_doc(wire.State, wire.StandingOrder))
    async def give_order(table: str, request: Request) -> Response:
        said = await _read(request, wire.StandingOrder)
        return await act(table, request, "order", said, said.step, said.order)

    @app.get("/api/tables/{table}/hint", **_doc(wire.Hint, many=True))
    async def ask_hint(table: str, request: Request) -> Response:
        found, side = await seated(table, request)
        return _json(await asking.hint(found, side))

    @app.get("/api/tables/{table}/lines", **_doc(wire.Considered, many=True))
    async def ask_lines(table: str, request: Request) -> Response:
        found, side = await seated(table, request)
        return _json(await asking.lines(found, side))

    @app.get("/api/tables/{table}/thoughts", **_doc(wire.Thoughts))
    async def read_thoughts(table: str, request: Request) -> Response:
        found, _ = await seated(table, request)
        return _json(await asking.thoughts(found))

    @app.post("/api/tables/{table}/resign", **_doc(wire.State, wire.Resign))
    async def resign(table: str, request: Request) -> Response:
        return await act(table, request, "resign", await _read(request, wire.Resign))

    @app.get("/api/tables/{table}/whynot", **_doc(wire.Refusal))
    async def ask_why_not(table: str, request: Request, verb: str, target: str | None = None) -> Response:
        found, side = await seated(table, request)
        return _json(await asking.why_not(found, side, verb, target))

    @app.get("/api/tables/{table}/odds", **_doc(wire.Odds))
    async def ask_odds(table: str, request: Request, verb: str, target: str | None = None) -> Response:
        found, side = await seated(table, request)
        return _json(await asking.odds(found, side, verb, target))

    @app.get("/api/tables/{table}/preview", **_doc(Preview))
    async def ask_preview(table: str, request: Request, verb: str, target: str | None = None) -> Response:
        found, side = await seated(table, request)
        return _json(await asking.preview(found, side, verb, target))

    @app.get("/api/tables/{table}/overlay", **_doc(Overlay))
    async def read_overlay(table: str, request: Request, id: str, about: str | None = None) -> Response:
        found, side = await seated(table, request)
        return _json(await asking.overlay(found, side, id, about))

    @app.get("/api/tables/{table}/moments", **_doc(wire.Moments))
    async def list_moments(table: str, request: Request, eyes: str | None = None) -> Response:
        found, side = await seated(table, request)
        async with found.lock:
            history = await found.history()
            return _json(history.moments(history.eyes(number_of(history, side), eyes)))

    @app.get("/api/tables/{table}/events", **_doc(wire.Event, many=True))
    async def list_events(table: str, request: Request, eyes: str | None = None) -> Response:
        found, side = await seated(table, request)
        async with found.lock:
            history = await found.history()
            return _json(history.told(history.eyes(number_of(history, side), eyes)))

    @app.get("/api/tables/{table}/moments/{k}", **_doc(wire.Moment))
    async def read_moment(table: str, k: int, request: Request, eyes: str | None = None) -> Response:
        found, side = await seated(table, request)
        async with found.lock:
            history = await found.history()
            return _json(history.moment(history.eyes(number_of(history, side), eyes), k))

    @app.post("/api/tables/{table}/branch", **_doc(wire.TableOpened, wire.Branch, 201))
    async def branch(table: str, request: Request) -> Response:
        found, side = await seated(table, request)
        return _json(await tables.branch(found, side, await _read(request, wire.Branch)), 201)

    @app.post("/api/tables/{table}/takeback", **_doc(wire.State, wire.AskBack))
    async def ask_back(table: str, request: Request) -> Response:
        said = await _read(request, wire.AskBack)
        found, side = await seated(table, request, said.side)
        await found.ask_back(_player(side), said.moment)
        return await state_of(found, side, request)

    @app.post("/api/tables/{table}/takeback/answer", **_doc(wire.State, wire.AnswerBack))
    async def answer_back(table: str, request: Request) -> Response:
        said = await _read(request, wire.AnswerBack)
        found, side = await seated(table, request, said.side)
        await found.answer_back(_player(side), said.accept)
        return await state_of(found, side, request)

    @app.get("/api/tables/{table}/luck", **_doc(LuckAnswer))
    async def read_luck(table: str, request: Request) -> Response:
        return _json(await luck.of(*await seated(table, request)))

    @app.get("/api/tables/{table}/save", **_doc())
    async def download(table: str, request: Request) -> Response:
        """The whole save once the game has ended or if one person holds all seats; else what this seat has seen."""
        found, side = await seated(table, request)
        async with found.lock:
            history = await found.history()
            alone = side is not None and all(seat.kind != "link" for seat in found.seats.values())
            whole = alone or history.table.outcome is not None
            text = save.dumps(history.table) if whole else _record(history, number_of(history, side))
        name = f"{history.row.game}-{table}{'' if whole else '-record'}.harbour"
        headers = {"Content-Disposition": f'attachment; filename="{name}"'}
        return Response(text, media_type="text/plain; charset=utf-8", headers=headers)

    @app.websocket("/api/tables/{table}/live")
    async def watch(socket: WebSocket, table: str) -> None:
        await live(socket, table, tables)

    add_printing(app)

    # --- the browser client

    @app.get("/", include_in_schema=False)
    @app.get("/table/{rest:path}", include_in_schema=False)
    @app.get("/calculator/{rest:path}", include_in_schema=False)
    @app.get("/editor/{rest:path}", include_in_schema=False)
    async def page(rest: str = "") -> Response:
        return pages.index(settings.static)

    @app.get("/{name:path}", include_in_schema=False)
    async def client(name: str, request: Request) -> Response:
        """A file; whoever looks for a page that does not exist with a browser is told so by the client."""
        try:
            return pages.client_file(settings.static, name)
        except Problem:
            if name.startswith(("api/", "assets/")) or "text/html" not in request.headers.get("accept", ""):
                raise
            return pages.index(settings.static, 404)

    return app


def _player(side: str | None) -> str:
    if side is None:
        raise Problem("wrong-seat", "Choosing needs a seat: send its token as Authorization: Bearer TOKEN.")
    return side


def _record(history: History, side: int | None) -> str:
    """What a seat has seen of a running game, to read later; it cannot be loaded and holds no seed."""
    table, row = history.table, history.row
    header = {
        "grandharbour": save.FORMAT, "record": True, "game": row.game, "version": row.version, "rules": row.rules,
        "scenario": row.scenario, "options": row.options, "tables": row.pack, "table": row.id,
        "side": None if side is None else table.war.setup.names.of("side", side),
        "commitment": history.state(side).dice.commitment,
    }  # fmt: skip
    events = [{"n": e.n, "turn": e.turn, "text": e.text, "rule": e.rule, "dice": e.dice} for e in history.feeds[side].events]
    lines = [header, *events, {"end": len(events)}]
    return "".join(json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n" for line in lines)
