"""Exact chances: they add up, and what is rolled is among them."""

from __future__ import annotations

from fractions import Fraction

from ..engine.odds import TooMany
from .play import pick
from .walk import Look, Met, at_decisions


@at_decisions(700)
def outcomes_add_up_and_hold_what_is_played(at: Look) -> Met:
    war = at.war
    side, verb, target = pick(war, at.rng(), True)
    key = war.key()
    try:
        leaves = war.outcomes(verb, target, side)
    except TooMany:  # a whole salvo before the next decision: search must sample it
        return 0
    assert war.key() == key
    assert sum(chance for chance, _ in leaves) == 1 and all(chance > 0 for chance, _ in leaves)
    played = war.copy()
    played.play(verb, target, side)
    keys = [leaf.key() for _, leaf in leaves]
    assert len(set(keys)) == len(keys)
    # Faces of dice may lie in a step (the sum is what counts), so a paused roll is compared by what it asks.
    assert played.key() in keys or played.asked() in [leaf.asked() for _, leaf in leaves]
    for _, leaf in leaves:
        leaf.check()
    return len(leaves) > 1


@at_decisions(1_600)
def odds_add_up(at: Look) -> Met:
    war, game, met = at.war, at.war.setup.game, 0
    for side, verb, target, odds in at.odds:
        if odds is None:
            continue
        met += 1
        if not game.verbs[verb].dice:
            trial = war.copy()
            trial.play(verb, target, side)
            assert trial.rolled > war.rolled, "a verb that announces no dice has odds only where they fall at once"
            assert not game.secrets, "the chances would tell what lies hidden"
        assert sum(chance for _, chance in odds.chances) == 1
        assert all(isinstance(chance, Fraction) and chance > 0 for _, chance in odds.chances)
        assert odds.title and odds.rule in game.rulebook.rules
        assert all(rule in game.rulebook.rules for _, _, rule in odds.modifiers)
    return met
