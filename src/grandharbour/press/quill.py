"""A pen that writes SVG: what the press draws on paper, as a picture for a screen."""

from __future__ import annotations

import math
from functools import cache
from typing import Any
from xml.sax.saxutils import escape

from . import letters
from .pen import Matrix, Pen, times

FAMILIES = {
    letters.SANS: ("Harbour Sans", 400), letters.BOLD: ("Harbour Sans", 700), letters.SEMI: ("Harbour Sans", 600),
    letters.SERIF: ("Harbour Serif", 400), letters.SERIF_BOLD: ("Harbour Serif", 700),
}  # fmt: skip
_MEASURE = 100


@cache
def _face(font: str) -> Any:
    from PIL import ImageFont

    return ImageFont.truetype(str(letters.FOLDER / f"{font}.ttf"), _MEASURE)


def width(text: str, font: str, size: float) -> float:
    return float(_face(font).getlength(text)) * size / _MEASURE


class Quill(Pen):
    """Draws into a list of elements, in the coordinates of a picture."""

    def __init__(self, elements: list[str], matrix: Matrix = (1, 0, 0, 1, 0, 0)) -> None:
        super().__init__(elements, matrix)
        self.elements = elements

    def within(self, *matrices: Matrix) -> Quill:
        matrix = self.matrix
        for inner in matrices:
            matrix = times(matrix, inner)
        return Quill(self.elements, matrix)

    def _moved(self) -> str:
        return "matrix(" + " ".join(f"{part:.4g}" if abs(part) < 1 else f"{part:.2f}" for part in self.matrix) + ")"

    def draw(
        self,
        d: str,
        fill: str | None = None,
        stroke: str | None = None,
        width: float = 1,
        opacity: float = 1,
        edge_opacity: float | None = None,
        even_odd: bool = False,
        dashes: tuple[float, ...] = (),
        round_ends: bool = False,
    ) -> None:
        if not d or not (fill or stroke):
            return
        said = [f'd="{d}"', f'fill="{fill or "none"}"', f'transform="{self._moved()}"']
        if fill and opacity < 1:
            said.append(f'fill-opacity="{opacity}"')
        if even_odd:
            said.append('fill-rule="evenodd"')
        if stroke:
            said.append(f'stroke="{stroke}" stroke-width="{width}" stroke-linejoin="round"')
            if (seen := opacity if edge_opacity is None else edge_opacity) < 1:
                said.append(f'stroke-opacity="{seen}"')
            if round_ends:
                said.append('stroke-linecap="round"')
            if dashes:
                said.append(f'stroke-dasharray="{" ".join(map(str, dashes))}"')
        self.elements.append(f"<path {' '.join(said)}/>")

    def text(
        self,
        x: float,
        y: float,
        text: str,
        size: float,
        font: str = letters.BOLD,
        fill: str = "#000000",
        anchor: str = "middle",
        room: float = 0,
        spacing: float = 0,
        opacity: float = 1,
        halo: tuple[str, float] | None = None,
    ) -> None:
        """A line of text; with ``room`` it is pressed together until it fits."""
        if not text:
            return
        wide = width(text, font, size)
        squeeze = min(1.0, room / wide) if room and wide else 1.0
        family, weight = FAMILIES[font]
        at = self.within((squeeze, 0, 0, 1, x, y))._moved()
        rim = f' stroke="{halo[0]}" stroke-width="{halo[1]}" paint-order="stroke"' if halo else ""
        self.elements.append(
            f'<text transform="{at}" font-family="{family}" font-weight="{weight}" font-size="{size}" fill="{fill}" '
            f'fill-opacity="{opacity}" text-anchor="{anchor}"{rim}>{escape(text)}</text>'
        )

    @property
    def unit(self) -> float:
        a, b, c, d, _, _ = self.matrix
        return math.sqrt(abs(a * d - b * c))
