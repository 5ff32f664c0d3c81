"""Rasters: fields of numbers over a sheet, their level lines, and what makes hills and shallows of them."""

from __future__ import annotations

import itertools
import math
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from random import Random

from .pens import Point


class Raster:
    """A field of numbers over the sheet and a border around it; cell (i, j) lies at x0 + i * step, y0 + j * step."""

    def __init__(self, step: float, width: float, height: float, border: float) -> None:
        self.step = step
        self.x0 = self.y0 = -border
        self.nx = int((width + 2 * border) / step) + 1
        self.ny = int((height + 2 * border) / step) + 1
        self.land: list[bool] = []

    def at(self, i: int, j: int) -> Point:
        return self.x0 + i * self.step, self.y0 + j * self.step

    def cell(self, x: float, y: float) -> int:
        i = min(max(round((x - self.x0) / self.step), 0), self.nx - 1)
        j = min(max(round((y - self.y0) / self.step), 0), self.ny - 1)
        return j * self.nx + i

    def away(self, mask: Sequence[bool]) -> list[float]:
        """Distance in cells from a mask, a little blurred."""
        return blur(distance_to(mask, self.nx, self.ny), self.nx, self.ny, 1, 1)

    def walled(self, field: Iterable[float]) -> list[float]:
        """The field with a deep border, so that every level line closes."""
        nx, ny = self.nx, self.ny
        return [-1e4 if k % nx in (0, nx - 1) or k // nx in (0, ny - 1) else v for k, v in enumerate(field)]

    def swell(self, seed: int, wide: float, fine: float, much: float) -> list[float]:
        """Uneven values around 0, for coasts of shallows: *wide* and *fine* are the lengths of the two waves."""
        noise = Noise(seed)
        points = (self.at(k % self.nx, k // self.nx) for k in range(self.nx * self.ny))
        return [(noise(x / wide, y / wide) - 0.5) * much + (noise(x / fine, y / fine) - 0.5) * 0.25 for x, y in points]

    def shade(self, height: Sequence[float], where: Callable[[int], bool], run: float = 8, rim: int = 2) -> list[float]:
        """Light from the north-west on a field of heights, positive on lit slopes."""
        nx, ny = self.nx, self.ny
        light = [0.0] * (nx * ny)
        for j in range(rim, ny - rim):
            for k in range(j * nx + rim, j * nx + nx - rim):
                if where(k):
                    dx, dy = (height[k + 1] - height[k - 1]) / run, (height[k + nx] - height[k - nx]) / run
                    light[k] = (dx * 0.75 + dy) / math.sqrt(1 + dx * dx + dy * dy)
        return blur(light, nx, ny, 1, 1)

    def stamp(self, field: list[int], at: Point, radius: float, value: int) -> None:
        """One value in all cells of a pointed hex."""
        half = radius * math.sqrt(3) / 2
        rows = math.ceil((at[1] - radius - self.y0) / self.step), math.floor((at[1] + radius - self.y0) / self.step)
        columns = math.ceil((at[0] - half - self.x0) / self.step), math.floor((at[0] + half - self.x0) / self.step)
        for j in range(rows[0], rows[1] + 1):
            for i in range(columns[0], columns[1] + 1):
                x, y = self.at(i, j)
                if abs(y - at[1]) + abs(x - at[0]) / math.sqrt(3) <= radius:
                    field[j * self.nx + i] = value


def land_mask(raster: Raster, rings: Iterable[list[Point]]) -> list[bool]:
    mask = [False] * (raster.nx * raster.ny)
    rows: list[list[float]] = [[] for _ in range(raster.ny)]
    for ring in rings:
        for (ax, ay), (bx, by) in zip(ring, ring[1:] + ring[:1]):
            if ay == by:
                continue
            (ax, ay), (bx, by) = ((ax, ay), (bx, by)) if ay < by else ((bx, by), (ax, ay))
            first = max(math.ceil((ay - raster.y0) / raster.step), 0)
            last = min(math.ceil((by - raster.y0) / raster.step) - 1, raster.ny - 1)
            for j in range(first, last + 1):
                y = raster.y0 + j * raster.step
                rows[j].append(ax + (y - ay) * (bx - ax) / (by - ay))
    for j, cuts in enumerate(rows):
        cuts.sort()
        for left, right in zip(cuts[::2], cuts[1::2]):
            first = max(math.ceil((left - raster.x0) / raster.step), 0)
            last = min(math.floor((right - raster.x0) / raster.step), raster.nx - 1)
            for i in range(first, last + 1):
                mask[j * raster.nx + i] = True
    return mask


def distance_to(mask: Sequence[bool], nx: int, ny: int) -> list[float]:
    """Distance in cells from the nearest cell of the mask, exact, one dimension after the other."""
    far = float((nx + ny) ** 2)

    def one_line(f: list[float]) -> list[float]:
        n = len(f)
        v, z, k = [0] * n, [0.0] * (n + 1), 0
        z[0], z[1] = -math.inf, math.inf
        for q in range(1, n):
            while True:
                p = v[k]
                s = ((f[q] + q * q) - (f[p] + p * p)) / (2 * (q - p))
                if s > z[k]:
                    break
                k -= 1
            k += 1
            v[k], z[k], z[k + 1] = q, s, math.inf
        k, out = 0, [0.0] * n
        for q in range(n):
            while z[k + 1] < q:
                k += 1
            out[q] = (q - v[k]) ** 2 + f[v[k]]
        return out

    field = [0.0 if m else far for m in mask]
    for i in range(nx):
        field[i::nx] = one_line(field[i::nx])
    for j in range(ny):
        field[j * nx : (j + 1) * nx] = one_line(field[j * nx : (j + 1) * nx])
    return [math.sqrt(v) for v in field]


def blur(field: list[float], nx: int, ny: int, radius: int, times: int = 2) -> list[float]:
    """Mean over a square, several times: close to a bell."""

    def one_line(f: list[float]) -> list[float]:
        sums = list(itertools.accumulate([f[0]] * radius + f + [f[-1]] * radius, initial=0.0))
        return [(high - low) / wide for low, high in zip(sums, sums[wide:])]

    wide = 2 * radius + 1
    for _ in range(times):
        field = list(itertools.chain.from_iterable(one_line(field[j * nx : (j + 1) * nx]) for j in range(ny)))
        for i in range(nx):
            field[i::nx] = one_line(field[i::nx])
    return field


#: Which edges of a cell a level line joins, by which corners are above the level: edges n, e, s, w are 0 to 3.
SEGMENTS: dict[int, tuple[tuple[int, int], ...]] = {
    1: ((3, 0),),
    2: ((0, 1),),
    3: ((3, 1),),
    4: ((1, 2),),
    5: ((3, 0), (1, 2)),
    6: ((0, 2),),
    7: ((3, 2),),
    8: ((2, 3),),
    9: ((2, 0),),
    10: ((0, 1), (2, 3)),
    11: ((2, 1),),
    12: ((1, 3),),
    13: ((1, 0),),
    14: ((0, 3),),
}


def level_rings(raster: Raster, f: Sequence[float], level: float) -> list[list[Point]]:
    """Closed outlines of the places above a level; the field must be below it along the border."""
    nx = raster.nx
    ends: dict[int, list[int]] = defaultdict(list)
    above = bytes(v > level for v in f)
    for j in range(raster.ny - 1):
        base = j * nx
        for k in range(base, base + nx - 1):
            case = above[k] + 2 * above[k + 1] + 4 * above[k + nx + 1] + 8 * above[k + nx]
            if case == 0 or case == 15:
                continue
            edge = (2 * k, 2 * (k + 1) + 1, 2 * (k + nx), 2 * k + 1)
            for a, b in SEGMENTS[case]:
                ends[edge[a]].append(edge[b])
                ends[edge[b]].append(edge[a])

    def point(edge: int) -> Point:
        k, upright = divmod(edge, 2)
        other = k + nx if upright else k + 1
        t = (level - f[k]) / (f[other] - f[k])
        x, y = raster.at(k % nx, k // nx)
        return (x, y + t * raster.step) if upright else (x + t * raster.step, y)

    rings = []
    for start in sorted(ends):
        while ends[start]:
            chain, here = [start], start
            while ends[here]:
                there = ends[here].pop()
                ends[there].remove(here)
                chain.append(there)
                here = there
            rings.append([point(e) for e in chain[:-1]])
    return rings


def area(ring: Sequence[Point]) -> float:
    return sum(ax * by - bx * ay for (ax, ay), (bx, by) in zip(ring, [*ring[1:], ring[0]])) / 2


def thin(line: Sequence[Point], slack: float) -> list[Point]:
    """Leave out points that lie within *slack* of the line between their neighbours."""
    keep = {0, len(line) - 1}
    todo = [(0, len(line) - 1)]
    while todo:
        a, b = todo.pop()
        (ax, ay), (bx, by) = line[a], line[b]
        long = math.hypot(bx - ax, by - ay)
        worst, far = slack, 0
        for k in range(a + 1, b):
            x, y = line[k]
            d = abs((bx - ax) * (y - ay) - (by - ay) * (x - ax)) / long if long else math.hypot(x - ax, y - ay)
            if d > worst:
                worst, far = d, k
        if far:
            keep.add(far)
            todo += [(a, far), (far, b)]
    return [line[k] for k in sorted(keep)]


def thin_ring(ring: list[Point], slack: float) -> list[Point]:
    half = len(ring) // 2
    return thin(ring[: half + 1], slack)[:-1] + thin([*ring[half:], ring[0]], slack)[:-1]


class Noise:
    """Smooth random values between 0 and 1, with a period of 64 cells."""

    def __init__(self, seed: int) -> None:
        source = Random(seed)
        self.value = [source.random() for _ in range(64 * 64)]

    def __call__(self, x: float, y: float) -> float:
        i, j = math.floor(x), math.floor(y)
        u, v = x - i, y - j
        u, v = u * u * (3 - 2 * u), v * v * (3 - 2 * v)
        a, b, top, low = i & 63, (i + 1) & 63, (j & 63) * 64, ((j + 1) & 63) * 64
        f = self.value
        return (f[top + a] * (1 - u) + f[top + b] * u) * (1 - v) + (f[low + a] * (1 - u) + f[low + b] * u) * v
