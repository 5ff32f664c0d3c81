"""Tables in memory: one copy of each, as many as the budget allows, never one thrown out that somebody uses."""

from __future__ import annotations

import asyncio
import gc
import random
import threading
import weakref
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from grandharbour.server import wire
from grandharbour.server.computer import Computers
from grandharbour.server.store import Move, Store, TableRow
from grandharbour.server.tables import LiveTable, Tables
from grandharbour.server.workshop import Workshop

from .client import PATIENCE, eventually, pick, running

BOTH = {side: wire.SeatWish("here") for side in ("IT", "BR")}


def at(folder: Path, memory: int, work: Callable[[Tables], Awaitable[None]]) -> None:
    async def run() -> None:
        store = Store(str(folder / "harbour.db"))
        tables = Tables(store, Computers(1), Workshop(), 0.0, memory)
        try:
            await work(tables)
        finally:
            tables.close()
            store.close()

    asyncio.run(run())


class Ears:
    """Somebody who watches."""

    since = epoch = 0

    def tell(self, message: bytes) -> None: ...

    def dismiss(self) -> None: ...


async def opened(tables: Tables) -> str:
    return (await tables.open(wire.NewTable("hawks", BOTH, seed=0))).table


def test_whoever_holds_a_table_holds_the_only_one(tmp_path: Path) -> None:
    async def work(tables: Tables) -> None:
        held = await tables.find(await opened(tables))
        for _ in range(5):
            await opened(tables)
        assert await tables.find(held.id) is held
        both = await asyncio.gather(*(tables.find(held.id) for _ in range(2)))
        assert both == [held, held]

    at(tmp_path, 0, work)


def test_two_who_come_at_once_find_one_table(tmp_path: Path) -> None:
    async def work(tables: Tables) -> None:
        id = await opened(tables)
        gc.collect()
        assert id not in tables._live, "nobody held it, and there was no room"
        one, other = await asyncio.gather(tables.find(id), tables.find(id))
        assert one is other

    at(tmp_path, 0, work)


def test_who_finds_a_table_before_its_opener_does_finds_the_only_one(tmp_path: Path) -> None:
    """The id of a table may be known beforehand, by a pairing: somebody can come as soon as its rows are there."""

    async def work(tables: Tables) -> None:
        found: list[LiveTable] = []
        store = tables.store.open

        async def open_and_tell(row: TableRow, *rest: Any) -> None:
            await store(row, *rest)
            found.append(await tables.find(row.id))

        tables.store.open = open_and_tell  # type: ignore[method-assign]
        id = await opened(tables)
        assert [await tables.find(id)] == found

    at(tmp_path, 1, work)


def test_who_leaves_while_his_row_is_written_has_made_his_move(tmp_path: Path) -> None:
    """His line is cut when the row is on its way to the database: whoever reads the table next finds it there."""

    async def work(tables: Tables) -> None:
        table = await tables.find(await opened(tables))
        held, go = threading.Event(), threading.Event()

        def hold(_: object) -> None:
            held.set()
            go.wait(PATIENCE)

        slow = asyncio.create_task(tables.store.run(hold))
        await asyncio.to_thread(held.wait, PATIENCE)
        click = asyncio.create_task(table.act(Move("choice", "IT", "objective", "A5"), None))
        while not tables.store.waiting:
            await asyncio.sleep(0.001)
        click.cancel()
        await asyncio.gather(click, return_exceptions=True)

        async def read() -> int:
            async with table.lock:
                return (await table.history()).rows

        asked = asyncio.create_task(read())
        await asyncio.wait({asked}, timeout=0.5)  # long enough to read what is not there yet
        go.set()
        assert await asked == 1
        await slow

    at(tmp_path, 1, work)


def test_the_longest_unused_goes_first(tmp_path: Path) -> None:
    async def work(tables: Tables) -> None:
        first = weakref.ref(await tables.find(await opened(tables)))
        watched = weakref.ref(await tables.find(await opened(tables)))
        table = watched()
        assert table is not None
        async with table.lock:
            table.watch(await table.history(), None, Ears())
        del table
        later = [await opened(tables) for _ in range(12)]
        gc.collect()
        assert first() is None, "a table nobody uses goes when there is no room"
        assert watched() is not None, "a watched one stays"
        assert later[-1] in tables._live, "the one just opened stays too"
        assert len(tables._live) < 9

    at(tmp_path, 1, work)


def test_what_there_is_no_room_for_goes_at_once(tmp_path: Path) -> None:
    """The collector looks seldom in a server: a table that nobody uses may be part of no circle."""

    async def work(tables: Tables) -> None:
        gc.disable()
        try:
            ids = [await opened(tables) for _ in range(20)]
            for id in ids[-3:]:
                table = await tables.find(id)
                ears = Ears()
                async with table.lock:
                    table.watch(await table.history(), None, ears)
                await table.act(Move("choice", "IT", "objective", "A5"), None)
                await table.act(Move("undo", "IT"), None)
                async with table.lock:
                    (await table.whole()).moments(None)
                table.leave(None, ears)
            del table
            for _ in range(20):
                await opened(tables)
            assert tables.count == len(tables._kept) < 12
        finally:
            gc.enable()

    at(tmp_path, 1, work)


def test_who_has_watched_leaves_nothing_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    begun: list[weakref.ref[LiveTable]] = []
    begin = LiveTable.__init__

    def noted(self: LiveTable, id: str, tables: Tables) -> None:
        begin(self, id, tables)
        begun.append(weakref.ref(self))

    monkeypatch.setattr(LiveTable, "__init__", noted)
    with running(tmp_path, memory=0) as harbour:
        gc.collect()
        gc.disable()
        try:
            seats = harbour.open()
            with seats["IT"].live() as live:
                live.hear("state")
                live.say(do="nonsense")
                live.hear("problem")
            harbour.open()
            eventually(lambda: begun[0]() is None)
        finally:
            gc.enable()


def test_weight_grows_with_the_game(tmp_path: Path) -> None:
    async def work(tables: Tables) -> None:
        table: LiveTable = await tables.find(await opened(tables))
        light = table.weight
        for square in ("A5", "B5", "C5"):
            await table.act(Move("choice", "IT", "objective", square), None)
        assert table.weight > light > 0

    at(tmp_path, 1, work)


def test_both_seats_of_many_tables_stay_together(tmp_path: Path) -> None:
    """With no room at all, the seats of each table still talk to one table."""
    with running(tmp_path, memory=0) as harbour:
        rng = random.Random(3)
        for _ in range(4):
            seats = harbour.open()
            with seats["IT"].live() as italian, seats["BR"].live() as british:
                states = {"IT": italian.hear("state"), "BR": british.hear("state")}
                harbour.open()  # somebody else comes, and there is no room
                for _ in range(6):
                    side = next(side for side, state in states.items() if state["decision"])
                    verb, target = pick(states[side]["decision"], rng)
                    (italian if side == "IT" else british).say(do="play", number=states[side]["number"], verb=verb, target=target)
                    states[side] = (italian if side == "IT" else british).hear("state")
                    if not states[side]["decision"]:
                        other = "BR" if side == "IT" else "IT"
                        while not states[other]["decision"]:
                            states[other] = (british if side == "IT" else italian).hear("state")


def test_a_table_where_a_computer_thinks_stays(tmp_path: Path) -> None:
    async def work(tables: Tables) -> None:
        thinks, enough = asyncio.Event(), asyncio.Event()

        async def ponder(*about: object) -> None:
            thinks.set()
            await enough.wait()

        tables.computers.choose = ponder  # type: ignore[assignment,method-assign]
        seats = {"IT": wire.SeatWish("computer", "greedy"), "BR": wire.SeatWish("here")}
        id = (await tables.open(wire.NewTable("hawks", seats, seed=0))).table
        await asyncio.wait_for(thinks.wait(), 60)
        table = weakref.ref(tables._live[id])
        for _ in range(12):
            await opened(tables)
        gc.collect()
        assert table() is not None and await tables.find(id) is table(), "it thinks on at the table people see"
        assert id in tables._kept, "it is not the one that goes"

    at(tmp_path, 1, work)
