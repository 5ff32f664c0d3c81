"""The letters of everything printed: fonts that travel with the document, and text that keeps to its place.

The library that writes PDF is asked for when something is measured or written, not before: pictures are drawn without it.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent / "fonts"
SANS, BOLD, SEMI, ITALIC = "HarbourSans-Regular", "HarbourSans-Bold", "HarbourSans-SemiBold", "HarbourSans-Italic"
SERIF, SERIF_BOLD, SERIF_ITALIC = "HarbourSerif-Regular", "HarbourSerif-Bold", "HarbourSerif-Italic"
SERIF_BOLD_ITALIC = "HarbourSerif-BoldItalic"
FONTS = (SANS, BOLD, SEMI, ITALIC, SERIF, SERIF_BOLD, SERIF_ITALIC, SERIF_BOLD_ITALIC)

STANDINS = {
    "★": "*",
    "☆": "*",
    "■": "•",
    "●": "•",
    "▪": "•",
    "×": "×",
    "\u2009": " ",
    "\u202f": " ",
    "\u2011": "-",
    "✗": "×",
    "⚓": "",
}
"""For signs the fonts do not have."""


@cache
def signs() -> frozenset[int]:
    """Every sign that all our fonts have."""
    from reportlab.pdfbase import pdfmetrics

    register()
    return frozenset.intersection(*(frozenset(pdfmetrics.getFont(name).face.charToGlyph) for name in FONTS))


@cache
def register() -> None:
    from reportlab.pdfbase import pdfmetrics
    from reportlab.pdfbase.ttfonts import TTFont

    for name in FONTS:
        pdfmetrics.registerFont(TTFont(name, str(FOLDER / f"{name}.ttf")))
    pdfmetrics.registerFontFamily(SANS, SANS, BOLD, ITALIC, BOLD)
    pdfmetrics.registerFontFamily(SERIF, SERIF, SERIF_BOLD, SERIF_ITALIC, SERIF_BOLD_ITALIC)


def legible(text: str) -> str:
    """The text in signs that can be printed."""
    known = signs()
    if all(ord(sign) in known for sign in text):
        return text
    return "".join(s if ord(s) in known else STANDINS.get(s, " " if s.isspace() else "?") for s in text)


def width(text: str, font: str, size: float, spacing: float = 0) -> float:
    from reportlab.pdfbase import pdfmetrics

    bare: float = pdfmetrics.stringWidth(text, font, size)
    return bare + spacing * max(0, len(text) - 1)


def write(
    canvas: Any,
    x: float,
    y: float,
    text: str,
    font: str,
    size: float,
    anchor: str = "start",
    room: float = 0,
    spacing: float = 0,
    mode: int = 0,
) -> None:
    """One line of text. With ``room`` it is pressed together until it fits."""
    text = legible(text)
    wide = width(text, font, size, spacing)
    squeeze = min(1.0, room / wide) if room and wide else 1.0
    x -= wide * squeeze * {"start": 0, "middle": 0.5, "end": 1}[anchor]
    line = canvas.beginText(x, y)
    line.setFont(font, size)
    line.setTextRenderMode(mode)
    line.setHorizScale(100 * squeeze)
    line.setCharSpace(spacing)
    line.textOut(text)
    if mode or spacing or squeeze < 1:  # these outlive the text object
        line.setTextRenderMode(0)
        line.setHorizScale(100)
        line.setCharSpace(0)
    canvas.drawText(line)
