"""Stacking and Zones of Control [10.0, 11.0]."""

from __future__ import annotations

import pytest

from grandharbour.games.kesselring.state import ALLIED, AXIS

from .conftest import asked, at, italy, listed, named, piece, play, refused, results, side, spaces, step, told, whole

# --- stacking [10.0, 10.1]


@pytest.mark.rule("kesselring", "10.0", "10.1", "10.1a", "10.1.ex")
def test_three_mobile_units_and_a_garrison() -> None:  # T35
    units = {"26 Ast": "3112", "54 Nap": "3112", "A/5 Flak": "3113", "16 Pz": "3113"}
    war = italy(units, garrisons={"AX": ["3112"]})
    play(war, "move", "lead A/5 Flak", "unit A/5 Flak", "to 3112", "unit 16 Pz")
    assert refused(war, "to", "3112") == "10.1a"
    play(war, "to 3111", "end")
    assert war.units_in(war.setup.places["Roma"], AXIS).bit_count() == 4
    assert "garrison" not in asked(italy({"15 PzGr": "3112"}, garrisons={"AX": ["3112"]})), "one Garrison"


@pytest.mark.rule("kesselring", "10.1a")
def test_size_does_not_matter() -> None:
    war = italy({"A/5 Flak": "3112", "B/5 Flak": "3112", "Bers": "3112", "94 Inf": "3113"}, surrendered=False)
    play(war, "move", "lead 94 Inf")
    if step(war) == "PickSource":
        war.play("source", asked(war)["source"][0])
    war.play("unit", "94 Inf")
    assert refused(war, "to", "3112") == "10.1a", "three brigades fill a hex too"


@pytest.mark.rule("kesselring", "10.0a", "7.4b")
def test_no_limit_off_the_map() -> None:
    units = dict.fromkeys(["94 Inf", "65 Inf", "305 Inf", "71 Inf", "44 HuD"], "staging")
    war = italy(units | {"15 PzGr": "3711"})
    play(war, "move", "lead 15 PzGr", "unit 15 PzGr", "to Axis Staging Area", "end")
    assert at(war, "15 PzGr") == "Axis Staging Area"


@pytest.mark.rule("kesselring", "10.0b")
def test_units_pass_through_full_hexes() -> None:
    # On the road from Reggio there is no way round 2127 for tanks.
    full = {"94 Inf": "2127", "65 Inf": "2127", "305 Inf": "2127", "71 Inf": "2128", "44 HuD": "2128", "334 Inf": "2128"}
    war = italy(full | {"16 Pz": "2028"})
    play(war, "move", "lead 16 Pz", "unit 16 Pz")
    assert refused(war, "to", "2127") == "10.1a"
    war.play("to", "2228")
    assert at(war, "16 Pz") == "2228"


@pytest.mark.rule("kesselring", "10.0c")
def test_the_order_of_a_stack_means_nothing() -> None:
    a = italy({"15 PzGr": "3112", "94 Inf": "3112"}, garrisons={"AX": ["3112"]})
    b = italy({"94 Inf": "3112", "15 PzGr": "3112"}, garrisons={"AX": ["3112"]})
    assert a.key() == b.key()


@pytest.mark.rule("kesselring", "10.0d")
def test_no_sea_or_air_move_into_a_full_hex() -> None:
    full = {"45 Inf": "2917", "34 Inf": "2917", "36 Inf": "2917"}
    war = italy(full | {"3 Inf": "1721", "9 Inf": "1721"}, garrisons={"AL": ["2917", "1721"]}, active="AL")
    play(war, "transfer", "from 1721")
    assert asked(war)["to"] == ["Allied Staging Area"]
    assert "2917" not in asked(war)["to"]
    war = italy(
        {"45 Inf": "2917", "34 Inf": "2917", "3 Inf": "1721", "9 Inf": "1721"}, garrisons={"AL": ["2917", "1721"]}, active="AL"
    )
    play(war, "transfer", "from 1721", "to 2917", "unit 3 Inf")
    assert step(war) == "Act" and at(war, "9 Inf") == "1721", "room for one only"
    war = italy(full | {"3 Inf": "1721"}, garrisons={"AL": ["2917", "1721"]}, active="AL")
    play(war, "airlift", "unit 3 Inf")
    assert asked(war)["to"] == ["Allied Staging Area"]


@pytest.mark.rule("kesselring", "10.0e", "10.0.ex")
def test_contingents_share_a_hex() -> None:  # T34
    war = italy({"4 Arm Bde": "3018", "45 Inf": "2917"}, garrisons={"AL": ["2917"]}, active="AL")
    play(war, "move", "lead 45 Inf", "unit 45 Inf", "to 3018", "end")
    assert at(war, "45 Inf") == at(war, "4 Arm Bde") == "3018"
    war = italy({"28 Aos": "3018", "94 Inf": "2917"}, garrisons={"AX": ["2917"]}, surrendered=False)
    play(war, "move", "lead 28 Aos", "unit 28 Aos", "to 2917", "end")
    assert at(war, "28 Aos") == "2917"


@pytest.mark.rule("kesselring", "10.1b")
def test_two_air_units_in_a_mission_and_on_an_airfield() -> None:
    wings = {"I/12AF": "staging", "II/12AF": "staging", "III/12AF": "staging"}
    war = italy(wings | {"45 Inf": "1426", "28 Aos": "1425"}, active="AL", ap=(0, 5), surrendered=False)
    play(war, "attack", "target 1425", "join 45 Inf", "assault", "cas I/12AF", "cas II/12AF")
    assert "cas" not in asked(war)
    war = italy({"Jg 27": "Foggia", "Jg 53": "Foggia", "Jg 77": "staging"}, garrisons={"AX": ["Foggia", "Napoli", "Bari"]})
    play(war, "rebase", "unit Jg 77")
    assert "3321" not in asked(war)["to"] and "3425" in asked(war)["to"]


@pytest.mark.rule("kesselring", "10.1c")
def test_one_gunfire_unit_in_a_defence_and_one_amphib_for_a_landing() -> None:
    units = {"15 PzGr": "1426", "Gunfire (US)": "staging", "Gunfire (UK)": "staging"}
    war = italy(units, garrisons={"AL": ["1425"]}, active="AX")
    play(war, "attack", "target 1425", "join 15 PzGr", "assault", "enough")
    assert set(asked(war)["gunfire"]) == {"Gunfire (US)", "Gunfire (UK)"}, "a lone Garrison is of any contingent"
    war.play("gunfire", "Gunfire (US)")
    assert "gunfire" not in asked(war)
    troops = dict.fromkeys(["45 Inf", "3 Inf", "9 Inf", "1 Inf (US)"], "staging")
    war = italy(troops | {"Amphib US 1": "staging", "Amphib US 2": "staging"}, active="AL", surrendered=False)
    play(war, "invade", "from Allied Staging Area", "beach 1426", "load 45 Inf", "load 3 Inf", "load 9 Inf")
    assert "load" not in asked(war), "one Amphib, three units"
    war.play("full")
    assert "1427" in asked(war)["beach"] and "1426" not in asked(war)["beach"], "and no second Amphib for the same hex"


@pytest.mark.rule("kesselring", "10.1d")
def test_support_units_do_not_count() -> None:
    war = italy({"94 Inf": "3112", "65 Inf": "3112", "Kesselring": "staging", "504 Hvy Pz": "staging", "Jg 27": "3112"},
                garrisons={"AX": ["3112"]})  # fmt: skip
    for name in ("Kesselring", "504 Hvy Pz"):
        war.put(piece(war, name), war.setup.places["Roma"])
    assert not war.full_hexes(AXIS) and not war.overstacked(war.setup.places["Roma"], AXIS)


# --- overstacked hexes [10.2]

CROWD = dict.fromkeys(["94 Inf", "65 Inf", "305 Inf", "71 Inf"], "3321")


@pytest.mark.rule("kesselring", "10.2", "10.2a", "10.2b")
def test_an_overstacked_hex_defends_badly() -> None:  # T36
    units = CROWD | {"45 Inf": "3320", "34 Inf": "3320", "36 Inf": "3320"}
    war = italy(units, garrisons={"AX": ["3321"], "AL": ["Termoli"]}, active="AL")
    play(war, "attack", "target 3321", "join 45 Inf", "join 34 Inf", "join 36 Inf", "assault", "enough")
    assert side(war) == "AX" and set(asked(war)["defend"]) == set(CROWD)
    war.play("defend", "71 Inf")
    war.script(6)
    war.play("stand")
    assert dict(told(war, "combat")[0].facts)["percent"] == 300, "21 against 5 and the 2 of the Garrison"
    assert results(war) == ["DD"]
    assert not any(whole(war, unit) for unit in CROWD), "all suffer"
    assert at(war, "Axis Garrison 1") == "Axis Reinforcements" and set(asked(war)["unit"]) == set(CROWD), "and all retreat"


@pytest.mark.rule("kesselring", "10.2a")
def test_a_hex_within_the_limit_defends_with_all() -> None:
    units = {"94 Inf": "3321", "65 Inf": "3321", "305 Inf": "3321", "45 Inf": "3320"}
    war = italy(units, garrisons={"AX": ["3321"]}, active="AL")
    play(war, "attack", "target 3321", "join 45 Inf", "assault", "enough")
    assert "defend" not in asked(war)
    war.script(1, 1)
    war.play("stand")
    assert dict(told(war, "combat")[0].facts)["percent"] == 50, "7 against 12 and 2"


@pytest.mark.rule("kesselring", "10.2a", "10.2b")
def test_an_overstacked_hex_attacks_with_one_and_all_suffer() -> None:
    units = CROWD | {"45 Inf": "3320", "34 Inf": "3320", "36 Inf": "3320", "15 PzGr": "3112"}
    war = italy(units, garrisons={"AX": ["3321"], "AL": ["Termoli"]}, active="AX")
    play(war, "attack", "target 3320", "join 94 Inf")
    assert refused(war, "join", "65 Inf") == "15.1g", "one from an overstacked hex"
    war.script(4)
    play(war, "assault", "enough", "stand")
    assert results(war) == ["AD"]
    assert not any(whole(war, unit) for unit in CROWD) and whole(war, "15 PzGr")
    assert set(asked(war)["unit"]) == set(CROWD), "all fall back; the Garrison did not attack"


@pytest.mark.rule("kesselring", "10.2a")
def test_a_group_that_marched_obeys_it_too() -> None:
    units = dict.fromkeys(["45 Inf", "34 Inf", "36 Inf", "3 Inf"], "2917") | {"15 PzGr": "3017", "9 Inf": "2918"}
    war = italy(units, garrisons={"AL": ["2919"]}, active="AL")
    play(war, "move", "lead 9 Inf", "unit 9 Inf", "to 3018", "strike 3017", "join 45 Inf")
    assert asked(war)["join"] == ["9 Inf"]
    war = italy(units, garrisons={"AL": ["2919"]}, active="AL")
    play(war, "move", "lead 3 Inf", "unit 3 Inf", "to 2918", "strike 3017", "join 45 Inf")
    assert set(asked(war)["join"]) == {"34 Inf", "36 Inf"}, "cured: three units again"


# --- Zones of Control [11.0]


@pytest.mark.rule("kesselring", "11.0", "11.1", "11.1a")
def test_the_six_hexes_around_any_ground_unit() -> None:
    six = {"3114", "3116", "3015", "3016", "3215", "3216"}
    assert named(italy({"15 PzGr": "3115"}), italy({"15 PzGr": "3115"}).zoc(AXIS)) == six
    for war in (
        italy({"45 Inf": "3115"}, reduced=["45 Inf"]),
        italy(garrisons={"AL": ["3115"]}),
        italy(garrisons={"AL": ["3115"]}, reduced=["3115"]),
        italy({"45 Inf": "3115"}, phase="withdrawals", turn=8),
    ):
        assert named(war, war.zoc(ALLIED)) == six


@pytest.mark.rule("kesselring", "11.1b")
def test_no_zone_over_strait_and_sea() -> None:
    war = italy({"15 PzGr": "2028"})
    assert named(war, war.zoc(AXIS)) == {"2127", "2128"}, "not Messina, not 1927"
    war = italy({"15 PzGr": "3017"})
    assert named(war, war.zoc(AXIS)) == {"2916", "2917", "3016", "3018", "3116", "3117"}, "rivers and mountains do not matter"
    war = italy({"45 Inf": "1407"})
    assert "1408" not in named(war, war.zoc(ALLIED)) and "1507" in named(war, war.zoc(ALLIED))


@pytest.mark.rule("kesselring", "11.1c")
def test_friends_do_not_cancel_a_zone() -> None:
    war = italy({"45 Inf": "3115", "34 Inf": "2917", "28 Aos": "3116", "26 Ast": "3016"})
    assert {"3016", "3116"} <= named(war, war.zoc(ALLIED))
    play(war, "move", "lead 28 Aos", "unit 28 Aos")
    assert refused(war, "to", "3016") == "13.1a", "from zone to zone, though a friend stands there"


@pytest.mark.rule("kesselring", "11.1d", "11.1e")
def test_air_naval_and_staging_areas_have_none() -> None:
    war = italy({"Jg 27": "staging", "Gunfire (US)": "staging", "16 Pz": "staging", "45 Inf": "staging", "1 Para": "staging"})
    assert not war.zoc(AXIS) and not war.zoc(ALLIED)
    for unit, space in (("Jg 27", "3112"), ("Gunfire (US)", "2917")):
        war.put(piece(war, unit), war.setup.names.find("space", space))
    assert not war.zoc(AXIS) and not war.zoc(ALLIED)
    # No zone reaches into the Staging Area: a unit next to the enemy leaves the map from a hex in a zone of control.
    war = italy({"15 PzGr": "3711", "45 Inf": "3611", "34 Inf": "3712", "36 Inf": "3710"})
    play(war, "move", "lead 15 PzGr", "unit 15 PzGr")
    assert asked(war)["to"] == ["Axis Staging Area"]


@pytest.mark.rule("kesselring", "11.2", "11.2a", "13.2d")
def test_a_unit_stops_in_a_zone() -> None:
    war = italy({"45 Inf": "2916", "15 PzGr": "3014"}, active="AL")
    play(war, "move", "lead 45 Inf", "unit 45 Inf")
    open_to = set(asked(war)["to"])
    assert {"2915", "2914"} <= open_to and "2913" not in open_to, "2914 stops it"
    free = italy({"45 Inf": "2916"}, active="AL")
    play(free, "move", "lead 45 Inf", "unit 45 Inf")
    assert "2913" in asked(free)["to"]


@pytest.mark.rule("kesselring", "11.2b", "13.2d", "13.3")
def test_never_from_zone_to_zone() -> None:  # T37
    war = italy({"28 Aos": "3116", "45 Inf": "3115", "34 Inf": "2917"})
    play(war, "move", "lead 28 Aos", "unit 28 Aos")
    assert refused(war, "to", "3016") == "13.1a", "not even as a minimum move"
    assert refused(war, "to", "3216") == "13.1a"
    assert refused(war, "to", "3017") == "13.1a", "another enemy, the same rule"
    assert {"3117", "3217"} <= set(asked(war)["to"]), "out of the zone it may go"


@pytest.mark.rule("kesselring", "11.2b")
def test_out_of_one_zone_and_by_a_free_hex_into_another() -> None:  # ruling Q48
    war = italy({"45 Inf": "3017", "15 PzGr": "3116", "16 Pz": "3219"}, active="AL")
    play(war, "move", "lead 45 Inf", "unit 45 Inf")
    assert "3118" in asked(war)["to"], "by 3018, which is free, into the zone of 3219"


@pytest.mark.rule("kesselring", "11.2c")
def test_nobody_must_attack() -> None:
    war = italy({"45 Inf": "3018", "15 PzGr": "3116"}, active="AL", garrisons={"AL": ["2917"]})
    play(war, "move", "lead 45 Inf", "unit 45 Inf", "to 3117")
    assert "strike" in asked(war) and "end" in asked(war)
    war.play("end")
    assert side(war) == "AX" and not told(war, "combat")


@pytest.mark.rule("kesselring", "11.2c")
def test_retreat_and_pursuit_go_through_zones() -> None:
    units = {"94 Inf": "3113", "45 Inf": "3112", "34 Inf": "3112", "3 Inf": "3112", "9 Inf": "3015"}
    war = italy(units, active="AL", garrisons={"AL": ["3110"]})
    play(war, "attack", "target 3113", "join 45 Inf", "join 34 Inf", "join 3 Inf", "assault", "enough")
    war.script(4)
    war.play("stand")
    assert results(war) == ["DW"]
    play(war, "unit 94 Inf", "to 3114")  # next to 9 Infantry
    assert at(war, "94 Inf") == "3114" and not whole(war, "94 Inf"), "at the price of a step"
    assert "45 Inf" in asked(war)["pursue"]
    war.play("pursue", "45 Inf")
    assert at(war, "45 Inf") == "3113" and war.zoc(AXIS) & spaces(war, "3113")


@pytest.mark.rule("kesselring", "11.2d")
def test_zones_do_not_stop_garrisons_and_regrouping() -> None:
    war = italy({"45 Inf": "1721", "15 PzGr": "1622"}, active="AL", reduced=["45 Inf"])
    assert "garrison" in asked(war)
    war = italy({"45 Inf": "1721", "15 PzGr": "1622"}, active="AL", reduced=["45 Inf"], garrisons={"AL": ["1721"]})
    play(war, "regroup", "where 1721", "unit 45 Inf")
    assert whole(war, "45 Inf") and war.zoc(AXIS) & spaces(war, "1721") and listed(war, war.reduced) == set()
