"""The turn: boats, guns, dawn [NR-1]."""

from __future__ import annotations

from grandharbour.engine.choice import NOTHING, Decision, Outcome, Verb
from grandharbour.engine.event import Event
from grandharbour.engine.geometry.bits import bits, first
from grandharbour.engine.kinds import NOWHERE
from grandharbour.engine.sequence import Phase, Run, Sequence
from grandharbour.engine.step import Step

from .state import BR, IT, Night

VERBS = (
    Verb("to", "space", "NR-2"),
    Verb("wait", "nothing", "NR-2"),
    Verb("light", "space", "NR-3", dice=True),
    Verb("hold", "nothing", "NR-3"),
)


class Boats(Step[Night], frozen=True):
    """Boat after boat goes on or waits [NR-2]."""

    verbs = ("to", "wait")
    rule = "NR-2"

    def go(self, war: Night) -> bool:
        if war.afloat & ~war.moved:
            return False
        war.finish()
        return True

    def ask(self, war: Night) -> Decision:
        boat = first(war.afloat & ~war.moved)
        choices = {"to": war.setup.chart.neighbours(war.at[boat]), "wait": NOTHING}
        return Decision(IT, "ask-boats", "NR-2", choices, about=("piece", boat))

    def take(self, war: Night, side: int, verb: str, target: int) -> None:
        boat = first(war.afloat & ~war.moved)
        war.moved |= 1 << boat
        if verb == "wait":
            return
        war.at[boat] = target
        war.tell(Event("goes", "NR-2", IT, (boat,), (target,)))
        if target == war.setup.harbour:
            war.at[boat] = NOWHERE
            war.struck |= 1 << boat
            war.tell(Event("strikes", "NR-2", IT, (boat,)))


class Guns(Step[Night], frozen=True):
    """One point may be lit, and the guns fire at every boat there [NR-3]."""

    verbs = ("light", "hold")
    rule = "NR-3"

    def go(self, war: Night) -> bool:
        if war.afloat:
            return False
        war.finish()
        return True

    def ask(self, war: Night) -> Decision:
        seen = 0
        for boat in bits(war.afloat):
            seen |= 1 << war.at[boat]
        return Decision(BR, "ask-guns", "NR-3", {"light": seen, "hold": NOTHING}, quiet=("hold", 0))

    def take(self, war: Night, side: int, verb: str, target: int) -> None:
        if verb == "light":
            boats, need = war.boats_at(target), war.setup.need[target]
            hits, faces = war.hits(len(boats), need)
            result = f"sunk {hits}" if hits else "none"
            war.tell(Event("fire", "NR-3", BR, spaces=(target,), dice=faces, need=need, result=result))
            for boat in boats[:hits]:
                war.at[boat] = NOWHERE
                war.sunk |= 1 << boat
                war.tell(Event("sunk", "NR-3", IT, (boat,)))
        war.finish()


def boats(turn: Turn, war: Night) -> None:
    """A new turn begins."""
    war.turn += 1
    war.close("turn")
    war.push(Boats())


def guns(turn: Turn, war: Night) -> None:
    war.push(Guns())


def dawn(turn: Turn, war: Night) -> None:
    """Another turn, or the end [NR-4]."""
    if war.afloat and war.turn < war.setup.turns:
        war.become(Turn())
        return
    struck = war.struck.bit_count()
    war.tell(Event("dawn", "NR-4", facts=(("n", struck),)))
    won = struck >= war.setup.goal
    war.end(Outcome(IT if won else BR, war.say("outcome-italy" if won else "outcome-britain"), "NR-4"))


class Turn(Run[Night], frozen=True):
    """One turn [NR-1]."""

    sequence = Sequence(
        Phase("boats", "NR-2", boats),
        Phase("guns", "NR-3", guns),
        Phase("dawn", "NR-4", dawn),
    )
