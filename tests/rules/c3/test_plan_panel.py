"""Drops and landings are planned in one panel: Formation by Formation, wave by wave, with the chance of each."""

from __future__ import annotations

from typing import Any

import grandharbour as gh


def planned(step: str, clicks: int) -> Any:
    """A game in which so many clicks of a kind of step have been made, and its panel."""
    table = gh.Table.begin(gh.game("c3"), "invasion", seed=3)
    while True:
        decision = table.war.asked()[0]
        if type(table.war.stack[0]).__name__ == step:
            if not clicks:
                return table.war, table.war.setup.game.stage(table.war, decision.side)
            clicks -= 1
        best = table.hint(decision.side)[0]
        table.play(best.verb, best.target, decision.side)


def test_the_drop_hex_by_hex_with_its_chance() -> None:
    war, stage = planned("DropPlan", 13)
    rows = [row for row in stage.rows if "still" not in row.label]
    placed = sum(where >= 0 for where in war.plan)
    assert placed >= 13 and sum(len(row.pieces) for row in rows) == placed
    assert all("%" in row.note for row in rows)
    assert any("still" in row.label for row in stage.rows)
    assert {row.label.split(":")[0] for row in stage.rows} == {"Folgore", "7 Flieger"}


def test_the_landing_wave_by_wave_with_its_surf() -> None:
    _, stage = planned("Embark", 13)
    waves = [row for row in stage.rows if "wave" in row.label]
    assert {"first" in row.label for row in waves} == {True, False}
    assert all("in good order" in row.note for row in waves)
