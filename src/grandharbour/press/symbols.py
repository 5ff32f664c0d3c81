"""Outlines of what is drawn on counters: aircraft from above, ships from the side, military map symbols, badges, markers.

The shapes themselves are data of SVG paths in outlines.toml, the browser's too. No rule is here.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Glyph:
    """Strokes and filled shapes inside a box of 26 x 16; ``below`` hangs under it."""

    line: str = ""
    fill: str = ""
    below: str = ""


_OUTLINES = tomllib.loads((Path(__file__).parent / "outlines.toml").read_text(encoding="utf-8"))
SHIPS: dict[str, str] = _OUTLINES["ships"]
LAND: dict[str, str] = _OUTLINES["land"]
GLYPHS = {kind: Glyph(**parts) for kind, parts in _OUTLINES["glyphs"].items()}
ECHELONS: dict[str, str] = _OUTLINES["echelons"]
BADGES: dict[str, str] = _OUTLINES["badges"]
EMBLEMS: dict[str, str] = _OUTLINES["emblems"]
MARKERS: dict[str, str] = _OUTLINES["markers"]


def plain(symbol: str) -> str:
    """A symbol as one writes it: "air:torpedo_bomber" is a torpedo bomber."""
    return re.sub(r"[_-]+", " ", symbol.lower().rsplit(":", 1)[-1]).strip()


def known(symbol: str) -> str:
    """The name under which a symbol is drawn."""
    name = plain(symbol)
    outline: str = _OUTLINES["others"].get(name, name)
    return outline


_AIR = {"TAC", "SAF", "CVE", "special_air", "fighter", "bomber", "dive_bomber", "torpedo_bomber", "glider", "air_transport"}


def family(kind: str) -> str:
    """What is drawn for a map symbol: a box with a glyph, an aircraft, a ship, a leader's medallion."""
    return "air" if kind in _AIR else "ship" if kind in SHIPS else "leader" if kind == "leader" else "box"


# --- aircraft seen from above, nose up, in 100 x 100: a few measures of each type make one path


@dataclass(frozen=True)
class Airframe:
    span: float
    root: float
    tip: float
    wing: float
    """How far down the fuselage the wing sits."""
    length: float
    width: float
    tail: float
    nose: str
    engines: Sequence[float] = ()
    """Distances of wing engines from the middle."""
    fins: int = 1
    lower: Sequence[float] | None = None
    """A second wing: its span and chord."""


_AIRCRAFT = {name: Airframe(**measures) for name, measures in _OUTLINES["aircraft"].items()}


def airframe(type: str, symbol: str) -> Airframe | None:
    """The airframe of a type or symbol, or None: the counter then shows a labelled box."""
    return _AIRCRAFT.get(re.sub(r"[^A-Z0-9]", "", type.upper())) or _AIRCRAFT.get(plain(symbol))


def _wing(span: float, root: float, tip: float, y: float, sweep: float = 0) -> str:
    half, bend = span / 2, span * 0.43
    top, bottom, middle = y - tip / 2 + sweep, y + tip / 2 + sweep, y + sweep + 1
    return (
        f"M50 {y - root / 2}L{50 + bend} {top}Q{50 + half} {top} {50 + half} {middle}Q{50 + half} {bottom} {50 + bend} {bottom}"
        f"L50 {y + root / 2}L{50 - bend} {bottom}Q{50 - half} {bottom} {50 - half} {middle}Q{50 - half} {top} {50 - bend} {top}Z"
    )


def _pod(x: float, top: float, bottom: float, half: float) -> str:
    return (
        f"M{x - half} {top + 3}Q{x} {top - 3} {x + half} {top + 3}L{x + half * 0.8} {bottom - 6}"
        f"Q{x} {bottom + 5} {x - half * 0.8} {bottom - 6}Z"
    )


@dataclass(frozen=True)
class Aircraft:
    lower: str
    body: str
    props: str


def aircraft(frame: Airframe) -> Aircraft:
    """The outlines of an airframe."""
    top = 50 - frame.length / 2
    bottom = top + frame.length
    half = frame.width / 2
    wing = top + frame.wing
    nose = top + {"pointed": 14, "glass": 8, "blunt": 2}[frame.nose]
    fuselage = (
        f"M{50 - half} {nose}Q{50 - half * 0.9} {top} 50 {top}Q{50 + half * 0.9} {top} {50 + half} {nose}"
        f"L{50 + half} {wing + 10}L52.2 {bottom - 4}Q50 {bottom + 4} 47.8 {bottom - 4}L{50 - half} {wing + 10}Z"
    )
    tail = bottom - 8
    reach = frame.tail / 2 - 2
    fins = (
        "".join(_pod(50 + x, tail - 7, tail + 9, 2.4) for x in (-reach, reach))
        if frame.fins == 2
        else _pod(50, tail - 6, tail + 11, 2)
    )
    places = [50 + sign * x for x in frame.engines for sign in (-1, 1)]
    pods = "".join(_pod(x, wing - 21, wing + 15, 4.6) for x in places)
    props = "".join(f"M{x - 8} {wing - 22}H{x + 8}" for x in places)
    if frame.nose != "glass":
        props += f"M40 {top - 1}H60"
    return Aircraft(
        _wing(frame.lower[0], frame.lower[1], frame.lower[1], wing + 8) if frame.lower else "",
        _wing(frame.span, frame.root, frame.tip, wing, 0 if frame.lower else 2)
        + _wing(frame.tail, 12, 8, tail)
        + fuselage
        + fins
        + pods,
        props,
    )
