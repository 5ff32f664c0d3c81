"""Questions about a decision: why not, and what are the odds. Answered from what the asking side knows."""

from __future__ import annotations

import asyncio

from ..engine.choice import Illegal
from ..engine.odds import TooMany
from . import wire
from .history import History
from .problems import Problem
from .tables import LiveTable


def _owed(history: History, side: str | None) -> int:
    """Only the side that must decide may ask, and only about its own decision."""
    if side is None:
        raise Problem("wrong-seat", "Spectators have nothing to choose.")
    if history.table.outcome is not None:
        raise Problem("table-ended", "The game has ended.")
    number = history.table.war.setup.side(side)
    if history.table.decision(number) is None:
        raise Problem("not-your-decision", f"{history.game.sides[number].short} has nothing to decide now.")
    return number


async def why_not(table: LiveTable, side: str | None, verb: str, target: wire.Target) -> wire.Refusal | None:
    """The rule that forbids a choice, or None if it is allowed."""
    async with table.lock:
        history = await table.history()
        number = _owed(history, side)
        war = history.table.war
        try:
            refused = war.why_not(verb, wire.target_for(history.game, verb, target), number)
        except Illegal as illegal:
            refused = illegal.refusal
        return None if refused is None else wire.refusal(refused, war.setup)


async def hint(table: LiveTable, side: str | None) -> list[wire.Hint]:
    """What the adviser would do, from what this side knows."""
    async with table.lock:
        history = await table.history()
        return wire.hints(history.table, _owed(history, side))


async def odds(table: LiveTable, side: str | None, verb: str, target: wire.Target) -> wire.Odds | None:
    """The chances behind a choice, computed beside the event loop on a copy."""
    async with table.lock:
        history = await table.history()
        number = _owed(history, side)
        war = history.table.war.copy()
    try:
        return wire.odds(await asyncio.to_thread(war.odds, number, verb, wire.target_for(history.game, verb, target)))
    except Illegal as illegal:
        raise Problem.refused(illegal.refusal) from None
    except TooMany:
        return None
