"""The turn: both sides move and attack [SK-1]."""

from __future__ import annotations

from grandharbour.engine.catalogue import text
from grandharbour.engine.choice import NOTHING, Decision, Outcome, Verb
from grandharbour.engine.event import Event
from grandharbour.engine.geometry.bits import first
from grandharbour.engine.kinds import NOWHERE, Piece, Side
from grandharbour.engine.sequence import Phase, Run, Sequence
from grandharbour.engine.step import Step

from .state import BLUE, RED, Field

VERBS = (
    Verb("to", "space", "SK-2"),
    Verb("attack", "space", "SK-3", dice=True),
    Verb("stay", "nothing", "SK-2"),
)


class March(Step[Field], frozen=True):
    """Unit by unit a side moves or stays [SK-2]."""

    side: Side = RED

    def go(self, war: Field) -> bool:
        waiting = war.alive(self.side) & ~war.moved
        if waiting and war.alive(1 - self.side):
            unit = first(waiting)
            war.moved |= 1 << unit
            war.push(Act(unit, war.setup.unit[unit]["speed"]))
        else:
            war.finish()
        return True


class Act(Step[Field], frozen=True):
    """One unit goes hex by hex, attacks, or stays [SK-2, SK-3]."""

    unit: Piece
    left: int

    verbs = ("to", "attack", "stay")
    rule = "SK-2"

    def go(self, war: Field) -> bool:
        return False

    def ask(self, war: Field) -> Decision:
        setup = war.setup
        side = setup.side_of[self.unit]
        near = setup.grid.neighbours(war.at[self.unit])
        choices = {"stay": NOTHING}
        free = near & ~war.held(RED) & ~war.held(BLUE)
        if free and self.left:
            choices["to"] = free
        if near & war.held(1 - side):
            choices["attack"] = near & war.held(1 - side)
        return Decision(side, "ask-act", "SK-2", choices, about=("piece", self.unit), quiet=("stay", 0))

    def take(self, war: Field, side: int, verb: str, target: int) -> None:
        setup = war.setup
        if verb == "to":
            war.at[self.unit] = target
            war.tell(Event("goes", "SK-2", side, (self.unit,), (target,)))
            if setup.goals >> target & 1:
                war.red = war.red | 1 << target if side == RED else war.red & ~(1 << target)
            war.become(Act(self.unit, 0 if setup.rough >> target & 1 else self.left - 1))
            return
        war.finish()
        if verb == "attack":
            attack(war, self.unit, target)


def attack(war: Field, unit: int, target: int) -> None:
    """One die and the strength of all who touch the hex, against the defence [SK-3]."""
    side, enemy = war.setup.side_of[unit], war.unit_at(target)
    need, force = war.defence(target), war.force(side, target)
    die = war.d6()
    won = die + force > need
    result, more = "out" if won else "holds", ((text("modifier-force"), force, "SK-3"),)
    war.tell(Event("attack", "SK-3", side, (unit, enemy), (target,), (die,), more, die + force, need + 1, result))
    if won:
        war.at[enemy] = NOWHERE
        war.out |= 1 << enemy


def red(turn: Turn, war: Field) -> None:
    """A new turn begins."""
    war.turn += 1
    war.close("turn")
    war.push(March(RED))


def blue(turn: Turn, war: Field) -> None:
    war.push(March(BLUE))


def end(turn: Turn, war: Field) -> None:
    """Another turn, or the end [SK-4]."""
    if war.turn < war.setup.turns and war.alive(RED) and war.alive(BLUE):
        war.become(Turn())
        return
    goals = war.setup.goals
    taken = war.red.bit_count()
    if not war.alive(BLUE):
        taken = goals.bit_count()
    elif not war.alive(RED):
        taken = 0
    rest = goals.bit_count() - taken
    winner = RED if taken > rest else BLUE if rest > taken else NOWHERE
    war.tell(Event("end", "SK-4", winner, facts=(("red", taken), ("blue", rest))))
    war.end(Outcome(winner, war.say("outcome-goals", red=taken, blue=rest), "SK-4", (taken, rest)))


class Turn(Run[Field], frozen=True):
    """One turn [SK-1]."""

    sequence = Sequence(
        Phase("red", "SK-2", red),
        Phase("blue", "SK-2", blue),
        Phase("end", "SK-4", end),
    )
