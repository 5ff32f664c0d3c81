"""A map drawn from what the tables say of it: for maps that nobody has drawn by hand, such as those of packs.

Plain hexes in the colours of the page, ways between them, signs and names. The words come from a pack and are escaped.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from xml.sax.saxutils import escape

from .geometry.bits import bits
from .geometry.hexes import HexGrid

GROUNDS = {
    "clear": "var(--land, #ebe8c8)",
    "rough": "var(--rough, #dcc083)",
    "high": "var(--mountain, #b58552)",
    "shoal": "var(--sea-deep, #93b7c5)",
}
"""What a hex may be painted as; the sea is the paper itself."""
SIGNS = {
    "town": "M-7 5v-8h6v8zM1 5v-5h7v5z",
    "city": "M-11 6v-9h7v9zM-3 6v-14h7v14zM5 6v-7h7v7z",
    "port": "M0-9v16M-7 2q0 6 7 6t7-6M-4-5h8",
    "airfield": "M-10 0h20M0-8v16M-5 6h10",
}
"""Small drawings in the middle of a hex."""


def hex_chart(
    grid: HexGrid,
    size: float,
    box: tuple[float, float, float, float],
    grounds: Mapping[int, str],
    *,
    origin: tuple[float, float] = (0.0, 0.0),
    signs: Mapping[int, str] | None = None,
    roads: Iterable[tuple[int, int]] = (),
    names: Mapping[int, str] | None = None,
    prized: Iterable[int] = (),
    title: str = "",
) -> str:
    """The SVG of a hex map: a ground for each hex of land, signs, roads from hex to hex, names, and a rim round what is fought for."""

    def middle(h: int) -> tuple[float, float]:
        x, y = grid.center(h, size)
        return x + origin[0], y + origin[1]

    def outline(h: int, part: float = 1.0) -> str:
        cx, cy = middle(h)
        corners = [(px + origin[0], py + origin[1]) for px, py in grid.corners(h, size)]
        return " ".join(f"{cx + (x - cx) * part:.1f},{cy + (y - cy) * part:.1f}" for x, y in corners)

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box[0]:g} {box[1]:g} {box[2]:g} {box[3]:g}" '
        'font-family="var(--chart-font, Georgia, serif)" stroke-linejoin="round" stroke-linecap="round">',
        f"<title>{escape(title)}</title>",
        f'<rect x="{box[0]:g}" y="{box[1]:g}" width="{box[2]:g}" height="{box[3]:g}" fill="var(--sea, #cfe1e1)"/>',
    ]
    for kind, paint in GROUNDS.items():
        hexes = [h for h, ground in grounds.items() if ground == kind]
        if hexes:
            drawn = "".join(f'<polygon points="{outline(h)}"/>' for h in hexes)
            parts.append(f'<g fill="{paint}" stroke="var(--grid, #4d5a4e)" stroke-opacity=".45">{drawn}</g>')
    land = [h for h, ground in grounds.items() if ground != "shoal"]
    every = "".join(f'<polygon points="{outline(h)}"/>' for h in bits(grid.all) if h not in grounds)
    parts.append(f'<g fill="none" stroke="var(--grid, #4d5a4e)" stroke-opacity=".16">{every}</g>')
    ways = "".join("M{:.1f} {:.1f}L{:.1f} {:.1f}".format(*middle(a), *middle(b)) for a, b in roads)
    if ways:
        parts.append(f'<path d="{ways}" fill="none" stroke="var(--road, #a63d22)" stroke-width="{size / 16:g}"/>')
    rims = "".join(f'<polygon points="{outline(h, 0.9)}"/>' for h in prized if h in land)
    if rims:
        parts.append(f'<g fill="none" stroke="var(--objective, #b01e2b)" stroke-width="{size / 16:g}">{rims}</g>')
    for h, sign in (signs or {}).items():
        x, y = middle(h)
        drawn = f'<path d="{SIGNS[sign]}" transform="translate({x:.1f} {y:.1f}) scale({size / 34:.3f})"/>'
        parts.append(f'<g fill="var(--town, #33261d)" stroke="var(--town, #33261d)" stroke-width="1.6">{drawn}</g>')
    for h, name in (names or {}).items():
        x, y = middle(h)
        parts.append(
            f'<text x="{x:.1f}" y="{y + size * 0.62:.1f}" font-size="{size * 0.27:.1f}" text-anchor="middle" '
            f'fill="var(--chart-ink, #2d2921)">{escape(name)}</text>'
        )
    return "\n".join([*parts, "</svg>\n"])
