"""Advice for the contest and for the movement of a Formation."""

from __future__ import annotations

from ...engine.choice import Decision
from ...engine.game import Idea
from ...engine.geometry.bits import bits, first
from ...engine.kinds import NOWHERE
from .battle import HUNT, OVERRUN
from .movement import Move, find_ways, hunt_price, team
from .reinforcement import Enter, able_to_enter, open_ports
from .sketch import Sketch, sketch_of
from .state import AXIS, BRITISH, Malta
from .turn import Attach, Contest, available
from .weighing import attack_of, combat_value

# --- the contest


def operation_value(war: Malta, lot: int) -> float:
    """What an Operation of a Formation seems to promise now."""
    setup = war.setup
    side = setup.lot_side[lot]
    trial = war.copy()
    trial.active, trial.formation = side, lot
    if lot == setup.air_chit:
        targets = sum(war.strength(u) for h in bits(war.near(AXIS) & war.held(BRITISH)) for u in bits(war.units_in(h, BRITISH)))
        return 0.3 + 0.05 * targets
    if lot == setup.naval_chit:
        coast = war.near(AXIS) & war.held(BRITISH) & setup.coastal_hexes
        return 0.2 + 0.04 * sum(war.strength(u) for h in bits(coast) for u in bits(war.units_in(h, BRITISH)))
    members = war.on_map(setup.members[lot])
    if side == AXIS and not members:
        return 0.1 + 0.25 * able_to_enter(trial, setup.members[lot]).bit_count()
    sketch = sketch_of(trial, side, 0).seen_by(members)
    fit = list(bits(members & setup.mobile & ~war.dispersed))
    # Those nearest to what is wanted show what the Formation can do.
    fit.sort(key=lambda unit: -sketch.pull.get(war.at[unit], 0.0))
    taken: dict[int, float] = {}
    for unit in fit[:5]:
        ways = find_ways(trial, Move(1 << unit))
        here = sketch.post(unit, war.at[unit])
        best, where = sketch.best(unit, ways.to)
        taken[where] = max(taken.get(where, 0.0), best - here)
    value = 0.1 + sum(taken.values()) * (1.0 + 0.03 * len(fit))
    value += 0.1 * (members & war.dg).bit_count() + 0.15 * (members & war.dispersed).bit_count()
    if side == AXIS:
        value += 0.25 * able_to_enter(trial, setup.members[lot]).bit_count()
    return value


def contest_ideas(war: Malta, step: Contest, decision: Decision) -> list[Idea]:
    """Name what promises most; a sure thing is worth more than a throw."""
    setup = war.setup
    ideas = []
    for verb in ("bid", "claim"):
        for lot in bits(decision.choices.get(verb, 0)):
            value = operation_value(war, lot)
            if decision.side == AXIS and not setup.chits >> lot & 1 and available(war, BRITISH):
                value *= 0.2  # who takes a place after the enemy's last Operation keeps it
            if verb == "bid" and step.shown != NOWHERE:
                value *= 0.6 + 0.1 * (setup.token[lot] - setup.token[step.shown])
            ideas.append(Idea(max(0.05, value), verb, lot, "can do most now"))
    if "pass" in decision.choices:
        ideas.append(Idea(-1.0, "pass", 0, "wait"))
    if "waive" in decision.choices:
        ideas.append(Idea(-1.0, "waive", 0, "wait"))
    return ideas


def attach_ideas(war: Malta, step: Attach, decision: Decision) -> list[Idea]:
    return [Idea(0.0, "end", 0, "the others wait")] + [
        Idea(0.2 if war.dg >> p & 1 or not war.setup.guns >> p & 1 else -0.1, "attach", p, "can help now")
        for p in bits(decision.choices["attach"])
    ]


# --- movement

CLOSE = 8
"""So many posts are worth a thought; units are not taken along but moved one by one."""


def move_ideas(war: Malta, step: Move, decision: Decision) -> list[Idea]:
    side = war.active
    units = team(war)
    sketch = sketch_of(war, side, war.on_map(units))
    ideas = []
    choices = decision.choices
    if step.movers:
        lead = first(step.movers)
        here = sketch.post(lead, war.at[lead])
        start = here if step.spent else here + 0.02
        for h in bits(choices.get("to", 0)):
            # A march that leads nowhere better is not made.
            ideas.append(Idea(sketch.post(lead, h) - (start if step.spent else 0.0), "to", h, "a better place"))
        for h in bits(choices.get("overrun", 0)):
            combat = attack_of(war, h, step.movers, OVERRUN)
            value = combat_value(war, combat) - 0.3 if combat else 0.0
            ideas.append(Idea(value - (0.0 if step.spent else -here), "overrun", h, "ride over them"))
        if "hunt" in choices:
            combat = attack_of(war, war.at[lead], step.movers, HUNT)
            value = combat_value(war, combat) if combat else -1.0
            ideas.append(Idea(value + (0.0 if step.spent else here), "hunt", 0, "finish them while they are scattered"))
        if "regroup" in choices:
            ideas.append(Idea(9.0, "regroup", 0, "a company again"))
        if "halt" in choices:
            ideas.append(Idea(start, "halt", 0, "well placed"))
        ideas = sorted(ideas, key=lambda idea: -idea.score)[:CLOSE]
    for unit in bits(choices.get("unit", 0)):
        gain = unit_gain(war, sketch, unit)
        ideas.append(Idea(gain, "unit", unit, "can do better elsewhere"))
        if gain >= 0.3:
            break  # the first that has much to gain may go first; there is no need to weigh the rest
    if "end" in choices:
        ideas.append(Idea(0.04, "end", 0, "in place"))
    return ideas


def unit_gain(war: Malta, sketch: Sketch, unit: int) -> float:
    """How much a unit gains by the best of its moves."""
    setup = war.setup
    if war.at[unit] >= setup.hexes_end:
        return 0.8 + 0.05 * setup.cf[unit]
    if war.dispersed >> unit & 1:
        return 0.9 if not war.tried >> unit & 1 and not war.held(1 - war.active) >> war.at[unit] & 1 else 0.05
    step = Move(1 << unit)
    ways = find_ways(war, step)
    here = sketch.post(unit, war.at[unit])
    best = sketch.best(unit, ways.to)[0] if ways.to else here
    if hunt_price(war, step) >= 0:
        combat = attack_of(war, war.at[unit], 1 << unit, HUNT)
        best = max(best, here + (combat_value(war, combat) if combat else 0.0))
    return best - here - 0.03


def enter_ideas(war: Malta, step: Enter, decision: Decision) -> list[Idea]:
    sketch = sketch_of(war, AXIS, war.on_map(team(war)))
    ports = open_ports(war)
    return [
        Idea(sketch.pull[h] + (0.3 if ports >> h & 1 else 0.0), "enter", h, "near the front")
        for h in bits(decision.choices["enter"])
    ]
