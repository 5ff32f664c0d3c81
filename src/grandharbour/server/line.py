"""One connection, as the server's own protocols see it: a live one, and one that asks and is answered."""

from __future__ import annotations

import asyncio
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request

from . import wire
from .limits import address_of
from .problems import Problem, detail

WAITING = 8
"""Messages of a client that may wait before it is not listened to any more."""


class Line(WebSocketsSansIOProtocol):
    """uvicorn stops and starts reading around every single message, which costs a tenth of the event loop. Here a client is only
    made to wait when it really says more than is answered."""

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if not self.close_sent:
            self.scope["line"] = self  # type: ignore[typeddict-unknown-key]

    def tell(self, message: bytes) -> bool:
        """Send a text at once. False if the client is still busy with what it was sent before."""
        if not self.writable.is_set():
            return False
        if not self.close_sent and not self.transport.is_closing():
            self.conn.send_text(message)
            self.transport.write(b"".join(self.conn.data_to_send()))
        return True

    def send_receive_event_to_app(self) -> None:
        paused, self.read_paused = self.read_paused, True  # so that it does not pause by itself
        super().send_receive_event_to_app()
        self.read_paused = paused
        if not paused and self.queue.qsize() >= WAITING:
            self.read_paused = True
            self.transport.pause_reading()


PATIENCE = 15.0
"""Seconds from the first byte of a request, or from the connection, until the server knows what is asked."""


class Post(H11Protocol):
    """uvicorn waits for ever for a request whose first half it has. Here whoever does not say what he wants is cut."""

    _hurry: asyncio.TimerHandle | None = None
    _caller = ""
    """The address whose lines this is one of."""

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        ours, address = self.config.loaded_app.state, address_of({"client": self.client})
        if not ours.proxies.ours(address):  # they call for many
            if not ours.limits.call(address):
                self._send_away()
                return
            self._caller = address
        self._watch()

    def _send_away(self) -> None:
        """An address with too many lines is told so, and nothing more."""
        problem = Problem("too-many", detail("too-many-connected"), after=PATIENCE)
        body = wire.encode(problem.document())
        head = (
            "HTTP/1.1 429 Too Many Requests", "Content-Type: application/problem+json", f"Content-Length: {len(body)}",
            f"Retry-After: {problem.after}", "Connection: close", "", "",
        )  # fmt: skip
        self.transport.write("\r\n".join(head).encode() + body)
        self.transport.close()

    def _hang_up(self) -> None:
        if self._caller:
            self.config.loaded_app.state.limits.hang_up(self._caller)
            self._caller = ""

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        self._hang_up()  # from here on it counts as a live one
        super().handle_websocket_upgrade(event)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self._watch()

    def connection_lost(self, exc: Exception | None) -> None:
        self._hang_up()
        self._calm()
        super().connection_lost(exc)

    def on_response_complete(self) -> None:
        super().on_response_complete()  # from here on uvicorn's own patience counts, until something is said
        self._calm()

    def _watch(self) -> None:
        asking = self.cycle is not None and not self.cycle.response_complete
        if asking or self.conn.their_state is not h11.IDLE or self.transport.get_protocol() is not self:
            self._calm()  # how long a body may take, its reader says
        elif self._hurry is None:
            self._hurry = self.loop.call_later(PATIENCE, self._cut)

    def _calm(self) -> None:
        if self._hurry is not None:
            self._hurry.cancel()
            self._hurry = None

    def _cut(self) -> None:
        self._hurry = None
        if not self.transport.is_closing():
            self.transport.close()
