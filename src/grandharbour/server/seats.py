"""Seats: who may choose for a side. A seat is proved by a secret key, of which only a hash is kept.

Who opens a table never holds the key of a guest: the seat of a person elsewhere begins with an invitation, good for once, and whoever
takes it is given a key nobody else has seen. Keys can be changed, and given back; then the seat waits for a new invitation.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Mapping

import msgspec

from .problems import Problem, detail

KINDS = ("here", "link", "computer")


class Seat(msgspec.Struct):
    """``kind`` is a person at this screen, a person with a link, or a computer player."""

    kind: str
    player: str | None = None
    hash: str = ""
    joined: bool = False
    invite: str = ""
    """The hash of an invitation nobody has taken yet."""
    person: str | None = None
    """Whose seat it is, where a club knows its people."""


def _hash(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


INVITATION = "invite."
"""How an invitation begins, so that nobody takes it for a key."""


def take(kind: str, player: str | None = None, person: str | None = None) -> tuple[Seat, str | None]:
    """A new seat and its key, or the invitation to it; a computer needs none."""
    if kind == "computer":
        return Seat(kind, player, joined=True), None
    if kind == "link":
        return invited(Seat(kind))
    return keyed(Seat(kind, person=person))


def keyed(seat: Seat, person: str | None = None) -> tuple[Seat, str]:
    """The same seat with a new key, for whoever has held it or for somebody new. Any other key and invitation to it is void."""
    key = secrets.token_urlsafe(24)
    return Seat(seat.kind, seat.player, _hash(key), True, person=person or seat.person), key


def invited(seat: Seat) -> tuple[Seat, str]:
    """The same seat, free, with a new invitation. Any other key and invitation to it is void."""
    invitation = INVITATION + secrets.token_urlsafe(24)
    return Seat(seat.kind, seat.player, "", False, _hash(invitation)), invitation


def free(seat: Seat) -> Seat:
    """The same seat, held by nobody."""
    return Seat(seat.kind, seat.player)


def invited_to(seats: Mapping[str, Seat], invitation: str) -> str:
    """The side an invitation is for."""
    given = _hash(invitation)
    sides = [side for side, seat in seats.items() if seat.invite and hmac.compare_digest(seat.invite, given)]
    if not sides:
        raise Problem("wrong-seat", detail("invitation-gone"))
    return sides[0]


def exchanged(seats: Mapping[str, Seat]) -> dict[str, Seat] | None:
    """Both have changed places, with all that makes a seat theirs; None where both sit at one screen and do that themselves."""
    if len(seats) != 2 or all(seat.kind == "here" for seat in seats.values()):
        return None
    return dict(zip(seats, reversed(list(seats.values())), strict=True))


def new_table_id() -> str:
    """Public, but not to be guessed: whoever has it may watch."""
    return "".join(secrets.choice("abcdefghijkmnpqrstuvwxyz23456789") for _ in range(12))


MINE = "me."
"""How a token begins that says: the seat of this side is mine, as my session proves."""


def side_of(seats: Mapping[str, Seat], token: str | None, person: str | None = None) -> str | None:
    """The side a token stands for; None without a token, which is a spectator. ``person`` is who asks, as far as that is known."""
    if token is None:
        return None
    if token.startswith(MINE):
        side = token.removeprefix(MINE)
        if person is None or side not in seats or seats[side].person != person:
            raise Problem("wrong-seat", detail("not-yours"))
        return side
    given = _hash(token)
    sides = [side for side, seat in seats.items() if seat.hash and hmac.compare_digest(seat.hash, given)]
    if not sides and token.startswith(INVITATION):
        raise Problem("wrong-seat", detail("is-invitation"))
    if not sides:
        raise Problem("wrong-seat", detail("opens-no-seat"))
    return sides[0]


def bearer(header: str | None) -> str | None:
    """The token of an Authorization header."""
    if header is None:
        return None
    scheme, _, token = header.partition(" ")
    if scheme.lower() != "bearer" or not token.strip():
        raise Problem("bad-request", detail("bad-bearer"))
    return token.strip()
