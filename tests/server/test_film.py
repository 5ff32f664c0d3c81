"""What has just happened to a side is in its replay, not only in its log: film and strip tell the same."""

from __future__ import annotations

import random

import pytest

import grandharbour as gh
from grandharbour.server.history import History
from grandharbour.server.seats import Seat
from grandharbour.server.store import Move, TableRow
from tests.play import CASES, length, pick


def history(name: str, scenario: str, seed: int) -> History:
    """A table as the server keeps it, without a server."""
    rules = gh.game(name)
    seats = {side.id: Seat("here") for side in rules.sides}
    row = TableRow("film", name, scenario, {}, "", "", f"{seed:064x}", seats, "", "", "")
    return History(row)


def wander(film: History, seed: int, clicks: int) -> None:
    rng = random.Random(seed)
    names = film.table.war.setup.names
    for _ in range(clicks):
        if film.table.outcome is not None:
            return
        war = film.table.war
        side, verb, target = pick(war, rng, True)
        film.make(Move("choice", names.of("side", side), verb, war.target_name(verb, target)))


@pytest.mark.parametrize(("name", "scenario"), CASES)
def test_the_last_moment_is_now(name: str, scenario: str) -> None:
    film = history(name, scenario, 3)
    sides = [None, *range(len(film.game.sides))]
    wander(film, 3, min(75, length(name, scenario) // 4))
    for _ in range(40):
        wander(film, len(film.table.choices), 1)
        for eyes in sides:
            assert film.told(eyes) == film.feeds[eyes].events
    for eyes in sides:
        events = [event for k in range(film.moments(eyes).moments) for event in film.moment(eyes, k).events]
        assert events == film.feeds[eyes].events


def test_who_is_asked_to_retreat_sees_the_combat_that_asks_it() -> None:
    """The attacker's click rolls; before the defender has answered, the roll is in the film of the defender."""
    for seed in range(12):
        film = history("kesselring", "avalanche-baytown", seed)
        rng = random.Random(seed)
        while film.table.outcome is None:
            war = film.table.war
            assert war.stack is not None
            if type(war.stack[0]).__name__ == "Retreat":
                side = war.asked()[0].side
                events = [event for k in range(film.moments(side).moments) for event in film.moment(side, k).events]
                assert [event.kind for event in events][-1] == film.state(side).events[-1].kind
                assert any(event.kind == "combat" or event.dice for event in events[-6:])
                return
            side, verb, target = pick(war, rng, True)
            film.make(Move("choice", war.setup.names.of("side", side), verb, war.target_name(verb, target)))
    raise AssertionError("nobody was ever asked to retreat")
