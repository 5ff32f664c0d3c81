"""A side learns nothing it may not know: twins that differ only in secrets look alike to it in every way."""

from __future__ import annotations

import random

import msgspec
import pytest

import grandharbour as gh
from tests.play import CASES, begin_table, length, pick, some, targets, wander, wars

pytestmark = pytest.mark.parametrize(("name", "scenario"), CASES)


def twins(name: str, scenario: str, games: int, every: int, looks: int = 300):
    """(war, its twin for that side, side, number) over several games; side None is a spectator."""
    for number, war in enumerate(wars(name, scenario, games, every, looks=looks)):
        for side in (None, *range(len(war.setup.game.sides))):
            yield war, war.imagine(side, random.Random(f"{number} {side}")), side, number


def test_twins_are_valid_and_differ(name: str, scenario: str) -> None:
    differ = 0
    for war, twin, _, number in twins(name, scenario, 8, 5, 150):
        twin.check()
        assert twin.dice is not war.dice, "nobody imagines the real dice"
        differ += twin.key() != war.key()
        for _ in zip(range(30), wander(twin, number)):  # and it can be played on
            pass
    assert differ > 20 if gh.game(name).secrets else differ == 0


def test_twins_give_the_same_view(name: str, scenario: str) -> None:
    for war, twin, side, _ in twins(name, scenario, 16, 3):
        assert msgspec.json.encode(war.view(side)) == msgspec.json.encode(twin.view(side))


def test_twins_ask_the_same(name: str, scenario: str) -> None:
    for war, twin, side, _ in twins(name, scenario, 24, 2):
        if side is None:
            continue
        mine, other = war.decisions.get(side), twin.decisions.get(side)
        assert mine == other
        if mine is None:
            assert [d.side for d in war.asked()] == [d.side for d in twin.asked()]
        else:
            assert war.prompt(mine) == twin.prompt(other)


def test_twins_refuse_the_same(name: str, scenario: str) -> None:
    for war, twin, side, _ in twins(name, scenario, 8, 6, 150):
        if side not in war.decisions:
            continue
        assert war.stack is not None
        for verb in war.stack[0].verbs:
            for target in targets(war.stack[0].domain(war, side, verb)):
                assert war.why_not(verb, target, side) == twin.why_not(verb, target, side)


def test_twins_have_the_same_odds(name: str, scenario: str) -> None:
    found = 0
    for war, twin, side, _ in twins(name, scenario, 24, 1, 600):
        if side not in war.decisions:
            continue
        for verb, mask in war.decisions[side].choices.items():
            for target in list(targets(mask))[:3]:
                odds = war.odds(side, verb, target)
                found += odds is not None
                assert odds == twin.odds(side, verb, target)
    assert found > 5


def test_imagining_depends_on_nothing_hidden(name: str, scenario: str) -> None:
    """A player is given only what is imagined, so with the same generator he plays twins alike."""
    for war, twin, side, number in twins(name, scenario, 12, 3):
        assert war.imagine(side, random.Random(number)).key() == twin.imagine(side, random.Random(number)).key()


def test_what_has_looked_alike_goes_on_looking_alike(name: str, scenario: str) -> None:
    """Nothing leaks later either: twins play the same choices with the same dice, and as long as a side has been told the same
    it sees the same and is asked the same. Where the secret comes into play, the telling differs and the comparison ends."""
    compared = 0
    for war, twin, side, number in twins(name, scenario, 8, 19, 100):
        if side is None or [d.side for d in war.asked()] != [d.side for d in twin.asked()]:
            continue
        here, there, rng = war.copy(), twin.copy(), random.Random(number)
        there.dice, here.log, there.log = here.dice, [], []
        for _ in range(40 if gh.game(name).secrets else 8):  # without secrets twins are the same war
            actor, verb, target = pick(here, rng, True)
            other = there.decisions.get(actor)
            if other is None or not other.choices.get(verb, 0) >> target & 1:
                break
            here.play(verb, target, actor)
            there.play(verb, target, actor)
            if told(here, side) != told(there, side) or here.outcome is not None:
                break
            assert msgspec.json.encode(here.view(side)) == msgspec.json.encode(there.view(side))
            if [d.side for d in here.asked()] != [d.side for d in there.asked()]:
                break
            assert here.decisions.get(side) == there.decisions.get(side)
            compared += 1
    assert compared > 50


def told(war: gh.War, side: int) -> list[gh.Event]:
    """The events addressed to a side."""
    return [event for event in war.log or () if event.audience < 0 or event.audience >> side & 1]


def test_events_reach_only_their_audience(name: str, scenario: str) -> None:
    """What a table tells a side is addressed to it, and others' unfinished choices are not in it."""
    seeds = some(name, scenario, 8, 6_000)
    every = max(1, len(seeds) * length(name, scenario) // 400)
    for seed in seeds:
        table = begin_table(name, scenario, seed, seed % 2 == 1)
        rng = random.Random(seed)
        sides = range(len(table.war.setup.game.sides))
        while table.outcome is None:
            side, verb, target = pick(table.war, rng, True)
            if len(table.choices) % every:
                table.play(verb, target, side)
                continue
            seen = {s: (msgspec.json.encode(table.seen(s).view(s)), table.told(s)) for s in (None, *sides)}
            since = table.since
            table.play(verb, target, side)
            if table.since == since:  # no barrier: nobody else has noticed
                for other in (None, *sides):
                    if other != side:
                        assert seen[other] == (msgspec.json.encode(table.seen(other).view(other)), table.told(other))
            for other in sides:
                assert all(told.event.audience < 0 or told.event.audience >> other & 1 for told in table.told(other))
            assert all(told.event.audience < 0 for told in table.told(None))


def test_nobody_is_answered_for_where_a_secret_decides(name: str, scenario: str) -> None:
    """When somebody else is asked, he is asked in every world a side can imagine: a question that answers itself in one of them
    and not in another would tell which it is."""
    if not gh.game(name).secrets:
        return
    seeds = some(name, scenario, 6, 4_000)
    for seed in seeds:
        table = begin_table(name, scenario, seed, seed % 2 == 1)
        rng = random.Random(seed)
        while table.outcome is None:
            actor, verb, target = pick(table.war, rng, True)
            table.play(verb, target, actor)
            if table.since < len(table.choices) or table.outcome is not None:
                continue
            for side in range(len(table.war.setup.game.sides)):
                twin = table.war.imagine(side, random.Random(len(table.choices)))
                for real, imagined in zip(table.war.asked(), twin.asked(), strict=True):
                    if real.side != side and not (real.sealed and imagined.sealed):
                        assert (real.forced is None) == (imagined.forced is None), twin.stack
