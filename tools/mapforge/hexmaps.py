"""Hex maps: what the sheets with a hex grid have in common."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterable, Sequence
from random import Random
from typing import Any

from grandharbour.engine.geometry.bits import bits
from grandharbour.engine.geometry.hexes import HexGrid

from .pens import NUMBERS, Box, Point, chains, grouped, hexagon, joined, num, packed, polygon, star, stroke, traced, words, xy
from .rasters import Noise, Raster, area, level_rings, thin_ring
from .sheets import BLEED, MARGIN, Sheet

SIZE = 48.0
ACROSS = math.sqrt(3) * SIZE


def pair(a: str, b: str) -> str:
    return f"{min(a, b)}-{max(a, b)}"


class Hexes:
    """A grid by the names of its hexes, at the size of the sheets."""

    def __init__(self, grid: HexGrid) -> None:
        self.grid = grid
        self.size = (grid.width + 0.5) * ACROSS, (grid.height * 1.5 + 0.5) * SIZE

    def tables(self, *names: str) -> dict[str, Any]:
        """What map.toml says of the grid and of the sheet it is drawn on."""
        box = [-MARGIN, -MARGIN, *(round(v + 2 * MARGIN, 2) for v in self.size)]
        return {"grid": {n: getattr(self.grid, n) for n in names}, "art": {"hex_size": SIZE, "origin": [0.0, 0.0], "box": box}}

    def raster(self, step: float) -> Raster:
        return Raster(step, *self.size, BLEED + 4 * step)

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
    swatches: Sequence[tuple[str, Point]]
    """The samples of terrain in the legend, with their middles ..."""
    swatch: float
    """... and their radius."""
    letters: int
    """The size of its words: where they could not be read, a page folds all of it away, the samples too."""
    badge_half: float

    def __init__(self) -> None:
        super().__init__()
        self.names_out: list[str] = []

    @property
    def frame_of_sea(self) -> str:
        return f'x="{-BLEED}" y="{-BLEED}" width="{num(self.size[0] + 2 * BLEED)}" height="{num(self.size[1] + 2 * BLEED)}"'

    def sheet_clip(self) -> str:
        return f'<clipPath id="{self.id}-sheet"><rect {self.frame_of_sea}/></clipPath>'

    def swatch_at(self, at: Point) -> str:
        return polygon(hexagon(at, self.swatch))

    def samples(self, *kinds: str) -> str:
        """The outlines of the samples of some kinds of terrain, for clipping: what is folded away clips nothing out."""
        d = "".join(self.swatch_at(at) for kind, at in self.swatches if kind in kinds)
        return f'<path id="{self.id}-swatches" data-fold="{self.letters}" d="{d}"/>'

    def shallows(self, raster: Raster, far: list[float], near: list[float], rows: Iterable[tuple[int, float]]) -> list[str]:
        """Deep water, and over it bands that grow paler towards the coast; *near* counts islets too, *far* need not."""
        paint = self.colour("sea-deep"), f"url(#{self.id}-deep)"
        self.add(
            *(f'<rect {self.frame_of_sea} fill="{p}"/>' for p in paint), f'<g fill="{self.colour("sea")}" transform="scale(.5)">'
        )
        swell = raster.swell(11, 130, 47, 0.7)
        bands = []
        for reach, strength in rows:
            bed = raster.walled(reach * (1 + w) - d * raster.step for w, d in zip(swell, near if reach < 50 else far))
            bands.append(packed(thin_ring(r, 1.3) for r in level_rings(raster, bed, 0.0) if abs(area(r)) > 400))
            self.add(f'<path opacity="{strength}" fill-rule="evenodd" d="{bands[-1]}"/>')
        return bands

    def terrain(
        self, raster: Raster, wander: Noise, fine: float, tints: Sequence[tuple[list[float], str, float]], slack: float
    ) -> None:
        """Tints of ground where a field is above one half, with ragged edges between the first two kinds."""
        nx, (first, second) = raster.nx, (tints[0][0], tints[1][0])
        edges = [
            (wander(*(c / fine for c in raster.at(k % nx, k // nx))) - 0.5) * 0.34 if 0.05 < a < 0.95 or 0.05 < b < 0.95 else 0.0
            for k, (a, b) in enumerate(zip(first, second))
        ]
        for part, name, strength in tints:
            self.fill(raster, [v + e for v, e in zip(part, edges)], 0.5, self.colour(name), strength, slack, 60)

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

    def numbers_of(
        self,
        land: Iterable[str],
        rims: set[str],
        tops: Point,
        spots: Sequence[Point],
        keep: Sequence[float],
        out: Sequence[str] = (),
    ) -> tuple[list[str], list[str]]:
        """The numbers of hexes on land and at sea, off the boxes: at the top or, where something is in the way, at another place."""
        found: tuple[list[str], list[str]] = [], []
        for name in (self.hexes.grid.name(h) for h in bits(self.hexes.grid.all)):
            x, y = self.hexes.centre(name)
            side, above, below = keep
            boxes = self.boxes.values()
            boxed = any(bx - side < x < bx + w + side and by - above < y < by + h + below for bx, by, w, h in boxes)
            if not boxed and name not in out:
                found[name not in land].append(self.number(name, ((0.0, tops[name not in rims]), *spots)))
        return found

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

    def town_names(self) -> str:
        ink, land = self.colour("chart-ink"), self.colour("land")
        looks = {"fill": ink, "stroke": land, "stroke_width": "3.4", "stroke_opacity": ".85", "paint_order": "stroke"}
        return grouped(*self.names_out, data_kind="town", text_anchor="middle", **looks)

    def badge(self, kind: str, at: Point, text: str = "") -> None:
        x, y, half = *at, self.badge_half
        self.taken.append((x - half, y - half, x + half, y + half))
        self.add(f'<g data-kind="badge" data-at="{xy(at)}">{self.badge_of(kind, at, text)}</g>')

    @staticmethod
    def badge_of(kind: str, at: Point, text: str = "") -> str:
        raise NotImplementedError

    def plate(self, big: tuple[str, int, int, int], rule: tuple[int, int, int, int], small: tuple[str, int, int, int]) -> None:
        """The title in its box: words, height, size and spacing of two lines, and between them a star in the middle of a rule."""
        ink, land, red = self.colour("chart-ink"), self.colour("land"), self.colour("objective")
        box = self.boxes["title"]
        mid, y = box[0] + box[2] / 2, box[1]
        (text, high, size, gap), (under, low, less, wider), (at, off, long, radius) = big, small, rule
        self.double(
            box, 7, outer={"rx": 3, "fill": land, "fill_opacity": ".93", "stroke": ink, "stroke_width": "3"},
            inner={"fill": "none", "stroke": ink, "stroke_width": "1"},
        )  # fmt: skip
        common = {"text_anchor": "middle", "fill": ink}
        self.add(
            words(mid, y + high, text, font_size=size, font_weight=700, **common, letter_spacing=gap),
            traced(f"M{xy((mid - off, y + at))}h{long}M{xy((mid + 40, y + at))}h{long}", stroke=red, stroke_width="1.6"),
            traced(star((mid, y + at), radius), fill=red),
            words(mid, y + low, under, font_size=less, **common, letter_spacing=wider),
        )

    def legend_of(
        self, title: tuple[int, int, int], drop: int, rows: Sequence[tuple[str, Callable[[Point], str]]], *key: Any
    ) -> None:
        """The legend: its rim, its title (height, size, spacing), samples of terrain with their names, and a column of signs."""
        ink, box = self.colour("chart-ink"), self.boxes["legend"]
        self.add(f'<g data-kind="legend" data-fold="{self.letters}">')
        self.double(
            box, 6, outer={"rx": 6, "fill": "none", "stroke": ink, "stroke_width": "2.4"},
            inner={"rx": 3, "fill": "none", "stroke": ink, "stroke_width": ".9", "opacity": ".7"},
        )  # fmt: skip
        looks = {"font_size": title[1], "font_weight": 700, "text_anchor": "middle", "fill": ink, "letter_spacing": title[2]}
        self.add(
            words(box[0] + box[2] / 2, box[1] + title[0], "Legend", **looks),
            f'<g text-anchor="middle" fill="{ink}" font-size="{self.letters}">',
        )
        for kind, at in self.swatches:
            self.add(stroke(self.swatch_at(at), self.colour("grid"), 1.4), words(at[0], at[1] + drop, kind.capitalize()))
        self.add("</g>")
        self.key(rows, (box[0] + key[0], box[1] + key[1]), *key[2:])
        self.add("</g>")

    def frame(self) -> None:
        self.add("</g>")
        self.rims((BLEED, 3.0), (BLEED + 8, 1.0), (BLEED + 22, 1.4))
        self.add("</svg>")


def name_box(x: float, y: float, wide: float, size: float) -> Box:
    return x - wide / 2, y - size * 0.78, x + wide / 2, y + size * 0.2
