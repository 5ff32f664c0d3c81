"""Where a long table can be taken up without replaying it from its first move.

Every hundred moves or so, behind a barrier, a server writes down all that has come of the moves so far: the position, what is counted,
standing orders, and for each pair of eyes how much it has been told and the events since the last such place. A table is opened from the
last of them and the moves since; what lies before is looked up when somebody asks for it: events beside it, all else (the replay, the
luck, a save, a step back) by replaying everything.

It is a cache. It is written after the moves it holds are safe, by whoever gets there first; one that cannot be read, that was written
under other rules or in another language, or whose position is not the one that was noted, is as good as none.
"""

from __future__ import annotations

import base64
import hashlib
import zlib
from collections.abc import Mapping

import msgspec
from msgspec import Struct

from ..engine import shapes
from ..engine.cups import Cup
from ..engine.orders import Order
from . import wire

EVERY = 100
"""Moves between two places where a table can be taken up."""
LARGEST = 64_000_000


class Useless(Exception):
    """What was kept cannot be used: the moves are replayed instead."""


class HeldFeed(Struct, frozen=True):
    """What one pair of eyes had been told."""

    told: int
    epoch: int
    kept: list[int]
    """How many events outlived each change of epoch."""
    choice: int
    """The number of the choice behind the last event, as these eyes count."""
    cause: int
    """The same as the table counts."""
    since: int | None
    """How many events the seat had when it last clicked."""


class Held(Struct, frozen=True):
    """All that the moves before have led to, as far as it is needed to go on."""

    rows: int
    language: str
    position: str
    digest: str
    made: int
    """Choices the war itself has counted: positions forget them, refusals and the adviser remember."""
    choices: int
    events: int
    script: int
    """The highest number of a script."""
    side: int
    """Who made the last move."""
    reason: str
    """Why nothing before can be taken back."""
    numbers: list[int]
    orders: dict[int, tuple[Order, ...]]
    feeds: dict[str, HeldFeed]
    trail: str
    """What people have shaken into the dice so far."""
    cups: dict[str, Cup]


Told = dict[str, tuple[int, list[wire.Event]]]
"""For each pair of eyes the events since the last place, and how many of those before them still hold."""


class Row(Struct, frozen=True):
    """What is stored."""

    n: int
    rules: str
    digest: str
    held: str
    told: str


def eyes_of(side: int | None) -> str:
    """A pair of eyes as a key of JSON."""
    return "" if side is None else str(side)


def _pack(value: object) -> str:
    return base64.b64encode(zlib.compress(msgspec.json.encode(value))).decode()


def _unpack(word: str) -> bytes:
    opening = zlib.decompressobj()
    packed = opening.decompress(base64.b64decode(word, validate=True), LARGEST)
    if not opening.eof:
        raise ValueError("cut off")
    return packed


def _sum(held: str, told: str) -> str:
    return hashlib.sha256(f"{held}\n{told}".encode()).hexdigest()[:24]


def write(held: Held, told: Told, rules: str) -> Row:
    """A row to be stored."""
    parts = _pack(held), _pack(told)
    return Row(held.rows, rules, _sum(*parts), *parts)


def read(row: Row, rules: str, language: str) -> Held:
    """What a row holds; Useless if it is damaged or was written under other rules or in another language."""
    if row.rules != rules or row.digest != _sum(row.held, row.told):
        raise Useless
    try:
        held = shapes.read(_unpack(row.held), Held)
    except (ValueError, zlib.error, msgspec.MsgspecError) as damaged:
        raise Useless from damaged
    if held.language != language or held.rows != row.n:
        raise Useless
    return held


def events(rows: list[Row], feeds: Mapping[str, HeldFeed]) -> dict[str, list[wire.Event]]:
    """All events told up to the last of some rows, which must be all there are; Useless if they do not fit together."""
    told: dict[str, list[wire.Event]] = {eyes: [] for eyes in feeds}
    try:
        for row in rows:
            if row.digest != _sum(row.held, row.told):
                raise Useless
            for eyes, (start, more) in shapes.read(_unpack(row.told), Told).items():
                if start > len(told[eyes]):
                    raise Useless
                told[eyes][start:] = more
    except (ValueError, KeyError, zlib.error, msgspec.MsgspecError) as damaged:
        raise Useless from damaged
    if any(len(told[eyes]) != feed.told for eyes, feed in feeds.items()):
        raise Useless
    return told
