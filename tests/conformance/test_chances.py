"""Exact chances: they add up, and what is rolled is among them."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

from grandharbour.engine.odds import TooMany
from tests.play import CASES, pick, targets, wars

pytestmark = pytest.mark.parametrize(("name", "scenario"), CASES)


def test_outcomes_add_up_and_hold_what_is_played(name: str, scenario: str) -> None:
    branched = 0
    for number, war in enumerate(wars(name, scenario, 30, every=3, looks=700)):
        side, verb, target = pick(war, random.Random(number), True)
        key = war.key()
        try:
            found = war.outcomes(verb, target, side)
        except TooMany:  # a whole salvo before the next decision: search must sample it
            continue
        assert war.key() == key
        assert sum(chance for chance, _ in found) == 1 and all(chance > 0 for chance, _ in found)
        played = war.copy()
        played.play(verb, target, side)
        keys = [leaf.key() for _, leaf in found]
        assert len(set(keys)) == len(keys)
        # Faces of dice may lie in a step (the sum is what counts), so a paused roll is compared by what it asks.
        assert played.key() in keys or played.asked() in [leaf.asked() for _, leaf in found]
        branched += len(found) > 1
        for _, leaf in found:
            leaf.check()
    assert branched > 10


def test_odds_add_up(name: str, scenario: str) -> None:
    found = 0
    for war in wars(name, scenario, 24, first=100, looks=1_600):
        for decision in war.asked():
            for verb, mask in decision.choices.items():
                for target in list(targets(mask))[:3]:
                    odds = war.odds(decision.side, verb, target)
                    if not war.setup.game.verbs[verb].dice and odds is not None:
                        trial = war.copy()
                        trial.play(verb, target, decision.side)
                        assert trial.rolled > war.rolled, "a verb that announces no dice has odds only where they fall at once"
                        assert not war.setup.game.secrets, "the chances would tell what lies hidden"
                    if odds is None:
                        continue
                    found += 1
                    assert sum(chance for _, chance in odds.chances) == 1
                    assert all(isinstance(chance, Fraction) and chance > 0 for _, chance in odds.chances)
                    assert odds.title and odds.rule in war.setup.game.rulebook.rules
                    assert all(rule in war.setup.game.rulebook.rules for _, _, rule in odds.modifiers)
    assert found > 10
