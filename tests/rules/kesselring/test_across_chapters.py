"""Chapters that hardly ever meet: landings and airfields, drops and rings, gunfire and Fortifications, retreats off the map."""

from __future__ import annotations

import pytest

from .conftest import asked, assault, at, fight, garrisons, italy, mods, play, quietly, side, step, told, whole

HOME = "Allied Staging Area"


def flee(war) -> None:  # type: ignore[no-untyped-def]
    """Whoever must retreat takes the first way each time."""
    while step(war) in ("RetreatStack", "Steadfast", "Retreat"):
        choices = asked(war)
        verb = "go" if "go" in choices else next(iter(choices))
        war.play(verb, choices[verb][0])


@pytest.mark.rule("kesselring", "18.4c", "20.2.2d", "20.2.2c", "16.1.DE")
@pytest.mark.parametrize(("die", "result", "left"), [(6, "DE", 0), (3, "BA", 1)])
def test_a_landing_on_an_airfield_strikes_the_wings_with_its_garrison(die: int, result: str, left: int) -> None:
    """A landing is a ground attack: the Garrison falls and both wings with it, or loses a step and one of them."""
    units = {
        "9 Inf": "staging",
        "3 Inf": "staging",
        "45 Inf": "staging",
        "Amphib US 1": "staging",
        "Jg 27": "1425",
        "Jg 53": "1425",
    }
    war = italy(units, garrisons={"AX": ["1425"]}, active="AL", surrendered=False, ap=(0, 9))
    play(war, "invade", f"from {HOME}", "beach 1425", "load 9 Inf", *(("load 3 Inf", "load 45 Inf") if die == 6 else ()))
    if "full" in asked(war):
        war.play("full")
    play(war, "launch", "enough")
    if "fight" in asked(war):
        war.play("fight", "1425")
    war.script(die, *(1,) * 6)
    quietly(war)
    while "lose" in asked(war):
        war.play("lose", asked(war)["lose"][0])
    assert told(war, "combat")[-1].result == result
    assert sum(at(war, name) == "1425" for name in ("Jg 27", "Jg 53")) == left
    assert (at(war, "9 Inf") == "1425") == (die == 6)


@pytest.mark.rule("kesselring", "19.1f", "15.8a", "15.8b")
@pytest.mark.parametrize("dropped", [True, False])
def test_a_drop_closes_the_ring_for_an_attack_in_a_later_segment(dropped: bool) -> None:
    """1326 is a cape between 1426 and 1427; who jumped onto the one hex need not fight to shut the defender in."""
    units = {"82 Abn": "staging", "9 Inf": "1427", "26 Ast": "1326"}
    war = italy(units, garrisons={"AL": ["Siracusa"]}, active="AL", surrendered=False, ap=(0, 9))
    if dropped:
        play(war, "drop", "unit 82 Abn")
        war.script(6)
        play(war, "jump 1426", "end")
    assert ("concentric" in mods(fight(war, "1326", "9 Inf", dice=(1,)))) == dropped


@pytest.mark.rule("kesselring", "22.2", "25.3", "23.2b", "15.5a")
def test_guns_ditches_and_a_leader_add_up_for_who_defends_a_port() -> None:
    units = {"16 Pz": "2916", "50 Inf": "Napoli", "Gunfire (UK)": "staging", "Montgomery": "staging"}
    war = italy(units, garrisons={"AL": ["Salerno"]}, forts=["Napoli"], ap=(9, 9), turn=4)
    assault(war, "2917", "16 Pz")
    play(war, "enough", "gunfire Gunfire (UK)", "support Montgomery")
    war.script(6, *(1,) * 6)
    war.play("stand")
    found = mods(told(war, "combat")[-1])
    assert {k: v for k, v in found.items() if v < 0} == {
        "city": -1, "fortification": -1, "naval gunfire": -1, "Montgomery": -1, "river": -1,
    }  # fmt: skip
    assert "mechanized" not in " ".join(found), "not against a Fortification"
    assert war.ap[1] == 8, "gunfire costs the defender a point, a leader none"


@pytest.mark.rule("kesselring", "18.4.1", "24.2b", "15.7c", "18.2d")
def test_mountain_troops_cancel_one_column_from_the_sea_and_tanks_add_none() -> None:
    units = {"GTM": "staging", "1 AG": "staging", "Amphib US 1": "staging", "26 Pz": "Salerno"}
    war = italy(units, active="AL", ap=(0, 9), turn=4)
    play(war, "invade", f"from {HOME}", "beach 2919", "load GTM", "load 1 AG", "full", "launch", "enough")
    if "fight" in asked(war):
        war.play("fight", "2919")
    war.script(1, *(1,) * 6)
    quietly(war)
    found = mods(told(war, "combat")[-1])
    assert found["rough"] == -1 and found["landing"] == -2 and found["mountain troops"] == 1 and "mechanized attack" not in found


@pytest.mark.rule("kesselring", "10.2a", "23.2b", "2.5b")
@pytest.mark.parametrize(("chosen", "helped"), [("26 Ast", False), ("3 PzGr", True)])
def test_a_leader_helps_the_one_unit_of_a_crowd_that_is_of_his_own(chosen: str, helped: bool) -> None:
    units = {"9 Inf": "1420", "26 Ast": "1421", "28 Aos": "1421", "54 Nap": "1421", "3 PzGr": "1421", "Kesselring": "staging"}
    war = italy(units, garrisons={"AL": ["Trapani"]}, active="AL", surrendered=False, ap=(3, 9))
    assault(war, "1421", "9 Inf")
    play(war, "enough", f"defend {chosen}")
    assert ("support" in asked(war)) == helped


@pytest.mark.rule("kesselring", "17.1.1g", "8.2.1b", "26.2a", "16.1.DD")
def test_who_was_driven_off_the_map_regroups_in_the_staging_area() -> None:
    """Two hexes are called for, the first step leads off the map and ends it; there a point makes him whole without a line."""
    war = italy({"2 Arm": "3610", "A/5 Flak": "3709"}, active="AL", ap=(9, 9), turn=5)
    assert fight(war, "3709", "2 Arm", dice=(5,)).result == "DD"
    play(war, "unit A/5 Flak", "to Axis Staging Area")
    assert at(war, "A/5 Flak") == "Axis Staging Area" and not whole(war, "A/5 Flak")
    while "halt" in asked(war):
        war.play("halt")
    play(war, "regroup", "where Axis Staging Area")
    while step(war) != "Act":
        war.play(*next((verb, targets[0]) for verb, targets in asked(war).items()))
    assert whole(war, "A/5 Flak") and war.ap[0] == 8


@pytest.mark.rule("kesselring", "14.1.1c", "17.1.1i", "17.1.1j", "14.1.1b")
def test_who_was_shipped_into_a_siege_does_not_fight_and_cannot_flee_by_sea() -> None:
    """Anzio shut in: the transfer runs past the enemy's zones, nobody attacks from it, and a retreat has nowhere to go."""
    units = {"50 Inf": "Napoli", "16 Pz": "2914", "26 Pz": "3013", "3 PzGr": "3014"}
    war = italy(units, garrisons={"AL": ["Anzio", "Napoli"]}, active="AL", ap=(9, 9), turn=4)
    play(war, "transfer", "from 2917", "to 2913", "unit 50 Inf")
    assert step(war) == "Act" and side(war) == "AX", "ashore, and the segment is over"
    assault(war, "2913", "16 Pz")
    war.script(6, *(1,) * 4)
    quietly(war)
    flee(war)
    assert at(war, "50 Inf") != "2913" and at(war, "50 Inf") not in ("2917", HOME)


@pytest.mark.rule("kesselring", "24.4", "21.1.1a", "22.1a")
@pytest.mark.parametrize(("target", "from_", "near"), [("1421", "1420", True), ("1521", "1520", False)])
def test_carriers_and_guns_help_at_the_coast_and_nowhere_else(target: str, from_: str, near: bool) -> None:
    units = {"50 Inf": from_, "26 Ast": target, "CVE": "staging", "Gunfire (UK)": "staging"}
    war = italy(units, garrisons={"AL": ["Trapani"]}, active="AL", surrendered=False, turn=4)
    assault(war, target, "50 Inf")
    assert ("cas" in asked(war)) == near and ("gunfire" in asked(war)) == near


@pytest.mark.rule("kesselring", "18.2e", "12.5d", "18.3b")
def test_a_defender_cut_off_pays_for_it_on_the_beach_too() -> None:
    units = {"9 Inf": "staging", "Amphib US 1": "staging", "26 Ast": "1425"}
    for posts in ([], ["1425"]):
        war = italy(units, garrisons={"AX": posts}, active="AL", surrendered=False, ap=(0, 9))
        play(war, "invade", f"from {HOME}", "beach 1425", "load 9 Inf")
        if "full" in asked(war):
            war.play("full")
        play(war, "launch", "enough")
        if "fight" in asked(war):
            war.play("fight", "1425")
        war.script(1, *(1,) * 6)
        quietly(war)
        assert ("defenders out of supply" in mods(told(war, "combat")[-1])) == (not posts)


@pytest.mark.rule("kesselring", "31.3b", "8.1.3a", "15.8b")
def test_a_kampfgruppe_lost_in_a_ring_waits_in_the_display_and_its_division_does_not() -> None:
    units = {"9 Inf": "1426", "45 Inf": "1427", "3 Inf": "1427", "26 Ast": "1326"}
    names = italy({}, options={"kampfgruppen": True}).setup.piece_names
    group = next(n for p, n in enumerate(names) if n.startswith("KG") and n != "KG 100")
    war = italy(
        {**units, group: "1326"}, garrisons={"AL": ["Siracusa"]}, active="AL", surrendered=False, options={"kampfgruppen": True}
    )
    assert fight(war, "1326", "9 Inf", "45 Inf", "3 Inf", dice=(6,)).result == "DE"
    assert at(war, group) == "Axis Reinforcements" and at(war, "26 Ast") == "Axis Eliminated"


@pytest.mark.rule("kesselring", "25.4", "17.1.2a", "12.1a", "17.2a")
def test_a_ditch_lasts_as_long_as_its_garrison_and_falls_with_it() -> None:
    """DD against a fortified Garrison and a division: the division may go, the Garrison stays and keeps the ditch."""
    units = {"9 Inf": "1420", "3 Inf": "1420", "45 Inf": "1420", "305 Inf": "1421"}
    war = italy(units, garrisons={"AL": ["Trapani"], "AX": ["1421"]}, forts=["1421"], active="AL", surrendered=False, ap=(0, 9))
    assert fight(war, "1421", "9 Inf", "3 Inf", "45 Inf", dice=(6,)).result == "DD"
    play(war, "unit 305 Inf", "go")
    flee(war)
    assert garrisons(war, "AX") == ["1421-"] and war.forts and at(war, "305 Inf") != "1421" and at(war, "9 Inf") == "1420"
