"""Why a choice over Malta is advised: the shot it gives, the shots it draws, what it leads to."""

from __future__ import annotations

from ...engine.brief import Idea
from ...engine.catalogue import Text, text
from ...engine.geometry.bits import bits
from ...engine.kinds import NOWHERE
from ...engine.reasons import written
from .fire import BOMB, FIRE, FLAK
from .flak import GunFire
from .forecast import strikes
from .movement import Attack, Move
from .movement_brief import flak_risk
from .placing import PlacePlanes
from .state import IT, Sky
from .weighing import assignments, best_level, flat, hit_chance, places


def facts(war: Sky, side: int, idea: Idea) -> list[Text]:
    step = war.stack[0] if war.stack else None
    match idea.verb:
        case "to" if isinstance(step, Move):
            return flight(war, step.plane, idea.target)
        case "halt" if isinstance(step, Move):
            return [written(idea.why), *flight(war, step.plane, war.at[step.plane])]
        case "attack" | "fire" if isinstance(step, Attack):
            return shot(war, step.fighter, idea.target, step.both)
        case "fire" if isinstance(step, GunFire):
            return [text("reason-hits", chance=strikes(war, FLAK, NOWHERE, idea.target)), *prize(war, idea.target)]
        case "bomb":
            return [written(idea.why), text("reason-destroys", chance=strikes(war, BOMB, idea.target, NOWHERE))]
        case "next":
            return turn_of(war, idea.target)
        case "objective":
            column, _rank, _ = war.setup.grid.place(idea.target - war.setup.height)
            off = abs(column - (war.setup.grid.columns + 1) / 2)
            return [text("reason-off-middle", files=int(off)), *neighbours(war, idea.target)]
        case "gun":
            return guard(war, idea.target)
        case "cloud":
            return cover(war, idea.target)
        case "at" if isinstance(step, PlacePlanes):
            return entry(war, step.plane, idea.target)
    return []


def flight(war: Sky, plane: int, cell: int) -> list[Text]:
    """What a plane finds in a cell: what it can shoot at or bomb, who can shoot at it, and what is near."""
    setup = war.setup
    where = places(setup.grid)
    side = setup.side_of[plane]
    fog = war.fog()
    cloud = bool(fog >> cell & 1)
    foes = war.on_board(1 - side)
    here = war.planes_in(foes, cell)
    under, over = setup.below[cell], setup.above[cell]
    below = war.planes_in(foes, under) if under != NOWHERE and not fog >> under & 1 else 0
    above = war.planes_in(foes & setup.fighters & ~war.fired, over) if over != NOWHERE and not cloud else 0
    gained: list[Text] = []
    risked: list[Text] = []
    if setup.fighters >> plane & 1:
        if not war.fired >> plane & 1 and (here or below):
            prey = max(bits(here or below), key=lambda foe: hit_chance(war, plane, foe, not here, cloud))
            gained.append(text("reason-shot", plane=("piece", prey), chance=hit_chance(war, plane, prey, not here, cloud)))
        elif foes:
            prey = min(bits(foes), key=lambda foe: (away(war, cell, war.at[foe]), not setup.bombers >> foe & 1))
            gained.append(text("reason-spaces-from", n=away(war, cell, war.at[prey]), plane=("piece", prey)))
    else:
        goal = assignments(war).get(plane)
        if goal is None:
            gained.append(text("reason-way-home", n=where[cell][1] - setup.grid.place(next(iter(bits(setup.entry[IT]))))[1]))
        else:
            far = flat(where[cell], where[goal[0]])
            place = ("space", goal[0] + setup.height)
            gained.append(
                text("reason-over-objective", place=place) if far == 0 else text("reason-squares-from", n=far, place=place)
            )
            gained += [text("reason-right-height")] if setup.level[cell] == goal[1] else []
    ready = setup.fighters & ~war.fired
    for foe in bits(here & ready):
        risked.append(text("reason-answers", plane=("piece", foe), chance=hit_chance(war, foe, plane, False, cloud)))
    for foe in bits(above):
        risked.append(text("reason-above", plane=("piece", foe), chance=hit_chance(war, foe, plane, True, False)))
    guns = flak_risk(war, plane, cell) if side == IT else 0.0
    if guns:
        risked.append(text("reason-guns", chance=guns))
    hunters = [foe for foe in bits(foes & setup.fighters) if away(war, cell, war.at[foe]) <= setup.class_of[foe]]
    if not risked:
        risked.append(text("reason-in-reach-of", n=len(hunters)) if hunters else text("reason-nobody-near"))
    return [*gained[:2], *risked[:1], *([text("reason-in-cloud")] if cloud else [text("reason-altitude", n=setup.level[cell])])]


def away(war: Sky, a: int, b: int) -> int:
    """Spaces between two cells."""
    one, two = places(war.setup.grid)[a], places(war.setup.grid)[b]
    return flat(one, two) + abs(one[2] - two[2])


def shot(war: Sky, firer: int, target: int, both: bool) -> list[Text]:
    facts = [text("reason-hits", chance=strikes(war, FIRE, firer, target)), *prize(war, target)]
    if both and not war.fired >> target & 1 and war.setup.fighters >> target & 1:
        facts.append(text("reason-answer", chance=strikes(war, FIRE, target, firer)))
    return facts


def prize(war: Sky, plane: int) -> list[Text]:
    """What there is to be had in a plane."""
    if war.hit_markers[plane] + 1 >= war.setup.hits_to_kill:
        return [text("reason-one-more")]
    laden = war.setup.bombers >> plane & 1 and not war.bombed >> plane & 1
    return [text("reason-laden")] if laden else []


def turn_of(war: Sky, plane: int) -> list[Text]:
    """Why a plane should move now: what it can reach, or what it carries."""
    setup = war.setup
    if setup.bombers >> plane & 1:
        goal = assignments(war).get(plane)
        if goal is None:
            return [text("reason-empty")]
        far = flat(places(setup.grid)[war.at[plane]], places(setup.grid)[goal[0]])
        return [text("reason-carries", n=far, place=("space", goal[0] + setup.height))]
    foes = war.on_board(1 - setup.side_of[plane])
    near = [foe for foe in bits(foes) if away(war, war.at[plane], war.at[foe]) <= setup.class_of[plane] + 1]
    if near:
        prey = max(near, key=lambda foe: hit_chance(war, plane, foe, False, False))
        return [text("reason-reaches", plane=("piece", prey), n=len(near))]
    if not foes:
        return [text("reason-class", n=setup.class_of[plane])]
    prey = min(bits(foes), key=lambda foe: away(war, war.at[plane], war.at[foe]))
    return [text("reason-waits", plane=("piece", prey), n=away(war, war.at[plane], war.at[prey]))]


def neighbours(war: Sky, square: int) -> list[Text]:
    """How near an Objective lies to those that are placed."""
    setup = war.setup
    others = [setup.grid.manhattan(square - setup.height, other - setup.height) for other in bits(war.objectives)]
    return [text("reason-next-objective", n=min(others))] if others else []


def guard(war: Sky, square: int) -> list[Text]:
    """What a gun would defend."""
    setup = war.setup
    if war.objectives >> square & 1:
        return [text("reason-gun-on", place=("space", square), n=(war.guns >> square & 1))]
    far, place = min((setup.grid.manhattan(square - setup.height, t - setup.height), t) for t in bits(war.objectives))
    ahead = setup.grid.place(square - setup.height)[1] < setup.grid.place(place - setup.height)[1]
    return [text("reason-gun-before" if ahead else "reason-gun-beside", n=far, place=("space", place))]


def cover(war: Sky, cell: int) -> list[Text]:
    """What a cloud would spoil."""
    setup = war.setup
    level = text("reason-altitude", n=setup.level[cell])
    if not setup.square_bit[cell] & war.objectives:
        return [text("reason-cloud-elsewhere"), level]
    guns = bool(setup.square_bit[cell] & war.guns)
    bombers = list(bits(setup.own[IT] & setup.bombers))
    square = next(iter(bits(setup.square_bit[cell])))
    lined = any(best_level(war, bomber, square) == setup.level[cell] for bomber in bombers)
    said = text("reason-cloud-guns") if guns else text("reason-cloud-run") if lined else text("reason-cloud-over")
    return [said, level]


def entry(war: Sky, plane: int, cell: int) -> list[Text]:
    """Where a plane comes in: opposite its Objective, or near those it guards or hunts."""
    setup = war.setup
    grid = setup.grid
    column, _rank, level = grid.place(cell)
    goal = assignments(war).get(plane) if setup.bombers >> plane & 1 else None
    facts: list[Text] = []
    if goal is not None:
        off = abs(grid.place(goal[0])[0] - column)
        facts.append(text("reason-opposite", files=off, place=("space", goal[0] + setup.height)))
        facts.append(text("reason-right-height") if level == goal[1] else text("reason-wrong-height", n=abs(level - goal[1])))
    else:
        bombers = [b for b in bits(setup.own[IT] & setup.bombers) if war.at[b] != NOWHERE]
        if bombers:
            near = min(bombers, key=lambda b: abs(grid.place(war.at[b])[0] - column))
            facts.append(text("reason-files-from-plane", n=abs(grid.place(war.at[near])[0] - column), plane=("piece", near)))
        elif war.objectives:
            place = min(bits(war.objectives), key=lambda s: abs(grid.place(s - setup.height)[0] - column))
            off = abs(grid.place(place - setup.height)[0] - column)
            facts.append(text("reason-opposite", files=off, place=("space", place)))
        facts.append(text("reason-altitude", n=level))
    if war.fog() >> cell & 1:
        facts.append(text("reason-in-cloud"))
    return facts
