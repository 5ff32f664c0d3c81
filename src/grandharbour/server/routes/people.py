"""People of the club: who I am, joining, coming back, and the devices I am signed in on."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response
from sqlalchemy import select
from sqlalchemy.engine import Connection

from ..club import people, sessions, wire
from ..club.house import Club
from ..club.people import Person
from ..club.rows import people as people_rows
from ..club.sessions import Somebody, TheClub, club_of, known
from ..problems import Problem, detail
from ..schema import doc
from ..store import Refused
from .common import answer, read

router = APIRouter(prefix="/api/me")


def card(person: Person) -> wire.PersonCard:
    return wire.PersonCard(person.id, person.name, person.role)  # type: ignore[arg-type]


def _me(club: Club | None, person: Person | None) -> Response:
    joining = None if club is None else club.joining
    if person is None:
        return answer(wire.Me(joining, None, "", False, False, False))
    return answer(wire.Me(joining, card(person), person.mail, person.confirmed, person.password, False))


@router.get("", **doc(wire.Me))
async def read_me(request: Request) -> Response:
    """Who asks. Looking makes nobody a guest."""
    found = await known(request)
    return _me(club_of(request), found and found.person)


@router.post("/join", **doc(wire.Me, wire.Join))
async def join(club: TheClub, guest: Somebody, request: Request) -> Response:
    """A guest takes a name; everything that was his stays his."""
    wish = await read(request, wire.Join)
    if guest.role != "guest":
        raise Problem("name-taken", detail("named-already"))
    name, mail = people.checked_name(wish.name), people.checked_mail(wish.mail)
    kept = await people.hashed(wish.password)
    if club.joining == "invitation":
        raise Problem("members-only", detail("by-invitation"))
    role = "waiting" if club.joining == "moderators" else "member"

    def take(connection: Connection) -> tuple[Person, str]:
        values = {"name": name, "folded": people.folded(name), "mail": mail, "password": kept, "role": role}
        joined = people.change(connection, guest.id, **values)
        sessions.end(connection, guest.id)
        return joined, sessions.begin(connection, guest.id, sessions.device_of(request), club.clock())[1]

    try:
        person, secret = await club.store.run(take)
    except Refused:
        raise Problem("name-taken", detail("same-name")) from None
    sessions.give(request, secret)
    return _me(club, person)


@router.post("/enter", **doc(wire.Me, wire.Enter))
async def enter(club: TheClub, request: Request) -> Response:
    """Come back by name and password; the tables of the guest one was meanwhile come along."""
    wish = await read(request, wire.Enter)
    request.app.state.limits.spend("enter", f"name {people.folded(wish.name)[:64]}")

    def look(connection: Connection) -> tuple[Person | None, str]:
        found = people.named(connection, wish.name)
        if found is None:
            return None, ""
        kept = connection.execute(select(people_rows.c.password).where(people_rows.c.id == found.id)).scalar()
        return found, kept or ""

    person, kept = await club.store.look(look)
    if not await people.fits(wish.password, kept) or person is None:
        raise Problem("wrong-password", detail("no-such-member"))
    await admit(club, request, person)
    return _me(club, person)


async def admit(club: Club, request: Request, person: Person) -> None:
    """A session for somebody who has proved who he is."""
    before = await known(request)

    def begin(connection: Connection) -> str:
        if before is not None and before.person.role == "guest":
            people.merge(connection, before.person.id, person.id)
        elif before is not None:
            sessions.end(connection, before.person.id, only=before.session)
        return sessions.begin(connection, person.id, sessions.device_of(request), club.clock())[1]

    sessions.give(request, await club.store.run(begin))


@router.post("/leave", **doc(wire.Me))
async def leave(club: TheClub, request: Request) -> Response:
    """Sign out on this device."""
    found = await known(request)
    if found is not None:
        await club.end_sessions(lambda connection: sessions.end(connection, found.person.id, only=found.session))
    sessions.give(request, None)
    return _me(club, None)


@router.get("/sessions", **doc(wire.SessionCard, many=True))
async def list_sessions(club: TheClub, request: Request) -> Response:
    found = await known(request)
    if found is None:
        return answer([])
    return answer(await club.store.look(lambda connection: sessions.held(connection, found.person.id, found.session)))


@router.delete("/sessions/{session}", **doc(wire.SessionCard, many=True))
async def end_session(session: str, club: TheClub, request: Request) -> Response:
    """Sign out another device; ``others`` for all but this one."""
    found = await known(request)
    if found is None:
        raise Problem("members-only", detail("not-signed-in"))
    only = None if session == "others" else session
    await club.end_sessions(lambda connection: sessions.end(connection, found.person.id, but=found.session, only=only))
    return await list_sessions(club, request)
