"""Activation, movement and bombardment [5, 5.1 to 5.4]."""

from __future__ import annotations

import pytest

from grandharbour.games.c3.bombardment import AIR, DEFENCE, GUNS, NAVAL, Guns, Missions, column, modifiers
from grandharbour.games.c3.movement import Move
from grandharbour.games.c3.state import AXIS, BRITISH
from grandharbour.games.c3.turn import Contest

from .conftest import Pause, do, hex_, is_dead, lay, malta, moving, offers, piece, place, side, told, units

BOTH = {"I/33": "2023", "I/87": "2024", "2 Devon": "2325", "2 RIrF": "1916"}


def lot(war, name: str) -> int:  # type: ignore[no-untyped-def]
    return war.setup.lot_names.index(name)


# --- activation


@pytest.mark.rule("c3", "5.a", "5.1.b")
def test_two_passes_end_the_turn_and_nobody_passes_twice_running() -> None:
    war = malta(BOTH)
    war.play("pass")
    war.play("pass")
    assert war.turn == 2, "both passed: phase B, and the next day"
    war = malta(BOTH)
    war.passed = 1 << AXIS
    assert "pass" not in malta_offers(war) and war.why_not("pass").rule == "5.1.b"


def malta_offers(war):  # type: ignore[no-untyped-def]
    war._asked = None
    return offers(war)


@pytest.mark.rule("c3", "5.a")
def test_the_turn_ends_when_no_formation_is_left() -> None:
    names = [name for name in lay({}).setup.lot_names if name not in ("Livorno",)]
    war = malta({"I/33": "2023"}, acted=names, active="Livorno")
    while war.turn == 1:
        war.play(*next(iter((verb, targets[0]) for verb, targets in reversed(offers(war).items()))))
    assert war.turn == 2


@pytest.mark.rule("c3", "5.1.a", "5.1.c")
def test_a_formation_needs_somebody_on_the_map_and_the_chits_are_there() -> None:
    war = malta(BOTH, acted=["Naval"])
    assert side(war) == "AX"
    assert set(offers(war)["bid"]) == {"Livorno", "Friuli", "Air"}
    assert war.why_not("bid", "Superga").rule == "5.1.a"
    assert war.why_not("bid", "Naval").rule == "5.7.a", "each chit once in a turn"
    assert war.why_not("bid", "Southern").rule == "5.1.a"


@pytest.mark.rule("c3", "5.1.d")
def test_who_activated_last_shows_first() -> None:
    assert side(malta(BOTH)) == "AX", "the Axis begins"
    war = malta(BOTH, last=BRITISH)
    assert side(war) == "CW"
    war.play("bid", offers(war)["bid"][0])
    assert side(war) == "AX" and isinstance(war.stack[0], Contest) and war.stack[0].shown >= 0, "the answer knows it"


@pytest.mark.rule("c3", "5.1.e")
def test_higher_die_with_the_token_acts() -> None:
    war = malta(BOTH)
    mine, yours = war.setup.token[lot(war, "Livorno")], war.setup.token[lot(war, "Southern")]
    war.script(6, 1)
    war.play("bid", "Livorno")
    british = offers(war)["bid"][0]
    war.play("bid", british)
    assert 6 + mine > 1 + yours and war.active == AXIS and war.formation == lot(war, "Livorno")
    assert not war.acted[lot(war, british)], "the loser takes his token back"
    war = malta(BOTH)
    war.play("bid", "Livorno")
    war.play("pass")
    assert war.formation == lot(war, "Livorno") and war.rolled == 0, "against a pass no dice"


@pytest.mark.rule("c3", "5.1.f")
def test_ties_are_rolled_again() -> None:
    war = malta(BOTH)
    british = (
        "Southern" if "Southern" in malta(BOTH, last=BRITISH).choices("bid") else malta(BOTH, last=BRITISH).choices("bid")[0]
    )
    gap = war.setup.token[lot(war, british)] - war.setup.token[lot(war, "Livorno")]
    first, second = (3 + gap, 3) if gap >= 0 else (3, 3 - gap)
    throws = [(x, y) for x in range(1, 7) for y in range(1, 7) if x - y != gap]
    for throw, (x, y) in enumerate(throws):
        war = malta(BOTH)
        war.script(first, second, throw)
        war.play("bid", "Livorno")
        war.play("bid", british)
        assert war.active == (AXIS if x - y > gap else BRITISH), "as if rolled until they differ"


@pytest.mark.rule("c3", "5.1.g")
def test_two_running_give_the_other_a_free_one() -> None:
    war = malta(BOTH, active="Livorno")
    war.streak = 2
    war.free = BRITISH
    while isinstance(war.stack[0], Move):
        war.play("end")
    assert side(war) == "CW" and set(offers(war)) == {"claim", "waive"}
    assert war.why_not("bid", offers(war)["claim"][0]).rule == "5.1.g"
    war.play("claim", offers(war)["claim"][0])
    assert war.active == BRITISH and war.rolled == 0 and war.streak == 1
    war = malta(BOTH)
    for name in ("Livorno", "Friuli"):
        war.play("bid", name)
        war.play("pass") if "pass" in offers(war) else war.play("bid", offers(war)["bid"][0])
        while isinstance(war.stack[0], Move):
            war.play("end")
        if name == "Livorno":
            war.passed = 0
            war._asked = None
    assert side(war) == "CW" and "claim" in offers(war)


@pytest.mark.rule("c3", "5.1.1.a", "1.3.3.a", "1.3.3.b")
def test_independents_join_the_nearest_formation_or_the_owner_decides() -> None:
    near = {"2 Devon": "2325", "1 Ches": "2121", "A/6 RTR": "2326", "I/33": "1412"}
    war = lay(near)
    names = war.setup.lot_names
    mine = names[war.setup.formation_of[piece(war, "2 Devon")]]
    other = names[war.setup.formation_of[piece(war, "1 Ches")]]
    assert mine != other
    war = malta(near, active=mine)
    assert war.joined == units(war, "A/6 RTR")
    war = malta(near, active=other)
    assert not war.joined
    tied = {"2 Devon": "2323", "1 Ches": "2123", "A/6 RTR": "2223", "I/33": "1412"}
    war = malta(tied, active=mine)
    assert side(war) == "CW" and offers(war) == {"attach": ["A/6 RTR"], "end": [None]}
    war.play("attach", "A/6 RTR")
    assert war.joined == units(war, "A/6 RTR")
    war = malta(tied, active=mine, acted=[other])
    assert war.joined == units(war, "A/6 RTR"), "a Formation that has acted counts no more"


@pytest.mark.rule("c3", "5.1.1.b", "5.1.1.c")
@pytest.mark.parametrize("marked", ["joined", "used"])
def test_independents_that_joined_are_marked(marked: str) -> None:
    where = {"2 Devon": "2325", "A/6 RTR": "2326", "12 Fd/A": "2326", "I/33": "1412"}
    mine = lay(where).setup.lot_names[lay(where).setup.formation_of[piece(lay(where), "2 Devon")]]
    war = malta(where, active=mine, options={"guns_marked": marked})
    while isinstance(war.stack[0], Move):
        war.play("end")
    assert war.spent & units(war, "A/6 RTR")
    assert bool(war.spent & units(war, "12 Fd/A")) is (marked == "joined"), "a gun that did nothing"
    again = malta(where, active=mine)
    again.spent = units(again, "A/6 RTR")
    again = malta({**where}, active=mine)
    assert again.joined & units(again, "A/6 RTR")
    from grandharbour.games.c3.turn import gather

    again.joined, again.spent = 0, units(again, "A/6 RTR")
    gather(again)
    assert not again.joined & units(again, "A/6 RTR"), "once in a turn"


# --- movement


@pytest.mark.rule("c3", "5.2.a")
def test_each_hex_is_paid_for_and_a_stack_goes_as_its_slowest() -> None:
    war = moving({"I/33": "2023"}, "I/33")
    reach = set(war.choices("to"))
    far = [name for name in reach if war.setup.grid.distance(hex_(war, name), hex_(war, "2023")) > 3]
    assert "2022" in reach
    assert all(war.setup.ground(0).roads for _ in far)
    war.play("to", "2022")
    assert isinstance(war.stack[0], Move) and war.stack[0].spent == 2, "one point of flat ground, in halves"
    war = malta({"I/33": "2023", "28 Art": "2023"}, active="Livorno")
    war.play("unit", "I/33")
    alone = set(war.choices("to"))
    war.play("add", "28 Art")
    assert set(war.choices("to")) < alone, "the gun is slower"


@pytest.mark.rule("c3", "5.2.b")
def test_next_to_the_enemy_everything_costs_double() -> None:
    war = moving({"I/33": "2023", "2 Devon": "2122"}, "I/33")
    war.play("to", "2123")
    assert war.stack[0].spent == 2 * 2


@pytest.mark.rule("c3", "5.2.b")
def test_never_more_than_double() -> None:
    war = moving({"I/33": "2023", "2 Devon": "2122", "4 Buffs": "2223"}, "I/33")
    war.play("to", "2123")
    assert war.stack[0].spent == 2 * 2


@pytest.mark.rule("c3", "5.2.c")
def test_points_are_not_saved() -> None:
    war = moving({"I/33": "2023", "II/33": "2023"}, "I/33")
    war.play("to", "2022")
    war.play("unit", "II/33")
    war.play("to", "2024")
    assert war.moved & units(war, "I/33") and war.why_not("unit", "I/33").rule == "5.2.c"


@pytest.mark.rule("c3", "5.2.d")
def test_one_hex_is_always_possible() -> None:
    """A battalion in disorder has three points; a hill town beside the enemy costs six."""
    war = moving({"I/33": "1620", "2 Devon": "1821"}, "I/33", dg=["I/33"], struck=["1721", "1620"])
    ground = war.setup.ground(war.struck)
    price = ground.step_price(0, hex_(war, "1620"), hex_(war, "1721")) * 2
    assert price > war.allowance(piece(war, "I/33"))
    war.play("to", "1721")
    assert place(war, "I/33") == "1721" and war.moved & units(war, "I/33"), "and no farther"


@pytest.mark.rule("c3", "5.2.e")
def test_not_into_the_enemy_unless_he_is_dispersed() -> None:
    war = moving({"I/33": "2023", "2 Devon": "2123"}, "I/33")
    assert "2123" not in war.choices("to") and war.why_not("to", "2123").rule == "5.2.e"
    british = {"2 Devon": "2023", "1/I": "2123"}
    war = moving(british, "2 Devon", dispersed=["1/I"])
    assert "2123" in war.choices("to")


@pytest.mark.rule("c3", "5.2.1.a", "5.2.1.b")
def test_a_hex_too_full_puts_all_in_disorder_and_must_be_left() -> None:
    full = {"I/33": "2123", "II/33": "2123", "III/33": "2123", "I/34": "2023", "2 Devon": "2325"}
    war = moving(full, "I/34")
    assert {"2223", "2124"} & set(war.choices("to")), "through a full hex it may pass"
    war.play("to", "2123")
    war.play("unit", "I/33")
    war.play("halt")
    assert war.dg & units(war, "I/34") and war.dg & units(war, "II/33")
    assert "end" not in offers(war) and war.why_not("end").rule == "5.2.1.a"


@pytest.mark.rule("c3", "5.2.1.b")
def test_no_attack_starts_from_a_hex_too_full() -> None:
    from grandharbour.games.c3.battle import Declare

    war = lay({"I/33": "2123", "II/33": "2123", "III/33": "2123", "I/34": "2123", "2 Devon": "2223"})
    war.active, war.formation = AXIS, lot(war, "Livorno")
    war.stack = (Declare(units(war, "I/33", "II/33")), (Pause(), None))
    war.run()
    assert isinstance(war.stack[0], Pause), "nothing can be declared"


@pytest.mark.rule("c3", "5.2.2.a")
def test_along_a_road_the_road_is_paid() -> None:
    war = moving({"I/33": "2024"}, "I/33")
    war.play("to", "1924")
    assert war.stack[0].spent == 2 * 1
    war = malta({"II/33": "2024", "I Smv 47/32": "2024"}, active="Livorno")
    war.play("unit", "I Smv 47/32")
    war.play("to", "1924")
    assert war.stack[0].spent == 1, "half a point for vehicles"


@pytest.mark.rule("c3", "5.2.2.b")
def test_under_fire_a_road_carries_two_points() -> None:
    """Three companies of one step along one hexside beside the enemy: two at twice the road's price, the third over the ground."""
    where = {"13/V": "1720", "14/V": "1720", "15/V": "1720", "2 Devon": "1821"}
    war = moving(where, "13/V")
    spent = []
    for name in ("13/V", "14/V", "15/V"):
        if name != "13/V":
            war.play("unit", name)
        war.play("to", "1721")
        spent.append(war.stack[0].spent)
    assert spent == [4, 4, 8], "the third goes round by the other road"


@pytest.mark.rule("c3", "5.2.3.a")
def test_a_march_by_road_away_from_the_enemy_has_twice_the_allowance() -> None:
    war = moving({"I/33": "2024"}, "I/33")
    grid, roads = war.setup.grid, war.setup.ground(0).roads
    start = 1 << hex_(war, "2024")
    twelve = grid.flood(start, war.setup.land, ~roads, 12) & ~grid.flood(start, war.setup.land, ~roads, 11)
    names = [war.setup.names.of("space", h) for h in range(twelve.bit_length()) if twelve >> h & 1]
    assert names and set(names) <= set(war.choices("to")), "twelve road hexes with an allowance of six"
    watcher = war.setup.names.of("space", next(h for h in range(2000) if (grid.spread(start) & war.setup.land) >> h & 1))
    war = moving({"I/33": "2024", "2 Devon": watcher}, "I/33")
    assert not set(names) & set(war.choices("to")), "beside an enemy it is no march"


@pytest.mark.rule("c3", "5.2.4.a")
def test_an_overrun_costs_twice_the_hex() -> None:
    war = moving({"I/33": "2023", "10 KOMR": "2123"}, "I/33", dice=((6, 6),))
    assert war.choices("overrun") == ["2123"]
    war.play("overrun", "2123")
    spent = [step.spent for step in _steps(war) if isinstance(step, Move)]
    assert spent == [2 * 2], "a hex of one point, twice, in halves"
    poor = moving({"I/33": "1821", "10 KOMR": "1822"}, "I/33", dg=["I/33"])
    assert "overrun" not in offers(poor), "three points are not enough for twice a hill"


def _steps(war):  # type: ignore[no-untyped-def]
    from tests.play import stack

    return list(stack(war))


def follow(war) -> None:  # type: ignore[no-untyped-def]
    """Answer what a combat asks until the stack is moving again."""
    while not isinstance(war.stack[0], Move):
        verb, targets = next(iter(offers(war).items()))
        war.play("plain") if "plain" in offers(war) else war.play(verb, targets[0])


@pytest.mark.rule("c3", "5.2.4.c")
def test_a_stack_that_overruns_enters_and_goes_on() -> None:
    war = moving({"I/33": "2023", "10 KOMR": "2123"}, "I/33", dice=((6, 6),))
    war.play("overrun", "2123")
    follow(war)
    assert place(war, "I/33") == "2123" and war.stack[0].movers == units(war, "I/33") and war.stack[0].spent == 4


@pytest.mark.rule("c3", "5.2.4.d")
def test_a_failed_overrun_stops_the_stack_which_may_still_attack() -> None:
    """5 against 4 is 1-1; a six costs the attacker a step."""
    war = moving({"I/33": "2023", "II/33": "2024", "1 KOMR": "2123"}, "I/33", dice=((3, 3),))
    war.play("overrun", "2123")
    follow(war)
    assert war.reduced & units(war, "I/33") and place(war, "I/33") == "2023" and war.moved & units(war, "I/33")
    war.play("end")
    war.play("target", "2123")
    assert "I/33" in war.choices("join")


# --- bombardment


def missions(arm: int, left: int, where: dict[str, str], **how):  # type: ignore[no-untyped-def]
    war = lay(where, **how)
    war.active = AXIS
    war.stack = (Missions(arm, left), (Pause(), None))
    war.log = []
    war.run()
    return war


@pytest.mark.rule("c3", "5.3.a")
def test_only_guns_aircraft_and_ships_bombard() -> None:
    war = lay({"I/33": "2023", "28 Art": "2022", "2 Devon": "2123"})
    war.active, war.formation = AXIS, lot(war, "Livorno")
    war.stack = (Guns(AXIS, GUNS), (Pause(), None))
    war.run()
    assert war.choices("gun") == ["28 Art"] and war.why_not("gun", "I/33").rule == "5.3.a"


@pytest.mark.rule("c3", "5.3.1.a", "5.3.1.b")
def test_three_for_a_hex_and_all_named_before_the_first_roll() -> None:
    war = missions(AIR, 6, {"2 Devon": "2123"})
    for _ in range(3):
        war.play("bomb", "2123")
    assert "2123" not in war.choices("bomb") and war.why_not("bomb", "2123").rule == "5.3.1.a"
    assert war.rolled == 0
    war.script((1, 1), (1, 1), (1, 1))
    war.play("fire")
    assert war.rolled == 3 and isinstance(war.stack[0], Pause)


@pytest.mark.rule("c3", "5.3.1.c", "1.3.5.c")
def test_the_column_is_the_ground_added_up() -> None:
    war = lay({})
    assert [column(war, hex_(war, name)) for name in ("2123", "2122", "1822", "1721")] == [0, 1, 1, 2]


@pytest.mark.rule("c3", "5.3.1.d", "5.3.1.e")
def test_a_star_lays_a_city_in_rubble_and_cuts_road_and_port() -> None:
    """A flat city is column 2; ten is D*."""
    war = missions(AIR, 1, {"2 Devon": "2420"}, dice=((5, 5),))
    assert column(war, hex_(war, "2420")) == 2
    port = hex_(war, "2420")
    assert war.working_ports() >> port & 1
    war.play("bomb", "2420")
    war.play("fire")
    assert told(war, "bombardment")[0][-1] == "D*"
    assert war.rubble() >> port & 1 and not war.working_ports() >> port & 1
    assert not war.setup.ground(war.struck).roads.out_of(1 << port).touched
    assert war.dg & units(war, "2 Devon")


@pytest.mark.rule("c3", "5.3.1.f")
def test_a_one_takes_a_step_from_a_unit_of_the_owners_choice() -> None:
    war = missions(AIR, 1, {"2 Devon": "2123", "4 Buffs": "2123"})
    total = next(t for t in range(12, 1, -1) if war.setup.bombs[t][0].loss)
    war.script((total // 2, total - total // 2))
    war.play("bomb", "2123")
    war.play("fire")
    assert side(war) == "CW" and set(offers(war)["lose"]) == {"2 Devon", "4 Buffs"}
    war.play("lose", "4 Buffs")
    assert war.reduced == units(war, "4 Buffs")


def laid(where: dict[str, str], **how):  # type: ignore[no-untyped-def]
    war = lay(where, **how)
    war.active, war.formation = AXIS, lot(war, "Livorno")
    war.stack = (Guns(AXIS, GUNS), (Pause(), None))
    war.run()
    return war


@pytest.mark.rule("c3", "5.3.2.a")
def test_guns_reach_four_hexes_to_enemies_beside_active_units() -> None:
    war = laid({"I/33": "2023", "28 Art": "2022", "2 Devon": "2123", "4 Buffs": "2222"})
    war.play("gun", "28 Art")
    assert war.choices("on") == ["2123"] and war.why_not("on", "2222").rule == "5.3.2.a", "not beside an active unit"
    far = laid({"I/33": "2023", "28 Art": "1816", "2 Devon": "2123"})
    assert isinstance(far.stack[0], Pause), "out of range"


@pytest.mark.rule("c3", "5.3.2.b", "5.4.c")
def test_a_gun_that_fired_is_activated() -> None:
    war = laid({"I/33": "2023", "28 Art": "2022", "2 Devon": "2123"}, dice=((1, 1),))
    war.play("gun", "28 Art")
    do(war, "on", "2123")
    if not isinstance(war.stack[0], Pause):
        war.play("fire")
    assert war.spent & units(war, "28 Art")
    again = malta({"I/33": "2023", "28 Art": "2022"}, active="Livorno")
    again.spent = units(again, "28 Art")
    again._ways = again._asked = None
    assert again.why_not("unit", "28 Art").rule == "5.3.2.b"
    defence = lay({"I/33": "2023", "28 Art": "2022", "2 Devon": "2123"})
    defence.active, defence.spent = BRITISH, units(defence, "28 Art")
    defence.attacks = [(hex_(defence, "2023"), units(defence, "2 Devon"))]
    defence.stack = (Guns(AXIS, DEFENCE), (Pause(), None))
    defence.run()
    assert isinstance(defence.stack[0], Pause), "not in defence either"


@pytest.mark.rule("c3", "5.3.3.a")
def test_guns_against_aircraft_spoil_the_aim() -> None:
    war = lay({"2 Devon": "2123", "32 LAA": "2122", "4 HAA": "2125"})
    total = lambda w: sum(m[1] for m in modifiers(w, AIR, hex_(w, "2123")))  # noqa: E731
    assert total(war) == -2
    war.dg = units(war, "4 HAA")
    assert total(war) == -1, "one in disorder does not work"
    assert total(lay({"2 Devon": "2123", "32 LAA": "2125", "4 HAA": "2126"})) == 0, "out of their range"


@pytest.mark.rule("c3", "5.3.4.a")
def test_ships_reach_the_coast_and_fear_batteries() -> None:
    war = missions(NAVAL, 2, {"2 Devon": "2123", "St Elmo": "2419", "Tigne": "2318"})
    assert "2419" in war.choices("bomb") and "2123" not in war.choices("bomb") and war.why_not("bomb", "2123").rule == "4.1.d"
    assert sum(m[1] for m in modifiers(war, NAVAL, hex_(war, "2419"))) == -2
    war.dg = units(war, "St Elmo")
    assert sum(m[1] for m in modifiers(war, NAVAL, hex_(war, "2419"))) == -1


@pytest.mark.rule("c3", "5.4.a", "5.4.b")
def test_the_defender_shells_hexes_from_which_attacks_come() -> None:
    war = lay({"I/33": "2023", "II/33": "2024", "2 Devon": "2123", "12 Fd/A": "2223"}, dice=((1, 1),))
    war.active = AXIS
    war.attacks = [(hex_(war, "2123"), units(war, "I/33"))]
    war.stack = (Guns(BRITISH, DEFENCE), (Pause(), None))
    war.run()
    assert side(war) == "CW"
    war.play("gun", "12 Fd/A")
    assert war.choices("on") == ["2023"] and war.why_not("on", "2024").rule == "5.4.a"
    war.play("on", "2023")
    if not isinstance(war.stack[0], Pause):
        war.play("fire")
    assert war.spent == units(war, "12 Fd/A") and not is_dead(war, "I/33")
