"""Entering, leaving and moving in order, with losses on the way [HM-SETUP, HM-PRI, HM-MOVE with each other and with the options]."""

from __future__ import annotations

import pytest

from grandharbour.engine.editor import Edit, edit
from grandharbour.games.hawks import GAME

from .conftest import about, asked, at, listed, refused, results, sky

PLACED = {"IT": ["CR42 1", "CR42 2", "G50 1", "BR20 1", "BR20 2"], "BR": ["Gladiator 1", "Gladiator 2", "Gladiator 3"]}


@pytest.mark.rule("hawks", "HM-MOVE.8", "HM-MOVE.1")
@pytest.mark.parametrize(("plane", "home"), [("G50 1", True), ("BR20 1", False)])
def test_home_in_one_turn_from_rank_2_needs_two_spaces(plane: str, home: bool) -> None:
    war = sky(f"{plane} D2/3", move=f"{plane}, CR42 1")
    assert "exit" not in asked(war)
    war.play("to", "D1/3")
    if home:
        war.play("exit")
    assert listed(war, war.home) == ({plane} if home else set()) and about(war) == "CR42 1"


@pytest.mark.rule("hawks", "HM-MOVE.8", "HM-MOVE.2")
def test_leaving_is_a_move_of_its_own() -> None:
    war = sky("G50 1 D1/3", move="G50 1, CR42 1")
    assert set(asked(war)) == {"to", "exit"}
    war.play("exit")
    assert at(war, "G50 1") == "-" and about(war) == "CR42 1"


@pytest.mark.rule("hawks", "HM-MOVE.8", "HM-ENG.3")
def test_nobody_shoots_at_a_plane_that_leaves() -> None:
    war = sky("G50 1 D1/3; Gladiator 1 D1/4; Gladiator 2 D1/3", move="G50 1, CR42 1")
    war.play("exit")
    assert about(war) == "CR42 1" and results(war) == []


@pytest.mark.rule("hawks", "HM-MOVE.8", "HM-HIT.1", "HM-END.2")
def test_a_damaged_plane_brought_home_is_no_loss() -> None:
    war = sky("BR20 1 D1/3", move="BR20 1", hit="BR20 1", home="BR20 2", turn=8)
    war.play("exit")
    assert war.outcome is not None and war.outcome.scores == (0, 0)


@pytest.mark.rule("hawks", "HM-PRI.1", "HM-MOVE.8", "HM-HIT.1")
def test_planes_down_and_home_get_no_number() -> None:
    war = sky(phase="priority", down="CR42 1, Gladiator 2", home="G50 1", dice=(0,))
    assert war.choices("next", "IT") == ["CR42 2", "BR20 1", "BR20 2"]
    assert war.choices("next", "BR") == ["Gladiator 1", "Gladiator 3"]


@pytest.mark.rule("hawks", "HM-PRI.3", "HM-INIT.1")
@pytest.mark.parametrize(("roundel", "first"), [(0, "CR42 1"), (1, "Gladiator 1")])
def test_with_fewer_planes_a_side_still_begins_if_its_roundel_is_drawn(roundel: int, first: str) -> None:
    war = sky(phase="priority", down="Gladiator 2, Gladiator 3", dice=(roundel,))
    for plane in PLACED["IT"]:
        war.play("next", plane, "IT")
    war.play("next", "Gladiator 1", "BR")
    assert about(war) == first


@pytest.mark.rule("hawks", "HM-PRI.3", "HM-HIT.1")
def test_a_gap_in_the_order_lets_two_planes_of_one_side_move_in_a_row() -> None:
    war = sky(
        "CR42 1 D4/3; Gladiator 1 D5/3", move="CR42 1, Gladiator 1, CR42 2, Gladiator 2", hit="Gladiator 1"
    )  # fmt: skip
    war.play("to", "D5/3")
    war.script(7, 3)
    war.play("attack", "Gladiator 1")
    war.play("halt")
    assert about(war) == "CR42 2"


@pytest.mark.rule("hawks", "HM-PRI.1", "HM-PRI.2")
def test_the_sides_number_their_planes_in_any_mixture_of_clicks() -> None:
    war = sky(phase="priority", dice=(1,))
    war.play("next", "BR20 2", "IT")
    war.play("next", "Gladiator 3", "BR")
    war.play("next", "Gladiator 1", "BR")
    war.play("next", "Gladiator 2", "BR")
    assert set(war.decisions) == {0}, "Britain has done; Italy goes on"
    for plane in ("CR42 1", "CR42 2", "G50 1", "BR20 1"):
        war.play("next", plane, "IT")
    assert about(war) == "Gladiator 3"


@pytest.mark.rule("hawks", "HM-PRI.1", "HM-PRI.2")
@pytest.mark.parametrize("side", [0, 1, None])
def test_nobody_imagines_the_others_order_before_it_is_shown(side: int | None) -> None:
    import random

    war = sky(phase="priority")
    war.play("next", "BR20 2", "IT")
    war.play("next", "Gladiator 3", "BR")
    imagined = war.imagine(side, random.Random(1))
    own = [(war.setup.names.find("piece", "BR20 2"),), (war.setup.names.find("piece", "Gladiator 3"),)]
    assert imagined.order == [own[s] if s == side else () for s in (0, 1)]


@pytest.mark.rule("hawks", "HM-PRI.2")
def test_an_order_that_is_shown_is_imagined_as_it_is() -> None:
    import random

    war = sky(move="BR20 1, Gladiator 1")
    assert war.imagine(1, random.Random(1)).order == war.order != [(), ()]


@pytest.mark.rule("hawks", "HM-ENG.6", "HM-BOMB.1", "HM-BOMB.5", "HM-SEQ.1")
def test_a_bomber_that_has_fought_still_bombs_with_its_damage() -> None:
    war = sky("Gladiator 1 D6/2; BR20 1 D5/2", move="Gladiator 1", objectives="D5")
    war.play("to", "D5/2")
    war.script(7, 3, 6, 7)
    war.play("attack", "BR20 1")
    assert listed(war, war.fired) == {"Gladiator 1", "BR20 1"}
    war.play("bomb", "BR20 1")
    assert results(war) == ["hit", "miss", "miss", "Objective destroyed"], "6 - 1, then 7 - 1, where 6 is needed"


@pytest.mark.rule("hawks", "HM-ENG.1", "HM-END.1", "HM-SEQ.1")
def test_when_the_last_bomber_falls_in_a_fight_the_turn_goes_on_to_its_end() -> None:
    war = sky("Gladiator 1 D6/2; BR20 1 D5/2", move="Gladiator 1, CR42 1", hit="BR20 1", home="BR20 2", turn=4)
    war.play("to", "D5/2")
    war.script(7, 3)
    war.play("attack", "BR20 1")
    assert war.outcome is None and about(war) == "CR42 1"
    war.play("exit")
    assert war.outcome is not None and war.turn == 4 and war.outcome.scores == (0, 2)


@pytest.mark.rule("hawks", "HM-SEQ.2", "HM-CLOUD.3", "HM-CHIT.5", "HM-HIT.1")
def test_what_a_new_turn_does_not_touch() -> None:
    war = sky(
        "CR42 1 D4/3", move="CR42 1", clouds="C3/2, C3/2", up="CR42 1", hit="BR20 1", bombed="BR20 2", chits={"CR42 1": "FACE"},
        guns="B4", objectives="A5", ruins="B5",
    )  # fmt: skip
    war.play("to", "D4/4")
    kept = (war.clouds, war.up, war.hit_markers, war.bombed, war.chit, war.guns, war.objectives, war.ruins)
    war.play("halt")
    assert war.turn == 4
    assert (war.clouds, war.up, war.hit_markers, war.bombed, war.chit, war.guns, war.objectives, war.ruins) == kept


@pytest.mark.rule("hawks", "HM-SEQ.1", "HM-END.1")
def test_the_twelfth_turn_is_played_like_any_other() -> None:
    war = sky(phase="end", turn=11)
    assert war.outcome is None and war.turn == 12 and set(war.decisions) == {0, 1}


@pytest.mark.rule("hawks", "HM-MOVE.8", "HM-CHIT.5")
def test_a_plane_takes_its_secret_home() -> None:
    war = sky("G50 1 D1/3", move="G50 1", chits={"G50 1": "FACE"})
    shown = war.shown
    war.play("exit")
    assert war.up == 0 and war.shown == shown


@pytest.mark.rule("hawks", "HM-SETUP.2", "HM-SETUP.1")
def test_a_bag_with_just_enough_chits_is_emptied() -> None:
    pack = "[chits.bag]\nFACE = 1\nGREEN = 2\nLUCKY = 3\nNONE = 2\n"
    for seed in range(5):
        war = GAME.new("faith-hope-charity", tables=pack, seed=seed)
        assert sorted(war.chit) == [0, 1, 1, 2, 2, 2, 3, 3]


@pytest.mark.rule("hawks", "HM-SETUP.6", "HM-SEQ.1", "HM-PRI.1")
def test_the_first_turn_begins_when_the_last_british_plane_is_there() -> None:
    war = laid()
    while war.turn == 0:
        verb = next(iter(asked(war)))
        last = war.position()
        war.play(verb, asked(war)[verb][0])
    assert "Gladiator 3" in last and war.turn == 1 and set(war.decisions) == {0, 1} and war.initiative == -1


@pytest.mark.rule("hawks", "HM-SETUP.3", "HM-SETUP.4", "HM-AA.5")
def test_guns_set_beside_an_objective_will_fire_at_everybody() -> None:
    war = laid()
    for _ in range(6):
        war.play("objective", asked(war)["objective"][0])
    war.play("gun", "C5")
    war.play("gun", "G5")
    from grandharbour.games.hawks.flak import beside_objective

    assert [beside_objective(war, war.setup.names.find("space", square)) for square in ("C5", "G5")] == [True, False]


@pytest.mark.rule("hawks", "HM-PRI.1", "HM-PRI.2", "HM-SEQ.1")
def test_the_order_of_last_turn_is_remembered_for_a_click() -> None:
    war = sky(move="BR20 1, Gladiator 1")
    before = [tuple(order) for order in war.order]
    for _ in range(2):
        war.play("to", asked(war)["to"][0])
    assert war.turn == 4 and war.last_order == before and war.order == [(), ()] and not war.order_shown


# Options of the board together.


def laid(**options: str):
    """A game with its dice for setting up: 6 Objectives, 2 guns, 1 cloud."""
    war = GAME.war(GAME.setup("faith-hope-charity", options), GAME.new(seed=1).dice)
    GAME.open(war)
    war.script(6, 2, 1)
    war.run()
    return war


@pytest.mark.rule("hawks", "HM-SETUP.3", "HM-SETUP.6")
@pytest.mark.parametrize(
    ("entry", "objectives", "squares"),
    [
        ("edge", "rank5", {"A5", "B5", "C5", "D5", "E5", "F5", "G5"}),
        ("edge", "manhattan4", {"A5", "B5", "C5", "D5", "E5", "F5", "G5"}),
        ("single", "rank5", {"A5", "B5", "C5", "D5", "E5", "F5", "G5"}),
        ("single", "manhattan4", {"A2", "B3", "C4", "D5", "E4", "F3", "G2"}),
    ],
)
def test_where_objectives_may_lie(entry: str, objectives: str, squares: set[str]) -> None:
    assert set(asked(laid(entry=entry, objectives=objectives))["objective"]) == squares


@pytest.mark.rule("hawks", "HM-SETUP.5", "HM-SETUP.6", "HM-MOVE.8")
@pytest.mark.parametrize(("entry", "barred"), [("edge", 14), ("single", 2)])
def test_clouds_keep_off_the_doors_whatever_these_are(entry: str, barred: int) -> None:
    war = laid(entry=entry)
    for _ in range(6):
        war.play("objective", asked(war)["objective"][0])
    for square in ("A9", "D9"):
        war.play("gun", square)
    assert len(asked(war)["cloud"]) == 4 * (63 - barred)
    assert ("A1/1" in asked(war)["cloud"]) is (entry == "single") and "D9/4" not in asked(war)["cloud"]


@pytest.mark.rule("hawks", "HM-SETUP.4", "HM-SETUP.3")
def test_guns_may_stand_on_british_doors_and_on_objectives_but_not_on_rank_1() -> None:
    war = laid(entry="single")
    for _ in range(6):
        war.play("objective", asked(war)["objective"][0])
    assert {"D9", "A5", "A2"} <= set(asked(war)["gun"]) and len(asked(war)["gun"]) == 56
    assert refused(war, "gun", "A1") == "HM-SETUP.4", "though A1 is no door now"
    war.play("gun", "D9")
    assert refused(war, "gun", "D9") == "HM-SETUP.4"


@pytest.mark.rule("hawks", "HM-MOVE.8", "HM-SETUP.6")
@pytest.mark.parametrize(
    ("square", "entry", "way"), [("D1", "single", True), ("C1", "single", False), ("C1", "edge", True), ("D9", "edge", False)]
)
def test_the_way_home_by_option_and_square(square: str, entry: str, way: bool) -> None:
    war = sky(f"CR42 1 {square}/2", move="CR42 1", options={"entry": entry})
    assert ("exit" in asked(war)) is way


# Positions by hand.


def draft(*edits: Edit, start: str = ""):
    text = start or sky("BR20 1 D5/2; CR42 1 D4/3", phase="priority", hit="BR20 1", down="G50 1", objectives="D5").position()
    return edit(GAME, text, list(edits))


@pytest.mark.parametrize(
    ("plane", "place", "there", "down", "home"),
    [
        ("BR20 1", "C3/4", "C3/4", {"G50 1"}, set()),
        ("BR20 1", "home-IT", "-", {"G50 1"}, {"BR20 1"}),
        ("BR20 1", "down-IT", "-", {"G50 1", "BR20 1"}, set()),
        ("G50 1", "B2/1", "B2/1", set(), set()),
        ("G50 1", "home-IT", "-", set(), {"G50 1"}),
        ("Gladiator 1", "down-BR", "-", {"G50 1", "Gladiator 1"}, set()),
    ],
)
def test_a_plane_put_somewhere_by_hand_is_there_and_nowhere_else(
    plane: str, place: str, there: str, down: set[str], home: set[str]
) -> None:
    found = draft(Edit("put", piece=plane, place=place))
    assert found.legal and at(found.war, plane) == there
    assert listed(found.war, found.war.down) == down and listed(found.war, found.war.home) == home
    assert found.war.hit_markers[found.war.setup.names.find("piece", "BR20 1")] == int(plane != "BR20 1" or there != "-")


def test_whoever_is_home_already_stays_there_when_another_is_sent() -> None:
    found = draft(Edit("put", piece="G50 1", place="home-IT"), Edit("put", piece="BR20 1", place="home-IT"))
    assert found.legal and listed(found.war, found.war.home) == {"G50 1", "BR20 1"}


@pytest.mark.parametrize(
    ("plane", "place"),
    [
        ("Gladiator 1", "home-BR"),
        ("Gladiator 1", "down-IT"),
        ("BR20 1", "D5"),
        ("BR20 1", "moon-IT"),
        ("BR20 1", "home-BR"),
        ("BR20 1", "H1/1"),
    ],
)
def test_places_that_are_none_for_a_plane(plane: str, place: str) -> None:
    found = draft(Edit("put", piece=plane, place=place))
    assert [fault.text for fault in found.faults] == [f"{place[0].upper()}{place[1:]} is no place for {plane}."]
    assert at(found.war, "BR20 1") == "D5/2"


def test_a_plane_that_waits_is_no_position_once_the_game_is_on() -> None:
    found = draft(Edit("put", piece="BR20 1", place="ready-IT"))
    assert not found.legal and at(found.war, "BR20 1") == "-"


@pytest.mark.rule("hawks", "HM-SEQ.2", "HM-PRI.1")
def test_set_to_the_start_of_a_turn_nothing_is_left_of_the_turn_before() -> None:
    war = sky(
        "CR42 1 D4/3; Gladiator 1 D6/2", move="CR42 1, Gladiator 1", fired="CR42 1, BR20 1", guns="C4", guns_fired="C4", turn=5
    )  # fmt: skip
    found = draft(Edit("phase", value="turn"), start=war.position())
    new = found.war
    assert found.legal and new.turn == 5 and set(new.decisions) == {0, 1}
    assert (new.fired, new.guns_fired, new.order, new.last_order, new.order_shown) == (0, 0, [(), ()], [(), ()], False)


def test_the_start_of_a_turn_before_the_first_is_the_first() -> None:
    war = sky(phase="priority", turn=0)
    assert war.turn == 1
    found = draft(Edit("set", field="turn", value=0), Edit("phase", value="turn"), start=war.position())
    assert found.war.turn == 1
