"""The club of a server: what it has been told about itself, and where its rows lie."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import NamedTuple

from sqlalchemy.engine import Connection

from ..store import Store
from . import wire
from .people import Person
from .post import Post


class Known(NamedTuple):
    """A person and the session he comes with."""

    person: Person
    session: str


class Club:
    """``joining`` is who may become a member; ``base_url`` its public address; ``clock`` the time in seconds."""

    def __init__(
        self,
        store: Store,
        joining: wire.Joining,
        base_url: str = "",
        post: Post | None = None,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self.store = store
        self.joining: wire.Joining = joining
        self.clock = clock
        self.base_url = base_url
        self.post = post if base_url else None
        """A message holds a link, so there has to be an address the club itself knows."""
        self.cookie = cookie_name(base_url)
        self.on_session_end: Callable[[str], None] = lambda session: None
        """Connections that hang on it are cut."""
        self.on_seats: Callable[[str], None] = lambda table: None
        """Who sits at a table has changed in the database."""

    async def end_sessions(self, work: Callable[[Connection], list[str]]) -> None:
        """End sessions, here and at the other servers of this harbour; ``work`` says which it has ended."""

        def end(connection: Connection) -> list[str]:
            ended = work(connection)
            self.store.tell(connection, [f"{session}:ended" for session in ended])
            return ended

        for session in await self.store.run(end):
            self.on_session_end(session)

    async def change_seats(self, work: Callable[[Connection], list[str]]) -> None:
        """Change who sits where, here and at the other servers; ``work`` says at which tables."""

        def change(connection: Connection) -> list[str]:
            tables = work(connection)
            self.store.tell(connection, [f"{table}:seats" for table in tables])
            return tables

        for table in await self.store.run(change):
            self.on_seats(table)

    def link(self, page: str, slip: str) -> str:
        """An address to be sent to somebody; what is secret stands where no server logs it."""
        return f"{self.base_url.rstrip('/')}/{page}={slip}"


def cookie_name(base_url: str) -> str:
    """Browsers keep a cookie with the prefix to one host and to https."""
    return "__Host-harbour" if base_url.startswith("https:") else "harbour"
