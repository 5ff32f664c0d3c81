"""The air move, air combat, bombing, airborne landings [OH-AIR, OH-AC, OH-FAC, OH-PARA, OH-AF]."""

from __future__ import annotations

import pytest

from grandharbour.engine.geometry.bits import bits
from grandharbour.games.herkules.air import flak_dice
from grandharbour.games.herkules.state import AX, BR, Islands

from .conftest import (
    dice_rolled,
    do,
    group,
    is_lost,
    malta,
    offers,
    place,
    refusal,
    side,
    skip_to,
    space,
    step,
    told,
    units,
)  # fmt: skip

# --- missions


@pytest.mark.rule("herkules", "OH-AIR.1", "OH-AIR.2")
def test_missions() -> None:
    """Any place of the map, once a turn, the initiative side first."""
    war = malta({"AHQ Malta Ftr 1": "Luqa"}, phase="air", spent=BR)
    assert side(war) == "AX"
    group(war, "Regia Aeronautica Ftr 1")
    assert len(offers(war)["to"]) == 60
    do(war, ("to", "Gharb"))
    assert refusal(war, "unit", "Regia Aeronautica Ftr 1") == "OH-AIR.1"
    do(war, "done")
    assert side(war) == "BR"
    group(war, "AHQ Malta Ftr 1")
    assert len(offers(war)["to"]) == 59 and refusal(war, "to", "Luqa") == "OH-AIR.1"


@pytest.mark.rule("herkules", "OH-AIR.3")
def test_bombers_from_gibraltar() -> None:
    """Flown in the morning: not in the afternoon, again the next day; they never land on Malta."""
    war = malta({}, phase="air", turn=3, first=BR)
    group(war, "Gibraltar Str 1")
    do(war, ("to", "Gharb"))
    while war.turn == 3:
        war.play(*(war.asked()[0].quiet or ("done", 0)))
    assert place(war, "Gibraltar Str 1") == "Gibraltar" and war.turn == 4
    skip_to(war, "Air")
    if side(war) == "AX":
        do(war, "done")
    assert refusal(war, "unit", "Gibraltar Str 1") == "OH-AIR.3" and refusal(war, "unit", "Gibraltar Str 2") == ""
    while war.turn == 4:
        war.play(*(war.asked()[0].quiet or ("done", 0)))
    assert war.flown == 0
    home = malta({"Gibraltar Str 1": "Gharb", "AHQ Malta Ftr 1": "Gharb"}, phase="aircraft", first=BR)
    assert refusal(home, "unit", "Gibraltar Str 1") == "OH-AIR.3"
    do(home, "home")
    assert place(home, "Gibraltar Str 1") == "Gibraltar" and place(home, "AHQ Malta Ftr 1") == "Luqa"


@pytest.mark.rule("herkules", "OH-AIR.4", "OH-AF.2", "OH-NB.1")
@pytest.mark.parametrize(
    ("territory", "dice", "damage"),
    [("Naxxar", 1, 0), ("Valletta", 3, 0), ("Luqa", 1, 0), ("Madliena", 3, 0), ("Marsaxlokk", 3, 0), ("Kalafrana", 2, 0), ("Qormi", 0, 0),
     ("Luqa", 0, 4), ("Valletta", 2, 4), ("Luqa", 1, 3)],
)  # fmt: skip
def test_air_defence_of_places(territory: str, dice: int, damage: int) -> None:
    """One die on 1 for each working radar set, gun, airfield and port; bunkers have none, nor ruined facilities."""
    script = (((1,) + (2,) * (dice - 1)),) if dice else ()
    war = malta({}, phase="air", works=True, damage={territory: damage}, dice=script)
    group(war, "Regia Aeronautica Tac 1", "Regia Aeronautica Str 1")
    do(war, ("to", territory), "done")
    assert dice_rolled(war, "flak") == ([dice] if dice else [])
    if dice:
        assert step(war) == "Lose" and side(war) == "AX"
        do(war, ("lose", "Regia Aeronautica Str 1"))
        assert is_lost(war, "Regia Aeronautica Str 1") and war.flak[space(war, territory)] == 1


@pytest.mark.rule("herkules", "OH-AIR.4")
def test_drops_draw_fire_and_contested_fields_stay_british() -> None:
    war = malta({"Livorno Inf 1": "Luqa"}, phase="air", works=["Luqa Bunker 1"], dice=((1,),))
    do(war, "lift", ("drop", "Luqa"), ("jump", "7. Flieger Inf 1"), ("count", 2), "enough", "done")
    assert dice_rolled(war, "flak") == [1] and war.flak[space(war, "Luqa")] == 1


@pytest.mark.rule("herkules", "OH-AIR.5")
def test_flying_over() -> None:
    """A strike at Naxxar, past Valletta: one die, of Naxxar's radar."""
    war = malta({}, phase="air", works=True, dice=((6,),))
    group(war, "Fliegerkorps II Str 1")
    do(war, ("to", "Naxxar"), "done")
    assert [e.spaces for e in war.log or [] if e.kind == "flak"] == [(space(war, "Naxxar"),)] and war.rolled == 1


@pytest.mark.rule("herkules", "OH-AIR.6", "OH-LC.6")
def test_no_air_defence_for_the_axis() -> None:
    """British bombers over Axis Halfar: no fire from the field; its two battalions roll 1 each, at aircraft alone."""
    war = malta({"Livorno Inf 1-2": "Halfar", "AHQ Malta Tac 1": "Luqa"}, phase="air", spent=BR, first=BR, dice=((1,), (1, 6)))
    assert flak_dice(war, space(war, "Halfar")) == {}
    group(war, "AHQ Malta Tac 1")
    do(war, ("to", "Halfar"))
    while step(war) != "LandBattles":
        war.play(*(("done", 0) if "done" in offers(war) else ("engage", 0)))
    assert not told(war, "flak")
    do(war, ("fight", "Halfar"), "everyone")
    assert [d for _, _, d, _ in told(war, "land")] == [(1,), (1, 6)] and is_lost(war, "AHQ Malta Tac 1")
    assert sum(place(war, f"Livorno Inf {i}") == "Halfar" for i in (1, 2)) == 1


@pytest.mark.rule("herkules", "OH-AIR.7", "OH-RAD.1")
def test_radar_redirects_aircraft() -> None:
    """The British flew first; with an air set they may fly elsewhere after the Axis, once. Without, not."""
    force = {"AHQ Malta Ftr 1": "Luqa", "AHQ Malta Ftr 2": "Takali"}
    war = malta(force, phase="air", first=BR, spent=BR, works=["Dingli Radar set 1"])
    group(war, "AHQ Malta Ftr 1")
    do(war, ("to", "Gharb"), "done")
    assert side(war) == "AX"
    do(war, "done")
    assert step(war) == "RedirectAir" and side(war) == "BR"
    group(war, "AHQ Malta Ftr 1")
    do(war, ("to", "Mosta"))
    assert place(war, "AHQ Malta Ftr 1") == "Mosta" and refusal(war, "unit", "AHQ Malta Ftr 1") == "OH-AIR.7"
    assert refusal(war, "unit", "AHQ Malta Ftr 2") == ""
    blind = malta(force, phase="air", first=BR, spent=BR, works=["Naxxar Radar set 1"])
    do(blind, "done", "done")
    assert blind.turn == 4  # nothing was left to decide


@pytest.mark.rule("herkules", "OH-AIR.7")
def test_following_aircraft_without_radar() -> None:
    for ban, rule in ((False, ""), (True, "OH-AIR.7")):
        war = malta({"AHQ Malta Ftr 1": "Luqa"}, phase="air", spent=BR, radar_ban=ban)
        group(war, "Regia Aeronautica Ftr 1")
        do(war, ("to", "Gharb"), "done")
        group(war, "AHQ Malta Ftr 1")
        assert refusal(war, "to", "Gharb") == rule


@pytest.mark.rule("herkules", "OH-AIR.8", "OH-AF.1")
def test_a_crowded_field() -> None:
    """Four aircraft on Luqa: two take off, of any kind."""
    war = malta({"AHQ Malta Ftr 1-2": "Luqa", "AHQ Malta Tac 1-2": "Luqa"}, phase="air", first=BR, spent=BR)
    assert "Luqa" not in offers(war).get("stack", [])
    do(war, ("unit", "AHQ Malta Ftr 1"), ("count", 1), ("to", "Gharb"), ("unit", "AHQ Malta Tac 1"))
    if "count" in offers(war):
        do(war, ("count", 1))
    do(war, ("to", "Gharb"))
    assert refusal(war, "unit", "AHQ Malta Ftr 2") == "OH-AIR.8"


@pytest.mark.rule("herkules", "OH-AIR.9", "OH-FAC.2", "OH-RG.4")
@pytest.mark.parametrize(("damage", "rule"), [(3, ""), (4, "OH-AIR.9")])
def test_a_ruined_field(damage: int, rule: str) -> None:
    """Nobody takes off with four damage; one may still land."""
    war = malta(
        {"AHQ Malta Ftr 1": "Luqa", "AHQ Malta Ftr 2": "Takali"}, phase="air", first=BR, spent=BR, damage={"Luqa": damage}
    )
    assert refusal(war, "unit", "AHQ Malta Ftr 1") == rule
    home = malta({"AHQ Malta Ftr 1": "Gharb"}, phase="aircraft", first=BR, damage={"Luqa": damage})
    group(home, "AHQ Malta Ftr 1")
    assert refusal(home, "to", "Luqa") == ""
    attacked = malta({"AHQ Malta Ftr 1": "Luqa", "Regia Aeronautica Tac 1": "Luqa"}, phase="bombing", damage={"Luqa": damage})
    assert bool(attacked.airborne(BR, space(attacked, "Luqa"))) == (rule == "")


@pytest.mark.rule("herkules", "OH-AIR.10")
def test_carriers() -> None:
    """Two aircraft, no strategic bomber."""
    war = malta({"Eagle Group CV 1": "17", "AHQ Malta Ftr 1-3": "18", "AHQ Malta Str 1": "18"}, phase="aircraft", first=BR)
    group(war, "AHQ Malta Str 1")
    assert refusal(war, "to", 17) == "OH-AIR.10"
    group(war, "AHQ Malta Ftr 1-3")
    assert refusal(war, "to", 17) == "OH-AIR.10"
    group(war, "AHQ Malta Ftr 1-2")
    do(war, ("to", 17))
    group(war, "AHQ Malta Ftr 3")
    assert war.cargo(units(war, "Eagle Group CV 1")).bit_count() == 2 and refusal(war, "to", 17) == "OH-AIR.10"


@pytest.mark.rule("herkules", "OH-AIR.11", "OH-SUP.7")
def test_aircraft_without_supply() -> None:
    """They change to another quiet base, no more; for Axis aircraft on a captured field it is the same."""
    force = {"AHQ Malta Ftr 1": "Luqa", "Livorno Inf 1": "Krendi", "Eagle Group DD 1": "11", "Regia Marina DD 1": "11"}
    war = malta(force, phase="air", first=BR)
    group(war, "AHQ Malta Ftr 1")
    assert set(offers(war)["to"]) == {"Takali", "Kirkop", "Halfar", "Kalafrana"}
    for target in ("Krendi", "Mosta", 11):
        assert refusal(war, "to", target) == "OH-AIR.11"
    free = malta(force, phase="air", first=BR, free_intercept=True)
    group(free, "AHQ Malta Ftr 1")
    assert refusal(free, "to", "Mosta") == refusal(free, "to", 11) == "" and refusal(free, "to", "Krendi") == "OH-AIR.11"
    axis = malta(
        {"Livorno Inf 1": "Krendi", "Livorno Inf 2": "Halfar", "Regia Aeronautica Ftr 1": "Krendi"}, phase="air",
        based=["Regia Aeronautica Ftr 1"], held={"Halfar": 2, "Krendi": 2},
    )  # fmt: skip
    group(axis, "Regia Aeronautica Ftr 1")
    assert offers(axis)["to"] == ["Halfar", "Sicily"]
    group(axis, "Regia Aeronautica Ftr 2")
    assert len(offers(axis)["to"]) == 60


@pytest.mark.rule("herkules", "OH-AIR.12", "OH-LC.12")
def test_fire_twice() -> None:
    """Kalafrana's gun fires at the drop and then at the paratroops."""
    war = malta({}, phase="air", works=["Kalafrana Coastal gun 1"], dice=((6, 6), (6,), (2,)))
    do(war, "lift", ("drop", "Kalafrana"), ("jump", "7. Flieger Inf 1"), ("count", 1), "enough", "done")
    assert dice_rolled(war, "flak") == [2]
    skip_to(war, "Commit")
    do(war, "everyone")
    assert [d for _, _, d, _ in told(war, "land")] == [(6,), (2,)] and place(war, "7. Flieger Inf 1") != "Kalafrana"


# --- air combat


def example(last: int) -> Islands:
    """The printed example: a fighter and two bombers against three fighters; only the fighter is committed."""
    war = malta(
        {"Regia Aeronautica Ftr 1": "Qormi", "Regia Aeronautica Tac 1-2": "Qormi", "AHQ Malta Ftr 1-3": "Qormi", "233 Bde Inf 1": "Qormi"},
        phase="air_combat", dice=((3,), (4, 2, 6), (last,)),
    )  # fmt: skip
    assert step(war) == "Commit" and side(war) == "AX"
    do(war, ("commit", "Regia Aeronautica Ftr 1"), "engage")
    assert side(war) == "BR"
    do(war, "everyone")
    return war


@pytest.mark.rule("herkules", "OH-AC.1", "OH-AC.2", "OH-AC.3", "OH-AC.5", "OH-AC.6", "OH-CBT.3", "OH-CBT.4")
@pytest.mark.parametrize(("last", "left"), [(5, 2), (2, 1)])
def test_the_printed_example(last: int, left: int) -> None:
    """One British fighter falls; the Axis fighter and a bomber fall, the bomber with a last shot at 3. The other may strike."""
    war = example(last)
    over = space(war, "Qormi")
    assert (war.here()[over] & war.setup.own[BR] & war.setup.air).bit_count() == left
    axis = war.here()[over] & war.setup.own[AX] & war.setup.air
    assert axis.bit_count() == 1 and war.setup.kind[next(iter(bits(axis)))] == "tac" and not axis & war.duelled
    assert [d for _, _, d, _ in told(war, "last_shot")] == [(last,)]
    assert step(war) == "LandBattles" and offers(war)["fight"] == ["Qormi"]
    do(war, ("fight", "Qormi"))
    assert side(war) == "AX" and len(offers(war)["commit"]) == 1


@pytest.mark.rule("herkules", "OH-AC.3", "OH-FAC.1")
def test_duellists_may_only_bomb() -> None:
    """A bomber that fought in the air may bomb the field below, but supports nobody on land or at sea."""
    war = malta(
        {"Regia Aeronautica Tac 1": "Luqa", "AHQ Malta Ftr 1": "Luqa", "233 Bde Inf 1": "Luqa"}, phase="air_combat",
        dice=((6,), (6,), (1,)),
    )  # fmt: skip
    do(war, "everyone")
    assert step(war) == "Commit" and war.asked()[0].rule == "OH-FAC.1"
    do(war, "engage")
    assert step(war) != "LandBattles" and not told(war, "land")
    again = malta(
        {"Regia Aeronautica Tac 1": "Luqa", "AHQ Malta Ftr 1": "Luqa", "233 Bde Inf 1": "Luqa"}, phase="air_combat",
        dice=((6,), (6,), (1,)),
    )  # fmt: skip
    do(again, "everyone", "everyone")
    assert again.damage[space(again, "Luqa")] == 1


@pytest.mark.rule("herkules", "OH-AC.2")
def test_the_defender_must_match() -> None:
    """Four Axis fighters against two: both must answer. Against three, one may not be enough."""
    war = malta({"Fliegerkorps II Ftr 1-4": "Qormi", "AHQ Malta Ftr 1-2": "Qormi"}, phase="air_combat", dice=((6,) * 4, (6,) * 2))
    do(war, "everyone")
    assert dice_rolled(war, "duel") == [4, 2] and war.duelled & war.setup.own[BR] == units(war, "AHQ Malta Ftr 1-2")
    war = malta({"Fliegerkorps II Ftr 1-2": "Qormi", "AHQ Malta Ftr 1-3": "Qormi"}, phase="air_combat")
    do(war, "everyone")
    assert side(war) == "BR" and refusal(war, "engage") == "OH-AC.2"
    do(war, ("commit", "AHQ Malta Ftr 1"))
    assert refusal(war, "engage") == "OH-AC.2"
    do(war, ("commit", "AHQ Malta Ftr 2"))
    assert refusal(war, "engage") == ""


@pytest.mark.rule("herkules", "OH-AC.2", "OH-AC.5", "OH-AC.7")
def test_strategic_bombers_fill_up() -> None:
    """Four Axis fighters hit four times; two fighters and a strategic bomber must answer, three fall, a hit is lost."""
    war = malta(
        {"Fliegerkorps II Ftr 1-4": "Luqa", "AHQ Malta Ftr 1-2": "Luqa", "AHQ Malta Str 1": "Luqa"}, phase="air_combat",
        dice=((1, 1, 1, 1), (6,), (6, 6)),
    )  # fmt: skip
    do(war, "everyone")
    assert all(is_lost(war, n) for n in ("AHQ Malta Ftr 1", "AHQ Malta Ftr 2", "AHQ Malta Str 1"))
    few = malta(
        {"Fliegerkorps II Ftr 1-2": "Luqa", "AHQ Malta Ftr 1-2": "Luqa", "AHQ Malta Str 1": "Luqa"},
        phase="air_combat",
        dice=((1, 1), (6, 6)),
    )
    do(few, "everyone")
    assert not is_lost(few, "AHQ Malta Str 1") and dice_rolled(few, "duel") == [2, 2]


@pytest.mark.rule("herkules", "OH-AC.4")
def test_air_radar_adds_a_die() -> None:
    """With Dingli's set one more British die on 2, not with a naval set."""
    force = {"Fliegerkorps II Ftr 1": "Qormi", "AHQ Malta Ftr 1": "Qormi"}
    war = malta(force, phase="air_combat", works=["Dingli Radar set 1"], dice=((6,), (2,), (6,)))
    do(war, "everyone")
    assert dice_rolled(war, "duel") == [1, 2] and is_lost(war, "Fliegerkorps II Ftr 1")
    none = malta(force, phase="air_combat", works=["Naxxar Radar set 1"], dice=((6,), (6,)))
    do(none, "everyone")
    assert dice_rolled(none, "duel") == [1, 1]


@pytest.mark.rule("herkules", "OH-AC.7", "OH-AC.6")
def test_interception() -> None:
    """Two strategic bombers cannot commit; two fighters of the field may force combat; one hit bomber shoots back with 1."""
    war = malta({"Fliegerkorps II Str 1-2": "Luqa", "AHQ Malta Ftr 1-2": "Luqa"}, phase="air_combat", dice=((4, 5), (1,)))
    assert side(war) == "BR" and refusal(war, "engage") == ""
    do(war, "everyone")
    assert dice_rolled(war, "duel") == [2] and dice_rolled(war, "last_shot") == [1]
    assert sum(is_lost(war, f"Fliegerkorps II Str {i}") for i in (1, 2)) == 1
    assert sum(is_lost(war, f"AHQ Malta Ftr {i}") for i in (1, 2)) == 1


# --- bombing


@pytest.mark.rule("herkules", "OH-FAC.1", "OH-FAC.2", "OH-FAC.3")
def test_bombing_an_airfield() -> None:
    """Two strategic bombers over Takali with two damage roll 3 and 4: it is out, but still there."""
    war = malta({"Fliegerkorps II Str 1-2": "Takali"}, phase="bombing", damage={"Takali": 2}, dice=((3, 4),))
    assert set(offers(war)) == {"commit", "everyone", "engage"}
    do(war, "everyone")
    takali = space(war, "Takali")
    assert war.damage[takali] == 4 and not war.works(takali, True) and war.setup.airfields >> takali & 1
    fighter = malta({"Fliegerkorps II Ftr 1": "Takali", "Regia Marina DD 1": "11"}, phase="bombing")
    assert not told(fighter, "bombs") and step(fighter) != "Commit"  # fighters do not bomb facilities


@pytest.mark.rule("herkules", "OH-FAC.1")
def test_bombers_do_nothing_else() -> None:
    war = malta(
        {"Fliegerkorps II Tac 1-2": "Valletta", "Livorno Inf 1": "Valletta", "233 Bde Inf 1": "Valletta"},
        phase="bombing",
        dice=((3,),),
    )
    do(war, ("commit", "Fliegerkorps II Tac 1"), "engage")
    assert war.damage[space(war, "Valletta")] == 1
    assert (
        step(war) == "Commit"
        and refusal(war, "commit", "Fliegerkorps II Tac 1") != ""
        and refusal(war, "commit", "Fliegerkorps II Tac 2") == ""
    )


# --- airborne landings


@pytest.mark.rule("herkules", "OH-PARA.1", "OH-PARA.2", "OH-SUP.13")
def test_seven_units_or_a_marker() -> None:
    """Five paratroops leave room for two more, in one drop or several, but none for a marker; no aircraft are used up."""
    war = malta({"Livorno Inf 1": "Krendi"}, phase="air")
    do(war, "lift", ("drop", "Gharb"), ("jump", "7. Flieger Inf 1"), ("count", 5), "enough", "lift", ("drop", "Krendi"))
    assert refusal(war, "supplies") == "OH-PARA.1"
    do(war, ("jump", "7. Flieger Inf 6"))
    assert offers(war)["count"] == [1, 2]
    do(war, ("count", 2))
    assert refusal(war, "lift") == "OH-PARA.1" and len(war.drops) == 7
    marker = malta({"Livorno Inf 1": "Siggiewi"}, phase="air")
    do(marker, "lift", ("drop", "Siggiewi"), "supplies")
    assert refusal(marker, "lift") == "OH-PARA.1"
    while not told(marker, "marker_down"):
        do(marker, "done")
    assert marker.markers_ax[space(marker, "Siggiewi")] == 1
    alone = malta({}, phase="air")
    do(alone, "lift", ("drop", "Gharb"))
    assert refusal(alone, "supplies") == "OH-PARA.1"  # nobody there to find it


@pytest.mark.rule("herkules", "OH-PARA.3", "OH-PARA.7")
@pytest.mark.parametrize(("escorts", "lost"), [(1, 1), (4, 0)])
def test_losses_of_a_drop(escorts: int, lost: int) -> None:
    """Seven units on Luqa: flak kills an escort, two British fighters hit: three hits. Without a fighter left one unit is lost."""
    shots = () if escorts == 1 else ((6,), (6,))  # two more escorts fall to the two hits and shoot back in vain
    war = malta({"AHQ Malta Ftr 1-2": "Luqa"}, phase="air", dice=((1,), (1, 2), *shots))
    group(war, f"Fliegerkorps II Ftr 1-{escorts}")
    do(war, ("to", "Luqa"), "lift", ("drop", "Luqa"), ("jump", "7. Flieger Inf 1"), ("count", 7), "done", "done")
    if escorts > 1:
        assert side(war) == "AX"
        do(war, "engage")
    assert side(war) == "BR"
    do(war, "everyone")
    assert war.flak[space(war, "Luqa")] == 3
    assert sum(is_lost(war, f"7. Flieger Inf {i}") for i in range(1, 8)) == lost
    assert war.troops(AX, space(war, "Luqa")).bit_count() == 7 - lost


@pytest.mark.rule("herkules", "OH-PARA.3")
@pytest.mark.parametrize(("hits", "arrives"), [(1, True), (2, False)])
def test_losses_of_a_marker(hits: int, arrives: bool) -> None:
    war = malta({"Livorno Inf 1": "Madliena"}, phase="air", works=["Madliena Coastal gun 1-2", "Madliena Bunker 1"],
                dice=((1,) * hits + (6,) * (2 - hits),))  # fmt: skip
    do(war, "lift", ("drop", "Madliena"), "supplies")
    while not told(war, "marker_down"):
        do(war, "done")
    assert war.markers_ax[space(war, "Madliena")] == arrives


SPEZIA = {"Livorno Inf 1-3": "Luqa"}


@pytest.mark.rule("herkules", "OH-PARA.4", "OH-PARA.6")
def test_landing_on_an_airfield() -> None:
    """La Spezia lands at contested Luqa with three against two and a bunker, not with three against three, nor elsewhere."""
    good = malta({**SPEZIA, "231 Bde Inf 1-2": "Luqa"}, phase="air", works=["Luqa Bunker 1"])
    do(good, "lift", ("drop", "Luqa"))
    assert refusal(good, "jump", "La Spezia Inf 1") == ""
    bad = malta({**SPEZIA, "231 Bde Inf 1-3": "Luqa"}, phase="air", works=["Luqa Bunker 1"])
    do(bad, "lift", ("drop", "Luqa"))
    assert refusal(bad, "jump", "La Spezia Inf 1") == "OH-PARA.4" and refusal(bad, "jump", "7. Flieger Inf 1") == ""
    field = malta({"Livorno Inf 1": "Qormi"}, phase="air")
    do(field, "lift", ("drop", "Qormi"))
    assert refusal(field, "jump", "La Spezia Inf 1") == "OH-PARA.4"
    held = malta({"Livorno Inf 1": "Luqa"}, phase="air")
    do(held, "lift", ("drop", "Luqa"))
    assert refusal(held, "jump", "La Spezia Inf 1") == ""


@pytest.mark.rule("herkules", "OH-PARA.5")
def test_no_second_jump() -> None:
    """Paratroops on Luqa cannot be lifted to Takali, nor by way of a ship and Sicily."""
    war = malta({"7. Flieger Inf 1": "Luqa"}, phase="air")
    do(war, "lift", ("drop", "Takali"))
    assert "7. Flieger Inf 1" not in offers(war)["jump"] and "7. Flieger Inf 2" in offers(war)["jump"]
    assert refusal(war, "jump", "7. Flieger Inf 1") != ""
    ship = malta({"Regia Marina Tr 1": "9"}, phase="naval", freight={"7. Flieger Inf 1": "Regia Marina Tr 1"})
    do(ship, ("unit", "Regia Marina Tr 1"), "reload")
    skip_to(ship, "Air")
    do(ship, "lift", ("drop", "Takali"))
    assert "7. Flieger Inf 1" not in offers(ship)["jump"]


@pytest.mark.rule("herkules", "OH-PARA.6")
def test_who_is_lifted() -> None:
    """Livorno comes by sea, by option also onto an airfield; Assietta never flies. In 1940 only markers do."""
    for option, rule in ((False, "OH-PARA.6"), (True, "")):
        war = malta({"Friuli Inf 1": "Luqa"}, phase="air", any_airlift=option)
        do(war, "lift", ("drop", "Luqa"))
        first = "CCNN Inf 1"
        assert refusal(war, "jump", first) == rule and refusal(war, "jump", "Assietta Inf 1") == "OH-PARA.6"
    old = malta({"Livorno Inf 1": "Krendi"}, phase="air", scenario="1940", turn=2)
    do(old, "lift")
    assert offers(old) == {"drop": ["Krendi"]}
    do(old, ("drop", "Krendi"))
    assert set(offers(old)) == {"supplies"}


@pytest.mark.rule("herkules", "OH-PARA.7", "OH-SUP.5")
def test_at_once_into_battle() -> None:
    """Dropped on a bunker without a marker spent, they fight this turn."""
    war = malta({}, phase="air", works=["Qormi Bunker 1"], dice=((6,), (6,)))
    do(war, "lift", ("drop", "Qormi"), ("jump", "7. Flieger Art 1"), ("count", 1), "enough", "done")
    skip_to(war, "Commit")
    assert side(war) == "AX" and offers(war)["commit"] == ["7. Flieger Art 1"] and not war.supplied(AX)
    do(war, "everyone")
    assert dice_rolled(war, "land") == [1, 1]
