"""What a sensible staff would propose: scored ideas for every decision.

Values are victory points, more or less. The Axis looks for weakly held objectives that hang together with a beach; the British
keep theirs and strike back where the odds are good. Battles are weighed by the mean of their dice, the final commitment by the
exact forecast that a player sees.
"""

from __future__ import annotations

from collections.abc import Callable
from math import exp, sqrt
from typing import Any

from ...engine.choice import Decision
from ...engine.game import Idea
from ...engine.geometry.bits import bits, first
from ...engine.kinds import NOWHERE
from .air import Air, Lift, RedirectAir, flak_dice, jumpers, landing_fields, lift_targets
from .airfight import Battles, Spill
from .commit import AIR, BOMB, LAND, SEA, Commit
from .events import Reinforce
from .land import Land, SecondMove, hostile, marches
from .landfight import LandBattles, gunners
from .landing import Landing, Unload, assault_open, open_ports
from .losses import Aim, Lose, prize, smart
from .naval import Loading, Naval, React, Redirect, danger, empty_ships, pool
from .placing import LayMines, SetFleet, SetUnits, waiting
from .regroup import LandAircraft, Recover
from .state import AX, BR, Malta
from .supply import Supply
from .turn import PHASES, GameTurn

# --- what things are worth

CARGO, PLANE, LOSS, KILL = 5.0, 3.0, 1.2, 1.5
"""In points: a laden transport, an aircraft, a British unit lost, an Axis unit killed from the air."""


def dice_sum(war: Malta, units: int) -> float:
    """Expected hits of some units when they fire once."""
    total = 0
    for number, those in war.setup.by_attack:
        if units & those:
            total += number * (units & those).bit_count()
    return total / 6


def staying(war: Malta, units: int) -> int:
    """How many hits some units can take."""
    if not units:
        return 0
    total = units.bit_count() - (units & war.hit1).bit_count() - (units & war.hit2).bit_count()
    for those in war.setup.sturdy:
        total += (units & those).bit_count()
    return total


def worth(war: Malta, t: int) -> float:
    """What holding a territory is worth: points, and a little for airfields, ports and the way on."""
    return war.setup.prospect[t]


def support(war: Malta, side: int, t: int) -> float:
    """Expected hits of aircraft already over a territory and of ships off its coast."""
    setup = war.setup
    planes = war.here()[t] & setup.own[side] & setup.air & ~war.duelled
    return dice_sum(war, planes) + 0.6 * dice_sum(war, gunners(war, side, t))


def promise(war: Malta, side: int, t: int, extra: int) -> float:
    """What an attack on a territory by some units promises, with the friends who are there already."""
    foe = 1 - side
    enemy = war.forces(foe, t)
    force = war.forces(side, t) | extra
    gain = worth(war, t) + 1.0
    if not enemy:
        return gain if not war.stands(side) >> t & 1 or not gain else 0.3
    ours = dice_sum(war, force) + support(war, side, t)
    theirs = dice_sum(war, enemy) + (coming(war, BR, t) if side == BR else 0.5 * support(war, foe, t))
    clear = min(1.0, ours / max(1, staying(war, enemy)))
    hold = min(1.0, staying(war, force) / max(0.1, 2.0 * theirs))
    here_now = war.stands(side) >> t & 1
    # The Axis scores by being there at all, the British only by throwing it out [OH-VIC.4].
    share = (0.55 * hold + 0.45 * clear) if side == AX else clear * hold
    cost = (LOSS if side == BR else 0.5) * min(theirs, staying(war, force))
    return gain * share * (0.5 if here_now and side == AX else 1.0) - cost + 1.2 * min(ours, staying(war, enemy))


def goals(war: Malta, side: int) -> list[tuple[int, float]]:
    """Territories worth going to."""
    setup = war.setup
    found = []
    axis = war.stands(AX)
    if side == AX:
        for t in bits(setup.objectives & ~axis):
            found.append((t, worth(war, t) / (1.0 + 0.25 * staying(war, war.forces(BR, t)))))
        for t in bits(war.contested()):
            found.append((t, 0.5 * worth(war, t)))
        return found
    for t in bits(axis):
        found.append((t, worth(war, t)))
    for t in bits(setup.objectives & ~axis):
        if setup.links[t] & axis:
            found.append((t, 0.7 * worth(war, t)))
    return found


def pull(war: Malta, t: int, wanted: list[tuple[int, float]]) -> float:
    """How well placed a territory is for what is wanted."""
    far = war.setup.far[t]
    return max((value / (1.5 + far[goal]) for goal, value in wanted), default=0.0)


# --- what has been worked out already

_known: dict[str, tuple[list[int], tuple[Any, ...], Any]] = {}


def known(war: Malta, name: str, side: int, find: Callable[[], Any]) -> Any:
    """What was found for this very position a moment ago, or what is found now: one move takes several clicks to say."""
    here = war.here()
    state = (
        side, war.turn, war.first, war.spent, war.moved, war.flying, war.duelled, war.busy, war.hit1, war.hit2, war.stowed, war.beach,
        war.freight, war.away, war.assault, war.free_field, war.free_target, tuple(war.beaches), tuple(war.drops), war.drop_marker,
        tuple(war.stores), tuple(war.markers_ax), tuple(war.markers_br), tuple(war.damage), tuple(war.held),
    )  # fmt: skip
    last = _known.get(name)
    if last is not None and last[0] is here and last[1] == state:
        return last[2]
    found = find()
    _known[name] = (here, state, found)
    return found


# --- marches


class March:
    """A march: who, to where, and what it promises."""

    __slots__ = ("group", "score", "target")

    def __init__(self, score: float, group: int, target: int) -> None:
        self.score, self.group, self.target = score, group, target


STILL = 0.15
"""What a march must promise."""


def spare(war: Malta, side: int, origin: int, free: int) -> int:
    """Units that may leave a territory: one stays where points would be lost [OH-VIC.4]."""
    setup = war.setup
    here = war.troops(side, origin)
    stays = here & ~free
    if stays or war.stands(1 - side) >> origin & 1:
        return free
    keep = setup.vp[origin] or setup.ports >> origin & 1 or war.markers(side)[origin]
    if side == BR:
        threatened = setup.links[origin] & war.stands(AX) or setup.shores[origin] & war.surface_fleets(AX)
        keep = setup.vp[origin] >= 10 or (keep and threatened)
    if not keep:
        return free
    least = min(bits(free), key=lambda p: (setup.move[p], setup.worth[p]))
    return free & ~(1 << least)


def part(war: Malta, side: int, t: int, movers: int) -> int:
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


def march_list(war: Malta, step: Land) -> list[March]:
    """Look at every stack that could go, and where to: the best march first."""
    if war.turn >= war.setup.last:
        return last_marches(war, step)
    setup = war.setup
    side = step.side
    wanted = goals(war, side)
    enemy = hostile(war, side)
    foes = war.stands(1 - side)
    pulls = [pull(war, t, wanted) for t in range(setup.lands)]
    threats: dict[int, float] = {}
    found: list[March] = []
    rest = step.free(war)
    while rest:
        origin = war.at[first(rest)]
        crowd = war.here()[origin] & rest
        rest &= ~crowd
        movers = spare(war, side, origin, crowd)
        if not movers:
            continue
        threat = coming(war, side, origin)
        engaged = foes >> origin & 1 or threat > 0
        here = pulls[origin]
        if side == BR and engaged:
            here += stay(war, origin, movers, threat)
        elif engaged:
            here += 0.6 * max(0.0, promise(war, side, origin, 0)) + 2.0
        fast = movers & setup.raiders
        for group in (movers, fast) if fast and fast != movers else (movers,):
            for target in bits(marches(war, side, group)):
                if enemy >> target & 1:
                    score = promise(war, side, target, group) - 1.0 - (0.8 if engaged else 0.2) * here
                    if group.bit_count() > 4 and (some := part(war, side, target, group)):
                        # The others would be free for something else: the next best, not the first choice.
                        found.append(March(score - 0.3, some, target))
                else:
                    gain = worth(war, target) if side == AX and not war.stands(AX) >> target & 1 else 0.0
                    if target not in threats:
                        threats[target] = coming(war, side, target)
                    score = gain + pulls[target] - here - LOSS * min(threats[target], group.bit_count())
                found.append(March(score, group, target))
    found.sort(key=lambda march: -march.score)
    return found


def likely(mean: float, need: int) -> float:
    """The chance of some number of hits, where so many are to be expected."""
    if need <= 0 or mean <= 0:
        return float(need <= 0)
    return 1 / (1 + exp(min(50.0, 1.7 * (need - 0.5 - mean) / sqrt(0.7 * mean))))


def at_last(war: Malta, side: int, t: int, force: int) -> float:
    """The chance that a territory counts for a side when the last battles are over, with a force of its own there [OH-VIC.4]."""
    if side == AX:
        if not force:
            return 0.0
        above = war.here()[t] & war.setup.own[BR] & war.setup.air & war.flying
        return 1.0 - likely(dice_sum(war, war.forces(BR, t) | above), staying(war, force))
    enemy = war.troops(AX, t)
    drops = sum(1 for _, where in war.drops if where == t)
    if not enemy and not drops:
        return 1.0
    return likely(dice_sum(war, force) + support(war, BR, t), staying(war, enemy) + drops)


def last_marches(war: Malta, step: Land) -> list[March]:
    """On the last turn nothing counts but the points: as many as are needed go where they change hands [OH-VIC.2]."""
    setup = war.setup
    side = step.side
    found: list[March] = []
    rest = step.free(war)
    while rest:
        origin = war.at[first(rest)]
        crowd = war.here()[origin] & rest
        rest &= ~crowd
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
                found.append(March(setup.vp[target] * gain - cost, group, target))
    found.sort(key=lambda march: -march.score)
    return found


def coming(war: Malta, side: int, t: int) -> float:
    """Expected hits of what will come to a territory after the marches: aircraft over it, a drop, a landing."""
    if side == AX or isinstance(war.stack[0] if war.stack else None, SecondMove):
        return 0.0
    setup = war.setup
    found = dice_sum(war, war.here()[t] & setup.own[AX] & setup.air & war.flying)
    found += sum(setup.attack[unit] for unit, where in war.drops if where == t) / 6
    if assault_open(war, AX):
        for zone in bits(setup.shores[t] & war.surface_fleets(AX)):
            found += 0.4 * dice_sum(war, war.here()[zone] & setup.own[AX] & setup.ground)
    if found or war.stands(AX) >> t & 1:
        found += 0.5 * dice_sum(war, gunners(war, AX, t))
    return found


def stay(war: Malta, t: int, movers: int, threat: float) -> float:
    """What it promises the British to let some units stay where they are."""
    force = war.forces(BR, t)
    enemy = war.troops(AX, t)
    drops = sum(1 for _, where in war.drops if where == t)
    theirs = dice_sum(war, enemy) + threat
    hold = min(1.0, staying(war, force) / max(0.1, 2.0 * theirs))
    kills = min(dice_sum(war, movers), staying(war, enemy) + drops + 0.5)
    return 0.5 * worth(war, t) * hold + 1.2 * kills - LOSS * min(theirs, staying(war, movers))


def muster_ideas(war: Malta, decision: Decision, wanted: int, target: int, why: str, still: float = 0.0) -> list[Idea]:
    """The clicks that bring a wanted group together and send it off; ``still``: what it is worth to move nobody."""
    step: Any = war.stack[0] if war.stack else None
    ideas = []
    missing = wanted & ~step.group
    for verb, mask in decision.choices.items():
        for choice in bits(mask):
            score = -1.0
            if verb == "count":
                alike = step._alike(war)
                score = 9.0 - abs((alike & wanted).bit_count() - choice)
            elif verb == "unit":
                score = 5.0 if missing >> choice & 1 else 4.5 if _twin_wanted(war, step, choice, missing) else -2.0
            elif verb == "stack":
                here = war.here()[choice] & step.free(war)
                score = 6.0 if wanted and here == wanted else -2.0
            elif verb == "to":
                score = (4.0 if missing else 8.0) if choice == target else 0.0
            elif verb == "done":
                score = still if wanted else 3.0
            ideas.append(Idea(score, verb, choice, why))
    return ideas


def _twin_wanted(war: Malta, step: Any, piece: int, missing: int) -> bool:
    same = war.twins(piece, step.free(war) & war.here()[war.at[piece]], *step.splits(war))
    return bool(same & missing)


def land_ideas(war: Malta, step: Land, decision: Decision) -> list[Idea]:
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
        return [Idea(-abs(n - wanted), "count", n, "the strength the plan needs") for n in bits(counts)]
    if step.group:
        return _march_on(war, step, decision, plans)
    ideas = [Idea(STILL, "done", 0, "everybody stands well")]
    best: dict[int, March] = {}
    for plan in plans:
        best.setdefault(war.at[first(plan.group)], plan)
    free = step.free(war)
    units, stacks = decision.choices.get("unit", 0), decision.choices.get("stack", 0)
    for origin, plan in best.items():
        why = f"march on {war.setup.space_names[plan.target]}"
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
        ideas += [Idea(-9.0, verb, t, "little to gain") for t in bits(mask) if (verb, t) not in named]
    return ideas


def _march_on(war: Malta, step: Land, decision: Decision, plans: list[March]) -> list[Idea]:
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
            Idea(min(score, best.score - 1.0) if best and missing else score, "to", target, "towards the next objective")
        )
    for unit in bits(decision.choices.get("unit", 0)):
        join = best is not None and (missing >> unit & 1 or _twin_wanted(war, step, unit, missing))
        ideas.append(Idea(best.score if best and join else -12.0, "unit", unit, "marches with the others"))
    return ideas


# --- ships


def landing_value(war: Malta, zone: int, units: int) -> float:
    """What a landing from a zone promises."""
    setup = war.setup
    best = 0.0
    for t in bits(setup.coasts[zone]):
        best = max(best, beach_value(war, AX, t, units))
    return best


def beach_value(war: Malta, side: int, t: int, units: int) -> float:
    setup = war.setup
    near = sum(worth(war, n) for n in bits(setup.links[t]) if not war.stands(AX) >> n & 1)
    value = promise(war, side, t, units)
    return value + 0.15 * near + (2.0 if war.stands(side) >> t & 1 else 0.0)


def sea_strength(war: Malta, side: int, ships: int) -> float:
    fighting = ships & (war.setup.warships | war.setup.sneaks)
    return sum(war.setup.attack[p] * war.hits_left(p) for p in bits(fighting)) / 6


def fleet_risk(war: Malta, side: int, zone: int, group: int) -> float:
    """How unpleasant a zone is for a group: dice on arrival, and an enemy fleet that is stronger."""
    setup = war.setup
    foe = 1 - side
    own = group | war.mine(side, zone, setup.ships)
    enemy = war.mine(foe, zone, setup.ships)
    risk = 0.8 * danger(war, side, zone) * (1.0 if group & setup.surface else 0.2)
    if enemy:
        mine, theirs = sea_strength(war, side, own), sea_strength(war, foe, enemy)
        risk += 1.5 * (theirs - mine) if theirs > mine else -0.8 * min(4.0, theirs) - 0.5 * (enemy & setup.transports).bit_count()
    for near in bits(setup.lanes[zone]):
        risk += 0.15 * sea_strength(war, foe, war.mine(foe, near, setup.ships))
    return risk


def axis_zones(war: Malta, group: int, zones: int) -> list[tuple[float, int]]:
    """What each zone promises the invasion fleet, best first."""
    units = war.cargo(group) & war.setup.ground
    found = []
    for zone in bits(zones):
        score = landing_value(war, zone, units) if units else 0.0
        score += 0.3 * sum(worth(war, t) for t in bits(war.setup.coasts[zone] & war.stands(AX)))
        score -= fleet_risk(war, AX, zone, group)
        found.append((score, zone))
    return sorted(found, reverse=True)


def shelling(war: Malta, side: int, zone: int, ships: int) -> float:
    """What the guns of ships promise against the troops along a zone; nobody there can answer them [OH-LC.13, OH-LC.14]."""
    setup = war.setup
    fire = dice_sum(war, ships & setup.bombard)
    best = 0.0
    for t in bits(setup.coasts[zone] & war.stands(1 - side)):
        enemy = war.forces(1 - side, t)
        hits = fire + dice_sum(war, war.forces(side, t))
        gain = KILL * min(fire, staying(war, enemy)) + worth(war, t) * likely(hits, staying(war, enemy))
        best = max(best, gain)
    return best


def convoy_zones(war: Malta, group: int, zones: int) -> list[tuple[float, int]]:
    """The British convoy makes for an open port; other ships keep clear of stronger fleets, fall on weaker ones and shell beaches."""
    setup = war.setup
    laden = bool(group & (war.freight | war.laden()))
    here = war.at[first(group)]
    ports = [setup.port_zone[p] for p in bits(open_ports(war, BR))]
    found = []
    for zone in bits(zones | 1 << here):
        score = -fleet_risk(war, BR, zone, group)
        if laden and ports:
            score -= 2.0 * min(setup.far[zone][p] for p in ports)
        else:
            score += 0.7 * shelling(war, BR, zone, group) + (0.3 if zone == here else 0.0)
            score += war.mine(AX, zone, war.beach | war.freight | war.laden()).bit_count()
        found.append((score, zone))
    return sorted(found, reverse=True)


def squadron(war: Malta, step: Naval, space: int) -> int:
    """British warships that may leave a zone without the transports and carriers."""
    setup = war.setup
    return war.here()[space] & step.free(war) & setup.own[BR] & setup.bombard if setup.sea >> space & 1 else 0


def naval_ideas(war: Malta, step: Naval, decision: Decision) -> list[Idea]:
    setup = war.setup
    side = step.side
    if step.kin != NOWHERE:
        return muster_ideas(war, decision, step._alike(war), NOWHERE, "all of them")
    if step.group:
        zones = decision.choices["sail"]
        at_sea = setup.sea >> war.at[first(step.group)] & 1
        scores = (axis_zones if side == AX else convoy_zones)(war, step.group, zones)
        ideas = [Idea(score, "sail", zone, "the best water for it") for score, zone in scores if zones >> zone & 1]
        best = ideas[0].score if ideas else 0.0
        if "reload" in decision.choices:
            empty = not war.cargo(step.group) and at_sea
            ideas.append(Idea(best + 2.0 if empty else best - 30.0, "reload", 0, "empty ships fetch more"))
        with_them = squadron(war, step, war.at[first(step.group)]) if side == BR and not step.group & ~setup.bombard else 0
        for ship in bits(decision.choices.get("unit", 0)):
            join = with_them >> ship & 1
            ideas.append(
                Idea(best + 1.0 if join else best - 20.0, "unit", ship, "all guns together" if join else "enough in the group")
            )
        return ideas
    ideas = []
    for verb, mask in decision.choices.items():
        for target in bits(mask):
            score, why = -1.0, "little to gain"
            if verb == "done":
                score, why = 0.0, "the fleets lie well"
            elif verb == "recall":
                score, why = 6.0, "empty transports fetch more"
            elif verb == "stack":
                group = war.here()[target] & step.free(war)
                score, why = _fleet_idea(war, step, group, target)
            elif verb == "unit" and side == AX:
                score, why = _ship_idea(war, step, target)
            elif verb == "unit" and setup.bombard >> target & 1 and not isinstance(step, Redirect):
                score, why = _squadron_idea(war, step, war.at[target])
            ideas.append(Idea(score, verb, target, why))
    return ideas


def _fleet_idea(war: Malta, step: Naval, group: int, space: int) -> tuple[float, str]:
    setup = war.setup
    if space >= setup.areas:
        load = group & (war.beach | war.freight | war.laden())
        go = war.turn == 1 or space == setup.toulon_box or (load and assault_open(war, AX))
        return (5.0 if go else -1.0), "the invasion fleet sails"
    if isinstance(step, Redirect):
        return -1.0, "little to gain"
    zones = step.reach(war, group)
    if step.side == BR:
        laden = group & (war.freight | war.laden())
        if laden and space in [setup.port_zone[p] for p in bits(open_ports(war, BR))]:
            return -1.0, "little to gain"
        scores = {zone: score for score, zone in convoy_zones(war, group, zones)}
        target = max(scores, key=lambda zone: scores[zone])
        if target != space and (laden or scores[target] > scores[space] + 1.0):
            return 4.0, "a better place"
        return -1.0, "little to gain"
    load = group & war.beach
    if load and assault_open(war, AX):
        here, _ = axis_zones(war, group, 1 << space)[0]
        score, _ = axis_zones(war, group, zones)[0]
        return (3.0, "a better beach") if score > here + 3.0 else (-1.0, "little to gain")
    return -1.0, "little to gain"


def _squadron_idea(war: Malta, step: Naval, space: int) -> tuple[float, str]:
    """Warships of the convoy that are of more use elsewhere."""
    ships = squadron(war, step, space)
    scores = {zone: score for score, zone in convoy_zones(war, ships, step.reach(war, ships))}
    better = max(scores.values()) > scores[space] + 1.0
    return (3.5, "to where its guns are wanted") if better else (-1.0, "little to gain")


def _ship_idea(war: Malta, step: Naval, ship: int) -> tuple[float, str]:
    """Single kinds of Axis ships: what is loaded but does not sail with all, and destroyers that go to fetch infantry."""
    setup = war.setup
    if war.at[ship] >= setup.areas:
        load = (war.beach | war.freight | war.laden()) >> ship & 1
        return (2.0 if load and assault_open(war, AX) else -1.0), "it is loaded"
    empty_destroyer = setup.destroyers >> ship & 1 and not war.cargo(1 << ship) and not war.moved >> ship & 1
    if empty_destroyer and setup.lift["dd"]["assault"] and pool(war, "SEA") & setup.dd_cargo:
        if not assault_open(war, AX) or war.turn % setup.day == 0:
            foes = sum(
                sea_strength(war, BR, war.mine(BR, z, setup.ships)) for z in bits(setup.lanes[war.at[ship]] | 1 << war.at[ship])
            )
            return (1.5 if foes < 4.0 else -1.0), "destroyers fetch infantry"
    return -1.0, "little to gain"


def loading_ideas(war: Malta, step: Loading, decision: Decision) -> list[Idea]:
    """Beaches first; markers when there is nobody ashore without them; port loads only with a port."""
    setup = war.setup
    ports = open_ports(war, AX)
    stocks = war.marker_count(AX) + sum(n for _, n in war.stores)
    scores = {
        "assault": 5.0,
        "freight": 4.0 if ports else -1.0,
        "destroyers": 4.5,
        "provisions": 6.0 if stocks < 3 and war.turn > 1 and war.axis_held() else -1.0,
        "ready": 1.0,
        "enough": -1.0,
    }
    if ports and not pool(war, "SEA") and empty_ships(war, "tr", setup.harbour):
        scores["freight"] = 5.5
    if step.toulon:
        scores["freight"] = 4.5 if ports else 2.0
    order = {"tank": 5.0, "art": 4.6, "mech": 4.0, "inf": 3.0, "at": 2.5, "recon": 2.0}
    ideas = []
    for verb, mask in decision.choices.items():
        for target in bits(mask):
            if verb == "embark":
                ideas.append(Idea(order[setup.kind[target]], verb, target, "strong in attack"))
            else:
                ideas.append(Idea(scores[verb], verb, target, "what the beaches need"))
    return ideas


def landing_ideas(war: Malta, step: Landing, decision: Decision) -> list[Idea]:
    side = step.side
    ideas = []
    for verb, mask in decision.choices.items():
        for target in bits(mask):
            score, why = -1.0, "little to gain"
            if verb == "done":
                score, why = 0.0, "nobody else"
            elif verb == "stack":
                units = war.here()[target] & step.free(war)
                score, why = _beach(war, side, target, units), "all ashore at once"
            elif verb == "unit":
                score, why = 0.5 * _beach(war, side, war.at[target], 1 << target), "ashore"
            elif verb == "count":
                score = float(target)
            elif verb == "to":
                score, why = beach_value(war, side, target, step.group), "the best beach"
            elif verb == "unload":
                score, why = 30.0 + _cargo_first(war, side, target), "into the port"
            ideas.append(Idea(score, verb, target, why))
    return ideas


def _cargo_first(war: Malta, side: int, ship: int) -> float:
    """The British put markers ashore before troops while they have hardly any: nobody attacks without [OH-SUP.1]."""
    if side == AX:
        return 0.0
    short = war.marker_count(BR) < min(3, war.setup.last - war.turn)
    return 1.0 if bool(war.stored(ship)) == short else 0.0


def unload_ideas(war: Malta, step: Unload, decision: Decision) -> list[Idea]:
    """Markers serve everybody wherever they lie [OH-SUP.15], so they go where nobody takes them; troops go where they can march."""
    setup = war.setup
    markers = war.stored(step.ship)
    centre = max(range(setup.lands), key=lambda t: setup.vp[t])
    ideas = []
    for port in bits(decision.choices["to"]):
        aside = setup.far[port][centre] > setup.lands
        near = 1.0 if setup.links[port] & war.stands(1 - decision.side) else 0.0
        score = (2.0 * aside - near if markers else -2.0 * aside + near) + 0.1 * worth(war, port)
        ideas.append(Idea(score, "to", port, "safe there" if markers else "where they are wanted"))
    return ideas


def _beach(war: Malta, side: int, zone: int, units: int) -> float:
    return max((beach_value(war, side, t, units) for t in bits(war.setup.coasts[zone])), default=-1.0)


# --- aircraft


def air_targets(war: Malta, side: int) -> list[tuple[float, int]]:
    """Where aircraft are wanted, best first."""
    setup = war.setup
    foe = 1 - side
    found = []
    contested = war.contested()
    drops = {where for _, where in war.drops}
    for t in range(setup.lands):
        enemy = war.forces(foe, t)
        planes = war.mine(side, t, setup.air & war.flying)
        planned = dice_sum(war, planes)
        left = staying(war, enemy) - planned - 0.5 * dice_sum(war, war.forces(side, t))
        if side == AX:
            if not enemy:
                continue
            value = 0.0
            if contested >> t & 1 or t in drops:
                value = worth(war, t) + 4.0
            elif setup.shores[t] & war.surface_fleets(AX):
                value = 0.35 * worth(war, t) + 1.0
            value -= 0.4 * sum(flak_dice(war, t).values())
            if value > 0 and left > -1:
                found.append((value + min(3.0, left), t))
        elif contested >> t & 1:
            found.append((worth(war, t) + (4.0 if war.mine(AX, t, setup.air) else 1.0) - planned, t))
        elif enemy:
            value = raid(war, t, raiders(war) | heavies(war) | planes)
            if value > 0:
                found.append((value, t))
    if side == BR:
        planes = raiders(war)
        for zone in bits(war.surface_fleets(AX)):
            prey = war.mine(AX, zone, war.beach | war.freight | war.laden()).bit_count()
            value = strike(war, planes | war.mine(BR, zone, setup.air & war.flying), prey, war.mine(AX, zone, setup.warships))
            value -= PLANE * war.mine(AX, zone, setup.of_kind["ftr"]).bit_count()
            if prey and value > 0:
                found.append((4.0 + value, zone))
    return sorted(found, reverse=True)


def cover(war: Malta) -> list[tuple[float, int]]:
    """Zones where fighters are wanted over laden Axis transports: each of them keeps an attacker busy [OH-AC.2]."""
    setup = war.setup
    planes = raiders(war)
    found = []
    for zone in bits(war.surface_fleets(AX)):
        prey = war.mine(AX, zone, war.beach | war.freight | war.laden()).bit_count()
        above = war.mine(AX, zone, setup.of_kind["ftr"] & war.flying).bit_count()
        if prey and above < planes.bit_count():
            threat = strike(war, planes, prey, war.mine(AX, zone, setup.warships))
            if threat > 0:
                found.append((6.0 + threat, zone))
    return found


def raiders(war: Malta) -> int:
    """British fighters and tactical bombers that could still be sent against ships."""
    setup = war.setup
    here = war.here()
    found = war.stowed & ~here[setup.convoy]
    if war.supplied(BR):
        for t in setup.fields:
            if war.works(t, True) and not war.stands(AX) >> t & 1:
                found |= here[t] & ~war.flying
    return found & setup.own[BR] & setup.duellists


def strike(war: Malta, planes: int, prey: int, escort: int) -> float:
    """What an attack from the air on laden transports promises: they go down with their cargo, flak shoots back [OH-SEA.4]."""
    setup = war.setup
    numbers = setup.attack if war.first == BR else setup.defence
    hits = sum(numbers[p] for p in bits(planes)) / 6
    flak = sum(setup.ada[p] for p in bits(escort)) / 6
    return CARGO * min(hits, prey) - PLANE * min(flak, planes.bit_count())


def raid(war: Malta, t: int, planes: int) -> float:
    """What an attack from the air alone on Axis units promises; every unit below shoots back [OH-LC.6]."""
    setup = war.setup
    enemy = war.troops(AX, t)
    numbers = setup.attack if war.first == BR else setup.defence
    hits = sum(numbers[p] for p in bits(planes)) / 6
    flak = sum(setup.ada[p] for p in bits(enemy)) / 6
    cover = war.mine(AX, t, setup.air & war.flying).bit_count()
    clear = min(1.0, hits / staying(war, enemy))
    price = PLANE if war.turn < setup.last else 0.0
    return KILL * min(hits, staying(war, enemy)) + worth(war, t) * clear**2 - price * min(flak + 0.5 * cover, planes.bit_count())


def heavies(war: Malta) -> int:
    """Bombers at Gibraltar that are worth sending: with the initiative, when they attack [OH-INIT.3], once a day [OH-AIR.3]."""
    setup = war.setup
    if war.first != BR or war.turn % setup.day:
        return 0
    return war.here()[setup.air_base[BR]] & setup.off_map_bombers & ~war.flown


def sorties(war: Malta) -> float:
    """What the aircraft on Malta could do this turn with supply."""
    setup = war.setup
    planes = 0
    for t in setup.fields:
        if war.works(t, True) and not war.stands(AX) >> t & 1:
            planes |= war.here()[t]
    planes &= setup.own[BR] & setup.duellists
    if not planes:
        return 0.0
    best = 0.0
    for t in bits(war.stands(AX)):
        if war.contested() >> t & 1:
            hits = min(dice_sum(war, planes), staying(war, war.troops(AX, t)))
            best = max(best, KILL * hits)
        else:
            best = max(best, raid(war, t, planes))
    return best


def invasion(war: Malta) -> float:
    """What British aircraft could do to the ships that are about to come, if they had supply."""
    setup = war.setup
    waiting = war.here()[setup.harbour] & setup.transports & ~war.away
    troops = pool(war, "SEA") | pool(war, "PORT") if open_ports(war, AX) else pool(war, "SEA")
    if not waiting or not troops or not assault_open(war, AX):
        return 0.0
    planes = 0
    for t in setup.fields:
        if war.works(t, True) and not war.stands(AX) >> t & 1:
            planes |= war.here()[t]
    planes &= setup.own[BR] & setup.duellists
    escort = war.here()[setup.harbour] & setup.warships
    for zone in bits(war.war_fleets(AX)):
        escort |= war.mine(AX, zone, setup.warships)
    return strike(war, planes, min(waiting.bit_count(), troops.bit_count()), escort)


def air_ideas(war: Malta, step: Air, decision: Decision) -> list[Idea]:
    setup = war.setup
    side = step.side
    targets: list[tuple[float, int]] = known(war, "air", side, lambda: air_targets(war, side))
    fighters = setup.of_kind["ftr"]
    escorts = sorted(targets + known(war, "cover", side, lambda: cover(war)), reverse=True) if side == AX else targets
    if step.group and not step.group & ~fighters:
        targets = escorts
    ideas = []
    for verb, mask in decision.choices.items():
        for target in bits(mask):
            score, why = -1.0, "little to gain"
            if verb == "done":
                score, why = 0.5, "the rest stay where they are"
            elif verb == "lift":
                score, why = (
                    (8.0 if known(war, "lift", side, lambda: lift_values(war))[0][0] > 0 else -1.0),
                    "paratroops or supply",
                )
            elif verb == "count":
                number = mask.bit_count()
                covering = fighters >> step.kin & 1 and escorts != targets
                mass = raiders(war).bit_count() > 3  # whoever is scattered is shot down
                share = number if side == BR or len(targets) == 1 or covering or mass else (number + 1) // 2
                score, why = -abs(target - share), "share them out"
            elif verb == "unit":
                score, why = _plane_idea(war, step, target, escorts if fighters >> target & 1 else targets)
            elif verb == "to":
                value = {t: v for v, t in targets}.get(target)
                score, why = (value if value is not None else -2.0), "where they are needed"
                if value is None and not targets:
                    score = 0.1 if setup.airfields >> target & 1 else 0.0
            ideas.append(Idea(score, verb, target, why))
    return ideas


def _plane_idea(war: Malta, step: Air, piece: int, targets: list[tuple[float, int]]) -> tuple[float, str]:
    if step.group or not targets:
        return -1.0, "little to gain"
    reach = step.reach(war, 1 << piece)
    wanted = [value for value, t in targets if reach >> t & 1]
    if not wanted or war.at[piece] == targets[0][1]:
        return -1.0, "little to gain"
    if step.side == BR and war.setup.kind[piece] == "str" and not heavies(war) >> piece & 1:
        return 0.4, "better kept back"
    if isinstance(step, RedirectAir) and war.flying >> piece & 1:
        now = next((value for value, t in targets if t == war.at[piece]), 0.0)
        return (max(wanted) - now if max(wanted) > now + 2.0 else -1.0), "it is needed more elsewhere"
    return 1.0 + max(wanted), "there is work for it"


def drop_value(war: Malta, t: int, units: int) -> float:
    """What a drop promises: points for being there, if they last."""
    flak = sum(flak_dice(war, t).values())
    near = sum(0.15 * worth(war, n) for n in bits(war.setup.links[t]) if war.stands(AX) >> n & 1)
    return promise(war, AX, t, units) - 0.5 * flak + near


def lift_values(war: Malta) -> list[tuple[float, int]]:
    """What the air lift would do in each place, best first."""
    setup = war.setup
    units = 0
    for unit in list(bits(jumpers(war)))[: setup.airlift]:
        units |= 1 << unit
    found = [(0.0, NOWHERE)]
    for t in bits(lift_targets(war)):
        if units:
            found.append((drop_value(war, t, units), t))
        elif landing_fields(war) >> t & 1:
            found.append((5.0 + worth(war, t), t))
        elif not war.drops and war.marker_count(AX) < 3:
            found.append((1.0 + (1.0 if war.axis_held() >> t & 1 else 0.0), t))
    return sorted(found, reverse=True)


def lift_ideas(war: Malta, step: Lift, decision: Decision) -> list[Idea]:
    setup = war.setup
    order = {"art": 5.0, "inf": 4.0, "at": 3.0, "tank": 6.0, "mech": 4.5, "recon": 2.0}
    places = {t: value for value, t in lift_values(war)} if step.where == NOWHERE else {}
    ideas = []
    for verb, mask in decision.choices.items():
        for target in bits(mask):
            if verb == "drop":
                score = places.get(target, -1.0)
            elif verb == "jump":
                score = order[setup.kind[target]]
            elif verb == "count":
                score = float(target)
            else:
                score = 0.5 if verb == "supplies" else -2.0 if step.where == NOWHERE else 0.0
            ideas.append(Idea(score, verb, target, "where it does most"))
    return ideas


# --- battles


def commit_ideas(war: Malta, step: Commit, decision: Decision) -> list[Idea]:
    """Everybody, except bombers that are needed for the troops below, and in the air a fight that only costs."""
    setup = war.setup
    scores = {"everyone": 2.0, "troops": 1.0, "engage": 0.0}
    if step.arena == BOMB:
        below = war.stands(step.side) >> step.place & 1
        based = war.mine(1 - step.side, step.place, setup.air)
        scores["everyone"] = -1.0 if (below and step.side == AX) or (not based and setup.airfields >> step.place & 1) else 2.0
        if any(where == step.place for _, where in war.drops):
            scores["everyone"] = -1.0
    elif step.arena == AIR:
        foes = war.airborne(1 - step.side, step.place) & setup.duellists
        fighters = step.pool & setup.of_kind["ftr"]
        if not foes and not war.flak[step.place] and step.side == AX:
            scores["everyone"] = -1.0  # there is other work below
        elif fighters and fighters != step.pool and step.side == AX and foes.bit_count() <= fighters.bit_count():
            scores["everyone"] = -0.5  # the fighters fight, the bombers bomb
            scores["engage"] = 0.5
    elif step.arena == SEA:
        scores["everyone"] = 2.0
    elif step.arena == LAND and step.side == war.first:
        scores["everyone"] = 2.0 if _last_battle(war, step) else 1.5
    ideas = []
    for verb, mask in decision.choices.items():
        for target in bits(mask):
            if verb == "commit":
                fighter = step.arena == AIR and setup.kind[target] == "ftr" and scores["everyone"] == -0.5
                ideas.append(Idea(1.0 if fighter else -0.8, verb, target, "fighters against fighters"))
            else:
                ideas.append(Idea(scores[verb], verb, target, "all the dice we have"))
    return ideas


def _last_battle(war: Malta, step: Commit) -> bool:
    """Whether the ships that bear here are wanted nowhere else."""
    return not any(
        war.contested() >> t & 1 and t != step.place
        for z in {war.at[s] for s in bits(step.aside)}
        for t in bits(war.setup.coasts[z])
    )


def battles_ideas(war: Malta, step: Battles, decision: Decision) -> list[Idea]:
    """Contested places first, the most valuable first; then strikes that cost nothing."""
    setup = war.setup
    ideas = []
    for verb, mask in decision.choices.items():
        for target in bits(mask):
            if verb == "rest":
                score = 0.1
            elif isinstance(step, LandBattles):
                side = step.side
                if step.left >> target & 1:
                    score = 20.0 + worth(war, target)
                else:
                    planes = war.here()[target] & setup.own[side] & setup.air & war.flying & ~war.duelled & ~war.busy
                    ours = dice_sum(war, planes) + dice_sum(war, gunners(war, side, target))
                    risk = staying(war, war.troops(1 - side, target)) / 6 * 3.0 if planes else 0.0
                    near = bool(setup.links[target] & war.stands(side)) or bool(war.stands(side) == 0)
                    score = ours * (2.0 if near else 1.0) - 0.4 * risk + 0.05 * worth(war, target)
                    if side == BR:
                        # An objective counts for the British as soon as nobody of the Axis is left in it [OH-VIC.4].
                        score += 0.3 * worth(war, target) * likely(ours, staying(war, war.troops(AX, target)))
            else:
                score = 0.0
            ideas.append(Idea(score, verb, target, "where the fight matters most"))
    return ideas


# --- supply, set-up, the rest


def supply_ideas(war: Malta, step: Supply, decision: Decision) -> list[Idea]:
    setup = war.setup
    side = step.side
    ideas = []
    for verb, mask in decision.choices.items():
        for target in bits(mask):
            score, why = 0.0, "little to gain"
            if verb == "expend":
                score, why = _offensive(war, side), "there is something to attack"
            elif verb == "repair":
                planes = war.mine(side, target, setup.air).bit_count()
                ruined = not war.works(target, bool(setup.airfields >> target & 1))
                score = (1.0 + planes if ruined and (planes or side == AX) else -1.0) if war.marker_count(side) > 1 else -1.0
                why = "it is needed again"
            elif verb == "from":
                threat = setup.links[target] & war.stands(1 - side)
                score, why = (1.0 if threat else 0.0) - 0.01 * worth(war, target), "before the enemy takes it"
            elif verb == "done":
                score, why = 0.05, "keep the rest"
            ideas.append(Idea(score, verb, target, why))
    return ideas


def _offensive(war: Malta, side: int) -> float:
    """What could be gained by attacks this turn that need a marker."""
    setup = war.setup
    enemy = war.stands(1 - side)
    best = 0.0
    total = 0.0
    for t in bits(enemy):
        near = 0
        for n in bits(setup.links[t]):
            near |= spare(war, side, n, free) if (free := war.troops(side, n)) else 0
        if near:
            value = promise(war, side, t, near) - 2.0
            if side == AX and not war.stands(AX) >> t & 1:
                value += 0.2 * worth(war, t)
            best = max(best, value)
            total += max(0.0, value)
    if side == AX:
        return 0.6 * best + 0.1 * total
    left = setup.last - war.turn
    price = 3.0 if war.marker_count(BR) > 2 else 6.0
    return max(best, invasion(war), sorties(war)) - (price if left > 1 else 1.0)


def place_ideas(war: Malta, step: Any, decision: Decision) -> list[Idea]:
    """The set-up for quick play."""
    setup = war.setup
    wanted: dict[int, float] = {}
    if isinstance(step, SetUnits):
        unit = first(waiting(war))
        hq, kind = setup.hq[unit], setup.kind[unit]
        part = "aircraft" if setup.air >> unit & 1 else "default"
        base = f"scenarios.{setup.scenario}.BR.{hq}.{part}"
        for name in setup.tables.under(base):
            t = setup.land_of[name]
            planned = setup.tables[f"{base}.{name}"].get(kind, 0)
            there = (war.here()[t] & setup.of_hq[hq] & setup.of_kind[kind]).bit_count()
            wanted[t] = 50.0 * (planned - there)
    elif isinstance(step, SetFleet):
        wanted[setup.zone_of[setup.given("BR.eagle.zone")]] = 50.0
    elif isinstance(step, LayMines):
        for number, zone in enumerate(setup.given("default_mines")["AX" if step.side == AX else "BR"]):
            wanted[setup.zone_of[zone]] = 50.0 - number
    ideas = []
    for verb, mask in decision.choices.items():
        for target in bits(mask):
            base_score = 0.1 * worth(war, target) if target < setup.lands else 0.0
            ideas.append(Idea(wanted.get(target, 0.0) + base_score, verb, target, "the set-up for quick play"))
    return ideas


def recover_ideas(war: Malta, step: Recover, decision: Decision) -> list[Idea]:
    side = decision.side
    ideas = []
    for t in bits(decision.choices["at"]):
        fresh = not war.stands(AX) >> t & 1
        score = worth(war, t) * (1.5 if side == AX and fresh else 1.0 if war.contested() >> t & 1 else 0.4)
        if hostile(war, side) >> t & 1 and not war.stands(side) >> t & 1:
            score -= 3.0 * dice_sum(war, war.forces(1 - side, t))
        ideas.append(Idea(score, "at", t, "where it helps most"))
    return ideas


def plain_ideas(war: Malta, step: Any, decision: Decision) -> list[Idea]:
    """Anything else: the quiet answer if there is one, otherwise what costs least or comes first."""
    ideas = []
    for verb, mask in decision.choices.items():
        for target in bits(mask):
            score = 1.0 if decision.quiet == (verb, target) else 0.0
            if verb == "lose":
                score -= 0.01 * smart(war, target)
            elif verb == "hit":
                score += 0.01 * prize(war, target, 1)
            elif verb == "to":
                score += 0.1 * worth(war, target) if target < war.setup.lands else 0.0
            ideas.append(Idea(score, verb, target, "the usual"))
    return ideas


_IDEAS: dict[type, Callable[[Malta, Any, Decision], list[Idea]]] = {
    SetUnits: place_ideas,
    SetFleet: place_ideas,
    LayMines: place_ideas,
    Supply: supply_ideas,
    Loading: loading_ideas,
    Naval: naval_ideas,
    Redirect: naval_ideas,
    Air: air_ideas,
    RedirectAir: air_ideas,
    Lift: lift_ideas,
    Landing: landing_ideas,
    Unload: unload_ideas,
    Commit: commit_ideas,
    Battles: battles_ideas,
    LandBattles: battles_ideas,
    Recover: recover_ideas,
}


ROUTINE = (Lose, Aim, Spill, React, LandAircraft, SetUnits, SetFleet, LayMines, Reinforce, Redirect)
"""Where one answer is as good as any other or plainly the best: no others are put forward."""


def ideas(war: Malta, decision: Decision) -> list[Idea]:
    """Every choice of a decision with what it seems worth; of the routine ones only the best."""
    assert war.stack is not None
    step = war.stack[0]
    if isinstance(step, Land):
        return land_ideas(war, step, decision)
    found = _IDEAS.get(type(step), plain_ideas)(war, step, decision)
    return [max(found, key=lambda idea: idea.score)] if isinstance(step, ROUTINE) else found


def scripts(war: Malta, side: int) -> dict[str, tuple[str, list[tuple[str, int]]]]:
    """Set-up and loading with one click."""
    game = war.setup.game
    step = war.stack[0] if war.stack else None
    if isinstance(step, SetUnits):
        return {
            "historical": ("Historical set-up", game.advised(war, side, SetUnits, SetFleet)),
            "sensible": ("Sensible set-up", sensible(war)),
        }
    if isinstance(step, SetFleet):
        return {"historical": ("Historical set-up", game.advised(war, side, SetFleet))}
    if isinstance(step, Loading):
        return {"loading": ("Usual loading", game.advised(war, side, Loading))}
    return {}


def sensible(war: Malta) -> list[tuple[str, int]]:
    """Everything behind what is worth most: each unit goes where points have the fewest defenders."""
    found: list[tuple[str, int]] = []
    trial = war.copy()
    while trial.stack is not None and isinstance(trial.stack[0], (SetUnits, SetFleet)):
        decision = trial.decision
        assert decision is not None
        places = decision.choices["at"]
        if isinstance(trial.stack[0], SetFleet):
            best = trial.setup.zone_of[trial.setup.given("BR.eagle.zone")]
        else:
            best = max(bits(places), key=lambda t: _exposed(trial, t))
        if decision.forced is None:
            found.append(("at", best))
        chance = trial.rolled
        trial.play("at", best, BR)
        if trial.rolled != chance:
            break
    return found


def _exposed(war: Malta, t: int) -> float:
    """Points for each defender there would be."""
    setup = war.setup
    beach = 1.3 if setup.shores[t] else 1.0
    return beach * (setup.vp[t] + 1.0) / (1.0 + war.forces(BR, t).bit_count() + war.mine(BR, t, setup.air).bit_count())


# --- what a position is worth

WEIGHTS = {
    "now": (0.41, -0.30),  # points the Axis has
    "held": (0.28, -0.15),  # those of them where nothing British is left
    "within reach": (0.74, -0.44),  # points next door, by how thinly they are held
    "ashore": (2.2, 2.1),  # expected hits of the Axis troops ashore
    "aboard": (1.1, 2.7),  # of those in ships
    "by air": (1.8, 2.0),  # of those that can still come by air
    "by port": (1.7, 0.7),  # of those that need a port
    "garrison": (-1.45, 0.15),  # of the British troops ashore
    "transports": (0.55, 3.7),
    "warships": (0.7, 3.8),  # expected hits of the Axis ships
    "airfields": (6.0, -6.9),  # held by the Axis
    "aircraft": (-0.2, 2.15),
    "raiders": (-1.5, 0.4),  # British fighters and tactical bombers
    "stores": (-0.8, 0.0),  # British markers
}
"""Axis points to expect at the end for each of these: what it brings on the last turn, and how much more with all turns to come.

Fitted to the ends of seeded games between advisers, some of them made careless: at the start of turn 5 the points are 36 off on
average, of turn 9 27, of turn 14 20.
"""


def prospects(war: Malta) -> dict[str, float]:
    """What ``WEIGHTS`` speaks of."""
    setup = war.setup
    here = war.here()
    axis, held = war.stands(AX), war.axis_held()
    troops = here[setup.pool] & setup.axis_ground
    alive = ~(here[setup.lost[AX]] | here[setup.aside])
    ashore = garrison = 0
    for t in range(setup.lands):
        ashore |= here[t] & setup.axis_ground
        garrison |= here[t] & setup.british_force
    reach = 0.0
    for t in bits(setup.objectives & ~axis):
        near = 0
        for n in bits(setup.links[t] & axis):
            near |= here[n] & setup.axis_ground
        if near:
            hits = dice_sum(war, near)
            reach += setup.vp[t] * hits / (hits + staying(war, here[t] & setup.british_force) + 0.5)
    ships = setup.own[AX] & setup.warships & alive
    fire = dice_sum(war, ships) + dice_sum(war, ships & ~war.hit1) + dice_sum(war, ships & ~war.hit2 & setup.of_kind["bb"])
    raiders = setup.own[BR] & setup.duellists & ~here[setup.lost[BR]] & ~here[setup.aside]
    return {
        "now": war.scores()[AX],
        "held": sum(setup.vp[t] for t in bits(held)),
        "within reach": reach,
        "ashore": dice_sum(war, ashore),
        "aboard": dice_sum(war, war.stowed & setup.axis_ground),
        "by air": dice_sum(war, troops & (setup.arrival["PARA"] | setup.arrival["AIRLAND"])),
        "by port": dice_sum(war, troops & setup.arrival["PORT"]),
        "garrison": dice_sum(war, garrison & setup.ground),
        "transports": (setup.own[AX] & setup.transports & alive).bit_count(),
        "warships": fire,
        "airfields": (held & setup.airfields).bit_count(),
        "aircraft": (setup.own[AX] & setup.air & alive).bit_count(),
        "raiders": raiders.bit_count(),
        "stores": min(4, war.marker_count(BR)),
    }


def value(war: Malta, side: int) -> float:
    """The chance that a side wins from here, a draw for half: the Axis points to expect at the end, and how far they may go astray."""
    setup = war.setup
    if war.outcome is not None:
        return 0.5 if war.outcome.winner < 0 else float(war.outcome.winner == side)
    left = _turns_left(war) / setup.last
    axis = 3.0 + 21.0 * left + 6.0 * sqrt(left)
    for name, amount in prospects(war).items():
        now, later = WEIGHTS[name]
        axis += amount * (now + later * left)
    spread = 12.0 + 8.0 * left
    least, most = setup.victory["minor"], sum(setup.vp) - setup.victory["minor"]
    wins = [1 / (1 + exp((least - 2.5 - axis) / spread)), 1 / (1 + exp((axis - most - 2.5) / spread))]
    return wins[side] + 0.5 * (1.0 - wins[AX] - wins[BR])


FOUGHT = PHASES.index("Regroup") + 1
"""From this phase on the battles of the turn are over."""


def _phase(war: Malta) -> int:
    """How far the turn has come."""
    stack = war.stack
    while stack is not None:
        step, stack = stack
        if isinstance(step, GameTurn):
            return step.phase
    return 0


def _turns_left(war: Malta) -> float:
    """How many turns are still to be fought, with what is left of this one."""
    return war.setup.last - war.turn + 1.0 - min(1.0, _phase(war) / FOUGHT) if war.turn else float(war.setup.last)


def calm(war: Malta) -> bool:
    """Between the battles of one turn and the moves of the next nothing is half done; the last turn is played to its end."""
    phase = _phase(war)
    if phase >= FOUGHT:
        return war.turn < war.setup.last
    return phase < PHASES.index("Naval move") + 1


def trusted(war: Malta, decision: Decision) -> bool:
    """What is routine needs no search, nor what hardly ever turned out better in another way."""
    step = war.stack[0] if war.stack else None
    if isinstance(step, Naval):
        # A fleet with troops for a beach may find a better one [OH-LDG.1]; where other ships go is plain.
        return step.side == BR or not war.beach or not assault_open(war, AX)
    if isinstance(step, LandBattles):
        return bool(step.left)  # the order of the battles; what aircraft and ships attack alone comes after them
    return isinstance(step, (*ROUTINE, Landing, Unload))


LEVELS = {"cadet": (2, 4, 15, 1.0), "captain": (5, 6, 15, 1.0), "admiral": (8, 24, 15, 1.0)}
"""Plans, worlds, choices played on, and by how many standard errors another plan must be better."""
