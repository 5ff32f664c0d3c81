"""The database: tables and their moves, and one writer that commits for everybody.

A row is only ever added. An undo is a row too: replaying the rows of a table gives the table. Beside the rows lie the positions at
each start of a turn and at the end, from which a game can be played on when the rules have changed and its rows no longer fit.

Format 1 is that of version 0.2, which had no positions and recorded no click where a forced answer led to a die. It is brought up to
date when it is opened: nothing in it changes, and ``inherited`` notes how many rows of each table are to be read in that way.

*Group commit*: whatever waits while one transaction is being written goes into the next one together, and nobody is
answered before the commit. If a row of such a group is refused, each is tried again alone, so it fails by itself.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import queue
import threading
from collections.abc import Sequence
from typing import Any

import msgspec
from sqlalchemy import (
    Column,
    ForeignKey,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    create_engine,
    event,
    func,
    insert,
    select,
    update,
)
from sqlalchemy.engine import Engine, make_url
from sqlalchemy.exc import ArgumentError, SQLAlchemyError
from sqlalchemy.sql.dml import UpdateBase

from .seats import Seat

FORMAT = 2
_log = logging.getLogger("grandharbour.store")

metadata = MetaData()
about = Table("harbour", metadata, Column("format", Integer, primary_key=True))
tables = Table(
    "tables", metadata,
    Column("id", String(32), primary_key=True),
    Column("game", String(64), nullable=False),
    Column("scenario", String(128), nullable=False),
    Column("options", Text, nullable=False),
    Column("pack", Text, nullable=False),
    Column("start", Text, nullable=False),
    Column("seed", String(64), nullable=False),
    Column("seats", Text, nullable=False),
    Column("created", String(40), nullable=False),
    Column("version", String(40), nullable=False),
    Column("rules", String(40), nullable=False),
)  # fmt: skip
moves = Table(
    "moves", metadata,
    Column("table_id", String(32), ForeignKey("tables.id"), primary_key=True),
    Column("n", Integer, primary_key=True, autoincrement=False),
    Column("kind", String(16), nullable=False),
    Column("side", String(32), nullable=False),
    Column("verb", String(64), nullable=False),
    Column("target", Text, nullable=False),
    Column("mark", String(64), nullable=False),
    Column("made", String(40), nullable=False),
)  # fmt: skip
positions = Table(
    "positions", metadata,
    Column("table_id", String(32), ForeignKey("tables.id"), primary_key=True),
    Column("n", Integer, primary_key=True, autoincrement=False),
    Column("packed", Text, nullable=False),
)  # fmt: skip
inherited = Table(
    "inherited", metadata,
    Column("table_id", String(32), ForeignKey("tables.id"), primary_key=True),
    Column("moves", Integer, nullable=False),
)  # fmt: skip


class TableRow(msgspec.Struct, frozen=True):
    """How a table began. The seed is secret until the game has ended."""

    id: str
    game: str
    scenario: str
    options: dict[str, bool | str]
    pack: str
    start: str
    seed: str
    seats: dict[str, Seat]
    created: str
    version: str
    rules: str
    inherited: int | None = None
    """How many moves a version made that rolled forced dice by itself; None for a table begun since."""


class Move(msgspec.Struct, frozen=True):
    """One accepted click: a choice, a script, an undo or a resignation, by printed names; or a position to play on from."""

    kind: str
    side: str
    verb: str = ""
    target: Any = None
    mark: str = ""
    """The digest of the position if a turn began with it: a replay that goes astray is noticed there."""
    position: str = ""
    """The position if a turn began with it or the game ended, packed."""


class CannotStore(Exception):
    """The database has refused; nothing has changed in it."""


Writes = list[tuple[UpdateBase, list[dict[str, Any]]]]
"""Statements with their rows."""


class _Job:
    __slots__ = ("done", "loop", "writes")

    def __init__(self, writes: Writes, loop: asyncio.AbstractEventLoop) -> None:
        self.writes = writes
        self.loop = loop
        self.done: asyncio.Future[None] = loop.create_future()


class Store:
    """All tables in one database."""

    def __init__(self, place: str) -> None:
        try:
            self.engine = _engine(place)
            metadata.create_all(self.engine)
            with self.engine.begin() as connection:
                found = connection.execute(select(about.c.format)).scalar()
                if found is None:
                    connection.execute(insert(about).values(format=FORMAT))
                elif found == 1:
                    counted = select(tables.c.id, func.count(moves.c.n)).join(moves, isouter=True).group_by(tables.c.id)
                    connection.execute(insert(inherited).from_select(["table_id", "moves"], counted))
                    connection.execute(update(about).values(format=FORMAT))
                    found = FORMAT
        except (SQLAlchemyError, ImportError) as error:
            raise CannotStore(f"the database cannot be opened: {_reason(error)}") from None
        if found not in (None, FORMAT):
            raise CannotStore(f"the database has format {found}; this version reads format {FORMAT}")
        self._jobs: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self._writer = threading.Thread(target=self._write, name="store", daemon=True)
        self._writer.start()

    # --- reading

    def read(self, table: str) -> tuple[TableRow, list[Move]] | None:
        """A table and its moves in order."""
        beside = moves.outerjoin(positions, (positions.c.table_id == moves.c.table_id) & (positions.c.n == moves.c.n))
        columns = select(moves.c.kind, moves.c.side, moves.c.verb, moves.c.target, moves.c.mark, positions.c.packed).select_from(
            beside
        )
        try:
            with self.engine.connect() as connection:
                row = connection.execute(select(tables).where(tables.c.id == table)).first()
                if row is None:
                    return None
                old = connection.execute(select(inherited.c.moves).where(inherited.c.table_id == table)).scalar()
                found = connection.execute(columns.where(moves.c.table_id == table).order_by(moves.c.n)).all()
        except SQLAlchemyError as error:
            raise CannotStore(_reason(error)) from None
        values = dict(zip(tables.c.keys(), row, strict=True))
        values |= {
            "inherited": old,
            "options": msgspec.json.decode(row.options),
            "seats": msgspec.json.decode(row.seats, type=dict[str, Seat]),
        }
        made = [
            Move(kind, side, verb, msgspec.json.decode(target), mark, packed or "")
            for kind, side, verb, target, mark, packed in found
        ]
        return TableRow(**values), made

    # --- writing

    async def open(self, row: TableRow, played: Sequence[Move] = (), when: str = "") -> None:
        """A new table, with the moves of an uploaded game if it has some."""
        values = {**msgspec.to_builtins(row), "options": _text(row.options), "seats": _text(row.seats)}
        del values["inherited"]
        writes: Writes = [(insert(tables), [values])]
        if played:
            writes += _moves(row.id, list(enumerate(played)), when)
        await self._add(writes)

    async def add(self, table: str, n: int, move: Move, when: str) -> None:
        """Move number n of a table. Returns when it is safe on disk."""
        await self._add(_moves(table, [(n, move)], when))

    async def seat(self, table: str, seats: dict[str, Seat]) -> None:
        """Who has joined."""
        await self._add([(update(tables).where(tables.c.id == table), [{"seats": _text(seats)}])])

    async def _add(self, writes: Writes) -> None:
        job = _Job(writes, asyncio.get_running_loop())
        self._jobs.put(job)
        await job.done

    def _write(self) -> None:
        open_ = True
        while open_:
            waiting = [self._jobs.get()]
            while not self._jobs.empty():
                waiting.append(self._jobs.get())
            open_ = None not in waiting
            self._commit([job for job in waiting if job is not None])

    def _commit(self, jobs: list[_Job]) -> None:
        if not jobs:
            return
        failure: CannotStore | None = None
        try:
            with self.engine.begin() as connection:
                for job in jobs:
                    for statement, rows in job.writes:
                        connection.execute(statement, rows)
        except Exception as error:
            if len(jobs) > 1:
                for job in jobs:
                    self._commit([job])
                return
            failure = CannotStore(_reason(error))
            _log.warning("not stored: %s", failure)
        for job in jobs:
            with contextlib.suppress(RuntimeError):  # the loop has been closed: nobody waits any more
                job.loop.call_soon_threadsafe(_settle, job.done, failure)

    def close(self) -> None:
        """Write what waits, then stop."""
        self._jobs.put(None)
        self._writer.join(timeout=10)
        self.engine.dispose()


def _settle(done: asyncio.Future[None], failure: CannotStore | None) -> None:
    if done.done():
        return
    if failure is None:
        done.set_result(None)
    else:
        done.set_exception(failure)


def _reason(error: BaseException) -> str:
    """What the database itself says, without the statement and its values."""
    return str(getattr(error, "orig", None) or error)


def _text(value: Any) -> str:
    return msgspec.json.encode(value).decode()


def _moves(table: str, made: list[tuple[int, Move]], when: str) -> Writes:
    """Moves, and the positions of those that began a turn or ended the game."""
    writes: Writes = [(insert(moves), [_values(table, n, move, when) for n, move in made])]
    whole = [{"table_id": table, "n": n, "packed": move.position} for n, move in made if move.position]
    return [*writes, (insert(positions), whole)] if whole else writes


def _values(table: str, n: int, move: Move, when: str) -> dict[str, Any]:
    return {
        "table_id": table, "n": n, "kind": move.kind, "side": move.side, "verb": move.verb,
        "target": _text(move.target), "mark": move.mark, "made": when,
    }  # fmt: skip


def _engine(place: str) -> Engine:
    """A file name is an SQLite file; anything with :// is a database URL."""
    try:
        parsed = make_url(place if "://" in place else f"sqlite:///{place}")
    except ArgumentError:
        raise CannotStore(f"{place!r} is neither a file nor a database URL") from None
    if parsed.get_backend_name() != "sqlite":
        return create_engine(parsed, pool_pre_ping=True)
    if parsed.database in (None, "", ":memory:"):
        raise CannotStore("a database in memory keeps nothing: name a file")
    engine = create_engine(parsed)

    @event.listens_for(engine, "connect")
    def careful(connection: Any, _: Any) -> None:
        cursor = connection.cursor()
        cursor.execute("PRAGMA journal_mode=WAL")
        cursor.execute("PRAGMA synchronous=FULL")
        cursor.execute("PRAGMA foreign_keys=ON")
        cursor.close()

    return engine
