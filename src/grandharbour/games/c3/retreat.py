"""Falling back, giving up, following up [5.5.1.3]."""

from __future__ import annotations

from ...engine.catalogue import plural, text
from ...engine.choice import NOTHING, Decision, Refusal, Verb
from ...engine.event import Event
from ...engine.geometry.bits import bits
from ...engine.kinds import Pieces, Side, Space, Spaces
from ...engine.step import Step
from .losses import disorganise, eliminate
from .state import AXIS, BRITISH, LEG, MIXED, VEHICLE, Malta


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
    ways = steps & ~war.held(1 - side) & ~seen
    if not ways:
        return 0
    if setup.on["retreat_order"] == "empty":
        ways = ways & ~war.held(side) or _roomy(war, side, units, ways) or ways
    distance = setup.grid.distance
    away = 0
    for h in bits(ways):
        if all(distance(h, foe) > distance(here, foe) for foe in bits(foes)):
            away |= 1 << h
    if not away:
        nearest = min((distance(here, foe) for foe in bits(foes)), default=0)
        for h in bits(ways):
            if min((distance(h, foe) for foe in bits(foes)), default=1) > nearest:
                away |= 1 << h
    ways = away or ways
    ways = ways & ~war.near(1 - side) or ways
    prices = {h: ground.step_price(cls, here, h) for h in bits(ways)}
    cheapest = min(prices.values())
    ways = sum(1 << h for h, price in prices.items() if price == cheapest)
    ways = _roomy(war, side, units, ways) or ways
    return ways & ~war.held(side) or ways  # onto friends only where nothing as good is empty [5.5.1.3.b]


def _roomy(war: Malta, side: int, units: int, hexes: int) -> int:
    """Hexes that can take a whole stack within their limit."""
    setup = war.setup
    points, heavy = war.points(units), (units & setup.heavy).bit_count()
    roomy = 0
    for h in bits(hexes):
        there = war.units_in(h, side) & ~units
        full = points + war.points(there) > war.limit(h)
        if not full and not (heavy and heavy + (there & setup.heavy).bit_count() > setup.number["stacking.armour"]):
            roomy |= 1 << h
    return roomy


VERBS = (
    Verb("retreat", "space", "5.5.1.3.a"),
    Verb("advance", "piece", "5.5.1.3.e"),
    Verb("stay", "nothing", "5.5.1.3.e"),
)


class Retreat(Step[Malta], frozen=True):
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

    def go(self, war: Malta) -> bool:
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
            facts = (("where", ("hex", self.here)),)
            war.tell(Event("surrender", "5.5.1.3.d", self.side, pieces=tuple(bits(units)), spaces=(self.here,), facts=facts))
            for unit in bits(units):
                eliminate(war, unit, "5.5.1.3.d")
        else:
            disorganise(war, war.units_in(self.here, self.side), "5.5.1.3.b")
        return True

    def _ways(self, war: Malta, units: int) -> int:
        return retreat_ways(war, self.side, units, self.here, self.foes, self.seen)

    def ask(self, war: Malta) -> Decision:
        ways = self._ways(war, war.on_map(self.units))
        return Decision(self.side, "ask-retreat", "5.5.1.3.a", {"retreat": ways}, about=("space", self.here))

    def take(self, war: Malta, side: int, verb: str, target: int) -> None:
        units = war.on_map(self.units)
        for unit in bits(units):
            war.enter(unit, target)
        war.retreated |= units
        if war.log is not None:
            pieces = tuple(bits(units))
            facts = (("who", ("pieces", units)), ("number", plural(len(pieces))))
            war.tell(Event("retreat", "5.5.1.3.a", side, pieces=pieces, spaces=(self.here, target), facts=facts))
        war.become(Retreat(self.side, self.units, target, self.foes, self.left - 1, self.seen | 1 << self.here | 1 << target))

    def refuse(self, war: Malta, side: int, verb: str, target: int) -> Refusal:
        bit = 1 << target
        if war.held(1 - side) & bit:
            return Refusal("5.5.1.3.a", text("why-enemy-there"), bit)
        if self.seen & bit:
            return Refusal("5.5.1.3.a", text("why-retreat-back"), bit)
        units = war.on_map(self.units)
        if not war.setup.ground(war.struck).steps(move_class(war, units), self.here) & bit:
            return Refusal("5.5.1.3.a", text("why-retreat-closed"), bit)
        if war.held(side) & bit:
            return Refusal("5.5.1.3.b", text("why-retreat-friends"), bit)
        return Refusal("5.5.1.3.a", text("why-retreat"), bit)


class Advance(Step[Malta], frozen=True):
    """Attackers may follow into the hex they have emptied [5.5.1.3.e]."""

    side: Side
    target: Space
    units: Pieces
    verbs = ("advance", "stay")
    rule = "5.5.1.3.e"

    def go(self, war: Malta) -> bool:
        if self._able(war):
            return False
        war.finish()
        return True

    def _able(self, war: Malta) -> int:
        ground = war.setup.ground(war.struck)
        if war.held(1 - self.side) >> self.target & 1:
            return 0
        able = 0
        for unit in bits(war.on_map(self.units)):
            here = war.at[unit]
            if (
                here != self.target
                and ground.steps(war.setup.vehicles >> unit & 1, here) >> self.target & 1
                and war.fits(unit, self.target, self.side)
            ):
                able |= 1 << unit
        return able

    def ask(self, war: Malta) -> Decision:
        choices = {"advance": self._able(war), "stay": NOTHING}
        return Decision(self.side, "ask-advance", "5.5.1.3.e", choices, about=("space", self.target), quiet=("stay", 0))

    def take(self, war: Malta, side: int, verb: str, target: int) -> None:
        if verb == "stay":
            war.finish()
            return
        war.become(Advance(self.side, self.target, self.units & ~(1 << target)))
        advance(war, target, self.target)


def advance(war: Malta, unit: int, target: int) -> None:
    """One unit follows up."""
    war.tell(Event("advance", "5.5.1.3.e", war.setup.side_of[unit], pieces=(unit,), spaces=(war.at[unit], target)))
    war.enter(unit, target)


def come_ashore(war: Malta, piece: int) -> bool:
    """From the boats into the landing hex, if it is free and has room (rulings A20, A81); the hex is a beach from then on [4.2.1.c]."""
    onto = war.plan[piece]
    if war.held(BRITISH) >> onto & 1 or not war.fits(piece, onto, AXIS):
        return False
    war.tell(Event("ashore", "4.2.j", AXIS, pieces=(piece,), spaces=(war.at[piece], onto)))
    war.enter(piece, onto)
    war.beaches |= 1 << onto
    return True
