"""What is told about bombing."""

from __future__ import annotations

from ...engine.choice import Decision
from ...engine.forecast import Forecast, Result
from ...engine.game import Idea
from ...engine.geometry.bits import bits, first
from ...engine.kinds import NOWHERE
from .bombing import Bombing
from .brief import PilotBrief
from .fire import BOMB
from .forecast import roll, strikes
from .state import Sky


class BombingBrief(PilotBrief[Bombing]):
    """Bomb now or later."""

    holds = "main-hold-bombs"

    def ideas(self, war: Sky, step: Bombing, decision: Decision) -> list[Idea]:
        ideas = []
        for plane in bits(decision.choices["bomb"]):
            p = strikes(war, BOMB, plane, NOWHERE)
            # A poor chance is worth keeping for another turn, unless there will be none.
            floor = 0.2 if war.turn < war.setup.max_turns - 2 else 0.0
            ideas.append(Idea(p - floor, "bomb", plane, "idea-over-target"))
        return [*ideas, Idea(0.0, "hold", 0, "idea-better-run")]

    def forecast(self, war: Sky, step: Bombing, side: int, verb: str, target: int) -> Forecast[Result] | None:
        """The first load; a second one has the same chances if the clouds do not move."""
        if verb != "bomb" or not war.setup.loads[target]:
            return None
        return roll(war, BOMB, target, NOWHERE, first(war.setup.square_bit[war.at[target]]))
