"""Commands for those who make packs: begin one, check it, take a position from it, wrap it up."""

from __future__ import annotations

import fnmatch
import random
import sys
from pathlib import Path
from typing import Annotated

import tomli_w
import typer

from ..engine import packs
from ..engine.editor import opening
from ..engine.game import Game, game
from ..engine.tables import NAME, Entry, Tables, TablesError, meant, plainly
from ..engine.war import War
from ..players import uniform
from .common import (
    JSON,
    GameName,
    Pack,
    WrongQuestion,
    app,
    last_read,
    only_over,
    out,
    read_pack,
    read_position,
    say_json,
    writable,
)

group = typer.Typer(
    name="pack",
    help="Make a pack: scenarios, units, set-ups, options and maps without a line of Python.",
    short_help="Make a pack: scenarios, units, set-ups, options and maps without a line of Python.",
    no_args_is_help=True,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.add_typer(group)

Path_ = Annotated[Path, typer.Argument(help="A pack: a folder, an archive or a TOML file.", metavar="PACK")]

BEGINNING = """\
[pack]
name = {name}
game = {game}
version = "1"
title = {title}
about = ""
author = ""
licence = "CC-BY-4.0"
needs = {needs}

# Everything that is not said here is as in {like}. `harbour pack check {folder}` says what is wrong.
[scenarios.{scenario}]
like = {like}
title = {title}
blurb = ""
"""


@group.command()
def make(
    folder: Annotated[Path, typer.Argument(help="The folder to write; its name becomes the name of the pack.")],
    name: GameName,
    like: Annotated[str, typer.Option(help="The scenario to begin from; the first one if not given.")] = "",
    position: Annotated[Path | None, typer.Option(help="A position that becomes the scenario.")] = None,
    title: Annotated[str, typer.Option(help="What it is called.")] = "",
    as_json: JSON = False,
) -> None:
    """Begin a pack: a folder with its manifest and one scenario."""
    from .. import __version__

    rules = game(name)
    base = like or next(iter(rules.scenarios))
    if base not in rules.scenarios:
        raise WrongQuestion(f"{rules.id} has no scenario {base!r}; there are {', '.join(rules.scenarios)}")
    if folder.exists():
        raise WrongQuestion(f"{folder} is there already; a new pack needs a new folder")
    if not NAME.fullmatch(folder.name):
        raise WrongQuestion(
            f"{folder.name!r} cannot be the name of a pack: it is made of the letters a to z, digits, - and _, 40 at the most"
        )
    if position is not None:
        start = read_position(rules, position)[1]
    said = {
        "name": folder.name, "game": rules.id, "title": title or folder.name.replace("-", " ").capitalize(), "like": base,
        "needs": ".".join(__version__.split(".")[:2]),
    }  # fmt: skip
    text = BEGINNING.format(scenario=folder.name, folder=folder, **{key: _quoted(value) for key, value in said.items()})
    if position is not None:
        text += 'position = "start.toml"\n'
    folder.mkdir()
    (folder / packs.MANIFEST).write_text(text, encoding="utf-8")
    if position is not None:
        (folder / "start.toml").write_text(start, encoding="utf-8")
    try:
        packs.lay(rules, folder)
    except TablesError as wrong:
        raise WrongQuestion(f"written, but not playable yet: {wrong}") from None
    if as_json:
        say_json({"folder": str(folder), "files": sorted(path.name for path in folder.iterdir())})
    else:
        out.print(f"{folder}: write what differs into {folder / packs.MANIFEST}, or into files beside it; then", markup=False)
        out.print(f"  harbour pack check {folder}", markup=False)


def _quoted(value: str) -> str:
    return tomli_w.dumps({"x": value}).removeprefix("x = ").strip()


def _opened(path: Path) -> tuple[str, Game, Tables]:
    """A pack that says what it is: its text, its game, and the game's tables under it."""
    text = read_pack(path)
    rules = packs.game_of(last_read())
    return text, rules, rules.laid(text)


@group.command()
def check(
    path: Path_,
    games: Annotated[int, typer.Option(min=0, help="Games played by chance in each scenario, everything checked.")] = 5,
    as_json: JSON = False,
) -> None:
    """Say what a pack adds and changes, and whether it can be played: file, key and reason if not."""
    text, rules, tables = _opened(path)
    about = tables.manifest
    assert about is not None
    known = rules.scenarios_of(tables)
    own = [one for one in known if one not in rules.scenarios] or list(known)
    lengths: dict[str, list[int]] = {}
    for scenario in own:
        rules.setup(scenario, {}, text)
        lengths[scenario] = [_by_chance(rules.new(scenario, tables=text, seed=seed), seed) for seed in range(games)]
    for option in tables.options:
        for value in option.allowed:
            rules.setup(own[0], {option.id: value}, text)
    changes = tables.summary()
    if as_json:
        say_json(
            {
                "pack": about, "characters": len(text), "scenarios": [known[one] for one in own], "choices": lengths,
                "options": {option.id: option.allowed for option in tables.options}, "changes": [c.words() for c in changes],
            }
        )  # fmt: skip
        return
    out.print(f"{about.title or about.name} {about.version} for {rules.title}: {len(text):,} characters", markup=False)
    for scenario in own:
        played = lengths[scenario]
        said = f": {len(played)} games by chance, {min(played)} to {max(played)} choices" if played else ""
        out.print(f"  scenario {scenario}: {known[scenario].title}{said}", markup=False)
    for option in tables.options:
        out.print(f"  option {option.id}={'|'.join(option.allowed)}: {option.title}", markup=False)
    for line in _short([change.words() for change in changes]):
        out.print(f"  {line}", markup=False)


def _short(lines: list[str], most: int = 30) -> list[str]:
    """Not all of a roster that a pack has emptied."""
    return lines if len(lines) <= most else [*lines[:most], f"… and {len(lines) - most} more (--json has them all)"]


def _by_chance(war: War, seed: int) -> int:
    rng = random.Random(seed)
    made = 0
    while war.outcome is None:
        decision = war.asked()[0]
        war.play(*uniform(war, decision, rng), decision.side)
        war.check()
        made += 1
    return made


@group.command()
def values(
    name: GameName,
    wanted: Annotated[
        str, typer.Argument(help="Only what has this in its name, like combat or units.FD_*.", metavar="WORD")
    ] = "",
    tables: Pack = None,
    as_json: JSON = False,
) -> None:
    """What a pack may change: every value by its name, what it may be, and where it comes from."""
    laid = game(name).laid(read_pack(tables))
    fits = f"*{wanted.lower()}*"
    entries = [entry for entry in laid.entries.values() if not entry.note and fnmatch.fnmatchcase(entry.key.lower(), fits)]
    if not entries:
        raise WrongQuestion(f"nothing in {name} has {wanted!r} in its name{meant(wanted, laid.entries)}")
    if as_json:
        say_json(
            {
                "game": name,
                "values": [{"key": e.key, "value": e.value, "may_be": _may_be(e), "source": e.source} for e in entries],
            }
        )
        return
    for entry in entries:
        out.print(f"{entry.key} = {plainly(entry.value)}", markup=False)
        out.print(f"    {'; '.join(filter(None, (_may_be(entry), entry.source)))}", markup=False)


def _may_be(entry: Entry) -> str:
    """The bounds of a value in words."""
    if entry.choices:
        return " or ".join(map(str, filter(None, entry.choices)))
    if isinstance(entry.value, bool):
        return "true or false"
    if _numeric(entry.value):
        low, high = entry.bounds
        return f"{low:g} to {high:g}"
    return ""


def _numeric(value: object) -> bool:
    if isinstance(value, list | dict):
        return any(_numeric(one) for one in (value.values() if isinstance(value, dict) else value))
    return isinstance(value, int | float) and not isinstance(value, bool)


@group.command()
def position(
    path: Path_,
    scenario: Annotated[str, typer.Option(help="A scenario of the pack; its first one if not given.")] = "",
    ready: Annotated[bool, typer.Option("--ready", help="After the adviser has set up, at the first turn.")] = False,
    as_json: JSON = False,
) -> None:
    """Print how a scenario begins, as a position: change it here or in the editor, and let a scenario begin with it."""
    text, rules, _ = _opened(path)
    begun = opening(rules, scenario or None, None, ready, text)
    if as_json:
        say_json({"game": rules.id, "position": begun})
    else:
        sys.stdout.write(begun)


@group.command()
def wrap(
    folder: Path_,
    file: Annotated[Path | None, typer.Option("--out", help="The archive to write; NAME-VERSION.zip if not given.")] = None,
    as_json: JSON = False,
) -> None:
    """Make one file of a folder, to share by upload or by mail."""
    if not folder.is_dir():
        raise WrongQuestion(f"{folder} is no folder")
    about = _opened(folder)[2].manifest
    assert about is not None
    target = file or Path(f"{about.name}-{about.version}.zip")
    writable(target)
    only_over(target, b"PK", "archive")
    made = packs.archive(folder)
    target.write_bytes(made)
    if as_json:
        say_json({"file": str(target), "bytes": len(made), "name": about.name, "version": about.version})
    else:
        out.print(f"{target}: {len(made):,} bytes", markup=False)
