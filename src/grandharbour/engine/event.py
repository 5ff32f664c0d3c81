"""What happened, as values. Words are made when someone reads them."""

from __future__ import annotations

import string
from collections.abc import Mapping, Sequence

import msgspec

from .catalogue import Hole, Text
from .kinds import Names
from .view import Sheet

Modifier = tuple[str | Text, int, str]
"""What changed a roll: its label (a sentence of the catalogue by its name, or a Text), amount, rule."""

EVERYONE = -1


class Event(msgspec.Struct, frozen=True, gc=False):
    """One thing that happened, with its rule, its dice and its arithmetic.

    ``result`` is the short word for what the dice decided ("hit"); odds are the distribution of these words.
    ``audience`` is the set of sides that may know of it; spectators know what EVERYONE knows.
    ``sheet`` is a paper that was written then, such as the log of a season.
    """

    kind: str
    rule: str
    side: int = -1
    pieces: tuple[int, ...] = ()
    spaces: tuple[int, ...] = ()
    dice: tuple[int, ...] = ()
    modifiers: tuple[Modifier, ...] = ()
    total: int | None = None
    need: int | None = None
    result: str | None = None
    facts: tuple[tuple[str, Hole], ...] = ()
    """What fills the holes of its sentence: numbers, things by their kind ("piece", 3), Texts."""
    audience: int = EVERYONE
    sheet: Sheet | None = None


class _Plain(string.Formatter):
    """Leaves a hole visible instead of failing: a missing word must never stop a game."""

    def get_value(self, key: int | str, args: object, kwargs: Mapping[str, object]) -> object:
        return kwargs.get(str(key), "?")


_format = _Plain()


def words(event: Event, templates: Mapping[str, str], names: Names, sides: Sequence[str] = ()) -> str:
    """The event as a sentence: ``{p0}``, ``{p1}`` are its pieces, ``{s0}`` its spaces, ``{side}``, ``{result}``, facts by name.

    ``sides`` are the sides' names for people ("Italy"), if their ids ("IT") are not good enough.
    """
    side = sides[event.side] if sides and event.side >= 0 else names.of("side", event.side)
    filling: dict[str, object] = {"side": side, "result": event.result or ""}
    filling |= {f"p{i}": names.of("piece", p) for i, p in enumerate(event.pieces)}
    filling |= {f"s{i}": names.of("space", s) for i, s in enumerate(event.spaces)}
    filling |= dict(event.facts)
    return _format.vformat(templates.get(event.kind, event.kind), (), filling)
