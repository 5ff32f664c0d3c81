"""Placing both sides' forces for a season: ships, dummies, frogmen, aircraft, fuel, the hour of sailing [MC-FORCES, MC-FROG, MC-FUEL]."""

from __future__ import annotations

from ...engine.catalogue import Hole, text
from ...engine.choice import NOTHING, Decision, Refusal, Verb
from ...engine.event import Event
from ...engine.geometry.bits import bits, first, mask_of
from ...engine.kinds import NOWHERE, Lot, Maybe, Piece, Pieces
from ...engine.step import Step
from .damage import drop, repair
from .forces import freighter_limit, room
from .knowledge import see, ships_named
from .state import AL, ALEX, AX, DUMMIES, GIB, GROUP, LABELS, PLACED, RESERVE, WEST, Sea

VERBS = (
    Verb("assign", "piece", "MC-FORCES.1"),
    Verb("rest", "nothing", "MC-FORCES.2"),
    Verb("decoys", "number", "MC-FORCES.3"),
    Verb("dive", "space", "MC-FROG.2"),
    Verb("hold", "nothing", "MC-NAVAL.1"),
    Verb("mine", "piece", "MC-FROG.3", dice=True),
    Verb("at", "space", "MC-SETUP.1"),
    Verb("salvage", "piece", "MC-REPL.6"),
    Verb("day", "nothing", "MC-MOVE.1"),
    Verb("night", "nothing", "MC-MOVE.1"),
)


def open_war(war: Sea) -> None:
    """The board before the first season of a scenario [MC-DUR.1, MC-SETUP.1, MC-SETUP.2, MC-SETUP.3, MC-SETUP.4, MC-SETUP.5]."""
    setup = war.setup
    here = setup.here
    size = setup.pieces
    war.turn = 0
    war.season = setup.first
    war.night = False
    war.status = war.column = here["status"]
    war.starved = here["starving"]
    war.korps = war.korps_before = setup.on_track[setup.places[here["korps"]]] if here["korps"] else -1
    war.forts = war.forts_before = mask_of(setup.places[name] for name in here["forts"])
    war.crete = AL if here["crete"] == "allied" else AX
    war.based_then = 0
    war.raid = here["raid"] and (setup.raid_1941 or setup.seasons[setup.first] != "spring1941")  # (ruling G-48)
    war.frogmen = here["frogmen"]
    war.invasion = here["invasion"]
    war.landed = 0
    war.at = [NOWHERE] * size
    war.hit = war.sunk = 0
    war.down = mask_of(setup.ids[key] for key in here["lost"])
    war.due = list(setup.first_due)
    war.may = [1 << RESERVE if setup.allied >> piece & 1 else 0 for piece in range(size)]
    war.origin = [RESERVE] * size
    war.inside = [0] * (GROUP + len(LABELS))
    war.inside[RESERVE] = setup.allied
    war.row = [0] * size


def clear_season(war: Sea) -> None:
    """Everything that lasts one season is taken off."""
    war.close("season")
    for piece in bits(war.setup.groups | war.setup.swordfish):
        war.at[piece] = NOWHERE


# --- the Allies


def allied_list(war: Sea) -> None:
    """Ships placed by the scenario's sheet: everybody has read it [MC-SCEN.1, MC-SCEN.3]."""
    setup = war.setup
    for base, lot in (("GIB", GIB), ("ALEX", ALEX)):
        ships = [setup.ids[key] for key in setup.placing.get(base, [])]
        count = 0 if setup.here["freighters"]["free"] else setup.here["freighters"][base]
        ships += list(bits(setup.freighters & setup.slow & war.inside[RESERVE]))[:count]
        for ship in ships:
            put(war, ship, lot)
            see(war, ship)


def put(war: Sea, ship: int, lot: int) -> None:
    """Place a ship at a base."""
    war.move_ship(ship, lot)
    if lot == GIB:
        war.gib |= 1 << ship
    else:
        war.alex |= 1 << ship


def may_be_placed(war: Sea) -> int:
    """Ships the Allies may still place this season."""
    setup = war.setup
    ships = war.inside[RESERVE] & setup.allied & ~(1 << setup.force_k)
    if setup.listed and war.season == setup.first:
        ships &= setup.freighters if setup.here["freighters"]["free"] else 0
    due, season = war.due, war.season
    for ship in setup.allied_list:
        if due[ship] > season:
            ships &= ~(1 << ship)
    return ships


def suspect_places(war: Sea) -> None:
    """Before the Allies place anything: each ship may come to any base that could take it [MC-RECON.1]."""
    ships = may_be_placed(war)
    west, east = fitting(war, ships, GIB), fitting(war, ships, ALEX)
    for ship in bits(ships):
        war.may[ship] = 1 << RESERVE | (west >> ship & 1) << GIB | (east >> ship & 1) << ALEX


def fitting(war: Sea, ships: int, base: int) -> int:
    """Those of some ships that a base could take now: what holds for one holds for all that are alike."""
    fits = 0
    for alike in war.setup.placed_alike:
        kind = ships & alike
        if kind and room(war.setup, war.column, war.season, war.gib, war.alex, first(kind), base) is None:
            fits |= kind
    return fits


class AlliedPlacement(Step[Sea], frozen=True):
    """In secret: ships for Gibraltar, then for Alexandria, then the dummies [MC-FORCES, G-61]."""

    verbs = ("assign", "rest", "decoys", "enough")
    rule = "MC-FORCES.1"
    scope = "hand"
    why = {"rest": "MC-FORCES.2"}

    def go(self, war: Sea) -> bool:
        if war.placing == PLACED:
            deal_letters(war)
            deal_numbers(war)
            war.finish()
            return True
        if war.placing == WEST or war.setup.both_bases:
            return False
        war.decoys = [war.setup.decoys, 0]  # all from Gibraltar, and so are the dummies
        war.placing = PLACED
        return True

    def ask(self, war: Sea) -> Decision:
        setup = war.setup
        if war.placing == DUMMIES:
            return Decision(AL, "ask-allied-placement-dummies", "MC-FORCES.3", {"decoys": war.domain(AL, "number")})
        fits = self._fits(war)
        choices = {"assign": fits} if fits else {}
        if fits & setup.freighters:
            choices["rest"] = NOTHING
        choices["enough"] = NOTHING
        return Decision(AL, "ask-allied-placement", "MC-FORCES.1", choices, sealed=True)

    def holes(self, war: Sea, side: int) -> dict[str, Hole]:
        return {"base": ("space", war.setup.ports[min(ALEX, GIB + war.placing)])}

    def _fits(self, war: Sea) -> int:
        return fitting(war, may_be_placed(war), GIB + war.placing)

    def take(self, war: Sea, side: int, verb: str, target: int) -> None:
        base = GIB + war.placing
        if verb == "assign":
            self._assign(war, target, base)
        elif verb == "rest":
            limit = freighter_limit(war.setup, war.column, war.season)
            placed = (war.gib | war.alex) & war.setup.freighters
            for ship in list(bits(self._fits(war) & war.setup.freighters))[: limit - placed.bit_count()]:
                self._assign(war, ship, base)
        elif verb == "decoys":
            war.decoys = [target, war.setup.decoys - target]
            war.placing = PLACED
        else:
            war.placing += 1

    def _assign(self, war: Sea, ship: int, base: int) -> None:
        put(war, ship, base)
        if war.log is not None:
            war.tell(Event("assigned", "MC-FORCES.1", AL, (ship,), spaces=(war.setup.ports[base],), audience=1 << AL))

    def refuse(self, war: Sea, side: int, verb: str, target: int) -> Refusal:
        setup = war.setup
        if verb == "assign" and war.placing < DUMMIES:
            if not setup.allied >> target & 1:
                return Refusal("MC-FORCES.1", text("why-allied-placement-assign"))
            if not war.free(target):
                return Refusal("MC-FORCES.1", text("why-allied-placement-away"))
            if not war.inside[RESERVE] >> target & 1:
                return Refusal("MC-FORCES.10", text("why-allied-placement-placed"))
            reason = room(setup, war.column, war.season, war.gib, war.alex, target, GIB + war.placing)
            return Refusal(*reason) if reason else Refusal("MC-SCEN.3", text("why-allied-placement-sheet"))
        return super().refuse(war, side, verb, target)


def deal_letters(war: Sea) -> None:
    """Chance deals the letters of the groups to come: they shall not tell which was thought of first (ruling G-86)."""
    war.labels = war.shuffled(sorted(war.labels), hidden=True)


def deal_numbers(war: Sea) -> None:
    """And the numbers of the freighters nobody has seen, when they have been placed and before any has sailed."""
    setup = war.setup
    alike = [ship for ship in bits(setup.freighters & setup.slow & ~war.known) if war.free(ship)]
    lots = [(lot, war.inside[lot]) for lot in (RESERVE, GIB, ALEX)]
    mask = mask_of(alike)
    dealt = war.shuffled(alike, hidden=True)
    for lot, ships in lots:
        count = (ships & mask).bit_count()
        mine = mask_of(dealt[:count])
        del dealt[:count]
        war.inside[lot] = ships & ~mask | mine
        if lot == GIB:
            war.gib = war.gib & ~mask | mine
        elif lot == ALEX:
            war.alex = war.alex & ~mask | mine
        if war.log is not None and lot != RESERVE and mine:
            facts = (("ships", ships_named(war, mine)),)
            war.tell(Event("numbered", "MC-FORCES.2", AL, (), spaces=(setup.ports[lot],), facts=facts, audience=1 << AL))


# --- frogmen


class Frogmen(Step[Sea], frozen=True):
    """Once, in Winter 1941 or later: three ships in one harbour [MC-FROG.1, MC-FROG.2]."""

    verbs = ("dive", "hold")
    rule = "MC-FROG.2"

    def ask(self, war: Sea) -> Decision:
        setup = war.setup
        harbours = mask_of(setup.places[name] for name in setup.frogmen["bases"])
        choices = {"dive": harbours, "hold": NOTHING}
        return Decision(AX, "ask-frogmen", "MC-FROG.1", choices, quiet=("hold", 0))

    def take(self, war: Sea, side: int, verb: str, target: int) -> None:
        war.finish()
        if verb == "hold":
            return
        war.frogmen = False
        lot = GIB if target == war.setup.ports[GIB] else ALEX
        war.reveal()
        ships = war.inside[lot]
        for ship in war.setup.allied_list:
            if ships >> ship & 1:
                see(war, ship)
            else:
                war.may[ship] &= ~(1 << lot)
        if war.log is not None:
            facts = (("ships", ships_named(war, ships) or "none"),)
            war.tell(Event("harbour", "MC-FROG.2", AX, tuple(bits(ships)), spaces=(target,), facts=facts))
        war.push(Charges(lot, war.setup.frogmen["ships"], ships))


class Charges(Step[Sea], frozen=True):
    """The ships the frogmen swim to, one after the other [MC-FROG.3]."""

    harbour: Lot
    left: int
    ships: Pieces
    """Not attacked yet."""
    verbs = ("mine",)
    rule = "MC-FROG.2"

    def go(self, war: Sea) -> bool:
        if self.left and self.ships:
            return False
        war.finish()
        return True

    def ask(self, war: Sea) -> Decision:
        return Decision(AX, "ask-charges", "MC-FROG.2", {"mine": self.ships})

    def take(self, war: Sea, side: int, verb: str, target: int) -> None:
        setup = war.setup
        war.become(Charges(self.harbour, self.left - 1, self.ships & ~(1 << target)))
        die = war.d6()
        hit = die <= setup.frogmen["on"]
        if war.log is not None:
            result = "hit" if hit else "miss"
            place = setup.ports[self.harbour]
            war.tell(Event("mined", "MC-FROG.3", AX, (target,), spaces=(place,), dice=(die,), total=die, result=result))
        if not hit:
            return
        drop(war, target)
        if setup.one_hit >> target & 1:
            war.due[target] = war.season + 1  # gone for the season, but not sunk (ruling G-49)
        else:
            war.hit |= 1 << target
            repair(war, target)


# --- the Axis


class AxisPlacement(Step[Sea], frozen=True):
    """Italian ships go to their ports and aircraft to their bases, in the open [MC-SETUP.1, MC-SEASON.1]."""

    piece: Maybe[Piece]
    salvage: bool
    """A lost light cruiser division may come back first [MC-REPL.6]."""
    verbs = ("at", "salvage", "enough")
    rule = "MC-SETUP.1"
    why = {"salvage": "MC-REPL.6", "enough": "MC-SEASON.1"}

    def go(self, war: Sea) -> bool:
        if self.salvage or (self.piece != NOWHERE and war.at[self.piece] == NOWHERE):
            return False
        rest = to_place(war, self.piece + 1)
        if rest != NOWHERE:
            war.become(AxisPlacement(rest, False))
        else:
            war.finish()
        return True

    def ask(self, war: Sea) -> Decision:
        setup = war.setup
        if self.salvage:
            choices = {"salvage": war.sunk & setup.light, "enough": NOTHING}
            return Decision(AX, "ask-axis-placement-salvage", "MC-REPL.6", choices)
        if setup.italian >> self.piece & 1:
            return Decision(AX, "ask-axis-placement-port", "MC-SETUP.1", {"at": setup.italian_ports}, about=("piece", self.piece))
        return Decision(AX, "ask-axis-placement-base", "MC-SETUP.1", {"at": war.airfields()}, about=("piece", self.piece))

    def take(self, war: Sea, side: int, verb: str, target: int) -> None:
        if verb == "at":
            war.at[self.piece] = target
            war.tell(Event("placed", "MC-SETUP.1", AX, (self.piece,), spaces=(target,)))
            return
        if verb == "salvage":
            war.sunk &= ~(1 << target)
            war.due[target] = war.season
            war.tell(Event("arrives", "MC-REPL.6", AX, (target,)))
        war.become(AxisPlacement(NOWHERE, False))

    def refuse(self, war: Sea, side: int, verb: str, target: int) -> Refusal:
        setup = war.setup
        if verb != "at":
            return super().refuse(war, side, verb, target)
        if self.salvage:
            return Refusal("MC-REPL.6", text("why-axis-placement-first"))
        if setup.italian >> self.piece & 1:
            return Refusal("MC-SETUP.1", text("why-axis-placement-port"), setup.italian_ports)
        if target in setup.bases:
            why = "why-axis-placement-crete" if target == setup.crete else "why-axis-placement-desert"
            return Refusal("MC-AIR.1", text(why), 1 << target)
        return Refusal("MC-AIR.1", text("why-axis-placement-at"))


def to_place(war: Sea, start: int) -> int:
    """The first Axis piece in play without a place, from a number on; NOWHERE if all have one."""
    pieces = war.setup.italian | war.setup.planes
    for piece in range(start, war.setup.group0):
        if pieces >> piece & 1 and war.at[piece] == NOWHERE and war.due[piece] <= war.season and not war.down >> piece & 1:
            return piece
    return NOWHERE


def waiting(war: Sea) -> int:
    """How many Axis pieces in play have no place yet."""
    piece, count = to_place(war, 0), 0
    while piece != NOWHERE:
        piece, count = to_place(war, piece + 1), count + 1
    return count


def axis_list(war: Sea) -> None:
    """The Axis as on the scenario's sheet [MC-SCEN.1, MC-SCEN.3]."""
    setup = war.setup
    for name, keys in setup.placing.items():
        for key in keys:
            piece = setup.ids[key]
            if (setup.italian | setup.planes) >> piece & 1:
                war.at[piece] = setup.places[name]


def roll_fuel(war: Sea) -> None:
    """How many Italian pieces have oil this season [MC-FUEL.1, MC-FUEL.3]."""
    die = war.d6()
    extra = war.setup.fuel[war.season]
    war.fuel = die + extra
    if war.log is not None:
        mods = (("modifier-season", extra, "MC-FUEL.1"),)
        war.tell(Event("fuel", "MC-FUEL.1", AX, dice=(die,), modifiers=mods, total=war.fuel, result=str(war.fuel)))


class FirstHour(Step[Sea], frozen=True):
    """The Allies sail by day or by night [MC-MOVE.1]."""

    verbs = ("day", "night")
    rule = "MC-MOVE.1"

    def ask(self, war: Sea) -> Decision:
        return Decision(AL, "ask-first-hour", "MC-MOVE.1", {"day": NOTHING, "night": NOTHING})

    def take(self, war: Sea, side: int, verb: str, target: int) -> None:
        war.night = verb == "day"  # the first turn turns it over
        war.finish()
