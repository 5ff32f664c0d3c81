"""Kill the server at any moment: what it acknowledged is there when it comes back."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest
from conftest import HERE, Harbour, Json, Seat, pick
from test_computer import MACHINE, mine, wait_for

START = """
import sys
from grandharbour.server import Settings, serve
serve(port=0, settings=Settings(database=sys.argv[1], computer_delay=float(sys.argv[2]), workers=1))
"""


@contextmanager
def process(folder: Path, delay: float = 0.0) -> Iterator[tuple[subprocess.Popen[str], Harbour]]:
    command = [sys.executable, "-c", START, str(folder / "harbour.db"), str(delay)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=folder) as server:
        assert server.stdout is not None
        harbour = Harbour(server.stdout.readline().split()[-1])
        try:
            yield server, harbour
        finally:
            harbour.http.close()
            server.kill()


def test_twenty_kills_lose_nothing(tmp_path: Path) -> None:
    rng = random.Random(20)
    opened: Json = None
    acknowledged: dict[str, Json] = {}
    in_flight: str | None = None
    survived = 0
    for _ in range(20):
        with process(tmp_path) as (server, harbour):
            if opened is None or acknowledged["IT"]["outcome"]:
                answer = harbour.http.post("/api/tables", json={"game": "hawks", "seats": HERE, "seed": rng.randrange(10**6)})
                opened, acknowledged, in_flight = answer.json(), {}, None
            seats = harbour.seats(opened)
            for side in ("IT", "BR"):
                state = seats[side].state()
                if side in acknowledged:
                    held = acknowledged[side]
                    lost = held["number"] - state["number"]
                    assert lost == 0 or (lost == -1 and in_flight == side), f"{lost} acknowledged clicks of {side} are gone"
                    if in_flight is None or all(seats[s].state()["number"] == acknowledged[s]["number"] for s in acknowledged):
                        assert state == held
                    survived += 1
                acknowledged[side] = state
            threading.Timer(rng.uniform(0.0, 0.25), server.send_signal, (signal.SIGKILL,)).start()
            in_flight = None
            try:
                while True:
                    for side in ("IT", "BR"):
                        acknowledged[side] = seats[side].state()
                    owing = [side for side in acknowledged if acknowledged[side]["decision"]]
                    if not owing:
                        break
                    in_flight = rng.choice(owing)
                    state = acknowledged[in_flight]
                    if state["can_undo"] and rng.random() < 0.2:
                        answer = seats[in_flight].post("undo", number=state["number"])
                    else:
                        verb, target = pick(state["decision"], rng)
                        answer = seats[in_flight].choose(verb, target, state["number"])
                    assert answer.status_code == 200, answer.text
                    acknowledged[in_flight] = answer.json()
                    in_flight = None
            except httpx.TransportError:
                pass
            server.wait(10)
    assert survived >= 20


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="needs /proc")
def test_a_pending_computer_turn_resumes(tmp_path: Path) -> None:
    with process(tmp_path, delay=0.5) as (server, harbour):
        opened = harbour.http.post("/api/tables", json={"game": "hawks", "seats": MACHINE, "seed": 0}).json()
        seat: Seat = harbour.seats(opened)["IT"]
        for square in ("A5", "B5", "C5"):
            seat.play("objective", square)
        time.sleep(1.0)
        children = Path(f"/proc/{server.pid}/task/{server.pid}/children").read_text().split()
        server.kill()
        server.wait(10)
    assert not mine(seat_state := harbour_state(tmp_path, opened)) or seat_state["number"] == 3
    with process(tmp_path) as (_, harbour):
        state = wait_for(harbour.seats(opened)["IT"], mine)
        assert state["number"] == 3 and state["decision"]["rule"] == "HM-SETUP.6"
    end = time.monotonic() + 10
    while any(Path(f"/proc/{child}").exists() for child in children) and time.monotonic() < end:
        time.sleep(0.05)
    assert not any(Path(f"/proc/{child}").exists() for child in children), "a player's process outlived its server"


def harbour_state(folder: Path, opened: Json) -> Json:
    with process(folder, delay=60) as (_, harbour):
        return harbour.seats(opened)["IT"].state()


def test_a_gentle_stop(tmp_path: Path) -> None:
    with process(tmp_path) as (server, harbour):
        seats = harbour.open(MACHINE, seed=0)
        with seats["IT"].live() as live:
            live.hear("state")
            start = time.monotonic()
            server.send_signal(signal.SIGTERM)
            assert server.wait(15) in (0, -signal.SIGTERM) and time.monotonic() - start < 10
    assert not list(tmp_path.glob("*.db-wal")) or os.path.getsize(tmp_path / "harbour.db-wal") == 0
