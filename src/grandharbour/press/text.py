"""Running text: styles, Markdown as paragraphs, and tables whose columns find their widths."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any
from xml.sax.saxutils import escape

from markdown_it import MarkdownIt
from markdown_it.token import Token
from reportlab.lib.enums import TA_CENTER
from reportlab.lib.styles import ParagraphStyle
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Flowable, Paragraph, Spacer, Table, TableStyle

from . import letters, paint
from .letters import legible
from .paper import mm

Flow = list[Any]


@cache
def styles() -> dict[str, ParagraphStyle]:
    """Every style of the printed text, by name."""
    letters.register()
    body = ParagraphStyle(
        "body",
        fontName=letters.SERIF,
        bulletFontName=letters.SERIF,
        fontSize=8.6,
        leading=11.6,
        textColor=paint.INK,
        spaceAfter=3.2,
        splitLongWords=1,
    )
    small = ParagraphStyle("small", body, fontName=letters.SANS, fontSize=7.4, leading=9, spaceAfter=0)
    return {
        "body": body,
        "item": ParagraphStyle("item", body, leftIndent=9, bulletIndent=1.5, spaceAfter=1.6),
        "title": ParagraphStyle("title", body, fontName=letters.SERIF_BOLD, fontSize=26, leading=31, textColor=paint.HARBOUR, spaceAfter=4),
        "under": ParagraphStyle("under", body, fontName=letters.SERIF_ITALIC, fontSize=11.5, leading=15, textColor=paint.GREY, spaceAfter=8),
        "part": ParagraphStyle("part", body, fontName=letters.SERIF_BOLD, fontSize=19, leading=24, textColor=paint.HARBOUR, spaceAfter=7),
        "chapter": ParagraphStyle(
            "chapter", body, fontName=letters.SERIF_BOLD, fontSize=12.5, leading=16, textColor=paint.HARBOUR, spaceBefore=9, spaceAfter=3, keepWithNext=1
        ),
        "section": ParagraphStyle("section", body, fontName=letters.SERIF_BOLD, fontSize=12.5, leading=16, textColor=paint.HARBOUR, spaceBefore=9, spaceAfter=3),
        "rule": ParagraphStyle("rule", body, fontName=letters.BOLD, fontSize=9, leading=11.6, spaceBefore=4.5, spaceAfter=1.2, keepWithNext=1),
        "small": small,
        "label": ParagraphStyle("label", small, fontName=letters.BOLD, textColor=paint.HARBOUR, spaceBefore=4, keepWithNext=1),
        "head": ParagraphStyle("head", small, fontName=letters.BOLD, textColor=paint.HARBOUR),
        "cell": small,
        "middle": ParagraphStyle("middle", small, alignment=TA_CENTER),
        "note": ParagraphStyle("note", small, fontSize=6.5, leading=8, textColor=paint.GREY),
        "lead": ParagraphStyle("lead", body, fontName=letters.SANS, fontSize=9, leading=12),
    }  # fmt: skip


def para(text: str, style: str = "body", bullet: str | None = None) -> Paragraph:
    """A paragraph of marked-up text."""
    return Paragraph(text, styles()[style], bulletText=bullet)


def plain(text: object) -> str:
    """Anything as text that markup does not disturb."""
    return escape(legible(str(text)))


class Heading(Paragraph):  # type: ignore[misc]
    """A heading that stands in the contents: ``key`` is where links lead."""

    def __init__(self, text: str, style: str, key: str, level: int, words: str) -> None:
        super().__init__(f'<a name="{key}"/>{text}', styles()[style])
        self.entry = (level, key, words)


class Line(Flowable):  # type: ignore[misc]
    """A line of the contents: words, dots, a page number, and a link over all of it.

    The number is not known yet when the contents are drawn: it is a form, which ``Numbered`` fills at the end.
    """

    ROOM = 14

    def __init__(self, words: str, key: str, level: int) -> None:
        super().__init__()
        self.words = legible(words)
        self.key = key
        self.level = level
        self.size = (10.5, 8.4, 7.4)[min(level, 2)]

    @property
    def tall(self) -> float:
        return self.size * 1.38 + (3 if self.level == 0 else 0)

    def wrap(self, width: float, height: float) -> tuple[float, float]:
        self.width = width
        self.height = self.tall
        return width, self.height

    def draw(self) -> None:
        canvas = self.canv
        font = (letters.BOLD, letters.SEMI, letters.SANS)[min(self.level, 2)]
        indent = (0, 6, 12)[min(self.level, 2)]
        room = self.width - indent - self.ROOM - 6
        wide = min(room, letters.width(self.words, font, self.size))
        canvas.setFillColor(paint.INK if self.level else paint.HARBOUR)
        letters.write(canvas, indent, 2, self.words, font, self.size, room=room)
        canvas.saveState()
        canvas.translate(self.width - self.ROOM, 0)
        canvas.doForm(f"page-{self.key}")
        canvas.restoreState()
        start, end = indent + wide + 4, self.width - self.ROOM - 2
        if end > start:
            canvas.setStrokeColor(paint.LINE)
            canvas.setLineWidth(0.5)
            canvas.setDash([0.6, 2.4])
            canvas.line(start, 3, end, 3)
            canvas.setDash([])
        canvas.linkRect("", self.key, (0, 0, self.width, self.height), relative=1, Border="[0 0 0]")


class Numbered(Canvas):  # type: ignore[misc]
    """A canvas that writes the page numbers of the contents when all of them are known: at the end."""

    lines: Sequence[Line] = ()
    pages: Mapping[str, int] = {}

    def save(self) -> None:
        for line in self.lines:
            self.beginForm(f"page-{line.key}", 0, 0, line.ROOM, line.tall)
            font = (letters.BOLD, letters.SEMI, letters.SANS)[min(line.level, 2)]
            self.setFillColor(paint.INK if line.level else paint.HARBOUR)
            letters.write(self, line.ROOM, 2, str(self.pages[line.key]), font, line.size, "end")
            self.endForm()
        super().save()


class Contents(Flowable):  # type: ignore[misc]
    """The lines of the contents in as many columns as it takes to stand on one page."""

    GAP = 8 * mm

    def __init__(self, lines: list[Line]) -> None:
        super().__init__()
        self.lines = lines

    def wrap(self, width: float, height: float) -> tuple[float, float]:
        self.width = width
        for n in range(2, 5):
            self.columns = self._split(n)
            self.height = max((sum(line.tall for line in column) for column in self.columns), default=0)
            if self.height <= height:
                break
        return width, self.height

    def _split(self, n: int) -> list[list[Line]]:
        """Columns of about the same height."""
        whole = sum(line.tall for line in self.lines)
        columns: list[list[Line]] = [[]]
        for line in self.lines:
            if sum(it.tall for it in columns[-1]) >= whole / n and len(columns) < n:
                carried = [columns[-1].pop()] if columns[-1][-1].level == 0 else []  # no part ends a column
                columns.append(carried)
            columns[-1].append(line)
        return columns

    def draw(self) -> None:
        wide = (self.width - self.GAP * (len(self.columns) - 1)) / len(self.columns)
        for i, column in enumerate(self.columns):
            y = self.height
            for line in column:
                line.wrap(wide, line.tall)
                y -= line.tall
                line.drawOn(self.canv, i * (wide + self.GAP), y)


# --- Markdown


class Prose:
    """Markdown as paragraphs. ``link`` turns running text into markup with links to rules."""

    def __init__(self, link: Callable[[str], str] = plain) -> None:
        self.link = link
        self.reader = MarkdownIt("commonmark", {"html": False}).enable("table")

    def flow(self, text: str, width: float, heading: Callable[[int, str], Any]) -> Flow:
        """A whole text; ``heading`` makes what stands for a heading of a level."""
        tokens = self.reader.parse(text)
        paragraphs: Flow = []
        bullets: list[int | None] = []
        i = 0
        while i < len(tokens):
            token = tokens[i]
            if token.type == "heading_open":
                paragraphs.append(heading(int(token.tag[1]), tokens[i + 1].content))
                i += 2
            elif token.type in {"bullet_list_open", "ordered_list_open"}:
                bullets.append(1 if token.type.startswith("ordered") else None)
            elif token.type in {"bullet_list_close", "ordered_list_close"}:
                bullets.pop()
            elif token.type == "inline":
                paragraphs.append(self._paragraph(token, bullets))
            elif token.type == "table_open":
                end = next(j for j in range(i, len(tokens)) if tokens[j].type == "table_close")
                paragraphs.append(self._table(tokens[i:end], width))
                i = end
            elif token.type in {"fence", "code_block"}:
                paragraphs.append(para(f'<font name="{letters.SANS}">{plain(token.content)}</font>'))
            i += 1
        return paragraphs

    def _paragraph(self, token: Token, bullets: list[int | None]) -> Paragraph:
        if not bullets:
            return para(self.inline(token))
        number = bullets[-1]
        if number is not None:
            bullets[-1] = number + 1
        return para(self.inline(token), "item", "•" if number is None else f"{number}.")

    def inline(self, token: Token) -> str:
        """Emphasis, code and links as the markup of paragraphs."""
        marks = {
            "strong_open": "<b>",
            "strong_close": "</b>",
            "em_open": "<i>",
            "em_close": "</i>",
            "softbreak": " ",
            "hardbreak": "<br/>",
        }
        said = []
        for child in token.children or []:
            if child.type == "text":
                said.append(self.link(child.content))
            elif child.type == "code_inline":
                said.append(f'<font name="{letters.SANS}">{plain(child.content)}</font>')
            else:
                said.append(marks.get(child.type, ""))
        return "".join(said)

    def _table(self, tokens: Sequence[Token], width: float) -> Table:
        rows: list[list[str]] = []
        for token in tokens:
            if token.type == "tr_open":
                rows.append([])
            elif token.type == "inline":
                rows[-1].append(self.inline(token))
        return grid(rows, width)


# --- tables


def grid(
    rows: Sequence[Sequence[str]],
    width: float,
    shaded: Sequence[tuple[int, int]] = (),
    centred: bool = False,
    natural: bool = False,
    headed: bool = True,
) -> Table:
    """A ruled table of marked-up cells; if ``headed``, its first row is a heading that comes again on every page.

    ``shaded`` are cells (column, row) that are reconstructed; a ``natural`` table is no wider than it must be.
    """
    widths = _widths(rows, width, natural)
    middle = "middle" if centred else "cell"
    cells = [
        [para(text, "head" if headed and r == 0 else middle if c else "cell") for c, text in enumerate(row)]
        for r, row in enumerate(rows)
    ]
    look: list[tuple[Any, ...]] = [
        ("VALIGN", (0, 0), (-1, -1), "TOP"),
        ("FONTNAME", (0, 0), (-1, -1), letters.SANS),
        ("LINEBELOW", (0, 0), (-1, -1), 0.25, paint.LINE),
        ("TOPPADDING", (0, 0), (-1, -1), 1.6),
        ("BOTTOMPADDING", (0, 0), (-1, -1), 2.2),
        ("LEFTPADDING", (0, 0), (-1, -1), 3),
        ("RIGHTPADDING", (0, 0), (-1, -1), 3),
    ]
    look += [("BACKGROUND", cell, cell, paint.REBUILT) for cell in shaded]
    if headed:
        look += [("LINEBELOW", (0, 0), (-1, 0), 0.8, paint.HARBOUR), ("BACKGROUND", (0, 0), (-1, 0), paint.PANEL)]
    else:
        look += [("LINEABOVE", (0, 0), (-1, 0), 0.8, paint.HARBOUR)]
    table = Table(cells, widths, repeatRows=int(headed), hAlign="LEFT", spaceBefore=2, spaceAfter=3)
    table.setStyle(TableStyle(look))
    return table


def _needs(rows: Sequence[Sequence[str]]) -> tuple[list[float], list[float]]:
    """What the longest word of each column needs, and what its longest text would like."""
    style = styles()["head"]
    least, wish = [], []
    for c in range(max(len(row) for row in rows)):
        texts = [re.sub(r"<[^>]+>", "", row[c]) for row in rows if c < len(row)]
        words = [word for text in texts for word in text.split()]
        least.append(max((letters.width(w, style.fontName, style.fontSize) for w in words), default=0) + 8)
        longest = max((letters.width(t, style.fontName, style.fontSize) for t in texts), default=0) + 9
        wish.append(max(least[-1], longest))
    return least, wish


def cramped(rows: Sequence[Sequence[str]], width: float) -> bool:
    """Whether a table would have to break words, or most of its lines."""
    least, wish = _needs(rows)
    return sum(least) > width or sum(wish) > 1.7 * width


def _widths(rows: Sequence[Sequence[str]], width: float, natural: bool) -> list[float]:
    """Every column gets what its longest word needs, then what its text asks for."""
    least, wish = _needs(rows)
    columns = len(least)
    if sum(wish) <= width:
        spare = 0.0 if natural else (width - sum(wish)) / columns
        return [w + spare for w in wish]
    if sum(least) >= width:
        return [width * part / sum(least) for part in least]
    # Long columns share what short ones leave over.
    fixed = [w if w <= width / columns else 0 for w in wish]
    left = width - sum(fixed)
    open_wish = [max(low, min(w, 3 * width)) ** 0.6 if not f else 0 for low, w, f in zip(least, wish, fixed, strict=True)]
    return (
        [f or max(low, left * o / sum(open_wish)) for f, low, o in zip(fixed, least, open_wish, strict=True)]
        if left > 0
        else least
    )


def gap(height: float = 3 * mm) -> Flowable:
    return Spacer(1, height)
