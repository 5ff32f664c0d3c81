"""Positions of other versions: what of them can still be played."""

from __future__ import annotations

from collections.abc import Iterable

from .editor import objections
from .game import Game
from .position import PositionError, load, read_position
from .war import War


def sound(game: Game, texts: Iterable[str], seed: int | str | bytes | None = None) -> War | None:
    """The first of some positions, perhaps written by another version, from which a game can be played under these rules."""
    for text in texts:
        try:
            war = load(game, text, seed, old=True)
            if not objections(war):
                return war
        except Exception:  # whatever another version has written down: the next one is tried
            continue
    return None


def reopen(game: Game, text: str, seed: int | str | bytes | None = None) -> War:
    """The war of a text that may come from another version: as it stands if that is possible, otherwise as far as it can be read."""
    try:
        return read_position(game, text, seed)
    except PositionError:
        war = sound(game, [text], seed)
        if war is None:
            raise
        return war
