"""Movement of both sides, with the submarines and torpedo boats it draws upon itself [MC-MOVE, MC-DUR, MC-PNR, MC-SUB, MC-MAS]."""

from __future__ import annotations

from typing import Any

from ...engine.catalogue import text
from ...engine.choice import NOTHING, Decision, Refusal, Verb
from ...engine.event import Event
from ...engine.geometry.bits import bits, first, mask_of, nth
from ...engine.kinds import NOWHERE, Maybe, Piece, Pieces, Space, Spaces
from ...engine.step import Step
from . import knowledge
from .damage import drop, hit_one, homeward_attack, repair, torpedoes
from .placing import roll_fuel
from .state import AL, ALEX, AX, GIB, MALTA, RESERVE, Sea
from .supply import conclude

VERBS = (
    Verb("group", "piece", "MC-MOVE.3"),
    Verb("to", "space", "MC-MOVE.3"),
    Verb("halt", "nothing", "MC-MOVE.3"),
    Verb("home", "nothing", "MC-MOVE.7", dice=True),
    Verb("detach", "piece", "MC-MOVE.3"),
    Verb("join", "piece", "MC-MOVE.3"),
    Verb("muster", "space", "MC-MOVE.1"),
    Verb("add", "piece", "MC-MOVE.1"),
    Verb("whole", "nothing", "MC-MOVE.1"),
    Verb("dummy", "nothing", "MC-RECON.3"),
    Verb("proceed", "nothing", "MC-TURN.1", dice=True),
    Verb("finish", "nothing", "MC-SEASON.2"),
    Verb("strike", "nothing", "MC-SUB.1", dice=True),
    Verb("save", "nothing", "MC-SUB.1"),
    Verb("prey", "piece", "MC-SUB.1", dice=True),
    Verb("ship", "piece", "MC-MOVE.6"),
    Verb("sortie", "piece", "MC-FUEL.3", dice=True),
    Verb("steam", "nothing", "MC-TURN.2", dice=True),
    Verb("port", "space", "MC-MOVE.6", dice=True),
    Verb("with", "piece", "MC-MOVE.6"),
    Verb("invade", "nothing", "MC-INVADE.3", dice=True),
)

# --- what a group may do


def captives(war: Sea, ships: int, group: int) -> int:
    """Ships of a group that may not turn back: from Gibraltar, past the line [MC-PNR.1]."""
    setup = war.setup
    if not war.past >> group & 1:
        return 0
    return ships & war.gib & (setup.allied if setup.freighters_bound else setup.warships)


def ways(war: Sea, group: int) -> int:
    """Where a group may go with its next step [MC-MOVE.5, MC-MOVE.9, MC-PNR.1]."""
    setup = war.setup
    here = war.at[group]
    open_ways = setup.lanes[here] & (setup.positions | 1 << setup.malta)
    if war.dummies >> group & 1:
        return open_ways & ~(1 << setup.malta)  # (ruling G-61)
    if captives(war, war.crew(group), group):
        open_ways &= ~setup.line_back[here]
        if not setup.narrows >> here & 1:  # driven back over the line by a battle (ruling G-54)
            far = setup.to_malta
            for space in bits(open_ways):
                if far[space] > far[here]:
                    open_ways &= ~(1 << space)
    return open_ways


def may_go_home(war: Sea, group: int) -> bool:
    """Whether a group may be ordered home [MC-MOVE.7]; Force K has no such order (ruling G-73)."""
    crew = war.crew(group)
    return not crew >> war.setup.force_k & 1 and not captives(war, crew, group)


def joinable(war: Sea, group: int) -> int:
    """Groups on the same position that may become one with this one."""
    if (war.dummies | war.frozen) >> group & 1:
        return 0
    others = war.groups_at(war.at[group]) & ~(1 << group) & ~war.dummies & ~war.frozen
    same = war.past if war.past >> group & 1 else ~war.past
    return others & same


def detachable(war: Sea, group: int) -> int:
    """Ships that may leave a group before it moves [MC-MOVE.3]: once a turn, and never the last one."""
    crew = war.crew(group)
    if war.walked or crew & (crew - 1) == 0:
        return 0
    if war.fresh == NOWHERE and (war.regrouped >> group & 1 or not war.labels):
        return 0
    return crew


def can_sail(war: Sea, lot: int) -> int:
    """Ships that may leave a harbour now [MC-DUR.2, MC-DUR.3, MC-PNR.3]."""
    setup = war.setup
    ships = war.inside[lot] & ~war.hit
    if lot == MALTA:
        # Gibraltar's warships are caught there, Ark Royal excepted; freighters have come to unload.
        return ships & setup.warships & (~war.gib | 1 << setup.ark_royal)
    mine, other = war.departed[lot - GIB], war.departed[ALEX - lot]
    late = mine not in (0, war.hour) or (other and abs(war.hour - other) > setup.window)
    return ships & ~setup.freighters if late else ships


def harbours(war: Sea) -> int:
    """Harbours something can leave, if a counter is left."""
    if not war.labels:
        return 0
    setup, ports = war.setup, 0
    for lot in (GIB, ALEX, MALTA):
        if (lot != MALTA and war.decoys[lot - GIB]) or (war.inside[lot] and can_sail(war, lot)):
            ports |= 1 << setup.ports[lot]
    return ports


def at_sea(war: Sea) -> int:
    """Groups on the chart that are no dummies."""
    return war.groups & ~war.dummies


class Sailing(Step[Sea], frozen=True):
    """Allied movement: groups leave harbour, divide, join, move, go home, in any order [MC-TURN.1]."""

    verbs = ("group", "to", "halt", "home", "detach", "join", "muster", "add", "whole", "dummy", "proceed", "finish")
    rule = "MC-MOVE.3"
    scope = "hand"
    why = {"add": "MC-MOVE.1", "whole": "MC-MOVE.1", "dummy": "MC-FORCES.3"}

    def ask(self, war: Sea) -> Decision:
        if war.harbour != RESERVE:
            return self._mustering(war)
        if war.chosen != NOWHERE:
            return self._moving(war)
        choices = {}
        groups = war.groups & ~war.moved & ~war.frozen
        if groups:
            choices["group"] = groups
        ports = harbours(war)
        if ports:
            choices["muster"] = ports
        choices["proceed"] = NOTHING
        if not at_sea(war) and war.hour > 1:
            choices["finish"] = NOTHING
        # Never answered for the player: that nothing is left in harbour to sail must not show.
        return Decision(AL, "ask-sailing", "MC-TURN.1", choices, sealed=True)

    def _mustering(self, war: Sea) -> Decision:
        setup, lot = war.setup, war.harbour
        port = setup.ports[lot]
        choices = {}
        more = 0 if war.bluff else can_sail(war, lot) & ~war.muster
        if more:
            choices["add"] = more
            choices["whole"] = NOTHING
        if not war.muster and not war.bluff and lot != MALTA and war.decoys[lot - GIB]:
            choices["dummy"] = NOTHING
        if war.muster or war.bluff:
            choices["to"] = setup.lanes[port] & setup.positions
        return Decision(AL, "ask-sailing-muster", "MC-MOVE.1", choices, about=("space", port))

    def _moving(self, war: Sea) -> Decision:
        group = war.chosen
        choices = {"halt": NOTHING}
        if war.walked < war.rate(group):
            to = ways(war, group)
            if to:
                choices["to"] = to
        if not war.walked and may_go_home(war, group):
            choices["home"] = NOTHING
        ships = detachable(war, group)
        if ships:
            choices["detach"] = ships
        others = joinable(war, group) if war.fresh == NOWHERE else 0
        if others:
            choices["join"] = others
        return Decision(AL, "ask-sailing-group", "MC-MOVE.3", choices, about=("piece", group))

    def take(self, war: Sea, side: int, verb: str, target: int) -> None:
        if verb == "group":
            war.chosen, war.walked, war.fresh = target, 0, NOWHERE
        elif verb == "to":
            if war.harbour != RESERVE:
                leave_harbour(war, target)
            else:
                self._go(war, war.chosen, target)
        elif verb == "halt":
            close(war)
        elif verb == "home":
            group = war.chosen
            close(war)
            go_home(war, group)
        elif verb == "detach":
            detach(war, war.chosen, target)
        elif verb == "join":
            join(war, war.chosen, target)
        elif verb == "muster":
            war.harbour = war.setup.ports.index(target)
        elif verb == "add":
            war.muster |= 1 << target
        elif verb == "whole":
            war.muster = can_sail(war, war.harbour)
        elif verb == "dummy":
            war.bluff = True
        else:
            war.finish(verb == "finish")

    def _go(self, war: Sea, group: int, target: int) -> None:
        here = war.at[group]
        if war.walked:
            if war.walked >= war.setup.speed_slow:
                knowledge.only(war, group, war.setup.slow | war.hit)  # too far for anything slow [MC-MOVE.2]
            if attackers(war, here):
                close(war)
                war.push(Passing(group, here, target))
                return
        step(war, group, target)

    def resume(self, war: Sea, value: Any) -> None:
        """A group was attacked in passing: it goes on if it still can."""
        if value is not None:
            group, target = value
            if war.groups >> group & 1 and war.rate(group) > 1:
                step(war, group, target)
                war.chosen = NOWHERE
                war.walked = 0

    def refuse(self, war: Sea, side: int, verb: str, target: int) -> Refusal:
        setup = war.setup
        if verb == "group":
            if not war.groups >> target & 1:
                return Refusal("MC-MOVE.3", text("why-sailing-ashore"))
            if war.frozen >> target & 1:
                return Refusal("MC-MOVE.4", text("why-sailing-frozen", n=setup.freeze))
            return Refusal("MC-MOVE.3", text("why-sailing-group"))
        if verb == "to":
            return self._no_way(war, target)
        if verb == "home":
            if war.chosen == NOWHERE:
                return Refusal("MC-MOVE.7", text("why-sailing-halt"))
            if war.walked:
                return Refusal("MC-MOVE.7", text("why-sailing-late"))
            if captives(war, war.crew(war.chosen), war.chosen):
                return Refusal("MC-PNR.1", text("why-sailing-bound"), 1 << setup.malta)
            return Refusal("MC-MOVE.7", text("why-sailing-home"))
        if verb == "muster":
            if not war.labels:
                return Refusal("MC-RECON.1", text("why-sailing-counters"))
            if war.chosen != NOWHERE or war.harbour != RESERVE:
                return Refusal("MC-MOVE.3", text("why-sailing-proceed"))
            return Refusal("MC-DUR.2", text("why-sailing-muster"))
        if verb == "add" and war.harbour in (GIB, ALEX) and war.inside[war.harbour] & setup.freighters & 1 << target:
            mine = war.departed[war.harbour - GIB]
            if mine not in (0, war.hour):
                return Refusal("MC-DUR.2", text("why-sailing-left"))
            return Refusal("MC-DUR.3", text("why-sailing-window"))
        if verb == "add" and war.harbour == MALTA and war.inside[MALTA] >> target & 1:
            return Refusal("MC-PNR.3", text("why-sailing-unload"))
        if verb == "finish":
            return Refusal("MC-SEASON.2", text("why-sailing-begun" if war.hour <= 1 else "why-sailing-finish"))
        return super().refuse(war, side, verb, target)

    def _no_way(self, war: Sea, target: int) -> Refusal:
        setup = war.setup
        if war.chosen == NOWHERE:
            return Refusal("MC-MOVE.3", text("why-sailing-to"))
        here = war.at[war.chosen]
        if setup.areas >> target & 1 or setup.italian_ports >> target & 1:
            return Refusal("MC-MOVE.5", text("why-sailing-enemy"))
        if not setup.lanes[here] >> target & 1:
            return Refusal("MC-MOVE.3", text("why-sailing-lanes"), setup.lanes[here])
        if war.walked >= war.rate(war.chosen):
            return Refusal("MC-MOVE.2", text("why-sailing-slow"))
        if war.dummies >> war.chosen & 1:
            return Refusal("MC-RECON.3", text("why-sailing-dummy-malta"))
        if target in (setup.ports[GIB], setup.ports[ALEX]):
            return Refusal("MC-MOVE.7", text("why-sailing-order"))
        return Refusal("MC-PNR.1", text("why-sailing-bound"), 1 << setup.malta)


# --- what it does


def close(war: Sea) -> None:
    """The group in hand has done what it does this turn."""
    group = war.chosen
    war.moved |= 1 << group
    if war.fresh != NOWHERE:
        war.regrouped |= 1 << group | 1 << war.fresh
    war.chosen = war.fresh = NOWHERE
    war.walked = 0


def step(war: Sea, group: int, target: int) -> None:
    """One step along a lane."""
    setup = war.setup
    here = war.at[group]
    if war.log is not None:
        war.tell(Event("move", "MC-MOVE.3", AL, (group,), spaces=(here, target)))
    if setup.line[here] >> target & 1:
        war.past |= 1 << group
    elif setup.line_back[here] >> target & 1:
        if war.past >> group & 1:
            knowledge.only(war, group, knowledge.bound(war, group))
        war.past &= ~(1 << group)
    if not setup.freeze_anywhere and war.losses[group] < setup.freeze:
        war.losses[group] = 0  # losses elsewhere count together only by option; enough on one position is enough [MC-MOVE.4]
    if target == setup.malta:
        enter_malta(war, group)
        war.chosen = war.fresh = NOWHERE
        war.walked = 0
        return
    war.at[group] = target
    war.walked += 1
    if (war.walked >= war.rate(group) and not joinable(war, group)) or war.fleet_at(target):
        war.moved |= 1 << group  # nothing left to decide, or the enemy is met [MC-MOVE.8]
        war.chosen = war.fresh = NOWHERE
        war.walked = 0
    else:
        war.moved |= 1 << group
        war.chosen = group
        if war.fresh != NOWHERE:
            war.regrouped |= 1 << group | 1 << war.fresh
            war.fresh = NOWHERE


def enter_malta(war: Sea, group: int) -> None:
    """The harbour is open to every eye: the group is dissolved and its ships are seen [MC-PNR.2]."""
    crew = war.crew(group)
    lot = war.setup.lot_of(group)
    for ship in bits(crew):
        knowledge.see(war, ship)
        war.move_ship(ship, MALTA)
        war.may[ship] = 1 << MALTA
    war.inside[lot] = 0
    knowledge.remove(war, group)
    war.reveal()
    if war.log is not None:
        facts = (("ships", knowledge.ships_named(war, crew)),)
        war.tell(Event("malta", "MC-PNR.2", AL, (group, *bits(crew)), spaces=(war.setup.malta,), facts=facts))


def leave_harbour(war: Sea, target: int) -> None:
    """Mustered ships sail as one group, or a dummy does [MC-MOVE.1]."""
    setup = war.setup
    lot, ships = war.harbour, war.muster
    group = war.labels.pop(0)
    bit = 1 << group
    war.groups |= bit
    war.at[group] = setup.ports[lot]
    war.losses[group] = 0
    if war.bluff:
        war.dummies |= bit
        war.decoys[lot - GIB] -= 1
    else:
        war.inside[lot] &= ~ships
        war.inside[setup.lot_of(group)] = ships
        if lot != MALTA and ships & setup.freighters:
            war.departed[lot - GIB] = war.hour
    if lot == MALTA:  # seen leaving
        war.origin[group] = MALTA
        war.left[group] = 0
        war.real |= bit
        for ship in bits(ships):
            knowledge.see(war, ship)
    else:
        knowledge.leaves(war, group, lot)
    if war.log is not None:
        facts = (("ships", knowledge.ships_named(war, ships) or "none"),)
        war.tell(Event("sails", "MC-MOVE.1", AL, (group,), spaces=(setup.ports[lot],), facts=facts, audience=1 << AL))
    war.harbour, war.muster, war.bluff = RESERVE, 0, False
    war.chosen, war.walked, war.fresh = group, 0, NOWHERE
    step(war, group, target)


def detach(war: Sea, group: int, ship: int) -> None:
    """A ship leaves its group for a new one on the same position [MC-MOVE.3]."""
    part = war.fresh
    if part == NOWHERE:
        part = new_part(war, group)
        war.fresh = part
        war.moved &= ~(1 << part)
    war.move_ship(ship, war.setup.lot_of(part))
    if war.log is not None:
        war.tell(Event("detached", "MC-MOVE.3", AL, (ship, part), spaces=(war.at[group],), audience=1 << AL))


def new_part(war: Sea, group: int) -> int:
    """A new counter beside a group, with everything the enemy knows of that group."""
    part = war.labels.pop(0)
    bit = 1 << part
    war.groups |= bit
    war.at[part] = war.at[group]
    war.losses[part] = war.losses[group]
    for field in ("past", "frozen", "exposed"):
        if getattr(war, field) >> group & 1:
            setattr(war, field, getattr(war, field) | bit)
    knowledge.divides(war, group, part)
    if war.log is not None:
        war.tell(Event("divides", "MC-MOVE.3", AL, (group, part), spaces=(war.at[group],)))
    return part


def join(war: Sea, group: int, other: int) -> None:
    """Two groups become one; who has moved has moved."""
    spent = war.walked or war.moved >> other & 1
    lot, gone = war.setup.lot_of(group), war.setup.lot_of(other)
    war.inside[lot] |= war.inside[gone]
    war.inside[gone] = 0
    if war.log is not None:
        war.tell(Event("joins", "MC-MOVE.3", AL, (other, group), spaces=(war.at[group],)))
    knowledge.merges(war, group, other)
    war.losses[group] += war.losses[other]
    war.regrouped |= 1 << group
    if spent:
        close(war)


def go_home(war: Sea, group: int) -> None:
    """Ordered home: off the chart to its base, out for the season, one attack on the way [MC-MOVE.7, MC-SUB.4]."""
    if war.log is not None:
        war.tell(Event("home", "MC-MOVE.7", AL, (group,), spaces=(war.at[group],)))
    if war.past >> group & 1:
        knowledge.only(war, group, knowledge.bound(war, group))
    knowledge.only(war, group, 1 << war.setup.force_k)
    war.groups &= ~(1 << group)
    war.homeward |= 1 << group
    war.at[group] = NOWHERE
    homeward_attack(war, 0, group)
    for ship in bits(war.crew(group) & war.hit):
        drop(war, ship)
        repair(war, ship)


# --- submarines and torpedo boats


def attackers(war: Sea, space: int) -> int:
    """What still lies in wait at a position this turn: bit 0 a submarine [MC-SUB.1], bit 1 torpedo boats [MC-MAS.1]."""
    setup = war.setup
    bit = 1 << space
    marks = setup.submarines | (setup.uboats if war.season >= setup.uboats_from else 0)
    return (1 if marks & bit & ~war.used else 0) | (2 if setup.mas & bit & ~war.used_mas else 0)


def underwater(war: Sea, group: int, space: int, weapon: int) -> None:
    """One attack by the submarine (1) or the torpedo boats (2) of a position."""
    setup = war.setup
    die = war.d6()
    prey = setup.allied
    if weapon == 1:
        war.used |= 1 << space
        italian = bool(setup.submarines >> space & 1)
        prey = setup.freighters if italian else setup.allied
        hits = int(setup.rows["sub"][die - 1].hit)
        rule, who = ("MC-SUB.2", "italian") if italian else ("MC-SUB.1", "uboat")
    else:
        war.used_mas |= 1 << space
        base = setup.mas_rows[die - 1]
        hits = 0 if base < 0 else base + (setup.mas_night if war.night else 0)
        rule, who = "MC-MAS.2", "boats"
    if war.log is not None:
        result = "miss" if not hits else "hit" if hits == 1 else f"{hits} hits"
        facts = (("who", who),)
        war.tell(Event("torpedo", rule, AX, (group,), spaces=(space,), dice=(die,), total=die, result=result, facts=facts))
    torpedoes(war, group, hits, prey, rule)


class Passing(Step[Sea], frozen=True):
    """A group passes a position where something lies in wait: strike now, or wait for another [MC-SUB.1, MC-MAS.1]."""

    group: Piece
    space: Space
    bound: Space
    verbs = ("strike", "save")
    rule = "MC-SUB.1"

    def ask(self, war: Sea) -> Decision:
        choices = {"strike": NOTHING, "save": NOTHING}
        return Decision(AX, "ask-passing", "MC-SUB.1", choices, about=("piece", self.group), quiet=("strike", 0))

    def take(self, war: Sea, side: int, verb: str, target: int) -> None:
        if verb == "strike":
            waiting = attackers(war, self.space)
            for weapon in (1, 2):
                if waiting & weapon and war.groups >> self.group & 1:
                    underwater(war, self.group, self.space, weapon)
        war.finish((self.group, self.bound))


class Lurking(Step[Sea], frozen=True):
    """After movement: each position where something lies in wait attacks one group that lies there [MC-SUB.1, MC-MAS.1]."""

    done: Spaces
    space: Maybe[Space]
    verbs = ("prey",)
    rule = "MC-SUB.1"

    def go(self, war: Sea) -> bool:
        if self.space != NOWHERE:
            groups = war.groups_at(self.space)
            if groups & (groups - 1) and attackers(war, self.space):
                return False
            if groups and attackers(war, self.space):
                self._attack(war, first(groups))
            else:
                war.become(Lurking(self.done | 1 << self.space, NOWHERE))
            return True
        spaces = 0
        for group in bits(war.groups):
            spaces |= 1 << war.at[group]
        for space in bits(spaces & ~self.done):
            if attackers(war, space):
                war.become(Lurking(self.done, space))
                return True
        war.finish()
        return True

    def ask(self, war: Sea) -> Decision:
        groups = war.groups_at(self.space)
        quiet = ("prey", first(groups))
        return Decision(AX, "ask-lurking", "MC-SUB.1", {"prey": groups}, about=("space", self.space), quiet=quiet)

    def take(self, war: Sea, side: int, verb: str, target: int) -> None:
        self._attack(war, target)

    def _attack(self, war: Sea, group: int) -> None:
        weapon = attackers(war, self.space)
        underwater(war, group, self.space, weapon & -weapon)


# --- the Italian fleet


def sailors(war: Sea) -> int:
    """The Italian ships that may move now: in port a ship needs oil [MC-FUEL.2]."""
    setup, at, sailed = war.setup, war.at, war.sailed
    stuck = war.moved | war.hit
    ashore = war.barred if setup.resail else war.barred | sailed
    dry = 0 <= war.fuel <= sailed.bit_count()
    able = 0
    for ship in setup.fleet_list:
        place, bit = at[ship], 1 << ship
        if place == NOWHERE or stuck & bit:
            continue
        if setup.italian_ports >> place & 1 and (ashore & bit or (dry and not sailed & bit)):
            continue
        able |= bit
    return able


class FleetMove(Step[Sea], frozen=True):
    """Italian ships move one step each, alone or in squadrons [MC-TURN.2]."""

    verbs = ("ship", "sortie", "steam", "invade")
    rule = "MC-MOVE.6"
    why = {"invade": "MC-INVADE.4"}

    def ask(self, war: Sea) -> Decision:
        setup = war.setup
        ships = sailors(war)
        # With the late fuel roll the first ship out of port brings the die.
        dry = mask_of(s for s in bits(ships) if setup.italian_ports >> war.at[s] & 1) if war.fuel < 0 else 0
        choices = {"sortie": dry} if dry else {}
        if ships & ~dry:
            choices["ship"] = ships & ~dry
        choices["steam"] = NOTHING
        if war.setup.invade_any and can_invade(war):
            choices["invade"] = NOTHING
        return Decision(AX, "ask-fleet-move", "MC-TURN.2", choices)

    def take(self, war: Sea, side: int, verb: str, target: int) -> None:
        if verb == "steam":
            war.finish()
        elif verb == "invade":
            invade(war)
        else:
            if verb == "sortie":
                roll_fuel(war)
            war.push(Squadron(1 << target))

    def refuse(self, war: Sea, side: int, verb: str, target: int) -> Refusal:
        setup = war.setup
        if verb in ("ship", "sortie"):
            bit = 1 << target
            if not setup.italian & bit or war.at[target] == NOWHERE:
                return Refusal("MC-MOVE.6", text("why-fleet-move"))
            if war.hit & bit:
                return Refusal("MC-HIT.4", text("why-fleet-move-hit"))
            if war.moved & bit:
                return Refusal("MC-MOVE.6", text("why-fleet-move-moved"))
            if war.barred & bit:
                return Refusal("MC-NAVAL.12", text("why-fleet-move-barred"))
            if war.fuel < 0 or verb == "sortie":
                return Refusal("MC-FUEL.3", text("why-fleet-move-fuel"))
            return Refusal("MC-FUEL.2", text("why-fleet-move-dry", n=max(0, war.fuel)))
        return super().refuse(war, side, verb, target)


class Squadron(Step[Sea], frozen=True):
    """Ships of one place that move together [MC-MOVE.6]."""

    ships: Pieces
    verbs = ("with", "to", "port")
    rule = "MC-MOVE.6"

    def ask(self, war: Sea) -> Decision:
        place = war.at[first(self.ships)]
        ports = war.setup.italian_ports
        choices = {}
        if war.setup.fleet[place] & ~ports:
            choices["to"] = war.setup.fleet[place] & ~ports
        if war.setup.fleet[place] & ports:
            choices["port"] = war.setup.fleet[place] & ports
        more = self._more(war, place)
        if more:
            choices["with"] = more
        return Decision(AX, "ask-squadron", "MC-MOVE.6", choices, about=("piece", first(self.ships)))

    def _more(self, war: Sea, place: int) -> int:
        others = war.fleet_at(place) & ~self.ships & sailors(war)
        if war.setup.italian_ports >> place & 1 and (war.sailed | self.ships).bit_count() >= war.fuel:
            others &= war.sailed  # no oil for one more
        return others

    def take(self, war: Sea, side: int, verb: str, target: int) -> None:
        if verb == "with":
            war.become(Squadron(self.ships | 1 << target))
            return
        setup = war.setup
        place = war.at[first(self.ships)]
        if setup.italian_ports >> place & 1:
            war.sailed |= self.ships
        war.moved |= self.ships
        for ship in bits(self.ships):
            war.at[ship] = target
            if war.log is not None:
                war.tell(Event("steams", "MC-MOVE.6", AX, (ship,), spaces=(place, target)))
        war.finish()
        if setup.italian_ports >> target & 1:
            homeward_attack(war, self.ships)  # instead of the patrol in the area (ruling G-77)

    def refuse(self, war: Sea, side: int, verb: str, target: int) -> Refusal:
        place = war.at[first(self.ships)]
        if verb in ("to", "port"):
            return Refusal("MC-MOVE.6", text("why-squadron-to"), war.setup.fleet[place])
        if war.setup.italian >> target & 1 and war.at[target] == place and war.setup.italian_ports >> place & 1:
            return Refusal("MC-FUEL.2", text("why-squadron-dry", n=max(0, war.fuel)))
        return Refusal("MC-MOVE.6", text("why-squadron-with"))


class Patrol(Step[Sea], frozen=True):
    """British submarines attack one ship in each At Sea area [MC-SUB.3]."""

    left: Spaces

    def go(self, war: Sea) -> bool:
        for area in bits(self.left):
            war.become(Patrol(self.left & ~(1 << area)))
            ships = war.fleet_at(area)
            if ships:
                die = war.d6()
                hit = war.setup.rows["sub"][die - 1].hit
                if war.log is not None:
                    result = "hit" if hit else "miss"
                    war.tell(Event("patrol", "MC-SUB.3", AL, spaces=(area,), dice=(die,), total=die, result=result))
                if hit:
                    hit_one(war, nth(ships, war.pick(ships.bit_count())), "MC-SUB.3")
                return True
        war.finish()
        return True


# --- the invasion


def can_invade(war: Sea) -> bool:
    """Once in the game, while Malta is weak enough [MC-INVADE.1, MC-INVADE.2]."""
    return war.invasion and war.setup.invasion_on[war.status] > 0


def invade(war: Sea) -> None:
    """The one attempt from the air [MC-INVADE.3]."""
    war.invasion = False
    war.invaded = True
    die = war.d6()
    taken = die <= war.setup.invasion_on[war.status]
    if war.log is not None:
        result = "taken" if taken else "beaten off"
        war.tell(Event("invasion", "MC-INVADE.3", AX, spaces=(war.setup.malta,), dice=(die,), total=die, result=result))
    if taken:
        conclude(war, AX, text("end-invasion"), "MC-VICTORY.3", "decisive")
