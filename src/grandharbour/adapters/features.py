"""What a side may know as one vector of numbers, made from the declared fields of a state.

    eyes = gh.features("c3")
    eyes.look(war, side)              # float32, all between -1 and 1
    eyes.split(vector)["planes"]      # the same memory as arrays: scalars, a row for each piece, a plane over the map for each mark
    print(eyes.describe())            # what stands where, and the version of the layout

Every field finds its place by its declared kind: a set of spaces is a plane, a set of pieces a column of their rows, a number a
scalar, a list of records marks on the pieces and spaces it names. In a game without secrets all fields are shown. In a game with secrets
nothing is shown that the game does not name in its ``features.py``: ``OPEN`` for everybody, ``KNOWN`` for one side alone or through a function
that gives a side what it may know, None for nothing (with the fields it looks at behind it, to be asked only when one changes). A field that is added and not named there stays hidden. ``SETS`` names ints that are sets
of things no kind has a name for.

Between two looks only what has changed is written: a look costs microseconds, and an observer belongs to one environment.
"""

from __future__ import annotations

import ast
import hashlib
import inspect
import textwrap
from array import array
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import compress
from operator import is_not, ne
from typing import Annotated, Any, NamedTuple, get_args, get_origin

import msgspec

from ..engine.game import OptionValue, Setup, game
from ..engine.geometry.bits import bits
from ..engine.kinds import Words
from ..engine.sequence import Run
from ..engine.war import War

try:
    import numpy as np
    import numpy.typing as npt
except ImportError as missing:
    raise ImportError("this needs the extra 'arrays': pip install grandharbour[arrays]") from missing

LAYOUT = 1
"""Raised whenever the way fields are laid out changes."""
HALF = 10.0
"""The number that is shown as one half, see ``squash``."""
MEMO = 4096
"""So many values of an entry are remembered with the numbers that show them."""
WAYS = 64
"""So many questions before a question are remembered with what differs."""
FEW = 16
"""So many places beside the map get a column each; where there are more, their number is squashed into one."""

Vector = npt.NDArray[np.float32]


def squash(value: float) -> float:
    """Any number between -1 and 1, order kept: 0 is 0, 10 is a half.

    >>> squash(0), squash(10), squash(-10), squash(True)
    (0.0, 0.5, -0.5, 0.09090909090909091)
    """
    return value / (HALF + abs(value))


class Bits:
    """An int that is a set of n things, or of all things of a kind."""

    def __init__(self, of: int | str) -> None:
        self.of = of


class Column(msgspec.Struct, frozen=True):
    """One number of the layout: a scalar, a column of the pieces' rows or a plane over the map."""

    block: str
    field: str
    name: str
    doc: str = ""


class Features:
    """The observer of one setup. ``version`` names the layout: vectors with the same version mean the same."""

    def __init__(self, setup: Setup, whole: bool = False) -> None:
        self.setup = setup
        self.game = setup.game
        self.secrets = self.game.secrets and not whole
        """Whether anything is hidden here. ``whole`` shows a teacher or a critic everything; no player may be given that."""
        self.whole = whole
        self.pieces = setup.names.lists["piece"]
        board = self.game.board(setup)
        left, top, width, height = board.box
        middle = {s.id: (2 * (s.x + s.w / 2 - left) / width - 1, 2 * (s.y + s.h / 2 - top) / height - 1) for s in board.spaces}
        spaces = setup.names.lists["space"]
        on_board = [n for n, name in enumerate(spaces) if name in middle]
        self.spaces = tuple(spaces[n] for n in on_board)
        """The spaces of a plane, in order."""
        self._place = [-1] * len(spaces)
        for place, n in enumerate(on_board):
            self._place[n] = place
        self._middle = [middle.get(name, (0.0, 0.0)) for name in spaces]
        beside = [n for n, name in enumerate(spaces) if name and name not in middle]
        self._boxes = {n: k for k, n in enumerate(beside)} if len(beside) <= FEW else {}
        self._many = bool(beside) and not self._boxes
        self._side_of: Sequence[int] = getattr(setup, "side_of", ())
        self.columns: list[Column] = []
        self._counts: dict[str, int] = {}
        self._parts: list[_Field] = []
        self._lay_out()
        self.scalars, self.rows, self.planes = (self._counts.get(block, 0) for block in ("scalar", "piece", "plane"))
        self._row0 = self.scalars
        self._plane0 = self.scalars + self.rows * len(self.pieces)
        self.size = self._plane0 + self.planes * len(self.spaces)
        said = [[c.block, c.field, c.name] for c in self.columns] + [list(self.pieces), list(self.spaces)]
        self.version = f"{LAYOUT}-{hashlib.sha256(msgspec.json.encode(said)).hexdigest()[:12]}"
        self._books: dict[int, _Book] = {}
        self._fits = setup

    def __reduce__(self) -> tuple[Any, ...]:
        return features, (self.game.id, self.setup.scenario, self.setup.options, self.setup.tables.pack, self.whole)

    # --- looking

    def look(self, war: War, side: int) -> Vector:
        """What a side may know, as a vector of its own."""
        return self._write(war, side).copy()

    def look_into(self, war: War, side: int, out: Vector) -> None:
        """The same, into memory that is there already."""
        out[:] = self._write(war, side)

    def writer(self, out: Vector, side: int) -> Callable[[War, int, Any], None]:
        """What writes one side's view straight into memory of somebody else, each time only what has changed; it belongs to one game. In a
        game without secrets it serves every side.
        """
        out[:] = 0.0
        return _Book(self, side, out.data).write_only

    def split(self, vector: Vector) -> dict[str, Vector]:
        """The blocks of a vector, or of many in rows, as arrays over the same memory."""
        more = vector.shape[:-1]
        return {
            "scalars": vector[..., : self._row0],
            "pieces": vector[..., self._row0 : self._plane0].reshape(*more, len(self.pieces), self.rows),
            "planes": vector[..., self._plane0 :].reshape(*more, self.planes, len(self.spaces)),
        }

    def _write(self, war: War, side: int) -> Vector:
        if war.setup is not self._fits:
            if war.setup.names.lists != self.setup.names.lists:
                raise ValueError("this war has other pieces or spaces than those the observer was made for")
            self._fits = war.setup
        shelf = side if self.secrets else 0  # where all see the same, one book does for all
        book = self._books.get(shelf)
        if book is None:
            book = self._books[shelf] = _Book(self, side)
        return book.write(war, side)

    # --- telling

    def describe(self) -> str:
        """The layout in words, a line for each number."""
        lines = [
            f"{self.game.title}, {self.setup.scenario}: layout {self.version}, {self.size} numbers between -1 and 1",
            f"  {self.scalars} scalars, then {len(self.pieces)} pieces of {self.rows}, then {self.planes} planes of {len(self.spaces)}",
        ]
        for block, title in (("scalar", "Scalars"), ("piece", "Columns of a piece"), ("plane", "Planes")):
            lines.append(f"{title}:")
            for number, column in enumerate(c for c in self.columns if c.block == block):
                lines.append(f"  {number:3} {column.name}" + (f": {column.doc}" if column.doc else ""))
        return "\n".join(lines)

    # --- laying out

    def _lay_out(self) -> None:
        rules = self.game
        sample = self.setup.new(0)
        said: Any = rules._room("features") if (rules.folder / "features.py").exists() else None
        if self.secrets and said is None:
            raise LookupError(f"{rules.id} has secrets and no features.py that says what may be shown")
        shown: dict[str, Known] = dict.fromkeys(type(sample).codecs)
        if self.secrets:
            shown = dict.fromkeys(said.OPEN) | {field: _known(how) for field, how in getattr(said, "KNOWN", {}).items()}
            unknown = shown.keys() - type(sample).codecs.keys()
            if unknown:
                raise LookupError(f"features.py of {rules.id} names fields that are not there: {', '.join(sorted(unknown))}")
        sets: dict[str, int | str] = getattr(said, "SETS", {})
        docs = _docs(type(sample))
        self._step_fields = bool(not self.secrets or getattr(said, "STEPS", False))
        self._asked = _Asked(self)
        if self.setup.sale is not None:
            self._field(
                "handicap",
                int,
                0,
                None,
                "Points the first side begins with by the auction of the sides, less than nothing: the other.",
            )
        for field in type(sample).codecs:  # in the order of the declaration
            if field in shown:
                hint = type(sample).codecs[field].hint
                if field in sets:
                    hint = _as_set(hint, sets[field])
                self._field(field, hint, getattr(sample, field), shown[field], docs.get(field, ""))

    def _field(self, field: str, hint: Any, sample: Any, known: Known, doc: str) -> None:
        make = _Maker(self, field, doc)
        plan = make.plan(hint, sample, field)
        if plan is not None:
            self._parts.append(_Field(field, known, plan))

    def add(self, block: str, field: str, name: str, doc: str = "") -> int:
        """A new number of the layout; its place within its block."""
        self.columns.append(Column(block, field, name, doc))
        self._counts[block] = self._counts.get(block, 0) + 1
        return self._counts[block] - 1

    # --- where a number stands

    def scalar(self, column: int) -> int:
        """Where a number of the whole war stands in an observation."""
        return column

    def row(self, piece: int, column: int) -> int:
        """Where a number of a piece stands in an observation."""
        return self._row0 + piece * self.rows + column

    def cell(self, space: int, plane: int) -> int:
        """-1 for a space that is not on the board."""
        place = self._place[space]
        return -1 if place < 0 else self._plane0 + plane * len(self.spaces) + place


def features(
    name: str,
    scenario: str | None = None,
    options: Mapping[str, OptionValue] | None = None,
    tables: str = "",
    whole: bool = False,
) -> Features:
    """The observer of a game, for one environment; ``whole`` hides nothing."""
    return Features(game(name).setup(scenario, options, tables), whole)


@cache
def _docs(kind: type) -> dict[str, str]:
    """The sentence below each declared field, from the source of the state."""
    words: dict[str, str] = {}
    for base in reversed(kind.__mro__):
        try:
            body = ast.parse(textwrap.dedent(inspect.getsource(base))).body[0]
        except (OSError, TypeError, SyntaxError):
            continue
        if not isinstance(body, ast.ClassDef):
            continue
        waiting: list[str] = []
        for node in body.body:
            if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
                waiting.append(node.target.id)
            elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
                words |= dict.fromkeys(waiting[-1:], " ".join(node.value.value.split()))
                waiting = []
            else:
                waiting = []
    return words


# --- writing


Plan = Callable[["_Book"], Callable[[Any], list[Any] | None]]
"""Given a book, what writes a field's values into it; each book keeps what was written before, and may hand out the list it keeps."""


class Through(NamedTuple):
    """What tells a side what it may know of a field, and the fields it looks at: while none of them changes it is not asked again.
    Without their names it is asked at every look."""

    tell: Callable[[Any, int], Any]
    fields: tuple[str, ...]


def _known(how: Any) -> Known:
    """As features.py says it: a side, a function, or a function and the names of the fields it looks at."""
    if callable(how):
        return Through(how, ())
    return Through(how[0], how[1:]) if isinstance(how, tuple) else how


Known = Through | int | None
"""How a side knows a field: through a function, as it is if it is this one side and not at all otherwise, or (None) everybody as it is."""


class _Field:
    """A field of the state, how a side knows it, and how it is written."""

    def __init__(self, field: str, known: Known, plan: Plan) -> None:
        self.field, self.known, self.plan = field, known, plan


class _Book:
    """A vector, and what was written into it last. Where there are secrets it is one side's."""

    def __init__(self, eyes: Features, side: int, page: Any = None) -> None:
        self.page = array("f", bytes(4 * eyes.size)) if page is None else page
        self.vector: Vector = np.frombuffer(self.page, np.float32)
        plain = {part.field: part.plan for part in eyes._parts if part.known is None or part.known == side}
        told = [(part.known, part.plan(self)) for part in eyes._parts if isinstance(part.known, Through)]
        fields = list(dict.fromkeys([*plain, *(field for known, _ in told for field in known.fields)]))
        after = [sum(1 << n for n, (known, _) in enumerate(told) if field in known.fields) for field in fields]
        """For each field what is told through it, as a set."""
        always = sum(1 << n for n, (known, _) in enumerate(told) if not known.fields)
        codecs = eyes.game.war.codecs
        lists = [field in codecs and codecs[field].mutable for field in fields]
        watch = _watch(tuple(zip(fields, lists, (field in plain for field in fields), after)), always)
        puts = [plain[field](self) if field in plain else None for field in fields]
        self.write_only: Callable[..., None] = watch(puts, [(known.tell, put) for known, put in told], eyes._asked.open(self))
        """Writes what has changed, for those who know where it is written, and perhaps what the side is asked."""

    def write(self, war: War, side: int) -> Vector:
        self.write_only(war, side)
        return self.vector


@cache
def _watch(fields: tuple[tuple[str, bool, bool, int], ...], always: int) -> Callable[..., Callable[..., None]]:
    """Makes what looks at each field of a war and calls its writer if it has changed: a field's name, whether it is a list, whether it has
    a writer, and what is told through it. Looking at what stands still is most of a look, so each field has a line of its own.
    """
    lines = ["def watch(puts, told, asked):", f"    last, heard = [never] * {len(fields)}, [never] * len(told)"]
    lines += ["    def write(war, side, decision=None):", f"        touched = {always}"]
    for n, (field, is_list, shown, after) in enumerate(fields):
        other = f"value != last[{n}]" if is_list else f"value is not last[{n}] and value != last[{n}]"
        keep = ("kept or " if shown else "") + "value[:]" if is_list else "value"
        lines += [f"        value = war.{field}", f"        if {other}:"]
        lines += [f"            kept = puts[{n}](value)"] * shown
        lines += [f"            last[{n}] = {keep}"] + [f"            touched |= {after}"] * bool(after)
    lines += ["        if touched:", "            tell(war, side, touched, told, heard)"]
    lines += ["        asked(war, side, decision)", "    return write"]
    made: dict[str, Any] = {"never": _NEVER, "tell": _tell}
    exec("\n".join(lines), made)  # as the copy of a state is made
    watch: Callable[..., Callable[..., None]] = made["watch"]
    return watch


def _tell(war: War, side: int, touched: int, told: Sequence[tuple[Any, Any]], heard: list[Any]) -> None:
    """What is told through a function is asked for again, and written if it is something else than what was heard before."""
    for n, (tell, put) in enumerate(told):
        if touched >> n & 1:
            value = tell(war, side)
            if value != heard[n]:
                kept = put(value)
                heard[n] = kept or value[:] if type(value) is list else value


class _Never:
    def __eq__(self, other: object) -> bool:
        return False

    __hash__ = None  # type: ignore[assignment]


_NEVER = _Never()
"""Not equal to anything: nothing has been written yet."""


class _Maker:
    """Finds the places of one field and how it is written there."""

    def __init__(self, eyes: Features, field: str, doc: str) -> None:
        self.eyes, self.field, self.doc = eyes, field, doc

    def add(self, block: str, name: str) -> int:
        return self.eyes.add(block, self.field, name, self.doc)

    def members(self, kind: str) -> Sequence[str]:
        return self.eyes.setup.names.lists[kind]

    def plan(self, hint: Any, sample: Any, name: str) -> Plan | None:
        """By the declared kind. None for a text, which has no place here."""
        if hint is str:
            return None
        base, marks = (get_args(hint)[0], get_args(hint)[1:]) if get_origin(hint) is Annotated else (hint, ())
        for mark in marks:
            if isinstance(mark, str) and mark.startswith("per "):
                return self.per(mark[4:], get_args(base)[0], sample, name)
        if mark_of(hint) is None and base in (int, bool):
            return _number(self.add("scalar", name))
        one = self.one(hint, name)
        if one is not None:
            return _marks(one)
        if mark_of(hint) in ("pieces", "spaces", "sides") or isinstance(mark_of(hint), Bits):
            return self.members_of(hint, name)
        origin, args = get_origin(base), get_args(base)
        if origin in (list, tuple) and (origin is list or args[1:] == (Ellipsis,)):
            return self.row_of(args[0], sample, name)
        raise TypeError(f"{self.field}: no place for a field of type {hint!r}")

    def one(self, hint: Any, name: str) -> Callable[[Any], list[tuple[int, float]]] | None:
        """A single value as marks: (place, number), with the places as the finished layout has them."""
        eyes, mark = self.eyes, mark_of(hint)
        if hint in (int, bool) or (mark is None and get_origin(hint) is Annotated and get_args(hint)[0] in (int, bool)):
            column = self.add("scalar", name)
            return lambda v: [(column, float(v) if v is True or v is False else squash(v))]
        if mark == "side" or mark == "lot":
            columns = [self.add("scalar", f"{name} {member}") for member in self.members(mark)]
            return lambda v: [(columns[v], 1.0)] if v >= 0 else []
        if isinstance(mark, Words):
            columns = [self.add("scalar", f"{name} {word}") for word in mark.words]
            return lambda v: [(columns[v], 1.0)]
        if mark == "piece":
            column = self.add("piece", name)
            return lambda v: [(eyes.row(v, column), 1.0)] if v >= 0 else []
        if mark == "space":
            plane = self.add("plane", name)
            return lambda v: [(eyes.cell(v, plane), 1.0)] if v >= 0 and eyes._place[v] >= 0 else []
        return None

    def members_of(self, hint: Any, name: str) -> Plan:
        """A set: each member at its place."""
        eyes, mark = self.eyes, mark_of(hint)
        if mark == "pieces":
            column = self.add("piece", name)
            return _set(lambda: [eyes.row(piece, column) for piece in range(len(eyes.pieces))])
        if mark == "spaces":
            plane = self.add("plane", name)
            return _set(lambda: [eyes.cell(space, plane) for space in range(len(eyes._place))])
        of = self.members("side") if mark == "sides" else self._bit_names(mark)
        columns = [self.add("scalar", f"{name} {member}") for member in of]
        return _set(lambda: columns)

    def _bit_names(self, mark: Any) -> Sequence[str]:
        assert isinstance(mark, Bits)
        return self.members(mark.of) if isinstance(mark.of, str) else [str(n) for n in range(mark.of)]

    def per(self, kind: str, item: Any, sample: Any, name: str) -> Plan:
        """One entry for each piece, space, side or lot."""
        if kind == "piece":
            return self.per_piece(item, name)
        if kind == "space":
            return self.per_space(item, name)
        return self.each([f"{name} {member}" for member in self.members(kind)], item, sample)

    def each(self, names: Sequence[str], item: Any, sample: Any) -> Plan:
        """Several values of one kind, each with places of its own."""
        plans = [self.plan(item, sample[n] if n < len(sample) else (), name) for n, name in enumerate(names)]

        def start(book: _Book) -> Callable[[Any], None]:
            puts = [plan(book) for plan in plans if plan is not None]
            last: list[Any] = [_NEVER] * len(puts)
            every, nothing = range(len(puts)), [None] * len(puts)

            def put(values: Any) -> None:
                values = nothing if values is None else [*values, *nothing[len(values) :]]
                for n in list(compress(every, map(ne, values, last))):
                    value = last[n] = values[n]
                    puts[n](value)

            return put

        return start

    def per_piece(self, item: Any, name: str) -> Plan:
        eyes, mark = self.eyes, mark_of(item)
        if mark == "space":
            return self.places(name)
        if mark == "piece":
            columns = [self.add("piece", f"{name}"), self.add("piece", f"{name} which")]
            count = len(eyes.pieces)
            return _cells(lambda v: (1.0, (v + 1) / count) if v >= 0 else (0.0, 0.0), self._rows(columns))
        if isinstance(mark, Words) or mark in ("side", "lot"):
            words = mark.words if isinstance(mark, Words) else self.members(str(mark))
            columns = [self.add("piece", f"{name} {word}") for word in words]
            return _cells(lambda v: [float(v == n) for n in range(len(columns))], self._rows(columns))
        if isinstance(mark, Bits):
            columns = [self.add("piece", f"{name} {member}") for member in self._bit_names(mark)]
            return _cells(lambda v: [float(v >> n & 1) for n in range(len(columns))], self._rows(columns))
        if item not in (int, bool) and mark is not None:
            raise TypeError(f"{self.field}: no place for {item!r} of each piece")
        columns = [self.add("piece", name)]
        return _cells(lambda v: (squash(v) if v is not True and v is not False else float(v),), self._rows(columns))

    def _rows(self, columns: Sequence[int]) -> Callable[[], Sequence[Sequence[int]]]:
        eyes = self.eyes
        return lambda: [[eyes.row(piece, column) for column in columns] for piece in range(len(eyes.pieces))]

    def _planes(self, planes: Sequence[int]) -> Callable[[], Sequence[Sequence[int]]]:
        eyes = self.eyes
        return lambda: [[eyes.cell(space, plane) for plane in planes] for space in range(len(eyes._place))]

    def per_space(self, item: Any, name: str) -> Plan:
        mark = mark_of(item)
        if mark == "side":
            sides = self.members("side")
            planes = [self.add("plane", f"{name} {member}") for member in sides]
            return _cells(lambda v: [float(v == n) for n in range(len(sides))], self._planes(planes))
        return _cells(lambda v: (squash(v),), self._planes([self.add("plane", name)]))

    def places(self, name: str) -> Plan:
        """Where each piece is: in its row whether it is anywhere, where on the map and in which box; over the map how many of each side."""
        eyes = self.eyes
        spaces = self.members("space")
        there, *_ = [self.add("piece", f"{name}{what}") for what in ("", " x", " y")]
        boxes = [self.add("piece", f"{name} {spaces[n]}") for n in eyes._boxes]
        many = self.add("piece", f"{name} number") if eyes._many else -1
        planes = [self.add("plane", f"{name} {side}") for side in self.members("side")] if eyes._side_of else []

        width = 3 + len(boxes) + (many >= 0)
        """They stand side by side, so a piece that moves is one write."""
        rows: list[array[float]] = []
        """For each space, and at the end for nowhere, what stands in the row of a piece."""
        cells: list[list[int]] = []
        """For each side and space the place of its plane."""

        def shown(space: int) -> array[float]:
            flags = [float(space == box) for box in eyes._boxes]
            number = [(space + 1) / len(spaces)] if many >= 0 else []
            return array("f", [float(space >= 0), *(eyes._middle[space] if space >= 0 else (0.0, 0.0)), *flags, *number])

        def start(book: _Book) -> Callable[[Any], list[Any]]:
            page, last = book.page, [-1] * len(eyes.pieces)
            if not rows:
                rows.extend(shown(space) for space in (*range(len(spaces)), -1))
                cells.extend([[eyes.cell(space, plane) for space in range(len(spaces))] for plane in planes])
            at = [eyes.row(piece, there) for piece in range(len(last))]
            mine = [cells[side] for side in eyes._side_of[: len(last)]] if planes else []
            counts = [0] * (eyes.size + 1)  # what is beside the map, at the end, is counted and not shown
            dense = [squash(number) for number in range(len(last) + 1)]

            def move(piece: int, before: int, space: int) -> None:
                place = at[piece]
                page[place : place + width] = rows[space]
                if mine:
                    where = mine[piece]
                    if before >= 0:
                        cell = where[before]
                        number = counts[cell] = counts[cell] - 1
                        if cell >= 0:
                            page[cell] = dense[number]
                    if space >= 0:
                        cell = where[space]
                        number = counts[cell] = counts[cell] + 1
                        if cell >= 0:
                            page[cell] = dense[number]

            return _entries(last, move)

        return start

    def row_of(self, item: Any, sample: Any, name: str) -> Plan:
        """A list: pieces by their rank, spaces by their number, records as marks on what they name; anything else entry by entry."""
        eyes, mark = self.eyes, mark_of(item)
        if mark == "piece":
            column = self.add("piece", name)
            return _marks(lambda values: [(eyes.row(v, column), 1 - n / (n + HALF)) for n, v in enumerate(values) if v >= 0])
        if mark == "space":
            plane = self.add("plane", name)

            def counted(values: Iterable[int]) -> Iterator[tuple[int, float]]:
                values = list(values)
                return ((eyes.cell(v, plane), squash(values.count(v))) for v in set(values) if v >= 0 and eyes._place[v] >= 0)

            return _marks(counted)
        if get_origin(item) is tuple:
            return self.records(get_args(item), name)
        return self.each([f"{name} {n}" for n in range(len(sample))], item, sample)

    def records(self, items: Sequence[Any], name: str) -> Plan:
        """A list of records: each marks what it names; its numbers, and the places it names, stand at the first piece or space of it."""
        eyes = self.eyes
        kinds = [mark_of(item) for item in items]
        anchor = next((n for n, kind in enumerate(kinds) if kind in ("piece", "space")), None)
        if anchor is None:
            raise TypeError(f"{self.field}: a record without a piece or a space has no place")
        block = "piece" if kinds[anchor] == "piece" else "plane"
        own = {
            n: self.add("piece" if kind == "piece" else "plane", f"{name} {n}")
            for n, kind in enumerate(kinds)
            if kind in ("piece", "space")
        }
        sets = {
            n: self.add("piece" if kind == "pieces" else "plane", f"{name} {n}")
            for n, kind in enumerate(kinds)
            if kind in ("pieces", "spaces")
        }
        sides = {
            n: [self.add(block, f"{name} {n} {s}") for s in self.members("side")]
            for n, kind in enumerate(kinds)
            if kind == "side"
        }
        numbers = {
            n: self.add(block, f"{name} {n} number")
            for n, kind in enumerate(kinds)
            if n != anchor and kind not in ("pieces", "spaces", "side")
        }

        def place(block_of: str, member: int, column: int) -> int:
            return eyes.row(member, column) if block_of == "piece" else eyes.cell(member, column)

        def marks(values: Iterable[Sequence[int]]) -> Iterator[tuple[int, float]]:
            for record in values:
                at = record[anchor]
                for n, column in own.items():
                    if record[n] >= 0:
                        yield place(str(kinds[n]), record[n], column), 1.0
                for n, column in sets.items():
                    for member in bits(record[n]):
                        yield place("piece" if kinds[n] == "pieces" else "space", member, column), 1.0
                if at < 0:
                    continue
                for n, columns in sides.items():
                    if record[n] >= 0:
                        yield place(str(kinds[anchor]), at, columns[record[n]]), 1.0
                for n, column in numbers.items():
                    number = record[n]
                    value = (
                        (number + 1) / len(self.members(str(kinds[n])))
                        if kinds[n] in ("piece", "space", "lot")
                        else squash(number)
                    )
                    yield place(str(kinds[anchor]), at, column), value

        return _marks(marks)


def _as_set(hint: Any, of: int | str) -> Any:
    """A declared kind with its number read as a set."""
    if hint is int:
        return Annotated[int, Bits(of)]
    if get_origin(hint) is Annotated:
        base, *marks = get_args(hint)
        return Annotated[(_as_set(base, of), *marks)]
    assert get_origin(hint) is list, f"no set in {hint!r}"
    return list[_as_set(get_args(hint)[0], of)]  # type: ignore[misc]


def mark_of(hint: Any) -> Any:
    """What an annotated kind says of itself: "piece", "spaces", Words …; None for a plain number."""
    if get_origin(hint) is not Annotated:
        return None
    for mark in get_args(hint)[1:]:
        if isinstance(mark, (Words, Bits)) or mark in ("side", "piece", "space", "lot", "sides", "pieces", "spaces"):
            return mark
    return None


# --- ways of writing, with what was written before


def _number(cell: int) -> Plan:
    """One number or yes and no."""

    def start(book: _Book) -> Callable[[Any], None]:
        page = book.page

        def put(value: Any) -> None:
            if value is None:
                page[cell] = 0.0
            elif value is True or value is False:
                page[cell] = value
            else:
                page[cell] = value / (HALF + abs(value))

        return put

    return start


def _marks(marks: Callable[[Any], Iterable[tuple[int, float]]]) -> Plan:
    """Few numbers: those of before are wiped out, the new ones written. The same few values come again and again."""
    shown: dict[Any, list[tuple[int, float]]] = {None: []}

    def start(book: _Book) -> Callable[[Any], None]:
        page = book.page
        old: list[tuple[int, float]] = []

        def put(value: Any) -> None:
            nonlocal old
            key = tuple(value) if type(value) is list else value
            new = shown.get(key)
            if new is None:
                if len(shown) >= MEMO:
                    shown.clear()
                    shown[None] = []
                new = shown[key] = [(cell, number) for cell, number in marks(value) if cell >= 0]
            for cell, _ in old:
                page[cell] = 0.0
            for cell, number in new:
                page[cell] = number
            old = new

        return put

    return start


def _set(cells: Callable[[], Sequence[int]]) -> Plan:
    """A set as an int: only members that came or went are written."""

    where: Sequence[int] = ()

    def start(book: _Book) -> Callable[[Any], None]:
        nonlocal where
        where = where or cells()  # the same for every book
        page, before = book.page, 0

        def put(value: Any) -> None:
            nonlocal before
            value = value or 0
            changed = value ^ before
            before = value
            while changed:
                low = changed & -changed
                cell = where[low.bit_length() - 1]
                if cell >= 0:
                    page[cell] = 1.0 if value & low else 0.0
                changed ^= low

        return put

    return start


def _cells(numbers: Callable[[Any], Sequence[float]], cells: Callable[[], Sequence[Sequence[int]]]) -> Plan:
    """A list with an entry for each piece or space, None for what is not known: only entries that differ are written. ``cells`` names the
    places of each entry; where they stand side by side, as in the row of a piece, they are written at once.
    """
    where: Sequence[Sequence[int]] = ()
    firsts: Sequence[int] = ()
    blank = array("f")
    shown: dict[Any, array[float]] = {}

    def start(book: _Book) -> Callable[[Any], list[Any]]:
        nonlocal where, firsts, blank
        if not where:
            where = cells()
            firsts = [row[0] if row[0] >= 0 and list(row) == list(range(row[0], row[0] + len(row))) else -1 for row in where]
            blank = array("f", bytes(4 * len(where[0])))
        page = book.page
        width = len(where[0])
        last: list[Any] = [None] * len(where)

        def show(n: int, before: Any, value: Any) -> None:
            if value is None:
                row = blank
            else:
                row = shown.get(value)  # type: ignore[assignment]
                if row is None:
                    if len(shown) >= MEMO:
                        shown.clear()
                    row = shown[value] = array("f", numbers(value))
            first = firsts[n]
            if first >= 0:
                page[first : first + width] = row
            else:
                for cell, number in zip(where[n], row):
                    if cell >= 0:
                        page[cell] = number

        return _entries(last, show)

    return start


def _entries(last: list[Any], show: Callable[[int, Any, Any], None]) -> Callable[[Sequence[Any] | None], list[Any]]:
    """What shows the entries of a list that differ from those of before, which in the beginning say that there is nothing. The entry that
    changed last is looked at first: it often is the only one, and whether two lists differ is known sooner than where. It hands out the
    list as it stands then, which saves a copy.
    """
    every, nothing = range(len(last)), last[:]
    again = 0

    def put(values: Sequence[Any] | None) -> list[Any]:
        nonlocal again
        if not values:
            values = nothing
        before, value = last[again], values[again]
        if value is not before:
            last[again] = value
            show(again, before, value)
            if values == last:
                return last
        for n in list(compress(every, map(is_not, values, last))):
            before, value = last[n], values[n]
            last[n] = value
            if value != before:
                show(n, before, value)
                again = n
        return last

    return put


# --- what is asked


class _Question:
    """The places and numbers of a question, and what is written when it follows another."""

    def __init__(self, marks: dict[int, float]) -> None:
        self.marks = marks
        self.ways: dict[_Question, list[tuple[int, float]]] = {}

    def after(self, old: _Question) -> list[tuple[int, float]]:
        """What differs."""
        gone = [(cell, 0.0) for cell in old.marks if cell not in self.marks]
        return gone + [(cell, number) for cell, number in self.marks.items() if old.marks.get(cell) != number]


class _Asked:
    """Whose eyes these are, who is asked, by which step, and about what. With secrets: only if it is this side that is asked."""

    def __init__(self, eyes: Features) -> None:
        self.eyes = eyes
        rules = eyes.game
        self.secrets = eyes.secrets
        self._memo: dict[Any, _Question] = {}
        add = eyes.add
        self.me = [add("scalar", "", f"eyes {side.id}", "Whose view this is.") for side in rules.sides]
        self.asked = [
            add("scalar", "", f"asked {side.id}", "Who is asked; in a game with secrets only the owner of these eyes.")
            for side in rules.sides
        ]
        self.steps = {kind: add("scalar", "", f"step {kind.__name__}", "The step that asks.") for kind in rules.steps}
        self.under: dict[type, int] = {}
        self.phases: dict[type, dict[str, int]] = {}
        if not self.secrets:
            for kind in rules.steps:
                self.under[kind] = add("scalar", "", f"under way {kind.__name__}", "A step somewhere below the one that asks.")
                if issubclass(kind, Run):
                    names = kind.sequence.phases
                    self.phases[kind] = {
                        name: add("scalar", "", f"{kind.__name__} {name}", "The phase of a sequence under way.") for name in names
                    }
        self.about = {
            "piece": add("piece", "", "about", "The piece the question is about."),
            "space": add("plane", "", "about", "The space it is about."),
        }
        self.fields: dict[type, list[tuple[str, Callable[[Any], Iterable[tuple[int, float]]]]]] = {}
        self.named = {"piece": -1, "space": -1}
        if eyes._step_fields:
            self.named = {"piece": add("piece", "", "in the step", "Pieces the step that asks names."),
                          "space": add("plane", "", "in the step", "Spaces it names.")}  # fmt: skip
            for kind in rules.steps:
                self.fields[kind] = [
                    (f, reader) for f, codec in rules.step_codecs[kind].items() if (reader := self._reader(kind, f, codec.hint))
                ]

    def _reader(self, kind: type, field: str, hint: Any) -> Callable[[Any], Iterable[tuple[int, float]]] | None:
        eyes, mark = self.eyes, mark_of(hint)
        if mark == "piece":
            return lambda v: [(eyes.row(v, self.named["piece"]), 1.0)] if v >= 0 else []
        if mark == "space":
            return lambda v: [(eyes.cell(v, self.named["space"]), 1.0)] if v >= 0 else []
        if mark == "pieces":
            return lambda v: [(eyes.row(n, self.named["piece"]), 1.0) for n in bits(v)]
        if mark == "spaces":
            return lambda v: [(eyes.cell(n, self.named["space"]), 1.0) for n in bits(v)]
        if hint in (int, bool) or isinstance(mark, Words) or mark in ("side", "lot"):
            column = eyes.add("scalar", "", f"{kind.__name__}.{field}", "A number the step that asks holds.")
            return lambda v: [(column, float(v) if v is True or v is False else squash(v))]
        return None  # longer lists: what they name is among the choices

    def open(self, book: _Book) -> Callable[[War, int, Any], None]:
        """What writes a question. The same few are asked again and again; with secrets what lies below the step that asks does not count."""
        page, memo, secrets = book.page, self._memo, self.secrets
        old = _Question({})

        def write(war: War, side: int, decision: Any) -> None:
            nonlocal old
            if decision is None:
                for asked in war.asked():
                    if asked.side == side:
                        decision = asked
            stack = war.stack
            about = None if decision is None else decision.about
            if secrets:
                key: Any = (side, stack and stack[0], about, decision is not None)
            else:
                key = (side, stack, about, tuple(one.side for one in war.asked()))
            new = memo.get(key)
            if new is None:
                if len(memo) >= MEMO:
                    memo.clear()
                marks = self._all(war, decision, side)
                new = memo[key] = _Question({cell: number for cell, number in marks if cell >= 0})  # a box has no place
            if new is old:
                return
            ways = new.ways
            way = ways.get(old)
            if way is None:
                if len(ways) >= WAYS:
                    ways.clear()
                way = ways[old] = new.after(old)
            for cell, number in way:
                page[cell] = number
            old = new

        return write

    def _all(self, war: War, decision: Any, side: int) -> list[tuple[int, float]]:
        numbers = [(self.me[side], 1.0)]
        if war.stack is None or (decision is None and self.secrets):
            return numbers
        numbers += [(self.asked[side], 1.0)] if self.secrets else [(self.asked[asked.side], 1.0) for asked in war.asked()]
        step, below = war.stack
        kind = type(step)
        numbers.append((self.steps[kind], 1.0))
        if decision is not None and decision.about is not None and decision.about[0] in self.about:
            what, number = decision.about
            numbers.append(((self.eyes.row if what == "piece" else self.eyes.cell)(number, self.about[what]), 1.0))
        for field, reader in self.fields.get(kind, ()):
            numbers += reader(getattr(step, field))
        under = self.under
        while below is not None and under:
            step, below = below
            numbers.append((under[type(step)], 1.0))
            phases = self.phases.get(type(step))
            if phases is not None and isinstance(step, Run) and step.phase:
                numbers.append((phases[step.phase.removeprefix("before ")], 1.0))
        return numbers
