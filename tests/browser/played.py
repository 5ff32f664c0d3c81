"""Games that were played before anybody looks: played here by the adviser, and laid on the table as a save."""

from __future__ import annotations

import random
from collections.abc import Callable

import httpx

from grandharbour.engine import save
from grandharbour.players import Seat as Player
from grandharbour.server.history import History
from grandharbour.server.store import Move

from ..server.client import Seat
from ..server.test_film import history


def played(game: str, scenario: str, until: Callable[[History, int], bool], seeds: int = 20) -> History:
    """A game up to the first click after which something is true of the side that clicked; a whole one is tried after the other."""
    for seed in range(seeds):
        film = history(game, scenario, seed)
        rng = random.Random(seed)
        players = [Player("greedy", side, rng) for side in range(len(film.game.sides))]
        while film.table.outcome is None:
            war = film.table.war
            side = war.asked()[0].side
            verb, target = war.asked()[0].forced or players[side].choose(war)
            film.make(Move("choice", war.setup.names.of("side", side), verb, war.target_name(verb, target)))
            if until(film, side):
                return film
    raise AssertionError("that never happened")


def laid(http: httpx.Client, film: History) -> dict[str | None, Seat]:
    """The game at a table of the server, with both seats and a spectator."""
    answer = http.post("/api/tables/upload", content=save.dumps(film.table).encode())
    assert answer.status_code == 201, answer.text
    opened = answer.json()
    found: dict[str | None, Seat] = {side: Seat(http, opened["table"], side, token) for side, token in opened["seats"].items()}
    return found | {None: Seat(http, opened["table"], None, None)}
