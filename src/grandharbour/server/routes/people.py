"""People of the club: who I am, joining, coming back, the devices I am signed in on, and being forgotten."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, Any

from fastapi import APIRouter, Request, Response
from msgspec import structs
from sqlalchemy import delete, select, update
from sqlalchemy.engine import Connection

from ..club import passkeys, people, sessions, slips, talk, tokens, tournaments, wire
from ..club.export import export
from ..club.house import Club, Known
from ..club.keeper import Keeper
from ..club.people import Person
from ..club.rows import looking
from ..club.rows import people as people_rows
from ..club.sessions import Member, Moderator, Somebody, TheClub, club_of, known
from ..problems import Problem, detail, say
from ..schema import doc
from ..store import Refused
from ..store import seats as seat_rows
from .common import answer, read

if TYPE_CHECKING:
    from ..club.told import Told

router = APIRouter(prefix="/api/me")
house = APIRouter(prefix="/api/club")


def card(person: Person) -> wire.PersonCard:
    return wire.PersonCard(person.id, person.name, person.role, person.program)  # type: ignore[arg-type]


def _me(club: Club | None, person: Person | None) -> Response:
    joining = None if club is None else club.joining
    posts = club is not None and club.post is not None
    if person is None:
        return answer(wire.Me(joining, None, "", False, False, posts))
    return answer(wire.Me(joining, card(person), person.mail, person.confirmed, person.password, posts))


async def _signed_in(request: Request) -> Known:
    me = await known(request)
    if me is None:
        raise Problem("members-only", detail("not-signed-in"))
    return me


async def _confirm(club: Club, person: Person, slip: str) -> None:
    """Ask whether an address is really that of who gave it."""
    if club.post is not None and slip:
        text = say("mail-confirm", name=person.name, link=club.link("me#confirm", slip))
        await club.post.send(person.mail, say("mail-confirm-subject"), text)


@router.get("", **doc(wire.Me))
async def read_me(request: Request) -> Response:
    """Who asks. Looking makes nobody a guest."""
    me = await known(request)
    if me is not None and tokens.shown(request):
        return _me(club_of(request), structs.replace(me.person, mail="", confirmed=False))
    return _me(club_of(request), me and me.person)


@router.post("/join", **doc(wire.Me, wire.Join))
async def join(club: TheClub, guest: Somebody, request: Request) -> Response:
    """A guest takes a name; everything that was his stays his. He has a password, or has made a passkey before."""
    wish = await read(request, wire.Join)
    if guest.role != "guest":
        raise Problem("name-taken", detail("named-already"))
    name, mail = people.checked_name(wish.name), people.checked_mail(wish.mail)
    kept = await people.hashed(wish.password) if wish.password else ""
    now, before = club.clock(), await known(request)

    def take(connection: Connection) -> tuple[Person, str, str]:
        if not kept and not passkeys.held(connection, guest.id):
            raise people.weak_password()
        if club.joining == "invitation":
            if not wish.invitation:
                raise Problem("members-only", detail("by-invitation"))
            slips.use(connection, "invite", wish.invitation, now)
        role = "waiting" if club.joining == "moderators" else "member"
        people.change(connection, guest.id, name=name, folded=people.folded(name), password=kept, role=role)
        joined = people.give_mail(connection, guest.id, mail)
        here, secret = sessions.begin(connection, guest.id, sessions.device_of(request), now, before and before.session)
        sessions.end(connection, guest.id, but=here)
        slip = slips.write(connection, "confirm", guest.id, now, mail) if mail else ""
        return joined, slip, secret

    try:
        person, slip, secret = await club.store.run(take)
    except Refused:
        raise Problem("name-taken", detail("same-name")) from None
    await _confirm(club, person, slip)
    if person.role == "waiting":
        told: Told = request.app.state.told
        await told.call_moderators("waiting", say("told-waits", name=person.name))
    sessions.give(request, secret)
    return _me(club, person)


@router.post("/enter", **doc(wire.Me, wire.Enter))
async def enter(club: TheClub, request: Request) -> Response:
    """Come back by name and password; the tables of the guest one was meanwhile come along."""
    wish = await read(request, wire.Enter)
    request.app.state.limits.spend("enter", f"name {people.folded(wish.name)[:64]}")
    person, kept = await club.store.look(lambda connection: people.with_password(connection, wish.name))
    if not await people.fits(wish.password, kept) or person is None:
        raise Problem("wrong-password", detail("no-such-member"))
    await admit(club, request, person)
    return _me(club, person)


async def admit(club: Club, request: Request, person: Person) -> None:
    """A session for somebody who has proved who he is."""
    before = await known(request)
    guest = before is not None and before.person.role == "guest"
    made: list[str] = []

    def begin(connection: Connection) -> list[str]:
        carried = before.session if before is not None and (guest or before.person.id == person.id) else None
        made.append(sessions.begin(connection, person.id, sessions.device_of(request), club.clock(), carried)[1])
        if before is None or not guest:
            return []
        talk.merge(connection, before.person.id, person.id)
        return people.merge(connection, before.person.id, person.id)

    await club.change_seats(begin)
    if before is not None and not guest:
        await club.end_sessions(lambda connection: sessions.end(connection, before.person.id, only=before.session))
    sessions.give(request, made[-1])


@router.post("/leave", **doc(wire.Me))
async def leave(club: TheClub, request: Request) -> Response:
    """Sign out on this device."""
    me = await known(request)
    if me is not None:
        await club.end_sessions(lambda connection: sessions.end(connection, me.person.id, only=me.session))
    sessions.give(request, None)
    return _me(club, None)


# --- mail and passwords


@router.post("/mail", **doc(wire.Me, wire.Changes))
async def change_mail(club: TheClub, person: Member, request: Request) -> Response:
    """Another address; it counts when it has been confirmed."""
    mail = people.checked_mail((await read(request, wire.Changes)).mail)
    if mail:
        request.app.state.limits.spend("enter", f"mail {mail}")

    def change(connection: Connection) -> tuple[Person, str]:
        slips.forget(connection, person.id, "confirm", "reset")
        now = people.give_mail(connection, person.id, mail)
        return now, slips.write(connection, "confirm", person.id, club.clock(), mail) if mail else ""

    try:
        changed, slip = await club.store.run(change)
    except Refused:
        raise Problem("name-taken", detail("same-name")) from None
    await _confirm(club, changed, slip)
    return _me(club, changed)


@router.post("/confirm", **doc(wire.Me, wire.Confirm))
async def confirm(club: TheClub, request: Request) -> Response:
    """The address is that of who gave it: he has read what was sent there."""
    said = await read(request, wire.Confirm)

    def check(connection: Connection) -> None:
        person, mail = slips.use(connection, "confirm", said.slip, club.clock())
        people.give_mail(connection, person, mail, confirmed=True)

    try:
        await club.store.run(check)
    except Refused:  # somebody else has confirmed it meanwhile
        raise Problem("stale", detail("slip-used")) from None
    return await read_me(request)


@router.post("/forgotten", **doc(wire.Me, wire.Forgotten))
async def forgotten(club: TheClub, request: Request) -> Response:
    """Ask for a link that sets a new password. The answer is the same whether or not somebody gets one."""
    mail = (await read(request, wire.Forgotten)).mail.strip().lower()
    request.app.state.limits.spend("enter", f"mail {mail[:254]}")

    def write(connection: Connection) -> tuple[Person, str] | None:
        person = people.named(connection, mail, address=True) if "@" in mail else None
        return None if person is None else (person, slips.write(connection, "reset", person.id, club.clock()))

    slipped = await club.store.run(write)
    if slipped is not None and club.post is not None:
        person, slip = slipped
        text = say("mail-reset", name=person.name, link=club.link("me#reset", slip))
        await club.post.send(person.mail, say("mail-reset-subject"), text)
    return _me(club, None)


@router.post("/password", **doc(wire.Me, wire.NewPassword))
async def change_password(club: TheClub, request: Request) -> Response:
    """Another password. All other devices are signed out, and the keys of one's seats are void: whoever has them has to sign in."""
    wish = await read(request, wire.NewPassword)
    kept = await people.hashed(wish.password)
    before = None if wish.slip else await _signed_in(request)
    if before is not None:
        person, old = await club.store.look(lambda connection: people.with_password(connection, before.person.name))
        if person is None or (old and not await people.fits(wish.old, old)):
            raise Problem("wrong-password", detail("no-such-member"))
    changed: list[Person] = []

    def change(connection: Connection) -> list[str]:
        id = before.person.id if before is not None else slips.use(connection, "reset", wish.slip, club.clock())[0]
        slips.forget(connection, id, "reset")
        changed.append(people.change(connection, id, password=kept))
        return sessions.end(connection, id, but=before and before.session)

    await club.end_sessions(change)
    await club.change_seats(lambda connection: void_keys(connection, changed[-1].id))
    if before is None:
        await admit(club, request, changed[-1])
    return _me(club, changed[-1])


def void_keys(connection: Connection, person: str) -> list[str]:
    """The seats of a person open to nobody but himself; returns at which tables."""
    mine = (seat_rows.c.person == person) & (seat_rows.c.hash != "")
    seats = [(table, side) for table, side in connection.execute(select(seat_rows.c.table_id, seat_rows.c.side).where(mine))]
    for table, side in seats:
        same = (seat_rows.c.table_id == table) & (seat_rows.c.side == side)
        connection.execute(update(seat_rows).where(same).values(hash=secrets.token_hex(32)))
    return sorted({table for table, _ in seats})


# --- devices


@router.get("/sessions", **doc(wire.SessionCard, many=True))
async def list_sessions(club: TheClub, request: Request) -> Response:
    me = await known(request)
    if me is None:
        return answer([])
    return answer(await club.store.look(lambda connection: sessions.held(connection, me.person.id, me.session)))


@router.delete("/sessions/{session}", **doc(wire.SessionCard, many=True))
async def end_session(session: str, club: TheClub, request: Request) -> Response:
    """Sign out another device; ``others`` for all but this one, and the keys of seats with them."""
    me = await _signed_in(request)
    only = None if session == "others" else session
    await club.end_sessions(lambda connection: sessions.end(connection, me.person.id, but=me.session, only=only))
    if only is None:
        await club.change_seats(lambda connection: void_keys(connection, me.person.id))
    return await list_sessions(club, request)


# --- passkeys


@router.get("/passkeys", **doc(wire.PasskeyCard, many=True))
async def list_passkeys(club: TheClub, request: Request) -> Response:
    me = await known(request)
    if me is None:
        return answer([])
    return answer(await club.store.look(lambda connection: passkeys.held(connection, me.person.id)))


@router.post("/passkeys/new", **doc(wire.PasskeyAsked, wire.Wanted))
async def want_passkey(club: TheClub, person: Somebody, request: Request) -> Response:
    """What the browser needs to make a passkey."""
    at = passkeys.site(request, club.base_url)
    name = people.checked_name(person.name or (await read(request, wire.Wanted)).name)
    asked = await club.store.run(lambda connection: passkeys.asked_to_make(connection, at, person, name, club.clock()))
    return answer(wire.PasskeyAsked(asked))


@router.post("/passkeys", **doc(wire.PasskeyCard, wire.Signed, many=True))
async def add_passkey(club: TheClub, person: Somebody, request: Request) -> Response:
    at, made = passkeys.site(request, club.base_url), (await read(request, wire.Signed)).credential
    device = sessions.device_of(request)
    try:
        await club.store.run(lambda connection: passkeys.add(connection, at, person, made, device, club.clock()))
    except Refused:
        raise Problem("stale", detail("slip-used")) from None
    return await list_passkeys(club, request)


@router.delete("/passkeys/{passkey}", **doc(wire.PasskeyCard, many=True))
async def remove_passkey(passkey: str, club: TheClub, person: Member, request: Request) -> Response:
    await club.store.run(lambda connection: passkeys.remove(connection, person, passkey))
    return await list_passkeys(club, request)


@router.post("/enter/passkey/new", **doc(wire.PasskeyAsked))
async def want_signature(club: TheClub, request: Request) -> Response:
    """What the browser needs to sign with a passkey."""
    at = passkeys.site(request, club.base_url)
    return answer(
        wire.PasskeyAsked(await club.store.run(lambda connection: passkeys.asked_to_sign(connection, at, club.clock())))
    )


@router.post("/enter/passkey", **doc(wire.Me, wire.Signed))
async def enter_by_passkey(club: TheClub, request: Request) -> Response:
    at, made = passkeys.site(request, club.base_url), (await read(request, wire.Signed)).credential
    person = await club.store.run(lambda connection: passkeys.proved(connection, at, made, club.clock()))
    await admit(club, request, person)
    return _me(club, person)


# --- one's own data


@router.get("/export", **doc())
async def export_me(club: TheClub, request: Request) -> Response:
    """Everything the club knows of who asks, to keep."""
    me = await _signed_in(request)
    told: dict[str, Any] = await club.store.look(lambda connection: export(connection, me))
    told_answer = answer(told)
    told_answer.headers["Content-Disposition"] = 'attachment; filename="grand-harbour-export.json"'
    return told_answer


@router.post("/forget", **doc(wire.Me, wire.Farewell))
async def forget_me(club: TheClub, request: Request) -> Response:
    """Be forgotten: name, mail, password, passkeys, sessions. Games stay, with a seat that is nobody's."""
    me = await _signed_in(request)
    if people.folded((await read(request, wire.Farewell)).name) != people.folded(me.person.name):
        raise Problem("bad-name", detail("other-name"))
    id = me.person.id
    keeper: Keeper = request.app.state.keeper
    await keeper.farewell(id)

    def leave_seats(connection: Connection) -> list[str]:
        tables = list(connection.execute(select(seat_rows.c.table_id).where(seat_rows.c.person == id).distinct()).scalars())
        connection.execute(
            update(seat_rows).where(seat_rows.c.person == id).values(person=None, hash="", invite="", joined=False)
        )
        return tables

    await club.change_seats(leave_seats)

    def forget(connection: Connection) -> list[str]:
        ended = sessions.end(connection, id) + [token.id for token in tokens.of(connection, id)]
        tournaments.orphan(connection, id, club.clock())
        connection.execute(delete(looking).where(looking.c.person == id))
        connection.execute(delete(people_rows).where(people_rows.c.id == id))
        return ended

    await club.end_sessions(forget)
    sessions.give(request, None)
    return _me(club, None)


# --- who joins


@router.post("/invitations", **doc(wire.InvitationToClub, status=201))
async def invite(club: TheClub, person: Member) -> Response:
    """An invitation to the club, good for one person."""
    slip = await club.store.run(lambda connection: slips.write(connection, "invite", person.id, club.clock()))
    return answer(wire.InvitationToClub(slip), 201)


@house.get("/waiting", **doc(wire.PersonCard, many=True))
async def list_waiting(club: TheClub, me: Moderator, request: Request) -> Response:
    """Who waits to be let in."""
    told: Told = request.app.state.told
    await told.seen(me.id, "waiting")
    wanted = select(*people.COLUMNS).where(people_rows.c.role == "waiting").order_by(people_rows.c.created)
    waiting = await club.store.look(lambda connection: [people.person(row) for row in connection.execute(wanted)])
    return answer([card(person) for person in waiting])


@house.post("/people/{person}", **doc(wire.PersonCard, wire.RoleWish))
async def change_role(person: str, club: TheClub, me: Moderator, request: Request) -> Response:
    """Let somebody in, make him a moderator, or take his name back."""
    role = (await read(request, wire.RoleWish)).role
    if person == me.id:
        raise Problem("bad-request", detail("own-role"))

    def change(connection: Connection) -> Person:
        member = people.find(connection, person)
        if member is None or member.role == "guest":
            raise Problem("not-found", detail("no-person"))
        if role == "guest":
            return people.strip(connection, person)
        return people.change(connection, person, role=role)

    return answer(card(await club.store.run(change)))
