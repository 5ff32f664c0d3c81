"""What a club does without being asked: flags fall although nobody looks, games that counted are counted, and tournaments go on."""

from __future__ import annotations

import asyncio
import logging

from ..problems import Problem
from ..store import CannotStore
from ..tables import Tables
from . import ladder, standing, tournaments
from .house import Club
from .ladder import Ladders
from .tournaments import Director

_log = logging.getLogger("grandharbour.keeper")
BEAT = 1.0
"""Seconds between two looks at the clocks."""


class Keeper:
    """Every server of a harbour has one; whatever two of them do at once is done once."""

    def __init__(self, club: Club, tables: Tables) -> None:
        self.club = club
        self.tables = tables
        self.director, self.ladders = Director(club, tables), Ladders(club, tables)
        self._ended = asyncio.Event()
        tables.on_end = lambda table: self._ended.set()
        self._task = asyncio.create_task(self._watch())

    async def _watch(self) -> None:
        while True:
            try:
                await self.tables.flag_all()
                await self.tables.warn_all()
                await self._settle()
                await self.ladders.settle()
                await self.director.round()
            except (CannotStore, Problem) as error:
                _log.warning("the clocks cannot be read: %s", error)
            except Exception:
                _log.exception("the keeper stumbled")
            try:
                async with asyncio.timeout(BEAT):
                    await self._ended.wait()
                self._ended.clear()
            except TimeoutError:
                pass

    async def _settle(self) -> None:
        store = self.club.store
        for table in await store.look(standing.unsettled):
            await store.run(lambda connection, table=table: standing.settle(connection, table, self.club.clock()))  # type: ignore[misc]

    async def farewell(self, person: str) -> None:
        """Somebody leaves the club. Others wait for how his games for a place and in tournaments end, and have won them."""
        store = self.club.store
        for id in await store.look(lambda connection: tournaments.entered(connection, person)):
            await self.director.withdraw(id, person)
        for table in await store.look(lambda connection: ladder.dueling(connection, person)):
            await tournaments.give_up(self.tables, table, person)
        await self._settle()  # while it is known who has lost
        await self.ladders.settle()

    async def close(self) -> None:
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)
