"""OpenSpiel's tree search as one of our players: the yardstick ``mcts@1`` of ``players.references``."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

from ..engine.choice import Decision
from ..engine.war import War
from ..players import uniform

PLAYOUTS = {"hawks": 30, "convoys": 6, "herkules": 3, "c3": 3, "kesselring": 2}
"""How many playouts it has for a decision, so that a game costs about what a captain costs; two in a game that is not listed."""

AS_CAPTAIN = {"hawks": 22, "convoys": 38}
"""The same for today's captain: of the leaderboard of docs/lab.md, where 30 playouts cost 2.9 seconds a game against 2.1 in Hawks and 6 of
them 2.0 against 12.9 in the Convoys. What `harbour leaderboard` prints shows whether it is still so."""


@cache
def _spiel(setup: Any) -> Any:
    import pyspiel

    from .openspiel import register

    register()
    options = ";".join(
        f"{name}={str(value).lower() if isinstance(value, bool) else value}" for name, value in setup.options.items()
    )
    said = {"scenario": setup.scenario, "options": options, "tables": setup.tables.pack}
    return pyspiel.load_game(f"grandharbour_{setup.game.id}", said)


class Mcts:
    """OpenSpiel's tree search with random playouts, in the one world it is shown."""

    playouts = PLAYOUTS

    def choose(self, war: War, decision: Decision, rng: random.Random) -> tuple[str, int]:
        """The choice most looked at."""
        import numpy
        from open_spiel.python.algorithms import mcts

        from .openspiel import at

        spiel = _spiel(war.setup)
        while war.asked()[0].side != decision.side:  # where both choose at once, OpenSpiel asks one after the other
            other = war.asked()[0]
            war.play(*uniform(war, other, rng), other.side)
        state = at(spiel, war)
        noise = numpy.random.RandomState(rng.getrandbits(32))
        playouts = self.playouts.get(war.setup.game.id, 2)
        search = mcts.MCTSBot(spiel, 1.4, playouts, mcts.RandomRolloutEvaluator(1, noise), solve=False, random_state=noise)
        verb, target = state.spiel.actions.choice(search.step(state))
        return str(verb), int(target)


class EqualTime(Mcts):
    """The same with as much CPU time as a captain takes today, for the leaderboard."""

    playouts = AS_CAPTAIN
