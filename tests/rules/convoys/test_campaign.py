"""Between the passages: supply, the desert, forces, losses and what comes back, season after season."""

from __future__ import annotations

import pytest

from grandharbour.engine.geometry.bits import bits
from grandharbour.games.convoys import GAME
from grandharbour.games.convoys.air import HarbourRound
from grandharbour.games.convoys.damage import repair, sink
from grandharbour.games.convoys.movement import FleetMove, can_invade
from grandharbour.games.convoys.placing import AlliedPlacement, AxisPlacement, Charges, Frogmen, to_place
from grandharbour.games.convoys.state import AL, ALEX, AX, GIB, MALTA, NEVER, RESERVE
from grandharbour.games.convoys.supply import Basing, Desert, arrivals, eat, salvage_due, standing
from grandharbour.games.convoys.turn import GameTurn, Invade, Season, SlipOut, finish_war

from .conftest import Pause, act, at, do, offers, over, piece, pieces, sea, settle, side, space, told, where


def stands(war) -> str:  # type: ignore[no-untyped-def]
    return war.setup.names.of("space", war.setup.track[war.korps])


def due(war, name: str) -> int:  # type: ignore[no-untyped-def]
    return war.due[piece(war, name)] - war.season


# --- supply and basing


@pytest.mark.rule("convoys", "MC-SUPPLY.2", "MC-SUPPLY.3", "MC-FORCES.9")
@pytest.mark.parametrize(("status", "cost"), [(3, 2), (2, 2), (1, 1)])
def test_both_threats_are_paid_for_as_far_as_there_is_supply(status: int, cost: int) -> None:
    """Swordfish first; at Surviving the second payment finds Malta starving."""
    war = at(sea(status=status), Basing())
    war.play("base", "815 Sqn")
    war.play("base", "830 Sqn")
    assert war.status == status - 1, "one level for both squadrons"
    if "force_k" in offers(war):
        war.play("force_k")
    assert war.status == status - cost


@pytest.mark.rule("convoys", "MC-SUPPLY.2", "MC-AIR.6")
def test_squadrons_that_are_not_on_malta_fly_from_crete_while_it_is_british() -> None:
    war = at(sea(scenario="campaign1940", season="winter1940"), Basing())
    war.play("base", "815 Sqn")
    war.play("enough")
    assert where(war, "815 Sqn") == "Malta" and where(war, "830 Sqn") == "Crete"
    axis = sea()
    axis.crete = AX
    at(axis, Basing())
    axis.play("enough")
    assert where(axis, "815 Sqn") == "-"


@pytest.mark.rule("convoys", "MC-SUPPLY.3", "MC-REPL.4")
def test_a_sunk_force_k_cannot_be_based_until_it_is_back() -> None:
    war = sea(malta=["Force K"], status=3)
    sink(war, piece(war, "Force K"), "MC-HIT.2")
    assert due(war, "Force K") == 2
    at(war, Basing())
    assert "force_k" not in offers(war)


@pytest.mark.rule("convoys", "MC-SUPPLY.3", "MC-HIT.5")
def test_a_force_k_under_repair_cannot_be_based() -> None:
    war = sea(status=3, dice=(2,))
    repair(war, piece(war, "Force K"))
    at(war, Basing())
    assert "force_k" not in offers(war) and due(war, "Force K") == 2


@pytest.mark.rule("convoys", "MC-SUPPLY.1", "MC-SUPPLY.4")
def test_malta_does_not_fall_below_starving_and_surrenders_only_the_season_after() -> None:
    war = sea(season="fall1941", status=0)
    eat(war)
    assert war.status == 0
    war.starved = False
    act(war, Season, "unloading")
    assert war.outcome is None, "she was not left starving"
    war.starved = True
    act(war, Season, "unloading")
    assert war.outcome.winner == AX and war.outcome.rule == "MC-SUPPLY.4"


@pytest.mark.rule("convoys", "MC-SUPPLY.4", "MC-SUPPLY.5")
def test_one_freighter_saves_her() -> None:
    war = sea(malta=["Breconshire"], status=0)
    war.starved = True
    act(war, Season, "unloading")
    assert war.outcome is None and war.status == 1 and war.landed == 1


@pytest.mark.rule("convoys", "MC-SUPPLY.5", "MC-HARB.3")
def test_freighters_sunk_in_the_harbour_unload_nothing() -> None:
    war = sea(malta=["Freighter 1", "Freighter 2"], status=1)
    sink(war, piece(war, "Freighter 1"), "MC-HIT.1")
    act(war, Season, "unloading")
    assert war.status == 2


@pytest.mark.rule("convoys", "MC-SUPPLY.5")
def test_supply_ends_at_plus_four() -> None:
    war = sea(malta=["Freighter 1", "Freighter 2", "Freighter 3"], status=4)
    act(war, Season, "unloading")
    assert war.status == 5 and war.landed == 3


@pytest.mark.rule("convoys", "MC-SUPPLY.6", "MC-INVADE.1")
def test_paying_to_leave_may_open_malta_to_the_invasion_too_late() -> None:
    """The offer to invade comes before the raids: at +3 it is not made, whatever is paid afterwards."""
    war = sea(malta=["Rodney"], status=4)
    act(war, Season, "invasion")
    assert over(war)
    at(war, SlipOut(0))
    war.play("everyone")
    war.dice = type(war.dice)((1,), war.rolled, war.dice)
    do(war, "slip")
    assert war.status == 3 and can_invade(war)


# --- invasion


@pytest.mark.rule("convoys", "MC-INVADE.2", "MC-INVADE.5", "MC-AK.7")
def test_an_invasion_takes_back_the_advance_of_the_season() -> None:
    war = sea(korps="GAZALA", forts=["TOBRUK", "ALAMEIN"], status=1, dice=(6,))
    act(war, Season, "desert")
    war.run()
    war.play("advance")
    assert stands(war) == "Tobruk"
    at(war, Invade())
    war.play("invade")
    assert war.invaded and not war.invasion and war.outcome is None
    act(war, Season, "correction")
    assert stands(war) == "El Agheila", "one place west of where the season began"
    assert not can_invade(war)


@pytest.mark.rule("convoys", "MC-INVADE.5", "MC-AIR.1")
def test_a_retreat_takes_airfields_from_aircraft() -> None:
    war = sea(korps="GAZALA", planes={"StuG 1": "Gazala", "StuG 2": "El Agheila", "StuG 3": "Sicily"})
    war.invaded = True
    act(war, Season, "correction")
    assert (where(war, "StuG 1"), where(war, "StuG 2"), where(war, "StuG 3")) == ("-", "El Agheila", "Sicily")


@pytest.mark.rule("convoys", "MC-INVADE.4", "MC-INVADE.1")
@pytest.mark.parametrize(("window", "status", "asked"), [("any", 3, True), ("any", 4, False), ("step", 3, False)])
def test_when_the_invasion_may_be_tried(window: str, status: int, asked: bool) -> None:
    war = at(sea(fleet={"Littorio": "Napoli"}, status=status, options={"invasion_window": window}), FleetMove())
    assert ("invade" in offers(war)) is asked


@pytest.mark.rule("convoys", "MC-INVADE.4", "MC-TURN.2")
def test_the_fleet_step_is_there_for_the_invasion_alone() -> None:
    war = sea(status=1, options={"invasion_window": "any"}, dice=(6,))
    war.stack = (GameTurn(phase="before fleet"), (Season(phase="turns"), None))
    war.run()
    assert isinstance(war.stack[0], FleetMove)
    war.play("invade")
    assert "invade" not in offers(war)


# --- the desert


@pytest.mark.rule("convoys", "MC-AK.4", "MC-AK.3")
def test_when_all_is_lost_afrika_korps_may_advance_in_the_same_season() -> None:
    war = sea(korps="GAZALA", forts=["TOBRUK", "ALAMEIN"])
    war.based = war.based_then = pieces(war, "815 Sqn")
    war.down = pieces(war, "815 Sqn")
    act(war, Season, "correction")
    war.run()
    assert side(war) == "AX"
    war.play("advance")
    assert stands(war) == "Tobruk"


@pytest.mark.rule("convoys", "MC-AK.4")
def test_losses_that_change_nothing_move_nothing() -> None:
    """One of two squadrons is lost: the threat stands, and nothing is corrected."""
    war = sea(korps="GAZALA", forts=["TOBRUK", "ALAMEIN"])
    war.based = war.based_then = pieces(war, "815 Sqn", "830 Sqn", "Force K")
    war.down = pieces(war, "815 Sqn")
    war.korps_before, war.korps = 2, 1
    act(war, Season, "correction")
    assert war.korps == 1 and over(war)


@pytest.mark.rule("convoys", "MC-AK.4", "MC-AK.2")
def test_force_k_at_sea_still_counts() -> None:
    war = sea({"A": ("E11", ["Force K"])})
    war.based = pieces(war, "Force K")
    assert standing(war) == 1


@pytest.mark.rule("convoys", "MC-AK.3", "MC-VICTORY.1")
def test_a_fortified_alamein_costs_two_free_seasons() -> None:
    war = sea(korps="ALAMEIN", forts=["ALAMEIN"])
    at(war, Desert())
    war.play("advance")
    assert war.outcome is None and not war.forts
    at(war, Desert())
    war.play("advance")
    assert war.outcome.winner == AX and war.outcome.rule == "MC-VICTORY.1"


@pytest.mark.rule("convoys", "MC-AK.3", "MC-AK.5")
def test_a_fortress_that_was_declined_stands() -> None:
    war = at(sea(korps="TOBRUK", forts=["TOBRUK", "ALAMEIN"]), Desert())
    war.play("stay")
    assert war.forts.bit_count() == 2 and stands(war) == "Tobruk"


@pytest.mark.rule("convoys", "MC-AK.3", "MC-VICTORY.6")
def test_on_the_long_track_two_more_places_count() -> None:
    war = sea(korps="GAZALA", forts=[], options={"extended_track": True})
    assert war.scores() == (0, 1)
    at(war, Desert())
    war.play("advance")
    war.korps += 1
    assert stands(war) == "Matruh" and war.scores() == (1, 0)


# --- what comes back


@pytest.mark.rule("convoys", "MC-REPL.1", "MC-HIT.5")
def test_cruisers_sunk_are_back_sooner_than_cruisers_hit() -> None:
    war = sea({"A": ("W8", ["Force H Cruisers", "Med Cruisers"])}, dice=(5,))
    sink(war, piece(war, "Force H Cruisers"), "MC-HIT.2")
    repair(war, piece(war, "Med Cruisers"))
    assert due(war, "Force H Cruisers") == 1 and due(war, "Med Cruisers") == 5


@pytest.mark.rule("convoys", "MC-HIT.5")
@pytest.mark.parametrize(("ship", "seasons"), [("Force H Cruisers", 1), ("Med Cruisers", 1), ("Didos", 5), ("Nelson", 5)])
def test_the_repair_cap_is_for_two_units(ship: str, seasons: int) -> None:
    war = sea(options={"cruiser_repair_cap": True}, dice=(5,))
    repair(war, piece(war, ship))
    assert due(war, ship) == seasons


@pytest.mark.rule("convoys", "MC-REPL.5", "MC-SUNK.1")
@pytest.mark.parametrize("ship", ["Didos", "Breconshire", "Nelson", "Eagle", "Renown"])
def test_what_never_returns(ship: str) -> None:
    war = sea({"A": ("W8", [ship])})
    sink(war, piece(war, ship), "MC-HIT.2")
    assert war.due[piece(war, ship)] == NEVER


@pytest.mark.rule("convoys", "MC-REINF.2", "MC-HIT.5")
def test_hood_leaves_from_the_dock_too() -> None:
    war = sea(scenario="campaign1940", season="spring1941")
    war.due[piece(war, "Hood")] = war.season + 2
    arrivals(war)
    assert war.due[piece(war, "Hood")] == NEVER and told(war, "leaves") == [("leaves", "Hood")]


@pytest.mark.rule("convoys", "MC-REPL.6", "MC-SUNK.1")
def test_the_heavy_divisions_stay_lost_in_spring_1942() -> None:
    war = sea(season="spring1942")
    war.sunk = pieces(war, "1. Cruiser Div", "3. Cruiser Div")
    assert not salvage_due(war)
    war.sunk |= pieces(war, "8. Cruiser Div", "10. Cruiser Div")
    assert salvage_due(war)
    at(war, AxisPlacement(-1, True))
    assert set(war.choices("salvage")) == {"8. Cruiser Div", "10. Cruiser Div"}
    war.play("salvage", "8. Cruiser Div")
    assert (
        war.sunk == pieces(war, "1. Cruiser Div", "3. Cruiser Div", "10. Cruiser Div")
        and war.due[piece(war, "8. Cruiser Div")] == war.season
    )
    assert "salvage" not in offers(war), "one"


@pytest.mark.rule("convoys", "MC-REPL.6")
def test_only_in_spring_1942() -> None:
    war = sea(season="winter1941")
    war.sunk = pieces(war, "7. Cruiser Div")
    assert not salvage_due(war)


@pytest.mark.rule("convoys", "MC-REPL.7", "MC-REINF.4")
def test_replacements_and_new_groups_of_sm79_come_together() -> None:
    """Three shot down: two come back, and one that was never in play joins."""
    war = sea(scenario="campaign1941", season="summer1941")
    names = ["89 Gr SM79", "104 Gr SM79", "105 Gr SM79"]
    war.down = pieces(war, *names)
    for name in ("131 Gr SM79", "132 Gr SM79"):
        war.due[piece(war, name)] = NEVER
    arrivals(war)
    assert war.down == pieces(war, "105 Gr SM79") and due(war, "131 Gr SM79") == 0 and war.due[piece(war, "132 Gr SM79")] == NEVER


@pytest.mark.rule("convoys", "MC-REPL.8", "MC-REPL.7")
@pytest.mark.parametrize(("season", "left"), [("winter1941", 3), ("spring1942", 1), ("summer1942", 3)])
def test_stukas_come_back_once(season: str, left: int) -> None:
    war = sea(season=season)
    war.down = pieces(war, "StuG 1", "StuG 2", "StuG 3")
    arrivals(war)
    assert war.down.bit_count() == left


@pytest.mark.rule("convoys", "MC-SETUP.4", "MC-AIR.6")
def test_when_crete_falls_its_squadrons_return_to_the_pool() -> None:
    war = sea(scenario="campaign1940", season="spring1941")
    war.at[piece(war, "815 Sqn")] = war.setup.crete
    arrivals(war)
    assert war.crete == AX and where(war, "815 Sqn") == "-" and war.usable(war.setup.crete)


# --- placing


@pytest.mark.rule("convoys", "MC-FORCES.10", "MC-HARB.5")
@pytest.mark.parametrize(("way", "lot"), [("free", "Reserve"), ("pay", "Malta")])
def test_what_becomes_of_ships_left_in_malta(way: str, lot: str) -> None:
    war = sea(malta=["Rodney", "Force K", "Freighter 1"], options={"malta_exit": way})
    war.stack = (Season(phase="log"), None)
    act(war, Season, "log")
    assert where(war, "Rodney") == lot and where(war, "Freighter 1") == where(war, "Force K") == "Reserve"
    assert bool(war.known >> piece(war, "Rodney") & 1) is (way == "pay")


@pytest.mark.rule("convoys", "MC-HARB.5", "MC-SUPPLY.6")
def test_at_the_end_warships_may_pay_by_option() -> None:
    war = sea(malta=["Rodney"], status=2, options={"malta_exit": "pay"})
    act(war, Season, "leaving")
    war.run()
    assert "retire" in offers(war)
    for ships in (["Force K"], ["Freighter 1"]):
        idle = sea(malta=ships, status=2, options={"malta_exit": "pay"})
        act(idle, Season, "leaving")
        assert over(idle)


@pytest.mark.rule("convoys", "MC-FORCES.1", "MC-FORCES.5", "MC-JAPAN.1")
def test_a_starving_malta_in_1942_gets_four_carriers_at_most() -> None:
    war = sea(season="summer1942", status=0)
    at(war, AlliedPlacement())
    for name in ("Ark Royal", "Illustrious", "Victorious"):
        war.play("assign", name)
    assert "Eagle" not in war.choices("assign") and war.why_not("assign", "Eagle").rule == "MC-FORCES.1"
    war.play("enough")
    war.play("assign", "Eagle")
    assert war.why_not("assign", "Formidable").rule == "MC-JAPAN.1"


@pytest.mark.rule("convoys", "MC-FORCES.2", "MC-FORCES.3")
def test_the_rest_of_the_freighters_stops_at_the_number_of_the_season() -> None:
    war = at(sea(status=5, season="fall1941"), AlliedPlacement())
    war.play("assign", "Freighter 9")
    war.play("rest")
    assert (war.gib & war.setup.freighters).bit_count() == 6 and "rest" not in offers(war)
    war.play("enough")
    assert not set(war.choices("assign")) & {f"Freighter {n}" for n in range(1, 10)}


@pytest.mark.rule("convoys", "MC-FORCES.1", "MC-HIT.5", "MC-SUNK.1")
def test_ships_in_dock_sunk_or_to_come_are_not_placed() -> None:
    war = sea(season="fall1940", scenario="campaign1940", status=0)
    war.due[piece(war, "Warspite")] = war.season + 1
    war.due[piece(war, "Q. Elizabeth")] = war.season + 2
    at(war, AlliedPlacement())
    assert not {"Warspite", "Q. Elizabeth"} & set(war.choices("assign"))
    assert war.why_not("assign", "Warspite").rule == "MC-FORCES.1"


@pytest.mark.rule("convoys", "MC-FROG.2", "MC-FROG.3", "MC-HIT.5")
def test_frogmen_take_a_freighter_for_the_season_and_a_battleship_for_longer() -> None:
    war = at(sea(season="winter1941", alexandria=["Barham", "Freighter 1"], dice=(3, 6, 1)), Frogmen())
    war.play("dive", "Alexandria")
    war.play("mine", "Barham")
    settle(war)
    assert due(war, "Barham") == 6 and due(war, "Freighter 1") == 1 and not war.sunk and not war.hit and over(war)
    assert not war.frogmen and war.inside[ALEX] == 0


@pytest.mark.rule("convoys", "MC-FROG.2", "MC-RECON.1")
def test_frogmen_see_the_whole_harbour_and_what_is_not_there() -> None:
    war = at(sea(season="winter1941", alexandria=["Barham"]), Frogmen())
    war.known = 0
    for ship in bits(war.setup.allied):
        war.may[ship] = 1 << RESERVE | 1 << GIB | 1 << ALEX
    war.play("dive", "Alexandria")
    assert isinstance(war.stack[0], Charges)
    assert war.known == pieces(war, "Barham")
    assert war.may[piece(war, "Barham")] == 1 << ALEX and not war.may[piece(war, "Nelson")] >> ALEX & 1
    assert war.may[piece(war, "Nelson")] >> GIB & 1


@pytest.mark.rule("convoys", "MC-FROG.3")
@pytest.mark.parametrize(("die", "hit"), [(3, True), (4, False)])
def test_the_chance_of_the_frogmen(die: int, hit: bool) -> None:
    war = at(sea(season="winter1941", gibraltar=["Argus"], dice=(die,)), Frogmen())
    war.play("dive", "Gibraltar")
    settle(war)
    assert (where(war, "Argus") == "Reserve") is hit and not war.sunk


@pytest.mark.rule("convoys", "MC-SETUP.1", "MC-AIR.1")
def test_every_axis_piece_in_play_gets_a_place_and_no_other() -> None:
    war = sea()
    war.down = pieces(war, "StuG 2")
    war.due[piece(war, "Littorio")] = war.season + 1
    placed = []
    at(war, AxisPlacement(-1, False))
    while not over(war):
        placed.append(war.setup.names.of("piece", war.stack[0].piece))
        war.play("at", war.choices("at")[0])
    assert "StuG 2" not in placed and "Littorio" not in placed and len(placed) == 22
    assert to_place(war, 0) == -1


# --- the end


@pytest.mark.rule("convoys", "MC-SCEN.2", "MC-VICTORY.7")
@pytest.mark.parametrize(
    ("landed", "sunk", "winner"),
    [(4, [], -1), (5, [], AL), (3, [], AX), (4, ["Littorio"], AL), (5, ["Nelson"], -1), (6, ["Nelson", "Eagle", "Didos"], -1)],
)
def test_how_pedestal_is_won(landed: int, sunk: list[str], winner: int) -> None:
    war = sea(scenario="pedestal")
    war.landed, war.sunk = landed, pieces(war, *sunk)
    finish_war(war)
    assert war.outcome.winner == winner


@pytest.mark.rule("convoys", "MC-VICTORY.5", "MC-VICTORY.7")
def test_a_replaced_ship_is_no_point_and_argus_never_is() -> None:
    war = sea(korps="TOBRUK")
    war.sunk = pieces(war, "Argus", "Didos", "Freighter 1", "3. Cruiser Div")
    assert war.scores() == (0, 0)
    finish_war(war)
    assert war.outcome.winner == -1 and war.outcome.level == "draw"


@pytest.mark.rule("convoys", "MC-HARB.4", "MC-SEASON.3")
def test_the_raids_before_unloading_come_before_the_offer_to_invade() -> None:
    war = sea(malta=["Freighter 1"], planes={"StuG 1": "Sicily"}, status=1)
    war.stack = (Season(phase="turns"), None)
    war.run()
    raids = 0
    while isinstance(war.stack[0], HarbourRound) and not war.stack[0].free:
        raids += 1
        war.play("done")
    assert raids == 2 and isinstance(war.stack[0], Invade) and war.landed == 1


@pytest.mark.rule("convoys", "MC-LOG.4", "MC-FORCES.10")
def test_a_new_season_forgets_what_lasted_one() -> None:
    war = sea(
        {"A": ("W8", [])},
        gibraltar=["Rodney"],
        alexandria=["Barham"],
        planes={"StuG 1": "Sicily"},
        fleet={"Littorio": "Napoli"},
        season="fall1941",
    )
    war.sailed = war.barred = pieces(war, "Littorio")
    war.departed, war.convoy, war.unmasked, war.fuel = [3, 4], [8, 16], 2, 4
    war.flights[piece(war, "Eagle")] = 0
    war.based = pieces(war, "815 Sqn")
    war.at[piece(war, "815 Sqn")] = war.setup.malta
    war.status = 0
    war.stack = (Season(phase="log"), None)
    act(war, Season, "log")
    assert war.starved and war.season == war.setup.seasons.index("winter1941")
    assert not (war.groups | war.dummies | war.sailed | war.barred | war.based) and war.fuel == -1 and war.hour == 0
    assert (war.departed, war.convoy, war.unmasked, war.decoys) == ([0, 0], [1, 1], 0, [0, 0])
    assert war.flights[piece(war, "Eagle")] == 1 and len(war.labels) == 26
    assert where(war, "815 Sqn") == where(war, "StuG 1") == where(war, "Littorio") == where(war, "Group A") == "-"
    assert war.inside[RESERVE] == war.setup.allied and sum(map(bool, war.inside)) == 1
    assert all(war.may[ship] == 1 << RESERVE for ship in war.setup.allied_list)


@pytest.mark.rule("convoys", "MC-DUR.5", "MC-LOG.1")
def test_the_log_is_told_before_the_war_ends() -> None:
    war = sea(season="summer1942", korps="TRIPOLI")
    war.stack = (Season(phase="log"), None)
    act(war, Season, "log")
    assert [event[0] for event in told(war)] == ["log", "end"] and war.outcome.winner == AL


@pytest.mark.rule("convoys", "MC-DUR.1", "MC-SCEN.1", "MC-SCEN.3")
@pytest.mark.parametrize(("scenario", "freighters", "known"), [("pedestal", 9, True), ("summer1940", 0, False)])
def test_a_listed_season_begins_as_its_sheet_says(scenario: str, freighters: int, known: bool) -> None:
    war = GAME.new(scenario, seed=1)
    assert (war.inside[GIB] & war.setup.freighters).bit_count() == freighters
    assert bool(war.known & war.setup.freighters) is known and war.inside[MALTA] == 0
    assert Pause is not None and space(war, "Malta") == war.setup.malta
