"""Who asks: a session in a cookie that no script can read and no other site can send. Only a hash of it is kept.

A session is made when something is done that has to be remembered, not by looking. Another secret is given out whenever somebody
becomes somebody else (a guest a member), and the old one is void.
"""

from __future__ import annotations

import hashlib
import re
import secrets
from typing import Annotated, Any

from fastapi import Depends, Request
from sqlalchemy import delete, false, insert, select, update
from sqlalchemy.engine import Connection
from starlette.datastructures import MutableHeaders
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ..limits import Limits, address_of
from ..problems import Problem, detail
from . import people, tokens, wire
from .house import Club, Known
from .people import Person
from .rows import people as people_rows
from .rows import pushes, sessions
from .rows import tokens as token_rows

LASTS = 400 * 86_400
"""Seconds from the last visit that a session holds, and that a browser keeps the cookie."""
LOOK = 3_600
"""Seconds between two notes of when a device was last seen."""
SECRET = re.compile(r"[\w-]{20,80}")


def _hash(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()


def device_of(asks: HTTPConnection) -> str:
    """The browser and the machine, in a few words."""
    said = asks.headers.get("user-agent", "")
    browser = next((name for mark, name in _BROWSERS if mark in said), said.partition("/")[0][:40] or "?")
    system = next((name for mark, name in _SYSTEMS if mark in said), "")
    return f"{browser}, {system}" if system else browser


_BROWSERS = (("Firefox", "Firefox"), ("Edg", "Edge"), ("OPR", "Opera"), ("Chrom", "Chromium"), ("Safari", "Safari"))
_SYSTEMS = (
    ("Android", "Android"), ("iPhone", "iPhone"), ("iPad", "iPad"), ("Windows", "Windows"), ("Mac OS", "macOS"), ("Linux", "Linux"),
)  # fmt: skip


# --- rows


def begin(connection: Connection, person: str, device: str, now: float, before: str | None = None) -> tuple[str, str]:
    """A new session; returns its id and its secret. The browser goes on being told as in the session ``before``."""
    id, secret = people.new_id(), secrets.token_urlsafe(32)
    connection.execute(
        insert(sessions).values(id=id, hash=_hash(secret), person=person, device=device[:120], created=now, seen=now)
    )
    if before is not None:
        connection.execute(update(pushes).where(pushes.c.session == before).values(session=id))
    return id, secret


def find(connection: Connection, secret: str, now: float) -> tuple[Known, float] | None:
    """Whose session it is, and when it was last seen; not long ago."""
    joined = sessions.join(people_rows, people_rows.c.id == sessions.c.person)
    wanted = select(sessions.c.id, sessions.c.seen, *people.COLUMNS).select_from(joined)
    row = connection.execute(wanted.where((sessions.c.hash == _hash(secret)) & (sessions.c.seen > now - LASTS))).first()
    return None if row is None else (Known(people.person(row[2:]), row[0]), row[1])


def held(connection: Connection, person: str, here: str | None) -> list[wire.SessionCard]:
    """The devices of a person, the last seen first."""
    columns = select(sessions.c.id, sessions.c.device, sessions.c.created, sessions.c.seen)
    rows = connection.execute(columns.where(sessions.c.person == person).order_by(sessions.c.seen.desc()))
    return [wire.SessionCard(id, device, created, seen, id == here) for id, device, created, seen in rows]


def end(connection: Connection, person: str, but: str | None = None, only: str | None = None) -> list[str]:
    """End the sessions of a person: one, or all but one, and what is pushed to their browsers with them. Returns which."""
    mine = sessions.c.person == person
    if only is not None:
        mine &= sessions.c.id == only
    if but is not None:
        mine &= sessions.c.id != but
    ended = [str(id) for (id,) in connection.execute(select(sessions.c.id).where(mine))]
    connection.execute(delete(sessions).where(sessions.c.id.in_(ended)))
    # Which browsers an earlier version tells nobody knows: they go with all the others.
    theirs = pushes.c.session.in_(ended) | (pushes.c.session.is_(None) if only is None else false())
    connection.execute(delete(pushes).where((pushes.c.person == person) & theirs))
    return ended


# --- who asks


def club_of(asks: HTTPConnection) -> Club | None:
    """The club of this server; None for a private harbour."""
    club: Club | None = asks.app.state.club
    return club


def the_club(request: Request) -> Club:
    club = club_of(request)
    if club is None:
        raise Problem("no-club", detail("private-harbour"))
    return club


async def known(asks: HTTPConnection) -> Known | None:
    """The person behind a request or a connection, and his session; None for somebody new."""
    club = club_of(asks)
    if club is not None and (shown := tokens.shown(asks)) is not None:
        return await _by_token(club, asks, shown)
    secret = asks.cookies.get(club.cookie, "") if club else ""
    if club is None or not SECRET.fullmatch(secret):
        return None
    now = club.clock()
    held = await club.store.look(lambda connection: find(connection, secret, now))
    if held is None:
        return None
    if now - held[1] > LOOK:
        seen = update(sessions).where(sessions.c.id == held[0].session).values(seen=now)
        await club.store.run(lambda connection: connection.execute(seen) and None)
        asks.scope.setdefault("state", {})["session"] = secret
    return held[0]


async def _by_token(club: Club, asks: HTTPConnection, secret: str) -> Known:
    """The member whose program asks, if its token is good for what it asks."""
    held = await club.store.look(lambda connection: tokens.find(connection, secret))
    if held is None:
        raise Problem("wrong-token", detail("no-token"))
    known, scopes, seen = held
    tokens.check(scopes, asks.scope.get("method", "LIVE"), asks.scope["path"])
    if club.clock() - seen > LOOK:
        note = update(token_rows).where(token_rows.c.id == known.session).values(seen=club.clock())
        await club.store.run(lambda connection: connection.execute(note) and None)
    return known


async def who(request: Request) -> Person | None:
    """Who asks; None for somebody new, and for everybody in a private harbour."""
    signed = await known(request)
    return None if signed is None else signed.person


async def someone(request: Request) -> Person | None:
    """Who does something that will be remembered: somebody new becomes a guest. None in a private harbour."""
    club = club_of(request)
    if club is None:
        return None
    return await who(request) or await _new_guest(club, request)


async def _new_guest(club: Club, request: Request) -> Person:
    limits: Limits = request.app.state.limits
    limits.spend("guest", address_of(request.scope))

    def make(connection: Connection) -> tuple[Person, str]:
        guest = people.new_guest(connection, club.clock())
        return guest, begin(connection, guest.id, device_of(request), club.clock())[1]

    guest, secret = await club.store.run(make)
    give(request, secret)
    return guest


async def whose(request: Request) -> str | None:
    """The id of who does something that will be remembered."""
    person = await someone(request)
    return None if person is None else person.id


async def somebody(request: Request) -> Person:
    """Like ``someone``, where there has to be a club."""
    the_club(request)
    person = await someone(request)
    assert person is not None
    return person


async def insider(request: Request) -> Person | None:
    """Who may see the people of the club: anybody where anybody may join, else its members."""
    return await who(request) if the_club(request).joining == "open" else await member(request)


async def member(request: Request) -> Person:
    """A member who is signed in."""
    the_club(request)
    person = await who(request)
    if person is None or not person.member:
        raise Problem("members-only", detail("for-members"))
    return person


async def moderator(request: Request) -> Person:
    person = await member(request)
    if not person.moderator:
        raise Problem("members-only", detail("for-moderators"))
    return person


Who = Annotated[Person | None, Depends(who)]
Whose = Annotated[str | None, Depends(whose)]
Somebody = Annotated[Person, Depends(somebody)]
Insider = Annotated[Person | None, Depends(insider)]
Member = Annotated[Person, Depends(member)]
Moderator = Annotated[Person, Depends(moderator)]
TheClub = Annotated[Club, Depends(the_club)]


# --- the cookie


def give(request: Request, secret: str | None) -> None:
    """The answer will bring the session; None takes it away."""
    request.scope.setdefault("state", {})["session"] = secret or ""


class Cookies:
    """Puts the session that was begun or ended while a request was answered onto the answer."""

    def __init__(self, app: ASGIApp, name: str, secure: bool) -> None:
        self.app = app
        self.name = name
        self.more = "; Path=/; HttpOnly; SameSite=Lax" + ("; Secure" if secure else "")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return await self.app(scope, receive, send)

        async def with_cookie(message: Message) -> None:
            secret: Any = scope.get("state", {}).get("session")
            if message["type"] == "http.response.start" and secret is not None:
                cookie = f"{self.name}={secret}; Max-Age={LASTS if secret else 0}{self.more}"
                MutableHeaders(scope=message).append("set-cookie", cookie)
            await send(message)

        await self.app(scope, receive, with_cookie)
