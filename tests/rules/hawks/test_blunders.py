"""Blunders that were seen in the adviser's flying: how often a captain, asked in the same positions, flies otherwise.

Teaching the adviser itself won no games (docs/strength.md), so it flies as it did, and positions of its own games are where the captain is asked.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

import grandharbour as gh
from grandharbour.engine.geometry.bits import bits, first
from grandharbour.games.hawks.movement import Move
from grandharbour.games.hawks.movement_brief import flak_risk
from grandharbour.games.hawks.state import IT, Sky
from grandharbour.games.hawks.weighing import assignments, flat, places
from grandharbour.players import greedy, think

Flight = tuple[Sky, int, int]
"""A position in which a plane is to move, the plane, and where the adviser would leave it."""


def end_of(war: Sky, plane: int, plan: Sequence[tuple[str, int]]) -> int:
    """Where a plane is when it has followed a plan and then the adviser."""
    war, rest, rng = war.copy(), list(plan), random.Random(0)
    while war.stack is not None and isinstance(war.stack[0], Move) and war.stack[0].plane == plane:
        decision = war.asked()[0]
        war.play(*(decision.forced or (rest.pop(0) if rest else greedy(war, decision, rng))), decision.side)
    return war.at[plane]


def flights(scenario: str, seeds: range) -> Iterator[Flight]:
    """Every flight of Italy's after the first turn in games of the adviser."""
    for seed in seeds:
        war: Sky = gh.game("hawks").new(scenario, seed=seed)
        rng = random.Random(seed)
        last = (0, -1)
        while war.stack is not None:
            decision = war.asked()[0]
            step = war.stack[0]
            choice = decision.forced or greedy(war.imagine(decision.side, rng), decision, rng)
            if isinstance(step, Move) and decision.side == IT and war.turn > 1 and last != (war.turn, step.plane):
                last = war.turn, step.plane
                yield war.copy(), step.plane, end_of(war, step.plane, [choice])
            war.play(*choice, decision.side)


def captains(flight: Flight) -> int:
    """Where a captain leaves the plane."""
    war, plane, _ = flight
    return end_of(war, plane, think("search:captain", war, IT, random.Random(1)).plan)


def under_guns(war: Sky, plane: int, cell: int) -> bool:
    """A laden bomber ends its flight where guns fire at it, and not over its Objective."""
    plan = assignments(war)
    if plane not in plan or cell < 0 or not flak_risk(war, plane, cell):
        return False
    return first(war.setup.square_bit[cell]) != plan[plane][0] + war.setup.height


def away(war: Sky, plane: int, cell: int) -> int:
    """How many squares there are from a cell to the nearest laden bomber."""
    where = places(war.setup.grid)
    laden = [war.at[bomber] for bomber in bits(war.on_board(IT) & war.setup.bombers & ~war.bombed) if war.at[bomber] >= 0]
    return min((flat(where[cell], where[bomber]) for bomber in laden), default=0) if cell >= 0 else 0


def test_a_captain_keeps_out_of_guns_on_the_way() -> None:
    """Laden bombers stopped under guns that are not those of their Objective; of 42 such stops a captain makes 25."""
    seen = [one for one in flights("raid-over-malta", range(20)) if under_guns(*one)]
    still = sum(under_guns(war, plane, captains((war, plane, end))) for war, plane, end in seen)
    assert len(seen) >= 6 and still <= 0.75 * len(seen), (still, len(seen))


def test_nobody_climbs_under_guns() -> None:
    """Laden bombers climbed on the spot in a square with guns, to be fired at again; in 32 games of all scenarios none does before its Objective."""
    climbs = []
    for scenario in gh.game("hawks").scenarios:
        for war, plane, end in flights(scenario, range(8)):
            where = places(war.setup.grid)
            here = where[war.at[plane]]
            if end >= 0 and flat(where[end], here) == 0 and where[end][2] > here[2]:
                climbs.append(under_guns(war, plane, end))
    assert len(climbs) > 10 and not any(climbs)


def leaves(war: Sky, plane: int, end: int) -> bool:
    """An escort flies further from the laden bombers than it was, and more than two squares."""
    return away(war, plane, end) > max(2, away(war, plane, war.at[plane]))


def test_a_captains_escorts_leave_and_shuttle_less() -> None:
    """In 30 games a captain makes 54 of the adviser's 98 flights away from the bombers, and 34 of its 72 back to where it was two turns ago."""
    leaving, back = [], []
    trail: dict[int, list[int]] = {}
    for war, plane, end in flights("raid-over-malta", range(10)):
        if not war.setup.fighters >> plane & 1:
            continue
        before = trail.get(plane, []) if war.turn > 2 else []
        if leaves(war, plane, end):
            leaving.append((war, plane, end))
        if len(before) > 1 and end == before[-2] != before[-1] and end >= 0:
            back.append((war, plane, end))
        trail[plane] = [*before, end]
    back = back[:15]
    gone = sum(leaves(war, plane, captains((war, plane, end))) for war, plane, end in leaving)
    again = sum(captains(flight) == flight[2] for flight in back)
    assert len(leaving) >= 20 and gone <= 0.8 * len(leaving), (gone, len(leaving))
    assert len(back) >= 10 and again <= 0.8 * len(back), (again, len(back))
