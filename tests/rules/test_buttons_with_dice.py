"""Buttons behind which a die falls say so, with its chances."""

from __future__ import annotations

from fractions import Fraction

import pytest

import grandharbour as gh
from grandharbour.engine.odds import Odds
from tests.play import begin, wander
from tests.rules.kesselring.conftest import italy


def first_odds(name: str, scenario: str, verb: str) -> tuple[Odds, gh.War]:
    """The first odds of a verb met in random games, and the war then."""
    for seed in range(30):
        for war in wander(begin(name, scenario, seed), seed):
            decision = war.asked()[0]
            if verb in decision.choices and (odds := war.odds(decision.side, verb)) is not None:
                return odds, war
    raise AssertionError(f"{verb} was never met")


@pytest.mark.rule("kesselring", "7.2b")
def test_reinforcements_come_by_one_die() -> None:
    odds, _ = first_odds("kesselring", "avalanche-baytown", "reinforce")
    assert dict(odds.chances) == {str(face): Fraction(1, 6) for face in range(1, 7)}


@pytest.mark.rule("kesselring", "14.2.1a")
def test_interdiction_succeeds_with_a_roll_up_to_the_turn() -> None:
    odds, war = first_odds("kesselring", "avalanche-baytown", "interdict")
    assert dict(odds.chances)["in effect"] == Fraction(war.turn, 6)


@pytest.mark.rule("convoys", "MC-SUB.3")
def test_submarines_that_wait_for_the_fleet_hit_with_one_face() -> None:
    odds, _ = first_odds("convoys", "campaign1940", "steam")
    assert odds.rule == "MC-SUB.3" and dict(odds.chances) == {"hit": Fraction(1, 6), "miss": Fraction(5, 6)}


@pytest.mark.rule("kesselring", "16.1")
def test_the_only_attack_there_is_waits_for_the_one_who_makes_it() -> None:
    """One unit, one enemy: the target chooses itself, but nobody attacks at 1 to 3 without having seen the chances."""
    war = italy({"45 Inf": "3117", "15 PzGr": "3116"}, active="AL", dice=(1, 1, 1))
    table = gh.Table(war)
    table.play("attack", None, "AL")
    assert war.rolled == 0 and not any(told.event.dice for told in table.events)
    (waiting,) = war.asked()
    assert waiting.side == 1 and list(waiting.choices) == ["assault"], "the attacker has the last word, not the table"
    odds = war.odds(1, "assault")
    assert odds is not None and len(odds.chances) > 1
    table.undo("AL")
    assert not table.choices, "and may still think better of it"
    for verb in ("attack", "assault"):
        table.play(verb, None, "AL")
    assert table.war.rolled == 0 and table.war.asked()[0].side == 0, "the defender lets the die fall"
