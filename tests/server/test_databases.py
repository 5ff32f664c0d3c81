"""The same store on SQLite and on PostgreSQL."""

from __future__ import annotations

import asyncio
import random
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any

import msgspec
import pytest

from grandharbour.server.seats import Seat, invited, keyed
from grandharbour.server.store import ALIVE, CannotStore, Move, Refused, Store

from .client import HERE, LINK, play_on, problem, running
from .postgres import Cluster, cluster
from .test_migrations import _start, differences
from .test_store import row

pytestmark = pytest.mark.xdist_group("postgres")


def test_a_new_database_is_what_the_code_expects(place: str) -> None:
    for _ in range(2):
        store = Store(place)
        assert differences(store) == []
        store.close()


def test_first_starts_at_once(place: str) -> None:
    with ThreadPoolExecutor(4) as starting:
        list(starting.map(_start, [place] * 4, [f"new{n}" for n in range(4)]))
    store = Store(place)
    assert all(store.read(f"new{n}") for n in range(4)) and differences(store) == []
    assert store.lengths(["new0", "new3", "nowhere"]) == {"new0": 0, "new3": 0}
    store.close()


def test_what_is_written_is_read(place: str) -> None:
    store = Store(place)
    moves = [
        Move("choice", "IT", "to", "D5/3", position="packed"),
        Move("resign", "IT", "a parting of more than sixty-four characters: " + "ö" * 200),
        Move("script", "BR", "x", [["next", "H 1"], ["n", 3]], "abc"),
    ]
    asyncio.run(store.open(row("t"), moves[:2], "now"))
    asyncio.run(store.add("t", 2, moves[2], "now"))
    assert store.read("t") == (row("t"), moves) and store.read("u") is None
    assert store.tail("t", 1) == moves[1:] and store.tail("t", 3) == []
    store.close()


def test_a_number_is_taken_once(place: str) -> None:
    """Two servers write the same rows in many groups at once: every number once, and each is told which are its own."""
    one, two = Store(place), Store(place)
    asyncio.run(one.open(row("t")))
    asyncio.run(one.open(row("u")))

    async def write(store: Store, side: str) -> list[Any]:
        rows = [(table, n) for n in range(40) for table in ("t", "u")]
        random.Random(side).shuffle(rows)
        return [
            answer
            for start in range(0, 80, 16)
            for answer in await asyncio.gather(
                *(store.add(table, n, Move("undo", side), "now") for table, n in rows[start : start + 16]), return_exceptions=True
            )
        ]

    with ThreadPoolExecutor(2) as both:
        answers = list(both.map(lambda pair: asyncio.run(write(*pair)), ((one, "IT"), (two, "BR"))))
    for store in (one, two):
        found = [move.side for table in ("t", "u") for move in (store.read(table) or (None, []))[1]]
        assert len(found) == 80
        for side, told in zip(("IT", "BR"), answers, strict=True):
            assert told.count(None) == found.count(side) and all(isinstance(a, Refused) for a in told if a is not None)
        store.close()


def test_a_seat_is_taken_once(place: str) -> None:
    store = Store(place)
    seat, _ = invited(Seat("link"))
    asyncio.run(store.open(msgspec.structs.replace(row("t"), seats={"IT": seat})))
    asyncio.run(store.seat("t", "IT", seat, keyed(seat)[0]))
    with pytest.raises(Refused):
        asyncio.run(store.seat("t", "IT", seat, keyed(seat)[0]))
    assert store.seats("t")["IT"].joined and not store.seats("t")["IT"].invite
    store.close()


def test_text_a_database_cannot_keep_fails_alone(place: str) -> None:
    store = Store(place)
    asyncio.run(store.open(row("t")))

    async def write() -> list[Any]:
        texts = ["fine", "\x00", "fine too"]
        return await asyncio.gather(
            *(store.add("t", n, Move("resign", "IT", text), "now") for n, text in enumerate(texts)), return_exceptions=True
        )

    answers = asyncio.run(write())
    assert answers[0] is None and answers[2] is None
    assert answers[1] is None or isinstance(answers[1], CannotStore)
    store.close()


def test_a_game_is_played_and_survives(place: str, tmp_path: Path) -> None:
    with running(tmp_path, database=place) as harbour:
        seats = harbour.open(HERE, seed=3)
        play_on(seats, random.Random(3), clicks=30)
        before = {side: seat.state() for side, seat in seats.items()}
    with running(tmp_path, database=place) as harbour:
        again = {side: harbour.seat(seat.table, side or "", seat.token) for side, seat in seats.items()}
        assert {side: seat.state() for side, seat in again.items()} == before
        problem(again["IT"].choose("no such verb"), "illegal-choice" if before["IT"]["decision"] else "not-your-decision", 409)


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_texts_of_503_tell_nothing(kind: str, tmp_path: Path) -> None:
    """The database is away: no answer names keys, statements, or where it is and who asks it."""
    with ExitStack() as stack:
        own = stack.enter_context(cluster()) if kind == "postgresql" else None
        place = own.database() if own else str(tmp_path / "harbour.db")
        harbour = stack.enter_context(running(tmp_path, database=place))
        seats = harbour.open(LINK, seed=0)
        if own:
            own.kill()
        else:
            holder = stack.enter_context(closing(sqlite3.connect(place, isolation_level=None)))
            holder.execute("BEGIN EXCLUSIVE")
        answers = [
            seats["IT"].choose("objective", "B5", 0),
            seats["IT"].post("key"),
            seats["BR"].post("resign"),
            harbour.http.post("/api/tables", json={"game": "hawks", "seats": HERE}),
        ]
        for answer in answers:
            problem(answer, "cannot-store", 503)
            for secret in (
                *(seat.token for seat in seats.values() if seat.token),
                str(tmp_path), "harbour.db", "/tmp", "socket", "postgres", "harbour1", "SELECT", "INSERT", "UPDATE", "VALUES", "hash",
            ):  # fmt: skip
                assert secret not in answer.text
        if own:
            own.start()


def test_a_database_that_says_nothing_any_more_is_noticed(postgres: Cluster) -> None:
    """Whoever reads, writes, listens or thinks has a connection whose other end is asked now and then; what the address says goes before."""
    import psycopg

    store = Store(f"{postgres.database()}&keepalives_idle=60")
    with psycopg.connect(store.address) as listens, store.engine.connect() as reads:
        for options in (listens.info.get_parameters(), reads.connection.dbapi_connection.info.get_parameters()):  # type: ignore[union-attr]
            assert {**ALIVE, "keepalives_idle": "60"}.items() <= options.items()
    store.close()
