"""What is told while hits are taken and aimed."""

from __future__ import annotations

from ...engine.view import Stage
from .brief import Routine
from .commit_brief import row
from .losses import Aim, Lose, prize, smart
from .state import Islands


class LoseBrief(Routine[Lose]):
    """The owner takes the hits."""

    def score(self, war: Islands, verb: str, target: int) -> float:
        return -0.01 * smart(war, target) if verb == "lose" else 0.0

    def stage(self, war: Islands, step: Lose, side: int | None) -> Stage:
        rows = [row(war, "stage-in-battle", step.side, step.units)]
        if step.reserve:
            rows.append(row(war, "stage-hit-last", step.side, step.reserve))
        title = war.say("stage-who-is-hit", place=("space", step.where))
        return Stage("hits", title, tuple(rows), war.say("stage-hits", n=step.hits))


class AimBrief(Routine[Aim]):
    """The firer aims his hits: the British look for better targets than the usual ones."""

    good = (True, False)

    def score(self, war: Islands, verb: str, target: int) -> float:
        return 0.01 * prize(war, target, 1) if verb == "hit" else 0.0

    def stage(self, war: Islands, step: Aim, side: int | None) -> Stage:
        rows = (row(war, "stage-can-be-hit", 1 - step.side, step.targets),)
        title = war.say("stage-choose-targets", place=("space", step.where))
        return Stage("hits", title, rows, war.say("stage-hits", n=step.hits))
