"""The eight results of ground combat, and whom they strike [16.0]."""

from __future__ import annotations

import pytest

from .conftest import asked, assault, at, fight, garrisons, italy, play, quietly, side, step, told, whole
from .test_combat import TRAPANI, airfield

STORM = {"9 Inf": "1420", "3 Inf": "1420", "45 Inf": "1420", "16 Pz": "1421"}
"""23 against 10, with a Garrison: 200-299."""


@pytest.mark.rule("kesselring", "16.1.AA", "16.2")
def test_attacker_attrition() -> None:  # T71
    war = airfield(STORM)
    assert fight(war, "1421", "9 Inf", "3 Inf", "45 Inf", dice=(2,)).result == "AA"
    assert (side(war), asked(war)) == ("AL", {"lose": ["3 Inf", "9 Inf", "45 Inf"]})
    war.play("lose", "45 Inf")
    assert not whole(war, "45 Inf") and whole(war, "9 Inf") and whole(war, "3 Inf") and whole(war, "16 Pz")
    assert garrisons(war, "AX") == ["1421"] and step(war) == "Act", "nobody pursues, nobody retreats"


@pytest.mark.rule("kesselring", "16.1.AE")
def test_attacker_eliminated() -> None:
    war = airfield({"Gds Bde": "1420", "5 Inf": "1420", "16 Pz": "1421", "26 Pz": "1421"}, reduced=["Gds Bde", "5 Inf"])
    assert fight(war, "1421", "Gds Bde", "5 Inf", dice=(1, 2, 4)).result == "AE"
    assert (at(war, "5 Inf"), at(war, "Gds Bde")) == ("Allied Turn 5", "Allied Turn 7") and step(war) == "Act"
    assert whole(war, "5 Inf") and whole(war, "16 Pz")


@pytest.mark.rule("kesselring", "16.1.AD")
def test_attacker_defeated() -> None:  # T72
    war = airfield({"9 Inf": "1420", "34 Inf": "1420", "36 Inf": "1420", "16 Pz": "1421"}, reduced=["34 Inf", "36 Inf"])
    assert fight(war, "1421", "9 Inf", "34 Inf", "36 Inf", dice=(1, 1, 2)).result == "AD"
    assert (at(war, "34 Inf"), at(war, "36 Inf")) == ("Allied Turn 4", "Allied Turn 5")
    assert not whole(war, "9 Inf") and asked(war) == {"unit": ["9 Inf"]}
    play(war, "unit 9 Inf", "to 1519")
    assert asked(war) == {"to": ["1620"]}, "two hexes"
    war.play("to", "1620")
    assert at(war, "9 Inf") == "1620" and step(war) == "Act" and whole(war, "16 Pz")


@pytest.mark.rule("kesselring", "16.1.AW")
def test_attacker_withdrawal() -> None:
    war = airfield({"45 Inf": "1420", "34 Inf": "1420", "36 Inf": "1420", "16 Pz": "1421"})
    assert fight(war, "1421", "45 Inf", "34 Inf", dice=(4,)).result == "AW"
    assert (side(war), asked(war)) == ("AL", {"unit": ["45 Inf", "34 Inf"]}), "36 Inf took no part"
    play(war, "unit 45 Inf", "to 1519", "unit 34 Inf", "to 1519")
    assert whole(war, "45 Inf") and at(war, "36 Inf") == "1420" and step(war) == "Act"


@pytest.mark.rule("kesselring", "16.1.BA", "16.2")
def test_mutual_attrition() -> None:
    war = airfield(STORM)
    assert fight(war, "1421", "9 Inf", "3 Inf", "45 Inf", dice=(3,)).result == "BA"
    assert (side(war), asked(war)) == ("AX", {"lose": ["16 Pz", "Axis Garrison 1"]}), "the owner may choose the Garrison"
    war.play("lose", "Axis Garrison 1")
    assert garrisons(war, "AX") == ["1421-"] and whole(war, "16 Pz") and side(war) == "AL"
    war.play("lose", "9 Inf")
    assert not whole(war, "9 Inf") and step(war) == "Act", "the hex is still held"


@pytest.mark.rule("kesselring", "16.1.BA", "17.2a")
def test_mutual_attrition_that_empties_the_hex() -> None:
    war = airfield({"45 Inf": "1420"}, forts=["1421"], reduced=["1421", "45 Inf"])
    assert fight(war, "1421", "45 Inf", dice=(3, 6)).result == "BA", "400 percent and a Fortification"
    play(war, "lose Axis Garrison 1", "lose 45 Inf")
    assert garrisons(war, "AX") == [] and at(war, "45 Inf") == "Allied Withdrawn", "a reduced attacker pays with its life"
    war = airfield({"82 Abn": "1420"}, forts=["1421"], reduced=["1421"])
    assert fight(war, "1421", "82 Abn", dice=(2,)).result == "BA"
    play(war, "lose Axis Garrison 1", "lose 82 Abn")
    assert asked(war) == {"pursue": ["82 Abn"], "halt": [None]}


@pytest.mark.rule("kesselring", "16.1.DD", "17.1.1k")
def test_defender_defeated() -> None:
    war = airfield(STORM)
    assert fight(war, "1421", "9 Inf", "3 Inf", "45 Inf", dice=(6,)).result == "DD"
    assert not whole(war, "16 Pz") and garrisons(war, "AX") == [], "the Garrison cannot go"
    assert (side(war), asked(war)) == ("AX", {"unit": ["16 Pz"]})
    play(war, "unit 16 Pz", "to 1521")
    assert asked(war)["to"] == ["1522", "1621", "1622"], "two hexes"
    war.play("to", "1622")
    assert (side(war), step(war)) == ("AL", "Pursuit") and whole(war, "9 Inf")


@pytest.mark.rule("kesselring", "16.1.DE")
def test_defender_eliminated() -> None:
    war = airfield({"9 Inf": "1420", "3 Inf": "1420", "26 Ast": "1421"}, garrisons={"AL": ["Trapani"]})
    assert fight(war, "1421", "9 Inf", "3 Inf", dice=(4,)).result == "DE"
    assert at(war, "26 Ast") == "Axis Eliminated" and (side(war), step(war)) == ("AL", "Pursuit"), "an Italian unit never returns"
    war = airfield({"9 Inf": "1420", "3 Inf": "1420"})
    assert fight(war, "1421", "9 Inf", "3 Inf", dice=(6,)).result == "DE"
    assert at(war, "Axis Garrison 1") == "Axis Reinforcements" and step(war) == "Pursuit"


@pytest.mark.rule("kesselring", "16.1.DW")
def test_defender_withdrawal() -> None:
    war = airfield(STORM)
    assert fight(war, "1421", "9 Inf", "3 Inf", "45 Inf", dice=(5,)).result == "DW"
    play(war, "unit 16 Pz", "to 1422")
    assert at(war, "16 Pz") == "1422" and whole(war, "16 Pz") and (side(war), step(war)) == ("AL", "Pursuit")


@pytest.mark.rule("kesselring", "16.2", "21.1.1e", "22.1d", "23.2c")
def test_aircraft_ships_and_leaders_are_never_hurt_on_the_ground() -> None:
    war = airfield(
        {"GTM": "1420", "I/12AF": "staging", "Gunfire (US)": "staging", "Rangers": "staging", "16 Pz": "1421", "26 Pz": "1421"},
        reduced=["GTM"],
    )
    assault(war, "1421", "GTM")
    play(war, "cas I/12AF", "gunfire Gunfire (US)", "support Rangers", "enough")
    war.script(1, 1, 1, 1)  # AD; GTM rolls for its return; the Rangers stay ready; the wing comes home
    quietly(war)
    assert told(war, "combat")[-1].result == "AD" and at(war, "GTM") == "Allied Turn 4"
    assert at(war, "Rangers") == at(war, "I/12AF") == "Allied Staging Area" and at(war, "Gunfire (US)") == "Allied Turn 4"


@pytest.mark.rule("kesselring", "16.2", "20.2.2c", "20.2.2d", "20.2.2e")
def test_aircraft_on_an_attacked_airfield() -> None:  # T97
    based = {"Jg 27": "1421", "Sg 4": "1421"}
    war = airfield({"9 Inf": "1420", "3 Inf": "1420", **based})
    roll = fight(war, "1421", "9 Inf", "3 Inf", dice=(6, 1, 2))
    assert (dict(roll.facts)["percent"], roll.result) == (800, "DE"), "air units add nothing to the defence"
    assert (at(war, "Jg 27"), at(war, "Sg 4")) == ("Axis Turn 4", "Axis Turn 5")
    war = airfield({"45 Inf": "1420", **based})
    fight(war, "1421", "45 Inf", dice=(3, 3))  # BA
    war.play("lose", "Axis Garrison 1")
    assert (side(war), asked(war)) == ("AX", {"lose": ["Jg 27", "Sg 4"]}), "a reduced Garrison keeps one of two"
    war.play("lose", "Sg 4")
    assert at(war, "Sg 4") == "Axis Turn 6" and at(war, "Jg 27") == "1421"


@pytest.mark.rule("kesselring", "16.1")
def test_results_strike_at_once() -> None:
    war = italy({"45 Inf": "1420", "16 Pz": "1421"}, garrisons=TRAPANI, active="AL", ap=(9, 9))
    fight(war, "1421", "45 Inf", dice=(4,))
    assert step(war) == "Lose" and war.ap == [9, 8]
