"""A worker: computer players that think for the servers of a harbour, on any machine that reaches their PostgreSQL.

A job names a table. The worker reads its rows like a server, thinks in processes of its own, and writes what comes of it as a row like
any other: whichever row of that number is first counts, so nothing is played twice, however often it is thought. A worker that dies has
only thought in vain.
"""

from __future__ import annotations

import asyncio
import contextlib
import signal
from collections.abc import Callable

from .computer import Computers
from .jobs import open_jobs
from .notes import Notes
from .problems import Problem
from .settings import Settings
from .store import CannotStore, Store
from .tables import Tables
from .workshop import Workshop


async def work(settings: Settings, ready: Callable[[], None] | None = None, stop: asyncio.Event | None = None) -> None:
    """Think until SIGTERM or Ctrl-C. CannotStore if that cannot be done on such a database."""
    store = await asyncio.to_thread(Store, settings.database)
    if not store.shared:
        store.close()
        raise CannotStore("workers think on the PostgreSQL of several servers; on a file computer players think in the server")
    stop = stop or asyncio.Event()
    computers = Computers(settings.workers)
    tables = Tables(store, computers, Workshop(), settings.computer_delay, settings.memory, thinking="asked")

    async def think(table: str, n: int) -> None:
        try:
            await (await tables.find(table)).think()
        except Problem as problem:
            if problem.kind not in ("unknown-table", "unknown-game"):
                raise

    notes = Notes(store, tables)
    # Most of the time a game waits, for a process that is free or for people to follow.
    jobs = open_jobs(store, at_once=max(16, 4 * settings.workers))
    jobs.can("think", think, tries=0)
    jobs.start()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        with contextlib.suppress(NotImplementedError, RuntimeError, ValueError):  # not on Windows, nor beside the main thread
            loop.add_signal_handler(number, stop.set)
    try:
        if ready is not None:
            ready()
        await stop.wait()
    finally:
        await jobs.close()
        notes.close()
        tables.close()
        computers.close()
        await asyncio.to_thread(store.close)
