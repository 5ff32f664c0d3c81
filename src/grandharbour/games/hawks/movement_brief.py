"""What is told about flying and fighting."""

from __future__ import annotations

from ...engine.brief import Gesture
from ...engine.choice import Decision
from ...engine.forecast import Forecast, Result
from ...engine.game import Idea
from ...engine.geometry.bits import bits, mask_of
from ...engine.kinds import NOWHERE
from ...engine.view import Line, Preview
from .brief import PilotBrief
from .fire import FIRE
from .flak import flak_at
from .forecast import chance, roll
from .movement import Attack, Move
from .state import FACE, GREEN, IT, Sky
from .turn import Activations
from .weighing import assignments, bomb_value, damage, fight, going_home, hit_chance, places

FEAR = {True: 0.1, False: 0.2}
"""How much a fighter (True) or a bomber cares about enemies that may come, against shots that are certain."""
HUNT = 2.5
GOAL = 1.0


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
        value -= flak_risk(war, plane, cell) * mine
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


def flak_risk(war: Sky, plane: int, cell: int) -> float:
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
    home = place[1] - setup.grid.place(next(iter(bits(setup.entry[IT]))))[1]
    return -0.12 * home if going_home(war) else -0.05 * home


def _queue(war: Sky) -> int:
    """The planes that will still move this turn."""
    moving = war.nearest(Activations)
    return 0 if moving is None else mask_of(moving.queue)


class MoveBrief(PilotBrief[Move]):
    """Where to fly."""

    gesture = Gesture(puts=("to",), onward=True)

    def ideas(self, war: Sky, step: Move, decision: Decision) -> list[Idea]:
        plane = step.plane
        scene = Scene(war, plane)
        ideas = [Idea(cell_value(scene, cell, True), "to", cell, "idea-best-place") for cell in bits(decision.choices["to"])]
        if "halt" in decision.choices:
            ideas.append(Idea(cell_value(scene, war.at[plane], False) + 0.01, "halt", 0, "idea-well-placed"))
        if "exit" in decision.choices:
            if war.setup.fighters >> plane & 1:
                worth_it = 0.2 if war.hit_markers[plane] and going_home(war) else -1.0
            else:
                others = war.on_board(IT) & war.setup.bombers & ~(1 << plane)
                busy = plane in scene.plan
                worth_it = -9.0 if busy else (5.0 if going_home(war) or others else -0.4)
            ideas.append(Idea(worth_it, "exit", 0, "idea-work-done"))
        return ideas

    def preview(self, war: Sky, step: Move, side: int, verb: str, target: int) -> Preview | None:
        """What waits in the space a plane would fly to; the pilots' chits play no part in it."""
        if verb != "to":
            return None
        setup, say = war.setup, war.say
        plane, name = step.plane, setup.names.of
        clear = not war.fog() >> target & 1
        foes = war.on_board(1 - side)
        there = war.planes_in(foes, target)
        over = setup.above[target]
        ready = war.planes_in(foes & setup.fighters & ~war.fired, over) if over != NOWHERE and clear else 0
        need = flak_at(war, plane, target)
        risks = [
            (say("preview-to-fight", n=there.bit_count()), "HM-ENG.1", there),
            (say("preview-above", n=ready.bit_count()), "HM-ENG.3", ready),
            (say("preview-guns", need=need), "HM-AA.2", need),
        ]
        waiting = [(text, rule) for text, rule, much in risks if much]
        told = [say("preview-spaces", n=setup.class_of[plane] - step.left + 1, of=setup.class_of[plane])]
        told += [] if clear else [say("preview-in-cloud")]
        told += [f"{text} [{rule}]" for text, rule in waiting]
        way = name("space", war.at[plane]), name("space", target)
        line = Line(way, "bad" if waiting else "strong", ", ".join(text for text, _ in waiting))
        return Preview(f"{'; '.join(told)}.", "HM-MOVE.1", (line,))


class AttackBrief(PilotBrief[Attack]):
    """Whom to shoot at."""

    def ideas(self, war: Sky, step: Attack, decision: Decision) -> list[Idea]:
        verb = "attack" if step.both else "fire"
        ideas = [
            Idea(fight(war, step.fighter, foe, step.both), verb, foe, "idea-best-shot") for foe in bits(decision.choices[verb])
        ]
        if "hold" in decision.choices:
            # A shot without an answer is nearly always worth taking: the next chance may not come.
            ideas.append(Idea(0.05, "hold", 0, "idea-not-worth"))
        return ideas

    def forecast(self, war: Sky, step: Attack, side: int, verb: str, target: int) -> Forecast[Result] | None:
        return None if verb == "hold" else roll(war, FIRE, step.fighter, target, NOWHERE)
