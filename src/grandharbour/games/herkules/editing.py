"""Setting up Malta by hand."""

from __future__ import annotations

from ...engine.editor import space_of
from ...engine.geometry.bits import bits, mask_of
from ...engine.kinds import NOWHERE
from .state import Islands
from .turn import GameTurn

PHASES = {"turn": "phase-start"}


def put(war: Islands, piece: int, place: str) -> bool:
    """A piece goes ashore or into the air by itself, a ship with all she carries."""
    setup = war.setup
    space = space_of(war, place)
    bit = 1 << piece
    if space == NOWHERE or not (setup.map | _beside(war, piece)) >> space & 1:
        return False
    with_her = bit | war.cargo(bit)
    war.unstow(bit)
    if space in setup.lost:
        war.unstow(with_her)
        war.hit1 &= ~with_her
        war.hit2 &= ~with_her
        war.beach &= ~with_her
        war.freight &= ~with_her
        war.stores = [(ship, number) for ship, number in war.stores if ship != piece]
    war.flying &= ~bit
    war.aloft = [(plane, base) for plane, base in war.aloft if plane != piece]
    war.shift(with_her, space)
    return True


def _beside(war: Islands, piece: int) -> int:
    """Places off the map for a piece: those where pieces of its side and kind begin or wait, and where its side's losses lie."""
    setup = war.setup
    kind = next((mask for mask in (setup.ships, setup.air, setup.ground) if mask >> piece & 1), 1 << piece)
    mine = kind & setup.own[setup.side_of[piece]]
    return mask_of(setup.start[p] for p in bits(mine) if setup.start[p] != NOWHERE) | 1 << setup.lost[setup.side_of[piece]]


def begin(war: Islands, phase: str) -> None:
    """The half-day on the track begins; nobody has moved yet."""
    war.turn = max(0, war.turn - 1)
    war.stack = (GameTurn(), None)
    war.run()
