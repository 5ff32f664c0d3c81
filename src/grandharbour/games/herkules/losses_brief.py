"""What is told while hits are taken and aimed."""

from __future__ import annotations

from ...engine.geometry.bits import bits
from ...engine.view import Preview, Stage
from .brief import Routine
from .commit_brief import row
from .losses import Aim, Lose, prize, smart
from .state import Islands


def falls(war: Islands, step: Lose | Aim) -> str:
    """Whom the usual answer costs: tried on a copy, no die falls in it."""
    trial = war.copy()
    before = [war.hits_on(p) for p in range(len(war.setup.piece_names))]
    units = step.units | step.reserve if isinstance(step, Lose) else step.targets
    trial.play("usual", 0, step.side)
    said: list[str] = []
    for piece in bits(war.here()[step.where] & units):
        gone = trial.at[piece] != step.where
        if not gone and trial.hits_on(piece) == before[piece]:
            continue
        name = war.setup.piece_names[piece]
        load = war.cargo(1 << piece).bit_count() if gone and war.setup.ships >> piece & 1 else 0
        one = (
            war.say("preview-usual-sinks", unit=name, n=load)
            if load
            else war.say("preview-usual-one", unit=name, gone="yes" if gone else "no")
        )
        said.append(one)
    return ", ".join(said)


def usual(war: Islands, step: Lose | Aim) -> Preview | None:
    """What the usual answer will do."""
    who = falls(war, step)
    return Preview(war.say("preview-usual", who=who), "OH-CBT.6") if who else None


class LoseBrief(Routine[Lose]):
    """The owner takes the hits."""

    def score(self, war: Islands, verb: str, target: int) -> float:
        return -0.01 * smart(war, target) if verb == "lose" else 0.0

    def preview(self, war: Islands, step: Lose, side: int, verb: str, target: int) -> Preview | None:
        return usual(war, step) if verb == "usual" else None

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

    def preview(self, war: Islands, step: Aim, side: int, verb: str, target: int) -> Preview | None:
        return usual(war, step) if verb == "usual" else None

    def stage(self, war: Islands, step: Aim, side: int | None) -> Stage:
        rows = (row(war, "stage-can-be-hit", 1 - step.side, step.targets),)
        title = war.say("stage-choose-targets", place=("space", step.where))
        return Stage("hits", title, rows, war.say("stage-hits", n=step.hits))
