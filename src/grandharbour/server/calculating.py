"""The battle calculator over HTTP: what it can be asked, and its answers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..engine.calculator import BadForces, BattleOdds, CalculatorInfo, read_forces
from ..engine.game import Game
from ..engine.game import game as find
from .problems import Problem, detail
from .workshop import Workshop

SECONDS = 4.0
"""So long an exact answer may take."""


def _of(game: Game) -> Any:
    calculator = game.calculator()
    if calculator is None:
        raise Problem("not-found", detail("no-calculator", game=game.title))
    return calculator


def info(game: Game) -> CalculatorInfo:
    """The kinds and arenas of a game's calculator."""
    about: CalculatorInfo = _of(game).info(game.setup())
    return about


async def odds(workshop: Workshop, game: Game, attackers: str, defenders: str, arena: str, rounds: int, radar: str) -> BattleOdds:
    """One calculation, beside the event loop."""
    known = info(game)
    if arena not in [name for name, _ in known.arenas]:
        raise Problem(
            "bad-request", detail("none-of", what="arena", said=arena, known=", ".join(name for name, _ in known.arenas))
        )
    if not 0 <= rounds <= 20 or radar not in ("", *(side for side, _ in known.extra)):
        raise Problem("bad-request", detail("rounds-and-radar"))
    try:
        ours, theirs = (read_forces(text, known, arena, attacks) for text, attacks in ((attackers, True), (defenders, False)))
        battle = await workshop.run("too-large", calculate, game.id, ours, theirs, arena, rounds, radar, seconds=SECONDS)
    except BadForces as wrong:
        raise Problem.said("bad-request", wrong) from None
    except Problem as problem:
        if problem.kind != "too-large":
            raise
        raise Problem("too-large", detail("calculation-too-large", seconds=f"{SECONDS:g}")) from None
    return battle


def calculate(name: str, ours: Mapping[str, int], theirs: Mapping[str, int], arena: str, rounds: int, radar: str) -> BattleOdds:
    """In a process with limits: the exact chances."""
    battle: BattleOdds = _of(find(name)).odds(ours, theirs, arena, rounds, radar)
    return battle
