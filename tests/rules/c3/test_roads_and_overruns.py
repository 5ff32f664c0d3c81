"""Ways over the map: roads under fire, overruns, marches, stacks, Dispersed units on the road [5.2, 3.2]."""

from __future__ import annotations

import pytest

from grandharbour.games.c3 import GAME
from grandharbour.games.c3.movement import Move, find_ways, full_roads, hunt_price
from grandharbour.games.c3.state import AXIS

from .conftest import answer, do, hex_, is_dead, lay, malta, moving, offers, piece, place, quiet, told, units

QORMI = {"10 KOMR": "2122"}
"""A flat town of two points to a man on foot; the road from 2022 costs one."""
TANKS_AT_THE_GAP = {"I Smv 47/32": "1817", "II Smv 47/32": "1817", "III/33": "1816", "10 KOMR": "1919"}
"""Wheels cross the Victory Line to 1818 only by road, and an enemy stands beside it."""


def spent(war) -> int:  # type: ignore[no-untyped-def]
    from tests.play import stack

    return next(step.spent for step in stack(war) if isinstance(step, Move))


# --- overruns by road [5.2.4.a, 5.2.2.b]


@pytest.mark.rule("c3", "5.2.4.a", "5.2.2.b")
def test_two_points_overrun_by_road() -> None:
    war = moving({"I/33": "2022", **QORMI}, "I/33", dice=((4, 4),))
    war.play("overrun", "2122")
    assert spent(war) == 2 * 2, "twice the road"


@pytest.mark.rule("c3", "5.2.4.a", "5.2.2.b")
def test_three_points_pay_for_the_town() -> None:
    """A battalion and a company of engineers: more than the road carries beside the enemy."""
    war = malta({"CCNN XLII": "2022", "Gua XXX": "2022", **QORMI}, active="Sbarco")
    war.play("unit", "CCNN XLII")
    war.play("add", "Gua XXX")
    war.play("overrun", "2122")
    assert spent(war) == 2 * 4, "twice the ground of a town"


@pytest.mark.rule("c3", "5.2.4.a", "5.2.2.b")
def test_a_battalion_and_a_tank_share_the_road_of_an_overrun() -> None:
    war = malta({"I/33": "2022", "I Smv 47/32": "2022", **QORMI}, active="Livorno", dice=(3, (4, 4)))
    war.play("unit", "I/33")
    war.play("add", "I Smv 47/32")
    war.play("overrun", "2122")
    assert spent(war) == 2 * 2, "two points and one armoured unit; the dearer road of the two"


@pytest.mark.rule("c3", "5.2.4.a", "5.2.2.b")
def test_what_one_overrun_took_of_the_road_the_next_does_not_have() -> None:
    """The first battalion fails on the road; the second finds it used up."""
    war = moving({"I/33": "2022", "II/33": "2022", **QORMI}, "I/33", dice=((1, 1), (1, 1)))
    war.play("overrun", "2122")
    while not isinstance(war.stack[0], Move):
        verb, targets = next(iter(offers(war).items()))
        war.play(verb, targets[0])
    war.play("unit", "II/33")
    war.play("overrun", "2122")
    assert spent(war) == 2 * 4


@pytest.mark.rule("c3", "5.2.4.a", "5.2.2.a", "5.5.i")
def test_wheels_overrun_rough_ground_only_along_the_road() -> None:
    where = {"I Smv 47/32": "2321", "III/33": "2222", "10 KOMR": "2320"}
    war = malta(where, active="Livorno")
    war.play("unit", "I Smv 47/32")
    assert war.choices("overrun") == ["2320"]
    cut = malta(where, active="Livorno", struck=["2320"])
    cut.play("unit", "I Smv 47/32")
    assert "overrun" not in offers(cut), "the road is gone, and the ground is closed"


@pytest.mark.rule("c3", "5.2.4.a", "5.2.2.b")
def test_two_tanks_do_not_overrun_along_one_road() -> None:
    where = {"I Smv 47/32": "2321", "II Smv 47/32": "2321", "III/33": "2222", "10 KOMR": "2320"}
    war = malta(where, active="Livorno")
    war.play("unit", "I Smv 47/32")
    war.play("add", "II Smv 47/32")
    assert "overrun" not in offers(war)


@pytest.mark.rule("c3", "5.2.4.a", "5.5.d", "1.3.6.c")
@pytest.mark.parametrize(("stack", "able"), [(("I/33",), True), (("I/33", "I Smv 47/32"), True), (("I/33", "II/33"), False)])
def test_an_overrun_is_capped_like_an_attack(stack: tuple[str, ...], able: bool) -> None:
    """Through a side of a hill two points and one armoured unit."""
    war = malta({**dict.fromkeys(stack, "1922"), "10 KOMR": "1822"}, active="Livorno")
    war.play("unit", stack[0])
    for name in stack[1:]:
        war.play("add", name)
    assert ("1822" in offers(war).get("overrun", [])) is able


@pytest.mark.rule("c3", "5.2.4.a", "7.4.a")
def test_the_victory_line_narrows_an_overrun_from_the_north_only() -> None:
    """Two battalions on flat ground: southwards the line lets two points through, northwards four."""
    for froms, target, able in (("1718", "1819", False), ("1819", "1718", True)):
        war = malta({"I/33": froms, "II/33": froms, "10 KOMR": target}, active="Livorno")
        war.play("unit", "I/33")
        war.play("add", "II/33")
        assert (target in offers(war).get("overrun", [])) is able, froms


@pytest.mark.rule("c3", "5.2.4.c", "5.2.1.b")
def test_a_stack_that_overruns_may_overrun_again() -> None:
    war = moving({"I/33": "2023", "10 KOMR": "2123", "4 HAA": "2223"}, "I/33", dice=((6, 6), (6, 6)))
    war.play("overrun", "2123")
    quiet(war, "retreat")
    while "retreat" in offers(war):
        do(war, "retreat", offers(war)["retreat"][0])
    while "lose" in offers(war):
        do(war, "lose", offers(war)["lose"][0])
    assert place(war, "I/33") == "2123" and "2223" in offers(war)["overrun"]
    war.play("overrun", "2223")
    quiet(war, "overrun")
    assert is_dead(war, "4 HAA") and place(war, "I/33") == "2223" and spent(war) == 8


@pytest.mark.rule("c3", "5.2.4.d", "5.6.b", "5.2.5.a")
def test_who_is_thrown_back_in_an_overrun_keeps_his_disorder() -> None:
    """It counts as an attack: in A-3 nothing is taken off."""
    war = moving({"I/33": "2023", "II/33": "1924", "2 Devon": "2123"}, "I/33", dice=((2, 3),))
    war.play("overrun", "2123")
    while "retreat" not in offers(war) and not isinstance(war.stack[0], Move):
        quiet(war, "retreat")
    if "retreat" in offers(war):
        war.play("retreat", offers(war)["retreat"][0])
    assert war.dg & units(war, "I/33") and war.moved & units(war, "I/33")
    war.play("end")
    assert war.dg & units(war, "I/33") and not told(war, "recover")


@pytest.mark.rule("c3", "5.2.4.a", "3.2.1.d", "4.2.1.e")
def test_arrivals_have_one_hex_and_no_overrun() -> None:
    war = malta({"III/33": "1715", "10 KOMR": "1815"}, active="Livorno", control=["1715"])
    war.ready = 1 << hex_(war, "1715")
    war._ways = war._asked = None
    war.play("unit", "I/33")
    if "enter" in offers(war):
        war.play("enter", "1715")
    assert "overrun" not in offers(war) and "1815" not in war.choices("to")


@pytest.mark.rule("c3", "5.2.4.a", "5.5.c")
def test_a_stack_with_a_gun_in_it_does_not_overrun() -> None:
    war = malta({"I/33": "2023", "28 Art": "2023", "10 KOMR": "2123"}, active="Livorno")
    war.play("unit", "I/33")
    war.play("add", "28 Art")
    assert "overrun" not in offers(war)


@pytest.mark.rule("c3", "5.2.4.b", "5.5.1.1.f", "5.2.4.c")
def test_an_overrun_won_in_the_second_round_goes_on() -> None:
    war = moving({"I/33": "2023", "10 KOMR": "2123"}, "I/33", dice=((4, 3), (6, 5)))
    war.play("overrun", "2123")
    answer(war, "intense", "intense")
    while "retreat" in offers(war):
        do(war, "retreat", offers(war)["retreat"][0])
    assert (
        place(war, "I/33") == "2123"
        and war.reduced & units(war, "I/33")
        and isinstance(war.stack[0], Move)
        and war.stack[0].movers
    )


# --- roads and marches [5.2.2, 5.2.3]


@pytest.mark.rule("c3", "5.2.d", "5.2.2.b", "1.3.6.c")
def test_the_free_hex_is_not_found_on_a_full_road() -> None:
    """Wheels cross the Victory Line only by road: two tanks together are too much for it beside the enemy, one is not."""
    one = malta(TANKS_AT_THE_GAP, active="Livorno")
    one.play("unit", "I Smv 47/32")
    assert "1818" in one.choices("to")
    one.play("add", "II Smv 47/32")
    assert "1818" not in one.choices("to") and "1816" in one.choices("to")


@pytest.mark.rule("c3", "5.2.d", "5.2.2.b")
def test_the_free_hex_takes_its_share_of_the_road() -> None:
    """Where a road is dearer than a tank can pay it takes it as its one hex; the road is used up then all the same."""
    war = malta(TANKS_AT_THE_GAP, active="Livorno", tables="[tec.road]\ncost = { vehicle = 12 }\n")
    war.play("unit", "I Smv 47/32")
    assert "1818" in war.choices("to")
    war.play("to", "1818")
    assert not isinstance(war.stack[0], Move) or not war.stack[0].movers, "it has gone its one hex"
    war.play("unit", "II Smv 47/32")
    assert "1818" not in offers(war).get("to", []), "one armoured unit in a Movement Segment"


@pytest.mark.rule("c3", "5.2.2.b", "4.2.1.e", "5.2.d")
def test_arrivals_share_the_road_out_of_the_port() -> None:
    """The one hex of who has just come in leads over the same road, and counts on it."""
    guns = ("1/XXX CA", "2/XXX CA", "28 Art")
    war = malta({**dict.fromkeys(guns, "1817"), "III/33": "1816", "10 KOMR": "1919"}, active="Livorno")
    war.entered = units(war, *guns)
    war._ways = war._asked = None
    for gun in guns[:2]:
        war.play("unit", gun)
        war.play("to", "1818")
    war.play("unit", guns[2])
    assert "1818" not in offers(war)["to"] and "1816" in offers(war)["to"]
    refusal = war.why_not("to", "1818")
    assert refusal is not None and refusal.rule == "5.2.2.b"


@pytest.mark.rule("c3", "5.2.2.b")
def test_a_battalion_alone_can_be_too_much_for_a_road() -> None:
    """Where a pack lets one point through, a battalion of two pays for the ground."""
    where = {"I/33": "2022", "2 Devon": "2223"}
    assert by_road(moving(where, "I/33")) == 2 * 2
    assert by_road(moving(where, "I/33", tables="[movement]\nroad_points = 1\n")) == 2 * 4


def by_road(war) -> int:  # type: ignore[no-untyped-def]
    war.play("to", "2122")
    return spent(war)


@pytest.mark.rule("c3", "5.2.2.b", "1.3.6.c")
def test_a_tank_rides_beside_two_points_but_not_two_tanks() -> None:
    war = lay({"I/33": "2022", "I Smv 47/32": "2022", "II Smv 47/32": "2022", "2 Devon": "2221"})
    war.active = AXIS
    assert full_roads(war, units(war, "I/33", "I Smv 47/32")) is None
    assert full_roads(war, units(war, "I Smv 47/32", "II Smv 47/32")) is not None


@pytest.mark.rule("c3", "5.2.2.b", "5.2.b")
def test_away_from_the_enemy_a_road_carries_everybody() -> None:
    war = malta({"I/33": "2024", "II/33": "2024", "III/33": "2024", "2 Devon": "2618"}, active="Livorno")
    war.play("unit", "I/33")
    war.play("add", "II/33")
    war.play("add", "III/33")
    war.play("to", "2124")
    assert spent(war) == 2


@pytest.mark.rule("c3", "5.2.3.a", "5.2.2.a")
def test_a_march_goes_on_after_a_halt_on_the_road() -> None:
    """Where road and field cost the same the road is taken: a march interrupted by a click goes on; off the road it is over."""
    war = moving({"I/33": "2024"}, "I/33")
    war.play("to", "2225")
    assert war.stack[0].roads
    far = set(war.choices("to"))
    off = moving({"I/33": "2024"}, "I/33")
    off.play("to", "2025")
    assert not off.stack[0].roads and len(off.choices("to")) < len(far)


@pytest.mark.rule("c3", "5.2.3.a", "5.6.a")
def test_a_march_in_disorder_has_twice_the_half() -> None:
    war = moving({"I/33": "2024"}, "I/33", dg=["I/33"])
    grid, setup = war.setup.grid, war.setup
    reach = grid.flood(1 << hex_(war, "2024"), setup.land, ~setup.ground(0).roads, 6)
    beyond = grid.flood(1 << hex_(war, "2024"), setup.land, ~setup.ground(0).roads, 7) & ~reach
    offered = {hex_(war, name) for name in war.choices("to")}
    assert all(h in offered for h in range(reach.bit_length()) if reach >> h & 1 and h != hex_(war, "2024"))
    assert not any(beyond >> h & 1 for h in offered)


@pytest.mark.rule("c3", "5.2.3.a", "5.3.1.d")
def test_a_march_does_not_lead_through_a_ruined_road() -> None:
    whole = moving({"I/33": "2024"}, "I/33")
    cut = moving({"I/33": "2024"}, "I/33", struck=["2125", "2124", "1924"])
    assert set(cut.choices("to")) < set(whole.choices("to"))


@pytest.mark.rule("c3", "5.2.3.a", "3.2.m")
def test_a_dispersed_enemy_does_not_hinder_a_march() -> None:
    war = moving({"2 Devon": "2325", "13/V": "2225"}, "2 Devon", dispersed=["13/V"])
    free_ = moving({"2 Devon": "2325"}, "2 Devon")
    assert set(war.choices("to")) == set(free_.choices("to"))


# --- steps, prices and stacks [5.2, 5.2.1]


@pytest.mark.rule("c3", "5.2.d", "5.2.1.b", "5.2.b")
def test_the_one_hex_that_is_always_free_ends_the_move() -> None:
    war = moving({"I/33": "1620", "2 Devon": "1821", "1 DLI": "1722"}, "I/33", dg=["I/33"], struck=["1721", "1620"])
    war.play("to", "1721")
    assert war.moved & units(war, "I/33") and not (isinstance(war.stack[0], Move) and war.stack[0].movers)


@pytest.mark.rule("c3", "1.3.5.d", "5.2.b")
def test_the_price_of_a_hexside_is_doubled_too() -> None:
    """Up the escarpment from 1820 to 1821 costs three, beside the enemy six."""
    war = moving({"I/33": "1820", "2 Devon": "1722"}, "I/33", struck=["1820"])
    preview = GAME.preview(war, AXIS, "to", hex_(war, "1821"))
    assert preview is not None and preview.text == "6 of 6 movement points."


@pytest.mark.rule("c3", "1.3.5.d", "5.2.2.a")
def test_a_road_replaces_the_price_of_the_victory_line() -> None:
    war = moving({"I/33": "1817"}, "I/33")
    war.play("to", "1818")
    assert spent(war) == 2
    other = moving({"I/33": "1917"}, "I/33")
    other.play("to", "1818")
    assert spent(other) in (4, 6), "over the wall, or round by road"


@pytest.mark.rule("c3", "5.2.a", "5.2.1.a")
def test_a_stack_may_leave_a_unit_on_the_way() -> None:
    war = malta({"I/33": "2024", "II/33": "2024"}, active="Livorno")
    war.play("unit", "I/33")
    war.play("add", "II/33")
    war.play("to", "2025")
    war.play("leave", "II/33")
    assert war.moved == units(war, "II/33") and war.stack[0].movers == units(war, "I/33")
    war.play("to", "2125")
    assert place(war, "II/33") == "2025" and place(war, "I/33") == "2125"


@pytest.mark.rule("c3", "5.2.1.a", "5.2.1.b", "3.2.m")
def test_dispersed_units_take_no_room() -> None:
    where = {"13/V": "2123", "14/V": "2123", "I/33": "2123", "II/33": "2123", "III/33": "2123"}
    war = malta(where, active="Folgore", dispersed=["13/V", "14/V"])
    assert not war.crowded(hex_(war, "2123"), AXIS)
    war.play("unit", "13/V")
    war.script(1)
    war.play("regroup")
    assert war.crowded(hex_(war, "2123"), AXIS), "once regrouped it counts"


@pytest.mark.rule("c3", "5.2.1.b", "1.3.6.c")
def test_two_anti_tank_units_are_too_many_for_a_hex() -> None:
    war = malta({"I Smv 47/32": "2123", "CC 47/32": "2122", "III/33": "2222", "2 Devon": "2618"}, active="Livorno")
    war.play("unit", "CC 47/32")
    war.play("to", "2123")
    war.play("unit", "III/33")
    assert war.dg & units(war, "I Smv 47/32", "CC 47/32") == units(war, "I Smv 47/32", "CC 47/32")
    war.play("halt")
    assert "end" not in offers(war)


@pytest.mark.rule("c3", "5.2.e", "5.2.a", "8.2.d")
def test_marching_through_takes_what_lies_on_the_way() -> None:
    war = moving({"I/33": "2022", "2 Devon": "2618"}, "I/33")
    war.play("to", "2221")
    path_town = hex_(war, "2122")
    assert war.control >> path_town & 1 or war.control >> hex_(war, "2121") & 1


@pytest.mark.rule("c3", "5.3.2.b", "5.2.a")
def test_a_gun_that_has_fired_is_not_taken_along() -> None:
    war = malta({"I/33": "2023", "28 Art": "2023"}, active="Livorno")
    war.spent = units(war, "28 Art")
    war._ways = war._asked = None
    war.play("unit", "I/33")
    assert "add" not in offers(war)


# --- Dispersed units [3.2.m to 3.2.s]


@pytest.mark.rule("c3", "3.2.n", "5.2.2.a")
def test_a_hunt_pays_twice_the_ground_whatever_road_led_there() -> None:
    """Into Qormi by road for one point; the hunt asks for twice the town, four, less what the step cost."""
    war = moving({"2 Devon": "2022", "13/V": "2122"}, "2 Devon", dispersed=["13/V"])
    war.play("to", "2122")
    assert hunt_price(war, war.stack[0]) == 8 - 2
    war.play("hunt")
    assert war.hunters == units(war, "2 Devon") and war.moved & units(war, "2 Devon")


@pytest.mark.rule("c3", "3.2.n", "5.6.a")
def test_who_cannot_pay_does_not_hunt() -> None:
    war = moving({"2 Devon": "2022", "13/V": "2122"}, "2 Devon", dispersed=["13/V"], dg=["2 Devon"])
    war.play("to", "2122")
    assert "hunt" not in offers(war)


@pytest.mark.rule("c3", "3.2.n", "5.5.d")
def test_a_hunt_keeps_to_the_limit_of_the_hex() -> None:
    """Three points may fight in a town; the second battalion finds no room in the attack."""
    where = {"2 Devon": "2122", "1 Dorset": "2122", "13/V": "2122"}
    war = malta(where, active="Southern", dispersed=["13/V"])
    for name in ("2 Devon", "1 Dorset"):
        war.play("unit", name)
        war.play("hunt")
    while isinstance(war.stack[0], Move):
        war.play("end")
    war.play("target", "2122")
    war.play("join", "2 Devon")
    assert war.attacks == [(hex_(war, "2122"), units(war, "2 Devon"))]


@pytest.mark.rule("c3", "3.2.q", "3.2.r")
def test_one_try_in_an_operation_before_or_after_nothing() -> None:
    war = moving({"13/V": "2123", "2 Devon": "2618"}, "13/V", dispersed=["13/V"], dice=(6,))
    war.play("regroup")
    war.play("to", "2223")
    assert place(war, "13/V") == "2223" and not war.control >> hex_(war, "2223") & 1, "scattered men take nothing"


@pytest.mark.rule("c3", "3.2.r", "3.2.m")
def test_a_dispersed_unit_moves_whatever_the_ground_but_not_over_cliffs() -> None:
    war = moving({"Cn 47/32": "2022", "2 Devon": "2618"}, "Cn 47/32", dispersed=["Cn 47/32"])
    assert len(war.choices("to")) == 6
    harbour = moving({"13/V": "2420", "2 Devon": "2618"}, "13/V", dispersed=["13/V"])
    assert "2419" not in harbour.choices("to") and "2320" not in harbour.choices("to"), "harbour water"


@pytest.mark.rule("c3", "3.2.r", "5.2.1.a", "8.2.d")
def test_a_company_that_regroups_takes_its_hex_and_moves_on() -> None:
    war = moving({"13/V": "2122", "2 Devon": "2618"}, "13/V", dispersed=["13/V"], dice=(2,))
    assert not war.control >> hex_(war, "2122") & 1
    war.play("regroup")
    assert war.control >> hex_(war, "2122") & 1 and war.score() == 1
    assert piece(war, "13/V") >= 0 and len(war.choices("to")) > 6


@pytest.mark.rule("c3", "5.2.3.a")
def test_what_only_a_march_reaches() -> None:
    """Twelve road hexes against six points: beyond the sixth only the march leads."""
    war = moving({"I/33": "2024"}, "I/33")
    ways = find_ways(war, Move(units(war, "I/33")))
    off = find_ways(war, Move(units(war, "I/33"), roads=False))
    assert ways.march == ways.to & ~off.to and ways.march and ways.roads & off.to


@pytest.mark.rule("c3", "5.2.a", "5.3.1.d")
def test_who_cannot_go_anywhere_is_not_asked() -> None:
    """The gun in Valletta has no road any more, and the bastions are closed to wheels."""
    where = {"1 Ches": "2220", "12 Fd/A": "2419", "I/33": "1412"}
    open_ = malta(where, active="Central")
    assert "12 Fd/A" in open_.choices("unit")
    shut = malta(where, active="Central", struck=["2320"])
    assert shut.joined == units(shut, "12 Fd/A") and shut.choices("unit") == ["1 Ches"]


@pytest.mark.rule("c3", "3.2.n", "5.2.b")
def test_who_has_paid_twice_already_hunts_for_nothing() -> None:
    """Into a field beside the enemy the ground has cost double: no more is asked."""
    war = moving({"2 Devon": "2024", "13/V": "2123", "I/33": "2122"}, "2 Devon", dispersed=["13/V"])
    war.play("to", "2123")
    assert "hunt" in offers(war) and hunt_price(war, war.stack[0]) == 0


@pytest.mark.rule("c3", "5.2.4.d", "5.2.1.b")
def test_a_failed_overrun_out_of_a_full_hex_puts_all_there_in_disorder() -> None:
    full = {"I/87": "2023", "II/87": "2023", "III/87": "2023", "I/33": "2024", "1 KOMR": "2123"}
    war = moving(full, "I/33", dice=((3, 3),))
    war.play("to", "2023")
    war.play("overrun", "2123")
    quiet(war, "end")
    assert {event[1] for event in told(war, "dg")} == {"I/33", "I/87", "II/87", "III/87"}


@pytest.mark.rule("c3", "5.2.2.b")
def test_who_goes_over_the_ground_uses_nothing_of_the_road() -> None:
    """Three points climb to Rabat beside the road; the battalion after them has it to itself."""
    where = {"CCNN XLII": "1720", "Gua XXX": "1720", "CCNN XLIII": "1720", "2 Devon": "1821"}
    war = malta(where, active="Sbarco")
    war.play("unit", "CCNN XLII")
    war.play("add", "Gua XXX")
    war.play("to", "1721")
    assert not war.road_use
    war.play("unit", "CCNN XLIII")
    war.play("to", "1721")
    assert spent(war) == 4


@pytest.mark.rule("c3", "3.2.m", "5.5.a")
def test_a_dispersed_company_attacks_nobody() -> None:
    from grandharbour.games.c3.battle import attack_targets

    war = lay({"13/V": "2023", "14/V": "2023", "2 Devon": "2123"}, dispersed=["13/V"])
    assert not attack_targets(war, piece(war, "13/V")) and attack_targets(war, piece(war, "14/V"))
