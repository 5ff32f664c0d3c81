"""Before the first day: batteries by their letters, the garrison as the British like [8.1]."""

from __future__ import annotations

from ...engine.catalogue import text
from ...engine.choice import Decision, Refusal, Verb
from ...engine.event import Event
from ...engine.geometry.bits import bits, first
from ...engine.step import Step
from .state import AXIS, BRITISH, Malta
from .turn import Day

VERBS = (Verb("place", "space", "8.1.b"),)


class Garrison(Step[Malta], frozen=True):
    """Unit by unit on any land hex within the stacking limits [8.1.b]."""

    verbs = ("place",)
    rule = "8.1.b"

    def go(self, war: Malta) -> bool:
        if war.pieces_in(war.setup.reserve[BRITISH]):
            return False
        war.become(Day())
        return True

    def _unit(self, war: Malta) -> int:
        return first(war.pieces_in(war.setup.reserve[BRITISH]))

    def ask(self, war: Malta) -> Decision:
        unit = self._unit(war)
        return Decision(BRITISH, "ask-garrison", "8.1.b", {"place": places(war, unit)}, about=("piece", unit))

    def take(self, war: Malta, side: int, verb: str, target: int) -> None:
        unit = self._unit(war)
        war.put(unit, target)
        war.tell(Event("setup", "8.1.b", side, pieces=(unit,), spaces=(target,)))

    def refuse(self, war: Malta, side: int, verb: str, target: int) -> Refusal:
        setup = war.setup
        bit = 1 << target
        if not setup.land & bit:
            return Refusal("8.1.b", text("why-garrison-land"), bit)
        unit = 1 << self._unit(war)
        if unit & setup.flak:
            return Refusal("7.3.a", text("why-garrison-flak"), bit)
        if unit & setup.heavy:
            return Refusal("1.3.6.c", text("why-garrison-heavy"), bit)
        return Refusal("1.3.6.a", text("why-hex-full", limit=war.limit(target)), bit)


def places(war: Malta, unit: int) -> int:
    """Where a unit of the garrison may stand [8.1.b, 1.3.6]."""
    setup = war.setup
    bit = 1 << unit
    full = 0
    counted = bit & setup.counted
    least = (setup.least_room - war.steps(bit)) // 2
    for h, pieces in war.where().items():
        # A few units never fill even the smallest hex.
        if counted and (pieces & setup.counted).bit_count() <= least:
            continue
        if h < setup.hexes_end and not war.fits(unit, h, BRITISH):
            full |= 1 << h
    return setup.land & ~full


def open_war(war: Malta) -> None:
    """Everything before the first decision [8.1.a, 8.1.c, 8.2.d]."""
    setup = war.setup
    war.turn = 0
    war.at = [setup.reserve[side] for side in setup.side_of]
    for battery in bits(setup.coastal):
        war.at[battery] = setup.letters[setup.unit[battery]["letter"]]
    war.reduced = war.dg = war.dispersed = 0
    war.control = war.ready = war.kept = war.kept_twice = war.beaches = war.struck = 0
    war.last_active = AXIS
