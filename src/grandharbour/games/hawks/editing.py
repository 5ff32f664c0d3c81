"""Setting up a sky by hand."""

from __future__ import annotations

from ...engine.editor import space_of
from ...engine.kinds import NOWHERE
from .state import BR, Sky
from .turn import Turn

PHASES = {"turn": "moment-turn"}


def put(war: Sky, plane: int, place: str) -> bool:
    """Fly a plane to a cell, or send it home, down, or back to wait."""
    setup = war.setup
    bit = 1 << plane
    box, _, side = place.rpartition("-")
    cell = space_of(war, place)
    if cell == NOWHERE and (box not in ("ready", "home", "down") or side != setup.names.of("side", setup.side_of[plane])):
        return False
    if cell >= setup.height or (box == "home" and setup.side_of[plane] == BR):
        return False
    war.at[plane] = cell
    war.down = war.down | bit if box == "down" else war.down & ~bit
    war.home = war.home | bit if box == "home" else war.home & ~bit
    if cell == NOWHERE:
        war.hit_markers[plane] = 0
    return True


def begin(war: Sky, phase: str) -> None:
    """Before the priorities of the turn the track shows."""
    war.turn = max(0, war.turn - 1)
    war.close("turn")
    war.stack = (Turn(), None)
    war.run()
