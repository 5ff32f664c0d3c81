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
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Any

from ..engine.choice import Decision
from ..engine.game import Game, game
from ..engine.geometry.bits import bits
from ..engine.war import War
from ..players import Thought

_log = logging.getLogger("grandharbour.computer")


def known(rules: Game) -> dict[str, Any]:
    """The computer players of a game by their ids."""
    from ..players import players

    return dict(players(rules))


def imagined(war: War, side: int) -> str:
    """A position text that holds nothing the side does not know."""
    return war.imagine(side, random.Random(secrets.randbits(64))).position()


PATIENCE = {"search:cadet": 1.0, "search:captain": 5.0, "search:admiral": 20.0}
"""Seconds a person waits at most for one plan of a player that tries things out."""


def think(name: str, player: str, text: str, side: int, seed: int) -> Thought:
    """In the other process: read the position and choose."""
    from ..players import think
    from ..players.search import until

    rng = random.Random(seed)
    war = game(name).position(text, rng.randbytes(32))
    return think(player, war, side, rng, until(PATIENCE.get(player, 60.0)))


def anything(decision: Decision) -> tuple[str, int]:
    """Any legal choice: a table must go on even if its computer player fails."""
    rng = random.SystemRandom()
    verb = rng.choice(list(decision.choices))
    return verb, rng.choice(list(bits(decision.choices[verb])))


def _begin() -> None:
    """A worker leaves Ctrl-C to the server and goes when the server goes, however it goes."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()

    def watch() -> None:
        if parent is not None:
            parent.join()
        os._exit(0)

    threading.Thread(target=watch, daemon=True).start()


class Computers:
    """The pool of processes, started when the first computer player has to choose."""

    def __init__(self, workers: int) -> None:
        self.workers = workers
        self._pool: ProcessPoolExecutor | None = None

    async def choose(self, name: str, player: str, text: str, side: int) -> Thought | None:
        """What the player makes of it; None if it fails, so that the caller can go on without it."""
        for _ in range(2):
            if self._pool is None:
                self._pool = ProcessPoolExecutor(self.workers, multiprocessing.get_context("spawn"), initializer=_begin)
            pool = self._pool
            try:
                return await asyncio.get_running_loop().run_in_executor(
                    pool, think, name, player, text, side, secrets.randbits(64)
                )
            except BrokenProcessPool:
                _log.warning("a computer player's process died; starting another")
                if self._pool is pool:
                    self._pool = None
                    pool.shutdown(wait=False)
            except Exception:
                _log.exception("the player %s failed; any legal choice is made instead", player)
                return None
        return None

    def close(self) -> None:
        if self._pool is not None:
            workers = list((self._pool._processes or {}).values())
            self._pool.shutdown(wait=False, cancel_futures=True)
            for worker in workers:
                worker.terminate()
            self._pool = None
