"""Old games never die: what version 0.2.0 has kept opens, and what no longer replays can be played on."""

from __future__ import annotations

import json
import random
import shutil
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from grandharbour.engine import save
from tests.engine.test_save import changed, played, sealed
from tests.play import pick

from .client import HERE, LINK, Harbour, Seat, play_on, problem, running

FROZEN = Path(__file__).parent.parent / "frozen" / "0.2.0"
SAVES = sorted(FROZEN.glob("*.harbour"))
TABLES: dict[str, dict[str, Any]] = json.loads((FROZEN / "tables.json").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def harbour(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """A server on a copy of the old database."""
    folder = tmp_path_factory.mktemp("old")
    shutil.copy(FROZEN / "tables.db", folder / "harbour.db")
    with running(folder) as served:
        yield served


@pytest.mark.parametrize("path", SAVES, ids=lambda path: path.stem)
def test_every_frozen_save_opens(path: Path) -> None:
    """It replays to its end, or it says where it left the record and can be played on from a sound position."""
    text = path.read_text(encoding="utf-8")
    table, astray = save.open_save(text)
    ended = path.stem.endswith("-ended")
    if astray is None:
        assert len(table.choices) == len(save.parse(text).choices)
        assert (table.outcome is not None) == ended
    else:
        assert astray.version == "0.2.0" and 0 < astray.choice <= astray.of and "0.2.0" in astray.words()
        assert len(table.choices) < astray.of
        on = save.resume(text)
        assert on.outcome is None and on.war.asked()
        rng = random.Random(1)
        for _ in range(20):
            if on.outcome is None:
                side, verb, target = pick(on.war, rng)
                on.play(verb, target, side)
        assert save.loads(save.dumps(on)).war.key() == on.war.key()


def seats_of(harbour: Harbour, table: str) -> dict[str, Seat]:
    return {side: Seat(harbour.http, table, side, token) for side, token in TABLES[table]["seats"].items()}


@pytest.mark.parametrize(
    "table", TABLES, ids=lambda table: f"{TABLES[table]['game']}-{TABLES[table]['scenario']}-{TABLES[table]['kind']}"
)
def test_every_table_of_the_old_database_opens(harbour: Harbour, table: str) -> None:
    """State, card, replay and save answer; a table that ended has its outcome, another goes on or offers where it can."""
    known = TABLES[table]
    seats = seats_of(harbour, table)
    card = harbour.http.get(f"/api/tables/{table}").json()
    assert card["game"] == known["game"]
    for seat in seats.values():
        state = seat.state()
        assert state["view"]["heading"]
        assert seat.get("moments").json()["moments"] > 0
        assert seat.get("save").status_code == 200
    stuck = state["astray"] and state["astray"]["heading"]
    if known["kind"] == "ended":
        assert state["outcome"] or stuck
    if stuck:
        first = next(iter(seats.values()))
        assert card["astray"] and state["decision"] is None
        assert first.post("continue").status_code == 200
        assert first.state()["astray"] is None
    if not card["ended"] or stuck:
        assert play_on(dict(seats), random.Random(4), 3) > 0


def test_an_old_database_is_brought_up_to_date_once(tmp_path: Path) -> None:
    shutil.copy(FROZEN / "tables.db", tmp_path / "harbour.db")
    with sqlite3.connect(tmp_path / "harbour.db") as base:
        rows = base.execute("select * from moves order by table_id, n").fetchall()
    for _ in range(2):
        with running(tmp_path):
            pass
        with sqlite3.connect(tmp_path / "harbour.db") as base:
            assert base.execute("select format from harbour").fetchall() == [(3,)]
            now = base.execute("select * from moves order by table_id, n").fetchall()
            assert [row[: len(rows[0])] for row in now] == rows, "what was stored stays as it is; later columns are empty"
            assert dict(base.execute("select table_id, moves from inherited")) == {
                t: len([r for r in rows if r[0] == t]) for t in TABLES
            }


# --- under other rules


def spoil(folder: Path, table: str, n: int) -> None:
    """As if the rules had changed: a move of the record is no longer legal."""
    with sqlite3.connect(folder / "harbour.db") as base:
        base.execute("UPDATE moves SET target = '\"A9/1\"' WHERE n = ? AND table_id = ?", (n, table))
        base.execute("UPDATE tables SET rules = 'older', version = '0.0.1' WHERE id = ?", (table,))


def test_a_running_table_is_played_on_from_its_last_turn(tmp_path: Path) -> None:
    with running(tmp_path) as harbour:
        for seed in range(20):
            seats = harbour.open(LINK, seed=seed)
            play_on(seats, random.Random(seed), until=lambda s: s["IT"]["view"]["turn"] == 3)
            if seats["IT"].state()["outcome"] is None:
                break
        table = seats["IT"].table
        before = seats["IT"].state()
        marks = seats["IT"].get("moments").json()["marks"]
    spoil(tmp_path, table, 5)
    with running(tmp_path) as harbour:
        seats = {side: Seat(harbour.http, table, side, seat.token) for side, seat in seats.items()}
        state = seats["IT"].state()
        assert state["decision"] is None and state["waiting"] == [] and state["outcome"] is None and not state["dice"]["seed"]
        assert "Move 6" in state["astray"]["text"] and "0.0.1" in state["astray"]["text"]
        assert state["astray"]["heading"] == marks[-1]["label"] == before["view"]["heading"]
        assert harbour.http.get(f"/api/tables/{table}").json()["astray"] == state["astray"]["text"]
        problem(seats["IT"].post("choices", number=state["number"], verb="next", target="CR42 1"), "other-rules", 409)
        problem(seats[None].post("continue"), "wrong-seat", 403)
        with seats["BR"].live(since=len(state["events"]), epoch=state["epoch"]) as live:
            assert live.hear("state")["astray"]
            assert seats["IT"].post("continue").status_code == 200
            news = live.hear("state")
            assert news["astray"] is None and news["from"] == 0
        after = seats["IT"].state()
        assert (
            after["view"]["turn"] == 3
            and after["view"]["pieces"] == before["view"]["pieces"]
            and after["number"] > state["number"]
        )
        problem(seats["IT"].post("continue"), "stale", 409)
        assert play_on(seats, random.Random(9), 5) == 5
        state = seats["IT"].state()
    with running(tmp_path) as harbour:
        seats = {side: Seat(harbour.http, table, side, seat.token) for side, seat in seats.items()}
        assert seats["IT"].state() == state, "a restart finds it where it was"
        play_on(seats, random.Random(10))
        assert seats["IT"].state()["outcome"]


def test_an_ended_table_keeps_its_outcome(tmp_path: Path) -> None:
    with running(tmp_path) as harbour:
        seats = harbour.open(HERE, seed=8)
        play_on(seats, random.Random(8))
        table, outcome = seats["IT"].table, seats["IT"].state()["outcome"]
    spoil(tmp_path, table, 30)
    with running(tmp_path) as harbour:
        seats = {side: Seat(harbour.http, table, side, seat.token) for side, seat in seats.items()}
        state = seats[None].state()
        assert state["outcome"] == outcome and state["dice"]["seed"] and state["astray"]["heading"] is None
        assert harbour.http.get(f"/api/tables/{table}").json()["ended"]
        assert seats[None].get("moments", eyes="all").json()["moments"] > 5
        record = save.loads(seats[None].get("save").text)
        assert len(record.choices) >= 30
        problem(seats["IT"].post("continue"), "stale", 409)


def test_an_uploaded_save_that_goes_astray_begins_where_it_is_sound(tmp_path: Path) -> None:
    lines = changed(save.dumps(played(5, 150)), rules="0" * 24, version="0.0.1").splitlines()[:-1]
    lines[3] = '["IT","objective","D4"]'
    with running(tmp_path) as harbour:
        opened = harbour.http.post("/api/tables/upload", content=sealed(lines).encode()).json()
        assert "no longer fits" in opened["note"] and "0.0.1" in opened["note"]
        seats = harbour.seats(opened)
        assert seats["IT"].state()["view"]["turn"] >= 2 and play_on(seats, random.Random(1), 4) == 4
