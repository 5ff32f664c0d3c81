"""Chapters that seldom meet: guns and overruns, tanks and Dispersed men, arrivals and combat, the fall of the capital on the way."""

from __future__ import annotations

import pytest

from grandharbour.games.c3.battle import HUNT, Combat, Declare, tank_modifiers
from grandharbour.games.c3.bombardment import Guns
from grandharbour.games.c3.movement import Move
from grandharbour.games.c3.state import AXIS, BRITISH

from .conftest import Pause, battle, declared, fight, hex_, is_dead, lay, malta, moving, offers, piece, place, quiet, told, units


@pytest.mark.rule("c3", "5.3.1.f", "5.5.j", "5.5.1.3.e")
def test_guns_that_kill_the_last_defender_turn_the_attack_into_an_advance() -> None:
    where = {"I/33": "2023", "28 Art": "2022", "24 Ftr RE": "2123", "2 Devon": "2618"}
    war = battle(where, "Livorno", {"2123": ["I/33"]}, guns=True, dice=((5, 5),))
    war.play("gun", "28 Art")
    war.play("on", "2123")
    war.play("fire")
    quiet(war, "advance")
    assert is_dead(war, "24 Ftr RE") and offers(war) == {"advance": ["I/33"], "stay": [None]} and not told(war, "combat")


@pytest.mark.rule("c3", "5.3.1.e", "5.5.1.a", "5.6.a")
def test_defenders_shelled_into_disorder_fight_at_half() -> None:
    where = {"I/33": "2023", "28 Art": "2022", "2 Devon": "2123"}
    war = battle(where, "Livorno", {"2123": ["I/33"]}, guns=True, dice=((3, 3), (1, 1)))
    war.play("gun", "28 Art")
    war.play("on", "2123")
    war.play("fire")
    quiet(war, "fight")
    if "fight" in offers(war):
        war.play("fight", "2123")
    quiet(war, "")
    combat = next(event for event in war.log or [] if event.kind == "combat")
    assert (dict(combat.facts)["attack"], dict(combat.facts)["defence"]) == (5, 3)


@pytest.mark.rule("c3", "5.4.a", "5.2.4.b")
def test_no_gun_fires_at_an_overrun() -> None:
    war = moving({"I/33": "2023", "10 KOMR": "2123", "12 Fd/A": "2223"}, "I/33", dice=((4, 3),))
    war.play("overrun", "2123")
    assert not isinstance(war.stack[0], Guns) and "intense" in offers(war) and not war.spent


@pytest.mark.rule("c3", "8.2.e", "5.2.4.c")
def test_an_overrun_into_valletta_ends_the_game_at_once() -> None:
    war = moving({"I/33": "2320", "4 HAA": "2419", "2 Devon": "2618"}, "I/33", dice=((6, 6),))
    war.play("overrun", "2419")
    quiet(war, "")
    assert war.outcome is not None and war.outcome.rule == "8.2.e" and war.outcome.winner == AXIS


@pytest.mark.rule("c3", "3.2.1.e", "5.5.1.a", "5.6.a")
def test_troops_that_have_just_flown_in_attack_at_half() -> None:
    war = malta({"Loreto": "2223", "10 KOMR": "2123"}, active="La Spezia", control=["2223"], dice=((3, 3),))
    war.log = []
    war.play("unit", "I/125")
    if "enter" in offers(war):
        war.play("enter", "2223")
    war.play("halt")
    while isinstance(war.stack[0], Move):
        war.play("end")
    war.play("target", "2123")
    quiet(war, "")
    combat = next(event for event in war.log if event.kind == "combat")
    assert dict(combat.facts)["attack"] == 2


@pytest.mark.rule("c3", "3.2.o", "5.5.2.a", "5.5.2.b")
def test_tanks_roll_against_dispersed_men_too() -> None:
    """Tanks against a company without guns: a three and the difference of two hits, and the hunt is over."""
    war = lay({"A/6 RTR": "2123", "13/V": "2123"}, dispersed=["13/V"], dice=(3,))
    here = hex_(war, "2123")
    war.active, war.log = BRITISH, []
    war.stack = (Combat(HUNT, here, units(war, "A/6 RTR"), 1 << here), (Pause(), None))
    war.run()
    quiet(war, "")
    assert told(war, "tank")[0][-1] == "D1" and is_dead(war, "13/V") and not told(war, "combat")


@pytest.mark.rule("c3", "5.2.4.b", "5.5.2.a", "5.5.k")
def test_tanks_roll_first_in_an_overrun() -> None:
    war = malta({"III/33": "2222", "I Smv 47/32": "2023", "4 HAA": "2123"}, active="Livorno", dice=(3,))
    war.log = []
    war.play("unit", "I Smv 47/32")
    war.play("overrun", "2123")
    quiet(war, "to")
    assert is_dead(war, "4 HAA") and place(war, "I Smv 47/32") == "2123" and not told(war, "combat")


@pytest.mark.rule("c3", "5.5.2.a", "5.6.a")
def test_a_gun_in_disorder_stops_tanks_half_as_well() -> None:
    where = {"I Smv 47/32": "2023", "AT Bty": "2123"}

    def change(dg: list[str]) -> int:
        war = lay(where, dg=dg)
        return sum(m[1] for m in tank_modifiers(war, piece(war, "I Smv 47/32"), hex_(war, "2123"), units(war, "AT Bty")))

    assert (change([]), change(["AT Bty"]), change(["I Smv 47/32"])) == (0, 1, -1)


@pytest.mark.rule("c3", "5.1.1.a", "5.5.d", "1.3.2.a")
def test_an_independent_attacks_with_its_formation_and_the_neighbours_formation_does_not() -> None:
    where = {"I/33": "2023", "I/87": "2024", "I Smv 47/32": "2022", "2 Devon": "2123"}
    war = declared(where, "Livorno")
    assert isinstance(war.stack[0], Declare)
    war.play("target", "2123")
    assert set(war.choices("join")) == {"I/33", "I Smv 47/32"}


@pytest.mark.rule("c3", "7.3.b", "5.5.1.3.a", "5.5.1.1.b")
def test_a_battery_is_lost_where_its_infantry_falls_back() -> None:
    war = fight({"I/33": "1514", "II/33": "1715"}, {"10 KOMR": "1614", "Campbell": "1614"}, dice=((6, 5),))
    quiet(war, "lose")
    war.play("lose", "10 KOMR")
    while "retreat" in offers(war):
        war.play("retreat", offers(war)["retreat"][0])
    assert is_dead(war, "Campbell") and told(war, "combat")


@pytest.mark.rule("c3", "7.5.b", "5.5.1.a", "4.2.1.b")
def test_a_battery_near_a_port_closes_it_to_ships_and_not_to_supply() -> None:
    from grandharbour.games.c3.reinforcement import open_ports
    from grandharbour.games.c3.supply import cut_off

    war = lay({"I/33": "1715", "Campbell": "1614"}, turn=3)
    war.ready = 1 << hex_(war, "1715")
    assert not open_ports(war) and not cut_off(war, units(war, "I/33"))


@pytest.mark.rule("c3", "5.1.g", "5.3.3.a", "5.7.a")
def test_an_air_operation_counts_towards_two_in_a_row() -> None:
    war = malta({"I/33": "2023", "2 Devon": "2325"}, active="Livorno", dice=(1, (1, 1)))
    while isinstance(war.stack[0], Move):
        war.play("end")
    war.play("bid", "Air")
    war.play("pass")
    war.play("fire")
    assert war.streak == 2 and set(offers(war)) == {"claim", "waive"}
