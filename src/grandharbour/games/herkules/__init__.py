"""Operation Herkules: the invasion of Malta, 1940 or 1942."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from ...engine.game import Game, Option, OptionValue, SideInfo
from ...engine.tables import Tables
from . import (
    air,
    airfight,
    auction,
    commit,
    events,
    land,
    landfight,
    landing,
    losses,
    naval,
    placing,
    regroup,
    seafight,
    supply,
    turn,
)
from .state import HerkulesSetup, Islands


class Herkules(Game):
    """The rulebook of Operation Herkules."""

    id = "herkules"
    years = "1940 or 1942"
    board_kind = "areas"
    sides = (SideInfo("AX", "axis"), SideInfo("BR", "allies", many=True))
    options = (
        Option("toulon", "OH-OPT.1", False),
        Option("goering", "OH-OPT.6", False),
        Option("taranto", "OH-OPT.6", False),
        Option("aquila", "OH-OPT.6", False),
        Option("attacker", "OH-INIT.3", "initiative", ("initiative", "entering")),
        Option("contested_scores", "OH-VIC.4", "none", ("none", "axis", "british")),
        Option("free_intercept", "OH-AIR.11", False),
        Option("radar_ban", "OH-NAV.10", False),
        Option("sneak_is_only_shot", "OH-SEA.10", False),
        Option("landing_needs_clear_zone", "OH-LDG.9", False),
        Option("ships_stop_on_contact", "OH-NAV.15", False),
        Option("port_needs_clear", "OH-LDG.10", False),
        Option("wounded_need_friends", "OH-RG.8", True),
        Option("dd_lift", "OH-LDG.5", False),
        Option("any_airlift", "OH-PARA.6", False),
        Option("gibraltar", "OH-EV.3", "full", ("full", "split")),
        Option("par", "OH-VIC.3", False),
        Option("auction", "OH-VIC.3", False),
    )
    chapters = (
        placing, turn, events, supply, naval, losses, air, land, commit, airfight, seafight, landing, landfight, regroup, auction,
    )  # fmt: skip
    war = Islands
    secrets = False
    folder = Path(__file__).parent

    def make_setup(self, scenario: str, options: Mapping[str, OptionValue], tables: Tables) -> HerkulesSetup:
        return HerkulesSetup(self, scenario, options, tables)

    def word_of(self, result: str, kind: str = "") -> str:
        """Hits, damage and losses are counted: their code ends with the number."""
        code, _, number = result.rpartition("-")
        return self.catalogue.say(f"counted-{code}", {"n": int(number)}) if number.isdigit() else super().word_of(result, kind)

    def open(self, war: Islands) -> None:
        placing.open_war(war)
        war.stack = (placing.Prepare(), None)
        if war.setup.sale:
            war.push(auction.Auction())


GAME = Herkules()
