"""Clouds [HM-CLOUD]."""

from __future__ import annotations

import pytest

from grandharbour.games.hawks import GAME

from .conftest import about, asked, at, clouds, hits, listed, results, rolls, sky


def duel(*dice, chits=None, **situation):
    """CR42 1 attacks Gladiator 1 in D5/3."""
    war = sky("CR42 1 D4/3; Gladiator 1 D5/3", move="CR42 1", chits=chits, **situation)
    war.play("to", "D5/3")
    war.script(*dice)
    war.play("attack", "Gladiator 1")
    return war


@pytest.mark.rule("hawks", "HM-CLOUD.1", "HM-ENG.3")
def test_a_plane_in_cloud_is_not_seen_from_above() -> None:  # situation 17
    war = sky("BR20 1 D4/3; Hurricane 1 D5/4", move="BR20 1, BR20 2", clouds="D5/3")
    war.play("to", "D5/3")
    assert about(war) == "BR20 2"


@pytest.mark.rule("hawks", "HM-CLOUD.1", "HM-ENG.2", "HM-ENG.4")
def test_nobody_dives_on_a_plane_in_cloud() -> None:
    war = sky("Hurricane 1 D4/4; BR20 1 D5/3; BR20 2 D5/3", move="Hurricane 1", clouds="D5/3")
    war.play("to", "D5/4")
    assert "attack" not in asked(war) and about(war) == "Hurricane 1"


@pytest.mark.rule("hawks", "HM-CLOUD.1")
@pytest.mark.parametrize("cloud", ["D5/4", "D5/2", "D4/3", ""])
def test_only_a_cloud_in_its_own_space_hides_a_plane(cloud: str) -> None:
    war = sky("BR20 1 D4/3; Hurricane 1 D5/4", move="BR20 1", clouds=cloud)
    war.play("to", "D5/3")
    assert asked(war) == {"fire": ["BR20 1"], "hold": [None]}


@pytest.mark.rule("hawks", "HM-CLOUD.1")
def test_a_cloud_does_not_hide_from_planes_in_the_same_space() -> None:
    war = sky("CR42 1 D4/3; Gladiator 1 D5/3", move="CR42 1", clouds="D5/3")
    war.play("to", "D5/3")
    assert asked(war) == {"attack": ["Gladiator 1"]}


@pytest.mark.rule("hawks", "HM-CLOUD.2", "HM-DRM.5")
@pytest.mark.parametrize(("cr42", "gladiator", "expected"), [(10, 11, ["hit", "hit"]), (9, 10, ["miss", "miss"])])
def test_a_fight_in_cloud_costs_both_three_once(cr42: int, gladiator: int, expected: list[str]) -> None:
    war = duel(cr42, gladiator, clouds="D5/3, D5/3")
    assert results(war) == expected
    assert [roll.modifiers for roll in rolls(war)] == [(("modifier-cloud", -3, "HM-DRM.5"),)] * 2


@pytest.mark.rule("hawks", "HM-CLOUD.2", "HM-DRM.5")
def test_a_firer_in_cloud_suffers_too() -> None:
    war = sky("Hurricane 1 D4/4; BR20 1 D5/3", move="Hurricane 1", clouds="D5/4")
    war.play("to", "D5/4")
    war.script(7, 11)
    war.play("attack", "BR20 1")
    assert [roll.total for roll in rolls(war)] == [7 + 1 + 1 - 3, 11 - 1 - 3]


@pytest.mark.rule("hawks", "HM-CLOUD.3", "HM-CLOUD.4")
def test_a_double_one_moves_the_clouds_at_once() -> None:  # situation 37
    war = duel((1, 1), 3, 2, 6, clouds="D4/3")
    assert clouds(war) == ["E4/2"] and about(war) == "CR42 1", "before the move goes on"


@pytest.mark.rule("hawks", "HM-CLOUD.3")
@pytest.mark.parametrize(("dice", "moved"), [((1, 1), True), ((6, 6), True), ((2, 2), False), ((5, 5), False), ((1, 6), False)])
def test_only_double_one_and_double_six_move_them(dice: tuple[int, int], moved: bool) -> None:
    war = duel(dice, 3, *((3, 3) if moved else ()), clouds="D4/3")
    assert clouds(war) == ["D5/3" if moved else "D4/3"]


@pytest.mark.rule("hawks", "HM-CLOUD.3")
def test_modifiers_make_no_double() -> None:
    war = duel((5, 6), (1, 2), chits={"CR42 1": "FACE", "Gladiator 1": "GREEN"}, clouds="D4/3")
    assert [roll.total for roll in rolls(war)] == [12, 2] and clouds(war) == ["D4/3"]


@pytest.mark.rule("hawks", "HM-CLOUD.3")
def test_answering_fire_moves_clouds_and_two_doubles_move_them_twice() -> None:
    assert clouds(duel(3, (1, 1), 2, 3, clouds="C4/2")) == ["D4/2"]
    assert clouds(duel((6, 6), (1, 1), 2, 3, 2, 1, clouds="C4/2")) == ["E4/3"]


@pytest.mark.rule("hawks", "HM-CLOUD.3", "HM-FIRE.4")
def test_both_results_count_before_the_clouds_come() -> None:
    war = duel((1, 1), 8, 2, 3, clouds="C5/3")  # the cloud drifts into the fight, too late for the answer
    assert clouds(war) == ["D5/3"] and results(war) == ["miss", "hit"]


@pytest.mark.rule("hawks", "HM-CLOUD.3")
def test_guns_move_clouds() -> None:  # situation 27
    war = sky("CR42 1 D5/3", phase="aa", guns="D5", clouds="A4/1")
    war.script((6, 6), 1, 2)
    war.play("fire", "CR42 1")
    assert results(war) == ["shot down"] and clouds(war) == ["A3/2"]


@pytest.mark.rule("hawks", "HM-CLOUD.3", "HM-BOMB.6")
def test_clouds_may_come_between_two_loads() -> None:
    war = sky("BR20 1 D5/1", phase="bombing", objectives="D5", clouds="C5/1", dice=((1, 1), 2, 3, 6))
    war.play("bomb", "BR20 1")
    assert [roll.total for roll in rolls(war)] == [2, 6 - 2] and results(war) == ["miss", "miss"]


@pytest.mark.rule("hawks", "HM-CLOUD.4")
@pytest.mark.parametrize(("die", "square"), [(1, "D3"), (2, "E4"), (3, "D5"), (4, "C4"), (5, "D4"), (6, "D4")])
def test_the_first_die_is_the_wind(die: int, square: str) -> None:
    assert clouds(duel((1, 1), 3, die, 3, clouds="D4/2")) == [f"{square}/2"]


@pytest.mark.rule("hawks", "HM-CLOUD.4")
@pytest.mark.parametrize(("die", "altitude"), [(1, 3), (2, 3), (3, 2), (4, 2), (5, 1), (6, 1)])
def test_the_second_die_is_the_altitude(die: int, altitude: int) -> None:
    assert clouds(duel((1, 1), 3, 5, die, clouds="D4/2")) == [f"D4/{altitude}"]


@pytest.mark.rule("hawks", "HM-CLOUD.4")
@pytest.mark.parametrize(
    ("wind", "lift", "words"),
    [
        (2, 1, "The clouds drift east and rise"),
        (5, 3, "The clouds stay where they are and keep their height"),
        (1, 6, "The clouds drift north and sink"),
    ],
)
def test_the_log_says_where_they_went(wind: int, lift: int, words: str) -> None:
    war = duel((1, 1), 3, wind, lift, clouds="D4/2")
    event = next(event for event in war.log or () if event.kind == "clouds")
    assert event.dice == (wind, lift) and GAME.tell(event, war.setup) == words


@pytest.mark.rule("hawks", "HM-CLOUD.4")
def test_one_throw_moves_all_clouds() -> None:
    assert clouds(duel((6, 6), 3, 2, 1, clouds="A3/1, B7/2, E4/3")) == ["B3/2", "C7/3", "F4/4"]


@pytest.mark.rule("hawks", "HM-CLOUD.5")
@pytest.mark.parametrize(
    ("cloud", "wind", "lift", "after"),
    [
        ("D1/2", 1, 3, "D1/2"), ("G4/2", 2, 3, "G4/2"), ("D9/2", 3, 3, "D9/2"), ("A4/2", 4, 3, "A4/2"),
        ("D4/4", 5, 1, "D4/4"), ("D4/1", 5, 6, "D4/1"), ("A1/4", 1, 6, "A1/3"), ("D4/4", 2, 1, "E4/4"),
    ],
)  # fmt: skip
def test_edges_hold_clouds_back(cloud: str, wind: int, lift: int, after: str) -> None:
    assert clouds(duel((1, 1), 3, wind, lift, clouds=cloud)) == [after]


@pytest.mark.rule("hawks", "HM-CLOUD.5")
def test_clouds_in_one_space_stay_separate_chits() -> None:
    war = duel((6, 6), 3, 1, 3, clouds="A1/2, A2/2")
    assert clouds(war) == ["A1/2", "A1/2"]
    war.check()
    assert [marker.at for marker in war.view(None).markers if marker.kind == "cloud"] == ["A1/2", "A1/2"]


@pytest.mark.rule("hawks", "HM-CLOUD.5")
def test_cloud_dice_do_not_move_clouds_again() -> None:
    war = duel((1, 1), 3, 1, 1, clouds="D4/2")  # the cloud dice are a double one as well
    assert clouds(war) == ["D3/3"]


@pytest.mark.rule("hawks", "HM-CLOUD.1", "HM-CLOUD.3")
def test_a_cloud_that_comes_at_once_hides_the_mover_from_the_next_fighter() -> None:
    war = sky("BR20 1 D4/3; Gladiator 1 D5/4; Gladiator 2 D5/4", move="BR20 1, BR20 2", clouds="C5/3")
    war.play("to", "D5/3")
    war.script((1, 1), 2, 3)
    war.play("fire", "BR20 1")
    assert clouds(war) == ["D5/3"] and about(war) == "BR20 2", "the second Gladiator sees nothing any more"
    assert at(war, "BR20 1") == "D5/3" and hits(war, "BR20 1") == 0 and listed(war, war.fired) == {"Gladiator 1"}


def test_without_clouds_a_double_needs_no_cloud_dice() -> None:
    assert results(duel((1, 1), (6, 6))) == ["miss", "hit"]
