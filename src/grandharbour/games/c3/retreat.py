"""Falling back, giving up, following up [5.5.1.3]."""

from __future__ import annotations

from ...engine.choice import NOTHING, Decision, Refusal
from ...engine.event import Event
from ...engine.geometry.bits import bits
from ...engine.kinds import Pieces, Side, Space, Spaces
from .losses import CStep, disorganise, eliminate
from .state import LEG, MIXED, VEHICLE, Malta


def move_class(war: Malta, units: int) -> int:
    """How a stack moves: on foot, on wheels, or by the dearer of both (ruling A85)."""
    wheels = units & war.setup.vehicles
    if not wheels:
        return LEG
    return VEHICLE if wheels == units else MIXED


def retreat_ways(war: Malta, side: int, units: int, here: int, foes: int, seen: int) -> int:
    """The hexes the priorities leave to a stack that falls back [5.5.1.3.a] (ruling A57)."""
    setup = war.setup
    ground = setup.ground(war.struck)
    cls = move_class(war, units)
    steps = ground.steps(LEG, here) & ground.steps(VEHICLE, here) if cls == MIXED else ground.steps(cls, here)
    found = steps & ~war.held(1 - side) & ~seen
    if not found:
        return 0
    if setup.on["retreat_order"] == "empty":
        found = found & ~war.held(side) or _roomy(war, side, units, found) or found
    distance = setup.grid.distance
    away = 0
    for h in bits(found):
        if all(distance(h, foe) > distance(here, foe) for foe in bits(foes)):
            away |= 1 << h
    if not away:
        nearest = min((distance(here, foe) for foe in bits(foes)), default=0)
        for h in bits(found):
            if min((distance(h, foe) for foe in bits(foes)), default=1) > nearest:
                away |= 1 << h
    found = away or found
    found = found & ~war.near(1 - side) or found
    prices = {h: ground.step_price(cls, here, h) for h in bits(found)}
    cheapest = min(prices.values())
    found = sum(1 << h for h, price in prices.items() if price == cheapest)
    found = _roomy(war, side, units, found) or found
    return found & ~war.held(side) or found  # onto friends only where nothing as good is empty [5.5.1.3.b]


def _roomy(war: Malta, side: int, units: int, hexes: int) -> int:
    """Hexes that can take a whole stack within their limit."""
    setup = war.setup
    points, heavy = war.points(units), (units & setup.heavy).bit_count()
    found = 0
    for h in bits(hexes):
        there = war.units_in(h, side) & ~units
        full = points + war.points(there) > war.limit(h)
        if not full and not (heavy and heavy + (there & setup.heavy).bit_count() > setup.number["stacking.armour"]):
            found |= 1 << h
    return found


class Retreat(CStep, frozen=True):
    """One stack falls back hex by hex; beyond its distance only while the hex is too full [5.5.1.3]."""

    side: Side
    units: Pieces
    here: Space
    foes: Spaces
    """The hexes it flees from."""
    left: int
    seen: Spaces
    """Hexes it may not come back to."""
    verbs = ("retreat",)
    rule = "5.5.1.3.a"

    def act(self, war: Malta) -> bool:
        units = war.on_map(self.units)
        if not units or (self.left <= 0 and not war.crowded(self.here, self.side)):
            war.finish()
            return True
        if self._ways(war, units):
            return False
        wheels = units & war.setup.vehicles
        if wheels and wheels != units:
            # No hex takes both wheels and men: they part.
            war.become(Retreat(self.side, units & ~wheels, self.here, self.foes, self.left, self.seen))
            war.push(Retreat(self.side, wheels, self.here, self.foes, self.left, self.seen))
            return True
        war.finish()
        if self.left > 0:
            war.tell(
                Event(
                    "surrender",
                    "5.5.1.3.d",
                    self.side,
                    tuple(bits(units)),
                    (self.here,),
                    facts=(("where", war.setup.hex_label(self.here)),),
                )
            )
            for unit in bits(units):
                eliminate(war, unit, "5.5.1.3.d")
        else:
            disorganise(war, war.units_in(self.here, self.side), "5.5.1.3.b")
        return True

    def _ways(self, war: Malta, units: int) -> int:
        return retreat_ways(war, self.side, units, self.here, self.foes, self.seen)

    def ask(self, war: Malta) -> Decision:
        ways = self._ways(war, war.on_map(self.units))
        return Decision(self.side, "Retreat from {here}: to which hex?", "5.5.1.3.a", {"retreat": ways}, ("space", self.here))

    def take(self, war: Malta, side: int, verb: str, target: int) -> None:
        units = war.on_map(self.units)
        for unit in bits(units):
            war.enter(unit, target)
        war.retreated |= units
        if war.log is not None:
            facts = (("who", ", ".join(war.setup.piece_names[u] for u in bits(units))),)
            war.tell(Event("retreat", "5.5.1.3.a", side, tuple(bits(units)), (self.here, target), facts=facts))
        war.become(Retreat(self.side, self.units, target, self.foes, self.left - 1, self.seen | 1 << self.here | 1 << target))

    def refuse(self, war: Malta, side: int, verb: str, target: int) -> Refusal:
        bit = 1 << target
        if war.held(1 - side) & bit:
            return Refusal("5.5.1.3.a", "An enemy stands there.", bit)
        if self.seen & bit:
            return Refusal("5.5.1.3.a", "A retreat does not turn back.", bit)
        units = war.on_map(self.units)
        if not war.setup.ground(war.struck).steps(move_class(war, units), self.here) & bit:
            return Refusal("5.5.1.3.a", "Not a neighbour that these units can enter.", bit)
        if war.held(side) & bit:
            return Refusal("5.5.1.3.b", "Friends stand there, and another hex is as good or better.", bit)
        return Refusal(
            "5.5.1.3.a", "Another hex comes first: away from the enemy, not next to him, cheapest, within the limit.", bit
        )


class Advance(CStep, frozen=True):
    """Attackers may follow into the hex they have emptied [5.5.1.3.e]."""

    side: Side
    target: Space
    units: Pieces
    verbs = ("advance", "stay")
    rule = "5.5.1.3.e"
    why = {"advance": ("5.5.1.3.e", "Only attackers of this combat that can enter the hex, within its limit.")}

    def act(self, war: Malta) -> bool:
        if self._able(war):
            return False
        war.finish()
        return True

    def _able(self, war: Malta) -> int:
        ground = war.setup.ground(war.struck)
        if war.held(1 - self.side) >> self.target & 1:
            return 0
        found = 0
        for unit in bits(war.on_map(self.units)):
            here = war.at[unit]
            if (
                here != self.target
                and ground.steps(war.setup.vehicles >> unit & 1, here) >> self.target & 1
                and war.fits(unit, self.target, self.side)
            ):
                found |= 1 << unit
        return found

    def ask(self, war: Malta) -> Decision:
        choices = {"advance": self._able(war), "stay": NOTHING}
        return Decision(self.side, "{target} is empty: who advances?", "5.5.1.3.e", choices, ("space", self.target), ("stay", 0))

    def take(self, war: Malta, side: int, verb: str, target: int) -> None:
        if verb == "stay":
            war.finish()
            return
        war.become(Advance(self.side, self.target, self.units & ~(1 << target)))
        advance(war, target, self.target)


def advance(war: Malta, unit: int, target: int) -> None:
    """One unit follows up."""
    war.tell(Event("advance", "5.5.1.3.e", war.setup.side_of[unit], (unit,), (war.at[unit], target)))
    war.enter(unit, target)
