"""Reading a rulebook."""

from __future__ import annotations

import pytest

from grandharbour.engine.rulebook import Rulebook

TEXT = """# A Game
Hello.

More.
## Moving
Words between.
### 13.1 How far
One hex.

Two on roads.
### 13.2 Where
Anywhere.
## Fighting fair
#### HM-AA.5 Guns
Bang.
"""


def test_rules_chapters_and_intro() -> None:
    book = Rulebook.parse(TEXT)
    assert book.title == "A Game" and book.intro == "Hello.\n\nMore."
    assert list(book.rules) == ["13.1", "13.2", "HM-AA.5"]
    rule = book.rules["13.1"]
    assert (rule.title, rule.text, rule.chapter) == ("How far", "One hex.\n\nTwo on roads.", "Moving")
    assert [(name, [r.id for r in rules]) for name, rules in book.chapters().items()] == [
        ("Moving", ["13.1", "13.2"]),
        ("Fighting fair", ["HM-AA.5"]),
    ]


def test_a_rule_stands_once() -> None:
    with pytest.raises(ValueError, match=r"rule 13\.1 stands twice"):
        Rulebook.parse("# G\n## M\n### 13.1 A\n### 13.1 B\n")


def test_an_empty_rulebook() -> None:
    book = Rulebook.parse("")
    assert (book.title, book.intro, book.rules) == ("", "", {})
