"""A real Dask scheduler with two workers on loopback, one of which is killed while it plays."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from grandharbour.lab.runs import Match, Run
from grandharbour.lab.simulate import cluster_executor

pytest.importorskip("distributed", reason="the extra 'cluster' is not installed")

MATCHES = [Match("hawks", "grand-tournament", ("greedy", "greedy")), Match("hawks", "raid-over-malta", ("greedy", "random"))]
GAMES = 24


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[tuple[str, list[subprocess.Popen[bytes]]]]:
    """The address of a scheduler, and its workers' processes."""
    place = tmp_path / "scheduler.json"
    dask = [sys.executable, "-m", "distributed.cli.dask_scheduler"]
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    scheduler = subprocess.Popen(
        [*dask, "--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--no-show", "--scheduler-file", str(place)],
        **quiet,  # type: ignore[call-overload]
    )
    worker = [sys.executable, "-m", "distributed.cli.dask_worker", "--scheduler-file", str(place), "--nthreads", "1"]
    workers = []
    try:
        for number in range(2):
            workers.append(
                subprocess.Popen(
                    [*worker, "--no-nanny", "--no-dashboard", "--local-directory", str(tmp_path / str(number))],
                    **quiet,  # type: ignore[call-overload]
                )
            )
        from distributed import Client

        with Client(scheduler_file=str(place), timeout="60s") as client:
            client.wait_for_workers(2, timeout=60)
            address = client.scheduler.address
        yield address, workers
    finally:
        for process in (*workers, scheduler):
            process.kill()
            process.wait()


def test_a_worker_dies_and_no_game_is_lost_or_counted_twice(
    cluster: tuple[str, list[subprocess.Popen[bytes]]], tmp_path: Path
) -> None:
    address, workers = cluster
    here, there = tmp_path / "here.db", tmp_path / "there.db"
    Run(MATCHES, GAMES, 11, here).play()
    run = Run(MATCHES, GAMES, 11, there)
    came: list[int] = []

    def kill_one() -> None:
        while sum(came) < 4:
            time.sleep(0.02)
        os.kill(workers[0].pid, signal.SIGKILL)

    killer = threading.Thread(target=kill_one)
    killer.start()
    with cluster_executor(address) as executor:
        run.play(executor, came.append, batch=2)
    killer.join()
    workers[0].wait()
    assert workers[0].returncode == -signal.SIGKILL and sum(came) == run.total
    assert there.read_bytes() == here.read_bytes()


def test_no_scheduler_is_said_clearly() -> None:
    with pytest.raises(OSError):
        cluster_executor("tcp://127.0.0.1:9", timeout="2s")
