"""Night raid: the smallest game that has everything a game of Grand Harbour has."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from grandharbour.engine.game import Game, OptionValue, SideInfo
from grandharbour.engine.tables import Tables

from . import turn
from .state import Night, RaidSetup


class NightRaid(Game):
    """The rulebook of Night raid."""

    id = "nightraid"
    years = "1941"
    board_kind = "points"
    sides = (SideInfo("IT", "axis"), SideInfo("BR", "allies"))
    chapters = (turn,)
    war = Night
    folder = Path(__file__).parent
    secrets = False

    def make_setup(self, scenario: str, options: Mapping[str, OptionValue], tables: Tables) -> RaidSetup:
        return RaidSetup(self, scenario, options, tables)

    def open(self, war: Night) -> None:
        war.turn = war.struck = war.sunk = 0
        war.at = [war.setup.sea] * war.setup.boats
        war.stack = (turn.Turn(), None)


GAME = NightRaid()
