"""How a table stands, in a few words that are stored beside it: whom it waits for, how far it is, when its clocks run out.

Lists of tables read this row instead of replaying games. It is written with the move that changes it, and only then.
"""

from __future__ import annotations

import msgspec
from sqlalchemy import delete, exists, insert, select
from sqlalchemy import text as statement
from sqlalchemy.engine import Connection

from ..engine import shapes
from .club import clocks
from .club.clocks import Clock, ClockWish
from .club.rows import holidays, status, terms
from .club.talk_rows import warnings
from .history import History

AGAIN = "again."


class Terms(msgspec.Struct, frozen=True):
    """What was agreed before a game: its clock, and whether it counts."""

    clock: ClockWish = ClockWish()
    rated: bool = False
    event: str = ""
    """The tournament it belongs to; or who has not asked for this rematch, after ``AGAIN``."""


class Status(msgspec.Struct, frozen=True):
    """``owing`` are the sides that have to decide."""

    owing: tuple[str, ...]
    heading: str
    ended: bool = False
    winner: str = ""
    """Empty for a draw."""
    changed: float = 0.0
    clock: Clock = {}
    deadline: float | None = None


def asked(history: History) -> tuple[str, ...]:
    """The sides that have to decide."""
    table = history.table
    if table.outcome is not None or history.stuck:
        return ()
    return tuple(sorted({history.game.sides[decision.side].id for decision in table.war.asked()}))


def now(history: History, before: Status | None, agreed: Terms | None, turned: bool, at: float, away: clocks.Holidays) -> Status:
    """How a table stands after a move; ``turned`` if a turn has begun with it."""
    owing, outcome = asked(history), history.table.outcome
    if before is None or turned or outcome is not None:
        heading = history.table.seen(None).view(None).heading
    else:
        heading = before.heading
    clock: Clock = before.clock if before else {}
    if agreed is not None and agreed.clock.kind != "none":
        if clock:
            clock = clocks.turn(agreed.clock, clock, owing, at, away)
        elif outcome is None:
            clock = clocks.begin(agreed.clock, (side.id for side in history.game.sides), owing, at)
    ends = clocks.deadline(agreed.clock, clock, away) if agreed is not None and clock else None
    winner = history.game.sides[outcome.winner].id if outcome is not None and outcome.winner >= 0 else ""
    new = Status(owing, heading, outcome is not None, winner, at, clock, ends)
    if before is not None and msgspec.structs.replace(new, changed=before.changed) == before:
        return before
    return new


_WRITE = statement(
    "INSERT INTO status (table_id, n, owing, heading, ended, winner, changed, clock, deadline) "
    "VALUES (:table_id, :n, :owing, :heading, :ended, :winner, :changed, :clock, :deadline) "
    "ON CONFLICT (table_id) DO UPDATE SET n = excluded.n, owing = excluded.owing, heading = excluded.heading, "
    "ended = excluded.ended, winner = excluded.winner, changed = excluded.changed, clock = excluded.clock, "
    "deadline = excluded.deadline WHERE status.n <= excluded.n"
)


def write(connection: Connection, table: str, n: int, new: Status) -> None:
    """Keep how a table stands after so many rows; what is older changes nothing."""
    connection.execute(
        _WRITE,
        {
            "table_id": table, "n": n, "owing": " ".join(new.owing), "heading": new.heading, "ended": new.ended,
            "winner": new.winner, "changed": new.changed, "clock": clocks.write(new.clock), "deadline": new.deadline,
        },
    )  # fmt: skip


def read(connection: Connection, table: str) -> tuple[Status | None, Terms | None]:
    """How a table stands as far as it has been noted, and what was agreed."""
    row = connection.execute(select(status).where(status.c.table_id == table)).first()
    stands = None
    if row is not None:
        owing = tuple(row.owing.split())
        stands = Status(owing, row.heading, bool(row.ended), row.winner, row.changed, clocks.read(row.clock), row.deadline)
    return stands, agreed(connection, table)


def due(connection: Connection, now: float) -> list[str]:
    """Tables whose clocks may have run out."""
    over = (status.c.deadline <= now) & ~status.c.ended
    return list(connection.execute(select(status.c.table_id).where(over).order_by(status.c.deadline).limit(100)).scalars())


def running_out(connection: Connection, now: float) -> list[str]:
    """Tables where a clock may run low, and nobody has been told in this turn."""
    told = exists().where((warnings.c.table_id == status.c.table_id) & (warnings.c.deadline == status.c.deadline))
    near = (status.c.deadline > now) & (status.c.deadline <= now + clocks.DAY) & ~status.c.ended
    joined = status.join(terms, terms.c.table_id == status.c.table_id)
    wanted = select(status.c.table_id, status.c.clock, terms.c.clock.label("agreed")).select_from(joined).where(near & ~told)
    tables = []
    for table, clock, agreed in connection.execute(wanted.order_by(status.c.deadline).limit(500)):
        wish = shapes.read(agreed, ClockWish)
        if any(clocks.low(wish, own, now) for own in clocks.read(clock).values()):
            tables.append(str(table))
    return tables


def warn(connection: Connection, table: str, side: str, since: float, deadline: float) -> bool:
    """Note that a side has been told of its clock in the turn that began then; False if it was noted."""
    same = (warnings.c.table_id == table) & (warnings.c.side == side)
    known = connection.execute(select(warnings.c.since).where(same)).scalar()
    connection.execute(delete(warnings).where(same))
    connection.execute(insert(warnings).values(table_id=table, side=side, since=since, deadline=deadline))
    return known != since


def agreed(connection: Connection, table: str) -> Terms | None:
    row = connection.execute(select(terms.c.clock, terms.c.rated, terms.c.event).where(terms.c.table_id == table)).first()
    return None if row is None else Terms(shapes.read(row[0], ClockWish), bool(row[1]), row[2])


def away(connection: Connection, people: dict[str, str]) -> dict[str, list[tuple[float, float]]]:
    """The holidays of the people at some sides."""
    rows = connection.execute(
        select(holidays.c.person, holidays.c.starts, holidays.c.ends).where(holidays.c.person.in_(people.values()))
    )
    times: dict[str, list[tuple[float, float]]] = {}
    for person, starts, ends in rows:
        for side, who in people.items():
            if who == person:
                times.setdefault(side, []).append((starts, ends))
    return times
