"""Looking back and going back: moments, events, branches, take-backs, the luck ledger."""

from __future__ import annotations

import asyncio
from typing import Annotated

from fastapi import APIRouter, Query, Request, Response

from .. import wire
from ..club.sessions import Whose
from ..luck import Luck, LuckAnswer
from ..schema import doc
from ..toll import toll
from .common import Called, Ours, act, answer, read

router = APIRouter(prefix="/api/tables/{table}")


@router.get("/moments", **doc(wire.Moments))
async def list_moments(caller: Called, eyes: str | None = None) -> Response:
    async with caller.table.lock:
        history = await caller.table.whole()
        return answer(await asyncio.to_thread(history.moments, history.eyes(caller.number(history), eyes)))


@router.get("/events", **doc(wire.Event, many=True))
async def list_events(caller: Called, eyes: str | None = None) -> Response:
    async with caller.table.lock:
        history = await caller.table.whole()
        return answer(await asyncio.to_thread(history.told, history.eyes(caller.number(history), eyes)))


@router.get("/moments/{k}", **doc(wire.Moment))
async def read_moment(caller: Called, k: int, eyes: str | None = None) -> Response:
    async with caller.table.lock:
        history = await caller.table.whole()
        return answer(await asyncio.to_thread(history.moment, history.eyes(caller.number(history), eyes), k))


@router.get("/toll", **doc(wire.Toll))
async def read_toll(caller: Called) -> Response:
    """What was lost, hurt or taken since this seat last clicked."""
    side = caller.held()
    async with caller.table.lock:
        history = await caller.table.history()
        number = history.table.war.setup.side(side)
        before = history.before_news(number)
        if before is None:
            history = await caller.table.whole()
            before = history.before_news(number)
        assert before is not None
        now = history.table.seen(number).copy()
    return answer(await asyncio.to_thread(toll, before.copy(), now, number))


@router.post("/branch", **doc(wire.TableOpened, wire.Branch, 201))
async def branch(caller: Called, request: Request, tables: Ours, person: Whose) -> Response:
    wish = await read(request, wire.Branch)
    return answer(await tables.branch(caller.table, caller.side, wish, person), 201)


@router.post("/continue", **doc(wire.State, wire.GoOn))
async def go_on(caller: Called, request: Request) -> Response:
    """Play a table on whose moves no longer fit the rules, from its last sound position."""
    return await act(caller, request, wire.GoOn)


@router.post("/takeback", **doc(wire.State, wire.AskBack))
async def ask_back(caller: Called, request: Request) -> Response:
    return await act(caller, request, wire.AskBack)


@router.post("/takeback/answer", **doc(wire.State, wire.AnswerBack))
async def answer_back(caller: Called, request: Request) -> Response:
    return await act(caller, request, wire.AnswerBack)


@router.get("/luck", **doc(LuckAnswer))
async def read_luck(caller: Called, request: Request, near: Annotated[int | None, Query(ge=0, le=10**6)] = None) -> Response:
    """``near``: how many events had been told where the caller looks; what lies there is worked out first."""
    luck: Luck = request.app.state.luck
    return answer(await luck.of(caller.table, caller.side, near))
