"""Pieces and ideas, the sequence, skills, supply, the end of a turn and of the game [0 to 2, 6 to 8]."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import msgspec
import pytest

from grandharbour.engine.geometry.bits import bits
from grandharbour.games.c3 import GAME
from grandharbour.games.c3.airdrop import DropPlan
from grandharbour.games.c3.battle import Combat, bonus_units, fighting_value, shifted, shifts
from grandharbour.games.c3.bombardment import Guns, Missions
from grandharbour.games.c3.landing import LandingPlan
from grandharbour.games.c3.losses import eliminate, lose_step
from grandharbour.games.c3.movement import Move
from grandharbour.games.c3.placing import Garrison
from grandharbour.games.c3.state import AXIS, BRITISH
from grandharbour.games.c3.supply import cut_off
from grandharbour.games.c3.turn import Contest, Day, Operation, end_turn
from tests.play import stack

from .conftest import fight, hex_, is_dead, lay, malta, offers, piece, place, side, told, units

# --- pieces


@pytest.mark.rule("c3", "0.a", "1.1.a")
def test_what_belongs_to_the_game() -> None:
    setup = lay({}).setup
    number = setup.number
    markers = sum(int(number[key]) for key in number if key.startswith("markers."))
    assert (setup.pieces, setup.pieces + markers) == (111, 140) == (number["scale.units"], number["scale.pieces"])
    assert setup.tables["scale.hex_km"] == 1.5
    assert [setup.say(f"day-{turn}") for turn in range(len(setup.turn_names))][-1] == "Fifth day", "a day to a turn"


@pytest.mark.rule("c3", "1.2.a")
def test_every_unit_has_one_of_three_nationalities() -> None:
    nations = Counter(unit["nation"] for unit in lay({}).setup.unit)
    assert len(nations) == 3 and sum(nations.values()) == 111
    setup = lay({}).setup
    assert {setup.unit[p]["nation"] for p in bits(setup.own[BRITISH])} == {"commonwealth"}


@pytest.mark.rule("c3", "1.2.b")
def test_types() -> None:
    assert {unit["type"] for unit in lay({}).setup.unit} == {
        "infantry", "special_forces", "paratroop", "engineer", "anti_tank", "armour", "marine", "coastal_battery", "light_aa",
        "heavy_aa", "field_artillery",
    }  # fmt: skip


@pytest.mark.rule("c3", "1.2.c", "1.2.f")
def test_a_counter_shows_what_it_is() -> None:
    war = lay({"S.Marco Bafile": "2023"})
    (shown,) = (p for p in war.view(None).pieces if p.id == "S.Marco Bafile")
    assert shown.label and shown.symbol and {"5", "6"} <= set("".join(shown.values))
    setup = war.setup
    assert all(setup.bearer[letter] for letter in "SLNA")
    assert sum(mask.bit_count() for mask in setup.bearer.values()) < 20


@pytest.mark.rule("c3", "1.2.d")
def test_one_value_for_attack_and_defence() -> None:
    war = lay({"I/33": "2023", "2 Devon": "2123"})
    for attacks in (True, False):
        assert fighting_value(war, piece(war, "I/33"), 0, attacks, 0) == 5
    assert war.allowance(piece(war, "I/33")) == 2 * 6


@pytest.mark.rule("c3", "1.2.e")
def test_an_elite_may_give_a_column_and_need_not() -> None:
    war = fight({"S.Marco Bafile": "2023"}, {"4 Buffs": "2123"}, elites=True)
    assert offers(war) == {"elite": ["S.Marco Bafile"], "plain": [None]}


# --- land and sea


@pytest.mark.rule("c3", "1.3.1.a", "1.3.1.b", "1.3.1.c")
def test_half_dry_or_with_a_road_is_land_and_the_rest_is_sea() -> None:
    setup = lay({}).setup
    forge = Path(__file__).parents[3] / "tools" / "mapforge" / "data" / "c3_hexes.json"
    share = {name: found["land_fraction"] for name, found in json.loads(forge.read_text())["hexes"].items()}
    road = {setup.names.of("space", h) for h in bits(setup.roads.touched)}
    wet = dry = 0
    for h in bits(setup.grid.all):
        name = setup.names.of("space", h)
        is_land = name in setup.tables["map.island"]
        assert is_land == (share[name] >= 0.5 or name in road), name
        wet += is_land and share[name] < 0.5
        dry += is_land and share[name] >= 0.5
    assert wet >= 1 and dry > 100
    assert not setup.land & setup.sea


# --- Formations


@pytest.mark.rule("c3", "1.3.2.a")
def test_only_units_of_the_active_formation_move() -> None:
    war = malta({"I/33": "2023", "I/87": "2024"}, active="Livorno")
    assert war.choices("unit") == ["I/33"] and war.why_not("unit", "I/87").rule == "1.3.2.a"


@pytest.mark.rule("c3", "1.3.2.b", "1.3.2.c")
def test_one_formation_at_a_time_and_its_token_is_shown() -> None:
    war = malta({"I/33": "2023", "I/87": "2024", "2 Devon": "2325"})
    war.play("bid", "Livorno")
    assert isinstance(war.stack[0], Contest) and war.setup.lot_names[war.stack[0].shown] == "Livorno"
    war.play("pass")
    assert war.setup.lot_names[war.formation] == "Livorno"
    while isinstance(war.stack[0], Move):
        war.play("end")
    assert war.acted[war.setup.lot_names.index("Livorno")] and war.formation == -1


@pytest.mark.rule("c3", "1.3.4.a", "2.a", "2.b")
def test_an_operation_runs_through_its_segments_in_order() -> None:
    """Movement, declaration, guns of the active side, guns of the other, combats; then the next contest."""
    war = malta(
        {"I/33": "2023", "II/33": "2022", "28 Art": "2022", "2 Devon": "2123", "12 Fd/A": "2223", "2 RIrF": "1512"},
        active="Livorno",
        dice=((1, 1), (1, 1), (6, 6)),
    )
    met = []
    while not isinstance(war.stack[0], Contest):
        step = type(war.stack[0]).__name__ + ("" if not isinstance(war.stack[0], Guns) else " " + side(war))
        if not met or met[-1] != step:
            met.append(step)
        here = offers(war)
        if "join" in here and "set" not in here:
            war.play("join", "I/33")
        elif "set" in here:
            war.play("set")
        elif "target" in here and not war.attacks:
            war.play("target", "2123")
            assert war.why_not("unit", "I/33").reason, "no more movement"
        elif "declare" in here:
            war.play("declare")
        elif "on" in here:
            war.play("on", here["on"][0])
        elif "gun" in here:
            war.play("gun", here["gun"][0])
        elif "end" in here:
            war.play("end")
        elif "fire" in here:
            war.play("fire")
        elif "stay" in here:
            war.play("stay")
        elif "plain" in here:
            war.play("plain")
        else:
            verb, targets = next(iter(here.items()))
            war.play(verb, targets[0])
    order = [name for name in met if name in ("Move", "Declare", "Guns AX", "Guns CW", "Fights")]
    assert [name for name in ("Move", "Declare", "Guns AX", "Guns CW") if name in order] == [n for n in order if n != "Fights"][
        :4
    ]
    assert order.index("Move") == 0 and "Guns AX" in order and "Guns CW" in order


# --- terrain, stacks, steps


@pytest.mark.rule("c3", "1.3.5.a", "1.3.5.b", "1.3.5.c")
def test_a_town_on_a_hill() -> None:
    """Infantry 3, vehicles 4, 4 points, two columns, bombardment column 2, 2 points through a side."""
    war = lay({})
    setup, h = war.setup, hex_(war, "1721")
    ground = setup.ground(0)
    assert (ground.price[0][h], ground.price[1][h]) == (6, 8)
    assert (war.limit(h), setup.terrain_shift[0][h], setup.bomb_column[0][h], setup.side_limit[0][h]) == (4, -2, 2, 2)
    assert set(setup.base.values()) == {"flat", "hill", "rough"} and setup.cities and setup.airfields and setup.ports
    assert set(setup.hexside) >= {"victory_line", "escarpment", "coast"}


@pytest.mark.rule("c3", "1.3.5.d")
def test_a_hexside_replaces_the_cost_and_adds_to_the_shift() -> None:
    war = lay({"I/33": "1515", "4 Buffs": "1514"})
    a, b = hex_(war, "1515"), hex_(war, "1514")
    assert war.setup.ground(0).off_road(0, a, b) == 2 * 3, "3 points, not 1 and 3"
    combat = Combat(0, b, units(war, "I/33"), 1 << a)
    assert [amount for _, amount, _ in shifts(war, combat)] == [-1]


@pytest.mark.rule("c3", "1.3.6.a", "1.3.6.b", "1.3.6.c", "7.3.a")
def test_stacking_is_counted_in_steps_and_guns_come_free() -> None:
    three = {"2 Devon": "2123", "4 Buffs": "2123", "1 DLI": "2123", "4 HAA": "2123", "Campbell": "2123", "A/6 RTR": "2123"}
    war = lay(three)
    h = hex_(war, "2123")
    assert war.points(war.units_in(h, BRITISH)) == 6 == war.limit(h) and not war.crowded(h, BRITISH)
    for name, fits in (("7 HAA", False), ("24 Ftr RE", False), ("Bingemma", False), ("1 Ind Tp", False), ("12 Fd/A", False)):
        assert war.fits(piece(war, name), h, BRITISH) is fits, name
    assert lay({"2 Devon": "2123"}).fits(piece(war, "24 Ftr RE"), h, BRITISH)


@pytest.mark.rule("c3", "1.3.7.a", "1.3.7.b")
def test_two_steps_and_one() -> None:
    war = lay({"4 Buffs": "2123", "1/I": "2023"})
    buffs, company = piece(war, "4 Buffs"), piece(war, "1/I")
    assert war.strength(buffs) == 5
    lose_step(war, buffs)
    assert war.strength(buffs) == 3 and place(war, "4 Buffs") == "2123"
    lose_step(war, buffs)
    lose_step(war, company)
    assert is_dead(war, "4 Buffs") and is_dead(war, "1/I")


@pytest.mark.rule("c3", "1.3.7.b", "1.3.2.a")
def test_why_a_dead_unit_does_not_move_is_that_it_is_dead() -> None:
    war = malta({"I/33": "2023"}, active="Livorno")
    assert war.why_not("unit", "II/33").rule != "1.3.7.b"
    eliminate(war, piece(war, "II/33"))
    assert war.why_not("unit", "II/33").rule == "1.3.7.b"


@pytest.mark.rule("c3", "1.3.7.c")
def test_every_stack_may_be_looked_through() -> None:
    war = malta({"I/33": "2023", "2 Devon": "2123"})
    views = [msgspec.json.encode(war.view(side).pieces) for side in (None, AXIS, BRITISH)]
    assert views[0] == views[1] == views[2] and not GAME.secrets


@pytest.mark.rule("c3", "1.3.8.a")
def test_enemies_do_not_stop_a_unit() -> None:
    war = malta({"I/33": "2023", "2 Devon": "2122"}, active="Livorno")
    war.play("unit", "I/33")
    war.play("to", "2123")
    assert "2124" in war.choices("to"), "past the enemy, only dearer"


@pytest.mark.rule("c3", "1.3.9.a")
def test_halves_are_rounded_up_unit_by_unit() -> None:
    war = lay({"I/33": "2023", "II/33": "2023", "2 Devon": "2123"}, dg=["I/33", "II/33"])
    assert sum(fighting_value(war, piece(war, name), 0, True, 0) for name in ("I/33", "II/33")) == 6


@pytest.mark.rule("c3", "1.3.10.a", "1.3.10.b")
@pytest.mark.parametrize(
    ("odds", "shift", "column"),
    [(10, -2, "5-1+"), (8, -4, "4-1"), (6, -4, "3-1"), (-6, 4, "1-2"), (2, 4, "5-1+"), (3, -5, "1-2")],
)
def test_shifts_begin_at_the_real_odds_and_three_count(odds: int, shift: int, column: str) -> None:
    """10:1 with two to the left, 8:1 and 6:1 with four, 1:6 with four to the right; and three on the table."""
    setup = lay({}).setup
    start = odds - 1 if odds > 0 else odds + 1
    assert setup.columns[shifted(setup, start, shift)] == column


# --- the sequence


@pytest.mark.rule("c3", "2.1.a", "2.1.b")
def test_turn_s_has_its_own_order_and_the_british_only_react() -> None:
    war = lay({"2 Devon": "2123", "12 Fd/A": "2223"}, turn=0)
    war.stack = (Day(), None)
    war.run()
    met = []
    for _ in range(3000):
        if war.turn or war.stack is None:
            break
        step = war.stack[0]
        name = {Missions: "bombs", DropPlan: "drops", LandingPlan: "landings"}.get(type(step), "")  # type: ignore[call-overload]
        if name and (not met or met[-1] != name):
            met.append(name)
        if side(war) == "CW":
            assert not set(offers(war)) & {"bid", "claim", "gun", "unit", "target"}
        here = offers(war)
        if isinstance(step, Missions):
            war.play("fire")
        elif isinstance(step, LandingPlan):
            war.play("ashore")
        elif "drop" in here:
            war.play("drop", here["drop"][-1])
        else:
            if "launch" in here:
                from grandharbour.engine.dice import Seeded

                war.dice = Seeded(bytes(32))
            verb, targets = next(iter(here.items()))
            war.play(verb, targets[0])
    assert met == ["bombs", "drops", "bombs", "landings"] and war.turn == 1


@pytest.mark.rule("c3", "6.a", "6.b", "6.c")
def test_the_end_of_a_turn() -> None:
    war = lay({"I/33": "1715", "2 Devon": "2123"}, control=["1715"])
    war.acted[0] = True
    war.spent = units(war, "I/33")
    war.stack = (Day(phase="before operations"), None)
    end_turn(war)
    assert war.turn == 2 and not war.spent and not any(war.acted)
    assert war.ready >> hex_(war, "1715") & 1 and war.outcome is None
    last = lay({"I/33": "1715", "2 Devon": "2123"}, turn=4)
    last.stack = (Day(phase="before operations"), None)
    end_turn(last)
    assert last.outcome is not None


# --- skills and special rules


@pytest.mark.rule("c3", "7.2.a")
@pytest.mark.parametrize("rubble", [False, True])
def test_engineers_are_elite_in_streets_and_at_the_line(rubble: bool) -> None:
    war = lay({"Gua XXX": "2022", "1 DLI": "2122"}, options={"engineers_rubble": rubble})

    def able(froms: str, target: str) -> int:
        war.put(piece(war, "Gua XXX"), hex_(war, froms))
        return bonus_units(war, units(war, "Gua XXX"), hex_(war, target), 1 << hex_(war, froms))

    assert able("2022", "2122") and not able("2022", "2123") and able("1817", "1818"), "a town, open ground, the Victory Line"
    war.struck = 1 << hex_(war, "2122")
    assert bool(able("2022", "2122")) is rubble
    fought = fight({"Gua XXX": "2022", "I/33": "2022"}, {"1 DLI": "2122"}, elites=True, dice=((2, 2),))
    fought.play("elite", "Gua XXX")
    while offers(fought).get("plain"):
        fought.play("plain")
    assert told(fought, "combat")[0][-1].startswith(("1", "2", "Ar"))
    if told(fought, "combat")[0][-1][0].isdigit():
        assert is_dead(fought, "Gua XXX"), "the first loss is its own"


@pytest.mark.rule("c3", "7.3.b")
def test_guns_are_lost_when_they_would_have_to_retreat() -> None:
    war = fight({"I/33": "2023"}, {"2 Devon": "2123", "4 HAA": "2123"}, dice=((5, 6),))
    war.play("stand")
    while "plain" in offers(war):
        war.play("plain")
    assert is_dead(war, "4 HAA") and not is_dead(war, "2 Devon") and not war.dg & units(war, "4 HAA")
    moved = malta({"2 Devon": "2123", "4 HAA": "2123"}, active="Central")
    if "unit" in offers(moved):
        assert "4 HAA" not in moved.choices("unit")


@pytest.mark.rule("c3", "7.4.a")
def test_the_victory_line_counts_from_the_north_and_only_if_all_cross_it() -> None:
    def line(froms: list[str], target: str) -> bool:
        war = lay({})
        combat = Combat(0, hex_(war, target), 0, sum(1 << hex_(war, name) for name in froms))
        return any(rule == "7.4.a" for _, _, rule in shifts(war, combat))

    assert line(["1817", "1718"], "1818")
    assert not line(["1817", "1919"], "1818"), "one side is open"
    assert not line(["1818"], "1817"), "from the south"


@pytest.mark.rule("c3", "7.5.a", "7.5.b")
def test_supply_from_the_third_turn() -> None:
    """Airborne troops by airfield, landed ones by port; the British always have it."""
    where = {"1/I": "2123", "I/33": "2023", "2 Devon": "2325"}
    assert not cut_off(lay(where, turn=2), -1 & lay(where).setup.everybody)
    war = lay(where, turn=3)
    assert cut_off(war, units(war, *where)) == units(war, "1/I", "I/33")
    fed = lay(where, turn=3, control=["2223", "1715"])
    assert not cut_off(fed, units(fed, *where))
    air = lay(where, turn=3, control=["2223"])
    assert cut_off(air, units(air, *where)) == units(air, "I/33")
    broken = lay(where, turn=3, control=["2223", "1715"], struck=["1715"])
    assert cut_off(broken, units(broken, *where)) == units(broken, "I/33"), "the port no longer works"
    assert fighting_value(war, piece(war, "1/I"), 0, False, units(war, "1/I")) == 1
    hungry = lay({"I/33": "2023"}, turn=3, dg=["I/33"])
    assert fighting_value(hungry, piece(hungry, "I/33"), 0, False, units(hungry, "I/33")) == 2, "5, 3, 2"


@pytest.mark.rule("c3", "7.5.a")
def test_a_supply_path_is_free_of_enemies() -> None:
    where = {"1/I": "2123"} | dict(zip(("2 Devon", "4 Buffs", "1 DLI", "1 Ches", "11 LF", "2 KOMR"),
                                       ("2022", "2122", "2023", "2223", "2024", "2124"), strict=True))  # fmt: skip
    war = lay(where, turn=3, control=["1820"])
    assert cut_off(war, units(war, "1/I")) == units(war, "1/I")


# --- set-up and victory


@pytest.mark.rule("c3", "8.a")
def test_five_turns() -> None:
    setup = lay({}).setup
    assert list(setup.turn_names) == ["S", "1", "2", "3", "4"] and setup.last == 4


@pytest.mark.rule("c3", "8.1.a", "8.1.b", "8.1.c")
def test_the_set_up() -> None:
    war = GAME.new(seed=1)
    assert war.turn == 0
    setup = war.setup
    for battery in bits(setup.coastal):
        assert war.at[battery] == setup.letters[setup.unit[battery]["letter"]]
    assert isinstance(war.stack[0], Garrison) and side(war) == "CW"
    assert war.pieces_in(setup.reserve[AXIS]) == setup.own[AXIS], "the invaders are off the map"
    land = {setup.names.of("space", h) for h in bits(setup.land)}
    assert set(war.choices("place")) <= land
    sea = setup.names.of("space", next(iter(bits(setup.sea))))
    assert war.why_not("place", sea).rule == "8.1.b"
    count = 0
    while isinstance(war.stack[0], Garrison):
        flat = "2123" if "2123" in war.choices("place") else war.choices("place")[count % 40]
        if "2123" not in war.choices("place"):
            assert war.why_not("place", "2123").rule in ("1.3.6.a", "1.3.6.c", "7.3.a")
        war.play("place", flat)
        count += 1
    assert count == setup.own[BRITISH].bit_count() - setup.coastal.bit_count(), "all of them"
    assert not war.pieces_in(setup.reserve[BRITISH])


@pytest.mark.rule("c3", "8.2.a", "8.2.b")
def test_losses_cost_points() -> None:
    war = lay({"2 Devon": "2123"})
    assert war.score() == 0
    dead = war.setup.dead[AXIS]
    war.put(piece(war, "I/33"), dead)
    assert war.score() == -1, "two Italian points: a started three"
    war.put(piece(war, "II/33"), dead)
    assert war.score() == -2, "four"
    war.put(piece(war, "1/I"), dead)
    elite = bool(war.setup.elite & units(war, "1/I"))
    assert war.score() == -3 if elite else -2
    war.put(piece(war, "28 Art"), dead)
    assert war.steps_lost(war.setup.special) == 2, "an elite step and a gun"
    twice = lay({"2 Devon": "2123"}, options={"artillery_twice": True})
    for name in ("I/33", "28 Art"):
        twice.put(piece(twice, name), dead)
    once = lay({"2 Devon": "2123"})
    for name in ("I/33", "28 Art"):
        once.put(piece(once, name), dead)
    assert twice.ledger()[1] == once.ledger()[1] + 1


@pytest.mark.rule("c3", "8.2.c", "8.2.d")
def test_ground_counts_for_who_entered_it_last() -> None:
    war = lay({"I/33": "2022", "2 Devon": "2325"})
    assert war.score() == 0
    war.enter(piece(war, "I/33"), hex_(war, "2122"))
    assert war.score() == 1
    war.put(piece(war, "I/33"), hex_(war, "2022"))
    assert war.score() == 1, "leaving it changes nothing"
    war.enter(piece(war, "2 Devon"), hex_(war, "2122"))
    assert war.score() == 0
    lost = lay({"1/I": "2122"}, dispersed=["1/I"])
    assert lost.score() == 0, "Dispersed units do not count"
    assert lay({}).setup.victory.bit_count() == 25


@pytest.mark.rule("c3", "8.2.e")
def test_the_fall_of_valletta_ends_the_game() -> None:
    war = malta({"I/33": "2320", "2 Devon": "2325"}, active="Livorno", turn=2)
    war.play("unit", "I/33")
    war.play("to", "2419")
    assert war.outcome is not None and war.outcome.winner == AXIS and war.outcome.level == "Axis Crushing Victory"


@pytest.mark.rule("c3", "8.2.f")
@pytest.mark.parametrize(("needed", "level"), [("both", "British Crushing Victory"), ("either", "Axis Crushing Victory")])
def test_without_port_and_airfield_the_british_win(needed: str, level: str) -> None:
    """An airfield, but the only port destroyed, and twelve victory hexes."""
    setup = lay({}).setup
    names = [setup.names.of("space", h) for h in bits(setup.victory & ~setup.ports & ~setup.capital & ~setup.airfields)][:11]
    war = lay({"2 Devon": "2325"}, turn=4, control=[*names, "2223", "1715"], struck=["1715"], options={"bases_needed": needed})
    assert war.score() >= 11
    war.stack = (Day(phase="before operations"), None)
    end_turn(war)
    assert war.outcome is not None and war.outcome.level == level


@pytest.mark.rule("c3", "8.2.g")
@pytest.mark.parametrize(
    ("points", "level"),
    [(-7, "British Crushing Victory"), (-6, "British Minor Victory"), (0, "British Minor Victory"), (1, "Draw"), (5, "Draw"),
     (6, "Axis Minor Victory"), (10, "Axis Minor Victory"), (11, "Axis Crushing Victory")],
)  # fmt: skip
def test_levels(points: int, level: str) -> None:
    war = lay({})
    assert war.say(f"level-{war.level(points)}") == level


def test_steps_of_an_operation_lie_on_the_stack() -> None:
    war = malta({"I/33": "2023", "2 Devon": "2325"}, active="Livorno")
    assert [type(step) for step in stack(war)] == [Move, Operation, Day]
