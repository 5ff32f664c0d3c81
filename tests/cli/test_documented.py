"""What the pages for designers and researchers say can be typed, word for word, with small numbers."""

from __future__ import annotations

import json
import re
import shutil
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from grandharbour.cli import app

ROOT = Path(__file__).parents[2]
PAGES = ("README.md", "docs/lab.md", "docs/features.md", "docs/designing.md")
ELSEWHERE = ("play", "load", "ladder", "bench", "pack make")
"""They open a page, start a server, take long, or are tested with what they make; the rest is typed here."""
SMALL = {
    "simulate": "--games 2", "tournament": "--games 2", "balance": "--games 2", "sweep": "--games 1", "export": "--games 2",
    "tune": "--games 2 --candidates 2 --rounds 1", "luck": "--rollouts 2",
    "leaderboard": "--games 2 --players greedy", "print": "--what aid",
}  # fmt: skip


def commands() -> list[str]:
    """Every command once, without the remark behind it."""
    found: dict[str, None] = {}
    for page in PAGES:
        for line in re.findall(r"^    (harbour .*)$", (ROOT / page).read_text(encoding="utf-8"), re.MULTILINE):
            said = re.split(r"\s+#", line)[0].removeprefix("harbour ").strip()
            if not said.startswith(ELSEWHERE) and "skirmish" not in said and "ford" not in said:
                found[said] = None
    return list(found)


def table_of_the_readme() -> str:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    block = text[text.index("    # my-tables.toml") : text.index("`harbour simulate`, `harbour balance`")]
    return "\n".join(line.removeprefix("    ") for line in block.splitlines())


def typed(*words: str) -> str:
    made = CliRunner().invoke(app, list(words))
    assert made.exit_code == 0, f"harbour {' '.join(words)}\n{made.output}\n{made.exception!r}"
    return made.stdout


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with what the commands speak of."""
    folder = tmp_path_factory.mktemp("desk")
    shutil.copytree(ROOT / "examples" / "packs" / "hal-far", folder / "hal-far")
    shutil.copy(ROOT / "examples" / "players" / "rusher.py", folder)
    (folder / "my-tables.toml").write_text(table_of_the_readme(), encoding="utf-8")
    (folder / "stronger.toml").write_text("[units.STURM]\ncf = 4\n", encoding="utf-8")
    game, runs = str(folder / "game.harbour"), str(folder / "runs.db")
    typed("new", "c3", game, "--players", "greedy,greedy", "--seed", "2")
    (folder / "middle.toml").write_text(typed("replay", game, "--choice", "40", "--position"), encoding="utf-8")
    wide = ("--scenario", "raid-over-malta", "--games", "18", "--players", "random,random", "--workers", "1")
    typed("simulate", "hawks", *wide, "--out", runs)
    return folder


def test_what_the_six_units_come_to() -> None:
    """The one result on the page of designers that a reader will see again on his own machine."""
    said = "harbour simulate c3 --pack hal-far --games 60 --players greedy,greedy"
    line = next(line for line in (ROOT / "docs" / "designing.md").read_text(encoding="utf-8").splitlines() if said in line)
    words = said.replace("hal-far", str(ROOT / "examples" / "packs" / "hal-far")).split()[1:]
    (row,) = json.loads(typed(*words, "--workers", "1", "--json"))["scenarios"]
    wins = row["wins"]
    assert line.endswith(f"# {wins['AX']} won by the Axis, {wins['CW']} lost, {wins['draw']} drawn")


def test_there_is_much_to_type() -> None:
    said = commands()
    assert len(said) > 30 and {one.split()[0] for one in said} >= {
        *SMALL,
        "rerun",
        "rules",
        "verify",
        "replay",
        "new",
        "odds",
        "pack",
    }


@pytest.mark.parametrize("said", commands())
def test_what_is_written_can_be_typed(said: str, desk: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(desk)
    monkeypatch.setattr(sys, "path", list(sys.path))
    said = re.sub(r"search:\w+", "greedy", said.partition(" > ")[0])
    command = said.split()[0]
    if command == "new":
        said = said.replace("game.harbour", "another.harbour")
    if command == "simulate":
        said = said.replace("runs.db", f"other-{said.split()[1]}.db")
    if command == "tournament":
        said = said.replace("greedy,mine", "greedy,rusher:Rusher").replace("greedy,greedy,random", "greedy,random")
    typed(*said.replace('"', "").split(), *SMALL.get(command, "").split())
