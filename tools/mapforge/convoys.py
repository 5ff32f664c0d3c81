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

from .pens import Box, Point, circle, grouped, num, open_path, packed, polygon, rect, smooth, stroke, traced, used, words, xy
from .rasters import Noise, Raster, area, land_mask, level_rings, thin_ring
from .sheets import BLEED, DATA, MARGIN, Sheet, forge
from .tables import by_hand, inline_entry

SCALE = 2.0  # the input is drawn at half this size
WIDTH, HEIGHT = 3200.0, 1692.0
RADIUS = 48.0  # of a position: one counter of 46 in the middle, or two overlapping a little

TURNS = 24
HAND = by_hand("convoys")
PANELS, MILESTONES, SEASONS, STATUS = (HAND[key] for key in ("panels", "milestones", "seasons", "status"))


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
        data = json.loads((DATA / "convoys_chart.json").read_text(encoding="utf-8"))
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
        rings = json.loads((DATA / "convoys_coast.json").read_text(encoding="utf-8"))["rings"]
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

    def place(name: str, title: str, **more: Any) -> dict[str, Any]:
        x, y = chart.at(name)
        return {"name": title, **more.pop("first", {}), "x": round(x, 1), "y": round(y, 1), **more}

    def write(key: str, value: Any, source: str, **limits: Any) -> None:
        parts.append(entry(f"map.{key}", value, source, **limits))

    marks = {"uboat": "a U-boat mark where U-boats sank or lay in wait; ", "italian": "an Italian submarine mark; ", "": ""}
    for name, p in chart.positions.items():
        value = place(name, p["name"], **{key: p[key] for key in ("lat", "lon", "rank", "mark", "mas", "at_sea")})
        boats = "text: torpedo boats near Pantelleria; " if p["mas"] else ""
        write(f"positions.{name}", value, ours + marks[p["mark"]] + boats + where)
    for name, p in chart.ports.items():
        box = rounded(grown_box(p["box"]))
        value = place(name, p["name"], first={"side": p["side"]}, lat=p["lat"], lon=p["lon"], box=box)
        write(f"ports.{name}", value, "text: the scenario sheets name the port; its place is ours")
    for name, p in chart.areas.items():
        value = place(name, p["name"], radius=p["radius"] * SCALE, access=p["access"], ports=p["ports"], british_sub=True)
        twin = (
            "text: Night Carrier Raid on Taranto names it; "
            if name == "ASE"
            else "reconstruction: the twin of the eastern area; "
        )
        write(f"areas.{name}", value, twin + "positions it opens on and the British submarine mark are ours", open=True)
    for name, p in chart.bases.items():
        use = "crete" if name == "CRETE" else "desert" if p["track"] else "always"
        box = rounded(grown_box(p["box"]))
        value = place(name, p["name"], lat=p["lat"], lon=p["lon"], box=box, reach=p["reach"], harbour=p["harbour"], use=use)
        air = name in ("SARDINIA", "SICILY", "CRETE", "GAZALA", "TOBRUK")
        named = "text: named as a base of aircraft" if air else "text: named as a place of the desert war"
        write(f"bases.{name}", value, named + "; reconstruction: its dashed lines", open=True)
    for name, (title, at) in MILESTONES.items():
        value = {"name": title, "x": at[0], "y": at[1]}
        write(f"places.{name}", value, "reconstruction: one more place of the desert track, option extended_track")
    reach = "what squadrons on Malta and Crete reach; the text only says that they may attack the fleet"
    steps = "three lanes through the west, eight steps to Malta; six steps from the east"
    turned = "lanes across the Point of No Return, where Force Z turned back in August 1942"
    links = {k: line_of(v) for k, v in (chart.lanes | chart.fleet | chart.track).items()}
    tracks = {
        "seasons": [rounded(c) for c in cells("seasons", len(SEASONS))],
        "status": [rounded(c) for c in cells("status", len(STATUS))],
        "turns": [rounded(c) for c in cells("turns", TURNS, 2)],
    }
    again = "reconstruction: "
    write("swordfish", chart.swordfish, again + reach, open=True)
    write("lanes", list(chart.lanes), ours + steps, open=True)
    write("fleet", list(chart.fleet), again + "ports and At Sea areas of the Italian fleet (ruling G-24)", open=True)
    write("no_return", chart.no_return, again + turned, open=True)
    write("lines", links, again + "how the links are drawn", open=True)
    write("air_lines", {k: line_of(v) for k, v in chart.air.items()}, again + "how the dashed lines are drawn", open=True)
    write("no_return_line", line_of(chart.no_return_line), again + "how the Point of No Return is drawn", open=True)
    write("panels", PANELS, again + "places on the sheet as x, y, width, height")
    cells_are = "cells of the season track, of Malta's status and of the turns as x, y, width, height"
    write("cells", tracks, again + cells_are, open=True)
    return "".join(parts)


# ---------------------------------------------------------------- the ground under the picture


def ridge_field(raster: Raster) -> list[float]:
    """How mountainous each cell is: bells across the crests above."""
    field = [0.0] * (raster.nx * raster.ny)
    for height, wide, crest in HAND["ranges"]:
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

SANS = (
    "var(--chart-font-numbers, 'Avenir Next Condensed', 'Roboto Condensed', 'Arial Narrow', 'DejaVu Sans Condensed', sans-serif)"
)


def colour(name: str) -> str:
    if name in HAND["colours"]:
        return f"var(--{name}, {HAND['colours'][name]})"
    token, value = HAND["tokens"][name]
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
        land = "".join(packed([thin_ring(ring, 0.3)]) for ring in self.chart.coast)
        self.start(
            self.paper,
            "Malta Convoys: the Mediterranean 1940-42",
            "Written by tools/mapforge/convoys.py. Coastline derived from GSHHG 2.3 (Wessel and Smith), LGPL-3.0-or-later.",
            self.half("coast", land),
            f'<clipPath id="mc-sheet">{rect((0, 0, WIDTH, HEIGHT), -BLEED)}</clipPath>',
            self.clip("dry", "coast"),
            self.depths(".5", ".5", ".14", ".72"),
            '<path id="mc-sub" d="M-11 2.5C-9-.5-6-1.2-3.4-1.2L-2.6-5.4H2L2.6-1.2C6.4-1 9.6.2 11.6 2.5C9.4 4.8 5 5.6 0 5.6S-9 5-11 2.5ZM-.2-5.4V-8H.9V-5.4Z"/>',
            '<path id="mc-boat" d="M-12 1H-5L-3.4-3.4H1.6L3.4-.4L12-1.4C10.6 2 9 4.6 7.6 5.4H-10ZM-1-3.4V-7H.2V-3.4Z"/>',
            '<g id="mc-anchor" fill="none" stroke-width="2.2"><circle cy="-6.6" r="2.2"/><path d="M0-4.4V8M-4.4-1.6H4.4M-7.4 2C-7 6.2-3.4 7.8 0 8C3.4 7.8 7 6.2 7.4 2"/></g>',
            '<path id="mc-plane" d="M0-9.6C1.3-9.6 1.6-7.8 1.6-6.4V-2.6L9.3 1.9V4.3L1.6 2.1V6.1L4 8V9.6L0 8.6L-4 9.6V8L-1.6 6.1V2.1L-9.3 4.3V1.9L-1.6-2.6V-6.4C-1.6-7.8-1.3-9.6 0-9.6Z"/>',
        )
        self.add(rect(self.paper, fill=colour("land")), '<g clip-path="url(#mc-sheet)">')

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
        self.add(f'<use href="#mc-coast" fill="none" stroke="{edge}" stroke-width="3.6"/>')

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
        x0, y0 = project(*HAND["volcano"])
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
        for level, strength in ((0.18, 0.26), (0.5, 0.3)):
            self.tint(ground, light, level, colour("relief-light"), strength, 0.9, 40)
        for level, strength in ((0.16, 0.12), (0.42, 0.15), (0.78, 0.2)):
            self.tint(ground, dark, level, colour("relief"), strength, 0.9, 40)
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
        self.add(f'<g data-kind="water" font-style="italic" text-anchor="middle" fill="{colour("water-ink")}" opacity=".7">')
        self.lettering((name, *map(num, project(lon, lat)), *rest) for name, lon, lat, *rest in HAND["seas"])
        self.add(f'</g><g data-kind="region" text-anchor="middle" fill="{colour("chart-ink")}" opacity=".3" font-weight="700">')
        self.lettering((name, *map(num, project(lon, lat)), *rest) for name, lon, lat, *rest in HAND["countries"])
        self.add("</g>")

    def towns(self) -> None:
        """Small places, for orientation only; left out where the game has something to say."""
        ink, land = colour("chart-ink"), colour("land")
        dots, names = [], []
        for table, italic in ((HAND["towns"], False), (HAND["islands"], True)):
            for name, lon, lat, side in table:
                x, y = project(lon, lat)
                wide = len(name) * 7.4
                dx, dy = {"n": (0.0, -9.0), "s": (0.0, 19.0), "w": (-9.0, 5.0), "e": (9.0, 5.0)}[side]
                anchor = {"w": "end", "e": "start"}.get(side, "middle")
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
                    dots.append(circle((x, y), 3.6))
                slant = {"font_style": "italic"} if italic else {}
                names.append(words(x + dx, y + dy, escaped(name), text_anchor=anchor, **slant))
        halo = {"stroke": land, "stroke_width": 2.6, "stroke_opacity": ".7", "paint_order": "stroke"}
        self.add(
            grouped(*dots, fill=land, stroke=ink, stroke_width=1.8, opacity=".85"),
            grouped(*names, data_kind="place", font_size=15, fill=ink, opacity=".82", **halo),
        )

    # The game

    def air_lines(self) -> None:
        for base in self.chart.bases:
            reach = (way for key, way in self.chart.air.items() if key.startswith(base + "-") and not key.endswith("-MALTA"))
            looks = f'stroke="{colour("chart-ink")}" stroke-width="1.9" stroke-dasharray="3 9" opacity=".5"'
            self.add(f'<path class="air" fill="none" {looks} d="{"".join(map(open_path, reach))}"/>')
        self.add(stroke(open_path(self.chart.air["SICILY-MALTA"]), colour("italian"), 5, stroke_dasharray="4 12", opacity=".8"))

    def lanes(self) -> None:
        sea = colour("sea")
        lane = "".join(map(open_path, self.chart.lanes.values()))
        self.add(stroke(lane, sea, 10, opacity=".6"), stroke(lane, colour("lane"), 4.6))
        fleet = "".join(map(smooth, self.chart.fleet.values()))
        self.add(stroke(fleet, sea, 13, opacity=".6"), stroke(fleet, colour("fleet"), 7), stroke(fleet, sea, 1.6, opacity=".9"))

    def desert(self) -> None:
        """The track of Afrika Korps along the coast road."""
        track = "".join(map(open_path, self.chart.track.values()))
        ink, land, sand = colour("chart-ink"), colour("land"), colour("track")
        self.add(stroke(track, ink, 13, opacity=".55"), stroke(track, sand, 9), stroke(track, land, 1.8, stroke_dasharray="9 9"))
        looks = {"font_style": "italic", "text_anchor": "middle", "fill": ink, "opacity": ".75"}
        for name, (x, y) in MILESTONES.values():
            self.add(
                circle((x, y), 24, fill=land, fill_opacity=".55", stroke=sand, stroke_width=2, stroke_dasharray="5 5"),
                words(x, y - 29 if name == "Benghazi" else y + 39, name, font_size=15, **looks),
            )

    def point_of_no_return(self) -> None:
        text = smooth(self.chart.no_return_line)
        x, y = self.chart.no_return_line[-1]
        red, sea = colour("no-return"), colour("sea")
        halo = {"letter_spacing": 2, "stroke": sea, "stroke_width": 5, "paint_order": "stroke"}
        label = words(x + 122, y + 12, "POINT OF") + words(x + 122, y + 38, "NO RETURN")
        self.add(
            stroke(text, sea, 13, stroke_linecap="butt", opacity=".85"),
            stroke(text, red, 8, stroke_linecap="butt", stroke_dasharray="26 8"),
            grouped(label, font_size=23, font_weight=700, text_anchor="middle", fill=red, **halo),
        )
        self.taken.append((x + 30, y - 12, x + 214, y + 48))

    def circles(self) -> None:
        sea, lane, light = colour("sea"), colour("lane"), colour("relief-light")
        number = {
            "font_family": SANS,
            "font_size": 32,
            "font_weight": 700,
            "text_anchor": "middle",
            "fill": lane,
            "opacity": ".8",
        }
        for name, p in self.chart.positions.items():
            at = self.chart.at(name)
            self.add(circle(at, num(RADIUS), fill=sea, stroke=light, stroke_opacity=".7", stroke_width=11))
            rims = ((0, colour("fleet"), 8), (7, lane, 1.8)) if p["at_sea"] else ((0, lane, 4.6), (6, lane, 1.4))
            for inset, paint, wide in rims:
                self.add(circle(at, num(RADIUS - inset), fill="none", stroke=paint, stroke_width=wide))
            self.add(words(at[0], at[1] + 11, name, **number))

    def badge(self, kind: str, at: Point) -> str:
        light = colour("relief-light")
        if kind == "mas":
            box = rect((at[0] - 27, at[1] - 13, 54, 26), rx="13", fill="var(--mas, #d9822b)", stroke=light, stroke_width="2")
            looks = {"font_family": SANS, "font_size": 22, "font_weight": 700, "text_anchor": "middle", "fill": "#fff"}
            return (
                f'<g data-kind="badge" data-at="{num(at[0])} {num(at[1])}">{box}{words(at[0], at[1] + 7.8, "MAS", **looks)}</g>'
            )
        paint = {"uboat": "var(--uboat, #22282e)", "italian": colour("fleet"), "british": colour("allied")}[kind]
        return circle(at, 17, fill=paint, stroke=light, stroke_width=2) + used("mc-sub", at, fill="#fff")

    def badges(self) -> None:
        for p in self.chart.positions.values():
            for at in grown(p["badges"]):
                self.add(self.badge("mas" if p["mas"] else p["mark"], at))
                self.taken.append((at[0] - 29, at[1] - 18, at[0] + 29, at[1] + 18))
        for p in self.chart.areas.values():
            self.add(self.badge("british", grown([p["badge"]])[0]))

    def names(self) -> None:
        """Each position's number and name beside it, where they cover least; as large as can be read with the whole height in sight."""
        size, high = 23.0, 25.0
        halo = f'stroke="{colour("sea")}" stroke-width="5" stroke-opacity=".85" paint-order="stroke"'
        self.add(f'<g data-kind="town" font-size="{num(size)}" text-anchor="middle" fill="{colour("chart-ink")}" {halo}>')
        at = {name: self.chart.at(name) for name in self.chart.positions}
        for name in sorted(at, key=lambda n: -sum(math.dist(at[n], other) < 260 for other in at.values())):
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
            cut = -2 if len(words) > 4 else -1
            found.append([name, " ".join(words[1:cut]), " ".join(words[cut:])])
        return found

    def areas(self) -> None:
        green = colour("fleet")
        for name, p in self.chart.areas.items():
            x, y = at = self.chart.at(name)
            radius = p["radius"] * SCALE + 4
            side = "Western" if name == "ASW" else "Eastern"
            head = words(x, y - 55, "AT SEA", font_size=19, font_weight=700)
            below = words(x, y - 35, f"{side} Med", font_size=19, font_style="italic")
            halo = {"stroke": colour("sea"), "stroke_width": 5, "paint_order": "stroke"}
            self.add(
                traced(polygon(octagon(at, radius)), fill=colour("sea"), fill_opacity=".9", stroke=green, stroke_width=8),
                traced(polygon(octagon(at, radius - 10)), fill="none", stroke=green, stroke_width=1.8),
                grouped(
                    head, below, data_kind="cell", data_at=xy((x, y - 46)), text_anchor="middle", fill=colour("chart-ink"), **halo
                ),
            )

    def bases(self) -> None:
        chart, land, ink = self.chart, colour("land"), colour("chart-ink")
        on_track = [name for name, p in chart.bases.items() if p["track"]]
        for name, p in (*chart.ports.items(), *chart.bases.items()):
            x, y, w, h = box = grown_box(p["box"])
            axis = p.get("side") == "axis" or name in ("SARDINIA", "SICILY")
            paint = colour("allied" if p.get("side") == "allied" else "italian" if axis else "track")
            if name == "CRETE":
                paint = ink
            town = grown([p["town"]])[0]
            if not self.boxed(town):
                near = min(max(town[0], x), x + w), min(max(town[1], y), y + h)
                way = traced(f"M{xy(near)}L{xy(town)}", stroke=paint, stroke_width=3)
                self.add(way + circle(town, 6, fill=paint, stroke=colour("relief-light"), stroke_width=2))
            self.add(rect(box, fill=land, fill_opacity=".9", stroke=paint, stroke_width="4", rx="8"))
            if name == "MALTA":
                self.add(self.emblem(box))
            rim = f"M{xy((x, y + 28))}V{num(y + 8)}Q{xy((x, y))} {xy((x + 8, y))}H{num(x + w - 8)}"
            rim += f"Q{xy((x + w, y))} {xy((x + w, y + 8))}V{num(y + 28)}Z"
            icon = 'anchor" transform="{}" stroke' if name in chart.ports else 'plane" transform="{}" fill'
            icon = icon.format(f"translate({xy((x + 19, y + 14.5))})scale(.92)")
            size = 15.5 if len(p["name"]) > 9 else 16.5
            looks = {"font_size": size, "font_weight": 700, "text_anchor": "middle", "fill": land}
            self.add(
                traced(rim, fill=paint),
                f'<use href="#mc-{icon}="{land}"/>',
                words(x + w / 2 + 13, y + 20, p["name"].upper(), data_kind="cell", **looks),
            )
            if name in on_track:
                looks = {"font_size": 15, "font_style": "italic", "text_anchor": "end", "fill": ink, "opacity": ".6"}
                self.add(words(x + w - 12, y + h - 10, on_track.index(name) + 1, **looks))
                if name in ("TOBRUK", "ALAMEIN"):
                    self.add(self.fortress((x + 15, y + h - 16)))

    def boxed(self, p: Point) -> bool:
        """Under the box of some base or port."""
        boxes = [grown_box(q["box"]) for group in (self.chart.ports, self.chart.bases) for q in group.values()]
        return any(x <= p[0] <= x + w and y <= p[1] <= y + h for x, y, w, h in boxes)

    @staticmethod
    def fortress(at: Point) -> str:
        x, y = at
        high, low = num(y - 8), num(y - 4)
        wall = f"M{xy((x - 8, y + 8))}V{high}H{num(x - 4)}V{low}H{num(x - 2)}V{high}H{num(x + 2)}V{low}H{num(x + 4)}V{high}H{num(x + 8)}"
        return traced(f"{wall}V{num(y + 8)}Z", fill=colour("chart-ink"), opacity=".6")

    def emblem(self, box: Box) -> str:
        """Malta and Gozo, large, on the ground of their box."""
        malta = (DATA / "coast_malta.geojson").read_text(encoding="utf-8")
        rings = [f["geometry"]["coordinates"][0] for f in json.loads(malta)["features"]]
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

    def panel(self, name: str, title: str = "", note: str = "") -> Box:
        x, y, w, h = box = PANELS[name]
        ink = colour("chart-ink")
        self.double(
            box, 5, outer={"rx": 7, "fill": colour("land"), "fill_opacity": ".93", "stroke": ink, "stroke_width": 2.4},
            inner={"rx": 4, "fill": "none", "stroke": ink, "stroke_width": ".9", "opacity": ".6"},
        )  # fmt: skip
        if title:
            self.add(words(x + 20, y + 29, title, font_size=20, font_weight=700, letter_spacing=1, fill=ink))
        if note:
            self.add(words(x + w - 20, y + 28, note, font_size=16, font_style="italic", text_anchor="end", fill=ink))
        return x, y, w, h

    def tracks(self) -> None:
        ink, bold = colour("chart-ink"), {"font_weight": 700}
        corner = {"font_size": 18, "font_weight": 700, "text_anchor": "end"}
        self.panel("seasons", "Seasons", "F: added to the die for Italian fuel")
        for k, (cell, label) in enumerate(zip(cells("seasons", len(SEASONS)), SEASONS, strict=True)):
            cx, cy, cw, ch = cell
            season, year = label.split()
            self.cell(cell)
            when = grouped(
                words(cx + 12, cy + 26, season, font_size=18, **bold), words(cx + 12, cy + 46, year, font_size=16), fill=ink
            )
            self.add(when + words(cx + cw - 12, cy + ch - 12, f"F {8 - k}", **corner, fill=colour("italian")))
        self.panel("status", "Malta", "status, and antiaircraft strength")
        for k, (cell, label) in enumerate(zip(cells("status", len(STATUS)), STATUS, strict=True)):
            cx, cy, cw, ch = cell
            self.cell(cell)
            paint = ink if k else colour("no-return")
            name = words(cx + 12, cy + 27, label, font_size=19 if k < 2 else 23, **bold, fill=paint)
            self.add(name + words(cx + cw - 12, cy + ch - 12, f"AA {(1, 1, 1, 2, 3, 3)[k]}", **corner, fill=colour("allied")))
        self.panel("turns", "Turns of the season", "twelve hours each, day and night")
        for k, cell in enumerate(cells("turns", TURNS, 2)):
            self.cell(cell, 2.5)
            self.add(words(cell[0] + 9, cell[1] + 20, k + 1, font_size=15, fill=ink, opacity=".8"))

    def cell(self, box: Box, inset: float = 4.0) -> None:
        self.add(
            rect(
                box, inset, rx="4", fill=colour("relief-light"), fill_opacity=".3", stroke=colour("chart-ink"), stroke_width="1.4"
            )
        )

    def title(self) -> None:
        x, y, w, _ = self.panel("title")
        ink, red = colour("chart-ink"), colour("no-return")
        mid, middle = x + w / 2, {"text_anchor": "middle", "fill": ink}
        self.add(
            words(mid, y + 72, "Malta Convoys", font_size=56, font_weight=700, **middle, letter_spacing=3),
            traced(f"M{xy((mid - 220, y + 92))}h170M{xy((mid + 50, y + 92))}h170", stroke=red, stroke_width=2),
            f'<use href="#mc-anchor" transform="translate({xy((mid, y + 92))})scale(1.35)" stroke="{red}"/>',
            words(mid, y + 129, "THE MEDITERRANEAN 1940&#8211;42", font_size=22, **middle, letter_spacing=6),
        )

    def legend(self) -> None:
        self.add('<g data-kind="legend" data-fold="18">')
        x, y, _, _ = self.panel("legend")
        ink, lane, fleet = colour("chart-ink"), colour("lane"), colour("fleet")

        def disc(at: Point, rim: str, wide: float) -> str:
            return circle(at, 17, fill=colour("sea"), stroke=rim, stroke_width=wide)

        def dash(at: Point, paint: str, wide: float, dashes: str = "") -> str:
            looks = {"stroke_dasharray": dashes, "stroke_linecap": "butt"} if dashes else {}
            return traced(f"M{xy((at[0] - 24, at[1]))}h48", stroke=paint, stroke_width=wide, **looks)

        def stage(at: Point) -> str:
            return words(at[0], at[1] + 6, 3, font_size=17, font_style="italic", text_anchor="middle", fill=ink)

        columns: dict[int, tuple[tuple[str, Callable[[Point], str]], ...]] = {
            40: (
                ("Position", lambda p: disc(p, lane, 3.4)),
                ("Position open to the Italian fleet", lambda p: disc(p, fleet, 6)),
                ("Lane, one step", lambda p: dash(p, lane, 4.6)),
                ("Way of the Italian fleet", lambda p: dash(p, fleet, 7)),
            ),
            435: (
                ("Within reach of the air base", lambda p: dash(p, ink, 2.4, "4 8")),
                ("Sicily bombs Malta", lambda p: dash(p, colour("italian"), 5, "5 9")),
                ("Point of No Return", lambda p: dash(p, colour("no-return"), 8, "20 6")),
                ("Track of Afrika Korps", lambda p: dash(p, colour("track"), 9)),
            ),
            775: (
                ("German U-boats", lambda p: self.badge("uboat", p)),
                ("Italian submarines: freighters only", lambda p: self.badge("italian", p)),
                ("British submarines", lambda p: self.badge("british", p)),
                ("Torpedo boats, better by night", lambda p: self.badge("mas", p)),
            ),
            1185: (
                ("Port", lambda p: self.small(p, "anchor")),
                ("Air base", lambda p: self.small(p, "plane")),
                ("Can be fortified", self.fortress),
                ("Place on the track", stage),
            ),
        }
        for dx, column in columns.items():
            self.key(column, (x + dx + 20, y + 32), 43.5, 40, 6, 18)
        self.add("</g>")

    @staticmethod
    def small(at: Point, icon: str) -> str:
        draw = f'stroke="{colour("land")}"' if icon == "anchor" else f'fill="{colour("land")}"'
        box = rect((at[0] - 16, at[1] - 15, 32, 30), rx="5", fill=colour("chart-ink"))
        return box + f'<use href="#mc-{icon}" x="{num(at[0])}" y="{num(at[1])}" {draw}/>'

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
