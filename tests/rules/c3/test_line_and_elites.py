"""Columns: the Victory Line, engineers, elites, concentric attacks, supply and disorder together [1.3.9, 1.3.10, 5.5.1, 7.2 to 7.5]."""

from __future__ import annotations

import itertools

import pytest

from grandharbour.engine.geometry.hexes import DIRECTIONS
from grandharbour.games.c3.battle import (
    HUNT,
    OVERRUN,
    SEA,
    Combat,
    attack_room,
    bonus_units,
    hexside_limit,
    shifts,
    side_limit,
)
from grandharbour.games.c3.state import concentric
from grandharbour.games.c3.supply import cut_off

from .conftest import column, declared, do, fight, free, hex_, is_dead, lay, offers, piece, place, quiet, side, told, units


def limit(a: str, b: str) -> int:
    war = lay({})
    return side_limit(war, hex_(war, a), hex_(war, b))


# --- the Victory Line [7.4]


@pytest.mark.rule("c3", "7.4.a", "5.5.d")
@pytest.mark.parametrize(
    ("a", "b", "points"),
    [("1718", "1819", 2), ("1819", "1718", 4), ("1818", "1817", 4), ("1817", "1818", 2), ("1717", "1718", 4), ("1820", "1821", 2),
     ("1821", "1820", 2), ("1613", "1614", 2), ("2421", "2420", 4), ("2022", "2122", 3)],
)  # fmt: skip
def test_what_a_hexside_lets_through(a: str, b: str, points: int) -> None:
    """The line southwards 2, northwards what the ground gives; an escarpment 2 both ways, a beach 2, a city 4, a town 3."""
    assert limit(a, b) == points


@pytest.mark.rule("c3", "7.4.a", "5.5.d")
def test_two_battalions_attack_northwards_across_the_line() -> None:
    war = declared({"I/33": "1819", "II/33": "1819", "2 Devon": "1718"}, "Livorno")
    war.play("target", "1718")
    war.play("join", "I/33")
    war.play("join", "II/33")
    assert war.attacks[0][1] == units(war, "I/33", "II/33")


@pytest.mark.rule("c3", "7.4.a", "5.5.e")
def test_and_the_defender_has_the_same_room() -> None:
    where = {"2 Devon": "1718", "4 Buffs": "1718"}
    war = fight({"I/33": "1819"}, where)
    assert war.stack[0].room == 4
    south = fight({"I/33": "1718"}, {"2 Devon": "1819", "4 Buffs": "1819"})
    assert south.stack[0].room == 2


@pytest.mark.rule("c3", "7.4.a", "5.5.1.c")
def test_one_side_off_the_line_takes_its_shift_away_and_not_its_limit() -> None:
    """Across the line and from behind it at once: no shift, but still only two points over the wall."""
    war = lay({"I/33": "1718", "II/33": "1820", "2 Devon": "1819", "III/33": "1718"})
    assert column(war, ["I/33"], "1819")[3] == [-1]
    assert column(war, ["I/33", "II/33"], "1819")[3] == [1], "opposite hexes, and no line"
    assert not attack_room(war, hex_(war, "1819"), units(war, "I/33", "II/33"), piece(war, "III/33"))


@pytest.mark.rule("c3", "7.4.a", "1.3.5.d", "5.5.1.b")
def test_the_shift_of_the_line_comes_on_top_of_the_hill() -> None:
    war = lay({"I/33": "1817", "2 Devon": "1818", "I/34": "1919", "1 DLI": "2017", "II/33": "1917"})
    assert column(war, ["I/33"], "1818")[3] == [-1, -1]
    assert column(war, ["I/34"], "1818")[3] == [-1], "from the south only the hill"
    assert column(war, ["II/33"], "2017")[3] == [-1, -1]


@pytest.mark.rule("c3", "7.4.a", "5.3.1.d")
def test_bombs_do_not_breach_the_line() -> None:
    war = lay({"I/33": "1817", "2 Devon": "1818"}, struck=["1818", "1817"])
    assert column(war, ["I/33"], "1818")[3] == [-1, -1] and hexside_limit(war, hex_(war, "1817"), hex_(war, "1818")) == 2


# --- engineers [7.2]


def bonus(where: dict[str, str], who: str, target: str, froms: list[str], **how) -> bool:  # type: ignore[no-untyped-def]
    war = lay(where, **how)
    return bool(bonus_units(war, units(war, who), hex_(war, target), sum(1 << hex_(war, h) for h in froms)))


@pytest.mark.rule("c3", "7.2.a", "7.4.a")
@pytest.mark.parametrize(
    ("at", "froms", "able"),
    [("1718", ["1718"], True), ("1820", ["1820"], False), ("1820", ["1718", "1820"], False), ("1718", ["1718", "1820"], True)],
)
def test_an_attacking_engineer_must_cross_the_line_himself(at: str, froms: list[str], able: bool) -> None:
    assert bonus({"Gua XXX": at, "2 Devon": "1819"}, "Gua XXX", "1819", froms) is able


@pytest.mark.rule("c3", "7.2.a", "7.4.a")
@pytest.mark.parametrize(("froms", "able"), [(["1718"], True), (["1820"], False), (["1718", "1820"], True)])
def test_a_defending_engineer_has_the_line_before_him_where_one_crosses_it(froms: list[str], able: bool) -> None:
    assert bonus({"24 Ftr RE": "1819", "I/33": "1718"}, "24 Ftr RE", "1819", froms) is able


@pytest.mark.rule("c3", "7.2.a", "7.4.a")
def test_northwards_the_line_makes_nobody_elite() -> None:
    assert not bonus({"Gua XXX": "1819", "2 Devon": "1718"}, "Gua XXX", "1718", ["1819"])
    assert not bonus({"24 Ftr RE": "1718", "I/33": "1819"}, "24 Ftr RE", "1718", ["1819"])


@pytest.mark.rule("c3", "7.2.a", "5.5.1.2.a")
def test_an_engineer_who_helps_in_a_town_bleeds_first() -> None:
    """The engineer's one step goes before any of the battalion's."""
    war = fight({"Gua XXX": "2022", "CCNN XLII": "2022"}, {"10 KOMR": "2122"}, elites=True, dice=((2, 3),))
    do(war, "elite", "Gua XXX")
    quiet(war, "")
    assert told(war, "combat")[0][-1] == "1/-" and is_dead(war, "Gua XXX") and not war.reduced & units(war, "CCNN XLII")


@pytest.mark.rule("c3", "7.2.a", "5.5.1.d")
def test_an_engineer_marked_elite_needs_no_town() -> None:
    assert bonus({"Pi 7": "2023", "2 Devon": "2123"}, "Pi 7", "2123", ["2023"])
    assert not bonus({"Gua XXX": "2023", "2 Devon": "2123"}, "Gua XXX", "2123", ["2023"])


@pytest.mark.rule("c3", "7.2.a", "4.2.h")
def test_engineers_from_the_sea_fight_in_the_streets_of_a_port() -> None:
    war = fight({"Gua XXX": "1714"}, {"10 KOMR": "1715"}, manner=SEA, turn=0, elites=True)
    assert side(war) == "AX" and offers(war)["elite"] == ["Gua XXX"]


# --- elites [5.5.1.d]


@pytest.mark.rule("c3", "5.5.1.d", "5.6.a")
def test_an_elite_in_disorder_still_gives_its_column() -> None:
    war = lay({"S.Marco Bafile": "2023", "2 Devon": "2123"}, dg=["S.Marco Bafile"])
    plain, helped = (column(war, ["S.Marco Bafile"], "2123", elite=e) for e in (-1, piece(war, "S.Marco Bafile")))
    assert plain[0] == helped[0] == 3 and (plain[2], helped[2]) == ("1-2", "1-1")


@pytest.mark.rule("c3", "5.5.1.d", "5.5.1.2.a")
def test_one_column_for_a_side_however_many_elites() -> None:
    war = fight({"S.Marco Bafile": "2023", "S.Marco Grado": "2023"}, {"4 Buffs": "2123"}, elites=True, dice=((4, 5),))
    do(war, "elite", "S.Marco Grado")
    assert told(war, "combat")[0][-1] == war.setup.crt[9][4].code, "10 against 5 is 2-1, one column more"


@pytest.mark.rule("c3", "5.5.1.d", "1.3.10.b")
def test_elites_of_both_sides_cancel() -> None:
    war = lay({"S.Marco Bafile": "2023", "2 Devon": "2123"})
    ours, theirs = piece(war, "S.Marco Bafile"), piece(war, "2 Devon")
    assert column(war, ["S.Marco Bafile"], "2123")[2] == column(war, ["S.Marco Bafile"], "2123", elite=ours, stubborn=theirs)[2]


@pytest.mark.rule("c3", "5.5.1.2.a", "5.5.1.1.f")
def test_an_elite_that_helped_pays_one_step_and_no_more_than_its_share() -> None:
    """Two steps of losses: the first is the elite's own, the second falls on the other."""
    war = fight({"S.Marco Bafile": "2023", "I/33": "2023"}, {"2 Devon": "2123", "4 Buffs": "2123"}, elites=True, dice=((1, 1),))
    quiet(war, "elite") if "stand" not in offers(war) else war.play("stand")
    war.play("elite", "S.Marco Bafile")
    war.play("elite", "2 Devon")
    quiet(war, "retreat")
    assert told(war, "combat")[0][-1] == "2Ar/-" and war.reduced == units(war, "S.Marco Bafile", "I/33")


# --- concentric attacks [5.5.1.c]


@pytest.mark.rule("c3", "5.5.1.c")
@pytest.mark.parametrize("count", [1, 2, 3])
def test_which_sets_of_neighbours_are_concentric(count: int) -> None:
    """Two opposite hexes, or three no two of which touch: tried for every choice of neighbours, by the names of their directions."""
    war = lay({})
    grid, target = war.setup.grid, hex_(war, "2123")
    opposite = {"E": "W", "NE": "SW", "NW": "SE"}
    for chosen in itertools.combinations(DIRECTIONS, count):
        froms = sum(1 << grid.neighbour(target, DIRECTIONS.index(word)) for word in chosen)
        across = any(one in chosen and other in chosen for one, other in opposite.items())
        apart = set(chosen) in ({"E", "NW", "SW"}, {"W", "NE", "SE"})
        assert concentric(grid, target, froms) is (across or apart), chosen


@pytest.mark.rule("c3", "5.5.1.c", "4.2.i")
def test_from_two_seas_at_once() -> None:
    """1512 lies open to the north and the south-east: boats in opposite waters attack it concentrically."""
    war = lay({"I/33": "1511", "I/87": "1613", "10 KOMR": "1512"}, turn=0)
    found = shifts(war, Combat(SEA, hex_(war, "1512"), units(war, "I/33", "I/87"), war.hexes_of(units(war, "I/33", "I/87"))))
    assert [amount for _, amount, _ in found] == [1]
    assert column(war, ["I/33", "I/87"], "1512", manner=SEA)[:3] == (5, 3, "2-1"), "3 and 2 against 3 is 1-1"


@pytest.mark.rule("c3", "5.5.1.c", "3.2.n")
def test_a_hunt_knows_no_sides() -> None:
    war = lay({"2 Devon": "2123", "13/V": "2123"}, dispersed=["13/V"])
    here = hex_(war, "2123")
    assert shifts(war, Combat(HUNT, here, units(war, "2 Devon"), 1 << here)) == []


@pytest.mark.rule("c3", "5.5.1.c", "5.2.4.b")
def test_an_overrun_comes_from_one_hex_and_is_never_concentric() -> None:
    war = lay({"I/33": "2023", "II/33": "2223", "2 Devon": "2123"})
    assert column(war, ["I/33"], "2123", manner=OVERRUN)[3] == []


# --- halving [1.3.9, 5.6, 7.5]


@pytest.mark.rule("c3", "7.5.b", "5.6.a", "1.3.9.a")
def test_disorder_and_want_of_supply_halve_one_after_the_other() -> None:
    war = lay({"I/33": "2023", "II/33": "2023", "2 Devon": "2123"}, turn=3, dg=["I/33"])
    assert column(war, ["I/33", "II/33"], "2123")[0] == 2 + 3, "5, 3, 2 and 5, 3"


@pytest.mark.rule("c3", "7.5.b", "5.5.2.a")
def test_want_of_supply_leaves_tanks_their_guns() -> None:
    from grandharbour.games.c3.battle import tank_modifiers

    war = lay({"I Smv 47/32": "2023", "2 Devon": "2123"}, turn=4)
    assert cut_off(war, units(war, "I Smv 47/32"))
    assert sum(m[1] for m in tank_modifiers(war, piece(war, "I Smv 47/32"), hex_(war, "2123"), units(war, "2 Devon"))) == 2


@pytest.mark.rule("c3", "7.5.a", "7.5.b")
def test_a_starved_defender_is_halved_too() -> None:
    war = lay({"I/33": "2023", "2 Devon": "2123"}, turn=3)
    assert column(war, ["2 Devon"], "2023")[:2] == (6, 3)
    assert column(lay({"I/33": "2023", "2 Devon": "2123"}, turn=3, control=["1715"]), ["2 Devon"], "2023")[:2] == (6, 5)


@pytest.mark.rule("c3", "7.5.a", "3.2.m")
def test_a_dispersed_enemy_does_not_cut_supply() -> None:
    foes = dict(zip(("2 Devon", "4 Buffs", "1 DLI", "1 Ches", "11 LF"), ("2022", "2122", "2023", "2223", "2024"), strict=True))
    war = lay({"1/I": "2123", **foes}, turn=3, control=["2427"])
    assert not cut_off(war, units(war, "1/I")), "one way is open"
    war.put(piece(war, "2 KOMR"), hex_(war, "2124"))
    war._held = war._near = None
    assert cut_off(war, units(war, "1/I"))


@pytest.mark.rule("c3", "7.5.b", "8.2.d")
def test_a_port_the_enemy_stands_in_feeds_nobody() -> None:
    war = lay({"I/33": "1716", "10 KOMR": "1715"}, turn=3)
    assert not war.control >> hex_(war, "1715") & 1 and cut_off(war, units(war, "I/33"))


@pytest.mark.rule("c3", "7.5.a", "7.5.b", "1.3.3.a")
def test_independents_live_by_the_port() -> None:
    war = lay({"I Smv 47/32": "2222", "13/V": "2222"}, turn=3, control=["2223"])
    assert cut_off(war, units(war, "I Smv 47/32", "13/V")) == units(war, "I Smv 47/32")


@pytest.mark.rule("c3", "4.2.i", "5.6.a", "1.3.9.a")
def test_halves_of_the_sea_are_rounded_for_each_unit() -> None:
    war = lay({"I/33": "1613", "I/87": "1613", "10 KOMR": "1614"}, turn=0, dg=["I/87"])
    assert column(war, ["I/33", "I/87"], "1614", manner=SEA)[0] == 3 + 1


# --- shifts at the ends of the table [1.3.10]


@pytest.mark.rule("c3", "1.3.10.a", "1.3.10.b", "5.5.1.b")
def test_many_against_one_in_a_city_lose_only_what_the_table_counts() -> None:
    """28 against 1 in a city behind nothing: two columns off 28-1 change nothing."""
    strong = {"I/33": "2421", "II/33": "2421", "I/34": "2521", "II/34": "2521", "I/87": "2520", "II/87": "2520"}
    war = lay({**strong, "4 HAA": "2420"})
    assert column(war, strong, "2420")[2] == "5-1+"
    assert column(lay({"I/33": "2421", "4 HAA": "2420"}), ["I/33"], "2420")[2] == "3-1"


@pytest.mark.rule("c3", "1.3.10.b", "5.5.1.a")
def test_weak_attackers_gain_their_columns_from_the_real_odds() -> None:
    """1 against 6 is 1-6: an elite column makes it 1-5, which is read under 1-3."""
    war = lay({"1 Rep RA": "2023", "2 Devon": "2123"})
    assert column(war, ["1 Rep RA"], "2123", elite=piece(war, "1 Rep RA"))[2] == "1-3"


# --- tanks [5.5.2]


@pytest.mark.rule("c3", "5.5.2.a", "5.5.2.b", "5.5.1.1.f")
def test_tanks_roll_once_however_long_the_fight() -> None:
    war = fight({"I Smv 47/32": "2023", "I/33": "2023"}, {"2 Devon": "2123"}, dice=(2, (4, 4), (4, 4)))
    quiet(war, "intense")
    for _ in range(4):
        if "intense" in offers(war):
            war.play("intense")
    assert len(told(war, "tank")) == 1


@pytest.mark.rule("c3", "5.5.2.b", "1.3.7.b")
def test_a_tank_killed_by_guns_takes_no_part_in_the_close_combat() -> None:
    war = fight(
        {"I Smv 47/32": "2022", "I/33": "2022"}, {"1 DLI": "2122", "AT Bty": "2122"}, reduced=["I Smv 47/32"], dice=(1, (6, 6))
    )
    quiet(war, "")
    assert is_dead(war, "I Smv 47/32")
    assert "I Smv 47/32" not in told(war, "combat")[0] and "I/33" in told(war, "combat")[0]


@pytest.mark.rule("c3", "5.5.2.a", "5.5.k")
def test_an_attack_by_a_lone_tank_that_dies_is_over() -> None:
    war = fight({"I Smv 47/32": "2022"}, {"1 DLI": "2122", "AT Bty": "2122"}, reduced=["I Smv 47/32"], dice=(1,))
    quiet(war, "")
    assert is_dead(war, "I Smv 47/32") and free(war) and not told(war, "combat")


@pytest.mark.rule("c3", "5.5.2.b", "5.5.j", "5.5.1.3.e")
def test_a_tank_that_kills_the_only_defender_may_drive_in() -> None:
    war = fight({"I Smv 47/32": "2023"}, {"4 HAA": "2123"}, dice=(3,))
    assert is_dead(war, "4 HAA") and offers(war) == {"advance": ["I Smv 47/32"], "stay": [None]} and not told(war, "combat")


@pytest.mark.rule("c3", "5.5.1.3.e", "5.2.a")
def test_wheels_do_not_follow_into_closed_ground() -> None:
    """Floriana cleared from the side without a road: the men may enter, the guns on wheels may not."""
    war = fight({"I/33": "1313", "CC 47/32": "1313"}, {"4 HAA": "1413"}, dice=((6, 6),))
    quiet(war, "advance")
    assert offers(war)["advance"] == ["I/33"] and place(war, "CC 47/32") == "1313"


@pytest.mark.rule("c3", "7.5.a", "3.2.n")
def test_hunters_on_top_of_dispersed_men_do_not_starve_them() -> None:
    """The way to the airfield begins beside the company, so its hunters alone halve nothing."""
    where = {"13/V": "2123", "2 Devon": "2123"}
    assert not cut_off(lay(where, turn=3, dispersed=["13/V"], control=["2223"]), units(lay({}), "13/V"))
    ring = dict(
        zip(
            ("4 Buffs", "1 DLI", "1 Ches", "11 LF", "2 KOMR", "8 Manch"),
            ("2022", "2122", "2023", "2223", "2024", "2124"),
            strict=True,
        )
    )
    assert cut_off(lay({**where, **ring}, turn=3, dispersed=["13/V"], control=["2427"]), units(lay({}), "13/V"))


@pytest.mark.rule("c3", "5.5.i", "5.5.d")
@pytest.mark.parametrize("extra", [True, False])
def test_along_a_road_into_closed_ground_the_tank_comes_besides_in_any_case(extra: bool) -> None:
    """The option takes the tank's place beyond a hexside away, not the one the road rule names."""
    war = lay({"I/33": "2321", "I Smv 47/32": "2321", "2 Devon": "2320"}, options={"armour_extra": extra})
    assert attack_room(war, hex_(war, "2320"), units(war, "I/33"), piece(war, "I Smv 47/32"))


@pytest.mark.rule("c3", "5.2.4.a", "5.5.1.b", "1.3.5.d")
def test_an_overrun_up_an_escarpment_is_shifted_like_an_attack() -> None:
    war = lay({"I/33": "1515", "10 KOMR": "1514"})
    assert column(war, ["I/33"], "1514", manner=OVERRUN)[3] == [-1]
