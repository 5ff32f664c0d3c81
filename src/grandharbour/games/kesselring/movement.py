"""Ground movement [13.0] and the Action that ends in an attack [12.5]."""

from __future__ import annotations

from typing import Any

from ...engine.catalogue import text
from ...engine.choice import NOTHING, Decision, Refusal, Verb
from ...engine.event import Event
from ...engine.geometry.bits import bits, first
from ...engine.kinds import NOWHERE, Maybe, Piece, Pieces
from ...engine.step import Step
from .battle import Assemble, reachable_foes
from .state import ALLIED, AXIS, MECH, Italy
from .supply import around, everywhere, group, lines, supplied, teams

VERBS = (
    Verb("lead", "piece", "13.1a"),
    Verb("source", "space", "12.5a"),
    Verb("unit", "piece", "13.1a"),
    Verb("to", "space", "13.1a"),
    Verb("strike", "space", "12.5c"),
    Verb("end", "nothing", "13.1a"),
)


def passable(war: Italy, unit: int) -> int:
    """Land a unit may enter as far as the enemy and the calendar are concerned.

    Enemy units bar the way [13.2]; friends never do, however many [10.0b].
    """
    side = war.setup.side_of[unit]
    return war.setup.land & ~war.held(1 - side) & ~war.closed(side)


def near(war: Italy, unit: int) -> int:
    """Hexes a unit can reach by the move of one hex that is always allowed [13.3], room apart."""
    setup = war.setup
    here = war.at[unit]
    side = setup.side_of[unit]
    enemy = war.zoc(1 - side)
    step = setup.steps[setup.move_class[unit] != MECH][here] & ~war.held(1 - side)
    if side == ALLIED:
        step &= ~war.closed(side)
    return step & ~enemy if enemy >> here & 1 else step


def destinations(war: Italy, unit: int) -> int:
    """Everywhere a unit can move in one Action and find room."""
    return within_reach(war, unit) & ~war.full_hexes(war.setup.side_of[unit])


def within_reach(war: Italy, unit: int) -> int:
    """Everywhere a unit can move in one Action, room apart [13.1 to 13.6], the Axis Staging Area included [26.3].

    A zone of control stops a unit [11.2, 11.2a, 13.2d], and none leads straight into another [11.2b]. Nobody comes in and goes out in one
    move [26.3.imp].
    """
    setup = war.setup
    side = setup.side_of[unit]
    known = around(war, side)
    key = ("reach", war.at[unit], setup.move_class[unit], setup.motorized[unit], setup.mf[unit], war.surrendered)
    reached = known.get(key)
    if reached is None:
        reached = known[key] = _near_enemies(war, unit, side, key)
    return reached


MOST_REACHES = 20_000
"""So many are remembered at a time."""


def _near_enemies(war: Italy, unit: int, side: int, key: tuple[Any, ...]) -> int:
    """The same, remembered for as long as the enemies within its farthest march stand alike, whatever happens elsewhere."""
    setup = war.setup
    if war.at[unit] >= setup.hexes_end:
        return _within_reach(war, unit, side)
    farthest = setup.farthest.get(key)
    if farthest is None:
        allowance, costs = setup.mf[unit] * setup.mp, setup.costs[setup.move_class[unit], setup.motorized[unit]]
        farthest = setup.grid.reach(war.at[unit], allowance, costs, blocked=~(setup.land & ~war.closed(side))).mask
        farthest = setup.farthest[key] = farthest | setup.ring[war.at[unit]]
    around_it = (side, key, war.held(1 - side) & farthest, war.zoc(1 - side) & farthest)
    reached = setup.reaches.get(around_it)
    if reached is None:
        if len(setup.reaches) > MOST_REACHES:
            setup.reaches.clear()
        reached = setup.reaches[around_it] = _within_reach(war, unit, side)
    return reached


def _within_reach(war: Italy, unit: int, side: int) -> int:
    setup = war.setup
    here = war.at[unit]
    enemy = war.zoc(1 - side)
    cls, motor = setup.move_class[unit], setup.motorized[unit]
    costs, allowance = setup.costs[cls, motor], setup.mf[unit] * setup.mp
    blocked = ~passable(war, unit)
    if here == setup.staging[AXIS]:
        reached = 0
        for price, hexes in entries(war, unit):
            reached |= hexes
            free = hexes & ~enemy
            if free:
                reached |= setup.grid.reach_from(
                    free, allowance - price, costs, stop=enemy, blocked=blocked, stop_to_stop=False
                ).mask
        return reached
    reach = setup.grid.reach(here, allowance, costs, stop=enemy, blocked=blocked, stop_to_stop=False)
    reached = (reach.mask | near(war, unit)) & ~(1 << here)
    home = 0
    if side == AXIS and setup.mainland >> here & 1:
        for h in bits(setup.north_edge & (reach.mask & ~enemy | 1 << here)):
            spent = 0 if h == here else reach.cost(h)
            if spent is not None and spent + setup.staging_price <= allowance:
                home = 1 << setup.staging[AXIS]
                break
    return reached | home


def exchanges(war: Italy, unit: int, others: int) -> int:
    """Full hexes in reach that one of some comrades can leave in the same Action: limits hold only at its end [10.0d]."""
    setup = war.setup
    full = war.full_hexes(setup.side_of[unit])
    posted = 0
    for other in bits(others):
        posted |= 1 << war.at[other]
    crowds = full & posted
    if not crowds:
        return 0
    crowds &= within_reach(war, unit)
    return sum(1 << h for h in bits(crowds) if _empties(war, h, others, full & ~war.leaves_room(unit), 1 << h))


def _empties(war: Italy, h: int, others: int, full: int, seen: int) -> bool:
    """Whether somebody can leave a full hex: for one with room, or for a full one that somebody leaves in turn."""
    if war.overstacked(h, war.active):
        return False  # one more would not cure it
    leavers = war.in_box(h, others)
    ways = [within_reach(war, unit) for unit in bits(leavers)]
    if any(way & ~full for way in ways):
        return True
    for way in ways:
        for nxt in bits(way & full & ~seen):
            seen |= 1 << nxt
            if _empties(war, nxt, others, full, seen):
                return True
    return False


def entries(war: Italy, unit: int) -> list[tuple[int, int]]:
    """The first hexes of the map for an Axis unit in the Staging Area, by what they cost it [26.3]."""
    setup = war.setup
    land, allowance = passable(war, unit), setup.mf[unit] * setup.mp
    return [(price, hexes & land) for price, hexes in setup.entry[setup.move_class[unit]] if price <= allowance]


def can_move(war: Italy, unit: int) -> bool:
    """Whether a unit has anywhere to go; the neighbours usually answer it."""
    setup = war.setup
    full = war.full_hexes(setup.side_of[unit])
    if war.at[unit] < setup.hexes_end:
        if near(war, unit) & ~full:
            return True
    elif any(hexes & ~full for _, hexes in entries(war, unit)):
        return True
    return bool(destinations(war, unit))


def movers(war: Italy, units: int, others: int) -> int:
    """Those of a set of units that have anywhere to go, if only where one of their comrades makes room."""
    able = 0
    for unit in bits(units):
        if can_move(war, unit) or exchanges(war, unit, others & ~(1 << unit)):
            able |= 1 << unit
    return able


def leaders(war: Italy, side: int) -> int:
    """The units that could begin a Movement Action."""
    units = movable(war, side)
    able = 0
    for unit in bits(units):
        if can_move(war, unit) or any(exchanges(war, unit, team & ~(1 << unit)) for team in companies(war, units, unit)):
            able |= 1 << unit
    return able


def companies(war: Italy, units: int, unit: int) -> list[int]:
    """Those with whom a unit could move, for each source it may choose [12.5a]."""
    mates = units & war.setup.contingent[war.setup.contingent_of[unit]]
    if war.setup.on["move_any_source"]:
        return [sum(1 << u for u in bits(mates) if lines(war, u))] if lines(war, unit) else []
    return [team for team in teams(war, mates) if team >> unit & 1]


def anyone_moves(war: Italy, side: int) -> bool:
    """Whether any unit can move at all. Nearly always some hex with units has open ground beside it, which is for everybody."""
    setup = war.setup
    beside = setup.grid.cross(war.mobile_hexes(side), setup.zoc_sides)
    shut = war.held(1 - side) | war.zoc(1 - side) | war.full_hexes(side) | setup.steep | war.closed(side)
    return bool(beside & ~shut) or bool(leaders(war, side))


def anyone_strikes(war: Italy, side: int) -> bool:
    """Whether any unit can attack [15.1b]; whoever stands next to level ground can attack there."""
    setup = war.setup
    beside = war.zoc(side) & war.held(1 - side) & ~war.closed(side)
    if not beside:
        return False
    if setup.grid.cross(war.mobile_hexes(side), setup.zoc_sides) & beside & ~setup.steep:
        return True
    return any(reachable_foes(war, unit) for unit in bits(war.on_map(setup.mobile & setup.own[side])))


def movable(war: Italy, side: int) -> int:
    """The mobile units that could move in an Action."""
    setup = war.setup
    units = war.on_map(setup.mobile & setup.own[side])
    if side == AXIS:
        units |= war.in_box(setup.staging[AXIS], setup.mobile & setup.own[AXIS])
    return units


class Lead(Step[Italy], frozen=True):
    """Pick a unit: it says which contingent moves, and from which source [12.5a, 13.1a].

    Only its comrades move with it [13.2a, 13.1.ex]; all may move again in a later segment [13.2b].
    """

    verbs = ("lead",)
    rule = "13.1a"

    def ask(self, war: Italy) -> Decision:
        able = leaders(war, war.active)
        return Decision(war.active, "ask-lead", "13.1a", {"lead": able})

    def take(self, war: Italy, side: int, verb: str, target: int) -> None:
        sources = lines(war, target)
        if not sources:
            war.become(Marching((1 << target,), 0))  # alone, without a line [12.5a]
        elif war.setup.on["move_any_source"]:
            units = war.setup.contingent[war.setup.contingent_of[target]]
            fed = sum(1 << u for u in bits(movable(war, side) & units) if lines(war, u))
            war.become(Marching(teams(war, fed), 0))
        elif sources & (sources - 1):
            war.become(PickSource(target))
        else:
            start(war, target, first(sources))


def company(war: Italy, unit: int, source: int) -> int:
    """Those who move with a unit by one source."""
    contingent = war.setup.contingent[war.setup.contingent_of[unit]]
    return group(war, contingent, source) & movable(war, war.setup.side_of[unit])


def start(war: Italy, unit: int, source: int) -> None:
    war.become(Marching((company(war, unit, source),), 0))


class PickSource(Step[Italy], frozen=True):
    """A unit that several sources supply: which of them pays for the Action [12.5a]."""

    unit: Piece
    verbs = ("source",)
    rule = "12.5a"

    def ask(self, war: Italy) -> Decision:
        sources = lines(war, self.unit)
        if not can_move(war, self.unit):  # it needs a comrade who makes room, and not every source may serve one
            sources = sum(1 << source for source in bits(sources) if self._able(war, source))
        prompt = "ask-pick-source"
        return Decision(war.active, prompt, "12.5a", {"source": sources}, about=("piece", self.unit))

    def _able(self, war: Italy, source: int) -> int:
        units = company(war, self.unit, source)
        return movers(war, units, units)

    def take(self, war: Italy, side: int, verb: str, target: int) -> None:
        start(war, self.unit, target)


class Marching(Step[Italy], frozen=True):
    """The group moves unit by unit, and may then make one attack [12.5c, 13.1b]."""

    teams: tuple[Pieces, ...]
    """Who moves, by source of supply when the move was declared: an attack afterwards draws on one of them [15.1f]."""
    moved: Pieces
    verbs = ("unit", "strike", "end")
    rule = "13.1a"

    @property
    def units(self) -> int:
        """The whole group."""
        all_of_them = 0
        for team in self.teams:
            all_of_them |= team
        return all_of_them

    def _too_full(self, war: Italy) -> int:
        """Those who can cure the one hex that this Action has overfilled [10.0d]."""
        for unit in bits(war.on_map(self.moved)):
            if war.overstacked(war.at[unit], war.active):
                left = self.units & ~self.moved
                return movers(war, war.in_box(war.at[unit], left), left)
        return 0

    def ask(self, war: Italy) -> Decision:
        leaving = self._too_full(war)
        if leaving:
            return Decision(war.active, "ask-marching-too-full", "10.0d", {"unit": leaving})
        choices = {}
        left = self.units & ~self.moved
        able = movers(war, left, left)
        if able:
            choices["unit"] = able
        if war.zoc(war.active) & war.held(1 - war.active):
            targets = 0
            for unit in bits(self.fighters(war)):
                targets |= reachable_foes(war, unit)
            if targets:
                choices["strike"] = targets
        if self.moved:
            choices["end"] = NOTHING
        return Decision(war.active, "ask-marching", "13.1a", choices)

    def fighters(self, war: Italy) -> int:
        """Who may attack after the move [12.5c]."""
        return war.on_map(self.moved if war.setup.on["free_attack_movers_only"] else self.units)

    def take(self, war: Italy, side: int, verb: str, target: int) -> None:
        if verb == "unit":
            war.push(March(target, self.units & ~self.moved & ~(1 << target)))
        elif verb == "end":
            war.finish()
        else:
            pool = sum(1 << u for u in bits(self.fighters(war)) if reachable_foes(war, u) >> target & 1)
            war.become(Assemble(target, 0, tuple(team & pool for team in self.teams if team & pool)))

    def resume(self, war: Italy, value: object) -> None:
        assert isinstance(value, int)
        war.become(Marching(self.teams, self.moved | 1 << value))


class March(Step[Italy], frozen=True):
    """Where one unit goes, by the cheapest way [13.4]."""

    unit: Piece
    others: Pieces = 0
    """Comrades still to move, who may make room in a full hex [10.0d]."""
    verbs = ("to",)
    rule = "13.4a"

    def ask(self, war: Italy) -> Decision:
        ways = destinations(war, self.unit) | exchanges(war, self.unit, self.others)
        return Decision(war.active, "ask-march", "13.1a", {"to": ways}, about=("piece", self.unit))

    def take(self, war: Italy, side: int, verb: str, target: int) -> None:
        war.tell(Event("move", "13.1a", side, pieces=(self.unit,), spaces=(war.at[self.unit], target)))
        war.put(self.unit, target)
        war.finish(self.unit)

    def refuse(self, war: Italy, side: int, verb: str, target: int) -> Refusal:
        setup = war.setup
        unit = self.unit
        if target in setup.staging:
            if target != setup.staging[AXIS] or side != AXIS:
                return Refusal("26.3b", text("why-march-staging-allied"))
            return Refusal(
                "26.3a",
                text("why-march-staging-axis"),
                setup.north_edge,
            )
        bit = 1 << target
        if war.at[unit] == target:
            return Refusal("13.2c", text("why-march-there"), bit)
        if war.held(1 - side) & bit:
            return Refusal("13.2e", text("why-enemy-there"), bit)
        if war.closed(side) & bit:
            return Refusal("27.1.SR4", text("why-mainland-closed"), bit)
        if war.full_hexes(side) & bit:
            return Refusal("10.1a", text("why-march-full", n=setup.stack), bit)
        if setup.move_class[unit] == MECH and setup.steep & bit:
            return Refusal("13.4b", text("why-march-mountain"), bit)
        return Refusal("13.1a", text("why-march-far", n=setup.mf[unit]), bit)


class StrategicMove(Step[Italy], frozen=True):
    """Optional rule 32: one unit runs along connected roads, however far."""

    unit: Maybe[Piece]
    verbs = ("unit", "to")
    rule = "32.2"

    def ask(self, war: Italy) -> Decision:
        if self.unit == NOWHERE:
            return Decision(war.active, "ask-strategic-move", "32.2", {"unit": strategic_units(war, war.active)})
        return Decision(
            war.active, "ask-strategic-move-to", "32.2", {"to": strategic_hexes(war, self.unit)}, about=("piece", self.unit)
        )

    def take(self, war: Italy, side: int, verb: str, target: int) -> None:
        if verb == "unit":
            war.become(StrategicMove(target))
            return
        war.tell(Event("move", "32.2", side, pieces=(self.unit,), spaces=(war.at[self.unit], target)))
        war.put(self.unit, target)
        war.finish()


def strategic_hexes(war: Italy, unit: int) -> int:
    """Hexes on the road net, in supply at the end, with no enemy zone of control on the way [32.1].

    In supply before and after [32.1a], clear of enemy zones [32.1b], for the Axis to and from the Staging Area [32.1c].
    """
    setup = war.setup
    side = setup.side_of[unit]
    here = war.at[unit]
    free = passable(war, unit) & ~war.zoc(1 - side)
    if here == setup.staging[AXIS]:
        seen = frontier = setup.north_roads & free
    elif free >> here & 1:
        seen = frontier = 1 << here
    else:
        return 0
    while frontier:
        frontier = setup.grid.cross(frontier, setup.roads) & free & ~seen
        seen |= frontier
    served = war.posts(side) | everywhere(war, side, setup.move_class[unit] == MECH, setup.mf[unit])
    good = seen & served & ~war.full_hexes(side) & ~(1 << here)
    if side == AXIS and here != setup.staging[AXIS] and seen & setup.north_roads:
        good |= 1 << setup.staging[AXIS]
    return good


def strategic_units(war: Italy, side: int) -> int:
    able = 0
    for unit in bits(movable(war, side)):
        if supplied(war, unit) and strategic_hexes(war, unit):
            able |= 1 << unit
    return able


def can_march(war: Italy, side: int) -> bool:
    """The cheap question behind ``strategic_units``."""
    return any(supplied(war, unit) and strategic_hexes(war, unit) for unit in bits(movable(war, side)))
