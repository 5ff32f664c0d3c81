"""What comes first: rules that hang on the order in which things are looked at."""

from __future__ import annotations

import pytest

from grandharbour.engine.kinds import NOWHERE
from grandharbour.games.convoys import GAME
from grandharbour.games.convoys.air import CarrierStrikes, Raid, Reserve
from grandharbour.games.convoys.battle import Battle, Deploy, Surface, Target
from grandharbour.games.convoys.movement import Passing, Sailing
from grandharbour.games.convoys.state import AL, AX
from grandharbour.games.convoys.supply import arrivals, rebuild
from grandharbour.games.convoys.turn import GameTurn, Season, SlipOut, come_in

from .conftest import Pause, act, at, do, group, offers, piece, pieces, sea, settle, space, told, where


def battle(groups, fleet, **how):  # type: ignore[no-untyped-def]
    """A battle at W13 that the Axis has begun, ships set out and nothing asked yet."""
    war = at(sea(groups, fleet=fleet, **how), Surface(AX, 0))
    war.play("engage", "W13")
    return war


# --- the final return


@pytest.mark.rule("convoys", "MC-SUB.4", "MC-HIT.5", "MC-SEASON.2")
def test_an_italian_ship_hit_on_the_final_return_goes_to_dock() -> None:
    """The submarine hits Doria/Duilio on the last way home, and the die of the dock shows 3."""
    war = sea(fleet={"Doria/Duilio": "At Sea Western Med"}, season="spring1941", dice=(6, 0, 3))
    come_in(war)
    war.run()
    assert not war.hit and war.due[piece(war, "Doria/Duilio")] == war.season + 3


@pytest.mark.rule("convoys", "MC-SUB.4", "MC-LOG.1")
def test_a_sound_italian_ship_lies_in_port_after_the_final_return() -> None:
    war = sea(fleet={"Doria/Duilio": "At Sea Western Med"}, dice=(1,))
    come_in(war)
    war.run()
    assert where(war, "Doria/Duilio") == "Napoli" and war.due[piece(war, "Doria/Duilio")] <= war.season


@pytest.mark.rule("convoys", "MC-SUB.4", "MC-HIT.5")
def test_a_squadron_returns_from_both_areas_with_one_attack_each() -> None:
    fleet = {"Littorio": "At Sea Western Med", "V. Veneto": "At Sea Eastern Med", "3. Cruiser Div": "W13"}
    war = sea(fleet=fleet, dice=(1, 1, 1))
    come_in(war)
    war.run()
    assert war.rolled == 3 and where(war, "V. Veneto") == "Taranto" and where(war, "3. Cruiser Div") == "Napoli"


@pytest.mark.rule("convoys", "MC-HIT.5", "MC-SUB.4")
def test_a_torpedo_on_the_way_to_port_is_repaired_at_the_end_of_the_turn() -> None:
    from grandharbour.games.convoys.movement import FleetMove

    war = at(sea(fleet={"Littorio": "At Sea Western Med"}, dice=(6, 0, 6, 2)), FleetMove())
    war.play("ship", "Littorio")
    do(war, "port", "Napoli")
    assert war.hit == pieces(war, "Littorio") and where(war, "Littorio") == "Napoli"
    at(war, Pause())
    act(war, GameTurn, "end")
    war.run()
    assert not war.hit and war.due[piece(war, "Littorio")] == war.season + 2 and where(war, "Littorio") == "-"


# --- fortifications


@pytest.mark.rule("convoys", "MC-INVADE.5", "MC-AK.5")
def test_a_failed_landing_leaves_what_was_built_this_season() -> None:
    """Pushed from Tobruk to Gazala at the head of the season: Tobruk is built at once, and stands after a landing that failed."""
    war = sea(korps="TOBRUK", forts=["ALAMEIN"])
    war.based = war.based_then = pieces(war, "815 Sqn", "Force K")
    war.stack = (Season(phase="supply"), None)
    war.run()
    assert stands(war) == "Gazala" and forts(war) == {"Tobruk", "El Alamein"}
    war.invaded = True
    act(war, Season, "correction")
    assert stands(war) == "Gazala" and forts(war) == {"Tobruk", "El Alamein"}


@pytest.mark.rule("convoys", "MC-INVADE.5", "MC-AK.5", "MC-AK.3")
def test_alamein_is_fortified_as_soon_as_afrika_korps_has_left_it() -> None:
    war = sea(korps="ALAMEIN", forts=[])
    war.invaded = True
    act(war, Season, "correction")
    assert stands(war) == "Tobruk" and forts(war) == {"El Alamein"}, "before the next season moves Afrika Korps"


@pytest.mark.rule("convoys", "MC-AK.4", "MC-AK.5")
def test_a_push_that_is_taken_back_takes_its_fortification_with_it() -> None:
    """Pushed from Tobruk at the head of the season, then Force K is lost: Afrika Korps is at Tobruk and nothing is built there."""
    war = sea(korps="TOBRUK", forts=["ALAMEIN"])
    war.based = war.based_then = pieces(war, "815 Sqn", "Force K")
    war.stack = (Season(phase="supply"), None)
    war.run()
    at(war, Pause())
    war.sunk = pieces(war, "Force K")
    act(war, Season, "correction")
    war.run()
    assert stands(war) == "Tobruk" and forts(war) == {"El Alamein"}


@pytest.mark.rule("convoys", "MC-AK.5", "MC-AK.1")
@pytest.mark.parametrize("timing", ["start", "end"])
def test_whoever_is_pushed_back_finds_the_place_fortified(timing: str) -> None:
    from grandharbour.games.convoys.supply import Desert

    war = sea(korps="TOBRUK", forts=["ALAMEIN"], options={"ak_timing": timing})
    war.based = war.based_then = pieces(war, "815 Sqn", "Force K")
    at(war, Desert())
    assert forts(war) == {"Tobruk", "El Alamein"}


@pytest.mark.rule("convoys", "MC-AK.5", "MC-AK.6")
def test_nothing_is_built_under_afrika_korps() -> None:
    war = sea(korps="TOBRUK", forts=[])
    rebuild(war)
    assert forts(war) == {"El Alamein"}


def stands(war) -> str:  # type: ignore[no-untyped-def]
    return war.setup.names.of("space", war.setup.track[war.korps])


def forts(war) -> set[str]:  # type: ignore[no-untyped-def]
    return {name for name in ("Tobruk", "El Alamein") if war.forts >> space(war, name) & 1}


# --- held up by losses


@pytest.mark.rule("convoys", "MC-MOVE.4", "MC-SUB.4")
def test_losses_on_the_way_home_hold_nobody_up() -> None:
    """Two Hit ships are sent home and torpedoed on the way; the freighter they left sails on, this turn and the next."""
    war = sea({"A": ("W8", ["Nelson", "Rodney", "Freighter 1"])}, hit=["Nelson", "Rodney"], dice=(6, 0, 6, 0))
    act(war, GameTurn, "end")
    war.run()
    assert war.sunk == pieces(war, "Nelson", "Rodney") and war.losses[group(war, "A")] == 0
    act(war, GameTurn, "end")
    war.run()
    assert not war.frozen


@pytest.mark.rule("convoys", "MC-MOVE.4", "MC-NAVAL.13")
def test_a_ship_torpedoed_after_leaving_a_battle_is_no_loss_of_the_battle() -> None:
    war = sea({"A": ("W13", ["Nelson", "Freighter 1"])}, fleet={"Littorio": "W13"}, dice=(6, 0, 1))
    from grandharbour.games.convoys.battle import Leave

    at(war, Leave(space(war, "W13"), 1, 0))
    war.play("retire", "Nelson")
    do(war, "home")
    assert war.sunk == pieces(war, "Nelson") and war.losses[group(war, "A")] == 0


@pytest.mark.rule("convoys", "MC-MOVE.4", "MC-NAVAL.11")
def test_a_cripple_lost_while_it_breaks_off_is_a_loss_on_that_position() -> None:
    from grandharbour.games.convoys.battle import Leave

    war = sea({"A": ("W13", ["Nelson", "Freighter 1"])}, fleet={"Littorio": "W13"}, hit=["Nelson"], dice=(2,))
    at(war, Leave(space(war, "W13"), 1, 0))
    war.play("retire", "Nelson")
    do(war, "home")
    assert war.sunk == pieces(war, "Nelson") and war.losses[group(war, "A")] == 1


@pytest.mark.rule("convoys", "MC-MOVE.4", "MC-MAS.2")
def test_two_ships_lost_in_passing_hold_the_group_up_where_it_arrives() -> None:
    """Breconshire and Argus are sunk at W15 by night; the others go on to W16 and may not move on the next turn."""
    crew = ["Breconshire", "Didos", "Force H Cruisers", "Rodney"]
    war = at(sea({"A": ("W15", crew)}, night=True, past=["A"], dice=(6,)), Sailing())
    war.losses[group(war, "A")] = 2
    war.chosen, war.walked = group(war, "A"), 1
    war.used |= 1 << space(war, "W15")
    war.used_mas |= 1 << space(war, "W15")
    war._asked = None
    war.play("to", "W16")
    at(war, Pause())
    act(war, GameTurn, "end")
    war.run()
    assert war.frozen == 1 << group(war, "A")


@pytest.mark.rule("convoys", "MC-MOVE.4", "MC-HIT.5")
def test_a_group_whose_last_ships_go_home_is_not_held_up() -> None:
    war = sea({"A": ("W8", ["Nelson"])}, hit=["Nelson"], dice=(1, 2))
    war.losses[group(war, "A")] = 2
    act(war, GameTurn, "end")
    war.run()
    assert not war.frozen and not war.groups and not told(war, "frozen")


@pytest.mark.rule("convoys", "MC-HIT.5", "MC-SUB.4")
def test_a_ship_is_sent_home_before_it_is_stalked() -> None:
    war = sea({"A": ("W8", ["Nelson", "Rodney"])}, hit=["Nelson"], dice=(1, 2))
    act(war, GameTurn, "end")
    war.run()
    assert [event[0] for event in told(war)] == ["sent_home", "stalked", "repair"]


# --- going home


@pytest.mark.rule("convoys", "MC-SUB.4", "MC-MOVE.7")
def test_freighters_ordered_home_are_rolled_for_and_spared() -> None:
    """Nobody can tell them from warships before the die; a torpedo finds no warship, and the Axis knows it then."""
    war = at(sea({"A": ("W8", ["Freighter 1", "Freighter 2"])}, dice=(6,)), Sailing())
    war.play("group", "Group A")
    do(war, "home")
    assert war.rolled == 1 and not war.sunk and told(war, "spared") == [("spared", "Group A")]


@pytest.mark.rule("convoys", "MC-SUB.4", "MC-MOVE.7")
def test_of_a_mixed_group_only_warships_are_torpedoed_on_the_way_home() -> None:
    war = at(sea({"A": ("W8", ["Didos", "Freighter 1", "Freighter 2", "Freighter 3"])}, dice=(6, 3)), Sailing())
    war.play("group", "Group A")
    do(war, "home")
    assert not war.sunk and war.due[piece(war, "Didos")] == war.season + 3


@pytest.mark.rule("convoys", "MC-SUB.4", "MC-HARB.5")
def test_freighters_that_slip_out_of_malta_meet_no_submarine() -> None:
    war = at(sea(malta=["Freighter 1", "Breconshire"], status=3), SlipOut(0))
    war.play("everyone")
    do(war, "slip")
    assert war.rolled == 0 and where(war, "Breconshire") == "Reserve"


# --- battle


@pytest.mark.rule("convoys", "MC-NAVAL.6")
def test_cruisers_may_fire_at_battle_cruisers_behind_a_screen() -> None:
    war = battle({"A": ("W13", ["Renown", "Nelson", "Didos"])}, {"3. Cruiser Div": "W13"})
    at(war, Target(piece(war, "3. Cruiser Div"), space(war, "W13")))
    assert set(war.choices("shoot")) == {"Renown", "Didos"} and war.why_not("shoot", "Nelson").rule == "MC-NAVAL.6"


@pytest.mark.rule("convoys", "MC-NAVAL.2", "MC-NAVAL.6")
def test_a_hit_cruiser_brought_forward_screens() -> None:
    war = battle({"A": ("W13", ["Nelson", "Didos"])}, {"3. Cruiser Div": "W13"}, hit=["Didos"])
    at(war, Deploy(AL, space(war, "W13")))
    war.play("forward", "Didos")
    at(war, Target(piece(war, "3. Cruiser Div"), space(war, "W13")))
    assert war.choices("shoot") == ["Didos"]


@pytest.mark.rule("convoys", "MC-NAVAL.2", "MC-NAVAL.6")
def test_a_hit_battleship_brought_forward_is_no_screen() -> None:
    war = battle({"A": ("W13", ["Nelson", "Rodney"])}, {"3. Cruiser Div": "W13"}, hit=["Rodney"])
    at(war, Deploy(AL, space(war, "W13")))
    war.play("forward", "Rodney")
    at(war, Target(piece(war, "3. Cruiser Div"), space(war, "W13")))
    assert set(war.choices("shoot")) == {"Nelson", "Rodney"}


@pytest.mark.rule("convoys", "MC-CV.5")
def test_carriers_on_the_spot_strike_before_the_battle_though_they_kept_their_fighters_up() -> None:
    war = sea({"A": ("W13", ["Illustrious", "Nelson"])}, fleet={"Littorio": "W13"})
    at(war, Reserve())
    war.play("done")
    at(war, Surface(AX, 0))
    war.play("engage", "W13")
    while "launch" not in offers(war):
        war.play("done")
    assert war.choices("launch") == ["Illustrious"]


@pytest.mark.rule("convoys", "MC-CV.5", "MC-CV.1")
@pytest.mark.parametrize(("held", "flown", "left"), [(2, 2, 0), (2, 1, 1), (1, 1, 1), (0, 0, 2)])
def test_what_has_been_flown_in_the_carrier_step_is_not_flown_again_before_the_battle(held: int, flown: int, left: int) -> None:
    """Ark Royal flies two strikes at a time, in the carrier step and before the battle together."""
    war = sea({"A": ("W13", ["Ark Royal", "Nelson"])}, fleet={"Littorio": "W13"}, dice=(1, 1) * 4)
    at(war, Reserve())
    for _ in range(held):
        war.play("ready", "Ark Royal")
    war.play("done")
    at(war, CarrierStrikes(NOWHERE, False))
    for _ in range(flown):
        strike(war)
    war.play("done")
    at(war, Surface(AX, 0))
    war.play("engage", "W13")
    while "forward" in offers(war):
        war.play("done")
    count = 0
    while "launch" in offers(war):
        strike(war)
        count += 1
    assert count == left


def strike(war) -> None:  # type: ignore[no-untyped-def]
    war.play("launch", "Ark Royal")
    settle(war)
    war.play("normal")


@pytest.mark.rule("convoys", "MC-CV.4")
def test_a_carrier_beside_the_battle_has_only_what_it_held_ready() -> None:
    war = sea({"A": ("W13", ["Nelson"]), "B": ("W10", ["Illustrious"])}, fleet={"Littorio": "W13"})
    at(war, Reserve())
    war.play("done")
    at(war, Surface(AX, 0))
    war.play("engage", "W13")
    assert "launch" not in offers(war) and isinstance(war.stack[0], CarrierStrikes)


@pytest.mark.rule("convoys", "MC-CV.5", "MC-CV.4")
def test_later_strikes_come_from_carriers_on_the_spot_alone() -> None:
    """After the second round Ark Royal flies again; Illustrious beside the battle has a strike ready and cannot."""
    war = sea({"A": ("W13", ["Ark Royal", "Nelson"]), "B": ("W10", ["Illustrious"])}, fleet={"Littorio": "W13"})
    war.ready[piece(war, "Illustrious")] = 1
    at(war, Battle(space=space(war, "W13"), round=3, phase="before aircraft"))
    assert war.choices("launch") == ["Ark Royal"]


@pytest.mark.rule("convoys", "MC-TARANTO.1", "MC-TARANTO.4", "MC-CV.1")
def test_ark_royal_flies_her_second_strike_though_the_first_was_shot_down() -> None:
    war = sea({"A": ("E8", ["Ark Royal"])}, fleet={"Littorio": "Taranto"}, night=True, dice=(1, 6, 1, 1))
    at(war, Raid(False))
    war.play("raid", "Ark Royal")
    war.play("normal")
    assert war.flights[piece(war, "Ark Royal")] == 1 and war.choices("raid") == ["Ark Royal"]
    war.play("raid", "Ark Royal")
    war.play("normal")
    assert "raid" not in offers(war), "two strikes at a time"


@pytest.mark.rule("convoys", "MC-TARANTO.1", "MC-CV.2")
def test_a_strike_lost_by_day_is_missing_over_taranto() -> None:
    war = sea({"A": ("E8", ["Ark Royal"])}, fleet={"Littorio": "Taranto"}, night=True, dice=(1, 1))
    war.flights[piece(war, "Ark Royal")] = 1
    at(war, Raid(False))
    war.play("raid", "Ark Royal")
    war.play("normal")
    assert "raid" not in offers(war)


# --- what is told


@pytest.mark.rule("convoys", "MC-LOG.1", "MC-LOG.2", "MC-LOG.3")
def test_the_log_records_where_everything_stands() -> None:
    war = sea(
        malta=["Nelson", "Force K"],
        gibraltar=["Rodney"],
        alexandria=["Barham"],
        fleet={"Littorio": "Napoli"},
        planes={"StuG 1": "Sicily"},
    )
    war.at[piece(war, "815 Sqn")] = war.setup.malta
    war.stack = (Season(phase="log"), None)
    act(war, Season, "log")
    (event,) = [event for event in war.log if event.kind == "log"]
    rows = {row[0]: row[-1] for table in event.sheet.tables for row in table.rows}
    assert rows["Nelson"] == rows["Force K"] == rows["815 Sqn"] == "Malta"
    assert (rows["Rodney"], rows["Barham"], rows["Littorio"], rows["StuG 1"]) == ("Gibraltar", "Alexandria", "Napoli", "Sicily")
    assert rows["Warspite"] == "in reserve"


@pytest.mark.rule("convoys", "MC-REPL.1", "MC-REPL.2", "MC-REPL.3", "MC-REPL.4", "MC-HIT.5", "MC-FROG.3")
@pytest.mark.parametrize(
    ("name", "how", "rule"),
    [
        ("Force H Cruisers", "sunk", "MC-REPL.1"),
        ("Freighter 3", "sunk", "MC-REPL.2"),
        ("815 Sqn", "down", "MC-REPL.3"),
        ("Force K", "sunk", "MC-REPL.4"),
        ("Nelson", "repaired", "MC-HIT.5"),
        ("Freighter 3", "mined", "MC-FROG.3"),
    ],
)
def test_a_replacement_is_announced_under_the_rule_it_comes_by(name: str, how: str, rule: str) -> None:
    war = sea(season="winter1941")
    war.due[piece(war, name)] = war.season
    war.sunk = pieces(war, name) if how == "sunk" else 0
    war.down = pieces(war, name) if how == "down" else 0
    arrivals(war)
    assert [event.rule for event in war.log if event.kind == "arrives" and event.pieces == (piece(war, name),)] == [rule]
    assert not (war.sunk | war.down) >> piece(war, name) & 1


@pytest.mark.rule("convoys", "MC-NAVAL.5", "MC-HIT.1")
def test_a_shot_is_told_before_the_sinking() -> None:
    war = battle({"A": ("W13", ["Freighter 1"])}, {"Littorio": "W13"}, dice=(6,))
    war.log.clear()
    at(war, Target(piece(war, "Littorio"), space(war, "W13")))
    war.play("shoot", "Freighter 1")
    assert [event[0] for event in told(war)] == ["fire", "sunk", "empty"]


@pytest.mark.rule("convoys", "MC-AIR.3", "MC-HIT.8")
def test_an_air_attack_is_told_before_what_it_does() -> None:
    from grandharbour.games.convoys.air import AirAttack

    war = sea({"A": ("W8", ["Eagle"])}, planes={"StuG 1": "Sardinia"}, dice=(6, 6, 2))
    at(war, AirAttack(piece(war, "StuG 1"), piece(war, "Eagle"), False))
    war.play("normal")
    assert [event[0] for event in told(war)] == ["strike", "flak", "star", "sunk", "empty"]


@pytest.mark.rule("convoys", "MC-HIT.5", "MC-PNR.1")
def test_a_cripple_driven_back_over_the_line_must_still_go_on() -> None:
    """Rulings G-27 and G-54: who has crossed the line is bound by it, wherever a battle has driven her."""
    war = sea({"A": ("W13", ["Rodney"])}, past=["A"], hit=["Rodney"])
    act(war, GameTurn, "end")
    war.run()
    assert where(war, "Rodney") == "Group A" and war.rolled == 0


@pytest.mark.rule("convoys", "MC-HIT.5", "MC-PNR.1")
def test_a_cripple_from_alexandria_past_the_line_is_sent_home() -> None:
    war = sea({"A": ("W16", ["Barham"])}, past=["A"], hit=["Barham"], from_alexandria=["Barham"], dice=(1, 2))
    act(war, GameTurn, "end")
    war.run()
    assert where(war, "Barham") == "Reserve"


def test_passing_is_still_asked() -> None:
    """A group that takes two steps past a submarine is offered to it where it was."""
    war = at(sea({"A": ("W4", ["Nelson"])}), Sailing())
    war.play("group", "Group A")
    war.play("to", "W5")
    war.play("to", "W8")
    assert isinstance(war.stack[0], Passing) and isinstance(war.stack[1][0], Sailing) and Battle is not None


def test_the_order_of_verbs_stays() -> None:
    """Environments number their actions by it."""
    assert " ".join(GAME.verbs) == (
        "base force_k enough advance stay assign rest decoys dive hold mine at salvage day night group to halt home detach join "
        "muster add whole dummy proceed finish strike save prey ship sortie steam port with invade ready done fly over find target "
        "normal press launch raid engage forward rear fire shoot withdraw retire everyone back wait slip underbid let-have"
    )
