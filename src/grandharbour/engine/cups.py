"""Dice that nobody can choose: the server's secret, and what the people at a table shake into it.

Everybody at the table has a *cup*: a secret number of his own, hashed over and over. The last hash, the *seal*, is shown when he sits
down; from then on each of his clicks carries the next *link*, the number whose hash was shown before. So nobody can choose a link,
and nobody but its owner knows it before it comes. All links that have come are folded into the *trail* of the table, and dice are
drawn from the secret, the trail and the number of the draw:

    seal    = H(H(…H(own secret)…))        link: the number with H(link) = the one before it, or the seal
    origin  = H("table", H(secret), id of the table, what was set up)
    trail   = H(trail or origin, side, link)     at every click of somebody with a cup
    trail   = H(trail or origin, "back", choices)     when the table goes back: what falls again falls anew
    dice    = H("dice", secret, trail)     the seed of ``Seeded``, as long as the trail stays what it is

Before anybody has shaken the trail is empty and the dice are those of the secret alone: so it is with what a game draws to set up,
and at tables of one person. docs/dice.md has the whole of it, with what it cannot prevent.
"""

from __future__ import annotations

import hashlib
import json
from typing import Any

import msgspec
from msgspec.structs import replace

from .catalogue import say
from .dice import Seeded, commitment


def hashed(*parts: str) -> str:
    """SHA-256 of some words, one a line, in hex."""
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()


def agreed(game: str, scenario: str, options: dict[str, Any], tables: str, start: str) -> str:
    """The hash of what a table was set up with: nobody changes it after the first link."""
    said = [game, scenario, options, tables, start]
    return hashed(json.dumps(said, sort_keys=True, ensure_ascii=False, separators=(",", ":")))


def is_link(word: str) -> bool:
    """Whether a word could be a seal or a link: 64 hex digits, small letters."""
    return len(word) == 64 and all(letter in "0123456789abcdef" for letter in word)


class WrongLink(ValueError):
    """A link that does not follow the one before it, is missing, or is not wanted."""


class Cup(msgspec.Struct, frozen=True):
    """What one person puts into the dice."""

    seal: str
    """Its end, shown when he sat down."""
    last: str
    """The link that came last; the next one's hash is this."""
    fresh: bool = True
    """Nobody else has shaken since it came: who holds it and knows the secret could have chosen it by what would fall."""
    changed: int = 0
    """How many cups of this side were lost before."""


class Mix(msgspec.Struct, frozen=True):
    """A secret and what has been shaken into it so far."""

    secret: bytes
    table: str = ""
    """The id of a table where people shake, else empty."""
    origin: str = ""
    """What the first link is folded into."""
    trail: str = ""
    cups: dict[str, Cup] = {}
    """By side."""

    @classmethod
    def of_table(cls, secret: bytes, table: str, setup: str) -> Mix:
        """The dice of a table where people shake, before anybody has."""
        return cls(secret, table, hashed("table", commitment(secret), table, setup))

    @property
    def commitment(self) -> str:
        """The hash of the secret."""
        return commitment(self.secret)

    @property
    def dice(self) -> Seeded:
        """The dice as they fall now."""
        if not self.trail:
            return Seeded(self.secret)
        return Seeded(bytes.fromhex(hashed("dice", self.secret.hex(), self.trail)))

    def wants(self, side: str) -> bool:
        """Whether a click of this side must carry a link.

        A cup that came after another person had shaken must wait until he shakes again: till then it adds nothing.
        """
        cup = self.cups.get(side)
        if cup is None:
            return False
        return not cup.fresh or all(other.fresh for name, other in self.cups.items() if name != side)

    def with_cup(self, side: str, seal: str) -> Mix:
        """A person sits down, or has lost his cup and brings another; without a seal he goes on without one."""
        if not self.table:
            raise WrongLink(say("cup-nobody"))
        if seal and not is_link(seal):
            raise WrongLink(say("cup-seal"))
        cups = dict(self.cups)
        old = cups.pop(side, None)
        if seal:
            cups[side] = Cup(seal, seal, True, 0 if old is None else old.changed + 1)
        return replace(self, cups=cups)

    def clicked(self, side: str, link: str) -> Mix:
        """A click of a side, with its link if it must carry one."""
        wanted = self.wants(side)
        if not wanted and link:
            raise WrongLink(say("cup-not-wanted"))
        return self._folded(side, link) if wanted else self

    def shaken(self, side: str, link: str) -> Mix:
        """A link without a click. Whoever shakes makes other people's cups good: they cannot have been chosen with it in mind."""
        if not self.wants(side):
            raise WrongLink(say("cup-not-now"))
        mixed = self._folded(side, link)
        cups = {name: cup if name == side else replace(cup, fresh=False) for name, cup in mixed.cups.items()}
        return replace(mixed, cups=cups)

    def back(self, choices: int) -> Mix:
        """The table has gone back: from here on other dice fall."""
        return replace(self, trail=hashed(self.trail or self.origin, "back", str(choices)))

    def _folded(self, side: str, link: str) -> Mix:
        cup = self.cups[side]
        if not link:
            raise WrongLink(say("cup-needed"))
        if not is_link(link) or hashed(link) != cup.last:
            raise WrongLink(say("cup-not-next"))
        cups = {**self.cups, side: replace(cup, last=link)}
        return replace(self, trail=hashed(self.trail or self.origin, side, link), cups=cups)
