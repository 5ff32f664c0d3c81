"""The tables in play: one lock each, every click checked, committed, then shown.

Whoever reads a table takes its lock, so nobody sees a choice before it is stored. A table is read from its rows when somebody
first asks for it; after any doubt (storage failed, a task was cancelled) it is forgotten and read again.
"""

from __future__ import annotations

import asyncio
import logging
import random
import secrets
from collections import deque
from collections.abc import Callable, Set
from contextlib import suppress
from datetime import UTC, datetime

from .. import __version__, players
from ..engine import lesson, save
from ..engine.choice import Illegal
from ..engine.dice import Seeded, commitment, seed_bytes
from ..engine.game import Game, Setup, UnknownName, games
from ..engine.position import pack
from ..engine.table import CannotUndo
from . import computer, editing, lessons, pages, seats, wire
from .history import History
from .problems import Problem
from .seats import Seat
from .store import CannotStore, Move, Store, TableRow

_log = logging.getLogger("grandharbour.tables")
MOST_OPEN = 256
"""Tables kept in memory while nobody looks at them."""


MOST_THOUGHTS = 400
"""So many plans of computer players are remembered at each table."""


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds")


def find_game(name: str) -> Game:
    try:
        return games()[name]
    except KeyError:
        raise Problem("unknown-game", f"there is no game {name!r}; installed are {', '.join(games())}") from None


class LiveTable:
    """One table with its lock, the clients that watch it, and the task of its computer players."""

    def __init__(self, id: str, tables: Tables) -> None:
        self.id = id
        self.tables = tables
        self.lock = asyncio.Lock()
        self.listeners: set[Callable[[], None]] = set()
        self.seats: dict[str, Seat] = {}
        self._history: History | None = None
        self._thinking: asyncio.Task[None] | None = None
        self._despair: dict[int, int] = {}
        """How often in a row each computer player has seen no hope."""
        self.thoughts: deque[wire.Thinking] = deque(maxlen=MOST_THOUGHTS)
        """What its computer players considered, since the table was last read from the database."""
        self._seen_at = 0.0
        """When others last saw something new: computer players leave people time to follow."""

    # --- reading; all of these are called with the lock held

    async def history(self) -> History:
        """The table as it is stored."""
        if self._history is None:
            self._history = await asyncio.to_thread(self._read)
            self.seats = self._history.row.seats
            self._wake_computers()
        return self._history

    def _read(self) -> History:
        try:
            found = self.tables.store.read(self.id)
        except CannotStore as error:
            raise Problem("cannot-store", f"The table cannot be read now. ({error})") from None
        if found is None:
            raise Problem("unknown-table", f"there is no table {self.id!r}")
        row, moves = found
        find_game(row.game)
        return History(row, moves)

    def begin(self, history: History) -> None:
        """A table that was just opened needs no reading."""
        self._history = history
        self.seats = history.row.seats
        self._wake_computers()

    @property
    def idle(self) -> bool:
        return not self.listeners and not self.lock.locked() and self._thinking is None

    async def seat_of(self, token: str | None) -> str | None:
        """The side a token stands for."""
        async with self.lock:
            await self.history()
            return seats.side_of(self.seats, token)

    async def join(self, side: str | None) -> None:
        """Somebody has sat down."""
        async with self.lock:
            await self.history()
            if side is None or self.seats[side].joined:
                return
            self.seats[side].joined = True
            try:
                await self.tables.store.seat(self.id, self.seats)
            except CannotStore:
                self.seats[side].joined = False

    # --- choosing

    async def act(self, move: Move, number: int | None) -> None:
        """Make a move for a seat: checked by the rules, then stored, then shown to whom it may concern."""
        async with self.lock:
            history = await self.history()
            move = self._admit(history, move, number)
            try:
                made = history.make(move)
                await self.tables.store.add(self.id, history.rows - 1, made, _now())
            except Illegal as illegal:
                if move.kind == "undo":
                    raise Problem("cannot-undo", illegal.reason, illegal.rule) from None
                raise Problem.refused(illegal.refusal) from None
            except CannotUndo as reason:
                raise Problem("cannot-undo", str(reason)) from None
            except BaseException as error:
                self._history = None  # the rows are the truth
                if isinstance(error, CannotStore):
                    raise Problem("cannot-store", f"Nothing has changed; try again. ({error})") from None
                raise
            self._changed(history)

    async def go_on(self, side: str) -> None:
        """Play an astray table on from its last sound position. A row like any other: what lies before it stays in the database."""
        async with self.lock:
            history = await self.history()
            if not history.stuck:
                raise Problem("stale", "The table can be played as it is.")
            move = Move("resume", side, "", pack(history.sound))
            try:
                await self.tables.store.add(self.id, history.rows, move, _now())
            except CannotStore as error:
                raise Problem("cannot-store", f"Nothing has changed; try again. ({error})") from None
            finally:
                self._history = None  # the rows are the truth
            self._changed(await self.history())

    # --- going back by agreement

    async def ask_back(self, side: str, moment: int) -> None:
        """Ask the others to go back. Computers agree, and so does who holds the asking seat as well."""
        async with self.lock:
            history = await self.history()
            if history.table.outcome is not None:
                raise Problem("table-ended", "The game has ended; look back and play on from there instead.")
            if history.stuck:
                raise Problem("other-rules", "The rules have changed: play on from the last sound position first.")
            history.ask_back(history.table.war.setup.side(side), moment)
            if any(self._must_agree(side, other) for other in self.seats):
                for wake in self.listeners:
                    wake()
                return
            move = history.back()
        await self.act(move, None)

    def _must_agree(self, asking: str, other: str) -> bool:
        """Whether somebody else sits there."""
        kinds = self.seats[asking].kind, self.seats[other].kind
        return asking != other and "computer" not in kinds and "link" in kinds

    async def answer_back(self, side: str, accept: bool) -> None:
        """Agree or decline; who asked may withdraw. With two sides one answer settles it."""
        async with self.lock:
            history = await self.history()
            request = history.request
            if request is None:
                raise Problem("stale", "Nobody asks to go back, or the game has gone on since.")
            if not accept:
                history.request = None
                for wake in self.listeners:
                    wake()
                return
            if not self._must_agree(request.by, side):
                raise Problem("wrong-seat", "The other side has to agree.")
            move = history.back()
        await self.act(move, None)

    # --- refusing

    def _admit(self, history: History, move: Move, number: int | None) -> Move:
        """Refuse what the rules need not be asked about."""
        table = history.table
        side = table.war.setup.side(move.side)
        if table.outcome is not None:
            raise Problem("table-ended", "The game has ended; nothing more can be chosen.")
        if history.stuck:
            assert history.astray is not None
            raise Problem("other-rules", f"{history.astray.text} Play on from here first: {history.astray.heading}.")
        if number is not None and number != history.numbers[side]:
            raise Problem("stale", f"This seat has made {history.numbers[side]} clicks; the click was meant for number {number}.")
        if move.kind in ("choice", "script") and table.decision(side) is None:
            asked = " and ".join(waiting.text for waiting in history.waiting(side))
            raise Problem("not-your-decision", f"{history.game.sides[side].short} has nothing to decide now: {asked}.")
        if move.kind == "script":
            offered = history.scripts(side)
            if move.verb not in offered:
                raise Problem("illegal-choice", f"{move.verb!r} is not offered now.")
            return Move("script", move.side, move.verb, [list(choice) for choice in offered[move.verb]])
        return move

    def _changed(self, history: History) -> None:
        if history.table.since == len(history.table.choices):
            self._seen_at = asyncio.get_running_loop().time()
        for wake in self.listeners:
            wake()
        self._wake_computers()

    # --- computer players

    def _wake_computers(self) -> None:
        if self._thinking is None and self._computer_side() is not None and not self.tables.closed:
            self._thinking = asyncio.create_task(self._think())
            self._thinking.add_done_callback(self._thought)

    def _thought(self, task: asyncio.Task[None]) -> None:
        self._thinking = None
        if task.cancelled():
            return
        if task.exception() is not None:
            _log.error("the computer player of table %s stopped", self.id, exc_info=task.exception())
        else:
            self._wake_computers()  # somebody may have moved after it saw that nothing was left to do

    def _computer_side(self) -> int | None:
        if self._history is None or self._history.table.outcome is not None or self._history.stuck:
            return None
        for decision in self._history.table.war.asked():
            if self.seats[self._history.game.sides[decision.side].id].kind == "computer":
                return decision.side
        return None

    async def _think(self) -> None:
        """Answer for computer players as long as they owe a decision."""
        loop = asyncio.get_running_loop()
        pause = 1.0
        hand: players.Seat | None = None
        while True:
            async with self.lock:
                history = await self.history()
                side = self._computer_side()
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
                when = "" if answer else history.state(None).view.heading
            if not answer:
                thought = await self.tables.computers.choose(history.game.id, player, text, side)
                answer, *rest = (thought and thought.plan) or (None,)
                hand.begin(rest)
                if thought and len(thought.lines) > 1:
                    self.thoughts.append(wire.Thinking(id, player, when, wire.considered(war, thought.lines)))
                # Three looks in a row without any hope: people are spared the rest of the game.
                self._despair[side] = self._despair.get(side, 0) + 1 if thought and thought.hopeless else 0
            if computer.shows(war, side, *(answer or chosen)):
                await asyncio.sleep(computer.to_the_beat(loop.time() - self._seen_at, self.tables.computer_delay))
            if self._despair.get(side, 0) >= 3:
                with suppress(Problem):
                    await self.act(Move("resign", id, "nothing it tried gave it a chance any more"), None)
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
                    if problem.kind == "cannot-store":
                        await asyncio.sleep(pause)
                        pause = min(30.0, pause * 2)
                break

    def close(self) -> None:
        if self._thinking is not None:
            self._thinking.cancel()


class Tables:
    """All tables of this server."""

    def __init__(self, store: Store, computers: computer.Computers, computer_delay: float) -> None:
        self.store = store
        self.computers = computers
        self.computer_delay = computer_delay
        self.closed = False
        self._open: dict[str, LiveTable] = {}

    async def find(self, id: str) -> LiveTable:
        """A table by its id, read from its rows if need be."""
        table = self._open.get(id)
        if table is None:
            table = LiveTable(id, self)
            self._open[id] = table
            try:
                async with table.lock:
                    await table.history()
            except BaseException:
                if self._open.get(id) is table:
                    del self._open[id]
                raise
            self._tidy()
        return table

    def _tidy(self) -> None:
        for id in [id for id, table in self._open.items() if table.idle][: max(0, len(self._open) - MOST_OPEN)]:
            del self._open[id]

    async def open(self, wish: wire.NewTable) -> wire.TableOpened:
        """A new table."""
        rules = find_game(wish.game)
        if wish.lesson:
            return await self._open_lesson(rules)
        if wish.scenario is not None:
            pages.check_scenario(rules, wish.scenario)
        try:
            options = rules.check_options(wish.options)
        except UnknownName as error:
            raise Problem("bad-option", str(error)) from None
        try:
            seed = secrets.token_bytes(32) if wish.seed is None else seed_bytes(wish.seed)
        except ValueError as error:
            raise Problem("bad-request", f"seed: {error}") from None
        taken, tokens = _take_seats(rules, wish.seats)

        def set_up() -> History:
            try:
                if wish.position is not None:
                    start = editing.accepted(rules, wish.position)
                    return History(_row(rules.position(start, seed).setup, start, seed, taken))
                setup = rules.setup(wish.scenario, options, wish.tables or "")
                return History(_row(setup, "", seed, taken))
            except Problem:
                raise
            except Exception as error:
                if wish.tables and wish.tables.strip():
                    raise Problem("bad-tables", str(error)) from None
                raise

        history = await asyncio.to_thread(set_up)
        await self._keep(history, [])
        return wire.TableOpened(history.row.id, tokens, commitment(seed))

    async def branch(self, table: LiveTable, side: str | None, wish: wire.Branch) -> wire.TableOpened:
        """A new table that plays on from a moment of another one, with new dice."""
        async with table.lock:
            history = await table.history()
            rules = history.game
            # A position tells everything: while it runs only where nobody else could be spied on.
            alone = side is not None and all(seat.kind != "link" for seat in table.seats.values())
            if history.table.outcome is None and not alone:
                raise Problem("still-running", "While others play here too, nobody can play on from a moment of their game.")
            seat = None if side is None else history.table.war.setup.side(side)
            war = history.shown(history.eyes(seat, wish.eyes), wish.moment).war
            if war.outcome is not None:
                raise Problem("table-ended", "At this moment the game was over; go back a little.")
            start = war.position()
        taken, tokens = _take_seats(rules, wish.seats)
        seed = secrets.token_bytes(32)

        def set_up() -> History:
            return History(_row(rules.position(start, seed).setup, start, seed, taken))

        opened = await asyncio.to_thread(set_up)
        await self._keep(opened, [])
        return wire.TableOpened(opened.row.id, tokens, commitment(seed))

    async def _open_lesson(self, rules: Game) -> wire.TableOpened:
        """A table for the first lesson of a game: its own position, dice and seats."""
        found = lessons.find(rules)
        taken, tokens = _take_seats(rules, lessons.seats(rules), {lessons.PLAYER})
        seed = seed_bytes(found.seed)

        def set_up() -> History:
            start = lesson.start(rules, found)
            return History(_row(rules.position(start, seed).setup, start, seed, taken))

        history = await asyncio.to_thread(set_up)
        await self._keep(history, [])
        return wire.TableOpened(history.row.id, tokens, commitment(seed))

    async def upload(self, text: str) -> wire.TableOpened:
        """Play on from a save file, both seats at this screen."""

        def replay() -> tuple[History, list[Move], dict[str, str | None], str | None]:
            try:
                played, astray = save.open_save(text)
                if astray is not None and astray.position:
                    played = save.resume(text)
            except save.SaveError as error:
                raise Problem("bad-save", str(error)) from None
            except Exception as error:
                _log.warning("an upload could not be read: %r", error)
                raise Problem("bad-save", "The file cannot be read as a save.") from None
            setup = played.war.setup
            rules = setup.game
            taken, tokens = _take_seats(rules, {side.id: wire.SeatWish("here") for side in rules.sides})
            dice, names = played.war.dice, setup.names
            assert isinstance(dice, Seeded)
            history = History(_row(setup, played.start, dice.seed, taken))
            moves = [
                history.make(
                    Move("choice", names.of("side", choice.side), choice.verb, played.war.target_name(choice.verb, choice.target))
                )
                for choice in played.choices
                if not choice.auto
            ]
            if played.resigned is not None:
                moves.append(history.make(Move("resign", names.of("side", played.resigned), played.parting)))
            return history, moves, tokens, None if astray is None else astray.words()

        history, moves, tokens, note = await asyncio.to_thread(replay)
        await self._keep(history, moves)
        return wire.TableOpened(history.row.id, tokens, commitment(bytes.fromhex(history.row.seed)), note)

    async def _keep(self, history: History, moves: list[Move]) -> None:
        try:
            await self.store.open(history.row, moves, _now())
        except CannotStore as error:
            raise Problem("cannot-store", f"The table could not be stored. ({error})") from None
        table = LiveTable(history.row.id, self)
        self._open[table.id] = table
        async with table.lock:
            table.begin(history)
        self._tidy()

    def close(self) -> None:
        self.closed = True
        for table in self._open.values():
            table.close()


def _row(setup: Setup, start: str, seed: bytes, taken: dict[str, Seat]) -> TableRow:
    return TableRow(
        seats.new_table_id(), setup.game.id, setup.scenario, setup.options, setup.tables.pack, start, seed.hex(), taken,
        _now(), __version__, setup.game.fingerprint(setup),
    )  # fmt: skip


def _take_seats(
    rules: Game, wishes: dict[str, wire.SeatWish], also: Set[str] = frozenset()
) -> tuple[dict[str, Seat], dict[str, str | None]]:
    """A seat for every side, and the tokens of those held by people; ``also``: players that nobody can ask for by name."""
    sides = [side.id for side in rules.sides]
    for side in wishes:
        if side not in sides:
            raise Problem("bad-request", f"seats: there is no side {side!r}; the sides are {', '.join(sides)}")
    known = computer.known(rules)
    taken: dict[str, Seat] = {}
    tokens: dict[str, str | None] = {}
    for side in sides:
        wish = wishes.get(side)
        if wish is None:
            raise Problem("bad-request", f"seats: nobody sits at {side}")
        if wish.kind not in seats.KINDS:
            raise Problem("bad-request", f"seats: {side}: {wish.kind!r} is none of {', '.join(seats.KINDS)}")
        if wish.kind == "computer" and wish.player not in {*known, *also}:
            raise Problem(
                "bad-request", f"seats: {side}: there is no computer player {wish.player!r}; there are {', '.join(known)}"
            )
        taken[side], tokens[side] = seats.take(wish.kind, wish.player)
    return taken, tokens
