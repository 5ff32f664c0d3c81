"""Who is shelled, who defends, who falls back where: bombardment, combat and retreat together [5.3 to 5.5]."""

from __future__ import annotations

import pytest

from grandharbour.games.c3 import GAME
from grandharbour.games.c3.airdrop import DropFormation
from grandharbour.games.c3.battle import OVERRUN, SEA, Combat, Fights, Stand
from grandharbour.games.c3.bombardment import DEFENCE, Guns
from grandharbour.games.c3.landing import Fleet
from grandharbour.games.c3.state import AXIS, BRITISH, Malta

from .conftest import (
    Pause,
    answer,
    battle,
    column,
    do,
    fight,
    free,
    hex_,
    is_dead,
    lay,
    moving,
    offers,
    piece,
    place,
    quiet,
    settle,
    side,
    told,
    units,
    ways_back,
)

LINE = {"I/33": "2023", "II/33": "2023", "2 Devon": "2123", "12 Fd/A": "2223"}


def shot(war: Malta, gun: str, target: str) -> None:
    """One gun laid, the barrage fired."""
    war.play("gun", gun)
    war.play("on", target)
    if isinstance(war.stack[0], Guns):
        war.play("fire")


# --- guns in defence [5.4]


@pytest.mark.rule("c3", "5.4.a", "5.3.1.e")
def test_guns_in_defence_upset_only_who_attacks() -> None:
    war = battle(LINE, "Livorno", {"2123": ["I/33"]}, guns=True, dice=((3, 3), (1, 1)))
    shot(war, "12 Fd/A", "2023")
    assert told(war, "bombardment")[0][-1] == "D"
    assert [event[1] for event in told(war, "dg")][:1] == ["I/33"] and not war.dg & units(war, "II/33")


@pytest.mark.rule("c3", "5.4.a", "5.3.1.f")
def test_a_step_in_defence_falls_on_who_attacks() -> None:
    war = battle(LINE, "Livorno", {"2123": ["I/33"]}, guns=True, dice=((5, 5), (4, 4)))
    shot(war, "12 Fd/A", "2023")
    assert offers(war)["lose"] == ["I/33"], "nobody else can be given for it"


@pytest.mark.rule("c3", "5.4.a", "1.3.7.b")
def test_a_second_shot_finds_no_attacker_left() -> None:
    where = {"13/V": "2023", "I/33": "2023", "2 Devon": "2123", "12 Fd/A": "2223", "12 Fd/B": "2223"}
    war = battle(where, "Folgore", {"2123": ["13/V"]}, guns=True, dice=((5, 5), (5, 5)))
    for gun in ("12 Fd/A", "12 Fd/B"):
        war.play("gun", gun)
        war.play("on", "2023")
    war.play("fire")
    settle(war)
    assert is_dead(war, "13/V") and not war.reduced and len(told(war, "bombardment")) == 2
    assert not told(war, "combat"), "and nobody attacks"


@pytest.mark.rule("c3", "5.4.a", "5.6.c")
def test_the_odds_of_a_defensive_shot_count_attackers_only() -> None:
    war = battle(LINE, "Livorno", {"2123": ["I/33"]}, guns=True, dg=["I/33"])
    war.play("gun", "12 Fd/A")
    war.play("on", "2023")
    odds = war.odds(None, "fire")
    assert odds is not None and not any("disorder" in said and "no disorder" not in said for said, _ in odds.chances)


@pytest.mark.rule("c3", "5.4.a", "5.3.1.d")
def test_a_star_in_defence_cuts_the_attackers_road() -> None:
    war = battle({"I/33": "2022", "2 Devon": "2122", "12 Fd/A": "2223"}, "Livorno", {"2122": ["I/33"]}, guns=True, dice=((4, 5),))
    shot(war, "12 Fd/A", "2022")
    assert war.struck == 1 << hex_(war, "2022")
    assert [event.side for event in war.log or [] if event.kind in ("bombardment", "rubble")] == [BRITISH, BRITISH]


@pytest.mark.rule("c3", "5.4.a", "3.2.n", "3.2.m")
def test_hunters_are_shelled_and_their_prey_is_not() -> None:
    where = {"2 Devon": "2123", "13/V": "2123", "28 Art": "2024"}
    war = lay(where, dispersed=["13/V"], dice=((3, 3),))
    war.active, war.attacks = BRITISH, [(hex_(war, "2123"), units(war, "2 Devon"))]
    war.stack, war.log = (Guns(AXIS, DEFENCE), (Pause(), None)), []
    war.run()
    shot(war, "28 Art", "2123")
    assert war.dg == units(war, "2 Devon") and war.dispersed == units(war, "13/V")


@pytest.mark.rule("c3", "5.4.a", "5.3.1.a")
def test_three_shots_for_a_hex_in_defence_too() -> None:
    guns = {"12 Fd/A": "2223", "12 Fd/B": "2223", "26 Def": "2224"}
    war = battle({"I/33": "2023", "I/34": "2124", "2 Devon": "2123", **guns}, "Livorno", {"2123": ["I/33", "I/34"]}, guns=True)
    war.play("gun", "12 Fd/A")
    assert set(war.choices("on")) == {"2023", "2124"}, "both hexes that attack"
    war.play("on", "2023")
    for gun in ("12 Fd/B", "26 Def"):
        war.play("gun", gun)
        war.play("on", "2023")
    assert offers(war) == {"fire": [None]}


@pytest.mark.rule("c3", "5.4.a", "5.3.2.a")
def test_offensive_fire_strikes_everybody_in_the_hex() -> None:
    where = {"I/33": "2023", "28 Art": "2022", "2 Devon": "2123", "4 Buffs": "2123"}
    war = battle(where, "Livorno", {"2123": ["I/33"]}, guns=True, dice=((3, 3), (1, 1)))
    shot(war, "28 Art", "2123")
    assert war.dg & units(war, "2 Devon", "4 Buffs") == units(war, "2 Devon", "4 Buffs")


# --- who defends [5.5.e, 5.5.f, 5.5.1.3.c]

TWICE = {"I/33": "2023", "II/33": "2224", "III/33": "2122", "28 Art": "2024", "2 Devon": "2123", "24 Ftr RE": "2223"}


def driven_into_an_empty_hex() -> Malta:
    """Guns kill the engineers of 2223; Devons driven out of 2123 fall back there, where the next attack meets them."""
    war = battle(TWICE, "Livorno", {"2123": ["I/33"], "2223": ["II/33"]}, guns=True, dice=((5, 5), (4, 4), (1, 4)))
    shot(war, "28 Art", "2223")
    settle(war)
    war.play("fight", "2123")
    answer(war, "intense", "refuse")
    war.play("retreat", "2223")
    quiet(war, "")
    do(war, "stay")
    return war


@pytest.mark.rule("c3", "5.5.1.3.c", "5.5.j", "1.3.10.a")
def test_a_hex_with_nobody_but_the_driven_is_read_under_the_last_column() -> None:
    war = driven_into_an_empty_hex()
    assert place(war, "2 Devon") == "2223" and is_dead(war, "24 Ftr RE")
    settle(war)
    last = told(war, "combat")[-1]
    assert last[1:] == ("II/33", war.setup.crt[5][6].code) and war.setup.crt[5][6].code == "1/Dr", (
        "nobody fights, and they suffer"
    )


@pytest.mark.rule("c3", "5.5.1.3.c")
def test_who_was_driven_back_in_an_earlier_segment_fights() -> None:
    """An overrun is a combat of its own: in A-6 the battalion it drove back defends the hex it fled to."""
    where = {"I/33": "2023", "II/33": "2024", "10 KOMR": "2123", "1 DLI": "2122"}
    war = moving(where, "I/33", dice=((5, 5), (1, 1)))
    war.play("overrun", "2123")
    quiet(war, "retreat")
    while "retreat" in offers(war):
        war.play("retreat", offers(war)["retreat"][0])
    fled = place(war, "10 KOMR")
    assert fled != "2123" and place(war, "I/33") == "2123" and not war.retreated
    assert war.setup.grid.distance(hex_(war, fled), hex_(war, "2123")) == 2


@pytest.mark.rule("c3", "5.5.1.3.c", "3.2.j", "4.2.h")
def test_who_was_driven_back_by_paratroops_defends_the_beach() -> None:
    """10 KOMR is thrown out of 1514 by a drop, falls back to St Paul's Bay, and is attacked there from the sea: it fights."""
    down = {"1/Sturm": "1514", "2/Sturm": "1514", "3/Sturm": "1514"}
    war = lay({**down, "10 KOMR": "1514", "I/33": "1714"}, turn=0, dice=((4, 5), 6, (4, 4)))
    war.active, war.log, war.falling = AXIS, [], units(war, *down)
    war.plan[piece(war, "I/33")] = hex_(war, "1715")
    livorno = war.setup.lot_names.index("Livorno")
    war.stack = (DropFormation(1, 0), (Fleet(1 << livorno), (Pause(), None)))
    war.run()
    war.play("fight", "1514")
    quiet(war, "fight")
    assert place(war, "10 KOMR") == "1715"
    war.play("fight", "1715")
    quiet(war, "")
    assert "10 KOMR" in told(war, "combat")[-1]


@pytest.mark.rule("c3", "5.5.1.3.c", "5.5.1.a")
def test_preview_and_odds_agree_where_defenders_were_driven_in() -> None:
    """Buffs hold 2223, the Devons are driven into it: what the page says before the second fight is what the dice do."""
    where = {**TWICE, "10 KOMR": "2223", "I/34": "2124"}
    del where["24 Ftr RE"]
    war = battle(where, "Livorno", {"2123": ["I/33"], "2223": ["II/33"]}, dice=((4, 4),))
    war.play("fight", "2123")
    answer(war, "intense", "refuse")
    if "retreat" in offers(war):
        war.play("retreat", "2223")
    quiet(war, "fight")
    if "stay" in offers(war):
        war.play("stay")
    assert isinstance(war.stack[0], Fights) and place(war, "2 Devon") == "2223"
    preview = GAME.preview(war, AXIS, "fight", hex_(war, "2223"))
    assert preview is not None and preview.text.startswith("5 against 3, column 1-1")
    trial = war.copy()
    trial.log = []
    trial.script((6, 6))
    trial.play("fight", "2223")
    quiet(trial, "")
    (combat,) = told(trial, "combat")
    assert combat[1:] == ("II/33", "10 KOMR", "-/1Dr")


@pytest.mark.rule("c3", "5.5.f", "5.5.2.b")
def test_when_tanks_kill_all_who_stood_another_must_stand() -> None:
    """Only the anti-tank battery stands; the tank kills it; the Devons held back fight the close combat after all."""
    war = fight({"I Smv 47/32": "2023"}, {"2 Devon": "2123", "AT Bty": "2123"}, dice=(6, (6, 2)))
    do(war, "withhold", "2 Devon")
    quiet(war, "")
    assert is_dead(war, "AT Bty")
    (combat,) = told(war, "combat")
    assert "2 Devon" in combat and combat[-1] == war.setup.crt[8][1].code, "3 against 6 is 1-2"


@pytest.mark.rule("c3", "5.5.f", "5.5.2.b")
def test_and_of_several_the_defender_says_who() -> None:
    war = fight({"I Smv 47/32": "2023"}, {"2 Devon": "2123", "4 Buffs": "2123", "AT Bty": "2123"}, dice=(6, (6, 2)))
    do(war, "withhold", "2 Devon")
    do(war, "withhold", "4 Buffs")
    assert isinstance(war.stack[0], Stand) and side(war) == "CW" and set(offers(war)["withhold"]) == {"2 Devon", "4 Buffs"}
    do(war, "withhold", "2 Devon")
    quiet(war, "")
    assert "4 Buffs" in told(war, "combat")[0] and "2 Devon" not in told(war, "combat")[0]


@pytest.mark.rule("c3", "5.5.1.d", "5.5.f")
def test_an_elite_held_back_gives_no_column() -> None:
    war = fight({"I/33": "2023"}, {"2 Devon": "2123", "4 Buffs": "2123"}, dice=((1, 1),), elites=True)
    do(war, "withhold", "2 Devon")
    assert not any("elite" in decision.choices for decision in war.asked()) and told(war, "combat")


@pytest.mark.rule("c3", "5.5.e", "5.5.1.c")
def test_the_room_to_defend_grows_with_the_sides_attacked() -> None:
    """Three battalions in a town let two points through each side: from one hex one of them fights, from two hexes two."""
    crowd = {"2 Devon": "2122", "4 Buffs": "2122", "1 DLI": "2122"}
    one = fight({"I/33": "2022"}, crowd)
    two = fight({"I/33": "2022", "I/34": "2221"}, crowd)
    assert isinstance(one.stack[0], Stand) and isinstance(two.stack[0], Stand)
    assert (one.stack[0].room, two.stack[0].room) == (3, 6)


@pytest.mark.rule("c3", "5.5.e", "1.3.6.b")
def test_guns_and_tanks_defend_besides_the_room() -> None:
    crowd = {"2 Devon": "1822", "4 HAA": "1822", "A/6 RTR": "1822", "12 Fd/A": "1822"}
    war = fight({"I/33": "1821"}, crowd)
    assert isinstance(war.stack[0], Stand) and war.stack[0].room == 2
    assert set(offers(war)["withhold"]) == {"2 Devon", "12 Fd/A"}, "only what takes room can be in excess"


# --- Ar and Dr in streets and ruins [5.2.4, 5.5.1.1, 4.2.n]


@pytest.mark.rule("c3", "5.2.4.b", "5.5.1.1.a")
@pytest.mark.parametrize(("froms", "target", "struck"), [("2421", "2420", ()), ("2022", "2122", ("2122",))])
def test_declining_the_second_round_before_a_city_costs_a_step(froms: str, target: str, struck: tuple[str, ...]) -> None:
    """Also from a refusal an Ar never drives anybody out of streets or ruins."""
    war = fight({"I/33": froms, "II/33": froms}, {"10 KOMR": target}, manner=OVERRUN, struck=struck, dice=((4, 4),))
    assert told(war, "combat")[0][-1] == "CI"
    do(war, "refuse")
    assert offers(war) == {"lose": ["I/33", "II/33"]}
    do(war, "lose", "I/33")
    assert free(war) and war.reduced == units(war, "I/33") and not war.dg and place(war, "I/33") == froms


@pytest.mark.rule("c3", "5.2.4.b", "5.5.1.1.a", "5.5.1.1.e")
def test_by_option_the_defenders_refusal_costs_the_step_and_the_city() -> None:
    war = fight(
        {"I/33": "2421", "II/33": "2421"},
        {"10 KOMR": "2420"},
        manner=OVERRUN,
        options={"overrun_refusal": "either"},
        dice=((4, 4),),
    )
    do(war, "intense")
    do(war, "refuse")
    do(war, "lose", "II/33")
    while not free(war):
        do(war, "retreat", offers(war)["retreat"][0])
    assert war.reduced == units(war, "II/33") and place(war, "I/33") == place(war, "II/33") == "2420" and not war.dg


@pytest.mark.rule("c3", "5.2.4.b", "5.5.1.1.f")
def test_a_second_refusal_in_an_overrun_throws_nobody_back() -> None:
    war = fight({"I/33": "2023", "II/33": "2023"}, {"2 Devon": "2123"}, manner=OVERRUN, dice=((4, 3), (4, 3)))
    answer(war, "intense", "intense", "refuse")
    while "lose" in offers(war):
        do(war, "lose", offers(war)["lose"][0])
    assert free(war) and not war.dg and place(war, "I/33") == "2023" and war.steps(units(war, "I/33", "II/33")) == 3


@pytest.mark.rule("c3", "4.2.n", "5.5.1.1.a")
def test_an_ar_from_the_sea_before_ruins_is_a_step_and_no_death() -> None:
    war = fight({"I/33": "1714"}, {"4 Buffs": "1715"}, manner=SEA, turn=0, struck=["1715"], dice=((3, 3),))
    assert "Ar" in told(war, "combat")[0][-1]
    assert war.reduced == units(war, "I/33") and place(war, "I/33") == "1714"


@pytest.mark.rule("c3", "5.5.1.1.b", "7.3.b")
def test_a_dr_in_a_city_spares_the_guns() -> None:
    """Nobody retreats, so nobody is lost for want of wheels."""
    strong = {"I/33": "2421", "II/33": "2421", "I/34": "2521", "II/34": "2521", "I/87": "2520", "II/87": "2520"}
    war = fight(strong, {"10 KOMR": "2420", "4 HAA": "2420"}, dice=((3, 3),))
    quiet(war, "")
    assert "Dr" in told(war, "combat")[0][-1]
    while "lose" in offers(war):
        do(war, "lose", "10 KOMR")
    assert not is_dead(war, "4 HAA") and place(war, "10 KOMR") == "2420" and war.reduced & units(war, "10 KOMR")


@pytest.mark.rule("c3", "5.5.1.1.e", "7.3.b")
def test_a_refusal_in_a_city_gives_it_up_and_the_guns_with_it() -> None:
    war = fight({"I/33": "2421", "II/33": "2421"}, {"10 KOMR": "2420", "4 HAA": "2420"}, dice=((4, 5),))
    answer(war, "intense", "refuse")
    assert is_dead(war, "4 HAA") and not war.dg
    quiet(war, "advance")
    assert place(war, "10 KOMR") != "2420"


# --- priorities [5.5.1.3]

FRIENDS = {"4 Buffs": "2122", "1 DLI": "2223", "1 Ches": "2124"}


@pytest.mark.rule("c3", "5.5.1.3.a", "5.5.1.3.b")
@pytest.mark.parametrize(("order", "ways"), [("priorities", {"2223", "2124"}), ("empty", {"2022", "2024"})])
def test_away_from_the_enemy_comes_before_an_empty_hex(order: str, ways: set[str]) -> None:
    """Friends with room behind, empty hexes only beside the attacker."""
    war = fight({"I/33": "2023"}, {"2 Devon": "2123"}, FRIENDS, dice=((5, 6),), options={"retreat_order": order})
    assert set(offers(war)["retreat"]) == ways


@pytest.mark.rule("c3", "5.5.1.3.b")
def test_among_equals_the_empty_hex() -> None:
    others = {name: where for name, where in FRIENDS.items() if where != "2124"}
    assert ways_back({"I/33": "2023", "2 Devon": "2123", **others}, "2 Devon", ["2023"]) == {"2124"}


@pytest.mark.rule("c3", "5.5.1.3.a")
def test_room_comes_last_of_the_four() -> None:
    """Behind the Devons one hex with friends is full, the other has room."""
    full = {"1 DLI": "2223", "11 LF": "2223", "8 Manch": "2223", "1 Ches": "2124", "4 Buffs": "2122"}
    assert ways_back({"I/33": "2023", "2 Devon": "2123", **full}, "2 Devon", ["2023"]) == {"2124"}


@pytest.mark.rule("c3", "5.5.1.3.a")
def test_a_dearer_hex_with_no_enemy_beside_it_before_a_cheap_one() -> None:
    """Only the town lies out of reach of the second battalion: it is dearer, and comes first."""
    assert ways_back({"I/33": "2023", "2 Devon": "2123", "II/33": "2224"}, "2 Devon", ["2023"]) == {"2122"}


@pytest.mark.rule("c3", "5.5.1.3.b", "1.3.6.a")
def test_a_hex_too_full_is_left_again() -> None:
    """All ways are full of friends: the retreat goes on beyond its hexes until there is room."""
    full = {"1 DLI": "2223", "11 LF": "2223", "8 Manch": "2223", "1 Ches": "2124", "4 Buffs": "2124", "8 K.Own": "2124",
            "III/33": "2122", "I/34": "2022", "II/34": "2024"}  # fmt: skip
    war = fight({"I/33": "2023"}, {"2 Devon": "2123"}, full, dice=((4, 4),))
    answer(war, "intense", "refuse")
    steps = 0
    while "retreat" in offers(war):
        war.play("retreat", offers(war)["retreat"][0])
        steps += 1
    assert steps >= 2, "one hex was owed"
    here = war.at[piece(war, "2 Devon")]
    assert not war.crowded(here, BRITISH) and not war.dg & units(war, "2 Devon")


@pytest.mark.rule("c3", "5.5.1.3.b", "1.3.6.a")
def test_stuck_in_a_hex_too_full_all_are_in_disorder() -> None:
    """The only way out is Valletta's gate, full of friends and without a way on."""
    inside = {"1 DLI": "2419", "11 LF": "2419", "8 Manch": "2419", "8 K.Own": "2419"}
    war = fight({"I/33": "2321", "II/33": "2321"}, {"2 Devon": "2320"}, {**inside, "III/33": "2220"}, dice=((4, 4),))
    quiet(war, "intense")
    answer(war, "intense", "refuse")
    quiet(war, "")
    assert place(war, "2 Devon") == "2419" and war.crowded(hex_(war, "2419"), BRITISH)
    assert war.dg & units(war, *inside, "2 Devon") == units(war, *inside, "2 Devon")


@pytest.mark.rule("c3", "5.5.1.3.a", "5.2.2.a")
def test_a_road_makes_a_hill_as_cheap_as_a_field() -> None:
    """From Siggiewi hit from the east: the road up to 1823 costs no more than open ground."""
    where = {"I/33": "2023", "4 Buffs": "1923"}
    assert ways_back(where, "4 Buffs", ["2023"]) == {"1823"}
    assert ways_back(where, "4 Buffs", ["2023"], struck=["1823"]) == {"1822", "1823", "1824"}, (
        "with the road cut all hills cost the same"
    )


@pytest.mark.rule("c3", "5.5.1.3.a", "5.5.1.3.d")
def test_wheels_and_men_part_where_no_hex_takes_both() -> None:
    """Out of 1724, rough ground: men climb where guns cannot follow, and the gun without a road is lost."""
    foes = {"I/33": "1824", "II/33": "1823", "III/33": "1723"}
    war = fight(foes, {"10 KOMR": "1724", "AT Bty": "1724"}, dice=((6, 6),))
    quiet(war, "lose")
    war.play("lose", "10 KOMR")
    while "retreat" in offers(war):
        war.play("retreat", offers(war)["retreat"][0])
    assert is_dead(war, "AT Bty") and place(war, "10 KOMR") not in ("1724", "Garrison losses")


@pytest.mark.rule("c3", "5.5.1.1.a", "5.5.1.3.a")
def test_each_attacking_stack_goes_back_from_its_own_hex() -> None:
    war = fight({"I/33": "2023", "I/34": "2124"}, {"2 Devon": "2123"}, dice=((1, 1),), elites=True)
    do(war, "plain")
    while "lose" in offers(war):
        do(war, "lose", offers(war)["lose"][0])
    while "retreat" in offers(war):
        do(war, "retreat", offers(war)["retreat"][0])
    far = [
        war.setup.grid.distance(hex_(war, place(war, name)), hex_(war, "2123"))
        for name in ("I/33", "I/34")
        if not is_dead(war, name)
    ]
    assert far and set(far) == {2}


@pytest.mark.rule("c3", "5.5.1.3.e", "5.5.1.1.a")
def test_who_is_thrown_back_does_not_advance_even_into_an_empty_hex() -> None:
    """A battery driven to refuse dies, but the attackers fell back: by option both happen, and the hex stays empty."""
    war = fight({"I/33": "2023"}, {"4 HAA": "2123"}, manner=OVERRUN, options={"overrun_refusal": "either"}, dice=((1, 3),))
    answer(war, "intense", "refuse")
    while "retreat" in offers(war):
        do(war, "retreat", offers(war)["retreat"][0])
    assert is_dead(war, "4 HAA") and place(war, "I/33") not in ("2023", "2123") and war.dg & units(war, "I/33")


@pytest.mark.rule("c3", "3.2.n", "5.5.1.d")
def test_hunters_may_use_their_elites_and_the_dispersed_may_not() -> None:
    war = lay({"1/I": "2123", "2 Devon": "2123"}, dispersed=["1/I"], dice=((3, 4),))
    war.active = BRITISH
    from grandharbour.games.c3.battle import HUNT

    here = hex_(war, "2123")
    war.stack, war.log = (Combat(HUNT, here, units(war, "2 Devon"), 1 << here), (Pause(), None)), []
    war.run()
    assert side(war) == "CW" and offers(war)["elite"] == ["2 Devon"]
    war.play("elite", "2 Devon")
    assert not any("elite" in decision.choices for decision in war.asked()), "the company is elite, but not there"
    assert column(lay({"1/I": "2023", "2 Devon": "2123"}), ["1/I"], "2123")[0] == 2
