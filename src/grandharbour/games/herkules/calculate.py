"""The battle calculator as others ask it: kinds and arenas in words, answers in numbers."""

from __future__ import annotations

import time
from collections.abc import Mapping
from fractions import Fraction

from ...engine.calculator import BadForces, BattleOdds, CalculatorInfo, Kind, Loss
from ...engine.game import game
from .battle import AFLOAT, AIRCRAFT, SHORE, Ends, calculator
from .state import HerkulesSetup

ARENAS = ("land", "sea", "air")
SYMBOLS = {"bunker": "bunker", "gun": "coastal gun", "radar": "radar"}

MOST = 24
"""So many units, some of them aircraft, fight a battle to its end in a reasonable time."""


def info(setup: HerkulesSetup) -> CalculatorInfo:
    """Every kind of unit with where it fights."""
    kinds = []
    for key in (*SHORE, *AIRCRAFT, *AFLOAT):
        arenas = ("land",) if key in SHORE else ("land", "sea", "air") if key in AIRCRAFT else ("land", "sea")
        works = key in SYMBOLS
        name = setup.tables[f"works.{key}.name" if works else f"units.{key}.name"]
        symbol = SYMBOLS[key] if works else setup.tables[f"units.{key}.symbol"]
        kinds.append(Kind(key, name, symbol, arenas, not works))
    arenas_said = tuple((arena, setup.say(f"arena-{arena}")) for arena in ARENAS)
    extra = tuple((who, setup.say(f"radar-{who}")) for who in ("attackers", "defenders"))
    return CalculatorInfo(arenas_said, tuple(kinds), "OH-CBT.1", extra)


def odds(attackers: Mapping[str, int], defenders: Mapping[str, int], arena: str, rounds: int, radar: str) -> BattleOdds:
    """One exact forecast; ``rounds`` 0 fights on to the end."""
    planes = sum(force.get(kind, 0) for force in (attackers, defenders) for kind in AIRCRAFT)
    if rounds != 1 and arena != "air" and planes and sum(attackers.values()) + sum(defenders.values()) > MOST:
        raise BadForces(game("herkules").catalogue.say("why-too-many-units", {"most": MOST}))
    began = time.perf_counter()
    ends: Ends = calculator(attackers, defenders, arena, rounds=rounds, radar=radar)
    spent = (time.perf_counter() - began) * 1000

    def losses(chances: Mapping[int, Fraction]) -> tuple[Loss, ...]:
        return tuple(Loss(n, float(p), str(p) if p.denominator < 10**7 else "") for n, p in chances.items() if p)

    return BattleOdds(
        float(ends.win), float(ends.hold), float(ends.both), losses(ends.attacker_losses), losses(ends.defender_losses),
        ends.mean(ends.attacker_losses), ends.mean(ends.defender_losses), round(spent, 2),
    )  # fmt: skip
