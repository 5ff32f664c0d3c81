"""Seats: who may choose for a side. A seat is proved by a secret token, of which only a hash is kept."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Mapping

import msgspec

from .problems import Problem

KINDS = ("here", "link", "computer")


class Seat(msgspec.Struct):
    """``kind`` is a person at this screen, a person with a link, or a computer player."""

    kind: str
    player: str | None = None
    hash: str = ""
    joined: bool = False


def _hash(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def take(kind: str, player: str | None = None) -> tuple[Seat, str | None]:
    """A new seat and its token; a computer needs none."""
    if kind == "computer":
        return Seat(kind, player, joined=True), None
    token = secrets.token_urlsafe(24)
    return Seat(kind, None, _hash(token), kind == "here"), token


def new_table_id() -> str:
    """Public, but not to be guessed: whoever has it may watch."""
    return "".join(secrets.choice("abcdefghijkmnpqrstuvwxyz23456789") for _ in range(12))


def side_of(seats: Mapping[str, Seat], token: str | None) -> str | None:
    """The side a token stands for; None without a token, which is a spectator."""
    if token is None:
        return None
    given = _hash(token)
    found = [side for side, seat in seats.items() if hmac.compare_digest(seat.hash, given)]
    if not found:
        raise Problem("wrong-seat", "This link opens no seat at this table.")
    return found[0]


def bearer(header: str | None) -> str | None:
    """The token of an Authorization header."""
    if header is None:
        return None
    scheme, _, token = header.partition(" ")
    if scheme.lower() != "bearer" or not token.strip():
        raise Problem("bad-request", "The Authorization header is not of the form: Bearer TOKEN")
    return token.strip()
