"""Setting up: chits, Objectives, guns, clouds, planes [HM-SETUP]."""

from __future__ import annotations

from ...engine.choice import Decision, Refusal
from ...engine.event import Event
from ...engine.geometry.bits import bits
from ...engine.kinds import NOWHERE, Piece
from ...engine.step import Step
from .state import BR, CHITS, IT, Sky, weighted
from .turn import Turn


class Prepare(Step[Sky], frozen=True):
    """The order of setting up [HM-SETUP.6]."""

    stage: int

    def go(self, war: Sky) -> bool:
        setup = war.setup
        war.become(Prepare(self.stage + 1))
        if self.stage == 0:
            draw_chits(war)
        elif self.stage == 1:
            count = war.d6()
            dice: tuple[int, ...] = (count,)
            while count == 1 and setup.single_objective == "reroll":  # H-45
                count = war.d6()
                dice += (count,)
            count = min(count, setup.objective_squares.bit_count())
            war.objectives_rolled = count
            war.tell(Event("roll_objectives", "HM-SETUP.3", IT, dice=dice, facts=(("n", count),)))
            war.push(PlaceObjectives(count))
        elif self.stage == 2:
            count = war.d6()
            war.tell(Event("roll_guns", "HM-SETUP.4", BR, dice=(count,), facts=(("n", count),)))
            war.push(PlaceGuns(count))
        elif self.stage == 3:
            count = war.d6()
            war.tell(Event("roll_clouds", "HM-SETUP.5", BR, dice=(count,), facts=(("n", count),)))
            war.push(PlaceClouds(count))
        elif self.stage == 4:
            war.push(PlacePlanes(next(bits(setup.own[IT]))))
        elif self.stage == 5:
            war.push(PlacePlanes(next(bits(setup.own[BR]))))
        else:
            war.become(Turn(0))
        return True


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


class PlaceObjectives(Step[Sky], frozen=True):
    """The attacker chooses what there is to bomb [HM-SETUP.3]."""

    left: int
    verbs = ("objective",)

    def ask(self, war: Sky) -> Decision:
        free = war.setup.objective_squares & ~war.objectives
        return Decision(IT, "Place an Objective ({left} to place)", "HM-SETUP.3", {"objective": free})

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
            return Refusal(
                "HM-SETUP.3", "There is an Objective on this square already; each needs a square of its own.", 1 << target
            )
        return Refusal(
            "HM-SETUP.3",
            "Objectives lie four squares from the Italian Entry squares.",
            war.setup.objective_squares & ~war.objectives,
        )


class PlaceGuns(Step[Sky], frozen=True):
    """The defender's guns [HM-SETUP.4]."""

    left: int
    verbs = ("gun",)

    def ask(self, war: Sky) -> Decision:
        return Decision(
            BR, "Place anti-aircraft guns ({left} to place)", "HM-SETUP.4", {"gun": war.setup.gun_squares & ~war.guns}
        )

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
            return Refusal("HM-SETUP.4", "There are guns on this square already.", 1 << target)
        return Refusal("HM-SETUP.4", "No guns on the rank the Italians enter from.", war.setup.squares & ~war.setup.gun_squares)


class PlaceClouds(Step[Sky], frozen=True):
    """The defender's weather [HM-SETUP.5]."""

    left: int
    verbs = ("cloud",)

    def ask(self, war: Sky) -> Decision:
        return Decision(BR, "Place a cloud ({left} to place)", "HM-SETUP.5", {"cloud": war.setup.cloud_cells & ~war.fog()})

    def take(self, war: Sky, side: int, verb: str, target: int) -> None:
        war.clouds = tuple(sorted((*war.clouds, target)))
        war.tell(Event("cloud", "HM-SETUP.5", BR, spaces=(target,)))
        if self.left > 1:
            war.become(PlaceClouds(self.left - 1))
        else:
            war.finish()

    def domain(self, war: Sky, side: int, verb: str) -> int:
        return war.setup.grid.all

    def refuse(self, war: Sky, side: int, verb: str, target: int) -> Refusal:
        if war.fog() >> target & 1:
            return Refusal("HM-SETUP.5", "There is a cloud in this space already.", 1 << target)
        return Refusal("HM-SETUP.5", "No cloud starts on an Entry square.", war.setup.entry[IT] | war.setup.entry[BR])


class PlacePlanes(Step[Sky], frozen=True):
    """One plane after another enters on its own edge, at any altitude [HM-SETUP.6]."""

    plane: Piece
    verbs = ("at",)

    def ask(self, war: Sky) -> Decision:
        side = war.setup.side_of[self.plane]
        return Decision(side, "Where does {plane} enter?", "HM-SETUP.6", {"at": war.setup.entry[side]}, ("piece", self.plane))

    def take(self, war: Sky, side: int, verb: str, target: int) -> None:
        war.at[self.plane] = target
        war.tell(Event("enter", "HM-SETUP.6", side, (self.plane,), (target,)))
        rest = [p for p in bits(war.setup.own[side]) if war.at[p] == NOWHERE]
        if rest:
            war.become(PlacePlanes(rest[0]))
        else:
            war.finish()

    def domain(self, war: Sky, side: int, verb: str) -> int:
        return war.setup.grid.all

    def refuse(self, war: Sky, side: int, verb: str, target: int) -> Refusal:
        return Refusal("HM-SETUP.6", "Planes enter on their own side's Entry squares.", war.setup.entry[side])
