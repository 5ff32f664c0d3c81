"""Setting up tells how many are left, and the number falls with every piece that is placed."""

from __future__ import annotations

import pytest

import grandharbour as gh


@pytest.mark.parametrize(
    ("game", "begins", "steps"),
    [
        ("kesselring", "avalanche-baytown", {"SetGarrisons", "SetUnits", "SetAir"}),
        ("herkules", "1942", {"SetUnits"}),
        ("c3", "invasion", {"Garrison", "DropPlan"}),
        ("convoys", "campaign1941", {"AlliedPlacement", "AxisPlacement"}),
    ],
)
def test_how_many_are_left(game: str, begins: str, steps: set[str]) -> None:
    table = gh.Table.begin(gh.game(game), begins, seed=1)
    war = table.war
    told: dict[str, int] = {}
    before: tuple[str, int, int] | None = None
    verb, placed = "", 0
    while steps - told.keys() or type(war.stack[0]).__name__ in steps:
        decision = war.asked()[0]
        step = type(war.stack[0]).__name__
        left = [track.value for track in war.setup.game.tracks(war, decision.side) if track.id == "plan"]
        if step in steps and "launch" in decision.choices:
            break
        here = None
        if step in steps:
            assert len(left) == 1
            here = (step, decision.side, left[0])
            if before is not None and before[:2] == here[:2]:
                # What was placed is no longer left: no more, no less. A plan moves nobody yet: there one click is one fewer at most.
                fewer = before[2] - left[0]
                alone = war.setup.game.verbs[verb].kind == "nothing" and verb != "rest"
                assert fewer == placed if placed or alone else fewer > 0 if verb == "rest" else fewer in (0, 1), step
                told[step] = told.get(step, 0) + fewer
            told.setdefault(step, 0)
        best = table.hint(decision.side)[0]
        where = list(war.at)
        verb = best.verb
        table.play(verb, best.target, decision.side)
        placed = sum(now != was for now, was in zip(war.at, where, strict=True))
        before = here
    assert told.keys() == steps and all(told.values()), told
