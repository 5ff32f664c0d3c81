"""Supply of the Axis from turn 3 on [7.5]."""

from __future__ import annotations

from ...engine.geometry.bits import bits
from .state import AXIS, BRITISH, Malta


def supplied_hexes(war: Malta, by_air: bool) -> int:
    """Hexes with a way free of enemies to a controlled airfield, or to a controlled port that still works [7.5.a, 7.5.b]."""
    setup = war.setup
    sources = (setup.airfields if by_air else war.working_ports()) & war.control & ~war.held(BRITISH)
    return setup.grid.flood(sources, setup.land & ~war.held(BRITISH), setup.shut) if sources else 0


def cut_off(war: Malta, units: int) -> int:
    """Those of some units whose combat value is halved for want of supply; the British never suffer (ruling A74)."""
    setup = war.setup
    units &= setup.own[AXIS]
    if war.turn < setup.number["supply.from_turn"] or not units:
        return 0
    starved = 0
    for by_air in (True, False):
        group = units & (setup.by_air if by_air else ~setup.by_air)
        if group:
            reached = supplied_hexes(war, by_air)
            for piece in bits(group):
                here = war.at[piece]
                # The path begins beside the unit: an enemy on top of Dispersed men does not cut it.
                beside = setup.grid.zoc(1 << here, setup.shut) if war.held(BRITISH) >> here & 1 else 1 << here
                if not reached & beside:
                    starved |= 1 << piece
    return starved
