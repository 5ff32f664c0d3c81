"""The map: drawn once from the art and the board, then cut into tiles that a home printer can print at true size."""

from __future__ import annotations

import math
import re
import statistics
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from reportlab.pdfbase.pdfdoc import PDFResourceDictionary

from ..engine.view import Board, BoardSpace
from . import letters, paint
from .paper import COUNTER, FOOT, MARGIN, Paper, mm
from .pen import Pen, circle, polygon, rectangle
from .svg import Art

OVERLAP = 8 * mm
MOST_TILES = 20
LONG_SIDE = 420 * mm
"""A map is never smaller than this: its small print must be readable."""
GROUND = 0.14
"""Share of a square's height that is ground, below the shelves of its altitudes."""
FORM = "map"


@dataclass(frozen=True)
class Plan:
    """How a map is printed: points to one unit of the board, the counters that fit, and the grid of tiles."""

    board: Board
    unit: float
    counter: float
    paper: Paper
    columns: int
    rows: int

    @property
    def size(self) -> tuple[float, float]:
        _, _, w, h = self.board.box
        return w * self.unit, h * self.unit

    @property
    def step(self) -> tuple[float, float]:
        w, h = self.paper.room
        return w - OVERLAP, h - OVERLAP

    @property
    def tiles(self) -> list[tuple[int, int]]:
        """Column and row of each tile, row by row."""
        return [(column, row) for row in range(self.rows) for column in range(self.columns)]

    def corner(self, column: int, row: int) -> tuple[float, float]:
        """The upper left corner of a tile on the map; the map lies in the middle of all tiles."""
        (w, h), (dx, dy) = self.size, self.step
        spare_x, spare_y = self.columns * dx + OVERLAP - w, self.rows * dy + OVERLAP - h
        return column * dx - spare_x / 2, row * dy - spare_y / 2


def name(column: int, row: int) -> str:
    """
    >>> name(1, 2)
    'B3'
    """
    return f"{chr(ord('A') + column)}{row + 1}"


def plan(board: Board, paper: Paper) -> Plan:
    """The scale at which a counter of 16 mm has room on a typical space, or the largest that does not take too many sheets."""
    _, _, w, h = board.box
    wanted = max(COUNTER / _counter_units(board), LONG_SIDE / max(w, h))
    unit = wanted
    while True:
        tiles = min((_grid(board, unit, p) for p in (paper, paper.lying)), key=lambda g: g[0] * g[1])
        if tiles[0] * tiles[1] <= MOST_TILES:
            break
        unit *= 0.97
    columns, rows, turned = tiles
    fits = min(COUNTER, _counter_units(board) * unit)
    counter = COUNTER if fits > 0.99 * COUNTER else max(12 * mm, math.floor(fits / mm * 2) / 2 * mm)
    return Plan(board, unit, counter, turned, columns, rows)


def _grid(board: Board, unit: float, paper: Paper) -> tuple[int, int, Paper]:
    _, _, w, h = board.box
    dx, dy = paper.room[0] - OVERLAP, paper.room[1] - OVERLAP
    return max(1, math.ceil((w * unit - OVERLAP) / dx)), max(1, math.ceil((h * unit - OVERLAP) / dy)), paper


def _counter_units(board: Board) -> float:
    """The edge of a counter, in units of the board, that has room on most spaces."""
    if board.levels:
        tall = statistics.median(space.h for space in board.spaces if not space.within)
        return tall * (1 - GROUND) / board.levels / 1.06
    sizes = [room for space in board.spaces if (room := _room(space))]
    return statistics.quantiles(sizes, n=4)[0] if len(sizes) > 3 else min(sizes, default=60)


def _room(space: BoardSpace) -> float:
    """The edge of a counter for one space: a pile on a hex or a point, what the board keeps free for counters in an area."""
    if len(space.shape) == 6:
        return (max(x for x, _ in space.shape) - min(x for x, _ in space.shape)) / 1.5
    if len(space.shape) == 4:
        return 0  # a box beside the map takes what it must
    if space.shape:
        return min(space.w, space.h) / 1.05 if space.w and space.h else math.sqrt(_area(space.shape)) / 2.2
    return min(space.w or space.h, space.h or space.w) / 1.5


def _area(shape: Iterable[tuple[float, float]]) -> float:
    points = list(shape)
    return abs(sum(x * v - u * y for (x, y), (u, v) in zip(points, points[1:] + points[:1], strict=True))) / 2


# --- drawing


def make_form(canvas: Any, made: Plan, art: Art | None) -> None:
    """Draw the whole map once, as a form that every tile shows a part of."""
    x, y, _, h = made.board.box
    k = made.unit
    canvas.beginForm(FORM, 0, 0, *made.size)
    pen = Pen(canvas, (k, 0, 0, -k, -x * k, (y + h) * k))
    pen.draw(rectangle(*made.board.box), "#ffffff" if art is None else "#f4f0df")
    if art is not None:
        art.draw(pen)
    _draw_spaces(pen, made.board, art)
    # A form needs the transparencies it uses among its own resources; the library gives it only fonts.
    resources = PDFResourceDictionary()
    resources.basicFonts()
    resources.allProcs()
    resources.ExtGState = canvas._extgstate.getState()
    canvas.endForm(Resources=resources)


def _draw_spaces(pen: Pen, board: Board, art: Art | None) -> None:
    """Outlines and names of the spaces, where the art does not show them already."""
    places = [space for space in board.spaces if not space.within]
    names = _Names(art)
    known = {space.id for space in places if names.has(space)}
    # If the art names nearly all, those it does not name lie under its title or its legend.
    complete = len(known) > 0.8 * len(places)
    for space in places:
        if board.levels and space.w:
            _draw_cupboard(pen, space, board.levels)
        elif len(space.shape) == 4:
            _draw_box(pen, space, art, space.id in known)
            continue
        elif complete and space.id not in known:
            continue
        elif space.shape:
            pen.draw(polygon(space.shape), None, paint.INK, 1.1, 0.34)
        elif board.kind == "squares":
            pen.draw(rectangle(space.x, space.y, space.w, space.h), None, paint.INK, 1.1, 0.5)
        else:
            pen.draw(circle(space.x, space.y, (space.w or 40) / 2), None, paint.INK, 1.1, 0.34)
        if space.id not in known:
            _draw_name(pen, space)


class _Names:
    """The names that are written on the art."""

    def __init__(self, art: Art | None) -> None:
        lines = [_fold(line) for line in art.words()] if art else []
        self.lines = set(lines)
        self.words = {word for line in lines for word in line.split()}

    def has(self, space: BoardSpace) -> bool:
        """Whether a space is named: in one line, or on a map with its words on several ("1", "Gozo North-West")."""
        for name in (space.id, space.label, space.label.split(",")[0]):
            folded = _fold(name)
            if folded in self.lines or (len(space.shape) != 4 and folded and set(folded.split()) <= self.words):
                return True
        return False


def _fold(text: str) -> str:
    return " ".join(text.casefold().replace("’", "'").replace(",", " ").split())


def _draw_name(pen: Pen, space: BoardSpace) -> None:
    label = (space.label or space.id).split(",")[0]
    if space.w and space.h and not space.shape:
        pen.text(space.x + 2.5, space.y + 8.5, label, 7.5, letters.BOLD, paint.INK, "start", halo=("#ffffff", 2))
        return
    top = min((y for _, y in space.shape), default=space.y - 20)
    pen.text(space.x, top + 14, label, 11, letters.SEMI, paint.INK, halo=("#ffffff", 2.4), opacity=0.9)


def _draw_cupboard(pen: Pen, space: BoardSpace, levels: int) -> None:
    """A square with altitudes: a shelf for each, the highest on top, over a strip of ground."""
    x, y, w, h = space.x, space.y, space.w, space.h
    shelf = h * (1 - GROUND) / levels
    pen.draw(rectangle(x, y, w, h), None, paint.INK, 0.9, 0.75)
    for level in range(1, levels + 1):
        top = y + (levels - level) * shelf
        pen.draw(f"M{x} {top + shelf}H{x + w}", None, paint.INK, 0.35, 0.55, dashes=() if level == 1 else (2.4, 1.6))
        pen.text(x + w - 2, top + 6.4, str(level), 6, letters.BOLD, paint.INK, "end", halo=("#ffffff", 1.4), opacity=0.8)
    pen.draw(rectangle(x, y + h * (1 - GROUND), w, h * GROUND), "#3d3524", opacity=0.1)


def _draw_box(pen: Pen, space: BoardSpace, art: Art | None, written: bool) -> None:
    """A box on the sheet, for reserves or the turns to come."""
    xs, ys = [x for x, _ in space.shape], [y for _, y in space.shape]
    x, y, w, h = min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys)
    if written:
        pen.draw(rectangle(x, y, w, h), None, paint.INK, 1.2, 0.5)
        return
    beside = art is None or y + h <= art.box[1] or y >= art.box[1] + art.box[3]
    side = (
        paint.SIDE["axis" if space.id.startswith("Axis") else "allies"][1] if re.match("Axis|Allied", space.id) else paint.HARBOUR
    )
    pen.draw(rectangle(x, y, w, h, 6), "#fbf7ea" if beside else "#ffffff", side, 1.4, 0.85, 1)
    pen.draw(f"M{x} {y + 6}a6 6 0 0 1 6 -6H{x + w - 6}a6 6 0 0 1 6 6V{y + 17}H{x}Z", side)
    pen.text(x + 8, y + 13, space.label or space.id, 12, letters.BOLD, "#ffffff", "start", room=w - 16)


def draw_tile(canvas: Any, made: Plan, column: int, row: int, title: str) -> None:
    """One tile at true size, with its name, what lies next to it, and marks where to cut."""
    page = made.paper
    w, h = page.room
    left, bottom = MARGIN, FOOT
    right, top = left + w, bottom + h
    x, y = made.corner(column, row)
    canvas.saveState()
    outline = canvas.beginPath()
    outline.rect(left, bottom, w, h)
    canvas.clipPath(outline, stroke=0, fill=0)
    canvas.translate(left - x, top + y - made.size[1])
    canvas.doForm(FORM)
    canvas.restoreState()
    canvas.saveState()
    canvas.setStrokeColor(paint.INK)
    canvas.setLineWidth(0.4)
    cuts_x = [left, right] if column == made.columns - 1 else [left, right - OVERLAP]
    cuts_y = [top, bottom] if row == made.rows - 1 else [top, bottom + OVERLAP]
    for cut in cuts_x:
        canvas.line(cut, top + 1 * mm, cut, top + 6 * mm)
        canvas.line(cut, bottom - 1 * mm, cut, bottom - 4 * mm)
    for cut in cuts_y:
        canvas.line(left - 6 * mm, cut, left - 1 * mm, cut)
        canvas.line(right + 1 * mm, cut, right + 6 * mm, cut)
    canvas.setDash([1, 3])
    canvas.setStrokeAlpha(0.55)
    if column < made.columns - 1:
        canvas.line(right - OVERLAP, bottom, right - OVERLAP, top)
    if row < made.rows - 1:
        canvas.line(left, bottom + OVERLAP, right, bottom + OVERLAP)
    canvas.restoreState()
    here = name(column, row)
    beside = [f"{name(column + 1, row)} goes on the right"] if column < made.columns - 1 else []
    beside += [f"{name(column, row + 1)} goes below"] if row < made.rows - 1 else []
    canvas.setFillColor(paint.HARBOUR)
    letters.write(canvas, left, 9.4 * mm, here, letters.BOLD, 12)
    canvas.setFillColor(paint.GREY)
    said = (
        f"{title}: tile {here} of {made.columns} x {made.rows}. "
        + "; ".join(beside)
        + (", over the dotted strip." if beside else "")
    )
    letters.write(canvas, left + 10 * mm, 9.4 * mm, said, letters.SANS, 8)
    ruler(canvas, right - 50 * mm, 9.4 * mm)


def ruler(canvas: Any, x: float, y: float) -> None:
    """Fifty millimetres, to check that the printer has not scaled the page."""
    canvas.saveState()
    canvas.setStrokeColor(paint.INK)
    canvas.setLineWidth(0.6)
    canvas.line(x, y, x + 50 * mm, y)
    for i in range(11):
        canvas.line(x + i * 5 * mm, y, x + i * 5 * mm, y + (2 if i % 2 else 3) * mm)
    canvas.setFillColor(paint.GREY)
    letters.write(canvas, x + 25 * mm, y + 3.6 * mm, "50 mm", letters.SANS, 6, "middle")
    canvas.restoreState()


def draw_strip(canvas: Any, made: Plan, width: float, height: float) -> None:
    """A strip out of the middle of the map, as broad as the map."""
    w, h = made.size
    k = width / w
    canvas.saveState()
    outline = canvas.beginPath()
    outline.roundRect(0, 0, width, height, 3 * mm)
    canvas.clipPath(outline, stroke=0, fill=0)
    canvas.scale(k, k)
    canvas.translate(0, height / k / 2 - h / 2)
    canvas.doForm(FORM)
    canvas.restoreState()


def draw_overview(canvas: Any, page: Paper, made: Plan, title: str) -> None:
    """The whole map on one page, with the tiles on it and what to do with them."""
    width, height = page.room
    top = page.height - MARGIN
    canvas.setFillColor(paint.HARBOUR)
    letters.write(canvas, MARGIN, top - 7 * mm, "The map", letters.SERIF_BOLD, 22)
    canvas.setFillColor(paint.INK)
    (w, h), (dx, dy) = made.size, made.step
    sheets = f"{len(made.tiles)} tiles on {made.paper.name}"
    lines = [
        f"{title}: {sheets}, {w / mm:.0f} x {h / mm:.0f} mm when put together, for counters of {made.counter / mm:g} mm.",
        "Print at 100 %, never “fit to page”; the ruler on each tile must measure 50 mm.",
        "Cut each tile along its marks at the left and at the top and lay it over the dotted strip of its neighbour.",
    ]
    for i, line in enumerate(lines):
        letters.write(canvas, MARGIN, top - 14 * mm - i * 4.6 * mm, line, letters.SANS, 9.5, room=width)
    all_w, all_h = made.columns * dx + OVERLAP, made.rows * dy + OVERLAP
    room_h = height - 34 * mm
    k = min(width / all_w, room_h / all_h)
    left, upper = (page.width - all_w * k) / 2, top - 30 * mm
    x, y = made.corner(0, 0)
    canvas.saveState()
    canvas.translate(left - x * k, upper + (y - made.size[1]) * k)
    canvas.scale(k, k)
    canvas.doForm(FORM)
    canvas.restoreState()
    canvas.saveState()
    for column, row in made.tiles:
        a, b = left + column * dx * k, upper - row * dy * k
        canvas.setStrokeColor(paint.REDUCED)
        canvas.setLineWidth(0.8)
        canvas.rect(a, b - (dy * k + OVERLAP * k), dx * k + OVERLAP * k, dy * k + OVERLAP * k, stroke=1, fill=0)
        canvas.setFillColor("#ffffff")
        canvas.setFillAlpha(0.85)
        canvas.circle(a + dx * k / 2, b - dy * k / 2, 4 * mm, stroke=1, fill=1)
        canvas.setFillAlpha(1)
        canvas.setFillColor(paint.REDUCED)
        letters.write(canvas, a + dx * k / 2, b - dy * k / 2 - 1.3 * mm, name(column, row), letters.BOLD, 10.5, "middle")
    canvas.restoreState()
    ruler(canvas, MARGIN, 9.4 * mm)
