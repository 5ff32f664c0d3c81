"""What the server says to people stands in its catalogue, whole: no sentence in code, none missing, none that nobody says."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from fluent.syntax import FluentParser
from fluent.syntax import ast as fluent
from fluent.syntax.visitor import Visitor

import grandharbour.server
from grandharbour.engine.catalogue import ENGLISH, PSEUDO, speak
from grandharbour.engine.choice import Refusal
from grandharbour.engine.game import WORDS as ENGINE_WORDS
from grandharbour.server.problems import KINDS, WORDS, Problem, catalogue, detail

SERVER = Path(grandharbour.server.__file__).parent
FOR_HOSTS = {"store.py", "run.py", "load.py", "schema.py", "notes.py"}
"""What is said here stands in a terminal or in a log, before those who run a server."""
NOT_READ = {
    "it begins anew",
    "there it led to another position",
    "a draft of %s cannot be drawn: %r",
    "public, max-age=31536000, immutable",
    "A print-and-play PDF",
}
"""Reasons nobody is shown, lines of the log, headers, the schema."""
SENTENCE = re.compile(r"(?<!\S)['\"]?[A-Za-z{][\w{}']*[,;:.]? [\w{}']+[,;:.]? [\w{}'(]+")
"""Three words in a row."""


class Holes(Visitor):  # type: ignore[misc]
    def __init__(self) -> None:
        self.names: set[str] = set()

    def visit_VariableReference(self, node: fluent.VariableReference) -> None:
        self.names.add(node.id.name)


def sentences() -> dict[str, set[str]]:
    """The sentences the server can say and the holes of each."""
    known = {}
    for path in (ENGINE_WORDS / "en.ftl", WORDS / "en.ftl"):
        for entry in FluentParser().parse(path.read_text(encoding="utf-8")).body:
            if isinstance(entry, fluent.Message):
                holes = Holes()
                holes.visit(entry)
                known[entry.id.name] = holes.names
    return known


def sources() -> Iterator[tuple[Path, ast.Module]]:
    for path in sorted(SERVER.rglob("*.py")):
        if "migrations" not in path.parts:
            yield path, ast.parse(path.read_text(encoding="utf-8"))


def said() -> Iterator[tuple[str, str, set[str]]]:
    """Where the server says which sentence, and what it fills in."""
    for path, tree in sources():
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("detail", "say", "text"):
                first = node.args[0]
                if isinstance(first, ast.Constant):
                    prefix = "detail-" if node.func.id == "detail" else ""
                    where = f"{path.name}, line {node.lineno}"
                    yield where, prefix + str(first.value), {str(k.arg) for k in node.keywords}


def test_every_problem_has_its_headline_and_every_sentence_is_there() -> None:
    known = sentences()
    assert not {f"problem-{kind}" for kind in KINDS} - known.keys()
    wrong = [(where, id) for where, id, holes in said() if known.get(id) != holes]
    assert not wrong, "a sentence is missing from words/en.ftl, or its holes are not those that are filled"


def test_no_sentence_of_the_server_is_left_over() -> None:
    used = {id for _, id, _ in said()} | {f"problem-{kind}" for kind in KINDS}
    own = {entry.id.name for entry in FluentParser().parse((WORDS / "en.ftl").read_text("utf-8")).body if hasattr(entry, "id")}
    assert own == used & own


def spoken(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Strings in code that read like a sentence: no docstrings, nothing that is logged."""
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
            yield node.lineno, "".join(str(part.value) if isinstance(part, ast.Constant) else "{}" for part in node.values)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.lineno, node.value


def test_the_code_of_the_server_holds_no_sentence() -> None:
    found = [
        (path.name, line, words)
        for path, tree in sources()
        if path.name not in FOR_HOSTS
        for line, words in spoken(tree)
        if SENTENCE.search(words) and words not in NOT_READ and not words.startswith(("<!doctype", "default-src"))
    ]
    assert not found, "a sentence a player may read belongs into server/words/en.ftl: detail(...) or say(...)"


def test_a_sentence_in_code_would_be_noticed() -> None:
    tree = ast.parse('def f(x):\n    """Not this one, it is for readers."""\n    raise Wrong(f"there is no table {x!r}")')
    assert [words for _, words in spoken(tree) if SENTENCE.search(words)] == ["there is no table {}"]


@pytest.mark.parametrize("kind", KINDS)
def test_a_problem_speaks_the_language_of_the_process(kind: str) -> None:
    problem = Problem(kind, detail("no-table", table="lemon"))
    assert problem.document().detail == "there is no table 'lemon'"
    speak(PSEUDO)
    try:
        document = problem.document()
        assert document.title.startswith("⟦") and document.detail.startswith("⟦ţĥéŕé îš ñö ţåƀļé".replace("ƀ", "b"))
        assert "lemon" in document.detail, "what was filled in stays as it is"
    finally:
        speak(ENGLISH)
    assert Problem.refused(Refusal("5.4", "not there")).document().detail == "not there"


def test_all_sentences_can_be_read() -> None:
    catalogue().check()
