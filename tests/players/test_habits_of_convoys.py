"""Nothing a computer player does tells a convoy from a dummy before the rules do."""

from __future__ import annotations

import random

import pytest

from tools import habits


@pytest.fixture
def cheap(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("grandharbour.players.level", lambda setup, name, side: habits.Level(2, 2, 1))


def test_an_onlooker_learns_nothing_from_200_seasons_of_the_lieutenant() -> None:
    name, count, right, chance, z = habits.verdict(habits.watch("greedy", 200))
    assert count == 100 and z < 2.5, f"{name} names the convoy {right} times, by chance it would be {chance:.1f}"


def test_nor_from_a_player_that_tries_its_plans_out(cheap: None) -> None:
    """The levels differ only in how much they try; ``tools/habits.py`` asks 200 seasons of each."""
    name, _, right, chance, z = habits.verdict(habits.watch("search:captain", 16))
    assert z < 2.5, f"{name} names the convoy {right} times, by chance it would be {chance:.1f}"


@pytest.mark.parametrize(("feature", "value"), [("letter", 0), ("came out", 1), ("waits", 1)])
def test_an_onlooker_would_find_a_habit(feature: str, value: int) -> None:
    """The convoy is Group A, comes out first, or waits, in three seasons of four: he finds it."""
    rng = random.Random(5)
    riddles = []
    for _ in range(200):
        seen = [{"letter": n, "came out": n, "waits": 0} for n in rng.sample(range(5), 5)]
        answer = rng.randrange(5)
        if rng.random() < 0.75:
            answer = next((n for n, one in enumerate(seen) if one[feature] == value), answer)
            seen[answer][feature] = value
        riddles.append(habits.Riddle(tuple(seen), answer))
    assert habits.verdict(riddles)[-1] > 2.5
