"""``harbour``: play, simulate, look up rules, verify games, from the command line.

Exit codes: 0 all is well, 1 the answer is no (a save that does not verify, a rule without a test, a game that broke),
2 the question was wrong (an unknown game, a bad option, a file that is not there).
"""

from __future__ import annotations

import sqlite3
import sys
from typing import Annotated, NoReturn

import typer

from .. import __version__
from ..engine.game import UnknownName
from ..engine.position import PositionError
from ..engine.save import SaveError
from ..engine.tables import TablesError
from . import lab, mcp, packs, press, serving, table
from .common import Unsound, WrongQuestion, app, err, named, out

__all__ = ["app", "lab", "main", "mcp", "packs", "press", "serving"]


@app.callback(invoke_without_command=True)
def start(
    context: typer.Context, version: Annotated[bool, typer.Option("--version", help="Print the version and stop.")] = False
) -> None:
    if version:
        out.print(f"grandharbour {__version__}")
        raise typer.Exit
    if context.invoked_subcommand is None:
        table.play()


ROOMS = [part.__name__ for part in (table, press, lab, serving, mcp)]
app.registered_commands.sort(key=lambda one: ROOMS.index(getattr(one.callback, "__module__", "")))  # who plays reads his first

for command in (
    *app.registered_commands,
    *packs.group.registered_commands,
):  # a list of commands tells the first sentence of each whole, and cuts none
    assert command.callback is not None
    command.short_help = " ".join((command.callback.__doc__ or "").partition("\n\n")[0].split())


def main() -> NoReturn:
    """The entry point: errors a person can cause end in one clear line, never in a traceback."""
    try:
        app()
    except (UnknownName, WrongQuestion, TablesError, PositionError, SaveError) as wrong:
        err.print(f"harbour: {named(wrong) if isinstance(wrong, TablesError) else wrong}", markup=False)
        sys.exit(1 if isinstance(wrong, SaveError) else 2)
    except Unsound as wrong:
        err.print(f"harbour: {wrong}", markup=False)
        sys.exit(1)
    except ValueError as wrong:
        err.print(f"harbour: {wrong}", markup=False)
        sys.exit(2)
    except sqlite3.Error as wrong:
        err.print(f"harbour: the file of games cannot be used: {wrong}", markup=False)
        sys.exit(2)
    except OSError as wrong:
        where = f"{wrong.filename}: " if wrong.filename else ""
        err.print(f"harbour: {where}{wrong.strerror or wrong}", markup=False)
        sys.exit(2)
    sys.exit(0)
