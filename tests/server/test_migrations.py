"""Databases of earlier versions are brought up to date, whoever starts first; new ones are what the code expects."""

from __future__ import annotations

import asyncio
import json
import shutil
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext

from grandharbour.server.migrations import HEAD
from grandharbour.server.store import Move, Store, metadata

from .test_old_games import FROZEN
from .test_store import row


def differences(store: Store) -> list[object]:
    """What a database has and the code does not, or the other way round."""
    with store.engine.connect() as connection:
        found = compare_metadata(MigrationContext.configure(connection, opts={"compare_type": False}), metadata)
    # PostgreSQL has procrastinate's tables instead of ours.
    beside = {"harbour", "alembic_version"} | ({"jobs", "queue_steps"} if store.shared else set())
    names = [(part, getattr(part[1], "name", "") or "") for part in found]
    return [part for part, name in names if name not in beside and "procrastinate" not in name]


def test_a_new_database_is_what_the_code_expects(tmp_path: Path) -> None:
    store = Store(str(tmp_path / "new.db"))
    assert differences(store) == []
    store.close()


def test_the_database_of_0_2_0(tmp_path: Path) -> None:
    shutil.copy(FROZEN / "tables.db", tmp_path / "old.db")
    with sqlite3.connect(tmp_path / "old.db") as before:
        before.row_factory = sqlite3.Row
        tables = {row["id"]: dict(row) for row in before.execute("SELECT * FROM tables")}
        moves = before.execute("SELECT count(*) FROM moves").fetchone()[0]
    assert tables and moves
    for _ in range(2):  # the second time there is nothing to do
        store = Store(str(tmp_path / "old.db"))
        assert differences(store) == []
        for id, table in tables.items():
            found = store.read(id)
            assert found is not None and found[0].inherited == len(found[1])
            assert found[0].seed == table["seed"] and list(found[0].seats) == list(json.loads(table["seats"]))
            for side, seat in json.loads(table["seats"]).items():
                kept = found[0].seats[side]
                assert (kept.kind, kept.hash, kept.joined) == (seat["kind"], seat.get("hash", ""), seat.get("joined", False))
        with store.engine.connect() as connection:
            assert connection.exec_driver_sql("SELECT count(*) FROM moves").scalar() == moves
            assert connection.exec_driver_sql("SELECT version_num FROM alembic_version").all() == [(HEAD,)]
            assert connection.exec_driver_sql("SELECT format FROM harbour").all() == [(3,)], "0.2.0 says it cannot read this"
        store.close()


def _start(place: str, name: str) -> None:
    store = Store(place)
    asyncio.run(store.open(row(name), [Move("undo", "IT")], "now"))
    store.close()


def test_two_first_starts_at_once(tmp_path: Path) -> None:
    for turn, old in enumerate((False, True)):
        place = tmp_path / f"{turn}.db"
        if old:
            shutil.copy(FROZEN / "tables.db", place)
        with ThreadPoolExecutor(6) as starting:
            list(starting.map(_start, [str(place)] * 6, [f"new{n}" for n in range(6)]))
        store = Store(str(place))
        assert all(store.read(f"new{n}") for n in range(6)) and differences(store) == []
        store.close()
