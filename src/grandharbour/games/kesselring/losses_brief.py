"""What is told about losses: plain ideas, the weakest first [16.2]."""

from __future__ import annotations

from .losses import AirLoss, Lose
from .weighing import Weighed


class LossBrief(Weighed[Lose | AirLoss]):
    """Whoever is worth least goes first."""
