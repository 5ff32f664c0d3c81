"""Choosing who moves: a kind of unit, how many of it, and where to. The same clicks at sea, in the air and on land."""

from __future__ import annotations

from typing import ClassVar

from ...engine.catalogue import text
from ...engine.choice import NOTHING, Decision, Refusal, Verb
from ...engine.geometry.bits import bits, first
from ...engine.kinds import NOWHERE, Piece, Pieces, Side
from ...engine.step import Step
from .state import Islands

VERBS = (
    Verb("unit", "piece", "OH-GEN.5"),
    Verb("stack", "space", "OH-GEN.5"),
    Verb("count", "number", "OH-GEN.5"),
    Verb("to", "space", "OH-LAND.1"),
    Verb("done", "nothing", "OH-GEN.7"),
)


class Muster(Step[Islands], frozen=True):
    """Units join a group, one kind after the other or a whole stack at once; then the group goes somewhere.

    A unit is listed only if the group with it could still go somewhere, so every choice can be completed.
    """

    side: Side
    group: Pieces = 0
    kin: Piece = NOWHERE
    """A kind of which the number is still to be said."""
    verbs: ClassVar[tuple[str, ...]] = ("unit", "stack", "count", "to", "done")
    goes = "to"
    apart: ClassVar[tuple[str, ...]] = ()
    """Verbs that wait until no group is formed."""
    together = True
    """A group starts from one space."""
    prompts = ("ask-muster", "ask-muster-to")
    rule = "OH-GEN.7"

    # --- what each kind of move says

    def free(self, war: Islands) -> int:
        """Who may still be chosen."""
        raise NotImplementedError

    def reach(self, war: Islands, group: int) -> int:
        """Where a group may go."""
        raise NotImplementedError

    def send(self, war: Islands, group: int, target: int) -> None:
        """The group goes."""
        raise NotImplementedError

    def end(self, war: Islands) -> None:
        """Nothing more moves."""
        war.finish()

    def splits(self, war: Islands) -> tuple[int, ...]:
        """What else tells like units apart."""
        return ()

    def more(self, war: Islands) -> dict[str, int]:
        """Other verbs while no group is formed."""
        return {}

    def whole(self, war: Islands, space: int, crowd: int) -> bool:
        """Whether everybody who is free in a space may go at once."""
        return True

    def instead(self, war: Islands) -> dict[str, int]:
        """Other things the group may do."""
        return {}

    # --- the same for all

    def go(self, war: Islands) -> bool:
        if self.kin != NOWHERE:
            return False
        free = self.free(war)
        more = {} if self.group else self.more(war)
        if self.group or free or more:
            war._menu = (self, free, more)
            return False
        self.end(war)
        return True

    def _menu(self, war: Islands) -> tuple[int, dict[str, int]]:
        """Who is free and what else could be done: found by ``go``, and found again if somebody asks without it."""
        menu = war._menu
        if menu is not None and menu[0] is self:
            return menu[1], menu[2]
        return self.free(war), {} if self.group else self.more(war)

    def fits(self, war: Islands, group: int) -> bool:
        """Whether a group could go somewhere; overridden where that is plain without looking at every way."""
        return bool(self.reach(war, group))

    def _with(self, war: Islands, group: int, kin: int = NOWHERE) -> Muster:
        return type(self)(self.side, group, kin)

    def _candidates(self, war: Islands, free: int) -> int:
        free &= ~self.group
        if self.group and self.together:
            heads = war.heads(free & war.here()[war.at[first(self.group)]], *self.splits(war))
        else:
            heads = war.heads_by_space(free, *self.splits(war))
        return heads if self.sure(war) else self.fitting(war, heads)

    def fitting(self, war: Islands, heads: int) -> int:
        """Those with whom the group could go somewhere."""
        pieces = 0
        for piece in bits(heads):
            if self.fits(war, self.group | 1 << piece):
                pieces |= 1 << piece
        return pieces

    def sure(self, war: Islands) -> bool:
        """Whether everybody who is free can go somewhere, alone and with any others."""
        return False

    def _alike(self, war: Islands) -> int:
        """How many of the kind may join."""
        menu = war._menu
        free = menu[1] if menu is not None and menu[0] is self else self.free(war)
        return war.twins(self.kin, free & ~self.group & war.here()[war.at[self.kin]], *self.splits(war))

    def limit(self, war: Islands, piece: int, number: int) -> int:
        """How many of a kind may join at most."""
        return number

    def ask(self, war: Islands) -> Decision:
        if self.kin != NOWHERE:
            number = self.limit(war, self.kin, self._alike(war).bit_count())
            numbers = (1 << number + 1) - 2
            return Decision(
                self.side,
                "ask-muster-many-like",
                self.rule,
                {"count": numbers},
                about=("piece", self.kin),
                quiet=("count", number),
            )
        choices: dict[str, int] = {}
        free, more = self._menu(war)
        units = self._candidates(war, free)
        if units:
            choices["unit"] = units
        if self.group:
            choices[self.goes] = self.reach(war, self.group)
            choices |= self.instead(war)
            return Decision(self.side, self.prompts[1], self.rule, choices)
        stacks = self._stacks(war, free, units)
        if stacks:
            choices["stack"] = stacks
        choices |= more
        choices["done"] = NOTHING
        return Decision(self.side, self.prompts[0], self.rule, choices)

    def _stacks(self, war: Islands, free: int, units: int) -> int:
        """Spaces from which everybody could go together."""
        spaces = 0
        sure = self.sure(war)
        here = war.here()
        at = war.at
        while units:
            space = at[units.bit_length() - 1]
            units &= ~here[space]
            crowd = here[space] & free
            if crowd & (crowd - 1) and self.whole(war, space, crowd) and (sure or self.fits(war, crowd)):
                spaces |= 1 << space
        return spaces

    def take(self, war: Islands, side: int, verb: str, target: int) -> None:
        if verb == "done":
            self.end(war)
        elif verb == "unit":
            asking = self._with(war, self.group, target)
            war._menu = (asking, self._menu(war)[0], {})  # the same units are free
            if asking.limit(war, target, asking._alike(war).bit_count()) > 1:
                war.become(asking)
            else:
                war.become(self._with(war, self.group | 1 << target))
        elif verb == "count":
            group = self.group
            for piece in list(bits(self._alike(war)))[:target]:
                group |= 1 << piece
            war.become(self._with(war, group))
        elif verb == "stack":
            war.become(self._with(war, war.here()[target] & self._menu(war)[0]))
        elif verb == self.goes:
            war.become(self._with(war, 0))
            self.send(war, self.group, target)
        else:
            self.other(war, verb, target)

    def other(self, war: Islands, verb: str, target: int) -> None:
        """A verb of ``more`` was chosen."""
        raise NotImplementedError

    def refuse(self, war: Islands, side: int, verb: str, target: int) -> Refusal:
        if verb == "count" and self.kin == NOWHERE:
            return Refusal("OH-GEN.5", text("why-muster-choose-kind-unit"))
        if verb == "count":
            return Refusal("OH-GEN.5", text("why-muster-so-many-kind"))
        if verb == "done" or (verb in ("stack", *self.apart) and self.group):
            return Refusal(self.rule, text("why-muster-group-was-chosen"))
        if verb == self.goes and not self.group:
            return Refusal(self.rule, text("why-muster-choose-goes-first"))
        if self.kin != NOWHERE:
            return Refusal("OH-GEN.5", text("why-muster-say-first-many"))
        if verb == "stack":
            return Refusal("OH-GEN.5", text("why-muster-several-units-could"), 1 << target)
        if verb == "unit":
            return self.refuse_unit(war, side, target)
        return self.refuse_to(war, side, target)

    def refuse_unit(self, war: Islands, side: int, piece: int) -> Refusal:
        return super().refuse(war, side, "unit", piece)

    def refuse_to(self, war: Islands, side: int, space: int) -> Refusal:
        return super().refuse(war, side, self.goes, space)
