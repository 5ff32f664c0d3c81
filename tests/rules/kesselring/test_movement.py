"""Ground movement [13.0]."""

from __future__ import annotations

from fractions import Fraction

import pytest

from grandharbour.games.kesselring.state import ALLIED, AXIS, Italy
from grandharbour.games.kesselring.supply import lines

from .conftest import asked, at, italy, piece, play, refused, side, space, step, told


def price(unit: str, start: str, target: str) -> Fraction | None:
    """What the step from a hex to its neighbour costs a unit, in Movement Points; None if it is closed."""
    war = italy()
    setup = war.setup
    number = piece(war, unit)
    costs = setup.costs[setup.move_class[number], setup.motorized[number]]
    end = space(setup, target)
    reach = setup.grid.reach(space(setup, start), 100, costs, blocked=setup.grid.all & ~(1 << end))
    return Fraction(reach.cost(end), setup.mp) if reach.mask >> end & 1 else None


def marching(unit: str, place: str, others: dict[str, str] | None = None, **more: object) -> Italy:
    """A lone unit about to go somewhere."""
    war = italy({unit: place} | (others or {}), **more)  # type: ignore[arg-type]
    play(war, "move", f"lead {unit}")
    if step(war) == "PickSource":
        war.play("source", asked(war)["source"][0])
    war.play("unit", unit)
    return war


def reach(war: Italy) -> set[str]:
    return set(asked(war)["to"])


# --- who moves [13.0, 13.1]

SICILY = {"3 Inf": "1721", "9 Inf": "1722", "45 Inf": "1621", "34 Inf": "1526", "36 Inf": "2027", "78 Inf": "1722"}
POSTS = {"AL": ["Palermo", "Siracusa"]}


@pytest.mark.rule("kesselring", "13.0", "13.1", "13.1a", "6.1")
def test_moving_is_an_action_for_one_point() -> None:
    war = italy({"15 PzGr": "3112", "16 Pz": "3113"}, garrisons={"AX": ["3112"]}, ap=(3, 3))
    play(war, "move", "lead 15 PzGr")
    war.play("source", "3112")
    assert war.ap[AXIS] == 2
    play(war, "unit 15 PzGr", "to 3115", "unit 16 Pz", "to 3116")
    assert "unit" not in asked(war), "each once"
    war.play("end")
    assert (at(war, "15 PzGr"), at(war, "16 Pz")) == ("3115", "3116") and war.ap[AXIS] == 2 and side(war) == "AL"


@pytest.mark.rule("kesselring", "13.1", "13.1a", "13.1.ex")
def test_three_from_palermo_or_one_from_siracusa_or_one_without() -> None:  # T48
    for lead, group in (("3 Inf", {"3 Inf", "9 Inf", "45 Inf"}), ("34 Inf", {"34 Inf"}), ("36 Inf", {"36 Inf"})):
        war = italy(SICILY, garrisons=POSTS, active="AL")
        play(war, "move", f"lead {lead}")
        assert set(asked(war)["unit"]) == group
        for other in {"3 Inf", "9 Inf", "45 Inf", "34 Inf", "36 Inf", "78 Inf"} - group:
            assert refused(war, "unit", other) == "13.1a"


@pytest.mark.rule("kesselring", "13.1a")
@pytest.mark.parametrize("option", [False, True])
def test_moves_by_several_sources(option: bool) -> None:
    war = italy(SICILY, garrisons=POSTS, active="AL", options={"move_any_source": option})
    play(war, "move", "lead 34 Inf")
    assert set(asked(war)["unit"]) == ({"3 Inf", "9 Inf", "45 Inf", "34 Inf"} if option else {"34 Inf"})
    war = italy(SICILY, garrisons=POSTS, active="AL", options={"move_any_source": option})
    play(war, "move", "lead 36 Inf")
    assert asked(war)["unit"] == ["36 Inf"], "without supply still alone"


@pytest.mark.rule("kesselring", "13.1a")
def test_supply_is_tested_once() -> None:
    # 45 Infantry draws on Palermo and may attack at the end, out of supply as it then is.
    war = italy({"45 Inf": "1721", "28 Aos": "1426"}, garrisons={"AL": ["Palermo"]}, active="AL", surrendered=False)
    play(war, "move", "lead 45 Inf", "unit 45 Inf", "to 1525")
    assert not lines(war, piece(war, "45 Inf")) and asked(war)["strike"] == ["1426"]


@pytest.mark.rule("kesselring", "13.1b", "12.5c")
def test_a_lone_unit_without_supply_moves_and_attacks() -> None:  # ruling Q46
    war = italy({"45 Inf": "1427", "28 Aos": "1425"}, active="AL", ap=(1, 1), surrendered=False)
    play(war, "move", "lead 45 Inf", "unit 45 Inf", "to 1426")
    assert asked(war)["strike"] == ["1425"]
    play(war, "strike 1425", "join 45 Inf", "assault", "enough")
    war.script(6, 1)
    war.play("stand")
    assert told(war, "combat") and war.ap[ALLIED] == 0


@pytest.mark.rule("kesselring", "13.1b")
def test_one_hex_is_attacked() -> None:
    war = italy({"45 Inf": "1427", "28 Aos": "1425", "26 Ast": "1525"}, active="AL", surrendered=False)
    play(war, "move", "lead 45 Inf", "unit 45 Inf", "to 1426")
    assert set(asked(war)["strike"]) == {"1425", "1525"}
    war.play("strike", "1525")
    assert step(war) == "Assemble" and asked(war)["join"] == ["45 Inf"]


# --- limits [13.2]


@pytest.mark.rule("kesselring", "13.2", "13.2a")
def test_one_contingent_in_an_action() -> None:
    war = italy({"28 Aos": "3321", "94 Inf": "3321"}, garrisons={"AX": ["3321"]}, surrendered=False)
    play(war, "move", "lead 28 Aos")
    assert asked(war)["unit"] == ["28 Aos"] and refused(war, "unit", "94 Inf") == "13.1a"


@pytest.mark.rule("kesselring", "13.2b")
def test_again_in_a_later_segment() -> None:
    war = italy({"94 Inf": "3112"}, garrisons={"AX": ["3112"]}, ap=(3, 0))
    for target in ("3113", "3112"):
        play(war, "move", "lead 94 Inf", "unit 94 Inf", f"to {target}")
        assert refused(war, "unit", "94 Inf") == "13.1a", "not twice in one Action"
        war.play("end")
    assert at(war, "94 Inf") == "3112"


@pytest.mark.rule("kesselring", "13.2c")
def test_any_part_of_the_factor_but_nothing_saved() -> None:
    war = marching("94 Inf", "3425")
    assert {"3424", "3423", "3322", "3326", "3327"} <= reach(war), "near and far"
    assert refused(war, "to", "3425") == "13.2c"
    play(war, "to 3424", "end", "pass")
    play(war, "move", "lead 94 Inf", "unit 94 Inf")
    assert "3231" not in reach(war), "what was left over is lost"


@pytest.mark.rule("kesselring", "13.2d")
def test_zones_of_control_bound_a_move() -> None:
    war = marching("45 Inf", "2916", {"15 PzGr": "3014"}, active="AL")
    assert "2914" in reach(war) and refused(war, "to", "2913") == "13.1a"
    war = marching("28 Aos", "3116", {"45 Inf": "3115", "34 Inf": "2917"})
    assert refused(war, "to", "3016") == "13.1a"


@pytest.mark.rule("kesselring", "13.2e", "13.4e")
def test_enemies_and_closed_ground() -> None:
    war = marching("15 PzGr", "3115", {"45 Inf": "3016"})
    assert refused(war, "to", "3016") == "13.2e"
    assert refused(war, "to", "3216") == "13.4b"
    war = marching("45 Inf", "3115", {"34 Inf": "3116"}, active="AL", garrisons={"AX": ["3112"]})
    assert refused(war, "to", "3112") == "13.2e", "a Garrison is an enemy unit"


@pytest.mark.rule("kesselring", "13.2e")
def test_enemies_are_walked_round() -> None:
    war = marching("16 Pz", "2028", {"45 Inf": "2229"})
    assert "2128" in reach(war) and "2328" not in reach(war)


# --- the minimum move [13.3]


@pytest.mark.rule("kesselring", "13.3")
def test_one_hex_is_always_possible() -> None:  # T51
    assert price("28 Aos", "3115", "3216") == 4, "mountain across a river, for a unit that moves 3"
    assert "3216" in reach(marching("28 Aos", "3115"))
    assert "3216" not in reach(marching("28 Aos", "3114")), "only as the whole move"
    war = marching("28 Aos", "3115", {"45 Inf": "3217"})
    assert "3216" in reach(war), "into a zone from a free hex"


@pytest.mark.rule("kesselring", "13.3", "13.4b")
def test_the_minimum_move_opens_no_closed_ground() -> None:  # T50
    assert price("15 PzGr", "3115", "3216") is None
    assert "3216" not in reach(marching("15 PzGr", "3115")) and refused(marching("15 PzGr", "3115"), "to", "3216") == "13.4b"
    war = italy({"16 Pz": "1927", "45 Inf": "2027", "34 Inf": "1926"})
    assert refused(war, "move") == "13.1a", "enemies, a zone of control, and an all-sea hexside to Reggio"


@pytest.mark.rule("kesselring", "13.3", "11.2b")
def test_the_minimum_move_respects_zones() -> None:
    war = marching("28 Aos", "3115", {"45 Inf": "3116", "34 Inf": "3015"})
    assert not {"3016", "3216", "3114"} & reach(war), "all of them in zones, as 3115 itself"
    assert {"3215"} <= reach(war)


# --- terrain [13.4]


@pytest.mark.rule("kesselring", "13.4", "13.4a")
@pytest.mark.parametrize(
    ("start", "target", "mech", "foot", "mountain"),
    [
        ("3228", "3229", 1, 1, 1),  # open
        ("3015", "3016", 2, 2, 1),  # rough
        ("3115", "3215", None, 3, 2),  # mountain
        ("1726", "1826", None, 3, 2),
        ("3018", "2918", None, 3, 2),  # volcano
        ("3016", "3017", 3, 3, 2),  # rough across a river
        ("3115", "3216", None, 4, 3),  # mountain across a river
        ("2027", "2028", 4, 4, 3),  # the Strait, into rough ground
        ("2028", "2027", 4, 4, 3),  # a city, port and Objective changes nothing
        ("1627", "1727", Fraction(1, 2), Fraction(1, 2), Fraction(1, 2)),  # road over a river
        ("3016", "3115", 2, 2, 1),  # town and airfield on rough ground
    ],
)
def test_what_terrain_costs(start: str, target: str, mech: int | None, foot: int, mountain: int) -> None:  # T49
    assert price("16 Pz", start, target) == mech
    assert price("94 Inf", start, target) == foot
    assert price("5 Mtn", start, target) == mountain


@pytest.mark.rule("kesselring", "13.4a", "13.4c")
def test_a_move_adds_up_its_costs() -> None:
    # 3016 to 3017 costs 3 of the 4 points of an infantry division: one is left, for two hexes of road.
    war = marching("94 Inf", "3016", {"45 Inf": "3115", "34 Inf": "2915"})  # the detours lie in zones of control
    assert {"3017", "3018", "2917"} <= reach(war) and "2918" not in reach(war)


@pytest.mark.rule("kesselring", "13.4b")
def test_tanks_in_the_mountains() -> None:
    war = marching("16 Pz", "3115")
    assert {"3116", "3117", "3217"} <= reach(war), "by road"
    assert "3216" not in reach(war), "no road leads there"
    assert price("16 Pz", "3115", "3116") == Fraction(1, 2) and price("16 Pz", "3016", "3116") is None, (
        "the road must cross the hexside"
    )
    assert price("16 Pz", "1927", "1827") == Fraction(1, 2), "Etna too"


@pytest.mark.rule("kesselring", "13.4c")
def test_a_road_bridges_a_river() -> None:
    assert price("94 Inf", "3017", "3018") == Fraction(1, 2)
    assert price("94 Inf", "2917", "3017") == 3, "no road here"
    assert price("94 Inf", "2916", "2917") == 2, "open ground across a river"


@pytest.mark.rule("kesselring", "13.4d", "14.1.2c", "14.2.2b")
@pytest.mark.parametrize("interdiction", [False, True])
def test_the_strait_is_crossed_by_land(interdiction: bool) -> None:  # T55
    assert price("15 PzGr", "2027", "2028") == 4
    war = marching("15 PzGr", "2027", interdiction=interdiction, ap=(1, 0))
    war.play("to", "2028")
    assert at(war, "15 PzGr") == "2028" and war.ap[AXIS] == 0
    assert "2228" in reach(marching("15 PzGr", "2027", interdiction=interdiction)), "two points are left"
    war = marching("45 Inf", "2027", active="AL")
    assert "2028" in reach(war)
    war = marching("45 Inf", "2027", active="AL", surrendered=False)
    assert refused(war, "to", "2028") == "27.1.SR4"


@pytest.mark.rule("kesselring", "13.4e")
def test_no_way_over_the_sea() -> None:
    assert price("94 Inf", "1927", "2028") is None and price("94 Inf", "2127", "2027") is None
    assert price("94 Inf", "1407", "1408") is None
    war = italy({"94 Inf": "1927", "45 Inf": "1926"})
    assert refused(war, "move") == "13.1a", "all ways lie in a zone but the one over the sea to Reggio"


# --- roads [13.5, 13.6]


@pytest.mark.rule("kesselring", "13.5")
def test_roads_cost_half_a_point() -> None:  # T52
    # Bari, 3426, 3326, 3327, Brindisi, Lecce, 3330: six hexes of road; 3231 lies beyond them.
    assert "3231" in reach(marching("94 Inf", "3425")), "six and one make 4"
    assert "3231" not in reach(marching("94 Inf", "3424")), "seven and one make 4.5"
    assert "3330" in reach(marching("94 Inf", "3424"))


@pytest.mark.rule("kesselring", "13.5")
def test_eight_hexes_of_road() -> None:
    war = marching("94 Inf", "2028")
    assert "2724" in reach(war) and "2824" not in reach(war)
    war = marching("16 Pz", "2028")
    assert {"3023", "2921"} <= reach(war) and "2920" not in reach(war), "twelve for tanks"


@pytest.mark.rule("kesselring", "13.5")
def test_only_a_road_that_crosses_the_hexside() -> None:
    # 3014 and 3113 both have roads, but none between them.
    assert price("94 Inf", "3014", "3113") == 2
    assert price("94 Inf", "3014", "3013") == Fraction(1, 2)


@pytest.mark.rule("kesselring", "13.6", "13.6a", "13.6.ex")
def test_allied_lorries_go_twelve_hexes() -> None:  # T53, T54
    war = marching("45 Inf", "2028", active="AL")
    assert {"3023", "2921"} <= reach(war) and "2920" not in reach(war)
    assert price("45 Inf", "2028", "2127") == Fraction(1, 3)
    war = marching("715 Inf", "2028")
    assert "2724" in reach(war) and "2824" not in reach(war), "eight for the German motorised division"
    war = marching("8 Ind", "2028", active="AL")
    assert "2724" in reach(war) and "2824" not in reach(war), "and for Allied infantry on foot"


@pytest.mark.rule("kesselring", "13.6b")
def test_lorries_on_and_off_the_road() -> None:
    # From 3322 by Barletta, Bari and Brindisi to 3330 are nine hexes of road; the open hex 3231 lies beside it.
    assert price("45 Inf", "3330", "3231") == 1
    assert "3231" in reach(marching("45 Inf", "3322", active="AL")), "3 and 1 make 4"
    assert "3231" not in reach(marching("45 Inf", "3321", active="AL")), "a third too much"
