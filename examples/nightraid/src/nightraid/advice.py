"""The adviser as a whole: what a position is worth, and choices worth one click."""

from __future__ import annotations

from grandharbour.engine.game import Script
from grandharbour.engine.geometry.bits import bits

from .state import IT, Night


def value(war: Night, side: int) -> float:
    """The chance to win: boats that struck, and boats that still may, against what Italy needs."""
    if war.outcome is not None:
        return float(war.outcome.winner == side)
    setup = war.setup
    likely = float(war.struck.bit_count())
    for boat in bits(war.afloat):
        far = setup.chart.distance(war.at[boat], setup.harbour) or 0
        likely += 0.6**far if far <= setup.turns - war.turn + 1 else 0.0
    italy = min(0.95, max(0.05, 0.5 + 0.4 * (likely - setup.goal)))
    return italy if side == IT else 1 - italy


def scripts(war: Night, side: int) -> dict[str, Script]:
    """Nothing here is worth a plan of its own."""
    return {}
