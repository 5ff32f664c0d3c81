"""A copy of everything in one file, while servers run: an SQLite database, whatever it was taken from.

Of a file it is what SQLite's own backup gives; of a PostgreSQL it is written from one snapshot. Either can be restored into either, also
by a later version. Sessions, seats and people come along, and work that waits in the queue; keep it as you would keep the database.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import Table, delete, func, insert, inspect, select
from sqlalchemy.engine import Connection
from sqlalchemy.exc import SQLAlchemyError

from .club.rows import metadata
from .jobs import Queue
from .store import CannotStore, Store
from .store import jobs as rows

AT_ONCE = 500
PAGES = 2_000
"""Pages of an SQLite file copied before others may write again."""


def backup(place: str, file: Path) -> dict[str, int]:
    """Write everything there is in a database to a new file; returns how many rows of what."""
    part = file.with_name(file.name + ".part")
    part.unlink(missing_ok=True)
    os.close(os.open(part, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))  # seeds and hashes of keys lie in it
    try:
        if "://" in place and not place.startswith("sqlite"):
            with _opened(place) as store:
                counts = _from_postgresql(store, part)
        else:
            counts = _from_sqlite(Path(place.removeprefix("sqlite:///")), part)
        os.replace(part, file)
    finally:
        for left in (part, *(part.with_name(part.name + end) for end in ("-wal", "-shm"))):
            left.unlink(missing_ok=True)
    return counts


def _from_sqlite(source: Path, part: Path) -> dict[str, int]:
    if not source.exists():
        raise CannotStore(f"there is no database {source}")
    with closing(sqlite3.connect(source)) as line, closing(sqlite3.connect(part)) as copy:
        try:
            line.backup(copy, pages=PAGES, sleep=0.01)
        except sqlite3.DatabaseError as error:
            raise CannotStore(f"{source}: {error}") from None
    with _opened(str(part)) as made, made.engine.connect() as connection:
        counts = {table.name: _count(connection, table) for table in metadata.sorted_tables}
    _close_up(part)
    return counts


def _close_up(part: Path) -> None:
    """One file, without the journal beside it."""
    with closing(sqlite3.connect(part)) as done:
        done.execute("PRAGMA journal_mode=DELETE")


def _from_postgresql(store: Store, part: Path) -> dict[str, int]:
    with _opened(str(part)) as made, made.engine.begin() as copy:
        snapshot = store.engine.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)
        with snapshot.connect() as source:
            counts = _copy(source, copy)
    _close_up(part)
    return counts


def restore(file: Path, place: str, replace: bool = False) -> dict[str, int]:
    """Put a backup into a database: all of it or nothing. CannotStore if something is there already, unless it may be replaced."""
    with file.open("rb") as begins:
        if begins.read(15) != b"SQLite format 3":
            raise CannotStore(f"{file} is no backup")
    try:
        with tempfile.TemporaryDirectory(prefix="harbour") as folder:
            passing = Path(folder) / "backup.db"  # it may be of an earlier version, and stays as it is
            shutil.copyfile(file, passing)
            passing.chmod(0o600)
            with (
                _opened(str(passing)) as taken,
                _opened(place) as into,
                taken.engine.connect() as source,
                into.engine.begin() as target,
            ):
                if source.exec_driver_sql("PRAGMA integrity_check").scalar() != "ok":
                    raise CannotStore(f"{file} is damaged")
                known = [table for table in metadata.sorted_tables if inspect(target).has_table(table.name)]
                if not replace and (full := [table.name for table in known if _count(target, table)]):
                    raise CannotStore(f"there is something in the database already ({', '.join(full)}); --replace throws it away")
                for table in reversed(known):
                    target.execute(delete(table))
                return _copy(source, target)
    except SQLAlchemyError as error:
        raise CannotStore(f"{file} cannot be restored: {getattr(error, 'orig', None) or type(error).__name__}") from None


@contextmanager
def _opened(place: str) -> Iterator[Store]:
    store = Store(place)
    try:
        yield store
    finally:
        store.close()


def _count(connection: Connection, table: Table) -> int:
    return int(connection.execute(select(func.count()).select_from(table)).scalar_one())


def _copy(source: Connection, target: Connection) -> dict[str, int]:
    """All rows of all tables, and the work that waits."""
    counts = {}
    for table in metadata.sorted_tables:
        if table is rows:
            continue
        counts[table.name] = 0
        kept = source.execution_options(stream_results=True, yield_per=AT_ONCE).execute(select(table))
        for some in kept.mappings().partitions(AT_ONCE):
            target.execute(insert(table), [dict(row) for row in some])
            counts[table.name] += len(some)
    waiting = [_waiting_rows, _waiting_jobs][source.dialect.name == "postgresql"](source)
    for job in waiting:
        [_put_row, _put_job][target.dialect.name == "postgresql"](target, job)
    return {**counts, rows.name: len(waiting)}


# --- work that waits: rows of our own, or procrastinate's. Workers are asked again to think by whoever opens a table.


def _waiting_rows(source: Connection) -> list[dict[str, Any]]:
    return [dict(row) for row in source.execute(select(rows).order_by(rows.c.id)).mappings()]


def _waiting_jobs(source: Connection) -> list[dict[str, Any]]:
    rows = source.exec_driver_sql(
        "SELECT queue_name AS kind, args::text AS args, CASE status WHEN 'todo' THEN queueing_lock END AS once, lock AS alone,"
        " attempts AS tries, coalesce(extract(epoch FROM scheduled_at), 0)::float AS due FROM procrastinate_jobs"
        " WHERE status IN ('todo', 'doing') AND queue_name <> 'think' ORDER BY id"
    )
    return [dict(row) for row in rows.mappings()]


def _put_row(target: Connection, job: dict[str, Any]) -> None:
    target.execute(insert(rows), [{name: value for name, value in job.items() if name != "id"}])


def _put_job(target: Connection, job: dict[str, Any]) -> None:
    import json

    after = max(0.0, job["due"] - time.time())
    Queue.put_into(
        target, job["kind"], once=job["once"] or "", alone=job["alone"] or "", after=after, args=json.loads(job["args"])
    )
