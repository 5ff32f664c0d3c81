"""The pages of the browser client, and what a kind of problem means."""

from __future__ import annotations

from pathlib import Path

from fastapi import APIRouter, Request, Response

from .. import pages
from ..problems import KINDS, Problem, detail, say

router = APIRouter(include_in_schema=False)


def _static(request: Request) -> Path:
    folder: Path = request.app.state.static
    return folder


@router.get("/problems/{kind}")
async def about_problem(kind: str) -> Response:
    if kind not in KINDS:
        raise Problem("not-found", detail("no-problem", kind=kind))
    return Response(say(f"problem-{kind}") + ".\n", media_type="text/plain")


@router.get("/")
@router.get("/table/{rest:path}")
@router.get("/calculator/{rest:path}")
@router.get("/editor/{rest:path}")
@router.get("/me")
@router.get("/lobby")
@router.get("/standing")
@router.get("/tournaments")
@router.get("/tournaments/{rest:path}")
@router.get("/ladder")
@router.get("/ladder/{rest:path}")
@router.get("/standing/{rest:path}")
async def page(request: Request, rest: str = "") -> Response:
    return pages.index(_static(request))


@router.get("/{name:path}")
async def client(name: str, request: Request) -> Response:
    """A file; whoever looks for a page that does not exist with a browser is told so by the client."""
    try:
        return pages.client_file(_static(request), name)
    except Problem:
        if name.startswith(("api/", "assets/")) or "text/html" not in request.headers.get("accept", ""):
            raise
        return pages.index(_static(request), 404)
