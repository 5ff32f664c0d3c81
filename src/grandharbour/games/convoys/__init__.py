"""Malta Convoys: the Royal Navy's fight to keep the island alive, 1940-42."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from ...engine.choice import Verb, vocabulary
from ...engine.game import Game, Option, OptionValue, SideInfo
from ...engine.tables import Tables
from . import aftermath, air, battle, movement, placing, supply, turn
from .state import ConvoySetup, Sea


class Convoys(Game):
    """The rulebook of Malta Convoys."""

    id = "convoys"
    title = "Malta Convoys"
    years = "1940-42"
    board_kind = "points"
    blurb = (
        "Season after season the Royal Navy fights supplies through to the island. Its groups sail face down, dummies among "
        "them; aircraft, submarines and the Italian fleet must first find out what they are hunting. If Malta starves, the "
        "desert war turns."
    )
    sides = (SideInfo("AX", "The Axis", "Axis", "axis"), SideInfo("AL", "The Allies", "Allies", "allies", many=True))
    options = (
        Option("opening", "Opening of the campaign", "How the first season of the campaign from Summer 1940 is placed.", "MC-SCEN.4",
               "table", (("table", "By the table, free for the Axis"), ("sheet", "As on the Summer 1940 sheet"))),
        Option("ak_timing", "Afrika Korps moves", "At the head of a season and put right for losses at its end, or at its end only.",
               "MC-AK.7", "start", (("start", "At the head of the season"), ("end", "At its end"))),
        Option("recon", "Search", "What an air unit turns up.", "MC-RECON.2", "position",
               (("position", "Everything on a position"), ("group", "One group"))),
        Option("freeze", "Groups held back", "Where two ships must be lost in one turn.", "MC-MOVE.4", "position",
               (("position", "On one position"), ("turn", "Anywhere in the turn"))),
        Option("freighters_bound", "Freighters past the line", "The Point of No Return binds Gibraltar's freighters too.", "MC-PNR.1", False),
        Option("resail", "Sailing again", "Italian ships that came back without a battle may sail again.", "MC-FUEL.2", True),
        Option("fuel_roll", "Fuel roll", "When it is made.", "MC-FUEL.3", "placement",
               (("placement", "At Axis placement"), ("first_sailing", "When the first ship sails"))),
        Option("invasion_window", "Invasion", "When it may be tried.", "MC-INVADE.4", "step",
               (("step", "After unloading"), ("any", "In every fleet movement too"))),
        Option("malta_exit", "Ships left in Malta", "What becomes of warships that did not pay to leave.", "MC-HARB.5", "free",
               (("free", "They go home free"), ("pay", "They pay a level, or stay"))),
        Option("cruiser_repair_cap", "Repair of cruisers", "Force H and Mediterranean cruisers are back next season.", "MC-HIT.5", False),
        Option("battlecruiser_star", "Guns of battle cruisers", "Their Hits may sink outright.", "MC-HIT.6", False),
        Option("raid_star", "Torpedoes at Taranto", "A starred Hit of the raid may sink outright.", "MC-TARANTO.2", True),
        Option("raid_1941", "The raid in a Spring 1941 start", "Whether it is still to come.", "MC-SETUP.6", "available",
               (("available", "Still to come"), ("spent", "Flown in 1940"))),
        Option("force_k_in_harbour", "Force K in harbour", "May be bombed there like any ship.", "MC-HARB.4", True),
        Option("force_k_from", "Force K", "From when it can be based on Malta.", "MC-FORCES.8", "start",
               (("start", "From the first season"), ("spring1941", "From Spring 1941"), ("fall1941", "From Fall 1941"))),
        Option("uboats_from", "German U-boats", "From when they are in the Mediterranean.", "MC-SUB.1", "start",
               (("start", "From the first season"), ("fall1941", "From Fall 1941"))),
        Option("formidable", "Formidable", "A sixth carrier, or not in the game.", "MC-REINF.1", "sixth",
               (("sixth", "A sixth carrier"), ("absent", "Not in the game"))),
        Option("paired_points", "Pairs of old battleships", "Points for sinking such a piece.", "MC-VICTORY.7", "1",
               (("1", "One"), ("2", "Two"))),
        Option("extended_track", "Longer desert track", "Benghazi and Matruh are places of their own.", "MC-AK.3", False),
    )  # fmt: skip
    verbs = vocabulary(
        Verb("salvage", "Bring back", "piece", "MC-REPL.6"),
        Verb("base", "Base on Malta", "piece", "MC-SUPPLY.2"),
        Verb("force_k", "Base Force K on Malta", "nothing", "MC-SUPPLY.3"),
        Verb("enough", "Enough", "nothing", "MC-FORCES.1"),
        Verb("advance", "Go on", "nothing", "MC-AK.3"),
        Verb("stay", "Stay", "nothing", "MC-NAVAL.9"),
        Verb("assign", "Place", "piece", "MC-FORCES.1"),
        Verb("rest", "All freighters that may come", "nothing", "MC-FORCES.2"),
        Verb("decoys", "Dummies at Gibraltar", "number", "MC-FORCES.3"),
        Verb("dive", "Attack the harbour of", "space", "MC-FROG.2"),
        Verb("hold", "No", "nothing", "MC-NAVAL.1"),
        Verb("steam", "End of fleet movement", "nothing", "MC-TURN.2", dice=True),
        Verb("mine", "Mine", "piece", "MC-FROG.3", dice=True),
        Verb("at", "At", "space", "MC-SETUP.1"),
        Verb("day", "By day", "nothing", "MC-MOVE.1"),
        Verb("night", "By night", "nothing", "MC-MOVE.1"),
        Verb("group", "Move", "piece", "MC-MOVE.3"),
        Verb("to", "To", "space", "MC-MOVE.3"),
        Verb("halt", "Stay here", "nothing", "MC-MOVE.3"),
        Verb("home", "Go home", "nothing", "MC-MOVE.7", dice=True),
        Verb("detach", "Detach", "piece", "MC-MOVE.3"),
        Verb("join", "Join with", "piece", "MC-MOVE.3"),
        Verb("muster", "Sail from", "space", "MC-MOVE.1"),
        Verb("add", "With", "piece", "MC-MOVE.1"),
        Verb("whole", "With everything in port", "nothing", "MC-MOVE.1"),
        Verb("dummy", "As a dummy", "nothing", "MC-RECON.3"),
        Verb("proceed", "End of movement", "nothing", "MC-TURN.1", dice=True),
        Verb("finish", "Nothing more will sail", "nothing", "MC-SEASON.2"),
        Verb("strike", "Attack", "nothing", "MC-SUB.1", dice=True),
        Verb("save", "Wait for another", "nothing", "MC-SUB.1"),
        Verb("prey", "Attack", "piece", "MC-SUB.1", dice=True),
        Verb("ship", "Move", "piece", "MC-MOVE.6"),
        Verb("sortie", "First to sail", "piece", "MC-FUEL.3", dice=True),
        Verb("port", "Back to", "space", "MC-MOVE.6", dice=True),
        Verb("with", "Together with", "piece", "MC-MOVE.6"),
        Verb("invade", "Invade Malta", "nothing", "MC-INVADE.3", dice=True),
        Verb("wait", "Not now", "nothing", "MC-INVADE.4"),
        Verb("ready", "Hold a strike ready on", "piece", "MC-CV.2"),
        Verb("done", "Done", "nothing", "MC-TURN.3"),
        Verb("fly", "Fly with", "piece", "MC-AIR.2"),
        Verb("over", "Attack at", "space", "MC-RECON.2"),
        Verb("find", "Attack", "piece", "MC-RECON.2"),
        Verb("target", "Attack", "piece", "MC-RECON.6"),
        Verb("normal", "Attack", "nothing", "MC-AIR.4", dice=True),
        Verb("press", "Intensified attack", "nothing", "MC-INT.1", dice=True, help="One better on the attack, one worse against the guns."),
        Verb("launch", "Strike from", "piece", "MC-CV.1"),
        Verb("raid", "Raid Taranto from", "piece", "MC-TARANTO.1"),
        Verb("engage", "Give battle at", "space", "MC-NAVAL.1"),
        Verb("forward", "Into the line", "piece", "MC-NAVAL.2"),
        Verb("rear", "Fall back", "piece", "MC-NAVAL.3"),
        Verb("fire", "Fire with", "piece", "MC-NAVAL.4"),
        Verb("shoot", "Fire at", "piece", "MC-NAVAL.7", dice=True),
        Verb("withdraw", "Break off", "nothing", "MC-NAVAL.9", dice=True),
        Verb("retire", "Leave with", "piece", "MC-NAVAL.13"),
        Verb("everyone", "All that may", "nothing", "MC-NAVAL.13"),
        Verb("back", "One position back, to", "space", "MC-NAVAL.13", dice=True),
        Verb("slip", "Slip out", "nothing", "MC-HARB.5", dice=True),
    )  # fmt: skip
    steps = (
        turn.Season, turn.GameTurn, turn.Invade, turn.SlipOut, supply.Basing, supply.Desert, placing.AlliedPlacement,
        placing.Frogmen, placing.Charges, placing.AxisPlacement, placing.FirstHour, movement.Sailing, movement.Passing,
        movement.Lurking, movement.FleetMove, movement.Squadron, movement.Patrol, air.Reserve, air.Flights, air.Search, air.Aim,
        air.AirAttack, air.Squadrons, air.Pounce, air.CarrierStrikes, air.Raid, air.RaidStrike, air.RaidHits, air.HarbourRound,
        air.HarbourAim, battle.Surface, battle.Battle, battle.Deploy, battle.FallBack, battle.Gunfire, battle.Broadsides,
        battle.Target, battle.AxisLeaves, battle.Leave, aftermath.Chores, turn.GoingHome,
        turn.Held,
    )  # fmt: skip
    words = {
        "season": "{name}",
        "turn": "Turn {n}: {when}",
        "arrives": "{p0} is available",
        "leaves": "{p0} is called away for good",
        "crete": "Crete falls to the Axis",
        "status": "Malta's status is {status}",
        "based": "{p0} is based on Malta",
        "fort": "The fortification of {s0} stands again",
        "fort_falls": "Afrika Korps destroys the fortification of {s0}",
        "korps": "Afrika Korps {what} {s0}",
        "assigned": "{p0} starts the season at {s0}",
        "numbered": "The freighters at {s0} are {ships}",
        "harbour": "Frogmen look into the harbour of {s0}: {ships}",
        "mined": "Frogmen at {p0}: {result}",
        "placed": "{p0} is based at {s0}",
        "fuel": "The Italian fleet has oil: {result}",
        "move": "{p0} moves from {s0} to {s1}",
        "sails": "{p0} leaves {s0}: {ships}",
        "malta": "{p0} reaches Malta: {ships}",
        "detached": "{p0} goes to {p1}",
        "divides": "{p0} divides at {s0}: {p1} appears",
        "empty": "Nothing is left of {p0}",
        "joins": "{p0} joins {p1} at {s0}",
        "home": "{p0} turns for home from {s0}",
        "exposed": "{p0} is found at {s0}: {ships}",
        "dummy": "{p0} is a dummy",
        "torpedo": "{who} attacks {p0} at {s0}: {result}",
        "stalked": "{p0} is stalked by a submarine on the way home: {result}",
        "patrol": "A British submarine attacks in {s0}: {result}",
        "spared": "There is no {what} in {p0}",
        "torpedoed": "A torpedo strikes {p0}",
        "steams": "{p0} moves from {s0} to {s1}",
        "ready": "{p0} holds a strike ready",
        "flies": "{p0} flies to {s0}",
        "strike": "{p0} attacks {p1}: {result}",
        "flak": "Antiaircraft fire of strength {strength}: {plane} is {result}",
        "raid": "The aircraft of {p0} over Taranto: {result}",
        "star": "A dangerous hit on {p0}",
        "again": "A near miss or a hit on {p0}: {need} or less hits",
        "battle": "Battle at {s0}",
        "fire": "{p0} fires at {p1}: {result}",
        "sunk": "{p0} is sunk",
        "limps": "{p0} limps out of the battle and {result}",
        "withdraws": "The Italian fleet breaks off and makes for {s1}",
        "withdraws_home": "Allied ships break off at {s0} and go home",
        "falls_back": "{p0} falls back to {s1}",
        "sent_home": "{p0} is sent home for repairs",
        "repair": "{p0} will be repaired: {result}",
        "frozen": "{p0} stays behind to pick up survivors",
        "unloads": "{n} freighters unload at Malta",
        "slips": "Ships slip out of Malta",
        "invasion": "The Axis lands on Malta from the air: {result}",
        "log": "{name} is over: the log is written",
        "end": "{reason}",
    }
    war = Sea
    folder = Path(__file__).parent

    def make_setup(self, scenario: str, options: Mapping[str, OptionValue], tables: Tables) -> ConvoySetup:
        return ConvoySetup(self, scenario, options, tables)

    def open(self, war: Sea) -> None:
        placing.open_war(war)
        war.stack = (turn.Season(0, 0), None)


GAME = Convoys()
