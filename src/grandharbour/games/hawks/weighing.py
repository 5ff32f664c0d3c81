"""What things are worth over Malta, in victory points.

A hit is worth a good part of the plane, the second one the rest; a bomber that still carries its bombs is worth what they may
destroy. Shots are weighed by their exact chance; the future only by distance.
"""

from __future__ import annotations

import functools

from ...engine.geometry.bits import bits
from ...engine.geometry.squares import SquareGrid
from ...engine.kinds import NOWHERE
from .fire import FIRE
from .forecast import chance, strikes
from .state import FACE, GREEN, IT, Sky


@functools.lru_cache(maxsize=8)
def places(grid: SquareGrid) -> list[tuple[int, int, int]]:
    """Column, rank and level by cell, worked out once for a board."""
    return [grid.place(cell) for cell in range(grid.all.bit_length())]


def worth(war: Sky, plane: int) -> float:
    """What the other side gains by shooting a plane down now."""
    setup = war.setup
    if not setup.bombers >> plane & 1:
        return float(setup.points["fighter"]) + 0.35  # a point, and one gun less
    if war.bombed >> plane & 1:
        return float(setup.points["bomber"])
    return setup.points["bomber_before_bombing"] + (1.5 if war.objectives else 0.0)


def damage(war: Sky, plane: int) -> float:
    """What one hit on a plane is worth: half of it, or all that is left."""
    left = war.setup.hits_to_kill - war.hit_markers[plane]
    return worth(war, plane) * (1.0 if left <= 1 else 0.45)


def hit_chance(war: Sky, firer: int, target: int, lower: bool, cloud: bool) -> float:
    """The chance of a hit, pilots counted as ordinary unless the firer's is known to be better or worse."""
    setup = war.setup
    bonus = 0
    if war.hit_markers[firer]:
        bonus += setup.mod_damaged[1]
    if setup.bombers >> target & 1:
        bonus += setup.mod_bomber[1]
    if lower:
        bonus += setup.mod_lower[1]
    if cloud:
        bonus += setup.mod_cloud[1]
    if war.up >> firer & 1 and war.chit[firer] in (FACE, GREEN):
        bonus += setup.chit_amount[war.chit[firer]]
    return chance(setup.hits_on[setup.class_of[firer] - 1] - bonus)


def fight(war: Sky, firer: int, target: int, both: bool) -> float:
    """The value of one attack for the firer's side: what it does, less what the answer does."""
    bonus = war.setup.chit_amount[war.chit[firer]] if war.chit[firer] in (FACE, GREEN) else 0
    value = strikes(war, FIRE, firer, target, bonus) * damage(war, target)
    if both and not war.fired >> target & 1:
        value -= strikes(war, FIRE, target, firer) * damage(war, firer)
    return value


def bomb_value(war: Sky, bomber: int, square: int, level: int) -> float:
    """The expected value of a run over an Objective at an altitude, with the guns there firing first [HM-SEQ.1]."""
    setup = war.setup
    guns = war.guns >> square & 1
    need_aa = setup.aa_needs[level] if guns else 0
    hurt = chance(need_aa - setup.mod_bomber[1]) if need_aa else 0.0
    killed = (
        hurt
        if war.hit_markers[bomber] + 1 >= setup.hits_to_kill
        else (chance(setup.aa_shoots_down - setup.mod_bomber[1]) if need_aa else 0.0)
    )
    need = setup.bombing[bomber][level - 1]
    loads = setup.loads[bomber]

    def destroys(bonus: int) -> float:
        return float(1 - (1 - chance(need - bonus)) ** loads)

    now = setup.mod_bomber_damaged[1] if war.hit_markers[bomber] else 0
    fresh = (1 - hurt) * destroys(now)
    limping = max(0.0, hurt - killed) * destroys(setup.mod_bomber_damaged[1])
    return setup.points["objective"] * (fresh + limping) - killed * setup.points["bomber"] - (hurt - killed) * 0.5


def best_level(war: Sky, bomber: int, square: int) -> int:
    """The altitude from which to bomb an Objective."""
    return max(range(1, war.setup.grid.levels + 1), key=lambda level: (bomb_value(war, bomber, square, level), level))


def flat(a: tuple[int, int, int], b: tuple[int, int, int]) -> int:
    """The number of squares between two places, whatever their height."""
    return abs(a[0] - b[0]) + abs(a[1] - b[1])


def assignments(war: Sky) -> dict[int, tuple[int, int]]:
    """Which Objective each laden bomber makes for, and at which altitude: the nearest first, shared only if there are too few."""
    setup = war.setup
    where = places(setup.grid)
    waiting = list(bits(war.on_board(IT) & setup.bombers & ~war.bombed))
    targets = [s - setup.height for s in bits(war.objectives)]
    plan: dict[int, tuple[int, int]] = {}
    load = dict.fromkeys(targets, 0.0)
    while waiting and targets:
        options = []
        for bomber in waiting:
            here = war.at[bomber]
            for target in targets:
                far = 0 if here == NOWHERE else flat(where[here], where[target])
                guarded = 0.8 if war.guns >> target + setup.height & 1 else 0.0
                options.append((far + 2.5 * load[target] + guarded, bomber, target))
        _, bomber, target = min(options)
        plan[bomber] = (target, best_level(war, bomber, target + setup.height))
        load[target] += setup.loads[bomber]
        waiting.remove(bomber)
    return plan


def going_home(war: Sky) -> bool:
    """Italy is ahead of par: the sooner the last bomber is off the board, the better."""
    italy, britain = war.scores()
    return italy - britain > war.par() or war.turn >= war.setup.max_turns - 1
