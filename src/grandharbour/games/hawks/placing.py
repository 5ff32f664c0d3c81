"""Setting up: chits, Objectives, guns, clouds, planes [HM-SETUP]."""

from __future__ import annotations

from ...engine.catalogue import text
from ...engine.choice import Decision, Refusal, Verb
from ...engine.event import Event
from ...engine.geometry.bits import bits, first
from ...engine.kinds import NOWHERE, Piece
from ...engine.sequence import Phase, Run, Sequence
from ...engine.step import Step
from .state import BR, CHITS, IT, Sky, weighted
from .turn import Turn

VERBS = (
    Verb("objective", "space", "HM-SETUP.3"),
    Verb("gun", "space", "HM-SETUP.4"),
    Verb("cloud", "space", "HM-SETUP.5"),
    Verb("at", "space", "HM-SETUP.6"),
)


class PlaceObjectives(Step[Sky], frozen=True):
    """The attacker chooses what there is to bomb [HM-SETUP.3]."""

    left: int
    verbs = ("objective",)

    def ask(self, war: Sky) -> Decision:
        free = war.setup.objective_squares & ~war.objectives
        return Decision(IT, "ask-place-objectives", "HM-SETUP.3", {"objective": free})

    def take(self, war: Sky, side: int, verb: str, target: int) -> None:
        war.objectives |= 1 << target
        war.tell(Event("objective", "HM-SETUP.3", IT, spaces=(target,)))
        if self.left > 1:
            war.become(PlaceObjectives(self.left - 1))
        else:
            war.finish()

    def domain(self, war: Sky, side: int, verb: str) -> int:
        return war.setup.squares

    def refuse(self, war: Sky, side: int, verb: str, target: int) -> Refusal:
        if war.objectives >> target & 1:
            return Refusal("HM-SETUP.3", text("why-place-objectives-taken"), 1 << target)
        return Refusal("HM-SETUP.3", text("why-place-objectives"), war.setup.objective_squares & ~war.objectives)


class PlaceGuns(Step[Sky], frozen=True):
    """The defender's guns [HM-SETUP.4]."""

    left: int
    verbs = ("gun",)

    def ask(self, war: Sky) -> Decision:
        return Decision(BR, "ask-place-guns", "HM-SETUP.4", {"gun": war.setup.gun_squares & ~war.guns})

    def take(self, war: Sky, side: int, verb: str, target: int) -> None:
        war.guns |= 1 << target
        war.tell(Event("gun", "HM-SETUP.4", BR, spaces=(target,)))
        if self.left > 1:
            war.become(PlaceGuns(self.left - 1))
        else:
            war.finish()

    def domain(self, war: Sky, side: int, verb: str) -> int:
        return war.setup.squares

    def refuse(self, war: Sky, side: int, verb: str, target: int) -> Refusal:
        if war.guns >> target & 1:
            return Refusal("HM-SETUP.4", text("why-place-guns-taken"), 1 << target)
        return Refusal("HM-SETUP.4", text("why-place-guns"), war.setup.squares & ~war.setup.gun_squares)


class PlaceClouds(Step[Sky], frozen=True):
    """The defender's weather [HM-SETUP.5]."""

    left: int
    verbs = ("cloud",)

    def ask(self, war: Sky) -> Decision:
        return Decision(BR, "ask-place-clouds", "HM-SETUP.5", {"cloud": war.setup.cloud_cells & ~war.fog()})

    def take(self, war: Sky, side: int, verb: str, target: int) -> None:
        war.clouds = tuple(sorted((*war.clouds, target)))
        war.tell(Event("cloud", "HM-SETUP.5", BR, spaces=(target,)))
        if self.left > 1:
            war.become(PlaceClouds(self.left - 1))
        else:
            war.finish()

    def refuse(self, war: Sky, side: int, verb: str, target: int) -> Refusal:
        if war.fog() >> target & 1:
            return Refusal("HM-SETUP.5", text("why-place-clouds-taken"), 1 << target)
        return Refusal("HM-SETUP.5", text("why-place-clouds"), war.setup.entry[IT] | war.setup.entry[BR])


class PlacePlanes(Step[Sky], frozen=True):
    """One plane after another enters on its own edge, at any altitude [HM-SETUP.6]."""

    plane: Piece
    verbs = ("at",)

    def ask(self, war: Sky) -> Decision:
        side = war.setup.side_of[self.plane]
        return Decision(side, "ask-place-planes", "HM-SETUP.6", {"at": war.setup.entry[side]}, about=("piece", self.plane))

    def take(self, war: Sky, side: int, verb: str, target: int) -> None:
        war.at[self.plane] = target
        war.tell(Event("enter", "HM-SETUP.6", side, (self.plane,), spaces=(target,)))
        rest = [p for p in bits(war.setup.own[side]) if war.at[p] == NOWHERE]
        if rest:
            war.become(PlacePlanes(rest[0]))
        else:
            war.finish()

    def refuse(self, war: Sky, side: int, verb: str, target: int) -> Refusal:
        return Refusal("HM-SETUP.6", text("why-place-planes"), war.setup.entry[side])


def draw_chits(war: Sky) -> None:
    """A Special chit for every plane, from one common bag without putting back [HM-SETUP.2]."""
    left = war.setup.bag[:]
    for plane in range(war.setup.planes):
        kind = weighted(war.pick(sum(left), hidden=True), left)
        left[kind] -= 1
        war.chit[plane] = kind
        if war.log is not None:
            side = war.setup.side_of[plane]
            war.tell(Event("draw_chit", "HM-SETUP.2", side, (plane,), facts=(("chit", CHITS[kind]),), audience=1 << side))


def roll_objectives(step: Prepare, war: Sky) -> None:
    """As many Objectives as the die says [HM-SETUP.3]; a single one may be rolled again (H-45)."""
    setup = war.setup
    count = war.d6()
    dice: tuple[int, ...] = (count,)
    while count == 1 and setup.single_objective == "reroll":
        count = war.d6()
        dice += (count,)
    count = min(count, setup.objective_squares.bit_count())
    war.objectives_rolled = count
    war.tell(Event("roll_objectives", "HM-SETUP.3", IT, dice=dice, facts=(("n", count),)))
    war.push(PlaceObjectives(count))


def roll_guns(step: Prepare, war: Sky) -> None:
    """As many guns as the die says [HM-SETUP.4]."""
    count = war.d6()
    war.tell(Event("roll_guns", "HM-SETUP.4", BR, dice=(count,), facts=(("n", count),)))
    war.push(PlaceGuns(count))


def roll_clouds(step: Prepare, war: Sky) -> None:
    """As many clouds as the die says [HM-SETUP.5]."""
    count = war.d6()
    war.tell(Event("roll_clouds", "HM-SETUP.5", BR, dice=(count,), facts=(("n", count),)))
    war.push(PlaceClouds(count))


class Prepare(Run[Sky], frozen=True):
    """The order of setting up [HM-SETUP.6]; then the first turn begins."""

    sequence = Sequence(
        Phase("chits", "HM-SETUP.2", lambda step, war: draw_chits(war)),
        Phase("objectives", "HM-SETUP.3", roll_objectives),
        Phase("guns", "HM-SETUP.4", roll_guns),
        Phase("clouds", "HM-SETUP.5", roll_clouds),
        Phase("italians", "HM-SETUP.6", lambda step, war: war.push(PlacePlanes(first(war.setup.own[IT])))),
        Phase("british", "HM-SETUP.6", lambda step, war: war.push(PlacePlanes(first(war.setup.own[BR])))),
        Phase("take-off", "HM-SEQ.1", lambda step, war: war.become(Turn())),
    )
