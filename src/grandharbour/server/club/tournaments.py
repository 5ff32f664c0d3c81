"""Tournaments: who joins, whom each meets, how they stand. Rounds follow each other by themselves: when the last game of one has ended
the next is paired and its tables are opened. Whoever does not come loses by his clock."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING, Any

import msgspec
from sqlalchemy import delete, func, insert, select, update
from sqlalchemy.engine import Connection

from ...engine import shapes
from ..problems import Problem, detail
from ..seats import new_table_id
from ..status import Terms
from ..store import Move, Refused, seats
from ..tables import Tables, find_game
from . import people, seating, standing, wire
from .clocks import ClockWish
from .house import Club
from .pairing import Game, knock_out, round_robin, rounds_of, standings, swiss
from .people import Person
from .rows import entries, pairings, status, tournaments
from .rows import people as people_rows

if TYPE_CHECKING:
    from .told import Told

_log = logging.getLogger("grandharbour.tournaments")
MOST_PLAYERS = 128
MOST_MADE = 3
"""Tournaments of one person that have not ended."""
LONGEST_NAME = 60
SHOWN = 100


# --- reading


def _row(connection: Connection, id: str) -> Any:
    row = connection.execute(select(tournaments).where(tournaments.c.id == id)).first()
    if row is None:
        raise Problem("not-found", detail("no-tournament"))
    return row


def _card(row: Any, players: int, by: wire.PersonCard | None) -> wire.TournamentCard:
    return wire.TournamentCard(
        row.id, row.name, by, row.kind, row.game, row.scenario, msgspec.json.decode(row.options),
        shapes.read(row.clock, ClockWish), bool(row.rated), bool(row.programs), row.rounds, row.round, row.state, players,
        row.created,
    )  # fmt: skip


def listed(connection: Connection) -> list[wire.TournamentCard]:
    """Those one can join first, then those under way, then those that are over; the newest first."""
    rows = connection.execute(select(tournaments).order_by(tournaments.c.changed.desc()).limit(SHOWN)).all()
    count = select(entries.c.tournament, func.count().label("n")).group_by(entries.c.tournament)
    players = {row.tournament: row.n for row in connection.execute(count)}
    known = seating.names(connection, (row.person for row in rows))
    order = {"open": 0, "running": 1}
    cards = [_card(row, players.get(row.id, 0), known.get(row.person)) for row in rows]
    return sorted(cards, key=lambda card: order.get(card.state, 2))


def _entered(connection: Connection, id: str) -> list[Any]:
    return list(
        connection.execute(select(entries).where(entries.c.tournament == id).order_by(entries.c.seed, entries.c.joined)).all()
    )


def _paired(connection: Connection, id: str) -> list[Any]:
    return list(
        connection.execute(select(pairings).where(pairings.c.tournament == id).order_by(pairings.c.round, pairings.c.n)).all()
    )


def _games(entered: list[Any], rows: list[Any]) -> list[Game]:
    seed = {row.person: n for n, row in enumerate(entered)}
    return [Game(row.round, seed[row.one], seed[row.two] if row.two else None, row.result) for row in rows]


def read(connection: Connection, id: str) -> wire.Tournament:
    """All about a tournament: its players by how they stand, and its rounds."""
    row, entered, paired = _row(connection, id), _entered(connection, id), _paired(connection, id)
    known = seating.names(connection, [row.person, *(it.person for it in entered)])
    strong = standing.of_all(connection, [it.person for it in entered])
    gone = wire.PersonCard("", "", "guest")
    lines = [
        wire.TournamentLine(
            place, known.get(entered[line.player].person, gone), entered[line.player].person,
            strong.get((entered[line.player].person, row.game)), bool(entered[line.player].withdrawn), line.score, line.buchholz,
            line.berger, line.won,
        )
        for place, line in enumerate(standings(row.kind, len(entered), _games(entered, paired)), 1)
    ]  # fmt: skip
    games = [wire.TournamentGame(it.round, it.one, it.two, it.table_id, it.result) for it in paired]
    return wire.Tournament(_card(row, len(entered), known.get(row.person)), lines, games)


# --- making, joining, leaving


def make(connection: Connection, person: Person, wish: wire.TournamentWish, options: dict[str, bool | str], now: float) -> str:
    name = " ".join(wish.name.split())
    if not name or len(name) > LONGEST_NAME:
        raise Problem("bad-name", detail("no-tournament-name", most=LONGEST_NAME))
    own = (tournaments.c.person == person.id) & tournaments.c.state.in_(("open", "running"))
    if (connection.execute(select(func.count()).select_from(tournaments).where(own)).scalar() or 0) >= MOST_MADE:
        raise Problem("too-many", detail("at-most", most=MOST_MADE))
    id = people.new_id()
    connection.execute(
        insert(tournaments).values(
            id=id, name=name, person=person.id, kind=wish.kind, game=wish.game, scenario=wish.scenario,
            options=msgspec.json.encode(options).decode(), clock=msgspec.json.encode(wish.clock).decode(), rated=wish.rated,
            programs=wish.programs, rounds=wish.rounds, round=0, state="open", created=now, changed=now,
        )
    )  # fmt: skip
    return id


def join(connection: Connection, id: str, person: Person, now: float) -> None:
    row = _row(connection, id)
    entered = _entered(connection, id)
    if any(it.person == person.id for it in entered):
        return
    if row.state != "open":
        raise Problem("stale", detail("tournament-begun"))
    if person.program and not row.programs:
        raise Problem("members-only", detail("no-programs"))
    if len(entered) >= MOST_PLAYERS:
        raise Problem("too-many", detail("at-most", most=MOST_PLAYERS))
    connection.execute(insert(entries).values(tournament=id, person=person.id, seed=0, withdrawn=False, joined=now))


def withdraw(connection: Connection, id: str, person: str) -> list[str]:
    """Somebody plays no more; before it has begun he was never there. Returns the tables where he gives up."""
    row = _row(connection, id)
    own = (entries.c.tournament == id) & (entries.c.person == person)
    if row.state == "open":
        connection.execute(delete(entries).where(own))
    if row.state != "running":
        return []
    connection.execute(update(entries).where(own).values(withdrawn=True))
    mine = (pairings.c.tournament == id) & (pairings.c.result == "") & ((pairings.c.one == person) | (pairings.c.two == person))
    return [table for (table,) in connection.execute(select(pairings.c.table_id).where(mine)) if table]


def entered(connection: Connection, person: str) -> list[str]:
    """The tournaments somebody plays in, or will."""
    joined = entries.join(tournaments, tournaments.c.id == entries.c.tournament)
    on = (entries.c.person == person) & ~entries.c.withdrawn & tournaments.c.state.in_(("open", "running"))
    return list(connection.execute(select(entries.c.tournament).select_from(joined).where(on)).scalars())


def orphan(connection: Connection, person: str, now: float) -> None:
    """Who made them is gone: what has not begun does not take place, what has goes on by itself."""
    his = (tournaments.c.person == person) & (tournaments.c.state == "open")
    connection.execute(update(tournaments).where(his).values(state="cancelled", changed=now))


def _ours(row: Any, person: Person) -> None:
    if row.person != person.id and not person.moderator:
        raise Problem("members-only", detail("not-your-tournament"))


def cancel(connection: Connection, id: str, person: Person, now: float) -> None:
    """It does not take place, or goes no further. Games under way are played on, for themselves."""
    row = _row(connection, id)
    _ours(row, person)
    if row.state in ("open", "running"):
        connection.execute(update(tournaments).where(tournaments.c.id == id).values(state="cancelled", changed=now))


def begin(connection: Connection, id: str, person: Person, now: float) -> None:
    """Nobody joins any more; the seeding goes by rating, then by who came first. The first round is paired by ``advance``."""
    row = _row(connection, id)
    _ours(row, person)
    if row.state != "open":
        raise Problem("stale", detail("tournament-begun"))
    entered = _entered(connection, id)
    if len(entered) < 2:
        raise Problem("bad-option", detail("too-few"))
    strong = standing.of_all(connection, [it.person for it in entered])
    entered.sort(key=lambda it: (-strong.get((it.person, row.game), 1500), it.joined))
    for seed, it in enumerate(entered):
        connection.execute(
            update(entries).where((entries.c.tournament == id) & (entries.c.person == it.person)).values(seed=seed)
        )
    rounds = rounds_of(row.kind, len(entered), row.rounds)
    changed = update(tournaments).where((tournaments.c.id == id) & (tournaments.c.state == "open"))
    connection.execute(changed.values(state="running", rounds=rounds, changed=now))


# --- rounds


def advance(connection: Connection, id: str, now: float) -> None:
    """Note what has ended; pair the next round when the last game of this one has, or end. Two servers at once: the rows decide."""
    row = _row(connection, id)
    if row.state != "running":
        return
    _note_results(connection, id)
    entered, paired = _entered(connection, id), _paired(connection, id)
    present = set(
        connection.execute(select(people_rows.c.id).where(people_rows.c.id.in_([it.person for it in entered]))).scalars()
    )
    out = {n for n, it in enumerate(entered) if it.withdrawn or it.person not in present}
    this = [it for it in paired if it.round == row.round]
    if any(it.two and not it.result for it in this):
        return
    games = _games(entered, paired)
    if row.kind == "knock-out" and (again := _replays(this, games, row.round)):
        _insert(
            connection,
            id,
            row.round,
            max(it.n for it in this) + 1,
            [(_id(entered, b), _id(entered, a)) for a, b in again],
            out,
            entered,
        )
        return
    round = row.round + 1
    staying = [n for n in range(len(entered)) if n not in out]
    if round > row.rounds or len(staying) < 2:
        connection.execute(update(tournaments).where(tournaments.c.id == id).values(state="ended", changed=now))
        return
    if row.kind == "round-robin":
        pairs = round_robin(len(entered), round)
    elif row.kind == "swiss":
        pairs = swiss(staying, games)
    else:
        pairs = knock_out(len(entered), round, games) or []
    _insert(connection, id, round, 0, [(_id(entered, a), None if b is None else _id(entered, b)) for a, b in pairs], out, entered)
    connection.execute(update(tournaments).where(tournaments.c.id == id).values(round=round, changed=now))


def _id(entered: list[Any], seed: int) -> str:
    return str(entered[seed].person)


def _insert(
    connection: Connection,
    id: str,
    round: int,
    first: int,
    pairs: list[tuple[str, str | None]],
    out: set[int],
    entered: list[Any],
) -> None:
    """A round. Against somebody who has withdrawn one wins without playing."""
    gone = {entered[n].person for n in out}
    for n, (one, two) in enumerate(pairs, first):
        result = "" if two is None or not {one, two} & gone else "two" if one in gone and two not in gone else "one"
        connection.execute(
            insert(pairings).values(tournament=id, round=round, n=n, one=one, two=two, table_id=None, result=result)
        )


def _replays(this: list[Any], games: list[Game], round: int) -> list[tuple[int, int]]:
    """In a knock-out two who drew play again, with the sides changed, until one of them has won."""
    now = [game for game in games if game.round == round and game.two is not None]
    decided = {frozenset((game.one, game.two)) for game in now if game.result in ("one", "two")}
    last = {frozenset((game.one, game.two)): game for game in now}
    return [(game.one, game.two) for pair, game in last.items() if pair not in decided and game.two is not None]


def _note_results(connection: Connection, id: str) -> None:
    joined = pairings.join(status, status.c.table_id == pairings.c.table_id)
    wanted = select(pairings.c.round, pairings.c.n, pairings.c.one, pairings.c.two, pairings.c.table_id, status.c.winner)
    open_ = (pairings.c.tournament == id) & (pairings.c.result == "") & status.c.ended
    for it in connection.execute(wanted.select_from(joined).where(open_)).all():
        row = _row(connection, id)
        first = find_game(row.game).sides[0].id
        sat = (seats.c.table_id == it.table_id) & (seats.c.side == it.winner)
        who = connection.execute(select(seats.c.person).where(sat)).scalar()
        # An auction may have exchanged the sides; a seat that the computer took in the end is nobody's, and stays where it was dealt.
        one = who == it.one if who in (it.one, it.two) else it.winner == first
        result = "draw" if not it.winner else "one" if one else "two"
        same = (pairings.c.tournament == id) & (pairings.c.round == it.round) & (pairings.c.n == it.n)
        connection.execute(update(pairings).where(same).values(result=result))


def due(connection: Connection) -> list[str]:
    """Tournaments where something is to be done: a game has ended, has no table yet, or none is left of the round."""
    waiting = []
    for id in connection.execute(select(tournaments.c.id).where(tournaments.c.state == "running")).scalars().all():
        joined = pairings.outerjoin(status, status.c.table_id == pairings.c.table_id)
        open_ = (pairings.c.tournament == id) & (pairings.c.result == "") & pairings.c.two.is_not(None)
        rows = connection.execute(select(pairings.c.table_id, status.c.ended).select_from(joined).where(open_)).all()
        if not rows or any(row.table_id is None or row.ended for row in rows):
            waiting.append(id)
    return waiting


def unopened(connection: Connection, id: str) -> tuple[Any, list[Any]]:
    """The games of a tournament that have no table yet."""
    free = (pairings.c.tournament == id) & pairings.c.table_id.is_(None) & pairings.c.two.is_not(None) & (pairings.c.result == "")
    return _row(connection, id), list(connection.execute(select(pairings).where(free)).all())


class Director:
    """Lets tournaments go on. Every server has one; what two of them do at once is done once."""

    def __init__(self, club: Club, tables: Tables) -> None:
        self.club = club
        self.tables = tables
        self._lock = asyncio.Lock()
        self.told: Told | None = None
        """Who has to begin is told."""

    async def round(self) -> None:
        """Look at all that run; called by the keeper."""
        for id in await self.club.store.look(due):
            await self.go_on(id)

    async def go_on(self, id: str) -> None:
        store = self.club.store
        async with self._lock:
            try:
                await store.run(lambda connection: advance(connection, id, self.club.clock()))
            except Refused:
                return  # another server was faster
            row, games = await store.look(lambda connection: unopened(connection, id))
            if row.state == "running":
                for game in games:
                    await self._open(row, game)

    async def _open(self, row: Any, game: Any) -> None:
        """A table for a game, once."""
        table = new_table_id()
        first, second = (side.id for side in find_game(row.game).sides)

        def link(connection: Connection) -> None:
            same = (pairings.c.tournament == row.id) & (pairings.c.round == game.round) & (pairings.c.n == game.n)
            if not connection.execute(
                update(pairings).where(same & pairings.c.table_id.is_(None)).values(table_id=table)
            ).rowcount:
                raise LookupError(table)

        terms = Terms(shapes.read(row.clock, ClockWish), bool(row.rated), row.id)
        try:
            await self.tables.open_for(
                row.game,
                row.scenario,
                msgspec.json.decode(row.options),
                {first: game.one, second: game.two},
                terms,
                link,
                table,
            )
        except Problem as problem:
            _log.info("a game of tournament %s has been opened elsewhere: %s", row.id, problem)
            return
        begun = await self.tables.find(table)
        if self.told is not None:
            for side in (first, second):
                await self.told.begun(begun, side)

    async def withdraw(self, id: str, person: str) -> None:
        """Somebody leaves: he gives up what he plays there."""
        for table in await self.club.store.run(lambda connection: withdraw(connection, id, person)):
            await give_up(self.tables, table, person)
        await self.go_on(id)


async def give_up(tables: Tables, table: str, person: str) -> None:
    """Somebody resigns, if there is still something to resign."""
    running = await tables.find(table)
    for side in await running.sides_of(person):
        try:
            await running.act(Move("resign", side), None)
        except Problem as problem:
            _log.info("nothing to give up at %s: %s", table, problem)
