"""What all routes share: reading a body, answering, and who asks."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import Annotated, Any, TypeVar

import msgspec
from fastapi import Depends, Request, Response
from starlette.requests import ClientDisconnect

from .. import door, wire
from ..club.sessions import known
from ..club.tokens import PREFIX
from ..history import History
from ..problems import Problem, detail
from ..seats import MINE, bearer
from ..tables import LiveTable, Tables

LARGEST_BODY = 256_000
PATIENCE = 16
"""A body that is too large is still read up to this many times the limit, so that the client hears the reason."""

LONGEST_WAIT = 30.0
"""Seconds a client has to send a body."""

Shape = TypeVar("Shape", bound=msgspec.Struct)


async def body(request: Request, limit: int) -> bytes:
    """The body, refused while it is being read if it grows too large."""
    parts: list[bytes] = []
    size = 0
    try:
        async with asyncio.timeout(LONGEST_WAIT):
            async for part in request.stream():
                size += len(part)
                if size <= limit:
                    parts.append(part)
                elif size > PATIENCE * limit:
                    break
    except (TimeoutError, ClientDisconnect):  # who has gone is told as little as who is too slow
        raise Problem("too-slow", detail("body-too-slow", seconds=f"{LONGEST_WAIT:g}")) from None
    if size > limit:
        raise Problem("too-large", detail("body-too-large", most=f"{limit:,}"))
    caller: Caller | None = getattr(request.state, "caller", None)
    if caller is not None:
        caller.table.check_seat(caller.side, caller.key)  # a body may come long after the key that was shown with it
    return b"".join(parts)


async def read(request: Request, shape: type[Shape]) -> Shape:
    """What the client says, as a struct of the wire."""
    text = await body(request, LARGEST_BODY)
    try:
        return wire.heard(text, shape)
    except (msgspec.DecodeError, RecursionError) as error:
        raise Problem("bad-request", detail("bad-body", why=str(error))) from None


def answer(value: Any, status: int = 200) -> Response:
    return Response(wire.encode(value), status, media_type="application/json")


def problem_answer(problem: Problem) -> Response:
    # A body that never ends would otherwise be read for ever.
    headers = {"Connection": "close"} if problem.kind in ("too-large", "too-slow") else {}
    if problem.after is not None:
        headers["Retry-After"] = str(problem.after)
    return Response(wire.encode(problem.document()), problem.status, headers, media_type="application/problem+json")


def tables_of(request: Request) -> Tables:
    tables: Tables = request.app.state.tables
    return tables


@dataclass(frozen=True)
class Caller:
    """Whoever sends a request about a table: the table, and the side of the seat that asks (None: a spectator), with the hash of its key."""

    table: LiveTable
    side: str | None
    key: str = ""

    def held(self) -> str:
        """The side of the seat; a spectator has none."""
        if self.side is None:
            raise Problem("wrong-seat", detail("needs-key"))
        return self.side

    def where(self) -> Caller:
        """His seat where it is now: his last word in an auction of the sides may have exchanged the two."""
        if self.side is None:
            return self
        for side, seat in self.table.seats.items():
            if seat.hash == self.key:
                return Caller(self.table, side, self.key)
        raise Problem("wrong-seat", detail("opens-no-seat"))

    def number(self, history: History) -> int | None:
        return None if self.side is None else history.table.war.setup.side(self.side)


async def _caller(table: str, request: Request) -> Caller:
    live = await tables_of(request).find(table)
    token = bearer(request.headers.get("authorization"))
    who = await known(request) if token is not None and token.startswith((MINE, PREFIX)) else None
    if who is not None and token is not None and token.startswith(PREFIX):
        token = await seat_of_program(live, who.person.id, request.query_params.get("side"))
    side = await live.seat_of(token, who and who.person.id)
    caller = request.state.caller = Caller(live, side, live.key_of(side))
    return caller


async def seat_of_program(table: LiveTable, person: str, side: str | None) -> str | None:
    """The seat of a person who shows only who he is: the one he names, or the only one he has. None: he watches."""
    held = await table.sides_of(person)
    if side is None and len(held) > 1:
        raise Problem("bad-request", detail("which-side"))
    chosen = side or next(iter(held), None)
    return chosen and MINE + chosen


Called = Annotated[Caller, Depends(_caller)]
Ours = Annotated[Tables, Depends(tables_of)]


def _count(request: Request, name: str) -> int:
    text = request.query_params.get(name, "0")
    if not text.isdecimal() or len(text) > 9:
        raise Problem("bad-request", detail("not-a-number", what=name, said=text[:40]))
    return int(text)


async def state(caller: Caller, request: Request) -> Response:
    """The table as the caller may see it now."""
    since, epoch = _count(request, "since"), _count(request, "epoch")
    async with caller.table.lock:
        history = await caller.table.with_events(caller.side, since, epoch)
        return answer(history.state(caller.number(history), since, epoch))


async def act(caller: Caller, request: Request, shape: type[wire.Deed]) -> Response:
    """What a seat does, through the one door; answered with what is then seen."""
    await door.act(caller.table, caller.side, await read(request, shape), caller.key)
    return await state(caller.where(), request)


async def ask(caller: Caller, question: wire.Question) -> Response:
    """What a seat asks, through the one door."""
    return answer(await door.ask(caller.table, caller.side, question))
