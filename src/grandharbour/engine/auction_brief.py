"""What is told about an auction of the sides, and how the adviser bids: by the measured par, half of the way at a time."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .auction import NO_BID, Bidding
from .brief import Brief, Idea
from .catalogue import Text, text
from .geometry.bits import bits
from .view import Preview

if TYPE_CHECKING:
    from .choice import Decision
    from .war import War


class BiddingBrief(Brief[Bidding]):
    """What is told about a bid."""

    def trusted(self, war: War, step: Bidding, decision: Decision) -> bool:
        return True  # what sides are worth was measured in whole games; a few trials know less

    def ideas(self, war: War, step: Bidding, decision: Decision) -> list[Idea]:
        """With the measured points both sides won as often: for more it is worth having, for fewer not."""
        sold = war.setup.sale
        assert sold is not None
        fair = sold.fair
        aim = fair if step.bid == NO_BID else max(fair, (step.bid + fair) // 2)
        bids = [
            Idea(1.0 - abs(n - aim) / 100 - (n < fair), "underbid", n, self._why(sold.unit, n, fair))
            for n in bits(decision.choices.get("underbid", 0))
        ]
        if "let-have" in decision.choices:
            bids.append(Idea(0.5 if step.bid > fair else 1.5, "let-have", 0, self._why(sold.unit, step.bid, fair)))
        return bids

    def _why(self, unit: int, n: int, fair: int) -> Text:
        return text("idea-auction", points=n * unit, fair=fair * unit)

    def preview(self, war: War, step: Bidding, side: int, verb: str, target: int) -> Preview | None:
        sold = war.setup.sale
        assert sold is not None
        bid = target if verb == "underbid" else step.bid
        mine = verb == "underbid"  # who bids wants to play the side that is sold
        plays = sold.side if mine else 1 - sold.side
        info = war.setup.game.sides[plays]
        said = war.say("preview-auction", side=info.name, points=bid * sold.unit, sold="yes" if mine else "no", kind=verb)
        return Preview(said, step.rule)
