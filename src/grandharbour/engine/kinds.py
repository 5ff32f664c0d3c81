"""What the fields of a war and of a step hold.

Inside the rules everything is an int: a piece, a space, a side, a set of spaces. The kinds below tell the edges
(position text, save file, browser) which names stand behind the int, so no game writes a line of code for that.

    class Move(Step[Sky], frozen=True):
        plane: Piece
        left: int
"""

from __future__ import annotations

from collections.abc import Mapping
from copy import copy
from functools import cached_property
from typing import Annotated, TypeAlias, TypeVar

NOWHERE = -1
"""A piece that is in no space, or a side that is nobody."""

Side: TypeAlias = Annotated[int, "side"]
Piece: TypeAlias = Annotated[int, "piece"]
Space: TypeAlias = Annotated[int, "space"]
Lot: TypeAlias = Annotated[int, "lot"]
Sides: TypeAlias = Annotated[int, "sides"]
"""A set of sides, as every set an int with one bit for each member."""
Pieces: TypeAlias = Annotated[int, "pieces"]
Spaces: TypeAlias = Annotated[int, "spaces"]

T = TypeVar("T")
Maybe: TypeAlias = Annotated[T, "or none"]
"""In a step: ``unit: Maybe[Piece]`` may be NOWHERE. Every other piece, space, side or lot of a step must be there, unless NOWHERE
is its default."""
PerPiece: TypeAlias = Annotated[list[T], "per piece"]
"""A list with one entry for each piece, written by the piece's name."""
PerSide: TypeAlias = Annotated[list[T], "per side"]
PerLot: TypeAlias = Annotated[list[T], "per lot"]
PerSpace: TypeAlias = Annotated[list[T], "per space"]


class Words:
    """An int that is one of a few words: ``Chit = Annotated[int, Words("FACE", "GREEN")]``."""

    def __init__(self, *words: str) -> None:
        self.words = words
        self.number = {word: i for i, word in enumerate(words)}


class UnknownName(LookupError):
    """There is no game, scenario, option or side of that name."""

    def __str__(self) -> str:
        return str(self.args[0])


class Names:
    """The printed names behind the ints of one setup, both ways.

    >>> names = Names(("IT", "BR"), ("CR42 1",), ("D5/1", "D5/2"))
    >>> names.of("space", 1), names.find("piece", "CR42 1")
    ('D5/2', 0)
    """

    def __init__(
        self,
        sides: tuple[str, ...],
        pieces: tuple[str, ...],
        spaces: tuple[str, ...],
        lots: tuple[str, ...] = (),
        spoken: Mapping[str, tuple[str, ...]] | None = None,
    ) -> None:
        self.lists: dict[str, tuple[str, ...]] = {"side": sides, "piece": pieces, "space": spaces, "lot": lots}
        self.spoken = {**self.lists, **(spoken or {})}
        # A bitboard has a padded border: an empty name is an index that stands for nothing.
        self.index = {kind: {name: i for i, name in enumerate(names) if name} for kind, names in self.lists.items()}

        self.everything = {kind: sum(1 << i for i in index.values()) for kind, index in self.index.items()}
        """All members of each kind, as a set."""

    def of(self, kind: str, number: int) -> str:
        """The printed name; "-" for NOWHERE. Of a set ("pieces", "spaces", "sides", "lots") all names, one after the other.

        >>> Names(("IT", "BR"), (), ()).of("sides", 0b11)
        'IT, BR'
        """
        if kind in self.lists:
            return "-" if number < 0 else self.lists[kind][number]
        return ", ".join(name for i, name in enumerate(self.lists[kind.removesuffix("s")]) if number >> i & 1)

    def called(self, kind: str, number: int) -> str:
        """As ``of``, in a sentence: a piece as its counter calls it, a hex with the town in it.

        >>> Names((), ("CR42 1",), (), spoken={"piece": ("CR.42 1",)}).called("piece", 0)
        'CR.42 1'
        """
        if kind in self.lists:
            return "-" if number < 0 else self.spoken[kind][number]
        return ", ".join(name for i, name in enumerate(self.spoken[kind.removesuffix("s")]) if number >> i & 1)

    @cached_property
    def aloud(self) -> Names:
        """These names as sentences say them, for who writes values by their names."""
        spoken = copy(self)
        spoken.lists = self.spoken
        return spoken

    def find(self, kind: str, name: str) -> int:
        """The int behind a printed name; KeyError if there is none."""
        if name == "-":
            return NOWHERE
        return self.index[kind][name]
