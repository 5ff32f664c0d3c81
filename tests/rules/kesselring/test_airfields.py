"""Airfields, fleets and reinforcements where other rules meet them [7.0, 8.0, 14.0, 18.0 to 21.0, 26.0, 31.0]."""

from __future__ import annotations

import pytest

from .conftest import asked, assault, at, fact, fight, garrisons, italy, mods, play, quietly, refused, side, step, told, whole

HOME = "Allied Staging Area"


# --- aircraft


@pytest.mark.rule("kesselring", "20.2.2c", "16.1.BA", "16.2")
@pytest.mark.parametrize("loser", ["Axis Garrison 1", "305 Inf"])
def test_the_owner_may_spare_his_aircraft_by_another_loss(loser: str) -> None:
    """BA takes one step of the owner's choice; if the Garrison takes it, one of two air units is lost with it."""
    units = {"9 Inf": "1420", "3 Inf": "1420", "305 Inf": "1421", "Jg 27": "1421", "Jg 53": "1421"}
    war = italy(units, garrisons={"AL": ["Trapani"], "AX": ["1421"]}, active="AL", ap=(0, 9))
    assert fight(war, "1421", "9 Inf", "3 Inf", dice=(3,)).result == "BA"
    war.script(2)
    war.play("lose", loser)
    if loser.startswith("Axis"):
        assert (side(war), asked(war)) == ("AX", {"lose": ["Jg 27", "Jg 53"]})
        war.play("lose", "Jg 53")
        assert (at(war, "Jg 27"), at(war, "Jg 53")) == ("1421", "Axis Turn 5")
    else:
        assert step(war) == "Lose" and side(war) == "AL" and at(war, "Jg 53") == "1421"


@pytest.mark.rule("kesselring", "20.2.2b", "20.1c", "8.2.1a")
def test_a_field_takes_a_second_wing_only_when_its_garrison_is_whole() -> None:
    units = {"Jg 27": "1421", "Jg 53": "staging"}
    war = italy(units, garrisons={"AX": ["1421"]}, reduced=["1421"], ap=(9, 9))
    play(war, "rebase")
    assert asked(war)["unit"] == ["Jg 27"], "no room for Jg 53"
    war = italy(units, garrisons={"AX": ["1421"]}, reduced=["1421"], ap=(9, 9))
    play(war, "regroup", "where 1421", "unit Axis Garrison 1", "pass", "rebase", "unit Jg 53", "to 1421")
    assert at(war, "Jg 53") == "1421"


@pytest.mark.rule("kesselring", "7.5.1", "20.2.2b", "20.1c")
def test_demobilising_sends_both_wings_home_and_the_garrison_waits_a_turn() -> None:
    war = italy({"Jg 27": "1421", "Jg 53": "1421", "26 Ast": "1421"}, garrisons={"AX": ["1421"]}, ap=(9, 9))
    play(war, "demobilise", "remove Axis Garrison 1", "pass")
    assert (at(war, "Jg 27"), at(war, "Jg 53")) == ("Axis Staging Area",) * 2
    play(war, "garrison", "at 1421")
    assert garrisons(war, "AX") == ["1421"] and at(war, "Axis Garrison 1") == "Axis Reinforcements", "another one was built"


@pytest.mark.rule("kesselring", "21.3.1a", "21.1.1d", "21.1.1c")
@pytest.mark.parametrize(("die", "left"), [(6, 0), (3, 2)])
def test_interception_comes_before_flak(die: int, left: int) -> None:
    """Two US wings against a Garrison with flak: a D2 leaves one for the flak to stop, or none to carry a column."""
    units = {"9 Inf": "1420", "I/12AF": "staging", "II/12AF": "staging", "Jg 27": "staging", "Jg 53": "1627", "Jg 77": "1627"}
    war = italy(units, garrisons={"AL": ["Trapani"], "AX": ["1421", "1627"]}, active="AL", ap=(5, 9))
    assault(war, "1421", "9 Inf")
    play(war, "cas I/12AF", "cas II/12AF", "enough", "intercept Jg 53", "intercept Jg 77")
    war.script(die, *(2 if die == 6 else 1,) * 4)
    war.play("engage")
    while step(war) == "AirCasualty":
        war.play("lose", asked(war)["lose"][0])
    assert step(war) == "Stand"
    war.script(6, 1, 1)
    war.play("stand")
    found = mods(told(war, "combat")[-1])
    flown = found.get("close air support", 0)
    assert flown + found.get("flak", 0) == max(0, flown - 1)


@pytest.mark.rule("kesselring", "21.1.1d", "12.1c", "24.3a")
def test_a_reduced_garrison_has_no_flak() -> None:
    for reduced, stopped in ((["1421"], 0), ([], -1)):
        war = italy(
            {"9 Inf": "1420", "I/12AF": "staging"},
            garrisons={"AL": ["Trapani"], "AX": ["1421"]},
            reduced=reduced,
            active="AL",
            ap=(0, 9),
        )
        assault(war, "1421", "9 Inf")
        war.play("cas", "I/12AF")
        war.script(6, 1)
        play(war, "enough", "stand")
        assert mods(told(war, "combat")[-1]).get("flak", 0) == stopped


@pytest.mark.rule("kesselring", "21.2.1c", "24.3b", "12.1c")
@pytest.mark.parametrize(("extra", "shift"), [({}, -1), ({"A/5 Flak": "1421"}, -1), ({"HG Pz": "1421", "A/5 Flak": "1421"}, -1)])
def test_flak_counts_once_against_bombers(extra: dict[str, str], shift: int) -> None:
    war = italy({"205G": "staging"} | extra, garrisons={"AX": ["1421"]}, active="AL", ap=(0, 9))
    play(war, "bombard", "target 1421", "fly 205G")
    war.script(2, 1)
    war.play("launch")
    assert mods(told(war, "bombardment")[-1]) == {"flak": shift}


@pytest.mark.rule("kesselring", "21.2.1c", "24.3b", "10.2a")
def test_a_mobile_flak_unit_guards_a_reduced_garrison() -> None:
    war = italy({"205G": "staging", "B/5 Flak": "1421"}, garrisons={"AX": ["1421"]}, reduced=["1421"], active="AL", ap=(0, 9))
    play(war, "bombard", "target 1421", "fly 205G")
    war.script(2, 1)
    war.play("launch")
    assert mods(told(war, "bombardment")[-1]) == {"flak": -1}


@pytest.mark.rule("kesselring", "21.2.1c", "25.3a", "23.3c")
def test_all_shifts_of_a_raid_add_up() -> None:
    units = {"Kg 26": "staging", "KG 100": "staging", "9 Inf": "Palermo"}
    war = italy(units, garrisons={"AL": ["Palermo"]}, forts=["Palermo"], ap=(9, 0))
    play(war, "bombard", "target 1721", "fly Kg 26", "support KG 100")
    war.script(3, 1, 1)
    war.play("launch")
    roll = told(war, "bombardment")[-1]
    assert mods(roll) == {"flak": -1, "fortification": -1, "KG 100": 2} and fact(roll, "column") == "+1 to +2"


@pytest.mark.rule("kesselring", "21.2.2", "5.2a")
def test_a_raid_cannot_take_points_that_are_not_there() -> None:
    war = italy({"205G": "staging", "I/15AF": "staging"}, garrisons={"AX": ["1421"]}, reduced=["1421"], active="AL", ap=(1, 9))
    play(war, "bombard", "target 1421", "fly 205G")
    war.script(6, 1)
    war.play("launch")
    quietly(war)
    assert told(war, "bombardment")[-1].result == "D2" and war.ap[0] == 0


@pytest.mark.rule("kesselring", "34.2b", "21.2.1", "21.3.2")
def test_an_open_city_is_paid_for_even_if_no_bomber_arrives() -> None:
    units = {"205G": "staging", "Jg 27": "3112", "Jg 53": "3112"}
    war = italy(units, garrisons={"AX": ["Roma"]}, open_city=["Roma"], active="AL", ap=(5, 9), options={"open_cities": True})
    play(war, "bombard", "target 3112", "fly 205G", "launch", "intercept Jg 27", "intercept Jg 53")
    war.script(6, 1, 1, 1)
    play(war, "engage")
    while step(war) in ("AirCasualty", "Landing"):
        verb, places = next(iter(asked(war).items()))
        war.play(verb, places[0])
    assert war.ap[0] == 5, "a point for the interception, and one for the raid on an Open City"


@pytest.mark.rule("kesselring", "24.4", "20.3a", "21.2")
def test_carrier_aircraft_bomb_the_coast_only() -> None:
    war = italy({"CVE": "staging"}, garrisons={"AX": ["Foggia", "Bari", "Roma", "2629"]}, active="AL")
    war.play("bombard")
    assert asked(war) == {"target": ["2629", "3425"]}


@pytest.mark.rule("kesselring", "20.4a", "2.5", "21.3.1c")
def test_wings_of_two_contingents_never_fly_together_but_either_intercepts() -> None:
    units = {"I/DAF": "staging", "I/12AF": "staging", "Jg 27": "1627", "AdS": "1627"}
    war = italy(units, garrisons={"AX": ["1627"]}, active="AL", ap=(5, 9), surrendered=False)
    play(war, "bombard", "target 1627", "fly I/DAF")
    assert "fly" not in asked(war)
    war.play("launch")
    assert asked(war)["intercept"] == ["Jg 27", "AdS"]
    war.play("intercept", "AdS")
    assert "intercept" not in asked(war) and war.ap[0] == 4


# --- by air and sea


@pytest.mark.rule("kesselring", "21.4c", "2.3.1b")
def test_allied_tanks_do_not_fly_and_german_ones_do() -> None:
    war = italy({"1 Arm": "staging", "9 Inf": "staging"}, garrisons={"AL": ["1421"]}, active="AL")
    war.play("airlift")
    assert asked(war)["unit"] == ["9 Inf"]
    war = italy({"16 Pz": "staging"}, garrisons={"AX": ["1421"]})
    play(war, "airlift", "unit 16 Pz", "to 1421")
    assert at(war, "16 Pz") == "1421"


@pytest.mark.rule("kesselring", "21.4a", "27.1.SR4", "12.1e")
def test_an_airfield_on_the_closed_mainland_is_no_goal() -> None:
    war = italy({"9 Inf": "staging"}, garrisons={"AL": ["Trapani"]}, active="AL", surrendered=False)
    play(war, "airlift", "unit 9 Inf")
    assert asked(war)["to"] == ["1519"]


@pytest.mark.rule("kesselring", "18.3a", "10.1a", "18.4a")
def test_a_landing_beside_friends_is_no_larger_than_the_room_there() -> None:
    war = italy(
        {"9 Inf": "staging", "45 Inf": "staging", "34 Inf": "1426", "36 Inf": "1426", "Amphib US 1": "staging"}, active="AL"
    )
    play(war, "invade", f"from {HOME}", "beach 1426", "load 9 Inf")
    assert "load" not in asked(war)
    play(war, "full", "launch")
    assert at(war, "9 Inf") == "1426"


@pytest.mark.rule("kesselring", "18.4c", "17.2.1a", "24.1")
def test_elite_invaders_enter_and_go_no_farther() -> None:
    war = italy(
        {"3 Inf": "staging", "1 Inf (US)": "staging", "26 Ast": "1421", "Amphib US 1": "staging"}, active="AL", surrendered=False
    )
    play(war, "invade", f"from {HOME}", "beach 1421", "load 3 Inf", "load 1 Inf (US)", "full", "launch", "enough", "fight 1421")
    war.script(6)
    war.play("stand")
    assert told(war, "combat")[-1].result == "DE"
    assert (at(war, "3 Inf"), at(war, "1 Inf (US)"), step(war)) == ("1421", "1421", "Act")


@pytest.mark.rule("kesselring", "18.4d", "17.1.2a", "24.1")
def test_elite_invaders_cannot_hold_a_beach_that_is_not_taken() -> None:
    war = italy({"3 Inf": "staging", "16 Pz": "1421", "26 Pz": "1421", "Amphib US 1": "staging"}, active="AL", surrendered=False)
    play(war, "invade", f"from {HOME}", "beach 1421", "load 3 Inf", "full", "launch", "enough", "fight 1421")
    war.script(6)
    war.play("stand")
    assert told(war, "combat")[-1].result == "AW" and at(war, "3 Inf") == HOME and not whole(war, "3 Inf")


@pytest.mark.rule("kesselring", "18.4d", "17.1.3", "14.1.2a")
@pytest.mark.parametrize(("reading", "end"), [("staging", HOME), ("origin", "1721")])
def test_failed_invaders_from_a_port(reading: str, end: str) -> None:
    war = italy(
        {"9 Inf": "Palermo", "16 Pz": "1421", "26 Pz": "1421", "Amphib US 1": "staging"}, garrisons={"AL": ["Palermo"]}, active="AL",
        options={"failed_landing": reading},
    )  # fmt: skip
    play(war, "invade", "from 1721", "beach 1421", "load 9 Inf", "full", "launch", "enough", "fight 1421")
    war.script(6)
    war.play("stand")
    assert at(war, "9 Inf") == end and at(war, "Amphib US 1") == "Allied Turn 5"


@pytest.mark.rule("kesselring", "18.4d", "17.1.2a", "17.1.1k")
def test_a_fortified_defender_that_stays_keeps_the_beach() -> None:
    units = {"9 Inf": "staging", "3 Inf": "staging", "1 Inf (US)": "staging", "305 Inf": "1421", "Amphib US 1": "staging"}
    war = italy(units, forts=["1421"], active="AL", surrendered=False)
    play(
        war,
        "invade",
        f"from {HOME}",
        "beach 1421",
        "load 9 Inf",
        "load 3 Inf",
        "load 1 Inf (US)",
        "full",
        "launch",
        "enough",
        "fight 1421",
    )
    war.script(4)
    war.play("stand")
    assert told(war, "combat")[-1].result == "DW"
    play(war, "unit 305 Inf", "stay")
    assert at(war, "305 Inf") == "1421" and at(war, "9 Inf") == HOME and not whole(war, "9 Inf")


@pytest.mark.rule("kesselring", "18.3b", "18.4", "18.2g")
def test_two_landings_of_one_action_one_fails_and_one_succeeds() -> None:
    units = {
        "9 Inf": "staging",
        "3 Inf": "staging",
        "16 Pz": "1421",
        "26 Ast": "1425",
        "Amphib US 1": "staging",
        "Amphib US 2": "staging",
    }
    war = italy(units, active="AL", surrendered=False, ap=(0, 9))
    play(war, "invade", f"from {HOME}", "beach 1421", "load 9 Inf", "full", "beach 1425", "load 3 Inf", "full", "launch")
    play(war, "enough", "enough", "fight 1425")
    war.script(6)
    war.play("stand")
    assert told(war, "combat")[-1].result == "DD"
    war.play("unit", "26 Ast")
    while step(war) == "Retreat":
        war.play("to", asked(war)["to"][-1])
    war.play("fight", "1421")
    war.script(5)
    war.play("stand")
    assert at(war, "3 Inf") == "1425" and at(war, "9 Inf") == HOME and war.ap[1] == 7


# --- reinforcements


@pytest.mark.rule("kesselring", "7.2c", "7.2e", "7.2b")
def test_all_of_one_contingent_if_fewer_wait_than_rolled() -> None:
    units = {"88 Inf": "display", "2 Mor": "display", "4 Ind": "display", "3 Car": "display", "Cdo": "display"}
    war = italy(units, active="AL")
    war.script(6)
    war.play("reinforce")
    assert set(asked(war)["bring"]) == set(units)
    war.play("bring", "88 Inf")
    assert asked(war)["bring"] == ["2 Mor"], "of the US contingent"
    war.play("bring", "2 Mor")
    assert side(war) == "AX" and at(war, "4 Ind") == "Allied Reinforcements"


@pytest.mark.rule("kesselring", "7.3b", "7.4e", "10.2")
def test_a_fourth_unit_in_a_port_may_step_out_or_stay() -> None:
    units = {"9 Inf": "Palermo", "45 Inf": "Palermo", "34 Inf": "Palermo", "88 Inf": "display", "26 Ast": "1722"}
    war = italy(units, garrisons={"AL": ["Palermo"]}, active="AL")
    war.script(1)
    play(war, "reinforce", "bring 88 Inf", "at 1721")
    ways = asked(war)["to"]
    assert "1621" in ways and "1722" not in ways, "1722 is held; out of its zone is no zone to zone"
    war.play("stay")
    play(war, "pass", "attack", "target 1722", "join 9 Inf")
    assert asked(war) == {"assault": [None]}, "one only out of an overstacked hex"


@pytest.mark.rule("kesselring", "7.1.1", "7.1.1b", "6.1d")
def test_r_units_wait_for_the_next_phase_when_the_row_is_crossed_in_this_one() -> None:
    units = {"45 Inf": "2916", "715 Inf": "display"}
    war = italy(units, garrisons={"AL": ["2916"]}, active="AL", ap=(5, 5))
    play(war, "move", "lead 45 Inf", "unit 45 Inf", "to 2915", "end")
    assert refused(war, "reinforce") == "7.2b"
    war = italy(units, garrisons={"AL": ["2916"]}, active="AL", ap=(5, 5), options={"r_units": "segment"})
    play(war, "move", "lead 45 Inf", "unit 45 Inf", "to 2915", "end")
    assert "reinforce" in asked(war)


@pytest.mark.rule("kesselring", "8.1.1b", "28.Ax5", "9.1b")
def test_a_replacement_that_comes_too_late_may_be_called_by_ob_sudwest() -> None:
    war = italy({"305 Inf": "withdrawn", "26 Ast": "withdrawn"}, phase="axis event", turn=6, dice=(5,))
    assert asked(war) == {"bring": ["305 Inf"]}, "no Italian after the surrender"


@pytest.mark.rule("kesselring", "8.2.1a", "8.2.1b", "12.5e")
def test_regrouping_takes_one_contingent_and_the_garrison() -> None:
    units = {"9 Inf": "Palermo", "78 Inf": "Palermo", "45 Inf": "1722"}
    war = italy(units, garrisons={"AL": ["Palermo"]}, reduced=["9 Inf", "78 Inf", "45 Inf", "Palermo"], active="AL")
    play(war, "regroup", "where 1721", "unit 9 Inf")
    assert whole(war, "9 Inf") and not whole(war, "78 Inf") and not whole(war, "45 Inf") and garrisons(war, "AL") == ["1721"]


@pytest.mark.rule("kesselring", "8.2.1a", "12.6")
def test_by_option_one_regroup_reaches_all_of_one_source() -> None:
    units = {"9 Inf": "Palermo", "45 Inf": "1722", "36 Inf": "1427"}
    war = italy(
        units, garrisons={"AL": ["Palermo", "Siracusa"]}, reduced=["9 Inf", "45 Inf", "36 Inf"], active="AL",
        options={"regroup_scope": "source"},
    )  # fmt: skip
    play(war, "regroup", "where 1721", "unit 9 Inf")
    assert whole(war, "9 Inf") and whole(war, "45 Inf") and not whole(war, "36 Inf")


@pytest.mark.rule("kesselring", "31.2a", "31.2b", "7.4e")
@pytest.mark.parametrize(("reduced", "hosts"), [((), True), (("16 Pz",), False)])
def test_a_kampfgruppe_joins_a_whole_division_in_a_full_hex(reduced: tuple[str, ...], hosts: bool) -> None:
    units = {"16 Pz": "3320", "26 Ast": "3320", "54 Nap": "3320", "KG Arm": "display"}
    war = italy(units, reduced=reduced, options={"kampfgruppen": True})
    war.script(1)
    play(war, "reinforce", "bring KG Arm")
    if not hosts:
        assert at(war, "KG Arm") == "Axis Staging Area", "nowhere else to go"
        return
    assert asked(war)["at"] == ["3320", "Axis Staging Area"]
    war.play("at", "3320")
    assert step(war) == "Spread" and "3319" in asked(war)["to"]
