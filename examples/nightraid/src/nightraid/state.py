"""The night: what is where. Everything is open, so nothing here is hidden from anybody."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from grandharbour.engine.game import Game, OptionValue, Setup
from grandharbour.engine.geometry.graphs import Graph
from grandharbour.engine.kinds import NOWHERE, Names, PerPiece, Pieces, Space
from grandharbour.engine.tables import Tables
from grandharbour.engine.war import War, per

if TYPE_CHECKING:
    pass

IT, BR = 0, 1


class RaidSetup(Setup):
    """A scenario worked out once: the chart, the boats, the numbers."""

    def __init__(self, game: Game, scenario: str, options: Mapping[str, OptionValue], tables: Tables) -> None:
        self.boats: int = tables[f"scenarios.{scenario}.boats"]
        self.turns: int = tables[f"scenarios.{scenario}.turns"]
        self.goal: int = tables[f"scenarios.{scenario}.goal"]
        points = tuple(tables["chart.points"])
        self.chart = Graph(points, {"sea": [tuple(lane.split("-")) for lane in tables["chart.lanes"]]})
        self.sea, self.boom, self.harbour = (self.chart.named(name) for name in ("Open sea", "Boom", "Harbour"))
        self.need = [tables["guns.boom" if point == self.boom else "guns.sea"] for point in range(len(points))]
        names = Names(("IT", "BR"), tuple(f"Boat {n}" for n in range(1, self.boats + 1)), points)
        super().__init__(game, scenario, options, tables, names)


class Night(War):
    """A raid in play."""

    scopes = ("turn",)
    setup: RaidSetup
    turn: int
    at: PerPiece[Space]
    struck: Pieces
    sunk: Pieces
    moved: Pieces = per("turn")

    @property
    def afloat(self) -> int:
        """The boats on the chart."""
        return (1 << self.setup.boats) - 1 & ~self.struck & ~self.sunk

    def boats_at(self, point: int) -> list[int]:
        """The boats at a point, in their order."""
        return [boat for boat, place in enumerate(self.at) if place == point]

    def check(self) -> None:
        assert not self.struck & self.sunk, "a boat that was sunk has struck [NR-2]"
        for boat, place in enumerate(self.at):
            assert (place == NOWHERE) == bool((self.struck | self.sunk) >> boat & 1), "a boat is on the chart while it is afloat"
            assert place != self.setup.harbour, "a boat in the harbour has struck [NR-2]"
