"""Print and play: a game on paper, made from what the engine knows of it.

    pdf = print_and_play(game("hawks"), paper="letter")

The same game, scenario and paper give the same bytes. Needs the extra ``print``.
"""

from __future__ import annotations

from ..engine.game import Game, UnknownName
from .paper import PARTS as PARTS

PAPERS = ("a4", "letter")


class CannotPrint(Exception):
    """The library that writes PDF is not installed."""


def print_and_play(
    game: Game, scenario: str | None = None, paper: str = "a4", what: tuple[str, ...] = PARTS, tables: str = ""
) -> bytes:
    """A PDF of the chosen parts, with a pack if there is one; an unknown scenario, paper or part is refused by name."""
    if paper not in PAPERS:
        raise UnknownName(f"there is no paper {paper!r}; there are {', '.join(PAPERS)}")
    for part in what:
        if part not in PARTS:
            raise UnknownName(f"there is no part {part!r}; there are {', '.join(PARTS)}")
    setup = game.setup(scenario, tables=tables)
    try:
        from .volume import Press
    except ModuleNotFoundError as missing:
        if (missing.name or "").split(".")[0] != "reportlab":
            raise
        raise CannotPrint("printing needs one more package: pip install 'grandharbour[print]'") from None
    return Press(game, setup, paper, what).pdf()
