"""What all briefs of this game share."""

from __future__ import annotations

from typing import TypeVar

from ...engine.brief import Brief
from ...engine.choice import Decision
from ...engine.step import Step
from .state import Sky

S = TypeVar("S", bound=Step[Sky])


class PilotBrief(Brief[S]):
    """A decision of a pilot or of those who send him."""

    def trusted(self, war: Sky, step: S, decision: Decision) -> bool:
        """What trying out does not improve: the first turn, in which nobody can meet."""
        return war.turn == 1
