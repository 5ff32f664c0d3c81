"""Anti-aircraft fire [HM-AA]."""

from __future__ import annotations

from ...engine.catalogue import text
from ...engine.choice import NOTHING, Decision, Refusal, Verb
from ...engine.geometry.bits import bits, first
from ...engine.kinds import NOWHERE, Pieces, Space, Spaces
from ...engine.step import Step
from .fire import FLAK, throw
from .state import BR, IT, Sky

VERBS = (Verb("fire", "piece", "HM-ENG.3", dice=True), Verb("hold", "nothing", "HM-ENG.2"))
"""Of guns here, and of fighters in ``movement``."""


def in_reach(war: Sky, gun: int, planes: int) -> int:
    """Those of a set of planes over a gun's square at an altitude it reaches [HM-AA.2]."""
    setup = war.setup
    under_fire = 0
    for plane in bits(planes):
        cell = war.at[plane]
        if cell != NOWHERE and setup.square_bit[cell] >> gun & 1 and setup.aa_needs[setup.level[cell]]:
            under_fire |= 1 << plane
    return under_fire


def beside_objective(war: Sky, gun: int) -> bool:
    """Guns with an Objective in their square fire at everything [HM-AA.5]; a ruin counts only by option."""
    targets = war.objectives | war.ruins if war.setup.aa_on_ruin else war.objectives
    return bool(targets >> gun & 1)


def flak_at(war: Sky, plane: int, cell: int) -> int:
    """What the guns below a cell need against a plane, 0 if none reaches it."""
    setup = war.setup
    for gun in bits(war.guns & setup.square_bit[cell]):
        if setup.side_of[plane] == IT or beside_objective(war, gun):
            return setup.aa_needs[setup.level[cell]]
    return 0


class AntiAircraft(Step[Sky], frozen=True):
    """The AA step: each gun in turn [HM-AA.1]."""

    left: Spaces

    def go(self, war: Sky) -> bool:
        left = self.left
        flying = war.on_board(IT) | war.on_board(BR)
        while left:
            gun = first(left)
            left &= left - 1
            if beside_objective(war, gun):
                targets = in_reach(war, gun, flying)
                step: Step[Sky] = Barrage(gun, targets)
            else:
                targets = in_reach(war, gun, flying & war.setup.own[IT])
                step = GunFire(gun, targets)
            if targets:
                war.become(AntiAircraft(left))
                war.push(step)
                return True
        war.finish()
        return True


class Barrage(Step[Sky], frozen=True):
    """Guns beside an Objective roll once against every plane there, friend or foe [HM-AA.5]."""

    gun: Space
    targets: Pieces

    def go(self, war: Sky) -> bool:
        war.guns_fired |= 1 << self.gun
        plane = first(self.targets)
        if plane < 0:
            war.finish()
            return True
        war.become(Barrage(self.gun, self.targets & ~(1 << plane)))
        throw(war, FLAK, NOWHERE, plane, self.gun)
        return True


class GunFire(Step[Sky], frozen=True):
    """Other guns fire at one Italian plane, or hold [HM-AA.1]."""

    gun: Space
    targets: Pieces
    verbs = ("fire", "hold")

    def ask(self, war: Sky) -> Decision:
        choices = {"fire": self.targets, "hold": NOTHING}
        quiet = ("fire", first(self.targets))
        return Decision(BR, "ask-gun-fire", "HM-AA.1", choices, about=("space", self.gun), quiet=quiet)

    def take(self, war: Sky, side: int, verb: str, target: int) -> None:
        war.finish()
        if verb == "fire":
            war.guns_fired |= 1 << self.gun
            throw(war, FLAK, NOWHERE, target, self.gun)

    def refuse(self, war: Sky, side: int, verb: str, target: int) -> Refusal:
        setup = war.setup
        if setup.side_of[target] == BR:
            return Refusal("HM-AA.1", text("why-gun-fire-italians"))
        cell = war.at[target]
        if cell == NOWHERE or not setup.square_bit[cell] >> self.gun & 1:
            return Refusal("HM-AA.1", text("why-gun-fire-square"), 1 << self.gun)
        if not setup.aa_needs[setup.level[cell]]:
            return Refusal("HM-AA.2", text("why-gun-fire-height", level=setup.level[cell]), 1 << cell)
        return Refusal("HM-AA.1", text("why-gun-fire-arrived"), 1 << cell)


def arrival_fire(war: Sky, plane: int) -> None:
    """With `aa_reaction`, guns may fire at once at an Italian plane that arrives, and at it alone [HM-AA.1, HM-AA.5]."""
    square = war.setup.square_bit[war.at[plane]]
    if not war.guns & ~war.guns_fired & square:
        return
    gun = first(square)
    if in_reach(war, gun, 1 << plane):
        war.push(GunFire(gun, 1 << plane))
