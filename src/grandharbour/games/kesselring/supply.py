"""Lines of Communication [12.0]."""

from __future__ import annotations

from typing import Any

from ...engine.geometry.bits import bits, first
from ...engine.geometry.hexes import Sides
from .state import ALLIED, AXIS, MECH, Italy


def sources(war: Italy, side: int) -> int:
    """Hexes that supply a side's units elsewhere [12.4]: the Axis Staging Area comes on top.

    Garrisons are the ends of lines [12.1, 12.1d]: Allied ones in ports [12.4a], whatever the contingent [12.6]. The Allied Staging
    Area supplies nobody on the map [12.4c].
    """
    setup = war.setup
    posts = war.posts(side)
    return posts & setup.ports if side == ALLIED else posts & (setup.airfields | setup.supply_hexes)


def region(war: Italy, side: int, source: int, mech: bool, mf: int) -> int:
    """The hexes from which a unit of this class and movement factor traces a line to one source [12.2, 12.3].

    The line is followed backwards. It may end, but not go on, in an enemy zone of control; a source inside one supplies
    only its own hex. Either every step runs along a road or into an open hex, within the whole movement factor; or it may
    cross any ground the unit could enter, within half of it [12.2.ex]. So a line leads out of an enemy zone, never into one [11.2e].
    """
    starts = 0 if source == war.setup.staging[AXIS] else 1 << source
    return _known(war, side, starts, not starts, mech, mf)


def everywhere(war: Italy, side: int, mech: bool, mf: int) -> int:
    """The hexes from which such a unit traces a line to any source at all: one flood instead of one for each."""
    return _known(war, side, sources(war, side), side == AXIS, mech, mf)


def _known(war: Italy, side: int, starts: int, edge: bool, mech: bool, mf: int) -> int:
    """The hexes supplied by some sources and, if so, the north edge; worked out once for each position."""
    loc = around(war, side)
    key = (starts, edge, mech, mf)
    hexes = loc.get(key)
    if hexes is None:
        setup = war.setup
        hexes = _trace(war, side, starts, edge, mf, setup.back_by_road)
        hexes |= _trace(war, side, starts, edge, -(-mf // 2), setup.back_by_land[not mech])
        loc[key] = hexes
    return hexes


def around(war: Italy, side: int) -> dict[Any, int]:
    """What is known about a side's lines and ways. They depend on its Garrisons and the enemy's hexes, and are forgotten with them."""
    if war._loc is None:
        war.lay()
        war._loc = ({}, {})
    return war._loc[side]


def _trace(war: Italy, side: int, starts: int, edge: bool, limit: int, ways: Sides) -> int:
    setup = war.setup
    cross = setup.grid.cross
    free = ~war.zoc(1 - side)
    reached = starts
    frontier = starts & free
    left = setup.land & ~war.held(1 - side) & ~starts
    # One hex for leaving the map at the north edge [26.2b] (ruling Q35): the edge joins in after one step.
    late = setup.north_edge if edge else 0
    while (frontier or late) and limit > 0:
        step = (cross(frontier, ways) | late) & left
        late = 0
        left ^= step
        reached |= step
        frontier = step & free
        limit -= 1
    return reached


def lines(war: Italy, unit: int) -> int:
    """All sources a mobile unit can trace to, as a set of spaces; its own hex counts if a Garrison stands there [12.3c]."""
    setup = war.setup
    side = setup.side_of[unit]
    here = war.at[unit]
    if here == setup.staging[side]:
        return 1 << here
    if here >= setup.hexes_end:
        return 0
    mech, mf = setup.move_class[unit] == MECH, setup.mf[unit]
    loc = around(war, side)
    key = (here, mech, mf)
    reached_sources = loc.get(key)
    if reached_sources is None:
        reached_sources = war.posts(side) & 1 << here
        ends = sources(war, side)
        for limit, ways in ((mf, setup.line_by_road), (-(-mf // 2), setup.line_by_land[not mech])):
            reached, edge = _follow(war, side, here, limit, ways)
            reached_sources |= reached & ends
            if edge and side == AXIS and setup.mainland >> here & 1:
                reached_sources |= 1 << setup.staging[AXIS]
        loc[key] = reached_sources
    return reached_sources


def _follow(war: Italy, side: int, here: int, limit: int, ways: Sides) -> tuple[int, bool]:
    """Where a line from a hex can end, and whether it leaves the map at the north edge: ``_trace`` seen from the other end."""
    setup = war.setup
    cross = setup.grid.cross
    reached = frontier = 1 << here
    left = setup.land & ~war.held(1 - side) & ~war.zoc(1 - side) & ~reached
    edge = 0
    while frontier and limit > 0:
        edge |= frontier & setup.north_edge
        frontier = cross(frontier, ways) & left
        left ^= frontier
        reached |= frontier
        limit -= 1
    return reached, bool(edge)


def supplied(war: Italy, unit: int) -> bool:
    """In supply: a Garrison always is, and so is whoever stands with one [12.3c] or in the Staging Area [26.2, 26.2a]."""
    setup = war.setup
    if setup.garrisons >> unit & 1:
        return True
    side = setup.side_of[unit]
    here = war.at[unit]
    if here >= setup.hexes_end:
        return here == setup.staging[side]
    if war.posts(side) >> here & 1:
        return True
    fed = everywhere(war, side, setup.move_class[unit] == MECH, setup.mf[unit])
    return bool(fed >> here & 1)


def teams(war: Italy, units: int) -> tuple[int, ...]:
    """The sets of these units that may attack together: one contingent on one source, or one unit without a line [12.5b, 15.1f, 15.1g]."""
    together: dict[tuple[str, int], int] = {}
    for unit in bits(units):
        contingent = war.setup.contingent_of[unit]
        ends = lines(war, unit)
        for source in bits(ends) if ends else (~unit,):
            together[contingent, source] = together.get((contingent, source), 0) | 1 << unit
    return tuple(dict.fromkeys(together.values()))


def group(war: Italy, contingent: int, source: int) -> int:
    """The mobile units of one contingent that trace to one source [12.5]."""
    setup = war.setup
    units = setup.mobile & contingent
    fed = war.in_box(source, units)  # any Garrison, or the Staging Area, serves whoever is with it [12.3c]
    side = setup.side_of[first(units)]
    if source != setup.staging[AXIS] and not sources(war, side) >> source & 1:
        return fed
    for unit in bits(war.on_map(units)):
        if region(war, side, source, setup.move_class[unit] == MECH, setup.mf[unit]) >> war.at[unit] & 1:
            fed |= 1 << unit
    return fed
