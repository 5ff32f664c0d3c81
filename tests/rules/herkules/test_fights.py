"""Dice, targets and losses where two rules meet: sea with air, land with ships, tanks with works [OH-SEA, OH-LC, OH-CBT]."""

from __future__ import annotations

from typing import Any

import pytest

from grandharbour.games.herkules.battle import FLAK, PICK, PLAIN, calculator
from grandharbour.games.herkules.landfight import Plan
from grandharbour.games.herkules.seafight import sea_sides
from grandharbour.games.herkules.state import AX, BR, Islands

from .conftest import dice_rolled, do, group, hits, is_lost, malta, offers, place, refusal, side, space, step, told, units, wait

NAVAL = ["Naxxar Radar set 1"]


def sea_dice(war: Islands, zone: int, engaged: int) -> dict[int, dict[tuple[int, int], int]]:
    """The dice of both sides in a sea battle."""
    return {who: volley for who, _, volley, _ in sea_sides(war, war.setup.zone_of[zone], engaged)}


# --- sea


@pytest.mark.rule("herkules", "OH-SEA.3", "OH-SEA.1")
def test_the_radar_die_of_lone_transports() -> None:
    """British transports attacked by a destroyer: the radar die alone answers, and hits."""
    war = malta({"Pedestal Tr 1-2": "20", "Regia Marina DD 1": "20"}, phase="sea", works=NAVAL, dice=((6,), (2,)))
    do(war, "everyone")
    assert dice_rolled(war, "broadside") == [1, 1] and hits(war, "Regia Marina DD 1") == 1


@pytest.mark.rule("herkules", "OH-SEA.3", "OH-SEA.4")
def test_the_radar_die_of_lone_transports_against_aircraft() -> None:
    """Only aircraft attack: transports have no air defence, the radar die hits an aircraft."""
    war = malta({"Pedestal Tr 1-2": "20", "Regia Aeronautica Tac 1": "20"}, phase="sea", works=NAVAL, dice=((6,), (2,)))
    do(war, "everyone")
    assert is_lost(war, "Regia Aeronautica Tac 1")


@pytest.mark.rule("herkules", "OH-SEA.3", "OH-INIT.3")
def test_the_radar_die_of_british_transports_that_have_the_initiative() -> None:
    """With the initiative they are the attacker with nothing to engage: they still roll the die, the destroyer its defence."""
    war = malta({"Pedestal Tr 1": "20", "Regia Marina DD 1": "20"}, phase="sea", first=BR, works=NAVAL, dice=((6,), (6,)))
    assert dice_rolled(war, "broadside") == [1, 1]


@pytest.mark.rule("herkules", "OH-SEA.3", "OH-NAV.6", "OH-SEA.10")
def test_no_radar_die_where_nothing_british_is_in_the_battle() -> None:
    """Only a submarine that moved alone and held its fire is there: nothing is found and nothing rolled."""
    war = malta({"Pedestal Sub 1": "20", "Regia Marina DD 1": "19"}, phase="naval", first=BR, works=NAVAL)
    group(war, "Pedestal Sub 1")
    do(war, ("sail", 19))
    while step(war) not in ("Air", "Land", "Commit"):
        wait(war)
    while war.turn == 3:
        wait(war)
    assert [e for e in war.log or [] if e.kind == "broadside" and e.side == BR] == []


@pytest.mark.rule("herkules", "OH-SEA.3", "OH-RAD.1")
@pytest.mark.parametrize(
    ("works", "axis", "number"),
    [(NAVAL, {}, 2), (["Dingli Radar set 1"], {}, 1), (NAVAL, {"Livorno Inf 1": "Naxxar"}, 1), ([], {}, 1)],
)
def test_only_an_active_naval_set_helps_at_sea(works: list[str], axis: dict[str, str], number: int) -> None:
    war = malta({"Pedestal DD 1": "20", "Regia Marina DD 1": "20", **axis}, phase="sea", works=works, dice=((6,),) * (1 + number))
    do(war, "everyone")
    assert dice_rolled(war, "broadside") == [1, number]


@pytest.mark.rule("herkules", "OH-SEA.4", "OH-SEA.5")
@pytest.mark.parametrize(
    ("axis", "dice"),
    [
        ({"Regia Aeronautica Tac 1": "20"}, {(FLAK, 2): 4}),
        ({"Regia Aeronautica Tac 1": "20", "Regia Marina Tr 1": "20"}, {(PICK, 2): 1, (PICK, 3): 1, (PICK, 4): 1, (PLAIN, 2): 1}),
        ({"Regia Marina Sub 1": "20"}, {(PICK, 2): 1, (PICK, 3): 1, (PICK, 4): 1, (PLAIN, 2): 1}),
    ],
)
def test_what_a_fleet_rolls_when_attacked(axis: dict[str, str], dice: dict[tuple[int, int], int]) -> None:
    """Aircraft alone meet air defence 2 from every fighting ship; with any enemy ship, even a transport, all roll their defence."""
    war = malta(
        {
            "Pedestal DD 1": "20",
            "Pedestal CA 1": "20",
            "Pedestal BB 1": "20",
            "Pedestal CV 1": "20",
            "Pedestal Tr 1": "20",
            **axis,
        },
        phase="sea",
    )
    found = sea_dice(war, 20, units(war, *axis))
    assert found[BR] == dice


@pytest.mark.rule("herkules", "OH-SEA.1", "OH-AC.3")
def test_aircraft_that_duelled_are_not_in_the_sea_battle() -> None:
    war = malta({"Pedestal DD 1": "20", "Pedestal CV 1": "20", "Regia Aeronautica Tac 1-2": "20", "Regia Marina DD 1": "20"}, phase="air_combat",
                deck={"Pedestal Ftr 1": "Pedestal CV 1"}, dice=((6,), (6,), (6, 6), (6,), (6,)))  # fmt: skip
    do(war, ("commit", "Regia Aeronautica Tac 1"), "engage")
    while step(war) == "Commit" and war.asked()[0].side == BR:
        do(war, "engage")
    assert step(war) == "Commit" and "Regia Aeronautica Tac 2" in offers(war)["commit"]
    assert "Regia Aeronautica Tac 1" not in offers(war)["commit"]


@pytest.mark.rule("herkules", "OH-SEA.6", "OH-CBT.7")
def test_several_hits_on_one_battleship() -> None:
    war = malta(
        {"Pedestal BB 1-2": "20", "Regia Marina BB 1": "20", "Regia Marina CA 1-2": "20"},
        phase="sea",
        dice=((1, 1), (1,), (6, 6)),
    )
    do(war, "everyone", *[("hit", "Pedestal BB 1")] * 3)
    assert is_lost(war, "Pedestal BB 1") and hits(war, "Pedestal BB 2") == 0


@pytest.mark.rule("herkules", "OH-CBT.4", "OH-CBT.6")
def test_defenders_hits_fall_first_on_the_engaged() -> None:
    """Only the cruiser is engaged; carrier fire, which picks nothing, must be taken by her while she floats."""
    war = malta(
        {"Pedestal CV 1-3": "20", "Regia Marina CA 1": "20", "Regia Marina DD 1": "20"}, phase="sea", dice=((6,), (1, 1, 1))
    )
    do(war, ("commit", "Regia Marina CA 1"), "engage")
    assert is_lost(war, "Regia Marina CA 1") and hits(war, "Regia Marina DD 1") == 1


@pytest.mark.rule("herkules", "OH-CBT.4", "OH-CBT.7")
def test_picked_hits_fall_on_ships_held_back_too() -> None:
    war = malta({"Pedestal DD 1": "20", "Regia Marina CA 1": "20", "Regia Marina Tr 1": "20"}, phase="sea", dice=((6,), (2,)))
    do(war, ("commit", "Regia Marina CA 1"))
    assert step(war) == "Aim" and side(war) == "BR" and "Regia Marina Tr 1" in offers(war)["hit"]


@pytest.mark.rule("herkules", "OH-SEA.10", "OH-NAV.3")
@pytest.mark.parametrize(("option", "number"), [(False, 1), (True, 0)])
def test_a_submarine_that_sneaked(option: bool, number: int) -> None:
    war = malta(
        {"Regia Marina Sub 1": "19", "Pedestal DD 1": "20"},
        phase="naval",
        sneak_is_only_shot=option,
        dice=((6,),) + ((6,),) * (1 + number),
    )
    group(war, "Regia Marina Sub 1")
    do(war, ("sail", 20), "salvo")
    while not told(war, "broadside"):
        war.play(*(("everyone", 0) if "everyone" in war.asked()[0].choices else ("done", 0)))
    assert len([e for e in war.log or [] if e.kind == "broadside" and e.side == AX]) == number


@pytest.mark.rule("herkules", "OH-NAV.13", "OH-NAV.4", "OH-NAV.9")
def test_mines_then_guns_then_submarines() -> None:
    """One group enters a zone with all three: the log has them in this order, and what the mine sank is gone before."""
    war = malta({"Regia Marina Tr 1": "17", "Regia Marina DD 1": "17", "Pedestal Sub 1": "10"}, phase="naval", mines=[(10, BR, 0)],
                works=["Kalafrana Coastal gun 1"], dice=((1, 6, 6), (6,), (6,)))  # fmt: skip
    group(war, "Regia Marina Tr 1", "Regia Marina DD 1")
    do(war, ("sail", 10), ("lose", "Regia Marina Tr 1"), "salvo", "salvo")
    assert [k for k, *_ in told(war, "mines", "guns", "sneak")] == ["mines", "guns", "sneak"]


@pytest.mark.rule("herkules", "OH-NAV.6", "OH-NAV.13", "OH-NAV.7")
def test_submarines_alone_meet_only_mines() -> None:
    war = malta({"Regia Marina Sub 1-2": "17", "Pedestal Sub 1": "10"}, phase="naval", mines=[(10, BR, 0)], works=["Kalafrana Coastal gun 1"],
                dice=((6, 6, 6),))  # fmt: skip
    group(war, "Regia Marina Sub 1-2")
    do(war, ("sail", 10))
    assert told(war, "mines") and (step(war) != "React" or side(war) == "AX")


@pytest.mark.rule("herkules", "OH-NAV.5", "OH-NAV.11")
def test_who_sails_away_is_not_shadowed() -> None:
    """Of two transports beside a submarine one goes to reload: only the other may be attacked."""
    war = malta({"Regia Marina Tr 1-2": "11", "Pedestal Sub 1": "11"}, phase="naval", turn=4, dice=((1,),))
    group(war, "Regia Marina Tr 1")
    do(war, "reload", "done")
    assert step(war) == "React" and side(war) == "BR"
    do(war, "salvo")
    assert is_lost(war, "Regia Marina Tr 2") and place(war, "Regia Marina Tr 1") == "Axis ships"


@pytest.mark.rule("herkules", "OH-NAV.5", "OH-NAV.3")
def test_a_submarine_attacks_once_a_turn() -> None:
    """It has fired at a fleet that came in; those who stay are spared by it."""
    war = malta({"Regia Marina DD 1": "18", "Regia Marina Tr 1": "11", "Pedestal Sub 1": "11"}, phase="naval", dice=((6,),))
    group(war, "Regia Marina DD 1")
    do(war, ("sail", 11), "salvo", "done")
    assert step(war) != "React"


@pytest.mark.rule("herkules", "OH-NAV.10", "OH-NAV.2")
def test_a_redirected_group_has_what_is_left() -> None:
    """A destroyer with three points has used one: radar gives it two more."""
    war = malta({"Pedestal DD 1": "20", "Regia Marina DD 1": "17"}, phase="naval", first=BR, works=NAVAL)
    group(war, "Pedestal DD 1")
    do(war, ("sail", 19))
    while step(war) != "Redirect":
        wait(war)
    group(war, "Pedestal DD 1")
    reach = set(offers(war)["sail"])
    far = war.setup.far[war.setup.zone_of[19]]
    assert reach == {war.setup.space_names[z] for z in range(war.setup.lands, war.setup.areas) if 0 < far[z] <= 2}


@pytest.mark.rule("herkules", "OH-NAV.14", "OH-NAV.2")
def test_sweepers_neither_sail_nor_stop_others() -> None:
    war = malta({"Regia Marina DD 1-3": "11"}, phase="naval", mines=[(11, BR, 2)], dice=((6, 6, 6),))
    group(war, "Regia Marina DD 1-2")
    do(war, "sweep")
    assert refusal(war, "unit", "Regia Marina DD 1") == "OH-NAV.14" and refusal(war, "unit", "Regia Marina DD 3") == ""
    do(war, "done")
    assert told(war, "swept") and not war.mines


@pytest.mark.rule("herkules", "OH-NAV.14")
def test_a_sweep_with_a_sunk_destroyer_starts_again() -> None:
    war = malta(
        {"Regia Marina DD 1-2": "11"}, phase="naval", mines=[(11, BR, 2)], hurt={"Regia Marina DD 1": 1}, dice=((1, 6, 6),)
    )
    group(war, "Regia Marina DD 1-2")
    do(war, "sweep", ("lose", "Regia Marina DD 1"))
    assert war.mines == [(war.setup.zone_of[11], BR, 0)]


# --- land


def land_dice(war: Islands, where: str, engaged: int, answer: int = 0, hunters: tuple[int, int] = (0, 0)) -> dict[int, Any]:
    return Plan(war, space(war, where), engaged, answer, hunters, False).volleys


@pytest.mark.rule("herkules", "OH-LC.6", "OH-LC.13")
@pytest.mark.parametrize(
    ("planes", "ships", "troops", "dice"),
    [
        (True, False, False, {(FLAK, 1): 2}),
        (True, True, False, {}),
        (False, True, False, {}),
        (True, False, True, {(PLAIN, 2): 3}),
        (False, True, True, {(PLAIN, 2): 3}),
    ],
)
def test_air_defence_of_ground_units_is_for_aircraft_alone(
    planes: bool, ships: bool, troops: bool, dice: dict[tuple[int, int], int]
) -> None:
    """Two battalions and a bunker at Krendi against aircraft, guns of a cruiser, troops, and what is mixed of them."""
    where = {"231 Bde Inf 1-2": "Krendi"}
    where |= {"Regia Aeronautica Tac 1": "Krendi"} if planes else {}
    where |= {"Regia Marina CA 1": "11"} if ships else {}
    where |= {"Livorno Inf 1": "Krendi"} if troops else {}
    war = malta(where, phase="land_combat", works=["Krendi Bunker 1"])
    assert land_dice(war, "Krendi", units(war, *(n for n in where if "231" not in n)))[BR] == dice


@pytest.mark.rule("herkules", "OH-LC.6", "OH-LC.13")
def test_a_cruiser_that_bombards_covers_the_bombers() -> None:
    war = malta(
        {"231 Bde Inf 1-2": "Krendi", "Regia Aeronautica Tac 1": "Krendi", "Regia Marina CA 1": "11"},
        phase="land_combat",
        dice=((6,), (6,)),
    )
    do(war, ("fight", "Krendi"), "everyone")
    assert [e.side for e in war.log or [] if e.kind == "land"] == [AX]


@pytest.mark.rule("herkules", "OH-LC.6")
def test_the_calculator_knows_aircraft_alone() -> None:
    alone = calculator({"tac": 1}, {"inf": 2})
    assert alone.defender_dice == {(FLAK, 1): 2}
    assert calculator({"tac": 1, "ca": 1}, {"inf": 2}).defender_dice == {}
    assert calculator({"tac": 1, "ca": 1, "inf": 1}, {"inf": 2}).defender_dice == {(PLAIN, 2): 2}


@pytest.mark.rule("herkules", "OH-LC.13", "OH-SEA.1")
def test_a_ship_that_fought_at_sea_does_not_bombard() -> None:
    war = malta(
        {"Regia Marina CA 1-2": "11", "Pedestal DD 1": "11", "231 Bde Inf 1": "Krendi"}, phase="sea", dice=((6,), (6,), (6,))
    )
    do(war, ("commit", "Regia Marina CA 1"), "engage")
    assert step(war) == "LandBattles"
    do(war, ("fight", "Krendi"))
    assert offers(war)["commit"] == ["Regia Marina CA 2"]


@pytest.mark.rule("herkules", "OH-LC.13")
def test_a_ship_bombards_one_territory_a_turn() -> None:
    war = malta(
        {"Regia Marina CA 1": "11", "231 Bde Inf 1": "Krendi", "232 Bde Inf 1": "Siggiewi"}, phase="land_combat", dice=((6,),)
    )
    do(war, ("fight", "Krendi"), "everyone")
    assert step(war) != "LandBattles" or "Siggiewi" not in offers(war).get("fight", [])


@pytest.mark.rule("herkules", "OH-LC.7", "OH-LC.8")
@pytest.mark.parametrize(("hunters", "roll", "tank", "infantry"), [(0, (1, 1), 0, 2), (2, (1, 1), 2, 0), (1, (1,), 1, 1)])
def test_anti_tank_fire(hunters: int, roll: tuple[int, ...], tank: int, infantry: int) -> None:
    """Two anti-tank guns hit twice: at tanks alone the tank takes what is aimed at it; the rest the owner gives to infantry."""
    war = malta({"XXX Corps Tank 1": "Luqa", "Livorno Inf 1-3": "Luqa", "231 Bde AT 1": "Luqa", "232 Bde AT 1": "Luqa"}, phase="land_combat",
                dice=((6, 6, 6), (6,), roll, roll))  # fmt: skip
    do(war, "everyone", ("hunt", hunters))
    while step(war) == "Lose":
        do(war, ("lose", next(n for n in offers(war)["lose"] if " Inf " in n)))
    lost_tank = 2 if is_lost(war, "XXX Corps Tank 1") else hits(war, "XXX Corps Tank 1")
    assert (lost_tank, sum(place(war, f"Livorno Inf {i}") != "Luqa" for i in (1, 2, 3))) == (tank, infantry)


@pytest.mark.rule("herkules", "OH-LC.7")
def test_surplus_at_tanks_is_lost() -> None:
    """Three hits at one damaged tank: the tank is gone, infantry untouched."""
    war = malta({"XXX Corps Tank 1": "Luqa", "Livorno Inf 1": "Luqa", "231 Bde AT 1": "Luqa", "232 Bde AT 1": "Luqa", "233 Bde AT 1": "Luqa"},
                phase="land_combat", hurt={"XXX Corps Tank 1": 1}, dice=((6,), (6,), (1, 1, 1)))  # fmt: skip
    do(war, "everyone", ("hunt", 3))
    assert is_lost(war, "XXX Corps Tank 1") and place(war, "Livorno Inf 1") == "Luqa"


@pytest.mark.rule("herkules", "OH-LC.8", "OH-LAND.7")
def test_an_immobile_tank_fights_with_its_full_number() -> None:
    war = malta({"XXX Corps Tank 1": "Luqa", "231 Bde Inf 1": "Luqa"}, phase="land_combat", hurt={"XXX Corps Tank 1": 1})
    assert land_dice(war, "Luqa", units(war, "XXX Corps Tank 1"))[AX] == {(PLAIN, 3): 1}


@pytest.mark.rule("herkules", "OH-LC.9", "OH-LC.10", "OH-LC.11", "OH-INIT.3")
@pytest.mark.parametrize("first", [AX, BR])
def test_works_roll_whoever_attacks(first: int) -> None:
    """Bunker 2, gun 2, radar 1, though the British attacker engages nobody."""
    war = malta({"Livorno Inf 1": "Marsaskala", "231 Bde Inf 1": "Marsaskala"}, phase="land_combat", first=first,
                works=["Marsaskala Bunker 1", "Marsaskala Coastal gun 1", "Marsaskala Radar set 1"])  # fmt: skip
    engaged = units(war, "Livorno Inf 1") if first == AX else 0
    extra = 1 if first == AX else 0
    assert land_dice(war, "Marsaskala", engaged)[BR] == {(PLAIN, 2): 2 + extra, (PLAIN, 1): 1}


@pytest.mark.rule("herkules", "OH-LC.10", "OH-CBT.6")
def test_a_gun_takes_two_hits_on_land() -> None:
    war = malta(
        {"Livorno Art 1-3": "Marsaskala"}, phase="land_combat", works=["Marsaskala Coastal gun 1"], dice=((1, 6, 6), (6,))
    )
    do(war, "everyone")
    assert hits(war, "Marsaskala Coastal gun 1") == 1 and war.contested() >> space(war, "Marsaskala") & 1


@pytest.mark.rule("herkules", "OH-CBT.7", "OH-LC.2")
def test_fighters_pick_the_artillery_and_strategic_bombers_do_not() -> None:
    war = malta({"AHQ Malta Ftr 1": "Krendi", "AHQ Malta Str 1": "Krendi", "Livorno Inf 1-2": "Krendi", "Livorno Art 1": "Krendi"},
                phase="land_combat", first=BR, dice=((1,), (1,), (6, 6, 6)))  # fmt: skip
    do(war, ("fight", "Krendi"), "everyone") if step(war) != "Commit" else do(war, "everyone")
    assert step(war) == "Aim"
    do(war, ("hit", "Livorno Art 1"))
    assert is_lost(war, "Livorno Art 1") and place(war, "Livorno Inf 1") == "Axis wounded"


@pytest.mark.rule("herkules", "OH-LC.4", "OH-LC.14")
def test_hits_may_be_taken_on_aircraft_but_not_on_ships() -> None:
    war = malta({"Livorno Inf 1": "Krendi", "Regia Aeronautica Tac 1": "Krendi", "Regia Marina CA 1": "11", "231 Bde Inf 1": "Krendi"},
                phase="land_combat", dice=((6,), (6,), (6,), (1,)))  # fmt: skip
    do(war, "everyone")
    assert step(war) == "Lose" and set(offers(war)["lose"]) == {"Livorno Inf 1", "Regia Aeronautica Tac 1"}


@pytest.mark.rule("herkules", "OH-CBT.3", "OH-CBT.4")
def test_units_held_back_roll_nothing_and_are_hit_last() -> None:
    war = malta({"Livorno Inf 1-2": "Krendi", "Livorno Art 1": "Krendi", "231 Bde Art 1": "Krendi", "232 Bde Art 1": "Krendi"},
                phase="land_combat", dice=((6,), (1, 1)))  # fmt: skip
    do(war, ("commit", "Livorno Art 1"), "engage")
    assert is_lost(war, "Livorno Art 1")
    assert sum(place(war, f"Livorno Inf {i}") == "Krendi" for i in (1, 2)) == 1


@pytest.mark.rule("herkules", "OH-INIT.3", "OH-CBT.1")
@pytest.mark.parametrize(
    ("option", "first", "attack", "defence"), [("initiative", AX, 3, 4), ("entering", AX, 4, 3), ("initiative", BR, 4, 3)]
)
def test_who_rolls_the_attack_number(option: str, first: int, attack: int, defence: int) -> None:
    """British fighters come to Axis fighters over zone 11: with whose numbers each side rolls."""
    war = malta({"AHQ Malta Ftr 1": "11", "Regia Aeronautica Ftr 1": "11"}, phase="air_combat", first=first, attacker=option)
    if option == "entering":
        war.entered[BR] |= 1 << war.setup.zone_of[11]
    from grandharbour.games.herkules.airfight import duel_volley

    attacker = war.attacker(war.setup.zone_of[11])
    numbers = {who: next(on for _, on in duel_volley(war, who, units(war, name), attacker == who)) for who, name in
               ((AX, "Regia Aeronautica Ftr 1"), (BR, "AHQ Malta Ftr 1"))}  # fmt: skip
    assert (numbers[AX], numbers[BR]) == (attack, defence)


@pytest.mark.rule("herkules", "OH-LDG.8", "OH-GEN.5")
def test_withdrawing_to_one_of_two_zones() -> None:
    """Two battalions landed at Marfa from two zones: whose ship takes whom back is a choice."""
    war = malta({"Regia Marina Tr 1": "5", "Regia Marina Tr 2": "14", "231 Bde Inf 1": "Marfa"}, phase="landing",
                beach={"Livorno Inf 1": "Regia Marina Tr 1", "Livorno Inf 2": "Regia Marina Tr 2"}, dice=((6, 6), (6,)))  # fmt: skip
    do(war, ("unit", "Livorno Inf 1"), ("to", "Marfa"), ("unit", "Livorno Inf 2"), ("to", "Marfa"), "everyone")
    assert offers(war)["withdraw"] == ["Livorno Inf 1", "Livorno Inf 2"]
    do(war, ("withdraw", "Livorno Inf 2"))
    assert place(war, "Livorno Inf 2") == "14" and war.beach == units(war, "Regia Marina Tr 2")


@pytest.mark.rule("herkules", "OH-LDG.3", "OH-LDG.8")
def test_withdrawing_does_not_give_the_day_back() -> None:
    war = malta({"Regia Marina Tr 1": "11", "231 Bde Inf 1": "Krendi"}, phase="landing", turn=3, beach={"Livorno Inf 1": "Regia Marina Tr 1"},
                dice=((6,), (6,)))  # fmt: skip
    do(war, ("unit", "Livorno Inf 1"), ("to", "Krendi"), "everyone", ("withdraw", "Livorno Inf 1"))
    while war.turn == 3:
        wait(war)
    while step(war) != "Landing" and war.turn == 4:
        wait(war)
    assert war.turn == 5 or refusal(war, "unit", "Livorno Inf 1") == "OH-LDG.3"
