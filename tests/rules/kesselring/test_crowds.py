"""Overstacked and full hexes where other rules meet them [7.4, 10.0, 10.2, 17.1.1f, 17.2, 18.4, 21.1.1, 24.3]."""

from __future__ import annotations

from typing import Any

import pytest

from grandharbour.games.kesselring.state import Italy

from .conftest import asked, assault, at, fact, fight, italy, mods, play, refused, side, step, told

AMPHIB = {"Amphib US 1": "staging"}
PALERMO = {"9 Inf": "Palermo", "45 Inf": "Palermo", "34 Inf": "Palermo", "36 Inf": "Palermo"}


def crowded_port(**more: Any) -> Italy:
    """Four US divisions in Palermo, one too many, an Amphib, and a panzer division in Cagliari."""
    return italy(AMPHIB | PALERMO | {"16 Pz": "Cagliari"}, garrisons={"AL": ["Palermo"]}, active="AL", surrendered=False, **more)


def sail(war: Italy, *units: str, beach: str = "1609", start: str = "1721") -> None:
    """One landing from a port up to the roll."""
    play(war, "invade", f"from {start}", f"beach {beach}", *(f"load {unit}" for unit in units), "full", "launch")
    play(war, "enough", f"fight {beach}")


# --- landings from a crowded port


@pytest.mark.rule("kesselring", "10.2b", "16.1.AE", "18.4b")
def test_a_lost_landing_spares_who_never_sailed() -> None:
    war = crowded_port()
    sail(war, "9 Inf", "45 Inf", "34 Inf")
    war.script(1, 1, 2, 3)
    war.play("stand")
    assert told(war, "combat")[-1].result == "AE"
    assert [at(war, name) for name in PALERMO] == ["Allied Turn 4", "Allied Turn 5", "Allied Turn 6", "1721"]


@pytest.mark.rule("kesselring", "10.2b", "16.2", "18.4b")
def test_no_bystander_in_the_port_bleeds_for_the_landing() -> None:
    war = crowded_port()
    sail(war, "9 Inf", "45 Inf", "34 Inf")
    war.script(4)
    war.play("stand")
    assert told(war, "combat")[-1].result == "AA" and asked(war) == {"lose": ["9 Inf", "45 Inf", "34 Inf"]}


# --- flak of an overstacked hex


FLAK = {"16 Pz": "1421", "26 Pz": "1421", "3 PzGr": "1421", "A/5 Flak": "1421"}


@pytest.mark.rule("kesselring", "10.2a", "21.1.1d", "24.3a")
@pytest.mark.parametrize("chosen", ["16 Pz", "A/5 Flak"])
def test_flak_in_a_crowded_hex_fires_whoever_defends(chosen: str) -> None:
    war = italy(FLAK | {"9 Inf": "1420", "I/12AF": "staging"}, garrisons={"AL": ["Trapani"]}, active="AL", ap=(0, 9))
    assault(war, "1421", "9 Inf")
    play(war, "cas I/12AF", "enough", f"defend {chosen}")
    war.script(3)
    war.play("stand")
    assert mods(told(war, "combat")[-1])["flak"] == -1


# --- two full stacks exchange a unit [10.0d]


LEFT = {"45 Inf": "3018", "34 Inf": "3018", "36 Inf": "3018"}
RIGHT = {"9 Inf": "3019", "3 Inf": "3019", "1 Arm": "3019"}
SALERNO = {"AL": ["Salerno"]}


@pytest.mark.rule("kesselring", "10.0d", "13.1a")
def test_two_full_stacks_exchange_a_unit() -> None:
    war = italy(LEFT | RIGHT, garrisons=SALERNO, active="AL")
    play(war, "move", "lead 45 Inf", "unit 45 Inf", "to 3019")
    assert asked(war) == {"unit": ["3 Inf", "9 Inf", "1 Arm"]}
    assert refused(war, "end") == "13.1a" and refused(war, "unit", "34 Inf") == "13.1a", "first somebody makes room"
    play(war, "unit 9 Inf", "to 3018", "end")
    assert (at(war, "45 Inf"), at(war, "9 Inf"), side(war)) == ("3019", "3018", "AX")


@pytest.mark.rule("kesselring", "10.0d", "15.1h")
def test_nobody_attacks_before_the_excess_is_cured() -> None:
    war = italy(LEFT | RIGHT | {"92 Inf": "3118"}, garrisons=SALERNO, active="AL")
    play(war, "move", "lead 45 Inf")
    assert asked(war)["strike"] == ["3118"]
    play(war, "unit 45 Inf", "to 3019")
    assert "strike" not in asked(war)
    play(war, "unit 9 Inf", "to 3018")
    assert asked(war)["strike"] == ["3118"] and "end" in asked(war)


@pytest.mark.rule("kesselring", "10.0d", "13.2a")
def test_strangers_make_no_room() -> None:
    right = {"78 Inf": "3019", "5 Inf": "3019", "50 Inf": "3019"}
    war = italy(LEFT | right, garrisons=SALERNO, active="AL")
    play(war, "move", "lead 45 Inf", "unit 45 Inf")
    assert refused(war, "to", "3019") == "10.1a", "the British do not move in this Action"


@pytest.mark.rule("kesselring", "10.0d", "10.2")
def test_no_exchange_with_a_hex_that_is_overstacked_already() -> None:
    war = italy(LEFT | RIGHT | {"2 Arm": "3019"}, garrisons=SALERNO, active="AL")
    play(war, "move", "lead 45 Inf", "unit 45 Inf")
    assert refused(war, "to", "3019") == "10.1a", "one more would leave it overstacked whoever goes"
    war = italy(LEFT | RIGHT | {"2 Arm": "3019"}, garrisons=SALERNO, active="AL")
    play(war, "move", "lead 45 Inf", "unit 9 Inf")
    assert "3018" in asked(war)["to"], "but out of it an exchange leads"


# --- retreat past a full hex [17.1.1f]


FULL = {"26 Ast": "3319", "28 Aos": "3319", "54 Nap": "3319"}


def thrown_back(units: dict[str, str], die: int, **more: Any) -> Italy:
    """92 Inf is driven out of 3320 by two US divisions in 3321, while Italians fill 3319; it has chosen to go there."""
    war = italy(
        {"9 Inf": "3321", "3 Inf": "3321", "92 Inf": "3320"} | FULL | units,
        garrisons={"AL": ["Manfredonia"]}, active="AL", **more,
    )  # fmt: skip
    fight(war, "3320", "9 Inf", "3 Inf", dice=(die,))
    play(war, "unit 92 Inf", "to 3319")
    return war


@pytest.mark.rule("kesselring", "17.1.1d", "17.1.1f")
def test_an_additional_hex_lies_in_any_direction_but_not_back() -> None:
    war = thrown_back({}, 2)
    assert told(war, "combat")[-1].result == "DW"
    assert asked(war) == {"to": ["3219", "3220", "3318", "3419", "3420"]}, "3220 and 3420 are no farther from 3320 than 3319"
    war.play("to", "3420")
    assert at(war, "92 Inf") == "3420" and step(war) == "Pursuit"


@pytest.mark.rule("kesselring", "17.1.1d", "17.1.1f")
def test_after_a_retreat_of_two_hexes_the_additional_one_stays_two_away() -> None:
    war = italy(
        {"9 Inf": "3321", "3 Inf": "3321", "92 Inf": "3320", "26 Ast": "3318", "28 Aos": "3318", "54 Nap": "3318"},
        garrisons={"AL": ["Manfredonia"]}, active="AL",
    )  # fmt: skip
    assert fight(war, "3320", "9 Inf", "3 Inf", dice=(3,)).result == "DD"
    play(war, "unit 92 Inf", "to 3319", "to 3318")
    ways = asked(war)["to"]
    assert "3219" in ways and "3319" not in ways and "3317" in ways, "3219 is two hexes from 3320, 3319 only one"


@pytest.mark.rule("kesselring", "17.1.1f", "17.1.1j")
def test_no_running_to_and_fro_between_two_full_hexes() -> None:
    war = thrown_back({"15 PzGr": "3420", "3 PzGr": "3420", "29 PzGr": "3420"}, 2)
    war.play("to", "3420")
    assert asked(war) == {"to": ["3419", "3421", "3519", "3520"]}, "neither to 3319, where it has been, nor to 3320"


# --- pursuit past a full hex [17.2.1]


@pytest.mark.rule("kesselring", "17.2a", "17.2.1a", "10.0b")
def test_an_elite_passes_through_the_full_hex_and_must_go_on() -> None:
    units = {"9 Inf": "1420", "45 Inf": "1420", "3 Inf": "1420", "34 Inf": "1520"}
    war = italy(units, garrisons={"AL": ["Trapani"], "AX": ["Castelvetrano"]}, active="AL")
    fight(war, "1421", "9 Inf", "45 Inf", "3 Inf", "34 Inf", dice=(6,))
    play(war, "pursue 9 Inf", "pursue 45 Inf", "pursue 34 Inf")
    assert asked(war) == {"pursue": ["3 Inf"], "halt": [None]}
    war.play("pursue", "3 Inf")
    assert asked(war) == {"to": ["1420", "1422", "1520", "1521"]} and refused(war, "halt") == "17.2.1a"
    war.play("to", "1422")
    assert at(war, "3 Inf") == "1422" and (side(war), step(war)) == ("AX", "Act")


@pytest.mark.rule("kesselring", "17.2.1a", "10.1a")
@pytest.mark.parametrize("unit", ["82 Abn", "36 Inf"])
def test_parachutists_and_ordinary_units_stop_before_a_full_hex(unit: str) -> None:
    units = {"9 Inf": "1420", "45 Inf": "1420", unit: "1420", "34 Inf": "1520"}
    war = italy(units, garrisons={"AL": ["Trapani"], "AX": ["Castelvetrano"]}, active="AL")
    fight(war, "1421", "9 Inf", "45 Inf", unit, "34 Inf", dice=(6,))
    play(war, "pursue 9 Inf", "pursue 45 Inf", "pursue 34 Inf")
    assert step(war) == "Act"


# --- the limits of the tables are those of the game


@pytest.mark.rule("kesselring", "10.2a")
def test_a_pack_lets_two_attack_out_of_an_overstacked_hex() -> None:
    units = {"9 Inf": "1420", "45 Inf": "1420", "34 Inf": "1420", "36 Inf": "1420", "16 Pz": "1421"}
    for pack, joined in (("", []), ("[limits.stack]\noverstacked_attackers = 2", ["9 Inf", "34 Inf", "36 Inf"])):
        war = italy(units, garrisons={"AL": ["Trapani"]}, active="AL", tables=pack)
        play(war, "attack", "target 1421", "join 45 Inf")
        assert asked(war).get("join", []) == joined
    war.play("join", "9 Inf")
    assert asked(war) == {"assault": [None]}


@pytest.mark.rule("kesselring", "10.2a")
def test_a_pack_lets_two_defend_an_overstacked_hex() -> None:
    war = italy(
        {"9 Inf": "1420"} | FLAK, garrisons={"AL": ["Trapani"]}, active="AL", tables="[limits.stack]\noverstacked_defenders = 2"
    )
    assault(war, "1421", "9 Inf")
    play(war, "enough", "defend 16 Pz")
    assert asked(war) == {"defend": ["3 PzGr", "26 Pz", "A/5 Flak"]}
    war.play("defend", "A/5 Flak")
    war.script(5)
    war.play("stand")
    assert fact(told(war, "combat")[-1], "percent") == 80, "8 against 8 and 2"


@pytest.mark.rule("kesselring", "17.2.1a")
@pytest.mark.parametrize(("hexes", "steps"), [(1, []), (3, ["to 1422", "to 1423"])])
def test_a_pack_changes_how_far_elites_pursue(hexes: int, steps: list[str]) -> None:
    war = italy(
        {"3 Inf": "1420"}, garrisons={"AL": ["Trapani"], "AX": ["Castelvetrano"]}, active="AL",
        tables=f"[limits.combat]\nelite_pursuit = {hexes}",
    )  # fmt: skip
    fight(war, "1421", "3 Inf", dice=(6,))
    play(war, "pursue 3 Inf", *steps)
    assert step(war) == "Act" and at(war, "3 Inf") == ("1423" if steps else "1421")
