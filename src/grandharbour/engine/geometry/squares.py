"""Maps of squares with altitudes: a cell is a square at one level, and a step changes the column, the rank or the level.

A cell is an index and a set of cells an ``int`` with that bit set. Every rank has one unused place at its end and every
level one unused rank, so each of the six moves is one constant shift and nothing can step around the edge.

>>> board = SquareGrid(7, 9, 4)
>>> cell = board.named("D5/3")
>>> [board.name(c) for c in bits(board.neighbours(cell))]
['D5/2', 'D4/3', 'C5/3', 'E5/3', 'D6/3', 'D5/4']
"""

from __future__ import annotations

from .bits import bits

__all__ = ["MOVES", "SquareGrid"]

#: Names of the six moves; a move is its place in this tuple.
MOVES = ("N", "E", "S", "W", "up", "down")


class SquareGrid:
    """A board of squares, each with the same number of altitude levels.

    Columns, ranks and levels count from 1; columns are written as letters. A square is an index too, that of its cell
    at level 1, so sets of squares are sets of ground-level cells.
    """

    def __init__(self, columns: int, ranks: int, levels: int = 1) -> None:
        if not (1 <= columns <= 26 and ranks >= 1 and levels >= 1):
            raise ValueError("a board has 1 to 26 columns and at least one rank and one level")
        if ranks * levels > 1_000:
            raise ValueError(f"{ranks} ranks on {levels} levels: no board is as large as that")
        self.columns = columns
        self.ranks = ranks
        self.levels = levels
        self._rank = columns + 1
        self._level = self._rank * (ranks + 1)
        self._shifts = (self._rank, 1, -self._rank, -1, self._level, -self._level)
        #: Every square, as its cell at level 1.
        self.squares = 0
        for rank in range(ranks):
            self.squares |= (1 << columns) - 1 << rank * self._rank
        #: Every cell.
        self.all = 0
        for level in range(levels):
            self.all |= self.squares << level * self._level
        self._neighbours = {cell: self.spread(1 << cell) for cell in bits(self.all)}
        stack = sum(1 << level * self._level for level in range(levels))
        self._stacks = {square: stack << square for square in bits(self.squares)}

    def __repr__(self) -> str:
        return f"SquareGrid({self.columns}, {self.ranks}, {self.levels})"

    # Names and places

    def cell(self, column: int, rank: int, level: int = 1) -> int:
        """The cell in this column and rank at this level."""
        if not (1 <= column <= self.columns and 1 <= rank <= self.ranks and 1 <= level <= self.levels):
            raise ValueError(f"no cell in column {column}, rank {rank}, level {level}")
        return (level - 1) * self._level + (rank - 1) * self._rank + column - 1

    def place(self, cell: int) -> tuple[int, int, int]:
        """Column, rank and level of a cell."""
        level, square = divmod(cell, self._level)
        rank, column = divmod(square, self._rank)
        return column + 1, rank + 1, level + 1

    def name(self, cell: int) -> str:
        """A cell as players write it: ``"D5/3"`` is square D5 at level 3."""
        return f"{self.square_name(cell)}/{cell // self._level + 1}"

    def named(self, name: str) -> int:
        """The cell with this name."""
        square, slash, level = name.partition("/")
        if not slash or not level.isdecimal():
            raise ValueError(f"a cell is written like D5/3, not {name!r}")
        column, rank, _ = self.place(self.square_named(square))
        return self.cell(column, rank, int(level))

    def square_name(self, cell: int) -> str:
        """The square of a cell as players write it: ``"D5"``."""
        column, rank, _ = self.place(cell)
        return f"{chr(ord('A') + column - 1)}{rank}"

    def square_named(self, name: str) -> int:
        """The square with this name.

        >>> board = SquareGrid(7, 9, 4)
        >>> board.square_named("D5") == board.named("D5/1")
        True
        """
        letter, rank = name[:1], name[1:]
        if not ("A" <= letter <= "Z" and rank.isdecimal()):
            raise ValueError(f"a square is written like D5, not {name!r}")
        return self.cell(ord(letter) - ord("A") + 1, int(rank))

    # Neighbours and distances

    def spread(self, mask: int) -> int:
        """All cells one step away from a set."""
        rank, level = self._rank, self._level
        return (mask << 1 | mask >> 1 | mask << rank | mask >> rank | mask << level | mask >> level) & self.all

    def neighbours(self, cell: int) -> int:
        """The up to six cells one step away."""
        return self._neighbours[cell]

    def neighbour(self, cell: int, move: int) -> int | None:
        """The cell one move away, or None at the edge of the board.

        >>> board = SquareGrid(7, 9, 4)
        >>> board.name(board.neighbour(board.named("D5/3"), MOVES.index("up")))
        'D5/4'
        """
        other = cell + self._shifts[move]
        return other if other >= 0 and self.all >> other & 1 else None

    def above(self, cell: int) -> int:
        """The next cell up as a set, empty at the ceiling."""
        return 1 << cell + self._level & self.all

    def below(self, cell: int) -> int:
        """The next cell down as a set, empty at the ground."""
        return 1 << cell >> self._level

    def square(self, cell: int) -> int:
        """The square a cell belongs to."""
        return cell % self._level

    def column_of(self, cell: int) -> int:
        """All levels of the same square as a set."""
        return self._stacks[cell % self._level]

    def ground(self, mask: int) -> int:
        """The squares of a set of cells: what the set looks like from above."""
        squares = 0
        while mask:
            squares |= mask
            mask >>= self._level
        return squares & self.squares

    def manhattan(self, a: int, b: int) -> int:
        """The number of steps between two cells, levels included; give squares to measure on the ground."""
        return sum(abs(here - there) for here, there in zip(self.place(a), self.place(b)))

    def within(self, mask: int, steps: int) -> int:
        """All cells at most *steps* away from a set, the set included."""
        for _ in range(steps):
            mask |= self.spread(mask)
        return mask
