"""What is told about the order of land combats and strikes."""

from __future__ import annotations

from ...engine.brief import Brief
from .airfight_brief import BattlesBrief
from .forecast import Clash, all_on_land
from .landfight import LandBattles, Withdraw, gunners
from .state import BR, Islands
from .weighing import dice_sum, likely, staying, worth


class WithdrawBrief(Brief[Withdraw]):
    """Back aboard, or hold what was won."""

    said = {"stay": "idea-hold-the-beach", "withdraw": "idea-saved-for-later"}


class LandBattlesBrief(BattlesBrief[LandBattles]):
    """Contested places first, the most valuable first; then strikes that cost nothing."""

    good = (True, False)

    def clash(self, war: Islands, step: LandBattles, place: int) -> Clash:
        return all_on_land(war, step.side, place)

    def score(self, war: Islands, step: LandBattles, place: int) -> float:
        setup, side = war.setup, step.side
        if step.left >> place & 1:
            return 20.0 + worth(war, place)
        planes = war.here()[place] & setup.own[side] & setup.air & war.flying & ~war.duelled & ~war.busy
        ours = dice_sum(war, planes) + dice_sum(war, gunners(war, side, place))
        enemy = staying(war, war.troops(1 - side, place))
        near = bool(setup.links[place] & war.stands(side)) or war.stands(side) == 0
        score = ours * (2.0 if near else 1.0) - 0.4 * (enemy / 6 * 3.0 if planes else 0.0) + 0.05 * worth(war, place)
        if side == BR:
            # An objective counts for the British as soon as nobody of the Axis is left in it [OH-VIC.4].
            score += 0.3 * worth(war, place) * likely(ours, enemy)
        return score
