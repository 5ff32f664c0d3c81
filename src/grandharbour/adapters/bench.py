"""How fast the adapters are beside the bare engine: the same random play, measured in turn in one run, in CPU seconds."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator
from typing import Any

from ..engine.game import game
from ..players import uniform

Steps = Iterator[int]
"""Yields after each real decision whether a game has ended with it."""


def _bare(name: str, rng: random.Random) -> Steps:
    """The engine alone."""
    rules = game(name)
    while True:
        war = rules.new(seed=rng.randbytes(32))
        while war.stack is not None:
            decision = war.asked()[0]
            answer = decision.forced
            real = answer is None
            if answer is None:
                answer = uniform(war, decision, rng)
            war.play(answer[0], answer[1], decision.side)
            if real:
                yield war.stack is None


def _pettingzoo(name: str, rng: random.Random) -> Steps:
    """Observation and mask before every decision."""
    from .pettingzoo import env

    zoo = env(name)
    zoo.reset(seed=1)
    while True:
        _, _, over, _, info = zoo.last()
        if over:
            zoo.reset()
            continue
        legal = info["legal"]
        zoo.step(legal[int(rng.random() * len(legal))])
        yield False


def _openspiel(name: str, rng: random.Random) -> Steps:
    """States and chance nodes, without observations."""
    import pyspiel

    from .openspiel import register

    register()
    spiel = pyspiel.load_game(f"grandharbour_{name}")
    while True:
        state = spiel.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes = state.chance_outcomes()
                state.apply_action(rng.choices([o for o, _ in outcomes], [p for _, p in outcomes])[0])
                continue
            legal = state.legal_actions()
            state.apply_action(legal[int(rng.random() * len(legal))])
            yield False


WAYS: dict[str, Callable[[str, random.Random], Steps]] = {"engine": _bare, "pettingzoo": _pettingzoo, "openspiel": _openspiel}


def bench(names: list[str], seconds: float = 2.0, rounds: int = 3) -> dict[str, Any]:
    """Decisions per CPU second, each way's best of several rounds taken in turn, and the share of the bare engine's."""
    found: dict[str, dict[str, float]] = {}
    for name in names:
        walks = {way: make(name, random.Random(1)) for way, make in WAYS.items()}
        best = dict.fromkeys(walks, 0.0)
        for _ in range(rounds):
            for way, walk in walks.items():
                made, began = 0, time.process_time()
                while (spent := time.process_time() - began) < seconds:
                    for _ in range(50):
                        next(walk)
                    made += 50
                best[way] = max(best[way], made / spent)
        found[name] = {way: round(value) for way, value in best.items()}
        found[name] |= {f"{way}_share": round(best[way] / best["engine"], 3) for way in WAYS if way != "engine"}
    return found
