"""What a sensible pilot would do: scored ideas for every decision, each with a name a player understands.

Values are in victory points. A hit is worth a good part of the plane, the second one the rest; a bomber that still carries
its bombs is worth what they may destroy. Shots are weighed by their exact chance; the future only by distance.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Callable
from typing import Any

from ...engine.choice import Decision
from ...engine.game import Idea
from ...engine.geometry.bits import bits
from ...engine.geometry.squares import SquareGrid
from ...engine.kinds import NOWHERE
from .bombing import Bombing
from .fire import BOMB, FIRE, FLAK, Luck, _askable, modifiers, needed
from .flak import GunFire
from .movement import Attack, Move
from .placing import PlaceClouds, PlaceGuns, PlaceObjectives, PlacePlanes
from .state import BR, FACE, GREEN, IT, LUCKY, Sky
from .turn import Priority

# Chance of 2d6 reaching n.
_REACH = [sum(6 - abs(s - 7) for s in range(max(2, n), 13)) / 36 for n in range(14)]


def chance(need: int) -> float:
    """The chance that two dice reach a number."""
    return _REACH[0 if need < 0 else 13 if need > 13 else need]


FEAR = {True: 0.1, False: 0.2}
"""How much a fighter (True) or a bomber cares about enemies that may come, against shots that are certain."""
HUNT = 2.5
GOAL = 1.0

LEVELS = {"captain": (8, 24, 60, 1.0)}
"""Plans, worlds, horizon and doubt. Each of the eight plans is seen with all six faces of the next die."""


@functools.lru_cache(maxsize=8)
def places(grid: SquareGrid) -> list[tuple[int, int, int]]:
    """Column, rank and level by cell, worked out once for a board."""
    return [grid.place(cell) for cell in range(grid.all.bit_length())]


# --- what things are worth


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
    need = needed(war, FIRE, firer, target) - sum(m[1] for m in modifiers(war, FIRE, firer, target))
    if war.chit[firer] in (FACE, GREEN):
        need -= war.setup.chit_amount[war.chit[firer]]
    value = chance(need) * damage(war, target)
    if both and not war.fired >> target & 1:
        back = needed(war, FIRE, target, firer) - sum(m[1] for m in modifiers(war, FIRE, target, firer))
        value -= chance(back) * damage(war, firer)
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


def _flat(a: tuple[int, int, int], b: tuple[int, int, int]) -> int:
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
                far = 0 if here == NOWHERE else _flat(where[here], where[target])
                guarded = 0.8 if war.guns >> target + setup.height & 1 else 0.0
                options.append((far + 2.5 * load[target] + guarded, bomber, target))
        _, bomber, target = min(options)
        plan[bomber] = (target, best_level(war, bomber, target + setup.height))
        load[target] += setup.loads[bomber]
        waiting.remove(bomber)
    return plan


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
        count += _flat(at, here) + climb <= setup.class_of[foe]
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
        far = 4 if here == NOWHERE else _flat(where[here], where[target])
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


def trusted(war: Sky, decision: Decision) -> bool:
    """What trying out does not improve: the first turn, in which nobody can meet, and the target of guns [HM-AA.1]."""
    return war.turn == 1 or (war.stack is not None and isinstance(war.stack[0], GunFire))


# --- where to fly


class Scene:
    """What a plane on the move sees, worked out once for all the cells it may enter."""

    def __init__(self, war: Sky, plane: int) -> None:
        setup = war.setup
        where = places(setup.grid)
        top = setup.grid.levels
        foes = list(bits(war.on_board(1 - setup.side_of[plane])))
        later = _queue(war)
        fear = FEAR[bool(setup.fighters >> plane & 1)]
        self.war = war
        self.plane = plane
        self.plan = assignments(war) if setup.bombers >> plane & 1 else {}
        self.fog = war.fog()
        self.ready = setup.fighters & ~war.fired
        self.mine = damage(war, plane)
        self.in_cell: dict[int, int] = {}
        """The foes in a cell."""
        self.prey: list[tuple[int, int, int, float]] = []
        """Where to be for a shot at each foe, best of all one altitude above it, and what a hit there is worth."""
        self.hunters: list[tuple[int, int, int, int, float, int]] = []
        """Where each enemy fighter is, how far it reaches, how much it is feared, and who it is."""
        for foe in foes:
            cell = war.at[foe]
            self.in_cell[cell] = self.in_cell.get(cell, 0) | 1 << foe
            column, rank, level = where[cell]
            self.prey.append((column, rank, min(level + 1, top), damage(war, foe)))
            if setup.fighters >> foe & 1:
                soon = later >> foe & 1 and self.ready >> foe & 1
                self.hunters.append((column, rank, level, setup.class_of[foe], fear if soon else 0.5 * fear, foe))
        self.unease = 0.15 * fear * self.mine


def cell_value(scene: Scene, cell: int, arriving: bool) -> float:
    """How good it is for a plane to be in a cell: shots it gives, shots it draws, and what it leads to."""
    war, plane, mine = scene.war, scene.plane, scene.mine
    setup = war.setup
    fighter = setup.fighters >> plane & 1
    ready, fog, in_cell = scene.ready, scene.fog, scene.in_cell
    cloud = bool(fog >> cell & 1)
    value = 0.0
    if arriving:
        under, over = setup.below[cell], setup.above[cell]
        here = in_cell.get(cell, 0)
        if fighter and ready >> plane & 1:
            if here:
                value += max(_trade(war, plane, foe, False, cloud) for foe in bits(here))
            elif under in in_cell and not fog >> under & 1:
                value += max(0.0, max(_trade(war, plane, foe, True, cloud) for foe in bits(in_cell[under])))
        if here & ready:
            for foe in bits(here & ready):
                value -= hit_chance(war, foe, plane, False, cloud) * mine
        if over in in_cell and not cloud:
            for foe in bits(in_cell[over] & ready):
                value -= hit_chance(war, foe, plane, True, False) * mine
    # Enemy fighters that can come over or into this cell: soon or next turn.
    place = places(setup.grid)[cell]
    column, rank, level = place
    low = level < setup.grid.levels
    from_above = low and not cloud
    for x, y, z, reach, weight, foe in scene.hunters:
        far = abs(x - column) + abs(y - rank) + (z - level - 1 if from_above and z > level else abs(z - level))
        if far <= reach:
            value -= weight * hit_chance(war, foe, plane, low, cloud) * mine
        elif far <= 2 * reach:
            value -= scene.unease
    if setup.side_of[plane] == IT:
        value -= _flak_risk(war, plane, cell) * mine
    return value + (0.06 * level + _hunt(scene, place) if fighter else _bomber_goal(war, plane, place, scene.plan))


def _trade(war: Sky, firer: int, target: int, lower: bool, cloud: bool) -> float:
    setup = war.setup
    own = war.chit[firer]
    bonus = setup.chit_amount[own] if own in (FACE, GREEN) else 0
    damaged = setup.mod_damaged[1] if war.hit_markers[firer] else 0
    need = setup.hits_on[setup.class_of[firer] - 1] - bonus - damaged
    need -= (setup.mod_bomber[1] if setup.bombers >> target & 1 else 0) + (setup.mod_lower[1] if lower else 0)
    need -= setup.mod_cloud[1] if cloud else 0
    value = chance(need) * damage(war, target)
    if not war.fired >> target & 1:
        back = setup.hits_on[setup.class_of[target] - 1] - (setup.mod_damaged[1] if war.hit_markers[target] else 0)
        back -= (setup.mod_higher[1] if lower else 0) + (setup.mod_cloud[1] if cloud else 0)
        value -= chance(back) * damage(war, firer)
    return value


def _flak_risk(war: Sky, plane: int, cell: int) -> float:
    setup = war.setup
    square = setup.square_bit[cell]
    need = setup.aa_needs[setup.level[cell]]
    if not need or not war.guns & square:
        return 0.0
    bonus = (setup.mod_bomber[1] if setup.bombers >> plane & 1 else 0) + (setup.mod_cloud[1] if war.fog() >> cell & 1 else 0)
    return chance(need - bonus)


def _hunt(scene: Scene, place: tuple[int, int, int]) -> float:
    """Be near what is worth shooting."""
    column, rank, level = place
    best = 0.0
    for x, y, z, gain in scene.prey:
        gain /= 2.0 + abs(x - column) + abs(y - rank) + abs(z - level)
        if gain > best:
            best = gain
    return HUNT * best


def _bomber_goal(war: Sky, plane: int, place: tuple[int, int, int], plan: dict[int, tuple[int, int]]) -> float:
    """Laden bombers make for their Objective; empty ones keep out of the way, and go home when that wins."""
    setup = war.setup
    if plane in plan:
        target, level = plan[plane]
        column, rank, _ = setup.grid.place(target)
        far = abs(column - place[0]) + abs(rank - place[1])
        if far == 0:
            return bomb_value(war, plane, target + setup.height, place[2]) + 1.0
        # The height must be right on arrival, not before.
        climb = abs(level - place[2])
        return -GOAL * (far + 0.6 * climb)
    home = place[1] - setup.grid.place(next(bits(setup.entry[IT])))[1]
    return -0.12 * home if going_home(war) else -0.05 * home


def going_home(war: Sky) -> bool:
    """Italy is ahead of par: the sooner the last bomber is off the board, the better."""
    italy, britain = war.scores()
    return italy - britain > war.par() or war.turn >= war.setup.max_turns - 1


# --- decisions


def _queue(war: Sky) -> int:
    """The planes that will still move this turn."""
    stack = war.stack
    while stack is not None:
        step, stack = stack
        queue = getattr(step, "queue", None)
        if queue is not None:
            return sum(1 << plane for plane in queue)
    return 0


def move_ideas(war: Sky, step: Move, decision: Decision) -> list[Idea]:
    plane = step.plane
    scene = Scene(war, plane)
    ideas = [Idea(cell_value(scene, cell, True), "to", cell, "the best place to be") for cell in bits(decision.choices["to"])]
    if "halt" in decision.choices:
        ideas.append(Idea(cell_value(scene, war.at[plane], False) + 0.01, "halt", 0, "well placed already"))
    if "exit" in decision.choices:
        if war.setup.fighters >> plane & 1:
            worth_it = 0.2 if war.hit_markers[plane] and going_home(war) else -1.0
        else:
            others = war.on_board(IT) & war.setup.bombers & ~(1 << plane)
            busy = plane in scene.plan
            worth_it = -9.0 if busy else (5.0 if going_home(war) or others else -0.4)
        ideas.append(Idea(worth_it, "exit", 0, "its work is done"))
    return ideas


def attack_ideas(war: Sky, step: Attack, decision: Decision) -> list[Idea]:
    verb = "attack" if step.both else "fire"
    ideas = [Idea(fight(war, step.fighter, foe, step.both), verb, foe, "the best shot") for foe in bits(decision.choices[verb])]
    if "hold" in decision.choices:
        # A shot without an answer is nearly always worth taking: the next chance may not come.
        ideas.append(Idea(0.05, "hold", 0, "not worth the risk"))
    return ideas


def gun_ideas(war: Sky, step: GunFire, decision: Decision) -> list[Idea]:
    ideas = []
    for plane in bits(decision.choices["fire"]):
        need = needed(war, FLAK, NOWHERE, plane) - sum(m[1] for m in modifiers(war, FLAK, NOWHERE, plane))
        ideas.append(Idea(chance(need) * damage(war, plane), "fire", plane, "the best target"))
    return [*ideas, Idea(-0.01, "hold", 0, "nothing to shoot at")]


def bomb_ideas(war: Sky, step: Bombing, decision: Decision) -> list[Idea]:
    ideas = []
    for plane in bits(decision.choices["bomb"]):
        need = needed(war, BOMB, plane, NOWHERE) - sum(m[1] for m in modifiers(war, BOMB, plane, NOWHERE))
        p = chance(need)
        # A poor chance is worth keeping for another turn, unless there will be none.
        floor = 0.2 if war.turn < war.setup.max_turns - 2 else 0.0
        ideas.append(Idea(p - floor, "bomb", plane, "over the target"))
    return [*ideas, Idea(0.0, "hold", 0, "wait for a better run")]


def luck_ideas(war: Sky, step: Luck, decision: Decision) -> list[Idea]:
    asked = _askable(war, step.shot, step.roller, step.victim, step.answer)
    roll, plane = asked[len(step.luck)]
    roller, victim = (step.roller, step.victim) if roll == 0 else (step.victim, step.roller)
    total = step.dice[2 * roll] + step.dice[2 * roll + 1] + sum(m[1] for m in modifiers(war, step.shot, roller, victim))
    total += sum(amount for (r, _), amount in zip(asked, step.luck) if r == roll)
    if roller != NOWHERE and war.up >> roller & 1 and war.chit[roller] in (FACE, GREEN):
        total += war.setup.chit_amount[war.chit[roller]]
    need = needed(war, step.shot, roller, victim)
    size = war.setup.chit_amount[LUCKY]
    helps = (total < need <= total + size) if plane == roller else (total >= need > total - size)
    ideas = [Idea(0.0, "leave", 0, "the roll stands")]
    if "plus" in decision.choices:
        ideas.append(Idea(1.0 if helps and plane == roller else -1.0, "plus", 0, "turns a miss into a hit"))
        ideas.append(Idea(1.0 if helps and plane != roller else -1.0, "minus", 0, "turns a hit into a miss"))
    return ideas


def objective_ideas(war: Sky, step: PlaceObjectives, decision: Decision) -> list[Idea]:
    """Near each other, so that a bomber can change its mind, but not all in one heap of guns."""
    setup = war.setup
    middle = (setup.grid.columns + 1) / 2
    ideas = []
    for square in bits(decision.choices["objective"]):
        column, rank, _ = setup.grid.place(square - setup.height)
        ideas.append(Idea(-abs(column - middle) - 0.1 * rank, "objective", square, "within reach of every bomber"))
    return ideas


def gun_place_ideas(war: Sky, step: PlaceGuns, decision: Decision) -> list[Idea]:
    """On the Objectives first, then in front of them."""
    setup = war.setup
    ideas = []
    targets = [s - setup.height for s in bits(war.objectives)]
    for square in bits(decision.choices["gun"]):
        far = min(setup.grid.manhattan(square - setup.height, t) for t in targets)
        ahead = setup.grid.place(square - setup.height)[1] < setup.grid.place(targets[0])[1]
        ideas.append(Idea(-float(far) + (0.3 if ahead else 0.0), "gun", square, "where the bombers must come"))
    return ideas


def cloud_ideas(war: Sky, step: PlaceClouds, decision: Decision) -> list[Idea]:
    """Low over the Objectives: it spoils the bombing from there and hides nobody who matters."""
    setup = war.setup
    ideas = []
    for cell in bits(decision.choices["cloud"]):
        over = bool(setup.square_bit[cell] & war.objectives)
        guns = bool(setup.square_bit[cell] & war.guns)
        low = setup.level[cell]
        ideas.append(Idea((2.0 if over and not guns else 0.5 if over else 0.0) - 0.3 * low, "cloud", cell, "spoils the low run"))
    return ideas


def entry_ideas(war: Sky, step: PlacePlanes, decision: Decision) -> list[Idea]:
    """Bombers opposite their Objective at its altitude, fighters high and near what they guard or hunt."""
    setup = war.setup
    grid = setup.grid
    plane = step.plane
    fog = war.fog()
    ideas = []
    targets = [s - setup.height for s in bits(war.objectives)]
    bombers = [war.at[b] for b in bits(setup.own[IT] & setup.bombers) if war.at[b] != NOWHERE]
    taken = [war.at[p] for p in bits(setup.own[setup.side_of[plane]]) if war.at[p] != NOWHERE]
    goal = assignments(war).get(plane) if setup.bombers >> plane & 1 else None
    for cell in bits(decision.choices["at"]):
        column, _rank, level = grid.place(cell)
        if goal is not None:
            score = -abs(grid.place(goal[0])[0] - column) - 0.4 * abs(level - goal[1])
        else:
            near = [grid.place(b)[0] for b in bombers] or [grid.place(t)[0] for t in targets]
            crowd = sum(1 for t in taken if t == cell)
            score = float(level) - min(abs(column - n) for n in near) - 0.7 * crowd
        if fog >> cell & 1:
            score -= 0.5
        ideas.append(Idea(score, "at", cell, "the way in"))
    return ideas


def priority_ideas(war: Sky, step: Priority, decision: Decision) -> list[Idea]:
    """Who can hurt somebody now goes first; who waits for a target to fly under him goes last."""
    setup = war.setup
    side = decision.side
    foes = war.on_board(1 - side)
    ideas = []
    for plane in bits(decision.choices["next"]):
        if setup.bombers >> plane & 1:
            score = 0.3
        else:
            place = setup.grid.place(war.at[plane])
            score = 0.0
            for foe in bits(foes):
                at = setup.grid.place(war.at[foe])
                far = abs(at[0] - place[0]) + abs(at[1] - place[1]) + abs(min(at[2] + 1, setup.grid.levels) - place[2])
                if far <= setup.class_of[plane]:
                    score = max(score, damage(war, foe))
                if far == 0 and side == BR:
                    score = -0.5
        ideas.append(Idea(score, "next", plane, "can strike first"))
    return ideas


_IDEAS: dict[type, Callable[[Sky, Any, Decision], list[Idea]]] = {
    Move: move_ideas,
    Attack: attack_ideas,
    GunFire: gun_ideas,
    Bombing: bomb_ideas,
    Luck: luck_ideas,
    PlaceObjectives: objective_ideas,
    PlaceGuns: gun_place_ideas,
    PlaceClouds: cloud_ideas,
    PlacePlanes: entry_ideas,
    Priority: priority_ideas,
}


def ideas(war: Sky, decision: Decision) -> list[Idea]:
    """Every choice of a decision with what it seems worth."""
    assert war.stack is not None
    step = war.stack[0]
    return _IDEAS[type(step)](war, step, decision)


def scripts(war: Sky, side: int) -> dict[str, tuple[str, list[tuple[str, int]]]]:
    """Choices worth one click: last turn's order, and a sensible way to place what is left."""
    if war.stack is None:
        return {}
    step = war.stack[0]
    found: dict[str, tuple[str, list[tuple[str, int]]]] = {}
    if isinstance(step, Priority):
        rest = [plane for plane in bits(war.on_board(side)) if plane not in war.order[side]]
        last = [plane for plane in war.last_order[side] if plane in rest]
        if last and len(rest) > 1:
            # The last plane needs no choice: the table gives it the number that is left.
            found["same-order"] = (
                "Same order as last turn",
                [("next", p) for p in [*last, *(p for p in rest if p not in last)][:-1]],
            )
        if len(rest) > 1:
            found["advised-order"] = ("Advised order", war.setup.game.advised(war, side, Priority))
    elif isinstance(step, (PlaceObjectives, PlaceGuns, PlaceClouds, PlacePlanes)):
        found["place-all"] = ("Place sensibly for me", war.setup.game.advised(war, side, type(step)))
    return found
