"""A game's rulebook.md, read as the list of its rules.

A heading whose first word contains a digit is a rule: ``### HM-AA.5 Guns beside an Objective``. Other headings are chapters.
"""

from __future__ import annotations

import re
from pathlib import Path

import msgspec

_HEADING = re.compile(r"^(#{1,6})\s+(\S+)\s*(.*?)\s*$")


class Rule(msgspec.Struct, frozen=True):
    """One numbered rule, with its heading and its chapter."""

    id: str
    title: str
    text: str
    chapter: str


class Rulebook(msgspec.Struct, frozen=True):
    """The rules of a game by number, in the order of the book."""

    title: str
    intro: str
    rules: dict[str, Rule]

    def chapters(self) -> dict[str, list[Rule]]:
        """The rules by chapter, in order."""
        by_chapter: dict[str, list[Rule]] = {}
        for rule in self.rules.values():
            by_chapter.setdefault(rule.chapter, []).append(rule)
        return by_chapter

    @classmethod
    def read(cls, path: Path) -> Rulebook:
        """The rulebook in a file."""
        return cls.parse(path.read_text(encoding="utf-8"))

    @classmethod
    def parse(cls, text: str) -> Rulebook:
        """
        >>> book = Rulebook.parse("# Game\\nHello.\\n## Moving\\n### 13.1 How far\\nOne hex.")
        >>> book.rules["13.1"].chapter, book.intro
        ('Moving', 'Hello.')
        """
        title, chapter, rule_id, rule_title = "", "", "", ""
        intro: list[str] = []
        body: list[str] = []
        rules: dict[str, Rule] = {}

        def close() -> None:
            if rule_id:
                if rule_id in rules:
                    raise ValueError(f"rule {rule_id} stands twice in the rulebook")
                rules[rule_id] = Rule(rule_id, rule_title, "\n".join(body).strip(), chapter)
            body.clear()

        for line in text.splitlines():
            heading = _HEADING.match(line)
            if not heading:
                (body if rule_id else intro if not chapter else body).append(line)
                continue
            close()
            rule_id = rule_title = ""
            first, rest = heading[2], heading[3]
            if any(c.isdigit() for c in first):
                rule_id, rule_title = first, rest
            elif heading[1] == "#":
                title = f"{first} {rest}".strip()
            else:
                chapter = f"{first} {rest}".strip()
        close()
        return cls(title, "\n".join(intro).strip(), rules)
