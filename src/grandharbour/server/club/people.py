"""Guests and members. Everybody who does something that has to be remembered is a guest; a guest who takes a name is a member,
the same person with the same tables."""

from __future__ import annotations

import asyncio
import re
import secrets
import threading
import unicodedata
from functools import cache
from typing import Any

import msgspec
from sqlalchemy import delete, insert, select, update
from sqlalchemy.engine import Connection

from ..problems import Problem, detail
from .rows import challenges, hooks, passkeys, people, pushes, rungs, slips, tokens

MEMBERS = ("member", "moderator")
NAME = re.compile(r"[^\W_](?:[\w .'-]*[^\W_])?")
SHORTEST, LONGEST = 2, 24
MAIL = re.compile(r"[^@\s]+@[^@\s]+\.[^@\s]+")
SHORTEST_PASSWORD, LONGEST_PASSWORD = 8, 200

_at_once = threading.BoundedSemaphore(2)
"""Each takes 64 MB for a moment."""


@cache
def _hasher() -> Any:
    """Argon2, which is not installed where nobody runs a club."""
    from argon2 import PasswordHasher

    return PasswordHasher()


@cache
def _nobody() -> str:
    """Checked where there is no such member, so that the time taken does not tell."""
    return str(_hasher().hash(secrets.token_urlsafe(16)))


class Person(msgspec.Struct, frozen=True):
    """Somebody the club knows."""

    id: str
    name: str
    mail: str
    confirmed: bool
    role: str
    created: float
    password: bool = False
    """Whether there is one."""
    program: bool = False

    @property
    def member(self) -> bool:
        return self.role in MEMBERS

    @property
    def moderator(self) -> bool:
        return self.role == "moderator"


COLUMNS = (
    people.c.id, people.c.name, people.c.mail, people.c.confirmed, people.c.role, people.c.created, people.c.password,
    people.c.program,
)  # fmt: skip


def person(row: Any) -> Person:
    """A person from a row of ``COLUMNS``."""
    id, name, mail, confirmed, role, created, password, program = row
    return Person(id, name, mail or "", bool(confirmed), role, created, bool(password), bool(program))


def new_id() -> str:
    """Public: it stands in lists."""
    return secrets.token_hex(8)


def folded(name: str) -> str:
    """What makes two names the same."""
    return "".join(unicodedata.normalize("NFKC", name).casefold().split())


def checked_name(name: str) -> str:
    """A name somebody may take."""
    name = " ".join(unicodedata.normalize("NFKC", name).split())
    if not SHORTEST <= len(name) <= LONGEST or not NAME.fullmatch(name):
        raise Problem("bad-name", detail("no-name", least=SHORTEST, most=LONGEST))
    return name


def checked_mail(mail: str) -> str | None:
    """An address mail can be sent to; None for none."""
    mail = mail.strip().lower()
    if not mail:
        return None
    if len(mail) > 254 or not MAIL.fullmatch(mail):
        raise Problem("bad-name", detail("no-mail"))
    return mail


def weak_password() -> Problem:
    return Problem("bad-name", detail("no-password", least=SHORTEST_PASSWORD, most=LONGEST_PASSWORD))


async def hashed(password: str) -> str:
    """A password as it is kept."""
    if not SHORTEST_PASSWORD <= len(password) <= LONGEST_PASSWORD:
        raise weak_password()
    return await asyncio.to_thread(_hash, password)


def _hash(password: str) -> str:
    with _at_once:
        return str(_hasher().hash(password))


async def fits(password: str, kept: str) -> bool:
    """Whether a password is the one that is kept."""

    def check() -> bool:
        from argon2.exceptions import VerificationError

        try:
            with _at_once:
                return bool(_hasher().verify(kept or _nobody(), password[:LONGEST_PASSWORD])) and bool(kept)
        except VerificationError:
            return False

    return await asyncio.to_thread(check)


# --- rows


def find(connection: Connection, id: str) -> Person | None:
    row = connection.execute(select(*COLUMNS).where(people.c.id == id)).first()
    return None if row is None else person(row)


def named(connection: Connection, name: str, address: bool = False) -> Person | None:
    """Somebody by his name; ``address``: or by his confirmed address. Others are not told whose that is."""
    same = people.c.folded == folded(name)
    if address and "@" in name:
        same = (people.c.mail == name.strip().lower()) & people.c.confirmed
    row = connection.execute(select(*COLUMNS).where(same)).first()
    return None if row is None else person(row)


def with_password(connection: Connection, name: str) -> tuple[Person | None, str]:
    """Somebody by his name or address, and what is kept of his password."""
    person = named(connection, name, address=True)
    if person is None:
        return None, ""
    kept: str = connection.execute(select(people.c.password).where(people.c.id == person.id)).scalar() or ""
    return person, kept


def new_guest(connection: Connection, now: float) -> Person:
    guest = Person(new_id(), "", "", False, "guest", now)
    connection.execute(
        insert(people).values(
            id=guest.id, name="", folded=None, mail=None, confirmed=False, password="", role="guest", created=now
        )
    )
    return guest


def change(connection: Connection, id: str, **values: Any) -> Person:
    """Other values of a person's row."""
    connection.execute(update(people).where(people.c.id == id).values(**values))
    person = find(connection, id)
    assert person is not None
    return person


def give_mail(connection: Connection, id: str, mail: str | None, confirmed: bool = False) -> Person:
    """Another address. Whoever has given the same and has not confirmed it loses it: it may never have been his."""
    if mail:
        connection.execute(
            update(people).where((people.c.mail == mail) & ~people.c.confirmed & (people.c.id != id)).values(mail=None)
        )
    return change(connection, id, mail=mail, confirmed=confirmed)


def merge(connection: Connection, guest: str, into: str) -> list[str]:
    """The tables of a guest become those of the member he turned out to be, and how he is told as well; returns at which tables."""
    from ..store import seats

    mine = seats.c.person == guest
    tables = list(connection.execute(select(seats.c.table_id).where(mine).distinct()).scalars())
    for table in (seats, challenges, pushes, hooks):
        connection.execute(update(table).where(table.c.person == guest).values(person=into))
    connection.execute(delete(people).where((people.c.id == guest) & (people.c.role == "guest")))
    return tables


def strip(connection: Connection, id: str) -> Person:
    """A member's name is taken back, and all that only members have; his games stay his."""
    for table in (tokens, passkeys, slips, rungs, challenges):
        connection.execute(delete(table).where(table.c.person == id))
    connection.execute(delete(challenges).where(challenges.c.invited == id))
    return change(connection, id, role="guest", name="", folded=None, mail=None, confirmed=False, password="")


def promote(database: str, name: str, role: str = "moderator") -> Person:
    """Make somebody a moderator, or a member, from the machine the club runs on."""
    from ..store import Store

    store = Store(database)
    try:
        with store.engine.begin() as connection:
            person = named(connection, name)
            if person is None:
                raise Problem("not-found", detail("no-person"))
            return change(connection, person.id, role=role)
    finally:
        store.close()
