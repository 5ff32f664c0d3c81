"""What is told about losses."""

from __future__ import annotations

from ...engine.choice import Decision
from ...engine.game import Idea
from ...engine.geometry.bits import bits
from .battle_brief import InBattle
from .losses import Lose, dearest
from .state import Malta
from .weighing import step_worth


class LoseBrief(InBattle[Lose]):
    def ideas(self, war: Malta, step: Lose, decision: Decision) -> list[Idea]:
        best = dearest(war, decision.choices["lose"])
        return [
            Idea((1.0 if p == best else 0.0) - step_worth(war, p), "lose", p, "idea-missed-least")
            for p in bits(decision.choices["lose"])
        ]
