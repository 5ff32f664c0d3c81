"""Hawks over Malta: air battles on squares with altitude, 1940-41."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from ...engine.game import Game, Option, OptionValue, SideInfo
from ...engine.kinds import NOWHERE
from ...engine.tables import Tables
from . import bombing, clouds, fire, flak, movement, placing, turn
from .state import NONE, HawksSetup, Sky


class Hawks(Game):
    """The rulebook of Hawks over Malta."""

    id = "hawks"
    years = "1940-41"
    board_kind = "squares"
    sides = (SideInfo("IT", "axis"), SideInfo("BR", "allies"))
    options = (
        Option("entry", "HM-SETUP.6", "edge", ("edge", "single")),
        Option("objectives", "HM-SETUP.3", "rank5", ("rank5", "manhattan4")),
        Option("single_objective", "HM-END.2", "par", ("par", "reroll", "none")),
        Option("priority", "HM-PRI.1", "chosen", ("chosen", "random")),
        Option("stop_on_contact", "HM-MOVE.7", False),
        Option("same_cell_reaction", "HM-ENG.1", "firer", ("firer", "both")),
        Option("lucky", "HM-CHIT.3", "auto", ("auto", "ask")),
        Option("aa_reaction", "HM-AA.1", False),
        Option("aa_drm", "HM-AA.6", "fire", ("fire", "none")),
        Option("aa_twelve", "HM-AA.3", "modified", ("modified", "natural")),
        Option("aa_on_ruin", "HM-AA.5", "reverts", ("reverts", "stays")),
    )
    chapters = (placing, turn, movement, fire, clouds, flak, bombing)
    war = Sky
    folder = Path(__file__).parent
    by_itself = {
        "initiative": "the roundel of a turn",
        "roll_guns": "how many guns there will be",
        "roll_clouds": "how many clouds, and where",
        "fire": "the other plane answers in the same fight when the hit before it has been answered",
        "flak": "the next gun fires when the hit before it has been answered",
        "bomb": "the next bomber drops when the hit before it has been answered",
    }

    def make_setup(self, scenario: str, options: Mapping[str, OptionValue], tables: Tables) -> HawksSetup:
        return HawksSetup(self, scenario, options, tables)

    def open(self, war: Sky) -> None:
        planes = war.setup.planes
        war.turn = 0
        war.at = [NOWHERE] * planes
        war.hit_markers = [0] * planes
        war.chit = [NONE] * planes
        war.bombed = war.down = war.home = war.up = war.ordinary = war.unlucky = 0
        war.objectives = war.ruins = war.guns = 0
        war.objectives_rolled = 0
        war.clouds = ()
        war.last_order = [(), ()]
        war.initiative = NOWHERE
        war.stack = (placing.Prepare(), None)


GAME = Hawks()
