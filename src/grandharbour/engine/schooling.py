"""What advisers have learnt, and how to make them forget it.

An adviser that is made better gets a name for what it has learnt, listed in the game's ``advice.LEARNT`` by the version that came
first after it. Its code asks ``knows("dry-drops")`` where the old way would have been another. So a player of an earlier version
can be asked to play against the present one under the present rules (see ``players.references``), and what each thing learnt is
worth can be measured by itself.

What is remembered between decisions must not hang on what is known: an answer that does is not remembered, or ``known_now`` is part of its key.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager

_forgotten: frozenset[str] = frozenset()


def knows(what: str) -> bool:
    """Whether the adviser that is asked now has learnt this."""
    return what not in _forgotten


def known_now() -> frozenset[str]:
    """What is forgotten at the moment: part of a key under which something is remembered."""
    return _forgotten


@contextmanager
def without(lessons: Iterable[str]) -> Iterator[None]:
    """Advisers have not learnt these, as long as it lasts.

    >>> with without(["dry-drops"]):
    ...     knows("dry-drops"), knows("assault-drops")
    (False, True)
    """
    global _forgotten
    before = _forgotten
    _forgotten = before | frozenset(lessons)
    try:
        yield
    finally:
        _forgotten = before
