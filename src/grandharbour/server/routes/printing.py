"""A game on paper."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response

from .. import packs
from ..printing import Printing
from ..tables import find_game
from .common import tables_of

router = APIRouter(prefix="/api/games")


@router.get(
    "/{game}/print.pdf",
    response_class=Response,
    responses={200: {"description": "A print-and-play PDF", "content": {"application/pdf": {}}}},
)
async def read_print(game: str, request: Request) -> Response:
    """``pack``: one that lies on the shelf."""
    rules = find_game(game)
    asked = request.query_params
    scenario, paper, pack = asked.get("scenario"), asked.get("paper", "a4"), asked.get("pack")
    printing: Printing = request.app.state.printing
    pdf = await printing.pdf(rules, scenario, paper, (await packs.find(tables_of(request).store, pack)).text if pack else "")
    name = "-".join(part for part in (game, scenario, paper) if part)
    headers = {"Content-Disposition": f'inline; filename="{name}.pdf"', "Cache-Control": "no-cache"}
    return Response(pdf, media_type="application/pdf", headers=headers)
