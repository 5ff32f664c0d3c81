"""Programs: personal access tokens. Only a hash of each is kept, and each opens what it was made for and nothing else.

A member who lets a program play for his account makes it a program's for good: so it is marked wherever its name is shown. Whoever wants
to play himself as well has another account for his program.
"""

from __future__ import annotations

import hashlib
import re
import secrets

from sqlalchemy import delete, func, insert, select
from sqlalchemy.engine import Connection
from starlette.requests import HTTPConnection

from ..problems import Problem, detail
from . import people, wire
from .house import Known
from .people import Person
from .rows import people as people_rows
from .rows import results, tokens

PREFIX = "pat."
"""How a token begins, so that nobody takes it for the key of a seat."""
MOST = 20
LONGEST_NAME = 60

_OPENS: tuple[tuple[str, wire.Scope, str], ...] = (
    ("GET", "read", r"/api/me"),
    ("POST", "read", r"/api/my/tables"),
    ("GET", "read", r"/api/stream/events"),
    ("GET", "read", r"/api/(?:lobby|standing|people|tournaments|ladder)(?:/.*)?"),
    ("GET", "read", r"/api/tables/.*"),
    ("POST", "challenge", r"/api/lobby/challenges(?:/[^/]+/accept)?"),
    ("DELETE", "challenge", r"/api/lobby/challenges/[^/]+"),
    ("POST", "challenge", r"/api/tables(?:/upload|/[^/]+/(?:rematch|branch|seats))?"),
    ("POST", "challenge", r"/api/tournaments/[^/]+/(?:join|withdraw)"),
    ("POST", "play", r"/api/tables/[^/]+/(?:choices|undo|chain|script|orders|cup|shake|resign|continue|takeback(?:/answer)?)"),
    ("LIVE", "play", r"/api/tables/[^/]+/live"),
)
"""What a token of each scope opens; whatever is not named here no token does."""


def scope_of(method: str, path: str) -> wire.Scope | None:
    """The scope a request needs; None: it is not for programs."""
    return next((scope for verb, scope, pattern in _OPENS if verb == method and re.fullmatch(pattern, path)), None)


def check(scopes: list[str], method: str, path: str) -> None:
    """Refuse what a token was not made for."""
    wanted = scope_of(method, path)
    if wanted is None:
        raise Problem("wrong-scope", detail("not-for-programs"))
    if wanted not in scopes:
        raise Problem("wrong-scope", detail("needs-scope", scope=wanted))


def shown(asks: HTTPConnection) -> str | None:
    """The token somebody comes with; None without one."""
    said = asks.headers.get("authorization", "")
    return said.removeprefix("Bearer ") if said.startswith(f"Bearer {PREFIX}") else None


def _hash(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()


def make(connection: Connection, person: Person, wish: wire.TokenWish, now: float) -> wire.TokenMade:
    """A new token, which is shown this once."""
    name = " ".join(wish.name.split())
    if not name or len(name) > LONGEST_NAME:
        raise Problem("bad-name", detail("no-token-name", most=LONGEST_NAME))
    if not wish.scopes:
        raise Problem("bad-option", detail("no-scope"))
    held = connection.execute(select(func.count()).select_from(tokens).where(tokens.c.person == person.id)).scalar() or 0
    if held >= MOST:
        raise Problem("too-many", detail("at-most", most=MOST))
    if "play" in wish.scopes and not person.program:
        counted = (results.c.person == person.id) & (results.c.against == "people")
        if connection.execute(select(results.c.table_id).where(counted).limit(1)).first() is not None:
            raise Problem("bad-option", detail("plays-himself"))
        people.change(connection, person.id, program=True)
    id, secret = people.new_id(), PREFIX + secrets.token_urlsafe(32)
    scopes = " ".join(sorted(set(wish.scopes)))
    connection.execute(
        insert(tokens).values(id=id, hash=_hash(secret), person=person.id, name=name, scopes=scopes, created=now, seen=None)
    )
    return wire.TokenMade(secret, of(connection, person.id))


def of(connection: Connection, person: str) -> list[wire.TokenCard]:
    """The tokens of a person, the newest first."""
    columns = select(tokens.c.id, tokens.c.name, tokens.c.scopes, tokens.c.created, tokens.c.seen)
    rows = connection.execute(columns.where(tokens.c.person == person).order_by(tokens.c.created.desc(), tokens.c.id))
    return [wire.TokenCard(id, name, scopes.split(), created, seen) for id, name, scopes, created, seen in rows]


def end(connection: Connection, person: str, id: str) -> list[str]:
    """Revoke a token; returns which, as lines hang on it."""
    gone = connection.execute(delete(tokens).where((tokens.c.person == person) & (tokens.c.id == id))).rowcount
    return [id] if gone else []


def find(connection: Connection, secret: str) -> tuple[Known, list[str], float] | None:
    """Whose token it is, what it is for, and when it was last seen."""
    joined = tokens.join(people_rows, people_rows.c.id == tokens.c.person)
    wanted = select(tokens.c.id, tokens.c.scopes, tokens.c.seen, *people.COLUMNS).select_from(joined)
    row = connection.execute(wanted.where(tokens.c.hash == _hash(secret))).first()
    return None if row is None else (Known(people.person(row[3:]), row[0]), row[1].split(), row[2] or 0.0)
