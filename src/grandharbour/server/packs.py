"""The shelf of packs: what people have made and share with everybody on this server.

A table that is opened with a pack carries its text, so a pack may be replaced or taken down at any time and no game notices.
"""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import secrets
from collections.abc import Callable
from typing import TypeVar

from ..engine import shapes
from . import wire, workshop
from .problems import Problem, detail
from .store import CannotStore, PackRow, Store
from .workshop import Workshop

T = TypeVar("T")
MOST = 500
"""Packs on one shelf."""


def _hash(key: str) -> str:
    return hashlib.sha256(key.encode()).hexdigest()


async def read(workshop_: Workshop, sent: bytes, game: str | None, name: str = "pack") -> wire.PackCard:
    """A pack somebody has sent, tried out; nothing is kept."""
    made = await workshop_.run("bad-tables", workshop.read_pack, sent, game, name, seconds=30.0)
    return shapes.read(made, wire.PackCard)


async def shelf(store: Store) -> list[wire.PackCard]:
    """What can be played here, the latest first."""
    rows = await asyncio.to_thread(_asked, store.packs)
    return [_card(row) for row in rows]


async def find(store: Store, id: str) -> wire.PackCard:
    """One pack with all of its text."""
    row = await asyncio.to_thread(_asked, store.pack, id)
    if row is None:
        raise Problem("not-found", detail("no-pack", pack=id[:80]))
    return _card(row, row.text)


async def share(
    store: Store, workshop_: Workshop, sent: bytes, key: str | None, when: str, name: str = "pack"
) -> wire.PackShared:
    """Put a pack on the shelf, or a later version in the place of one's own. ``name``: of the file, for messages."""
    card = await read(workshop_, sent, None, name)
    id = f"{card.game}-{card.name}".lower()
    before = await asyncio.to_thread(_asked, store.pack, id)
    if before is not None and not (key and hmac.compare_digest(before.hash, _hash(key))):
        raise Problem("bad-tables", detail("pack-name-taken", name=card.name))
    if before is not None and _version(before.version) >= _version(card.version) and before.text != card.text:
        raise Problem("bad-tables", detail("pack-version", version=before.version))
    if before is None and await asyncio.to_thread(_asked, store.count_packs) >= MOST:
        raise Problem("busy", detail("shelf-full", most=MOST))
    given = key if before is not None and key else secrets.token_urlsafe(24)
    text, card.text, card.id, card.shared = card.text, "", id, when
    row = PackRow(id, card.game, card.version, wire.encode(card).decode(), text, _hash(given), when)
    try:
        await store.share(row, None if before is None else before.hash)
    except CannotStore as error:
        raise Problem("cannot-store", detail("cannot-share", why=str(error))) from None
    return wire.PackShared(id, given)


async def take_down(store: Store, id: str, key: str | None) -> None:
    """Take one's own pack from the shelf; tables that are played with it go on."""
    row = await asyncio.to_thread(_asked, store.pack, id)
    if row is None:
        raise Problem("not-found", detail("no-pack", pack=id[:80]))
    if not key or not hmac.compare_digest(row.hash, _hash(key)):
        raise Problem("wrong-seat", detail("needs-pack-key"))
    try:
        await store.drop_pack(id)
    except CannotStore as error:
        raise Problem("cannot-store", detail("cannot-share", why=str(error))) from None


def _version(text: str) -> list[int]:
    return [int(part) for part in text.split(".") if part]


def _card(row: PackRow, text: str = "") -> wire.PackCard:
    card = shapes.read(row.card, wire.PackCard)
    card.text = text
    return card


def _asked(question: Callable[..., T], *about: str) -> T:
    try:
        return question(*about)
    except CannotStore as error:
        raise Problem("cannot-store", detail("cannot-read-shelf", why=str(error))) from None
