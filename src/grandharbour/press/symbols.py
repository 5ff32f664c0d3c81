"""Outlines of what is drawn on counters: aircraft from above, ships from the side, military map symbols, badges, markers.

The same shapes as in the browser (web/src/counters), as data of SVG paths. No rule is here.
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass, replace
from pathlib import Path

CROSS = "M0 0L26 16M26 0L0 16"
OVAL = "M8 3.4H18A4.6 4.6 0 0 1 18 12.6H8A4.6 4.6 0 0 1 8 3.4Z"
STAR = "M0 -5L1.4 -1.6L5 -1.4L2.2 .8L3.1 4.3L0 2.3L-3.1 4.3L-2.2 .8L-5 -1.4L-1.4 -1.6Z"
BUST = "M10 15Q9 6 20 6Q31 6 30 15L33 17.4H7ZM12 19H28Q28 28 23.6 30V32.4Q34 33.6 36 40H4Q6 33.6 16.4 32.4V30Q12 28 12 19Z"
_WHEELS = "M4.4 18.2a1.9 1.9 0 1 0 3.8 0a1.9 1.9 0 1 0 -3.8 0M17.8 18.2a1.9 1.9 0 1 0 3.8 0a1.9 1.9 0 1 0 -3.8 0"
_GULL = "M8.6 14.6Q10.8 10.4 13 13.6Q15.2 10.4 17.4 14.6"
_ARC = "M0 16Q13 -6 26 16"


@dataclass(frozen=True)
class Glyph:
    """Strokes and filled shapes inside a box of 26 x 16; ``below`` hangs under it."""

    line: str = ""
    fill: str = ""
    below: str = ""


GLYPHS = {
    "infantry": Glyph(CROSS),
    "armor": Glyph(OVAL),
    "armored_inf": Glyph(CROSS + OVAL),
    "mot_inf": Glyph(CROSS, below=_WHEELS),
    "mountain": Glyph(CROSS, "M13 8.4L18 16H8Z"),
    "airborne": Glyph(CROSS + _GULL),
    "flak": Glyph(_ARC + "M13 16V4.6M10.4 7.6L13 4.4L15.6 7.6"),
    "garrison": Glyph("", "M4 13.6V5.2H7.4V7.6H11.2V5.2H14.8V7.6H18.6V5.2H22V13.6Z"),
    "commando": Glyph(CROSS, "M13 .9L15.4 8L14 13.6H12L10.6 8Z"),
    "heavy_panzer": Glyph(OVAL, "M9.2 6H16.8V10H9.2ZM12.2 2.6H13.8V6H12.2Z"),
    "antitank": Glyph("M0 16L13 0L26 16"),
    "artillery": Glyph("", "M9.6 8a3.4 3.4 0 1 0 6.8 0a3.4 3.4 0 1 0 -6.8 0Z"),
    "coastal": Glyph("M2 13Q5.6 10.4 9.4 13T16.6 13T24 13", "M10 6a3 3 0 1 0 6 0a3 3 0 1 0 -6 0Z"),
    "engineer": Glyph("M5.4 12.4V4.4H20.6V12.4M13 4.4V12.4"),
    "heavy_flak": Glyph(_ARC, "M10.2 11.4a2.8 2.8 0 1 0 5.6 0a2.8 2.8 0 1 0 -5.6 0Z"),
    "light_flak": Glyph(_ARC + "M13 16V8.6"),
    "marine": Glyph(CROSS + "M13 3.4V13.6M10 6H16M8 10.4Q9 13.8 13 13.8Q17 13.8 18 10.4"),
    "recon": Glyph("M0 16L26 0"),
    "hq": Glyph("M0 5H26"),
    "supply": Glyph("M0 11.6H26"),
    "bunker": Glyph("", "M3 13.6V9Q3 3.4 13 3.4Q23 3.4 23 9V13.6H15.6V9.4H10.4V13.6Z"),
}


ECHELONS = {
    "div": "XX", "bde": "X", "grp": "III", "kg": "KG", "tf": "TF", "corps": "XXX", "rgt": "III", "bn": "II", "coy": "I", "bty": "I", "plt": "•••",
}  # fmt: skip

_OUTLINES = tomllib.loads((Path(__file__).parent / "outlines.toml").read_text(encoding="utf-8"))
SHIPS: dict[str, str] = _OUTLINES["ships"]
LAND: dict[str, str] = _OUTLINES["land"]


def plain(symbol: str) -> str:
    """A symbol as one writes it: "air:torpedo_bomber" is a torpedo bomber."""
    return re.sub(r"[_-]+", " ", symbol.lower().rsplit(":", 1)[-1]).strip()


def known(symbol: str) -> str:
    """The name under which a symbol is drawn."""
    name = plain(symbol)
    found: str = _OUTLINES["others"].get(name, name)
    return found


_AIR = {"TAC", "SAF", "CVE", "special_air", "fighter", "bomber", "dive_bomber", "torpedo_bomber", "glider", "air_transport"}


def family(kind: str) -> str:
    """What is drawn for a map symbol: a box with a glyph, an aircraft, a ship, a leader's medallion."""
    return "air" if kind in _AIR else "ship" if kind in SHIPS else "leader" if kind == "leader" else "box"


BADGES = {
    "hit": "M0 -4.6L1 -1.7L3.8 -3L2.3 -.3L4.6 1.2L1.7 1.4L1.6 4.4L-.2 2L-2.6 3.8L-2 1L-4.7 .6L-2.3 -.9L-3.6 -3.6L-1 -2Z",
    "fired": "M-3.4 -.9H1.4V-2.6L4.4 0L1.4 2.6V.9H-3.4Z",
    "bombs": "M0 4.6Q2.4 1.6 2.2 -.6Q2 -2.6 .8 -2.8L2 -4.4H-2L-.8 -2.8Q-2 -2.6 -2.2 -.6Q-2.4 1.6 0 4.6Z",
    "bombed": "M-3.4 -2.4L-2.4 -3.4L0 -1L2.4 -3.4L3.4 -2.4L1 0L3.4 2.4L2.4 3.4L0 1L-2.4 3.4L-3.4 2.4L-1 0Z",
    "ace": "M0 -4.6L1.3 -1.6L4.5 -1.4L2 .7L2.8 3.8L0 2.1L-2.8 3.8L-2 .7L-4.5 -1.4L-1.3 -1.6Z",
    "elite": "M0 -4.6L1.3 -1.6L4.5 -1.4L2 .7L2.8 3.8L0 2.1L-2.8 3.8L-2 .7L-4.5 -1.4L-1.3 -1.6Z",
    "lucky": "M-.6 4.5L-.3 .9A2.1 2.1 0 1 1 -2 -2A2.1 2.1 0 1 1 2 -2A2.1 2.1 0 1 1 .3 .9L.6 4.5Z",
}
FLAK = "M38 30V26.4H39.6L43.4 20.6L44.6 21.4L42.2 26.4H43.4V30Z"
"""The little gun at the right edge of a card of 46 x 46."""

CLOUD = "M14 20Q5 20 5 14.5Q5 9 12 9Q13 3 21 3.5Q26 -1 34 2Q40 -1.5 47 2.5Q55 -1 61 3Q69 0 74 5Q83 3 86 9Q95 9 95 15Q95 20 86 20Z"
CLOUD_CURLS = "M22 15Q30 10 38 14M48 12Q57 8 65 13M70 15Q77 12 82 15"
WORKS = "M2 18V10L6 7V10L10 7V10L14 7V4H17V18Z"
WINDOWS = "M5 13h2v2h-2zM9 13h2v2h-2zM13 13h2v2h-2z"
RUIN = "M2 18L5 12L7 15L10 9L12 14L15 11L18 18Z"
FLAME = "M8 9Q6 5 10 1Q9 5 13 6Q12 8 12 9Z"
GUN = "M10 11L17.2 1.6L18.8 2.8L12.4 12.4ZM5 11a5 5 0 0 1 10 0v2H5zM2 18l3-4h10l3 4z"
FORT = "M0 4L6 2V8L12 11V5L18 8V14L24 17V11L30 14V20L36.5 23L43 20V14L49 11V17L55 14V8L61 5V11L67 8V2L73 4V12L36.5 30L0 12Z"
FLAG = "M4 2Q9 0 12 2.4T19 2V11Q15 13 12 11T4 11Z"
MALTESE = "M50 50L34 8L50 20L66 8ZM50 50L92 34L80 50L92 66ZM50 50L66 92L50 80L34 92ZM50 50L8 66L20 50L8 34Z"
"""The eight-pointed cross in 100 x 100: the back of a counter that has none."""


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
    engines: tuple[float, ...] = ()
    """Distances of wing engines from the middle."""
    fins: int = 1
    lower: tuple[float, float] | None = None
    """A second wing: its span and chord."""


_BIPLANE = Airframe(82, 17, 15, 30, 72, 11, 32, "blunt", lower=(80, 12))
_FIGHTER = Airframe(88, 24, 11, 34, 76, 12, 32, "pointed")
_TWIN = Airframe(98, 22, 10, 36, 84, 12, 38, "glass", (19,), 2)
_THREE = Airframe(98, 23, 11, 34, 86, 13, 42, "blunt", (21,))
_TYPES = {
    "GLADIATOR": _BIPLANE,
    "CR42": replace(_BIPLANE, span=86, lower=(58, 11), length=74, tail=30),
    "HURRICANE": replace(_FIGHTER, root=27, tip=15, span=90),
    "TOMAHAWK": replace(_FIGHTER, root=23, tip=9, length=82, span=86, wing=37),
    "G50": replace(_FIGHTER, nose="blunt", length=70, root=23, span=84, tip=12),
    "MC200": replace(_FIGHTER, nose="blunt", length=73, tip=8, span=82),
    "BR20": _TWIN,
    "SM79": _THREE,
    "Z1007": replace(_THREE, length=90, root=20, tip=9, fins=2, tail=38),
}
_DIVE = replace(_FIGHTER, span=96, root=26, tip=14, length=84, wing=36, tail=36)
_TORPEDO = replace(_BIPLANE, span=94, lower=(92, 13), length=82, root=19, tip=17, wing=34, tail=36)
_SYMBOLS = {
    "biplane": _BIPLANE,
    "monoplane": _FIGHTER,
    "fighter": _FIGHTER,
    "tac": _FIGHTER,
    "cve": _FIGHTER,
    "twin": _TWIN,
    "bomber": _TWIN,
    "saf": _TWIN,
    "special air": _TWIN,
    "trimotor": _THREE,
    "air transport": replace(_THREE, span=99, root=26, tip=14, width=16),
    "dive bomber": _DIVE,
    "torpedo": _TORPEDO,
    "torpedo bomber": _TORPEDO,
    "torpedo plane": _TORPEDO,
    "glider": Airframe(99, 15, 8, 28, 74, 14, 34, "glass"),
}


def airframe(type: str, symbol: str) -> Airframe | None:
    """The airframe of a type or symbol, or None: the counter then shows a labelled box."""
    return _TYPES.get(re.sub(r"[^A-Z0-9]", "", type.upper())) or _SYMBOLS.get(plain(symbol))


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
