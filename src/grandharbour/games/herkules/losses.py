"""Hits and who takes them [OH-CBT.4 to OH-CBT.7, OH-SEA.6, OH-SEA.9, OH-LC.3]."""

from __future__ import annotations

from ...engine.choice import NOTHING, Decision, Verb
from ...engine.event import Event
from ...engine.geometry.bits import bits, first
from ...engine.kinds import Pieces, Side, Space
from ...engine.step import Step
from .state import AX, BR, Islands

VERBS = (
    Verb("hit", "piece", "OH-CBT.7"),
    Verb("lose", "piece", "OH-CBT.6"),
    Verb("usual", "nothing", "OH-CBT.6"),
)


def destroy(war: Islands, piece: int, wounded: bool = False, quietly: bool = False) -> None:
    """A piece is gone. What it carries goes down with it [OH-SEA.9]; infantry hit on land may come back [OH-LC.3]."""
    setup = war.setup
    bit = 1 << piece
    side = setup.side_of[piece]
    space = war.at[piece]
    if setup.ships & bit:
        load = war.cargo(bit)
        war.beach &= ~bit
        war.freight &= ~bit
        if war.stores:
            war.stores = [(s, n) for s, n in war.stores if s != piece]
        for lost in bits(load):
            destroy(war, lost)
        war.unseen &= ~bit
        war.sweeping &= ~bit
    elif setup.air & bit and war.aloft:
        war.aloft = [(p, base) for p, base in war.aloft if p != piece]
        war.flying &= ~bit
    war.unstow(bit)
    war.hit1 &= ~bit
    war.hit2 &= ~bit
    back = wounded and setup.of_kind["inf"] & bit
    war.put(piece, setup.wounded[side] if back else setup.lost[side])
    if war.log is not None and not quietly:
        spaces = (space,) if space < setup.areas else ()
        war.tell(Event("wounded" if back else "lost", "OH-LC.3" if back else "OH-CBT.6", side, pieces=(piece,), spaces=spaces))


def fatal(war: Islands, piece: int, wounded: bool) -> bool:
    """Whether a piece falls to its next hit. On the way by air a unit is lost whole, also a tank [OH-PARA.3]."""
    return war.hits_left(piece) <= 1 or bool(war.setup.ground >> piece & 1 and not wounded)


def strike(war: Islands, piece: int, wounded: bool = False) -> None:
    """One hit on one piece [OH-SEA.6, OH-LC.8, OH-LC.10]."""
    if fatal(war, piece, wounded):
        destroy(war, piece, wounded)
        return
    bit = 1 << piece
    if war.hit1 & bit:
        war.hit2 |= bit
    else:
        war.hit1 |= bit
    if war.log is not None:
        spaces = (war.at[piece],) if war.at[piece] < war.setup.areas else ()
        war.tell(Event("damaged", "OH-SEA.6", war.setup.side_of[piece], pieces=(piece,), spaces=spaces))


def hold_worth(war: Islands, ship: int) -> float:
    """What goes down with a ship; of the convoy's cargo, which is dealt later, her share [G-14]."""
    setup = war.setup
    if war.at[ship] == setup.convoy:
        waiting = war.here()[setup.convoy] & ~war.stowed
        if setup.transports >> ship & 1:
            load = sum(0.8 * setup.worth[p] for p in bits(waiting & setup.ground)) + 3.0 * setup.convoy_markers
            return load / (waiting & setup.transports).bit_count()
        if setup.of_kind["cv"] >> ship & 1:
            load = sum(0.8 * setup.worth[p] for p in bits(waiting & setup.air))
            return load / (waiting & setup.of_kind["cv"]).bit_count()
        return 0.0
    return sum(0.8 * setup.worth[p] for p in bits(war.cargo(1 << ship))) + 3.0 * war.stored(ship)


def smart(war: Islands, piece: int, wounded: bool = True) -> float:
    """What one more hit costs the owner of a piece."""
    setup = war.setup
    left = 1 if fatal(war, piece, wounded) else war.hits_left(piece)
    worth = setup.worth[piece]
    bit = 1 << piece
    if left > 1:
        if setup.of_kind["gun"] & bit:
            return 0.1  # the first hit does no harm [OH-LC.10]
        return worth * (0.5 if setup.stall & bit else 0.25 if left > 2 else 0.35)
    if setup.ships & bit:
        worth += hold_worth(war, piece)
    elif setup.of_kind["inf"] & bit:
        worth *= 0.75  # every second one comes back [OH-RG.7]
    return worth


def prize(war: Islands, piece: int, hits: int) -> float:
    """What a firer gains for each of its hits by aiming at a piece."""
    setup = war.setup
    left = war.hits_left(piece)
    worth = setup.worth[piece]
    bit = 1 << piece
    if setup.ships & bit:
        worth += hold_worth(war, piece)
    elif setup.of_kind["inf"] & bit:
        worth *= 0.75
    return worth / left if left <= hits else 0.3 * worth / left


def points(war: Islands, units: int, wounded: bool = True) -> int:
    """How many hits some units can take."""
    return sum(1 if fatal(war, piece, wounded) else war.hits_left(piece) for piece in bits(units))


class Lose(Step[Islands], frozen=True):
    """The owner chooses who takes each hit [OH-CBT.6]; units of ``first_class`` go before the others [OH-CBT.4]."""

    side: Side
    where: Space
    units: Pieces
    reserve: Pieces
    """Units that may be hit only when all others are gone [OH-CBT.4]."""
    hits: int
    wounded: bool
    """Infantry goes to the box of the turn: a land combat [OH-LC.3]."""
    verbs = ("lose", "usual")
    rule = "OH-CBT.6"

    def _open(self, war: Islands) -> int:
        here = war.here()[self.where]
        return here & self.units or here & self.reserve

    def go(self, war: Islands) -> bool:
        units = self._open(war)
        if self.hits <= 0 or not units:
            war.finish()
            return True
        here = war.here()[self.where]
        if self.hits >= points(war, here & (self.units | self.reserve), self.wounded):
            for piece in bits(here & (self.units | self.reserve)):
                if war.at[piece] == self.where:
                    destroy(war, piece, self.wounded)
            war.finish()
            return True
        if war.heads(units).bit_count() == 1:
            piece = first(units)
            war.become(Lose(self.side, self.where, self.units, self.reserve, self.hits - 1, self.wounded))
            strike(war, piece, self.wounded)
            return True
        return False

    def ask(self, war: Islands) -> Decision:
        choices = {"lose": war.heads(self._open(war)), "usual": NOTHING}
        return Decision(self.side, "ask-lose", "OH-CBT.6", choices, about=("space", self.where), quiet=("usual", 0))

    def take(self, war: Islands, side: int, verb: str, target: int) -> None:
        if verb == "lose":
            war.become(Lose(self.side, self.where, self.units, self.reserve, self.hits - 1, self.wounded))
            strike(war, target, self.wounded)
            return
        war.finish()
        for _ in range(self.hits):
            units = self._open(war)
            if not units:
                break
            strike(war, min(bits(war.heads(units)), key=lambda piece: smart(war, piece, self.wounded)), self.wounded)


class Aim(Step[Islands], frozen=True):
    """The firer chooses what its hits fall on [OH-CBT.7]. A hit on something sunk must go elsewhere [G-46]."""

    side: Side
    where: Space
    targets: Pieces
    hits: int
    wounded: bool
    verbs = ("hit", "usual")
    rule = "OH-CBT.7"

    def tries(self, war: Islands, side: int, verb: str) -> int:
        return war.here()[self.where] & war.setup.own[1 - side]

    def go(self, war: Islands) -> bool:
        targets = war.here()[self.where] & self.targets
        if self.hits <= 0 or not targets:
            war.finish()
            return True
        if self.hits >= points(war, targets):
            for piece in bits(targets):
                if war.at[piece] == self.where:
                    destroy(war, piece, self.wounded)
            war.finish()
            return True
        if self._heads(war).bit_count() == 1 and war.hits_left(first(targets)) == 1 and not targets & war.setup.ships:
            war.become(Aim(self.side, self.where, self.targets, self.hits - 1, self.wounded))
            strike(war, first(targets), self.wounded)
            return True
        return False

    def _heads(self, war: Islands) -> int:
        """Ships that may still be redirected are told from those that may not [OH-NAV.10]."""
        went = war.went if war.first == BR and self.side == AX else ()
        return war.heads(war.here()[self.where] & self.targets, *went)

    def ask(self, war: Islands) -> Decision:
        choices = {"hit": self._heads(war), "usual": NOTHING}
        return Decision(self.side, "ask-aim", "OH-CBT.7", choices, about=("space", self.where), quiet=("usual", 0))

    def take(self, war: Islands, side: int, verb: str, target: int) -> None:
        if verb == "hit":
            war.become(Aim(self.side, self.where, self.targets, self.hits - 1, self.wounded))
            strike(war, target, self.wounded)
            return
        war.finish()
        for left in range(self.hits, 0, -1):
            heads = self._heads(war)
            if not heads:
                break
            strike(war, max(bits(heads), key=lambda piece: prize(war, piece, left)), self.wounded)


def roll(war: Islands, dice: int, hit_on: int) -> tuple[int, tuple[int, ...]]:
    """Dice that hit on a number or less: how many did, and their faces."""
    if dice <= 0 or hit_on <= 0:
        return 0, ()
    missed, faces = war.hits(dice, hit_on + 1)
    return dice - missed, faces
