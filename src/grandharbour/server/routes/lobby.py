"""My tables, the lobby, holidays, and standing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fastapi import APIRouter, Request, Response
from sqlalchemy import delete, insert, select
from sqlalchemy.engine import Connection

from ...engine.game import UnknownName
from .. import pages
from .. import wire as tables_wire
from ..club import lobby, mine, people, seating, standing, wire
from ..club.house import Club
from ..club.people import Person
from ..club.rows import holidays, terms
from ..club.sessions import Insider, Member, Somebody, TheClub, Who, club_of
from ..problems import Problem, detail, say
from ..schema import doc
from ..seats import MINE
from ..status import Terms
from ..store import seats as seat_rows
from ..tables import find_game
from .common import Called, Ours, answer, read

if TYPE_CHECKING:
    from ..club.told import Told

router = APIRouter(prefix="/api")
MOST_HELD = 200
MOST_KEYS = 4 * MOST_HELD
"""A browser may hold both sides of a table; PostgreSQL is asked about 65,535 things at most."""
YEAR, MOST_AWAY = 365 * 86_400.0, 60 * 86_400.0
"""So many seconds of holidays a year, all of them together: nobody holds a game up for ever."""
MOST_HOLIDAYS = 30


# --- my tables


@router.post("/my/tables", **doc(wire.MyTables, wire.Held))
async def my_tables(request: Request, tables: Ours, who: Who) -> Response:
    """All tables somebody sits at: by who he is, and by the keys his browser holds. In a club, seats that are nobody's become his."""
    held = (await read(request, wire.Held)).held
    if len(held) > MOST_HELD or sum(len(keys) for keys in held.values()) > MOST_KEYS:
        raise Problem("too-large", detail("at-most", most=MOST_HELD))
    held = {table: [key for key in keys if not key.startswith(MINE)] for table, keys in held.items()}
    club, store = club_of(request), tables.store
    if club is not None and who is not None and await store.look(lambda connection: mine.unclaimed(connection, held)):
        await club.change_seats(lambda connection: mine.claim(connection, who, held))

    def look(connection: Connection) -> tuple[dict[str, list[str]], list[str]]:
        sides = mine.sides(connection, who, held)
        return sides, mine.missing(connection, list(sides))

    sides, missing = await store.look(look)
    if club is not None:
        await _note_here(club, who)
    for table in missing:  # of an earlier version: once
        await (await tables.find(table)).note_standing()
    listed, challenged = await store.look(lambda c: (mine.listed(c, sides), mine.challenged(c, who, tables.clock())))
    return answer(wire.MyTables(tables.clock(), listed, challenged))


@router.post("/tables/{table}/rematch", **doc(tables_wire.TableOpened, status=201))
async def rematch(caller: Called, tables: Ours) -> Response:
    """The same game again with the sides changed, after the end; who asks second sits down at the same table."""
    return answer(await tables.rematch(caller.table, caller.held()), 201)


# --- the lobby


@router.get("/lobby", **doc(wire.Lobby))
async def read_lobby(club: TheClub, who: Who) -> Response:
    """What is to be played and to be seen."""
    open_ = club.joining == "open" or (who is not None and who.member)

    def look(connection: Connection) -> wire.Lobby:
        return wire.Lobby(
            club.clock(), lobby.listed(connection, who, club.clock()) if open_ else [], lobby.running(connection) if open_ else []
        )

    await _note_here(club, who)
    return answer(await club.store.look(look))


async def _note_here(club: Club, who: Person | None) -> None:
    """Who offers a live game is here as long as he asks for anything that pages ask for now and then."""
    now = club.clock()
    if who is not None and await club.store.look(lambda connection: lobby.waits(connection, who.id, now)):
        await club.store.run(lambda connection: lobby.note_here(connection, who.id, now))


def _may_play(club: TheClub, person: Person) -> None:
    if club.joining != "open" and not person.member:
        raise Problem("members-only", detail("for-members"))


@router.post("/lobby/challenges", **doc(wire.ChallengeCard, wire.ChallengeWish, 201))
async def challenge(club: TheClub, person: Somebody, request: Request) -> Response:
    """Say what one would like to play."""
    wish = await read(request, wire.ChallengeWish)
    _may_play(club, person)
    rules = find_game(wish.game)
    pages.check_scenario(rules, wish.scenario)
    wish.clock.checked()
    if wish.side and wish.side not in {side.id for side in rules.sides}:
        raise Problem("bad-request", detail("none-of", what="side", said=wish.side, known=", ".join(s.id for s in rules.sides)))
    if wish.rated and not person.member:
        raise Problem("members-only", detail("for-members"))
    if wish.rated and wish.clock.flag != "loss":
        raise Problem("bad-option", detail("rated-flag"))
    try:
        options = rules.check_options(wish.options)
    except UnknownName as error:
        raise Problem("bad-option", detail("as-said", words=str(error))) from None

    def make(connection: Connection) -> wire.ChallengeCard:
        return lobby.find(connection, lobby.make(connection, person, wish, options, club.clock()), club.clock())

    made = await club.store.run(make)
    if made.invited is not None:
        from ..club.told import Words, terms_of  # what it needs is not installed where nobody runs a club

        told: Told = request.app.state.told
        title = say(
            "told-challenge", name=seating.called(made.person), game=rules.title, known="yes" if made.person.name else "no"
        )
        await told.note(made.invited.id, "challenge", made.id, Words(title, terms_of(made), "/lobby"))
    return answer(made, 201)


@router.get("/lobby/challenges/{id}", **doc(wire.ChallengeCard))
async def read_challenge(id: str, club: TheClub) -> Response:
    """A challenge one has the link of."""
    return answer(await club.store.look(lambda connection: lobby.find(connection, id, club.clock())))


@router.delete("/lobby/challenges/{id}", **doc(wire.Lobby))
async def withdraw(id: str, club: TheClub, person: Somebody, request: Request) -> Response:
    """Take a challenge back, or decline one that was meant for oneself."""
    told: Told = request.app.state.told
    offer = await club.store.look(lambda connection: lobby.find(connection, id, club.clock()))
    await club.store.run(lambda connection: lobby.withdraw(connection, id, person))
    if offer.invited is not None:
        await told.seen(offer.invited.id, id)
    if offer.invited is not None and offer.invited.id == person.id:
        from ..club.told import Words, terms_of

        title = say("told-declined", name=seating.called(offer.invited), game=find_game(offer.game).title)
        await told.note(offer.person.id, "challenge", id, Words(title, terms_of(offer)[:1], "/lobby"))
    return await read_lobby(club, person)


@router.post("/lobby/challenges/{id}/accept", **doc(wire.Accepted, status=201))
async def accept(id: str, club: TheClub, person: Somebody, tables: Ours, request: Request) -> Response:
    """Accept a challenge: the game begins."""
    _may_play(club, person)
    offer = await club.store.look(lambda connection: lobby.find(connection, id, club.clock(), person))
    lobby.check(offer, person)
    if not await club.store.look(lambda connection: lobby.around(connection, offer, club.clock())):
        raise Problem("stale", detail("challenger-away"))
    theirs, own = lobby.sides(offer, [side.id for side in find_game(offer.game).sides])
    agreed = Terms(offer.clock, offer.rated)
    players = {theirs: offer.person.id, own: person.id}
    table = await tables.open_for(
        offer.game, offer.scenario, offer.options, players, agreed, lambda connection: lobby.take(connection, id)
    )
    told: Told = request.app.state.told
    await told.seen(person.id, id)
    await told.begun(await tables.find(table), theirs)
    return answer(wire.Accepted(table, own), 201)


# --- holidays


@router.get("/me/holidays", **doc(wire.Holiday, many=True))
async def list_holidays(club: TheClub, person: Somebody) -> Response:
    wanted = select(holidays.c.id, holidays.c.starts, holidays.c.ends).where(holidays.c.person == person.id)
    rows = await club.store.look(lambda connection: connection.execute(wanted.order_by(holidays.c.starts)).all())
    return answer([wire.Holiday(*row) for row in rows])


@router.post("/me/holidays", **doc(wire.Holiday, wire.HolidayWish, many=True))
async def go_on_holiday(club: TheClub, person: Member, request: Request) -> Response:
    """Days on which one's correspondence clocks stand. They begin now or later, and do not overlap."""
    wish = await read(request, wire.HolidayWish)
    starts = max(wish.starts, club.clock())
    bad = Problem("bad-option", detail("bad-holiday"))
    if not 0 < wish.ends - starts <= MOST_AWAY:
        raise bad

    def note(connection: Connection) -> list[str]:
        # What lies within a year before or after this one.
        near = (holidays.c.ends > wish.ends - YEAR) & (holidays.c.starts < starts + YEAR)
        known = connection.execute(
            select(holidays.c.starts, holidays.c.ends).where((holidays.c.person == person.id) & near)
        ).all()
        away = sum(min(end, starts + YEAR) - max(begin, wish.ends - YEAR) for begin, end in known) + wish.ends - starts
        if len(known) >= MOST_HOLIDAYS or away > MOST_AWAY or any(starts < end and begin < wish.ends for begin, end in known):
            raise bad
        connection.execute(insert(holidays).values(id=people.new_id(), person=person.id, starts=starts, ends=wish.ends))
        return _timed(connection, person)

    await club.change_seats(note)
    return await list_holidays(club, person)


@router.delete("/me/holidays/{id}", **doc(wire.Holiday, many=True))
async def come_back(id: str, club: TheClub, person: Member) -> Response:
    """A holiday that does not take place; one that has begun ends now."""
    now = club.clock()

    def note(connection: Connection) -> list[str]:
        mine_ = (holidays.c.person == person.id) & (holidays.c.id == id)
        connection.execute(holidays.update().where(mine_ & (holidays.c.starts < now) & (holidays.c.ends > now)).values(ends=now))
        connection.execute(delete(holidays).where(mine_ & (holidays.c.starts >= now)))
        return _timed(connection, person)

    await club.change_seats(note)
    return await list_holidays(club, person)


def _timed(connection: Connection, person: Person) -> list[str]:
    """The tables of a person where something was agreed about time."""
    joined = seat_rows.join(terms, terms.c.table_id == seat_rows.c.table_id)
    wanted = select(seat_rows.c.table_id).select_from(joined).where(seat_rows.c.person == person.id).distinct()
    return list(connection.execute(wanted).scalars())


# --- standing


@router.get("/standing/{game}", **doc(wire.Ranked, many=True))
async def ranking(game: str, club: TheClub, _: Insider) -> Response:
    """The members by their strength at a game."""
    find_game(game)
    return answer(await club.store.look(lambda connection: standing.ranked(connection, game)))


@router.get("/people/{person}/standing", **doc(wire.Standing))
async def read_standing(person: str, club: TheClub, _: Insider) -> Response:
    """A person's ratings and the games behind them."""

    def look(connection: Connection) -> wire.Standing:
        known = seating.names(connection, [person])
        if person not in known:
            raise Problem("not-found", detail("no-person"))
        return standing.of(connection, known[person], club.clock())

    return answer(await club.store.look(look))
