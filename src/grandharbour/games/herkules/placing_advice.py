"""The adviser before the first turn: the set-up for quick play, another one, and both with one click."""

from __future__ import annotations

from typing import Any

from ...engine.choice import Decision
from ...engine.game import Idea
from ...engine.geometry.bits import bits, first
from .naval import Loading
from .placing import LayMines, SetFleet, SetUnits, waiting
from .state import AX, BR, Malta
from .weighing import worth


def place_ideas(war: Malta, step: Any, decision: Decision) -> list[Idea]:
    """The set-up for quick play."""
    setup = war.setup
    wanted: dict[int, float] = {}
    if isinstance(step, SetUnits):
        unit = first(waiting(war))
        hq, kind = setup.hq[unit], setup.kind[unit]
        part = "aircraft" if setup.air >> unit & 1 else "default"
        base = f"scenarios.{setup.scenario}.BR.{hq}.{part}"
        for name in setup.tables.under(base):
            t = setup.land_of[name]
            planned = setup.tables[f"{base}.{name}"].get(kind, 0)
            there = (war.here()[t] & setup.of_hq[hq] & setup.of_kind[kind]).bit_count()
            wanted[t] = 50.0 * (planned - there)
    elif isinstance(step, SetFleet):
        wanted[setup.zone_of[setup.given("BR.eagle.zone")]] = 50.0
    elif isinstance(step, LayMines):
        for number, zone in enumerate(setup.given("default_mines")["AX" if step.side == AX else "BR"]):
            wanted[setup.zone_of[zone]] = 50.0 - number
    ideas = []
    for verb, mask in decision.choices.items():
        for target in bits(mask):
            base_score = 0.1 * worth(war, target) if target < setup.lands else 0.0
            ideas.append(Idea(wanted.get(target, 0.0) + base_score, verb, target, "the set-up for quick play"))
    return ideas


def scripts(war: Malta, side: int) -> dict[str, tuple[str, list[tuple[str, int]]]]:
    """Set-up and loading with one click."""
    game = war.setup.game
    step = war.stack[0] if war.stack else None
    if isinstance(step, SetUnits):
        return {
            "historical": ("Historical set-up", game.advised(war, side, SetUnits, SetFleet)),
            "sensible": ("Sensible set-up", sensible(war)),
        }
    if isinstance(step, SetFleet):
        return {"historical": ("Historical set-up", game.advised(war, side, SetFleet))}
    if isinstance(step, Loading):
        return {"loading": ("Usual loading", game.advised(war, side, Loading))}
    return {}


def sensible(war: Malta) -> list[tuple[str, int]]:
    """Everything behind what is worth most: each unit goes where points have the fewest defenders."""
    found: list[tuple[str, int]] = []
    trial = war.copy()
    while trial.stack is not None and isinstance(trial.stack[0], (SetUnits, SetFleet)):
        decision = trial.decision
        assert decision is not None
        places = decision.choices["at"]
        if isinstance(trial.stack[0], SetFleet):
            best = trial.setup.zone_of[trial.setup.given("BR.eagle.zone")]
        else:
            best = max(bits(places), key=lambda t: _exposed(trial, t))
        if decision.forced is None:
            found.append(("at", best))
        chance = trial.rolled
        trial.play("at", best, BR)
        if trial.rolled != chance:
            break
    return found


def _exposed(war: Malta, t: int) -> float:
    """Points for each defender there would be."""
    setup = war.setup
    beach = 1.3 if setup.shores[t] else 1.0
    return beach * (setup.vp[t] + 1.0) / (1.0 + war.forces(BR, t).bit_count() + war.mine(BR, t, setup.air).bit_count())
