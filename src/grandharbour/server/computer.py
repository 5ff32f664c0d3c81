"""Computer players think in processes of their own, so that nobody at another table waits for them.

What leaves the server is a position the side itself can imagine, as text: no secret of the other side, no real dice.
"""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import os
import random
import secrets
import signal
import threading
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Any, TypeVar

from ..engine.choice import Decision
from ..engine.game import Game, game
from ..engine.geometry.bits import bits
from ..engine.war import War
from ..players import Thought
from ..players.search import Line
from .problems import Problem, detail
from .workers import processes

T = TypeVar("T")
_log = logging.getLogger("grandharbour.computer")


def known(rules: Game) -> dict[str, Any]:
    """The computer players of a game by their ids."""
    from ..players import players

    return dict(players(rules))


def imagined(war: War, side: int) -> str:
    """A position text that holds nothing the side does not know."""
    return war.imagine(side, random.Random(secrets.randbits(64))).position()


FIRST_LOOK = 0.8
"""Seconds after which somebody who asks is told what has been found so far."""
PATIENCE = {"search:cadet": 0.5, "search:captain": 2.0, "search:admiral": 8.0}
"""Seconds a person waits at most for one plan of a player that tries things out. They are used up only where a wrong choice may cost something."""
STUDY = 5.0
"""Seconds after which who asks for advice is told all."""
MOST_ASKING = 12
"""So many wait for advice; then the next are sent away."""


def think(name: str, player: str, text: str, side: int, seed: int) -> Thought:
    """In the other process: read the position and choose."""
    from ..players.search import until

    rng = random.Random(seed)
    war = game(name).position(text, rng.randbytes(32))
    return thought(player, war, side, rng, until(PATIENCE.get(player, 60.0)))


def thought(player: str, war: War, side: int, rng: random.Random, stop: Callable[[], bool]) -> Thought:
    """What a player makes of a decision until ``stop``: here, unlike in the laboratory, it has a clock and not a number of trials."""
    from ..players import think

    return think(player, war, side, rng, stop, patient=True)


def study(name: str, text: str, side: int, seed: int, seconds: float) -> tuple[Line, ...]:
    """In the other process: try plans out for a person who asks, also where a computer player would not need to."""
    from ..players import level
    from ..players.search import Search, until

    rng = random.Random(seed)
    war = game(name).position(text, rng.randbytes(32))
    if war.decisions[side].forced is not None:
        return ()
    search = Search(war, side, level(war.setup, "captain", side), rng)
    search.run(until(seconds))
    return tuple(search.lines())


def anything(decision: Decision) -> tuple[str, int]:
    """Any legal choice: a table must go on even if its computer player fails."""
    rng = random.SystemRandom()
    verb = rng.choice(list(decision.choices))
    return verb, rng.choice(list(bits(decision.choices[verb])))


def shows(war: War, side: int, verb: str, target: int) -> bool:
    """Whether others will see anything of a click: a die falls, something is shown, somebody else is asked."""
    decision = war.decisions.get(side)
    if decision is None or not decision.choices.get(verb, 0) >> target & 1:
        return True  # others have moved meanwhile, or the player errs: whoever makes the click will find out
    trial = war.copy()
    before = trial.rolled, trial.drawn, trial.shown
    trial.play(verb, target, side)
    while (trial.rolled, trial.drawn, trial.shown) == before and trial.stack is not None:
        asked = trial.asked()
        if any(decision.side != side for decision in asked):
            return True
        if asked[0].sealed or asked[0].forced is None:
            return False
        trial.play(*asked[0].forced, side)
    return True


def to_the_beat(passed: float, beat: float) -> float:
    """How long to wait with what others will see, if they last saw something so long ago: until the next beat.

    Clicks nobody sees are made at once, so neither how many there were nor how long was thought about them tells more than
    a whole number of beats.
    """
    return beat - passed % beat if beat > 0 and passed >= 0 else 0.0


def begin_worker(nice: int) -> None:
    """A worker leaves Ctrl-C to the server and goes when the server goes, however it goes."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.nice(nice)
    parent = multiprocessing.parent_process()

    def watch() -> None:
        if parent is not None:
            parent.join()
        os._exit(0)

    threading.Thread(target=watch, daemon=True).start()


class Lane:
    """Processes for one kind of work, started when the first of it comes. They make way for whoever is less nice."""

    def __init__(self, workers: int, nice: int = 0) -> None:
        self.workers = workers
        self.nice = nice
        self._pool: ProcessPoolExecutor | None = None

    async def run(self, work: Callable[..., T], *about: Any) -> T:
        """Work done in one of them. If it dies the work is lost, and the next begins with new ones."""
        if self._pool is None:
            self._pool = ProcessPoolExecutor(self.workers, processes(), initializer=begin_worker, initargs=(self.nice,))
        pool = self._pool
        try:
            # The first one starts the process all others are forked from, and waits until it has loaded everything.
            return await asyncio.wrap_future(await asyncio.to_thread(pool.submit, work, *about))
        except BrokenProcessPool:
            if self._pool is pool:
                self._pool = None
                pool.shutdown(wait=False)
            raise

    def close(self) -> None:
        if self._pool is not None:
            workers = list((self._pool._processes or {}).values())
            self._pool.shutdown(wait=False, cancel_futures=True)
            for worker in workers:
                worker.terminate()
            self._pool = None


class Computers:
    """Computer players at work: those that answer at once never wait behind those that try things out."""

    def __init__(self, workers: int) -> None:
        self._quick = Lane(1)
        self._thorough = Lane(workers, nice=5)
        self._asked = Lane(max(1, workers // 2), nice=8)
        self._asking = 0
        self._idle = Lane(1, nice=19)

    async def choose(self, name: str, player: str, text: str, side: int) -> Thought | None:
        """What the player makes of it; None if it fails, so that the caller can go on without it."""
        lane = self._thorough if player in PATIENCE else self._quick
        return await self._run(lane, think, name, player, text, side, secrets.randbits(64))

    async def study(self, name: str, text: str, side: int, first: bool = False) -> tuple[Line, ...]:
        """The plans of a side, tried out; at ``first`` only for a moment. However many people ask, computer players are not held up, and
        nobody waits behind more than a few."""
        if self._asking >= MOST_ASKING:
            raise Problem("busy", detail("too-many-texts"))
        self._asking += 1
        try:
            seconds = FIRST_LOOK if first else STUDY
            return await self._run(self._asked, study, name, text, side, secrets.randbits(64), seconds) or ()
        finally:
            self._asking -= 1

    async def ponder(self, work: Callable[..., T], *about: Any) -> T | None:
        """What may be of use later, done by a process that makes way for everybody; nothing waits behind it."""
        return await self._run(self._idle, work, *about)

    async def _run(self, lane: Lane, work: Callable[..., T], *about: Any) -> T | None:
        for _ in range(2):
            try:
                return await lane.run(work, *about)
            except BrokenProcessPool:
                _log.warning("a computer player's process died; starting another")
            except Exception:
                _log.exception("a computer player of %s failed; any legal choice is made instead", about[0])
                return None
        return None

    def close(self) -> None:
        self._quick.close()
        self._thorough.close()
        self._asked.close()
        self._idle.close()
