"""Mountain troops, flak, carrier aircraft [24.0] and Fortifications [25.0]. Elites are in test_retreat."""

from __future__ import annotations

import pytest

from .conftest import asked, assault, at, fight, italy, mods, named, play, refused, side, step, told
from .test_combat import TRAPANI, airfield

# --- mountain troops


@pytest.mark.rule("kesselring", "24.2", "24.2a")
@pytest.mark.parametrize(
    ("unit", "able"), [("GTM", True), ("4 Mor Mtn", True), ("2 Mor", False), ("5 Mtn", True), ("305 Inf", False)]
)
def test_mountain_troops_march_farther(unit: str, able: bool) -> None:
    for start, end in (("3216", "3314"), ("3709", "3712")):
        war = italy({unit: start}, active="AL" if unit in ("GTM", "4 Mor Mtn", "2 Mor") else "AX")
        play(war, "move", f"lead {unit}", f"unit {unit}")
        assert (end in asked(war)["to"]) == able, "two mountain hexes, or three rough ones, for four points"


@pytest.mark.rule("kesselring", "24.2b")
def test_mountain_troops_cancel_one_shift() -> None:  # T115
    near = {"GTM": "3017", "4 Mor Mtn": "3017", "2 Mor": "3017", "15 PzGr": "3116"}
    for attackers, gain in ((["GTM", "2 Mor"], 1), (["GTM", "4 Mor Mtn"], 1), (["2 Mor"], 0)):
        war = italy(near, garrisons={"AL": ["Napoli"], "AX": ["Frosinone"]}, active="AL")
        assault(war, "3116", *attackers)
        odds = war.odds("AL", "enough")
        assert odds is not None
        assert mods(odds) == {"mountain": -2, "river": -1} | ({"mountain troops": 1} if gain else {})


@pytest.mark.rule("kesselring", "24.2b")
@pytest.mark.parametrize(
    ("target", "start", "gain"), [("3321", "3320", 0), ("3320", "3321", 0), ("3220", "3221", 1), ("1827", "1926", 1)],
    ids=["city", "open", "rough", "volcano"],
)  # fmt: skip
def test_where_mountain_troops_help(target: str, start: str, gain: int) -> None:
    war = italy({"GTM": start, "54 Nap": target}, active="AL")
    assert mods(fight(war, target, "GTM", dice=(2, 1))).get("mountain troops", 0) == gain


# --- carrier aircraft


@pytest.mark.rule("kesselring", "24.4", "21.1b")
def test_the_carriers_fly_over_the_coast() -> None:  # T116
    for target, start, able in (("3321", "3320", False), ("3422", "3421", True)):
        war = italy({"78 Inf": start, "26 Ast": target, "CVE": "staging"}, active="AL")
        assault(war, target, "78 Inf")
        assert ("cas" in asked(war)) == able
    war = italy({"CVE": "staging"}, garrisons={"AX": ["Foggia", "San Benedetto", "Alghero", "Roma"]}, active="AL")
    war.play("bombard")
    assert asked(war)["target"] == ["2004", "3714"], "anywhere on the coast"


@pytest.mark.rule("kesselring", "24.4", "21.3a")
def test_the_carriers_intercept_over_the_coast() -> None:
    for target, able in (("Salerno", True), ("Frosinone", False)):
        war = italy({"Kg 26": "staging", "CVE": "staging"}, garrisons={"AL": [target]}, dice=(1, 1))
        play(war, "bombard", f"target {war.setup.names.of('space', war.setup.places[target])}", "fly Kg 26", "launch")
        assert (step(war) == "Intercept") == able


@pytest.mark.rule("kesselring", "24.4", "26.4c")
@pytest.mark.parametrize(("option", "able"), [("any", True), ("staging", False)])
def test_where_the_carriers_are_based(option: str, able: bool) -> None:
    war = italy({"CVE": "staging", "I/12AF": "staging"}, garrisons={"AL": ["Trapani"]}, active="AL", options={"cve_base": option})
    war.play("rebase")
    assert ("CVE" in asked(war)["unit"]) == able
    war = italy(
        {"CVE": "staging"}, garrisons={"AL": ["Trapani"], "AX": ["1421"]}, active="AL", options={"cve_base": option}, dice=(4, 1)
    )
    play(war, "bombard", "target 1421", "fly CVE", "launch")
    assert (step(war) == "Landing") == able


# --- fortifications


@pytest.mark.rule("kesselring", "25.1", "25.2")
def test_building() -> None:  # T117
    war = italy(
        {"16 Pz": "1421", "26 Ast": "1427", "45 Inf": "1521", "1 Para": "Foggia", "29 PzGr": "Foggia", "15 PzGr": "Foggia", "Hube": "staging"},
        garrisons={"AX": ["1421", "Foggia", "Gela", "1426"]}, ap=(9, 0),
    )  # fmt: skip
    war.play("fortify")
    assert asked(war)["at"] == ["1421", "1425", "1426", "1427", "3321"], "in an enemy ZOC, in a full hex, with a Garrison alone"
    war.play("at", "1421")
    assert war.ap[0] == 8 and named(war, war.forts) == {"1421"}
    war.play("fortify")
    assert "1421" not in asked(war)["at"], "one to a hex"
    play(war, "at 3321", "fortify", "at 1426")
    assert refused(war, "fortify") == "25.2" and war.ap[0] == 6, "three in a turn"


@pytest.mark.rule("kesselring", "25.2")
def test_building_needs_a_line() -> None:
    war = italy({"26 Ast": "1520", "45 Inf": "1621"})
    assert refused(war, "fortify") == "25.2"


@pytest.mark.rule("kesselring", "25.1")
def test_each_side_has_its_own_three() -> None:
    war = italy({}, garrisons={"AX": ["Foggia", "Gela", "1426", "Roma"], "AL": ["Palermo"]}, ap=(9, 9))
    for place in ("3321", "1425", "1426"):
        play(war, "fortify", f"at {place}", "pass" if place != "1426" else "fortify")
    war.play("at", "1721")
    assert "1721" in named(war, war.forts)
    assert (side(war), refused(war, "fortify")) == ("AX", "25.2")


@pytest.mark.rule("kesselring", "25.3", "25.3a")
def test_what_it_does() -> None:
    war = airfield({"1 AG": "1420", "I/15AF": "staging"}, forts=["1421"])
    play(war, "attack", "target 1421", "join 1 AG")
    odds = war.odds("AL", "assault")
    assert odds is not None and mods(odds) == {"fortification": -1}, "and no shift for tanks"
    war = airfield({"I/15AF": "staging"}, forts=["1421"])
    play(war, "bombard", "target 1421", "fly I/15AF")
    odds = war.odds("AL", "launch")
    assert odds is not None and mods(odds) == {"flak": -1, "fortification": -1}


@pytest.mark.rule("kesselring", "25.4")
def test_it_ends_with_its_last_defender() -> None:
    war = italy({"16 Pz": "1422", "15 PzGr": "1422"}, garrisons=TRAPANI, forts=["1422", "1421"])
    play(war, "move", "lead 16 Pz", "unit 16 Pz", "to 1421")
    assert named(war, war.forts) == {"1421", "1422"}, "15 PzGr is still there"
    play(war, "unit 15 PzGr", "to 1421")
    assert named(war, war.forts) == {"1421"}


@pytest.mark.rule("kesselring", "25.4")
def test_it_is_never_captured() -> None:
    war = airfield({"9 Inf": "1420", "3 Inf": "1420", "45 Inf": "1420"}, forts=["1421"])
    fight(war, "1421", "9 Inf", "3 Inf", "45 Inf", dice=(5,))
    assert told(war, "combat")[-1].result == "DE" and not war.forts
    war.play("pursue", "9 Inf")
    assert at(war, "9 Inf") == "1421" and not war.forts
