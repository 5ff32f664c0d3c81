"""Every word and every rule number a game uses is one it has declared."""

from __future__ import annotations

import ast
import string
from itertools import chain
from pathlib import Path

import pytest

import grandharbour as gh
from grandharbour.engine.event import words
from tests.play import CASES, begin, guided, some, stack, wander, wars

KINDS = {"piece", "space", "number", "lot", "nothing"}
RULES = Path(__file__).parents[1] / "rules"


def proved(name: str) -> set[str]:
    """The rules that the tests of a game claim to prove, by their markers."""
    found: set[str] = set()
    for path in (RULES / name).rglob("test_*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "pytest.mark.rule":
                values = [argument.value for argument in node.args if isinstance(argument, ast.Constant)]
                assert len(values) == len(node.args), f"{path.name}: line {node.lineno}: rule ids are written out"
                if values[0] == name:
                    found.update(values[1:])
    return found


@pytest.mark.parametrize("name", gh.games())
def test_every_rule_has_a_test(name: str) -> None:
    rules, tested = set(gh.game(name).rulebook.rules), proved(name)
    assert not rules - tested, "rules without a test"
    assert not tested - rules, "tests of rules that are not in the rulebook"


@pytest.mark.parametrize("name", gh.games())
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


@pytest.mark.parametrize("name", gh.games())
def test_every_value_has_a_source(name: str) -> None:
    for entry in gh.game(name).tables.entries.values():
        assert entry.source.startswith(("text", "rulebook", "reconstruction")), f"{entry.key}: {entry.source}"


@pytest.mark.parametrize(("name", "scenario"), CASES)
def test_decisions_use_declared_words(name: str, scenario: str) -> None:
    for war in wars(name, scenario, 30):
        game = war.setup.game
        assert war.stack is not None
        for decision in war.asked():
            assert set(decision.choices) <= set(game.verbs)
            assert set(decision.choices) <= set(war.stack[0].verbs)
            assert decision.rule in game.rulebook.rules
            prompt = war.prompt(decision)
            assert prompt and "{" not in prompt


@pytest.mark.parametrize(("name", "scenario"), CASES)
def test_events_are_declared_and_read_well(name: str, scenario: str) -> None:
    game = gh.game(name)
    holes = {kind: {hole for _, hole, _, _ in string.Formatter().parse(text) if hole} for kind, text in game.words.items()}
    for seed in some(name, scenario, 30, 8_000, least=4):
        war = begin(name, scenario, seed, seed % 2 == 1)
        war.log = []
        for _ in wander(war, seed):
            pass
        for event in war.log:
            assert event.kind in game.words
            assert event.rule in game.rulebook.rules
            assert all(rule in game.rulebook.rules for _, _, rule in event.modifiers)
            text = words(event, game.words, war.setup.names)
            assert text and "?" not in text, f"{event.kind}: {text} ({holes[event.kind]})"
            if event.total is not None and event.dice:
                assert event.total == sum(event.dice) + sum(amount for _, amount, _ in event.modifiers), text


@pytest.mark.parametrize("name", gh.games())
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
