"""The position editor."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response

from .. import editing, workshop
from ..schema import doc
from ..tables import find_game
from .common import Ours, read

router = APIRouter(prefix="/api/editor")


@router.post("", **doc(editing.EditorView, editing.EditorWish))
async def edit_position(request: Request, tables: Ours) -> Response:
    wish = await read(request, editing.EditorWish)
    find_game(wish.game)
    made = await tables.workshop.run("bad-position", workshop.edit, wish)
    return Response(made, media_type="application/json")
