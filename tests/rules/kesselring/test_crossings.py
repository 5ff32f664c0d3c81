"""Chapters that seldom meet: stacking and supply, zones and the air, landings and drops with everything else."""

from __future__ import annotations

import pytest

from grandharbour.games.kesselring.state import ALLIED, AXIS
from grandharbour.games.kesselring.supply import supplied

from .conftest import asked, assault, at, fight, garrisons, italy, mods, piece, play, refused, side, step, told, whole

HOME = "Allied Staging Area"
FLEET = {"9 Inf": "staging", "Amphib US 1": "staging"}
OTHERS = ["Roma", "San Benedetto", "Napoli", "Foggia", "Salerno", "Reggio", "Taranto", "Bari", "Pescara", "Messina", "Palermo",
          "Catania", "Siracusa", "Cagliari"]  # fmt: skip
"""All Objectives but Olbia."""
ARMY = ["45 Inf", "34 Inf", "36 Inf", "1 Arm", "2 Arm", "88 Inf", "2 Mor", "3 Alg", "78 Inf", "5 Inf", "50 Inf", "51 Inf", "46 Inf",
        "56 Inf"]  # fmt: skip


def land(beach: str, *units: str) -> list[str]:
    return ["invade", f"from {HOME}", f"beach {beach}", *(f"load {unit}" for unit in units), "full", "launch"]


# --- landings


@pytest.mark.rule("kesselring", "3.1a", "18.4a")
def test_an_unopposed_landing_on_the_last_objective_wins() -> None:
    war = italy(FLEET | dict(zip(ARMY, OTHERS, strict=True)), active="AL")
    play(war, *land("2306", "9 Inf"))
    assert war.outcome is not None and war.outcome.rule == "3.1a"


@pytest.mark.rule("kesselring", "3.1b", "18.4a", "3.2c")
@pytest.mark.parametrize(("beach", "saved"), [("1426", True), ("1420", False)])
def test_a_beachhead_saves_the_allies_only_in_a_port_or_airfield(beach: str, saved: bool) -> None:
    war = italy(
        {"9 Inf": beach}, surrendered=False, phase="end of turn", turn=2, events={"AL": range(1, 7), "AX": range(1, 7)},
        dice=(1, 1, 1, 1),
    )  # fmt: skip
    assert (war.outcome is None) == saved


@pytest.mark.rule("kesselring", "18.2i", "11.2b", "18.4a", "13.2b")
def test_a_landing_ignores_zones_and_marches_only_in_a_later_segment() -> None:
    war = italy(FLEET | {"26 Ast": "1421", "54 Nap": "1519"}, active="AL", surrendered=False, ap=(5, 9))
    play(war, *land("1420", "9 Inf"))
    assert at(war, "9 Inf") == "1420" and side(war) == "AX", "between two enemies, and nothing follows"
    war.play("pass")
    assert refused(war, "move") == "13.1a", "every hex around lies in a zone too"


@pytest.mark.rule("kesselring", "18.4a", "12.5d", "12.4a")
@pytest.mark.parametrize("garrisoned", [True, False])
def test_a_beachhead_without_a_garrison_is_out_of_supply_when_it_is_struck(garrisoned: bool) -> None:
    posts = {"AL": ["Gela"]} if garrisoned else {}
    war = italy(FLEET | {"16 Pz": "1525"}, garrisons=posts, active="AL", surrendered=False)
    play(war, *land("1425", "9 Inf"))
    assault(war, "1425", "16 Pz")
    odds = war.odds("AX", "enough")
    assert odds is not None and ("defenders out of supply" not in mods(odds)) == garrisoned


@pytest.mark.rule("kesselring", "18.4d", "35.1b", "35.2b")
def test_a_failed_landing_at_a_major_objective_pays_the_axis_once() -> None:
    units = FLEET | {"16 Pz": "Cagliari", "26 Pz": "Cagliari"}
    war = italy(units, active="AL", surrendered=False, ap=(0, 9), options={"major_objectives": True})
    play(war, *land("1609", "9 Inf"), "enough", "fight 1609")
    war.script(6)
    war.play("stand")
    assert war.ap[AXIS] == 2 and at(war, "9 Inf") == HOME


@pytest.mark.rule("kesselring", "18.4c", "35.1a")
def test_a_landing_that_takes_a_major_objective_pays_the_allies() -> None:
    war = italy(FLEET | {"31 Cal": "Cagliari"}, active="AL", surrendered=False, ap=(0, 9), options={"major_objectives": True})
    play(war, *land("1609", "9 Inf"), "enough", "fight 1609")
    war.script(6)
    war.play("stand")
    while step(war) in ("RetreatStack", "Retreat"):
        verb = next(iter(asked(war)))
        war.play(verb, asked(war)[verb][0])
    assert at(war, "9 Inf") == "1609" and war.ap[ALLIED] == 9 - 2 + 2


@pytest.mark.rule("kesselring", "18.4a", "19.2", "19.1c")
def test_troops_ashore_help_the_drop_that_follows() -> None:
    war = italy(FLEET | {"82 Abn": "staging"}, garrisons={"AX": ["1421"]}, active="AL", surrendered=False, ap=(5, 9))
    play(war, *land("1420", "9 Inf"), "pass", "drop", "unit 82 Abn")
    war.script(4)
    war.play("jump", "1520")
    assert mods(told(war, "drop")[-1]) == {"enemy zone of control": -1, "flak next to it": -1, "friends near": 1}


# --- drops


@pytest.mark.rule("kesselring", "19.1d", "3.2c", "27.1.SR3")
def test_a_drop_on_an_empty_objective_completes_an_island() -> None:
    war = italy({"82 Abn": "staging"}, garrisons={"AL": ["Cagliari"]}, active="AL", surrendered=False, ap=(0, 1), turn=2)
    play(war, "drop", "unit 82 Abn")
    war.script(6, 1, 1)
    war.play("jump", "2306")
    assert war.surrendered, "both Objectives of Sardinia are held when the phase ends"


@pytest.mark.rule("kesselring", "19.2", "8.1.1a", "8.1.3a")
def test_a_unit_lost_in_the_drop_comes_back_by_a_die() -> None:
    war = italy({"82 Abn": "staging"}, reduced=["82 Abn"], garrisons={"AX": ["1421"]}, active="AL", surrendered=False)
    play(war, "drop", "unit 82 Abn")
    war.script(3, 2)
    war.play("jump", "1420")
    assert told(war, "drop")[-1].result == "scattered" and at(war, "82 Abn") == "Allied Turn 5"
    assert [e.rule for e in told(war, "eliminated")] == ["8.1.1a"]


@pytest.mark.rule("kesselring", "19.1d", "10.1a", "10.0d")
def test_no_drop_into_a_full_hex_though_a_comrade_could_leave() -> None:
    units = {"82 Abn": "staging", "9 Inf": "1520", "45 Inf": "1520", "34 Inf": "1520"}
    war = italy(units, active="AL", surrendered=False)
    play(war, "drop", "unit 82 Abn")
    assert refused(war, "jump", "1520") == "19.1d"


@pytest.mark.rule("kesselring", "19.1g", "12.5a", "13.1a")
def test_a_unit_that_has_dropped_moves_alone_in_the_next_segment() -> None:
    war = italy({"82 Abn": "1520", "9 Inf": "1425"}, garrisons={"AL": ["Gela"], "AX": ["1421"]}, active="AL")
    play(war, "move", "lead 82 Abn")
    assert asked(war) == {"unit": ["82 Abn"], "strike": ["1421"]} and not supplied(war, piece(war, "82 Abn"))


@pytest.mark.rule("kesselring", "19.1f", "22.1a", "21.1.1", "23.2a")
def test_a_drop_attack_has_all_support() -> None:
    units = {"82 Abn": "staging", "26 Ast": "1421", "I/12AF": "staging", "Gunfire (US)": "staging", "Patton": "staging"}
    war = italy(units, active="AL", surrendered=False)
    play(war, "drop", "unit 82 Abn")
    war.script(6)
    play(war, "jump 1420", "strike 1421")
    assert asked(war) == {"cas": ["I/12AF"], "gunfire": ["Gunfire (US)"], "support": ["Patton"], "enough": [None]}


@pytest.mark.rule("kesselring", "19.1f", "17.2.1a", "24.1")
def test_parachutists_pursue_one_hex_after_a_drop() -> None:
    war = italy({"82 Abn": "staging", "26 Ast": "1421"}, active="AL", surrendered=False)
    play(war, "drop", "unit 82 Abn")
    war.script(6, 6)
    play(war, "jump 1420", "strike 1421", "enough", "stand")
    while step(war) in ("RetreatStack", "Retreat"):
        verb = next(iter(asked(war)))
        war.play(verb, asked(war)[verb][0])
    war.play("pursue", "82 Abn")
    assert at(war, "82 Abn") == "1421" and step(war) == "Act"


@pytest.mark.rule("kesselring", "19.1b", "12.1e", "14.2.2a")
def test_a_drop_from_an_airfield_needs_its_garrison() -> None:
    for posts in ([], ["1421"]):
        war = italy({"82 Abn": "1421", "9 Inf": "1420"}, garrisons={"AL": posts}, active="AL", surrendered=False)
        assert ("drop" in asked(war)) == bool(posts)


# --- stacking and supply


@pytest.mark.rule("kesselring", "10.2a", "12.5d")
@pytest.mark.parametrize(("chosen", "cut_off"), [("16 Pz", False), ("26 Ast", True)])
def test_in_a_crowded_hex_the_supply_of_the_defender_counts(chosen: str, cut_off: bool) -> None:
    """Roma's Garrison supplies 16 Pz along the road, not the Italians, who trace three hexes."""
    units = {"9 Inf": "3018", "16 Pz": "3017", "26 Ast": "3017", "54 Nap": "3017", "28 Aos": "3017"}
    war = italy(units, garrisons={"AX": ["Roma"], "AL": ["Salerno"]}, active="AL")
    assault(war, "3017", "9 Inf")
    play(war, "enough", f"defend {chosen}")
    odds = war.odds("AX", "stand")
    assert odds is not None and ("defenders out of supply" in mods(odds)) == cut_off


@pytest.mark.rule("kesselring", "10.2", "8.2.1a", "12.5e")
def test_an_overstacked_hex_regroups_as_a_whole() -> None:
    units = {"9 Inf": "Palermo", "45 Inf": "Palermo", "34 Inf": "Palermo", "36 Inf": "Palermo"}
    war = italy(units, garrisons={"AL": ["Palermo"]}, reduced=units, active="AL")
    play(war, "regroup", "where 1721", "unit 9 Inf")
    assert all(whole(war, unit) for unit in units)


@pytest.mark.rule("kesselring", "10.2", "11.1a", "11.1c")
def test_a_crowd_watches_no_more_than_one_unit() -> None:
    units = {"9 Inf": "1721", "45 Inf": "1721", "34 Inf": "1721", "36 Inf": "1721"}
    crowd, one = italy(units), italy({"9 Inf": "1721"})
    assert crowd.zoc(ALLIED) == one.zoc(ALLIED) != 0


@pytest.mark.rule("kesselring", "7.4e", "11.2b", "13.4b", "10.2")
def test_the_free_step_obeys_zones_and_mountains() -> None:
    """Catania, with three units and 26 Ast in 1726: a tank brigade may step nowhere that 26 Ast watches, nor onto the volcano but by road."""
    units = {"78 Inf": "Catania", "5 Inf": "Catania", "50 Inf": "Catania", "23 Arm Bde": "display", "26 Ast": "1726"}
    war = italy(units, garrisons={"AL": ["Catania"]}, active="AL")
    war.script(1)
    play(war, "reinforce", "bring 23 Arm Bde", "at 1727")
    ways = asked(war).get("to", [])
    zone = {"1626", "1627", "1725", "1727", "1826", "1827"}
    assert not set(ways) & zone


@pytest.mark.rule("kesselring", "31.2c", "10.2a", "31.3d")
def test_a_task_force_that_crowds_a_hex_keeps_its_comrades_from_attacking() -> None:
    units = {"16 Pz": "3320", "26 Pz": "3320", "15 PzGr": "3320", "KG Arm": "3320", "9 Inf": "3321"}
    war = italy(units, garrisons={"AX": ["Bari"]}, options={"kampfgruppen": True})
    play(war, "attack", "target 3321", "join 16 Pz")
    assert asked(war) == {"assault": [None]}


@pytest.mark.rule("kesselring", "27.0a", "10.0d", "27.1.AxIta")
def test_set_up_obeys_the_limits() -> None:
    import grandharbour as gh

    war = gh.game("kesselring").new("campaign", seed=1)
    while "at" in war.decision.choices and type(war.stack[0]).__name__ == "SetGarrisons":  # type: ignore[union-attr,index]
        war.play("at", war.choices("at")[0])
    first = war.choices("at")[0]
    for _ in range(3):
        war.play("at", first)
    assert first not in war.choices("at") and war.why_not("at", first).rule == "10.1a"  # type: ignore[union-attr]


# --- zones


@pytest.mark.rule("kesselring", "21.4b", "11.2a", "20.1c")
def test_an_airlift_lands_in_a_zone() -> None:
    war = italy({"305 Inf": "staging", "9 Inf": "1420"}, garrisons={"AX": ["1421"]})
    play(war, "airlift", "unit 305 Inf", "to 1421")
    assert at(war, "305 Inf") == "1421" and side(war) == "AL"


@pytest.mark.rule("kesselring", "25.1", "11.2a", "12.3a")
def test_a_fortification_is_built_under_the_eyes_of_the_enemy() -> None:
    war = italy({"16 Pz": "3112", "9 Inf": "3111"}, garrisons={"AX": ["Roma"]})
    play(war, "fortify", "at 3112")
    assert war.forts


@pytest.mark.rule("kesselring", "32.1b", "11.2", "12.2")
def test_strategic_movement_neither_begins_nor_ends_in_a_zone() -> None:
    options = {"strategic_movement": True}
    war = italy({"16 Pz": "3112", "9 Inf": "3111"}, garrisons={"AX": ["Roma"]}, options=options)
    assert "march" not in asked(war)
    war = italy({"16 Pz": "3312", "9 Inf": "3111"}, garrisons={"AX": ["Roma"]}, options=options)
    play(war, "march", "unit 16 Pz")
    assert "3112" not in asked(war)["to"]


@pytest.mark.rule("kesselring", "31.2b", "12.2", "7.3b")
@pytest.mark.parametrize("fed", [True, False])
def test_an_allied_task_force_needs_a_host_with_a_line(fed: bool) -> None:
    names = italy({}, options={"kampfgruppen": True}).setup.piece_names
    force = next(n for n in names if n.startswith("TF") and "US" in n and "Arm" in n)
    units = {"1 Arm": "3321", force: "display"}
    war = italy(units, garrisons={"AL": ["Manfredonia"]} if fed else {}, options={"kampfgruppen": True}, active="AL")
    war.script(1)
    play(war, "reinforce", f"bring {force}")
    assert ("3321" in asked(war).get("at", [])) == fed


# --- the sea and the air


@pytest.mark.rule("kesselring", "14.1a", "26.3a", "14.2.2a", "21.4")
def test_after_interdiction_only_aircraft_supply_the_islands() -> None:
    units = {"16 Pz": "staging"}
    for cut in (False, True):
        war = italy(units, garrisons={"AX": ["Cagliari"]}, interdiction=cut)
        assert ("transfer" in asked(war)) != cut and "airlift" in asked(war)


@pytest.mark.rule("kesselring", "14.1a", "15.1g", "16.2")
def test_units_shipped_in_defend_beside_another_contingent() -> None:
    units = {"9 Inf": "staging", "78 Inf": "Palermo", "16 Pz": "1722"}
    war = italy(units, garrisons={"AL": ["Palermo"]}, active="AL", ap=(9, 9))
    play(war, "transfer", f"from {HOME}", "to 1721", "unit 9 Inf")
    roll = fight(war, "1721", "16 Pz", dice=(1, 3))
    assert dict(roll.facts)["percent"] == 800 // (8 + 7 + 2)


@pytest.mark.rule("kesselring", "17.1.1k", "20.2.2c", "8.1.1a")
def test_a_garrison_that_cannot_retreat_takes_its_aircraft_along() -> None:
    units = {"9 Inf": "1420", "Jg 27": "1421", "AdS": "1421"}
    war = italy(units, garrisons={"AL": ["Trapani"], "AX": ["1421"]}, active="AL", ap=(0, 9), surrendered=False)
    roll = fight(war, "1421", "9 Inf", dice=(4, 2))
    assert roll.result == "DW"
    assert (at(war, "Jg 27"), at(war, "AdS")) == ("Axis Turn 5", "Axis Eliminated"), "an Italian wing never returns"


@pytest.mark.rule("kesselring", "23.2c", "17.1.1", "23.4")
def test_a_special_unit_does_not_retreat_with_the_defenders() -> None:
    units = {"9 Inf": "3321", "3 Inf": "3321", "305 Inf": "3320", "Hube": "staging"}
    war = italy(units, garrisons={"AL": ["Manfredonia"]}, active="AL")
    assault(war, "3320", "9 Inf", "3 Inf")
    play(war, "enough", "support Hube")
    war.script(4)
    war.play("stand")
    assert told(war, "combat")[-1].result == "DW"
    play(war, "unit 305 Inf", "to 3319")
    assert at(war, "Hube") == "Axis Staging Area"


@pytest.mark.rule("kesselring", "24.2a", "13.4a", "7.3a")
def test_mountain_troops_go_farther_from_the_same_place() -> None:
    ways = {}
    for unit in ("5 Mtn", "305 Inf"):
        war = italy({unit: "3414"})
        play(war, "move", f"lead {unit}", f"unit {unit}")
        ways[unit] = set(asked(war)["to"])
    assert ways["5 Mtn"] > ways["305 Inf"], "same factor, cheaper hills"


@pytest.mark.rule("kesselring", "36.1", "23.1a", "30.1b")
def test_the_commandos_come_on_turn_three_even_after_achse() -> None:
    war = italy({"FJV": "turn 3"}, phase="arrivals", turn=3, options={"victory_south": True, "achse": True})
    assert at(war, "FJV") == "Axis Reinforcements"


@pytest.mark.rule("kesselring", "7.5b", "7.5c", "12.4a", "20.1c")
def test_a_garrison_makes_a_port_a_source_and_a_field_a_base_at_once() -> None:
    war = italy({"9 Inf": "Trapani", "45 Inf": "1520", "I/12AF": "staging"}, active="AL", ap=(0, 9))
    assert not supplied(war, piece(war, "45 Inf"))
    play(war, "garrison", "at 1519")
    assert supplied(war, piece(war, "45 Inf")) and garrisons(war, "AL") == ["1519"]
    play(war, "rebase", "unit I/12AF", "to 1519")
    assert at(war, "I/12AF") == "1519"
