"""The ground the games are played on: hexes, squares with altitudes, and graphs of areas or points.

Spaces are small integers and a set of spaces is one ``int`` used as a bitboard, so the questions a rulebook asks
(who is next to whom, who controls what, how far, is there supply) are a few shifts, ands and ors.
"""

from .bits import bits, first, mask_of, nth
from .graphs import Graph
from .hexes import DIRECTIONS, NE, NW, SE, SW, E, HexGrid, MoveCosts, Reach, Sides, W, opposite
from .squares import MOVES, SquareGrid

__all__ = [
    "DIRECTIONS",
    "MOVES",
    "NE",
    "NW",
    "SE",
    "SW",
    "E",
    "Graph",
    "HexGrid",
    "MoveCosts",
    "Reach",
    "Sides",
    "SquareGrid",
    "W",
    "bits",
    "first",
    "mask_of",
    "nth",
    "opposite",
]
