"""Saves, positions, undo and revision give back exactly what was there."""

from __future__ import annotations

import contextlib
import random

import pytest

import grandharbour as gh
from grandharbour.engine import save
from tests.play import CASES, begin_table, length, pick, play_table, some, wars

pytestmark = pytest.mark.parametrize(("name", "scenario"), CASES)


MOST = 250
"""So many choices of a game are looked at: what is written is read again after each."""


def few(name: str, scenario: str, games: int) -> range:
    """As many games as hold some hundred looks."""
    return range(max(1, min(games, 750 // min(MOST, length(name, scenario)))))


def test_a_save_is_replayed_to_the_same_bytes(name: str, scenario: str) -> None:
    for seed in some(name, scenario, 16, 5_000, least=4):
        table = begin_table(name, scenario, seed, seed % 4 > 1)
        play_table(table, seed, limit=10_000 if seed % 3 else 40)
        text = save.dumps(table)
        again = save.loads(text)
        assert save.dumps(again) == text
        assert again.war.key() == table.war.key() and again.outcome == table.outcome
        assert again.choices == table.choices and again.events == table.events and again.marks == table.marks
        assert (again.since, again.barrier_reason) == (table.since, table.barrier_reason)


def test_a_position_is_read_back(name: str, scenario: str) -> None:
    game = gh.game(name)
    for war in wars(name, scenario, 12, every=7, looks=150):
        text = war.position()
        again = game.position(text, seed=war.dice.seed)  # type: ignore[attr-defined]
        assert again.key() == war.key() and again.asked() == war.asked()
        assert again.position() == text
        side, verb, target = pick(war, random.Random(0))
        here, there = war.copy(), again
        here.play(verb, target, side)
        there.play(verb, target, side)
        assert here.key() == there.key()


def test_the_end_is_a_position_too(name: str, scenario: str) -> None:
    table = begin_table(name, scenario, 3)
    play_table(table, 3)
    again = gh.game(name).position(table.war.position())
    assert again.outcome == table.war.outcome and again.key() == table.war.key()


def test_undo_gives_the_same_bytes_and_redo_too(name: str, scenario: str) -> None:
    undone = 0
    for seed in few(name, scenario, 3):
        table = begin_table(name, scenario, seed, seed % 4 > 1)
        rng = random.Random(seed)
        while table.outcome is None and len(table.choices) < MOST:
            side, verb, target = pick(table.war, rng, seed % 2 == 1)
            before, key = save.dumps(table), table.war.key()
            number = len(table.choices)
            table.play(verb, target, side)
            after, key_after = save.dumps(table), table.war.key()
            if table.undoable(side) != number:
                continue
            undone += 1
            table.undo(side)
            assert save.dumps(table) == before and table.war.key() == key
            table.play(verb, target, side)
            assert save.dumps(table) == after and table.war.key() == key_after
    assert undone > 20


def test_any_choice_since_the_barrier_can_be_made_again(name: str, scenario: str) -> None:
    for seed in few(name, scenario, 6):
        table = begin_table(name, scenario, seed)
        rng = random.Random(seed)
        while table.outcome is None and len(table.choices) < MOST:
            side, verb, target = pick(table.war, rng, True)
            table.play(verb, target, side)
            own = [n for n in range(table.since, len(table.choices)) if not table.choices[n].auto]
            if own:
                key, number = table.war.key(), rng.choice(own)
                table.revise(number, table.choices[number].verb, table.choices[number].target)
                assert table.war.key() == key


def test_a_refused_revision_changes_nothing(name: str, scenario: str) -> None:
    refused = 0
    for seed in few(name, scenario, 8):
        table = begin_table(name, scenario, seed)
        rng = random.Random(seed)
        while table.outcome is None and len(table.choices) < MOST:
            side, verb, target = pick(table.war, rng, True)
            table.play(verb, target, side)
            if len(table.choices) > table.since + 1:
                number = rng.randrange(table.since, len(table.choices))
                text, key, told = save.dumps(table), table.war.key(), table.told(side)
                with contextlib.suppress(gh.Illegal):
                    table.revise(number, verb, target)
                    continue
                refused += 1
                assert save.dumps(table) == text and table.war.key() == key and table.told(side) == told
    assert refused > 10


def test_the_order_of_clicks_of_two_sides_does_not_matter(name: str, scenario: str) -> None:
    """Where several sides owe at once, each writes only its own part."""
    for number, war in enumerate(wars(name, scenario, 8)):
        if len(war.asked()) < 2:
            continue
        assert war.stack is not None
        shared, ends = type(war.stack[0]), set()
        for shuffle in range(5):
            rng, copy = random.Random(shuffle), war.copy()
            made = dict.fromkeys(range(len(war.setup.game.sides)), 0)
            while copy.stack is not None and type(copy.stack[0]) is shared and copy.turn == war.turn:
                side = rng.choice(copy.asked()).side
                decision = copy.decisions[side]
                own = random.Random(f"{number} {side} {made[side]}")
                verb = own.choice(list(decision.choices))
                copy.play(verb, own.choice(copy.choices(verb, side)), side)
                made[side] += 1
            ends.add(copy.key())
        assert len(ends) == 1
