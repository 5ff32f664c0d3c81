"""What is told about the order of planes."""

from __future__ import annotations

from ...engine.choice import Decision
from ...engine.game import Idea
from ...engine.geometry.bits import bits
from .brief import PilotBrief
from .state import BR, Sky
from .turn import Priority
from .weighing import damage


class PriorityBrief(PilotBrief[Priority]):
    """The secret order."""

    def ideas(self, war: Sky, step: Priority, decision: Decision) -> list[Idea]:
        """Who can hurt somebody now goes first; who waits for a target to fly under him goes last."""
        setup = war.setup
        side = decision.side
        foes = war.on_board(1 - side)
        ideas = []
        for plane in bits(decision.choices["next"]):
            if setup.bombers >> plane & 1:
                score = 0.3
            else:
                place = setup.grid.place(war.at[plane])
                score = 0.0
                for foe in bits(foes):
                    at = setup.grid.place(war.at[foe])
                    far = abs(at[0] - place[0]) + abs(at[1] - place[1]) + abs(min(at[2] + 1, setup.grid.levels) - place[2])
                    if far <= setup.class_of[plane]:
                        score = max(score, damage(war, foe))
                    if far == 0 and side == BR:
                        score = -0.5
            ideas.append(Idea(score, "next", plane, "idea-strike-first"))
        return ideas
