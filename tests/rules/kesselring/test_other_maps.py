"""Packs that change the map: fewer objectives, more sea."""

from __future__ import annotations

import json

import pytest

import grandharbour as gh
from grandharbour.conformance.play import wander
from grandharbour.engine.geometry.bits import bits
from grandharbour.games.kesselring.weighing import march
from tests.play import play_table


@pytest.mark.rule("kesselring", "3.3")
def test_nine_objectives_are_nine() -> None:
    printed = gh.game("kesselring").tables["map.objectives"]
    pack = "remove = [" + ", ".join(f'"map.objectives.{h}"' for h in list(printed)[9:]) + "]"
    table = gh.Table.begin(gh.game("kesselring"), tables=pack, seed=1)
    assert len(table.war.setup.tables["map.objectives"]) == 9
    assert len(table.war.setup.objectives) == 9  # type: ignore[attr-defined]
    play_table(table, 1)


def test_another_coast_is_another_way() -> None:
    """The same land with more sea between its hexes. Ways remembered from the printed map do not lead across it."""
    game = gh.game("kesselring")
    names = game.setup("campaign").names
    goal = names.index["space"]["3116"]
    printed = game.new("campaign", seed=1)
    near = printed.setup.grid.spread(1 << goal) & printed.setup.land & ~(1 << goal)  # type: ignore[attr-defined]
    sides = [*game.tables["map.sea_sides"], *(f"3116-{names.of('space', h)}" for h in bits(near))]
    island = game.new("campaign", tables=f"[map]\nsea_sides = {json.dumps(sides)}\n", seed=1)
    for closed in (False, True):
        assert len(march(printed, goal, closed)) > 1  # type: ignore[arg-type]
        assert len(march(island, goal, closed)) == 1  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "pack",
    [
        "[crt]\nfrom = [2000, 2000, 2000, 2000, 2000, 2000, 2000, 2000, 2000, 2000]",
        "[air_combat]\nfrom = [99, 99, 99, 99, 99, 99, 99]",
    ],
)
@pytest.mark.rule("kesselring", "15.3", "20.5")
def test_less_than_the_first_column_asks_for_is_read_in_the_first(pack: str) -> None:
    for seed in range(2):
        play_table(gh.Table.begin(gh.game("kesselring"), "avalanche-baytown", tables=pack, seed=seed), seed)


def test_a_map_without_a_hex_is_refused_in_words() -> None:
    for name, pack in (("kesselring", "map.grid = { width = 0 }"), ("c3", "map.grid = { width = 0 }")):
        with pytest.raises(gh.TablesError, match=f"{name} cannot be played with it .a map needs at least one hex"):
            gh.game(name).setup(None, {}, pack)


@pytest.mark.rule("kesselring", "27.0a", "5.2a")
def test_nobody_begins_beyond_the_end_of_the_track() -> None:
    for scenario in gh.game("kesselring").scenarios:
        begun = gh.game("kesselring").new(scenario, tables="ap.max = 10", seed=1)
        for war in wander(begun, 1):
            if any(war.ap):  # type: ignore[attr-defined]
                war.check()
                assert max(war.ap) == 10, "20 points, or 8 and a die"  # type: ignore[attr-defined]
                break
