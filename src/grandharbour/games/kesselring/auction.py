"""An auction of the sides before the first click, where both want one [3.3c]."""

from __future__ import annotations

from ...engine.auction import Bidding, verbs

VERBS = verbs("3.3c")


class Auction(Bidding, frozen=True):
    rule = "3.3c"
