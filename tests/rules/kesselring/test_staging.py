"""The Staging Areas [26.0]."""

from __future__ import annotations

import pytest

from grandharbour.games.kesselring.supply import lines

from .conftest import asked, at, italy, named, piece, play, refused, side, step, told, whole

AXIS, ALLIES = "Axis Staging Area", "Allied Staging Area"


@pytest.mark.rule("kesselring", "26.0", "26.2", "26.2a")
def test_units_there_are_in_play_and_in_supply() -> None:
    crowd = dict.fromkeys(("3 Inf", "9 Inf", "45 Inf", "34 Inf", "36 Inf", "82 Abn"), "staging")
    war = italy(crowd | {"1 Inf (US)": "Palermo"}, reduced=["3 Inf", "9 Inf"], garrisons={"AL": ["Palermo"]}, active="AL")
    assert named(war, lines(war, piece(war, "3 Inf"))) == {ALLIES}
    play(war, "regroup", f"where {ALLIES}", "unit 3 Inf")
    assert whole(war, "3 Inf") and whole(war, "9 Inf")
    war = italy(crowd | {"1 Inf (US)": "Palermo"}, garrisons={"AL": ["Palermo"]}, active="AL")
    play(war, "transfer", "from 1721", f"to {ALLIES}", "unit 1 Inf (US)")
    assert at(war, "1 Inf (US)") == ALLIES, "a port without limit"


@pytest.mark.rule("kesselring", "26.1")
def test_nobody_enters_the_other_area() -> None:
    war = italy({"16 Pz": "Foggia", "1 Para": "3709"}, garrisons={"AX": ["Foggia"]})
    play(war, "airlift", "unit 16 Pz")
    assert asked(war) == {"to": [AXIS]}
    war = italy({"45 Inf": "3709"}, active="AL")
    play(war, "move", "lead 45 Inf", "unit 45 Inf")
    assert not {AXIS, ALLIES} & set(asked(war)["to"])
    assert refused(war, "to", AXIS) == refused(war, "to", ALLIES) == "26.3b"


@pytest.mark.rule("kesselring", "26.2b")
def test_tracing_to_them() -> None:
    for place, supplied in (("3410", True), ("3411", True), ("3412", False), ("3313", False)):
        war = italy({"305 Inf": place})
        assert (AXIS in named(war, lines(war, piece(war, "305 Inf")))) == supplied, place
        war = italy({"45 Inf": place}, active="AL")
        assert not lines(war, piece(war, "45 Inf")), "Allied units never"
    war = italy({"305 Inf": "2306"})
    assert not lines(war, piece(war, "305 Inf")), "nor Axis units off the mainland"


@pytest.mark.rule("kesselring", "26.3", "26.3a", "26.3.imp")
def test_the_axis_marches_in_and_out() -> None:  # T119
    war = italy({"305 Inf": "staging", "94 Inf": "3609"})
    play(war, "move", "lead 305 Inf")
    if "source" in asked(war):
        war.play("source", AXIS)
    war.play("unit", "305 Inf")
    ways = set(asked(war)["to"])
    assert {"3609", "3709", "3610"} <= ways, "2 points for rough ground, and on for 2 more"
    assert AXIS not in ways and refused(war, "to", AXIS) == "26.3a", "not out and in again"
    war.play("to", "3609")
    war.play("unit", "94 Inf")
    assert AXIS in asked(war)["to"], "one point to go in"
    war.play("to", AXIS)
    assert (at(war, "305 Inf"), at(war, "94 Inf")) == ("3609", AXIS)
    assert "unit" not in asked(war), "and nobody moves twice"


@pytest.mark.rule("kesselring", "26.3a")
def test_the_price_of_going_in() -> None:
    for unit, able in (("305 Inf", True), ("26 Ast", False)):
        war = italy({unit: "3311"})
        play(war, "move", f"lead {unit}", f"unit {unit}")
        assert (AXIS in asked(war)["to"]) == able, "two for 3411, a road to 3509, one to leave: four points"
        war = italy({unit: "staging"})
        play(war, "move", f"lead {unit}", f"unit {unit}")
        assert ("3311" in asked(war)["to"]) == able, "the road to 3509 and 3411, two for 3311: three and a half"


@pytest.mark.rule("kesselring", "26.3a")
def test_the_axis_sails_and_flies_from_it() -> None:
    war = italy({"15 PzGr": "staging", "16 Pz": "staging"}, garrisons={"AX": ["Napoli"]})
    assert {"transfer", "airlift"} <= asked(war).keys()
    play(war, "transfer", f"from {AXIS}", "to 2917", "unit 15 PzGr", "end")
    assert at(war, "15 PzGr") == "2917"


@pytest.mark.rule("kesselring", "26.3b", "26.4b")
def test_the_allies_come_by_sea_and_air() -> None:
    war = italy({"45 Inf": "staging", "82 Abn": "staging", "Amphib US 1": "staging"}, active="AL")
    assert {"invade", "drop", "pass"} <= asked(war).keys()
    assert not {"move", "transfer", "airlift"} & asked(war).keys(), "no way by land, no port and no airfield yet"
    war = italy({"45 Inf": "staging"}, garrisons={"AL": ["Palermo"]}, active="AL")
    assert {"transfer", "airlift"} <= asked(war).keys()


@pytest.mark.rule("kesselring", "26.4", "26.4a")
def test_no_combat_with_a_staging_area() -> None:
    war = italy({"45 Inf": "3709", "305 Inf": "staging", "94 Inf": "3510"})
    assert refused(war, "attack") == "15.2a"
    play(war, "move", "lead 305 Inf")
    if "source" in asked(war):
        war.play("source", AXIS)
    war.play("unit", "305 Inf")
    assert "3609" in asked(war)["to"], "no ZOC reaches in: leaving is free, though 3609 is next to 45 Inf"


@pytest.mark.rule("kesselring", "26.4d", "18.5", "22.3")
def test_naval_units_come_back_by_the_track() -> None:
    war = italy({"Amphib US 1": "staging", "45 Inf": "staging", "Gunfire (US)": "turn 4"}, active="AL", turn=3)
    play(war, "invade", f"from {ALLIES}", "beach 1426", "load 45 Inf", "full", "launch")
    assert at(war, "Amphib US 1") == "Allied Turn 5" and (side(war), step(war)) == ("AX", "Act")
    war = italy({"Gunfire (US)": "turn 4"}, turn=4, phase="arrivals", ap=(1, 1), active="AL")
    assert at(war, "Gunfire (US)") == "Allied Reinforcements"
    war.script(1)
    play(war, "reinforce", "bring Gunfire (US)")
    assert at(war, "Gunfire (US)") == ALLIES and told(war, "recruit")
