"""Naval gunfire [22.0] and Special Support Units [23.0]."""

from __future__ import annotations

import pytest

from .conftest import asked, assault, at, fact, italy, mods, play, refused, side, step, told
from .test_combat import BENEVENTO, TRAPANI, airfield

GUNS = {"Gunfire (US)": "staging", "Gunfire (UK)": "staging"}


# --- naval gunfire


@pytest.mark.rule("kesselring", "22.1", "22.1a", "22.1c", "22.2", "22.3")
def test_guns_for_an_attack() -> None:  # T109
    war = airfield({"45 Inf": "1420", "I/12AF": "staging", **GUNS}, ap=(5, 5), turn=2)
    assault(war, "1421", "45 Inf")
    assert asked(war)["gunfire"] == ["Gunfire (US)"], "of the attackers' contingent"
    war.play("gunfire", "Gunfire (US)")
    assert "gunfire" not in asked(war) and war.ap == [5, 3], "one unit, one point"
    play(war, "enough")
    war.script(2)
    war.play("stand")
    roll = told(war, "combat")[-1]
    assert mods(roll) == {"naval gunfire": 1} and fact(roll, "column") == "400-499"
    play(war, "lose Axis Garrison 1", "lose 45 Inf")
    assert (at(war, "Gunfire (US)"), at(war, "Gunfire (UK)")) == ("Allied Turn 3", "Allied Staging Area")


@pytest.mark.rule("kesselring", "22.1a", "22.1b")
def test_no_guns_inland_or_alone() -> None:
    war = italy(BENEVENTO | GUNS, garrisons={"AL": ["Salerno"], "AX": ["Foggia"]}, active="AL")
    assert "gunfire" not in asked(war), "never on its own"
    assault(war, "3118", "45 Inf")
    assert "gunfire" not in asked(war)


@pytest.mark.rule("kesselring", "22.2", "15.2.imp")
def test_no_guns_without_a_point() -> None:
    war = airfield({"45 Inf": "1420", **GUNS}, ap=(5, 1))
    assault(war, "1421", "45 Inf")
    assert "gunfire" not in asked(war) and refused(war, "gunfire", "Gunfire (US)") == "15.2b"


@pytest.mark.rule("kesselring", "22.1a", "22.1c", "22.2", "15.2.imp")
def test_guns_for_a_defence() -> None:
    war = italy({"45 Inf": "1420", "78 Inf": "1420", "16 Pz": "1421", **GUNS}, garrisons=TRAPANI, ap=(5, 5))
    assault(war, "1420", "16 Pz")
    war.play("enough")
    assert (side(war), asked(war)) == ("AL", {"gunfire": ["Gunfire (UK)", "Gunfire (US)"], "stand": [None]}), "either is present"
    war.play("gunfire", "Gunfire (UK)")
    assert asked(war) == {"stand": [None]} and war.ap == [4, 4]
    war.script(3)  # 8 : 14, tanks, guns: AD
    war.play("stand")
    assert mods(told(war, "combat")[-1]) == {"mechanized": 1, "naval gunfire": -1}
    play(war, "unit 16 Pz", "to 1521", "to 1622")
    assert at(war, "Gunfire (UK)") == "Allied Turn 4" and step(war) == "Act"


@pytest.mark.rule("kesselring", "22.1c")
def test_a_lone_garrison_calls_any_ship() -> None:
    war = italy({"16 Pz": "1420", **GUNS}, garrisons={"AL": ["1421"]})
    assault(war, "1421", "16 Pz")
    war.play("enough")
    assert asked(war)["gunfire"] == ["Gunfire (UK)", "Gunfire (US)"]
    war = italy({"16 Pz": "1420", "78 Inf": "1421", **GUNS}, garrisons={"AL": ["1421"]})
    assault(war, "1421", "16 Pz")
    war.play("enough")
    assert asked(war)["gunfire"] == ["Gunfire (UK)"]


@pytest.mark.rule("kesselring", "22.1b", "22.1d")
def test_guns_and_aircraft_together() -> None:
    war = airfield({"45 Inf": "1420", "34 Inf": "1420", "36 Inf": "1420", "I/12AF": "staging", **GUNS}, reduced=["1421"])
    assault(war, "1421", "45 Inf")
    play(war, "cas I/12AF", "gunfire Gunfire (US)")
    odds = war.odds("AL", "enough")
    assert odds is not None and mods(odds) == {"close air support": 1, "naval gunfire": 1}


# --- special support units

AXIS = {"Kesselring": "staging", "Hube": "staging", "Lehr": "staging", "504 Hvy Pz": "staging", "KG 100": "staging"}
ALLIES = {"Montgomery": "staging", "Patton": "staging", "Cdo": "staging", "Rangers": "staging", "OSS": "staging"}


@pytest.mark.rule("kesselring", "23.1", "23.1a", "26.1")
def test_where_they_wait() -> None:
    war = italy({"1 SSF": "display", "45 Inf": "display"}, garrisons={"AL": ["Palermo"]}, active="AL")
    war.script(2)
    play(war, "reinforce", "bring 1 SSF")
    assert at(war, "1 SSF") == "Allied Staging Area", "unasked: there is no other place for it"
    war.play("bring", "45 Inf")
    assert asked(war) == {"at": ["1721", "Allied Staging Area"]}


@pytest.mark.rule("kesselring", "23.2", "23.2a", "23.2c")
def test_one_for_an_attack() -> None:  # T110
    war = airfield({"45 Inf": "1420", **ALLIES}, ap=(5, 5))
    assault(war, "1421", "45 Inf")
    assert asked(war)["support"] == ["Patton", "Rangers", "OSS"], "of the attackers' contingent"
    war.play("support", "Patton")
    assert "support" not in asked(war) and refused(war, "support", "Rangers") == "15.2b"
    odds = war.odds("AL", "enough")
    assert odds is not None and mods(odds) == {"Patton": 2} and war.ap == [5, 4], "free of AP, worth its attack factor"


@pytest.mark.rule("kesselring", "23.2a", "23.2c")
def test_attack_factors() -> None:
    war = italy({"45 Inf": "1420", "16 Pz": "1421", **AXIS}, garrisons=TRAPANI)
    assault(war, "1420", "16 Pz")
    assert asked(war)["support"] == ["Kesselring", "Hube", "Lehr", "504 Hvy Pz"], "KG 100 has none"
    war = italy({"45 Inf": "1420", "26 Ast": "1421", **AXIS}, garrisons=TRAPANI)
    assault(war, "1420", "26 Ast")
    assert "support" not in asked(war), "nobody for Italians"


@pytest.mark.rule("kesselring", "23.2b", "23.2c")
def test_one_for_a_defence() -> None:
    war = airfield({"45 Inf": "1420", "16 Pz": "1421", **AXIS})
    assault(war, "1421", "45 Inf")
    war.play("enough")
    assert (side(war), asked(war)["support"]) == ("AX", ["Kesselring", "Hube", "504 Hvy Pz"]), "Lehr only attacks"
    war.play("support", "Kesselring")
    odds = war.odds("AX", "stand")
    assert "support" not in asked(war) and odds is not None and mods(odds) == {"Kesselring": -1}


@pytest.mark.rule("kesselring", "23.2b")
def test_which_contingent_defends() -> None:
    war = airfield({"45 Inf": "1420", "26 Ast": "1421", **AXIS})
    assault(war, "1421", "45 Inf")
    war.play("enough")
    assert asked(war) == {"stand": [None]}, "Italians and a Garrison: no German helps"
    war = airfield({"45 Inf": "1420", **AXIS})
    assault(war, "1421", "45 Inf")
    war.play("enough")
    assert asked(war)["support"] == ["Kesselring", "Hube", "504 Hvy Pz"], "a lone Garrison takes any"


@pytest.mark.rule("kesselring", "23.1b", "23.1c")
def test_heavy_panzers_need_a_line() -> None:
    war = airfield({"45 Inf": "1420", "16 Pz": "1421", **AXIS}, garrisons={"AL": ["Trapani"]})
    assault(war, "1421", "45 Inf")
    war.play("enough")
    assert asked(war)["support"] == ["Kesselring", "Hube"], "nobody in 1421 has a line"
    war = italy({"45 Inf": "1420", "16 Pz": "1421", **AXIS}, garrisons={"AL": ["Trapani"]})
    assault(war, "1420", "16 Pz")
    assert asked(war)["support"] == ["Kesselring", "Hube", "Lehr"]


@pytest.mark.rule("kesselring", "23.3", "23.3a", "23.4")
def test_leaders_serve_again_in_the_next_segment() -> None:
    war = airfield({"45 Inf": "1420", "34 Inf": "1420", "16 Pz": "1421", "Kesselring": "staging", "Patton": "staging"})
    assault(war, "1421", "45 Inf", "34 Inf")
    play(war, "support Patton", "enough", "support Kesselring")
    war.script(2)  # 140 percent, 2R and 1L: AA
    play(war, "stand", "lose 45 Inf")
    assert at(war, "Patton") == "Allied Staging Area" and at(war, "Kesselring") == "Axis Staging Area", (
        "no die is rolled for them"
    )
    assault(war, "1420", "16 Pz")
    play(war, "support Kesselring", "enough")  # he attacks in his own segment
    war.script(3)  # 8 : 11, tanks and Kesselring
    war.play("stand")
    assert told(war, "combat")[-1].result == "AW"
    play(war, "unit 16 Pz", "to 1521")
    assault(war, "1421", "45 Inf", "34 Inf")
    assert asked(war)["support"] == ["Patton"], "a new segment"
    war.play("enough")
    assert asked(war)["support"] == ["Kesselring"]


@pytest.mark.rule("kesselring", "23.3b")
def test_the_first_special_service_force() -> None:  # T112
    ssf = {"1 SSF": "staging", "Rangers": "staging"}
    war = airfield({"78 Inf": "1420", **ssf})
    assault(war, "1421", "78 Inf")
    assert asked(war)["support"] == ["1 SSF"], "attacks of any Allied contingent"
    for unit, able in (("78 Inf", False), ("45 Inf", True)):
        war = italy({unit: "1420", "16 Pz": "1421", **ssf}, garrisons=TRAPANI)
        assault(war, "1420", "16 Pz")
        war.play("enough")
        assert ("support" in asked(war)) == able, "in defence only the US"


KG100 = {"KG 100": "staging", "Kg 26": "staging", "AdS": "Foggia", "I/12AF": "Napoli"}


@pytest.mark.rule("kesselring", "23.3c", "23.4")
def test_kg_100() -> None:
    war = italy(KG100, garrisons={"AL": ["Napoli"], "AX": ["Foggia"]})
    play(war, "bombard", "target 2917", "fly AdS")
    assert "support" not in asked(war), "only with German units"
    war = italy(KG100, garrisons={"AL": ["Napoli"], "AX": ["Foggia"]})
    play(war, "bombard", "target 2917")
    assert "support" not in asked(war), "not alone"
    play(war, "fly Kg 26", "support KG 100", "launch")
    war.script(1, 4, 1)
    war.play("decline")
    event = told(war, "bombardment")[-1]
    assert mods(event) == {"flak": -1, "KG 100": 2} and fact(event, "column") == "+3 to +4"
    assert at(war, "KG 100") == "Axis Turn 4" and at(war, "Kg 26") == "Axis Staging Area", "a 4: it rests"


@pytest.mark.rule("kesselring", "23.3c")
def test_kg_100_needs_a_bomber_that_survives() -> None:
    war = italy(KG100, garrisons={"AL": ["Napoli"], "AX": ["Foggia"]})
    play(war, "bombard", "target 2917", "fly Kg 26", "support KG 100", "launch", "intercept I/12AF")
    survived = war.copy()
    survived.log = []
    war.script(6, 2, 1, 5)  # D1; the fighter is ready; KG 100 rests
    play(war, "engage", "lose Kg 26", "land 2917")
    assert told(war, "bombardment") == [] and at(war, "KG 100") == "Axis Turn 4"
    survived.script(2, 1, 1, 1, 1)
    play(survived, "engage", "land 2917")
    assert mods(told(survived, "bombardment")[-1])["KG 100"] == 2, "interception does not touch it"


@pytest.mark.rule("kesselring", "23.4")
@pytest.mark.parametrize("die", range(1, 7))
def test_they_stay_or_rest(die: int) -> None:  # T114
    war = airfield({"78 Inf": "1420", "16 Pz": "1421", "Cdo": "staging", "504 Hvy Pz": "staging"})
    assault(war, "1421", "78 Inf")
    play(war, "support Cdo", "enough", "support 504 Hvy Pz")
    war.script(4, die, 7 - die)  # 70 percent: AA
    play(war, "stand", "lose 78 Inf")
    assert at(war, "Cdo") == ("Allied Staging Area" if die <= 3 else "Allied Turn 4")
    assert at(war, "504 Hvy Pz") == ("Axis Staging Area" if 7 - die <= 3 else "Axis Turn 4")
