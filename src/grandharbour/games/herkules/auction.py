"""An auction of the sides before the first click, where both want one [OH-VIC.3]."""

from __future__ import annotations

from ...engine.auction import Bidding, verbs

VERBS = verbs("OH-VIC.3")


class Auction(Bidding, frozen=True):
    rule = "OH-VIC.3"
