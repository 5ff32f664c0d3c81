"""Decisions: who must choose, among what, under which rule."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

if TYPE_CHECKING:
    from .game import Game

NOTHING = 1
"""The targets of a verb that needs none: the set with the one member 0."""


class Verb:
    """One word of a game's vocabulary of choices, with what its target is: ``Verb("drop", "space", "3.2.b")``.

    ``kind`` is piece, space, number, lot or nothing; ``dice``: it may lead to a roll, so its odds are worth showing. Its words are
    ``verb-ID`` and ``verb-ID.help`` of the game's catalogue.
    """

    __slots__ = ("dice", "game", "id", "kind", "rule")

    def __init__(self, id: str, kind: str, rule: str, dice: bool = False) -> None:
        self.id = id
        self.kind = kind
        self.rule = rule
        self.dice = dice
        self.game: Game | None = None

    @property
    def label(self) -> str:
        """What stands on the button."""
        return self.game.say(f"verb-{self.id}") if self.game else self.id

    @property
    def help(self) -> str:
        """A sentence more, where the label does not say enough."""
        return self.game.say(f"verb-{self.id}.help", "") if self.game else ""


class Decision(msgspec.Struct, frozen=True, gc=False):
    """What one side must choose now: ``choices`` maps each verb to the set of its legal targets.

    A set is an int with one bit for each member, so lists have a fixed order: bits ascending.
    """

    side: int
    prompt: str
    rule: str
    choices: dict[str, int]
    about: tuple[str, int] | None = None
    """What the question is about: ("piece", 3)."""
    quiet: tuple[str, int] | None = None
    """What a player who does not care would answer."""
    sealed: bool = False
    """Never answered for the player, not even when forced: that he is asked, and how fast he answers, must tell nothing."""

    @property
    def forced(self) -> tuple[str, int] | None:
        """The only choice, if there is only one."""
        if len(self.choices) == 1:
            ((verb, mask),) = self.choices.items()
            if mask & (mask - 1) == 0:
                return verb, mask.bit_length() - 1
        return None


class Refusal(msgspec.Struct, frozen=True):
    """Why something may not be chosen: the rule, a sentence, the spaces concerned, the earlier choice that binds it.

    A step may give the sentence as a Text; whoever asked gets it written.
    """

    rule: str
    reason: Any
    spaces: int = 0
    because: int | None = None


class Illegal(Exception):
    """A choice that is not listed. Nothing has changed."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(f"{refusal.reason} [{refusal.rule}]" if refusal.rule else refusal.reason)
        self.refusal = refusal
        self.rule = refusal.rule
        self.reason = refusal.reason


class Outcome(msgspec.Struct, frozen=True):
    """How a game ended. ``winner`` is a side, or -1 for a draw."""

    winner: int
    reason: str
    rule: str
    scores: tuple[int, ...] = ()
    level: str = ""
