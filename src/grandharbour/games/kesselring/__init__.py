"""Kesselring's War: Decision in Italy, 1943-44."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from ...engine.choice import Verb, vocabulary
from ...engine.game import Game, Option, OptionValue, SideInfo
from ...engine.tables import Tables
from . import actions, air, battle, landing, losses, movement, placing, retreat, turn
from .state import Italy, KesselringSetup


class Kesselring(Game):
    """The rulebook of Kesselring's War."""

    id = "kesselring"
    title = "Kesselring's War"
    years = "1943-44"
    board_kind = "hexes"
    blurb = (
        "From the beaches of Sicily to the gates of Rome, a month to a turn. Every move, attack, landing and raid costs Action "
        "Points, and the two sides take turns spending them. The Allies own the sea and the sky; the mountains belong to Kesselring."
    )
    sides = (SideInfo("AX", "The Axis", "Axis", "axis"), SideInfo("AL", "The Allies", "Allies", "allies", many=True))
    options = (
        Option("achse", "Operation Achse", "Optional rule 30: what happens when Italy changes sides.", "30.0", False),
        Option("kampfgruppen", "Kampfgruppen and task forces", "Optional rule 31.", "31.1", False),
        Option("strategic_movement", "Strategic movement", "Optional rule 32: long marches by road.", "32.1", False),
        Option("axis_airborne", "Axis airborne operations", "Optional rule 33.", "33.1", False),
        Option("open_cities", "Open cities", "Optional rule 34: Roma and Monte Cassino.", "34.1", False),
        Option("major_objectives", "Major Objectives", "Optional rule 35: Action Points for the five great prizes.", "35.1", False),
        Option("victory_south", "Victory in the south", "Optional rule 36: the Axis must hold the mainland.", "36.1", False),
        Option("med_gambit", "Mediterranean gambit", "Optional rule 37: the Allies must take the mainland.", "37.1", False),
        Option("sudden_death_ports", "Sudden death", "Which ports and airfields save the Allies at the end of turn 4.", "3.1c", "anywhere",
               (("anywhere", "Anywhere on the map"), ("mainland", "On the mainland"))),
        Option("r_units", "R units", "When the Cassino row is looked at.", "7.1.1b", "phase",
               (("phase", "At the start of the Action Phase"), ("segment", "In every Axis segment"))),
        Option("reinforcements", "Number of reinforcements", "Whether the number rolled must come.", "7.2b", "exact",
               (("exact", "All that can"), ("up_to", "As many as wanted"))),
        Option("demobilise_air", "Demobilising airfields", "With air units still on them.", "7.5.1", "allowed",
               (("allowed", "They fly to the Staging Area"), ("barred", "Not allowed"))),
        Option("perm_elim", "Lost for good", "Who is lost for good in a concentric attack.", "8.1.3a", "both",
               (("both", "Both sides"), ("defender", "Only the defender"))),
        Option("regroup_scope", "Regrouping", "How far one Action reaches.", "8.2.1a", "hex",
               (("hex", "One hex"), ("source", "All units of one source"))),
        Option("withdraw_from_display", "Withdrawals from the Display", "Whether units still waiting are withdrawn too.", "9.2b", False),
        Option("free_attack_movers_only", "Attack after a move", "Only by units that really moved.", "12.5c", False),
        Option("move_any_source", "Moves by several sources", "One Action moves all supplied units of a contingent.", "13.1a", False),
        Option("concentric_zoc", "Concentric attack", "Whose zones of control count.", "15.8a", "nonparticipating",
               (("nonparticipating", "Of units that do not attack"), ("any", "Of all units"))),
        Option("failed_landing", "Failed landings", "Where the survivors go.", "17.1.3", "staging",
               (("staging", "To the Staging Area"), ("origin", "Where they came from"))),
        Option("intercept_literal", "Interception by the letter", "Mission minus interceptors instead of the other way round.", "21.3.1b", False),
        Option("cve_base", "Carrier aircraft", "Where they may be based.", "24.4", "any",
               (("any", "Like other tactical units"), ("staging", "Only in the Staging Area"))),
        Option("kg_mot_hosts", "Motorised Kampfgruppen", "Which divisions take them in.", "31.2a", "motorized",
               (("motorized", "Motorised infantry"), ("panzergrenadier", "Panzergrenadiers too"))),
        Option("open_city_fort", "Open cities and fortifications", "Declaring a city that is fortified.", "34.1", "allowed",
               (("allowed", "Allowed"), ("barred", "Not allowed"))),
    )  # fmt: skip
    verbs = vocabulary(
        *(Verb(v, label, "nothing", actions.RULES[v], help=text, dice=v in ("reinforce", "interdict")) for v, label, text in (
            ("move", "Move", "March the supplied units of one contingent, then attack once if you like."),
            ("attack", "Attack", "Attack one hex without moving."),
            ("reinforce", "Reinforce", "Roll for how many units come from your Reinforcement Display."),
            ("garrison", "Garrison", "Set up a Garrison in a city, port or airfield you stand in."),
            ("demobilise", "Demobilise", "Take a Garrison off the map."),
            ("regroup", "Regroup", "Bring reduced units back to full strength."),
            ("transfer", "Naval transfer", "Ship units between ports and the Staging Area."),
            ("evacuate", "Evacuate", "Take up to three units off a coast by sea."),
            ("interdict", "Interdict", "Once a turn: a roll not above the number of the turn cuts the Axis sea routes for good."),
            ("invade", "Invade", "Land from the sea with units of one contingent."),
            ("drop", "Airborne drop", "Drop a parachute unit behind the lines."),
            ("rebase", "Rebase", "Move air units to other airfields."),
            ("bombard", "Bombard", "Bomb an enemy Garrison from the air."),
            ("airlift", "Air transport", "Fly a unit between airfields and the Staging Area."),
            ("fortify", "Fortify", "Build a fortification where a supplied unit stands."),
            ("march", "Strategic move", "A long march by road, away from the enemy."),
            ("declare", "Open city", "The Axis declares Roma or Monte Cassino an open city."),
        )),
        Verb("pass", "Pass", "nothing", "6.1a", help="Do nothing now. When both sides pass in a row the Action Phase ends."),
        Verb("lead", "Move with", "piece", "13.1a"),
        Verb("source", "Supplied from", "space", "12.5a"),
        Verb("unit", "Unit", "piece", "13.1a"),
        Verb("to", "To", "space", "13.1a"),
        Verb("strike", "Attack", "space", "12.5c"),
        Verb("end", "Done", "nothing", "13.1a"),
        Verb("target", "Target", "space", "15.1d"),
        Verb("join", "Join", "piece", "15.1g"),
        Verb("assault", "Attack!", "nothing", "15.1c", dice=True),
        Verb("cas", "Air support", "piece", "21.1.1a"),
        Verb("gunfire", "Naval gunfire", "piece", "22.2"),
        Verb("support", "Support by", "piece", "23.2a"),
        Verb("enough", "No more support", "nothing", "15.2b", dice=True),
        Verb("defend", "Defend with", "piece", "10.2a"),
        Verb("stand", "Stand", "nothing", "15.2b", dice=True),
        Verb("intercept", "Intercept with", "piece", "21.3.1a"),
        Verb("engage", "Engage", "nothing", "21.3.1b", dice=True),
        Verb("decline", "Let them pass", "nothing", "21.3.1a", dice=True),
        Verb("lose", "Lose", "piece", "16.2"),
        Verb("stay", "Stay", "nothing", "17.1.2a"),
        Verb("cut", "Retreat one hex", "nothing", "17.1.2a"),
        Verb("go", "Retreat", "nothing", "17.1.2a"),
        Verb("pursue", "Pursue with", "piece", "17.2a"),
        Verb("halt", "Halt", "nothing", "17.2a"),
        Verb("land", "Land at", "space", "26.4c"),
        Verb("fly", "Fly", "piece", "21.2.1a"),
        Verb("launch", "Launch", "nothing", "18.3a", dice=True),
        Verb("from", "From", "space", "14.1a"),
        Verb("jump", "Jump at", "space", "19.2", dice=True),
        Verb("beach", "Land at", "space", "18.2d"),
        Verb("load", "Embark", "piece", "18.3a"),
        Verb("full", "Landing complete", "nothing", "18.3a"),
        Verb("sail", "Sail with", "piece", "18.3a"),
        Verb("fight", "Fight for", "space", "18.4", dice=True),
        Verb("bring", "Bring", "piece", "7.2b"),
        Verb("at", "At", "space", "7.3a"),
        Verb("remove", "Remove", "piece", "7.5.1"),
        Verb("where", "Regroup at", "space", "8.2.1a"),
        Verb("withdraw", "Withdraw", "piece", "9.1a"),
        Verb("reduce", "Reduce", "piece", "27.1.SR2"),
        Verb("commit", "Commit them", "nothing", "30.1b", dice=True),
        Verb("spare", "Spare them", "nothing", "30.1b", dice=True),
    )  # fmt: skip
    steps = (
        placing.Prepare, placing.SetGarrisons, placing.SetUnits, placing.SetAir, turn.AirOffensive, turn.GameTurn, turn.Withdraw,
        turn.Summon, turn.Demoralised, turn.FreeGarrisons, turn.Achse, actions.Act, actions.Recruit, actions.Arrive, actions.Spread,
        actions.PlaceGarrison, actions.Demobilise, actions.Regroup, actions.Fortify, actions.DeclareOpenCity, movement.Lead,
        movement.PickSource, movement.Marching, movement.March, movement.StrategicMove, battle.PickTarget, battle.Assemble,
        battle.Support, battle.Stand, battle.Fight, retreat.RetreatStack, retreat.Steadfast, retreat.Retreat, retreat.Pursuit,
        retreat.Exploit, losses.Lose, losses.AirLoss, air.Intercept, air.AirCasualty, air.Return, air.Landing, air.Bombard,
        air.Bombing, air.Rebase, landing.SeaMove, landing.Airlift, landing.Drop, landing.DropAttack, landing.Invade, landing.Landings,
    )  # fmt: skip
    words = {
        "ap": "{side}: {n} Action Points, {now} left ({why})",
        "eliminated": "{who} is eliminated: {fate}",
        "step": "{who} loses a step",
        "move": "{p0} moves from {s0} to {s1}",
        "cas": "{p0} supports the attack on {s0}",
        "support": "{p0} supports at {s0}",
        "combat": "Combat at {where}: {percent} percent, column {column}: {result}",
        "tire": "{p0} rolls to stay in the line",
        "retreat": "{p0} retreats from {s0} to {s1}",
        "pursue": "{p0} pursues to {s1}",
        "interception": "Interception over {where}, difference {difference}: {result}",
        "mission": "{p0} {fate}",
        "bombardment": "Bombardment of {where}, column {column}: {result}",
        "rebase": "{p0} rebases from {s0} to {s1}",
        "sail": "{p0} sails from {s0} to {s1}",
        "fly": "{p0} is flown from {s0} to {s1}",
        "drop": "{p0} drops at {s0}: {result}",
        "land": "{p0} lands at {s0}",
        "pass": "{side}: pass",
        "recruit": "{side}: {who}",
        "interdict": "Naval interdiction: {result}",
        "end": "{level}: {reason}",
        "arrive": "{p0} arrives at {s0}",
        "garrison": "A Garrison at {s0}",
        "demobilise": "The Garrison of {s0} is demobilised",
        "regroup": "Regrouped: {who}",
        "fortify": "A fortification at {s0}",
        "open_city": "{s0} is declared an open city",
        "initiative": "Initiative: {side}",
        "turn": "Turn {n}: {month}",
        "income": "{side}: {n} more Action Points, {now} in all",
        "event": "{side} event: {title}",
        "withdraw": "{p0} is withdrawn",
        "surrender": "Italy surrenders",
        "achse": "Operation Achse: {result}",
        "air_offensive": "The Allied air offensive strikes {n} Garrisons",
        "start_ap": "{side}: {now} Action Points to begin with",
        "setup": "{p0} sets up at {s0}",
    }
    war = Italy
    secrets = False
    folder = Path(__file__).parent

    def make_setup(self, scenario: str, options: Mapping[str, OptionValue], tables: Tables) -> KesselringSetup:
        return KesselringSetup(self, scenario, options, tables)

    def open(self, war: Italy) -> None:
        placing.open_war(war)
        war.stack = (placing.Prepare(0), None)


GAME = Kesselring()
