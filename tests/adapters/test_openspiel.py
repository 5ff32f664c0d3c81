"""OpenSpiel's own tests, and one of its players on our games."""

from __future__ import annotations

import pickle
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
SMALL = {"grandharbour_herkules": {"scenario": "1940", "tables": "[calendar]\nturns = 3\n"}}
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


def some_decision(spiel: object, choices: int) -> object:
    """A state some choices into a game; of the first random game that lasts so long."""
    for seed in range(50):
        state, rng, left = spiel.new_initial_state(), np.random.RandomState(seed), choices
        while not state.is_terminal() and (left or state.is_chance_node()):
            if state.is_chance_node():
                faces, chances = zip(*state.chance_outcomes())
                state.apply_action(int(rng.choice(faces, p=chances)))
            else:
                state.apply_action(int(rng.choice(state.legal_actions())))
                left -= 1
        if not state.is_terminal():
            return state
    raise AssertionError("no game lasts so long")


def test_scenario_options_and_packs_are_parameters() -> None:
    parameters = {"scenario": "raid-over-malta", "options": "lucky=ask;aa_reaction=true", "tables": "[victory]\nmax_turns = 1\n"}
    spiel = pyspiel.load_game("grandharbour_hawks", parameters)
    assert spiel.setup.scenario == "raid-over-malta" and spiel.setup.options["lucky"] == "ask"
    assert spiel.setup.tables["victory.max_turns"] == 1
    state = some_decision(spiel, 6)
    again = pickle.loads(pickle.dumps(state.at))
    assert again.setup is state.at.setup and again.war.key() == state.at.war.key()


def test_tensors_of_what_is_known_and_of_everything() -> None:
    spiel = pyspiel.load_game("grandharbour_convoys")
    state = some_decision(spiel, 30)
    player = state.current_player()
    known = np.array(state.information_state_tensor(player), np.float32)
    assert np.array_equal(known, np.array(state.observation_tensor(player), np.float32))
    assert np.array_equal(known, spiel.eyes.look(state.at.war, player))
    everyone = pyspiel.IIGObservationType(
        public_info=True, perfect_recall=False, private_info=pyspiel.PrivateInfoType.ALL_PLAYERS
    )
    observer = spiel.make_py_observer(everyone)
    observer.set_from(state, 0)
    assert observer.tensor.size > known.size


def test_a_resampled_state_looks_the_same_to_its_player() -> None:
    spiel = pyspiel.load_game("grandharbour_convoys")
    state = some_decision(spiel, 30)
    axis = [side.id for side in spiel.setup.game.sides].index("AX")
    rng = np.random.RandomState(1)
    others = [state.resample_from_infostate(axis, rng.random_sample) for _ in range(6)]
    assert len({str(other) for other in others}) > 1
    for other in others:
        assert np.array_equal(spiel.eyes.look(other.at.war, axis), spiel.eyes.look(state.at.war, axis))
        assert other.current_player() == state.current_player()
