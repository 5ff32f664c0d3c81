"""How fast the games are, beside python-chess as the yardstick, in CPU seconds and in one run."""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable
from typing import Any

from ..engine.game import games
from ..engine.war import War
from ..players import uniform


def _per_second(work: Callable[[], tuple[int, int]], seconds: float) -> tuple[float, float]:
    """(decisions, games) per CPU second of repeated work."""
    decisions = finished = 0
    began = time.process_time()
    while (spent := time.process_time() - began) < seconds:
        made, ended = work()
        decisions += made
        finished += ended
    return decisions / spent, finished / spent


def _microseconds(work: Callable[[], Any], seconds: float) -> float:
    """CPU microseconds of one call, best of several bunches: a neighbour on the machine can only slow it down."""
    best = float("inf")
    began = time.process_time()
    while time.process_time() - began < seconds:
        start = time.process_time()
        for _ in range(2000):
            work()
        best = min(best, (time.process_time() - start) / 2000)
    return best * 1e6


def _chess(rng: random.Random) -> tuple[Callable[[], tuple[int, int]], Callable[[], Any]]:
    import chess

    def one_game() -> tuple[int, int]:
        board = chess.Board()
        decisions = 0
        while True:
            moves = list(board.legal_moves)
            if not moves or board.halfmove_clock >= 150 or board.is_insufficient_material():
                return decisions, 1
            decisions += len(moves) > 1
            board.push(moves[int(rng.random() * len(moves))])

    middle = chess.Board()
    for _ in range(40):
        middle.push(next(iter(middle.legal_moves)))
    return one_game, lambda: middle.copy(stack=False)


def _game(name: str, rng: random.Random) -> tuple[Callable[[], tuple[int, int]], Callable[[], Any], War]:
    rules = games()[name]
    scenarios = list(rules.scenarios)
    count = 0

    def one_game() -> tuple[int, int]:
        nonlocal count
        war = rules.new(scenarios[count % len(scenarios)], seed=rng.randbytes(32))
        count += 1
        decisions = 0
        while war.stack is not None:
            decision = war.asked()[0]
            answer = decision.forced
            if answer is None:
                decisions += 1
                answer = uniform(war, decision, rng)
            war.play(answer[0], answer[1], decision.side)
        return decisions, 1

    # The state whose copy is measured: the largest scenario, well into the game.
    middle = rules.new(scenarios[-1], seed=1)
    walker = random.Random(1)
    for _ in range(120):
        if middle.stack is None:
            break
        decision = middle.asked()[0]
        verb, target = decision.forced or uniform(middle, decision, walker)
        middle.play(verb, target, decision.side)
    return one_game, middle.copy, middle


def state_bytes(war: War) -> int:
    """The memory of one copy: the object, its lists and the ints it does not share."""
    total = sys.getsizeof(war)
    for field in war.codecs:
        value = getattr(war, field)
        total += sys.getsizeof(value)
    return total


def bench(names: list[str], seconds: float = 2.0, rounds: int = 3) -> dict[str, Any]:
    """Measure yardstick and games in turn, several rounds, and keep the best of each: the ratio is what counts."""
    rng = random.Random(1)
    chess_game, chess_copy = _chess(rng)
    speed, copy = 0.0, float("inf")
    speeds: dict[str, dict[str, float]] = {
        name: {"decisions_per_s": 0.0, "games_per_s": 0.0, "copy_us": float("inf")} for name in names
    }
    tools = {name: _game(name, rng) for name in names}
    for _ in range(rounds):
        speed = max(speed, _per_second(chess_game, seconds)[0])
        copy = min(copy, _microseconds(chess_copy, seconds / 8))
        for name, (one_game, copying, _war) in tools.items():
            entry = speeds[name]
            decisions, ended = _per_second(one_game, seconds)
            if decisions > entry["decisions_per_s"]:
                entry["decisions_per_s"], entry["games_per_s"] = decisions, ended
            entry["copy_us"] = min(entry["copy_us"], _microseconds(copying, seconds / 8))
    for name, entry in speeds.items():
        entry["state_bytes"] = state_bytes(tools[name][2])
        entry["ratio_decisions"] = entry["decisions_per_s"] / speed
        entry["ratio_copy"] = entry["copy_us"] / copy
    return {
        "yardstick": {"name": "python-chess", "decisions_per_s": round(speed), "copy_us": round(copy, 3)},
        "games": {name: {key: round(value, 3) for key, value in entry.items()} for name, entry in speeds.items()},
    }
