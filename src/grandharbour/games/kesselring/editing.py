"""Setting up Italy by hand: every box is a space, so only the moment of the turn needs a word."""

from __future__ import annotations

from ...engine.geometry.bits import bits
from ...engine.kinds import NOWHERE
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
    for space, pieces in war.where()[0].items():
        axis, allied = (pieces & setup.ground & own for own in setup.own)
        if space < setup.hexes_end:
            war.insist(not (axis and allied), "check-share-hex", rule="13.2e", unit=_first(axis), other=_first(allied))
            idle = pieces & ~setup.ground & ~setup.air
            war.insist(not idle, "check-belongs-into-staging", rule="26.1", unit=_first(idle))
        for side in (AXIS, ALLIED):
            crowd = pieces & setup.air & setup.own[side] if space < setup.hexes_end and war.room_for_air(space, side) < 0 else 0
            war.insist(not crowd, "check-no-room-on-airfield", rule="20.2.2b", unit=_first(crowd))
            strangers = pieces & setup.own[1 - side] if space in setup.track[side] else 0
            war.insist(not strangers, "check-on-enemy-track", unit=_first(strangers))


def _first(pieces: int) -> tuple[str, int]:
    """One of some pieces, to be named."""
    return "piece", next(iter(bits(pieces)), NOWHERE)
