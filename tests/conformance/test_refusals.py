"""Whatever a person may try is either listed or refused with a rule."""

from __future__ import annotations

import pytest

from tests.play import CASES, targets, wars

pytestmark = pytest.mark.parametrize(("name", "scenario"), CASES)


def test_everything_in_the_domain_is_listed_or_refused_by_a_rule(name: str, scenario: str) -> None:
    met = set()
    for war in wars(name, scenario, 24, every=5, looks=300):
        assert war.stack is not None
        step = war.stack[0]
        rules = war.setup.game.rulebook.rules
        for decision in war.asked():
            for verb in step.verbs:
                domain, listed = step.domain(war, decision.side, verb), decision.choices.get(verb, 0)
                assert not listed & ~domain, f"{verb}: something is listed that nobody would try"
                for target in targets(domain):
                    refusal = war.why_not(verb, target, decision.side)
                    if listed >> target & 1:
                        assert refusal is None
                    else:
                        assert refusal is not None
                        assert refusal.rule in rules and refusal.reason.endswith(".")
                        met.add((type(step).__name__, refusal.rule))
    assert len(met) > 3


def test_verbs_of_other_steps_are_refused_by_a_rule(name: str, scenario: str) -> None:
    for war in wars(name, scenario, 8, every=4, looks=200):
        assert war.stack is not None
        for decision in war.asked():
            for verb in set(war.setup.game.verbs) - set(war.stack[0].verbs):
                refusal = war.why_not(verb, 0, decision.side)
                assert refusal is not None and refusal.reason
                assert refusal.rule in war.setup.game.rulebook.rules


def test_a_side_that_owes_nothing_is_told_so(name: str, scenario: str) -> None:
    for war in wars(name, scenario, 4, every=9):
        for side in range(len(war.setup.game.sides)):
            if side not in war.decisions:
                refusal = war.why_not(next(iter(war.setup.game.verbs)), 0, side)
                assert refusal is not None and "owes no decision" in refusal.reason
