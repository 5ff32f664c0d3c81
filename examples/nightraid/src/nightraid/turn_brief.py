"""What people and computer players are told about the steps of a turn."""

from __future__ import annotations

from grandharbour.engine.brief import Brief
from grandharbour.engine.choice import Decision
from grandharbour.engine.game import Idea
from grandharbour.engine.geometry.bits import bits

from .state import Night
from .turn import Boats, Guns


class BoatsBrief(Brief[Boats]):
    """Boats make for the harbour."""

    def ideas(self, war: Night, step: Boats, decision: Decision) -> list[Idea]:
        """What brings the boat nearer is good; company at a point draws the light."""
        setup = war.setup
        found = [Idea(0.0, "wait", 0, "idea-wait")]
        for point in bits(decision.choices["to"]):
            far = setup.chart.distance(point, setup.harbour) or 0
            found.append(Idea(3.0 - far - 0.4 * len(war.boats_at(point)), "to", point, "idea-nearer"))
        return found


class GunsBrief(Brief[Guns]):
    """The guns fire where most boats will be hit."""

    def ideas(self, war: Night, step: Guns, decision: Decision) -> list[Idea]:
        """By the boats that will be hit on the average, those nearest to the harbour first."""
        setup = war.setup
        found = [Idea(0.0, "hold", 0, "idea-hold")]
        for point in bits(decision.choices["light"]):
            hits = len(war.boats_at(point)) * (7 - setup.need[point]) / 6
            far = setup.chart.distance(point, setup.harbour) or 0
            found.append(Idea(hits / (1 + far), "light", point, "idea-many"))
        return found
