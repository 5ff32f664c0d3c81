"""The chance to win from a position, as far as the adviser can tell."""

from __future__ import annotations

import math

from ...engine.geometry.bits import bits
from ...engine.kinds import NOWHERE
from .state import BR, IT, Sky
from .turn import Priority
from .weighing import assignments, bomb_value, flat, places

# What things add to Italy's margin in the end, fitted to 1,600 games between advisers who err now and then.
RUIN = 3.6
"""For each Objective the loads still carried would destroy if nobody interfered."""
RUN = 1.65
"""For each run the bombers are expected to bring off by ``bomb_value``: it knows heights, guns and damage."""
CLOSE = -0.43
"""For each enemy fighter that can reach a laden bomber at once, as far as its run counts; twice if it is damaged."""
ROAD = -0.155
"""For each square on the way to such a run, by the fire power that waits."""
HURT = -0.29
"""For each damaged bomber that still carries its bombs: besides its own rolls, the next hit is its last."""
FLAK_OVER = -0.69
"""For each bomber whose Objective is defended by guns."""
SPEED = -0.39
"""For each British fighter faster than the bombers."""
DUEL = 0.26
"""For Italian fire power against British fighters, by the time left."""
CHASED = -0.13
"""For each enemy fighter that can reach an empty bomber at once; twice if it is damaged."""
POWER = (0.0, 15 / 36, 21 / 36, 26 / 36, 30 / 36)
"""The chance of a hit by class [HM-FIRE.2]: the fire power of a fighter."""
SWIFT = (0.0, 0.0, 1.0, 1.5, 2.0)
"""How much of the advantage of speed each class has."""


def threats(war: Sky, plane: int) -> int:
    """How many enemy fighters can come into a plane's cell or over it in one move, three at most."""
    setup = war.setup
    if war.at[plane] == NOWHERE:
        return 0
    where = places(setup.grid)
    here = where[war.at[plane]]
    level = here[2]
    count = 0
    for foe in bits(war.on_board(1 - setup.side_of[plane]) & setup.fighters):
        if war.at[foe] == NOWHERE:
            continue
        at = where[war.at[foe]]
        climb = abs(at[2] - level)
        if level < setup.grid.levels:
            climb = min(climb, abs(at[2] - level - 1))
        count += flat(at, here) + climb <= setup.class_of[foe]
    return min(3, count)


def raid(war: Sky, left: int, power: float) -> float:
    """What bombers on the board add to Italy's margin, with the fire power against them and the turns left."""
    setup = war.setup
    where = places(setup.grid)
    plan = assignments(war)
    loads = value = 0.0
    for bomber in bits(war.on_board(IT) & setup.bombers):
        hurt = 1 + (war.hit_markers[bomber] > 0)
        near = threats(war, bomber)
        if bomber not in plan:
            value += CHASED * hurt * min(2, near)
            continue
        target, level = plan[bomber]
        square = target + setup.height
        here = war.at[bomber]
        far = 4 if here == NOWHERE else flat(where[here], where[target])
        value += HURT * (hurt - 1) + (FLAK_OVER if war.guns >> square & 1 else 0.0)
        if far > left:
            continue
        loads += setup.loads[bomber] * (0.6 if hurt == 1 else 0.4)
        run = min(1.0, max(0.0, bomb_value(war, bomber, square, level) / max(1, setup.points["objective"])))
        value += run * (RUN + CLOSE * hurt * near + ROAD * far * power)
    intact = war.objectives.bit_count()
    return value + (RUIN * intact * (1 - 0.6 ** (loads / intact)) if intact else 0.0)


def value(war: Sky, side: int) -> float:
    """The chance to win: the margin there is, and what bombs, hits and time may still make of it."""
    setup = war.setup
    italy, britain = war.scores()
    left = setup.max_turns + 1 - max(1, war.turn)
    power = [0.0, 0.0]
    targets = speed = 0.0
    for plane in bits((war.on_board(IT) | war.on_board(BR)) & setup.fighters):
        hit = war.hit_markers[plane] > 0
        owner = setup.side_of[plane]
        power[owner] += POWER[setup.class_of[plane]] * (0.75 if hit else 1.0)
        if owner == BR:
            targets += 2 if hit else 1
            speed += 0.7 if hit else SWIFT[setup.class_of[plane]]
    ahead = italy - britain - war.par() + raid(war, left, power[BR])
    ahead += SPEED * speed + DUEL * targets * power[IT] * left / setup.max_turns
    # The more time is left, the less a margin means.
    chance_of_italy = 1.0 / (1.0 + math.exp(-1.225 * ahead / (0.2 + 0.15 * left)))
    return chance_of_italy if side == IT else 1.0 - chance_of_italy


def calm(war: Sky) -> bool:
    """Before the planes are numbered: all shots and bombs of the last turn have fallen."""
    return war.stack is None or (isinstance(war.stack[0], Priority) and not any(war.order))
