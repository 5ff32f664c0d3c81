"""Computer players that think in workers: any worker, killed at any moment; nothing is lost and nothing is played twice."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg
import pytest

from grandharbour.server import Settings
from grandharbour.server.run import prepare
from grandharbour.server.store import CannotStore, Store

from .client import PATIENCE, Harbour, pick, running
from .postgres import Cluster
from .test_computer import MACHINE, mine, wait_for
from .test_jobs import REFUSE

# Heartbeats as short as a test needs them. Whoever is told a moment dies there: of the n-th thought or the n-th row, in its middle or behind it.
WORK = """
import asyncio, os, signal, sys
from grandharbour.server import Settings, computer, jobs, store, thinking
jobs.HEARTBEAT = 0.5
def dies(kind, name, number, behind):
    real = getattr(kind, name)
    async def until(*about):
        nonlocal number
        number -= 1
        work = asyncio.ensure_future(real(*about))
        if number == 0:
            await (work if behind else asyncio.sleep(0.01))
            os.kill(os.getpid(), signal.SIGKILL)
        return await work
    setattr(kind, name, until)
if len(sys.argv) > 2:
    kind = {"choose": computer.Computers, "add": store.Store}[sys.argv[2]]
    dies(kind, sys.argv[2], int(sys.argv[3]), sys.argv[4] == "behind")
asyncio.run(thinking.work(Settings(database=sys.argv[1], computer_delay=0.0, workers=1), ready=lambda: print("ready", flush=True)))
"""


class Worker:
    def __init__(self, place: str, folder: Path, dies: str = "") -> None:
        command = [sys.executable, "-c", WORK, place, *dies.split()]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=folder)
        assert self.process.stdout is not None and self.process.stdout.readline() == "ready\n"

    def end(self, how: int = signal.SIGKILL) -> int:
        with self.process:
            os.kill(self.process.pid, how)
            return self.process.wait(PATIENCE)


@contextmanager
def worker(place: str, folder: Path, dies: str = "") -> Iterator[Worker]:
    found = Worker(place, folder, dies)
    try:
        yield found
    finally:
        if found.process.poll() is None:
            found.end()


def rows(place: str) -> int:
    with psycopg.connect(place, autocommit=True) as connection:
        row = connection.execute("SELECT count(*) FROM moves").fetchone()
        assert row is not None
        return int(row[0])


def test_a_game_against_a_worker(postgres: Cluster, tmp_path: Path) -> None:
    place = postgres.database()
    with running(tmp_path, database=place, thinking="workers") as harbour, worker(place, tmp_path) as one:
        seats = harbour.open(MACHINE, seed=4)
        rng = random.Random(4)
        while (state := wait_for(seats["IT"], mine))["outcome"] is None:
            seats["IT"].play(*pick(state["decision"], rng), state["number"])
        assert any(event["side"] == "BR" for event in state["events"])
        assert one.end(signal.SIGTERM) == 0, "it goes when it is told to"


def test_a_thought_whose_end_cannot_be_noted(postgres: Cluster, tmp_path: Path) -> None:
    """The row is written, but the database does not take the note that the work is over, and the worker lives on: the next thought about
    the table has its turn all the same."""
    place = postgres.database()
    with running(tmp_path, database=place, thinking="workers") as harbour:
        with psycopg.connect(place, autocommit=True) as connection:
            connection.execute(REFUSE)
        seats = harbour.open({"IT": {"kind": "computer", "player": "greedy"}, "BR": {"kind": "here"}}, seed=1)
        rng = random.Random(1)
        with worker(place, tmp_path):
            wait_for(seats["BR"], mine)
            while (state := wait_for(seats["BR"], mine))["decision"] and asked(place) < 3:
                seats["BR"].play(*pick(state["decision"], rng), state["number"])


def asked(place: str) -> int:
    """How often a worker has been asked for."""
    with psycopg.connect(place, autocommit=True) as connection:
        row = connection.execute("SELECT last_value FROM procrastinate_jobs_id_seq").fetchone()
        assert row is not None
        return int(row[0])


def test_the_server_itself_does_not_think(postgres: Cluster, tmp_path: Path) -> None:
    place = postgres.database()
    with running(tmp_path, database=place, thinking="workers") as harbour:
        seats = harbour.open({"IT": {"kind": "computer", "player": "greedy"}, "BR": {"kind": "here"}}, seed=1)
        assert seats["BR"].state()["decision"] is None
        with psycopg.connect(place, autocommit=True) as connection:
            waiting = connection.execute("SELECT task_name, args, lock, queueing_lock FROM procrastinate_jobs").fetchall()
        id = seats["BR"].table
        assert waiting == [("think", {"table": id, "n": 0}, f"table {id}", f"{id}:0")], "no position and no seed travels"
        with worker(place, tmp_path):
            wait_for(seats["BR"], mine)


def test_what_a_worker_considered_can_be_read(postgres: Cluster, tmp_path: Path) -> None:
    place = postgres.database()
    with running(tmp_path, database=place, thinking="workers") as harbour, worker(place, tmp_path):
        seats = harbour.open({"IT": {"kind": "here"}, "BR": {"kind": "computer", "player": "search:cadet"}}, seed=2)
        rng = random.Random(2)
        while not seats["IT"].get("thoughts").json()["thoughts"]:
            state = wait_for(seats["IT"], mine)
            assert state["outcome"] is None
            seats["IT"].play(*pick(state["decision"], rng), state["number"])
        found = seats["IT"].get("thoughts").json()["thoughts"]
        assert found[0]["side"] == "BR" and found[0]["player"] == "search:cadet"


def test_workers_killed_while_they_think(postgres: Cluster, tmp_path: Path) -> None:
    """Games between computers, and the only worker dies again and again; another begins. Every game comes to its end, and its rows
    are one line without a gap that replays."""
    place = postgres.database()
    sides = {"IT": {"kind": "computer", "player": "greedy"}, "BR": {"kind": "computer", "player": "random"}}
    with running(tmp_path, database=place, thinking="workers") as harbour:
        games = [harbour.open(sides, seed=seed)[None] for seed in range(3)]
        for moment in ("choose 6 within", "choose 9 behind", "add 7 within", "add 5 behind"):
            before = rows(place)
            with worker(place, tmp_path, moment) as one:
                assert one.process.wait(PATIENCE) == -signal.SIGKILL
            assert rows(place) > before, "what it had done before stays done"
            assert not any(game.state()["outcome"] for game in games)
        with worker(place, tmp_path):
            for game in games:
                state = game.state()
                while not state["outcome"]:  # as long as it likes, but something must come now and then
                    state = wait_for(game, lambda now, before=state: now["outcome"] or now["events"] != before["events"])
    sound(place, [game.table for game in games])


def sound(place: str, tables: list[str]) -> None:
    """The rows of some tables have no gap, and what is replayed from them ends like what was shown."""
    from grandharbour.server.history import History

    store = Store(place)
    with psycopg.connect(place, autocommit=True) as connection:
        for table in tables:
            numbers = connection.execute("SELECT n FROM moves WHERE table_id = %s ORDER BY n", (table,)).fetchall()
            assert [n for (n,) in numbers] == list(range(len(numbers)))
            found = store.read(table)
            assert found is not None
            history = History(*found)
            assert history.astray is None and history.table.outcome is not None
    store.close()


def test_workers_need_postgresql(tmp_path: Path) -> None:
    with pytest.raises(CannotStore, match="PostgreSQL"):
        prepare(Settings(database=str(tmp_path / "a.db"), thinking="workers"), "127.0.0.1", 0)
    asked = subprocess.run(
        [sys.executable, "-m", "grandharbour", "think", "--database", str(tmp_path / "a.db")], capture_output=True, text=True
    )
    assert asked.returncode == 2 and "PostgreSQL" in asked.stderr


def test_a_lost_request_is_made_again(postgres: Cluster, tmp_path: Path) -> None:
    """The queue has been emptied by somebody: whoever opens the table asks anew."""
    place = postgres.database()
    with running(tmp_path, database=place, thinking="workers") as harbour:
        seats = harbour.open({"IT": {"kind": "computer", "player": "greedy"}, "BR": {"kind": "here"}}, seed=1)
    with psycopg.connect(place, autocommit=True) as connection:
        connection.execute("DELETE FROM procrastinate_jobs")
    with running(tmp_path, database=place, thinking="workers") as harbour, worker(place, tmp_path):
        again = Harbour(harbour.url).seat(seats["BR"].table, "BR", seats["BR"].token)
        wait_for(again, mine)
