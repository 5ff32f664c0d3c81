"""By sea and by air: transfers, evacuations, invasions, drops, transport [14.0, 18.0, 19.0, 21.4]."""

from __future__ import annotations

from typing import cast

from ...engine.catalogue import text
from ...engine.choice import NOTHING, Decision, Refusal, Verb
from ...engine.event import Event, Modifier
from ...engine.geometry.bits import bits, first, mask_of
from ...engine.kinds import NOWHERE, Maybe, Piece, Pieces, Space
from ...engine.sequence import Phase, Run, Sequence
from ...engine.step import Step
from .air import Intercept
from .battle import DROP, INVASION, Fight, Support, reachable_foes
from .losses import gain, has_flak, lose_step, to_track
from .state import ALLIED, AXIS, Italy

VERBS = (
    Verb("from", "space", "14.1a"),
    Verb("jump", "space", "19.2", dice=True),
    Verb("beach", "space", "18.2d"),
    Verb("load", "piece", "18.3a"),
    Verb("full", "nothing", "18.3a"),
    Verb("sail", "piece", "18.3a"),
    Verb("fight", "space", "18.4", dice=True),
)

# --- naval transfer and evacuation


def harbours(war: Italy, side: int) -> int:
    """Where a transfer may begin and end: the Staging Area and functional ports [14.1.2].

    For the Allies [14.1.2a] and for the Axis [14.1.2b]; over the Strait one marches [14.1.2c].
    """
    return (war.ports(side) & ~war.closed(side)) | 1 << war.setup.staging[side]


def loaded(war: Italy, side: int, places: int) -> int:
    """Those of a set of spaces where mobile units of a side stand."""
    held = war.mobile_hexes(side)
    home = war.setup.staging[side]
    if war.in_box(home, war.setup.mobile & war.setup.own[side]):
        held |= 1 << home
    return held & places


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


class SeaMove(Step[Italy], frozen=True):
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
            return Decision(side, "ask-sea-move", rule, {"from": transfer_from(war, side, self.evacuation)})
        if self.end == NOWHERE:
            ends = harbours(war, side) & ~war.full_hexes(side) & ~(1 << self.start)
            return Decision(side, "ask-sea-move-to", rule, {"to": ends}, about=("space", self.start))
        choices = {"unit": self._units(war)}
        if self.left < war.setup.tables["limits.carry.transfer"]:
            choices["end"] = NOTHING
        return Decision(side, "ask-sea-move-unit", rule, choices, about=("space", self.end))

    def take(self, war: Italy, side: int, verb: str, target: int) -> None:
        if verb == "from":
            war.become(SeaMove(self.evacuation, target, NOWHERE, self.left))
        elif verb == "to":
            war.become(SeaMove(self.evacuation, self.start, target, self.left))
        elif verb == "unit":
            war.tell(Event("sail", "14.1a", side, pieces=(target,), spaces=(self.start, self.end)))
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
    units = 0
    for h in bits(fields & war.mobile_hexes(side)):
        units |= war.in_box(h, kinds)
    if fields & ~war.full_hexes(side):
        units |= war.in_box(setup.staging[side], kinds)
    return units


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


class Airlift(Step[Italy], frozen=True):
    """One mobile unit flies between functional airfields and the Staging Area [21.4]."""

    unit: Maybe[Piece]
    verbs = ("unit", "to")
    rule = "21.4a"

    def ask(self, war: Italy) -> Decision:
        if self.unit == NOWHERE:
            return Decision(war.active, "ask-airlift", "21.4a", {"unit": lift_from(war, war.active)})
        return Decision(war.active, "ask-airlift-to", "21.4a", {"to": lift_to(war, self.unit)}, about=("piece", self.unit))

    def take(self, war: Italy, side: int, verb: str, target: int) -> None:
        if verb == "unit":
            war.become(Airlift(target))
            return
        war.tell(Event("fly", "21.4a", side, pieces=(self.unit,), spaces=(war.at[self.unit], target)))
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


class Drop(Step[Italy], frozen=True):
    """One airborne unit jumps [19.1, 19.2].

    Nobody intercepts it [19.1e].
    """

    unit: Maybe[Piece]
    verbs = ("unit", "jump")
    rule = "19.1d"

    def ask(self, war: Italy) -> Decision:
        if self.unit == NOWHERE:
            return Decision(war.active, "ask-drop", "19.1a", {"unit": droppers(war, war.active)})
        zone = drop_zone(war, war.active) & ~(1 << war.at[self.unit])
        return Decision(war.active, "ask-drop-jump", "19.1d", {"jump": zone}, about=("piece", self.unit))

    def take(self, war: Italy, side: int, verb: str, target: int) -> None:
        if verb == "unit":
            war.become(Drop(target))
            return
        setup = war.setup
        unit = self.unit
        modifiers = drop_modifiers(war, unit, target)
        war.put(unit, target)
        die = war.d6()
        total = die + sum(m[1] for m in modifiers)
        result = setup.jumps[max(0, min(len(setup.jumps) - 1, total))]
        war.finish()
        if war.log is not None:
            war.tell(
                Event(
                    "drop",
                    "19.2",
                    side,
                    pieces=(unit,),
                    spaces=(target,),
                    dice=(die,),
                    modifiers=tuple(modifiers),
                    total=total,
                    result=result.code,
                )
            )
        for _ in range(result.steps):
            if war.at[unit] == target:
                lose_step(war, unit, rule="19.2")
        if war.at[unit] == target and result.attack and reachable_foes(war, unit):
            war.push(DropAttack(unit))


def drop_modifiers(war: Italy, unit: int, target: int) -> list[Modifier]:
    """What helps and hinders a jump [19.2]."""
    setup = war.setup
    side = setup.side_of[unit]
    bit = 1 << target
    drm = setup.drop_drm
    modifiers: list[Modifier] = []
    if war.zoc(1 - side) & bit:
        modifiers.append(("modifier-enemy-zone", drm["enemy_zoc"], "19.2"))
    if (setup.kinds["rough"] | setup.cities) & bit:
        modifiers.append(("modifier-rough-or-city", drm["rough_or_city"], "19.2"))
    enemies = 0
    for h in bits(setup.ring[target] & war.held(1 - side)):
        enemies |= war.units_in(h, 1 - side)
    if has_flak(war, enemies):
        modifiers.append(("modifier-flak-adjacent", drm["flak_adjacent"], "19.2"))
    others = war.on_map(setup.ground & setup.own[side] & ~(1 << unit))
    if any((setup.ring[target] | bit) >> war.at[u] & 1 for u in bits(others)):
        modifiers.append(("modifier-friends-near", drm["friend_near"], "19.2"))
    if war.at[unit] < setup.hexes_end:
        modifiers.append(("modifier-from-airfield", drm["from_airfield"], "19.2"))
    if side == AXIS:
        modifiers.append(("modifier-axis-drop", drm["axis"], "33.1"))
    return modifiers


class DropAttack(Step[Italy], frozen=True):
    """A unit that landed next to the enemy may attack at once, alone [19.1f]."""

    unit: Piece
    verbs = ("strike", "end")
    rule = "19.1f"

    def ask(self, war: Italy) -> Decision:
        choices = {"strike": reachable_foes(war, self.unit), "end": NOTHING}
        return Decision(war.active, "ask-drop-attack", "19.1f", choices, about=("piece", self.unit), quiet=("end", 0))

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


class Invade(Step[Italy], frozen=True):
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

    def _free(self, war: Italy) -> int:
        used = 0
        for _, _, units in self.landings:
            used |= units
        free = invaders(war, self.start) & ~used & ~self.units
        chosen = used | self.units
        if chosen:
            free &= war.setup.contingent[war.setup.contingent_of[first(chosen)]]
        return free

    def amphibs(self, war: Italy) -> int:
        """Those that are not yet used."""
        used = sum(1 << amphib for amphib, _, _ in self.landings)
        return war.in_box(war.setup.staging[ALLIED], war.setup.amphibs) & ~used

    def _carriers(self, war: Italy) -> int:
        """Amphibs with room for all that are loaded; of either contingent [18.3a]."""
        counter = war.setup.counter
        return mask_of(a for a in bits(self.amphibs(war)) if counter[a]["capacity"] >= self.units.bit_count())

    def _own(self, war: Italy, amphibs: int) -> int:
        """The first Amphib of a set that is of the troops' own contingent, or the first at all."""
        return first(amphibs & war.setup.contingent[war.setup.contingent_of[first(self.units)]] or amphibs)

    def _loading(self, war: Italy) -> Decision:
        """Who lands, and by which Amphib: asked only if there are different ones, since they come back by contingents [7.2e]."""
        counter = war.setup.counter
        room = war.setup.stack - war.mobile_in(self.beach, ALLIED).bit_count()
        room = min(room, max(counter[a]["capacity"] for a in bits(self.amphibs(war))))
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
        return Decision(ALLIED, "ask-invade-load", "18.3a", choices, about=("space", self.beach), quiet=quiet)

    def ask(self, war: Italy) -> Decision:
        if self.start == NOWHERE:
            return Decision(ALLIED, "ask-invade", "18.2c", {"from": invasion_starts(war)})
        if self.beach != NOWHERE:
            return self._loading(war)
        choices = {}
        taken = sum(1 << beach for _, beach, _ in self.landings)
        if self.amphibs(war) and self._free(war) and beaches(war, taken):
            choices["beach"] = beaches(war, taken)
        if self.landings:
            choices["launch"] = NOTHING
        return Decision(ALLIED, "ask-invade-beach", "18.3b", choices)

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
            war.become(Landings(self.start, plan))

    def refuse(self, war: Italy, side: int, verb: str, target: int) -> Refusal:
        if verb == "beach" and target < war.setup.hexes_end:
            if war.closed(ALLIED) >> target & 1:
                return Refusal("27.1.SR4", text("why-mainland-closed"), 1 << target)
            if war.setup.coastal >> target & 1 and not war.setup.grid.neighbours(target) & war.setup.invasion_sea:
                return Refusal("18.2b", text("why-adriatic"), 1 << target)
        return super().refuse(war, side, verb, target)


Landing = tuple[Piece, Space, Pieces, Pieces, Piece, Piece]
"""Amphib, beach, units, air support, gunfire, special unit."""


def opposed(war: Italy, landing: Landing) -> bool:
    return bool(war.held(AXIS) >> landing[1] & 1)


class Landings(Run[Italy], frozen=True):
    """The fleet is off the coast: support for every beach, then all interceptions, then one landing after another [18.4, 21.3b]."""

    start: Space
    plan: tuple[Landing, ...]
    at: int = 0
    """The landing in question, of those of the plan."""

    def _next(self, war: Italy) -> int:
        """The next landing with an enemy on its beach, or the end of the plan."""
        return next((n for n in range(self.at, len(self.plan)) if opposed(war, self.plan[n])), len(self.plan))

    def _settle(self, war: Italy, phase: str, *changed: int) -> None:
        """What was decided about one landing is noted in the plan; on to the next."""
        plan = (*self.plan[: self.at], cast(Landing, changed), *self.plan[self.at + 1 :])
        self.jump(war, phase, plan=plan, at=self.at + 1)

    def ask_support(self, war: Italy) -> None:
        at = self._next(war)
        self.note(war, at=at)
        if at < len(self.plan):
            _, beach, units, *_ = self.plan[at]
            war.push(Support(beach, units, 0, NOWHERE, NOWHERE, self._busy()))
        else:
            self.note(war, at=0)

    def _busy(self) -> int:
        """Support already given to a landing of this Action: each piece serves once."""
        busy = 0
        for _, _, _, cas, guns, ssu in self.plan:
            busy |= cas | sum(1 << piece for piece in (guns, ssu) if piece != NOWHERE)
        return busy

    def supported(self, war: Italy, given: tuple[int, int, int]) -> None:
        self._settle(war, "support", *self.plan[self.at][:3], *given)

    def intercept(self, war: Italy) -> None:
        at = next((n for n in range(self.at, len(self.plan)) if opposed(war, self.plan[n]) and self.plan[n][3]), NOWHERE)
        if at != NOWHERE:
            self.note(war, at=at)
            war.push(Intercept(AXIS, self.plan[at][1], self.plan[at][3], 0, False))

    def flown(self, war: Italy, flying: int) -> None:
        if war.open_city >> self.plan[self.at][1] & 1:  # a landing is an attack too [34.2b]
            gain(war, AXIS, int(war.setup.tables["open_city.ap_cas"]), "34.2b", "points-open-city")
        self._settle(war, "interception", *self.plan[self.at][:3], flying, *self.plan[self.at][4:])

    def go_ashore(self, war: Italy) -> None:
        war.become(Ashore(self.start, self.plan))

    sequence = Sequence(
        Phase("support", "15.2b", ask_support, supported),
        Phase("interception", "21.3b", intercept, flown),
        Phase("ashore", "18.4", go_ashore),
    )


class Ashore(Step[Italy], frozen=True):
    """One landing after another, in the order the Allies like; where nobody waits they walk ashore [18.4]."""

    start: Space
    plan: tuple[Landing, ...]
    """What is still to land; the one that is being fought for stands first."""
    verbs = ("fight",)
    rule = "18.4"

    def go(self, war: Italy) -> bool:
        if not self.plan:
            war.finish()
            return True
        for number, landing in enumerate(self.plan):
            if not opposed(war, landing):
                self._ashore(war, landing)
                war.become(Ashore(self.start, self.plan[:number] + self.plan[number + 1 :]))
                return True
        return False

    def ask(self, war: Italy) -> Decision:
        return Decision(ALLIED, "ask-ashore", "18.4", {"fight": sum(1 << landing[1] for landing in self.plan)})

    def take(self, war: Italy, side: int, verb: str, target: int) -> None:
        number = next(i for i, landing in enumerate(self.plan) if landing[1] == target)
        landing = self.plan[number]
        war.become(Ashore(self.start, (landing, *self.plan[:number], *self.plan[number + 1 :])))
        war.push(Fight(target, landing[2], INVASION, *landing[3:], phase="before stand"))

    def resume(self, war: Italy, value: tuple[bool, bool] | None) -> None:
        if value is None:
            return
        cleared, for_good = value
        setup = war.setup
        landing = self.plan[0]
        amphib, beach, units = landing[:3]
        war.become(Ashore(self.start, self.plan[1:]))
        if cleared:
            self._ashore(war, landing)
        if setup.on["major_objectives"] and setup.major & ~war.held(ALLIED) & ~war.major_failed & 1 << beach:
            war.major_failed |= 1 << beach
            gain(war, AXIS, int(setup.tables["major.ap_failed"]), "35.1b", "points-objective-held")
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

    def _ashore(self, war: Italy, landing: Landing) -> None:
        """The survivors enter and go no farther [18.4c]; the Amphib rests two turns [18.3c, 18.5, 18.5.ex, 26.4d]."""
        setup = war.setup
        amphib, beach, units = landing[:3]
        for unit in bits(units):
            if war.at[unit] in (self.start, setup.staging[ALLIED]):
                war.tell(Event("land", "18.4a", ALLIED, pieces=(unit,), spaces=(beach,)))
                war.put(unit, beach)
        to_track(war, amphib, int(setup.counter[amphib]["recycle"]))
