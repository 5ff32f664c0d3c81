"""What a vector of numbers may show of a state: to the Axis what it has learned, to the Allies also what only they know."""

from __future__ import annotations

from collections.abc import Callable

from .state import AL, Sea

OPEN = (
    "turn", "season", "hour", "night", "status", "column", "starved", "korps", "korps_before", "forts", "forts_before", "crete", "based",
    "based_then", "raid", "frogmen", "invasion", "invaded", "landed", "at", "hit", "sunk", "down", "due", "flights", "flown", "fuel", "sailed",
    "barred", "groups", "homeward", "moved", "regrouped", "frozen", "exposed", "past", "losses", "used", "used_mas",
    "may", "known", "real", "weak", "unmasked", "left", "origin", "convoy",
)  # fmt: skip
"""Seen by everybody, and what the Axis has learned: the Allies can follow what that is."""


def bases(field: str) -> Callable[[Sea, int], int]:
    """Ships that began at a base: all for the Allies, those it has recognised for the Axis."""
    return lambda war, side: getattr(war, field) if side == AL else getattr(war, field) & war.known


def row(war: Sea, side: int) -> list[int | None]:
    """The line of battle; for the Axis without ships it cannot place."""
    row: list[int | None] = list(war.row)
    if side != AL:
        may = war.may
        for ship in war.setup.allied_list:
            if may[ship] & (may[ship] - 1):
                row[ship] = None
    return row


HAND = (
    "inside",
    "dummies",
    "decoys",
    "departed",
    "chosen",
    "walked",
    "muster",
    "bluff",
    "harbour",
    "fresh",
    "placing",
    "ready",
    "launched",
)
KNOWN = {
    **dict.fromkeys(HAND, AL),
    "gib": (bases("gib"), "gib", "known"),
    "alex": (bases("alex"), "alex", "known"),
    "row": (row, "row", "may"),
}
SETS = {"may": "lot", "left": 25, "convoy": 25}
"""Ints that are sets: of lots, of turns of the season."""
