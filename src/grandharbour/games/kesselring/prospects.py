"""What a whole position is worth: the chance to win."""

from __future__ import annotations

import math

from ...engine.geometry.bits import bits
from .state import ALLIED, AXIS, Italy


def value(war: Italy, side: int) -> float:
    """The chance to win.

    The weights were fitted to the Action Segments of 260 games of Scenario II between advisers who now and then do not do the best: log-loss
    0.43 on games left out, where the victory points alone give 0.47. On their scale 1 is the step from an even chance to 73 percent.
    """
    if war.outcome is not None:
        return 0.5 if war.outcome.winner < 0 else float(war.outcome.winner == side)
    setup = war.setup
    if setup.on["victory_south"] or setup.on["med_gambit"]:
        ahead = _mainland_lead(war) * (1.4 - (setup.last - war.turn) / 6)
    else:
        ahead = _lead(war)
    chance = 1.0 / (1.0 + math.exp(-ahead))
    return chance if side == ALLIED else 1.0 - chance


def _lead(war: Italy) -> float:
    """How far the Allies are ahead."""
    setup = war.setup
    late = max(0.0, 1.0 - (setup.last - war.turn) / 5)
    early = 1.0 - late
    axis, allied = war.scores()
    # Places can still be lost and won, so they count three times as much in the end.
    ahead = 1.3 - 0.6 * late + (0.05 + 0.12 * late) * (allied - axis) + 0.06 * (war.ap[ALLIED] - war.ap[AXIS])
    # Troops count where the war is; those that wait for a ship or a march a little less.
    front = setup.mainland if war.surrendered else setup.land
    troops = [sum(war.total(war.mobile_in(h, s)) for h in bits(war.mobile_hexes(s) & front)) for s in (AXIS, ALLIED)]
    waiting = [war.total(war.in_box(setup.staging[s], setup.own[s] & setup.mobile)) for s in (AXIS, ALLIED)]
    ahead += 0.017 * (troops[ALLIED] + 0.6 * waiting[ALLIED] - troops[AXIS] - 0.8 * waiting[AXIS])
    # Garrisons in Objectives pay until the end [5.2.1c], and a port on the mainland feeds an army.
    paid = [(war.posts(s) & setup.objective_hexes).bit_count() for s in (AXIS, ALLIED)]
    ahead += early * (0.15 * (paid[ALLIED] - paid[AXIS]) + 0.25 * (war.ports(ALLIED) & front).bit_count())
    # Nobody is driven out of a Fortification [17.1.2a]: the greater the prize in it, the more that is worth.
    for h in bits(war.forts & front):
        prize = setup.objectives.get(h, 0) + setup.landmarks.get(h, 0)
        ahead += (1.0 if war.held(ALLIED) >> h & 1 else -1.0) * (0.09 + 0.03 * late) * prize
    # Roma must be guarded, above all when there is no time left to come back.
    capital = _capital(war)
    ahead -= (0.016 + 0.06 * late) * war.total(war.units_in(capital, AXIS))
    return ahead if war.surrendered else ahead + 0.5


def _capital(war: Italy) -> int:
    """The hex that is worth most."""
    objectives = war.setup.objectives
    return max(objectives, key=lambda h: objectives[h])


def _mainland_lead(war: Italy) -> float:
    """Where the whole mainland decides: what the Axis has lost of it, and what the Allies still lack [36.3, 37.2]."""
    mainland = war.setup.objective_hexes & war.setup.mainland
    lost = 2.0 * (mainland & ~war.held(AXIS)).bit_count() - 1.0
    lacking = 0.5 - (mainland & ~war.held(ALLIED)).bit_count()
    south, gambit = war.setup.on["victory_south"], war.setup.on["med_gambit"]
    return (lost + lacking) / 2 if south and gambit else lost if south else lacking
