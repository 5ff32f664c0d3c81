"""Hawks over Malta: air battles on squares with altitude, 1940-41."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from ...engine.choice import Verb, vocabulary
from ...engine.game import Game, Option, OptionValue, SideInfo
from ...engine.kinds import NOWHERE
from ...engine.tables import Tables
from .bombing import Bombing, BombRun
from .clouds import CloudMove
from .fire import Luck
from .flak import AntiAircraft, Barrage, GunFire
from .movement import Attack, Contact, Move
from .placing import PlaceClouds, PlaceGuns, PlaceObjectives, PlacePlanes, Prepare
from .state import NONE, HawksSetup, Sky
from .turn import Activations, Priority, Turn


class Hawks(Game):
    """The rulebook of Hawks over Malta."""

    id = "hawks"
    title = "Hawks over Malta"
    years = "1940-41"
    board_kind = "squares"
    blurb = (
        "The Italian air force against the handful of fighters that defend Malta. Bombers must reach their targets and get "
        "home; height is life, clouds hide, and the order in which planes move is chosen in secret. Half an hour."
    )
    sides = (
        SideInfo("IT", "Regia Aeronautica", "Italy", "axis"),
        SideInfo("BR", "Royal Air Force", "Britain", "allies"),
    )
    options = (
        Option("entry", "Entry squares", "Where planes enter and Italians leave.", "HM-SETUP.6", "edge",
               (("edge", "The whole edge rank"), ("single", "One square for each side, D1 and D9"))),
        Option("objectives", "Objectives", "Where Objectives may lie.", "HM-SETUP.3", "rank5",
               (("rank5", "On rank 5"), ("manhattan4", "Four squares from the nearest Entry square"))),
        Option("single_objective", "A single Objective", "What happens when only one Objective is rolled.", "HM-END.2", "par",
               (("par", "Par is lower"), ("reroll", "Roll again"), ("none", "Nothing"))),
        Option("priority", "Priority chits", "Chosen in secret or dealt by chance.", "HM-PRI.1", "chosen",
               (("chosen", "Chosen in secret"), ("random", "Dealt by chance"))),
        Option("stop_on_contact", "Stop on contact", "A plane that meets an enemy ends its move.", "HM-MOVE.7", False),
        Option("same_cell_reaction", "Answering in the same space", "Who rolls when a waiting fighter fires at a plane that flew into its space.",
               "HM-ENG.1", "firer", (("firer", "Only the fighter"), ("both", "The target answers"))),
        Option("lucky", "LUCKY chits", "Used by themselves when they help, or asked after every roll.", "HM-CHIT.3", "auto",
               (("auto", "By themselves"), ("ask", "Ask the owners"))),
        Option("aa_reaction", "Guns fire on arrival", "Guns may fire as soon as a plane arrives.", "HM-AA.1", False),
        Option("aa_drm", "Modifiers for guns", "Whether bomber, cloud and LUCKY count for guns.", "HM-AA.6", "fire",
               (("fire", "They count"), ("none", "No modifiers"))),
        Option("aa_twelve", "Guns shoot down on 12", "After modifiers, or only two sixes.", "HM-AA.3", "modified",
               (("modified", "A result of 12 or more"), ("natural", "Two sixes"))),
        Option("aa_on_ruin", "Guns beside a ruin", "Whether a destroyed Objective still makes guns fire at every plane.", "HM-AA.5",
               "reverts", (("reverts", "They choose one target again"), ("stays", "They fire at every plane"))),
    )  # fmt: skip
    verbs = vocabulary(
        Verb("objective", "Place an Objective on", "space", "HM-SETUP.3"),
        Verb("gun", "Place guns on", "space", "HM-SETUP.4"),
        Verb("cloud", "Place a cloud in", "space", "HM-SETUP.5"),
        Verb("at", "Enter at", "space", "HM-SETUP.6"),
        Verb("next", "Next to move", "piece", "HM-PRI.1"),
        Verb("to", "Fly to", "space", "HM-MOVE.3", dice=True),
        Verb("halt", "End the move", "nothing", "HM-MOVE.1"),
        Verb("exit", "Fly home", "nothing", "HM-MOVE.8"),
        Verb("attack", "Attack", "piece", "HM-ENG.1", dice=True, help="Both planes roll."),
        Verb("fire", "Fire at", "piece", "HM-ENG.3", dice=True),
        Verb("hold", "Hold", "nothing", "HM-ENG.2"),
        Verb("bomb", "Bomb with", "piece", "HM-BOMB.1", dice=True),
        Verb("leave", "Leave the roll", "nothing", "HM-CHIT.3"),
        Verb("plus", "LUCKY: +1", "nothing", "HM-CHIT.3"),
        Verb("minus", "LUCKY: -1", "nothing", "HM-CHIT.3"),
    )
    steps = (
        Prepare, PlaceObjectives, PlaceGuns, PlaceClouds, PlacePlanes, Turn, Priority, Activations, Move, Contact, Attack,
        Luck, CloudMove, AntiAircraft, Barrage, GunFire, Bombing, BombRun,
    )  # fmt: skip
    words = {
        "draw_chit": "{p0} draws {chit}",
        "roll_objectives": "Italy rolls for Objectives: {n}",
        "roll_guns": "Britain rolls for guns: {n}",
        "roll_clouds": "Britain rolls for clouds: {n}",
        "objective": "An Objective at {s0}",
        "gun": "Guns at {s0}",
        "cloud": "A cloud at {s0}",
        "enter": "{p0} enters at {s0}",
        "turn": "Turn {n}",
        "priority": "{p0} gets priority {n}",
        "initiative": "The roundel of {side} is drawn",
        "order": "{side} shows its order: {order}",
        "move": "{p0} flies from {s0} to {s1}",
        "exit": "{p0} flies home from {s0}",
        "fire": "{p0} fires at {p1}: {result}",
        "flak": "The guns at {s0} fire at {p0}: {result}",
        "bomb": "{p0} bombs {s0}: {result}",
        "thrown": "The dice are thrown",
        "chit": "{p0} shows its chit: {chit}",
        "clouds": "The clouds {drift} and {climb}",
        "end": "{reason}",
    }
    war = Sky
    folder = Path(__file__).parent

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
        war.stack = (Prepare(0), None)


GAME = Hawks()
