"""What guns do to a raid, and what the raid still does [HM-AA with HM-MOVE, HM-BOMB, HM-CHIT, HM-END]."""

from __future__ import annotations

import pytest

from .conftest import about, asked, at, hits, listed, results, rolls, side, sky, squares

REACT = {"aa_reaction": True}
ASK = {"lucky": "ask"}


@pytest.mark.rule("hawks", "HM-SEQ.1", "HM-AA.3", "HM-BOMB.1")
def test_a_bomber_shot_down_by_the_guns_drops_nothing() -> None:
    war = sky("BR20 1 D5/2; BR20 2 D5/2", phase="aa", guns="D5", objectives="D5", dice=(11, 4))
    assert listed(war, war.down) == {"BR20 1"} and asked(war) == {"bomb": ["BR20 2"], "hold": [None]}


@pytest.mark.rule("hawks", "HM-SEQ.1", "HM-AA.4", "HM-BOMB.5")
def test_a_bomber_hit_by_the_guns_aims_worse_in_the_same_turn() -> None:
    war = sky("SM79 1 D5/2", phase="aa", guns="D5", objectives="D5", dice=(6, 7), scenario="grand-tournament")
    assert hits(war, "SM79 1") == 1
    war.play("bomb", "SM79 1")
    assert results(war) == ["hit", "miss"] and rolls(war)[1].total == 6


@pytest.mark.rule("hawks", "HM-AA.5", "HM-CHIT.3")
def test_luck_saves_british_planes_from_their_own_guns() -> None:
    war = sky("Gladiator 1 D5/1", phase="aa", guns="D5", objectives="D5", chits={"Gladiator 1": "LUCKY"}, dice=(6,))
    assert results(war) == ["miss"] and listed(war, war.up) == {"Gladiator 1"}


@pytest.mark.rule("hawks", "HM-AA.6", "HM-CHIT.1", "HM-CHIT.2", "HM-CHIT.5")
@pytest.mark.parametrize("chit", ["FACE", "GREEN"])
def test_who_is_shot_at_by_guns_has_not_rolled(chit: str) -> None:
    war = sky("CR42 1 D5/1", phase="aa", guns="D5", chits={"CR42 1": chit}, dice=(6,))
    war.play("fire", "CR42 1")
    assert war.up == 0 and war.ordinary == 0 and listed(war, war.unlucky) == {"CR42 1"}, "luck would have shown"


@pytest.mark.rule("hawks", "HM-CHIT.3", "HM-AA.2", "HM-AA.3", "HM-HIT.1")
@pytest.mark.parametrize(
    ("plane", "altitude", "hit", "dice", "result", "shown"),
    [
        ("BR20 1", 3, False, 11, "hit", True),  # 12 becomes 11: still a hit at altitude 3
        ("BR20 1", 3, False, 10, "miss", True),  # 11 becomes 10
        ("CR42 1", 3, False, 11, "miss", True),
        ("CR42 1", 3, False, 12, "hit", True),
        ("CR42 1", 1, False, 12, "hit", True),
        ("CR42 1", 1, True, 12, "shot down", False),  # 11 would shoot it down as well
        ("CR42 1", 1, True, 6, "miss", True),
        ("CR42 1", 1, True, 7, "shot down", False),
        ("BR20 1", 2, False, 12, "shot down", False),  # 13 becomes 12
        ("BR20 1", 2, True, 5, "miss", True),
    ],
)
def test_luck_under_the_guns(plane: str, altitude: int, hit: bool, dice: int, result: str, shown: bool) -> None:
    war = sky(
        f"{plane} D5/{altitude}", phase="aa", guns="D5", hit=plane if hit else "", chits={plane: "LUCKY"}, dice=(dice,)
    )  # fmt: skip
    war.play("fire", plane)
    assert results(war) == [result] and bool(war.up) is shown


@pytest.mark.rule("hawks", "HM-AA.3", "HM-CHIT.3")
def test_no_luck_against_two_sixes_where_they_count_as_they_lie() -> None:
    war = sky(
        "CR42 1 D5/3", phase="aa", guns="D5", chits={"CR42 1": "LUCKY"}, dice=(12,), options={"aa_twelve": "natural"}
    )  # fmt: skip
    war.play("fire", "CR42 1")
    assert results(war) == ["shot down"] and war.up == 0


@pytest.mark.rule("hawks", "HM-AA.3", "HM-AA.6")
def test_where_only_two_sixes_shoot_down_thirteen_is_a_hit() -> None:
    war = sky("BR20 1 D5/1", phase="aa", guns="D5", dice=(11,), options={"aa_twelve": "natural"})
    war.play("fire", "BR20 1")
    assert results(war) == ["hit"] and rolls(war)[0].total == 12


@pytest.mark.rule("hawks", "HM-AA.5", "HM-CHIT.3")
def test_every_owner_under_a_barrage_is_asked_in_his_turn() -> None:
    war = sky("CR42 1 D5/1; Gladiator 1 D5/1", phase="aa", guns="D5", objectives="D5", dice=(3, 3), options=ASK)
    assert side(war) == "IT" and about(war) == "CR42 1"
    war.play("leave")
    assert side(war) == "BR" and about(war) == "Gladiator 1"
    war.play("leave")
    assert results(war) == ["miss", "miss"]


@pytest.mark.rule("hawks", "HM-AA.1", "HM-AA.5")
def test_british_planes_alone_draw_fire_only_beside_an_objective() -> None:
    assert sky("Gladiator 1 D5/1", phase="aa", guns="D5").turn == 4
    war = sky("Gladiator 1 D5/1", phase="aa", guns="D5", objectives="D5", dice=(6,))
    assert results(war) == ["hit"]


@pytest.mark.rule("hawks", "HM-AA.5", "HM-BOMB.8")
@pytest.mark.parametrize(("option", "shots"), [("reverts", 0), ("stays", 1)])
def test_guns_beside_a_ruin_and_a_british_plane(option: str, shots: int) -> None:
    war = sky("Gladiator 1 D5/1", phase="aa", guns="D5", ruins="D5", options={"aa_on_ruin": option}, dice=(3,))
    assert len(rolls(war)) == shots


@pytest.mark.rule("hawks", "HM-AA.5", "HM-BOMB.8")
def test_another_objective_does_not_make_these_guns_fire_at_all() -> None:
    war = sky("CR42 1 D5/1; Gladiator 1 D5/1", phase="aa", guns="D5", objectives="C5, E5", ruins="B5")
    assert asked(war) == {"fire": ["CR42 1"], "hold": [None]}


@pytest.mark.rule("hawks", "HM-AA.1", "HM-MOVE.5")
def test_shot_down_on_arrival() -> None:
    war = sky("CR42 1 D4/2", move="CR42 1, CR42 2", guns="D5", hit="CR42 1", options=REACT)
    war.play("to", "D5/2")
    war.script(6)
    war.play("fire", "CR42 1")
    assert at(war, "CR42 1") == "-" and about(war) == "CR42 2"


@pytest.mark.rule("hawks", "HM-AA.1", "HM-AA.2", "HM-MOVE.3")
@pytest.mark.parametrize(
    ("start", "end", "fired"), [("D5/4", "D5/3", True), ("D5/3", "D5/4", False), ("D5/3", "D4/3", False), ("D5/2", "D5/1", True)]
)
def test_arrival_is_every_space_entered_within_reach(start: str, end: str, fired: bool) -> None:
    war = sky(f"CR42 1 {start}", move="CR42 1", guns="D5", options=REACT)
    war.play("to", end)
    assert ("fire" in asked(war)) is fired


@pytest.mark.rule("hawks", "HM-AA.1", "HM-ENG.1")
def test_guns_have_nothing_to_say_when_the_fighters_have_done_it() -> None:
    war = sky("BR20 1 D4/2; Gladiator 1 D5/2", move="BR20 1, CR42 1", guns="D5", hit="BR20 1", options=REACT)
    war.play("to", "D5/2")
    war.script(7)
    war.play("fire", "BR20 1")
    assert about(war) == "CR42 1" and war.guns_fired == 0


@pytest.mark.rule("hawks", "HM-AA.1", "HM-AA.5")
def test_guns_that_let_a_plane_pass_must_fire_at_all_of_them_later() -> None:
    war = sky("BR20 1 D4/2; Gladiator 1 D5/1", move="BR20 1", guns="D5", objectives="D5", options=REACT)
    war.play("to", "D5/2")
    war.script(3, 3)
    war.play("hold")
    assert [roll.kind for roll in rolls(war)] == ["flak", "flak"] and squares(war, war.guns_fired) == {"D5"}


@pytest.mark.rule("hawks", "HM-AA.1", "HM-AA.5")
def test_guns_beside_a_ruin_that_counts_fire_at_the_arriving_plane_alone() -> None:
    war = sky(
        "BR20 1 D4/2; Gladiator 1 D5/1", move="BR20 1", guns="D5", ruins="D5", options={**REACT, "aa_on_ruin": "stays"}
    )  # fmt: skip
    war.play("to", "D5/2")
    war.script(3)
    war.play("fire", "BR20 1")
    assert len(rolls(war)) == 1 and war.turn == 4


@pytest.mark.rule("hawks", "HM-AA.1", "HM-MOVE.1")
def test_a_plane_that_passes_two_batteries_is_under_fire_twice() -> None:
    war = sky("CR42 1 D3/2", move="CR42 1, CR42 2", guns="D4, D5", options=REACT)
    war.script(6, 3)
    war.play("to", "D4/2")
    war.play("fire", "CR42 1")
    war.play("to", "D5/2")
    assert about(war) == "D5"
    war.play("fire", "CR42 1")
    assert squares(war, war.guns_fired) == {"D4", "D5"} and hits(war, "CR42 1") == 1


@pytest.mark.rule("hawks", "HM-AA.1", "HM-MOVE.7")
def test_a_forced_stop_does_not_spare_the_guns() -> None:
    war = sky(
        "CR42 1 D4/2; Gladiator 1 D5/2", move="CR42 1, CR42 2", fired="CR42 1, Gladiator 1", guns="D5",
        options={**REACT, "stop_on_contact": True},
    )  # fmt: skip
    war.play("to", "D5/2")
    assert about(war) == "D5"
    war.play("hold")
    assert about(war) == "CR42 2"


@pytest.mark.rule("hawks", "HM-AA.1", "HM-CLOUD.1")
def test_guns_fire_at_a_plane_that_arrives_in_a_cloud() -> None:
    war = sky("CR42 1 D4/2; Gladiator 1 D5/3", move="CR42 1", guns="D5", clouds="D5/2", options=REACT)
    war.play("to", "D5/2")
    assert about(war) == "D5", "the fighter above sees nothing, the guns do"
    war.script(9)
    war.play("fire", "CR42 1")
    assert results(war) == ["hit"] and rolls(war)[0].total == 6


@pytest.mark.rule("hawks", "HM-AA.1", "HM-ENG.2")
def test_a_dive_comes_before_the_guns_answer_the_arrival() -> None:
    war = sky("CR42 1 D4/3; Gladiator 1 D5/2", move="CR42 1", guns="D5", options=REACT)
    war.play("to", "D5/3")
    assert about(war) == "CR42 1" and set(asked(war)) == {"attack", "hold"}
    war.play("hold")
    assert about(war) == "D5"


# Bombers and the end.


@pytest.mark.rule("hawks", "HM-BOMB.4", "HM-BOMB.8", "HM-BOMB.1")
def test_three_bombers_over_one_objective() -> None:
    war = sky("BR20 1 D5/2; BR20 2 D5/2; BR20 3 D5/2", phase="bombing", objectives="D5", dice=(3, 3, 3, 6))
    war.play("bomb", "BR20 2")
    assert asked(war)["bomb"] == ["BR20 1", "BR20 3"]
    war.play("bomb", "BR20 1")
    assert squares(war, war.ruins) == {"D5"} and war.turn == 4, "nothing is left for the third, which keeps its bombs"
    assert listed(war, war.bombed) == {"BR20 1", "BR20 2"}


@pytest.mark.rule("hawks", "HM-BOMB.1", "HM-BOMB.4")
def test_a_bomber_that_has_bombed_is_no_bomber_over_the_next_objective() -> None:
    war = sky("BR20 1 D5/2; BR20 2 C5/2", phase="bombing", objectives="C5, D5", bombed="BR20 1")
    assert asked(war)["bomb"] == ["BR20 2"]
    assert war.outcome is None


@pytest.mark.rule("hawks", "HM-BOMB.1", "HM-BOMB.4", "HM-SEQ.1")
def test_bombs_kept_today_may_fall_tomorrow() -> None:
    war = sky("BR20 1 D5/2", phase="bombing", objectives="D5")
    war.play("hold")
    assert war.bombed == 0 and war.turn == 4


@pytest.mark.rule("hawks", "HM-BOMB.1", "HM-MOVE.9")
def test_an_enemy_in_the_same_space_does_not_keep_a_bomber_from_bombing() -> None:
    war = sky("BR20 1 D5/2; Gladiator 1 D5/2", phase="bombing", objectives="D5")
    assert asked(war)["bomb"] == ["BR20 1"]


@pytest.mark.rule("hawks", "HM-END.1", "HM-END.2", "HM-BOMB.8")
def test_bombs_of_the_last_turn_count() -> None:
    war = sky("BR20 1 D5/1", phase="bombing", objectives="C5, D5", turn=12, dice=(5, 3))
    war.play("bomb", "BR20 1")
    assert war.outcome is not None and war.outcome.scores == (3, 0)


@pytest.mark.rule("hawks", "HM-END.1", "HM-AA.5", "HM-END.2")
def test_guns_still_fire_in_the_turn_in_which_the_last_bomber_has_left() -> None:
    war = sky(
        "BR20 1 D1/2; CR42 1 D5/1; Gladiator 1 D5/2", move="BR20 1", down="BR20 2", guns="D5", objectives="D5", hit="CR42 1, Gladiator 1"
    )  # fmt: skip
    war.script(6, 6)
    war.play("exit")
    assert war.outcome is not None and war.outcome.scores == (1, 3), "a Gladiator for Italy; a BR.20 and a CR.42 for Britain"


@pytest.mark.rule("hawks", "HM-END.1", "HM-AA.3")
def test_the_barrage_that_downs_the_last_bomber_ends_the_game_with_the_turn() -> None:
    war = sky("BR20 1 D5/1; Gladiator 1 D5/1", phase="aa", guns="D5", objectives="D5", down="BR20 2", dice=(11, 6), turn=6)
    assert results(war) == ["shot down", "hit"], "the rest of the barrage is rolled"
    assert war.outcome is not None and war.outcome.scores == (0, 4)


@pytest.mark.rule("hawks", "HM-END.1", "HM-END.2")
def test_a_sky_without_british_planes_is_not_the_end() -> None:
    war = sky(phase="end", down="Gladiator 1, Gladiator 2, Gladiator 3", bombed="BR20 1, BR20 2", turn=7)
    assert war.outcome is None and war.turn == 8 and set(war.decisions) == {0}


@pytest.mark.rule("hawks", "HM-END.2", "HM-MOVE.8", "HM-BOMB.4")
@pytest.mark.parametrize(
    ("ruins", "down", "home", "scores"),
    [
        ("C5, D5", "BR20 1", "BR20 2", (6, 2)),
        ("C5", "BR20 1, BR20 2", "", (3, 4)),
        ("", "CR42 1, G50 1", "BR20 1, BR20 2", (0, 2)),
        ("A5, B5, C5", "Gladiator 1, CR42 1", "BR20 1, BR20 2", (10, 1)),
    ],
)
def test_a_raid_added_up(ruins: str, down: str, home: str, scores: tuple[int, int]) -> None:
    war = sky(phase="end", turn=12, ruins=ruins, down=down, home=home)
    assert war.outcome is not None and war.outcome.scores == scores
