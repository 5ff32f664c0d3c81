"""What is told about the end of a season: the invasion, and ships that slip out of Malta."""

from __future__ import annotations

from ...engine.brief import Brief
from ...engine.choice import Decision
from ...engine.forecast import Forecast, Result
from ...engine.game import Idea
from ...engine.geometry.bits import bits
from ...engine.view import Preview
from .forecast import invasion
from .movement_brief import invasion_preview
from .state import MALTA, Sea
from .turn import Invade, SlipOut
from .weighing import invasion_value, worth


class InvadeBrief(Brief[Invade]):
    def ideas(self, war: Sea, step: Invade, decision: Decision) -> list[Idea]:
        return [
            Idea(invasion_value(war), "invade", 0, "idea-malta-is-weak"),
            Idea(0.0, "wait", 0, "idea-wait-for-a-weaker-malta"),
        ]

    def trusted(self, war: Sea, step: Invade, decision: Decision) -> bool:
        return False

    def forecast(self, war: Sea, step: Invade, side: int, verb: str, target: int) -> Forecast[Result] | None:
        return invasion(war) if verb == "invade" else None

    def preview(self, war: Sea, step: Invade, side: int, verb: str, target: int) -> Preview | None:
        return invasion_preview(war) if verb == "invade" else None


class SlipOutBrief(Brief[SlipOut]):
    def ideas(self, war: Sea, step: SlipOut, decision: Decision) -> list[Idea]:
        """Pay a level only for ships that bombs may still sink."""
        setup = war.setup
        danger = war.inside[MALTA] & setup.warships & ~setup.bomb_proof
        at_stake = (
            sum(worth(war, s) * (0.5 if war.hit >> s & 1 else 0.1) for s in bits(danger)) if war.planes_at(setup.sicily) else 0.0
        )
        price = 0.3 if war.status > 1 else 1.0
        go = at_stake > price
        ideas = []
        for verb, mask in decision.choices.items():
            for target in bits(mask):
                score = {"everyone": 1.0 if go else -1.0, "slip": 2.0, "stay": 0.0}.get(verb, -0.5)
                ideas.append(Idea(score, verb, target, "idea-save-the-ships" if go else "idea-a-level-is-worth-more"))
        return ideas
