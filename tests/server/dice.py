"""A person with a cup, for tests: what the browser does."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from hashlib import sha256

import grandharbour as gh
from grandharbour.engine.geometry.bits import bits


class Person:
    """Holds a chain of hashes and gives its links one after the other."""

    def __init__(self, secret: str, length: int = 2000) -> None:
        self.links = [sha256(secret.encode()).hexdigest()]
        for _ in range(length):
            self.links.append(sha256(self.links[-1].encode()).hexdigest())
        self.seal = self.links[-1]
        self.given = 0

    def next(self, peek: bool = False) -> str:
        """The next link."""
        self.given += not peek
        return self.links[-1 - self.given - peek]

    def after(self, last: str) -> str:
        """The link whose hash was shown last."""
        return self.links[self.links.index(last) - 1]


def play_random(
    table: gh.Table, rng: random.Random, people: Mapping[str, Person], until: Callable[[gh.Table], bool] = lambda _: False
) -> None:
    """Random legal clicks, each with its link."""
    while table.outcome is None and not until(table):
        decision = rng.choice(table.war.asked())
        verb = rng.choice(list(decision.choices))
        side = table.war.setup.names.of("side", decision.side)
        if side in people:
            table.shake("click", side, people[side].next())
        table.play(verb, rng.choice(list(bits(decision.choices[verb]))), decision.side)
