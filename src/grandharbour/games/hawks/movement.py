"""Movement, one space at a time, with the fights each space brings about [HM-MOVE, HM-ENG]."""

from __future__ import annotations

from ...engine.choice import NOTHING, Decision, Refusal
from ...engine.event import Event
from ...engine.geometry.bits import bits, first
from ...engine.kinds import NOWHERE, Piece, Pieces, Space
from ...engine.step import Step
from .fire import exchange
from .flak import arrival_fire
from .state import IT, Sky


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
        return Decision(side, "Move {plane}: {left} left", "HM-MOVE.1", choices, ("piece", plane))

    def take(self, war: Sky, side: int, verb: str, target: int) -> None:
        plane = self.plane
        if verb == "halt":
            war.finish()
        elif verb == "exit":
            war.tell(Event("exit", "HM-MOVE.8", side, (plane,), (war.at[plane],)))
            war.home |= 1 << plane
            war.at[plane] = NOWHERE
            war.finish()
        else:
            if war.log is not None:
                war.tell(Event("move", "HM-MOVE.3", side, (plane,), (war.at[plane], target)))
            war.at[plane] = target
            setup = war.setup
            foes = war.planes_over(war.on_board(1 - side), setup.stack[target])
            stop = setup.stop_on_contact and war.planes_in(foes, target)
            war.become(Move(plane, 0 if stop else self.left - 1, True))
            # Nothing can happen in a square without foes, unless guns may answer at once.
            if foes or setup.aa_reaction:
                war.push(Contact(plane, target, 0, 0))

    def domain(self, war: Sky, side: int, verb: str) -> int:
        return war.setup.grid.all if verb == "to" else NOTHING

    def refuse(self, war: Sky, side: int, verb: str, target: int) -> Refusal:
        setup = war.setup
        here = war.at[self.plane]
        near = setup.next_to[here]
        if verb == "halt":
            return Refusal("HM-MOVE.2", "A plane cannot stand still: it flies one space or more each turn.", near)
        if verb == "exit":
            if side != IT:
                return Refusal("HM-MOVE.8", "British planes may not leave the board.")
            return Refusal("HM-MOVE.8", "Only from an Italian Entry square.", setup.entry[IT])
        if target == here:
            return Refusal("HM-MOVE.2", "The plane is there; it must move on.", near)
        column, rank, level = (abs(a - b) for a, b in zip(setup.grid.place(here), setup.grid.place(target), strict=True))
        if column + rank + level == 2 and max(column, rank, level) == 1:
            return Refusal("HM-MOVE.4", "No diagonal step: one square or one altitude at a time.", near)
        if column + rank == 0:
            return Refusal("HM-MOVE.3", "One altitude at a time.", near)
        return Refusal("HM-MOVE.3", "A plane moves one space at a time, to a neighbouring square or altitude.", near)


class Contact(Step[Sky], frozen=True):
    """What happens after each space entered [HM-MOVE.5], in the order of HM-ENG.1 to HM-ENG.3.

    The cell is kept because the mover may be shot down in it while others still have to fight.
    """

    plane: Piece
    cell: Space
    stage: int
    asked: Pieces
    """Fighters above that have had their chance to shoot."""

    def go(self, war: Sky) -> bool:
        setup = war.setup
        plane, cell = self.plane, self.cell
        side = setup.side_of[plane]
        ready = setup.fighters & ~war.fired  # bombers never open fire [HM-MOVE.6, HM-ENG.6]
        stage = self.stage
        alive = war.at[plane] == cell
        if stage == 0:
            stage = 1
            if alive and ready >> plane & 1:
                foes = war.planes_in(war.on_board(1 - side), cell)
                if foes:
                    war.become(Contact(plane, cell, 1, 0))
                    war.push(Attack(plane, foes, True, True))
                    return True
                foes = below(war, plane)
                if foes:
                    war.become(Contact(plane, cell, 1, 0))
                    war.push(Attack(plane, foes, False, True))
                    return True
        if stage == 1:
            foes = war.planes_in(war.on_board(side), cell)
            if foes:
                for fighter in bits(war.planes_in(war.on_board(1 - side) & ready, cell)):
                    war.become(Contact(plane, cell, 1, 0))
                    war.push(Attack(fighter, foes, True, setup.same_cell_both))
                    return True
            stage = 2
        if stage == 2:
            foes = war.planes_in(war.on_board(1 - side), cell)
            if foes:
                for fighter in bits(war.planes_in(war.on_board(side) & ready & ~(1 << plane), cell)):
                    war.become(Contact(plane, cell, 2, 0))
                    war.push(Attack(fighter, foes, True, True))
                    return True
            stage = 3
        if stage == 3:
            if alive and setup.above[cell] != NOWHERE and not war.fog() >> cell & 1:
                above = war.planes_in(war.on_board(1 - side) & ready & ~self.asked, setup.above[cell])
                for fighter in bits(above):
                    war.become(Contact(plane, cell, 3, self.asked | 1 << fighter))
                    war.push(Attack(fighter, 1 << plane, False, False))
                    return True
            stage = 4
        if stage == 4 and setup.aa_reaction and alive and side == IT:
            war.become(Contact(plane, cell, 5, 0))
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
            return Decision(side, "{fighter} must fight: choose a target", "HM-ENG.1", choices, about)
        choices["hold"] = NOTHING
        prompt = "{fighter} may dive on a plane below" if self.both else "{fighter} may shoot at the plane passing below"
        # A shot nobody answers costs nothing; a dive may cost the plane.
        quiet = ("hold", 0) if self.both else ("fire", first(self.targets))
        return Decision(side, prompt, "HM-ENG.2" if self.both else "HM-ENG.3", choices, about, quiet)

    def take(self, war: Sky, side: int, verb: str, target: int) -> None:
        war.finish()
        if verb != "hold":
            exchange(war, self.fighter, target, self.both)

    def domain(self, war: Sky, side: int, verb: str) -> int:
        return NOTHING if verb == "hold" else (1 << war.setup.planes) - 1

    def refuse(self, war: Sky, side: int, verb: str, target: int) -> Refusal:
        setup = war.setup
        if verb == "hold":
            return Refusal("HM-ENG.1", "Enemies in one space must fight.")
        if verb != ("attack" if self.both else "fire"):
            who = "both planes roll" if self.both else "only the fighter rolls"
            return Refusal("HM-ENG.3", f"Here {who}: choose a target for that.")
        here = war.at[self.fighter]
        if setup.side_of[target] == side:
            return Refusal("HM-ENG.1", "That plane is on your own side.")
        there = war.at[target]
        if there == NOWHERE:
            return Refusal("HM-ENG.4", "That plane is not on the board.")
        if not setup.stack[here] >> there & 1:
            return Refusal("HM-ENG.4", "No attack into another square.", 1 << there)
        if setup.level[there] > setup.level[here]:
            return Refusal("HM-ENG.4", "No attack at a plane flying higher.", 1 << there)
        if setup.level[here] - setup.level[there] > 1:
            return Refusal("HM-ENG.4", "No attack two or more altitudes down.", 1 << there)
        if there != here and war.fog() >> there & 1:
            return Refusal("HM-CLOUD.1", "A plane in cloud is not seen from above.", 1 << there)
        if there != here and self.must:
            return Refusal("HM-ENG.1", "A foe in the same space must be fought first.", 1 << here)
        return Refusal("HM-ENG.3", "Only the plane that has just arrived may be shot at now.")
