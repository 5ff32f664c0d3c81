"""The small hex game of the tutorial: installed as a package, put through the conformance suite, and played on a map of a pack."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from .test_nightraid import run
from .tutorial import blocks, written

EXAMPLE = Path(__file__).parents[2] / "examples" / "skirmish"


def test_the_tutorial_shows_what_is_there() -> None:
    shown = [(name, code) for name, code in blocks("designing.md") if name.startswith("src/")]
    assert len(shown) >= 4
    for name, code in shown:
        assert code in (EXAMPLE / name).read_text(encoding="utf-8"), f"{name} does not hold:\n{code}"
    packs = EXAMPLE.parent / "packs"
    for name, text in blocks("designing.md"):
        if not name.startswith("src/"):
            assert text == (packs / name).read_text(encoding="utf-8"), name


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    pip = [sys.executable, "-m", "pip", "install", "-q", "--disable-pip-version-check", "--no-index", "--no-deps"]
    subprocess.run([*pip, "--no-build-isolation", "--target", str(folder), str(EXAMPLE)], check=True)
    return folder


def test_it_passes_the_conformance_suite(site: Path) -> None:
    plugin = ("-p", "grandharbour.conformance.plugin")
    told = run(site, "pytest", *plugin, "--pyargs", "grandharbour.conformance", "--game", "skirmish", "-q")
    assert re.search(r"\n\d\d passed in", told), told


def test_a_map_of_ones_own(site: Path, tmp_path: Path) -> None:
    ford = written("designing.md", "ford", tmp_path)
    told = json.loads(run(site, "grandharbour", "pack", "check", str(ford), "--json"))
    assert told["scenarios"][0]["title"] == "The ford"
    told = json.loads(
        run(
            site,
            "grandharbour",
            "simulate",
            "skirmish",
            "--pack",
            str(ford),
            "--games",
            "6",
            "--players",
            "greedy,greedy",
            "--check",
            "--json",
        )
    )
    assert told["scenarios"][0]["scenario"] == "ford" and told["scenarios"][0]["finished"] == 6
