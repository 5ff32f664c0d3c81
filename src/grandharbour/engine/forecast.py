"""What will come of a choice, before a die is thrown: one value for the odds card, the battle board, previews, hints and advice."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any, Generic, TypeVar

import msgspec

from .event import Modifier


class Result(msgspec.Struct, frozen=True):
    """One result of a printed table, read once. Games add what it means as fields."""

    code: str


R = TypeVar("R", bound=Result)


class Forecast(msgspec.Struct, Generic[R], frozen=True):
    """The distribution of a combat's results with what makes it.

    ``win`` is the chance that the side that chooses gets what it fights for, ``hold`` that the other does; ``losses`` what each
    side may expect to lose, by number of the side; ``facts`` the numbers behind it (``attack``, ``defence``); ``earlier`` what is
    rolled before, such as a duel of tanks.
    """

    rule: str
    chances: tuple[tuple[R, Fraction], ...]
    modifiers: tuple[Modifier, ...] = ()
    win: float | None = None
    hold: float | None = None
    losses: tuple[float, ...] = ()
    facts: tuple[tuple[str, int | str], ...] = ()
    earlier: tuple[Forecast[Any], ...] = ()

    def chance(self, test: Callable[[R], object]) -> float:
        """The chance of a result that passes a test.

        >>> even = Forecast("1", ((Result("hit"), Fraction(1, 2)), (Result("miss"), Fraction(1, 2))))
        >>> even.chance(lambda result: result.code == "hit")
        0.5
        """
        return float(sum(p for result, p in self.chances if test(result)))

    def fact(self, name: str) -> int | str | None:
        """A number behind the forecast by its name."""
        return next((value for known, value in self.facts if known == name), None)
