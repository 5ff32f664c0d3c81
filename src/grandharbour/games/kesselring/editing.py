"""Setting up Italy by hand: every box is a space, so only the moment of the turn needs a word."""

from __future__ import annotations

from ...engine.geometry.bits import bits
from .actions import Act, holdings
from .state import ALLIED, AXIS, Italy
from .turn import GameTurn, open_phase

PHASES = {"AL": "moment-allied", "AX": "moment-axis", "turn": "moment-turn"}


def begin(war: Italy, phase: str) -> None:
    """One side is to choose an Action [6.1], or the month after this one begins [4.1]."""
    war.turn = max(war.turn, war.setup.first)
    holdings(war)
    if phase == "turn":
        war.stack = (GameTurn(), None)
    else:
        war.close("phase")
        open_phase(war)
        war.active = ALLIED if phase == "AL" else AXIS
        war.stack = (Act(war.active, False), (GameTurn(phase="actions"), None))
    war.run()


def check(war: Italy) -> None:
    """What play never brings about, but a hand may."""
    setup = war.setup
    name = setup.piece_names
    for space, pieces in war.where()[0].items():
        sides = [pieces & setup.ground & own for own in setup.own]
        if space < setup.hexes_end:
            assert not (sides[AXIS] and sides[ALLIED]), (
                f"{_first(name, sides[0])} and {_first(name, sides[1])} share a hex [13.2e]"
            )
            idle = pieces & ~setup.ground & ~setup.air
            assert not idle, f"{_first(name, idle)} belongs into the Staging Area, not on the map [26.1]"
        for side in (AXIS, ALLIED):
            crowd = pieces & setup.air & setup.own[side] if space < setup.hexes_end and war.room_for_air(space, side) < 0 else 0
            assert not crowd, f"{_first(name, crowd)} has no room on its airfield [20.2.2b]"
            strangers = pieces & setup.own[1 - side] if space in setup.track[side] else 0
            assert not strangers, f"{_first(name, strangers)} lies on the enemy's turn track"


def _first(names: list[str], pieces: int) -> str:
    return names[next(bits(pieces))]
