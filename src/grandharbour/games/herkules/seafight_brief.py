"""What is told about the order of sea combats."""

from __future__ import annotations

from .airfight_brief import BattlesBrief
from .forecast import Clash, all_at_sea
from .seafight import SeaBattles
from .state import Islands


class SeaBattlesBrief(BattlesBrief[SeaBattles]):
    """One order is as good as another."""

    good = (False, False)
    rest = 1.0

    def clash(self, war: Islands, step: SeaBattles, place: int) -> Clash:
        return all_at_sea(war, place)
