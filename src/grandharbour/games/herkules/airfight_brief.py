"""What is told about the order of battles, and about hits on aircraft held back."""

from __future__ import annotations

from typing import ClassVar, TypeVar

from ...engine.choice import Decision
from ...engine.game import Idea
from ...engine.geometry.bits import bits
from ...engine.odds import Odds
from ...engine.view import Preview, Tint
from .airfight import Battles, Spill
from .brief import Advised, Routine
from .forecast import Clash, Outlook, all_in_air, explain, in_short
from .losses import smart
from .state import Islands

B = TypeVar("B", bound=Battles)


class BattlesBrief(Advised[B]):
    """A pattern: which combat is fought next, and what it will come to."""

    rest: ClassVar[float] = 0.1
    """What it is worth to fight in any order."""

    def clash(self, war: Islands, step: B, place: int) -> Clash:
        return all_in_air(war, place)

    def score(self, war: Islands, step: B, place: int) -> float:
        return 0.0

    def ideas(self, war: Islands, step: B, decision: Decision) -> list[Idea]:
        """What matters most comes first; the rest needs no order."""
        return [
            Idea(self.rest if verb == "rest" else self.score(war, step, target), verb, target, "idea-fight-matters-most")
            for verb, mask in decision.choices.items()
            for target in bits(mask)
        ]

    def preview(self, war: Islands, step: B, side: int, verb: str, target: int) -> Preview | None:
        if verb != "fight":
            return None
        outlook = self.clash(war, step, target).forecast()
        return Preview(in_short(war, outlook), "OH-CBT.1", (), (Tint(war.setup.space_names[target], "strong"),))

    def forecast(self, war: Islands, step: B, side: int, verb: str, target: int) -> Outlook | None:
        clash = self.clash(war, step, target) if verb == "fight" else None
        return clash.forecast() if clash is not None and clash.rolls else None

    def odds(self, war: Islands, step: B, side: int, verb: str, target: int) -> Odds | None:
        if verb != "fight":
            return None
        return explain(war, self.clash(war, step, target), verb)


class AirBattlesBrief(BattlesBrief[Battles]):
    """Air combats."""


class SpillBrief(Routine[Spill]):
    """The cheapest aircraft is hit."""

    said = {"lose": "idea-cheapest-plane"}

    def score(self, war: Islands, verb: str, target: int) -> float:
        return -0.01 * smart(war, target)
