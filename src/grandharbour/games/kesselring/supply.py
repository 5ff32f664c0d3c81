"""Lines of Communication [12.0]."""

from __future__ import annotations

from ...engine.geometry.bits import bits
from ...engine.kinds import NOWHERE
from .state import ALLIED, AXIS, MECH, Italy


def sources(war: Italy, side: int) -> int:
    """Hexes that supply a side's units elsewhere [12.4]: the Axis Staging Area comes on top."""
    setup = war.setup
    posts = war.posts(side)
    return posts & setup.ports if side == ALLIED else posts & (setup.airfields | setup.supply_hexes)


def region(war: Italy, side: int, source: int, mech: bool, mf: int) -> int:
    """The hexes from which a unit of this class and movement factor traces a line to one source [12.2, 12.3].

    The line is followed backwards. It may end, but not go on, in an enemy zone of control; a source inside one supplies
    only its own hex. Either every step runs along a road or into an open hex, within the whole movement factor; or it may
    cross any ground the unit could enter, within half of it.
    """
    if war._loc is None:
        war._loc = {}
    key = (side, source, mech, mf)
    found = war._loc.get(key)
    if found is None:
        starts = 0 if source == war.setup.staging[AXIS] else 1 << source
        found = _trace(war, side, starts, not starts, mech, mf, True) | _trace(
            war, side, starts, not starts, mech, -(-mf // 2), False
        )
        war._loc[key] = found
    return int(found)


def everywhere(war: Italy, side: int, mech: bool, mf: int) -> int:
    """The hexes from which such a unit traces a line to any source at all: one flood instead of one for each."""
    if war._loc is None:
        war._loc = {}
    key = (side, mech, mf)
    found = war._loc.get(key)
    if found is None:
        starts = sources(war, side)
        edge = side == AXIS
        found = _trace(war, side, starts, edge, mech, mf, True) | _trace(war, side, starts, edge, mech, -(-mf // 2), False)
        war._loc[key] = found
    return int(found)


def _trace(war: Italy, side: int, starts: int, edge: bool, mech: bool, limit: int, by_road: bool) -> int:
    setup = war.setup
    grid = setup.grid
    enemy_zoc = war.zoc(1 - side)
    passable = setup.land & ~war.held(1 - side)
    reached = starts
    frontier = reached & ~enemy_zoc
    # One hex for leaving the map at the north edge (ruling Q35): the edge joins in after one step.
    late = setup.north_edge & passable if edge else 0
    while (frontier or late) and limit > 0:
        if by_road:
            step = grid.zoc(frontier & setup.open, setup.no_zoc) | grid.cross(frontier, setup.roads)
        elif mech:
            step = grid.zoc(frontier & ~setup.steep, setup.sea_sides) | grid.cross(frontier, setup.roads)
        else:
            step = grid.zoc(frontier, setup.sea_sides)
        step = (step | late) & passable & ~reached
        late = 0
        reached |= step
        frontier = step & ~enemy_zoc
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
    found = war.posts(side) & 1 << here
    for source in bits(sources(war, side)):
        if region(war, side, source, mech, mf) >> here & 1:
            found |= 1 << source
    if side == AXIS and setup.mainland >> here & 1 and region(war, side, setup.staging[AXIS], mech, mf) >> here & 1:
        found |= 1 << setup.staging[AXIS]
    return found


def supplied(war: Italy, unit: int) -> bool:
    """In supply: a Garrison always is, and so is whoever stands with one [12.3c]."""
    setup = war.setup
    if setup.garrisons >> unit & 1:
        return True
    side = setup.side_of[unit]
    here = war.at[unit]
    if here >= setup.hexes_end:
        return here == setup.staging[side]
    if war.posts(side) >> here & 1:
        return True
    found = everywhere(war, side, setup.move_class[unit] == MECH, setup.mf[unit])
    return bool(found >> here & 1)


def group(war: Italy, contingent: int, source: int) -> int:
    """The mobile units of one contingent that trace to one source [12.5]."""
    found = 0
    for unit in bits(war.setup.mobile & contingent):
        if war.at[unit] != NOWHERE and lines(war, unit) >> source & 1:
            found |= 1 << unit
    return found
