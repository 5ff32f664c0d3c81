"""What all briefs of this game share."""

from __future__ import annotations

from typing import TypeVar

from ...engine.brief import Brief, Main
from ...engine.catalogue import Text
from ...engine.choice import Decision
from ...engine.odds import Label
from ...engine.step import Step
from .fire import KINDS
from .state import Sky

S = TypeVar("S", bound=Step[Sky])


class PilotBrief(Brief[S]):
    """A decision of a pilot or of those who send him."""

    def trusted(self, war: Sky, step: S, decision: Decision) -> bool:
        """What trying out does not improve: the first turn, in which nobody can meet."""
        return war.turn == 1

    holds = "main-hold"
    """What is done by who shoots at nobody."""

    def succeeds(self, war: Sky, step: S, verb: str, results: Label) -> bool | None:
        """A shot that strikes its target; of several loads one that destroys the Objective. An answer to a shot is no matter."""
        if not results or results[0][1] not in KINDS:
            return None
        shooter = results[0][0]
        return any(result not in ("miss", "hit on the ruins") for who, _, result in results if who == shooter)

    def main(self, war: Sky, step: S, decision: Decision, verb: str) -> Main | None:
        """Nobody is led to holding his fire."""
        if verb != "hold":
            return super().main(war, step, decision, verb)
        kind, about = decision.about or ("", 0)
        return Main(Text(self.holds), (about,) if kind == "space" else (), about if kind == "piece" else None, idle=True)
