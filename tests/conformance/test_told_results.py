"""What the tables decided is told in plain words: no sentence leaves a reader alone with a printed code."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

import grandharbour as gh
from grandharbour.engine.event import Event
from grandharbour.engine.war import War
from tests.play import CASES, begin, wander

PLAIN = re.compile(r"[a-z]{3}")
"""A word, not "1Ar/Dr", "DW", "A1", "D*" or "-"."""


def events(name: str, scenario: str) -> Iterator[tuple[War, Event]]:
    """All that is told in a few random games."""
    for seed in (1, 2, 3):
        war = begin(name, scenario, seed, mixed=seed == 3)
        war.log = []
        for _ in wander(war, seed):
            yield from ((war, event) for event in war.log)
            war.log = []
        yield from ((war, event) for event in war.log)


@pytest.mark.parametrize(("name", "scenario"), CASES)
def test_a_printed_code_is_never_told_without_its_words(name: str, scenario: str) -> None:
    game = gh.game(name)
    for war, event in events(name, scenario):
        if event.result is None or any(event.result in names for names in war.setup.names.lists.values()):
            continue
        told, word, words = (
            game.tell(event, war.setup),
            game.word_of(event.result, event.kind),
            game.sentence_of(event.result, event.kind),
        )
        counted = re.search(rf"\b{re.escape(event.result)} [a-z]{{3}}", told)  # "3 reinforcements"
        assert PLAIN.search(word) or counted or (words and words in told), f"{event.kind}: {told!r} leaves {word!r} alone"
