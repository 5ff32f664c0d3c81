"""Tests that share a walk run in one process, whatever the versions of those who distribute them."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

TESTS = """
import os, pathlib, pytest

@pytest.mark.parametrize("number", range(8))
@pytest.mark.xdist_group("one walk")
def test_where(number):
    pathlib.Path(__file__).with_name(f"{number}.txt").write_text(os.environ["PYTEST_XDIST_WORKER"])
"""


def test_a_group_stays_in_one_process(tmp_path: Path) -> None:
    file = tmp_path / "test_shared.py"
    file.write_text(TESTS)
    options = ["-q", "-n", "2", "--dist", "loadgroup", "-p", "grandharbour.conformance.plugin", "--rootdir", str(tmp_path)]
    done = subprocess.run([sys.executable, "-m", "pytest", *options, str(file)], capture_output=True, text=True, cwd=tmp_path)
    assert done.returncode == 0, done.stdout
    workers = [said.read_text() for said in tmp_path.glob("*.txt")]
    assert len(workers) == 8 and len(set(workers)) == 1
