"""Landings on beaches and work in ports. A ship that has landed its units lands no more until it is loaded again [OH-LDG.4]."""

from __future__ import annotations

from ...engine.catalogue import text
from ...engine.choice import NOTHING, Decision, Refusal, Verb
from ...engine.event import Event
from ...engine.geometry.bits import bits, first
from ...engine.kinds import NOWHERE, Piece, Space
from ...engine.step import Step
from .muster import Muster
from .state import AX, BR, Islands

VERBS = (
    Verb("unload", "piece", "OH-LDG.2"),
    Verb("board", "piece", "OH-LDG.7"),
    Verb("convert", "nothing", "OH-LDG.7"),
)


def assault_open(war: Islands, side: int) -> bool:
    """The Axis lands on beaches in one turn of each day only [OH-LDG.3]."""
    setup = war.setup
    if side == BR or setup.assaults >= setup.day:
        return True
    if not war.assault or war.assault == war.turn or not setup.assaults:
        return bool(setup.assaults)
    return (war.assault - 1) // setup.day != (war.turn - 1) // setup.day


def blocked(war: Islands, side: int) -> int:
    """By option, zones where enemy warships left after the sea combat stop all landing [OH-LDG.9]."""
    return war.war_fleets(1 - side) if war.setup.on["landing_needs_clear_zone"] else 0


def open_ports(war: Islands, side: int) -> int:
    """Ports in working order that a side can use and that have capacity left this turn [OH-LDG.2, OH-LDG.10]."""
    setup = war.setup
    axis = war.axis_held() if setup.on["port_needs_clear"] else war.stands(AX)
    ports = 0
    for port in bits(setup.ports & (axis if side == AX else ~war.stands(AX))):
        if (
            war.works(port, False)
            and war.port_used[port] < setup.port_room[port]
            and not blocked(war, side) >> setup.port_zone[port] & 1
        ):
            ports |= 1 << port
    return ports


def quays(war: Islands, side: int, ship: int) -> int:
    """Ports a ship in its zone could work in now; one that has handled it today needs no more capacity for it."""
    setup = war.setup
    zone = war.at[ship]
    if zone >= setup.areas:
        return 0
    known = sum(1 << port for docked, port in war.docked if docked == ship)
    return setup.ports_on[zone] & (open_ports(war, side) | known)


def dock(war: Islands, ship: int, port: int) -> None:
    """A ship works in a port, which uses up capacity once a turn [OH-LDG.2]."""
    if (ship, port) not in war.docked:
        war.docked = [*war.docked, (ship, port)]
        war.port_used[port] += 1


class Landing(Muster, frozen=True):
    """Units go ashore over beaches; ships unload and load in ports [OH-LDG.1, OH-LDG.2]."""

    verbs = ("unit", "stack", "count", "to", "unload", "embark", "done")
    apart = ("unload", "embark")
    prompts = ("ask-landing", "ask-landing-to")
    rule = "OH-LDG.1"

    def free(self, war: Islands) -> int:
        """Units aboard ships loaded for an assault, off a coast."""
        if not assault_open(war, self.side):
            return 0
        setup = war.setup
        units = 0
        here = war.here()
        for zone in bits(war.surface_fleets(self.side) & ~blocked(war, self.side)):
            if setup.coasts[zone] and here[zone] & war.beach & setup.own[self.side]:
                for unit in bits(here[zone] & setup.own[self.side] & setup.ground & ~war.moved):
                    if war.beach >> war.aboard[unit] & 1:
                        units |= 1 << unit
        return units

    def reach(self, war: Islands, group: int) -> int:
        return war.setup.coasts[war.at[first(group)]]

    def send(self, war: Islands, group: int, target: int) -> None:
        side = self.side
        zone = war.at[first(group)]
        for unit in bits(group):
            ship = war.aboard[unit]
            war.landed = [*war.landed, (unit, ship)]
            war.beach &= ~(1 << ship)
        war.unstow(group)
        war.shift(group, target)
        war.fresh |= group
        war.entered[side] |= 1 << target
        if side == AX:
            war.assault = war.turn
        if war.log is not None:
            facts = (("n", group.bit_count()),)
            war.tell(Event("land_beach", "OH-LDG.1", side, pieces=tuple(bits(group)), spaces=(zone, target), facts=facts))

    # --- ports and markers

    def _unloaders(self, war: Islands) -> int:
        """Laden ships that could be emptied here."""
        laden = war.beach | war.freight | war.laden()
        ships = 0
        for zone in bits(war.surface_fleets(self.side)):
            for ship in bits(war.mine(self.side, zone, laden)):
                if unload_at(war, self.side, ship):
                    ships |= 1 << ship
        return war.heads_by_space(ships)

    def _embarkers(self, war: Islands) -> int:
        """Empty transports in a port with somebody ashore to take aboard [OH-LDG.7]."""
        setup = war.setup
        if not setup.lift["tr"]["port"]:
            return 0
        laden = war.beach | war.freight | war.laden() | sum(1 << s for _, s in war.landed)
        ships = 0
        for zone in bits(war.surface_fleets(self.side)):
            if setup.ports_on[zone]:
                for ship in bits(war.heads(war.mine(self.side, zone, setup.transports & ~laden))):
                    if any(passengers(war, self.side, port) for port in bits(quays(war, self.side, ship))):
                        ships |= 1 << ship
        return ships

    def more(self, war: Islands) -> dict[str, int]:
        choices = {}
        ships = self._unloaders(war)
        if ships:
            choices["unload"] = ships
        empty = self._embarkers(war)
        if empty:
            choices["embark"] = empty
        return choices

    def other(self, war: Islands, verb: str, target: int) -> None:
        war.push(Unload(target) if verb == "unload" else Embark(target))

    def tries(self, war: Islands, side: int, verb: str) -> int:
        setup = war.setup
        return super().tries(war, side, verb) & (setup.ground if verb == "unit" else setup.transports | setup.destroyers)

    def refuse_unit(self, war: Islands, side: int, piece: int) -> Refusal:
        setup = war.setup
        name, ship = setup.piece_names[piece], war.aboard[piece]
        if ship == NOWHERE:
            return Refusal("OH-LDG.1", text("why-landing-aboard-ship", unit=name))
        if not war.beach >> ship & 1:
            return Refusal("OH-LDG.5", text("why-landing-loaded-port-cannot", unit=name))
        if not assault_open(war, side):
            return Refusal("OH-LDG.3", text("why-landing-axis-landed-other"))
        if blocked(war, side) >> war.at[piece] & 1:
            return Refusal("OH-LDG.9", text("why-landing-enemy-warships-still"), 1 << war.at[piece])
        if self.group and war.at[piece] != war.at[first(self.group)]:
            return Refusal("OH-LDG.1", text("why-landing-group-lands-one"))
        if war.at[piece] >= setup.areas or not setup.coasts[war.at[piece]]:
            return Refusal("OH-LDG.1", text("why-landing-off-coast", unit=name))
        return super().refuse_unit(war, side, piece)

    def refuse_to(self, war: Islands, side: int, space: int) -> Refusal:
        return Refusal("OH-LDG.1", text("why-landing-units-land-territory"), 1 << space)

    def refuse(self, war: Islands, side: int, verb: str, target: int) -> Refusal:
        if verb in ("unload", "embark") and not self.group and self.kin == NOWHERE:
            if verb == "unload":
                return Refusal("OH-LDG.2", text("why-landing-unload"))
            return Refusal("OH-LDG.7", text("why-landing-needs-empty-transport"))
        return super().refuse(war, side, verb, target)


def unload_at(war: Islands, side: int, ship: int) -> int:
    """Where a ship may be unloaded: in a port whatever she is loaded for [G-77]; Axis markers also over a coast that is held [G-22]."""
    places = quays(war, side, ship)
    if places and war.cargo(1 << ship) & war.moved & war.setup.ground:
        return 0  # who has gone aboard this turn stays aboard
    if side == AX and war.stored(ship) and not blocked(war, side) >> war.at[ship] & 1:
        places |= war.setup.coasts[war.at[ship]] & war.axis_held()
    return places


class Unload(Step[Islands], frozen=True):
    """A ship puts everything ashore [OH-LDG.2, OH-LDG.6]."""

    ship: Piece
    verbs = ("to",)
    rule = "OH-LDG.2"

    def go(self, war: Islands) -> bool:
        places = unload_at(war, war.setup.side_of[self.ship], self.ship)
        if places & (places - 1):
            return False
        self._ashore(war, first(places))
        return True

    def ask(self, war: Islands) -> Decision:
        side = war.setup.side_of[self.ship]
        places = unload_at(war, side, self.ship)
        return Decision(side, "ask-unload", "OH-LDG.2", {"to": places}, about=("piece", self.ship))

    def take(self, war: Islands, side: int, verb: str, target: int) -> None:
        self._ashore(war, target)

    def _ashore(self, war: Islands, place: int) -> None:
        setup = war.setup
        ship = self.ship
        side = setup.side_of[ship]
        number = war.stored(ship)
        units = war.cargo(1 << ship) & setup.ground
        beach = number and side == AX and war.axis_held() >> place & 1
        if not (beach and not quays(war, side, ship) >> place & 1):
            dock(war, ship, place)
        if number:
            war.markers(side)[place] += number
            war.stores = [(s, n) for s, n in war.stores if s != ship]
        else:
            war.unstow(units)
            war.shift(units, place)
            war.fresh |= units
            war.freight &= ~(1 << ship)
            war.beach &= ~(1 << ship)
            war.entered[side] |= 1 << place
        war.finish()
        if war.log is not None:
            facts = (
                ("n", number or units.bit_count()),
                ("what", text("cargo-markers" if number else "cargo-units", n=number or units.bit_count())),
            )
            war.tell(Event("unload", "OH-LDG.2", side, pieces=(ship, *bits(units)), spaces=(war.at[ship], place), facts=facts))


def passengers(war: Islands, side: int, port: int) -> int:
    """Units ashore in a port that could go aboard; a tank that cannot move stays [OH-LAND.7]."""
    return war.troops(side, port) & ~war.fresh & ~war.moved & ~(war.setup.stall & war.hit1)


class Embark(Step[Islands], frozen=True):
    """A transport takes units aboard in a port: two for another port, or one for an assault [OH-LDG.5, OH-LDG.7]."""

    ship: Piece
    port: Space = NOWHERE
    verbs = ("at", "board", "convert", "enough")
    rule = "OH-LDG.7"

    def _ports(self, war: Islands) -> int:
        side = war.setup.side_of[self.ship]
        return sum(1 << port for port in bits(quays(war, side, self.ship)) if passengers(war, side, port))

    def go(self, war: Islands) -> bool:
        if self.port == NOWHERE:
            ports = self._ports(war)
            if ports & (ports - 1):
                return False
            self._open(war, first(ports))
            return True
        if self._room(war) and passengers(war, war.setup.side_of[self.ship], self.port):
            return False
        if self._convertible(war):
            return False
        war.finish()
        return True

    def _open(self, war: Islands, port: int) -> None:
        dock(war, self.ship, port)
        war.become(Embark(self.ship, port))

    def _aboard(self, war: Islands) -> int:
        return war.cargo(1 << self.ship).bit_count()

    def _convertible(self, war: Islands) -> bool:
        """One unit alone aboard a British transport may be made ready for an assault [OH-LDG.7]."""
        setup = war.setup
        return setup.side_of[self.ship] == BR and self._aboard(war) == 1 and setup.lift["tr"]["assault"] > 0

    def _room(self, war: Islands) -> int:
        return int(war.setup.lift["tr"]["port"]) - self._aboard(war)

    def ask(self, war: Islands) -> Decision:
        side = war.setup.side_of[self.ship]
        about = ("piece", self.ship)
        if self.port == NOWHERE:
            return Decision(side, "ask-embark", "OH-LDG.7", {"at": self._ports(war)}, about=about)
        choices = {}
        units = passengers(war, side, self.port)
        if units and self._room(war):
            choices["board"] = war.heads(units)
        if self._aboard(war):
            choices["enough"] = NOTHING
            if self._convertible(war):
                choices["convert"] = NOTHING
        return Decision(side, "ask-embark-goes-aboard", "OH-LDG.7", choices, about=about)

    def take(self, war: Islands, side: int, verb: str, target: int) -> None:
        if verb == "at":
            self._open(war, target)
        elif verb == "board":
            war.freight |= 1 << self.ship
            war.stow(target, self.ship)
            war.moved |= 1 << target
            war.tell(Event("board", "OH-LDG.7", side, pieces=(target, self.ship), spaces=(self.port,)))
        else:
            if verb == "convert":
                war.freight &= ~(1 << self.ship)
                war.beach |= 1 << self.ship
                war.tell(Event("convert", "OH-LDG.7", side, pieces=(self.ship,), spaces=(self.port,)))
            war.finish()
