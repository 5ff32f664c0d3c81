"""What is told about the set-up of the garrison."""

from __future__ import annotations

from ...engine.choice import Decision
from ...engine.game import Idea
from ...engine.geometry.bits import bits, first
from ...engine.view import Track
from .placing import Garrison
from .staff import Staff
from .state import BRITISH, Malta


class GarrisonBrief(Staff[Garrison]):
    tried_by = (BRITISH,)

    def ideas(self, war: Malta, step: Garrison, decision: Decision) -> list[Idea]:
        """The sensible set-up; where a hex is taken, near it."""
        plans = war.setup.tables.under("setups")
        return placed(war, decision, "sensible" if "sensible" in plans else plans[0])

    def tracks(self, war: Malta, step: Garrison, side: int | None) -> tuple[Track, ...]:
        left = war.pieces_in(war.setup.reserve[BRITISH]).bit_count()
        return (Track("plan", war.say("track-units-left"), left, None, "CW"),)


def placed(war: Malta, decision: Decision, plan: str) -> list[Idea]:
    """Near the hex that a set-up of the tables has for the unit; near what counts, where it has none (a pack may add units)."""
    setup = war.setup
    assert decision.about is not None
    wanted = setup.hex_named(setup.tables[f"setups.{plan}.british"].get(setup.ids[decision.about[1]], ""))
    if wanted is None:
        wanted = first(setup.victory or setup.land)
    near = ((setup.grid.distance(h, wanted), h) for h in bits(decision.choices["place"]))
    return [Idea(10.0 - far, "place", h, "idea-holds-what-counts") for far, h in near]
