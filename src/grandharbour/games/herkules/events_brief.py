"""What is told about new forces."""

from __future__ import annotations

from .brief import Routine
from .events import Reinforce


class ReinforceBrief(Routine[Reinforce]):
    """Germans, if there are any."""
