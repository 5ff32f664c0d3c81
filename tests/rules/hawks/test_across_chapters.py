"""Chapters that hardly ever meet: guns that move clouds under bombers, shots fired and bombs kept, one turn and the next."""

from __future__ import annotations

import pytest

from grandharbour.games.hawks.state import Sky

from .conftest import about, asked, at, clouds, hits, listed, results, rolls, sky


def mods(war: Sky, number: int = -1) -> dict[str, int]:
    """The modifiers of a roll, by their rule."""
    return {str(rule): amount for _, amount, rule in rolls(war)[number].modifiers}


def on(war: Sky) -> None:
    """The first thing offered, as long as one side alone is asked for guns and bombs."""
    while war.outcome is None and len(war.asked()) == 1 and set(asked(war)) & {"bomb", "fire"}:
        verb = next(v for v in ("bomb", "fire") if v in asked(war))
        war.play(verb, asked(war)[verb][0])


@pytest.mark.rule("hawks", "HM-CLOUD.3", "HM-AA.5", "HM-BOMB.6", "HM-SEQ.1")
@pytest.mark.parametrize(("dice", "aim"), [(((1, 1), 2, 3), -2), (((1, 2),), 0)])
def test_a_double_of_the_guns_drives_a_cloud_under_the_bomber(dice: tuple[object, ...], aim: int) -> None:
    """Guns come before bombs: two ones miss, the wind carries the cloud from C5 to D5, and the bomber aims through it."""
    war = sky("Z1007 1 D5/3", phase="aa", objectives="D5", guns="D5", clouds="C5/3", dice=(*dice, (6, 5)))
    on(war)
    assert clouds(war) == (["D5/3"] if aim else ["C5/3"]) and mods(war).get("HM-BOMB.6", 0) == aim


@pytest.mark.rule("hawks", "HM-ENG.6", "HM-FIRE.3", "HM-BOMB.1", "HM-SEQ.2")
def test_a_bomber_that_has_answered_still_bombs_in_the_same_turn() -> None:
    """FIRED says that it has no shot left; its bombs are no shot."""
    war = sky("Z1007 1 D5/2; Hurricane 1 D6/2", move="Hurricane 1", objectives="D5", dice=((2, 1), (2, 1), (6, 5)))
    war.play("to", "D5/2")
    if "attack" in asked(war):
        war.play("attack", "Z1007 1")
    assert "Z1007 1" in listed(war, war.fired)
    if "halt" in asked(war):
        war.play("halt")
    on(war)
    assert rolls(war)[-1].kind == "bomb" and "Z1007 1" in listed(war, war.bombed)


@pytest.mark.rule("hawks", "HM-SEQ.2", "HM-FIRE.3", "HM-AA.1")
def test_planes_and_guns_have_their_shot_again_in_the_next_turn() -> None:
    war = sky("Z1007 1 D5/2", phase="end", guns="D5", guns_fired="D5", fired="Z1007 1, Hurricane 1", turn=3)
    assert war.turn == 4 and not war.fired and not war.guns_fired


@pytest.mark.rule("hawks", "HM-AA.4", "HM-DRM.1", "HM-BOMB.5", "HM-HIT.1")
@pytest.mark.parametrize(("roll", "aim"), [((2, 2), 0), ((4, 1), -1)])
def test_what_the_guns_have_hit_aims_worse_the_same_day(roll: tuple[int, int], aim: int) -> None:
    """At altitude 2 guns need a six, and a bomber gives them one: a five hits it, a four does not."""
    war = sky("Z1007 1 D5/2", phase="aa", objectives="D5", guns="D5", dice=(roll, (6, 5)))
    on(war)
    assert hits(war, "Z1007 1") == (1 if aim else 0) and mods(war).get("HM-BOMB.5", 0) == aim


@pytest.mark.rule("hawks", "HM-CHIT.2", "HM-ENG.2", "HM-DRM.3", "HM-DRM.4")
def test_a_beginner_dives_with_his_chit_and_is_answered_from_below() -> None:
    """GREEN -1 and +1 for height on his own roll, -1 on the answer, and nobody is hit by a seven against class 2."""
    war = sky("Hurricane 1 D4/4; G50 1 D5/3", move="Hurricane 1, G50 2", chits={"Hurricane 1": "GREEN"}, dice=((3, 2), (3, 3)))
    war.play("to", "D5/4")
    war.play("attack", "G50 1")
    mine, answer = mods(war, -2), mods(war, -1)
    assert (mine.get("HM-CHIT.2"), mine.get("HM-DRM.3")) == (-1, 1) and answer == {"HM-DRM.4": -1}
    assert hits(war, "Hurricane 1") == hits(war, "G50 1") == 0


@pytest.mark.rule("hawks", "HM-MOVE.5", "HM-CLOUD.2", "HM-CLOUD.1", "HM-ENG.1")
def test_a_climb_into_a_cloud_is_a_fight_in_it_whatever_flies_above() -> None:
    """The fighter must attack whom it meets in the cloud, both at -3; the enemy above sees nothing of it."""
    war = sky(
        "Hurricane 1 D5/2; G50 1 D5/3; G50 2 D5/4", move="Hurricane 1, MC200 1", clouds="D5/3", dice=((4, 3), (4, 3))
    )  # fmt: skip
    war.play("to", "D5/3")
    war.play("attack", "G50 1")
    assert [roll["HM-DRM.5"] for roll in (mods(war, -2), mods(war, -1))] == [-3, -3]
    assert "fire" not in asked(war) and len(rolls(war)) == 2


@pytest.mark.rule("hawks", "HM-ENG.3", "HM-CLOUD.2", "HM-HIT.1", "HM-MOVE.2")
def test_a_plane_shot_down_on_its_way_leaves_the_others_their_fight() -> None:
    """The mover falls to the first of two fighters; the second has nobody left in the space and keeps its shot."""
    war = sky(
        "Z1007 1 D4/3; Hurricane 1 D5/3; Hurricane 2 D5/3", move="Z1007 1, Hurricane 1", hit="Z1007 1", dice=((4, 4),)
    )  # fmt: skip
    war.play("to", "D5/3")
    if "fire" in asked(war):
        war.play("fire", "Z1007 1")
    assert at(war, "Z1007 1") == "-" and about(war) == "Hurricane 1"
    assert len(listed(war, war.fired) & {"Hurricane 1", "Hurricane 2"}) == 1


@pytest.mark.rule("hawks", "HM-END.1", "HM-BOMB.8", "HM-CHIT.3")
def test_luck_with_the_last_bombs_of_the_last_turn_counts() -> None:
    """One short of the number: LUCKY makes it, the Objective is destroyed, and it is among the points when the game ends."""
    war = sky("Z1007 1 D5/1", phase="bombing", objectives="D5", rolled=1, turn=12, chits={"Z1007 1": "LUCKY"}, dice=((3, 2),))
    on(war)
    assert not war.objectives and war.outcome is not None and war.outcome.scores[0] > 0


@pytest.mark.rule("hawks", "HM-BOMB.4", "HM-MOVE.8", "HM-END.1", "HM-SEQ.1")
def test_who_kept_his_bombs_over_a_ruin_has_nothing_to_do_and_may_go_home() -> None:
    war = sky("Z1007 1 D1/2; Z1007 2 D5/2", move="Z1007 1, Z1007 2", ruins="D5", guns="")
    assert "exit" in asked(war)
    war.play("exit")
    war.play("to", "D5/3")
    assert listed(war, war.home) == {"Z1007 1"} and results(war) == [] and not war.bombed
    assert war.turn == 4 and all("bomb" not in decision.choices for decision in war.asked()), "the next turn has begun"
