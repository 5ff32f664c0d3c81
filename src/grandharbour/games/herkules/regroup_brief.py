"""What is told about regrouping: where aircraft land and the wounded come back."""

from __future__ import annotations

from ...engine.brief import Gesture
from ...engine.choice import Decision
from ...engine.game import Idea
from ...engine.geometry.bits import bits
from .brief import Advised, Routine
from .land import hostile
from .regroup import LandAircraft, Recover
from .state import AX, Islands
from .weighing import dice_sum, worth


class LandAircraftBrief(Routine[LandAircraft]):
    """Aircraft go home."""

    said = {"home": "idea-each-to-its-base"}

    gesture = Gesture(takes=("unit",), stacks=("stack",), by=("count",), puts=("to",))

    def score(self, war: Islands, verb: str, target: int) -> float:
        return 0.1 * worth(war, target) if verb == "to" and target < war.setup.lands else 0.0


class RecoverBrief(Advised[Recover]):
    """The wounded."""

    good = (False, True)

    def ideas(self, war: Islands, step: Recover, decision: Decision) -> list[Idea]:
        side = decision.side
        ideas = []
        for t in bits(decision.choices["at"]):
            fresh = not war.stands(AX) >> t & 1
            score = worth(war, t) * (1.5 if side == AX and fresh else 1.0 if war.contested() >> t & 1 else 0.4)
            if hostile(war, side) >> t & 1 and not war.stands(side) >> t & 1:
                score -= 3.0 * dice_sum(war, war.forces(1 - side, t))
            ideas.append(Idea(score, "at", t, "idea-helps-most"))
        return ideas
