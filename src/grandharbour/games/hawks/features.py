"""What a vector of numbers may show of a state: everything but the chits and priorities a side cannot see."""

from __future__ import annotations

from .state import Sky

OPEN = (
    "turn", "at", "hit_markers", "fired", "bombed", "down", "home", "up", "ordinary", "unlucky", "objectives", "ruins", "objectives_rolled",
    "guns", "guns_fired", "clouds", "order_shown", "last_order", "initiative",
)  # fmt: skip
"""Lies open on the table."""


def chit(war: Sky, side: int) -> list[int | None]:
    """A side's own, and those turned up [HM-CHIT]."""
    known = war.known_chits(side)
    return [kind if known >> plane & 1 else None for plane, kind in enumerate(war.chit)]


def order(war: Sky, side: int) -> list[tuple[int, ...]]:
    """A side's own priorities; the other's when they are shown."""
    return [chosen if war.order_shown or owner == side else () for owner, chosen in enumerate(war.order)]


KNOWN = {"chit": (chit, "chit", "up"), "order": (order, "order", "order_shown")}
"""Told through a function, which looks at these fields."""
STEPS = True
"""Steps hold planes, cells and dice that everybody sees."""
