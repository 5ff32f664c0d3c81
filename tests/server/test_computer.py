"""Computer players: they answer, they block nobody, and a table survives their death."""

from __future__ import annotations

import asyncio
import itertools
import multiprocessing
import os
import random
import signal
import sqlite3
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from grandharbour.engine.game import game
from grandharbour.server import computer
from grandharbour.server.computer import Computers, imagined
from grandharbour.server.store import Move
from grandharbour.server.tables import LiveTable, Tables

from .client import HERE, Harbour, Json, Seat, eventually, pick, running

MACHINE = {"IT": {"kind": "here"}, "BR": {"kind": "computer", "player": "greedy"}}


def wait_for(seat: Seat, what: Callable[[Json], bool]) -> Json:
    """Poll a seat's state until it fits."""
    return eventually(seat.state, what)


def mine(state: Json) -> bool:
    return bool(state["decision"] or state["outcome"])


def test_a_game_against_the_computer(harbour: Harbour) -> None:
    seats = harbour.open(MACHINE, seed=4)
    assert seats["BR"].token is None
    rng = random.Random(4)
    while (state := wait_for(seats["IT"], mine))["outcome"] is None:
        seats["IT"].play(*pick(state["decision"], rng), state["number"])
    assert any(event["side"] == "BR" for event in state["events"])
    card = harbour.http.get(f"/api/tables/{seats['IT'].table}").json()
    assert card["seats"]["BR"] == {"kind": "computer", "player": "greedy", "joined": True, "program": False}


@pytest.mark.parametrize("players", [("greedy", "random")])
def test_two_computers_play_by_themselves(harbour: Harbour, players: tuple[str, str]) -> None:
    kinds = {side: {"kind": "computer", "player": player} for side, player in zip(("IT", "BR"), players, strict=True)}
    seats = harbour.open(kinds, seed=9)
    with seats[None].live() as live:
        while live.hear("state")["outcome"] is None:
            pass


def open_with_its_worker(harbour: Harbour) -> tuple[dict[str | None, Seat], list[int]]:
    """A table where the computer has moved once, and the processes it thinks in."""
    seats = harbour.open(MACHINE, seed=0)
    for square in ("A5", "B5", "C5"):
        seats["IT"].play("objective", square)
    wait_for(seats["IT"], lambda state: state["view"]["phase"] == "Planes")
    return seats, [child.pid for child in multiprocessing.active_children() if child.pid]


@pytest.mark.skipif(sys.platform == "win32", reason="needs signals")
def test_a_thinking_computer_blocks_nobody(tmp_path: Path) -> None:
    with running(tmp_path) as harbour:
        seats, workers = open_with_its_worker(harbour)
        for pid in workers:
            os.kill(pid, signal.SIGSTOP)  # a player that thinks for ever
        try:
            # Any computer's turn is now pending for as long as we like.
            more = harbour.open({"IT": {"kind": "computer", "player": "greedy"}, "BR": {"kind": "here"}}, seed=1)
            other = harbour.open(HERE, seed=1)
            for n in range(5):  # who had to wait for the thinker would never be answered
                more["BR"].state()
                other["IT"].play("objective", "ABCDE"[n] + "5", n)
            assert more["BR"].state()["waiting"] == [{"side": "IT", "text": "Italy is deciding"}]
            assert more["BR"].post("resign").json()["outcome"]["winner"] == "IT", "one may leave while the other thinks"
        finally:
            for pid in workers:
                os.kill(pid, signal.SIGCONT)
        state = wait_for(seats["IT"], mine)
        assert state["decision"]["side"] == "IT"


@pytest.mark.skipif(sys.platform == "win32", reason="needs signals")
def test_the_table_goes_on_when_a_worker_dies(tmp_path: Path) -> None:
    with running(tmp_path) as harbour:
        seats, workers = open_with_its_worker(harbour)
        for pid in workers:
            os.kill(pid, signal.SIGKILL)
        rng = random.Random(1)
        for _ in range(12):
            state = wait_for(seats["IT"], mine)
            seats["IT"].play(*pick(state["decision"], rng), state["number"])


def test_the_computer_waits_for_the_database(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    with running(tmp_path) as harbour:
        seats = harbour.open(MACHINE, seed=0)
        with sqlite3.connect(tmp_path / "harbour.db") as spoil:
            spoil.execute(
                "CREATE TRIGGER full BEFORE INSERT ON moves WHEN NEW.side = 'BR' BEGIN SELECT RAISE(ABORT, 'disk full'); END"
            )
        for square in ("A5", "B5", "C5"):
            seats["IT"].play("objective", square)
        eventually(lambda: caplog.text.count("disk full") > 1)  # it has tried, and tried again
        assert not any(event["kind"] == "gun" for event in seats["IT"].state()["events"])
        with sqlite3.connect(tmp_path / "harbour.db") as spoil:
            spoil.execute("DROP TRIGGER full")
        wait_for(seats["IT"], mine)


def test_people_can_follow(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What others see is stored no earlier than a beat after what they saw before."""
    times: list[float] = []
    act = LiveTable.act

    async def noting(self: LiveTable, move: Move, number: int | None) -> None:
        await act(self, move, number)
        times.append(self._seen_at)

    monkeypatch.setattr(LiveTable, "act", noting)
    with running(tmp_path, computer_delay=0.4) as harbour:
        harbour.open({side: {"kind": "computer", "player": "random"} for side in ("IT", "BR")}, seed=9)
        seen = eventually(lambda: sorted(set(times)), lambda seen: len(seen) > 4)
    assert all(later - earlier > 0.39 for earlier, later in itertools.pairwise(seen[1:]))


def test_a_computer_that_just_stopped_looks_once_more() -> None:
    """A move that comes between its last look and its end finds the old task still there; nobody may wait for ever."""
    woken = []

    class Quick(LiveTable):
        def _wake_computers(self) -> None:
            woken.append(self._thinking)

    async def over() -> None:
        return None

    async def fails() -> None:
        raise OSError("broken")

    async def play() -> None:
        for work in (over(), fails()):
            table = Quick("t", Tables(None, None, 0.0))  # type: ignore[arg-type]
            task = asyncio.create_task(work)
            table._thinking = task
            await asyncio.wait([task])
            table._thought(task)

    asyncio.run(play())
    assert woken == [None], "after its end, and not after a failure"


def test_quick_players_do_not_wait_behind_thorough_ones() -> None:
    """All processes for searches are taken; a lieutenant at another table answers all the same."""
    war = game("hawks").new(seed=1)
    (side,) = war.decisions

    async def play() -> None:
        computers = Computers(1)
        busy = asyncio.create_task(computers._thorough.run(time.sleep, 600))
        try:
            thought = await computers.choose("hawks", "greedy", imagined(war, side), side)
            assert thought is not None
            verb, target = thought.plan[0]
            assert war.decisions[side].choices[verb] >> target & 1
            assert not busy.done()
        finally:
            busy.cancel()
            computers.close()

    asyncio.run(play())


def test_what_nobody_sees_is_clicked_at_once_and_the_rest_on_the_beat() -> None:
    """Four clicks in secret or one: what others see comes a whole number of beats after what they saw last."""
    war = game("convoys").new("pedestal", seed=3)
    war.play("day")
    assert not computer.shows(war, 1, "muster", war.setup.names.find("space", "Gibraltar"))
    assert computer.shows(war, 1, "proceed", 0), "the Axis is asked"
    for passed in (0.0, 0.01, 0.3, 0.36, 5.1):
        beats = (passed + computer.to_the_beat(passed, 0.35)) / 0.35
        assert beats >= 1 and abs(beats - round(beats)) < 1e-6
    assert computer.to_the_beat(4.0, 0.0) == 0.0, "no delay is asked for"
