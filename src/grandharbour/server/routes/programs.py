"""A door for programs: tokens, and streams of what happens (docs/programs.md)."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable

from fastapi import APIRouter, Request, Response
from fastapi.responses import StreamingResponse
from starlette.types import Receive, Scope, Send

from .. import wire as tables_wire
from ..club import tokens, wire
from ..club.sessions import Member, TheClub, known
from ..club.streams import SILENCE, Streams
from ..limits import Limits, address_of
from ..problems import Problem, detail
from ..schema import doc
from .common import Called, Caller, answer, read

router = APIRouter(prefix="/api")
KIND = "application/x-ndjson"
PLAIN = {"Content-Encoding": "identity", "X-Accel-Buffering": "no"}
"""Nobody on the way collects lines before he passes them on."""


# --- tokens


@router.get("/me/tokens", **doc(wire.TokenCard, many=True))
async def list_tokens(club: TheClub, person: Member) -> Response:
    return answer(await club.store.look(lambda connection: tokens.of(connection, person.id)))


@router.post("/me/tokens", **doc(wire.TokenMade, wire.TokenWish, 201))
async def make_token(club: TheClub, person: Member, request: Request) -> Response:
    """A token for a program. What it may do is said once; its secret is shown once."""
    wish = await read(request, wire.TokenWish)
    return answer(await club.store.run(lambda connection: tokens.make(connection, person, wish, club.clock())), 201)


@router.delete("/me/tokens/{id}", **doc(wire.TokenCard, many=True))
async def revoke_token(id: str, club: TheClub, person: Member) -> Response:
    """Revoke a token: whoever listens or plays with it is cut off."""
    await club.end_sessions(lambda connection: tokens.end(connection, person.id, id))
    return await list_tokens(club, person)


# --- streams


class Stream(StreamingResponse):
    """Lines, as they come. Whatever becomes of the connection, ``after`` is done at its end."""

    def __init__(self, lines: AsyncIterator[bytes], after: Callable[[], None]) -> None:
        super().__init__(lines, media_type=KIND, headers=PLAIN)
        self.after = after

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            await super().__call__(scope, receive, send)
        finally:
            self.after()


@router.get("/stream/events", **doc(streamed="StreamEvent"))
async def stream_events(club: TheClub, request: Request, seconds: float = 86_400.0) -> Response:
    """What happens to who asks, one JSON object a line, for so many seconds: challenges, tables, turns, ends. An empty line now and then."""
    who = await known(request)
    if who is None:
        raise Problem("members-only", detail("not-signed-in"))
    streams: Streams = request.app.state.streams
    limits: Limits = request.app.state.limits
    address = address_of(request.scope)
    woken = streams.open(who.person.id)
    try:
        limits.sit(address)
    except Problem:
        streams.close(who.person.id, woken)
        raise
    loop = asyncio.get_running_loop()
    until = loop.time() + seconds

    async def lines() -> AsyncIterator[bytes]:
        async for event in streams.follow(who, woken, lambda: request.app.state.leaving or loop.time() > until):
            yield b"\n" if event is None else tables_wire.encode(event) + b"\n"

    def after() -> None:
        streams.close(who.person.id, woken)
        limits.rise(address)

    return Stream(lines(), after)


class Listener:
    """Watches a table through one pair of eyes and is told that something has changed, not what."""

    looks = False

    def __init__(self, session: str | None) -> None:
        self.since = self.epoch = 0
        self.session = session
        self.changed = asyncio.Event()
        self.dismissed = False

    def tell(self, message: bytes) -> None:
        self.changed.set()

    def dismiss(self) -> None:
        self.dismissed = True
        self.changed.set()


@router.get("/tables/{table}/stream", **doc(streamed="State"))
async def stream_table(caller: Called, request: Request, seconds: float = 86_400.0) -> Response:
    """The table as this seat sees it, now and after every change, one whole state a line, each with the events that are new."""
    who = await known(request)
    limits: Limits = request.app.state.limits
    address = address_of(request.scope)
    limits.sit(address)
    listener = Listener(who and who.session)

    def after() -> None:
        caller.table.leave(caller.side, listener)
        limits.rise(address)

    return Stream(_states(caller, listener, lambda: bool(request.app.state.leaving), seconds), after)


async def _states(caller: Caller, listener: Listener, leaving: Callable[[], bool], seconds: float) -> AsyncIterator[bytes]:
    table, side = caller.table, caller.side
    loop = asyncio.get_running_loop()
    spoken, until = loop.time(), loop.time() + seconds
    listener.changed.set()
    while not listener.dismissed and not leaving():
        if listener.changed.is_set():
            listener.changed.clear()
            async with table.lock:
                history = await table.with_events(side, listener.since, listener.epoch)
                table.watch(history, side, listener)
                shown = history.state(caller.number(history), listener.since, listener.epoch)
            listener.since, listener.epoch = shown.from_ + len(shown.events), shown.epoch
            spoken = loop.time()
            yield tables_wire.encode(shown) + b"\n"
            if shown.outcome is not None:
                return
        elif loop.time() - spoken >= SILENCE:
            spoken = loop.time()
            yield b"\n"
        if loop.time() >= until:
            return
        try:
            async with asyncio.timeout(1.0):
                await listener.changed.wait()
        except TimeoutError:
            pass
