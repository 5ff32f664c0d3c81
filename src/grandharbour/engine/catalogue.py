"""Catalogues: every sentence a person reads, by name, in Fluent files that a translator can work on without touching code.

    # words/en.ftl
    event-missions = { $arm } Operation: { $n ->
        [one] { $n } mission
       *[other] { $n } missions
     }

A sentence travels through the engine as a ``Text``, its name and what fills its holes, and is written only where somebody reads it.
Fluent because it has plurals, agreement and choice between words inside a sentence and well-kept libraries for Python and for
the browser. The files are read by ``fluent.syntax`` and made into closures here: ``fluent.runtime`` formats the same sentences ten
times slower and brings 36 MB with it; it is used in the tests, to compare.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
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


class Text(msgspec.Struct, frozen=True):
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


def plural(value: Hole) -> str:
    """The plural category of a number in English."""
    return "one" if value in (1, -1) and not isinstance(value, bool) else "other"


class Catalogue:
    """The sentences of one language.

    >>> words = Catalogue.parse("missions = { $n ->\\n    [one] one mission\\n   *[other] { $n } missions\\n }")
    >>> words.say("missions", {"n": 1}), words.say("missions", {"n": 3})
    ('one mission', '3 missions')
    """

    def __init__(self, entries: Mapping[str, _Say]) -> None:
        self._entries = dict(entries)

    def __contains__(self, id: object) -> bool:
        return id in self._entries

    @cached_property
    def ids(self) -> tuple[str, ...]:
        """The names of all sentences, in file order; terms, which begin with a hyphen, are parts of sentences and none themselves."""
        return tuple(id for id in self._entries if not id.startswith("-"))

    @classmethod
    def read(cls, *paths: Path) -> Catalogue:
        """One catalogue from files; a sentence may stand in one of them only."""
        entries: dict[str, _Say] = {}
        for path in paths:
            for id, say in cls.parse(path.read_text(encoding="utf-8"), path.name)._entries.items():
                if id in entries:
                    raise CatalogueError(f"{path.name}: {id} stands twice")
                entries[id] = say
        return cls(entries)

    @classmethod
    def parse(cls, source: str, name: str = "catalogue") -> Catalogue:
        """A catalogue from text. What Fluent cannot read it skips in silence; here it is refused with its line."""
        entries: dict[str, _Say] = {}
        for entry in FluentParser(with_spans=True).parse(source).body:
            if isinstance(entry, ast.Junk):
                start = entry.span.start if entry.span else 0
                why = entry.annotations[0].message if entry.annotations else "not a message"
                raise CatalogueError(f"{name}, line {source.count(chr(10), 0, start) + 1}: {why}")
            if isinstance(entry, (ast.Message, ast.Term)):
                id = ("-" if isinstance(entry, ast.Term) else "") + entry.id.name
                if id in entries:
                    raise CatalogueError(f"{name}: {id} stands twice")
                if entry.value is None:
                    raise CatalogueError(f"{name}: {id} says nothing")
                entries[id] = _pattern(entry.value, f"{name}: {id}")
                for attribute in entry.attributes:
                    entries[f"{id}.{attribute.id.name}"] = _pattern(attribute.value, f"{name}: {id}.{attribute.id.name}")
        return cls(entries)

    def say(self, id: str, holes: Filling | None = None, names: Names | None = None) -> str:
        """The sentence of that name with its holes filled. A sentence that is missing shows its name: it must never stop a game."""
        known = self._entries.get(id)
        return known(holes or {}, self, names) if known is not None else id

    def write(self, words: Text | str, names: Names | None = None) -> str:
        """A Text as the sentence it stands for; what is written already stays as it is."""
        return words if isinstance(words, str) else self.say(words.id, dict(words.holes), names)


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
            return lambda holes, words, names: chance(holes[share]) if share in holes else "?"
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
            chosen = known.get(plural(value))
        return (chosen or other)(holes, words, names)

    return say_one


def _written(value: Hole, words: Catalogue, names: Names | None) -> str:
    if isinstance(value, str):
        return value
    if isinstance(value, Text):
        return words.write(value, names)
    if isinstance(value, tuple) and names is not None:
        return names.of(*value)
    return str(value)
