"""What every request passes: the right host, no foreign page behind it, and careful headers on the answer."""

from __future__ import annotations

import ipaddress
import logging
import time
from collections.abc import Sequence
from contextlib import suppress
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from . import wire
from .limits import Limits, address_of, kind_of, person_of
from .metrics import Metrics
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


_log = logging.getLogger("grandharbour.requests")
HSTS = "max-age=63072000"
"""Two years: who has been here over https never comes without."""
LONGEST_PATH = 2_000
FRAMED = "/embed/"
"""Pages that those of others may hold in a frame, and no other."""


class Proxies:
    """Whom to believe about who asks: addresses and networks of our own proxies."""

    def __init__(self, known: Sequence[str]) -> None:
        self.networks = [ipaddress.ip_network(network, strict=False) for network in known]

    def ours(self, address: str) -> bool:
        """Whether one of our proxies has this address."""
        try:
            ip = ipaddress.ip_address(address)
        except ValueError:
            return False
        ip = getattr(ip, "ipv4_mapped", None) or ip
        return any(ip in network for network in self.networks)

    def seen(self, scope: Scope) -> Scope:
        """A request as the first of our proxies saw it. What others say about themselves is not believed."""
        peer = (scope.get("client") or ("", 0))[0]
        if not self.networks or not self.ours(peer):
            return scope
        headers = Headers(scope=scope)
        said = [part.strip() for line in headers.getlist("x-forwarded-for") for part in line.split(",")]
        client = peer
        for address in reversed(said):
            client = _bare(address) or client
            if not self.ours(client):
                break
        scope = {**scope, "client": (client, 0)}
        if (scheme := headers.get("x-forwarded-proto", "").rpartition(",")[2].strip()) in ("http", "https"):
            scope["scheme"] = scheme if scope["type"] == "http" else {"http": "ws", "https": "wss"}[scheme]
        if host := headers.get("x-forwarded-host", "").rpartition(",")[2].strip():
            scope["headers"] = [(name, value) for name, value in scope["headers"] if name != b"host"] + [
                (b"host", host.encode("latin-1"))
            ]
        return scope


def _bare(address: str) -> str | None:
    """An address without its port; None if it is none."""
    for text in (address, address.partition("]")[0].lstrip("["), address.rpartition(":")[0]):
        with suppress(ValueError):
            return str(ipaddress.ip_address(text))
    return None


class Gate:
    """``hosts`` are the names the server answers to (None: any, but with a base URL its own alone); ``base_url`` is its address behind
    a proxy; ``proxies`` are those whose word is taken for who asks."""

    def __init__(
        self,
        app: ASGIApp,
        hosts: tuple[str, ...] | None = None,
        base_url: str = "",
        limits: Limits | None = None,
        proxies: Proxies | None = None,
        metrics: Metrics | None = None,
    ) -> None:
        self.app = app
        self.limits = limits or Limits(0)
        self.base = urlsplit(base_url)
        self.hosts = () if hosts is None and self.base.hostname else hosts
        self.proxies = proxies or Proxies(())
        self.metrics = metrics or Metrics()
        self.headers: dict[str, str] = {**HEADERS, **({"Strict-Transport-Security": HSTS} if self.base.scheme == "https" else {})}
        self.framed = {name: value for name, value in self.headers.items() if name != "X-Frame-Options"}
        self.framed["Content-Security-Policy"] = HEADERS["Content-Security-Policy"].replace(
            "frame-ancestors 'none'", "frame-ancestors *"
        )

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            return await self.app(scope, receive, send)
        scope = self.proxies.seen(scope)
        began, status = time.perf_counter(), 0

        async def careful(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                self.metrics.answered(status)
                headers = MutableHeaders(scope=message)
                for name, value in (self.framed if scope["path"].startswith(FRAMED) else self.headers).items():
                    headers.setdefault(name, value)
                if scope["path"].startswith("/api/"):
                    headers.setdefault("Cache-Control", "no-store")
            await send(message)

        problem = self._refuse(scope)
        try:
            if problem is None:
                await self.app(scope, receive, careful)
            elif scope["type"] == "websocket":
                self.metrics.refused(problem.kind)
                await send({"type": "websocket.close", "code": 1008})
            else:
                self.metrics.refused(problem.kind)
                after = [] if problem.after is None else [(b"retry-after", str(problem.after).encode())]
                body = wire.encode(problem.document())
                length = (b"content-length", str(len(body)).encode())
                headers = [(b"content-type", b"application/problem+json"), length, *after]
                await careful({"type": "http.response.start", "status": problem.status, "headers": headers})
                await send({"type": "http.response.body", "body": body})
        finally:
            if _log.isEnabledFor(logging.INFO):
                _log.info(
                    "%s %s", scope.get("method", "LIVE"), scope["path"][:200],
                    extra={"status": status, "ms": round(1000 * (time.perf_counter() - began), 1), "address": address_of(scope)},
                )  # fmt: skip

    def _refuse(self, scope: Scope) -> Problem | None:
        headers = Headers(scope=scope)
        host = headers.get("host", "")
        if len(scope["path"]) > LONGEST_PATH or "\0" in scope["path"] or b"%00" in scope.get("query_string", b""):
            return Problem("bad-request", detail("bad-address"))
        try:
            name = urlsplit(f"//{host}").hostname if host else None
            origin = urlsplit(headers["origin"]).netloc if "origin" in headers else None
        except ValueError:
            return Problem("bad-request", detail("bad-host"))
        # Whoever looks after the server calls it by whatever name it has inside.
        watched = scope["path"].startswith("/health/") or scope["path"] == "/metrics"
        if (
            not watched
            and self.hosts is not None
            and name not in self.hosts
            and (not self.base.hostname or name != self.base.hostname)
        ):
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
