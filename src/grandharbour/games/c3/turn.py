"""The sequence of play, the contest for the next Operation, the end of a turn and of the game [2, 5.1, 5.7, 6, 8.2]."""

from __future__ import annotations

from ...engine.choice import NOTHING, Decision, Outcome, Refusal
from ...engine.event import Event
from ...engine.geometry.bits import bits, mask_of
from ...engine.kinds import NOWHERE, Lot, Pieces, Side
from .airdrop import DropPlan
from .battle import Declare, Fights
from .bombardment import AIR, DEFENCE, GUNS, NAVAL, Guns, Missions
from .landing import LandingPlan
from .losses import CStep
from .movement import Move, team
from .reinforcement import Gates, able_to_enter, gates
from .state import AXIS, BRITISH, Malta

CONTEST, END_OF_TURN = 4, 5
"""Stages of a day; turn S has its own four before them [2.1.a]."""


class Day(CStep, frozen=True):
    """One of the five turns [8.a]: S with its own sequence, the others with Operations until nobody wants one [2.a, 2.b, 2.1.a]."""

    stage: int = 0

    def act(self, war: Malta) -> bool:
        stage = self.stage
        number = war.setup.number
        if stage == CONTEST:
            war.push(Contest(0, war.last_active))
            return True
        war.become(Day(stage + 1))
        if stage < CONTEST:
            war.active = AXIS  # only the Axis acts in S [2.1.b]
        if stage == 0:
            tell_turn(war)
            war.push(Missions(AIR, number["missions.air_s"]))  # [3.1.a]
        elif stage == 1:
            war.push(DropPlan())
        elif stage == 2:
            war.push(Missions(NAVAL, number["missions.naval_s"]))  # [4.1.a]
        elif stage == 3:
            war.become(Day(END_OF_TURN))
            war.push(LandingPlan())
        else:
            end_turn(war)
        return True

    def resume(self, war: Malta, value: object) -> None:
        if value is False:  # nobody wants to act any more [5.a]
            war.become(Day(END_OF_TURN))


def tell_turn(war: Malta) -> None:
    """Name the day."""
    setup = war.setup
    if war.log is not None:
        facts = (("n", setup.turn_names[war.turn]), ("day", setup.tables["turns.days"][war.turn]))
        war.tell(Event("turn", "2.a" if war.turn else "2.1.a", facts=facts))


# --- the contest [5.1]


def available(war: Malta, side: int) -> int:
    """Formations that could act: not yet activated, with a unit on the map or one that could arrive (ruling A10); the Axis has
    the Air and Naval chits besides [3.1.b, 4.1.b, 5.1.c]."""
    setup = war.setup
    found = 0
    here = war.on_map(setup.own[side])
    known: Gates | None = None
    for lot in setup.lot_lists[side]:
        if war.acted[lot]:
            continue
        members = setup.members[lot]
        if setup.chits >> lot & 1 or here & members:
            found |= 1 << lot
        elif side == AXIS:
            known = known or gates(war)
            if able_to_enter(war, members, known):
                found |= 1 << lot
    return found


class Contest(CStep, frozen=True):
    """Each side names a Formation or passes, the last to act first; higher die plus token acts [5.1]."""

    stage: int
    leader: Side
    shown: Lot = NOWHERE
    verbs = ("bid", "pass", "claim", "waive")
    rule = "5.1.a"
    why = {"pass": ("5.1.b", "You passed in the last contest and still have a Formation: name one.")}

    def act(self, war: Malta) -> bool:
        if self.stage == 0:
            free = war.free
            if free != NOWHERE and available(war, free):
                return False
            war.free = NOWHERE
            war.become(Contest(1, self.leader))
            return True
        if self._lots(war):
            return False
        # Nothing left to name: a pass nobody chose (ruling A07).
        self._pass(war)
        return True

    def _chooser(self) -> int:
        return self.leader if self.stage == 1 else 1 - self.leader

    def _lots(self, war: Malta) -> int:
        """What may be named; worked out once."""
        cached = war._ways
        if cached is None or cached[0] is not self:
            cached = war._ways = (self, available(war, self._chooser()))
        found: int = cached[1]
        return found

    def ask(self, war: Malta) -> Decision:
        if self.stage == 0:
            choices = {"claim": available(war, war.free), "waive": NOTHING}
            prompt = "The enemy acted twice in a row: activate a Formation without dice?"
            return Decision(war.free, prompt, "5.1.g", choices)
        side = self._chooser()
        choices = {"bid": self._lots(war)}
        if not war.passed >> side & 1:
            choices["pass"] = NOTHING
        if self.stage == 1:
            return Decision(side, "Which Formation do you try to activate?", "5.1.d", choices)
        if self.shown == NOWHERE:
            return Decision(side, "The enemy passes. Which Formation do you activate?", "5.1.d", choices)
        return Decision(side, "The enemy shows {shown}. Which Formation do you put against it?", "5.1.d", choices)

    def take(self, war: Malta, side: int, verb: str, target: int) -> None:
        if verb == "claim":
            war.free = NOWHERE
            war.passed &= ~(1 << side)
            activate(war, target, "5.1.g", "without dice")
        elif verb == "waive":
            war.free = NOWHERE
            war.become(Contest(1, self.leader))
        elif verb == "pass":
            war.passed |= 1 << side
            war.tell(Event("pass", "5.1.b", side))
            self._pass(war)
        else:
            war.passed &= ~(1 << side)
            if self.stage == 1:
                war.become(Contest(2, self.leader, target))
            elif self.shown == NOWHERE:
                activate(war, target, "5.1.a", "unopposed")
            else:
                compete(war, self.shown, target)

    def _pass(self, war: Malta) -> None:
        if self.stage == 1:
            war.become(Contest(2, self.leader))
        elif self.shown == NOWHERE:
            war.finish(False)
        else:
            activate(war, self.shown, "5.1.a", "unopposed")

    def domain(self, war: Malta, side: int, verb: str) -> int:
        # A pass is no answer to a free activation, and without one there is nothing to waive.
        return 0 if verb == ("pass" if self.stage == 0 else "waive") else super().domain(war, side, verb)

    def refuse(self, war: Malta, side: int, verb: str, target: int) -> Refusal:
        setup = war.setup
        if verb in ("bid", "claim"):
            if (verb == "claim") != (self.stage == 0):
                return Refusal("5.1.g", "A free activation comes after two in a row by the enemy, before the contest.")
            if setup.lot_side[target] != side:
                return Refusal("5.1.a", f"{setup.lot_names[target]} is not yours.")
            if war.acted[target]:
                return Refusal("5.7.a", f"{setup.lot_names[target]} has acted this turn.")
            return Refusal("5.1.a", f"{setup.lot_names[target]} has nobody on the map, and nobody who could arrive.")
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
            ("first", setup.lot_names[first]),
            ("second", setup.lot_names[second]),
            ("one", a + mine),
            ("two", b + yours),
        )
        mods = ((f"{setup.lot_names[first]}", mine, "5.1.e"), (f"{setup.lot_names[second]}", yours, "5.1.e"))
        result = setup.lot_names[winner]
        war.tell(Event("contest", "5.1.e", setup.lot_side[winner], (), (), (a, b), mods, None, None, result, facts))
    activate(war, winner, "5.1.e", "by the dice")


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


class Sortie(CStep, frozen=True):
    """An Air or Naval Operation: a die for the missions, then their targets [3.1.c, 4.1.c]."""

    arm: int
    flown: bool = False
    scope = "operation"

    def act(self, war: Malta) -> bool:
        setup = war.setup
        if self.flown:
            end_operation(war)
            return True
        war.become(Sortie(self.arm, True))
        die = war.d6()
        extra = (setup.air_modifier if self.arm == AIR else setup.naval_modifier)[war.turn]
        missions = max(setup.number["missions.least"], min(setup.number["missions.most"], die + extra))
        if war.log is not None:
            rule = "3.1.c" if self.arm == AIR else "4.1.c"
            mods = ((f"turn {war.turn}", extra, rule),) if extra else ()
            facts = (("arm", "Air" if self.arm == AIR else "Naval"),)
            result = f"{missions} mission{'' if missions == 1 else 's'}"
            war.tell(Event("missions", rule, AXIS, (), (), (die,), mods, die + extra, None, result, facts))
        war.push(Missions(self.arm, missions))
        return True


class Operation(CStep, frozen=True):
    """A ground Formation runs through its segments A-2 to A-6 in order [1.3.4.a]."""

    stage: int = 0
    scope = "operation"

    def act(self, war: Malta) -> bool:
        stage = self.stage
        war.become(Operation(stage + 1))
        if stage == 0:
            gather(war)
        elif stage == 1:
            war.push(Move())
        elif stage == 2:
            # Who came over a beach in disorder does not attack [4.2.l] (ruling A90).
            war.push(Declare(team(war) & ~(war.beached & war.moved & war.dg)))
        elif stage == 3:
            recover(war)
        elif stage == 4:
            war.push(Guns(war.active, GUNS))
        elif stage == 5:
            if war.attacks:
                war.push(Guns(1 - war.active, DEFENCE))
        elif stage == 6:
            war.push(Fights())
        else:
            end_operation(war)
        return True


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


class Attach(CStep, frozen=True):
    """Independents as near to another Formation: with which do they act [1.3.3.b]?"""

    units: Pieces
    verbs = ("attach", "end")
    rule = "1.3.3.b"
    why = {"attach": ("5.1.1.a", "Only independents not yet Activated that stand as near to this Formation as to another.")}

    def act(self, war: Malta) -> bool:
        if self.units:
            return False
        war.finish()
        return True

    def ask(self, war: Malta) -> Decision:
        choices = {"attach": self.units, "end": NOTHING}
        prompt = "Independents between two Formations: who acts with this one?"
        return Decision(war.active, prompt, "1.3.3.b", choices, quiet=("end", 0))

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
            war.tell(Event("recover", "5.6.b", war.active, (piece,)))


def end_operation(war: Malta) -> None:
    """The token goes to the Activated box, and with it the independents that joined, for the rest of the turn
    [1.3.2.c, 5.7.a, 5.1.1.b, 5.1.1.c] (ruling A13)."""
    setup = war.setup
    war.acted[war.formation] = True
    marked = war.joined
    if setup.on["guns_marked"] == "used":
        marked &= ~(setup.guns & ~war.moved)
    war.spent |= marked
    war.finish(True)


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
    war.become(Day(CONTEST))


def conclude(war: Malta, level: int, rule: str, reason: str) -> None:
    """The game is over at one of the five levels [8.2.g]."""
    setup = war.setup
    winner = BRITISH if level < 2 else NOWHERE if level == 2 else AXIS
    points = war.score()
    if war.log is not None:
        war.tell(Event("end", rule, winner, facts=(("level", setup.levels[level]), ("reason", reason))))
    war.end(Outcome(winner, reason, rule, (points, 0), setup.levels[level]))


def valletta_falls(war: Malta) -> None:
    """The capital is taken: a Crushing Victory at once [8.2.e]."""
    conclude(war, len(war.setup.levels) - 1, "8.2.e", "Valletta has been captured")


def has_bases(war: Malta) -> bool:
    """An operational port and an operational airport in Axis hands, or by option either [8.2.f] (ruling A58)."""
    port = bool(war.working_ports() & war.control)
    airport = bool(war.setup.airfields & war.control)
    return port and airport if war.setup.on["bases_needed"] == "both" else port or airport


def count(war: Malta) -> None:
    """Victory points after the last turn [8.2]."""
    if not has_bases(war):
        conclude(war, 0, "8.2.f", "the Axis has no working port and airport")
        return
    points = war.score()
    conclude(war, war.level(points), "8.2.g", f"{points} victory point{'' if abs(points) == 1 else 's'}")
