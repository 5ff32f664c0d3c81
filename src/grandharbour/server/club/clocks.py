"""Clocks: how long a side may take to answer. Decided by the server, from its own time and from nothing a client says.

*Correspondence*: days for every answer, and a reserve that is used when they are not enough. Days a person is on holiday do not count.
*Live* (Fischer): minutes for the whole game, and seconds added whenever a side has answered.

A clock runs from when a side is asked until it is asked no more, and nothing else moves it. So it is stored only when that changes,
and what a page shows follows from absolute times.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct

from ...engine import shapes
from ..problems import Problem, detail

DAY = 86_400.0
Kind = Annotated[Literal["none", "correspondence", "live"], Meta(title="ClockKind")]
Flag = Annotated[Literal["loss", "computer"], Meta(title="Flag")]
Holidays = Mapping[str, Iterable[tuple[float, float]]]
"""When sides are away: from and until, in seconds."""


class ClockWish(Struct, frozen=True, forbid_unknown_fields=True):
    """What was agreed about time."""

    kind: Kind = "none"
    days: float = 3.0
    """Correspondence: days for an answer."""
    reserve: float = 10.0
    """Correspondence: days of the whole game that may be taken besides."""
    minutes: float = 30.0
    """Live: minutes of the whole game."""
    seconds: float = 30.0
    """Live: added for every answer."""
    flag: Flag = "loss"
    """What it means if time runs out: the game is lost, or the computer takes the seat."""

    def checked(self) -> ClockWish:
        """The same, if somebody could play by it."""
        fine = 0.04 <= self.days <= 60 and 0 <= self.reserve <= 120 and 1 <= self.minutes <= 600 and 0 <= self.seconds <= 600
        if not fine:
            raise Problem("bad-option", detail("bad-clock"))
        return self


class SideClock(Struct, frozen=True):
    """One side: what it has left while nobody asks it (live: of the whole game; correspondence: of the reserve), in seconds."""

    left: float
    since: float | None = None
    """It is asked, from then on."""


Clock = dict[str, SideClock]


def begin(terms: ClockWish, sides: Iterable[str], asked: Iterable[str], now: float) -> Clock:
    """All clocks full; those run whose sides are asked."""
    full = terms.minutes * 60 if terms.kind == "live" else terms.reserve * DAY
    return {side: SideClock(full, now if side in set(asked) else None) for side in sides}


def turn(terms: ClockWish, clock: Clock, asked: Iterable[str], now: float, away: Holidays) -> Clock:
    """Other sides are asked: whoever is asked no more has answered."""
    asked = set(asked)
    new: Clock = {}
    for side, own in clock.items():
        if own.since is None:
            new[side] = SideClock(own.left, now) if side in asked else own
        elif side in asked:
            new[side] = own
        else:
            new[side] = SideClock(_left(terms, own, now, away.get(side, ())))
    return new


def stopped(terms: ClockWish, clock: Clock, now: float, away: Holidays) -> Clock:
    """The game is adjourned: no clock runs. What has been used is used, and nothing is added for an answer that was not given."""
    unanswered = msgspec.structs.replace(terms, seconds=0.0)
    return {
        side: own if own.since is None else SideClock(_left(unanswered, own, now, away.get(side, ())))
        for side, own in clock.items()
    }


def _left(terms: ClockWish, own: SideClock, now: float, away: Iterable[tuple[float, float]]) -> float:
    assert own.since is not None
    used = max(0.0, now - own.since - (_overlap(own.since, now, away) if terms.kind == "correspondence" else 0.0))
    if terms.kind == "live":
        return max(0.0, own.left - used) + terms.seconds
    return max(0.0, own.left - max(0.0, used - terms.days * DAY))


def _overlap(since: float, now: float, away: Iterable[tuple[float, float]]) -> float:
    """How much of a time somebody was away. Holidays do not overlap each other."""
    return sum(max(0.0, min(now, until) - max(since, start)) for start, until in away)


def until(terms: ClockWish, own: SideClock, away: Iterable[tuple[float, float]] = ()) -> float | None:
    """When a running clock will have run out; None for one that stands."""
    if own.since is None:
        return None
    if terms.kind == "live":
        return own.since + own.left
    end = own.since + terms.days * DAY + own.left
    for start, stop in sorted(away):
        if stop > own.since and start < end:
            end += stop - max(start, own.since)
    return end


def deadline(terms: ClockWish, clock: Clock, away: Holidays) -> float | None:
    """When the first of them will have run out."""
    ends = [end for side, own in clock.items() if (end := until(terms, own, away.get(side, ()))) is not None]
    return min(ends, default=None)


def fallen(terms: ClockWish, clock: Clock, now: float, away: Holidays) -> list[str]:
    """The sides whose time is over."""
    return [s for s, own in clock.items() if (end := until(terms, own, away.get(s, ()))) is not None and end <= now]


def low(terms: ClockWish, own: SideClock, now: float, away: Iterable[tuple[float, float]] = ()) -> bool:
    """Whether a running clock will soon have run out. Correspondence: within a day, or half of an answer's days if that is less; live:
    within two minutes, or a tenth of the whole if that is less."""
    end = until(terms, own, away)
    soon = min(120.0, terms.minutes * 6) if terms.kind == "live" else min(DAY, terms.days * DAY / 2)
    return end is not None and now < end <= now + soon


def read(text: str) -> Clock:
    return shapes.read(text, dict[str, SideClock]) if text else {}


def write(clock: Clock) -> str:
    return msgspec.json.encode(clock).decode() if clock else ""
