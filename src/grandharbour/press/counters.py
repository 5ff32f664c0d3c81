"""Counters and markers, drawn as in the browser, on cards of 46 x 46 units."""

from __future__ import annotations

import re

from ..engine.view import Mark
from . import letters, paint, symbols
from .pen import Pen, circle, rectangle, scale, shift, turn
from .roster import Chip, Face

CARD = 46.0
BLEED = 1.5
"""How far the ground reaches over the edge of the card, so that a cut beside the line leaves no white."""
_DOWN = re.compile(r"destroy|ruin|wreck|out|sunk", re.I)


def ground(pen: Pen, fill: str) -> None:
    pen.draw(rectangle(-BLEED, -BLEED, CARD + 2 * BLEED, CARD + 2 * BLEED), fill)


def edge(colour: str | None, inset: float = 1.6) -> str:
    """Axis counters have cut corners inside, allied ones round corners."""
    a, b = inset, CARD - inset
    if colour == "axis":
        return f"M{a + 4} {a}H{b - 4}L{b} {a + 4}V{b - 4}L{b - 4} {b}H{a + 4}L{a} {b - 4}V{a + 4}Z"
    return rectangle(a, a, b - a, b - a, 5)


def front(pen: Pen, face: Face, colour: str | None, reduced: bool = False) -> None:
    """One face of a counter."""
    paper, rim, ink = paint.side(colour)
    parts = face.symbol.split(":")
    if parts[0] == "nato" and len(parts) > 1:
        nation = paint.nation(face.type)
        ground(pen, paint.NATIONS.get(nation, paper))
        pen.draw(edge(colour), None, rim, 1.1)
        _military(pen, face, parts[1], parts[2] if len(parts) > 2 else "", colour, nation, reduced)
    else:
        ground(pen, paper)
        pen.draw(edge(colour), None, rim, 1.1)
        _portrait(pen, face, colour, ink, reduced)


def _military(pen: Pen, face: Face, kind: str, size: str, colour: str | None, nation: str, reduced: bool) -> None:
    """A map symbol in its box, or a ship, aircraft or leader, with name above and values below."""
    ink = paint.NATION_INK
    family = symbols.family(kind)
    if reduced:
        pen.draw("M44.4 25V39.6L39.6 44.4H25Z", paint.BAND, opacity=0.9)
    name = re.sub(r" \((UK|US)\)$", "", f"{face.sub} {face.label}".strip())
    pen.text(23, 9.6, name, 7.6, letters.BOLD, ink, room=37)
    marks = {mark.id: mark for mark in face.marks}
    if family == "box":
        inner = pen.within(shift(10, 15.6), scale(1, 0.82))
        if size in symbols.ECHELONS:
            inner.text(13, -1.4, symbols.ECHELONS[size], 5.4, letters.BOLD, ink)
        _box(inner, kind, ink)
        if "elite" in marks:
            pen.draw_at(
                symbols.EMBLEMS["star"],
                shift(40.4, 19 if "flak" in marks else 22),
                scale(0.74),
                fill=paint.GOLD,
                stroke=ink,
                width=0.7,
            )
        if "flak" in marks and kind != "flak":
            pen.within(shift(-0.6, -0.6)).draw(symbols.EMBLEMS["flak"], ink)
    else:
        _picture(pen.within(shift(9.6, 10.4), scale(0.77)), kind, family, colour, ink)
    if nation:
        pen.text(5.9, 24, nation, 5, letters.SEMI, ink, opacity=0.85)
    values = "-".join(face.values)
    pen.text(23, 42.2, values, 12, letters.BOLD, paint.REDUCED if reduced else ink, room=36)
    _badges(pen, [m for m in face.marks if m.id not in {"elite", "flak", "reduced"}])


def _box(pen: Pen, kind: str, ink: str) -> None:
    pen.draw(rectangle(0, 0, 26, 16), paint.BOX, ink, 1.3)
    glyph = symbols.GLYPHS.get(kind)
    if glyph is None:
        pen.text(13, 11.2, kind[:5].replace("_", " "), 8, letters.BOLD, ink, room=23)
        return
    pen.draw(glyph.line, None, ink, 1.2)
    pen.draw(glyph.fill, ink)
    pen.draw(glyph.below, ink)


def _picture(pen: Pen, kind: str, family: str, colour: str | None, ink: str) -> None:
    """A ship, an aircraft or a leader in 34 x 34."""
    if family == "air":
        frame = symbols.airframe("", kind)
        assert frame is not None
        _plane(pen.within(scale(0.34)), frame, colour, ink, None)
        if kind == "CVE":
            pen.draw("M2 27H32L30 31H4Z", ink, paint.BOX, 0.8)
    elif family == "ship":
        pen.within(shift(-1, 9), scale(0.36)).draw(symbols.SHIPS[kind], ink)
        pen.draw("M0 24Q4.5 21.4 9 24T18 24T27 24T36 24", None, paint.side(colour)[1], 1.4)
    else:
        pen.draw(circle(17, 17, 15), paint.BOX, paint.GOLD, 2.4)
        pen.within(shift(5, 6), scale(0.6)).draw(symbols.EMBLEMS["bust"], ink)
        pen.draw_at(symbols.EMBLEMS["star"], shift(29, 27), scale(1.1), fill=paint.GOLD, stroke=ink, width=0.7)


def _plane(pen: Pen, frame: symbols.Airframe, colour: str | None, ink: str, paper: str | None) -> None:
    drawn = symbols.aircraft(frame)
    if colour == "axis":
        pen = pen.within(turn(180, 50, 50))
    if drawn.lower:
        pen.draw(drawn.lower, ink, opacity=0.55)
    pen.draw(drawn.body, None, paper, 5)
    pen.draw(drawn.body, ink)
    pen.draw(drawn.props, None, ink, 2.6, 0.75, round_ends=True)


def _portrait(pen: Pen, face: Face, colour: str | None, ink: str, reduced: bool) -> None:
    """The picture of one type above, its name and values below."""
    if reduced:
        pen.draw("M44.4 25V39.6L39.6 44.4H25Z", paint.BAND, opacity=0.9)
    frame = symbols.airframe(face.type, face.symbol)
    picture = symbols.known(face.symbol)
    if frame is not None:
        inner = pen.within(shift(10, 3.4), scale(0.26))
        if picture.startswith("torpedo"):
            inner.draw("M46 96V70Q50 62 54 70V96L50 93Z", ink, opacity=0.55)
        _plane(inner, frame, colour, ink, paint.side(colour)[0])
        roundel(pen, colour, 7.4, 8, 3.7)
    elif picture in symbols.SHIPS:
        pen.within(shift(4.6, 11.4), scale(0.37)).draw(symbols.SHIPS[picture], ink)
        pen.draw("M4 26Q8.75 23.4 13.5 26T23 26T32.5 26T42 26", None, paint.side(colour)[1], 1.2)
        roundel(pen, colour, 7.4, 8, 3.2)
    elif picture in symbols.LAND:
        pen.within(shift(11.5, 4), scale(0.23)).draw(symbols.LAND[picture], ink, even_odd=True)
        roundel(pen, colour, 7.4, 8, 3.2)
    else:
        pen.draw(rectangle(9, 7, 28, 19), None, ink, 1.4)
        pen.text(23, 19.4, picture[:7].upper(), 8, letters.BOLD, ink, room=25)
    name = f"{face.label} {face.sub}".strip()
    values = "  ".join(face.values)
    pen.text(23, 34.6 if values else 38, name, 6.8, letters.BOLD, ink, room=38)
    pen.text(23, 42.4, values, 7.4, letters.BOLD, paint.REDUCED if reduced else ink, room=38)
    _badges(pen, [m for m in face.marks if m.id != "reduced"])


def roundel(pen: Pen, colour: str | None, x: float, y: float, r: float) -> None:
    """National mark: rings for the allies, three bars in a disc for the axis."""
    if colour == "allies":
        for part, paint_of in ((1, paint.ROUNDEL_BLUE), (0.66, paint.WHITE), (0.34, paint.ROUNDEL_RED)):
            pen.draw(circle(x, y, r * part), paint_of)
    elif colour == "axis":
        pen.draw(circle(x, y, r), paint.ROUNDEL_BLACK)
        pen.draw(circle(x, y, r * 0.86), paint.WHITE)
        for at in (-0.42, 0, 0.42):
            pen.draw(rectangle(x + r * at - r * 0.11, y - r * 0.52, r * 0.22, r * 1.04), paint.ROUNDEL_BLACK)


def tone(name: str) -> str:
    return {"bad": paint.BAD, "good": paint.GOOD}.get(name, paint.PLAIN)


def _badges(pen: Pen, marks: list[Mark]) -> None:
    """Marks that a counter always bears, in its upper right corner and downwards."""
    for i, mark in enumerate(marks[:3]):
        badge(pen.within(shift(40.6, 6.2 + i * 7.4), scale(0.56)), mark.id, mark.label, tone(mark.tone))


def badge(pen: Pen, id: str, label: str, fill: str) -> None:
    pen.draw(circle(0, 0, 6), fill, paint.WHITE, 0.6)
    if id in symbols.BADGES:
        pen.draw(symbols.BADGES[id], paint.WHITE)
    else:
        pen.text(0, 3.2, label[:1].upper(), 9, letters.BOLD, paint.WHITE)


def plain_back(pen: Pen, colour: str | None, name: str) -> None:
    """The back of a counter that has only one side."""
    paper, rim, _ = paint.side(colour)
    ground(pen, paper)
    pen.draw(edge(colour), None, rim, 1.1)
    pen.within(shift(13, 9.5), scale(0.2)).draw(symbols.EMBLEMS["maltese"], rim, opacity=0.55)
    pen.text(23, 39.4, name, 5.6, letters.SEMI, rim, room=38)


def chip(pen: Pen, it: Chip, colour: str | None, back: bool = False) -> None:
    """A loose marker: a drawing if its kind has one, and what it is called."""
    label = it.back if back and it.back else it.label
    state = it.back_state if back and it.back else it.state
    paper, rim, ink = paint.side(colour)
    ground(pen, paper)
    pen.draw(rectangle(1.6, 1.6, CARD - 3.2, CARD - 3.2), None, rim, 0.8)
    down = bool(_DOWN.search(f"{label} {state}"))
    inner = pen.within(shift(11, 5), scale(1.2))
    if it.kind == "cloud":
        part = pen.within(shift(4, 9), scale(0.38, 0.8))
        part.draw(symbols.MARKERS["cloud"], paint.WHITE, paint.CLOUD_EDGE, 1.6)
        part.draw(symbols.MARKERS["curls"], None, paint.CLOUD_EDGE, 1.2)
    elif it.kind == "objective":
        inner.draw(symbols.MARKERS["ruin" if down else "works"], paint.RUIN if down else paint.OBJECTIVE)
        inner.draw(symbols.MARKERS["flame" if down else "windows"], paint.FIRE if down else paint.WHITE)
    elif it.kind == "aa":
        inner.draw(symbols.MARKERS["barrel"] + symbols.MARKERS["mount"], paint.GUN, opacity=0.6 if "fired" in state else 1)
    elif it.kind == "fort":
        pen.within(shift(4.75, 9), scale(0.5)).draw(symbols.MARKERS["fort"], paint.FORT, paint.FORT_EDGE, 1.2)
    elif it.kind == "open-city":
        inner.draw("M4 1V19", None, ink, 1.6)
        inner.draw(symbols.MARKERS["flag"], paint.WHITE, ink, 1)
    elif it.tone:
        badge(pen.within(shift(23, 17), scale(1.9)), it.kind, label, tone(it.tone))
    else:
        _words(pen, f"{label} {state}".strip(), 5, 43, ink)
        return
    _words(pen, label, 31, 43, ink)


def _words(pen: Pen, text: str, top: float, bottom: float, ink: str) -> None:
    """A few words in the middle of a strip, on as many lines as they need."""
    size = 6.4 if bottom - top < 20 else 7.4
    lines: list[str] = []
    for word in text.split():
        if lines and letters.width(letters.legible(f"{lines[-1]} {word}"), letters.BOLD, size) <= 39:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    step = min(size * 1.1, (bottom - top) / max(1, len(lines)))
    size = min(size, step)
    y = (top + bottom) / 2 - step * len(lines) / 2 + step * 0.82
    for i, line in enumerate(lines):
        pen.text(23, y + i * step, line, size, letters.BOLD, ink, room=40)
