"""Run the server until it is told to stop."""

from __future__ import annotations

import contextlib
import gc
import ipaddress
import socket
import threading
import webbrowser
from collections.abc import Callable
from dataclasses import replace
from types import FrameType
from typing import Any

import uvicorn

from ..engine.game import games
from . import logs
from .app import create_app
from .line import Line, Post
from .settings import Settings
from .store import CannotStore, Store

FILES = 65_536
"""Open files a server asks for."""


class _Server(uvicorn.Server):
    ready: Callable[[], None] | None = None
    drain = 0.0
    leave: Callable[[], None] | None = None

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """The first signal: whoever asks is told that the server leaves, and after a while it does. The second: at once.

        Then nobody new is let in, live clients are told to come back later (1012), what is under way is finished and what waits is
        written.
        """
        if self.leave is not None:
            self.leave()
            self.leave = None
            if self.drain:
                waiting = threading.Timer(self.drain, super().handle_exit, (sig, frame))
                waiting.daemon = True
                waiting.start()
                return
        super().handle_exit(sig, frame)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started and self.ready is not None:
            self.ready()


def _local(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _many_files() -> None:
    """A connection is an open file, and many systems give a process 1,024 unless it asks for more."""
    with contextlib.suppress(ImportError, OSError, ValueError):  # not every system knows such limits
        import resource

        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        most = FILES if hard == resource.RLIM_INFINITY else min(hard, FILES)
        if soft != resource.RLIM_INFINITY and soft < most:
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))


def prepare(settings: Settings, host: str, port: int) -> tuple[_Server, socket.socket, str]:
    """A server that is ready to run, the socket it will listen on, and its address."""
    if _local(host):
        if settings.hosts is None and not settings.base_url:
            settings = replace(settings, hosts=("localhost", "127.0.0.1", "::1"))
        if settings.limits is None and not settings.base_url:
            settings = replace(settings, limits=0.0)
    _many_files()
    games()  # nobody waits later, in the middle of something, until they are loaded
    store = Store(settings.database)  # says what is wrong with the database before anything starts
    store.close()
    if settings.thinking == "workers" and not store.shared:
        raise CannotStore("computer players can think in workers only on PostgreSQL; on a file they think in the server")
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # With the protocol named, asyncio sends each answer at once (TCP_NODELAY); without it, 40 ms late.
    listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
        listening.listen(2048)  # who calls from now on is answered, if not at once
    except OSError:
        listening.close()
        raise
    shown = f"[{host}]" if family == socket.AF_INET6 else "localhost" if host == "0.0.0.0" else host
    app = create_app(settings)
    config = uvicorn.Config(
        app, log_level=None, log_config=None, access_log=False, server_header=False, proxy_headers=False, http=Post, ws=Line,
        ws_max_size=64 * 1024, timeout_graceful_shutdown=3,
    )  # fmt: skip
    server = _Server(config)
    server.drain = settings.drain
    server.leave = lambda: setattr(app.state, "leaving", True)
    return server, listening, settings.base_url or f"http://{shown}:{listening.getsockname()[1]}/"


def serve(
    host: str = "127.0.0.1",
    port: int = 8640,
    database: str = "",
    browser: bool = False,
    settings: Settings | None = None,
    on_ready: Callable[[str], Any] | None = None,
) -> None:
    """Serve until Ctrl-C or SIGTERM. ``port`` 0 takes any free one; ``on_ready`` is called with the address when it answers.

    ``database`` is a file or a database URL. Raises OSError if the port is taken, CannotStore if the database is not ours.
    """
    settings = settings or Settings()
    if database:
        settings = replace(settings, database=database)
    logs.set_up(settings.log, settings.log_level)
    server, listening, url = prepare(settings, host, port)

    def ready() -> None:
        print(f"Grand Harbour is open at {url}", flush=True)
        if on_ready:
            on_ready(url)
        if browser:
            webbrowser.open(url)

    server.ready = ready
    # What is loaded by now stays. Of what comes nearly all is let go by itself: the collector may look seldom.
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 20)
    try:
        server.run(sockets=[listening])
    finally:
        listening.close()
