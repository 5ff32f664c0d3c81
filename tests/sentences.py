"""Sentences in code and in catalogues, found by reading the source: for the tests that keep them apart."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from fluent.syntax import FluentParser
from fluent.syntax import ast as fluent
from fluent.syntax.visitor import Visitor

SENTENCE = re.compile(r"(?<!\S)['\"]?[A-Za-z{][\w{}']*[,;:.]? [\w{}']+[,;:.]? [\w{}'(]+")
"""Three words in a row."""
SQL = re.compile(r"\s*(?:SELECT|INSERT|UPDATE|DELETE|CREATE|ALTER|LISTEN|PRAGMA|WITH)\b")


class Holes(Visitor):  # type: ignore[misc]
    """Collects what a sentence wants to be filled with."""

    def __init__(self) -> None:
        self.names: set[str] = set()

    def visit_VariableReference(self, node: fluent.VariableReference) -> None:
        self.names.add(node.id.name)


def in_catalogues(*folders: Path) -> dict[str, set[str]]:
    """The sentences of some catalogues, and the holes of each; ``id.help`` for an attribute."""
    known: dict[str, set[str]] = {}
    for folder in folders:
        for entry in FluentParser().parse((folder / "en.ftl").read_text(encoding="utf-8")).body:
            if isinstance(entry, fluent.Message):
                for name, part in [("", entry.value), *((f".{a.id.name}", a.value) for a in entry.attributes)]:
                    holes = Holes()
                    holes.visit(part)
                    known[entry.id.name + name] = holes.names
    return known


def sources(folder: Path, without: Iterable[str] = ()) -> Iterator[tuple[Path, ast.Module]]:
    """The modules below a folder, read."""
    for path in sorted(folder.rglob("*.py")):
        if not {path.name, *path.parts} & set(without):
            yield path, ast.parse(path.read_text(encoding="utf-8"))


def said(tree: ast.Module, prefixes: dict[str, str]) -> Iterator[tuple[int, str, set[str] | None]]:
    """Where a module says which sentence by its name, and what it fills in (None: that is not to be seen in the source).
    ``prefixes``: functions that say something, and what they put before its name."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        called = (
            node.func.id if isinstance(node.func, ast.Name) else node.func.attr if isinstance(node.func, ast.Attribute) else ""
        )
        if called not in prefixes:
            continue
        place = 1 if called == "insist" else 0
        if len(node.args) <= place:
            continue
        names = node.args[place]
        for constant in (names.body, names.orelse) if isinstance(names, ast.IfExp) else (names,):
            if isinstance(constant, ast.Constant) and isinstance(constant.value, str):
                filled = {str(k.arg) for k in node.keywords if k.arg != "rule" or called != "insist"}
                unclear = any(k.arg is None for k in node.keywords) or len(node.args) > place + 1 or isinstance(names, ast.IfExp)
                yield node.lineno, prefixes[called] + constant.value, None if unclear else filled


def in_code(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Strings of a module that read like a sentence: no docstrings, no assertions, nothing that is logged."""
    silent: set[int] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            silent.add(id(node.value))
        logs = isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and ast.unparse(node.func.value) == "_log"
        if logs or isinstance(node, ast.Assert):
            silent |= {id(part) for part in ast.walk(node)}
    for node in ast.walk(tree):
        if id(node) in silent:
            continue
        if isinstance(node, ast.JoinedStr):
            silent |= {id(part) for part in node.values}
            words = "".join(str(part.value) if isinstance(part, ast.Constant) else "{}" for part in node.values)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            words = node.value
        else:
            continue
        if SENTENCE.search(words) and not SQL.match(words):
            yield node.lineno, words
