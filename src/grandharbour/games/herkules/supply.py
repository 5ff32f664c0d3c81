"""Supply markers: spending, repairs, free attacks, capture.

No line is ever traced: any marker ashore serves any unit [OH-SUP.15]. Ships, carrier aircraft and aircraft off the map need none
[OH-SUP.5], and nobody needs one to defend [OH-SUP.6].
"""

from __future__ import annotations

from typing import Any

from ...engine.catalogue import text
from ...engine.choice import NOTHING, Decision, Refusal, Verb
from ...engine.event import Event
from ...engine.geometry.bits import bits, first
from ...engine.kinds import NOWHERE, Side, Space
from ...engine.step import Step
from .state import AX, BR, Islands

VERBS = (
    Verb("expend", "nothing", "OH-SUP.1"),
    Verb("repair", "space", "OH-SUP.16"),
    Verb("from", "space", "OH-SUP.2"),
)


def stocked(war: Islands, side: int) -> int:
    """Territories with markers of a side."""
    return sum(1 << t for t, n in enumerate(war.markers(side)) if n)


def broken(war: Islands, side: int) -> int:
    """Damaged facilities a side could repair: those it can use [OH-SUP.16]."""
    setup = war.setup
    usable = war.stands(AX) if side == AX else ~war.stands(AX)
    if side == AX and setup.on["port_needs_clear"]:
        usable &= ~(setup.ports & ~war.axis_held())  # a port still fought over is of no use yet [OH-LDG.10]
    return sum(1 << t for t in bits(setup.facilities & usable) if war.damage[t])


class Supply(Step[Islands], frozen=True):
    """One marker for all operations of the turn, and any number of repairs [OH-SUP.1, OH-SUP.2, OH-SUP.16]."""

    side: Side
    repair: Space = NOWHERE
    """The facility a marker has been promised to."""
    paying: bool = False
    """A marker has been promised, for a repair or for the turn's operations."""
    verbs = ("expend", "repair", "from", "done")
    rule = "OH-SUP.1"

    def go(self, war: Islands) -> bool:
        stocks = stocked(war, self.side)
        if self.paying:
            if stocks & (stocks - 1):
                return False
            self._pay(war, first(stocks))
            return True
        if not stocks or (war.supplied(self.side) and not broken(war, self.side)):
            war.finish()
            return True
        return False

    def ask(self, war: Islands) -> Decision:
        if self.paying:
            return Decision(self.side, "ask-supply-from", "OH-SUP.2", {"from": stocked(war, self.side)})
        choices = {}
        if not war.supplied(self.side):
            choices["expend"] = NOTHING
        mend = broken(war, self.side)
        if mend:
            choices["repair"] = mend
        choices["done"] = NOTHING
        prompt = "ask-supply-repair" if war.supplied(self.side) else "ask-supply"
        return Decision(self.side, prompt, "OH-SUP.1", choices)

    def take(self, war: Islands, side: int, verb: str, target: int) -> None:
        if verb == "done":
            war.finish()
        elif verb == "expend":
            war.become(Supply(self.side, NOWHERE, True))
        elif verb == "repair":
            war.become(Supply(self.side, target, True))
        else:
            self._pay(war, target)

    def _pay(self, war: Islands, space: int) -> None:
        war.markers(self.side)[space] -= 1
        if self.repair == NOWHERE:
            war.spent |= 1 << self.side
            war.tell(Event("expend", "OH-SUP.2", self.side, spaces=(space,)))
        else:
            war.damage[self.repair] = 0
            war.tell(Event("repair", "OH-SUP.16", self.side, spaces=(self.repair, space)))
        war.become(Supply(self.side))

    def refuse(self, war: Islands, side: int, verb: str, target: int) -> Refusal:
        if verb == "repair":
            return Refusal("OH-SUP.16", text("why-supply-only-damaged-airfield"), 1 << target)
        return super().refuse(war, side, verb, target)


# --- attacking without a marker [OH-SUP.3, OH-SUP.4]


def offshore(war: Islands, territory: int) -> bool:
    """An Axis surface ship lies off this coast; submarines do not count [OH-SUP.4]."""
    return bool(war.setup.shores[territory] & war.surface_fleets(AX))


def free_targets(war: Islands, origin: int, all_para: bool) -> int:
    """Neighbours that Axis units in a territory may attack, or feed into a fight, without a marker [OH-SUP.11]."""
    setup = war.setup
    near = setup.links[origin]
    places = 0
    if all_para and setup.airfields >> origin & 1 and war.free_field in (NOWHERE, origin):
        places |= near if war.free_target == NOWHERE else near & 1 << war.free_target
    if offshore(war, origin):
        bound = next((target for beach, target in war.beaches if beach == origin), NOWHERE)
        places |= near if bound == NOWHERE else near & 1 << bound
    return places


def bind(war: Islands, origin: int, target: int, all_para: bool) -> None:
    """Use up the free attack that this move needs: the beach's own first, then the one airfield's."""
    setup = war.setup
    bound = next((t for beach, t in war.beaches if beach == origin), NOWHERE)
    if offshore(war, origin) and bound in (NOWHERE, target):
        if bound == NOWHERE:
            war.beaches = [*war.beaches, (origin, target)]
    elif all_para and setup.airfields >> origin & 1:
        war.free_field, war.free_target = origin, target


# --- capture [OH-SUP.14]


def contest_stores(war: Islands) -> None:
    """Markers in territories that have changed hands: each side rolls, the taker must roll higher [OH-SUP.14]."""
    lay = war.lay()
    if lay is war._settled:
        return
    war._settled = lay
    held = lay[AX] & ~lay[BR]
    if held:
        stocks = war.markers_br
        for t in bits(held):
            if stocks[t]:
                _contest(war, AX, t)
    if any(war.markers_ax):
        for t in bits(stocked(war, AX) & ~lay[AX]):
            _contest(war, BR, t)


def _contest(war: Islands, side: int, t: int) -> None:
    """A side rolls for what the other has left in a territory."""
    stocks = war.markers(1 - side)
    taker, owner = war.d6(), war.d6()
    number = stocks[t]
    stocks[t] = 0
    caught = taker > owner
    if caught:
        war.markers(side)[t] += number
    if war.log is not None:
        result = "captured" if caught else "destroyed"
        facts: tuple[tuple[str, Any], ...] = (("n", number),)
        war.tell(Event("stores", "OH-SUP.14", side, spaces=(t,), dice=(taker, owner), result=result, facts=facts))
