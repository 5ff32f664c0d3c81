"""An auction of the sides before the first click, where both want one [MC-VICTORY.6]."""

from __future__ import annotations

from ...engine.auction import Bidding, verbs

VERBS = verbs("MC-VICTORY.6")


class Auction(Bidding, frozen=True):
    rule = "MC-VICTORY.6"
