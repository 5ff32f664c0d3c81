"""Turn S: bombs, drops and landings one after the other, and what each leaves for the next [2.1, 3, 4]."""

from __future__ import annotations

import pytest

from grandharbour.engine.geometry.bits import bits
from grandharbour.games.c3 import GAME
from grandharbour.games.c3.airdrop import DropFormation, DropPlan, Drops, scatter
from grandharbour.games.c3.bombardment import AIR, NAVAL, Missions
from grandharbour.games.c3.landing import Embark, LandingPlan, Wave, landing_modifiers
from grandharbour.games.c3.results import drop
from grandharbour.games.c3.state import AXIS, Malta
from grandharbour.games.c3.turn import Contest, Day

from .conftest import Pause, do, hex_, is_dead, lay, offers, piece, place, quiet, sail, settle, side, start, told, units

SEA, BEACH, STEEP = "1613", "1614", "1414"


def afloat(plan: dict[str, tuple[str, str]], others: dict[str, str] | None = None, second: tuple[str, ...] = (), **how) -> Malta:  # type: ignore[no-untyped-def]
    """Units in the boats, each with its sea hex and coast, before their Formations land."""
    war = lay({**{name: sea for name, (sea, _) in plan.items()}, **(others or {})}, turn=0, **how)
    for name, (_, onto) in plan.items():
        war.plan[piece(war, name)] = hex_(war, onto)
    war.second = units(war, *second)
    return war


def land(war: Malta, *formations: str) -> Malta:
    lots = [war.setup.lot_names.index(name) for name in formations]
    return sail(war, *lots)


def jump(targets: dict[str, str], others: dict[str, str] | None = None, **how) -> Malta:  # type: ignore[no-untyped-def]
    """All companies of one Formation over their targets."""
    war = lay(others or {}, turn=0, **how)
    for name, target in targets.items():
        war.plan[piece(war, name)] = hex_(war, target)
    lot = war.setup.formation_of[piece(war, next(iter(targets)))]
    return start(war, DropFormation(lot, sum({1 << hex_(war, target) for target in targets.values()})))


# --- drops


@pytest.mark.rule("c3", "3.2.d", "3.2.e")
@pytest.mark.parametrize(("result", "found"), [("2E1D", (2, 1)), ("1E2D", (1, 2)), ("1D", (0, 1)), ("-", (0, 0)), ("2D", (0, 2))])
def test_what_a_result_says(result: str, found: tuple[int, int]) -> None:
    read = drop(result)
    assert (read.killed, read.scattered) == found


@pytest.mark.rule("c3", "3.2.d", "3.2.e", "3.2.c")
def test_more_losses_than_companies() -> None:
    """One company over flak in its own hex: two lost and one Dispersed of one is one lost."""
    war = jump({"13/V": "2123"}, {"32 LAA": "2123"}, dice=(1,))
    assert told(war, "drop")[0][-1] == "2E1D" and is_dead(war, "13/V") and war.rolled == 1 and not war.dispersed


@pytest.mark.rule("c3", "3.2.d", "3.2.e")
def test_dispersal_falls_on_the_survivors() -> None:
    war = jump({"13/V": "2123", "14/V": "2123"}, {"32 LAA": "2122"}, dice=(1, 0, 3))
    settle(war)
    assert is_dead(war, "13/V") and war.dispersed == units(war, "14/V"), "one by lot, the other astray"


@pytest.mark.rule("c3", "3.2.d", "1.3.7.c")
def test_companies_lost_in_the_air_are_told_with_their_hex() -> None:
    war = jump({"13/V": "2123", "14/V": "2123"}, {"32 LAA": "2122"}, dice=(1, 0, 3))
    settle(war)
    lost = next(event for event in war.log or [] if event.kind == "eliminated")
    assert GAME.tell(lost, war.setup) == "13/V is eliminated (2123)" and lost.spaces == (hex_(war, "2123"),)


@pytest.mark.rule("c3", "3.2.g", "3.2.f")
def test_a_company_blown_out_to_sea_is_told_where() -> None:
    war = lay({}, turn=0, dice=(1,))
    war.log = []
    scatter(war, piece(war, "13/V"), hex_(war, "1512"))
    lost = next(event for event in war.log if event.kind == "eliminated")
    assert is_dead(war, "13/V") and "off the map" not in GAME.tell(lost, war.setup)


@pytest.mark.rule("c3", "3.2.f")
@pytest.mark.parametrize(("die", "hex"), [(1, "2022"), (2, "2122"), (3, "2223"), (4, "2124"), (5, "2024"), (6, "2023")])
def test_each_face_has_its_direction(die: int, hex: str) -> None:
    war = lay({}, turn=0, dice=(die,))
    scatter(war, piece(war, "13/V"), hex_(war, "2123"))
    assert place(war, "13/V") == hex and war.dispersed == units(war, "13/V")


@pytest.mark.rule("c3", "3.2.f", "3.2.m")
def test_a_company_may_be_blown_into_the_enemy_and_does_not_fight() -> None:
    war = jump({"13/V": "2123", "14/V": "2123"}, {"2 Devon": "2223"}, dice=(4, 3))
    war.play("disperse", "13/V")
    assert place(war, "13/V") == "2223" and not told(war, "combat") and not war.control >> hex_(war, "2223") & 1


@pytest.mark.rule("c3", "3.2.j", "3.2.e", "3.2.k")
def test_only_companies_in_order_fight_for_the_hex() -> None:
    """A three and the skill is 4: one goes astray, the two others must clear the hex."""
    war = jump({"1/Sturm": "2123", "2/Sturm": "2123", "3/Sturm": "2123"}, {"10 KOMR": "2123"}, dice=(3, 6))
    war.play("disperse", "1/Sturm")
    assert place(war, "1/Sturm") == "2023" and war.falling == units(war, "2/Sturm", "3/Sturm")
    assert offers(war) == {"fight": ["2123"]}


@pytest.mark.rule("c3", "3.2.i", "3.2.j", "3.2.l")
def test_an_anti_tank_company_among_enemies_neither_fights_nor_dies() -> None:
    war = jump({"Cn 47/32": "2123"}, {"2 Devon": "2123"})
    assert place(war, "Cn 47/32") == "2123" and war.dispersed == units(war, "Cn 47/32") and not war.falling
    assert isinstance(war.stack[0], Pause)


@pytest.mark.rule("c3", "3.2.j", "3.2.l", "5.5.1.1.d")
def test_to_refuse_intense_combat_out_of_the_sky_is_death() -> None:
    """6 against 5 is 1-1: a seven asks for nerve."""
    war = jump({"1/Sturm": "2123", "2/Sturm": "2123", "3/Sturm": "2123"}, {"4 Buffs": "2123"}, dice=(6, (3, 4)))
    quiet(war, "fight")
    if "fight" in offers(war):
        war.play("fight", "2123")
    quiet(war, "refuse")
    war.play("refuse")
    assert all(is_dead(war, name) for name in ("1/Sturm", "2/Sturm", "3/Sturm")) and war.score() == -3


@pytest.mark.rule("c3", "3.2.l", "5.5.1.1.e", "8.2.d")
def test_a_defender_who_gives_way_saves_the_companies() -> None:
    war = jump({"1/Sturm": "2123", "2/Sturm": "2123", "3/Sturm": "2123"}, {"4 Buffs": "2123"}, dice=(6, (3, 4)))
    quiet(war, "fight")
    if "fight" in offers(war):
        war.play("fight", "2123")
    quiet(war, "intense")
    war.play("intense")
    war.play("refuse")
    if "retreat" in offers(war):
        war.play("retreat", offers(war)["retreat"][0])
    assert (
        place(war, "1/Sturm") == "2123"
        and war.control >> hex_(war, "2123") & 1
        and not war.falling
        and not is_dead(war, "4 Buffs")
    )


@pytest.mark.rule("c3", "3.2.l", "5.2.1.b", "1.3.6.a")
def test_companies_that_clear_a_full_enough_hex_keep_within_it() -> None:
    """Three points on a hill of four: no disorder when the guns there are gone."""
    war = jump({"1/Sturm": "1822", "2/Sturm": "1822", "3/Sturm": "1822"}, {"4 HAA": "1822"}, dg=["4 HAA"], dice=(6, (6, 6)))
    quiet(war, "fight")
    if "fight" in offers(war):
        war.play("fight", "1822")
    quiet(war, "")
    assert is_dead(war, "4 HAA") and not war.dg and war.control >> hex_(war, "1822") & 1


@pytest.mark.rule("c3", "3.2.j", "5.5.1.b", "5.5.1.c")
def test_a_fight_out_of_the_sky_has_terrain_and_no_sides() -> None:
    war = jump({"1/Sturm": "1721", "2/Sturm": "1721", "3/Sturm": "1721"}, {"10 KOMR": "1721", "II/33": "1720"}, dice=(6, (6, 6)))
    quiet(war, "fight")
    if "fight" in offers(war):
        war.play("fight", "1721")
    quiet(war, "")
    combat = next(event for event in war.log or [] if event.kind == "combat")
    assert sum(amount for _, amount, _ in combat.modifiers) == -2, "a town on a hill"


@pytest.mark.rule("c3", "3.2.b", "1.3.6.c")
def test_two_anti_tank_companies_do_not_share_a_target() -> None:
    war = start(lay({}, turn=0), DropPlan())
    targets = {}
    while "drop" in offers(war):
        name = war.setup.names.of(*war.decision.about)
        if name == "PzJg 7":
            assert targets["Cn 47/32"] not in war.choices("drop")
        targets[name] = war.choices("drop")[-1]
        war.play("drop", targets[name])
    assert {"Cn 47/32", "PzJg 7"} <= set(targets)


@pytest.mark.rule("c3", "3.2.p", "3.2.c")
def test_formations_drop_one_after_the_other_and_then_it_is_over() -> None:
    """All of 7 Flieger on two by two hexes by clean drops; Folgore has not moved, and nothing of the drop is left."""
    war = lay({}, turn=0, dice=(6,) * 5)
    flieger = list(bits(war.setup.members[1] & war.setup.droppers))
    for number, p in enumerate(flieger):
        war.plan[p] = hex_(war, ("2123", "2125", "2221", "2422", "2424")[number // 3])
    start(war, Drops((1,)))
    assert isinstance(war.stack[0], Pause) and all(war.at[p] < war.setup.hexes_end for p in flieger)
    assert war.active < 0 and not any(h >= 0 for h in war.plan) and place(war, "13/V") == "Axis waiting"


@pytest.mark.rule("c3", "7.1.L", "3.2.c")
def test_the_skill_of_one_company_helps_the_whole_stack() -> None:
    war = jump({"1/Sturm": "2123", "1/I": "2123"}, dice=(5, 3))
    quiet(war, "")
    assert told(war, "drop")[0][-1] == "-" and place(war, "1/I") == "2123"


@pytest.mark.rule("c3", "7.1.N", "3.2.g", "3.2.m")
def test_swimmers_may_come_ashore_under_the_enemy() -> None:
    war = lay({"2 Devon": "1512"}, turn=0, dice=(1,))
    war.active, war.stack = AXIS, (Pause(), None)
    scatter(war, piece(war, "NP S.Marco"), hex_(war, "1512"))
    assert "1512" in war.choices("swim")
    war.play("swim", "1512")
    assert war.dispersed == units(war, "NP S.Marco") and not war.control


# --- bombs and what they do to the drops and landings


@pytest.mark.rule("c3", "3.2.c", "5.3.1.e", "4.2.g")
def test_flak_and_batteries_in_disorder_do_not_spoil_what_follows() -> None:
    bombs = start(lay({"32 LAA": "2122", "Campbell": "1614"}, turn=0, dice=((4, 4), (4, 4))), Missions(AIR, 2))
    for target in ("2122", "1614"):
        bombs.play("bomb", target)
    bombs.play("fire")
    quiet(bombs, "")
    assert bombs.dg & units(bombs, "Campbell")
    quiet_shore = lay({"Campbell": "1614"}, turn=0, dg=["Campbell"])
    loud_shore = lay({"Campbell": "1614"}, turn=0)
    coast = hex_(loud_shore, "1715")
    assert landing_modifiers(quiet_shore, piece(quiet_shore, "I/33"), coast) == []
    assert [m[1] for m in landing_modifiers(loud_shore, piece(loud_shore, "I/33"), coast)] == [-1]


@pytest.mark.rule("c3", "4.2.g", "5.3.4.a")
def test_by_option_guns_in_disorder_still_count() -> None:
    war = lay({"Campbell": "1614"}, turn=0, dg=["Campbell"], options={"dg_guns": True})
    assert [m[1] for m in landing_modifiers(war, piece(war, "I/33"), hex_(war, "1715"))] == [-1]


@pytest.mark.rule("c3", "4.2.g", "7.1.S")
@pytest.mark.parametrize(("battery", "near"), [("1614", True), ("1715", True), ("1816", False)])
def test_a_battery_reaches_two_hexes_of_beach(battery: str, near: bool) -> None:
    """The beach is 1514: the battery in it or two hexes away counts, three away not."""
    war = lay({"Campbell": battery}, turn=0)
    assert bool(landing_modifiers(war, piece(war, "I/33"), hex_(war, "1514"))) is near


@pytest.mark.rule("c3", "5.3.1.d", "3.1.a")
@pytest.mark.parametrize(
    ("target", "what"), [("2420", "rubble, no road, no port"), ("2122", "rubble, no road"), ("2022", "no road"), ("2625", "rubble, no road, no port")]
)  # fmt: skip
def test_what_a_star_destroys_is_what_is_told(target: str, what: str) -> None:
    war = start(lay({"2 Devon": target}, turn=0, dice=((4, 5),)), Missions(AIR, 1))
    war.play("bomb", target)
    war.play("fire")
    (event,) = (event for event in war.log or [] if event.kind == "rubble")
    assert GAME.tell(event, war.setup).endswith(f"is struck: {what}")


@pytest.mark.rule("c3", "5.3.1.d", "1.3.5.c")
def test_a_star_on_an_open_field_changes_nothing() -> None:
    war = start(lay({"2 Devon": "2123"}, turn=0, dice=((4, 5),)), Missions(AIR, 1))
    war.play("bomb", "2123")
    war.play("fire")
    assert not war.struck and war.dg == units(war, "2 Devon") and not told(war, "rubble")


@pytest.mark.rule("c3", "5.3.1.d", "5.3.1.a")
def test_ruins_are_ruined_once_and_shelter_all_the_same() -> None:
    war = start(lay({"2 Devon": "2122"}, turn=0, dice=((4, 5), (4, 5))), Missions(AIR, 2))
    for _ in range(2):
        war.play("bomb", "2122")
    war.play("fire")
    assert len(told(war, "rubble")) == 1 and war.setup.terrain_shift[1][hex_(war, "2122")] == -2


@pytest.mark.rule("c3", "4.1.d", "5.3.4.a", "5.3.1.a")
def test_ships_share_the_limit_of_three_with_nobody_in_s() -> None:
    war = start(lay({"2 Devon": "1715"}, turn=0), Missions(NAVAL, 6))
    for _ in range(3):
        war.play("bomb", "1715")
    assert "1715" not in war.choices("bomb") and war.stack[0].left == 3


# --- landings


@pytest.mark.rule("c3", "4.2.e", "4.2.k", "4.2.j")
def test_a_formation_lands_whole_before_the_next() -> None:
    war = afloat({"I/33": (SEA, BEACH), "II/33": (SEA, "1514"), "I/87": (SEA, BEACH)}, second=("II/33",), dice=(6, 6, 6))
    land(war, "Livorno", "Friuli")
    assert place(war, "I/33") == BEACH and place(war, "II/33") == SEA
    war.play("end")
    quiet(war, "sail")
    assert place(war, "II/33") == "1514" and place(war, "I/87") in (SEA, BEACH)


@pytest.mark.rule("c3", "4.2.k", "4.2.h")
def test_a_first_wave_that_did_not_clear_the_beach_lands_when_the_second_does() -> None:
    """The first wave is stopped by nerve; the second clears the beach; both come ashore."""
    war = afloat(
        {"I/33": (SEA, BEACH), "II/33": (SEA, BEACH)}, {"10 KOMR": BEACH}, second=("II/33",), dice=(6, (4, 3), 6, (6, 5))
    )
    land(war, "Livorno")
    quiet(war, "fight")
    if "fight" in offers(war):
        war.play("fight", BEACH)
    quiet(war, "refuse")
    war.play("refuse")
    assert place(war, "I/33") == SEA
    quiet(war, "fight")
    if "fight" in offers(war):
        war.play("fight", BEACH)
    while "retreat" in offers(war):
        do(war, "retreat", offers(war)["retreat"][0])
    quiet(war, "")
    assert place(war, "II/33") == BEACH and place(war, "I/33") == BEACH


@pytest.mark.rule("c3", "4.2.k", "4.2.1.c")
@pytest.mark.parametrize("success", ["ashore", "afloat"])
def test_who_stays_afloat_waits_for_another_day(success: str) -> None:
    war = afloat({"I/33": (SEA, BEACH)}, {"10 KOMR": BEACH}, dice=(6, (4, 3)), options={"beach_success": success})
    land(war, "Livorno")
    quiet(war, "fight")
    if "fight" in offers(war):
        war.play("fight", BEACH)
    quiet(war, "refuse")
    war.play("refuse")
    settle(war)
    assert war.at[piece(war, "I/33")] == war.setup.reserve[AXIS] and bool(war.beaches) is (success == "afloat")
    assert war.plan[piece(war, "I/33")] < 0 and not war.tried and not war.fought, "nothing of the landing is left"


@pytest.mark.rule("c3", "4.2.h", "4.2.f")
def test_only_the_boats_bound_for_a_beach_fight_for_it() -> None:
    """Two units in one sea hex for two beaches: each fights for its own."""
    war = afloat({"I/33": (SEA, BEACH), "I/34": (SEA, "1514")}, {"10 KOMR": BEACH}, dice=(6, 6, (6, 6)))
    start(war, Wave(units(war, "I/33", "I/34")))
    quiet(war, "fight")
    if "fight" in offers(war):
        war.play("fight", BEACH)
    quiet(war, "")
    assert "I/34" not in told(war, "combat")[0] and place(war, "I/34") == "1514"


@pytest.mark.rule("c3", "4.2.n", "4.2.1.c", "8.2.a")
def test_a_wave_thrown_back_is_lost_and_leaves_no_beach() -> None:
    war = afloat({"I/33": (SEA, BEACH)}, {"4 Buffs": BEACH}, dice=(6, (3, 3)))
    land(war, "Livorno")
    quiet(war, "fight")
    if "fight" in offers(war):
        war.play("fight", BEACH)
    settle(war)
    assert is_dead(war, "I/33") and not war.beaches and war.score() == -1


@pytest.mark.rule("c3", "4.2.j")
def test_each_of_the_first_wave_goes_one_hex_inland() -> None:
    war = afloat({"I/33": (SEA, BEACH), "II/33": (SEA, BEACH)}, dice=(6, 6))
    land(war, "Livorno")
    for name, others in (("I/33", ["II/33"]), ("II/33", [])):
        war.play("unit", name)
        war.play("to", "1615")
        assert place(war, name) == "1615" and offers(war).get("unit", []) == others, "nobody goes twice, and nobody is forgotten"


@pytest.mark.rule("c3", "4.2.j", "5.2.5.a", "4.2.l")
def test_the_first_wave_attacks_inland_at_its_whole_value() -> None:
    war = afloat({"I/33": (SEA, BEACH)}, {"10 KOMR": "1715"}, dice=(6, (6, 6)))
    land(war, "Livorno")
    if "end" in offers(war):
        war.play("end")
    war.play("target", "1715")
    settle(war)
    quiet(war, "")
    combat = next(event for event in war.log or [] if event.kind == "combat")
    assert dict(combat.facts)["attack"] == 5


@pytest.mark.rule("c3", "4.2.j", "4.2.h")
def test_who_fought_for_his_beach_goes_no_further() -> None:
    war = afloat({"I/33": (SEA, BEACH)}, {"4 HAA": BEACH, "10 KOMR": "1715"}, dice=(6, (6, 6)))
    land(war, "Livorno")
    quiet(war, "fight")
    if "fight" in offers(war):
        war.play("fight", BEACH)
    settle(war)
    assert place(war, "I/33") == BEACH and isinstance(war.stack[0], Pause), "no move, no attack"


@pytest.mark.rule("c3", "4.2.m", "4.2.k")
def test_behind_dead_marines_the_second_wave_comes_all_the_same() -> None:
    """A one on a steep shore under fire is -1: the weakened marines are gone; infantry follows."""
    plan = {"CCNN XLII": ("1513", STEEP), "CCNN XLIII": ("1513", STEEP)}
    war = afloat(plan, {"Campbell": "1614"}, second=("CCNN XLIII",), dice=(1, 6))
    land(war, "Sbarco")
    settle(war)
    assert is_dead(war, "CCNN XLII") and place(war, "CCNN XLIII") == STEEP


@pytest.mark.rule("c3", "4.2.m", "4.2.f")
def test_the_marines_of_another_formation_do_not_lead() -> None:
    """Each Formation needs a marine of its own before a steep shore."""
    war = start(lay({}, turn=0), LandingPlan())
    war.play("sea", "1513")
    war.play("onto", STEEP)
    war.play("load", "S.Marco Bafile")
    assert isinstance(war.stack[0], Embark) and "I/33" not in war.choices("load") and "CCNN XLII" in war.choices("load")


@pytest.mark.rule("c3", "4.2.c", "4.2.f")
def test_two_formations_share_a_sea_hex_within_four_points() -> None:
    war = start(lay({}, turn=0), LandingPlan())
    war.play("sea", SEA)
    war.play("onto", BEACH)
    war.play("load", "I/33")
    war.play("load", "I/87")
    assert war.steps(war.pieces_in(hex_(war, SEA))) == 4 and not war.second, "each in its own first wave"
    assert not isinstance(war.stack[0], Embark)


@pytest.mark.rule("c3", "4.2.f")
def test_who_is_told_to_wait_goes_in_the_second_wave() -> None:
    war = start(lay({}, turn=0), LandingPlan())
    war.play("sea", SEA)
    war.play("onto", BEACH)
    war.play("second")
    war.play("load", "I/33")
    assert war.second == units(war, "I/33")


@pytest.mark.rule("c3", "4.2.c", "4.2.b")
def test_the_chain_may_not_have_a_gap() -> None:
    war = start(lay({}, turn=0), LandingPlan())
    war.play("sea", SEA)
    war.play("onto", BEACH)
    war.play("load", "I/33")
    war.play("next")
    setup = war.setup
    for name in war.choices("sea"):
        assert name == SEA or setup.ring[hex_(war, name)] >> hex_(war, SEA) & 1


# --- the sequence


@pytest.mark.rule("c3", "2.1.a", "6.b", "5.1.d")
def test_after_the_landings_the_turn_ends_and_the_axis_names_first() -> None:
    war = lay({"I/33": "1715", "2 Devon": "2618"}, turn=0)
    war.stack = (Day(phase="before landings"), None)
    war.run()
    war.play("ashore")
    assert war.turn == 1 and isinstance(war.stack[0], Contest) and side(war) == "AX" and war.ready == 1 << hex_(war, "1715")
    assert war.active < 0


@pytest.mark.rule("c3", "2.1.b", "5.4.a")
def test_no_british_gun_fires_at_a_landing() -> None:
    war = afloat({"I/33": (SEA, BEACH)}, {"10 KOMR": "1715", "12 Fd/A": "1815"}, dice=(6, (6, 6)))
    land(war, "Livorno")
    if "end" in offers(war):
        war.play("end")
    war.play("target", "1715")
    settle(war)
    assert not told(war, "bombardment") and told(war, "combat") and not war.spent


@pytest.mark.rule("c3", "4.2.j", "8.2.e")
def test_valletta_cannot_be_landed_upon() -> None:
    setup = lay({}).setup
    assert not any(setup.beachward[h] >> setup.names.find("space", "2419") & 1 for h in bits(setup.landing_sea))


@pytest.mark.rule("c3", "8.2.e", "3.2.h")
def test_a_clean_drop_on_an_empty_valletta_ends_the_game() -> None:
    war = lay({"2 Devon": "2618"}, turn=0, dice=(6,))
    war.plan[piece(war, "13/V")] = hex_(war, "2419")
    war.active, war.stack = AXIS, (DropFormation(0, 1 << hex_(war, "2419")), (Day(phase="drops"), None))
    war.run()
    assert war.outcome is not None and war.outcome.winner == AXIS and war.outcome.rule == "8.2.e"


# --- plans and their limits


@pytest.mark.rule("c3", "3.2.b", "3.2.i")
def test_two_companies_and_a_gun_share_a_target() -> None:
    war = start(lay({}, turn=0), DropPlan())
    shared = []
    while "drop" in offers(war):
        name = war.setup.names.of(*war.decision.about)
        if name in ("13/V", "14/V", "Cn 47/32"):
            assert "2123" in war.choices("drop")
            shared.append(name)
            war.play("drop", "2123")
        else:
            assert len(shared) < 3 or "2123" not in war.choices("drop"), "three companies, the gun among them"
            war.play("drop", next(h for h in war.choices("drop") if h != "2123"))
    assert len(shared) == 3


@pytest.mark.rule("c3", "3.2.e")
def test_nobody_is_asked_when_all_are_scattered() -> None:
    """2D for two companies: the British have no choice, and two dice say where they go."""
    war = jump({"13/V": "2123", "14/V": "2123"}, dice=(2, 3, 6))
    assert isinstance(war.stack[0], Pause) and war.dispersed == units(war, "13/V", "14/V") and war.rolled == 3


@pytest.mark.rule("c3", "3.2.b")
def test_only_formations_that_jump_are_named_first() -> None:
    war = start(lay({}, turn=0), DropPlan())
    while "drop" in offers(war):
        war.play("drop", war.choices("drop")[0])
    assert set(war.choices("launch")) == {"Folgore", "7 Flieger"}


@pytest.mark.rule("c3", "4.2.a", "4.2.d")
def test_boats_once_sent_cannot_stay_empty() -> None:
    """A sea hex chosen again must take somebody; one chosen for the first time may be left as it is."""
    war = start(lay({}, turn=0), LandingPlan())
    war.play("sea", SEA)
    war.play("onto", BEACH)
    war.play("load", "CCNN XLII")
    war.play("next")
    war.play("sea", SEA)
    if "onto" in offers(war):
        war.play("onto", BEACH)
    assert "next" not in offers(war) and "load" in offers(war)


@pytest.mark.rule("c3", "4.2.f", "4.2.m")
def test_the_second_wave_of_a_steep_shore_has_two_points_too() -> None:
    war = start(lay({}, turn=0), LandingPlan())
    war.play("sea", "1513")
    war.play("onto", STEEP)
    war.play("load", "S.Marco Bafile")
    war.play("load", "CCNN XLII")
    assert war.second == units(war, "CCNN XLII") and not isinstance(war.stack[0], Embark), "two and two"


@pytest.mark.rule("c3", "4.2.c")
def test_each_formation_has_seven_hexes_by_option_and_its_own_chain() -> None:
    war = start(lay({}, turn=0, options={"landing_chain": "formation"}), LandingPlan())
    war.play("sea", SEA)
    war.play("onto", BEACH)
    war.play("load", "I/33")
    war.play("next")
    far = "2627"
    war.play("sea", far)
    war.play("onto", war.choices("onto")[0])
    assert "I/34" not in war.choices("load") and "I/87" in war.choices("load"), "Livorno's chain lies in the north"
    refused = war.why_not("load", "I/34")
    assert refused is not None and refused.rule == "4.2.c"


@pytest.mark.rule("c3", "4.2.f", "4.2.m")
def test_marines_find_no_room_in_a_first_wave_that_is_full() -> None:
    """Two points of Sbarco go from 1513 in the first wave: no marine of it is left to lead up the steep shore from there."""
    war = start(lay({}, turn=0), LandingPlan())
    war.play("sea", "1513")
    war.play("onto", "1512")
    war.play("load", "CCNN XLII")
    war.play("next")
    war.play("sea", "1513")
    assert STEEP not in war.choices("onto") and "1512" in war.choices("onto")


@pytest.mark.rule("c3", "4.2.h", "4.2.f")
def test_boats_of_one_wave_before_two_held_beaches_fight_apart() -> None:
    war = afloat({"I/33": (SEA, BEACH), "I/34": (SEA, "1514")}, {"10 KOMR": BEACH, "1 KOMR": "1514"}, dice=(6, 6, (6, 6)))
    start(war, Wave(units(war, "I/33", "I/34")))
    war.play("fight", BEACH)
    quiet(war, "fight")
    assert "I/33" in told(war, "combat")[0] and "I/34" not in told(war, "combat")[0]
