"""Chapters that hardly ever meet: drops in land combat, fleets and their loads, the convoy and the initiative, the wounded and the points."""

from __future__ import annotations

import pytest

from grandharbour.games.herkules.state import AX, BR, Islands

from .conftest import (
    dice_rolled,
    do,
    is_lost,
    malta,
    offers,
    piece,
    place,
    refusal,
    side,
    space,
    step,
    told,
    wait,
)


def until(war: Islands, *kinds: str) -> None:
    """Everybody commits all he has and lets the rest take its course, until something of these kinds is told."""
    while war.outcome is None and not told(war, *kinds):
        choices = war.asked()[0].choices
        if "everyone" in choices:
            war.play("everyone")
        elif "usual" in choices:
            war.play("usual")
        else:
            wait(war)


def through(war: Islands, turn: int) -> None:
    """Nobody does anything until a turn begins."""
    while war.outcome is None and war.turn < turn:
        wait(war)


@pytest.mark.rule("herkules", "OH-PARA.7", "OH-LC.1", "OH-LC.9", "OH-LC.6")
def test_paratroops_fight_on_the_ground_where_they_fell() -> None:
    """Three companies among infantry and a bunker: all of them roll at once, and nobody fires at them as at aircraft."""
    war = malta({"231 Bde Inf 1": "Mosta"}, phase="air", works=["Mosta Bunker 1"], dice=((6, 6, 6), (6, 6)))
    do(war, "lift", ("drop", "Mosta"), ("jump", "7. Flieger Inf 1"), ("count", 3), "enough", "done")
    until(war, "land")
    assert dice_rolled(war, "land") == [3, 2] and war.troops(AX, space(war, "Mosta")).bit_count() == 3


@pytest.mark.rule("herkules", "OH-SEA.9", "OH-LDG.1", "OH-SEA.8")
@pytest.mark.parametrize(("die", "ashore"), [(3, False), (4, True)])
def test_a_transport_sunk_on_the_way_lands_nobody(die: int, ashore: bool) -> None:
    """A cruiser finds her off Filfla; what she carried for the beach goes down with her, and the beach stays empty."""
    war = malta(
        {"Regia Marina Tr 1": "11", "Eagle Group CA 1": "11"},
        phase="sea",
        beach={"Livorno Inf 1": "Regia Marina Tr 1"},
        dice=((die,),),
    )
    while step(war) not in ("Landing", "Unload") and not is_lost(war, "Regia Marina Tr 1"):
        wait(war)
    assert is_lost(war, "Livorno Inf 1") != ashore
    if ashore:
        assert (side(war) == "AX" and "ship" in offers(war)) or offers(war)
    else:
        through(war, 4)
        assert not war.troops(AX, space(war, "Krendi"))


@pytest.mark.rule("herkules", "OH-SEA.10", "OH-NAV.6", "OH-LC.13")
def test_a_hidden_submarine_does_not_keep_a_battleship_from_the_coast() -> None:
    """It moved alone and held its fire: there is no sea combat, and the ship is free to bombard."""
    where = {"Regia Marina BB 1": "11", "Eagle Group Sub 1": "12", "Livorno Inf 1": "Krendi", "231 Bde Inf 1": "Krendi"}
    war = malta(where, phase="naval", first=AX, dice=((6,), (6,), (6,)))
    while side(war) != "BR":
        wait(war)
    do(war, ("unit", "Eagle Group Sub 1"), ("sail", "11"))
    if "hold" in offers(war):
        war.play("hold")
    until(war, "land", "broadside")
    assert not told(war, "broadside") and dice_rolled(war, "land") == [2, 1]


@pytest.mark.rule("herkules", "OH-LDG.2", "OH-LDG.6", "OH-INIT.2", "OH-NB.1")
@pytest.mark.parametrize(("ports", "first"), [("Valletta", BR), ("nowhere", AX)])
def test_markers_unloaded_at_valletta_win_the_initiative(ports: str, first: int) -> None:
    """On turn 8 the Axis has two markers ashore and the British two in a ship of the convoy; a tie is British."""
    war = malta(
        {"Pedestal Tr 1": "7", "Livorno Inf 1": "Krendi"}, phase="landing", turn=8, stores=["Pedestal Tr 1"], axis={"Krendi": 2}
    )
    while war.turn == 8 and war.outcome is None:
        choices = war.asked()[0].choices
        if ports == "Valletta" and "unload" in choices:
            do(war, ("unload", offers(war)["unload"][0]))
        elif ports == "Valletta" and step(war) == "Unload":
            do(war, ("to", "Valletta"))
        else:
            wait(war)
    assert war.markers_br[space(war, "Valletta")] == (2 if ports == "Valletta" else 0) and war.first == first


@pytest.mark.rule("herkules", "OH-RG.8", "OH-VIC.2", "OH-VIC.4", "OH-LC.3")
@pytest.mark.parametrize(("need", "points"), [(False, 25), (True, 0)])
def test_the_last_wounded_of_the_last_turn_may_take_luqa(need: bool, points: int) -> None:
    """Two Italians hit beside Luqa on turn 14: where no friends are needed one comes back into the empty field and holds it."""
    war = malta({"Livorno Inf 1-2": "Zebbug", "231 Bde Inf 1": "Zebbug"}, phase="land_combat", turn=14, dice=((6, 6), (1,)),
                wounded_need_friends=need)  # fmt: skip
    setup = war.setup
    for name in ("Livorno Inf 1", "Livorno Inf 2"):
        war.put(piece(war, name), setup.wounded[AX])
    war.fought[AX] |= 1 << space(war, "Zebbug")
    war._asked = None
    while war.outcome is None:
        if step(war) == "Recover":
            do(war, ("at", "Luqa"))
        else:
            wait(war)
    assert war.outcome.scores[AX] == points


@pytest.mark.rule("herkules", "OH-EV.3", "OH-AIR.3", "OH-FAC.1")
def test_bombers_of_turn_seven_fly_on_turn_seven() -> None:
    """What is received in step 2 acts in the same turn: a field the Axis holds is bombed by a bomber that has just come."""
    war = malta({"Livorno Inf 1": "Luqa"}, phase="bombers", turn=7, scenario="1940", dice=((1,),))
    while step(war) != "Air" or side(war) != "BR":
        wait(war)
    name = str(offers(war)["unit"][0])
    do(war, ("unit", name))
    if "count" in offers(war):
        war.play("count", 1)
    do(war, ("to", "Luqa"))
    if step(war) == "Air" and "done" in offers(war):
        war.play("done")
    until(war, "bombs")
    assert war.damage[space(war, "Luqa")] == 1


@pytest.mark.rule("herkules", "OH-SUP.16", "OH-AIR.9", "OH-RG.4")
@pytest.mark.parametrize(("repaired", "fly"), [(True, True), (False, False)])
def test_a_field_mended_at_dawn_sends_its_aircraft_up(repaired: bool, fly: bool) -> None:
    """Four hits shut Luqa; one marker mends them all, another pays for the day's operations."""
    war = malta(
        {"AHQ Malta Ftr 1": "Luqa", "Livorno Inf 1": "Krendi"}, phase="supply", first=BR, british={"Luqa": 2}, damage={"Luqa": 4},
        based=["AHQ Malta Ftr 1"],
    )  # fmt: skip
    while step(war) != "Supply" or side(war) != "BR":
        wait(war)
    if repaired:
        do(war, ("repair", "Luqa"))
    do(war, "expend")
    while step(war) != "Air" or side(war) != "BR":
        wait(war)
    assert ("AHQ Malta Ftr 1" in offers(war).get("unit", [])) == fly
    if not fly:
        assert refusal(war, "unit", "AHQ Malta Ftr 1") == "OH-AIR.9"


@pytest.mark.rule("herkules", "OH-RG.2", "OH-LC.7", "OH-CBT.1")
def test_anti_tank_guns_hunt_the_tank_of_the_second_combat() -> None:
    """All defenders roll against mobile units that come a second time, and their guns may be kept for the tank."""
    war = malta({"XXX Corps Tank 1": "Krendi", "231 Bde AT 1": "Luqa", "231 Bde Inf 1": "Luqa"}, phase="second", spent=AX,
                dice=((6,), (6,), (1,)))  # fmt: skip
    do(war, ("unit", "XXX Corps Tank 1"), ("to", "Luqa"))
    while "hunt" not in offers(war):
        wait(war)
    assert side(war) == "BR" and offers(war)["hunt"] == [0, 1]
    war.play("hunt", 1)
    assert dice_rolled(war, "land") == [1, 2]


@pytest.mark.rule("herkules", "OH-LAND.2", "OH-SUP.9", "OH-LC.15", "OH-VIC.4")
def test_who_walks_away_unsupplied_leaves_the_ground_at_once() -> None:
    """A contested objective is nobody's; the Axis breaks off without a marker, and it is British again before any battle."""
    war = malta({"Livorno Inf 1": "Luqa", "231 Bde Inf 1": "Luqa"}, phase="land", first=AX)
    assert war.scores()[BR] == 275 - 25
    do(war, ("unit", "Livorno Inf 1"), ("to", "Zebbug"))
    assert war.scores()[BR] == 275 and place(war, "Livorno Inf 1") == "Zebbug"


@pytest.mark.rule("herkules", "OH-NAV.11", "OH-LDG.4", "OH-LDG.3", "OH-NAV.16")
def test_a_transport_is_away_for_one_turn_and_the_beach_for_the_day() -> None:
    """Morning of a day: she goes back to load; in the afternoon she comes with her full move and may land, for none has yet."""
    war = malta({"Regia Marina Tr 1": "11"}, phase="naval", turn=3, first=AX)
    do(war, ("unit", "Regia Marina Tr 1"), "reload")
    assert place(war, "Regia Marina Tr 1") not in ("11",)
    through(war, 4)
    while step(war) != "Loading":
        wait(war)
    assert "assault" in offers(war)


@pytest.mark.rule("herkules", "OH-CBT.3", "OH-SEA.1")
def test_who_is_committed_last_by_hand_lets_the_dice_fall_and_shows_their_chances() -> None:
    """The last ship of a large fleet begins the battle like all at once: nobody lets thirty dice fall unseen."""
    fleets = {"Regia Marina BB 1-2": "11", "Regia Marina CA 1-2": "11", "Regia Marina DD 1-6": "11", "Eagle Group BB 1": "11",
              "Eagle Group CA 1-2": "11", "Eagle Group DD 1-4": "11"}  # fmt: skip
    war = malta(fleets, phase="sea", first=AX)
    all_at_once = war.odds(AX, "everyone")
    while (
        len(offers(war)["commit"]) > 1
        or war.twins(piece(war, str(offers(war)["commit"][0])), war.stack[0].pool & ~war.stack[0].chosen).bit_count() > 1
    ):  # type: ignore[index,attr-defined]
        war.play("commit", offers(war)["commit"][0])
    last = war.odds(AX, "commit", offers(war)["commit"][0])
    assert all_at_once is not None and last is not None and last.chances == all_at_once.chances
