"""Make the board of Operation Herkules: territories, sea zones and what stands in them, and the painted map under them.

    .venv/bin/python -m tools.mapforge.herkules [FOLDER]

Reads data/herkules_areas.json beside this file and writes map.toml and art.svg into the game's data folder. The same input
always gives the same bytes.

The printed map is lost. The rulebook names nine territories and sea zone 20, and counts objectives, guns, radar sets, airfields
and ports; the rest follows the real islands.
"""

from __future__ import annotations

import itertools
import json
import math
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any, NamedTuple

from .pens import Box, Point, circle, grouped, inside, num, open_path, packed, rect, stroke, through, to_line, traced, words, xy
from .rasters import Noise, Raster, area, blur, distance_to, land_mask, level_rings, thin, thin_ring
from .sheets import COLOURS, DATA, Palette, Sheet, forge
from .tables import by_hand, inline, inline_entry, quoted

SCALE = 2.0  # units of the sheet for one unit of the input; one unit is 15.5 m
WIDTH, HEIGHT = 3200.0, 2800.0
COUNTER = 46.0

# ---------------------------------------------------------------- what is where

HAND, HAWKS = by_hand("herkules"), by_hand("hawks")
BOXES, PANELS = HAND["boxes"], HAND["panels"]


#: The fourteen turns in two rows, the days from left to right.
TURNS = {turn: (2354.0 + (turn - 1) // 2 * 114.5, 560.0 + (turn - 1) % 2 * 70.0, 110.5, 66.0) for turn in range(1, 15)}

NAME_SIZE = 25.0
#: Widths of letters in parts of the size; the drawing holds every name to the width this gives.
THIN, BROAD = "fijlrt'. ", "mwMW"


class Site(NamedTuple):
    """A symbol on the map."""

    kind: str
    area: str
    name: str
    at: Point
    detail: dict[str, Any]


class Area:
    """A territory or a sea zone on the sheet."""

    def __init__(self, raw: dict[str, Any], thinned: Thinner) -> None:
        self.id = str(raw["id"])
        self.name: str = raw["name"]
        self.land = raw["kind"] == "land"
        self.island: str = raw.get("island", "")
        self.ring_kind: str = raw.get("ring", "")
        self.vp: int = raw.get("vp", 0)
        self.hq: str = raw.get("hq") or ""
        self.lands: list[str] = raw["neighbours"]["land"]
        self.seas: list[int] = raw["neighbours"]["sea"]
        self.rings = [[thinned.ring(ring) for ring in part] for part in raw["polygons"]]
        x, y = raw["label_anchor"]
        self.label = HAND["names_at"].get(self.id, (x * SCALE, y * SCALE))
        counts: dict[str, int] = defaultdict(int)
        self.sites = []
        for f in raw.get("facilities", ()):
            kind = f["type"]
            counts[kind] += 1
            at = HAND["moved"].get(f"{self.id} {kind}{counts[kind]}", (f["xy"][0] * SCALE, f["xy"][1] * SCALE))
            self.sites.append(Site(kind, self.id, f.get("name", ""), at, f))

    @property
    def shape(self) -> list[Point]:
        return self.rings[0][0]

    def all_rings(self) -> list[list[Point]]:
        return [ring for part in self.rings for ring in part]

    def label_box(self) -> Box:
        """The rectangle its name takes, with the shield of its victory points."""
        x, y = self.label
        if not self.land:
            wide = max(len(self.name) * 21 * 0.5, 74)
            return x - wide / 2, y - 46, wide, 82
        wide = name_width(self.name) + (8 + shield_width(self.vp) if self.vp else 0)
        high = NAME_SIZE + (19 if self.hq else 0)
        return x - wide / 2 - 3, y - NAME_SIZE * 0.62, wide + 6, high


def name_width(name: str) -> float:
    parts = (0.4 if c in THIN else 0.95 if c in BROAD else 0.78 if c.isupper() else 0.6 for c in name)
    return round(sum(parts) * NAME_SIZE, 1)


def shield_width(vp: int) -> float:
    return 40.0 if vp >= 10 else 30.0


class Thinner:
    """Brings the borders to the sheet, with fewer points: a border between two areas stays one line for both."""

    def __init__(self, raws: Sequence[dict[str, Any]]) -> None:
        ends: dict[Point, set[Point]] = defaultdict(set)
        for raw in raws:
            for part in raw["polygons"]:
                for ring in part:
                    for (ax, ay), (bx, by) in itertools.pairwise(ring):
                        ends[ax, ay].add((bx, by))
                        ends[bx, by].add((ax, ay))
        self.knots = {p for p, near in ends.items() if len(near) > 2}
        self.cache: dict[tuple[Point, ...], list[Point]] = {}

    def ring(self, raw: Sequence[Sequence[float]]) -> list[Point]:
        points = [(p[0], p[1]) for p in raw[:-1]]
        start = next((k for k, p in enumerate(points) if p in self.knots), None)
        if start is None:
            start = points.index(min(points))
        points = points[start:] + points[:start] + [points[start]]
        cuts = [k for k, p in enumerate(points) if p in self.knots or k in (0, len(points) - 1)]
        if len(cuts) == 2:
            cuts.insert(1, max(range(len(points)), key=lambda k: math.dist(points[k], points[0])))
        found: list[Point] = []
        for a, b in itertools.pairwise(cuts):
            found += self.line(points[a : b + 1])[:-1]
        return found

    def line(self, points: list[Point]) -> list[Point]:
        if points[0] > points[-1]:
            return self.line(points[::-1])[::-1]
        key = tuple(points)
        if key not in self.cache:
            line = [(round(x * SCALE, 1), round(y * SCALE, 1)) for x, y in thin(points, 0.28)]
            self.cache[key] = [p for p, _ in itertools.groupby(line)]
        return self.cache[key]


def raster_of(step: float, border: float = 24.0) -> Raster:
    return Raster(step, WIDTH, HEIGHT, border)


class Board:
    """The areas with their sites, read from the input and brought to the sheet."""

    def __init__(self) -> None:
        raw = json.loads((DATA / "herkules_areas.json").read_text(encoding="utf-8"))
        thinner = Thinner(raw["areas"])
        self.areas = [Area(a, thinner) for a in raw["areas"]]
        self.land = [a for a in self.areas if a.land]
        self.sea = [a for a in self.areas if not a.land]
        self.projection = raw["projection"]
        self.harbour = [(x * SCALE, y * SCALE) for x, y in raw["harbour_water"][0]["polygon"]]
        self.islets = [[(x * SCALE, y * SCALE) for x, y in i["polygon"]] for i in raw["islets"]]
        self.corners: list[Point] = [(c["xy"][0] * SCALE, c["xy"][1] * SCALE) for c in raw["four_corner_points"]]
        self.borders = {
            kind: [[(x * SCALE, y * SCALE) for x, y in thin([(p[0], p[1]) for p in b["line"]], 0.28)] for b in lines]
            for kind, lines in raw["border_lines"].items()
        }
        self.fields = {a.id: field_of(a) for a in self.areas}
        self.spots = {a.id: spots_of(a, self.fields[a.id]) for a in self.areas}

    def place(self, lon: float, lat: float) -> Point:
        """Position on the sheet of a point on the globe."""
        p = self.projection
        return (lon - p["lon0"]) * p["units_per_deg_lon"] * SCALE, (p["lat0"] - lat) * p["units_per_deg_lat"] * SCALE

    def sites(self, kind: str) -> list[Site]:
        return [s for a in self.land for s in a.sites if s.kind == kind]


# ---------------------------------------------------------------- room for counters

LAND_STEP, SEA_STEP = 4.0, 8.0


def step_of(place: Area) -> float:
    return LAND_STEP if place.land else SEA_STEP


def free_cells(place: Area, pad: float, symbols: bool) -> tuple[list[list[bool]], float, float]:
    """Which cells of a small raster over an area are free of its rim, its name, the panels and, if asked, its symbols."""
    step = step_of(place)
    xs = [x for x, _ in place.shape]
    ys = [y for _, y in place.shape]
    x0, y0 = math.floor(min(xs) / step) * step, math.floor(min(ys) / step) * step
    nx, ny = int((max(xs) - x0) / step) + 2, int((max(ys) - y0) / step) + 2
    raster = raster_of(step)
    raster.x0, raster.y0, raster.nx, raster.ny = x0, y0, nx, ny
    rings = [place.rings[0][0], *place.rings[0][1:]]
    mask = land_mask(raster, rings)
    away = distance_to([not m for m in mask], nx, ny)
    taken: list[Box] = [grown(place.label_box(), 4)]
    taken += [grown(BOXES[b], 10) for b in PANELS] if not place.land else []
    for site in place.sites if symbols else ():
        if site.kind != "bunker":
            w, h = HAND["symbols"][site.kind]
            taken.append((site.at[0] - w - 2, site.at[1] - h - 2, 2 * w + 4, 2 * h + 4))
    free = []
    for j in range(ny):
        row = []
        for i in range(nx):
            x, y = x0 + i * step, y0 + j * step
            inside = mask[j * nx + i] and away[j * nx + i] * step > pad and 16 < x < WIDTH - 16 and 16 < y < HEIGHT - 16
            row.append(inside and not any(within((x, y), b) for b in taken))
        free.append(row)
    return free, x0, y0


def grown(box: Box, by: float) -> Box:
    return box[0] - by, box[1] - by, box[2] + 2 * by, box[3] + 2 * by


def within(p: Point, box: Box) -> bool:
    return box[0] < p[0] < box[0] + box[2] and box[1] < p[1] < box[1] + box[3]


def apart(p: Point, box: Box) -> float:
    """How far a point lies from a rectangle."""
    return math.hypot(max(box[0] - p[0], p[0] - box[0] - box[2], 0.0), max(box[1] - p[1], p[1] - box[1] - box[3], 0.0))


def rectangles(free: list[list[bool]]) -> Iterator[tuple[int, int, int, int]]:
    """Every rectangle of free cells that cannot grow upwards or sideways: left, top, width, height in cells."""
    nx = len(free[0])
    high = [0] * nx
    for j, row in enumerate(free):
        high = [h + 1 if f else 0 for h, f in zip(high, row)]
        stack: list[tuple[int, int]] = []
        for i, h in enumerate([*high, 0]):
            start = i
            while stack and stack[-1][1] >= h:
                start, tall = stack.pop()
                yield start, j - tall + 1, i - start, tall
            if h:
                stack.append((start, h))


def field_of(place: Area) -> Box:
    """The rectangle in an area that holds most counters, clear of its name and, if that leaves room for two, of its symbols."""
    step = step_of(place)
    best: tuple[float, Box] = (-1.0, (0.0, 0.0, 0.0, 0.0))
    for symbols, pad in ((True, 5.0), (False, 3.0)):
        free, x0, y0 = free_cells(place, pad, symbols)
        for i, j, w, h in rectangles(free):
            wide, tall = (w - 1) * step, (h - 1) * step
            fits = min(wide // COUNTER, 6) * min(tall // COUNTER, 4)
            score = fits * 1e6 + min(wide, 6 * COUNTER) * min(tall, 4 * COUNTER)
            if not place.land:
                score -= 300 * apart(place.label, (x0 + i * step, y0 + j * step, wide, tall))
            if score > best[0]:
                best = score, (x0 + i * step, y0 + j * step, wide, tall)
        if best[0] >= 2e6:
            break
    x, y, room, depth = best[1]
    # A vast rectangle keeps the part nearest to the name.
    if not place.land:
        wide, tall = min(room, 6 * COUNTER), min(depth, 4 * COUNTER)
        lx, ly = place.label
        x = min(max(lx - wide / 2, x), x + room - wide)
        y = min(max(ly - tall / 2, y), y + depth - tall)
        room, depth = wide, tall
    return x, y, room, depth


def spots_of(place: Area, field: Box) -> list[Point]:
    """Middles of counters: those of the field row by row, then others that fit without touching the name, most room first."""
    step = step_of(place)
    x, y, w, h = field
    columns, rows = max(int(w // COUNTER), 1), max(int(h // COUNTER), 1)
    found = [
        (x + w / 2 + (c - (columns - 1) / 2) * COUNTER, y + h / 2 + (r - (rows - 1) / 2) * COUNTER)
        for r in range(min(rows, 4))
        for c in range(min(columns, 6))
    ]
    free, x0, y0 = free_cells(place, 1.0, False)
    half = int(COUNTER / 2 / step)
    sums = [[0] * (len(free[0]) + 1)]
    for row in free:
        line = [0, *itertools.accumulate(map(int, row))]
        sums.append([a + b for a, b in zip(sums[-1], line)])
    wanted = 6 if place.land else 8
    spare = []
    for j in range(half, len(free) - half):
        for i in range(half, len(free[0]) - half):
            a, b, c, d = j - half, j + half + 1, i - half, i + half + 1
            if sums[b][d] - sums[a][d] - sums[b][c] + sums[a][c] == (2 * half + 1) ** 2:
                spare.append((x0 + i * step, y0 + j * step))
    middle = (x + w / 2, y + h / 2)
    while len(found) < wanted and spare:
        spare = [p for p in spare if all(max(abs(p[0] - q[0]), abs(p[1] - q[1])) >= COUNTER for q in found)]
        if spare:
            found.append(min(spare, key=lambda p: (math.dist(p, middle), p)))
    return found[: max(wanted, columns * rows)]


# ---------------------------------------------------------------- map.toml


def toml(value: Any) -> str:
    return inline(value, num)


def entry(key: str, value: Any, source: str, **limits: Any) -> str:
    return inline_entry(key, value, source, num, **limits)


def table(key: str, source: str, values: dict[str, Any]) -> list[str]:
    return [f"\n[{key}]", f"source = {quoted(source)}", f"\n[{key}.value]", *(f"{k} = {toml(v)}" for k, v in values.items())]


def slug(name: str) -> str:
    return "_".join("".join(c if c.isalnum() else " " for c in name.lower().replace("'", "")).split())


def map_toml(board: Board) -> str:
    ours = "reconstruction: "
    out = [
        "# The map of Operation Herkules. Written by tools/mapforge/herkules.py: change it there, or lay a table pack over it.",
        "#",
        "# land     territories: links to territories, sea to zones; airfield; port none, minor or major with the zone it opens to;",
        "#          radar none, naval or air; guns and the zones they may fire into",
        "# sea      zones by number: links to zones, lands that border them; ring coastal or outer",
        "# shapes   the outline of each area; parts has a second island of the same territory",
        "# fields   a rectangle x, y, width, height in each area for counters, clear of its name; spots are middles for counters of 46",
        "# guns, radars, airfields, ports, bunkers   where their symbols stand; boxes and turns are rectangles beside the map",
        "",
        "[map]",
        entry(
            "box", (0.0, 0.0, WIDTH, HEIGHT), ours + "the sheet of art.svg as x, y, width, height; all places are in its units"
        ),
    ]
    zone = {"min": 1, "max": 24, "open": True}
    for a in board.land:
        kinds: dict[str, list[Site]] = defaultdict(list)
        for site in a.sites:
            kinds[site.kind].append(site)
        port = kinds["port"][0].detail if kinds["port"] else {"size": "none", "sea_zone": 0}
        radar = kinds["radar"][0].detail["radar"] if kinds["radar"] else "none"
        guns = len(kinds["coastal_gun"])
        aim = HAND["gun_zones"].get(a.id)
        parts = ours + "one of the six of the Parts list"
        named = "text: a name of the rulebook" if a.id in HAND["text_names"] else ours + "a real place"
        seen = (
            "text: Radar, one of the four named"
            if a.id in HAND["text_radar"]
            else ours + "three sites of the war for the three air sets"
        )
        out += [
            f"\n[map.land.{a.id}]",
            entry("name", a.name, named),
            entry("island", a.island, "text: The Game Map, three islands", choices=["malta", "gozo", "comino"]),
            entry("vp", a.vp, ours + HAND["why"][a.id] + "; all together make the 275 of the text", min=0, max=100),
            entry("links", a.lands, ours + "borders drawn along the parishes", open=True),
            entry("sea", a.seas, ours + "the coast it has", **zone),
            entry("airfield", bool(kinds["airfield"]), parts),
            entry("port", port["size"], parts if a.id != "valletta" else "text: Naval Base, the one major base", choices=["none", "minor", "major"]),
            entry("port_zone", port["sea_zone"], ours + "where its mouth is", min=0, max=24),
            entry("radar", radar, seen, choices=["none", "naval", "air"]),
            entry("guns", guns, ours + "sixteen by the Parts list, on the line of forts", min=0, max=9),
            entry("gun_zones", (aim or a.seas) if guns else [], ours + ("two zones at most, ruling G-07" if aim else "the zones its coast touches"), **zone),
        ]  # fmt: skip
    for a in board.sea:
        number = "text: Operation Pedestal, the number" if a.id == "20" else ours + "a real water"
        out += [
            f"\n[map.sea.{a.id}]",
            entry("name", a.name, number),
            entry("ring", a.ring_kind, ours + "sixteen along the coast, eight outside", choices=["coastal", "outer"]),
            entry("links", a.seas, ours + "drawn around the islands, 20 to the west, where Pedestal comes from", **zone),
            entry("lands", a.lands, ours + "the territories along it", open=True),
        ]
    out += ["\n[map.guns]"]
    for site in board.sites("coastal_gun"):
        faces = site.detail["default_facing_sea_zone"]
        value = {"name": site.name, "land": site.area, "x": site.at[0], "y": site.at[1], "faces": faces}
        out.append(entry(slug(site.name), value, ours + "a fort or battery of the war"))
    for key, kind, why in (
        ("radars", "radar", "site on high ground"),
        ("airfields", "airfield", "field of 1942"),
        ("ports", "port", "harbour or pier"),
        ("bunkers", "bunker", "where its marker goes"),
    ):
        out.append(f"\n[map.{key}]")
        for site in board.sites(kind):
            value = ({"name": site.name} if site.name else {}) | {"x": site.at[0], "y": site.at[1]}
            out.append(entry(site.area, value, ours + why))
    parted = {a.id: [p[0] for p in a.rings[1:]] for a in board.areas if len(a.rings) > 1}
    out += table("map.shapes", ours + "the real coast, borders by hand", {a.id: a.shape for a in board.areas})
    out += table("map.parts", ours + "Cominotto and Manoel Island", parted)
    out += table("map.fields", ours + "the widest room", {a.id: board.fields[a.id] for a in board.areas})
    out += table("map.spots", ours + "first in the field, then around it", {a.id: board.spots[a.id] for a in board.areas})
    out += table("map.labels", ours + "the middle of the name", {a.id: a.label for a in board.areas})
    out += table("map.boxes", ours + "off-map boxes, track, legend and title as x, y, width, height", BOXES)
    out += table("map.turns", ours + "cells of the turn track as x, y, width, height", {str(t): b for t, b in TURNS.items()})
    return "\n".join(out) + "\n"


# ---------------------------------------------------------------- the islands, for drawing


colour = Palette(
    COLOURS
    | {"axis": "#a5352a", "allies": "#235a96", "wash-1": "#b7873a", "wash-2": "#5f8f4e", "wash-3": "#b3603c", "wash-4": "#8a7a94"}
)


def coast_rings(board: Board) -> list[list[Point]]:
    """The shores of the islands: the edges of territories that no second territory shares, joined to rings."""
    edges: dict[tuple[Point, Point], int] = defaultdict(int)
    for a in board.land:
        for ring in a.all_rings():
            for p, q in zip(ring, [*ring[1:], ring[0]]):
                edges[min(p, q), max(p, q)] += 1
    after: dict[Point, list[Point]] = defaultdict(list)
    for a in board.land:
        for ring in a.all_rings():
            turned = ring if area(ring) > 0 else ring[::-1]
            for p, q in zip(turned, [*turned[1:], turned[0]]):
                if edges[min(p, q), max(p, q)] == 1:
                    after[p].append(q)
    rings = []
    for start in sorted(after):
        while after[start]:
            ring, here = [start], after[start].pop()
            while here != start:
                ring.append(here)
                here = after[here].pop()
            rings.append(ring)
    return rings


def coloured(board: Board) -> dict[str, int]:
    """A wash for each territory, none like its neighbour's: 0 to 3."""
    order = sorted(board.land, key=lambda a: (-len(a.lands), a.id))
    found: dict[str, int] = {}

    def paint(k: int) -> bool:
        if k == len(order):
            return True
        place = order[k]
        used = {found[n] for n in place.lands if n in found}
        for wash in sorted(set(range(4)) - used, key=lambda w: (sum(v == w for v in found.values()), w)):
            found[place.id] = wash
            if paint(k + 1):
                return True
            del found[place.id]
        return False

    if not paint(0):
        raise ValueError("four washes are not enough")
    return found


class Painter(Sheet):
    """Draws the sheet, layer by layer."""

    id = "oh"
    size = WIDTH, HEIGHT
    colour = staticmethod(colour)

    def __init__(self, board: Board) -> None:
        super().__init__()
        self.board = board
        self.coast = coast_rings(board)
        self.raster = raster_of(6.0)
        self.dry = land_mask(self.raster, [*self.coast, *board.islets])
        self.shore = distance_to([not d for d in self.dry], self.raster.nx, self.raster.ny)
        self.towns = {
            name: (*board.place(*at), HAND["big"].get(name, 2))
            for name, at in HAWKS["villages"].items()
            if not name.startswith(".")
        }
        self.towns |= {name: (*board.place(lon, lat), size) for name, (lon, lat, size) in HAND["towns"].items()}
        self.height = self.heights()

    # Heights

    def heights(self) -> list[float]:
        """Metres above the sea from the ridges and plateaus of the chart of Hawks over Malta, bent and roughened."""
        raster, board = self.raster, self.board
        wide = 60 / (31 / SCALE)  # one unit of that chart is 60 m
        features = [(h, w * wide, [board.place(*p) for p in line], False) for h, w, line in HAWKS["ridges"]]
        features += [(h, w * wide, [board.place(*p) for p in ring], True) for h, w, ring in HAWKS["plateaus"]]
        boxes = []
        for _, w, line, _ in features:
            xs, ys = [p[0] for p in line], [p[1] for p in line]
            boxes.append((min(xs) - 3.2 * w, min(ys) - 3.2 * w, max(xs) - min(xs) + 6.4 * w, max(ys) - min(ys) + 6.4 * w))
        bend, rough, fine = Noise(41), Noise(42), Noise(43)
        field = [0.0] * (raster.nx * raster.ny)
        for k, dry in enumerate(self.dry):
            if not dry:
                continue
            x, y = raster.at(k % raster.nx, k // raster.nx)
            p = x + 52 * (bend(x / 74, y / 74) - 0.5), y + 52 * (bend(x / 74 + 20, y / 74) - 0.5)
            found = [22 + 18 * rough(x / 90, y / 90)]
            for (h, w, line, flat), box in zip(features, boxes):
                if within(p, box):
                    d = 0.0 if flat and inside(p, line) else to_line(p, [*line, line[0]] if flat else line)
                    found.append(h * math.exp(-0.62 * (d / w) ** 2))
            found.sort()
            high = found[-1] + 0.3 * (found[-2] if len(found) > 1 else 0)
            gully = 1 - abs(2 * fine(p[0] / 44, p[1] / 44) - 1)
            high *= 0.80 + 0.20 * gully + 0.16 * (rough(x / 30, y / 30) - 0.5)
            # Steep cliffs along the south-west and the south of Gozo, gentle shores in the east.
            steep = 3.2 if x * 0.62 - y < -380 else 1.0
            field[k] = high * (1 - math.exp(-self.shore[k] * raster.step * steep / 34))
        return blur(field, raster.nx, raster.ny, 1, 1)

    # Layers

    def head(self) -> None:
        self.start(
            (0, 0, WIDTH, HEIGHT),
            "Operation Herkules: Malta, Gozo and Comino",
            "Written by tools/mapforge/herkules.py. Coastline derived from GSHHG 2.3 (Wessel and Smith), LGPL-3.0-or-later; "
            "place positions: GeoNames, CC BY 4.0.",
            self.half("coast", packed(self.coast)),
            self.half("islets", packed(self.board.islets)),
            self.half("harbour", packed([self.board.harbour])),
            self.clip("dry", "coast"),
            self.depths(".48", ".52", ".2", ".72", "#001", ".35"),
            *self.icons(),
            '<path id="oh-shield" d="M-18-13Q-9-10 0-14Q9-10 18-13V-1Q17 9 0 15Q-17 9-18-1Z"/>',
        )

    def sea(self) -> None:
        self.add(
            f'<rect width="{num(WIDTH)}" height="{num(HEIGHT)}" fill="{colour("sea-deep")}"/>',
            f'<rect width="{num(WIDTH)}" height="{num(HEIGHT)}" fill="url(#oh-deep)"/>',
        )
        raster = raster_of(10.0, 60.0)
        away = raster.away(land_mask(raster, [*self.coast, *self.board.islets]))
        swell = raster.swell(11, 170, 60, 0.75)
        # The bed falls off faster to the south-west.
        points = [raster.at(k % raster.nx, k // raster.nx) for k in range(len(away))]
        steep = [1.0 + 0.4 * math.tanh(((x - 1500) * -0.55 + (y - 1400) * 0.83) / 600) for x, y in points]
        self.add(f'<g fill="{colour("sea")}" transform="scale(.5)" fill-rule="evenodd">')
        for reach, strength in ((430, 0.16), (300, 0.18), (190, 0.22), (110, 0.26), (56, 0.34), (22, 0.5)):
            field = raster.walled(reach * (1 + w) - d * raster.step * s for w, d, s in zip(swell, away, steep))
            rings = [thin_ring(r, 2.0) for r in level_rings(raster, field, 0.0) if abs(area(r)) > 900]
            self.add(f'<path opacity="{strength}" d="{packed(rings)}"/>')
        self.add("</g>")

    def graticule(self) -> None:
        """Lines every five minutes, their figures at the rim."""
        ink = colour("river")
        lines, words = [], []
        for minute in range(10, 41, 5):
            x = self.board.place(14 + minute / 60, 36)[0]
            if 60 < x < WIDTH - 60:
                lines.append(f"M{num(x)} 0V{num(HEIGHT)}")
                words.append(f'<text x="{num(x + 5)}" y="{num(HEIGHT - 20)}">14&#176;{minute:02}&#8242;</text>')
        for minute in range(-10, 10, 5):
            y = self.board.place(14, 36 + minute / 60)[1]
            if 60 < y < HEIGHT - 60:
                lines.append(f"M0 {num(y)}H{num(WIDTH)}")
                words.append(f'<text x="22" y="{num(y - 5)}">{36 + minute // 60}&#176;{minute % 60:02}&#8242;</text>')
        self.add(
            f'<path d="{"".join(lines)}" fill="none" stroke="{ink}" stroke-width="1" opacity=".22"/>',
            f'<g font-size="15" font-style="italic" fill="{ink}" opacity=".65">{"".join(words)}</g>',
        )

    def zones(self) -> None:
        lines = "".join(open_path(line) for line in self.board.borders["sea"])
        dashes = {"stroke_dasharray": "15 9", "stroke_linecap": "butt", "opacity": ".85"}
        self.add(stroke(lines, colour("sea"), 7, opacity=".75"), stroke(lines, colour("river"), 2.6, **dashes))

    def ground(self) -> None:
        edge, coast = colour("land-edge"), '<use href="#oh-coast"'
        self.add(
            f'<g fill="none" stroke="{colour("sea")}">{coast} stroke-width="44" opacity=".35"/>{coast} stroke-width="20" opacity=".5"/></g>',
            f'{coast} fill="{colour("land")}"/>',
            f'<use href="#oh-islets" fill="{colour("rough")}" stroke="{edge}" stroke-width="3.6"/>',
            '<g clip-path="url(#oh-dry)">',
        )
        self.relief()
        self.washes()
        self.add("</g>")
        self.cliffs()
        self.add(
            f'<use href="#oh-harbour" fill="{colour("sea")}" stroke="{edge}" stroke-width="3"/>',
            f'<use href="#oh-coast" fill="none" stroke="{edge}" stroke-width="6.4"/>',
        )

    def relief(self) -> None:
        self.add('<g transform="scale(.5)" fill-rule="evenodd">')
        for level, name, strength in ((62, "rough", 0.42), (100, "rough", 0.5), (140, "mountain", 0.34), (185, "mountain", 0.4)):
            self.fill(self.raster, self.height, level, colour(name), strength, 1.0, 300)
        light = self.raster.shade(self.height, self.dry.__getitem__, 15, 1)
        lit = ((level, "relief-light", strength, 150) for level, strength in ((0.16, 0.4), (0.42, 0.42)))
        dim = ((level, "relief", strength, 150) for level, strength in ((-0.12, 0.09), (-0.26, 0.12), (-0.46, 0.16), (-0.8, 0.2)))
        self.hills(self.raster, light, (*lit, *dim), 1.1)
        self.add("</g>")

    def washes(self) -> None:
        """A band of colour inside the rim of each territory, so that neighbours can be told apart at a glance."""
        washes = coloured(self.board)
        for a in self.board.land:
            shape, paint = packed([part[0] for part in a.rings]), colour(f"wash-{washes[a.id] + 1}")
            self.add(
                f'<clipPath id="oh-{a.id}"><path transform="scale(.5)" d="{shape}"/></clipPath>',
                f'<g clip-path="url(#oh-{a.id})"><path transform="scale(.5)" d="{shape}" fill="{paint}" fill-opacity=".13" '
                f'stroke="{paint}" stroke-opacity=".34" stroke-width="52"/></g>',
            )

    def cliffs(self) -> None:
        """Strokes down to the water where high ground ends at the sea."""
        raster = self.raster
        strokes = []
        for ring in self.coast:
            left = 0.0
            for (ax, ay), (bx, by) in zip(ring, [*ring[1:], ring[0]]):
                long = math.hypot(bx - ax, by - ay)
                while left < long:
                    t = left / long
                    x, y = ax + (bx - ax) * t, ay + (by - ay) * t
                    ox, oy = (by - ay) / long, -(bx - ax) / long
                    high = self.height[raster.cell(x - ox * 26, y - oy * 26)]
                    if high > 52:
                        tall = min(6 + (high - 52) * 0.10, 17)
                        strokes.append(f"M{xy((x, y))}l{xy((ox * tall, oy * tall))}")
                    left += 6.5
                left -= long
        self.add(f'<path fill="none" stroke="{colour("land-edge")}" stroke-width="1.8" opacity=".8" d="{"".join(strokes)}"/>')

    def roads(self) -> None:
        spots = {name: (x, y) for name, (x, y, _) in self.towns.items()}
        spots |= {
            name: self.board.place(*at) for name, at in {**HAWKS["villages"], **HAND["crossroads"]}.items() if name not in spots
        }
        loose = Random(8)
        lines = []
        for way in HAND["ways"]:
            points: list[Point] = [spots[way[0]]]
            for a, b in itertools.pairwise(way):
                (ax, ay), (bx, by) = spots[a], spots[b]
                bow = loose.uniform(-0.09, 0.09)
                points += [((ax + bx) / 2 + (by - ay) * bow, (ay + by) / 2 - (bx - ax) * bow), (bx, by)]
            lines.append(through(points))
        d = "".join(lines)
        self.add(
            '<g clip-path="url(#oh-dry)" fill="none">',
            f'<path stroke="{colour("land-edge")}" stroke-width="5.4" opacity=".5" d="{d}"/>',
            f'<path stroke="{colour("relief-light")}" stroke-width="3" opacity=".95" d="{d}"/>',
            "</g>",
        )

    def built(self) -> None:
        """Houses of towns and villages."""
        loose = Random(17)
        blocks = []
        for x, y, size in self.towns.values():
            turn = loose.uniform(0, math.pi / 2)
            for _ in range(size * size * 3 + 3):
                r, at = loose.random() ** 0.6 * (5 + 8.5 * size), loose.uniform(0, 2 * math.pi)
                u, v = round(r * math.cos(at) / 7) * 7.0, round(r * math.sin(at) / 6) * 6.0
                cx, cy = x + u * math.cos(turn) - v * math.sin(turn), y + u * math.sin(turn) + v * math.cos(turn)
                if not self.dry[self.raster.cell(cx, cy)]:
                    continue
                w, h = loose.uniform(3.2, 6), loose.uniform(2.6, 4.4)
                blocks.append(
                    [
                        (
                            cx + a * w * math.cos(turn) - b * h * math.sin(turn),
                            cy + a * w * math.sin(turn) + b * h * math.cos(turn),
                        )
                        for a, b in ((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5))
                    ]
                )
        self.add(f'<path transform="scale(.5)" fill="{colour("town")}" opacity=".62" d="{packed(blocks)}"/>')

    def lines(self) -> None:
        """The Victoria Lines: a wall with its teeth to the north. Decoration only."""
        self.add(*wall(through([self.board.place(*p) for p in HAND["victoria_lines"]]), opacity=".75"))

    def borders(self) -> None:
        lines = "".join(open_path(line) for line in self.board.borders["land"])
        self.add(
            f'<g clip-path="url(#oh-dry)" fill="none"><path stroke="{colour("relief-light")}" stroke-width="7.5" opacity=".55" d="{lines}"/>'
            f'<path stroke="{colour("land-edge")}" stroke-width="3.4" d="{lines}"/></g>'
        )

    def symbols(self) -> None:
        self.add(*map(runways, self.board.sites("airfield")))
        for a in self.board.land:
            for site in a.sites:
                if site.kind == "coastal_gun":
                    self.add(gun(site.at, site.detail["bearing_deg_from_east_clockwise"]))
                elif site.kind != "bunker":
                    kind = site.detail.get("radar") or site.detail.get("size") or site.kind
                    self.add(badge(kind, site.at))
        self.add(*map(cross, self.board.corners))

    def names(self) -> None:
        """A name and the shield of its victory points are one label: it grows and makes room as a whole."""
        out, notes = [], []
        fit = {"lengthAdjust": "spacingAndGlyphs"}
        note = {"data_kind": "note", "font_size": 16.5, "font_style": "italic", "font_weight": 400, "fill": colour("allies")}
        for a in self.board.land:
            x, y = a.label
            wide = name_width(a.name)
            left = x - (wide + (8 + shield_width(a.vp) if a.vp else 0)) / 2
            mid, name = left + wide / 2, escape(a.name)
            label = words(mid, y + 8, name, font_size=num(NAME_SIZE), textLength=num(wide), **fit, data_rank=a.vp)
            if a.hq:
                notes.append(words(mid, y + 26, a.hq, **note))
            if a.vp:
                shield = vp_shield((left + wide + 8 + shield_width(a.vp) / 2, y), a.vp)
                whole = num(wide + 8 + shield_width(a.vp))
                label = f'<g data-at="{xy(a.label)}" data-wide="{whole}">{label}<g data-aside="" stroke="none">{shield}</g></g>'
            out.append(label)
        halo = {"stroke": colour("land"), "stroke_width": 5.5, "stroke_opacity": ".88", "paint_order": "stroke"}
        self.add(
            grouped(*out, data_kind="town", text_anchor="middle", font_weight=700, fill=colour("chart-ink"), **halo),
            grouped(*notes, text_anchor="middle", **halo),
            f'<g data-kind="zone" text-anchor="middle" fill="{colour("water-ink")}">',
        )
        for a in self.board.sea:
            x, y = a.label
            number = words(x, y + 2, a.id, font_size=58, font_weight=700, opacity=".85")
            self.add(number + words(x, y + 28, a.name, font_size=21.5, font_style="italic"))
        self.add("</g>")

    def waters(self) -> None:
        """Names of waters and rocks that are no areas."""
        water, ink = colour("water-ink"), colour("chart-ink")
        self.add(f'<g data-kind="water" font-style="italic" text-anchor="middle" fill="{water}" opacity=".5">')
        self.lettering((("MEDITERRANEAN SEA", 540, 1590, 0, 38, 13), ("MALTA CHANNEL", 1790, 170, 0, 30, 11)))
        self.add(
            "</g>", f'<g data-kind="place" font-size="14.5" font-style="italic" text-anchor="middle" fill="{ink}" opacity=".85">'
        )
        self.add(words(1740, 1202, "St Paul&#8217;s Islands"), words(1214, 946, "Cominotto"), "</g>")

    def panel(self, name: str, title: str, paint: str, note: str = "") -> None:
        x, y, w, h = BOXES[name]
        ink = colour("chart-ink")
        self.add(
            rect((x + 5, y + 7, w, h), rx="12", fill="#000", opacity=".16"),
            rect((x, y, w, h), rx="12", fill=colour("land"), stroke=ink, stroke_width="3"),
            rect((x, y, w, h), rx="12", fill=paint, opacity=".1"),
            rect((x, y, w, h), 7, rx="7", fill="none", stroke=ink, stroke_width="1", opacity=".6"),
        )
        if title:
            self.add(words(x + 24, y + 46, title, font_size=30, font_weight=700, letter_spacing=2, fill=ink))
        if note:
            looks = {"font_style": "italic", "text_anchor": "end", "fill": ink, "opacity": ".8"}
            self.add(words(x + w - 24, y + 45, note, font_size=19, **looks))

    def tray(self, name: str, title: str) -> None:
        box, ink = BOXES[name], colour("chart-ink")
        rim = {"stroke": ink, "stroke_width": "1.6", "stroke_opacity": ".7"}
        self.add(
            rect(box, rx="6", fill=colour("relief-light"), fill_opacity=".4", **rim),
            words(box[0] + 10, box[1] + 23, title, font_size=18, fill=ink, opacity=".85"),
        )

    def boxes(self) -> None:
        self.panel("axis", "SICILY", colour("axis"), "Axis forces off the map")
        self.tray("axis_air", "Aircraft")
        self.tray("axis_pool", "Ground troops waiting")
        self.tray("axis_ships", "Ships reloading")
        self.tray("axis_supply", "Supply")
        self.tray("axis_wounded", "Wounded")
        self.panel("british", "GIBRALTAR", colour("allies"), "British off the map")
        self.tray("british_air", "Strategic bombers")
        self.tray("british_convoy", "Convoy to come")
        self.tray("british_wounded", "Wounded")
        self.track()
        self.legend()
        self.title()

    def track(self) -> None:
        self.add('<g data-kind="legend" data-fold="17">')
        ink = colour("chart-ink")
        self.panel("turns", "", colour("rough"))
        x, y = BOXES["turns"][:2]
        head = words(x + 20, y + 34, "TURNS", font_size=22, font_weight=700, letter_spacing=1)
        self.add(f'<g fill="{ink}" font-size="17">{head}')
        for row, half in enumerate(("Morning", "Afternoon")):
            self.add(words(x + 20, y + 86 + 70 * row, half, font_size=15, font_style="italic"))
        for turn, (cx, cy, cw, ch) in TURNS.items():
            if turn % 2:
                self.add(words(cx + cw / 2, cy - 9, f"Day {turn // 2 + 1}", text_anchor="middle"))
            paint, much = (colour("relief-light"), ".55") if turn % 2 else (colour("relief"), ".14")
            cell = rect((cx, cy, cw, ch), rx=4, fill=paint, fill_opacity=much, stroke=ink, stroke_width=1.8)
            self.add(cell + words(cx + 8, cy + 22, turn, font_size=21, font_weight=700))
            for k, word in enumerate(HAND["events"].get(str(turn), ())):
                self.add(words(cx + cw - 6, cy + 44 + 15 * k, word, font_size=14, font_style="italic", text_anchor="end"))
        self.add("</g>", "</g>")

    def legend(self) -> None:
        self.add('<g data-kind="legend" data-fold="20">')
        self.panel("legend", "LEGEND", colour("rough"))
        x, y, _, _ = BOXES["legend"]
        left: list[tuple[str, Callable[[Point], str]]] = [
            ("Airfield", lambda p: badge("airfield", p)),
            ("Port", lambda p: badge("minor", p)),
            ("Major port", lambda p: badge("major", p)),
            ("Naval radar site", lambda p: badge("naval", p)),
            ("Air radar site", lambda p: badge("air", p)),
            ("Coastal gun site", lambda p: gun(p, 330)),
            ("Victory points", lambda p: vp_shield(p, 25)),
        ]
        right: list[tuple[str, Callable[[Point], str]]] = [
            ("Border of territories", border_sample),
            ("Border of sea zones", zone_sample),
            ("No way across", cross),
            ("Road, town: no effect", road_sample),
            ("Victoria Lines: no effect", lambda p: "".join(wall(f"M{xy((p[0] - 26, p[1] + 2))}q13-8 26-1t26-2"))),
        ]
        self.key(left, (x + 48, y + 92), 54.0, 38, 7, 20)
        self.key(right, (x + 330, y + 92), 54.0, 38, 7, 20)
        for down, text in ((392, "All objectives together: 275 points."), (418, "Major victory 250, minor 175.")):
            self.add(words(x + 304, y + down, text, font_size=17, font_style="italic", fill=colour("chart-ink")))
        self.add("</g>")

    def title(self) -> None:
        ink, red = colour("chart-ink"), colour("objective")
        self.panel("title", "", colour("rough"))
        x, y, w, _ = BOXES["title"]
        mid = x + w / 2
        self.add(
            grouped(
                words(mid, y + 60, "OPERATION", font_size=25, letter_spacing=9),
                words(mid, y + 124, "Herkules", font_size=66, font_weight=700, letter_spacing=5),
                traced(f"M{xy((mid - 160, y + 150))}h120M{xy((mid + 40, y + 150))}h120", stroke=red, stroke_width=2),
                traced(f"M{xy((mid, y + 140))}l10 10l-10 10l-10-10z", fill=red),
                words(mid, y + 192, "MALTA 1940 &#183; 1942", font_size=25, letter_spacing=5),
                text_anchor="middle",
                fill=ink,
            )
        )

    def rose(self) -> None:
        self.compass("translate(250 1910)", ".8", 50, 74, 104, ((70, "1.6"), (64, ".8")), (-114, 32))
        km = 1000 / 31 * SCALE
        x, y = 1250.0, 2738.0
        self.scale((x, y), km, 5, 1, 17, words(x + 5 * km + 34, y + 9, "km"), 9, "1.4", ".85")

    def frame(self) -> None:
        self.rims((-4.0, 8.0), (-13.0, 1.4))
        self.add("</svg>")

    def draw(self) -> str:
        return self.drawn(
            self.head, self.sea, self.graticule, self.zones, self.ground, self.roads, self.built, self.lines, self.borders, self.waters,
            self.symbols, self.names, self.boxes, self.rose, self.frame,
        )  # fmt: skip


# ---------------------------------------------------------------- small drawings


def escape(text: str) -> str:
    return text.replace("&", "&amp;").replace("'", "&#8217;")


def runways(site: Site) -> str:
    rows = HAND["runways"][site.area]
    strips = (rect((-long / 2, -5, long, 10), rx=2, transform=f"rotate({turn})") for turn, long in rows)
    looks = {"fill": colour("relief-light"), "stroke": colour("land-edge"), "stroke_width": 1.6, "opacity": ".9"}
    return grouped(*strips, transform=f"translate({xy(site.at)})", **looks) if rows else ""


def gun(at: Point, bearing: float) -> str:
    """An emplacement with its barrel, degrees clockwise from east."""
    ink, land = colour("chart-ink"), colour("land")
    return (
        f'<g transform="translate({xy(at)})rotate({num(bearing)})"><path d="M-3-10.5A11 11 0 1 0 -3 10.5" fill="none" stroke="{land}" stroke-width="6.5"/>'
        f'<path d="M-3-10.5A11 11 0 1 0 -3 10.5" fill="none" stroke="{ink}" stroke-width="3.4"/>'
        f'<path d="M0 0H19" stroke="{land}" stroke-width="9"/><circle r="7.4" fill="{ink}" stroke="{land}" stroke-width="1.4"/>'
        f'<path d="M0 0H18" stroke="{ink}" stroke-width="5"/></g>'
    )


def badge(kind: str, at: Point) -> str:
    land, ink = colour("land"), colour("chart-ink")
    place = f'<g transform="translate({xy(at)})">'
    if kind == "airfield":
        return f'{place}<circle r="18" fill="{ink}" stroke="{land}" stroke-width="2.4"/><use href="#oh-plane" transform="scale(2.1)" fill="{land}"/></g>'
    if kind in ("minor", "major"):
        ring = f'<circle r="24.5" fill="{colour("rough")}" stroke="{ink}" stroke-width="2"/>' if kind == "major" else ""
        return f'{place}{ring}<circle r="18" fill="{colour("river")}" stroke="{land}" stroke-width="2.4"/><use href="#oh-anchor" transform="scale(2)" stroke="{land}"/></g>'
    paint = colour("river") if kind == "naval" else colour("road")
    return (
        f'{place}<path d="M0-19L17 13Q17 16 14 16H-14Q-17 16-17 13Z" fill="{land}" stroke="{paint}" stroke-width="3"/>'
        f'<path d="M-5.5-3A7 7 0 0 1 5.5-3M-3-.5A3.6 3.6 0 0 1 3-.5" fill="none" stroke="{paint}" stroke-width="1.8"/>'
        f'<text y="13" font-size="14" font-weight="700" text-anchor="middle" fill="{paint}">{kind[0].upper()}</text></g>'
    )


def vp_shield(at: Point, vp: int) -> str:
    narrow = "" if vp >= 10 else "scale(.8 .95)"
    return (
        f'<g transform="translate({xy(at)})"><use href="#oh-shield" transform="{narrow}" fill="{colour("objective")}" stroke="{colour("land")}" stroke-width="2.4"/>'
        f'<text y="8" font-size="24" font-weight="700" text-anchor="middle" fill="#fff8ea">{vp}</text></g>'
    )


def cross(p: Point) -> str:
    red = colour("objective")
    arms = traced(f"M{xy((p[0] - 4, p[1] - 4))}l8 8m0-8l-8 8", stroke=red, stroke_width=2.2)
    return circle(p, 8, fill=colour("land"), stroke=red, stroke_width=2.4) + arms


def border_sample(p: Point) -> str:
    d = f"M{xy((p[0] - 26, p[1] + 2))}q13-9 26-2t26-1"
    return f'<path stroke="{colour("land-edge")}" stroke-width="3.4" fill="none" d="{d}"/>'


def zone_sample(p: Point) -> str:
    looks = 'stroke-width="2.6" stroke-dasharray="15 9" stroke-linecap="butt"'
    return f'<path stroke="{colour("river")}" {looks} d="M{xy((p[0] - 26, p[1]))}h52"/>'


def road_sample(p: Point) -> str:
    d = f"M{xy((p[0] - 26, p[1] + 3))}q13-10 26-2t26-3"
    houses = f"M{xy((p[0] - 4, p[1] - 9))}h6v4h-6zm9 1h5v4h-5zm-7 12h5v4h-5z"
    road = stroke(d, colour("land-edge"), 5.4, opacity=".6") + stroke(d, colour("relief-light"), 3)
    return road + f'<path fill="{colour("town")}" opacity=".7" d="{houses}"/>'


def wall(d: str, **looks: object) -> tuple[str, str]:
    """A wall with its teeth."""
    ink = colour("land-edge")
    return stroke(d, ink, 2.4, **looks), stroke(d, ink, 7, stroke_dasharray="2.4 9", stroke_linecap="butt", **looks)


def files() -> dict[str, str]:
    board = Board()
    return {"map.toml": map_toml(board), "art.svg": Painter(board).draw()}


if __name__ == "__main__":
    forge("herkules", files)
