"""The database goes away in the middle of something and comes back: whoever waits at a table hears how it stands then."""

from __future__ import annotations

import asyncio
import itertools
import random
from pathlib import Path
from typing import Any

import pytest

from grandharbour.engine.geometry.bits import bits
from grandharbour.server import notes, tables
from grandharbour.server.computer import Computers
from grandharbour.server.store import CannotStore, Move, Store
from grandharbour.server.tables import Tables
from grandharbour.server.workshop import Workshop

from .client import LINK, running
from .postgres import Cluster
from .test_computer import MACHINE
from .test_memory import Ears, at, opened

pytestmark = pytest.mark.xdist_group("postgres")


def answers_get_lost(patch: pytest.MonkeyPatch, which: int) -> None:
    """Of the writes of rows one, by its number, is done, but its answer never comes."""
    add, count = Store.add, itertools.count()

    async def lost(self: Store, table: str, n: int, move: Move, *rest: Any) -> None:
        await add(self, table, n, move, *rest)
        if next(count) == which:
            raise CannotStore("no connection")

    patch.setattr(Store, "add", lost)


def test_what_was_written_though_nobody_heard_of_it_is_shown(
    postgres: Cluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(notes, "LOOK", 0.2)
    with running(tmp_path, database=postgres.database()) as harbour:
        seats = harbour.open(LINK, seed=0)
        with seats["IT"].live() as italian, seats["BR"].live() as british:
            italian.hear("state")
            british.hear("state")
            answers_get_lost(monkeypatch, 0)
            italian.say(do="resign")
            assert italian.hear("problem")["problem"]["type"] == "/problems/cannot-store"
            assert italian.hear("state")["outcome"] == british.hear("state")["outcome"]
            assert british.state["outcome"]


def test_a_computer_goes_on_when_the_database_is_there_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its row was written, but nobody can say so, and then the table cannot even be read for a while."""
    read, away = Store.read, iter([True, True, False])

    def sometimes(self: Store, *about: Any) -> Any:
        if next(away, False):
            raise CannotStore("no connection")
        return read(self, *about)

    with running(tmp_path) as harbour:
        seats = harbour.open({side: {**seat, "kind": "computer", "player": "random"} for side, seat in MACHINE.items()}, seed=4)
        with seats[None].live() as live:
            live.hear("state")
            answers_get_lost(monkeypatch, 3)
            monkeypatch.setattr(Store, "read", sometimes)
            while not live.state["outcome"]:
                live.hear("state")
    assert next(away, None) is None, "it was away"


def test_who_watches_a_table_that_is_read_again_is_shown_all_he_missed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another server has gone on, past a place where the table is taken up from now on: what lies before it is not in memory."""
    monkeypatch.setattr(tables, "EVERY", 4)

    class Hears(Ears):
        told = b""

        def tell(self, message: bytes) -> None:
            self.told += message

    async def work(ours: Tables) -> None:
        table = await ours.find(await opened(ours))
        ears = Hears()
        async with table.lock:
            table.watch(await table.history(), None, ears)
        store = Store(str(tmp_path / "harbour.db"))
        theirs = Tables(store, Computers(1), Workshop())
        other, rng = await theirs.find(table.id), random.Random(2)
        for _ in range(12):
            war = (await other.history()).table.war
            verb, targets = rng.choice(list(war.asked()[0].choices.items()))
            side = war.setup.names.of("side", war.asked()[0].side)
            await other.act(Move("choice", side, verb, war.target_name(verb, rng.choice(list(bits(targets))))), None)
            await asyncio.gather(*theirs.errands)
        shown = (await other.history()).state(None)
        store.close()
        table._history = None
        async with table.lock:
            again = await table.history()
        assert (await asyncio.to_thread(ours.store.places, table.id)) and again.rows == 12
        assert again.state(None) == shown and all(f'"n":{event.n},'.encode() in ears.told for event in shown.events[1:])

    at(tmp_path, 1, work)
