"""The command for players who want the game on paper."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ..engine.game import game
from ..press import PARTS, CannotPrint, print_and_play
from .common import JSON, GameName, Pack, WrongQuestion, app, only_over, out, read_pack, say_json, writable


@app.command("print")
def print_game(
    name: GameName,
    file: Annotated[Path | None, typer.Option("--out", help="Where to write; GAME.pdf here if not given.")] = None,
    paper: Annotated[str, typer.Option(help="a4 or letter.")] = "a4",
    scenario: Annotated[str | None, typer.Option(help="A scenario's id, as `harbour games` lists them.")] = None,
    tables: Pack = None,
    what: Annotated[str, typer.Option(help="The parts to print, with commas between.")] = ",".join(PARTS),
    as_json: JSON = False,
) -> None:
    """Make a print-and-play PDF: map tiles, counters, charts, player aid and rulebook."""
    path = file or Path(f"{name}.pdf")
    writable(path)
    only_over(path, b"%PDF", "PDF")
    parts = tuple(part.strip() for part in what.split(","))
    try:
        pdf = print_and_play(game(name), scenario, paper, parts, read_pack(tables))
    except CannotPrint as wrong:
        raise WrongQuestion(str(wrong)) from None
    path.write_bytes(pdf)
    if as_json:
        say_json({"file": str(path), "bytes": len(pdf)})
    else:
        out.print(f"{path}: {len(pdf) / 1_000_000:.1f} MB. Print it at 100 %.", markup=False)
