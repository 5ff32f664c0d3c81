"""A par: points one side begins with, as many as made the games of advisers even. Off unless somebody asks for it."""

from __future__ import annotations

from typing import Any

import pytest

import grandharbour as gh

UNEVEN = [
    (name, scenario)
    for name, rules in gh.games().items()
    if any(option.id == "par" for option in rules.options)
    for scenario in rules.scenarios
    if f"scenarios.{scenario}.par" in rules.tables.entries
]


def lead(war: Any) -> int:
    """By how much the first side is ahead."""
    return int(war.score()) if not hasattr(war, "scores") else war.scores()[0] - war.scores()[1]


@pytest.mark.rule("kesselring", "3.3c")
@pytest.mark.rule("herkules", "OH-VIC.3")
@pytest.mark.rule("c3", "8.2.g")
@pytest.mark.parametrize(("name", "scenario"), UNEVEN)
def test_a_par_is_given_before_the_first_click(name: str, scenario: str) -> None:
    rules = gh.game(name)
    par = rules.tables[f"scenarios.{scenario}.par"]
    plain, even = (rules.new(scenario, options={"par": on}, seed=3) for on in (False, True))
    given = 2 * par if name == "herkules" else par  # there the points change hands
    assert par and lead(even) - lead(plain) == given
    assert lead(rules.new(scenario, seed=3)) == lead(plain), "only if it is asked for"


def test_a_par_decides() -> None:
    """Nine points to two for the Axis in Kesselring's War: a win, and with fifteen for the Allies one of theirs."""
    from grandharbour.games.kesselring.turn import final_score

    found = []
    for on in (False, True):
        war: Any = gh.game("kesselring").new("campaign", options={"par": on}, seed=1)
        for piece in range(war.setup.pieces):  # nobody holds anything
            if war.at[piece] < war.setup.hexes_end:
                war.put(piece, war.setup.dead[war.setup.side_of[piece]])
        roma = war.setup.names.index["space"]["3112"]
        war.put(war.setup.index_of["AXG_01"], roma)
        final_score(war)
        assert war.outcome is not None
        found.append((war.outcome.winner, war.outcome.scores))
    (plain, points), (even, with_par) = found
    assert plain == 0 and even == 1 and with_par[1] - points[1] == 15
