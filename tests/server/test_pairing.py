"""Pairings keep what a tournament promises, whoever wins."""

from __future__ import annotations

import random
from collections import Counter

from hypothesis import given, settings
from hypothesis import strategies as st

from grandharbour.server.club.pairing import Game, bracket, knock_out, round_robin, rounds_of, standings, swiss


def played(pairs: list[tuple[int, int | None]], round: int, rng: random.Random) -> list[Game]:
    return [Game(round, one, two, "" if two is None else rng.choice(("one", "two", "draw"))) for one, two in pairs]


@given(st.integers(2, 21))
def test_round_robin(players: int) -> None:
    """Everybody meets everybody once, in every round everybody has one game or rests, and sides are balanced."""
    met: Counter[frozenset[int | None]] = Counter()
    tilt: Counter[int] = Counter()
    for round in range(1, rounds_of("round-robin", players) + 1):
        pairs = round_robin(players, round)
        assert sorted(p for pair in pairs for p in pair if p is not None) == list(range(players))
        for one, two in pairs:
            met[frozenset((one, two))] += 1
            if two is not None:
                tilt[one] += 1
                tilt[two] -= 1
    assert set(met.values()) == {1} and len(met) == players * (players - 1) // 2 + players % 2 * players
    assert max(map(abs, tilt.values()), default=0) <= 1


@settings(max_examples=60, deadline=None)
@given(st.integers(2, 33), st.integers(0, 10**6))
def test_swiss(players: int, seed: int) -> None:
    """Nobody meets twice, nobody rests twice, sides are balanced, and equal scores meet at the top."""
    rng = random.Random(seed)
    games: list[Game] = []
    for round in range(1, rounds_of("swiss", players, 9) + 1):
        pairs = swiss(range(players), games)
        assert sorted(p for pair in pairs for p in pair if p is not None) == list(range(players))
        games += played(pairs, round, rng)
        met = Counter(frozenset((game.one, game.two)) for game in games)
        assert set(met.values()) == {1}, "nobody meets twice, and nobody rests twice"
        tilt: Counter[int] = Counter()
        for game in games:
            if game.two is not None:
                tilt[game.one] += 1
                tilt[game.two] -= 1
        assert max(map(abs, tilt.values()), default=0) <= 2


@settings(max_examples=40, deadline=None)
@given(st.integers(6, 24), st.integers(0, 10**6))
def test_swiss_when_some_withdraw(players: int, seed: int) -> None:
    rng = random.Random(seed)
    games: list[Game] = []
    playing = list(range(players))
    for round in range(1, rounds_of("swiss", players, 9) + 1):
        if len(playing) > 3 and rng.random() < 0.5:
            playing.remove(rng.choice(playing))
        pairs = swiss(playing, games)
        assert sorted(p for pair in pairs for p in pair if p is not None) == playing, "everybody who is there has a game or rests"
        games += played(pairs, round, rng)


def test_swiss_pairs_the_best_with_each_other() -> None:
    first = swiss(range(8), [])
    assert {frozenset(pair) for pair in first} == {frozenset(pair) for pair in ((0, 4), (1, 5), (2, 6), (3, 7))}
    games = [Game(1, one, two, "one" if one < (two or 0) else "two") for one, two in first]
    second = swiss(range(8), games)
    assert all((one < 4) == (two < 4) for one, two in second if two is not None), "winners meet winners"
    had = {game.one for game in games}
    assert all((one in had) != (two in had) for one, two in second), "and everybody changes sides"
    assert not had & {one for one, _ in second}


@given(st.integers(2, 33), st.integers(0, 10**6))
def test_knock_out(players: int, seed: int) -> None:
    """Who has lost plays no more; at the end one is left, and byes fall to the best in the first round only."""
    rng = random.Random(seed)
    assert bracket(8) == [0, 7, 3, 4, 1, 6, 2, 5]
    games: list[Game] = []
    out: set[int] = set()
    rounds = rounds_of("knock-out", players)
    for round in range(1, rounds + 1):
        pairs = knock_out(players, round, games)
        assert pairs is not None
        here = [p for pair in pairs for p in pair if p is not None]
        assert not out & set(here) and len(set(here)) == len(here)
        rests = [one for one, two in pairs if two is None]
        assert not rests if round > 1 else set(rests) == set(range(2**rounds - players))
        for one, two in pairs:
            if two is None:
                games.append(Game(round, one, None))
                continue
            games.append(Game(round, one, two, "draw"))  # they play again
            assert round == rounds or knock_out(players, round + 1, games) is None
            result = rng.choice(("one", "two"))
            games.append(Game(round, two, one, result))  # type: ignore[arg-type]
            out.add(one if result == "one" else two)
    assert len(out) == players - 1
    assert standings("knock-out", players, games)[0].player not in out


def test_ties_are_broken() -> None:
    games = [Game(1, 0, 1, "one"), Game(1, 2, 3, "one"), Game(2, 0, 2, "draw"), Game(2, 1, 3, "two"), Game(3, 4, None)]
    table = standings("swiss", 5, games)
    assert [(it.player, it.score, it.buchholz, it.berger) for it in table] == [
        (2, 1.5, 2.5, 1.75), (0, 1.5, 1.5, 0.75), (3, 1.0, 1.5, 0.0), (4, 1.0, 0.0, 0.0), (1, 0.0, 2.5, 0.0),
    ]  # fmt: skip
