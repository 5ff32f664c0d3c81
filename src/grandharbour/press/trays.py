"""Counter sheets: fronts, and backs mirrored so that a page printed on both sides fits; and the tracks beside the board."""

from __future__ import annotations

import math
from collections import Counter as Tally
from typing import Any

from ..engine.game import Game
from ..engine.view import Box, Track
from . import counters, letters, paint
from .paper import MARGIN, Paper, mm
from .pen import Matrix, Pen
from .roster import Chip, Counter, Roster, printable

HEAD = 12 * mm
DEEP = 4
"""Counters that lie above each other in a box beside the board."""
Piece = Counter | Chip


class Trays:
    """All counters of a scenario, laid out on pages."""

    def __init__(self, game: Game, roster: Roster, paper: Paper, size: float) -> None:
        self.game = game
        self.paper = paper
        self.size = size
        self.colours = {side.id: side.colour for side in game.sides}
        self.shorts = {side.id: side.short for side in game.sides}
        width, height = paper.room
        self.columns = int((width - 8 * mm) / size)
        self.rows = int((height - HEAD - 6 * mm) / size)
        pieces: list[Piece] = list(roster.counters)
        for chip in roster.chips:
            pieces += [chip] * chip.count
        each = self.columns * self.rows
        self.pages = [pieces[i : i + each] for i in range(0, len(pieces), each)]

    def draw(self, canvas: Any, number: int, back: bool) -> None:
        pieces = self.pages[number]
        w, h = self.columns * self.size, math.ceil(len(pieces) / self.columns) * self.size
        left = (self.paper.width - w) / 2  # in the middle, so that both sides of the sheet meet
        top = self.paper.height - MARGIN - HEAD
        self._heading(canvas, number, back, pieces)
        for i, piece in enumerate(pieces):
            column, row = i % self.columns, i // self.columns
            if back:
                column = self.columns - 1 - column
            self._cell(canvas, piece, left, top, column, row, back, i)
        self._cuts(canvas, left, top, w, h)

    def _heading(self, canvas: Any, number: int, back: bool, pieces: list[Piece]) -> None:
        top = self.paper.height - MARGIN
        canvas.setFillColor(paint.HARBOUR)
        face = "back" if back else "front"
        title = f"Counter sheet {number + 1} of {len(self.pages)}, {face}"
        letters.write(canvas, MARGIN, top - 5 * mm, title, letters.SERIF_BOLD, 13)
        canvas.setFillColor(paint.GREY)
        each = Tally(self.shorts.get(p.side or "", "markers") if isinstance(p, Counter) else "markers" for p in pieces)
        counted = ", ".join(f"{n} {who}" for who, n in each.items())
        said = f"{len(pieces)} counters of {self.size / mm:g} mm: {counted}."
        letters.write(canvas, self.paper.width - MARGIN, top - 5 * mm, said, letters.SANS, 9, "end")
        how = (
            "Print on both sides, turning over the long edge, or glue front to back."
            if not back
            else "Mirrored: it meets the front."
        )
        letters.write(canvas, MARGIN, 9.4 * mm, how, letters.SANS, 8)

    def _cell(self, canvas: Any, piece: Piece, left: float, top: float, column: int, row: int, back: bool, i: int) -> None:
        s = self.size
        x, y = left + column * s, top - (row + 1) * s
        bleed = counters.BLEED / counters.CARD * s
        # Its ground may run over the edge of the block, never over a neighbour.
        a = x - (bleed if column == 0 else 0)
        b = x + s + (bleed if column == self.columns - 1 else 0)
        canvas.saveState()
        area = canvas.beginPath()
        area.rect(a, y - bleed, b - a, s + (2 * bleed if row == 0 else bleed))
        canvas.clipPath(area, stroke=0, fill=0)
        k = s / counters.CARD
        matrix: Matrix = (k, 0, 0, -k, x, y + s)
        pen = Pen(canvas, matrix)
        colour = self.colours.get(piece.side or "")
        if isinstance(piece, Chip):
            counters.chip(pen, piece, colour, back)
        elif not back:
            counters.front(pen, piece.front, colour)
        elif piece.back is not None:
            counters.front(pen, piece.back, colour, reduced=piece.back.symbol == piece.front.symbol)
        else:
            counters.plain_back(pen, colour, self.shorts.get(piece.side, piece.side))
        canvas.restoreState()

    def _cuts(self, canvas: Any, left: float, top: float, w: float, h: float) -> None:
        """Hairlines between the counters, and marks in the margin to lay a ruler on."""
        s = self.size
        canvas.saveState()
        canvas.setStrokeColor(paint.INK)
        canvas.setLineWidth(0.25)
        for i in range(self.columns + 1):
            x = left + i * s
            canvas.line(x, top + 1.5 * mm, x, top + 5 * mm)
            canvas.line(x, top - h - 1.5 * mm, x, top - h - 5 * mm)
        for j in range(round(h / s) + 1):
            y = top - j * s
            canvas.line(left - 1.5 * mm, y, left - 5 * mm, y)
            canvas.line(left + w + 1.5 * mm, y, left + w + 5 * mm, y)
        canvas.setStrokeAlpha(0.5)
        for i in range(1, self.columns):
            canvas.line(left + i * s, top, left + i * s, top - h)
        for j in range(1, round(h / s)):
            canvas.line(left, top - j * s, left + w, top - j * s)
        canvas.restoreState()


# --- tracks and boxes


class Displays:
    """Numbered tracks for the markers and boxes for pieces that are not on the board, at the size of the counters."""

    def __init__(self, game: Game, roster: Roster, paper: Paper, size: float, on_map: set[str]) -> None:
        self.paper = paper
        self.cell = size + 1.5 * mm
        self.colours = {side.id: side.colour for side in game.sides}
        self.shorts = {side.id: side.short for side in game.sides}
        width, height = paper.room
        self.columns = int(width / self.cell)
        self.pages: list[list[tuple[float, float, Track | Box]]] = [[]]
        y = HEAD
        boxes = [box for box in roster.boxes if box.id not in on_map and box.label not in on_map]
        rows: list[list[Track | Box]] = [[track] for track in roster.tracks if printable(track)]
        rows += [[*boxes[i : i + 2]] for i in range(0, len(boxes), 2)]  # two boxes side by side
        for row in rows:
            first = row[0]
            cells = math.ceil(len(self._labels(first)) / self.columns) if isinstance(first, Track) else DEEP
            tall = cells * self.cell + 9 * mm
            if y + tall > height:
                self.pages.append([])
                y = HEAD
            for i, thing in enumerate(row):
                self.pages[-1].append((MARGIN + i * self.columns * self.cell / 2, y, thing))
            y += tall

    def _labels(self, track: Track) -> list[str]:
        """One box for each number; ones, tens and hundreds if the maximum is high or there is none."""
        if track.max is not None and track.max <= 40:
            return [str(n) for n in range(1 if track.id == "turn" else 0, track.max + 1)]
        steps = [*range(10), *range(10, 100, 10), *range(100, (track.max or 0) + 1, 100)]
        return [str(n) for n in steps]

    def draw(self, canvas: Any, number: int) -> None:
        canvas.setFillColor(paint.HARBOUR)
        letters.write(canvas, MARGIN, self.paper.height - MARGIN - 5 * mm, "Tracks and displays", letters.SERIF_BOLD, 13)
        for x, y, thing in self.pages[number]:
            top = self.paper.height - MARGIN - y
            paper, rim, _ = paint.side(self.colours.get(thing.side or ""))
            owner = self.shorts.get(thing.side or "", "")
            told = not owner or owner.casefold()[:4] in thing.label.casefold()  # "Allied AP" of the Allies
            canvas.setFillColor(rim)
            letters.write(canvas, x, top - 4 * mm, thing.label if told else f"{owner}: {thing.label}", letters.BOLD, 10)
            canvas.setStrokeColor(rim)
            canvas.setLineWidth(0.8)
            if isinstance(thing, Box):
                canvas.setFillColor(paper)
                wide, tall = self.columns * self.cell / 2 - 2 * mm, DEEP * self.cell
                canvas.roundRect(x, top - 6 * mm - tall, wide, tall, 6, fill=1)
                continue
            self._track(canvas, thing, top - 6 * mm, paper, rim)

    def _track(self, canvas: Any, track: Track, top: float, paper: str, rim: str) -> None:
        for i, text in enumerate(self._labels(track)):
            x, y = MARGIN + i % self.columns * self.cell, top - (i // self.columns + 1) * self.cell
            canvas.setFillColor(paper)
            canvas.rect(x, y, self.cell, self.cell, fill=1)
            canvas.setFillColor(rim)
            letters.write(canvas, x + self.cell / 2, y + self.cell / 2 - 2 * mm, text, letters.BOLD, 14, "middle")
