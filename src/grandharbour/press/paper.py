"""Sheets of paper, and where things lie on them. All measures in points; one millimetre is ``mm``."""

from __future__ import annotations

from dataclasses import dataclass

PARTS = ("map", "counters", "charts", "aid", "rules")
"""The parts of a printed game, in their order."""

mm = 72 / 25.4
MARGIN = 10 * mm
"""What no home printer needs less of."""
FOOT = 16 * mm
"""The strip at the bottom of a drawn page, for its caption."""
COUNTER = 16 * mm
"""The edge of a counter as wargamers know it."""


@dataclass(frozen=True)
class Paper:
    name: str
    width: float
    height: float

    @property
    def lying(self) -> Paper:
        return Paper(self.name, self.height, self.width)

    @property
    def room(self) -> tuple[float, float]:
        """Width and height of what can be drawn on, above the caption."""
        return self.width - 2 * MARGIN, self.height - MARGIN - FOOT


PAPERS = {"a4": Paper("A4", 210 * mm, 297 * mm), "letter": Paper("Letter", 8.5 * 72, 11 * 72)}
