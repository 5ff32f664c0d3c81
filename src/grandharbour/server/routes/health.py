"""For whoever watches over the server: does it live, can it serve, what does it do."""

from __future__ import annotations

import asyncio

from fastapi import APIRouter, Request, Response

from ..metrics import Metrics, may_read
from ..problems import Problem, detail
from ..store import CannotStore
from ..tables import Tables

router = APIRouter(include_in_schema=False)
PATIENCE = 2.5
"""Seconds the database has to say that it is there."""


@router.get("/health/live")
async def live() -> Response:
    """The process answers."""
    return Response("alive\n", media_type="text/plain")


@router.get("/health/ready")
async def ready(request: Request) -> Response:
    """It can serve: the database answers, is of this version, and nobody has told the server to stop."""
    tables: Tables = request.app.state.tables
    if request.app.state.leaving:
        raise Problem("busy", detail("leaving"))
    try:
        async with asyncio.timeout(PATIENCE):
            current = await asyncio.to_thread(tables.store.current)
    except (TimeoutError, CannotStore):
        raise Problem("cannot-store", detail("not-ready")) from None
    if not current:
        raise Problem("cannot-store", detail("other-database"))
    return Response("ready\n", media_type="text/plain")


@router.get("/metrics")
async def metrics(request: Request) -> Response:
    """Numbers for Prometheus; not for everybody."""
    counted: Metrics = request.app.state.metrics
    if not may_read(request.app.state.settings, request.scope):
        raise Problem("not-found", detail("no-page", page="metrics"))
    return Response(await counted.text(), media_type="text/plain; version=0.0.4; charset=utf-8")
