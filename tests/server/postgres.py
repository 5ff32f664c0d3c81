"""A private PostgreSQL for the tests: a cluster in a folder of its own, started when the first test asks and gone afterwards."""

from __future__ import annotations

import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

USER = "postgres"


def _binaries() -> Path | None:
    """Debian keeps them beside the path."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), reverse=True)
    if not found and (known := shutil.which("initdb")):
        found = [Path(known).resolve()]
    return found[0].parent if found else None


class Cluster:
    """A running PostgreSQL."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._count = 0

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
def cluster() -> Iterator[Cluster]:
    """PostgreSQL refuses to run as root, so it runs as the user its package has made."""
    binaries = _binaries()
    if binaries is None:
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
        made = subprocess.run([binaries / "initdb", "-D", folder / "data", "-U", USER, "-A", "trust", "-N"], **run)
        assert made.returncode == 0, made.stderr
        settings = f"-c listen_addresses= -k {folder} -c fsync=off -c max_connections=200"
        control = [binaries / "pg_ctl", "-D", folder / "data", "-w", "-t", "60"]
        started = subprocess.run([*control, "-o", settings, "-l", folder / "log", "start"], **{**run, "capture_output": False})
        assert started.returncode == 0, (folder / "log").read_text()
        try:
            yield Cluster(folder)
        finally:
            subprocess.run([*control, "-m", "immediate", "stop"], **{**run, "capture_output": False}, stdout=subprocess.DEVNULL)
