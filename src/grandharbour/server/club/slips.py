"""What is good for once and for a while: the link that confirms an address, that sets a new password, that invites; and what a
passkey signs."""

from __future__ import annotations

import hashlib
import secrets

from sqlalchemy import delete, insert, select
from sqlalchemy.engine import Connection

from ..problems import Problem, detail
from .rows import nonces, slips

HOUR, DAY = 3_600.0, 86_400.0
LASTS = {"confirm": 7 * DAY, "reset": HOUR, "invite": 14 * DAY}
NONCE = 300.0


def _hash(secret: str | bytes) -> str:
    return hashlib.sha256(secret.encode() if isinstance(secret, str) else secret).hexdigest()


def write(connection: Connection, kind: str, person: str, now: float, about: str = "") -> str:
    """A new slip; returns its secret."""
    connection.execute(delete(slips).where(slips.c.ends < now))
    secret = secrets.token_urlsafe(24)
    connection.execute(insert(slips).values(hash=_hash(secret), kind=kind, person=person, about=about, ends=now + LASTS[kind]))
    return secret


def use(connection: Connection, kind: str, secret: str, now: float) -> tuple[str, str]:
    """Use a slip up; returns who it was written for and what about."""
    same = (slips.c.hash == _hash(secret)) & (slips.c.kind == kind) & (slips.c.ends >= now)
    slip = connection.execute(select(slips.c.person, slips.c.about).where(same)).first()
    if slip is None or not connection.execute(delete(slips).where(same)).rowcount:
        raise Problem("stale", detail("slip-used"))
    return slip[0], slip[1]


def forget(connection: Connection, person: str, *kinds: str) -> None:
    """What was sent to somebody is good for nothing any more."""
    connection.execute(delete(slips).where(slips.c.kind.in_(kinds) & (slips.c.person == person)))


def new_nonce(connection: Connection, now: float) -> bytes:
    """Something to be signed."""
    connection.execute(delete(nonces).where(nonces.c.ends < now))
    made = secrets.token_bytes(32)
    connection.execute(insert(nonces).values(hash=_hash(made), ends=now + NONCE))
    return made


def use_nonce(connection: Connection, nonce: bytes, now: float) -> bool:
    """Whether it was asked for, not long ago, and not answered yet."""
    same = (nonces.c.hash == _hash(nonce)) & (nonces.c.ends >= now)
    return bool(connection.execute(delete(nonces).where(same)).rowcount)
