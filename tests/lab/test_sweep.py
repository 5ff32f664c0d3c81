"""Sweeps and tuning: the same dice at every point, values that fit, proposals with evidence they were not chosen by."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from typer.testing import CliRunner

import grandharbour as gh
from grandharbour.cli import app
from grandharbour.engine.packs import read_pack
from grandharbour.engine.tables import TablesError
from grandharbour.lab.simulate import local_executor, simulate
from grandharbour.lab.sweep import axis, find, merged, pack, sweep, tune
from grandharbour.lab.sweep_report import page

HAWKS = gh.game("hawks")
PLAYERS = ("greedy", "greedy")
SCENARIO = "raid-over-malta"


def test_values_are_lists_and_ranges() -> None:
    assert axis(HAWKS, "victory.objective=1,3,2").values == (1, 3, 2)
    assert axis(HAWKS, "fire.hits_on.1=5..9:2").values == (5, 7, 9) and axis(HAWKS, "fire.hits_on.1=5..6").printed == 7
    for wrong in (
        "victory.objective",
        "victory.objective=x",
        "victory.objective=1.5",
        "victory.nothing=1",
        "fire.hits_on=1",
        "fire.hits_on.9=1",
        "victory.objective=1..5:0",
    ):
        with pytest.raises(TablesError):
            axis(HAWKS, wrong)


def test_a_pack_changes_just_these_numbers() -> None:
    tables = HAWKS.tables.with_pack(pack(HAWKS, {"fire.hits_on.1": 9, "fire.hits_on.3": 4, "victory.objective": 2}))
    assert tables["fire.hits_on"] == [8, 9, 6, 4] and tables["victory.objective"] == 2
    over = HAWKS.tables.with_pack(
        pack(HAWKS, {"fire.hits_on.1": 9}, "[fire]\nhits_on = [5, 4, 3, 2]\n[victory]\nmax_turns = 3\n")
    )
    assert over["fire.hits_on"] == [5, 9, 3, 2] and over["victory.max_turns"] == 3
    assert find(gh.game("c3").tables, "victory.hex")[2] == gh.game("c3").tables["victory.hex"]


def test_numbers_of_a_pack_are_swept_and_tuned() -> None:
    """docs/designing.md says so: a unit that is in no printed table."""
    base = read_pack(Path(__file__).parents[2] / "examples" / "packs" / "hal-far")
    c3 = gh.game("c3")
    axes = [axis(c3, "units.STURM.cf=2,5", base)]
    assert axes[0].printed == 3
    with pytest.raises(TablesError, match="did you mean"):
        axis(c3, "units.STURN.cf=2,5", base)
    assert len(sweep("c3", "hal-far", axes, PLAYERS, 2, 1, tables=base).points) == 2
    tuned = tune("c3", "hal-far", ["units.STURM.cf"], 0.5, PLAYERS, 1, candidates=2, games=2, rounds=1, tables=base)
    assert c3.setup("hal-far", {}, tuned.proposals[0].pack).tables["units.STURM"]["cf"] == tuned.proposals[0].point.values[0]


def test_what_two_packs_take_out_is_gone() -> None:
    both = gh.game("c3").laid(merged('remove = ["units.FO_13"]\n', {"remove": ["units.FO_14"], "victory": {"hex": 2}}))
    assert not {"FO_13", "FO_14"} & set(both.under("units")) and both["victory.hex"] == 2


def test_every_point_has_the_same_dice_on_any_number_of_workers() -> None:
    axes = [axis(HAWKS, "victory.objective=1..4")]
    alone = sweep("hawks", SCENARIO, axes, PLAYERS, 12, 3, batch=5)
    with local_executor(2) as pool:
        assert alone == sweep("hawks", SCENARIO, axes, PLAYERS, 12, 3, executor=pool)
    printed = next(point for point in alone.points if point.values == (HAWKS.tables["victory.objective"],))
    wins = [result.winner for result in simulate("hawks", SCENARIO, PLAYERS, 12, 3)]
    assert (printed.won, printed.drawn, printed.lost) == (wins.count(0), wins.count(-1), wins.count(1))


def test_a_value_that_does_not_fit_is_said_before_anything_is_played() -> None:
    with pytest.raises(TablesError, match="objective"):
        sweep("hawks", SCENARIO, [axis(HAWKS, "victory.objective=1,100000")], PLAYERS, 2, 1)


def test_the_pages(tmp_path: Path) -> None:
    line = page(sweep("hawks", SCENARIO, [axis(HAWKS, "victory.objective=1..4")], PLAYERS, 4, 1))
    assert line.count("<polygon") == 1 and "victory.objective" in line and line.count("<tr>") == 5
    heat = page(
        sweep("hawks", SCENARIO, [axis(HAWKS, "victory.objective=2,3"), axis(HAWKS, "fire.hits_on.0=7,8,9")], PLAYERS, 4, 1)
    )
    assert heat.count('class="heat ') == 6 and heat.count('class="framed"') == 1
    assert not re.search(r"https?://|<script", heat.replace("http://www.w3.org", ""))


def test_tuning_moves_the_balance_toward_the_aim() -> None:
    found = tune(
        "hawks", SCENARIO, ["victory.objective", "fire.hits_on.0"], 0.5, PLAYERS, 2, candidates=8, games=10, rounds=2, reach=1.0
    )
    assert len(found.proposals) == 3 and found.played == 8 * 10 + 4 * 20 + 20 * 4
    offs = [proposal.off for proposal in found.proposals]
    assert offs == sorted(offs)
    for proposal in found.proposals:
        tables = HAWKS.tables.with_pack(proposal.pack)
        assert (tables["victory.objective"], tables["fire.hits_on"][0]) == proposal.point.values
    again = tune(
        "hawks", SCENARIO, ["victory.objective", "fire.hits_on.0"], 0.5, PLAYERS, 2, candidates=8, games=10, rounds=2, reach=1.0
    )
    assert found == again


def test_on_the_command_line(tmp_path: Path) -> None:
    out = tmp_path / "page.html"
    words = [
        "sweep",
        "hawks",
        "victory.objective=2..4",
        "--scenario",
        SCENARIO,
        "--games",
        "6",
        "--workers",
        "1",
        "--out",
        str(out),
        "--json",
    ]
    found = CliRunner().invoke(app, words)
    assert found.exit_code == 0 and len(json.loads(found.stdout)["points"]) == 3 and out.read_text().startswith("<!doctype html>")
    values = tmp_path / "best.toml"
    words = [
        "tune",
        "hawks",
        "--over",
        "victory.objective",
        "--scenario",
        SCENARIO,
        "--candidates",
        "3",
        "--games",
        "4",
        "--rounds",
        "1",
    ]
    found = CliRunner().invoke(app, [*words, "--workers", "1", "--out", str(values)])
    assert found.exit_code == 0 and "games with new dice" in found.stdout, found.output
    assert HAWKS.tables.with_pack(values.read_text())["victory.objective"] >= 0
