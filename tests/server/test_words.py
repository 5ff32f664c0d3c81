"""What the server says to people stands in its catalogue, whole: no sentence in code, none missing, none that nobody says."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import grandharbour.server
from grandharbour.engine.catalogue import ENGLISH, PSEUDO, speak
from grandharbour.engine.catalogue import WORDS as ENGINE_WORDS
from grandharbour.engine.choice import Refusal
from grandharbour.server.problems import KINDS, WORDS, Problem, catalogue, detail
from tests.sentences import in_catalogues, in_code, said, sources

SERVER = Path(grandharbour.server.__file__).parent
SAYS = {"detail": "detail-", "say": "", "text": ""}
FOR_HOSTS = {
    "backup.py",
    "metrics.py",
    "settings.py",
    "thinking.py",
    "store.py",
    "run.py",
    "load.py",
    "schema.py",
    "notes.py",
    "migrations",
}
"""What is said here stands in a terminal or in a log, before those who run a server."""
NOT_READ = {
    "it begins anew",
    "there it led to another position",
    "public, max-age=31536000, immutable",
    "HTTP/1.1 429 Too Many Requests",
    "A print-and-play PDF",
    "A moment as a picture",
    "A turn as a film",
}
"""Reasons nobody is shown, headers, the schema."""


def test_every_problem_has_its_headline_and_every_sentence_is_there() -> None:
    known = in_catalogues(ENGINE_WORDS, WORDS)
    assert not {f"problem-{kind}" for kind in KINDS} - known.keys()
    wrong = [
        f"{path.name}, line {line}: {id}"
        for path, tree in sources(SERVER, {"migrations"})
        for line, id, holes in said(tree, SAYS)
        if id not in known or holes not in (None, known[id])
    ]
    assert not wrong, "a sentence is missing from words/en.ftl, or its holes are not those that are filled"


def test_no_sentence_of_the_server_is_left_over() -> None:
    used = {id for _, tree in sources(SERVER) for _, id, _ in said(tree, SAYS)} | {f"problem-{kind}" for kind in KINDS}
    assert not in_catalogues(WORDS).keys() - used


def test_the_code_of_the_server_holds_no_sentence() -> None:
    found = [
        f"{path.name}, line {line}: {words}"
        for path, tree in sources(SERVER, FOR_HOSTS)
        for line, words in in_code(tree)
        if words not in NOT_READ and not words.startswith(("<!doctype", "default-src"))
    ]
    assert not found, "a sentence a player may read belongs into server/words/en.ftl: detail(...) or say(...)"


def test_a_sentence_in_code_would_be_noticed() -> None:
    tree = ast.parse('def f(x):\n    """Not this one, it is for readers."""\n    raise Wrong(f"there is no table {x!r}")')
    assert [words for _, words in in_code(tree)] == ["there is no table {}"]
    tree = ast.parse('raise Problem("stale", detail("no-table", number=3) if x else say("a" if y else "b", z=1))')
    assert list(said(tree, SAYS)) == [(1, "detail-no-table", {"number"}), (1, "a", None), (1, "b", None)]


@pytest.mark.parametrize("kind", KINDS)
def test_a_problem_speaks_the_language_of_the_process(kind: str) -> None:
    problem = Problem(kind, detail("no-table", table="lemon"))
    assert problem.document().detail == "there is no table 'lemon'"
    speak(PSEUDO)
    try:
        document = problem.document()
        assert document.title.startswith("⟦") and document.detail.startswith("⟦ţĥéŕé îš ñö ţåb")
        assert "lemon" in document.detail, "what was filled in stays as it is"
    finally:
        speak(ENGLISH)
    assert Problem.refused(Refusal("5.4", "not there")).document().detail == "not there"


def test_all_sentences_can_be_read() -> None:
    catalogue().check()
