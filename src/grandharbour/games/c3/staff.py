"""What every brief of this game has in common: when the staff's word is good enough."""

from __future__ import annotations

from typing import ClassVar, TypeVar

from ...engine.brief import Brief
from ...engine.choice import Decision
from ...engine.geometry.bits import bits, mask_of
from ...engine.step import Step
from .state import Malta

S = TypeVar("S", bound=Step[Malta])


class Staff(Brief[S]):
    """Most of what is chosen here needs no trial: what happens within a combat the tables tell exactly, and when to strike the
    adviser of the Axis knows better than a trial that ends before the British answer."""

    tried_by: ClassVar[tuple[int, ...]] = ()
    """Sides whose plans are worth trying out."""
    tried_last: ClassVar[bool] = False
    """Whether plans are worth trying out on the last day, when trials go on to the end of the game."""

    def trusted(self, war: Malta, step: S, decision: Decision) -> bool:
        return not self.tried_last if war.turn == war.setup.last else decision.side not in self.tried_by


def formations(war: Malta, units: int) -> list[tuple[int, int]]:
    """Some units by their Formations, in the order of the tables."""
    setup = war.setup
    lots = dict.fromkeys(setup.formation_of[piece] for piece in bits(units))
    return [(lot, mask_of(p for p in bits(units) if setup.formation_of[p] == lot)) for lot in lots]


def names_of(war: Malta, units: int) -> tuple[str, ...]:
    """Units by their printed names."""
    return tuple(war.setup.piece_names[piece] for piece in bits(units))
