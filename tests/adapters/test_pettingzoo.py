"""PettingZoo's own conformance tests, and that an observation holds nothing a side may not know."""

from __future__ import annotations

import pickle
import random
import subprocess
import sys

import numpy as np
import pytest

import grandharbour as gh

pytest.importorskip("pettingzoo", reason="the extra 'pettingzoo' is not installed")

from pettingzoo.test import api_test, render_test, seed_test

from grandharbour.adapters.pettingzoo import env

GAMES = list(gh.games())


@pytest.mark.filterwarnings("ignore::UserWarning")
@pytest.mark.parametrize("name", GAMES)
def test_the_api_is_kept(name: str) -> None:
    api_test(env(name), num_cycles=60)


@pytest.mark.filterwarnings("ignore::UserWarning")
@pytest.mark.parametrize("name", GAMES)
def test_a_seed_gives_the_same_game(name: str) -> None:
    seed_test(lambda **how: env(name, **how), num_cycles=40)


@pytest.mark.parametrize("name", GAMES)
def test_it_can_be_rendered(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    render_test(lambda **how: env(name, **how))


@pytest.mark.parametrize("name", GAMES)
def test_a_game_ends_with_opposite_rewards(name: str) -> None:
    zoo = env(name)
    zoo.reset(seed=5)
    rng = random.Random(5)
    final: dict[str, float] = {}
    for agent in zoo.agent_iter():
        observation, reward, over, _, info = zoo.last()
        if over:
            final[agent] = reward
            assert info["reason"]
            zoo.step(None)
        else:
            zoo.step(int(rng.choice(np.flatnonzero(observation["action_mask"]))))
    assert sum(final.values()) == 0 and set(final.values()) <= {-1.0, 0.0, 1.0}


@pytest.mark.parametrize("name", GAMES)
def test_observations_tell_nothing_hidden(name: str) -> None:
    zoo = env(name).unwrapped
    zoo.reset(seed=3)
    rng = random.Random(3)
    for _ in range(150):
        if any(zoo.terminations.values()):
            break
        agent = zoo.agent_selection
        side = zoo.setup.side(agent)
        seen = zoo.observe(agent)
        twin = zoo.war.imagine(side, rng)
        assert np.array_equal(zoo.eyes.look(twin, side), seen["observation"])
        zoo.step(int(rng.choice(np.flatnonzero(seen["action_mask"]))))


def test_without_a_seed_every_process_plays_another_game() -> None:
    program = "from grandharbour.adapters.pettingzoo import env; zoo = env('hawks'); zoo.reset(); print(zoo.unwrapped.war.dice.seed.hex())"
    seeds = {subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout for _ in range(2)}
    assert len(seeds) == 2
    one, other = env("hawks"), env("hawks")
    one.reset()
    other.reset()
    assert one.unwrapped.war.dice.seed != other.unwrapped.war.dice.seed


@pytest.mark.parametrize("name", GAMES)
def test_an_environment_survives_being_written(name: str) -> None:
    """In the middle of a game, before one, and after the end; and it goes on with the same games."""
    zoo, rng = env(name), random.Random(8)
    assert pickle.loads(pickle.dumps(zoo)).unwrapped.possible_agents == zoo.unwrapped.possible_agents
    made = 0
    while made < 60:  # a game of chance may end before its middle: then another
        if not made:
            zoo.reset(seed=rng.randrange(1000))
        over = zoo.last()[2]
        made = 0 if over else made + 1
        if not over:
            zoo.step(rng.choice(zoo.last()[4]["legal"]))
    again = pickle.loads(pickle.dumps(zoo))
    for _ in range(30):
        here, there = zoo.last(), again.last()
        assert zoo.agent_selection == again.agent_selection and here[1:4] == there[1:4]
        assert all(np.array_equal(here[0][key], there[0][key]) for key in here[0])
        if here[2]:
            break
        action = rng.choice(here[4]["legal"])
        zoo.step(action)
        again.step(action)
    zoo.reset()
    again.reset()
    assert zoo.unwrapped.war.dice.seed == again.unwrapped.war.dice.seed


@pytest.mark.parametrize("name", GAMES)
def test_legal_actions_are_given_as_numbers_too(name: str) -> None:
    zoo, rng = env(name), random.Random(2)
    zoo.reset(seed=2)
    for _ in range(40):
        observation, _, over, _, info = zoo.last()
        if over:
            break
        assert np.flatnonzero(observation["action_mask"]).tolist() == info["legal"]
        zoo.step(rng.choice(info["legal"]))
    assert zoo.unwrapped.state().shape != () and zoo.unwrapped.state().max() <= 1


def test_an_illegal_action_is_refused_with_its_rule() -> None:
    zoo = env("hawks")
    zoo.reset(seed=1)
    legal = set(zoo.last()[4]["legal"])
    with pytest.raises(gh.Illegal):
        zoo.step(next(n for n in range(len(zoo.unwrapped.actions)) if n not in legal))
