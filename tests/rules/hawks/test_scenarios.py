"""The four scenarios [HM-SCN]."""

from __future__ import annotations

from collections import Counter

import pytest

from grandharbour.games.hawks import GAME


def rosters(scenario: str) -> tuple[dict[str, int], dict[str, int]]:
    """The Italian and the British planes of a new game."""
    setup = GAME.new(scenario, seed=1).setup
    it, br = (Counter(kind for kind, side in zip(setup.kinds, setup.side_of) if side == s) for s in (0, 1))
    return dict(it), dict(br)


@pytest.mark.rule("hawks", "HM-SCN.1", "HM-SETUP.1")
def test_faith_hope_and_charity() -> None:  # situation 42, here and below
    assert rosters("faith-hope-charity") == ({"CR42": 2, "G50": 1, "BR20": 2}, {"Gladiator": 3})


@pytest.mark.rule("hawks", "HM-SCN.2", "HM-SETUP.1")
def test_raid_over_malta() -> None:
    assert rosters("raid-over-malta") == ({"G50": 2, "MC200": 2, "Z1007": 2}, {"Gladiator": 2, "Hurricane": 2})


@pytest.mark.rule("hawks", "HM-SCN.3", "HM-SETUP.1")
def test_struggle_over_the_sky() -> None:
    it = {"G50": 2, "MC200": 2, "CR42": 2, "BR20": 3}
    assert rosters("struggle-over-the-sky") == (it, {"Hurricane": 3, "Tomahawk": 1})


@pytest.mark.rule("hawks", "HM-SCN.4", "HM-SETUP.1")
def test_grand_tournament() -> None:
    it = {"G50": 3, "MC200": 3, "SM79": 2, "BR20": 2}
    assert rosters("grand-tournament") == (it, {"Hurricane": 2, "Tomahawk": 3})


@pytest.mark.rule("hawks", "HM-SCN.1", "HM-SCN.2", "HM-SCN.3", "HM-SCN.4")
def test_numbers_of_planes() -> None:
    sizes = {name: tuple(sum(side.values()) for side in rosters(name)) for name in GAME.scenarios}
    assert list(sizes.values()) == [(5, 3), (6, 4), (9, 4), (10, 5)]
