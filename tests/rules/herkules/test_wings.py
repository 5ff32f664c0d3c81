"""Aircraft with bases, supply, radar, decks and flak at once [OH-AIR, OH-AC, OH-RAD, OH-PARA]."""

from __future__ import annotations

from typing import Any

import pytest

from grandharbour.games.herkules.state import AX, BR, Islands

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
    space,
    step,
    told,
    wait,
)

RADAR = ["Dingli Radar set 1"]


def redirecting(where: dict[str, str], flights: dict[str, str], spent: Any = (), **more: Any) -> Islands:
    """The British moved first: aircraft have flown to their places, the Axis has moved, air radar is up."""
    war = malta(where, phase="air", first=BR, turn=9, works=RADAR, spent=spent, **more)
    for name, target in flights.items():
        group(war, name)
        do(war, ("to", target))
    do(war, "done")
    while step(war) == "Air":
        do(war, "done")
    assert step(war) == "RedirectAir"
    return war


# --- redirection judges supply by the base


@pytest.mark.rule("herkules", "OH-AIR.7", "OH-AIR.11", "OH-SUP.5")
def test_carrier_aircraft_over_the_island_are_redirected_freely() -> None:
    """Without a marker: a fighter of the Eagle over Mosta may still be sent anywhere."""
    war = redirecting(
        {"Eagle Group CV 1": "17", "Livorno Inf 1": "Krendi"},
        {"Eagle Group Ftr 1": "Mosta"},
        deck={"Eagle Group Ftr 1": "Eagle Group CV 1"},
    )
    group(war, "Eagle Group Ftr 1")
    assert refusal(war, "to", "Krendi") == "" and refusal(war, "to", 11) == ""


@pytest.mark.rule("herkules", "OH-AIR.7", "OH-AIR.11")
def test_an_island_fighter_over_a_carrier_is_not() -> None:
    """Without a marker a fighter of Luqa has gone to the Eagle; radar sends it to another base, not into battle."""
    war = redirecting({"Eagle Group CV 1": "17", "AHQ Malta Ftr 1": "Luqa", "Livorno Inf 1": "Krendi"}, {"AHQ Malta Ftr 1": "17"})
    group(war, "AHQ Malta Ftr 1")
    assert refusal(war, "to", "Krendi") == "OH-AIR.11" and refusal(war, "to", "Takali") == ""


@pytest.mark.rule("herkules", "OH-AIR.7", "OH-AIR.3")
def test_gibraltar_bombers_are_redirected() -> None:
    """Without a marker: a bomber over Mosta is sent to Krendi."""
    war = redirecting({"Livorno Inf 1": "Krendi"}, {"Gibraltar Str 1": "Mosta"})
    group(war, "Gibraltar Str 1")
    do(war, ("to", "Krendi"))
    assert place(war, "Gibraltar Str 1") == "Krendi"
    assert refusal(war, "unit", "Gibraltar Str 1") == "OH-AIR.7" if step(war) == "RedirectAir" else True


@pytest.mark.rule("herkules", "OH-AIR.7", "OH-GEN.5")
def test_like_aircraft_of_two_bases_are_told_apart() -> None:
    """Two fighters over Mosta, one from Luqa and one from the Eagle, are different choices for the redirection."""
    war = redirecting(
        {"Eagle Group CV 1": "17", "AHQ Malta Ftr 1": "Luqa"}, {"Eagle Group Ftr 1": "Mosta", "AHQ Malta Ftr 1": "Mosta"}, spent=BR,
        deck={"Eagle Group Ftr 1": "Eagle Group CV 1"},
    )  # fmt: skip
    assert {"Eagle Group Ftr 1", "AHQ Malta Ftr 1"} <= set(offers(war)["unit"])


@pytest.mark.rule("herkules", "OH-AIR.7", "OH-AIR.8")
def test_a_redirected_aircraft_uses_no_second_start() -> None:
    """Two of three at Luqa are up; one is redirected; the third may still not take off."""
    war = redirecting({"AHQ Malta Ftr 1-3": "Luqa"}, {"AHQ Malta Ftr 1": "Mosta", "AHQ Malta Ftr 2": "Mosta"}, spent=BR)
    group(war, "AHQ Malta Ftr 1")
    do(war, ("to", "Rabat"))
    assert refusal(war, "unit", "AHQ Malta Ftr 3") == "OH-AIR.8"


@pytest.mark.rule("herkules", "OH-AIR.7", "OH-RAD.1")
@pytest.mark.parametrize(
    ("works", "axis", "window"),
    [(RADAR, {}, True), ((), {}, False), (RADAR, {"Livorno Inf 1": "Dingli"}, False), (["Naxxar Radar set 1"], {}, False)],
)
def test_the_window_needs_an_active_air_set(works: Any, axis: dict[str, str], window: bool) -> None:
    war = malta({"AHQ Malta Ftr 1": "Luqa", **axis}, phase="air", first=BR, spent=BR, works=works)
    group(war, "AHQ Malta Ftr 1")
    do(war, ("to", "Mosta"))
    while step(war) == "Air":
        do(war, "done")
    assert (step(war) == "RedirectAir") == window


# --- captured fields


@pytest.mark.rule("herkules", "OH-AIR.11", "OH-RG.3")
def test_axis_aircraft_without_supply_fly_home() -> None:
    """From a captured Krendi to Sicily, where they land; the next field would have done too."""
    war = malta(
        {"Livorno Inf 1": "Krendi", "Regia Aeronautica Ftr 1": "Krendi"},
        phase="air",
        based=["Regia Aeronautica Ftr 1"],
        held={"Krendi": 2},
    )
    group(war, "Regia Aeronautica Ftr 1")
    assert offers(war)["to"] == ["Sicily"]
    do(war, ("to", "Sicily"))
    assert refusal(war, "unit", "Regia Aeronautica Ftr 1") == "OH-AIR.1"
    while war.turn == 3:
        war.play(*(("home", 0) if "home" in war.asked()[0].choices else war.asked()[0].quiet or ("done", 0)))
    assert place(war, "Regia Aeronautica Ftr 1") in ("Sicily", "Krendi") and not war.flying


@pytest.mark.rule("herkules", "OH-AIR.11", "OH-AIR.9")
def test_nobody_flies_home_from_a_ruined_field() -> None:
    war = malta({"Livorno Inf 1": "Krendi", "Regia Aeronautica Ftr 1": "Krendi"}, phase="air", based=["Regia Aeronautica Ftr 1"],
                held={"Krendi": 2}, damage={"Krendi": 4})  # fmt: skip
    assert refusal(war, "unit", "Regia Aeronautica Ftr 1") == "OH-AIR.9"


@pytest.mark.rule("herkules", "OH-AIR.11", "OH-SUP.1")
def test_axis_aircraft_with_supply_strike_from_a_captured_field() -> None:
    war = malta({"Livorno Inf 1": "Krendi", "Regia Aeronautica Ftr 1": "Krendi"}, phase="air", based=["Regia Aeronautica Ftr 1"],
                held={"Krendi": 2}, spent=AX)  # fmt: skip
    group(war, "Regia Aeronautica Ftr 1")
    assert refusal(war, "to", "Luqa") == "" and refusal(war, "to", 11) == ""


@pytest.mark.rule("herkules", "OH-AIR.11", "OH-SUP.6")
def test_unsupplied_aircraft_defend_their_own_field() -> None:
    """Fighters on Luqa without a marker meet the bombers that come there."""
    war = malta({"AHQ Malta Ftr 1": "Luqa", "Regia Aeronautica Tac 1": "Luqa"}, phase="air_combat", dice=((6,), (4,)))
    do(war, "everyone")
    assert dice_rolled(war, "duel") == [1, 1] and is_lost(war, "Regia Aeronautica Tac 1")


@pytest.mark.rule("herkules", "OH-AIR.11", "OH-AIR.10")
def test_unsupplied_aircraft_go_to_a_deck_with_room_only() -> None:
    for full in (False, True):
        deck = {"Eagle Group Ftr 1-2": "Eagle Group CV 1"} if full else {"Eagle Group Ftr 1": "Eagle Group CV 1"}
        war = malta({"Eagle Group CV 1": "17", "AHQ Malta Ftr 1": "Luqa"}, phase="air", first=BR, deck=deck)
        group(war, "AHQ Malta Ftr 1")
        assert (refusal(war, "to", 17) == "OH-AIR.11") == full


@pytest.mark.rule("herkules", "OH-AIR.11")
def test_a_base_with_enemy_aircraft_over_it_is_not_quiet() -> None:
    war = malta({"AHQ Malta Ftr 1": "Luqa", "Regia Aeronautica Ftr 1": "Takali"}, phase="redirect_air", first=BR, works=RADAR)
    group(war, "AHQ Malta Ftr 1")
    assert refusal(war, "to", "Takali") == "OH-AIR.11" and refusal(war, "to", "Halfar") == ""


# --- radar dice


@pytest.mark.rule("herkules", "OH-AC.4", "OH-AC.7")
def test_the_radar_die_when_all_british_aircraft_are_held_back() -> None:
    """The British attack with a strategic bomber alone; Axis fighters intercept: the radar die is all the British roll."""
    war = malta({"Gibraltar Str 1": "Krendi", "Regia Aeronautica Ftr 1": "Krendi", "Livorno Inf 1": "Krendi"}, phase="air_combat", first=BR,
                works=RADAR, dice=((2,), (6,)))  # fmt: skip
    do(war, "everyone")
    assert (
        dice_rolled(war, "duel") == [1, 1]
        and is_lost(war, "Regia Aeronautica Ftr 1")
        and place(war, "Gibraltar Str 1") == "Krendi"
    )


@pytest.mark.rule("herkules", "OH-AC.4", "OH-AC.1")
def test_no_combat_no_radar_die() -> None:
    """Nobody commits: no dice at all."""
    war = malta({"AHQ Malta Ftr 1": "Luqa", "Regia Aeronautica Tac 1": "Luqa"}, phase="air_combat", works=RADAR)
    do(war, "engage", "engage")
    assert not told(war, "duel")


@pytest.mark.rule("herkules", "OH-AC.4", "OH-PARA.3")
def test_fighters_and_radar_against_a_lift() -> None:
    """A drop without escort, one British fighter, radar: two hits, one unit lost."""
    war = malta({"AHQ Malta Ftr 1": "Luqa"}, phase="air", works=RADAR, dice=((6,), (1,), (1,)))
    do(war, "lift", ("drop", "Luqa"), ("jump", "7. Flieger Inf 1"), ("count", 3), "enough", "done")
    while not told(war, "duel"):
        war.play(*(("everyone", 0) if "everyone" in war.asked()[0].choices else ("done", 0)))
    assert war.troops(AX, space(war, "Luqa")).bit_count() == 2


@pytest.mark.rule("herkules", "OH-PARA.3", "OH-AC.5")
@pytest.mark.parametrize(("dice", "left"), [((4, 4), 3), ((4, 6), 3)])
def test_an_escort_that_survives_saves_the_drop(dice: tuple[int, ...], left: int) -> None:
    """Two fighters against two: even with both shot at, as long as one escort is left nobody of the drop is lost."""
    war = malta(
        {"AHQ Malta Ftr 1-2": "Luqa", "Regia Aeronautica Ftr 1-3": "Luqa"}, phase="air", works=(), dice=((6,), (6, 6, 6), dice)
    )
    do(war, "lift", ("drop", "Luqa"), ("jump", "7. Flieger Inf 1"), ("count", 3), "enough", "done")
    while not told(war, "come_down"):
        war.play(*(("everyone", 0) if "everyone" in war.asked()[0].choices else war.asked()[0].quiet or ("done", 0)))
    assert [dict(e.facts)["lost"] for e in war.log or [] if e.kind == "come_down"] == [3 - left]


@pytest.mark.rule("herkules", "OH-PARA.3")
@pytest.mark.parametrize(("flak", "lost"), [(0, 0), (1, 0), (2, 1), (3, 1), (4, 2), (5, 2)])
def test_every_second_hit_costs_a_unit(flak: int, lost: int) -> None:
    war = malta({}, phase="air")
    do(war, "lift", ("drop", "Mosta"), ("jump", "7. Flieger Inf 1"), ("count", 5), "enough")
    war.flak[space(war, "Mosta")] = flak
    do(war, "done")
    while not told(war, "come_down"):
        wait(war)
    assert war.troops(AX, space(war, "Mosta")).bit_count() == 5 - lost


@pytest.mark.rule("herkules", "OH-PARA.3", "OH-SUP.13")
@pytest.mark.parametrize(("flak", "arrives"), [(1, True), (2, False)])
def test_a_marker_is_lost_at_two_hits(flak: int, arrives: bool) -> None:
    war = malta({"Livorno Inf 1": "Mosta"}, phase="air")
    do(war, "lift", ("drop", "Mosta"), "supplies")
    war.flak[space(war, "Mosta")] = flak
    do(war, "done")
    while not told(war, "marker_down"):
        wait(war)
    assert (war.marker_count(AX) == 1) == arrives


# --- the lift


@pytest.mark.rule("herkules", "OH-PARA.1", "OH-SUP.13")
def test_units_or_a_marker_never_both() -> None:
    war = malta({"Livorno Inf 1": "Mosta"}, phase="air")
    do(war, "lift", ("drop", "Mosta"), ("jump", "7. Flieger Inf 1"), ("count", 1))
    assert "supplies" not in offers(war)
    do(war, "enough", "lift", ("drop", "Mosta"))
    assert refusal(war, "supplies") == "OH-PARA.1"
    marker = malta({"Livorno Inf 1": "Mosta"}, phase="air")
    do(marker, "lift", ("drop", "Mosta"), "supplies")
    assert refusal(marker, "lift") == "OH-PARA.1"


@pytest.mark.rule("herkules", "OH-PARA.1")
def test_seven_in_all_over_several_places() -> None:
    war = malta({}, phase="air")
    do(war, "lift", ("drop", "Mosta"), ("jump", "7. Flieger Inf 1"), ("count", 5), "enough")
    do(war, "lift", ("drop", "Rabat"), ("jump", "7. Flieger Inf 6"))
    assert offers(war)["count"] == [1, 2]
    do(war, ("count", 2))
    assert "lift" not in offers(war) if step(war) == "Air" else True


@pytest.mark.rule("herkules", "OH-PARA.4", "OH-PARA.6")
@pytest.mark.parametrize(("axis", "british", "may"), [(1, 0, True), (1, 1, False), (2, 1, True), (2, 2, False)])
def test_air_landing_needs_more_axis_than_british_units(axis: int, british: int, may: bool) -> None:
    """Bunkers are not counted; the field must be in order."""
    where = {f"7. Flieger Inf 1-{axis}": "Luqa"} | ({f"231 Bde Inf 1-{british}": "Luqa"} if british else {})
    war = malta(where, phase="air", works=["Luqa Bunker 1"], turn=3)
    do(war, "lift", ("drop", "Luqa"))
    assert ("La Spezia Inf 1" in offers(war).get("jump", [])) == may


@pytest.mark.rule("herkules", "OH-PARA.4", "OH-FAC.2")
def test_gliders_turn_back_from_a_field_that_was_lost() -> None:
    """Planned for a contested Luqa that the Axis outnumbers; then it has no more units than the British there: they stay at home."""
    war = malta({"7. Flieger Inf 1-2": "Luqa", "231 Bde Inf 1": "Luqa"}, phase="air", dice=((6,),))
    do(war, "lift", ("drop", "Luqa"), ("jump", "La Spezia Inf 1"), ("count", 2), "enough")
    war.put(piece(war, "7. Flieger Inf 2"), war.setup.lost[AX])
    do(war, "done")
    while step(war) != "Commit":
        wait(war)
    assert place(war, "La Spezia Inf 1") == "Axis troops"


@pytest.mark.rule("herkules", "OH-SETUP.5", "OH-PARA.6")
@pytest.mark.parametrize(
    ("turn", "unit", "rule"),
    [
        (1, "Folgore Inf 1", "OH-SETUP.5"),
        (2, "Folgore Inf 1", ""),
        (2, "La Spezia Inf 1", "OH-PARA.4"),
        (3, "Livorno Inf 1", "OH-PARA.6"),
    ],
)
def test_who_jumps_when(turn: int, unit: str, rule: str) -> None:
    war = malta({}, phase="air", turn=turn)
    do(war, "lift", ("drop", "Mosta"))
    assert refusal(war, "jump", unit) == rule


@pytest.mark.rule("herkules", "OH-PARA.6")
def test_any_formation_by_air_but_only_onto_a_field() -> None:
    war = malta({"7. Flieger Inf 1": "Luqa"}, phase="air", any_airlift=True, turn=3)
    do(war, "lift", ("drop", "Luqa"))
    assert (
        refusal(war, "jump", "CCNN Inf 1") == ""
        and refusal(war, "jump", "Livorno Inf 1") == "OH-GEN.5"
        and refusal(war, "jump", "Assietta Inf 1") == "OH-PARA.6"
    )


# --- flak


@pytest.mark.rule("herkules", "OH-AIR.4", "OH-AIR.6")
@pytest.mark.parametrize(
    ("where", "works", "damage", "dice"),
    [
        ({}, ["Kalafrana Coastal gun 1"], 0, 2),
        ({}, ["Kalafrana Coastal gun 1"], 4, 1),
        ({}, [], 3, 1),
        ({"Livorno Inf 1": "Kalafrana", "231 Bde Inf 1": "Kalafrana"}, [], 0, 1),
        ({"Livorno Inf 1": "Kalafrana"}, [], 0, 0),
        ({}, ["Kalafrana Bunker 1"], 4, 0),
    ],
)
def test_flak_of_kalafrana(where: dict[str, str], works: list[str], damage: int, dice: int) -> None:
    """Gun and field one die each; a ruined field none; a contested one is British; a held one is silent; bunkers have none."""
    from grandharbour.games.herkules.air import flak_dice

    war = malta(where, phase="air", works=works, damage={"Kalafrana": damage})
    assert sum(flak_dice(war, space(war, "Kalafrana")).values()) == dice


@pytest.mark.rule("herkules", "OH-AIR.4", "OH-RAD.1")
@pytest.mark.parametrize(("axis", "dice"), [({}, 1), ({"Livorno Inf 1": "Dingli"}, 0)])
def test_a_radar_set_under_assault_does_not_fire_at_aircraft(axis: dict[str, str], dice: int) -> None:
    from grandharbour.games.herkules.air import flak_dice

    war = malta(axis, phase="air", works=RADAR)
    assert sum(flak_dice(war, space(war, "Dingli")).values()) == dice


@pytest.mark.rule("herkules", "OH-AIR.4", "OH-AC.1")
def test_flak_comes_before_the_second_side_flies() -> None:
    """The only bomber over Luqa is shot down by the field before British fighters decide where to go."""
    war = malta({"AHQ Malta Ftr 1": "Takali"}, phase="air", spent=BR, dice=((1,),))
    group(war, "Regia Aeronautica Tac 1")
    do(war, ("to", "Luqa"), "done")
    assert is_lost(war, "Regia Aeronautica Tac 1") and step(war) == "Air"


# --- carriers


@pytest.mark.rule("herkules", "OH-AIR.10", "OH-SEA.7")
@pytest.mark.parametrize(("hurt", "may"), [(1, True), (2, False)])
def test_a_shut_deck(hurt: int, may: bool) -> None:
    war = malta(
        {"Eagle Group CV 1": "17"},
        phase="air",
        first=BR,
        deck={"Eagle Group Ftr 1": "Eagle Group CV 1"},
        hurt={"Eagle Group CV 1": hurt},
    )
    assert (refusal(war, "unit", "Eagle Group Ftr 1") == "") == may
    if not may:
        assert refusal(war, "unit", "Eagle Group Ftr 1") == "OH-AIR.10"


@pytest.mark.rule("herkules", "OH-SEA.9", "OH-AIR.10")
def test_aircraft_in_the_air_outlive_their_carrier() -> None:
    """The carrier's fighter fights in the sea battle; she sinks; the fighter lands at Luqa."""
    war = malta({"Eagle Group CV 1": "11", "Regia Marina BB 1": "11"}, phase="sea", hurt={"Eagle Group CV 1": 2}, dice=((1,), (6,)),
                deck={"Eagle Group Ftr 1": "Eagle Group CV 1"})  # fmt: skip
    do(war, "everyone")
    while step(war) == "Aim":
        do(war, ("hit", "Eagle Group CV 1"))
    assert is_lost(war, "Eagle Group CV 1") and is_lost(war, "Eagle Group Ftr 1")  # the deck was shut: it never got up
    war = malta({"Eagle Group CV 1": "11", "Regia Marina BB 1-2": "11"}, phase="sea", hurt={"Eagle Group CV 1": 1}, dice=((1, 1), (6,), (6,)),
                deck={"Eagle Group Ftr 1": "Eagle Group CV 1"})  # fmt: skip
    do(war, "everyone")
    while step(war) == "Aim":
        do(war, ("hit", "Eagle Group CV 1"))
    assert is_lost(war, "Eagle Group CV 1") and not is_lost(war, "Eagle Group Ftr 1")


@pytest.mark.rule("herkules", "OH-RG.6", "OH-AIR.10")
def test_unsupplied_aircraft_change_to_a_carrier_at_the_end() -> None:
    war = malta({"Eagle Group CV 1": "17", "AHQ Malta Ftr 1": "Luqa"}, phase="aircraft", first=BR)
    group(war, "AHQ Malta Ftr 1")
    assert list(offers(war)["to"]) == [war.setup.space_names[war.setup.zone_of[17]]]
    supplied = malta({"Eagle Group CV 1": "17", "AHQ Malta Ftr 1": "Luqa"}, phase="aircraft", first=BR, spent=BR)
    assert step(supplied) != "LandAircraft" or refusal(supplied, "unit", "AHQ Malta Ftr 1") == "OH-RG.6"


@pytest.mark.rule("herkules", "OH-AIR.3", "OH-EV.3")
def test_gibraltar_bombers_fly_once_a_day() -> None:
    """Flown in the morning of day 2: not in the afternoon; again on day 3."""
    war = malta({"Livorno Inf 1": "Krendi"}, phase="air", first=BR, turn=3, dice=((6,), (6,)))
    group(war, "Gibraltar Str 1")
    do(war, ("to", "Mosta"))
    while war.turn == 3 or step(war) != "Air" or war.asked()[0].side != BR:
        wait(war)
    assert war.turn == 4 and refusal(war, "unit", "Gibraltar Str 1") == "OH-AIR.3"
    while war.turn == 4 or step(war) != "Air" or war.asked()[0].side != BR:
        wait(war)
    assert war.turn == 5 and refusal(war, "unit", "Gibraltar Str 1") == ""


@pytest.mark.rule("herkules", "OH-FAC.1", "OH-AC.3", "OH-LC.1")
def test_a_bomber_that_bombed_is_out_of_land_combat() -> None:
    war = malta(
        {"Regia Aeronautica Tac 1": "Luqa", "Livorno Inf 1": "Luqa", "231 Bde Inf 1": "Luqa"},
        phase="bombing",
        dice=((1,), (6,), (6,)),
    )
    do(war, "everyone")
    assert war.damage[space(war, "Luqa")] == 1
    while step(war) != "Commit":
        wait(war)
    assert not [n for n in offers(war)["commit"] if "Tac" in n]


@pytest.mark.rule("herkules", "OH-AC.3", "OH-FAC.1", "OH-SEA.1")
def test_who_duelled_bombs_but_does_not_join_the_land_battle() -> None:
    war = malta({"Regia Aeronautica Tac 1": "Luqa", "AHQ Malta Ftr 1": "Luqa", "Livorno Inf 1": "Luqa", "231 Bde Inf 1": "Luqa"},
                phase="air_combat", dice=((6,), (6,), (3,)))  # fmt: skip
    do(war, "everyone")
    assert step(war) == "Commit" and "Regia Aeronautica Tac 1" in offers(war)["commit"]  # the bombing
    do(war, "engage")
    while step(war) != "Commit":
        wait(war)
    assert not [n for n in offers(war)["commit"] if "Tac" in n]


@pytest.mark.rule("herkules", "OH-AC.2", "OH-AC.5")
def test_strategic_bombers_fill_up_the_number() -> None:
    """Three attackers, a fighter and two strategic bombers to answer: all three must, and the bombers roll their 1."""
    war = malta({"Regia Aeronautica Ftr 1-3": "Luqa", "AHQ Malta Ftr 1": "Luqa", "AHQ Malta Str 1": "Luqa", "Gibraltar Str 1": "Luqa"},
                phase="air_combat", dice=((6, 6, 6), (1, 1), (6,)))  # fmt: skip
    do(war, "everyone")
    assert dice_rolled(war, "duel") == [3, 3]


@pytest.mark.rule("herkules", "OH-AC.5", "OH-AC.6")
def test_surplus_hits_and_the_last_shot() -> None:
    """One fighter engaged, a strategic bomber held back; two hits: the bomber shoots before it falls and needs 1."""
    war = malta({"Gibraltar Str 1": "Krendi", "AHQ Malta Ftr 1": "Krendi", "Regia Aeronautica Ftr 1-2": "Krendi"}, phase="air_combat", first=BR,
                dice=((6,), (1, 1), (1,)))  # fmt: skip
    while step(war) == "Commit":
        do(war, "everyone")
    assert is_lost(war, "AHQ Malta Ftr 1") and is_lost(war, "Gibraltar Str 1") and is_lost(war, "Regia Aeronautica Ftr 1")


@pytest.mark.rule("herkules", "OH-AC.5")
def test_attackers_surplus_is_lost() -> None:
    """Three attackers hit three times; only one defender had to answer, the strategic bomber stays out of it."""
    war = malta({"Regia Aeronautica Ftr 1": "Luqa", "Fliegerkorps II Ftr 1": "Luqa", "AHQ Malta Ftr 1": "Luqa", "AHQ Malta Str 1": "Luqa"},
                phase="air_combat", dice=((3,), (6,)))  # fmt: skip
    do(war, ("commit", "Regia Aeronautica Ftr 1"), "engage")
    assert is_lost(war, "AHQ Malta Ftr 1") and not is_lost(war, "AHQ Malta Str 1") and hits(war, "AHQ Malta Str 1") == 0
