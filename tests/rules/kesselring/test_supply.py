"""Garrisons and Lines of Communication [12.0]."""

from __future__ import annotations

import pytest

from grandharbour.engine.geometry.bits import bits, mask_of
from grandharbour.games.kesselring import supply
from grandharbour.games.kesselring.losses import has_flak
from grandharbour.games.kesselring.state import ALLIED, AXIS, MECH, Italy
from grandharbour.games.kesselring.supply import lines, region, supplied
from tests.play import begin, wander

from .conftest import asked, at, italy, mods, named, piece, play, refused, results, space, step, told


def sources(war: Italy, unit: str) -> set[str]:
    """What a unit draws on."""
    return named(war, lines(war, piece(war, unit)))


def shifts(war: Italy) -> list[str]:
    return list(mods(told(war, "combat")[-1]))


# --- Garrisons [12.1]


@pytest.mark.rule("kesselring", "12.1", "12.1a")
def test_garrisons_never_move_and_die_when_they_must_retreat() -> None:
    war = italy({"15 PzGr": "3112"}, garrisons={"AX": ["3112"]})
    war.play("move")
    assert asked(war)["lead"] == ["15 PzGr"]
    units = {"45 Inf": "3320", "34 Inf": "3320", "15 PzGr": "3321"}
    war = italy(units, garrisons={"AX": ["3321"], "AL": ["Termoli"]}, active="AL")
    play(war, "attack", "target 3321", "join 45 Inf", "join 34 Inf", "assault", "enough")
    war.script(6)  # 14 against 8, city: 100-149
    war.play("stand")
    assert results(war) == ["DW"] and at(war, "Axis Garrison 1") == "Axis Reinforcements"
    assert asked(war)["unit"] == ["15 PzGr"]


@pytest.mark.rule("kesselring", "12.1b")
def test_garrisons_never_attack() -> None:
    war = italy({"45 Inf": "3320"}, garrisons={"AX": ["3321"]})
    assert refused(war, "attack") == "15.2a"
    war = italy({"45 Inf": "3320", "15 PzGr": "3321"}, garrisons={"AX": ["3321"]})
    play(war, "attack", "target 3320")
    assert asked(war)["join"] == ["15 PzGr"]
    war = italy({"45 Inf": "3320"}, garrisons={"AX": ["3321"]}, active="AL")
    play(war, "attack", "target 3321", "join 45 Inf", "assault", "enough")
    war.script(1)
    play(war, "stand")
    assert dict(told(war, "combat")[0].facts)["percent"] == 350, "but it defends"


@pytest.mark.rule("kesselring", "12.1c")
def test_a_full_garrison_is_flak() -> None:
    for weak in (False, True):
        war = italy(garrisons={"AX": ["3321"]}, reduced=["3321"] if weak else [])
        assert has_flak(war, war.units_in(space(war.setup, "3321"), AXIS)) is not weak


@pytest.mark.rule("kesselring", "12.1d", "12.1e", "12.4a")
def test_without_its_garrison_a_port_is_no_source() -> None:
    war = italy({"45 Inf": "2917", "34 Inf": "3018"}, active="AL")
    assert sources(war, "34 Inf") == sources(war, "45 Inf") == set() and refused(war, "transfer") == "14.1a"
    war = italy({"45 Inf": "2917", "34 Inf": "3018"}, active="AL", garrisons={"AL": ["2917"]})
    assert sources(war, "34 Inf") == {"2917"} and "transfer" in asked(war)


@pytest.mark.rule("kesselring", "12.1e")
def test_staging_areas_need_no_garrison() -> None:
    war = italy({"1 Para": "staging", "45 Inf": "staging"})
    assert sources(war, "1 Para") == {"Axis Staging Area"} and sources(war, "45 Inf") == {"Allied Staging Area"}


# --- the line [12.2]


@pytest.mark.rule("kesselring", "12.2", "12.2a", "12.2.ex")
def test_anzio_is_supplied_from_gaeta() -> None:  # T39
    war = italy({"1 Arm": "2913"}, garrisons={"AL": ["2916"]})
    assert sources(war, "1 Arm") == {"2916"}


@pytest.mark.rule("kesselring", "12.2", "12.2a")
@pytest.mark.parametrize(
    ("unit", "place", "good"),
    [
        ("45 Inf", "2913", True),  # 2914, 2915, 2916, 2917: four by road
        ("45 Inf", "3013", False),  # five
        ("1 Arm", "3013", True),
        ("1 Arm", "3112", True),  # six
        ("1 Arm", "3111", False),  # seven
    ],
)
def test_long_lines_reach_as_far_as_the_movement_factor(unit: str, place: str, good: bool) -> None:
    war = italy({unit: place}, garrisons={"AL": ["2917"]})
    assert supplied(war, piece(war, unit)) is good


@pytest.mark.rule("kesselring", "12.2a")
def test_open_ground_needs_no_road() -> None:
    # From 3228 to Brindisi no road leads, but all is open: 3327 or 3229, then 3328.
    war = italy({"45 Inf": "3231"}, garrisons={"AL": ["3227"]})
    assert sources(war, "45 Inf") == {"3227"}, "3230, 3229, 3228, 3227"
    war = italy({"45 Inf": "3231"}, garrisons={"AL": ["3425"]})
    assert sources(war, "45 Inf") == set()


@pytest.mark.rule("kesselring", "12.2b")
def test_lorries_do_not_lengthen_a_line() -> None:
    war = italy({"45 Inf": "3013", "8 Ind": "3013"}, garrisons={"AL": ["2917"]})
    assert not supplied(war, piece(war, "45 Inf")) and not supplied(war, piece(war, "8 Ind"))


@pytest.mark.rule("kesselring", "12.2c")
def test_one_step_off_the_road_halves_the_line() -> None:  # T40, T41
    # 3219 to Benevento is rough without a road, then 3018 and 2917 follow.
    war = italy({"45 Inf": "3219", "1 Arm": "3219"}, garrisons={"AL": ["2917"]})
    assert not supplied(war, piece(war, "45 Inf")), "three hexes, half of 4 is 2"
    assert supplied(war, piece(war, "1 Arm")), "half of 6 is 3"


@pytest.mark.rule("kesselring", "12.2c")
def test_half_a_factor_is_rounded_up() -> None:
    # Sabauda moves 3: two hexes over the hills to Olbia, not three.
    war = italy({"30 Sab": "2106"}, garrisons={"AX": ["2306"]}, surrendered=False)
    assert sources(war, "30 Sab") == {"2306"}
    war = italy({"30 Sab": "2007"}, garrisons={"AX": ["2306"]}, surrendered=False)
    assert sources(war, "30 Sab") == set()


# --- what blocks it [12.3]


@pytest.mark.rule("kesselring", "12.3", "12.3a", "11.2e")
def test_the_enemy_blocks_a_line() -> None:  # T44
    garrisons = {"AL": ["2916"]}
    assert sources(italy({"1 Arm": "2913"}, garrisons=garrisons), "1 Arm") == {"2916"}
    war = italy({"1 Arm": "2913", "15 PzGr": "3014"}, garrisons=garrisons)
    assert sources(war, "1 Arm") == set(), "2914 lies in his zone"
    war = italy({"1 Arm": "2914", "15 PzGr": "3015"}, garrisons=garrisons)
    assert sources(war, "1 Arm") == set(), "2915 lies in his zone"
    war = italy({"1 Arm": "2913", "15 PzGr": "3013"}, garrisons=garrisons)
    assert war.zoc(AXIS) >> space(war.setup, "2913") & 1
    assert sources(war, "1 Arm") == {"2916"}, "a line may lead out of a zone"
    war = italy({"1 Arm": "2913", "15 PzGr": "2914"}, garrisons=garrisons)
    assert sources(war, "1 Arm") == set()


@pytest.mark.rule("kesselring", "12.3a", "11.1c")
def test_friends_do_not_open_a_line() -> None:  # ruling Q38
    war = italy({"1 Arm": "2913", "15 PzGr": "3014", "45 Inf": "2914", "34 Inf": "2915"}, garrisons={"AL": ["2916"]})
    assert sources(war, "1 Arm") == set()


@pytest.mark.rule("kesselring", "12.3b", "12.3.ex")
def test_tanks_trace_through_mountains_by_road_only() -> None:  # T42
    war = italy({"1 Arm": "3124"}, garrisons={"AL": ["2919"]})
    assert sources(war, "1 Arm") == {"2919"}, "3024, 3023, 2922, 2921, 2920, 2919"
    war = italy(garrisons={"AL": ["2919"]})
    salerno, hills = space(war.setup, "2919"), space(war.setup, "3121")
    assert region(war, ALLIED, salerno, False, 6) >> hills & 1, "on foot over 3021"
    assert not region(war, ALLIED, salerno, True, 6) >> hills & 1, "no road there for tanks"


@pytest.mark.rule("kesselring", "12.3b")
def test_no_line_over_all_sea_hexsides_but_over_the_strait() -> None:  # ruling Q34
    war = italy({"94 Inf": "2027", "16 Pz": "1927"}, garrisons={"AX": ["2028"]})
    assert sources(war, "94 Inf") == {"2028"}, "one step off the road"
    assert sources(war, "16 Pz") == {"2028"}, "two steps, by Messina"
    war = italy({"94 Inf": "2027", "16 Pz": "1927", "45 Inf": "1926"}, garrisons={"AX": ["2028"]})
    assert sources(war, "16 Pz") == set(), "Messina lies in a zone, and 1927 does not touch Reggio by land"


@pytest.mark.rule("kesselring", "12.3c")
def test_a_threatened_garrison_supplies_its_own_hex() -> None:
    war = italy({"45 Inf": "2917", "34 Inf": "2918", "15 PzGr": "3017"}, garrisons={"AL": ["2917"]})
    assert sources(war, "45 Inf") == {"2917"} and sources(war, "34 Inf") == set()
    garrison = piece(war, "Allied Garrison 1")
    assert supplied(war, garrison), "a Garrison always is"


@pytest.mark.rule("kesselring", "12.3c", "12.5d")
def test_units_with_a_garrison_are_in_supply_even_if_it_is_no_source() -> None:
    war = italy({"45 Inf": "1627", "34 Inf": "1626"}, garrisons={"AL": ["1627"]})
    assert sources(war, "45 Inf") == {"1627"} and sources(war, "34 Inf") == set()


# --- sources [12.4]


@pytest.mark.rule("kesselring", "12.4", "12.4a")
def test_allied_sources_are_ports() -> None:  # T45
    war = italy({"45 Inf": "1626"}, garrisons={"AL": ["1627"]})
    assert sources(war, "45 Inf") == set(), "Gerbini is an airfield without a port"
    war = italy({"45 Inf": "3113"}, garrisons={"AL": ["3112"]})
    assert sources(war, "45 Inf") == set(), "Roma supplies the Axis only"
    war = italy({"45 Inf": "1626"}, garrisons={"AL": ["1727"]})
    assert sources(war, "45 Inf") == {"1727"}


@pytest.mark.rule("kesselring", "12.4", "12.4b")
@pytest.mark.parametrize(
    ("post", "unit_at", "good"),
    [
        ("Foggia", "3320", True),  # airfield
        ("Gaeta", "2915", False),  # port
        ("Roma", "3014", True),  # supply hex
        ("Sassari", "2105", False),  # city
    ],
)
def test_axis_sources_are_airfields_and_supply_hexes(post: str, unit_at: str, good: bool) -> None:
    war = italy({"94 Inf": unit_at}, garrisons={"AX": [post]})
    assert supplied(war, piece(war, "94 Inf")) is good


@pytest.mark.rule("kesselring", "12.4b")
def test_san_benedetto_is_an_axis_source() -> None:
    war = italy({"16 Pz": "3413"}, garrisons={"AX": ["3714"]})
    assert "3714" in sources(war, "16 Pz")
    war = italy({"16 Pz": "3413", "45 Inf": "3713"}, garrisons={"AX": ["3714"]})
    assert "3714" not in sources(war, "16 Pz")


@pytest.mark.rule("kesselring", "12.4b")
@pytest.mark.parametrize(
    ("unit", "place", "good"),
    [
        ("16 Pz", "3112", True),  # T46: four hexes of road to 3209, and one off the map
        ("16 Pz", "3113", True),  # five and one
        ("16 Pz", "3114", False),
        ("94 Inf", "3111", True),  # three and one
        ("94 Inf", "3112", False),
    ],
)
def test_the_axis_staging_area_supplies_the_north(unit: str, place: str, good: bool) -> None:  # T46
    war = italy({unit: place})
    assert sources(war, unit) == ({"Axis Staging Area"} if good else set())


@pytest.mark.rule("kesselring", "12.4b")
def test_the_way_to_the_edge_can_be_cut() -> None:
    war = italy({"16 Pz": "3112", "45 Inf": "3310"})
    assert sources(war, "16 Pz") == set(), "3210 lies in a zone, and the other roads are too long"


@pytest.mark.rule("kesselring", "12.4c")
def test_the_allied_staging_area_supplies_nobody_on_the_map() -> None:
    war = italy({"45 Inf": "3209", "34 Inf": "staging", "36 Inf": "2913"})
    assert sources(war, "45 Inf") == sources(war, "36 Inf") == set()
    assert supplied(war, piece(war, "34 Inf"))


# --- what supply is for [12.5]

SICILY = {"3 Inf": "1721", "9 Inf": "1722", "45 Inf": "1621", "34 Inf": "1526", "36 Inf": "2027", "78 Inf": "1722"}
POSTS = {"AL": ["Palermo", "Siracusa"]}


@pytest.mark.rule("kesselring", "12.5", "12.5a")
def test_one_source_moves_a_group_and_without_one_a_single_unit() -> None:
    war = italy(SICILY, garrisons=POSTS, active="AL")
    play(war, "move", "lead 9 Inf")
    assert set(asked(war)["unit"]) == {"3 Inf", "9 Inf", "45 Inf"}
    war = italy(SICILY, garrisons=POSTS, active="AL")
    play(war, "move", "lead 36 Inf")
    assert asked(war)["unit"] == ["36 Inf"], "no line: alone"
    war = italy({"1 Arm": "1927", "36 Inf": "1927"}, active="AL")
    play(war, "move", "lead 1 Arm")
    assert asked(war)["unit"] == ["1 Arm"], "not with another one without"


@pytest.mark.rule("kesselring", "12.5a")
def test_a_unit_with_two_sources_chooses() -> None:
    units = {"45 Inf": "3017", "34 Inf": "2919", "36 Inf": "2914"}
    war = italy(units, garrisons={"AL": ["Salerno", "Gaeta"]}, active="AL")
    assert sources(war, "45 Inf") == {"2919", "2916"}
    play(war, "move", "lead 45 Inf")
    assert step(war) == "PickSource" and set(asked(war)["source"]) == {"2919", "2916"}
    assert refused(war, "source", "2917") == "12.5a"
    west = war.copy()
    war.play("source", "2919")
    assert "34 Inf" in asked(war)["unit"] and "36 Inf" not in asked(war)["unit"]
    west.play("source", "2916")
    assert "36 Inf" in asked(west)["unit"]


@pytest.mark.rule("kesselring", "12.5a", "12.4b")
def test_the_staging_area_and_the_map_move_together() -> None:  # ruling Q39
    war = italy({"94 Inf": "staging", "16 Pz": "3112", "65 Inf": "3425"})
    play(war, "move", "lead 16 Pz")
    assert set(asked(war)["unit"]) == {"16 Pz", "94 Inf"}


@pytest.mark.rule("kesselring", "12.5b")
def test_one_source_for_an_attack() -> None:
    units = {"3 Inf": "1621", "9 Inf": "1622", "34 Inf": "1523", "28 Aos": "1522", "26 Ast": "1521", "45 Inf": "1423"}
    war = italy(units, garrisons={"AL": ["Palermo", "Gela", "Licata"]}, active="AL", surrendered=False)
    assert sources(war, "34 Inf") == {"1424"} and sources(war, "9 Inf") == {"1721"}
    play(war, "attack", "target 1522")
    assert set(asked(war)["join"]) == {"9 Inf", "34 Inf", "45 Inf"}
    war.play("join", "9 Inf")
    assert "join" not in asked(war), "34 Infantry draws on Licata"
    war = italy(units, active="AL", surrendered=False)
    play(war, "attack", "target 1522", "join 34 Inf")
    assert "join" not in asked(war), "without supply one unit attacks alone"


@pytest.mark.rule("kesselring", "12.5c", "13.1b")
@pytest.mark.parametrize("only", [False, True])
def test_who_joins_the_free_attack(only: bool) -> None:
    units = {"3 Inf": "1621", "9 Inf": "1721", "28 Aos": "1521"}
    options = {"free_attack_movers_only": only}
    war = italy(units, garrisons={"AL": ["Palermo"]}, active="AL", surrendered=False, options=options, ap=(5, 5))
    play(war, "move", "lead 9 Inf", "unit 9 Inf", "to 1622", "strike 1521")
    assert set(asked(war)["join"]) == ({"9 Inf"} if only else {"3 Inf", "9 Inf"})
    play(war, "join 9 Inf", "assault", "enough")
    war.script(1)
    play(war, "stand")
    assert war.ap[ALLIED] == 4, "no further point"


@pytest.mark.rule("kesselring", "12.5c")
def test_only_one_attack_after_a_move() -> None:
    units = {"3 Inf": "1721", "28 Aos": "1521", "26 Ast": "1520"}
    war = italy(units, garrisons={"AL": ["Palermo"]}, active="AL", surrendered=False)
    play(war, "move", "lead 3 Inf", "unit 3 Inf", "to 1621")
    assert set(asked(war)["strike"]) == {"1520", "1521"}
    play(war, "strike 1521", "join 3 Inf", "assault", "enough")
    war.script(3)
    play(war, "stand")
    while step(war) not in ("Act", "Marching"):
        verb, targets = next(iter(asked(war).items()))
        war.play(verb, targets[0])
    assert step(war) == "Act" and len(told(war, "combat")) == 1


@pytest.mark.rule("kesselring", "12.5d")
@pytest.mark.parametrize("cut_off", [False, True])
def test_defenders_without_supply(cut_off: bool) -> None:  # T47
    units = {"45 Inf": "1426", "94 Inf": "1425"}
    war = italy(units, garrisons={"AX": [] if cut_off else ["1627"]}, active="AL")
    play(war, "attack", "target 1425", "join 45 Inf", "assault", "enough")
    war.script(1)
    war.play("stand")
    assert ("defenders out of supply" in shifts(war)) is cut_off


@pytest.mark.rule("kesselring", "12.5d")
def test_a_garrison_always_has_a_line() -> None:
    war = italy({"45 Inf": "1426", "94 Inf": "1425"}, garrisons={"AX": ["1425"]}, active="AL")
    play(war, "attack", "target 1425", "join 45 Inf", "assault", "enough")
    war.script(6)
    war.play("stand")
    assert "defenders out of supply" not in shifts(war)


@pytest.mark.rule("kesselring", "12.6")
def test_contingents_share_sources_but_not_actions() -> None:  # ruling Q40
    war = italy(SICILY, garrisons=POSTS, active="AL")
    assert sources(war, "78 Inf") == sources(war, "9 Inf") == {"1721"}
    play(war, "move", "lead 78 Inf")
    assert asked(war)["unit"] == ["78 Inf"]
    war = italy({"28 Aos": "3320", "94 Inf": "3320"}, garrisons={"AX": ["Foggia"]}, surrendered=False)
    assert sources(war, "28 Aos") == sources(war, "94 Inf") == {"3321"}


@pytest.mark.rule("kesselring", "12.2", "12.3", "12.4")
@pytest.mark.parametrize("seed", [0, 1, 3])
def test_a_line_leads_both_ways(seed: int) -> None:
    """What is remembered about lines is what a fresh look finds, and a unit reaches just the sources that reach it."""
    for count, war in enumerate(wander(begin("kesselring", ("campaign", "avalanche-baytown")[seed % 2], seed, seed > 1), seed)):
        assert isinstance(war, Italy)
        setup = war.setup
        units = list(bits(war.on_map(setup.mobile)))
        known = {unit: (lines(war, unit), supplied(war, unit)) for unit in units}
        if count % 12 or not units:
            continue
        fresh = war.copy()
        fresh._where = fresh._lay = fresh._loc = None
        for unit in units:
            side, here, mech = setup.side_of[unit], war.at[unit], setup.move_class[unit] == MECH
            assert known[unit] == (lines(fresh, unit), supplied(fresh, unit)) and bool(known[unit][0]) == known[unit][1]
            back = mask_of(
                s for s in bits(supply.sources(fresh, side)) if region(fresh, side, s, mech, setup.mf[unit]) >> here & 1
            )
            if side == AXIS and region(fresh, side, setup.staging[AXIS], mech, setup.mf[unit]) >> here & 1:
                back |= 1 << setup.staging[AXIS]
            assert lines(fresh, unit) == back | fresh.posts(side) & 1 << here
