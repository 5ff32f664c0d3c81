"""The naval move: loading, sailing, and what shoots at a fleet on its way [OH-NAV]."""

from __future__ import annotations

from typing import Annotated

from ...engine.catalogue import text
from ...engine.choice import NOTHING, Decision, Refusal, Verb
from ...engine.event import Event
from ...engine.geometry.bits import bits, first
from ...engine.kinds import NOWHERE, Maybe, Piece, Pieces, Side, Space, Spaces, Words
from ...engine.sequence import Phase, Run, Sequence
from ...engine.step import Step
from .losses import Aim, Lose, roll
from .muster import VERBS as MUSTER
from .muster import Muster
from .results import scored
from .state import AX, BR, Islands

VERBS = (
    *MUSTER,
    Verb("assault", "nothing", "OH-LDG.5"),
    Verb("freight", "nothing", "OH-LDG.5"),
    Verb("destroyers", "nothing", "OH-NAV.11"),
    Verb("provisions", "nothing", "OH-SUP.13"),
    Verb("embark", "piece", "OH-LDG.5"),
    Verb("into", "piece", "OH-LDG.5"),
    Verb("enough", "nothing", "OH-LDG.5"),
    Verb("ready", "nothing", "OH-NAV.16"),
    Verb("sail", "space", "OH-NAV.1", dice=True),
    Verb("lead", "nothing", "OH-NAV.1"),
    Verb("by", "space", "OH-NAV.1"),
    Verb("reload", "nothing", "OH-NAV.11"),
    Verb("recall", "nothing", "OH-NAV.11"),
    Verb("sweep", "nothing", "OH-NAV.14"),
    Verb("salvo", "nothing", "OH-NAV.9", dice=True),
    Verb("fire", "piece", "OH-NAV.9", dice=True),
    Verb("hold", "nothing", "OH-NAV.9"),
)

# --- loading off the map [OH-NAV.16, OH-LDG.5]

OPEN, ASSAULT, PORT, DESTROYER = range(4)
WAYS = ("open", "assault", "port", "destroyer")
Way = Annotated[int, Words(*WAYS)]
"""How ships are loaded; open while that is still to be said."""
WAY_OF = {"assault": ASSAULT, "freight": PORT, "destroyers": DESTROYER}


def empty_ships(war: Islands, kind: str, box: int) -> int:
    """Ships in a box that carry nothing and have not just come in."""
    setup = war.setup
    laden = war.beach | war.freight | war.laden()
    return war.here()[box] & setup.of_kind[kind] & ~laden & ~war.away


def pool(war: Islands, *arrivals: str) -> int:
    """Ground units off the map that may be loaded this turn, by their way of arrival [OH-SETUP.5]."""
    setup = war.setup
    waiting = war.here()[setup.pool] & setup.due[min(war.turn, setup.last)]
    wanted = 0
    for word in arrivals:
        wanted |= setup.arrival[word]
    return waiting & wanted


class Loading(Step[Islands], frozen=True):
    """Axis ships off the map take aboard what they will bring [OH-NAV.16]."""

    toulon: bool
    """The ships from Toulon: no markers, and all of them full [OH-OPT.1]."""
    way: Way = OPEN
    taken: int = 0
    """How many have gone aboard this way."""
    ship: Maybe[Piece] = NOWHERE
    """The ship that loads next: the last one, while she has room, or one the player has named."""
    named: bool = False
    """Somebody must go aboard her before another is named."""
    verbs = ("assault", "freight", "destroyers", "provisions", "embark", "into", "enough", "ready")
    rule = "OH-LDG.5"

    def _box(self, war: Islands) -> int:
        return war.setup.toulon_box if self.toulon else war.setup.harbour

    def _units(self, war: Islands, way: int) -> int:
        """Who could go aboard this way."""
        lift = war.setup.lift
        if way == ASSAULT:
            return pool(war, "SEA") if lift["tr"]["assault"] and empty_ships(war, "tr", self._box(war)) else 0
        if way == PORT:
            if lift["tr"]["port"] and (empty_ships(war, "tr", self._box(war)) or self._half_full(war)):
                return pool(war, "SEA", "PORT")
            return pool(war, "SEA", "PORT") & war.setup.dd_cargo if self._port_destroyers(war) else 0
        return pool(war, "SEA") & war.setup.dd_cargo if lift["dd"]["assault"] and empty_ships(war, "dd", self._box(war)) else 0

    def _port_destroyers(self, war: Islands) -> int:
        """Destroyers that could bring infantry to a port; of the Toulon ships only the transports are loaded [G-56]."""
        if self.toulon or not war.setup.lift["dd"]["port"] or not pool(war, "SEA", "PORT") & war.setup.dd_cargo:
            return 0
        return empty_ships(war, "dd", self._box(war))

    def _half_full(self, war: Islands) -> int:
        """Transports loaded for a port that have room."""
        setup = war.setup
        here = war.here()[self._box(war)]
        ships = here & war.freight & setup.transports & ~war.away
        room = setup.lift["tr"]["port"]
        if ships:
            aboard: dict[int, int] = {}
            for unit in bits(here & war.stowed):
                ship = war.aboard[unit]
                aboard[ship] = aboard.get(ship, 0) + 1
                if aboard[ship] >= room:
                    ships &= ~(1 << ship)
        return ships

    def _ships(self, war: Islands) -> tuple[int, int, int]:
        """Ships that could load this way, the likeliest first: half full, empty transports, destroyers."""
        transports = empty_ships(war, "tr", self._box(war))
        if self.way == ASSAULT:
            return 0, transports, 0
        if self.way == DESTROYER:
            return 0, 0, empty_ships(war, "dd", self._box(war))
        return self._half_full(war), transports if war.setup.lift["tr"]["port"] else 0, self._port_destroyers(war)

    def _next(self, ships: tuple[int, int, int]) -> int:
        """The ship that loads next."""
        if self.ship != NOWHERE and (ships[0] | ships[1] | ships[2]) >> self.ship & 1:
            return self.ship
        return first(ships[0] or ships[1] or ships[2])

    def _others(self, war: Islands, ships: tuple[int, int, int]) -> int:
        """Other ships that could load, where they are not like the next one; empty transports are, whatever their flag."""
        able = ships[0] | ships[1] | ships[2]
        if self.named or self.way == ASSAULT or not able & (able - 1):
            return 0
        return war.heads(able & ~war.twins(self._next(ships), able))

    def go(self, war: Islands) -> bool:
        if self.way != OPEN:
            if self._units(war, self.way):
                return False
            war.become(Loading(self.toulon))
            return True
        if any(verb in self._offers(war) for verb in ("assault", "freight", "destroyers", "provisions")):
            return False
        war.finish()
        return True

    def _offers(self, war: Islands) -> dict[str, int]:
        choices = {}
        transports = empty_ships(war, "tr", self._box(war))
        if transports and self._units(war, ASSAULT):
            choices["assault"] = NOTHING
        if (transports or not self.toulon) and self._units(war, PORT):
            choices["freight"] = NOTHING
        if self._units(war, DESTROYER) and not self.toulon:
            choices["destroyers"] = NOTHING
        if transports and not self.toulon and war.setup.lift["tr"]["supply"]:
            choices["provisions"] = NOTHING
        if not self.toulon or not choices:
            choices["ready"] = NOTHING
        return choices

    def ask(self, war: Islands) -> Decision:
        if self.way == OPEN:
            return Decision(AX, "ask-loading", "OH-NAV.16", self._offers(war))
        ships = self._ships(war)
        ship = self._next(ships)
        units = self._units(war, self.way)
        if war.setup.destroyers >> ship & 1:
            units &= war.setup.dd_cargo
        choices = {"embark": war.heads(units)}
        others = self._others(war, ships)
        if others:
            choices["into"] = others
        if self.taken and not (self.toulon and self._must_fill(war)):
            choices["enough"] = NOTHING
        return Decision(AX, "ask-loading-goes-aboard", "OH-LDG.5", choices, about=("piece", ship))

    def _must_fill(self, war: Islands) -> bool:
        return self.way == PORT and bool(self._half_full(war))

    def take(self, war: Islands, side: int, verb: str, target: int) -> None:
        setup = war.setup
        if verb == "ready":
            war.finish()
        elif verb == "enough":
            war.become(Loading(self.toulon))
        elif verb == "provisions":
            ship = first(empty_ships(war, "tr", self._box(war)))  # markers off the map are without number [OH-SUP.12]
            war.stores = [*war.stores, (ship, setup.lift["tr"]["supply"])]
        elif verb == "embark":
            self._embark(war, target)
        elif verb == "into":
            war.become(Loading(self.toulon, self.way, self.taken, target, True))
        else:
            war.become(Loading(self.toulon, WAY_OF[verb]))

    def _embark(self, war: Islands, unit: int) -> None:
        ship = self._next(self._ships(war))
        if self.way == PORT:
            war.freight |= 1 << ship
        else:
            war.beach |= 1 << ship
        war.stow(unit, ship)
        war.become(Loading(self.toulon, self.way, self.taken + 1, ship))
        if war.log is not None:
            war.tell(Event("load", "OH-LDG.5", AX, (unit, ship), facts=(("way", text(f"way-{WAYS[self.way]}")),)))

    def tries(self, war: Islands, side: int, verb: str) -> int:
        return war.here()[self._box(war) if verb == "into" else war.setup.pool]

    def refuse(self, war: Islands, side: int, verb: str, target: int) -> Refusal:
        if verb == "embark" and self.way != OPEN:
            setup = war.setup
            name = setup.piece_names[target]
            if setup.from_turn[target] > war.turn:
                return Refusal("OH-SETUP.5", text("why-loading-may-loaded-before", unit=name, turn=setup.from_turn[target]))
            if (setup.arrival["PARA"] | setup.arrival["AIRLAND"]) >> target & 1:
                return Refusal("OH-SETUP.5", text("why-loading-comes-by-air", unit=name))
            if setup.arrival["PORT"] >> target & 1 and self.way != PORT:
                return Refusal("OH-SETUP.5", text("why-loading-comes-only-through", unit=name))
        return super().refuse(war, side, verb, target)


# --- sailing


def allowance(war: Islands, group: int) -> int:
    """Points of movement left to the slowest of a group [OH-NAV.2]."""
    best = war.setup.longest
    for speed, ships in war.setup.speeds:
        some = group & ships
        if some:
            used = sum(1 for level in war.went if level & some)
            best = min(best, speed - used)
    return best


def barred(war: Islands, side: int) -> int:
    """By option, zones the British may not enter without radar because Axis ships entered them first [G-03]."""
    if side == BR and war.first == AX and war.setup.on["radar_ban"] and not war.radar("naval"):
        return war.entered[AX]
    return 0


def danger(war: Islands, side: int, zone: int, group: int = -1) -> int:
    """How many dice a group meets in a zone: mines, guns, submarines; submarines alone meet only mines [OH-NAV.6]."""
    setup = war.setup
    dice = sum(setup.mine_dice for z, owner, _ in war.mines if z == zone and owner != side)
    if not group & setup.surface:
        return dice
    dice += war.mine(1 - side, zone, setup.sneaks & ~war.fired).bit_count()
    if side == AX:
        dice += (setup.bearing[zone] & ~war.fired & ~war.here()[setup.lost[BR]]).bit_count()
    return dice


def way_matters(war: Islands, side: int, group: int, zones: int) -> bool:
    """Whether a group could meet dice in some of these zones, or prey for its submarines: then it matters by which way it sails."""
    setup = war.setup
    for zone, owner, _ in war.mines:
        if owner != side and zones >> zone & 1:
            return True
    here = war.here()
    met = zones & war.fleets(1 - side)
    if met and group & setup.sneaks & ~war.fired:
        return True
    if not group & setup.surface:
        return False
    if side == AX:
        guns = setup.of_kind["gun"] & ~war.fired & ~here[setup.lost[BR]]
        for zone in bits(zones & setup.shelled):
            if setup.bearing[zone] & guns:
                return True
    lurkers = setup.own[1 - side] & setup.sneaks & ~war.fired
    return any(here[zone] & lurkers for zone in bits(met))


class Naval(Muster, frozen=True):
    """Fleets sail, one group after the other [OH-NAV.1]. The British may sail again when radar shows them the Axis [OH-NAV.10].

    A group takes the way with the fewest dice against it, unless the player leads it by another, zone by zone.
    """

    path: tuple[Space, ...] = ()
    """The zones by which the group is to go, as far as that has been said."""
    leading: bool = False
    """The next zone of the way is asked for."""
    verbs = ("unit", "stack", "count", "sail", "lead", "by", "reload", "recall", "sweep", "done")
    goes = "sail"
    prompts = ("ask-naval", "ask-naval-to")
    rule = "OH-NAV.1"

    def free(self, war: Islands) -> int:
        setup = war.setup
        able = 0
        own = setup.own[self.side] & setup.ships
        here = war.here()
        for zone in bits(war.fleets(self.side)):
            able |= here[zone]
        spent = war.sweeping | setup.rooted
        for speed, ships in setup.speeds:
            if 0 < speed <= setup.longest:
                spent |= war.went[speed - 1] & ships
        able = able & own & ~spent & ~war.moved  # a group sails once, along one path [OH-NAV.1]
        if self.side == AX:
            able |= here[setup.harbour] & own & ~war.away
            if war.turn >= setup.toulon_turn:
                able |= here[setup.toulon_box] & own
        return able

    def sure(self, war: Islands) -> bool:
        return not war.setup.on["radar_ban"]

    def splits(self, war: Islands) -> tuple[int, ...]:
        return tuple(war.went)

    def reach(self, war: Islands, group: int) -> int:
        setup = war.setup
        origin = war.at[first(group)]
        if self.path:
            return self._flood(war, 1 << self.path[-1], self._left(war), group, False)
        if origin >= setup.areas:
            return setup.sea & ~barred(war, self.side) if self._placing(war, origin) else self._entry(war, group)
        return self._flood(war, 1 << origin, allowance(war, group), group, False) & ~(1 << origin)

    def _placing(self, war: Islands, origin: int) -> bool:
        """The first ships of the Axis, and those from Toulon, are set down anywhere [OH-NAV.12, OH-OPT.5]."""
        return origin == war.setup.toulon_box or war.turn == 1

    def _left(self, war: Islands) -> int:
        """Points of movement that are left after the zones named so far; coming in costs nothing [G-24]."""
        outside = war.at[first(self.group)] >= war.setup.areas
        return allowance(war, self.group) - len(self.path) + outside

    def ways(self, war: Islands) -> int:
        """Zones by which the group could be led: neighbours it may pass through, if any way at all differs from another."""
        setup = war.setup
        group = self.group
        origin = war.at[first(group)]
        outside = origin >= setup.areas
        if outside and self._placing(war, origin):
            return 0
        head = self.path[-1] if self.path else origin
        left = self._left(war)
        stops = self._stops(war, group)
        if left < (1 if outside and not self.path else 2) or (self.path and stops >> head & 1):
            return 0
        closed = barred(war, self.side)
        coming = outside and not self.path
        near = (setup.entry if coming else setup.lanes[head]) & ~closed & ~stops
        passing = near
        farther = left - (1 if coming else 2)
        if closed or stops:
            for _ in range(farther):
                for zone in bits(passing):
                    passing |= setup.lanes[zone] & ~closed & ~stops
        elif farther:
            farther = min(farther, len(setup.sailed) - 1)  # the whole sea
            passing = setup.sailed_in[farther] if coming else setup.sailed[farther][head]
        return near if way_matters(war, self.side, group, passing) else 0

    def _entry(self, war: Islands, group: int) -> int:
        return self._flood(war, war.setup.entry & ~barred(war, self.side), allowance(war, group), group, True)

    def _flood(self, war: Islands, start: int, steps: int, group: int, outside: bool) -> int:
        lanes = war.setup.lanes
        closed = barred(war, self.side)
        stops = self._stops(war, group)
        waters = fresh = start
        for step in range(steps):
            near = 0
            fresh = fresh if step == 0 and not outside else fresh & ~stops
            while fresh:
                zone = fresh.bit_length() - 1
                near |= lanes[zone]
                fresh ^= 1 << zone
            fresh = near & ~waters & ~closed
            waters |= fresh
        return waters

    def _stops(self, war: Islands, group: int) -> int:
        """By option a group with surface ships stops where it meets enemy warships [G-29]."""
        if war.setup.on["ships_stop_on_contact"] and group & war.setup.surface:
            return war.war_fleets(1 - self.side)
        return 0

    def route(self, war: Islands, group: int, target: int) -> tuple[int, ...]:
        """The way with the fewest dice against it; of equally safe ones the shortest. It begins as the player said."""
        setup = war.setup
        origin = war.at[first(group)]
        outside = origin >= setup.areas
        if outside and self._placing(war, origin):
            return (target,)
        closed, stops = barred(war, self.side), self._stops(war, group)
        layer: dict[int, tuple[int, tuple[int, ...]]] = {origin: (0, ())}
        reach = allowance(war, group)
        if self.path:
            if self.path[-1] == target:
                return self.path
            layer, reach, origin = {self.path[-1]: (0, self.path)}, self._left(war), self.path[-1]
        elif outside:
            layer = {zone: (danger(war, self.side, zone, group), (zone,)) for zone in bits(setup.entry & ~closed)}
        dice: dict[int, int] = {}
        best: tuple[int, int, tuple[int, ...]] | None = None
        far = setup.far[target]
        for step in range(reach + 1):
            if target in layer:
                cost, path = layer[target]
                if best is None or cost < best[0]:
                    best = (cost, step, path)
            following: dict[int, tuple[int, tuple[int, ...]]] = {}
            for zone, (cost, path) in layer.items():
                if far[zone] > reach - step or (stops >> zone & 1 and zone != origin):
                    continue
                for near in setup.lane_list[zone]:
                    if far[near] >= reach - step or closed >> near & 1:
                        continue
                    if near not in dice:
                        dice[near] = danger(war, self.side, near, group)
                    option = (cost + dice[near], (*path, near))
                    if near not in following or option < following[near]:
                        following[near] = option
            layer = following
        assert best is not None, "a zone is listed that cannot be reached"
        return best[2]

    def send(self, war: Islands, group: int, target: int) -> None:
        path = self.route(war, group, target)
        origin = war.at[first(group)]
        outside = origin >= war.setup.areas
        if outside and self._placing(war, origin):
            war.went = [level | group for level in war.went]  # being set down is the whole move [G-11]
        war.push(Passage(self.side, group, path, outside))

    # --- other orders

    def ask(self, war: Islands) -> Decision:
        if self.leading:
            return Decision(self.side, "ask-naval-by-zone", self.rule, {"by": self.ways(war)})
        if not self.path:
            return super().ask(war)
        choices = {"sail": self.reach(war, self.group)}
        if self.ways(war):
            choices["lead"] = NOTHING
        return Decision(self.side, "ask-naval-by-group", self.rule, choices)

    def more(self, war: Islands) -> dict[str, int]:
        choices = {}
        if self.side == AX and any(self._empties(war, zone) for zone in bits(war.fleets(AX))):
            choices["recall"] = NOTHING
        return choices

    def instead(self, war: Islands) -> dict[str, int]:
        """The way it is led; and what a group may do that has not moved: go off the map [OH-NAV.11], or sweep mines [OH-NAV.14]."""
        setup = war.setup
        zone = war.at[first(self.group)]
        choices = {"lead": NOTHING} if self.ways(war) else {}
        if not setup.sea >> zone & 1 or self.group & war.moved:
            return choices
        if self.side == AX and not self.group & ~(setup.transports | setup.destroyers):
            choices["reload"] = NOTHING  # nothing stops Axis transports and destroyers, wherever they are
        if not self.group & ~setup.sweepers and self.group.bit_count() == setup.sweep_ships:
            mined = any(where == zone and owner != self.side for where, owner, _ in war.mines)
            if mined and not war.mine(self.side, zone, war.sweeping):
                choices["sweep"] = NOTHING
        return choices

    def _empties(self, war: Islands, zone: int) -> int:
        """Transports in a zone that carry nothing."""
        laden = war.beach | war.freight | war.laden()
        return war.mine(AX, zone, war.setup.transports & ~laden & ~war.moved)

    def other(self, war: Islands, verb: str, target: int) -> None:
        if verb == "reload":
            war.become(self._with(war, 0))
            go_home(war, self.group)
        elif verb == "recall":
            for zone in bits(war.fleets(AX)):
                ships = self._empties(war, zone)
                if ships:
                    go_home(war, ships)
        elif verb == "lead":
            war.become(type(self)(self.side, self.group, NOWHERE, self.path, True))
        elif verb == "by":
            war.become(type(self)(self.side, self.group, NOWHERE, (*self.path, target)))
        else:
            war.become(self._with(war, 0))
            war.sweeping |= self.group
            war.tell(Event("sweep", "OH-NAV.14", self.side, pieces=tuple(bits(self.group)), spaces=(war.at[first(self.group)],)))

    def end(self, war: Islands) -> None:
        war.become(Shadowed(self.side, war.fleets(self.side) & war.fleets(1 - self.side)))

    # --- why not

    def tries(self, war: Islands, side: int, verb: str) -> int:
        return super().tries(war, side, verb) & war.setup.ships

    def refuse_unit(self, war: Islands, side: int, piece: int) -> Refusal:
        setup = war.setup
        space, name = war.at[piece], setup.piece_names[piece]
        if war.away >> piece & 1:
            return Refusal("OH-NAV.11", text("why-naval-gone-off-map", unit=name))
        if space in (setup.convoy, setup.toulon_box):
            return Refusal("OH-EV.4" if space == setup.convoy else "OH-OPT.1", text("why-naval-here-yet", unit=name))
        if self.group and space != war.at[first(self.group)]:
            return Refusal("OH-NAV.1", text("why-naval-group-starts-one"))
        if war.sweeping >> piece & 1:
            return Refusal("OH-NAV.14", text("why-naval-sweeping-mines", unit=name))
        if not self.free(war) >> piece & 1:
            return Refusal("OH-NAV.2", text("why-naval-sailed-turn", unit=name))
        return super().refuse_unit(war, side, piece)

    def refuse(self, war: Islands, side: int, verb: str, target: int) -> Refusal:
        if verb in ("reload", "recall"):
            return Refusal("OH-NAV.11", text("why-naval-only-axis-transports"))
        if verb == "by":
            return Refusal(
                "OH-NAV.2",
                text("why-naval-zone-next-group"),
            )
        if verb == "lead":
            return Refusal("OH-NAV.1", text("why-naval-every-way-group"))
        if self.leading or (self.path and verb != "sail"):
            return Refusal("OH-NAV.1", text("why-naval-group-its-way"))
        if verb == "sweep":
            return Refusal("OH-NAV.14", text("why-naval-sweeping-takes-two"))
        return super().refuse(war, side, verb, target)

    def refuse_to(self, war: Islands, side: int, space: int) -> Refusal:
        setup = war.setup
        if setup.sea >> space & 1 and barred(war, side) >> space & 1:
            return Refusal("OH-NAV.10", text("why-naval-without-naval-radar"), 1 << space)
        if not setup.sea >> space & 1:
            return Refusal("OH-NAV.2", text("why-naval-ships-sail-sea"))
        return Refusal("OH-NAV.2", text("why-naval-farther-than-slowest"), 1 << space)


def go_home(war: Islands, ships: int) -> None:
    """Off the map, where all they carry goes ashore; they can be loaded anew and come back in a later turn [G-24, OH-NAV.16]."""
    setup = war.setup
    zone = war.at[first(ships)]
    aboard = war.cargo(ships)
    load = aboard & (setup.arrival["SEA"] | setup.arrival["PORT"])
    war.unstow(load)
    war.shift(load, setup.pool)
    war.stores = [(ship, n) for ship, n in war.stores if not ships >> ship & 1]
    war.shift(ships | aboard & ~load, setup.harbour)
    for ship in bits((war.beach | war.freight) & ships):
        if not war.cargo(1 << ship):  # troops that came by air stay aboard: they never jump again [OH-PARA.5]
            war.beach &= ~(1 << ship)
            war.freight &= ~(1 << ship)
    war.away |= ships
    if war.log is not None:
        war.tell(Event("reload", "OH-NAV.11", AX, pieces=tuple(bits(ships)), spaces=(zone,), facts=(("n", ships.bit_count()),)))


class Redirect(Naval, frozen=True):
    """The British moved first and naval radar shows them what came: they may use what is left of their movement [OH-NAV.10]."""

    prompts = ("ask-redirect", "ask-redirect-to")
    rule = "OH-NAV.10"

    def end(self, war: Islands) -> None:
        war.finish()


class Passage(Run[Islands], frozen=True):
    """A group enters the zones of its way one by one; mines, guns and submarines answer at once [OH-NAV.9]."""

    side: Side
    group: Pieces
    path: tuple[Space, ...]
    arriving: bool
    """It comes from off the map: the first zone costs no movement [G-24]."""

    def go(self, war: Islands) -> bool:
        group = self.group & ~war.here()[war.setup.lost[self.side]]
        if not group:
            war.finish()
            return True
        return super().go(war) if group == self.group else Run.go(self.note(war, group=group), war)

    def _enter(self, war: Islands) -> None:
        setup, group, zone = war.setup, self.group, self.path[0]
        if not self.arriving:
            carry = group
            for level in range(len(war.went)):
                fresh = carry & ~war.went[level]
                war.went[level] |= fresh
                carry &= ~fresh
        if war.log is not None:
            start = war.at[first(group)]
            facts = (("n", group.bit_count()),)
            war.tell(Event("sail", "OH-NAV.1", self.side, pieces=tuple(bits(group)), spaces=(start, zone), facts=facts))
        war.shift(group | war.cargo(group), zone)
        war.moved |= group
        war.entered[self.side] |= 1 << zone
        if not group & setup.surface:
            war.unseen |= group & ~war.fired
        else:
            war.unseen &= ~group

    def _mines(self, war: Islands) -> None:
        for where, owner, _ in war.mines:
            if where == self.path[0] and owner != self.side:
                explode(war, self.side, where, self.group, "OH-NAV.13")
                return

    def _guns(self, war: Islands) -> None:
        setup, group, zone = war.setup, self.group, self.path[0]
        if self.side == AX and group & setup.surface:
            guns = setup.bearing[zone] & ~war.fired & ~war.here()[setup.lost[BR]]
            if guns:
                war.push(React(BR, zone, guns, group, "OH-NAV.7"))

    def _lurkers(self, war: Islands) -> None:
        group, zone = self.group, self.path[0]
        if group & war.setup.surface:  # a group of submarines alone is not seen [OH-NAV.6]
            subs = war.mine(1 - self.side, zone, war.setup.sneaks & ~war.fired)
            if subs:
                war.push(React(1 - self.side, zone, subs, group, "OH-NAV.4"))

    def _hunters(self, war: Islands) -> None:
        zone = self.path[0]
        subs = self.group & war.setup.sneaks & ~war.fired
        prey = war.mine(1 - self.side, zone, war.setup.ships) & ~war.unseen
        if subs and prey:
            war.push(React(self.side, zone, subs, prey, "OH-NAV.3"))

    def _on(self, war: Islands) -> None:
        if len(self.path) > 1:
            self.jump(war, "enter", path=self.path[1:], arriving=False)

    sequence = Sequence(
        Phase("enter", "OH-NAV.9", _enter),
        Phase("minefield", "OH-NAV.13", _mines),
        Phase("guns", "OH-NAV.7", _guns),
        Phase("lurkers", "OH-NAV.4", _lurkers),
        Phase("hunters", "OH-NAV.3", _hunters),
        Phase("on", "OH-NAV.9", _on),
    )


def explode(war: Islands, side: int, zone: int, ships: int, rule: str) -> None:
    """A minefield rolls; the owner of the ships takes the hits where he likes [OH-NAV.13]."""
    setup = war.setup
    hits, faces = roll(war, setup.mine_dice, setup.mine_hit)
    if war.log is not None:
        war.tell(Event("mines", rule, 1 - side, spaces=(zone,), dice=faces, result=scored(hits)))
    if hits:
        war.push(Lose(side, zone, ships, 0, hits, False))


class React(Step[Islands], frozen=True):
    """Coastal guns or submarines fire at ships before anything else happens [OH-NAV.3 to OH-NAV.9]."""

    side: Side
    zone: Space
    shooters: Pieces
    targets: Pieces
    cause: str
    verbs = ("salvo", "fire", "hold")
    rule = "OH-NAV.9"

    def _ready(self, war: Islands) -> int:
        return self.shooters & ~war.fired & ~war.here()[war.setup.lost[self.side]]

    def go(self, war: Islands) -> bool:
        if self._ready(war) and war.here()[self.zone] & self.targets:
            return False
        war.finish()
        return True

    def ask(self, war: Islands) -> Decision:
        ready = self._ready(war)
        choices = {"salvo": NOTHING, "hold": NOTHING}
        if ready & (ready - 1):
            choices["fire"] = war.heads_by_space(ready)
        guns = ready & war.setup.works
        prompt = "ask-react-guns" if guns else "ask-react"
        return Decision(self.side, prompt, self.cause, choices, about=("space", self.zone), quiet=("salvo", 0))

    def take(self, war: Islands, side: int, verb: str, target: int) -> None:
        if verb == "hold":
            war.finish()
            return
        setup = war.setup
        ready = self._ready(war) if verb == "salvo" else 1 << target
        war.fired |= ready
        war.unseen &= ~ready
        guns = bool(ready & setup.works)
        hits, faces = roll(war, ready.bit_count(), setup.gun_fire if guns else setup.sneak)
        if war.log is not None:
            kind = "guns" if guns else "sneak"
            facts = (("n", ready.bit_count()),)
            war.tell(
                Event(
                    kind,
                    self.cause,
                    side,
                    pieces=tuple(bits(ready)),
                    spaces=(self.zone,),
                    dice=faces,
                    result=scored(hits),
                    facts=facts,
                )
            )
        if hits:
            war.push(Aim(side, self.zone, self.targets, hits, False))


class Shadowed(Step[Islands], frozen=True):
    """Ships that did not move and share their zone with enemy submarines are attacked by them [OH-NAV.5]."""

    side: Side
    zones: Spaces

    def go(self, war: Islands) -> bool:
        if not self.zones:
            war.finish()
            return True
        zone = first(self.zones)
        war.become(Shadowed(self.side, self.zones & ~(1 << zone)))
        setup = war.setup
        still = war.mine(self.side, zone, setup.ships & ~war.moved)
        subs = war.mine(1 - self.side, zone, setup.sneaks & ~war.fired)
        if subs and still & setup.surface:
            war.push(React(1 - self.side, zone, subs, still, "OH-NAV.5"))
        return True


class SweepMines(Step[Islands], frozen=True):
    """Minefields that are being swept roll against the sweepers, then come a turn nearer to their end [OH-NAV.14]."""

    left: Spaces
    rolled: Space = NOWHERE

    def go(self, war: Islands) -> bool:
        setup = war.setup
        if self.rolled != NOWHERE:
            self._count(war, self.rolled)
            war.become(SweepMines(self.left))
            return True
        if not self.left:
            war.sweeping = 0
            war.finish()
            return True
        zone = first(self.left)
        ships = war.here()[zone] & war.sweeping
        war.become(SweepMines(self.left & ~(1 << zone), zone))
        if ships:
            explode(war, setup.side_of[first(ships)], zone, ships, "OH-NAV.14")
        return True

    def _count(self, war: Islands, zone: int) -> None:
        """Two destroyers must survive the turn, or the count starts again [G-10]."""
        setup = war.setup
        enough = (war.here()[zone] & war.sweeping).bit_count() >= setup.sweep_ships
        mines = []
        for where, owner, turns in war.mines:
            if where == zone:
                turns = turns + 1 if enough else 0
                if turns >= setup.sweep_turns:
                    war.tell(Event("swept", "OH-NAV.14", 1 - owner, spaces=(zone,)))
                    continue
            mines.append((where, owner, turns))
        war.mines = mines
