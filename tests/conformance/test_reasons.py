"""Hints say why: in every game, at many decisions, the four ideas that are shown have four reasons."""

from __future__ import annotations

import random

import grandharbour as gh

DECISIONS = 80
WANDER = 0.3
"""How often another than the best idea is followed, so that the positions are not only those of good play."""


def test_four_ideas_have_four_reasons(name: str, scenario: str) -> None:
    seen = seed = 0
    rng = random.Random(7)
    while seen < DECISIONS:
        table = gh.Table.begin(gh.game(name), scenario, seed=seed)
        names, write = table.war.setup.names, table.war.setup.game.catalogue.write
        seed += 1
        while table.outcome is None and seen < DECISIONS:
            decision = table.war.asked()[0]
            ideas = table.reasoned(decision.side, 4)
            whys = [write(idea.why, names) for idea in ideas]
            assert all(why and "?" not in why for why in whys), (decision.prompt, whys)
            assert not any(why.startswith(("no better reason", "the usual")) for why in whys), (decision.prompt, whys)
            # A sentence that the catalogue does not have shows its name.
            assert not any(part.startswith(("reason-", "idea-", "because-")) for why in whys for part in why.split()), whys
            assert len(set(whys)) == len(whys), (decision.prompt, whys)
            seen += len(ideas) > 1
            idea = rng.choice(ideas) if rng.random() < WANDER else ideas[0]
            table.play(idea.verb, idea.target, decision.side)


def test_nobody_is_told_at_night_to_wait_for_the_night() -> None:
    dark = 0
    for seed in range(20):
        table = gh.Table.begin(gh.game("convoys"), "pedestal", seed=seed)
        names, write = table.war.setup.names, table.war.setup.game.catalogue.write
        while table.outcome is None and dark < 30:
            decision = table.war.asked()[0]
            ideas = table.reasoned(decision.side, 9)
            for idea in ideas:
                if idea.verb == "halt" and getattr(table.war, "night", False):
                    dark += 1
                    assert "wait for the night" not in write(idea.why, names)
            table.play(ideas[0].verb, ideas[0].target, decision.side)
    assert dark >= 30
