"""Clouds on the move [HM-CLOUD]."""

from __future__ import annotations

from ...engine.event import Event
from ...engine.geometry.squares import MOVES, SquareGrid
from ...engine.step import Step
from .state import Sky

DOWN, UP = MOVES.index("down"), MOVES.index("up")
# Rank 1 is the north edge, so a cloud that drifts north goes to a lower rank, which the grid calls S.
DRIFT = {"N": MOVES.index("S"), "E": MOVES.index("E"), "S": MOVES.index("N"), "W": MOVES.index("W")}


class CloudMove(Step[Sky], frozen=True):
    """One pair of dice moves every cloud [HM-CLOUD.4]; edges hold them [HM-CLOUD.5]."""

    def go(self, war: Sky) -> bool:
        war.finish()
        if not war.clouds:
            return True
        setup = war.setup
        wind, lift = war.d6(), war.d6()
        direction, climb = setup.drift[wind - 1], setup.climb[lift - 1]
        war.clouds = tuple(sorted(moved(setup.grid, cell, direction, climb) for cell in war.clouds))
        if war.log is not None:
            facts = (("drift", direction), ("climb", "up" if climb > 0 else "down" if climb < 0 else "level"))
            war.tell(Event("clouds", "HM-CLOUD.4", spaces=war.clouds, dice=(wind, lift), facts=facts))
        return True


def moved(grid: SquareGrid, cell: int, direction: str, climb: int) -> int:
    """Where a cloud goes: off the board it keeps its square, above or below the levels its height."""
    if direction != "-":
        next_cell = grid.neighbour(cell, DRIFT[direction])
        cell = cell if next_cell is None else next_cell
    for _ in range(abs(climb)):
        next_cell = grid.neighbour(cell, UP if climb > 0 else DOWN)
        cell = cell if next_cell is None else next_cell
    return cell
