"""A pack takes something out, or goes to the end of a range: a game can be played so, or says clearly that it cannot."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import tomli_w

import grandharbour as gh

from .play import some_options, wander


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


def is_number(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def ends(name: str) -> Iterator[tuple[str, Any]]:
    """Every number a pack may change, at the least and at the greatest it may be; of a list all at once and one alone, of a table one."""
    rng = random.Random(name)
    for key, entry in gh.game(name).tables.entries.items():
        value = entry.value
        for end in () if entry.note else entry.bounds:
            if is_number(value):
                yield key, type(value)(end)
            elif isinstance(value, list) and any(map(is_number, value)):
                alone = rng.choice([i for i, one in enumerate(value) if is_number(one)])
                for meant in ({alone}, set(range(len(value)))):
                    yield key, [type(one)(end) if i in meant and is_number(one) else one for i, one in enumerate(value)]
            elif isinstance(value, dict) and any(map(is_number, value.values())):
                member = rng.choice([one for one in value if is_number(value[one])])
                yield key, {member: type(value[member])(end)}


def bears(name: str, key: str, value: Any, seed: int) -> bool:
    """Play one game by chance with one value of a pack; False if the game refuses it and says why."""
    game, laid = gh.game(name), value
    for part in reversed(key.split(".")):
        laid = {part: laid}
    scenarios = list(game.scenarios)
    scenario = (
        key.split(".")[1] if key.startswith("scenarios.") and key.split(".")[1] in scenarios else scenarios[seed % len(scenarios)]
    )
    try:
        war = game.new(scenario, options=some_options(name, seed) if seed % 3 else {}, tables=tomli_w.dumps(laid), seed=seed)
    except gh.TablesError:
        return False
    seen: set[type] = set()
    for number, shown in enumerate(wander(war, seed)):
        assert shown.stack is not None
        if number % 25 == 0 or type(shown.stack[0]) not in seen:
            seen.add(type(shown.stack[0]))
            shown.check()
            for decision in shown.asked():
                assert list(game.ideas(shown, decision))
                for script in game.scripts(shown, decision.side).values():
                    script.choices()
        for decision in shown.asked():
            assert decision.choices and all(decision.choices.values()), f"{decision.prompt}: nothing can be chosen"
    war.check()
    return True


def test_numbers_at_the_ends_of_their_ranges_leave_everybody_something_to_choose(name: str) -> None:
    """Some of them, always the same; ``tools/ends.py`` tries all."""
    every = list(ends(name))
    some = random.Random(f"ends {name}").sample(range(len(every)), min(16, len(every)))
    assert sum(bears(name, *every[i], i) for i in some) > len(some) // 2
