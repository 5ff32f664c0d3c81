"""The sequence of play: priorities, initiative, movement, guns, bombs [HM-SEQ, HM-PRI, HM-INIT, HM-END]."""

from __future__ import annotations

from ...engine.catalogue import text
from ...engine.choice import Decision, Outcome, Refusal, Verb
from ...engine.event import Event
from ...engine.geometry.bits import bits
from ...engine.kinds import Piece
from ...engine.sequence import Phase, Run, Sequence
from ...engine.step import Step
from .bombing import Bombing
from .flak import AntiAircraft
from .movement import Move
from .state import BR, IT, Sky

VERBS = (Verb("next", "piece", "HM-PRI.1"),)


def begin_turn(war: Sky) -> None:
    """FIRED markers come off [HM-SEQ.2] and priorities are put down again."""
    war.turn += 1
    war.last_order = war.order
    war.close("turn")
    war.tell(Event("turn", "HM-SEQ.1", facts=(("n", war.turn),)))
    if war.setup.random_priority:
        for side in (IT, BR):
            planes = list(bits(war.on_board(side)))
            dealt: list[int] = []
            while planes:
                dealt.append(planes.pop(war.pick(len(planes), hidden=True)))
            war.order[side] = tuple(dealt)
    else:
        war.push(Priority())


class Priority(Step[Sky], frozen=True):
    """Both sides secretly number their planes, at the same time [HM-PRI.1]."""

    verbs = ("next",)

    def go(self, war: Sky) -> bool:
        if all(len(war.order[side]) == war.on_board(side).bit_count() for side in (IT, BR)):
            war.finish()
            return True
        return False

    def ask(self, war: Sky) -> tuple[Decision, ...]:
        owed = []
        for side in (IT, BR):
            order = war.order[side]
            rest = war.on_board(side)
            for plane in order:
                rest &= ~(1 << plane)
            if rest:
                owed.append(Decision(side, "ask-priority", "HM-PRI.1", {"next": rest}))
        return tuple(owed)

    def take(self, war: Sky, side: int, verb: str, target: int) -> None:
        order = (*war.order[side], target)
        war.order[side] = order
        if war.log is not None:
            facts = (("n", len(order)),)
            war.tell(Event("priority", "HM-PRI.1", side, (target,), facts=facts, audience=1 << side))

    def holes(self, war: Sky, side: int) -> dict[str, int]:
        return {"n": len(war.order[side]) + 1}

    def refuse(self, war: Sky, side: int, verb: str, target: int) -> Refusal:
        if war.setup.side_of[target] != side:
            return Refusal("HM-PRI.1", text("why-priority-own"))
        if not war.on_board(side) >> target & 1:
            return Refusal("HM-PRI.1", text("why-priority-gone"))
        return Refusal("HM-PRI.1", text("why-priority-numbered", n=war.order[side].index(target) + 1))


def draw_initiative(war: Sky) -> None:
    """A roundel is drawn [HM-INIT.1], the priorities are shown [HM-PRI.2], and the planes queue up [HM-PRI.3]."""
    first = war.initiative = war.pick(2)
    war.order_shown = True
    war.reveal()
    war.tell(Event("initiative", "HM-INIT.1", first))
    queue: list[int] = []
    for number in range(max(len(order) for order in war.order)):
        for side in (first, 1 - first):
            if number < len(war.order[side]):
                queue.append(war.order[side][number])
    if war.log is not None:
        for side in (IT, BR):
            if war.order[side]:
                names = ", ".join(war.setup.names.called("piece", plane) for plane in war.order[side])
                war.tell(Event("order", "HM-PRI.2", side, war.order[side], facts=(("order", names),)))
    war.push(Activations(tuple(queue)))


class Activations(Step[Sky], frozen=True):
    """Planes move in the order of their chits; those gone by then are passed over [HM-PRI.3]."""

    queue: tuple[Piece, ...]

    def go(self, war: Sky) -> bool:
        gone = war.down | war.home
        for place, plane in enumerate(self.queue):
            if not gone >> plane & 1:
                war.become(Activations(self.queue[place + 1 :]))
                war.push(Move(plane, war.setup.class_of[plane], False))
                return True
        war.finish()
        return True


def end_turn(war: Sky) -> None:
    """The game ends after the last turn, or when no bomber is left to come [HM-END.1]."""
    bombers = war.on_board(IT) & war.setup.bombers
    if bombers and war.turn < war.setup.max_turns:
        war.become(Turn())
        return
    italy, britain = war.scores()
    par = war.par()
    margin = italy - britain
    winner = IT if margin > par else BR if margin < par else -1
    how = "above" if margin > par else "below" if margin < par else "on"
    reason = war.say("outcome-margin", italy=italy, britain=britain, margin=margin, how=how, par=par)
    war.tell(Event("end", "HM-END.2", winner, facts=(("reason", reason),)))
    war.end(Outcome(winner, reason, "HM-END.2", (italy, britain)))


class Turn(Run[Sky], frozen=True):
    """One turn [HM-SEQ.1]: the phases follow each other, and the last one begins the next turn."""

    sequence = Sequence(
        Phase("priorities", "HM-PRI.1", lambda step, war: begin_turn(war)),
        Phase("movement", "HM-INIT.1", lambda step, war: draw_initiative(war)),
        Phase("anti-aircraft", "HM-AA.1", lambda step, war: war.push(AntiAircraft(war.guns & ~war.guns_fired))),
        Phase("bombing", "HM-BOMB.1", lambda step, war: war.push(Bombing())),
        Phase("end-of-turn", "HM-END.1", lambda step, war: end_turn(war)),
    )
