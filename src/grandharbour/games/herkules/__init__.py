"""Operation Herkules: the invasion of Malta, 1940 or 1942."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

from ...engine.choice import Verb, vocabulary
from ...engine.event import Event
from ...engine.game import Game, Option, OptionValue, Setup, SideInfo
from ...engine.tables import Tables
from . import air, airfight, commit, events, land, landfight, landing, losses, naval, placing, regroup, seafight, supply, turn
from .state import HerkulesSetup, Malta

ALONE = {
    "markers are": "marker is", "ships sail": "ship sails", "ships leave": "ship leaves", "coastal guns fire": "coastal gun fires",
    "submarines attack": "submarine attacks", "bombers attack": "bomber attacks", "units march": "unit marches",
    "units land": "unit lands", "units come": "unit comes", "units are": "unit is", "units scores": "unit scores",
    "aircraft land": "aircraft lands", "ships": "ship", "dice": "die", "markers": "marker", "units": "unit",
}  # fmt: skip
"""How the log says of one what it says of several."""
_ONE = re.compile(rf"\b1 ({'|'.join(ALONE)})\b")


class Herkules(Game):
    """The rulebook of Operation Herkules."""

    id = "herkules"
    title = "Operation Herkules"
    years = "1940 or 1942"
    board_kind = "areas"
    blurb = (
        "The invasion of Malta that never came, half a day to a turn. Seven days to take airfields, harbours and Valletta from the "
        "air and over the beaches, against coastal guns, radar and a garrison in bunkers; every attack eats supply, and in the "
        "middle of it all Pedestal arrives."
    )
    sides = (SideInfo("AX", "The Axis", "Axis", "axis"), SideInfo("BR", "The British", "British", "allies", many=True))
    options = (
        Option("toulon", "Toulon fleet", "1942, if both agree: the ships at Toulon join the Axis on turn 6.", "OH-OPT.1", False),
        Option("goering", "Hermann Göring", "1942, if both agree: a German mechanised brigade.", "OH-OPT.6", False),
        Option("taranto", "Battleships of Taranto", "1942, if both agree: two more Italian battleships.", "OH-OPT.6", False),
        Option("aquila", "Carrier Aquila", "1942, if both agree: an Italian carrier with two aircraft.", "OH-OPT.6", False),
        Option("attacker", "The attacker", "Who rolls attack numbers in a combat.", "OH-INIT.3", "initiative",
               (("initiative", "The side with the initiative"), ("entering", "Whoever came; if both or nobody, the initiative"))),
        Option("contested_scores", "Contested objectives", "Who scores a territory in which both sides stand.", "OH-VIC.4", "none",
               (("none", "Nobody"), ("axis", "The Axis"), ("british", "The British"))),
        Option("free_intercept", "Interception without supply", "British aircraft may defend any British place without a marker.",
               "OH-AIR.11", False),
        Option("radar_ban", "Blind without radar", "Moving second without radar, the British may not follow where the Axis went.",
               "OH-NAV.10", False),
        Option("sneak_is_only_shot", "One shot for submarines", "A submarine that sneaked is silent in the sea combat.", "OH-SEA.10",
               False),
        Option("landing_needs_clear_zone", "Clear zones for landings", "No landing or port work beside enemy warships.", "OH-LDG.9",
               False),
        Option("ships_stop_on_contact", "Ships stop on contact", "A group stops where it meets enemy warships.", "OH-NAV.15", False),
        Option("port_needs_clear", "Ports must be cleared", "The Axis uses a port only when nothing British is left there.",
               "OH-LDG.10", False),
        Option("wounded_need_friends", "Wounded need friends", "Infantry comes back only on friendly ground or where friends stand.", "OH-RG.8", True),
        Option("dd_lift", "Troops in destroyers", "Axis destroyers carry one infantry each.", "OH-LDG.5", False),
        Option("any_airlift", "Anybody by air", "Units without a port remark may be landed on airfields too.", "OH-PARA.6", False),
        Option("gibraltar", "Bombers at Gibraltar", "Whether the two bombers of turn 7 come on top of those at the start.", "OH-EV.3",
               "full", (("full", "On top"), ("split", "They are part of them"))),
    )  # fmt: skip
    verbs = vocabulary(
        Verb("at", "At", "space", "OH-SETUP.1"),
        Verb("again", "Roll again", "nothing", "OH-SETUP.4"),
        Verb("mine", "Minefield in", "space", "OH-SETUP.4"),
        Verb("german", "German", "nothing", "OH-EV.2"),
        Verb("italian", "Italian", "nothing", "OH-EV.2"),
        Verb("stow", "Load", "piece", "OH-LDG.6"),
        Verb("usual", "As usual", "nothing", "OH-CBT.6", help="All that is left to choose, the way most players would."),
        Verb("expend", "Expend a marker", "nothing", "OH-SUP.1", help="All your units on the islands may attack this turn."),
        Verb("repair", "Repair", "space", "OH-SUP.16", help="One marker repairs all damage of an airfield or port."),
        Verb("from", "From", "space", "OH-SUP.2"),
        Verb("done", "Done", "nothing", "OH-GEN.7"),
        Verb("assault", "Assault load", "nothing", "OH-LDG.5", help="One unit in each transport, to land on a beach."),
        Verb("freight", "Port load", "nothing", "OH-LDG.5", help="Two units in each transport, to be unloaded in a port."),
        Verb("destroyers", "Troops in destroyers", "nothing", "OH-NAV.11", help="One infantry in each, to land on a beach."),
        Verb("provisions", "Load supply", "nothing", "OH-SUP.13", help="Two supply markers in the next empty transport."),
        Verb("embark", "Take aboard", "piece", "OH-LDG.5"),
        Verb("into", "Load next", "piece", "OH-LDG.5", help="The next unit goes aboard this ship."),
        Verb("enough", "Enough", "nothing", "OH-LDG.5"),
        Verb("ready", "Ready to sail", "nothing", "OH-NAV.16"),
        Verb("unit", "Choose", "piece", "OH-GEN.5"),
        Verb("stack", "All from", "space", "OH-GEN.5"),
        Verb("count", "How many", "number", "OH-GEN.5"),
        Verb("to", "To", "space", "OH-LAND.1"),
        Verb("sail", "Sail to", "space", "OH-NAV.1", dice=True),
        Verb("lead", "Choose the way", "nothing", "OH-NAV.1", help="Where one way meets other mines, guns or submarines than another."),
        Verb("by", "By", "space", "OH-NAV.1"),
        Verb("reload", "Go off the map", "nothing", "OH-NAV.11", help="To be loaded there and come back in a later turn."),
        Verb("recall", "Empty transports reload", "nothing", "OH-NAV.11", help="All empty transports go off the map."),
        Verb("sweep", "Sweep mines", "nothing", "OH-NAV.14", help="Three turns running; the mines roll first each time."),
        Verb("salvo", "All fire", "nothing", "OH-NAV.9", dice=True),
        Verb("fire", "Fire with", "piece", "OH-NAV.9", dice=True),
        Verb("hold", "Hold fire", "nothing", "OH-NAV.9"),
        Verb("hit", "Hit", "piece", "OH-CBT.7"),
        Verb("lose", "Lose", "piece", "OH-CBT.6"),
        Verb("lift", "Air lift", "nothing", "OH-PARA.1", help="Up to seven units, or one supply marker, by transport aircraft."),
        Verb("drop", "Lift to", "space", "OH-PARA.1"),
        Verb("jump", "Lift", "piece", "OH-PARA.6"),
        Verb("supplies", "A supply marker", "nothing", "OH-SUP.13"),
        Verb("fight", "Fight at", "space", "OH-INIT.3", dice=True),
        Verb("rest", "The rest in order", "nothing", "OH-INIT.3"),
        Verb("commit", "Commit", "piece", "OH-CBT.3"),
        Verb("everyone", "Everybody", "nothing", "OH-CBT.3", dice=True),
        Verb("troops", "Troops and aircraft", "nothing", "OH-CBT.3", dice=True),
        Verb("engage", "No more", "nothing", "OH-CBT.3", dice=True),
        Verb("hunt", "At tanks alone", "number", "OH-LC.7"),
        Verb("unload", "Unload", "piece", "OH-LDG.2"),
        Verb("board", "Take aboard", "piece", "OH-LDG.7"),
        Verb("convert", "Ready for an assault", "nothing", "OH-LDG.7"),
        Verb("withdraw", "Back aboard", "piece", "OH-LDG.8"),
        Verb("stay", "Stay ashore", "nothing", "OH-LDG.8"),
        Verb("home", "Back to their bases", "nothing", "OH-RG.3"),
    )  # fmt: skip
    steps = (
        placing.Prepare, placing.SetUnits, placing.SetFleet, placing.RollForMines, placing.LayMines, turn.GameTurn, events.Reinforce, events.Stow,
        events.Pedestal, events.Toulon, supply.Supply, naval.Loading, naval.Naval, naval.Redirect, naval.Passage, naval.React,
        naval.Shadowed, naval.SweepMines, air.Air, air.RedirectAir, air.Lift, air.Flak, air.Airborne, land.Land, land.SecondMove,
        commit.Commit, airfight.AirFight, airfight.Spill, airfight.Bombing, airfight.Battles, airfight.InOrder, seafight.SeaFight,
        seafight.SeaBattles, landing.Landing, landing.Unload, landing.Embark, landfight.LandFight, landfight.TankFire,
        landfight.Withdraw, landfight.LandBattles, landfight.InLand, landfight.Raids, regroup.LandAircraft, regroup.Recover,
        losses.Lose, losses.Aim,
    )  # fmt: skip
    words = {
        "setup": "{p0} sets up at {s0}",
        "fleet": "The carrier group starts in {s0}",
        "mine_roll": "Mines: the Axis rolls {axis}, the British {british}; {side} lays more",
        "mine_laid": "{side} lays a minefield in {s0}",
        "turn": "Turn {n}, day {day}: {side} has the initiative",
        "arrive": "{p0} arrives ({nation})",
        "pedestal_hits": "The Axis strikes at Pedestal: {result}",
        "sunk_cargo": "With the ships of the convoy went down {n} units and aircraft, {markers} markers",
        "pedestal": "Pedestal reaches {s0} with {n} ships",
        "toulon_hits": "On its way the fleet from Toulon suffers {result}",
        "toulon_leaves": "The fleet from Toulon leaves for good",
        "expend": "{side} expends a supply marker at {s0}",
        "repair": "{side} repairs {s0} with a marker from {s1}",
        "stores": "{side} takes {s0}: {n} markers are {result}",
        "load": "{p0} goes aboard {p1} ({way})",
        "sail": "{side}: {n} ships sail from {s0} to {s1}",
        "reload": "{side}: {n} ships leave {s0} to reload",
        "sweep": "{p0} and another sweep mines in {s0}",
        "swept": "The minefield in {s0} is cleared",
        "mines": "Mines in {s0}: {result}",
        "guns": "{n} coastal guns fire into {s0}: {result}",
        "sneak": "{n} submarines attack in {s0}: {result}",
        "damaged": "{p0} is damaged",
        "lost": "{p0} is lost",
        "wounded": "{p0} is hit and may come back",
        "fly": "{side}: {n} aircraft to {s0}",
        "lift": "{n} units are lifted to {s0}",
        "lift_marker": "A supply marker is lifted to {s0}",
        "marker_down": "The supply marker for {s0} {fate}",
        "come_down": "{n} units come down at {s0}, {lost} of them lost",
        "flak": "Anti-aircraft fire at {s0}: {result}",
        "march": "{side}: {n} units march from {s0} to {s1}",
        "duel": "Air combat over {s0}: {side} with {n} aircraft scores {result}",
        "last_shot": "{p0} shoots before it falls: {result}",
        "bombs": "{n} bombers attack the facility of {s0}: {result}, {now} in all",
        "broadside": "Sea combat in {s0}: {side} with {n} units scores {result}",
        "land_beach": "{side}: {n} units land at {s1}",
        "unload": "{p0} unloads {n} {what} at {s1}",
        "board": "{p0} goes aboard {p1} at {s0}",
        "convert": "{p0} is made ready for an assault at {s0}",
        "land": "Combat at {s0}: {side} rolls {n} dice, {result}",
        "withdraw": "{p0} goes back aboard {p1}",
        "base": "{side}: {n} aircraft land at {s0}",
        "no_base": "{p0} finds no base and is lost",
        "recover": "{p0} comes back at {s0}",
        "end": "{level}: {reason}",
    }
    war = Malta
    secrets = False
    folder = Path(__file__).parent

    def make_setup(self, scenario: str, options: Mapping[str, OptionValue], tables: Tables) -> HerkulesSetup:
        return HerkulesSetup(self, scenario, options, tables)

    def tell(self, event: Event, setup: Setup) -> str:
        return _ONE.sub(lambda found: f"1 {ALONE[found[1]]}", super().tell(event, setup))

    def open(self, war: Malta) -> None:
        placing.open_war(war)
        war.stack = (placing.Prepare(0), None)


GAME = Herkules()
