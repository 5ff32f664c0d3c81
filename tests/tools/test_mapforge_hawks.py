"""The chart of Hawks over Malta is drawn anew to the last byte."""

from __future__ import annotations

from tools.mapforge import hawks as forge
from tools.mapforge.sheets import GAMES


def test_the_forge_repeats_itself() -> None:
    assert forge.draw() == (GAMES / "hawks" / "data" / "art.svg").read_text(encoding="utf-8")
