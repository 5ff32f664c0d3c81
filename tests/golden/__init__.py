"""Golden games: what 50 seeded random games of every scenario do, down to each position.

A line of ``games/<game>.txt`` is one game: scenario, seed, choices made, a digest of its play (what was asked, chosen, rolled
and told, words left out) and one of every position it passed through. A change of the rules changes both columns, a change of how
a position is kept only the second, a change of words neither. Odd seeds play under options thrown by dice.

    make golden GAME=c3 WHY="5.4: defensive fire strikes attackers only"
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import msgspec

import grandharbour as gh
from grandharbour.engine.event import Event
from grandharbour.engine.position import plain
from tests.play import pick, some_options

FOLDER = Path(__file__).parent / "games"
GAMES = 50


class Golden(NamedTuple):
    """One game as its line says it."""

    scenario: str
    seed: int
    choices: int
    play: str
    positions: str

    def line(self) -> str:
        return " ".join(map(str, self))


def happened(event: Event) -> list[object]:
    """An event without its words: what it did, and the numbers behind it."""
    return [
        event.kind, event.rule, event.side, event.pieces, event.spaces, event.dice, [m[1:] for m in event.modifiers], event.total,
        event.need, [fact for fact in event.facts if isinstance(fact[1], int)], event.audience,
    ]  # fmt: skip


def begin(name: str, scenario: str, seed: int) -> gh.War:
    """A war under the printed rules, or, for an odd seed, with a die thrown for every option but the auction, which is younger than the games."""
    options = some_options(name, seed) if seed % 2 == 1 else {}
    options.pop("auction", None)
    return gh.game(name).new(scenario, options=options, seed=seed)


def record(name: str, scenario: str, seed: int) -> Golden:
    """Play one golden game."""
    war = begin(name, scenario, seed)
    rng = random.Random(f"golden {seed}")
    play, positions = hashlib.sha256(), hashlib.sha256()
    encode = msgspec.json.Encoder().encode
    names = war.setup.names
    play.update(encode([names.lists[kind] for kind in sorted(names.lists)]))
    choices = 0
    while war.outcome is None:
        positions.update(repr(war.key()).encode())
        for decision in war.asked():
            play.update(encode([decision.side, decision.rule, [[verb, f"{mask:x}"] for verb, mask in decision.choices.items()]]))
        side, verb, target = pick(war, rng, pairs=seed // 2 % 2 == 1)
        war.log = []
        war.play(verb, target, side)
        play.update(encode([side, verb, target, war.rolled, war.drawn, war.shown, [happened(event) for event in war.log]]))
        choices += 1
    told = plain(war)
    told["options"] = {option: value for option, value in told["options"].items() if option != "auction"}
    positions.update(encode(told))
    play.update(encode([war.outcome.winner, war.outcome.rule, war.outcome.scores]))
    return Golden(scenario, seed, choices, play.hexdigest()[:20], positions.hexdigest()[:20])


def file(name: str) -> Path:
    """Where the golden games of a game are kept."""
    return FOLDER / f"{name}.txt"


def kept(name: str) -> dict[tuple[str, int], Golden]:
    """The golden games of a game as they are kept."""
    found = {}
    for line in file(name).read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            scenario, seed, choices, play, positions = line.split()
            found[scenario, int(seed)] = Golden(scenario, int(seed), int(choices), play, positions)
    return found


def reasons(name: str) -> list[str]:
    """Why the golden games of a game have changed so far, oldest first."""
    if not file(name).exists():
        return []
    return [line for line in file(name).read_text(encoding="utf-8").splitlines() if line.startswith("# ")]


def every(name: str) -> Iterator[tuple[str, int]]:
    """The games that are kept, as (scenario, seed)."""
    for scenario in gh.game(name).scenarios:
        for seed in range(GAMES):
            yield scenario, seed
