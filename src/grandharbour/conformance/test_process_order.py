"""The same seed, options and pack give the same game, whatever the process has played before."""

from __future__ import annotations

import hashlib
import importlib
import pkgutil
import random
import subprocess
import sys
from collections.abc import Sized
from typing import Any

import grandharbour as gh
from grandharbour.engine.sequence import Run

from ..players import think
from ..players.search import Level, Search
from .play import wander

CLICKS = {"greedy": 200, "search": 3}
"""So far a game is followed: advisers remember within a turn or an operation, and a search asks them many hundred times."""


def other_options(name: str) -> dict[str, bool | str]:
    """Every option that is not the printed rule."""
    return {option.id: next(v for v, _ in option.values if v != option.default) for option in gh.game(name).options}


def playable(name: str, pack: str) -> bool:
    """Whether a game can begin under a pack; what is wrong with one that cannot is another test's business."""
    try:
        war = gh.game(name).new(tables=pack, seed=1)
        for at, _ in zip(wander(war, 1), range(200), strict=False):
            if not all(all(decision.choices.values()) for decision in at.asked()):
                return False
    except (ValueError, AssertionError, LookupError):
        return False
    return True


def packs(name: str) -> list[str]:
    """Packs that change numbers an adviser leans on: every whole number of the tables that may be one higher, or one lower."""
    playing = []
    for step in (1, -1):
        lines = []
        for key, entry in gh.game(name).tables.entries.items():
            value = entry.value
            if type(value) is int and entry.max is not None and entry.min is not None and entry.min <= value + step <= entry.max:
                lines.append(f"{key} = {value + step}")
        for count in (len(lines), len(lines) // 2, len(lines) // 4, 1):
            pack = "\n".join(random.Random(count).sample(lines, count)) if lines else ""
            if playable(name, pack):
                playing.append(pack)
                break
    return playing


def play(name: str, player: str, seed: int, options: dict[str, bool | str], pack: str = "") -> str:
    """A digest of a game between two players of that kind."""
    war = gh.game(name).new(options=options, tables=pack, seed=seed)
    rng = random.Random(seed)
    course = hashlib.sha256()
    for _ in range(CLICKS[player]):
        if war.outcome is not None:
            break
        decision = war.asked()[0]
        if player == "greedy" or decision.forced is not None:
            verb, target = think("greedy", war, decision.side, rng).plan[0]
        else:
            search = Search(war, decision.side, Level(2, 1, 4), rng)
            search.run()
            verb, target = search.lines()[0].plan[0]
        course.update(f"{decision.side} {verb} {target}\n".encode())
        war.play(verb, target, decision.side)
    return course.hexdigest()[:16]


def record(name: str, order: int) -> dict[str, str]:
    """Several games in one of several orders."""
    every = ["", *packs(name)]
    wanted = [
        (player, seed, mixed, pack)
        for player in ("greedy", "search")
        for seed in (1, 2)
        for mixed in (False, True)
        for pack in every
    ]
    if order:
        random.Random(order).shuffle(wanted)
    return {
        f"{player} {seed} {mixed} {hashlib.sha256(pack.encode()).hexdigest()[:8]}": play(
            name, player, seed, other_options(name) if mixed else {}, pack
        )
        for player, seed, mixed, pack in wanted
    }


def test_a_game_does_not_depend_on_what_was_played_before(name: str) -> None:
    look = "import sys, json; from grandharbour.conformance.test_process_order import record; print(json.dumps(record(sys.argv[1], int(sys.argv[2])), sort_keys=True))"
    runs = [
        subprocess.run([sys.executable, "-c", look, name, str(order)], capture_output=True, text=True, check=False)
        for order in (0, 1, 2)
    ]
    assert all(run.returncode == 0 for run in runs), runs[0].stderr or runs[1].stderr or runs[2].stderr
    assert runs[0].stdout == runs[1].stdout == runs[2].stdout


def kept(name: str) -> dict[str, Sized]:
    """Everything the modules of a game could remember something in: containers that stand in a module or a class."""
    root = importlib.import_module(type(gh.game(name)).__module__)
    inside = [it.name for it in pkgutil.walk_packages(getattr(root, "__path__", []), f"{root.__name__}.")]
    places: dict[str, Sized] = {}
    for module in (root, *map(importlib.import_module, inside)):
        holders: list[Any] = [
            module,
            *(it for it in vars(module).values() if isinstance(it, type) and it.__module__ == module.__name__),
        ]
        for holder in holders:
            for word, value in vars(holder).items():
                if word.startswith("__") or (word == "_made" and isinstance(holder, type) and issubclass(holder, Run)):
                    continue  # the steps of a sequence, one for each phase: they hold nothing of a game
                if isinstance(value, Sized) and hasattr(value, "clear"):
                    places[f"{holder.__name__}.{word}"] = value
    return places


def grown(name: str) -> list[str]:
    """The containers that are not what they were once games have been played under several setups."""
    places = kept(name)
    before = {place: repr(value) for place, value in places.items()}
    for player, mixed in (("greedy", False), ("search", True)):
        play(name, player, 1, other_options(name) if mixed else {})
    return [place for place, value in places.items() if repr(value) != before[place]]


def test_nothing_is_remembered_beyond_a_setup(name: str) -> None:
    """What advice works out hangs on options and tables, so it is kept with them (``Setup``) and not beside the game: what a module keeps, the
    next game under other rules is told. Functions that remember what they were asked (``lru_cache``) are given all they need to know."""
    look = "import sys; from grandharbour.conformance.test_process_order import grown; print(*grown(sys.argv[1]), sep='\\n')"
    run = subprocess.run([sys.executable, "-c", look, name], capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    assert run.stdout.split() == []
