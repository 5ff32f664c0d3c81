"""The adviser as a whole: how much its search may do, and set-ups with one click. What it thinks of a step stands in the briefs.

The Allied staff looks for the least dangerous way for its freighters, by day and by night; the Axis staff weighs every attack
by its exact chances, over several pictures of what the counters may hide.
"""

from __future__ import annotations

from typing import Any

from ...engine.game import Script
from ...engine.geometry.bits import bits
from ...engine.kinds import NOWHERE
from . import placing
from .prospects import UNREST as UNREST
from .prospects import calm as calm
from .prospects import value as value
from .prospects import verdict as verdict
from .state import AL, AX, WEST, ConvoySetup, Sea

LEARNT = {"0.4": ("both-waters",)}
"""What the adviser does otherwise since a version; see ``engine.schooling``."""
_PEDESTAL = {
    "cadet": (3, 4, 20, 0.5),
    "captain": ((10, 96, 40, 1.0), (12, 128, 80, 1.0)),
    "admiral": ((12, 192, 80, 1.0), (16, 256, 150, 1.0)),
}
"""Plans, worlds, horizon and doubt of the search, for better players by side: a convoy's way shows its worth later than an attack."""
_CAMPAIGN = {"cadet": (3, 18), "captain": (8, 160), "admiral": (12, 600)}
"""Plans, and the worlds a season would get if it were the only one: the seasons share them. Trials go on to the end of the season."""


def levels(setup: ConvoySetup) -> dict[str, Any]:
    """How hard computer players think in a scenario."""
    if setup.pedestal:
        return _PEDESTAL
    seasons = setup.last - setup.first + 1
    return {name: (plans, max(3, worlds // seasons), 1, 1.0) for name, (plans, worlds) in _CAMPAIGN.items()}


# --- one click


def scripts(war: Sea, side: int) -> dict[str, Script]:
    """Set-ups with one click: as on the sheets, or as the staff would have it."""
    if war.stack is None:
        return {}
    step = war.stack[0]
    game = war.setup.game
    if isinstance(step, placing.AlliedPlacement):
        sensible = {"sensible": Script("script-sensible", lambda: game.advised(war, side, placing.AlliedPlacement))}
        sheet = Script("script-historical", lambda: _allied_sheet(war))
        return {"historical": sheet, **sensible} if war.season == war.setup.first and war.placing == WEST else sensible
    if isinstance(step, placing.AxisPlacement):
        sensible = {"sensible": Script("script-sensible", lambda: game.advised(war, side, placing.AxisPlacement))}
        sheet = Script("script-historical", lambda: _axis_sheet(war))
        return {"historical": sheet, **sensible} if war.season == war.setup.first else sensible
    return {}


def _allied_sheet(war: Sea) -> list[tuple[str, int]]:
    """The ships of the scenario's sheet, as far as they may be placed."""
    setup = war.setup
    wanted: list[tuple[str, int]] = []
    spare = list(bits(setup.freighters & setup.slow))
    for base in ("GIB", "ALEX"):
        wanted += [("assign", setup.ids[key]) for key in setup.placing.get(base, [])]
        wanted += [("assign", spare.pop(0)) for _ in range(setup.here["freighters"][base]) if spare]
        wanted.append(("enough", 0))
    return _as_far_as_allowed(war, AL, [*wanted, ("decoys", setup.decoys // 2)])


def _axis_sheet(war: Sea) -> list[tuple[str, int]]:
    """The bases of the scenario's sheet, Sicily or the first port for whoever is not on it."""
    setup = war.setup
    sheet = {setup.ids[key]: setup.places[name] for name, keys in setup.placing.items() for key in keys}
    wanted = []
    for piece in bits(setup.italian | setup.planes):
        if war.at[piece] == NOWHERE and war.free(piece) and not war.down >> piece & 1:
            wanted.append(("at", sheet.get(piece, setup.napoli if setup.italian >> piece & 1 else setup.sicily)))
    return _as_far_as_allowed(war, AX, wanted)


def _as_far_as_allowed(war: Sea, side: int, wanted: list[tuple[str, int]]) -> list[tuple[str, int]]:
    """Those of some choices that can be made one after the other; forced ones are the table's business."""
    made = []
    trial = war.copy()
    kind = type(trial.stack[0]) if trial.stack else None
    for verb, target in wanted:
        while trial.stack and type(trial.stack[0]) is kind:
            forced = trial.decisions[side].forced
            if forced is None:
                break
            trial.play(forced[0], forced[1], side)
        if not trial.stack or type(trial.stack[0]) is not kind:
            break
        if trial.decisions[side].choices.get(verb, 0) >> target & 1:
            made.append((verb, target))
            trial.play(verb, target, side)
    return made
