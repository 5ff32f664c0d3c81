"""The Strait of Messina, the closed mainland and the coast where rules meet there [11.1, 12.3, 13.4, 14.0, 15.9, 17.1, 27.1]."""

from __future__ import annotations

import pytest

from grandharbour.games.kesselring.supply import supplied

from .conftest import asked, assault, at, fight, italy, piece, play, refused, step


@pytest.mark.rule("kesselring", "13.4d", "13.5")
@pytest.mark.parametrize(("unit", "able"), [("15 PzGr", True), ("305 Inf", False), ("26 Ast", False)])
def test_crossing_costs_the_hex_and_two_more(unit: str, able: bool) -> None:
    """From 1927 by road to Messina, half a point, and four for the rough ground of Reggio behind the Strait."""
    war = italy({unit: "1927"}, garrisons={"AX": ["Catania"]})
    play(war, "move", f"lead {unit}", f"unit {unit}")
    assert ("2028" in asked(war)["to"]) == able, "four and a half points"


@pytest.mark.rule("kesselring", "13.3", "13.4d")
def test_the_minimum_move_crosses_the_strait() -> None:
    war = italy({"26 Ast": "2027"}, garrisons={"AX": ["Messina"]})
    play(war, "move", "lead 26 Ast", "unit 26 Ast")
    assert "2028" in asked(war)["to"], "four points, of three: one hex is always allowed"


@pytest.mark.rule("kesselring", "13.3", "11.1b", "13.2d")
def test_the_strait_leads_from_zone_to_zone_for_nobody() -> None:
    """Zones do not reach over the Strait, so an enemy opposite is no hindrance; one beside the far bank is."""
    war = italy({"26 Ast": "2027", "9 Inf": "1927", "45 Inf": "2128"}, garrisons={"AX": ["Messina"]})
    assert refused(war, "move") == "13.1a", "2027 and 2028 are both watched"
    war = italy({"26 Ast": "2027", "45 Inf": "2128"}, garrisons={"AX": ["Messina"]})
    play(war, "move", "lead 26 Ast", "unit 26 Ast")
    assert "2028" in asked(war)["to"], "2027 is not watched over the Strait"


@pytest.mark.rule("kesselring", "15.9c", "15.1b", "11.1b")
def test_no_attack_over_the_strait_though_both_banks_are_manned() -> None:
    war = italy({"9 Inf": "2028", "26 Ast": "2027"}, garrisons={"AL": ["Reggio"]}, active="AL")
    assert refused(war, "attack") == "15.2a"


@pytest.mark.rule("kesselring", "27.1.SR4", "13.4d", "17.2b")
def test_allied_units_wait_at_the_strait_until_the_surrender() -> None:
    for surrendered in (False, True):
        war = italy({"9 Inf": "2027"}, garrisons={"AL": ["Messina"]}, active="AL", surrendered=surrendered)
        play(war, "move", "lead 9 Inf", "unit 9 Inf")
        assert ("2028" in asked(war)["to"]) == surrendered


@pytest.mark.rule("kesselring", "12.3b", "13.4d", "27.1.SR4")
def test_a_line_runs_over_the_strait_even_to_the_closed_mainland_side() -> None:
    war = italy({"16 Pz": "2027"}, garrisons={"AX": ["Reggio"]}, surrendered=False)
    assert supplied(war, piece(war, "16 Pz"))
    war = italy({"16 Pz": "2027", "9 Inf": "2128"}, garrisons={"AX": ["Reggio"]})
    assert not supplied(war, piece(war, "16 Pz")), "a threatened Garrison serves its own hex only"


@pytest.mark.rule("kesselring", "14.2.2b", "13.4d", "14.1.2c")
def test_interdiction_does_not_close_the_strait() -> None:
    war = italy({"16 Pz": "2027"}, garrisons={"AX": ["Messina", "Reggio"]}, interdiction=True)
    assert "transfer" not in asked(war) and "evacuate" not in asked(war)
    play(war, "move", "lead 16 Pz")
    if "source" in asked(war):
        war.play("source", asked(war)["source"][0])
    war.play("unit", "16 Pz")
    assert "2028" in asked(war)["to"]


@pytest.mark.rule("kesselring", "32.1", "13.4d")
def test_no_strategic_movement_over_the_strait() -> None:
    war = italy({"16 Pz": "2027"}, garrisons={"AX": ["Messina", "Reggio", "Catania"]}, options={"strategic_movement": True})
    play(war, "march", "unit 16 Pz")
    assert "2028" not in asked(war)["to"] and "1727" in asked(war)["to"], "no road joins the banks"


@pytest.mark.rule("kesselring", "17.1.1c", "17.1.2a", "15.6b")
def test_trapped_in_messina_a_fortification_saves() -> None:
    units = {"9 Inf": "1926", "3 Inf": "1927", "1 Inf (US)": "1927", "305 Inf": "2027"}
    war = italy(units, garrisons={"AL": ["Palermo", "Catania"]}, forts=["Messina"], active="AL", turn=2)
    assert fight(war, "2027", "3 Inf", "1 Inf (US)", dice=(5,)).result == "DW"
    play(war, "unit 305 Inf", "stay")
    assert at(war, "305 Inf") == "2027" and step(war) == "Act"


@pytest.mark.rule("kesselring", "22.1a", "15.9c", "24.4")
def test_ships_and_carrier_aircraft_reach_messina() -> None:
    war = italy(
        {"78 Inf": "1927", "305 Inf": "2027", "Gunfire (UK)": "staging", "CVE": "staging"},
        garrisons={"AL": ["Catania"]},
        active="AL",
    )
    assault(war, "2027", "78 Inf")
    assert asked(war) == {"cas": ["CVE"], "gunfire": ["Gunfire (UK)"], "enough": [None]}


@pytest.mark.rule("kesselring", "18.2b", "18.2d", "27.1.SR4")
@pytest.mark.parametrize(("beach", "rule"), [("3425", "18.2b"), ("2919", "27.1.SR4"), ("1621", "18.3b")])
def test_where_nobody_lands_before_the_surrender(beach: str, rule: str) -> None:
    """Bari is on the Adriatic, Salerno on the mainland, 1621 rough coast without a town."""
    war = italy({"9 Inf": "staging", "Amphib US 1": "staging"}, active="AL", surrendered=beach == "3425")
    play(war, "invade", "from Allied Staging Area")
    assert refused(war, "beach", beach) == rule


@pytest.mark.rule("kesselring", "14.1.3", "14.1.2a", "12.1e")
def test_evacuation_from_a_port_whose_garrison_is_gone() -> None:
    war = italy({"9 Inf": "Agrigento", "45 Inf": "1422"}, garrisons={"AL": ["Trapani"]}, active="AL", ap=(5, 3))
    war.play("evacuate")
    assert asked(war)["from"] == ["1422", "1423"], "a coast, or a port that does not work"
    play(war, "from 1423", "to 1519", "unit 9 Inf")
    assert at(war, "9 Inf") == "1519" and war.ap[1] == 1


@pytest.mark.rule("kesselring", "14.1.1b", "11.2a", "14.1.1c")
def test_a_transfer_ignores_zones_at_both_ends_and_nobody_attacks() -> None:
    war = italy(
        {"9 Inf": "Palermo", "26 Ast": "1722", "54 Nap": "1520"}, garrisons={"AL": ["Palermo", "Trapani"]}, active="AL", ap=(0, 3)
    )
    play(war, "transfer", "from 1721", "to 1519", "unit 9 Inf")
    assert at(war, "9 Inf") == "1519" and step(war) == "Act", "it is over; 1520 is not attacked"
