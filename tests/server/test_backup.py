"""A backup while a server runs, restored into either kind of database, and back: every row, every seat, every table goes on."""

from __future__ import annotations

import asyncio
import itertools
import random
import sqlite3
import stat
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from sqlalchemy import select

from grandharbour.server.backup import backup, restore
from grandharbour.server.club.rows import metadata
from grandharbour.server.jobs import open_jobs
from grandharbour.server.store import CannotStore, Store

from .client import HERE, play_on, running, sit_down
from .postgres import Cluster
from .test_old_games import FROZEN


def everything(place: str) -> dict[str, list[tuple[object, ...]]]:
    store = Store(place)
    with store.engine.connect() as connection:
        found = {
            table.name: sorted((tuple(row) for row in connection.execute(select(table))), key=repr)
            for table in metadata.sorted_tables
            if table.name not in ("jobs", "thoughts")
        }
    store.close()
    return found


def test_from_either_to_either(postgres: Cluster, tmp_path: Path) -> None:
    first = str(tmp_path / "first.db")
    with running(tmp_path, database=first) as harbour:
        seats = harbour.open(seed=5)
        play_on(seats, random.Random(5), clicks=30)
        before = seats["IT"].state()
        counts = backup(first, tmp_path / "one")
    assert counts["tables"] == 1 and counts["moves"] == 30
    assert stat.S_IMODE((tmp_path / "one").stat().st_mode) == 0o600
    assert sorted(file.name for file in tmp_path.glob("one*")) == ["one"]
    second = postgres.database()
    assert restore(tmp_path / "one", second)["moves"] == 30
    assert everything(second) == everything(first)
    assert backup(second, tmp_path / "two")["moves"] == 30
    third = str(tmp_path / "third.db")
    restore(tmp_path / "two", third)
    assert everything(third) == everything(first)
    with running(tmp_path, database=second) as harbour:
        again = sit_down(harbour.http, seats["IT"].table, "IT", seats["IT"].token)
        assert again.state() == before
        play_on(
            {side: sit_down(harbour.http, again.table, side, seats[side].token) for side in ("IT", "BR")},
            random.Random(6),
            clicks=5,
        )


def test_while_others_write(place: str, tmp_path: Path) -> None:
    """Tables are opened and played while copies are taken: each copy holds whole tables, their rows without a gap."""
    stop = threading.Event()
    with running(tmp_path, database=place) as harbour:

        def play() -> None:
            rng = random.Random(1)
            while not stop.is_set():
                play_on(harbour.open(seed=rng.randrange(100)), rng, clicks=5)

        playing = threading.Thread(target=play)
        playing.start()
        try:
            for n in range(3):
                backup(place, tmp_path / f"copy{n}")
        finally:
            stop.set()
            playing.join(60)
    for n in range(3):
        with sqlite3.connect(tmp_path / f"copy{n}") as copy:
            assert copy.execute("PRAGMA integrity_check").fetchone() == ("ok",)
            assert copy.execute("PRAGMA foreign_key_check").fetchall() == []
            for count, last in copy.execute("SELECT count(*), max(n) FROM moves GROUP BY table_id"):
                assert count == last + 1
            assert copy.execute(
                "SELECT count(*) FROM tables t WHERE (SELECT count(*) FROM seats s WHERE s.table_id = t.id) <> 2"
            ).fetchone() == (0,)


def test_nothing_is_overwritten_by_accident(tmp_path: Path) -> None:
    place = str(tmp_path / "a.db")
    with running(tmp_path, database=place) as harbour:
        harbour.open()
        backup(place, tmp_path / "copy")
        harbour.open()
    with pytest.raises(CannotStore, match="replace"):
        restore(tmp_path / "copy", place)
    assert len(everything(place)["tables"]) == 2
    restore(tmp_path / "copy", place, replace=True)
    assert len(everything(place)["tables"]) == 1
    (tmp_path / "nonsense").write_text("not a backup at all")
    with pytest.raises(CannotStore, match="no backup"):
        restore(tmp_path / "nonsense", place, replace=True)
    damaged = bytearray((tmp_path / "copy").read_bytes())
    damaged[4096 * 3 : 4096 * 6] = b"\xff" * 4096 * 3
    (tmp_path / "damaged").write_bytes(damaged)
    with pytest.raises(CannotStore):
        restore(tmp_path / "damaged", place, replace=True)
    assert len(everything(place)["tables"]) == 1, "what was there is still there"
    with pytest.raises(CannotStore, match="there is no database"):
        backup(str(tmp_path / "nothing.db"), tmp_path / "x")
    assert not (tmp_path / "x").exists() and not (tmp_path / "nothing.db").exists()


def test_a_database_of_an_earlier_version_is_a_backup(postgres: Cluster, tmp_path: Path) -> None:
    place = postgres.database()
    frozen = (FROZEN / "tables.db").read_bytes()
    counts = restore(FROZEN / "tables.db", place)
    assert counts["tables"] and counts["moves"] and counts["seats"]
    assert (FROZEN / "tables.db").read_bytes() == frozen, "it stays as it was"


def test_work_that_waits_comes_along(postgres: Cluster, tmp_path: Path) -> None:
    places = [str(tmp_path / "a.db"), postgres.database(), str(tmp_path / "b.db")]
    done: list[int] = []

    async def put(place: str) -> None:
        store = Store(place)
        jobs = open_jobs(store)
        await jobs.defer("letter", once="one", alone="x", n=1)
        await jobs.defer("letter", n=2)
        store.close()

    async def work(place: str) -> None:
        async def letter(n: int) -> None:
            done.append(n)

        store = Store(place)
        jobs = open_jobs(store)
        assert await asyncio.to_thread(jobs.waiting) == {"letter": 2}
        jobs.can("letter", letter)
        jobs.start()
        while len(done) < 2:
            await asyncio.sleep(0.01)
        await jobs.close()
        store.close()

    asyncio.run(put(places[0]))
    for n, (here, there) in enumerate(itertools.pairwise(places)):
        assert backup(here, tmp_path / f"copy{n}")["jobs"] == 2
        restore(tmp_path / f"copy{n}", there)
    asyncio.run(work(places[-1]))
    assert sorted(done) == [1, 2]


def test_the_commands(tmp_path: Path) -> None:
    def harbour(*words: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run([sys.executable, "-m", "grandharbour", *words], capture_output=True, text=True, cwd=tmp_path)

    with running(tmp_path, database=str(tmp_path / "a.db")) as server:
        server.http.post("/api/tables", json={"game": "hawks", "seats": HERE})
        taken = harbour("backup", "copy", "--database", "a.db")
    assert taken.returncode == 0 and "tables 1" in taken.stdout
    refused = harbour("restore", "copy", "--database", "a.db")
    assert refused.returncode == 2 and "--replace" in refused.stderr
    assert harbour("restore", "copy", "--database", "b.db").returncode == 0
    assert everything(str(tmp_path / "b.db")) == everything(str(tmp_path / "a.db"))
    missing = harbour("restore", "nothing", "--database", "b.db")
    assert missing.returncode == 2 and "Traceback" not in missing.stderr
