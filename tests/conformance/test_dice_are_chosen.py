"""No die falls behind a choice that was made for a player, nor behind one whose chances he could not see."""

from __future__ import annotations

import random

import pytest

import grandharbour as gh
from grandharbour.engine.odds import TooMany, explore
from tests.play import CASES, begin_table, pick, some, some_options

pytestmark = pytest.mark.parametrize(("name", "scenario"), CASES)

BY_THEMSELVES = {
    "hawks": {
        "initiative": "the roundel of a turn",
        "roll_guns": "how many guns there will be",
        "roll_clouds": "how many clouds, and where",
        "fire": "the other plane answers in the same fight when the hit before it has been answered",
        "flak": "the next gun fires when the hit before it has been answered",
        "bomb": "the next bomber drops when the hit before it has been answered",
    },
    "convoys": {
        "fuel": "the fuel of a season",
        "repair": "harbours repair between seasons",
        "limps": "who could not keep up tries to escape when the others have left",
        "stalked": "submarines attack what lies at sea, whatever was chosen last; who is there may be secret",
    },
}
"""Games with secrets: what the rules roll on their own account, by the kind of event. The chances would tell what lies hidden."""


class Watched(gh.Table):
    """A table that notes what was rolled behind each choice."""

    def _one(self, verb: str, target: int | str | None, side: int | str | None, auto: bool) -> None:
        before = self.war.rolled, self.war.drawn
        super()._one(verb, target, side, auto)
        self.rolled = [*getattr(self, "rolled", []), (self.war.rolled, self.war.drawn) != before]


def watched(name: str, scenario: str, seed: int, orders: bool) -> Watched:
    options = some_options(name, seed) if seed % 2 else {}
    table = Watched.begin(gh.game(name), scenario, options=options, seed=seed)
    assert isinstance(table, Watched)
    if orders:
        for step in gh.game(name).steps:
            for side in gh.game(name).sides:
                table.order(side.id, step.__name__, "quiet")
    rng = random.Random(seed)
    while table.outcome is None:
        side, verb, target = pick(table.war, rng, seed % 4 > 1)
        table.play(verb, target, side)
    return table


def test_nothing_is_rolled_for_a_player(name: str, scenario: str) -> None:
    autos = 0
    for seed in some(name, scenario, 12, 4_000):
        table = watched(name, scenario, seed, False)
        for choice, rolled in zip(table.choices, table.rolled, strict=True):
            autos += choice.auto
            assert not (choice.auto and rolled), choice
    assert autos or name == "hawks"  # hardly anything is forced there


def test_a_standing_order_answers_with_no_verb_that_announces_dice(name: str, scenario: str) -> None:
    """What falls by itself behind "hold" or "pass" may fall: the player has said that he does not care to be asked."""
    table = watched(name, scenario, 3, True)
    verbs = gh.game(name).verbs
    assert not [
        choice
        for choice, rolled in zip(table.choices, table.rolled, strict=True)
        if choice.auto and rolled and verbs[choice.verb].dice
    ]


def has_odds(war: gh.War, side: int, verb: str, target: int) -> bool:
    """Whether the page can show the chances; a salvo of thousands of results has none, and neither has a whole new turn."""
    try:
        if war.odds(side, verb, target) is not None:
            return True
        for _ in explore(war, lambda w: w.play(verb, target, side), hidden=False):
            pass
    except TooMany:
        return True
    return False


def test_no_die_without_its_chances(name: str, scenario: str) -> None:
    """A click that rolls has odds before it, or it only lets happen what happens anyway and has no result of its own."""
    known = BY_THEMSELVES.get(name, {})
    rolls = 0
    for seed in some(name, scenario, 20, 6_000):
        table = begin_table(name, scenario, 50 + seed, mixed=seed % 2 == 1)
        rng = random.Random(seed)
        while table.outcome is None:
            war = table.war
            side, verb, target = pick(war, rng, seed % 4 > 1)
            trial = war.copy()
            trial.log = []
            trial.play(verb, target, side)
            if trial.rolled > war.rolled:
                rolls += 1
                told = [event for event in trial.log if event.result is not None]
                if told and not has_odds(war, side, verb, target):
                    assert told[0].kind in known, (type(war.stack and war.stack[0]).__name__, verb, told[0])
            table.play(verb, target, side)
    assert rolls > 10
