"""What is told about the decisions between Actions: events, the surrender, the air offensive [5.1, 27.1, 30.0]."""

from __future__ import annotations

from .turn import Achse, AirOffensive, Demoralised, FreeGarrisons, Summon, Withdraw
from .weighing import Weighed


class TurnBrief(Weighed[Achse | AirOffensive | Demoralised | FreeGarrisons | Summon | Withdraw]):
    """By strength and by what a place is worth."""
