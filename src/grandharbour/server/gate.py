"""What every request passes: the right host, no foreign page behind it, and careful headers on the answer."""

from __future__ import annotations

from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from . import wire
from .limits import Limits, address_of, kind_of, person_of
from .problems import Problem, detail

HEADERS = {
    "Content-Security-Policy": "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; "
    "connect-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}


LONGEST_PATH = 2_000


class Gate:
    """``hosts`` are the names the server answers to (None: any); ``base_url`` is its address behind a proxy."""

    def __init__(
        self, app: ASGIApp, hosts: tuple[str, ...] | None = None, base_url: str = "", limits: Limits | None = None
    ) -> None:
        self.app = app
        self.limits = limits or Limits(0)
        self.hosts = hosts
        self.base = urlsplit(base_url)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            return await self.app(scope, receive, send)

        async def careful(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
                if scope["path"].startswith("/api/"):
                    headers.setdefault("Cache-Control", "no-store")
            await send(message)

        problem = self._refuse(scope)
        if problem is None:
            return await self.app(scope, receive, careful)
        if scope["type"] == "websocket":
            return await send({"type": "websocket.close", "code": 1008})
        body = wire.encode(problem.document())
        start = {
            "type": "http.response.start",
            "status": problem.status,
            "headers": [
                (b"content-type", b"application/problem+json"),
                *([(b"retry-after", str(problem.after).encode())] if problem.after is not None else []),
            ],
        }
        await careful(start)
        await send({"type": "http.response.body", "body": body})

    def _refuse(self, scope: Scope) -> Problem | None:
        headers = Headers(scope=scope)
        host = headers.get("host", "")
        if len(scope["path"]) > LONGEST_PATH or "\0" in scope["path"]:
            return Problem("bad-request", detail("bad-address"))
        try:
            name = urlsplit(f"//{host}").hostname if host else None
            origin = urlsplit(headers["origin"]).netloc if "origin" in headers else None
        except ValueError:
            return Problem("bad-request", detail("bad-host"))
        if self.hosts is not None and name not in self.hosts and (not self.base.hostname or name != self.base.hostname):
            return Problem("bad-request", detail("other-host"))
        asks = scope["type"] == "http" and scope["method"] in ("GET", "HEAD", "OPTIONS")
        if origin is not None and not asks and not (origin and origin in (host, self.base.netloc)):
            return Problem("bad-request", detail("other-site"))
        kind = kind_of(scope["method"], scope["path"]) if scope["type"] == "http" else None
        if kind is not None:
            try:
                self.limits.spend(kind, address_of(scope), person_of(scope))
            except Problem as problem:
                return problem
        return None
