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

from grandharbour.engine.geometry.bits import bits
from grandharbour.engine.geometry.hexes import HexGrid

from .hexmaps import ACROSS, SIZE, Hexes, HexSheet, pair
from .pens import Box, Point, hexagon, joined, num, packed, polygon, rect, star, words, xy
from .rasters import Noise, Raster, area, blur, distance_to, land_mask, level_rings, thin_ring
from .sheets import BLEED, COLOURS, DATA, MARGIN, Palette, forge
from .tables import entry

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


#: The 25 victory hexes.
PLACES = {
    "Valletta": Place("2419", "city", "Grand Harbour", 14.5130, 35.8985),
    "Sliema-Gzira": Place("2318", "city", "Marsamxett", 14.5017, 35.9125),
    "Three Cities": Place("2420", "city", "Dockyard Creek", 14.5230, 35.8885),
    "Hamrun-Marsa": Place("2321", "city", "", 14.4925, 35.8820),
    "Birkirkara-Msida": Place("2220", "city", "", 14.4800, 35.8940),
    "St Julian's": Place("2218", "town", "", 14.4880, 35.9184),
    "Paola-Tarxien": Place("2322", "town", "", 14.5035, 35.8710),
    "Zabbar": Place("2522", "town", "", 14.5359, 35.8769),
    "Zejtun": Place("2523", "town", "", 14.5334, 35.8555),
    "Gudja-Ghaxaq": Place("2324", "town", "", 14.5059, 35.8505),
    "Qormi": Place("2122", "town", "", 14.4720, 35.8760),
    "Zebbug": Place("1922", "town", "", 14.4411, 35.8719),
    "Siggiewi": Place("1923", "town", "", 14.4361, 35.8555),
    "Zurrieq-Qrendi": Place("2125", "town", "", 14.4640, 35.8335),
    "Attard": Place("1920", "town", "", 14.4425, 35.8897),
    "Mosta": Place("1919", "town", "", 14.4257, 35.9094),
    "Naxxar": Place("1918", "town", "", 14.4438, 35.9137),
    "Rabat-Mdina": Place("1721", "town", "", 14.3995, 35.8825),
    "St Paul's Bay": Place("1715", "town", "St Paul's Bay", 14.3990, 35.9475),
    "Mellieha": Place("1515", "town", "", 14.3626, 35.9566),
    "Marsaxlokk": Place("2625", "town", "Marsaxlokk", 14.5445, 35.8405),
    "Birzebbuga": Place("2526", "town", "Kalafrana", 14.5320, 35.8225),
    "Luqa": Place("2223", "airfield", "", 14.4800, 35.8550),
    "Hal Far": Place("2427", "airfield", "", 14.5110, 35.8140),
    "Ta' Qali": Place("1820", "airfield", "", 14.4165, 35.8930),
}
CAPITAL = "2419"
#: Sites of the coastal batteries by their letters (8.1).
BATTERIES = {
    "A": ("1614", "Fort Campbell"),
    "B": ("1419", "Fort Bingemma"),
    "C": ("2117", "Fort Madliena"),
    "D": ("2217", "Fort Pembroke"),
    "E": ("2318", "Fort Tigne"),
    "F": ("2419", "Fort St Elmo"),
    "G": ("2520", "Fort San Rocco"),
    "H": ("2621", "Fort San Leonardo"),
    "I": ("2725", "Fort Delimara"),
    "J": ("2527", "Fort Benghisa"),
}
#: Villages without points, for the eye; the data file has their positions.
VILLAGES = {
    "Mgarr": "1518",
    "Dingli": "1623",
    "Gharghur": "2017",
    "Marsaskala": "2723",
    "Kirkop": "2224",
    "Floriana": "2320",
    "Victoria (Rabat Gozo)": "0807",
    "Nadur": "1008",
    "Xaghra": "0907",
    "Xewkija": "0808",
    "Gharb": "0506",
    "Zebbug (Gozo)": "0705",
    "Qala": "1108",
    "Ghajnsielem": "1009",
    "Sannat": "0809",
}
SHORT = {"Victoria (Rabat Gozo)": "Victoria", "Zebbug (Gozo)": "Zebbug"}
#: Broken ground among the hills, and the bastions before Valletta: closed to vehicles except along roads.
ROUGH = {
    "1413": "Marfa Ridge",
    "1416": "Bajda Ridge",
    "1617": "Wardija Ridge",
    "1320": "cliff-top rocks",
    "1420": "Kuncizzjoni",
    "1421": "cliff-top rocks",
    "1422": "cliff-top rocks",
    "1522": "Fawwara",
    "1724": "Girgenti gorge",
    "1825": "Ghar Lapsi",
    "2320": "the Floriana lines",
}
#: Steep slopes that infantry can climb.
ESCARPMENTS = (
    "1318-1418",
    "1417-1418",
    "1314-1415",
    "1514-1515",
    "1614-1615",
    "1616-1715",
    "1720-1819",
    "1720-1820",
    "1820-1821",
    "1821-1921",
    "1822-1921",
)
#: Harbour water between two land hexes.
WATER = {
    "2318-2419": "Marsamxett",
    "2319-2419": "Marsamxett",
    "2319-2320": "Msida Creek",
    "2419-2420": "Grand Harbour",
    "2320-2420": "Grand Harbour",
    "2320-2421": "Grand Harbour",
    "2526-2625": "Marsaxlokk Bay",
}
#: The cliffs of the south-west have no gap between Fomm ir-Rih and Benghisa Point.
MORE_CLIFFS = (
    ("1419", "1319"),
    ("1522", "1523"),
    ("1723", "1624"),
    ("2025", "1926"),
    ("2326", "2327"),
    ("2527", "2528"),
)
MORE_ROADS = ("2524-2625",)
#: Laid again where the landing zones of the plan need open water or the harbours need closing.
OPEN_WATER = {"2821", "2822", "1814", "1914"}
MORE_MINES = {"Grand Harbour approaches": ("2316", "2317", "2519"), "St Paul's Bay outer field": ("1713", "1812")}
#: Landing zones under the code names of May 1942: the beaches that each one means.
ZONES = {
    "Famagosta": ["2621", "2622", "2722", "2723", "2624"],
    "Larnaca": ["2625", "2526", "2725"],
    "Alessandretta": ["1413", "1414", "1514"],
    "Beyrouth": ["1316", "1417", "1318"],
    "Giaffa": ["1915", "1916", "2016", "2117"],
}
BOXES: dict[str, Box] = {
    "title": (1560.0, 24.0, 700.0, 168.0),
    "legend": (34.0, 1296.0, 470.0, 764.0),
}


def field(step: float) -> Raster:
    return Raster(step, WIDTH, HEIGHT, BLEED + 4 * step)


class Board:
    """The input files, with our own choices laid over them."""

    def __init__(self) -> None:
        data = json.loads(HEXES.read_text(encoding="utf-8"))
        hexes = data["hexes"]
        self.origin: Point = tuple(data["grid"]["origin_km_of_0101"])
        self.sea = sorted(h for h, v in hexes.items() if v["type"] == "sea")
        self.island = {h: v["island"].lower() for h, v in sorted(hexes.items()) if v["type"] == "land"}
        self.terrain = {h: "rough" if h in ROUGH else {"plain": "flat"}.get(hexes[h]["terrain"], "hill") for h in self.island}
        self.terrain[PLACES["St Paul's Bay"].hex] = "flat"
        self.height = {h: float(hexes[h]["elev_m"]) for h in self.island}
        self.share = {h: float(v["land_fraction"]) for h, v in hexes.items()}
        self.roads = sorted({pair(*r) for r in data["roads"]} | set(MORE_ROADS))
        self.line = [(v["attacker_side"], v["defended"]) for v in data["victory_line"]]
        self.cliffs = sorted({(c["land"], c["sea"]) for c in data["cliffs"]} | set(MORE_CLIFFS))
        self.mines = {
            name: sorted((set(field) - OPEN_WATER) | set(MORE_MINES.get(name, ()))) for name, field in data["minefields"].items()
        }
        self.villages = {p["name"]: (p["lon"], p["lat"]) for p in data["places"] if p["kind"] in ("town", "city")}
        shores = json.loads(COAST.read_text(encoding="utf-8"))["features"]
        self.coast = [[self.sheet(*p) for p in f["geometry"]["coordinates"][0]] for f in shores]
        self.raster = field(3.0)
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
    parts = [
        "# The map of Operazione C3. Written by tools/mapforge/c3.py: change it there, or lay a table pack over it.\n"
        "# A hexside is written as its two hexes. Cliffs name the land hex first, the Victory Line the attacker's (northern) hex first.\n",
        entry(
            "map.grid",
            {
                "width": GRID.width,
                "height": GRID.height,
                "parity": GRID.parity,
                "first_column": GRID.first_column,
                "first_row": GRID.first_row,
                "rows_up": GRID.rows_up,
                "row_first": GRID.row_first,
            },
            "reconstruction: pointed hexes in rows, as the scatter diagram of 3.2 has two above, one at each side and two below; "
            "numbers count columns from the west, then rows from the north; 1.5 km to a hex by the rulebook",
        ),
        entry(
            "map.art",
            {
                "hex_size": SIZE,
                "origin": [0.0, 0.0],
                "box": [-MARGIN, -MARGIN, round(WIDTH + 2 * MARGIN, 2), round(HEIGHT + 2 * MARGIN, 2)],
            },
            "reconstruction: how art.svg is drawn; a hex is at origin plus HexGrid.center(hex, hex_size), box is the whole sheet as x, y, width, height",
        ),
        entry(
            "map.boxes",
            {name: list(box) for name, box in BOXES.items()},
            "reconstruction: places on the sheet for the title and the legend as x, y, width, height; no hex near a coast lies under them",
        ),
        entry(
            "map.hexes",
            board.terrain,
            "reconstruction: the land hexes by the half-land and road rules of 1.3.1 on the true coast; hill or flat by height, rough by hand",
            choices=["flat", "hill", "rough"],
        ),
        entry(
            "map.island",
            board.island,
            "reconstruction: which island a land hex belongs to; Gozo and Comino are out of play unless an option brings them in (ruling A76)",
            choices=["malta", "gozo", "comino"],
        ),
        entry("map.sea", board.sea, "reconstruction: every other hex, by 1.3.1", open=True),
        entry(
            "map.overlay",
            dict(sorted(overlay.items())),
            "reconstruction: cities and towns; rulebook 8.2 has both kinds, the choice of 5 and 17 fits its levels of victory",
            choices=["town", "city"],
            keys=sorted(board.island),
        ),
        entry("map.capital", [CAPITAL], "reconstruction: the hex of Valletta, prize of rulebook 8.2", open=True),
        entry(
            "map.ports",
            {p.hex: p.port for p in sorted(PLACES.values()) if p.port},
            "reconstruction: six harbours in city and town hexes, all on the coast",
            keys=sorted(board.island),
        ),
        entry(
            "map.airfields",
            {p.hex: name for name, p in sorted(PLACES.items(), key=lambda i: i[1].hex) if p.kind == "airfield"},
            "reconstruction: the three airfields in full use in summer 1942",
            keys=sorted(board.island),
        ),
        entry(
            "map.victory",
            sorted(p.hex for p in PLACES.values()),
            "reconstruction: the 25 hexes that rulebook 8.2 counts, each once (ruling A72)",
            open=True,
        ),
        entry(
            "map.names",
            dict(sorted(names.items())),
            "reconstruction: what a hex is called, history's names",
            keys=sorted(board.island),
        ),
        entry(
            "map.batteries",
            {letter: h for letter, (h, _) in BATTERIES.items()},
            "reconstruction: where the forts stood; rulebook 8.1 asks for lettered hexes",
        ),
        entry(
            "map.roads",
            board.roads,
            "reconstruction: the main roads of the island, from hex to hex; a road passes every hexside but water and cliff",
            open=True,
        ),
        entry(
            "map.victory_line",
            [f"{a}-{b}" for a, b in board.line],
            "reconstruction: from Fomm ir-Rih over Bingemma, Targa Gap and Naxxar to Madliena; rulebook 7.4 makes it face north, so the first hex is the attacker's",
            open=True,
        ),
        entry(
            "map.escarpments", sorted(ESCARPMENTS), "reconstruction: steep sides of ridges and of the Rabat plateau", open=True
        ),
        entry(
            "map.cliffs",
            [f"{a}-{b}" for a, b in board.cliffs],
            "reconstruction: the south-west coast from Fomm ir-Rih to Benghisa Point, the western headlands, the cliffs of Gozo and Comino",
            open=True,
        ),
        entry(
            "map.water",
            sorted(WATER),
            "reconstruction: arms of the harbours between land hexes, so that Valletta is open only on its landward side",
            open=True,
        ),
        entry(
            "map.minefields",
            board.mines,
            "reconstruction: rulebook 4.2 only says that some sea hexes are mined; ours close the harbours and leave three coasts open",
            open=True,
        ),
        entry(
            "map.zones",
            ZONES,
            "reconstruction: beaches under the Italian code names of May 1942, for names and advice only",
            open=True,
        ),
    ]
    return "\n".join(parts)


# ---------------------------------------------------------------- drawing

LEGEND_X, LEGEND_Y = BOXES["legend"][:2]
SWATCH = 34.0
SWATCHES = [("flat", 80.0), ("hill", 180.0), ("rough", 280.0), ("sea", 380.0)]
SWATCH_Y = 96.0
#: Names of waters and islands: x, y, turn, size, letter spacing.
WATERS: tuple[tuple[str, float, float, float, float, float], ...] = (
    ("Mediterranean Sea", 520, 1120, 0, 44, 10),
    ("Mediterranean Sea", 2060, 560, 0, 46, 12),
    ("South Comino Channel", 1330, 776, 14, 19, 3),
    ("Mellieha Bay", 1222, 922, -24, 12, 0.6),
    ("Salina Bay", 1672, 1062, 40, 11, 0.4),
    ("Ghajn Tuffieha Bay", 1030, 1256, 62, 12, 0.6),
    ("Marsaxlokk Bay", 2150, 1868, 62, 11, 0.4),
)
ISLANDS: tuple[tuple[str, float, float, float, float, float], ...] = (
    ("GOZO", 640, 196, 0, 36, 26),
    ("COMINO", 1176, 668, 0, 16, 4),
    ("MALTA", 1316, 1836, 33, 60, 44),
    ("Filfla", 1424, 2104, 0, 14, 1),
)
#: Where the code name of a landing zone is lettered, with its turn.
CODE_NAMES = {
    "Famagosta": (2296, 1606, 90),
    "Larnaca": (2176, 1976, 0),
    "Alessandretta": (1240, 884, -24),
    "Beyrouth": (985, 1268, 62),
    "Giaffa": (1770, 1040, 30),
}


def swatches() -> list[tuple[str, Point]]:
    return [(kind, (LEGEND_X + x, LEGEND_Y + SWATCH_Y)) for kind, x in SWATCHES]


def runways(at: Point, turn: float) -> str:
    """Three crossing strips, as from the air."""
    strips = "".join(f'<path transform="rotate({num(turn + t)})" d="M-26 {num(y)}H26"/>' for t, y in ((0, 0), (62, 4), (118, -4)))
    return (
        f'<g transform="translate({xy(at)})" fill="none"><g stroke="{colour("land")}" stroke-width="8.4" opacity=".9">{strips}</g>'
        f'<g stroke="{colour("grid")}" stroke-width="5.6" opacity=".85">{strips}</g>'
        f'<g stroke="{colour("land")}" stroke-width=".8" stroke-dasharray="4 4" opacity=".9">{strips}</g></g>'
    )


def badge(kind: str, at: Point, text: str = "") -> str:
    x, y = num(at[0]), num(at[1])
    land = colour("land")
    if kind == "battery":
        # A fort seen from above: a pentagon with its point to the sea.
        return (
            f'<path d="M{x} {num(at[1] - 10.6)}l9.6 6v11.6h-19.2v-11.6z" fill="{colour("chart-ink")}" stroke="{land}" stroke-width="1.3"/>'
            f'<text x="{x}" y="{num(at[1] + 5)}" font-size="12.5" font-weight="700" text-anchor="middle" fill="{land}">{text}</text>'
        )
    paint = colour("river") if kind == "port" else colour("chart-ink")
    draw = (
        f'<use href="#c3-anchor" x="{x}" y="{y}" stroke="{land}"/>'
        if kind == "port"
        else f'<use href="#c3-plane" x="{x}" y="{y}" fill="{land}"/>'
    )
    return f'<circle cx="{x}" cy="{y}" r="9" fill="{paint}" stroke="{land}" stroke-width="1.3"/>{draw}'


class Chart(HexSheet):
    """Draws the sheet, layer by layer."""

    id = "c3"
    hexes, boxes = MAP, BOXES
    colour = staticmethod(colour)

    def __init__(self, board: Board) -> None:
        super().__init__()
        self.board, self.raster, self.roads_of = board, board.raster, board.roads
        self.names_out: list[str] = []
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
        paper = (-MARGIN, -MARGIN, WIDTH + 2 * MARGIN, HEIGHT + 2 * MARGIN)
        land = "".join(packed([thin_ring(ring, 0.3)]) for ring in self.board.coast)
        malta = {h for h, island in self.board.island.items() if island == "malta"}
        play = "".join(polygon(ring) for ring in MAP.outline(malta))
        extra = "".join(polygon(hexagon(at, SWATCH)) for kind, at in swatches() if kind != "sea")
        self.start(
            paper,
            "Operazione C3: Malta 1942",
            "Written by tools/mapforge/c3.py. Coastline derived from GSHHG 2.3 (Wessel and Smith), LGPL-3.0-or-later; "
            "place positions: GeoNames, CC BY 4.0.",
            f'<path id="c3-coast" transform="scale(.5)" d="{land}"/>',
            f'<path id="c3-play" d="{play}"/>',
            f'<path id="c3-swatches" d="{extra}"/>',
            f'<clipPath id="c3-sheet"><rect x="{-BLEED}" y="{-BLEED}" width="{num(WIDTH + 2 * BLEED)}" height="{num(HEIGHT + 2 * BLEED)}"/></clipPath>',
            '<clipPath id="c3-dry"><use href="#c3-coast"/><use href="#c3-swatches"/></clipPath>',
            self.depths(".52", ".56", ".18"),
            *self.icons(),
            f'<g id="c3-mine" stroke="{colour("volcano")}" stroke-width="1.5"><path fill="none" d="M0-8.6V8.6M-8.6 0H8.6M-6-6L6 6M6-6L-6 6"/>'
            f'<circle r="5.2" fill="{colour("volcano")}"/><circle cx="-1.6" cy="-1.8" r="1.1" fill="{colour("land")}" stroke="none"/></g>',
        )
        self.add(rect(paper, fill=colour("land")), '<g clip-path="url(#c3-sheet)">')

    def sea(self) -> None:
        raster = field(5.0)
        raster.land = land_mask(raster, self.board.coast)
        near = raster.away(raster.land)
        frame = f'x="{-BLEED}" y="{-BLEED}" width="{num(WIDTH + 2 * BLEED)}" height="{num(HEIGHT + 2 * BLEED)}"'
        self.add(f'<rect {frame} fill="{colour("sea-deep")}"/>', f'<rect {frame} fill="url(#c3-deep)"/>')
        self.add(f'<g fill="{colour("sea")}" transform="scale(.5)">')
        swell = raster.swell(11, 130, 47, 0.7)
        lines = []
        for reach, strength in ((260, 0.20), (170, 0.24), (104, 0.28), (56, 0.30), (20, 0.45)):
            bed = raster.walled(reach * (1 + w) - d * raster.step for w, d in zip(swell, near))
            rings = [thin_ring(r, 1.3) for r in level_rings(raster, bed, 0.0) if abs(area(r)) > 400]
            shape = packed(rings, 0.5)
            self.add(f'<path opacity="{strength}" fill-rule="evenodd" d="{shape}"/>')
            lines.append(shape)
        self.add(f'</g><g fill="none" stroke="{colour("river")}" stroke-width="1.3" opacity=".2" transform="scale(.5)">')
        self.add("".join(f'<path d="{shape}"/>' for shape in lines[1:4]), "</g>")

    def ground(self) -> None:
        x, y, w, h = BOXES["legend"]
        land, edge = colour("land"), colour("land-edge")
        self.add(
            rect((x, y, w, h), rx="6", fill=land, opacity=".88"),
            f'<use href="#c3-coast" fill="{land}"/>',
            f'<use href="#c3-swatches" fill="{land}"/>',
        )
        for kind, at in swatches():
            if kind == "sea":
                self.add(f'<path fill="{colour("sea-deep")}" d="{polygon(hexagon(at, SWATCH))}"/>')
        self.relief()
        # Gozo and Comino are out of play unless an option brings them in: a veil of sea lies over them.
        self.add(
            f'<g clip-path="url(#c3-dry)"><path d="M0 0H1300V745L950 770L0 900Z" fill="{colour("sea")}" opacity=".42"/></g>',
            f'<use href="#c3-coast" fill="none" stroke="{edge}" stroke-width="4.6"/>',
            f'<g opacity=".5"><use href="#c3-coast" fill="none" stroke="{land}" stroke-width="1.2"/></g>',
        )

    def relief(self) -> None:
        """Tints by the terrain of the hexes, and hills that follow their mean heights."""
        raster = field(4.0)
        nx, ny = raster.nx, raster.ny
        raster.land = land_mask(raster, self.board.coast)
        samples = [(kind, at) for kind, at in swatches() if kind != "sea"]
        kind = [0] * (nx * ny)
        tall = [0] * (nx * ny)
        near = [0] * (nx * ny)
        grade = {"flat": 0, "hill": 1, "rough": 2}
        for h, terrain in self.board.terrain.items():
            raster.stamp(kind, centre(h), SIZE, grade[terrain])
            raster.stamp(tall, centre(h), SIZE, round(self.board.height[h]))
            raster.stamp(near, centre(h), SIZE, 1)
        for terrain, at in samples:
            raster.stamp(kind, at, SWATCH, grade[terrain])
            raster.stamp(tall, at, SWATCH, {"flat": 20, "hill": 120, "rough": 130}[terrain])
            raster.stamp(near, at, SWATCH, 1)
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
        edges = [
            (wander(*(c / 22 for c in raster.at(k % nx, k // nx))) - 0.5) * 0.34
            if 0.05 < high[k] < 0.95 or 0.05 < wild[k] < 0.95
            else 0.0
            for k in range(nx * ny)
        ]
        for part, name, strength in ((high, "rough", 1.0), (wild, "mountain", 0.8)):
            self.fill(raster, [v + e for v, e in zip(part, edges)], 0.5, colour(name), strength, 0.75, 60)
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
            path = "".join(polygon(ring) for ring in MAP.outline(field))
            self.add(
                f'<path d="{path}" fill="{red}" fill-opacity=".10" stroke="{red}" stroke-width="2.6" stroke-dasharray="9 6" stroke-opacity=".75"/>'
            )
        loose = Random(17)
        marks = []
        for h in sorted(self.mined):
            cx, cy = centre(h)
            for dx, dy in ((-17, -9), (17, -7), (0, 17)):
                p = cx + dx + loose.uniform(-5, 5), cy + dy + loose.uniform(-5, 5)
                if not self.is_land(p):
                    marks.append(p)
        uses = "".join(f'<use href="#c3-mine" x="{num(x)}" y="{num(y)}"/>' for x, y in marks)
        self.add(f'<g opacity=".55">{uses}</g>')

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
        ink, land = colour("chart-ink"), colour("land")
        cliff = [side_ends(a, b) for a, b in self.board.cliffs]
        self.add(
            f'<path fill="none" stroke="{land}" stroke-width="7.4" opacity=".8" d="{joined(cliff)}"/>'
            f'<path fill="none" stroke="{ink}" stroke-width="4" d="{joined(cliff)}"/>'
            f'<path fill="none" stroke="{ink}" stroke-width="1.9" d="{"".join(self.ticks(a, b, 9, 8.5) for a, b in self.board.cliffs)}"/>'
        )
        slopes = []
        for side in ESCARPMENTS:
            a, b = side.split("-")
            slopes.append((a, b) if self.board.height[a] > self.board.height[b] else (b, a))
        self.add(
            f'<path fill="none" stroke="{land}" stroke-width="6.4" opacity=".7" d="{joined([side_ends(a, b) for a, b in slopes])}"/>'
            f'<path fill="none" stroke="{colour("land-edge")}" stroke-width="2.6" d="{joined([side_ends(a, b) for a, b in slopes])}"/>'
            f'<path fill="{colour("land-edge")}" d="{"".join(self.teeth(a, b, 6, 8) for a, b in slopes)}"/>'
        )
        water = joined([side_ends(*side.split("-")) for side in WATER])
        self.add(
            f'<path fill="none" stroke="{land}" stroke-width="8" opacity=".9" d="{water}"/>'
            f'<path fill="none" stroke="{colour("river")}" stroke-width="5" stroke-dasharray="1 8" d="{water}"/>'
        )
        wall = joined([side_ends(a, b) for a, b in self.board.line])
        merlons = "".join(self.merlons(b, a) for a, b in self.board.line)
        self.add(
            f'<path fill="none" stroke="{land}" stroke-width="10" opacity=".85" d="{wall}"/>'
            f'<path fill="none" stroke="{colour("fortress")}" stroke-width="6" d="{wall}"/>'
            f'<path fill="{colour("fortress")}" stroke="{land}" stroke-width=".7" d="{merlons}"/>'
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
        return "".join(
            polygon(
                [
                    (p[0] - way[0] * 3, p[1] - way[1] * 3),
                    (p[0] + way[0] * 3, p[1] + way[1] * 3),
                    (p[0] + out[0] * long, p[1] + out[1] * long),
                ]
            )
            for p, way, out in self.along(a, b, parts)
        )

    def merlons(self, a: str, b: str) -> str:
        """Battlements on the side of *b*, where the line looks; none so near a corner that two would meet."""
        text = ""
        for p, way, out in self.along(a, b, 5)[1:-1]:
            text += polygon(
                [
                    (p[0] + way[0] * s * 3.2 + out[0] * r, p[1] + way[1] * s * 3.2 + out[1] * r)
                    for s, r in ((-1, 2), (1, 2), (1, 9), (-1, 9))
                ]
            )
        return text

    def symbols(self) -> None:
        """Victory rims, airfields, and the badges of ports, airfields and batteries at the rims of their hexes."""
        rim = colour("objective")
        for name, p in PLACES.items():
            wide = 5.2 if p.hex == CAPITAL else 2.8
            self.add(
                f'<path fill="none" stroke="{rim}" stroke-width="{wide}" opacity=".85" d="{polygon(hexagon(centre(p.hex), SIZE - 4.6))}"/>'
            )
            if p.kind == "airfield":
                self.add(runways(centre(p.hex), {"Luqa": 20.0, "Hal Far": -12.0}.get(name, 48.0)))
            cx, cy = centre(p.hex)
            if p.port:
                self.badge("port", (cx - 31, cy - 12))
            if p.kind == "airfield":
                self.badge("airfield", (cx - 31, cy - 12))
            if p.hex == CAPITAL:
                self.add(f'<path d="{star((cx - 31, cy + 12), 10)}" fill="{rim}" stroke="{colour("land")}" stroke-width="1"/>')
                self.taken.append((cx - 40, cy + 3, cx - 22, cy + 21))
        for letter, (h, _) in BATTERIES.items():
            cx, cy = centre(h)
            self.badge("battery", (cx + 31, cy - 11), letter)

    def badge(self, kind: str, at: Point, text: str = "") -> None:
        x, y = at
        self.taken.append((x - 10, y - 10, x + 10, y + 10))
        self.add(f'<g data-kind="badge" data-at="{xy(at)}">{badge(kind, at, text)}</g>')

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
        """Hex numbers, at the top of the hex or, where something is in the way, at its foot."""
        land: list[str] = []
        sea: list[str] = []
        rims = {p.hex for p in PLACES.values()}
        for name in (GRID.name(h) for h in bits(GRID.all)):
            x, y = centre(name)
            if not any(bx - 10 < x < bx + bw + 10 and by - 30 < y < by + bh + 40 for bx, by, bw, bh in BOXES.values()):
                top = -30.0 if name in rims else -34.5
                spots = ((0.0, top), (22.0, -24.0), (-22.0, -24.0), (24.0, 27.0), (-24.0, 27.0), (0.0, 42.0))
                (land if name in self.board.terrain else sea).append(self.number(name, spots))
        halo = f' stroke="{colour("land")}" stroke-width="2.2" stroke-opacity=".7" paint-order="stroke"'
        self.add(self.numbered(land, ".78", halo), self.numbered(sea, ".36"))

    def names_of_waters(self) -> None:
        ink, land = colour("chart-ink"), colour("land")
        self.add(f'<g data-kind="region" text-anchor="middle" fill="{ink}" opacity=".36">')
        self.lettering(ISLANDS)
        self.add("</g>")
        self.add(f'<g data-kind="water" font-style="italic" text-anchor="middle" fill="{colour("river")}" opacity=".78">')
        self.lettering(WATERS)
        self.add(
            f'</g><g data-kind="beach" text-anchor="middle" fill="{colour("objective")}" opacity=".7" font-size="15" font-style="italic" letter-spacing="3">'
        )
        for name, (left, top, lean) in CODE_NAMES.items():
            self.add(f'<text transform="translate({left} {top})rotate({lean})">&#8220;{name}&#8221;</text>')
        self.add("</g>")
        self.add(
            f'<g data-kind="town" text-anchor="middle" fill="{ink}" stroke="{land}" stroke-width="3.4" stroke-opacity=".85" paint-order="stroke">'
            + "".join(self.names_out)
            + "</g>"
        )

    def title(self) -> None:
        ink, land, red = colour("chart-ink"), colour("land"), colour("objective")
        x, y, w, h = BOXES["title"]
        mid = x + w / 2
        self.add(
            rect((x, y, w, h), rx="3", fill=land, fill_opacity=".93", stroke=ink, stroke_width="3"),
            rect((x, y, w, h), 7, fill="none", stroke=ink, stroke_width="1"),
            f'<text x="{num(mid)}" y="{num(y + 78)}" font-size="60" font-weight="700" text-anchor="middle" fill="{ink}" letter-spacing="4">Operazione C3</text>',
            f'<path d="M{num(mid - 240)} {num(y + 100)}h200M{num(mid + 40)} {num(y + 100)}h200" stroke="{red}" stroke-width="1.6"/>',
            f'<path d="{star((mid, y + 100), 10)}" fill="{red}"/>',
            f'<text x="{num(mid)}" y="{num(y + 142)}" font-size="26" text-anchor="middle" fill="{ink}" letter-spacing="8">MALTA, SUMMER 1942</text>',
        )

    def legend(self) -> None:
        self.add('<g data-kind="legend">')
        ink, land = colour("chart-ink"), colour("land")
        x, y, w, h = BOXES["legend"]
        self.add(
            rect((x, y, w, h), rx="6", fill="none", stroke=ink, stroke_width="2.4"),
            rect((x, y, w, h), 6, rx="3", fill="none", stroke=ink, stroke_width=".9", opacity=".7"),
            f'<text x="{num(x + w / 2)}" y="{num(y + 42)}" font-size="24" font-weight="700" text-anchor="middle" fill="{ink}" letter-spacing="3">Legend</text>',
            f'<g text-anchor="middle" fill="{ink}" font-size="16">',
        )
        for kind, at in swatches():
            self.add(f'<path fill="none" stroke="{colour("grid")}" stroke-width="1.4" d="{polygon(hexagon(at, SWATCH))}"/>')
            self.add(f'<text x="{num(at[0])}" y="{num(at[1] + 54)}">{kind.capitalize()}</text>')
        self.add("</g>")
        fort, slope, river = colour("fortress"), colour("land-edge"), colour("river")
        rows: list[tuple[str, Callable[[Point], str]]] = [
            ("City", lambda p: self.houses(p, 22, 26)),
            ("Town", lambda p: self.houses(p, 13, 12)),
            (
                "Victory hex (1 point)",
                lambda p: f'<path fill="none" stroke="{colour("objective")}" stroke-width="2.8" d="{polygon(hexagon(p, 16))}"/>',
            ),
            (
                "Valletta: its fall ends the game",
                lambda p: f'<path d="{star(p, 13)}" fill="{colour("objective")}" stroke="{land}" stroke-width="1"/>',
            ),
            ("Port", lambda p: badge("port", p)),
            ("Airfield", lambda p: badge("airfield", p)),
            ("Coastal battery and its letter", lambda p: badge("battery", p, "A")),
            (
                "Road",
                lambda p: (
                    f'<path fill="none" stroke="{colour("road")}" stroke-width="3.4" d="M{xy((p[0] - 24, p[1] + 3))}q13-10 26-2t22-3"/>'
                ),
            ),
            (
                "Victory Line, facing north",
                lambda p: (
                    f'<path stroke="{fort}" stroke-width="6" d="M{xy((p[0] - 24, p[1] + 3))}h48"/>'
                    f'<path fill="{fort}" d="'
                    + "".join(f"M{xy((p[0] - 21 + 12 * k, p[1] + 1))}v-9h6.6v9z" for k in range(4))
                    + '"/>'
                ),
            ),
            (
                "Escarpment",
                lambda p: (
                    f'<path stroke="{slope}" stroke-width="2.6" d="M{xy((p[0] - 24, p[1] - 3))}h48"/><path fill="{slope}" d="'
                    + "".join(f"M{xy((p[0] - 23 + 9 * k, p[1] - 3))}h6l-3 9z" for k in range(5))
                    + '"/>'
                ),
            ),
            (
                "Cliff: no passage, no landing",
                lambda p: (
                    f'<path stroke="{ink}" stroke-width="4" d="M{xy((p[0] - 24, p[1] - 3))}h48"/><path stroke="{ink}" stroke-width="1.9" d="'
                    + "".join(f"M{xy((p[0] - 22 + 5.5 * k, p[1] - 3))}v9" for k in range(9))
                    + '"/>'
                ),
            ),
            (
                "Harbour water: no passage",
                lambda p: f'<path stroke="{river}" stroke-width="5" stroke-dasharray="1 8" d="M{xy((p[0] - 23, p[1]))}h46"/>',
            ),
            ("Minefield: no landing from here", lambda p: f'<use href="#c3-mine" x="{num(p[0])}" y="{num(p[1])}"/>'),
            (
                "Landing zone, Italian code name",
                lambda p: (
                    f'<text x="{num(p[0])}" y="{num(p[1] + 5)}" font-size="13" font-style="italic" text-anchor="middle" fill="{colour("objective")}">&#8220;Giaffa&#8221;</text>'
                ),
            ),
        ]
        self.key(rows, (x + 62, y + 196), 40.6, 50, 6, 18)
        self.add("</g>")

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

    def frame(self) -> None:
        self.add("</g>")
        self.rims((BLEED, 3.0), (BLEED + 8, 1.0), (BLEED + 22, 1.4))
        self.add("</svg>")

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
