"""PettingZoo's own conformance tests, and that an observation holds nothing a side may not know."""

from __future__ import annotations

import random

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
