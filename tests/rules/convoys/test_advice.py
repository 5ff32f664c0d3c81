"""How hard the computer thinks about the convoys, where it looks, and when it takes stock."""

from __future__ import annotations

import random

import pytest

from grandharbour.engine.game import game
from grandharbour.games.convoys import advice, air, movement, supply
from grandharbour.games.convoys.state import AL, AX, Sea
from grandharbour.players import Seat, level

from .conftest import at, sea


def season(scenario: str) -> list[Sea]:
    """The positions of a game between two advisers in which somebody has a real choice, until its second season or its end."""
    war = game("convoys").new(scenario, seed=3)
    assert isinstance(war, Sea)
    seats = [Seat("greedy", side, random.Random(3)) for side in (AX, AL)]
    found = []
    while war.stack is not None and war.season == war.setup.first:
        decision = war.asked()[0]
        if decision.forced is None:
            found.append(war.copy())
        war.play(*seats[decision.side].choose(war), decision.side)
    return [*found, war] if war.stack is not None else found


def test_the_seasons_of_a_campaign_share_what_one_would_get() -> None:
    convoys = game("convoys")
    worlds = {name: level(convoys.setup(name), "captain", AL).worlds for name in ("summer1940", "campaign1941", "campaign1940")}
    seasons = {name: convoys.setup(name).last - convoys.setup(name).first + 1 for name in worlds}  # type: ignore[attr-defined]
    assert seasons == {"summer1940": 1, "campaign1941": 6, "campaign1940": 9}
    assert all(worlds[name] == worlds["summer1940"] // count for name, count in seasons.items())


def test_a_campaign_takes_stock_when_a_season_begins() -> None:
    calm = [war for war in season("campaign1941") if advice.calm(war)]
    assert calm and all(isinstance(war.stack[0], supply.Basing) for war in calm if war.stack)
    assert calm[-1].season > calm[-1].setup.first, "the next season too"
    under_way = [war for war in season("pedestal") if advice.calm(war)]
    assert any(isinstance(war.stack[0], movement.Sailing) for war in under_way if war.stack), "in Pedestal every turn"


@pytest.mark.parametrize(("scenario", "searched"), [("pedestal", True), ("campaign1941", False)])
def test_what_cannot_be_seen_needs_many_worlds(scenario: str, searched: bool) -> None:
    fleet = [
        war for war in season(scenario) if war.stack is not None and isinstance(war.stack[0], (air.Flights, movement.FleetMove))
    ]
    assert fleet and all(game("convoys").trusted(war, war.asked()[0]) is not searched for war in fleet)


def test_while_dummies_are_about_all_counters_are_moved_by_the_adviser() -> None:
    """A convoy that was thought about longer than the dummies would go another way than they do."""
    sailing = [war for war in season("pedestal") if war.stack and isinstance(war.stack[0], movement.Sailing)]
    assert any(war.dummies for war in sailing)
    assert all(game("convoys").trusted(war, war.asked()[0]) for war in sailing if war.dummies)
    alone = at(sea({"A": ("W8", ["Nelson", "Freighter 1"])}), movement.Sailing())
    assert not game("convoys").trusted(alone, alone.asked()[0]), "nothing to hide: plans may be tried out"
