"""How a battle may end, as values: who is left in the place, or how much is lost."""

from __future__ import annotations

from ...engine.forecast import Result

WHO = ("axis", "british")


class End(Result, frozen=True):
    """Who still holds the place after a round."""

    left: int
    """A set of sides."""


class Toll(Result, frozen=True):
    """So much was lost, or damaged, where nobody's hold on the place is at stake."""

    number: int


ENDS = tuple(End(code, left) for left, code in enumerate(("nobody-left", "axis-alone", "british-alone", "both-there")))
"""By the set of sides that is left."""


def loses(side: int, number: int) -> Toll:
    """A side loses some units."""
    return Toll(f"{WHO[side]}-loses-{number}", number)


def scored(number: int) -> str:
    """What dice have scored, for the log and the odds."""
    return f"hits-{number}"


def damaged(number: int) -> Toll:
    """Bombs on an airfield or port."""
    return Toll(f"damage-{number}", number)
