"""Talk at a table, and what is done about it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fastapi import APIRouter, Request, Response
from sqlalchemy.engine import Connection

from .. import problems
from ..club import seating, talk, wire
from ..club.people import Person
from ..club.sessions import Moderator, Somebody, TheClub, Who, club_of
from ..club.talk_wire import Block, DealWith, Report, ReportCard, Say, Talk
from ..problems import Problem, detail
from ..schema import doc
from .common import Called, Caller, Ours, answer, read

if TYPE_CHECKING:
    from ..club.told import Told

router = APIRouter(prefix="/api")


def _writer(caller: Caller, who: Person | None) -> str | None:
    """Whose words these are: of whom the seat is, or of who watches."""
    if caller.side is None:
        return who.id if who is not None else None
    return caller.table.seats[caller.side].person


def _may(caller: Caller, who: Person | None) -> bool:
    """Somebody has to be there who could listen: a person elsewhere; to watch and to write is for members."""
    if caller.side is None:
        return who is not None and who.member
    return any(caller.table.must_agree(caller.side, other) for other in caller.table.seats)


async def _talk(caller: Caller, who: Person | None, club: bool) -> Response:
    table = caller.table
    async with table.lock:
        ended = (await table.history()).table.outcome is not None
    me, may, where = _writer(caller, who), _may(caller, who), talk.places(caller.side, ended)
    now = table.tables.clock()

    def look(connection: Connection) -> Talk:
        open_ = may and not talk.closed(connection, table.id) and talk.silent(connection, me, now) is None
        return Talk(talk.heard(connection, table.id, where, me, caller.side), open_, club and me is not None)

    return answer(await table.tables.store.look(look))


@router.get("/tables/{table}/talk", **doc(Talk))
async def listen(caller: Called, who: Who, request: Request) -> Response:
    """What has been said where one may listen."""
    return await _talk(caller, who, club_of(request) is not None)


@router.post("/tables/{table}/talk", **doc(Talk, Say, 200))
async def say(caller: Called, who: Who, request: Request) -> Response:
    """Say something: a phrase, or words of one's own."""
    said = await read(request, Say)
    table, side = caller.table, caller.side
    if not _may(caller, who):
        raise Problem("silenced", detail("may-not-talk"))
    me = _writer(caller, who)
    await table.change_talk(
        lambda connection: talk.write(
            connection, table.id, "gallery" if side is None else "table", side or "", me, said, table.tables.clock()
        )
    )
    if side is not None and table.tables.on_talk is not None:
        table.tables.on_talk(table, side, said)
    return await _talk(caller, who, club_of(request) is not None)


@router.post("/tables/{table}/talk/reports", **doc(Talk, Report))
async def report(caller: Called, club: TheClub, person: Somebody, request: Request) -> Response:
    """Show a message to the moderators of the club."""
    said = await read(request, Report)
    async with caller.table.lock:
        ended = (await caller.table.history()).table.outcome is not None
    where = talk.places(caller.side, ended)
    await club.store.run(lambda connection: talk.report(connection, caller.table.id, person, said, where, club.clock()))
    told: Told = request.app.state.told
    why = talk.plain(said.why)
    await told.call_moderators("reports", problems.say("told-reported"), *([why] if why else []), but=person.id)
    return await _talk(caller, person, True)


async def _blocked(club: TheClub, person: Person) -> Response:
    def look(connection: Connection) -> list[wire.PersonCard]:
        return list(seating.names(connection, talk.blocked_by(connection, person)).values())

    return answer(await club.store.look(look))


@router.get("/me/blocks", **doc(wire.PersonCard, many=True))
async def list_blocks(club: TheClub, person: Somebody) -> Response:
    """Whom I do not want to hear."""
    return await _blocked(club, person)


@router.post("/me/blocks", **doc(wire.PersonCard, Block, many=True))
async def block(club: TheClub, person: Somebody, request: Request) -> Response:
    """I do not want to hear somebody: his messages are not shown to me, and he cannot challenge me by name."""
    other = (await read(request, Block)).person
    await club.store.run(lambda connection: talk.block(connection, person, other))
    return await _blocked(club, person)


@router.delete("/me/blocks/{person}", **doc(wire.PersonCard, many=True))
async def unblock(person: str, club: TheClub, me: Somebody) -> Response:
    await club.store.run(lambda connection: talk.unblock(connection, me, person))
    return await _blocked(club, me)


@router.get("/club/reports", **doc(ReportCard, many=True))
async def list_reports(club: TheClub, me: Moderator, request: Request) -> Response:
    """What waits for the moderators."""
    told: Told = request.app.state.told
    await told.seen(me.id, "reports")
    return answer(await club.store.look(lambda connection: talk.reported(connection, club.clock())))


@router.post("/club/reports/{report}", **doc(ReportCard, DealWith, many=True))
async def deal_with(report: str, club: TheClub, me: Moderator, tables: Ours, request: Request) -> Response:
    """Delete the message, silence who wrote it, close the talk of that table, or be done with it."""
    said = await read(request, DealWith)
    about = await club.store.run(lambda connection: talk.deal(connection, report, said.act, said.days, club.clock()))
    table = await tables.find(about)
    await table.change_talk(lambda connection: None)
    return await list_reports(club, me, request)
