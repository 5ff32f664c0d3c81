"""Turns, events, victory and optional rules where they meet [3.0 to 6.0, 9.0, 27.0 to 37.0]."""

from __future__ import annotations

import pytest

from grandharbour.games.kesselring.state import ALLIED, AXIS

from .conftest import asked, at, garrisons, italy, named, play, side, step, told

ALL = {"AL": [1, 2, 3, 4, 5, 6], "AX": [1, 2, 3, 4, 5, 6]}
"""Events that have all happened: rolls of events do nothing."""


# --- passing and points


@pytest.mark.rule("kesselring", "6.1b", "6.1c")
def test_a_pass_answered_by_an_action_does_not_count_later() -> None:
    war = italy({"9 Inf": "1420"}, garrisons={"AL": ["Trapani"], "AX": ["Roma", "Bari"]}, active="AL", ap=(5, 5))
    war.play("pass")
    play(war, "fortify", "at 3112", "pass", "fortify", "at 3425")
    assert (side(war), step(war)) == ("AL", "Act") and war.turn == 3, "the phase goes on"


@pytest.mark.rule("kesselring", "6.1b", "4.1h")
def test_with_no_points_a_side_passes_by_itself_and_the_other_ends_the_phase() -> None:
    war = italy({"9 Inf": "1420"}, garrisons={"AL": ["Trapani"], "AX": ["Roma"]}, active="AL", ap=(0, 5), events=ALL, turn=5)
    play(war, "fortify", "at 1519")
    assert side(war) == "AL", "the Axis passes"
    war.script(1, 1, 2, 3)
    war.play("pass")
    assert war.turn == 6 and [e.side for e in told(war, "pass")] == [AXIS, ALLIED]


@pytest.mark.rule("kesselring", "5.2a", "5.2.1c")
def test_income_stops_at_the_end_of_the_track() -> None:
    war = italy({}, garrisons={"AX": ["Roma", "Napoli", "Bari"], "AL": ["Palermo"]}, phase="income", ap=(27, 28), dice=(6, 1))
    assert war.ap == [30, 30]


@pytest.mark.rule("kesselring", "5.2.1c", "27.1.SR2")
def test_a_reduced_garrison_pays_and_one_outside_an_objective_does_not() -> None:
    war = italy(
        {}, garrisons={"AX": ["Roma", "Gela"], "AL": ["Palermo"]}, reduced=["Roma"], phase="income", ap=(0, 0), dice=(1, 1)
    )
    assert war.ap == [1 + 2 + 1, 1 + 6 + 1]


@pytest.mark.rule("kesselring", "5.3", "5.3b", "28.Ax5", "5.3c")
def test_ob_sudwest_turns_the_order_of_the_whole_turn_and_only_of_it() -> None:
    war = italy(
        {"9 Inf": "1420"}, garrisons={"AX": ["Roma"], "AL": ["Palermo"]}, phase="axis event", turn=5, ap=(0, 0), dice=(5, 1, 2)
    )
    assert war.initiative == AXIS and side(war) == "AX"
    assert [e.side for e in told(war, "income")] == [AXIS, ALLIED], "the Axis rolls first"
    war.script(1, 1, 1, 1)
    play(war, "pass", "pass")
    assert war.initiative == ALLIED and war.turn == 6


@pytest.mark.rule("kesselring", "5.1c", "28.Al5")
def test_an_event_that_comes_again_gives_nothing() -> None:
    war = italy({}, garrisons={"AX": ["Roma"]}, phase="allied event", ap=(0, 0), events={"AL": [5]}, turn=4, dice=(5, 3, 1, 1))
    assert [e for e in told(war, "ap") if e.rule == "28.Al5"] == []


@pytest.mark.rule("kesselring", "28.Al6", "5.2a")
@pytest.mark.parametrize(("allied", "gains"), [(["Palermo", "Catania"], ALLIED), (["Palermo"], AXIS)])
def test_morale_goes_to_who_holds_more_and_to_the_axis_in_a_tie(allied: list[str], gains: int) -> None:
    war = italy({}, garrisons={"AX": ["Roma"], "AL": allied}, phase="allied event", ap=(0, 0), turn=4, dice=(6, 3, 1, 1))
    assert [e.side for e in told(war, "ap") if e.rule == "28.Al6"] == [gains]


# --- withdrawals


@pytest.mark.rule("kesselring", "9.2a", "9.2d", "25.4", "9.1b")
def test_a_withdrawn_division_leaves_its_zone_fortification_and_hex() -> None:
    war = italy({"16 Pz": "3320", "9 Inf": "3321"}, forts=["3320"], phase="withdrawals", turn=5)
    assert at(war, "16 Pz") == "Axis Withdrawn" and not war.forts


@pytest.mark.rule("kesselring", "9.2b", "37.1", "29.0")
@pytest.mark.parametrize(("gambit", "where"), [(False, "Allied Withdrawn"), (True, "1420")])
def test_the_gambit_keeps_the_allies_but_not_the_germans(gambit: bool, where: str) -> None:
    war = italy({"9 Inf": "1420", "2 Para": "3320"}, phase="withdrawals", turn=4, options={"med_gambit": gambit})
    assert at(war, "9 Inf") == where and at(war, "2 Para") == "Axis Withdrawn"


@pytest.mark.rule("kesselring", "36.2", "28.Ax1")
def test_victory_in_the_south_spares_the_aircraft_of_the_event() -> None:
    units = {"16 Pz": "3320", "Jg 27": "staging"}
    war = italy(units, phase="axis event", turn=5, dice=(1,), options={"victory_south": True}, garrisons={"AX": ["Roma"]})
    assert asked(war) == {"withdraw": ["16 Pz"]}
    war.script(1, 1)
    war.play("withdraw", "16 Pz")
    assert at(war, "Jg 27") == "Axis Staging Area" and step(war) == "Act"


@pytest.mark.rule("kesselring", "9.2e", "28.Al1", "30.3")
def test_the_armour_event_takes_british_or_us_divisions_only() -> None:
    units = {"5 Cdn Arm": "1420", "1 Cdn Arm Bde": "1420", "7 Arm": "1519", "1 AG": "1519"}
    war = italy(units, phase="allied event", turn=4, dice=(1,))
    assert asked(war) == {"withdraw": ["7 Arm"]}, "no Canadians, no brigades, no groups"


# --- the surrender


def sicily() -> dict[str, list[str]]:
    return {"AL": ["Palermo", "Siracusa", "Catania", "Messina"], "AX": ["Roma"]}


@pytest.mark.rule("kesselring", "27.1.SR3", "27.1.SR3a", "20.2.2c")
def test_the_surrender_takes_italian_wings_off_their_fields_and_spares_the_dead() -> None:
    units = {"AdS": "Roma", "26 Ast": "3320", "54 Nap": "eliminated", "16 Pz": "3320"}
    war = italy(units, garrisons=sicily(), surrendered=False, phase="end of phase", turn=2, dice=(1, 1))
    assert war.surrendered and at(war, "AdS") == at(war, "26 Ast") == "Axis Withdrawn"
    assert at(war, "54 Nap") == "Axis Eliminated" and at(war, "16 Pz") == "3320"


@pytest.mark.rule("kesselring", "27.1.SR3b", "8.1.2b", "20.2.2c")
def test_the_surrender_reduces_different_garrisons() -> None:
    held = sicily() | {"AX": ["Roma", "Napoli"]}
    war = italy({}, garrisons=held, reduced=["Roma"], surrendered=False, phase="end of phase", turn=2, dice=(2, 1))
    play(war, "reduce Axis Garrison 1")
    assert garrisons(war, "AX") == ["2917"], "a reduced one is eliminated"
    assert asked(war) == {"reduce": ["Axis Garrison 2"]}
    war.play("reduce", "Axis Garrison 2")
    assert garrisons(war, "AX") == ["2917-"]


@pytest.mark.rule("kesselring", "27.1.SR3c", "27.1.SR4")
def test_free_garrisons_go_to_island_objectives_without_axis_units() -> None:
    war = italy({"90 PzGr": "Cagliari"}, garrisons=sicily(), surrendered=False, phase="end of phase", turn=2, dice=(1, 3))
    play(war, "reduce Axis Garrison 1")
    assert asked(war) == {"at": ["2306"], "end": [None]}, "Cagliari is held, Sicily has its Garrisons"


@pytest.mark.rule("kesselring", "27.1.SR3", "30.1a")
@pytest.mark.parametrize("achse", [False, True])
def test_with_operation_achse_the_surrender_waits_for_the_end_of_the_turn(achse: bool) -> None:
    war = italy({}, garrisons=sicily(), surrendered=False, phase="end of phase", turn=3, options={"achse": achse}, dice=(1, 1))
    assert war.surrendered != achse
    assert (step(war) == "Achse") == achse


@pytest.mark.rule("kesselring", "30.1b", "30.2", "30.2c", "8.3b")
def test_achse_in_the_last_turn_brings_nobody() -> None:
    war = italy({}, garrisons=sicily(), surrendered=False, phase="end of turn", turn=8, options={"achse": True})
    war.script(6, 3)
    war.play("commit")
    assert told(war, "achse")[-1].total == 7 and at(war, "Aslto (RSI)") == "Axis Withdrawn"
    assert war.outcome is not None


@pytest.mark.rule("kesselring", "30.1b")
def test_three_cities_help_achse_only_with_german_troops_in_all_of_them() -> None:
    held = sicily() | {"AX": ["Roma", "Napoli", "Foggia"]}
    units = {"16 Pz": "Roma", "26 Pz": "Napoli", "15 PzGr": "Foggia"}
    for spare, total in (("", 5), ("15 PzGr", 4)):
        troops = {u: h for u, h in units.items() if u != spare}
        war = italy(troops, garrisons=held, surrendered=False, phase="end of turn", turn=4, options={"achse": True})
        war.script(4, 1, 1, 1, 1, 1, 1, 1)
        war.play("spare")
        assert told(war, "achse")[-1].total == total, "a Garrison is not enough"


# --- victory


@pytest.mark.rule("kesselring", "3.1a", "17.2a", "3.2c")
def test_the_last_objective_taken_by_pursuit_ends_the_game() -> None:
    held = ["Roma", "San Benedetto", "Napoli", "Foggia", "Salerno", "Reggio", "Taranto", "Bari", "Pescara", "Messina",
                              "Palermo", "Catania", "Siracusa", "Cagliari"]  # fmt: skip
    units = {"9 Inf": "2207", "26 Ast": "Olbia"} | dict(zip(
        ["45 Inf", "34 Inf", "36 Inf", "1 Arm", "2 Arm", "88 Inf", "2 Mor", "3 Alg", "78 Inf", "5 Inf", "50 Inf", "51 Inf", "46 Inf", "56 Inf"],
        held, strict=True))  # fmt: skip
    war = italy(units, active="AL")
    play(war, "attack", "target 2306", "join 9 Inf", "assault", "enough")
    war.script(6)
    war.play("stand")
    assert war.outcome is None
    war.play("pursue", "9 Inf")
    assert war.outcome is not None and war.outcome.rule == "3.1a" and war.outcome.winner == ALLIED


@pytest.mark.rule("kesselring", "3.1b", "12.1e", "3.2c")
def test_a_port_without_a_garrison_is_a_foothold_all_the_same() -> None:
    war = italy({"9 Inf": "Licata"}, surrendered=False, phase="end of turn", turn=2, events=ALL, dice=(1, 1, 1, 1))
    assert war.outcome is None and war.turn == 3


@pytest.mark.rule("kesselring", "36.3", "37.2")
@pytest.mark.parametrize(("south", "gambit", "winner"), [(True, False, ALLIED), (False, True, AXIS), (True, True, -1)])
def test_nobody_holds_the_whole_mainland(south: bool, gambit: bool, winner: int) -> None:
    war = italy(
        {}, garrisons={"AX": ["Roma"], "AL": ["Napoli"]}, phase="end of turn", turn=8,
        options={"victory_south": south, "med_gambit": gambit},
    )  # fmt: skip
    assert war.outcome is not None and war.outcome.winner == winner


@pytest.mark.rule("kesselring", "3.3b", "8.1.3a", "31.3b")
def test_points_for_the_dead_are_for_divisions_of_tanks_and_parachutists() -> None:
    units = {
        "16 Pz": "eliminated",
        "1 Para": "eliminated",
        "305 Inf": "eliminated",
        "A/5 Flak": "eliminated",
        "3 PzGr": "eliminated",
    }
    allied = {"4 Arm Bde": "eliminated", "9 Inf": "eliminated", "82 Abn": "eliminated", "2 Para Bde": "eliminated"}
    war = italy(units | allied)
    assert war.scores() == (1, 3), "82 Abn; 16 Pz, 1 Para and 3 PzGr"


# --- major Objectives and open cities


@pytest.mark.rule("kesselring", "35.1b", "35.2b", "15.1h")
def test_a_failed_attack_pays_once_for_each_place() -> None:
    units = {"9 Inf": "3320", "16 Pz": "3321", "26 Pz": "3321"}
    war = italy(units, garrisons={"AL": ["Manfredonia"]}, active="AL", ap=(5, 9), options={"major_objectives": True})
    play(war, "attack", "target 3321", "join 9 Inf", "assault", "enough")
    war.script(5)
    war.play("stand")
    while "lose" in asked(war) or "unit" in asked(war) or "to" in asked(war):
        verb = next(v for v in ("lose", "unit", "to") if v in asked(war))
        war.play(verb, asked(war)[verb][0])
    assert named(war, war.major_failed) == {"3321"} and [e.rule for e in told(war, "ap") if e.rule == "35.1b"] == ["35.1b"]


@pytest.mark.rule("kesselring", "35.1a", "35.1b", "17.2a")
def test_a_cleared_objective_nobody_enters_pays_the_axis() -> None:
    units = {"9 Inf": "3320", "3 Inf": "3320", "26 Ast": "3321"}
    for entered, axis, allied in ((True, 0, 2), (False, 2, 0)):
        war = italy(units, garrisons={"AL": ["Manfredonia"]}, active="AL", ap=(0, 9), options={"major_objectives": True})
        play(war, "attack", "target 3321", "join 9 Inf", "assault", "enough")
        war.script(6)
        war.play("stand")
        while step(war) != "Pursuit":
            verb = next(iter(asked(war)))
            war.play(verb, asked(war)[verb][0])
        war.play("pursue", "9 Inf") if entered else war.play("halt")
        assert war.ap == [axis, 8 + allied]


@pytest.mark.rule("kesselring", "34.1", "34.2a", "34.2d", "25.2")
@pytest.mark.parametrize(("reading", "cities"), [("allowed", ["3112", "3116"]), ("barred", ["3112"])])
def test_a_fortified_city_may_be_declared_but_an_open_one_not_fortified(reading: str, cities: list[str]) -> None:
    units = {"16 Pz": "3112", "1 Para": "3116"}
    war = italy(
        units,
        garrisons={"AX": ["Roma", "Bari"]},
        forts=["3116"],
        options={"open_cities": True, "open_city_fort": reading},
        ap=(9, 9),
    )
    war.play("declare")
    assert asked(war)["at"] == cities
    play(war, "at 3112", "pass", "fortify")
    assert "3112" not in asked(war)["at"]


@pytest.mark.rule("kesselring", "34.2b", "21.1.1", "34.2c")
def test_close_support_against_an_open_city_pays_even_if_the_city_falls() -> None:
    units = {"9 Inf": "3111", "3 Inf": "3111", "26 Ast": "3112", "I/12AF": "3211"}
    war = italy(
        units,
        garrisons={"AL": ["Civitavecchia", "Viterbo"]},
        open_city=["3112"],
        active="AL",
        ap=(0, 9),
        options={"open_cities": True},
    )
    play(war, "attack", "target 3112", "join 9 Inf", "join 3 Inf", "assault", "cas I/12AF", "enough")
    war.script(6, 1)
    war.play("stand")
    while step(war) != "Pursuit":
        verb = next(iter(asked(war)))
        war.play(verb, asked(war)[verb][0])
    war.play("pursue", "9 Inf")
    if "pursue" in asked(war):
        war.play("halt")
    assert war.ap[0] == 1 and not war.open_city


# --- other options


@pytest.mark.rule("kesselring", "33.1", "19.1f", "21.4")
def test_axis_parachutists_jump_by_option_for_two_points() -> None:
    units = {"1 Para": "staging", "9 Inf": "1420"}
    war = italy(units, ap=(5, 5))
    assert "drop" not in asked(war)
    war = italy(units, ap=(5, 5), options={"axis_airborne": True})
    play(war, "drop", "unit 1 Para")
    war.script(6)
    war.play("jump", "1520")
    assert war.ap[0] == 3 and step(war) == "DropAttack"


@pytest.mark.rule("kesselring", "32.1a", "32.1b", "32.1c")
def test_strategic_movement_out_of_the_staging_area_and_back() -> None:
    war = italy({"16 Pz": "staging"}, garrisons={"AX": ["Roma"]}, options={"strategic_movement": True}, ap=(9, 9))
    play(war, "march", "unit 16 Pz", "to 3112")
    assert at(war, "16 Pz") == "3112"
    play(war, "pass", "march", "unit 16 Pz")
    assert "Axis Staging Area" in asked(war)["to"]


@pytest.mark.rule("kesselring", "12.5c", "13.1b", "15.2a")
@pytest.mark.parametrize(("only", "joiners"), [(False, ["9 Inf", "45 Inf"]), (True, ["45 Inf"])])
def test_who_stood_still_may_or_may_not_join(only: bool, joiners: list[str]) -> None:
    war = italy(
        {"9 Inf": "3321", "45 Inf": "3422", "26 Ast": "3320"}, garrisons={"AL": ["Manfredonia"]}, active="AL",
        options={"free_attack_movers_only": only},
    )  # fmt: skip
    play(war, "move", "lead 45 Inf", "unit 45 Inf", "to 3421", "strike 3320")
    assert asked(war)["join"] == joiners
