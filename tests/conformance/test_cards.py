"""What is remembered of a view is what would be made anew: nothing that is shown hangs on more than it is remembered by."""

from __future__ import annotations

import pytest

from tests.play import CASES, begin, wander


@pytest.mark.parametrize(("name", "scenario"), CASES)
def test_a_view_looks_as_if_seen_for_the_first_time(name: str, scenario: str) -> None:
    """After every choice, for all eyes. What was made at other positions, of other games of the same setup, lies on the shelves."""
    for seed in (2, 5):
        for number, war in enumerate(wander(begin(name, scenario, seed, mixed=seed == 5), seed)):
            views = [war.view(eyes) for eyes in (None, 0, 1)]
            said = [war.prompt(decision) for decision in war.asked()]
            if number % 3 == 0:  # making it anew is what takes the time
                with war.setup.forgetful():
                    assert [war.view(eyes) for eyes in (None, 0, 1)] == views
                    assert [war.prompt(decision) for decision in war.asked()] == said
            if not war.setup.game.secrets:
                assert views[0] == views[1] == views[2], "where nothing is secret everybody sees the same"


@pytest.mark.parametrize(("name", "scenario"), CASES)
def test_what_looks_alike_is_the_same_object(name: str, scenario: str) -> None:
    """The difference of two views is found by looking which parts are the same object."""
    for war in wander(begin(name, scenario, 3), 3):
        first, second = war.view(0), war.view(0)
        assert all(one is other for one, other in zip(first.pieces, second.pieces, strict=True))
        assert all(one is other for one, other in zip(first.markers, second.markers, strict=True))
        assert first.boxes is second.boxes
