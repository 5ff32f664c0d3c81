"""Retreat, standing fast and pursuit [17.0]."""

from __future__ import annotations

from typing import Any

import pytest

from grandharbour.games.kesselring.state import Italy

from .conftest import asked, at, fight, garrisons, italy, listed, play, refused, side, step, told, whole
from .test_combat import airfield


def corner(units: dict[str, str], **more: Any) -> Italy:
    """Two US divisions in Trapani (1519) before 1620, whose other neighbours are 1520 and 1621; rough, nobody in supply there."""
    return italy({"9 Inf": "1519", "3 Inf": "1519", **units}, **{"garrisons": {"AL": ["Trapani"]}, "active": "AL", **more})


@pytest.mark.rule("kesselring", "17.1", "17.1.1", "17.1.1a", "17.1.1b")
def test_through_an_enemy_zone() -> None:
    war = corner({"45 Inf": "1520", "305 Inf": "1620"})
    before = list(war.ap)
    assert fight(war, "1620", "9 Inf", "3 Inf", dice=(3,)).result == "DW"
    war.play("unit", "305 Inf")
    assert (side(war), asked(war)) == ("AX", {"to": ["1621"]}), "not into 1519 or 1520"
    assert refused(war, "to", "1520") == "17.1.1a"
    war.play("to", "1621")
    assert at(war, "305 Inf") == "1621" and not whole(war, "305 Inf"), "1621 lies in the ZOC of 45 Inf"
    assert war.ap == [before[0], before[1] - 1]


@pytest.mark.rule("kesselring", "17.1.1b", "17.1.1j")
def test_a_defeated_unit_dies_in_the_first_zone() -> None:  # T74
    war = corner({"45 Inf": "1520", "305 Inf": "1620", "26 Ast": "1621"})
    assert fight(war, "1620", "9 Inf", "3 Inf", dice=(5,)).result == "DD"
    assert not whole(war, "305 Inf")
    play(war, "unit 305 Inf", "to 1621")
    assert at(war, "305 Inf") == "Axis Eliminated", "friends in the hex do not help; the attack was concentric"


@pytest.mark.rule("kesselring", "17.1.1c", "15.9a")
@pytest.mark.parametrize(("unit", "mountain"), [("15 PzGr", False), ("305 Inf", True)])
def test_no_tanks_into_the_mountains(unit: str, mountain: bool) -> None:
    war = italy({"9 Inf": "3118", "3 Inf": "3118", unit: "3119"}, garrisons={"AL": ["Salerno"]}, active="AL")
    fight(war, "3119", "9 Inf", dice=(6,) if unit == "15 PzGr" else (5,))
    assert told(war, "combat")[-1].result == "DW"
    war.play("unit", unit)
    ways = asked(war)["to"]
    assert "3120" in ways, "a road leads there" if not mountain else ""
    assert ("3020" in ways) == mountain


@pytest.mark.rule("kesselring", "17.1.1c", "17.1.1i", "17.1.1j", "27.1.SR4")
def test_no_retreat_over_the_strait() -> None:  # T77, with a unit that is neither elite nor fortified
    war = italy(
        {"9 Inf": "1926", "3 Inf": "1927", "A/5 Flak": "Messina"}, garrisons={"AX": ["Reggio", "Palermo"]}, active="AL", turn=2
    )  # fmt: skip
    assert fight(war, "2027", "9 Inf", dice=(5, 1)).result == "DW"
    war.play("unit", "A/5 Flak")
    assert at(war, "A/5 Flak") == "Axis Turn 3", "neither the Strait nor a ship takes it away"


@pytest.mark.rule("kesselring", "17.1.1d")
def test_two_hexes_away() -> None:
    war = italy({"9 Inf": "3321", "3 Inf": "3321", "92 Inf": "3320"}, garrisons={"AL": ["Manfredonia"]}, active="AL")
    assert fight(war, "3320", "9 Inf", "3 Inf", dice=(3,)).result == "DD"
    play(war, "unit 92 Inf", "to 3319")
    assert asked(war) == {"to": ["3219", "3318", "3419"]}, "3220 and 3420 are only one hex from 3320"
    assert refused(war, "to", "3220") == "17.1.1d"
    war.play("to", "3318")
    assert at(war, "92 Inf") == "3318" and step(war) == "Pursuit"


@pytest.mark.rule("kesselring", "17.1.1e")
def test_a_stack_may_split_up() -> None:
    war = italy(
        {"9 Inf": "3321", "3 Inf": "3321", "92 Inf": "3320", "26 Ast": "3320"}, garrisons={"AL": ["Manfredonia"]}, active="AL"
    )  # fmt: skip
    assert fight(war, "3320", "9 Inf", "3 Inf", dice=(3,)).result == "DW"
    play(war, "unit 26 Ast", "to 3220", "unit 92 Inf", "to 3420")
    assert (at(war, "26 Ast"), at(war, "92 Inf")) == ("3220", "3420")


FULL = {"26 Ast": "1621", "28 Aos": "1621", "54 Nap": "1621"}


@pytest.mark.rule("kesselring", "17.1.1f")
def test_past_a_full_hex() -> None:  # T75
    war = corner({"45 Inf": "1520", "305 Inf": "1620", **FULL})
    assert fight(war, "1620", "9 Inf", "3 Inf", dice=(3,)).result == "DW"
    play(war, "unit 305 Inf", "to 1621")
    assert asked(war) == {"to": ["1521", "1622", "1721"]}
    war.play("to", "1622")
    assert at(war, "305 Inf") == "1622" and not whole(war, "305 Inf"), "a step for 1621, none for 1622"


@pytest.mark.rule("kesselring", "17.1.1f", "17.1.1j")
def test_past_a_full_hex_there_is_nothing() -> None:  # T75
    war = corner({"45 Inf": "1520", "34 Inf": "1521", "36 Inf": "1622", "2 Mor": "1721", "305 Inf": "1620", **FULL})
    fight(war, "1620", "9 Inf", "3 Inf", dice=(3,))
    play(war, "unit 305 Inf", "to 1621")
    assert at(war, "305 Inf") == "Axis Eliminated" and at(war, "54 Nap") == "1621"


@pytest.mark.rule("kesselring", "17.1.1g", "26.4a")
def test_into_the_axis_staging_area() -> None:  # T76
    war = italy({"9 Inf": "3610", "26 Ast": "3709"}, active="AL")
    assert fight(war, "3709", "9 Inf", dice=(5,)).result == "DD"
    play(war, "unit 26 Ast", "to Axis Staging Area")
    assert at(war, "26 Ast") == "Axis Staging Area" and step(war) == "Pursuit", "over at once, though two hexes were asked for"
    war = italy({"9 Inf": "3610", "26 Ast": "3611"}, active="AL")
    fight(war, "3611", "9 Inf", dice=(4,))
    war.play("unit", "26 Ast")
    assert refused(war, "to", "Axis Staging Area") == "17.1.1g"


@pytest.mark.rule("kesselring", "17.1.1h", "17.1.1i")
def test_not_into_the_allied_staging_area() -> None:
    war = airfield({"45 Inf": "1420", "34 Inf": "1420", "16 Pz": "1421"})
    fight(war, "1421", "45 Inf", "34 Inf", dice=(4,))
    war.play("unit", "45 Inf")
    assert refused(war, "to", "Allied Staging Area") == "17.1.1h"


@pytest.mark.rule("kesselring", "17.1.1k", "17.1.2a", "25.3a")
def test_a_garrison_dies_unless_it_is_fortified() -> None:
    war = airfield({"45 Inf": "1420"})
    assert fight(war, "1421", "45 Inf", dice=(4,)).result == "DW"
    assert garrisons(war, "AX") == [] and step(war) == "Pursuit"
    war = airfield({"9 Inf": "1420"}, forts=["1421"])
    assert fight(war, "1421", "9 Inf", dice=(4,)).result == "DW"
    assert garrisons(war, "AX") == ["1421"] and step(war) == "Act", "it need not retreat, so it need not die"


@pytest.mark.rule("kesselring", "17.1.2", "17.1.2a", "17.1.2b", "17.1.2.ex", "24.1")
def test_an_elite_and_an_ordinary_unit() -> None:  # T78, T80
    war = italy(
        {"9 Inf": "3321", "3 Inf": "3321", "45 Inf": "3321", "1 Para": "3320", "92 Inf": "3320"}, garrisons={"AL": ["Manfredonia"]},
        active="AL",
    )  # fmt: skip
    assert fight(war, "3320", "9 Inf", "3 Inf", "45 Inf", dice=(4,)).result == "DW"
    war.play("unit", "92 Inf")
    assert "stay" not in asked(war) and refused(war, "stay") == "17.1.2a"
    play(war, "to 3420", "unit 1 Para")
    assert asked(war) == {"stay": [None], "go": [None]} and refused(war, "cut") == "17.1.2a"
    war.play("stay")
    assert at(war, "1 Para") == "3320" and step(war) == "Act", "the hex is not cleared, nobody pursues"


@pytest.mark.rule("kesselring", "17.1.2a", "17.1.2.ex", "15.6b")
@pytest.mark.parametrize(("choice", "hexes"), [("stay", 0), ("cut", 1), ("go", 2)])
def test_a_fortified_unit_is_defeated(choice: str, hexes: int) -> None:  # T79
    war = italy(
        {"9 Inf": "3321", "3 Inf": "3321", "45 Inf": "3321", "305 Inf": "3320"}, garrisons={"AL": ["Manfredonia"]}, active="AL",
        forts=["3320"],
    )  # fmt: skip
    assert fight(war, "3320", "9 Inf", "3 Inf", "45 Inf", dice=(5,)).result == "DD"
    assert not whole(war, "305 Inf"), "the step is lost all the same"
    war.play("unit", "305 Inf")
    assert asked(war).keys() == {"stay", "cut", "go"}
    war.play(choice)
    for way in ("3319", "3318")[:hexes]:
        war.play("to", way)
    assert at(war, "305 Inf") == ("3320", "3319", "3318")[hexes]
    assert step(war) == ("Pursuit" if hexes else "Act") and bool(war.forts) == (not hexes), "an empty Fortification is removed"


@pytest.mark.rule("kesselring", "17.1.2a", "24.1")
def test_elite_attackers_need_not_retreat() -> None:
    war = airfield({"3 Inf": "1420", "82 Abn": "1420", "16 Pz": "1421"})
    assert fight(war, "1421", "3 Inf", "82 Abn", dice=(2,)).result == "AD"
    play(war, "unit 3 Inf", "stay", "unit 82 Abn", "cut", "to 1519")
    assert (at(war, "3 Inf"), at(war, "82 Abn")) == ("1420", "1519") and not whole(war, "3 Inf")


@pytest.mark.rule("kesselring", "17.2", "17.2a", "17.2b")
def test_pursuit_is_free_and_ends_when_the_hex_is_full() -> None:
    war = airfield({"9 Inf": "1420", "45 Inf": "1420", "34 Inf": "1520", "36 Inf": "1520", "26 Ast": "1521"})
    before = war.ap[1]
    assert fight(war, "1421", "9 Inf", "45 Inf", "34 Inf", "36 Inf", dice=(1,)).result == "DW"
    assert asked(war) == {"pursue": ["9 Inf", "45 Inf", "34 Inf", "36 Inf"], "halt": [None]}, "no Garrison pursues"
    play(war, "pursue 34 Inf", "pursue 9 Inf")
    assert asked(war)["pursue"] == ["45 Inf", "36 Inf"], "34 Inf went from one ZOC of 26 Ast into another"
    war.play("pursue", "45 Inf")
    assert step(war) == "Act" and war.ap[1] == before - 1
    assert listed(war, war.units_in(war.setup.places["Castelvetrano"], 1)) == {"9 Inf", "45 Inf", "34 Inf"}


@pytest.mark.rule("kesselring", "17.2a")
def test_pursuit_may_be_declined() -> None:
    war = airfield({"9 Inf": "1420", "45 Inf": "1420"})
    fight(war, "1421", "9 Inf", "45 Inf", dice=(1,))
    war.play("halt")
    assert at(war, "9 Inf") == "1420" and (side(war), step(war)) == ("AX", "Act")


@pytest.mark.rule("kesselring", "17.2b", "15.9a")
def test_no_pursuit_across_the_strait_or_into_closed_hexes() -> None:
    war = airfield({"3 Inf": "1926", "45 Inf": "1926", "305 Inf": "Messina"}, garrisons={"AL": ["Palermo"]}, turn=2)
    assert fight(war, "2027", "3 Inf", dice=(6, 1)).result == "DW"
    play(war, "unit 305 Inf", "to 1927", "pursue 3 Inf")
    assert asked(war) == {"to": ["1926"], "halt": [None]}, "not to Reggio, and not where the enemy stands"


@pytest.mark.rule("kesselring", "17.2.1", "17.2.1a", "24.1")
def test_elites_pursue_two_hexes_and_parachutists_one() -> None:  # T81
    war = airfield({"3 Inf": "1420", "82 Abn": "1420", "26 Ast": "1521"})
    fight(war, "1421", "3 Inf", "82 Abn", dice=(1,))
    war.play("pursue", "3 Inf")
    assert asked(war) == {"to": ["1420", "1422", "1520"], "halt": [None]}, "in any direction, but not onto the enemy"
    war.play("to", "1422")
    war.play("pursue", "82 Abn")
    assert (at(war, "3 Inf"), at(war, "82 Abn")) == ("1422", "1421") and step(war) == "Act", "no second hex for 82 Abn"


@pytest.mark.rule("kesselring", "17.2.1b")
def test_elites_pursue_in_different_directions() -> None:
    war = airfield({"3 Inf": "1420", "1 Inf (US)": "1420"})
    fight(war, "1421", "3 Inf", "1 Inf (US)", dice=(1,))
    play(war, "pursue 3 Inf", "to 1422", "pursue 1 Inf (US)", "to 1521")
    assert (at(war, "3 Inf"), at(war, "1 Inf (US)")) == ("1422", "1521")
