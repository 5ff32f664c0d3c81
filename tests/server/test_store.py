"""The database: one commit for all who wait, a bad row fails alone, and a failure leaves the table as it was."""

from __future__ import annotations

import asyncio
import random
import sqlite3
import threading
import time
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event

from grandharbour.server.seats import Seat, side_of, take
from grandharbour.server.store import BUSY, CannotStore, Move, Refused, Store, TableRow

from .client import HERE, LINK, play_on, problem, running


def row(name: str) -> TableRow:
    seats = {"IT": Seat("here", hash="a"), "BR": Seat("computer", "greedy")}
    return TableRow(name, "hawks", "raid", {"entry": "edge", "stop_on_contact": True}, "", "", "00" * 32, seats, "now", "1", "f")


def test_pragmas(tmp_path: Path) -> None:
    store = Store(str(tmp_path / "a.db"))
    with store.engine.connect() as connection:
        assert connection.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"
        assert connection.exec_driver_sql("PRAGMA synchronous").scalar() == 2
        assert connection.exec_driver_sql("PRAGMA foreign_keys").scalar() == 1
    store.close()


def test_what_is_written_is_read(tmp_path: Path) -> None:
    store = Store(str(tmp_path / "a.db"))
    moves = [
        Move("choice", "IT", "to", "D5/3"),
        Move("undo", "IT"),
        Move("script", "BR", "x", [["next", "H 1"], ["n", 3]], "abc"),
    ]
    asyncio.run(store.open(row("t"), moves[:2], "now"))
    asyncio.run(store.add("t", 2, moves[2], "now"))
    store.close()
    again = Store(f"sqlite:///{tmp_path}/a.db")
    assert again.read("t") == (row("t"), moves)
    assert again.read("u") is None
    again.close()


async def taken_up(store: Store) -> None:
    """Until the writer has taken up what was put before it."""
    await asyncio.sleep(0)  # the task that puts it begins
    while store.waiting:
        await asyncio.sleep(0.01)


async def behind(
    store: Store, first: asyncio.Task[None], rows: list[Coroutine[Any, Any, None]], let_go: Callable[[], object]
) -> list[Any]:
    """What becomes of the first row and of those that wait behind it; the file is let go when all of them do."""
    tasks = [asyncio.create_task(row) for row in rows]
    while store.waiting < len(tasks):
        await asyncio.sleep(0.01)
    let_go()
    return await asyncio.gather(first, *tasks, return_exceptions=True)


def test_group_commit_with_one_bad_row(tmp_path: Path) -> None:
    store = Store(str(tmp_path / "a.db"))
    commits = []
    event.listen(store.engine, "commit", lambda connection: commits.append(1))

    async def run() -> list[BaseException | None]:
        await store.open(row("t"))
        await store.open(row("u"))
        blocker = sqlite3.connect(tmp_path / "a.db", isolation_level=None)
        blocker.execute("BEGIN IMMEDIATE")  # the first row waits for this lock; all others gather behind it
        commits.clear()
        first = asyncio.create_task(store.add("t", 0, Move("choice", "IT"), "now"))
        await taken_up(store)
        good = [store.add("u", n, Move("choice", "IT"), "now") for n in range(30)]
        answers = await behind(store, first, good, blocker.rollback)
        assert len(commits) == 2, "one for the first, one for all who waited"
        blocker.execute("BEGIN IMMEDIATE")
        first = asyncio.create_task(store.add("t", 1, Move("choice", "IT"), "now"))
        await taken_up(store)
        mixed = [store.add("t", n, Move("choice", "IT"), "now") for n in (2, 3, 0, 4)]  # number 0 is taken
        lost = store.add("nowhere", 0, Move("choice", "IT"), "now")
        answers += await behind(store, first, [*mixed, lost], blocker.rollback)
        blocker.close()
        return answers

    answers = asyncio.run(run())
    failed = [n for n, answer in enumerate(answers) if answer is not None]
    assert failed == [31 + 3, 31 + 5] and all(isinstance(answers[n], CannotStore) for n in failed)
    found = store.read("t")
    assert found is not None and len(found[1]) == 5
    store.close()


def test_wrong_databases(tmp_path: Path) -> None:
    (tmp_path / "text.db").write_text("this is no database, but it is long enough to look like a file of one" * 20)
    for place in (str(tmp_path / "text.db"), "sqlite://", "nothing://x", str(tmp_path / "no" / "folder.db")):
        with pytest.raises(CannotStore):
            Store(place)
    assert (tmp_path / "text.db").read_text().startswith("this is no database")
    store = Store(str(tmp_path / "new.db"))
    with store.engine.begin() as connection:
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = '0999'")
    store.close()
    with pytest.raises(CannotStore, match="0999"):
        Store(str(tmp_path / "new.db"))
    with sqlite3.connect(tmp_path / "strange.db") as rows:
        rows.execute("CREATE TABLE harbour (format INTEGER)")
        rows.execute("INSERT INTO harbour VALUES (99)")
    with pytest.raises(CannotStore, match="format 99"):
        Store(str(tmp_path / "strange.db"))


def test_tokens_are_not_kept(tmp_path: Path) -> None:
    with running(tmp_path) as harbour:
        seats = harbour.open(LINK, seed=1)
        tokens = [seat.token for seat in seats.values() if seat.token]
        assert len(set(tokens)) == 2
    stored = (tmp_path / "harbour.db").read_bytes()
    assert all(token.encode() not in stored for token in tokens)
    seat, token = take("here")
    assert token and seat.hash and side_of({"IT": seat}, token) == "IT" and take("computer", "x")[1] is None


def test_storage_failure_rolls_back(tmp_path: Path) -> None:
    with running(tmp_path) as harbour:
        seats = harbour.open(LINK, seed=0)
        other = harbour.open(HERE, seed=0)
        seats["IT"].play("objective", "A5")
        before = {side: seat.state() for side, seat in seats.items()}
        spoil = sqlite3.connect(tmp_path / "harbour.db", isolation_level=None)
        spoil.execute(
            f"CREATE TRIGGER full BEFORE INSERT ON moves WHEN NEW.table_id = '{seats['IT'].table}' BEGIN SELECT RAISE(ABORT, 'disk full'); END"
        )
        with seats["BR"].live() as britain:
            britain.hear()
            for _ in range(3):
                told = problem(seats["IT"].choose("objective", "B5"), "cannot-store", 503)
                assert "disk full" in told["detail"]
            problem(seats["IT"].post("undo", number=1), "cannot-store", 503)
            problem(seats["BR"].post("resign"), "cannot-store", 503)
            assert {side: seat.state() for side, seat in seats.items()} == before
            assert britain.quiet(), "nobody hears of what was not stored"
            other["IT"].play("objective", "A5")
            spoil.execute("DROP TRIGGER full")
            assert seats["IT"].play("objective", "B5", 1)["number"] == 2
        spoil.close()
        play_on(seats, random.Random(1))
        assert seats[None].state()["outcome"]


def test_a_locked_database(tmp_path: Path) -> None:
    with running(tmp_path, database=f"sqlite:///{tmp_path}/harbour.db?timeout=0.3") as harbour:
        seats = harbour.open(HERE, seed=0)
        spoil = sqlite3.connect(tmp_path / "harbour.db", isolation_level=None)
        spoil.execute("BEGIN EXCLUSIVE")
        problem(seats["IT"].choose("objective", "B5", 0), "cannot-store", 503)
        problem(harbour.http.post("/api/tables", json={"game": "hawks", "seats": HERE}), "cannot-store", 503)
        spoil.execute("ROLLBACK")
        spoil.close()
        assert seats["IT"].play("objective", "B5", 0)["number"] == 1


def test_restart_in_the_middle(tmp_path: Path) -> None:
    rng = random.Random(8)
    with running(tmp_path) as harbour:
        seats = harbour.open(LINK, seed=8)
        play_on(seats, rng, clicks=20)
        state = next(seat for seat in seats.values() if seat.token and seat.state()["decision"])
        state.post("undo", number=state.state()["number"])
        before = {side: (seat.state(), seat.get("moments").json()) for side, seat in seats.items()}
        card = harbour.http.get(f"/api/tables/{seats['IT'].table}").json()
    assert card["seats"]["BR"] == {"kind": "link", "joined": True, "program": False}
    with running(tmp_path) as harbour:
        for side, seat in seats.items():
            seat.http = harbour.http
            assert (seat.state(), seat.get("moments").json()) == before[side]
        assert harbour.http.get(f"/api/tables/{seats['IT'].table}").json() == card
        play_on(seats, rng)
        assert seats["IT"].state()["outcome"]


def test_a_table_of_other_rules_says_so(tmp_path: Path) -> None:
    with running(tmp_path) as harbour:
        seats = harbour.open(HERE, seed=8)
        play_on(seats, random.Random(8), clicks=5)
        good = harbour.open(HERE, seed=8)
    with sqlite3.connect(tmp_path / "harbour.db") as spoil:
        spoil.execute("UPDATE moves SET target = '\"A9\"' WHERE n = 2 AND table_id = ?", (seats["IT"].table,))
        spoil.execute("UPDATE tables SET rules = 'older', version = '0.0.1' WHERE id = ?", (seats["IT"].table,))
    with running(tmp_path) as harbour:
        told = harbour.http.get(f"/api/tables/{seats['IT'].table}").json()["astray"]
        assert "Move 3" in told and "0.0.1" in told
        assert harbour.http.get(f"/api/tables/{good['IT'].table}").status_code == 200


def test_many_tables_at_once(tmp_path: Path) -> None:
    """Twelve tables played at the same time, more than are kept in memory."""
    with running(tmp_path, memory=1) as harbour:
        opened = [harbour.open(HERE, seed=n) for n in range(12)]
        failures = []

        def play(n: int) -> None:
            try:
                play_on(opened[n], random.Random(n), clicks=25)
            except BaseException as error:
                failures.append(error)

        threads = [threading.Thread(target=play, args=(n,)) for n in range(12)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(60)
        assert not failures
        counts = [sum(seat.state()["number"] for seat in seats.values() if seat.token) for seats in opened]
        assert all(count == 25 or opened[n][None].state()["outcome"] for n, count in enumerate(counts))


def test_a_number_that_is_taken_is_refused_alone(tmp_path: Path) -> None:
    store = Store(str(tmp_path / "a.db"))

    async def run() -> list[BaseException | None]:
        await store.open(row("t"), [Move("undo", "IT")])
        with_position = Move("undo", "BR", position="whole")
        rows = [("t", 0), ("t", 1), ("gone", 0), ("t", 2)]
        return await asyncio.gather(*(store.add(table, n, with_position, "now") for table, n in rows), return_exceptions=True)

    answers = asyncio.run(run())
    assert [type(answer) for answer in answers] == [Refused, type(None), Refused, type(None)]
    found = store.read("t")
    assert found is not None and [(move.side, move.position) for move in found[1]] == [
        ("IT", ""),
        ("BR", "whole"),
        ("BR", "whole"),
    ]
    store.close()


def test_all_who_wait_for_a_locked_file_are_answered_together(tmp_path: Path) -> None:
    store = Store(str(tmp_path / "a.db"))

    async def run() -> tuple[list[BaseException | None], float]:
        for name in "abcdef":
            await store.open(row(name))
        blocker = sqlite3.connect(tmp_path / "a.db", isolation_level=None)
        blocker.execute("BEGIN IMMEDIATE")
        start = asyncio.get_running_loop().time()
        answers = await asyncio.gather(
            *(store.add(name, 0, Move("undo", "IT"), "now") for name in "abcdef"), return_exceptions=True
        )
        passed = asyncio.get_running_loop().time() - start
        blocker.rollback()
        blocker.close()
        return answers, passed

    answers, passed = asyncio.run(run())
    assert [type(answer) for answer in answers] == [CannotStore] * 6
    # One group is being written and the others wait behind it: two limits of time, not one for each of the six, however busy the machine.
    assert passed < 5 * BUSY
    assert asyncio.run(store.add("a", 0, Move("undo", "IT"), "now")) is None
    store.close()


def test_a_locked_file_is_told_to_everybody_in_one_time(tmp_path: Path) -> None:
    """Somebody holds the file: who comes while the first wait does not wait as long again, and when it is free all goes on."""
    place = tmp_path / "a.db"
    store = Store(str(place))
    waited: list[float] = []

    async def add(name: str) -> bool:
        begun = time.monotonic()
        try:
            await store.open(row(name))
        except CannotStore:
            waited.append(time.monotonic() - begun)
            return False
        return True

    async def play() -> None:
        holder = sqlite3.connect(place, isolation_level=None)
        holder.execute("BEGIN IMMEDIATE")
        coming = []
        for n in range(20):
            coming.append(asyncio.create_task(add(f"t{n}")))
            await asyncio.sleep(0.1)
        assert not any(await asyncio.gather(*coming))
        holder.execute("ROLLBACK")
        holder.close()
        assert all(await asyncio.gather(*(add(f"u{n}") for n in range(20))))

    asyncio.run(play())
    store.close()
    assert len(waited) == 20 and min(waited) < BUSY, (
        "the last came when the first had nearly waited enough, and waited no whole limit"
    )
