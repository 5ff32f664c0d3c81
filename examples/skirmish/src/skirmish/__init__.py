"""Skirmish: two patrols on hexes. Maps, units and scenarios are open to packs."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from grandharbour.engine.game import Game, OptionValue, SideInfo
from grandharbour.engine.tables import Tables

from . import turn
from .state import Field, FieldSetup


class Skirmish(Game):
    """The rulebook of Skirmish."""

    id = "skirmish"
    years = "1943"
    board_kind = "hexes"
    sides = (SideInfo("RED", "axis"), SideInfo("BLUE", "allies"))
    chapters = (turn,)
    war = Field
    folder = Path(__file__).parent
    secrets = False

    def make_setup(self, scenario: str, options: Mapping[str, OptionValue], tables: Tables) -> FieldSetup:
        return FieldSetup(self, scenario, options, tables)

    def open(self, war: Field) -> None:
        war.turn = war.out = war.red = 0
        war.at = list(war.setup.start)
        war.stack = (turn.Turn(), None)


GAME = Skirmish()
