"""The database goes away in the middle of something and comes back: whoever waits at a table hears how it stands then."""

from __future__ import annotations

import itertools
from pathlib import Path
from typing import Any

import pytest

from grandharbour.server import notes
from grandharbour.server.store import CannotStore, Move, Store

from .client import LINK, running
from .postgres import Cluster
from .test_computer import MACHINE

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
