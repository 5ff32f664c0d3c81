"""Agreement: what a side offers and another accepts. A draw, a pause, a seat for somebody else.

An offer is a row beside the table. It holds up nothing: everybody plays on meanwhile. It is gone when it is declined or withdrawn, when
the game ends, and when what its side has done since is seen by the others; a click that nobody may know of does not end it, because
they would know of it then.
"""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from msgspec import structs
from sqlalchemy import delete, insert, select, update
from sqlalchemy.engine import Connection

from .. import computer, status, wire
from ..problems import Problem, detail
from ..store import Move, Refused
from . import clocks
from .talk_rows import offers

if TYPE_CHECKING:
    from ..history import History
    from ..tables import LiveTable

LONGEST_PAUSE = 14 * 86_400.0
"""Seconds after which either side takes an adjourned game up alone."""
ALLOWED = ("resign", "draw", "decline", "cup", "shake")
"""What can be done while a game is adjourned."""


# --- rows


def read(connection: Connection, table: str) -> list[wire.Offer]:
    """What is offered and agreed at a table, the oldest first."""
    columns = select(offers.c.kind, offers.c.side, offers.c.player, offers.c.agreed, offers.c.made)
    rows = connection.execute(columns.where(offers.c.table_id == table).order_by(offers.c.made, offers.c.kind))
    return [wire.Offer(kind, side, player, bool(agreed), made) for kind, side, player, agreed, made in rows]


def lapsed(before: History, after: History) -> list[wire.Offer]:
    """The offers that a move ends: all when the game ends, and those of sides whose choices everybody has now seen."""
    table = after.table
    if not after.offers or table.outcome is not None:
        return after.offers
    if table.since != len(table.choices):
        return []
    moved = {after.game.sides[choice.side].id for choice in table.choices[before.table.since :] if not choice.auto}
    return [offer for offer in after.offers if offer.by in moved and not offer.agreed]


def strike(connection: Connection, table: str, gone: list[wire.Offer]) -> None:
    for offer in gone:
        same = (offers.c.table_id == table) & (offers.c.kind == offer.kind) & (offers.c.side == offer.by)
        connection.execute(delete(offers).where(same))


def adjourned(standing: list[wire.Offer]) -> wire.Offer | None:
    """The agreement by which a game stands still."""
    return next((offer for offer in standing if offer.kind == "adjourn" and offer.agreed), None)


# --- offering and answering


async def offer(table: LiveTable, side: str, wish: wire.MakeOffer, key: str) -> None:
    """A side offers something. Who offers what the other has offered accepts it."""
    async with table.lock:
        table.check_seat(side, key)
        history = await table.history()
        await table.look_what_is_offered(history)
        _check(table, history, side, wish)
        known = next((it for it in history.offers if it.kind == wish.kind), None)
        if known is not None and known.by == side:
            raise Problem("stale", detail("offered-already"))
        others = any(table.must_agree(side, other) for other in table.seats)
        now = table.tables.clock()
        if known is None:
            player = wish.player or next(iter(computer.known(history.game))) if wish.kind == "computer" else ""
            known = wire.Offer(wish.kind, side, player, False, now)
            await _write(table, known)
            await table.look_what_is_offered(history)
            pause = adjourned(history.offers)
            late = wish.kind == "resume" and pause is not None and pause.made + LONGEST_PAUSE <= now
            if others and not late:
                table.show_all(history)
                if table.tables.on_ask is not None:
                    table.tables.on_ask(table, history, side)
                return
    await _settle(table, known)


def _check(table: LiveTable, history: History, side: str, wish: wire.MakeOffer) -> None:
    """Refuse what makes no sense at this table."""
    kinds = [seat.kind for name, seat in table.seats.items() if name != side]
    others = any(table.must_agree(side, other) for other in table.seats)
    paused = adjourned(history.offers) is not None
    if history.table.outcome is not None:
        raise Problem("table-ended", detail("ended"))
    if history.stuck:
        raise Problem("other-rules", detail("rules-changed"))
    # Who has been left alone with a computer player while a game was adjourned takes it up by himself.
    if wish.kind != "resume" and ("computer" in kinds or (wish.kind != "draw" and not others)):
        raise Problem("bad-option", detail("nobody-to-agree"))
    if wish.kind == "adjourn" and (table.terms is None or table.terms.clock.kind == "none"):
        raise Problem("bad-option", detail("no-clock"))
    if (wish.kind == "resume") != paused and wish.kind in ("resume", "adjourn"):
        raise Problem("stale", detail("adjourned-already" if paused else "not-adjourned"))
    if wish.kind in ("seat", "computer") and table.terms is not None and table.terms.rated:
        raise Problem("bad-option", detail("rated-seat"))
    if wish.kind == "computer" and wish.player and wish.player not in computer.known(history.game):
        known = ", ".join(computer.known(history.game))
        raise Problem("bad-request", detail("no-player", side=side, player=wish.player, known=known))


async def answer(table: LiveTable, side: str, said: wire.AnswerOffer, key: str) -> None:
    """Accept or decline what is offered; who offered it withdraws it."""
    async with table.lock:
        table.check_seat(side, key)
        history = await table.history()
        await table.look_what_is_offered(history)
        offer = next((it for it in history.offers if it.kind == said.kind), None)
        if offer is None or (offer.agreed and (offer.kind != "seat" or offer.by != side or said.accept)):
            raise Problem("stale", detail("nothing-offered"))
        if said.accept and not table.must_agree(offer.by, side):
            raise Problem("wrong-seat", detail("other-must-agree"))
        if not said.accept:
            if offer.agreed:  # the link that was sent opens nothing any more
                await table.seat(side, structs.replace(table.seats[side], invite=""))
            await table.beside(lambda connection: strike(connection, table.id, [offer]))
            await table.look_what_is_offered(history)
            table.show_all(history)
            return
    await _settle(table, offer)


async def _write(table: LiveTable, new: wire.Offer) -> None:
    values = {"side": new.by, "player": new.player, "agreed": new.agreed, "made": new.made}

    def work(connection: Connection) -> None:
        connection.execute(insert(offers).values(table_id=table.id, kind=new.kind, **values))

    try:
        await table.beside(work)
    except Refused:
        raise Problem("stale", detail("somebody-faster")) from None


async def _settle(table: LiveTable, offer: wire.Offer) -> None:
    """Everybody agrees. Whoever is first takes the offer away or marks it: what is agreed twice is done once."""
    same = (offers.c.table_id == table.id) & (offers.c.kind == offer.kind) & (offers.c.side == offer.by) & ~offers.c.agreed
    keeps = offer.kind in ("adjourn", "seat")
    now = table.tables.clock()

    def claim(connection: Connection) -> bool:
        change = update(offers).where(same).values(agreed=True, made=now) if keeps else delete(offers).where(same)
        if not connection.execute(change).rowcount:
            return False
        if offer.kind == "resume":
            connection.execute(delete(offers).where((offers.c.table_id == table.id) & (offers.c.kind == "adjourn")))
        return True

    if not await table.beside(claim):
        raise Problem("stale", detail("nothing-offered"))
    if offer.kind == "draw":
        await table.act(Move("draw", offer.by), None)
        return
    async with table.lock:
        history = await table.history()
        await table.look_what_is_offered(history)
        if offer.kind in ("adjourn", "resume"):
            await stop_or_start(table, history)
            await table.let_computers_think(history)
        elif offer.kind == "computer":
            with suppress(Problem):
                await table.give_to_computer(history, offer.by, offer.player)
        table.show_all(history)


async def stop_or_start(table: LiveTable, history: History) -> None:
    """The clocks of a game that is adjourned stand, those of one that goes on run again."""
    if table.terms is None or table.status is None or not table.status.clock:
        return
    terms, now = table.terms.clock, table.tables.clock()
    away, public = table.away, table.status.clock if history.clocks is None else history.clocks.public
    if adjourned(history.offers):
        clock, shown = (clocks.stopped(terms, it, now, away) for it in (table.status.clock, public))
    else:
        # Who waits for whom is shown as everybody knows it.
        seen = {history.game.sides[decision.side].id for decision in history.table.base.asked()}
        clock, shown = (
            clocks.turn(terms, table.status.clock, status.asked(history), now, away),
            clocks.turn(terms, public, seen, now, away),
        )
    stands = structs.replace(table.status, clock=clock, deadline=clocks.deadline(terms, clock, away), changed=now)
    await table.stand(history, stands)
    table.tell_time(history, stands, shown)
