"""Moving, hiding and looking; aircraft; battles; damage [MC-MOVE to MC-AA]."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import msgspec
import pytest

from grandharbour.engine.geometry.bits import bits
from grandharbour.games.convoys.air import (
    Aim,
    AirAttack,
    CarrierStrikes,
    Flights,
    HarbourRound,
    Raid,
    Reserve,
    Squadrons,
    defence,
    harbour_targets,
    strength,
)
from grandharbour.games.convoys.battle import AxisLeaves, Battle, Gunfire, Leave, Surface, Target
from grandharbour.games.convoys.damage import read, repair, starred, strike
from grandharbour.games.convoys.movement import FleetMove, Lurking, Passing, Patrol, Sailing, can_sail, go_home, underwater
from grandharbour.games.convoys.state import AL, AX, MALTA
from grandharbour.games.convoys.turn import GameTurn, begin_turn
from tests.play import stack

from .conftest import act, at, do, group, offers, over, piece, pieces, sea, settle, side, space, told, where

NELSON = {"A": ("W8", ["Nelson"])}


def sailing(groups, **how):  # type: ignore[no-untyped-def]
    return at(sea(groups, **how), Sailing())


# --- movement


@pytest.mark.rule("convoys", "MC-MOVE.2", "MC-MOVE.3")
def test_slow_and_fast() -> None:
    """Breconshire with two freighters takes one step; apart from them she takes two."""
    war = sailing({"A": ("W8", ["Breconshire", "Freighter 1", "Freighter 2"])})
    war.play("group", "Group A")
    assert war.rate(group(war, "A")) == 1
    war.play("detach", "Breconshire")
    war.play("halt")
    war.play("group", "Group B")
    war.play("to", "W10" if "W10" in war.choices("to") else war.choices("to")[0])
    assert war.rate(group(war, "B")) == 2 and "to" in offers(war)
    for slow in ("Argus", "Ramillies", "Freighter 3"):
        assert sea({"A": ("W8", [slow])}).rate(group(war, "A")) == 1
    assert sea(NELSON).rate(group(war, "A")) == 2 and sea(NELSON, hit=["Nelson"]).rate(group(war, "A")) == 1


@pytest.mark.rule("convoys", "MC-MOVE.3")
def test_groups_join_before_they_move() -> None:
    war = sailing({"A": ("W8", ["Nelson"]), "B": ("W8", ["Rodney"]), "C": ("W8", [])})
    war.play("group", "Group A")
    assert war.choices("join") == ["Group B"], "not with a dummy"
    war.play("join", "Group B")
    assert war.groups & ~war.dummies == 1 << group(war, "A") or war.groups & ~war.dummies == 1 << group(war, "B")


@pytest.mark.rule("convoys", "MC-MOVE.4")
@pytest.mark.parametrize(("where_lost", "held"), [("position", 2), ("turn", 2)])
def test_a_group_that_lost_two_ships_is_held_up(where_lost: str, held: int) -> None:
    war = sea({"A": ("W8", ["Nelson", "Freighter 1"])}, options={"freeze": where_lost})
    war.losses[group(war, "A")] = held
    act(war, GameTurn, "end")
    war.run()
    assert war.frozen >> group(war, "A") & 1
    at(war, Sailing())
    assert "group" not in offers(war) and war.why_not("group", "Group A").rule == "MC-MOVE.4"
    moved = sailing({"A": ("W8", ["Nelson"])}, options={"freeze": where_lost})
    moved.losses[group(moved, "A")] = 1
    moved.play("group", "Group A")
    moved.play("to", moved.choices("to")[0])
    assert moved.losses[group(moved, "A")] == (0 if where_lost == "position" else 1), "other positions count only by option"


@pytest.mark.rule("convoys", "MC-MOVE.5")
def test_closed_to_the_allies() -> None:
    war = sailing({"A": ("E8", ["Didos"])})
    war.play("group", "Group A")
    assert war.why_not("to", "At Sea Eastern Med").rule == "MC-MOVE.5" and war.why_not("to", "Taranto").rule == "MC-MOVE.5"


@pytest.mark.rule("convoys", "MC-MOVE.6")
def test_the_italian_fleet_takes_one_step() -> None:
    war = at(sea(fleet={"Littorio": "Napoli", "V. Veneto": "Taranto"}), FleetMove())
    war.play("ship", "Littorio")
    assert set(war.choices("to")) == {"At Sea Western Med"}
    war.play("to", "At Sea Western Med")
    war.play("ship", "V. Veneto")
    assert set(war.choices("to")) == {"At Sea Eastern Med"}
    war.play("to", "At Sea Eastern Med")
    assert "ship" not in offers(war) and war.why_not("ship", "Littorio").rule == "MC-MOVE.6", "one step a turn"
    begin_turn(war)
    at(war, FleetMove())
    war.play("ship", "Littorio")
    reach = set(war.choices("to"))
    assert "At Sea Eastern Med" in reach and {"W12", "W13"} <= reach and war.choices("port") == ["Napoli"]
    open_ = {war.setup.names.of("space", s) for s in bits(war.setup.access[space(war, "At Sea Western Med")])}
    on_lane = at(sea(fleet={"Littorio": "W13"}), FleetMove())
    on_lane.play("ship", "Littorio")
    assert set(on_lane.choices("to")) <= open_ | {"At Sea Western Med"}, "only between open positions"


@pytest.mark.rule("convoys", "MC-MOVE.7")
def test_going_home() -> None:
    war = sailing(NELSON, dice=(1,))
    war.play("group", "Group A")
    war.play("home")
    assert not war.groups and war.rolled == 1 and war.homeward
    bound = sailing({"A": ("W16", ["Rodney"])}, past=["A"])
    bound.play("group", "Group A")
    assert "home" not in offers(bound) and bound.why_not("home").rule == "MC-PNR.1"
    cruisers = sailing({"A": ("W17", ["Force K"])})
    cruisers.play("group", "Group A")
    assert "home" not in offers(cruisers) and cruisers.why_not("home").rule == "MC-MOVE.7"


@pytest.mark.rule("convoys", "MC-MOVE.8")
def test_a_group_that_meets_the_enemy_stops() -> None:
    war = sailing({"A": ("W10", ["Didos"])}, fleet={"Littorio": "W13"})
    war.play("group", "Group A")
    war.play("to", "W13")
    assert war.moved >> group(war, "A") & 1 and "to" not in offers(war)


@pytest.mark.rule("convoys", "MC-MOVE.9", "MC-PNR.1")
def test_the_point_of_no_return() -> None:
    war = sailing({"A": ("W13", ["Rodney"])})
    setup = war.setup
    assert setup.line[space(war, "W13")] >> space(war, "W16") & 1
    war.play("group", "Group A")
    war.play("to", "W16")
    assert war.past >> group(war, "A") & 1
    begin_turn(war)
    war.chosen = -1
    war.walked = 0
    at(war, Sailing())
    war.play("group", "Group A")
    assert "W13" not in war.choices("to") and war.why_not("to", "W13").rule == "MC-PNR.1" and "Malta" in war.choices("to")
    for free in ({"from_alexandria": ["Rodney"]}, {}):
        names = ["Rodney"] if free else ["Freighter 1"]
        loose = sailing({"A": ("W16", names)}, past=["A"], **free)
        loose.play("group", "Group A")
        assert "W13" in loose.choices("to"), names
    strict = sailing({"A": ("W16", ["Freighter 1"])}, past=["A"], options={"freighters_bound": True})
    strict.play("group", "Group A")
    assert "W13" not in strict.choices("to")


@pytest.mark.rule("convoys", "MC-PNR.2", "MC-PNR.3")
def test_into_malta_and_out_again() -> None:
    war = sailing({"A": ("W16", ["Rodney", "Ark Royal", "Freighter 1"])}, past=["A"])
    war.play("group", "Group A")
    war.play("to", "Malta")
    assert {where(war, n) for n in ("Rodney", "Ark Royal", "Freighter 1")} == {"Malta"}
    assert harbour_targets(war) == pieces(war, "Rodney", "Ark Royal", "Freighter 1")
    assert can_sail(war, MALTA) == pieces(war, "Ark Royal")


# --- hiding and looking


@pytest.mark.rule("convoys", "MC-RECON.1")
def test_groups_lie_face_down() -> None:
    """The Axis sees four counters and nothing that tells them apart."""
    war = sea({"A": ("W8", ["Nelson", "Eagle"]), "B": ("W8", ["Freighter 1"]), "C": ("W8", []), "D": ("W8", ["Didos"])})
    war.may = [-1 & (1 << 30) - 1 if war.setup.allied >> p & 1 else m for p, m in enumerate(war.may)]
    war.real = war.known = 0
    seen = [p for p in war.view(AX).pieces if p.id.startswith("Group") and p.at == "W8"]
    assert len(seen) == 4
    plain = {msgspec.json.encode(msgspec.structs.replace(p, id="", label="", sub="")) for p in seen}
    assert len(plain) == 1
    assert not any(p.at == "W8" for p in war.view(AX).pieces if p.id in ("Nelson", "Eagle", "Freighter 1", "Didos"))


def flights(groups, planes, **how):  # type: ignore[no-untyped-def]
    return at(sea(groups, planes=planes, **how), Flights())


@pytest.mark.rule("convoys", "MC-RECON.2", "MC-AIR.1")
def test_to_look_is_to_strike_along_a_dashed_line() -> None:
    war = flights({"A": ("W13", ["Nelson"]), "B": ("W8", ["Eagle"])}, {"89 Gr SM79": "Sicily"})
    war.play("fly", "89 Gr SM79")
    assert war.choices("over") == ["W13"] and war.why_not("over", "W8").rule == "MC-AIR.1"
    nobody = flights({"A": ("W13", ["Nelson"])}, {})
    assert over(nobody), "without an air unit nothing is seen"
    desert = sea(korps="GAZALA")
    assert desert.usable(space(desert, "Gazala")) and desert.usable(space(desert, "Tripoli"))
    assert not desert.usable(space(desert, "Tobruk")) and desert.usable(space(desert, "Crete"))


@pytest.mark.rule("convoys", "MC-RECON.3")
def test_a_dummy_is_removed_and_the_mission_spent() -> None:
    war = flights({"A": ("W7", []), "B": ("W8", ["Nelson"])}, {"29 Gr Z1007": "Sardinia", "41 Gr Z1007": "Sardinia"})
    war.play("fly", "29 Gr Z1007")
    war.play("over", "W7")
    assert not war.groups >> group(war, "A") & 1 and war.unmasked == 1
    assert war.choices("fly") == ["41 Gr Z1007"] and war.why_not("fly", "29 Gr Z1007").rule == "MC-AIR.2"
    dummy = sailing({"A": ("W16", [])})
    dummy.play("group", "Group A")
    assert "Malta" not in dummy.choices("to") and dummy.rate(group(dummy, "A")) == 2 and "join" not in offers(dummy)
    assert war.setup.decoys == 4


@pytest.mark.rule("convoys", "MC-RECON.4", "MC-RECON.5", "MC-RECON.6")
@pytest.mark.parametrize("recon", ["position", "group"])
def test_what_is_struck_is_turned_up_until_the_turn_is_over(recon: str) -> None:
    war = flights(
        {"A": ("W8", ["Nelson"]), "B": ("W8", ["Eagle"])}, {"29 Gr Z1007": "Sardinia"}, options={"recon": recon}, dice=(1, 1)
    )
    war.play("fly", "29 Gr Z1007")
    if recon == "position":
        war.play("over", "W8")
        assert war.exposed.bit_count() == 2 and isinstance(war.stack[0], Aim)
        assert set(war.choices("target")) == {"Nelson", "Eagle"}, "the unit that finds strikes"
    else:
        war.play("find", "Group A")
        assert war.exposed == 1 << group(war, "A")
        assert war.choices("target") == ["Nelson"]
    begin_turn(war)
    assert not war.exposed


# --- one air attack


def attack(plane: str, base: str, target: str, ships: list[str], *dice: int, press: bool = False, **how):  # type: ignore[no-untyped-def]
    war = sea({"A": (how.pop("at_", "W13"), ships)}, planes={plane: base}, dice=dice, **how)
    at(war, AirAttack(piece(war, plane), piece(war, target), False))
    war.play("press" if press else "normal")
    return war


@pytest.mark.rule("convoys", "MC-AIR.2")
def test_one_mission_a_turn() -> None:
    war = flights(NELSON, {"29 Gr Z1007": "Sardinia", "41 Gr Z1007": "Sardinia"}, dice=(1, 1))
    war.play("fly", "29 Gr Z1007")
    do(war, "over", "W8")
    war.play("normal")
    assert war.choices("fly") == ["41 Gr Z1007"]


@pytest.mark.rule("convoys", "MC-AIR.3", "MC-AIR.4", "MC-HIT.1")
def test_both_dice_at_once() -> None:
    """A Stuka's five sinks the freighter, the six of the guns the Stuka."""
    war = attack("StuG 1", "Sicily", "Freighter 1", ["Freighter 1", "Didos"], 5, 6)
    assert war.sunk == pieces(war, "Freighter 1") and war.down == pieces(war, "StuG 1")


@pytest.mark.rule("convoys", "MC-INT.1", "MC-ART.3", "MC-HIT.9")
def test_an_intensified_attack() -> None:
    """Stuka on Ark Royal with three of strength: 6+1 is Hit*, the star is a two; guns 3+1 = 4 need three."""
    war = attack("StuG 1", "Sicily", "Ark Royal", ["Ark Royal", "Eagle", "Nelson"], 6, 3, 2, press=True)
    assert war.sunk == pieces(war, "Ark Royal") and war.down == pieces(war, "StuG 1")
    assert len(war.setup.rows["stuka"] if "stuka" in war.setup.rows else next(iter(war.setup.rows.values()))) >= 6
    calm = attack("StuG 1", "Sicily", "Ark Royal", ["Ark Royal", "Eagle", "Nelson"], 4, 3)
    assert not calm.hit and not calm.down


@pytest.mark.rule("convoys", "MC-AIR.5")
def test_no_strikes_at_night() -> None:
    war = sea(NELSON, planes={"29 Gr Z1007": "Sardinia"}, night=True)
    war.stack = (GameTurn(phase="before flights"), (war.stack[0], None))
    war.run()
    assert not any(isinstance(step, Flights) for step in stack(war))
    day = sea(NELSON, planes={"29 Gr Z1007": "Sardinia"})
    day.stack = (GameTurn(phase="before flights"), (day.stack[0], None))
    day.run()
    assert isinstance(day.stack[0], Flights)


@pytest.mark.rule("convoys", "MC-AIR.6")
def test_swordfish() -> None:
    war = at(sea(fleet={"Littorio": "W15", "V. Veneto": "W12"}, planes={"815 Sqn": "Malta"}, dice=(6, 1, 6)), Squadrons())
    war.play("fly", "815 Sqn")
    assert war.choices("target") == ["Littorio"]
    war.play("target", "Littorio")
    war.play("normal")
    assert war.hit == pieces(war, "Littorio")
    assert told(war, "flak") and over(war)
    reach = {base: {war.setup.names.of("space", s) for s in bits(mask)} for base, mask in war.setup.sword_reach.items()}
    assert reach[space(war, "Malta")] == {"W15", "W16", "W17", "E10", "E11", "At Sea Western Med", "At Sea Eastern Med"}
    assert reach[space(war, "Crete")] == {"E4", "E5", "E6", "E13", "At Sea Eastern Med"}


# --- the harbour


def bombed(plane: str, target: str, *dice: int, press: bool = False, status: int = 1):  # type: ignore[no-untyped-def]
    war = sea(malta=[target], planes={plane: "Sicily"}, status=status, dice=dice)
    at(war, AirAttack(piece(war, plane), piece(war, target), True))
    war.play("press" if press else "normal")
    return war


@pytest.mark.rule("convoys", "MC-HARB.1", "MC-AA.6")
def test_level_bombers_over_malta() -> None:
    for plane in ("89 Gr SM79", "29 Gr Z1007"):
        assert bombed(plane, "Warspite", 6, 6).hit and not bombed(plane, "Warspite", 6, 6).down, "guns at 6 - 1"
        assert not bombed(plane, "Warspite", 5, 1).hit and bombed(plane, "Warspite", 5, 1, press=True).hit
        assert bombed(plane, "Warspite", 1, 6, press=True).down, "pressed home: 6 + 1 - 1"


@pytest.mark.rule("convoys", "MC-HARB.2")
def test_dive_bombers_over_malta_use_their_columns() -> None:
    assert bombed("StuG 1", "Warspite", 5, 1).hit and not bombed("StuG 1", "Warspite", 4, 1).hit


@pytest.mark.rule("convoys", "MC-HARB.3")
def test_two_rounds_by_sicilys_units() -> None:
    planes = {"StuG 1": "Sicily", "StuG 2": "Sicily", "89 Gr SM79": "Sardinia"}
    war = at(sea(malta=["Warspite"], planes=planes, dice=(1,) * 20), HarbourRound(False, False))
    assert set(war.choices("fly")) == {"StuG 1", "StuG 2"} and war.setup.harbour_rounds == 2
    do(war, "fly", "StuG 1")
    war.play("normal")
    assert war.choices("fly") == ["StuG 2"]


@pytest.mark.rule("convoys", "MC-HARB.4")
def test_raids_without_limit_end_when_nothing_attacks() -> None:
    war = at(sea(malta=["Warspite"], planes={"StuG 1": "Sicily"}), HarbourRound(True, False))
    assert "done" in offers(war)
    war.play("done")
    assert over(war)
    spared = sea(malta=["Force K"], planes={"StuG 1": "Sicily"}, options={"force_k_in_harbour": False})
    assert not harbour_targets(spared)


@pytest.mark.rule("convoys", "MC-HARB.6")
def test_not_during_the_turns() -> None:
    war = flights({}, {"StuG 1": "Sicily"}, malta=["Warspite"])
    assert over(war), "Malta is no target of a flight"


# --- carriers


@pytest.mark.rule("convoys", "MC-CV.1", "MC-CV.2", "MC-CV.3", "MC-CV.6")
def test_strikes_held_ready() -> None:
    ships = ["Ark Royal", "Eagle", "Argus", "Nelson"]
    war = at(sea({"A": ("W10", ships)}, fleet={"Littorio": "W13"}, dice=(6, 1, 6)), Reserve())
    assert side(war) == "AL" and set(war.choices("ready")) == {"Ark Royal", "Eagle"}, "Argus flies none"
    assert [war.setup.strikes[piece(war, n)] for n in ("Ark Royal", "Eagle", "Illustrious", "Victorious", "Formidable")] == [
        2,
        1,
        1,
        1,
        1,
    ]
    assert war.umbrella(war.crew(group(war, "A"))) == pieces(war, "Ark Royal", "Eagle", "Argus")
    war.play("ready", "Eagle")
    war.play("ready", "Ark Royal")
    war.play("done")
    assert war.umbrella(war.crew(group(war, "A"))) == pieces(war, "Ark Royal", "Argus"), "Eagle has no fighters up"
    at(war, CarrierStrikes(-1, False))
    war.play("launch", "Eagle")
    assert war.choices("target") == ["Littorio"]
    war.play("target", "Littorio")
    war.play("normal")
    assert war.hit == pieces(war, "Littorio")
    hurt = at(sea({"A": ("W10", ["Eagle", "Nelson"])}, fleet={"Littorio": "W13"}, hit=["Eagle"]), Reserve())
    assert "ready" not in offers(hurt) and not hurt.umbrella(hurt.crew(group(hurt, "A")))


@pytest.mark.rule("convoys", "MC-CV.1")
def test_how_far_carriers_reach() -> None:
    for where_, seen in (("W13", True), ("W12", True), ("At Sea Western Med", True), ("E6", False)):
        war = sea({"A": ("W12", ["Eagle"])}, fleet={"Littorio": where_})
        war.ready[piece(war, "Eagle")] = 1
        at(war, CarrierStrikes(-1, False))
        assert ("launch" in offers(war)) is seen, where_


@pytest.mark.rule("convoys", "MC-CV.2")
def test_a_strike_shot_down_is_gone_for_the_season() -> None:
    war = sea({"A": ("W13", ["Ark Royal"])}, fleet={"Littorio": "W13"}, dice=(1, 6))
    at(war, AirAttack(piece(war, "Ark Royal"), piece(war, "Littorio"), False))
    war.play("normal")
    assert war.flights[piece(war, "Ark Royal")] == 1
    war.ready[piece(war, "Ark Royal")] = 1
    assert not war.umbrella(pieces(war, "Ark Royal")), "one ready is now all she has"


def battle(groups, fleet, *dice, night: bool = False, **how):  # type: ignore[no-untyped-def]
    """At the first question of a battle the Axis has asked for."""
    where_ = next(iter(groups.values()))[0]
    war = sea(groups, fleet=fleet, night=night, dice=dice, **how)
    at(war, Surface(AX, 0))
    war.play("engage", where_)
    return war


def past_deployment(war) -> None:  # type: ignore[no-untyped-def]
    while "forward" in offers(war) or ("done" in offers(war) and "retire" not in offers(war) and not over(war)):
        war.play("done")


@pytest.mark.rule("convoys", "MC-CV.4")
def test_carriers_beside_a_battle() -> None:
    war = sea({"A": ("W13", ["Nelson"]), "B": ("W10", ["Eagle"])}, fleet={"Littorio": "W13"}, dice=(1, 1))
    war.ready[piece(war, "Eagle")] = 1
    at(war, Surface(AX, 0))
    war.play("engage", "W13")
    while "launch" not in offers(war):
        war.play("done")
    assert war.choices("launch") == ["Eagle"]
    do(war, "launch", "Eagle")
    war.play("normal")
    while "fire" not in offers(war):
        war.play("done")
    assert not war.ready[piece(war, "Eagle")]


@pytest.mark.rule("convoys", "MC-CV.5")
def test_carriers_in_a_battle_strike_again_after_two_rounds() -> None:
    war = battle({"A": ("W13", ["Illustrious", "Nelson", "Didos"])}, {"Littorio": "W13", "3. Cruiser Div": "W13"}, *([1] * 60))
    launches = []
    for _ in range(80):
        if over(war) or len(launches) > 1:
            break
        here = offers(war)
        fight = next(step for step in stack(war) if isinstance(step, Battle))
        if "launch" in here:
            launches.append(fight.round)
            war.play("done")
        elif "fire" in here:
            do(war, "fire", here["fire"][0])
        elif "shoot" in here:
            war.play("shoot", here["shoot"][0])
        elif "stay" in here:
            war.play("stay")
        else:
            war.play("done")
    assert launches == [1, 3], "before the first round, and again when two are over"


# --- Taranto


@pytest.mark.rule("convoys", "MC-TARANTO.1", "MC-TARANTO.2", "MC-TARANTO.3", "MC-TARANTO.4")
def test_the_raid() -> None:
    """Illustrious from E9 by night, a six: two Hits, on two ships or twice on one."""
    fleet = {"Littorio": "Taranto", "Cesare/Cavour": "Taranto"}
    war = at(sea({"A": ("E9", ["Illustrious"])}, fleet=fleet, night=True, dice=(6, 1, 6)), Raid(False))
    assert war.choices("raid") == ["Illustrious"]
    war.play("raid", "Illustrious")
    war.play("normal")
    assert set(war.choices("target")) == {"Littorio", "Cesare/Cavour"}
    war.play("target", "Littorio")
    do(war, "target", "Littorio")
    assert war.sunk == pieces(war, "Littorio"), "two on one ship"
    while not over(war):
        war.play("done")
    assert not war.raid, "once in the game"
    for place, by_night, spent in (("E5", True, False), ("E9", False, False), ("E9", True, True)):
        other = sea({"A": (place, ["Illustrious"])}, fleet=fleet, night=by_night)
        other.raid = not spent
        other.stack = (GameTurn(phase="before carriers"), (other.stack[0], None))
        other.run()
        assert not any(isinstance(step, Raid) for step in stack(other))
    hurt = at(sea({"A": ("E9", ["Illustrious"])}, fleet=fleet, night=True, hit=["Illustrious"]), Raid(False))
    assert "raid" not in offers(hurt)


# --- battle


@pytest.mark.rule("convoys", "MC-NAVAL.1", "MC-NAVAL.2")
def test_ships_are_set_out() -> None:
    war = battle({"A": ("W13", ["Nelson", "Didos", "Eagle", "Freighter 1", "Rodney"])}, {"Littorio": "W13", "3. Cruiser Div": "W13"},
                 hit=["Rodney"])  # fmt: skip
    row = lambda name: war.row[piece(war, name)]  # noqa: E731
    assert [row(n) for n in ("Didos", "Nelson", "Eagle", "Freighter 1", "Rodney", "Littorio", "3. Cruiser Div")] == [
        1,
        2,
        3,
        3,
        3,
        2,
        1,
    ]
    assert side(war) == "AL" and set(war.choices("forward")) == {"Eagle", "Freighter 1", "Rodney"}, "they may begin in the rear"


@pytest.mark.rule("convoys", "MC-NAVAL.1")
def test_either_side_may_want_a_battle() -> None:
    war = at(sea({"A": ("W13", ["Nelson"])}, fleet={"Littorio": "W13"}), Surface(AX, 0))
    assert side(war) == "AX"
    war.play("hold")
    assert side(war) == "AL" and war.choices("engage") == ["W13"]


@pytest.mark.rule("convoys", "MC-NAVAL.4", "MC-NAVAL.5", "MC-NAVAL.8", "MC-HIT.4")
def test_fire_alternates_and_damage_counts_at_once() -> None:
    """British first; the Italian cruisers they hit do not fire any more."""
    war = battle({"A": ("W13", ["Didos", "Nelson"])}, {"3. Cruiser Div": "W13", "Littorio": "W13"}, 5, 1, 1, 1, 1)
    past_deployment(war)
    order = []
    while isinstance(war.stack[0], (Gunfire, Target)):
        if "fire" in offers(war):
            order.append(side(war))
            assert "3. Cruiser Div" not in war.choices("fire") or not war.hit
            war.play("fire", "Didos" if "Didos" in war.choices("fire") else war.choices("fire")[0])
        else:
            war.play("shoot", "3. Cruiser Div" if "3. Cruiser Div" in war.choices("shoot") else war.choices("shoot")[0])
        settle_fire(war, order)
    assert order[:3] == ["AL", "AX", "AL"] and war.hit == pieces(war, "3. Cruiser Div")
    assert order.count("AX") == 1, "only Littorio answered"


def settle_fire(war, order: list[str]) -> None:  # type: ignore[no-untyped-def]
    """Forced choices of a round, noting who fires."""
    while isinstance(war.stack[0], (Gunfire, Target)) and war.asked() and (forced := war.asked()[0].forced) is not None:
        if forced[0] == "fire":
            order.append(side(war))
        war.play(*forced)


@pytest.mark.rule("convoys", "MC-NAVAL.6", "MC-NAVAL.7", "MC-NIGHT.3")
def test_who_may_be_fired_at() -> None:
    war = battle({"A": ("W13", ["Didos", "Nelson", "Freighter 1"])}, {"3. Cruiser Div": "W13", "Littorio": "W13"})
    at_target = lambda firer: at(war, Target(piece(war, firer), space(war, "W13")))  # noqa: E731
    at_target("Didos")
    assert war.choices("shoot") == ["3. Cruiser Div"] and war.why_not("shoot", "Littorio").rule == "MC-NAVAL.6"
    at_target("Nelson")
    assert set(war.choices("shoot")) == {"3. Cruiser Div", "Littorio"}
    at_target("Littorio")
    assert "Freighter 1" not in war.choices("shoot") and war.why_not("shoot", "Freighter 1").rule == "MC-NAVAL.7"
    war.night = True
    at_target("Didos")
    assert "Littorio" in war.choices("shoot"), "at night cruisers may"
    at_target("3. Cruiser Div")
    assert "Nelson" in war.choices("shoot") and "Freighter 1" not in war.choices("shoot")


@pytest.mark.rule("convoys", "MC-NAVAL.7")
def test_the_rear_is_open_when_nobody_stands_before_it() -> None:
    war = battle({"A": ("W13", ["Freighter 1", "Eagle"])}, {"Littorio": "W13"})
    at(war, Target(piece(war, "Littorio"), space(war, "W13")))
    assert set(war.choices("shoot")) == {"Freighter 1", "Eagle"}


@pytest.mark.rule("convoys", "MC-NAVAL.3")
def test_hit_ships_may_fall_back() -> None:
    from grandharbour.games.convoys.battle import FallBack

    war = battle({"A": ("W13", ["Nelson", "Didos"])}, {"Littorio": "W13"})
    war.hit = pieces(war, "Nelson")
    at(war, FallBack(AL, space(war, "W13")))
    assert war.choices("rear") == ["Nelson"]
    war.play("rear", "Nelson")
    assert war.row[piece(war, "Nelson")] == 3


@pytest.mark.rule("convoys", "MC-NAVAL.9", "MC-NAVAL.12", "MC-NAVAL.11")
@pytest.mark.parametrize(("die", "lost"), [(2, True), (3, False)])
def test_the_italians_break_off(die: int, lost: bool) -> None:
    """All or none, asked first; a Hit ship is lost on two or less; the others stay in port, past one submarine."""
    war = battle({"A": ("W13", ["Nelson"])}, {"Littorio": "W13", "V. Veneto": "W13"})
    war.hit = pieces(war, "Littorio")
    war.script(die, 1, *([] if lost else [1, 4]))
    at(war, AxisLeaves(space(war, "W13")))
    assert side(war) == "AX"
    war.play("withdraw")
    assert bool(war.sunk & pieces(war, "Littorio")) is lost
    assert where(war, "V. Veneto") == "Napoli" and war.barred & pieces(war, "V. Veneto")
    assert told(war, "stalked") and not war.hit & pieces(war, "Nelson")
    begin_turn(war)
    at(war, FleetMove())
    assert war.why_not("ship", "V. Veneto").rule == "MC-NAVAL.12"


@pytest.mark.rule("convoys", "MC-NAVAL.9")
def test_the_axis_is_asked_first_after_a_full_round() -> None:
    order = [phase.id for phase in Battle.sequence]
    assert order.index("fire") < order.index("axis-leaves") < order.index("allies-leave")
    war = battle({"A": ("W13", ["Nelson"])}, {"Littorio": "W13"}, 1, 1, 1, 1)
    past_deployment(war)
    order: list[str] = []
    settle_fire(war, order)
    while isinstance(war.stack[0], (Gunfire, Target)):
        war.play(*next((v, t[0]) for v, t in offers(war).items()))
    assert isinstance(war.stack[0], AxisLeaves)


@pytest.mark.rule("convoys", "MC-NAVAL.10", "MC-NAVAL.13")
def test_the_allies_break_off() -> None:
    war = battle({"A": ("W10", ["Nelson", "Didos", "Freighter 1"])}, {"Littorio": "W10"})
    at(war, Leave(space(war, "W10"), 1, 0))
    assert set(war.choices("retire")) == {"Nelson", "Didos"} and war.why_not("retire", "Freighter 1").rule == "MC-NAVAL.10"
    war.play("retire", "Nelson")
    assert {"home", "back"} <= set(offers(war)), "to port, or one position back"
    far = war.setup.to_malta
    assert all(far[space(war, n)] > far[space(war, "W10")] for n in war.choices("back"))
    back = war.copy()
    back.log = []
    back.play("back", back.choices("back")[0])
    assert back.rolled == war.rolled and where(back, "Nelson").startswith("Group"), "without an attack"
    war.script(1)
    war.play("home")
    assert where(war, "Nelson") == "Reserve" and told(war, "stalked")
    later = battle({"A": ("W10", ["Freighter 1", "Didos"])}, {"Littorio": "W10"})
    at(later, Leave(space(later, "W10"), 2, 0))
    later.play("retire", "Freighter 1")
    assert "home" not in offers(later) and "back" in offers(later)


@pytest.mark.rule("convoys", "MC-NIGHT.1", "MC-NIGHT.2")
def test_radar() -> None:
    """At night all British ships fire first and may slip away before the reply; freighters cannot."""
    war = battle({"A": ("W13", ["Nelson", "Didos", "Freighter 1"])}, {"Littorio": "W13", "3. Cruiser Div": "W13"}, *([1] * 12), night=True,
                 from_alexandria=["Nelson", "Didos"])  # fmt: skip
    past_deployment(war)
    order: list[str] = []
    while not isinstance(war.stack[0], Leave):
        if "fire" in offers(war):
            order.append(side(war))
        war.play(*next((v, t[0]) for v, t in offers(war).items()))
    assert order == ["AL", "AL"] and "Freighter 1" not in war.choices("retire")
    war.play("everyone")
    war.play("home")
    settle(war)
    shots = []
    while not over(war) and "fire" in offers(war):
        shots.append(side(war))
        do(war, "fire", war.choices("fire")[0])
        if "shoot" in offers(war):
            assert war.choices("shoot") == ["Freighter 1"]
            war.play("shoot", "Freighter 1")
    assert not war.hit & pieces(war, "Nelson", "Didos")
    assert any(event[0] == "fire" and "Freighter 1" in event for event in told(war, "fire"))


# --- the table and damage


@pytest.mark.rule("convoys", "MC-ART.1", "MC-ART.2")
def test_the_attack_results_table() -> None:
    """Every column as it is printed, from one to seven."""
    rows = sea().setup.rows
    want = {
        "stuka": ["-", "-", "-", "-", "Hit", "Hit*", "Hit*"], "sm79": ["-", "-", "-", "-", "-", "Hit", "Hit*"],
        "z1007": ["-", "-", "-", "-", "-", "Hit16", "Hit33"], "it_stuka": ["-", "-", "-", "-", "Hit50", "Hit", "Hit*"],
        "brit_air": ["-", "-", "-", "-", "-", "Hit", "Hit*"],
    }  # fmt: skip
    for name, column in want.items():
        key = next(k for k in rows if k.lower().replace("_", "") == name.replace("_", "") or k == name)
        assert [entry.code for entry in rows[key]] == column, name
    assert [entry.hit for entry in rows["sub"][:6]] == [False] * 5 + [True]
    assert [entry.hit for entry in rows["surface"][:6]] == [False] * 4 + [True] * 2
    assert sea().setup.aa_rows == [0, 0, 0, 3, 2, 1, 1]


@pytest.mark.rule("convoys", "MC-ART.1")
@pytest.mark.parametrize(
    ("plane", "base", "ship", "press", "sunk", "hit", "down"),
    [("StuG 1", "Sicily", "Freighter 1", False, Fraction(1, 3), Fraction(0), Fraction(1, 6)),
     ("89 Gr SM79", "Sicily", "Nelson", False, Fraction(0), Fraction(1, 6), Fraction(1, 6)),
     ("StuG 1", "Sicily", "Freighter 1", True, Fraction(1, 2), Fraction(0), Fraction(1, 3)),
     ("29 Gr Z1007", "Sicily", "Freighter 1", False, Fraction(1, 18), Fraction(0), Fraction(0)),
     ("97 Gr Ju 87", "Sicily", "Ramillies", False, Fraction(0), Fraction(1, 3), Fraction(1, 6))],
)  # fmt: skip
def test_exact_chances(plane: str, base: str, ship: str, press: bool, sunk: Fraction, hit: Fraction, down: Fraction) -> None:
    """Against strength 1: the guns bring a plane down on a six, or on five and six if it presses home."""
    war = sea({"A": ("W13", [ship, "Didos"])}, planes={plane: base})
    at(war, AirAttack(piece(war, plane), piece(war, ship), False))
    found: Counter[str] = Counter()
    for chance, leaf in war.outcomes("press" if press else "normal"):
        found["sunk"] += chance if leaf.sunk else 0  # type: ignore[assignment]
        found["hit"] += chance if leaf.hit else 0  # type: ignore[assignment]
        found["down"] += chance if leaf.down else 0  # type: ignore[assignment]
    assert (found["sunk"], found["hit"], found["down"]) == (sunk, hit, down)


@pytest.mark.rule("convoys", "MC-HIT.1", "MC-HIT.2", "MC-HIT.3")
def test_hits() -> None:
    war = sea({"A": ("W13", ["Argus", "Breconshire", "Nelson", "Illustrious", "Renown", "Eagle"])})
    assert strike(war, piece(war, "Argus"), "bomb", False) == "sunk" == strike(war, piece(war, "Breconshire"), "torpedo", False)
    for name, weapon, second in (("Nelson", "bomb", "no effect"), ("Illustrious", "bomb", "no effect"), ("Renown", "bomb", "sunk"),
                                 ("Eagle", "bomb", "sunk")):  # fmt: skip
        assert strike(war, piece(war, name), weapon, False) == "hit"
        assert strike(war, piece(war, name), weapon, False) == second, name
    assert strike(war, piece(war, "Nelson"), "torpedo", False) == "sunk", "a torpedo is no bomb"


@pytest.mark.rule("convoys", "MC-HIT.4")
def test_what_a_hit_ship_cannot_do() -> None:
    war = battle({"A": ("W13", ["Nelson", "Didos"])}, {"Littorio": "W13"}, hit=["Nelson"])
    past_deployment(war)
    assert "Nelson" not in war.choices("fire") and war.why_not("fire", "Nelson").rule == "MC-HIT.4"
    assert sea(NELSON, hit=["Nelson"]).rate(group(war, "A")) == 1


@pytest.mark.rule("convoys", "MC-HIT.5")
def test_home_for_repair() -> None:
    """A die of three: back three seasons later. Past the line she goes on to Malta instead."""
    war = sea({"A": ("W13", ["Nelson", "Didos"])}, hit=["Nelson"], dice=(1, 3))
    act(war, GameTurn, "end")
    war.run()
    assert where(war, "Nelson") == "Reserve" and war.due[piece(war, "Nelson")] == war.season + 3
    on = sea({"A": ("W16", ["Rodney"])}, past=["A"], hit=["Rodney"])
    act(on, GameTurn, "end")
    on.run()
    assert where(on, "Rodney") == "Group A" and on.rate(group(on, "A")) == 1
    for cap, back in ((False, 5), (True, 1)):
        cruisers = sea(malta=["Med Cruisers"], hit=["Med Cruisers"], dice=(5,), options={"cruiser_repair_cap": cap})
        repair(cruisers, piece(cruisers, "Med Cruisers"))
        assert cruisers.due[piece(cruisers, "Med Cruisers")] == cruisers.season + back


@pytest.mark.rule("convoys", "MC-HIT.6", "MC-HIT.7", "MC-HIT.8", "MC-HIT.9")
def test_stars() -> None:
    war = sea()
    star = lambda ship, weapon, firer="": starred(war, piece(war, ship), weapon, piece(war, firer) if firer else -1)  # noqa: E731
    assert star("Warspite", "gun", "V. Veneto") and star("Littorio", "gun", "Nelson")
    assert (
        not star("Warspite", "gun", "Doria/Duilio")
        and star("Renown", "gun", "Doria/Duilio")
        and star("Hood", "gun", "Cesare/Cavour")
    )
    assert not star("Littorio", "gun", "Renown") and not star("Littorio", "gun", "Didos")
    assert starred(sea(options={"battlecruiser_star": True}), piece(war, "Littorio"), "gun", piece(war, "Renown"))
    assert star("Nelson", "torpedo") and not star("Force H Cruisers", "torpedo") and not star("Cesare/Cavour", "torpedo")
    assert star("Ark Royal", "bomb") and star("Eagle", "bomb") and not star("Illustrious", "bomb") and not star("Nelson", "bomb")
    for die, result in ((2, "sunk"), (3, "hit")):
        one = sea({"A": ("W13", ["Nelson", "Didos"])}, dice=(die,))
        assert strike(one, piece(one, "Nelson"), "torpedo", True) == result


@pytest.mark.rule("convoys", "MC-HIT.10")
@pytest.mark.parametrize(
    ("column", "total", "ship", "second", "hit"),
    [("z1007", 6, "Freighter 1", 2, True), ("z1007", 6, "Renown", 2, False), ("z1007", 6, "Renown", 1, True), ("z1007", 7, "Renown", 2, True),
     ("z1007", 7, "Freighter 1", 4, True), ("z1007", 7, "Freighter 1", 5, False), ("it_stuka", 5, "Ramillies", None, True),
     ("it_stuka", 5, "Renown", 3, True), ("it_stuka", 5, "Renown", 4, False)],
)  # fmt: skip
def test_second_rolls(column: str, total: int, ship: str, second: int | None, hit: bool) -> None:
    war = sea({"A": ("W13", [ship])}, dice=(second,) if second else ())
    key = next(k for k in war.setup.rows if k.lower().replace("_", "") == column.replace("_", ""))
    assert read(war, key, total, piece(war, ship))[0] is hit


# --- under water


@pytest.mark.rule("convoys", "MC-MAS.1", "MC-MAS.2")
def test_torpedo_boats() -> None:
    war = sea({"A": ("W15", ["Nelson", "Didos"]), "B": ("W15", ["Freighter 1"])})
    names = {war.setup.names.of("space", s) for s in bits(war.setup.mas)}
    assert names == {"W14", "W15", "W16", "W18"}
    at(war, Lurking(0, -1))
    assert side(war) == "AX" and set(war.choices("prey")) == {"Group A", "Group B"}
    war.script(1)
    war.play("prey", "Group A")
    assert over(war) and war.used_mas, "one attack a turn"
    for night, die, hits in ((False, 6, 1), (False, 5, 0), (False, 4, 0), (True, 6, 2), (True, 5, 1), (True, 4, 1), (True, 3, 0)):
        one = sea({"A": ("W15", ["Nelson", "Rodney", "Didos"])}, night=night, dice=(die, 6, 6))
        underwater(one, group(one, "A"), space(one, "W15"), 2)
        assert one.hit.bit_count() + 2 * one.sunk.bit_count() >= min(hits, 1) and (hits > 0) is bool(one.hit | one.sunk), (
            night,
            die,
        )
        assert told(one, "torpedo")[0][-1] == ("miss" if not hits else "hit" if hits == 1 else "2 hits")


@pytest.mark.rule("convoys", "MC-SUB.1")
@pytest.mark.parametrize(("since", "there"), [("start", True), ("fall1941", False)])
def test_u_boats_attack_in_passing(since: str, there: bool) -> None:
    war = sailing({"A": ("W3", ["Nelson"])}, options={"uboats_from": since})
    war.play("group", "Group A")
    war.play("to", "W5")
    war.play("to", "W7")
    assert isinstance(war.stack[0], Passing) is there
    if there:
        assert side(war) == "AX" and set(offers(war)) == {"strike", "save"}
        war.play("save")
        assert war.at[group(war, "A")] == space(war, "W7") and not war.used
    marks = {war.setup.names.of("space", s) for s in bits(war.setup.uboats)}
    assert marks == {"W4", "W5", "E3"} and {war.setup.names.of("space", s) for s in bits(war.setup.submarines)} == {
        "W11",
        "W13",
        "E6",
    }


@pytest.mark.rule("convoys", "MC-SUB.1", "MC-SUB.2")
def test_a_scoring_roll_removes_a_dummy_and_italians_hit_only_freighters() -> None:
    war = sea({"A": ("W5", [])}, dice=(6,))
    underwater(war, group(war, "A"), space(war, "W5"), 1)
    assert not war.groups and war.unmasked == 1
    missed = sea({"A": ("W5", [])}, dice=(5,))
    underwater(missed, group(missed, "A"), space(missed, "W5"), 1)
    assert missed.groups, "a miss tells nothing"
    safe = sea({"A": ("W13", ["Nelson"])}, dice=(6,))
    underwater(safe, group(safe, "A"), space(safe, "W13"), 1)
    assert not safe.hit and told(safe, "spared")
    prey = sea({"A": ("W13", ["Nelson", "Freighter 1"])}, dice=(6,))
    underwater(prey, group(prey, "A"), space(prey, "W13"), 1)
    assert prey.sunk == pieces(prey, "Freighter 1")


@pytest.mark.rule("convoys", "MC-SUB.3")
def test_british_submarines() -> None:
    """One attack a turn on an area: a six hits one of the ships there, a two none."""
    ships = {"Littorio": "At Sea Western Med", "V. Veneto": "At Sea Western Med", "3. Cruiser Div": "At Sea Western Med"}
    war = sea(fleet=ships, dice=(6, 0, 6))
    at(war, Patrol(war.setup.sub_areas))
    assert war.hit.bit_count() + war.sunk.bit_count() == 1 and len(told(war, "patrol")) == 1
    calm = sea(fleet=ships, dice=(2,))
    at(calm, Patrol(calm.setup.sub_areas))
    assert not calm.hit


@pytest.mark.rule("convoys", "MC-SUB.4")
def test_on_the_way_home() -> None:
    """Four ships ordered home together draw one attack; a Hit carrier sent home by herself another."""
    war = sea(
        {"A": ("W12", ["Nelson", "Rodney", "Illustrious", "Victorious"]), "B": ("W12", ["Eagle", "Didos"])},
        hit=["Eagle"],
        dice=(1, 1, 2),
    )
    go_home(war, group(war, "A"))
    assert len(told(war, "stalked")) == 1
    act(war, GameTurn, "end")
    war.run()
    assert len(told(war, "stalked")) == 2 and where(war, "Eagle") == "Reserve"


# --- antiaircraft strength


@pytest.mark.rule("convoys", "MC-AA.1", "MC-AA.2", "MC-AA.3", "MC-AA.4")
def test_strength() -> None:
    freighters = [f"Freighter {n}" for n in range(1, 10)]

    def of(ships: list[str], **how) -> int:  # type: ignore[no-untyped-def]
        war = sea({"A": ("W8", ships)}, **how)
        return strength(war, group(war, "A"))

    assert of(["Nelson", "Rodney", "Didos"]) == 1
    assert of(["Illustrious", "Victorious", "Nelson", *freighters]) == 3
    assert of(["Illustrious", "Victorious", "Eagle", "Nelson"]) == 3, "never above three"
    assert of(["Illustrious", "Victorious", "Nelson"], hit=["Illustrious", "Victorious"]) == 1
    assert of(["Illustrious", "Victorious", "Eagle", "Nelson"], hit=["Illustrious", "Victorious"]) == 2
    assert of(["Argus", "Nelson"]) == 2 and of(freighters) == 0


@pytest.mark.rule("convoys", "MC-AA.4", "MC-AA.6")
@pytest.mark.parametrize(
    ("plane", "ships", "die", "press", "down"),
    [("89 Gr SM79", ["Eagle", "Nelson"], 5, False, True), ("89 Gr SM79", ["Eagle", "Nelson"], 4, False, False),
     ("29 Gr Z1007", ["Nelson"], 6, False, False), ("29 Gr Z1007", ["Nelson"], 6, True, True),
     ("89 Gr SM79", ["Nelson"], 6, False, True), ("89 Gr SM79", ["Eagle", "Illustrious", "Nelson"], 4, False, True)],
)  # fmt: skip
def test_shot_down(plane: str, ships: list[str], die: int, press: bool, down: bool) -> None:
    war = attack(plane, "Sicily", "Nelson", ships, 1, die, press=press)
    assert bool(war.down) is down


@pytest.mark.rule("convoys", "MC-AA.5")
def test_help_from_the_next_position() -> None:
    strong = ["Illustrious", "Victorious", "Nelson"]
    war = sea({"A": ("W12", strong), "B": ("W13", ["Didos", "Freighter 1"]), "C": ("W10", ["Eagle", "Formidable", "Rodney"])})
    war.exposed = war.groups
    assert strength(war, group(war, "B")) == 2, "two helpers are no more than one"
    alone = sea({"B": ("W15", ["Freighter 1"])}, status=2)
    assert strength(alone, group(alone, "B")) == 0
    near = sea({"B": ("W15", ["Freighter 1"])}, status=4)
    assert strength(near, group(near, "B")) == 1 and defence(near, group(near, "B"))[0][0] == "modifier-malta"


@pytest.mark.rule("convoys", "MC-AA.7")
def test_maltas_guns() -> None:
    assert sea().setup.malta_aa == [1, 1, 1, 2, 3, 3]
    assert bombed("StuG 1", "Warspite", 1, 4, status=4).down and not bombed("StuG 1", "Warspite", 1, 4, status=3).down
