"""What the sides of a table offer each other."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response

from .. import wire
from ..schema import doc
from .common import Called, act

router = APIRouter(prefix="/api/tables/{table}")


@router.post("/offers", **doc(wire.State, wire.MakeOffer))
async def make_offer(caller: Called, request: Request) -> Response:
    """Offer a draw, a pause, or that somebody else takes one's seat."""
    return await act(caller, request, wire.MakeOffer)


@router.post("/offers/answer", **doc(wire.State, wire.AnswerOffer))
async def answer_offer(caller: Called, request: Request) -> Response:
    """Accept or decline what is offered, or withdraw it."""
    return await act(caller, request, wire.AnswerOffer)
