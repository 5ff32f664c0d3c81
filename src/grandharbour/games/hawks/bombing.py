"""Bombing [HM-BOMB]."""

from __future__ import annotations

from ...engine.catalogue import text
from ...engine.choice import NOTHING, Decision, Refusal, Verb
from ...engine.geometry.bits import bits, first
from ...engine.kinds import NOWHERE, Piece, Space
from ...engine.step import Step
from .fire import BOMB, throw
from .state import BR, IT, Sky

VERBS = (Verb("bomb", "piece", "HM-BOMB.1", dice=True),)


def ready_to_bomb(war: Sky) -> int:
    """The bombers over an intact Objective that have not bombed yet [HM-BOMB.1, HM-BOMB.4]."""
    setup = war.setup
    ready = 0
    for plane in bits(war.on_board(IT) & setup.bombers & ~war.bombed):
        cell = war.at[plane]
        if cell != NOWHERE and setup.square_bit[cell] & war.objectives:
            ready |= 1 << plane
    return ready


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
        return Decision(IT, "ask-bombing", "HM-BOMB.1", choices, quiet=("hold", 0))

    def take(self, war: Sky, side: int, verb: str, target: int) -> None:
        if verb == "hold":
            war.finish()
            return
        war.bombed |= 1 << target
        square = first(war.setup.square_bit[war.at[target]])
        if war.setup.loads[target]:
            war.push(BombRun(target, square, war.setup.loads[target]))

    def refuse(self, war: Sky, side: int, verb: str, target: int) -> Refusal:
        setup = war.setup
        if setup.side_of[target] == BR or not setup.bombers >> target & 1:
            return Refusal("HM-BOMB.1", text("why-bombing-who"))
        if war.bombed >> target & 1:
            return Refusal("HM-BOMB.4", text("why-bombing-once"))
        if war.at[target] == NOWHERE:
            return Refusal("HM-BOMB.1", text("why-bombing-gone"))
        if war.ruins & setup.square_bit[war.at[target]]:
            return Refusal("HM-BOMB.8", text("why-bombing-ruin"), setup.square_bit[war.at[target]])
        return Refusal("HM-BOMB.1", text("why-bombing-nothing"), war.objectives)


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
