"""OpenSpiel's own tests, and one of its players on our games."""

from __future__ import annotations

import unittest
from collections import Counter

import numpy as np
import pytest

import grandharbour as gh

pyspiel = pytest.importorskip("pyspiel", reason="the extra 'openspiel' is not installed")

from open_spiel.integration_tests import api_test  # noqa: E402
from open_spiel.python.algorithms import mcts  # noqa: E402

from grandharbour.adapters.openspiel import register  # noqa: E402

NAMES = register()
SMALL = {"grandharbour_herkules": {"scenario": "1940"}}
"""What OpenSpiel's tests play of a game whose first scenario takes them too long: they look at every state many times."""


def test_every_game_for_two_is_there() -> None:
    assert [f"grandharbour_{name}" for name in gh.games()] == NAMES
    assert set(NAMES) <= set(pyspiel.registered_names())


@pytest.mark.parametrize("name", NAMES)
def test_random_play_passes_its_simulation_test(name: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(name, SMALL.get(name, {})), num_sims=1, serialize=False, verbose=False)


def test_states_survive_being_written() -> None:
    pyspiel.random_sim_test(pyspiel.load_game("grandharbour_hawks"), num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("name", NAMES)
def test_a_walk_of_two_hundred_actions(name: str) -> None:
    state = pyspiel.load_game(name).new_initial_state()
    rng = np.random.RandomState(3)
    for _ in range(200):
        if state.is_terminal():
            break
        if state.is_chance_node():
            faces, chances = zip(*state.chance_outcomes())
            state.apply_action(int(rng.choice(faces, p=chances)))
        else:
            legal = state.legal_actions()
            assert legal == sorted(set(legal)) and state.current_player() in (0, 1)
            state.apply_action(int(rng.choice(legal)))


@pytest.mark.parametrize("name", NAMES)
def test_the_api_is_enforced(name: str) -> None:
    class Conform(api_test.EnforceAPIOnPartialTreeBase):
        game_name = name
        game = pyspiel.load_game(name, SMALL.get(name, {}))

    result = unittest.TestResult()
    unittest.TestLoader().loadTestsFromTestCase(Conform).run(result)
    assert result.testsRun > 3 and not result.failures and not result.errors, result


def test_chances_are_exact() -> None:
    game = pyspiel.load_game("grandharbour_hawks")
    met: Counter[int] = Counter()
    for seed in range(12):
        state = game.new_initial_state()
        rng = np.random.RandomState(seed)
        while not state.is_terminal():
            if state.is_chance_node():
                faces, chances = zip(*state.chance_outcomes())
                assert abs(sum(chances) - 1) < 1e-12
                met[len(faces)] += 1
                state.apply_action(int(rng.choice(faces, p=chances)))
            else:
                state.apply_action(int(rng.choice(state.legal_actions())))
    assert met[11] > 3, "two dice by their sum"


def test_its_tree_search_plays() -> None:
    game = pyspiel.load_game("grandharbour_hawks")
    bot = mcts.MCTSBot(game, 1.4, 4, mcts.RandomRolloutEvaluator(1), random_state=np.random.RandomState(1))
    state = game.new_initial_state()
    rng = np.random.RandomState(0)
    choices = 0
    while not state.is_terminal() and choices < 10:
        if state.is_chance_node():
            faces, chances = zip(*state.chance_outcomes())
            state.apply_action(int(rng.choice(faces, p=chances)))
        else:
            action = bot.step(state)
            assert action in state.legal_actions()
            state.apply_action(action)
            choices += 1
    assert choices == 10
