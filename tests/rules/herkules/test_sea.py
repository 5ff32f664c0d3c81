"""Supply, the naval move, sea combat, landings and ports [OH-SUP, OH-NAV, OH-SEA, OH-LDG]."""

from __future__ import annotations

import pytest

from grandharbour.engine.geometry.bits import bits
from grandharbour.games.herkules.state import AX, BR

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
    sea,
    side,
    skip_to,
    space,
    step,
    told,
    units,
)  # fmt: skip

# --- supply


@pytest.mark.rule("herkules", "OH-SUP.1", "OH-SUP.8")
def test_no_attack_without_a_marker() -> None:
    """A British battalion at Luqa may not enter contested Kirkop, nor Axis-held Krendi, until a marker is spent."""
    force = {"233 Bde Inf 1": "Luqa", "231 Bde Inf 1": "Kirkop", "Livorno Inf 1": "Kirkop", "Livorno Inf 2": "Krendi"}
    war = malta(force, first=BR)
    group(war, "233 Bde Inf 1")
    assert refusal(war, "to", "Kirkop") == "OH-SUP.8" and refusal(war, "to", "Krendi") == "OH-SUP.1"
    assert refusal(war, "to", "Qormi") == ""
    spent = malta(force, first=BR, spent=BR)
    group(spent, "233 Bde Inf 1")
    assert refusal(spent, "to", "Kirkop") == refusal(spent, "to", "Krendi") == ""


@pytest.mark.rule("herkules", "OH-SUP.2", "OH-SUP.15")
def test_one_marker_for_all() -> None:
    """One marker, taken from Gozo, serves units at both ends of Malta; it is asked for once."""
    force = {"233 Bde Inf 1": "Luqa", "232 Bde Inf 1": "Mellieha", "Livorno Inf 1": "Kirkop", "Livorno Inf 2": "Marfa"}
    war = malta(force, first=BR, phase="supply", british={"Victoria": 2, "Valletta": 1})
    do(war, "expend")
    assert offers(war) == {"from": ["Victoria", "Valletta"]} and refusal(war, "from", "Luqa") == "OH-SUP.1"
    do(war, ("from", "Victoria"))
    assert war.supplied(BR) and war.marker_count(BR) == 2 and step(war) != "Supply"
    skip_to(war, "Land")
    group(war, "233 Bde Inf 1")
    assert refusal(war, "to", "Kirkop") == ""
    do(war, ("to", "Kirkop"))
    group(war, "232 Bde Inf 1")
    assert refusal(war, "to", "Marfa") == ""


PARAS = {"7. Flieger Inf 1-2": "Luqa", "Folgore Inf 1": "Halfar"}


@pytest.mark.rule("herkules", "OH-SUP.3")
def test_the_free_attack_of_paratroops() -> None:
    """Paratroops on Luqa and on Halfar: only one field attacks, and only one neighbour."""
    war = malta(PARAS, works=True)
    group(war, "7. Flieger Inf 1")
    assert set(offers(war)["to"]) == {"Zebbug", "Qormi", "Cottonera", "Zejtun", "Kirkop", "Krendi"}
    do(war, ("to", "Kirkop"))
    group(war, "7. Flieger Inf 2")
    assert offers(war)["to"] == ["Kirkop"] and refusal(war, "to", "Qormi") == "OH-SUP.3"
    do(war, ("to", "Kirkop"))
    assert step(war) != "Land" or "Folgore Inf 1" not in offers(war).get("unit", [])
    halfar = malta(
        {"7. Flieger Inf 1": "Luqa", "Folgore Inf 1": "Halfar", "Folgore Inf 2": "Kirkop"},
        works=["Krendi Bunker 1", "Qormi Bunker 1"],
    )
    group(halfar, "7. Flieger Inf 1")
    do(halfar, ("to", "Qormi"))
    group(halfar, "Folgore Inf 1")
    assert refusal(halfar, "to", "Krendi") == "OH-SUP.3" and refusal(halfar, "to", "Kirkop") == ""


@pytest.mark.rule("herkules", "OH-SUP.3")
def test_air_landed_troops_have_no_free_attack() -> None:
    war = malta({"La Spezia Inf 1": "Luqa", "7. Flieger Inf 1": "Qormi", "7. Flieger Inf 2": "Takali"}, works=True)
    assert refusal(war, "unit", "La Spezia Inf 1") == "OH-SUP.7"
    assert refusal(war, "unit", "7. Flieger Inf 1") == "OH-SUP.7"  # no airfield at Qormi


@pytest.mark.rule("herkules", "OH-SUP.4")
def test_the_free_attack_from_a_beach() -> None:
    """Krendi with a transport in zone 11: one of Siggiewi, Luqa, Kirkop and Halfar; with a submarine only, none."""
    force = {"Livorno Inf 1-2": "Krendi", "Regia Marina Tr 1": "11"}
    war = malta(force, works=True)
    group(war, "Livorno Inf 1")
    assert set(offers(war)["to"]) == {"Siggiewi", "Luqa", "Kirkop", "Halfar"}
    do(war, ("to", "Luqa"))
    group(war, "Livorno Inf 2")
    assert offers(war)["to"] == ["Luqa"] and refusal(war, "to", "Halfar") == "OH-SUP.4"
    submarine = malta(
        {"Livorno Inf 1-2": "Krendi", "Regia Marina Sub 1": "11", "Livorno Inf 3": "Gharb", "Friuli Inf 1": "Victoria"},
        works=True,
    )
    assert refusal(submarine, "unit", "Livorno Inf 1") == "OH-SUP.7"


@pytest.mark.rule("herkules", "OH-SUP.4")
def test_an_airfield_by_the_coast_has_both() -> None:
    """Paratroops at Krendi with ships off shore: the beach has its target, the field another."""
    war = malta({"7. Flieger Inf 1-2": "Krendi", "Regia Marina DD 1": "11"}, works=True)
    group(war, "7. Flieger Inf 1")
    do(war, ("to", "Luqa"))
    group(war, "7. Flieger Inf 2")
    assert refusal(war, "to", "Halfar") == ""
    do(war, ("to", "Halfar"))
    assert (war.free_field, war.free_target) == (space(war, "Krendi"), space(war, "Halfar"))
    assert war.beaches == [(space(war, "Krendi"), space(war, "Luqa"))]


@pytest.mark.rule("herkules", "OH-SUP.5", "OH-AIR.11")
def test_always_supplied() -> None:
    """Without a marker carrier aircraft and bombers from Gibraltar strike where they like; fighters of Luqa do not."""
    war = malta(
        {"Eagle Group CV 1": "17", "AHQ Malta Ftr 1": "Luqa", "Livorno Inf 1": "Krendi"}, phase="air", first=BR,
        deck={"Eagle Group Ftr 1": "Eagle Group CV 1"},
    )  # fmt: skip
    for name in ("Eagle Group Ftr 1", "Gibraltar Str 1"):
        group(war, name)
        assert refusal(war, "to", "Krendi") == "", name
    group(war, "AHQ Malta Ftr 1")
    assert refusal(war, "to", "Krendi") == "OH-AIR.11"
    ships = malta({"Eagle Group DD 1": "17", "Regia Marina DD 1": "10"}, phase="naval", first=BR)
    group(ships, "Eagle Group DD 1")
    assert refusal(ships, "sail", 10) == ""


@pytest.mark.rule("herkules", "OH-SUP.6", "OH-SUP.10", "OH-CBT.1")
def test_fights_go_on_and_defence_is_full() -> None:
    """Nobody spends anything in contested Kirkop: one round is fought, everybody at full value."""
    war = malta({"Livorno Inf 1": "Kirkop", "231 Bde Art 1": "Kirkop"}, phase="land_combat", dice=((3,), (3,)))
    do(war, "everyone")
    # Infantry needs 2 and misses with 3, artillery needs 3 and hits.
    assert [(d, r) for _, _, d, r in told(war, "land")] == [((3,), "hits-0"), ((3,), "hits-1")]
    assert place(war, "Livorno Inf 1") != "Kirkop" and place(war, "231 Bde Art 1") == "Kirkop"


@pytest.mark.rule("herkules", "OH-SUP.7", "OH-SUP.9", "OH-LAND.3")
def test_moving_without_supply() -> None:
    """Out of contested Kirkop to an empty territory, not to one with a bunker."""
    war = malta(
        {"231 Bde Inf 1": "Kirkop", "Livorno Inf 1": "Kirkop", "Livorno Inf 2": "Halfar"}, first=BR, works=["Krendi Bunker 1"]
    )
    group(war, "231 Bde Inf 1")
    assert refusal(war, "to", "Halfar") == "OH-SUP.1" and refusal(war, "to", "Krendi") == ""
    do(war, ("to", "Zejtun"))
    assert place(war, "231 Bde Inf 1") == "Zejtun"
    axis = malta({"231 Bde Inf 1": "Kirkop", "Livorno Inf 1": "Kirkop"}, works=["Krendi Bunker 1"])
    group(axis, "Livorno Inf 1")
    assert set(offers(axis)["to"]) == {"Zejtun", "Luqa", "Halfar", "Kalafrana"}
    locked = malta({"231 Bde Inf 1": "Kirkop", "Livorno Inf 1": "Kirkop", "Livorno Inf 2": "Gharb"}, works=True, first=AX)
    assert refusal(locked, "unit", "Livorno Inf 1") == "OH-SUP.7"


@pytest.mark.rule("herkules", "OH-SUP.11", "OH-PARA.7")
def test_only_landing_units_join_without_supply() -> None:
    """Marching into a fight needs a marker; coming from the sea or the air does not."""
    force = {"Livorno Inf 1": "Krendi", "231 Bde Inf 1": "Krendi", "Livorno Inf 2": "Siggiewi", "Regia Marina Tr 1": "11"}
    war = malta({k: v for k, v in force.items() if "Tr" not in k}, works=["Dingli Bunker 1"])
    group(war, "Livorno Inf 2")
    assert refusal(war, "to", "Krendi") == "OH-SUP.8"
    landing = malta(force, phase="landing", beach={"Livorno Inf 3": "Regia Marina Tr 1"})
    do(landing, ("unit", "Livorno Inf 3"), ("to", "Krendi"))
    assert place(landing, "Livorno Inf 3") == "Krendi"
    drop = malta({k: v for k, v in force.items() if "Tr" not in k}, phase="air", dice=((6,),))
    do(drop, "lift", ("drop", "Krendi"), ("jump", "7. Flieger Art 1"), ("count", 1), "enough", "done")
    skip_to(drop, "Commit")
    assert place(drop, "7. Flieger Art 1") == "Krendi" and "7. Flieger Art 1" in offers(drop)["commit"]


@pytest.mark.rule("herkules", "OH-SUP.12", "OH-SUP.13", "OH-NAV.16")
def test_carrying_supply() -> None:
    """Any number of transports take two markers each, and nothing beside; ashore they count."""
    war = malta({"Regia Marina Tr 1-8": "Axis ships"}, phase="naval", turn=2)
    for _ in range(8):
        do(war, "provisions")
    assert [n for _, n in war.stores] == [2] * 8 and step(war) == "Naval" and war.marker_count(AX) == 0
    port = {"Livorno Inf 1": "St Paul's Bay", "Regia Marina Tr 1": "5"}
    war = malta(port, phase="landing", stores=["Regia Marina Tr 1"], turn=4)
    do(war, ("unload", "Regia Marina Tr 1"))
    assert (
        war.markers_ax[space(war, "St Paul's Bay")] == 2 and war.port_used[space(war, "St Paul's Bay")] == 1 and war.assault == 0
    )
    coast = malta({"Livorno Inf 1": "Krendi", "Regia Marina Tr 1": "11"}, phase="landing", stores=["Regia Marina Tr 1"])
    do(coast, ("unload", "Regia Marina Tr 1"))
    assert coast.markers_ax[space(coast, "Krendi")] == 2 and coast.assault == 0
    contested = malta(
        {"Livorno Inf 1": "Krendi", "Regia Marina Tr 1": "11"},
        phase="landing",
        stores=["Regia Marina Tr 1"],
        works=["Krendi Bunker 1"],
        dice=((6,), (6,)),
    )
    assert step(contested) != "Landing"  # neither port nor held coast


@pytest.mark.rule("herkules", "OH-SUP.14", "OH-LC.15")
@pytest.mark.parametrize(("taker", "owner", "caught"), [(5, 2, True), (2, 5, False), (4, 4, False)])
def test_capture(taker: int, owner: int, caught: bool) -> None:
    """The Axis clears Luqa with two markers: captured with 5 against 2, burnt with 2 against 5 or a tie."""
    war = malta(
        {"Livorno Art 1": "Luqa", "231 Bde Inf 1": "Luqa"},
        phase="land_combat",
        british={"Luqa": 2},
        dice=((1,), (6,), taker, owner),
    )
    do(war, "everyone")
    assert war.markers_br[space(war, "Luqa")] == 0 and war.markers_ax[space(war, "Luqa")] == (2 if caught else 0)
    assert told(war, "stores") == [("stores", "OH-SUP.14", (taker, owner), "captured" if caught else "destroyed")]


@pytest.mark.rule("herkules", "OH-SUP.14")
def test_capture_without_a_fight() -> None:
    """Entering an empty territory, retaking one, dropping on one and walking out of one all decide about the markers."""
    walk = malta({"Livorno Inf 1": "Krendi"}, british={"Luqa": 1}, dice=(6, 1))
    do(walk, ("unit", "Livorno Inf 1"), ("to", "Luqa"))
    assert walk.markers_ax[space(walk, "Luqa")] == 1
    leave = malta({"Livorno Inf 1": "Krendi"}, axis={"Krendi": 3}, dice=(6, 1))
    do(leave, ("unit", "Livorno Inf 1"), ("to", "Luqa"))
    assert leave.markers_br[space(leave, "Krendi")] == 3
    stay = malta(
        {"Livorno Inf 1": "Krendi"}, works=["Krendi Bunker 1"], british={"Krendi": 2}, phase="air_combat", dice=((6,), (6,))
    )
    do(stay, "everyone")
    assert stay.markers_br[space(stay, "Krendi")] == 2  # the bunker still guards them
    drop = malta({}, phase="air", british={"Qormi": 1}, dice=(1, 6))
    do(drop, "lift", ("drop", "Qormi"), ("jump", "7. Flieger AT 1"), ("count", 1), "enough", "done")
    while not drop.stands(AX):
        drop.play("done")
    assert place(drop, "7. Flieger AT 1") == "Qormi" and drop.marker_count(BR) == drop.marker_count(AX) == 0


@pytest.mark.rule("herkules", "OH-SUP.16", "OH-FAC.2", "OH-FAC.3")
def test_repairs() -> None:
    """One marker mends all five damage of Luqa; operations need another; enemy-occupied fields are out of reach."""
    war = malta({"Livorno Inf 1": "Halfar"}, first=BR, phase="supply", british={"Valletta": 2}, damage={"Luqa": 5, "Halfar": 4})
    assert offers(war)["repair"] == ["Luqa"] and refusal(war, "repair", "Halfar") == "OH-SUP.16"
    assert refusal(war, "repair", "Takali") == "OH-SUP.16" and not war.works(space(war, "Luqa"), True)
    do(war, ("repair", "Luqa"))
    assert war.damage[space(war, "Luqa")] == 0 and war.works(space(war, "Luqa"), True)
    assert not war.supplied(BR) and war.marker_count(BR) == 1
    do(war, "expend")
    assert war.supplied(BR) and war.marker_count(BR) == 0


# --- sailing


@pytest.mark.rule("herkules", "OH-NAV.1", "OH-NAV.2")
def test_groups_and_distance() -> None:
    """A destroyer goes three zones, with a transport two; a group starts from one zone; the initiative first."""
    force = {"Regia Marina DD 1": "18", "Regia Marina Tr 1": "18", "Regia Marina DD 2": "22", "Eagle Group DD 1": "24"}
    war = malta(force, phase="naval")
    assert side(war) == "AX"
    group(war, "Regia Marina DD 1")
    assert (
        refusal(war, "sail", 13) == "" and refusal(war, "sail", 7) == "" and refusal(war, "sail", 6) == "OH-NAV.2"
    )  # 18-17-24-7 and no farther
    group(war, "Regia Marina DD 1", "Regia Marina Tr 1")
    assert (
        refusal(war, "sail", 14) == "OH-NAV.2" and refusal(war, "sail", 13) == "" and refusal(war, "sail", "Luqa") == "OH-NAV.2"
    )
    assert refusal(war, "unit", "Regia Marina DD 2") == "OH-NAV.1"
    do(war, ("sail", 19))
    assert refusal(war, "unit", "Regia Marina Tr 1") == "OH-NAV.2"  # a group sails once
    do(war, "done")
    assert side(war) == "BR"


@pytest.mark.rule("herkules", "OH-NAV.3", "OH-NAV.9", "OH-SEA.9")
def test_a_submarine_arrives() -> None:
    """It meets a battleship and three transports, rolls 2 and sinks a loaded transport at once, without an answer."""
    war = malta(
        {"Pedestal Sub 1": "18", "Regia Marina BB 1": "11", "Regia Marina Tr 1-3": "11"}, phase="naval", first=BR,
        beach={"Livorno Inf 1": "Regia Marina Tr 1"}, dice=((2,),),
    )  # fmt: skip
    do(war, ("unit", "Pedestal Sub 1"), ("sail", 11))
    assert side(war) == "BR" and war.asked()[0].rule == "OH-NAV.3"
    do(war, "salvo")
    assert step(war) == "Aim" and side(war) == "BR"
    do(war, ("hit", "Regia Marina Tr 1"))
    assert is_lost(war, "Regia Marina Tr 1") and is_lost(war, "Livorno Inf 1") and place(war, "Pedestal Sub 1") == "11"
    assert war.rolled == 1 and war.fired >> piece(war, "Pedestal Sub 1") & 1  # once a turn


@pytest.mark.rule("herkules", "OH-NAV.4", "OH-NAV.9")
def test_a_submarine_waits() -> None:
    """Ships that pass through its zone are attacked there; one that holds its fire may use it on the next."""
    war = malta({"Regia Marina Tr 1-2": "18", "Eagle Group Sub 1": "11"}, phase="naval", dice=((1,),))
    group(war, "Regia Marina Tr 1")
    do(war, ("sail", 11), "hold")
    assert place(war, "Regia Marina Tr 1") == "11"
    group(war, "Regia Marina Tr 2")
    do(war, ("sail", 11))
    assert war.asked()[0].rule == "OH-NAV.4" and side(war) == "BR"
    do(war, "salvo")
    assert is_lost(war, "Regia Marina Tr 2") and not is_lost(war, "Regia Marina Tr 1")


@pytest.mark.rule("herkules", "OH-NAV.5")
def test_staying_beside_a_submarine() -> None:
    """A fleet that stays is attacked when its own side has moved, before the other moves; one that leaves is not."""
    force = {"Regia Marina Tr 1-2": "11", "Eagle Group Sub 1": "11", "Regia Marina DD 1": "18"}
    war = malta(force, phase="naval", dice=((1,),))
    group(war, "Regia Marina Tr 1")
    do(war, ("sail", 12))
    do(war, "done")
    assert war.asked()[0].rule == "OH-NAV.5" and step(war) == "React" and side(war) == "BR"
    do(war, "salvo")
    assert is_lost(war, "Regia Marina Tr 2") and not is_lost(war, "Regia Marina Tr 1")
    gone = malta(force, phase="naval")
    do(gone, ("unit", "Regia Marina Tr 1"), ("count", 2), ("sail", 12), "done")
    assert step(gone) == "Naval" and side(gone) == "BR"


@pytest.mark.rule("herkules", "OH-NAV.6", "OH-SEA.10")
def test_submarines_alone() -> None:
    """No guns, no submarines answer them in zone 8, only mines; unless they fire they cannot be hit. With a destroyer, they do."""
    force = {"Regia Marina Sub 1": "17", "Regia Marina DD 1": "17", "Eagle Group Sub 1": "8", "Eagle Group DD 1": "8"}
    war = malta(force, phase="naval", works=True, mines=[(8, BR, 0)], dice=((6, 6, 6),))
    group(war, "Regia Marina Sub 1")
    do(war, ("sail", 8))
    assert war.asked()[0].rule == "OH-NAV.3" and side(war) == "AX" and dice_rolled(war, "mines") == [3]
    do(war, "hold")
    assert war.unseen == units(war, "Regia Marina Sub 1")
    skip_to(war, "Commit")
    assert step(war) == "Commit" and side(war) == "AX"
    do(war, "engage")
    assert not told(war, "broadside") and not is_lost(war, "Regia Marina Sub 1")
    mixed = malta(force, phase="naval", works=True)
    group(mixed, "Regia Marina Sub 1", "Regia Marina DD 1")
    do(mixed, ("sail", 8))
    assert mixed.asked()[0].rule == "OH-NAV.7" and mixed.unseen == 0


@pytest.mark.rule("herkules", "OH-NAV.7", "OH-NAV.8")
def test_guns_of_grand_harbour() -> None:
    """Seven guns bear on zone 7; Madliena's two have fired into zone 6, so five are left. The British pick the ship."""
    war = malta(
        {"Regia Marina Tr 1": "23", "Regia Marina BB 1": "23"}, phase="naval", works=True, dice=((6,), (6,), (1, 6, 6, 6, 6))
    )
    group(war, "Regia Marina Tr 1")
    do(war, ("sail", 6))
    assert len(offers(war)["fire"]) == 3  # St Paul's Bay, Maghtab, Madliena (two alike)
    do(war, ("fire", "Madliena Coastal gun 1"), ("fire", "Madliena Coastal gun 2"), "hold")
    group(war, "Regia Marina BB 1")
    do(war, ("sail", 7))
    assert war.asked()[0].rule == "OH-NAV.7" and refusal(war, "fire", "Madliena Coastal gun 1") == "OH-NAV.9"
    do(war, "salvo", ("hit", "Regia Marina BB 1"))
    assert dice_rolled(war, "guns") == [1, 1, 5] and hits(war, "Regia Marina BB 1") == 1


@pytest.mark.rule("herkules", "OH-NAV.7", "OH-NAV.8", "OH-NAV.9")
def test_guns_fire_at_ships_that_pass() -> None:
    """From 4 through zone 5 to zone 6: each gun fires once in all, and ships sunk at 5 never reach 6."""
    war = malta({"Regia Marina Tr 1-2": "4"}, phase="naval", works=True, dice=((1, 6, 6), (6, 6, 6)))
    group(war, "Regia Marina Tr 1-2")
    do(war, ("sail", 6), "salvo")
    assert place(war, "Regia Marina Tr 1") == "5"  # the fire meets them on their way
    do(war, ("hit", "Regia Marina Tr 1"))
    assert is_lost(war, "Regia Marina Tr 1")
    assert [g for g in offers(war)["fire"] if g.startswith("St Paul")] == []  # it has fired into zone 5
    do(war, "salvo")
    assert place(war, "Regia Marina Tr 2") == "6" and dice_rolled(war, "guns") == [3, 3]


@pytest.mark.rule("herkules", "OH-NAV.8")
def test_marfa_covers_two_zones() -> None:
    found = malta({}).setup
    bearing = {z: {found.piece_names[g] for g in bits(found.bearing[found.zone_of[z]])} for z in found.zone_ids}
    assert {z for z, guns in bearing.items() if "Marfa Coastal gun 1" in guns} == {4, 5}
    assert all(sum(gun in guns for guns in bearing.values()) <= 2 for gun in set.union(*bearing.values()))
    assert len(bearing[7]) == 7


@pytest.mark.rule("herkules", "OH-NAV.10", "OH-RAD.1")
def test_radar_redirects_ships() -> None:
    """Turn 9, the British first: a cruiser that used one of three points may go two more, if Naxxar's set works."""
    force = {"Eagle Group CA 1": "17", "Regia Marina Tr 1": "24"}
    war = malta(force, phase="naval", turn=9, first=BR, works=["Naxxar Radar set 1"])
    do(war, ("unit", "Eagle Group CA 1"), ("sail", 24))
    assert side(war) == "AX"
    do(war, "done")
    assert step(war) == "Redirect" and side(war) == "BR"
    group(war, "Eagle Group CA 1")
    assert refusal(war, "sail", 9) == "" and refusal(war, "sail", 10) == ""  # 24-17-9, 24-17-10
    assert refusal(war, "sail", 11) == "OH-NAV.2"
    blind = malta(force, phase="naval", turn=9, first=BR)
    do(blind, "done", "done")
    assert step(blind) not in ("Redirect", "Naval")


@pytest.mark.rule("herkules", "OH-NAV.10")
def test_following_without_radar() -> None:
    """The Axis entered zone 8 first and all naval sets are gone: allowed, unless the option forbids it."""
    force = {"Eagle Group DD 1": "24", "Regia Marina DD 1": "17"}
    for ban, rule in ((False, ""), (True, "OH-NAV.10")):
        war = malta(force, phase="naval", radar_ban=ban)
        do(war, ("unit", "Regia Marina DD 1"), ("sail", 8))
        group(war, "Eagle Group DD 1")
        assert refusal(war, "sail", 8) == rule
    seeing = malta(force, phase="naval", radar_ban=True, works=["Naxxar Radar set 1"])
    do(seeing, ("unit", "Regia Marina DD 1"), ("sail", 8))
    group(seeing, "Eagle Group DD 1")
    assert refusal(seeing, "sail", 8) == ""


@pytest.mark.rule("herkules", "OH-NAV.11", "OH-LDG.4", "OH-NAV.16")
def test_back_to_sicily() -> None:
    """A transport between British fleets and guns leaves without a shot, is free to load anew, and comes back next turn."""
    force = {
        "Regia Marina Tr 1": "7",
        "Regia Marina DD 1": "7",
        "Regia Marina CA 1": "7",
        "Eagle Group BB 1": "7",
        "Eagle Group Sub 1": "7",
    }
    war = malta(force, phase="naval", works=True, freight={"Assietta Inf 1": "Regia Marina Tr 1"})
    group(war, "Regia Marina CA 1")
    assert refusal(war, "reload") == "OH-NAV.11"
    group(war, "Regia Marina Tr 1", "Regia Marina DD 1")
    do(war, "reload")
    assert place(war, "Regia Marina Tr 1") == place(war, "Regia Marina DD 1") == "Axis ships" and war.rolled == 0
    assert place(war, "Assietta Inf 1") == "Axis troops" and not war.freight
    assert refusal(war, "unit", "Regia Marina Tr 1") == "OH-NAV.11"
    back = malta({"Regia Marina Tr 1": "Axis ships"}, phase="naval", turn=4)
    do(back, "assault", ("embark", "CCNN Inf 1"), ("unit", "Regia Marina Tr 1"))
    zones = offers(back)["sail"]
    assert sea(back, 22) in zones and sea(back, 7) in zones and sea(back, 11) in zones  # an outer zone, then two more
    assert "Luqa" not in zones and refusal(back, "sail", 12) == ""


@pytest.mark.rule("herkules", "OH-NAV.11")
def test_recall_of_empty_transports() -> None:
    war = malta({"Regia Marina Tr 1": "11", "Regia Marina Tr 2": "18", "Regia Marina Tr 3": "11"}, phase="naval",
                beach={"Livorno Inf 1": "Regia Marina Tr 3"})  # fmt: skip
    do(war, "recall")
    assert [place(war, f"Regia Marina Tr {i}") for i in (1, 2, 3)] == ["Axis ships", "Axis ships", "11"]


@pytest.mark.rule("herkules", "OH-NAV.12")
def test_first_placement_draws_fire() -> None:
    """Turn 1: any zone, and at zone 9 the guns of Marsaxlokk and Kalafrana answer. It is the whole move."""
    war = malta({"Regia Marina BB 1": "Axis ships"}, phase="naval", turn=1, works=True, dice=((2, 6),))
    do(war, ("unit", "Regia Marina BB 1"))
    assert len(offers(war)["sail"]) == 24
    do(war, ("sail", 9))
    assert set(offers(war)["fire"]) == {"Kalafrana Coastal gun 1", "Marsaxlokk Coastal gun 1"}
    do(war, "salvo", ("hit", "Regia Marina BB 1"))
    assert dice_rolled(war, "guns") == [2] and hits(war, "Regia Marina BB 1") == 1
    assert step(war) != "Naval" or side(war) == "BR" or refusal(war, "unit", "Regia Marina BB 1") == "OH-NAV.2"
    later = malta({"Regia Marina BB 1": "Axis ships"}, phase="naval", turn=2)
    do(later, ("unit", "Regia Marina BB 1"))
    assert refusal(later, "sail", 4) == "" and len(offers(later)["sail"]) < 25  # through an outer zone


FLEET = {"Regia Marina Tr 1-6": "18", "Regia Marina DD 1-6": "18"}


@pytest.mark.rule("herkules", "OH-NAV.13")
def test_mines_once_for_each_group() -> None:
    """Twelve ships in one group: three dice; in two groups: twice. The owner chooses, and who laid them is safe."""
    war = malta(FLEET, phase="naval", mines=[(11, BR, 0)], dice=((2, 3, 6),))
    group(war, *FLEET)
    do(war, ("sail", 11))
    assert dice_rolled(war, "mines") == [3] and side(war) == "AX" and step(war) == "Lose"
    do(war, ("lose", "Regia Marina DD 1"))
    assert hits(war, "Regia Marina DD 1") == 1 and war.mines  # the field stays
    two = malta(FLEET, phase="naval", mines=[(11, BR, 0)], dice=((6, 6, 6), (6, 6, 6)))
    for word in FLEET:
        group(two, word)
        do(two, ("sail", 11))
    assert dice_rolled(two, "mines") == [3, 3]
    friends = malta({"Eagle Group BB 1": "18"}, phase="naval", first=BR, mines=[(11, BR, 0)])
    do(friends, ("unit", "Eagle Group BB 1"), ("sail", 11))
    assert friends.rolled == 0


@pytest.mark.rule("herkules", "OH-NAV.14")
@pytest.mark.parametrize(
    ("before", "dice", "after"), [(0, (6, 6, 6), 1), (2, (6, 6, 6), None), (2, (1, 1, 6), 0), (2, (1, 6, 6), None)]
)
def test_sweeping(before: int, dice: tuple[int, ...], after: int | None) -> None:
    """Two destroyers, three turns running, each time after the mine's dice; if one is sunk the count begins again."""
    war = malta({"Regia Marina DD 1-3": "11"}, phase="naval", mines=[(11, BR, before)], dice=(dice,))
    group(war, "Regia Marina DD 1-3")
    assert refusal(war, "sweep") == "OH-NAV.14"
    group(war, "Regia Marina DD 1-2")
    do(war, "sweep")
    assert refusal(war, "unit", "Regia Marina DD 1") == "OH-NAV.14"
    do(war, "done")
    while step(war) == "Lose":
        do(war, ("lose", "Regia Marina DD 1"))
    assert [turns for _, _, turns in war.mines] == ([] if after is None else [after])


@pytest.mark.rule("herkules", "OH-NAV.14")
def test_sweeping_must_go_on() -> None:
    war = malta({"Regia Marina DD 1-2": "11"}, phase="naval", mines=[(11, BR, 2)])
    do(war, "done")
    assert war.mines == [(space(war, "11"), BR, 0)]
    mine = malta({"Eagle Group DD 1-2": "11"}, phase="naval", first=BR, mines=[(11, BR, 0)])
    group(mine, "Eagle Group DD 1-2")
    assert refusal(mine, "sweep") == "OH-NAV.14"  # their own field


@pytest.mark.rule("herkules", "OH-NAV.15", "OH-CBT.2")
def test_enemies_in_one_zone() -> None:
    """Fleets that share a zone may stay or leave, and pass enemies, unless the option stops them."""
    force = {"Regia Marina DD 1": "18", "Eagle Group DD 1": "11", "Eagle Group DD 2": "18"}
    war = malta(force, phase="naval")
    group(war, "Regia Marina DD 1")
    assert refusal(war, "sail", 12) == ""  # out of 18 and through 11 or 19
    only = malta(
        {"Regia Marina DD 1": "18", "Eagle Group DD 1": "11", "Eagle Group DD 2": "19", "Eagle Group DD 3": "18"},
        phase="naval",
        ships_stop_on_contact=True,
    )
    group(only, "Regia Marina DD 1")
    assert refusal(only, "sail", 12) == "OH-NAV.2" and refusal(only, "sail", 11) == ""
    free = malta({"Regia Marina DD 1": "18", "Eagle Group DD 1": "11", "Eagle Group DD 2": "19"}, phase="naval")
    group(free, "Regia Marina DD 1")
    assert refusal(free, "sail", 12) == ""
    fought = malta({"Regia Marina DD 1": "18", "Eagle Group DD 1": "18"}, phase="sea", dice=((6,), (6,)))
    do(fought, "everyone")
    assert place(fought, "Regia Marina DD 1") == place(fought, "Eagle Group DD 1") == "18"


@pytest.mark.rule("herkules", "OH-NAV.16")
def test_one_sort_of_load() -> None:
    """A transport loaded one way takes nothing else."""
    war = malta({"Regia Marina Tr 1": "Axis ships"}, phase="naval", turn=2)
    do(war, "assault")
    war.play("embark", offers(war)["embark"][0])
    assert war.beach == units(war, "Regia Marina Tr 1") and step(war) == "Naval"
    port = malta({"Regia Marina Tr 1-2": "Axis ships"}, phase="naval", turn=2)
    do(port, "freight", ("embark", "Assietta Inf 1"), ("embark", "Assietta Art 1"))
    assert port.cargo(units(port, "Regia Marina Tr 1")).bit_count() == 2 and port.freight == units(port, "Regia Marina Tr 1")


# --- sea combat


@pytest.mark.rule("herkules", "OH-SEA.1", "OH-SEA.4", "OH-SEA.8")
def test_aircraft_alone_against_a_fleet() -> None:
    """Three tactical bombers hit twice where they like; a battleship and two destroyers answer with 2 each, at aircraft."""
    war = malta(
        {"Regia Aeronautica Tac 1-3": "11", "Eagle Group BB 1": "11", "Eagle Group DD 1-2": "11"}, phase="sea",
        dice=((2, 3, 5), (2, 1, 6)),
    )  # fmt: skip
    do(war, "everyone")
    assert [d for _, _, d, _ in told(war, "broadside")] == [(2, 3, 5), (2, 1, 6)]
    assert step(war) == "Aim" and side(war) == "AX" and set(offers(war)["hit"]) == {"Eagle Group BB 1", "Eagle Group DD 1"}
    do(war, ("hit", "Eagle Group DD 1"), ("hit", "Eagle Group DD 1"))
    assert is_lost(war, "Eagle Group DD 1") and war.mine(AX, space(war, "11"), war.setup.air).bit_count() in (0, 1)
    assert sum(is_lost(war, f"Regia Aeronautica Tac {i}") for i in (1, 2, 3)) == 2


@pytest.mark.rule("herkules", "OH-SEA.5", "OH-SEA.8", "OH-CBT.7")
def test_a_mixed_battle() -> None:
    """With an Axis destroyer there the battleship needs 4, destroyers 2, and they may pick aircraft or the destroyer."""
    war = malta(
        {"Regia Aeronautica Tac 1-3": "11", "Regia Marina DD 1": "11", "Eagle Group BB 1": "11", "Eagle Group DD 1-2": "11"},
        phase="sea", dice=((6,), (6, 6, 6), (2, 3), (4,)),
    )  # fmt: skip
    do(war, "everyone")
    assert told(war, "broadside")[1][2:] == ((2, 3, 4), "hits-2")
    assert side(war) == "BR" and set(offers(war)["hit"]) == {"Regia Aeronautica Tac 1", "Regia Marina DD 1"}
    do(war, ("hit", "Regia Aeronautica Tac 1"), ("hit", "Regia Marina DD 1"))
    assert is_lost(war, "Regia Aeronautica Tac 1") and hits(war, "Regia Marina DD 1") == 1


@pytest.mark.rule("herkules", "OH-SEA.2")
def test_guns_are_silent_in_sea_combat() -> None:
    """Ships fight in zone 7 under seven guns: only the ships roll."""
    guns = [
        f"{t} Coastal gun {i}"
        for t, n in (("Valletta", 2), ("Zabbar", 2), ("Madliena", 2), ("Sliema", 1))
        for i in range(1, n + 1)
    ]
    war = malta({"Regia Marina DD 1": "7", "Eagle Group DD 1": "7"}, phase="sea", works=guns, dice=((6,), (6,)))
    do(war, "everyone")
    assert dice_rolled(war, "broadside") == [1, 1] and not told(war, "guns")


@pytest.mark.rule("herkules", "OH-SEA.3", "OH-RAD.1")
def test_naval_radar_adds_a_die() -> None:
    """In zone 20 with Xaghra's set: one more British die that hits on 2; the Axis chooses the loss."""
    force = {"Regia Marina DD 1": "20", "Regia Marina CA 1": "20", "Eagle Group DD 1": "20"}
    war = malta(force, phase="sea", works=["Xaghra Radar set 1"], dice=((6,), (6,), (6,), (2,)))
    do(war, "everyone")
    assert dice_rolled(war, "broadside") == [2, 2] and step(war) == "Lose" and side(war) == "AX"
    do(war, ("lose", "Regia Marina CA 1"))
    assert hits(war, "Regia Marina CA 1") == 1
    attacking = malta(force, phase="sea", first=BR, works=["Xaghra Radar set 1"], dice=((6,), (2,), (6,), (6,)))
    do(attacking, "everyone")
    assert dice_rolled(attacking, "broadside") == [2, 2] and step(attacking) == "Lose"
    none = malta(force, phase="sea", works=["Dingli Radar set 1"], dice=((6,), (6,), (6,)))
    do(none, "everyone")
    assert dice_rolled(none, "broadside") == [2, 1]


@pytest.mark.rule("herkules", "OH-SEA.6")
def test_hits_to_sink() -> None:
    value = malta({}).setup.value
    assert {k: value[k]["hits"] for k in ("bb", "cv", "ca", "dd", "sub", "tr")} == {
        "bb": 3,
        "cv": 3,
        "ca": 2,
        "dd": 2,
        "sub": 1,
        "tr": 1,
    }
    war = malta(
        {"Regia Marina BB 1": "11", "Eagle Group BB 1": "11"},
        phase="sea",
        hurt={"Regia Marina BB 1": 2, "Eagle Group BB 1": 1},
        dice=((1,), (1,)),
    )
    do(war, "everyone")
    while step(war) == "Aim":
        do(war, "usual")
    assert is_lost(war, "Regia Marina BB 1") and hits(war, "Eagle Group BB 1") == 2
    while war.turn == 3:
        decision = war.asked()[0]
        war.play(*(decision.quiet or ("done", 0)))
    assert hits(war, "Eagle Group BB 1") == 2  # never repaired


@pytest.mark.rule("herkules", "OH-SEA.7", "OH-AIR.10")
def test_a_damaged_carrier() -> None:
    """With two hits nobody takes off or lands; with one all is well."""
    for number, rule in ((1, ""), (2, "OH-AIR.10")):
        war = malta(
            {"Eagle Group CV 1": "17"},
            phase="air",
            first=BR,
            deck={"Eagle Group Ftr 1-2": "Eagle Group CV 1"},
            hurt={"Eagle Group CV 1": number},
        )
        assert refusal(war, "unit", "Eagle Group Ftr 1") == rule
        home = malta(
            {"Eagle Group CV 1": "17", "Eagle Group Ftr 1": "18"}, phase="aircraft", first=BR, hurt={"Eagle Group CV 1": number}
        )
        group(home, "Eagle Group Ftr 1")
        assert refusal(home, "to", 17) == rule


@pytest.mark.rule("herkules", "OH-SEA.9")
def test_what_goes_down_with_a_ship() -> None:
    """Cargo, markers and aircraft on deck; aircraft in the air are not lost."""
    war = malta(
        {"Eagle Group CV 1": "17", "Eagle Group Ftr 2": "18", "Regia Marina BB 1": "17", "Pedestal Tr 1": "17", "Pedestal Tr 2": "17"},
        phase="sea", deck={"Eagle Group Ftr 1": "Eagle Group CV 1"}, freight={"Pedestal Inf 1-2": "Pedestal Tr 1"},
        stores=["Pedestal Tr 2"],
    )  # fmt: skip
    from grandharbour.games.herkules.losses import destroy

    for name in ("Eagle Group CV 1", "Pedestal Tr 1", "Pedestal Tr 2"):
        destroy(war, piece(war, name))
    war.check()
    assert all(is_lost(war, n) for n in ("Eagle Group Ftr 1", "Pedestal Inf 1", "Pedestal Inf 2")) and not war.stores
    assert place(war, "Eagle Group Ftr 2") == "18"


@pytest.mark.rule("herkules", "OH-SEA.10")
def test_a_submarine_fires_again() -> None:
    """After its sneak attack it fires in sea combat too; by option not, but it can be hit."""
    force = {"Eagle Group Sub 1": "11", "Regia Marina DD 1": "11"}
    war = malta(force, phase="sea", first=BR)
    assert "Eagle Group Sub 1" in offers(war).get("commit", []) and war.fired == 0
    for only, dice in ((False, 2), (True, 1)):
        war = malta(force, phase="naval", first=BR, sneak_is_only_shot=only, dice=((6,), (6,), (6,)))
        skip_to(war, "React")
        do(war, "salvo")
        while war.turn == 3 and not told(war, "broadside"):
            war.play(*(("everyone", 0) if step(war) == "Commit" else ("done", 0)))
        assert len(told(war, "broadside")) == dice


# --- landings


@pytest.mark.rule("herkules", "OH-LDG.1", "OH-CBT.5")
def test_over_the_beach() -> None:
    """From zone 11 to Krendi or Siggiewi, nowhere else."""
    war = malta(
        {"Regia Marina Tr 1-2": "11"},
        phase="landing",
        beach={"Livorno Inf 1": "Regia Marina Tr 1"},
        freight={"Livorno Inf 2-3": "Regia Marina Tr 2"},
    )
    assert refusal(war, "unit", "Livorno Inf 2") == "OH-LDG.5"
    do(war, ("unit", "Livorno Inf 1"))
    assert set(offers(war)["to"]) == {"Krendi", "Siggiewi"} and refusal(war, "to", "Luqa") == "OH-LDG.1"
    do(war, ("to", "Krendi"))
    assert place(war, "Livorno Inf 1") == "Krendi" and war.assault == 3 and not war.beach


@pytest.mark.rule("herkules", "OH-LDG.2", "OH-NB.1", "OH-LDG.5")
def test_the_port_of_valletta() -> None:
    """Four transports off Axis Valletta: three unload. With four damage none, with three it works; minor ports take one."""
    force = {"Regia Marina Tr 1-4": "7", "Livorno Inf 1": "Valletta"}
    load = {f"Assietta Inf {2 * i - 1}-{2 * i}": f"Regia Marina Tr {i}" for i in range(1, 5)}
    war = malta(force, phase="landing", freight=load, damage={"Valletta": 3})
    for i in range(1, 4):
        do(war, ("unload", f"Regia Marina Tr {i}"))
    assert war.troops(AX, space(war, "Valletta")).bit_count() == 7 and "unload" not in (
        offers(war) if step(war) == "Landing" else {}
    )
    assert place(war, "Assietta Inf 7") == "7"
    ruined = malta(force, phase="landing", freight=load, damage={"Valletta": 4})
    assert step(ruined) != "Landing"
    minor = malta(
        {"Regia Marina Tr 1-2": "9", "Livorno Inf 1": "Marsaxlokk"},
        phase="landing",
        freight={k: v for k, v in load.items() if v[-1] in "12"},
    )
    do(minor, ("unload", "Regia Marina Tr 1"))
    assert refusal(minor, "unload", "Regia Marina Tr 2") == "OH-LDG.2"
    elsewhere = malta(
        {"Regia Marina Tr 1": "8", "Livorno Inf 1": "Marsaxlokk"},
        phase="landing",
        freight={"Assietta Inf 1": "Regia Marina Tr 1"},
    )
    assert step(elsewhere) != "Landing"  # the port opens to zone 9


@pytest.mark.rule("herkules", "OH-LDG.2")
def test_one_ship_counts_once() -> None:
    """A ship that unloads at a minor port may load there in the same turn."""
    war = malta(
        {"Pedestal Tr 1": "9", "231 Bde Inf 1": "Marsaxlokk"},
        phase="landing",
        first=BR,
        freight={"Pedestal Inf 1-2": "Pedestal Tr 1"},
    )
    do(war, ("unload", "Pedestal Tr 1"))
    assert place(war, "Pedestal Inf 1") == "Marsaxlokk"
    do(war, ("embark", "Pedestal Tr 1"), ("board", "231 Bde Inf 1"))
    assert war.port_used[space(war, "Marsaxlokk")] == 1 and war.cargo(units(war, "Pedestal Tr 1")) == units(war, "231 Bde Inf 1")


@pytest.mark.rule("herkules", "OH-LDG.3")
def test_one_assault_a_day() -> None:
    """Landed on turn 3: not on turn 4, again on turn 5. Ports are free, and the British too."""
    for turn, last, rule in ((4, 3, "OH-LDG.3"), (5, 3, ""), (3, 3, ""), (4, 2, "")):
        war = malta({"Regia Marina Tr 1-2": "5", "Livorno Inf 5": "St Paul's Bay"}, phase="naval", turn=turn,
                    beach={"Livorno Inf 1": "Regia Marina Tr 1"}, freight={"Assietta Inf 1": "Regia Marina Tr 2"})  # fmt: skip
        war.assault = last
        skip_to(war, "Landing")
        assert refusal(war, "unit", "Livorno Inf 1") == rule and refusal(war, "unload", "Regia Marina Tr 2") == ""
    british = malta({"Pedestal Tr 1": "11"}, phase="naval", turn=10, beach={"Pedestal Inf 1": "Pedestal Tr 1"})
    british.assault = 9
    skip_to(british, "Landing")
    assert refusal(british, "unit", "Pedestal Inf 1") == ""


@pytest.mark.rule("herkules", "OH-LDG.4")
def test_an_empty_ship_must_reload() -> None:
    """After landing its unit a ship has nothing to land, may stay, and takes on units only in Sicily (or a port)."""
    war = malta({"Regia Marina Tr 1": "11"}, phase="landing", beach={"Livorno Inf 1": "Regia Marina Tr 1"})
    do(war, ("unit", "Livorno Inf 1"), ("to", "Krendi"))
    assert place(war, "Regia Marina Tr 1") == "11" and not war.beach and not war.cargo(units(war, "Regia Marina Tr 1"))
    later = malta({"Regia Marina Tr 1": "11", "Livorno Inf 1": "Krendi"}, phase="landing", turn=5)
    assert step(later) != "Landing"


@pytest.mark.rule("herkules", "OH-LDG.5")
def test_capacity() -> None:
    """One unit to a beach, two to a port, two markers; by option an Axis destroyer one infantry, to beach or port."""
    found = malta({}, dd_lift=True).setup
    assert found.lift == {"tr": {"assault": 1, "port": 2, "supply": 2}, "dd": {"assault": 1, "port": 1, "supply": 0}}
    war = malta({"Regia Marina DD 1-2": "Axis ships"}, phase="naval", turn=2, dd_lift=True)
    do(war, "destroyers")
    assert refusal(war, "embark", "Livorno Art 1") == "OH-LDG.5"
    assert all(" Inf " in name for name in offers(war)["embark"])
    do(war, ("embark", "CCNN Inf 1"), "enough", "freight", ("embark", "Assietta Inf 1"))
    assert war.beach == units(war, "Regia Marina DD 1") and war.freight == units(war, "Regia Marina DD 2")
    off = malta({"Regia Marina DD 1-2": "Axis ships"}, phase="naval", turn=2)
    assert step(off) != "Loading"
    port = malta(
        {"Regia Marina DD 1": "9", "Livorno Inf 1": "Marsaxlokk"},
        phase="landing",
        turn=4,
        freight={"Livorno Inf 2": "Regia Marina DD 1"},
        dd_lift=True,
    )
    do(port, ("unload", "Regia Marina DD 1"))
    assert place(port, "Livorno Inf 2") == "Marsaxlokk" and port.assault == 0 and told(port, "unload")


@pytest.mark.rule("herkules", "OH-LDG.6")
def test_the_convoy_uses_ports() -> None:
    """Pedestal's transports cannot land on a beach; at Marsaxlokk they unload."""
    load = {"Pedestal Inf 1-2": "Pedestal Tr 1"}
    beach = malta(
        {"Pedestal Tr 1": "9", "Pedestal Tr 2": "11"},
        phase="landing",
        first=BR,
        freight={**load, "Pedestal Inf 3-4": "Pedestal Tr 2"},
    )
    assert refusal(beach, "unit", "Pedestal Inf 3") == "OH-LDG.5" and refusal(beach, "unload", "Pedestal Tr 2") == "OH-LDG.2"
    do(beach, ("unload", "Pedestal Tr 1"))
    assert place(beach, "Pedestal Inf 1") == "Marsaxlokk"
    war = malta({}, phase="pedestal", turn=8, dice=((6,) * 20,))
    do(war, "usual")
    assert war.freight and not war.beach


@pytest.mark.rule("herkules", "OH-LDG.7", "OH-LAND.7")
def test_reconfiguring() -> None:
    """A British transport takes one unit aboard in port for an assault and may land it next turn, not at once."""
    war = malta(
        {"Pedestal Tr 1": "9", "231 Bde Inf 1": "Marsaxlokk", "AHQ Malta Tank 1": "Marsaxlokk"},
        phase="landing",
        first=BR,
        hurt={"AHQ Malta Tank 1": 1},
    )
    do(war, ("embark", "Pedestal Tr 1"))
    assert refusal(war, "board", "AHQ Malta Tank 1") == "OH-LDG.7" and refusal(war, "convert") == "OH-LDG.7"
    do(war, ("board", "231 Bde Inf 1"), "convert")
    assert war.beach == units(war, "Pedestal Tr 1") and (step(war) != "Landing" or "unit" not in offers(war))
    axis = malta({"Regia Marina Tr 1": "9", "Livorno Inf 1-2": "Marsaxlokk"}, phase="landing")
    do(axis, ("embark", "Regia Marina Tr 1"), ("board", "Livorno Inf 1"))
    assert refusal(axis, "convert") == "OH-LDG.7"


@pytest.mark.rule("herkules", "OH-LDG.8")
def test_withdrawal() -> None:
    """After the round a unit of this turn's landing goes back aboard its ship; it cannot land again this day."""
    war = malta(
        {"Regia Marina Tr 1": "11", "231 Bde Inf 1": "Krendi", "Friuli Art 1": "Krendi"}, phase="landing",
        beach={"Livorno Inf 1": "Regia Marina Tr 1"}, dice=((6,), (6,), (6,)),
    )  # fmt: skip
    do(war, ("unit", "Livorno Inf 1"), ("to", "Krendi"), "everyone")
    assert step(war) == "Withdraw" and side(war) == "AX" and offers(war)["withdraw"] == ["Livorno Inf 1"]
    assert refusal(war, "withdraw", "Friuli Art 1") == "OH-LDG.8"
    do(war, ("withdraw", "Livorno Inf 1"))
    assert war.cargo(units(war, "Regia Marina Tr 1")) == units(war, "Livorno Inf 1") and war.beach
    assert place(war, "Friuli Art 1") == "Krendi"


@pytest.mark.rule("herkules", "OH-LDG.9")
@pytest.mark.parametrize(("ship", "strict", "rule"), [("DD", False, ""), ("DD", True, "OH-LDG.9"), ("Sub", True, "")])
def test_landing_under_enemy_guns(ship: str, strict: bool, rule: str) -> None:
    """A British destroyer survives in zone 9: no hindrance, unless the option says so; a submarine never is."""
    war = malta(
        {"Regia Marina Tr 1": "9", f"Eagle Group {ship} 1": "9", "Livorno Inf 5": "Marsaxlokk", "Regia Marina Tr 2": "11"}, phase="landing",
        beach={"Livorno Inf 1": "Regia Marina Tr 1", "Livorno Inf 2": "Regia Marina Tr 2"}, landing_needs_clear_zone=strict,
    )  # fmt: skip
    assert refusal(war, "unit", "Livorno Inf 1") == rule


@pytest.mark.rule("herkules", "OH-LDG.10")
@pytest.mark.parametrize(("held", "works", "strict", "usable"), [(True, False, False, True), (True, True, False, True), (True, True, True, False),
                                                                (True, False, True, True), (False, False, False, False)])  # fmt: skip
def test_captured_ports(held: bool, works: bool, strict: bool, usable: bool) -> None:
    """An Axis unit at Marsaxlokk is enough, also beside a bunker; by option nothing British may be left. The British are shut out."""
    force = {"Regia Marina Tr 1": "9", "Pedestal Tr 1": "9"} | ({"Livorno Inf 1": "Marsaxlokk"} if held else {})
    how = {"works": ["Marsaxlokk Bunker 1"] if works else (), "port_needs_clear": strict}
    load = {"Assietta Inf 1": "Regia Marina Tr 1", "Pedestal Inf 1": "Pedestal Tr 1"}
    from grandharbour.games.herkules.landing import open_ports

    war = malta(force, phase="naval", freight=load, **how)  # type: ignore[arg-type]
    port = 1 << space(war, "Marsaxlokk")
    assert bool(open_ports(war, AX) & port) == usable and bool(open_ports(war, BR) & port) != held
