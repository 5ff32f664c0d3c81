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

A pack may also *add*: names to the sections a game lists as ``open`` (units, scenarios), members to its open tables (the hexes of a map),
and options of its own, each a choice between further values. A new name says everything, or is ``like`` another and says what differs:

    replace = ["units"]              # only the units named below remain

    [units.FD_1]                     # as it is printed

    [units.MY_1]
    like = "FD_1"
    name = "Storm 1"

    [scenarios.raid]
    like = "invasion"
    title = "A raid"
    position = "…"                   # the text of a position to begin with

    [options.night.values.no]        # the first value is what is played if nothing is chosen

    [options.night.values.yes]
    drop.companies = 2

What the words of a list or table are names of, a game says in ``[names]`` (the members of lists, the values of tables) and ``[keys]`` (the
keys of tables): a pack that writes a name nobody has is told, instead of a unit that never comes.

``engine/packs.py`` reads packs from folders and archives, with who made them.
"""

from __future__ import annotations

import fnmatch
import math
import re
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec
import tomli_w

from . import shapes, toml

LONGEST_WORD = 400
LONGEST_LIST = 200
LONGEST_TEXT = 100_000
"""Characters of a position that becomes a scenario."""
LARGEST_PACK = 200_000
"""Characters of a whole pack: every save and every start of a turn carries it."""
MOST_OPTIONS = 12
FEW = 6
"""So many names that are gone are told one by one."""
SPOKEN = ("title", "blurb", "position")
"""What a scenario of a pack may say beside its values."""
NAME = re.compile(r"[A-Za-z0-9][\w-]{0,39}")
"""What a pack and what it adds may be called."""

Where = Callable[[str], str]
"""Which file of a pack a key stands in, for messages."""
UNNAMED = "table pack"
"""What messages call a pack whose files they do not know; ``packs.told`` puts the file there."""


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


class Manifest(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What a pack says of itself, under ``[pack]``."""

    name: str
    game: str
    version: str = "1"
    title: str = ""
    about: str = ""
    author: str = ""
    licence: str = ""
    needs: str = ""
    """The least version of Grand Harbour it can be played with, like 0.3."""


class PackOption(msgspec.Struct, frozen=True):
    """An option that a pack adds: further values for each of its choices."""

    id: str
    title: str
    help: str
    laid: dict[str, dict[str, Any]]
    rule: str = ""

    @property
    def default(self) -> str:
        """What is played if nothing is chosen: the first."""
        return next(iter(self.laid))

    @property
    def allowed(self) -> tuple[str, ...]:
        """What may be chosen."""
        return tuple(self.laid)

    @property
    def values(self) -> tuple[tuple[str, str], ...]:
        """The same with words for people."""
        return tuple((value, value.replace("_", " ")) for value in self.laid)


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


class Refers(msgspec.Struct, frozen=True):
    """Words that are names of something: those of the entries a pattern names, part by part."""

    pattern: str
    keys: bool
    """The keys of a table; otherwise its values, or the members of a list."""
    to: tuple[str, ...]
    """Sections, tables and lists that hold the names; ``=word`` is a word of its own."""

    def fits(self, path: str) -> bool:
        """Whether an entry is meant."""
        parts, wanted = path.split("."), self.pattern.split(".")
        return len(parts) == len(wanted) and all(map(fnmatch.fnmatchcase, parts, wanted))

    def words(self, value: Any) -> list[str]:
        """What of a value must be a name."""
        words = value if self.keys or isinstance(value, list) else value.values() if isinstance(value, dict) else [value]
        return [word for word in words if isinstance(word, str)]


class Tables:
    """All entries of a game: ``tables["fire.hits_on"]`` is a value, ``tables.entry(...)`` has the source too."""

    def __init__(
        self,
        entries: dict[str, Entry],
        pack: str = "",
        printed: Tables | None = None,
        sections: Sequence[str] = (),
        manifest: Manifest | None = None,
        options: Sequence[PackOption] = (),
        refers: Sequence[Refers] = (),
    ) -> None:
        self.entries = entries
        self.pack = pack
        """The text of the pack laid over the printed values, empty if none."""
        self.printed = printed or self
        self.sections = tuple(sections)
        """Where a pack may add names and take them out."""
        self.manifest = manifest
        """What the pack says of itself, if it does."""
        self._under: dict[str, list[str]] = {}
        self.options = tuple(options)
        """What the pack lets players choose."""
        self.refers = tuple(refers)

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
        known = self._under.get(prefix)
        if known is None:
            start = prefix + "."
            known = list(dict.fromkeys(k[len(start) :].split(".", 1)[0] for k in self.entries if k.startswith(start)))
            self._under[prefix] = known
        return list(known)

    def changes(self) -> list[Change]:
        """What the pack has changed, value by value and member by member, in file order; of what it adds or takes out, the name."""
        changed: list[Change] = []
        if self.printed is self:
            return changed
        was, now = ({s: t.under(s) for s in self.sections} for t in (self.printed, self))
        gone = [f"{section}.{name}" for section in self.sections for name in was[section] if name not in now[section]]
        added = [f"{section}.{name}" for section in self.sections for name in now[section] if name not in was[section]]
        for key, entry in self.entries.items():
            before = self.printed.entries.get(key)
            if before is None:
                continue
            if isinstance(before.value, dict):
                members = dict.fromkeys((*before.value, *entry.value))
                changed += [
                    Change(f"{key}.{m}", before.value.get(m), entry.value.get(m))
                    for m in members
                    if before.value.get(m) != entry.value.get(m)
                ]
            elif before.value != entry.value:
                changed.append(Change(key, before.value, entry.value))
        changed += [Change(name, None, self._whole(name)) for name in added]
        return changed + [Change(name, self.printed._whole(name), None) for name in gone]

    def summary(self) -> list[Change]:
        """The same for people: of a section that a pack has all but emptied only how many names are gone."""
        changed = self.changes()
        for section in self.sections:
            inside = [c for c in changed if c.value is None and c.key.rpartition(".")[0] == section]
            if len(inside) > FEW:
                count = f"{len(self.printed.under(section))} names"
                changed = [c for c in changed if c not in inside]
                changed.append(Change(section, count, f"{len(self.under(section))} names"))
        return changed

    def _whole(self, name: str) -> Any:
        """Whatever stands under a name, for messages: what a unit is called, else all its values."""
        value = self.get(name)
        if isinstance(value, dict):
            return value.get("title", value.get("name", value))
        return value if value is not None else self.get(f"{name}.title", name.rsplit(".", 1)[-1])

    @property
    def poorer(self) -> list[str]:
        """What a pack has taken out."""
        return [change.key for change in self.changes() if change.value is None]

    @property
    def other(self) -> bool:
        """Whether there is more or less than in print, so that it must be tried whether a game can be played."""
        return any(change.value is None or change.printed is None for change in self.changes())

    @classmethod
    def read(cls, folder: Path) -> Tables:
        """Every ``*.toml`` of a game's data folder."""
        entries: dict[str, Entry] = {}
        told: list[str] = []
        opened: list[str] = []
        refers: list[Refers] = []
        for path in sorted(folder.glob("*.toml")):
            with path.open("rb") as file:
                values = tomllib.load(file)
                told += values.pop("notes", [])
                opened += values.pop("open", [])
                for word in ("names", "keys"):
                    refers += [Refers(pattern, word == "keys", tuple(to)) for pattern, to in values.pop(word, {}).items()]
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
        sections = []
        for name in opened:
            known = fnmatch.filter(entries, name)
            if known:
                entries |= {key: msgspec.structs.replace(entries[key], open=True) for key in known}
            elif any(key.startswith(f"{name}.") for key in entries):
                sections.append(name)
            else:
                raise TablesError(f"open: {name} names nothing")
        return cls(entries, sections=sections, refers=refers)

    def with_pack(self, text: str, name: str | Where = UNNAMED, game: str = "") -> Tables:
        """The same tables with what a pack changes and adds. ``name``: what the pack is called, or which file a key stands in."""
        if not text.strip():
            return self
        where: Where = (lambda _: name) if isinstance(name, str) else name
        if len(text) > LARGEST_PACK:
            raise TablesError(f"{where('')}: {len(text):,} characters; {LARGEST_PACK:,} are the most")
        try:
            values = toml.loads(text)
        except toml.TomlError as error:
            raise TablesError(f"{where('')}: not a TOML file: {error}") from None
        manifest = read_manifest(values, where)
        if manifest is not None and game and manifest.game != game:
            raise TablesError(f"{where('pack')}: pack.game: this is a pack for {manifest.game!r}, not for {game!r}")
        options = _options(values, where, self)
        laying = _Laying(self, where)
        laying.lay_all(values)
        packed = Tables(laying.entries, text, self, self.sections, manifest, options, self.refers)
        for option in options:  # what a choice would do is checked now, not when somebody chooses it
            for value in option.allowed:
                packed._opted(option, value, where)
        return packed

    def chosen(self, options: Mapping[str, Any]) -> Tables:
        """The same with what the chosen values of the pack's own options lay over it."""
        tables = self
        for option in self.options:
            tables = tables._opted(option, options.get(option.id, option.default), lambda _: UNNAMED)
        return tables

    def _opted(self, option: PackOption, value: str, where: Where) -> Tables:
        more = option.laid[value]
        if not more:
            return self
        laying = _Laying(self, lambda key: f"{where('options')}: options.{option.id}.values.{value}")
        laying.lay_all(dict(more))
        return Tables(laying.entries, self.pack, self.printed, self.sections, self.manifest, self.options, self.refers)

    def hint(self, path: str) -> str:
        """A key that somebody may have meant."""
        return meant(path, self.entries)


def meant(word: str, known: Iterable[str]) -> str:
    """The nearest of some words to one that is not among them."""
    import difflib

    as_said = {name.lower(): name for name in known}
    near = difflib.get_close_matches(word.lower(), list(as_said), 1)
    return f" (did you mean {as_said[near[0]]}?)" if near else ""


class _Laying:
    """The values of a pack, laid over those of a game."""

    def __init__(self, tables: Tables, where: Where) -> None:
        self.tables = tables
        self.entries = dict(tables.entries)
        self.where = where
        self.said: dict[str, Any] = {}
        """What the pack itself writes, entry by entry."""

    def wrong(self, path: str, reason: str, word: str = "") -> TablesError:
        return TablesError(f"{self.where(word or path)}: {f'{word}: ' if word else ''}{path}: {reason}")

    def lay_all(self, pack: dict[str, Any]) -> None:
        """Everything a pack says."""
        gone, anew = self._named(pack, "remove"), self._named(pack, "replace")
        for path in anew:
            self._empty(path, pack)
        self._lay(pack, "")
        for path in gone:
            self._take_out(path)
        for path in anew:
            left = self.entries[path].value if path in self.entries else path in self.tables.sections and self._names(path)
            if not left:
                raise self.wrong(path, "the pack names nothing to put in its place", "replace")
        for section in self.tables.sections:
            count, most = len(self._names(section)), max(LONGEST_LIST, 2 * len(self.tables.printed.under(section)))
            if count > most:
                raise self.wrong(section, f"{count} names; {most} is the most here")
        self._meet()

    def _meet(self) -> None:
        """Names that the pack writes are those of something."""
        for path, value in self.said.items():
            for refers in self.tables.refers:
                if path in self.entries and refers.fits(path):
                    known = {name for at in refers.to for name in self._called(at)}
                    for word in refers.words(value):
                        if word not in known:
                            where = " or ".join(at for at in refers.to if at[0] != "=")
                            raise self.wrong(path, f"{_short(word)} is no name in {where}{meant(word, known)}")

    def _called(self, at: str) -> Iterable[str]:
        if at[0] == "=":
            return (at[1:],)
        return self.entries[at].value if at in self.entries else self._names(at)

    def _named(self, pack: dict[str, Any], word: str) -> list[str]:
        """The paths a pack lists under one of its two words."""
        paths = pack.pop(word, [])
        if not isinstance(paths, list) or not all(isinstance(path, str) for path in paths):
            raise TablesError(f'{self.where(word)}: {word}: expected a list of names like {word} = ["map.objectives.1721"]')
        if len(paths) > 4 * LONGEST_LIST:
            raise TablesError(f"{self.where(word)}: {word}: {len(paths):,} names; {4 * LONGEST_LIST} are the most")
        return paths

    def _names(self, section: str) -> list[str]:
        start = section + "."
        return list(dict.fromkeys(k[len(start) :].split(".", 1)[0] for k in self.entries if k.startswith(start)))

    def _empty(self, path: str, pack: dict[str, Any]) -> None:
        """Only what the pack names remains: of a table its members, of a section its names."""
        entry = self.tables.entries.get(path)
        if entry is not None and isinstance(entry.value, dict):
            self.entries[path] = msgspec.structs.replace(entry, value={})
        elif entry is not None and entry.open and isinstance(entry.value, list):
            self.entries[path] = msgspec.structs.replace(entry, value=[])
        elif path in self.tables.sections:
            inner: Any = pack
            for part in path.split("."):
                inner = inner.get(part, {}) if isinstance(inner, dict) else {}
            kept = set(inner) if isinstance(inner, dict) else set()
            for name in self._names(path):
                if name not in kept:
                    self._drop(f"{path}.{name}")
        else:
            raise TablesError(f"{self.where('replace')}: replace: {path} is no table of values{self.tables.hint(path)}")

    def _drop(self, name: str) -> None:
        for key in [key for key in self.entries if key == name or key.startswith(f"{name}.")]:
            del self.entries[key]

    def _take_out(self, path: str) -> None:
        """Remove one member of a table, or a name (or several: ``units.FO_*``) of an open section. A member's name may have dots in it."""
        section, _, name = path.rpartition(".")
        if section in self.tables.sections:
            known = fnmatch.filter(self._names(section), name)
            if not known:
                raise self.wrong(path, f"there is no {name!r} in {section}", "remove")
            for one in known:
                self._drop(f"{section}.{one}")
            if not self._names(section):
                raise self.wrong(path, f"nothing would be left of {section}", "remove")
            return
        key = next((k for k in self.entries if path.startswith(k + ".") and isinstance(self.entries[k].value, dict)), None)
        if key is None:
            there = path in self.entries
            why = "only members of a table can be taken out" if there else f"there is no such value{self.tables.hint(path)}"
            raise self.wrong(path, why, "remove")
        member, entry = path[len(key) + 1 :], self.entries[key]
        if entry.note:
            raise self.wrong(path, "this is only told, nothing in the game reads it", "remove")
        if member not in entry.value:
            raise self.wrong(path, f"there is no {member!r} in {key}; there are {', '.join(entry.value)}", "remove")
        left = {m: value for m, value in entry.value.items() if m != member}
        if not left:
            raise self.wrong(path, f"nothing would be left of {key}", "remove")
        self.entries[key] = msgspec.structs.replace(entry, value=left, source=f"{self.where(path)}: {key}")

    def _lay(self, values: dict[str, Any], prefix: str) -> None:
        for key, value in values.items():
            path = f"{prefix}{key}"
            entry = self.entries.get(path) or self.tables.entries.get(path)
            if entry is not None:
                self._put(path, entry, value)
            elif isinstance(value, dict) and any(k.startswith(path + ".") for k in (*self.entries, *self.tables.entries)):
                self._lay(value, path + ".")
            elif prefix[:-1] in self.tables.sections:
                self._add(prefix[:-1], key, value)
            else:
                raise self.wrong(path, f"there is no such value{meant(path, self.entries)}")

    def _put(self, path: str, entry: Entry, value: Any) -> None:
        if entry.note and value != {}:
            raise self.wrong(path, "this is only told, nothing in the game reads it")
        problem = _fits(self.tables.printed.entries.get(path, entry), value)
        if problem:
            raise self.wrong(path, problem)
        self.said[path] = value
        if isinstance(value, dict):
            value = {**entry.value, **value}
            most = max(2 * LONGEST_LIST, 3 * len(self.tables.printed.get(path, value)))
            if len(value) > most:
                raise self.wrong(path, f"{len(value):,} members; {most} is the most here")
        self.entries[path] = msgspec.structs.replace(entry, value=value, source=f"{self.where(path)}: {entry.key}")

    def _add(self, section: str, name: str, value: Any) -> None:
        """A name that the printed game does not have."""
        path, printed = f"{section}.{name}", self.tables.printed
        if not NAME.fullmatch(name):
            raise self.wrong(path, "a name is made of letters, digits, - and _, 40 at the most")
        if not isinstance(value, dict):
            raise self.wrong(path, f"expected a table, found {_short(value)}")
        said = dict(value)
        first = printed.under(section)[0]
        like = said.pop("like", None)
        whole = {**printed.entries, **self.entries}
        model = f"{section}.{first if like is None else like}"
        pattern = {k: e for k, e in whole.items() if k == model or k.startswith(f"{model}.")}
        if not isinstance(like, str | None) or not pattern:
            raise self.wrong(f"{path}.like", f"there is no {_short(like)} in {section}{meant(str(like), printed.under(section))}")
        spoken = {word: said.pop(word) for word in SPOKEN if section == "scenarios" and word in said}
        if like is None:
            single = pattern.get(model)
            wanted = single.value if single is not None else [k[len(model) + 1 :] for k, e in pattern.items() if not e.note]
            missing = [word for word in wanted if not _there(said, word)]
            if missing:
                lacks = ", ".join(missing[:FEW]) + (", …" if len(missing) > FEW else "")
                raise self.wrong(path, f'is new here and lacks {lacks}; or say like = "{first}" and only what differs')
        for key, entry in pattern.items():
            if not key.endswith(SPOKEN):
                own = path + key[len(model) :]
                self.entries[own] = msgspec.structs.replace(entry, key=own, source=f"{self.where(path)}: {own}")
        if model in pattern:
            self._words(section, path, said)
            self._put(path, self.entries[path], said)
        else:
            self._lay(said, f"{path}.")
        for word, words in spoken.items():
            most = LONGEST_TEXT if word == "position" else LONGEST_WORD
            if not isinstance(words, str) or len(words) > most:
                raise self.wrong(f"{path}.{word}", f"expected a text of at most {most:,} characters")
            if word == "title" and not words.strip():
                raise self.wrong(f"{path}.title", "is empty")
            self.entries[f"{path}.{word}"] = Entry(f"{path}.{word}", words, self.where(path))

    def _words(self, section: str, path: str, said: dict[str, Any]) -> None:
        """Words that many share are not free: the side of a unit is one of those there are, or a name of another section."""
        printed = self.tables.printed
        others = [printed.get(f"{section}.{name}") for name in printed.under(section)]
        for member, value in said.items():
            known = {other[member] for other in others if isinstance(other, dict) and isinstance(other.get(member), str)}
            if not isinstance(value, str) or value in known or 2 * len(known) > len(others) or not known:
                continue
            if not any(value in self._names(one) for one in self.tables.sections):
                raise self.wrong(path, f"{member}: {_short(value)} is none of {', '.join(sorted(filter(None, known)))}")


def _there(said: dict[str, Any], path: str) -> bool:
    inner: Any = said
    for part in path.split("."):
        if not isinstance(inner, dict) or part not in inner:
            return False
        inner = inner[part]
    return True


def read_manifest(values: dict[str, Any], where: Where) -> Manifest | None:
    """What a pack says of itself, taken out of its values."""
    if "pack" not in values:
        return None
    try:
        manifest = shapes.convert(values.pop("pack"), Manifest)
    except msgspec.ValidationError as error:
        raise TablesError(f"{where('pack')}: pack{_plain(str(error))}") from None
    if not NAME.fullmatch(manifest.name):
        raise TablesError(f"{where('pack')}: pack.name: a name is made of letters, digits, - and _, 40 at the most")
    for word in ("version", "title", "author", "licence", "needs", "about"):
        most = 2_000 if word == "about" else 80
        if len(getattr(manifest, word)) > most:
            raise TablesError(f"{where('pack')}: pack.{word}: at most {most} characters")
    for word in ("version", "needs"):
        if getattr(manifest, word) and not re.fullmatch(r"\d{1,6}(\.\d{1,6}){0,3}", getattr(manifest, word)):
            raise TablesError(
                f"{where('pack')}: pack.{word}: expected a version like 1.2, found {_short(getattr(manifest, word))}"
            )
    return manifest


def _plain(said: str) -> str:
    """What is wrong with a manifest, for people who write no programs."""
    fields = ", ".join(Manifest.__struct_fields__)
    if (missing := re.search(r"missing required field `(\w+)`", said)) is not None:
        return f': write {missing[1]} = "…"'
    if (unknown := re.search(r"unknown field `([^`]*)`", said)) is not None:
        return f".{unknown[1]}: there is no such word here; there are {fields}"
    if (kind := re.search(r"at `\$\.(\w+)`", said)) is not None:
        return f'.{kind[1]}: expected a text in quotes, like {kind[1]} = "…"'
    return f": expected a table with {fields}"


def _options(values: dict[str, Any], where: Where, tables: Tables) -> list[PackOption]:
    """The options a pack adds, taken out of its values; a game whose tables have options of their own keeps the word."""
    if "options" not in values or any(key.startswith("options.") for key in tables.entries):
        return []
    options: list[PackOption] = []
    said = values.pop("options")
    if not isinstance(said, dict) or len(said) > MOST_OPTIONS:
        raise TablesError(f"{where('options')}: options: expected a table of at most {MOST_OPTIONS} options")
    for name, about in said.items():
        at = f"{where(f'options.{name}')}: options.{name}"
        if not NAME.fullmatch(name) or not isinstance(about, dict):
            raise TablesError(f"{at}: expected a table under a name of letters, digits, - and _")
        words = {word: about.pop(word, "") for word in ("title", "help")}
        choices = about.pop("values", None)
        if about or not all(isinstance(word, str) and len(word) <= LONGEST_WORD for word in words.values()):
            raise TablesError(f"{at}: an option has a title, a help and values; found {', '.join(about) or 'no text'}")
        if not isinstance(choices, dict) or not 2 <= len(choices) <= MOST_OPTIONS:
            raise TablesError(f"{at}: values: expected two to {MOST_OPTIONS} tables, one for each choice")
        for choice, laid in choices.items():
            if not NAME.fullmatch(choice) or not isinstance(laid, dict):
                raise TablesError(f"{at}: values: {_short(choice)}: expected a table of values under a plain name")
        options.append(PackOption(name, words["title"] or name, words["help"], choices))
    return options


def _entries(values: dict[str, Any], prefix: str) -> Iterator[Entry]:
    for key, value in values.items():
        path = f"{prefix}{key}"
        if not isinstance(value, dict):
            raise TablesError(f"{path}: a bare value; every value needs its source")
        if "value" in value and "source" in value:
            yield shapes.convert({"key": path, **value}, Entry)
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
            if k not in model and k not in entry.keys and not entry.open:
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
    if isinstance(value, dict):
        return str(value)
    written = re.sub(r"\s+", " ", tomli_w.dumps({"x": value}).split("=", 1)[1]).strip()
    return re.sub(r"\[ (.*), \]", r"[\1]", written) if isinstance(value, list) else written


def _kind(model: Any) -> str:
    if isinstance(model, bool):
        return "true or false"
    return "a whole number" if isinstance(model, int) else "a number"
