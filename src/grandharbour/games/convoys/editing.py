"""Setting up the Mediterranean by hand. What is laid at sea lies open: the Axis knows it until the convoys mix again."""

from __future__ import annotations

from ...engine.editor import space_of
from ...engine.geometry.bits import bits, first, mask_of
from ...engine.kinds import NOWHERE
from .placing import deal_letters
from .state import ALEX, GIB, GROUP, MALTA, RESERVE, Sea
from .turn import GameTurn, Season

PHASES = {"turn": "moment-turn"}


def put(war: Sea, piece: int, place: str) -> bool:
    """A ship goes to a port, to the group at a position or a new one there, or out of play; the rest where it is laid."""
    setup = war.setup
    space = space_of(war, place)
    box, _, side = place.rpartition("-")
    if space == NOWHERE and (box not in ("reserve", "sunk") or side != setup.names.of("side", setup.side_of[piece])):
        return False
    bit = 1 << piece
    if space != NOWHERE and not (setup.allied | setup.groups) & bit and not _home(war, piece) >> space & 1:
        return False
    if setup.allied & bit:
        lot = _lot(war, space)
        if lot == NOWHERE:
            return False
        _berth(war, piece, lot)
    elif setup.groups & bit:
        if not setup.positions >> space & 1 or not war.groups & bit:
            return False
        war.at[piece] = space
    else:
        war.at[piece] = space
    lost = war.down if setup.planes & bit else war.sunk
    lost = lost | bit if box == "sunk" else lost & ~bit
    if setup.planes & bit:
        war.down = lost
    else:
        war.sunk = lost
    if space != NOWHERE:
        war.due[piece] = min(war.due[piece], war.season)
    return True


def _home(war: Sea, piece: int) -> int:
    """The spaces for Italian ships and for aircraft."""
    setup = war.setup
    if setup.italian >> piece & 1:
        return setup.italian_ports | setup.areas
    return 1 << setup.malta if setup.swordfish >> piece & 1 else mask_of(setup.bases)


def _lot(war: Sea, space: int) -> int:
    """The lot of a place: a port, the group at sea there, or the next counter laid down there; NOWHERE if ships cannot be there."""
    setup = war.setup
    if space == NOWHERE:
        return RESERVE
    for lot in (GIB, ALEX, MALTA):
        if setup.ports[lot] == space:
            return lot
    if not setup.positions >> space & 1:
        return NOWHERE
    here = war.groups_at(space) & ~war.dummies
    if not here:
        if not war.labels:
            return NOWHERE
        group = war.labels.pop(0)
        war.groups |= 1 << group
        war.real |= 1 << group
        war.at[group] = space
        war.losses[group] = 0
        return setup.lot_of(group)
    return setup.lot_of(first(here))


def _berth(war: Sea, ship: int, lot: int) -> None:
    """Move a ship; a group nobody is left in goes back to the unused counters."""
    setup = war.setup
    war.move_ship(ship, lot)
    for group in bits(war.groups & ~war.dummies):
        if not war.crew(group):
            war.groups &= ~(1 << group)
            war.labels.append(group)
            war.at[group] = NOWHERE
    war.past = mask_of(group for group in bits(war.groups) if setup.narrows >> war.at[group] & 1)
    war.frozen &= war.groups
    war.close("turn")
    if lot != RESERVE and setup.strikes[ship] and not war.flights[ship]:
        war.flights[ship] = setup.strikes[ship]
    _open_books(war)


def _open_books(war: Sea) -> None:
    """The Axis knows every ship and its base; convoys at sea left on the first turn of the season."""
    setup = war.setup
    war.known = setup.allied
    war.real = war.groups & ~war.dummies
    war.homeward = 0
    for ship in bits(setup.allied):
        lot, bit = war.lot(ship), 1 << ship
        war.may[ship] = 1 << lot
        if lot in (GIB, ALEX) or not (war.gib | war.alex) & bit:
            west = lot == GIB or (lot >= GROUP and not setup.east >> war.at[setup.group_of(lot)] & 1)
            war.gib = war.gib | bit if west and lot != RESERVE else war.gib & ~bit
            war.alex = war.alex | bit if not west and lot != RESERVE else war.alex & ~bit
    for number, (base, mine) in enumerate(((GIB, war.gib), (ALEX, war.alex))):
        at_sea = any(war.crew(group) & mine & setup.freighters for group in bits(war.real))
        war.departed[number] = 1 if at_sea else 0
        war.convoy[number] = 2 if at_sea else 1
        for group in bits(war.groups):
            if war.crew(group) & mine:
                war.origin[group] = base
                war.left[group] = 2


def begin(war: Sea, phase: str) -> None:
    """Twelve hours of the season that is under way begin."""
    war.fuel = max(war.fuel, war.sailed.bit_count())
    war.hour = max(0, war.hour - 1)
    war.turn = max(0, war.turn - 1)
    war.night = not war.night
    war.close("turn")
    deal_letters(war)
    war.stack = (GameTurn(), (Season(phase="turns"), None))
    war.run()
