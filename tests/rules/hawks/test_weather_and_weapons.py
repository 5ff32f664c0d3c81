"""Clouds that come and go while planes, guns and bombs are at work [HM-CLOUD with HM-ENG, HM-AA, HM-BOMB, HM-CHIT]."""

from __future__ import annotations

import pytest

from .conftest import about, asked, clouds, hits, listed, results, rolls, sky, squares


@pytest.mark.rule("hawks", "HM-CLOUD.2", "HM-DRM.3", "HM-DRM.4")
def test_a_dive_out_of_a_cloud() -> None:
    war = sky("Hurricane 1 D4/4; BR20 1 D5/3", move="Hurricane 1", clouds="D5/4")
    war.play("to", "D5/4")
    assert asked(war)["attack"] == ["BR20 1"], "the cloud hides what is in it, not what is below it"
    war.script(8, 8)
    war.play("attack", "BR20 1")
    assert [roll.total for roll in rolls(war)] == [8 + 1 + 1 - 3, 8 - 1 - 3]


@pytest.mark.rule("hawks", "HM-CLOUD.2", "HM-ENG.3")
def test_a_shot_out_of_a_cloud_at_a_plane_passing_below() -> None:
    war = sky("BR20 1 D4/3; Gladiator 1 D5/4", move="BR20 1", clouds="D5/4")
    war.play("to", "D5/3")
    war.script(9)
    war.play("fire", "BR20 1")
    assert rolls(war)[0].total == 9 + 1 + 1 - 3 and results(war) == ["hit"]


@pytest.mark.rule("hawks", "HM-CLOUD.3", "HM-ENG.1")
def test_a_cloud_that_comes_with_the_first_shot_spoils_the_second() -> None:
    war = sky("CR42 1 D4/3; Gladiator 1 D5/3; Gladiator 2 D5/3", move="CR42 1", clouds="C5/3")
    war.play("to", "D5/3")
    war.script(12, 3, 2, 3, 9)  # east, level
    war.play("attack", "Gladiator 1")
    assert clouds(war) == ["D5/3"]
    war.play("fire", "CR42 1")
    assert [roll.total for roll in rolls(war)] == [12, 3, 6]


@pytest.mark.rule("hawks", "HM-CLOUD.1", "HM-CLOUD.3", "HM-ENG.3")
def test_a_cloud_that_goes_uncovers_the_mover() -> None:
    war = sky("CR42 1 D4/3; Gladiator 1 D5/3; Gladiator 2 D5/4", move="CR42 1, CR42 2", clouds="D5/3")
    war.play("to", "D5/3")
    war.script(12, 3, 2, 3)
    war.play("attack", "Gladiator 1")
    assert hits(war, "Gladiator 1") == 1, "12 - 3"
    assert about(war) == "Gladiator 2" and asked(war) == {"fire": ["CR42 1"], "hold": [None]}


@pytest.mark.rule("hawks", "HM-CLOUD.1", "HM-ENG.2", "HM-MOVE.5")
def test_of_two_foes_on_the_way_a_cloud_hides_the_second() -> None:
    war = sky(
        "G50 1 D4/4; Hurricane 1 D5/3; Hurricane 2 E5/3", move="G50 1, G50 2", clouds="E5/3", scenario="raid-over-malta"
    )  # fmt: skip
    war.play("to", "D5/4")
    assert set(asked(war)) == {"attack", "hold"}
    war.play("hold")
    war.play("to", "E5/4")
    assert about(war) == "G50 2"


@pytest.mark.rule("hawks", "HM-CLOUD.3", "HM-AA.5")
def test_a_cloud_that_comes_in_the_middle_of_a_barrage() -> None:
    war = sky(
        "CR42 1 D5/2; Gladiator 1 D5/2", phase="aa", guns="D5", objectives="D5", clouds="D5/1", dice=(2, 5, 1, 8)
    )  # fmt: skip
    assert clouds(war) == ["D5/2"] and [roll.total for roll in rolls(war)] == [2, 5] and results(war) == ["miss", "miss"]


@pytest.mark.rule("hawks", "HM-CLOUD.2", "HM-CLOUD.5")
def test_two_clouds_in_one_space_count_once_and_stay_two() -> None:
    war = sky("CR42 1 D4/1; Gladiator 1 D5/1", move="CR42 1", clouds="D5/1, D5/2")
    war.play("to", "D5/1")
    war.script(2, 9, 6, 6)  # stay, sink
    war.play("attack", "Gladiator 1")
    assert clouds(war) == ["D5/1", "D5/1"] and [roll.total for roll in rolls(war)] == [-1, 6]


@pytest.mark.rule("hawks", "HM-CLOUD.4", "HM-CLOUD.5")
@pytest.mark.parametrize(
    ("cloud", "wind", "lift", "there"),
    [
        ("A1/4", 1, 1, "A1/4"), ("A1/4", 4, 2, "A1/4"), ("G9/1", 3, 5, "G9/1"), ("G9/1", 2, 6, "G9/1"), ("A1/1", 3, 1, "A2/2"),
        ("G9/4", 1, 6, "G8/3"), ("D9/4", 3, 5, "D9/3"), ("A5/1", 4, 1, "A5/2"), ("D5/2", 6, 4, "D5/2"), ("D6/3", 1, 3, "D5/3"),
    ],
)  # fmt: skip
def test_wind_and_height_are_held_back_each_for_itself(cloud: str, wind: int, lift: int, there: str) -> None:
    war = sky("BR20 1 D4/3; Gladiator 1 D5/4", move="BR20 1", clouds=cloud)
    war.play("to", "D5/3")
    war.script(2, wind, lift)
    war.play("fire", "BR20 1")
    assert clouds(war) == [there]


@pytest.mark.rule("hawks", "HM-CLOUD.1", "HM-AA.1", "HM-AA.6")
@pytest.mark.parametrize(
    ("plane", "altitude", "dice", "total", "result"),
    [
        ("CR42 1", 2, 8, 5, "miss"), ("CR42 1", 2, 9, 6, "hit"), ("BR20 1", 2, 7, 5, "miss"), ("BR20 1", 2, 8, 6, "hit"),
        ("BR20 1", 3, 11, 9, "miss"), ("CR42 1", 1, 11, 8, "hit"),
    ],
)  # fmt: skip
def test_guns_find_planes_in_clouds_but_rarely_hit_them(plane: str, altitude: int, dice: int, total: int, result: str) -> None:
    war = sky(f"{plane} D5/{altitude}", phase="aa", guns="D5", clouds=f"D5/{altitude}", dice=(dice,))
    assert asked(war)["fire"] == [plane]
    war.play("fire", plane)
    assert rolls(war)[0].total == total and results(war) == [result]


@pytest.mark.rule("hawks", "HM-AA.3", "HM-AA.6", "HM-CLOUD.3")
@pytest.mark.parametrize(
    ("drm", "twelve", "altitude", "result"),
    [
        ("fire", "modified", 2, "hit"),  # 12 + 1 - 3
        ("fire", "modified", 3, "miss"),
        ("fire", "natural", 2, "shot down"),
        ("fire", "natural", 3, "shot down"),
        ("none", "modified", 3, "shot down"),
        ("none", "natural", 3, "shot down"),
    ],
)
def test_two_sixes_of_the_guns_at_a_bomber_in_a_cloud(drm: str, twelve: str, altitude: int, result: str) -> None:
    war = sky(
        f"BR20 1 D5/{altitude}", phase="aa", guns="D5", clouds=f"D5/{altitude}", dice=(12, 2, 3),
        options={"aa_drm": drm, "aa_twelve": twelve},
    )  # fmt: skip
    war.play("fire", "BR20 1")
    assert results(war) == [result] and clouds(war) == [f"E5/{altitude}"], "and the clouds move in any case"


@pytest.mark.rule("hawks", "HM-BOMB.5", "HM-BOMB.6", "HM-BOMB.7", "HM-DRM.6")
@pytest.mark.parametrize(
    ("hit", "cloud", "chit", "amount"),
    [
        (True, True, "GREEN", -4), (True, True, "FACE", -2), (True, False, "FACE", 0), (False, True, "FACE", -1),
        (False, True, "GREEN", -3), (True, True, "NONE", -3), (False, False, "GREEN", -1),
    ],
)  # fmt: skip
def test_bombing_modifiers_together(hit: bool, cloud: bool, chit: str, amount: int) -> None:
    for dice, result in ((8 - amount - 1, "miss"), (8 - amount, "Objective destroyed")):
        if dice in (2, 12):
            continue
        war = sky(
            "SM79 1 D5/3", phase="bombing", objectives="D5", hit="SM79 1" if hit else "", clouds="D5/3" if cloud else "",
            chits={"SM79 1": chit}, dice=(dice,), scenario="grand-tournament",
        )  # fmt: skip
        war.play("bomb", "SM79 1")
        assert results(war) == [result] and rolls(war)[0].total == dice + amount


@pytest.mark.rule("hawks", "HM-BOMB.3", "HM-CLOUD.3", "HM-BOMB.8")
def test_the_wind_turns_between_the_loads_and_the_objective_is_gone() -> None:
    war = sky("BR20 1 D5/2", phase="bombing", objectives="D5", clouds="D5/3", dice=(12, 5, 5, 7))
    war.play("bomb", "BR20 1")
    assert clouds(war) == ["D5/2"] and squares(war, war.ruins) == {"D5"}
    assert [(roll.total, roll.result) for roll in rolls(war)] == [(12, "Objective destroyed"), (5, "miss")]


@pytest.mark.rule("hawks", "HM-BOMB.3", "HM-CLOUD.3", "HM-BOMB.6")
def test_a_cloud_that_leaves_after_the_first_load_clears_the_second() -> None:
    war = sky("BR20 1 D5/2", phase="bombing", objectives="D5", clouds="D5/2", dice=(2, 3, 3, 6))
    war.play("bomb", "BR20 1")
    assert [(roll.total, roll.result) for roll in rolls(war)] == [(0, "miss"), (6, "Objective destroyed")]


@pytest.mark.rule("hawks", "HM-CHIT.3", "HM-CLOUD.2", "HM-DRM.5")
@pytest.mark.parametrize(("dice", "result"), [(8, "miss"), (9, "hit"), (10, "hit")])
def test_luck_in_a_cloud(dice: int, result: str) -> None:
    war = sky(
        "G50 1 D4/3; Hurricane 1 D5/3", move="G50 1", fired="Hurricane 1", clouds="D5/3", chits={"G50 1": "LUCKY"},
        scenario="raid-over-malta",
    )  # fmt: skip
    war.play("to", "D5/3")
    war.script(dice)
    war.play("attack", "Hurricane 1")
    assert results(war) == [result] and bool(war.up) is (dice == 9)


@pytest.mark.rule("hawks", "HM-CHIT.3", "HM-BOMB.2", "HM-BOMB.3")
@pytest.mark.parametrize(
    ("altitude", "dice", "told", "shown"),
    [
        (4, (11, 3), ["Objective destroyed", "miss"], True),  # the twelve at altitude 4
        (3, (7, 6), ["Objective destroyed", "miss"], True),
        (3, (8, 7), ["Objective destroyed", "miss"], False),  # the ruins are not worth it
        (3, (6, 7), ["miss", "Objective destroyed"], True),
        (1, (3, 3), ["miss", "miss"], False),
        (2, (5, 5), ["Objective destroyed", "miss"], True),
    ],
)
def test_a_lucky_bomber_with_two_loads(altitude: int, dice: tuple[int, int], told: list[str], shown: bool) -> None:
    war = sky(f"BR20 1 D5/{altitude}", phase="bombing", objectives="D5", chits={"BR20 1": "LUCKY"}, dice=dice)
    war.play("bomb", "BR20 1")
    assert results(war) == told and bool(war.up) is shown


@pytest.mark.rule("hawks", "HM-CHIT.3", "HM-BOMB.5", "HM-BOMB.6")
def test_luck_cannot_make_up_for_damage_and_cloud_together() -> None:
    war = sky(
        "BR20 1 D5/2", phase="bombing", objectives="D5", hit="BR20 1", clouds="D5/2", chits={"BR20 1": "LUCKY"}, dice=(7, 8)
    )  # fmt: skip
    war.play("bomb", "BR20 1")
    assert [(roll.total, roll.result) for roll in rolls(war)] == [(4, "miss"), (6, "Objective destroyed")]


@pytest.mark.rule("hawks", "HM-CLOUD.3", "HM-CLOUD.4")
@pytest.mark.parametrize("kind", ["fire", "guns", "bomb"])
def test_a_double_of_another_face_moves_nothing(kind: str) -> None:
    if kind == "fire":
        war = sky("BR20 1 D4/3; Gladiator 1 D5/4", move="BR20 1", clouds="C3/2")
        war.play("to", "D5/3")
        war.script((2, 2))
        war.play("fire", "BR20 1")
    elif kind == "guns":
        war = sky("CR42 1 D5/1", phase="aa", guns="D5", clouds="C3/2", dice=((5, 5),))
        war.play("fire", "CR42 1")
    else:
        war = sky("SM79 1 D5/1", phase="bombing", objectives="D5", clouds="C3/2", dice=((3, 3),), scenario="grand-tournament")
        war.play("bomb", "SM79 1")
    assert clouds(war) == ["C3/2"] and listed(war, war.down) == set()
