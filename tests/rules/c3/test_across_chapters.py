"""Chapters that hardly ever meet: supply at the moment of a fight, tanks fresh from a port, ground won by men who find together."""

from __future__ import annotations

import pytest

from grandharbour.games.c3.movement import Move
from grandharbour.games.c3.state import AXIS, Malta
from grandharbour.games.c3.turn import Contest, Day, Operation

from .conftest import (
    answer,
    battle,
    bits,
    column,
    fight,
    hex_,
    is_dead,
    lay,
    moving,
    offers,
    piece,
    place,
    quiet,
    shell,
    told,
    units,
    ways_back,
)  # fmt: skip


def fought(war: Malta) -> list[tuple[object, object]]:
    """Attack and defence of every close combat so far."""
    return [(dict(e.facts)["attack"], dict(e.facts)["defence"]) for e in war.log or [] if e.kind == "combat"]


@pytest.mark.rule("c3", "5.2.4.c", "5.5.1.3.c", "5.2.5.a")
def test_who_was_overrun_defends_in_the_combat_segment() -> None:
    """Driven back in the Movement Segment, not in the same combat phase: half its value, but it stands."""
    war = moving({"I/33": "2023", "II/33": "2023", "10 KOMR": "2123"}, "I/33", dice=((5, 4), (6, 6)))
    war.play("add", "II/33")
    war.play("overrun", "2123")
    quiet(war, "retreat")
    while "retreat" in offers(war):
        war.play("retreat", "2323" if "2323" in war.choices("retreat") else str(war.choices("retreat")[0]))
    at = place(war, "10 KOMR")
    beside = [str(h) for h in offers(war)["to"] if hex_(war, str(h)) in bits(war.setup.grid.neighbours(hex_(war, at)))]
    war.play("to", beside[0])
    while isinstance(war.stack[0], Move):  # type: ignore[index]
        war.play("end" if "end" in offers(war) else "halt")
    war.play("target", at)
    war.play("join", "I/33")
    war.play("join", "II/33")
    quiet(war, "declare")
    if "declare" in offers(war):
        war.play("declare")
    quiet(war, "")
    assert fought(war)[1:] == [(10, 2)]


@pytest.mark.rule("c3", "5.4.a", "5.3.1.d", "7.5.b")
@pytest.mark.parametrize(("throw", "attack"), [((5, 4), 2), ((4, 2), 5), ((6, 2), 3)])
def test_a_shell_that_ruins_the_port_starves_the_attack_it_was_meant_for(throw: tuple[int, int], attack: int) -> None:
    """9 brings disorder and a ruined port, 6 nothing in a town, 8 disorder alone."""
    where = {"I/33": "2526", "10 KOMR": "2426", "12 Fd/A": "2324"}
    war = battle(where, "Livorno", {"2426": ["I/33"]}, guns=True, turn=3, control=["2526"], dice=(throw, (6, 6)))
    shell(war, ("12 Fd/A", "2526"))
    quiet(war, "")
    assert fought(war)[0][0] == attack


@pytest.mark.rule("c3", "7.5.b", "5.5.j", "5.5.1.3.e")
@pytest.mark.parametrize(("first", "second", "attack"), [("1413", "1412", 5), ("1412", "1413", 3)])
def test_the_first_fight_may_open_the_way_to_the_port_for_the_second(first: str, second: str, attack: int) -> None:
    """Supply is looked at when a combat is fought, and the order of the fights is the attacker's."""
    where = {"I/34": "1312", "I/33": "1414", "10 KOMR": "1412", "3 KOMR": "1313", "32 LAA": "1413"}
    plan = {"1413": ["I/33"], "1412": ["I/34"]}
    war = battle(where, "Livorno", plan, turn=3, control=["1715"], dice=((6, 6), (6, 6)))
    for target in (first, second):
        quiet(war, "fight")
        if "fight" in offers(war):
            war.play("fight", target)
        quiet(war, "advance")
        if "advance" in offers(war):
            war.play("stay")
        quiet(war, "retreat")
        while "retreat" in offers(war):
            war.play("retreat", str(war.choices("retreat")[0]))
            quiet(war, "retreat")
        if "stay" in offers(war):
            war.play("stay")
    pocket = next(e for e in war.log or [] if e.kind == "combat" and hex_(war, "1412") in e.spaces)
    assert dict(pocket.facts)["attack"] == attack


@pytest.mark.rule("c3", "7.2.a", "5.6.a", "5.5.1.2.a")
def test_an_engineer_in_disorder_is_still_elite_and_bleeds_first() -> None:
    """In a Town his half value comes with a whole column, and the step falls on him before the infantry."""
    war = fight(
        {"I/33": "2022", "II/33": "2022"}, {"24 Ftr RE": "2122", "10 KOMR": "2122"}, dg=["24 Ftr RE"], elites=True, dice=((5, 5),)
    )
    quiet(war, "elite")
    assert war.choices("elite") == ["24 Ftr RE"]
    war.play("elite", "24 Ftr RE")
    quiet(war, "lose")
    assert fought(war)[0][1] == 1 + 3
    shifts = next({str(m[2]): m[1] for m in e.modifiers} for e in war.log or [] if e.kind == "combat")
    assert shifts["7.2.a"] == -1
    war.play("lose", "I/33")  # the attackers bleed as they like, the defenders begin with their elite
    quiet(war, "")
    assert is_dead(war, "24 Ftr RE") and not war.reduced & units(war, "10 KOMR")


@pytest.mark.rule("c3", "8.2.e", "3.2.q", "3.2.m")
@pytest.mark.parametrize(("die", "won"), [(2, True), (3, False)])
def test_men_who_find_together_in_valletta_have_taken_it(die: int, won: bool) -> None:
    """A Dispersed company is as good as absent; the day it rallies in the empty capital the game is over."""
    war = moving({"13/V": "2419", "14/V": "2123", "2 Devon": "2618"}, "13/V", dispersed=["13/V"], dice=(die,))
    assert war.outcome is None and not war.control >> hex_(war, "2419") & 1
    war.play("regroup")
    assert (war.outcome is not None and war.outcome.winner == AXIS and war.outcome.rule == "8.2.e") == won


@pytest.mark.rule("c3", "4.2.1.b", "4.2.1.e", "5.5.2.a")
def test_tanks_unloaded_in_a_port_roll_in_the_same_operation() -> None:
    where = {"I/33": "2526", "10 KOMR": "2426"}
    war = lay(where, control=["2526"], dice=(5, (1, 2)))
    war.ready |= 1 << hex_(war, "2526")
    war.formation, war.active = war.setup.lot_names.index("Livorno"), AXIS
    war.log, war.stack = [], (Operation(), (Day(phase="operations"), None))
    war.run()
    war.play("unit", "I Smv 47/32")
    quiet(war, "")
    if "enter" in offers(war):
        war.play("enter", "2526")
    while isinstance(war.stack[0], Move):  # type: ignore[index]
        war.play("end" if "end" in offers(war) else "halt")
    war.play("target", "2426")
    war.play("join", "I Smv 47/32")
    war.play("set")
    quiet(war, "declare")
    if "declare" in offers(war):
        war.play("declare")
    quiet(war, "")
    assert told(war, "tank") == [("tank", "I Smv 47/32", "D1")]


@pytest.mark.rule("c3", "5.5.2.b", "5.5.f", "5.5.g")
def test_a_gun_held_back_does_not_stop_the_tank_and_dies_of_it() -> None:
    """Who does not stand does not count against the tank, and all in the hex suffer: guns and armour first."""
    where = {"I/33": "2023", "I Smv 47/32": "2023"}
    war = fight(where, {"AT Bty": "2123", "10 KOMR": "2123"}, dice=(3, (1, 1)))
    war.play("withhold", "AT Bty")
    quiet(war, "")
    assert told(war, "tank") == [("tank", "I Smv 47/32", "D1")] and is_dead(war, "AT Bty")


@pytest.mark.rule("c3", "5.4.a", "5.5.j", "5.3.1.f")
def test_guns_that_kill_all_who_attack_leave_nothing_to_fight() -> None:
    where = {"13/V": "2023", "14/V": "2024", "10 KOMR": "2123", "12 Fd/A": "2223"}
    war = battle(where, "Folgore", {"2123": ["13/V"]}, guns=True, dice=((5, 5),))
    shell(war, ("12 Fd/A", "2023"))
    quiet(war, "")
    assert is_dead(war, "13/V") and not fought(war) and place(war, "10 KOMR") == "2123" and isinstance(war.stack[0], Contest)  # type: ignore[index]


@pytest.mark.rule("c3", "5.4.a", "5.5.1.c", "5.5.j")
def test_guns_that_kill_one_of_two_attackers_break_the_ring() -> None:
    """What is concentric is seen when the fight begins: one company of two opposite ones is left."""
    where = {"13/V": "2023", "1/Sturm": "2223", "14/V": "2223", "10 KOMR": "2123", "12 Fd/A": "2022"}
    assert 1 in column(lay(where), ["13/V", "14/V"], "2123")[3]
    war = battle(where, "Folgore", {"2123": ["13/V", "14/V"]}, guns=True, dice=((5, 5), (1, 1)))
    shell(war, ("12 Fd/A", "2023"))
    quiet(war, "")
    combat = next(e for e in war.log or [] if e.kind == "combat")
    assert is_dead(war, "13/V") and "5.5.1.c" not in [m[2] for m in combat.modifiers]


@pytest.mark.rule("c3", "8.2.b", "8.2.a", "3.2.g")
def test_drowned_companies_cost_by_what_they_were() -> None:
    """An elite company a point; Loreto, who is none, counts with the Italian line, where one is a started three."""
    war = lay({}, turn=4)
    assert war.score() == 0
    for name, points in (("13/V", -1), ("Loreto", -2), ("1/I", -3)):
        war.put(piece(war, name), war.setup.dead[AXIS])
        assert war.score() == points


@pytest.mark.rule("c3", "5.5.1.3.a", "3.2.m")
@pytest.mark.parametrize("lost", [True, False])
def test_dispersed_enemies_are_in_nobodys_way_back(lost: bool) -> None:
    """Neither their hex nor the hexes beside it are closed or worse for a retreat."""
    where = {"10 KOMR": "2123", "I/33": "2023", "13/V": "2223"}
    ways = ways_back(where, "10 KOMR", ["2023"], dispersed=["13/V"] if lost else [])
    assert ("2223" in ways) == lost


@pytest.mark.rule("c3", "3.2.p", "4.2.e", "5.1.c")
def test_what_came_in_turn_s_may_be_named_on_the_first_day() -> None:
    """Dropping and landing end the activation of turn S, and of no other."""
    war = lay({"13/V": "2223", "S.Marco Bafile": "1915", "2 Devon": "2618"}, turn=0)
    war.active, war.stack = AXIS, (Day(phase="before landings"), None)
    war.log = []
    war.run()
    war.play("ashore")
    assert war.turn == 1 and set(offers(war)["bid"]) == {"Folgore", "Sbarco", "Air", "Naval"}


@pytest.mark.rule("c3", "5.2.4.b", "5.5.1.1.e", "7.3.b")
def test_guns_that_refuse_an_overrun_are_lost_and_the_stack_goes_on() -> None:
    war = moving({"I/33": "2023", "4 HAA": "2123", "2 Devon": "2618"}, "I/33", dice=((1, 2),))
    war.play("overrun", "2123")
    answer(war, "intense", "refuse")
    assert is_dead(war, "4 HAA") and place(war, "I/33") == "2123" and "to" in offers(war)
