"""*As usual* says before the click what it will do, and then does just that."""

from __future__ import annotations

import random

import grandharbour as gh
from grandharbour.engine.geometry.bits import bits


def test_the_usual_answer_says_who_is_lost() -> None:
    seen = 0
    war = gh.game("herkules").new("1942", seed=3)
    rng = random.Random(3)
    while seen < 6 and war.outcome is None:
        decision = war.asked()[0]
        game = war.setup.game
        if "usual" in decision.choices and type(war.stack[0]).__name__ in ("Lose", "Aim"):
            told = game.preview(war, decision.side, "usual", 0)
            before, where = war.copy(), war.stack[0].where
            war.play("usual", 0, decision.side)
            # What is in the place and is named is hit; what is not named is not.
            for piece in bits(before.here()[where]):
                hit = war.at[piece] != where or war.hits_on(piece) != before.hits_on(piece)
                named = told is not None and f"{war.setup.piece_names[piece]} is " in told.text
                assert not named or hit, (told, war.setup.piece_names[piece])
            assert told is not None and ("lost" in told.text or "damaged" in told.text)
            seen += 1
            continue
        ideas = game.ideas(war.imagine(decision.side, rng), decision)
        best = max(ideas, key=lambda idea: idea.score)
        war.play(best.verb, best.target, decision.side)
    assert seen == 6
