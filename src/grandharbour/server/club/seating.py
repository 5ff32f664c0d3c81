"""Who sits where, for lists of tables."""

from __future__ import annotations

from collections.abc import Iterable

from sqlalchemy import select
from sqlalchemy.engine import Connection

from ..problems import say
from ..store import seats
from . import wire
from .people import Person
from .rows import people


def names(connection: Connection, ids: Iterable[str]) -> dict[str, wire.PersonCard]:
    """People as others see them, by their ids."""
    wanted = select(people.c.id, people.c.name, people.c.role, people.c.program).where(people.c.id.in_(set(ids)))
    return {id: wire.PersonCard(id, name, role, bool(program)) for id, name, role, program in connection.execute(wanted)}


def called(card: wire.PersonCard | Person) -> str:
    """A name as it is written in a sentence: that of a program says so."""
    return say("program-named", name=card.name) if card.program and card.name else card.name


def at(connection: Connection, tables: Iterable[str]) -> dict[str, dict[str, wire.SeatAt]]:
    """The seats of some tables, by table and side."""
    columns = (seats.c.table_id, seats.c.side, seats.c.kind, seats.c.player, seats.c.person, seats.c.joined)
    rows = connection.execute(select(*columns).where(seats.c.table_id.in_(list(tables))).order_by(seats.c.place)).all()
    known = names(connection, (row.person for row in rows if row.person))
    seated: dict[str, dict[str, wire.SeatAt]] = {}
    for table, side, kind, player, person, joined in rows:
        seated.setdefault(table, {})[side] = wire.SeatAt(kind, player or "", known.get(person or ""), bool(joined))
    return seated
