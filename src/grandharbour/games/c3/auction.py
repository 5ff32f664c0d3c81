"""An auction of the sides before the first click, where both want one [8.2.g]."""

from __future__ import annotations

from ...engine.auction import Bidding, verbs

VERBS = verbs("8.2.g")


class Auction(Bidding, frozen=True):
    rule = "8.2.g"
