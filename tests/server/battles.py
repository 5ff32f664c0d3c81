"""A battle that is about to begin: one more click of the attacker, and both sides are asked one thing after the other."""

from __future__ import annotations

from functools import cache

import grandharbour as gh

GAME = "kesselring"
BATTLE = (
    "Support", "Intercept", "AirCasualty", "Stand", "Lose", "RetreatStack", "Steadfast", "Retreat", "Pursuit", "Exploit", "AirLoss",
    "Landing",
)  # fmt: skip
"""The kinds of questions a battle of kesselring asks."""
LEAST = 8
"""So many questions at least, to both sides, or it is no battle worth an order."""


@cache
def before_battle() -> tuple[str, str]:
    """The position before the first large battle of a game that advisers play, and the side that attacks with "assault"."""
    table = gh.Table.begin(gh.game(GAME), "campaign", seed=1)
    while table.outcome is None:
        asked = table.war.asked()[0]
        best = table.hint(asked.side)[0]
        if best.verb == "assault":
            trial = table.fork()
            trial.play(best.verb, best.target, asked.side)
            sides = [asked.side]
            while trial.war.stack is not None and type(trial.war.stack[0]).__name__ in BATTLE:
                owed = trial.war.asked()[0]
                sides.append(owed.side)
                answer = trial.hint(owed.side)[0]
                trial.play(answer.verb, answer.target, owed.side)
            if len(sides) > LEAST and len(set(sides)) == 2:
                return table.war.position(), table.war.setup.names.of("side", asked.side)
        table.play(best.verb, best.target, asked.side)
    raise AssertionError("no battle")
