"""What the computer players are told about the game as a whole; what a step proposes stands in its brief."""

from __future__ import annotations

from ...engine.game import Script
from .actions import Act
from .placing import SetAir, SetGarrisons, SetUnits
from .prospects import value
from .state import Italy

__all__ = ["LEVELS", "calm", "scripts", "value"]

LEVELS = {"cadet": (3, 3, 2, 1.0), "captain": (6, 6, 8, 0.7), "admiral": (6, 18, 60, 0.7)}
"""Plans, worlds, choices played on, and by how many standard errors another plan must be better."""


def calm(war: Italy) -> bool:
    """Between two Actions."""
    return war.stack is None or isinstance(war.stack[0], Act)


def scripts(war: Italy, side: int) -> dict[str, Script]:
    """The historical set-up with one click."""
    kinds = (SetGarrisons, SetUnits, SetAir)
    if war.stack is None or not isinstance(war.stack[0], kinds):
        return {}
    return {"historical": Script("script-historical", lambda: war.setup.game.advised(war, side, *kinds))}
