"""The tables in play: one lock each, every click checked, committed, then shown.

Whoever reads a table takes its lock, so nobody sees a choice before it is stored. A table is read from its rows when somebody
first asks for it; after any doubt (storage failed, a task was cancelled) it is forgotten and read again.
"""

from __future__ import annotations

import asyncio
import logging
import random
import secrets
import time
from collections import OrderedDict, deque
from collections.abc import Callable, Coroutine, Mapping, Set
from contextlib import suppress
from datetime import UTC, datetime
from functools import partial
from typing import Any, TypeVar
from weakref import WeakValueDictionary

import msgspec
from msgspec import structs
from sqlalchemy import insert, select, update
from sqlalchemy.engine import Connection

from .. import __version__, players
from ..engine import lesson
from ..engine.choice import Illegal, Refusal
from ..engine.cups import WrongLink
from ..engine.dice import commitment, seed_bytes
from ..engine.game import Game, Setup, UnknownName, games
from ..engine.position import pack
from ..engine.table import CannotUndo
from . import comments, computer, lessons, packs, pages, pondering, seats, status, wire, workshop
from .audience import Audience, Watcher
from .club import agree, clocks, talk
from .club.rows import terms as terms_rows
from .club.talk_wire import Say
from .held import EVERY, Held, Told, Useless, write
from .history import ANEW, SHAKEN, Clocks, History
from .jobs import Jobs
from .metrics import Metrics
from .pondering import Pondering
from .problems import Problem, detail, say
from .seats import Seat
from .status import AGAIN, Status, Terms
from .store import CannotStore, Move, Refused, Store, TableRow

_log = logging.getLogger("grandharbour.tables")
T = TypeVar("T")
TRIES = 8
"""So often a click is tried that others are faster than."""
FLAG = "flag"
"""In the place of a target: a game that is given up because time has run out."""
QUICK = ("choice", "cup", "shake", "resign", "decline")
"""Moves that take a fraction of a millisecond, where no standing order plays on behind them."""
AGAINST_COMPUTERS = clocks.ClockWish("correspondence")
"""A game that counts ends some time, also if somebody sees that he is losing."""
MOST_THOUGHTS = 400
"""So many plans of computer players are remembered at each table."""


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds")


def find_game(name: str) -> Game:
    try:
        return games()[name]
    except KeyError:
        raise Problem("unknown-game", detail("no-game", game=name, known=", ".join(games()))) from None


def _traded(history: History) -> bool:
    """Whether an auction of the sides made the two exchange seats."""
    bargain = history.table.war.bargain
    return len(bargain) == 2 and bargain[1]


def _quick(history: History, move: Move) -> bool:
    """Whether a move can be made at once. A standing order may ask the adviser, which takes seconds: nobody else waits for that."""
    return move.kind in QUICK and not history.table.orders


_Beside = tuple[Status | None, Terms | None, dict[str, list[tuple[float, float]]], list[wire.Offer], dict[str, int]]
"""What is kept beside the rows of a table."""


class LiveTable:
    """One table with its lock, the clients that watch it, and the task of its computer players."""

    def __init__(self, id: str, tables: Tables) -> None:
        self.id = id
        self.tables = tables
        self.lock = asyncio.Lock()
        self.audiences: dict[str | None, Audience] = {}
        """Those who watch it live, by their side."""
        self.seats: dict[str, Seat] = {}
        self.status: Status | None = None
        """How it stands, as far as it has been noted."""
        self.terms: Terms | None = None
        self.away: dict[str, list[tuple[float, float]]] = {}
        """The holidays of who sits here, by side."""
        self._offers: list[wire.Offer] = []
        self._talk: dict[str, int] = {}
        self._passed: list[tuple[float, int]] = []
        """When there were how many moments to be seen, as far as that is not long ago."""
        self._release: asyncio.TimerHandle | None = None
        self._history: History | None = None
        self._unsure = False
        """A row may wait to be written whose writer has gone: who reads the table waits until it is there."""
        self._thinking: asyncio.Task[None] | None = None
        # It must not know this table: in a circle they would stay in memory until the collector looks, which it seldom does (run.py).
        self._pondering = Pondering(lambda *about: tables.computers.ponder(*about))
        self._despair: dict[int, int] = {}
        """How often in a row each computer player has seen no hope."""
        self.thoughts: deque[wire.Thinking] = deque(maxlen=MOST_THOUGHTS)
        """What its computer players considered, since the table was last read from the database."""
        self._seen_at = 0.0
        """When others last saw something new: computer players leave people time to follow."""

    # --- reading; all of these are called with the lock held

    async def history(self) -> History:
        """The table as it is stored; of a long one perhaps not what lies before the place where it was taken up."""
        if self._history is None:
            if self._unsure:
                with suppress(CannotStore):
                    await self.tables.store.run(lambda connection: None)
                self._unsure = False
            stored = await asyncio.to_thread(self._read)
            await self._look_how_it_stands(stored.row.seats)
            self._history = stored  # all of it or nothing: the database may have gone in between
            self._sit(stored.row.seats)
            self._history.offers, self._history.talk = self._offers, self._talk
            self.tell_time(self._history, self.status)
            self._hold_back(self._history)
            if self.audiences:
                await self._show_again(self._history)
            self._wake_computers()
            await self._ask_workers(self._history)
        return self._history

    async def _show_again(self, history: History) -> None:
        """It has been read again while somebody watches: he has not seen what was written meanwhile, perhaps not even its beginning."""
        late = None in self.audiences and self._shown_late()
        if late or any(history.lacks(audience.side, *audience.held) for audience in self.audiences.values()):
            history = await self.whole()
        self._show(history)

    async def whole(self) -> History:
        """The table with everything that has happened there."""
        history = await self.history()
        if history.partial:
            before, self._history = history, await asyncio.to_thread(self._replay)
            history = self._history
            history.held, history.clocks = before.held, before.clocks
            history.offers, history.talk = before.offers, before.talk
            self._hold_back(history)
            if history.rows != before.rows:
                self._changed(history)
        return history

    async def with_events(self, side: str | None, since: int, epoch: int) -> History:
        """The table with the events that a client with so many of an epoch wants."""
        history = await self.seen_by(side)
        eyes = None if side is None else history.table.war.setup.side(side)
        if history.lacks(eyes, since, epoch):
            try:
                places = await asyncio.to_thread(self._asked_for, self.tables.store.places, self.id)
                await asyncio.to_thread(history.recall, places)
            except Useless:
                return await self.whole()
        return history

    async def seen_by(self, side: str | None) -> History:
        """The table for somebody's eyes: who is shown it late needs all of it."""
        return await (self.whole() if side is None and self._shown_late() else self.history())

    def _shown_late(self) -> bool:
        """Whether who watches is to see this table later than who plays: two people keep secrets from each other."""
        history, (moves, minutes) = self._history, self.tables.watching
        if history is None or not (moves or minutes) or not history.game.secrets or history.table.outcome is not None:
            return False
        return any(seat.kind == "link" for seat in self.seats.values())

    def _hold_back(self, history: History) -> None:
        """Say how far who watches may see."""
        if not self._shown_late():
            history.watched = None
            return
        if history.partial:
            return  # nobody watches; who comes to watch wants it whole
        moves, minutes = self.tables.watching
        last, now = history.public_moments - 1, self.tables.clock()
        if not self._passed:  # it was just read: nothing is younger than its last change
            self._passed = [(self.status.changed if self.status is not None else now, last)]
        elif self._passed[-1][1] != last:
            self._passed.append((now, last))
        old = [k for when, k in self._passed if when <= now - 60 * minutes]
        self._passed = [(when, k) for n, (when, k) in enumerate(self._passed) if n >= len(old) - 1]
        history.watched = max(0, min(last - moves, old[-1] if old and minutes else 0 if minutes else last))
        if minutes and self._passed[-1][0] > now - 60 * minutes:
            if self._release is not None:
                self._release.cancel()
            self._release = asyncio.get_running_loop().call_later(60 * minutes + 0.1, self._let_see)

    def _let_see(self) -> None:
        """Time has passed: who watches sees more."""
        if self.lock.locked():  # somebody is about to change it
            self._release = asyncio.get_running_loop().call_later(1.0, self._let_see)
        elif self._history is not None:
            self._hold_back(self._history)
            self.show_all(self._history)

    def _read(self) -> History:
        """From the last place where it can be taken up, if there is one that is good."""
        for place in self._asked_for(self.tables.store.places, self.id, True):
            stored = self._asked_for(self.tables.store.read, self.id, place.n)
            if stored is None:
                break
            find_game(stored[0].game)
            with suppress(Useless):
                return History.taken_up(stored[0], place, stored[1])
        return self._replay()

    def _replay(self) -> History:
        stored = self._asked_for(self.tables.store.read, self.id)
        if stored is None:
            raise Problem("unknown-table", detail("no-table", table=self.id))
        row, moves = stored
        find_game(row.game)
        return History(row, moves)

    def _asked_for(self, read: Callable[..., T], *about: Any) -> T:
        try:
            return read(*about)
        except CannotStore as error:
            raise Problem("cannot-store", detail("cannot-read", why=str(error))) from None

    def _hold(self, history: History) -> None:
        """After many moves: write down where the table can be taken up. Nobody waits for it, and it may fail."""
        since = 0 if history.held is None else history.held.rows
        if history.rows - since < EVERY or any(seat.player == lessons.PLAYER for seat in self.seats.values()):
            return
        place = history.hold()
        if place is not None:
            history.held = place[0]
            task = asyncio.create_task(self._keep_place(*place, history.game.fingerprint(history.table.war.setup)))
            self.tables.errands.add(task)
            task.add_done_callback(self.tables.errands.discard)

    async def _keep_place(self, at: Held, told: Told, rules: str) -> None:
        with suppress(CannotStore):
            await self.tables.store.keep_place(self.id, await asyncio.to_thread(write, at, told, rules))

    async def _look_how_it_stands(self, sat: dict[str, Seat]) -> None:
        def look(connection: Connection) -> _Beside:
            stands, terms = status.read(connection, self.id)
            offered, said = agree.read(connection, self.id), talk.revs(connection, self.id)
            if terms is None or terms.clock.kind != "correspondence":
                return stands, terms, self.away, offered, said
            away = status.away(connection, {side: seat.person for side, seat in sat.items() if seat.person})
            return stands, terms, away, offered, said

        try:
            self.status, self.terms, self.away, self._offers, self._talk = await self.tables.store.look(look)
        except CannotStore as error:
            raise Problem("cannot-store", detail("cannot-read", why=str(error))) from None

    # --- how it stands, and time

    def _stand(self, history: History, turned: bool) -> Status:
        """How it stands after a move."""
        stands = status.now(history, self.status, self.terms, turned, self.tables.clock(), self.away)
        if agree.adjourned(history.offers) and self.status is not None and not stands.ended:
            stands = structs.replace(stands, clock=self.status.clock, deadline=None)
        return stands

    async def look_what_is_offered(self, history: History) -> None:
        """What sides have offered each other, as it is stored. With the lock held."""
        self._offers = history.offers = await self.tables.store.look(lambda connection: agree.read(connection, self.id))

    async def beside(self, work: Callable[[Connection], T]) -> T:
        """Change what is stored beside the rows: offers, clocks, talk. Other servers hear of every such change when it is there."""

        def change(connection: Connection) -> T:
            done = work(connection)
            self.tables.store.tell(connection, [f"{self.id}:seats"])
            return done

        return await self.tables.store.run(change)

    async def change_talk(self, work: Callable[[Connection], object]) -> None:
        """Change what is said here; whoever listens, at any server, hears that there is something new."""

        def change(connection: Connection) -> dict[str, int]:
            work(connection)
            return talk.revs(connection, self.id)

        async with self.lock:
            history = await self.history()
            self._talk = history.talk = await self.beside(change)
            self.show_all(history)

    def show_all(self, history: History) -> None:
        """Something beside the rows has changed. With the lock held."""
        history.forget_views()
        self._show(history)

    def tell_time(self, history: History, stands: Status | None, shown: clocks.Clock | None = None) -> None:
        """What people are shown of the clocks. Others see them as they were when they last saw anything, or as they are ``shown``."""
        if self.terms is None or stands is None or not stands.clock:
            return
        before = self._history.clocks if self._history is not None else None
        seen = history.table.since == len(history.table.choices) or before is None
        public = shown or (stands.clock if seen or before is None else before.public)
        history.clocks = Clocks(self.terms.clock, stands.clock, public, self.away, self.tables.clock)

    async def stand(self, history: History, stands: Status) -> None:
        """It stands otherwise than it did, though nobody has moved. Other servers hear of it: they may just have read how it stood."""
        self.status = stands
        await self.beside(lambda connection: status.write(connection, self.id, history.rows, stands))

    async def note_standing(self) -> None:
        """Note how a table stands of which it has never been noted."""
        async with self.lock:
            history = await self.history()
            if self.status is None:
                stands = self._stand(history, True)
                await self.tables.store.run(lambda connection: status.write(connection, self.id, history.rows, stands))
                self.status = stands

    def _fallen(self) -> list[str]:
        """The sides whose time is over."""
        if self.terms is None or self.status is None or not self.status.clock or self.status.ended:
            return []
        return clocks.fallen(self.terms.clock, self.status.clock, self.tables.clock(), self.away)

    async def flag(self) -> None:
        """Look whether somebody's time is over, and do what was agreed then."""
        async with self.lock:
            history = await self.history()
            await self._look_how_it_stands(self.seats)
            history.offers = self._offers
            if agree.adjourned(history.offers):  # a server died between the agreement and its clocks
                await agree.stop_or_start(self, history)
                self.show_all(history)
                return
            fallen = self._fallen()
            if not fallen and self.status is not None and self.terms is not None:
                # Somebody is on holiday: look again when it can be over.
                ends = clocks.deadline(self.terms.clock, self.status.clock, self.away)
                stands = structs.replace(self.status, deadline=ends)
                await self.stand(history, stands)
                self.tell_time(history, stands)
        for side in fallen:
            assert self.terms is not None
            if self.terms.clock.flag == "loss" or self.terms.rated:
                with suppress(Problem):
                    await self.act(Move("resign", side, say("clock-ran-out"), FLAG), None)
                return
            await self._computer_takes(side)

    async def warn(self) -> None:
        """Tell whose clock runs low, once a turn."""
        async with self.lock:
            history = await self.history()
            await self._look_how_it_stands(self.seats)
            stands, terms, now = self.status, self.terms, self.tables.clock()
            if terms is None or stands is None or stands.ended or stands.deadline is None or self.tables.on_low is None:
                return
            ends = stands.deadline
            for side, own in stands.clock.items():
                since = own.since
                if since is None or not clocks.low(terms.clock, own, now, self.away.get(side, ())):
                    continue
                if await self.tables.store.run(
                    lambda connection, side=side, since=since: status.warn(connection, self.id, side, since, ends)  # type: ignore[misc]
                ):
                    self.tables.on_low(self, history, side)

    async def _computer_takes(self, side: str) -> None:
        """A computer player sits down where somebody's time is over. It has no clock."""
        async with self.lock:
            history = await self.history()
            if side in self._fallen():
                await self.give_to_computer(history, side, next(iter(computer.known(history.game))))

    async def give_to_computer(self, history: History, side: str, player: str) -> None:
        """A computer player sits down at a side, and has no clock. With the lock held."""
        await self.seat(side, Seat("computer", player, joined=True))
        if self.status is not None:
            clock = {other: own for other, own in self.status.clock.items() if other != side}
            ends = clocks.deadline(self.terms.clock, clock, self.away) if self.terms is not None and clock else None
            stands = structs.replace(self.status, clock=clock, changed=self.tables.clock(), deadline=ends)
            await self.stand(history, stands)
            history.clocks = None
            self.tell_time(history, stands)
        self._dismiss(side)
        self.show_all(history)
        await self.let_computers_think(history)

    async def let_computers_think(self, history: History) -> None:
        """A computer player may owe a decision that nobody has asked it for. With the lock held."""
        self._wake_computers()
        await self._ask_workers(history)

    async def begin(self, history: History, stands: Status, terms: Terms | None = None) -> None:
        """A table that was just opened needs no reading."""
        self._history = history
        self.seats = history.row.seats
        self.status, self.terms = stands, terms
        self.tell_time(history, stands)
        self._wake_computers()
        await self._ask_workers(history)

    @property
    def read(self) -> bool:
        """Whether its rows have been read."""
        return self._history is not None

    @property
    def weight(self) -> int:
        """The bytes it takes in memory, roughly."""
        return 0 if self._history is None else self._history.weight

    @property
    def idle(self) -> bool:
        """Whether nobody watches it, thinks about it or does something at it."""
        return not self.audiences and not self.lock.locked() and self._thinking is None

    async def seat_of(self, token: str | None, person: str | None = None) -> str | None:
        """The side a key stands for, or the word of a person known to the club."""
        async with self.lock:
            await self.history()
            try:
                return seats.side_of(self.seats, token, person)
            except Problem:
                await self._look_who_sits()  # it may have been given out by another server of this harbour
                return seats.side_of(self.seats, token, person)

    async def sides_of(self, person: str) -> list[str]:
        """The sides of somebody the club knows."""
        async with self.lock:
            await self.history()
            if not any(seat.person == person for seat in self.seats.values()):
                await self._look_who_sits()
            return [side for side, seat in self.seats.items() if seat.person == person]

    async def _look_who_sits(self) -> None:
        """Who sits where by the database. Whoever came with a key that another server has made void has to leave."""
        try:
            self._sit(await asyncio.to_thread(self.tables.store.seats, self.id))
        except CannotStore as error:
            raise Problem("cannot-store", detail("cannot-read", why=str(error))) from None

    def _sit(self, now: dict[str, Seat]) -> None:
        before, self.seats = self.seats, now
        for side, seat in before.items():
            if now[side].hash != seat.hash:
                self._dismiss(side)

    def key_of(self, side: str | None) -> str:
        """The hash of the key that opens a seat now."""
        return "" if side is None else self.seats[side].hash

    def check_seat(self, side: str | None, key: str | None) -> None:
        """Refuse who showed a key that opens this seat no more: it was changed or given back, or two have exchanged their sides."""
        if side is not None and key is not None and self.seats[side].hash != key:
            raise Problem("wrong-seat", detail("opens-no-seat"))

    async def join(self, side: str | None) -> None:
        """Somebody has sat down."""
        async with self.lock:
            await self.history()
            if side is None or self.seats[side].joined:
                return
            with suppress(Problem):
                await self.seat(side, structs.replace(self.seats[side], joined=True))

    async def seat(self, side: str, now: Seat) -> None:
        """Another state of a seat, stored. With the lock held."""
        try:
            await self.tables.store.seat(self.id, side, self.seats[side], now)
        except Refused:
            await self._look_who_sits()
            raise Problem("wrong-seat", detail("somebody-faster")) from None
        except CannotStore as error:
            raise Problem("cannot-store", detail("cannot-write", why=str(error))) from None
        self.seats = {**self.seats, side: now}

    async def take_seat(self, invitation: str, person: str | None = None) -> wire.Seated:
        """An invitation becomes a key, once; a club remembers whose."""
        async with self.lock:
            await self.history()
            await self._look_who_sits()
            side = seats.invited_to(self.seats, invitation)
            now, key = seats.keyed(self.seats[side], person)
            handed = [offer for offer in self._offers if offer.kind == "seat" and offer.by == side and offer.agreed]
            await self.seat(side, now)
            if handed:
                history = await self.history()
                await self.beside(lambda connection: agree.strike(connection, self.id, handed))
                await self.look_what_is_offered(history)
                self._dismiss(side)
                self.show_all(history)
            return wire.Seated(side, key)

    async def change_key(self, side: str) -> wire.Seated:
        """Another key for a seat: whoever came with the old one has to leave."""
        async with self.lock:
            now, key = seats.keyed(self.seats[side])
            await self.seat(side, now)
            self._dismiss(side)
            return wire.Seated(side, key)

    async def give_up_seat(self, side: str) -> None:
        """The seat waits for somebody else; the game stands still meanwhile."""
        async with self.lock:
            history = await self.history()
            if self.terms is not None and self.terms.rated and history.table.outcome is None:
                raise Problem("bad-option", detail("rated-seat"))
            await self.seat(side, seats.free(self.seats[side]))
            self._dismiss(side)

    async def invite(self, side: str, by: str) -> wire.Invited:
        """A new invitation to a seat nobody holds, or to one's own if the others have agreed; an older one is void."""
        async with self.lock:
            await self._look_who_sits()
            if side not in self.seats or self.seats[side].kind == "computer":
                raise Problem("bad-request", detail("no-invitation", side=side))
            await self.look_what_is_offered(await self.history())
            agreed = any(it.kind == "seat" and it.by == side == by and it.agreed for it in self._offers)
            if self.seats[side].hash and not agreed:
                raise Problem("wrong-seat", detail("seat-taken"))
            if self.seats[side].kind == "here" and (await self.history()).row.dice != SHAKEN:
                raise Problem("wrong-seat", detail("one-screen"))
            now, invitation = seats.invited(self.seats[side])
            if agreed:  # who hands it over sits there until somebody has come
                now = structs.replace(self.seats[side], invite=now.invite)
            await self.seat(side, now)
            return wire.Invited(side, invitation)

    def _dismiss(self, side: str) -> None:
        """Whoever looks as this side does so no more, and may come again with the key he has."""
        for watcher in list(self.audiences[side].watchers) if side in self.audiences else ():
            watcher.dismiss()
            self.leave(side, watcher)

    # --- being watched; with the lock held

    def watch(self, history: History, side: str | None, watcher: Watcher) -> Audience:
        """Somebody begins to watch."""
        audience = self.audiences.get(side)
        if audience is None:
            audience = self.audiences[side] = Audience(None if side is None else history.table.war.setup.side(side), history)
        audience.watchers.add(watcher)
        self._wake_computers()
        return audience

    def leave(self, side: str | None, watcher: Watcher) -> None:
        audience = self.audiences.get(side)
        if audience is not None:
            audience.watchers.discard(watcher)
            if not audience.watchers:
                del self.audiences[side]

    def looked_at(self, side: str) -> bool:
        """Whether the one who sits there has the table before his eyes, as far as this server knows."""
        return side in self.audiences and any(watcher.looks for watcher in self.audiences[side].watchers)

    def _show(self, history: History) -> None:
        for audience in self.audiences.values():
            audience.advance(history)

    # --- choosing

    async def act(self, move: Move, number: int | None, key: str | None = None) -> None:
        """Make a move for a seat: checked by the rules, then stored, then shown to whom it may concern. ``key``: of who makes it; None for
        what the table itself does."""
        began = time.perf_counter()
        async with self.lock:
            for _ in range(TRIES):
                history = await (self.whole() if move.kind in ("takeback", "request") else self.history())
                self.check_seat(move.side, key)
                try:
                    new, made = await self._prepare(history, move, number)
                except Problem:
                    # Another server may have written what makes it right.
                    if self.tables.store.shared and await self._read_on(history):
                        continue
                    raise
                gone = agree.lapsed(history, new)
                if gone:
                    new.offers = [offer for offer in new.offers if offer not in gone]
                stands = self._stand(new, bool(made.mark))
                trade = _traded(history) != _traded(new)
                try:
                    sit = await self._write(history.rows, made, new, stands, gone, trade)
                except Refused:
                    await self._read_on(history)
                    continue
                if sit is not None:  # nobody is shown anything more as the side he had
                    self._sit(sit)
                self.tell_time(new, stands)
                before, self.status = self.status, stands
                self._history, self._offers = new, new.offers
                if stands.ended and not (before and before.ended):
                    self.tables.on_end(self.id)
                self._changed(new)
                self.tables.metrics.chose(new.row.game, self.seats[made.side].kind, time.perf_counter() - began)
                if self.tables.on_move is not None:
                    self.tables.on_move(self, history, new)
                return
            raise Problem("stale", detail("gone-on"))

    async def _prepare(self, history: History, move: Move, number: int | None) -> tuple[History, Move]:
        self._admit(history, move, number)
        try:
            if _quick(history, move):
                return self._work_out(history, move)
            return await asyncio.to_thread(self._work_out, history, move)
        except Illegal as illegal:
            if move.kind == "undo":
                raise Problem.said("cannot-undo", illegal.reason, illegal.rule) from None
            raise Problem.refused(illegal.refusal) from None
        except CannotUndo as reason:
            raise Problem.said("cannot-undo", reason) from None
        except WrongLink as wrong:
            raise Problem.said("wrong-link", wrong) from None

    @staticmethod
    def _work_out(history: History, move: Move) -> tuple[History, Move]:
        if move.kind == "script":
            side = history.table.war.setup.side(move.side)
            move = structs.replace(move, target=history.scripted(side, move.verb))
        return history.prepare(move)

    async def _read_on(self, history: History) -> bool:
        """Take in what others have written; whether there was something. With the lock held."""
        try:
            tail = await asyncio.to_thread(self.tables.store.tail, self.id, history.rows)
        except CannotStore as error:
            raise Problem("cannot-store", detail("cannot-read", why=str(error))) from None
        if not tail:
            return False
        try:
            if any(move.kind == "resume" for move in tail) or history.stuck:
                raise Illegal(Refusal("", "it begins anew"))
            traded = _traded(history)
            for move in tail:
                history, made = history.prepare(move) if _quick(history, move) else await asyncio.to_thread(history.prepare, move)
                if made.mark != move.mark:
                    raise Illegal(Refusal("", "there it led to another position"))
            if _traded(history) != traded:
                await self._look_who_sits()
            await self._look_how_it_stands(self.seats)
            history.offers, history.talk = self._offers, self._talk
            self.tell_time(history, self.status)
            self._history = history
        except Exception:  # whatever does not fit on what we have is read from the beginning
            self._history = None
        self._changed(await self.history())
        return True

    async def noted(self, n: int | None) -> None:
        """Another server has written row n, or (None) changed who sits here."""
        with suppress(Problem):
            async with self.lock:
                if self._history is None:
                    if self.audiences:  # a write has failed, or seemed to
                        await self.history()
                    return
                if n is None:
                    await self._look_who_sits()
                    await self._look_how_it_stands(self.seats)
                    # Somebody may have gone on holiday, or offered something.
                    self._history.offers, self._history.talk = self._offers, self._talk
                    self.tell_time(self._history, self.status)
                    self.show_all(self._history)
                elif n >= self._history.rows:
                    await self._read_on(self._history)

    async def _write(
        self,
        n: int,
        move: Move,
        after: History | None = None,
        stands: Status | None = None,
        gone: list[wire.Offer] | None = None,
        trade: bool = False,
    ) -> dict[str, Seat] | None:
        """Store a row. If it cannot be said whether it is there, the table is read again: the rows are the truth. If a computer
        player has to decide after it, a worker is asked for in the same transaction; if two ``trade`` their seats with it, who sits where
        then is returned."""
        sit: dict[str, Seat] | None = None
        try:
            asks = self.tables.thinking == "workers" and after is not None and self._computer_side(after) is not None
            changed = stands is not None and stands is not self.status

            def work(connection: Connection) -> None:
                nonlocal sit
                if asks:
                    self._ask(n + 1, connection)
                if changed and stands is not None:
                    status.write(connection, self.id, n + 1, stands)
                agree.strike(connection, self.id, gone or [])
                if trade:
                    sit = self.tables.store.exchange(connection, self.id)

            await self.tables.store.add(self.id, n, move, _now(), work if asks or changed or gone or trade else None)
            return sit
        except BaseException as error:
            if isinstance(error, Refused):
                raise
            self._history = None
            if isinstance(error, CannotStore):
                raise Problem("cannot-store", detail("cannot-write", why=str(error))) from None
            self._unsure = True
            raise

    async def go_on(self, side: str, key: str) -> None:
        """Play an astray table on from its last sound position. A row like any other: what lies before it stays in the database."""
        async with self.lock:
            self.check_seat(side, key)
            history = await self.history()
            if not history.stuck:
                raise Problem("stale", detail("not-astray"))
            try:
                await self._write(history.rows, Move("resume", side, "", pack(history.sound)))
            except Refused:
                self._history = None
                raise Problem("stale", detail("gone-on")) from None
            self._history = None  # it is read anew from there
            self._changed(await self.history())

    # --- going back by agreement

    async def ask_back(self, side: str, moment: int, key: str) -> None:
        """Ask the others to go back. Computers agree, and so does who holds the asking seat as well."""
        async with self.lock:
            self.check_seat(side, key)
            history = await self.whole()
            if history.table.outcome is not None:
                raise Problem("table-ended", detail("ended-play-on"))
            if history.stuck:
                raise Problem("other-rules", detail("rules-changed"))
            if self.terms is not None and self.terms.rated and any(seat.kind == "computer" for seat in self.seats.values()):
                raise Problem("wrong-seat", detail("rated-no-back"))
            move = await asyncio.to_thread(history.ask_back, history.table.war.setup.side(side), moment)
            if not any(self.must_agree(side, other) for other in self.seats):
                move = Move("takeback", side, "", move.target)
        await self.act(move, None, key)

    def must_agree(self, asking: str, other: str) -> bool:
        """Whether somebody else sits there."""
        kinds = self.seats[asking].kind, self.seats[other].kind
        return asking != other and "computer" not in kinds and "link" in kinds

    async def answer_back(self, side: str, accept: bool, key: str) -> None:
        """Agree or decline; who asked may withdraw. With two sides one answer settles it."""
        async with self.lock:
            self.check_seat(side, key)
            history = await self.whole()
            request = history.request
            if request is None:
                raise Problem("stale", detail("nobody-asks-back"))
            if not accept:
                move = Move("decline", side)
            elif not self.must_agree(request.by, side):
                raise Problem("wrong-seat", detail("other-must-agree"))
            else:
                move = history.back()
        await self.act(move, None)

    # --- refusing

    def _admit(self, history: History, move: Move, number: int | None) -> None:
        """Refuse what the rules need not be asked about."""
        table = history.table
        side = table.war.setup.side(move.side)
        if table.outcome is not None:
            raise Problem("table-ended", detail("ended-no-choice"))
        if history.stuck:
            assert history.astray is not None
            raise Problem("other-rules", detail("play-on-first", astray=history.astray.text, heading=history.astray.heading))
        fallen = self._fallen()
        if (move.kind == "resign" and move.target == FLAG) != (move.side in fallen):
            if move.side not in fallen:
                raise Problem("stale", detail("time-left"))
            self.tables.flag_soon(self)
            raise Problem("table-ended", detail("time-over"))
        if agree.adjourned(history.offers) and move.kind not in agree.ALLOWED:
            raise Problem("adjourned", detail("go-on-first"))
        if number is not None and number != history.numbers[side]:
            raise Problem("stale", detail("stale-click", made=history.numbers[side], number=number))
        if move.kind in ("choice", "script", "chain") and table.decision(side) is None:
            asked = " and ".join(waiting.text for waiting in history.waiting(side))
            raise Problem("not-your-decision", detail("others-decide", side=history.game.sides[side].short, waiting=asked))

    def _changed(self, history: History) -> None:
        if history.table.since == len(history.table.choices):
            self._seen_at = asyncio.get_running_loop().time()
        self._hold_back(history)
        self._show(history)
        self._hold(history)
        self._wake_computers()

    # --- computer players

    def _ask(self, n: int, connection: Connection) -> None:
        """Ask for a worker that thinks about what comes after n rows; who has asked for that already is enough."""
        assert self.tables.jobs is not None
        self.tables.jobs.put(connection, "think", once=f"{self.id}:{n}", alone=f"table {self.id}", table=self.id, n=n)

    async def _ask_workers(self, history: History) -> None:
        """A table that has just been read: whoever was asked to think about it may have been lost."""
        if self.tables.thinking == "workers" and self._computer_side(history) is not None:
            with suppress(CannotStore):
                await self.tables.store.run(partial(self._ask, history.rows))

    async def think(self) -> None:
        """A worker was asked to answer for the computer players here, as long as they owe a decision."""
        async with self.lock:
            await self._read_on(await self.history())
        await self._think()

    def _wake_computers(self) -> None:
        if self.tables.thinking != "here":
            return
        if self._thinking is None and self._computer_side(self._history) is not None and not self.tables.closed:
            self._thinking = asyncio.create_task(self._keep_thinking())
            self._thinking.add_done_callback(self._thought)
        elif self._thinking is None:
            self._ponder()

    def _ponder(self) -> None:
        """While somebody at the table thinks, the computer player he plays against may think, too: about what it has been shown."""
        history = self._history
        if history is None or history.game.secrets or not self.audiences or self.tables.closed or pondering.busy():
            return
        table = history.table
        machines = {
            side: seat.player for side, seat in self.seats.items() if seat.kind == "computer" and seat.player in computer.PATIENCE
        }
        asked = () if table.outcome is not None or history.stuck else table.base.asked()
        if len(machines) == 1 and len(asked) == 1 and asked[0].forced is None:
            ((id, player),) = machines.items()
            side = table.war.setup.side(id)
            if asked[0].side != side:
                self._pondering.begin(history.game.id, player or "", table.base.position(), side)

    def _thought(self, task: asyncio.Task[None]) -> None:
        self._thinking = None
        if task.cancelled():
            return
        if task.exception() is not None:
            _log.error("the computer player of table %s stopped", self.id, exc_info=task.exception())
        else:
            self._wake_computers()  # somebody may have moved after it saw that nothing was left to do

    def _computer_side(self, history: History | None) -> int | None:
        if history is None or history.table.outcome is not None or history.stuck or agree.adjourned(history.offers):
            return None
        for decision in history.table.war.asked():
            if self.seats[history.game.sides[decision.side].id].kind == "computer":
                return decision.side
        return None

    async def _keep_thinking(self) -> None:
        """Think, and while the database is away try again now and then: nobody else would wake the computer players."""
        pause = 1.0
        while True:
            try:
                await self._think()
                if self._history is not None:
                    return
            except Problem as problem:
                if problem.kind != "cannot-store":
                    raise
            await asyncio.sleep(pause)
            pause = min(30.0, pause * 2)

    async def _think(self) -> None:
        """Answer for computer players as long as they owe a decision."""
        loop = asyncio.get_running_loop()
        pause = 1.0
        hand: players.Seat | None = None
        while True:
            async with self.lock:
                history = await self.history()
                side = self._computer_side(history)
                if side is None:
                    return
                war = history.table.war
                number, id = history.numbers[side], history.game.sides[side].id
                player = self.seats[id].player or ""
                chosen = computer.anything(war.decisions[side])
                told = lessons.answer(history.table, side) if player == lessons.PLAYER else None
                player = lessons.AFTERWARDS if player == lessons.PLAYER else player
                if hand is None or hand.side != side:
                    hand = players.Seat(player, side, random.Random())
                answer = told or hand.follow(war)
                text = "" if answer else computer.imagined(war, side)
                when = "" if answer else history.heading
            if not answer:
                thought = self._pondering.take(text) or await self.tables.computers.choose(history.game.id, player, text, side)
                answer, *rest = (thought and thought.plan) or (None,)
                hand.begin(rest)
                if thought and len(thought.lines) > 1:
                    considered = wire.Thinking(id, player, when, wire.considered(war, thought.lines))
                    self.thoughts.append(considered)
                    if self.tables.thinking == "asked":  # who wants to read it asks a server
                        with suppress(CannotStore):
                            await self.tables.store.note_thought(self.id, history.rows, wire.encode(considered).decode())
                # Three looks in a row without any hope: people are spared the rest of the game.
                self._despair[side] = self._despair.get(side, 0) + 1 if thought and thought.hopeless else 0
            if computer.shows(war, side, *(answer or chosen)):
                await asyncio.sleep(computer.to_the_beat(loop.time() - self._seen_at, self.tables.computer_delay))
            if self._despair.get(side, 0) >= 3:
                with suppress(Problem):
                    await self.act(Move("resign", id, say("resigns-hopeless")), None)
                return
            for verb, target in (answer, chosen) if answer else (chosen,):
                try:
                    await self.act(Move("choice", id, verb, war.target_name(verb, target)), number)
                    pause = 1.0
                except Problem as problem:
                    hand.begin(())
                    if problem.kind == "illegal-choice":
                        _log.error("the player %s chose what the rules forbid: %s", player, problem)
                        continue
                    if (
                        problem.kind == "wrong-link"
                    ):  # the person who sat there before has left his cup; a computer player has none
                        with suppress(Problem):
                            await self.act(Move("cup", id), None)
                            break
                    if problem.kind not in ("stale", "not-your-decision"):
                        await asyncio.sleep(pause)
                        pause = min(30.0, pause * 2)
                break

    def close(self) -> None:
        self._pondering.stop()
        if self._thinking is not None:
            self._thinking.cancel()


class Tables:
    """All tables of this server."""

    def __init__(
        self,
        store: Store,
        computers: computer.Computers,
        workshop: workshop.Workshop,
        computer_delay: float = 0.0,
        memory: int = 256,
        thinking: str = "here",
        jobs: Jobs | None = None,
        metrics: Metrics | None = None,
        clock: Callable[[], float] = time.time,
        watching: tuple[int, float] = (0, 0.0),
    ) -> None:
        self.watching = watching
        """How many moments and minutes late games with secrets are shown to who watches."""
        self.metrics = metrics or Metrics()
        self.thinking = thinking
        """Where computer players think: "here", in processes of this server; by "workers", which are asked for through ``jobs``; or
        this is a worker, and thinks when it is "asked"."""
        self.jobs = jobs
        self.store = store
        self.computers = computers
        self.workshop = workshop
        self.computer_delay = computer_delay
        self.clock = clock
        self.on_end: Callable[[str], None] = lambda table: None
        """A game has ended."""
        self._flags: set[asyncio.Task[None]] = set()
        self.closed = False
        self.errands: set[asyncio.Task[None]] = set()
        """What is done beside, for which nobody waits."""
        self.on_move: Callable[[LiveTable, History, History], None] | None = None
        """Called after every move this server has stored, with what was before and what is now."""
        self.on_ask: Callable[[LiveTable, History, str], None] | None = None
        """A side has offered the others something."""
        self.on_talk: Callable[[LiveTable, str, Say], None] | None = None
        """A side has said something to the others."""
        self.on_low: Callable[[LiveTable, History, str], None] | None = None
        """The clock of a side runs low."""
        self.on_rematch: Callable[[LiveTable, str], None] | None = None
        """A game begins anew, for a side that did not ask for it."""
        self.on_look: Callable[[LiveTable, str], Coroutine[Any, Any, None]] | None = None
        """Runs as long as somebody has a table before his eyes."""
        self.budget = memory * 1_000_000
        self._live: WeakValueDictionary[str, LiveTable] = WeakValueDictionary()
        """Every table anybody holds: a connection, a thought, a request, or the shelf below. So no table has two copies."""
        self._kept: OrderedDict[str, tuple[LiveTable, int]] = OrderedDict()
        """Tables kept for whoever comes next, with what they weigh; the last used at the end."""
        self._weight = 0

    async def find(self, id: str) -> LiveTable:
        """A table by its id, read from its rows if need be."""
        if len(id) > 32 or not id.isascii() or not id.isalnum():
            raise Problem("unknown-table", detail("no-table", table=id[:40]))
        table = self._one(id)
        if not table.read:
            async with table.lock:
                await table.history()
        self._keep_in_memory(table)
        return table

    def _one(self, id: str) -> LiveTable:
        """The one live copy of a table."""
        table = self._live.get(id)
        if table is None:
            table = self._live[id] = LiveTable(id, self)
        return table

    def _keep_in_memory(self, table: LiveTable) -> None:
        """The table was used just now. If all together grow too heavy, those go that nobody has used for longest."""
        self._weight -= self._kept.pop(table.id, (table, 0))[1]
        weight = table.weight
        self._kept[table.id] = table, weight
        self._weight += weight
        if self._weight > self.budget:
            for id in [id for id, (kept, _) in self._kept.items() if kept.idle]:
                self._weight -= self._kept.pop(id)[1]
                if self._weight <= self.budget:
                    break

    async def open(self, wish: wire.NewTable, person: str | None = None) -> wire.TableOpened:
        """A new table; the seats at this screen are those of a person, where a club knows him."""
        rules = find_game(wish.game)
        if wish.lesson:
            return await self._open_lesson(rules, person)
        pack = wish.tables or ""
        if wish.pack is not None:
            pack = (await packs.find(self.store, wish.pack)).text
        options = wish.options
        if not pack.strip():
            if wish.scenario is not None:
                pages.check_scenario(rules, wish.scenario)
            try:
                options = rules.check_options(wish.options)
            except UnknownName as error:
                raise Problem.said("bad-option", error) from None
        try:
            seed = fresh_secret() if wish.seed is None else seed_bytes(wish.seed)
        except ValueError as error:
            raise Problem("bad-request", detail("about", what="seed", why=str(error))) from None
        taken, tokens = _take_seats(rules, wish.seats, person=person)
        kinds = sorted(seat.kind for seat in taken.values())
        if wish.rated and (kinds != ["computer", "here"] or pack.strip() or wish.position is not None or wish.seed is not None):
            raise Problem("bad-option", detail("rated-computer"))
        if wish.seed is not None and _shared(taken):
            raise Problem("bad-request", detail("chosen-seed"))

        # What somebody has written is tried elsewhere first; what comes through can be read here.
        start = ""
        if wish.position is not None:
            start = await self.workshop.run("bad-position", workshop.try_position, rules.id, wish.position)
        elif pack.strip():
            await self.workshop.run("bad-tables", workshop.try_pack, rules.id, wish.scenario, options, pack)

        def set_up() -> History:
            setup = rules.position(start, seed).setup if start else rules.setup(wish.scenario, options, pack)
            return History(_row(setup, start, seed, taken, wish.seed is not None))

        history = await asyncio.to_thread(set_up)
        await self._keep(history, [], Terms(AGAINST_COMPUTERS, True) if wish.rated else None)
        return wire.TableOpened(history.row.id, tokens, commitment(seed))

    async def branch(self, table: LiveTable, side: str | None, wish: wire.Branch, person: str | None = None) -> wire.TableOpened:
        """A new table that plays on from a moment of another one, with new dice."""
        async with table.lock:
            history = await table.whole()
            rules = history.game
            # A position tells everything: while it runs only where nobody else could be spied on.
            alone = side is not None and all(seat.kind != "link" for seat in table.seats.values())
            if history.table.outcome is None and not alone:
                raise Problem("still-running", detail("others-play"))
            seat = None if side is None else history.table.war.setup.side(side)
            war = (await asyncio.to_thread(history.shown, history.eyes(seat, wish.eyes), wish.moment)).war
            if war.outcome is not None:
                raise Problem("table-ended", detail("over-then"))
            start = war.position()
        taken, tokens = _take_seats(rules, wish.seats, person=person)
        seed = fresh_secret()

        def set_up() -> History:
            return History(_row(rules.position(start, seed).setup, start, seed, taken, False))

        opened = await asyncio.to_thread(set_up)
        await self._keep(opened, [])
        return wire.TableOpened(opened.row.id, tokens, commitment(seed))

    async def _open_lesson(self, rules: Game, person: str | None) -> wire.TableOpened:
        """A table for the first lesson of a game: its own position, dice and seats."""
        taught = lessons.find(rules)
        taken, tokens = _take_seats(rules, lessons.seats(rules), {lessons.PLAYER}, person)
        seed = seed_bytes(taught.seed)

        def set_up() -> History:
            start = lesson.start(rules, taught)
            return History(_row(rules.position(start, seed).setup, start, seed, taken, True))

        history = await asyncio.to_thread(set_up)
        await self._keep(history, [])
        return wire.TableOpened(history.row.id, tokens, commitment(seed))

    async def upload(self, text: str, person: str | None = None) -> wire.TableOpened:
        """Play on from a save file, both seats at this screen."""

        saved = await self.workshop.run("bad-save", workshop.replay, text)
        rules = find_game(saved.game)
        taken, tokens = _take_seats(rules, {side.id: wire.SeatWish("here") for side in rules.sides}, person=person)

        def set_up() -> tuple[History, list[Move]]:
            setup = (
                rules.position(saved.start, saved.seed).setup
                if saved.start
                else rules.setup(saved.scenario, saved.options, saved.pack)
            )
            first = [move for move in saved.moves if move.kind == "opening"]
            history = History(_row(setup, saved.start, saved.seed, taken, saved.chosen), first)
            return history, [*first, *(history.make(move) for move in saved.moves[len(first) :])]

        history, moves = await asyncio.to_thread(set_up)
        await self._keep(history, moves, also=lambda connection: comments.bring(connection, history, saved.remarks, _now()))
        return wire.TableOpened(history.row.id, tokens, commitment(saved.seed), saved.note)

    async def _keep(
        self,
        history: History,
        moves: list[Move],
        terms: Terms | None = None,
        also: Callable[[Connection], None] | None = None,
    ) -> None:
        stands = status.now(history, None, terms, True, self.clock(), {})

        def work(connection: Connection) -> None:
            if also is not None:
                also(connection)
            if terms is not None:
                agreed = msgspec.json.encode(terms.clock).decode()
                values = {"clock": agreed, "rated": terms.rated, "event": terms.event, "settled": False, "rematch": ""}
                connection.execute(insert(terms_rows).values(table_id=history.row.id, **values))
            status.write(connection, history.row.id, history.rows, stands)

        try:
            await self.store.open(history.row, moves, _now(), work)
        except CannotStore as error:
            raise Problem("cannot-store", detail("cannot-open", why=str(error))) from None
        table = self._one(history.row.id)
        async with table.lock:
            if not table.read:  # somebody may have found it as soon as it was stored
                await table.begin(history, stands, terms)
        self._keep_in_memory(table)

    async def open_for(
        self,
        game: str,
        scenario: str,
        options: dict[str, bool | str],
        players: dict[str, str],
        terms: Terms,
        also: Callable[[Connection], None] | None = None,
        id: str = "",
    ) -> str:
        """A table for people the club knows, by their sides; ``also`` is done with it or not at all. ``id`` is the table's, if that is
        known beforehand."""
        rules = find_game(game)
        taken = {side.id: seats.keyed(Seat("link", person=players[side.id]))[0] for side in rules.sides}
        seed = fresh_secret()
        history = await asyncio.to_thread(lambda: History(_row(rules.setup(scenario, options), "", seed, taken, id=id)))
        try:
            await self._keep(history, [], terms, also)
        except Problem:
            raise Problem("stale", detail("challenge-taken")) from None
        return history.row.id

    async def rematch(self, table: LiveTable, side: str) -> wire.TableOpened:
        """The same game with the sides changed. Who asks first opens it; the other sits down there."""
        async with table.lock:
            history = await table.history()
            if history.table.outcome is None:
                raise Problem("still-running", detail("rematch-later"))
            row, sat, terms = history.row, dict(table.seats), table.terms or Terms()
            rules = history.game
        if len(sat) != 2 or row.start or row.pack:
            raise Problem("bad-request", detail("no-rematch"))
        one, two = sat
        other = {one: two, two: one}
        if known := await self._rematch_of(row.id):
            return await self._sit_again(known, sat[side].person, other[side])
        taken: dict[str, Seat] = {}
        for new, old in ((one, sat[two]), (two, sat[one])):
            taken[new] = Seat(old.kind, old.player, joined=True) if old.kind == "computer" else Seat(old.kind, person=old.person)
        mine = [new for new in taken if other[new] == side or (sat[other[new]].kind == "here" and sat[side].kind == "here")]
        tokens: dict[str, str | None] = dict.fromkeys(taken)
        for new in taken:
            if new in mine:
                taken[new], tokens[new] = seats.keyed(taken[new])
            elif taken[new].kind != "computer" and taken[new].person:
                taken[new] = seats.keyed(taken[new])[0]
            elif taken[new].kind != "computer":
                taken[new] = seats.invited(taken[new])[0]
        seed = fresh_secret()
        again = await asyncio.to_thread(lambda: History(_row(rules.setup(row.scenario, row.options), "", seed, taken)))
        agreed = Terms(terms.clock, terms.rated, AGAIN + side)  # where the other sits now

        def link(connection: Connection) -> None:
            free = (terms_rows.c.table_id == row.id) & (terms_rows.c.rematch == "")
            if connection.execute(update(terms_rows).where(free).values(rematch=again.row.id)).rowcount:
                return
            plain = msgspec.json.encode(clocks.ClockWish()).decode()
            values = {"clock": plain, "rated": False, "event": "", "settled": True, "rematch": again.row.id}
            connection.execute(insert(terms_rows).values(table_id=row.id, **values))

        try:
            await self._keep(again, [], agreed, link)
        except Problem:
            if not (known := await self._rematch_of(row.id)):
                raise
            return await self._sit_again(
                known, sat[side].person, other[side]
            )  # both have asked at once, and the other was faster
        if self.on_rematch is not None:
            self.on_rematch(await self.find(again.row.id), side)  # the seat of who asks is the other's now
        return wire.TableOpened(again.row.id, tokens, commitment(seed))

    async def _rematch_of(self, table: str) -> str:
        """The table of the rematch, if there is one."""
        wanted = select(terms_rows.c.rematch).where(terms_rows.c.table_id == table)
        return await self.store.look(lambda connection: connection.execute(wanted).scalar()) or ""

    async def _sit_again(self, table: str, person: str | None, side: str) -> wire.TableOpened:
        """The seat at a rematch for who asks second: by his name, or with a key of his own."""
        live = await self.find(table)
        async with live.lock:
            history = await live.history()
            key: str | None = None
            if live.seats[side].person is None and not live.seats[side].hash:
                now, key = seats.keyed(live.seats[side], person)
                await live.seat(side, now)
            elif live.seats[side].person != person or person is None:
                raise Problem("wrong-seat", detail("seat-taken"))
            asked = (terms_rows.c.table_id == table) & (terms_rows.c.event == AGAIN + side)
            await live.beside(lambda connection: connection.execute(update(terms_rows).where(asked).values(event="")) and None)
            dice = history.state(None).dice
        return wire.TableOpened(table, {side: key}, dice.commitment)

    def flag_soon(self, table: LiveTable) -> None:
        """Somebody's time is over at a table."""
        task = asyncio.create_task(table.flag())
        self._flags.add(task)
        task.add_done_callback(self._flags.discard)

    async def flag_all(self) -> None:
        """Look at all tables whose clocks may have run out, whether or not somebody watches them."""
        now = self.clock()
        for id in await self.store.look(lambda connection: status.due(connection, now)):
            with suppress(Problem):
                await (await self.find(id)).flag()

    async def warn_all(self) -> None:
        """Look at all tables where a clock may run low."""
        now = self.clock()
        for id in await self.store.look(lambda connection: status.running_out(connection, now)):
            with suppress(Problem):
                await (await self.find(id)).warn()

    async def expire(self, now: float, unbegun: float, idle: float, members: float) -> int:
        """Throw away tables nobody comes back to, after so many days each (0: never); returns how many."""

        def ago(days: float) -> str:
            return datetime.fromtimestamp(now - 86_400 * days, UTC).isoformat(timespec="milliseconds") if days else ""

        watched = [id for id, table in self._live.items() if not table.idle]
        gone = await self.store.expire(ago(unbegun), ago(idle), ago(max(members, unbegun, idle)), watched)
        for id in gone:
            self._live.pop(id, None)
            self._weight -= self._kept.pop(id, (None, 0))[1]
        return len(gone)

    @property
    def count(self) -> int:
        """Tables in memory."""
        return len(self._live)

    @property
    def weight(self) -> int:
        """What those kept take, in bytes, roughly."""
        return self._weight

    def known(self, id: str) -> LiveTable | None:
        """A table somebody holds here."""
        return self._live.get(id)

    def held(self) -> list[LiveTable]:
        """All tables in memory."""
        return list(self._live.values())

    def watched(self) -> list[LiveTable]:
        """The tables somebody watches."""
        return [table for table in self._live.values() if table.audiences]

    def end_session(self, session: str) -> None:
        """Whoever sits somewhere by a session that has been ended has to leave."""
        self._end_sessions(lambda known: known == session)

    def end_all_sessions(self) -> None:
        """Whoever sits somewhere by a session has to come again."""
        self._end_sessions(lambda known: known is not None)

    def _end_sessions(self, which: Callable[[str | None], bool]) -> None:
        for table in self.watched():
            for audience in table.audiences.values():
                for watcher in list(audience.watchers):
                    if which(watcher.session):
                        watcher.dismiss()

    def close(self) -> None:
        self.closed = True
        for table in list(self._live.values()):
            table.close()


def fresh_secret() -> bytes:
    """The secret of a table's dice."""
    return secrets.token_bytes(32)


def _shared(taken: Mapping[str, Seat]) -> bool:
    """Whether two people will play, who do not sit at one screen."""
    people = [seat.kind for seat in taken.values() if seat.kind != "computer"]
    return len(people) > 1 and "link" in people


def _row(setup: Setup, start: str, seed: bytes, taken: dict[str, Seat], chosen: bool = False, id: str = "") -> TableRow:
    return TableRow(
        id or seats.new_table_id(), setup.game.id, setup.scenario, setup.options, setup.tables.pack, start, seed.hex(), taken,
        _now(), __version__, setup.game.fingerprint(setup), SHAKEN if _shared(taken) else ANEW, chosen,
    )  # fmt: skip


def _take_seats(
    rules: Game, wishes: dict[str, wire.SeatWish], also: Set[str] = frozenset(), person: str | None = None
) -> tuple[dict[str, Seat], dict[str, str | None]]:
    """A seat for every side, and the tokens of those held by people; ``also``: players that nobody can ask for by name."""
    sides = [side.id for side in rules.sides]
    for side in wishes:
        if side not in sides:
            raise Problem("bad-request", detail("no-side", side=side, known=", ".join(sides)))
    known = computer.known(rules)
    taken: dict[str, Seat] = {}
    tokens: dict[str, str | None] = {}
    for side in sides:
        wish = wishes.get(side)
        if wish is None:
            raise Problem("bad-request", detail("empty-seat", side=side))
        if wish.kind not in seats.KINDS:
            raise Problem("bad-request", detail("no-seat-kind", side=side, kind=wish.kind, known=", ".join(seats.KINDS)))
        if wish.kind == "computer" and wish.player not in {*known, *also}:
            raise Problem("bad-request", detail("no-player", side=side, player=wish.player, known=", ".join(known)))
        taken[side], tokens[side] = seats.take(wish.kind, wish.player, person)
    return taken, tokens
