"""What a sensible staff would propose: scored ideas for every decision.

The chapters are in files of their own; here is the choice of an Action, and what a search should look at.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ...engine.choice import Decision
from ...engine.game import Idea
from ...engine.geometry.bits import bits
from .actions import Act, Arrive, Fortify, PlaceGarrison, fort_hexes, price
from .air import Bombard, Intercept, Landing, Rebase, bomb_targets
from .air_advice import bomb_value, bombard_ideas, intercept_ideas, land_ideas, rebase_ideas, rebase_value
from .battle import Assemble, PickTarget, Stand, Support
from .chances import value
from .combat_advice import (
    assemble_ideas,
    best_attack,
    pools,
    pursuit_ideas,
    retreat_order,
    stand_ideas,
    steadfast_ideas,
    support_ideas,
    target_ideas,
)
from .landing import Invade, SeaMove
from .landing_advice import best_start, best_transfer, invade_ideas, sea_ideas
from .march_advice import lead_ideas, march_ideas, marching_ideas, move_value
from .movement import Lead, March, Marching
from .placing import SetAir, SetGarrisons, SetUnits
from .post_advice import arrive_ideas, fort_ideas, fort_value, garrison_ideas, post_worth, prizes, set_garrison_ideas, setup_ideas
from .retreat import Pursuit, RetreatStack, Steadfast
from .state import ALLIED, Italy
from .weighing import FAR, HOPELESS, plain_ideas

__all__ = ["LEVELS", "calm", "ideas", "scripts", "trusted", "value"]

LEVELS = {"cadet": (3, 3, 2, 1.0), "captain": (6, 6, 8, 0.7), "admiral": (6, 18, 60, 0.7)}
"""Plans, worlds, choices played on, and by how many standard errors another plan must be better."""
ROUTINE = ("garrison", "reinforce", "regroup", "fortify", "rebase")
PLAIN = 8.0
"""By how much an Action must seem better than any other to be taken without search."""
GREAT = (Act, PickTarget, Fortify)
"""Where another choice is another strategy."""
SMALL: dict[type, float] = {Marching: 0.1, Lead: 0.2, March: 0.5}
"""Where it is a variation of one, by how much the best is set apart."""


def trusted(war: Italy, decision: Decision) -> bool:
    """Search is for marches, attacks and landings, unless it is plain what to do; how a fight is settled needs none."""
    assert war.stack is not None
    if not isinstance(war.stack[0], Act):
        return True
    ranked = sorted(ideas(war, decision), key=lambda idea: -idea.score)
    if ranked[0].verb == "invade":
        return False
    return ranked[0].verb in ROUTINE or ranked[0].score - ranked[1].score > PLAIN


def calm(war: Italy) -> bool:
    """Between two Actions."""
    return war.stack is None or isinstance(war.stack[0], Act)


def act_ideas(war: Italy, step: Act, decision: Decision) -> list[Idea]:
    """What each Action promises, for its price."""
    setup = war.setup
    side = step.side
    scores = {"pass": 0.0}
    # Points that cannot be spent are worth little: at the end, and when the track is filling up.
    point = 0.15 if war.turn == setup.last else 0.3 if war.ap[side] <= 12 else 0.2
    for verb in decision.choices:
        if verb != "pass":
            worth = _action_value(war, side, verb)
            # Far below all that could be meant: what is left is worth a search.
            scores[verb] = (worth if worth > HOPELESS else worth - FAR) - point * price(war, verb, side)
    if "fortify" in scores and prizes(war, side) & fort_hexes(war, side):  # always worth a thought
        scores["fortify"] = max(scores["fortify"], max(scores.values()) - 0.5)
    return [Idea(score, verb, 0, verb) for verb, score in scores.items()]


def _action_value(war: Italy, side: int, verb: str) -> float:
    setup = war.setup
    if verb == "attack":
        return max((best_attack(war, h, pool) for h, pool in pools(war, side).items()), default=-1.0)
    if verb == "garrison":
        spots = war.mobile_hexes(side) & setup.garrison_sites[side] & ~war.posts(side)
        left = setup.last - war.turn
        return max(
            (post_worth(war, side, h) + (0.35 * left if h in setup.objectives else 0.0) for h in bits(spots)), default=-1.0
        )
    if verb == "invade":
        return best_start(war)[1] - (1.5 if war.ap[ALLIED] < 4 and war.turn < setup.last else 0.0)
    if verb == "reinforce":
        waiting = war.in_box(setup.display[side], setup.amphibs | setup.mobile)
        return 0.9 + 0.15 * min(6, waiting.bit_count()) + (0.8 if waiting & setup.amphibs else 0.0)
    if verb == "regroup":
        return 0.5 + 0.4 * (war.flipped & setup.mobile & setup.own[side] & war.on_map(setup.mobile)).bit_count()
    if verb == "transfer":
        return best_transfer(war, side)[0]
    if verb == "move":
        return move_value(war, side)
    if verb == "bombard":
        return max((bomb_value(war, side, h) for h in bits(bomb_targets(war, side))), default=-1.0)
    if verb == "fortify":
        return max((fort_value(war, side, h) for h in bits(fort_hexes(war, side))), default=-1.0)
    if verb == "interdict":
        return 0.6 if war.turn >= 3 and not war.interdiction else -1.0
    if verb == "drop":
        return -0.2
    if verb == "rebase":
        return rebase_value(war, side)
    return -1.0


_IDEAS: dict[type, Callable[[Italy, Any, Decision], list[Idea]]] = {
    Act: act_ideas,
    PickTarget: target_ideas,
    Assemble: assemble_ideas,
    Support: support_ideas,
    Stand: stand_ideas,
    Fortify: fort_ideas,
    Intercept: intercept_ideas,
    Lead: lead_ideas,
    Marching: marching_ideas,
    March: march_ideas,
    Invade: invade_ideas,
    SeaMove: sea_ideas,
    Bombard: bombard_ideas,
    Rebase: rebase_ideas,
    Landing: land_ideas,
    Steadfast: steadfast_ideas,
    RetreatStack: retreat_order,
    Pursuit: pursuit_ideas,
    Arrive: arrive_ideas,
    PlaceGarrison: garrison_ideas,
    SetGarrisons: set_garrison_ideas,
    SetUnits: setup_ideas,
    SetAir: setup_ideas,
}


def ideas(war: Italy, decision: Decision) -> list[Idea]:
    """Every choice of a decision with what it seems worth."""
    assert war.stack is not None
    step = war.stack[0]
    found = _IDEAS.get(type(step), plain_ideas)(war, step, decision)
    if not isinstance(step, GREAT) and (not isinstance(step, Invade) or "beach" not in decision.choices):
        set_apart(found, SMALL.get(type(step), 3.0))
    return found


def set_apart(ideas: list[Idea], by: float) -> None:
    """Lift the best idea above the others by so many times the distance between best and worst: no search need look at them."""
    best = max(range(len(ideas)), key=lambda number: ideas[number].score)
    top = ideas[best]
    far = top.score - min(idea.score for idea in ideas)
    ideas[best] = Idea(top.score + by * far, top.verb, top.target, top.why)


def scripts(war: Italy, side: int) -> dict[str, tuple[str, list[tuple[str, int]]]]:
    """The historical set-up with one click."""
    kinds = (SetGarrisons, SetUnits, SetAir)
    if war.stack is None or not isinstance(war.stack[0], kinds):
        return {}
    return {"historical": ("Historical set-up", war.setup.game.advised(war, side, *kinds))}
