"""A pen that draws in the coordinates of a picture (y downwards, any scale) on a page of points (y upwards)."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Any

from . import letters

Matrix = tuple[float, float, float, float, float, float]
"""a, b, c, d, e, f as SVG writes them: x' = a x + c y + e, y' = b x + d y + f."""
Stroke = tuple[str, tuple[float, ...]]
"""One part of an outline: "M", "L" or "C" with points, or "Z"."""

_TOKEN = re.compile(r"([a-zA-Z])|(-?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)")


def times(m: Matrix, n: Matrix) -> Matrix:
    """First n, then m."""
    a, b, c, d, e, f = m
    p, q, r, s, t, u = n
    return (a * p + c * q, b * p + d * q, a * r + c * s, b * r + d * s, a * t + c * u + e, b * t + d * u + f)


def shift(x: float, y: float) -> Matrix:
    return (1, 0, 0, 1, x, y)


def scale(x: float, y: float | None = None) -> Matrix:
    return (x, 0, 0, x if y is None else y, 0, 0)


def turn(degrees: float, x: float = 0, y: float = 0) -> Matrix:
    """A turn around a point."""
    cos, sin = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    return (cos, sin, -sin, cos, x - cos * x + sin * y, y - sin * x - cos * y)


@lru_cache(maxsize=4096)
def outline(d: str) -> tuple[Stroke, ...]:
    """The data of an SVG path as straight lines and cubic curves in absolute coordinates.

    >>> outline("M1 1h2v-1z")
    (('M', (1.0, 1.0)), ('L', (3.0, 1.0)), ('L', (3.0, 0.0)), ('Z', ()))
    """
    return tuple(_strokes(d))


def _strokes(d: str) -> Iterator[Stroke]:
    numbers: list[float] = []
    command = ""
    x = y = start_x = start_y = 0.0
    last: tuple[float, float] | None = None  # the last control point, which S and T mirror
    kind = ""
    for given, arguments in _commands(d):
        command = given
        upper = command.upper()
        relative = command.islower()
        if upper == "Z":
            yield "Z", ()
            x, y, last, kind = start_x, start_y, None, ""
            continue
        numbers = list(arguments)
        if relative and upper not in "HVA":
            numbers = [n + (y if i % 2 else x) for i, n in enumerate(numbers)]
        if upper == "H":
            x = numbers[0] + (x if relative else 0)
            yield "L", (x, y)
        elif upper == "V":
            y = numbers[0] + (y if relative else 0)
            yield "L", (x, y)
        elif upper in "ML":
            x, y = numbers
            if upper == "M":
                start_x, start_y = x, y
            yield upper, (x, y)
        elif upper in "CS":
            if upper == "S":
                mirrored = (2 * x - last[0], 2 * y - last[1]) if last and kind == "C" else (x, y)
                numbers = [*mirrored, *numbers]
            yield "C", tuple(numbers)
            last, (x, y) = (numbers[2], numbers[3]), numbers[4:6]
        elif upper in "QT":
            if upper == "T":
                mirrored = (2 * x - last[0], 2 * y - last[1]) if last and kind == "Q" else (x, y)
                numbers = [*mirrored, *numbers]
            qx, qy, ex, ey = numbers
            yield "C", (x + (qx - x) * 2 / 3, y + (qy - y) * 2 / 3, ex + (qx - ex) * 2 / 3, ey + (qy - ey) * 2 / 3, ex, ey)
            last, x, y = (qx, qy), ex, ey
        elif upper == "A":
            rx, ry, slope, large, sweep, ex, ey = numbers
            if relative:
                ex, ey = ex + x, ey + y
            yield from _arc(x, y, rx, ry, slope, bool(large), bool(sweep), ex, ey)
            x, y = ex, ey
        kind = {"S": "C", "T": "Q"}.get(upper, upper)
        if kind not in "CQ":
            last = None


_COUNT = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "A": 7, "Z": 0}
_ARC = re.compile(r"\s*,?\s*".join([r"(-?[\d.]+)"] * 3 + [r"([01])"] * 2 + [r"(-?(?:\d+\.?\d*|\.\d+))"] * 2))


def _commands(d: str) -> Iterator[tuple[str, tuple[float, ...]]]:
    """Each command with exactly its numbers; a repeated one is written out."""
    for letter, rest in re.findall(r"([a-zA-Z])([^a-zA-Z]*)", d):
        count = _COUNT[letter.upper()]
        if not count:
            yield letter, ()
        elif letter in "Aa":
            for arc in _ARC.findall(rest):  # its flags may stand without a gap
                yield letter, tuple(map(float, arc))
        else:
            numbers = [float(number) for _, number in _TOKEN.findall(rest)]
            for i in range(0, len(numbers) - count + 1, count):
                yield letter, tuple(numbers[i : i + count])
                letter = {"M": "L", "m": "l"}.get(letter, letter)


def _arc(
    x: float, y: float, rx: float, ry: float, slope: float, large: bool, sweep: bool, ex: float, ey: float
) -> Iterator[Stroke]:
    """An elliptic arc as cubic curves of at most a quarter each (SVG 1.1, F.6)."""
    if not rx or not ry or (x, y) == (ex, ey):
        yield "L", (ex, ey)
        return
    phi = math.radians(slope)
    cos, sin = math.cos(phi), math.sin(phi)
    mx, my = cos * (x - ex) / 2 + sin * (y - ey) / 2, -sin * (x - ex) / 2 + cos * (y - ey) / 2
    rx, ry = abs(rx), abs(ry)
    grow = math.sqrt(max(1.0, mx * mx / rx / rx + my * my / ry / ry))
    rx, ry = rx * grow, ry * grow
    under = rx * rx * my * my + ry * ry * mx * mx
    root = math.sqrt(max(0.0, (rx * rx * ry * ry - under) / under)) * (-1 if large == sweep else 1)
    cx, cy = root * rx * my / ry, -root * ry * mx / rx
    first = math.atan2((my - cy) / ry, (mx - cx) / rx)
    sweep_by = math.atan2((-my - cy) / ry, (-mx - cx) / rx) - first
    if sweep and sweep_by < 0:
        sweep_by += 2 * math.pi
    elif not sweep and sweep_by > 0:
        sweep_by -= 2 * math.pi
    parts = max(1, math.ceil(abs(sweep_by) / (math.pi / 2) - 1e-9))
    step = sweep_by / parts
    reach = 4 / 3 * math.tan(step / 4)
    ox, oy = cos * cx - sin * cy + (x + ex) / 2, sin * cx + cos * cy + (y + ey) / 2

    def at(u: float, v: float) -> tuple[float, float]:
        return ox + cos * rx * u - sin * ry * v, oy + sin * rx * u + cos * ry * v

    for i in range(parts):
        a, b = first + i * step, first + (i + 1) * step
        ca, sa, cb, sb = math.cos(a), math.sin(a), math.cos(b), math.sin(b)
        yield "C", (*at(ca - reach * sa, sa + reach * ca), *at(cb + reach * sb, sb - reach * cb), *at(cb, sb))


def circle(x: float, y: float, r: float) -> str:
    return f"M{x - r} {y}A{r} {r} 0 1 0 {x + r} {y}A{r} {r} 0 1 0 {x - r} {y}Z"


def rectangle(x: float, y: float, w: float, h: float, r: float = 0) -> str:
    if not r:
        return f"M{x} {y}H{x + w}V{y + h}H{x}Z"
    a = f"A{r} {r} 0 0 1"
    return (
        f"M{x + r} {y}H{x + w - r}{a} {x + w} {y + r}V{y + h - r}{a} {x + w - r} {y + h}"
        f"H{x + r}{a} {x} {y + h - r}V{y + r}{a} {x + r} {y}Z"
    )


def polygon(points: Iterable[tuple[float, float]]) -> str:
    return "M" + "L".join(f"{x} {y}" for x, y in points) + "Z"


class Pen:
    """Draws outlines and text of a picture. ``matrix`` leads from the picture to the page."""

    def __init__(self, canvas: Any, matrix: Matrix) -> None:
        self.canvas = canvas
        self.matrix = matrix

    @property
    def unit(self) -> float:
        """Points for one unit of the picture."""
        a, b, c, d, _, _ = self.matrix
        return math.sqrt(abs(a * d - b * c))

    def within(self, *matrices: Matrix) -> Pen:
        """A pen for a part of the picture that is moved, scaled or turned."""
        matrix = self.matrix
        for inner in matrices:
            matrix = times(matrix, inner)
        return Pen(self.canvas, matrix)

    def at(self, x: float, y: float) -> tuple[float, float]:
        a, b, c, d, e, f = self.matrix
        return round(a * x + c * y + e, 2), round(b * x + d * y + f, 2)

    def trace(self, d: str, onto: Any = None) -> Any:
        """The outline on the page, not yet drawn; added to another outline if there is one."""
        drawn = onto or self.canvas.beginPath()
        for kind, numbers in outline(d):
            if kind == "M":
                drawn.moveTo(*self.at(*numbers))
            elif kind == "L":
                drawn.lineTo(*self.at(*numbers))
            elif kind == "C":
                p, q, r, s, t, u = numbers
                drawn.curveTo(*self.at(p, q), *self.at(r, s), *self.at(t, u))
            else:
                drawn.close()
        return drawn

    def draw(
        self,
        d: str,
        fill: str | None = None,
        stroke: str | None = None,
        width: float = 1,
        opacity: float = 1,
        edge_opacity: float | None = None,
        even_odd: bool = False,
        dashes: tuple[float, ...] = (),
        round_ends: bool = False,
    ) -> None:
        if not d or not (fill or stroke):
            return
        canvas = self.canvas
        if fill:
            canvas.setFillColor(fill)
            canvas.setFillAlpha(opacity)
        if stroke:
            canvas.setStrokeColor(stroke)
            canvas.setStrokeAlpha(opacity if edge_opacity is None else edge_opacity)
            canvas.setLineWidth(round(width * self.unit, 3))
            canvas.setLineCap(1 if round_ends else 0)
            canvas.setLineJoin(1)
            canvas.setDash([round(dash * self.unit, 3) for dash in dashes])
        canvas.drawPath(self.trace(d), stroke=bool(stroke), fill=bool(fill), fillMode=0 if even_odd else 1)

    def draw_at(self, d: str, *matrices: Matrix, fill: str | None = None, stroke: str | None = None, width: float = 1) -> None:
        """An outline that is moved, scaled or turned first."""
        self.within(*matrices).draw(d, fill, stroke, width)

    def text(
        self,
        x: float,
        y: float,
        text: str,
        size: float,
        font: str = letters.BOLD,
        fill: str = "#000000",
        anchor: str = "middle",
        room: float = 0,
        spacing: float = 0,
        opacity: float = 1,
        halo: tuple[str, float] | None = None,
    ) -> None:
        """A line of text with its base line at y; with ``halo`` a rim of a colour and width around the letters."""
        if not text:
            return
        canvas = self.canvas
        a, b, *_ = self.matrix
        px, py = self.at(x, y)
        k = self.unit
        slope = math.degrees(math.atan2(b, a))
        canvas.saveState()
        canvas.translate(px, py)
        if abs(slope) > 0.01:
            canvas.rotate(slope)
        if halo:
            canvas.setStrokeColor(halo[0])
            canvas.setStrokeAlpha(opacity)
            canvas.setLineWidth(round(halo[1] * k, 3))
            canvas.setLineJoin(1)
            canvas.setDash([])
            letters.write(canvas, 0, 0, text, font, round(size * k, 3), anchor, room * k, spacing * k, mode=1)
        canvas.setFillColor(fill)
        canvas.setFillAlpha(opacity)
        letters.write(canvas, 0, 0, text, font, round(size * k, 3), anchor, room * k, spacing * k)
        canvas.restoreState()
