"""A position as a picture: the part of the map where the pieces are, and the counters on it as the press prints them.

It is drawn from a view, so it shows what whoever that view was made for may know, and nothing else.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from statistics import median
from typing import Any, NamedTuple

from ..engine.view import Board, BoardSpace, Marker, PieceView, View
from . import counters, letters, paint, symbols
from .pen import circle, rectangle, scale, shift
from .quill import Quill
from .roster import Face

SEA = "#cfe0e6"
CARD = counters.CARD
GROUND = 0.14
"""The share of a square with altitudes that is ground, as the page has it."""
LEAST = 30.0
"""Pixels a counter has at least."""
PILE = 4
"""So many counters of a pile are seen."""
_VARIABLE = re.compile(r"var\(\s*--[\w-]+\s*(?:,\s*([^()]*))?\)")


class CannotDraw(Exception):
    """The libraries that make pictures are not installed."""


class Sight(NamedTuple):
    """The part of the map that is seen."""

    x: float
    y: float
    w: float
    h: float


def resolved(art: str) -> str:
    """Map art without variables, which a browser fills in: their fallbacks stand for them."""
    while True:
        plain = _VARIABLE.sub(lambda it: it[1] or "", art)
        if plain == art:
            return plain.replace("Georgia", "Harbour Serif")
        art = plain


def _places(board: Board) -> dict[str, BoardSpace]:
    """The spaces by their ids. What lies on a turn track is still to come: it is not on the map."""
    return {space.id: space for space in board.spaces if space.turn is None}


def _hex(board: Board) -> float:
    """How wide a hex is."""
    widths = [max(x for x, _ in it.shape) - min(x for x, _ in it.shape) for it in board.spaces if len(it.shape) == 6]
    return median(widths) if widths else CARD


def _room(board: Board, spaces: Mapping[str, BoardSpace], at: str) -> tuple[float, float, float, float] | None:
    """The middle of a space and how much room it has."""
    space = spaces.get(at)
    if space is None:
        return None
    if board.kind == "squares":
        square = spaces.get(space.within or space.square or "", space)
        if space.level and board.levels:
            high = square.h * (1 - GROUND) / board.levels
            return square.x + square.w / 2, square.y + (board.levels - space.level + 0.5) * high, square.w, high
        return square.x + square.w / 2, square.y + square.h * (1 - GROUND / 2), square.w, square.h * GROUND * 1.6
    if space.shape:
        xs, ys = [x for x, _ in space.shape], [y for _, y in space.shape]
        wide, high = space.w or max(xs) - min(xs), space.h or max(ys) - min(ys)
        return space.x, space.y, wide, high
    return space.x, space.y, space.w or 60.0, space.h or 60.0


def sight(board: Board, views: Iterable[View], aspect: float) -> Sight:
    """Where the pieces of some positions are, with the land around it."""
    spaces = _places(board)
    rooms = [room for view in views for it in view.pieces if it.at and (room := _room(board, spaces, it.at))]
    x, y, w, h = board.focus or board.box
    if rooms:
        left, right = min(r[0] - r[2] / 2 for r in rooms), max(r[0] + r[2] / 2 for r in rooms)
        top, low = min(r[1] - r[3] / 2 for r in rooms), max(r[1] + r[3] / 2 for r in rooms)
        x, y, w, h = left, top, right - left, low - top
    _, _, whole_w, whole_h = board.box
    w, h = max(w * 1.08, whole_w / 3), max(h * 1.08, whole_h / 3)
    middle = (x + (right - left if rooms else w) / 2, y + (low - top if rooms else h) / 2)
    w, h = (max(w, h * aspect), max(h, w / aspect))
    if w > whole_w * 1.6 or h > whole_h * 1.6:
        w, h = max(whole_w, whole_h * aspect), max(whole_h, whole_w / aspect)
    return Sight(_kept(middle[0] - w / 2, w, board.box[0], whole_w), _kept(middle[1] - h / 2, h, board.box[1], whole_h), w, h)


def _kept(start: float, size: float, first: float, whole: float) -> float:
    """A stretch that stays on the map, or lies around the middle of it if it is longer."""
    if size >= whole:
        return first + (whole - size) / 2
    return min(max(start, first), first + whole - size)


def _piles(board: Board, view: View) -> dict[str, list[list[PieceView]]]:
    """The pieces of each space: on hexes in one pile, elsewhere those that look alike together."""
    piles: dict[str, dict[Any, list[PieceView]]] = {}
    for piece in view.pieces:
        if piece.at:
            alike: Any = None if board.kind == "hexes" else (piece.side, piece.symbol, piece.type, piece.label, piece.values)
            if board.kind == "squares":
                alike = piece.id
            piles.setdefault(piece.at, {}).setdefault(alike, []).append(piece)
    return {at: list(here.values()) for at, here in piles.items()}


def counters_on(pen: Quill, board: Board, view: View, colours: Mapping[str, str], per_pixel: float) -> None:
    """All markers and pieces on the board. ``per_pixel``: units of the map for a pixel of the picture."""
    spaces, hexes = _places(board), _hex(board)
    for marker in view.markers:
        room = _room(board, spaces, marker.at)
        if room is not None:
            _marker(pen, marker, room, colours.get(marker.side or ""), per_pixel)
    for at, piles in sorted(
        _piles(board, view).items(), key=lambda it: (spaces[it[0]].y, spaces[it[0]].x) if it[0] in spaces else (0, 0)
    ):
        room = _room(board, spaces, at)
        if room is None:
            continue
        x, y, w, h = room
        if board.kind == "hexes":
            size, columns = max(hexes * 0.62, LEAST * per_pixel), 1
        else:
            columns = min(len(piles), max(1, round(w / max(h, 1) * (len(piles) / max(1, w / max(h, 1))) ** 0.5)))
            if board.kind == "squares":
                columns = len(piles)
            rows = -(-len(piles) // columns)
            size = max(min(CARD * 1.2, w * 0.94 / columns, h * 0.96 / rows), min(LEAST * per_pixel, CARD * 1.2))
        rows = -(-len(piles) // columns)
        step = (
            min(size * 1.04, max(w * 0.94 - size, 0) / max(1, columns - 1))
            if board.kind == "squares" and columns > 1
            else size * 1.04
        )
        for n, pile in enumerate(piles):
            across = min(columns, len(piles) - n // columns * columns)
            px = x + (n % columns - (across - 1) / 2) * step - size / 2
            py = y + (n // columns - (rows - 1) / 2) * size * 1.04 - size / 2
            _pile(pen, pile, px, py, size, colours, board.kind == "hexes")


def _pile(pen: Quill, pile: list[PieceView], x: float, y: float, size: float, colours: Mapping[str, str], spread: bool) -> None:
    shown = pile[-PILE:] if spread else pile[-1:]
    for n, piece in enumerate(shown):
        lift = (n - (len(shown) - 1) / 2) * size * 0.09
        inner = pen.within(shift(x + lift, y - lift), scale(size / CARD))
        face = Face(piece.label, piece.sub, piece.symbol, piece.type, piece.values, piece.marks)
        counters.front(inner, face, colours.get(piece.side), any(mark.id == "reduced" for mark in piece.marks))
        inner.draw(rectangle(-1.5, -1.5, CARD + 3, CARD + 3), None, "#2b2a26", 1.2, edge_opacity=0.7)
    if len(pile) > 1 and not (spread and len(pile) == len(shown) == 1):
        badge = pen.within(shift(x + size * 0.92, y + size * 0.1), scale(size / CARD))
        badge.draw(circle(0, 0, 9), paint.HARBOUR, paint.WHITE, 1.5)
        badge.text(0, 4, str(len(pile)), 11.5, letters.BOLD, paint.WHITE, room=15)


def _marker(pen: Quill, marker: Marker, room: tuple[float, float, float, float], colour: str | None, per_pixel: float) -> None:
    x, y, w, h = room
    if marker.kind == "cloud":
        inner = pen.within(shift(x - w * 0.4, y - h * 0.4), scale(w * 0.8 / 100, h * 0.8 / 36))
        inner.draw(symbols.MARKERS["cloud"], paint.WHITE, paint.CLOUD_EDGE, 1.6, opacity=0.85)
        return
    size = max(min(w, h, CARD) * 0.45, 12 * per_pixel)
    inner = pen.within(shift(x + w * 0.26, y - h * 0.1 - size), scale(size / 20))
    if marker.kind == "objective":
        inner.draw(symbols.MARKERS["works"], paint.OBJECTIVE)
    elif marker.kind == "aa":
        inner.draw(symbols.MARKERS["barrel"] + symbols.MARKERS["mount"], paint.GUN)
    elif marker.kind == "fort":
        inner.within(scale(0.3)).draw(symbols.MARKERS["fort"], paint.FORT, paint.FORT_EDGE, 2)
    else:
        _, rim, _ = paint.side(colour)
        inner.draw("M10 0L20 10L10 20L0 10Z", rim, paint.WHITE, 2)


# --- pixels


@cache
def able() -> bool:
    """Whether the libraries that make pictures are installed."""
    try:
        import PIL.Image  # noqa: F401
        import resvg_py  # noqa: F401
    except ImportError:
        return False
    return True


def _need() -> None:
    if not able():
        raise CannotDraw("pictures need more packages: pip install 'grandharbour[club]'")


def _rendered(svg: str, width: int, height: int) -> Any:
    import resvg_py
    from PIL import Image

    fonts = [str(path) for path in sorted(letters.FOLDER.glob("*.ttf"))]
    png = resvg_py.svg_to_bytes(
        svg_string=svg, width=width, height=height, skip_system_fonts=True, font_files=fonts, serif_family="Harbour Serif",
        sans_serif_family="Harbour Sans",
    )  # fmt: skip
    image = Image.open(io.BytesIO(bytes(png))).convert("RGBA")
    return image if image.size == (width, height) else image.resize((width, height))  # it may be a pixel off


@lru_cache(maxsize=16)
def ground(art: str, box: tuple[float, float, float, float], seen: Sight, width: int, height: int) -> Any:
    """The map under a picture, which many pictures share."""
    x, y, w, h = box
    inner = resolved(art).replace("<svg ", f'<svg x="{x}" y="{y}" width="{w}" height="{h}" ', 1) if art else ""
    inner = inner[inner.index("<svg ") :] if inner else ""
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="{seen.x} {seen.y} {seen.w} {seen.h}">'
        f'<rect x="{seen.x}" y="{seen.y}" width="{seen.w}" height="{seen.h}" fill="{SEA}"/>{inner}</svg>'
    )
    return _rendered(svg, width, height)


def picture(board: Board, art: str, view: View, colours: Mapping[str, str], seen: Sight, width: int, height: int) -> Any:
    """A position as an image."""
    elements: list[str] = []
    counters_on(Quill(elements), board, view, colours, seen.w / width)
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{seen.x} {seen.y} {seen.w} {seen.h}">{"".join(elements)}</svg>'
    image = ground(art, board.box, seen, width, height).copy()
    image.alpha_composite(_rendered(svg, width, height))
    return image


WIDE, HIGH = 1200, 630
"""What those who show links ask for."""
PANEL, WIDEST_PANEL = 400, 640
"""The words beside the map; they have more room where the map is narrow."""


def card(board: Board, art: str, view: View, colours: Mapping[str, str], house: str, words: tuple[str, ...]) -> bytes:
    """A picture of a position for a link, with some words beside it: the game, and what there is to say of it."""
    _need()
    from PIL import Image

    panel = min(WIDEST_PANEL, max(PANEL, round(WIDE - HIGH * board.box[2] / board.box[3])))
    seen = sight(board, [view], (WIDE - panel) / HIGH)
    image = Image.new("RGBA", (WIDE, HIGH), paint.HARBOUR)
    image.paste(picture(board, art, view, colours, seen, WIDE - panel, HIGH), (panel, 0))
    elements: list[str] = []
    pen = Quill(elements)
    pen.draw(f"M{panel - 4} 0H{panel}V{HIGH}H{panel - 4}Z", "#c9a24b")
    pen.within(shift(34, 40), scale(1.9)).draw("M16 3v22M11 9h10M6 18q2 9 10 9t10-9", None, "#c9a24b", 2.4, round_ends=True)
    pen.text(108, 84, house, 30, letters.SERIF, "#e8dcc0", "start")
    y = 180.0
    for n, line in enumerate(words):
        size, font, ink = (44.0, letters.SERIF_BOLD, paint.WHITE) if n == 0 else (27.0, letters.SANS, "#d7e2e8")
        for part in broken(line, font, size, panel - 72, 3):
            pen.text(36, y, part, size, font, ink, "start", room=panel - 64)
            y += size * 1.22
        y += 16
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDE} {HIGH}">{"".join(elements)}</svg>'
    image.alpha_composite(_rendered(svg, WIDE, HIGH))
    into = io.BytesIO()
    image.convert("RGB").quantize(200).save(into, "PNG", optimize=True)
    return into.getvalue()


def broken(text: str, font: str, size: float, room: float, most: int) -> list[str]:
    """A text in lines that fit; what is too much ends with an ellipsis."""
    from .quill import width

    lines: list[str] = []
    for word in text.split():
        if lines and width(f"{lines[-1]} {word}", font, size) <= room:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines if len(lines) <= most else [*lines[: most - 1], f"{lines[most - 1]} …"]


def film(board: Board, art: str, views: list[View], colours: Mapping[str, str], wide: int = 640, pause: int = 700) -> bytes:
    """Positions one after the other as a GIF that begins again; the last one stays longer."""
    _need()
    seen = sight(board, views, 4 / 3)
    drawn = [picture(board, art, view, colours, seen, wide, wide * 3 // 4).convert("RGB") for view in views]
    frames = [
        drawn[0].quantize(128, dither=0)
    ]  # all in the colours of the first, so that only what has changed is kept of the others
    frames += [image.quantize(palette=frames[0], dither=0) for image in drawn[1:]]
    into = io.BytesIO()
    times = [pause] * (len(frames) - 1) + [3 * pause]
    frames[0].save(into, "GIF", save_all=True, append_images=frames[1:], duration=times, loop=0, optimize=False)
    return into.getvalue()
