"""What is foretold of a roll is what the dice do."""

from __future__ import annotations

from fractions import Fraction

import grandharbour as gh
from grandharbour.games.hawks.state import NONE
from tests.play import targets, wars


def test_the_forecast_of_a_roll_is_what_the_rules_do_with_it() -> None:
    """The rules are the referee: `odds` runs them under every result of the dice."""
    compared = 0
    for war in wars("hawks", "grand-tournament", games=24, every=1, mixed=True):
        assert isinstance(war, gh.games()["hawks"].war) and war.stack is not None
        if type(war.stack[0]).__name__ not in ("Attack", "GunFire", "Bombing") or war.setup.options["lucky"] == "ask":
            continue
        world = war.copy()
        world.chit, world.up = [NONE] * world.setup.planes, (1 << world.setup.planes) - 1
        world._asked = None
        for decision in world.asked():
            for verb, mask in decision.choices.items():
                for target in targets(mask):
                    told = war.setup.game.forecast(world, decision.side, verb, target)
                    rolled = None if told is None else world.odds(decision.side, verb, target)
                    if told is None or rolled is None or any(";" in word or "then" in word for word, _ in rolled.chances):
                        continue  # two rolls at once
                    compared += 1
                    assert {result.code: p for result, p in told.chances} == dict(rolled.chances)
                    assert sum((p for _, p in told.chances), Fraction(0)) == 1
    assert compared > 0
