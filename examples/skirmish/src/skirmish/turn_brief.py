"""What people and computer players are told about a unit's turn."""

from __future__ import annotations

from grandharbour.engine.brief import Brief
from grandharbour.engine.choice import Decision
from grandharbour.engine.game import Idea
from grandharbour.engine.geometry.bits import bits

from .state import RED, Field
from .turn import Act


class ActBrief(Brief[Act]):
    """Units make for the goals, and attack where it is likely to help."""

    def ideas(self, war: Field, step: Act, decision: Decision) -> list[Idea]:
        """A good attack first, then the way to a goal that is not one's own, then shelter."""
        setup, side = war.setup, decision.side
        goals = setup.goals & ~war.red if side == RED else war.red
        here = war.at[step.unit]

        def far(h: int) -> float:
            return min((setup.grid.distance(h, goal) for goal in bits(goals)), default=0)

        found = [Idea(0.3 if setup.goals >> here & 1 else 0.1, "stay", 0, "idea-holds")]
        for h in bits(decision.choices.get("to", 0)):
            found.append(Idea(far(here) - far(h), "to", h, "idea-nearer"))
        for h in bits(decision.choices.get("attack", 0)):
            chance = min(6, max(0, 6 - (war.defence(h) - war.force(side, h)))) / 6
            found.append(Idea(4 * chance - 0.2, "attack", h, "idea-attack"))
        return found
