"""The club of a server: what it has been told about itself, and where its rows lie."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import NamedTuple

from sqlalchemy.engine import Connection

from ..store import Store
from . import wire
from .people import Person


class Known(NamedTuple):
    """A person and the session he comes with."""

    person: Person
    session: str


class Club:
    """``joining`` is who may become a member; ``secure`` where the page comes over https; ``clock`` the time in seconds."""

    def __init__(self, store: Store, joining: wire.Joining, secure: bool = False, clock: Callable[[], float] = time.time) -> None:
        self.store = store
        self.joining: wire.Joining = joining
        self.clock = clock
        self.cookie = cookie_name(secure)
        self.on_session_end: Callable[[str], None] = lambda session: None
        """Connections that hang on it are cut."""

    async def end_sessions(self, work: Callable[[Connection], list[str]]) -> None:
        """End sessions, here and at the other servers of this harbour; ``work`` says which it has ended."""

        def end(connection: Connection) -> list[str]:
            ended = work(connection)
            self.store.tell(connection, [f"{session}:ended" for session in ended])
            return ended

        for session in await self.store.run(end):
            self.on_session_end(session)


def cookie_name(secure: bool) -> str:
    """Browsers keep a cookie with this prefix to one host and to https."""
    return "__Host-harbour" if secure else "harbour"
