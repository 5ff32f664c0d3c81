"""The one door to a table: what a seat does there and what it asks, the same by single requests and live."""

from __future__ import annotations

from . import asking, orders, wire
from .club import agree
from .problems import Problem, detail
from .store import Move
from .tables import LiveTable


async def act(table: LiveTable, side: str | None, said: wire.Deed, key: str) -> None:
    """Do what a seat says, if it is still held by the key (its hash) that was shown. Whoever does something has sat down."""
    if said.side is not None and said.side != side:
        raise Problem("wrong-seat", detail("not-for-side", side=said.side))
    if side is None:
        raise Problem("wrong-seat", detail("spectators-do-not-choose"))
    await table.join(side)
    match said:
        case wire.Click():
            await table.act(Move("choice", side, said.verb, said.target, shake=said.link or ""), said.number, key)
        case wire.Undo():
            await table.act(Move("undo", side), said.number, key)
        case wire.PlayScript():
            await table.act(Move("script", side, said.script, shake=said.link or ""), said.number, key)
        case wire.PlayChain():
            row = [(click.verb, click.target) for click in said.clicks]
            await table.act(Move("chain", side, said.clicks[-1].verb, row, shake=said.link or ""), said.number, key)
        case wire.StandingOrder():
            await table.act(Move("order", side, said.step, orders.written(said)), said.number, key)
        case wire.BringCup():
            await table.act(Move("cup", side, shake=said.seal), None, key)
        case wire.Shake():
            await table.act(Move("shake", side, shake=said.link), None, key)
        case wire.Resign():
            await table.act(Move("resign", side), None, key)
        case wire.AskBack():
            await table.ask_back(side, said.moment, key)
        case wire.AnswerBack():
            await table.answer_back(side, said.accept, key)
        case wire.MakeOffer():
            await agree.offer(table, side, said, key)
        case wire.AnswerOffer():
            await agree.answer(table, side, said, key)
        case wire.GoOn():
            await table.go_on(side, key)


async def ask(table: LiveTable, side: str | None, said: wire.Question, first: bool = False) -> wire.Answered:
    """Answer a seat's question from what that seat knows; at ``first`` a search takes only a short look."""
    match said:
        case wire.AskWhyNot():
            return await asking.why_not(table, side, said.verb, said.target)
        case wire.AskOdds():
            return await asking.odds(table, side, said.verb, said.target, said.after)
        case wire.AskPreview():
            return await asking.preview(table, side, said.verb, said.target, said.after)
        case wire.AskOverlay():
            return await asking.overlay(table, side, said.overlay, said.about)
        case wire.AskReach():
            return await asking.reach(table, side, said)
        case wire.AskFinal():
            return await asking.final(table, side, said)
        case wire.AskHint():
            return await asking.hint(table, side)
        case wire.AskLines():
            return await asking.lines(table, side, first)
