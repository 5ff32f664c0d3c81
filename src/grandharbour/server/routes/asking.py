"""Questions of a seat: why not, odds, previews, layers, hints, thoughts."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, Response

from ...engine.view import Overlay, Preview
from .. import asking, wire
from ..schema import doc
from .common import Called, answer, ask

router = APIRouter(prefix="/api/tables/{table}")


@router.get("/hint", **doc(wire.Hint, many=True))
async def ask_hint(caller: Called) -> Response:
    return await ask(caller, wire.AskHint())


@router.get("/lines", **doc(wire.Considered, many=True))
async def ask_lines(caller: Called) -> Response:
    return await ask(caller, wire.AskLines())


@router.get("/thoughts", **doc(wire.Thoughts))
async def read_thoughts(caller: Called) -> Response:
    return answer(await asking.thoughts(caller.table))


@router.get("/whynot", **doc(wire.Refusal, null=True))
async def ask_why_not(caller: Called, verb: str, target: str | None = None) -> Response:
    return await ask(caller, wire.AskWhyNot(verb, target))


@router.get("/odds", **doc(wire.Odds, null=True))
async def ask_odds(caller: Called, verb: str, target: str | None = None) -> Response:
    return await ask(caller, wire.AskOdds(verb, target))


@router.get("/preview", **doc(Preview, null=True))
async def ask_preview(caller: Called, verb: str, target: str | None = None) -> Response:
    return await ask(caller, wire.AskPreview(verb, target))


@router.get("/reach", **doc(wire.RowWay, many=True))
async def ask_reach(
    caller: Called,
    piece: Annotated[list[str] | None, Query(max_length=wire.MOST_HAND)] = None,
    pile: str | None = None,
    count: Annotated[int, Query(ge=0, le=99)] = 0,
    aim: str | None = None,
    verb: str | None = None,
    without: Annotated[list[str] | None, Query(max_length=wire.MOST_HAND)] = None,
) -> Response:
    return await ask(caller, wire.AskReach(piece or [], pile, count, aim, verb, without or []))


@router.get("/final", **doc(wire.Final))
async def ask_final(caller: Called, verb: str | None = None, target: str | None = None, script: str | None = None) -> Response:
    return await ask(caller, wire.AskFinal(verb, target, script=script))


@router.get("/overlay", **doc(Overlay))
async def read_overlay(caller: Called, id: str, about: str | None = None) -> Response:
    return await ask(caller, wire.AskOverlay(id, about))
