"""The position editor."""

from __future__ import annotations

import asyncio

from fastapi import APIRouter, Request, Response

from .. import editing
from ..schema import doc
from ..tables import find_game
from .common import answer, read

router = APIRouter(prefix="/api/editor")


@router.post("", **doc(editing.EditorView, editing.EditorWish))
async def edit_position(request: Request) -> Response:
    wish = await read(request, editing.EditorWish)
    return answer(await asyncio.to_thread(editing.edit, find_game(wish.game), wish))
