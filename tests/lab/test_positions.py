"""Runs that begin with a position instead of a scenario's opening."""

from __future__ import annotations

import json
import random
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from typer.testing import CliRunner

import grandharbour as gh
from grandharbour.cli import app
from grandharbour.cli.common import WrongQuestion
from grandharbour.engine import save
from grandharbour.lab.simulate import simulate
from grandharbour.players import uniform


@pytest.fixture
def position(tmp_path: Path) -> Path:
    """Hawks over Malta, some way into turn 2."""
    for seed in range(50):
        war, rng = gh.game("hawks").new("raid-over-malta", options={"lucky": "ask"}, seed=seed), random.Random(seed)
        while war.stack is not None and (war.turn < 2 or war.asked()[0].forced):
            decision = war.asked()[0]
            war.play(*(decision.forced or uniform(war, decision, rng)), decision.side)
        if war.stack is not None:
            break
    file = tmp_path / "middle.toml"
    file.write_text(war.position(), encoding="utf-8")
    return file


def harbour(*words: object) -> dict:
    found = CliRunner().invoke(app, [*map(str, words), "--json"])
    assert found.exit_code == 0, found.output
    return json.loads(found.stdout)


def test_every_game_begins_there(position: Path, tmp_path: Path) -> None:
    runs, game = tmp_path / "runs.db", tmp_path / "game.harbour"
    rows = harbour("simulate", "hawks", "--position", position, "--games", "12", "--workers", "1", "--out", runs)["scenarios"]
    opening = simulate("hawks", "raid-over-malta", ("random", "random"), 12, 1)
    assert [row["scenario"] for row in rows] == ["raid-over-malta"] and rows[0]["errors"] == 0
    with closing(sqlite3.connect(runs)) as base:
        turns = [row[0] for row in base.execute("select turns from games")]
    assert min(turns) >= 2 and min(result.turns for result in opening) == 1, "the first turn has been played already"
    again = harbour("rerun", runs, 3, game)
    assert again["winner"] in ("IT", "BR", "draw")
    table, astray = save.open_save(save.text_of(game))
    assert astray is None and table.war.setup.options["lucky"] == "ask"


def test_the_run_is_another_than_that_of_the_opening(position: Path, tmp_path: Path) -> None:
    runs = tmp_path / "runs.db"
    harbour("simulate", "hawks", "--position", position, "--games", "2", "--workers", "1", "--out", runs)
    found = CliRunner().invoke(app, ["simulate", "hawks", "--scenario", "raid-over-malta", "--games", "2", "--out", str(runs)])
    assert found.exit_code != 0 and "another run" in str(found.exception)


def test_packs_are_tried_from_a_position(position: Path, tmp_path: Path) -> None:
    pack = tmp_path / "short.toml"
    pack.write_text("[victory]\nmax_turns = 2\n")
    found = harbour(
        "balance",
        "hawks",
        "--position",
        position,
        "--tables",
        pack,
        "--games",
        "12",
        "--workers",
        "1",
        "--out",
        tmp_path / "page.html",
    )
    decisions = next(d for d in found["comparisons"][0]["differences"] if d["measure"] == "the number of decisions")
    assert found["errors"] == 0 and decisions["change"]["value"] < 0


def test_a_position_brings_its_own_scenario(position: Path) -> None:
    found = CliRunner().invoke(app, ["simulate", "hawks", "--position", str(position), "--scenario", "raid-over-malta"])
    assert isinstance(found.exception, WrongQuestion)
