"""Looking into a game: what a search finds at a moment, comments on moments, and the game written down with them."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime

from fastapi import APIRouter, Request, Response

from ...engine import save
from .. import annotated, asking, comments, wire
from ..problems import Problem, detail
from ..schema import doc
from ..store import CannotStore
from .common import Called, Caller, answer, read

router = APIRouter(prefix="/api/tables/{table}")


@router.get("/moments/{k}/lines", **doc(wire.Analysis))
async def analyse(caller: Called, k: int, eyes: str | None = None) -> Response:
    return answer(await asking.analysis(caller.table, caller.side, k, eyes))


@router.get("/comments", **doc(wire.Comment, many=True))
async def list_comments(caller: Called, eyes: str | None = None) -> Response:
    said = await _said(caller)
    async with caller.table.lock:
        history = await caller.table.whole()
        through = history.eyes(caller.number(history), eyes)
        return answer(await asyncio.to_thread(comments.shown, history, said, caller.side, through))


@router.post("/comments", **doc(wire.Comment, wire.NewComment, 201))
async def comment(caller: Called, request: Request) -> Response:
    side, wish = caller.held(), await read(request, wire.NewComment)
    async with caller.table.lock:
        new = await asyncio.to_thread(comments.remark, await caller.table.whole(), side, wish)
    made = datetime.now(UTC).isoformat()
    try:
        id = await caller.table.tables.store.run(lambda connection: comments.add(connection, caller.table.id, new, made))
    except CannotStore as error:
        raise Problem("cannot-store", detail("cannot-write", why=str(error))) from None
    return answer(wire.Comment(id, wish.moment, side, new.comment, [wire.Arrow(a, b) for a, b in new.arrows], True), 201)


@router.delete("/comments/{id}", **doc(wire.Comment, many=True))
async def drop_comment(caller: Called, id: str) -> Response:
    """Take one's own comment back; answers with those that are left."""
    side = caller.held()
    try:
        await caller.table.tables.store.run(lambda connection: comments.drop(connection, caller.table.id, side, id))
    except CannotStore as error:
        raise Problem("cannot-store", detail("cannot-write", why=str(error))) from None
    return await list_comments(caller)


@router.get("/annotated", **doc())
async def annotated_save(caller: Called) -> Response:
    """The whole game with its comments, in the format of a save."""
    said = await _said(caller)
    async with caller.table.lock:
        history = await caller.table.whole()
        if history.table.outcome is None:
            raise Problem("still-running", detail("whole-later"))
        remarks = [one for _, one in comments.open_to(history, said, caller.side)]
        text = await asyncio.to_thread(save.dumps, history.table, remarks=remarks)
    return _file(text, f"{history.row.game}-{caller.table.id}-annotated.harbour")


@router.get("/story.txt", **doc())
async def written_game(caller: Called, eyes: str | None = None) -> Response:
    """What these eyes have been told, to be read, with comments."""
    said = await _said(caller)
    async with caller.table.lock:
        history = await caller.table.whole()
        through = history.eyes(caller.number(history), eyes)
        remarks = [one for _, one in comments.open_to(history, said, caller.side)]
        text = await asyncio.to_thread(annotated.written, history, through, remarks)
    return _file(text, f"{history.row.game}-{caller.table.id}.txt")


async def _said(caller: Caller) -> list[tuple[str, save.Remark]]:
    try:
        return await caller.table.tables.store.look(lambda connection: comments.read(connection, caller.table.id))
    except CannotStore as error:
        raise Problem("cannot-store", detail("cannot-read", why=str(error))) from None


def _file(text: str, name: str) -> Response:
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(text, media_type="text/plain; charset=utf-8", headers=headers)
