"""A player of one's own: it tries every choice out once and keeps the one after which the game's adviser likes the position best.

cd examples/players
harbour tournament hawks --players greedy,rusher:Rusher --games 40
"""

from __future__ import annotations

import random

from grandharbour.engine.choice import Decision
from grandharbour.engine.geometry.bits import bits
from grandharbour.engine.war import War

MOST = 24
"""Choices looked at; of more, some by chance."""


class Rusher:
    """Tries each choice once and takes what looks best."""

    def choose(self, war: War, decision: Decision, rng: random.Random) -> tuple[str, int]:
        choices = [(verb, target) for verb, targets in decision.choices.items() for target in bits(targets)]
        if len(choices) > MOST:
            choices = rng.sample(choices, MOST)
        return max(choices, key=lambda choice: self.worth(war, decision.side, choice))

    def worth(self, war: War, side: int, choice: tuple[str, int]) -> float:
        trial = war.copy()
        trial.play(*choice, side)
        if trial.outcome is not None:
            return 0.5 if trial.outcome.winner < 0 else float(trial.outcome.winner == side)
        return trial.setup.game.value(trial, side)
