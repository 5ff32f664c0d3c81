"""*As usual* says before the click what it will do, and then does just that."""

from __future__ import annotations

import random
import re

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
            # Whoever is named is hit, and nobody else of that side: what the other one loses then is another matter.
            assert told is not None
            names, owner = war.setup.piece_names, war.setup.side_of
            named = {p for p, name in enumerate(names) if re.search(rf"\b{re.escape(name)} is (lost|damaged)", told.text)}
            assert named and len({owner[piece] for piece in named}) == 1, told
            theirs = [piece for piece in bits(before.here()[where] & ~before.stowed) if owner[piece] == owner[min(named)]]
            hit = {piece for piece in theirs if war.at[piece] != where or war.hits_on(piece) != before.hits_on(piece)}
            assert hit == named, (told, [names[piece] for piece in hit])
            seen += 1
            continue
        ideas = game.ideas(war.imagine(decision.side, rng), decision)
        best = max(ideas, key=lambda idea: idea.score)
        war.play(best.verb, best.target, decision.side)
    assert seen == 6
