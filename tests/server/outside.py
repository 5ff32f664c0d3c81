"""What lies outside of a harbour, on this machine: a mail server, and an endpoint that takes pushes and hooks."""

from __future__ import annotations

import asyncio
import base64
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from email import message_from_bytes, policy
from email.message import EmailMessage
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, NamedTuple

import http_ece
import msgspec
from aiosmtpd.controller import Controller
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat


class Called(NamedTuple):
    method: str
    path: str
    headers: dict[str, str]
    body: bytes


class Outside:
    """Whatever has arrived."""

    def __init__(self) -> None:
        self.letters: list[EmailMessage] = []
        self.calls: list[Called] = []
        self.refuse = 0
        """So many calls and mails are refused before one is taken."""
        self.status: dict[str, int] = {}
        """What a path answers from now on."""
        self.smtp = ""
        self.web = ""

    def forget(self) -> None:
        """As if nothing had come yet."""
        self.letters.clear(), self.calls.clear(), self.status.clear()

    def to(self, path: str) -> list[Called]:
        return [call for call in self.calls if call.path.startswith(path)]

    def sent(self, address: str) -> list[EmailMessage]:
        """What somebody was told by mail; the letter that confirms his address is another matter."""
        return [letter for letter in self.letters if letter["To"] == address and letter["List-Unsubscribe"]]


class Browser:
    """A browser's half of Web Push: it subscribes, and it alone can read what is pushed."""

    def __init__(self, outside: Outside, path: str) -> None:
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.auth = b"0123456789abcdef"
        self.path = path
        self.outside = outside

    @property
    def wish(self) -> dict[str, str]:
        point = self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return {"endpoint": self.outside.web + self.path, "p256dh": _text(point), "auth": _text(self.auth)}

    def read(self) -> list[dict[str, str]]:
        return [
            msgspec.json.decode(http_ece.decrypt(call.body, private_key=self.key, auth_secret=self.auth, version="aes128gcm"))
            for call in self.outside.to(self.path)
        ]


def _text(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


@contextmanager
def outside() -> Iterator[Outside]:
    world = Outside()

    class Desk:
        async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:
            if world.refuse:
                world.refuse -= 1
                return "451 try again"
            world.letters.append(message_from_bytes(envelope.content, policy=policy.default))
            return "250 taken"

    class Endpoint(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
            status = next((s for path, s in world.status.items() if self.path.startswith(path)), 201)
            if world.refuse:
                world.refuse -= 1
                status = 503
            if status < 300:
                world.calls.append(Called(self.command, self.path, dict(self.headers), body))
            self.send_response(status)
            if 300 <= status < 400:
                self.send_header("Location", world.web + "/elsewhere")
            self.send_header("Content-Length", "0")
            self.end_headers()

        do_PUT = do_POST

        def log_message(self, *args: Any) -> None:
            pass

    web = ThreadingHTTPServer(("127.0.0.1", 0), Endpoint)
    threading.Thread(target=web.serve_forever, daemon=True).start()
    world.web = f"http://127.0.0.1:{web.server_port}"
    smtp = Controller(Desk(), hostname="127.0.0.1", port=0)
    loop = smtp.loop

    async def open_() -> Any:
        return await loop.create_server(smtp._factory_invoker, "127.0.0.1", 0)

    thread = threading.Thread(target=loop.run_forever, daemon=True)
    thread.start()
    server = asyncio.run_coroutine_threadsafe(open_(), loop).result(30)
    world.smtp = f"smtp://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    try:
        yield world
    finally:
        web.shutdown()
        web.server_close()
        loop.call_soon_threadsafe(server.close)
        loop.call_soon_threadsafe(loop.stop)
        thread.join(10)
