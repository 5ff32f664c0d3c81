"""An auction of the sides, for scenarios that are uneven by nature: an option of a game, not a rule of its book.

Up for auction is the side that is thought to have the worse of it. Its owner says with how many points he would play it; the other may do
it for fewer, and so on, until one lets the other have it. Who bid least plays that side and begins with as many points as he bid; if he sat on
the other one, the two exchange seats. So each has the side he likes better at that price, and nobody needs to know what is fair.

The bidding is open: each stands in the step. What came of it lies in ``war.bargain``; ``war.handicap`` is what the first side begins with.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

import msgspec

from .catalogue import Hole, text
from .choice import NOTHING, Decision, Verb
from .event import Event
from .kinds import NOWHERE, Side
from .step import Step

if TYPE_CHECKING:
    from .war import War

LEAST = 8
"""So much more than twice the measured points may be asked for."""
NO_BID = -1


class Sale(NamedTuple):
    """What is up for auction."""

    side: int
    """The side that is thought to have the worse of it."""
    fair: int
    """With how many bids' worth of points advisers won as often with either side."""
    unit: int
    """How many points a bid of one is worth."""

    @property
    def most(self) -> int:
        """The highest bid: nobody needs as much as this."""
        return 2 * self.fair + LEAST


def sale(even: int, unit: int) -> Sale:
    """Up for auction by a measured par: points the first side should begin with, less than nothing if the other should."""
    return Sale(0 if even > 0 else 1, abs(even) // unit, unit)


def verbs(rule: str) -> tuple[Verb, ...]:
    """The words of an auction, for the chapter of a game that has one."""
    return Verb("underbid", "number", rule), Verb("let-have", "nothing", rule)


class Bidding(Step["War"], frozen=True):
    """Who plays which side. A game declares its own with the rule it stands beside."""

    bid: int = NO_BID
    by: Side = NOWHERE
    verbs: ClassVar[tuple[str, ...]] = ("underbid", "let-have")

    @classmethod
    def plays(cls) -> bool:
        return cls is not Bidding

    def ask(self, war: War) -> Decision:
        sold = war.setup.sale
        assert sold is not None
        if self.by == NOWHERE:
            return Decision(
                sold.side, "ask-auction-first", self.rule, {"underbid": (2 << sold.most) - 1}, quiet=("underbid", sold.fair)
            )
        choices = {"underbid": (1 << self.bid) - 1, "let-have": NOTHING} if self.bid else {"let-have": NOTHING}
        return Decision(1 - self.by, "ask-auction", self.rule, choices, quiet=("let-have", 0))

    def holes(self, war: War, side: int) -> dict[str, Hole]:
        sold = war.setup.sale
        assert sold is not None
        info = war.setup.game.sides[sold.side]
        return {"sold": info.short, "points": max(0, self.bid) * sold.unit, "unit": sold.unit, "fair": sold.fair * sold.unit}

    def domain(self, war: War, side: int, verb: str) -> int:
        sold = war.setup.sale
        assert sold is not None
        return NOTHING if verb == "let-have" else (2 << sold.most) - 1

    def take(self, war: War, side: int, verb: str, target: int) -> None:
        sold = war.setup.sale
        assert sold is not None and war.stack is not None
        if verb == "underbid":
            war.become(msgspec.structs.replace(self, bid=target, by=side))
            war.tell(
                Event(
                    "auction-bid",
                    self.rule,
                    side,
                    facts=(("points", target * sold.unit), ("sold", text(f"side-{war.setup.game.sides[sold.side].id}"))),
                )
            )
            return
        points = self.bid * sold.unit
        traded = self.by != sold.side
        war.bargain = (-points if sold.side else points, traded)
        facts: tuple[tuple[str, Any], ...] = (("points", points), ("traded", "yes" if traded else "no"))
        war.tell(Event("auction-over", self.rule, sold.side, facts=facts))
        war.reveal()  # who sits where now cannot be taken back by one of the two
        war.stack = war.stack[1]
