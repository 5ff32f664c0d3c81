"""`harbour load` measures a server it starts itself, or one that runs."""

from __future__ import annotations

import json
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from grandharbour.server.load import Wish, measure

from ..cli.test_harbour import harbour as typed
from .client import Harbour
from .postgres import Cluster


def load(*options: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-m", "grandharbour", "load", *options], capture_output=True, text=True, timeout=120)


def test_a_server_of_its_own(tmp_path: Path) -> None:
    database = tmp_path / "load.db"
    answer = load("--tables", "3", "--choices", "300", "--database", str(database), "--json")
    assert answer.returncode == 0, answer.stderr
    found = json.loads(answer.stdout)
    assert found["choices"] >= 300 and found["stalls"] == 0 and not found["problems"]
    assert 0 < found["p50_ms"] <= found["p99_ms"] and found["cpu_ms"] > 0 and found["opening_ms"] > 0
    assert found["received"] > 100
    with sqlite3.connect(database) as rows:
        (tables,) = rows.execute("SELECT count(*) FROM tables").fetchone()
        (moves,) = rows.execute("SELECT count(*) FROM moves").fetchone()
    # One table to wake up, three at the start, and one for every game that ended while the clock ran (or just afterwards).
    assert 4 + found["openings"] <= tables <= 4 + found["openings"] + 3
    assert moves > found["choices"], "every choice that was counted is stored"


def test_a_running_server_keeps_its_processor_time_to_itself(harbour: Harbour) -> None:
    found = measure(Wish(tables=2, choices=20, think=0.01), url=harbour.url)
    assert found.choices > 0 and found.cpu_ms is None and found.busy is None


@pytest.mark.xdist_group("postgres")
@pytest.mark.parametrize("together", [False, True])
def test_two_servers_share_the_tables(postgres: Cluster, together: bool) -> None:
    found = measure(Wish(tables=4, choices=200, together=together), database=postgres.database(), processes=2)
    assert found.choices >= 200 and found.stalls == 0 and set(found.problems) <= {"stale", "not-your-decision"}


def test_wrong_questions_end_in_one_line() -> None:
    for options in (["--game", "ludo"], ["--url", "http://127.0.0.1:9/"], ["--processes", "2"]):
        answer = typed("load", *options)
        assert answer.returncode == 2 and answer.stderr.startswith("harbour:") and answer.stderr.count("\n") == 1, answer.stderr
