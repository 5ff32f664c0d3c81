"""Setting up Malta by hand."""

from __future__ import annotations

from ...engine.editor import space_of
from ...engine.kinds import NOWHERE
from .state import AXIS, BRITISH, Malta
from .turn import Day

PHASES = {"AX": "moment-AX", "CW": "moment-CW"}


def put(war: Malta, piece: int, place: str) -> bool:
    """A unit takes its hex for its side [8.2.d]; off the map it carries no mark."""
    space = space_of(war, place)
    if space == NOWHERE:
        return False
    setup = war.setup
    war.plan[piece] = NOWHERE
    if space < setup.hexes_end:
        war.enter(piece, space)
    else:
        war.put(piece, space)
        war.dg &= ~(1 << piece)
        war.dispersed &= ~(1 << piece)
    return True


def begin(war: Malta, phase: str) -> None:
    """The contest for the next Operation [5.1], after the landings of turn S."""
    war.turn = max(1, war.turn)
    laid = war.acted, war.spent
    war.close("turn")
    war.acted, war.spent = laid  # marks laid by hand stay
    war.last_active = AXIS if phase == "AX" else BRITISH
    war.stack = (Day(phase="before operations"), None)
    war.run()
