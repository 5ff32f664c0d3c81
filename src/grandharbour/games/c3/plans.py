"""Ready-made plans with one click: set-ups of the garrison, plans of turn S."""

from __future__ import annotations

from typing import Any

from ...engine.geometry.bits import bits
from ...engine.kinds import NOWHERE
from .airdrop import DropPlan
from .bombardment import AIR, Missions
from .invasion_advice import placed
from .landing import Embark, LandingPlan
from .placing import Garrison
from .state import Malta


def scripts(war: Malta, side: int) -> dict[str, tuple[str, list[tuple[str, int]]]]:
    """Set-ups and plans of turn S with one click."""
    setup = war.setup
    step = war.stack[0] if war.stack else None
    if isinstance(step, Garrison):
        return {
            plan: (f"{setup.tables[f'setups.{plan}.title']} set-up", set_up(war, plan)) for plan in setup.tables.under("setups")
        }
    if war.turn == 0 and isinstance(step, (Missions, DropPlan, LandingPlan)):
        staff = setup.game.advised(war, side, Missions, DropPlan, LandingPlan, Embark)
        if staff and staff[-1][0] in ("fire", "launch", "sail"):
            staff = staff[:-1]  # the first die is the player's own click
        found = {"staff": ("The staff's plan", staff)} if staff else {}
        old = plan_of_1942(war, step)
        if old:
            found["plan"] = (setup.tables["plans.historical.title"], old)
        return found
    return {}


def set_up(war: Malta, plan: str) -> list[tuple[str, int]]:
    """The rest of the garrison as a set-up of the tables has it."""
    trial = war.copy()
    found: list[tuple[str, int]] = []
    while trial.stack is not None and isinstance(trial.stack[0], Garrison):
        best = max(placed(trial, trial.asked()[0], plan), key=lambda idea: idea.score)
        found.append((best.verb, best.target))
        trial.play(best.verb, best.target)
    return found


def plan_of_1942(war: Malta, step: Any) -> list[tuple[str, int]]:
    """The plan of the tables, as far as it is legal here."""
    setup = war.setup
    named = setup.grid.named
    if isinstance(step, Missions):
        if step.shots:
            return []
        targets = setup.tables["plans.historical.air" if step.arm == AIR else "plans.historical.naval"]
        return [("bomb", named(h)) for h, n in targets.items() for _ in range(n)][: step.left]
    if isinstance(step, DropPlan):
        targets = setup.tables["plans.historical.drops"]
        return [("drop", named(targets[setup.ids[p]])) for p in bits(setup.droppers) if war.plan[p] == NOWHERE]
    if not isinstance(step, LandingPlan) or step.chosen:
        return []
    boats: dict[tuple[str, str], list[tuple[str, int]]] = {}
    for unit, (sea, onto, wave) in setup.tables["plans.historical.landings"].items():
        boats.setdefault((sea, onto), []).append((wave, setup.index_of[unit]))
    trial = war.copy()
    found: list[tuple[str, int]] = []

    def play(verb: str, target: int) -> bool:
        decision = trial.decision
        if decision is None or not decision.choices.get(verb, 0) >> target & 1:
            return False
        if decision.forced is None:
            found.append((verb, target))
        trial.play(verb, target)
        return True

    for (sea, onto), crew in boats.items():
        if not play("sea", named(sea)) or not play("onto", named(onto)):
            return []
        for _, piece in sorted(crew):
            play("load", piece)
        play("next", 0)
    return found
