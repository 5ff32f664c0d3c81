"""Hex maps: what the sheets with a hex grid have in common."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Sequence
from random import Random

from grandharbour.engine.geometry.bits import bits
from grandharbour.engine.geometry.hexes import HexGrid

from .pens import NUMBERS, Box, Point, chains, joined, words, xy
from .rasters import Raster
from .sheets import Sheet

SIZE = 48.0
ACROSS = math.sqrt(3) * SIZE


def pair(a: str, b: str) -> str:
    return f"{min(a, b)}-{max(a, b)}"


class Hexes:
    """A grid by the names of its hexes, at the size of the sheets."""

    def __init__(self, grid: HexGrid) -> None:
        self.grid = grid
        self.size = (grid.width + 0.5) * ACROSS, (grid.height * 1.5 + 0.5) * SIZE

    def neighbours(self, hex_: str) -> list[str]:
        return [self.grid.name(h) for h in bits(self.grid.neighbours(self.grid.named(hex_)))]

    def centre(self, hex_: str) -> Point:
        return self.grid.center(self.grid.named(hex_), SIZE)

    def corners(self, hex_: str) -> list[Point]:
        return self.grid.corners(self.grid.named(hex_), SIZE)

    def side(self, hex_: str, direction: int) -> tuple[Point, Point]:
        """The two corners of a hexside."""
        c = self.corners(hex_)
        return c[direction], c[(direction + 1) % 6]

    def between(self, a: str, b: str) -> tuple[Point, Point]:
        """The two corners of the hexside between two hexes."""
        return self.side(a, self.grid.direction(self.grid.named(a), self.grid.named(b)))

    def outline(self, hexes: Iterable[str]) -> list[list[Point]]:
        """The rim of a set of hexes as closed rings."""
        inside = set(hexes)
        rim = []
        for h in sorted(inside):
            for d in range(6):
                other = self.grid.neighbour(self.grid.named(h), d)
                if other is None or self.grid.name(other) not in inside:
                    rim.append(self.side(h, d))
        return [ring[:-1] for ring in chains(rim)]

    def sides(self) -> list[tuple[set[str], tuple[Point, Point]]]:
        """Every hexside once, with the hexes (one or two) it belongs to."""
        found = []
        for index in bits(self.grid.all):
            name = self.grid.name(index)
            for d in range(6):
                other = self.grid.neighbour(index, d)
                if other is None or other > index:
                    found.append(({name} if other is None else {name, self.grid.name(other)}, self.side(name, d)))
        return found


def junction(node: Point, arms: list[tuple[Point, Point]]) -> str:
    """Curves from the hexsides to the middle of a hex; the two straightest arms flow into each other."""
    through: dict[int, Point] = {}
    if len(arms) > 1:

        def straight(couple: tuple[int, int]) -> float:
            (p, _), (q, _) = arms[couple[0]], arms[couple[1]]
            a, b = (p[0] - node[0], p[1] - node[1]), (q[0] - node[0], q[1] - node[1])
            return (a[0] * b[0] + a[1] * b[1]) / (math.hypot(*a) * math.hypot(*b) + 1e-6)

        i, j = min(itertools.combinations(range(len(arms)), 2), key=straight)
        (px, py), (qx, qy) = arms[i][0], arms[j][0]
        long = math.hypot(px - qx, py - qy) or 1.0
        through = {i: ((px - qx) / long, (py - qy) / long), j: ((qx - px) / long, (qy - py) / long)}
    text = ""
    for k, (m, inward) in enumerate(arms):
        away = math.hypot(m[0] - node[0], m[1] - node[1])
        t = through.get(k, ((m[0] - node[0]) / (away + 1e-6), (m[1] - node[1]) / (away + 1e-6)))
        first = m[0] + inward[0] * away * 0.36, m[1] + inward[1] * away * 0.36
        second = node[0] + t[0] * away * 0.36, node[1] + t[1] * away * 0.36
        text += f"M{xy(m)}C{xy(first)} {xy(second)} {xy(node)}"
    return text


class HexSheet(Sheet):
    """A sheet over a hex grid: where land, roads, numbers and names are on it."""

    hexes: Hexes
    boxes: dict[str, Box]
    raster: Raster
    roads_of: Sequence[str]
    """Hexsides that are crossed by roads."""
    clear = 6.0
    """How far the grid stays off the boxes to the right and below."""

    @property
    def size(self) -> Point:  # type: ignore[override]
        return self.hexes.size

    def is_land(self, p: Point) -> bool:
        return self.raster.land[self.raster.cell(*p)]

    def in_box(self, p: Point) -> bool:
        far = self.clear
        return any(x - 6 < p[0] < x + w + far and y - 6 < p[1] < y + h + far for x, y, w, h in self.boxes.values())

    def dry(self, p: Point, hex_: str, reach: float) -> Point:
        """The nearest dry point to *p* that is not far from the middle of the hex."""
        raise NotImplementedError

    def lay_roads(self, hexes: Iterable[str], spots: dict[str, Point], reach: float) -> None:
        """Where roads meet in each hex, and where they cross its sides: in towns, else a little beside the middle."""
        loose = Random(3)
        self.nodes: dict[str, Point] = {}
        for h in hexes:
            x, y = self.hexes.centre(h)
            bend = x + loose.uniform(-9, 9), y + loose.uniform(-9, 9)
            self.nodes[h] = spots[h] if h in spots else self.dry(bend, h, reach)
        self.shift = {side: loose.uniform(0.36, 0.64) for side in self.roads_of}

    def crossing(self, side: str) -> Point:
        """Where a road crosses a hexside: the middle, or the dry point nearest to it."""
        (ax, ay), (bx, by) = self.hexes.between(*side.split("-"))
        aim = self.shift.get(side, 0.5)
        for t in sorted((aim, *(k / 20 for k in range(3, 18))), key=lambda t: abs(t - aim)):
            p = ax + (bx - ax) * t, ay + (by - ay) * t
            if self.is_land(p):
                return p
        return (ax + bx) / 2, (ay + by) / 2

    def road_path(self, more: dict[str, list[tuple[Point, Point]]]) -> str:
        """All roads as one path; *more* are arms that lead off the map."""
        arms: dict[str, list[tuple[Point, Point]]] = {}
        for side in self.roads_of:
            a, b = side.split("-")
            m = self.crossing(side)
            (ax, ay), (bx, by) = self.hexes.centre(a), self.hexes.centre(b)
            toward = (bx - ax) / ACROSS, (by - ay) / ACROSS
            arms.setdefault(a, []).append((m, (-toward[0], -toward[1])))
            arms.setdefault(b, []).append((m, toward))
        for h, off in more.items():
            arms.setdefault(h, []).extend(off)
        return "".join(junction(self.nodes[h], arms[h]) for h in sorted(arms))

    def mesh(self, land: Iterable[str], sea: Iterable[str], faint: float) -> None:
        """The grid, fainter at sea; none under the boxes."""
        dry, wet = [], []
        ground, water = set(land), set(sea)
        for both, (a, b) in self.hexes.sides():
            if both & ground:
                dry.append((a, b))
            elif both & water and not self.in_box(((a[0] + b[0]) / 2, (a[1] + b[1]) / 2)):
                wet.append((a, b))
        for lines, strength, wide in ((wet, faint, 1.0), (dry, 0.5, 1.2)):
            self.add(
                f'<path fill="none" stroke="{self.colour("grid")}" stroke-width="{wide}" opacity="{strength}" d="{joined(lines)}"/>'
            )

    def number(self, name: str, spots: Sequence[Point]) -> str:
        """The number of a hex at the first of some places beside its middle that is free."""
        x, y = self.hexes.centre(name)
        free = (at for at in spots if not self.blocked((x + at[0] - 11, y + at[1] - 7, x + at[0] + 11, y + at[1] + 1)))
        dx, dy = next(free, spots[0])
        return words(x + dx, y + dy, name)

    def numbered(self, texts: Iterable[str], opacity: str, halo: str = "") -> str:
        common = f'font-size="9" text-anchor="middle" font-family="{NUMBERS}" fill="{self.colour("chart-ink")}"'
        return f'<g data-kind="hex" {common}{halo} opacity="{opacity}">{"".join(texts)}</g>'

    def name_at(self, at: Point, wide: float, size: float, beside: Sequence[float], weight: float, off: float) -> Point:
        """Where a name covers least, below or above the place where a counter stands; it is taken from now on."""
        best: tuple[float, Point] | None = None
        down, across = beside[:5], beside[5:]
        for dy in down:
            for dx in across:
                x, y = at[0] + dx, at[1] + dy
                cost = self.covered(name_box(x, y, wide, size)) * weight + abs(dx) * 1.2 + (0 if 0 < dy < 40 else off)
                if best is None or cost < best[0] - 1e-9:
                    best = cost, (x, y)
        assert best is not None
        self.taken.append(name_box(*best[1], wide, size))
        return best[1]


def name_box(x: float, y: float, wide: float, size: float) -> Box:
    return x - wide / 2, y - size * 0.78, x + wide / 2, y + size * 0.2
