"""Ground movement [13.0] and the Action that ends in an attack [12.5]."""

from __future__ import annotations

from ...engine.choice import NOTHING, Decision, Refusal
from ...engine.event import Event
from ...engine.geometry.bits import bits, first
from ...engine.kinds import NOWHERE, Piece, Pieces
from .battle import Assemble
from .losses import KStep
from .state import AXIS, MECH, Italy
from .supply import group, lines


def passable(war: Italy, unit: int) -> int:
    """Land a unit may enter as far as the enemy and the calendar are concerned."""
    side = war.setup.side_of[unit]
    return war.setup.land & ~war.held(1 - side) & ~war.closed(side)


def near(war: Italy, unit: int) -> int:
    """Hexes a unit can reach by the move of one hex that is always allowed [13.3], room apart."""
    setup = war.setup
    here = war.at[unit]
    side = setup.side_of[unit]
    enemy = war.zoc(1 - side)
    step = setup.grid.zoc(1 << here, setup.sea_sides) & passable(war, unit)
    if setup.move_class[unit] == MECH:
        step &= ~setup.steep | setup.grid.cross(1 << here, setup.roads)
    return step & ~enemy if enemy >> here & 1 else step


def destinations(war: Italy, unit: int) -> int:
    """Everywhere a unit can move in one Action [13.1 to 13.6], the Axis Staging Area included [26.3]."""
    setup = war.setup
    side = setup.side_of[unit]
    here = war.at[unit]
    enemy = war.zoc(1 - side)
    cls, motor = setup.move_class[unit], setup.motorized[unit]
    costs, allowance = setup.costs[cls, motor], setup.mf[unit] * setup.mp
    full = war.full_hexes(side)
    blocked = ~passable(war, unit) & setup.grid.all
    if here == setup.staging[AXIS]:
        found = 0
        entry: dict[int, int] = {}
        for h in bits(setup.north_edge & passable(war, unit)):
            price = setup.enter_cost[cls].get(h)
            if setup.north_roads >> h & 1:
                price = setup.road_price[motor]
            if price is not None and price <= allowance:
                entry[price] = entry.get(price, 0) | 1 << h
        for price, hexes in entry.items():
            found |= hexes
            free = hexes & ~enemy
            if free:
                found |= setup.grid.reach_from(
                    free, allowance - price, costs, stop=enemy, blocked=blocked, stop_to_stop=False
                ).mask
        return found & ~full
    reach = setup.grid.reach(here, allowance, costs, stop=enemy, blocked=blocked, stop_to_stop=False)
    found = (reach.mask | near(war, unit)) & ~(1 << here)
    home = 0
    if side == AXIS and setup.mainland >> here & 1:
        for h in bits(setup.north_edge & (reach.mask & ~enemy | 1 << here)):
            spent = 0 if h == here else reach.cost(h)
            if spent is not None and spent + setup.staging_price <= allowance:
                home = 1 << setup.staging[AXIS]
                break
    return found & ~full | home


def can_move(war: Italy, unit: int) -> bool:
    """Whether a unit has anywhere to go; the neighbours usually answer it."""
    setup = war.setup
    side = setup.side_of[unit]
    if war.at[unit] < setup.hexes_end and near(war, unit) & ~war.full_hexes(side):
        return True
    return bool(destinations(war, unit))


def movable(war: Italy, side: int) -> int:
    """The mobile units that could move in an Action."""
    setup = war.setup
    units = war.on_map(setup.mobile & setup.own[side])
    if side == AXIS:
        units |= war.in_box(setup.staging[AXIS], setup.mobile & setup.own[AXIS])
    return units


class Lead(KStep, frozen=True):
    """Pick a unit: it says which contingent moves, and from which source [12.5a, 13.1a]."""

    verbs = ("lead",)
    rule = "13.1a"
    why = {"lead": "This unit cannot move now: nowhere to go, or not on the map."}

    def ask(self, war: Italy) -> Decision:
        side = war.active
        able = 0
        for unit in bits(movable(war, side)):
            if can_move(war, unit):
                able |= 1 << unit
        return Decision(side, "Choose a unit: its contingent moves, by one source of supply", "13.1a", {"lead": able})

    def take(self, war: Italy, side: int, verb: str, target: int) -> None:
        found = lines(war, target)
        if not found:
            war.become(Marching(1 << target, 0))  # alone, without a line [12.5a]
        elif war.setup.on["move_any_source"]:
            units = war.setup.contingent[war.setup.contingent_of[target]]
            war.become(Marching(sum(1 << u for u in bits(movable(war, side) & units) if lines(war, u)), 0))
        elif found & (found - 1):
            war.become(PickSource(target))
        else:
            start(war, target, first(found))


def start(war: Italy, unit: int, source: int) -> None:
    contingent = war.setup.contingent[war.setup.contingent_of[unit]]
    war.become(Marching(group(war, contingent, source) & movable(war, war.setup.side_of[unit]), 0))


class PickSource(KStep, frozen=True):
    """A unit that several sources supply: which of them pays for the Action [12.5a]."""

    unit: Piece
    verbs = ("source",)
    rule = "12.5a"
    why = {"source": "The unit has no Line of Communication to this place."}

    def ask(self, war: Italy) -> Decision:
        return Decision(
            war.active,
            "Which source supplies the move of {unit} and its comrades?",
            "12.5a",
            {"source": lines(war, self.unit)},
            ("piece", self.unit),
        )

    def take(self, war: Italy, side: int, verb: str, target: int) -> None:
        start(war, self.unit, target)


class Marching(KStep, frozen=True):
    """The group moves unit by unit, and may then make one attack [12.5c, 13.1b]."""

    units: Pieces
    moved: Pieces
    verbs = ("unit", "strike", "end")
    rule = "13.1a"
    why = {
        "unit": "Not in the group that moves, moved already, or nowhere to go.",
        "strike": "None of the group stands next to an enemy it could attack there.",
        "end": "Move a unit first.",
    }

    def ask(self, war: Italy) -> Decision:
        choices = {}
        able = 0
        for unit in bits(self.units & ~self.moved):
            if can_move(war, unit):
                able |= 1 << unit
        if able:
            choices["unit"] = able
        targets = 0
        for unit in bits(self._fighters(war)):
            targets |= reachable_foes(war, unit)
        if targets:
            choices["strike"] = targets
        if self.moved:
            choices["end"] = NOTHING
        return Decision(war.active, "Move the units of the group, then attack if you like", "13.1a", choices)

    def _fighters(self, war: Italy) -> int:
        return war.on_map(self.moved if war.setup.on["free_attack_movers_only"] else self.units)

    def take(self, war: Italy, side: int, verb: str, target: int) -> None:
        if verb == "unit":
            war.push(March(target))
        elif verb == "end":
            war.finish()
        else:
            pool = sum(1 << u for u in bits(self._fighters(war)) if reachable_foes(war, u) >> target & 1)
            war.become(Assemble(target, 0, pool, 0, True))

    def resume(self, war: Italy, value: object) -> None:
        assert isinstance(value, int)
        war.become(Marching(self.units, self.moved | 1 << value))


class March(KStep, frozen=True):
    """Where one unit goes, by the cheapest way [13.4]."""

    unit: Piece
    verbs = ("to",)
    rule = "13.4a"

    def ask(self, war: Italy) -> Decision:
        return Decision(war.active, "Where does {unit} go?", "13.1a", {"to": destinations(war, self.unit)}, ("piece", self.unit))

    def take(self, war: Italy, side: int, verb: str, target: int) -> None:
        war.tell(Event("move", "13.1a", side, (self.unit,), (war.at[self.unit], target)))
        war.put(self.unit, target)
        war.finish(self.unit)

    def refuse(self, war: Italy, side: int, verb: str, target: int) -> Refusal:
        setup = war.setup
        unit = self.unit
        if target in setup.staging:
            if target != setup.staging[AXIS] or side != AXIS:
                return Refusal("26.3b", "Allied units reach the map from the Staging Area, and leave it, by sea and air only.")
            return Refusal(
                "26.3a",
                "The Axis Staging Area is entered from the north edge of the mainland, for one Movement Point.",
                setup.north_edge,
            )
        bit = 1 << target
        if war.at[unit] == target:
            return Refusal("13.2c", "The unit is there.", bit)
        if war.held(1 - side) & bit:
            return Refusal("13.2e", "An enemy stands there.", bit)
        if war.closed(side) & bit:
            return Refusal("27.1.SR4", "The mainland is closed to Allied ground units until Italy surrenders.", bit)
        if war.full_hexes(side) & bit:
            return Refusal("10.1a", f"No room: {setup.stack} mobile units stand there.", bit)
        if setup.move_class[unit] == MECH and setup.steep & bit:
            return Refusal("13.4b", "Mechanized units enter mountains along a road only; or it is too far.", bit)
        return Refusal("13.1a", f"Too far for {setup.mf[unit]} Movement Points, or an enemy zone of control is in the way.", bit)


def reachable_foes(war: Italy, unit: int) -> int:
    """Enemy hexes a unit could attack from where it stands [15.1b, 15.9]."""
    setup = war.setup
    here = war.at[unit]
    if here >= setup.hexes_end:
        return 0
    return (
        setup.contact[setup.move_class[unit] != MECH][here] & war.held(1 - setup.side_of[unit]) & ~war.closed(setup.side_of[unit])
    )


class StrategicMove(KStep, frozen=True):
    """Optional rule 32: one unit runs along connected roads, however far."""

    unit: Piece
    verbs = ("unit", "to")
    rule = "32.2"
    why = {
        "unit": "It must be in supply, out of enemy zones of control, and on a road.",
        "to": "No connected road leads there clear of the enemy.",
    }

    def ask(self, war: Italy) -> Decision:
        if self.unit == NOWHERE:
            return Decision(war.active, "Which unit makes a strategic move?", "32.2", {"unit": strategic_units(war, war.active)})
        return Decision(
            war.active, "Where does {unit} go?", "32.2", {"to": strategic_hexes(war, self.unit)}, ("piece", self.unit)
        )

    def take(self, war: Italy, side: int, verb: str, target: int) -> None:
        if verb == "unit":
            war.become(StrategicMove(target))
            return
        war.tell(Event("move", "32.2", side, (self.unit,), (war.at[self.unit], target)))
        war.put(self.unit, target)
        war.finish()


def strategic_hexes(war: Italy, unit: int) -> int:
    """Hexes on the road net, in supply at the end, with no enemy zone of control on the way [32.1]."""
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
    found = seen & ~war.full_hexes(side) & ~(1 << here)
    good = 0
    for h in bits(found):
        war.at[unit], old = h, war.at[unit]  # a look from there, not a move: the maps do not depend on where this unit stands
        if lines(war, unit):
            good |= 1 << h
        war.at[unit] = old
    if side == AXIS and here != setup.staging[AXIS] and seen & setup.north_roads:
        good |= 1 << setup.staging[AXIS]
    return good


def strategic_units(war: Italy, side: int) -> int:
    found = 0
    for unit in bits(movable(war, side)):
        if lines(war, unit) and strategic_hexes(war, unit):
            found |= 1 << unit
    return found
