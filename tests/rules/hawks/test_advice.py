"""How the adviser values a position, and where its word is good enough."""

from __future__ import annotations

from typing import Any

import pytest

import grandharbour as gh
from grandharbour.games.hawks.prospects import calm, threats, value
from grandharbour.games.hawks.state import BR, IT, Sky
from grandharbour.games.hawks.weighing import places

from .conftest import sky


def test_two_chances_make_one() -> None:
    war = sky("BR20 1 D3/3; Gladiator 1 D6/4", phase="priority", objectives="C5, D5")
    assert value(war, IT) + value(war, BR) == pytest.approx(1.0)


def test_what_helps_italy() -> None:
    def italy(planes: str = "BR20 1 D3/3", objectives: str = "C5, D5, E5", **more: Any) -> float:
        return value(sky(planes, phase="priority", objectives=objectives, turn=4, **more), IT)

    plain = italy()
    assert italy(objectives="C5, D5", ruins="E5") > plain
    assert italy(down="Gladiator 1") > plain
    for worse in ({"hit": "BR20 1"}, {"down": "BR20 1"}, {"down": "CR42 1"}, {"guns": "C5, D5, E5"}, {"bombed": "BR20 1"}):
        assert italy(**worse) < plain, worse
    assert italy("BR20 1 D3/3; Gladiator 1 D4/4") < italy("BR20 1 D3/3; Gladiator 1 D7/4"), "a fighter that can strike at once"


def test_a_margin_means_more_the_less_time_is_left() -> None:
    early, late = (value(sky(phase="priority", ruins="C5, D5, E5", turn=turn), IT) for turn in (5, 11))
    assert 0.5 < early < late


def test_fighters_in_reach() -> None:
    war = sky("BR20 1 D3/3; Gladiator 1 D4/4; Gladiator 2 D4/3; Gladiator 3 D3/1", phase="priority")
    assert threats(war, war.setup.names.find("piece", "BR20 1")) == 2


def test_places_are_those_of_the_board() -> None:
    grid = sky(phase="priority").setup.grid
    assert places(grid)[grid.named("D5/3")] == grid.place(grid.named("D5/3"))


def test_calm_between_turns_and_trust_in_the_first() -> None:
    war = gh.game("hawks").new("raid-over-malta", seed=3)
    assert isinstance(war, Sky)
    calm_turns = []
    while war.stack is not None:
        decision = war.asked()[0]
        if calm(war):
            calm_turns.append(war.turn)
        if war.turn < 2:
            assert war.setup.game.trusted(war, decision) is (war.turn == 1)
        best = max(war.setup.game.ideas(war, decision), key=lambda idea: idea.score)
        war.play(best.verb, best.target, decision.side)
    assert calm_turns == list(range(1, war.turn + 1))
    assert calm(war)
