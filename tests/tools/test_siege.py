"""A small campaign: every part of tools/siege.py with the least that can fail."""

from __future__ import annotations

import json
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
WANTED = {
    "kill-sqlite": {"kills": 3}, "kill-postgres": {"kills": 3}, "postgres-dies": {"deaths": 1}, "worker-dies": {"kills": 1},
    "full-disk": {"fillings": 1}, "locked-file": {"locks": 1}, "clock": {"jumps": 8}, "idle": {"sockets": 40}, "slow-readers": {},
    "hostile": {"requests": 300},
}  # fmt: skip

pytestmark = pytest.mark.xdist_group("postgres")


@pytest.mark.skipif(sys.platform != "linux", reason="it forks, and looks into /proc")
@pytest.mark.parametrize("part", WANTED)
def test_parts(part: str, tmp_path: Path) -> None:
    keep = tmp_path / "counts.json"
    tables = 1 if part == "worker-dies" else 3  # there a search plays every table to its end
    small = shlex.split(f"--kills 3 --deaths 1 --requests 300 --cases 0 --sockets 40 --tables {tables} --minutes 2")
    done = subprocess.run(
        [sys.executable, str(ROOT / "tools" / "siege.py"), part, *small, "--keep", str(keep)],
        capture_output=True,
        text=True,
        timeout=600,
    )
    if "skipped" in done.stderr:
        pytest.skip("there is no PostgreSQL here")
    assert done.returncode == 0, done.stdout + done.stderr
    counts = json.loads(keep.read_text())[part]
    for name, least in WANTED[part].items():
        assert counts[name] >= least, counts
    assert all(counts[name] == 0 for name in ("lost", "split", "accepted", "errors", "stuck")), counts
