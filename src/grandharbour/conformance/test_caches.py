"""What an adviser remembers changes nothing: with all its memories taken away it thinks the same of every choice."""

from __future__ import annotations

import random
import sys
from collections.abc import Callable
from typing import Any, TypeVar

import grandharbour as gh

from ..players import choose
from .play import begin, pick

T = TypeVar("T")
LOOKS = 250
"""Positions compared in each scenario."""


def memories(name: str) -> tuple[list[dict[Any, Any]], list[Any]]:
    """The process-wide caches of a game: dictionaries by themselves, and functions that remember their answers."""
    shelves, functions = [], []
    room = type(gh.game(name)).__module__
    for module, content in list(sys.modules.items()):
        if module == room or module.startswith(f"{room}."):
            for word, value in vars(content).items():
                if isinstance(value, dict) and word.startswith("_") and not word.startswith("__") and word == word.lower():
                    shelves.append(value)
                elif hasattr(value, "cache_clear") and getattr(value, "__module__", "") == module:
                    functions.append(value)
    return shelves, functions


def afresh(name: str, think: Callable[[], T]) -> T:
    """What comes of it without any memory; the dictionaries get theirs back afterwards."""
    shelves, functions = memories(name)
    kept = [dict(shelf) for shelf in shelves]
    for shelf in shelves:
        shelf.clear()
    for function in functions:
        function.cache_clear()
    try:
        return think()
    finally:
        for shelf, before in zip(shelves, kept, strict=True):
            shelf.clear()
            shelf.update(before)


def compare(war: gh.War, side: int) -> None:
    game = war.setup.game
    seen = war.imagine(side, random.Random(5))
    decision = seen.decisions[side]

    def think() -> tuple[Any, float]:
        return game.ideas(seen.copy(), decision), game.value(seen.copy(), side)

    warm = think()
    assert afresh(game.id, think) == warm, f"{type(war.stack and war.stack[0]).__name__} in turn {war.turn}"


def test_an_adviser_thinks_the_same_without_its_memory(name: str, scenario: str) -> None:
    """Games of a greedy hand, now and then carried on by chance for a while, as a search does; printed rules and others in turn."""
    looks = seed = 0
    while looks < LOOKS:
        war = begin(name, scenario, seed, mixed=seed % 2 == 1)
        rng = random.Random(seed)
        seed += 1
        while war.outcome is None and looks < LOOKS:
            for decision in war.asked():
                if decision.forced is None and rng.random() < 0.2:
                    compare(war, decision.side)
                    looks += 1
            if rng.random() < 0.05:
                trial = war.imagine(war.asked()[0].side, rng)
                for _ in range(6):
                    if trial.outcome is None:
                        side, verb, target = pick(trial, rng, True)
                        trial.play(verb, target, side)
                        for decision in trial.asked():
                            compare(trial, decision.side)
            side, verb, target = pick(war, rng)
            if rng.random() < 0.7:
                verb, target = choose("greedy", war, side, rng)
            war.play(verb, target, side)
