"""Setting up tells how many are left, and the number falls with every piece that is placed."""

from __future__ import annotations

import itertools

import pytest

import grandharbour as gh


@pytest.mark.parametrize(
    ("game", "begins", "steps"),
    [
        ("kesselring", "avalanche-baytown", {"SetGarrisons", "SetUnits", "SetAir"}),
        ("herkules", "1942", {"SetUnits"}),
        ("c3", "invasion", {"Garrison", "DropPlan"}),
    ],
)
def test_how_many_are_left(game: str, begins: str, steps: set[str]) -> None:
    table = gh.Table.begin(gh.game(game), begins, seed=1)
    war = table.war
    seen: dict[str, list[int]] = {}
    while steps - seen.keys() or type(war.stack[0]).__name__ in steps:
        decision = war.asked()[0]
        step = f"{type(war.stack[0]).__name__}"
        left = [track.value for track in war.setup.game.tracks(war, decision.side) if track.id == "plan"]
        if step in steps and "launch" not in decision.choices:
            assert len(left) == 1
            seen.setdefault(step, []).append(left[0])
        elif step in steps:
            break
        best = table.hint(decision.side)[0]
        table.play(best.verb, best.target, decision.side)
    for step, counts in seen.items():
        assert counts[-1] >= 1 and all(b < a or b >= counts[0] or a == 1 for a, b in itertools.pairwise(counts)), (step, counts)
