"""Operazione C3: the invasion of Malta that was planned for the summer of 1942."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from ...engine.game import Game, Option, OptionValue, SideInfo
from ...engine.tables import Tables
from . import airdrop, auction, battle, bombardment, landing, losses, movement, placing, reinforcement, retreat, turn
from .state import C3Setup, Malta


class OperazioneC3(Game):
    """The rulebook of Operazione C3."""

    id = "c3"
    years = "1942"
    board_kind = "hexes"
    sides = (SideInfo("AX", "axis"), SideInfo("CW", "allies", scores=False))
    options = (
        Option("gozo", "1.3.1.a", False),  # ruling A76
        Option("drop_guns_extra", "3.2.b", False),  # ruling A33
        Option("dg_guns", "5.3.3.a", False),  # ruling A63
        Option("landing_chain", "4.2.c", "all", ("all", "formation")),  # ruling A18
        Option("beach_success", "4.2.1.c", "ashore", ("ashore", "afloat")),  # ruling A21
        Option("guns_marked", "5.1.1.b", "joined", ("joined", "used")),  # ruling A13
        Option("retreat_order", "5.5.1.3.b", "priorities", ("priorities", "empty")),  # ruling A57
        Option("overrun_refusal", "5.2.4.b", "attacker", ("attacker", "either")),  # ruling A45
        Option("armour_extra", "5.5.d", True),  # ruling A50
        Option("fresh_dg", "5.6.b", False),  # ruling A39
        Option("engineers_rubble", "7.2.a", False),  # ruling A83
        Option("artillery_twice", "8.2.a", False),  # ruling A73
        Option("bases_needed", "8.2.f", "both", ("both", "either")),  # ruling A58
        Option("par", "8.2.g", False),
        Option("auction", "8.2.g", False),
    )
    chapters = (placing, turn, bombardment, airdrop, landing, reinforcement, movement, battle, losses, retreat, auction)
    war = Malta
    secrets = False
    folder = Path(__file__).parent

    def make_setup(self, scenario: str, options: Mapping[str, OptionValue], tables: Tables) -> C3Setup:
        return C3Setup(self, scenario, options, tables)

    def open(self, war: Malta) -> None:
        placing.open_war(war)
        war.stack = (placing.Garrison(), None)
        if war.setup.sale:
            war.push(auction.Auction())


GAME = OperazioneC3()
