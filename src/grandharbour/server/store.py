"""The database: tables and their moves, and one writer that commits for everybody.

A row is only ever added. An undo is a row too: replaying the rows of a table gives the table. Beside the rows lie the positions at
each start of a turn and at the end, from which a game can be played on when the rules have changed and its rows no longer fit.

A database of an earlier version is brought up to date when it is opened (migrations). Version 0.2 recorded no click where a forced
answer led to a die: ``inherited`` notes how many rows of each table are to be read in that way.

*Group commit*: whatever waits while one transaction is being written goes into the next one together, and nobody is
answered before the commit. All moves of a group are one statement; what it does not return was refused, because that number of that
table is taken. A database that does not answer in time fails the whole group at once.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import queue
import secrets
import sqlite3
import threading
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, TypeVar

import msgspec
from sqlalchemy import (
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    String,
    Table,
    Text,
    create_engine,
    delete,
    event,
    exists,
    func,
    insert,
    literal,
    select,
    update,
)
from sqlalchemy.engine import Connection, Engine, make_url
from sqlalchemy.exc import ArgumentError, IntegrityError, OperationalError, SQLAlchemyError
from sqlalchemy.sql.dml import Update, UpdateBase

from . import migrations
from .club import talk_rows  # noqa: F401  its tables belong to the database
from .club.rows import looking, metadata, news, people
from .held import Row as Place
from .seats import Seat, exchanged

_log = logging.getLogger("grandharbour.store")
T = TypeVar("T")

tables = Table(
    "tables", metadata,
    Column("id", String(32), primary_key=True),
    Column("game", String(64), nullable=False),
    Column("scenario", String(128), nullable=False),
    Column("options", Text, nullable=False),
    Column("pack", Text, nullable=False),
    Column("start", Text, nullable=False),
    Column("seed", String(64), nullable=False),
    Column("created", String(40), nullable=False),
    Column("version", String(40), nullable=False),
    Column("rules", String(40), nullable=False),
    Column("dice", Integer, nullable=False),
    Column("chosen", Boolean),
)  # fmt: skip
moves = Table(
    "moves", metadata,
    Column("table_id", String(32), ForeignKey("tables.id"), primary_key=True),
    Column("n", Integer, primary_key=True, autoincrement=False),
    Column("kind", String(16), nullable=False),
    Column("side", String(32), nullable=False),
    Column("verb", Text, nullable=False),
    Column("target", Text, nullable=False),
    Column("mark", String(64), nullable=False),
    Column("made", String(40), nullable=False),
    Column("shake", String(64), nullable=False),
    Column("fell", Text, nullable=False),
)  # fmt: skip
seats = Table(
    "seats", metadata,
    Column("table_id", String(32), ForeignKey("tables.id"), primary_key=True),
    Column("side", String(32), primary_key=True),
    Column("place", Integer, nullable=False),
    Column("kind", String(16), nullable=False),
    Column("player", String(64)),
    Column("hash", String(64), nullable=False),
    Column("invite", String(64), nullable=False),
    Column("joined", Boolean, nullable=False),
    Column("person", String(32)),
)  # fmt: skip
Index("seats_person", seats.c.person)
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
thoughts = Table(
    "thoughts", metadata,
    Column("table_id", String(32), ForeignKey("tables.id"), primary_key=True),
    Column("n", Integer, primary_key=True, autoincrement=False),
    Column("said", Text, nullable=False),
)  # fmt: skip
places = Table(
    "places", metadata,
    Column("table_id", String(32), ForeignKey("tables.id"), primary_key=True),
    Column("n", Integer, primary_key=True, autoincrement=False),
    Column("rules", String(40), nullable=False),
    Column("digest", String(64), nullable=False),
    Column("held", Text, nullable=False),
    Column("told", Text, nullable=False),
)  # fmt: skip
"""Where long tables can be taken up without replaying them (held.py): a cache."""
luck = Table(
    "luck", metadata,
    Column("table_id", String(32), ForeignKey("tables.id"), primary_key=True),
    Column("n", Integer, primary_key=True, autoincrement=False),
    Column("how", String(64), nullable=False),
    Column("seen", Text, nullable=False),
)  # fmt: skip
"""The chances around the moments of games that have ended (luck.py): a cache."""
comments = Table(
    "comments", metadata,
    Column("id", String(32), primary_key=True),
    Column("table_id", String(32), ForeignKey("tables.id"), nullable=False),
    Column("choices", Integer, nullable=False),
    Column("side", String(32), nullable=False),
    Column("text", Text, nullable=False),
    Column("arrows", Text, nullable=False),
    Column("made", String(40), nullable=False),
)  # fmt: skip
"""What people say about moments of a table (comments.py)."""
Index("comments_table", comments.c.table_id)
jobs = Table(
    "jobs", metadata,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("kind", String(64), nullable=False),
    Column("args", Text, nullable=False),
    Column("once", String(200), unique=True),
    Column("alone", String(200)),
    Column("tries", Integer, nullable=False),
    Column("due", Float, nullable=False),
)  # fmt: skip
"""Work to be done later, on SQLite; PostgreSQL has procrastinate's tables instead (see jobs.py)."""


packs = Table(
    "packs", metadata,
    Column("id", String(120), primary_key=True),
    Column("game", String(64), nullable=False),
    Column("version", String(40), nullable=False),
    Column("card", Text, nullable=False),
    Column("text", Text, nullable=False),
    Column("hash", String(64), nullable=False),
    Column("shared", String(40), nullable=False),
)  # fmt: skip


class PackRow(msgspec.Struct, frozen=True):
    """A pack on the shelf, with the hash of the key that replaces it."""

    id: str
    game: str
    version: str
    card: str
    text: str
    hash: str
    shared: str


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
    dice: int = 1
    """How it draws: 1 from the seed alone; 2 anew after a step back; 3 with what people shake (engine/cups.py)."""
    chosen: bool | None = None
    """Whether somebody chose the seed; None: nobody knows."""
    inherited: int | None = None
    """How many moves a version made that rolled forced dice by itself; None for a table begun since."""


class Move(msgspec.Struct, frozen=True):
    """One accepted click: a choice, a script, an undo, a resignation or a draw, by printed names; or a position to play on from."""

    kind: str
    side: str
    verb: str = ""
    target: Any = None
    mark: str = ""
    """The digest of the position if a turn began with it: a replay that goes astray is noticed there."""
    position: str = ""
    """The position if a turn began with it or the game ended, packed."""
    shake: str = ""
    """The link of its cup that a person put into the dice with it."""
    fell: tuple[Any, ...] = ()
    """The dice of a move that comes from a record whose seed nobody has told; of others they follow from the seed."""


class CannotStore(Exception):
    """The database has refused; nothing has changed in it."""


class Refused(CannotStore):
    """Somebody else has made that move of the table."""


BUSY = 2.0
"""Seconds a group waits for a database that somebody else has locked."""
STILL_BUSY = 0.2
"""Seconds the next ones wait as long as it is: they have waited for the first already."""

Writes = list[tuple[UpdateBase, list[dict[str, Any]]]]
"""Statements with their rows."""
Work = Callable[[Connection], object]
"""Something else that is done in the same transaction."""
Row = tuple[str, int, str, str, str, str, str, str, str, str, str]
"""A move as it is stored: the columns of ``moves``, then its packed position or nothing."""

# The rows of a group travel as one JSON array. A table that is gone takes no moves.
_INSERT = {
    "sqlite": """
        INSERT INTO moves (table_id, n, kind, side, verb, target, mark, made, shake, fell)
        SELECT r.value->>0, r.value->>1, r.value->>2, r.value->>3, r.value->>4, r.value->>5, r.value->>6, r.value->>7,
            r.value->>8, r.value->>9
        FROM json_each(?) AS r WHERE EXISTS (SELECT 1 FROM tables WHERE id = r.value->>0)
        ON CONFLICT DO NOTHING RETURNING table_id, n""",
    "postgresql": """
        INSERT INTO moves (table_id, n, kind, side, verb, target, mark, made, shake, fell)
        SELECT r->>0, (r->>1)::integer, r->>2, r->>3, r->>4, r->>5, r->>6, r->>7, r->>8, r->>9
        FROM json_array_elements(%s::json) AS r WHERE EXISTS (SELECT 1 FROM tables WHERE id = r->>0)
        ON CONFLICT DO NOTHING RETURNING table_id, n""",
}
ALIVE = {"keepalives_idle": "10", "keepalives_interval": "5", "keepalives_count": "3", "tcp_user_timeout": "25000"}
"""How soon a connection to a PostgreSQL is given up whose machine has gone without a word. Without it who listens would listen for hours."""
CHANNEL = "harbour"
"""Where PostgreSQL tells other servers what has been written."""
LONGEST_NOTE = 7_000
"""PostgreSQL takes 8,000 bytes."""


class _Job:
    __slots__ = ("done", "loop", "rows", "seats", "work", "writes")

    def __init__(self, writes: Writes, rows: list[Row], seats: str, work: Work | None, loop: asyncio.AbstractEventLoop) -> None:
        self.work = work
        """Done if nothing was refused."""
        self.seats = seats
        """The note about a table whose seats change."""
        self.writes = writes
        self.rows = rows
        self.loop = loop
        self.done: asyncio.Future[None] = loop.create_future()


class _Errand:
    """Something to do in a transaction of its own."""

    __slots__ = ("done", "loop", "work")

    def __init__(self, work: Callable[[Connection], Any], loop: asyncio.AbstractEventLoop) -> None:
        self.work = work
        self.loop = loop
        self.done: asyncio.Future[Any] = loop.create_future()

    def settle(self, result: Any, failure: Exception | None) -> None:
        if self.done.done():
            return
        if failure is None:
            self.done.set_result(result)
        else:
            self.done.set_exception(failure)


_COLUMNS = select(
    moves.c.kind, moves.c.side, moves.c.verb, moves.c.target, moves.c.mark, positions.c.packed, moves.c.shake, moves.c.fell
).select_from(moves.outerjoin(positions, (positions.c.table_id == moves.c.table_id) & (positions.c.n == moves.c.n)))


def _made(rows: Iterable[Any]) -> list[Move]:
    return [
        Move(
            kind, side, verb, msgspec.json.decode(target), mark, packed or "", shake,
            tuple(msgspec.json.decode(fell)) if fell else (),
        )
        for kind, side, verb, target, mark, packed, shake, fell in rows
    ]  # fmt: skip


class Store:
    """All tables in one database."""

    def __init__(self, place: str) -> None:
        self.tag = secrets.token_hex(8)
        """Which of the servers on one database this is."""
        try:
            self.engine = _engine(place)
            with self.engine.connect() as connection:
                migrations.bring_up(connection)
                connection.commit()
            self.engine.dispose()  # that one waited longer for a lock than anybody shall wait from now on
        except (SQLAlchemyError, ImportError) as error:
            which = "" if "://" in place else f" {place}"  # a URL may hold a password
            raise CannotStore(f"the database{which} cannot be opened: {_reason(error)}") from None
        except migrations.Newer as newer:
            raise CannotStore(str(newer)) from None
        self._locked = False
        """Whether the last write found the database locked."""
        self._jobs: queue.SimpleQueue[_Job | _Errand | None] = queue.SimpleQueue()
        self._writer = threading.Thread(target=self._write, name="store", daemon=True)
        self._writer.start()

    @property
    def shared(self) -> bool:
        """Whether other servers on the same database tell each other what they write."""
        return self.engine.dialect.name == "postgresql"

    @property
    def address(self) -> str:
        """The database for the driver itself."""
        return self.engine.url.set(drivername="postgresql").render_as_string(hide_password=False)

    @property
    def waiting(self) -> int:
        """Writes that wait for the database."""
        return self._jobs.qsize()

    def current(self) -> bool:
        """Whether the database answers as one of this version; CannotStore if it does not answer."""
        try:
            with self.engine.connect() as connection:
                return connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar() == migrations.HEAD
        except SQLAlchemyError as error:
            raise CannotStore(_reason(error)) from None

    # --- reading

    def tail(self, table: str, n: int) -> list[Move]:
        """The moves of a table from number n on."""
        try:
            with self.engine.connect() as connection:
                return _made(
                    connection.execute(_COLUMNS.where((moves.c.table_id == table) & (moves.c.n >= n)).order_by(moves.c.n))
                )
        except SQLAlchemyError as error:
            raise CannotStore(_reason(error)) from None

    def lengths(self, of: Sequence[str]) -> dict[str, int]:
        """The number of the last move of some tables."""
        wanted = select(moves.c.table_id, func.max(moves.c.n)).where(moves.c.table_id.in_(of)).group_by(moves.c.table_id)
        try:
            with self.engine.connect() as connection:
                return {str(table): int(n) for table, n in connection.execute(wanted)}
        except SQLAlchemyError as error:
            raise CannotStore(_reason(error)) from None

    def places(self, table: str, last: bool = False) -> list[Place]:
        """Where a table can be taken up, in order; or only the last of it."""
        columns = select(places.c.n, places.c.rules, places.c.digest, places.c.held, places.c.told).where(
            places.c.table_id == table
        )
        wanted = columns.order_by(places.c.n.desc()).limit(1) if last else columns.order_by(places.c.n)
        try:
            with self.engine.connect() as connection:
                return [Place(*row) for row in connection.execute(wanted)]
        except SQLAlchemyError as error:
            raise CannotStore(_reason(error)) from None

    def read(self, table: str, since: int = 0) -> tuple[TableRow, list[Move]] | None:
        """A table and its moves in order, from number ``since`` on."""
        try:
            with self.engine.connect() as connection:
                row = connection.execute(select(tables).where(tables.c.id == table)).first()
                if row is None:
                    return None
                taken = self._seats(connection, table)
                old = connection.execute(select(inherited.c.moves).where(inherited.c.table_id == table)).scalar()
                wanted = _COLUMNS.where((moves.c.table_id == table) & (moves.c.n >= since)).order_by(moves.c.n)
                made = _made(connection.execute(wanted))
        except SQLAlchemyError as error:
            raise CannotStore(_reason(error)) from None
        values = dict(zip(tables.c.keys(), row, strict=True))
        values |= {
            "inherited": old,
            "options": msgspec.json.decode(row.options),
            "seats": taken,
        }
        return TableRow(**values), made

    def seats(self, table: str) -> dict[str, Seat]:
        """Who sits where now."""
        try:
            with self.engine.connect() as connection:
                return self._seats(connection, table)
        except SQLAlchemyError as error:
            raise CannotStore(_reason(error)) from None

    def _seats(self, connection: Connection, table: str, changing: bool = False) -> dict[str, Seat]:
        columns = select(seats.c.side, seats.c.kind, seats.c.player, seats.c.hash, seats.c.joined, seats.c.invite, seats.c.person)
        wanted = columns.where(seats.c.table_id == table).order_by(seats.c.place)
        rows = connection.execute(wanted.with_for_update() if changing else wanted).all()
        return {side: Seat(*rest) for side, *rest in rows}

    def thoughts(self, table: str, most: int) -> list[str]:
        """What workers have noted about a table, the latest of it, in the order it was thought."""
        wanted = select(thoughts.c.said).where(thoughts.c.table_id == table).order_by(thoughts.c.n.desc()).limit(most)
        try:
            with self.engine.connect() as connection:
                return [str(said) for said in connection.execute(wanted).scalars()][::-1]
        except SQLAlchemyError as error:
            raise CannotStore(_reason(error)) from None

    def packs(self) -> list[PackRow]:
        """The shelf of packs without their texts, the latest first."""
        columns = [column for column in packs.c if column.name != "text"]
        try:
            with self.engine.connect() as connection:
                rows = connection.execute(select(*columns).order_by(packs.c.shared.desc())).mappings().all()
        except SQLAlchemyError as error:
            raise CannotStore(_reason(error)) from None
        return [PackRow(**{str(name): value for name, value in row.items()}, text="") for row in rows]

    def pack(self, id: str) -> PackRow | None:
        """One pack of the shelf."""
        try:
            with self.engine.connect() as connection:
                row = connection.execute(select(packs).where(packs.c.id == id)).first()
        except SQLAlchemyError as error:
            raise CannotStore(_reason(error)) from None
        return None if row is None else PackRow(*row)

    def count_packs(self) -> int:
        """How many packs lie on the shelf."""
        try:
            with self.engine.connect() as connection:
                return int(connection.execute(select(func.count()).select_from(packs)).scalar() or 0)
        except SQLAlchemyError as error:
            raise CannotStore(_reason(error)) from None

    # --- writing

    async def note_thought(self, table: str, n: int, said: str) -> None:
        """What a worker considered after n rows of a table; what another has noted stays."""
        values = {"table_id": table, "n": n, "said": said}
        there = exists().where((thoughts.c.table_id == table) & (thoughts.c.n == n))
        columns = select(*(literal(value) for value in values.values())).where(~there)
        await self.run(lambda connection: connection.execute(insert(thoughts).from_select(list(values), columns)))

    async def keep_place(self, table: str, place: Place) -> None:
        """A place where a table can be taken up; what another has written stays."""
        values = {"table_id": table, **msgspec.structs.asdict(place)}
        there = exists().where((places.c.table_id == table) & (places.c.n == place.n))
        columns = select(*(literal(value) for value in values.values())).where(~there)
        await self.run(lambda connection: connection.execute(insert(places).from_select(list(values), columns)))

    async def keep_luck(self, table: str, how: str, seen: dict[int, str]) -> None:
        """What was found about moments of a game that has ended; what was found in another way gives way."""

        def write(connection: Connection) -> None:
            connection.execute(delete(luck).where((luck.c.table_id == table) & luck.c.n.in_(seen)))
            rows = [{"table_id": table, "n": n, "how": how, "seen": text} for n, text in seen.items()]
            connection.execute(insert(luck), rows)

        await self.run(write)

    async def luck(self, table: str, how: str) -> dict[int, str]:
        """What was found in this way about the moments of a table."""
        wanted = select(luck.c.n, luck.c.seen).where((luck.c.table_id == table) & (luck.c.how == how))
        return await self.look(lambda connection: {int(n): str(text) for n, text in connection.execute(wanted)})

    async def share(self, row: PackRow, was: str | None) -> None:
        """A new pack on the shelf, or another in the place of one with this hash."""
        values = msgspec.to_builtins(row)
        if was is None:
            await self._add([(insert(packs), [values])], [])
        else:
            await self._add([(update(packs).where((packs.c.id == row.id) & (packs.c.hash == was)), [values])], [])

    async def drop_pack(self, id: str) -> None:
        """Take a pack from the shelf."""
        await self._add([(delete(packs).where(packs.c.id == id), [{}])], [])

    async def open(self, row: TableRow, played: Sequence[Move] = (), when: str = "", work: Work | None = None) -> None:
        """A new table, with the moves of an uploaded game if it has some, and what else belongs to it."""
        values = {**msgspec.to_builtins(row), "options": _text(row.options)}
        del values["inherited"], values["seats"]
        sides = [
            {"table_id": row.id, "side": side, "place": place, **msgspec.to_builtins(seat)}
            for place, (side, seat) in enumerate(row.seats.items())
        ]
        await self._add(
            [(insert(tables), [values]), (insert(seats), sides)],
            [_row(row.id, n, move, when) for n, move in enumerate(played)],
            work=work,
        )

    async def add(self, table: str, n: int, move: Move, when: str, work: Work | None = None) -> None:
        """Move number n of a table, and what else belongs to it. Returns when it is safe on disk; Refused if that number is taken."""
        await self._add([], [_row(table, n, move, when)], work=work)

    async def seat(self, table: str, side: str, was: Seat, now: Seat) -> None:
        """Another state of a seat; Refused if it is not what it was any more."""
        same = (seats.c.table_id == table) & (seats.c.side == side) & (seats.c.hash == was.hash) & (seats.c.invite == was.invite)
        await self._add(
            [(update(seats).where(same), [msgspec.to_builtins(now)])],
            [],
            f"{table}:seats",
        )

    def exchange(self, connection: Connection, table: str) -> dict[str, Seat] | None:
        """Two change places, with what is being written: as they sit now, whatever any server remembers of it. None: nobody has to."""
        now = exchanged(self._seats(connection, table, True))
        for side, seat in (now or {}).items():
            same = (seats.c.table_id == table) & (seats.c.side == side)
            connection.execute(update(seats).where(same).values(**msgspec.to_builtins(seat)))
        if now is not None:
            self.tell(connection, [f"{table}:seats"])
        return now

    async def _add(self, writes: Writes, rows: list[Row], seats: str = "", work: Work | None = None) -> None:
        job = _Job(writes, rows, seats, work, asyncio.get_running_loop())
        self._jobs.put(job)
        await job.done

    def _write(self) -> None:
        open_ = True
        while open_:
            waiting = [self._jobs.get()]
            while not self._jobs.empty():
                waiting.append(self._jobs.get())
            open_ = None not in waiting
            self._commit([job for job in waiting if isinstance(job, _Job)])
            for errand in waiting:
                if isinstance(errand, _Errand):
                    self._do(errand)

    async def run(self, work: Callable[[Connection], T]) -> T:
        """Do something in a transaction of its own: all of it or nothing. Refused if it takes what somebody else has."""
        errand = _Errand(work, asyncio.get_running_loop())
        self._jobs.put(errand)
        result: T = await errand.done
        return result

    async def expire(self, unbegun: str, idle: str, members: str, kept: Collection[str] = ()) -> list[str]:
        """Throw away the tables where nobody has moved that were opened before ``unbegun``, and those where the last move was made before
        ``idle``, but none where a member sits before ``members``, nor those in ``kept``. Times as they are stored; "" is never."""

        def throw_away(connection: Connection) -> list[str]:
            last = select(func.max(moves.c.made)).where(moves.c.table_id == tables.c.id).scalar_subquery()
            member = exists().where(
                (seats.c.table_id == tables.c.id) & (seats.c.person == people.c.id) & people.c.role.in_(("member", "moderator"))
            )
            old = (last.is_(None) & (tables.c.created < unbegun)) | (last < idle)
            spared = member & (func.coalesce(last, tables.c.created) >= members)
            gone = [str(id) for id in connection.execute(select(tables.c.id).where(old & ~spared)).scalars() if id not in kept]
            for table in reversed(metadata.sorted_tables):
                for key in table.foreign_keys:
                    if key.column is tables.c.id:
                        connection.execute(delete(table).where(key.parent.in_(gone)))
            connection.execute(delete(tables).where(tables.c.id.in_(gone)))
            connection.execute(delete(news).where(news.c.about.in_(gone)))
            connection.execute(delete(looking).where(looking.c.table_id.in_(gone)))
            return gone

        return await self.run(throw_away)

    async def look(self, work: Callable[[Connection], T]) -> T:
        """Read something."""

        def read() -> T:
            try:
                with self.engine.connect() as connection:
                    return work(connection)
            except SQLAlchemyError as error:
                raise CannotStore(_reason(error)) from None

        return await asyncio.to_thread(read)

    def _do(self, errand: _Errand, again: bool = True) -> None:
        result: Any = None
        failure: Exception | None = None
        try:
            with self._writing() as connection:
                result = errand.work(connection)
        except IntegrityError as error:
            failure = Refused(_reason(error))
        except SQLAlchemyError as error:
            if again and getattr(getattr(error, "orig", None), "sqlstate", None) in ("40P01", "40001"):
                self._do(errand, again=False)
                return
            failure = CannotStore(_reason(error))
        except Exception as error:
            failure = error
        with contextlib.suppress(RuntimeError):  # the loop has been closed: nobody waits any more
            errand.loop.call_soon_threadsafe(errand.settle, result, failure)

    @contextlib.contextmanager
    def _writing(self) -> Iterator[Connection]:
        """A transaction. Of a file that is locked everybody who waits hears after one time limit, not after as many as there are groups."""
        try:
            with self.engine.begin() as connection:
                if not self.shared:
                    patience = STILL_BUSY if self._locked else BUSY
                    connection.exec_driver_sql(f"PRAGMA busy_timeout={int(1000 * patience)}")
                yield connection
        except OperationalError as error:
            self._locked = "locked" in str(error.orig)
            raise
        self._locked = False

    def _commit(self, jobs: list[_Job], again: bool = True) -> None:
        if not jobs:
            return
        failures: dict[_Job, CannotStore] = {}
        try:
            with self._writing() as connection:
                late: set[_Job] = set()
                for job in jobs:
                    for statement, rows in job.writes:
                        if not connection.execute(statement, rows).rowcount and isinstance(statement, Update):
                            late.add(job)
                # In one order everywhere: two groups that wait for each other's rows would end in a deadlock.
                taken = self._insert(connection, sorted(row for job in jobs for row in job.rows))
                for job in jobs:
                    if job.work is not None and all((row[0], row[1]) in taken for row in job.rows):
                        job.work(connection)
                self.tell(connection, [*(f"{table}:{n}" for table, n in taken), *(job.seats for job in jobs if job.seats)])
        except Exception as error:
            if again and getattr(getattr(error, "orig", None), "sqlstate", None) in ("40P01", "40001"):
                self._commit(jobs, again=False)
                return
            if len(jobs) > 1 and not isinstance(error, OperationalError):
                for job in jobs:  # one of them is at fault: the others shall not suffer for it
                    self._commit([job])
                return
            _log.warning("not stored: %s", _reason(error))
            failures = dict.fromkeys(jobs, CannotStore(_reason(error)))
        else:
            failures = {
                job: Refused("another was faster")
                for job in jobs
                if job in late or any((row[0], row[1]) not in taken for row in job.rows)
            }
        for loop in {job.loop for job in jobs}:
            with contextlib.suppress(RuntimeError):  # the loop has been closed: nobody waits any more
                loop.call_soon_threadsafe(_settle, [job for job in jobs if job.loop is loop], failures)

    def _insert(self, connection: Connection, rows: list[Row]) -> set[tuple[str, int]]:
        """Add the moves whose numbers are free; returns which. Positions lie beside those of them that have one."""
        if not rows:
            return set()
        sent = msgspec.json.encode([row[:-1] for row in rows]).decode()
        taken = {(table, n) for table, n in connection.exec_driver_sql(_INSERT[self.engine.dialect.name], (sent,))}
        whole = [{"table_id": table, "n": n, "packed": packed} for table, n, *_, packed in rows if packed and (table, n) in taken]
        if whole:
            connection.execute(insert(positions), whole)
        return taken

    def tell(self, connection: Connection, rows: list[str]) -> None:
        """Let other servers know what has been written; they hear of it when it is committed."""
        if not self.shared:
            return
        note = self.tag
        for row in rows:
            if len(note) + len(row) > LONGEST_NOTE:
                connection.exec_driver_sql("SELECT pg_notify(%s, %s)", (CHANNEL, note))
                note = self.tag
            note += f"{' ' if note == self.tag else ','}{row}"
        if note != self.tag:
            connection.exec_driver_sql("SELECT pg_notify(%s, %s)", (CHANNEL, note))

    def close(self) -> None:
        """Write what waits, then stop."""
        self._jobs.put(None)
        self._writer.join(timeout=10)
        self.engine.dispose()


def _settle(jobs: list[_Job], failures: dict[_Job, CannotStore]) -> None:
    for job in jobs:
        if job.done.done():
            continue
        if job in failures:
            job.done.set_exception(failures[job])
        else:
            job.done.set_result(None)


def _reason(error: BaseException) -> str:
    """What the database itself says, without the statement, its values and keys, and without where it is."""
    said = getattr(error, "orig", None) or error
    diagnosis = getattr(said, "diag", None)
    if diagnosis is not None and diagnosis.message_primary is None:
        return "no connection"
    known = diagnosis and diagnosis.message_primary
    return known or (str(said).splitlines() or [type(said).__name__])[0]


def _text(value: Any) -> str:
    return msgspec.json.encode(value).decode()


def _row(table: str, n: int, move: Move, when: str) -> Row:
    fell = _text(move.fell) if move.fell else ""
    return table, n, move.kind, move.side, move.verb, _text(move.target), move.mark, when, move.shake, fell, move.position


def _engine(place: str) -> Engine:
    """A file name is an SQLite file; anything with :// is a database URL."""
    try:
        parsed = make_url(place if "://" in place else f"sqlite:///{place}")
    except ArgumentError:
        raise CannotStore(f"{place!r} is neither a file nor a database URL") from None
    if parsed.get_backend_name() == "postgresql":
        parsed = parsed.set(drivername="postgresql+psycopg", query={**ALIVE, **parsed.query})
        return create_engine(parsed, pool_pre_ping=True, pool_size=8, max_overflow=16)
    if parsed.get_backend_name() != "sqlite":
        raise CannotStore(f"tables are kept in SQLite or PostgreSQL, not in {parsed.get_backend_name()}")
    if sqlite3.sqlite_version_info < (3, 38):
        raise CannotStore(f"SQLite {sqlite3.sqlite_version} is too old: 3.38 is needed")
    if parsed.database in (None, "", ":memory:"):
        raise CannotStore("a database in memory keeps nothing: name a file")
    _private(Path(parsed.database))
    engine = create_engine(parsed, connect_args={"timeout": BUSY})

    @event.listens_for(engine, "connect")
    def careful(connection: Any, _: Any) -> None:
        cursor = connection.cursor()
        _write_ahead(cursor)
        cursor.execute("PRAGMA synchronous=FULL")
        cursor.execute("PRAGMA foreign_keys=ON")
        cursor.close()

    return engine


def _write_ahead(cursor: sqlite3.Cursor) -> None:
    """A new database learns to be read while it is written. If several learn it at once SQLite does not wait, but refuses."""
    end = time.monotonic() + migrations.PATIENCE
    while True:
        try:
            cursor.execute("PRAGMA journal_mode=WAL")
            return
        except sqlite3.OperationalError:
            if time.monotonic() > end:
                raise
            time.sleep(0.01)


def _private(file: Path) -> None:
    """The seeds of running games and the tokens of seats lie in it: nobody but its owner may read it. SQLite's files beside it follow."""
    with contextlib.suppress(OSError):  # what is wrong with the place, the database says better
        file.touch(mode=0o600)
        with file.open("rb") as begins:
            ours = begins.read(15) in (b"", b"SQLite format 3")
        if ours and file.stat().st_mode & 0o077:
            file.chmod(0o600)
