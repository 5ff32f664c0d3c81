"""Movement: hex by hex, roads, marches, overruns, hunts for Dispersed units [5.2, 3.2.n to 3.2.r]."""

from __future__ import annotations

import itertools
from typing import Any, NamedTuple

from ...engine.catalogue import plural, text
from ...engine.choice import NOTHING, Decision, Refusal, Verb
from ...engine.event import Event
from ...engine.geometry.bits import bits, first, mask_of
from ...engine.geometry.hexes import Reach, Sides
from ...engine.kinds import Pieces, Space
from ...engine.sequence import Phase, Run, Sequence
from ...engine.step import Step
from .battle import OVERRUN, Combat, attack_points, side_limit
from .landing import one_hex
from .losses import crowd
from .reinforcement import Enter, arrivals
from .retreat import move_class
from .state import AXIS, Malta

VERBS = (
    Verb("unit", "piece", "5.2.a"),
    Verb("add", "piece", "5.2.a"),
    Verb("leave", "piece", "5.2.a"),
    Verb("to", "space", "5.2.a"),
    Verb("overrun", "space", "5.2.4.a", dice=True),
    Verb("hunt", "nothing", "3.2.n"),
    Verb("regroup", "nothing", "3.2.q", dice=True),
    Verb("halt", "nothing", "5.2.a"),
    Verb("end", "nothing", "5.2.a"),
)

EXHAUSTED = 99
"""Half points spent by a stack that may go no farther."""


class Ways(NamedTuple):
    """Where the stack that is moving can go from here."""

    to: int
    overrun: int
    reach: Reach | None
    """Ordinary movement; None for a move of one hex."""
    march: int
    """Hexes reached only by a strategic march [5.2.3.a]."""
    roads: int = 0
    """Hexes a march could reach, dearer or not."""


def team(war: Malta) -> int:
    """The units of the Operation: the Formation and the independents that act with it [1.3.2.a, 5.1.1.a]."""
    return war.setup.members[war.formation] | war.joined


def rooted(war: Malta) -> int:
    """Guns that have fired this turn do not move any more (ruling A15)."""
    return war.setup.guns & war.spent


def short_move(war: Malta, units: int) -> bool:
    """Units with a move of one hex and no more: just arrived, or Dispersed [3.2.r, 3.2.1.d, 4.2.1.e]."""
    return bool(units & (war.entered | war.dispersed))


def scattered_steps(war: Malta, unit: int) -> int:
    """One hex in any direction for a Dispersed unit, whatever the ground, not onto enemies [3.2.r] (ruling A31)."""
    setup = war.setup
    return setup.grid.zoc(1 << war.at[unit], setup.shut) & setup.land & ~war.held(1 - setup.side_of[unit])


def full_roads(war: Malta, units: int) -> Sides | None:
    """Road hexsides next to the enemy that this stack may not use at the road rate any more [5.2.2.b] (ruling A67)."""
    setup = war.setup
    number = setup.number
    men = war.steps(units & ~setup.armour)
    tanks = (units & setup.armour).bit_count()
    points, armour = number["movement.road_points"], number["movement.road_armour"]
    if men > points or tanks > armour:
        return setup.ground(war.struck).roads.into(under_fire(war))
    used = [(a, b) for a, b, used_men, used_tanks in war.road_use if men + used_men > points or tanks + used_tanks > armour]
    if not used:
        return None
    near = under_fire(war)
    pairs = [pair for a, b in used for pair in ((a, b), (b, a)) if near >> pair[1] & 1]
    return setup.grid.sides(pairs, one_way=True) if pairs else None


def under_fire(war: Malta) -> int:
    """Hexes into which roads have a limit: beside the enemy, and his own in an overrun [5.2.2.b, 5.2.4.a]."""
    return war.near(1 - war.active) | war.held(1 - war.active)


def one_step(war: Malta, units: int, closed: Sides | None) -> int:
    """The one hex a stack may always enter, whatever it costs, but by no full road into ground closed to it [5.2.d, 5.2.2.b]."""
    here = war.at[first(units)]
    cls, ground = move_class(war, units), war.setup.ground(war.struck)
    steps = ground.steps(cls, here) & ~war.held(1 - war.active)
    if closed is not None:
        steps &= ~mask_of(h for h in bits(steps) if (here, h) in closed and ground.off_road(cls, here, h) < 0)
    return steps


def find_ways(war: Malta, step: Move) -> Ways:
    """All that the moving stack can do with its points."""
    setup = war.setup
    units, spent = step.movers, step.spent
    side = war.active
    lead = first(units)
    here = war.at[lead]
    enemy, near = war.held(1 - side), war.near(1 - side)
    closed = full_roads(war, units) if near & setup.roads.touched else None
    if short_move(war, units):
        if spent:
            return Ways(0, 0, None, 0)
        if war.dispersed >> lead & 1:
            return Ways(scattered_steps(war, lead), 0, None, 0)
        return Ways(one_hex(war, lead) & one_step(war, units, closed), 0, None, 0)
    cls = move_class(war, units)
    ground = setup.ground(war.struck)
    allowance = min(war.allowance(u) for u in bits(units))
    left = allowance - spent
    reach = None
    to = overrun = 0
    if left > 0:
        blocked = setup.grid.all & ~setup.land | enemy
        reach = setup.grid.reach(here, left, ground.costs(cls, closed), blocked=blocked, double=near)
        to = reach.mask & ~(1 << here)
        if near >> here & 1:
            overrun = overruns(war, units, cls, here, left, closed)
    if not spent:
        # One hex is always possible [5.2.d].
        to |= one_step(war, units, closed)
    roads = 0
    if step.roads and not near >> here & 1:
        far = (allowance * setup.number["movement.strategic"] - spent) // setup.road_price[cls]
        open_road = setup.land & ~near & ~enemy
        roads = setup.grid.flood(1 << here, open_road, ~ground.roads, far) & ~(1 << here)
    return Ways(to | roads, overrun, reach, roads & ~to, roads)


def overruns(war: Malta, units: int, cls: int, here: int, left: int, closed: Sides | None) -> int:
    """Enemy hexes that the stack could overrun from where it is [5.2.4.a] (ruling A80)."""
    setup = war.setup
    if units & setup.defends_only:
        return 0
    ground = setup.ground(war.struck)
    targets = 0
    for target in bits(ground.steps(cls, here) & war.held(1 - war.active)):
        road = closed is None or (here, target) not in closed
        price = ground.step_price(cls, here, target, road)
        if (
            price >= 0
            and price * setup.number["movement.overrun"] <= left
            and attack_points(war, units) <= side_limit(war, here, target)
        ):
            targets |= 1 << target
    return targets


def hunt_price(war: Malta, step: Move) -> int:
    """What the stack must still pay to attack Dispersed enemies in its hex: twice the ground without roads, less what the last
    step cost [3.2.n]; -1 if there are none or it cannot pay."""
    units = step.movers
    if short_move(war, units) or units & war.setup.defends_only:
        return -1
    here = war.at[first(units)]
    if not war.lost_in(here, 1 - war.active):
        return -1
    price = war.setup.ground(war.struck).price[move_class(war, units)][here]
    if price < 0:
        return -1
    price = max(0, price * war.setup.number["movement.enemy_factor"] - step.last)
    return price if price + step.spent <= min(war.allowance(u) for u in bits(units)) else -1


def movable(war: Malta) -> int:
    """Units of the Operation that have not finished moving and have somewhere to go; and those that can arrive."""
    setup = war.setup
    side = war.active
    ground = setup.ground(war.struck)
    enemy = war.held(1 - side)
    able = 0
    for unit in bits(war.on_map(team(war) & setup.mobile & ~war.moved & ~rooted(war))):
        if war.dispersed >> unit & 1:
            if scattered_steps(war, unit) or can_regroup(war, unit):
                able |= 1 << unit
        elif (
            ground.steps(setup.vehicles >> unit & 1, war.at[unit]) & ~enemy
            or war.near(1 - side) >> war.at[unit] & 1
            or war.lost_in(war.at[unit], 1 - side)
        ):
            able |= 1 << unit
    if side == AXIS and war.pieces_in(setup.reserve[AXIS]):
        able |= arrivals(war)
    return able


def can_regroup(war: Malta, unit: int) -> bool:
    """A Dispersed unit may try once in an Operation, unless an enemy stands in its hex [3.2.q]."""
    return not war.tried >> unit & 1 and not war.held(1 - war.active) >> war.at[unit] & 1


def must_thin_out(war: Malta, able: int) -> int:
    """Overstacked hexes that somebody can still leave: the segment cannot close before [5.2.1.a] (ruling A47)."""
    hexes = 0
    for h in bits(war.hexes_of(war.on_map(able & ~war.dispersed))):
        if war.crowded(h, war.active):
            hexes |= 1 << h
    return hexes


class Move(Step[Malta], frozen=True):
    """The Movement Segment: a stack is picked, goes as far as it likes, and the next is picked [5.2]."""

    movers: Pieces = 0
    spent: int = 0
    """Half points used by the stack that is moving."""
    roads: bool = True
    """So far it has kept to roads away from the enemy [5.2.3.a]."""
    last: int = 0
    """What its last step cost."""
    verbs = ("unit", "add", "leave", "to", "overrun", "hunt", "regroup", "halt", "end")
    rule = "5.2.a"
    why = {"hunt": "3.2.n", "regroup": "3.2.q"}

    def _ways(self, war: Malta) -> Ways:
        cached = war._ways
        if cached is not None and cached[0] is self and cached[1] is not None:
            ways: Ways = cached[1]
            return ways
        ways = find_ways(war, self)
        war._ways = (self, ways, None)
        return ways

    def go(self, war: Malta) -> bool:
        if self.movers:
            if not self.spent:
                return False
            ways = self._ways(war)
            if ways.to or ways.overrun or hunt_price(war, self) >= 0:
                return False
            stop(war, self.movers)
            war.become(Move())
            return True
        if self._able(war):
            return False
        war.finish()
        return True

    def _able(self, war: Malta) -> int:
        """Who could be picked next; worked out once."""
        cached = war._ways
        if cached is not None and cached[0] is self and cached[2] is not None:
            able: int = cached[2]
            return able
        able = movable(war) & ~self.movers
        war._ways = (self, cached[1] if cached is not None and cached[0] is self else None, able)
        return able

    def ask(self, war: Malta) -> Decision:
        choices: dict[str, int] = {}
        units = self.movers
        about = None
        prompt = "ask-move"
        if units:
            lead = first(units)
            about = ("piece", lead)
            prompt = "ask-move-where"
            ways = self._ways(war)
            if ways.to:
                choices["to"] = ways.to
            if ways.overrun:
                choices["overrun"] = ways.overrun
            if hunt_price(war, self) >= 0:
                choices["hunt"] = NOTHING
            if self.spent:
                if units & (units - 1):
                    choices["leave"] = units
            else:
                if war.dispersed >> lead & 1 and can_regroup(war, lead):
                    choices["regroup"] = NOTHING
                elif not short_move(war, units):
                    more = self._companions(war, lead)
                    if more:
                        choices["add"] = more
                choices["halt"] = NOTHING
                return Decision(war.active, prompt, "5.2.a", choices, about=about)
        able = self._able(war)
        if able:
            choices["unit"] = able
        if not must_thin_out(war, able | units):
            choices["end"] = NOTHING
        return Decision(war.active, prompt, "5.2.a", choices, about=about)

    def _companions(self, war: Malta, lead: int) -> int:
        """Units in the same hex that could go as one stack: none of them has moved [5.2.a] (ruling A85)."""
        setup = war.setup
        here = war.pieces_in(war.at[lead])
        return here & team(war) & setup.mobile & ~war.moved & ~war.entered & ~war.dispersed & ~rooted(war) & ~self.movers

    def take(self, war: Malta, side: int, verb: str, target: int) -> None:
        if verb == "unit":
            stop(war, self.movers)
            if war.at[target] >= war.setup.hexes_end:
                war.become(Move())
                war.push(Enter(target))
            else:
                war.become(Move(1 << target))
        elif verb == "add":
            war.become(Move(self.movers | 1 << target))
        elif verb == "leave":
            stop(war, 1 << target)
            war.become(Move(self.movers & ~(1 << target), self.spent, self.roads, self.last))
        elif verb == "to":
            self._go(war, target)
        elif verb == "overrun":
            self._overrun(war, target)
        elif verb == "hunt":
            war.hunters |= self.movers
            stop(war, self.movers)
            war.become(Move())
        elif verb == "regroup":
            self._regroup(war)
        else:
            stop(war, self.movers)
            war.become(Move())
            if verb == "end":
                war.finish()

    def resume(self, war: Malta, value: Any) -> None:
        if not isinstance(value, bool):
            unit = value
            if unit is not None and not war.moved >> unit & 1:
                war.become(Move(1 << unit))  # just arrived: it may take its one hex
            return
        # An overrun is over: the stack goes on only if it stands in the hex it attacked [5.2.4.c, 5.2.4.d].
        alive = war.on_map(self.movers)
        if value:
            war.become(Move(alive, self.spent, False, self.last))
        else:
            for h in bits(war.hexes_of(alive)):
                crowd(war, h, war.active)
            war.moved |= alive
            war.become(Move())

    def _regroup(self, war: Malta) -> None:
        """A die to find together again: one or two, easier every turn [3.2.q to 3.2.s]."""
        setup = war.setup
        unit = first(self.movers)
        die = war.d6()
        later = setup.number["regroup.later"] * (war.turn - 1)
        success = die + later <= setup.number["regroup.success"]
        war.tried |= 1 << unit
        if war.log is not None:
            mods = ((text("modifier-turn", turn=war.turn), later, "3.2.s"),) if later else ()
            result = "regroups" if success else "scattered"
            war.tell(
                Event(
                    "regroup", "3.2.q", war.active, pieces=(unit,), spaces=(war.at[unit],), dice=(die,), modifiers=mods,
                    total=die + later, result=result,
                )
            )  # fmt: skip
        if success:
            war.rally(unit)
        war.become(Move(self.movers))

    def _overrun(self, war: Malta, target: int) -> None:
        units = self.movers
        setup = war.setup
        here = war.at[first(units)]
        cls = move_class(war, units)
        ground = setup.ground(war.struck)
        closed = full_roads(war, units)
        road = closed is None or (here, target) not in closed
        price = ground.step_price(cls, here, target, road) * setup.number["movement.overrun"]
        note_road(war, units, cls, here, target, road)
        war.become(Move(units, self.spent + price, False, price))
        if war.log is not None:
            pieces = tuple(bits(units))
            facts = (("who", ("pieces", units)), ("where", ("hex", target)), ("number", plural(len(pieces))))
            war.tell(Event("overrun", "5.2.4.a", war.active, pieces=pieces, spaces=(here, target), facts=facts))
        war.push(Overrun(target, units))

    def route(self, war: Malta, target: int) -> tuple[list[int], list[int], bool]:
        """The way to a hex, what each step of it costs, and whether it is a march: by road wherever that is no dearer, so that
        a march can go on [5.2.3.a]."""
        ways = self._ways(war)
        here = war.at[first(self.movers)]
        reach = ways.reach if ways.reach is not None and ways.reach.mask >> target & 1 else None
        if ways.roads >> target & 1:
            path = road_path(war, here, target)
            price = war.setup.road_price[move_class(war, self.movers)]
            if reach is None or price * (len(path) - 1) <= reach.cost(target):
                return path, [price] * (len(path) - 1), True
        if reach is not None:
            path = reach.path(target)
            return path, [reach.cost(b) - reach.cost(a) for a, b in itertools.pairwise(path)], False
        # The one hex that is always allowed, or all that is allowed.
        return [here, target], [EXHAUSTED], False

    def _go(self, war: Malta, target: int) -> None:
        setup = war.setup
        units = self.movers
        here = war.at[first(units)]
        ground = setup.ground(war.struck)
        cls = move_class(war, units)
        path, prices, roads = self.route(war, target)
        spent, last = self.spent + sum(prices), prices[-1]
        if not roads and not units & war.dispersed:
            near = war.near(1 - war.active)
            closed = full_roads(war, units) if near & setup.roads.touched else None
            for a, b in itertools.pairwise(path):
                by_ground = (
                    spent >= EXHAUSTED and ground.off_road(cls, a, b) >= 0
                )  # the one hex is free, so the road is not needed
                if near >> b & 1 and (a, b) in ground.roads and not by_ground:
                    note_road(war, units, cls, a, b, closed is None or (a, b) not in closed)
        passed = 0
        for h in path[1:]:
            passed |= 1 << h
        for unit in bits(units):
            war.put(unit, target)
        if not units & war.dispersed:
            war.claim(war.active, passed)
        if war.log is not None:
            for unit in bits(units):
                war.tell(Event("move", "5.2.a", war.active, pieces=(unit,), spaces=(here, target)))
        war.become(Move(units, max(1, spent), roads, last))

    def refuse(self, war: Malta, side: int, verb: str, target: int) -> Refusal:
        setup = war.setup
        bit = 1 << target
        if verb in ("unit", "add", "leave"):
            forbidden = war.forbids(side, verb, target, "5.2.a")
            if forbidden:
                return forbidden
            if not (team(war) | setup.independent[side] & ~war.on_map(setup.independent[side])) & bit:
                return Refusal("1.3.2.a", text("why-move-other", unit=("piece", target)))
            if verb == "unit" and self.movers and not self.spent:
                return Refusal("5.2.a", text("why-move-first"))
            if verb == "add":
                return Refusal("5.2.a", text("why-move-add"))
            if verb == "leave":
                return Refusal("5.2.a", text("why-move-leave"))
            if not setup.mobile & bit:
                return Refusal("7.3.b" if setup.forts & bit else "5.2.a", text("why-move-immobile"))
            if rooted(war) & bit:
                return Refusal("5.3.2.b", text("why-move-fired"))
            if war.moved & bit:
                return Refusal("5.2.c", text("why-move-over"))
            if war.at[target] >= setup.hexes_end:
                return Refusal("4.2.1.a", text("why-move-closed"))
            return Refusal("5.2.a", text("why-move-nowhere"))
        if verb == "end":
            crowded = must_thin_out(war, movable(war) | self.movers)
            if crowded and not (self.movers and not self.spent):
                return Refusal("5.2.1.a", text("why-move-crowded"), crowded)
            return Refusal("5.2.a", text("why-move-first"))
        if verb in ("to", "overrun"):
            if not self.movers:
                return Refusal("5.2.a", text("why-move-none"))
            if verb == "overrun":
                return Refusal("5.2.4.a", text("why-move-overrun"), bit)
            if not setup.land & bit:
                return Refusal("1.3.1.c", text("why-move-sea"), bit)
            if war.held(1 - side) & bit:
                return Refusal("5.2.e", text("why-enemy-there"), bit)
            if war.at[first(self.movers)] == target:
                return Refusal("5.2.a", text("why-move-here"), bit)
            if (
                not self.spent
                and one_step(war, self.movers, None) & ~one_step(war, self.movers, full_roads(war, self.movers)) & bit
            ):
                return Refusal("5.2.2.b", text("why-move-road"), bit)
            if short_move(war, self.movers):
                return Refusal("3.2.r" if self.movers & war.dispersed else "4.2.1.e", text("why-move-short"), bit)
            return Refusal("5.2.a", text("why-move-far"), bit)
        if verb == "halt" and self.movers:
            return Refusal("5.2.a", text("why-move-halted"))
        return super().refuse(war, side, verb, target)


class Overrun(Run[Malta], frozen=True):
    """A combat in the middle of a move, and a combat phase of its own; hands down whether the stack took the hex [5.2.4]."""

    target: Space
    units: Pieces
    scope = "segment"

    def combat(self, war: Malta) -> None:
        war.push(Combat(OVERRUN, self.target, self.units))

    def result(self, war: Malta) -> bool:
        alive = war.on_map(self.units)
        return alive != 0 and war.hexes_of(alive) == 1 << self.target

    sequence = Sequence(Phase("overrun", "5.2.4.a", combat))


def stop(war: Malta, units: int) -> None:
    """A stack has finished moving; where it overfills a hex all there are Disorganised [5.2.1.b]."""
    if units:
        war.moved |= units
        for h in bits(war.hexes_of(war.on_map(units & ~war.dispersed))):
            crowd(war, h, war.active)


def note_road(war: Malta, units: int, cls: int, a: int, b: int, usable: bool) -> None:
    """Remember who used the road rate next to the enemy [5.2.2.b]."""
    setup = war.setup
    ground = setup.ground(war.struck)
    if not usable or (a, b) not in ground.roads:
        return
    price = ground.off_road(cls, a, b)
    if 0 <= price <= setup.road_price[cls]:
        return  # the ground is no dearer, so the road was not needed
    low, high = min(a, b), max(a, b)
    men, tanks = war.steps(units & ~setup.armour), (units & setup.armour).bit_count()
    for i, (x, y, used_men, used_tanks) in enumerate(war.road_use):
        if (x, y) == (low, high):
            war.road_use[i] = (low, high, used_men + men, used_tanks + tanks)
            return
    war.road_use.append((low, high, men, tanks))


def road_path(war: Malta, start: int, end: int) -> list[int]:
    """The shortest way by road past all enemies."""
    setup = war.setup
    side = war.active
    roads = setup.ground(war.struck).roads
    passable = setup.land & ~war.near(1 - side) & ~war.held(1 - side)
    shells = [1 << start]
    seen = 1 << start
    while not shells[-1] >> end & 1:
        fresh = setup.grid.cross(shells[-1], roads) & passable & ~seen
        seen |= fresh
        shells.append(fresh)
    path = [end]
    for shell in reversed(shells[:-1]):
        path.append(first(setup.grid.cross(1 << path[-1], roads) & shell))
    path.reverse()
    return path
