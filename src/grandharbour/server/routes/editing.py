"""The position editor."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response

from ...engine.view import Board
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


@router.post("/board", **doc(Board, editing.DraftBoard))
async def draft_board(request: Request, tables: Ours) -> Response:
    """The board of a draft whose pack may have changed it."""
    wish = await read(request, editing.DraftBoard)
    find_game(wish.game)
    made = await tables.workshop.run("bad-position", workshop.draft_board, wish.game, wish.text)
    return Response(made, media_type="application/json")
