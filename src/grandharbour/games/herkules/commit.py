"""Who takes part: the attacker says how many of each kind, the defender answers [OH-CBT.3]."""

from __future__ import annotations

from typing import Annotated

from ...engine.choice import NOTHING, Decision, Refusal
from ...engine.geometry.bits import bits, first
from ...engine.kinds import Pieces, Side, Space, Words
from .losses import HStep
from .state import Malta

AIR, BOMB, SEA, LAND = range(4)
Arena = Annotated[int, Words("air", "bomb", "sea", "land")]
PROMPTS = (
    "Which aircraft fight in the air over {place}?",
    "Which aircraft bomb the {what} of {place}?",
    "Which ships and aircraft engage in {place}?",
    "Who engages at {place}?",
)
RULES = ("OH-AC.1", "OH-FAC.1", "OH-CBT.3", "OH-CBT.3")


class Commit(HStep, frozen=True):
    """One side commits units to a battle, one by one or all at once; hands down who is in it."""

    side: Side
    place: Space
    arena: Arena
    pool: Pieces
    aside: Pieces
    """Ships that could bombard but are not part of a plain *all troops* [OH-LC.13]."""
    chosen: Pieces
    least: int
    """How many must be committed [OH-AC.2]."""
    what: str = ""
    verbs = ("commit", "everyone", "troops", "engage")
    rule = "OH-CBT.3"

    def ask(self, war: Malta) -> Decision:
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
        return Decision(self.side, PROMPTS[self.arena], RULES[self.arena], choices, ("space", self.place), quiet)

    def take(self, war: Malta, side: int, verb: str, target: int) -> None:
        if verb == "commit":
            chosen = self.chosen | 1 << target
            if chosen == self.pool | self.chosen:
                war.finish(chosen)
            else:
                war.become(Commit(self.side, self.place, self.arena, self.pool, self.aside, chosen, self.least, self.what))
        elif verb == "everyone":
            war.finish(self.chosen | self.pool)
        elif verb == "troops":
            war.finish(self.chosen | self.pool & ~self.aside)
        else:
            war.finish(self.chosen)

    def tries(self, war: Malta, side: int, verb: str) -> int:
        here = war.here()[self.place] | self.pool | self.aside
        return here & war.setup.own[side]

    def refuse(self, war: Malta, side: int, verb: str, target: int) -> Refusal:
        if verb == "engage":
            return Refusal("OH-AC.2", f"At least {self.least} aircraft must answer the attacker.")
        if verb == "troops":
            return Refusal("OH-LC.13", "No ships bear on this territory.")
        if verb == "commit" and self.chosen >> target & 1:
            return Refusal(RULES[self.arena], f"{war.setup.piece_names[target]} is committed.")
        if verb == "commit" and self.pool & ~self.chosen:
            head = war.twins(target, self.pool & ~self.chosen & war.here()[war.at[target]])
            if head:
                return Refusal("OH-GEN.5", f"Like units are taken in order: choose {war.setup.piece_names[first(head)]}.")
        if verb == "commit":
            return Refusal(RULES[self.arena], f"{war.setup.piece_names[target]} cannot take part in this combat.")
        return Refusal(RULES[self.arena], "Everybody who can take part is committed.")


def best_match(war: Malta, able: int, last: int, least: int) -> int:
    """Those who must answer: all fighters and tactical bombers, then as many others as are still missing [OH-AC.2]."""
    if able.bit_count() > least:
        return 0
    found = able
    for piece in bits(last):
        if found.bit_count() >= least:
            break
        found |= 1 << piece
    return found
