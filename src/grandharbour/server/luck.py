"""The luck ledger of a table, worked out beside the server, beginning where somebody looks; of a game that has ended it is kept with it.

A game that has ended is looked at as it really was. While one runs, a seat gets the ledger of what its own side knows, and
spectators get none: a chance to win that uses a secret would tell it.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
from collections import OrderedDict
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from time import monotonic

import msgspec

from ..engine import shapes
from ..lab.luck import How, Ledger, Moment, Seen, Story, Task, Turning, assemble, horizon_of, look, moments, story, turning
from .computer import Lane
from .problems import Problem, detail
from .store import CannotStore, Store
from .tables import LiveTable

_log = logging.getLogger("grandharbour.luck")
PLAYER = "greedy"
ROLLOUTS = 24
KEPT = 64
"""Ledgers kept in memory."""
BATCH = 2
"""Moments that are looked at together: few, because somebody watches the chart fill."""
PATIENCE = 30.0
"""Seconds after which a table is put aside: a page that shows it asks every second or two, and asking takes it up again."""


class LuckAnswer(msgspec.Struct):
    """A ledger as far as it has come: ask again until ``done`` has reached ``of``."""

    done: int
    of: int
    ledger: Ledger | None
    turning: list[Turning]
    """The moments that decided a game that has ended, as far as they are known."""


class _Work:
    """The positions of one table that have been looked at, for one side's knowledge or for all."""

    def __init__(self) -> None:
        self.seen: dict[int, Seen] = {}
        self.task: asyncio.Task[None] | None = None
        self.near = 0
        """The number of the moment somebody looks at: what lies beside it comes first."""
        self.asked = 0.0
        self.story: Story | None = None
        self.wanted: list[Moment] = []

    def tell(self, told: Story) -> None:
        """The story as it goes now. After a step back it is another one: what was found about what is gone is forgotten."""
        old = self.story
        if old is not None and (old.choices, old.fallen) == (told.choices, told.fallen):
            self.story = told
            return
        if old is not None:
            same = _shared(old, told)
            self.seen = {n: one for n, one in self.seen.items() if n <= same}
        self.story, self.wanted = told, moments(told)

    def next(self) -> list[Moment]:
        """The next few moments to be looked at: the start, then what lies nearest to where somebody looks, in the order of the game."""
        missing = [n for n, moment in enumerate(self.wanted) if moment.choice not in self.seen]
        if not missing or 0 in missing:
            return self.wanted[: len(missing) and 1]
        nearest = sorted(missing, key=lambda n: abs(n - self.near))[:BATCH]
        return [self.wanted[n] for n in sorted(nearest)]

    def place(self, events: int) -> int:
        """The moment at which so many events had been told."""
        assert self.story is not None
        told = 0
        for n, moment in enumerate(self.wanted):
            said = self.story.told.get(moment.choice)
            told = said.events if said is not None else told
            if told >= events:
                return n
        return len(self.wanted) - 1


def _shared(one: Story, two: Story) -> int:
    """How many choices two stories share, dice included."""
    pairs = zip(one.choices, two.choices, strict=False)
    same = next((n for n, (a, b) in enumerate(pairs) if a != b), min(len(one.choices), len(two.choices)))
    dice = next((min(a.choice, b.choice) - 1 for a, b in zip(one.fallen, two.fallen, strict=False) if a != b), same)
    return min(same, dice)


class Luck:
    """One process that works ledgers out, and what it has found."""

    def __init__(self, store: Store, rollouts: int = ROLLOUTS) -> None:
        self.store = store
        self.rollouts = rollouts
        self._lane = Lane(1, nice=10)  # computer players, for whom somebody waits, come first
        self._works: OrderedDict[tuple[str, int | None], _Work] = OrderedDict()
        self._turn = asyncio.Lock()
        """One table at a time, a few positions each."""
        self._closed = False

    async def of(self, table: LiveTable, side: str | None, near: int | None = None) -> LuckAnswer:
        """The ledger of a table for a seat, as far as it is known; the rest is begun, from where ``near`` events had been told."""
        async with table.lock:
            history = await table.whole()
            ended = history.table.outcome is not None
            if side is None and not ended:
                raise Problem("still-running", detail("ledger-of-players"))
            knows = None if ended or side is None else history.table.war.setup.side(side)
            try:
                told = await asyncio.to_thread(story, history.table, knows)
            except ValueError as wrong:
                raise Problem.said("bad-request", f"{wrong}.") from None
            rules = history.row.rules
        how = How(PLAYER, self.rollouts, horizon_of(told))
        key = hashlib.sha256(repr((rules, how)).encode()).hexdigest() if ended else ""
        work = self._work((table.id, knows))
        work.asked = monotonic()
        first = work.story is None
        await asyncio.to_thread(work.tell, told)
        if near is not None:
            work.near = work.place(near)
        if first and ended:
            # Somebody has looked at this game before.
            with suppress(CannotStore, msgspec.DecodeError):
                kept = await self.store.luck(table.id, key)
                work.seen |= {n: shapes.read(text, Seen) for n, text in kept.items()}
        wanted = work.wanted
        missing = [moment for moment in wanted if moment.choice not in work.seen]
        if missing and work.task is None:
            work.task = asyncio.create_task(self._look(work, how, table.id, key))
        done = len(wanted) - len(missing)
        if not wanted or wanted[0].choice not in work.seen:
            return LuckAnswer(done, len(wanted), None, [])

        def put_together(seen: dict[int, Seen]) -> tuple[Ledger, list[Turning]]:
            ledger = assemble(told, how, wanted, seen)
            return ledger, turning(ledger) if ended else []

        return LuckAnswer(done, len(wanted), *await asyncio.to_thread(put_together, dict(work.seen)))

    def _work(self, key: tuple[str, int | None]) -> _Work:
        work = self._works.setdefault(key, _Work())
        self._works.move_to_end(key)
        while len(self._works) > KEPT:
            _, old = self._works.popitem(last=False)
            if old.task is not None:
                old.task.cancel()
        return work

    async def _look(self, work: _Work, how: How, table: str, key: str) -> None:
        """Look at positions one bunch after the other; tables take turns. What is found about a game that has ended is kept with it."""
        try:
            while not self._closed and (batch := work.next()):
                assert work.story is not None
                told = work.story
                async with self._turn:
                    if monotonic() > work.asked + PATIENCE:
                        break  # nobody looks any more
                    looks = await self._lane.run(look, Task(told, tuple(batch), how))
                if work.story is not told and _shared(work.story, told) < batch[-1].choice:
                    continue  # somebody has gone back meanwhile
                new = {moment.choice: one for moment, one in zip(batch, looks, strict=True)}
                work.seen |= new
                if key:
                    with suppress(CannotStore):
                        await self.store.keep_luck(table, key, {n: msgspec.json.encode(one).decode() for n, one in new.items()})
        except BrokenProcessPool:
            _log.warning("the process for luck ledgers died; the next question starts another")
        except Exception:
            _log.exception("a luck ledger could not be worked out")
        finally:
            work.task = None

    def close(self) -> None:
        self._closed = True
        for work in self._works.values():
            if work.task is not None:
                work.task.cancel()
        self._lane.close()
