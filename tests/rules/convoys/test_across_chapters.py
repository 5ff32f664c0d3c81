"""Chapters that hardly ever meet: submarines and flight decks, losses under water and from the air, held groups that still fly, oil and damage."""

from __future__ import annotations

import pytest

from grandharbour.engine.kinds import NOWHERE
from grandharbour.games.convoys import knowledge
from grandharbour.games.convoys.air import CarrierStrikes, Flights, Reserve, defence, strength
from grandharbour.games.convoys.battle import begin
from grandharbour.games.convoys.log import sheet
from grandharbour.games.convoys.movement import Lurking, Sailing, sailors
from grandharbour.games.convoys.turn import GameTurn, begin_turn

from .conftest import act, at, do, group, offers, over, piece, pieces, sea, settle, space, told, where


def end_turn(war) -> None:  # type: ignore[no-untyped-def]
    """What is done at the end of twelve hours."""
    act(war, GameTurn, "end")
    war._asked = None
    war.run()
    settle(war)


@pytest.mark.rule("convoys", "MC-SUB.1", "MC-CV.2", "MC-CV.6", "MC-AA.2")
@pytest.mark.parametrize(("die", "flies"), [(5, True), (6, False)])
def test_a_carrier_torpedoed_on_her_way_neither_strikes_nor_covers(die: int, flies: bool) -> None:
    """A U-boat at W5 in the morning, the fleet at sea at noon: a Hit shuts the deck for both uses of it."""
    war = sea({"A": ("W5", ["Illustrious"])}, fleet={"Littorio": "At Sea Western Med"}, dice=(die, 3) if die == 6 else (die,))
    at(war, Lurking(0, NOWHERE))
    settle(war)
    assert bool(war.hit & pieces(war, "Illustrious")) != flies
    assert sum(amount for _, amount, _ in defence(war, group(war, "A"))) == (2 if flies else 1)
    at(war, Reserve())
    assert ("Illustrious" in offers(war).get("ready", [])) == flies


@pytest.mark.rule("convoys", "MC-MOVE.4", "MC-SUB.2", "MC-AIR.4", "MC-HIT.1")
@pytest.mark.parametrize(("bombs", "held"), [(6, True), (1, False)])
def test_one_freighter_under_water_and_one_from_the_air_hold_the_rest(bombs: int, held: bool) -> None:
    """Losses of a turn on one position count together, whatever sank them."""
    war = sea(
        {"A": ("W13", ["Freighter 1", "Freighter 2", "Freighter 3", "Rodney"])}, planes={"StuG 1": "Sicily"}, dice=(6, bombs, 1)
    )
    at(war, Lurking(0, NOWHERE))
    settle(war)
    left = [name for name in ("Freighter 1", "Freighter 2", "Freighter 3") if not war.sunk & pieces(war, name)]
    assert len(left) == 2
    at(war, Flights())
    do(war, "fly", "StuG 1")
    if "over" in offers(war):
        do(war, "over", "W13")
    do(war, "target", left[0])
    do(war, "normal")
    end_turn(war)
    assert bool(war.frozen >> group(war, "A") & 1) == held


@pytest.mark.rule("convoys", "MC-MOVE.4", "MC-CV.2", "MC-TURN.4")
def test_a_held_group_flies_though_it_may_not_move() -> None:
    """Two losses stop the ships for a turn, not the aircraft of their carrier."""
    war = sea({"A": ("W13", ["Ark Royal"])}, fleet={"Littorio": "At Sea Western Med"})
    war.frozen |= 1 << group(war, "A")
    at(war, Sailing())
    assert "group" not in offers(war)
    at(war, Reserve())
    do(war, "ready", "Ark Royal")
    do(war, "done")
    at(war, CarrierStrikes(NOWHERE, False))
    assert offers(war)["launch"] == ["Ark Royal"]


@pytest.mark.rule("convoys", "MC-MOVE.4", "MC-AA.5", "MC-AA.4")
@pytest.mark.parametrize(("frozen", "guns"), [(True, 2), (False, 2)])
def test_a_held_group_helps_its_neighbours_all_the_same(frozen: bool, guns: int) -> None:
    war = sea({"A": ("W13", ["Ark Royal", "Eagle", "Rodney"]), "B": ("W10", ["Nelson"])})
    if frozen:
        war.frozen |= 1 << group(war, "A")
    knowledge.expose(war, group(war, "A"))
    assert strength(war, group(war, "B")) == guns


@pytest.mark.rule("convoys", "MC-FUEL.2", "MC-HIT.5", "MC-FUEL.1")
def test_a_ship_sent_home_damaged_gives_no_oil_back() -> None:
    """Oil for one piece: she sails, is torpedoed and goes to dock; nobody sails in her place this season."""
    war = sea(fleet={"Littorio": "At Sea Western Med", "V. Veneto": "Napoli"}, hit=["Littorio"], fuel=1, dice=(1, 2))
    end_turn(war)
    assert where(war, "Littorio") == "-" and war.due[piece(war, "Littorio")] == war.season + 2
    assert not sailors(war)


@pytest.mark.rule("convoys", "MC-NAVAL.1", "MC-RECON.4", "MC-RECON.5", "MC-TURN.5")
def test_who_has_fought_by_day_is_known_until_the_night() -> None:
    """A battle turns all counters up; they stay so through the day and are face down when the night begins."""
    war = sea({"A": ("W13", ["Rodney", "Freighter 1"])}, fleet={"Littorio": "W13"}, night=False)
    begin(war, space(war, "W13"))
    assert war.exposed >> group(war, "A") & 1
    act(war, GameTurn, "end")
    assert war.exposed >> group(war, "A") & 1
    begin_turn(war)
    assert war.night and not war.exposed >> group(war, "A") & 1


@pytest.mark.rule("convoys", "MC-VICTORY.7", "MC-NAVAL.5", "MC-SUNK.1", "MC-SUNK.2")
@pytest.mark.parametrize(("name", "points"), [("Renown", 1), ("Rodney", 1), ("Argus", 0), ("Force K", 0), ("Didos", 0)])
def test_what_a_sunk_ship_is_worth(name: str, points: int) -> None:
    """A point for each battleship, battle cruiser and carrier but Argus; cruisers are none, whether they come back or not."""
    from grandharbour.games.convoys.damage import sink

    war = sea({"A": ("W13", [name, "Nelson"])})
    before = war.scores()[0]
    sink(war, piece(war, name), "MC-HIT.2")
    assert war.scores()[0] - before == points


@pytest.mark.rule("convoys", "MC-LOG.1", "MC-SUB.4", "MC-HIT.5")
def test_the_log_names_the_season_of_who_was_torpedoed_on_the_way_home() -> None:
    war = sea({"A": ("W5", ["Rodney"])}, dice=(6, 3, 2))
    at(war, Sailing())
    war.play("group", "Group A")
    do(war, "home")
    row = next(row for table in sheet(war).tables for row in table.rows if row[0] == "Rodney")
    assert war.due[piece(war, "Rodney")] == war.season + 2 and war.setup.season_names[war.season + 2] in row[2]


@pytest.mark.rule("convoys", "MC-AIR.4", "MC-PNR.1", "MC-MOVE.2", "MC-HIT.5")
@pytest.mark.parametrize(("past", "place"), [(True, "W16"), (False, None)])
def test_bombed_beyond_the_line_she_crawls_and_before_it_she_goes_home(past: bool, place: str | None) -> None:
    war = sea(
        {"A": ("W16" if past else "W13", ["Rodney"])}, past=["A"] if past else [], planes={"StuG 1": "Sicily"}, dice=(5, 6, 1, 1)
    )
    at(war, Flights())
    do(war, "fly", "StuG 1")
    if "over" in offers(war):
        do(war, "over", "W16" if past else "W13")
    do(war, "normal")
    assert war.hit & pieces(war, "Rodney")
    end_turn(war)
    if past:
        assert war.setup.names.of("space", war.at[group(war, "A")]) == place and war.rate(group(war, "A")) == 1
    else:
        assert war.due[piece(war, "Rodney")] > war.season and told(war, "repair")
    assert over(war)
