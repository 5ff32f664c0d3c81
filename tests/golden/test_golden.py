"""The golden games are still played as they were laid down, whatever the order of sets in this process."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

import grandharbour as gh

from . import GAMES, every, kept, record

CASES = [(name, scenario) for name, game in gh.games().items() for scenario in game.scenarios]


@pytest.mark.parametrize("name", list(gh.games()))
def test_the_files_hold_every_game(name: str) -> None:
    assert list(kept(name)) == list(every(name)), f"make golden GAME={name}"


@pytest.mark.parametrize("part", range(5))
@pytest.mark.parametrize(("name", "scenario"), CASES)
def test_games_are_played_as_they_were(name: str, scenario: str, part: int) -> None:
    laid = kept(name)
    for seed in range(part, GAMES, 5):
        was, now = laid[scenario, seed], record(name, scenario, seed)
        assert now == was, "the rules have changed: if that is meant, `make golden` with a reason"


@pytest.mark.parametrize("order", ["1", "2", "77"])
def test_no_game_depends_on_the_order_of_sets(order: str) -> None:
    """Another PYTHONHASHSEED is another order of every set and of nothing else."""
    look = (
        "import grandharbour as gh\nfrom tests.golden import kept, record\n"
        "for name in gh.games():\n  for k, g in kept(name).items():\n    if k[1] < 4: assert record(name, *k) == g, (name, g)"
    )
    done = subprocess.run(
        [sys.executable, "-c", look], env={**os.environ, "PYTHONHASHSEED": order}, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
