"""What is told about new forces."""

from __future__ import annotations

from ...engine.brief import Brief
from .brief import Routine
from .events import Reinforce, Stow


class ReinforceBrief(Routine[Reinforce]):
    """Germans, if there are any."""

    said = {"german": "idea-germans-first", "italian": "idea-no-germans-left"}


class StowBrief(Brief[Stow]):
    """What a ship of Pedestal has aboard."""

    said = {"usual": "idea-full-load", "stow": "idea-in-her-hold", "provisions": "idea-markers-aboard"}
