"""Make the board of Operazione C3: the hexes of Malta with all that stands in them, and the painted map under them.

    .venv/bin/python -m tools.mapforge.c3 [FOLDER]

Reads data/c3_hexes.json and data/coast_malta.geojson beside this file and writes map.toml and art.svg into the game's data
folder. The same input always gives the same bytes.

The printed map is lost. The rules give its scale, its layers and a few duties (a Victory Line that faces north, lettered battery
sites, mined and open sea hexes, Valletta as the prize); everything else follows from real geography.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from random import Random
from typing import NamedTuple

from grandharbour.engine.geometry.hexes import HexGrid

from .hexmaps import ACROSS, SIZE, Hexes, HexSheet, pair
from .pens import Point, circle, filled, hexagon, joined, num, packed, polygon, rect, star, stroke, traced, used, words, xy
from .rasters import Noise, blur, distance_to, land_mask, thin_ring
from .sheets import COLOURS, DATA, Palette, forge
from .tables import by_hand, sourced

HEXES = DATA / "c3_hexes.json"
COAST = DATA / "coast_malta.geojson"


GRID = HexGrid(30, 29, "even", first_column=1, first_row=1, rows_up=False, row_first=False)
MAP = Hexes(GRID)
WIDTH, HEIGHT = MAP.size
centre, side_ends = MAP.centre, MAP.between
colour = Palette(COLOURS | {"fortress": "#8a4fa8"})
HEX_KM = 1.5

# ---------------------------------------------------------------- what is where


class Place(NamedTuple):
    """A hex that counts: *kind* is city, town or airfield; *port* names its harbour."""

    hex: str
    kind: str
    port: str = ""
    lon: float = 0.0
    lat: float = 0.0


HAND = by_hand("c3")
PLACES = {name: Place(*row) for name, row in HAND["places"].items()}
BATTERIES, VILLAGES, SHORT, WATER, BOXES = (HAND[key] for key in ("batteries", "villages", "short", "water", "boxes"))
CAPITAL = PLACES["Valletta"].hex


class Board:
    """The input files, with our own choices laid over them."""

    def __init__(self) -> None:
        data = json.loads(HEXES.read_text(encoding="utf-8"))
        hexes = data["hexes"]
        self.origin: Point = tuple(data["grid"]["origin_km_of_0101"])
        self.sea = sorted(h for h, v in hexes.items() if v["type"] == "sea")
        self.island = {h: v["island"].lower() for h, v in sorted(hexes.items()) if v["type"] == "land"}
        self.terrain = {
            h: "rough" if h in HAND["rough"] else {"plain": "flat"}.get(hexes[h]["terrain"], "hill") for h in self.island
        }
        self.terrain[PLACES["St Paul's Bay"].hex] = "flat"
        self.height = {h: float(hexes[h]["elev_m"]) for h in self.island}
        self.share = {h: float(v["land_fraction"]) for h, v in hexes.items()}
        self.roads = sorted({pair(*r) for r in data["roads"]} | set(HAND["more_roads"]))
        self.line = [(v["attacker_side"], v["defended"]) for v in data["victory_line"]]
        self.cliffs = sorted({(c["land"], c["sea"]) for c in data["cliffs"]} | set(map(tuple, HAND["more_cliffs"])))
        opened, more = set(HAND["open_water"]), HAND["more_mines"]
        self.mines = {name: sorted((set(field) - opened) | set(more.get(name, ()))) for name, field in data["minefields"].items()}
        self.villages = {p["name"]: (p["lon"], p["lat"]) for p in data["places"] if p["kind"] in ("town", "city")}
        shores = json.loads(COAST.read_text(encoding="utf-8"))["features"]
        self.coast = [[self.sheet(*p) for p in f["geometry"]["coordinates"][0]] for f in shores]
        self.raster = MAP.raster(3.0)
        self.raster.land = land_mask(self.raster, self.coast)

    def sheet(self, lon: float, lat: float) -> Point:
        """A point of the globe on the sheet: azimuthal equidistant around the middle of the islands, as the hexes were laid."""
        lat0, lat1, turn = math.radians(35.93), math.radians(lat), math.radians(lon - 14.38)
        away = math.acos(min(1.0, math.sin(lat0) * math.sin(lat1) + math.cos(lat0) * math.cos(lat1) * math.cos(turn)))
        k = 6371.0088 * (away / math.sin(away) if away else 1.0)
        east = k * math.cos(lat1) * math.sin(turn)
        north = k * (math.cos(lat0) * math.sin(lat1) - math.sin(lat0) * math.cos(lat1) * math.cos(turn))
        unit = ACROSS / HEX_KM
        return (east - self.origin[0]) * unit + ACROSS / 2, (self.origin[1] - north) * unit + SIZE


# ---------------------------------------------------------------- map.toml


def map_toml(board: Board) -> str:
    overlay = {p.hex: p.kind for p in PLACES.values() if p.kind != "airfield"}
    names = {p.hex: name for name, p in PLACES.items()} | {h: SHORT.get(name, name) for name, h in VILLAGES.items()}
    names |= {h: name for h, name in BATTERIES.values() if h not in names}
    land = {"keys": sorted(board.island)}
    return sourced(
        HAND,
        MAP.tables("width", "height", "parity", "first_column", "first_row", "rows_up", "row_first")
        | {
            "boxes": BOXES,
            "hexes": board.terrain,
            "island": board.island,
            "sea": board.sea,
            "overlay": dict(sorted(overlay.items())),
            "capital": [CAPITAL],
            "ports": {p.hex: p.port for p in sorted(PLACES.values()) if p.port},
            "airfields": {p.hex: name for name, p in sorted(PLACES.items(), key=lambda i: i[1].hex) if p.kind == "airfield"},
            "victory": sorted(p.hex for p in PLACES.values()),
            "names": dict(sorted(names.items())),
            "batteries": {letter: h for letter, (h, _) in BATTERIES.items()},
            "roads": board.roads,
            "victory_line": [f"{a}-{b}" for a, b in board.line],
            "escarpments": sorted(HAND["escarpments"]),
            "cliffs": [f"{a}-{b}" for a, b in board.cliffs],
            "water": sorted(WATER),
            "minefields": board.mines,
            "zones": HAND["zones"],
        },
        overlay=land, ports=land, airfields=land, names=land,
    )  # fmt: skip


# ---------------------------------------------------------------- drawing


def runways(at: Point, turn: float) -> str:
    """Three crossing strips, as from the air."""
    strips = "".join(f'<path transform="rotate({num(turn + t)})" d="M-26 {num(y)}H26"/>' for t, y in ((0, 0), (62, 4), (118, -4)))
    return (
        f'<g transform="translate({xy(at)})" fill="none"><g stroke="{colour("land")}" stroke-width="8.4" opacity=".9">{strips}</g>'
        f'<g stroke="{colour("grid")}" stroke-width="5.6" opacity=".85">{strips}</g>'
        f'<g stroke="{colour("land")}" stroke-width=".8" stroke-dasharray="4 4" opacity=".9">{strips}</g></g>'
    )


def badge(kind: str, at: Point, text: str = "") -> str:
    land, ink = colour("land"), colour("chart-ink")
    if kind == "battery":
        # A fort seen from above: a pentagon with its point to the sea.
        fort = f"M{xy((at[0], at[1] - 10.6))}l9.6 6v11.6h-19.2v-11.6z"
        letter = words(at[0], at[1] + 5, text, font_size=12.5, font_weight=700, text_anchor="middle", fill=land)
        return traced(fort, fill=ink, stroke=land, stroke_width=1.3) + letter
    draw = used("c3-anchor", at, stroke=land) if kind == "port" else used("c3-plane", at, fill=land)
    return circle(at, 9, fill=colour("river") if kind == "port" else ink, stroke=land, stroke_width=1.3) + draw


class Chart(HexSheet):
    """Draws the sheet, layer by layer."""

    id = "c3"
    hexes, boxes, badge_half, badge_of = MAP, BOXES, 10, staticmethod(badge)
    colour = staticmethod(colour)
    swatch, letters = 34.0, 16
    swatches = [
        (k, (BOXES["legend"][0] + x, BOXES["legend"][1] + 96))
        for k, x in (("flat", 80), ("hill", 180), ("rough", 280), ("sea", 380))
    ]

    def __init__(self, board: Board) -> None:
        super().__init__()
        self.board, self.raster, self.roads_of = board, board.raster, board.roads
        self.mined = {h for field in board.mines.values() for h in field}
        self.spots = {p.hex: self.spot(board.sheet(p.lon, p.lat), p.hex) for p in PLACES.values()}
        for name, h in VILLAGES.items():
            self.spots[h] = self.spot(board.sheet(*board.villages[name]), h)
        self.lay_roads(board.terrain, self.spots, 28)

    # Where things stand

    def dry(self, p: Point, hex_: str, reach: float) -> Point:
        """The nearest dry point to *p* that is not far from the middle of the hex."""
        if all(self.is_land((p[0] + a, p[1] + b)) for a in (-4, 4) for b in (-4, 4)):
            return p
        cx, cy = centre(hex_)
        steps = range(-int(reach // 3), int(reach // 3) + 1)
        spots = [
            (cx + 3 * k, cy + 3 * m)
            for k in steps
            for m in steps
            if math.hypot(3 * k, 3 * m) <= reach
            and all(self.is_land((cx + 3 * k + a, cy + 3 * m + b)) for a in (-4, 4) for b in (-4, 4))
        ]
        return min(spots, key=lambda q: math.hypot(q[0] - p[0], q[1] - p[1]), default=p)

    def spot(self, p: Point, hex_: str) -> Point:
        """Where a town stands: its true position, drawn in from the rim of its hex."""
        cx, cy = centre(hex_)
        away, reach = math.hypot(p[0] - cx, p[1] - cy), 22.0
        if away > reach:
            p = cx + (p[0] - cx) * reach / away, cy + (p[1] - cy) * reach / away
        return self.dry(p, hex_, 30)

    # Layers

    def head(self) -> None:
        land = "".join(packed([thin_ring(ring, 0.3)]) for ring in self.board.coast)
        malta = {h for h, island in self.board.island.items() if island == "malta"}
        play = "".join(polygon(ring) for ring in MAP.outline(malta))
        red = colour("volcano")
        self.start(
            self.paper,
            "Operazione C3: Malta 1942",
            "Written by tools/mapforge/c3.py. Coastline derived from GSHHG 2.3 (Wessel and Smith), LGPL-3.0-or-later; "
            "place positions: GeoNames, CC BY 4.0.",
            self.half("coast", land),
            f'<path id="c3-play" d="{play}"/>',
            self.samples("flat", "hill", "rough"),
            self.sheet_clip(),
            self.clip("dry", "coast", "swatches"),
            self.depths(".52", ".56", ".18"),
            *self.icons(),
            f'<g id="c3-mine" stroke="{red}" stroke-width="1.5"><path fill="none" d="M0-8.6V8.6M-8.6 0H8.6M-6-6L6 6M6-6L-6 6"/>'
            f'<circle r="5.2" fill="{red}"/><circle cx="-1.6" cy="-1.8" r="1.1" fill="{colour("land")}" stroke="none"/></g>',
        )
        self.add(rect(self.paper, fill=colour("land")), '<g clip-path="url(#c3-sheet)">')

    def sea(self) -> None:
        raster = MAP.raster(5.0)
        raster.land = land_mask(raster, self.board.coast)
        near = raster.away(raster.land)
        bands = self.shallows(raster, near, near, ((260, 0.20), (170, 0.24), (104, 0.28), (56, 0.30), (20, 0.45)))
        self.add(f'</g><g fill="none" stroke="{colour("river")}" stroke-width="1.3" opacity=".2" transform="scale(.5)">')
        self.add("".join(map(traced, bands[1:4])), "</g>")

    def ground(self) -> None:
        land, coast = colour("land"), '<use href="#c3-coast"'
        self.add(
            rect(BOXES["legend"], rx=6, fill=land, opacity=".88", data_fold=self.letters),
            f'{coast} fill="{land}"/>',
            f'<use href="#c3-swatches" fill="{land}"/>',
        )
        sea = dict(self.swatches)["sea"]
        self.add(filled(self.swatch_at(sea), colour("sea-deep"), data_fold=self.letters))
        self.relief()
        # Gozo and Comino are out of play unless an option brings them in: a veil of sea lies over them.
        self.add(
            f'<g clip-path="url(#c3-dry)"><path d="M0 0H1300V745L950 770L0 900Z" fill="{colour("sea")}" opacity=".42"/></g>',
            f'{coast} fill="none" stroke="{colour("land-edge")}" stroke-width="4.6"/>',
            f'<g opacity=".5">{coast} fill="none" stroke="{land}" stroke-width="1.2"/></g>',
        )

    def relief(self) -> None:
        """Tints by the terrain of the hexes, and hills that follow their mean heights."""
        raster = MAP.raster(4.0)
        nx, ny = raster.nx, raster.ny
        raster.land = land_mask(raster, self.board.coast)
        samples = [(kind, at) for kind, at in self.swatches if kind != "sea"]
        kind = [0] * (nx * ny)
        tall = [0] * (nx * ny)
        near = [0] * (nx * ny)
        grade = {"flat": 0, "hill": 1, "rough": 2}
        for h, terrain in self.board.terrain.items():
            raster.stamp(kind, centre(h), SIZE, grade[terrain])
            raster.stamp(tall, centre(h), SIZE, round(self.board.height[h]))
            raster.stamp(near, centre(h), SIZE, 1)
        for terrain, at in samples:
            raster.stamp(kind, at, self.swatch, grade[terrain])
            raster.stamp(tall, at, self.swatch, {"flat": 20, "hill": 120, "rough": 130}[terrain])
            raster.stamp(near, at, self.swatch, 1)
        high = blur([1.0 if k >= 1 else 0.0 for k in kind], nx, ny, 3)
        wild = blur([1.0 if k == 2 else 0.0 for k in kind], nx, ny, 2)
        base = blur([float(t) for t in tall], nx, ny, 7)
        weight = blur([float(n) for n in near], nx, ny, 7)
        shore = distance_to([not dry for dry in raster.land], nx, ny)
        ridge, hill, small, wander = Noise(21), Noise(22), Noise(23), Noise(5)
        height = [0.0] * (nx * ny)
        for j in range(2, ny - 2):
            for i in range(2, nx - 2):
                k = j * nx + i
                if weight[k] < 0.05:
                    continue
                x, y = raster.at(i, j)
                # The ridges and valleys of the north run west-south-west to east-north-east.
                turn = math.radians(-24)
                u, v = x * math.cos(turn) + y * math.sin(turn), y * math.cos(turn) - x * math.sin(turn)
                u += 22 * (wander(x / 60, y / 60) - 0.5)
                v += 22 * (wander(x / 60 + 31, y / 60) - 0.5)
                crest = 1 - abs(2 * ridge(u / 96, v / 44) - 1)
                spur = 1 - abs(2 * hill(u / 40, v / 25) - 1)
                knoll = small(x / 17, y / 15)
                metres = base[k] / weight[k]
                lift = 1.0 if not raster.land[k] else min(1.0, 0.35 + shore[k] * raster.step / 46)
                rocks = 14 * wild[k] * (1 - abs(2 * small(x / 11, y / 11) - 1))
                height[k] = metres * 0.28 * lift + high[k] * (18 * crest * crest + 12 * spur * crest + 4 * knoll) + rocks
                height[k] += (1 - high[k]) * (3.4 * spur * knoll + 2.2 * knoll)
        light = raster.shade(height, lambda k: weight[k] >= 0.05)
        self.add('<g clip-path="url(#c3-dry)"><g transform="scale(.5)" fill-rule="evenodd">')
        self.terrain(raster, wander, 22, ((high, "rough", 1.0), (wild, "mountain", 0.8)), 0.75)
        slopes = (
            (0.17, "relief-light", 0.30, 22),
            (0.42, "relief-light", 0.34, 16),
            (-0.13, "relief", 0.15, 22),
            (-0.30, "relief", 0.20, 16),
            (-0.55, "relief", 0.28, 12),
        )
        self.hills(raster, light, slopes, 0.75)
        self.add("</g></g>")

    def mines(self) -> None:
        red = colour("volcano")
        for field in self.board.mines.values():
            rim = "".join(polygon(ring) for ring in MAP.outline(field))
            self.add(
                traced(
                    rim, fill=red, fill_opacity=".10", stroke=red, stroke_width=2.6, stroke_dasharray="9 6", stroke_opacity=".75"
                )
            )
        loose = Random(17)
        marks = []
        for h in sorted(self.mined):
            cx, cy = centre(h)
            for dx, dy in ((-17, -9), (17, -7), (0, 17)):
                p = cx + dx + loose.uniform(-5, 5), cy + dy + loose.uniform(-5, 5)
                if not self.is_land(p):
                    marks.append(p)
        self.add(f'<g opacity=".55">{"".join(used("c3-mine", p) for p in marks)}</g>')

    def roads(self) -> None:
        text = self.road_path({})
        self.add(
            f'<path fill="none" d="{text}" stroke="{colour("land")}" stroke-width="6.6" opacity=".85"/>',
            f'<path fill="none" d="{text}" stroke="{colour("road")}" stroke-width="3.3"/>',
        )

    def towns(self) -> None:
        """Built-up ground: blocks of houses thrown around the true position, never into the sea."""
        loose = Random(29)
        kinds = {p.hex: p.kind for p in PLACES.values() if p.kind != "airfield"} | {h: "village" for name, h in VILLAGES.items()}
        tint, blocks = "", ""
        for h, kind in sorted(kinds.items()):
            cx, cy = centre(h)
            x, y = self.spots[h]
            reach, count = {"city": (40.0, 120), "town": (25.0, 44), "village": (11.0, 9)}[kind]
            if kind == "city":
                x, y = (x + cx) / 2, (y + cy) / 2
                tint += polygon(hexagon((cx, cy), SIZE - 6))
            for _ in range(count):
                turn, away = loose.uniform(0, math.tau), reach * math.sqrt(loose.random())
                p = x + math.cos(turn) * away, y + math.sin(turn) * away * 0.9
                wide, deep, lean = loose.uniform(3.4, 7.2), loose.uniform(2.8, 5.4), loose.uniform(-0.35, 0.35)
                inside = abs(p[1] - cy) + abs(p[0] - cx) / math.sqrt(3) <= SIZE - 7
                if inside and all(self.is_land((p[0] + a, p[1] + b)) for a in (-4, 4) for b in (-4, 4)):
                    cos, sin = math.cos(lean), math.sin(lean)
                    corner = [
                        (p[0] + u * wide / 2 * cos - v * deep / 2 * sin, p[1] + u * wide / 2 * sin + v * deep / 2 * cos)
                        for u, v in ((-1, -1), (1, -1), (1, 1), (-1, 1))
                    ]
                    blocks += polygon(corner)
        self.add(
            f'<g clip-path="url(#c3-dry)"><path d="{tint}" fill="{colour("town")}" opacity=".20"/>'
            f'<path d="{blocks}" fill="{colour("town")}" stroke="{colour("land")}" stroke-width=".6" opacity=".82"/></g>'
        )

    def sides(self) -> None:
        """Cliffs, escarpments, harbour water and the Victory Line."""
        ink, land, edge, fort = colour("chart-ink"), colour("land"), colour("land-edge"), colour("fortress")
        cliff = joined([side_ends(a, b) for a, b in self.board.cliffs])
        ticks = "".join(self.ticks(a, b, 9, 8.5) for a, b in self.board.cliffs)
        self.add(stroke(cliff, land, 7.4, opacity=".8") + stroke(cliff, ink, 4) + stroke(ticks, ink, 1.9))
        high = self.board.height
        slopes = [(a, b) if high[a] > high[b] else (b, a) for a, b in (side.split("-") for side in HAND["escarpments"])]
        slope = joined([side_ends(a, b) for a, b in slopes])
        teeth = "".join(self.teeth(a, b, 6, 8) for a, b in slopes)
        self.add(stroke(slope, land, 6.4, opacity=".7") + stroke(slope, edge, 2.6) + filled(teeth, edge))
        water = joined([side_ends(*side.split("-")) for side in WATER])
        self.add(stroke(water, land, 8, opacity=".9") + stroke(water, colour("river"), 5, stroke_dasharray="1 8"))
        wall = joined([side_ends(a, b) for a, b in self.board.line])
        merlons = "".join(self.merlons(b, a) for a, b in self.board.line)
        self.add(
            stroke(wall, land, 10, opacity=".85") + stroke(wall, fort, 6) + filled(merlons, fort, stroke=land, stroke_width=".7")
        )

    @staticmethod
    def along(a: str, b: str, parts: int) -> list[tuple[Point, Point, Point]]:
        """Points along the hexside between two hexes, with the direction of the side and the one from *a* to *b*."""
        (px, py), (qx, qy) = side_ends(a, b)
        (ax, ay), (bx, by) = centre(a), centre(b)
        way = (qx - px) / SIZE, (qy - py) / SIZE
        out = (bx - ax) / ACROSS, (by - ay) / ACROSS
        return [((px + (qx - px) * (k + 0.5) / parts, py + (qy - py) * (k + 0.5) / parts), way, out) for k in range(parts)]

    def ticks(self, a: str, b: str, parts: int, long: float) -> str:
        return "".join(f"M{xy(p)}l{xy((out[0] * long, out[1] * long))}" for p, _, out in self.along(a, b, parts))

    def teeth(self, a: str, b: str, parts: int, long: float) -> str:
        text = ""
        for (x, y), (u, v), out in self.along(a, b, parts):
            text += polygon([(x - u * 3, y - v * 3), (x + u * 3, y + v * 3), (x + out[0] * long, y + out[1] * long)])
        return text

    def merlons(self, a: str, b: str) -> str:
        """Battlements on the side of *b*, where the line looks; none so near a corner that two would meet."""
        text = ""
        for (x, y), (u, v), out in self.along(a, b, 5)[1:-1]:
            corners = ((-1, 2), (1, 2), (1, 9), (-1, 9))
            text += polygon([(x + u * s * 3.2 + out[0] * r, y + v * s * 3.2 + out[1] * r) for s, r in corners])
        return text

    def symbols(self) -> None:
        """Victory rims, airfields, and the badges of ports, airfields and batteries at the rims of their hexes."""
        rim = colour("objective")
        for name, p in PLACES.items():
            wide = 5.2 if p.hex == CAPITAL else 2.8
            self.add(stroke(polygon(hexagon(centre(p.hex), SIZE - 4.6)), rim, wide, opacity=".85"))
            if p.kind == "airfield":
                self.add(runways(centre(p.hex), {"Luqa": 20.0, "Hal Far": -12.0}.get(name, 48.0)))
            cx, cy = centre(p.hex)
            if p.port:
                self.badge("port", (cx - 31, cy - 12))
            if p.kind == "airfield":
                self.badge("airfield", (cx - 31, cy - 12))
            if p.hex == CAPITAL:
                self.add(traced(star((cx - 31, cy + 12), 10), fill=rim, stroke=colour("land"), stroke_width=1))
                self.taken.append((cx - 40, cy + 3, cx - 22, cy + 21))
        for letter, (h, _) in BATTERIES.items():
            cx, cy = centre(h)
            # Piles grow upwards, and have their height and their markers at the top.
            self.badge("battery", (cx + 36, cy + 13), letter)

    def names(self) -> None:
        """Names below or above the place where a counter stands, where they cover least."""
        rows = [(name, p.hex, p.kind) for name, p in PLACES.items()]
        rows += [(SHORT.get(name, name), h, "village") for name, h in VILLAGES.items()]
        rows += [(name, h, "fort") for h, name in BATTERIES.values() if h not in {p.hex for p in PLACES.values()}]
        rank = {"city": 0, "airfield": 1, "town": 2, "village": 3, "fort": 4}
        for name, h, kind in sorted(rows, key=lambda r: (r[1] != CAPITAL, rank[r[2]], r[0])):
            cx, cy = centre(h)
            size = 18.0 if h == CAPITAL else {"city": 14.0, "airfield": 13.5, "town": 13.0, "village": 11.0, "fort": 10.5}[kind]
            wide = len(name) * size * (0.56 if kind in ("village", "fort") else 0.58)
            beside = (38.0, -28.0, 34.0, -32.0, 44.0, 0.0, -8.0, 8.0, -16.0, 16.0, -26.0, 26.0, 38.0, -38.0)
            x, y = self.name_at((cx, cy), wide, size, beside, 2, 16)
            style = ' font-style="italic"' if kind in ("village", "fort") else ' font-weight="700"'
            shown = name.replace("-", "&#8211;").replace("'", "&#8217;")
            shown = shown.upper() if h == CAPITAL else shown
            self.names_out.append(f'<text x="{num(x)}" y="{num(y)}" font-size="{num(size)}"{style}>{shown}</text>')

    def numbers(self) -> None:
        spots = ((22.0, -24.0), (-22.0, -24.0), (24.0, 27.0), (-24.0, 27.0), (0.0, 42.0))
        land, sea = self.numbers_of(self.board.terrain, {p.hex for p in PLACES.values()}, (-30.0, -34.5), spots, (10, 30, 40))
        halo = f' stroke="{colour("land")}" stroke-width="2.2" stroke-opacity=".7" paint-order="stroke"'
        self.add(self.numbered(land, ".78", halo), self.numbered(sea, ".36"))

    def names_of_waters(self) -> None:
        self.add(f'<g data-kind="region" text-anchor="middle" fill="{colour("chart-ink")}" opacity=".36">')
        self.lettering(HAND["islands"])
        self.add(
            "</g>", f'<g data-kind="water" font-style="italic" text-anchor="middle" fill="{colour("water-ink")}" opacity=".8">'
        )
        self.lettering(HAND["waters"])
        beach = f'<g data-kind="beach" text-anchor="middle" fill="{colour("objective")}" opacity=".7"'
        self.add(f'</g>{beach} font-size="15" font-style="italic" letter-spacing="3">')
        for name, (left, top, lean) in HAND["code_names"].items():
            self.add(f'<text transform="translate({left} {top})rotate({lean})">&#8220;{name}&#8221;</text>')
        self.add("</g>", self.town_names())

    def title(self) -> None:
        self.plate(("Operazione C3", 78, 60, 4), (100, 240, 200, 10), ("MALTA, SUMMER 1942", 142, 26, 8))

    def legend(self) -> None:
        ink, land, red = colour("chart-ink"), colour("land"), colour("objective")
        fort, slope, river = colour("fortress"), colour("land-edge"), colour("river")

        def wall(p: Point) -> str:
            line = f'<path stroke="{fort}" stroke-width="6" d="M{xy((p[0] - 24, p[1] + 3))}h48"/>'
            return line + filled("".join(f"M{xy((p[0] - 21 + 12 * k, p[1] + 1))}v-9h6.6v9z" for k in range(4)), fort)

        def steep(p: Point) -> str:
            line = f'<path stroke="{slope}" stroke-width="2.6" d="M{xy((p[0] - 24, p[1] - 3))}h48"/>'
            return line + filled("".join(f"M{xy((p[0] - 23 + 9 * k, p[1] - 3))}h6l-3 9z" for k in range(5)), slope)

        def cliff(p: Point) -> str:
            ticks = "".join(f"M{xy((p[0] - 22 + 5.5 * k, p[1] - 3))}v9" for k in range(9))
            line = f'<path stroke="{ink}" stroke-width="4" d="M{xy((p[0] - 24, p[1] - 3))}h48"/>'
            return f'{line}<path stroke="{ink}" stroke-width="1.9" d="{ticks}"/>'

        def beach(p: Point) -> str:
            looks = {"font_size": 13, "font_style": "italic", "text_anchor": "middle", "fill": red}
            return words(p[0], p[1] + 5, "&#8220;Giaffa&#8221;", **looks)

        def water(p: Point) -> str:
            return f'<path stroke="{river}" stroke-width="5" stroke-dasharray="1 8" d="M{xy((p[0] - 23, p[1]))}h46"/>'

        rows: list[tuple[str, Callable[[Point], str]]] = [
            ("City", lambda p: self.houses(p, 22, 26)),
            ("Town", lambda p: self.houses(p, 13, 12)),
            ("Victory hex (1 point)", lambda p: stroke(polygon(hexagon(p, 16)), red, 2.8)),
            ("Valletta: its fall ends the game", lambda p: traced(star(p, 13), fill=red, stroke=land, stroke_width=1)),
            ("Port", lambda p: badge("port", p)),
            ("Airfield", lambda p: badge("airfield", p)),
            ("Coastal battery and its letter", lambda p: badge("battery", p, "A")),
            ("Road", lambda p: stroke(f"M{xy((p[0] - 24, p[1] + 3))}q13-10 26-2t22-3", colour("road"), 3.4)),
            ("Victory Line, facing north", wall),
            ("Escarpment", steep),
            ("Cliff: no passage, no landing", cliff),
            ("Harbour water: no passage", water),
            ("Minefield: no landing from here", lambda p: used("c3-mine", p)),
            ("Landing zone, Italian code name", beach),
        ]
        self.legend_of((42, 24, 3), 54, rows, 62, 196, 40.6, 50, 6, 18)

    @staticmethod
    def houses(at: Point, reach: float, count: int) -> str:
        loose = Random(4)
        text = ""
        for _ in range(count):
            turn, away = loose.uniform(0, math.tau), reach * math.sqrt(loose.random())
            p = at[0] + math.cos(turn) * away, at[1] + math.sin(turn) * away * 0.7
            wide, deep = loose.uniform(4, 7), loose.uniform(3, 5)
            text += f"M{xy((p[0] - wide / 2, p[1] - deep / 2))}h{num(wide)}v{num(deep)}h{num(-wide)}z"
        return f'<path d="{text}" fill="{colour("town")}" stroke="{colour("land")}" stroke-width=".6"/>'

    def rose(self) -> None:
        """Compass rose and scale bar in the open sea to the south-west."""
        self.compass("translate(830 1640)", ".82", 48, 68, 92, ((62, "1.4"), (57, ".7")), (-100, 28))
        unit = ACROSS / HEX_KM
        x, y = 830 - 3 * unit, 1800.0
        note = words(x + 3 * unit, y + 30, "kilometres; a hex is 1.5 km across", font_style="italic")
        self.scale((x, y), unit, 6, 1, 15, note)

    def draw(self) -> str:
        return self.drawn(
            self.head, self.sea, self.mines, self.ground, lambda: self.mesh(self.board.terrain, self.board.sea, 0.22), self.towns,
            self.roads, self.sides, self.symbols, self.names, self.numbers, self.names_of_waters, self.title, self.legend, self.rose,
            self.frame,
        )  # fmt: skip


def files() -> dict[str, str]:
    board = Board()
    return {"map.toml": map_toml(board), "art.svg": Chart(board).draw()}


if __name__ == "__main__":
    forge("c3", files)
