"""One WebSocket connection, as the server's own protocol sees it."""

from __future__ import annotations

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request

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
