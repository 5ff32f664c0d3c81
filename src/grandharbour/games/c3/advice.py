"""What a computer player is told beyond single steps: how far to search, when to count, ready-made plans."""

from __future__ import annotations

from functools import partial

from ...engine.catalogue import text
from ...engine.game import Script
from ...engine.geometry.bits import bits
from ...engine.kinds import NOWHERE
from .airdrop import DropPlan
from .bombardment import AIR, Missions
from .landing import Embark, LandingPlan
from .placing import Garrison
from .placing_brief import placed
from .prospects import calm, value, verdict
from .state import Malta

__all__ = ["LEARNT", "LEVELS", "UNREST", "calm", "scripts", "value", "verdict"]

LEVELS = {"cadet": (3, 4, 1, 0.8), "captain": (4, 12, 1, 0.8), "admiral": (6, 24, 20, 0.8)}
"""Plans, worlds, horizon and doubt of the search: every trial goes on to the end of the Operation."""
LEARNT = {"0.4": ("dry-drops", "spend-missions")}
"""What the adviser does otherwise since a version; see ``engine.schooling``."""
UNREST = 400
"""On the last day a trial goes on to the end of the game."""


def scripts(war: Malta, side: int) -> dict[str, Script]:
    """Set-ups and plans of turn S with one click."""
    step = war.stack[0] if war.stack else None
    if isinstance(step, Garrison):
        plans, known = war.setup.tables.under("setups"), war.setup.game.catalogue
        own = {plan: f"script-{plan}" if f"script-{plan}" in known else text("script-own", name=plan) for plan in plans}
        return {plan: Script(label, partial(set_up, war, plan)) for plan, label in own.items()}
    if war.turn or not isinstance(step, (Missions, DropPlan, LandingPlan)):
        return {}
    offers = {"staff": Script("script-staff", partial(staff, war, side))} if has_orders(war, step, side) else {}
    begun = step.shots if isinstance(step, Missions) else step.chosen if isinstance(step, LandingPlan) else ()
    if not begun:
        offers["plan"] = Script("script-plan", partial(plan_of_1942, war, step))
    return offers


FIRST_DIE = ("fire", "launch", "sail")
"""With these the plans of turn S are carried out."""


def has_orders(war: Malta, step: Missions | DropPlan | LandingPlan, side: int) -> bool:
    """Whether the staff would do anything before the first die. Asked after every click: only boats are really thought about."""
    if isinstance(step, Missions):
        return bool(step.left)
    decision = war.decisions.get(side)
    if decision is None or decision.forced or "launch" in decision.choices:
        return False
    if isinstance(step, DropPlan):
        return True
    return max(war.setup.game.ideas(war, decision), key=lambda idea: idea.score).verb not in FIRST_DIE


def staff(war: Malta, side: int) -> list[tuple[str, int]]:
    """What the staff would order on turn S. The first die is the player's own click."""
    orders = war.setup.game.advised(war, side, Missions, DropPlan, LandingPlan, Embark)
    return orders[:-1] if orders and orders[-1][0] in FIRST_DIE else orders


def set_up(war: Malta, plan: str) -> list[tuple[str, int]]:
    """The rest of the garrison as a set-up of the tables has it."""
    trial = war.copy()
    clicks: list[tuple[str, int]] = []
    while trial.nearest(Garrison) is not None:
        best = max(placed(trial, trial.asked()[0], plan), key=lambda idea: idea.score)
        clicks.append((best.verb, best.target))
        trial.play(best.verb, best.target)
    return clicks


def plan_of_1942(war: Malta, step: Missions | DropPlan | LandingPlan) -> list[tuple[str, int]]:
    """The plan of the tables, as far as it is legal here."""
    setup = war.setup
    named = setup.hex_named
    if isinstance(step, Missions):
        if step.shots:
            return []
        targets = setup.tables["plans.historical.air" if step.arm == AIR else "plans.historical.naval"]
        there = [(h, n) for name, n in targets.items() if (h := named(name)) is not None]
        return [("bomb", h) for h, n in there for _ in range(n)][: step.left]
    if isinstance(step, DropPlan):
        targets = setup.tables["plans.historical.drops"]
        waiting = [targets.get(setup.ids[p], "") for p in bits(setup.droppers) if war.plan[p] == NOWHERE]
        return [("drop", h) for name in waiting if (h := named(name)) is not None]
    return [] if step.chosen else boats_of_1942(war)


def boats_of_1942(war: Malta) -> list[tuple[str, int]]:
    """The landings of the tables."""
    setup = war.setup
    boats: dict[tuple[str, str], list[tuple[str, int]]] = {}
    for unit, (sea, onto, wave) in setup.tables["plans.historical.landings"].items():
        if unit in setup.index_of:
            boats.setdefault((sea, onto), []).append((wave, setup.index_of[unit]))
    trial = war.copy()
    clicks: list[tuple[str, int]] = []

    def play(verb: str, target: int) -> bool:
        decision = trial.decision
        if decision is None or not decision.choices.get(verb, 0) >> target & 1:
            return False
        if decision.forced is None:
            clicks.append((verb, target))
        trial.play(verb, target)
        return True

    for (sea, onto), crew in boats.items():
        by, beach = setup.hex_named(sea), setup.hex_named(onto)
        if by is None or beach is None or not play("sea", by) or not play("onto", beach):
            return []
        for _, piece in sorted(crew):
            play("load", piece)
        play("next", 0)
    return clicks
