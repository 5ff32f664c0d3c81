"""Games as data: the same bytes on any number of workers, rows that say what happened, batches as a learner wants them."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

import grandharbour as gh

pytest.importorskip("pyarrow", reason="the extra 'data' is not installed")

from grandharbour.adapters.dataset import Played, about, batches, export, tasks
from grandharbour.adapters.flat import Actions
from grandharbour.cli import app
from grandharbour.lab.simulate import game_seed, local_executor, simulate

SCENARIO = "raid-over-malta"


def wish(games: int, players: tuple[str, str] = ("greedy", "random")) -> list:
    played = [Played(n, game_seed(5, SCENARIO, n).hex(), players) for n in range(games)]
    return tasks("hawks", SCENARIO, gh.game("hawks").check_options({}), "", played)


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("data") / "games.parquet"
    export(path, wish(23))
    return path


def test_any_number_of_workers_writes_the_same_bytes(file: Path) -> None:
    other = file.with_name("other.parquet")
    with local_executor(2) as pool:
        export(other, wish(23), pool)
    assert file.read_bytes() == other.read_bytes()


def test_the_rows_are_the_games_of_a_simulation(file: Path) -> None:
    games = simulate("hawks", SCENARIO, ("greedy", "random"), 23, 5)
    rows = list(batches(file, 1000))
    game, value, side, number = (np.concatenate([batch[key] for batch in rows]) for key in ("game", "value", "side", "number"))
    for result in games:
        mine = game == result.index
        assert mine.sum() == result.decisions and number[mine].tolist() == list(range(result.decisions))
        for player in range(2):
            expected = 0 if result.winner < 0 else 1 if result.winner == player else -1
            assert set(value[mine & (side == player)].tolist()) <= {expected}


def test_observations_and_masks_are_those_of_the_game(file: Path) -> None:
    """The first game, played again choice by choice beside its rows."""
    rules, known = gh.game("hawks"), about(file)
    war = rules.new(SCENARIO, seed=game_seed(5, SCENARIO, 0))
    eyes, actions = gh.features("hawks", SCENARIO), Actions(war.setup)
    assert known["layout"] == eyes.version and known["rules"] == rules.fingerprint(war.setup)
    batch = next(iter(batches(file, 5000)))
    row = 0
    while war.stack is not None:
        decision = war.asked()[0]
        choice = decision.forced
        if choice is None:
            assert np.array_equal(batch["observation"][row], eyes.look(war, decision.side))
            assert np.array_equal(batch["action_mask"][row], actions.mask(decision)) and batch["side"][row] == decision.side
            choice = actions.choice(int(batch["choice"][row]))
            row += 1
        war.play(*choice, decision.side)
    assert batch["game"][row] == 1


def test_shuffled_batches_hold_every_row_once(file: Path) -> None:
    plain = [(int(g), int(n)) for b in batches(file, 64, mask=False) for g, n in zip(b["game"], b["number"])]
    mixed = [(int(g), int(n)) for b in batches(file, 64, shuffle=3, mask=False) for g, n in zip(b["game"], b["number"])]
    assert plain != mixed and sorted(plain) == sorted(mixed)
    assert mixed == [(int(g), int(n)) for b in batches(file, 64, shuffle=3, mask=False) for g, n in zip(b["game"], b["number"])]


@pytest.mark.parametrize("shuffle", [None, 3])
def test_batches_are_full_but_for_the_last(file: Path, shuffle: int | None) -> None:
    """Also larger than a row group, which holds ten games."""
    plain = next(iter(batches(file, 1_000_000)))
    rows = {(int(g), int(n)): number for number, (g, n) in enumerate(zip(plain["game"], plain["number"]))}
    size = 2 * len(rows) // 3
    made = list(batches(file, size, shuffle=shuffle))
    assert [len(batch["choice"]) for batch in made] == [size, len(rows) - size]
    for batch in made:
        for at in range(0, len(batch["choice"]), 97):
            there = rows[int(batch["game"][at]), int(batch["number"][at])]
            assert all(np.array_equal(batch[key][at], plain[key][there]) for key in batch)


def test_a_run_is_exported(tmp_path: Path) -> None:
    runs, data = tmp_path / "runs.db", tmp_path / "games.parquet"
    words = [
        "simulate",
        "hawks",
        "--scenario",
        SCENARIO,
        "--games",
        "6",
        "--players",
        "greedy,random",
        "--seed",
        "5",
        "--out",
        str(runs),
    ]
    assert CliRunner().invoke(app, words).exit_code == 0
    made = CliRunner().invoke(app, ["export", str(runs), str(data), "--workers", "1", "--json"])
    assert made.exit_code == 0, made.output
    told = json.loads(made.stdout)
    assert told["games"] == 6 and told["players"] == ["greedy,random"]
    direct = tmp_path / "direct.parquet"
    assert export(direct, wish(6)) == told["decisions"] and direct.read_bytes() == data.read_bytes()


def test_games_of_different_layouts_are_not_mixed(tmp_path: Path) -> None:
    other = tasks(
        "hawks", "grand-tournament", gh.game("hawks").check_options({}), "", [Played(0, "00" * 32, ("random", "random"))]
    )
    with pytest.raises(ValueError, match="one file for each"):
        export(tmp_path / "x.parquet", [*wish(1), *other])
