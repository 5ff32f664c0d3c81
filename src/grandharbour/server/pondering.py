"""Computer players think while a person thinks, where a processor has nothing else to do.

What the person may do is guessed as the adviser would advise him, his likeliest plans first, and the answer is thought out. If he does just
that, the answer is there; all other guesses are forgotten, and no thought is used twice. It begins with what the computer player has
been shown: clicks that may still be taken back are none of its business. Guesses are made only in games without secrets: elsewhere the same
position may be known in different ways.
"""

from __future__ import annotations

import asyncio
import os
import random
import secrets
import time
from collections.abc import Awaitable, Callable

from ..engine.game import game
from ..players import Thought
from ..players.search import own_turn, plans
from . import computer

GUESSES = 4
"""So many plans of a person are thought about, the likeliest first."""
LONGEST = 60
"""So many clicks a guess is followed to the computer player's next question."""


def busy() -> bool:
    """Whether this machine has more to do than processors to do it: then nobody ponders."""
    return hasattr(os, "getloadavg") and os.getloadavg()[0] > (os.cpu_count() or 1)


def guess(name: str, player: str, text: str, side: int, seed: int, which: int) -> tuple[str, Thought] | None:
    """In the other process: what to answer, and in which position, if the person takes the likeliest plan but ``which``; None if there is no
    such plan, nothing to think about after it, or no time."""
    rng = random.Random(seed)
    war = game(name).position(text, rng.randbytes(32))
    person = war.asked()[0].side
    likely = plans(war, person, GUESSES)
    if which >= len(likely):
        return None
    for choice in likely[which][0]:
        own_turn(war, person)
        war.play(*choice, person)
    rules = war.setup.game
    for _ in range(LONGEST):
        if war.stack is None:
            return None
        asked = war.asked()[0]
        if asked.forced is not None:
            war.play(*asked.forced, asked.side)
        elif asked.side == side and not rules.trusted(war, asked):
            break
        else:  # the person goes on as advised, and so does the computer player where it would not think
            best = max(rules.leading(war, asked), key=lambda idea: idea.score)
            war.play(best.verb, best.target, asked.side)
    else:
        return None
    end = time.monotonic() + computer.PATIENCE[player]
    dropped = False

    def stop() -> bool:
        nonlocal dropped
        dropped = dropped or busy()
        return dropped or time.monotonic() >= end

    thought = computer.thought(player, war, side, rng, stop)
    return None if dropped else (war.position(), thought)


class Pondering:
    """What is thought at one table while a person thinks."""

    def __init__(self, run: Callable[..., Awaitable[tuple[str, Thought] | None]]) -> None:
        self._run = run
        self._about: tuple[str, str, str, int] | None = None
        self._task: asyncio.Task[None] | None = None
        self._ready: dict[str, Thought] = {}

    def begin(self, name: str, player: str, text: str, side: int) -> None:
        """Think about a position in which a person is asked; nothing new if that is done already."""
        about = (name, player, text, side)
        if about != self._about:
            self.stop()
            self._about = about
            self._task = asyncio.create_task(self._guess(*about))

    async def _guess(self, name: str, player: str, text: str, side: int) -> None:
        for which in range(GUESSES):
            if busy():
                return
            guessed = await self._run(guess, name, player, text, side, secrets.randbits(64), which)
            if guessed is not None:
                self._ready.setdefault(*guessed)

    def take(self, text: str) -> Thought | None:
        """What was thought about this very position, if anything; then all is forgotten."""
        thought = self._ready.get(text)
        self.stop()
        return thought

    def stop(self) -> None:
        """Nobody needs it any more."""
        if self._task is not None:
            self._task.cancel()
        self._task = self._about = None
        self._ready = {}
