"""Dice that nobody can foresee and everybody can check.

Draw number *n* of a game is SHA-256 of (seed, n): the state of the dice is a counter, so copies are free and every die of
a log can be verified once the seed is known. The seed's hash, the commitment, is shown before the first roll. Where two people
play, the seed changes with every click of theirs: cups.py.

Hidden draws (a chit drawn face down) have a counter of their own, so that their number tells the other side nothing.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from math import comb
from typing import Any, NamedTuple, Protocol

_sha256 = hashlib.sha256
PUBLIC, HIDDEN = b"\x00", b"\x01"
_PAIR_WEIGHTS = (1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1)
# Faces that stand for a sum when only the sum is asked for; doubles only where the sum allows nothing else.
_PAIR_FACES = ((1, 1), (1, 2), (1, 3), (1, 4), (1, 5), (1, 6), (2, 6), (3, 6), (4, 6), (5, 6), (6, 6))


class Dice(Protocol):
    """Where chance comes from. A war calls it with its own counter; a source keeps no state of its own."""

    def d6(self, draw: int) -> int:
        """One die."""

    def pair(self, draw: int) -> tuple[int, int]:
        """Two dice of which the sum decides."""

    def hits(self, draw: int, n: int, need: int) -> tuple[int, tuple[int, ...]]:
        """How many of n dice show ``need`` or more, and their faces."""

    def pick(self, draw: int, n: int, hidden: bool) -> int:
        """One of n things, from 0."""


class OutOfDice(Exception):
    """A scripted or sealed source was asked for a die it does not have."""


class Seeded:
    """The real dice: a counter-based stream from a 256-bit seed.

    >>> dice = Seeded(bytes(32))
    >>> dice.pair(0) == dice.pair(0)
    True
    """

    __slots__ = ("_hidden", "_public", "seed")

    def __init__(self, seed: bytes) -> None:
        if len(seed) != 32:
            raise ValueError("a seed has 32 bytes")
        self.seed = seed
        self._public = seed + PUBLIC
        self._hidden = seed + HIDDEN

    @property
    def commitment(self) -> str:
        """The hash of the seed: shown before the first roll, so that nobody can change it afterwards."""
        return commitment(self.seed)

    def d6(self, draw: int) -> int:
        byte: int
        for byte in _sha256(self._public + draw.to_bytes(8, "little")).digest():
            if byte < 252:  # 252 = 42 * 6: every face equally likely
                return byte % 6 + 1
        return self._faces(draw, 1)[0]

    def pair(self, draw: int) -> tuple[int, int]:
        digest = _sha256(self._public + draw.to_bytes(8, "little")).digest()
        a, b = digest[0], digest[1]
        if a < 252 and b < 252:
            return a % 6 + 1, b % 6 + 1
        faces = self._faces(draw, 2)
        return faces[0], faces[1]

    def hits(self, draw: int, n: int, need: int) -> tuple[int, tuple[int, ...]]:
        faces = tuple(self._faces(draw, n))
        return sum(face >= need for face in faces), faces

    def pick(self, draw: int, n: int, hidden: bool) -> int:
        prefix = self._hidden if hidden else self._public
        # 128 bits over at most a few thousand: the bias is far below anything a game could show.
        return int.from_bytes(_sha256(prefix + draw.to_bytes(8, "little")).digest()[:16], "little") % n

    def _faces(self, draw: int, n: int) -> list[int]:
        faces: list[int] = []
        key, block = self._public + draw.to_bytes(8, "little"), 0
        while len(faces) < n:
            digest = _sha256(key if block == 0 else key + block.to_bytes(4, "little")).digest()
            faces += [byte % 6 + 1 for byte in digest if byte < 252]
            block += 1
        return faces[:n]


def commitment(seed: bytes) -> str:
    """The hash shown before the first roll; the seed shown afterwards must give it."""
    return _sha256(b"grand harbour dice 1\n" + seed).hexdigest()


def seed_bytes(seed: int | str | bytes) -> bytes:
    """A 256-bit seed from what a person types: a number, 64 hex digits, or the bytes themselves."""
    if isinstance(seed, bytes):
        if len(seed) != 32:
            raise ValueError("a seed has 32 bytes")
        return seed
    if isinstance(seed, str):
        if len(seed) == 64:
            try:
                return bytes.fromhex(seed)
            except ValueError:
                pass
        if not seed.lstrip("-").isdigit():
            raise ValueError("a seed is a number or 64 hex digits")
        seed = int(seed)
    return _sha256(b"grand harbour seed " + str(seed).encode()).digest()


class Scripted:
    """Dice laid down in advance, for tests and examples: one entry for each draw, then an error.

    An entry is a face, a pair of faces, a tuple of faces for ``hits`` or an index for ``pick``.
    """

    __slots__ = ("draws", "hidden", "start")

    def __init__(self, draws: Sequence[int | tuple[int, ...]], start: int = 0, hidden: Dice | None = None) -> None:
        self.draws = tuple(draws)
        self.start = start
        self.hidden = hidden

    def _next(self, draw: int, what: str) -> int | tuple[int, ...]:
        try:
            return self.draws[draw - self.start]
        except IndexError:
            raise OutOfDice(f"the script has {len(self.draws)} draws; the rules ask for one more ({what})") from None

    def d6(self, draw: int) -> int:
        face = self._next(draw, "1d6")
        if not isinstance(face, int) or not 1 <= face <= 6:
            raise OutOfDice(f"draw {draw - self.start}: the rules ask for 1d6, the script has {face!r}")
        return face

    def pair(self, draw: int) -> tuple[int, int]:
        faces = self._next(draw, "2d6")
        if isinstance(faces, int) and 2 <= faces <= 12:
            return _PAIR_FACES[faces - 2]  # a test may name the sum
        if isinstance(faces, int) or len(faces) != 2 or not all(1 <= face <= 6 for face in faces):
            raise OutOfDice(f"draw {draw - self.start}: the rules ask for 2d6, the script has {faces!r}")
        return faces[0], faces[1]

    def hits(self, draw: int, n: int, need: int) -> tuple[int, tuple[int, ...]]:
        faces = self._next(draw, f"{n}d6")
        if isinstance(faces, int) or len(faces) != n or not all(1 <= face <= 6 for face in faces):
            raise OutOfDice(f"draw {draw - self.start}: the rules ask for {n}d6, the script has {faces!r}")
        return sum(face >= need for face in faces), faces

    def pick(self, draw: int, n: int, hidden: bool) -> int:
        if hidden:
            if self.hidden is None:
                raise OutOfDice("the script has no hidden draws")
            return self.hidden.pick(draw, n, True)
        chosen = self._next(draw, f"one of {n}")
        if not isinstance(chosen, int) or not 0 <= chosen < n:
            raise OutOfDice(f"draw {draw - self.start}: the rules pick one of {n}, the script has {chosen!r}")
        return chosen


class Fallen(NamedTuple):
    """One draw of a game as it fell."""

    choice: int
    """Behind which choice; 0 before the first."""
    number: int
    """Of this draw, from 1; hidden draws are counted apart."""
    hidden: bool
    of: int
    """One of so many things was picked; 0: these are faces of dice."""
    shows: tuple[int, ...]
    """The faces, or which thing it was, from 0."""

    def line(self) -> list[int | str]:
        """As a record holds it."""
        return [self.number, *(("hidden of" if self.hidden else "of", self.of) if self.of else ("dice",)), *self.shows]


def fallen(choice: int, line: Sequence[Any]) -> Fallen:
    """A draw from the line of a record; ValueError if it is none."""
    number, what, *rest = line
    if what not in ("dice", "of", "hidden of") or not all(type(part) is int and part >= 0 for part in (number, *rest)):
        raise ValueError("not a draw")
    if what == "dice":
        if not rest or not all(1 <= face <= 6 for face in rest):
            raise ValueError("not a draw")
        return Fallen(choice, number, False, 0, tuple(rest))
    of, shown = rest
    if shown >= of:
        raise ValueError("not a draw")
    return Fallen(choice, number, what == "hidden of", of, (shown,))


class Noting:
    """Dice of which every draw is written down."""

    __slots__ = ("choice", "dice", "drawn")

    def __init__(self, dice: Dice, drawn: list[Fallen], choice: int) -> None:
        self.dice = dice
        self.drawn = drawn
        self.choice = choice

    def d6(self, draw: int) -> int:
        face = self.dice.d6(draw)
        self.drawn.append(Fallen(self.choice, draw + 1, False, 0, (face,)))
        return face

    def pair(self, draw: int) -> tuple[int, int]:
        faces = self.dice.pair(draw)
        self.drawn.append(Fallen(self.choice, draw + 1, False, 0, faces))
        return faces

    def hits(self, draw: int, n: int, need: int) -> tuple[int, tuple[int, ...]]:
        hits, faces = self.dice.hits(draw, n, need)
        self.drawn.append(Fallen(self.choice, draw + 1, False, 0, faces))
        return hits, faces

    def pick(self, draw: int, n: int, hidden: bool) -> int:
        chosen = self.dice.pick(draw, n, hidden)
        self.drawn.append(Fallen(self.choice, draw + 1, hidden, n, (chosen,)))
        return chosen


class Recorded:
    """Dice that fall as they are written down in a record; those it does not hold come from others."""

    __slots__ = ("_hidden", "_open", "after")

    def __init__(self, record: Iterable[Fallen], after: Dice) -> None:
        self.after = after
        self._open: dict[int, Fallen] = {}
        self._hidden: dict[int, Fallen] = {}
        for one in record:
            (self._hidden if one.hidden else self._open)[one.number - 1] = one

    def _faces(self, draw: int, n: int) -> tuple[int, ...] | None:
        one = self._open.get(draw)
        if one is not None and (one.of or len(one.shows) != n):
            raise OutOfDice(f"draw {draw + 1}: the rules ask for {n}d6, the record has {one.line()[1:]}")
        return None if one is None else one.shows

    def d6(self, draw: int) -> int:
        faces = self._faces(draw, 1)
        return self.after.d6(draw) if faces is None else faces[0]

    def pair(self, draw: int) -> tuple[int, int]:
        faces = self._faces(draw, 2)
        return self.after.pair(draw) if faces is None else (faces[0], faces[1])

    def hits(self, draw: int, n: int, need: int) -> tuple[int, tuple[int, ...]]:
        faces = self._faces(draw, n)
        return self.after.hits(draw, n, need) if faces is None else (sum(face >= need for face in faces), faces)

    def pick(self, draw: int, n: int, hidden: bool) -> int:
        one = (self._hidden if hidden else self._open).get(draw)
        if one is None:
            return self.after.pick(draw, n, hidden)
        if one.of != n:
            raise OutOfDice(f"draw {draw + 1}: the rules pick one of {n}, the record has {one.line()[1:]}")
        return one.shows[0]


class Sealed:
    """No dice at all: the future of an enumerated state is unknown until somebody gives it dice."""

    def d6(self, draw: int) -> int:
        raise OutOfDice("this state has no dice yet: give it some before playing on")

    def pair(self, draw: int) -> tuple[int, int]:
        raise OutOfDice("this state has no dice yet: give it some before playing on")

    def hits(self, draw: int, n: int, need: int) -> tuple[int, tuple[int, ...]]:
        raise OutOfDice("this state has no dice yet: give it some before playing on")

    def pick(self, draw: int, n: int, hidden: bool) -> int:
        raise OutOfDice("this state has no dice yet: give it some before playing on")


SEALED = Sealed()


class Branches:
    """Dice that take every value in turn: a path through the tree of results, extended as the rules ask for more.

    ``path`` holds [index, weights] for each draw on the way; ``advance`` moves to the next leaf.
    """

    __slots__ = ("depth", "hidden", "path")

    def __init__(self, hidden: bool = True) -> None:
        self.hidden = hidden
        """Whether hidden draws branch too; what nobody will see makes no difference to the odds."""
        self.path: list[list[int | tuple[int, ...]]] = []
        self.depth = 0

    def _branch(self, weights: tuple[int, ...]) -> int:
        if self.depth == len(self.path):
            self.path.append([next(i for i, w in enumerate(weights) if w), weights])
        index = self.path[self.depth][0]
        self.depth += 1
        assert isinstance(index, int)
        return index

    def weight(self) -> tuple[int, int]:
        """The chance of the leaf just reached, as numerator and denominator."""
        over, under = 1, 1
        for index, weights in self.path:
            assert isinstance(index, int) and isinstance(weights, tuple)
            over *= weights[index]
            under *= sum(weights)
        return over, under

    def advance(self) -> bool:
        """Go to the next leaf; False when all have been visited."""
        self.depth = 0
        while self.path:
            index, weights = self.path[-1]
            assert isinstance(index, int) and isinstance(weights, tuple)
            for i in range(index + 1, len(weights)):
                if weights[i]:
                    self.path[-1][0] = i
                    return True
            self.path.pop()
        return False

    def d6(self, draw: int) -> int:
        return self._branch((1,) * 6) + 1

    def pair(self, draw: int) -> tuple[int, int]:
        return _PAIR_FACES[self._branch(_PAIR_WEIGHTS)]

    def hits(self, draw: int, n: int, need: int) -> tuple[int, tuple[int, ...]]:
        good = max(0, min(6, 7 - need))
        hits = self._branch(tuple(comb(n, k) * good**k * (6 - good) ** (n - k) for k in range(n + 1)))
        return hits, (6,) * hits + (1,) * (n - hits)

    def pick(self, draw: int, n: int, hidden: bool) -> int:
        return 0 if hidden and not self.hidden else self._branch((1,) * n)
