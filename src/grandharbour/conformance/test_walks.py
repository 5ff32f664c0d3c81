"""Every scenario is walked by chance, and each question about it is one test."""

from __future__ import annotations

import random

import pytest

import grandharbour as gh

from . import chances, decisions, records, secrets
from .play import begin, pick, some_options
from .walk import CLICKS, DECISIONS, ENDS, RECORDS, Watched, clicks, questions

ROOMS = (decisions, chances, secrets, records)
"""Where the questions stand; reading them has put them on their shelves."""


@pytest.mark.parametrize("question", [*DECISIONS, *ENDS])
def test_at_every_decision(name: str, scenario: str, question: str) -> None:
    questions(name, scenario).answer(question)


@pytest.mark.parametrize("question", [*CLICKS, *RECORDS])
def test_at_the_table(name: str, scenario: str, question: str) -> None:
    clicks(name, scenario).answer(question)


def test_a_standing_order_answers_with_no_verb_that_announces_dice(name: str, scenario: str) -> None:
    """What falls by itself behind "hold" or "pass" may fall: the player has said that he does not care to be asked."""
    game = gh.game(name)
    table = Watched.begin(game, scenario, options=some_options(name, 3), seed=3)
    assert isinstance(table, Watched)
    for step in game.steps:
        for side in game.sides:
            table.order(side.id, step.__name__, "quiet")
    rng = random.Random(3)
    while table.outcome is None:
        actor, verb, target = pick(table.war, rng, True)
        table.play(verb, target, actor)
    assert not [verb for verb in table.rolled_for if game.verbs[verb].dice]


def test_chance_alone_decides_nothing_twice(name: str, scenario: str) -> None:
    """The same seed and the same clicks give the same game; another seed gives another, where there is chance at all."""

    def record(dice: int, clicks: int) -> tuple[bool, list[object]]:
        war, rng = begin(name, scenario, dice), random.Random(clicks)
        war.log = []
        while war.outcome is None:
            side, verb, target = pick(war, rng, pairs=True)
            war.play(verb, target, side)
        return war.rolled + war.drawn > 0, [*war.log, war.key()]

    chance, told = record(1, 2)
    assert record(1, 2)[1] == told
    assert (record(2, 2)[1] != told) == chance
