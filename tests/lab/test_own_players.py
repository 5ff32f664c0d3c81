"""Players somebody else has written: found by path or entry point, shown only what they may know, checked before they play."""

from __future__ import annotations

import random
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import grandharbour as gh
from grandharbour.cli.common import WrongQuestion, read_entrants
from grandharbour.lab.runs import row_of
from grandharbour.lab.tournament import start
from grandharbour.players import exists, own, players, think
from grandharbour.server.computer import known

EXAMPLES = Path(__file__).resolve().parents[2] / "examples" / "players"


class Counts:
    """Takes the first choice, and remembers the game it sits in."""

    def __init__(self) -> None:
        self.asked = 0

    def choose(self, war: gh.War, decision: gh.Decision, rng: random.Random) -> tuple[str, int]:
        self.asked += 1
        verb, targets = next(iter(decision.choices.items()))
        return verb, (targets & -targets).bit_length() - 1


class ByName:
    def choose(self, war: gh.War, decision: gh.Decision, rng: random.Random) -> tuple[str, int | str | None]:
        verb = rng.choice(sorted(decision.choices))
        named = war.choices(verb, decision.side)
        return verb, rng.choice(named) if named else None


class Cheats:
    def choose(self, war: gh.War, decision: gh.Decision, rng: random.Random) -> tuple[str, int]:
        return "objective", 10_000


class Peeks:
    """Keeps what it was shown."""

    shown: list[gh.War] = []

    def choose(self, war: gh.War, decision: gh.Decision, rng: random.Random) -> tuple[str, int]:
        self.shown.append(war)
        return Counts().choose(war, decision, rng)


HERE = __name__


@pytest.fixture
def announce(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("HARBOUR_PLAYERS", f"{HERE}:Counts")
    own.announced.cache_clear()
    yield
    own.announced.cache_clear()


def test_a_tournament_with_a_player_of_ones_own(tmp_path: Path) -> None:
    run = start("hawks", ["raid-over-malta"], (f"{HERE}:Counts", f"{HERE}:ByName", "random"), 4, 1, file=tmp_path / "runs.db")
    run.play()
    assert len(run.rows) == 12 and not any(result.error for result in run.rows.values())
    assert row_of(tmp_path / "runs.db", 0, 0)["players"] == f"{HERE}:Counts,{HERE}:ByName"


def test_it_is_shown_only_what_its_side_may_know() -> None:
    war = gh.game("convoys").new("pedestal", seed=4)
    rng = random.Random(1)
    while [d.side for d in war.asked()] != [0] or war.asked()[0].forced:
        decision = war.asked()[0]
        war.play(*think("greedy", war, decision.side, rng).plan[0], decision.side)
    think(f"{HERE}:Peeks", war, 0, rng)
    shown = Peeks.shown[-1]
    assert shown is not war and shown.dice is not war.dice and shown.inside != war.inside


def test_what_it_may_not_answer_is_said() -> None:
    war = gh.game("hawks").new(seed=1)
    with pytest.raises(own.BadPlayer, match="not among the choices"):
        think(f"{HERE}:Cheats", war, war.asked()[0].side, random.Random(1))


@pytest.mark.parametrize("path", ["no.such.module:Bot", f"{HERE}:Nobody", f"{HERE}:EXAMPLES"])
def test_who_cannot_play_is_told_before_the_games(path: str) -> None:
    with pytest.raises(own.BadPlayer):
        exists(path)


def test_names_that_are_no_players() -> None:
    assert not exists("napoleon") and exists("greedy") and exists("search:captain")
    with pytest.raises(WrongQuestion, match="MODULE:NAME"):
        read_entrants(gh.game("hawks"), "greedy,napoleon")


def test_the_server_knows_only_those_that_were_made_known(announce: None) -> None:
    """A visitor cannot name a module to be imported; whoever runs the server can."""
    rules = gh.game("hawks")
    assert f"{HERE}:Counts" in known(rules) and f"{HERE}:ByName" not in known(rules)
    assert players(rules)[f"{HERE}:Counts"].help == "Takes the first choice, and remembers the game it sits in."


def test_the_example_on_the_command_line() -> None:
    command = [sys.executable, "-m", "grandharbour", "tournament", "hawks", "--scenario", "raid-over-malta", "--players",
               "random,rusher:Rusher", "--games", "4", "--workers", "2"]  # fmt: skip
    run = subprocess.run(command, cwd=EXAMPLES, capture_output=True, text=True, timeout=120)
    assert run.returncode == 0 and "rusher:Rusher" in run.stdout, run.stderr
