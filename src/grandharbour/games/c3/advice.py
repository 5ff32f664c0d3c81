"""What a sensible staff would propose: scored ideas for every decision, and the chance to win."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from ...engine.choice import Decision
from ...engine.game import Idea
from ...engine.geometry.bits import bits
from .battle_advice import (
    advance_ideas,
    assemble_ideas,
    bonus_ideas,
    declare_ideas,
    fight_ideas,
    guns_ideas,
    intense_ideas,
    lose_ideas,
    retreat_ideas,
)
from .invasion_advice import (
    drop_ideas,
    embark_ideas,
    fleet_ideas,
    garrison_ideas,
    inland_ideas,
    landing_ideas,
    missions_ideas,
    scatter_ideas,
    swim_ideas,
)
from .move_advice import attach_ideas, contest_ideas, enter_ideas, move_ideas
from .plans import scripts
from .state import AXIS, BRITISH, Malta
from .turn import Contest, has_bases

__all__ = ["LEVELS", "calm", "ideas", "scripts", "trusted", "value"]

LEVELS = {"cadet": (3, 4, 1, 0.8), "captain": (4, 12, 1, 0.8), "admiral": (6, 24, 20, 0.8)}
"""Plans, worlds, horizon and doubt of the search: every trial goes on to the end of the Operation."""
UNREST = 400
"""On the last day a trial goes on to the end of the game."""
OPEN = (
    {"DropPlan", "LandingPlan", "Embark", "Inland", "Advance"},
    {"Garrison", "Attach", "Move", "Declare", "Assemble", "Advance"},
)
"""Where a plan of the Axis, and of the British, is worth trying out. What is chosen within a combat the tables tell exactly, and
when to strike the adviser of the Axis knows better than a trial that ends before the British answer."""
LAST = {"Advance", "Declare"}
"""The same on the last day, when trials are long."""


def trusted(war: Malta, decision: Decision) -> bool:
    """Whether the adviser's word is good enough."""
    kind = type(war.stack[0]).__name__ if war.stack is not None else ""
    return kind not in OPEN[decision.side] or (war.turn == war.setup.last and kind not in LAST)


def plain_ideas(war: Malta, step: Any, decision: Decision) -> list[Idea]:
    """Anything else: the quiet answer if there is one, otherwise what comes first."""
    ideas = []
    for verb, mask in decision.choices.items():
        for target in bits(mask):
            ideas.append(Idea(1.0 if decision.quiet == (verb, target) else 0.0, verb, target, "plain"))
    return ideas


_IDEAS: dict[str, Callable[[Malta, Any, Decision], list[Idea]]] = {
    "Garrison": garrison_ideas,
    "Missions": missions_ideas,
    "DropPlan": drop_ideas,
    "Drops": fight_ideas,
    "Scatter": scatter_ideas,
    "Swim": swim_ideas,
    "LandingPlan": landing_ideas,
    "Embark": embark_ideas,
    "Fleet": fleet_ideas,
    "Wave": fight_ideas,
    "Inland": inland_ideas,
    "Contest": contest_ideas,
    "Attach": attach_ideas,
    "Move": move_ideas,
    "Enter": enter_ideas,
    "Declare": declare_ideas,
    "Assemble": assemble_ideas,
    "Fights": fight_ideas,
    "Bonus": bonus_ideas,
    "Intense": intense_ideas,
    "Lose": lose_ideas,
    "Retreat": retreat_ideas,
    "Advance": advance_ideas,
    "Guns": guns_ideas,
}


def ideas(war: Malta, decision: Decision) -> list[Idea]:
    """Every choice worth a thought with what it seems worth."""
    assert war.stack is not None
    step = war.stack[0]
    return _IDEAS.get(type(step).__name__, plain_ideas)(war, step, decision)


# --- the whole game


def calm(war: Malta) -> bool:
    """Between two Operations: what the last one brought is there to be counted. On the last day only the end counts."""
    step = war.stack[0] if war.stack is not None and war.turn < war.setup.last else None
    return isinstance(step, Contest) and step.stage < 2


def value(war: Malta, side: int) -> float:
    """The chance that a side wins from here, a draw counting half."""
    if war.outcome is not None:
        return 1.0 if war.outcome.winner == side else 0.5 if war.outcome.winner < 0 else 0.0
    setup = war.setup
    left = setup.last + 0.5 - war.turn
    expected = expected_points(war, left)
    spread = 1.3 + 0.4 * left
    draw, win = (1.0 / (1.0 + math.exp((low - 0.5 - expected) / spread)) for low in setup.level_from[2:4])
    axis = 0.5 * (draw + win)
    if not has_bases(war):
        axis *= 0.3 + 0.12 * left  # without them everything is lost [8.2.f]
    axis += (1.0 - axis) * fall_of_valletta(war)
    return axis if side == AXIS else 1.0 - axis


def fall_of_valletta(war: Malta) -> float:
    """A guess at the chance that the capital is taken: who stands before it, and who in it [8.2.e]."""
    setup = war.setup
    capital = setup.capital & ~war.control
    if not capital or not war.turn:
        return 0.0
    defence = sum(war.strength(u) / (1 + (war.dg >> u & 1)) for h in bits(capital) for u in bits(war.units_in(h, BRITISH)))
    gates = setup.grid.zoc(capital, setup.shut) & setup.land
    attack = sum(war.strength(u) for h in bits(gates & war.held(AXIS)) for u in bits(war.units_in(h, AXIS)))
    if not defence:
        return 0.7 if setup.grid.within(capital, 3) & war.held(AXIS) else 0.3
    return min(0.3, 0.03 * max(0.0, attack / defence - 1.0))


def expected_points(war: Malta, left: float) -> float:
    """The points now, and what may still become of them: weights from the ends of some noisy games of the adviser with itself."""
    setup = war.setup
    axis = sum(war.strength(u) for u in bits(war.present(AXIS) & ~setup.defends_only))
    garrison = sum(war.strength(u) for u in bits(war.present(BRITISH) & ~setup.defends_only))
    waiting = sum(setup.cf[u] for u in bits(war.pieces_in(setup.reserve[AXIS])))
    ours = war.control & setup.victory
    lonely = (ours & ~war.held(AXIS)).bit_count()
    pressed = (ours & war.near(BRITISH)).bit_count()
    free = (setup.victory & ~war.control & ~war.held(BRITISH)).bit_count()
    still, ready = (_yet_to_act(war, side) if war.turn else 0 for side in (BRITISH, AXIS))
    change = 2.7 - 1.1 * left + 0.018 * axis - 0.07 * garrison + 0.024 * waiting
    change += 0.36 * free - 0.45 * lonely - 0.2 * pressed - 0.64 * still + 0.27 * ready
    return war.score() + change


def _yet_to_act(war: Malta, side: int) -> int:
    """Formations of a side with an Operation before them today."""
    setup = war.setup
    here = war.on_map(setup.own[side])
    return sum(not war.acted[lot] and bool(setup.chits >> lot & 1 or setup.members[lot] & here) for lot in setup.lot_lists[side])
