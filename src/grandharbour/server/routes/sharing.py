"""What is shown where a link is pasted: a picture of a moment, the film of a turn, and a replay other pages may hold."""

from __future__ import annotations

from html import escape
from pathlib import Path

from fastapi import APIRouter, Request, Response

from ...press.scene import able
from .. import pages
from ..limits import Limits, address_of, person_of
from ..pictures import Pictures
from ..problems import Problem, say
from ..tables import Tables
from .common import Called, Caller

router = APIRouter()


def _shared(caller: Caller) -> dict[str, str]:
    """Others may show what everybody may see, and keep it for a while; what a seat sees is its own."""
    if caller.side is not None:
        return {"Cache-Control": "no-store"}
    return {"Cross-Origin-Resource-Policy": "cross-origin", "Cache-Control": "public, max-age=300"}


def _pictures(request: Request) -> Pictures:
    drawn: Pictures = request.app.state.pictures
    return drawn


@router.get(
    "/api/tables/{table}/card.png",
    response_class=Response,
    responses={200: {"description": "A moment as a picture", "content": {"image/png": {}}}},
)
async def read_card(caller: Called, request: Request, moment: int | None = None, eyes: str | None = None) -> Response:
    """A moment as a picture; without one, the last. Who shows no key is shown what spectators may know."""
    async with caller.table.lock:
        side = caller.number(await caller.table.history())
    png = await _pictures(request).card(caller.table, side, moment, eyes)
    return Response(png, media_type="image/png", headers=_shared(caller))


@router.get(
    "/api/tables/{table}/turn.gif",
    response_class=Response,
    responses={200: {"description": "A turn as a film", "content": {"image/gif": {}}}},
)
async def read_turn(caller: Called, request: Request, moment: int, eyes: str | None = None) -> Response:
    """The turn in which a moment lies, as a film."""
    async with caller.table.lock:
        side = caller.number(await caller.table.history())
    gif = await _pictures(request).turn(caller.table, side, moment, eyes)
    return Response(gif, media_type="image/gif", headers=_shared(caller))


@router.get("/table/{table}", include_in_schema=False)
async def table_page(table: str, request: Request) -> Response:
    """The page of a table, with what whoever shows links wants to know of it."""
    return await _page(table, request)


@router.get("/embed/{table}", include_in_schema=False)
async def embedded(table: str, request: Request) -> Response:
    """A replay that other pages may hold in a frame. It knows no seat, no person and no key (gate.py lets it be framed)."""
    return await _page(table, request)


async def _page(table: str, request: Request) -> Response:
    static: Path = request.app.state.static
    answer = pages.index(static)
    try:
        tags = await _tags(table, request)
    except Problem:
        return answer
    text = bytes(answer.body).decode().replace("</head>", f"{tags}</head>", 1)
    return Response(text, answer.status_code, media_type="text/html", headers={"Cache-Control": "no-cache"})


async def _tags(id: str, request: Request) -> str:
    """Open Graph tags of a table: its game, how it stands, and where its picture is. Nothing that is not on its public card."""
    limits: Limits = request.app.state.limits
    limits.spend("ask", address_of(request.scope), person_of(request.scope))
    tables: Tables = request.app.state.tables
    table = await tables.find(id)
    async with table.lock:
        history = await table.seen_by(None)
        title = say("shared-title", game=history.game.title, scenario=history.table.war.setup.words.title)
        about = history.heading
    base = (request.app.state.settings.base_url or str(request.base_url)).rstrip("/")
    moment = request.query_params.get("moment", "")
    query = f"?moment={moment}&eyes=public" if moment.isdecimal() and len(moment) < 9 else ""
    if (
        (eyes := request.query_params.get("eyes", ""))
        and query
        and table.status is not None
        and table.status.ended
        and eyes.isalnum()
    ):
        query = f"?moment={moment}&eyes={eyes}"
    tags = {
        "og:site_name": say("house"), "og:type": "website", "og:title": title, "og:description": about,
        "og:url": f"{base}{request.url.path}",
    }  # fmt: skip
    if able():
        tags |= {"og:image": f"{base}/api/tables/{id}/card.png{query}", "og:image:width": "1200", "og:image:height": "630"}
        tags["twitter:card"] = "summary_large_image"
    return "".join(f'<meta property="{name}" content="{escape(value)}" />' for name, value in tags.items())
