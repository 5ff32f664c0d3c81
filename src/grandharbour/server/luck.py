"""The luck ledger of a table, worked out beside the server and kept while it is asked for.

A game that has ended is looked at as it really was. While one runs, a seat gets the ledger of what its own side knows, and
spectators get none: a chance to win that uses a secret would tell it.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from concurrent.futures.process import BrokenProcessPool

import msgspec

from ..lab.luck import How, Ledger, Moment, Seen, Story, assemble, horizon_of, look, moments, story, tasks
from .computer import Lane
from .problems import Problem, detail
from .tables import LiveTable

_log = logging.getLogger("grandharbour.luck")
PLAYER = "greedy"
ROLLOUTS = 24
KEPT = 64
"""Ledgers kept in memory."""


class LuckAnswer(msgspec.Struct):
    """A ledger as far as it has come: ask again until ``done`` has reached ``of``."""

    done: int
    of: int
    ledger: Ledger | None


class _Work:
    """The positions of one table that have been looked at, for one side's knowledge or for all."""

    def __init__(self) -> None:
        self.seen: dict[int, Seen] = {}
        self.task: asyncio.Task[None] | None = None


class Luck:
    """One process that works ledgers out, and what it has found."""

    def __init__(self, rollouts: int = ROLLOUTS) -> None:
        self.rollouts = rollouts
        self._lane = Lane(1, nice=10)  # computer players, for whom somebody waits, come first
        self._works: OrderedDict[tuple[str, int | None], _Work] = OrderedDict()
        self._turn = asyncio.Lock()
        """One table at a time, a few positions each."""

    async def of(self, table: LiveTable, side: str | None) -> LuckAnswer:
        """The ledger of a table for a seat, as far as it is known; the rest is begun."""
        async with table.lock:
            history = await table.whole()
            ended = history.table.outcome is not None
            if side is None and not ended:
                raise Problem("still-running", detail("ledger-of-players"))
            knows = None if ended or side is None else history.table.war.setup.side(side)
            try:
                told = story(history.table, knows)
            except ValueError as wrong:
                raise Problem.said("bad-request", f"{wrong}.") from None
        wanted = await asyncio.to_thread(moments, told)
        how = How(PLAYER, self.rollouts, horizon_of(told))
        work = self._work((table.id, knows))
        missing = [moment for moment in wanted if moment.choice not in work.seen]
        if missing and work.task is None:
            work.task = asyncio.create_task(self._look(work, told, missing, how))
        known: list[Moment] = []
        for moment in wanted:
            if moment.choice not in work.seen:
                break
            known.append(moment)
        ledger = await asyncio.to_thread(assemble, told, how, known, work.seen) if known else None
        return LuckAnswer(len(wanted) - len(missing), len(wanted), ledger)

    def _work(self, key: tuple[str, int | None]) -> _Work:
        work = self._works.setdefault(key, _Work())
        self._works.move_to_end(key)
        while len(self._works) > KEPT:
            _, old = self._works.popitem(last=False)
            if old.task is not None:
                old.task.cancel()
        return work

    async def _look(self, work: _Work, told: Story, missing: list[Moment], how: How) -> None:
        """Look at positions one bunch after the other; tables take turns."""
        try:
            for task in tasks(told, missing, how):
                async with self._turn:
                    seen = await self._lane.run(look, task)
                work.seen |= {moment.choice: one for moment, one in zip(task.moments, seen, strict=True)}
        except BrokenProcessPool:
            _log.warning("the process for luck ledgers died; the next question starts another")
        except Exception:
            _log.exception("a luck ledger could not be worked out")
        finally:
            work.task = None

    def close(self) -> None:
        for work in self._works.values():
            if work.task is not None:
                work.task.cancel()
        self._lane.close()
