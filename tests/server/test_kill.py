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

from .client import HERE, PATIENCE, Harbour, Json, Seat, eventually, pick
from .test_computer import MACHINE, mine, wait_for

START = """
import sys
from grandharbour.server import Settings, serve
serve(port=0, settings=Settings(database=sys.argv[1], computer_delay=float(sys.argv[2]), workers=1))
"""


# Loads the server once and forks one for every line it reads: a fresh process without the second of imports. It does not
# wait for the dead ones, so no number of theirs is given to a stranger while we still use it.
LAUNCH = """
import os, sys
from grandharbour.server import Settings, serve
for line in sys.stdin:
    if os.fork() == 0:
        serve(port=0, settings=Settings(database=sys.argv[1]), on_ready=lambda url: print(os.getpid(), url, flush=True))
        os._exit(0)
"""


class Launcher:
    def __init__(self, folder: Path) -> None:
        self.last = 0
        command = [sys.executable, "-c", LAUNCH, str(folder / "harbour.db")]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=folder)

    def launch(self) -> tuple[int, Harbour]:
        assert self.process.stdin and self.process.stdout
        self.process.stdin.write("go\n")
        self.process.stdin.flush()
        while not (line := self.process.stdout.readline())[:1].isdigit():
            assert line, "no server came up"
        pid, url = line.split()
        self.last = int(pid)
        return self.last, Harbour(url)

    def close(self) -> None:
        if self.last:
            os.kill(self.last, signal.SIGKILL)
        with self.process:
            self.process.kill()


def begin(folder: Path, delay: float = 0.0) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", START, str(folder / "harbour.db"), str(delay)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=folder)


@contextmanager
def process(server: subprocess.Popen[str]) -> Iterator[tuple[subprocess.Popen[str], Harbour]]:
    with server:
        assert server.stdout is not None
        harbour = Harbour(server.stdout.readline().split()[-1])
        try:
            yield server, harbour
        finally:
            harbour.http.close()
            server.kill()


@pytest.fixture
def launcher(tmp_path: Path) -> Iterator[Launcher]:
    launcher = Launcher(tmp_path)
    yield launcher
    launcher.close()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_twenty_kills_lose_nothing(launcher: Launcher) -> None:
    rng = random.Random(20)
    opened: Json = None
    acknowledged: dict[str, Json] = {}
    newest: set[str] = set()  # the sides whose acknowledged state is that of the last accepted click
    in_flight: str | None = None
    survived = 0
    for _ in range(20):
        pid, harbour = launcher.launch()
        if opened is None or acknowledged["IT"]["outcome"]:
            wish = {"game": "hawks", "seats": HERE, "seed": rng.randrange(10**6)}
            opened, acknowledged, in_flight = harbour.http.post("/api/tables", json=wish).json(), {}, None
        seats = harbour.seats(opened)
        for side, held in acknowledged.items():
            state = seats[side].state()
            lost = held["number"] - state["number"]
            assert lost == 0 or (lost == -1 and in_flight == side), f"{lost} acknowledged clicks of {side} are gone"
            accepted = in_flight and seats[in_flight].state()["number"] > acknowledged[in_flight]["number"]
            if side in newest and not accepted:
                assert state == held
                survived += 1
        acknowledged = {side: seats[side].state() for side in ("IT", "BR")}
        newest = {"IT", "BR"}
        in_flight = None
        threading.Timer(rng.uniform(0.0, 0.3), os.kill, (pid, signal.SIGKILL)).start()
        try:
            while True:
                for side in ("IT", "BR"):
                    acknowledged[side] = seats[side].state()
                    newest.add(side)
                owing = [side for side in acknowledged if acknowledged[side]["decision"]]
                if not owing:
                    time.sleep(0.01)
                    continue
                in_flight = rng.choice(owing)
                state = acknowledged[in_flight]
                if state["can_undo"] and rng.random() < 0.2:
                    answer = seats[in_flight].post("undo", number=state["number"])
                else:
                    verb, target = pick(state["decision"], rng)
                    answer = seats[in_flight].choose(verb, target, state["number"])
                assert answer.status_code == 200, answer.text
                acknowledged[in_flight] = answer.json()
                newest = {in_flight}
                in_flight = None
        except httpx.TransportError:
            harbour.http.close()
    assert survived >= 10


def below(pid: int) -> list[int]:
    """The processes a process has started, in whichever of its threads, and theirs."""
    threads = Path(f"/proc/{pid}/task").glob("*/children")
    children = [int(child) for thread in threads for child in thread.read_text().split()]
    return children + [one for child in children for one in below(child)]


def thinks(pid: int) -> bool:
    """Whether it is a worker: those who only start others, or keep their accounts, have no thread that watches the server."""
    return len(list(Path(f"/proc/{pid}/task").iterdir())) > 1


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="needs /proc")
def test_a_pending_computer_turn_resumes(tmp_path: Path) -> None:
    with process(begin(tmp_path, delay=0.5)) as (server, harbour):
        opened = harbour.http.post("/api/tables", json={"game": "hawks", "seats": MACHINE, "seed": 0}).json()
        seat: Seat = harbour.seats(opened)["IT"]
        for square in ("A5", "B5", "C5"):
            seat.play("objective", square)
        children = eventually(lambda: below(server.pid), lambda children: any(thinks(child) for child in children))
        server.kill()
        server.wait(PATIENCE)
    with process(begin(tmp_path)) as (_, harbour):
        state = wait_for(harbour.seats(opened)["IT"], mine)
        assert state["number"] == 3 and state["decision"]["rule"] == "HM-SETUP.6"
    # No player's process outlives its server.
    eventually(lambda: [child for child in children if Path(f"/proc/{child}").exists()], lambda left: not left)


def test_a_gentle_stop(tmp_path: Path) -> None:
    with process(begin(tmp_path)) as (server, harbour):
        seats = harbour.open(MACHINE, seed=0)
        with seats["IT"].live() as live:
            live.hear("state")
            server.send_signal(signal.SIGTERM)
            assert server.wait(PATIENCE) in (0, -signal.SIGTERM), "it does not wait for those who watch"
    assert not list(tmp_path.glob("*.db-wal")) or os.path.getsize(tmp_path / "harbour.db-wal") == 0
