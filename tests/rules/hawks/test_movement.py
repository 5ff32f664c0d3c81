"""Movement [HM-MOVE]."""

from __future__ import annotations

import pytest

from .conftest import about, asked, at, listed, refused, results, sky


@pytest.mark.rule("hawks", "HM-MOVE.1")
@pytest.mark.parametrize(
    ("plane", "spaces"),
    [
        ("Gladiator 1", 1), ("BR20 1", 1), ("SM79 1", 1), ("Z1007 1", 1), ("CR42 1", 2), ("G50 1", 2), ("MC200 1", 2),
        ("Hurricane 1", 2), ("Tomahawk 1", 3),
    ],
)  # fmt: skip
def test_a_plane_moves_up_to_its_class(plane: str, spaces: int) -> None:  # situation 9
    war = sky(f"{plane} D3/2", move=f"{plane}, {plane}")
    path = ["D4/2", "D5/2", "D6/2", "D7/2"]
    for space in path[:spaces]:
        assert about(war) == plane
        war.play("to", space)
    assert at(war, plane) == path[spaces - 1]
    assert "halt" not in asked(war), "the move is over; what is asked now is the next one"


@pytest.mark.rule("hawks", "HM-MOVE.1")
def test_a_move_may_end_early() -> None:
    war = sky("Tomahawk 1 D3/2", move="Tomahawk 1, Tomahawk 1")
    war.play("to", "D4/2")
    war.play("halt")
    assert at(war, "Tomahawk 1") == "D4/2" and "halt" not in asked(war)


@pytest.mark.rule("hawks", "HM-MOVE.2")
def test_a_plane_must_move_one_space() -> None:  # situation 6
    war = sky("G50 1 D3/3", move="G50 1")
    assert refused(war, "halt") == "HM-MOVE.2"
    assert refused(war, "to", "D3/3") == "HM-MOVE.2"
    war.play("to", "D4/3")
    assert "halt" in asked(war)


@pytest.mark.rule("hawks", "HM-MOVE.3")
def test_a_space_is_a_square_or_an_altitude() -> None:  # situation 7
    war = sky("G50 1 D3/3", move="G50 1")
    assert sorted(asked(war)["to"]) == ["C3/3", "D2/3", "D3/2", "D3/4", "D4/3", "E3/3"]
    assert refused(war, "to", "D3/1") == "HM-MOVE.3"  # H-41: one altitude at a time
    assert refused(war, "to", "D5/3") == "HM-MOVE.3"
    war.play("to", "D4/3")
    war.play("to", "D4/4")
    assert at(war, "G50 1") == "D4/4"


@pytest.mark.rule("hawks", "HM-MOVE.3")
@pytest.mark.parametrize(("corner", "spaces"), [("A1/1", ["A1/2", "A2/1", "B1/1"]), ("G9/4", ["F9/4", "G8/4", "G9/3"])])
def test_the_board_has_edges(corner: str, spaces: list[str]) -> None:
    assert sorted(asked(sky(f"G50 1 {corner}", move="G50 1"))["to"]) == spaces  # H-34: there is always a way


@pytest.mark.rule("hawks", "HM-MOVE.4")
@pytest.mark.parametrize("space", ["E4/3", "C4/3", "E2/3", "D4/4", "D4/2", "C3/4"])
def test_no_diagonals(space: str) -> None:
    assert refused(sky("G50 1 D3/3", move="G50 1"), "to", space) == "HM-MOVE.4"


@pytest.mark.rule("hawks", "HM-MOVE.5")
def test_fights_come_before_the_next_space() -> None:
    war = sky("MC200 1 D4/3; Hurricane 1 D5/3; Hurricane 2 D6/3", move="MC200 1")
    war.play("to", "D5/3")
    assert asked(war) == {"attack": ["Hurricane 1"]}
    war.script(3, 3)
    war.play("attack", "Hurricane 1")
    assert about(war) == "MC200 1" and "to" in asked(war), "the survivor goes on"
    war.script(7)
    war.play("to", "D6/3")
    assert asked(war) == {"fire": ["MC200 1"]}, "and meets the next one, its own shot gone"


@pytest.mark.rule("hawks", "HM-MOVE.5")
def test_a_plane_shot_down_on_the_way_goes_no_further() -> None:
    war = sky("MC200 1 D4/3; Hurricane 1 D5/3", move="MC200 1, Hurricane 2", hit="MC200 1")
    war.play("to", "D5/3")
    war.script(3, 7)
    war.play("attack", "Hurricane 1")
    assert at(war, "MC200 1") == "-" and about(war) == "Hurricane 2"


@pytest.mark.rule("hawks", "HM-MOVE.6", "HM-ENG.6")
def test_a_bomber_that_meets_a_fired_fighter_does_not_shoot() -> None:  # situation 24
    war = sky("BR20 1 D4/3; Hurricane 1 D5/3", move="BR20 1, BR20 2", fired="Hurricane 1")
    war.play("to", "D5/3")
    assert results(war) == [] and about(war) == "BR20 2"


@pytest.mark.rule("hawks", "HM-MOVE.6", "HM-ENG.6")
def test_a_bomber_takes_no_shot_at_passing_fighters() -> None:
    war = sky("BR20 1 D5/4; BR20 2 D5/3; Hurricane 1 D4/3", move="Hurricane 1", fired="Hurricane 1")
    war.play("to", "D5/3")  # a bomber in the space, another one above
    assert results(war) == [] and about(war) == "Hurricane 1"


@pytest.mark.rule("hawks", "HM-MOVE.6")
def test_a_bomber_above_a_fighter_does_not_dive_on_it() -> None:
    war = sky("BR20 1 D4/4; Hurricane 1 D5/3", move="BR20 1, BR20 2")
    war.play("to", "D5/4")
    assert about(war) == "BR20 2" and results(war) == []


@pytest.mark.rule("hawks", "HM-MOVE.7")
@pytest.mark.parametrize("stop", [False, True])
def test_meeting_an_enemy_ends_a_move_only_by_option(stop: bool) -> None:  # situation 10
    war = sky("MC200 1 D4/3; Hurricane 1 D5/3", move="MC200 1, MC200 2", options={"stop_on_contact": stop})
    war.play("to", "D5/3")
    war.script(3, 3)
    war.play("attack", "Hurricane 1")
    assert about(war) == ("MC200 2" if stop else "MC200 1")


@pytest.mark.rule("hawks", "HM-MOVE.7")
def test_the_stop_is_for_the_space_itself_and_for_bombers_too() -> None:
    options = {"stop_on_contact": True}
    war = sky("MC200 1 D4/4; Hurricane 1 D5/3", move="MC200 1", options=options)
    war.play("to", "D5/4")
    war.play("hold")
    assert about(war) == "MC200 1", "an enemy one altitude below is no contact"
    war = sky("MC200 1 D4/3; Hurricane 1 D5/3", move="MC200 1, MC200 2", fired="MC200 1, Hurricane 1", options=options)
    war.play("to", "D5/3")
    assert about(war) == "MC200 2", "it stops even if nobody can shoot"


@pytest.mark.rule("hawks", "HM-MOVE.7")
def test_leaving_a_space_shared_with_an_enemy_costs_nothing() -> None:  # H-21
    war = sky("MC200 1 D5/3; Hurricane 1 D5/3", move="MC200 1", options={"stop_on_contact": True})
    war.play("to", "D4/3")
    assert results(war) == [] and about(war) == "MC200 1"


@pytest.mark.rule("hawks", "HM-MOVE.8")
def test_italians_fly_home_and_the_british_do_not() -> None:  # situation 39
    war = sky("BR20 1 D1/2; Gladiator 1 D9/2", move="BR20 1, Gladiator 1")
    war.play("exit")
    assert listed(war, war.home) == {"BR20 1"} and at(war, "BR20 1") == "-"
    assert war.scores() == (0, 0), "no loss"
    assert about(war) == "Gladiator 1" and refused(war, "exit") == "HM-MOVE.8"


@pytest.mark.rule("hawks", "HM-MOVE.8")
def test_the_way_home_is_from_rank_1_and_costs_a_space() -> None:
    war = sky("BR20 1 D2/2; CR42 1 D2/3", move="BR20 1, CR42 1, CR42 2")
    assert refused(war, "exit") == "HM-MOVE.8"
    war.play("to", "D1/2")
    assert about(war) == "CR42 1", "a bomber that arrives has no space left to leave"
    war.play("to", "D1/3")
    war.play("exit")
    assert listed(war, war.home) == {"CR42 1"} and about(war) == "CR42 2"


@pytest.mark.rule("hawks", "HM-MOVE.8", "HM-SETUP.6")
@pytest.mark.parametrize(
    ("square", "entry", "open_"), [("A1", "edge", True), ("G1", "edge", True), ("D1", "single", True), ("C1", "single", False)]
)
def test_the_doors_depend_on_the_entry_squares(square: str, entry: str, open_: bool) -> None:
    war = sky(f"BR20 1 {square}/1", move="BR20 1", options={"entry": entry})
    assert ("exit" in asked(war)) is open_


@pytest.mark.rule("hawks", "HM-MOVE.9")
def test_any_number_of_planes_may_be_in_one_space() -> None:
    crowd = "; ".join(f"{plane} D5/3" for plane in ("CR42 2", "BR20 1", "BR20 2", "Gladiator 1", "Gladiator 2", "Gladiator 3"))
    war = sky(f"CR42 1 D4/3; {crowd}", move="CR42 1", fired="CR42 1, CR42 2, Gladiator 1, Gladiator 2, Gladiator 3")
    war.play("to", "D5/3")
    assert at(war, "CR42 1") == "D5/3"


@pytest.mark.rule("hawks", "HM-HIT.1", "HM-MOVE.1")
def test_a_hit_does_not_slow_a_plane() -> None:
    war = sky("Tomahawk 1 D3/2", move="Tomahawk 1", hit="Tomahawk 1")
    for space in ("D4/2", "D5/2"):
        war.play("to", space)
    assert "to" in asked(war)
