"""The field: what is where. Everything is open."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from grandharbour.engine.game import Game, OptionValue, Setup
from grandharbour.engine.geometry.bits import bits, mask_of
from grandharbour.engine.geometry.hexes import HexGrid
from grandharbour.engine.kinds import NOWHERE, Names, PerPiece, Pieces, Space, Spaces
from grandharbour.engine.tables import Tables
from grandharbour.engine.war import War, per

if TYPE_CHECKING:
    from grandharbour.engine.view import View

RED, BLUE = 0, 1
SIDES = ("RED", "BLUE")


class FieldSetup(Setup):
    """A scenario worked out once: map, units, numbers."""

    def __init__(self, game: Game, scenario: str, options: Mapping[str, OptionValue], tables: Tables) -> None:
        self.turns: int = tables[f"scenarios.{scenario}.turns"]
        self.unit = [tables[f"units.{name}"] for name in tables.under("units")]
        self.grid = grid = HexGrid(
            tables["map.width"], tables["map.height"], first_column=1, first_row=1, rows_up=False, row_first=False
        )
        places = tuple(grid.name(h) if grid.all >> h & 1 else "" for h in range(grid.all.bit_length()))
        super().__init__(game, scenario, options, tables, Names(SIDES, tuple(unit["name"] for unit in self.unit), places))
        self.side_of = [SIDES.index(unit["side"]) for unit in self.unit]
        self.own = [mask_of(i for i, side in enumerate(self.side_of) if side == wanted) for wanted in (RED, BLUE)]
        self.ground = {grid.named(name): kind for name, kind in tables["map.ground"].items()}
        self.rough = mask_of(h for h, kind in self.ground.items() if kind == "rough")
        self.goals = mask_of(grid.named(name) for name in tables["map.goals"])
        self.worth = {kind: int(tables[f"worth.{kind}"]) for kind in ("clear", "rough", "village")}
        self.margin: int = tables["attack.margin"]
        self.start = [grid.named(unit["at"]) for unit in self.unit]


class Field(War):
    """A skirmish in play."""

    scopes = ("turn",)
    setup: FieldSetup
    turn: int
    at: PerPiece[Space]
    out: Pieces
    red: Spaces
    """The goals that Red has taken."""
    moved: Pieces = per("turn")

    def alive(self, side: int) -> int:
        """The units of a side on the map."""
        return self.setup.own[side] & ~self.out

    def held(self, side: int) -> int:
        """Where the units of a side stand."""
        return mask_of(self.at[unit] for unit in bits(self.alive(side)))

    def unit_at(self, h: int) -> int:
        """The unit in a hex."""
        return next(unit for unit, place in enumerate(self.at) if place == h)

    def defence(self, h: int) -> int:
        """What an attack on a hex must beat [SK-3]."""
        setup = self.setup
        return setup.unit[self.unit_at(h)]["strength"] + setup.worth[setup.ground.get(h, "clear")] + setup.margin

    def force(self, side: int, h: int) -> int:
        """The strength of a side round a hex [SK-3]."""
        near = self.setup.grid.neighbours(h)
        return sum(self.setup.unit[unit]["strength"] for unit in bits(self.alive(side)) if near >> self.at[unit] & 1)

    def check(self) -> None:
        places = [place for place in self.at if place != NOWHERE]
        assert len(places) == len(set(places)), "two units stand in one hex [SK-2]"
        for unit, place in enumerate(self.at):
            assert (place == NOWHERE) == bool(self.out >> unit & 1), "a unit is on the map while it is not out"
        assert not self.red & ~self.setup.goals, "Red has taken what is no goal [SK-4]"

    def view(self, side: int | None) -> View:
        from .show import view

        return view(self)
