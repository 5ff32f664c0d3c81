"""Pens: numbers, points and shapes as the text of an SVG drawing. Every map of the forge is written with these."""

from __future__ import annotations

import itertools
import math
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence

Point = tuple[float, float]
Box = tuple[float, float, float, float]
"""x, y, width, height of a place on the sheet; of a place that is taken: left, top, right, bottom."""

FONT = "var(--chart-font, Georgia, 'Times New Roman', serif)"
NUMBERS = "var(--chart-font-numbers, 'Helvetica Neue', Arial, sans-serif)"


def num(v: float) -> str:
    text = f"{v:.1f}"
    return text[:-2] if text.endswith(".0") else text


def xy(p: Point) -> str:
    return f"{num(p[0])} {num(p[1])}"


def polygon(points: Sequence[Point]) -> str:
    return "M" + "L".join(xy(p) for p in points) + "Z"


def open_path(line: Sequence[Point]) -> str:
    return "M" + "L".join(xy(p) for p in line)


def packed(rings: Iterable[Sequence[Point]], unit: float = 0.5) -> str:
    """Outlines in whole steps of *unit*, each point relative to the one before: short to write. Draw with scale(unit)."""
    out = []
    for ring in rings:
        steps = [(round(x / unit), round(y / unit)) for x, y in ring]
        text = f"M{steps[0][0]} {steps[0][1]}l"
        moves = [(bx - ax, by - ay) for (ax, ay), (bx, by) in itertools.pairwise(steps)]
        words = " ".join(f"{dx} {dy}" for dx, dy in moves if dx or dy)
        out.append(text + words.replace(" -", "-") + "z")
    return "".join(out)


def smooth(points: Sequence[Point]) -> str:
    """A soft line through the middles between points, from the first to the last."""
    if len(points) < 3:
        return "M" + "L".join(xy(p) for p in points)
    text = "M" + xy(points[0])
    for a, b in itertools.pairwise(points[1:-1]):
        text += f"Q{xy(a)} {xy(((a[0] + b[0]) / 2, (a[1] + b[1]) / 2))}"
    return text + f"Q{xy(points[-2])} {xy(points[-1])}"


def through(points: Sequence[Point]) -> str:
    """A soft line that passes through every point."""
    text = "M" + xy(points[0])
    for k, (a, b) in enumerate(itertools.pairwise(points)):
        before = points[k - 1] if k else a
        behind = points[k + 2] if k + 2 < len(points) else b
        c = a[0] + (b[0] - before[0]) / 6, a[1] + (b[1] - before[1]) / 6
        d = b[0] - (behind[0] - a[0]) / 6, b[1] - (behind[1] - a[1]) / 6
        text += f"C{xy(c)} {xy(d)} {xy(b)}"
    return text


def looks_of(looks: dict[str, object]) -> str:
    """``stroke_width=2`` as the attribute stroke-width="2", in the order given."""
    return "".join(f' {name.replace("_", "-")}="{value}"' for name, value in looks.items())


def rect(box: Box, inset: float = 0.0, **looks: object) -> str:
    x, y, w, h = box
    size = f'x="{num(x + inset)}" y="{num(y + inset)}" width="{num(w - 2 * inset)}" height="{num(h - 2 * inset)}"'
    return f"<rect {size}{looks_of(looks)}/>"


def words(x: float, y: float, text: object, **looks: object) -> str:
    return f'<text x="{num(x)}" y="{num(y)}"{looks_of(looks)}>{text}</text>'


def circle(at: Point, radius: object, **looks: object) -> str:
    return f'<circle cx="{num(at[0])}" cy="{num(at[1])}" r="{radius}"{looks_of(looks)}/>'


def used(name: str, at: Point, **looks: object) -> str:
    return f'<use href="#{name}" x="{num(at[0])}" y="{num(at[1])}"{looks_of(looks)}/>'


def traced(d: str, **looks: object) -> str:
    return f'<path d="{d}"{looks_of(looks)}/>'


def filled(d: str, paint: str, **looks: object) -> str:
    """A filled shape; unlike `traced` it ends with its outline."""
    return f'<path fill="{paint}"{looks_of(looks)} d="{d}"/>'


def stroke(d: str, paint: str, wide: object, **looks: object) -> str:
    return filled(d, "none", stroke=paint, stroke_width=wide, **looks)


def grouped(*parts: str, **looks: object) -> str:
    return f"<g{looks_of(looks)}>{''.join(parts)}</g>"


def hexagon(at: Point, radius: float) -> list[Point]:
    return [
        (at[0] + radius * math.cos(math.radians(60 * k - 30)), at[1] + radius * math.sin(math.radians(60 * k - 30)))
        for k in range(6)
    ]


def joined(segments: list[tuple[Point, Point]]) -> str:
    """Segments as few lines as can be."""
    return "".join("M" + "L".join(xy(p) for p in chain) for chain in chains(segments))


def chains(segments: Iterable[tuple[Point, Point]]) -> Iterator[list[Point]]:
    """Segments hung together at common ends; a line stops where more than two meet."""
    at: dict[tuple[str, str], list[tuple[Point, Point]]] = defaultdict(list)

    def key(p: Point) -> tuple[str, str]:
        return num(p[0]), num(p[1])

    for a, b in segments:
        at[key(a)].append((a, b))
        at[key(b)].append((b, a))
    used: set[frozenset[tuple[str, str]]] = set()
    ends = sorted(at, key=lambda k: (len(at[k]) == 2, k))
    for end in ends:
        for a, b in at[end]:
            if frozenset((key(a), key(b))) in used:
                continue
            line = [a]
            while True:
                used.add(frozenset((key(a), key(b))))
                line.append(b)
                if len(at[key(b)]) != 2:
                    break
                onward = [s for s in at[key(b)] if frozenset((key(s[0]), key(s[1]))) not in used]
                if not onward:
                    break
                a, b = onward[0]
            yield line


def star(at: Point, radius: float) -> str:
    points = []
    for k in range(10):
        r, turn = (radius, radius * 0.55)[k % 2], math.radians(36 * k - 90)
        points.append((at[0] + r * math.cos(turn), at[1] + r * math.sin(turn)))
    return polygon(points)


def overlap(a: Box, b: Box) -> float:
    """The area two boxes (left, top, right, bottom) share."""
    return max(0.0, min(a[2], b[2]) - max(a[0], b[0])) * max(0.0, min(a[3], b[3]) - max(a[1], b[1]))


def inside(p: Point, ring: Sequence[Point]) -> bool:
    odd = False
    for (ax, ay), (bx, by) in zip(ring, [*ring[1:], ring[0]]):
        if (ay > p[1]) != (by > p[1]) and p[0] < ax + (p[1] - ay) * (bx - ax) / (by - ay):
            odd = not odd
    return odd


def to_segment(p: Point, a: Point, b: Point) -> float:
    """Distance of a point from a segment."""
    (px, py), (ax, ay), (bx, by) = p, a, b
    dx, dy = bx - ax, by - ay
    t = 0.0 if dx == dy == 0 else max(0.0, min(1.0, ((px - ax) * dx + (py - ay) * dy) / (dx * dx + dy * dy)))
    return math.hypot(px - ax - t * dx, py - ay - t * dy)


def to_line(p: Point, line: Sequence[Point]) -> float:
    """Distance of a point from a line of several segments."""
    return min(to_segment(p, a, b) for a, b in itertools.pairwise(line))
