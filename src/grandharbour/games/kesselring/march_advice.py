"""Ideas about marches: who has most to gain by one, where to, and what could be attacked after it."""

from __future__ import annotations

from typing import Any

from ...engine.choice import Decision
from ...engine.game import Idea
from ...engine.geometry.bits import bits, mask_of
from ...engine.kinds import NOWHERE
from .combat_advice import attack_value, best_attack, pools, teams
from .movement import Lead, March, Marching, movable, reachable_foes
from .state import ALLIED, AXIS, MECH, Italy
from .supply import everywhere
from .weighing import FAR, Pull, hex_worth, known, march_goals, reach, threats

GUARD = 0.15
"""What a unit is worth in a great Objective that has nobody else, for each of its points."""
UNFED = (0.8, 2.0)
"""What it costs a unit of the Axis, and of the Allies, to be without supply."""
_assaults: dict[Any, tuple[float, int, int]] = {}


def assault(war: Italy, side: int, units: int, fixed: int = 0) -> tuple[float, int, int]:
    """The best attack after a move: what it promises, where, and by whom. ``fixed`` are those who have moved already."""
    setup = war.setup
    guns = war.ap[ALLIED] >= setup.cost["gunfire"]  # all that the points decide
    key = (
        setup,
        war.turn,
        side,
        units,
        fixed,
        war.flipped,
        war.forts,
        guns,
        war.surrendered,
        war.led_attack,
        war.led_defence,
        tuple(war.at),
    )
    found = _assaults.get(key)
    if found is not None:
        return found
    enemy = war.held(1 - side) & ~war.closed(side)
    pool: dict[int, int] = {}
    if enemy:
        for unit in bits(units):
            here = war.at[unit]
            spots = 1 << here if here < setup.hexes_end else 0
            if not fixed >> unit & 1:
                spots |= reach(war, unit) & setup.land
            for h in bits(setup.grid.cross(spots, setup.zoc_sides) & enemy):
                pool[h] = pool.get(h, 0) | 1 << unit
    worth = {h: (hex_worth(war, side, h) + 0.5) / (2 + war.total(war.units_in(h, 1 - side))) for h in pool}
    found = (-1.0, NOWHERE, 0)
    for h in sorted(pool, key=lambda x: -worth[x])[:4]:
        for team in teams(war, pool[h]) if not fixed else (pool[h],):
            strongest = mask_of(sorted(bits(team), key=lambda unit: -war.strength(unit))[: 2 * setup.stack])
            found = max(found, (attack_value(war, h, strongest), h, strongest))
    if len(_assaults) > 100:
        _assaults.clear()
    _assaults[key] = found
    return found


def served(war: Italy, unit: int) -> int:
    """The hexes where a unit is in supply."""
    setup = war.setup
    side = setup.side_of[unit]
    return war.posts(side) | everywhere(war, side, setup.move_class[unit] == MECH, setup.mf[unit])


def ground(war: Italy, side: int, wanted: Pull, h: int, others: int) -> tuple[float, int]:
    """What any unit of a side would do in a hex, besides others there, and by how much it would be outnumbered."""
    setup = war.setup
    value = wanted[h] - 0.05 * (others & setup.mobile).bit_count()
    points = setup.objectives.get(h, 0)
    if not others:
        value += 1.5 + points if points else 0.3 * hex_worth(war, side, h)
    elif points > 1:  # a great prize is not left to its Garrison
        value += GUARD * points * max(0.0, 1.0 - war.total(others) / 12)
    if side == AXIS:
        return value + (0.2 if setup.steep >> h & 1 else 0.0 if setup.open >> h & 1 else 0.1), 0
    over = threats(war, AXIS).get(h, 0)
    return value, over - threats(war, ALLIED).get(h, 0) if over else 0


def post_value(war: Italy, unit: int, h: int, wanted: Pull, fed: int) -> float:
    """What a unit does for its side in a hex: near what is wanted, on what nobody else holds, and in supply."""
    side = war.setup.side_of[unit]
    value, over = ground(war, side, wanted, h, war.units_in(h, side) & ~(1 << unit))
    return _posted(war, unit, side, value, over) - (0.0 if fed >> h & 1 else UNFED[side])


def _posted(war: Italy, unit: int, side: int, value: float, over: int) -> float:
    # An Allied spearhead that can be thrown back is not worth the ground it stands on.
    strength = war.strength(unit)
    over -= strength // 2
    return value - 0.06 * min(over, 2 * strength) if side == ALLIED and over > 0 else value


def better_place(war: Italy, unit: int, places: int, wanted: Pull) -> float:
    """How much a unit would gain by the best of some places."""
    setup = war.setup
    side = setup.side_of[unit]
    store = known(war).ground
    entry = store[side]
    if entry is None or entry[0] is not wanted:
        entry = store[side] = (wanted, {}, {})
    _, table, gains = entry
    gain = gains.get((unit, places))
    if gain is None:
        gain = gains[unit, places] = _best_of(war, unit, side, places, wanted, table)
    return gain


def _best_of(war: Italy, unit: int, side: int, places: int, wanted: Pull, table: dict[int, tuple[float, int]]) -> float:
    here, end = war.at[unit], war.setup.hexes_end
    fed = served(war, unit)
    best = -9.0
    for h in bits(places):
        if h < end:
            found = table.get(h)
            if found is None:  # nobody of these places is the unit's own, so it does not count there
                found = table[h] = ground(war, side, wanted, h, war.units_in(h, side))
            value, over = found
            if over > 0:
                value = _posted(war, unit, side, value, over)
            if not fed >> h & 1:
                value -= UNFED[side]
            if value > best:
                best = value
    if best == -9.0:
        best = 0.0
    return best - (post_value(war, unit, here, wanted, fed) if here < end else 0.0)


def move_value(war: Italy, side: int) -> float:
    """What the three best marches of a side gain, and the attack after them."""
    wanted = march_goals(war, side)
    gains = []
    for unit in bits(movable(war, side)):
        places = reach(war, unit) if war.at[unit] < war.setup.hexes_end else war.setup.north_edge
        gains.append(better_place(war, unit, places, wanted))
    gains.sort(reverse=True)
    strike = assault(war, side, war.on_map(movable(war, side)))[0]
    return sum(gain for gain in gains[:3] if gain > 0.15) * 1.2 + max(0.0, strike)


def lead_ideas(war: Italy, step: Lead, decision: Decision) -> list[Idea]:
    """Lead with the unit that has most to gain by moving, or with one of those that could strike together."""
    wanted = march_goals(war, war.active)
    strike, _, team = assault(war, war.active, war.on_map(movable(war, war.active)))
    ideas = []
    for unit in bits(decision.choices["lead"]):
        gain = better_place(war, unit, reach(war, unit), wanted) + 0.02 * war.strength(unit)
        if strike > 0 and team >> unit & 1:
            gain += strike
        ideas.append(Idea(gain, "lead", unit, "has most to gain"))
    # Of a stack one is enough to think about; the others come with it.
    ideas.sort(key=lambda idea: -idea.score)
    seen = 0
    for number, idea in enumerate(ideas):
        here = 1 << war.at[idea.target]
        if seen & here:
            ideas[number] = Idea(idea.score - 10.0, idea.verb, idea.target, idea.why)
        seen |= here
    return ideas


def marching_ideas(war: Italy, step: Marching, decision: Decision) -> list[Idea]:
    ideas = []
    side = war.active
    if "end" in decision.choices:
        ideas.append(Idea(0.0, "end", 0, "in place"))
    if "strike" in decision.choices:
        pool = pools(war, side)
        fighters = war.on_map(step.units)
        for h in bits(decision.choices["strike"]):
            value = best_attack(war, h, pool.get(h, 0) & fighters)
            ideas.append(Idea(value - 0.2 if value > 0 else -5.0, "strike", h, "good odds"))
    wanted = march_goals(war, side)
    strike, target, team = assault(war, side, step.units, step.moved)
    gains: list[tuple[float, int]] = []
    for unit in bits(decision.choices.get("unit", 0)):
        gain = better_place(war, unit, reach(war, unit), wanted)
        if strike > 0 and team >> unit & 1 and not reachable_foes(war, unit) >> target & 1:
            gain = max(gain, strike)  # up to the enemy first
        gains.append((gain - 0.05, unit))
    best = max(gains, key=lambda pair: pair[0], default=(0.0, 0))
    for gain, unit in gains:  # who goes first is a small matter; whether anybody else does is not
        ideas.append(Idea(gain if unit == best[1] else gain - FAR, "unit", unit, "can do better elsewhere"))
    return ideas


def march_ideas(war: Italy, step: March, decision: Decision) -> list[Idea]:
    setup = war.setup
    wanted = march_goals(war, war.active)
    fed = served(war, step.unit)
    enemy = war.zoc(1 - war.active)
    group = war.stack[1][0] if war.stack is not None and war.stack[1] is not None else None
    beside = 0
    if isinstance(group, Marching):
        strike, target, team = assault(war, war.active, group.units, group.moved)
        if strike > 0 and team >> step.unit & 1:
            beside = setup.grid.cross(1 << target, setup.zoc_sides)
    ideas = []
    for h in bits(decision.choices["to"]):
        if h >= setup.hexes_end:
            ideas.append(Idea(-1.0, "to", h, "off the map"))
        else:
            near = 2.0 if beside >> h & 1 else 0.1 if enemy >> h & 1 else 0.0
            ideas.append(Idea(post_value(war, step.unit, h, wanted, fed) + near, "to", h, "the best place"))
    return ideas
