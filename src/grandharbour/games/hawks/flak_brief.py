"""What is told about anti-aircraft fire."""

from __future__ import annotations

from ...engine.choice import Decision
from ...engine.forecast import Forecast, Result
from ...engine.game import Idea
from ...engine.geometry.bits import bits
from ...engine.kinds import NOWHERE
from .brief import PilotBrief
from .fire import FLAK
from .flak import GunFire
from .forecast import roll, strikes
from .state import Sky
from .weighing import damage


class GunFireBrief(PilotBrief[GunFire]):
    """One gun and one target."""

    holds = "main-hold-guns"

    def ideas(self, war: Sky, step: GunFire, decision: Decision) -> list[Idea]:
        ideas = []
        for plane in bits(decision.choices["fire"]):
            worth = strikes(war, FLAK, NOWHERE, plane) * damage(war, plane)
            ideas.append(Idea(worth, "fire", plane, "idea-best-target"))
        return [*ideas, Idea(-0.01, "hold", 0, "idea-nothing-to-shoot")]

    def trusted(self, war: Sky, step: GunFire, decision: Decision) -> bool:
        """The target of guns is settled by one roll [HM-AA.1]."""
        return True

    def forecast(self, war: Sky, step: GunFire, side: int, verb: str, target: int) -> Forecast[Result] | None:
        return roll(war, FLAK, NOWHERE, target, step.gun) if verb == "fire" else None
