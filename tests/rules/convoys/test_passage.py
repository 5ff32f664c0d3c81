"""The passage: lanes, the line in the Narrows, submarines and torpedo boats, harbours, all at once."""

from __future__ import annotations

import pytest

from grandharbour.engine.kinds import NOWHERE
from grandharbour.games.convoys.movement import FleetMove, Lurking, Passing, Patrol, Sailing, can_sail, underwater
from grandharbour.games.convoys.state import ALEX, GIB, MALTA
from grandharbour.games.convoys.turn import GameTurn, Season, begin_turn, come_in

from .conftest import act, at, do, group, offers, over, piece, pieces, sea, settle, side, space, told, where


def sailing(groups, **how):  # type: ignore[no-untyped-def]
    return at(sea(groups, **how), Sailing())


def go(war, letter: str, *places: str) -> None:  # type: ignore[no-untyped-def]
    war.play("group", f"Group {letter}")
    for place in places:
        war.play("to", place)


# --- the line


@pytest.mark.rule("convoys", "MC-PNR.1", "MC-MOVE.3")
def test_freighters_turn_back_where_their_escort_may_not() -> None:
    war = sailing({"A": ("W16", ["Freighter 1"]), "B": ("W16", ["Didos"])}, past=["A", "B"])
    war.play("group", "Group A")
    assert "W13" in war.choices("to") and "home" in offers(war)
    war.play("halt")
    war.play("group", "Group B")
    assert "W13" not in war.choices("to") and "home" not in offers(war)


@pytest.mark.rule("convoys", "MC-PNR.1")
def test_a_mixed_group_past_the_line_is_bound_by_its_warship_until_she_is_left() -> None:
    war = sailing({"A": ("W16", ["Freighter 1", "Didos"])}, past=["A"])
    war.play("group", "Group A")
    assert "W13" not in war.choices("to")
    war.play("detach", "Didos")
    assert "W13" in war.choices("to"), "only the freighter is left"


@pytest.mark.rule("convoys", "MC-PNR.1", "MC-MOVE.7")
def test_freighters_are_bound_by_option() -> None:
    war = sailing({"A": ("W16", ["Freighter 1"])}, past=["A"], options={"freighters_bound": True})
    war.play("group", "Group A")
    assert "W13" not in war.choices("to") and war.why_not("home").rule == "MC-PNR.1"


@pytest.mark.rule("convoys", "MC-PNR.1", "MC-MOVE.3")
def test_a_freighter_that_has_crossed_back_is_on_this_side_of_the_line() -> None:
    war = sailing({"A": ("W16", ["Freighter 1"]), "B": ("W13", ["Rodney"])}, past=["A"])
    go(war, "A", "W13")
    assert not war.past >> group(war, "A") & 1
    war.play("halt")
    war.play("group", "Group B")
    assert war.choices("join") == ["Group A"], "both west of it now"


@pytest.mark.rule("convoys", "MC-PNR.1", "MC-MOVE.3")
def test_groups_on_different_sides_of_the_line_do_not_join() -> None:
    """A was driven back over the line by a battle: it is bound, the others on the position are not."""
    war = sailing({"A": ("W13", ["Rodney"]), "B": ("W13", ["Nelson"])}, past=["A"])
    war.play("group", "Group B")
    assert "join" not in offers(war)


@pytest.mark.rule("convoys", "MC-PNR.1", "MC-NAVAL.13")
def test_who_was_driven_back_over_the_line_turns_east_again() -> None:
    war = sailing({"A": ("W13", ["Rodney"])}, past=["A"])
    war.play("group", "Group A")
    assert set(war.choices("to")) == {"W12", "W14", "W15", "W16"}, "never farther from Malta"


@pytest.mark.rule("convoys", "MC-PNR.1", "MC-PNR.2")
def test_a_warship_from_alexandria_goes_through_the_narrows_and_home() -> None:
    war = sailing({"A": ("W16", ["Barham"])}, past=["A"], from_alexandria=["Barham"])
    war.play("group", "Group A")
    assert "W13" in war.choices("to") and "home" in offers(war)


@pytest.mark.rule("convoys", "MC-PNR.1", "MC-MOVE.9")
def test_all_five_lanes_across_the_line_bind() -> None:
    for here, there in (("W12", "W15"), ("W13", "W15"), ("W13", "W16"), ("W14", "W16"), ("W14", "W18")):
        war = sailing({"A": (here, ["Rodney"])}, night=True)
        war.used_mas = war.used = -1 & (1 << 40) - 1
        go(war, "A", there)
        assert war.past >> group(war, "A") & 1, f"{here}-{there}"


@pytest.mark.rule("convoys", "MC-PNR.1", "MC-MOVE.3")
def test_inside_the_narrows_a_bound_group_may_move_about() -> None:
    war = sailing({"A": ("W17", ["Rodney"])}, past=["A"])
    war.play("group", "Group A")
    assert set(war.choices("to")) == {"W16", "W18", "Malta"}


@pytest.mark.rule("convoys", "MC-PNR.3", "MC-PNR.2")
def test_ark_royal_leaves_malta_for_either_end_and_is_bound_no_more() -> None:
    war = sailing({}, malta=["Ark Royal", "Rodney"])
    war.play("muster", "Malta")
    assert war.choices("add") == ["Ark Royal"]
    war.play("add", "Ark Royal")
    assert set(war.choices("to")) == {"W15", "W16", "W17", "E10", "E11"}
    war.play("to", "E11")
    assert not war.past and "home" not in offers(war), "she has moved"


@pytest.mark.rule("convoys", "MC-PNR.3", "MC-HIT.4")
def test_a_hit_ark_royal_stays_in_malta() -> None:
    war = sailing({}, malta=["Ark Royal"], hit=["Ark Royal"])
    assert "muster" not in offers(war)


@pytest.mark.rule("convoys", "MC-PNR.3", "MC-SUPPLY.5")
def test_freighters_stay_in_malta_to_unload() -> None:
    war = sea(malta=["Freighter 1", "Breconshire", "Barham", "Force K"], from_alexandria=["Barham", "Breconshire"])
    assert can_sail(war, MALTA) == pieces(war, "Barham", "Force K")


# --- leaving harbour


@pytest.mark.rule("convoys", "MC-DUR.2", "MC-MOVE.1")
def test_warships_leave_after_the_convoy_has_gone() -> None:
    war = sailing({}, gibraltar=["Rodney", "Freighter 1"], hour=4)
    war.departed = [3, 0]
    at(war, Sailing())
    war.play("muster", "Gibraltar")
    assert war.choices("add") == ["Rodney"] and war.why_not("add", "Freighter 1").rule == "MC-DUR.2"


@pytest.mark.rule("convoys", "MC-DUR.2")
def test_a_convoy_leaves_in_several_groups_on_its_turn() -> None:
    war = sailing({}, gibraltar=["Freighter 1", "Freighter 2"], hour=3)
    for name in ("Freighter 1", "Freighter 2"):
        war.play("muster", "Gibraltar")
        war.play("add", name)
        war.play("to", "W1")
        if war.chosen != NOWHERE:
            war.play("halt")
    assert war.departed == [3, 0] and len(told(war, "sails")) == 2


@pytest.mark.rule("convoys", "MC-DUR.3", "MC-DUR.2")
@pytest.mark.parametrize(("hour", "free"), [(3, True), (4, True), (5, False)])
def test_the_other_convoy_leaves_within_a_day(hour: int, free: bool) -> None:
    war = sea(alexandria=["Freighter 1", "Barham"], hour=hour)
    war.departed = [3, 0]
    assert bool(can_sail(war, ALEX) & war.setup.freighters) is free
    assert can_sail(war, ALEX) & pieces(war, "Barham")


@pytest.mark.rule("convoys", "MC-DUR.3")
def test_a_convoy_of_one_base_leaves_when_it_likes() -> None:
    war = sea(gibraltar=["Freighter 1"], hour=20)
    assert can_sail(war, GIB) == pieces(war, "Freighter 1")


@pytest.mark.rule("convoys", "MC-RECON.3", "MC-DUR.2")
def test_a_dummy_is_no_convoy() -> None:
    war = sailing({}, gibraltar=["Freighter 1"], hour=3)
    war.decoys = [1, 0]
    at(war, Sailing())
    war.play("muster", "Gibraltar")
    do(war, "dummy")
    assert war.departed == [0, 0] and war.decoys == [0, 0] and war.dummies


@pytest.mark.rule("convoys", "MC-RECON.1", "MC-MOVE.1")
def test_no_counter_is_left() -> None:
    war = sea({"A": ("W8", ["Rodney", "Nelson"])}, gibraltar=["Didos"])
    war.labels.clear()
    at(war, Sailing())
    assert "muster" not in offers(war) and war.why_not("muster", "Gibraltar").rule == "MC-RECON.1"
    war.play("group", "Group A")
    assert "detach" not in offers(war)


@pytest.mark.rule("convoys", "MC-MOVE.1", "MC-HIT.4")
def test_hit_ships_do_not_leave_harbour() -> None:
    assert not can_sail(sea(gibraltar=["Rodney"], hit=["Rodney"]), GIB)


# --- dividing and joining


@pytest.mark.rule("convoys", "MC-MOVE.3")
def test_a_group_divides_once_a_turn_and_never_loses_its_last_ship() -> None:
    war = sailing({"A": ("W8", ["Rodney", "Nelson", "Didos"])})
    war.play("group", "Group A")
    war.play("detach", "Rodney")
    war.play("detach", "Nelson")
    assert "detach" not in offers(war)
    war.play("halt")
    part = next(letter for letter in "BCDEFGHIJKLMNOPQRSTUVWXYZ" if war.groups >> group(war, letter) & 1)
    war.play("group", f"Group {part}")
    assert "detach" not in offers(war), "the part was made this turn" and "to" in offers(war)


@pytest.mark.rule("convoys", "MC-MOVE.3", "MC-MOVE.2")
def test_who_has_moved_has_moved_when_groups_join() -> None:
    """A takes a step to B's position and joins it: B may not move any more."""
    war = sailing({"A": ("W7", ["Didos"]), "B": ("W8", ["Nelson"])})
    go(war, "A", "W8")
    war.play("join", "Group B")
    assert "group" not in offers(war) and where(war, "Nelson") == "Group A"


@pytest.mark.rule("convoys", "MC-MOVE.3", "MC-MOVE.4")
def test_losses_are_counted_together_when_groups_join() -> None:
    war = sailing({"A": ("W8", ["Didos"]), "B": ("W8", ["Nelson"])})
    war.losses[group(war, "A")] = war.losses[group(war, "B")] = 1
    war.play("group", "Group A")
    war.play("join", "Group B")
    act(war, GameTurn, "end")
    war.run()
    assert war.frozen == 1 << group(war, "A")


@pytest.mark.rule("convoys", "MC-MOVE.4", "MC-MOVE.3")
def test_a_held_group_is_joined_by_nobody() -> None:
    war = sailing({"A": ("W8", ["Didos"]), "B": ("W8", ["Nelson"])})
    war.frozen = 1 << group(war, "B")
    at(war, Sailing())
    war.play("group", "Group A")
    assert "join" not in offers(war)


@pytest.mark.rule("convoys", "MC-RECON.3", "MC-MOVE.3")
def test_a_dummy_neither_divides_nor_joins_nor_enters_malta() -> None:
    war = sailing({"A": ("W17", []), "B": ("W17", ["Rodney"])})
    war.play("group", "Group A")
    assert set(offers(war)) == {"halt", "to", "home"} and "Malta" not in war.choices("to")


@pytest.mark.rule("convoys", "MC-MOVE.2", "MC-HIT.4")
def test_one_hit_ship_slows_a_fast_group() -> None:
    war = sailing({"A": ("W8", ["Rodney", "Nelson"])}, hit=["Nelson"])
    go(war, "A", "W7")
    assert war.chosen == NOWHERE and war.moved >> group(war, "A") & 1


@pytest.mark.rule("convoys", "MC-MOVE.8", "MC-MOVE.3")
def test_the_enemy_stops_a_fast_group_after_its_first_step() -> None:
    war = sailing({"A": ("W7", ["Rodney"])}, fleet={"Littorio": "W10"})
    go(war, "A", "W10")
    assert "to" not in offers(war) and war.at[group(war, "A")] == space(war, "W10")


# --- submarines and torpedo boats


@pytest.mark.rule("convoys", "MC-SUB.1", "MC-MOVE.2")
def test_a_ship_hit_in_passing_goes_no_farther() -> None:
    """W4 to W5 to W8: the U-boat at W5 hits her, she is Slow and stays there."""
    war = sailing({"A": ("W4", ["Didos"])}, dice=(6,))
    go(war, "A", "W5", "W8")
    war.play("strike")
    assert war.hit == pieces(war, "Didos") and war.at[group(war, "A")] == space(war, "W5")


@pytest.mark.rule("convoys", "MC-SUB.1")
def test_a_miss_in_passing_lets_her_go_on_and_is_not_repeated() -> None:
    war = sailing({"A": ("W4", ["Didos"]), "B": ("W4", ["Rodney"])}, dice=(1,))
    go(war, "A", "W5", "W8")
    war.play("strike")
    assert war.at[group(war, "A")] == space(war, "W8") and war.used >> space(war, "W5") & 1
    go(war, "B", "W5", "W8")
    assert war.at[group(war, "B")] == space(war, "W8"), "the boat has attacked this turn"


@pytest.mark.rule("convoys", "MC-SUB.1", "MC-TURN.1")
def test_a_saved_attack_strikes_who_lies_there_at_the_end_of_movement() -> None:
    war = sailing({"A": ("W4", ["Didos"]), "B": ("W3", ["Freighter 1"])}, dice=(6, 1))
    go(war, "A", "W5", "W8")
    war.play("save")
    go(war, "B", "W5")
    war.play("proceed") if "proceed" in offers(war) else None
    at(war, Lurking(0, NOWHERE))
    assert war.sunk == pieces(war, "Freighter 1") and over(war)


@pytest.mark.rule("convoys", "MC-SUB.1", "MC-MAS.1")
def test_who_stays_on_a_position_is_attacked_every_turn() -> None:
    war = at(sea({"A": ("W5", ["Didos"])}, dice=(1, 1)), Lurking(0, NOWHERE))
    begin_turn(war)
    at(war, Lurking(0, NOWHERE))
    assert war.rolled == 2


@pytest.mark.rule("convoys", "MC-SUB.1")
def test_of_two_groups_the_axis_chooses_and_only_one_is_attacked() -> None:
    war = at(sea({"A": ("W5", ["Didos"]), "B": ("W5", ["Freighter 1"])}, dice=(1,)), Lurking(0, NOWHERE))
    assert side(war) == "AX" and set(war.choices("prey")) == {"Group A", "Group B"}
    war.play("prey", "Group B")
    assert over(war) and war.rolled == 1


@pytest.mark.rule("convoys", "MC-SUB.2", "MC-SUB.1")
def test_an_italian_submarine_that_scores_on_warships_finds_no_freighter() -> None:
    war = at(sea({"A": ("W11", ["Didos"])}, dice=(6,)), Lurking(0, NOWHERE))
    assert not war.hit and told(war, "spared") == [("spared", "Group A")] and war.real >> group(war, "A") & 1


@pytest.mark.rule("convoys", "MC-SUB.2", "MC-HIT.1")
def test_an_italian_submarine_takes_the_freighter_out_of_a_mixed_group() -> None:
    war = at(sea({"A": ("W11", ["Didos", "Freighter 1", "Rodney"])}, dice=(6,)), Lurking(0, NOWHERE))
    assert war.sunk == pieces(war, "Freighter 1") and not war.hit


@pytest.mark.rule("convoys", "MC-MAS.2", "MC-MOVE.4", "MC-HIT.1")
def test_two_torpedoes_by_night_sink_two_freighters_and_hold_the_rest() -> None:
    war = sea({"A": ("W16", ["Freighter 1", "Freighter 2", "Freighter 3"])}, night=True, dice=(6,))
    underwater(war, group(war, "A"), space(war, "W16"), 2)
    assert war.sunk.bit_count() == 2 and war.losses[group(war, "A")] == 2
    act(war, GameTurn, "end")
    war.run()
    assert war.frozen == 1 << group(war, "A")


@pytest.mark.rule("convoys", "MC-MAS.2")
@pytest.mark.parametrize(
    ("die", "night", "hits"),
    [(6, False, 1), (5, False, 0), (4, False, 0), (6, True, 2), (5, True, 1), (4, True, 1), (3, True, 0)],
)
def test_what_torpedo_boats_score(die: int, night: bool, hits: int) -> None:
    war = sea({"A": ("W16", ["Freighter 1", "Freighter 2", "Freighter 3"])}, night=night, dice=(die,))
    underwater(war, group(war, "A"), space(war, "W16"), 2)
    assert war.sunk.bit_count() == hits


@pytest.mark.rule("convoys", "MC-MAS.2", "MC-HIT.8", "MC-HIT.2")
def test_both_torpedoes_may_find_one_battleship() -> None:
    """Alone in her group she takes both: Hit by the first (star die 3), sunk by the second."""
    war = sea({"A": ("W16", ["Rodney"])}, night=True, dice=(6, 3))
    underwater(war, group(war, "A"), space(war, "W16"), 2)
    assert war.sunk == pieces(war, "Rodney") and not war.groups


@pytest.mark.rule("convoys", "MC-MAS.1", "MC-RECON.3")
def test_torpedo_boats_remove_a_dummy_with_their_first_hit() -> None:
    war = sea({"A": ("W16", [])}, night=True, dice=(6,))
    underwater(war, group(war, "A"), space(war, "W16"), 2)
    assert not war.groups and war.unmasked == 1 and war.rolled == 1


@pytest.mark.rule("convoys", "MC-SUB.1", "MC-MAS.1")
def test_a_position_passed_by_an_exhausted_patrol_is_passed_unasked() -> None:
    war = sailing({"A": ("W13", ["Didos"])})
    war.used_mas |= 1 << space(war, "W16")
    go(war, "A", "W16", "W17")
    assert not isinstance(war.stack[0], Passing)


@pytest.mark.rule("convoys", "MC-SUB.1")
@pytest.mark.parametrize(("season", "there"), [("summer1941", False), ("fall1941", True)])
def test_u_boats_may_come_late(season: str, there: bool) -> None:
    war = sailing({"A": ("W4", ["Didos"])}, season=season, options={"uboats_from": "fall1941"})
    go(war, "A", "W5", "W8")
    assert isinstance(war.stack[0], Passing) is there


@pytest.mark.rule("convoys", "MC-SUB.4", "MC-SUB.1")
def test_before_the_u_boats_came_nobody_is_stalked_on_the_way_home() -> None:
    war = sailing({"A": ("W8", ["Rodney"])}, season="summer1941", options={"uboats_from": "fall1941"})
    war.play("group", "Group A")
    do(war, "home")
    assert war.rolled == 0 and war.homeward


@pytest.mark.rule("convoys", "MC-MOVE.7", "MC-SUB.4", "MC-HIT.5")
def test_a_group_ordered_home_is_torpedoed_and_repaired() -> None:
    """A torpedo finds Rodney, the star die spares her, and the dock takes two seasons."""
    war = sailing({"A": ("W8", ["Rodney"])}, dice=(6, 3, 2))
    war.play("group", "Group A")
    do(war, "home")
    assert not war.hit and war.due[piece(war, "Rodney")] == war.season + 2 and where(war, "Rodney") == "Reserve"


@pytest.mark.rule("convoys", "MC-MOVE.7", "MC-RECON.3")
def test_a_dummy_ordered_home_is_rolled_for_like_a_group() -> None:
    war = sailing({"A": ("W8", [])}, dice=(6,))
    war.play("group", "Group A")
    do(war, "home")
    assert war.rolled == 1 and told(war, "dummy") == [("dummy", "Group A")]
    missed = sailing({"A": ("W8", [])}, dice=(1,))
    missed.play("group", "Group A")
    do(missed, "home")
    assert missed.rolled == 1 and not told(missed, "dummy")


# --- British submarines


@pytest.mark.rule("convoys", "MC-SUB.3", "MC-HIT.8")
def test_a_patrol_hits_a_single_ship_with_a_star() -> None:
    war = at(sea(fleet={"Littorio": "At Sea Western Med"}, dice=(6, 0, 2)), Patrol(sea().setup.sub_areas))
    assert war.sunk == pieces(war, "Littorio")


@pytest.mark.rule("convoys", "MC-SUB.3", "MC-HIT.8")
def test_a_pair_of_battleships_has_no_star_to_fear() -> None:
    war = at(sea(fleet={"Cesare/Cavour": "At Sea Western Med"}, dice=(6, 0)), Patrol(sea().setup.sub_areas))
    assert war.hit == pieces(war, "Cesare/Cavour") and war.rolled == 2


@pytest.mark.rule("convoys", "MC-SUB.3")
def test_one_attack_in_each_area_and_none_at_a_position() -> None:
    fleet = {
        "Littorio": "At Sea Western Med",
        "V. Veneto": "At Sea Eastern Med",
        "3. Cruiser Div": "W13",
        "7. Cruiser Div": "Napoli",
    }
    war = at(sea(fleet=fleet, dice=(1, 1)), Patrol(sea().setup.sub_areas))
    assert war.rolled == 2 and over(war)


@pytest.mark.rule("convoys", "MC-FUEL.2", "MC-MOVE.6")
def test_a_squadron_leaves_port_as_far_as_the_oil_goes() -> None:
    fleet = {"Littorio": "Napoli", "V. Veneto": "Napoli", "3. Cruiser Div": "Napoli"}
    war = at(sea(fleet=fleet, fuel=2), FleetMove())
    war.play("ship", "Littorio")
    war.play("with", "V. Veneto")
    assert "with" not in offers(war) and war.why_not("with", "3. Cruiser Div").rule == "MC-FUEL.2"
    war.play("to", "At Sea Western Med")
    assert "ship" not in offers(war)


@pytest.mark.rule("convoys", "MC-FUEL.2", "MC-NAVAL.12")
def test_a_ship_back_from_battle_stays_in_port_though_it_has_oil() -> None:
    war = sea(fleet={"Littorio": "Napoli", "V. Veneto": "Napoli"})
    war.sailed = pieces(war, "Littorio", "V. Veneto")
    war.barred = pieces(war, "Littorio")
    at(war, FleetMove())
    assert war.choices("ship") == ["V. Veneto"] and war.why_not("ship", "Littorio").rule == "MC-NAVAL.12"


@pytest.mark.rule("convoys", "MC-FUEL.2")
@pytest.mark.parametrize("again", [True, False])
def test_sailing_again_is_an_option(again: bool) -> None:
    war = sea(fleet={"Littorio": "Napoli"}, fuel=1, options={"resail": again})
    war.sailed = pieces(war, "Littorio")
    at(war, FleetMove())
    assert ("ship" in offers(war)) is again


@pytest.mark.rule("convoys", "MC-HIT.4", "MC-MOVE.6")
def test_a_hit_italian_ship_waits_to_be_sent_home() -> None:
    war = at(sea(fleet={"Littorio": "At Sea Western Med", "V. Veneto": "At Sea Western Med"}, hit=["Littorio"]), FleetMove())
    assert war.choices("ship") == ["V. Veneto"]
    war.play("ship", "V. Veneto")
    assert "with" not in offers(war)


# --- the end of the turns


@pytest.mark.rule("convoys", "MC-SEASON.2", "MC-PNR.2")
def test_at_the_last_hour_groups_past_the_line_come_in_and_the_others_go_home() -> None:
    war = sea({"A": ("W16", ["Rodney", "Freighter 1"]), "B": ("W8", ["Nelson"]), "C": ("E8", [])}, past=["A"], hour=24, dice=(1,))
    come_in(war)
    war.run()
    assert war.inside[MALTA] == pieces(war, "Rodney", "Freighter 1") and war.homeward == 1 << group(war, "B")
    assert told(war, "dummy") == [("dummy", "Group C")] and not war.groups


@pytest.mark.rule("convoys", "MC-SEASON.2", "MC-FORCES.8")
def test_force_k_comes_home_to_malta() -> None:
    war = sea({"A": ("E11", ["Force K"])})
    come_in(war)
    war.run()
    assert war.inside[MALTA] == pieces(war, "Force K") and war.rolled == 0


@pytest.mark.rule("convoys", "MC-SEASON.2", "MC-DUR.4")
def test_the_season_ends_after_its_last_turn() -> None:
    war = sea(hour=24)
    war.stack = (GameTurn(phase="before next"), (Season(phase="turns"), None))
    war.run()
    assert war.hour != 25 and not isinstance(war.stack[0], Sailing)
    early = sea(hour=23)
    early.stack = (GameTurn(phase="before next"), (Season(phase="turns"), None))
    early.run()
    assert early.hour == 24 and isinstance(early.stack[0], Sailing)


@pytest.mark.rule("convoys", "MC-SEASON.2")
def test_nothing_more_sails_only_when_nothing_but_dummies_is_at_sea() -> None:
    assert "finish" in offers(sailing({"A": ("W8", [])}))
    assert "finish" not in offers(sailing({"A": ("W8", ["Rodney"])}))
    assert "finish" not in offers(sailing({}, hour=1)) and sailing({}, hour=1).why_not("finish").rule == "MC-SEASON.2"


@pytest.mark.rule("convoys", "MC-HIT.5", "MC-PNR.1", "MC-MOVE.2")
def test_a_cripple_past_the_line_crawls_on_and_is_taken_away_from_malta() -> None:
    war = sailing({"A": ("W16", ["Rodney"])}, past=["A"], hit=["Rodney"], dice=(4,))
    go(war, "A", "Malta")
    assert war.inside[MALTA] == war.hit == pieces(war, "Rodney")
    act(war, Season, "repairs")
    war.run()
    assert not war.inside[MALTA] and war.due[piece(war, "Rodney")] == war.season + 4


@pytest.mark.rule("convoys", "MC-HIT.5", "MC-FORCES.8")
def test_a_hit_force_k_is_sent_home_though_the_line_is_near() -> None:
    war = sea({"A": ("W16", ["Force K"])}, past=["A"], hit=["Force K"], dice=(1, 2))
    act(war, GameTurn, "end")
    war.run()
    assert where(war, "Force K") == "Reserve" and war.due[piece(war, "Force K")] == war.season + 2
    settle(war)
