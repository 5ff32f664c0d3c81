"""The adviser as a whole: how much its search may do, and choices worth one click. What it thinks of a step stands in the briefs.

Values are victory points, more or less. The Axis looks for weakly held objectives that hang together with a beach; the British
keep theirs and strike back where the odds are good. Battles are weighed by the mean of their dice, the final commitment by the
exact forecast that a player sees.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from ...engine.game import Script
from ...engine.geometry.bits import bits, first
from .naval import Loading
from .placing import SetFleet, SetUnits
from .prospects import calm as calm
from .prospects import value as value
from .prospects import verdict as verdict
from .state import BR, HerkulesSetup, Islands

LEARNT = {"0.4": ("clear-places", "mines-at-landings", "spared-bombers")}
"""What the adviser does otherwise since a version; see ``engine.schooling``."""
UNREST = 900
"""Late in the game a trial goes on to its end."""
_LEVELS = {"cadet": (2, 4, 15, 1.0), "captain": (6, 16, 15, 1.0), "admiral": (8, 32, 15, 1.0)}
"""Plans, worlds, choices played on, and by how many standard errors another plan must be better."""


def levels(setup: HerkulesSetup) -> dict[str, Any]:
    """The same for a scenario. In 1942 the Axis has so many units, and so little to fear, that half of the worlds must do."""
    if setup.scenario != "1942":
        return dict(_LEVELS)
    return {name: ((plans, worlds // 2, *rest), (plans, worlds, *rest)) for name, (plans, worlds, *rest) in _LEVELS.items()}


def scripts(war: Islands, side: int) -> dict[str, Script]:
    """Set-up and loading with one click."""
    advised = partial(war.setup.game.advised, war, side)
    step = war.stack[0] if war.stack else None
    if isinstance(step, SetUnits):
        return {
            "historical": Script("script-historical", lambda: advised(SetUnits, SetFleet)),
            "sensible": Script("script-sensible", lambda: sensible(war)),
        }
    if isinstance(step, SetFleet):
        return {"historical": Script("script-historical", lambda: advised(SetFleet))}
    if isinstance(step, Loading):
        return {"loading": Script("script-loading", lambda: advised(Loading))}
    return {}


def sensible(war: Islands) -> list[tuple[str, int]]:
    """Everything behind what is worth most: each unit goes where points have the fewest defenders."""
    clicks: list[tuple[str, int]] = []
    trial = war.copy()
    while trial.stack is not None and isinstance(trial.stack[0], (SetUnits, SetFleet)):
        decision = trial.decision
        assert decision is not None
        places = decision.choices["at"]
        if isinstance(trial.stack[0], SetFleet):
            usual = trial.setup.zone_of[trial.setup.given("BR.eagle.zone")]
            best = usual if places >> usual & 1 else first(places)  # a pack may close it
        else:
            best = max(bits(places), key=lambda t: _exposed(trial, t))
        if decision.forced is None:
            clicks.append(("at", best))
        chance = trial.rolled
        trial.play("at", best, BR)
        if trial.rolled != chance:
            break
    return clicks


def _exposed(war: Islands, t: int) -> float:
    """Points for each defender there would be."""
    setup = war.setup
    beach = 1.3 if setup.shores[t] else 1.0
    return beach * (setup.vp[t] + 1.0) / (1.0 + war.forces(BR, t).bit_count() + war.mine(BR, t, setup.air).bit_count())
