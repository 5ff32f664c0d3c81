"""Troops that come after turn S: by air with La Spezia, through ports and over the beaches [3.2.1, 4.2.1]."""

from __future__ import annotations

from ...engine.catalogue import text
from ...engine.choice import Decision, Refusal, Verb
from ...engine.event import Event
from ...engine.geometry.bits import bits, mask_of
from ...engine.kinds import Piece
from ...engine.step import Step
from .landing import roll_landing
from .losses import disorganise
from .state import AXIS, BRITISH, Malta

VERBS = (Verb("enter", "space", "4.2.1.a", dice=True),)


def open_ports(war: Malta) -> int:
    """Ports under Axis control since the last turn's end, in working order, with no coastal battery within four hexes [4.2.1.b]."""
    setup = war.setup
    ports = war.ready & war.working_ports()
    if ports:
        ports &= ~setup.grid.within(war.hexes_of(war.on_map(setup.coastal)), setup.number["reinforcement.battery_range"])
    return ports


def open_beaches(war: Malta) -> int:
    """Where a landing of turn S succeeded and no enemy stands now [4.2.1.c] (ruling A21)."""
    return war.beaches & ~war.held(BRITISH)


def open_airfields(war: Malta) -> int:
    """Airfields that Loreto holds ready or that were occupied for two turns, away from enemy flak [3.2.1.b, 3.2.1.c, 7.1.A]."""
    setup = war.setup
    fields = war.kept_twice
    loreto = war.on_map(setup.bearer["A"] & ~war.dispersed & ~war.dg)
    fields |= war.hexes_of(loreto) & setup.airfields
    if fields:
        fields &= ~setup.grid.within(war.hexes_of(war.on_map(setup.flak)), setup.number["airlanding.flak_distance"])
    return fields


def beach_room(war: Malta, piece: int, h: int) -> bool:
    """Four stacking points over one beach in an Operation [4.2.1.f]."""
    come = mask_of(p for p in bits(war.beached) if war.plan[p] == h)
    return war.steps(come | 1 << piece) <= war.setup.number["reinforcement.beach_points"]


def port_room(war: Malta, piece: int, h: int) -> bool:
    """As many stacking points through one port in an Operation as its hex may hold, whoever has moved on [4.2.1.e] (ruling A95)."""
    come = mask_of(p for p in bits(war.entered & ~war.beached) if war.plan[p] == h)
    return not war.setup.counted >> piece & 1 or war.points(come | 1 << piece) <= war.limit(h)


def nearest_lots(war: Malta, h: int) -> int:
    """The Axis Formations that own the unit nearest to a hex: the active one and those still to act (rulings A12, A14)."""
    setup = war.setup
    best, lots = 99, 0
    for lot in bits(setup.lots_of[AXIS] & ~setup.chits):
        if war.acted[lot] and lot != war.formation:
            continue
        for piece in bits(war.present(AXIS) & setup.members[lot]):
            far = setup.grid.distance(war.at[piece], h)
            if far < best:
                best, lots = far, 1 << lot
            elif far == best:
                lots |= 1 << lot
    return lots


Gates = tuple[int, int, int]
"""Open ports, beaches and airfields."""


def gates(war: Malta) -> Gates:
    """Every way in that is open now."""
    return open_ports(war), open_beaches(war), open_airfields(war)


def entry_hexes(war: Malta, piece: int, known: Gates | None = None) -> int:
    """Where a waiting unit may come in now [3.2.1, 4.2.1]."""
    setup = war.setup
    bit = 1 << piece
    ports, beaches, airfields = known or gates(war)
    hexes = 0
    if setup.formation_of[piece] == setup.airlanding:
        if war.turn >= setup.number["airlanding.from_turn"]:
            hexes = airfields  # its guns too (ruling A40)
    elif war.turn >= setup.number["reinforcement.from_turn"]:
        hexes = mask_of(h for h in bits(ports) if through_port(war, piece, h))
        if not setup.port_only & bit:
            hexes |= mask_of(h for h in bits(beaches & ~hexes) if beach_room(war, piece, h))
    for h in bits(hexes):
        if not war.fits(piece, h, AXIS):
            hexes &= ~(1 << h)
    return hexes


def through_port(war: Malta, piece: int, h: int) -> bool:
    """Whether an open port takes a unit in this Operation: room, and for an independent no other Formation nearer [4.2.1.e] (ruling A14)."""
    if war.setup.independent[AXIS] >> piece & 1 and not nearest_lots(war, h) >> war.formation & 1:
        return False
    return port_room(war, piece, h)


def arrivals(war: Malta) -> int:
    """Waiting units of the active Formation, and independents beside it, that can come in now [4.2.1.d]."""
    setup = war.setup
    if war.active != AXIS:
        return 0
    return able_to_enter(war, setup.members[war.formation] | setup.independent[AXIS])


def able_to_enter(war: Malta, units: int, known: Gates | None = None) -> int:
    """Those of some waiting units that could come in now."""
    setup = war.setup
    waiting = war.pieces_in(setup.reserve[AXIS]) & units
    if not waiting:
        return 0
    known = known or gates(war)
    if not any(known):
        return 0
    able = 0
    seen: dict[tuple[int, bool, int], int] = {}
    for piece in bits(waiting):
        bit = 1 << piece
        kind = (setup.formation_of[piece], bool(setup.port_only & bit), 3 if setup.heavy & bit else war.steps(bit))
        if kind not in seen:  # units alike can enter alike
            seen[kind] = entry_hexes(war, piece, known)
        if seen[kind]:
            able |= bit
    return able


class Enter(Step[Malta], frozen=True):
    """Where a unit comes in; over a beach it rolls like the first wave [4.2.1.e, 4.2.1.f, 3.2.1.e]."""

    unit: Piece
    verbs = ("enter",)
    rule = "4.2.1.a"

    def ask(self, war: Malta) -> Decision:
        rule = "3.2.1.a" if war.setup.formation_of[self.unit] == war.setup.airlanding else "4.2.1.a"
        return Decision(AXIS, "ask-enter", rule, {"enter": entry_hexes(war, self.unit)}, about=("piece", self.unit))

    def take(self, war: Malta, side: int, verb: str, target: int) -> None:
        setup = war.setup
        bit = 1 << self.unit
        by_air = setup.formation_of[self.unit] == setup.airlanding
        beach = not by_air and not (open_ports(war) >> target & 1 and through_port(war, self.unit, target))
        war.entered |= bit
        war.plan[self.unit] = target
        if setup.independent[AXIS] & bit:
            war.joined |= bit
        war.tell(Event("arrive", "4.2.1.a", side, pieces=(self.unit,), spaces=(target,)))
        war.enter(self.unit, target)
        if beach:
            war.beached |= bit
            roll_landing(war, self.unit, target)
            if war.at[self.unit] == setup.dead[AXIS] or war.dg & bit:
                war.moved |= bit  # in disorder it stays where it came ashore [4.2.l] (ruling A90)
        elif by_air:
            disorganise(war, bit, "3.2.1.e")
        war.finish(self.unit)

    def refuse(self, war: Malta, side: int, verb: str, target: int) -> Refusal:
        setup = war.setup
        bit = 1 << target
        if setup.formation_of[self.unit] == setup.airlanding:
            if not setup.airfields & bit:
                return Refusal("3.2.1.a", text("why-enter-airfield"), bit)
            near = setup.grid.within(war.hexes_of(war.on_map(setup.flak)), setup.number["airlanding.flak_distance"])
            if near & bit:
                return Refusal("3.2.1.b", text("why-enter-flak"), bit)
            if not open_airfields(war) & bit:
                return Refusal("3.2.1.c", text("why-enter-loreto"), bit)
            return Refusal("3.2.1.d", text("why-enter-airfield-full"), bit)
        if war.beaches & bit and setup.port_only >> self.unit & 1:
            return Refusal("4.2.1.b", text("why-enter-heavy"), bit)
        if setup.ports & bit:
            if not war.ready & bit:
                return Refusal("4.2.1.b", text("why-enter-port-new"), bit)
            if war.struck & bit:
                return Refusal("5.3.1.d", text("why-enter-port-ruined"), bit)
            guns = war.hexes_of(war.on_map(setup.coastal))
            if setup.grid.within(guns, setup.number["reinforcement.battery_range"]) & bit:
                return Refusal("4.2.1.b", text("why-enter-battery", far=setup.number["reinforcement.battery_range"]), guns)
            if setup.independent[AXIS] >> self.unit & 1 and not nearest_lots(war, target) >> war.formation & 1:
                return Refusal("1.3.3.a", text("why-enter-nearer"), bit)
            return Refusal("4.2.1.e", text("why-enter-port-full"), bit)
        if war.beaches & bit:
            return Refusal("4.2.1.f", text("why-enter-beach-full"), bit)
        return Refusal("4.2.1.c", text("why-enter"), bit)
