"""Questions of a seat: why not, what are the odds, what would it do, what lies over the map. Answered from what that side knows."""

from __future__ import annotations

import asyncio
import random
from collections import OrderedDict

from ..engine import shapes
from ..engine.choice import Illegal
from ..engine.dice import SEALED, OutOfDice
from ..engine.game import UnknownName
from ..engine.odds import TooMany
from ..engine.reach import Way, repeat
from ..engine.reach import reach as engine_reach
from ..engine.view import Overlay, Preview
from ..engine.war import War
from . import computer, wire
from .history import History
from .problems import Problem, detail, say
from .store import CannotStore
from .tables import MOST_THOUGHTS, LiveTable


def _owed(history: History, side: str | None) -> int:
    """Only the side that must decide may ask, and only about its own decision."""
    if side is None:
        raise Problem("wrong-seat", detail("spectators-have-nothing"))
    if history.table.outcome is not None:
        raise Problem("table-ended", detail("ended"))
    if history.stuck:
        raise Problem("other-rules", detail("rules-changed"))
    number = history.table.war.setup.side(side)
    if history.table.decision(number) is None:
        raise Problem("not-your-decision", detail("nothing-to-decide", side=history.game.sides[number].short))
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
        number = _owed(history, side)
        trial = history.table.fork()
    return await asyncio.to_thread(wire.hints, trial, number)


async def lines(table: LiveTable, side: str | None, first: bool = False) -> list[wire.Considered]:
    """The plans a search has tried out for this side, best first, thought in another process from what the side knows; at ``first`` what a
    short look finds."""
    async with table.lock:
        history = await table.history()
        number = _owed(history, side)
        war = history.table.war
        text = computer.imagined(war, number)
    return wire.considered(war, await table.tables.computers.study(history.game.id, text, number, first))


ANALYSED = 500
"""Moments whose analysis is kept in memory."""
_analysed: OrderedDict[tuple[str, int, int, int], list[wire.Considered]] = OrderedDict()


async def analysis(table: LiveTable, side: str | None, k: int, wanted: str | None) -> wire.Analysis:
    """The plans a search tries out at a moment of the replay, for the side that had to decide there, from what that side knew."""
    async with table.lock:
        history = await table.whole()
        seat = None if side is None else history.table.war.setup.side(side)
        eyes = history.eyes(seat, wanted)
        running = history.table.outcome is None
        if running and (seat is None or eyes != seat):
            raise Problem("still-running", detail("own-analysis"))
        shown = await asyncio.to_thread(history.shown, eyes, k)
        asked = [decision.side for decision in shown.war.asked()] if shown.war.outcome is None else []
        # While it runs a seat learns nothing about the other's decisions, not even that there was one.
        asked = [number for number in asked if number == seat] if running else asked
        if not asked:
            return wire.Analysis(None, [])
        number = eyes if eyes in asked else asked[0]
        assert number is not None
        war = shown.war
        key = (table.id, shown.choices, number, history.rows if running else -1)
        text = computer.imagined(war, number)
    lines = _analysed.get(key)
    if lines is None:
        lines = wire.considered(war, await table.tables.computers.study(history.game.id, text, number))
        if lines:
            _analysed[key] = lines
            while len(_analysed) > ANALYSED:
                _analysed.popitem(last=False)
    return wire.Analysis(history.game.sides[number].id, lines)


async def thoughts(table: LiveTable) -> wire.Thoughts:
    """What computer players considered: at once where everything lies open, else when the game has ended."""
    async with table.lock:
        history = await table.history()
        if history.table.outcome is None and type(history.table.war).imagine is not War.imagine:
            return wire.Thoughts([], say("thoughts-secret"))
        if table.tables.thinking == "workers":
            return wire.Thoughts(await _noted(table))
        return wire.Thoughts(list(table.thoughts))


async def _noted(table: LiveTable) -> list[wire.Thinking]:
    """What workers have thought."""
    try:
        notes = await asyncio.to_thread(table.tables.store.thoughts, table.id, MOST_THOUGHTS)
    except CannotStore as error:
        raise Problem("cannot-store", detail("cannot-read", why=str(error))) from None
    return [shapes.read(said, wire.Thinking) for said in notes]


async def odds(
    table: LiveTable, side: str | None, verb: str, target: wire.Target, after: list[wire.RowClick] | None = None
) -> wire.Odds | None:
    """The chances behind a choice, computed beside the event loop on a copy."""
    number, war = await _at(table, side, after)
    if war is None:
        return None
    try:
        chances = await asyncio.to_thread(war.odds, number, verb, wire.target_for(war.setup.game, verb, target))
        return wire.odds(chances, war.setup)
    except Illegal as illegal:
        raise Problem.refused(illegal.refusal) from None
    except TooMany:
        return None


async def preview(
    table: LiveTable, side: str | None, verb: str, target: wire.Target, after: list[wire.RowClick] | None = None
) -> Preview | None:
    """What a choice would do before any die; only for what is listed to this seat now."""
    number, war = await _at(table, side, after)
    if war is None:
        return None
    try:
        refused = war.why_not(verb, wire.target_for(war.setup.game, verb, target), number)
    except Illegal as illegal:
        raise Problem.refused(illegal.refusal) from None
    if refused is not None:
        raise Problem.refused(refused)
    return await asyncio.to_thread(war.setup.game.preview, war, number, verb, wire.target_number(war.setup, verb, target))


async def reach(table: LiveTable, side: str | None, said: wire.AskReach) -> list[wire.RowWay]:
    """What one gesture of this seat's hand would do now: from what it knows, with pieces it can see."""
    async with table.lock:
        history = await table.history()
        number = _owed(history, side)
        war = history.table.war.imagine(number, random.Random(history.table.war.made))
        if not {*said.pieces, *said.without} <= {seen.id for seen in history.seen(number).pieces}:
            raise Problem("not-found", detail("no-piece"))
    if said.verb is not None:
        clicks = await asyncio.to_thread(repeat, war, number, said.verb, said.count)
        return wire.ways(war, {-1: [Way(-1, clicks)]}) if clicks else []
    index = war.setup.names.index
    hand, without = ([index["piece"][piece] for piece in ids if piece in index["piece"]] for ids in (said.pieces, said.without))
    pile, aim = (index["space"].get(space or "") for space in (said.pile, said.aim))
    if not hand and aim is None:
        return []
    return wire.ways(war, await asyncio.to_thread(engine_reach, war, number, hand, pile, said.count, aim, without))


async def final(table: LiveTable, side: str | None, said: wire.AskFinal) -> wire.Final:
    """Whether this seat can still take back what it is about to choose, from what it knows; if not, what becomes final with it."""
    async with table.lock:
        history = await table.history()
        number = _owed(history, side)
        trial = history.table.fork()
    try:
        if said.script is not None:
            row: list[tuple[str, wire.Target]] = [*await asyncio.to_thread(trial.scripted, number, said.script)]
        else:
            clicks = [*said.after, wire.RowClick(said.verb or "", said.target)]
            row = [(click.verb, wire.target_for(history.game, click.verb, click.target)) for click in clicks]
        return await asyncio.to_thread(wire.final, trial, number, row)
    except Illegal as illegal:
        raise Problem.refused(illegal.refusal) from None


async def _at(table: LiveTable, side: str | None, after: list[wire.RowClick] | None) -> tuple[int, War | None]:
    """Who asks, and a copy of the war, with the clicks before the one he asks about made on it; None if they cannot be."""
    async with table.lock:
        history = await table.history()
        number = _owed(history, side)
        war = history.table.war.copy()
    return number, await asyncio.to_thread(_before, war, number, after) if after else war


def _before(war: War, number: int, after: list[wire.RowClick]) -> War | None:
    """The war as the side imagines it after a row of clicks; None if a die falls on the way or one does not fit."""
    trial = war.imagine(number, random.Random(war.made))
    dice, trial.dice = trial.dice, SEALED
    try:
        for click in after:
            trial.play(click.verb, wire.target_for(war.setup.game, click.verb, click.target), number)
    except (Illegal, OutOfDice):
        return None
    trial.dice = dice
    return trial if number in trial.decisions else None


async def overlay(table: LiveTable, side: str | None, id: str, about: str | None = None) -> Overlay:
    """A layer of the board, about the whole of it or about one piece or space this seat can see."""
    async with table.lock:
        history = await table.seen_by(side)
        number = None if side is None else history.table.war.setup.side(side)
        late = history.watched if side is None else None
        war = (history.table.seen(number) if late is None else history.shown(None, late).war).copy()
        pieces = {piece.id for piece in (history.seen(number) if late is None else war.view(None)).pieces} if about else set()
    info = next((info for info in history.game.board(war.setup).overlays if info.id == id), None)
    thing = None
    if about and info is not None:
        # A piece that is not shown to this seat is treated as one that does not exist.
        thing = war.setup.names.index.get(info.about or "", {}).get(about)
        if thing is None or (info.about == "piece" and about not in pieces):
            raise Problem("not-found", detail("no-layer", layer=id, about=about))
    try:
        return await asyncio.to_thread(history.game.overlay, war, number, id, thing)
    except UnknownName as unknown:
        raise Problem.said("not-found", f"{unknown}.") from None
