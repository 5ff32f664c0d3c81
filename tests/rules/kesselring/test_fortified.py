"""Fortifications and elites where retreat, pursuit, supply and support meet them [15.6, 17.1.2, 17.2, 23.0, 24.0, 25.0]."""

from __future__ import annotations

import pytest

from .conftest import (
    asked,
    assault,
    at,
    fight,
    italy,
    mods,
    named,
    play,
    refused,
    step,
    told,
    whole,
)

PLAIN = {"9 Inf": "3321", "3 Inf": "3321", "45 Inf": "3321"}
PORT = {"AL": ["Manfredonia"]}


@pytest.mark.rule("kesselring", "25.4", "17.2a")
def test_a_fortification_left_by_pursuit_is_gone() -> None:
    war = italy({"9 Inf": "3321", "26 Ast": "3320"}, garrisons=PORT, forts=["3321"], active="AL")
    fight(war, "3320", "9 Inf", dice=(6,))
    war.play("pursue", "9 Inf")
    assert named(war, war.forts) == set()


@pytest.mark.rule("kesselring", "25.4", "12.1", "17.2a")
def test_the_garrison_keeps_the_fortification_its_comrades_leave() -> None:
    war = italy({"9 Inf": "3422", "26 Ast": "3421"}, garrisons=PORT, forts=["3422"], active="AL")
    fight(war, "3421", "9 Inf", dice=(6,))
    war.play("pursue", "9 Inf")
    assert named(war, war.forts) == {"3422"}


@pytest.mark.rule("kesselring", "15.6b", "17.1.2a", "25.3a")
def test_attackers_out_of_a_fortification_need_not_retreat_but_their_comrades_elsewhere_must() -> None:
    war = italy(
        {"9 Inf": "3321", "45 Inf": "3421", "16 Pz": "3320", "26 Pz": "3320"}, garrisons=PORT, forts=["3321"], active="AL"
    )
    assert fight(war, "3320", "9 Inf", "45 Inf", dice=(4,)).result == "AW"
    war.play("unit", "45 Inf")
    assert step(war) == "Retreat", "no choice for 45 Inf"
    war.play("to", "3422")
    play(war, "unit 9 Inf", "stay")
    assert (at(war, "9 Inf"), at(war, "45 Inf")) == ("3321", "3422")


@pytest.mark.rule("kesselring", "15.6b", "25.4", "17.1.2b")
def test_a_fortification_stands_while_the_elite_stays_and_others_go() -> None:
    war = italy(PLAIN | {"1 Para": "3320", "305 Inf": "3320"}, garrisons=PORT, forts=["3320"], active="AL")
    assert fight(war, "3320", "9 Inf", "3 Inf", "45 Inf", dice=(5,)).result == "DW"
    play(war, "unit 305 Inf", "go", "to 3220", "unit 1 Para", "stay")
    assert named(war, war.forts) == {"3320"} and step(war) == "Act"


@pytest.mark.rule("kesselring", "15.7c", "15.6a", "15.4a")
def test_tanks_gain_nothing_against_a_fortification_in_open_ground() -> None:
    plain = italy({"2 Arm": "3321", "26 Ast": "3320"}, garrisons=PORT, active="AL")
    walled = italy({"2 Arm": "3321", "26 Ast": "3320"}, garrisons=PORT, forts=["3320"], active="AL")
    first, second = (fight(war, "3320", "2 Arm", dice=(6,)) for war in (plain, walled))
    assert mods(first).get("mechanized") == 1 and "mechanized" not in mods(second) and mods(second)["fortification"] == -1


@pytest.mark.rule("kesselring", "24.2b", "15.6a", "15.5c")
@pytest.mark.parametrize(("fort", "shift"), [(False, 0), (True, -1)])
def test_mountain_troops_cancel_one_shift_of_all(fort: bool, shift: int) -> None:
    """GTM attacks 3319, rough, without a river: rough is cancelled, a Fortification besides is not."""
    war = italy({"GTM": "3320", "26 Ast": "3319"}, garrisons=PORT, forts=["3319"] if fort else [], active="AL")
    roll = fight(war, "3319", "GTM", dice=(4,))
    found = mods(roll)
    assert found["mountain troops"] == 1
    assert sum(found.get(k, 0) for k in ("rough", "river", "fortification", "mountain troops")) - found.get("river", 0) == shift


@pytest.mark.rule("kesselring", "24.2b", "18.4.1")
def test_mountain_troops_cancel_nothing_on_open_ground() -> None:
    war = italy({"GTM": "3321", "26 Ast": "3320"}, garrisons=PORT, forts=["3320"], active="AL")
    assert "mountain troops" not in mods(fight(war, "3320", "GTM", dice=(4,)))


@pytest.mark.rule("kesselring", "23.1c", "12.5d", "23.2b")
@pytest.mark.parametrize("fed", [True, False])
def test_heavy_panzers_need_a_line_in_defence(fed: bool) -> None:
    units = {"9 Inf": "3320", "305 Inf": "3321", "504 Hvy Pz": "staging", "Hube": "staging"}
    war = italy(units, garrisons={"AX": ["Foggia"]} if fed else {}, active="AL")
    assault(war, "3321", "9 Inf")
    war.play("enough")
    assert asked(war)["support"] == ["Hube", "504 Hvy Pz"][: 1 + fed], "with its Garrison 305 Inf has a line"


@pytest.mark.rule("kesselring", "23.2b", "2.5", "15.1g")
def test_a_german_leader_does_not_serve_italians_alone() -> None:
    units = {"9 Inf": "3321", "26 Ast": "3320", "Kesselring": "staging"}
    war = italy(units, garrisons=PORT, active="AL")
    assault(war, "3320", "9 Inf")
    war.play("enough")
    assert "support" not in asked(war)
    war = italy(units | {"92 Inf": "3320"}, garrisons=PORT, active="AL")
    assault(war, "3320", "9 Inf")
    war.play("enough")
    assert asked(war)["support"] == ["Kesselring"], "a German among the defenders is enough"


@pytest.mark.rule("kesselring", "23.3b", "23.2a", "23.2b")
def test_the_special_service_force_attacks_for_all_and_defends_for_its_own() -> None:
    war = italy({"78 Inf": "3321", "26 Ast": "3320", "1 SSF": "staging"}, garrisons=PORT, active="AL")
    assault(war, "3320", "78 Inf")
    assert asked(war)["support"] == ["1 SSF"]
    war = italy({"78 Inf": "3321", "16 Pz": "3320", "1 SSF": "staging"}, garrisons=PORT)
    assault(war, "3321", "16 Pz")
    war.play("enough")
    assert "support" not in asked(war)


@pytest.mark.rule("kesselring", "23.3a", "23.4", "6.1d")
def test_a_leader_serves_again_in_the_next_segment() -> None:
    units = {"9 Inf": "3321", "45 Inf": "3321", "26 Ast": "3320", "Patton": "staging", "54 Nap": "3421"}
    war = italy(units, garrisons=PORT, active="AL", ap=(5, 9))
    assault(war, "3320", "9 Inf")
    war.play("support", "Patton")
    war.script(6)
    play(war, "enough", "stand", "halt", "pass")
    assert at(war, "Patton") == "Allied Staging Area", "a leader does not tire"
    assault(war, "3421", "45 Inf")
    assert asked(war)["support"] == ["Patton"]


@pytest.mark.rule("kesselring", "23.4", "23.2a", "8.3b")
@pytest.mark.parametrize(("turn", "fate"), [(3, "Allied Turn 4"), (8, "Allied Withdrawn")])
def test_commandos_that_tire_in_the_last_turn_are_gone(turn: int, fate: str) -> None:
    war = italy({"9 Inf": "3321", "26 Ast": "3320", "Rangers": "staging"}, garrisons=PORT, active="AL", turn=turn)
    assault(war, "3320", "9 Inf")
    war.play("support", "Rangers")
    war.script(6, 4)
    play(war, "enough", "stand", "halt")
    assert at(war, "Rangers") == fate


@pytest.mark.rule("kesselring", "22.1c", "22.2", "15.1g")
def test_gunfire_for_a_mixed_defence_costs_a_point_each_time() -> None:
    units = {"78 Inf": "1420", "9 Inf": "1420", "16 Pz": "1421", "Gunfire (US)": "staging", "Gunfire (UK)": "staging"}
    war = italy(units, garrisons={"AL": ["Trapani"]}, ap=(5, 1))
    assault(war, "1420", "16 Pz")
    war.play("enough")
    assert set(asked(war)["gunfire"]) == {"Gunfire (US)", "Gunfire (UK)"}
    war.play("gunfire", "Gunfire (UK)")
    assert asked(war) == {"stand": [None]} and war.ap[1] == 0, "one in a combat"
    war.script(1, 2)
    war.play("stand")
    assert mods(told(war, "combat")[-1])["naval gunfire"] == -1 and at(war, "Gunfire (UK)") == "Allied Turn 4"


@pytest.mark.rule("kesselring", "22.1c", "10.2a")
@pytest.mark.parametrize(("chosen", "ships"), [("78 Inf", ["Gunfire (UK)"]), ("9 Inf", ["Gunfire (US)"])])
def test_in_a_crowded_hex_ships_serve_the_unit_that_defends(chosen: str, ships: list[str]) -> None:
    units = {"78 Inf": "1420", "9 Inf": "1420", "45 Inf": "1420", "34 Inf": "1420", "16 Pz": "1421"}
    war = italy(units | {"Gunfire (US)": "staging", "Gunfire (UK)": "staging"}, garrisons={"AL": ["Trapani"]})
    assault(war, "1420", "16 Pz")
    play(war, "enough", f"defend {chosen}")
    assert asked(war)["gunfire"] == ships


@pytest.mark.rule("kesselring", "22.1a", "22.2")
def test_no_ships_inland_and_none_without_a_point() -> None:
    units = {"9 Inf": "3321", "26 Ast": "3320", "Gunfire (US)": "staging"}
    war = italy(units, garrisons=PORT, active="AL")
    assault(war, "3320", "9 Inf")
    assert "gunfire" not in asked(war)
    war = italy(
        {"9 Inf": "1420", "26 Ast": "1421", "Gunfire (US)": "staging"}, garrisons={"AL": ["Trapani"]}, active="AL", ap=(5, 1)
    )
    assault(war, "1421", "9 Inf")
    assert "gunfire" not in asked(war), "the attack took the last point"


@pytest.mark.rule("kesselring", "25.1", "25.2", "12.3c")
def test_three_fortifications_a_turn_each_with_a_line() -> None:
    units = {"16 Pz": "3320", "15 PzGr": "3112", "26 Pz": "3112"}
    war = italy(units | {"9 Inf": "3321", "45 Inf": "3319"}, garrisons={"AX": ["Roma", "Napoli", "Bari"]}, ap=(9, 0))
    war.play("fortify")
    assert "3320" not in asked(war)["at"] and refused(war, "at", "3320") == "25.2", "16 Pz is cut off"
    play(war, "at 3112", "fortify", "at 2917", "fortify", "at 3425")
    assert refused(war, "fortify") == "25.2" and war.ap[0] == 6


@pytest.mark.rule("kesselring", "17.1.2a", "17.1.1b", "24.1")
@pytest.mark.parametrize(("way", "fate"), [("3220", "3220"), ("3319", "Axis Turn 4")])
def test_an_elite_that_goes_pays_for_every_zone(way: str, fate: str) -> None:
    """34 Inf in 3420 watches 3319; 1 Para has lost a step by the result already."""
    war = italy(PLAIN | {"34 Inf": "3420", "1 Para": "3320"}, garrisons=PORT, active="AL")
    assert fight(war, "3320", "9 Inf", "3 Inf", "45 Inf", dice=(5,)).result == "DD"
    war.script(1)
    play(war, "unit 1 Para", "cut", f"to {way}")
    assert at(war, "1 Para") == fate


@pytest.mark.rule("kesselring", "17.2.1a", "11.2c", "17.2b")
def test_an_elite_pursues_from_zone_to_zone_to_zone() -> None:
    units = {"3 Inf": "3321", "26 Ast": "3320", "54 Nap": "3219", "28 Aos": "3421"}
    war = italy(units, garrisons=PORT, active="AL")
    fight(war, "3320", "3 Inf", dice=(6,))
    play(war, "pursue 3 Inf", "to 3319")
    assert at(war, "3 Inf") == "3319"


@pytest.mark.rule("kesselring", "17.2.1a", "27.1.SR4", "34.2c")
def test_an_elite_that_pursues_through_an_open_city_closes_it() -> None:
    units = {"3 Inf": "3111", "26 Ast": "3112"}
    war = italy(units, garrisons={"AL": ["Civitavecchia"]}, open_city=["3112"], active="AL", options={"open_cities": True})
    fight(war, "3112", "3 Inf", dice=(6,))
    play(war, "pursue 3 Inf")
    assert not war.open_city and named(war, war.open_city_spent) == {"3112"}


@pytest.mark.rule("kesselring", "16.1.BA", "17.2a", "25.4")
def test_mutual_attrition_that_kills_the_last_defender_lets_the_winner_in() -> None:
    war = italy({"9 Inf": "3321", "305 Inf": "3320"}, reduced=["305 Inf"], garrisons=PORT, active="AL", forts=["3320"])
    assert fight(war, "3320", "9 Inf", dice=(2, 3)).result == "BA"
    play(war, "lose 305 Inf", "lose 9 Inf", "pursue 9 Inf")
    assert at(war, "9 Inf") == "3320" and not whole(war, "9 Inf") and not war.forts


@pytest.mark.rule("kesselring", "12.5d", "13.1b", "11.2e")
@pytest.mark.parametrize("cut", [False, True])
def test_a_move_that_cuts_the_line_helps_the_attack_after_it(cut: bool) -> None:
    """16 Pz in 3320 draws on Pescara by 3420, since 36 Inf watches the road; from 3421 that hex is watched too."""
    units = {"9 Inf": "3321", "45 Inf": "3422", "36 Inf": "3219", "16 Pz": "3320"}
    war = italy(units, garrisons={"AL": ["Manfredonia"], "AX": ["Pescara"]}, active="AL")
    play(war, "move", "lead 45 Inf", *(["unit 45 Inf", "to 3421"] if cut else []), "strike 3320", "join 9 Inf", "assault")
    odds = war.odds("AL", "enough")
    assert odds is not None and ("defenders out of supply" in mods(odds)) == cut
