"""A game's numbers, each with its source, and table packs that replace them.

A file ``data/*.toml`` holds *entries*: tables with ``value`` and ``source``, and if they have limits ``min`` and ``max`` for
numbers, ``choices`` for words, ``keys`` for the names a table may have, ``open`` for lists of any length. Limits hold for
every member of a list or table. Where no limit is given, a pack may go to a few times what is printed, for numbers, for the length of
open lists and of words: a map of a hundred million hexes is no map. What is told only for the reader's sake is marked ``note = true``, or by a pattern in a list
``notes`` where a file is made by a tool. A pack is a TOML file with plain values under the same keys; it changes single members of
a table and whole lists. What it takes out it names: ``remove`` lists members of tables, ``replace`` lists tables of which only the
members in this pack remain. Both stand at the top, before the first header:

    remove = ["map.objectives.1721", "map.objectives.1727"]
    replace = ["map.landmark_vp"]

    [fire]
    hits_on = [8, 8, 7, 6]

    [map.landmark_vp]
    Roma = 3

A game that cannot be played without what is gone refuses such a pack when it is set up. ``Tables.changes`` says what a pack changed.
"""

from __future__ import annotations

import fnmatch
import math
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import tomli_w

from . import toml

LONGEST_WORD = 400
LONGEST_LIST = 200


class TablesError(ValueError):
    """A table pack does not fit: the message names the file, the key and the reason."""


class Entry(msgspec.Struct, frozen=True):
    """One value with where it comes from and what it may be."""

    key: str
    value: Any
    source: str
    min: float | None = None
    max: float | None = None
    choices: tuple[str, ...] = ()
    keys: tuple[str, ...] = ()
    open: bool = False
    note: bool = False
    """Told for the reader's sake: nothing in play reads it, and no pack may change it."""

    @property
    def bounds(self) -> tuple[float, float]:
        """The least and the greatest number it may hold."""
        room = max(100.0, 4 * max(map(abs, _numbers(self.value)), default=0.0))
        return -room if self.min is None else self.min, room if self.max is None else self.max

    @property
    def reconstructed(self) -> bool:
        """True if the printed game is lost here and the value is ours."""
        return self.source.startswith("reconstruction")


class Change(msgspec.Struct, frozen=True):
    """What a pack makes of one value, or of one member of a table."""

    key: str
    printed: Any
    """None for a member that was not there."""
    value: Any
    """None for a member that is gone."""

    def words(self) -> str:
        """For people: ``map.objectives.1721: 1 -> removed``."""
        before = "not there" if self.printed is None else plainly(self.printed)
        return f"{self.key}: {before} -> {'removed' if self.value is None else plainly(self.value)}"


class Tables:
    """All entries of a game: ``tables["fire.hits_on"]`` is a value, ``tables.entry(...)`` has the source too."""

    def __init__(self, entries: dict[str, Entry], pack: str = "", printed: Tables | None = None) -> None:
        self.entries = entries
        self.pack = pack
        """The text of the pack laid over the printed values, empty if none."""
        self.printed = printed or self

    def __getitem__(self, key: str) -> Any:
        return self.entries[key].value

    def get(self, key: str, otherwise: Any = None) -> Any:
        """A value, or what is given where there is no such entry."""
        known = self.entries.get(key)
        return otherwise if known is None else known.value

    def entry(self, key: str) -> Entry:
        """A value with its bounds and its source."""
        return self.entries[key]

    def under(self, prefix: str) -> list[str]:
        """The names right below a key, in file order: the planes under "planes"."""
        start = prefix + "."
        return list(dict.fromkeys(k[len(start) :].split(".", 1)[0] for k in self.entries if k.startswith(start)))

    def changes(self) -> list[Change]:
        """What the pack has changed, value by value and member by member, in file order."""
        found: list[Change] = []
        if self.printed is self:
            return found
        for key, entry in self.entries.items():
            was, now = self.printed[key], entry.value
            if isinstance(was, dict):
                members = dict.fromkeys((*was, *now))
                found += [Change(f"{key}.{m}", was.get(m), now.get(m)) for m in members if was.get(m) != now.get(m)]
            elif was != now:
                found.append(Change(key, was, now))
        return found

    @property
    def poorer(self) -> list[str]:
        """The members that a pack has taken out."""
        return [change.key for change in self.changes() if change.value is None]

    @classmethod
    def read(cls, folder: Path) -> Tables:
        """Every ``*.toml`` of a game's data folder."""
        entries: dict[str, Entry] = {}
        told: list[str] = []
        for path in sorted(folder.glob("*.toml")):
            with path.open("rb") as file:
                values = tomllib.load(file)
                told += values.pop("notes", [])
                for entry in _entries(values, ""):
                    if entry.key in entries:
                        raise TablesError(f"{path.name}: {entry.key} stands twice")
                    problem = _fits(entry, entry.value)
                    if problem:
                        raise TablesError(f"{path.name}: {entry.key}: {problem}")
                    entries[entry.key] = entry
        for pattern in told:
            known = fnmatch.filter(entries, pattern)
            if not known:
                raise TablesError(f"notes: {pattern} names nothing")
            entries |= {key: msgspec.structs.replace(entries[key], note=True) for key in known}
        return cls(entries)

    def with_pack(self, text: str, name: str = "table pack") -> Tables:
        """The same tables with the values of a pack in place of the printed ones."""
        if not text.strip():
            return self
        try:
            pack = toml.loads(text)
        except toml.TomlError as error:
            raise TablesError(f"{name}: not a TOML file: {error}") from None
        entries = dict(self.entries)
        gone, anew = self._named(pack, "remove", name), self._named(pack, "replace", name)
        for path in anew:
            entry = self.entries.get(path)
            if entry is None or not isinstance(entry.value, dict):
                raise TablesError(f"{name}: replace: {path} is no table of values{self._hint(path)}")
            entries[path] = msgspec.structs.replace(entry, value={})
        self._lay(pack, "", entries, name)
        for path in gone:
            self._take_out(path, entries, name)
        for path in anew:
            if not entries[path].value:
                raise TablesError(f"{name}: replace: {path}: the pack names nothing to put in its place")
        return Tables(entries, text, self)

    @staticmethod
    def _named(pack: dict[str, Any], word: str, name: str) -> list[str]:
        """The paths a pack lists under one of its two words."""
        found = pack.pop(word, [])
        if not isinstance(found, list) or not all(isinstance(path, str) for path in found):
            raise TablesError(f'{name}: {word}: expected a list of names like {word} = ["map.objectives.1721"]')
        return found

    def _take_out(self, path: str, entries: dict[str, Entry], name: str) -> None:
        """Remove one member of a table. A member's name may have dots in it."""
        key = next((key for key in entries if path.startswith(key + ".") and isinstance(entries[key].value, dict)), None)
        if key is None:
            why = "only members of a table can be taken out" if path in entries else "there is no such value"
            raise TablesError(f"{name}: remove: {path}: {why}{'' if path in entries else self._hint(path)}")
        member, entry = path[len(key) + 1 :], entries[key]
        if entry.note:
            raise TablesError(f"{name}: remove: {path}: this is only told, nothing in the game reads it")
        if member not in entry.value:
            raise TablesError(f"{name}: remove: {path}: there is no {member!r} in {key}; there are {', '.join(entry.value)}")
        left = {m: value for m, value in entry.value.items() if m != member}
        if not left:
            raise TablesError(f"{name}: remove: {path}: nothing would be left of {key}")
        entries[key] = msgspec.structs.replace(entry, value=left, source=f"{name}: {key}")

    def _lay(self, values: dict[str, Any], prefix: str, entries: dict[str, Entry], name: str) -> None:
        for key, value in values.items():
            path = f"{prefix}{key}"
            entry = self.entries.get(path)
            if entry is not None and entry.note:
                raise TablesError(f"{name}: {path}: this is only told, nothing in the game reads it")
            if entry is not None:
                problem = _fits(entry, value)
                if problem:
                    raise TablesError(f"{name}: {path}: {problem}")
                if isinstance(value, dict):
                    value = {**entries[path].value, **value}
                entries[path] = msgspec.structs.replace(entry, value=value, source=f"{name}: {entry.key}")
            elif isinstance(value, dict) and any(k.startswith(path + ".") for k in self.entries):
                self._lay(value, path + ".", entries, name)
            else:
                raise TablesError(f"{name}: {path}: there is no such value{self._hint(path)}")

    def _hint(self, path: str) -> str:
        import difflib

        near = difflib.get_close_matches(path, list(self.entries), 1)
        return f" (did you mean {near[0]}?)" if near else ""


def _entries(values: dict[str, Any], prefix: str) -> Iterator[Entry]:
    for key, value in values.items():
        path = f"{prefix}{key}"
        if not isinstance(value, dict):
            raise TablesError(f"{path}: a bare value; every value needs its source")
        if "value" in value and "source" in value:
            yield msgspec.convert({"key": path, **value}, Entry)
        else:
            yield from _entries(value, path + ".")


def _fits(entry: Entry, value: Any) -> str:
    """What is wrong with a value for this entry; empty if nothing is."""
    return _problem(entry, entry.value, value, entry.bounds)


def _problem(entry: Entry, model: Any, value: Any, bounds: tuple[float, float]) -> str:
    if isinstance(model, bool) or isinstance(value, bool):
        return "" if type(model) is type(value) else f"expected {_kind(model)}, found {_short(value)}"
    if isinstance(model, (int, float)):
        if (isinstance(model, int) and not isinstance(value, int)) or not isinstance(value, (int, float)):
            return f"expected {_kind(model)}, found {_short(value)}"
        if not math.isfinite(value):
            return f"{value} is no number to play with"
        least, most = bounds
        if value < least:
            return f"{_short(value)} is below {least:g}"
        if value > most:
            return f"{_short(value)} is above {most:g}"
        return ""
    if isinstance(model, str):
        if not isinstance(value, str):
            return f"expected text, found {_short(value)}"
        if entry.choices and value not in entry.choices:
            return f"{_short(value)} is none of {', '.join(entry.choices)}"
        longest = max(LONGEST_WORD, 2 * len(model))
        return f"a word of {len(value):,} characters; {longest} is the most here" if len(value) > longest else ""
    if isinstance(model, list):
        if not isinstance(value, list):
            return f"expected a list, found {_short(value)}"
        if entry.open:
            most = max(LONGEST_LIST, 2 * len(model))
            if len(value) > most:
                return f"{len(value):,} values; {most} is the most here"
            sample = model[0] if model else ""
            return next((p for p in (_problem(entry, sample, v, bounds) for v in value) if p), "")
        if len(value) != len(model):
            return f"expected {len(model)} values, found {len(value)}"
        problems = (_problem(entry, m, v, bounds) for m, v in zip(model, value, strict=True))
        return next((p for p in problems if p), "")
    if isinstance(model, dict):
        if not isinstance(value, dict):
            return f"expected a table, found {_short(value)}"
        sample = next(iter(model.values()), 0)
        for k, v in value.items():
            if k not in model and k not in entry.keys:
                return f"there is no {_short(k)} here" + (f"; it may be {', '.join(entry.keys)}" if entry.keys else "")
            problem = _problem(entry, model.get(k, sample), v, bounds)
            if problem:
                return f"{k}: {problem}"
        return ""
    return f"no way to check a value of type {type(model).__name__}"


def _numbers(value: Any) -> Iterator[float]:
    if isinstance(value, (int, float)):
        yield value
    elif isinstance(value, (list, dict)):
        for inner in value.values() if isinstance(value, dict) else value:
            yield from _numbers(inner)


def _short(value: Any) -> str:
    """A wrong value in a message; not all of it, if somebody has sent a book."""
    text = repr(value)
    return text if len(text) <= 80 else f"{text[:79]}…"


def plainly(value: Any) -> str:
    """A value as a pack would write it."""
    return tomli_w.dumps({"x": value}).split("=", 1)[1].strip().replace("\n", " ") if not isinstance(value, dict) else str(value)


def _kind(model: Any) -> str:
    if isinstance(model, bool):
        return "true or false"
    return "a whole number" if isinstance(model, int) else "a number"
