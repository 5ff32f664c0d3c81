"""The Action Phase: one Action after another, side by side [6.0], and the small Actions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ...engine.catalogue import Hole, Text, text
from ...engine.choice import NOTHING, Decision, Outcome, Refusal, Verb
from ...engine.event import Event
from ...engine.geometry.bits import bits, first
from ...engine.kinds import NOWHERE, Piece, Side, Space
from ...engine.step import Step
from .air import Bombard, Rebase, can_bomb, can_rebase
from .battle import PickTarget
from .landing import Airlift, Drop, Invade, SeaMove, beaches, can_lift, drop_zone, droppers, invasion_starts, transfer_from
from .losses import crowd, gain
from .movement import Lead, StrategicMove, anyone_moves, anyone_strikes, can_march, near
from .state import ALLIED, AXIS, Italy, listed
from .supply import lines, supplied

COSTS = {
    "move": "move", "attack": "attack", "reinforce": "reinforce", "garrison": "garrison", "demobilise": "demobilise",
    "regroup": "regroup", "transfer": "transfer", "evacuate": "evacuate", "interdict": "interdict", "invade": "invade",
    "rebase": "rebase", "bombard": "bombard", "airlift": "air_transport", "fortify": "fortify", "march": "strategic_move",
    "declare": "open_city", "drop": "drop",
}  # fmt: skip
RULES = {
    "move": "13.1a", "attack": "15.2a", "reinforce": "7.2b", "garrison": "7.5a", "demobilise": "7.5.1", "regroup": "8.2.1a",
    "transfer": "14.1a", "evacuate": "14.1.3", "interdict": "14.2.1a", "invade": "18.3a", "rebase": "20.1c", "bombard": "21.2.1a",
    "airlift": "21.4a", "fortify": "25.2", "march": "32.2", "declare": "34.1", "drop": "19.2",
}  # fmt: skip
VERBS = (
    *(Verb(verb, "nothing", rule, dice=verb in ("reinforce", "interdict")) for verb, rule in RULES.items()),
    Verb("pass", "nothing", "6.1a"),
    Verb("bring", "piece", "7.2b"),
    Verb("at", "space", "7.3a"),
    Verb("remove", "piece", "7.5.1"),
    Verb("where", "space", "8.2.1a"),
)


def price(war: Italy, verb: str, side: int) -> int:
    key = "drop_axis" if verb == "drop" and side == AXIS else COSTS[verb]
    return war.setup.cost[key]


# Whether an Action can be carried through [6.1a]: one cheap question for each.


def _invade(war: Italy, side: int) -> bool:
    amphibs = war.in_box(war.setup.staging[ALLIED], war.setup.amphibs)
    return bool(amphibs and invasion_starts(war) and beaches(war, 0))


def _drop(war: Italy, side: int) -> bool:
    jumpers = droppers(war, side)
    zone = drop_zone(war, side) if jumpers else 0
    return any(zone & ~(1 << war.at[unit]) for unit in bits(jumpers))


CAN: dict[str, Callable[[Italy, int], bool]] = {
    "move": anyone_moves,
    "attack": anyone_strikes,
    "reinforce": lambda war, side: bool(recruits(war, side)),
    "garrison": lambda war, side: bool(garrison_hexes(war, side)) and bool(spare_garrisons(war, side)),
    "demobilise": lambda war, side: bool(demobilisable(war, side)),
    "regroup": lambda war, side: can_regroup(war, side),
    "transfer": lambda war, side: bool(transfer_from(war, side, False)),
    "evacuate": lambda war, side: bool(transfer_from(war, side, True)),
    "interdict": lambda war, side: not war.interdiction and not war.interdiction_tried,  # [14.2.1c]
    "invade": _invade,
    "rebase": can_rebase,
    "bombard": can_bomb,
    "airlift": can_lift,
    "fortify": lambda war, side: can_fortify(war, side),
    "march": can_march,
    "declare": lambda war, side: bool(cities_to_declare(war)),
    "drop": _drop,
}


def menu(war: Italy, side: int) -> tuple[tuple[str, int, Callable[[Italy, int], bool]], ...]:
    """The Actions open to a side under the options in play, each with its price and its question; worked out once."""
    setup = war.setup
    open_to = setup.menus.get(side)
    if open_to is None:
        barred = {"interdict", "invade"} if side == AXIS else {"declare"}
        barred |= set() if setup.on["strategic_movement"] else {"march"}
        barred |= set() if setup.on["open_cities"] else {"declare"}
        barred |= set() if side == ALLIED or setup.on["axis_airborne"] else {"drop"}  # [19.3]
        open_to = tuple((verb, price(war, verb, side), CAN[verb]) for verb in COSTS if verb not in barred)
        setup.menus[side] = open_to
    return open_to


class Act(Step[Italy], frozen=True):
    """One Action Segment [6.1]: announce an Action and pay, or pass.

    One Action in a segment, for any unit and as often as the points last [6.1d, 6.1e, 6.1.ex]. Who passes may come back [6.1c], but two
    passes in a row end the phase [6.1b]. What happens in a segment of the enemy costs no Action of one's own [15.2.imp, 21.3.1d, 21.3.1.ex].
    """

    side: Side
    acted: bool
    scope = "phase"
    verbs = (*COSTS, "pass")
    rule = "6.1a"

    def go(self, war: Italy) -> bool:
        if self.acted:
            war.passes = 0
            self._hand_over(war)
            end_of_action(war)
            return True
        if war.ap[AXIS] == 0 and war.ap[ALLIED] == 0:
            war.finish()  # [4.1h]
            return True
        if war.ap[self.side] == 0:
            self._pass(war)  # ruling Q02
            return True
        return False

    def _hand_over(self, war: Italy) -> None:
        war.active = 1 - self.side
        war.close("segment")
        war.become(Act(1 - self.side, False))

    def _pass(self, war: Italy) -> None:
        war.passes += 1
        war.tell(Event("pass", "6.1a", self.side))
        if war.passes >= 2:
            war.finish()
        else:
            self._hand_over(war)

    def ask(self, war: Italy) -> Decision:
        side = self.side
        points = war.ap[side]
        choices = {verb: NOTHING for verb, cost, can in menu(war, side) if cost <= points and can(war, side)}
        choices["pass"] = NOTHING
        return Decision(side, "ask-act", "6.1a", choices)

    def take(self, war: Italy, side: int, verb: str, target: int) -> None:
        if verb == "pass":
            self._pass(war)
            return
        gain(war, side, -price(war, verb, side), RULES[verb], f"verb-{verb}")
        war.become(Act(side, True))
        start_action(war, verb)

    def refuse(self, war: Italy, side: int, verb: str, target: int) -> Refusal:
        cost = price(war, verb, side)
        if cost > war.ap[side]:
            return Refusal(RULES[verb], text("why-act-points", n=cost, have=war.ap[side]))
        if verb in ("transfer", "evacuate") and side == AXIS and war.interdiction:
            return Refusal("14.2.2a", text("why-act-cut-off"))
        return Refusal(RULES[verb], text(f"why-act-{verb}"))


def start_action(war: Italy, verb: str) -> None:
    setup = war.setup
    if verb == "interdict":
        interdict(war)
        return
    carry = int(setup.tables["limits.carry.transfer"])
    if verb == "reinforce":
        die = war.d6()
        who = text(f"recruit-{setup.on['reinforcements']}", n=die)
        war.tell(Event("recruit", "7.2b", war.active, dice=(die,), result=str(die), facts=(("n", die), ("who", who))))
        war.push(Recruit(die, ""))
        return
    steps: dict[str, Any] = {
        "move": Lead, "attack": PickTarget, "garrison": PlaceGarrison, "demobilise": Demobilise, "regroup": Regroup,
        "fortify": Fortify, "declare": DeclareOpenCity,
    }  # fmt: skip
    if verb in steps:
        war.push(steps[verb]())
    elif verb in ("transfer", "evacuate"):
        war.push(SeaMove(verb == "evacuate", NOWHERE, NOWHERE, carry))
    elif verb == "invade":
        war.push(Invade(NOWHERE, (), NOWHERE, 0))
    elif verb == "rebase":
        war.push(Rebase(0, NOWHERE))
    elif verb == "bombard":
        war.push(Bombard(NOWHERE, 0, NOWHERE))
    elif verb == "airlift":
        war.push(Airlift(NOWHERE))
    elif verb == "march":
        war.push(StrategicMove(NOWHERE))
    else:
        war.push(Drop(NOWHERE))


def interdict(war: Italy) -> None:
    """The navy tries to close the straits to Axis shipping [14.2.1].

    One attempt a turn [14.2.1c], for good once it succeeds [14.2, 14.2.1b].
    """
    die = war.d6()
    war.interdiction_tried = True
    war.interdiction = die <= war.turn
    result = "in effect" if war.interdiction else "failed"
    war.tell(Event("interdict", "14.2.1a", ALLIED, dice=(die,), total=die, result=result, facts=(("n", war.turn),)))


def end_of_action(war: Italy) -> None:
    """What is looked at after every Action: major Objectives, the sudden end [35.1, 3.1a]."""
    major_objectives(war)
    sudden_victory(war)


def holdings(war: Italy) -> None:
    """What the Allies hold when a game is set up they have taken before it [35.1a]."""
    if war.setup.on["major_objectives"]:
        war.major_taken |= war.setup.major & war.held(ALLIED)


def major_objectives(war: Italy) -> None:
    """Optional rule 35: the first Allied occupation of a major Objective pays [35.1a].

    Once for each place [35.2, 35.2a], fought for or found empty [35.2c].
    """
    setup = war.setup
    if setup.on["major_objectives"]:
        for h in bits(setup.major & war.held(ALLIED) & ~war.major_taken):
            war.major_taken |= 1 << h
            gain(war, ALLIED, int(setup.tables["major.ap_taken"]), "35.1a", "points-objective-taken")


def sudden_victory(war: Italy) -> None:
    """Allied units on every Objective end the game at once [3.1a]."""
    if not war.setup.objective_hexes & ~war.held(ALLIED):
        conclude(war, ALLIED, "strategic", "end-every-objective", "3.1a")


def conclude(war: Italy, winner: int, level: str, reason: str, rule: str, **holes: Hole) -> None:
    """The game is over; ``reason`` is the name of a sentence."""
    war.tell(Event("end", rule, winner, facts=(("reason", text(reason, **holes)), ("level", Text(f"level-{level}")))))
    war.end(Outcome(winner, war.say(reason, **holes), rule, war.scores(), war.say(f"level-{level}")))


# --- reinforcements [7.0]


def recruits(war: Italy, side: int) -> int:
    """Units in the Display that a Reinforcement Action may bring: not Garrisons, R units only when the row is crossed [7.1.1].

    Ground and air units, ships and special units alike [7.2e, 23.1a].
    """
    setup = war.setup
    waiting = war.in_box(setup.display[side], setup.own[side] & ~setup.garrisons)
    opened = setup.north & war.held(ALLIED) if setup.on["r_units"] == "segment" else war.r_open
    return waiting if opened else waiting & ~setup.r_units


def entry_places(war: Italy, piece: int) -> int:
    """Where a unit may arrive [7.3, 7.6, 31.2].

    The Staging Area, where they may stay in any number [7.4a, 7.4b]; for the Allies a port [7.3b]. Neither the enemy [7.4, 7.4c, 11.2d] nor want
    of supply [7.4d] nor a full hex [7.4e] is in the way.
    """
    setup = war.setup
    side = setup.side_of[piece]
    places = 1 << setup.staging[side]
    if not setup.mobile >> piece & 1:
        return places
    fields = war.airfields(side) & ~war.closed(side)
    if side == ALLIED:
        places |= war.ports(side) & ~war.closed(side)
        if setup.airborne >> piece & 1:
            places |= fields
    elif (setup.airborne | setup.mountain) >> piece & 1:
        places |= fields
    if setup.detachments >> piece & 1:
        places |= host_hexes(war, piece)
    return places


def host_hexes(war: Italy, piece: int) -> int:
    """Full-strength divisions of the same contingent and kind take a KG or TF in [31.2].

    An Allied one needs a line, an Axis one does not [31.2b]; a full hex is no hindrance [31.2c]. There are as many as counters [31.3, 31.3a].
    """
    setup = war.setup
    side = setup.side_of[piece]
    kinds = _hosts(war, piece)
    hexes = 0
    for unit in bits(war.on_map(setup.divisions & setup.contingent[setup.contingent_of[piece]] & ~war.reduced)):
        if setup.counter[unit]["type"] in kinds and (side == AXIS or supplied(war, unit)):
            hexes |= 1 << war.at[unit]
    return hexes


def _hosts(war: Italy, piece: int) -> list[str]:
    setup = war.setup
    kind = setup.counter[piece]["type"]
    if f"detachments.hosts.{kind}" not in setup.tables.entries:
        return []
    hosts = list(setup.tables[f"detachments.hosts.{kind}"])
    if kind == "mot_inf" and setup.on["kg_mot_hosts"] == "panzergrenadier":
        hosts.append("armored_inf")
    return hosts


class Recruit(Step[Italy], frozen=True):
    """Up to the number rolled, of one contingent [7.2].

    By Action, again and again [7.2a, 7.2d]; if fewer wait, all of them come [7.2c].
    """

    left: int
    contingent: str
    verbs = ("bring", "end")
    rule = "7.2e"

    def _able(self, war: Italy) -> int:
        able = recruits(war, war.active)
        return able & war.setup.contingent[self.contingent] if self.contingent else able

    def go(self, war: Italy) -> bool:
        if self.left == 0 or not self._able(war):
            war.finish()
            return True
        return False

    def ask(self, war: Italy) -> Decision:
        choices = {"bring": self._able(war)}
        if war.setup.on["reinforcements"] == "up_to":
            choices["end"] = NOTHING
        return Decision(war.active, "ask-recruit", "7.2b", choices)

    def take(self, war: Italy, side: int, verb: str, target: int) -> None:
        if verb == "end":
            war.finish()
            return
        war.become(Recruit(self.left - 1, war.setup.contingent_of[target]))
        war.push(Arrive(target))


class Arrive(Step[Italy], frozen=True):
    """Where a reinforcement arrives [7.3]."""

    piece: Piece
    verbs = ("at",)
    rule = "7.3a"

    def go(self, war: Italy) -> bool:
        side = war.setup.side_of[self.piece]
        if entry_places(war, self.piece) == 1 << war.setup.staging[side]:
            war.finish()
            arrive(war, self.piece, war.setup.staging[side])
            return True
        return False

    def ask(self, war: Italy) -> Decision:
        side = war.setup.side_of[self.piece]
        home = war.setup.staging[side]
        return Decision(
            side, "ask-arrive", "7.3a", {"at": entry_places(war, self.piece)}, about=("piece", self.piece), quiet=("at", home)
        )

    def take(self, war: Italy, side: int, verb: str, target: int) -> None:
        war.finish()
        arrive(war, self.piece, target)


def arrive(war: Italy, piece: int, place: int) -> None:
    """At full strength [7.2g], and from then on like any other unit [7.2h]."""
    setup = war.setup
    side = setup.side_of[piece]
    war.reduced &= ~(1 << piece)
    war.tell(Event("arrive", "7.3a", side, pieces=(piece,), spaces=(place,)))
    war.put(piece, place)
    if place < setup.hexes_end and setup.mobile >> piece & 1 and war.overstacked(place, side):
        war.push(Spread(piece))


class Spread(Step[Italy], frozen=True):
    """A unit that arrived in a crowded hex may step into the next one, free [7.4e]."""

    unit: Piece
    verbs = ("to", "stay")
    rule = "7.4e"

    def _ways(self, war: Italy) -> int:
        return near(war, self.unit) & ~war.full_hexes(war.setup.side_of[self.unit])

    def go(self, war: Italy) -> bool:
        if self._ways(war):
            return False
        war.finish()
        return True

    def ask(self, war: Italy) -> Decision:
        side = war.setup.side_of[self.unit]
        choices = {"to": self._ways(war), "stay": NOTHING}
        return Decision(side, "ask-spread", "7.4e", choices, about=("piece", self.unit), quiet=("stay", 0))

    def take(self, war: Italy, side: int, verb: str, target: int) -> None:
        if verb == "to":
            war.tell(Event("move", "7.4e", side, pieces=(self.unit,), spaces=(war.at[self.unit], target)))
            war.put(self.unit, target)
        war.finish()


# --- garrisons [7.5]


def spare_garrisons(war: Italy, side: int) -> int:
    setup = war.setup
    return war.in_box(setup.display[side], setup.garrisons & setup.own[side]) & ~war.demobilised


def garrison_hexes(war: Italy, side: int) -> int:
    """A city, port or airfield with a friendly mobile unit and no Garrison yet [7.5b, 7.5c]."""
    setup = war.setup
    return war.mobile_hexes(side) & setup.garrison_sites[side] & ~war.posts(side)


class PlaceGarrison(Step[Italy], frozen=True):
    """Deploy one Garrison at full strength [7.5, 7.5d]."""

    verbs = ("at",)
    rule = "7.5b"

    def ask(self, war: Italy) -> Decision:
        return Decision(war.active, "ask-place-garrison", "7.5b", {"at": garrison_hexes(war, war.active)})

    def take(self, war: Italy, side: int, verb: str, target: int) -> None:
        build_garrison(war, side, target, "7.5a")
        war.finish()


def build_garrison(war: Italy, side: int, h: int, rule: str) -> None:
    piece = first(spare_garrisons(war, side))
    war.reduced &= ~(1 << piece)
    war.put(piece, h)
    war.tell(Event("garrison", rule, side, pieces=(piece,), spaces=(h,)))


def demobilisable(war: Italy, side: int) -> int:
    setup = war.setup
    posts = war.on_map(setup.garrisons & setup.own[side])
    if setup.on["demobilise_air"] == "barred":
        posts = sum(1 << g for g in bits(posts) if not war.in_box(war.at[g], setup.air & setup.own[side]))
    return posts


class Demobilise(Step[Italy], frozen=True):
    """Remove a Garrison to the Display; it comes back in a later turn [7.5.1]."""

    verbs = ("remove",)
    rule = "7.5.1"

    def ask(self, war: Italy) -> Decision:
        return Decision(war.active, "ask-demobilise", "7.5.1", {"remove": demobilisable(war, war.active)})

    def take(self, war: Italy, side: int, verb: str, target: int) -> None:
        where = war.at[target]
        war.reduced &= ~(1 << target)
        war.demobilised |= 1 << target
        war.tell(Event("demobilise", "7.5.1", side, pieces=(target,), spaces=(where,)))
        war.put(target, war.setup.display[side])
        war.finish()
        crowd(war, side, where, False)


# --- regrouping [8.2]


def can_regroup(war: Italy, side: int) -> bool:
    """The cheap question behind ``regroup_places``: Garrisons and the Staging Area answer it at once."""
    setup = war.setup
    tired = war.reduced & setup.ground & setup.own[side]
    if war.on_map(tired & setup.garrisons) or war.in_box(setup.staging[side], tired):
        return True
    return any(supplied(war, unit) for unit in bits(war.on_map(tired)))


def regroup_places(war: Italy, side: int) -> int:
    """Hexes, and the Staging Area, where something can be regrouped: with a line [12.5e], even beside the enemy [8.2.2a, 11.2d]."""
    setup = war.setup
    places = 0
    for unit in bits(war.reduced & setup.ground & setup.own[side]):
        here = war.at[unit]
        if here == setup.staging[side] or (here < setup.hexes_end and supplied(war, unit)):
            places |= 1 << here
    return places


class Regroup(Step[Italy], frozen=True):
    """Reduced units of one contingent in one hex, or in the Staging Area [8.2.1b], are whole again at once [8.2.1, 8.2.2, 8.2.2b].

    Eliminated ones are not [8.2.2c].
    """

    where: Space = NOWHERE
    verbs = ("where", "unit")
    rule = "8.2.1a"

    def _able(self, war: Italy) -> int:
        side = war.active
        units = war.in_box(self.where, war.reduced & war.setup.ground & war.setup.own[side])
        if self.where >= war.setup.hexes_end:
            return units
        return sum(1 << u for u in bits(units) if supplied(war, u))

    def ask(self, war: Italy) -> Decision:
        if self.where == NOWHERE:
            return Decision(war.active, "ask-regroup", "8.2.1a", {"where": regroup_places(war, war.active)})
        return Decision(war.active, "ask-regroup-who", "8.2.1a", {"unit": self._able(war)}, about=("space", self.where))

    def take(self, war: Italy, side: int, verb: str, target: int) -> None:
        setup = war.setup
        if verb == "where":
            war.become(Regroup(target))
            return
        units = self._able(war) & setup.garrisons
        if setup.mobile >> target & 1:
            units |= self._comrades(war, target)
        war.reduced &= ~units
        if war.log is not None:
            who = listed(war.called(unit) for unit in bits(units))
            spaces = (self.where,) if self.where < setup.hexes_end else ()
            war.tell(Event("regroup", "8.2.1a", side, pieces=tuple(bits(units)), spaces=spaces, facts=(("who", who),)))
        war.finish()

    def _comrades(self, war: Italy, unit: int) -> int:
        """The reduced units of the contingent here, or by option on the whole map (ruling Q22), that trace to one source of this unit.

        If it has several sources, to the one that serves most.
        """
        setup = war.setup
        own = war.reduced & setup.mobile & setup.contingent[setup.contingent_of[unit]]
        if self.where >= setup.hexes_end:
            return war.in_box(self.where, own)
        units = war.on_map(own) if setup.on["regroup_scope"] == "source" else war.in_box(self.where, own)
        reach = {u: lines(war, u) for u in bits(units)}
        served = [sum(1 << u for u in reach if reach[u] >> source & 1) for source in bits(reach[unit])]
        return max(served, key=int.bit_count)


# --- fortifications [25.0] and open cities [34.0]


def can_fortify(war: Italy, side: int) -> bool:
    """The cheap question behind ``fort_hexes``: a Garrison without a fortification answers it at once."""
    setup = war.setup
    if war.forts_built[side] >= setup.forts_a_turn:
        return False
    return bool(war.posts(side) & ~war.forts & ~war.open_city) or bool(fort_hexes(war, side))


def fort_hexes(war: Italy, side: int) -> int:
    """Three a turn, beside the enemy too [25.1]; none in an open city [34.2a]."""
    setup = war.setup
    if war.forts_built[side] >= setup.forts_a_turn:
        return 0
    free = ~(war.forts | war.open_city)
    hexes = war.posts(side) & free
    for unit in bits(war.on_map(setup.mobile & setup.own[side])):
        bit = 1 << war.at[unit]
        if bit & free & ~hexes and supplied(war, unit):
            hexes |= bit
    return hexes


class Fortify(Step[Italy], frozen=True):
    """Build a fortification where a unit in supply stands [25.2]."""

    verbs = ("at",)
    rule = "25.2"

    def ask(self, war: Italy) -> Decision:
        return Decision(war.active, "ask-fortify", "25.2", {"at": fort_hexes(war, war.active)})

    def take(self, war: Italy, side: int, verb: str, target: int) -> None:
        war.forts |= 1 << target
        war.forts_built[side] += 1
        war.tell(Event("fortify", "25.2", side, spaces=(target,)))
        war.finish()


def cities_to_declare(war: Italy) -> int:
    """Roma and Monte Cassino, each once [34.1, 34.2d]."""
    setup = war.setup
    able = setup.open_cities & war.held(AXIS) & ~war.open_city_spent
    return able & ~war.forts if setup.on["open_city_fort"] == "barred" else able


class DeclareOpenCity(Step[Italy], frozen=True):
    """Roma or Monte Cassino is declared an open city [34.1]."""

    verbs = ("at",)
    rule = "34.1"

    def ask(self, war: Italy) -> Decision:
        return Decision(AXIS, "ask-declare-open-city", "34.1", {"at": cities_to_declare(war)})

    def take(self, war: Italy, side: int, verb: str, target: int) -> None:
        war.open_city |= 1 << target
        war.open_city_spent |= 1 << target
        war.tell(Event("open_city", "34.1", side, spaces=(target,)))
        war.finish()
