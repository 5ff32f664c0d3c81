"""What all commands share: consoles, common options, reading what was given, clear errors."""

from __future__ import annotations

import importlib
import json
import os
import random
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any, TypeVar

import msgspec
import typer
from rich.console import Console
from rich.measure import Measurement
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table as Grid

from ..engine import packs
from ..engine.game import Game, OptionValue
from ..engine.position import PositionError, dump, plain
from ..engine.save import SaveError
from ..engine.table import Table
from ..engine.tables import TablesError
from ..engine.war import War
from ..players import Seat, exists, players
from ..players.references import QUICK, REFERENCES

app = typer.Typer(
    name="harbour",
    help="Grand Harbour: board wargames of the war for Malta and Italy, 1940-44.\n\nWithout a command it opens the table in your browser.",
    no_args_is_help=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
out = Console(highlight=False, soft_wrap=True)
err = Console(stderr=True, highlight=False, soft_wrap=True)


def _complete_game(incomplete: str) -> list[str]:
    """Names for the shell, when somebody presses Tab."""
    from ..engine.game import games

    return [name for name in games() if name.startswith(incomplete)]


JSON = Annotated[bool, typer.Option("--json", help="Print one JSON object instead of text.")]
GameName = Annotated[
    str, typer.Argument(help="A game's id, as `harbour games` lists them.", metavar="GAME", autocompletion=_complete_game)
]
Options = Annotated[list[str] | None, typer.Option("--option", "-o", help="A rule option as NAME=VALUE; may be repeated.")]
Pack = Annotated[
    Path | None,
    typer.Option(
        "--tables",
        "--pack",
        help="A pack: a TOML file, a folder or an archive with values that change or add to the printed ones.",
    ),
]


Position = Annotated[
    Path | None, typer.Option("--position", help="Begin every game with this position (as `replay --position` prints them).")
]


class WrongQuestion(Exception):
    """What was asked for does not exist."""


class Unsound(Exception):
    """A file that was to be a save is none, or is broken."""


@contextmanager
def reading(file: Path) -> Iterator[None]:
    """What is wrong with a save is said with its name."""
    try:
        yield
    except SaveError as broken:
        raise Unsound(f"{file}: {broken}") from None


def say_json(value: Any) -> None:
    """One JSON object on standard output, for scripts."""
    sys.stdout.write(json.dumps(msgspec.to_builtins(value), ensure_ascii=False) + "\n")


def show(grid: Grid) -> None:
    """A table; where nobody looks at a screen it is as wide as it needs to be, and nothing is cut."""
    if out.is_terminal:
        out.print(grid)
        return
    wide = Measurement.get(out, out.options.update(max_width=10_000), grid).maximum
    Console(highlight=False, width=wide).print(grid)


Asked = TypeVar("Asked", Path, Path | None)


def writable(path: Asked) -> Asked:
    """A file that is to be written, refused before the work instead of after it."""
    if path is None:
        return path
    folder = path.parent
    if path.is_dir():
        raise WrongQuestion(f"{path} is a folder, not a file to write")
    if not folder.is_dir():
        raise WrongQuestion(f"{path} cannot be written: there is no folder {folder}")
    if not os.access(path if path.exists() else folder, os.W_OK):
        raise WrongQuestion(f"{path} cannot be written: permission denied")
    return path


def only_over(path: Path, start: bytes, what: str) -> None:
    """What is made takes the place of its like, and of nothing else."""
    if path.is_file() and path.stat().st_size:
        with path.open("rb") as there:
            if not there.read(len(start)).lower().startswith(start.lower()):
                raise WrongQuestion(f"{path} exists and is no {what}; it is left as it is")


@contextmanager
def bar(total: int, text: str) -> Iterator[Any]:
    """A progress bar on standard error, where it cannot disturb the answer."""
    columns = (TextColumn(text), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=err, transient=True, disable=not err.is_terminal) as progress:
        task = progress.add_task(text, total=total)
        yield lambda n: progress.advance(task, n)


def read_options(rules: Game, given: list[str] | None, fixed: bool = False, pack: str = "") -> dict[str, OptionValue]:
    """``["lucky=ask", "aa_reaction=true"]`` as checked options: all of the game, or ``fixed``, only those given."""
    chosen: dict[str, OptionValue] = {}
    for item in given or []:
        name, equals, value = item.partition("=")
        if not equals:
            raise WrongQuestion(f"an option is written NAME=VALUE, not {item!r}")
        chosen[name] = {"true": True, "yes": True, "false": False, "no": False}.get(value.lower(), value)
    checked = rules.check_options(chosen, rules.laid(pack))
    return chosen if fixed else checked


def read_pack(path: Path | None) -> str:
    """The text of a pack, whatever it lies in."""
    if path is None:
        return ""
    _packs.append(packs.origins(path))
    return _packs[-1].text


_packs: list[packs.Origins] = []
"""What this command has read, so that an error can name the file."""


def last_read() -> packs.Origins:
    """The pack that was read last, with the file of each key."""
    return _packs[-1]


def named(wrong: TablesError) -> TablesError:
    """An error about a pack, with the file that holds what is wrong."""
    read = next((pack for pack in reversed(_packs) if pack.speaks_of(wrong)), _packs[-1] if len(_packs) == 1 else None)
    return wrong if read is None else read.named(wrong)


def read_position(rules: Game, path: Path, pack: str = "") -> tuple[War, str]:
    """The war of a position file and its text; a table pack takes the place of the one it was written under."""
    try:
        war = rules.position(path.read_text(encoding="utf-8"))
    except UnicodeDecodeError:
        raise WrongQuestion(f"{path} is no position: it is not a text") from None
    except PositionError as wrong:
        raise WrongQuestion(f"{path}: {wrong}") from None
    if pack:
        war = rules.position(dump({**plain(war), "tables": pack}))
    return war, war.position()


def changed(rules: Game, pack: str) -> list[str]:
    """What a pack changes, printed value and its own, a line each."""
    return [change.words() for change in rules.laid(pack).summary()]


def read_players(rules: Game, given: str) -> list[str]:
    """``"greedy,random"`` in the order of the game's sides."""
    seats = [part.strip() for part in given.split(",")]
    if len(seats) != len(rules.sides):
        raise WrongQuestion(
            f"{rules.id} has {len(rules.sides)} sides ({', '.join(s.id for s in rules.sides)}); {given!r} names {len(seats)}"
        )
    return read_entrants(rules, given)


def read_entrants(rules: Game, given: str) -> list[str]:
    """Players by name, each of them known."""
    entrants = [part.strip() for part in given.split(",")]
    for known in (REFERENCES[player] for player in entrants if player in REFERENCES):
        if known.needs and not _installed(known.needs):
            raise WrongQuestion(f"{known.id} needs the extra '{known.extra}': pip install 'grandharbour[{known.extra}]'")
    if os.getcwd() not in sys.path:
        sys.path.append(os.getcwd())  # a player of one's own lies beside where one works
    for player in entrants:
        if not exists(player):
            raise WrongQuestion(
                f"there is no player {player!r}; there are {', '.join(players(rules))}, or your own as MODULE:NAME"
            )
    return entrants


def _installed(module: str) -> bool:
    try:
        return importlib.import_module(module) is not None
    except ImportError:
        return False


def quick(seats: Sequence[str]) -> bool:
    """Whether a game takes so little time that workers should get many at once."""
    return all(seat in ("random", "greedy", *QUICK) for seat in seats)


def play_table(table: Table, seats: Sequence[str], rng: random.Random) -> None:
    """Let computer players play a table to its end."""
    war = table.war
    hands = [Seat(player, side, rng) for side, player in enumerate(seats)]
    while table.outcome is None:
        decision = war.asked()[0]
        table.play(*hands[decision.side].choose(war), decision.side)
