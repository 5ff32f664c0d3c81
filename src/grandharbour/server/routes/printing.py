"""A game on paper."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response

from ..printing import Printing
from ..tables import find_game

router = APIRouter(prefix="/api/games")


@router.get(
    "/{game}/print.pdf",
    response_class=Response,
    responses={200: {"description": "A print-and-play PDF", "content": {"application/pdf": {}}}},
)
async def read_print(game: str, request: Request) -> Response:
    rules = find_game(game)
    scenario, paper = request.query_params.get("scenario"), request.query_params.get("paper", "a4")
    printing: Printing = request.app.state.printing
    pdf = await printing.pdf(rules, scenario, paper)
    name = "-".join(part for part in (game, scenario, paper) if part)
    headers = {"Content-Disposition": f'inline; filename="{name}.pdf"', "Cache-Control": "no-cache"}
    return Response(pdf, media_type="application/pdf", headers=headers)
