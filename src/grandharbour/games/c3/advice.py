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
from .turn import has_bases

__all__ = ["ideas", "scripts", "value"]


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


def value(war: Malta, side: int) -> float:
    """The chance that a side wins from here, a draw counting half."""
    if war.outcome is not None:
        return 1.0 if war.outcome.winner == side else 0.5 if war.outcome.winner < 0 else 0.0
    setup = war.setup
    left = setup.last + 0.5 - war.turn
    expected = expected_points(war, left)
    spread = 0.9 + 0.25 * left
    draw, win = (1.0 / (1.0 + math.exp((low - 0.5 - expected) / spread)) for low in setup.level_from[2:4])
    axis = 0.5 * (draw + win)
    if not has_bases(war):
        axis *= 0.3 + 0.12 * left  # without them everything is lost [8.2.f]
    return axis if side == AXIS else 1.0 - axis


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
    still = sum(not war.acted[lot] for lot in setup.lot_lists[BRITISH]) if war.turn else 0
    change = 0.07 * (axis - 100) - 0.09 * (garrison - 60) + 0.04 * waiting
    change += 0.26 * free - 0.16 * lonely - 0.54 * pressed - 0.5 * still - 1.3 * left + 1.8
    return war.score() + change
