"""The baseline plays with NumPy alone, and the board is made from fixed seeds."""

from __future__ import annotations

import random

import pytest

import grandharbour as gh
from grandharbour.lab.leaderboard import BASELINE, MCTS, entrants, measure, page

pytest.importorskip("numpy")


@pytest.mark.parametrize(
    ("name", "scenario"), [("hawks", "faith-hope-charity"), ("hawks", "raid-over-malta"), ("convoys", "pedestal")]
)
def test_the_baseline_answers_everywhere(name: str, scenario: str) -> None:
    from grandharbour.adapters.baseline import Baseline, Policy, network

    war, rng = gh.game(name).new(scenario, seed=5), random.Random(5)
    assert (network(war.setup).w1 != 0).any(), "its weights are found by name"
    for _ in range(30):
        decision = war.asked()[0]
        for player in (Baseline(), Policy()):
            verb, target = player.choose(war.imagine(decision.side, rng), decision, rng)
            assert decision.choices[verb] >> target & 1
        war.play(verb, target, decision.side)


def test_the_board_is_the_same_again() -> None:
    assert BASELINE in entrants("hawks") and BASELINE not in entrants("c3")
    assert "mcts@1" not in entrants("hawks") and MCTS not in entrants("c3")
    one, other = (measure("hawks", "faith-hope-charity", "random", 4, 1) for _ in range(2))
    assert one.score == other.score and one.score.games == 4
    assert "| random |" in page({"hawks": ("faith-hope-charity", [one])}, 4, 1, "harbour leaderboard")
