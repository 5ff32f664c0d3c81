"""What is told about movement: the way and its cost, what overruns promise, where units do most [5.2]."""

from __future__ import annotations

from ...engine.brief import Gesture
from ...engine.choice import Decision
from ...engine.game import Idea
from ...engine.geometry.bits import bits, first
from ...engine.view import Line, Preview
from .battle import HUNT, OVERRUN, Combat
from .battle_brief import CombatChoice
from .forecast import attack_of
from .movement import EXHAUSTED, Move, find_ways, hunt_price, team
from .sketch import Sketch, sketch_of
from .state import BRITISH, Malta
from .weighing import combat_value

CLOSE = 8
"""So many posts are worth a thought; units are not taken along but moved one by one."""


class MoveBrief(CombatChoice[Move]):
    gesture = Gesture(takes=("unit", "add"), puts=("to", "overrun"))

    tried_by = (BRITISH,)
    tried_last = True

    def combat(self, war: Malta, step: Move, verb: str, target: int) -> Combat | None:
        return attack_of(war, target, step.movers, OVERRUN) if verb == "overrun" else None

    def ideas(self, war: Malta, step: Move, decision: Decision) -> list[Idea]:
        return self._ideas(war, step, decision.choices)

    def leading(self, war: Malta, step: Move, decision: Decision) -> list[Idea]:
        """Without the hexes whose pull alone is less than what staying, or another, is worth."""
        choices = decision.choices
        if not step.movers or not choices.get("to", 0):
            return self._ideas(war, step, choices)
        sketch = sketch_of(war, war.active, war.on_map(team(war)))
        return self._ideas(war, step, {**choices, "to": sketch.worth_a_look(first(step.movers), choices["to"])})

    def _ideas(self, war: Malta, step: Move, choices: dict[str, int]) -> list[Idea]:
        sketch = sketch_of(war, war.active, war.on_map(team(war)))
        ideas = self._stack_ideas(war, step, choices, sketch) if step.movers else []
        for unit in bits(choices.get("unit", 0)):
            gain = unit_gain(war, sketch, unit)
            ideas.append(Idea(gain, "unit", unit, "idea-better-elsewhere"))
            if gain >= 0.3:
                break  # the first that has much to gain may go first; there is no need to weigh the rest
        if "end" in choices:
            ideas.append(Idea(0.04, "end", 0, "idea-in-place"))
        return ideas

    def _stack_ideas(self, war: Malta, step: Move, choices: dict[str, int], sketch: Sketch) -> list[Idea]:
        """What the stack that was picked could do."""
        ideas = []
        lead = first(step.movers)
        here = sketch.post(lead, war.at[lead])
        start = here if step.spent else here + 0.02
        for h in bits(choices.get("to", 0)):
            # A march that leads nowhere better is not made.
            ideas.append(Idea(sketch.post(lead, h) - (start if step.spent else 0.0), "to", h, "idea-better-place"))
        for h in bits(choices.get("overrun", 0)):
            combat = self.combat(war, step, "overrun", h)
            value = combat_value(war, combat) - 0.3 if combat else 0.0
            ideas.append(Idea(value - (0.0 if step.spent else -here), "overrun", h, "idea-ride-over-them"))
        if "hunt" in choices:
            combat = attack_of(war, war.at[lead], step.movers, HUNT)
            value = combat_value(war, combat) if combat else -1.0
            ideas.append(Idea(value + (0.0 if step.spent else here), "hunt", 0, "idea-finish-the-scattered"))
        if "regroup" in choices:
            ideas.append(Idea(9.0, "regroup", 0, "idea-a-company-again"))
        if "halt" in choices:
            ideas.append(Idea(start, "halt", 0, "idea-well-placed"))
        return sorted(ideas, key=lambda idea: -idea.score)[:CLOSE]

    def preview(self, war: Malta, step: Move, side: int, verb: str, target: int) -> Preview | None:
        if verb == "hunt":
            return Preview(war.say("preview-hunt", price=f"{hunt_price(war, step) / 2:g}"), "3.2.n")
        if verb != "to":
            return super().preview(war, step, side, verb, target)
        return way_preview(war, step, target)


def way_preview(war: Malta, step: Move, target: int) -> Preview:
    """The way and what it costs; a hex that would be too full [5.2.1.b]."""
    path, prices, roads = step.route(war, target)
    allowance = min(war.allowance(u) for u in bits(step.movers))
    spent = step.spent + sum(prices)
    if prices[-1] == EXHAUSTED:
        said, rule = war.say("preview-one-hex"), "5.2.d"
    elif roads and spent > allowance:
        said, rule = war.say("preview-march", hexes=len(path) - 1), "5.2.3.a"
    else:
        said, rule = war.say("preview-move", spent=f"{spent / 2:g}", all=f"{allowance / 2:g}"), "5.2.a"
    there = war.units_in(target, war.active) | step.movers
    if not step.movers & war.dispersed and war.points(there) > war.limit(target):
        said += " " + war.say("preview-crowded", points=war.points(there), limit=war.limit(target))
    return Preview(said, rule, (Line(tuple(war.setup.names.of("space", h) for h in path), "strong"),))


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
