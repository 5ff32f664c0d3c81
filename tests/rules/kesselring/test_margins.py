"""Ends of ranges and rare turns of rules that small faults could hide in."""

from __future__ import annotations

import pytest

from grandharbour.games.kesselring.battle import attack_ssu, naval_guns
from grandharbour.games.kesselring.movement import within_reach
from grandharbour.games.kesselring.supply import lines

from .conftest import asked, assault, at, garrisons, italy, listed, mods, piece, pieces, play, refused, side, space, step, told
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


# --- room that comrades make, where nothing else is open [10.0d]


TOE = {"3 Alg": "Reggio", "4 Mor Mtn": "Messina", "5 Inf": "Messina", "50 Inf": "Messina", "3 PzGr": "2228", "15 PzGr": "2127",
       "29 PzGr": "1827"}  # fmt: skip
"""3 Alg at Reggio can only cross to Messina, which is full, and of the three there only 4 Mor Mtn is its comrade."""
BOTH_SHORES = {"AL": ["Messina", "Reggio"]}


@pytest.mark.rule("kesselring", "10.0d", "12.5a", "13.4d")
def test_only_the_source_of_the_one_who_makes_room_serves_the_move() -> None:
    war = italy(TOE, garrisons=BOTH_SHORES, active="AL")
    assert lines(war, piece(war, "3 Alg")).bit_count() == 2
    play(war, "move", "lead 3 Alg")
    assert asked(war) == {"source": ["2027"]}, "4 Mor Mtn does not draw on Reggio"
    war.play("source", "2027")
    assert "3 Alg" in asked(war)["unit"], "it has somewhere to go: where its comrade leaves"
    play(war, "unit 3 Alg", "to 2027", "unit 4 Mor Mtn", "to 2028", "end")
    assert (at(war, "3 Alg"), at(war, "4 Mor Mtn")) == ("2027", "2028")


@pytest.mark.rule("kesselring", "10.0d", "11.2b")
def test_full_stacks_that_are_shut_in_change_places() -> None:
    """Three full hexes, the enemy all round them: there is room only where one of them has just left."""
    units = {"1 Inf (US)": "2127", "2 Arm": "2127", "3 Alg": "2127", "4 Mor Mtn": "2028", "82 Abn": "2028", "2 Mor": "2028",
             "1 Arm": "2128", "36 Inf": "2128", "3 Inf": "2128"}  # fmt: skip
    foes = {"334 Inf": "2229", "B/5 Flak": "2027", "94 Inf": "2228", "26 Pz": "1927"}
    war = italy(units | foes, garrisons={"AL": ["Reggio", "2327"]}, active="AL")
    play(war, "move", "lead 82 Abn", "unit 82 Abn")
    assert asked(war)["to"] == ["2127", "2128"]
    play(war, "to 2127", "unit 2 Arm", "to 2028", "end")
    assert (at(war, "82 Abn"), at(war, "2 Arm")) == ("2127", "2028")


# --- who may help, and who is asked


@pytest.mark.rule("kesselring", "23.1c", "12.5c", "15.1f")
def test_heavy_panzers_help_if_one_attacker_still_has_a_line() -> None:
    """15 PzGr goes round the enemy, out of supply, and attacks with 16 Pz, whose line is open."""
    war = italy({"16 Pz": "3320", "15 PzGr": "3420", "9 Inf": "3321", "504 Hvy Pz": "staging"}, garrisons={"AX": ["Pescara"]})
    play(war, "move", "lead 15 PzGr", "unit 15 PzGr", "to 3221", "strike 3321", "join 15 PzGr", "join 16 Pz", "assault")
    assert not lines(war, piece(war, "15 PzGr")) and asked(war)["support"] == ["504 Hvy Pz"]


@pytest.mark.rule("kesselring", "23.3a")
def test_a_leader_who_has_led_in_this_segment_leads_no_other_attack() -> None:
    war = italy({"9 Inf": "3321", "Patton": "staging", "Rangers": "staging"}, active="AL")
    assert listed(war, attack_ssu(war, pieces(war, "9 Inf"))) == {"Patton", "Rangers"}
    war.led_attack = pieces(war, "Patton")
    assert listed(war, attack_ssu(war, pieces(war, "9 Inf"))) == {"Rangers"}


@pytest.mark.rule("kesselring", "22.1")
@pytest.mark.parametrize(
    ("place", "coast"), [("Siracusa", True), ("Trapani", True), ("Oristano", True), ("1520", False), ("1608", False)]
)
def test_guns_reach_the_coast_and_no_hex_beside_it(place: str, coast: bool) -> None:
    """The number after those of the first three is no coast, the one after 1608 is."""
    war = italy({"9 Inf": "staging", "Gunfire (US)": "staging"}, active="AL")
    assert bool(naval_guns(war, space(war.setup, place), pieces(war, "9 Inf"))) == coast


@pytest.mark.rule("kesselring", "18.3a")
def test_the_allies_say_who_lands() -> None:
    units = {"9 Inf": "staging", "45 Inf": "staging", "26 Ast": "1421", "Amphib US 1": "staging"}
    war = italy(units, active="AL", surrendered=False)
    play(war, "invade", f"from {HOME}", "beach 1421")
    assert asked(war) == {"load": ["9 Inf", "45 Inf"]} and side(war) == "AL"


@pytest.mark.rule("kesselring", "15.8a", "15.8.ex")
def test_the_odds_name_who_closes_the_ring_not_who_stands_behind_the_sea() -> None:
    """3 Inf watches 2127, but only the sea lies between that hex and Messina; 36 Inf stands over the Strait."""
    units = {"9 Inf": "1926", "45 Inf": "1927", "92 Inf": "2027", "36 Inf": "2028", "3 Inf": "2228"}
    war = italy(units, garrisons={"AL": ["Palermo", "Catania"]}, active="AL")
    assault(war, "2027", "9 Inf", "45 Inf")
    odds = war.odds("AL", "enough")
    assert odds is not None
    (label,) = [label for label, _, rule in odds.modifiers if rule == "15.8b"]
    assert "36 Inf" in label and "3 Inf" not in label.replace("36 Inf", "")


@pytest.mark.rule("kesselring", "32.1a", "12.2c")
def test_a_strategic_move_ends_where_a_line_leads_over_mountains() -> None:
    """1926 lies two hexes from Catania over Etna: on foot a line, for tanks none."""
    war = italy({"26 Ast": "1627", "16 Pz": "1627"}, garrisons={"AX": ["Catania"]}, options={"strategic_movement": True})
    play(war, "march", "unit 26 Ast")
    assert "1926" in asked(war)["to"]


# --- what the counters say


@pytest.mark.rule("kesselring", "12.4", "7.1")
def test_a_unit_that_is_not_in_play_draws_on_nothing() -> None:
    war = italy({"9 Inf": "turn 5", "45 Inf": "display"}, garrisons={"AL": ["Palermo"]}, active="AL")
    assert [lines(war, piece(war, name)) for name in ("9 Inf", "45 Inf", "34 Inf")] == [0, 0, 0]


@pytest.mark.rule("kesselring", "19.1b", "2.3.2")
def test_who_jumps_and_who_has_a_second_side() -> None:
    setup = italy().setup
    assert listed(italy(), setup.airborne) == {"1 Para", "2 Para", "4 Para", "184 Nem", "1 Abn", "2 Para Bde", "82 Abn"}
    assert all(setup.weak[p] == 0 for p in range(setup.pieces) if not setup.ground >> p & 1), (
        "aircraft and ships have no strength"
    )


@pytest.mark.rule("kesselring", "13.2", "11.2b")
def test_an_enemy_whose_zone_others_cover_bars_the_way_all_the_same() -> None:
    """What is remembered of a march knows where enemies stand, not only what they watch: without the division at 2028 it is watched as before."""
    posts = {"9 Inf": "2128", "15 PzGr": "2428", "29 PzGr": "2228"}
    open_, barred = italy(posts, active="AL"), italy(posts | {"3 PzGr": "2028"}, active="AL")
    assert open_.zoc(0) == barred.zoc(0)
    way = 1 << open_.setup.names.find("space", "2028")
    for war, free in ((open_, True), (barred, False), (open_, True)):
        assert bool(within_reach(war, piece(war, "9 Inf")) & way) is free
