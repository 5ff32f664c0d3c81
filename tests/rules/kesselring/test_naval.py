"""Naval Transfer, Evacuation and Interdiction [14.0]."""

from __future__ import annotations

import pytest

from grandharbour.games.kesselring.state import ALLIED, AXIS

from .conftest import asked, at, italy, play, refused, results, side, step, told

QUIET = {"AL": [1, 2, 3, 4, 5, 6], "AX": [1, 2, 3, 4, 5, 6]}


@pytest.mark.rule("kesselring", "14.1", "14.1a", "14.1.1", "14.1.1e")
def test_three_units_of_two_contingents_sail() -> None:  # T56
    units = {"90 PzGr": "1609", "15 PzGr": "1609", "47 Bari": "1609"}
    war = italy(units, garrisons={"AX": ["Cagliari", "Napoli"]}, surrendered=False, ap=(2, 0))
    play(war, "transfer", "from 1609", "to 2917", "unit 90 PzGr", "unit 47 Bari", "unit 15 PzGr")
    assert {at(war, unit) for unit in units} == {"2917"} and war.ap[AXIS] == 1 and step(war) == "Act"


@pytest.mark.rule("kesselring", "14.1a")
def test_not_more_than_three() -> None:
    units = dict.fromkeys(["45 Inf", "34 Inf", "36 Inf", "3 Inf"], "staging")
    war = italy(units, garrisons={"AL": ["Palermo"]}, active="AL")
    play(war, "transfer", "from Allied Staging Area", "to 1721", "unit 45 Inf", "unit 34 Inf")
    assert "end" in asked(war) and "unit" in asked(war)
    war.play("unit", "36 Inf")
    assert step(war) == "Act" and at(war, "3 Inf") == "Allied Staging Area"
    war = italy(dict.fromkeys(units, "1721"), garrisons={"AL": ["Palermo"]}, active="AL")
    play(war, "transfer", "from 1721", "to Allied Staging Area", "unit 45 Inf", "unit 34 Inf", "unit 36 Inf")
    assert step(war) == "Act" and at(war, "3 Inf") == "1721", "not even with room enough"


@pytest.mark.rule("kesselring", "14.1a", "14.1.1a", "14.1.1d")
def test_from_one_point_to_one_other() -> None:
    units = {"45 Inf": "1721", "34 Inf": "1423", "36 Inf": "1721"}
    war = italy(units, garrisons={"AL": ["Palermo", "Agrigento", "Napoli"]}, active="AL")
    play(war, "transfer", "from 1721")
    assert set(asked(war)["to"]) == {"1423", "2917", "Allied Staging Area"}
    assert refused(war, "to", "1721") == "14.1a" and refused(war, "to", "2916") == "14.1a"
    war.play("to", "2917")
    assert set(asked(war)["unit"]) == {"45 Inf", "36 Inf"} and refused(war, "unit", "34 Inf") == "14.1a"
    assert refused(war, "end") == "14.1a", "somebody must sail"
    play(war, "unit 36 Inf", "end")
    assert (at(war, "36 Inf"), at(war, "45 Inf")) == ("2917", "1721")


@pytest.mark.rule("kesselring", "14.1.1b")
def test_both_points_may_lie_next_to_the_enemy() -> None:
    units = {"45 Inf": "1721", "28 Aos": "1622", "15 PzGr": "3018"}
    war = italy(units, garrisons={"AL": ["Palermo", "Napoli"]}, active="AL")
    assert war.zoc(AXIS) >> war.setup.places["Palermo"] & 1 and war.zoc(AXIS) >> war.setup.places["Napoli"] & 1
    play(war, "transfer", "from 1721", "to 2917", "unit 45 Inf")
    assert at(war, "45 Inf") == "2917"


@pytest.mark.rule("kesselring", "14.1.1c")
def test_shipped_units_do_nothing_else() -> None:
    units = {"45 Inf": "1721", "15 PzGr": "3018"}
    war = italy(units, garrisons={"AL": ["Palermo", "Napoli"]}, active="AL")
    play(war, "transfer", "from 1721", "to 2917", "unit 45 Inf")
    assert step(war) == "Act" and side(war) == "AX", "no move and no attack follows"


@pytest.mark.rule("kesselring", "14.1.1d", "10.0d")
def test_the_port_must_have_room() -> None:
    units = {"45 Inf": "1721", "34 Inf": "2917", "36 Inf": "2917", "3 Inf": "2917"}
    war = italy(units, garrisons={"AL": ["Palermo", "Napoli"]}, active="AL")
    play(war, "transfer", "from 1721")
    assert asked(war)["to"] == ["Allied Staging Area"]


@pytest.mark.rule("kesselring", "14.1.2", "14.1.2a")
def test_allied_points() -> None:
    units = {"45 Inf": "staging"}
    war = italy(units, garrisons={"AL": ["Napoli", "Bari", "Gela", "Foggia"]}, active="AL")
    play(war, "transfer", "from Allied Staging Area")
    assert set(asked(war)["to"]) == {"2917", "3425"}, "the Adriatic too; airfields are no ports"
    war = italy(units | {"34 Inf": "2917"}, active="AL")
    assert refused(war, "transfer") == "14.1a", "a port without a Garrison is no point"
    war = italy(units, garrisons={"AL": ["Palermo"]}, active="AL", surrendered=False)
    play(war, "transfer", "from Allied Staging Area")
    assert asked(war)["to"] == ["1721"]


@pytest.mark.rule("kesselring", "14.1.2", "14.1.2b")
def test_axis_points() -> None:
    war = italy({"1 Para": "staging", "94 Inf": "Pescara"}, garrisons={"AX": ["Pescara", "Messina", "Roma"]})
    war.play("transfer")
    assert set(asked(war)["from"]) == {"3516", "Axis Staging Area"}
    war.play("from", "Axis Staging Area")
    assert set(asked(war)["to"]) == {"3516", "2027"}
    war = italy({"1 Para": "staging"}, garrisons={"AL": ["Napoli"]})
    assert refused(war, "transfer") == "14.1a", "an enemy port is none"


@pytest.mark.rule("kesselring", "14.1.2", "14.1a")
def test_a_transfer_needs_no_line_of_communication() -> None:  # ruling Q50
    war = italy({"28 Aos": "Agrigento", "45 Inf": "1522"}, garrisons={"AX": ["Agrigento", "Napoli"]})
    play(war, "transfer", "from 1423", "to 2917", "unit 28 Aos")
    assert at(war, "28 Aos") == "2917"


@pytest.mark.rule("kesselring", "14.1.3")
def test_evacuation_from_an_open_coast() -> None:  # T57
    war = italy({"15 PzGr": "2127", "94 Inf": "1625", "16 Pz": "2917"}, garrisons={"AX": ["Reggio"]}, ap=(3, 0))
    war.play("evacuate")
    assert war.ap[AXIS] == 1, "two points"
    assert set(asked(war)["from"]) == {"2127", "2917"}, "a coast, a port without Garrison; not inland Enna"
    assert refused(war, "from", "1625") == "14.1a"
    war.play("from", "2127")
    assert set(asked(war)["to"]) == {"2028", "Axis Staging Area"}
    play(war, "to 2028", "unit 15 PzGr")
    assert at(war, "15 PzGr") == "2028" and step(war) == "Act"


@pytest.mark.rule("kesselring", "14.1.3")
def test_evacuation_ends_in_a_functional_port_or_staging_area() -> None:
    units = dict.fromkeys(["45 Inf", "34 Inf", "36 Inf", "3 Inf"], "2229")
    war = italy(units | {"9 Inf": "2327"}, active="AL", ap=(0, 4))
    play(war, "evacuate", "from 2229")
    assert asked(war)["to"] == ["Allied Staging Area"], "Vibo Valentia is not functional"
    play(war, "to Allied Staging Area", "unit 45 Inf", "unit 34 Inf", "unit 36 Inf")
    assert step(war) == "Act" and at(war, "3 Inf") == "2229", "three, as in a Transfer"
    war = italy({"45 Inf": "1721"}, garrisons={"AL": ["1721"]}, active="AL")
    assert refused(war, "evacuate") == "14.1.3", "from a functional port there is the Transfer"
    war = italy({"45 Inf": "2229"}, active="AL", ap=(0, 1))
    assert refused(war, "evacuate") == "14.1.3"


# --- interdiction [14.2]


@pytest.mark.rule("kesselring", "14.2", "14.2.1", "14.2.1a", "14.2.1b")
@pytest.mark.parametrize(("turn", "die", "success"), [(3, 3, True), (3, 4, False), (1, 1, True), (1, 2, False), (6, 6, True)])
def test_the_roll_is_against_the_turn(turn: int, die: int, success: bool) -> None:
    war = italy({"15 PzGr": "3112"}, active="AL", turn=turn, ap=(5, 5))
    war.script(die)
    war.play("interdict")
    assert war.interdiction is success and war.ap[ALLIED] == 3, "the points are spent either way"
    assert results(war) == ["in effect" if success else "failed"] and side(war) == "AX"


@pytest.mark.rule("kesselring", "14.2.1", "14.2.1c")
def test_one_attempt_in_a_turn_until_it_succeeds() -> None:
    war = italy({"15 PzGr": "3112"}, active="AL", turn=3, ap=(9, 9), events=QUIET)
    war.script(6)
    play(war, "interdict", "pass")
    assert refused(war, "interdict") == "14.2.1a"
    war.script(1, 1, 1, 1)
    war.play("pass")
    assert war.turn == 4 and "interdict" in asked(war)
    war.script(4)
    play(war, "interdict", "pass")
    war.script(1, 1, 1, 1)
    war.play("pass")
    assert war.turn == 5 and war.interdiction, "for the rest of the game"
    assert refused(war, "interdict") == "14.2.1a"


@pytest.mark.rule("kesselring", "14.2.1")
def test_interdiction_is_allied() -> None:
    assert refused(italy({"15 PzGr": "3112"}, active="AX"), "interdict") == "14.2.1a"
    assert refused(italy({"45 Inf": "1721"}, active="AL", ap=(5, 1)), "interdict") == "14.2.1a", "two points"


@pytest.mark.rule("kesselring", "14.2.2", "14.2.2a", "14.2.2b")
def test_interdiction_stops_axis_shipping_only() -> None:  # T59
    units = {"90 PzGr": "1609", "16 Pz": "2127", "15 PzGr": "2027", "45 Inf": "1721", "34 Inf": "2229"}
    posts = {"AX": ["Cagliari", "Messina"], "AL": ["Palermo"]}
    war = italy(units, garrisons=posts, interdiction=False)
    assert {"transfer", "evacuate"} <= set(asked(war))
    war = italy(units, garrisons=posts, interdiction=True)
    assert refused(war, "transfer") == refused(war, "evacuate") == "14.2.2a"
    play(war, "move", "lead 15 PzGr", "unit 15 PzGr", "to 2028", "end")
    assert at(war, "15 PzGr") == "2028", "the Strait stays open"
    assert {"transfer", "evacuate"} <= set(asked(war)) and side(war) == "AL"


@pytest.mark.rule("kesselring", "14.2.1b")
def test_the_marker_stays_when_the_turn_ends() -> None:
    war = italy(interdiction=True, phase="turn", dice=(1, 1, 1, 1), events=QUIET)
    assert war.interdiction and not told(war, "interdict")
