"""All tables of a game as charts, each value with its source; what is reconstructed stands on a coloured ground."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec
from reportlab.platypus import KeepTogether

from ..engine.tables import Entry, Tables
from . import paint
from .text import Flow, Heading, cramped, gap, grid, para, plain

WIDE = 12
"""A table of more columns is told in words."""
LONG = 24
"""A mapping of more members is told by its values."""
NUMBERS = 60
"""Of a longer list of bare numbers only its length is told: it is drawn on the map."""

Tree = dict[str, Any]


class Chart(msgspec.Struct, frozen=True):
    """One chart: its heading, what stands below it, and whether it needs the whole width of a page."""

    title: str
    flow: Flow
    wide: bool


def charts(tables: Tables, narrow: float, width: float, only: str = "") -> list[Chart]:
    """Every entry, by the first word of its key; with ``only`` those whose first word matches."""
    drawn = []
    for name, tree in _trees(tables).items():
        if not re.search(only, name):
            continue
        if name == "map":
            drawn.append(Chart("Map", _drawn(tree), False))
            continue
        flow, wide = _chart(name, tree, narrow)
        if wide:
            flow, _ = _chart(name, tree, width)
        drawn.append(Chart(_title(name), flow, wide))
    return drawn


def _drawn(tree: Tree) -> Flow:
    """What lies where is told by the map itself: here only where it comes from."""
    notes = _Notes(0)
    for entry in _entries_of(tree):
        notes.mark(entry)
    return [para("Everything that lies somewhere is drawn on the map.", "small"), *notes.flow(lettered=False), gap()]


def _entries_of(tree: Tree) -> Iterator[Entry]:
    for node in tree.values():
        if isinstance(node, Entry):
            yield node
        else:
            yield from _entries_of(node)


def heading(chart: Chart) -> Heading:
    return Heading(plain(chart.title), "chapter", f"chart-{chart.title.replace(' ', '-')}", 1, chart.title)


def _chart(name: str, tree: Tree, width: float) -> tuple[Flow, bool]:
    notes = _Notes(width)
    body: Flow = []
    _lay_out(name, tree, notes, body, top=True)
    return [*body, *notes.flow(), gap()], notes.cramped


def _trees(tables: Tables) -> dict[str, Tree]:
    roots: Tree = {}
    for key, entry in tables.entries.items():
        *path, last = key.split(".")
        node = roots
        for part in path or [key]:
            node = node.setdefault(part, {})
        node[last] = entry
    return roots


class _Notes:
    """The sources of one chart, each told once and lettered; and whether its tables have room."""

    def __init__(self, width: float) -> None:
        self.width = width
        self.cramped = False
        self.numbers: dict[str, int] = {}
        self.rebuilt: set[str] = set()

    def mark(self, entry: Entry) -> str:
        n = self.numbers.setdefault(entry.source, len(self.numbers) + 1)
        if entry.reconstructed:
            self.rebuilt.add(entry.source)
        return f'<super rise=2.4 size=5.4><font color="{paint.BRASS}">{_letter(n)}</font></super>'

    def grid(self, rows: list[list[str]], shaded: list[tuple[int, int]], centred: bool = False, natural: bool = True) -> Any:
        self.cramped |= cramped(rows, self.width)
        return grid(rows, self.width, shaded, centred, natural)

    def flow(self, lettered: bool = True) -> Flow:
        said = [
            (f"<super rise=2 size=5.4>{_letter(n)}</super>&nbsp;" if lettered else "")
            + (f"<b>{plain(s)}</b>" if s in self.rebuilt else plain(s))
            for s, n in self.numbers.items()
        ]
        return [para("Sources: " + "; ".join(part.rstrip(".") for part in said) + ".", "note")] if said else []


def _letter(n: int) -> str:
    """Notes are lettered, for a small number behind a number would be taken for a power.

    >>> _letter(1), _letter(27)
    ('a', 'aa')
    """
    letters = ""
    while n:
        n, rest = divmod(n - 1, 26)
        letters = chr(97 + rest) + letters
    return letters


def _lay_out(path: str, tree: Tree, notes: _Notes, flow: Flow, top: bool = False) -> None:
    """One branch: its own entries in the form that fits them, then the branches below."""
    entries = {k: v for k, v in tree.items() if isinstance(v, Entry)}
    branches = {k: v for k, v in tree.items() if not isinstance(v, Entry)}
    title = [] if top else [_label(path)]
    heads = next((e.value for k, e in entries.items() if k == "columns" and isinstance(e.value, list)), None)
    table = _matrix_of_branches(branches, notes) if branches and not entries else None
    if table is not None:
        flow.append(KeepTogether([*title, table]) if len(branches) < 30 else table)
        return
    if entries:
        table = _entries(entries, notes)
        flow.append(KeepTogether([*title, table]) if len(entries) < 30 else table)
    for name, branch in branches.items():
        rows = {k: v for k, v in branch.items() if isinstance(v, Entry)}
        if heads and rows and all(isinstance(e.value, list) and len(e.value) == len(heads) for e in rows.values()):
            flow.append(KeepTogether([_label(f"{path}.{name}"), _lists(rows, notes, [str(h) for h in heads])]))
            branch = {k: v for k, v in branch.items() if k not in rows}
        if branch:
            _lay_out(f"{path}.{name}", branch, notes, flow)


def _label(path: str) -> Any:
    """The name of a branch above its table."""
    return para(plain(_title(path.split(".", 1)[1])), "label")


def _entries(entries: dict[str, Entry], notes: _Notes) -> Any:
    """Entries side by side: as a grid of lists, a matrix of mappings, or a plain list of names and values."""
    values = [entry.value for entry in entries.values()]
    if len(values) > 1 and all(isinstance(v, dict) for v in values):
        keys = list(dict.fromkeys(key for value in values for key in value))
        if len(keys) <= WIDE and all(len(v) * 2 >= len(keys) for v in values):
            return _mappings(entries, keys, notes)
        return _cards(entries, notes)
    flat = all(isinstance(v, list) and all(not isinstance(x, (list, dict)) for x in v) for v in values)
    if len(values) > 2 and flat and len({len(v) for v in values}) == 1 and 2 <= len(values[0]) <= WIDE:
        return _lists(entries, notes, [str(i + 1) for i in range(len(values[0]))])
    rows, shaded = [], []
    for name, entry in entries.items():
        rows.append([plain(_title(name)), tell(entry.value) + notes.mark(entry)])
        if entry.reconstructed:
            shaded.append((1, len(rows) - 1))
    return grid(rows, notes.width, shaded, natural=True, headed=False)


def _lists(entries: dict[str, Entry], notes: _Notes, heads: list[str]) -> Any:
    rows = [["", *(plain(h) for h in heads)]]
    shaded = []
    for name, entry in entries.items():
        rows.append([plain(_title(name)) + notes.mark(entry), *(tell(value) for value in entry.value)])
        if entry.reconstructed:
            shaded += [(c, len(rows) - 1) for c in range(1, len(heads) + 1)]
    return notes.grid(rows, shaded, centred=True)


def _mappings(entries: dict[str, Entry], keys: list[str], notes: _Notes) -> Any:
    rows = [["", *(plain(_title(key)) for key in keys)]]
    shaded = []
    for name, entry in entries.items():
        rows.append([plain(_title(name)) + notes.mark(entry), *(tell(entry.value[k]) if k in entry.value else "" for k in keys)])
        if entry.reconstructed:
            shaded += [(c, len(rows) - 1) for c in range(1, len(keys) + 1)]
    return notes.grid(rows, shaded)


def _cards(entries: dict[str, Entry], notes: _Notes) -> Any:
    """Mappings with too many members for columns: told in words, without what is empty or no, each with its source."""
    rows = [["", "Values", "Source"]]
    shaded = []
    for name, entry in entries.items():
        title = entry.value.get("name", "")
        said = "; ".join(
            f"{plain(_words(k))} {tell(v)}"
            for k, v in entry.value.items()
            if k != "name" and v is not False and v != "" and v != 0
        )
        source = f'<font size="5.8">{plain(entry.source)}</font>'
        rows.append([f"<b>{plain(title)}</b>" if title else plain(_words(name)), said, source])
        if entry.reconstructed:
            shaded.append((1, len(rows) - 1))
    return notes.grid(rows, shaded, natural=False)


def _matrix_of_branches(branches: dict[str, Tree], notes: _Notes) -> Any:
    """Branches that all have the same entries are the rows of one table: the planes with their numbers."""
    names = list(dict.fromkeys(key for branch in branches.values() for key in branch))
    alike = all(
        len(branch) * 2 >= len(names) and all(isinstance(v, Entry) and _short(v.value) for v in branch.values())
        for branch in branches.values()
    )
    if len(branches) < 2 or not alike or len(names) > WIDE:
        return None
    rows = [["", *(plain(_title(name)) for name in names)]]
    shaded = []
    for title, branch in branches.items():
        row = [plain(_title(title))]
        for column, name in enumerate(names, 1):
            entry = branch.get(name)
            row.append("" if entry is None else tell(entry.value) + notes.mark(entry))
            if entry is not None and entry.reconstructed:
                shaded.append((column, len(rows)))
        rows.append(row)
    return notes.grid(rows, shaded, natural=False)


def _short(value: Any) -> bool:
    if isinstance(value, dict):
        return len(value) <= 6
    if isinstance(value, list):
        return len(value) <= 12
    return True


def tell(value: Any) -> str:
    """A value in words for a cell."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return f"{value:g}"
    if isinstance(value, dict):
        return _tell_mapping(value)
    if isinstance(value, list):
        numbers = list(_flat(value))
        if len(numbers) > NUMBERS and all(isinstance(n, (int, float)) for n in numbers):
            return f"<i>{len(numbers)} numbers, drawn on the map</i>"
        if value and all(isinstance(v, (list, dict)) for v in value):
            return "; ".join(tell(v) for v in value)
        return ", ".join(tell(v) for v in value) or "none"
    return plain(value.replace("_", " ") if isinstance(value, str) else value) if str(value) else "-"


def _tell_mapping(value: Mapping[str, Any]) -> str:
    if len(value) <= LONG:
        return "; ".join(f"{plain(_words(str(k)))}: {tell(v)}" for k, v in value.items()) or "none"
    by_value: dict[str, list[str]] = {}
    for key, member in value.items():
        by_value.setdefault(tell(member), []).append(str(key))
    if len(by_value) * 2 > len(value):
        numbers = list(_flat(value))
        if all(isinstance(n, (int, float)) for n in numbers):
            return f"<i>{len(numbers)} numbers, drawn on the map</i>"
        return "; ".join(f"{plain(k)}: {tell(v)}" for k, v in value.items())
    return "<br/>".join(f"<b>{member}</b>: {plain(' '.join(keys))}" for member, keys in by_value.items())


def _flat(value: Any) -> Iterator[Any]:
    if isinstance(value, dict):
        value = value.values()
    if isinstance(value, (list, type({}.values()))):
        for member in value:
            yield from _flat(member)
    else:
        yield value


SPOKEN = frozenset(["map", "air", "sea", "sub", "on", "to", "from", "of", "cap", "aid", "low", "top", "die", "day"])
"""Short words that are no abbreviations."""


def _title(key: str) -> str:
    """A key as a heading; a very short one is an abbreviation.

    >>> _title("aa"), _title("air"), _title("drm.target_lower")
    ('AA', 'Air', 'Drm, target lower')
    """
    words = _words(key)
    return words.upper() if len(words) < 4 and words not in SPOKEN else words[:1].upper() + words[1:]


def _words(key: str) -> str:
    """A key as people write it.

    >>> _words("drm.target_lower")
    'drm, target lower'
    """
    return key.replace(".", ", ").replace("_", " ")
