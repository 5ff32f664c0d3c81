"""Tournaments: every player against every other, sides alternating, the same dice for both seatings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from pathlib import Path

import msgspec

from ..engine.game import OptionValue, game
from .rating import Rating, Score, elo
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


class Standing(msgspec.Struct, frozen=True):
    pairings: list[Pairing]
    ratings: list[Rating]


def matches(
    name: str, scenarios: Sequence[str], players: Sequence[str], options: Mapping[str, OptionValue], tables: str
) -> list[Match]:
    """Two matches for each pair of players and scenario, one for each seating."""
    rules = game(name)
    if len(rules.sides) != 2:
        raise ValueError(f"{name} is no game for two sides")
    chosen = rules.check_options(options)
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


def standing(run: Run) -> Standing:
    """Who won how often, and what that says about strength."""
    pairings: list[Pairing] = []
    total: dict[tuple[str, str], Score] = {}
    for number in range(0, len(run.matches), 2):
        match = run.matches[number]
        one, other = match.players
        here, there = run.of(number), run.of(number + 1)
        as_first = Score(*(sum(r.winner == w for r in here) for w in (0, -1, 1)))
        as_second = Score(*(sum(r.winner == w for r in there) for w in (1, -1, 0)))
        both = _sum(as_first, as_second)
        spent = sum(r.seconds for r in here + there) / max(1, both.games)
        pairings.append(Pairing(match.scenario, one, other, both, (as_first, as_second), spent))
        total[one, other] = _sum(total.get((one, other), Score(0, 0, 0)), both)
    return Standing(pairings, elo(total))


def _sum(a: Score, b: Score) -> Score:
    return Score(a.wins + b.wins, a.draws + b.draws, a.losses + b.losses)
