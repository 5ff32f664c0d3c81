"""Combat: limits, odds and shifts, results, Intense Combat, losses, retreats, tanks, Disorganisation [5.5 to 5.7]."""

from __future__ import annotations

import pytest

from grandharbour.games.c3.battle import OVERRUN, Combat, ratio, shifted, tank_modifiers
from grandharbour.games.c3.movement import Move
from grandharbour.games.c3.results import close
from grandharbour.games.c3.state import AXIS, BRITISH
from tests.play import stack

from .conftest import column, declared, do, fight, free, hex_, is_dead, lay, malta, offers, piece, place, side, told, units

DEVON = {"2 Devon": "2123"}
"""An elite battalion of 6 on flat ground; 2022, 2122 (a town), 2023, 2223, 2024 and 2124 lie around it."""


# --- who attacks whom [5.5]


@pytest.mark.rule("c3", "5.5.a", "5.2.5.a")
def test_only_neighbours_are_attacked_and_nobody_must() -> None:
    war = declared({"I/33": "2023", "2 Devon": "2123", "4 Buffs": "2325"}, "Livorno")
    assert war.choices("target") == ["2123"] and "declare" in offers(war)
    assert war.why_not("target", "2325").rule == "5.5.a"
    war.play("declare")
    assert not war.attacks and place(war, "2 Devon") == "2123"


@pytest.mark.rule("c3", "5.5.a")
def test_not_across_a_side_that_cannot_be_passed() -> None:
    war = lay({})
    shut = next((a, b) for a in range(war.setup.hexes_end) for b in range(war.setup.hexes_end)
                if war.setup.land >> a & 1 and war.setup.land >> b & 1 and (a, b) in war.setup.shut)  # fmt: skip
    name = war.setup.names.of
    war = declared({"I/33": name("space", shut[0]), "2 Devon": name("space", shut[1])}, "Livorno")
    assert "target" not in offers(war) or name("space", shut[1]) not in war.choices("target")


@pytest.mark.rule("c3", "5.5.b")
def test_a_unit_attacks_one_hex_as_a_whole() -> None:
    war = declared({"I/33": "2023", "2 Devon": "2123", "4 Buffs": "2024"}, "Livorno")
    assert war.choices("target") == ["2123", "2024"]
    war.play("target", "2123")
    war.play("join", "I/33")
    assert war.attacks == [(hex_(war, "2123"), units(war, "I/33"))]
    assert "target" not in offers(war), "its one unit is taken"


@pytest.mark.rule("c3", "5.5.c")
def test_bracketed_units_do_not_attack() -> None:
    war = declared({"28 Art": "2023", "2 Devon": "2123"}, "Livorno", dice=())
    assert not war.attacks and "target" not in offers(war)
    war = declared({"I/33": "2023", "28 Art": "2023", "2 Devon": "2123"}, "Livorno")
    war.play("target", "2123")
    assert war.choices("join") == ["I/33"]


@pytest.mark.rule("c3", "5.5.d", "5.5.h")
def test_only_so_many_points_attack_from_one_hex() -> None:
    """Into a hill two points, so one of two battalions; the other suffers nothing."""
    war = declared({"I/33": "1821", "II/33": "1821", "2 Devon": "1822"}, "Livorno")
    war.play("target", "1822")
    war.play("join", "I/33")
    assert war.attacks == [(hex_(war, "1822"), units(war, "I/33"))], "no room for the second: the attack is set"
    war = declared({"I/33": "2023", "II/33": "2023", "III/33": "2023", "2 Devon": "2123"}, "Livorno")
    war.play("target", "2123")
    war.play("join", "I/33")
    war.play("join", "II/33")
    assert war.attacks[0][1] == units(war, "I/33", "II/33"), "four points into open flat ground"
    war.script((1, 1))
    while war.stack is not None and not any(isinstance(step, Combat) for step in stack(war)) and side(war) == "AX":
        war.play("fight", "2123") if "fight" in offers(war) else war.play("end")
    assert place(war, "III/33") == "2023" and not war.reduced & units(war, "III/33")


@pytest.mark.rule("c3", "5.5.d")
@pytest.mark.parametrize(("extra", "tanks"), [(True, True), (False, False)])
def test_one_armoured_unit_attacks_besides(extra: bool, tanks: bool) -> None:
    war = declared({"I/33": "2023", "II/33": "2023", "I Smv 47/32": "2023", "2 Devon": "2123"}, "Livorno",
                   options={"armour_extra": extra})  # fmt: skip
    war.joined = units(war, "I Smv 47/32")
    war = declared({"I/33": "2023", "II/33": "2023", "I Smv 47/32": "2023", "2 Devon": "2123"}, "Livorno",
                   options={"armour_extra": extra})  # fmt: skip
    assert war.joined & units(war, "I Smv 47/32"), "an independent beside the Formation acts with it"
    war.play("target", "2123")
    war.play("join", "I/33")
    war.play("join", "II/33")
    assert ("I Smv 47/32" in war.choices("join") if "join" in offers(war) else False) is tanks


@pytest.mark.rule("c3", "5.5.e")
def test_no_more_defend_than_the_attacked_sides_let_through() -> None:
    """Three battalions on flat ground, attacked from one hex: four points defend, guns and flak besides."""
    war = fight({"I/33": "2023"}, {"2 Devon": "2123", "4 Buffs": "2123", "1 DLI": "2123", "4 HAA": "2123"})
    assert side(war) == "CW" and offers(war) == {"withhold": ["2 Devon", "4 Buffs", "1 DLI"]}
    assert war.why_not("stand").rule == "5.5.e"
    do(war, "withhold", "1 DLI")
    assert "stand" in offers(war)


@pytest.mark.rule("c3", "5.5.f", "5.5.g")
def test_units_held_back_do_not_fight_but_share_the_result() -> None:
    war = fight({"I/33": "2023", "II/33": "2023", "S.Marco Bafile": "2223", "I/34": "2223"}, {"2 Devon": "2123", "10 KOMR": "2123"},
                dice=(7,))  # fmt: skip
    do(war, "withhold", "2 Devon")
    assert "withhold" not in offers(war) or war.choices("withhold") == [], "one must stand"
    if "stand" in offers(war):
        do(war, "stand")
    while side(war) == "AX" and "plain" in offers(war):
        do(war, "plain")
    (combat,) = told(war, "combat")
    assert "10 KOMR" in combat and "2 Devon" not in combat and "Dr" in combat[-1]
    while not free(war) and "advance" not in offers(war):
        do(war, *next(iter((verb, targets[0]) for verb, targets in offers(war).items())))
    assert place(war, "2 Devon") != "2123" and war.dg & units(war, "2 Devon"), "driven back with the rest"


@pytest.mark.rule("c3", "5.5.i")
def test_into_closed_ground_along_a_road() -> None:
    """Rough ground is closed to vehicles: along the road 2 points and one armoured unit attack."""
    war = declared({"I/33": "2321", "II/33": "2321", "I Smv 47/32": "2321", "2 Devon": "2320"}, "Livorno")
    war.play("target", "2320")
    assert "I Smv 47/32" in war.choices("join")
    war.play("join", "I Smv 47/32")
    war.play("join", "I/33")
    assert war.attacks[0][1] == units(war, "I Smv 47/32", "I/33"), "2 points and a tank, no more"


@pytest.mark.rule("c3", "5.5.j")
def test_an_attack_on_an_empty_hex_becomes_an_advance() -> None:
    war = lay({"I/33": "2023"})
    war.active = AXIS
    ours = units(war, "I/33")
    from .conftest import Pause

    war.stack = (Combat(0, hex_(war, "2123"), ours, war.hexes_of(ours)), (Pause(), None))
    war.run()
    assert offers(war) == {"advance": ["I/33"], "stay": [None]}
    do(war, "advance", "I/33")
    assert place(war, "I/33") == "2123"


@pytest.mark.rule("c3", "5.5.k", "5.5.2.a")
def test_tanks_roll_first_and_only_if_there_are_any() -> None:
    war = fight({"I Smv 47/32": "2023"}, DEVON, dice=(4, (6, 2)))
    assert [event[0] for event in told(war, "tank", "combat")] == ["tank", "combat"]
    war = fight({"I/33": "2023"}, DEVON, dice=((6, 2),))
    assert [event[0] for event in told(war, "tank", "combat")] == ["combat"]


# --- odds and shifts [5.5.1]


@pytest.mark.rule("c3", "5.5.1.a")
@pytest.mark.parametrize(
    ("attack", "defence", "column_"),
    [(11, 4, "2-1"), (7, 8, "1-2"), (3, 8, "1-3"), (5, 5, "1-1"), (25, 5, "5-1+"), (1, 9, "1-3")],
)
def test_ratios_favour_the_defender(attack: int, defence: int, column_: str) -> None:
    setup = lay({}).setup
    assert setup.columns[shifted(setup, ratio(attack, defence), 0)] == column_


@pytest.mark.rule("c3", "5.5.1.a", "5.5.1.b")
def test_ground_shifts_the_column() -> None:
    war = lay({"I/33": "2023", "I/34": "2022", "2 Devon": "2123", "1 DLI": "2122"})
    assert column(war, ["I/33", "I/34"], "2123") == (10, 6, "1-1", [])
    assert column(war, ["I/34"], "2122") == (5, 5, "1-2", [-1]), "a town"
    war = lay({"I/33": "1921", "I/34": "1722", "1 DLI": "1822"})
    assert column(war, ["I/34"], "1822")[3] == [-1], "a hill"
    assert column(war, ["I/33"], "1822")[3] == [-1, -1], "a hill over an escarpment"
    assert column(war, ["I/33", "I/34"], "1822")[3] == [-1], "not all come over it"


@pytest.mark.rule("c3", "5.5.1.b")
def test_a_flat_hex_behind_an_escarpment() -> None:
    war = lay({"I/33": "1515", "1 DLI": "1514"})
    assert column(war, ["I/33"], "1514")[3] == [-1]


@pytest.mark.rule("c3", "5.5.1.c", "5.5.1.d")
def test_concentric_attack_and_elites() -> None:
    """5+5+4 from three sides that do not touch against 5 in a flat town: 2-1, with an elite 3-1; both elites 2-1."""
    around = {"S.Marco Bafile": "2022", "II/33": "2222", "I/87": "2123", "1 DLI": "2122"}
    war = lay(around)
    names = ["S.Marco Bafile", "II/33", "I/87"]
    ring = [h for h in war.setup.ring[:] if h]
    assert ring
    attack, defence, col, found = column(war, names, "2122")
    assert (attack, defence) == (14, 5)
    if 1 not in found:
        pytest.fail("three hexes of which no two touch are concentric")
    assert (col, sorted(found)) == ("2-1", [-1, 1])
    elite = piece(war, "S.Marco Bafile")
    assert column(war, names, "2122", elite=elite)[2] == "3-1"
    assert column(war, names, "2122", elite=elite, stubborn=piece(war, "1 DLI"))[2] == "2-1"


@pytest.mark.rule("c3", "5.5.1.c")
def test_opposite_hexes_are_concentric_neighbours_are_not() -> None:
    war = lay({"I/33": "2023", "I/34": "2223", "II/33": "2024", "2 Devon": "2123"})
    assert column(war, ["I/33", "I/34"], "2123")[3] == [1]
    assert column(war, ["I/33", "II/33"], "2123")[3] == []


@pytest.mark.rule("c3", "5.5.1.d")
def test_the_attacker_says_first_and_may_decline() -> None:
    war = fight({"S.Marco Bafile": "2023"}, {"2 Devon": "2123"}, dice=(7,), elites=True)
    assert side(war) == "AX" and offers(war) == {"elite": ["S.Marco Bafile"], "plain": [None]}
    do(war, "plain")
    assert side(war) == "CW" and offers(war) == {"elite": ["2 Devon"], "plain": [None]}
    do(war, "elite", "2 Devon")
    assert told(war, "combat")[0][-1] == war.setup.crt[7][0].code, "5 against 6 is 1-2, shifted to 1-3"


@pytest.mark.rule("c3", "5.5.1.e")
def test_two_dice_under_the_final_column() -> None:
    """5 against 6 is 1-2: an eleven throws the defenders back, a five the attackers."""
    war = fight({"I/33": "2023"}, DEVON, dice=((5, 6),))
    assert told(war, "combat")[0][-1] == war.setup.crt[11][1].code == "-/Dr"
    war = fight({"I/33": "2023"}, DEVON, dice=((2, 3),))
    assert told(war, "combat")[0][-1] == war.setup.crt[5][1].code == "Ar/-"


# --- results [5.5.1.1]


@pytest.mark.rule("c3", "5.5.1.1.a")
def test_attackers_go_back_one_hex_in_disorder() -> None:
    war = fight({"I/33": "2023"}, DEVON, dice=((2, 3),))
    if not free(war):
        do(war, "retreat", offers(war)["retreat"][0])
    assert free(war) and war.dg & units(war, "I/33")
    assert war.setup.grid.distance(hex_(war, place(war, "I/33")), hex_(war, "2023")) == 1
    assert war.setup.grid.distance(hex_(war, place(war, "I/33")), hex_(war, "2123")) == 2
    assert not war.reduced and place(war, "2 Devon") == "2123"


@pytest.mark.rule("c3", "5.5.1.1.a")
def test_against_a_city_they_lose_a_step_instead() -> None:
    war = fight({"I/33": "2421"}, {"2 Devon": "2420"}, dice=((2, 2),))
    assert told(war, "combat")[0][-1] in ("1Ar/-", "Ar/-", "2Ar/-")
    assert place(war, "I/33") in ("2421", war.setup.names.of("space", war.setup.dead[AXIS]))
    assert not war.dg & units(war, "I/33") and (war.reduced & units(war, "I/33") or is_dead(war, "I/33"))


@pytest.mark.rule("c3", "5.5.1.1.b")
def test_defenders_go_back_two_hexes_in_disorder() -> None:
    war = fight({"I/33": "2023"}, DEVON, dice=((5, 6),))
    first = offers(war)["retreat"][0]
    do(war, "retreat", first)
    if not free(war) and "retreat" in offers(war):
        do(war, "retreat", offers(war)["retreat"][0])
    assert war.setup.grid.distance(hex_(war, place(war, "2 Devon")), hex_(war, "2123")) == 2
    assert war.dg & units(war, "2 Devon")


@pytest.mark.rule("c3", "5.5.1.1.b")
def test_in_rubble_they_lose_a_step_and_stay() -> None:
    war = fight(
        {"I/33": "2022", "II/33": "2022", "I/34": "2222", "II/34": "2222"}, {"1 DLI": "2122"}, struck=["2122"], dice=((4, 4),)
    )
    assert told(war, "combat")[0][-1] == "-/Dr"
    assert free(war)
    assert place(war, "1 DLI") == "2122" and war.reduced & units(war, "1 DLI") and not war.dg & units(war, "1 DLI")


@pytest.mark.rule("c3", "5.5.1.1.c", "5.5.1.2.a")
def test_numbers_are_steps() -> None:
    """1-1, nine: a step each."""
    war = fight({"I/33": "2023", "II/87": "2023"}, DEVON, dice=((4, 5),))
    assert told(war, "combat")[0][-1] == "1/1"
    assert side(war) == "AX" and set(offers(war)["lose"]) == {"I/33", "II/87"}, "the owner chooses"
    do(war, "lose", "II/87")
    assert war.reduced == units(war, "II/87", "2 Devon")


@pytest.mark.rule("c3", "5.5.1.1.a", "5.5.1.1.b", "5.5.1.1.c", "5.5.1.1.d")
@pytest.mark.parametrize(
    ("code", "losses", "driven", "intense"),
    [
        ("1Ar/-", (1, 0), (True, False), False),
        ("-/2Dr", (0, 2), (False, True), False),
        ("1/1", (1, 1), (False, False), False),
        ("CI", (0, 0), (False, False), True),
    ],
)
def test_what_a_result_says(code: str, losses: tuple[int, int], driven: tuple[bool, bool], intense: bool) -> None:
    read = close(code)
    assert ((read.attack_loss, read.defence_loss), (read.back, read.broken), read.intense) == (losses, driven, intense)


@pytest.mark.rule("c3", "5.5.1.1.d")
def test_the_attacker_may_refuse_intense_combat() -> None:
    war = fight({"I/33": "2023"}, DEVON, dice=((4, 4),))
    assert told(war, "combat")[0][-1] == "CI" and side(war) == "AX"
    assert set(offers(war)) == {"intense", "refuse"}
    do(war, "refuse")
    assert free(war) and not war.reduced and place(war, "I/33") == "2023" and not war.dg


@pytest.mark.rule("c3", "5.5.1.1.e")
@pytest.mark.parametrize("struck", [[], ["2123"]])
def test_the_defender_may_give_way(struck: list[str]) -> None:
    war = fight({"I/33": "2023"}, DEVON, struck=struck, dice=((4, 4),))
    do(war, "intense")
    assert side(war) == "CW"
    do(war, "refuse")
    do(war, "retreat", offers(war)["retreat"][0])
    assert place(war, "2 Devon") != "2123" and not war.dg and not war.reduced
    assert offers(war) == {"advance": ["I/33"], "stay": [None]}


@pytest.mark.rule("c3", "5.5.1.1.f")
def test_twice_intense_costs_two_steps_each_and_moves_nobody() -> None:
    war = fight({"I/33": "2023", "II/33": "2023"}, {"2 Devon": "2123", "4 Buffs": "2123"}, dice=((4, 4), (4, 4)))
    do(war, "stand")
    do(war, "plain")
    for _ in range(2):
        do(war, "intense")
        do(war, "intense")
    assert len(told(war, "combat")) == 2
    while not free(war):
        do(war, "lose", offers(war)["lose"][0])
    assert war.steps(units(war, "I/33", "II/33")) == 2 and war.steps(units(war, "2 Devon", "4 Buffs")) == 2
    assert place(war, "I/33") == "2023" and place(war, "2 Devon") == "2123"


@pytest.mark.rule("c3", "5.5.1.2.a")
def test_an_elite_that_gave_its_column_suffers_first_then_evenly() -> None:
    war = fight({"S.Marco Bafile": "2023", "I/33": "2023"}, {"2 Devon": "2123", "4 Buffs": "2123"}, dice=((1, 1),), elites=True)
    do(war, "stand")
    do(war, "elite", "S.Marco Bafile")
    do(war, "elite", "2 Devon")
    assert told(war, "combat")[0][-1] == "2Ar/-"
    assert war.reduced & units(war, "S.Marco Bafile"), "the first loss is its own"
    assert war.reduced & units(war, "I/33"), "the second falls on another"


# --- retreats [5.5.1.3]


@pytest.mark.rule("c3", "5.5.1.3.a")
def test_away_from_the_enemy_comes_before_out_of_his_reach() -> None:
    """Behind the defender stands another enemy two hexes away: farther from the attacker counts more than beside nobody."""
    war = fight({"I/33": "2023"}, DEVON, {"II/33": "2324"}, dice=((5, 6),))
    ways = set(offers(war)["retreat"])
    assert ways and all(war.setup.grid.distance(hex_(war, name), hex_(war, "2023")) > 1 for name in ways)
    refused = war.why_not("retreat", "2022")
    assert refused is not None and refused.rule == "5.5.1.3.a"
    assert war.why_not("retreat", "2023").rule == "5.5.1.3.a"


@pytest.mark.rule("c3", "5.5.1.3.b")
def test_onto_friends_only_when_nothing_else_is_left() -> None:
    war = fight({"I/33": "2023"}, DEVON, {"4 Buffs": "2223"}, dice=((5, 6),))
    assert "2223" not in offers(war)["retreat"]
    assert war.why_not("retreat", "2223").rule == "5.5.1.3.b"
    ring = {"II/33": "2022", "III/33": "2122", "I/34": "2024", "II/34": "2124"}
    war = fight({"I/33": "2023"}, DEVON, {"4 Buffs": "2223", **ring}, dice=((5, 6),))
    assert war.setup.names.of("space", war.at[piece(war, "2 Devon")]) != "2123" or offers(war)["retreat"] == ["2223"]


@pytest.mark.rule("c3", "5.5.1.3.c")
def test_units_driven_into_a_hex_attacked_later_add_nothing_to_it() -> None:
    war = lay({"I/33": "2023", "2 Devon": "2123", "4 Buffs": "2123"})
    war.active, war.retreated = AXIS, units(war, "2 Devon")
    ours = units(war, "I/33")
    from .conftest import Pause

    war.stack = (Combat(0, hex_(war, "2123"), ours, war.hexes_of(ours)), (Pause(), None))
    war.log = []
    war.script((5, 6))
    war.run()
    (combat,) = told(war, "combat")
    assert "4 Buffs" in combat and "2 Devon" not in combat
    while not free(war) and "retreat" in offers(war):
        do(war, "retreat", offers(war)["retreat"][0])
    assert place(war, "2 Devon") != "2123", "but shares its fate"


@pytest.mark.rule("c3", "5.5.1.3.d")
def test_without_a_way_out_they_surrender() -> None:
    ring = {"II/33": "2022", "III/33": "2122", "I/34": "2024", "II/34": "2124", "III/34": "2223"}
    war = fight({"I/33": "2023"}, DEVON, ring, dice=((5, 6),))
    assert is_dead(war, "2 Devon") and told(war, "surrender")


@pytest.mark.rule("c3", "5.5.1.3.e")
def test_attackers_may_advance_within_the_limit() -> None:
    """Four battalions clear a hill: its limit of four points takes two of them."""
    war = fight({"I/33": "1821", "I/34": "1722", "II/33": "1922", "II/34": "1923"}, {"10 KOMR": "1822"}, dice=((6, 5),))
    while "advance" not in offers(war):
        do(war, *next(iter((verb, targets[0]) for verb, targets in offers(war).items())))
    do(war, "advance", "I/33")
    do(war, "advance", "I/34")
    assert free(war) or "advance" not in offers(war)
    assert {place(war, name) for name in ("I/33", "I/34")} == {"1822"} and place(war, "II/33") == "1922"


# --- tanks [5.5.2]


def duel(war, tank: str, target: str) -> int:  # type: ignore[no-untyped-def]
    where = hex_(war, target)
    return sum(m[1] for m in tank_modifiers(war, piece(war, tank), where, war.units_in(where, BRITISH)))


@pytest.mark.rule("c3", "5.5.2.a")
def test_what_changes_the_die_of_a_tank() -> None:
    war = lay({"I Smv 47/32": "2023", "2 Devon": "2123", "AT Bty": "2122", "1 DLI": "1822"})
    assert duel(war, "I Smv 47/32", "2123") == 2, "nobody there has a gun"
    war.dg = units(war, "2 Devon", "1 DLI")
    assert duel(war, "I Smv 47/32", "2123") == 2, "the disorder of others is not its own"
    war.dg = 0
    gun = war.setup.at[piece(war, "AT Bty")]
    assert duel(war, "I Smv 47/32", "2122") == max(-2, min(2, 2 - gun)) - 1, "a town"
    assert duel(war, "I Smv 47/32", "1822") == 2 - 1, "a hill"


@pytest.mark.rule("c3", "5.5.2.a", "5.5.2.b")
def test_a_tank_takes_a_step_before_the_close_combat() -> None:
    """Three and the difference of two is five: a step off the defender, from infantry when there is no gun."""
    war = fight({"I Smv 47/32": "2023"}, DEVON, dice=(3, (6, 2)))
    assert told(war, "tank")[0][-1] == "D1" and war.reduced & units(war, "2 Devon")
    war = fight({"I Smv 47/32": "2022"}, {"1 DLI": "2122", "AT Bty": "2122"}, dice=(1, (6, 2)))
    do(war, "stand")
    assert told(war, "tank")[0][-1] == "A1" and war.reduced & units(war, "I Smv 47/32")


@pytest.mark.rule("c3", "5.5.2.b")
def test_guns_are_hit_first() -> None:
    war = fight({"I Smv 47/32": "2023"}, {"2 Devon": "2123", "1 Ind Tp": "2123"}, dice=(6, (6, 2)))
    while "stand" in offers(war) and side(war) == "CW":
        do(war, "stand")
    assert told(war, "tank")[0][-1] == "D1" and is_dead(war, "1 Ind Tp") and not war.reduced & units(war, "2 Devon")


# --- Disorganisation [5.6] and the end of an Operation [5.7]


@pytest.mark.rule("c3", "5.6.a")
def test_disorder_halves_strength_tank_value_and_movement() -> None:
    war = lay({"I Smv 47/32": "2023", "2 Devon": "2123"}, dg=["I Smv 47/32"])
    assert column(war, ["I Smv 47/32"], "2123")[0] == 2, "3 halved, rounded up"
    assert duel(war, "I Smv 47/32", "2123") == 1
    assert war.allowance(piece(war, "I Smv 47/32")) == 2 * 4


@pytest.mark.rule("c3", "5.6.b")
@pytest.mark.parametrize("fresh", [False, True])
def test_disorder_comes_off_who_does_not_attack(fresh: bool) -> None:
    war = malta(
        {"I/33": "2023", "II/33": "2024", "2 Devon": "2123"}, active="Livorno", dg=["I/33", "II/33"], options={"fresh_dg": fresh}
    )
    while isinstance(war.stack[0], Move):
        do(war, "end")
    war.fresh = units(war, "II/33")
    do(war, "target", "2123")
    do(war, "join", "I/33")
    if "set" in offers(war):
        do(war, "set")
    war.script((1, 1))
    if "declare" in offers(war):
        do(war, "declare")
    assert war.dg & units(war, "I/33"), "it attacks"
    assert bool(war.dg & units(war, "II/33")) is fresh


@pytest.mark.rule("c3", "5.6.c")
def test_disorder_is_not_counted_twice() -> None:
    war = fight({"I/33": "2023"}, DEVON, dg=["2 Devon", "I/33"], dice=((5, 6),))
    assert [event for event in told(war, "disorganised", "dg") if "2 Devon" in event] == []
    assert column(war, ["I/33"], "2123")[0] == 3


@pytest.mark.rule("c3", "5.7.a")
def test_a_formation_acts_once_in_a_turn() -> None:
    war = malta({"I/33": "2023", "2 Devon": "2325"}, active="Livorno", dice=())
    while isinstance(war.stack[0], Move):
        do(war, "end")
    assert war.acted[war.setup.lot_names.index("Livorno")]
    if side(war) == "AX":
        assert "Livorno" not in war.choices("bid")
    assert war.formation == -1


@pytest.mark.rule("c3", "5.2.4.b")
@pytest.mark.parametrize("who", ["attacker", "either"])
def test_declining_the_second_round_of_an_overrun(who: str) -> None:
    """The attacker who declines is thrown back in disorder; by option also when the defender declines."""
    war = fight({"I/33": "2023"}, DEVON, manner=OVERRUN, dice=((4, 4),), options={"overrun_refusal": who})
    do(war, "refuse")
    if not free(war):
        do(war, "retreat", offers(war)["retreat"][0])
    assert war.dg & units(war, "I/33") and place(war, "I/33") != "2023"
    war = fight({"I/33": "2023"}, DEVON, manner=OVERRUN, dice=((4, 4),), options={"overrun_refusal": who})
    do(war, "intense")
    do(war, "refuse")
    while not free(war):
        do(war, "retreat", offers(war)["retreat"][0])
    assert bool(war.dg & units(war, "I/33")) is (who == "either")
