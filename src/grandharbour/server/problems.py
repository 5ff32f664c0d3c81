"""What can go wrong, as RFC 9457 problem documents."""

from __future__ import annotations

import math

import msgspec

from ..engine.choice import Refusal

KINDS: dict[str, tuple[int, str]] = {
    "bad-request": (400, "The request cannot be read"),
    "wrong-seat": (403, "That is not your seat"),
    "not-found": (404, "There is nothing here"),
    "unknown-game": (404, "There is no such game"),
    "unknown-scenario": (404, "There is no such scenario"),
    "unknown-table": (404, "There is no such table"),
    "not-your-decision": (409, "It is not yours to decide now"),
    "stale": (409, "That was already decided"),
    "illegal-choice": (409, "The rules forbid it"),
    "cannot-undo": (409, "It cannot be taken back"),
    "table-ended": (409, "The game has ended"),
    "still-running": (409, "The game is still running"),
    "other-rules": (409, "This table was played under other rules"),
    "too-large": (413, "That is too large"),
    "bad-option": (422, "An option does not fit"),
    "bad-tables": (422, "The table pack does not fit"),
    "bad-position": (422, "No game can be played from this position"),
    "bad-save": (422, "The save cannot be loaded"),
    "too-slow": (408, "The request never came to its end"),
    "too-many": (429, "That is too much at once"),
    "busy": (503, "The server has too much to do"),
    "internal": (500, "The server made a mistake"),
    "cannot-store": (503, "The database does not answer"),
}


class ProblemDocument(msgspec.Struct, omit_defaults=True):
    type: str
    title: str
    status: int
    detail: str
    rule: str | None = None
    after: int | None = None
    """Seconds until it is worth trying again."""


class Problem(Exception):
    """Something the client is told instead of an answer. Nothing has changed on the table."""

    def __init__(self, kind: str, detail: str, rule: str | None = None, after: float | None = None) -> None:
        super().__init__(detail)
        self.kind = kind
        self.status, self.title = KINDS[kind]
        self.detail = detail
        self.rule = rule or None
        self.after = None if after is None else max(1, math.ceil(after))

    def __reduce__(self) -> tuple[type[Problem], tuple[str, str, str | None, float | None]]:
        return Problem, (self.kind, self.detail, self.rule, self.after)  # they come back from other processes

    @classmethod
    def refused(cls, refusal: Refusal) -> Problem:
        return cls("illegal-choice", refusal.reason, refusal.rule)

    def document(self) -> ProblemDocument:
        return ProblemDocument(f"/problems/{self.kind}", self.title, self.status, self.detail, self.rule, self.after)
