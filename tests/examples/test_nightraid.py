"""The promise "one folder, no other file": a sixth game is installed as a package and goes through what every game goes through."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "examples" / "nightraid"
TUTORIAL = ROOT / "docs" / "adding-a-game.md"
BLOCK = re.compile(r"^```\w+ title=\"([^\"]+)\"\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def test_the_tutorial_shows_the_files_of_the_example() -> None:
    blocks = BLOCK.findall(TUTORIAL.read_text(encoding="utf-8"))
    for name, code in blocks:
        assert code in (EXAMPLE / name).read_text(encoding="utf-8"), f"{name} does not hold:\n{code}"
    rooms = {str(path.relative_to(EXAMPLE)) for path in EXAMPLE.rglob("*") if path.suffix in (".py", ".md", ".toml", ".ftl")}
    assert {name for name, _ in blocks} == rooms, "the tutorial shows something of every file"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the example installed in it, seen by nobody else."""
    folder = tmp_path_factory.mktemp("site")
    pip = [sys.executable, "-m", "pip", "install", "-q", "--disable-pip-version-check", "--no-index", "--no-deps"]
    subprocess.run([*pip, "--no-build-isolation", "--target", str(folder), str(EXAMPLE)], check=True)
    return folder


def run(site: Path, *command: str) -> str:
    path = os.pathsep.join([str(site), str(ROOT / "src"), *os.environ.get("PYTHONPATH", "").split(os.pathsep)])
    environment = {**os.environ, "PYTHONPATH": path, "PYTEST_ADDOPTS": ""}
    done = subprocess.run(
        [sys.executable, "-m", *command], cwd=site, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_it_passes_the_conformance_suite_as_a_plug_in(site: Path) -> None:
    plugin = ("-p", "grandharbour.conformance.plugin")  # as its entry point would
    told = run(site, "pytest", *plugin, "--pyargs", "grandharbour.conformance", "--game", "nightraid", "-q")
    assert re.search(r"\n\d\d passed in", told), told


def test_it_stands_on_the_shelf_and_is_played_by_the_lab(site: Path) -> None:
    assert "Night raid" in run(site, "grandharbour", "games")
    told = run(site, "grandharbour", "simulate", "nightraid", "--games", "4", "--players", "greedy,random", "--check", "--json")
    assert json.loads(told)["scenarios"][0]["finished"] == 4, told
