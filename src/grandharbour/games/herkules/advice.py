"""What a sensible staff would propose: scored ideas for every decision.

Values are victory points, more or less. The Axis looks for weakly held objectives that hang together with a beach; the British
keep theirs and strike back where the odds are good. Battles are weighed by the mean of their dice, the final commitment by the
exact forecast that a player sees.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ...engine.choice import Decision
from ...engine.game import Idea
from ...engine.geometry.bits import bits
from .air import Air, Lift, RedirectAir
from .air_advice import air_ideas, lift_ideas
from .airfight import Battles, Spill
from .battle_advice import battles_ideas, commit_ideas
from .commit import Commit
from .events import Reinforce
from .land import Land, SecondMove
from .land_advice import land_ideas, recover_ideas
from .landfight import LandBattles
from .landing import Landing, Unload
from .losses import Aim, Lose, prize, smart
from .naval import Loading, Naval, React, Redirect
from .placing import LayMines, SetFleet, SetUnits
from .placing_advice import place_ideas, scripts
from .prospects import calm, value, verdict
from .regroup import LandAircraft, Recover
from .sea_advice import landing_ideas, loading_ideas, naval_ideas, unload_ideas
from .state import HerkulesSetup, Malta
from .supply import Supply
from .supply_advice import supply_ideas
from .weighing import worth

__all__ = ["calm", "ideas", "levels", "scripts", "trusted", "value", "verdict"]


def plain_ideas(war: Malta, step: Any, decision: Decision) -> list[Idea]:
    """Anything else: the quiet answer if there is one, otherwise what costs least or comes first."""
    ideas = []
    for verb, mask in decision.choices.items():
        for target in bits(mask):
            score = 1.0 if decision.quiet == (verb, target) else 0.0
            if verb == "lose":
                score -= 0.01 * smart(war, target)
            elif verb == "hit":
                score += 0.01 * prize(war, target, 1)
            elif verb == "to":
                score += 0.1 * worth(war, target) if target < war.setup.lands else 0.0
            ideas.append(Idea(score, verb, target, "the usual"))
    return ideas


_IDEAS: dict[type, Callable[[Malta, Any, Decision], list[Idea]]] = {
    SetUnits: place_ideas,
    SetFleet: place_ideas,
    LayMines: place_ideas,
    Supply: supply_ideas,
    Loading: loading_ideas,
    Naval: naval_ideas,
    Redirect: naval_ideas,
    Air: air_ideas,
    RedirectAir: air_ideas,
    Lift: lift_ideas,
    Landing: landing_ideas,
    Unload: unload_ideas,
    Commit: commit_ideas,
    Battles: battles_ideas,
    LandBattles: battles_ideas,
    Recover: recover_ideas,
}


ROUTINE = (Lose, Aim, Spill, React, LandAircraft, SetUnits, SetFleet, LayMines, Reinforce, Redirect)
"""Where one answer is as good as any other or plainly the best: no others are put forward."""
PLAIN = (
    (*ROUTINE, Naval, Landing, Unload, Air, Lift, Battles, LandBattles),
    (*(kind for kind in ROUTINE if kind is not Aim), Naval, Landing, Unload, Air, Lift, Battles, Land, SecondMove, Recover),
)
"""Where other plans of the Axis, and of the British, were hardly ever better than the adviser's when played to the end."""


def ideas(war: Malta, decision: Decision) -> list[Idea]:
    """Every choice of a decision with what it seems worth; of the routine ones only the best."""
    assert war.stack is not None
    step = war.stack[0]
    if isinstance(step, Land):
        return land_ideas(war, step, decision)
    found = _IDEAS.get(type(step), plain_ideas)(war, step, decision)
    return [max(found, key=lambda idea: idea.score)] if isinstance(step, ROUTINE) else found


def trusted(war: Malta, decision: Decision) -> bool:
    """What is routine needs no search, nor what hardly ever turned out better in another way."""
    step = war.stack[0] if war.stack else None
    return type(step) in PLAIN[decision.side]


UNREST = 900
"""Late in the game a trial goes on to its end."""
_LEVELS = {"cadet": (2, 4, 15, 1.0), "captain": (6, 16, 15, 1.0), "admiral": (8, 32, 15, 1.0)}
"""Plans, worlds, choices played on, and by how many standard errors another plan must be better."""


def levels(setup: HerkulesSetup) -> dict[str, Any]:
    """The same for a scenario. In 1942 the Axis has so many units, and so little to fear, that half of the worlds must do."""
    if setup.scenario != "1942":
        return dict(_LEVELS)
    return {name: ((plans, worlds // 2, *rest), (plans, worlds, *rest)) for name, (plans, worlds, *rest) in _LEVELS.items()}
