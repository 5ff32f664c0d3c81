"""What happens to a person, line after line, for as long as his program listens: challenges, tables, whose turn it is.

A stream is what the database says, looked at again whenever this server has stored something, and once a second besides: so it does not
matter at which server of the harbour something happens, and nothing is lost between two looks.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import suppress
from typing import Any

from sqlalchemy import select
from sqlalchemy.engine import Connection

from ..problems import Problem, detail
from ..store import CannotStore
from ..tables import LiveTable, Tables
from . import lobby, mine, wire
from .house import Club, Known
from .rows import sessions, tokens

BEAT = 1.0
"""Seconds between two looks, if nothing happens here."""
SILENCE = 10.0
"""Seconds after which an empty line says that the line is still there."""
MOST = 8
"""Streams of one person."""


class Seen(dict[str, Any]):
    """Challenges and tables as they were last told, by their ids."""


def news(
    before: Seen | None, challenges: list[wire.ChallengeCard], tables: list[wire.MyTable]
) -> tuple[Seen, list[wire.StreamEvent]]:
    """What is to be told of what is there now. Who begins to listen is told all that waits for him."""
    old = Seen() if before is None else before
    new = Seen()
    told: list[wire.StreamEvent] = []
    for challenge in challenges:
        new[challenge.id] = challenge
        if challenge.id not in old:
            told.append(wire.NewChallenge(challenge))
    for table in tables:
        new[table.table] = table
        was: wire.MyTable | None = old.get(table.table)
        if was is None and (before is not None or not table.ended):
            told.append(wire.TableBegun(table))
        if table.turn and (was is None or not was.turn or was.changed != table.changed):
            told.append(wire.YourTurn(table.table, table.mine))
        if table.ended and was is not None and not was.ended:
            told.append(wire.TableEnded(table))
    gone = [id for id, was in old.items() if id not in new and isinstance(was, wire.ChallengeCard)]
    return new, [*(wire.ChallengeGone(id) for id in gone), *told]


class Streams:
    """All streams at this server."""

    def __init__(self, club: Club, tables: Tables) -> None:
        self.club = club
        self._open: dict[str, set[asyncio.Event]] = {}
        moved = tables.on_move

        def move(table: LiveTable, *about: Any) -> None:
            if moved is not None:
                moved(table, *about)
            self.wake(seat.person for seat in table.seats.values())

        tables.on_move = move

    def wake(self, people: Iterable[str | None]) -> None:
        """Something has happened that concerns some people. Nobody else looks: each look asks the database."""
        for person in people:
            for event in self._open.get(person or "", ()):
                event.set()

    def open(self, person: str) -> asyncio.Event:
        """Somebody begins to listen; what is returned is set whenever it is worth looking."""
        held = self._open.setdefault(person, set())
        if len(held) >= MOST:
            raise Problem("too-many", detail("stream-busy", most=MOST), after=60.0)
        event = asyncio.Event()
        held.add(event)
        return event

    def close(self, person: str, event: asyncio.Event) -> None:
        held = self._open.get(person, set())
        held.discard(event)
        if not held:
            self._open.pop(person, None)

    async def follow(
        self, who: Known, woken: asyncio.Event, leaving: Callable[[], bool]
    ) -> AsyncIterator[wire.StreamEvent | None]:
        """What happens to somebody, until he may not listen any more or the server leaves; None when nothing has for a while."""
        seen: Seen | None = None
        loop = asyncio.get_running_loop()
        spoken = loop.time()
        while not leaving():
            woken.clear()
            told: list[wire.StreamEvent] = []
            with suppress(CannotStore):  # the database is away: it will be back
                looked = await self._look(who)
                if looked is None:
                    return
                seen, told = news(seen, *looked)
            for event in told:
                yield event
            if told or loop.time() - spoken >= SILENCE:
                spoken = loop.time()
                if not told:
                    yield None
            try:
                async with asyncio.timeout(BEAT):
                    await woken.wait()
            except TimeoutError:
                pass

    async def _look(self, who: Known) -> tuple[list[wire.ChallengeCard], list[wire.MyTable]] | None:
        """The challenges and tables of somebody; None if what he came with has been revoked. Who listens is here."""
        now, id = self.club.clock(), who.person.id

        def look(connection: Connection) -> tuple[bool, list[wire.ChallengeCard], list[wire.MyTable]] | None:
            by = (table.c.id == who.session for table in (sessions, tokens))
            if not any(connection.execute(select(1).where(it)).first() for it in by):
                return None
            challenges = [it for it in lobby.listed(connection, who.person, now) if it.person.id != id]
            tables = mine.listed(connection, mine.sides(connection, who.person, {}))
            return lobby.waits(connection, id, now), challenges, tables

        looked = await self.club.store.look(look)
        if looked is None:
            return None
        waits, challenges, tables = looked
        if waits:
            await self.club.store.run(lambda connection: lobby.note_here(connection, id, now))
        return challenges, tables
