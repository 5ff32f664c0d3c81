"""What a side sees, in words and names a browser can draw without knowing any game.

Many thousand of these values are kept. None can ever hold itself, so the garbage collector need not look at them (``gc=False``).
"""

from __future__ import annotations

from typing import Annotated

import msgspec

from .catalogue import Text


def words(title: str, *known: str) -> msgspec.Meta:
    """For the schema of the wire: the only words a field may hold, and the name clients know them by."""
    return msgspec.Meta(title=title, extra_json_schema={"enum": list(known)})


Tone = Annotated[str, words("Tone", "axis", "allies", "both", "good", "bad", "plain", "strong", "faint")]
"""How a layer or a preview colours a space or a way."""
MarkTone = Annotated[str, words("MarkTone", "bad", "good", "plain")]
BeadState = Annotated[str, words("BeadState", "done", "now", "next")]
BoardKind = Annotated[str, words("BoardKind", "squares", "hexes", "points", "areas")]
Pointed = Annotated[str, words("Pointed", "piece", "space")]
"""What can be pointed at on the board."""


class Mark(msgspec.Struct, frozen=True, gc=False):
    """A badge on a piece: hit, fired, out of supply."""

    id: str
    label: str
    tone: MarkTone = "plain"


class PieceView(msgspec.Struct, frozen=True, gc=False):
    """A piece as a side sees it: what is printed on it, where it lies, what marks it carries."""

    id: str
    side: str
    label: str
    sub: str
    symbol: str
    type: str
    at: str | None = None
    box: str | None = None
    values: tuple[str, ...] = ()
    marks: tuple[Mark, ...] = ()
    facts: tuple[str, ...] = ()


class Marker(msgspec.Struct, frozen=True, gc=False):
    """Something on the board that is no piece: a cloud, an objective, a fort."""

    id: str
    kind: str
    at: str
    label: str
    state: str | None = None
    side: str | None = None


class Track(msgspec.Struct, frozen=True, gc=False):
    """A number beside the board: the turn, a score, what is left."""

    id: str
    """"battle" is the combat that is being planned or fought: shown with the prompt, not among the others."""
    label: str
    value: int
    max: int | None = None
    side: str | None = None
    note: str | None = None
    unit: str = ""


class Box(msgspec.Struct, frozen=True, gc=False):
    """A place beside the board: shot down, flown home, reinforcements."""

    id: str
    label: str
    side: str | None = None
    lost: bool = False
    """What comes to lie here is lost."""


class Bead(msgspec.Struct, frozen=True, gc=False):
    """One piece on the ribbon that shows the order of play."""

    piece: str
    state: BeadState
    note: str = ""


class SheetTable(msgspec.Struct, frozen=True, gc=False):
    """One table of a sheet: a heading for each column, and the rows."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    side: str | None = None


class Sheet(msgspec.Struct, frozen=True, gc=False):
    """A paper beside the board: some lines and some tables, to be read, kept and exported."""

    id: str
    title: str
    lines: tuple[str, ...] = ()
    tables: tuple[SheetTable, ...] = ()

    def markdown(self) -> str:
        """The same as text."""
        parts = [f"# {self.title}", *self.lines]
        for table in self.tables:
            rows = (table.columns, tuple("---" for _ in table.columns), *table.rows)
            parts += [f"## {table.title}", "\n".join(f"| {' | '.join(row)} |" for row in rows)]
        return "\n\n".join(parts) + "\n"


class StageRow(msgspec.Struct, frozen=True, gc=False):
    """Pieces that stand together on a stage."""

    label: str
    side: str | None
    pieces: tuple[str, ...]
    note: str = ""


class Bar(msgspec.Struct, frozen=True, gc=False):
    """One line of a chart."""

    label: str
    p: float


class Chart(msgspec.Struct, frozen=True, gc=False):
    """A distribution: what a side may lose, and with which chance."""

    title: str
    side: str | None
    bars: tuple[Bar, ...]


class Stage(msgspec.Struct, frozen=True, gc=False):
    """A small board of its own while something is under way: a battle in its lines, a group being composed.

    ``win`` is the chance that the side in the first row wins, ``hold`` that the other does, ``charts`` what each may lose,
    all before anything is rolled.
    """

    id: str
    title: str
    rows: tuple[StageRow, ...]
    note: str = ""
    win: float | None = None
    hold: float | None = None
    charts: tuple[Chart, ...] = ()


class View(msgspec.Struct, frozen=True, gc=False):
    """Everything a side sees at one moment, beside the board itself."""

    heading: str
    phase: str
    turn: int
    tracks: tuple[Track, ...] = ()
    pieces: tuple[PieceView, ...] = ()
    markers: tuple[Marker, ...] = ()
    boxes: tuple[Box, ...] = ()
    ribbon: tuple[Bead, ...] = ()
    stage: Stage | None = None
    sheets: tuple[Sheet, ...] = ()


class Tint(msgspec.Struct, frozen=True, omit_defaults=True):
    """One space coloured by an overlay. Tones: axis, allies, both, good, bad, plain, strong, faint."""

    space: str
    tone: Tone
    note: str = ""


class Line(msgspec.Struct, frozen=True, omit_defaults=True):
    """A way over the board: a supply line, a path."""

    spaces: tuple[str, ...]
    tone: Tone = "plain"
    note: str = ""


class OverlayInfo(msgspec.Struct, frozen=True):
    """A layer a player may lay over the map. ``about``: what it wants to be asked about, "piece", "space" or nothing."""

    id: str
    label: str
    help: str
    about: Pointed | None = None
    hover: bool = False
    """Drawn for the piece pointed at even while the layer is off."""


class Overlay(msgspec.Struct, frozen=True):
    """What such a layer shows now, of what the asking side may know."""

    tints: tuple[Tint, ...] = ()
    lines: tuple[Line, ...] = ()
    note: str = ""


class Preview(msgspec.Struct, frozen=True):
    """What a listed choice would do, before any die: the way it takes and what it costs, in words with their rule."""

    text: str | Text
    rule: str
    lines: tuple[Line, ...] = ()
    tints: tuple[Tint, ...] = ()


class Price(msgspec.Struct, frozen=True):
    """What a choice costs: 2 Action Points."""

    amount: int
    unit: str


class BoardSpace(msgspec.Struct, frozen=True, omit_defaults=True):
    """A place on the board, with where it lies and how it is called."""

    id: str
    x: float
    y: float
    w: float = 0
    h: float = 0
    square: str | None = None
    level: int | None = None
    label: str = ""
    within: str | None = None
    shape: tuple[tuple[float, float], ...] = ()
    side: str | None = None
    """Whose box it is."""
    name: str = ""
    """The label without what it says of the ground; left out where the label is nothing but a name."""
    turn: int | None = None
    """The turn it stands for on a turn track."""


class Legend(msgspec.Struct, frozen=True):
    """What a symbol on the board means."""

    symbol: str
    label: str


class Board(msgspec.Struct, frozen=True):
    """The part of the map that never changes."""

    kind: BoardKind
    box: tuple[float, float, float, float]
    title: str
    spaces: tuple[BoardSpace, ...]
    art: str | None = None
    levels: int = 0
    columns: int = 0
    ranks: int = 0
    legend: tuple[Legend, ...] = ()
    overlays: tuple[OverlayInfo, ...] = ()
    focus: tuple[float, float, float, float] | None = None
    """The part of ``box`` that a first look should show; all of it if nothing is said."""
    north: float = 0
    """How many degrees the sheet must be turned to the right until north is up."""
