"""Work to be done later, outside of any request: thinking, letters, reminders.

    jobs.can("mail", mailer.send)                                  # this process does such work; before start()
    await jobs.defer("mail", to=address, letter="your-turn")       # any process may ask for it

What is asked for is stored before ``defer`` returns, done at least once, tried again with growing pauses if it fails, and forgotten
when it is done or has failed too often. It may be done twice (a process dies between the work and the note that it is done), so a kind
of work must bear that. If only the note fails, because the database is away at that moment, it is made later. ``once`` names what need not wait twice, ``alone`` what may not be done at the same time. Arguments are few and
plain values; what is done finds the rest in the database.

On SQLite the rows of ``jobs`` are worked off by the one server there is. On PostgreSQL it is procrastinate's queue, a queue for each
kind; whoever ``can`` do a kind takes part, on any machine. Work of a process that has died goes to another after three missed
heartbeats.
"""

from __future__ import annotations

import asyncio
import logging
import random
import time
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from typing import Any

import msgspec
from sqlalchemy import delete, func, insert, select, update
from sqlalchemy.engine import Connection
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from .store import CannotStore, Store
from .store import jobs as rows

_log = logging.getLogger("grandharbour.jobs")

HEARTBEAT = 3.0
"""Seconds between two signs of life of a process that works off the queue of PostgreSQL."""
LOOK = 30.0
"""Seconds after which the rows of SQLite are looked at even if nobody has asked."""
PATIENCE = 5.0
"""Seconds it waits for a connection to that queue: also when it leaves, and the database is away."""
LONGEST_PAUSE = 3600.0
SOON = 30.0
"""Seconds between two tries at most of what is tried until it is done: somebody waits for it, and what needs the same place waits behind it."""


class Kind(msgspec.Struct, frozen=True):
    """A kind of work this process does."""

    name: str
    work: Callable[..., Awaitable[None]]
    tries: int
    """So often it is tried; 0: until it is done."""


def pause(tries: int) -> float:
    """Seconds until the next try after so many: 2, 4, 8 ... an hour, and a bit more or less, so that not all come back at once."""
    longest: float = min(LONGEST_PAUSE, 2.0 ** min(tries, 20))
    return longest * (0.75 + random.random() / 2)


class Jobs(ABC):
    """The door to all work that is done later."""

    def __init__(self, store: Store, at_once: int = 16) -> None:
        self.store = store
        self.at_once = at_once
        self.done = 0
        self.failed = 0
        """Work given up for good, since the process began."""
        self._kinds: dict[str, Kind] = {}
        self._task: asyncio.Task[None] | None = None
        self.closing = False

    def can(self, kind: str, work: Callable[..., Awaitable[None]], tries: int = 8) -> None:
        """This process does such work: ``work`` is called with the arguments of ``defer``."""
        self._kinds[kind] = Kind(kind, work, tries)

    async def defer(self, kind: str, *, once: str = "", alone: str = "", after: float = 0.0, **args: Any) -> None:
        """Ask for work, some seconds later or as soon as somebody can. CannotStore if it could not be noted."""
        await self.store.run(lambda connection: self.put(connection, kind, once=once, alone=alone, after=after, **args))
        self.wake()

    @abstractmethod
    def put(self, connection: Connection, kind: str, *, once: str = "", alone: str = "", after: float = 0.0, **args: Any) -> None:
        """The same inside of somebody's transaction: the work is asked for if and only if that is committed."""

    @abstractmethod
    def waiting(self) -> dict[str, int]:
        """How much work of each kind has not been done. Asks the database."""

    @abstractmethod
    def wake(self) -> None:
        """Something may have been put there: whoever has used ``put`` says so after the commit."""

    def start(self) -> None:
        """Begin to work, if there is a kind this process can do."""
        if self._kinds:
            self._task = asyncio.create_task(self._run())

    async def close(self) -> None:
        """Stop. What is not finished is done later, by whoever comes next."""
        self.closing = True
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    @abstractmethod
    async def _run(self) -> None: ...

    async def _do(self, kind: Kind, args: dict[str, Any], tries: int) -> float | None:
        """One piece of work. None if it is over, done or not; otherwise the seconds until it is worth trying again."""
        try:
            await kind.work(**args)
            self.done += 1
            return None
        except Exception as error:
            # Arguments may hold what nobody should read in a log.
            if kind.tries and tries + 1 >= kind.tries:
                self.failed += 1
                _log.error("%s: given up after %d tries", kind.name, tries + 1, exc_info=error)
                return None
            after = pause(tries + 1) if kind.tries else min(SOON, pause(tries + 1))
            _log.warning("%s: %s; once more in %.0f s", kind.name, type(error).__name__, after)
            return after


def open_jobs(store: Store, at_once: int = 16) -> Jobs:
    """The door that fits the database."""
    return Queue(store, at_once) if store.shared else Rows(store, at_once)


# --- SQLite


class Rows(Jobs):
    """The rows of one file, worked off by the one server that has it open."""

    def __init__(self, store: Store, at_once: int = 16) -> None:
        super().__init__(store, at_once)
        self._awake = asyncio.Event()
        self._working: dict[int, tuple[str | None, asyncio.Task[None]]] = {}
        """Rows that are being worked on, with what they keep alone."""

    def put(self, connection: Connection, kind: str, *, once: str = "", alone: str = "", after: float = 0.0, **args: Any) -> None:
        values = {"kind": kind, "args": _text(args), "alone": alone or None, "tries": 0, "due": time.time() + after}
        connection.execute(insert(rows).prefix_with("OR IGNORE").values(**values, once=once or None))

    def waiting(self) -> dict[str, int]:
        with self.store.engine.connect() as connection:
            counted = connection.execute(select(rows.c.kind, func.count()).group_by(rows.c.kind))
            return {str(kind): int(count) for kind, count in counted}

    def wake(self) -> None:
        self._awake.set()

    async def close(self) -> None:
        await super().close()
        tasks = [task for _, task in self._working.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _run(self) -> None:
        while True:
            self._awake.clear()
            try:
                due, wait = await asyncio.to_thread(self._due, list(self._working))
                for id, kind, args, alone, tries in due:
                    if len(self._working) < self.at_once and (
                        alone is None or alone not in [kept for kept, _ in self._working.values()]
                    ):
                        self._working[id] = alone, asyncio.create_task(self._work(id, self._kinds[kind], args, tries))
            except SQLAlchemyError as error:
                _log.warning("the queue cannot be read: %s", type(error).__name__)
                wait = 1.0
            with suppress(TimeoutError):
                async with asyncio.timeout(wait):  # wait_for may lose the cancellation of close()
                    await self._awake.wait()

    def _due(self, working: list[int]) -> tuple[list[tuple[int, str, str, str | None, int]], float]:
        """What is to be done now, the oldest first, and the seconds until there is more."""
        now = time.time()
        ours = rows.c.kind.in_(self._kinds) & rows.c.id.not_in(working)
        wanted = select(rows.c.id, rows.c.kind, rows.c.args, rows.c.alone, rows.c.tries).order_by(rows.c.due, rows.c.id)
        with self.store.engine.connect() as connection:
            due = connection.execute(wanted.where(ours & (rows.c.due <= now)).limit(4 * self.at_once)).all()
            later = connection.execute(select(func.min(rows.c.due)).where(ours & (rows.c.due > now))).scalar()
        return [(id, kind, args, alone, tries) for id, kind, args, alone, tries in due], LOOK if later is None else min(
            LOOK, max(0.0, later - time.time()) + 0.001
        )

    async def _work(self, id: int, kind: Kind, args: str, tries: int) -> None:
        try:
            # From now on the same may be asked for again: what it is about may change while it is being done.
            await self.store.run(lambda connection: connection.execute(update(rows).where(rows.c.id == id).values(once=None)))
            after = await self._do(kind, msgspec.json.decode(args), tries)
            over = delete(rows) if after is None else update(rows).values(tries=tries + 1, due=time.time() + after)
            await self.store.run(lambda connection: connection.execute(over.where(rows.c.id == id)))
        except CannotStore as error:
            _log.warning("%s: %s", kind.name, error)
            await asyncio.sleep(1.0)  # it is still there, and done once more
        finally:
            self._working.pop(id, None)
            self._awake.set()


# --- PostgreSQL

_DEFER = """SELECT procrastinate_defer_jobs_v1(ARRAY[ROW(
    %(kind)s, %(kind)s, 0, %(alone)s, %(once)s, %(args)s::jsonb, clock_timestamp() + make_interval(secs => %(after)s)
)]::procrastinate_job_to_defer_v1[])"""
_HOLD = "SELECT id FROM procrastinate_jobs WHERE queueing_lock = %(once)s AND status = 'todo' FOR UPDATE"
_BEGUN = "UPDATE procrastinate_jobs SET queueing_lock = NULL WHERE id = %(id)s AND status = 'doing'"
_WAITING = "SELECT queue_name, count(*) FROM procrastinate_jobs WHERE status IN ('todo', 'doing') GROUP BY queue_name"


class Queue(Jobs):
    """procrastinate on the PostgreSQL the tables are in."""

    def __init__(self, store: Store, at_once: int = 16) -> None:
        super().__init__(store, at_once)
        self._doing: set[int] = set()
        """The jobs this process is about. If it is too busy for a sign of life the others take it for dead; it knows better."""
        self._over: set[int] = set()
        """Those it has ended for good, as long as that may not have been noted."""
        self._worker: int | None = None
        """The number under which it last took up work."""

    def put(self, connection: Connection, kind: str, *, once: str = "", alone: str = "", after: float = 0.0, **args: Any) -> None:
        self.put_into(connection, kind, once, alone, after, args)

    @staticmethod
    def put_into(connection: Connection, kind: str, once: str, alone: str, after: float, args: dict[str, Any]) -> None:
        """The same where nobody works: a backup brings what waited."""
        values = {"kind": kind, "args": _text(args), "alone": alone or None, "once": once or None, "after": after or None}
        if not once:
            connection.exec_driver_sql(_DEFER, values)
            return
        while True:
            with suppress(IntegrityError), connection.begin_nested():
                connection.exec_driver_sql(_DEFER, values)
                return
            # It waits already, and has to until this is committed: who did it before would not see what it is asked for again for.
            if connection.exec_driver_sql(_HOLD, values).first() is not None:
                return

    def waiting(self) -> dict[str, int]:
        with self.store.engine.connect() as connection:
            return {str(kind): int(count) for kind, count in connection.exec_driver_sql(_WAITING)}

    def wake(self) -> None:
        pass  # PostgreSQL tells it by itself

    async def _run(self) -> None:
        import procrastinate

        # It writes arguments into the log, which may be anything; what matters of a failure is said here.
        logging.getLogger("procrastinate").setLevel(logging.CRITICAL)
        logging.getLogger("psycopg.pool").setLevel(logging.ERROR)
        # A database that is away while somebody leaves is an error that hides his being cancelled.
        while not self.closing:
            app = procrastinate.App(
                connector=procrastinate.PsycopgConnector(conninfo=self.store.address, min_size=1, max_size=4, timeout=PATIENCE)
            )
            for kind in self._kinds.values():
                self._teach(app, kind)
            sweeping: asyncio.Task[None] | None = None
            try:
                async with app.open_async():
                    sweeping = asyncio.create_task(self._sweep(app))
                    await app.run_worker_async(
                        queues=list(self._kinds), concurrency=self.at_once, install_signal_handlers=False, delete_jobs="always",
                        shutdown_graceful_timeout=0.5, update_heartbeat_interval=HEARTBEAT, stalled_worker_timeout=3 * HEARTBEAT,
                        fetch_job_polling_interval=HEARTBEAT,
                    )  # fmt: skip
            except Exception as error:
                _log.warning("the queue does not answer: %s", type(error).__name__)
            finally:
                while sweeping is not None and not sweeping.done():
                    sweeping.cancel()
                    await asyncio.wait({sweeping}, timeout=1.0)
            await asyncio.sleep(1.0)

    def _teach(self, app: Any, kind: Kind) -> None:
        from procrastinate import BaseRetryStrategy, RetryDecision

        class Again(BaseRetryStrategy):
            def get_retry_decision(self, *, exception: BaseException, job: Any) -> RetryDecision:
                return RetryDecision(retry_at=datetime.now(UTC) + timedelta(seconds=getattr(exception, "after", 0.0)))

        async def work(context: Any, **args: Any) -> None:
            id = context.job.id
            if id in self._doing:
                # Somebody has put it back: it stays there until the first try is over, should that die after all.
                raise _Again(HEARTBEAT)
            self._doing.add(id)
            self._over.discard(id)
            self._worker = context.job.worker_id
            try:
                # From now on the same may be asked for again, and this can still be put back beside it.
                await app.connector.execute_query_async(_BEGUN, id=id)
                after = await self._do(kind, args, context.job.attempts)
            finally:
                self._doing.remove(id)
            if after is not None:
                raise _Again(after)
            self._over.add(id)

        app.task(name=kind.name, queue=kind.name, pass_context=True, retry=Again())(work)

    async def _sweep(self, app: Any) -> None:
        """Put work back that a process has left lying. Two may do so at once: then it is done twice, which it bears."""
        ended: set[int] = set()
        while not self.closing:
            with suppress(Exception):  # the worker beside it says what is wrong with the database
                for job in await app.job_manager.get_stalled_jobs(seconds_since_heartbeat=3 * HEARTBEAT):
                    if job.queue in self._kinds and job.id not in self._doing:
                        _log.warning("%s: left lying by a process that is gone; put back", job.queue)
                        await self._put_back(app, job)
                ended = await self._note_what_is_over(app, ended)
            await asyncio.sleep(HEARTBEAT)

    async def _note_what_is_over(self, app: Any, before: set[int]) -> set[int]:
        """The end of work is noted once. Where that failed its row would keep its place, and whatever has to wait for it would wait as
        long as this process lives: what has been over for a while (``before``) is noted again. Returns what is over now."""
        from procrastinate.jobs import Status

        if self._worker is None:
            return set()
        ours = {job.id: job for job in await app.job_manager.list_jobs_async(status="doing", worker_id=self._worker)}
        ended = ours.keys() - self._doing
        for id in ended & before:
            _log.warning("%s: its end could not be noted; once more", ours[id].queue)
            if id in self._over:
                with suppress(Exception):
                    await app.job_manager.finish_job(ours[id], Status.SUCCEEDED, delete_job=True)
            else:
                await self._put_back(app, ours[id])
        self._over &= ours.keys()
        return ended

    async def _put_back(self, app: Any, job: Any) -> None:
        with suppress(Exception):  # one that has been done meanwhile does not hold up the others
            await app.connector.execute_query_async(_BEGUN, id=job.id)
            await app.job_manager.retry_job(job)


class _Again(Exception):
    """Work that is to be tried again."""

    def __init__(self, after: float) -> None:
        super().__init__(after)
        self.after = after


def _text(args: dict[str, Any]) -> str:
    return msgspec.json.encode(args).decode()
