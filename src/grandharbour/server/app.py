"""The server as an ASGI application: what it opens when it starts, what every answer passes, and its routes by subject."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware

from .. import __version__
from .club.house import Club, cookie_name
from .club.keeper import Keeper
from .club.post import Post
from .club.sessions import Cookies
from .club.streams import Streams
from .computer import Computers
from .gate import Gate, Proxies
from .jobs import Jobs, open_jobs
from .limits import Limits
from .luck import Luck
from .metrics import Metrics
from .notes import Notes
from .pictures import Pictures
from .printing import Printing
from .problems import Problem, detail
from .routes import ROUTERS
from .routes.common import problem_answer
from .schema import Described
from .settings import Settings
from .store import CannotStore, Refused, Store
from .tables import Tables
from .workshop import Workshop

_log = logging.getLogger("grandharbour.app")
EXPIRE_EVERY = 3600.0
if TYPE_CHECKING:
    from .club.told import Told


def create_app(settings: Settings | None = None) -> FastAPI:
    """The server as an ASGI application. The database is opened when it starts."""
    settings = settings or Settings()
    metrics = Metrics()

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        store = await asyncio.to_thread(Store, settings.database)
        computers = Computers(settings.workers)
        workshop = Workshop()
        jobs = app.state.jobs = open_jobs(store)  # whoever does work of some kind says so between here and start
        tables = app.state.tables = Tables(
            store, computers, workshop, settings.computer_delay, settings.memory, settings.thinking, jobs, metrics, settings.clock,
            (_late(settings), settings.watch_minutes),
        )  # fmt: skip
        metrics.watch(tables, app.state.limits, jobs)
        told: Told | None = None
        luck = app.state.luck = Luck(store)
        keeper: Keeper | None = None
        notes = Notes(store, tables)
        if settings.club is not None:
            post = Post(jobs, settings.mail, settings.sender) if settings.mail else None
            club = app.state.club = Club(store, settings.club, settings.base_url, post, settings.clock)
            club.on_session_end, club.on_seats = tables.end_session, notes.tell
            told = app.state.told = _told(settings, club, jobs, tables)
            keeper = app.state.keeper = Keeper(club, tables)
            keeper.director.told = told
            app.state.streams = Streams(club, tables)
        jobs.start()
        sweeping = asyncio.create_task(_expire(tables, settings)) if settings.expire_unbegun or settings.expire_idle else None
        yield
        if sweeping is not None:
            sweeping.cancel()
        if told is not None:
            await told.close()
        if keeper is not None:
            await keeper.close()
        await jobs.close()
        notes.close()
        luck.close()
        tables.close()
        computers.close()
        for worker in (workshop, app.state.pictures, app.state.printing):
            await asyncio.to_thread(worker.close)
        await asyncio.to_thread(store.close)

    app = Described(title="Grand Harbour", version=__version__, lifespan=lifespan, docs_url=None, redoc_url=None)
    app.state.settings, app.state.metrics, app.state.leaving = settings, metrics, False
    app.state.static = settings.static
    app.state.club = None
    app.state.printing = Printing()
    app.state.pictures = Pictures()
    app.add_middleware(GZipMiddleware, minimum_size=8000, compresslevel=5)
    app.state.limits = Limits(1.0 if settings.limits is None else settings.limits)
    app.state.proxies = Proxies(settings.proxies)
    if settings.club is not None:
        app.add_middleware(Cookies, name=cookie_name(settings.base_url), secure=settings.base_url.startswith("https:"))
    app.add_middleware(
        Gate,
        hosts=settings.hosts,
        base_url=settings.base_url,
        limits=app.state.limits,
        proxies=app.state.proxies,
        metrics=metrics,
    )
    _tell_problems(app)
    for router in ROUTERS:
        app.include_router(router)
    return app


def _late(settings: Settings) -> int:
    """How many moments late who watches sees a game with secrets."""
    return (0 if settings.club is None else 6) if settings.watch_moves is None else settings.watch_moves


async def _expire(tables: Tables, settings: Settings) -> None:
    """Throw abandoned tables away, now and every hour. Several servers may do so at once: each finds less to do."""
    while True:
        try:
            gone = await tables.expire(settings.clock(), settings.expire_unbegun, settings.expire_idle, settings.expire_members)
            if gone:
                _log.info("%d abandoned tables thrown away", gone)
        except CannotStore as error:
            _log.warning("abandoned tables stay: %s", error)
        await asyncio.sleep(EXPIRE_EVERY)


def _told(settings: Settings, club: Club, jobs: Jobs, tables: Tables) -> Told:
    """How a club's people are told what they have not seen. What it needs is not installed where nobody runs a club."""
    from .club.told import Told
    from .club.ways import Ways

    vouches = settings.base_url if settings.base_url.startswith("https:") else f"mailto:{settings.sender}"
    return Told(club, jobs, tables, Ways(club.post, vouches, settings.private_hooks), settings.base_url, settings.grace)


def _tell_problems(app: FastAPI) -> None:
    """Whatever goes wrong is told as a problem document."""

    @app.exception_handler(Problem)
    async def told(_: Request, problem: Problem) -> Response:
        app.state.metrics.refused(problem.kind)
        return problem_answer(problem)

    @app.exception_handler(CannotStore)
    async def away(_: Request, error: CannotStore) -> Response:
        faster = isinstance(error, Refused)
        words = detail("somebody-faster") if faster else detail("cannot-write", why=str(error))
        problem = Problem("stale" if faster else "cannot-store", words)
        app.state.metrics.refused(problem.kind)
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
