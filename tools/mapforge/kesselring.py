"""Make the board of Kesselring's War: the hexes with their terrain, and the painted map under them.

    .venv/bin/python -m tools.mapforge.kesselring [FOLDER]

Reads data/italy_hexes.json and data/italy_coast.geojson beside this file and writes map.toml and art.svg
into the game's data folder. The same input always gives the same bytes.

The printed map is lost. The rulebook names some two dozen hexes; everything else follows from real geography laid under
a grid that puts those hexes where the text wants them.
"""

from __future__ import annotations

import itertools
import json
import math
from collections import defaultdict
from collections.abc import Callable, Iterable
from random import Random
from typing import Any, NamedTuple

from grandharbour.engine.geometry.bits import bits
from grandharbour.engine.geometry.hexes import NW, HexGrid, W

from .hexmaps import ACROSS, SIZE, Hexes, HexSheet, pair
from .pens import (
    Point,
    chains,
    circle,
    filled,
    hexagon,
    joined,
    num,
    packed,
    polygon,
    rect,
    smooth,
    star,
    stroke,
    traced,
    used,
    words,
    xy,
)
from .rasters import Noise, Raster, blur, land_mask, thin_ring
from .sheets import COLOURS, DATA, Palette, forge
from .tables import by_hand, sourced

HEXES = DATA / "italy_hexes.json"
COAST = DATA / "italy_coast.geojson"


# One ring of sea lies around the islands and the heel, so that a landing force can stand off every coast.
GRID = HexGrid(31, 26, "odd", first_column=2, first_row=12)
MAP = Hexes(GRID)
WIDTH, HEIGHT = MAP.size
centre, corners, neighbours = MAP.centre, MAP.corners, MAP.neighbours
colour = Palette(COLOURS)

# ---------------------------------------------------------------- what is where


class Place(NamedTuple):
    """A place that matters in play: *kind* is city, town or nothing; p = port, a = airfield."""

    hex: str
    kind: str = ""
    marks: str = ""
    vp: int = 0
    at: str = ""
    """The entry of the data file that gives its position, if the name differs."""


HAND = by_hand("kesselring")
PLACES = {name: Place(*row) for name, row in HAND["places"].items()}
MAJOR, SUPPLY, SEA_SIDES, NORTH_EDGE, BOXES = (HAND[key] for key in ("major", "supply", "sea_sides", "north_edge", "boxes"))

STRAIT = "2027-2028"
#: The sheet is turned to the left by so many degrees, so that the peninsula lies along it.
NORTH = 26.0
#: Where roads leave the map to the north, and on which side of the hex.
NORTH_ROADS = {"3209": W, "3509": W, "3711": NW, "3714": NW}


def north_of_row(hex_: str) -> bool:
    """On the row of Cassino or north of it; the row runs straight from coast to coast."""
    row, place = int(hex_[:2]), int(hex_[2:])
    return 2 * place - (row % 2 == 0) - row <= 1


def side_ends(side: str) -> tuple[Point, Point]:
    """The two corners of the hexside between two hexes."""
    return MAP.between(*side.split("-"))


class Board:
    """Everything the rules ask of the map."""

    def __init__(self) -> None:
        data = json.loads(HEXES.read_text(encoding="utf-8"))
        self.hexes: dict[str, dict[str, Any]] = data["hexes"]
        self.terrain: dict[str, str] = {h: v["terrain"] for h, v in self.hexes.items()}
        self.landmass: dict[str, str] = {h: v["landmass"] for h, v in self.hexes.items()}
        self.river_names: dict[str, list[str]] = data["rivers"]
        self.rivers = sorted({side for sides in self.river_names.values() for side in sides})
        routes = [*data["roads"].values(), *HAND["more_roads"].values()]
        self.roads = sorted({pair(a, b) for route in routes for a, b in itertools.pairwise(route)})
        self.spots: dict[str, Point] = {name: tuple(p["at"]) for name, p in data["places"].items()}
        self.coast = read_coast()
        self.raster = MAP.raster(6.0)
        self.raster.land = land_mask(self.raster, [ring for kind, ring in self.coast if kind != "lake"])
        share = land_share(self.raster)
        empty = [GRID.name(h) for h in bits(GRID.all) if GRID.name(h) not in self.terrain]
        self.out = [h for h in empty if share[h] >= 0.25 and not 9 <= int(h[2:]) <= 31]
        """Land that is not part of the game: Tuscany, Corsica, the far side of the Adriatic."""
        self.sea = [h for h in empty if h not in self.out]
        wet = set(self.sea)
        self.coastal = [h for h in self.terrain if any(n in wet for n in neighbours(h))]
        self.seas = self._seas()
        open_sea = {*self.seas["tyrrhenian"], *self.seas["mediterranean"]}
        self.closed_coast = [h for h in self.coastal if not any(n in open_sea for n in neighbours(h))]
        self.north_of_row = [h for h, where in self.landmass.items() if where == "mainland" and north_of_row(h)]

    def _seas(self) -> dict[str, list[str]]:
        """The seas: the Adriatic ends where the heel does, the Tyrrhenian at the west of Sicily and the straits of Corsica."""
        place = {h: (int(h[:2]), int(h[2:]) + 0.5 * (int(h[:2]) % 2)) for h in self.sea}
        adriatic = self._flood("3720", {h for h, (row, _) in place.items() if row >= 32})
        tyrrhenian = self._flood("2515", {h for h, (row, x) in place.items() if row >= 16 and x > (7 if row < 24 else 5.5)})
        rest = [h for h in self.sea if h not in adriatic and h not in tyrrhenian]
        return {"adriatic": sorted(adriatic), "tyrrhenian": sorted(tyrrhenian), "mediterranean": rest}

    @staticmethod
    def _flood(start: str, within: set[str]) -> set[str]:
        found, fresh = {start}, [start]
        while fresh:
            fresh = sorted({n for h in fresh for n in neighbours(h) if n in within and n not in found})
            found.update(fresh)
        return found

    def with_mark(self, mark: str) -> list[str]:
        return sorted(p.hex for p in PLACES.values() if mark in p.marks)

    def of_kind(self, kind: str) -> list[str]:
        return sorted(p.hex for p in PLACES.values() if p.kind == kind)


def read_coast() -> list[tuple[str, list[Point]]]:
    """Rings of coastline on the sheet, each with what it is: a landmass, an islet or a lake."""
    features = json.loads(COAST.read_text(encoding="utf-8"))["features"]
    return [(f["properties"]["landmass"].lower(), [sheet(u, v) for u, v in f["geometry"]["coordinates"][0]]) for f in features]


def sheet(u: float, v: float) -> Point:
    """From the plane of the grid, where a hex is 1 wide, to the sheet."""
    row = v / (math.sqrt(3) / 2)
    return (u - GRID.first_column + 0.5) * ACROSS, (1.5 * (GRID.first_row + GRID.height - 1 - row) + 1) * SIZE


# ---------------------------------------------------------------- map.toml


def map_toml(board: Board) -> str:
    by_name = {name: p.hex for name, p in PLACES.items()}
    objectives = {p.hex: p.vp for p in PLACES.values() if p.vp}
    where = sorted({p.hex for p in PLACES.values()})
    laid = MAP.tables("width", "height", "parity", "first_column", "first_row")
    laid["art"]["north"] = NORTH
    return sourced(
        HAND,
        laid
        | {
            "boxes": BOXES,
            "hexes": board.terrain,
            "landmass": board.landmass,
            "sea": board.sea,
            "out": board.out,
            "seas": board.seas,
            "invasion_seas": ["mediterranean", "tyrrhenian"],
            "coastal": board.coastal,
            "closed_coast": board.closed_coast,
            "rivers": board.rivers,
            "roads": board.roads,
            "straits": [STRAIT],
            "sea_sides": SEA_SIDES,
            "north_edge": NORTH_EDGE,
            "north_roads": sorted(NORTH_ROADS),
            "cassino_row": HAND["cassino_row"],
            "north_of_cassino": board.north_of_row,
            "monte_cassino": by_name["Monte Cassino"],
            "named": {name: by_name[name] for name in HAND["named"]},
            "places": by_name,
            "cities": board.of_kind("city"),
            "towns": board.of_kind("town"),
            "ports": board.with_mark("p"),
            "airfields": board.with_mark("a"),
            "objectives": objectives,
            "major_objectives": [by_name[n] for n in MAJOR],
            "landmark_vp": {by_name["Monte Cassino"]: 1},
            "open_cities": [by_name["Roma"], by_name["Monte Cassino"]],
            "supply_hexes": [by_name[n] for n in SUPPLY],
        },
        objectives={"keys": [h for h in where if h not in objectives]},
    )


# ---------------------------------------------------------------- rasters


def hex_at(x: float, y: float) -> str | None:
    """The hex around a point of the sheet."""
    row = GRID.first_row + GRID.height - 1 - (y / SIZE - 1) / 1.5
    least, found = SIZE * SIZE, None
    for r in (math.floor(row), math.floor(row) + 1):
        shift = 0.5 + 0.5 * (r % 2)
        c = round(x / ACROSS - shift) + GRID.first_column
        if GRID.first_row <= r < GRID.first_row + GRID.height and GRID.first_column <= c < GRID.first_column + GRID.width:
            d = ((c - GRID.first_column + shift) * ACROSS - x) ** 2 + ((row - r) * 1.5 * SIZE) ** 2
            if d < least:
                least, found = d, (r, c)
    return f"{found[0]:02}{found[1]:02}" if found else None


def land_share(raster: Raster) -> dict[str, float]:
    total: dict[str, int] = defaultdict(int)
    dry: dict[str, int] = defaultdict(int)
    for j in range(raster.ny):
        for i in range(raster.nx):
            name = hex_at(*raster.at(i, j))
            if name is not None:
                total[name] += 1
                dry[name] += raster.land[j * raster.nx + i]
    return {h: dry[h] / total[h] for h in total}


# ---------------------------------------------------------------- drawing

INSET = 34.0  # half the width of a hex without its rim, where badges go


def outline(hexes: Iterable[str]) -> list[list[Point]]:
    """The rim of a set of hexes as closed rings; other than `Hexes.outline` it may touch itself at a corner."""
    inside = set(hexes)
    after: dict[tuple[str, str], tuple[tuple[str, str], Point]] = {}
    for h in sorted(inside):
        index, c = GRID.named(h), corners(h)
        for d in range(6):
            other = GRID.neighbour(index, d)
            if other is None or GRID.name(other) not in inside:
                after[num(c[d][0]), num(c[d][1])] = (num(c[(d + 1) % 6][0]), num(c[(d + 1) % 6][1])), c[d]
    rings = []
    while after:
        key = min(after)
        ring = []
        while key in after:
            key, point = after.pop(key)
            ring.append(point)
        rings.append(ring)
    return rings


def town(at: Point) -> str:
    return circle(at, 4.4, fill=colour("land"), stroke=colour("town"), stroke_width=2.6)


def badge(kind: str, at: Point, text: str = "") -> str:
    land, red, ink = colour("land"), colour("objective"), colour("chart-ink")
    disc, rim = {"stroke": land, "stroke_width": 1.2}, {"fill": red, "stroke": land, "stroke_width": 1}
    if kind == "port":
        return circle(at, 8.6, fill=colour("river"), **disc) + used("kw-anchor", at, stroke=land)
    if kind == "airfield":
        return circle(at, 8.6, fill=ink, **disc) + used("kw-plane", at, fill=land)
    if kind == "supply":
        box = rect((at[0] - 8, at[1] - 8, 16, 16), rx=3, fill=colour("rough"), stroke=ink, stroke_width=1.6)
        return box + stroke(f"M{xy((at[0] - 8, at[1] - 8))}l16 16m0-16l-16 16", ink, 1.6)
    label = words(at[0], at[1] + 4.4, text, font_size=12.5, font_weight=700, text_anchor="middle", fill=land)
    if kind == "major":
        return traced(star(at, 13.4), **rim) + label
    if kind == "landmark":
        return traced(f"M{xy((at[0], at[1] - 10))}l10 10l-10 10l-10-10z", **rim) + label
    return circle(at, 8.6, fill=red, **disc) + label


class Painter(HexSheet):
    """Draws the sheet, layer by layer."""

    id = "kw"
    hexes, boxes, clear, badge_half, badge_of = MAP, BOXES, 22.0, 9, staticmethod(badge)
    colour = staticmethod(colour)
    swatch, letters = 29.0, 14
    swatches = [
        (kind, (BOXES["legend"][0] + x, BOXES["legend"][1] + 84))
        for kind, x in (("open", 44), ("rough", 116), ("mountain", 190), ("volcano", 262))
    ]

    def __init__(self, board: Board) -> None:
        super().__init__()
        self.board, self.raster, self.roads_of = board, board.raster, board.roads
        self.river_labels: list[str] = []
        self.places = {p.hex: name for name, p in PLACES.items()}
        self.spots = {p.hex: self.spot(name, p) for name, p in PLACES.items()}
        self.lay_roads(board.terrain, self.spots, 26)

    # Where things stand

    def dry(self, p: Point, hex_: str, reach: float) -> Point:
        """The nearest dry point to *p* that is not far from the middle of the hex."""
        cx, cy = centre(hex_)
        best, least = p, math.inf
        for k in range(-int(reach // 4), int(reach // 4) + 1):
            for m in range(-int(reach // 4), int(reach // 4) + 1):
                q = cx + 4 * k, cy + 4 * m
                if math.hypot(4 * k, 4 * m) > reach or not all(
                    self.is_land((q[0] + a, q[1] + b)) for a in (-5, 5) for b in (-5, 5)
                ):
                    continue
                d = math.hypot(q[0] - p[0], q[1] - p[1])
                if d < least:
                    best, least = q, d
        return best if math.hypot(best[0] - p[0], best[1] - p[1]) > 4 or not self.is_land(p) else p

    def spot(self, name: str, place: Place) -> Point:
        """Where the town stands: its true position, drawn in from the rim of its hex."""
        x, y = sheet(*self.board.spots[place.at or name])
        cx, cy = centre(place.hex)
        away = math.hypot(x - cx, y - cy)
        reach = 17.0
        if away > reach:
            x, y = cx + (x - cx) * reach / away, cy + (y - cy) * reach / away
        return self.dry((min(max(x, cx - 10), cx + 10), y), place.hex, 24)

    # Layers

    def head(self) -> None:
        board = self.board
        land = "".join(packed([thin_ring(ring, 0.35)]) for kind, ring in board.coast if kind != "lake")
        lakes = "".join(packed([ring]) for kind, ring in board.coast if kind == "lake")
        play = "".join(polygon(ring) for ring in outline(board.terrain))
        self.start(
            self.paper,
            "Kesselring's War: Italy 1943-44",
            "Written by tools/mapforge/kesselring.py. Coastline derived from GSHHG 2.3 (Wessel and Smith), LGPL-3.0-or-later; "
            "place positions: GeoNames, CC BY 4.0; terrain from Mapzen terrain tiles via pvlib (Copernicus EU-DEM, SRTM and GMTED2010 by USGS, ETOPO1 by NOAA).",
            self.half("coast", land),
            self.half("lakes", lakes),
            f'<path id="kw-play" d="{play}"/>',
            self.samples("open", "rough", "mountain", "volcano"),
            self.sheet_clip(),
            self.clip("dry", "coast", "swatches"),
            self.clip("field", "play", "swatches"),
            self.depths(".46", ".55", ".16"),
            *self.icons(),
            '<path id="kw-city" d="M-7-6h5v5h-5zM-.6-7.6h5.6v4.6H-.6zM6.2-4.6h2.6v4.4H6.2zM-8.6.4h3.6v4.2h-3.6zM-3.6.4h4.4v6H-3.6zM2.2-1.6H5V2H2.2zM2.2 3.4H8V7H2.2zM6.2 1.2h2v1.2h-2z"/>',
        )
        self.add(rect(self.paper, fill=colour("land")), '<g clip-path="url(#kw-sheet)">')

    def sea(self) -> None:
        raster = self.raster
        main = land_mask(raster, [ring for kind, ring in self.board.coast if kind not in ("lake", "islet") or ring[0][0] > 2450])
        near, wide = raster.away(raster.land), raster.away(main)
        self.shallows(raster, wide, near, ((200, 0.20), (132, 0.24), (82, 0.28), (44, 0.30), (17, 0.45)))
        self.add("</g>")

    def panels(self) -> None:
        """The ground of the legend, under the terrain of its samples."""
        self.add(rect(BOXES["legend"], rx=6, fill=colour("land"), opacity=".86", data_fold=self.letters))

    def ground(self) -> None:
        land, edge = colour("land"), colour("land-edge")
        self.add(
            f'<use href="#kw-play" fill="{colour("relief-light")}" opacity=".2"/>',
            f'<use href="#kw-coast" fill="{land}" opacity=".5"/>',
            f'<use href="#kw-coast" fill="none" stroke="{edge}" stroke-width="2" opacity=".45"/>',
            f'<g clip-path="url(#kw-field)"><use href="#kw-coast" fill="{land}"/></g>',
            *(
                filled(self.swatch_at(at), colour("land" if kind == "open" else kind), data_fold=self.letters)
                for kind, at in self.swatches
            ),
        )
        self.relief()
        self.add(
            f'<g clip-path="url(#kw-field)"><use href="#kw-coast" fill="none" stroke="{edge}" stroke-width="4.4"/></g>',
            f'<use href="#kw-lakes" fill="{colour("sea")}" stroke="{edge}" stroke-width="2.6"/>',
        )

    def relief(self) -> None:
        """Tints and shaded hills from a made-up height field that keeps to the terrain of the hexes."""
        ground = MAP.raster(4.0)
        nx, ny = ground.nx, ground.ny
        grade = {"open": 0, "rough": 1, "mountain": 2, "volcano": 3}
        kind = [0] * (nx * ny)
        for h, terrain in self.board.terrain.items():
            ground.stamp(kind, centre(h), SIZE, grade[terrain])
        for terrain, at in self.swatches:
            ground.stamp(kind, at, self.swatch + 1.5, grade[terrain])
        wander = Noise(5)
        high = blur([1.0 if k >= 1 else 0.0 for k in kind], nx, ny, 2)
        steep = blur([1.0 if k >= 2 else 0.0 for k in kind], nx, ny, 2)
        fire = blur([1.0 if k == 3 else 0.0 for k in kind], nx, ny, 2)
        height = [0.0] * (nx * ny)
        ridge, hill, small = Noise(21), Noise(22), Noise(23)
        for j in range(2, ny - 2):
            for i in range(2, nx - 2):
                k = j * nx + i
                if high[k] < 0.02:
                    continue
                x, y = ground.at(i, j)
                # The Apennines run along the rows; south of Naples the chain turns down the toe.
                turn = math.radians(12 if y < 760 else 55)
                u, v = x * math.cos(turn) + y * math.sin(turn), y * math.cos(turn) - x * math.sin(turn)
                u += 26 * (wander(x / 70, y / 70) - 0.5)
                v += 26 * (wander(x / 70 + 31, y / 70) - 0.5)
                crest = 1 - abs(2 * ridge(u / 62, v / 36) - 1)
                spur = 1 - abs(2 * hill(u / 27, v / 22) - 1)
                knoll = small(x / 19, y / 17)
                height[k] = max(steep[k], 0.0) ** 1.5 * (46 * crest * crest + 19 * crest * spur + 5 * knoll)
                low = 1 - abs(2 * hill(u / 40, v / 23) - 1)
                height[k] += max(high[k] - steep[k], 0.0) * (11 * low * low + 6 * low * knoll + 2.5 * knoll)
        for name in ("Etna", "Vesuvio"):
            self.cone(ground, height, self.spots[PLACES[name].hex], 34 if name == "Etna" else 27)
        self.cone(ground, height, dict(self.swatches)["volcano"], 22)
        light = ground.shade(height, lambda k: high[k] >= 0.02)
        self.add('<g clip-path="url(#kw-field)"><g clip-path="url(#kw-dry)"><g transform="scale(.5)" fill-rule="evenodd">')
        self.terrain(ground, wander, 24, ((high, "rough", 1.0), (steep, "mountain", 1.0), (fire, "volcano", 1.0)), 0.7)
        slopes = (
            (0.17, "relief-light", 0.30, 22),
            (0.48, "relief-light", 0.34, 16),
            (-0.13, "relief", 0.17, 22),
            (-0.33, "relief", 0.22, 16),
            (-0.60, "relief", 0.30, 12),
        )
        self.hills(ground, light, slopes, 0.8)
        self.add("</g></g></g>")

    @staticmethod
    def cone(raster: Raster, height: list[float], at: Point, radius: float) -> None:
        """A volcano: one smooth cone with gullies and a crater."""
        for j in range(int((at[1] - radius - raster.y0) / raster.step), int((at[1] + radius - raster.y0) / raster.step) + 2):
            for i in range(int((at[0] - radius - raster.x0) / raster.step), int((at[0] + radius - raster.x0) / raster.step) + 2):
                x, y = raster.at(i, j)
                d = math.hypot(x - at[0], y - at[1]) / radius
                if d < 1:
                    gully = 1 + 0.10 * math.cos(9 * math.atan2(y - at[1], x - at[0]))
                    up = 36 * (1 - d) ** 1.25 * gully if d > 0.2 else 36 * 0.8**1.25 - (0.2 - d) * 90
                    k = j * raster.nx + i
                    height[k] = up + height[k] * d * d * 0.5

    def rivers(self) -> None:
        paths = []
        noise = Random(7)
        for sides in self.board.river_names.values():
            for chain in chains([side_ends(s) for s in sides]):
                points = [chain[0]]
                for (ax, ay), (bx, by) in itertools.pairwise(chain):
                    long = math.hypot(bx - ax, by - ay)
                    for t in (0.16, 0.39, 0.61, 0.84):
                        off = noise.uniform(-2.6, 2.6)
                        points.append((ax + (bx - ax) * t - (by - ay) / long * off, ay + (by - ay) * t + (bx - ax) / long * off))
                points.append(chain[-1])
                paths.append(smooth(points))
        path = "".join(paths)
        self.add(
            f'<g fill="none"><path id="kw-rivers" d="{path}" stroke="{colour("land")}" stroke-width="8.4" stroke-opacity=".45"/>'
            f'<path stroke="{colour("river")}" stroke-width="5.4" d="{path}"/></g>',
        )

    def river_name(self, name: str, sides: list[str]) -> str:
        """The name beside a stretch of the river where nothing else stands, or nothing."""
        name = {"Aterno-Pescara": "Pescara", "Rapido-Gari": "Rapido", "Flumini Mannu": "Mannu"}.get(name, name)
        crossed, middle = set(self.board.roads), len(sides) / 2
        ranked = sorted(enumerate(sides), key=lambda item: (item[1] in crossed, abs(item[0] - middle)))
        for upright in (False, True):
            for _, side in ranked:
                a, b = sorted(side_ends(side))
                if (abs(a[0] - b[0]) < 5) is not upright:
                    continue
                x, y = (a[0] + b[0]) / 2, (a[1] + b[1]) / 2
                angle = -90.0 if upright else math.degrees(math.atan2(b[1] - a[1], b[0] - a[0]))
                box = (x - 11, y - 18, x + 3, y + 18) if upright else (x - 18, y - 14, x + 18, y + 4)
                if not self.blocked(box):
                    self.taken.append(box)
                    return f'<text transform="translate({xy((x, y))})rotate({num(angle)})" y="-5.5">{name}</text>'
        return ""

    def roads(self) -> None:
        off: dict[str, list[tuple[Point, Point]]] = {}
        for h, d in NORTH_ROADS.items():
            (ax, ay), (bx, by) = MAP.side(h, d)
            m = (ax + bx) / 2, (ay + by) / 2
            cx, cy = centre(h)
            long = math.hypot(m[0] - cx, m[1] - cy)
            off[h] = [(m, ((cx - m[0]) / long, (cy - m[1]) / long))]
        text = self.road_path(off)
        self.add(
            f'<path id="kw-roads" fill="none" d="{text}" style="stroke:{colour("land")};stroke-width:6.4" opacity=".85"/>',
            f'<path fill="none" stroke="{colour("road")}" stroke-width="3.2" d="{text}"/>',
        )

    def sides(self) -> None:
        """Special hexsides: the strait, all-sea sides, the row of Cassino, the north edge."""
        ink = colour("chart-ink")
        sea = joined([side_ends(s) for s in SEA_SIDES])
        self.add(stroke(sea, colour("land"), 7), stroke(sea, colour("river"), 4.6, stroke_dasharray="1 7.6"))
        south = self.board.terrain.keys() - set(self.board.north_of_row)
        row = [side_ends(f"{h}-{n}") for h in self.board.north_of_row for n in neighbours(h) if n in south]
        self.add(stroke(joined(row), colour("objective"), 3, stroke_dasharray="11 6 1 6", opacity=".75"))
        edge = []
        marks = ""
        for h in NORTH_EDGE:
            index, c = GRID.named(h), corners(h)
            for d in range(6):
                other = GRID.neighbour(index, d)
                if (other is None and d != 0 and not (h == "3714" and d == 1)) or (
                    other is not None and GRID.name(other) in self.board.out
                ):
                    edge.append((c[d], c[(d + 1) % 6]))
                    m = (c[d][0] + c[(d + 1) % 6][0]) / 2, (c[d][1] + c[(d + 1) % 6][1]) / 2
                    angle = math.degrees(math.atan2(centre(h)[1] - m[1], centre(h)[0] - m[0]))
                    marks += f'<path d="M1-5L15 0L1 5L5 0Z" transform="translate({xy(m)})rotate({num(angle)})"/>'
        self.add(stroke(joined(edge), ink, 4, opacity=".62"), f'<g fill="{ink}" opacity=".62">{marks}</g>')
        mx, my = self.crossing(STRAIT)
        self.add(self.ferry((mx - 15, my - 14), (mx + 15, my - 14)))

    def ferry(self, a: Point, b: Point) -> str:
        """A crossing of the strait: an arrow with two heads."""
        head = 'stroke="none"'
        return (
            f'<g fill="{colour("road")}" stroke="{colour("road")}" stroke-width="3.4"><path fill="none" d="M{xy((a[0] + 5, a[1]))}L{xy((b[0] - 5, b[1]))}"/>'
            f'<path {head} d="M{xy((a[0] - 5, a[1]))}l11-7v14zM{xy((b[0] + 5, b[1]))}l-11-7v14z"/></g>'
        )

    def objectives(self) -> None:
        ring = colour("objective")
        for name, p in PLACES.items():
            if p.vp:
                rim = polygon(hexagon(centre(p.hex), SIZE - 4.4))
                self.add(stroke(rim, ring, 4.6 if name in MAJOR else 3.2, opacity=".9"))

    def symbols(self) -> None:
        for name, p in PLACES.items():
            cx, cy = centre(p.hex)
            x, y = self.spots[p.hex]
            if p.kind == "city":
                self.add(used("kw-city", (x, y), fill=colour("town"), stroke=colour("land"), stroke_width=".8"))
                self.taken.append((x - 9, y - 8, x + 9, y + 8))
            elif p.kind == "town" or name == "San Benedetto":
                self.add(town((x, y)))
                self.taken.append((x - 5, y - 5, x + 5, y + 5))
            left, right = (cx - INSET + 3, cx + INSET - 3)[:: -1 if name in HAND["mirrored"] else 1]
            if p.vp:
                self.badge("major" if name in MAJOR else "objective", (left, cy - 13), str(p.vp))
            if "p" in p.marks:
                self.badge("port", (left, cy + 10))
            if "a" in p.marks:
                self.badge("airfield", (right, cy + 10))
            if name in SUPPLY:
                self.badge("supply", (right, cy - 13))
            if name == "Monte Cassino":
                self.badge("landmark", (left, cy - 13), "1")
                abbey = f"M{xy((x - 8, y + 5))}v-9h3v-4h10v4h3v9z"
                self.add(filled(abbey, colour("town"), stroke=colour("land"), stroke_width=".8"))

    def numbers(self) -> None:
        rims = {p.hex for p in PLACES.values() if p.vp}
        spots = ((0.0, 43.0), (24.0, -24.0), (-24.0, -24.0), (24.0, 31.0), (-24.0, 31.0))
        land, sea = self.numbers_of(self.board.terrain, rims, (-30.0, -35.5), spots, (4, 30, 30), self.board.out)
        self.add(self.numbered(land, ".72"), self.numbered(sea, ".36"))

    def names(self) -> None:
        order = sorted(PLACES.items(), key=lambda item: (-item[1].vp, item[1].kind != "city", item[1].kind != "town", item[0]))
        for name, p in order:
            cx, cy = centre(p.hex)
            size = 19 if name == "Roma" else 16.5 if p.kind == "city" else 14 if p.vp else 12.6 if p.kind else 11.6
            wide = len(name) * size * (0.62 if p.kind == "city" else 0.57)
            beside = (37.0, -25.0, 33.0, -29.0, 46.0, 0.0, -10.0, 10.0, -20.0, 20.0, -32.0, 32.0)
            x, y = self.name_at((cx, cy), wide, size, beside, 1, 14)
            style = ' font-weight="700"' if p.kind == "city" or p.vp else "" if p.kind else ' font-style="italic"'
            shown = {"Roma": "ROMA", "Cefalu": "Cefal&#249;"}.get(name, name)
            self.names_out.append(f'<text x="{num(x)}" y="{num(y)}" font-size="{size}"{style}>{shown}</text>')

    def names_of_lands(self) -> None:
        ink, land = colour("chart-ink"), colour("land")
        looks = f'fill="{colour("river")}" stroke="{land}" stroke-width="2.4" paint-order="stroke"'
        rivers = f'<g data-kind="river" font-style="italic" font-size="10" text-anchor="middle" {looks}>{"".join(self.river_labels)}</g>'
        self.add(rivers, self.town_names())
        for name in HAND["peaks"]:
            x, y = sheet(*self.board.spots[name])
            half = len(name) * 2.9
            for dy in (0.0, -16.0, 16.0, 30.0, -30.0):
                if not self.blocked((x - half, y + dy - 7, x + half, y + dy + 14)):
                    self.taken.append((x - half, y + dy - 7, x + half, y + dy + 14))
                    self.add(
                        f'<g fill="{ink}" text-anchor="middle"><path d="M{xy((x - 5, y + dy + 2))}l5-8l5 8z"/><text x="{num(x)}" y="{num(y + dy + 12)}" '
                        f'font-size="10.5" font-style="italic" stroke="{land}" stroke-width="2.2" stroke-opacity=".6" paint-order="stroke">{name}</text></g>'
                    )
                    break
        self.add(f'<g data-kind="water" font-style="italic" text-anchor="middle" fill="{colour("water-ink")}" opacity=".8">')
        self.lettering(HAND["seas"])
        self.add("</g>")
        self.add(f'<g data-kind="region" text-anchor="middle" fill="{ink}" opacity=".2" font-weight="700">')
        self.lettering(HAND["regions"])
        self.add("</g>")

    def boxed(self) -> None:
        ink, land = colour("chart-ink"), colour("land")
        middle = {"text_anchor": "middle", "fill": ink}
        for name, title, note in (
            ("axis_staging", "Axis Staging Area", "Land moves to and from the north edge"),
            ("allied_staging", "Allied Staging Area", "Transfer, invasion, airborne drop"),
        ):
            x, y, w, h = BOXES[name]
            self.add(
                '<g data-upright="">',
                rect((x, y, w, h), rx=8, fill=land, fill_opacity=".74", stroke=ink, stroke_width="2.4"),
                rect((x, y, w, h), 6, rx=4, fill="none", stroke=ink, stroke_width=".9", opacity=".7"),
                words(x + w / 2, y + 36, title, data_kind="cell", font_size=23, font_weight=700, **middle, letter_spacing=1.5),
                words(x + w / 2, y + 55, note, font_size=13, font_style="italic", **middle, opacity=".8"),
                traced(f"M{xy((x + 30, y + 66))}h{num(w - 60)}", stroke=ink, stroke_width=".9", opacity=".6"),
                "</g>",
            )
        self.plate(("Kesselring&#8217;s War", 66, 48, 2), (84, 190, 150, 9), ("ITALY 1943&#8211;44", 122, 25, 7))

    def legend(self) -> None:
        ink, river, red = colour("chart-ink"), colour("river"), colour("objective")

        def straight(p: Point, paint: str, wide: float, dashes: str) -> str:
            return f'<path stroke="{paint}" stroke-width="{wide}" stroke-dasharray="{dashes}" d="M{xy((p[0] - 21, p[1]))}h42"/>'

        def edge(p: Point) -> str:
            line = f'<path stroke="{ink}" stroke-width="4" d="M{xy((p[0] - 20, p[1] - 5))}h40"/>'
            return f'<g fill="{ink}" opacity=".7">{line}{traced(f"M{xy((p[0] - 6, p[1] - 1))}h12l-6 9z")}</g>'

        rows: list[tuple[str, Callable[[Point], str]]] = [
            ("City", lambda p: used("kw-city", p, fill=colour("town"))),
            ("Town", town),
            ("Port", lambda p: badge("port", p)),
            ("Airfield", lambda p: badge("airfield", p)),
            ("Objective, victory points", lambda p: badge("objective", p, "1")),
            ("Major Objective", lambda p: badge("major", p, "8")),
            ("Axis supply hex", lambda p: badge("supply", p)),
            ("River hexside", lambda p: stroke(f"M{xy((p[0] - 22, p[1] + 2))}q11-9 22-2t22-1", river, 5.6)),
            ("Road", lambda p: stroke(f"M{xy((p[0] - 22, p[1] + 3))}q13-10 24-2t20-3", colour("road"), 3.4)),
            ("Strait, crossing allowed", lambda p: self.ferry((p[0] - 15, p[1]), (p[0] + 15, p[1]))),
            ("All-sea hexside, no crossing", lambda p: straight(p, river, 4.6, "1 7.6")),
            ("South rim of the Cassino row", lambda p: straight(p, red, 3, "11 6 1 6")),
            ("Edge to Axis Staging Area", edge),
        ]
        self.legend_of((36, 20, 2), 47, rows, 42, 160, 30.2, 36, 4.8, 14)

    def rose(self) -> None:
        """North arrow and scale bar in the Tyrrhenian Sea."""
        self.compass(f"translate(1100 1180)rotate({num(-NORTH)})", ".82", 44, 62, 84, ((58, "1.4"), (53, ".7")), (-92, 26))
        x, y = 1000.0, 1330.0
        note = words(x + 2 * ACROSS, y + 28, "kilometres; one hex is about 30 km across", font_style="italic")
        self.scale((x, y), ACROSS, 4, 30, 14, note)

    def river_names(self) -> None:
        self.river_labels = [self.river_name(name, sides) for name, sides in self.board.river_names.items()]

    def draw(self) -> str:
        return self.drawn(
            self.head, self.sea, self.panels, self.ground, lambda: self.mesh(self.board.terrain, self.board.sea, 0.2), self.rivers,
            self.roads, self.sides, self.objectives, self.symbols, self.names, self.river_names, self.numbers, self.names_of_lands,
            self.boxed, self.legend, self.rose, self.frame,
        )  # fmt: skip


def files() -> dict[str, str]:
    board = Board()
    return {"map.toml": map_toml(board), "art.svg": Painter(board).draw()}


if __name__ == "__main__":
    forge("kesselring", files)
