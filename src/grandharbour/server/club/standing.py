"""Standing: how strong people are at each game, by games that counted. Against the computer it is kept apart."""

from __future__ import annotations

from collections.abc import Iterable

from sqlalchemy import insert, select, update
from sqlalchemy import text as statement
from sqlalchemy.engine import Connection

from ..status import AGAIN
from ..store import moves, seats, tables
from . import seating, wire
from .glicko import Strength, after, rested
from .rows import people, ratings, results, status, terms

SURE = 110.0
"""Above this deviation a rating is a guess."""
SHOWN = 100
CLICKS = ("choice", "chain", "script", "order")
"""What somebody does who plays."""
COMPUTERS = {"random": 900.0, "greedy": 1300.0, "search:cadet": 1500.0, "search:captain": 1700.0, "search:admiral": 1850.0}
"""What the computer's levels count as; they do not change by being played against. Set by hand in the order of strength: what they are worth
against people nobody has measured."""


def of_all(connection: Connection, ids: Iterable[str]) -> dict[tuple[str, str], int]:
    """The ratings of some people against people, by person and game."""
    same = ratings.c.person.in_(set(ids)) & (ratings.c.against == "people")
    rows = connection.execute(select(ratings.c.person, ratings.c.game, ratings.c.rating).where(same))
    return {(person, game): round(rating) for person, game, rating in rows}


def strength(connection: Connection, person: str, game: str, against: str, now: float) -> tuple[Strength, int]:
    """How strong somebody is now, and after how many games."""
    same = (ratings.c.person == person) & (ratings.c.game == game) & (ratings.c.against == against)
    row = connection.execute(select(ratings).where(same)).first()
    if row is None:
        return Strength(), 0
    return rested(Strength(row.rating, row.deviation, row.volatility), now - row.at), row.games


_KEEP = statement(
    "INSERT INTO ratings (person, game, against, rating, deviation, volatility, games, at) "
    "VALUES (:person, :game, :against, :rating, :deviation, :volatility, :games, :at) "
    "ON CONFLICT (person, game, against) DO UPDATE SET rating = excluded.rating, deviation = excluded.deviation, "
    "volatility = excluded.volatility, games = excluded.games, at = excluded.at"
)


def settle(connection: Connection, table: str, now: float) -> bool:
    """Count the result of a rated game that has ended, once. Two servers that try it at once: one of them does it."""
    ours = (terms.c.table_id == table) & terms.c.rated & ~terms.c.settled
    if not connection.execute(update(terms).where(ours).values(settled=True)).rowcount:
        return False
    joined = status.join(tables, tables.c.id == status.c.table_id)
    row = connection.execute(select(tables.c.game, status.c.winner).select_from(joined).where(status.c.table_id == table)).first()
    assert row is not None
    game, winner = row
    sat = connection.execute(
        select(seats.c.side, seats.c.kind, seats.c.player, seats.c.person).where(seats.c.table_id == table)
    ).all()
    if len(sat) != 2 or _unasked(connection, table, winner):
        return False
    people_here = [seat for seat in sat if seat.person]
    computers = [seat for seat in sat if seat.kind == "computer"]
    if (
        len(people_here) + len(computers) != 2
        or not people_here
        or len({seat.person for seat in people_here}) != len(people_here)
    ):
        return False
    # Two games of somebody that end at once are counted one after the other, whatever servers do it; who is gone counts no more.
    known = select(people.c.id).where(people.c.id.in_([seat.person for seat in people_here])).order_by(people.c.id)
    if len(connection.execute(known.with_for_update(key_share=True)).all()) != len(people_here):
        return False
    programs = seating.names(connection, (seat.person for seat in people_here))
    against = "computer" if computers or any(it.program for it in programs.values()) else "people"
    before = {seat.side: strength(connection, seat.person, game, against, now) for seat in people_here}
    for seat in people_here:
        other = next(it for it in sat if it.side != seat.side)
        theirs = before[other.side][0] if other.person else Strength(COMPUTERS.get(other.player or "", 1500.0), 50.0)
        score = 0.5 if not winner else 1.0 if winner == seat.side else 0.0
        own, games = before[seat.side]
        new = after(own, [(theirs, score)])
        connection.execute(
            _KEEP,
            {
                "person": seat.person, "game": game, "against": against, "rating": new.rating, "deviation": new.deviation,
                "volatility": new.volatility, "games": games + 1, "at": now,
            },
        )  # fmt: skip
        connection.execute(
            insert(results).values(
                table_id=table, side=seat.side, person=seat.person, game=game, against=against,
                opponent=other.person or other.player or "", score=score, rating=new.rating, deviation=new.deviation, at=now,
            )
        )  # fmt: skip
    return True


def _unasked(connection: Connection, table: str, winner: str) -> bool:
    """Whether this is a rematch that the loser has not asked for, and where he has done nothing: nobody wins by asking."""
    event = connection.execute(select(terms.c.event).where(terms.c.table_id == table)).scalar() or ""
    if not winner or not event.startswith(AGAIN) or event == AGAIN + winner:
        return False
    own = (moves.c.table_id == table) & (moves.c.side == event.removeprefix(AGAIN)) & moves.c.kind.in_(CLICKS)
    return connection.execute(select(moves.c.n).where(own).limit(1)).first() is None


def unsettled(connection: Connection) -> list[str]:
    """Rated games that have ended and have not been counted."""
    joined = terms.join(status, status.c.table_id == terms.c.table_id)
    wanted = select(terms.c.table_id).select_from(joined).where(terms.c.rated & ~terms.c.settled & status.c.ended)
    return list(connection.execute(wanted.limit(100)).scalars())


def of(connection: Connection, person: wire.PersonCard, now: float) -> wire.Standing:
    """A person's ratings and the games behind them, the newest first."""
    rows = connection.execute(select(ratings).where(ratings.c.person == person.id).order_by(ratings.c.game)).all()
    cards = []
    for row in rows:
        own = rested(Strength(row.rating, row.deviation, row.volatility), now - row.at)
        sure = own.deviation <= SURE
        cards.append(wire.RatingCard(row.game, row.against, round(own.rating), round(own.deviation), row.games, sure))
    played = connection.execute(
        select(results).where(results.c.person == person.id).order_by(results.c.at.desc(), results.c.table_id).limit(500)
    ).all()
    names = seating.names(connection, (row.opponent for row in played))
    return wire.Standing(
        person, cards,
        [
            wire.Result(
                row.table_id, row.game, row.side, row.against,
                seating.called(names[row.opponent]) if row.opponent in names else "" if row.against == "people" else row.opponent,
                row.score, round(row.rating), round(row.deviation), row.at,
            )
            for row in played
        ],
    )  # fmt: skip


def ranked(connection: Connection, game: str) -> list[wire.Ranked]:
    """The members by their strength at a game, against people."""
    joined = ratings.join(people, people.c.id == ratings.c.person)
    same = (ratings.c.game == game) & (ratings.c.against == "people")
    rows = connection.execute(
        select(ratings, people.c.name, people.c.role, people.c.program)
        .select_from(joined)
        .where(same)
        .order_by(ratings.c.rating.desc())
        .limit(SHOWN)
    ).all()
    return [
        wire.Ranked(
            n,
            wire.PersonCard(row.person, row.name, row.role, bool(row.program)),
            round(row.rating),
            round(row.deviation),
            row.games,
        )
        for n, row in enumerate(rows, 1)
    ]
