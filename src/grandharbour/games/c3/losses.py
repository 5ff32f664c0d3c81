"""Steps lost, units eliminated, and who is to suffer [1.3.7, 5.5.1.2, 5.5.2]."""

from __future__ import annotations

from ...engine.catalogue import text
from ...engine.choice import Decision, Verb
from ...engine.event import Event
from ...engine.geometry.bits import bits
from ...engine.kinds import NOWHERE, Piece, Pieces, Side
from ...engine.step import Step
from .state import AXIS, Malta


def eliminate(war: Malta, piece: int, rule: str = "1.3.7.b", over: int = NOWHERE) -> None:
    """A unit leaves the game with all its steps and marks; ``over``: the hex above which it was still in the air."""
    setup = war.setup
    bit = 1 << piece
    where = war.at[piece] if over == NOWHERE else over
    war.reduced &= ~bit
    war.dg &= ~bit
    war.falling &= ~bit
    side = setup.side_of[piece]
    war.put(piece, setup.dead[side])
    war.dispersed &= ~bit
    if war.log is not None:
        on_map = where < setup.hexes_end
        facts = (("where", ("hex", where) if on_map else text("off-the-map")),)
        war.tell(Event("eliminated", rule, side, pieces=(piece,), spaces=(where,) if on_map else (), facts=facts))


def lose_step(war: Malta, piece: int, rule: str = "1.3.7.b") -> None:
    """One step less: the weak side, or the end [1.3.7.b]."""
    setup = war.setup
    bit = 1 << piece
    if setup.two_steps & bit and not war.reduced & bit:
        war.reduced |= bit
        war.tell(Event("step", rule, setup.side_of[piece], pieces=(piece,), spaces=(war.at[piece],)))
    else:
        eliminate(war, piece, rule)


def disorganise(war: Malta, pieces: int, rule: str) -> None:
    """Mark units; a second mark changes nothing [5.6.c]."""
    new = pieces & ~war.dg & ~war.dispersed
    if not new:
        return
    war.dg |= new
    war.fresh |= new
    if war.log is not None:
        for piece in bits(new):
            war.tell(Event("dg", rule, war.setup.side_of[piece], pieces=(piece,), spaces=(war.at[piece],)))


def crowd(war: Malta, h: int, side: int) -> None:
    """Units that stay in an overstacked hex are all Disorganised [5.2.1.b]."""
    if war.crowded(h, side):
        disorganise(war, war.units_in(h, side), "5.2.1.b")


VERBS = (Verb("lose", "piece", "5.5.1.2.a"),)


class Lose(Step[Malta], frozen=True):
    """The owner spreads losses as evenly as he can: first who used the elite bonus, or armour in a tank fight [5.5.1.2, 5.5.2]."""

    side: Side
    units: Pieces
    left: int
    first: Pieces = 0
    """Who must suffer before the others."""
    once: Pieces = 0
    """Who has suffered in this round of losses."""
    cause: str = "5.5.1.2.a"
    """The rule behind the losses."""
    verbs = ("lose",)
    rule = "5.5.1.2.a"

    def go(self, war: Malta) -> bool:
        if self.left == 0 or not self._able(war):
            war.finish()
            return True
        return False

    def _able(self, war: Malta) -> int:
        alive = war.on_map(self.units)
        if alive & self.first:
            return alive & self.first
        return alive & ~self.once or alive

    def ask(self, war: Malta) -> Decision:
        able = self._able(war)
        quiet = ("lose", dearest(war, able))
        return Decision(self.side, "ask-lose", self.cause, {"lose": able}, quiet=quiet)

    def take(self, war: Malta, side: int, verb: str, target: int) -> None:
        bit = 1 << target
        again = not war.on_map(self.units) & ~self.once
        once = bit if again else self.once | bit
        # Armour goes on suffering first in a tank fight; a bonus is paid for with one step.
        first = self.first if self.cause == "5.5.2.b" else self.first & ~bit
        war.become(Lose(self.side, self.units, self.left - 1, first, once, self.cause))
        lose_step(war, target, self.cause)


def dearest(war: Malta, units: int) -> int:
    """The unit whose step its owner misses least: cheap in points, then weak; the quiet answer."""
    setup = war.setup

    def price(piece: int) -> tuple[int, int, int]:
        bit = 1 << piece
        costs_a_point = bool(setup.special & bit) and setup.side_of[piece] == AXIS
        last_step = not setup.two_steps & bit or bool(war.reduced & bit)
        return costs_a_point, last_step, war.strength(piece)

    return min(bits(units), key=price, default=NOWHERE)


def take_losses(war: Malta, side: int, units: int, number: int, bonus: Piece = NOWHERE) -> None:
    """Losses of one side at the end of a combat [5.5.1.2.a]."""
    if number and units:
        war.push(Lose(side, units, number, 1 << bonus if bonus != NOWHERE else 0))
