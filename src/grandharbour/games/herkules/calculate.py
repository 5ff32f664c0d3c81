"""The battle calculator as others ask it: kinds and arenas in words, answers in numbers."""

from __future__ import annotations

import time
from collections.abc import Mapping
from fractions import Fraction

from ...engine.calculator import BadForces, BattleOdds, CalculatorInfo, Kind, Loss
from .battle import AFLOAT, AIRCRAFT, SHORE, Forecast, calculator
from .state import HerkulesSetup

ARENAS = (("land", "on land"), ("sea", "at sea"), ("air", "in the air"))
WORKS = {"bunker": ("Bunker", "bunker"), "gun": ("Coastal gun", "coastal gun"), "radar": ("Radar set", "radar")}


def info(setup: HerkulesSetup) -> CalculatorInfo:
    """Every kind of unit with where it fights."""
    kinds = []
    for key in (*SHORE, *AIRCRAFT, *AFLOAT):
        arenas = ("land",) if key in SHORE else ("land", "sea", "air") if key in AIRCRAFT else ("land", "sea")
        name, symbol = WORKS[key] if key in WORKS else (setup.tables[f"units.{key}.{part}"] for part in ("name", "symbol"))
        kinds.append(Kind(key, name, symbol, arenas, key not in WORKS))
    extra = (("attackers", "The attackers have radar"), ("defenders", "The defenders have radar"))
    return CalculatorInfo(ARENAS, tuple(kinds), "OH-CBT.1", extra)


def odds(attackers: Mapping[str, int], defenders: Mapping[str, int], arena: str, rounds: int, radar: str) -> BattleOdds:
    """One exact forecast; ``rounds`` 0 fights on to the end."""
    planes = sum(force.get(kind, 0) for force in (attackers, defenders) for kind in AIRCRAFT)
    if rounds != 1 and arena != "air" and planes and sum(attackers.values()) + sum(defenders.values()) > 24:
        raise BadForces("with aircraft a battle to the end is calculated for up to 24 units; ask for one round")
    began = time.perf_counter()
    found: Forecast = calculator(attackers, defenders, arena, rounds=rounds, radar=radar)
    spent = (time.perf_counter() - began) * 1000

    def losses(chances: Mapping[int, Fraction]) -> tuple[Loss, ...]:
        return tuple(Loss(n, float(p), str(p) if p.denominator < 10**7 else "") for n, p in chances.items() if p)

    return BattleOdds(
        float(found.win), float(found.hold), float(found.both), losses(found.attacker_losses), losses(found.defender_losses),
        found.mean(found.attacker_losses), found.mean(found.defender_losses), round(spent, 2),
    )  # fmt: skip
