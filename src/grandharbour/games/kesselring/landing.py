"""By sea and by air: transfers, evacuations, invasions, drops, transport [14.0, 18.0, 19.0, 21.4]."""

from __future__ import annotations

from typing import Any

from ...engine.choice import NOTHING, Decision, Refusal
from ...engine.event import Event, Modifier
from ...engine.geometry.bits import bits, first, mask_of
from ...engine.kinds import NOWHERE, Maybe, Piece, Pieces, Space
from .air import Intercept
from .battle import DROP, INVASION, Fight, Support, has_flak
from .losses import KStep, gain, lose_step, to_track
from .movement import reachable_foes
from .state import ALLIED, AXIS, Italy

# --- naval transfer and evacuation


def harbours(war: Italy, side: int) -> int:
    """Where a transfer may begin and end: the Staging Area and functional ports [14.1.2].

    For the Allies [14.1.2a] and for the Axis [14.1.2b]; over the Strait one marches [14.1.2c].
    """
    return (war.ports(side) & ~war.closed(side)) | 1 << war.setup.staging[side]


def loaded(war: Italy, side: int, places: int) -> int:
    """Those of a set of spaces where mobile units of a side stand."""
    found = war.mobile_hexes(side)
    home = war.setup.staging[side]
    if war.in_box(home, war.setup.mobile & war.setup.own[side]):
        found |= 1 << home
    return found & places


def transfer_from(war: Italy, side: int, evacuation: bool) -> int:
    """Places from which a sea move makes sense: units there, and somewhere else to go."""
    if side == AXIS and war.interdiction:
        return 0  # for the Axis only, and not over the Strait [14.2.2, 14.2.2a, 14.2.2b]
    setup = war.setup
    points = harbours(war, side)
    starts = loaded(war, side, setup.coastal & ~war.ports(side) if evacuation else points)
    ends = points & ~war.full_hexes(side)
    if ends & (ends - 1):
        return starts
    return starts & ~ends


class SeaMove(KStep, frozen=True):
    """Up to three mobile units from one place to another by sea [14.1, 14.1.3].

    Straight there [14.1.1, 14.1.1a], past any enemy [14.1.1b], to the end [14.1.1d], and nothing else in this segment [14.1.1c]; contingents may
    mix [14.1.1e].
    """

    evacuation: bool
    start: Maybe[Space]
    end: Maybe[Space]
    left: int
    verbs = ("from", "to", "unit", "end")
    rule = "14.1a"
    why = {
        "from": "A transfer begins in the Staging Area or a functional port; an evacuation on any other coast.",
        "to": "The Staging Area, or a functional port with room.",
        "unit": "A mobile unit at the place of embarkation, three at most, while there is room.",
        "end": "Embark a unit first.",
    }

    def _units(self, war: Italy) -> int:
        side = war.active
        if self.left == 0 or war.full_hexes(side) >> self.end & 1:
            return 0
        return war.in_box(self.start, war.setup.mobile & war.setup.own[side])

    def go(self, war: Italy) -> bool:
        if self.end != NOWHERE and not self._units(war):
            war.finish()
            return True
        return False

    def ask(self, war: Italy) -> Decision:
        side = war.active
        rule = "14.1.3" if self.evacuation else "14.1a"
        if self.start == NOWHERE:
            return Decision(side, "Where do they embark?", rule, {"from": transfer_from(war, side, self.evacuation)})
        if self.end == NOWHERE:
            ends = harbours(war, side) & ~war.full_hexes(side) & ~(1 << self.start)
            return Decision(side, "Where do they go ashore?", rule, {"to": ends}, ("space", self.start))
        choices = {"unit": self._units(war)}
        if self.left < war.setup.tables["limits.carry.transfer"]:
            choices["end"] = NOTHING
        return Decision(side, "Which units sail to {end}?", rule, choices, ("space", self.end))

    def take(self, war: Italy, side: int, verb: str, target: int) -> None:
        if verb == "from":
            war.become(SeaMove(self.evacuation, target, NOWHERE, self.left))
        elif verb == "to":
            war.become(SeaMove(self.evacuation, self.start, target, self.left))
        elif verb == "unit":
            war.tell(Event("sail", "14.1a", side, (target,), (self.start, self.end)))
            war.put(target, self.end)
            war.become(SeaMove(self.evacuation, self.start, self.end, self.left - 1))
        else:
            war.finish()


# --- air transport


def lift_from(war: Italy, side: int) -> int:
    """Units that could be flown: any Axis mobile unit, Allied ones unless mechanized [21.4c]."""
    setup = war.setup
    kinds = setup.mobile & setup.own[side]
    if side == ALLIED:
        kinds &= ~setup.mech
    fields = war.airfields(side) & ~war.closed(side)
    found = 0
    for h in bits(fields & war.mobile_hexes(side)):
        found |= war.in_box(h, kinds)
    if fields & ~war.full_hexes(side):
        found |= war.in_box(setup.staging[side], kinds)
    return found


def can_lift(war: Italy, side: int) -> bool:
    """The cheap question behind ``lift_from``: without an airfield nobody flies."""
    return bool(war.airfields(side)) and bool(lift_from(war, side))


def lift_to(war: Italy, unit: int) -> int:
    """A functional airfield, or from one the Staging Area [21.4a].

    Enemy zones do not matter, and nothing follows [21.4b]. So parachutists come home [26.4b].
    """
    setup = war.setup
    side = setup.side_of[unit]
    ends = war.airfields(side) & ~war.closed(side) & ~war.full_hexes(side) | 1 << setup.staging[side]
    return ends & ~(1 << war.at[unit])


class Airlift(KStep, frozen=True):
    """One mobile unit flies between functional airfields and the Staging Area [21.4]."""

    unit: Maybe[Piece]
    verbs = ("unit", "to")
    rule = "21.4a"
    why = {
        "unit": "A mobile unit at a functional airfield or in the Staging Area; no Allied tanks.",
        "to": "A functional airfield with room, or the Staging Area.",
    }

    def ask(self, war: Italy) -> Decision:
        if self.unit == NOWHERE:
            return Decision(war.active, "Which unit is flown?", "21.4a", {"unit": lift_from(war, war.active)})
        return Decision(war.active, "Where is {unit} flown?", "21.4a", {"to": lift_to(war, self.unit)}, ("piece", self.unit))

    def take(self, war: Italy, side: int, verb: str, target: int) -> None:
        if verb == "unit":
            war.become(Airlift(target))
            return
        war.tell(Event("fly", "21.4a", side, (self.unit,), (war.at[self.unit], target)))
        war.put(self.unit, target)
        war.finish()


# --- airborne drops


def drop_zone(war: Italy, side: int) -> int:
    """Hexes a parachute unit may land in [19.1d]: no mountains, no enemies, room to stand.

    Enemy zones of control do not matter, at either end [19.1c].
    """
    setup = war.setup
    return setup.land & ~setup.steep & ~war.held(1 - side) & ~war.closed(side) & ~war.full_hexes(side)


def droppers(war: Italy, side: int) -> int:
    """Airborne units in the Staging Area or on a functional airfield [19.1b]."""
    setup = war.setup
    units = setup.airborne & setup.mobile & setup.own[side]
    return war.in_box(setup.staging[side], units) | sum(
        1 << u for u in bits(war.on_map(units)) if war.airfields(side) >> war.at[u] & 1
    )


class Drop(KStep, frozen=True):
    """One airborne unit jumps [19.1, 19.2].

    Nobody intercepts it [19.1e].
    """

    unit: Maybe[Piece]
    verbs = ("unit", "jump")
    rule = "19.1d"
    why = {
        "unit": "An airborne unit in the Staging Area or on a functional airfield.",
        "jump": "No mountains, no enemy units, and room to stand.",
    }

    def ask(self, war: Italy) -> Decision:
        if self.unit == NOWHERE:
            return Decision(war.active, "Which unit jumps?", "19.1a", {"unit": droppers(war, war.active)})
        zone = drop_zone(war, war.active) & ~(1 << war.at[self.unit])
        return Decision(war.active, "Where does {unit} jump?", "19.1d", {"jump": zone}, ("piece", self.unit))

    def take(self, war: Italy, side: int, verb: str, target: int) -> None:
        if verb == "unit":
            war.become(Drop(target))
            return
        setup = war.setup
        unit = self.unit
        found = drop_modifiers(war, unit, target)
        war.put(unit, target)
        die = war.d6()
        rows = setup.tables["drop.results"]
        result = rows[max(0, min(len(rows) - 1, die + sum(m[1] for m in found)))]
        war.finish()
        if war.log is not None:
            war.tell(
                Event(
                    "drop",
                    "19.2",
                    side,
                    (unit,),
                    (target,),
                    (die,),
                    tuple(found),
                    die + sum(m[1] for m in found),
                    result=result.replace("_", " "),
                )
            )
        for _ in range(setup.tables["drop.steps_lost"][result]):
            if war.at[unit] == target:
                lose_step(war, unit, rule="19.2")
        if war.at[unit] == target and setup.tables["drop.may_attack"][result] and reachable_foes(war, unit):
            war.push(DropAttack(unit))


def drop_modifiers(war: Italy, unit: int, target: int) -> list[Modifier]:
    """What helps and hinders a jump [19.2]."""
    setup = war.setup
    side = setup.side_of[unit]
    bit = 1 << target
    drm = setup.drop_drm
    found: list[Modifier] = []
    if war.zoc(1 - side) & bit:
        found.append(("enemy zone of control", drm["enemy_zoc"], "19.2"))
    if (setup.kinds["rough"] | setup.cities) & bit:
        found.append(("rough or city", drm["rough_or_city"], "19.2"))
    enemies = 0
    for h in bits(setup.ring[target] & war.held(1 - side)):
        enemies |= war.units_in(h, 1 - side)
    if has_flak(war, enemies):
        found.append(("flak next to it", drm["flak_adjacent"], "19.2"))
    others = war.on_map(setup.ground & setup.own[side] & ~(1 << unit))
    if any((setup.ring[target] | bit) >> war.at[u] & 1 for u in bits(others)):
        found.append(("friends near", drm["friend_near"], "19.2"))
    if war.at[unit] < setup.hexes_end:
        found.append(("from an airfield", drm["from_airfield"], "19.2"))
    if side == AXIS:
        found.append(("Axis drop", drm["axis"], "33.1"))
    return found


class DropAttack(KStep, frozen=True):
    """A unit that landed next to the enemy may attack at once, alone [19.1f]."""

    unit: Piece
    verbs = ("strike", "end")
    rule = "19.1f"
    why = {"strike": "Only an enemy next to the unit that has landed."}

    def ask(self, war: Italy) -> Decision:
        choices = {"strike": reachable_foes(war, self.unit), "end": NOTHING}
        return Decision(war.active, "Does {unit} attack?", "19.1f", choices, ("piece", self.unit), ("end", 0))

    def take(self, war: Italy, side: int, verb: str, target: int) -> None:
        war.finish()
        if verb == "strike":
            war.push(Fight(target, 1 << self.unit, DROP))


# --- amphibious invasion


def invaders(war: Italy, start: int) -> int:
    """Allied mobile units at a place where an invasion may set out [18.2c].

    All of them can take part [18.2a].
    """
    return war.in_box(start, war.setup.mobile & war.setup.own[ALLIED])


def invasion_starts(war: Italy) -> int:
    return loaded(war, ALLIED, harbours(war, ALLIED))


def beaches(war: Italy, taken: int) -> int:
    """Coast that may be invaded now [18.2d], and is not the aim of another landing of this Action.

    Enemy zones do not matter [18.2i], nor is Interdiction or a port of any concern: it is no Transfer [18.2j].
    """
    return war.setup.beaches & ~war.closed(ALLIED) & ~war.full_hexes(ALLIED) & ~taken


class Invade(KStep, frozen=True):
    """Plan the landings of one contingent: one Amphib, one beach, up to three units each, all for 2 AP [18.3].

    Amphibs do nothing else [18.1]. One for each hex [18.2f, 10.1c], as the example shows [18.3.ex]; one contingent [18.2g], and nobody from
    the shore joins in [18.2h].
    """

    start: Maybe[Space]
    landings: tuple[tuple[Piece, Space, Pieces], ...]
    beach: Maybe[Space]
    units: Pieces
    verbs = ("from", "beach", "load", "full", "sail", "launch")
    rule = "18.3b"
    why = {
        "from": "Invaders gather in the Staging Area or in one functional port.",
        "beach": "Open coast, or a port, coastal city or town, on the Mediterranean or the Tyrrhenian Sea; one Amphib for each.",
        "load": "Mobile units of one contingent at the start, three to an Amphib, while there is room on the beach.",
        "full": "Load a unit first; if the Amphibs differ, say which one sails.",
        "sail": "Load a unit first; then an Amphib from the Staging Area with room for all, unless there is nothing to choose.",
        "launch": "Plan a landing first, and finish the one begun.",
    }

    def _free(self, war: Italy) -> int:
        used = 0
        for _, _, units in self.landings:
            used |= units
        free = invaders(war, self.start) & ~used & ~self.units
        chosen = used | self.units
        if chosen:
            free &= war.setup.contingent[war.setup.contingent_of[first(chosen)]]
        return free

    def _amphibs(self, war: Italy) -> int:
        used = sum(1 << amphib for amphib, _, _ in self.landings)
        return war.in_box(war.setup.staging[ALLIED], war.setup.amphibs) & ~used

    def _carriers(self, war: Italy) -> int:
        """Amphibs with room for all that are loaded; of either contingent [18.3a]."""
        counter = war.setup.counter
        return mask_of(a for a in bits(self._amphibs(war)) if counter[a]["capacity"] >= self.units.bit_count())

    def _own(self, war: Italy, amphibs: int) -> int:
        """The first Amphib of a set that is of the troops' own contingent, or the first at all."""
        return first(amphibs & war.setup.contingent[war.setup.contingent_of[first(self.units)]] or amphibs)

    def _loading(self, war: Italy) -> Decision:
        """Who lands, and by which Amphib: asked only if there are different ones, since they come back by contingents [7.2e]."""
        counter = war.setup.counter
        room = war.setup.stack - war.mobile_in(self.beach, ALLIED).bit_count()
        room = min(room, max(counter[a]["capacity"] for a in bits(self._amphibs(war))))
        choices = {}
        quiet = None
        free = self._free(war)
        if self.units.bit_count() < room and free:
            choices["load"] = free
        if self.units:
            carriers = self._carriers(war)
            kinds = {(counter[a]["contingent"], counter[a]["capacity"], counter[a]["recycle"]) for a in bits(carriers)}
            if len(kinds) == 1:
                choices["full"] = NOTHING
            else:
                choices["sail"] = carriers
                quiet = None if "load" in choices else ("sail", self._own(war, carriers))
        return Decision(ALLIED, "Who lands at {beach}?", "18.3a", choices, ("space", self.beach), quiet)

    def ask(self, war: Italy) -> Decision:
        if self.start == NOWHERE:
            return Decision(ALLIED, "Where do the invaders embark?", "18.2c", {"from": invasion_starts(war)})
        if self.beach != NOWHERE:
            return self._loading(war)
        choices = {}
        taken = sum(1 << beach for _, beach, _ in self.landings)
        if self._amphibs(war) and self._free(war) and beaches(war, taken):
            choices["beach"] = beaches(war, taken)
        if self.landings:
            choices["launch"] = NOTHING
        return Decision(ALLIED, "Choose a beach, or launch the invasion", "18.3b", choices)

    def take(self, war: Italy, side: int, verb: str, target: int) -> None:
        if verb == "from":
            war.become(Invade(target, (), NOWHERE, 0))
        elif verb == "beach":
            war.become(Invade(self.start, self.landings, target, 0))
        elif verb == "load":
            war.become(Invade(self.start, self.landings, self.beach, self.units | 1 << target))
        elif verb in ("full", "sail"):
            amphib = target if verb == "sail" else self._own(war, self._carriers(war))
            war.become(Invade(self.start, (*self.landings, (amphib, self.beach, self.units)), NOWHERE, 0))
        else:
            plan = tuple((amphib, beach, units, 0, NOWHERE, NOWHERE) for amphib, beach, units in self.landings)
            war.become(Landings(self.start, plan, 0, 0))

    def refuse(self, war: Italy, side: int, verb: str, target: int) -> Refusal:
        if verb == "beach" and target < war.setup.hexes_end:
            if war.closed(ALLIED) >> target & 1:
                return Refusal("27.1.SR4", "The mainland is closed to Allied ground units until Italy surrenders.", 1 << target)
            if war.setup.coastal >> target & 1 and not war.setup.grid.neighbours(target) & war.setup.invasion_sea:
                return Refusal("18.2b", "No landings on the Adriatic.", 1 << target)
        return super().refuse(war, side, verb, target)


class Landings(KStep, frozen=True):
    """The fleet is off the coast: support for every beach, then all interceptions, then one landing after another [18.4, 21.3b]."""

    start: Space
    plan: tuple[tuple[Piece, Space, Pieces, Pieces, Piece, Piece], ...]
    """Amphib, beach, units, air support, gunfire, special unit."""
    stage: int
    at: int
    verbs = ("fight",)
    rule = "18.4"
    why = {"fight": "Choose one of the beaches still to be taken."}

    def _opposed(self, war: Italy, number: int) -> bool:
        return bool(war.held(AXIS) >> self.plan[number][1] & 1)

    def go(self, war: Italy) -> bool:
        if self.stage in (0, 1):
            if self.at == len(self.plan):
                war.become(Landings(self.start, self.plan, self.stage + 1, 0))
                return True
            _, beach, units, cas, _, _ = self.plan[self.at]
            war.become(Landings(self.start, self.plan, self.stage, self.at + 1))
            if self._opposed(war, self.at):
                if self.stage == 0:
                    war.push(Support(beach, units, 0, NOWHERE, NOWHERE, self._busy()))
                elif cas:
                    war.push(Intercept(AXIS, beach, cas, 0, False))
            return True
        if not self.plan:
            war.finish()
            return True
        for number, landing in enumerate(self.plan):
            if not self._opposed(war, number):
                self._ashore(war, landing)
                war.become(Landings(self.start, self.plan[:number] + self.plan[number + 1 :], 2, 0))
                return True
        return False

    def _busy(self) -> int:
        """Support already given to a landing of this Action: each piece serves once."""
        found = 0
        for _, _, _, cas, guns, ssu in self.plan:
            found |= cas | sum(1 << piece for piece in (guns, ssu) if piece != NOWHERE)
        return found

    def resume(self, war: Italy, value: Any) -> None:
        if value is None:
            return
        number = self.at - 1
        if self.stage == 0:
            changed = (*self.plan[number][:3], *value)
        elif self.stage == 1:
            changed = (*self.plan[number][:3], value, *self.plan[number][4:])
        else:
            self._after(war, *value)
            return
        war.become(Landings(self.start, (*self.plan[:number], changed, *self.plan[number + 1 :]), self.stage, self.at))

    def ask(self, war: Italy) -> Decision:
        return Decision(ALLIED, "Which landing is fought next?", "18.4", {"fight": sum(1 << landing[1] for landing in self.plan)})

    def take(self, war: Italy, side: int, verb: str, target: int) -> None:
        number = next(i for i, landing in enumerate(self.plan) if landing[1] == target)
        landing = self.plan[number]
        # The one being fought stands first until it is settled.
        war.become(Landings(self.start, (landing, *self.plan[:number], *self.plan[number + 1 :]), 3, 0))
        war.push(Fight(target, landing[2], INVASION, 2, *landing[3:]))

    def _after(self, war: Italy, cleared: bool, for_good: bool) -> None:
        setup = war.setup
        landing = self.plan[0]
        amphib, beach, units = landing[:3]
        war.become(Landings(self.start, self.plan[1:], 2, 0))
        if cleared:
            self._ashore(war, landing)
        if setup.on["major_objectives"] and setup.major & ~war.held(ALLIED) & ~war.major_failed & 1 << beach:
            war.major_failed |= 1 << beach
            gain(war, AXIS, int(setup.tables["major.ap_failed"]), "35.1b", "a major Objective held")
        if cleared:
            return
        for unit in bits(units):  # [18.4d]
            if war.at[unit] == self.start or war.at[unit] == setup.staging[ALLIED]:
                for _ in range(setup.tables["limits.combat.failed_landing_steps"]):
                    if war.at[unit] in (self.start, setup.staging[ALLIED]):
                        lose_step(war, unit, for_good, rule="18.4d")
                if war.at[unit] == self.start and setup.on["failed_landing"] == "staging":
                    war.put(unit, setup.staging[ALLIED])
        to_track(war, amphib, int(setup.counter[amphib]["recycle"]))

    def _ashore(self, war: Italy, landing: tuple[int, int, int, int, int, int]) -> None:
        """The survivors enter and go no farther [18.4c]; the Amphib rests two turns [18.3c, 18.5, 18.5.ex, 26.4d]."""
        setup = war.setup
        amphib, beach, units = landing[:3]
        for unit in bits(units):
            if war.at[unit] in (self.start, setup.staging[ALLIED]):
                war.tell(Event("land", "18.4a", ALLIED, (unit,), (beach,)))
                war.put(unit, beach)
        to_track(war, amphib, int(setup.counter[amphib]["recycle"]))
