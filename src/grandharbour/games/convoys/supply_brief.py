"""What is told about supply and the desert."""

from __future__ import annotations

from ...engine.brief import Brief
from ...engine.choice import Decision
from ...engine.game import Idea
from ...engine.geometry.bits import bits
from ...engine.view import Preview
from .state import Sea
from .supply import Basing, Desert


class BasingBrief(Brief[Basing]):
    def ideas(self, war: Sea, step: Basing, decision: Decision) -> list[Idea]:
        """Torpedo planes and cruisers on Malta hold the desert; what they eat must be brought in."""
        last = war.season == war.setup.last
        ideas = [Idea(0.0, "enough", 0, "idea-supplies-are-short")]
        for squadron in bits(decision.choices.get("base", 0)):
            ideas.append(Idea(1.0 if war.status >= 1 else -1.0, "base", squadron, "idea-holds-afrika-korps"))
        if "force_k" in decision.choices:
            worth_it = bool(war.based & war.setup.swordfish) and (war.status >= 2 or last or not war.starved)
            ideas.append(Idea(0.8 if worth_it else -0.5, "force_k", 0, "idea-throws-afrika-korps-back"))
        return ideas

    def trusted(self, war: Sea, step: Basing, decision: Decision) -> bool:
        return False

    def preview(self, war: Sea, step: Basing, side: int, verb: str, target: int) -> Preview | None:
        """What Malta falls to, and what that means for the next convoy."""
        if verb == "enough":
            return None
        setup = war.setup
        free = verb == "base" and war.based & setup.swordfish
        after = max(0, war.status - (0 if free else setup.cost["swordfish" if verb == "base" else "force_k"]))
        said = war.say("preview-basing", status=setup.status_names[after], n=setup.freighter_row[after])
        return Preview(said, "MC-SUPPLY.2")


class DesertBrief(Brief[Desert]):
    def ideas(self, war: Sea, step: Desert, decision: Decision) -> list[Idea]:
        return [Idea(1.0, "advance", 0, "idea-towards-the-nile"), Idea(0.0, "stay", 0, "idea-wait")]
