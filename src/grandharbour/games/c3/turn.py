"""The sequence of play, the contest for the next Operation, the end of a turn and of the game [2, 5.1, 5.7, 6, 8.2]."""

from __future__ import annotations

from typing import Annotated

from ...engine.catalogue import text
from ...engine.choice import NOTHING, Decision, Refusal, Verb
from ...engine.event import Event
from ...engine.geometry.bits import bits, mask_of
from ...engine.kinds import NOWHERE, Lot, Pieces, Side, Words
from ...engine.sequence import Phase, Run, Sequence
from ...engine.step import Step
from .airdrop import DropPlan
from .battle import Declare, Fights
from .bombardment import AIR, ARMS, DEFENCE, GUNS, NAVAL, Arm, Guns, Missions
from .landing import LandingPlan
from .movement import Move, team
from .reinforcement import Gates, able_to_enter, gates
from .state import AXIS, Malta

VERBS = (
    Verb("bid", "lot", "5.1.a", dice=True),
    Verb("pass", "nothing", "5.1.b"),
    Verb("claim", "lot", "5.1.g"),
    Verb("waive", "nothing", "5.1.g"),
    Verb("attach", "piece", "1.3.3.b"),
)


class Day(Run[Malta], frozen=True):
    """One of the five turns [8.a]: S with its own sequence, the others with Operations until nobody wants one [2.a, 2.b, 2.1.a]."""

    def air_missions(self, war: Malta) -> None:
        tell_turn(war)
        war.active = AXIS  # only the Axis acts in S [2.1.b]
        war.push(Missions(AIR, war.setup.number["missions.air_s"]))

    def drops(self, war: Malta) -> None:
        war.active = AXIS
        war.push(DropPlan())

    def naval_missions(self, war: Malta) -> None:
        war.active = AXIS
        war.push(Missions(NAVAL, war.setup.number["missions.naval_s"]))

    def landings(self, war: Malta) -> None:
        war.active = AXIS
        war.push(LandingPlan())

    def operations(self, war: Malta) -> None:
        if war.turn:  # turn S has none [2.1.a]
            war.push(Contest(FREE, war.last_active))

    def operation_over(self, war: Malta, acted: bool) -> None:
        """Round again, until nobody wants to act any more [2.b, 5.a]."""
        if acted:
            self.jump(war, "operations")

    def end(self, war: Malta) -> None:
        end_turn(war)
        if war.outcome is None:
            self.jump(war, "operations")

    sequence = Sequence(
        Phase("air-missions", "3.1.a", air_missions),
        Phase("drops", "3.2.a", drops),
        Phase("naval-missions", "4.1.a", naval_missions),
        Phase("landings", "4.2.a", landings),
        Phase("operations", "5.1.a", operations, operation_over),
        Phase("end-of-turn", "6.a", end),
    )


def tell_turn(war: Malta) -> None:
    """Name the day."""
    setup = war.setup
    if war.log is not None:
        facts = (("n", setup.turn_names[war.turn]), ("day", text(f"day-{war.turn}")))
        war.tell(Event("turn", "2.a" if war.turn else "2.1.a", facts=facts))


# --- the contest [5.1]


def available(war: Malta, side: int) -> int:
    """Formations that could act: not yet activated, with a unit on the map or one that could arrive (ruling A10); the Axis has
    the Air and Naval chits besides [3.1.b, 4.1.b, 5.1.c]."""
    setup = war.setup
    lots = 0
    here = war.on_map(setup.own[side])
    known: Gates | None = None
    for lot in setup.lot_lists[side]:
        if war.acted[lot]:
            continue
        members = setup.members[lot]
        if setup.chits >> lot & 1 or here & members:
            lots |= 1 << lot
        elif side == AXIS:
            known = known or gates(war)
            if able_to_enter(war, members, known):
                lots |= 1 << lot
    return lots


FREE, FIRST, SECOND = range(3)
Part = Annotated[int, Words("free", "first", "second")]


class Contest(Step[Malta], frozen=True):
    """Each side names a Formation or passes, the last to act first; higher die plus token acts [5.1]."""

    part: Part
    """Whether a free activation is offered, or which of the two names a Formation."""
    leader: Side
    shown: Lot = NOWHERE
    verbs = ("bid", "pass", "claim", "waive")
    rule = "5.1.a"
    why = {"pass": "5.1.b"}

    def go(self, war: Malta) -> bool:
        if self.part == FREE:
            free = war.free
            if free != NOWHERE and available(war, free):
                return False
            war.free = NOWHERE
            war.become(Contest(FIRST, self.leader))
            return True
        if self._lots(war):
            return False
        # Nothing left to name: a pass nobody chose (ruling A07).
        self._pass(war)
        return True

    def _chooser(self) -> int:
        return self.leader if self.part == FIRST else 1 - self.leader

    def _lots(self, war: Malta) -> int:
        """What may be named; worked out once."""
        cached = war._ways
        if cached is None or cached[0] is not self:
            cached = war._ways = (self, available(war, self._chooser()))
        lots: int = cached[1]
        return lots

    def ask(self, war: Malta) -> Decision:
        if self.part == FREE:
            choices = {"claim": available(war, war.free), "waive": NOTHING}
            return Decision(war.free, "ask-contest-free", "5.1.g", choices)
        side = self._chooser()
        choices = {"bid": self._lots(war)}
        if not war.passed >> side & 1:
            choices["pass"] = NOTHING
        asked = "first" if self.part == FIRST else "alone" if self.shown == NOWHERE else "second"
        return Decision(side, f"ask-contest-{asked}", "5.1.d", choices)

    def take(self, war: Malta, side: int, verb: str, target: int) -> None:
        if verb == "claim":
            war.free = NOWHERE
            war.passed &= ~(1 << side)
            activate(war, target, "5.1.g", "free")
        elif verb == "waive":
            war.free = NOWHERE
            war.become(Contest(FIRST, self.leader))
        elif verb == "pass":
            war.passed |= 1 << side
            war.tell(Event("pass", "5.1.b", side))
            self._pass(war)
        else:
            war.passed &= ~(1 << side)
            if self.part == FIRST:
                war.become(Contest(SECOND, self.leader, target))
            elif self.shown == NOWHERE:
                activate(war, target, "5.1.a", "unopposed")
            else:
                compete(war, self.shown, target)

    def _pass(self, war: Malta) -> None:
        if self.part == FIRST:
            war.become(Contest(SECOND, self.leader))
        elif self.shown == NOWHERE:
            war.finish(False)
        else:
            activate(war, self.shown, "5.1.a", "unopposed")

    def domain(self, war: Malta, side: int, verb: str) -> int:
        # A pass is no answer to a free activation, and without one there is nothing to waive.
        return 0 if verb == ("pass" if self.part == FREE else "waive") else super().domain(war, side, verb)

    def refuse(self, war: Malta, side: int, verb: str, target: int) -> Refusal:
        setup = war.setup
        if verb in ("bid", "claim"):
            if (verb == "claim") != (self.part == FREE):
                return Refusal("5.1.g", text("why-contest-claim"))
            if setup.lot_side[target] != side:
                return Refusal("5.1.a", text("why-not-yours", unit=("lot", target)))
            if war.acted[target]:
                return Refusal("5.7.a", text("why-contest-acted", lot=("lot", target)))
            return Refusal("5.1.a", text("why-contest-absent", lot=("lot", target)))
        return super().refuse(war, side, verb, target)


def compete(war: Malta, first: int, second: int) -> None:
    """A die each with the modifier of the token; ties are rolled again [5.1.e, 5.1.f]."""
    setup = war.setup
    mine, yours = setup.token[first], setup.token[second]
    a, b = war.d6(), war.d6()
    if a + mine == b + yours:
        # Rolling until the tie is broken is one draw among all throws that are none.
        throws = [(x, y) for x in range(1, 7) for y in range(1, 7) if x + mine != y + yours]
        a, b = throws[war.pick(len(throws))]
    winner = first if a + mine > b + yours else second
    if war.log is not None:
        facts = (
            ("first", ("lot", first)),
            ("second", ("lot", second)),
            ("one", a + mine),
            ("two", b + yours),
        )
        mods = ((setup.lot_names[first], mine, "5.1.e"), (setup.lot_names[second], yours, "5.1.e"))
        side, result = setup.lot_side[winner], setup.lot_names[winner]
        war.tell(Event("contest", "5.1.e", side, dice=(a, b), modifiers=mods, result=result, facts=facts))
    activate(war, winner, "5.1.e", "dice")


def activate(war: Malta, lot: int, rule: str, how: str) -> None:
    """A Formation becomes active; two of one side in a row give the other a free one [1.3.2.b, 5.1.g]."""
    setup = war.setup
    side = setup.lot_side[lot]
    war.streak = war.streak + 1 if war.streak_side == side else 1
    war.streak_side = war.last_active = war.active = side
    war.free = 1 - side if war.streak >= setup.number["contest.streak"] else NOWHERE
    war.formation = lot
    if war.log is not None:
        war.tell(Event("activate", rule, side, facts=(("lot", setup.formation[lot]["title"]), ("how", how))))
    if setup.chits >> lot & 1:
        war.become(Sortie(AIR if lot == setup.air_chit else NAVAL))
    else:
        war.become(Operation())


# --- Operations


class Sortie(Run[Malta], frozen=True):
    """An Air or Naval Operation: a die for the missions, then their targets [3.1.c, 4.1.c]."""

    arm: Arm
    scope = "operation"

    def missions(self, war: Malta) -> None:
        setup = war.setup
        die = war.d6()
        extra = (setup.air_modifier if self.arm == AIR else setup.naval_modifier)[war.turn]
        missions = max(setup.number["missions.least"], min(setup.number["missions.most"], die + extra))
        if war.log is not None:
            rule = "3.1.c" if self.arm == AIR else "4.1.c"
            mods = ((text("modifier-turn", turn=war.turn), extra, rule),) if extra else ()
            facts = (("arm", ARMS[self.arm]), ("missions", text("missions", n=missions)))
            total = die + extra
            war.tell(Event("missions", rule, AXIS, dice=(die,), modifiers=mods, total=total, result=str(missions), facts=facts))
        war.push(Missions(self.arm, missions))

    def end(self, war: Malta) -> None:
        mark_activated(war)

    def result(self, war: Malta) -> bool:
        return True

    sequence = Sequence(Phase("missions", "5.3.1.b", missions), Phase("end-of-operation", "5.7.a", end))


class Operation(Run[Malta], frozen=True):
    """A ground Formation runs through its segments A-2 to A-6 in order [1.3.4.a]."""

    scope = "operation"

    def independents(self, war: Malta) -> None:
        gather(war)

    def movement(self, war: Malta) -> None:
        war.push(Move())

    def attacks(self, war: Malta) -> None:
        # Who came over a beach in disorder does not attack [4.2.l] (ruling A90).
        war.push(Declare(team(war) & ~(war.beached & war.moved & war.dg)))

    def recovery(self, war: Malta) -> None:
        recover(war)

    def offensive_fire(self, war: Malta) -> None:
        war.push(Guns(war.active, GUNS))

    def defensive_fire(self, war: Malta) -> None:
        if war.attacks:
            war.push(Guns(1 - war.active, DEFENCE))

    def combat(self, war: Malta) -> None:
        war.push(Fights())

    def end(self, war: Malta) -> None:
        mark_activated(war)

    def result(self, war: Malta) -> bool:
        return True

    sequence = Sequence(
        Phase("independents", "5.1.1.a", independents),
        Phase("movement", "5.2.a", movement),
        Phase("attacks", "5.2.5.a", attacks),
        Phase("recovery", "5.6.b", recovery),
        Phase("offensive-fire", "5.3.2.a", offensive_fire),
        Phase("defensive-fire", "5.4.a", defensive_fire),
        Phase("combat", "5.5.j", combat),
        Phase("end-of-operation", "5.7.a", end),
    )


def gather(war: Malta) -> None:
    """Independents nearest to the active Formation act with it; where two are as near the owner decides [1.3.3, 5.1.1.a]."""
    setup = war.setup
    side = war.active
    there = war.present(side)  # a Dispersed unit is as good as absent, so it is nobody's nearest [3.2.m]
    ours = war.hexes_of(there & setup.members[war.formation])
    theirs = 0
    for lot in bits(setup.lots_of[side] & ~setup.chits & ~(1 << war.formation)):
        if not war.acted[lot]:
            theirs |= war.hexes_of(there & setup.members[lot])
    left: dict[int, int] = {}
    for piece in bits(war.on_map(setup.independent[side] & ~war.spent)):
        left[war.at[piece]] = left.get(war.at[piece], 0) | 1 << piece
    tied = joins = 0
    hexes = mask_of(left)
    while hexes and (ours or theirs):
        reached = hexes & (ours | theirs)
        for h in bits(reached):
            if not theirs >> h & 1:
                joins |= left[h]
            elif ours >> h & 1:
                tied |= left[h]
        hexes &= ~reached
        ours |= setup.grid.spread(ours)
        theirs |= setup.grid.spread(theirs)
    war.joined |= joins
    if tied:
        war.push(Attach(tied))


class Attach(Step[Malta], frozen=True):
    """Independents as near to another Formation: with which do they act [1.3.3.b]?"""

    units: Pieces
    verbs = ("attach", "end")
    rule = "1.3.3.b"
    why = {"attach": "5.1.1.a"}

    def go(self, war: Malta) -> bool:
        if self.units:
            return False
        war.finish()
        return True

    def ask(self, war: Malta) -> Decision:
        choices = {"attach": self.units, "end": NOTHING}
        return Decision(war.active, "ask-attach", "1.3.3.b", choices, quiet=("end", 0))

    def take(self, war: Malta, side: int, verb: str, target: int) -> None:
        if verb == "end":
            war.finish()
        else:
            war.joined |= 1 << target
            war.become(Attach(self.units & ~(1 << target)))


def recover(war: Malta) -> None:
    """Disorganisation comes off the units of the Operation that do not attack [5.6.b]."""
    busy = war.fought
    for _, attackers in war.attacks:
        busy |= attackers
    if war.setup.on["fresh_dg"]:
        busy |= war.fresh  # what was received in this Operation stays (ruling A39)
    healed = war.on_map(war.dg & team(war) & ~busy)
    war.dg &= ~healed
    if war.log is not None:
        for piece in bits(healed):
            war.tell(Event("recover", "5.6.b", war.active, pieces=(piece,)))


def mark_activated(war: Malta) -> None:
    """The token goes to the Activated box, and with it the independents that joined, for the rest of the turn
    [1.3.2.c, 5.7.a, 5.1.1.b, 5.1.1.c] (ruling A13)."""
    setup = war.setup
    war.acted[war.formation] = True
    marked = war.joined
    if setup.on["guns_marked"] == "used":
        marked &= ~(setup.guns & ~war.moved)
    war.spent |= marked


# --- the end of a turn [6]


def end_turn(war: Malta) -> None:
    """Markers off, control of ports and airfields noted, and the next day or the count [6.a, 6.b, 6.c]."""
    setup = war.setup
    war.close("turn")
    war.ready = war.control & (setup.ports | setup.airfields)
    kept = war.held(AXIS) & setup.airfields
    war.kept_twice = kept & war.kept
    war.kept = kept
    if war.turn == setup.last:
        count(war)
        return
    war.turn += 1
    tell_turn(war)


def has_bases(war: Malta) -> bool:
    """An operational port and an operational airport in Axis hands, or by option either [8.2.f] (ruling A58)."""
    port = bool(war.working_ports() & war.control)
    airport = bool(war.setup.airfields & war.control)
    return port and airport if war.setup.on["bases_needed"] == "both" else port or airport


def count(war: Malta) -> None:
    """Victory points after the last turn [8.2]."""
    if not has_bases(war):
        war.conclude(0, "8.2.f", text("outcome-no-bases"))
        return
    points = war.score()
    war.conclude(war.level(points), "8.2.g", text("outcome-points", points=points))
