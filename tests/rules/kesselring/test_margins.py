"""Ends of ranges and rare turns of rules that small faults could hide in."""

from __future__ import annotations

import pytest

from .conftest import asked, assault, at, garrisons, italy, mods, play, refused, side, step, told
from .test_crowds import SALERNO

HOME = "Allied Staging Area"


@pytest.mark.rule("kesselring", "20.2.2f", "26.2")
def test_interceptors_of_a_raided_field_may_fly_to_the_staging_area() -> None:
    units = {"205G": "staging", "Jg 27": "1421"}
    war = italy(units, garrisons={"AX": ["1421", "1627"]}, active="AL", ap=(5, 9))
    play(war, "bombard", "target 1421", "fly 205G", "launch", "intercept Jg 27")
    war.script(2, 1)
    war.play("engage")
    while step(war) == "AirCasualty":
        war.play("lose", asked(war)["lose"][0])
    assert asked(war) == {"land": ["1421", "1627", "Axis Staging Area"]}


@pytest.mark.rule("kesselring", "20.1c", "20.2.2b")
@pytest.mark.parametrize(
    ("posts", "reduced", "able"),
    [(["1421"], ["1421"], True), (["1421", "1627"], [], True), ([], [], False)],
)
def test_a_wing_flies_out_if_one_field_has_one_place(posts: list[str], reduced: list[str], able: bool) -> None:
    """Jg 53 and Jg 77 fill 1627 where it has a Garrison; 1421 has room for one wing at least."""
    units = {"Jg 27": "staging"} | ({"Jg 53": "1627", "Jg 77": "1627"} if "1627" in posts else {})
    war = italy(units, garrisons={"AX": posts}, reduced=reduced)
    assert ("rebase" in asked(war)) == able


@pytest.mark.rule("kesselring", "13.3", "11.2a", "13.4b")
def test_the_minimum_move_may_enter_a_zone_from_free_ground() -> None:
    """26 Ast, factor 3, behind a river before mountain 3020: four points, and 9 Inf watches it."""
    war = italy({"26 Ast": "3019", "9 Inf": "3120"}, active="AX")
    play(war, "move", "lead 26 Ast", "unit 26 Ast")
    assert "3020" in asked(war)["to"]


@pytest.mark.rule("kesselring", "10.0d", "13.1a")
def test_two_full_stacks_exchange_two_units_each() -> None:
    left = {"9 Inf": "1608", "45 Inf": "1608", "34 Inf": "1608"}
    right = {"36 Inf": "1609", "88 Inf": "1609", "1 Arm": "1609"}
    war = italy(left | right, garrisons={"AL": ["Cagliari"]}, active="AL")
    play(war, "move", "lead 9 Inf", "unit 9 Inf", "to 1609", "unit 36 Inf", "to 1608", "unit 45 Inf", "to 1609")
    assert set(asked(war)["unit"]) == {"88 Inf", "1 Arm"}
    play(war, "unit 88 Inf", "to 1608", "end")
    assert [at(war, u) for u in ("9 Inf", "45 Inf", "36 Inf", "88 Inf")] == ["1609", "1609", "1608", "1608"]


@pytest.mark.rule("kesselring", "10.0d", "13.4b", "27.1.SR4")
def test_room_is_made_by_way_of_a_third_full_hex() -> None:
    """Without roads tanks in 1927 can go to Messina only, which is full; but foot soldiers there can go on to 1926."""
    etna = {"9 Inf": "1827", "45 Inf": "1827", "34 Inf": "1827"}
    tanks = {"1 Arm": "1927", "2 Arm": "1927", "1 AG": "1927"}
    messina = {"36 Inf": "2027", "88 Inf": "2027", "2 Mor": "2027"}
    war = italy(etna | tanks | messina, garrisons={"AL": ["Messina"]}, active="AL", surrendered=False, tables="[map]\nroads = []")
    play(war, "move", "lead 9 Inf", "unit 9 Inf", "to 1927")
    assert set(asked(war)["unit"]) == set(tanks)
    war.play("unit", "2 Arm")
    assert asked(war) == {"to": ["2027"]}
    war.play("to", "2027")
    assert set(asked(war)["unit"]) == set(messina)
    play(war, "unit 36 Inf", "to 1926", "end")
    assert [at(war, u) for u in ("9 Inf", "2 Arm", "36 Inf")] == ["1927", "2027", "1926"]


@pytest.mark.rule("kesselring", "10.0d", "13.4b", "27.1.SR4")
def test_no_room_is_made_if_the_third_hex_cannot_be_left() -> None:
    """The same with British troops in Messina, who do not move in this Action."""
    units = {
        "9 Inf": "1827",
        "1 Arm": "1927",
        "2 Arm": "1927",
        "1 AG": "1927",
        "78 Inf": "2027",
        "5 Inf": "2027",
        "50 Inf": "2027",
    }
    war = italy(units, garrisons={"AL": ["Messina"]}, active="AL", surrendered=False, tables="[map]\nroads = []")
    play(war, "move", "lead 9 Inf", "unit 9 Inf")
    assert refused(war, "to", "1927") == "10.1a"


@pytest.mark.rule("kesselring", "15.8a", "15.8.ex")
@pytest.mark.parametrize(
    ("idle", "said"),
    [
        ({"50 Inf": "1627", "5 Inf": "1827"}, "the ring is closed by 5 Inf, 50 Inf"),
        ({}, ""),
        ({"50 Inf": "1627", "5 Inf": "1827", "46 Inf": "1827", "56 Inf": "1827"}, "5 Inf, 50 Inf, 46 Inf, 1 more"),
    ],
)  # fmt: skip
def test_the_label_names_three_and_counts_the_rest(idle: dict[str, str], said: str) -> None:
    """Catania, 1727: 1627, 1726 and 1827 are land, the others sea."""
    war = italy({"78 Inf": "1726", "26 Ast": "1727"} | idle, active="AL")
    assault(war, "1727", "78 Inf")
    odds = war.odds("AL", "enough")
    assert odds is not None
    label = next((label for label, _, rule in odds.modifiers if rule == "15.8b"), "")
    assert (said in label) if said else not label


@pytest.mark.rule("kesselring", "15.8a", "15.8.ex")
def test_the_label_says_when_attackers_and_sea_do_it_alone() -> None:
    """1326 is a cape: 1426 and 1427 are all the land beside it."""
    war = italy({"9 Inf": "1426", "45 Inf": "1427", "26 Ast": "1326"}, garrisons={"AL": ["Siracusa"]}, active="AL")
    assault(war, "1326", "9 Inf", "45 Inf")
    odds = war.odds("AL", "enough")
    assert odds is not None
    assert "concentric (attackers and sea all round)" in [label for label, _, _ in odds.modifiers]


@pytest.mark.rule("kesselring", "15.8a", "11.1a")
def test_by_option_the_label_speaks_of_zones() -> None:
    units = {"45 Inf": "3118", "34 Inf": "3120", "92 Inf": "3119"}
    war = italy(units, garrisons=SALERNO, active="AL", options={"concentric_zoc": "any"})
    assault(war, "3119", "45 Inf", "34 Inf")
    odds = war.odds("AL", "enough")
    assert odds is not None and mods(odds)["concentric"] == 1
    assert "concentric (zones of control close the ring)" in [label for label, _, _ in odds.modifiers]


@pytest.mark.rule("kesselring", "28.Al4", "28.Ax4", "28.Ax5")
@pytest.mark.parametrize(
    ("phase", "die", "rule"), [("allied event", 4, "28.Al4"), ("axis event", 4, "28.Ax4"), ("axis event", 5, "28.Ax5")]
)
def test_a_summons_cites_its_event(phase: str, die: int, rule: str) -> None:
    units = {
        "88 Inf": "turn 7",
        "2 Mor": "turn 7",
        "71 Inf": "turn 7",
        "334 Inf": "turn 7",
        "305 Inf": "withdrawn",
        "94 Inf": "withdrawn",
    }
    war = italy(units, phase=phase, turn=4, dice=(die,))
    assert war.decision is not None and war.decision.rule == rule and "bring" in asked(war)


@pytest.mark.rule("kesselring", "27.1.SR3c")
def test_the_allies_may_decline_free_garrisons() -> None:
    held = {"AL": ["Cagliari", "Olbia"], "AX": ["Roma"]}
    war = italy({"9 Inf": "Cagliari"}, garrisons=held, surrendered=False, phase="end of phase", turn=2, dice=(1, 6))
    play(war, "reduce Axis Garrison 1")
    assert "end" in asked(war) and "1721" in asked(war)["at"]
    war.script(1, 1, 1, 1)
    war.play("end")
    assert garrisons(war, "AL") == ["1609", "2306"] and step(war) != "FreeGarrisons"


@pytest.mark.rule("kesselring", "6.1a", "13.1a", "26.3a")
def test_a_unit_in_the_staging_area_is_reason_enough_to_move() -> None:
    war = italy({"16 Pz": "staging"})
    assert "move" in asked(war)
    war = italy({"9 Inf": "staging"}, active="AL")
    assert refused(war, "move") == "13.1a", "Allied units march onto no map from there"


@pytest.mark.rule("kesselring", "23.1c", "23.2a", "12.5b")
@pytest.mark.parametrize("fed", [True, False])
def test_heavy_panzers_attack_with_a_line_only(fed: bool) -> None:
    units = {"16 Pz": "3320", "9 Inf": "3321", "504 Hvy Pz": "staging", "Lehr": "staging"}
    war = italy(units, garrisons={"AX": ["Pescara"]} if fed else {})
    assault(war, "3321", "16 Pz")
    assert asked(war)["support"] == (["Lehr", "504 Hvy Pz"] if fed else ["Lehr"])


@pytest.mark.rule("kesselring", "23.3a", "18.3b")
def test_a_leader_supports_one_landing_of_an_action() -> None:
    units = {"9 Inf": "staging", "45 Inf": "staging", "26 Ast": "1421", "54 Nap": "1425", "Patton": "staging",
             "Amphib US 1": "staging", "Amphib US 2": "staging"}  # fmt: skip
    war = italy(units, active="AL", surrendered=False)
    play(war, "invade", f"from {HOME}", "beach 1421", "load 9 Inf", "full", "beach 1425", "load 45 Inf", "full", "launch")
    war.play("support", "Patton")
    war.play("enough")
    assert asked(war) == {"enough": [None]} and side(war) == "AL"


@pytest.mark.rule("kesselring", "14.1.2b", "14.1a", "10.1a")
def test_a_transfer_needs_somewhere_else_to_go() -> None:
    full = {"9 Inf": "Palermo", "45 Inf": "Palermo", "34 Inf": "Palermo"}
    war = italy(full, garrisons={"AL": ["Palermo"]}, active="AL")
    war.play("transfer")
    assert asked(war) == {"from": ["1721"]}, "home; and from home nobody comes, for the port is full"
    war = italy({"36 Inf": "staging"} | full, garrisons={"AL": ["Palermo"]}, active="AL")
    war.play("transfer")
    assert asked(war) == {"from": ["1721"]}
    assert told(war, "sail") == []
