"""What is kept of a view is what would be made anew: no card forgets something its look hangs on."""

from __future__ import annotations

import pytest

from tests.play import CASES, begin, wander


@pytest.mark.parametrize(("name", "scenario"), CASES)
def test_pieces_look_as_if_seen_for_the_first_time(name: str, scenario: str) -> None:
    for seed in (2, 5):
        for number, war in enumerate(wander(begin(name, scenario, seed, mixed=seed == 5), seed)):
            if number % 9:
                continue
            for eyes in (None, 0, 1):
                kept = war.view(eyes)
                war.setup.cards.clear()
                assert war.view(eyes).pieces == kept.pieces
