"""From the air and from the sea: missions, drops, regrouping, landings, reinforcements [3, 4, 7.1]."""

from __future__ import annotations

import pytest

from grandharbour.engine.geometry.bits import bits
from grandharbour.games.c3.airdrop import DropFormation, DropPlan, drop_modifiers, scatter
from grandharbour.games.c3.battle import DROP, HUNT, SEA, Combat, fighting_value
from grandharbour.games.c3.bombardment import AIR, NAVAL, Missions
from grandharbour.games.c3.landing import (
    Embark,
    LandingPlan,
    Wave,
    bring_back,
    embarked,
    landing_modifiers,
    roll_landing,
)
from grandharbour.games.c3.movement import Move
from grandharbour.games.c3.reinforcement import entry_hexes, open_airfields, open_ports
from grandharbour.games.c3.state import AXIS
from grandharbour.games.c3.turn import Contest, Day

from .conftest import (
    Pause,
    do,
    fight,
    free,
    hex_,
    is_dead,
    lay,
    malta,
    offers,
    piece,
    place,
    sail,
    settle,
    side,
    start,
    told,
    units,
)

BEACH, SEA_HEX = "1614", "1613"


# --- missions


@pytest.mark.rule("c3", "3.a", "4.a", "3.1.a", "4.1.a")
@pytest.mark.parametrize(("phase", "arm"), [("air-missions", AIR), ("naval-missions", NAVAL)])
def test_six_missions_each_for_the_axis_in_turn_s(phase: str, arm: int) -> None:
    war = lay({"2 Devon": "2123"}, turn=0)
    war.stack = (Day(phase=f"before {phase}"), None)
    war.run()
    assert side(war) == "AX" and isinstance(war.stack[0], Missions) and war.stack[0].left == 6
    assert war.stack[0].arm == arm
    assert "fire" in offers(war), "fewer may be flown"
    lots = [war.setup.lot_side[war.setup.air_chit], war.setup.lot_side[war.setup.naval_chit]]
    assert lots == [AXIS, AXIS]


@pytest.mark.rule("c3", "3.1.b", "4.1.b")
def test_later_they_are_formations_with_a_chit() -> None:
    war = malta({"I/33": "2023", "2 Devon": "2325"})
    assert isinstance(war.stack[0], Contest) and {"Air", "Naval"} <= set(war.choices("bid"))


@pytest.mark.rule("c3", "3.1.c", "3.1.d", "4.1.c")
@pytest.mark.parametrize(
    ("chit", "turn", "die", "missions"),
    [
        ("Air", 1, 3, 4),
        ("Air", 1, 6, 6),
        ("Air", 3, 1, 1),
        ("Air", 3, 4, 3),
        ("Naval", 1, 4, 4),
        ("Naval", 4, 2, 1),
        ("Naval", 4, 6, 4),
    ],
)
def test_a_die_says_how_many(chit: str, turn: int, die: int, missions: int) -> None:
    war = malta({"I/33": "2023", "2 Devon": "2325"}, turn=turn, dice=(die,))
    war.play("bid", chit)
    war.play("pass")
    assert isinstance(war.stack[0], Missions) and war.stack[0].left == missions


@pytest.mark.rule("c3", "3.1.e", "4.1.d")
def test_aircraft_reach_all_land_and_ships_the_coast() -> None:
    air = start(lay({"2 Devon": "2123"}), Missions(AIR, 6))
    assert {hex_(air, name) for name in air.choices("bomb")} == set(bits(air.setup.land))
    refused = air.why_not("bomb", "0201")
    assert refused is not None and refused.rule == "3.1.e"
    sea = start(lay({"2 Devon": "2123"}), Missions(NAVAL, 6))
    assert {hex_(sea, name) for name in sea.choices("bomb")} == set(bits(sea.setup.coastal_hexes))
    mined = next(h for h in bits(sea.setup.coastal_hexes) if not sea.setup.ring[h] & sea.setup.sea & ~sea.setup.mines)
    assert sea.setup.names.of("space", mined) in sea.choices("bomb"), "be the water mined or not"


# --- drops


@pytest.mark.rule("c3", "3.2.a", "3.2.b", "3.2.p")
@pytest.mark.parametrize("extra", [False, True])
def test_the_drop_plan(extra: bool) -> None:
    war = start(lay({"2 Devon": "2123"}, turn=0, options={"drop_guns_extra": extra}), DropPlan())
    gun = "Cn 47/32"
    placed = 0
    while "drop" in offers(war):
        name = war.setup.names.of(*war.decision.about)
        if placed < 3 and name != gun and "2225" in war.choices("drop"):
            war.play("drop", "2225")
            placed += 1
            continue
        if name == gun:
            assert ("2225" in war.choices("drop")) is extra, "the anti-tank company counts among the three"
            assert war.rolled == 0
        elif placed == 3 and not war.setup.antitank & units(war, name):
            assert "2225" not in war.choices("drop") and war.why_not("drop", "2225").rule == "3.2.b"
        sea = war.setup.names.of("space", next(iter(bits(war.setup.sea))))
        assert sea not in war.choices("drop")
        war.play("drop", next(n for n in war.choices("drop") if n != "2225"))
    assert placed == 3 and set(offers(war)) == {"launch"} and war.rolled == 0, "all targets before the first die"
    assert set(war.choices("launch")) == {"Folgore", "7 Flieger"}


def dropped(stack: dict[str, str], die: int, *more: object, **how):  # type: ignore[no-untyped-def]
    """Companies of one Formation over one hex, with the die of the table and the draws that follow."""
    others = how.pop("others", {})
    war = lay(others, turn=0, dice=(die, *more), **how)
    for name, target in stack.items():
        war.plan[piece(war, name)] = hex_(war, target)
    formation = war.setup.formation_of[piece(war, next(iter(stack)))]
    return start(war, DropFormation(formation, sum({1 << hex_(war, target) for target in stack.values()})))


THREE = {"13/V": "2123", "14/V": "2123", "15/V": "2123"}


@pytest.mark.rule("c3", "3.2.c", "3.2.d", "3.2.e", "3.2.f")
def test_a_bad_drop_under_light_guns() -> None:
    """A one with light guns beside it is row 0: one lost by lot, the two others Dispersed, each with a die for its way."""
    war = dropped(THREE, 1, 1, 3, 6, others={"32 LAA": "2122"})
    settle(war)
    assert told(war, "drop")[0][-1] == "1E2D"
    assert is_dead(war, "14/V"), "the second of three by lot"
    assert war.dispersed == units(war, "13/V", "15/V")
    assert {place(war, "13/V"), place(war, "15/V")} == {"2223", "2023"}, "east and west"


@pytest.mark.rule("c3", "3.2.c")
@pytest.mark.parametrize(
    ("guns", "total"),
    [({}, 0), ({"32 LAA": "2122"}, -1), ({"4 HAA": "2125"}, -1), ({"32 LAA": "2122", "4 HAA": "2125"}, -2), ({"32 LAA": "2123"}, -2),
     ({"32 LAA": "2123", "4 HAA": "2122"}, -3), ({"32 LAA": "2125"}, 0)],
)  # fmt: skip
def test_guns_that_spoil_a_drop(guns: dict[str, str], total: int) -> None:
    war = lay(guns)
    assert sum(m[1] for m in drop_modifiers(war, hex_(war, "2123"), units(war, "13/V"))) == total
    war.dg = units(war, *guns)
    assert sum(m[1] for m in drop_modifiers(war, hex_(war, "2123"), units(war, "13/V"))) == 0, "none of them works"


@pytest.mark.rule("c3", "7.1.L")
def test_assault_companies_help_once() -> None:
    war = lay({"32 LAA": "2122"})
    one = sum(m[1] for m in drop_modifiers(war, hex_(war, "2123"), units(war, "1/Sturm")))
    two = sum(m[1] for m in drop_modifiers(war, hex_(war, "2123"), units(war, "1/Sturm", "2/Sturm")))
    assert one == two == 0, "-1 and +1"
    setup = war.setup
    assert setup.drops[1 - 1].code == "1E2D" and setup.drops[1].code == "1E1D"


@pytest.mark.rule("c3", "3.2.e")
def test_the_british_name_who_is_dispersed() -> None:
    war = dropped(THREE, 4, 1)
    assert told(war, "drop")[0][-1] == "1D" and side(war) == "CW" and set(offers(war)["disperse"]) == set(THREE)
    war.play("disperse", "14/V")
    assert war.dispersed == units(war, "14/V") and place(war, "13/V") == "2123"


@pytest.mark.rule("c3", "3.2.g")
def test_into_the_sea() -> None:
    coast = next(
        h
        for h in bits(lay({}).setup.coastal_hexes)
        if lay({}).setup.sea >> lay({}).setup.grid.neighbour(h, lay({}).setup.scatter[0]) & 1
    )
    war = lay({}, turn=0, dice=(1,))
    scatter(war, piece(war, "13/V"), coast)
    assert is_dead(war, "13/V") and war.score() == -1, "an elite step" if war.setup.elite & units(war, "13/V") else ""


@pytest.mark.rule("c3", "7.1.N")
def test_swimmers_come_ashore() -> None:
    setup = lay({}).setup
    coast = next(h for h in bits(setup.coastal_hexes) if setup.sea >> setup.grid.neighbour(h, setup.scatter[0]) & 1)
    war = lay({}, turn=0, dice=(1,))
    war.active, war.stack = AXIS, (Pause(), None)
    scatter(war, piece(war, "NP S.Marco"), coast)
    sea = setup.grid.neighbour(coast, setup.scatter[0])
    assert side(war) == "AX" and {hex_(war, n) for n in war.choices("swim")} == set(bits(setup.ring[sea] & setup.land))
    war.play("swim", war.choices("swim")[0])
    assert war.dispersed == units(war, "NP S.Marco")


@pytest.mark.rule("c3", "3.2.h")
def test_a_clean_drop() -> None:
    war = dropped(THREE, 6)
    assert told(war, "drop")[0][-1] == "-" and not war.dispersed and {place(war, n) for n in THREE} == {"2123"}
    assert war.control >> hex_(war, "2123") & 1


@pytest.mark.rule("c3", "3.2.i")
def test_anti_tank_companies_roll_nothing_and_come_down_dispersed() -> None:
    war = lay({}, turn=0)
    war.plan[piece(war, "Cn 47/32")] = hex_(war, "2123")
    start(war, DropFormation(war.setup.formation_of[piece(war, "Cn 47/32")], 1 << hex_(war, "2123")))
    assert war.rolled == 0 and war.dispersed == units(war, "Cn 47/32") and place(war, "Cn 47/32") == "2123"


@pytest.mark.rule("c3", "3.2.j", "3.2.k", "3.2.l")
def test_companies_among_enemies_must_fight_at_half_value() -> None:
    """Three of 2, halved to 1 each, against heavy guns of 1 on flat ground: 3-1; an eight clears the hex."""
    war = lay({**THREE, "4 HAA": "2123"}, turn=0, dice=((4, 4),))
    war.falling = units(war, *THREE)
    start(war, DropFormation(0, 0))
    assert offers(war) == {"fight": ["2123"]}
    assert fighting_value(war, piece(war, "13/V"), DROP, True, 0) == 1
    do(war, "fight", "2123")
    while not free(war):
        do(war, "plain") if "plain" in offers(war) else do(war, *next((v, t[0]) for v, t in offers(war).items()))
    assert is_dead(war, "4 HAA") and war.control >> hex_(war, "2123") & 1 and place(war, "13/V") == "2123"
    lost = lay({**THREE, "4 Buffs": "2123"}, turn=0, dice=((3, 4),))
    lost.falling = units(lost, *THREE)
    start(lost, DropFormation(0, 0))
    do(lost, "fight", "2123")
    while not free(lost):
        do(lost, "plain") if "plain" in offers(lost) else do(lost, *next((v, t[0]) for v, t in offers(lost).items()))
    assert all(is_dead(lost, name) for name in THREE) and place(lost, "4 Buffs") == "2123", "all or nothing"


@pytest.mark.rule("c3", "3.2.m")
def test_a_dispersed_unit_is_as_good_as_absent() -> None:
    war = malta({"1/I": "2123", "2 Devon": "2023", "I/33": "1412"}, active="Southern", dispersed=["1/I"])
    formation = war.setup.lot_names[war.setup.formation_of[piece(war, "2 Devon")]]
    war = malta({"1/I": "2123", "2 Devon": "2023", "I/33": "1412"}, active=formation, dispersed=["1/I"])
    assert not war.held(AXIS) >> hex_(war, "2123") & 1 and not war.near(AXIS) >> hex_(war, "2023") & 1
    war.play("unit", "2 Devon")
    war.play("to", "2123")
    assert war.stack[0].spent == 2, "no dearer for it"


@pytest.mark.rule("c3", "3.2.n", "3.2.o")
def test_hunting_dispersed_units() -> None:
    where = {"1/I": "2123", "4 Buffs": "2023", "I/33": "1412"}
    formation = lay(where).setup.lot_names[lay(where).setup.formation_of[piece(lay(where), "4 Buffs")]]
    war = malta(where, active=formation, dispersed=["1/I"], dice=((3, 4),))
    war.play("unit", "4 Buffs")
    assert war.why_not("hunt") is not None and war.why_not("hunt").rule == "3.2.n"
    war.play("to", "2123")
    assert "hunt" in offers(war)
    war.play("hunt")
    if "end" in offers(war):
        war.play("end")
    assert "2123" in war.choices("target"), "declared like any attack, in its own hex"
    intense = lay({"1/I": "2123", "4 Buffs": "2123"}, dispersed=["1/I"], dice=((4, 4),))
    intense.active = 1
    intense.stack = (Combat(HUNT, hex_(intense, "2123"), units(intense, "4 Buffs"), 1 << hex_(intense, "2123")), (Pause(), None))
    intense.log = []
    column = next(c for c in range(7) if intense.setup.crt[8][c].code == "CI")
    intense.run()
    settle(intense)
    while not free(intense):
        do(intense, *next((v, t[0]) for v, t in reversed(offers(intense).items())))
    assert column >= 0 and len(told(intense, "combat")) == 1, "one round; Intense Combat means nothing"


@pytest.mark.rule("c3", "3.2.q", "3.2.r", "3.2.s")
@pytest.mark.parametrize(
    ("turn", "die", "success"), [(1, 2, True), (1, 3, False), (2, 3, True), (3, 4, True), (4, 5, True), (4, 6, False)]
)
def test_regrouping(turn: int, die: int, success: bool) -> None:
    war = malta({"13/V": "2123", "2 Devon": "2425"}, active="Folgore", turn=turn, dispersed=["13/V"], dice=(die,))
    war.play("unit", "13/V")
    war.play("regroup")
    assert bool(war.dispersed) is not success
    assert "regroup" not in offers(war)
    far = max(war.setup.grid.distance(hex_(war, n), hex_(war, "2123")) for n in war.choices("to"))
    assert (far > 1) is success, "a failure leaves a move of one hex"


@pytest.mark.rule("c3", "3.2.q")
def test_no_regrouping_under_an_enemy() -> None:
    war = malta({"13/V": "2123", "2 Devon": "2123"}, active="Folgore", dispersed=["13/V"])
    war.play("unit", "13/V")
    assert "regroup" not in offers(war) and war.why_not("regroup").rule == "3.2.q" and war.choices("to")


# --- La Spezia


@pytest.mark.rule("c3", "3.2.1.a", "3.2.1.d", "3.2.1.e")
def test_la_spezia_flies_in() -> None:
    """Loreto, one point, holds a flat airfield: two battalions fit, in disorder; the third when one has moved on."""
    war = malta({"Loreto": "2223", "2 Devon": "2527"}, active="La Spezia", control=["2223"])
    for name in ("I/125", "II/125"):
        war.play("unit", name)
        if "enter" in offers(war):
            war.play("enter", "2223")
        if "halt" in offers(war):
            assert max(war.setup.grid.distance(hex_(war, n), hex_(war, "2223")) for n in war.choices("to")) == 1
            war.play("halt")
        assert place(war, name) == "2223" and war.dg & units(war, name)
    assert "III/125" not in war.choices("unit")
    assert fighting_value(war, piece(war, "I/125"), 0, True, 0) == 2, "4 halved: they may attack"
    early = lay({"Loreto": "2223"}, turn=0, control=["2223"])
    assert not entry_hexes(early, piece(early, "I/125"))


@pytest.mark.rule("c3", "3.2.1.b", "3.2.1.c", "7.1.A")
def test_which_airfield() -> None:
    field = lambda war: open_airfields(war) >> hex_(war, "2223") & 1  # noqa: E731
    assert field(lay({"Loreto": "2223"}, control=["2223"]))
    assert not field(lay({"Loreto": "2223", "32 LAA": "2222"}, control=["2223"])), "flak beside it"
    assert not field(lay({"Loreto": "2223", "32 LAA": "2222"}, control=["2223"], dg=["32 LAA"])), "in disorder or not"
    assert not field(lay({"Loreto": "2223"}, control=["2223"], dg=["Loreto"]))
    held = lay({"Loreto": "2223"}, control=["2223"], dg=["Loreto"], turn=2)
    held.kept_twice = 1 << hex_(held, "2223")
    assert field(held), "held at the end of two turns"


# --- landings


def boats(**how):  # type: ignore[no-untyped-def]
    return start(lay(how.pop("others", {}), turn=0, **how), LandingPlan())


@pytest.mark.rule("c3", "4.2.a", "4.2.b")
def test_sea_hexes_beside_a_coast_and_not_through_mines() -> None:
    war = boats()
    setup = war.setup
    for name in war.choices("sea"):
        h = hex_(war, name)
        assert setup.sea >> h & 1 and not setup.mines >> h & 1 and setup.ring[h] & setup.coastal_hexes
    mined = setup.names.of("space", next(iter(bits(setup.mines))))
    assert war.why_not("sea", mined).rule == "4.2.b"
    sea = war.choices("sea")[0]
    war.play("sea", sea)
    assert isinstance(war.stack[0], Embark)
    for name in war.choices("onto"):
        assert setup.ring[hex_(war, sea)] >> hex_(war, name) & 1
        assert (hex_(war, sea), hex_(war, name)) not in setup.shut, "not over a cliff"


@pytest.mark.rule("c3", "4.2.c", "4.2.d", "4.2.o")
@pytest.mark.parametrize("chain", ["all", "formation"])
def test_seven_hexes_in_a_chain_four_points_each(chain: str) -> None:
    war = boats(options={"landing_chain": chain})
    used: list[str] = []
    while "sea" in offers(war) and len(used) < 12:
        fresh = [n for n in war.choices("sea") if n not in used]
        if not fresh:
            break
        name = fresh[0]
        war.play("sea", name)
        used.append(name)
        if isinstance(war.stack[0], Embark) and "onto" in offers(war):
            war.play("onto", war.choices("onto")[0])
        while isinstance(war.stack[0], Embark) and "load" in offers(war):
            heavy = [n for n in war.choices("load") if war.setup.port_only & units(war, n)]
            assert not heavy, "no heavy equipment in turn S"
            war.play("load", war.choices("load")[0])
        assert war.steps(war.pieces_in(hex_(war, name))) <= 4
    if chain == "all":
        assert len(used) <= 7
        for name in used[1:]:
            assert war.setup.ring[hex_(war, name)] & sum(1 << hex_(war, other) for other in used if other != name)
        far = war.setup.names.of(
            "space", max(bits(war.setup.landing_sea), key=lambda h: war.setup.grid.distance(h, hex_(war, used[0])))
        )
        assert war.why_not("sea", far).rule == "4.2.c"
    waiting = war.pieces_in(war.setup.reserve[AXIS]) & war.setup.landers
    assert waiting or embarked(war) == war.setup.landers, "the others wait"


@pytest.mark.rule("c3", "4.2.f")
def test_two_points_of_a_formation_to_a_wave() -> None:
    war = boats()
    flat = next((s, c) for s in bits(war.setup.landing_sea) for c in bits(war.setup.beachward[s]) if war.setup.flat >> c & 1)
    war.play("sea", war.setup.names.of("space", flat[0]))
    war.play("onto", war.setup.names.of("space", flat[1]))
    war.play("load", "I/33")
    assert not war.second
    war.play("load", "II/33")
    assert war.second == units(war, "II/33"), "2 in the first wave, 2 in the second"
    assert not isinstance(war.stack[0], Embark), "four points: the hex is full"


@pytest.mark.rule("c3", "4.2.m")
def test_marines_first_where_it_is_steep() -> None:
    war = boats()
    steep = next((s, c) for s in bits(war.setup.landing_sea) for c in bits(war.setup.beachward[s]) if not war.setup.flat >> c & 1)
    war.play("sea", war.setup.names.of("space", steep[0]))
    war.play("onto", war.setup.names.of("space", steep[1]))
    assert set(war.choices("load")) <= {war.setup.names.of("piece", p) for p in bits(war.setup.marines)}
    assert war.why_not("load", "I/33").rule == "4.2.m"
    war.play("load", "S.Marco Bafile")
    assert isinstance(war.stack[0], Embark) and "S.Marco Grado" in war.choices("load")
    war.play("load", "S.Marco Grado")
    assert war.second == units(war, "S.Marco Grado"), "the second marine goes in the second wave"


@pytest.mark.rule("c3", "4.2.e")
def test_formations_land_one_after_another() -> None:
    war = lay({"I/33": SEA_HEX, "I/87": SEA_HEX}, turn=0)
    for name in ("I/33", "I/87"):
        war.plan[piece(war, name)] = hex_(war, BEACH)
    start(war, LandingPlan(1 << hex_(war, SEA_HEX)))
    assert set(war.choices("sail")) == {"Livorno", "Friuli"}
    war.script(6)
    war.play("sail", "Friuli")
    assert place(war, "I/87") != SEA_HEX and place(war, "I/33") == SEA_HEX


@pytest.mark.rule("c3", "4.2.g", "7.1.S")
def test_the_dice_of_the_surf() -> None:
    """San Marco on a flat beach with a live battery two hexes away, a one: 1 - 1 + 1 = 1, disorder."""
    setup = lay({}).setup
    flat = next(h for h in bits(setup.coastal_hexes & setup.flat))
    near = next(h for h in bits(setup.grid.within(1 << flat, 2) & setup.land & ~(1 << flat)))
    war = lay({"Campbell": setup.names.of("space", near), "S.Marco Bafile": "0101"}, turn=0, dice=(1,))
    modifiers = [m[1] for m in landing_modifiers(war, piece(war, "S.Marco Bafile"), flat)]
    assert sorted(modifiers) == [-1, 1]
    war.log = []
    roll_landing(war, piece(war, "S.Marco Bafile"), flat)
    assert told(war, "landing")[0][-1] == "D" and war.dg & units(war, "S.Marco Bafile")
    steep = next(h for h in bits(setup.coastal_hexes & ~setup.flat))
    assert [m[1] for m in landing_modifiers(lay({}), piece(war, "I/33"), steep)] == [-1]


def wave(onto: str, defenders: dict[str, str], names: tuple[str, ...], *dice: object, dg: tuple[str, ...] = ()):  # type: ignore[no-untyped-def]
    war = lay({**dict.fromkeys(names, SEA_HEX), **defenders}, turn=0, dg=dg, dice=dice)
    for name in names:
        war.plan[piece(war, name)] = hex_(war, onto)
    return start(war, Wave(units(war, *names)))


@pytest.mark.rule("c3", "4.2.h", "4.2.i")
def test_a_held_beach_is_attacked_from_the_sea_at_half_value() -> None:
    war = wave(BEACH, {"10 KOMR": BEACH}, ("I/33",), 6, (6, 6))
    assert offers(war) == {"fight": [BEACH]}
    assert fighting_value(war, piece(war, "I/33"), SEA, True, 0) == 3
    tired = lay({"I/87": SEA_HEX}, dg=["I/87"])
    assert fighting_value(tired, piece(tired, "I/87"), SEA, True, 0) == 1, "4, 2, 1"


@pytest.mark.rule("c3", "4.2.n")
def test_no_way_back_from_the_waters_edge() -> None:
    war = fight({"I/33": SEA_HEX}, {"4 Buffs": BEACH}, manner=SEA, turn=0, dice=((3, 3),))
    assert "Ar" in told(war, "combat")[0][-1]
    assert is_dead(war, "I/33")


@pytest.mark.rule("c3", "4.2.j", "4.2.l")
def test_off_the_beach() -> None:
    """Good order: one hex inland; disorder: not a step."""
    war = lay({"I/33": SEA_HEX, "II/33": SEA_HEX}, turn=0, dice=(6, 2))
    for name in ("I/33", "II/33"):
        war.plan[piece(war, name)] = hex_(war, BEACH)
    sail(war, war.setup.lot_names.index("Livorno"))
    assert place(war, "I/33") == BEACH and war.beaches >> hex_(war, BEACH) & 1
    assert war.choices("unit") == ["I/33"] and war.why_not("unit", "II/33").rule == "4.2.l", "the other is in disorder"
    war.play("unit", "I/33")
    assert max(war.setup.grid.distance(hex_(war, n), hex_(war, BEACH)) for n in war.choices("to")) == 1


@pytest.mark.rule("c3", "4.2.k", "4.2.l")
def test_the_second_wave_lands_too_and_goes_no_further() -> None:
    war = lay({"I/33": SEA_HEX, "II/33": SEA_HEX}, turn=0, dice=(6, 6))
    for name in ("I/33", "II/33"):
        war.plan[piece(war, name)] = hex_(war, BEACH)
    war.second = units(war, "II/33")
    livorno = war.setup.lot_names.index("Livorno")
    sail(war, livorno)
    assert place(war, "II/33") == SEA_HEX, "first the first wave"
    war.play("end")
    settle(war)
    assert place(war, "II/33") == BEACH
    assert free(war) or "II/33" not in offers(war).get("unit", [])


@pytest.mark.rule("c3", "4.2.k")
def test_the_second_wave_comes_even_if_the_first_died() -> None:
    war = lay({"S.Marco Grado": SEA_HEX}, turn=0, dice=(6,))
    war.plan[piece(war, "S.Marco Grado")] = hex_(war, BEACH)
    war.second = units(war, "S.Marco Grado")
    sbarco = war.setup.formation_of[piece(war, "S.Marco Grado")]
    sail(war, sbarco)
    settle(war)
    assert place(war, "S.Marco Grado") == BEACH


# --- reinforcements


@pytest.mark.rule("c3", "4.2.1.a", "4.2.1.c", "4.2.1.d", "4.2.1.f")
def test_over_a_beach() -> None:
    """Four points over one beach, each unit with a die; in good order it may go on, in disorder not."""
    war = malta({"2 Devon": "2325", "III/34": "2023"}, active="Livorno", dice=(6, 2))
    war.beaches = 1 << hex_(war, BEACH)
    war._ways = war._asked = None
    assert "I/33" in war.choices("unit") and "I/87" not in war.choices("unit"), "in their own Operation"
    assert "28 Art" not in war.choices("unit")
    war.play("unit", "I/33")
    if "enter" in offers(war):
        war.play("enter", BEACH)
    assert place(war, "I/33") == BEACH and not war.dg
    assert max(war.setup.grid.distance(hex_(war, n), hex_(war, BEACH)) for n in war.choices("to")) == 1
    war.play("halt")
    war.play("unit", "II/33")
    if "enter" in offers(war):
        war.play("enter", BEACH)
    assert war.dg & units(war, "II/33") and war.moved & units(war, "II/33")
    assert "III/33" not in war.choices("unit"), "four points"
    assert not entry_hexes(lay({}, turn=0), piece(war, "I/33")), "not in turn S"


@pytest.mark.rule("c3", "4.2.1.c")
@pytest.mark.parametrize("success", ["ashore", "afloat"])
def test_when_a_landing_has_succeeded(success: str) -> None:
    war = lay({"I/33": SEA_HEX, "2 Devon": BEACH}, turn=0, options={"beach_success": success})
    war.plan[piece(war, "I/33")] = hex_(war, BEACH)
    bring_back(war)
    assert bool(war.beaches) is (success == "afloat") and war.at[piece(war, "I/33")] == war.setup.reserve[AXIS]


@pytest.mark.rule("c3", "4.2.1.b", "4.2.1.e")
def test_ports_for_the_heavy_arms() -> None:
    """A beach: no. A port taken this turn: no. Held since the last turn with a battery at four hexes: no; at five: yes."""
    gun = "I Smv 47/32"

    def way_in(**how) -> list[str]:  # type: ignore[no-untyped-def]
        ready = how.pop("ready", True)
        war = lay({"III/33": "1715", **how.pop("others", {})}, control=["1715"], **how)
        war.active, war.formation = AXIS, war.setup.lot_names.index("Livorno")
        war.ready = 1 << hex_(war, "1715") if ready else 0
        war.beaches = 1 << hex_(war, BEACH)
        return [war.setup.names.of("space", h) for h in bits(entry_hexes(war, piece(war, gun)))]

    setup = lay({}).setup
    at = {n: next(setup.names.of("space", h) for h in bits(setup.land) if setup.grid.distance(h, setup.names.find("space", "1715")) == n)
          for n in (4, 5)}  # fmt: skip
    assert way_in() == ["1715"]
    assert way_in(ready=False) == []
    assert way_in(others={"Campbell": at[4]}) == []
    assert way_in(others={"Campbell": at[5]}) == ["1715"]
    assert way_in(struck=["1715"]) == []
    war = lay({"III/33": "1715"}, control=["1715"])
    war.ready = 1 << hex_(war, "1715")
    assert open_ports(war) >> hex_(war, "1715") & 1


@pytest.mark.rule("c3", "4.2.1.e")
def test_through_a_port_and_one_hex_on() -> None:
    war = malta({"III/33": "1715", "2 Devon": "2325"}, active="Livorno", control=["1715"])
    war.ready = 1 << hex_(war, "1715")
    war._ways = war._asked = None
    war.play("unit", "I/33")
    if "enter" in offers(war):
        war.play("enter", "1715")
    assert place(war, "I/33") == "1715" and war.rolled == 0 and not war.dg
    assert isinstance(war.stack[0], Move)
    assert max(war.setup.grid.distance(hex_(war, n), hex_(war, "1715")) for n in war.choices("to")) == 1
