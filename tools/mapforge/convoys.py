"""Make the chart of Malta Convoys: positions, lanes, reach of aircraft, and the painted sea chart under them.

    .venv/bin/python -m tools.mapforge.convoys [FOLDER]

Reads data/convoys_chart.json, data/convoys_coast.json and data/coast_malta.geojson beside this file and writes map.toml and
art.svg into the game's data folder. The same input always gives the same bytes.

The printed map is lost. The rulebook names the ports, the eastern At Sea area, the bases in the air and the places of the
desert track, and speaks of numbered E positions, marks and a line; the graph is ours, the coast is the real one, and the
projection widens the Sicilian Narrows, where most of the game happens.
"""

from __future__ import annotations

import itertools
import json
import math
from collections.abc import Callable, Iterable, Sequence
from random import Random
from typing import Any

from .pens import Box, Point, num, open_path, packed, polygon, rect, smooth, words, xy
from .rasters import Noise, Raster, area, land_mask, level_rings, thin_ring
from .sheets import BLEED, DATA, MARGIN, Sheet, forge
from .tables import inline_entry

CHART = DATA / "convoys_chart.json"
COAST = DATA / "convoys_coast.json"
MALTA = DATA / "coast_malta.geojson"


SCALE = 2.0  # the input is drawn at half this size
WIDTH, HEIGHT = 3200.0, 1692.0
RADIUS = 48.0  # of a position: one counter of 46 in the middle, or two overlapping a little

#: Panels of the sheet as x, y, width, height.
PANELS: dict[str, Box] = {
    "turns": (2520.0, 24.0, 656.0, 164.0),
    "seasons": (24.0, 1150.0, 1210.0, 148.0),
    "status": (24.0, 1314.0, 870.0, 148.0),
    "title": (908.0, 1314.0, 600.0, 148.0),
    "legend": (24.0, 1478.0, 1484.0, 194.0),
}
#: Two more places of the desert track for the longer war; no aircraft fly from them.
MILESTONES: dict[str, tuple[str, Point]] = {"BENGHAZI": ("Benghazi", (2430.0, 1524.0)), "MATRUH": ("Matruh", (2782.0, 1590.0))}
SEASONS = (
    "Summer 1940",
    "Fall 1940",
    "Winter 1940",
    "Spring 1941",
    "Summer 1941",
    "Fall 1941",
    "Winter 1941",
    "Spring 1942",
    "Summer 1942",
)
STATUS = ("Starving", "Surviving", "+1", "+2", "+3", "+4")
TURNS = 24


def project(lon: float, lat: float) -> Point:
    """From the globe to the sheet: both axes are stretched around the Narrows."""

    def swell(t: float, middle: float, wide: float) -> float:
        return math.sqrt(math.pi / 2) * wide * math.erf((t - middle) / (wide * math.sqrt(2)))

    x = 33.4 * (lon + 6.9) + 40 * (swell(lon, 11.7, 3) - swell(-6.9, 11.7, 3))
    y = 52 * (42.3 - lat) + 41 * (swell(42.3, 37.1, 1.7) - swell(lat, 37.1, 1.7))
    return x * SCALE, y * SCALE


def grown(line: Sequence[Sequence[float]]) -> list[Point]:
    return [(x * SCALE, y * SCALE) for x, y in line]


def grown_box(corners: Sequence[float]) -> Box:
    left, top, right, bottom = (c * SCALE for c in corners)
    return left, top, right - left, bottom - top


def pair(a: str, b: str) -> str:
    return f"{a}-{b}"


class Chart:
    """Everything the rules ask of the map, on the sheet."""

    def __init__(self) -> None:
        data = json.loads(CHART.read_text(encoding="utf-8"))
        self.positions: dict[str, dict[str, Any]] = {p["id"]: p for p in data["positions"]}
        self.ports: dict[str, dict[str, Any]] = {p["id"]: p for p in data["ports"]}
        self.areas: dict[str, dict[str, Any]] = {p["id"]: p for p in data["areas"]}
        self.bases: dict[str, dict[str, Any]] = {p["id"]: p for p in data["bases"]}
        self.swordfish: dict[str, list[str]] = data["swordfish"]
        self.lanes = {pair(*e["between"]): grown(e["line"]) for e in data["lanes"]}
        self.fleet = {pair(*e["between"]): grown(e["line"]) for e in data["fleet"]}
        self.air = {pair(e["base"], e["to"]): grown(e["line"]) for e in data["air"]}
        self.track = {pair(*e["between"]): grown(e["line"]) for e in data["track"]}
        self.no_return = [pair(*e) for e in data["no_return"]["lanes"]]
        self.no_return_line = grown(data["no_return"]["line"])
        rings = json.loads(COAST.read_text(encoding="utf-8"))["rings"]
        self.coast = [grown(ring[:-1]) for ring in rings]

    def at(self, name: str) -> Point:
        for group in (self.positions, self.ports, self.areas, self.bases):
            if name in group:
                return grown([group[name]["at"]])[0]
        return MILESTONES[name][1]


# ---------------------------------------------------------------- map.toml


def cells(name: str, count: int, rows: int = 1, head: float = 40.0) -> list[Box]:
    """The cells of a track inside its panel."""
    x, y, w, h = PANELS[name]
    across = count // rows
    wide, high = (w - 16) / across, (h - head - 8) / rows
    return [(x + 8 + k % across * wide, y + head + k // across * high, wide, high) for k in range(count)]


def rounded(values: Iterable[float]) -> list[float]:
    return [round(v, 1) for v in values]


def line_of(points: Iterable[Point]) -> list[list[float]]:
    return [rounded(p) for p in points]


def entry(key: str, value: Any, source: str, **limits: Any) -> str:
    return inline_entry(key, value, source, **limits) + "\n"


def raster(step: float) -> Raster:
    return Raster(step, WIDTH, HEIGHT, BLEED + 4 * step)


def map_toml(chart: Chart) -> str:
    ours = "reconstruction: the printed map is lost; "
    where = "x, y on the sheet; lat, lon is the place that is meant"
    parts = [
        "# The chart of Malta Convoys. Written by tools/mapforge/convoys.py: change it there, or lay a table pack over it.\n"
        "#\n"
        "# positions  x, y, name; rank: steps from Gibraltar (W) or Alexandria (E); mark: uboat, italian (submarine) or empty; mas: torpedo\n"
        "#            boats; at_sea: the area from which the Italian fleet may enter, or empty\n"
        "# ports      box: x, y, width, height        areas: the At Sea areas, with the positions and ports they open on\n"
        "# bases      reach: positions joined by a dashed line; harbour: may bomb Malta; use: always, crete (its owner) or desert\n"
        "#            (while Afrika Korps stands there or farther east)\n"
        "# lanes, fleet   links of Allied and Italian ships as A-B; no_return: lanes across the Point of No Return\n"
        "# lines      how each link runs on the sheet; air_lines: base-position; panels and cells: places of the tracks\n\n",
        entry(
            "map.art",
            {"box": [-MARGIN, -MARGIN, WIDTH + 2 * MARGIN, HEIGHT + 2 * MARGIN], "radius": RADIUS},
            "reconstruction: how art.svg is drawn; box is the whole sheet as x, y, width, height, radius that of a position",
        ),
    ]
    for name, p in chart.positions.items():
        x, y = chart.at(name)
        value = {"name": p["name"], "x": round(x, 1), "y": round(y, 1), "lat": p["lat"], "lon": p["lon"], "rank": p["rank"]}
        value |= {"mark": p["mark"], "mas": p["mas"], "at_sea": p["at_sea"]}
        reason = {"uboat": "a U-boat mark where U-boats sank or lay in wait; ", "italian": "an Italian submarine mark; ", "": ""}[
            p["mark"]
        ]
        if p["mas"]:
            reason += "text: torpedo boats near Pantelleria; "
        parts.append(entry(f"map.positions.{name}", value, ours + reason + where))
    for name, p in chart.ports.items():
        x, y = chart.at(name)
        value = {"name": p["name"], "side": p["side"], "x": round(x, 1), "y": round(y, 1), "lat": p["lat"], "lon": p["lon"]}
        parts.append(
            entry(
                f"map.ports.{name}",
                value | {"box": rounded(grown_box(p["box"]))},
                "text: the scenario sheets name the port; its place is ours",
            )
        )
    for name, p in chart.areas.items():
        x, y = chart.at(name)
        value = {"name": p["name"], "x": round(x, 1), "y": round(y, 1), "radius": p["radius"] * SCALE, "access": p["access"]}
        value |= {"ports": p["ports"], "british_sub": True}
        source = (
            "text: Night Carrier Raid on Taranto names it; "
            if name == "ASE"
            else "reconstruction: the twin of the eastern area; "
        )
        parts.append(
            entry(f"map.areas.{name}", value, source + "positions it opens on and the British submarine mark are ours", open=True)
        )
    for name, p in chart.bases.items():
        x, y = chart.at(name)
        use = "crete" if name == "CRETE" else "desert" if p["track"] else "always"
        value = {"name": p["name"], "x": round(x, 1), "y": round(y, 1), "lat": p["lat"], "lon": p["lon"]}
        value |= {"box": rounded(grown_box(p["box"])), "reach": p["reach"], "harbour": p["harbour"], "use": use}
        named = (
            "text: named as a base of aircraft"
            if name in ("SARDINIA", "SICILY", "CRETE", "GAZALA", "TOBRUK")
            else "text: named as a place of the desert war"
        )
        parts.append(entry(f"map.bases.{name}", value, named + "; reconstruction: its dashed lines", open=True))
    for name, (title, at) in MILESTONES.items():
        value = {"name": title, "x": at[0], "y": at[1]}
        parts.append(
            entry(f"map.places.{name}", value, "reconstruction: one more place of the desert track, option extended_track")
        )
    parts += [
        entry(
            "map.swordfish",
            chart.swordfish,
            "reconstruction: what squadrons on Malta and Crete reach; the text only says that they may attack the fleet",
            open=True,
        ),
        entry(
            "map.lanes",
            list(chart.lanes),
            ours + "three lanes through the west, eight steps to Malta; six steps from the east",
            open=True,
        ),
        entry(
            "map.fleet", list(chart.fleet), "reconstruction: ports and At Sea areas of the Italian fleet (ruling G-24)", open=True
        ),
        entry(
            "map.no_return",
            chart.no_return,
            "reconstruction: lanes across the Point of No Return, where Force Z turned back in August 1942",
            open=True,
        ),
        entry(
            "map.lines",
            {k: line_of(v) for k, v in (chart.lanes | chart.fleet | chart.track).items()},
            "reconstruction: how the links are drawn",
            open=True,
        ),
        entry(
            "map.air_lines",
            {k: line_of(v) for k, v in chart.air.items()},
            "reconstruction: how the dashed lines are drawn",
            open=True,
        ),
        entry(
            "map.no_return_line", line_of(chart.no_return_line), "reconstruction: how the Point of No Return is drawn", open=True
        ),
        entry(
            "map.panels", {k: list(v) for k, v in PANELS.items()}, "reconstruction: places on the sheet as x, y, width, height"
        ),
        entry(
            "map.cells",
            {
                "seasons": [rounded(c) for c in cells("seasons", len(SEASONS))],
                "status": [rounded(c) for c in cells("status", len(STATUS))],
                "turns": [rounded(c) for c in cells("turns", TURNS, 2)],
            },
            "reconstruction: cells of the season track, of Malta's status and of the turns as x, y, width, height",
            open=True,
        ),
    ]
    return "".join(parts)


# ---------------------------------------------------------------- the ground under the picture


#: Mountains by hand: how high (1 is the Pindus), how wide on the sheet, and the crest as lon, lat.
RANGES: tuple[tuple[float, float, tuple[tuple[float, float], ...]], ...] = (
    (0.95, 42, ((-5.4, 36.6), (-4.2, 36.9), (-3.3, 37.1), (-2.3, 37.3), (-1.3, 38.1), (-0.4, 38.6), (0.1, 38.7))),
    (0.75, 60, ((-3.2, 41.2), (-1.9, 40.6), (-0.9, 40.4), (0.2, 41.0))),
    (0.55, 44, ((0.5, 41.0), (1.2, 41.4), (2.2, 41.9), (2.6, 42.4))),
    (0.6, 40, ((-5.6, 37.9), (-4.0, 38.2), (-2.6, 38.4))),
    (0.45, 15, ((2.4, 39.6), (2.8, 39.8), (3.1, 39.95))),
    (0.85, 48, ((-5.4, 35.5), (-4.7, 35.0), (-3.6, 34.8), (-2.4, 34.8))),
    (1.0, 62, ((-6.9, 32.6), (-5.4, 33.2), (-4.4, 33.8))),
    (
        0.85,
        42,
        ((-1.6, 34.9), (0.2, 35.5), (1.8, 35.9), (3.0, 36.3), (4.3, 36.5), (5.4, 36.5), (6.7, 36.7), (8.0, 36.6), (9.1, 36.9)),
    ),
    (
        0.8,
        50,
        ((-1.8, 32.7), (0.4, 33.5), (2.4, 34.3), (4.3, 34.9), (6.2, 35.3), (7.4, 35.2), (8.5, 35.5), (9.5, 36.1), (10.3, 36.6)),
    ),
    (0.4, 34, ((10.2, 33.4), (10.8, 32.4), (11.8, 31.9), (13.0, 32.1), (14.2, 32.5))),
    (0.5, 34, ((20.6, 32.2), (21.5, 32.65), (22.7, 32.6))),
    (0.95, 34, ((9.0, 42.6), (9.05, 42.1), (9.15, 41.6))),
    (0.75, 38, ((9.2, 40.8), (9.35, 40.1), (9.35, 39.5))),
    (0.5, 26, ((8.5, 40.4), (8.6, 39.9), (8.55, 39.3), (8.7, 39.0))),
    (1.0, 48, ((12.6, 43.1), (13.4, 42.4), (14.0, 41.9), (14.8, 41.3), (15.6, 40.7), (16.0, 40.1))),
    (0.9, 34, ((16.0, 40.1), (16.2, 39.6), (16.5, 39.0), (16.3, 38.5), (15.95, 38.15))),
    (0.45, 22, ((15.8, 41.75), (16.1, 41.8))),
    (0.75, 32, ((12.7, 37.95), (13.5, 37.85), (14.3, 37.9), (15.2, 38.05))),
    (0.35, 36, ((13.4, 37.55), (14.3, 37.45))),
    (0.3, 30, ((14.7, 37.05), (14.9, 37.15))),
    (1.0, 74, ((17.2, 43.6), (18.6, 42.7), (19.8, 42.3), (20.4, 41.4), (20.7, 40.5), (21.1, 39.6), (21.6, 38.9))),
    (0.85, 44, ((21.9, 38.1), (22.1, 37.5), (22.3, 37.0), (22.4, 36.6))),
    (0.5, 24, ((21.6, 37.3), (22.7, 37.5), (23.0, 36.9))),
    (0.8, 60, ((21.3, 42.3), (22.4, 41.5), (23.6, 41.7), (25.2, 41.5), (26.2, 41.6))),
    (0.75, 30, ((22.2, 40.3), (22.5, 39.8), (22.6, 38.8), (23.4, 38.4))),
    (0.5, 20, ((23.3, 39.0), (23.8, 38.6), (24.4, 38.1))),
    (0.8, 18, ((23.6, 35.32), (24.1, 35.33), (24.8, 35.22), (25.45, 35.12), (26.1, 35.1))),
    (0.7, 56, ((26.6, 39.7), (28.2, 39.5), (30.0, 39.2), (32.0, 39.4))),
    (0.7, 46, ((27.4, 38.1), (28.8, 38.2), (30.4, 38.3))),
    (0.95, 60, ((28.0, 37.0), (29.4, 36.7), (30.4, 37.0), (31.4, 36.9), (32.4, 36.5))),
)
VOLCANO = (15.0, 37.75)


def ridge_field(raster: Raster) -> list[float]:
    """How mountainous each cell is: bells across the crests above."""
    field = [0.0] * (raster.nx * raster.ny)
    for height, wide, crest in RANGES:
        points = [project(*p) for p in crest]
        reach = 2.3 * wide
        for (ax, ay), (bx, by) in itertools.pairwise(points):
            dx, dy = bx - ax, by - ay
            long = dx * dx + dy * dy
            i0 = max(int((min(ax, bx) - reach - raster.x0) / raster.step), 1)
            i1 = min(int((max(ax, bx) + reach - raster.x0) / raster.step), raster.nx - 2)
            j0 = max(int((min(ay, by) - reach - raster.y0) / raster.step), 1)
            j1 = min(int((max(ay, by) + reach - raster.y0) / raster.step), raster.ny - 2)
            for j in range(j0, j1 + 1):
                for i in range(i0, i1 + 1):
                    x, y = raster.at(i, j)
                    t = min(max(((x - ax) * dx + (y - ay) * dy) / long, 0.0), 1.0)
                    away = math.hypot(x - ax - t * dx, y - ay - t * dy)
                    if away < reach:
                        k = j * raster.nx + i
                        field[k] = max(field[k], height * math.exp(-((away / wide) ** 2)))
    return field


# ---------------------------------------------------------------- drawing

COLOURS = {
    "sea": "#d3e6e8",
    "sea-deep": "#82b0c6",
    "land": "#efe9cf",
    "land-edge": "#5d5840",
    "relief": "#4b2d10",
    "relief-light": "#fffaf0",
    "rough": "#e2d09b",
    "mountain": "#c49a66",
    "desert": "#ecd49b",
    "grid": "#2f5d72",
    "chart-ink": "#2b2a24",
    "river": "#245c7c",
}
#: Colours that take a token of the page if the sheet has none of its own.
TOKENS = {
    "lane": ("allies-text", "#17436f"),
    "allied": ("allies", "#235a96"),
    "italian": ("axis", "#a5352a"),
    "fleet": ("", "#2c8154"),
    "no-return": ("axis", "#b3202a"),
    "track": ("", "#a8702a"),
}
SANS = (
    "var(--chart-font-numbers, 'Avenir Next Condensed', 'Roboto Condensed', 'Arial Narrow', 'DejaVu Sans Condensed', sans-serif)"
)

SEAS = (
    ("Alboran Sea", -3.0, 35.62, 0, 20, 2),
    ("Balearic Sea", 3.6, 41.0, -20, 34, 6),
    ("Tyrrhenian Sea", 11.0, 40.55, 0, 34, 5),
    ("Adriatic Sea", 17.75, 41.75, 33, 22, 2),
    ("Ionian Sea", 18.75, 39.0, 0, 24, 3),
    ("Aegean Sea", 25.05, 38.75, 0, 26, 4),
    ("Gulf of Gabes", 11.0, 34.15, 0, 22, 2),
    ("Levantine Sea", 30.1, 33.45, 0, 24, 3),
    ("Libyan Sea", 14.85, 33.85, 0, 30, 6),
)
COUNTRIES = (
    ("SPAIN", -3.2, 39.3, 0, 44, 30),
    ("MOROCCO", -5.3, 34.72, 0, 20, 5),
    ("ALGERIA", 2.2, 34.85, 0, 44, 34),
    ("TUNISIA", 9.35, 35.05, 0, 30, 8),
    ("LIBYA", 14.0, 30.75, 0, 46, 36),
    ("EGYPT", 30.3, 29.78, 0, 26, 12),
    ("ITALY", 13.1, 42.0, 34, 28, 10),
    ("GREECE", 22.2, 39.75, 0, 28, 8),
    ("TURKEY", 29.6, 38.75, 0, 38, 18),
    ("ALBANIA", 20.15, 41.0, 70, 20, 6),
    ("CORSICA", 9.12, 42.15, 78, 17, 3),
)
TOWNS = (
    ("Cartagena", -0.98, 37.6, "w"),
    ("Málaga", -4.42, 36.72, "n"),
    ("Valencia", -0.38, 39.47, "w"),
    ("Barcelona", 2.17, 41.39, "w"),
    ("Oran", -0.64, 35.7, "s"),
    ("Algiers", 3.06, 36.75, "s"),
    ("Bougie", 5.08, 36.75, "s"),
    ("Bône", 7.76, 36.9, "s"),
    ("Tunis", 10.18, 36.8, "w"),
    ("Sousse", 10.63, 35.83, "w"),
    ("Sfax", 10.76, 34.74, "w"),
    ("Cagliari", 9.11, 39.21, "n"),
    ("Palma", 2.65, 39.57, "s"),
    ("Palermo", 13.36, 38.12, "s"),
    ("Trapani", 12.51, 38.02, "e"),
    ("Messina", 15.55, 38.19, "w"),
    ("Catania", 15.09, 37.5, "w"),
    ("Roma", 12.5, 41.9, "n"),
    ("Brindisi", 17.94, 40.63, "n"),
    ("Reggio", 15.65, 38.1, "e"),
    ("Misurata", 15.09, 32.38, "s"),
    ("Sirte", 16.59, 31.2, "s"),
    ("Derna", 22.64, 32.76, "s"),
    ("Athens", 23.73, 37.98, "n"),
    ("Durazzo", 19.45, 41.32, "e"),
    ("Salonica", 22.94, 40.64, "n"),
    ("Smyrna", 27.14, 38.42, "e"),
    ("Rhodes", 28.22, 36.43, "e"),
    ("Candia", 25.13, 35.34, "n"),
)
ISLANDS = (
    ("Pantelleria", 11.95, 36.77, "w"),
    ("Lampedusa", 12.6, 35.5, "s"),
    ("Majorca", 3.05, 39.62, "e"),
    ("Minorca", 4.1, 39.98, "n"),
    ("Ibiza", 1.42, 38.98, "s"),
    ("Gozo", 14.24, 36.04, "n"),
    ("Corfu", 19.8, 39.6, "w"),
    ("Cephalonia", 20.55, 38.2, "w"),
    ("Zante", 20.8, 37.78, "w"),
    ("Cerigo", 23.0, 36.23, "e"),
)


def colour(name: str) -> str:
    if name in COLOURS:
        return f"var(--{name}, {COLOURS[name]})"
    token, value = TOKENS[name]
    return f"var(--{name}, var(--{token}, {value}))" if token else f"var(--{name}, {value})"


def escaped(text: str) -> str:
    return text.encode("ascii", "xmlcharrefreplace").decode()


def octagon(at: Point, radius: float) -> list[Point]:
    turns = [math.radians(45 * k + 22.5) for k in range(8)]
    return [(at[0] + radius * math.cos(t), at[1] + radius * math.sin(t)) for t in turns]


def sampled(line: Sequence[Point], step: float = 6.0) -> list[Point]:
    found = []
    for (ax, ay), (bx, by) in itertools.pairwise(line):
        n = max(int(math.hypot(bx - ax, by - ay) / step), 1)
        found += [(ax + (bx - ax) * k / n, ay + (by - ay) * k / n) for k in range(n)]
    return [*found, line[-1]]


class Painter(Sheet):
    """Draws the sheet, layer by layer."""

    id = "mc"
    size = WIDTH, HEIGHT
    colour = staticmethod(colour)

    def __init__(self, chart: Chart) -> None:
        super().__init__()
        self.chart = chart
        self.crossed: list[tuple[Point, float]] = []
        """Points of lines, with how bad it is to write over them."""
        for x, y, w, h in PANELS.values():
            self.taken.append((x - 6, y - 6, x + w + 6, y + h + 6))
        for group in (chart.ports, chart.bases):
            for p in group.values():
                x, y, w, h = grown_box(p["box"])
                self.taken.append((x - 4, y - 4, x + w + 4, y + h + 4))
        for name in chart.positions:
            x, y = chart.at(name)
            self.taken.append((x - RADIUS - 5, y - RADIUS - 5, x + RADIUS + 5, y + RADIUS + 5))
        for name in chart.areas:
            x, y = chart.at(name)
            self.taken.append((x - 96, y - 96, x + 96, y + 96))
        for line in (*chart.lanes.values(), *chart.fleet.values(), *chart.track.values(), chart.no_return_line):
            self.crossed += [(p, 30.0) for p in sampled(line)]
        for line in chart.air.values():
            self.crossed += [(p, 5.0) for p in sampled(line)]

    # The sea and the land

    def head(self) -> None:
        paper = (-MARGIN, -MARGIN, WIDTH + 2 * MARGIN, HEIGHT + 2 * MARGIN)
        land = "".join(packed([thin_ring(ring, 0.3)]) for ring in self.chart.coast)
        self.start(
            paper,
            "Malta Convoys: the Mediterranean 1940-42",
            "Written by tools/mapforge/convoys.py. Coastline derived from GSHHG 2.3 (Wessel and Smith), LGPL-3.0-or-later.",
            f'<path id="mc-coast" transform="scale(.5)" d="{land}"/>',
            f'<clipPath id="mc-sheet">{rect((0, 0, WIDTH, HEIGHT), -BLEED)}</clipPath>',
            '<clipPath id="mc-dry"><use href="#mc-coast"/></clipPath>',
            self.depths(".5", ".5", ".14", ".72"),
            '<path id="mc-sub" d="M-11 2.5C-9-.5-6-1.2-3.4-1.2L-2.6-5.4H2L2.6-1.2C6.4-1 9.6.2 11.6 2.5C9.4 4.8 5 5.6 0 5.6S-9 5-11 2.5ZM-.2-5.4V-8H.9V-5.4Z"/>',
            '<path id="mc-boat" d="M-12 1H-5L-3.4-3.4H1.6L3.4-.4L12-1.4C10.6 2 9 4.6 7.6 5.4H-10ZM-1-3.4V-7H.2V-3.4Z"/>',
            '<g id="mc-anchor" fill="none" stroke-width="2.2"><circle cy="-6.6" r="2.2"/><path d="M0-4.4V8M-4.4-1.6H4.4M-7.4 2C-7 6.2-3.4 7.8 0 8C3.4 7.8 7 6.2 7.4 2"/></g>',
            '<path id="mc-plane" d="M0-9.6C1.3-9.6 1.6-7.8 1.6-6.4V-2.6L9.3 1.9V4.3L1.6 2.1V6.1L4 8V9.6L0 8.6L-4 9.6V8L-1.6 6.1V2.1L-9.3 4.3V1.9L-1.6-2.6V-6.4C-1.6-7.8-1.3-9.6 0-9.6Z"/>',
        )
        self.add(rect(paper, fill=colour("land")), '<g clip-path="url(#mc-sheet)">')

    def sea(self) -> None:
        field = raster(7.0)
        big = [ring for ring in self.chart.coast if abs(area(ring)) > 1500]
        away, near = field.away(land_mask(field, big)), field.away(land_mask(field, self.chart.coast))
        frame = (0.0, 0.0, WIDTH, HEIGHT)
        self.add(rect(frame, -BLEED, fill=colour("sea-deep")), rect(frame, -BLEED, fill="url(#mc-deep)"))
        self.add(f'<g fill="{colour("sea")}" transform="scale(.5)" fill-rule="evenodd">')
        swell = field.swell(17, 150, 52, 0.8)
        for reach, strength in ((230, 0.16), (150, 0.2), (92, 0.24), (48, 0.3), (18, 0.5)):
            bed = [reach * (1 + w) - d * field.step for w, d in zip(swell, near if reach < 50 else away, strict=True)]
            self.tint(field, bed, 0.0, None, strength, 1.5, 500)
        self.add("</g>")

    def tint(
        self, raster: Raster, field: list[float], level: float, paint: str | None, strength: float, slack: float, least: float
    ) -> None:
        """One tint: where the field is above the level."""
        rings = [thin_ring(r, slack) for r in level_rings(raster, raster.walled(field), level) if abs(area(r)) > least]
        tint = f' fill="{paint}"' if paint else ""
        if rings:
            self.add(f'<path{tint} opacity="{strength}" d="{packed([r for r in rings if len(r) > 2])}"/>')

    def graticule(self) -> None:
        """Meridians and parallels; their uneven steps show how the projection widens the Narrows."""
        lines, marks = [], []
        for lon in range(-6, 33, 2):
            x = project(lon, 36)[0]
            if 0 < x < WIDTH:
                lines.append(f"M{num(x)} {num(-BLEED)}V{num(HEIGHT + BLEED)}")
                label = f"{abs(lon)}&#176;{'W' if lon < 0 else 'E' if lon else ''}"
                marks += [(x, -BLEED - 12, label), (x, HEIGHT + BLEED + 18.5, label)]
        for lat in range(30, 43):
            y = project(0, lat)[1]
            if 0 < y < HEIGHT:
                lines.append(f"M{num(-BLEED)} {num(y)}H{num(WIDTH + BLEED)}")
                marks += [(-BLEED - 15, y + 5, f"{lat}&#176;"), (WIDTH + BLEED + 15, y + 5, f"{lat}&#176;")]
        self.add(f'<path fill="none" stroke="{colour("grid")}" stroke-width="1" opacity=".22" d="{"".join(lines)}"/>')
        self.degrees = marks

    def ground(self) -> None:
        edge = colour("land-edge")
        self.add(
            f'<use href="#mc-coast" fill="none" stroke="{colour("sea")}" stroke-width="18" opacity=".55"/>',
            f'<use href="#mc-coast" fill="{colour("land")}"/>',
        )
        self.relief()
        self.add(
            f'<use href="#mc-coast" fill="none" stroke="{edge}" stroke-width="3.6"/>',
        )

    def relief(self) -> None:
        """Desert, hill tints and shaded ranges; the ranges are the real ones, their shapes are made up."""
        ground = raster(4.0)
        nx, ny = ground.nx, ground.ny
        high = ridge_field(ground)
        wander, ridge, hill, dune = Noise(5), Noise(21), Noise(22), Noise(31)
        height = [0.0] * (nx * ny)
        sand = [0.0] * (nx * ny)
        coast_of_sand = project(0, 33.6)[1]
        for j in range(2, ny - 2):
            for i in range(2, nx - 2):
                k = j * nx + i
                x, y = ground.at(i, j)
                if y > coast_of_sand - 160:
                    sand[k] = (
                        (y - coast_of_sand) / 130
                        + 1.6 * (dune(x / 170, y / 90) - 0.5)
                        + 0.6 * (dune(x / 50, y / 37) - 0.5)
                        - 2.4 * high[k]
                    )
                if high[k] < 0.03:
                    continue
                u = x + 34 * (wander(x / 70, y / 70) - 0.5)
                v = y + 34 * (wander(x / 70 + 31, y / 70) - 0.5)
                crest = 1 - abs(2 * ridge(u / 46, v / 34) - 1)
                spur = 1 - abs(2 * hill(u / 20, v / 17) - 1)
                height[k] = high[k] ** 1.2 * (30 * crest * crest + 20 * crest * spur + 7 * spur * hill(x / 11, y / 11))
        x0, y0 = project(*VOLCANO)
        for j in range(int((y0 - 60 - ground.y0) / ground.step), int((y0 + 60 - ground.y0) / ground.step)):
            for i in range(int((x0 - 60 - ground.x0) / ground.step), int((x0 + 60 - ground.x0) / ground.step)):
                x, y = ground.at(i, j)
                d = math.hypot(x - x0, y - y0) / 44
                if d < 1:
                    k = j * nx + i
                    height[k] = 52 * (1 - d) ** 1.2 if d > 0.14 else 34.0
                    high[k] = max(high[k], 0.9 * (1 - d * d))
        light = ground.shade(height, lambda k: True)
        edges = [0.0] * (nx * ny)
        for k in range(nx * ny):
            if 0.1 < high[k] < 0.9:
                x, y = ground.at(k % nx, k // nx)
                edges[k] = 0.3 * (wander(x / 34, y / 34) - 0.5) + 0.16 * (hill(x / 15, y / 15) - 0.5)
        rough = [v + e for v, e in zip(high, edges, strict=True)]
        dark = [-v for v in light]
        self.add('<g clip-path="url(#mc-dry)"><g transform="scale(.5)" fill-rule="evenodd">')
        self.tint(ground, sand, 0.0, colour("desert"), 0.45, 1.4, 500)
        self.tint(ground, sand, 1.0, colour("desert"), 0.6, 1.4, 500)
        self.tint(ground, rough, 0.26, colour("rough"), 0.75, 0.9, 160)
        self.tint(ground, rough, 0.58, colour("mountain"), 0.42, 0.9, 120)
        self.tint(ground, rough, 0.84, colour("mountain"), 0.45, 0.9, 90)
        for field, level, name, strength in (
            (light, 0.18, "relief-light", 0.26),
            (light, 0.5, "relief-light", 0.3),
            (dark, 0.16, "relief", 0.12),
            (dark, 0.42, "relief", 0.15),
            (dark, 0.78, "relief", 0.2),
        ):
            self.tint(ground, field, level, colour(name), strength, 0.9, 40)
        self.add("</g>")
        self.dunes()
        self.add("</g>")

    def dunes(self) -> None:
        """Small crescents of sand in the south."""
        loose = Random(9)
        strokes = []
        for _ in range(900):
            x, y = loose.uniform(0, WIDTH), loose.uniform(project(0, 32.6)[1], HEIGHT)
            if loose.random() < (y - project(0, 32.6)[1]) / 520:
                w = loose.uniform(7, 13)
                strokes.append(f"M{num(x)} {num(y)}q{num(w * 0.5)} {num(-w * 0.55)} {num(w)} 0t{num(w)} 1")
        self.add(f'<path fill="none" stroke="{colour("relief")}" stroke-width="1.3" opacity=".2" d="{"".join(strokes)}"/>')

    # Names under the game

    def names_of_lands(self) -> None:
        self.add(f'<g data-kind="water" font-style="italic" text-anchor="middle" fill="{colour("river")}" opacity=".62">')
        self.lettering((name, *map(num, project(lon, lat)), *rest) for name, lon, lat, *rest in SEAS)
        self.add(f'</g><g data-kind="region" text-anchor="middle" fill="{colour("chart-ink")}" opacity=".3" font-weight="700">')
        self.lettering((name, *map(num, project(lon, lat)), *rest) for name, lon, lat, *rest in COUNTRIES)
        self.add("</g>")

    def towns(self) -> None:
        """Small places, for orientation only; left out where the game has something to say."""
        ink, land = colour("chart-ink"), colour("land")
        dots, names = [], []
        for table, italic in ((TOWNS, False), (ISLANDS, True)):
            for name, lon, lat, side in table:
                x, y = project(lon, lat)
                wide = len(name) * 7.4
                dx, dy, anchor = {
                    "n": (0.0, -9.0, "middle"),
                    "s": (0.0, 19.0, "middle"),
                    "w": (-9.0, 5.0, "end"),
                    "e": (9.0, 5.0, "start"),
                }[side]
                left = x + dx - {"middle": wide / 2, "end": wide, "start": 0.0}[anchor]
                if italic:
                    dy += 3 if side == "s" else 0
                box = (left - 2, y + dy - 12, left + wide + 2, y + dy + 4)
                cost = self.covered(box)
                cost += sum(w * 4 for (px, py), w in self.crossed if box[0] < px < box[2] and box[1] < py < box[3])
                if cost > 90 or not (left > 4 and left + wide < WIDTH - 4 and 14 < y < HEIGHT - 6):
                    continue
                self.taken.append(box)
                if not italic:
                    dots.append(f'<circle cx="{num(x)}" cy="{num(y)}" r="3.6"/>')
                slant = ' font-style="italic"' if italic else ""
                names.append(f'<text x="{num(x + dx)}" y="{num(y + dy)}" text-anchor="{anchor}"{slant}>{escaped(name)}</text>')
        self.add(
            f'<g fill="{land}" stroke="{ink}" stroke-width="1.8" opacity=".85">{"".join(dots)}</g>',
            f'<g data-kind="place" font-size="15" fill="{ink}" opacity=".82" stroke="{land}" stroke-width="2.6" stroke-opacity=".7" paint-order="stroke">{"".join(names)}</g>',
        )

    # The game

    def air_lines(self) -> None:
        chart = self.chart
        for base in chart.bases:
            lines = "".join(
                open_path(line) for key, line in chart.air.items() if key.startswith(base + "-") and not key.endswith("-MALTA")
            )
            self.add(
                f'<path class="air" fill="none" stroke="{colour("chart-ink")}" stroke-width="1.9" stroke-dasharray="3 9" opacity=".5" d="{lines}"/>'
            )
        raid = chart.air["SICILY-MALTA"]
        self.add(
            f'<path fill="none" stroke="{colour("italian")}" stroke-width="5" stroke-dasharray="4 12" opacity=".8" d="{open_path(raid)}"/>'
        )

    def lanes(self) -> None:
        chart = self.chart
        text = "".join(open_path(line) for line in chart.lanes.values())
        self.add(
            f'<path fill="none" stroke="{colour("sea")}" stroke-width="10" opacity=".6" d="{text}"/>',
            f'<path fill="none" stroke="{colour("lane")}" stroke-width="4.6" d="{text}"/>',
        )
        fleet = "".join(smooth(line) for line in chart.fleet.values())
        self.add(
            f'<path fill="none" stroke="{colour("sea")}" stroke-width="13" opacity=".6" d="{fleet}"/>',
            f'<path fill="none" stroke="{colour("fleet")}" stroke-width="7" d="{fleet}"/>',
            f'<path fill="none" stroke="{colour("sea")}" stroke-width="1.6" opacity=".9" d="{fleet}"/>',
        )

    def desert(self) -> None:
        """The track of Afrika Korps along the coast road."""
        text = "".join(open_path(line) for line in self.chart.track.values())
        land = colour("land")
        self.add(
            f'<path fill="none" stroke="{colour("chart-ink")}" stroke-width="13" opacity=".55" d="{text}"/>',
            f'<path fill="none" stroke="{colour("track")}" stroke-width="9" d="{text}"/>',
            f'<path fill="none" stroke="{land}" stroke-width="1.8" stroke-dasharray="9 9" d="{text}"/>',
        )
        for name, (x, y) in MILESTONES.values():
            label = y - 29 if name == "Benghazi" else y + 39
            self.add(
                f'<circle cx="{num(x)}" cy="{num(y)}" r="24" fill="{land}" fill-opacity=".55" stroke="{colour("track")}" stroke-width="2" stroke-dasharray="5 5"/>',
                f'<text x="{num(x)}" y="{num(label)}" font-size="15" font-style="italic" text-anchor="middle" fill="{colour("chart-ink")}" opacity=".75">{name}</text>',
            )

    def point_of_no_return(self) -> None:
        line = self.chart.no_return_line
        text = smooth(line)
        x, y = line[-1]
        red, land = colour("no-return"), colour("sea")
        self.add(
            f'<path fill="none" stroke="{land}" stroke-width="13" stroke-linecap="butt" opacity=".85" d="{text}"/>',
            f'<path fill="none" stroke="{red}" stroke-width="8" stroke-linecap="butt" stroke-dasharray="26 8" d="{text}"/>',
            f'<g font-size="23" font-weight="700" text-anchor="middle" fill="{red}" letter-spacing="2" stroke="{colour("sea")}" stroke-width="5" paint-order="stroke">'
            f'<text x="{num(x + 122)}" y="{num(y + 12)}">POINT OF</text><text x="{num(x + 122)}" y="{num(y + 38)}">NO RETURN</text></g>',
        )
        self.taken.append((x + 30, y - 12, x + 214, y + 48))

    def circles(self) -> None:
        chart = self.chart
        sea, lane = colour("sea"), colour("lane")
        for name, p in chart.positions.items():
            x, y = (num(v) for v in chart.at(name))
            rim = colour("fleet") if p["at_sea"] else lane
            self.add(
                f'<circle cx="{x}" cy="{y}" r="{num(RADIUS)}" fill="{sea}" stroke="{colour("relief-light")}" stroke-opacity=".7" stroke-width="11"/>'
            )
            if p["at_sea"]:
                self.add(f'<circle cx="{x}" cy="{y}" r="{num(RADIUS)}" fill="none" stroke="{rim}" stroke-width="8"/>')
                self.add(f'<circle cx="{x}" cy="{y}" r="{num(RADIUS - 7)}" fill="none" stroke="{lane}" stroke-width="1.8"/>')
            else:
                self.add(f'<circle cx="{x}" cy="{y}" r="{num(RADIUS)}" fill="none" stroke="{lane}" stroke-width="4.6"/>')
                self.add(f'<circle cx="{x}" cy="{y}" r="{num(RADIUS - 6)}" fill="none" stroke="{lane}" stroke-width="1.4"/>')
            self.add(
                f'<text x="{x}" y="{num(chart.at(name)[1] + 11)}" font-family="{SANS}" font-size="32" font-weight="700" text-anchor="middle" fill="{lane}" opacity=".5">{name}</text>'
            )

    def badge(self, kind: str, at: Point) -> str:
        x, y = (num(v) for v in at)
        light = colour("relief-light")
        if kind == "mas":
            return (
                rect((at[0] - 27, at[1] - 13, 54, 26), rx="13", fill="var(--mas, #d9822b)", stroke=light, stroke_width="2")
                + f'<text x="{x}" y="{num(at[1] + 7.8)}" font-family="{SANS}" font-size="22" font-weight="700" text-anchor="middle" fill="#fff">MAS</text>'
            )
        paint = {"uboat": "var(--uboat, #22282e)", "italian": colour("fleet"), "british": colour("allied")}[kind]
        return f'<circle cx="{x}" cy="{y}" r="17" fill="{paint}" stroke="{light}" stroke-width="2"/><use href="#mc-sub" x="{x}" y="{y}" fill="#fff"/>'

    def badges(self) -> None:
        for p in self.chart.positions.values():
            for at in grown(p["badges"]):
                self.add(self.badge("mas" if p["mas"] else p["mark"], at))
                self.taken.append((at[0] - 29, at[1] - 18, at[0] + 29, at[1] + 18))
        for p in self.chart.areas.values():
            self.add(self.badge("british", grown([p["badge"]])[0]))

    def names(self) -> None:
        """Each position's number and name beside it, where they cover least."""
        size, high = 19.0, 21.0
        self.add(
            f'<g data-kind="town" font-size="{num(size)}" text-anchor="middle" fill="{colour("chart-ink")}" stroke="{colour("sea")}" stroke-width="5" stroke-opacity=".85" paint-order="stroke">'
        )
        crowded = sorted(
            self.chart.positions,
            key=lambda n: -sum(math.dist(self.chart.at(n), self.chart.at(m)) < 260 for m in self.chart.positions),
        )
        for name in crowded:
            x, y = self.chart.at(name)
            title = self.chart.positions[name]["name"]
            best: tuple[float, list[str], Point] | None = None
            for lines in self.wrapped(name, title):
                half = max(len(line) for line in lines) * size * 0.275 + 3
                tall = high * len(lines) / 2
                for turn in range(0, 360, 10):
                    c, s = math.cos(math.radians(turn)), math.sin(math.radians(turn))
                    for gap in (3, 10, 20, 34):
                        reach = RADIUS + gap
                        cx = x + c * (reach + half) if abs(c) > 0.35 else x + c * reach
                        cy = y + s * (reach + tall) if abs(c) <= 0.9 else y + s * reach
                        box = (cx - half, cy - tall, cx + half, cy + tall)
                        if box[0] < 6 or box[2] > WIDTH - 6 or box[1] < 6 or box[3] > HEIGHT - 6:
                            continue
                        cost = self.covered(box) * 0.6 + gap * 0.5
                        cost += sum(
                            w for (px, py), w in self.crossed if box[0] - 3 < px < box[2] + 3 and box[1] - 2 < py < box[3] + 2
                        )
                        if best is None or cost < best[0] - 1e-9:
                            best = cost, lines, (cx, cy)
            assert best is not None
            _, lines, (cx, cy) = best
            half = max(len(line) for line in lines) * size * 0.275
            tall = high * len(lines) / 2
            self.taken.append((cx - half, cy - tall, cx + half, cy + tall))
            rows = []
            for k, line in enumerate(lines):
                text = escaped(line)
                if line.startswith(name):
                    text = f'<tspan font-family="{SANS}" font-weight="700" fill="{colour("lane")}">{name}</tspan>{escaped(line[len(name) :])}'
                rows.append(f'<text x="{num(cx)}" y="{num(cy - tall + high * (k + 0.76))}">{text}</text>')
            # One label, however many lines: it grows as a whole.
            self.add(f'<g data-at="{xy((cx, cy))}">{"".join(rows)}</g>')
        self.add("</g>")

    @staticmethod
    def wrapped(name: str, title: str) -> list[list[str]]:
        """The ways to write a label: on one line, and broken in the middle."""
        words = [name, *title.split()]
        found = [[" ".join(words)]] if len(" ".join(words)) < 17 else []
        cuts = [(max(len(" ".join(words[:k])), len(" ".join(words[k:]))), k) for k in range(1, len(words))]
        k = min(cuts)[1]
        found.append([" ".join(words[:k]), " ".join(words[k:])])
        if len(words) > 3:
            found.append(
                [name, *[" ".join(words[1:-2]), " ".join(words[-2:])]]
                if len(words) > 4
                else [words[0], " ".join(words[1:3]), words[3]]
            )
        return found

    def areas(self) -> None:
        green, ink = colour("fleet"), colour("chart-ink")
        for name, p in self.chart.areas.items():
            at = self.chart.at(name)
            radius = p["radius"] * SCALE + 4
            side = "Western" if name == "ASW" else "Eastern"
            self.add(
                f'<path d="{polygon(octagon(at, radius))}" fill="{colour("sea")}" fill-opacity=".9" stroke="{green}" stroke-width="8"/>',
                f'<path d="{polygon(octagon(at, radius - 10))}" fill="none" stroke="{green}" stroke-width="1.8"/>',
                f'<g text-anchor="middle" fill="{ink}"><text x="{num(at[0])}" y="{num(at[1] - 57)}" font-size="19" font-weight="700" letter-spacing="1">AT SEA</text>'
                f'<text x="{num(at[0])}" y="{num(at[1] - 37)}" font-size="17" font-style="italic">{side} Med</text></g>',
            )

    def bases(self) -> None:
        chart = self.chart
        ink = colour("chart-ink")
        for group, icon in ((chart.ports, "anchor"), (chart.bases, "plane")):
            for name, p in group.items():
                box = grown_box(p["box"])
                x, y, w, h = box
                side = p.get("side", "")
                paint = (
                    colour("allied")
                    if side == "allied"
                    else colour("italian")
                    if side == "axis" or name in ("SARDINIA", "SICILY")
                    else colour("track")
                )
                if name == "CRETE":
                    paint = colour("chart-ink")
                town = grown([p["town"]])[0]
                if not self.boxed(town):
                    near = min(max(town[0], x), x + w), min(max(town[1], y), y + h)
                    self.add(
                        f'<path d="M{xy(near)}L{xy(town)}" stroke="{paint}" stroke-width="3"/><circle cx="{num(town[0])}" cy="{num(town[1])}" r="6" fill="{paint}" stroke="{colour("relief-light")}" stroke-width="2"/>'
                    )
                self.add(rect(box, fill=colour("land"), fill_opacity=".9", stroke=paint, stroke_width="4", rx="8"))
                if name == "MALTA":
                    self.add(self.emblem(box))
                draw = f'stroke="{colour("land")}"' if icon == "anchor" else f'fill="{colour("land")}"'
                self.add(
                    f'<path d="M{num(x)} {num(y + 28)}V{num(y + 8)}Q{num(x)} {num(y)} {num(x + 8)} {num(y)}H{num(x + w - 8)}Q{num(x + w)} {num(y)} {num(x + w)} {num(y + 8)}V{num(y + 28)}Z" fill="{paint}"/>',
                    f'<use href="#mc-{icon}" transform="translate({num(x + 19)} {num(y + 14.5)})scale(.92)" {draw}/>',
                    f'<text x="{num(x + w / 2 + 13)}" y="{num(y + 20)}" data-kind="cell" font-size="{15.5 if len(p["name"]) > 9 else 16.5}" font-weight="700" text-anchor="middle" fill="{colour("land")}">{p["name"].upper()}</text>',
                )
                if p.get("track"):
                    k = [q for q in chart.bases if chart.bases[q]["track"]].index(name) + 1
                    self.add(
                        f'<text x="{num(x + w - 12)}" y="{num(y + h - 10)}" font-size="15" font-style="italic" text-anchor="end" fill="{ink}" opacity=".6">{k}</text>'
                    )
                    if name in ("TOBRUK", "ALAMEIN"):
                        self.add(self.fortress((x + 15, y + h - 16)))

    def boxed(self, p: Point) -> bool:
        """Under the box of some base or port."""
        boxes = [grown_box(q["box"]) for group in (self.chart.ports, self.chart.bases) for q in group.values()]
        return any(x <= p[0] <= x + w and y <= p[1] <= y + h for x, y, w, h in boxes)

    @staticmethod
    def fortress(at: Point) -> str:
        x, y = at
        return f'<path d="M{num(x - 8)} {num(y + 8)}V{num(y - 8)}H{num(x - 4)}V{num(y - 4)}H{num(x - 2)}V{num(y - 8)}H{num(x + 2)}V{num(y - 4)}H{num(x + 4)}V{num(y - 8)}H{num(x + 8)}V{num(y + 8)}Z" fill="{colour("chart-ink")}" opacity=".6"/>'

    def emblem(self, box: Box) -> str:
        """Malta and Gozo, large, on the ground of their box."""
        rings = [f["geometry"]["coordinates"][0] for f in json.loads(MALTA.read_text(encoding="utf-8"))["features"]]
        points = [p for ring in rings for p in ring]
        left, right = min(p[0] for p in points), max(p[0] for p in points)
        bottom, top = min(p[1] for p in points), max(p[1] for p in points)
        flat = math.cos(math.radians(35.9))
        scale = min((box[2] - 24) / ((right - left) * flat), (box[3] - 40) / (top - bottom))
        cx, cy = box[0] + box[2] / 2, box[1] + 14 + box[3] / 2
        mid = (left + right) / 2, (bottom + top) / 2
        drawn = [[(cx + (lon - mid[0]) * flat * scale, cy - (lat - mid[1]) * scale) for lon, lat in ring] for ring in rings]
        path = packed([thin_ring(ring[:-1], 0.25) for ring in drawn if abs(area(ring)) > 4])
        return f'<path transform="scale(.5)" d="{path}" fill="{colour("rough")}" stroke="{colour("land-edge")}" stroke-width="2" opacity=".75"/>'

    # Panels

    def panel(self, name: str, title: str = "") -> Box:
        x, y, w, h = PANELS[name]
        ink = colour("chart-ink")
        self.add(
            rect((x, y, w, h), rx="7", fill=colour("land"), fill_opacity=".93", stroke=ink, stroke_width="2.4"),
            rect((x, y, w, h), 5, rx="4", fill="none", stroke=ink, stroke_width=".9", opacity=".6"),
        )
        if title:
            self.add(
                f'<text x="{num(x + 20)}" y="{num(y + 29)}" font-size="20" font-weight="700" letter-spacing="1" fill="{ink}">{title}</text>'
            )
        return x, y, w, h

    def tracks(self) -> None:
        ink = colour("chart-ink")
        self.panel("seasons", "Seasons")
        x, y, w, _ = PANELS["seasons"]
        self.add(
            f'<text x="{num(x + w - 20)}" y="{num(y + 28)}" font-size="16" font-style="italic" text-anchor="end" fill="{ink}">F: added to the die for Italian fuel</text>'
        )
        for k, (cell, label) in enumerate(zip(cells("seasons", len(SEASONS)), SEASONS, strict=True)):
            cx, cy, cw, ch = cell
            season, year = label.split()
            self.cell(cell)
            self.add(
                f'<g fill="{ink}"><text x="{num(cx + 12)}" y="{num(cy + 26)}" font-size="18" font-weight="700">{season}</text>'
                f'<text x="{num(cx + 12)}" y="{num(cy + 46)}" font-size="16">{year}</text></g>'
                f'<text x="{num(cx + cw - 12)}" y="{num(cy + ch - 12)}" font-size="18" font-weight="700" text-anchor="end" fill="{colour("italian")}">F {8 - k}</text>'
            )
        self.panel("status", "Malta")
        x, y, w, _ = PANELS["status"]
        self.add(
            f'<text x="{num(x + w - 20)}" y="{num(y + 28)}" font-size="16" font-style="italic" text-anchor="end" fill="{ink}">status, and antiaircraft strength</text>'
        )
        for k, (cell, label) in enumerate(zip(cells("status", len(STATUS)), STATUS, strict=True)):
            cx, cy, cw, ch = cell
            self.cell(cell)
            self.add(
                f'<text x="{num(cx + 12)}" y="{num(cy + 27)}" font-size="{19 if k < 2 else 23}" font-weight="700" fill="{colour("no-return") if k == 0 else ink}">{label}</text>'
                f'<text x="{num(cx + cw - 12)}" y="{num(cy + ch - 12)}" font-size="18" font-weight="700" text-anchor="end" fill="{colour("allied")}">AA {(1, 1, 1, 2, 3, 3)[k]}</text>'
            )
        self.panel("turns", "Turns of the season")
        x, y, w, _ = PANELS["turns"]
        self.add(
            f'<text x="{num(x + w - 20)}" y="{num(y + 28)}" font-size="16" font-style="italic" text-anchor="end" fill="{ink}">twelve hours each, day and night</text>'
        )
        for k, cell in enumerate(cells("turns", TURNS, 2)):
            self.cell(cell, 2.5)
            self.add(
                f'<text x="{num(cell[0] + 9)}" y="{num(cell[1] + 20)}" font-size="15" fill="{ink}" opacity=".8">{k + 1}</text>'
            )

    def cell(self, box: Box, inset: float = 4.0) -> None:
        self.add(
            rect(
                box, inset, rx="4", fill=colour("relief-light"), fill_opacity=".3", stroke=colour("chart-ink"), stroke_width="1.4"
            )
        )

    def title(self) -> None:
        x, y, w, _ = self.panel("title")
        ink, red = colour("chart-ink"), colour("no-return")
        mid = x + w / 2
        self.add(
            f'<text x="{num(mid)}" y="{num(y + 72)}" font-size="56" font-weight="700" text-anchor="middle" fill="{ink}" letter-spacing="3">Malta Convoys</text>',
            f'<path d="M{num(mid - 220)} {num(y + 92)}h170M{num(mid + 50)} {num(y + 92)}h170" stroke="{red}" stroke-width="2"/>',
            f'<use href="#mc-anchor" transform="translate({num(mid)} {num(y + 92)})scale(1.35)" stroke="{red}"/>',
            f'<text x="{num(mid)}" y="{num(y + 129)}" font-size="22" text-anchor="middle" fill="{ink}" letter-spacing="6">THE MEDITERRANEAN 1940&#8211;42</text>',
        )

    def legend(self) -> None:
        self.add('<g data-kind="legend" data-fold="18">')
        x, y, _, _ = self.panel("legend")
        ink, lane = colour("chart-ink"), colour("lane")

        def disc(at: Point, green: bool) -> str:
            rim = colour("fleet") if green else lane
            return f'<circle cx="{num(at[0])}" cy="{num(at[1])}" r="17" fill="{colour("sea")}" stroke="{rim}" stroke-width="{6 if green else 3.4}"/>'

        def stroke(at: Point, paint: str, wide: float, dash: str = "") -> str:
            dashes = f' stroke-dasharray="{dash}" stroke-linecap="butt"' if dash else ""
            return f'<path d="M{num(at[0] - 24)} {num(at[1])}h48" stroke="{paint}" stroke-width="{wide}"{dashes}/>'

        columns: tuple[tuple[tuple[float, str, Callable[[Point], str]], ...], ...] = (
            (
                (40, "Position", lambda p: disc(p, False)),
                (40, "Position open to the Italian fleet", lambda p: disc(p, True)),
                (40, "Lane, one step", lambda p: stroke(p, lane, 4.6)),
                (40, "Way of the Italian fleet", lambda p: stroke(p, colour("fleet"), 7)),
            ),
            (
                (435, "Within reach of the air base", lambda p: stroke(p, ink, 2.4, "4 8")),
                (435, "Sicily bombs Malta", lambda p: stroke(p, colour("italian"), 5, "5 9")),
                (435, "Point of No Return", lambda p: stroke(p, colour("no-return"), 8, "20 6")),
                (435, "Track of Afrika Korps", lambda p: stroke(p, colour("track"), 9)),
            ),
            (
                (775, "German U-boats", lambda p: self.badge("uboat", p)),
                (775, "Italian submarines: freighters only", lambda p: self.badge("italian", p)),
                (775, "British submarines", lambda p: self.badge("british", p)),
                (775, "Torpedo boats, better by night", lambda p: self.badge("mas", p)),
            ),
            (
                (1185, "Port", lambda p: self.small(p, "anchor")),
                (1185, "Air base", lambda p: self.small(p, "plane")),
                (1185, "Can be fortified", lambda p: self.fortress(p)),
                (
                    1185,
                    "Place on the track",
                    lambda p: (
                        f'<text x="{num(p[0])}" y="{num(p[1] + 6)}" font-size="17" font-style="italic" text-anchor="middle" fill="{ink}">3</text>'
                    ),
                ),
            ),
        )
        for column in columns:
            for k, (dx, label, draw) in enumerate(column):
                at = x + dx + 20, y + 32 + k * 43.5
                self.add(draw(at), f'<text x="{num(at[0] + 40)}" y="{num(at[1] + 6)}" font-size="18" fill="{ink}">{label}</text>')
        self.add("</g>")

    @staticmethod
    def small(at: Point, icon: str) -> str:
        draw = f'stroke="{colour("land")}"' if icon == "anchor" else f'fill="{colour("land")}"'
        return (
            rect((at[0] - 16, at[1] - 15, 32, 30), rx="5", fill=colour("chart-ink"))
            + f'<use href="#mc-{icon}" x="{num(at[0])}" y="{num(at[1])}" {draw}/>'
        )

    def rose(self) -> None:
        place = f"translate({xy(project(29.9, 35.0))})"
        self.compass(place, ".75", 40, 56, 76, ((52, "1.3"), (47, ".7")), (-84, 24))

    def frame(self) -> None:
        self.add("</g>")
        self.rims((BLEED, 3.0), (BLEED + 6, 1.0), (BLEED + 26, 1.6))
        looks = f'font-family="{SANS}" font-size="13" text-anchor="middle" fill="{colour("chart-ink")}" opacity=".85"'
        self.add(f"<g {looks}>{''.join(words(*mark) for mark in self.degrees)}</g>", "</svg>")

    def draw(self) -> str:
        return self.drawn(
            self.head, self.sea, self.graticule, self.ground, self.names_of_lands, self.air_lines, self.desert, self.lanes, self.circles,
            self.point_of_no_return, self.areas, self.bases, self.tracks, self.title, self.legend, self.rose, self.badges, self.names,
            self.towns, self.frame,
        )  # fmt: skip


def files() -> dict[str, str]:
    chart = Chart()
    return {"map.toml": map_toml(chart), "art.svg": Painter(chart).draw()}


if __name__ == "__main__":
    forge("convoys", files)
