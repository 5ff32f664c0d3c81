"""Sheets: what the drawn maps have in common. A painter of one map adds its layers to a Sheet."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from .pens import FONT, Box, Point, num, overlap, packed, rect, words
from .rasters import Raster, area, level_rings, thin_ring
from .tables import DATA

GAMES = DATA.parents[2] / "src" / "grandharbour" / "games"
MARGIN = 44.0  # paper around the map, with its frame
BLEED = 12.0  # the picture goes on this far beyond the map

#: Colours of the land maps; each sheet adds its own.
COLOURS = {
    "sea": "#cfe1e1",
    "sea-deep": "#93b7c5",
    "land": "#ebe8c8",
    "land-edge": "#55553f",
    "relief": "#4b2d10",
    "relief-light": "#fff6d8",
    "rough": "#dcc083",
    "mountain": "#b58552",
    "volcano": "#b4553a",
    "river": "#2a74a6",
    "water-ink": "#1d5480",
    "road": "#a63d22",
    "grid": "#4d5a4e",
    "chart-ink": "#2d2921",
    "town": "#33261d",
    "objective": "#b01e2b",
}


class Palette(dict[str, str]):
    """Colours by name: custom properties of the page with the sheet's own as fallback."""

    def __call__(self, name: str) -> str:
        return f"var(--{name}, {self[name]})"


class Sheet:
    """A drawing that grows layer by layer: tints of rasters, lettering, legend, rose, scale and frame."""

    id = ""
    """Before the ids of the drawing, so that two sheets may lie on one page."""
    size: Point
    colour: Callable[[str], str]

    def __init__(self) -> None:
        self.out: list[str] = []
        self.taken: list[Box] = []
        """Places no name may cover, as left, top, right, bottom."""

    def add(self, *text: str) -> None:
        self.out.extend(text)

    def drawn(self, *layers: Callable[[], None]) -> str:
        """The whole drawing, layer over layer."""
        for layer in layers:
            layer()
        return "\n".join(self.out) + "\n"

    def blocked(self, box: Box) -> bool:
        return any(box[0] < t[2] and box[2] > t[0] and box[1] < t[3] and box[3] > t[1] for t in self.taken)

    def covered(self, box: Box) -> float:
        """How much of what is taken a box would cover."""
        return sum(overlap(box, t) for t in self.taken)

    # The beginning

    @property
    def paper(self) -> Box:
        """The map and the margin around it."""
        return (-MARGIN, -MARGIN, self.size[0] + 2 * MARGIN, self.size[1] + 2 * MARGIN)

    def half(self, name: str, d: str) -> str:
        """An outline in half units, to be used again by its name."""
        return f'<path id="{self.id}-{name}" transform="scale(.5)" d="{d}"/>'

    def clip(self, name: str, *shapes: str) -> str:
        uses = "".join(f'<use href="#{self.id}-{shape}"/>' for shape in shapes)
        return f'<clipPath id="{self.id}-{name}">{uses}</clipPath>'

    def start(self, box: Box, title: str, note: str, *defs: str) -> None:
        """The head of the drawing: where it lies, whose data are in it, and what it uses again."""
        self.add(
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{" ".join(map(num, box))}" '
            f'font-family="{FONT}" stroke-linejoin="round" stroke-linecap="round">',
            f"<title>{title}</title>",
            f"<!-- {note} -->",
            "<defs>",
            *defs,
            "</defs>",
        )

    def depths(self, cx: str, cy: str, dark: str, r: str = ".75", ink: str = "#000", begins: str = "0") -> str:
        """Deep water grows darker towards the rim."""
        return (
            f'<radialGradient id="{self.id}-deep" cx="{cx}" cy="{cy}" r="{r}"><stop offset="{begins}" stop-color="{ink}" stop-opacity="0"/>'
            f'<stop offset="1" stop-color="{ink}" stop-opacity="{dark}"/></radialGradient>'
        )

    def icons(self) -> tuple[str, str]:
        """An anchor and an aircraft, for badges."""
        return (
            f'<g id="{self.id}-anchor" fill="none" stroke-width="1.5"><circle cy="-4.3" r="1.5"/><path d="M0-2.8V5.4M-2.8-.9H2.8M-4.7 1.3C-4.4 4-2.2 5.2 0 5.4C2.2 5.2 4.4 4 4.7 1.3"/></g>',
            f'<path id="{self.id}-plane" d="M0-6C.8-6 1-4.9 1-4V-1.6L5.8 1.2V2.7L1 1.3V3.8L2.5 5V6L0 5.4L-2.5 6V5L-1 3.8V1.3L-5.8 2.7V1.2L-1-1.6V-4C-1-4.9-.8-6 0-6Z"/>',
        )

    # Layers

    def fill(
        self, raster: Raster, field: Sequence[float], level: float, paint: str, strength: float, slack: float, least: float
    ) -> None:
        """The places where a field is above a level, in one colour."""
        rings = [thin_ring(r, slack) for r in level_rings(raster, field, level) if abs(area(r)) > least]
        see = f' fill-opacity="{strength}"' if strength < 1 else ""
        self.add(f'<path fill="{paint}"{see} d="{packed([r for r in rings if len(r) > 2])}"/>')

    def hills(self, raster: Raster, light: list[float], rows: Iterable[tuple[float, str, float, float]], slack: float) -> None:
        """Light and shadow: each row is a level (shadows below 0), a colour, its strength and the least area."""
        dark = [-v for v in light]
        for level, name, strength, least in rows:
            self.fill(raster, light if level > 0 else dark, abs(level), self.colour(name), strength, slack, least)

    def lettering(self, rows: Iterable[tuple[str, float, float, float, float, float]]) -> None:
        """Names of waters and lands: x, y, turn, size, letter spacing."""
        for name, x, y, turn, size, gap in rows:
            self.add(
                f'<text transform="translate({x} {y})rotate({turn})" font-size="{size}" letter-spacing="{gap}">{name}</text>'
            )

    def key(
        self, rows: Iterable[tuple[str, Callable[[Point], str]]], at: Point, step: float, gap: float, drop: float, size: float
    ) -> None:
        """A column of the legend: samples, and what they mean beside them."""
        for k, (label, draw) in enumerate(rows):
            x, y = at[0], at[1] + k * step
            self.add(draw((x, y)), words(x + gap, y + drop, label, font_size=size, fill=self.colour("chart-ink")))

    def double(self, box: Box, inset: float, *, outer: dict[str, object], inner: dict[str, object]) -> None:
        """A box with a fine line inside its rim."""
        self.add(rect(box, **outer), rect(box, inset, **inner))

    def compass(
        self, place: str, opacity: str, small: float, middle: float, tall: float, rings: tuple[tuple[int, str], ...], north: Point
    ) -> None:
        """A rose of eight points; *north* is the height and the size of its letter."""
        ink, land = self.colour("chart-ink"), self.colour("land")
        rays = [(45 + 90 * k, small) for k in range(4)] + [(90, middle), (180, middle), (270, middle), (0, tall)]
        points = "".join(
            f'<path d="M0 0L{num(r * 0.17)} {num(-r * 0.17)}L0 {num(-r)}Z" fill="{ink}" transform="rotate({turn})"/>'
            f'<path d="M0 0L{num(-r * 0.17)} {num(-r * 0.17)}L0 {num(-r)}Z" fill="{land}" stroke="{ink}" stroke-width=".9" transform="rotate({turn})"/>'
            for turn, r in rays
        )
        circles = "".join(f'<circle r="{r}" fill="none" stroke="{ink}" stroke-width="{wide}"/>' for r, wide in rings)
        self.add(
            f'<g transform="{place}" opacity="{opacity}">{circles}{points}'
            f'<text y="{north[0]}" font-size="{north[1]}" font-weight="700" text-anchor="middle" fill="{ink}">N</text></g>'
        )

    def scale(
        self,
        at: Point,
        unit: float,
        count: int,
        each: int,
        size: int,
        note: str,
        high: int = 8,
        wide: str = "1.2",
        opacity: str = ".82",
    ) -> None:
        """A bar of kilometres: *count* fields of *each*, and a note."""
        ink, land = self.colour("chart-ink"), self.colour("land")
        x, y = at
        bars = "".join(
            rect((x + k * unit, y, unit, high), fill=land if k % 2 else ink, stroke=ink, stroke_width=wide) for k in range(count)
        )
        marks = "".join(words(x + k * unit, y + 1 - high, each * k) for k in range(count + 1))
        self.add(f'<g opacity="{opacity}">{bars}<g font-size="{size}" text-anchor="middle" fill="{ink}">{marks}{note}</g></g>')

    def rims(self, *rows: tuple[float, float]) -> None:
        """Lines around the map: how far outside it, and how wide."""
        for off, wide in rows:
            self.add(rect((0, 0, *self.size), -off, fill="none", stroke=self.colour("chart-ink"), stroke_width=wide))


def forge(game: str, write: Callable[[], dict[str, str]]) -> None:
    """Write the files of a game, into its data or into the folder named on the command line."""
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else GAMES / game / "data"
    for name, text in write().items():
        (folder / name).write_text(text, encoding="utf-8")
