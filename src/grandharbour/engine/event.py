"""What happened, as values. Words are made when someone reads them."""

from __future__ import annotations

import msgspec

from .catalogue import Hole, Text
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
