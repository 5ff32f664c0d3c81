"""What is told about retreats and advances."""

from __future__ import annotations

from ...engine.choice import Decision
from ...engine.game import Idea
from ...engine.geometry.bits import bits
from ...engine.view import Preview
from .battle_brief import InBattle
from .retreat import Advance, Retreat
from .sketch import sketch_of
from .state import AXIS, Malta
from .weighing import prize, standing


class RetreatBrief(InBattle[Retreat]):
    def ideas(self, war: Malta, step: Retreat, decision: Decision) -> list[Idea]:
        pull = sketch_of(war, step.side, 0).pull
        ideas = []
        for h in bits(decision.choices["retreat"]):
            score = standing(war, step.side, h) + prize(war, step.side, h) + 0.3 * pull[h]
            score -= 0.3 if war.near(1 - step.side) >> h & 1 else 0.0
            ideas.append(Idea(score, "retreat", h, "idea-ground-behind"))
        return ideas


class AdvanceBrief(InBattle[Advance]):
    whole = True

    tried_by = (AXIS,)

    def ideas(self, war: Malta, step: Advance, decision: Decision) -> list[Idea]:
        gain = prize(war, step.side, step.target)
        inside = war.units_in(step.target, step.side)
        ideas = [Idea(0.15, "stay", 0, "idea-hold-the-line")]
        for unit in bits(decision.choices["advance"]):
            here = war.at[unit]
            alone = not war.units_in(here, step.side) & ~(1 << unit)
            leaves = standing(war, step.side, here) if alone else 0.0
            score = gain + (0.25 if not inside else 0.02) + 0.01 * war.strength(unit) - leaves
            ideas.append(Idea(score, "advance", unit, "idea-takes-the-ground"))
        return ideas

    def preview(self, war: Malta, step: Advance, side: int, verb: str, target: int) -> Preview | None:
        if verb != "advance":
            return super().preview(war, step, side, verb, target)
        return Preview(war.say("preview-advance", unit=("piece", target), where=("hex", step.target)), "5.5.1.3.e")
