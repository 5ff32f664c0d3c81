"""Random play, and other small things that know no game."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from typing import Any

import grandharbour as gh

from ..engine.geometry.bits import bits, nth
from ..players import choose


def pick(war: gh.War, rng: random.Random, pairs: bool = False) -> tuple[int, str, int]:
    """A random choice as (side, verb, target): the verb first, then its target; or, with ``pairs``, uniform over both.

    Games are shorter and end by quitting early under the first rule, longer and bloodier under the second, so most tests use both.
    """
    decision = rng.choice(war.asked())
    if pairs:
        number = rng.randrange(sum(mask.bit_count() for mask in decision.choices.values()))
        for verb, mask in decision.choices.items():
            if number < mask.bit_count():
                return decision.side, verb, nth(mask, number)
            number -= mask.bit_count()
    verb = rng.choice(list(decision.choices))
    mask = decision.choices[verb]
    return decision.side, verb, nth(mask, rng.randrange(mask.bit_count()))


def some_options(name: str, seed: int) -> dict[str, bool | str]:
    """A die thrown for every option."""
    rng = random.Random(f"options {seed}")
    return {option.id: rng.choice(option.values)[0] for option in gh.game(name).options}


def begin(name: str, scenario: str, seed: int, mixed: bool = False) -> gh.War:
    """A new war; ``mixed`` throws a die for every option."""
    return gh.game(name).new(scenario, options=some_options(name, seed) if mixed else {}, seed=seed)


def begin_table(name: str, scenario: str, seed: int, mixed: bool = False) -> gh.Table:
    """The same with a record."""
    return gh.Table.begin(gh.game(name), scenario, options=some_options(name, seed) if mixed else {}, seed=seed)


def wander(war: gh.War, seed: int, every: int = 1) -> Iterator[gh.War]:
    """Play a war to its end by chance, showing it before every k-th choice. The war shown may be read, not played."""
    rng = random.Random(seed)
    count = 0
    while war.outcome is None:
        if count % every == 0:
            yield war
        side, verb, target = pick(war, rng, seed % 2 == 1)
        war.play(verb, target, side)
        count += 1
        assert count < 100_000, "this game does not end"


@cache
def length(name: str, scenario: str) -> int:
    """How many choices a random game takes, roughly: a test of a long game looks at fewer of them."""
    return sum(1 for _ in wander(begin(name, scenario, 1), 1))


def some(name: str, scenario: str, games: int, choices: int, least: int = 2) -> range:
    """So many games, or as many as hold that many choices."""
    return range(max(least, min(games, choices // length(name, scenario))))


def wars(
    name: str, scenario: str, games: int, every: int = 1, first: int = 0, mixed: bool = True, looks: int = 800
) -> Iterator[gh.War]:
    """Decisions of several random games: printed rules in every other one, mixed options in the rest; about so many looks."""
    seeds = some(name, scenario, games, 6_000, least=4)
    if len(gh.game(name).setup(scenario).names.lists["piece"]) < 60:
        looks *= 8  # quickly looked at
    every = max(every, len(seeds) * length(name, scenario) // looks)
    for seed in seeds:
        yield from wander(begin(name, scenario, first + seed, mixed and seed % 4 > 1), first + seed, every)


def guided(name: str, scenario: str, games: int) -> Iterator[gh.War]:
    """Games in which one side knows what it wants, under every option that is not the printed rule: what chance alone rarely meets."""
    options = {
        option.id: next(value for value, _ in option.values if value != option.default) for option in gh.game(name).options
    }
    for seed in range(games):
        war = gh.game(name).new(scenario, options=options if seed % 2 else {}, seed=seed)
        rng = random.Random(seed)
        while war.outcome is None:
            yield war
            side, verb, target = pick(war, rng)
            if side == seed // 2 % 2:
                verb, target = choose("greedy", war, side, rng)
            war.play(verb, target, side)


def play_table(table: gh.Table, seed: int, limit: int = 100_000) -> None:
    """Play a table on by chance."""
    rng = random.Random(seed)
    while table.outcome is None and len(table.choices) < limit:
        side, verb, target = pick(table.war, rng, seed % 2 == 1)
        table.play(verb, target, side)


def targets(mask: int) -> Iterator[int]:
    """The members of a set of targets."""
    return iter(bits(mask))


def stack(war: gh.War) -> Iterator[Any]:
    """The steps under way, top first."""
    link = war.stack
    while link is not None:
        yield link[0]
        link = link[1]
