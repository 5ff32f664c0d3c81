"""Bombing [HM-BOMB]."""

from __future__ import annotations

import pytest

from .conftest import asked, listed, refused, results, rolls, side, sky, squares


def raid(*dice, plane: str = "SM79 1", altitude: int = 1, **situation):
    """A bomber over the Objective at D5 drops."""
    war = sky(f"{plane} D5/{altitude}", phase="bombing", objectives="D5", dice=dice, **situation)
    war.play("bomb", plane)
    return war


@pytest.mark.rule("hawks", "HM-BOMB.1")
def test_bombers_over_an_objective_may_bomb_one_by_one() -> None:
    war = sky("BR20 1 D5/4; BR20 2 C5/1; CR42 1 D5/1", phase="bombing", objectives="C5, D5, E5", dice=(3, 3))
    assert side(war) == "IT" and asked(war) == {"bomb": ["BR20 1", "BR20 2"], "hold": [None]}
    assert refused(war, "bomb", "CR42 1") == refused(war, "bomb", "Gladiator 1") == "HM-BOMB.1"
    war.play("bomb", "BR20 2")
    assert asked(war) == {"bomb": ["BR20 1"], "hold": [None]}
    war.play("hold")
    assert listed(war, war.bombed) == {"BR20 2"} and war.turn == 4


@pytest.mark.rule("hawks", "HM-BOMB.1")
def test_only_over_an_intact_objective() -> None:
    war = sky("BR20 1 D5/1; BR20 2 D4/1", phase="bombing", objectives="D5")
    assert refused(war, "bomb", "BR20 2") == "HM-BOMB.1"
    assert sky("BR20 1 D5/1", phase="bombing", ruins="D5").turn == 4, "ruins are no target"


@pytest.mark.rule("hawks", "HM-BOMB.2")
@pytest.mark.parametrize(("plane", "row"), [("BR20 1", (5, 6, 8, 12)), ("SM79 1", (6, 7, 8, 12)), ("Z1007 1", (6, 7, 8, 12))])
@pytest.mark.parametrize("altitude", [1, 2, 3, 4])
def test_every_bombing_number(plane: str, row: tuple[int, ...], altitude: int) -> None:  # situation 32 and errata 15a
    need = row[altitude - 1]
    second = (3,) if plane.startswith("BR20") else ()
    war = raid(need, *second, plane=plane, altitude=altitude)
    assert rolls(war)[0].need == need and results(war)[0] == "Objective destroyed"
    war = raid(need - 1, *second, plane=plane, altitude=altitude)
    assert set(results(war)) == {"miss"} and squares(war, war.objectives) == {"D5"}


@pytest.mark.rule("hawks", "HM-BOMB.2", "HM-BOMB.7")
def test_the_twelve_at_altitude_4_counts_modifiers() -> None:  # H-29
    assert results(raid(11, altitude=4, chits={"SM79 1": "FACE"})) == ["Objective destroyed"]
    assert results(raid(12, altitude=4, hit="SM79 1")) == ["miss"]


@pytest.mark.rule("hawks", "HM-BOMB.3", "HM-BOMB.4", "HM-BOMB.8")
def test_a_br20_rolls_twice() -> None:  # situation 31
    war = raid(7, 8, plane="BR20 1", altitude=3)
    assert results(war) == ["miss", "Objective destroyed"]
    assert squares(war, war.ruins) == {"D5"} and war.objectives == 0 and listed(war, war.bombed) == {"BR20 1"}


@pytest.mark.rule("hawks", "HM-BOMB.3")
@pytest.mark.parametrize(("plane", "loads"), [("BR20 1", 2), ("SM79 1", 1), ("Z1007 1", 1)])
def test_loads_of_the_bombers(plane: str, loads: int) -> None:
    war = raid(*[3] * loads, plane=plane)
    assert len(results(war)) == loads and war.rolled == loads


@pytest.mark.rule("hawks", "HM-BOMB.4")
def test_a_bomber_bombs_once_in_the_game() -> None:  # situation 34
    war = sky("SM79 1 D5/1; SM79 2 D5/1", phase="bombing", objectives="D5", bombed="SM79 1", turn=6)
    assert asked(war)["bomb"] == ["SM79 2"] and refused(war, "bomb", "SM79 1") == "HM-BOMB.4"
    war = sky("SM79 1 D5/1", phase="bombing", objectives="D5", bombed="SM79 1", turn=6)
    assert war.turn == 7, "not even asked"
    war = raid(3, turn=5)
    assert listed(war, war.bombed) == {"SM79 1"}, "a miss is a miss"


@pytest.mark.rule("hawks", "HM-BOMB.5")
def test_a_damaged_bomber() -> None:
    war = raid(6, hit="SM79 1")
    assert rolls(war)[0].modifiers == (("modifier-bomber-damaged", -1, "HM-BOMB.5"),) and results(war) == ["miss"]


@pytest.mark.rule("hawks", "HM-BOMB.6")
@pytest.mark.parametrize(("clouds", "total"), [("D5/1", 5), ("D5/1, D5/1", 5), ("D5/2", 7), ("D5/2, C5/1", 7)])
def test_bombing_through_cloud(clouds: str, total: int) -> None:
    assert rolls(raid(7, clouds=clouds))[0].total == total


@pytest.mark.rule("hawks", "HM-BOMB.7", "HM-CHIT.1", "HM-CHIT.2")
@pytest.mark.parametrize(
    ("chit", "dice", "result"),
    [
        ("FACE", 5, "Objective destroyed"),
        ("GREEN", 6, "miss"),
        ("LUCKY", 5, "Objective destroyed"),
        ("LUCKY", 4, "miss"),
        ("NONE", 5, "miss"),
    ],
)
def test_the_crew_counts(chit: str, dice: int, result: str) -> None:
    war = raid(dice, chits={"SM79 1": chit})
    assert results(war) == [result]
    assert listed(war, war.up) == (set() if chit == "NONE" or (chit, dice) == ("LUCKY", 4) else {"SM79 1"})


@pytest.mark.rule("hawks", "HM-BOMB.7")
def test_no_other_modifier_applies() -> None:
    war = raid(6, fired="SM79 1", guns="D5")
    assert rolls(war)[0].modifiers == ()


@pytest.mark.rule("hawks", "HM-BOMB.8")
def test_one_hit_destroys_and_a_second_is_wasted() -> None:
    war = raid(9, 9, plane="BR20 1")
    assert results(war) == ["Objective destroyed", "hit on the ruins"] and war.scores() == (3, 0)
    war = sky("SM79 1 D5/1; SM79 2 D5/1; BR20 1 C5/1", phase="bombing", objectives="C5, D5", dice=(9,))
    war.play("bomb", "SM79 1")
    assert asked(war)["bomb"] == ["BR20 1"] and refused(war, "bomb", "SM79 2") == "HM-BOMB.8"
