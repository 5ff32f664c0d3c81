"""The table of attack, read once [MC-ART.2], and what can become of those who attack and are attacked."""

from __future__ import annotations

from collections.abc import Mapping

from ...engine.forecast import Result


class Entry(Result, frozen=True):
    """One entry of a column."""

    hit: bool = False
    """A Hit, or with ``second`` the chance of one."""
    star: bool = False
    """It may sink outright [MC-HIT.8]."""
    second: int = 0
    """A second die must show this or less [MC-HIT.10]; 0 if the Hit is certain."""


def entry(code: str, second: Mapping[str, int]) -> Entry:
    """What a printed code means; ``second`` has what conditional Hits need."""
    return Entry(code, hit=code != "-", star=code == "Hit*", second=second.get(code, 0))


MISS, HIT, SUNK, UNHARMED = (Result(code) for code in ("miss", "hit", "sunk", "no effect"))
SHOT_DOWN, NOT_SHOT_DOWN = Result("shot down"), Result("not shot down")
TAKEN, BEATEN_OFF = Result("taken"), Result("beaten off")
