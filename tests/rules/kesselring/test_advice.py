"""What the adviser proposes and how it values a position."""

from __future__ import annotations

import random

import pytest

import grandharbour as gh
from grandharbour.games.kesselring import GAME
from grandharbour.games.kesselring.advice import calm, value
from grandharbour.games.kesselring.battle import INVASION, LAND
from grandharbour.games.kesselring.state import ALLIED, AXIS
from grandharbour.games.kesselring.weighing import attack_odds, danger, march_goals, teams
from grandharbour.players import greedy

from .conftest import asked, italy, pieces, play, space


def test_two_chances_make_one() -> None:
    war = italy({"15 PzGr": "Roma", "45 Inf": "Napoli"}, garrisons={"AX": ["Roma"], "AL": ["Napoli"]})
    assert value(war, AXIS) + value(war, ALLIED) == pytest.approx(1.0)


def test_roma_is_worth_having_and_more_so_late() -> None:
    def chance(place: str, turn: int) -> float:
        return value(italy({"45 Inf": place}, garrisons={"AX": ["Foggia"]}, turn=turn, ap=(5, 5)), ALLIED)

    assert chance("Roma", 3) > chance("3117", 3)
    assert chance("Roma", 8) - chance("3117", 8) > chance("Roma", 3) - chance("3117", 3)


@pytest.mark.parametrize(("option", "holder", "better"), [("victory_south", "AX", AXIS), ("med_gambit", "AL", ALLIED)])
def test_the_whole_mainland_where_it_decides(option: str, holder: str, better: int) -> None:
    most = {holder: ["Roma", "Napoli", "Foggia", "Salerno", "Reggio", "Taranto", "Bari", "Pescara"]}
    last = {"15 PzGr" if holder == "AX" else "45 Inf": "San Benedetto"}
    without, whole = (italy(units, garrisons=most, options={option: True}) for units in ({}, last))
    assert value(whole, better) > 0.5 > value(without, better)


def test_walls_round_roma_are_worth_more_than_round_foggia() -> None:
    def chance(*forts: str) -> float:
        return value(italy({"15 PzGr": "Roma", "3 PzGr": "Foggia"}, forts=forts), AXIS)

    assert chance("Roma") - chance() > 2 * (chance("Foggia") - chance()) > 0


def test_a_port_on_the_mainland_and_its_garrison_are_worth_having() -> None:
    without, with_it = (italy({"45 Inf": "Taranto"}, garrisons={"AL": posts}, turn=4) for posts in ([], ["Taranto"]))
    assert value(with_it, ALLIED) > value(without, ALLIED)


def test_search_thinks_of_the_walls_of_roma() -> None:
    units = {"15 PzGr": "Roma", "3 PzGr": "Foggia", "45 Inf": "3320"}
    war = italy(units, garrisons={"AX": ["Roma", "Foggia"], "AL": ["Napoli"]}, active="AX", ap=(9, 9))
    assert war.decision is not None
    actions = {idea.verb: idea.score for idea in GAME.ideas(war, war.decision)}
    assert actions["fortify"] >= max(actions.values()) - 0.5
    play(war, "fortify")
    assert war.decision is not None
    ranked = sorted(GAME.ideas(war, war.decision), key=lambda idea: -idea.score)
    assert space(war.setup, "Roma") in [idea.target for idea in ranked[:2]]


def test_a_finished_game_is_valued_by_its_outcome() -> None:
    war = gh.game("kesselring").new("avalanche-baytown", seed=4)
    rng = random.Random(4)
    while war.outcome is None:
        decision = war.asked()[0]
        mask = decision.choices[verb := rng.choice(list(decision.choices))]
        war.play(verb, rng.choice([i for i in range(mask.bit_length()) if mask >> i & 1]), decision.side)
    expected = 0.5 if war.outcome.winner < 0 else float(war.outcome.winner == AXIS)
    assert war.setup.game.value(war, AXIS) == expected == 1.0 - war.setup.game.value(war, ALLIED)


def test_only_units_of_one_source_make_a_team() -> None:
    war = italy({"45 Inf": "3117", "34 Inf": "3117", "36 Inf": "1424"}, garrisons={"AL": ["Gaeta"]}, active="AL")
    found = teams(war, pieces(war, "45 Inf", "34 Inf", "36 Inf"))
    assert found == {pieces(war, "45 Inf", "34 Inf"), pieces(war, "36 Inf")}


def test_a_landing_is_harder_than_an_attack_by_land() -> None:
    war = italy({"45 Inf": "1422", "34 Inf": "staging", "4 Liv": "1421"}, active="AL")
    target = space(war.setup, "1421")
    by_land = attack_odds(war, target, pieces(war, "45 Inf"), LAND, 0)
    by_sea = attack_odds(war, target, pieces(war, "34 Inf"), INVASION, 0)
    assert by_land > by_sea and by_land[1] > by_sea[1]


def test_the_invaders_choose_an_amphib_of_their_own() -> None:
    fleet = {"Amphib UK 1": "staging", "Amphib US 1": "staging"}
    war = italy({**fleet, "3 Inf": "staging"}, active="AL", surrendered=False, turn=1)
    play(war, "invade", "from Allied Staging Area", "beach 1426", "load 3 Inf")
    assert set(asked(war)) == {"sail"}
    assert war.decision is not None
    verb, target = greedy(war, war.decision, random.Random(1))
    assert (verb, war.setup.piece_names[target]) == ("sail", "Amphib US 1")
    assert war.decision.quiet == (verb, target)


def test_the_defence_calls_its_best_helper() -> None:
    units = {"45 Inf": "3117", "15 PzGr": "3116", "Kesselring": "staging", "504 Hvy Pz": "staging"}
    war = italy(units, garrisons={"AL": ["Gaeta"]}, active="AL")
    play(war, "attack", "target 3116", "join 45 Inf", "assault", "enough")
    assert war.decision is not None
    verb, target = greedy(war, war.decision, random.Random(1))
    assert (verb, war.setup.piece_names[target]) == ("support", "Kesselring")


def test_a_fortification_is_not_cleared_by_a_withdrawal() -> None:
    units = {"45 Inf": "3117", "34 Inf": "3117", "15 PzGr": "3116"}
    free, dug_in = (italy(units, garrisons={"AL": ["Gaeta"]}, forts=forts, active="AL") for forts in ((), ("3116",)))
    chances = [attack_odds(war, space(war.setup, "3116"), pieces(war, "45 Inf", "34 Inf"), LAND, 0)[1] for war in (free, dug_in)]
    assert chances[0] > chances[1]


def test_nobody_crosses_the_strait_against_an_enemy_or_for_a_ship() -> None:
    held = {"AL": ["Messina", "Palermo", "Catania", "Siracusa", "Cagliari", "Olbia"]}
    watched = italy({"5 Inf": "Messina", "15 PzGr": "Reggio"}, garrisons=held, active="AL")
    reggio, messina = space(watched.setup, "Reggio"), space(watched.setup, "Messina")
    assert march_goals(watched, ALLIED)[messina] == 1.0, "a port to be fetched from"
    opened = italy({"5 Inf": "Reggio", "15 PzGr": "2228"}, garrisons=held, active="AL")
    assert march_goals(opened, ALLIED)[reggio] < 0.5, "no ship waits for those who are across"
    assert danger(watched, messina, ALLIED) == 0.0 < danger(opened, messina, ALLIED)


def test_a_foothold_gets_its_garrison_before_anything_else() -> None:
    units = {"46 Inf": "Taranto", "56 Inf": "Taranto", "7 Arm": "Taranto", "26 Pz": "3226", "16 Pz": "3326"}
    war = italy(units, garrisons={"AX": ["Bari", "Foggia"], "AL": ["Messina"]}, active="AL", ap=(9, 9))
    assert war.decision is not None
    assert greedy(war, war.decision, random.Random(1)) == ("garrison", 0)


def test_search_is_for_the_great_choices() -> None:
    placing = gh.game("kesselring").new("avalanche-baytown", seed=4)
    assert GAME.trusted(placing, placing.asked()[0]) and not calm(placing)
    fleet = {"Amphib UK 1": "staging", "46 Inf": "staging", "56 Inf": "staging", "7 Arm": "staging"}
    war = italy(fleet, garrisons={"AX": ["Taranto"], "AL": ["Messina"]}, active="AL", ap=(9, 9))
    assert war.decision is not None and greedy(war, war.decision, random.Random(1)) == ("invade", 0)
    assert calm(war) and not GAME.trusted(war, war.decision)
