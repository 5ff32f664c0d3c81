"""My tables: all tables somebody sits at, in one look."""

from __future__ import annotations

import hashlib
import math

from sqlalchemy import func, select, update
from sqlalchemy.engine import Connection

from ...engine import shapes
from ..status import away as holidays_of
from ..store import seats, tables
from . import clocks, seating, wire
from .clocks import ClockWish
from .lobby import fresh
from .people import Person
from .rows import challenges, status, terms
from .talk_rows import offers

MOST = 500
"""Tables of one list, the last changed first."""


def _hash(key: str) -> str:
    return hashlib.sha256(key.encode()).hexdigest()


def claim(connection: Connection, person: Person, held: dict[str, list[str]]) -> list[str]:
    """Seats that nobody has and whose keys somebody holds become his; returns at which tables."""
    claimed = []
    for table, keys in held.items():
        same = (seats.c.table_id == table) & seats.c.person.is_(None) & seats.c.hash.in_([_hash(key) for key in keys])
        if connection.execute(update(seats).where(same & (seats.c.hash != "")).values(person=person.id)).rowcount:
            claimed.append(table)
    return claimed


def unclaimed(connection: Connection, held: dict[str, list[str]]) -> bool:
    """Whether there is something to claim."""
    hashes = [_hash(key) for keys in held.values() for key in keys]
    same = seats.c.table_id.in_(list(held)) & seats.c.person.is_(None) & seats.c.hash.in_(hashes)
    return bool(held) and connection.execute(select(seats.c.side).where(same).limit(1)).first() is not None


def sides(connection: Connection, person: Person | None, held: dict[str, list[str]]) -> dict[str, list[str]]:
    """The sides somebody holds, by table: by his name and by keys."""
    seated: dict[str, list[str]] = {}
    if person is not None:
        rows = connection.execute(
            select(seats.c.table_id, seats.c.side).where(seats.c.person == person.id).order_by(seats.c.place)
        )
        for table, side in rows:
            seated.setdefault(table, []).append(side)
    if held:
        keys = {_hash(key) for given in held.values() for key in given}
        columns = select(seats.c.table_id, seats.c.side, seats.c.hash)
        for table, side, hash in connection.execute(columns.where(seats.c.table_id.in_(list(held))).order_by(seats.c.place)):
            if hash and hash in keys and side not in seated.get(table, ()):
                seated.setdefault(table, []).append(side)
    return seated


def missing(connection: Connection, ids: list[str]) -> list[str]:
    """Tables of which has never been noted how they stand."""
    known = set(connection.execute(select(status.c.table_id).where(status.c.table_id.in_(ids))).scalars())
    return [id for id in ids if id not in known]


def listed(connection: Connection, mine: dict[str, list[str]]) -> list[wire.MyTable]:
    """My turn first, the shortest time before the others; then those I wait for, then those that have ended; the last changed first."""
    joined = tables.join(status, status.c.table_id == tables.c.id).outerjoin(terms, terms.c.table_id == tables.c.id)
    columns = (
        tables.c.id, tables.c.game, tables.c.scenario, status.c.owing, status.c.heading, status.c.ended, status.c.winner,
        status.c.changed, status.c.clock, terms.c.clock.label("agreed"), terms.c.rated,
    )  # fmt: skip
    wanted = select(*columns).select_from(joined).where(tables.c.id.in_(list(mine)))
    rows = connection.execute(wanted.order_by(status.c.changed.desc()).limit(MOST)).all()
    sit = seating.at(connection, [row.id for row in rows])
    cards = []
    people = {seat.person.id for row in rows if row.clock for seat in sit.get(row.id, {}).values() if seat.person}
    away = holidays_of(connection, {id: id for id in people})
    paused = (offers.c.table_id.in_([row.id for row in rows])) & (offers.c.kind == "adjourn") & offers.c.agreed
    adjourned = set(connection.execute(select(offers.c.table_id).where(paused)).scalars())
    for row in rows:
        owing, own = row.owing.split(), mine[row.id]
        until = None
        if row.clock and row.agreed and not row.ended:
            agreed = shapes.read(row.agreed, ClockWish)
            free = {s: away.get(seat.person.id, ()) for s, seat in sit.get(row.id, {}).items() if seat.person}
            ends = {side: clocks.until(agreed, clock, free.get(side, ())) for side, clock in clocks.read(row.clock).items()}
            running = {side: end for side, end in ends.items() if end is not None}
            until = min((end for side, end in running.items() if side in own), default=min(running.values(), default=None))
        turn = not row.ended and row.id not in adjourned and any(side in own for side in owing)
        cards.append(
            wire.MyTable(
                row.id, row.game, row.scenario, own, sit.get(row.id, {}), row.heading, turn, bool(row.ended), row.winner, row.changed,
                until, bool(row.rated), row.id in adjourned,
            )
        )  # fmt: skip
    # Where it is my turn, that whose time runs out first.
    return sorted(cards, key=lambda it: (it.ended, not it.turn, it.until if it.turn and it.until is not None else math.inf))


def challenged(connection: Connection, person: Person | None, now: float) -> int:
    """How many have challenged somebody by name."""
    if person is None:
        return 0
    meant = (challenges.c.invited == person.id) & fresh(now)
    return int(connection.execute(select(func.count()).select_from(challenges).where(meant)).scalar() or 0)
