"""The server as an ASGI application: what it opens when it starts, what every answer passes, and its routes by subject."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware

from .. import __version__
from . import pages
from .club.house import Club, cookie_name
from .club.sessions import Cookies
from .club.wire import Joining
from .computer import Computers
from .gate import Gate
from .jobs import open_jobs
from .limits import Limits
from .luck import Luck
from .notes import Notes
from .printing import Printing
from .problems import Problem, detail
from .routes import ROUTERS
from .routes.common import problem_answer
from .schema import Described
from .store import Store
from .tables import Tables
from .workshop import Workshop


@dataclass(frozen=True)
class Settings:
    database: str = "harbour.db"
    """A file, or any database URL SQLAlchemy knows."""
    static: Path = pages.STATIC
    computer_delay: float = 0.35
    """Seconds between two things a computer player does before everybody's eyes."""
    workers: int = 2
    """Processes for computer players, started when needed."""
    memory: int = 256
    """Megabytes for tables in memory. Those somebody watches are never thrown out, however many there are."""
    limits: float | None = None
    """How much a person and an address may do, compared with what is usual; 0: as much as they like. None leaves it to where the server
    listens: nobody else can reach one on this machine alone."""
    base_url: str = ""
    """The public address, if a proxy stands in front."""
    hosts: tuple[str, ...] | None = None
    """The host names the server answers to; None for any."""
    club: Joining | None = None
    """A club, and who may join it; None: a private harbour, where nobody needs a name."""
    clock: Callable[[], float] = time.time
    """The time of day in seconds."""


def create_app(settings: Settings | None = None) -> FastAPI:
    """The server as an ASGI application. The database is opened when it starts."""
    settings = settings or Settings()
    secure = settings.base_url.startswith("https:")

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        store = await asyncio.to_thread(Store, settings.database)
        computers = Computers(settings.workers)
        workshop = Workshop()
        tables = app.state.tables = Tables(store, computers, workshop, settings.computer_delay, settings.memory)
        if settings.club is not None:
            club = app.state.club = Club(store, settings.club, secure, settings.clock)
            club.on_session_end = tables.end_session
        luck = app.state.luck = Luck()
        notes = Notes(store, tables)
        jobs = app.state.jobs = open_jobs(store)  # whoever does work of some kind says so between here and start
        jobs.start()
        yield
        await jobs.close()
        notes.close()
        luck.close()
        tables.close()
        computers.close()
        await asyncio.to_thread(workshop.close)
        await asyncio.to_thread(store.close)

    app = Described(title="Grand Harbour", version=__version__, lifespan=lifespan, docs_url=None, redoc_url=None)
    app.state.static = settings.static
    app.state.club = None
    app.state.printing = Printing()
    app.add_middleware(GZipMiddleware, minimum_size=8000, compresslevel=5)
    app.state.limits = Limits(1.0 if settings.limits is None else settings.limits)
    if settings.club is not None:
        app.add_middleware(Cookies, name=cookie_name(secure), secure=secure)
    app.add_middleware(Gate, hosts=settings.hosts, base_url=settings.base_url, limits=app.state.limits)
    _tell_problems(app)
    for router in ROUTERS:
        app.include_router(router)
    return app


def _tell_problems(app: FastAPI) -> None:
    """Whatever goes wrong is told as a problem document."""

    @app.exception_handler(Problem)
    async def told(_: Request, problem: Problem) -> Response:
        return problem_answer(problem)

    @app.exception_handler(RequestValidationError)
    async def invalid(_: Request, error: RequestValidationError) -> Response:
        return problem_answer(Problem.said("bad-request", "; ".join(f"{e['loc'][-1]}: {e['msg']}" for e in error.errors())))

    @app.exception_handler(HTTPException)
    async def refused(_: Request, error: HTTPException) -> Response:
        problem = Problem.said("not-found" if error.status_code == 404 else "bad-request", error.detail)
        problem.status = error.status_code
        return problem_answer(problem)

    @app.exception_handler(Exception)
    async def broken(_: Request, error: Exception) -> Response:
        return problem_answer(Problem("internal", detail("broken")))
