"""Advised games: what the advisers choose in seeded games of every scenario. Advice may become cheaper; other advice is somebody's decision.

A line of ``advised/<game>.txt`` is one game between two advisers: scenario, seed, choices made, a digest of what was chosen, and one of
what all choices seemed worth at every sixteenth question. Odd seeds play under options thrown by dice and choose anything now and then,
so that advisers are asked where they would not have come by themselves. Whoever teaches an adviser something lays its games anew:

    python -m tests.golden.advised c3 --why "Loreto jumps on dry land"
"""

from __future__ import annotations

import argparse
import hashlib
import random
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import grandharbour as gh
from grandharbour.engine.game import Idea
from grandharbour.players import greedy
from tests.golden import begin
from tests.play import pick

FOLDER = Path(__file__).parent / "advised"
GAMES, EVERY, CARELESS = 8, 16, 0.15


class Advised(NamedTuple):
    """One game as its line says it."""

    scenario: str
    seed: int
    choices: int
    chosen: str
    weighed: str

    def line(self) -> str:
        return " ".join(map(str, self))


def record(name: str, scenario: str, seed: int) -> Advised:
    """Play one advised game."""
    war = begin(name, scenario, seed)
    rng = random.Random(f"advised {seed}")
    chosen, weighed = hashlib.sha256(), hashlib.sha256()
    choices = 0
    while war.outcome is None:
        decision = war.asked()[0]
        side = decision.side
        answer = decision.forced
        if answer is None:
            if seed % 2 and rng.random() < CARELESS:
                side, *answer = pick(war, rng)
            else:
                seen = war.imagine(side, rng)
                asked = seen.decisions[side]
                answer = greedy(seen, asked, rng)
                if choices % EVERY == 0:
                    ideas = seen.setup.game.ideas(seen, asked)
                    assert best(ideas) == best(seen.setup.game.leading(seen, asked)), "what could be best was not weighed"
                    for idea in ideas:
                        weighed.update(f"{idea.score:.6f} {idea.verb} {idea.target}\n".encode())
            choices += 1
            chosen.update(f"{side} {answer[0]} {answer[1]}\n".encode())
        war.play(answer[0], answer[1], side)
    return Advised(scenario, seed, choices, chosen.hexdigest()[:20], weighed.hexdigest()[:20])


def best(ideas: list[Idea]) -> list[tuple[str, int]]:
    """Those among which an adviser throws a die."""
    most = max(idea.score for idea in ideas)
    return [(idea.verb, idea.target) for idea in ideas if idea.score >= most - 1e-9]


def file(name: str) -> Path:
    """Where the advised games of a game are kept."""
    return FOLDER / f"{name}.txt"


def kept(name: str) -> dict[tuple[str, int], Advised]:
    """The advised games of a game as they are kept."""
    found = {}
    for line in file(name).read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            scenario, seed, choices, chosen, weighed = line.split()
            found[scenario, int(seed)] = Advised(scenario, int(seed), int(choices), chosen, weighed)
    return found


def every(name: str) -> Iterator[tuple[str, int]]:
    """The games that are kept, as (scenario, seed)."""
    for scenario in gh.game(name).scenarios:
        for seed in range(GAMES):
            yield scenario, seed


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", choices=list(gh.games()))
    parser.add_argument("--why", required=True, help="what the adviser has learnt")
    asked = parser.parse_args()
    laid = file(asked.game).read_text(encoding="utf-8").splitlines() if file(asked.game).exists() else []
    reasons = [line for line in laid if line.startswith("# ")]
    games = [record(asked.game, *which).line() for which in every(asked.game)]
    file(asked.game).write_text("\n".join([*reasons, f"# {asked.why.strip()}", *games]) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
