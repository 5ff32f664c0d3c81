"""How fast the adapters are beside the bare engine: the same random play, measured in turn in one run, in CPU seconds."""

from __future__ import annotations

import os
import random
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from ..engine.choice import Decision
from ..engine.game import game
from ..engine.geometry.bits import nth

try:
    import gymnasium  # noqa: F401
    import numpy as np
    import pettingzoo  # noqa: F401
    import pyspiel  # noqa: F401
except ImportError as missing:
    raise ImportError("this needs two extras: pip install 'grandharbour[pettingzoo,openspiel]'") from missing

Steps = Iterator[int]
"""Yields after each real decision whether a game has ended with it."""


def any_of(decision: Decision, rng: random.Random) -> tuple[str, int]:
    """Any listed choice, each as likely as another: what somebody does who picks among the numbers of the legal actions."""
    left = int(rng.random() * sum(mask.bit_count() for mask in decision.choices.values()))
    for verb, mask in decision.choices.items():
        many = mask.bit_count()
        if left < many:
            return verb, nth(mask, left)
        left -= many
    raise AssertionError("a decision without choices")


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
                answer = any_of(decision, rng)
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


def vector(name: str, seconds: float, games: int = 32) -> float:
    """Choices of learner and opponent per CPU second of worker and learner together: many games with observations and legal actions."""
    from .gymnasium import many

    with many(name, games, workers=1, opponent="random", masks=False) as envs:
        envs.reset(seed=1)
        chance, rows = np.random.default_rng(1), np.arange(games)

        def play(steps: int) -> None:
            for _ in range(steps):
                envs.step(envs.legal[rows, (chance.random(games) * envs.counts).astype(np.int64)])

        play(20)
        begun, spent = int(envs.made.sum()), _cpu(envs.pids)
        end = time.monotonic() + 10 * seconds  # on a busy machine a worker waits for its turn
        while _cpu(envs.pids) - spent < seconds and time.monotonic() < end:
            play(10)
        return (int(envs.made.sum()) - begun) / (_cpu(envs.pids) - spent)


def _cpu(pids: Sequence[int]) -> float:
    """CPU seconds of this process and of others."""
    tick = os.sysconf("SC_CLK_TCK")
    others = 0.0
    for pid in pids:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        others += (int(fields[11]) + int(fields[12])) / tick
    return time.process_time() + others


def bench(names: list[str], seconds: float = 2.0, rounds: int = 3) -> dict[str, Any]:
    """Decisions per CPU second, each way's best of several rounds taken in turn, and the share of the bare engine's."""
    speeds: dict[str, dict[str, float]] = {}
    for name in names:
        walks = {way: make(name, random.Random(1)) for way, make in WAYS.items()}
        best = dict.fromkeys(walks, 0.0)
        for _ in range(rounds):
            for way, walk in walks.items():
                best[way] = max(best[way], _speed(walk, seconds))
            if Path("/proc/self/stat").exists():  # elsewhere nobody tells what another process has used
                best["vector"] = max(best.get("vector", 0.0), vector(name, seconds))
        speeds[name] = {way: round(value) for way, value in best.items()}
        speeds[name] |= {f"{way}_share": round(value / best["engine"], 3) for way, value in best.items() if way != "engine"}
    return speeds


def _speed(walk: Steps, seconds: float) -> float:
    """Decisions per CPU second."""
    made, began = 0, time.process_time()
    while (spent := time.process_time() - began) < seconds:
        for _ in range(50):
            next(walk)
        made += 50
    return made / spent
