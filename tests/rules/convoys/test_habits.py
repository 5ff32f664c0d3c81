"""Letters, numbers and the order of moves tell nothing about what is in a counter."""

from __future__ import annotations

import random
from collections import Counter

import pytest

import grandharbour as gh
from grandharbour.engine.geometry.bits import bits
from grandharbour.games.convoys import GAME
from grandharbour.games.convoys.movement import Sailing
from grandharbour.games.convoys.placing import AlliedPlacement, deal_letters
from grandharbour.games.convoys.state import AL, ALEX, AX, GIB, Sea
from grandharbour.players import Seat

from .conftest import at, offers, sea


@pytest.mark.rule("convoys", "MC-RECON.1")
def test_letters_are_dealt_by_chance_for_people_too() -> None:
    """The first group that leaves may have any letter, and the second any other."""
    first, second = Counter(), Counter()
    for seed in range(120):
        war = GAME.new("pedestal", seed=seed)
        war.play("day")
        for tally in (first, second):
            war.play("muster", "Gibraltar")
            war.play("dummy")
            war.play("to", "W1")
            tally[war.setup.names.of("piece", war.chosen)] += 1
            war.play("halt")
    assert len(first) > 20 and len(second) > 20 and max(first.values()) < 20


@pytest.mark.rule("convoys", "MC-RECON.1", "MC-MOVE.3")
def test_a_group_that_divides_gets_any_letter() -> None:
    found = set()
    for seed in range(12):
        war = sea({"A": ("W8", ["Nelson", "Rodney"])})
        war.dice = gh.game("convoys").new("pedestal", seed=seed).dice
        deal_letters(war)
        at(war, Sailing())
        war.play("group", "Group A")
        war.play("detach", "Rodney")
        found.add(war.fresh)
    assert len(found) > 6


@pytest.mark.rule("convoys", "MC-FORCES.2", "MC-RECON.1")
def test_numbers_of_freighters_are_dealt_by_chance() -> None:
    """Four freighters for Gibraltar, the rest for Alexandria: which numbers lie where says nothing."""
    low = Counter()
    for seed in range(60):
        war = GAME.new("campaign1941", seed=seed)
        while not isinstance(war.stack[0], AlliedPlacement):  # type: ignore[index]
            war.play(*war.asked()[0].forced or ("enough", 0) if "enough" in offers(war) else ("stay", 0))
        for number in range(1, 5):
            war.play("assign", f"Freighter {number}")
        war.play("enough")
        war.play("rest")
        war.play("enough")
        war.play("decoys", 2)
        assert isinstance(war, Sea)
        gib, alex = (war.inside[lot] & war.setup.freighters for lot in (GIB, ALEX))
        assert gib.bit_count() == 4 and (gib | alex).bit_count() == war.setup.freighter_row[war.column]
        assert war.gib & war.setup.freighters == gib and war.alex & war.setup.freighters == alex
        low.update(bits(gib))
    assert len(low) == 9 and max(low.values()) < 45


@pytest.mark.rule("convoys", "MC-FORCES.2", "MC-RECON.1")
def test_the_owner_is_told_the_numbers_and_nobody_else() -> None:
    table = gh.Table.begin(GAME, "summer1940", seed=3)
    while "rest" not in offers(table.war):
        table.play(*((verb := next(iter(offers(table.war)))), offers(table.war)[verb][0]))
    table.play("rest")
    while table.war.asked()[0].side == AL and isinstance(table.war.stack[0], AlliedPlacement):  # type: ignore[index]
        table.play(*(("enough", None) if "enough" in offers(table.war) else ("decoys", 2)))
    assert [t.event.kind for t in table.told(AL)].count("numbered") == 1
    assert "numbered" not in [t.event.kind for t in table.told(AX)]


@pytest.mark.rule("convoys", "MC-TURN.1")
def test_the_end_of_movement_is_never_answered_for_the_player() -> None:
    """Whether anything is left in harbour to sail must not show in who ended the movement."""
    war = at(sea({"A": ("W8", ["Nelson"])}), Sailing())
    war.moved = war.groups
    at(war, Sailing())
    assert set(offers(war)) == {"proceed"} and war.asked()[0].sealed


def test_counters_are_moved_in_the_order_of_their_letters() -> None:
    war = sea({"C": ("W8", ["Nelson", "Freighter 1"]), "A": ("W5", []), "B": ("W7", [])})
    at(war, Sailing())
    moved = []
    seat = Seat("greedy", AL, random.Random(1))
    while "group" in offers(war) or war.chosen >= 0:
        verb, target = seat.choose(war)
        if verb == "group":
            moved.append(war.setup.names.of("piece", target)[-1])
        war.play(verb, target)
    assert moved == ["A", "B", "C"]


@pytest.mark.parametrize("crew", [["Freighter 1", "Nelson"], []])
@pytest.mark.parametrize("where", ["W5", "W7", "W8", "E5", "E8"])
@pytest.mark.parametrize("night", [False, True])
def test_a_dummy_goes_where_a_convoy_would(crew: list[str], where: str, night: bool) -> None:
    """The same position, the same way: what is in the counter is not looked at."""
    planes = {"StuG 1": "Sicily", "29 Gr Z1007": "Sardinia", "89 Gr SM79": "Crete"}
    ways = []
    for inside in (crew, ["Freighter 2", "Rodney"]):
        war = at(sea({"A": (where, inside), "B": ("W4", [])}, planes=planes, night=night), Sailing())
        war.play("group", "Group A")
        ways.append(Seat("greedy", AL, random.Random(1)).choose(war))
    assert ways[0] == ways[1]
