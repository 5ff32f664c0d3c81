"""What a sensible staff would propose: scored ideas for every decision, and the chance to win."""

from __future__ import annotations

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
from .prospects import calm, value, verdict
from .state import Malta

__all__ = ["LEVELS", "calm", "ideas", "scripts", "trusted", "value", "verdict"]

LEVELS = {"cadet": (3, 4, 1, 0.8), "captain": (4, 12, 1, 0.8), "admiral": (6, 24, 20, 0.8)}
"""Plans, worlds, horizon and doubt of the search: every trial goes on to the end of the Operation."""
UNREST = 400
"""On the last day a trial goes on to the end of the game."""
OPEN = (
    {"DropPlan", "LandingPlan", "Embark", "Inland", "Advance"},
    {"Garrison", "Attach", "Move", "Declare", "Assemble"},
)
"""Where a plan of the Axis, and of the British, is worth trying out. What is chosen within a combat the tables tell exactly, and
when to strike the adviser of the Axis knows better than a trial that ends before the British answer."""
LAST = {"Contest", "Move", "Intense"}
"""The same on the last day, when trials go on to the end of the game."""


def trusted(war: Malta, decision: Decision) -> bool:
    """Whether the adviser's word is good enough."""
    kind = type(war.stack[0]).__name__ if war.stack is not None else ""
    return kind not in (LAST if war.turn == war.setup.last else OPEN[decision.side])


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
    "DropFormation": fight_ideas,
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
