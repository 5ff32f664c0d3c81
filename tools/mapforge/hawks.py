"""Draw the board of Hawks over Malta: an engraved chart of the islands under a 7 x 9 grid.

    .venv/bin/python -m tools.mapforge.hawks [FOLDER]

Reads data/coast_malta.geojson beside this file and writes the game's data/art.svg.
The same input always gives the same bytes.

The sheet is 700 x 900 units, one board square is 100 units and stands for six kilometres; north is up.
Colours are CSS custom properties with fallbacks, so a page that inlines the drawing can recolour it.
"""

import itertools
import json
import math
from random import Random

from .pens import inside, to_line, to_segment
from .rasters import SEGMENTS
from .sheets import DATA, Palette, forge
from .tables import by_hand

COAST = DATA / "coast_malta.geojson"

COLUMNS, RANKS, SQUARE = "ABCDEFG", 9, 100
WIDTH, HEIGHT = len(COLUMNS) * SQUARE, RANKS * SQUARE

KM_PER_SQUARE = 6.0
PER_LAT = 110.96 / KM_PER_SQUARE * SQUARE  # units for one degree of latitude
PER_LON = PER_LAT * math.cos(math.radians(35.94))  # units for one degree of longitude at the middle of Malta
WEST, NORTH = 14.18286, 36.08208  # corner of the archipelago ...
LEFT, TOP = 55.0, 312.0  # ... and where it goes on the sheet

STEP = 3.0  # spacing of the distance and height grids
MARGIN = 60.0  # the grids reach this far beyond the sheet, so that lines close outside it

colour = Palette(
    {
        "sea": "#cfe0e6",
        "sea-deep": "#bdd3dc",
        "land": "#ece3c8",
        "land-edge": "#6f6a58",
        "relief": "#a8966c",
        "grid": "#5d7380",
        "chart-ink": "#3c4a54",
    }
)


def place(lon, lat):
    """Position on the sheet of a point on the globe."""
    return LEFT + (lon - WEST) * PER_LON, TOP + (NORTH - lat) * PER_LAT


HAND = by_hand("hawks")
VILLAGES = HAND["villages"]
# Rough heights in metres of the main uplands, enough for hachures: (height, flank width in units, points of a line or an outline).


# ---------------------------------------------------------------- geometry


def read_coast():
    """Islands as closed rings on the sheet, each with its name."""
    features = json.loads(COAST.read_text())["features"]
    return [(f["properties"]["island"], [place(*p) for p in f["geometry"]["coordinates"][0]]) for f in features]


def crossings(ring, y):
    """Where the ring crosses the horizontal through y."""
    return [
        ax + (y - ay) * (bx - ax) / (by - ay) for (ax, ay), (bx, by) in zip(ring, ring[1:] + ring[:1]) if (ay > y) != (by > y)
    ]


class Grid:
    """A field of numbers over the sheet and its margin, with marching squares for its level lines."""

    def __init__(self):
        self.nx = int((WIDTH + 2 * MARGIN) / STEP) + 1
        self.ny = int((HEIGHT + 2 * MARGIN) / STEP) + 1
        self.value = [[0.0] * self.nx for _ in range(self.ny)]

    def at(self, i, j):
        return i * STEP - MARGIN, j * STEP - MARGIN

    def sample(self, x, y):
        """The field at a point, between its four neighbours."""
        u = min(max((x + MARGIN) / STEP, 0), self.nx - 1.001)
        v = min(max((y + MARGIN) / STEP, 0), self.ny - 1.001)
        i, j = int(u), int(v)
        u, v = u - i, v - j
        f = self.value
        return (f[j][i] * (1 - u) + f[j][i + 1] * u) * (1 - v) + (f[j + 1][i] * (1 - u) + f[j + 1][i + 1] * u) * v

    def slope(self, x, y):
        """The gradient at a point."""
        return (
            (self.sample(x + STEP, y) - self.sample(x - STEP, y)) / (2 * STEP),
            (self.sample(x, y + STEP) - self.sample(x, y - STEP)) / (2 * STEP),
        )

    def lines(self, level):
        """Level lines as lists of points; a closed one repeats its first point."""
        ends = {}
        f = self.value

        def cut(i, j, k, m):
            a, b = f[j][i] - level, f[m][k] - level
            t = a / (a - b)
            return (i + (k - i) * t) * STEP - MARGIN, (j + (m - j) * t) * STEP - MARGIN

        for j in range(self.ny - 1):
            low, high = f[j], f[j + 1]
            for i in range(self.nx - 1):
                corner = (low[i] > level) + 2 * (low[i + 1] > level) + 4 * (high[i + 1] > level) + 8 * (high[i] > level)
                if corner in (0, 15):
                    continue
                edges = (("h", i, j), ("v", i + 1, j), ("h", i, j + 1), ("v", i, j))
                for a, b in ((edges[p], edges[q]) for p, q in SEGMENTS[corner]):
                    ends.setdefault(a, []).append(b)
                    ends.setdefault(b, []).append(a)

        def point(edge):
            kind, i, j = edge
            return cut(i, j, i + 1, j) if kind == "h" else cut(i, j, i, j + 1)

        found = []
        for start in sorted(ends, key=lambda e: (len(ends[e]) > 1, e)):  # open ends first
            while ends.get(start):
                chain, here = [start], start
                while ends.get(here):
                    there = ends[here].pop()
                    ends[there].remove(here)
                    chain.append(there)
                    here = there
                found.append([point(e) for e in chain])
        return [line for line in found if len(line) > 4]


def signed_distance(islands):
    """Distance from the coast, positive at sea and negative on land; the nearest coast point is handed from cell to cell."""
    grid = Grid()
    nearest = [[None] * grid.nx for _ in range(grid.ny)]
    best = [[math.inf] * grid.nx for _ in range(grid.ny)]

    def offer(i, j, p):
        if p is not None and 0 <= i < grid.nx and 0 <= j < grid.ny:
            x, y = grid.at(i, j)
            d = math.hypot(x - p[0], y - p[1])
            if d < best[j][i]:
                best[j][i], nearest[j][i] = d, p

    for _, ring in islands:
        for (ax, ay), (bx, by) in zip(ring, ring[1:] + ring[:1]):
            pieces = max(1, int(math.hypot(bx - ax, by - ay)))
            for k in range(pieces):
                p = ax + (bx - ax) * k / pieces, ay + (by - ay) * k / pieces
                i, j = int((p[0] + MARGIN) / STEP), int((p[1] + MARGIN) / STEP)
                for di in (-1, 0, 1, 2):
                    for dj in (-1, 0, 1, 2):
                        offer(i + di, j + dj, p)
    forward = [(-1, 0), (-1, -1), (0, -1), (1, -1)]
    for sign in (1, -1, 1, -1):
        rows = range(grid.ny) if sign > 0 else range(grid.ny - 1, -1, -1)
        for j in rows:
            for i in range(grid.nx) if sign > 0 else range(grid.nx - 1, -1, -1):
                for di, dj in forward:
                    ii, jj = i + di * sign, j + dj * sign
                    if 0 <= ii < grid.nx and 0 <= jj < grid.ny:
                        offer(i, j, nearest[jj][ii])
    for j in range(grid.ny):
        y = grid.at(0, j)[1]
        spans = [sorted(crossings(ring, y)) for _, ring in islands]
        for i in range(grid.nx):
            x = grid.at(i, 0)[0]
            land = any(sum(c > x for c in span) % 2 for span in spans)
            grid.value[j][i] = -best[j][i] if land else best[j][i]
    return grid


def depth_field(shore):
    """A plausible sea bed: distance from the coast, steeper to the south-west, a little uneven."""
    grid = Grid()
    cx, cy = place(14.40, 35.93)
    for j in range(grid.ny):
        for i in range(grid.nx):
            x, y = grid.at(i, j)
            d = shore.value[j][i]
            if d <= 0:
                grid.value[j][i] = d
                continue
            if i in (0, grid.nx - 1) or j in (0, grid.ny - 1):
                grid.value[j][i] = 1e4  # a wall outside the sheet closes every band
                continue
            across = ((x - cx) * -0.55 + (y - cy) * 0.83) / 300  # towards the south-west
            steep = 1.0 + 0.45 * math.tanh(across * 1.6)
            swell = (math.sin(x / 47 + y / 83) + math.sin(y / 39 - x / 101 + 1.3) + math.sin((x + y) / 61 + 4)) * min(d, 60) / 13
            grid.value[j][i] = d * steep + swell
    return grid


def height_field(shore):
    """Heights on land from the hand-made ridges and plateaus, let down to the coast."""
    grid = Grid()
    ridges = [(h, w, [place(*p) for p in line]) for h, w, line in HAND["ridges"]]
    plateaus = [(h, w, [place(*p) for p in ring]) for h, w, ring in HAND["plateaus"]]
    for j in range(grid.ny):
        for i in range(grid.nx):
            d = -shore.value[j][i]
            if d <= 0:
                continue
            x, y = grid.at(i, j)
            p = (
                x + 3.6 * math.sin(y / 7.7 + x / 19) + 3.2 * math.sin(y / 15.1 - x / 10.3 + 1),  # bend the neat outlines
                y + 3.6 * math.sin(x / 8.3 - y / 21 + 2) + 3.2 * math.sin(x / 16.7 + y / 11.9),
            )
            heights = [20.0 + 7 * math.sin(x / 17 + y / 29) + 6 * math.sin(y / 13 - x / 37)]
            for h, w, line in ridges:
                r = to_line(p, line)
                if r < 3.5 * w:
                    heights.append(h * math.exp(-((r / w) ** 2) * 0.6))
            for h, w, ring in plateaus:
                r = 0.0 if inside(p, ring) else to_line(p, ring + ring[:1])
                if r < 3.5 * w:
                    heights.append(h * math.exp(-((r / w) ** 2) * 0.7))
            heights.sort()
            blend = heights[-1] + 0.35 * (heights[-2] if len(heights) > 1 else 0)
            rough = (
                0.92 + 0.1 * math.sin(x / 9.1 + 2 * math.sin(y / 14)) * math.sin(y / 8.3 + 1) + 0.1 * math.sin(x / 23 - y / 19)
            )
            grid.value[j][i] = blend * rough * (1 - math.exp(-d / 5.5))
    return grid


# ---------------------------------------------------------------- drawing


def simplify(line, tolerance):
    """Douglas-Peucker."""
    keep, stack = {0, len(line) - 1}, [(0, len(line) - 1)]
    while stack:
        a, b = stack.pop()
        far, where = tolerance, None
        for k in range(a + 1, b):
            d = to_segment(line[k], line[a], line[b])
            if d > far:
                far, where = d, k
        if where:
            keep.add(where)
            stack += [(a, where), (where, b)]
    return [line[k] for k in sorted(keep)]


def soften(line, closed):
    """One round of corner cutting."""
    out = [] if closed else [line[0]]
    for (ax, ay), (bx, by) in itertools.pairwise(line):
        out += [(ax * 0.75 + bx * 0.25, ay * 0.75 + by * 0.25), (ax * 0.25 + bx * 0.75, ay * 0.25 + by * 0.75)]
    return [*out, out[0]] if closed else [*out, line[-1]]


def number(v):
    text = f"{v:.1f}".rstrip("0").rstrip(".")
    return {"-0": "0"}.get(text, text.replace("0.", ".", 1) if text.lstrip("-").startswith("0.") else text)


def path(lines, closed=False):
    """Path data in steps of a tenth, each relative to the last point."""
    bits, x, y = [], 0.0, 0.0

    def step(px, py):
        nonlocal x, y
        dx, dy = round(px - x, 1), round(py - y, 1)
        x, y = x + dx, y + dy
        for text in (number(dx), number(dy)):
            bits.append(text if text.startswith("-") or bits[-1] in "Mml" else " " + text)

    for line in lines:
        bits.append("m" if bits else "M")
        step(*line[0])
        start = x, y
        bits.append("l")
        for p in line[1:]:
            if abs(p[0] - x) > 0.06 or abs(p[1] - y) > 0.06:
                step(*p)
        if bits[-1] == "l":
            bits.append("0 0")
        if closed:
            bits.append("z")
            x, y = start
    return "".join(bits)


def shown(line):
    return any(-4 < x < WIDTH + 4 and -4 < y < HEIGHT + 4 for x, y in line)


def contour(grid, level, smooth=0.5):
    out = []
    for line in grid.lines(level):
        if not shown(line):
            continue
        line = simplify(line, smooth)
        if len(line) > 3:
            out.append(soften(line, line[0] == line[-1]))
    return out


def sea(shore, depth):
    """Water: depth bands, rhumb lines later, waterlining along the coast."""
    yield f'<rect width="{WIDTH}" height="{HEIGHT}" fill="{colour("sea-deep")}"/>'
    yield f'<g fill="{colour("sea")}" fill-opacity=".36" fill-rule="evenodd">'
    for level in (128, 84, 50, 26):
        yield f'<path d="{path(contour(depth, level, 0.9), True)}"/>'
    yield "</g>"
    yield f'<g fill="none" stroke="{colour("chart-ink")}" stroke-width=".55" stroke-opacity=".26">'
    for level, dashes in ((128, "9 3 1.5 3"), (84, "7 3"), (50, "2.2 2.2")):
        yield f'<path stroke-dasharray="{dashes}" d="{path(contour(depth, level, 0.9))}"/>'
    yield "</g>"
    yield f'<g fill="none" stroke="{colour("chart-ink")}" stroke-width=".5">'
    gap, at = 2.0, 2.2
    for strength in (".46", ".38", ".32", ".26", ".21", ".16", ".11"):
        yield f'<path stroke-opacity="{strength}" d="{path(contour(shore, at, 0.55))}"/>'
        at, gap = at + gap, gap * 1.2
    yield "</g>"


def rhumbs(cx, cy):
    lines = []
    for k in range(32):
        a = math.radians(k * 11.25)
        inner = 88
        lines.append([(cx + inner * math.sin(a), cy - inner * math.cos(a)), (cx + 1200 * math.sin(a), cy - 1200 * math.cos(a))])
    for _name, chosen, width, faint in (("main", lines[::4], 0.5, 0.2), ("half", lines[2::4], 0.4, 0.13)):
        yield f'<path d="{path(chosen)}" fill="none" stroke="{colour("chart-ink")}" stroke-width="{width}" stroke-opacity="{faint}"/>'


def soundings(shore, depth, forbidden):
    """Scattered depths, drawn after the made-up sea bed: decoration, like the figures on an old chart."""
    dice, spots = Random(1941), []
    for _ in range(6000):
        x, y = dice.uniform(22, WIDTH - 22), dice.uniform(34, HEIGHT - 26)
        off = shore.sample(x, y)
        if (
            off < 17
            or not 9 < x % SQUARE < 91
            or not 9 < y % SQUARE < 94
            or any(a < x < c and b < y < d for a, b, c, d in forbidden)
        ):
            continue
        room = 25 + off * 0.13
        if all(math.hypot(x - a, y - b) > room for a, b, _ in spots):
            fathoms = max(4, depth.sample(x, y) ** 0.82 * 1.05 + dice.uniform(-2, 2))
            spots.append((x, y, round(fathoms)))
    yield f'<g fill="{colour("chart-ink")}" fill-opacity=".34" font-size="7" font-style="italic" text-anchor="middle">'
    for x, y, f in spots:
        yield f'<text x="{x:.0f}" y="{y:.0f}">{f}</text>'
    yield "</g>"


def land(islands, shore, height):
    rings = [soften(ring + ring[:1] if ring[0] != ring[-1] else ring, True) for _, ring in islands]
    outline = path([simplify(r, 0.2) for r in rings], True)
    coast = '<use href="#hawks-art-coast"'
    yield f'<defs><path id="hawks-art-coast" d="{outline}"/><clipPath id="hawks-art-land">{coast}/></clipPath></defs>'
    yield f'{coast} fill="{colour("land")}"/>'
    yield '<g clip-path="url(#hawks-art-land)">'
    yield f'<g fill="{colour("relief")}" fill-opacity=".075" fill-rule="evenodd">'
    for level in (55, 90, 130, 170, 205):
        yield f'<path d="{path(contour(height, level, 0.7), True)}"/>'
    yield "</g>"
    yield from hachures(height, shore)
    for width, strength in ((8, ".13"), (4, ".2")):
        yield f'{coast} fill="none" stroke="{colour("relief")}" stroke-width="{width}" stroke-opacity="{strength}"/>'
    yield "</g>"
    yield from roads()
    yield f'{coast} fill="none" stroke="{colour("land-edge")}" stroke-width=".85" stroke-linejoin="round"/>'


def roads():
    """The main roads, a little bent, and the villages along them."""
    ink, lines = colour("chart-ink"), []
    for road in HAND["roads"]:
        line = [place(*VILLAGES[name]) for name in road]
        bent = [line[0]]
        for n, ((ax, ay), (bx, by)) in enumerate(itertools.pairwise(line)):
            turn = (0.09, -0.07, 0.05)[n % 3]
            bent += [((ax + bx) / 2 + (by - ay) * turn, (ay + by) / 2 - (bx - ax) * turn), (bx, by)]
        lines.append(soften(soften(bent, False), False))
    yield f'<path d="{path(lines)}" fill="none" stroke="{ink}" stroke-width=".6" stroke-opacity=".36"/>'
    spots = "".join(
        f"M{number(x - 1.1)} {number(y - 1.1)}h2.2v2.2h-2.2z"
        for x, y in (place(*VILLAGES[v]) for v in sorted(VILLAGES) if v[0] != ".")
    )
    yield f'<path d="{spots}" fill="{ink}" fill-opacity=".5"/>'


def hachures(height, shore):
    """Short strokes down the slopes, close and heavy where it is steep and where the light from the north-west does not fall."""
    dice, strokes = Random(1940), {"light": [], "mean": [], "heavy": []}
    for level in range(36, 290, 28):
        for line in height.lines(level):
            walked, due = 0.0, dice.uniform(0, 2)
            for (ax, ay), (bx, by) in itertools.pairwise(line):
                length = math.hypot(bx - ax, by - ay)
                while length and walked + length >= due:
                    t = (due - walked) / length
                    x, y = ax + (bx - ax) * t, ay + (by - ay) * t
                    gx, gy = height.slope(x, y)
                    steep = math.hypot(gx, gy)
                    due += 2.25 + 0.6 * max(0, 5 - steep) + dice.uniform(-0.3, 0.4)
                    if steep < 2.6 or shore.sample(x, y) > -1.5:
                        continue
                    dx, dy = -gx / steep, -gy / steep  # downhill
                    reach = max(2.6, min(7.5, 25 / steep)) * dice.uniform(0.8, 1.05)
                    shade = (dx + dy) / 1.414  # 1 faces south-east, away from the light
                    tone = steep / 7 + shade * 0.62
                    kind = "heavy" if tone > 1.05 else "mean" if tone > 0.45 else "light"
                    strokes[kind].append([(x - dx * 0.4, y - dy * 0.4), (x + dx * reach, y + dy * reach)])
                walked += length
    for kind, width, strength in (("light", 0.4, 0.5), ("mean", 0.55, 0.62), ("heavy", 0.75, 0.72)):
        yield f'<path d="{path(strokes[kind])}" fill="none" stroke="{colour("relief")}" stroke-width="{width}" stroke-opacity="{strength}"/>'


def compass(cx, cy):
    """A rose of sixteen points within a graduated ring."""
    ink = colour("chart-ink")

    def at(bearing, radius):
        a = math.radians(bearing)
        return cx + radius * math.sin(a), cy - radius * math.cos(a)

    yield '<g class="rose" opacity=".58">'
    for r, w in ((71, 0.5), (66, 1.0), (58, 0.4), (24, 0.4)):
        yield f'<circle cx="{cx}" cy="{cy}" r="{r}" fill="none" stroke="{ink}" stroke-width="{w}"/>'
    fine, coarse = [], []
    for b in range(0, 360, 5):
        (coarse if b % 30 == 0 else fine).append([at(b, 58 if b % 30 == 0 else 61.5 if b % 10 == 0 else 63.5), at(b, 66)])
    yield f'<path d="{path(fine)}" fill="none" stroke="{ink}" stroke-width=".4"/><path d="{path(coarse)}" fill="none" stroke="{ink}" stroke-width=".9"/>'
    dark, pale = [], []
    for bearings, tip, waist in ((range(22, 360, 45), 36, 8), (range(45, 360, 90), 46, 11), (range(0, 360, 90), 57, 13)):
        for b in bearings:
            b = b + 0.5 if b % 45 else b
            half = 22.5 if tip > 36 else 11.25
            half = 45 if tip > 46 else half
            centre, point = (cx, cy), at(b, tip)
            dark_side, pale_side = [centre, at(b + half, waist), point], [centre, at(b - half, waist), point]
            dark.append((tip, dark_side))
            pale.append((tip, pale_side))
    for tip in (36, 46, 57):
        yield (
            f'<path d="{path([s for t, s in pale if t == tip], True)}" fill="{colour("sea")}" stroke="{ink}" stroke-width=".5" stroke-linejoin="round"/>'
            f'<path d="{path([s for t, s in dark if t == tip], True)}" fill="{ink}" stroke="{ink}" stroke-width=".5" stroke-linejoin="round"/>'
        )
    yield f'<circle cx="{cx}" cy="{cy}" r="3.4" fill="{colour("sea")}" stroke="{ink}" stroke-width=".6"/><circle cx="{cx}" cy="{cy}" r="1" fill="{ink}"/>'
    fx, fy = at(0, 75)  # the fleur-de-lis of north
    yield (
        f'<path transform="translate({number(fx)} {number(fy)})" fill="{ink}" d="M0-15c2.6 3.4 3.3 6.4 1.3 10.4 2.3-3.9 5.7-3.6 5.9-.9.1 1.9-2 2.6-3 1.3'
        "l-.6-.4c-.9 1-1.8 1.7-2.1 2.9h1.6v1.5h-1.6V3h-3V.8h-1.6V-.7h1.6c-.3-1.2-1.2-1.9-2.1-2.9l-.6.4c-1 1.3-3.1.6-3-1.3.2-2.7 3.6-3 5.9.9"
        '-2-4-1.3-7 1.3-10.4z"/>'
    )
    yield f'<g fill="{ink}" font-size="10" text-anchor="middle">'
    for letter, b in (("E", 90), ("S", 180), ("W", 270)):
        x, y = at(b, 79)
        yield f'<text x="{number(x)}" y="{number(y + 3.5)}">{letter}</text>'
    yield "</g></g>"


def frame():
    """The graduated border: a minute of arc to each bar."""
    ink, bars, wide = colour("chart-ink"), [], 4.0
    inset = 3.0
    minute = 1 / 60
    lon0, lon1 = WEST + (inset - LEFT) / PER_LON, WEST + (WIDTH - inset - LEFT) / PER_LON
    lat0, lat1 = NORTH - (HEIGHT - inset - TOP) / PER_LAT, NORTH - (inset - TOP) / PER_LAT
    for k in range(math.floor(lon0 * 60), math.ceil(lon1 * 60)):
        if k % 2 == 0:
            a, b = max(place(k * minute, 36)[0], inset), min(place((k + 1) * minute, 36)[0], WIDTH - inset)
            bars += [[(a, y), (b, y)] for y in (inset + wide / 2, HEIGHT - inset - wide / 2)]
    for k in range(math.floor(lat0 * 60), math.ceil(lat1 * 60)):
        if k % 2 == 0:
            a, b = min(place(14, k * minute)[1], HEIGHT - inset), max(place(14, (k + 1) * minute)[1], inset)
            bars += [[(x, a), (x, b)] for x in (inset + wide / 2, WIDTH - inset - wide / 2)]
    yield '<g opacity=".5">'
    yield f'<path d="{path(bars)}" fill="none" stroke="{ink}" stroke-width="{number(wide - 2.2)}"/>'
    yield f'<g fill="none" stroke="{ink}"><rect x=".6" y=".6" width="{WIDTH - 1.2}" height="{HEIGHT - 1.2}" stroke-width="1.2"/>'
    for gap, w in ((inset, 0.5), (inset + wide, 0.5)):
        yield f'<rect x="{number(gap)}" y="{number(gap)}" width="{number(WIDTH - 2 * gap)}" height="{number(HEIGHT - 2 * gap)}" stroke-width="{w}"/>'
    yield f'</g><g fill="{ink}" font-size="6.5" text-anchor="middle">'
    for k in range(math.ceil(lon0 * 60 / 5), math.floor(lon1 * 60 / 5) + 1):
        x = place(k / 12, 36)[0]
        if 30 < x < WIDTH - 30:
            name = f"{k // 12}° {k % 12 * 5:02d}′"
            yield f'<text x="{number(x)}" y="14">{name}</text><text x="{number(x)}" y="{HEIGHT - 9.5}">{name}</text>'
    for k in range(math.ceil(lat0 * 60 / 5), math.floor(lat1 * 60 / 5) + 1):
        y = place(14, k / 12)[1]
        if 30 < y < HEIGHT - 30:
            name = f"{k // 12}° {k % 12 * 5:02d}′"
            yield (
                f'<text transform="translate(13.5 {number(y)}) rotate(-90)">{name}</text>'
                f'<text transform="translate({WIDTH - 13.5} {number(y)}) rotate(90)">{name}</text>'
            )
    yield "</g></g>"


def squares():
    """The playing grid with its letters and numbers."""
    lines = "".join(f"M{SQUARE * k} 0V{HEIGHT}" for k in range(1, len(COLUMNS))) + "".join(
        f"M0 {SQUARE * k}H{WIDTH}" for k in range(1, RANKS)
    )
    yield f'<path d="{lines}" fill="none" stroke="{colour("grid")}" stroke-width=".8" stroke-opacity=".5"/>'
    yield f'<g fill="{colour("grid")}" fill-opacity=".8" font-size="13" text-anchor="middle">'
    for k, letter in enumerate(COLUMNS):
        x = SQUARE * k + SQUARE / 2
        yield f'<text x="{x:.0f}" y="27">{letter}</text><text x="{x:.0f}" y="{HEIGHT - 18}">{letter}</text>'
    for k in range(RANKS):
        y = SQUARE * k + SQUARE / 2 + 4.5
        yield f'<text x="23" y="{number(y)}">{k + 1}</text><text x="{WIDTH - 23}" y="{number(y)}">{k + 1}</text>'
    yield "</g>"


def names():
    """Places: towns as dots, airfields as ringed crosses, the seaplane base as an anchor."""
    ink = colour("chart-ink")

    def label(text, x, y, size, anchor="start", style="", over="land", more=""):
        return (
            f'<text x="{number(x)}" y="{number(y)}" font-size="{size}" text-anchor="{anchor}"{style} '
            f'stroke="{colour(over)}" stroke-width="{number(size * 0.26)}" stroke-opacity=".75" paint-order="stroke" stroke-linejoin="round"{more}>{text}</text>'
        )

    italic = ' font-style="italic"'
    yield f'<g data-kind="town" fill="{ink}" fill-opacity=".8">'
    x, y = 514, 706
    yield label("MALTA", x, y, 21, "middle", more=f' letter-spacing="9" transform="rotate(27 {x} {y})"')
    x, y = place(14.256, 36.0365)
    yield label("GOZO", x, y, 15, "middle", more=' letter-spacing="6"')
    x, y = place(14.354, 36.0145)
    yield label("Comino", x, y, 9.5, style=italic, over="sea")

    dots, fields = [], []
    towns = [
        ("Valletta", 14.514, 35.899, 11, -4, "start", 11.5, "sea"),
        ("Mdina", 14.403, 35.887, -4, 3, "end", 9.5, "land"),
        ("Marsaxlokk", 14.543, 35.842, -5, -1, "end", 9.5, "land"),
    ]
    for text, lon, lat, dx, dy, anchor, size, over in towns:
        x, y = place(lon, lat)
        dots.append((x, y))
        yield label(text, x + dx, y + dy, size, anchor, over=over)
    airfields = [
        ("Hal Far", 14.511, 35.815, -1, -10, "middle"),
        ("Luqa", 14.480, 35.853, -8, 4, "end"),
        ("Takali", 14.417, 35.894, 6, -5, "start"),
    ]
    for text, lon, lat, dx, dy, anchor in airfields:
        x, y = place(lon, lat)
        fields.append((x, y))
        yield label(text, x + dx, y + dy, 9.5, anchor)
    yield label("Grand Harbour", 582, 668, 9.5, style=italic, over="sea")
    x, y = place(14.5385, 35.8185)
    yield label("Kalafrana", x + 12, y + 13, 9.5, over="sea")
    anchor_at = (x - 1, y)
    yield label("St Paul’s Bay", 399, 526, 9.5, style=italic, over="sea")
    yield "</g>"

    gx, gy = place(14.523, 35.8945)
    sx, sy = place(14.403, 35.9525)
    yield f'<g fill="none" stroke="{ink}" stroke-width=".6" stroke-opacity=".7"><path d="M{number(gx)} {number(gy)}L580 665M{number(sx)} {number(sy)}L402 529"/></g>'
    yield (
        f'<g fill="{ink}" fill-opacity=".85">'
        + "".join(f'<circle cx="{number(x)}" cy="{number(y)}" r="1.9"/>' for x, y in dots)
        + "</g>"
    )
    yield f'<g fill="{colour("land")}" stroke="{ink}" stroke-width=".9" stroke-opacity=".85">'
    for x, y in fields:
        yield f'<circle cx="{number(x)}" cy="{number(y)}" r="3.7"/><path d="M{number(x - 5.6)} {number(y + 2.2)}l11.2-4.4m-8.1-2.9 5 10.2" stroke-width="1.1"/>'
    x, y = anchor_at
    yield (
        f'</g><g fill="none" stroke="{ink}" stroke-width=".9" stroke-opacity=".85" transform="translate({number(x)} {number(y)})">'
        '<circle r="4.6" fill="var(--land, #ece3c8)"/><circle cy="-2.4" r=".8"/><path d="M0-1.6v4.6M-1.5-.5h3M-2.8.9c.3 1.5 1.4 2.1 2.8 2.1s2.5-.6 2.8-2.1"/></g>'
    )
    yield f'<g data-kind="water" fill="{ink}" fill-opacity=".4" font-style="italic" text-anchor="middle">'
    yield '<text x="252" y="257" font-size="19" letter-spacing="8">Malta Channel</text>'
    fx, fy = place(14.4055, 35.7866)
    yield f'<text x="{number(fx - 16)}" y="{number(fy + 3)}" font-size="8" fill-opacity=".6" text-anchor="end">Filfla</text></g>'


def cartouche():
    """Title, way to Sicily, scale bar."""
    ink, km = colour("chart-ink"), SQUARE / KM_PER_SQUARE
    yield f'<g fill="{ink}" fill-opacity=".66" text-anchor="middle">'
    yield '<text x="550" y="117" font-size="7.5" letter-spacing="2">CENTRAL MEDITERRANEAN</text>'
    yield '<text x="550" y="138" font-size="17" letter-spacing="2.5">MALTA AND GOZO</text>'
    yield f'<path d="M490 146h48m24 0h48" stroke="{ink}" stroke-width=".6"/><path d="M550 142.5l3.5 3.5-3.5 3.5-3.5-3.5z"/>'
    yield '<text x="550" y="160" font-size="8.5" font-style="italic">the sky over the islands, 1940–41</text>'
    yield '<text x="550" y="171" font-size="7" font-style="italic">Soundings for ornament, not for navigation</text>'
    yield "</g>"
    yield f'<g fill="{ink}" fill-opacity=".7"><path d="M350 32l4.5 9h-3.4v13h-2.2V41h-3.4z"/>'
    yield '<text x="350" y="66" font-size="9.5" font-style="italic" text-anchor="middle">to Sicily, 90 km</text></g>'
    left, y = 508, 179
    yield f'<g stroke="{ink}" stroke-opacity=".66" stroke-width=".6" fill="{ink}" fill-opacity=".66">'
    for k in range(5):
        fill = "" if k % 2 == 0 else ' fill="none"'
        yield f'<rect x="{number(left + k * km)}" y="{y}" width="{number(km)}" height="3"{fill}/>'
    yield f'</g><g fill="{ink}" fill-opacity=".66" font-size="7" text-anchor="middle">'
    for k in range(6):
        yield f'<text x="{number(left + k * km)}" y="{y + 11}">{k}</text>'
    yield f'<text x="{number(left + 5 * km + 6)}" y="{y + 4}" font-style="italic" text-anchor="start">km</text></g>'


def draw():
    """The whole drawing as SVG text."""
    islands = read_coast()
    shore = signed_distance(islands)
    depth, height = depth_field(shore), height_field(shore)
    rose = (118, 724)
    forbidden = [
        (rose[0] - 92, rose[1] - 100, rose[0] + 92, rose[1] + 92),
        (445, 103, 655, 198),
        (300, 22, 400, 75),
        (120, 236, 385, 264),
        (545, 625, 660, 680),
        (580, 790, 660, 822),
        (390, 508, 470, 545),
        (305, 425, 355, 446),
        (340, 845, 390, 865),
    ]
    forbidden += [(x, SQUARE * k + 36, x + 30, SQUARE * k + 66) for k in range(RANKS) for x in (10, WIDTH - 40)]
    forbidden += [(SQUARE * k + 36, y, SQUARE * k + 64, y + 30) for k in range(len(COLUMNS)) for y in (10, HEIGHT - 36)]
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="Chart of Malta, Comino and Gozo" '
        "font-family=\"var(--chart-font, 'Hoefler Text', Garamond, Georgia, 'Times New Roman', serif)\">",
        "<!-- Coastline: GSHHG (Wessel and Smith), LGPL-3.0-or-later. Drawn by tools/mapforge/hawks.py. -->",
        *sea(shore, depth),
        *rhumbs(*rose),
        *soundings(shore, depth, forbidden),
        *compass(*rose),
        *land(islands, shore, height),
        *frame(),
        *squares(),
        *names(),
        *cartouche(),
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


if __name__ == "__main__":
    forge("hawks", lambda: {"art.svg": draw()})
