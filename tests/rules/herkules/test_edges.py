"""Ends of ranges and second cases: what small faults in the rules would get wrong."""

from __future__ import annotations

import pytest

from grandharbour.games.herkules.battle import PICK, Target, absorb, calculator
from grandharbour.games.herkules.state import AX, BR

from .conftest import do, group, is_lost, malta, offers, piece, place, refusal, side, space, step, told, units, wait

RADAR = ["Dingli Radar set 1"]


# --- aircraft


@pytest.mark.rule("herkules", "OH-AIR.7", "OH-AIR.8")
def test_those_in_the_air_over_a_field_are_not_limited_by_it() -> None:
    """Three fighters of three fields are up over Takali: radar may redirect all three at once."""
    war = malta(
        {"AHQ Malta Ftr 1": "Luqa", "AHQ Malta Ftr 2": "Halfar", "AHQ Malta Ftr 3": "Krendi"},
        phase="air",
        first=BR,
        spent=BR,
        works=RADAR,
    )
    for i in (1, 2, 3):
        group(war, f"AHQ Malta Ftr {i}")
        do(war, ("to", "Takali"))
    while step(war) != "RedirectAir":
        wait(war)
    do(war, ("unit", offers(war)["unit"][0]))
    assert offers(war)["count"] == [1, 2, 3]


@pytest.mark.rule("herkules", "OH-AIR.8", "OH-AF.1")
def test_each_field_has_its_own_two_starts() -> None:
    """Two of Luqa are in the group already; Takali may still send two of its three."""
    war = malta({"AHQ Malta Ftr 1-2": "Luqa", "AHQ Malta Ftr 3-5": "Takali"}, phase="air", first=BR, spent=BR)
    do(war, ("unit", "AHQ Malta Ftr 1"), ("count", 2), ("unit", "AHQ Malta Ftr 3"))
    assert offers(war)["count"] == [1, 2]
    do(war, ("count", 2), ("to", "Mosta"))
    assert sum(place(war, f"AHQ Malta Ftr {i}") == "Mosta" for i in range(1, 6)) == 4


@pytest.mark.rule("herkules", "OH-AC.6", "OH-CBT.6")
def test_the_last_shot_of_a_british_bomber_lets_the_axis_choose() -> None:
    """A strategic bomber of the attacking British falls and hits: the Axis has a fighter and a bomber in the fight to lose."""
    war = malta({"Gibraltar Str 1": "Krendi", "Regia Aeronautica Ftr 1": "Krendi", "Regia Aeronautica Tac 1": "Krendi"}, phase="air_combat",
                first=BR, dice=((6,), (1,), (1,)))  # fmt: skip
    do(war, "everyone")
    assert step(war) == "Lose" and side(war) == "AX"
    do(war, ("lose", "Regia Aeronautica Tac 1"))
    assert is_lost(war, "Gibraltar Str 1") and is_lost(war, "Regia Aeronautica Tac 1")


# --- the convoy


@pytest.mark.rule("herkules", "OH-EV.4", "OH-EV.6")
def test_the_usual_cargo_takes_the_best_first() -> None:
    """Two transports are left: markers in one, artillery and the next best in the other; nobody else's markers are counted as lost."""
    war = malta(
        {"Regia Marina Tr 1": "17"}, phase="pedestal", turn=8, stores=["Regia Marina Tr 1"], dice=((1,) * 10 + (6,) * 10,)
    )
    do(war, *[("hit", f"Pedestal Tr {i}") for i in range(1, 11)], "usual")
    aboard = {war.setup.kind[p] for p in range(war.setup.pieces) if war.stowed & war.setup.ground & 1 << p}
    assert aboard == {"art", "at"}
    assert dict(next(e.facts for e in war.log or [] if e.kind == "sunk_cargo"))["markers"] == 8


# --- the calculator


@pytest.mark.rule("herkules", "OH-CBT.7", "OH-RG.7")
def test_the_firer_prefers_what_does_not_come_back() -> None:
    """Infantry is worth less than a bunker because half of it returns."""
    left = absorb(
        (Target("inf", 1, 2.0), Target("bunker", 1, 1.8)), [1 if sort == PICK else 0 for sort in range(4)], ("inf", "bunker")
    )
    assert [t.kind for t in left] == ["inf"]


@pytest.mark.rule("herkules", "OH-CBT.1", "OH-LDG.5")
def test_transports_have_no_dice() -> None:
    assert calculator({"dd": 1}, {"tr": 2}, "sea").defender_dice == {}


# --- land


@pytest.mark.rule("herkules", "OH-RG.1", "OH-LC.4")
def test_aircraft_above_are_no_part_of_a_second_combat() -> None:
    """A fighter that did nothing is over Luqa: the hit falls on the tank, which was alone in the second combat."""
    war = malta({"XXX Corps Tank 1": "Krendi", "231 Bde Inf 1": "Luqa", "Regia Aeronautica Ftr 1": "Luqa"}, phase="second", spent=AX,
                dice=((6,), (1,)))  # fmt: skip
    do(war, ("unit", "XXX Corps Tank 1"), ("to", "Luqa"))
    assert war.hit1 & units(war, "XXX Corps Tank 1") and step(war) != "Lose"


@pytest.mark.rule("herkules", "OH-LC.7", "OH-CBT.3")
def test_only_engaged_anti_tank_guns_are_asked_for() -> None:
    """The Axis engages one of two anti-tank guns beside infantry: none or one may fire at the tank."""
    war = malta(
        {"Livorno AT 1": "Luqa", "Friuli AT 1": "Luqa", "Livorno Inf 1-2": "Luqa", "AHQ Malta Tank 1": "Luqa"},
        phase="land_combat",
    )
    do(war, ("commit", "Livorno AT 1"), ("commit", "Livorno Inf 1"), "engage")
    assert step(war) == "TankFire" and offers(war)["hunt"] == [0, 1]


@pytest.mark.rule("herkules", "OH-INIT.3", "OH-CBT.1")
def test_the_rest_of_the_battles_are_fought_once_each() -> None:
    war = malta({"Livorno Inf 1": "Luqa", "231 Bde Inf 1": "Luqa", "Livorno Inf 2": "Mosta", "232 Bde Inf 1": "Mosta"}, phase="land_combat",
                dice=((6,), (6,), (6,), (6,)))  # fmt: skip
    do(war, "rest", "everyone", "everyone")
    assert [e.spaces for e in war.log or [] if e.kind == "land" and e.side == AX] == [
        (space(war, "Mosta"),),
        (space(war, "Luqa"),),
    ]
    assert step(war) not in ("Commit", "LandBattles")


@pytest.mark.rule("herkules", "OH-CBT.7", "OH-LC.2")
def test_two_picked_hits_on_like_infantry_cost_two() -> None:
    war = malta({"Regia Aeronautica Ftr 1-2": "Luqa", "231 Bde Inf 1-3": "Luqa"}, phase="land_combat", dice=((1, 1), (6, 6, 6)))
    do(war, ("fight", "Luqa"), "everyone")
    assert sum(place(war, f"231 Bde Inf {i}") == "Luqa" for i in (1, 2, 3)) == 1


@pytest.mark.rule("herkules", "OH-GEN.5", "OH-LAND.1")
def test_a_stack_is_more_than_one() -> None:
    war = malta({"Livorno Inf 1-2": "Luqa", "Livorno Art 1": "Mosta"}, works=(), phase="land")
    assert offers(war)["stack"] == ["Luqa"]


# --- sea


@pytest.mark.rule("herkules", "OH-LDG.9", "OH-LDG.2")
@pytest.mark.parametrize(("zone", "may"), [("9", False), ("10", True), ("20", True), ("8", True)])
def test_only_warships_in_the_port_s_own_zone_close_it(zone: str, may: bool) -> None:
    war = malta({"Livorno Inf 1": "Marsaxlokk", "Regia Marina Tr 1": "9", "Pedestal DD 1": zone}, phase="landing",
                freight={"Livorno Inf 2": "Regia Marina Tr 1"}, landing_needs_clear_zone=True)  # fmt: skip
    assert (step(war) == "Landing" and "unload" in offers(war)) == may


@pytest.mark.rule("herkules", "OH-CBT.6", "OH-SEA.6")
def test_the_usual_loss_spares_the_damaged_battleship() -> None:
    war = malta(
        {"Regia Marina BB 1-2": "18"}, phase="naval", hurt={"Regia Marina BB 1": 1}, mines=[(11, BR, 0)], dice=((1, 6, 6),)
    )
    group(war, "Regia Marina BB 1-2")
    do(war, ("sail", 11), "usual")
    assert war.hit1 & units(war, "Regia Marina BB 2") and not war.hit2


@pytest.mark.rule("herkules", "OH-NAV.1", "OH-NAV.7")
def test_the_safest_way_avoids_the_gun_for_the_axis_and_not_for_the_british() -> None:
    """From 17 to 11: by 18 past the gun at Kalafrana for the Axis; the British take the lower number, their own gun is no danger."""
    war = malta({"Regia Marina DD 1": "17", "Pedestal DD 1": "17"}, phase="naval", works=["Kalafrana Coastal gun 1"])
    group(war, "Regia Marina DD 1")
    do(war, ("sail", 11))
    assert place(war, "Regia Marina DD 1") == "11" and not told(war, "guns")
    while side(war) != "BR":
        wait(war)
    group(war, "Pedestal DD 1")
    do(war, ("sail", 11))
    assert [war.setup.zone_ids[e.spaces[1] - war.setup.lands] for e in war.log or [] if e.kind == "sail" and e.side == BR] == [
        10,
        11,
    ]


@pytest.mark.rule("herkules", "OH-NAV.11", "OH-NAV.15")
def test_coming_back_a_fleet_in_the_way_closes_the_water_behind_it() -> None:
    """By option ships stop at warships: with British destroyers in 3, 5, 14 and 15 a transport from Sicily cannot reach zone 4; on turn 1 it could."""
    where = {
        "Regia Marina Tr 1": "Axis ships",
        "Pedestal DD 1": "3",
        "Pedestal DD 2": "5",
        "Pedestal DD 3": "14",
        "Pedestal DD 4": "15",
    }
    for turn, may in ((4, False), (1, True)):
        war = malta(where, phase="naval", turn=turn, ships_stop_on_contact=True)
        while step(war) != "Naval":
            wait(war)
        do(war, ("unit", "Regia Marina Tr 1"))
        assert (war.setup.space_names[war.setup.zone_of[4]] in offers(war)["sail"]) == may


@pytest.mark.rule("herkules", "OH-NAV.7", "OH-NAV.9")
def test_one_gun_is_not_asked_for_by_name() -> None:
    war = malta({"Regia Marina DD 1": "17"}, phase="naval", works=["Kalafrana Coastal gun 1"])
    group(war, "Regia Marina DD 1")
    do(war, ("sail", 10))
    assert set(offers(war)) == {"salvo", "hold"}


@pytest.mark.rule("herkules", "OH-NAV.14", "OH-SEA.8")
def test_after_the_naval_move_sweepers_are_like_others() -> None:
    war = malta(
        {"Regia Marina DD 1-3": "11", "Pedestal CA 1-2": "11"},
        phase="naval",
        mines=[(11, BR, 0)],
        dice=((6, 6, 6), (6, 6, 6), (1, 6)),
    )
    group(war, "Regia Marina DD 1-2")
    do(war, "sweep")
    while step(war) != "Commit":
        wait(war)
    do(war, "everyone")
    assert step(war) == "Aim" and offers(war)["hit"] == ["Regia Marina DD 1"]


@pytest.mark.rule("herkules", "OH-RG.3", "OH-RG.4", "OH-RG.5")
def test_whoever_has_lost_his_field_goes_to_the_emptiest_that_works() -> None:
    """Luqa has fallen; Halfar is ruined, Takali and Kirkop are crowded, Krendi has one, Kalafrana nobody."""
    war = malta({"Livorno Inf 1": "Luqa", "AHQ Malta Ftr 1": "Mosta", "AHQ Malta Ftr 2-3": "Takali", "AHQ Malta Tac 1-2": "Kirkop",
                 "AHQ Malta Ftr 4": "Krendi"}, phase="aircraft", first=BR, spent=BR, damage={"Halfar": 4})  # fmt: skip
    do(war, "home")
    assert place(war, "AHQ Malta Ftr 1") == "Kalafrana"


# --- what is refused, and why


@pytest.mark.rule("herkules", "OH-AIR.1", "OH-LDG.1")
def test_nonsense_is_told_from_what_is_forbidden() -> None:
    """Ground units are nothing to choose in the air move, nor enemies or ships in a landing; a laden ship is, even where she may not unload."""
    war = malta({"Livorno Inf 1": "Krendi"}, phase="air")
    found = war.why_not("unit", "Livorno Inf 1")
    assert found is not None and "nothing to choose" in found.reason
    war = malta({"Regia Marina Tr 1-2": "11", "231 Bde Inf 1": "Luqa"}, phase="landing", beach={"Livorno Inf 1": "Regia Marina Tr 1"},
                freight={"Livorno Inf 2": "Regia Marina Tr 2"})  # fmt: skip
    for name in ("231 Bde Inf 1", "Regia Marina Tr 1"):
        found = war.why_not("unit", name)
        assert found is not None and "nothing to choose" in found.reason
    found = war.why_not("unload", "Regia Marina Tr 2")
    assert found is not None and "nothing to choose" not in found.reason


@pytest.mark.rule("herkules", "OH-LDG.9", "OH-GEN.5")
def test_a_fleet_elsewhere_is_no_reason() -> None:
    """British destroyers in zone 20 hold up nobody in zone 11: the second battalion waits only because the first is taken in order."""
    war = malta({"Regia Marina Tr 1-2": "11", "Pedestal DD 1": "20"}, phase="landing", landing_needs_clear_zone=True,
                beach={"Livorno Inf 1": "Regia Marina Tr 1", "Livorno Inf 2": "Regia Marina Tr 2"})  # fmt: skip
    assert refusal(war, "unit", "Livorno Inf 2") == "OH-GEN.5"


@pytest.mark.rule("herkules", "OH-AIR.10", "OH-RG.3")
@pytest.mark.parametrize(("target", "rule"), [("24", "OH-AIR.10"), ("1", "OH-AIR.10"), ("Mosta", "OH-RG.3")])
def test_why_aircraft_cannot_land_there(target: str, rule: str) -> None:
    war = malta({"AHQ Malta Ftr 1": "Mosta"}, phase="aircraft", first=BR)
    group(war, "AHQ Malta Ftr 1")
    assert refusal(war, "to", target) == rule


# --- what check() would not let pass


@pytest.mark.rule("herkules", "OH-LDG.5", "OH-AIR.10", "OH-GEN.5")
def test_broken_positions_are_noticed() -> None:
    war = malta({}, phase="land")
    war.put(piece(war, "231 Bde Inf 1"), war.setup.lost[AX])
    with pytest.raises(AssertionError):
        war.check()
    war = malta({"Eagle Group CV 1": "17"}, phase="land", deck={"Pedestal Ftr 1-2": "Eagle Group CV 1"})
    war.put(piece(war, "Eagle Group Ftr 1"), war.setup.zone_of[17])
    war.stow(piece(war, "Eagle Group Ftr 1"), piece(war, "Eagle Group CV 1"))
    with pytest.raises(AssertionError, match="too many aircraft"):
        war.check()
    war = malta({"Regia Marina Tr 1": "17"}, phase="land", freight={"Livorno Inf 1-2": "Regia Marina Tr 1"})
    war.beach, war.freight = war.freight, 0
    with pytest.raises(AssertionError, match="carries too much"):
        war.check()
