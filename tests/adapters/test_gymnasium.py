"""One seat for a learner, and many games at once: the same games as alone, honest rewards, no memory left behind."""

from __future__ import annotations

import os
import pickle
import random
import signal
import warnings

import numpy as np
import pytest

import grandharbour as gh

pytest.importorskip("gymnasium", reason="the extra 'pettingzoo' is not installed")

from gymnasium.utils.env_checker import check_env

from grandharbour.adapters.gymnasium import many, seat

GAMES = list(gh.games())


@pytest.mark.parametrize("name", GAMES)
def test_a_seat_plays_to_the_end(name: str) -> None:
    env, rng = seat(name, opponent="random"), random.Random(1)
    sides = set()
    for _ in range(2):
        seen, info = env.reset(seed=None if sides else 4)
        sides.add(info["side"])
        over, reward = False, 0.0
        while not over:
            assert env.observation_space.contains(seen) and np.flatnonzero(seen["action_mask"]).tolist() == info["legal"]
            assert reward == 0
            seen, reward, over, cut, info = env.step(rng.choice(info["legal"]))
            assert not cut
        mine = env.game.sides[info["winner"]].id == info["side"] if info["winner"] >= 0 else None
        assert reward == {True: 1.0, False: -1.0, None: 0.0}[mine] and not info["legal"]
    assert len(sides) == 2, "the learner's side changes from game to game"


def test_gymnasiums_own_check() -> None:
    class Legal(type(seat("hawks"))):  # its checker takes any action of the space
        def step(self, action: int) -> tuple:
            legal = self.legal()
            return super().step(legal[int(action) % len(legal)])

    env = Legal("hawks", None, None, "", "IT", "random")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        check_env(env, skip_render_check=True)


def test_a_seat_survives_being_written() -> None:
    env, rng = seat("hawks", side="BR", opponent="greedy"), random.Random(2)
    _, info = env.reset(seed=3)
    for _ in range(6):
        _, _, _, _, info = env.step(rng.choice(info["legal"]))
    again = pickle.loads(pickle.dumps(env))
    assert again.legal() == info["legal"] and again.war.key() == env.war.key()
    env.reset()
    again.reset()
    assert env.war.key() == again.war.key()


@pytest.mark.parametrize("workers", [1, 2])
def test_many_games_are_the_same_as_each_alone(workers: int) -> None:
    with many("hawks", 3, workers=workers, scenario="raid-over-malta", opponent="random") as envs:
        envs.reset(seed=7)
        alone = [seat("hawks", "raid-over-malta", opponent="random") for _ in range(3)]
        for n, env in enumerate(alone):
            env.begin(7 * 1_000_003 + n)
        rng, ended = random.Random(1), 0
        for _ in range(120):
            for n, env in enumerate(alone):
                assert np.array_equal(envs.observations[n], env.eyes.look(env.war, env.learner))
                assert np.flatnonzero(envs.masks[n]).tolist() == env.legal()
            actions = [rng.choice(env.legal()) for env in alone]
            _, _, rewards, over = envs.step(actions)
            for n, (env, action) in enumerate(zip(alone, actions)):
                assert rewards[n] == env.play(action) and over[n] == env.over
                if env.over:
                    ended += 1
                    env.begin()
        assert ended >= 2


def test_what_cannot_be_is_said_at_once() -> None:
    with pytest.raises(gh.UnknownName, match="no player 'nobody'"):
        seat("hawks", opponent="nobody")
    with pytest.raises(ValueError, match="at least one"):
        many("hawks", 0)
    envs = many("hawks", 1, side="IT", opponent="random")
    with pytest.raises(ValueError, match="0 or more"):
        envs.reset(seed=-1)
    os.kill(envs.pids[0], signal.SIGKILL)
    with pytest.raises(RuntimeError, match="a worker process has ended"):
        envs.reset(seed=1)
    envs.close()
    envs.close()
    with pytest.raises(RuntimeError, match="closed"):
        envs.step([0])


def test_gymnasiums_own_vectors_take_a_seat() -> None:
    from gymnasium.vector import SyncVectorEnv

    envs = SyncVectorEnv([lambda: seat("hawks", side="IT", opponent="random") for _ in range(2)])
    seen, infos = envs.reset(seed=4)
    assert seen["observation"].shape == (2, envs.envs[0].eyes.size)
    for _ in range(3):
        seen, _, _, _, infos = envs.step([int(np.flatnonzero(row)[0]) for row in seen["action_mask"]])
    assert [list(one) for one in infos["legal"]] == [np.flatnonzero(row).tolist() for row in seen["action_mask"]]


def test_a_worker_that_fails_says_why() -> None:
    with many("hawks", 2, side="IT") as envs:
        envs.reset(seed=1)
        illegal = int(np.flatnonzero(envs.masks[0] == 0)[0])
        with pytest.raises(RuntimeError, match="Illegal"):
            envs.step([illegal, illegal])
