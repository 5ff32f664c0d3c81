"""Who fights whom, and when [HM-ENG]."""

from __future__ import annotations

import pytest

from .conftest import about, asked, at, hits, listed, refused, results, rolls, side, sky


@pytest.mark.rule("hawks", "HM-ENG.1", "HM-FIRE.3", "HM-FIRE.4")
def test_both_roll_in_the_same_space() -> None:  # situation 11
    war = sky("CR42 1 D4/3; Gladiator 1 D5/3", move="CR42 1")
    war.play("to", "D5/3")
    assert asked(war) == {"attack": ["Gladiator 1"]} and refused(war, "hold") == "HM-ENG.1"
    war.script(7, 8)
    war.play("attack", "Gladiator 1")
    assert hits(war, "CR42 1") == hits(war, "Gladiator 1") == 1
    assert listed(war, war.fired) == {"CR42 1", "Gladiator 1"}


@pytest.mark.rule("hawks", "HM-ENG.1")
def test_two_waiting_fighters_shoot_at_a_bomber_and_it_does_not_answer() -> None:  # situation 19, errata 4
    war = sky("BR20 1 D4/3; Gladiator 1 D5/3; Gladiator 2 D5/3", move="BR20 1, BR20 2")
    war.play("to", "D5/3")
    for gladiator in ("Gladiator 1", "Gladiator 2"):
        assert about(war) == gladiator and side(war) == "BR" and asked(war) == {"fire": ["BR20 1"]}
        war.script(6)  # one die roll each, and no other
        war.play("fire", "BR20 1")
    assert results(war) == ["miss", "miss"] and listed(war, war.fired) == {"Gladiator 1", "Gladiator 2"}


@pytest.mark.rule("hawks", "HM-ENG.1")
def test_with_the_option_the_target_in_the_space_answers_once() -> None:  # situation 19 as first ruled
    war = sky("BR20 1 D4/3; Gladiator 1 D5/3; Gladiator 2 D5/3", move="BR20 1, BR20 2", options={"same_cell_reaction": "both"})
    war.play("to", "D5/3")
    war.script(3, 8)
    war.play("attack", "BR20 1")
    assert results(war) == ["miss", "hit"] and hits(war, "Gladiator 1") == 1
    war.script(3)
    war.play("attack", "BR20 1")
    assert len(rolls(war)) == 3


@pytest.mark.rule("hawks", "HM-ENG.1")
def test_the_option_leaves_the_shot_from_above_alone() -> None:
    war = sky("BR20 1 D4/3; Gladiator 1 D5/4", move="BR20 1, BR20 2", options={"same_cell_reaction": "both"})
    war.play("to", "D5/3")
    assert asked(war) == {"fire": ["BR20 1"], "hold": [None]}


@pytest.mark.rule("hawks", "HM-ENG.1", "HM-ENG.5")
def test_the_order_of_fights_in_a_space() -> None:  # H-47
    war = sky("CR42 1 D4/3; CR42 2 D5/3; Gladiator 1 D5/3; Gladiator 2 D5/3; Gladiator 3 D5/4", move="CR42 1")
    war.play("to", "D5/3")
    order = [(about(war), *asked(war))]
    war.script(3, 3)
    war.play("attack", "Gladiator 1")  # the mover first; Gladiator 1 answers
    order.append((about(war), *asked(war)))
    war.script(3)
    war.play("fire", "CR42 2")  # then enemies in the space, at whom they like
    order.append((about(war), *asked(war)))
    war.script(3)
    war.play("attack", "Gladiator 2")  # then friends already there
    order.append((about(war), *asked(war)))
    war.play("hold")  # then enemies one altitude above
    assert order == [
        ("CR42 1", "attack"), ("Gladiator 2", "fire"), ("CR42 2", "attack"), ("Gladiator 3", "fire", "hold"),
    ]  # fmt: skip
    assert about(war) == "CR42 1" and "to" in asked(war)


@pytest.mark.rule("hawks", "HM-ENG.1")
def test_fights_go_on_after_the_mover_has_fallen() -> None:  # H-47
    war = sky(
        "CR42 1 D4/3; CR42 2 D5/3; Gladiator 1 D5/3; Gladiator 2 D5/3; Gladiator 3 D5/4", move="CR42 1, G50 1", hit="CR42 1"
    )
    war.play("to", "D5/3")
    war.script(3, 8)
    war.play("attack", "Gladiator 1")
    assert at(war, "CR42 1") == "-" and about(war) == "Gladiator 2" and asked(war) == {"fire": ["CR42 2"]}
    war.script(3)
    war.play("fire", "CR42 2")
    war.script(3)
    war.play("attack", "Gladiator 1")
    assert about(war) == "G50 1", "but nobody is left for the one above"


@pytest.mark.rule("hawks", "HM-ENG.1")
def test_a_fired_fighter_that_enters_does_not_attack() -> None:
    war = sky("CR42 1 D4/3; Gladiator 1 D5/3", move="CR42 1", fired="CR42 1")
    war.play("to", "D5/3")
    assert about(war) == "Gladiator 1" and asked(war) == {"fire": ["CR42 1"]}


@pytest.mark.rule("hawks", "HM-ENG.1", "HM-ENG.2")
def test_a_foe_in_the_space_comes_before_one_below() -> None:
    war = sky("CR42 1 D4/3; Gladiator 1 D5/3; Gladiator 2 D5/2", move="CR42 1")
    war.play("to", "D5/3")
    assert asked(war) == {"attack": ["Gladiator 1"]}
    assert refused(war, "attack", "Gladiator 2") == "HM-ENG.1"


@pytest.mark.rule("hawks", "HM-ENG.2", "HM-DRM.2", "HM-DRM.3", "HM-DRM.4")
def test_diving_on_a_bomber() -> None:  # situation 12
    war = sky("Hurricane 1 D4/4; BR20 1 D5/3", move="Hurricane 1")
    war.play("to", "D5/4")
    assert asked(war) == {"attack": ["BR20 1"], "hold": [None]}
    war.script(5, 8)
    war.play("attack", "BR20 1")
    assert [(roll.total, roll.need, roll.result) for roll in rolls(war)] == [(7, 7, "hit"), (7, 8, "miss")]


@pytest.mark.rule("hawks", "HM-ENG.2")
def test_a_dive_is_offered_after_every_space() -> None:
    war = sky("Tomahawk 1 C5/3; BR20 1 D5/2; BR20 2 E5/2", move="Tomahawk 1")
    war.play("to", "D5/3")
    war.play("hold")
    war.play("to", "E5/3")
    assert asked(war) == {"attack": ["BR20 2"], "hold": [None]}
    war.script(3, 3)
    war.play("attack", "BR20 2")
    war.play("to", "D5/3")
    assert results(war) == ["miss", "miss"], "FIRED, it passes over the other one"


@pytest.mark.rule("hawks", "HM-ENG.2")
def test_standing_still_above_a_foe_brings_no_dive() -> None:
    war = sky("Hurricane 1 D5/4; BR20 1 D5/3", move="Hurricane 1")
    assert set(asked(war)) == {"to"}, "fights follow from spaces entered"
    war.play("to", "D6/4")
    assert about(war) == "Hurricane 1" and "attack" not in asked(war)


@pytest.mark.rule("hawks", "HM-ENG.3")
def test_a_shot_at_a_plane_passing_below() -> None:  # situation 16
    war = sky("BR20 1 D4/3; Hurricane 1 D5/4", move="BR20 1, BR20 2")
    war.play("to", "D5/3")
    assert side(war) == "BR" and asked(war) == {"fire": ["BR20 1"], "hold": [None]}
    war.script(5)
    war.play("fire", "BR20 1")
    assert [(roll.total, roll.result) for roll in rolls(war)] == [(7, "hit")]
    assert listed(war, war.fired) == {"Hurricane 1"}, "the bomber has not rolled and may still answer"


@pytest.mark.rule("hawks", "HM-ENG.3")
def test_holding_keeps_the_shot_for_the_next_one() -> None:
    war = sky("BR20 1 D4/3; BR20 2 C5/3; Hurricane 1 D5/4", move="BR20 1, BR20 2")
    war.play("to", "D5/3")
    war.play("hold")
    war.play("to", "D5/3")
    assert asked(war) == {"fire": ["BR20 2"], "hold": [None]}, "the plane that has just arrived, and no other"
    assert refused(war, "fire", "BR20 1") == "HM-ENG.3"
    assert refused(war, "attack", "BR20 2") == "HM-ENG.3"


@pytest.mark.rule("hawks", "HM-ENG.3")
def test_every_fighter_above_is_asked_once() -> None:
    war = sky("CR42 1 D4/3; Gladiator 1 D5/4; Gladiator 2 D5/4; Gladiator 3 D5/4", move="CR42 1", fired="Gladiator 2")
    war.play("to", "D5/3")
    order = []
    while "hold" in asked(war):
        order.append(about(war))
        war.play("hold")
    assert order == ["Gladiator 1", "Gladiator 3"]


@pytest.mark.rule("hawks", "HM-ENG.3")
def test_italian_fighters_shoot_at_passing_british_planes() -> None:
    war = sky("Gladiator 1 D6/3; CR42 1 D5/4; BR20 1 D5/4", move="Gladiator 1")
    war.play("to", "D5/3")
    assert side(war) == "IT" and about(war) == "CR42 1" and asked(war) == {"fire": ["Gladiator 1"], "hold": [None]}


@pytest.mark.rule("hawks", "HM-ENG.3")
def test_a_climb_into_reach_draws_a_shot_too() -> None:
    war = sky("BR20 1 D5/2; Hurricane 1 D5/4", move="BR20 1")
    war.play("to", "D5/3")
    assert asked(war) == {"fire": ["BR20 1"], "hold": [None]}


@pytest.mark.rule("hawks", "HM-ENG.4")
@pytest.mark.parametrize(
    ("hurricane", "space", "bomber"),
    [("D4/4", "D5/4", "D5/2"), ("D4/2", "D5/2", "D5/3"), ("D4/4", "D5/4", "E5/3"), ("D4/4", "D5/4", "D5/1")],
    ids=["two below", "above", "other square", "three below"],
)
def test_no_attack_up_far_down_or_sideways(hurricane: str, space: str, bomber: str) -> None:  # situations 14 and 15
    war = sky(f"Hurricane 1 {hurricane}; BR20 1 {bomber}", move="Hurricane 1")
    war.play("to", space)
    assert about(war) == "Hurricane 1" and "attack" not in asked(war)


@pytest.mark.rule("hawks", "HM-ENG.4")
@pytest.mark.parametrize("space", ["D5/2", "D5/1"])
def test_no_shot_two_altitudes_down(space: str) -> None:
    before = {"D5/2": "D4/2", "D5/1": "D4/1"}[space]
    war = sky(f"BR20 1 {before}; Hurricane 1 D5/4", move="BR20 1, BR20 2")
    war.play("to", space)
    assert about(war) == "BR20 2"


@pytest.mark.rule("hawks", "HM-ENG.4")
def test_every_impossible_target_has_its_reason() -> None:
    war = sky("Hurricane 1 C5/3; BR20 1 D5/2; BR20 2 D5/4; BR20 3 E5/3; CR42 1 D5/1", move="Hurricane 1", home="CR42 2")
    war.play("to", "D5/3")
    assert asked(war)["attack"] == ["BR20 1"]
    reasons = {name: war.why_not("attack", name) for name in ("BR20 2", "BR20 3", "CR42 1", "CR42 2", "Hurricane 2")}
    assert {name: refusal.rule for name, refusal in reasons.items()} == {
        "BR20 2": "HM-ENG.4", "BR20 3": "HM-ENG.4", "CR42 1": "HM-ENG.4", "CR42 2": "HM-ENG.4", "Hurricane 2": "HM-ENG.1",
    }  # fmt: skip
    assert "higher" in reasons["BR20 2"].reason and "another square" in reasons["BR20 3"].reason
    assert "two or more" in reasons["CR42 1"].reason and "not on the board" in reasons["CR42 2"].reason


@pytest.mark.rule("hawks", "HM-ENG.5")
def test_the_attacker_chooses_among_several_foes() -> None:
    war = sky("CR42 1 D4/3; Gladiator 1 D5/3; Gladiator 2 D5/3; Gladiator 3 D5/3", move="CR42 1", fired="Gladiator 1")
    war.play("to", "D5/3")
    assert asked(war) == {"attack": ["Gladiator 1", "Gladiator 2", "Gladiator 3"]}
    war.script(3, 3)
    war.play("attack", "Gladiator 3")
    assert listed(war, war.fired) == {"CR42 1", "Gladiator 1", "Gladiator 3"}


@pytest.mark.rule("hawks", "HM-ENG.5")
def test_a_waiting_fighter_may_prefer_a_plane_that_was_there_before() -> None:  # errata 5
    war = sky("CR42 1 D4/3; BR20 1 D5/3; Gladiator 1 D5/3", move="CR42 1", fired="CR42 1")
    war.play("to", "D5/3")
    assert asked(war) == {"fire": ["CR42 1", "BR20 1"]}


@pytest.mark.rule("hawks", "HM-ENG.5")
def test_a_fighter_whose_foes_are_gone_does_nothing() -> None:
    war = sky("BR20 1 D4/3; Gladiator 1 D5/3; Gladiator 2 D5/3", move="BR20 1, BR20 2", hit="BR20 1")
    war.play("to", "D5/3")
    war.script(7)
    war.play("fire", "BR20 1")
    assert listed(war, war.down) == {"BR20 1"} and about(war) == "BR20 2"
    assert listed(war, war.fired) == {"Gladiator 1"}, "the second keeps its shot"


@pytest.mark.rule("hawks", "HM-ENG.6")
@pytest.mark.parametrize(("dice", "result"), [(7, "miss"), (8, "hit")])
def test_a_bomber_answers_with_its_class(dice: int, result: str) -> None:
    war = sky("Hurricane 1 D4/3; BR20 1 D5/3", move="Hurricane 1")
    war.play("to", "D5/3")
    war.script(3, dice)
    war.play("attack", "BR20 1")
    assert results(war) == ["miss", result] and listed(war, war.fired) == {"Hurricane 1", "BR20 1"}


@pytest.mark.rule("hawks", "HM-ENG.6", "HM-FIRE.3")
def test_a_bomber_answers_once_a_turn() -> None:
    war = sky("Hurricane 1 D4/3; Hurricane 2 E5/3; BR20 1 D5/3", move="Hurricane 1, Hurricane 2")
    war.play("to", "D5/3")
    war.script(3, 3)
    war.play("attack", "BR20 1")
    war.play("halt")
    war.play("to", "D5/3")
    war.script(3)
    war.play("attack", "BR20 1")
    assert len(rolls(war)) == 3
