"""Reinforcements, independents and what was held since when: ports, beaches, airfields together with movement and combat [3.2.1, 4.2.1, 5.1.1, 6]."""

from __future__ import annotations

import pytest

from grandharbour.engine.geometry.bits import bits
from grandharbour.games.c3.landing import roll_landing
from grandharbour.games.c3.movement import Move
from grandharbour.games.c3.reinforcement import able_to_enter, entry_hexes, nearest_lots, open_airfields, open_beaches, open_ports
from grandharbour.games.c3.state import AXIS, Malta
from grandharbour.games.c3.turn import Day, available, end_turn

from .conftest import declared, hex_, is_dead, lay, malta, offers, piece, place, side, told, units

PORT, BEACH = "1715", "1614"


def bases(where: dict[str, str], active: str, *, ready: tuple[str, ...] = (PORT,), beaches: tuple[str, ...] = (), **how) -> Malta:  # type: ignore[no-untyped-def]
    """In the Movement Segment, with ports held since the last turn and beaches of turn S."""
    war = malta(where, active=active, control=[*ready, *how.pop("control", ())], **how)
    war.ready = sum(1 << hex_(war, name) for name in ready)
    war.beaches = sum(1 << hex_(war, name) for name in beaches)
    war._ways = war._asked = None
    war.log = []
    return war


def arrive(war: Malta, name: str, where: str, on: str | None = None) -> None:
    """A unit comes in and takes its one hex, or stays."""
    war.play("unit", name)
    if "enter" in offers(war):
        war.play("enter", where)
    if isinstance(war.stack[0], Move) and war.stack[0].movers:
        war.play("to", on) if on else war.play("halt")


def ways_in(war: Malta, name: str) -> set[str]:
    return {war.setup.names.of("space", h) for h in bits(entry_hexes(war, piece(war, name)))}


# --- what a port takes in one Operation [4.2.1.e]


@pytest.mark.rule("c3", "4.2.1.e", "1.3.6.a")
def test_a_port_takes_in_no_more_than_its_hex_holds_even_if_they_move_on() -> None:
    """Six points through St Paul's Bay, all gone inland: the fourth battalion waits for another day."""
    war = bases({"III/34": "1815"}, "Livorno")
    for name, on in (("I/33", "1716"), ("II/33", "1716"), ("III/33", "1815")):
        arrive(war, name, PORT, on)
    assert not war.units_in(hex_(war, PORT), AXIS), "the port is empty again"
    assert ways_in(war, "I/34") == set()
    assert war.why_not("unit", "I/34") is not None


@pytest.mark.rule("c3", "4.2.1.e", "5.7.a")
def test_the_next_operation_has_the_whole_port_again() -> None:
    war = bases({"III/34": "1815", "I/87": "1816"}, "Livorno")
    for name, on in (("I/33", "1716"), ("II/33", "1716"), ("III/33", "1815")):
        arrive(war, name, PORT, on)
    while isinstance(war.stack[0], Move):
        war.play("end")
    assert ways_in(war, "II/87") == {PORT}


@pytest.mark.rule("c3", "4.2.1.e", "1.3.6.b", "4.2.1.b")
def test_heavy_arms_take_none_of_that_room() -> None:
    """Three battalions have used up the port; the assault guns come in besides, and their second battalion after the first has gone on."""
    war = bases({"III/34": "1815"}, "Livorno")
    for name, on in (("I/33", "1716"), ("II/33", "1716"), ("III/33", "1815")):
        arrive(war, name, PORT, on)
    assert ways_in(war, "I Smv 47/32") == {PORT} and ways_in(war, "28 Art") == set(), "a field gun is a stacking point"
    arrive(war, "I Smv 47/32", PORT)
    assert ways_in(war, "II Smv 47/32") == set(), "one of them in a hex"


@pytest.mark.rule("c3", "4.2.1.e", "1.3.6.a")
def test_who_stands_in_the_port_takes_room_as_well() -> None:
    war = bases({"I/87": PORT, "II/87": PORT, "III/34": "1815"}, "Livorno")
    arrive(war, "I/33", PORT)
    assert ways_in(war, "II/33") == set()


@pytest.mark.rule("c3", "4.2.1.e", "5.3.1.d")
def test_rubble_closes_the_port_and_not_the_beach() -> None:
    war = bases({"III/34": "1815"}, "Livorno", beaches=(PORT,), struck=[PORT], dice=(6,))
    assert ways_in(war, "I/33") == {PORT} and ways_in(war, "28 Art") == set()
    arrive(war, "I/33", PORT)
    assert told(war, "landing"), "over the beach, with a die"


@pytest.mark.rule("c3", "4.2.1.e", "4.2.1.f")
def test_a_beach_in_a_port_takes_four_points_more() -> None:
    """Six through the harbour without a die, four over its beach with one."""
    war = bases({"III/34": "1815"}, "Livorno", beaches=(PORT,), dice=(6, 6))
    for name, on in (("I/33", "1716"), ("II/33", "1716"), ("III/33", "1815")):
        arrive(war, name, PORT, on)
    assert war.rolled == 0
    arrive(war, "I/34", PORT)
    arrive(war, "II/34", PORT)
    assert war.rolled == 2 and place(war, "II/34") == PORT


@pytest.mark.rule("c3", "4.2.1.f", "4.2.l", "5.2.5.a")
def test_who_waded_ashore_in_disorder_does_not_attack_and_others_do() -> None:
    war = bases({"III/34": "1716", "10 KOMR": "1715"}, "Livorno", ready=(), beaches=(BEACH,), dice=(6, 2))
    arrive(war, "I/33", BEACH)
    arrive(war, "II/33", BEACH)
    while isinstance(war.stack[0], Move):
        war.play("end")
    war.play("target", "1715")
    assert set(war.choices("join")) == {"I/33", "III/34"} and not war.dg & units(war, "I/33")


@pytest.mark.rule("c3", "4.2.1.f", "5.6.b")
def test_disorder_of_the_surf_comes_off_in_the_same_operation() -> None:
    war = bases({"III/34": "1816"}, "Livorno", ready=(), beaches=(BEACH,), dice=(2,))
    arrive(war, "II/33", BEACH)
    assert war.dg & units(war, "II/33")
    while isinstance(war.stack[0], Move):
        war.play("end")
    assert not war.dg


@pytest.mark.rule("c3", "4.2.1.f", "1.3.7.b", "4.2.g")
def test_the_surf_takes_steps() -> None:
    """A one under a live battery is 0: a step and disorder; on a steep shore under it -1: two steps."""
    war = lay({"I/33": "1714", "Campbell": "1614"}, turn=0, dice=(1,))
    roll_landing(war, piece(war, "I/33"), hex_(war, "1715"))
    assert war.reduced == units(war, "I/33") == war.dg
    steep = lay({"I/33": "1513", "Campbell": "1614"}, turn=0, dice=(1,))
    roll_landing(steep, piece(steep, "I/33"), hex_(steep, "1414"))
    assert is_dead(steep, "I/33")


@pytest.mark.rule("c3", "4.2.1.c", "5.2.e")
def test_a_beach_the_enemy_has_taken_back_is_closed_until_he_is_gone() -> None:
    war = bases({"III/34": "1815", "10 KOMR": BEACH}, "Livorno", ready=(), beaches=(BEACH,))
    assert ways_in(war, "I/33") == set() and open_beaches(war) == 0
    war.put(piece(war, "10 KOMR"), hex_(war, "1415"))
    assert ways_in(war, "I/33") == {BEACH}


@pytest.mark.rule("c3", "4.2.1.b", "4.2.1.c")
def test_guns_do_not_come_over_a_beach() -> None:
    war = bases({"III/34": "1815"}, "Livorno", ready=(), beaches=(BEACH,))
    assert ways_in(war, "28 Art") == ways_in(war, "CC 47/32") == set()
    assert "28 Art" not in war.choices("unit")


# --- held since the last turn [4.2.1.b, 3.2.1.c, 6.b]


def loses_and_retakes(where: str) -> Malta:
    """A British unit walks through a base that the Axis then enters again."""
    war = lay({"III/33": "1716", "10 KOMR": "1815", "I/125": "2222", "Loreto": "2521"}, control=[PORT, "2223"])
    war.ready = war.kept = war.kept_twice = 1 << hex_(war, where)
    war.active, war.formation = AXIS, war.setup.lot_names.index("Livorno")
    war.enter(piece(war, "10 KOMR"), hex_(war, where))
    war.put(piece(war, "10 KOMR"), hex_(war, "1415"))
    war.enter(piece(war, "III/33"), hex_(war, where))
    return war


@pytest.mark.rule("c3", "4.2.1.b", "8.2.d")
def test_a_port_lost_and_retaken_is_not_held_since_the_last_turn() -> None:
    war = loses_and_retakes(PORT)
    assert war.control >> hex_(war, PORT) & 1 and open_ports(war) == 0
    refused = entry_hexes(war, piece(war, "I/33"))
    assert refused == 0


@pytest.mark.rule("c3", "4.2.1.b", "6.b")
def test_and_opens_again_after_the_turn() -> None:
    war = loses_and_retakes(PORT)
    war.stack = (Day(phase="before operations"), None)
    end_turn(war)
    assert open_ports(war) == 1 << hex_(war, PORT)


@pytest.mark.rule("c3", "3.2.1.c", "8.2.d")
def test_an_airfield_lost_and_retaken_begins_to_count_anew() -> None:
    war = loses_and_retakes("2223")
    assert open_airfields(war) == 0
    for opened in (False, True):
        war.stack = (Day(phase="before operations"), None)
        end_turn(war)
        assert bool(open_airfields(war)) is opened, "two turns running from now on"


@pytest.mark.rule("c3", "3.2.1.c", "6.b")
def test_an_airfield_left_empty_at_the_end_of_a_turn_is_not_occupied() -> None:
    war = lay({"III/33": "2223", "2 Devon": "2618"})
    for moved_away in ("2223", "2222", "2223"):
        war.enter(piece(war, "III/33"), hex_(war, moved_away))
        war.stack = (Day(phase="before operations"), None)
        end_turn(war)
    assert war.kept >> hex_(war, "2223") & 1 and not war.kept_twice


@pytest.mark.rule("c3", "3.2.1.c", "3.2.m")
def test_a_dispersed_company_does_not_occupy_an_airfield() -> None:
    war = lay({"13/V": "2223", "2 Devon": "2618"}, dispersed=["13/V"])
    for _ in range(2):
        war.stack = (Day(phase="before operations"), None)
        end_turn(war)
    assert not war.kept and not war.kept_twice


@pytest.mark.rule("c3", "3.2.1.b", "3.2.1.c")
@pytest.mark.parametrize(("flak", "opened"), [("2222", False), ("2221", True)])
def test_flak_next_to_the_field_bars_it_and_two_hexes_off_does_not(flak: str, opened: bool) -> None:
    war = lay({"Loreto": "2223", "4 HAA": flak})
    assert bool(open_airfields(war)) is opened


@pytest.mark.rule("c3", "3.2.1.d", "3.2.1.e", "5.6.b")
def test_airlanded_troops_recover_unless_they_attack() -> None:
    """Three battalions fly in: one attacks at half value and stays in disorder, the others find their feet."""
    war = malta({"Loreto": "2223", "10 KOMR": "2123"}, active="La Spezia", control=["2223"])
    war.log = []
    for name in ("I/125", "II/125"):
        arrive(war, name, "2223")
    while isinstance(war.stack[0], Move):
        war.play("end")
    war.play("target", "2123")
    war.play("join", "I/125")
    war.script((3, 3))
    war.play("set")
    assert [event[1] for event in told(war, "recover")] == ["II/125"]


@pytest.mark.rule("c3", "3.2.1.d", "1.3.6.a")
def test_the_airfield_makes_room_when_its_guests_move_on() -> None:
    """The normal limits hold for the hex as it stands: who has gone on takes none of it (ruling A95)."""
    war = malta({"Loreto": "2223", "2 Devon": "2618"}, active="La Spezia", control=["2223"])
    arrive(war, "I/125", "2223", "2222")
    arrive(war, "II/125", "2223", "2222")
    arrive(war, "III/125", "2223", "2222")
    assert ways_in(war, "I/126") == {"2223"}
    arrive(war, "I/126", "2223")
    arrive(war, "II/126", "2223")
    assert ways_in(war, "III/126") == set(), "Loreto and two battalions: five of six points"
    assert ways_in(war, "80 Art") == {"2223"}, "its gun has one point, and flies too"


@pytest.mark.rule("c3", "3.2.1.a", "4.2.1.a")
def test_la_spezia_never_comes_by_sea() -> None:
    war = lay({"III/34": "1815"}, control=[PORT])
    war.active, war.formation, war.ready = AXIS, war.setup.airlanding, 1 << hex_(war, PORT)
    war.beaches = 1 << hex_(war, BEACH)
    assert entry_hexes(war, piece(war, "I/125")) == 0


@pytest.mark.rule("c3", "4.2.1.b", "5.3.4.a")
def test_a_battery_closes_a_port_even_in_disorder() -> None:
    war = lay({"III/33": PORT, "Campbell": "1614"}, control=[PORT], dg=["Campbell"])
    war.ready = 1 << hex_(war, PORT)
    assert open_ports(war) == 0
    war.put(piece(war, "Campbell"), war.setup.dead[1])
    assert open_ports(war) == 1 << hex_(war, PORT)


@pytest.mark.rule("c3", "5.1.a", "4.2.1.c")
def test_a_formation_off_the_map_may_be_named_if_it_could_come() -> None:
    war = malta({"III/34": "1815", "2 Devon": "2618"})
    assert "Friuli" not in war.choices("bid")
    war.beaches = 1 << hex_(war, BEACH)
    assert available(war, AXIS) >> war.setup.lot_names.index("Friuli") & 1
    assert able_to_enter(war, units(war, "I/87", "35 Art")) == units(war, "I/87")


# --- independents [1.3.3, 5.1.1]


@pytest.mark.rule("c3", "1.3.3.a", "3.2.m")
def test_a_dispersed_company_is_nobodys_nearest() -> None:
    """The assault guns stand beside a Dispersed company of Folgore, four hexes from Livorno: they act with Livorno."""
    where = {"I Smv 47/32": "2123", "13/V": "2122", "14/V": "2525", "I/33": "1924", "2 Devon": "2618"}
    assert malta(where, active="Livorno", dispersed=["13/V"]).joined == units(lay({}), "I Smv 47/32")
    assert not malta(where, active="Folgore", dispersed=["13/V"]).joined
    assert malta(where, active="Folgore").joined == units(lay({}), "I Smv 47/32"), "in good order it is"


@pytest.mark.rule("c3", "1.3.3.a", "3.2.m", "4.2.1.e")
def test_nor_for_guns_that_wait_off_a_port() -> None:
    where = {"13/V": "1716", "I/33": "1817", "14/V": "2525"}
    war = lay(where, dispersed=["13/V"])
    war.formation = war.setup.lot_names.index("Livorno")
    assert nearest_lots(war, hex_(war, PORT)) == 1 << war.formation
    awake = lay(where)
    awake.formation = awake.setup.lot_names.index("Livorno")
    assert nearest_lots(awake, hex_(awake, PORT)) == 1 << awake.setup.lot_names.index("Folgore")


@pytest.mark.rule("c3", "1.3.3.b", "5.1.1.a", "3.2.m")
def test_a_formation_of_dispersed_men_brings_nobody() -> None:
    war = malta({"13/V": "2123", "I Smv 47/32": "2122", "2 Devon": "2618"}, active="Folgore", dispersed=["13/V"])
    assert not war.joined and war.why_not("unit", "I Smv 47/32") is not None


@pytest.mark.rule("c3", "1.3.3.b", "5.1.1.c")
def test_who_was_left_at_a_tie_acts_with_the_other() -> None:
    where = {"2 Devon": "2323", "1 Ches": "2123", "A/6 RTR": "2223", "I/33": "1412"}
    war = malta(where, active="Southern")
    assert side(war) == "CW" and war.view(1).phase == "Southern: Independents", "that is what the heading says"
    war.play("end")
    assert not war.joined and war.view(1).phase == "Southern: Movement"
    again = malta(where, active="Central", acted=["Southern"])
    assert again.joined == units(again, "A/6 RTR")


@pytest.mark.rule("c3", "5.1.1.b", "5.4.c", "5.1.1.c")
def test_a_gun_marked_with_its_formation_has_no_shot_left_in_defence() -> None:
    where = {"2 Devon": "2123", "12 Fd/A": "2223", "I/33": "2023"}
    for marked, guns in (("joined", False), ("used", True)):
        war = malta(where, active="Southern", options={"guns_marked": marked})
        assert war.joined == units(war, "12 Fd/A")
        while isinstance(war.stack[0], Move):
            war.play("end")
        if "declare" in offers(war):
            war.play("declare")
        while "fire" in offers(war):
            war.play("fire")
        from grandharbour.games.c3.bombardment import ready_guns

        assert bool(ready_guns(war, 1)) is guns


@pytest.mark.rule("c3", "5.1.1.a", "5.3.2.a")
def test_an_independent_gun_may_support_a_formation_it_did_not_join() -> None:
    where = {"I/33": "2023", "I/87": "2022", "1/XXX CA": "2021", "2 Devon": "2123"}
    war = declared(where, "Livorno")
    assert not war.joined, "Friuli is nearer"
    war.play("declare")
    assert war.choices("gun") == ["1/XXX CA"]


# --- what is refused, and why


@pytest.mark.rule("c3", "4.2.1.b", "4.2.1.c", "4.2.1.e", "4.2.1.f")
def test_each_closed_way_in_has_its_reason() -> None:
    from grandharbour.games.c3.reinforcement import Enter

    from .conftest import Pause

    where = {"III/34": "1816", "10 KOMR": BEACH}
    war = lay(where, control=[PORT, "2625"])
    war.active, war.formation = AXIS, war.setup.lot_names.index("Livorno")
    war.ready, war.beaches = 1 << hex_(war, PORT), 1 << hex_(war, BEACH) | 1 << hex_(war, "1514")
    for unit, target, rule in (
        ("I/33", BEACH, "4.2.1.f"), ("28 Art", "1514", "4.2.1.b"), ("I/33", "2625", "4.2.1.b"), ("I/33", "2123", "4.2.1.c"),
    ):  # fmt: skip
        war.stack = (Enter(piece(war, unit)), (Pause(), None))
        war._asked = None
        refused = war.why_not("enter", target)
        assert refused is not None and refused.rule == rule, (unit, target)


@pytest.mark.rule("c3", "4.2.1.e", "5.2.c")
def test_an_arrival_takes_its_one_hex_once() -> None:
    war = bases({"III/34": "1815"}, "Livorno")
    war.play("unit", "I/33")
    if "enter" in offers(war):
        war.play("enter", PORT)
    war.play("to", "1716")
    assert war.moved & units(war, "I/33") and (not isinstance(war.stack[0], Move) or not war.stack[0].movers)
