"""Games on paper. Making a PDF takes seconds, so it is done in a process of its own, once for each wish."""

from __future__ import annotations

import asyncio
from collections import OrderedDict

from ..engine.game import Game, game
from ..press import PAPERS, CannotPrint, print_and_play
from . import pages
from .problems import Problem, detail
from .workshop import Workshop

KEPT = 8
"""So many documents stay in memory."""
SECONDS = 300.0
"""So long one may take."""
WAITING = 6
"""So many wait to be made; then the next are sent away."""
Wish = tuple[str, str, str, str, str]
"""Game, scenario, paper, the fingerprint of the rules, and the pack."""


class Printing:
    """Documents by what they were made from; whoever asks for one that is being made waits for the same."""

    def __init__(self) -> None:
        self.made: OrderedDict[Wish, asyncio.Task[bytes]] = OrderedDict()
        self._workshop = Workshop(1, SECONDS, WAITING, tasks=1)
        """One document at a time, in a process that ends with it."""

    async def pdf(self, rules: Game, scenario: str | None, paper: str, pack: str = "") -> bytes:
        """``pack``: the text of one that has been tried."""
        setup = await asyncio.to_thread(pages.setup, rules, scenario, {}, pack)
        if paper not in PAPERS:
            raise Problem("bad-request", detail("none-of", what="paper", said=paper[:40], known=", ".join(PAPERS)))
        wish = (rules.id, setup.scenario, paper, rules.fingerprint(setup), pack)
        task = self.made.get(wish)
        if task is None or (task.done() and (task.cancelled() or task.exception() is not None)):
            task = self.made[wish] = asyncio.create_task(self._workshop.run("too-large", make, *wish[:3], wish[4]))
        self.made.move_to_end(wish)
        while len(self.made) > KEPT:
            self.made.popitem(last=False)
        try:
            return await asyncio.shield(task)
        except CannotPrint as wrong:
            raise Problem("not-found", detail("cannot-print", why=str(wrong))) from None

    def close(self) -> None:
        self._workshop.close()


def make(name: str, scenario: str, paper: str, pack: str) -> bytes:
    """In the other process."""
    return print_and_play(game(name), scenario, paper, tables=pack)
