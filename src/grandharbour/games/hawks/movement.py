"""Movement, one space at a time, with the fights each space brings about [HM-MOVE, HM-ENG]."""

from __future__ import annotations

from typing import Annotated, TypeAlias

from ...engine.catalogue import text
from ...engine.choice import NOTHING, Decision, Refusal, Verb
from ...engine.event import Event
from ...engine.geometry.bits import bits, first
from ...engine.kinds import NOWHERE, Piece, Pieces, Space, Words
from ...engine.step import Step
from .fire import exchange
from .flak import arrival_fire
from .state import IT, Sky

VERBS = (
    Verb("to", "space", "HM-MOVE.3", dice=True),
    Verb("halt", "nothing", "HM-MOVE.1"),
    Verb("exit", "nothing", "HM-MOVE.8"),
    Verb("attack", "piece", "HM-ENG.1", dice=True),
)

MOVER, MET, COMRADES, ABOVE, GUNS, OVER = range(6)
Fighting: TypeAlias = Annotated[int, Words("mover", "met", "comrades", "above", "guns", "over")]
"""Whose turn it is to fight in a space: the plane that arrives, foes there, friends there, foes above, guns."""


class Move(Step[Sky], frozen=True):
    """A plane flies 1 to M spaces [HM-MOVE.1]; an Italian one may also leave for home [HM-MOVE.8]."""

    plane: Piece
    left: int
    moved: bool
    verbs = ("to", "halt", "exit")

    def go(self, war: Sky) -> bool:
        if self.left == 0 or war.at[self.plane] == NOWHERE:
            war.finish()
            return True
        return False

    def ask(self, war: Sky) -> Decision:
        setup = war.setup
        plane = self.plane
        here = war.at[plane]
        side = setup.side_of[plane]
        choices = {"to": setup.next_to[here]}  # however many planes are there [HM-MOVE.9]
        if self.moved:
            choices["halt"] = NOTHING
        if side == IT and setup.entry[IT] >> here & 1:
            choices["exit"] = NOTHING
        return Decision(side, "ask-move", "HM-MOVE.1", choices, about=("piece", plane))

    def take(self, war: Sky, side: int, verb: str, target: int) -> None:
        plane = self.plane
        if verb == "halt":
            war.finish()
        elif verb == "exit":
            war.tell(Event("exit", "HM-MOVE.8", side, (plane,), spaces=(war.at[plane],)))
            war.home |= 1 << plane
            war.at[plane] = NOWHERE
            war.finish()
        else:
            if war.log is not None:
                war.tell(Event("move", "HM-MOVE.3", side, (plane,), spaces=(war.at[plane], target)))
            war.at[plane] = target
            setup = war.setup
            foes = war.planes_over(war.on_board(1 - side), setup.stack[target])
            stop = setup.stop_on_contact and war.planes_in(foes, target)
            war.become(Move(plane, 0 if stop else self.left - 1, True))
            # Nothing can happen in a square without foes, unless guns may answer at once.
            if foes or setup.aa_reaction:
                war.push(Contact(plane, target))

    def refuse(self, war: Sky, side: int, verb: str, target: int) -> Refusal:
        setup = war.setup
        here = war.at[self.plane]
        near = setup.next_to[here]
        if verb == "halt":
            return Refusal("HM-MOVE.2", text("why-move-halt"), near)
        if verb == "exit":
            if side != IT:
                return Refusal("HM-MOVE.8", text("why-move-british"))
            return Refusal("HM-MOVE.8", text("why-move-exit"), setup.entry[IT])
        if target == here:
            return Refusal("HM-MOVE.2", text("why-move-on"), near)
        column, rank, level = (abs(a - b) for a, b in zip(setup.grid.place(here), setup.grid.place(target), strict=True))
        if column + rank + level == 2 and max(column, rank, level) == 1:
            return Refusal("HM-MOVE.4", text("why-move-diagonal"), near)
        if column + rank == 0:
            return Refusal("HM-MOVE.3", text("why-move-altitude"), near)
        return Refusal("HM-MOVE.3", text("why-move-far"), near)


class Contact(Step[Sky], frozen=True):
    """What happens after each space entered [HM-MOVE.5], in the order of HM-ENG.1 to HM-ENG.3.

    The cell is kept because the mover may be shot down in it while others still have to fight.
    """

    plane: Piece
    cell: Space
    fighting: Fighting = MOVER
    asked: Pieces = 0
    """Fighters above that have had their chance to shoot."""

    def go(self, war: Sky) -> bool:
        setup = war.setup
        plane, cell = self.plane, self.cell
        side = setup.side_of[plane]
        ready = setup.fighters & ~war.fired  # bombers never open fire [HM-MOVE.6, HM-ENG.6]
        now = self.fighting
        alive = war.at[plane] == cell
        if now == MOVER:
            now = MET
            if alive and ready >> plane & 1:
                foes = war.planes_in(war.on_board(1 - side), cell)
                if foes:
                    war.become(Contact(plane, cell, MET))
                    war.push(Attack(plane, foes, True, True))
                    return True
                foes = below(war, plane)
                if foes:
                    war.become(Contact(plane, cell, MET))
                    war.push(Attack(plane, foes, False, True))
                    return True
        if now == MET:
            foes = war.planes_in(war.on_board(side), cell)
            if foes:
                for fighter in bits(war.planes_in(war.on_board(1 - side) & ready, cell)):
                    war.become(Contact(plane, cell, MET))
                    war.push(Attack(fighter, foes, True, setup.same_cell_both))
                    return True
            now = COMRADES
        if now == COMRADES:
            foes = war.planes_in(war.on_board(1 - side), cell)
            if foes:
                for fighter in bits(war.planes_in(war.on_board(side) & ready & ~(1 << plane), cell)):
                    war.become(Contact(plane, cell, COMRADES))
                    war.push(Attack(fighter, foes, True, True))
                    return True
            now = ABOVE
        if now == ABOVE:
            if alive and setup.above[cell] != NOWHERE and not war.fog() >> cell & 1:
                above = war.planes_in(war.on_board(1 - side) & ready & ~self.asked, setup.above[cell])
                for fighter in bits(above):
                    war.become(Contact(plane, cell, ABOVE, self.asked | 1 << fighter))
                    war.push(Attack(fighter, 1 << plane, False, False))
                    return True
            now = GUNS
        if now == GUNS and setup.aa_reaction and alive and side == IT:
            war.become(Contact(plane, cell, OVER))
            arrival_fire(war, plane)
            return True
        war.finish()
        return True


def below(war: Sky, plane: int) -> int:
    """The spotted foes exactly one altitude under a plane [HM-ENG.2, HM-CLOUD.1]."""
    setup = war.setup
    cell = setup.below[war.at[plane]]
    if cell == NOWHERE or war.fog() >> cell & 1:
        return 0
    return war.planes_in(war.on_board(1 - setup.side_of[plane]), cell)


class Attack(Step[Sky], frozen=True):
    """A fighter picks its target [HM-ENG.5], or lets it pass where it may."""

    fighter: Piece
    targets: Pieces
    must: bool
    both: bool
    verbs = ("attack", "fire", "hold")

    def ask(self, war: Sky) -> Decision:
        verb = "attack" if self.both else "fire"
        choices = {verb: self.targets}
        about = ("piece", self.fighter)
        side = war.setup.side_of[self.fighter]
        if self.must:
            return Decision(side, "ask-attack-must", "HM-ENG.1", choices, about=about)
        choices["hold"] = NOTHING
        prompt = "ask-attack-dive" if self.both else "ask-attack-passing"
        # A shot nobody answers costs nothing; a dive may cost the plane.
        quiet = ("hold", 0) if self.both else ("fire", first(self.targets))
        return Decision(side, prompt, "HM-ENG.2" if self.both else "HM-ENG.3", choices, about=about, quiet=quiet)

    def take(self, war: Sky, side: int, verb: str, target: int) -> None:
        war.finish()
        if verb != "hold":
            exchange(war, self.fighter, target, self.both)

    def refuse(self, war: Sky, side: int, verb: str, target: int) -> Refusal:
        setup = war.setup
        if verb == "hold":
            return Refusal("HM-ENG.1", text("why-attack-hold"))
        if verb != ("attack" if self.both else "fire"):
            return Refusal("HM-ENG.3", text("why-attack-verb", both=self.both))
        here = war.at[self.fighter]
        if setup.side_of[target] == side:
            return Refusal("HM-ENG.1", text("why-attack-own"))
        there = war.at[target]
        if there == NOWHERE:
            return Refusal("HM-ENG.4", text("why-attack-gone"))
        if not setup.stack[here] >> there & 1:
            return Refusal("HM-ENG.4", text("why-attack-square"), 1 << there)
        if setup.level[there] > setup.level[here]:
            return Refusal("HM-ENG.4", text("why-attack-higher"), 1 << there)
        if setup.level[here] - setup.level[there] > 1:
            return Refusal("HM-ENG.4", text("why-attack-lower"), 1 << there)
        if there != here and war.fog() >> there & 1:
            return Refusal("HM-CLOUD.1", text("why-attack-cloud"), 1 << there)
        if there != here and self.must:
            return Refusal("HM-ENG.1", text("why-attack-first"), 1 << here)
        return Refusal("HM-ENG.3", text("why-attack-arrived"))
