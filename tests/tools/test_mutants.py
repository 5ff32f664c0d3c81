"""The tool that puts small faults into the rules: what it notices, what it reports, what it leaves alone."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tools import mutants

TOOL = Path(__file__).resolve().parents[2] / "tools" / "mutants.py"

RULES = '''"""Toy rules."""

LIMIT = 3


def full(pieces: int) -> bool:
    """Whether 3 pieces are there."""
    assert pieces >= 0
    return pieces >= LIMIT


def shots(guns: int) -> int:
    return guns * 2 if guns < 5 else 10


def nobody_calls(this: int) -> int:
    return this + 1


def check(pieces: int) -> None:
    if pieces > 4:
        raise ValueError(f"{pieces} pieces")
'''

TESTS = """
from toy.rules import full, shots

def test_three_are_enough():
    assert full(3) and not full(2)

def test_a_gun_fires_twice():
    assert shots(1) == 2
"""


@pytest.fixture
def toy(tmp_path: Path) -> Path:
    (tmp_path / "toy").mkdir()
    (tmp_path / "toy" / "__init__.py").write_text("")
    (tmp_path / "toy" / "rules.py").write_text(RULES)
    (tmp_path / "toy" / "advice.py").write_text("def score(x):\n    return x > 1\n")
    (tmp_path / "test_toy.py").write_text(TESTS)
    return tmp_path


def run(toy: Path, *asked: str) -> str:
    command = [sys.executable, str(TOOL), "toy", "--tests", "test_toy.py", *asked]
    done = subprocess.run(command, cwd=toy, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_faults_are_noticed_or_reported(toy: Path) -> None:
    before = {path: path.read_bytes() for path in sorted(toy.glob("toy/*.py"))}
    told = run(toy, "--json", "found.json")
    found = {(f["function"], f["before"], f["after"]): f["by"] for f in json.loads((toy / "found.json").read_text())["faults"]}
    turned = {after: by for (function, _, after), by in found.items() if function == "full"}
    assert len(turned) == 1
    assert all("test_three_are_enough" in by for by in turned.values())
    lives = [(function, after) for (function, _, after), by in found.items() if not by]
    assert any(function == "shots" and "else 10" not in after for function, after in lives), "no test has five guns"
    assert "else 10" in told and "no test runs this line" in told
    assert {function for function, _, _ in found} == {"", "full", "shots", "nobody_calls"}, "words and invariants are left alone"
    assert {path: path.read_bytes() for path in sorted(toy.glob("toy/*.py"))} == before


def test_the_same_faults_every_time(toy: Path) -> None:
    listed = run(toy, "--list", "-n", "4")
    assert run(toy, "--list", "-n", "4") == listed
    assert run(toy, "--list", "-n", "4", "--seed", "2") != listed


def test_work_elsewhere_leaves_the_choice_alone(toy: Path) -> None:
    def chosen() -> set[str]:
        return {line for line in run(toy, "--list").splitlines() if line.startswith("       + ") and "guns" in line}

    before = chosen()
    (toy / "toy" / "rules.py").write_text(RULES.replace("def shots", "def more(a: int) -> int:\n    return a + 4\n\n\ndef shots"))
    assert before and chosen() == before


def test_a_function_that_was_made_at_import_gets_its_fault(toy: Path) -> None:
    made = "def least(n):\n    def enough(pieces):\n        return pieces >= n\n    return enough\n\n\nfull = least(3)\n"
    (toy / "toy" / "rules.py").write_text(made)
    (toy / "test_toy.py").write_text("from toy.rules import full\n\ndef test_full():\n    assert full(3) and not full(2)\n")
    assert "1 of 1 noticed" in run(toy, "--only", "rules.py:3")


def test_a_fault_that_loops_for_ever_is_noticed(toy: Path) -> None:
    (toy / "toy" / "rules.py").write_text("def count(n):\n    while n > 0:\n        n -= 1\n    return n\n")
    (toy / "test_toy.py").write_text("from toy.rules import count\n\ndef test_count():\n    assert count(3) == 0\n")
    told = run(toy, "--only", "rules.py:3", "--patience", "0.5")
    assert "3 of 3 noticed" in told
    assert "because they kept the tests busy for too long" in told, "how much of the figure hangs on limits of time"


def test_what_is_explained_stands_in_the_tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "docs" / "truth").mkdir(parents=True)
    text = "Noticed since: 01234567.\n\n| fault | place |\n|---|---|\n| 0a1b2c3d, 00112233 | `battle.py`, not 89abcdef |\n"
    (tmp_path / "docs" / "truth" / "toy.md").write_text(text)
    monkeypatch.setattr(mutants, "ROOT", tmp_path)
    assert mutants.explained("toy") == {"0a1b2c3d", "00112233"}
