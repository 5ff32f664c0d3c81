"""The code of engine, players and games holds no sentence a person could read, and names none that is not in a catalogue.

The walks of test_words read what they meet; this reads the source, and so also what hardly ever happens.
"""

from __future__ import annotations

from pathlib import Path

import pytest

import grandharbour as gh
from grandharbour.engine.catalogue import WORDS
from tests.sentences import in_catalogues, in_code, said, sources

ROOT = Path(gh.__file__).parent
SAYS = {"text": "", "say": "", "insist": ""}
FOR_DEVELOPERS = {
    "catalogue.py", "dice.py", "game.py", "geometry", "kinds.py", "lesson.py", "odds.py", "rulebook.py",
    "sequence.py", "step.py", "tables.py", "toml.py", "war.py", "own.py", "chart.py", "packs.py", "references.py",
}  # fmt: skip
"""What is said here goes to those who write games, packs, players and lessons: at their desk, with names of files and fields."""


NO_SENTENCES = {
    # what packs may not do, told to those who write them
    "scenarios.{}.last: the last season comes before the first",
    "the number is larger than the weights",
    "Italy needs a bomber",
    "Britain needs a plane",
    "{} chits for {} planes",
    "the board has no column {}",
    "the board has {} ranks",
    "no square is left for Objectives",
    "a bomber without bombing numbers",
    # codes of results, names of spaces and markers
    "not shot down",
    "hit on the ruins",
    "supply {} {}",
    "{} Staging Area",
    "{} Turn {}",
    "{} {} {}",
    "ask, quiet, advised",
    # faults of the code itself
    "the Axis has learned what cannot be true",
    "{} lies nowhere",
    "no way to write a field of type {}",
}
"""What has three words and is read by no player."""


def bare(folder: Path, *without: str) -> list[str]:
    """Sentences in the code below a folder. What a game says about dice nobody chooses to roll is for the conformance suite."""
    game = folder.parent.name == "games"
    alone = set(gh.game(folder.name).by_itself.values()) if game else set()
    return [
        f"{path.name}, line {line}: {words}"
        for path, tree in sources(folder, without)
        for line, words in in_code(tree)
        if words not in {*NO_SENTENCES, *alone} and not words.startswith("table pack:")
    ]


def unknown(folder: Path, *catalogues: Path) -> list[str]:
    known = in_catalogues(*catalogues)
    return [
        f"{path.name}, line {line}: {id}"
        for path, tree in sources(folder)
        for line, id, holes in said(tree, SAYS)
        if id not in known or not (holes is None or known[id] <= holes)
    ]


@pytest.mark.parametrize("room", ["engine", "players"])
def test_the_engine_says_nothing_by_itself(room: str) -> None:
    assert not bare(ROOT / room, *FOR_DEVELOPERS)
    of_games = ("game-title", "game-blurb")
    assert not [said for said in unknown(ROOT / room, WORDS) if not said.endswith(of_games)]


@pytest.mark.parametrize("name", sorted(gh.games()))
def test_a_game_says_nothing_by_itself(name: str) -> None:
    folder = gh.game(name).folder
    assert not bare(folder)
    assert not unknown(folder, WORDS, folder / "words")
