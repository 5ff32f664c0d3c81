"""What is told about the land move: who marches where, and whom the last turn calls for."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ...engine.brief import Gesture
from ...engine.catalogue import text
from ...engine.choice import Decision
from ...engine.game import Idea
from ...engine.geometry.bits import bits, first
from ...engine.kinds import NOWHERE
from ...engine.view import Line, Preview
from .brief import Advised
from .forecast import against
from .land import Land, hostile, marches
from .state import AX, BR, Islands
from .weighing import LOSS, coming, dice_sum, goals, known, likely, promise, pull, resistance, spare, staying, support, worth


class March:
    """A march: who, to where, and what it promises."""

    __slots__ = ("group", "score", "target")

    def __init__(self, score: float, group: int, target: int) -> None:
        self.score, self.group, self.target = score, group, target


STILL = 0.15
"""What a march must promise."""


def part(war: Islands, side: int, t: int, movers: int) -> int:
    """As many of a stack as an attack needs with something to spare, or 0 if it needs nearly all of them."""
    enemy = war.forces(1 - side, t)
    need = 1.5 * staying(war, enemy) + 1.0 - support(war, side, t) - dice_sum(war, war.forces(side, t))
    stand = 2.5 * dice_sum(war, enemy) + 1.0
    group = 0
    setup = war.setup
    for unit in sorted(bits(movers), key=lambda p: -setup.attack[p]):
        group |= 1 << unit
        need -= setup.attack[unit] / 6
        stand -= 1.0
        if need <= 0 and stand <= 0:
            return group if 4 * group.bit_count() <= 3 * movers.bit_count() else 0
    return 0


def crowds(war: Islands, step: Land) -> Iterator[tuple[int, int]]:
    """Every place with units that may still march, and those units."""
    rest = step.free(war)
    while rest:
        origin = war.at[first(rest)]
        crowd = war.here()[origin] & rest
        rest &= ~crowd
        yield origin, crowd


def march_list(war: Islands, step: Land) -> list[March]:
    """Look at every stack that could go, and where to: the best march first."""
    if war.turn >= war.setup.last:
        return last_marches(war, step)
    setup = war.setup
    side = step.side
    wanted = goals(war, side)
    enemy = hostile(war, side)
    foes = war.stands(1 - side)
    pulls: dict[int, float] = {}
    threats: dict[int, float] = {}
    met: dict[int, tuple[int, float, float]] = {}
    listed: list[March] = []
    for origin, crowd in crowds(war, step):
        movers = spare(war, side, origin, crowd)
        if not movers:
            continue
        threat = coming(war, side, origin)
        engaged = foes >> origin & 1 or threat > 0
        here = pull(war, origin, wanted)
        if side == BR and engaged:
            here += stay(war, origin, movers, threat)
        elif engaged:
            here += 0.6 * max(0.0, promise(war, side, origin, 0)) + 2.0
        fast = movers & setup.raiders
        for group in (movers, fast) if fast and fast != movers else (movers,):
            for target in bits(marches(war, side, group)):
                if enemy >> target & 1:
                    if target not in met:
                        met[target] = resistance(war, side, target)
                    score = promise(war, side, target, group, met[target]) - 1.0 - (0.8 if engaged else 0.2) * here
                    if group.bit_count() > 4 and (some := part(war, side, target, group)):
                        # The others would be free for something else: the next best, not the first choice.
                        listed.append(March(score - 0.3, some, target))
                else:
                    gain = worth(war, target) if side == AX and not war.stands(AX) >> target & 1 else 0.0
                    if target not in threats:
                        threats[target] = coming(war, side, target)
                        pulls[target] = pull(war, target, wanted)
                    score = gain + pulls[target] - here - LOSS * min(threats[target], group.bit_count())
                listed.append(March(score, group, target))
    listed.sort(key=lambda march: -march.score)
    return listed


def at_last(war: Islands, side: int, t: int, force: int) -> float:
    """The chance that a territory counts for a side when the last battles are over, with a force of its own there [OH-VIC.4]."""
    if side == AX:
        if not force:
            return 0.0
        above = war.here()[t] & war.setup.own[BR] & war.setup.air & war.flying
        hold = 1.0 - likely(dice_sum(war, war.forces(BR, t) | above), staying(war, force))
        rule = war.setup.on["contested_scores"]
        if rule == "axis":
            return hold
        clear = likely(dice_sum(war, force) + support(war, AX, t), staying(war, war.forces(BR, t)))
        return hold * (clear + (0.3 * (1.0 - clear) if rule == "none" else 0.0))  # what counts for nobody is lost to the British
    enemy = war.troops(AX, t)
    drops = sum(1 for _, where in war.drops if where == t)
    if not enemy and not drops:
        return 1.0
    return likely(dice_sum(war, force) + support(war, BR, t), staying(war, enemy) + drops)


def last_marches(war: Islands, step: Land) -> list[March]:
    """On the last turn nothing counts but the points: as many as are needed go where they change hands [OH-VIC.2]."""
    setup = war.setup
    side = step.side
    listed: list[March] = []
    for origin, crowd in crowds(war, step):
        staff = sorted(bits(crowd), key=lambda p: -setup.attack[p])
        number = len(staff)
        before = at_last(war, side, origin, war.forces(side, origin)) if setup.vp[origin] else 0.0
        for count in sorted({1, 2, 3, 5, 8, number - 1, number}):
            if not 0 < count <= number:
                continue
            group = 0
            for unit in staff[:count]:
                group |= 1 << unit
            cost = 0.03 * count
            if setup.vp[origin]:
                cost += setup.vp[origin] * (before - at_last(war, side, origin, war.forces(side, origin) & ~group))
            for target in bits(marches(war, side, group) & setup.objectives):
                there = war.forces(side, target)
                gain = at_last(war, side, target, there | group) - at_last(war, side, target, there)
                listed.append(March(setup.vp[target] * gain - cost, group, target))
    listed.sort(key=lambda march: -march.score)
    return listed


def stay(war: Islands, t: int, movers: int, threat: float) -> float:
    """What it promises the British to let some units stay where they are."""
    force = war.forces(BR, t)
    enemy = war.troops(AX, t)
    drops = sum(1 for _, where in war.drops if where == t)
    theirs = dice_sum(war, enemy) + threat
    hold = min(1.0, staying(war, force) / max(0.1, 2.0 * theirs))
    kills = min(dice_sum(war, movers), staying(war, enemy) + drops + 0.5)
    return 0.5 * worth(war, t) * hold + 1.2 * kills - LOSS * min(theirs, staying(war, movers))


def _twin_wanted(war: Islands, step: Any, piece: int, missing: int) -> bool:
    same = war.twins(piece, step.free(war) & war.here()[war.at[piece]], *step.splits(war))
    return bool(same & missing)


class LandBrief(Advised[Land]):
    """Marches, in the land move and in the second move of mobile units."""

    gesture = Gesture(takes=("unit",), stacks=("stack",), by=("count",), puts=("to",))

    good = (False, True)

    def ideas(self, war: Islands, step: Land, decision: Decision) -> list[Idea]:
        """Every march is worth what its best target promises; the others follow close behind, so that they can be looked at."""
        kind = type(step)
        plans: list[March] = known(war, kind.__name__, step.side, lambda: march_list(war, kind(step.side)))
        if step.kin != NOWHERE or step.group:
            mine = step.group or 1 << step.kin
            origin = war.at[first(mine)]
            plans = [plan for plan in plans if war.at[first(plan.group)] == origin and not step.group & ~plan.group]
        if step.kin != NOWHERE:
            alike = step._alike(war)
            wanted = next((plan.group & alike for plan in plans if plan.group & alike), alike).bit_count()
            counts = decision.choices["count"]
            return [Idea(-abs(n - wanted), "count", n, "idea-strength-plan-needs") for n in bits(counts)]
        if step.group:
            return _march_on(war, step, decision, plans)
        ideas = [Idea(STILL, "done", 0, "idea-everybody-stands-well")]
        best: dict[int, March] = {}
        for plan in plans:
            best.setdefault(war.at[first(plan.group)], plan)
        free = step.free(war)
        units, stacks = decision.choices.get("unit", 0), decision.choices.get("stack", 0)
        for origin, plan in best.items():
            why = text("idea-march-on", place=("space", plan.target))
            if stacks >> origin & 1 and plan.group == war.here()[origin] & free:
                ideas.append(Idea(plan.score, "stack", origin, why))
                continue
            click = units & war.here()[origin]
            for unit in bits(click):
                if plan.group >> unit & 1 or _twin_wanted(war, step, unit, plan.group):
                    ideas.append(Idea(plan.score, "unit", unit, why))
                    break
        named = {(idea.verb, idea.target) for idea in ideas}
        for verb, mask in decision.choices.items():
            ideas += [Idea(-9.0, verb, t, "idea-little-gain") for t in bits(mask) if (verb, t) not in named]
        return ideas

    def preview(self, war: Islands, step: Land, side: int, verb: str, target: int) -> Preview | None:
        if verb != "to":
            return None
        names = war.setup.space_names
        way = Line((names[war.at[first(step.group)]], names[target]), "bad" if hostile(war, side) >> target & 1 else "good")
        return Preview(against(war, side, step.group, target), "OH-LAND.1", (way,))


def _march_on(war: Islands, step: Land, decision: Decision, plans: list[March]) -> list[Idea]:
    """Who else joins a group, or where it goes."""
    best = plans[0] if plans else None
    missing = best.group & ~step.group if best else 0
    scores: dict[int, float] = {}
    for plan in plans:
        scores.setdefault(plan.target, plan.score)
    ideas = []
    for target in bits(decision.choices["to"]):
        score = scores.get(target, -9.0)
        ideas.append(
            Idea(min(score, best.score - 1.0) if best and missing else score, "to", target, "idea-towards-next-objective")
        )
    for unit in bits(decision.choices.get("unit", 0)):
        join = best is not None and (missing >> unit & 1 or _twin_wanted(war, step, unit, missing))
        ideas.append(Idea(best.score if best and join else -12.0, "unit", unit, "idea-marches-others"))
    return ideas
