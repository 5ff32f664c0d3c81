"""Games on paper over HTTP."""

from __future__ import annotations

import asyncio

import httpx
import pytest

from grandharbour.server import create_app, printing

pytest.importorskip("reportlab")


def test_the_route_answers_a_document_and_makes_it_once(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[object] = []
    whole = printing.Printing._make

    async def counted(self: printing.Printing, wish: printing.Wish) -> bytes:
        made.append(wish)
        return await whole(self, wish)

    monkeypatch.setattr(printing.Printing, "_make", counted)

    async def ask() -> list[httpx.Response]:
        async with httpx.AsyncClient(
            transport=httpx.ASGITransport(create_app()), base_url="http://harbour", timeout=300
        ) as client:
            wish = "/api/games/hawks/print.pdf?paper=letter"
            both = await asyncio.gather(client.get(wish), client.get(wish))
            wrong = [await client.get(f"/api/games/{rest}") for rest in ("chess/print.pdf", "hawks/print.pdf?paper=a5")]
            return [*both, *wrong, await client.get("/api/games/hawks/print.pdf?scenario=waterloo")]

    first, second, *wrong = asyncio.run(ask())
    assert first.content.startswith(b"%PDF-") and first.headers["content-type"] == "application/pdf"
    assert first.content == second.content and len(made) == 1
    assert [answer.status_code for answer in wrong] == [404, 400, 404]
