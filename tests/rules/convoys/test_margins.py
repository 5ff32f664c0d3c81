"""Ends of ranges: the first and the last case in which a rule holds, and the next one in which it does not."""

from __future__ import annotations

import random

import pytest

from grandharbour.engine import editor
from grandharbour.engine.editor import Edit
from grandharbour.games.convoys import GAME
from grandharbour.games.convoys.air import CarrierStrikes, HarbourRound, Raid, Squadrons
from grandharbour.games.convoys.battle import Broadsides, Gunfire, Leave, Surface
from grandharbour.games.convoys.movement import FleetMove, Sailing, join
from grandharbour.games.convoys.placing import AlliedPlacement
from grandharbour.games.convoys.state import AL, ALEX, AX, GIB, MALTA, RESERVE, Sea
from grandharbour.games.convoys.supply import Basing, arrivals, standing
from grandharbour.games.convoys.turn import GameTurn, Season, SlipOut, begin_turn, come_in
from tests.oracles.convoys import FAR, POSITIONS

from .conftest import at, do, group, offers, over, piece, pieces, sea, settle, space, told, where


def battle(groups, fleet, **how):  # type: ignore[no-untyped-def]
    war = at(sea(groups, fleet=fleet, **how), Surface(AX, 0))
    war.play("engage", "W13")
    return war


# --- the chart


@pytest.mark.rule("convoys", "MC-MOVE.3", "MC-NAVAL.13")
def test_how_far_every_position_is_from_malta() -> None:
    war = sea()
    assert {place: war.setup.to_malta[space(war, place)] for place in sorted(POSITIONS)} == {p: FAR[p] for p in sorted(POSITIONS)}


@pytest.mark.rule("convoys", "MC-TARANTO.1", "MC-TURN.4")
@pytest.mark.parametrize(("place", "asked"), [("E5", False), ("E6", True), ("E13", True), ("E1", False), ("W16", False)])
def test_from_where_the_raid_is_flown(place: str, asked: bool) -> None:
    war = sea({"A": (place, ["Eagle"])}, fleet={"Littorio": "Taranto"}, night=True)
    war.stack = (GameTurn(phase="before carriers"), (Season(phase="turns"), None))
    war.run()
    assert isinstance(war.stack[0], Raid) is asked


# --- turns and seasons


@pytest.mark.rule("convoys", "MC-DUR.4", "MC-TURN.1")
def test_a_turn_is_one_turn() -> None:
    war = sea(night=True, hour=2)
    begin_turn(war)
    assert (war.turn, war.hour, war.night) == (4, 3, False)


@pytest.mark.rule("convoys", "MC-SEASON.2", "MC-TURN.1")
def test_when_nothing_more_sails_the_turns_are_over() -> None:
    war = sea(malta=["Freighter 1"], hour=2)
    war.stack = (GameTurn(), (Season(phase="turns"), None))
    war.run()
    war.play("finish")
    assert war.landed == 1 and not told(war, "turn")[1:], "unloaded at once"


@pytest.mark.rule("convoys", "MC-TURN.1", "MC-SEASON.2")
def test_the_end_of_movement_ends_the_movement_only() -> None:
    war = sea({"A": ("W8", ["Rodney"])}, hour=2)
    war.stack = (GameTurn(), (Season(phase="turns"), None))
    war.run()
    war.play("proceed")
    assert war.hour == 4 and isinstance(war.stack[0], Sailing), "nobody else can do anything: the next turn"


@pytest.mark.rule("convoys", "MC-TURN.4", "MC-CV.1")
@pytest.mark.parametrize("night", [False, True])
def test_carriers_strike_by_day(night: bool) -> None:
    war = sea({"A": ("W8", ["Eagle"])}, fleet={"Littorio": "W10"}, night=night)
    war.stack = (GameTurn(phase="before carriers"), (Season(phase="turns"), None))
    war.run()
    assert isinstance(war.stack[0], CarrierStrikes) is not night


@pytest.mark.rule("convoys", "MC-AIR.5", "MC-AIR.6")
@pytest.mark.parametrize("night", [False, True])
def test_squadrons_of_malta_fly_by_day(night: bool) -> None:
    war = sea(fleet={"Littorio": "W15"}, planes={"815 Sqn": "Malta"}, night=night)
    war.stack = (GameTurn(phase="before squadrons"), (Season(phase="turns"), None))
    war.run()
    assert isinstance(war.stack[0], Squadrons) is not night


@pytest.mark.rule("convoys", "MC-HIT.5", "MC-SUB.4")
@pytest.mark.parametrize("place", ["W12", "At Sea Eastern Med"])
def test_a_hit_italian_ship_meets_a_submarine_wherever_she_comes_from(place: str) -> None:
    war = sea({"A": ("E2", ["Nelson"])}, fleet={"Littorio": place}, hit=["Littorio"], dice=(1, 3))
    war.stack = (GameTurn(phase="before end"), (Season(phase="turns"), None))
    war.log = []
    war.run()
    assert [event[:2] for event in told(war, "stalked")] == [("stalked", "Littorio")]


@pytest.mark.rule("convoys", "MC-SCEN.1", "MC-RECON.3")
def test_pedestals_dummies_are_all_at_gibraltar() -> None:
    assert GAME.new("pedestal", seed=1).decoys == [4, 0]


# --- the harbour


@pytest.mark.rule("convoys", "MC-HARB.4", "MC-HARB.5")
def test_raids_go_on_after_the_ships_have_stayed() -> None:
    war = sea(malta=["Rodney"], planes={"StuG 1": "Sicily"}, status=2, dice=(1, 1))
    war.stack = (HarbourRound(True, False), (Season(phase="bombing"), None))
    war.run()
    war.play("fly", "StuG 1")
    settle(war)
    war.play("normal")
    war.play("stay")
    assert isinstance(war.stack[0], HarbourRound) and war.choices("fly") == ["StuG 1"]


@pytest.mark.rule("convoys", "MC-HARB.4", "MC-SUPPLY.6")
def test_a_starving_malta_is_bombed_until_there_is_no_bomber() -> None:
    war = sea(
        malta=["Rodney"], planes={"StuG 1": "Sicily"}, status=0, korps="TOBRUK", forts=["ALAMEIN"], dice=(1, 6), season="fall1941"
    )
    war.stack = (HarbourRound(True, False), (Season(phase="bombing"), None))
    war.run()
    war.play("fly", "StuG 1")
    settle(war)
    war.play("normal")
    assert war.down == pieces(war, "StuG 1") and war.asked() and not isinstance(war.stack[0], (HarbourRound, SlipOut))


@pytest.mark.rule("convoys", "MC-HARB.4", "MC-HARB.5")
def test_a_round_in_which_nothing_attacks_ends_the_raids_and_opens_no_way_out() -> None:
    war = sea(malta=["Rodney"], planes={"StuG 1": "Sicily"}, status=4, korps="TOBRUK", forts=["ALAMEIN"], season="fall1941")
    war.stack = (Season(phase="before bombing"), None)
    war.run()
    assert isinstance(war.stack[0], HarbourRound)
    war.play("done")
    assert not told(war, "slips") and not isinstance(war.stack[0], SlipOut)


@pytest.mark.rule("convoys", "MC-HARB.3", "MC-AIR.2")
def test_a_unit_flies_once_in_each_of_the_two_raids() -> None:
    war = sea(malta=["Rodney"], planes={"StuG 1": "Sicily"}, status=4, dice=(1, 1, 1, 1))
    war.stack = (Season(phase="turns"), None)
    war.run()
    flown = 0
    while isinstance(war.stack[0], HarbourRound) and not war.stack[0].free:
        war.play("fly", "StuG 1")
        settle(war)
        war.play("normal")
        flown += 1
    assert flown == 2


# --- battle


@pytest.mark.rule("convoys", "MC-NAVAL.4", "MC-NAVAL.1")
def test_when_the_last_target_is_gone_nobody_fires_any_more() -> None:
    war = at(
        battle({"A": ("W13", ["Freighter 1"])}, {"Littorio": "W13", "V. Veneto": "W13"}, dice=(6,)),
        Gunfire(space(sea(), "W13"), AX, 0),
    )
    war.play("fire", "Littorio")
    settle(war)
    assert over(war) and len(told(war, "fire")) == 1


@pytest.mark.rule("convoys", "MC-NIGHT.2", "MC-NAVAL.9")
def test_nobody_leaves_a_battle_that_is_won() -> None:
    war = battle({"A": ("W13", ["Didos"])}, {"3. Cruiser Div": "W13"}, night=True, hit=["3. Cruiser Div"], dice=(6,))
    at(war, Broadsides(space(war, "W13"), AL, 0, 1))
    settle(war)
    assert over(war) and war.sunk == pieces(war, "3. Cruiser Div")
    at(war, Leave(space(war, "W13"), 1, 0))
    assert over(war)


@pytest.mark.rule("convoys", "MC-NIGHT.2", "MC-NAVAL.10")
@pytest.mark.parametrize(("round_", "free"), [(1, False), (2, False), (3, True)])
def test_by_night_the_round_under_way_does_not_count_for_freighters(round_: int, free: bool) -> None:
    war = battle({"A": ("W13", ["Didos", "Freighter 1"])}, {"Littorio": "W13"}, night=True, dice=(1,))
    at(war, Broadsides(space(war, "W13"), AL, 0, round_))
    settle(war)
    assert ("Freighter 1" in war.choices("retire")) is free


@pytest.mark.rule("convoys", "MC-NAVAL.13", "MC-RECON.1", "MC-DUR.2")
def test_a_part_made_of_two_groups_may_have_left_when_either_did() -> None:
    war = battle({"A": ("W13", ["Didos", "Rodney"]), "B": ("W13", ["Nelson"])}, {"Littorio": "W13"})
    war.left[group(war, "A")], war.left[group(war, "B")] = 2, 8
    at(war, Leave(space(war, "W13"), 1, 0))
    for name in ("Didos", "Nelson"):
        war.play("retire", name)
    do(war, "back", "W10")
    assert war.left[war.setup.group_of(war.lot(piece(war, "Didos")))] == 10


# --- movement


@pytest.mark.rule("convoys", "MC-MOVE.3")
def test_a_part_that_was_left_behind_is_not_divided_again() -> None:
    war = at(sea({"A": ("W8", ["Rodney", "Didos", "Nelson"])}), Sailing())
    war.play("group", "Group A")
    war.play("detach", "Rodney")
    war.play("detach", "Didos")
    war.play("to", "W7")
    war.play("halt")
    part = where(war, "Rodney")
    war.play("group", part)
    assert "detach" not in offers(war) and "to" in offers(war)


@pytest.mark.rule("convoys", "MC-MOVE.3")
def test_to_divide_one_group_does_not_let_another_move_again() -> None:
    war = at(sea({"A": ("W5", ["Freighter 1"]), "B": ("W8", ["Rodney", "Didos"])}), Sailing())
    war.play("group", "Group A")
    war.play("halt")
    war.play("group", "Group B")
    war.play("detach", "Rodney")
    war.play("halt")
    assert war.choices("group") == [where(war, "Rodney")]


@pytest.mark.rule("convoys", "MC-MOVE.3", "MC-PNR.3")
def test_ships_from_malta_that_join_a_group_take_its_origin() -> None:
    war = sea({"A": ("E11", ["Barham"]), "B": ("E11", ["Didos"])}, from_alexandria=["Barham", "Didos"])
    a, b = group(war, "A"), group(war, "B")
    war.origin[a], war.origin[b] = MALTA, ALEX
    war.chosen = a
    join(war, a, b)
    assert war.origin[a] == ALEX
    other = sea({"A": ("E11", ["Barham"]), "B": ("E11", ["Didos"])})
    other.origin[a], other.origin[b] = ALEX, MALTA
    other.chosen = a
    join(other, a, b)
    assert other.origin[a] == ALEX


# --- what is asked and what is told


@pytest.mark.rule("convoys", "MC-SUB.3", "MC-TURN.2")
def test_the_chances_of_the_fleets_movement_are_those_of_the_submarines() -> None:
    """With nobody in an area the next dice are for ships the Axis cannot see: nothing is told of them."""
    there = at(sea(fleet={"Littorio": "At Sea Western Med"}), FleetMove())
    there.stack = (FleetMove(), (GameTurn(phase="fleet"), (Season(phase="turns"), None)))
    odds = there.odds("AX", "steam")
    assert odds is not None and odds.rule == "MC-SUB.3"
    away = sea({"A": ("W16", ["Eagle"])}, fleet={"Littorio": "W15"}, past=["A"], hit=["Eagle"], from_alexandria=["Eagle"])
    away.stack = (FleetMove(), (GameTurn(phase="fleet"), (Season(phase="turns"), None)))
    assert away.odds("AX", "steam") is None


@pytest.mark.rule("convoys", "MC-REINF.1", "MC-REINF.3")
@pytest.mark.parametrize(
    ("name", "season", "rule"), [("V. Veneto", "fall1940", "MC-REINF.3"), ("Didos", "fall1940", "MC-REINF.1")]
)
def test_reinforcements_are_announced_by_their_rule(name: str, season: str, rule: str) -> None:
    war = sea(scenario="campaign1940", season=season)
    war.due[piece(war, name)] = war.season
    arrivals(war)
    assert rule in [event.rule for event in war.log or () if event.pieces == (piece(war, name),)]


@pytest.mark.rule("convoys", "MC-REINF.4", "MC-REINF.5")
@pytest.mark.parametrize(
    ("season", "sm79", "ju87"), [("fall1940", 1, 0), ("winter1940", 1, 0), ("spring1941", 1, 1), ("summer1941", 1, 1)]
)
def test_from_when_new_groups_join(season: str, sm79: int, ju87: int) -> None:
    war = sea(scenario="campaign1940", season=season)
    names = ["131 Gr SM79", "132 Gr SM79", "96 Gr Ju 87", "97 Gr Ju 87"]
    for name in names:
        war.due[piece(war, name)] = 99
    arrivals(war)
    joined = [name for name in names if war.due[piece(war, name)] == war.season]
    assert (sum("SM79" in n for n in joined), sum("Ju 87" in n for n in joined)) == (sm79, ju87)


@pytest.mark.rule("convoys", "MC-SUPPLY.2", "MC-SUPPLY.3", "MC-AK.1")
def test_what_has_been_paid_for_threatens_afrika_korps() -> None:
    war = at(sea(status=4), Basing())
    war.play("base", "815 Sqn")
    assert standing(war) == 1 and war.based == pieces(war, "815 Sqn")
    war.play("force_k")
    assert standing(war) == 2 and where(war, "Force K") == "Malta"


@pytest.mark.rule("convoys", "MC-FORCES.7", "MC-FORCES.6", "MC-FORCES.8")
def test_which_rule_keeps_a_ship_from_a_base() -> None:
    war = at(sea(season="fall1941", status=1), AlliedPlacement())
    assert war.why_not("assign", "Med Cruisers").rule == "MC-FORCES.6" and war.why_not("assign", "Force K").rule == "MC-FORCES.8"
    war.play("enough")
    assert (
        war.why_not("assign", "Ark Royal").rule == "MC-FORCES.7"
        and war.why_not("assign", "Force H Cruisers").rule == "MC-FORCES.6"
    )


# --- by hand


def ready() -> str:
    return editor.opening(GAME, "campaign1941", ready=True)


@pytest.mark.rule("convoys", "MC-RECON.1")
def test_a_counter_is_moved_by_hand_only_when_it_is_on_the_chart() -> None:
    first = editor.edit(GAME, ready(), [Edit("put", piece="Rodney", place="W8")])
    assert isinstance(first.war, Sea)
    letter = where(first.war, "Rodney")
    other = "Group Z" if letter != "Group Z" else "Group Y"
    moved = editor.edit(GAME, first.text, [Edit("put", piece=letter, place="W10")])
    assert isinstance(moved.war, Sea) and moved.war.at[piece(moved.war, letter)] == space(moved.war, "W10")
    assert editor.edit(GAME, first.text, [Edit("put", piece=other, place="W10")]).text == first.text


@pytest.mark.rule("convoys", "MC-CV.2")
def test_laying_a_carrier_down_does_not_give_her_a_lost_strike_back() -> None:
    edits = [Edit("set", field="flights", entry="Ark Royal", value=1), Edit("put", piece="Ark Royal", place="W8")]
    war = editor.edit(GAME, ready(), edits).war
    assert isinstance(war, Sea) and war.flights[piece(war, "Ark Royal")] == 1


@pytest.mark.rule("convoys", "MC-RECON.1")
def test_all_groups_lie_open_once_something_is_laid_by_hand() -> None:
    first = editor.edit(GAME, ready(), [Edit("put", piece="Rodney", place="W8")])
    assert isinstance(first.war, Sea)
    letter = where(first.war, "Rodney")
    edits = [Edit("mark", field="real", member=letter, value=False), Edit("put", piece="Nelson", place="Gibraltar")]
    war = editor.edit(GAME, first.text, edits).war
    assert isinstance(war, Sea) and war.real == war.groups != 0


# --- pictures


def pictured(groups, left, **how):  # type: ignore[no-untyped-def]
    """A chart nothing is known of, its groups left at these turns; two hundred pictures of it."""
    war = sea(groups, **how)
    war.known = war.real = 0
    war.unmasked, war.convoy = 0, [1, 1]
    for letter, (base, hour) in left.items():
        war.origin[group(war, letter)], war.left[group(war, letter)] = base, 1 << hour
        war.convoy[base - GIB] |= 1 << hour
    for base, mine in ((GIB, war.gib), (ALEX, war.alex)):
        lots = 1 << RESERVE | 1 << base
        for letter, (origin, _) in left.items():
            lots |= 1 << war.setup.lot_of(group(war, letter)) if origin == base else 0
        for ship in war.setup.allied_list:
            if mine >> ship & 1:
                war.may[ship] = lots
    return war, [war.imagine(AX, random.Random(seed)) for seed in range(200)]


def merchants(war: Sea, letter: str) -> int:
    return war.crew(group(war, letter)) & war.setup.freighters


@pytest.mark.rule("convoys", "MC-DUR.2", "MC-RECON.1")
def test_freighters_are_pictured_in_groups_that_left_together() -> None:
    """Two groups of Gibraltar left on turns 1 and 3: freighters are in one of them at most, and now and then in each."""
    groups = {"A": ("W8", ["Freighter 1", "Rodney"]), "B": ("W1", ["Nelson"])}
    _, seen = pictured(groups, {"A": (GIB, 1), "B": (GIB, 3)}, gibraltar=["Freighter 2", "Freighter 3"], hour=4)
    assert not any(merchants(war, "A") and merchants(war, "B") for war in seen)
    assert any(merchants(war, "A") for war in seen) and any(merchants(war, "B") for war in seen)


@pytest.mark.rule("convoys", "MC-DUR.3", "MC-RECON.1")
def test_two_convoys_are_pictured_within_a_day() -> None:
    """Gibraltar's group left on turn 1, Alexandria's on turn 5: only one of them can hold freighters."""
    groups = {"A": ("W8", ["Freighter 1", "Rodney"]), "B": ("E1", ["Barham"])}
    _, seen = pictured(
        groups, {"A": (GIB, 1), "B": (ALEX, 5)}, gibraltar=["Freighter 2"], alexandria=["Freighter 3", "Freighter 4"],
        from_alexandria=["Barham"], hour=6,
    )  # fmt: skip
    assert not any(merchants(war, "A") and merchants(war, "B") for war in seen)
    assert any(merchants(war, "B") for war in seen)


@pytest.mark.rule("convoys", "MC-DUR.2", "MC-RECON.1")
def test_a_convoy_that_was_seen_has_left_in_every_picture() -> None:
    from grandharbour.games.convoys.knowledge import expose

    war, _ = pictured(
        {"A": ("W8", ["Freighter 1"]), "B": ("E4", ["Barham"])},
        {"A": (GIB, 1), "B": (ALEX, 2)},
        from_alexandria=["Barham"],
        hour=3,
    )
    war.departed = [1, 0]
    expose(war, group(war, "A"))
    seen = [war.imagine(AX, random.Random(seed)) for seed in range(60)]
    assert {picture.departed[0] for picture in seen} == {1} and war.convoy[0] == 2


@pytest.mark.rule("convoys", "MC-RECON.1", "MC-FORCES.1")
def test_unknown_ships_are_pictured_in_reserve_in_harbour_and_at_sea() -> None:
    _, seen = pictured(
        {"A": ("E4", ["Barham"])},
        {"A": (ALEX, 1)},
        from_alexandria=["Barham"],
        alexandria=["Malaya", "Valiant", "Warspite", "Eagle"],
        hour=2,
    )
    malaya = {war.setup.names.of("lot", war.lot(piece(war, "Malaya"))) for war in seen}
    assert malaya == {"Reserve", "Alexandria", "Group A"}
    for war in seen:
        assert not war.gib & war.alex and (war.lot(piece(war, "Malaya")) == RESERVE or war.alex >> piece(war, "Malaya") & 1)
        battleships = war.alex & pieces(war, "Barham", "Malaya", "Valiant", "Warspite")
        assert battleships.bit_count() <= 3, "no more than the table allows"


@pytest.mark.rule("convoys", "MC-FROG.3", "MC-DUR.2", "MC-RECON.1")
def test_a_freighter_that_was_mined_has_not_sailed_in_any_picture() -> None:
    war, _ = pictured({"A": ("W8", ["Rodney"])}, {"A": (GIB, 1)}, gibraltar=["Freighter 1"], hour=2)
    war.move_ship(piece(war, "Freighter 1"), RESERVE)
    war.may[piece(war, "Freighter 1")] = 1 << RESERVE
    war.known |= pieces(war, "Freighter 1")
    assert {war.imagine(AX, random.Random(seed)).departed[0] for seed in range(60)} == {0}


# --- more


@pytest.mark.rule("convoys", "MC-AIR.6", "MC-TURN.3")
def test_squadrons_may_stay_on_the_ground() -> None:
    war = sea(fleet={"Littorio": "At Sea Western Med"})
    war.at[piece(war, "815 Sqn")] = war.setup.malta
    at(war, Squadrons())
    war.play("done")
    assert over(war)


@pytest.mark.rule("convoys", "MC-SCEN.3", "MC-FORCES.3")
def test_on_the_sheet_of_summer_1940_freighters_go_to_either_base() -> None:
    war = at(GAME.new("summer1940", seed=1), AlliedPlacement())
    war.play("enough")
    assert "Alexandria" in war.prompt(war.asked()[0]) and "Freighter 1" in war.choices("assign")


@pytest.mark.rule("convoys", "MC-SCEN.1", "MC-FORCES.3")
def test_a_pack_that_gives_pedestal_free_freighters_has_gibraltar_alone() -> None:
    war = at(sea(scenario="pedestal", tables="[scenarios.pedestal.freighters]\nfree = 5\n"), AlliedPlacement())
    war.play("rest")
    war.play("enough")
    assert over(war) and war.decoys == [4, 0] and (war.gib & war.setup.freighters).bit_count() == 5


@pytest.mark.rule("convoys", "MC-SUPPLY.6", "MC-HARB.5")
@pytest.mark.parametrize(("status", "out"), [(0, False), (1, True)])
def test_even_if_it_costs_nothing_nobody_leaves_a_starving_malta(status: int, out: bool) -> None:
    war = at(sea(malta=["Rodney"], status=status, tables="[malta]\nleave = 0\n"), SlipOut(0))
    assert over(war) is not out


@pytest.mark.rule("convoys", "MC-RECON.1", "MC-SETUP.1")
def test_nobody_guesses_where_a_piece_is_that_lies_open() -> None:
    war = GAME.new("campaign1941", seed=1)
    assert isinstance(war, Sea)
    assert not any(war.may[piece] for piece in range(war.setup.pieces) if not war.setup.allied >> piece & 1)


@pytest.mark.rule("convoys", "MC-SEASON.3", "MC-PNR.1", "MC-MOVE.4")
def test_when_the_turns_are_over_nothing_is_bound_or_held_back() -> None:
    war = sea({"A": ("W16", ["Rodney"]), "B": ("W8", ["Nelson"])}, past="A", dice=(1,))
    war.frozen = 1 << group(war, "B")
    come_in(war)
    assert war.past == war.frozen == 0
