"""Every word and every rule number a game uses is one it has declared."""

from __future__ import annotations

from itertools import chain

import grandharbour as gh

from .play import guided, stack, wars

KINDS = {"piece", "space", "number", "lot", "nothing"}


def test_declared_rules_exist(name: str) -> None:
    game = gh.game(name)
    rules = game.rulebook.rules
    assert rules and all(rule.text and rule.title and rule.chapter for rule in rules.values())
    for verb in game.verbs.values():
        assert verb.rule in rules and verb.kind in KINDS and verb.label
    assert list(game.verbs) == [verb.id for verb in game.verbs.values()]
    for option in game.options:
        assert option.rule in rules
        assert option.default in [value for value, _ in option.values] and len(option.values) > 1
        assert option.title and option.help and all(label for _, label in option.values)
    for step in game.steps:
        assert set(step.verbs) <= set(game.verbs), step
    assert len({step.__name__ for step in game.steps}) == len(game.steps)


def test_every_value_has_a_source(name: str) -> None:
    for entry in gh.game(name).tables.entries.values():
        assert entry.source.startswith(("text", "rulebook", "reconstruction")), f"{entry.key}: {entry.source}"


def test_the_suite_meets_every_step(name: str) -> None:
    """Random play under random options must reach every procedure that waits, or the other tests prove nothing about it."""
    game = gh.game(name)
    missing = {step for step in game.steps if step.verbs}
    chance = (wars(name, scenario, 60, looks=10**9) for scenario in game.scenarios)
    intent = (guided(name, scenario, 8) for scenario in game.scenarios)
    for war in chain.from_iterable([*chance, *intent]):
        missing.difference_update(type(step) for step in stack(war))
        if not missing:
            return
    raise AssertionError(f"never met: {missing}")
