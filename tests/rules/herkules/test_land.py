"""The land move, combat in general, land combat, regroup [OH-LAND, OH-CBT, OH-LC, OH-RG]."""

from __future__ import annotations

import pytest

from grandharbour.engine.geometry.bits import bits
from grandharbour.games.herkules.state import AX, BR, GROUND, Islands

from .conftest import (
    dice_rolled,
    do,
    group,
    hits,
    is_lost,
    malta,
    offers,
    piece,
    place,
    refusal,
    side,
    skip_to,
    space,
    step,
    told,
    units,
)  # fmt: skip

# --- marching


@pytest.mark.rule("herkules", "OH-LAND.1", "OH-LAND.5")
def test_marching_and_stopping() -> None:
    """A tank goes two territories, through Kirkop only if no enemy is there, not even a bunker; infantry goes one."""
    force = {"XXX Corps Tank 1": "Krendi", "Livorno Inf 1": "Krendi", "231 Bde Inf 1": "Halfar"}
    war = malta(force, spent=AX)
    group(war, "XXX Corps Tank 1")
    assert refusal(war, "to", "Zejtun") == "" and refusal(war, "to", "Cottonera") == ""
    assert refusal(war, "to", "Marsaxlokk") == "OH-LAND.5"
    group(war, "Livorno Inf 1")
    assert refusal(war, "to", "Luqa") == "" and refusal(war, "to", "Qormi") == "OH-LAND.5"
    group(war, "Livorno Inf 1", "XXX Corps Tank 1")
    assert refusal(war, "to", "Qormi") == "OH-LAND.5"  # the slowest counts
    stopped = malta(force, spent=AX, works=["Luqa Bunker 1", "Kirkop Bunker 1"])
    group(stopped, "XXX Corps Tank 1")
    assert refusal(stopped, "to", "Luqa") == "" and refusal(stopped, "to", "Cottonera") == "OH-LAND.5"
    assert refusal(stopped, "to", "Zejtun") == "OH-LAND.5" and refusal(stopped, "to", "Zebbug") == ""  # by way of Siggiewi
    do(stopped, ("to", "Zebbug"))
    assert refusal(stopped, "unit", "XXX Corps Tank 1") == "OH-LAND.5"
    assert side(stopped) == "AX"


@pytest.mark.rule("herkules", "OH-LAND.2")
def test_breaking_off_to_attack() -> None:
    """With supply a unit leaves contested Krendi and attacks Halfar."""
    war = malta({"Livorno Inf 1": "Krendi", "231 Bde Inf 1": "Krendi", "231 Bde Inf 2": "Halfar"}, spent=AX)
    do(war, ("unit", "Livorno Inf 1"), ("to", "Halfar"))
    assert place(war, "Livorno Inf 1") == "Halfar"


@pytest.mark.rule("herkules", "OH-LAND.3")
def test_breaking_off_without_supply() -> None:
    war = malta({"Livorno Inf 1": "Krendi", "231 Bde Inf 1": "Krendi", "231 Bde Inf 2": "Halfar"})
    group(war, "Livorno Inf 1")
    assert refusal(war, "to", "Halfar") == "OH-SUP.1" and refusal(war, "to", "Luqa") == ""


@pytest.mark.rule("herkules", "OH-LAND.4", "OH-LAND.6")
def test_no_zones_of_control_no_terrain() -> None:
    """A recon unit passes between British garrisons; every border costs one point, in town, on hills and on plains."""
    war = malta(
        {"XXX Corps Recon 1": "Siggiewi", "233 Bde Inf 1-3": "Rabat", "231 Bde Inf 1-3": "Luqa", "232 Bde Inf 1": "Takali"}
    )
    group(war, "XXX Corps Recon 1")
    assert refusal(war, "to", "Qormi") == "" and refusal(war, "to", "Birkirkara") == ""  # through Zebbug, beside all of them
    for origin in range(war.setup.lands):
        for near in bits(war.setup.links[origin]):
            assert war.setup.far[origin][near] == 1


@pytest.mark.rule("herkules", "OH-LAND.7", "OH-LC.8")
def test_a_damaged_tank() -> None:
    """It stays for good, in the second move too, but rolls its 3."""
    force = {"XXX Corps Tank 1": "Krendi", "Livorno Inf 1": "Krendi", "XXX Corps Recon 1": "Krendi"}
    war = malta(force, hurt={"XXX Corps Tank 1": 1}, spent=AX)
    assert refusal(war, "unit", "XXX Corps Tank 1") == "OH-LAND.7"
    second = malta(force, phase="second", hurt={"XXX Corps Tank 1": 1}, spent=AX)
    assert refusal(second, "unit", "XXX Corps Tank 1") == "OH-LAND.7"
    fight = malta(
        {"XXX Corps Tank 1": "Krendi", "231 Bde Inf 1": "Krendi"},
        phase="land_combat",
        hurt={"XXX Corps Tank 1": 1},
        dice=((3,), (6,)),
    )
    do(fight, "everyone")
    assert told(fight, "land")[0][2:] == ((3,), "hits-1")


@pytest.mark.rule("herkules", "OH-LAND.8")
def test_islands() -> None:
    war = malta({"XXX Corps Mech 1": "Marfa", "XXX Corps Mech 2": "Ghajnsielem"}, spent=AX)
    group(war, "XXX Corps Mech 1")
    assert refusal(war, "to", "Comino") == "OH-LAND.8" and refusal(war, "to", "Ghajnsielem") == "OH-LAND.8"
    assert refusal(war, "to", 4) == "OH-LAND.8"


# --- combat in general


@pytest.mark.rule("herkules", "OH-CBT.1", "OH-CBT.2", "OH-CBT.3")
def test_one_round() -> None:
    """Both roll once, together, only those engaged on the attacker's side; survivors stay."""
    war = malta({"Livorno Inf 1-3": "Krendi", "231 Bde Inf 1-2": "Krendi"}, phase="land_combat", dice=((1,), (6, 1)))
    do(war, ("commit", "Livorno Inf 1"), "engage")
    assert dice_rolled(war, "land") == [1, 2]
    assert war.troops(AX, space(war, "Krendi")).bit_count() == 2 and war.troops(BR, space(war, "Krendi")).bit_count() == 1
    both = malta({"Livorno Inf 1": "Krendi", "231 Bde Inf 1": "Krendi"}, phase="land_combat", dice=((1,), (1,)))
    do(both, "everyone")
    assert not both.troops(AX, space(both, "Krendi")) and not both.troops(BR, space(both, "Krendi"))


@pytest.mark.rule("herkules", "OH-CBT.1", "OH-LC.1")
@pytest.mark.parametrize("where", ["Gharb", "Krendi"])
def test_strikes_of_the_second_side_begin_no_battle_anew(where: str) -> None:
    war = malta({"Livorno Inf 1": where, "231 Bde Inf 1": where}, phase="land_combat", dice=((6,), (6,)))
    do(war, "everyone")
    assert dice_rolled(war, "land") == [1, 1] and step(war) != "Commit"


@pytest.mark.rule("herkules", "OH-CBT.3", "OH-CBT.4")
def test_all_hits_of_the_defender_count() -> None:
    """One battalion engages, three hits come back: two fall on those held back, of the owner's choice. With none engaged too."""
    war = malta(
        {"Livorno Inf 1-2": "Krendi", "Livorno Art 1-2": "Krendi", "231 Bde Inf 1-3": "Krendi"},
        phase="land_combat",
        dice=((6,), (1, 1, 1)),
    )
    do(war, ("commit", "Livorno Inf 1"), "engage")
    assert step(war) == "Lose" and set(offers(war)["lose"]) == {"Livorno Inf 2", "Livorno Art 1"}  # the one engaged went first
    do(war, ("lose", "Livorno Art 1"), ("lose", "Livorno Art 2"))
    assert place(war, "Livorno Inf 2") == "Krendi" and place(war, "Livorno Inf 1") != "Krendi"
    idle = malta({"Livorno Inf 1": "Krendi", "231 Bde Inf 1": "Krendi"}, phase="land_combat", dice=((1,),))
    do(idle, "engage")
    assert dice_rolled(idle, "land") == [1] and place(idle, "Livorno Inf 1") != "Krendi"


@pytest.mark.rule("herkules", "OH-CBT.5")
def test_the_order_of_combat() -> None:
    """Air, bombing, airborne, sea, landings, land: each everywhere before the next."""
    war = malta(
        {"Fliegerkorps II Ftr 1": "Qormi", "AHQ Malta Ftr 1": "Qormi", "Fliegerkorps II Str 1": "Takali", "Regia Marina DD 1": "18",
         "Eagle Group DD 1": "18", "Regia Marina Tr 1": "11", "231 Bde Inf 1": "Krendi"},
        phase="air_combat", beach={"Livorno Inf 1": "Regia Marina Tr 1"}, dice=((6,), (6,), (6,), (6,), (6,), (6,), (6,)),
    )  # fmt: skip
    war.drops = [(next(bits(units(war, "7. Flieger Inf 1"))), space(war, "Gharb"))]
    do(war, "everyone", "everyone", "everyone", ("unit", "Livorno Inf 1"), ("to", "Krendi"), "everyone")
    kinds = [e.kind for e in war.log or [] if e.kind in ("duel", "bombs", "come_down", "broadside", "land_beach", "land")]
    assert list(dict.fromkeys(kinds)) == ["duel", "bombs", "come_down", "broadside", "land_beach", "land"]


@pytest.mark.rule("herkules", "OH-CBT.6", "OH-CBT.7")
def test_who_chooses_losses() -> None:
    """The owner chooses against artillery and strategic bombers; a fighter that hits chooses for him."""
    force = {"Livorno Art 1": "Krendi", "231 Bde Inf 1": "Krendi", "231 Bde Art 1": "Krendi", "231 Bde AT 1": "Krendi"}
    war = malta(force, phase="land_combat", dice=((1,), (6, 6), (6,)))
    do(war, "everyone")
    assert step(war) == "Lose" and side(war) == "BR"
    do(war, ("lose", "231 Bde AT 1"))
    assert is_lost(war, "231 Bde AT 1")
    strategic = malta({**force, "Fliegerkorps II Str 1": "Krendi"}, phase="land_combat", dice=((6,), (1,), (6, 6), (6,)))
    do(strategic, "everyone")
    assert step(strategic) == "Lose" and side(strategic) == "BR"
    for kind in ("Ftr", "Tac"):
        picked = malta({**force, f"Fliegerkorps II {kind} 1": "Krendi"}, phase="land_combat", dice=((1,), (6,), (6, 6), (6,)))
        do(picked, "everyone")
        assert step(picked) == "Aim" and side(picked) == "AX"
        do(picked, ("hit", "231 Bde Art 1"))
        assert is_lost(picked, "231 Bde Art 1")


@pytest.mark.rule("herkules", "OH-CBT.7")
def test_who_picks_targets() -> None:
    found = malta({}).setup
    kinds = {name: {found.kind[p] for p in bits(mask)} for name, mask in (("land", found.picks_land), ("sea", found.picks_sea))}
    assert kinds == {"land": {"ftr", "tac"}, "sea": {"ftr", "tac", "sub", "dd", "ca", "bb"}}


# --- land combat


@pytest.mark.rule("herkules", "OH-LC.1")
def test_where_battles_are() -> None:
    """Contested Krendi must be fought for; a strike at Luqa from the air and at Halfar from the sea are up to the Axis."""
    force = {
        "Livorno Inf 1": "Krendi", "231 Bde Inf 1": "Krendi", "231 Bde Inf 2": "Luqa", "231 Bde Inf 3": "Halfar",
        "Fliegerkorps II Tac 1": "Luqa", "Regia Marina BB 1": "10", "231 Bde Inf 4": "Mosta",
    }  # fmt: skip
    war = malta(force, phase="land_combat", dice=((6,), (6,)))
    assert set(offers(war)["fight"]) == {"Krendi", "Luqa", "Halfar"} and refusal(war, "fight", "Mosta") == "OH-INIT.3"
    do(war, "rest", "everyone")
    assert [e.spaces for e in war.log or [] if e.kind == "land"] == [(space(war, "Krendi"),)] * 2


@pytest.mark.rule("herkules", "OH-LC.1", "OH-LC.13", "OH-LC.2", "OH-LC.14")
def test_bombardment() -> None:
    """A battleship in zone 11 that fought nobody bombards Krendi, hits with 4; the British choose, and never hit her."""
    force = {"Livorno Inf 1": "Krendi", "231 Bde Inf 1": "Krendi", "231 Bde Art 1": "Krendi", "Regia Marina BB 1": "11"}
    war = malta(force, phase="land_combat", dice=((6,), (4,), (1,), (1,)))
    assert {"troops", "everyone"} <= set(offers(war)) and "Regia Marina BB 1" in offers(war)["commit"]
    do(war, "everyone")
    assert told(war, "land")[0][2:] == ((6, 4), "hits-1") and step(war) == "Lose" and side(war) == "BR"
    do(war, ("lose", "231 Bde Art 1"))
    assert hits(war, "Regia Marina BB 1") == 0 and place(war, "Livorno Inf 1") != "Krendi"  # two hits, one man to take them
    alone = malta({k: v for k, v in force.items() if "Livorno" not in k}, phase="land_combat", dice=((4,),))
    do(alone, ("fight", "Krendi"), "everyone")
    assert dice_rolled(alone, "land") == [1] and hits(alone, "Regia Marina BB 1") == 0
    fought = malta({**force, "Eagle Group DD 1": "11"}, phase="sea", dice=((6,), (6,)))
    do(fought, "everyone")
    assert step(fought) == "Commit" and "Regia Marina BB 1" not in offers(fought)["commit"]
    other = malta(
        {**force, "Regia Marina Tr 1": "11", "Regia Marina Sub 1": "11", "Regia Marina CA 1": "10"}, phase="land_combat"
    )
    assert [n for n in offers(other)["commit"] if "Marina" in n] == ["Regia Marina BB 1"]


@pytest.mark.rule("herkules", "OH-LC.13")
def test_one_territory_each() -> None:
    """A ship bombards once: after Krendi it has no shot for Siggiewi."""
    war = malta(
        {"231 Bde Inf 1": "Krendi", "231 Bde Inf 2": "Siggiewi", "Regia Marina DD 1": "11"}, phase="land_combat", dice=((6,),)
    )
    assert set(offers(war)["fight"]) == {"Krendi", "Siggiewi"}
    do(war, ("fight", "Krendi"), "everyone")
    assert step(war) != "LandBattles" or "Siggiewi" not in offers(war)["fight"]


@pytest.mark.rule("herkules", "OH-LC.2")
def test_support_and_targets() -> None:
    """Ship and strategic bomber hit: the British choose both. The tactical bomber's hit is the Axis's."""
    war = malta(
        {"Livorno Inf 1": "Krendi", "231 Bde Inf 1-3": "Krendi", "231 Bde Art 1": "Krendi", "Regia Marina BB 1": "11",
         "Fliegerkorps II Str 1": "Krendi", "Fliegerkorps II Tac 1": "Krendi"},
        phase="land_combat", dice=((1,), (6,), (4, 4), (6, 6, 6), (6,)),
    )  # fmt: skip
    do(war, "everyone")
    assert side(war) == "AX" and step(war) == "Aim"
    do(war, ("hit", "231 Bde Art 1"))
    assert is_lost(war, "231 Bde Art 1") and war.troops(BR, space(war, "Krendi")).bit_count() == 1


@pytest.mark.rule("herkules", "OH-LC.3", "OH-RG.9")
def test_where_losses_go() -> None:
    """Infantry goes to the box of the turn, artillery out of the game."""
    war = malta(
        {"Livorno Inf 1-2": "Krendi", "Livorno Art 1": "Krendi", "231 Bde Inf 1-3": "Krendi"},
        phase="land_combat",
        dice=((6, 6), (6,), (1, 1, 6)),
    )
    do(war, "everyone", ("lose", "Livorno Inf 1"), ("lose", "Livorno Art 1"))
    assert is_lost(war, "Livorno Art 1") and is_lost(war, "Livorno Inf 1") == (war.turn == 4)
    assert [e.rule for e in war.log or [] if e.kind == "wounded"] == ["OH-LC.3"]


@pytest.mark.rule("herkules", "OH-LC.4")
def test_what_can_be_hit() -> None:
    """The Axis may lose a supporting aircraft instead of a battalion; the British a bunker; ships are not listed."""
    war = malta(
        {"Livorno Inf 1-2": "Krendi", "Fliegerkorps II Tac 1": "Krendi", "Regia Marina DD 1": "11", "231 Bde Inf 1-2": "Krendi"},
        phase="land_combat", works=["Krendi Bunker 1"], dice=((6,), (1, 6, 6), (1, 6, 6)),
    )  # fmt: skip
    do(war, "everyone")
    assert side(war) == "AX" and set(offers(war)["lose"]) == {"Livorno Inf 1", "Fliegerkorps II Tac 1"}
    do(war, ("lose", "Fliegerkorps II Tac 1"))
    assert is_lost(war, "Fliegerkorps II Tac 1")
    assert side(war) == "BR" and set(offers(war)["lose"]) == {"231 Bde Inf 1", "Krendi Bunker 1"}
    do(war, ("lose", "Krendi Bunker 1"))
    assert is_lost(war, "Krendi Bunker 1")


@pytest.mark.rule("herkules", "OH-LC.5")
def test_ground_values() -> None:
    found = malta({}).setup
    assert {k: (found.value[k]["attack"], found.value[k]["defence"]) for k in GROUND} == {
        "inf": (2, 2), "at": (2, 2), "art": (3, 3), "mech": (2, 2), "recon": (1, 1), "tank": (3, 3)
    }  # fmt: skip
    for first in (AX, BR):
        war = malta({"Livorno Art 1": "Krendi", "231 Bde Art 1": "Krendi"}, phase="land_combat", first=first, dice=((3,), (4,)))
        do(war, "everyone")
        assert [r for _, _, _, r in told(war, "land")] == ["hits-1", "hits-0"]


@pytest.mark.rule("herkules", "OH-LC.6")
def test_aircraft_alone() -> None:
    """Two tactical bombers over four battalions at Mosta: four dice on 1, at aircraft; two picked targets."""
    war = malta(
        {"Fliegerkorps II Tac 1-2": "Mosta", "231 Bde Inf 1-4": "Mosta"},
        phase="land_combat",
        works=["Mosta Bunker 1"],
        dice=((1, 3), (1, 2, 2, 6)),
    )
    do(war, ("fight", "Mosta"), "everyone")
    assert dice_rolled(war, "land") == [2, 4]
    assert step(war) == "Aim" and side(war) == "AX" and set(offers(war)["hit"]) == {"231 Bde Inf 1", "Mosta Bunker 1"}
    do(war, ("hit", "Mosta Bunker 1"))
    assert sum(is_lost(war, f"Fliegerkorps II Tac {i}") for i in (1, 2)) == 1
    mixed = malta(
        {"Fliegerkorps II Tac 1": "Mosta", "Livorno Inf 1": "Mosta", "231 Bde Inf 1": "Mosta"},
        phase="land_combat",
        dice=((6,), (6,), (2,)),
    )
    do(mixed, "everyone", ("lose", "Fliegerkorps II Tac 1"))
    assert is_lost(mixed, "Fliegerkorps II Tac 1")  # with troops beside them the usual number counts


@pytest.mark.rule("herkules", "OH-LC.7", "OH-LC.8")
@pytest.mark.parametrize(("guns", "dice", "left"), [(2, (1, 1), 0), (2, (1, 6), 1), (3, (1, 1, 1), 0)])
def test_anti_tank_fire(guns: int, dice: tuple[int, ...], left: int) -> None:
    """Guns told to fire at tanks alone: two hits destroy one, a third is lost on the infantry beside it."""
    force = {"XXX Corps Tank 1": "Krendi", "Livorno Inf 1": "Krendi", "231 Bde AT 1": "Krendi", "232 Bde AT 1": "Krendi"}
    force |= {"233 Bde AT 1": "Krendi"} if guns == 3 else {}
    war = malta(force, phase="land_combat", dice=((6,), (6,), dice))
    do(war, "everyone")
    assert step(war) == "TankFire" and side(war) == "BR" and offers(war)["hunt"] == list(range(guns + 1))
    do(war, ("hunt", guns))
    assert is_lost(war, "XXX Corps Tank 1") == (left == 0) and hits(war, "XXX Corps Tank 1") == left
    assert place(war, "Livorno Inf 1") == "Krendi"


@pytest.mark.rule("herkules", "OH-LC.7")
def test_anti_tank_guns_need_not() -> None:
    war = malta(
        {"XXX Corps Tank 1": "Krendi", "Livorno Inf 1": "Krendi", "231 Bde AT 1": "Krendi"},
        phase="land_combat",
        dice=((6,), (6,), (1,)),
    )
    do(war, "everyone", ("hunt", 0))
    assert step(war) == "Lose" and side(war) == "AX"
    none = malta({"Livorno Inf 1": "Krendi", "231 Bde AT 1": "Krendi"}, phase="land_combat", dice=((6,), (6,)))
    do(none, "everyone")
    assert dice_rolled(none, "land") == [1, 1]  # nothing to declare without tanks


@pytest.mark.rule("herkules", "OH-LC.8")
def test_a_tank_takes_two_hits() -> None:
    for faces, left in (((1, 6), 1), ((1, 1), 0)):
        war = malta({"XXX Corps Tank 1": "Krendi", "231 Bde Inf 1-2": "Krendi"}, phase="land_combat", dice=((6,), faces))
        do(war, "everyone")
        assert is_lost(war, "XXX Corps Tank 1") == (left == 0) and hits(war, "XXX Corps Tank 1") == left


@pytest.mark.rule("herkules", "OH-LC.9", "OH-LC.10", "OH-LC.11")
def test_works_in_combat() -> None:
    """Bunker and gun roll 2, radar 1; a bunker goes with one hit, a gun with two; they never move."""
    war = malta(
        {"Livorno Art 1-2": "Maghtab"}, phase="land_combat", works=["Maghtab Bunker 1", "Maghtab Coastal gun 1", "Maghtab Radar set 1"],
        dice=((1, 6), (1,), (2, 2)),
    )  # fmt: skip
    do(war, "everyone")
    assert told(war, "land")[1][2:] == ((1, 2, 2), "hits-3")
    assert set(offers(war)["lose"]) == {"Maghtab Bunker 1", "Maghtab Coastal gun 1", "Maghtab Radar set 1"}
    do(war, ("lose", "Maghtab Coastal gun 1"))
    assert hits(war, "Maghtab Coastal gun 1") == 1 and not is_lost(war, "Maghtab Coastal gun 1")
    found = war.setup
    assert {k: (found.value[k]["defence"], found.value[k]["hits"]) for k in ("bunker", "gun", "radar")} == {
        "bunker": (2, 1),
        "gun": (2, 2),
        "radar": (1, 1),
    }
    move = malta({"231 Bde Inf 1": "Maghtab"}, first=BR, works=["Maghtab Bunker 1"])
    assert refusal(move, "unit", "Maghtab Bunker 1") == "OH-LC.9"


@pytest.mark.rule("herkules", "OH-LC.9")
def test_works_fight_when_the_british_attack() -> None:
    """With the British initiative a bunker rolls beside the one battalion engaged, and may take the hit."""
    war = malta(
        {"231 Bde Inf 1-2": "Krendi", "Livorno Inf 1": "Krendi"},
        phase="land_combat",
        first=BR,
        works=["Krendi Bunker 1"],
        dice=((6, 6), (1,)),
    )
    do(war, ("commit", "231 Bde Inf 1"), "engage")
    assert dice_rolled(war, "land") == [2, 1] and set(offers(war)["lose"]) == {"231 Bde Inf 1", "Krendi Bunker 1"}


@pytest.mark.rule("herkules", "OH-LC.10")
def test_a_damaged_gun_fires_as_before() -> None:
    war = malta(
        {"Livorno Inf 1": "Bingemma"},
        phase="land_combat",
        works=["Bingemma Coastal gun 1"],
        hurt={"Bingemma Coastal gun 1": 1},
        dice=((1,), (2,)),
    )
    do(war, "everyone")
    assert told(war, "land")[1][2:] == ((2,), "hits-1") and is_lost(war, "Bingemma Coastal gun 1")


@pytest.mark.rule("herkules", "OH-LC.15", "OH-RAD.1")
def test_clearing() -> None:
    """All infantry of Naxxar is gone, the radar is left: contested, inactive, and worth its points to nobody; then held."""
    war = malta(
        {"Livorno Art 1": "Naxxar", "231 Bde Inf 1": "Naxxar"},
        phase="land_combat",
        works=["Naxxar Radar set 1"],
        dice=((1,), (6,), (6,)),
    )
    do(war, "everyone", ("lose", "231 Bde Inf 1"))
    naxxar = 1 << space(war, "Naxxar")
    assert war.contested() & naxxar and not war.axis_held() & naxxar and not war.radar("naval") and war.scores() == (0, 270)
    war = malta({"Livorno Art 1": "Naxxar"}, phase="land_combat", works=["Naxxar Radar set 1"], dice=((1,), (6,)))
    do(war, "everyone")
    assert war.axis_held() & naxxar and war.scores() == (5, 270)
    retaken = malta({"Livorno Inf 1": "Naxxar", "231 Bde Inf 1": "Naxxar"}, phase="land_combat", dice=((6,), (1,)))
    do(retaken, "everyone")
    assert not retaken.stands(AX) & naxxar and retaken.scores()[BR] == 275


# --- regroup


@pytest.mark.rule("herkules", "OH-RG.1", "OH-RG.2")
def test_the_second_move() -> None:
    """A tank that won at Krendi goes on to Luqa and fights alone against a battalion and a bunker; infantry stays."""
    force = {
        "XXX Corps Tank 1": "Krendi",
        "Livorno Inf 1": "Krendi",
        "Livorno Inf 2": "Luqa",
        "Fliegerkorps II Tac 1": "Luqa",
        "231 Bde Inf 1": "Luqa",
    }
    war = malta(force, phase="second", spent=AX, works=["Luqa Bunker 1"], dice=((3,), (2, 6)))
    assert refusal(war, "unit", "Livorno Inf 1") == "OH-RG.1"
    do(war, ("unit", "XXX Corps Tank 1"), ("to", "Luqa"))
    while not told(war, "land"):
        do(war, "done")
    assert [d for _, _, d, _ in told(war, "land")] == [(3,), (2, 6)]  # one attacker, two defenders
    assert hits(war, "XXX Corps Tank 1") == 1 and place(war, "Livorno Inf 2") == "Luqa"
    found = war.setup
    assert {found.kind[p] for p in bits(found.raiders)} == {"tank", "mech", "recon"}


@pytest.mark.rule("herkules", "OH-RG.1")
def test_who_moves_again() -> None:
    """Both sides may; units that landed this turn may not; a second combat needs supply."""
    force = {"XXX Corps Recon 1": "Krendi", "XXX Corps Mech 1": "Siggiewi", "AHQ Malta Recon 1": "Mosta", "231 Bde Inf 1": "Luqa"}
    war = malta(force, phase="second")
    group(war, "XXX Corps Recon 1")
    assert refusal(war, "to", "Luqa") == "OH-SUP.1" and refusal(war, "to", "Halfar") == ""
    war = malta({**force, "Regia Marina Tr 1": "11"}, phase="landing", spent=AX, beach={"XXX Corps Tank 1": "Regia Marina Tr 1"})
    do(war, ("unit", "XXX Corps Tank 1"), ("to", "Krendi"))
    assert (
        step(war) == "SecondMove"
        and refusal(war, "unit", "XXX Corps Tank 1") == "OH-RG.1"
        and refusal(war, "unit", "XXX Corps Recon 1") == ""
    )
    do(war, "done")
    assert step(war) == "SecondMove" and side(war) == "BR" and offers(war)["unit"] == ["AHQ Malta Recon 1"]


@pytest.mark.rule("herkules", "OH-RG.3")
@pytest.mark.parametrize(("held", "rule"), [(0, "OH-RG.3"), (1, "OH-RG.3"), (2, "")])
def test_captured_airfields(held: int, rule: str) -> None:
    """Held at the end of two turns running before the Axis may land."""
    war = malta(
        {"Livorno Inf 1": "Krendi", "Fliegerkorps II Ftr 1": "Gharb", "Livorno Inf 2": "Halfar"},
        phase="aircraft",
        held={"Krendi": held, "Halfar": 2},
    )
    group(war, "Fliegerkorps II Ftr 1")
    assert refusal(war, "to", "Krendi") == rule and refusal(war, "to", "Sicily") == "" and refusal(war, "to", "Halfar") == ""
    assert refusal(war, "to", "Qormi") == "OH-RG.3"
    count = malta(
        {"Livorno Inf 1": "Krendi", "Livorno Inf 2": "Luqa"},
        phase="finish",
        works=["Luqa Bunker 1"],
        held={"Krendi": held, "Luqa": 5, "Halfar": 5},
    )
    assert [count.held[space(count, t)] for t in ("Krendi", "Luqa", "Halfar")] == [held + 1, 0, 0]


@pytest.mark.rule("herkules", "OH-RG.5", "OH-RG.3")
def test_contested_fields_and_aircraft_without_a_base() -> None:
    """Nobody lands at contested Luqa; British aircraft without any field or deck are lost; the Axis always has Sicily."""
    war = malta({"Livorno Inf 1": "Luqa", "AHQ Malta Ftr 1": "Gharb"}, phase="aircraft", first=BR, works=["Luqa Bunker 1"])
    group(war, "AHQ Malta Ftr 1")
    assert refusal(war, "to", "Luqa") == "OH-RG.5" and refusal(war, "to", "Takali") == ""
    fields = ("Takali", "Luqa", "Kirkop", "Krendi", "Halfar", "Kalafrana")
    lost = malta({**{f"Livorno Inf {i}": t for i, t in enumerate(fields, 1)}, "AHQ Malta Ftr 1": "Gharb"}, phase="aircraft")
    while lost.turn == 3 and step(lost) == "LandAircraft":
        do(lost, "home")
    assert is_lost(lost, "AHQ Malta Ftr 1") and told(lost, "no_base")


@pytest.mark.rule("herkules", "OH-RG.3", "OH-VIC.4")
def test_a_field_that_changes_hands() -> None:
    """Aircraft on a field their side has lost must leave it: the British to another, the Axis to Sicily."""
    war = malta({"Livorno Inf 1": "Luqa", "AHQ Malta Ftr 1": "Luqa"}, phase="aircraft", first=BR)
    do(war, ("unit", "AHQ Malta Ftr 1"))
    assert refusal(war, "to", "Takali") == "" and refusal(war, "to", "Luqa") == "OH-RG.3"
    axis = malta(
        {"Fliegerkorps II Ftr 1": "Halfar", "231 Bde Inf 1": "Halfar"}, phase="aircraft", based=["Fliegerkorps II Ftr 1"]
    )
    assert place(axis, "Fliegerkorps II Ftr 1") == "Sicily"


@pytest.mark.rule("herkules", "OH-RG.6")
@pytest.mark.parametrize(("spent", "rule"), [((), ""), ((BR,), "OH-RG.6")])
def test_to_the_carriers(spent: tuple[int, ...], rule: str) -> None:
    """Unsupplied aircraft of the island may change to a deck; supplied ones that did not fly may not. The Axis too, with Aquila."""
    force = {"AHQ Malta Ftr 1": "Luqa", "AHQ Malta Ftr 2": "Gharb", "Eagle Group CV 1": "17"}
    war = malta(force, phase="aircraft", first=BR, spent=spent)
    assert refusal(war, "unit", "AHQ Malta Ftr 1") == rule
    if not rule:
        do(war, ("unit", "AHQ Malta Ftr 1"))
        assert len(offers(war)["to"]) == 1 and refusal(war, "to", "Takali") == "OH-RG.3"
        do(war, ("to", 17))
        assert war.cargo(units(war, "Eagle Group CV 1")) == units(war, "AHQ Malta Ftr 1")
        axis = malta({"Livorno Inf 1": "Krendi", "Fliegerkorps II Ftr 1": "Krendi", "Aquila CV 1": "11"}, phase="aircraft",
                     based=["Fliegerkorps II Ftr 1"], held={"Krendi": 2}, aquila=True)  # fmt: skip
        assert refusal(axis, "unit", "Fliegerkorps II Ftr 1") == ""


def wounded(number: int, word: str = "Livorno Inf", **how: object) -> Islands:
    war = malta({"231 Bde Inf 1": "Luqa", "Livorno Art 1": "Gharb"}, phase="land", **how)  # type: ignore[arg-type]
    who = BR if "Bde" in word else AX
    for i in range(1, number + 1):
        war.put(next(bits(units(war, f"{word} {i}"))), war.setup.wounded[who])
    war.fought[who] = 1 << space(war, "Krendi")
    from grandharbour.games.herkules.regroup import Recover
    from grandharbour.games.herkules.turn import GameTurn

    war.stack = (Recover(0), (GameTurn(phase="wounded-de"), None))
    war._asked = None
    war.run()
    return war


@pytest.mark.rule("herkules", "OH-RG.7", "OH-RG.8", "OH-RG.9")
@pytest.mark.parametrize(("number", "back"), [(0, 0), (1, 0), (2, 1), (3, 1), (4, 2), (7, 3)])
def test_the_wounded(number: int, back: int) -> None:
    """Of three Italians one returns, at Krendi or next to it; the others leave the game."""
    war = wounded(number, wounded_need_friends=False)
    for _ in range(back):
        assert step(war) == "Recover" and set(offers(war)["at"]) == {"Krendi", "Siggiewi", "Luqa", "Kirkop", "Halfar"}
        assert refusal(war, "at", "Qormi") == "OH-RG.8"
        do(war, ("at", "Krendi"))
    assert war.troops(AX, space(war, "Krendi")).bit_count() == back
    assert sum(is_lost(war, f"Livorno Inf {i}") for i in range(1, number + 1)) == number - back
    assert not war.here()[war.setup.wounded[AX]]


@pytest.mark.rule("herkules", "OH-RG.7")
def test_nations_apart() -> None:
    """One German and one Italian: nobody returns; three of each: one of each."""
    for number, back in ((1, 0), (3, 1)):
        war = malta({"231 Bde Inf 1": "Luqa", "Livorno AT 1": "Krendi"}, phase="land", first=BR)
        for i in range(1, number + 1):
            for word in ("Livorno Inf", "7. Flieger Inf"):
                war.put(next(bits(units(war, f"{word} {i}"))), war.setup.wounded[AX])
        war.fought[AX] = 1 << space(war, "Krendi")
        skip_to(war, "Land")
        do(war, "done", "done")
        count = 0
        while war.turn == 3 and step(war) == "Recover":
            do(war, ("at", "Krendi"))
            count += 1
        assert count == 2 * back
        infantry = war.here()[space(war, "Krendi")] & war.setup.of_kind["inf"]
        assert [infantry & war.setup.of_nation[n] != 0 for n in (0, 1)] == [back > 0] * 2


@pytest.mark.rule("herkules", "OH-RG.8")
def test_wounded_without_friends() -> None:
    """An assault on Krendi was wiped out with four hurt: nobody returns; by option two do, there or next to it."""
    war = wounded(4, wounded_need_friends=False)
    do(war, ("at", "Krendi"), ("at", "Luqa"))
    assert war.contested() >> space(war, "Luqa") & 1  # beside the battalion there
    strict = wounded(4)
    assert step(strict) != "Recover" and sum(is_lost(strict, f"Livorno Inf {i}") for i in range(1, 5)) == 4


@pytest.mark.rule("herkules", "OH-RG.7", "OH-RG.8")
def test_only_land_combat_wounds() -> None:
    """Infantry lost with its ship is gone for good."""
    war = malta(
        {"Regia Marina Tr 1": "11", "Eagle Group DD 1": "11"},
        phase="sea",
        beach={"Livorno Inf 1": "Regia Marina Tr 1"},
        dice=((1,),),
    )
    while not told(war, "broadside"):
        do(war, war.asked()[0].quiet[0] if war.asked()[0].quiet else "engage")  # type: ignore[index]
    assert is_lost(war, "Livorno Inf 1") and not [e for e in war.log or [] if e.kind == "wounded"]


@pytest.mark.rule("herkules", "OH-RG.10")
def test_the_marker_advances() -> None:
    war = malta({"Livorno Inf 1": "Krendi"}, phase="finish", turn=3)
    assert war.turn == 4 and war.outcome is None
    last = malta({"Livorno Inf 1": "Krendi"}, phase="finish", turn=14)
    assert last.outcome is not None and last.turn == 14
    skip_to(war, "Land")
    assert side(war) == "AX"


@pytest.mark.rule("herkules", "OH-RG.1", "OH-LC.14")
def test_aircraft_over_a_raid_cannot_be_hit() -> None:
    """A British fighter circles over the battalion a tank rides down in its second move: the hit can only fall on the ground."""
    war = malta(
        {"XXX Corps Tank 1": "Luqa", "231 Bde Inf 1": "Halfar", "AHQ Malta Ftr 1": "Halfar"},
        phase="second", spent=AX, dice=((1,), (6,)),
    )  # fmt: skip
    war.flying |= units(war, "AHQ Malta Ftr 1")
    war.aloft = [(piece(war, "AHQ Malta Ftr 1"), space(war, "Luqa"))]
    do(war, ("unit", "XXX Corps Tank 1"), ("to", "Halfar"))
    while step(war) == "SecondMove" and side(war) == "AX":
        do(war, "done")
    assert step(war) != "Lose" and not is_lost(war, "AHQ Malta Ftr 1") and place(war, "231 Bde Inf 1") != "Halfar"
