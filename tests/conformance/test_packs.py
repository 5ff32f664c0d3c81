"""A pack that takes something out: a game can be played without it, or says clearly that it cannot."""

from __future__ import annotations

import pytest

import grandharbour as gh
from tests.play import play_table, wander


def members(name: str, most: int = 14) -> list[tuple[str, str]]:
    """The last member of some tables of values, of each kind one: tables with the same members under one heading are of a kind."""
    kinds: dict[tuple[str, tuple[str, ...]], tuple[str, str]] = {}
    for key, entry in gh.game(name).tables.entries.items():
        if isinstance(entry.value, dict) and len(entry.value) > 1 and not entry.note:
            kinds.setdefault((key.split(".")[0], tuple(sorted(entry.value))), (key, list(entry.value)[-1]))
    found = list(kinds.values())
    return found[:: max(1, -(-len(found) // most))]


@pytest.mark.parametrize("name", list(gh.games()))
def test_every_game_does_without_a_member_or_refuses(name: str) -> None:
    game = gh.game(name)
    refused = []
    for key, member in members(name):
        pack = f'remove = ["{key}.{member}"]'
        try:
            setup = game.setup(None, {}, pack)
        except gh.TablesError as error:
            assert key in str(error), "the game says what it misses"
            refused.append(key)
            continue
        assert [change.key for change in setup.tables.changes()] == [f"{key}.{member}"]
        for _ in wander(game.new(tables=pack, seed=11), 11, every=1_000):
            pass
    assert len(refused) < len(members(name))


@pytest.mark.rule("kesselring", "3.3")
def test_nine_objectives_are_nine() -> None:
    printed = gh.game("kesselring").tables["map.objectives"]
    pack = "remove = [" + ", ".join(f'"map.objectives.{h}"' for h in list(printed)[9:]) + "]"
    table = gh.Table.begin(gh.game("kesselring"), tables=pack, seed=1)
    assert len(table.war.setup.tables["map.objectives"]) == 9
    assert len(table.war.setup.objectives) == 9  # type: ignore[attr-defined]
    play_table(table, 1)
