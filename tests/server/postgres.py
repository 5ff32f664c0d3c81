"""A private PostgreSQL for the tests: a cluster in a folder of its own, started when the first test asks and gone afterwards."""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest

USER = "postgres"


def binaries() -> Path | None:
    """Debian keeps them beside the path."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), reverse=True)
    if not found and (known := shutil.which("initdb")):
        found = [Path(known).resolve()]
    return found[0].parent if found else None


def _state(pid: int) -> str:
    """The letter of a process: T stopped, Z dead and not buried."""
    return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]


class Cluster:
    """A running PostgreSQL."""

    def __init__(self, folder: Path, control: list[object], settings: str, run: dict[str, Any]) -> None:
        self.folder = folder
        self._control, self._settings, self._run = control, settings, run
        self._count = 0

    def start(self) -> None:
        started = subprocess.run([*self._control, "-o", self._settings, "-l", self.folder / "log", "start"], **self._run)
        assert started.returncode == 0, (self.folder / "log").read_text()

    def stop(self) -> None:
        subprocess.run([*self._control, "-m", "immediate", "stop"], **self._run)

    def kill(self) -> None:
        """As if somebody had pulled the plug of the process: all of it at once, nothing said."""
        pid = int((self.folder / "data" / "postmaster.pid").read_text().split()[0])
        # It must not have another child meanwhile: one that outlives the rest would go on writing beside the next cluster.
        os.kill(pid, signal.SIGSTOP)
        while _state(pid) not in "TtZ":
            time.sleep(0.001)
        children = [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
        for victim in (*children, pid):
            with suppress(ProcessLookupError):
                os.kill(victim, signal.SIGKILL)
        for victim in children:
            with suppress(FileNotFoundError):
                while _state(victim) != "Z":
                    time.sleep(0.01)
        with suppress(FileNotFoundError):  # one whom nobody buries is dead all the same
            while _state(pid) != "Z":
                time.sleep(0.01)
        for left in (self.folder / "data" / "postmaster.pid", self.folder / ".s.PGSQL.5432.lock"):
            left.unlink()  # nobody has buried it here: it would be taken for one that lives

    def url(self, database: str = "postgres") -> str:
        return f"postgresql://{USER}@/{database}?host={self.folder}"

    def database(self) -> str:
        """A new, empty database."""
        import psycopg

        self._count += 1
        name = f"harbour{self._count}"
        with psycopg.connect(self.url(), autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name}")
        return self.url(name)


@contextmanager
def cluster(fsync: bool = False) -> Iterator[Cluster]:
    """PostgreSQL refuses to run as root, so it runs as the user its package has made."""
    place = binaries()
    if place is None:
        pytest.skip("PostgreSQL is not installed: its tests are skipped (Debian: apt-get install postgresql)")
    root = os.geteuid() == 0
    if root:
        try:
            pwd.getpwnam(USER)
        except KeyError:
            pytest.skip(f"there is no user {USER!r} to run PostgreSQL as: its tests are skipped")
    who = {"user": USER} if root else {}
    # A short path: a socket's name has at most a hundred letters.
    with tempfile.TemporaryDirectory(prefix="pg", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        if root:
            shutil.chown(folder, USER)
        run = {"cwd": name, "capture_output": True, "text": True, **who}
        made = subprocess.run([place / "initdb", "-D", folder / "data", "-U", USER, "-A", "trust", "-N"], **run)
        assert made.returncode == 0, made.stderr
        settings = f"-c listen_addresses= -k {folder} -c fsync={'on' if fsync else 'off'} -c max_connections=200"
        control: list[object] = [place / "pg_ctl", "-D", folder / "data", "-w", "-t", "60"]
        found = Cluster(folder, control, settings, {**run, "capture_output": False, "stdout": subprocess.DEVNULL})
        found.start()
        try:
            yield found
        finally:
            found.stop()
