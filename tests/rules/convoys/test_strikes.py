"""Strikes: search, antiaircraft fire, damage and where both happen, combined."""

from __future__ import annotations

import pytest

from grandharbour.engine.kinds import NOWHERE
from grandharbour.games.convoys.air import (
    AirAttack,
    CarrierStrikes,
    Flights,
    HarbourRound,
    Raid,
    RaidHits,
    Reserve,
    Search,
    Squadrons,
    defence,
    facing,
    strength,
)
from grandharbour.games.convoys.damage import strike
from grandharbour.games.convoys.state import AL, AX
from grandharbour.games.convoys.turn import GameTurn, Season, SlipOut, begin_turn

from .conftest import act, at, do, group, offers, over, piece, pieces, sea, settle, side, told, where

SICILY = {"StuG 1": "Sicily"}


def attack(war, plane: str, target: str, how: str = "normal", harbour: bool = False):  # type: ignore[no-untyped-def]
    at(war, AirAttack(piece(war, plane), piece(war, target), harbour))
    war.play(how)
    return war


# --- search


@pytest.mark.rule("convoys", "MC-RECON.2", "MC-RECON.3", "MC-RECON.4")
def test_a_strike_on_a_position_finds_the_dummy_beside_the_convoy() -> None:
    war = at(sea({"A": ("W13", ["Freighter 1"]), "B": ("W13", [])}, planes=SICILY), Flights())
    war.play("fly", "StuG 1")
    do(war, "over", "W13") if "over" in offers(war) else settle(war)
    assert told(war, "dummy") == [("dummy", "Group B")] and war.exposed == 1 << group(war, "A") and war.unmasked == 1


@pytest.mark.rule("convoys", "MC-RECON.3", "MC-AIR.2")
def test_dummies_alone_cost_the_mission_and_no_die() -> None:
    war = at(sea({"A": ("W13", [])}, planes=SICILY), Search(piece(sea(), "StuG 1")))
    war.play("over", "W13")
    assert over(war) and war.rolled == 0 and war.flown == pieces(war, "StuG 1")


@pytest.mark.rule("convoys", "MC-RECON.4", "MC-RECON.6")
def test_one_group_found_at_a_time_by_option() -> None:
    war = at(
        sea({"A": ("W13", ["Freighter 1"]), "B": ("W13", [])}, planes=SICILY, options={"recon": "group"}),
        Search(piece(sea(), "StuG 1")),
    )
    assert set(war.choices("find")) == {"Group A", "Group B"} and "over" not in offers(war)
    war.play("find", "Group A")
    assert war.dummies == 1 << group(war, "B") and war.exposed == 1 << group(war, "A")


@pytest.mark.rule("convoys", "MC-RECON.4", "MC-RECON.5")
def test_the_second_unit_knows_what_it_flies_against_and_the_next_turn_nobody_does() -> None:
    war = at(
        sea({"A": ("W13", ["Freighter 1", "Rodney"])}, planes={"StuG 1": "Sicily", "StuG 2": "Sicily"}, dice=(1, 1)), Flights()
    )
    war.play("fly", "StuG 1")
    settle(war)
    war.play("target", "Rodney")
    war.play("normal")
    assert war.exposed and "fly" in offers(war)
    begin_turn(war)
    assert not war.exposed


@pytest.mark.rule("convoys", "MC-AIR.1", "MC-AIR.2")
def test_only_units_with_something_in_reach_fly() -> None:
    planes = {"StuG 1": "Sicily", "StuG 2": "Sardinia", "StuG 3": "Crete"}
    war = at(sea({"A": ("W13", ["Rodney"]), "B": ("E5", ["Didos"])}, planes=planes), Flights())
    assert set(war.choices("fly")) == {"StuG 1", "StuG 2", "StuG 3"}
    west = at(sea({"A": ("W17", ["Rodney"])}, planes=planes), Flights())
    assert west.choices("fly") == ["StuG 1"]


@pytest.mark.rule("convoys", "MC-AIR.5", "MC-TURN.3")
def test_by_night_nobody_flies_and_nothing_is_held_ready() -> None:
    war = sea({"A": ("W13", ["Illustrious"])}, planes=SICILY, fleet={"Littorio": "W12"}, night=True)
    war.stack = (GameTurn(phase="before ready"), (Season(phase="turns"), None))
    war.run()
    assert not isinstance(war.stack[0], (Reserve, Flights, Squadrons, CarrierStrikes))


@pytest.mark.rule("convoys", "MC-TURN.3", "MC-CV.2")
def test_strikes_are_held_ready_only_if_the_fleet_is_at_sea() -> None:
    at_sea = sea({"A": ("W13", ["Illustrious"])}, fleet={"Littorio": "W12"})
    at_sea.stack = (GameTurn(phase="before ready"), (Season(phase="turns"), None))
    at_sea.run()
    in_port = sea({"A": ("W13", ["Illustrious"])}, fleet={"Littorio": "Napoli"})
    in_port.stack = (GameTurn(phase="before ready"), (Season(phase="turns"), None))
    in_port.run()
    assert isinstance(at_sea.stack[0], Reserve) and not isinstance(in_port.stack[0], Reserve)


# --- antiaircraft fire


@pytest.mark.rule("convoys", "MC-AA.2", "MC-CV.3", "MC-CV.6")
def test_carriers_add_one_each_unless_hit_or_all_their_strikes_are_ready() -> None:
    war = sea({"A": ("W8", ["Argus", "Eagle", "Illustrious"])})
    letter = group(war, "A")
    assert war.flak(letter) == 3
    war.ready[piece(war, "Eagle")] = 1
    assert war.flak(letter) == 3 and strength(war, letter) == 3, "Argus, Illustrious and the group"
    war.hit = pieces(war, "Illustrious")
    assert war.flak(letter) == 2
    war.hit |= pieces(war, "Argus")
    assert war.flak(letter) == 1


@pytest.mark.rule("convoys", "MC-AA.2", "MC-CV.2")
def test_ark_royal_with_one_of_two_strikes_ready_still_covers() -> None:
    war = sea({"A": ("W8", ["Ark Royal"])})
    ark = piece(war, "Ark Royal")
    war.ready[ark] = 1
    assert war.flak(group(war, "A")) == 2
    war.ready[ark] = 2
    assert war.flak(group(war, "A")) == 1


@pytest.mark.rule("convoys", "MC-CV.2", "MC-AA.2")
def test_a_carrier_whose_strike_was_lost_keeps_her_fighters() -> None:
    war = sea({"A": ("W8", ["Eagle"])})
    war.flights[piece(war, "Eagle")] = 0
    assert war.flak(group(war, "A")) == 2
    at(war, Reserve())
    assert "ready" not in offers(war)


@pytest.mark.rule("convoys", "MC-AA.3", "MC-AA.5")
def test_freighters_alone_get_help_and_nothing_else() -> None:
    war = sea({"A": ("W8", ["Freighter 1"]), "B": ("W7", ["Eagle", "Illustrious", "Rodney"])})
    assert strength(war, group(war, "A")) == 0
    war.exposed = 1 << group(war, "B")
    assert strength(war, group(war, "A")) == 1 and [label for label, *_ in defence(war, group(war, "A"))] == [
        "modifier-neighbour"
    ]


@pytest.mark.rule("convoys", "MC-AA.5", "MC-AA.4")
def test_two_helpers_help_once_and_three_is_the_most() -> None:
    strong = ["Eagle", "Illustrious"]
    war = sea({"A": ("W8", ["Rodney"]), "B": ("W7", strong), "C": ("W8", ["Victorious", "Formidable"])})
    war.exposed = war.groups
    assert strength(war, group(war, "A")) == 2
    war = sea({"A": ("W8", ["Rodney", "Argus", "Ark Royal"]), "B": ("W7", strong)})
    war.exposed = war.groups
    assert strength(war, group(war, "A")) == 3


@pytest.mark.rule("convoys", "MC-AA.5")
def test_two_lanes_away_is_too_far() -> None:
    war = sea({"A": ("W5", ["Rodney"]), "B": ("W10", ["Eagle", "Illustrious"])})
    war.exposed = war.groups
    assert strength(war, group(war, "A")) == 1


@pytest.mark.rule("convoys", "MC-AA.5", "MC-AA.7")
@pytest.mark.parametrize(("status", "where_", "guns"), [(3, "W17", 1), (4, "W17", 2), (5, "E11", 2), (5, "W14", 1)])
def test_malta_helps_the_positions_beside_her(status: int, where_: str, guns: int) -> None:
    war = sea({"A": (where_, ["Rodney"])}, status=status)
    assert strength(war, group(war, "A")) == guns


@pytest.mark.rule("convoys", "MC-AA.5", "MC-RECON.4")
def test_who_helps_shows_himself_and_who_cannot_is_known_to_be_weak() -> None:
    war = sea(
        {"A": ("W13", ["Rodney"]), "B": ("W12", ["Eagle", "Illustrious"]), "C": ("W14", ["Didos"]), "D": ("W12", [])},
        planes=SICILY,
    )
    at(war, Search(piece(war, "StuG 1")))
    war.play("over", "W13")
    assert war.exposed == 1 << group(war, "A") | 1 << group(war, "B")
    assert war.weak == 1 << group(war, "C") | 1 << group(war, "D") and war.groups >> group(war, "D") & 1


@pytest.mark.rule("convoys", "MC-AA.6", "MC-AA.4")
@pytest.mark.parametrize(
    ("plane", "harbour", "flak", "down"),
    [
        ("29 Gr Z1007", False, 6, True), ("29 Gr Z1007", False, 5, False), ("89 Gr SM79", False, 5, True),
        ("89 Gr SM79", True, 5, False), ("89 Gr SM79", True, 6, True), ("StuG 1", True, 5, True),
    ],
)  # fmt: skip
def test_high_flyers_are_hard_to_reach(plane: str, harbour: bool, flak: int, down: bool) -> None:
    """Strength 2 in each case: a carrier with her escort, or Malta at +2."""
    base = {plane: "Sicily"}
    if harbour:
        war = sea(malta=["Rodney"], planes=base, status=3, dice=(1, flak))
    else:
        war = sea({"A": ("W13", ["Rodney", "Argus"])}, planes=base, dice=(1, flak))
    attack(war, plane, "Rodney", harbour=harbour)
    assert bool(war.down) is down


@pytest.mark.rule("convoys", "MC-INT.1", "MC-AA.6")
def test_to_intensify_makes_up_for_the_height() -> None:
    war = sea({"A": ("W13", ["Rodney"])}, planes={"29 Gr Z1007": "Sicily"}, dice=(1, 6))
    assert attack(war, "29 Gr Z1007", "Rodney", "press").down
    war = sea({"A": ("W13", ["Rodney"])}, planes={"29 Gr Z1007": "Sicily"}, dice=(1, 6))
    assert not attack(war, "29 Gr Z1007", "Rodney").down, "5 needs a strength of 2"


@pytest.mark.rule("convoys", "MC-AIR.3", "MC-HIT.1", "MC-AA.4")
def test_who_is_shot_down_sinks_his_target_all_the_same() -> None:
    war = attack(sea({"A": ("W13", ["Freighter 1", "Rodney"])}, planes=SICILY, dice=(5, 6)), "StuG 1", "Freighter 1")
    assert war.sunk == pieces(war, "Freighter 1") and war.down == pieces(war, "StuG 1") and where(war, "StuG 1") == "-"


# --- damage


@pytest.mark.rule("convoys", "MC-HIT.3", "MC-HIT.2")
@pytest.mark.parametrize(
    ("ship", "weapon", "result"),
    [
        ("Illustrious", "bomb", "no effect"), ("Formidable", "bomb", "no effect"), ("Nelson", "bomb", "no effect"),
        ("Renown", "bomb", "sunk"), ("Ark Royal", "bomb", "sunk"), ("Didos", "bomb", "sunk"),
        ("Illustrious", "torpedo", "sunk"), ("Nelson", "gun", "sunk"), ("Littorio", "bomb", "sunk"),
    ],
)  # fmt: skip
def test_the_second_hit(ship: str, weapon: str, result: str) -> None:
    war = sea(
        {"A": ("W8", [ship])} if ship != "Littorio" else {}, fleet={"Littorio": "W8"} if ship == "Littorio" else {}, hit=[ship]
    )
    assert strike(war, piece(war, ship), weapon, False) == result


@pytest.mark.rule("convoys", "MC-HIT.3", "MC-HIT.9")
def test_armour_does_not_stop_the_first_bomb() -> None:
    war = attack(sea({"A": ("W13", ["Illustrious"])}, planes=SICILY, dice=(6, 1)), "StuG 1", "Illustrious")
    assert war.hit == pieces(war, "Illustrious") and war.rolled == 2, "no star for her"


@pytest.mark.rule("convoys", "MC-HIT.10", "MC-HIT.4")
def test_a_hit_ship_is_slow_and_easier_to_hit_again() -> None:
    """Hit50 is certain against her: no second die."""
    war = sea({"A": ("W13", ["Renown"])}, planes={"96 Gr Ju 87": "Sicily"}, hit=["Renown"], dice=(5, 1))
    assert attack(war, "96 Gr Ju 87", "Renown").sunk == pieces(war, "Renown") and war.rolled == 2


@pytest.mark.rule("convoys", "MC-HIT.10")
@pytest.mark.parametrize(
    ("ship", "second", "hit"), [("Rodney", 1, True), ("Rodney", 2, False), ("Ramillies", 2, True), ("Ramillies", 3, False)]
)
def test_level_bombers_at_sea(ship: str, second: int, hit: bool) -> None:
    war = sea({"A": ("W13", [ship])}, planes={"29 Gr Z1007": "Sicily"}, dice=(6, 1, second))
    assert bool(attack(war, "29 Gr Z1007", ship).hit) is hit


@pytest.mark.rule("convoys", "MC-HIT.10", "MC-INT.1")
@pytest.mark.parametrize(("second", "hit"), [(2, True), (3, False)])
def test_a_pressed_level_bomber_rolls_33(second: int, hit: bool) -> None:
    war = sea({"A": ("W13", ["Rodney"])}, planes={"29 Gr Z1007": "Sicily"}, dice=(6, 1, second))
    assert bool(attack(war, "29 Gr Z1007", "Rodney", "press").hit) is hit


@pytest.mark.rule("convoys", "MC-HIT.8", "MC-INT.1")
@pytest.mark.parametrize(
    ("ship", "dice", "sunk"), [("Rodney", (6, 1, 2), True), ("Rodney", (6, 1, 3), False), ("Didos", (6, 1), False)]
)
def test_a_pressed_torpedo_bomber_has_the_star_against_single_ships(ship: str, dice: tuple[int, ...], sunk: bool) -> None:
    war = attack(sea({"A": ("W13", [ship])}, planes={"89 Gr SM79": "Sicily"}, dice=dice), "89 Gr SM79", ship, "press")
    assert bool(war.sunk) is sunk and (war.hit | war.sunk)


# --- over Malta


@pytest.mark.rule("convoys", "MC-HARB.1", "MC-HIT.3", "MC-HIT.8")
def test_over_malta_the_sm79_drops_bombs_without_a_star() -> None:
    war = sea(malta=["Rodney"], planes={"89 Gr SM79": "Sicily"}, status=1, hit=["Rodney"], dice=(6, 1))
    assert attack(war, "89 Gr SM79", "Rodney", harbour=True).hit == pieces(war, "Rodney"), "armour helps against bombs"


@pytest.mark.rule("convoys", "MC-HARB.1", "MC-HIT.10")
def test_over_malta_slow_ships_are_no_easier() -> None:
    war = sea(malta=["Freighter 1"], planes={"29 Gr Z1007": "Sicily"}, status=1, dice=(5, 1))
    assert not attack(war, "29 Gr Z1007", "Freighter 1", harbour=True).sunk
    war = sea(malta=["Freighter 1"], planes={"29 Gr Z1007": "Sicily"}, status=1, dice=(5, 1))
    assert attack(war, "29 Gr Z1007", "Freighter 1", "press", harbour=True).sunk


@pytest.mark.rule("convoys", "MC-HARB.3", "MC-AA.7")
def test_ships_in_malta_add_nothing_to_her_guns() -> None:
    war = sea(malta=["Illustrious", "Eagle", "Rodney"], status=1)
    assert facing(war, piece(war, "Rodney"), True) == 1


@pytest.mark.rule("convoys", "MC-HARB.4", "MC-FORCES.8")
@pytest.mark.parametrize("target", [True, False])
def test_force_k_in_harbour_is_a_target_or_not(target: bool) -> None:
    war = at(sea(malta=["Force K"], planes=SICILY, options={"force_k_in_harbour": target}), HarbourRound(True, False))
    assert over(war) is not target


@pytest.mark.rule("convoys", "MC-HARB.3", "MC-HARB.4")
def test_a_unit_shot_down_in_the_first_raid_is_missing_in_the_second() -> None:
    war = sea(malta=["Rodney"], planes=SICILY, status=5, dice=(1, 6))
    war.stack = (HarbourRound(False, False), (Season(phase="raids"), None))
    war.run()
    war.play("fly", "StuG 1")
    settle(war)
    war.play("normal")
    assert war.down == pieces(war, "StuG 1") and not isinstance(war.stack[0] if war.stack else None, HarbourRound)


@pytest.mark.rule("convoys", "MC-HARB.5", "MC-SUPPLY.6")
def test_a_starving_malta_lets_nobody_out() -> None:
    war = at(sea(malta=["Rodney"], status=0, planes=SICILY), SlipOut(0))
    assert over(war)


@pytest.mark.rule("convoys", "MC-HARB.5", "MC-SUB.4", "MC-HIT.5")
def test_ships_that_slip_out_are_stalked_together_and_cripples_alone() -> None:
    """Rodney and Nelson together (missed), the Hit Didos alone (missed), then her dock."""
    war = at(sea(malta=["Rodney", "Nelson", "Didos"], status=3, hit=["Didos"], dice=(1, 1, 5)), SlipOut(0))
    war.play("everyone")
    do(war, "slip")
    assert war.status == 2 and war.rolled == 3 and war.due[piece(war, "Didos")] == war.season + 5


@pytest.mark.rule("convoys", "MC-HARB.5", "MC-HIT.5", "MC-SUB.4")
def test_a_ship_torpedoed_after_slipping_out_is_repaired() -> None:
    war = at(sea(malta=["Rodney"], status=3, dice=(6, 0, 5, 3)), SlipOut(0))
    war.play("everyone")
    do(war, "slip")
    assert not war.hit and war.due[piece(war, "Rodney")] == war.season + 3 and where(war, "Rodney") == "Reserve"


# --- British aircraft


@pytest.mark.rule("convoys", "MC-AIR.6", "MC-AK.4")
def test_both_squadrons_of_malta_shot_down_count_as_not_based() -> None:
    from grandharbour.games.convoys.supply import standing

    war = sea(fleet={"Littorio": "At Sea Western Med"}, dice=(1, 6, 1, 6))
    war.based = pieces(war, "815 Sqn", "830 Sqn", "Force K")
    for name in ("815 Sqn", "830 Sqn"):
        war.at[piece(war, name)] = war.setup.malta
    at(war, Squadrons())
    for name in ("815 Sqn", "830 Sqn"):
        assert standing(war) == 2
        war.play("fly", name)
        settle(war)
        war.play("normal")
    assert standing(war) == 1 and war.due[piece(war, "815 Sqn")] == war.season + 1


@pytest.mark.rule("convoys", "MC-AIR.6")
def test_squadrons_fly_once_and_only_to_what_they_reach() -> None:
    war = sea(fleet={"Littorio": "W10", "V. Veneto": "At Sea Eastern Med"}, dice=(1, 1))
    war.at[piece(war, "815 Sqn")], war.at[piece(war, "830 Sqn")] = war.setup.malta, war.setup.crete
    at(war, Squadrons())
    war.play("fly", "830 Sqn")
    settle(war)
    war.play("normal")
    assert war.choices("fly") == ["815 Sqn"]


@pytest.mark.rule("convoys", "MC-CV.1", "MC-CV.6")
def test_a_carrier_hit_after_she_held_her_strike_ready_cannot_fly_it() -> None:
    war = sea({"A": ("W13", ["Eagle", "Rodney"])}, fleet={"Littorio": "W12"})
    war.ready[piece(war, "Eagle")] = 1
    war.hit = pieces(war, "Eagle")
    at(war, CarrierStrikes(NOWHERE, False))
    assert "launch" not in offers(war)


@pytest.mark.rule("convoys", "MC-CV.1", "MC-RECON.4")
def test_a_launch_shows_the_group_and_reaches_the_area_it_opens_on() -> None:
    war = sea({"A": ("W13", ["Eagle", "Rodney"])}, fleet={"Littorio": "At Sea Western Med"}, dice=(6, 1))
    war.ready[piece(war, "Eagle")] = 1
    at(war, CarrierStrikes(NOWHERE, False))
    war.play("launch", "Eagle")
    settle(war)
    assert war.exposed == 1 << group(war, "A") and side(war) == "AL"
    war.play("normal")
    assert war.hit == pieces(war, "Littorio")


@pytest.mark.rule("convoys", "MC-CV.1")
@pytest.mark.parametrize(
    ("here", "fleet", "reach"),
    [("W14", "W13", True), ("W14", "At Sea Western Med", False), ("W8", "W10", False), ("E5", "E8", True)],
)
def test_what_carriers_reach(here: str, fleet: str, reach: bool) -> None:
    war = sea({"A": (here, ["Eagle"])}, fleet={"Littorio": fleet})
    war.ready[piece(war, "Eagle")] = 1
    at(war, CarrierStrikes(NOWHERE, False))
    assert ("launch" in offers(war)) is reach


@pytest.mark.rule("convoys", "MC-TARANTO.1", "MC-CV.6", "MC-CV.3")
def test_who_may_raid_taranto() -> None:
    groups = {
        "A": ("E8", ["Eagle", "Argus"]),
        "B": ("E5", ["Illustrious"]),
        "C": ("E11", ["Victorious"]),
        "D": ("W13", ["Formidable"]),
    }
    war = at(sea(groups, fleet={"Littorio": "Taranto"}, night=True, hit=["Victorious"]), Raid(False))
    assert war.choices("raid") == ["Eagle"], "not Argus, not from E5, not when Hit, not from the west"


@pytest.mark.rule("convoys", "MC-TARANTO.3", "MC-TARANTO.2", "MC-HIT.2")
def test_two_hits_on_one_ship_in_taranto_sink_it() -> None:
    war = sea({"A": ("E8", ["Eagle"])}, fleet={"3. Cruiser Div": "Taranto", "Littorio": "Taranto"}, night=True, dice=(6, 1))
    at(war, Raid(False))
    war.play("raid", "Eagle")
    war.play("normal")
    assert isinstance(war.stack[0], RaidHits)
    war.play("target", "3. Cruiser Div")
    war.play("target", "3. Cruiser Div")
    assert war.sunk == pieces(war, "3. Cruiser Div")


@pytest.mark.rule("convoys", "MC-TARANTO.3", "MC-HIT.8")
@pytest.mark.parametrize(("star", "dice", "sunk"), [(True, (6, 1, 2), True), (False, (6, 1), False)])
def test_the_star_over_taranto(star: bool, dice: tuple[int, ...], sunk: bool) -> None:
    war = sea(
        {"A": ("E8", ["Eagle"])},
        fleet={"Littorio": "Taranto", "3. Cruiser Div": "Taranto"},
        night=True,
        dice=dice,
        options={"raid_star": star},
    )
    at(war, Raid(False))
    war.play("raid", "Eagle")
    war.play("press")
    war.play("target", "Littorio")
    assert bool(war.sunk) is sunk


@pytest.mark.rule("convoys", "MC-TARANTO.4", "MC-TARANTO.1")
def test_the_raid_is_spent_when_it_has_been_flown_and_not_before() -> None:
    war = at(sea({"A": ("E8", ["Eagle"])}, fleet={"Littorio": "Taranto"}, night=True, dice=(1, 1)), Raid(False))
    war.play("done")
    assert war.raid
    at(war, Raid(False))
    war.play("raid", "Eagle")
    war.play("normal")
    war.play("done")
    assert not war.raid


@pytest.mark.rule("convoys", "MC-TARANTO.1", "MC-TURN.4")
@pytest.mark.parametrize(
    ("night", "fleet", "asked"), [(True, "Taranto", True), (False, "Taranto", False), (True, "Napoli", False)]
)
def test_when_the_raid_is_offered(night: bool, fleet: str, asked: bool) -> None:
    """To a dummy too: that there is no carrier must not show."""
    war = sea({"A": ("E8", [])}, fleet={"Littorio": fleet}, night=night)
    war.stack = (GameTurn(phase="before carriers"), (Season(phase="turns"), None))
    war.run()
    assert isinstance(war.stack[0], Raid) is asked


@pytest.mark.rule("convoys", "MC-HIT.5", "MC-TARANTO.3")
def test_a_ship_hit_in_taranto_is_docked_without_meeting_a_submarine() -> None:
    war = sea(fleet={"Littorio": "Taranto"}, hit=["Littorio"], dice=(3,))
    act(war, GameTurn, "end")
    war.run()
    assert war.due[piece(war, "Littorio")] == war.season + 3 and war.rolled == 1 and AX == 0 and AL == 1
