"""Blunders the adviser has unlearnt: positions in which it used to go wrong, and what it does now."""

from __future__ import annotations

import random

import pytest

import grandharbour as gh
from grandharbour.engine import schooling
from grandharbour.engine.geometry.bits import bits
from grandharbour.games.convoys.placing import AxisPlacement
from grandharbour.games.convoys.state import AX, Sea
from grandharbour.players import greedy


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("taught", [True, False])
def test_the_axis_watches_both_waters_from_spring_1941(seed: int, taught: bool) -> None:
    """All air units stood on Sicily, and a convoy from Alexandria met none until it was nearly there."""
    war: Sea = gh.game("convoys").new("campaign1941", seed=seed)
    rng = random.Random(seed)
    with schooling.without([] if taught else ["both-waters"]):
        begun = False
        while not begun or isinstance(war.stack and war.stack[0], AxisPlacement):
            begun = begun or isinstance(war.stack and war.stack[0], AxisPlacement)
            decision = war.asked()[0]
            war.play(*(decision.forced or greedy(war, decision, rng)), decision.side)
    setup = war.setup
    based = {base: war.planes_at(base).bit_count() for base in bits(setup._open_bases(AX, war.korps))}
    east = sum(n for base, n in based.items() if base != setup.sicily and base != setup.places["SARDINIA"])
    assert sum(based.values()) >= 8
    assert east >= 2 if taught else east == 0
    assert based[setup.sicily] >= sum(based.values()) // 2, "Malta is still where they come together"
