"""Catalogues: every sentence a person reads, by name, in Fluent files that a translator can work on without touching code.

    # words/en.ftl
    event-missions = { $arm } Operation: { $n ->
        [one] { $n } mission
       *[other] { $n } missions
     }

A sentence travels through the engine as a ``Text``, its name and what fills its holes, and is written only where somebody reads it.
The language is one of the process (``speak``); what a translation does not say yet is said in English. Fluent because it has plurals, agreement and choice between words inside a sentence and well-kept libraries for Python and for
the browser. The files are read by ``fluent.syntax`` and made into closures here: ``fluent.runtime`` formats the same sentences ten
times slower and brings 36 MB with it; it is used in the tests, to compare.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache, cached_property
from pathlib import Path
from typing import Any

import msgspec
from fluent.syntax import FluentParser, ast

from .kinds import Names

Hole = Any
"""A number, a word, another Text, a thing by its kind ("piece", 3), or a chance between 0 and 1 for ``CHANCE``."""
Filling = Mapping[str, Hole]
_Say = Callable[[Filling, "Catalogue", Names | None], str]


class CatalogueError(ValueError):
    """A catalogue cannot be read: the message names the file, the line and the reason."""


class Text(msgspec.Struct, frozen=True, gc=False):
    """A sentence that has not been written yet: its name in the catalogue and what fills its holes."""

    id: str
    holes: tuple[tuple[str, Hole], ...] = ()


def text(id: str, **holes: Hole) -> Text:
    """A sentence of the catalogue.

    >>> text("why-hex-full", limit=6)
    Text(id='why-hex-full', holes=(('limit', 6),))
    """
    return Text(id, tuple(holes.items()))


def chance(p: float) -> str:
    """A chance in words for people: never 0 for what can happen, never 100 for what can fail.

    >>> chance(0.391), chance(0.001), chance(0.9999), chance(0), chance(1)
    ('39 %', 'under 1 %', 'over 99 %', '0 %', '100 %')
    """
    if 0 < p < 0.01:
        return "under 1 %"
    if 0.99 < p < 1:
        return "over 99 %"
    return f"{round(100 * p)} %"


WORDS = Path(__file__).with_name("words")
"""What the engine says in every game."""
ENGLISH = "en"
PSEUDO = "en-XA"
"""English with accents on every letter, in brackets and four tenths longer: what is read without them bypasses the catalogues."""

_language = ENGLISH


def speak(language: str) -> None:
    """From now on sentences are written in this language, as far as there are catalogues for it."""
    global _language
    _language = language


def language() -> str:
    """The language sentences are written in."""
    return _language


def plural(value: Hole, language: str = ENGLISH) -> str:
    """The plural category of a number.

    >>> plural(1), plural(0), plural(0, "fr"), plural(3, "pl"), plural(12, "pl")
    ('one', 'other', 'one', 'few', 'many')
    """
    if isinstance(value, bool):
        return "other"
    match language.split("-")[0]:
        case "ja" | "zh" | "ko" | "tr":
            return "other"
        case "fr" | "pt":
            return "one" if 0 <= abs(value) < 2 else "other"
        case "pl" | "ru" | "uk" | "cs" as tongue:
            tens, ones = abs(int(value)) % 100, abs(int(value)) % 10
            if value == 1 or (tongue in ("ru", "uk") and ones == 1 and tens != 11):
                return "one"
            few = 2 <= value <= 4 if tongue == "cs" else 2 <= ones <= 4 and not 12 <= tens <= 14
            return "few" if few else "other" if tongue == "cs" else "many"
    return "one" if value in (1, -1) else "other"


@cache
def kebab(name: str) -> str:
    """The name of a class as part of the name of a sentence.

    >>> kebab("DropPlan"), kebab("Lose")
    ('drop-plan', 'lose')
    """
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "-", name).lower()


@cache
def plain_id(code: str) -> str:
    """A printed code as part of the name of a sentence.

    >>> plain_id("1Ar/Dr"), plain_id("shot down"), plain_id("-/1"), plain_id("1/-"), plain_id("D*")
    ('1Ar-Dr', 'shot-down', '0-1', '1-0', 'Dx')
    """
    code = re.sub(r"(?<![A-Za-z0-9])-(?![A-Za-z0-9])", "0", code.replace("*", "x"))
    return re.sub(r"[^A-Za-z0-9]+", "-", code).strip("-")


_ENTRY = re.compile(r"^(-?[a-zA-Z][\w-]*)[ \t]*=", re.MULTILINE)
_LOOSE = re.compile(r"^(?!-?[a-zA-Z][\w-]*[ \t]*=)[^\s#}].*$", re.MULTILINE)


class Catalogue:
    """The sentences of one language.

    >>> words = Catalogue.parse("missions = { $n ->\\n    [one] one mission\\n   *[other] { $n } missions\\n }")
    >>> words.say("missions", {"n": 1}), words.say("missions", {"n": 3})
    ('one mission', '3 missions')

    A sentence is read when it is first said: a game has hundreds, and a command needs few of them. ``check`` reads all.
    """

    def __init__(self, sources: Mapping[str, tuple[str, str, int]], language: str = ENGLISH) -> None:
        self._sources = dict(sources)
        """The text of each sentence, with its file and line, until it is read."""
        self._entries: dict[str, _Say] = {}
        self.language = language

    def __contains__(self, id: object) -> bool:
        return id in self._entries or (isinstance(id, str) and self._find(id) is not None)

    @cached_property
    def ids(self) -> tuple[str, ...]:
        """The names of all sentences, in file order; terms, which begin with a hyphen, are parts of sentences and none themselves."""
        self.check()
        return tuple(id for id in self._entries if not id.startswith("-"))

    @classmethod
    def read(cls, *paths: Path, language: str = ENGLISH) -> Catalogue:
        """One catalogue from files; a sentence may stand in one of them only."""
        sources: dict[str, tuple[str, str, int]] = {}
        for path in paths:
            for id, source in _split(path.read_text(encoding="utf-8"), path.name):
                if id in sources:
                    raise CatalogueError(f"{path.name}: {id} stands twice")
                sources[id] = source
        return cls(sources, language)

    @classmethod
    def rooms(cls, *folders: Path, language: str | None = None) -> Catalogue:
        """The sentences of some folders called ``words``, in a language, and in English where it does not say them."""
        spoken = language or _language
        english = cls.read(*(path for folder in folders if (path := folder / f"{ENGLISH}.ftl").exists()), language=ENGLISH)
        english.language = spoken
        if spoken not in (ENGLISH, PSEUDO):
            own = cls.read(*(path for folder in folders if (path := folder / f"{spoken}.ftl").exists()))
            english._sources |= own._sources
        return english

    @classmethod
    def parse(cls, source: str, name: str = "catalogue") -> Catalogue:
        """A catalogue from text, read to the end. What Fluent cannot read it skips in silence; here it is refused with its line."""
        sources: dict[str, tuple[str, str, int]] = {}
        for id, text in _split(source, name):
            if id in sources:
                raise CatalogueError(f"{name}: {id} stands twice")
            sources[id] = text
        words = cls(sources)
        words.check()
        return words

    def check(self) -> None:
        """Read every sentence: CatalogueError names the file and line of one that cannot be read."""
        for id in self._sources:
            self._find(id)

    def _find(self, id: str) -> _Say | None:
        known = self._entries.get(id)
        if known is None:
            base = id.partition(".")[0]
            if base in self._sources and base not in self._entries:
                self._read(base)
            known = self._entries.get(id)  # somebody else may have read it just now, in another thread
        return known

    def _read(self, id: str) -> None:
        source, name, line = self._sources[id]
        entries = FluentParser(with_spans=True).parse(source).body
        for entry in entries:
            if isinstance(entry, ast.Junk):
                start = entry.span.start if entry.span else 0
                why = entry.annotations[0].message if entry.annotations else "not a message"
                raise CatalogueError(f"{name}, line {line + source.count(chr(10), 0, start)}: {why}")
            if isinstance(entry, (ast.Message, ast.Term)):
                if entry.value is None:
                    raise CatalogueError(f"{name}: {id} says nothing")
                if self.language == PSEUDO:
                    _accent(entry)
                said = _pattern(entry.value, f"{name}: {id}")
                for attribute in entry.attributes:
                    self._entries[f"{id}.{attribute.id.name}"] = _pattern(attribute.value, f"{name}: {id}.{attribute.id.name}")
                self._entries[id] = said  # last of all: who finds it, in whatever thread, finds its attributes too

    def say(self, id: str, holes: Filling | None = None, names: Names | None = None) -> str:
        """The sentence of that name with its holes filled. A sentence that is missing shows its name: it must never stop a game."""
        known = self._entries.get(id) or self._find(id)
        return known(holes or {}, self, names) if known is not None else id

    def chance(self, p: float) -> str:
        """A chance as this language says it; what is nearly certain or nearly impossible has sentences of its own."""
        if 0 < p < 0.01 and "chance-under" in self:
            return self.say("chance-under")
        if 0.99 < p < 1 and "chance-over" in self:
            return self.say("chance-over")
        return chance(p)

    def write(self, words: Text | str, names: Names | None = None) -> str:
        """A Text, or a sentence by its bare name, as it is read; what is written already stays as it is."""
        if isinstance(words, str):
            return self.say(words, None, names) if _NAME.fullmatch(words) and words in self else words
        return self.say(words.id, dict(words.holes), names)


def say(id: str, **holes: Hole) -> str:
    """A sentence of the engine's own catalogue, written at once: what is wrong with a text, why nothing can be taken back.

    >>> say("save-line-damaged")
    'this line is damaged'
    """
    return _own(_language).say(id, holes)


@cache
def _own(spoken: str) -> Catalogue:
    return Catalogue.rooms(WORDS, language=spoken)


_NAME = re.compile(r"[a-z][\w-]*-[\w.-]+")
"""What the name of a sentence looks like: nothing a person reads does."""


def _split(source: str, name: str) -> Iterator[tuple[str, tuple[str, str, int]]]:
    """The sentences of a file by name, each with its text, the file and its line; not yet read."""
    loose = _LOOSE.search(source)
    if loose:
        raise CatalogueError(f"{name}, line {source.count(chr(10), 0, loose.start()) + 1}: not a message")
    starts = list(_ENTRY.finditer(source))
    for start, end in zip(starts, [*(s.start() for s in starts[1:]), len(source)], strict=True):
        yield start[1], (source[start.start() : end], name, source.count("\n", 0, start.start()) + 1)


_ACCENTS = str.maketrans("AaBCcDdEeGgHhIiJjKkLlNnOoRrSsTtUuWwYyZz", "ÅåƁÇçÐðÉéĜĝĤĥÎîĴĵĶķĻļÑñÖöŔŕŠšŢţÛûŴŵÝýŽž")


def _accent(entry: ast.Message | ast.Term) -> None:
    """Turn a sentence into its pseudo form: accents, brackets, four tenths longer."""
    for pattern in [entry.value, *(attribute.value for attribute in entry.attributes)]:
        if not isinstance(pattern, ast.Pattern):
            continue
        long = 0
        for node in _texts(pattern):
            long += len(node.value.strip())
            node.value = node.value.translate(_ACCENTS)
        if isinstance(entry, ast.Message):
            pattern.elements.insert(0, ast.TextElement("⟦"))
            pattern.elements.append(ast.TextElement("·" * (long * 4 // 10) + "⟧"))


def _texts(pattern: ast.Pattern) -> Iterator[ast.TextElement]:
    for element in pattern.elements:
        if isinstance(element, ast.TextElement):
            yield element
        elif isinstance(element, ast.Placeable) and isinstance(element.expression, ast.SelectExpression):
            for variant in element.expression.variants:
                yield from _texts(variant.value)


def _pattern(pattern: ast.Pattern, where: str) -> _Say:
    parts = [_element(element, where) for element in pattern.elements]
    if all(isinstance(part, str) for part in parts):
        whole = "".join(part for part in parts if isinstance(part, str))
        return lambda holes, words, names: whole
    if len(parts) == 1 and not isinstance(parts[0], str):
        return parts[0]

    def say(holes: Filling, words: Catalogue, names: Names | None) -> str:
        return "".join([part if part.__class__ is str else part(holes, words, names) for part in parts])  # type: ignore[operator]

    return say


def _element(element: Any, where: str) -> str | _Say:
    if isinstance(element, ast.TextElement):
        return str(element.value)
    return _expression(element.expression, where)


def _expression(expression: Any, where: str) -> str | _Say:
    match expression:
        case ast.StringLiteral():
            return str(expression.parse()["value"])
        case ast.NumberLiteral():
            return str(expression.value)
        case ast.VariableReference(id=id):
            hole = id.name
            return lambda holes, words, names: _written(holes.get(hole, "?"), words, names)
        case ast.MessageReference(id=id, attribute=attribute):
            message = id.name if attribute is None else f"{id.name}.{attribute.name}"
            return lambda holes, words, names: words.say(message, holes, names)
        case ast.TermReference(id=id):
            term = f"-{id.name}"
            return lambda holes, words, names: words.say(term, holes, names)
        case ast.FunctionReference(
            id=ast.Identifier(name="CHANCE"), arguments=ast.CallArguments(positional=[ast.VariableReference(id=id)])
        ):
            share = id.name
            return lambda holes, words, names: words.chance(holes[share]) if share in holes else "?"
        case ast.SelectExpression(selector=ast.VariableReference(id=id), variants=variants):
            return _select(id.name, variants, where)
        case ast.Placeable(expression=inner):
            return _expression(inner, where)
    raise CatalogueError(f"{where}: {type(expression).__name__} is not used here")


def _select(hole: str, variants: list[ast.Variant], where: str) -> _Say:
    known: dict[str, _Say] = {}
    default: _Say | None = None
    for variant in variants:
        say = _pattern(variant.value, where)
        key = variant.key.name if isinstance(variant.key, ast.Identifier) else str(variant.key.value)
        known[key] = say
        if variant.default:
            default = say
    assert default is not None, "Fluent wants a default"
    other = default

    def say_one(holes: Filling, words: Catalogue, names: Names | None) -> str:
        value = holes.get(hole)
        if isinstance(value, bool):
            value = "yes" if value else "no"
        chosen = known.get(str(value))
        if chosen is None and isinstance(value, (int, float)):
            chosen = known.get(plural(value, words.language))
        return (chosen or other)(holes, words, names)

    return say_one


def _written(value: Hole, words: Catalogue, names: Names | None) -> str:
    if isinstance(value, str):
        return value
    if isinstance(value, Text):
        return words.write(value, names)
    if isinstance(value, tuple) and names is not None:
        return names.called(*value)
    return str(value)
