"""What can go wrong, as RFC 9457 problem documents."""

from __future__ import annotations

import math
from functools import cache
from pathlib import Path

import msgspec

from ..engine.catalogue import WORDS as ENGINE_WORDS
from ..engine.catalogue import Catalogue, Hole, Text, language, text
from ..engine.choice import Refusal

KINDS: dict[str, int] = {
    "bad-request": 400,
    "wrong-seat": 403,
    "members-only": 403,
    "silenced": 403,
    "wrong-password": 403,
    "wrong-token": 401,
    "wrong-scope": 403,
    "no-club": 404,
    "not-found": 404,
    "unknown-game": 404,
    "unknown-scenario": 404,
    "unknown-table": 404,
    "not-your-decision": 409,
    "stale": 409,
    "illegal-choice": 409,
    "wrong-link": 409,
    "cannot-undo": 409,
    "table-ended": 409,
    "still-running": 409,
    "adjourned": 409,
    "other-rules": 409,
    "name-taken": 409,
    "too-large": 413,
    "bad-name": 422,
    "bad-option": 422,
    "bad-tables": 422,
    "bad-position": 422,
    "bad-save": 422,
    "too-slow": 408,
    "too-many": 429,
    "busy": 503,
    "internal": 500,
    "cannot-store": 503,
}
"""The status of each kind; its headline is ``problem-KIND`` in words/en.ftl."""

WORDS = Path(__file__).with_name("words")


def catalogue() -> Catalogue:
    """What the server says, in the language of the process."""
    return _catalogue(language())


@cache
def _catalogue(spoken: str) -> Catalogue:
    return Catalogue.rooms(ENGINE_WORDS, WORDS, language=spoken)


def say(id: str, **holes: Hole) -> str:
    """A sentence of the server's own catalogue."""
    return catalogue().say(id, holes)


def detail(id: str, **holes: Hole) -> Text:
    """What a problem tells: ``detail-ID`` of words/en.ftl with its holes filled."""
    return text(f"detail-{id}", **holes)


class ProblemDocument(msgspec.Struct, omit_defaults=True):
    type: str
    title: str
    status: int
    detail: str
    rule: str | None = None
    after: int | None = None
    """Seconds until it is worth trying again."""


class Problem(Exception):
    """Something the client is told instead of an answer. Nothing has changed on the table.

    What it says is a sentence of words/en.ftl with its holes filled; a test looks whether it is there.

    >>> print(Problem("unknown-table", detail("no-table", table="lemon")))
    there is no table 'lemon'
    """

    def __init__(self, kind: str, words: Text, rule: str | None = None, after: float | None = None) -> None:
        super().__init__(kind, words)
        self.kind = kind
        self.words = words
        self.status = KINDS[kind]
        self.rule = rule or None
        self.after = None if after is None else max(1, math.ceil(after))

    def __str__(self) -> str:
        return self.detail

    def __reduce__(self) -> tuple[type[Problem], tuple[str, Text, str | None, float | None]]:
        return Problem, (self.kind, self.words, self.rule, self.after)  # they come back from other processes

    @classmethod
    def said(cls, kind: str, words: object, rule: str | None = None) -> Problem:
        """A problem that somebody else has put into words already: the rules, a reader of texts."""
        return cls(kind, detail("as-said", words=str(words)), rule)

    @classmethod
    def refused(cls, refusal: Refusal) -> Problem:
        return cls.said("illegal-choice", refusal.reason, refusal.rule)

    @property
    def title(self) -> str:
        return say(f"problem-{self.kind}")

    @property
    def detail(self) -> str:
        return catalogue().write(self.words)

    def document(self) -> ProblemDocument:
        return ProblemDocument(f"/problems/{self.kind}", self.title, self.status, self.detail, self.rule, self.after)
