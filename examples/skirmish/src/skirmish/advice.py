"""The adviser as a whole: what a position is worth, and choices worth one click."""

from __future__ import annotations

from grandharbour.engine.game import Script
from grandharbour.engine.geometry.bits import bits

from .state import BLUE, RED, Field


def value(war: Field, side: int) -> float:
    """The chance to win: goals held, and the strength that is left."""
    if war.outcome is not None:
        return 0.5 if war.outcome.winner < 0 else float(war.outcome.winner == side)
    setup = war.setup
    goals = 2 * war.red.bit_count() - setup.goals.bit_count()
    strength = [sum(setup.unit[unit]["strength"] for unit in bits(war.alive(s))) for s in (RED, BLUE)]
    red = min(0.95, max(0.05, 0.5 + 0.12 * goals + 0.04 * (strength[RED] - strength[BLUE])))
    return red if side == RED else 1 - red


def scripts(war: Field, side: int) -> dict[str, Script]:
    """Nothing here is worth a plan of its own."""
    return {}
