"""What other servers on the same database have written: PostgreSQL tells it (LISTEN), and whoever is behind reads the rows.

A note is only a hint. One that is lost, with its connection or otherwise, is made up for: every few seconds the database is asked how
far the tables are that somebody watches here, and after every new connection also who sits at all that are held here. Who is connected
by a session may have been signed out meanwhile: he comes again, and shows it anew.
"""

from __future__ import annotations

import asyncio
import logging
from typing import Any

from .store import CHANNEL, CannotStore, Store

_log = logging.getLogger("grandharbour.notes")
LOOK = 5.0
"""Seconds between two looks at the tables that are watched."""


class Notes:
    """Listens for one server. ``tables`` are its tables."""

    def __init__(self, store: Store, tables: Any) -> None:
        self.store = store
        self.tables = tables
        self._task = asyncio.create_task(self._listen()) if store.shared else None
        self._work: set[asyncio.Task[None]] = set()

    async def _listen(self) -> None:
        import psycopg

        pause = 0.2
        while True:
            try:
                async with await psycopg.AsyncConnection.connect(self.store.address, autocommit=True) as connection:
                    await connection.execute(f"LISTEN {CHANNEL}")
                    pause = 0.2
                    for table in self.tables.held():  # what was said before we listened, nobody has heard
                        self.tell(table.id)
                    await self._look(self.tables.held())
                    self.tables.end_all_sessions()
                    while True:
                        await self._look(self.tables.watched())
                        async for note in connection.notifies(timeout=LOOK):
                            self._hear(note.payload)
            except (psycopg.Error, OSError) as error:
                _log.warning("the database does not answer: %s", str(error).strip())
            except CannotStore:
                pass
            await asyncio.sleep(pause)
            pause = min(5.0, pause * 2)

    def _hear(self, payload: str) -> None:
        sender, _, rows = payload.partition(" ")
        if sender == self.store.tag:
            return
        for row in rows.split(","):
            table, _, n = row.partition(":")
            if n == "ended":
                self.tables.end_session(table)
                continue
            self.tell(table, int(n) if n.isdecimal() else None)

    async def _look(self, tables: list[Any]) -> None:
        """How far are some tables?"""
        if tables:
            for table, n in (await asyncio.to_thread(self.store.lengths, [table.id for table in tables])).items():
                self.tell(table, n)

    def tell(self, id: str, n: int | None = None) -> None:
        """Row n of a table is there; None: somebody has sat down or left."""
        table = self.tables.known(id)
        if table is not None:
            task = asyncio.create_task(table.noted(n))
            self._work.add(task)
            task.add_done_callback(self._work.discard)

    def close(self) -> None:
        for task in (*self._work, *((self._task,) if self._task else ())):
            task.cancel()
