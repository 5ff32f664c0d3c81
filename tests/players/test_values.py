"""Fitted values: read from data with their provenance, between nothing and everything, and one side's gain is the other's loss."""

from __future__ import annotations

import random
from itertools import islice

import pytest

import grandharbour as gh
from grandharbour.engine.fitted import Fitted
from tests.play import begin, wander

FITTED = [name for name, rules in gh.games().items() if (rules.folder / "values.toml").exists()]


@pytest.mark.parametrize("name", FITTED)
def test_the_weights_say_where_they_come_from_and_fit_the_signs(name: str) -> None:
    rules = gh.game(name)
    fitted = Fitted.read(rules.folder / "values.toml")
    assert "seeded games" in fitted.source and "left out" in fitted.source and f"tools/values.py {name}" in fitted.source
    assert set(fitted.begins) == set(rules.scenarios)
    assert list(fitted.weights) == list(rules._room("prospects").signs(rules.new(seed=1)))


@pytest.mark.parametrize("name", FITTED)
def test_what_one_side_gains_the_other_loses(name: str) -> None:
    rules = gh.game(name)
    for scenario in rules.scenarios:
        for war in islice(wander(begin(name, scenario, 3), 3), 0, 400, 80):
            if war.outcome is None:
                seen = war.imagine(0, random.Random(1))
                first, second = (rules.value(seen, side) for side in (0, 1))
                assert 0.0 < first < 1.0 and first + second == pytest.approx(1.0)


def test_a_sign_counts_by_how_much_of_the_game_is_left() -> None:
    fitted = Fitted("by hand", {"day": (0, 500)}, {"points": (2000, -2000)})
    assert fitted.chance("day", {"points": 1.0}, 0.0) == pytest.approx(1 / (1 + 2.718281828**-2.0))
    assert fitted.chance("day", {"points": 1.0}, 1.0) == fitted.chance("day", {"points": -1.0}, 1.0) > 0.5
    assert fitted.chance("day", {"points": -1000.0}, 0.0) > 0.0, "never quite lost"
