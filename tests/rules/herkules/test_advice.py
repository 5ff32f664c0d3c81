"""What the adviser proposes in plain situations, and how it judges a position."""

from __future__ import annotations

import random

import pytest

from grandharbour.engine import schooling
from grandharbour.engine.game import Idea, game
from grandharbour.engine.geometry.bits import bits
from grandharbour.games.herkules import GAME, advice
from grandharbour.games.herkules.show import view
from grandharbour.games.herkules.state import AX, BR, Islands
from grandharbour.players import greedy, level

from .conftest import group, malta, space, step

FLEET = {"Regia Marina Tr 1-4": "10", "Regia Marina DD 1": "10"}
CARGO = {f"Livorno Inf {i}": f"Regia Marina Tr {i}" for i in range(1, 5)}
SQUADRON = {"AHQ Malta Ftr 1-2": "Takali", "AHQ Malta Tac 1-2": "Luqa", "AHQ Malta Tac 3-4": "Krendi"}


def best(war: Islands) -> Idea:
    decision = war.decision
    assert decision is not None
    return max(GAME.ideas(war, decision), key=lambda idea: idea.score)


def ordered(war: Islands, side: int, kind: str, place: str) -> int:
    """How many aircraft of a kind the adviser sends to a place in this air move."""
    while step(war) in ("Air", "Lift") and war.asked()[0].side == side:
        idea = best(war)
        if idea.verb == "done":
            break
        war.play(idea.verb, idea.target)
    return war.mine(side, space(war, place), war.setup.of_kind[kind]).bit_count()


def test_british_aircraft_fall_on_laden_transports() -> None:
    """Six aircraft against one destroyer: all of them go where the troops are still aboard; empty ships draw nobody."""
    laden = malta({**FLEET, **SQUADRON}, beach=CARGO, phase="air", first=BR, spent=BR)
    assert ordered(laden, BR, "tac", "10") == 4 and laden.mine(BR, space(laden, "10"), laden.setup.of_kind["ftr"])
    empty = malta({**FLEET, **SQUADRON}, phase="air", first=BR, spent=BR)
    assert ordered(empty, BR, "tac", "10") == 0


def test_a_marker_is_spent_on_the_invasion_fleet() -> None:
    """On the first turn the fleet is about to come: the British pay for their aircraft before they see it."""
    where = {"Regia Marina Tr 1-9": "Axis ships", **SQUADRON}
    war = malta(where, phase="supply", turn=1, first=BR, british={"Rabat": 2})
    assert best(war).verb == "expend"
    grounded = malta(where, phase="supply", turn=1, first=BR, british={"Rabat": 2}, damage={"Takali": 4, "Luqa": 4, "Krendi": 4})
    assert best(grounded).verb == "repair"


def test_fighters_cover_what_could_be_struck() -> None:
    planes = {"Fliegerkorps II Ftr 1-4": "Sicily"}
    war = malta({**FLEET, **SQUADRON, **planes}, beach=CARGO, phase="air", spent=BR)
    assert ordered(war, AX, "ftr", "10") >= 6  # as many as could come
    safe = malta({**FLEET, **SQUADRON, **planes}, beach=CARGO, phase="air")  # without supply nobody takes off against them
    assert ordered(safe, AX, "ftr", "10") == 0


def test_the_british_step_back_from_what_will_crush_them() -> None:
    """Two infantry under a dozen bombers and a drop of seven go; under a single fighter they stay."""
    storm = {"233 Bde Inf 1-2": "Zabbar", "Fliegerkorps II Ftr 1-4": "Zabbar", "Fliegerkorps II Tac 1-3": "Zabbar"}
    war = malta({**storm, "Regia Aeronautica Tac 1-3": "Zabbar", "Regia Aeronautica Str 1-3": "Zabbar"}, phase="land", first=BR)
    assert best(war).verb in ("unit", "stack")
    quiet = malta({"233 Bde Inf 1-2": "Valletta", "Livorno Inf 1": "Marfa"}, phase="land", first=BR)
    assert best(quiet).verb == "done"


def test_a_position_is_judged_between_nothing_and_one() -> None:
    """Both sides' chances make one; an Axis army ashore is worth something, and so are its transports."""
    thin = malta({"233 Bde Inf 1-6": "Valletta"}, phase="land", first=BR)
    thick = malta({"233 Bde Inf 1-6": "Valletta", "Livorno Inf 1-7": "Luqa", "Friuli Inf 1-7": "Takali"}, phase="land", first=BR)
    fleet = malta({"233 Bde Inf 1-6": "Valletta", "Regia Marina Tr 1-9": "18"}, phase="land", first=BR)
    for war in (thin, thick, fleet):
        assert abs(advice.value(war, AX) + advice.value(war, BR) - 1) < 1e-9
    assert advice.value(thin, AX) < min(advice.value(fleet, AX), advice.value(thick, AX))


def test_an_attack_is_shown_with_its_chances() -> None:
    """Before a march into a fight, and while nobody is committed yet, the table tells what a round with everybody promises."""
    war = malta({"Livorno Inf 1-6": "Zabbar", "233 Bde Inf 1": "Cottonera"}, phase="land", spent=AX)
    group(war, "Livorno Inf 1-6")
    shown = GAME.preview(war, AX, "to", space(war, "Cottonera"))
    assert shown is not None and shown.text.startswith("6 against 1: 91 % to hold it alone") and "Axis rolls 6 dice" in shown.text
    war.play("to", space(war, "Cottonera"))
    while war.decision is not None and "everyone" not in war.decision.choices:
        war.play("done" if "done" in war.decision.choices else "ready")
    track = next(track for track in view(war, AX).tracks if track.id == "battle")
    assert track.value == 91 and track.label == "Axis alone left at Cottonera, if everybody engages"


def follow(war: Islands, name: str) -> None:
    """Do what the adviser says while one step lasts."""
    while step(war) == name:
        idea = best(war)
        war.play(idea.verb, idea.target)
        if idea.verb == "done":
            break


def test_the_guns_of_the_fleet_are_brought_to_bear() -> None:
    """A lone battalion on the coast cannot answer ships: the squadron goes there and leaves the convoy in its port."""
    squadron = {"Pedestal BB 1-2": "5", "Pedestal CA 1-2": "5", "Pedestal Tr 1": "5"}
    war = malta(
        {**squadron, "Livorno Inf 1": "Sliema"}, freight={"Pedestal Inf 1": "Pedestal Tr 1"}, phase="naval", turn=10, first=BR
    )
    follow(war, "Naval")
    there = space(war, "7")
    assert war.mine(BR, there, war.setup.bombard).bit_count() == 4 and not war.mine(BR, there, war.setup.transports)


def test_markers_come_ashore_first_and_where_they_are_safe() -> None:
    ships = {"Pedestal Tr 1-2": "4"}
    war = malta(ships, freight={"Pedestal Inf 1-2": "Pedestal Tr 1"}, stores=["Pedestal Tr 2"], phase="landing", turn=9, first=BR)
    follow(war, "Landing")
    while step(war) in ("Unload", "Landing"):
        idea = best(war)
        war.play(idea.verb, idea.target)
    assert war.markers_br[space(war, "Ghajnsielem")] == 2 and war.troops(BR, space(war, "Marfa")).bit_count() == 2


def test_on_the_last_turn_a_stack_goes_where_points_are() -> None:
    """Six battalions in Qormi are worth nothing there: on the last turn they part for the objectives next door."""
    war = malta({"Livorno Inf 1-6": "Qormi"}, phase="land", turn=14, spent=AX)
    before = war.scores()[AX]
    follow(war, "Land")
    assert war.scores()[AX] - before >= 70


def test_the_many_units_of_one_side_cost_no_more() -> None:
    """The Axis of 1942 tries its plans in half of the worlds: nowhere else does a level mean something else."""
    worlds = {
        name: [level(game("herkules").setup(name), "captain", side).worlds for side in (AX, BR)]
        for name in game("herkules").scenarios
    }
    assert worlds == {"1942": [8, 16], "1942-revised": [16, 16], "1940": [16, 16]}


@pytest.mark.parametrize("taught", [True, False])
def test_mines_lie_where_somebody_lands(taught: bool) -> None:
    """They lay off Filfla, where nobody comes: two of twelve fields there ever met a ship in 1942. Now every game meets one."""
    met = 0
    with schooling.without([] if taught else ["mines-at-landings"]):
        for seed in range(4):
            war: Islands = GAME.new("1942", seed=seed)
            rng = random.Random(seed)
            laid: set[int] = set()
            while war.stack is not None and war.turn <= 3:
                decision = war.asked()[0]
                war.play(*(decision.forced or greedy(war, decision, rng)), decision.side)
                if not laid:
                    laid = {zone for zone, owner, _ in war.mines if owner == BR} if war.turn else set()
                laden = (war.laden() | war.beach | war.freight) & war.setup.own[AX]
                if any(war.at[ship] in laid for ship in bits(laden)):
                    met += 1
                    break
    assert met == 4 if taught else met < 4, "the blunder is gone for another reason: mend this test"


@pytest.mark.parametrize("taught", [True, False])
def test_bombers_over_laden_ships_do_not_all_duel(taught: bool) -> None:
    """Three fighters over a landing fleet used to draw all seven defenders into the air, and the ships went free: now three answer."""
    air = {"Fliegerkorps II Ftr 1-3": "10", "AHQ Malta Ftr 1-3": "10", "AHQ Malta Tac 1-4": "10"}
    with schooling.without([] if taught else ["spared-bombers"]):
        for fleet, spared in ((CARGO, taught), ({}, False)):  # over empty ships there is nothing to spare them for
            war = malta({**FLEET, **air}, beach=fleet, phase="air_combat", first=AX, spent=BR, dice=((1, 1, 1), (6,) * 7))
            war.play("everyone")
            answering = 0
            while war.asked()[0].side == BR and step(war) == "Commit":
                idea = best(war)
                answering += idea.verb == "commit"
                if idea.verb != "commit":
                    assert (idea.verb == "engage") is spared
                    break
                war.play(idea.verb, idea.target)
            assert answering == (3 if spared else 0)


def test_the_eagle_group_does_not_idle() -> None:
    """Its ships lay off the island until turn 5; in 23 of 24 games they sail by turn 4, here in four of five at least."""
    sailed = 0
    for seed in range(5):
        war: Islands = GAME.new("1942", seed=seed)
        rng = random.Random(seed)
        ships = list(bits(war.setup.of_hq["eagle"] & war.setup.ships))
        start: list[int] = []
        while war.turn < 5 and war.stack is not None and (not start or [war.at[ship] for ship in ships] == start):
            decision = war.asked()[0]
            war.play(*(decision.forced or greedy(war, decision, rng)), decision.side)
            if war.turn and not start:
                start = [war.at[ship] for ship in ships]
        sailed += war.turn < 5
    assert sailed >= 4
