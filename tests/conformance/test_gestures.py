"""One gesture, many clicks: a row that is offered can be played as one, brings the piece there, rolls nothing and is taken back as one."""

from __future__ import annotations

import random

import pytest

import grandharbour as gh
from tests.play import CASES, begin_table, pick

GOES = {"c3", "hawks", "herkules", "kesselring"}
"""Games whose pieces are moved by pointing at them and at a place."""


@pytest.mark.parametrize(("name", "scenario"), CASES)
def test_rows_bring_a_piece_where_they_say(name: str, scenario: str) -> None:
    table = begin_table(name, scenario, 5)
    rng = random.Random(5)
    played = rows = 0
    pieces = len(table.war.setup.names.lists["piece"])
    for number in range(260):
        if table.outcome is not None:
            break
        decision = rng.choice(table.war.asked())
        if number % 6 == 0:
            for piece in rng.sample(range(pieces), min(6, pieces)):
                for ways in list(table.reach(decision.side, piece).values())[:3]:
                    for way in ways[:2]:
                        rows += 1
                        played += _plays(table, way.clicks, decision.side, piece, way.place)
        side, verb, target = pick(table.war, rng, True)
        table.play(verb, target, side)
    assert played == rows
    assert rows > 0 or name not in GOES


def _plays(table: gh.Table, clicks: tuple[tuple[str, int], ...], side: int, piece: int, place: int) -> bool:
    kept, before = table._state(), table.war.key()
    chance = table.war.rolled, table.war.drawn
    table.chain(clicks, side)
    there = table.war.at[piece] == place  # type: ignore[attr-defined]
    still = (table.war.rolled, table.war.drawn) == chance or len(clicks) > 1
    if table.undoable(side) is not None:
        table.undo(side)
        assert table.war.key() == before, "one undo takes the whole row back"
    table._restore(kept)
    return there and still


def test_a_row_that_does_not_fit_changes_nothing() -> None:
    table = begin_table("hawks", "raid-over-malta", 5)
    before, choices = table.war.key(), list(table.choices)
    listed = table.war.choices("objective")
    with pytest.raises(gh.Illegal):
        table.chain([("objective", listed[0]), ("objective", listed[0])], "IT")
    assert table.war.key() == before and table.choices == choices
