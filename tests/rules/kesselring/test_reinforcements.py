"""Reinforcements and Garrisons [7.0]."""

from __future__ import annotations

import pytest

from grandharbour.engine.geometry.bits import bits
from grandharbour.games.kesselring import GAME
from grandharbour.games.kesselring.state import ALLIED, AXIS, Italy

from .conftest import asked, at, garrisons, italy, listed, play, refused, side, step, told, whole

R_UNITS = {"114 Jg", "362 Inf", "715 Inf", "92 Inf", "16 SS PzGr"}
QUIET = {"AL": [1, 2, 3, 4, 5, 6], "AX": [1, 2, 3, 4, 5, 6]}


def reinforce(die: int, units: dict[str, str], active: str = "AX", **more: object) -> Italy:
    """A Reinforcement Action after its die."""
    war = italy(units, active=active, **more)  # type: ignore[arg-type]
    war.script(die)
    war.play("reinforce")
    return war


# --- codes [7.1]


@pytest.mark.rule("kesselring", "7.1", "7.1.ex")
def test_units_wait_in_the_box_of_their_code() -> None:  # T13
    war = GAME.new("campaign", seed=1)
    setup = war.setup
    for piece in range(setup.pieces):
        code = str(setup.counter[piece]["code"])
        if code.isdigit():
            assert setup.names.of("space", war.at[piece]) == f"{('Axis', 'Allied')[setup.side_of[piece]]} Turn {code}"
    assert at(war, "4 Para") == "Axis Turn 6"


@pytest.mark.rule("kesselring", "7.1", "7.1.1", "7.1.1a")
@pytest.mark.parametrize("scenario", ["campaign", "avalanche-baytown"])
def test_r_units_lie_in_the_display_from_the_start(scenario: str) -> None:
    war = GAME.new(scenario, seed=1)
    assert listed(war, war.setup.r_units) == R_UNITS
    assert {at(war, name) for name in R_UNITS} == {"Axis Reinforcements"}
    assert {war.setup.contingent_of[p] for p in bits(war.setup.r_units)} == {"German"}


@pytest.mark.rule("kesselring", "7.1.1", "7.1.1b")
@pytest.mark.parametrize(
    ("place", "north"),
    [
        ("2915", True), ("3016", True), ("3116", True), ("3217", True), ("3317", True), ("3418", True), ("3518", True),
        ("Anzio", True), ("Roma", True), ("3714", True), ("Pescara", True),
        ("Gaeta", False), ("Napoli", False), ("3017", False), ("3117", False), ("3218", False), ("3318", False), ("3419", False),
        ("3519", False), ("Foggia", False), ("Cagliari", False), ("Olbia", False), ("Palermo", False),
    ],
)  # fmt: skip
def test_the_row_through_monte_cassino(place: str, north: bool) -> None:  # T14, T16
    war = italy({"45 Inf": place, "362 Inf": "display", "15 PzGr": "staging"}, phase="initiative", initiative="AX")
    assert war.r_open is north and ("reinforce" in asked(war)) is north


@pytest.mark.rule("kesselring", "7.1.1b")
def test_a_garrison_north_of_the_row_will_do() -> None:
    war = italy({"362 Inf": "display"}, garrisons={"AL": ["Anzio"]}, phase="initiative", initiative="AX")
    assert "reinforce" in asked(war)


@pytest.mark.rule("kesselring", "7.1.1b")
@pytest.mark.parametrize("option", ["phase", "segment"])
def test_when_r_units_are_tested(option: str) -> None:  # T15, as errata 8 and ruling Q13 have it
    units = {"45 Inf": "2916", "362 Inf": "display", "94 Inf": "display"}
    war = italy(units, garrisons={"AL": ["2916"]}, phase="initiative", turn=7, options={"r_units": option}, events=QUIET)
    play(war, "move", "lead 45 Inf", "unit 45 Inf", "to 2913", "end")
    war.script(6)
    war.play("reinforce")
    assert asked(war)["bring"] == (["94 Inf"] if option == "phase" else ["94 Inf", "362 Inf"])
    # The next turn opens with the Allies at Anzio: now both readings agree.
    war = italy(units | {"45 Inf": "2913"}, phase="turn", turn=7, dice=(1, 1, 1, 1), options={"r_units": option}, events=QUIET)
    war.play("pass")
    war.script(6)
    war.play("reinforce")
    assert asked(war)["bring"] == ["94 Inf", "362 Inf"]
    # And if they have gone back since the phase began, only the printed rule remembers.
    war = italy(units, r_open=True, turn=7, options={"r_units": option})
    war.script(6)
    war.play("reinforce")
    assert asked(war)["bring"] == (["94 Inf", "362 Inf"] if option == "phase" else ["94 Inf"])


@pytest.mark.rule("kesselring", "7.1.1a")
def test_a_replaced_r_unit_waits_for_the_same_condition() -> None:
    for north in (False, True):
        units = {"362 Inf": "turn 5", "45 Inf": "2913" if north else "2916"}
        war = italy(units, turn=4, phase="turn", dice=(1, 1, 1, 1), events=QUIET)
        war.play("pass")
        assert at(war, "362 Inf") == "Axis Reinforcements" and ("reinforce" in asked(war)) is north


# --- the Action [7.2]


@pytest.mark.rule("kesselring", "7.2", "7.2b", "7.2d")
def test_the_die_says_how_many() -> None:
    units = dict.fromkeys(["94 Inf", "65 Inf", "305 Inf", "71 Inf"], "display")
    war = reinforce(2, units, ap=(3, 0))
    assert war.ap[AXIS] == 2 and dict(told(war, "recruit")[0].facts)["n"] == 2
    play(war, "bring 94 Inf", "bring 71 Inf")
    assert side(war) == "AX" and step(war) == "Act", "two, and the Allies have no points"
    assert at(war, "94 Inf") == at(war, "71 Inf") == "Axis Staging Area" and at(war, "65 Inf") == "Axis Reinforcements"
    war.script(1)
    war.play("reinforce")  # again in a later segment
    assert war.ap[AXIS] == 1
    war.play("bring", "65 Inf")
    assert at(war, "65 Inf") == "Axis Staging Area" and at(war, "305 Inf") == "Axis Reinforcements"


@pytest.mark.rule("kesselring", "7.2b")
@pytest.mark.parametrize("option", ["exact", "up_to"])
def test_whether_the_number_must_come(option: str) -> None:
    war = reinforce(3, {"94 Inf": "display", "65 Inf": "display"}, options={"reinforcements": option})
    war.play("bring", "94 Inf")
    if option == "exact":
        assert refused(war, "end") == "7.2e"
        war.play("bring", "65 Inf")
    else:
        war.play("end")
    assert step(war) == "Act" and side(war) == "AL"
    assert at(war, "65 Inf") == ("Axis Staging Area" if option == "exact" else "Axis Reinforcements")


@pytest.mark.rule("kesselring", "7.2c")
def test_fewer_units_than_the_die() -> None:  # T17
    units = dict.fromkeys(["34 Inf", "36 Inf", "1 Arm", "8 Ind", "46 Inf"], "display")
    war = reinforce(5, units, "AL")
    play(war, "bring 34 Inf", "bring 36 Inf", "bring 1 Arm")
    assert step(war) == "Act" and side(war) == "AX", "only the three of the contingent; the rest of the roll is lost"
    assert at(war, "8 Ind") == "Allied Reinforcements"


@pytest.mark.rule("kesselring", "7.2e")
def test_any_kind_but_one_contingent_and_no_garrisons() -> None:
    units = dict.fromkeys(["34 Inf", "II/15AF", "Amphib US 1", "1 SSF", "2 Mor", "8 Ind", "CVE"], "display")
    war = reinforce(6, units, "AL")
    assert set(asked(war)["bring"]) == set(units), "Garrisons lie in the Display too and are not offered"
    war.play("bring", "Amphib US 1")
    assert set(asked(war)["bring"]) == {"34 Inf", "II/15AF", "1 SSF", "2 Mor"}
    assert refused(war, "bring", "8 Ind") == "7.2e" and refused(war, "bring", "Allied Garrison 1") == "7.2e"


@pytest.mark.rule("kesselring", "7.2e")
def test_italians_and_germans_do_not_come_together() -> None:
    war = reinforce(6, {"184 Nem": "display", "94 Inf": "display", "Kg 26": "display"}, surrendered=False)
    war.play("bring", "94 Inf")
    assert asked(war)["bring"] == ["Kg 26"]


@pytest.mark.rule("kesselring", "7.2f")
def test_units_still_on_the_track_cannot_be_taken() -> None:
    war = italy({"94 Inf": "turn 5", "15 PzGr": "3112"}, turn=4)
    assert refused(war, "reinforce") == "7.2b"
    war = italy({"94 Inf": "display"}, turn=7)
    assert "reinforce" in asked(war), "and those in the Display wait as long as need be"


@pytest.mark.rule("kesselring", "7.2g")
def test_reinforcements_come_at_full_strength() -> None:
    war = italy({"94 Inf": "display"}, reduced=["94 Inf"])
    war.script(1)
    play(war, "reinforce", "bring 94 Inf")
    assert whole(war, "94 Inf")


@pytest.mark.rule("kesselring", "7.2h")
def test_afterwards_they_act_like_others() -> None:
    war = reinforce(1, {"94 Inf": "display", "45 Inf": "1721"}, ap=(2, 5))
    war.play("bring", "94 Inf")
    war.play("pass")
    play(war, "move", "lead 94 Inf", "unit 94 Inf", "to 3711", "end")
    assert at(war, "94 Inf") == "3711" and war.ap[AXIS] == 0


@pytest.mark.rule("kesselring", "7.2a", "7.2i")
def test_reinforcements_by_event_are_free() -> None:
    war = italy(
        {"88 Inf": "turn 8", "II/15AF": "turn 5"}, turn=3, phase="allied event", dice=(4,), ap=(0, 0), garrisons={"AL": ["2917"]}
    )
    assert step(war) == "Summon" and set(asked(war)["bring"]) == {"88 Inf", "II/15AF"}
    war.play("bring", "88 Inf")
    assert set(asked(war)["at"]) == {"Allied Staging Area", "2917"} and war.ap == [0, 0]
    war.script(3, 1, 1)
    war.play("at", "2917")
    assert at(war, "88 Inf") == "2917"


@pytest.mark.rule("kesselring", "7.2a")
def test_r_units_are_no_accelerated_reinforcements() -> None:  # ruling Q29
    war = italy({"362 Inf": "turn 6", "71 Inf": "turn 7"}, turn=3, phase="axis event", dice=(4,))
    assert asked(war)["bring"] == ["71 Inf"]


# --- where [7.3]


@pytest.mark.rule("kesselring", "7.3", "7.3a")
@pytest.mark.parametrize(
    ("unit", "airfield"),
    [("4 Para", True), ("5 Mtn", True), ("184 Nem", True), ("94 Inf", False), ("24 Pz", False), ("715 Inf", False), ("B/5 Flak", False)],
)  # fmt: skip
def test_where_axis_units_deploy(unit: str, airfield: bool) -> None:  # T19
    war = reinforce(1, {unit: "display"}, garrisons={"AX": ["Foggia", "Anzio", "Napoli"]}, r_open=True, surrendered=False)
    war.play("bring", unit)
    if airfield:
        assert set(asked(war)["at"]) == {"Axis Staging Area", "3321", "2917"}, "not the port of Anzio"
        war.play("at", "3321")
        assert at(war, unit) == "3321"
    else:
        assert at(war, unit) == "Axis Staging Area" and step(war) == "Act"


@pytest.mark.rule("kesselring", "7.3", "7.3b")
@pytest.mark.parametrize(
    ("unit", "places"),
    [
        ("34 Inf", {"1721", "1423"}), ("1 Arm", {"1721", "1423"}), ("82 Abn", {"1721", "1423", "1425"}),
        ("2 Para Bde", {"1721", "1423", "1425"}), ("4 Mor Mtn", {"1721", "1423"}), ("GTM", {"1721", "1423"}),
    ],
)  # fmt: skip
def test_where_allied_units_deploy(unit: str, places: set[str]) -> None:
    war = reinforce(1, {unit: "display"}, "AL", garrisons={"AL": ["Palermo", "Agrigento", "Gela"]})
    war.play("bring", unit)
    assert set(asked(war)["at"]) == places | {"Allied Staging Area"}


@pytest.mark.rule("kesselring", "7.3b")
def test_the_mainland_is_closed_before_the_surrender() -> None:
    war = italy({"34 Inf": "display"}, active="AL", surrendered=False, garrisons={"AL": ["Palermo"]})
    war.script(1)
    play(war, "reinforce", "bring 34 Inf")
    assert set(asked(war)["at"]) == {"Allied Staging Area", "1721"}


@pytest.mark.rule("kesselring", "7.3c", "12.1e")
def test_a_port_works_with_a_garrison_only() -> None:  # T20
    war = reinforce(1, {"34 Inf": "display", "45 Inf": "Salerno"}, "AL")
    war.play("bring", "34 Inf")
    assert at(war, "34 Inf") == "Allied Staging Area", "Salerno is held but not functional: nothing to choose"
    war = reinforce(1, {"34 Inf": "display", "45 Inf": "Salerno"}, "AL", garrisons={"AL": ["Salerno"]}, reduced=["Salerno"])
    war.play("bring", "34 Inf")
    assert "2919" in asked(war)["at"], "a reduced Garrison is enough"
    war = reinforce(1, {"4 Para": "display"}, "AX", garrisons={"AL": ["Foggia"]})
    war.play("bring", "4 Para")
    assert at(war, "4 Para") == "Axis Staging Area", "an enemy Garrison is none"


# --- deploying [7.4]


@pytest.mark.rule("kesselring", "7.4", "7.4a", "7.4b", "10.0a")
def test_staging_areas_have_room_and_time() -> None:
    units = dict.fromkeys(["94 Inf", "65 Inf", "305 Inf", "71 Inf", "44 HuD"], "staging")
    war = italy(units | {"334 Inf": "display"}, turn=8)
    war.check()
    war.script(6)
    play(war, "reinforce", "bring 334 Inf")
    assert at(war, "334 Inf") == "Axis Staging Area" and step(war) == "Act", "no Spread"
    assert all(at(war, unit) == "Axis Staging Area" for unit in units)


@pytest.mark.rule("kesselring", "7.4", "7.4c", "7.4d", "11.2d")
def test_deploying_next_to_the_enemy_and_without_supply() -> None:
    war = reinforce(1, {"4 Para": "display", "45 Inf": "3320", "34 Inf": "3322"}, garrisons={"AX": ["Foggia"]})
    play(war, "bring 4 Para", "at 3321")
    assert at(war, "4 Para") == "3321" and war.zoc(ALLIED) >> war.setup.places["Foggia"] & 1
    war = reinforce(1, {"34 Inf": "display", "15 PzGr": "1622"}, "AL", garrisons={"AL": ["Palermo"]})
    play(war, "bring 34 Inf", "at 1721")
    assert at(war, "34 Inf") == "1721"


@pytest.mark.rule("kesselring", "7.4e", "10.2")
def test_a_full_hex_may_be_deployed_into() -> None:
    units = {"45 Inf": "Palermo", "3 Inf": "Palermo", "9 Inf": "Palermo", "34 Inf": "display"}
    war = reinforce(1, units, "AL", garrisons={"AL": ["Palermo"]})
    play(war, "bring 34 Inf", "at 1721")
    assert step(war) == "Spread" and set(asked(war)["to"]) == {"1621", "1622", "1722"}
    again = war.copy()
    war.play("to", "1622")
    assert at(war, "34 Inf") == "1622" and war.ap[ALLIED] == 19, "free of charge"
    assert not war.overstacked(war.setup.places["Palermo"], ALLIED)
    again.play("stay")
    assert at(again, "34 Inf") == "1721" and again.overstacked(again.setup.places["Palermo"], ALLIED)


@pytest.mark.rule("kesselring", "7.4e")
def test_a_hex_that_is_already_too_full() -> None:  # errata 10
    units = {"45 Inf": "Palermo", "3 Inf": "Palermo", "9 Inf": "Palermo", "36 Inf": "Palermo", "34 Inf": "display"}
    war = reinforce(1, units, "AL", garrisons={"AL": ["Palermo"]})
    play(war, "bring 34 Inf", "at 1721")
    assert step(war) == "Spread", "it found too many"


@pytest.mark.rule("kesselring", "7.4e")
def test_no_step_out_of_one_enemy_zone_into_another() -> None:
    units = {
        "45 Inf": "Palermo",
        "3 Inf": "Palermo",
        "9 Inf": "Palermo",
        "34 Inf": "display",
        "15 PzGr": "1622",
        "1 Para": "1723",
    }
    war = reinforce(1, units, "AL", garrisons={"AL": ["Palermo"]})
    play(war, "bring 34 Inf", "at 1721")  # 1621 and 1722 lie in zones of control, as Palermo does
    assert step(war) == "Act" and at(war, "34 Inf") == "1721"


@pytest.mark.rule("kesselring", "7.4e")
def test_the_step_needs_room_and_ground() -> None:
    units = {"45 Inf": "2327", "3 Inf": "2327", "9 Inf": "2327", "1 Arm": "display"}
    full = {"5 Inf": "2228", "50 Inf": "2228", "51 Inf": "2228"}
    war = reinforce(1, units | full, "AL", garrisons={"AL": ["2327"]})
    play(war, "bring 1 Arm", "at 2327")
    assert asked(war)["to"] == ["2427", "2428"], "2228 is full, and tanks do not climb into 2328"


@pytest.mark.rule("kesselring", "7.4e")
def test_three_units_are_not_too_many() -> None:
    war = reinforce(1, {"45 Inf": "Palermo", "3 Inf": "Palermo", "34 Inf": "display"}, "AL", garrisons={"AL": ["Palermo"]})
    play(war, "bring 34 Inf", "at 1721")
    assert step(war) == "Act"


# --- Garrisons [7.5]


@pytest.mark.rule("kesselring", "7.5", "7.5a", "7.5b", "7.5d")
def test_placing_a_garrison() -> None:  # T21
    war = italy({"45 Inf": "Gerbini", "34 Inf": "Enna"}, active="AL", ap=(0, 5), reduced=["Allied Garrison 1"])
    war.play("garrison")
    assert asked(war)["at"] == ["1627"], "no Garrison in the town of Enna"
    assert refused(war, "at", "1625") == "7.5b"
    war.play("at", "1627")
    assert garrisons(war, "AL") == ["1627"] and war.ap[ALLIED] == 4, "at full strength, one point, no die"


@pytest.mark.rule("kesselring", "7.5b")
@pytest.mark.parametrize(
    ("place", "axis", "allied"),
    [
        ("Sassari", True, True),  # city
        ("Vibo Valentia", True, True),  # port
        ("Viterbo", True, True),  # airfield
        ("Roma", True, True),
        ("San Benedetto", True, False),  # supply hex
        ("Potenza", False, False),  # town
        ("3116", False, False),
    ],
)
def test_where_garrisons_may_be(place: str, axis: bool, allied: bool) -> None:
    assert ("garrison" in asked(italy({"15 PzGr": place}, active="AX"))) is axis
    assert ("garrison" in asked(italy({"45 Inf": place}, active="AL"))) is allied


@pytest.mark.rule("kesselring", "7.5b", "7.5c")
def test_a_garrison_needs_a_mobile_unit_and_an_empty_post() -> None:  # T22
    war = italy({"45 Inf": "1622"}, active="AL")
    assert refused(war, "garrison") == "7.5a", "nobody in Palermo"
    war = italy({"45 Inf": "1721", "34 Inf": "1423"}, garrisons={"AL": ["1721"]}, active="AL")
    war.play("garrison")
    assert asked(war)["at"] == ["1423"] and refused(war, "at", "1721") == "7.5b"


@pytest.mark.rule("kesselring", "7.5")
def test_garrisons_are_limited_by_their_counters() -> None:
    ports = ["1721", "1423", "1424", "1519", "1527", "1727", "2027", "1609", "2306", "2028", "2327", "2629", "2913", "2916"]
    war = italy({"45 Inf": "2917"}, garrisons={"AL": ports}, active="AL")
    assert refused(war, "garrison") == "7.5a", "all fourteen are on the map"


@pytest.mark.rule("kesselring", "7.5.1")
def test_demobilising() -> None:
    war = italy({"45 Inf": "1721"}, garrisons={"AL": ["1721", "1423"]}, reduced=["1721"], active="AL", ap=(5, 5))
    war.play("demobilise")
    assert set(asked(war)["remove"]) == {"Allied Garrison 1", "Allied Garrison 2"}
    war.play("remove", "Allied Garrison 1")
    assert at(war, "Allied Garrison 1") == "Allied Reinforcements" and war.ap[ALLIED] == 4
    war.play("pass")
    play(war, "garrison", "at 1721")
    assert at(war, "Allied Garrison 1") == "Allied Reinforcements", "not the same one in the same turn"
    assert garrisons(war, "AL") == ["1423", "1721"]


@pytest.mark.rule("kesselring", "7.5.1")
def test_a_demobilised_garrison_comes_back_in_a_later_turn() -> None:
    war = italy({"45 Inf": "1721"}, garrisons={"AL": ["1721"]}, active="AL", turn=4, events=QUIET)
    for other in range(2, 15):
        war.put(war.setup.names.find("piece", f"Allied Garrison {other}"), war.setup.aside)
    play(war, "demobilise", "remove Allied Garrison 1", "pass")
    assert refused(war, "garrison") == "7.5a"
    war.script(1, 1, 1, 1)
    war.play("pass")
    assert war.turn == 5
    play(war, "garrison", "at 1721")
    assert at(war, "Allied Garrison 1") == "1721"


@pytest.mark.rule("kesselring", "7.5.1")
@pytest.mark.parametrize("option", ["allowed", "barred"])
def test_demobilising_under_air_units(option: str) -> None:
    posts = {"AX": ["Foggia", "Napoli"]}
    war = italy({"Jg 27": "Foggia", "Kg 26": "Foggia"}, garrisons=posts, options={"demobilise_air": option})
    war.play("demobilise")
    if option == "barred":
        assert asked(war)["remove"] == ["Axis Garrison 2"] and refused(war, "remove", "Axis Garrison 1") == "7.5.1"
        return
    war.play("remove", "Axis Garrison 1")
    assert at(war, "Jg 27") == at(war, "Kg 26") == "Axis Staging Area"


# --- air, naval and support units [7.6]


@pytest.mark.rule("kesselring", "7.6")
@pytest.mark.parametrize(
    ("unit", "word"),
    [("Jg 27", "AX"), ("508 Hvy Pz", "AX"), ("II/15AF", "AL"), ("CVE", "AL"), ("Gunfire (US)", "AL"), ("1 SSF", "AL")],
)
def test_air_naval_and_support_units_come_to_the_staging_area(unit: str, word: str) -> None:
    war = reinforce(1, {unit: "display"}, word, garrisons={word: ["Palermo", "Napoli"]})
    war.play("bring", unit)
    assert at(war, unit) == ("Axis Staging Area" if word == "AX" else "Allied Staging Area")
