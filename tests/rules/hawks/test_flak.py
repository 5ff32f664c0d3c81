"""Anti-aircraft fire [HM-AA]."""

from __future__ import annotations

import pytest

from .conftest import about, asked, at, hits, listed, refused, results, rolls, side, sky, squares


def barrage(dice: int, plane: str = "CR42 1", altitude: int = 2, **situation):
    """Guns at D5 fire at one plane over them."""
    war = sky(f"{plane} D5/{altitude}", phase="aa", guns="D5", **situation)
    war.script(dice)
    war.play("fire", plane)
    return war


@pytest.mark.rule("hawks", "HM-AA.1")
def test_guns_fire_at_one_italian_plane_of_the_british_players_choice() -> None:  # situation 30
    war = sky("CR42 1 D5/1; CR42 2 D5/1; Gladiator 1 D5/1", phase="aa", guns="D5")
    assert side(war) == "BR" and about(war) == "D5" and asked(war) == {"fire": ["CR42 1", "CR42 2"], "hold": [None]}
    assert refused(war, "fire", "Gladiator 1") == "HM-AA.1"
    war.script(6)
    war.play("fire", "CR42 2")
    assert hits(war, "CR42 2") == 1 and hits(war, "CR42 1") == 0 and len(rolls(war)) == 1
    assert war.turn == 4, "one shot, then the turn is over"


@pytest.mark.rule("hawks", "HM-AA.1")
def test_guns_may_hold_their_fire() -> None:
    war = sky("CR42 1 D5/1", phase="aa", guns="D5")
    war.play("hold")
    assert results(war) == [] and war.turn == 4


@pytest.mark.rule("hawks", "HM-AA.1")
def test_guns_reach_their_own_square_only() -> None:
    war = sky("CR42 1 D5/1; CR42 2 D4/1", phase="aa", guns="D5")
    assert refused(war, "fire", "CR42 2") == "HM-AA.1" and asked(war)["fire"] == ["CR42 1"]


@pytest.mark.rule("hawks", "HM-AA.1", "HM-SEQ.2")
def test_every_gun_has_its_own_shot() -> None:
    war = sky("CR42 1 C4/1; CR42 2 D5/1; G50 1 E6/1", phase="aa", guns="C4, D5, E6", guns_fired="E6")
    war.script(3, 3)
    war.play("fire", "CR42 1")
    assert about(war) == "D5" and squares(war, war.guns_fired) == {"C4", "E6"}
    war.play("fire", "CR42 2")
    assert war.turn == 4, "the guns at E6 have fired already"


@pytest.mark.rule("hawks", "HM-AA.2", "HM-AA.4")
@pytest.mark.parametrize(
    ("altitude", "dice", "result"),
    [(1, 5, "miss"), (1, 6, "hit"), (2, 5, "miss"), (2, 6, "hit"), (3, 10, "miss"), (3, 11, "hit"), (1, 11, "hit")],
)
def test_hit_numbers_by_altitude(altitude: int, dice: int, result: str) -> None:  # situations 25 and 26
    war = barrage(dice, altitude=altitude)
    assert results(war) == [result] and hits(war, "CR42 1") == (result == "hit")


@pytest.mark.rule("hawks", "HM-AA.2")
def test_altitude_4_is_out_of_reach() -> None:
    assert sky("CR42 1 D5/4", phase="aa", guns="D5").turn == 4, "nobody is asked"
    war = sky("CR42 1 D5/4; CR42 2 D5/3", phase="aa", guns="D5")
    assert asked(war)["fire"] == ["CR42 2"] and refused(war, "fire", "CR42 1") == "HM-AA.2"


@pytest.mark.rule("hawks", "HM-AA.3")
@pytest.mark.parametrize("altitude", [1, 2, 3])
def test_twelve_shoots_down_at_once(altitude: int) -> None:  # situation 27
    war = barrage(12, altitude=altitude)
    assert results(war) == ["shot down"] and listed(war, war.down) == {"CR42 1"}


@pytest.mark.rule("hawks", "HM-AA.3", "HM-AA.6")
@pytest.mark.parametrize(
    ("dice", "plane", "cloud", "modified", "natural"),
    [
        (11, "BR20 1", "", "shot down", "hit"),  # 11 + 1 against a bomber
        (12, "CR42 1", "D5/3", "miss", "shot down"),  # 12 - 3 in cloud (errata 10)
        (12, "CR42 1", "", "shot down", "shot down"),
        (11, "CR42 1", "", "hit", "hit"),
    ],
)
def test_twelve_counts_after_modifiers_unless_the_option_says_otherwise(
    dice: int, plane: str, cloud: str, modified: str, natural: str
) -> None:
    for value, result in (("modified", modified), ("natural", natural)):
        war = sky(f"{plane} D5/3", phase="aa", guns="D5", clouds=cloud, options={"aa_twelve": value})
        war.script(dice, *((5, 3) if dice == 12 and cloud else ()))
        war.play("fire", plane)
        assert results(war) == [result], value


@pytest.mark.rule("hawks", "HM-AA.4", "HM-HIT.1")
def test_a_second_hit_by_guns_shoots_down() -> None:
    war = barrage(6, hit="CR42 1")
    assert results(war) == ["shot down"] and at(war, "CR42 1") == "-"


@pytest.mark.rule("hawks", "HM-AA.5")
def test_guns_beside_an_objective_fire_at_everybody() -> None:  # situation 29
    war = sky(
        "BR20 1 D5/3; Hurricane 1 D5/2; G50 1 D5/4; BR20 2 D4/2", phase="aa", guns="D5", objectives="D5", dice=(9, 6)
    )  # nobody is asked: they must
    assert [(war.setup.names.of("piece", roll.pieces[0]), roll.result) for roll in rolls(war)] == [
        ("BR20 1", "miss"), ("Hurricane 1", "hit"),
    ]  # fmt: skip
    assert squares(war, war.guns_fired) == {"D5"} and set(asked(war)) == {"bomb", "hold"}


@pytest.mark.rule("hawks", "HM-AA.5", "HM-END.2")
def test_a_british_plane_lost_to_its_own_guns_counts_for_italy() -> None:  # H-49
    war = sky("Gladiator 1 D5/1", phase="aa", guns="D5", objectives="D5", dice=(12,))
    assert listed(war, war.down) == {"Gladiator 1"} and war.scores() == (1, 0)


@pytest.mark.rule("hawks", "HM-AA.5")
@pytest.mark.parametrize("option", ["reverts", "stays"])
def test_guns_beside_a_ruin(option: str) -> None:
    war = sky("CR42 1 D5/1; Gladiator 1 D5/1", phase="aa", guns="D5", ruins="D5", options={"aa_on_ruin": option}, dice=(3, 3))
    if option == "stays":
        assert results(war) == ["miss", "miss"]
    else:
        assert asked(war) == {"fire": ["CR42 1"], "hold": [None]}


@pytest.mark.rule("hawks", "HM-AA.6")
@pytest.mark.parametrize(
    ("plane", "altitude", "clouds", "fire", "none"),
    [
        ("CR42 1", 1, "", 6, 6), ("CR42 1", 2, "", 6, 6), ("BR20 1", 2, "", 7, 6), ("CR42 1", 2, "D5/2", 3, 6), ("BR20 1", 2, "D5/2", 4, 6),
        ("BR20 1", 2, "D5/3", 7, 6),
    ],
)  # fmt: skip
def test_modifiers_of_the_guns(plane: str, altitude: int, clouds: str, fire: int, none: int) -> None:
    for value, total in (("fire", fire), ("none", none)):
        war = barrage(6, plane, altitude, clouds=clouds, options={"aa_drm": value})
        assert rolls(war)[0].total == total


@pytest.mark.rule("hawks", "HM-AA.6")
def test_without_modifiers_luck_does_not_count_either() -> None:
    war = barrage(6, chits={"CR42 1": "LUCKY"}, options={"aa_drm": "none"})
    assert results(war) == ["hit"] and listed(war, war.up) == set()
    war = barrage(6, chits={"CR42 1": "LUCKY"}, options={"aa_drm": "none", "lucky": "ask"})
    assert results(war) == ["hit"], "nor is anybody asked"


@pytest.mark.rule("hawks", "HM-AA.6")
def test_a_pilot_does_not_help_against_guns_and_a_hit_does_not_spoil_them() -> None:
    for chit in ("FACE", "GREEN"):
        war = barrage(6, chits={"CR42 1": chit}, hit="CR42 1")
        assert rolls(war)[0].total == 6 and listed(war, war.up) == set()


# Option "aa_reaction": guns may fire as a plane arrives.

REACT = {"aa_reaction": True}


@pytest.mark.rule("hawks", "HM-AA.1")
@pytest.mark.parametrize("option", [False, True])
def test_guns_fire_on_arrival_only_by_option(option: bool) -> None:
    war = sky("CR42 1 D4/2", move="CR42 1", guns="D5", options={"aa_reaction": option})
    war.play("to", "D5/2")
    assert ("fire" in asked(war)) is option


@pytest.mark.rule("hawks", "HM-AA.1")
def test_guns_that_fired_on_arrival_are_done_for_the_turn() -> None:
    war = sky("BR20 1 D4/2; BR20 2 C5/2", move="BR20 1, BR20 2", guns="D5", options=REACT)
    war.play("to", "D5/2")
    assert side(war) == "BR" and asked(war) == {"fire": ["BR20 1"], "hold": [None]}
    war.script(3)
    war.play("fire", "BR20 1")
    assert squares(war, war.guns_fired) == {"D5"}
    war.play("to", "D5/2")
    assert war.turn == 4 and len(rolls(war)) == 1


@pytest.mark.rule("hawks", "HM-AA.1")
def test_guns_that_held_may_fire_later() -> None:
    war = sky("BR20 1 D4/2; BR20 2 C5/2", move="BR20 1, BR20 2", guns="D5", options=REACT)
    for space in ("D5/2", "D5/2"):
        war.play("to", space)
        war.play("hold")
    assert asked(war) == {"fire": ["BR20 1", "BR20 2"], "hold": [None]}, "the AA step"


@pytest.mark.rule("hawks", "HM-AA.1")
def test_arriving_out_of_reach_or_as_a_friend_draws_no_fire() -> None:
    war = sky("BR20 1 D4/4; Gladiator 1 C5/2", move="BR20 1, Gladiator 1, BR20 2", guns="D5", options=REACT)
    war.play("to", "D5/4")
    assert about(war) == "Gladiator 1"
    war.play("to", "D5/2")
    assert about(war) == "BR20 2"


@pytest.mark.rule("hawks", "HM-AA.1")
def test_the_fights_of_the_space_come_before_the_guns() -> None:  # H-48
    war = sky("BR20 1 D4/2; Gladiator 1 D5/2; Gladiator 2 D5/3", move="BR20 1", guns="D5", options=REACT)
    war.play("to", "D5/2")
    order = []
    for verb, target in (("fire", "BR20 1"), ("hold", None), ("fire", "BR20 1")):
        order.append(about(war))
        war.script(3)
        war.play(verb, target)
    assert order == ["Gladiator 1", "Gladiator 2", "D5"]


@pytest.mark.rule("hawks", "HM-AA.1", "HM-AA.5")
def test_guns_beside_an_objective_fire_at_the_arriving_plane_alone() -> None:
    war = sky("BR20 1 D4/2; Gladiator 1 D5/1; BR20 2 D5/3", move="BR20 1", guns="D5", objectives="D5", options=REACT)
    war.play("to", "D5/2")
    assert asked(war) == {"fire": ["BR20 1"], "hold": [None]}
    assert refused(war, "fire", "BR20 2") == "HM-AA.1"
    war.script(3)
    war.play("fire", "BR20 1")
    assert len(rolls(war)) == 1 and set(asked(war)) == {"bomb", "hold"}, "no barrage in the AA step"


@pytest.mark.rule("hawks", "HM-AA.6")
def test_guns_are_never_attacked() -> None:
    war = sky("CR42 1 D4/1", move="CR42 1", guns="D5")
    war.play("to", "D5/1")
    assert set(asked(war)) == {"to", "halt"}
