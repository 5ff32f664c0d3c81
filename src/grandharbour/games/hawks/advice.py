"""The adviser as a whole: how much its search may do, and choices worth one click. What it thinks of a step stands in the briefs."""

from __future__ import annotations

from ...engine.game import Script
from ...engine.geometry.bits import bits
from .placing import PlaceClouds, PlaceGuns, PlaceObjectives, PlacePlanes
from .prospects import calm as calm
from .prospects import value as value
from .state import Sky
from .turn import Priority

LEVELS = {"cadet": (4, 12, 15, 1.0, 0.3), "captain": (12, 48, 15, 1.0, 0.3), "admiral": (16, 144, 15, 1.0, 0.3)}
"""Plans, worlds, horizon, doubt and variety. Trials of fifteen choices tell as much as those of sixty; what they save goes into worlds,
and each plane is varied once before any is twice: bombers used to be left as they were while eight plans were tried for the fighters."""


def scripts(war: Sky, side: int) -> dict[str, Script]:
    """Choices worth one click: last turn's order, and a sensible way to place what is left."""
    if war.stack is None:
        return {}
    step = war.stack[0]
    offered: dict[str, Script] = {}
    if isinstance(step, Priority):
        rest = [plane for plane in bits(war.on_board(side)) if plane not in war.order[side]]
        last = [plane for plane in war.last_order[side] if plane in rest]
        if last and len(rest) > 1:
            # The last plane needs no choice: the table gives it the number that is left.
            again = [*last, *(p for p in rest if p not in last)][:-1]
            offered["same-order"] = Script("script-same-order", lambda: [("next", p) for p in again])
        if len(rest) > 1:
            offered["advised-order"] = Script("script-advised-order", lambda: war.setup.game.advised(war, side, Priority))
    elif isinstance(step, (PlaceObjectives, PlaceGuns, PlaceClouds, PlacePlanes)):
        offered["place-all"] = Script("script-place-all", lambda: war.setup.game.advised(war, side, type(step)))
    return offered
