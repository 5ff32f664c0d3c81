"""Packs: reading one, the shelf of those that people share, and putting one there."""

from __future__ import annotations

from datetime import UTC, datetime

from fastapi import APIRouter, Request, Response

from ...engine.packs import LARGEST_ARCHIVE
from .. import packs, wire
from ..schema import doc
from ..seats import bearer
from ..tables import find_game
from .common import Ours, answer, body

router = APIRouter(prefix="/api/packs")


@router.get("", **doc(wire.PackCard, many=True))
async def list_packs(tables: Ours) -> Response:
    """The packs on the shelf, without their text and what they change."""
    cards = await packs.shelf(tables.store)
    for card in cards:
        card.changes = []
    return answer(cards)


@router.post("", **doc(wire.PackShared, status=201))
async def share_pack(request: Request, tables: Ours) -> Response:
    """Share a pack: an archive, or one text. With the key of an earlier version this one takes its place."""
    sent = await body(request, LARGEST_ARCHIVE)
    key = bearer(request.headers.get("authorization"))
    name = request.query_params.get("name", "pack")[:80]
    return answer(await packs.share(tables.store, tables.workshop, sent, key, datetime.now(UTC).isoformat(), name), 201)


@router.post("/read/{game}", **doc(wire.PackCard))
async def read_pack(game: str, request: Request, tables: Ours) -> Response:
    """What a pack for a game holds; nothing is kept."""
    sent = await body(request, LARGEST_ARCHIVE)
    return answer(await packs.read(tables.workshop, sent, find_game(game).id, request.query_params.get("name", "pack")[:80]))


@router.get("/{pack}", **doc(wire.PackCard))
async def show_pack(pack: str, tables: Ours) -> Response:
    return answer(await packs.find(tables.store, pack))


@router.get("/{pack}/pack.toml", **doc())
async def download_pack(pack: str, tables: Ours) -> Response:
    """The text of a pack, which is a pack again."""
    shared = await packs.find(tables.store, pack)
    headers = {"Content-Disposition": f'attachment; filename="{shared.name}-{shared.version}.toml"'}
    return Response(shared.text, media_type="application/toml", headers=headers)


@router.delete("/{pack}", **doc(status=204))
async def take_down(pack: str, request: Request, tables: Ours) -> Response:
    await packs.take_down(tables.store, pack, bearer(request.headers.get("authorization")))
    return Response(status_code=204)
