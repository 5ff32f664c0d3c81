"""Air units: bases, range, missions, interception, bombardment, transport [20.0, 21.0]."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from grandharbour.games.kesselring.state import Italy

from .conftest import asked, assault, at, fact, fight, garrisons, italy, mods, play, quietly, refused, side, step, told, whole
from .test_combat import CASSINO, airfield

HOME = "Allied Staging Area"
WINGS = {"I/12AF": "staging", "II/12AF": "staging", "I/15AF": "staging", "I/DAF": "staging", "205G": "staging"}


def raid(units: dict[str, str], *flying: str, target: str = "1421", **more: Any) -> Italy:
    """A bombardment of Castelvetrano, launched; the Axis may intercept if it has anything."""
    war = italy(units, **{"garrisons": {"AX": ["1421"]}, "active": "AL", **more})
    play(war, "bombard", f"target {target}", *(f"fly {unit}" for unit in flying), "launch")
    return war


def bombs(units: dict[str, str], *flying: str, dice: tuple[int, ...], **more: Any) -> Italy:
    """A bombardment that nobody meets, settled by these dice."""
    war = italy(units, **{"garrisons": {"AX": ["1421"]}, "active": "AL", **more})
    play(war, "bombard", "target 1421", *(f"fly {unit}" for unit in flying))
    war.script(*dice)
    war.play("launch")
    quietly(war)
    return war


# --- bases [20.1, 20.2]


@pytest.mark.rule("kesselring", "20.1", "20.1a", "26.4c", "20.2.1")
def test_out_and_back() -> None:
    units = {"I/12AF": "staging", "II/12AF": "Trapani", "205G": "Trapani"}
    war = italy(units, garrisons={"AX": ["1421"], "AL": ["Trapani", "Gela", "1426"]}, reduced=["1426"], active="AL")
    play(war, "bombard", "target 1421", "fly I/12AF", "fly II/12AF")
    war.script(2, 1, 1)
    war.play("launch")
    assert asked(war) == {"land": ["1425", "1426", HOME]}, "Trapani is full; II/12AF goes back there unasked"
    assert refused(war, "land", "1519") == "26.4c"
    war.play("land", "1425")
    assert (at(war, "I/12AF"), at(war, "II/12AF")) == ("1425", "1519") and step(war) == "Act"


@pytest.mark.rule("kesselring", "20.1a", "20.3a")
def test_landing_within_range_of_the_target() -> None:
    war = raid({"I/12AF": "staging"}, "I/12AF", garrisons={"AX": ["1421"], "AL": ["Foggia"]}, dice=(2, 1))
    assert at(war, "I/12AF") == HOME and step(war) == "Act", "Foggia is 19 hexes from the target"
    war = raid({"205G": "staging"}, "205G", garrisons={"AX": ["1421"], "AL": ["Foggia"]}, dice=(2, 1))
    assert asked(war) == {"land": ["3321", HOME]}, "unlimited range"


@pytest.mark.rule("kesselring", "20.1b")
def test_aircraft_do_not_count_for_stacking() -> None:
    war = italy(
        {"Jg 27": "Foggia", "Sg 4": "Foggia", "15 PzGr": "Foggia", "29 PzGr": "Foggia", "1 Para": "staging"},
        garrisons={"AX": ["Foggia"]},
    )
    play(war, "airlift", "unit 1 Para", "to 3321")
    assert at(war, "1 Para") == "3321"


@pytest.mark.rule("kesselring", "20.1c", "20.2.2b")
def test_changing_base() -> None:
    war = italy(
        WINGS | {"III/12AF": "Gela"}, garrisons={"AL": ["Trapani", "Gela", "1426"]}, reduced=["1426", "Gela"], active="AL", ap=(5, 5)
    )  # fmt: skip
    play(war, "rebase", "unit I/12AF")
    assert asked(war) == {"to": ["1426", "1519"]}, "Gela, reduced, is full with one"
    war.play("to", "1426")
    assert asked(war) == {"unit": ["II/12AF", "III/12AF", "I/15AF"], "end": [None]}, "one contingent"
    play(war, "unit II/12AF")
    assert asked(war) == {"to": ["1519"]}, "a reduced Garrison takes one"
    war.play("to", "1519")
    assert (side(war), step(war)) == ("AX", "Act") and war.ap[1] == 4, "two at most, and no mission in the same segment"
    war = italy({"I/12AF": "Gela", "II/12AF": "Trapani"}, garrisons={"AL": ["Trapani", "Gela"]}, active="AL")
    play(war, "rebase", "unit I/12AF")
    assert asked(war) == {"to": [HOME]}, "back to the Staging Area, not from field to field"


@pytest.mark.rule("kesselring", "20.2.2b", "20.2.2")
def test_room_on_an_airfield() -> None:
    war = italy({"I/12AF": "Trapani", "II/12AF": "Trapani", "I/DAF": "staging"}, garrisons={"AL": ["Trapani"]}, active="AL")
    play(war, "rebase")
    assert asked(war)["unit"] == ["I/12AF", "II/12AF"], "no room for I/DAF"


@pytest.mark.rule("kesselring", "20.1d", "26.4a")
def test_nobody_bombs_a_staging_area() -> None:
    war = italy({"Kg 26": "staging", **WINGS, "45 Inf": "staging"}, garrisons={"AL": ["Gela"]})
    war.play("bombard")
    assert asked(war) == {"target": ["1425"]} and refused(war, "target", HOME) == "21.2.1a"


@pytest.mark.rule("kesselring", "20.2.2a")
def test_missions_fly_from_functional_airfields() -> None:
    war = italy({"Sg 4": "Foggia"}, garrisons={"AX": ["Foggia"], "AL": ["Salerno", "Brindisi", "Roma"]})
    war.play("bombard")
    assert asked(war)["target"] == ["2919", "3328"], "range 8: Salerno 4, Brindisi 7, Roma 10"


@pytest.mark.rule("kesselring", "20.2.2c", "20.2.2e", "21.2.2")
def test_a_bombed_airfield_loses_aircraft() -> None:  # T96
    war = bombs(WINGS | {"Kg 26": "1421", "Kg 54": "1421"}, "I/15AF", "I/12AF", dice=(4, 3, 1, 1))
    assert garrisons(war, "AX") == ["1421-"]
    assert (side(war), asked(war)) == ("AX", {"lose": ["Kg 26", "Kg 54"]})
    war.play("lose", "Kg 54")
    assert (at(war, "Kg 26"), at(war, "Kg 54")) == ("1421", "Axis Turn 6")
    war = bombs(WINGS | {"Kg 26": "1421", "Kg 54": "1421"}, "I/15AF", "I/12AF", dice=(6, 1, 2, 1, 1))
    assert garrisons(war, "AX") == [] and (at(war, "Kg 26"), at(war, "Kg 54")) == ("Axis Turn 4", "Axis Turn 5"), "D2 takes both"


@pytest.mark.rule("kesselring", "20.2.2c")
def test_room_lost_otherwise_costs_nothing() -> None:
    war = italy({"Jg 27": "Foggia", "Sg 4": "Foggia"}, garrisons={"AX": ["Foggia"]})
    play(war, "demobilise", "remove Axis Garrison 1")
    assert at(war, "Jg 27") == at(war, "Sg 4") == "Axis Staging Area"


@pytest.mark.rule("kesselring", "20.2.2f")
def test_fighters_of_the_bombed_airfield() -> None:
    defence = {"Jg 27": "1421", "Jg 53": "1421"}
    war = raid(WINGS | defence, "I/15AF", "I/12AF", garrisons={"AX": ["1421", "Comiso", "Foggia"]})
    assert asked(war) == {"intercept": ["Jg 27", "Jg 53"], "decline": [None]}
    play(war, "intercept Jg 27", "intercept Jg 53")
    war.script(3, 1, 1)  # 6 - 5: DR; the two fighters are ready again
    war.play("engage")
    assert (side(war), asked(war)) == ("AL", {"lose": ["I/12AF", "I/15AF"]})
    war.play("lose", "I/12AF")
    assert (side(war), asked(war)) == ("AX", {"land": ["1421", "1426", "Axis Staging Area"]}), "Foggia is out of range"
    war.play("land", "1426")
    assert at(war, "Jg 27") == "1426"
    war.script(2, 1)
    war.play("land", "1421")
    assert at(war, "Jg 53") == "1421" and told(war, "bombardment")[-1].result == "-", "they are down before the bombs fall"


@pytest.mark.rule("kesselring", "20.2.2f", "20.1a")
def test_fighters_against_close_support_go_home() -> None:
    war = airfield({"45 Inf": "1420", "I/12AF": "staging", "16 Pz": "1421", "Jg 27": "1421"}, garrisons={
        "AL": ["Trapani"], "AX": ["1421", "Comiso"]})  # fmt: skip
    assault(war, "1421", "45 Inf")
    play(war, "cas I/12AF", "enough", "intercept Jg 27")
    war.script(3, 1)
    war.play("engage")
    assert at(war, "Jg 27") == "1421" and step(war) == "Stand", "only a raid on the airfield lets them land elsewhere"


# --- range [20.3]


@pytest.mark.rule("kesselring", "20.3", "20.3a", "20.3.ex")
def test_range_12_from_foggia() -> None:  # T95
    war = italy(
        {"I/12AF": "Foggia"}, garrisons={"AL": ["Foggia"], "AX": ["Civitavecchia", "Perugia", "Reggio", "Messina"]}, active="AL"
    )
    war.play("bombard")
    assert asked(war)["target"] == ["3110", "3611"], "twelve hexes, not thirteen"
    war = italy({"I/15AF": "Foggia"}, garrisons={"AL": ["Foggia"], "AX": ["Reggio", "Alghero"]}, active="AL")
    war.play("bombard")
    assert asked(war)["target"] == ["2004", "2028"], "U reaches the whole map"


@pytest.mark.rule("kesselring", "20.3a")
def test_range_from_the_staging_areas() -> None:
    posts = ["1426", "Messina", "Cagliari", "Vibo Valentia", "Olbia", "Salerno"]
    war = italy({"I/12AF": "staging"}, garrisons={"AX": posts}, active="AL")
    war.play("bombard")
    assert asked(war)["target"] == ["1426", "1609", "2027"], "4, 8 and 10 hexes; Vibo 13, Olbia 15, Salerno 19"
    war = italy({"Sg 4": "staging", "Jg 27": "staging"}, garrisons={"AL": ["Roma", "Anzio", "Napoli", "Salerno", "Bari"]})
    play(war, "bombard")
    assert asked(war)["target"] == ["2913", "2917", "2919", "3112"], "Anzio 7, Napoli 9, Salerno 10, Roma 5; Bari 13"
    play(war, "target 2917")
    assert asked(war)["fly"] == ["Jg 27"], "range 10, Sg 4 has 8"


@pytest.mark.rule("kesselring", "20.4", "20.4a", "20.4b", "21.2", "21.2.1a")
def test_two_of_one_contingent() -> None:
    war = italy(WINGS | {"26 Ast": "1421"}, garrisons={"AX": ["1421"]}, active="AL", ap=(5, 5))
    play(war, "bombard", "target 1421")
    assert asked(war)["fly"] == ["I/DAF", "205G", "I/12AF", "II/12AF", "I/15AF"], "every kind bombs"
    war.play("fly", "I/15AF")
    assert asked(war) == {"fly": ["I/12AF", "II/12AF"], "launch": [None]}
    war.play("fly", "I/12AF")
    assert asked(war) == {"launch": [None]} and war.ap[1] == 4, "one point, whatever the number"
    assert refused(war, "fly", "II/12AF") == "21.2.1a"


# --- the table [20.5] and the way home [20.6]

AIR = {
    "<=-3": "A1 A1 A1 - - DR", "-2 to -1": "A1 A1 - - DR E1", "0": "A1 - - DR E1 D1", "+1 to +2": "A1 - DR E1 D1 D1",
    "+3 to +4": "- DR E1 D1 D1 D2", "+5 to +6": "DR E1 D1 D1 D2 D2", ">=+7": "DR D1 D1 D2 D2 D2",
}  # fmt: skip
DUELS = [
    ("<=-3", ["I/12AF", "II/12AF"], ["Sg 4"]), ("-2 to -1", ["I/12AF"], ["Sg 4"]), ("0", ["I/12AF"], ["Jg 27"]),
    ("+1 to +2", ["205G"], ["Jg 27"]), ("+3 to +4", ["205G"], ["Jg 27", "Sg 4"]), ("+5 to +6", ["205G"], ["Jg 27", "Jg 53"]),
]  # fmt: skip
FIGHTERS = {"Jg 27": "1421", "Jg 53": "1421", "Sg 4": "1426"}


@pytest.mark.rule("kesselring", "20.5", "21.3.1b")
@pytest.mark.parametrize(("column", "mission", "sent"), DUELS, ids=[row[0] for row in DUELS])
def test_columns_of_the_air_table(column: str, mission: list[str], sent: list[str]) -> None:
    war = raid(WINGS | FIGHTERS, *mission, garrisons={"AX": ["1421", "1426"]})
    play(war, *(f"intercept {unit}" for unit in sent))
    odds = war.odds("AX", "engage")
    wanted = AIR[column].split()
    assert odds is not None and dict(odds.chances) == {result: Fraction(wanted.count(result), 6) for result in wanted}
    for die in range(1, 7):
        rolled = war.copy()
        rolled.log = []
        rolled.script(die, 1, 1, 1, 1, 1)
        rolled.play("engage")
        event = told(rolled, "interception")[0]
        assert (fact(event, "column"), event.result) == (column, wanted[die - 1])


@pytest.mark.rule("kesselring", "20.5", "23.3c", "21.2.1c")
def test_the_last_column_and_beyond() -> None:
    war = italy({"Kg 26": "staging", "Kg 54": "staging", "KG 100": "staging"}, garrisons={"AL": ["Foggia"]}, reduced=["Foggia"])
    play(war, "bombard", "target 3321", "fly Kg 26", "fly Kg 54", "support KG 100")
    odds = war.odds("AX", "launch")
    wanted = AIR[">=+7"].split()
    assert odds is not None and dict(odds.chances) == {result: Fraction(wanted.count(result), 6) for result in wanted}
    assert odds.modifiers == (("KG 100", 2, "23.3c"),), "4 and two columns; a reduced Garrison has no flak"


@pytest.mark.rule("kesselring", "20.6", "21.2.1d")
@pytest.mark.parametrize("die", range(1, 7))
def test_after_the_mission(die: int) -> None:
    war = bombs(WINGS, "I/15AF", dice=(2, die))
    assert at(war, "I/15AF") == (HOME if die <= 4 else "Allied Turn 4")


# --- close air support [21.1]


@pytest.mark.rule("kesselring", "21.0", "21.1", "21.1a", "21.1b")
def test_who_flies_close_support() -> None:  # T99
    wings = {**WINGS, "III/12AF": "staging"}
    war = airfield({"45 Inf": "1420", "16 Pz": "1421", "Kg 26": "staging", **wings})
    assault(war, "1421", "45 Inf")
    assert asked(war)["cas"] == ["I/12AF", "II/12AF", "III/12AF"], "Allied TAC only, of the attackers' contingent"
    play(war, "cas I/12AF", "cas II/12AF")
    assert "cas" not in asked(war), "two at most"
    war.play("enough")
    assert "cas" not in asked(war), "the defender has none"
    war = italy({"45 Inf": "1420", "16 Pz": "1421", "Kg 26": "staging", "AdS": "1421"}, garrisons={"AX": ["1421"]})
    assault(war, "1420", "16 Pz")
    assert asked(war)["cas"] == ["Kg 26"], "Axis bombers may; AdS flies for Italians"


@pytest.mark.rule("kesselring", "21.1.1", "21.1.1a", "21.1.1c", "2.5")
def test_close_support_is_free_and_needs_range() -> None:
    war = italy(CASSINO | {"III/12AF": "staging"}, garrisons={"AL": ["Napoli"], "AX": ["Frosinone"]}, active="AL", ap=(5, 5))
    assault(war, "3116", "2 Mor")
    assert asked(war)["cas"] == ["I/12AF", "II/12AF"], "III/12AF is too far away; the French are of the US contingent"
    play(war, "cas I/12AF")
    odds = war.odds("AL", "enough")
    assert odds is not None and mods(odds)["close air support"] == 1 and war.ap == [5, 4]


@pytest.mark.rule("kesselring", "21.1.1d", "24.3", "24.3a")
def test_flak_stops_one_and_only_one() -> None:  # T100
    war = airfield({"45 Inf": "1420", "A/5 Flak": "1421", "HG Pz": "1421", **WINGS})
    assault(war, "1421", "45 Inf")
    play(war, "cas I/12AF", "cas II/12AF", "enough")
    war.script(3, 5, 1)
    war.play("stand")
    roll = told(war, "combat")[-1]
    assert mods(roll)["close air support"] + mods(roll)["flak"] == 1 and roll.result == "AA"
    war.play("lose", "45 Inf")
    assert [event.dice for event in told(war, "mission")] == [(5,), (1,)], "both roll to come back"


@pytest.mark.rule("kesselring", "21.1.1d", "12.1c")
def test_a_reduced_garrison_has_no_flak() -> None:
    war = airfield({"45 Inf": "1420", **WINGS}, reduced=["1421"])
    assault(war, "1421", "45 Inf")
    play(war, "cas I/12AF")
    odds = war.odds("AL", "enough")
    assert odds is not None and mods(odds) == {"close air support": 1}


@pytest.mark.rule("kesselring", "21.1.1b", "21.3.2")
def test_what_is_shot_down_supports_nobody() -> None:
    war = airfield({"45 Inf": "1420", "16 Pz": "1421", "Jg 27": "1421", "Jg 53": "1421", **WINGS}, reduced=["1421"])
    assault(war, "1421", "45 Inf")
    play(war, "cas I/12AF", "cas II/12AF", "enough", "intercept Jg 27", "intercept Jg 53")
    war.script(6, 2, 1, 1)  # 6 - 6: D1
    play(war, "engage", "lose II/12AF")
    assert at(war, "II/12AF") == "Allied Turn 5"
    odds = war.odds("AX", "stand")
    assert odds is not None and mods(odds) == {"close air support": 1}


# --- bombardment [21.2]


@pytest.mark.rule("kesselring", "21.2.1", "21.2.1b", "21.2.1c", "24.3b", "25.3a")
def test_a_fortified_garrison() -> None:  # T101
    war = bombs(WINGS | {"A/5 Flak": "1421"}, "I/15AF", "I/12AF", dice=(2, 1, 1), forts=["1421"])
    event = told(war, "bombardment")[-1]
    assert mods(event) == {"flak": -1, "fortification": -1} and fact(event, "column") == "+1 to +2", "flak counts once"


@pytest.mark.rule("kesselring", "21.2.1c")
def test_terrain_does_not_matter_to_bombers() -> None:
    war = italy({"I/15AF": "staging"}, garrisons={"AX": ["Palermo"]}, reduced=["Palermo"], active="AL")
    play(war, "bombard", "target 1721", "fly I/15AF")
    odds = war.odds("AL", "launch")
    assert odds is not None and odds.modifiers == (), "a city in rough ground"


EFFECTS = [
    (1, "A1", True, 5, True), (2, "-", True, 5, False), (3, "DR", True, 4, False), (4, "E1", False, 4, True), (5, "D1", False, 4, False),
]  # fmt: skip


@pytest.mark.rule("kesselring", "21.2.2")
@pytest.mark.parametrize(("die", "result", "unhurt", "points", "lost"), EFFECTS, ids=[row[1] for row in EFFECTS])
def test_results_of_bombardment(die: int, result: str, unhurt: bool, points: int, lost: bool) -> None:
    war = italy(WINGS | {"26 Ast": "1421"}, garrisons={"AX": ["1421"]}, active="AL", ap=(5, 5))
    play(war, "bombard", "target 1421", "fly I/12AF", "fly II/12AF")
    war.script(die, 2, 1, 1)
    war.play("launch")  # 4, less a column for flak: +1 to +2
    assert told(war, "bombardment")[-1].result == result
    assert garrisons(war, "AX") == (["1421"] if unhurt else ["1421-"]) and war.ap == [points, 4] and whole(war, "26 Ast")
    if lost:
        assert (side(war), asked(war)) == ("AL", {"lose": ["I/12AF", "II/12AF"]})
        war.play("lose", "I/12AF")
        assert at(war, "I/12AF") == "Allied Turn 5"
    assert (side(war), step(war)) == ("AX", "Act")


@pytest.mark.rule("kesselring", "21.2.2", "5.2a")
def test_a_garrison_bombed_out() -> None:  # T102
    war = bombs(WINGS, "I/15AF", "I/12AF", dice=(6, 1, 1), ap=(1, 5))
    assert told(war, "bombardment")[-1].result == "D2" and garrisons(war, "AX") == [] and war.ap[0] == 0
    assert at(war, "Axis Garrison 1") == "Axis Reinforcements"


@pytest.mark.rule("kesselring", "21.2.1b")
def test_the_bombs_of_the_survivors() -> None:
    for fallen, column in (("I/15AF", "+1 to +2"), ("I/12AF", "+3 to +4")):
        war = raid(WINGS | FIGHTERS, "I/15AF", "I/12AF", garrisons={"AX": ["1421", "1426"]}, reduced=["1421"])
        play(war, "intercept Jg 27", "intercept Jg 53")
        war.script(6, 1, 1, 1, 2, 1)
        play(war, "engage", f"lose {fallen}", "land 1421")
        if step(war) == "Landing":
            war.play("land", "1421")
        assert fact(told(war, "bombardment")[-1], "column") == column
    war = raid(WINGS | FIGHTERS, "205G", garrisons={"AX": ["1421", "1426"]})
    war.play("intercept", "Jg 27")
    war.script(6, 1, 1)
    play(war, "engage", "lose 205G", "land 1421")
    assert told(war, "bombardment") == [] and (side(war), step(war)) == ("AX", "Act"), "nobody is left"


# --- interception [21.3]


@pytest.mark.rule("kesselring", "21.3", "21.3a", "21.3.1", "21.3.1a", "21.3.1c")
def test_who_intercepts() -> None:  # T105
    up = FIGHTERS | {"AdS": "1426", "Kg 26": "1519", "Zg 26": "staging"}
    posts = {"AX": ["1421", "1426", "1519"]}
    war = raid(WINGS | up, "I/15AF", garrisons=posts, ap=(5, 5))
    assert asked(war)["intercept"] == ["Jg 27", "Jg 53", "Sg 4", "AdS"], "TAC in range, of either contingent"
    war.play("intercept", "AdS")
    assert asked(war) == {"engage": [None]} and war.ap[0] == 4, "two units are of one contingent"
    war = raid(WINGS | up, "I/15AF", garrisons=posts, ap=(5, 5))
    play(war, "intercept Jg 27", "intercept Sg 4")
    assert asked(war) == {"engage": [None]} and war.ap[0] == 4, "one point for both"
    war = raid(WINGS | up, "I/15AF", garrisons=posts, ap=(0, 5), dice=(2, 1))
    assert told(war, "interception") == [] and told(war, "bombardment") != [], "without a point nobody rises"


@pytest.mark.rule("kesselring", "21.3.1a")
def test_a_mission_is_intercepted_once() -> None:
    war = raid(WINGS | FIGHTERS, "I/15AF", garrisons={"AX": ["1421", "1426"]})
    war.play("intercept", "Sg 4")
    war.script(2, 1, 2, 1)
    war.play("engage")
    assert len(told(war, "bombardment")) == 1, "no second question"


@pytest.mark.rule("kesselring", "21.3.1b")
@pytest.mark.parametrize(("literal", "column"), [(False, "+1 to +2"), (True, "-2 to -1")])
def test_which_factors_are_taken_from_which(literal: bool, column: str) -> None:
    war = raid(WINGS | FIGHTERS, "205G", garrisons={"AX": ["1421", "1426"]}, options={"intercept_literal": literal})
    war.play("intercept", "Jg 27")
    war.script(3, 1, 1, 1)
    war.play("engage")
    assert fact(told(war, "interception")[-1], "column") == column


@pytest.mark.rule("kesselring", "21.3.1d", "21.3.1.ex")
def test_the_interceptor_still_has_its_action() -> None:  # T104
    war = italy(
        {"45 Inf": "1420", "16 Pz": "1421", "Kg 26": "1421", "I/12AF": "staging"}, garrisons={"AX": ["1421"], "AL": ["Trapani"]}, ap=(5, 5)
    )  # fmt: skip
    assault(war, "1420", "16 Pz")
    play(war, "cas Kg 26", "enough")
    assert (side(war), asked(war)) == ("AL", {"intercept": ["I/12AF"], "decline": [None]})
    war.play("intercept", "I/12AF")
    war.script(2, 1)
    war.play("engage")
    if step(war) == "Landing":
        war.play("land", HOME)
    war.script(3, 1)  # 8 : 7 and a column each for tanks and aircraft: BA or so
    war.play("stand")
    while step(war) != "Act":
        verb, targets = next(iter(asked(war).items()))
        war.play(verb, targets[0])
    assert side(war) == "AL" and war.ap == [4, 4]


DUEL = [
    (["CVE"], (1, 3, 1, 1, 1), "A1"), (["CVE"], (3, 1, 1, 1, 1), "-"), (["CVE"], (4, 1, 2, 1), "DR"), (["CVE"], (5, 3, 3, 2, 1), "E1"),
    (["I/12AF"], (6, 3, 1, 2, 1), "D1"), (["I/12AF", "II/12AF"], (6, 3, 1, 1), "D2"),
]  # fmt: skip


@pytest.mark.rule("kesselring", "21.3.2")
@pytest.mark.parametrize(("sent", "dice", "result"), DUEL, ids=[row[2] for row in DUEL])
def test_results_of_interception(sent: list[str], dice: tuple[int, ...], result: str) -> None:  # T106
    units = {"Kg 26": "staging", "Kg 54": "staging", "CVE": "Trapani", "I/12AF": "Trapani", "II/12AF": "staging"}
    war = italy(units, garrisons={"AL": ["Trapani", "Gela"]}, reduced=["Gela"])
    play(war, "bombard", "target 1425", "fly Kg 26", "fly Kg 54", "launch", *(f"intercept {unit}" for unit in sent))
    war.script(*dice)
    war.play("engage")
    assert told(war, "interception")[-1].result == result
    chosen = []
    while step(war) != "Act":
        if step(war) == "AirCasualty":
            chosen.append(side(war))
            war.play("lose", asked(war)["lose"][0])
        else:
            war.play("land", HOME)
    assert chosen == {"A1": ["AL"], "DR": ["AX"], "E1": ["AX", "AL"], "D1": ["AX"], "D2": ["AX", "AX"]}.get(result, [])
    home = "Axis Staging Area"
    wanted = {
        "DR": [home, "Axis Turn 4"], "E1": [home, "Axis Turn 6"], "D1": [home, "Axis Turn 6"], "D2": ["Axis Turn 4", "Axis Turn 6"],
    }  # fmt: skip
    assert sorted(at(war, name) for name in ("Kg 26", "Kg 54")) == wanted.get(result, [home, home])
    assert (at(war, sent[0]) == "Allied Turn 6") == (result in ("A1", "E1"))
    assert (told(war, "bombardment") == []) == (result == "D2"), "survivors fly on"


# --- air transport [21.4]


@pytest.mark.rule("kesselring", "21.4", "21.4a", "21.4b", "21.4c")
def test_air_transport() -> None:  # T107
    posts = {"AL": ["Trapani", "Gela"], "AX": ["1421", "1426"]}
    war = italy(
        {"2 Arm": "Trapani", "3 Inf": "Trapani", "9 Inf": "1420", "45 Inf": "staging"}, garrisons=posts, active="AL", ap=(5, 5)
    )
    war.play("airlift")
    assert asked(war)["unit"] == ["3 Inf", "45 Inf"], "no tanks, and only from airfields"
    play(war, "unit 3 Inf")
    assert asked(war)["to"] == ["1425", HOME], "Gela lies in the ZOC of Comiso"
    war.play("to", "1425")
    assert at(war, "3 Inf") == "1425" and (side(war), step(war)) == ("AX", "Act") and war.ap == [5, 4]
    war = italy({"16 Pz": "1421", "15 PzGr": "staging"}, garrisons=posts)
    play(war, "airlift", "unit 16 Pz", "to 1426")
    assert at(war, "16 Pz") == "1426", "the Axis flies anything"


@pytest.mark.rule("kesselring", "21.4a", "26.4b")
def test_airborne_units_fly_home() -> None:
    war = italy({"82 Abn": "Trapani"}, garrisons={"AL": ["Trapani"]}, active="AL")
    play(war, "airlift", "unit 82 Abn", f"to {HOME}")
    assert at(war, "82 Abn") == HOME


@pytest.mark.rule("kesselring", "21.3a", "21.3b")
def test_nothing_to_intercept_without_aircraft() -> None:
    war = airfield({"45 Inf": "1420", "16 Pz": "1421", "Jg 27": "1421"})
    fight(war, "1421", "45 Inf", dice=(4,))
    assert told(war, "interception") == []
