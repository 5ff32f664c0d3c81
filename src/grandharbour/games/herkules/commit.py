"""Who takes part: the attacker says how many of each kind, the defender answers [OH-CBT.3]."""

from __future__ import annotations

from typing import Annotated

from msgspec.structs import replace

from ...engine.catalogue import Hole, text
from ...engine.choice import NOTHING, Decision, Refusal, Verb
from ...engine.geometry.bits import bits, first
from ...engine.kinds import Pieces, Side, Space, Words
from ...engine.step import Step
from .state import Islands

VERBS = (
    Verb("commit", "piece", "OH-CBT.3"),
    Verb("everyone", "nothing", "OH-CBT.3", dice=True),
    Verb("troops", "nothing", "OH-CBT.3", dice=True),
    Verb("engage", "nothing", "OH-CBT.3", dice=True),
)

AIR, BOMB, SEA, LAND = range(4)
Arena = Annotated[int, Words("air", "bomb", "sea", "land")]
PROMPTS = ("ask-commit-air", "ask-commit-bomb", "ask-commit-sea", "ask-commit-land")
RULES = ("OH-AC.1", "OH-FAC.1", "OH-CBT.3", "OH-CBT.3")


class Commit(Step[Islands], frozen=True):
    """One side commits units to a battle, one by one or all at once; hands down who is in it."""

    side: Side
    place: Space
    arena: Arena
    pool: Pieces
    aside: Pieces = 0
    """Ships that could bombard but are not part of a plain *all troops* [OH-LC.13]."""
    chosen: Pieces = 0
    least: int = 0
    """How many must be committed [OH-AC.2]."""
    verbs = ("commit", "everyone", "troops", "engage")
    rule = "OH-CBT.3"

    def ask(self, war: Islands) -> Decision:
        left = self.pool & ~self.chosen
        choices = {}
        if left:
            choices["commit"] = war.heads_by_space(left)
            choices["everyone"] = NOTHING
            if left & self.aside and left & ~self.aside:
                choices["troops"] = NOTHING
        if self.chosen.bit_count() >= self.least:
            choices["engage"] = NOTHING
        quiet = ("engage", 0) if "engage" in choices else ("everyone", 0)
        return Decision(self.side, PROMPTS[self.arena], RULES[self.arena], choices, about=("space", self.place), quiet=quiet)

    def holes(self, war: Islands, side: int) -> dict[str, Hole]:
        return {"airfield": bool(war.setup.airfields >> self.place & 1)}

    def take(self, war: Islands, side: int, verb: str, target: int) -> None:
        if verb == "commit":
            chosen = self.chosen | 1 << target
            if chosen == self.pool | self.chosen:
                war.finish(chosen)
            else:
                war.become(replace(self, chosen=chosen))
        elif verb == "everyone":
            war.finish(self.chosen | self.pool)
        elif verb == "troops":
            war.finish(self.chosen | self.pool & ~self.aside)
        else:
            war.finish(self.chosen)

    def tries(self, war: Islands, side: int, verb: str) -> int:
        here = war.here()[self.place] | self.pool | self.aside
        return here & war.setup.own[side]

    def refuse(self, war: Islands, side: int, verb: str, target: int) -> Refusal:
        if verb == "engage":
            return Refusal("OH-AC.2", text("why-commit-at-least-aircraft", least=self.least))
        if verb == "troops":
            return Refusal("OH-LC.13", text("why-commit-no-ships-bear"))
        if verb == "commit" and self.chosen >> target & 1:
            return Refusal(RULES[self.arena], text("why-commit-committed", unit=("piece", target)))
        if verb == "commit" and self.pool & ~self.chosen:
            head = war.twins(target, self.pool & ~self.chosen & war.here()[war.at[target]])
            if head:
                return Refusal("OH-GEN.5", text("why-like-units", unit=("piece", first(head))))
        if verb == "commit":
            return Refusal(RULES[self.arena], text("why-commit-cannot-take-part", unit=("piece", target)))
        return Refusal(RULES[self.arena], text("why-commit-everybody-can-take"))


def best_match(war: Islands, able: int, last: int, least: int) -> int:
    """Those who must answer: all fighters and tactical bombers, then as many others as are still missing [OH-AC.2]."""
    if able.bit_count() > least:
        return 0
    matched = able
    for piece in bits(last):
        if matched.bit_count() >= least:
            break
        matched |= 1 << piece
    return matched
