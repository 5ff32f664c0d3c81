"""Kesselring's War: Decision in Italy, 1943-44."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from ...engine.game import Game, Option, OptionValue, SideInfo
from ...engine.tables import Tables
from . import actions, air, auction, battle, landing, losses, movement, placing, retreat, turn
from .state import Italy, KesselringSetup


class Kesselring(Game):
    """The rulebook of Kesselring's War."""

    id = "kesselring"
    years = "1943-44"
    board_kind = "hexes"
    sides = (SideInfo("AX", "axis"), SideInfo("AL", "allies", many=True))
    options = (
        Option("achse", "30.0", False),
        Option("kampfgruppen", "31.1", False),
        Option("strategic_movement", "32.1", False),
        Option("axis_airborne", "33.1", False),
        Option("open_cities", "34.1", False),
        Option("major_objectives", "35.1", False),
        Option("victory_south", "36.1", False),
        Option("med_gambit", "37.1", False),
        Option("sudden_death_ports", "3.1c", "anywhere", ("anywhere", "mainland")),
        Option("r_units", "7.1.1b", "phase", ("phase", "segment")),
        Option("reinforcements", "7.2b", "exact", ("exact", "up_to")),
        Option("demobilise_air", "7.5.1", "allowed", ("allowed", "barred")),
        Option("perm_elim", "8.1.3a", "both", ("both", "defender")),
        Option("regroup_scope", "8.2.1a", "hex", ("hex", "source")),
        Option("withdraw_from_display", "9.2b", False),
        Option("free_attack_movers_only", "12.5c", False),
        Option("move_any_source", "13.1a", False),
        Option("concentric_zoc", "15.8a", "nonparticipating", ("nonparticipating", "any")),
        Option("failed_landing", "17.1.3", "staging", ("staging", "origin")),
        Option("intercept_literal", "21.3.1b", False),
        Option("cve_base", "24.4", "any", ("any", "staging")),
        Option("kg_mot_hosts", "31.2a", "motorized", ("motorized", "panzergrenadier")),
        Option("open_city_fort", "34.1", "allowed", ("allowed", "barred")),
        Option("par", "3.3c", False),
        Option("auction", "3.3c", False),
    )
    chapters = (placing, turn, actions, losses, movement, landing, battle, retreat, air, auction)
    war = Italy
    secrets = False
    folder = Path(__file__).parent

    def make_setup(self, scenario: str, options: Mapping[str, OptionValue], tables: Tables) -> KesselringSetup:
        return KesselringSetup(self, scenario, options, tables)

    def open(self, war: Italy) -> None:
        placing.open_war(war)
        war.stack = (placing.Prepare(), None)
        if war.setup.sale:
            war.push(auction.Auction())


GAME = Kesselring()
