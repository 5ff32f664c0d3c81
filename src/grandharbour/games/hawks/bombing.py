"""Bombing [HM-BOMB]."""

from __future__ import annotations

from ...engine.choice import NOTHING, Decision, Refusal
from ...engine.geometry.bits import bits, first
from ...engine.kinds import NOWHERE, Piece, Space
from ...engine.step import Step
from .fire import BOMB, throw
from .state import BR, IT, Sky


def ready_to_bomb(war: Sky) -> int:
    """The bombers over an intact Objective that have not bombed yet [HM-BOMB.1, HM-BOMB.4]."""
    setup = war.setup
    found = 0
    for plane in bits(war.on_board(IT) & setup.bombers & ~war.bombed):
        cell = war.at[plane]
        if cell != NOWHERE and setup.square_bit[cell] & war.objectives:
            found |= 1 << plane
    return found


class Bombing(Step[Sky], frozen=True):
    """The bombing step: the Italian player sends his bombers in one by one, or keeps their bombs."""

    verbs = ("bomb", "hold")

    def go(self, war: Sky) -> bool:
        if ready_to_bomb(war):
            return False
        war.finish()
        return True

    def ask(self, war: Sky) -> Decision:
        choices = {"bomb": ready_to_bomb(war), "hold": NOTHING}
        return Decision(IT, "Bomb the Objective below, or keep the bombs", "HM-BOMB.1", choices, None, ("hold", 0))

    def take(self, war: Sky, side: int, verb: str, target: int) -> None:
        if verb == "hold":
            war.finish()
            return
        war.bombed |= 1 << target
        square = first(war.setup.square_bit[war.at[target]])
        if war.setup.loads[target]:
            war.push(BombRun(target, square, war.setup.loads[target]))

    def domain(self, war: Sky, side: int, verb: str) -> int:
        return NOTHING if verb == "hold" else (1 << war.setup.planes) - 1

    def refuse(self, war: Sky, side: int, verb: str, target: int) -> Refusal:
        setup = war.setup
        if setup.side_of[target] == BR or not setup.bombers >> target & 1:
            return Refusal("HM-BOMB.1", "Only Italian bombers bomb.")
        if war.bombed >> target & 1:
            return Refusal("HM-BOMB.4", "This bomber has dropped its bombs; each bombs once in the game.")
        if war.at[target] == NOWHERE:
            return Refusal("HM-BOMB.1", "This bomber is not on the board.")
        if war.ruins & setup.square_bit[war.at[target]]:
            return Refusal("HM-BOMB.8", "The Objective here has been destroyed.", setup.square_bit[war.at[target]])
        return Refusal("HM-BOMB.1", "There is no Objective under this bomber.", war.objectives)


class BombRun(Step[Sky], frozen=True):
    """One throw for each load, clouds moving in between if the dice say so [HM-BOMB.3, HM-CLOUD.3]."""

    bomber: Piece
    objective: Space
    left: int
    joins = True

    def go(self, war: Sky) -> bool:
        if self.left > 1:
            war.become(BombRun(self.bomber, self.objective, self.left - 1))
        else:
            war.finish()
        throw(war, BOMB, self.bomber, NOWHERE, self.objective)
        return True
