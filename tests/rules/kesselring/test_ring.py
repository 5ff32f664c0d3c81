"""Concentric attacks where other rules meet them [8.1.3, 15.8, 17.1, 18.4]."""

from __future__ import annotations

from typing import Any

import pytest

from .conftest import assault, at, fight, italy, mods, play, told

LANDING = {"Amphib US 1": "staging", "9 Inf": "staging", "78 Inf": "1526", "16 Pz": "Siracusa", "26 Pz": "Siracusa"}


@pytest.mark.rule("kesselring", "8.1.3a", "15.8b", "18.4d")
@pytest.mark.parametrize(("reading", "fate"), [("both", "Allied Eliminated"), ("defender", "Allied Turn 5")])
def test_the_step_of_a_failed_concentric_landing_is_lost_for_good(reading: str, fate: str) -> None:
    war = italy(LANDING, reduced=["9 Inf"], active="AL", surrendered=False, options={"perm_elim": reading})
    play(war, "invade", "from Allied Staging Area", "beach 1527", "load 9 Inf", "full", "launch", "enough", "fight 1527")
    war.script(6, 2)
    war.play("stand")
    roll = told(war, "combat")[-1]
    assert mods(roll)["concentric"] == 1 and roll.result == "AW", "no loss but that of the beach not taken"
    assert at(war, "9 Inf") == fate


# --- who and what closes the ring

FOGGIA = {"9 Inf": "3321", "45 Inf": "3321", "92 Inf": "3320"}
"""Two divisions before 3320, all of whose six neighbours are land: 3220, 3221, 3319, 3321, 3420, 3421."""


def ringed(units: dict[str, str], target: str = "3320", attackers: tuple[str, ...] = ("9 Inf",), **more: Any) -> bool:
    """Whether an attack is concentric, as the odds say."""
    war = italy(FOGGIA | units, **{"garrisons": {"AL": ["Manfredonia"]}, "active": "AL", **more})
    assault(war, target, *attackers)
    odds = war.odds("AL", "enough")
    assert odds is not None
    return "concentric" in mods(odds)


@pytest.mark.rule("kesselring", "15.8a", "11.1a")
def test_a_unit_opposite_that_takes_no_part_closes_the_ring_with_a_comrade_left_out() -> None:
    assert ringed({"36 Inf": "3319"}), "45 Inf watches 3221 and 3421, 36 Inf the other two"
    assert not ringed({"36 Inf": "3319"}, attackers=("9 Inf", "45 Inf")), "with both attacking nobody watches 3221 and 3421"


@pytest.mark.rule("kesselring", "15.8a", "12.1")
def test_a_garrison_that_takes_no_part_closes_the_ring() -> None:
    units = {"9 Inf": "3320", "92 Inf": "3321", "45 Inf": "3323", "36 Inf": "3221"}
    war = italy(units, garrisons={"AL": ["Manfredonia"]}, active="AL")
    assault(war, "3321", "9 Inf")
    odds = war.odds("AL", "enough")
    assert odds is not None and "concentric" in mods(odds), "the Garrison stands in 3422 and watches 3322 and 3421"


@pytest.mark.rule("kesselring", "15.8a", "13.2e")
def test_an_enemy_in_the_ring_does_not_open_it() -> None:
    assert ringed({"36 Inf": "3319", "26 Ast": "3220"})


@pytest.mark.rule("kesselring", "15.8a", "3.2e")
def test_aircraft_and_ships_close_nothing() -> None:
    assert not ringed({"I/12AF": "staging", "45 Inf": "staging", "36 Inf": "3319"})


@pytest.mark.rule("kesselring", "15.8c", "17.1.1g")
def test_no_ring_at_the_north_edge_for_either_side() -> None:
    """3610 is no edge hex, 3709 is: it has a side beyond the map."""
    ring = {"36 Inf": "3610", "9 Inf": "3710", "45 Inf": "3710", "26 Ast": "3709"}
    war = italy(ring, active="AL")
    assault(war, "3709", "9 Inf")
    odds = war.odds("AL", "enough")
    assert odds is not None and "concentric" not in mods(odds)
    war = italy({"15 PzGr": "3610", "16 Pz": "3710", "26 Pz": "3710", "36 Inf": "3709"}, active="AX")
    assault(war, "3709", "16 Pz")
    odds = war.odds("AX", "enough")
    assert odds is not None and "concentric" not in mods(odds)


@pytest.mark.rule("kesselring", "15.8.ex", "11.1b", "15.9c")
@pytest.mark.parametrize(("place", "shut"), [("", False), ("2028", True), ("2128", True)])
def test_messina_is_shut_in_only_if_reggio_is_covered(place: str, shut: bool) -> None:
    """No zone reaches over the Strait, and it is no sea hexside; somebody must stand in 2028 or watch it."""
    units = {"9 Inf": "1926", "45 Inf": "1927", "34 Inf": "1926", "92 Inf": "2027"}
    war = italy(units | ({"36 Inf": place} if place else {}), garrisons={"AL": ["Palermo"]}, active="AL")
    assault(war, "2027", "9 Inf")
    odds = war.odds("AL", "enough")
    assert odds is not None and ("concentric" in mods(odds)) == shut


@pytest.mark.rule("kesselring", "15.8a", "19.1f")
def test_a_drop_that_completes_the_ring_attacks_alone_and_concentrically() -> None:
    war = italy(
        {"9 Inf": "3321", "45 Inf": "3319", "92 Inf": "3320", "82 Abn": "staging"}, garrisons={"AL": ["Manfredonia"]}, active="AL"
    )
    play(war, "drop", "unit 82 Abn")
    war.script(6)
    play(war, "jump 3220", "strike 3320")
    odds = war.odds("AL", "enough")
    assert odds is not None and mods(odds)["concentric"] == 1 and "river" not in mods(odds)


# --- and who dies in it


@pytest.mark.rule("kesselring", "8.1.3a", "17.1.1j", "17.1.1b")
@pytest.mark.parametrize("lone", [True, False])
def test_who_dies_on_the_retreat_out_of_a_ring_is_lost_for_good(lone: bool) -> None:
    war = italy(
        FOGGIA | ({"36 Inf": "3319"} if not lone else {"3 Inf": "3321"}), reduced=["92 Inf"], garrisons={"AL": ["Manfredonia"]},
        active="AL",
    )  # fmt: skip
    roll = fight(war, "3320", "9 Inf", dice=(3 if lone else 2,))
    assert roll.result == "DW" and ("concentric" in mods(roll)) != lone
    play(war, "unit 92 Inf", "to 3220")
    assert at(war, "92 Inf") == ("3220" if lone else "Axis Eliminated"), "no die for its return"


@pytest.mark.rule("kesselring", "8.1.3a", "8.1.2b", "20.2.2c", "20.2.2e")
def test_a_ring_kills_neither_garrison_nor_aircraft_for_good() -> None:
    war = italy(
        {"9 Inf": "1420", "3 Inf": "1420", "45 Inf": "1521", "34 Inf": "1422", "Jg 27": "1421", "92 Inf": "1421"},
        garrisons={"AL": ["Trapani"], "AX": ["1421"]}, active="AL",
    )  # fmt: skip
    roll = fight(war, "1421", "9 Inf", "3 Inf", dice=(6, 2))
    assert "concentric" in mods(roll) and roll.result == "DE"
    assert [at(war, name) for name in ("92 Inf", "Jg 27", "Axis Garrison 1")] == [
        "Axis Eliminated",
        "Axis Turn 5",
        "Axis Reinforcements",
    ]


@pytest.mark.rule("kesselring", "8.1.3a", "16.1.AD", "17.1.1j")
@pytest.mark.parametrize(("reading", "fate"), [("both", "Allied Eliminated"), ("defender", "Allied Turn 6")])
def test_attackers_that_fall_back_from_a_ring(reading: str, fate: str) -> None:
    """9 Inf is reduced already: AD takes its last step."""
    units = FOGGIA | {"36 Inf": "3319", "16 Pz": "3320", "26 Pz": "3320"}
    war = italy(units, reduced=["9 Inf"], garrisons={"AL": ["Manfredonia"]}, active="AL", options={"perm_elim": reading})
    roll = fight(war, "3320", "9 Inf", dice=(2, 3))
    assert "concentric" in mods(roll) and roll.result == "AD" and at(war, "9 Inf") == fate


@pytest.mark.rule("kesselring", "8.1.3a", "31.3b", "8.1.3b")
def test_italians_are_lost_for_good_in_any_attack() -> None:
    war = italy({"9 Inf": "3321", "3 Inf": "3321", "26 Ast": "3320"}, garrisons={"AL": ["Manfredonia"]}, active="AL")
    roll = fight(war, "3320", "9 Inf", "3 Inf", dice=(6,))
    assert "concentric" not in mods(roll) and at(war, "26 Ast") == "Axis Eliminated"


@pytest.mark.rule("kesselring", "8.1.3a", "8.1.1a", "12.5d")
def test_out_of_supply_alone_is_no_reason() -> None:
    war = italy({"9 Inf": "3321", "3 Inf": "3321", "305 Inf": "3320"}, garrisons={"AL": ["Manfredonia"]}, active="AL")
    roll = fight(war, "3320", "9 Inf", "3 Inf", dice=(6, 4))
    assert mods(roll)["defenders out of supply"] == 1 and roll.result == "DE" and at(war, "305 Inf") == "Axis Turn 7"
