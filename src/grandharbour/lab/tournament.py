"""Tournaments: every player against every other, sides alternating, the same dice for both seatings."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import combinations, zip_longest
from pathlib import Path

import msgspec

from ..engine.game import OptionValue, game
from .rating import Rating, Score, Sprt, elo
from .runs import Match, Run


class Pairing(msgspec.Struct, frozen=True):
    """Two players of a scenario: ``first`` had the first side in the even matches."""

    scenario: str
    first: str
    second: str
    score: Score
    by_side: tuple[Score, Score]
    """The first player's score on each side."""
    seconds: float
    """CPU seconds a game, both players together; 0 if the games were read from a file."""
    settled: float | None = None
    """The share a sequential test has accepted, if it was asked and has."""


class Standing(msgspec.Struct, frozen=True):
    """Every pairing of a tournament, and the ratings that follow."""

    pairings: list[Pairing]
    ratings: list[Rating]


def matches(
    name: str, scenarios: Sequence[str], players: Sequence[str], options: Mapping[str, OptionValue], tables: str
) -> list[Match]:
    """Two matches for each pair of players and scenario, one for each seating."""
    rules = game(name)
    if len(rules.sides) != 2:
        raise ValueError(f"{name} is no game for two sides")
    chosen = rules.check_options(options, rules.laid(tables))
    return [
        Match(name, scenario, seats, chosen, tables)
        for scenario in scenarios
        for one, other in combinations(players, 2)
        for seats in ((one, other), (other, one))
    ]


def start(
    name: str, scenarios: Sequence[str], players: Sequence[str], games: int, seed: int, *,
    options: Mapping[str, OptionValue] | None = None, tables: str = "", file: Path | None = None,
) -> Run:  # fmt: skip
    """A run with ``games`` games for each pair and scenario, half of them in each seating."""
    return Run(matches(name, scenarios, players, options or {}, tables), max(1, games // 2), seed, file)


def standing(run: Run, test: Sprt | None = None) -> Standing:
    """Who won how often, and what that says about strength."""
    pairings: list[Pairing] = []
    total: dict[tuple[str, str], Score] = {}
    for number in range(0, len(run.matches), 2):
        match = run.matches[number]
        one, other = match.players
        as_first, as_second, both = contest(run, number)
        spent = sum(result.seconds for seating in (0, 1) for result in run.of(number + seating)) / max(1, both.games)
        settled = None if test is None else test.verdict(both.counts)
        pairings.append(Pairing(match.scenario, one, other, both, (as_first, as_second), spent, settled))
        total[one, other] = _sum(total.get((one, other), Score(0, 0, 0)), both)
    return Standing(pairings, elo(total))


def settled(run: Run, test: Sprt) -> Callable[[int], bool]:
    """For ``Run.play``: a match is over when the test knows which of its two players is better."""
    return lambda number: test.verdict(contest(run, number - number % 2)[2].counts) is not None


def contest(run: Run, number: int) -> tuple[Score, Score, Score]:
    """The first player's score in match ``number``, in the next one with the seats changed, and in both. Broken games count nowhere."""
    here, there = ({r.index: r.winner for r in run.of(number + seating) if not r.error} for seating in (0, 1))
    first, second = ([_POINTS[winner] for winner in seen.values()] for seen in (here, there))
    second = [2 - points for points in second]
    pairs = [0] * 5
    for index in here.keys() & there.keys():
        pairs[_POINTS[here[index]] + 2 - _POINTS[there[index]]] += 1
    scores = [Score(points.count(2), points.count(1), points.count(0)) for points in (first, second)]
    return scores[0], scores[1], msgspec.structs.replace(_sum(*scores), pairs=tuple(pairs))


_POINTS = {0: 2, -1: 1, 1: 0}
"""Half points of the first side, by the winner."""


def _sum(a: Score, b: Score) -> Score:
    pairs = tuple(x + y for x, y in zip_longest(a.pairs, b.pairs, fillvalue=0))
    return Score(a.wins + b.wins, a.draws + b.draws, a.losses + b.losses, pairs)
