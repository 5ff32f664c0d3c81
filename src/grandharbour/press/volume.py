"""The whole document: drawn pages and running text in one volume, with contents, bookmarks and page numbers."""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from typing import Any

from reportlab.platypus import BaseDocTemplate, CondPageBreak, Flowable, Frame, NextPageTemplate, PageBreak, PageTemplate

from .. import __version__
from ..engine.game import Game, Setup
from . import letters, paint, sheet
from .aid import aid
from .charts import charts, heading
from .paper import MARGIN, PAPERS, PARTS, Paper, mm
from .roster import Roster, roster
from .svg import Art
from .text import Contents, Flow, Heading, Line, Numbered, Prose, gap, para, plain
from .trays import Displays, Trays

SIDE = 15 * mm
COVER = 62 * mm
GUTTER = 7 * mm
Pages = dict[str, int]


class DrawnPage(Flowable):  # type: ignore[misc]
    """A page that is drawn, not set."""

    def __init__(self, draw: Callable[[Any], None], entry: tuple[int, str, str] | None = None) -> None:
        super().__init__()
        self.drawing = draw
        if entry:
            self.entry = entry

    def wrap(self, width: float, height: float) -> tuple[float, float]:
        return width, height

    def draw(self) -> None:
        self.canv.saveState()
        self.drawing(self.canv)
        self.canv.restoreState()


class Band(Flowable):  # type: ignore[misc]
    """A picture of a given size."""

    def __init__(self, draw: Callable[[Any, float, float], None], width: float, height: float) -> None:
        super().__init__()
        self.drawing = draw
        self.width, self.height = width, height

    def wrap(self, width: float, height: float) -> tuple[float, float]:
        return self.width, self.height + 5 * mm

    def draw(self) -> None:
        self.canv.translate(0, 5 * mm)
        self.drawing(self.canv, self.width, self.height)


class Volume(BaseDocTemplate):  # type: ignore[misc]
    """Knows on which page each heading stands."""

    def __init__(self, out: io.BytesIO, paper: Paper, game: Game) -> None:
        size = (paper.width, paper.height)
        super().__init__(
            out, pagesize=size, title=f"{game.title}: print and play", author="Grand Harbour", subject=game.blurb,
            creator=f"grandharbour {__version__}", invariant=1, pageCompression=1, allowSplitting=1, initialFontName=letters.SANS,
        )  # fmt: skip
        self.game = game
        self.pages: Pages = {}
        self.part = ""
        self.depth = -1
        whole = (paper.width, paper.height)
        lying = (paper.height, paper.width)
        inner = paper.width - 2 * SIDE
        half = (inner - GUTTER) / 2
        low, tall = 16 * mm, paper.height - 31 * mm
        self.inner, self.half = inner, half
        self.addPageTemplates(
            [
                PageTemplate("one", [_frame(SIDE, low, inner, tall)], onPageEnd=self._foot),
                PageTemplate(
                    "two", [_frame(SIDE, low, half, tall), _frame(SIDE + half + GUTTER, low, half, tall)], onPageEnd=self._foot
                ),
                PageTemplate("drawn", [_frame(0, 0, *whole)], pagesize=whole, onPageEnd=self._foot),
                PageTemplate("lying", [_frame(0, 0, *lying)], pagesize=lying, onPageEnd=self._foot),
            ]
        )

    def afterFlowable(self, flowable: Any) -> None:
        entry = getattr(flowable, "entry", None)
        if entry is None:
            return
        level, key, words = entry
        self.pages[key] = self.page
        if level == 0:
            self.part = words
        if isinstance(flowable, DrawnPage):
            self.canv.bookmarkPage(key)
        if level <= 1:
            level = min(level, self.depth + 1)  # a bookmark cannot hang below nothing
            self.depth = level
            self.canv.addOutlineEntry(letters.legible(words), key, level, closed=level == 0)

    def _foot(self, canvas: Any, _: Any) -> None:
        width = canvas._pagesize[0]
        canvas.setFillColor(paint.GREY)
        part = f" · {self.part}" if self.part else ""
        letters.write(canvas, MARGIN, 5.6 * mm, f"{self.game.title}{part}", letters.SANS, 7)
        letters.write(canvas, width - MARGIN, 5.6 * mm, str(canvas.getPageNumber()), letters.BOLD, 8, "end")


def _frame(x: float, y: float, w: float, h: float) -> Frame:
    return Frame(x, y, w, h, leftPadding=0, rightPadding=0, topPadding=0, bottomPadding=0)


class Press:
    """One scenario of a game on its way to paper."""

    def __init__(self, game: Game, setup: Setup, paper: str, what: tuple[str, ...]) -> None:
        letters.register()
        self.game = game
        self.setup = setup
        self.paper = PAPERS[paper]
        self.what = what
        self.board = game.board(setup)
        self.plan = sheet.plan(self.board, self.paper)
        drawing = game.art(setup) if self.board.art else None
        self.art = Art(drawing) if drawing else None
        self.roster: Roster = roster(game, setup)
        self.trays = Trays(game, self.roster, self.paper, self.plan.counter)
        on_map = {space.id for space in self.board.spaces}
        self.displays = Displays(game, self.roster, self.paper, self.plan.counter, on_map)
        self.prose = Prose(self._linked() if "rules" in what else plain)

    def _linked(self) -> Callable[[str], str]:
        """Numbers of rules in running text become links to them."""
        ids = "|".join(re.escape(id) for id in sorted(self.game.rulebook.rules, key=len, reverse=True))
        pattern = re.compile(rf"(?<![\w.-])({ids})(?![\w-]|\.\d)")

        def link(text: str) -> str:
            parts = pattern.split(text) if ids else [text]
            return "".join(
                f'<a href="#rule-{part}" color="{paint.BRASS}">{plain(part)}</a>' if i % 2 else plain(part)
                for i, part in enumerate(parts)
            )

        return link

    def pdf(self) -> bytes:
        out = io.BytesIO()
        volume = Volume(out, self.paper, self.game)
        story = self._story(volume)
        lines = [Line(words, key, level) for level, key, words in (f.entry for f in story if hasattr(f, "entry")) if level <= 1]

        def canvas(*about: Any, **more: Any) -> Numbered:
            made = Numbered(*about, **more)
            made.lines, made.pages = lines, volume.pages
            return made

        volume.build([*self._title(volume, lines), *story], canvasmaker=canvas)
        return out.getvalue()

    # --- the parts

    def _story(self, volume: Volume) -> Flow:
        flow: Flow = []
        for part in PARTS:
            if part in self.what:
                flow += getattr(self, f"_{part}")(volume)
        return flow

    def _title(self, volume: Volume, lines: list[Line]) -> Flow:
        scenario = self.setup.words
        n = len(self.roster.counters)
        chips = sum(chip.count for chip in self.roster.chips)
        sheets = "one sheet" if len(self.trays.pages) == 1 else f"{len(self.trays.pages)} sheets"
        flow: Flow = [
            para(plain(self.game.title), "title"),
            para(f"{plain(self.game.years)}. Scenario: {plain(scenario.title)}", "under"),
            para(plain(self.game.blurb), "lead"),
            para(f"<b>{plain(scenario.title)}.</b> {plain(scenario.blurb)}", "lead"),
            para(
                f"Print on {self.paper.name} at 100 %. The map takes {len(self.plan.tiles)} tiles; there are {n} counters and "
                f"{chips} markers of {self.plan.counter / mm:g} mm, on {sheets} printed on both sides. "
                "Pieces and markers are those that this scenario brings into play.",
                "lead",
            ),
            gap(),
            para("Contents", "chapter"),
        ]
        flow.append(Contents(lines))
        tall = COVER if len(lines) < 60 else COVER / 2  # the contents stay on this page
        return [Band(self._cover, volume.inner, tall), *flow] if "map" in self.what else flow

    def _cover(self, canvas: Any, width: float, height: float) -> None:
        """A strip of the map over the title."""
        sheet.make_form(canvas, self.plan, self.art)
        sheet.draw_strip(canvas, self.plan, width, height)

    def _map(self, volume: Volume) -> Flow:
        title = self.game.title

        def overview(canvas: Any) -> None:
            sheet.draw_overview(canvas, self.paper, self.plan, title)

        def tile(column: int, row: int) -> Callable[[Any], None]:
            return lambda canvas: sheet.draw_tile(canvas, self.plan, column, row, title)

        def display(number: int) -> Callable[[Any], None]:
            return lambda canvas: self.displays.draw(canvas, number)

        flow: Flow = [NextPageTemplate("drawn"), PageBreak(), DrawnPage(overview, (0, "map", "The map"))]
        turned = self.plan.paper.width > self.plan.paper.height
        flow += [NextPageTemplate("lying" if turned else "drawn"), PageBreak()]
        flow += [DrawnPage(tile(*place)) for place in self.plan.tiles]
        if self.displays.pages[0]:
            flow += [NextPageTemplate("drawn"), PageBreak()]
            first = (1, "displays", "Tracks and displays")
            flow += [DrawnPage(display(i), first if i == 0 else None) for i in range(len(self.displays.pages))]
        return flow

    def _counters(self, volume: Volume) -> Flow:
        def page(number: int, back: bool) -> Callable[[Any], None]:
            return lambda canvas: self.trays.draw(canvas, number, back)

        flow: Flow = [NextPageTemplate("drawn"), PageBreak()]
        for number in range(len(self.trays.pages)):
            first = (0, "counters", "Counters") if number == 0 else None
            flow += [DrawnPage(page(number, False), first), DrawnPage(page(number, True))]
        return flow

    def _charts(self, volume: Volume) -> Flow:
        drawn = charts(self.setup.tables, volume.half, volume.inner)
        flow: Flow = [
            NextPageTemplate("two"), PageBreak(), Heading("Charts and tables", "part", "charts", 0, "Charts and tables"),
            para(
                "Every number of the game with its source. What stands on a coloured ground, with its source in bold, is a "
                "reconstruction: the printed value is lost.", "lead",
            ),
        ]  # fmt: skip
        for chart in drawn:
            if not chart.wide:
                flow += [CondPageBreak(30 * mm), heading(chart), *chart.flow]
        wide = [chart for chart in drawn if chart.wide]
        flow += [NextPageTemplate("one"), PageBreak()] if wide else []
        for chart in wide:
            flow += [CondPageBreak(30 * mm), heading(chart), *chart.flow]
        return flow

    def _aid(self, volume: Volume) -> Flow:
        body = aid(self.game, self.setup, self.roster, self.prose, volume.inner)
        return [NextPageTemplate("one"), PageBreak(), Heading("Player aid", "part", "aid", 0, "Player aid"), *body]

    def _rules(self, volume: Volume) -> Flow:
        book = (self.game.folder / "rulebook.md").read_text(encoding="utf-8")
        rulings = self.game.folder / "rulings.md"
        flow: Flow = [NextPageTemplate("two"), PageBreak(), Heading("Rulebook", "part", "rules", 0, "Rulebook")]
        flow += self.prose.flow(book, volume.half, self._heading("rule"))
        if rulings.is_file():
            flow += [PageBreak(), Heading("Rulings", "part", "rulings", 0, "Rulings")]
            flow += self.prose.flow(rulings.read_text(encoding="utf-8"), volume.half, self._heading("ruling"))
        return flow

    def _heading(self, kind: str) -> Callable[[int, str], Any]:
        known = self.game.rulebook.rules if kind == "rule" else {}

        def made(level: int, text: str) -> Any:
            if level == 1:
                return gap(0)
            first, _, rest = text.partition(" ")
            if first in known or any(c.isdigit() for c in first):
                key = f"{kind}-{first}"
                return Heading(f'<font color="{paint.BRASS}">{plain(first)}</font> {plain(rest)}', "rule", key, 2, text)
            return Heading(plain(text), "chapter", f"{kind}-chapter-{re.sub(r'[^a-z0-9]+', '-', text.lower())}", 1, text)

        return made
