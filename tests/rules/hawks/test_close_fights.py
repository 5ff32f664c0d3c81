"""Fights in and around one space, with everything that happens to the planes on the way [HM-ENG with HM-MOVE, HM-FIRE, HM-HIT, HM-CHIT]."""

from __future__ import annotations

import pytest

from .conftest import about, asked, at, hits, listed, results, rolls, side, sky


@pytest.mark.rule("hawks", "HM-ENG.2", "HM-FIRE.3")
def test_who_has_won_a_fight_has_no_dive_left() -> None:
    war = sky("MC200 1 D4/3; Hurricane 1 D5/3; Hurricane 2 D6/2", move="MC200 1, MC200 2", hit="Hurricane 1")
    war.play("to", "D5/3")
    war.script(7, 3)
    war.play("attack", "Hurricane 1")
    war.play("to", "D6/3")
    assert about(war) == "MC200 2" and listed(war, war.down) == {"Hurricane 1"}


@pytest.mark.rule("hawks", "HM-FIRE.3", "HM-ENG.1")
def test_the_second_attacker_of_a_turn_meets_no_answer() -> None:
    war = sky("G50 1 D4/3; G50 2 C5/3; Hurricane 1 D5/3", move="G50 1, G50 2, MC200 1", scenario="raid-over-malta")
    war.play("to", "D5/3")
    war.script(3, 3, 7)
    war.play("attack", "Hurricane 1")
    war.play("halt")
    war.play("to", "D5/3")
    war.play("attack", "Hurricane 1")
    assert results(war) == ["miss", "miss", "hit"] and hits(war, "Hurricane 1") == 1


@pytest.mark.rule("hawks", "HM-ENG.1", "HM-ENG.5")
def test_after_the_first_has_fallen_the_other_waiting_fighter_shoots_at_the_mover() -> None:
    war = sky("CR42 1 D4/3; Gladiator 1 D5/3; Gladiator 2 D5/3", move="CR42 1", hit="Gladiator 1")
    war.play("to", "D5/3")
    assert asked(war) == {"attack": ["Gladiator 1", "Gladiator 2"]}
    war.script(7, 3, 8)
    war.play("attack", "Gladiator 1")
    assert about(war) == "Gladiator 2" and asked(war) == {"fire": ["CR42 1"]}
    war.play("fire", "CR42 1")
    assert results(war) == ["shot down", "miss", "hit"], "and the mover does not answer"


@pytest.mark.rule("hawks", "HM-ENG.5", "HM-HIT.1")
@pytest.mark.parametrize("comrade", [False, True])
def test_when_the_mover_is_gone_the_next_shot_goes_to_its_comrade_or_to_nobody(comrade: bool) -> None:
    planes = "CR42 1 D4/3; Gladiator 1 D5/3; Gladiator 2 D5/3" + ("; CR42 2 D5/3" if comrade else "")
    war = sky(planes, move="CR42 1, G50 1", hit="CR42 1", fired="CR42 1, CR42 2")
    war.play("to", "D5/3")
    war.script(8, 8)
    war.play("fire", "CR42 1")
    if comrade:
        assert about(war) == "Gladiator 2" and asked(war) == {"fire": ["CR42 2"]}
    else:
        assert about(war) == "G50 1" and listed(war, war.fired) == {"CR42 1", "CR42 2", "Gladiator 1"}


@pytest.mark.rule("hawks", "HM-ENG.1", "HM-FIRE.3")
@pytest.mark.parametrize(("option", "verb", "shots"), [("both", "attack", 2), ("firer", "fire", 2)])
def test_a_comrade_shot_at_answers_or_attacks_but_never_both(option: str, verb: str, shots: int) -> None:
    war = sky(
        "CR42 1 D4/3; CR42 2 D5/3; Gladiator 1 D5/3", move="CR42 1, G50 1", fired="CR42 1",
        options={"same_cell_reaction": option},
    )  # fmt: skip
    war.play("to", "D5/3")
    assert asked(war) == {verb: ["CR42 1", "CR42 2"]}
    war.script(3, 7)
    war.play(verb, "CR42 2")
    if option == "firer":
        assert about(war) == "CR42 2" and asked(war) == {"attack": ["Gladiator 1"]}
        war.play("attack", "Gladiator 1")
    assert about(war) == "CR42 1" and len(rolls(war)) == shots and hits(war, "Gladiator 1") == 1


@pytest.mark.rule("hawks", "HM-ENG.1", "HM-MOVE.6")
def test_a_bomber_that_flies_into_a_fight_brings_its_escort_to_bear() -> None:
    war = sky("BR20 1 D4/3; CR42 1 D5/3; Gladiator 1 D5/3", move="BR20 1, CR42 2")
    war.play("to", "D5/3")
    assert about(war) == "Gladiator 1" and asked(war) == {"fire": ["CR42 1", "BR20 1"]}
    war.script(6, 7)
    war.play("fire", "BR20 1")
    assert about(war) == "CR42 1"
    war.play("attack", "Gladiator 1")
    assert results(war) == ["miss", "hit"], "6 + 1 against a bomber is below 8; the Gladiator has FIRED and does not answer"


@pytest.mark.rule("hawks", "HM-ENG.2", "HM-FIRE.3")
def test_nobody_answers_a_dive_who_has_fired() -> None:
    war = sky("Hurricane 1 D4/4; BR20 1 D5/3", move="Hurricane 1", fired="BR20 1")
    war.play("to", "D5/4")
    war.script(5)
    war.play("attack", "BR20 1")
    assert results(war) == ["hit"] and rolls(war)[0].total == 7


@pytest.mark.rule("hawks", "HM-ENG.2", "HM-ENG.1", "HM-FIRE.3")
@pytest.mark.parametrize("dives", [True, False])
def test_following_a_dive_into_the_space_below(dives: bool) -> None:
    war = sky("G50 1 D4/4; Hurricane 1 D5/3", move="G50 1, G50 2", scenario="raid-over-malta")
    war.play("to", "D5/4")
    assert set(asked(war)) == {"attack", "hold"}
    if dives:
        war.script(3, 3)
        war.play("attack", "Hurricane 1")
        war.play("to", "D5/3")
        assert about(war) == "G50 2" and len(rolls(war)) == 2, "both have FIRED: they pass each other by"
    else:
        war.play("hold")
        war.play("to", "D5/3")
        assert asked(war) == {"attack": ["Hurricane 1"]}, "what was optional from above is compulsory here"


@pytest.mark.rule("hawks", "HM-ENG.2", "HM-ENG.3")
@pytest.mark.parametrize("survives", [True, False])
def test_a_diver_is_itself_below_another_fighter(survives: bool) -> None:
    war = sky("Hurricane 1 D4/3; BR20 1 D5/2; CR42 1 D5/4", move="Hurricane 1, Hurricane 2", hit="Hurricane 1")
    war.play("to", "D5/3")
    war.script(3, 8 if survives else 9)  # upwards the bomber needs 9
    war.play("attack", "BR20 1")
    if survives:
        assert about(war) == "CR42 1" and asked(war) == {"fire": ["Hurricane 1"], "hold": [None]}
    else:
        assert about(war) == "Hurricane 2" and listed(war, war.down) == {"Hurricane 1"}


@pytest.mark.rule("hawks", "HM-ENG.3", "HM-HIT.1")
def test_those_above_are_not_asked_about_a_plane_that_has_fallen() -> None:
    war = sky("BR20 1 D4/3; Gladiator 1 D5/4; Gladiator 2 D5/4", move="BR20 1, CR42 1", hit="BR20 1")
    war.play("to", "D5/3")
    war.script(6)  # 6 + 1 bomber + 1 below
    war.play("fire", "BR20 1")
    assert about(war) == "CR42 1" and listed(war, war.fired) == {"Gladiator 1"}


@pytest.mark.rule("hawks", "HM-ENG.3", "HM-FIRE.3")
def test_one_fighter_above_one_shot_however_many_pass() -> None:
    war = sky("BR20 1 D4/3; BR20 2 E5/3; Gladiator 1 D5/4", move="BR20 1, BR20 2, CR42 1")
    war.play("to", "D5/3")
    war.script(3)
    war.play("fire", "BR20 1")
    war.play("to", "D5/3")
    assert about(war) == "CR42 1"


@pytest.mark.rule("hawks", "HM-ENG.3", "HM-ENG.1", "HM-FIRE.3")
def test_a_plane_shot_at_in_passing_keeps_its_own_shot() -> None:
    war = sky("G50 1 D4/3; Hurricane 1 D5/4; Hurricane 2 D6/3", move="G50 1", scenario="raid-over-malta")
    war.play("to", "D5/3")
    war.script(3, 7, 3)
    war.play("fire", "G50 1")
    war.play("to", "D6/3")
    assert asked(war) == {"attack": ["Hurricane 2"]}
    war.play("attack", "Hurricane 2")
    assert results(war) == ["miss", "hit", "miss"]


@pytest.mark.rule("hawks", "HM-MOVE.7", "HM-HIT.1")
def test_a_forced_stop_holds_even_when_the_enemy_is_gone() -> None:
    war = sky(
        "MC200 1 D4/3; Hurricane 1 D5/3", move="MC200 1, MC200 2", hit="Hurricane 1", options={"stop_on_contact": True}
    )  # fmt: skip
    war.play("to", "D5/3")
    war.script(7, 3)
    war.play("attack", "Hurricane 1")
    assert listed(war, war.down) == {"Hurricane 1"} and about(war) == "MC200 2"


@pytest.mark.rule("hawks", "HM-MOVE.7", "HM-MOVE.8")
@pytest.mark.parametrize("stop", [False, True])
def test_an_enemy_on_the_doorstep_may_bar_the_way_home(stop: bool) -> None:
    war = sky(
        "G50 1 D2/2; Hurricane 1 D1/2", move="G50 1, G50 2", fired="G50 1, Hurricane 1", options={"stop_on_contact": stop},
        scenario="raid-over-malta",
    )  # fmt: skip
    war.play("to", "D1/2")
    assert ("exit" in asked(war)) and (about(war) == ("G50 2" if stop else "G50 1"))


@pytest.mark.rule("hawks", "HM-MOVE.1", "HM-FIRE.3", "HM-ENG.1")
def test_a_tomahawk_through_three_formations() -> None:
    war = sky("Tomahawk 1 D7/3; MC200 1 D6/3; MC200 2 D5/3; G50 1 D4/4", move="Tomahawk 1, MC200 3", scenario="grand-tournament")
    war.play("to", "D6/3")
    war.script(3, 3, 3, 6)
    war.play("attack", "MC200 1")
    war.play("to", "D5/3")
    assert about(war) == "MC200 2" and asked(war) == {"fire": ["Tomahawk 1"]}, "it has FIRED, so it is only shot at"
    war.play("fire", "Tomahawk 1")
    war.play("to", "D4/3")
    assert about(war) == "G50 1"
    war.play("fire", "Tomahawk 1")
    assert results(war) == ["miss", "miss", "miss", "hit"] and about(war) == "MC200 3"


@pytest.mark.rule("hawks", "HM-MOVE.3", "HM-ENG.1", "HM-DRM.3", "HM-DRM.4")
def test_after_a_climb_into_the_space_nobody_is_higher() -> None:
    war = sky("G50 1 D5/2; Hurricane 1 D5/3", move="G50 1", scenario="raid-over-malta")
    war.play("to", "D5/3")
    war.script(6, 6)
    war.play("attack", "Hurricane 1")
    assert [roll.total for roll in rolls(war)] == [6, 6]


@pytest.mark.rule("hawks", "HM-ENG.3", "HM-ENG.4")
def test_of_two_fighters_overhead_only_the_nearer_sees_its_chance() -> None:
    war = sky("BR20 1 D4/2; Gladiator 1 D5/4; Gladiator 2 D5/3; Gladiator 3 D6/3", move="BR20 1, CR42 1")
    war.play("to", "D5/2")
    assert about(war) == "Gladiator 2"
    war.play("hold")
    assert about(war) == "CR42 1"


@pytest.mark.rule("hawks", "HM-ENG.5", "HM-ENG.6", "HM-FIRE.3")
@pytest.mark.parametrize("target", ["BR20 1", "CR42 1"])
def test_an_escort_left_alone_shoots_back_and_one_that_has_answered_does_not(target: str) -> None:
    war = sky("Gladiator 1 D6/3; BR20 1 D5/3; BR20 2 D5/3; CR42 1 D5/3", move="Gladiator 1, Gladiator 2")
    war.play("to", "D5/3")
    assert asked(war) == {"attack": ["CR42 1", "BR20 1", "BR20 2"]}
    war.script(3, 3)
    war.play("attack", target)
    if target == "BR20 1":
        assert about(war) == "CR42 1" and side(war) == "IT" and asked(war) == {"fire": ["Gladiator 1"]}
    else:
        assert about(war) == "Gladiator 2"


@pytest.mark.rule("hawks", "HM-FIRE.4", "HM-PRI.3")
def test_two_planes_that_shoot_each_other_down_leave_the_rest_of_the_order_alone() -> None:
    war = sky(
        "CR42 1 D4/3; Gladiator 1 D5/3", move="CR42 1, Gladiator 1, CR42 2, Gladiator 2", hit="CR42 1, Gladiator 1"
    )  # fmt: skip
    war.play("to", "D5/3")
    war.script(8, 9)  # both damaged: -1
    war.play("attack", "Gladiator 1")
    assert listed(war, war.down) == {"CR42 1", "Gladiator 1"} and about(war) == "CR42 2"


@pytest.mark.rule("hawks", "HM-HIT.1", "HM-DRM.1", "HM-MOVE.5")
def test_a_hit_on_the_way_spoils_the_next_shot_of_the_same_move() -> None:
    war = sky("G50 1 D4/3; Hurricane 1 D5/4; Hurricane 2 D6/3", move="G50 1", scenario="raid-over-malta")
    war.play("to", "D5/3")
    war.script(6, 7, 3)
    war.play("fire", "G50 1")
    assert hits(war, "G50 1") == 1
    war.play("to", "D6/3")
    war.play("attack", "Hurricane 2")
    assert rolls(war)[1].total == 6 and results(war)[1] == "miss"


@pytest.mark.rule("hawks", "HM-ENG.2", "HM-ENG.5")
def test_a_dive_on_one_of_several() -> None:
    war = sky("Hurricane 1 D4/4; BR20 1 D5/3; BR20 2 D5/3; CR42 1 D5/2", move="Hurricane 1")
    war.play("to", "D5/4")
    assert asked(war)["attack"] == ["BR20 1", "BR20 2"]
    war.script(5, 3)
    war.play("attack", "BR20 2")
    assert hits(war, "BR20 2") == 1 and hits(war, "BR20 1") == 0


@pytest.mark.rule("hawks", "HM-ENG.1", "HM-ENG.3")
def test_a_fighter_below_the_mover_stays_silent() -> None:
    war = sky("BR20 1 D4/3; Gladiator 1 D5/2", move="BR20 1, CR42 1")
    war.play("to", "D5/3")
    assert about(war) == "CR42 1" and results(war) == []


@pytest.mark.rule("hawks", "HM-ENG.1", "HM-MOVE.5")
def test_passing_through_a_bomber_formation_costs_a_shot_and_not_the_way() -> None:
    war = sky("Hurricane 1 D7/3; BR20 1 D6/3", move="Hurricane 1")
    war.play("to", "D6/3")
    war.script(3, 3)
    war.play("attack", "BR20 1")
    assert "D5/3" in asked(war)["to"]
    war.play("to", "D5/3")
    assert at(war, "Hurricane 1") == "D5/3"


@pytest.mark.rule("hawks", "HM-SEQ.2", "HM-FIRE.3")
def test_a_plane_that_fired_last_turn_must_fight_again() -> None:
    war = sky("CR42 1 D5/3; Gladiator 1 D6/3", move="CR42 2", fired="Gladiator 1, CR42 1", dice=(1,))
    war.play("to", "F1/1")
    war.play("halt")
    for plane in ("CR42 1", "CR42 2", "G50 1", "BR20 1", "BR20 2"):
        war.play("next", plane, "IT")
    for plane in ("Gladiator 1", "Gladiator 2", "Gladiator 3"):
        war.play("next", plane, "BR")
    assert war.turn == 4 and about(war) == "Gladiator 1"
    war.play("to", "D5/3")
    assert asked(war) == {"attack": ["CR42 1"]}


# Chits in fights.


@pytest.mark.rule("hawks", "HM-CHIT.1", "HM-CHIT.2", "HM-CHIT.3", "HM-DRM.6")
@pytest.mark.parametrize(
    ("firer", "target", "dice", "result", "shown"),
    [
        ("FACE", "LUCKY", 6, "miss", {"G50 1", "Hurricane 1"}),  # 7, then 6
        ("FACE", "LUCKY", 7, "hit", {"G50 1"}),  # 8: luck would not be enough
        ("GREEN", "NONE", 7, "miss", {"G50 1"}),
        ("GREEN", "LUCKY", 8, "miss", {"G50 1", "Hurricane 1"}),
        ("LUCKY", "LUCKY", 6, "miss", {"G50 1", "Hurricane 1"}),
        ("LUCKY", "LUCKY", 7, "miss", {"Hurricane 1"}),
        ("LUCKY", "FACE", 6, "hit", {"G50 1"}),
        ("LUCKY", "NONE", 5, "miss", set()),
        ("NONE", "GREEN", 7, "hit", set()),
    ],
)
def test_pilots_of_both_sides_in_one_roll(firer: str, target: str, dice: int, result: str, shown: set[str]) -> None:
    war = sky(
        "G50 1 D4/3; Hurricane 1 D5/3", move="G50 1", fired="Hurricane 1", chits={"G50 1": firer, "Hurricane 1": target},
        scenario="raid-over-malta",
    )  # fmt: skip
    war.play("to", "D5/3")
    war.script(dice)
    war.play("attack", "Hurricane 1")
    assert results(war) == [result] and listed(war, war.up) == shown


@pytest.mark.rule("hawks", "HM-CHIT.3", "HM-FIRE.4")
def test_one_lucky_plane_bends_both_rolls_of_an_exchange() -> None:
    war = sky(
        "G50 1 D4/3; Hurricane 1 D5/3", move="G50 1", chits={"G50 1": "LUCKY"}, scenario="raid-over-malta"
    )  # fmt: skip
    war.play("to", "D5/3")
    war.script(6, 7)
    war.play("attack", "Hurricane 1")
    assert [(roll.total, roll.result) for roll in rolls(war)] == [(7, "hit"), (6, "miss")]


@pytest.mark.rule("hawks", "HM-CHIT.3", "HM-HIT.1")
def test_luck_against_the_second_hit() -> None:
    war = sky("BR20 1 D4/3; Gladiator 1 D5/4", move="BR20 1", hit="BR20 1", chits={"BR20 1": "LUCKY"})
    war.play("to", "D5/3")
    war.script(6)
    war.play("fire", "BR20 1")
    assert at(war, "BR20 1") == "D5/3" and listed(war, war.up) == {"BR20 1"}


@pytest.mark.rule("hawks", "HM-CHIT.5", "HM-ENG.3")
def test_a_face_shows_itself_with_a_miss_too() -> None:
    war = sky("BR20 1 D4/3; Gladiator 1 D5/4", move="BR20 1", chits={"Gladiator 1": "FACE"})
    war.play("to", "D5/3")
    war.script(4)  # 4 + 1 + 1 + 1
    war.play("fire", "BR20 1")
    assert results(war) == ["miss"] and listed(war, war.up) == {"Gladiator 1"}


ASK = {"lucky": "ask"}


@pytest.mark.rule("hawks", "HM-CHIT.3")
def test_asked_owners_may_also_use_luck_against_themselves() -> None:
    war = sky("BR20 1 D4/3; Gladiator 1 D5/4", move="BR20 1", up="BR20 1", chits={"Gladiator 1": "LUCKY"}, options=ASK)
    war.play("to", "D5/3")
    war.script(6)
    war.play("fire", "BR20 1")
    assert side(war) == "BR" and set(asked(war)) == {"leave", "plus", "minus"}
    war.play("minus")
    assert results(war) == ["miss"] and rolls(war)[0].total == 7


@pytest.mark.rule("hawks", "HM-CHIT.3", "HM-FIRE.4")
def test_in_an_exchange_the_roller_is_asked_first_each_time() -> None:
    war = sky("G50 1 D4/3; Hurricane 1 D5/3", move="G50 1", options=ASK, scenario="raid-over-malta")
    war.play("to", "D5/3")
    war.script(3, 3)
    war.play("attack", "Hurricane 1")
    order = []
    for _ in range(4):
        order.append(about(war))
        war.play("leave")
    assert order == ["G50 1", "Hurricane 1", "Hurricane 1", "G50 1"] and len(rolls(war)) == 2


@pytest.mark.rule("hawks", "HM-CHIT.3", "HM-CLOUD.3")
def test_clouds_wait_until_the_owners_have_answered() -> None:
    war = sky(
        "BR20 1 D4/3; Gladiator 1 D5/4", move="BR20 1", clouds="A5/1", up="BR20 1", options=ASK
    )  # fmt: skip
    war.play("to", "D5/3")
    war.script(2, 2, 3)
    war.play("fire", "BR20 1")
    assert [war.setup.names.of("space", c) for c in war.clouds] == ["A5/1"]
    war.play("leave")
    assert [war.setup.names.of("space", c) for c in war.clouds] == ["B5/1"]


@pytest.mark.rule("hawks", "HM-CHIT.5")
@pytest.mark.parametrize(("dice", "known"), [(5, False), (6, True), (7, False)])
def test_what_a_shot_teaches_about_its_target(dice: int, known: bool) -> None:
    war = sky("BR20 1 D4/3; Gladiator 1 D5/4", move="BR20 1")
    war.play("to", "D5/3")
    war.script(dice)  # + 2, needs 8: only at 6 would a lucky target have slipped away
    war.play("fire", "BR20 1")
    assert listed(war, war.unlucky) == ({"BR20 1"} if known else {"Gladiator 1"} if dice == 5 else set())
    assert listed(war, war.ordinary) == {"Gladiator 1"}


@pytest.mark.rule("hawks", "HM-CHIT.5", "HM-SEQ.2")
def test_what_is_known_of_a_pilot_outlasts_the_turn_and_ends_when_his_chit_is_shown() -> None:
    war = sky("BR20 1 D4/3; Gladiator 1 D5/4", move="BR20 1, Gladiator 1", chits={"Gladiator 1": "LUCKY"})
    war.play("to", "D5/3")
    war.script(9, 6, 3)
    war.play("fire", "BR20 1")
    assert listed(war, war.ordinary) == {"Gladiator 1"}
    war.fired = 0
    war.play("to", "D5/3")
    war.play("attack", "BR20 1")  # 6 + 1 and luck
    assert listed(war, war.up) == {"Gladiator 1"} and listed(war, war.ordinary) == {"BR20 1"}
