"""No click leads to a die whose chances nobody could see: what a choice rolls has odds, and all other dice belong to the calendar."""

from __future__ import annotations

import itertools
import random

import pytest

import grandharbour as gh
from tests.play import begin, pick, wander

CALENDAR = {
    "hawks": {"roll_guns": "HM-SETUP.4", "roll_clouds": "HM-SETUP.5"},
    "c3": {},
    "convoys": {"fuel": "MC-FUEL.1", "repair": "MC-HIT.5", "stalked": "MC-SUB.4", "star": "MC-HIT.8"},
    "herkules": {"mine_roll": "OH-SETUP.4"},
    "kesselring": {
        "air_offensive": "27.1.SR2", "event": "28.0", "income": "5.2.1", "eliminated": "8.1.1a", "mission": "20.6", "tire": "23.4",
        "surrender": "27.1.SR3", "achse": "30.1",
    },
}  # fmt: skip
"""Dice that fall because a phase begins or a fight is over: set-up, income and events, the way home, repairs, who is back when."""
AFTERWARDS = {"herkules": {"lose", "hit", "usual"}}
"""Verbs that end one battle; the next may be one in which nobody has anything to decide, and too large to be counted through."""
CLICKS = 1_500
SEEDS = 4


@pytest.mark.parametrize("name", gh.games())
def test_what_a_click_rolls_could_be_weighed_before(name: str) -> None:
    """In random games, at every click that lets dice fall before anybody is asked again."""
    seen = 0
    for scenario, seed in itertools.product(gh.game(name).scenarios, range(SEEDS)):
        rng = random.Random(seed)
        for _, war in zip(range(CLICKS), wander(begin(name, scenario, seed), seed), strict=False):
            side, verb, target = pick(war, rng)
            trial = war.copy()
            trial.log = []
            trial.play(verb, target, side)
            if trial.rolled == war.rolled:
                continue
            if war.odds(side, verb, target) is not None:
                seen += 1
                continue
            if verb in AFTERWARDS.get(name, ()):
                continue
            unseen = [event.kind for event in trial.log if event.dice and event.kind not in CALENDAR[name]]
            assert not unseen, f"{scenario}, {seed}: {verb} rolls for {unseen[0]} and shows no chances"
    assert seen, "nothing was rolled"
