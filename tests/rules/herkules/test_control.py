"""Who owns what, and what follows from it: markers, points, wounded, second moves, radar and ports at once [OH-SUP.14, OH-LC.15, OH-VIC]."""

from __future__ import annotations

from typing import Any

import pytest

from grandharbour.engine.geometry.bits import bits
from grandharbour.games.herkules.regroup import Recover
from grandharbour.games.herkules.state import AX, BR, Islands
from grandharbour.games.herkules.turn import GameTurn

from .conftest import (
    PHASES,
    do,
    group,
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
    wait,
)


def stores(war: Islands) -> list[tuple[Any, ...]]:
    return [(e.side, e.spaces[0], e.result) for e in war.log or [] if e.kind == "stores"]


# --- markers after every change of control [OH-SUP.14, G-20]


@pytest.mark.rule("herkules", "OH-SUP.14", "OH-RG.1")
def test_an_unopposed_second_move_takes_the_stores() -> None:
    """Reconnaissance drives into an empty territory with two British markers after the battles, and rolls higher."""
    war = malta({"XXX Corps Recon 1": "Krendi"}, phase="second", british={"Luqa": 2}, dice=(5, 2))
    do(war, ("unit", "XXX Corps Recon 1"), ("to", "Luqa"))
    assert stores(war) == [(AX, space(war, "Luqa"), "captured")] and war.markers_ax[space(war, "Luqa")] == 2


@pytest.mark.rule("herkules", "OH-SUP.14", "OH-RG.1")
def test_a_second_move_that_leaves_stores_behind() -> None:
    """The last unit drives off: the territory is British, its markers are contested, a tie burns them."""
    war = malta({"XXX Corps Recon 1": "Krendi"}, phase="second", axis={"Krendi": 2}, dice=(3, 3))
    do(war, ("unit", "XXX Corps Recon 1"), ("to", "Luqa"))
    assert stores(war) == [(BR, space(war, "Krendi"), "destroyed")] and war.marker_count(AX) == war.marker_count(BR) == 0


@pytest.mark.rule("herkules", "OH-SUP.14", "OH-RG.2")
def test_a_second_combat_that_clears_takes_the_stores() -> None:
    war = malta({"XXX Corps Tank 1": "Krendi", "231 Bde Inf 1": "Luqa"}, phase="second", british={"Luqa": 1}, spent=AX,
                dice=((1,), (6,), 6, 1))  # fmt: skip
    do(war, ("unit", "XXX Corps Tank 1"), ("to", "Luqa"))
    assert war.markers_ax[space(war, "Luqa")] == 1


@pytest.mark.rule("herkules", "OH-SUP.14", "OH-RG.8")
def test_wounded_who_return_take_the_stores() -> None:
    """Without the condition of friends two Italians come back into empty Luqa with its markers: they are rolled for."""
    war = wounded(4, wounded_need_friends=False, british={"Luqa": 1}, dice=(6, 1))
    do(war, ("at", "Luqa"), ("at", "Luqa"))
    assert war.markers_ax[space(war, "Luqa")] == 1 and stores(war)


@pytest.mark.rule("herkules", "OH-SUP.14", "OH-RG.8", "OH-INIT.2")
def test_stores_taken_by_the_wounded_count_for_the_initiative() -> None:
    """Turn 8 ends with one British marker; soldiers who come back take it, and the Axis moves first on turn 9."""
    war = wounded(4, turn=8, wounded_need_friends=False, british={"Luqa": 1}, dice=(6, 1))
    do(war, ("at", "Luqa"), ("at", "Luqa"))
    assert war.turn == 9 and war.first == AX


@pytest.mark.rule("herkules", "OH-SUP.14", "OH-LAND.1")
def test_an_entry_is_settled_before_the_other_side_marches() -> None:
    """The Axis walks into Luqa's stores; they are rolled for before the British can march back in."""
    war = malta({"Livorno Inf 1": "Krendi", "233 Bde Inf 1": "Qormi"}, british={"Luqa": 1}, dice=(1, 6), spent=BR)
    do(war, ("unit", "Livorno Inf 1"), ("to", "Luqa"))
    assert side(war) == "BR" and step(war) == "Land" and stores(war) == [(AX, space(war, "Luqa"), "destroyed")]


@pytest.mark.rule("herkules", "OH-SUP.14", "OH-LC.9")
def test_a_bunker_keeps_the_stores_british() -> None:
    """Infantry is gone, the bunker is not: no roll; the turn after it falls and the markers are rolled for."""
    war = malta({"Livorno Inf 1": "Luqa"}, phase="land_combat", works=["Luqa Bunker 1"], british={"Luqa": 3}, dice=((6,), (6,)))
    do(war, "everyone")
    assert not stores(war) and war.markers_br[space(war, "Luqa")] == 3
    war = malta(
        {"Livorno Inf 1": "Luqa"}, phase="land_combat", works=["Luqa Bunker 1"], british={"Luqa": 3}, dice=((2,), (6,), 4, 3)
    )
    do(war, "everyone")
    assert war.markers_ax[space(war, "Luqa")] == 3


@pytest.mark.rule("herkules", "OH-SUP.14")
def test_both_wiped_out_leaves_the_stores_to_their_british_owner() -> None:
    """Both sides die in Luqa: nobody of the Axis is there to take British markers; Axis markers are contested."""
    war = malta({"Livorno Inf 1": "Luqa", "231 Bde Inf 1": "Luqa"}, phase="land_combat", british={"Luqa": 1}, dice=((1,), (1,)))
    do(war, "everyone")
    assert not stores(war) and war.marker_count(BR) == 1
    war = malta(
        {"Livorno Inf 1": "Luqa", "231 Bde Inf 1": "Luqa"}, phase="land_combat", axis={"Luqa": 1}, dice=((1,), (1,), 6, 1)
    )
    do(war, "everyone")
    assert stores(war) == [(BR, space(war, "Luqa"), "captured")]


@pytest.mark.rule("herkules", "OH-SUP.14", "OH-PARA.1")
def test_a_drop_takes_stores_and_brings_none() -> None:
    """Paratroops on an empty territory roll for what lies there; two territories are rolled for separately."""
    war = malta({}, phase="air", british={"Qormi": 1, "Zebbug": 2}, dice=(6, 1, 1, 6))
    do(war, "lift", ("drop", "Qormi"), ("jump", "7. Flieger AT 1"), ("count", 1), "enough")
    do(war, "lift", ("drop", "Zebbug"), ("jump", "7. Flieger Art 1"), ("count", 1), "enough", "done")
    while not war.stands(AX):
        wait(war)
    assert sorted(r for _, _, r in stores(war)) == ["captured", "destroyed"]


@pytest.mark.rule("herkules", "OH-SUP.14", "OH-LDG.1")
def test_a_landing_takes_stores_on_the_beach() -> None:
    war = malta(
        {"Regia Marina Tr 1": "11"},
        phase="landing",
        beach={"Livorno Inf 1": "Regia Marina Tr 1"},
        british={"Krendi": 2},
        dice=(4, 3),
    )
    do(war, ("unit", "Livorno Inf 1"), ("to", "Krendi"))
    assert war.markers_ax[space(war, "Krendi")] == 2


@pytest.mark.rule("herkules", "OH-SUP.14", "OH-LDG.8")
def test_withdrawing_leaves_markers_to_be_contested() -> None:
    """The only unit in contested Krendi goes back aboard; the Axis markers there are rolled for."""
    war = malta({"Regia Marina Tr 1": "11", "231 Bde Inf 1": "Krendi"}, phase="landing", beach={"Livorno Inf 1": "Regia Marina Tr 1"},
                dice=((6,), (6,), 2, 1))  # fmt: skip
    do(war, ("unit", "Livorno Inf 1"), ("to", "Krendi"))
    war.markers_ax[space(war, "Krendi")] = 1
    do(war, "everyone", ("withdraw", "Livorno Inf 1"))
    assert stores(war) == [(BR, space(war, "Krendi"), "captured")]


@pytest.mark.rule("herkules", "OH-SUP.14", "OH-INIT.2")
def test_burnt_markers_are_gone_for_the_initiative() -> None:
    war = malta({"Livorno Inf 1": "Krendi"}, turn=8, british={"Luqa": 1}, dice=(1, 6))
    do(war, ("unit", "Livorno Inf 1"), ("to", "Luqa"))
    while war.turn == 8:
        wait(war)
    assert war.first == BR and war.marker_count(BR) == 0  # equal, so the British


# --- points [OH-VIC.4, G-53]


@pytest.mark.rule("herkules", "OH-VIC.4", "OH-LC.15")
@pytest.mark.parametrize(
    ("british", "works", "option", "scores"),
    [
        (True, (), "none", (0, 250)),
        (False, ("Luqa Bunker 1",), "none", (0, 250)),
        (False, (), "none", (25, 250)),
        (True, (), "axis", (25, 250)),
        (False, ("Luqa Bunker 1",), "axis", (25, 250)),
        (True, (), "british", (0, 275)),
        (False, ("Luqa Bunker 1",), "british", (0, 275)),
        (False, (), "british", (25, 250)),
    ],
)
def test_who_scores_luqa(british: bool, works: tuple[str, ...], option: str, scores: tuple[int, int]) -> None:
    where = {"Livorno Inf 1": "Luqa"} | ({"231 Bde Inf 1": "Luqa"} if british else {})
    assert malta(where, works=works, contested_scores=option).scores() == scores


@pytest.mark.rule("herkules", "OH-VIC.4")
def test_a_contested_objective_is_the_default_of_nobody() -> None:
    assert malta({"Livorno Inf 1": "Valletta", "231 Bde Inf 1": "Valletta"}).scores() == (0, 235)


@pytest.mark.rule("herkules", "OH-VIC.4")
def test_aircraft_and_markers_own_nothing() -> None:
    """British aircraft on a field do not contest it, nor do markers of the other side."""
    war = malta({"Livorno Inf 1": "Luqa", "AHQ Malta Ftr 1": "Luqa"}, british={"Luqa": 1}, phase="supply", turn=3, dice=(1, 6))
    assert war.scores() == (25, 250)


@pytest.mark.rule("herkules", "OH-VIC.3", "OH-VIC.4")
@pytest.mark.parametrize(
    ("held", "contested", "level"),
    [
        (
            ["Valletta", "Luqa", "Takali", "Halfar", "Cottonera", "Kirkop", "Krendi", "Kalafrana", "Victoria"],
            [],
            "Axis minor victory",
        ),
        (["Valletta", "Luqa", "Takali", "Halfar", "Cottonera", "Kirkop", "Krendi", "Kalafrana"], ["Victoria"], "Draw"),
        (["Valletta", "Luqa", "Takali", "Kirkop"], [], "British minor victory"),
        (["Valletta", "Luqa", "Takali", "Kirkop"], ["Marfa"], "Draw"),
        ([], ["Luqa"], "British major victory"),
        ([], ["Luqa", "Marfa"], "British minor victory"),
    ],
)
def test_levels_at_the_edge(held: list[str], contested: list[str], level: str) -> None:
    """175 and 250 are reached or just missed; what is contested counts for neither."""
    men = [f"{hq} Inf {i}" for hq in ("Livorno", "Friuli") for i in range(1, 7)]
    where = dict(zip(men, held + contested)) | {f"233 Bde Inf {i + 1}": t for i, t in enumerate(contested)}
    war = malta(where, phase="finish", turn=14)
    assert war.outcome is not None and war.outcome.level == level


# --- the wounded [OH-RG.8, G-50]


def wounded(
    number: int, where: dict[str, str] | None = None, who: int = AX, turn: int = 3, dice: tuple[Any, ...] = (), **more: Any
) -> Islands:
    """Infantry of Livorno, or of 233 Brigade, hurt at Krendi."""
    war = malta({"AHQ Malta Recon 1": "Valletta", **(where or {})}, phase="land", turn=turn, dice=dice, **more)
    name = "Livorno Inf" if who == AX else "233 Bde Inf"
    for i in range(1, number + 1):
        war.put(piece(war, f"{name} {i}"), war.setup.wounded[who])
    war.fought[who] = 1 << space(war, "Krendi")
    war.stack = (Recover(0), (GameTurn(phase=PHASES["wounded"]), None))
    war._asked = None
    war.run()
    return war


@pytest.mark.rule("herkules", "OH-RG.8")
def test_wounded_return_where_friends_are() -> None:
    """Friends at Luqa and at Qormi; only Luqa lies next to the fight."""
    war = wounded(4, {"Livorno AT 1": "Luqa", "Friuli Inf 1": "Qormi"})
    assert offers(war)["at"] == ["Luqa"] and refusal(war, "at", "Krendi") == "OH-RG.8"


@pytest.mark.rule("herkules", "OH-RG.8")
def test_wounded_return_into_a_fight_with_friends() -> None:
    war = wounded(2, {"Livorno AT 1": "Krendi", "232 Bde Inf 1": "Krendi"})
    assert offers(war)["at"] == ["Krendi"]


@pytest.mark.rule("herkules", "OH-RG.8", "OH-VIC.4")
def test_british_wounded_return_to_any_british_ground() -> None:
    """An empty territory is British; one with Axis units only among British ground units, not beside a bunker alone."""
    war = wounded(4, {"Livorno AT 1": "Luqa", "Livorno Inf 1": "Kirkop", "232 Bde Inf 1": "Kirkop"}, BR, works=["Luqa Bunker 1"])
    assert set(offers(war)["at"]) == {"Krendi", "Siggiewi", "Kirkop", "Halfar"}


@pytest.mark.rule("herkules", "OH-RG.8", "OH-RG.9")
def test_a_first_arrival_makes_a_place_for_the_second() -> None:
    """Germans return before Italians: where a German stands, an Italian has friends."""
    war = malta({"AHQ Malta Recon 1": "Valletta", "7. Flieger AT 1": "Luqa"}, phase="land")
    for i in (1, 2):
        for word in ("Livorno Inf", "7. Flieger Inf"):
            war.put(piece(war, f"{word} {i}"), war.setup.wounded[AX])
    war.fought[AX] = 1 << space(war, "Luqa") | 1 << space(war, "Krendi")
    war.stack = (Recover(0), (GameTurn(phase=PHASES["wounded"]), None))
    war._asked = None
    war.run()
    assert offers(war)["at"] == ["Luqa"]
    do(war, ("at", "Luqa"))
    assert step(war) == "Recover" and offers(war)["at"] == ["Luqa"]


@pytest.mark.rule("herkules", "OH-RG.8", "OH-LC.1")
def test_an_air_strike_is_land_combat_for_the_struck() -> None:
    """Infantry hit from the air at Luqa may come back at Luqa or next to it."""
    war = malta({"231 Bde Inf 1-2": "Luqa", "Regia Aeronautica Tac 1-2": "Luqa"}, phase="land_combat", dice=((1, 1), (6, 6)))
    do(war, ("fight", "Luqa"), "everyone")
    while step(war) != "Recover":
        wait(war)
    assert "Luqa" in offers(war)["at"] and side(war) == "BR"


@pytest.mark.rule("herkules", "OH-RG.7", "OH-LC.3")
def test_only_infantry_goes_to_the_box() -> None:
    war = malta({"Livorno Art 1-2": "Luqa", "231 Bde Art 1": "Luqa"}, phase="land_combat", dice=((6, 6), (1,)))
    do(war, "everyone")
    assert is_lost(war, "Livorno Art 1") and not war.here()[war.setup.wounded[AX]]


@pytest.mark.rule("herkules", "OH-RG.7", "OH-PARA.3")
def test_paratroops_lost_in_the_air_do_not_return() -> None:
    """Two hits by flak over Luqa without escort: a parachute battalion is gone for good."""
    war = malta({}, phase="air", works=["Luqa Bunker 1"], dice=((1,),))
    do(war, "lift", ("drop", "Luqa"), ("jump", "7. Flieger Inf 1"), ("count", 2), "enough")
    war.flak[space(war, "Luqa")] = 1
    war.script((1,), (6,), (6,))
    do(war, "done")
    while not told(war, "come_down"):
        wait(war)
    assert not war.here()[war.setup.wounded[AX]] and is_lost(war, "7. Flieger Inf 1")


# --- second moves


@pytest.mark.rule("herkules", "OH-RG.1", "OH-SUP.1")
@pytest.mark.parametrize(
    ("spent", "ship", "may"),
    [((), None, False), (AX, None, True), ((), "Regia Marina Tr 1", True), ((), "Regia Marina Sub 1", False)],
)
def test_a_second_combat_needs_supply_or_a_free_attack(spent: Any, ship: str | None, may: bool) -> None:
    where = {"XXX Corps Tank 1": "Krendi", "231 Bde Inf 1": "Luqa"} | ({ship: "11"} if ship else {})
    war = malta(where, phase="second", spent=spent)
    group(war, "XXX Corps Tank 1")
    assert (refusal(war, "to", "Luqa") == "") == may and refusal(war, "to", "Siggiewi") == ""


@pytest.mark.rule("herkules", "OH-RG.1", "OH-SUP.4")
def test_the_beach_has_one_target_in_the_whole_turn() -> None:
    """The free attack of the land move binds the beach also for the second move."""
    war = malta({"Livorno Inf 1": "Krendi", "XXX Corps Tank 1": "Krendi", "Regia Marina Tr 1": "11", "231 Bde Inf 1": "Luqa", "232 Bde Inf 1": "Halfar"},
                dice=((6,), (6,)))  # fmt: skip
    group(war, "Livorno Inf 1")
    do(war, ("to", "Luqa"), "done")
    while step(war) != "SecondMove":
        wait(war)
    group(war, "XXX Corps Tank 1")
    assert refusal(war, "to", "Halfar") == "OH-SUP.4" and refusal(war, "to", "Luqa") == ""


@pytest.mark.rule("herkules", "OH-RG.1", "OH-RG.2")
def test_comrades_do_not_fight_in_the_second_combat() -> None:
    """A tank joins the fight at Luqa in its second move: it rolls alone, every defender rolls, and only it can be hit."""
    war = malta({"XXX Corps Tank 1": "Krendi", "Livorno Inf 1-2": "Luqa", "231 Bde Inf 1-2": "Luqa"}, phase="second", spent=AX,
                works=["Luqa Bunker 1"], dice=((6,), (1, 1, 1)))  # fmt: skip
    do(war, ("unit", "XXX Corps Tank 1"), ("to", "Luqa"))
    assert [len(e.dice) for e in war.log or [] if e.kind == "land"] == [1, 3]
    assert is_lost(war, "XXX Corps Tank 1") and place(war, "Livorno Inf 1") == "Luqa"


@pytest.mark.rule("herkules", "OH-RG.1", "OH-LAND.7")
def test_a_tank_hit_in_combat_has_no_second_move() -> None:
    war = malta({"XXX Corps Tank 1": "Krendi", "231 Bde Inf 1": "Krendi"}, phase="land_combat", spent=AX, dice=((6,), (1,)))
    do(war, "everyone")
    assert step(war) != "SecondMove" or refusal(war, "unit", "XXX Corps Tank 1") == "OH-LAND.7"


@pytest.mark.rule("herkules", "OH-RG.1")
def test_who_fought_may_still_move_again() -> None:
    war = malta({"XXX Corps Mech 1": "Krendi", "231 Bde Inf 1": "Krendi"}, phase="land_combat", spent=AX, dice=((1,), (6,)))
    do(war, "everyone")
    assert step(war) == "SecondMove"
    group(war, "XXX Corps Mech 1")
    assert "Luqa" in offers(war)["to"] and "Qormi" in offers(war)["to"]


@pytest.mark.rule("herkules", "OH-RG.1", "OH-LDG.1")
def test_who_landed_today_has_no_second_move() -> None:
    war = malta({"Regia Marina Tr 1": "11"}, phase="landing", beach={"XXX Corps Tank 1": "Regia Marina Tr 1"})
    do(war, ("unit", "XXX Corps Tank 1"), ("to", "Krendi"))
    assert step(war) != "SecondMove" or refusal(war, "unit", "XXX Corps Tank 1") == "OH-RG.1"


# --- control, radar, ports, fields


@pytest.mark.rule("herkules", "OH-RAD.1", "OH-SEA.3", "OH-LC.15")
def test_a_paratroop_on_the_last_naval_radar_silences_it_for_the_sea_battle() -> None:
    """Airborne troops come down before sea combat: the radar die is gone."""
    war = malta(
        {"Regia Marina DD 1": "11", "Eagle Group DD 1": "11"}, phase="air", works=["Naxxar Radar set 1"], dice=((6,), (6,), (6,))
    )
    do(war, "lift", ("drop", "Naxxar"), ("jump", "7. Flieger AT 1"), ("count", 1), "enough", "done")
    while not told(war, "broadside"):
        war.play(*(("everyone", 0) if "everyone" in war.asked()[0].choices else war.asked()[0].quiet or ("done", 0)))
    assert [len(e.dice) for e in war.log or [] if e.kind == "broadside"] == [1, 1]


@pytest.mark.rule("herkules", "OH-RG.3", "OH-LC.15")
@pytest.mark.parametrize(("held", "may"), [(0, False), (1, False), (2, True), (3, True)])
def test_landing_on_a_captured_field(held: int, may: bool) -> None:
    war = malta({"Livorno Inf 1": "Luqa", "Regia Aeronautica Ftr 1": "11"}, phase="aircraft", held={"Luqa": held})
    assert (step(war) == "LandAircraft" and "Luqa" in (group(war, "Regia Aeronautica Ftr 1") or offers(war)["to"])) == may


@pytest.mark.rule("herkules", "OH-RG.3")
def test_a_day_lost_starts_the_count_again() -> None:
    """Held at the end of one turn, contested at the end of the next: nothing is left of the count."""
    war = malta({"Livorno Inf 1": "Luqa", "231 Bde Inf 1": "Luqa"}, phase="finish", held={"Luqa": 1})
    assert war.held[space(war, "Luqa")] == 0


@pytest.mark.rule("herkules", "OH-LDG.10", "OH-LDG.2")
def test_a_contested_port_is_closed_to_the_british() -> None:
    where = {"Livorno Inf 1": "Marsaxlokk", "231 Bde Inf 1": "Marsaxlokk", "Pedestal Tr 1": "9", "Regia Marina Tr 1": "9"}
    war = malta(
        where, phase="landing", first=BR, freight={"Pedestal Inf 1": "Pedestal Tr 1", "Livorno Inf 2": "Regia Marina Tr 1"}
    )
    assert side(war) == "AX" and offers(war)["unload"] == ["Regia Marina Tr 1"]


@pytest.mark.rule("herkules", "OH-LDG.2", "OH-FAC.2")
@pytest.mark.parametrize(("damage", "may"), [(3, True), (4, False)])
def test_a_damaged_port(damage: int, may: bool) -> None:
    war = malta({"Livorno Inf 1": "Marsaxlokk", "Regia Marina Tr 1": "9"}, phase="landing", damage={"Marsaxlokk": damage},
                freight={"Livorno Inf 2": "Regia Marina Tr 1"})  # fmt: skip
    assert (step(war) == "Landing" and "unload" in offers(war)) == may


@pytest.mark.rule("herkules", "OH-SUP.13", "OH-LC.15")
def test_markers_cross_a_held_beach_beside_a_ruined_port() -> None:
    """Marsaxlokk's port is ruined, its coast is held: markers come over the beach, units do not."""
    war = malta({"Livorno Inf 1": "Marsaxlokk", "Regia Marina Tr 1-2": "9"}, phase="landing", damage={"Marsaxlokk": 4},
                freight={"Livorno Inf 2": "Regia Marina Tr 1"}, stores=["Regia Marina Tr 2"])  # fmt: skip
    assert offers(war)["unload"] == ["Regia Marina Tr 2"]
    do(war, ("unload", "Regia Marina Tr 2"))
    assert war.markers_ax[space(war, "Marsaxlokk")] == 2 and war.port_used[space(war, "Marsaxlokk")] == 0


@pytest.mark.rule("herkules", "OH-SUP.16", "OH-LDG.10")
def test_a_port_repaired_at_dawn_unloads_at_noon() -> None:
    war = malta({"Livorno Inf 1": "Marsaxlokk", "Regia Marina Tr 1": "9"}, phase="supply", damage={"Marsaxlokk": 6}, axis={"Marsaxlokk": 1},
                freight={"Livorno Inf 2": "Regia Marina Tr 1"})  # fmt: skip
    do(war, ("repair", "Marsaxlokk"))
    skip_to(war, "Landing")
    do(war, ("unload", "Regia Marina Tr 1"))
    assert place(war, "Livorno Inf 2") == "Marsaxlokk" and not war.supplied(AX)


@pytest.mark.rule("herkules", "OH-VIC.4", "OH-RG.5")
def test_british_aircraft_on_a_field_that_has_fallen_look_for_another() -> None:
    war = malta({"Livorno Inf 1": "Luqa", "AHQ Malta Ftr 1": "Luqa", "AHQ Malta Ftr 2": "Takali"}, phase="aircraft", first=BR)
    group(war, "AHQ Malta Ftr 1")
    assert "Luqa" not in offers(war)["to"] and "Takali" in offers(war)["to"]


@pytest.mark.rule("herkules", "OH-RG.5", "OH-AIR.9")
def test_nowhere_to_go_from_a_ruined_field_that_has_fallen() -> None:
    """Luqa is ruined and lost: nobody takes off, and the aircraft is lost."""
    war = malta({"Livorno Inf 1": "Luqa", "AHQ Malta Ftr 1": "Luqa"}, phase="aircraft", first=BR, damage={"Luqa": 4}, turn=3)
    while war.turn == 3:
        wait(war)
    assert is_lost(war, "AHQ Malta Ftr 1")


@pytest.mark.rule("herkules", "OH-GEN.2", "OH-VIC.2")
def test_units_aboard_off_the_coast_own_nothing() -> None:
    war = malta({"Regia Marina Tr 1": "7"}, beach={"Livorno Inf 1": "Regia Marina Tr 1"})
    assert war.scores() == (0, 275) and not war.stands(AX) and list(bits(war.stowed)) == list(bits(units(war, "Livorno Inf 1")))
