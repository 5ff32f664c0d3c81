"""Malta Convoys: the Royal Navy's fight to keep the island alive, 1940-42."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from ...engine.game import Game, Option, OptionValue, SideInfo
from ...engine.tables import Tables
from . import aftermath, air, auction, battle, movement, placing, supply, turn
from .state import ConvoySetup, Sea


class Convoys(Game):
    """The rulebook of Malta Convoys."""

    id = "convoys"
    years = "1940-42"
    board_kind = "points"
    sides = (SideInfo("AX", "axis"), SideInfo("AL", "allies", many=True))
    options = (
        Option("opening", "MC-SCEN.4", "table", ("table", "sheet")),
        Option("ak_timing", "MC-AK.7", "start", ("start", "end")),
        Option("recon", "MC-RECON.2", "position", ("position", "group")),
        Option("freeze", "MC-MOVE.4", "position", ("position", "turn")),
        Option("freighters_bound", "MC-PNR.1", False),
        Option("resail", "MC-FUEL.2", True),
        Option("fuel_roll", "MC-FUEL.3", "placement", ("placement", "first_sailing")),
        Option("invasion_window", "MC-INVADE.4", "step", ("step", "any")),
        Option("malta_exit", "MC-HARB.5", "free", ("free", "pay")),
        Option("cruiser_repair_cap", "MC-HIT.5", False),
        Option("battlecruiser_star", "MC-HIT.6", False),
        Option("raid_star", "MC-TARANTO.2", True),
        Option("raid_1941", "MC-SETUP.6", "spent", ("spent", "available")),
        Option("force_k_in_harbour", "MC-HARB.4", True),
        Option("force_k_from", "MC-FORCES.8", "start", ("start", "spring1941", "fall1941")),
        Option("uboats_from", "MC-SUB.1", "start", ("start", "fall1941")),
        Option("formidable", "MC-REINF.1", "sixth", ("sixth", "absent")),
        Option("paired_points", "MC-VICTORY.7", "1", ("1", "2")),
        Option("extended_track", "MC-AK.3", False),
        Option("par", "MC-VICTORY.6", False),
        Option("auction", "MC-VICTORY.6", False),
    )
    chapters = (supply, placing, movement, air, battle, aftermath, turn, auction)
    war = Sea
    folder = Path(__file__).parent
    by_itself = {
        "fuel": "the fuel of a season",
        "repair": "harbours repair between seasons",
        "limps": "who could not keep up tries to escape when the others have left",
        "stalked": "submarines attack what lies at sea, whatever was chosen last; who is there may be secret",
    }

    def make_setup(self, scenario: str, options: Mapping[str, OptionValue], tables: Tables) -> ConvoySetup:
        return ConvoySetup(self, scenario, options, tables)

    def open(self, war: Sea) -> None:
        placing.open_war(war)
        war.stack = (turn.Season(), None)
        if war.setup.sale:
            war.push(auction.Auction())


GAME = Convoys()
