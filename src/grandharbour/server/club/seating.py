"""Who sits where, for lists of tables."""

from __future__ import annotations

from collections.abc import Iterable

from sqlalchemy import select
from sqlalchemy.engine import Connection

from ..store import seats
from . import wire
from .rows import people


def names(connection: Connection, ids: Iterable[str]) -> dict[str, wire.PersonCard]:
    """People as others see them, by their ids."""
    wanted = select(people.c.id, people.c.name, people.c.role).where(people.c.id.in_(set(ids)))
    return {id: wire.PersonCard(id, name, role) for id, name, role in connection.execute(wanted)}


def at(connection: Connection, tables: Iterable[str]) -> dict[str, dict[str, wire.SeatAt]]:
    """The seats of some tables, by table and side."""
    columns = (seats.c.table_id, seats.c.side, seats.c.kind, seats.c.player, seats.c.person, seats.c.joined)
    rows = connection.execute(select(*columns).where(seats.c.table_id.in_(list(tables))).order_by(seats.c.place)).all()
    known = names(connection, (row.person for row in rows if row.person))
    seated: dict[str, dict[str, wire.SeatAt]] = {}
    for table, side, kind, player, person, joined in rows:
        seated.setdefault(table, {})[side] = wire.SeatAt(kind, player or "", known.get(person or ""), bool(joined))
    return seated
