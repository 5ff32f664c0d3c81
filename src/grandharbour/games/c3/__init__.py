"""Operazione C3: the invasion of Malta that was planned for the summer of 1942."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from ...engine.choice import Verb, vocabulary
from ...engine.game import Game, Option, OptionValue, SideInfo
from ...engine.tables import Tables
from . import airdrop, battle, bombardment, landing, losses, movement, placing, reinforcement, retreat, turn
from .state import C3Setup, Malta


class OperazioneC3(Game):
    """The rulebook of Operazione C3."""

    id = "c3"
    title = "Operazione C3"
    years = "1942"
    board_kind = "hexes"
    blurb = (
        "The invasion of Malta that never came. Paratroops fall on the airfields, marines storm the coves, and five days later the "
        "island must be a harbour for the divisions that follow. Formations compete for every Operation; every lost company counts."
    )
    sides = (SideInfo("AX", "The Axis", "Axis", "axis"), SideInfo("CW", "The Commonwealth", "Commonwealth", "allies"))
    options = (
        Option("gozo", "Gozo and Comino", "Ruling A76: the small islands are in play; nothing on them counts for victory.", "1.3.1.a", False),
        Option("drop_guns_extra", "Anti-tank companies", "Ruling A33: they drop in addition to the three companies of a hex.", "3.2.b", False),
        Option("dg_guns", "Guns in disorder", "Ruling A63: Disorganised anti-aircraft units and batteries still count.", "5.3.3.a", False),
        Option("landing_chain", "Landing hexes", "Ruling A18: for whom the seven sea hexes are.", "4.2.c", "all",
               (("all", "For all Formations together"), ("formation", "For each Formation"))),
        Option("beach_success", "Successful landings", "Ruling A21: what makes a beach for later reinforcements.", "4.2.1.c", "ashore",
               (("ashore", "A unit came ashore"), ("afloat", "The landing force was not eliminated"))),
        Option("guns_marked", "Independent guns", "Ruling A13: when field artillery counts as Activated.", "5.1.1.b", "joined",
               (("joined", "When its Formation has acted"), ("used", "Only when it has moved or fired"))),
        Option("retreat_order", "Retreat onto friends", "Ruling A57: when a hex with friends may be chosen.", "5.5.1.3.b", "priorities",
               (("priorities", "By the four priorities, empty hexes first among equals"), ("empty", "Only if no empty hex is left"))),
        Option("overrun_refusal", "Refusals in an overrun", "Ruling A45: whose refusal of Intense Combat throws the attacker back.", "5.2.4.b",
               "attacker", (("attacker", "Only the attacker's own"), ("either", "Anybody's"))),
        Option("armour_extra", "Armour in attack", "Ruling A50: one armoured unit attacks beyond the limit of a hexside.", "5.5.d", True),
        Option("fresh_dg", "Fresh disorder", "Ruling A39: what was received in this Operation is not removed in A-3.", "5.6.b", False),
        Option("engineers_rubble", "Engineers in Rubble", "Ruling A83: Rubble counts as a City or Town for them.", "7.2.a", False),
        Option("artillery_twice", "Lost Italian guns", "Ruling A73: they also count among the Italian stacking points.", "8.2.a", False),
        Option("bases_needed", "Port and airport", "Ruling A58: what the Axis must hold at the end.", "8.2.f", "both",
               (("both", "A port and an airport"), ("either", "A port or an airport"))),
    )  # fmt: skip
    verbs = vocabulary(
        Verb("place", "Place at", "space", "8.1.b"),
        Verb("bomb", "Bombard", "space", "5.3.1.b"),
        Verb("fire", "Fire!", "nothing", "5.3.1.c", dice=True, help="All named targets are bombarded, one after the other."),
        Verb("drop", "Drop at", "space", "3.2.b"),
        Verb("launch", "Begin with", "lot", "3.2.b", dice=True),
        Verb("disperse", "Disperse", "piece", "3.2.e", dice=True),
        Verb("swim", "Swim to", "space", "7.1.N"),
        Verb("fight", "Fight for", "space", "5.5.j", dice=True),
        Verb("sea", "Boats in", "space", "4.2.c"),
        Verb("onto", "Land on", "space", "4.2.a"),
        Verb("load", "Embark", "piece", "4.2.f"),
        Verb("second", "Second wave", "nothing", "4.2.f", help="Whoever embarks here from now on goes in the second wave."),
        Verb("next", "Boats ready", "nothing", "4.2.a"),
        Verb("sail", "Land with", "lot", "4.2.e", dice=True),
        Verb("ashore", "No landing", "nothing", "4.2.a", help="Nobody lands in turn S; all come as reinforcements."),
        Verb("bid", "Activate", "lot", "5.1.a", dice=True),
        Verb("pass", "Pass", "nothing", "5.1.b", help="Name no Formation. If both pass the turn ends."),
        Verb("claim", "Activate freely", "lot", "5.1.g"),
        Verb("waive", "Waive the right", "nothing", "5.1.g"),
        Verb("attach", "Attach", "piece", "1.3.3.b"),
        Verb("unit", "Move", "piece", "5.2.a"),
        Verb("add", "Take along", "piece", "5.2.a"),
        Verb("leave", "Leave behind", "piece", "5.2.a"),
        Verb("to", "To", "space", "5.2.a"),
        Verb("overrun", "Overrun", "space", "5.2.4.a", dice=True),
        Verb("hunt", "Hunt the Dispersed", "nothing", "3.2.n", help="Pay twice the ground to attack Dispersed enemies in this hex."),
        Verb("regroup", "Regroup", "nothing", "3.2.q", dice=True),
        Verb("enter", "Arrive at", "space", "4.2.1.a", dice=True),
        Verb("halt", "Halt", "nothing", "5.2.a"),
        Verb("end", "Done", "nothing", "5.2.a"),
        Verb("target", "Attack", "space", "5.2.5.a"),
        Verb("join", "Join", "piece", "5.5.d"),
        Verb("set", "Attack is set", "nothing", "5.5.d"),
        Verb("declare", "No more attacks", "nothing", "5.2.5.a"),
        Verb("gun", "Gun", "piece", "5.3.2.a"),
        Verb("on", "Fire at", "space", "5.3.2.a"),
        Verb("withhold", "Hold back", "piece", "5.5.f"),
        Verb("stand", "Stand", "nothing", "5.5.f", dice=True),
        Verb("elite", "Elite shift by", "piece", "5.5.1.d", dice=True),
        Verb("plain", "No elite shift", "nothing", "5.5.1.d", dice=True),
        Verb("intense", "Intense Combat", "nothing", "5.5.1.1.f", dice=True, help="A step for each side, then another round."),
        Verb("refuse", "Refuse", "nothing", "5.5.1.1.d"),
        Verb("lose", "Lose", "piece", "5.5.1.2.a"),
        Verb("retreat", "Retreat to", "space", "5.5.1.3.a"),
        Verb("advance", "Advance with", "piece", "5.5.1.3.e"),
        Verb("stay", "Stay", "nothing", "5.5.1.3.e"),
    )  # fmt: skip
    steps = (
        placing.Garrison, turn.Day, turn.Contest, turn.Sortie, turn.Operation, turn.Attach, bombardment.Missions, bombardment.Guns,
        bombardment.Barrage, airdrop.DropPlan, airdrop.Drops, airdrop.DropFormation, airdrop.Scatter, airdrop.Swim,
        landing.LandingPlan, landing.Embark, landing.Fleet, landing.Wave, landing.Inland, reinforcement.Enter, movement.Move, movement.Overrun,
        battle.Declare, battle.Assemble, battle.Fights, battle.Combat, battle.Stand, battle.Bonus, battle.Intense, losses.Lose,
        retreat.Retreat, retreat.Advance,
    )  # fmt: skip
    words = {
        "setup": "{p0} sets up at {s0}",
        "turn": "Turn {n}: {day}",
        "pass": "{side}: pass",
        "contest": "{first} {one} against {second} {two}: {result} acts",
        "activate": "{lot} is active, {how}",
        "missions": "{arm} Operation: {result}",
        "bombardment": "{arm} bombardment of {where}, column {column}: {result}",
        "rubble": "{where} is struck: {what}",
        "drop": "{lot} drops on {where}: {result}",
        "scattered": "{p0} {result}",
        "scatter": "{p0} comes down Dispersed at {where}",
        "land": "{p0} lands at {s0}",
        "landing": "{p0} goes for the beach at {where}: {result}",
        "ashore": "{p0} comes ashore at {s1}",
        "arrive": "{p0} arrives at {s0}",
        "move": "{p0} moves from {s0} to {s1}",
        "regroup": "{p0} {result}",
        "recover": "{p0} is in order again",
        "overrun": "{who} overrun {where}",
        "declare": "{who} will attack {where}",
        "tank": "{p0} against the guns of {where}: {result}",
        "combat": "Combat at {where}{round}: {attack} against {defence}, column {column}: {result}",
        "step": "{p0} loses a step",
        "eliminated": "{p0} is eliminated ({where})",
        "dg": "{p0} is Disorganised",
        "retreat": "{who} fall back from {s0} to {s1}",
        "surrender": "No way out of {where}: surrender",
        "advance": "{p0} advances to {s1}",
        "end": "{level}: {reason}",
    }
    war = Malta
    secrets = False
    folder = Path(__file__).parent

    def make_setup(self, scenario: str, options: Mapping[str, OptionValue], tables: Tables) -> C3Setup:
        return C3Setup(self, scenario, options, tables)

    def open(self, war: Malta) -> None:
        placing.open_war(war)
        war.stack = (placing.Garrison(), None)


GAME = OperazioneC3()
