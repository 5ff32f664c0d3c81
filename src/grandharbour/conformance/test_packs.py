"""A pack that takes something out: a game can be played without it, or says clearly that it cannot."""

from __future__ import annotations

import grandharbour as gh

from .play import wander


def members(name: str, most: int = 14) -> list[tuple[str, str]]:
    """The last member of some tables of values, of each kind one: tables with the same members under one heading are of a kind."""
    kinds: dict[tuple[str, tuple[str, ...]], tuple[str, str]] = {}
    for key, entry in gh.game(name).tables.entries.items():
        if isinstance(entry.value, dict) and len(entry.value) > 1 and not entry.note:
            kinds.setdefault((key.split(".")[0], tuple(sorted(entry.value))), (key, list(entry.value)[-1]))
    chosen = list(kinds.values())
    return chosen[:: max(1, -(-len(chosen) // most))]


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
    assert not refused or len(refused) < len(members(name)), "a pack can take nothing out"
