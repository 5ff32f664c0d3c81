"""One gesture, many clicks: a row that is offered can be played as one, brings the piece there, rolls nothing and is taken back as one."""

from __future__ import annotations

import random

import pytest

import grandharbour as gh
from grandharbour.engine.brief import brief
from grandharbour.engine.geometry.bits import bits
from grandharbour.engine.reach import Way
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
                for ways in list(table.reach(decision.side, (piece,)).values())[:3]:
                    for way in ways[:2]:
                        rows += 1
                        played += _plays(table, way, decision.side, piece)
        side, verb, target = pick(table.war, rng, True)
        table.play(verb, target, side)
    assert played == rows
    assert rows > 0 or name not in GOES


def _plays(table: gh.Table, way: Way, side: int, piece: int) -> bool:
    kept, before, made = table._state(), table.war.key(), len(table.choices)
    chance = table.war.rolled, table.war.drawn
    table.chain(way.clicks, side)
    aims = {verb for kind in table.war.setup.game.steps if (gesture := brief(kind).gesture) for verb in gesture.aims}
    aimed = way.then is not None or any(verb in aims and target == way.place for verb, target in way.clicks)
    there = aimed or table.war.at[piece] == way.place  # type: ignore[attr-defined]
    known = type(table.war).imagine is gh.War.imagine  # where something is hidden, the row may end sooner
    whole = not known or [(choice.verb, choice.target) for choice in table.choices[made:]][: len(way.clicks)] == list(way.clicks)
    still = (table.war.rolled, table.war.drawn) == chance or not known
    if table.undoable(side) is not None:
        table.undo(side)
        assert table.war.key() == before, "one undo takes the whole row back"
    table._restore(kept)
    return there and whole and still


def test_what_was_made_with_one_gesture_stays_one() -> None:
    """Something later is taken back first: the row is still taken back as one then."""
    table = begin_table("kesselring", "avalanche-baytown", 5)
    rng = random.Random(5)
    for _ in range(400):
        decision = table.war.asked()[0]
        if "move" in decision.choices:
            break
        side, verb, target = pick(table.war, rng, True)
        table.play(verb, target, side)
    side, before = decision.side, table.war.key()
    own = [piece for piece in range(len(table.war.at)) if table.reach(side, (piece,))]  # type: ignore[attr-defined]
    for piece in own:
        for ways in table.reach(side, (piece,)).values():
            table.chain(ways[0].clicks, side)
            after = table.war.decisions.get(side)
            if after is not None and "unit" in after.choices:
                table.play("unit", next(iter(bits(after.choices["unit"]))), side)
                table.undo(side)
                table.undo(side)
                assert table.war.key() == before
                return
            if table.undoable(side) is None:
                return
            table.undo(side)
    raise AssertionError("nobody can be moved by one gesture")


def test_a_row_that_does_not_fit_changes_nothing() -> None:
    table = begin_table("hawks", "raid-over-malta", 5)
    before, choices = table.war.key(), list(table.choices)
    listed = table.war.choices("objective")
    with pytest.raises(gh.Illegal):
        table.chain([("objective", listed[0]), ("objective", listed[0])], "IT")
    assert table.war.key() == before and table.choices == choices
