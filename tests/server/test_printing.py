"""Games on paper over HTTP."""

from __future__ import annotations

import asyncio
from typing import Any

import httpx
import pytest

from grandharbour.server import create_app, printing
from grandharbour.server.workshop import Workshop

from .client import problem

pytest.importorskip("reportlab")


def test_the_route_answers_a_document_and_makes_it_once(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[object] = []
    whole = Workshop.run

    async def counted(self: Workshop, *about: Any) -> Any:
        made.append(about)
        return await whole(self, *about)

    monkeypatch.setattr(Workshop, "run", counted)
    app = create_app()

    async def ask() -> list[httpx.Response]:
        async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://harbour", timeout=300) as client:
            wish = "/api/games/hawks/print.pdf?paper=letter"
            both = await asyncio.gather(client.get(wish), client.get(wish))
            wrong = [await client.get(f"/api/games/{rest}") for rest in ("chess/print.pdf", "hawks/print.pdf?paper=a5")]
            return [*both, *wrong, await client.get("/api/games/hawks/print.pdf?scenario=waterloo")]

    try:
        first, second, *wrong = asyncio.run(ask())
    finally:
        app.state.printing.close()
    assert first.content.startswith(b"%PDF-") and first.headers["content-type"] == "application/pdf"
    assert first.content == second.content and len(made) == 1
    assert [answer.status_code for answer in wrong] == [404, 400, 404]


def test_those_who_wait_for_paper_are_not_endless(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who asks for one scenario after the other does not fill the server with work."""
    monkeypatch.setattr(printing, "WAITING", 0)
    app = create_app()

    async def ask() -> httpx.Response:
        async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://harbour") as client:
            return await client.get("/api/games/hawks/print.pdf")

    problem(asyncio.run(ask()), "busy", 503)
