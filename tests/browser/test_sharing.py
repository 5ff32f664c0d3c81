"""A replay in the page of somebody else, and what a link to a moment brings along."""

from __future__ import annotations

import random
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import httpx
import pytest
from playwright.sync_api import expect

from ..server.client import HERE, Seat, play_on
from .test_club import clean

pytestmark = pytest.mark.browser


@contextmanager
def another_site(body: str) -> Iterator[str]:
    """A page somebody else serves."""

    class Page(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(f"<!doctype html><title>Elsewhere</title>{body}".encode())

        def log_message(self, *about: object) -> None: ...

    with ThreadingHTTPServer(("127.0.0.1", 0), Page) as site:
        serving = threading.Thread(target=site.serve_forever, daemon=True)
        serving.start()
        yield f"http://127.0.0.1:{site.server_address[1]}/"
        site.shutdown()
        serving.join(10)


def test_an_embedded_replay(page: Any, server: str) -> None:
    with httpx.Client(base_url=server, timeout=60) as http:
        opened = http.post("/api/tables", json={"game": "hawks", "seats": HERE, "seed": 3}).json()
        seats: dict[str | None, Seat] = {side: Seat(http, opened["table"], side, key) for side, key in opened["seats"].items()}
        play_on(seats, random.Random(1), 40)
    page.goto(f"{server}/embed/{opened['table']}?moment=2&eyes=public")
    expect(page.get_by_role("link", name="Open at Grand Harbour")).to_have_attribute(
        "href", f"/table/{opened['table']}?moment=2&eyes=public"
    )
    page.get_by_role("button", name="One step on").click()
    expect(page.get_by_role("link", name="Open at Grand Harbour")).to_have_attribute(
        "href", f"/table/{opened['table']}?moment=3&eyes=public"
    )
    expect(page.locator("svg[role=application]")).to_be_visible()
    clean(page)

    with another_site(f'<iframe src="{server}/embed/{opened["table"]}?moment=1" width="800" height="600"></iframe>') as elsewhere:
        page.goto(elsewhere)
        expect(page.frame_locator("iframe").get_by_role("link", name="Open at Grand Harbour")).to_be_visible()
    with another_site(f'<iframe src="{server}/table/{opened["table"]}" width="800" height="600"></iframe>') as elsewhere:
        with page.expect_console_message(lambda said: "frame-ancestors" in said.text):
            page.goto(elsewhere)
        expect(page.frame_locator("iframe").locator("svg[role=application]")).to_have_count(0)


def test_share_beside_the_replay(page: Any, server: str) -> None:
    with httpx.Client(base_url=server, timeout=60) as http:
        opened = http.post("/api/tables", json={"game": "hawks", "seats": HERE, "seed": 3}).json()
        seats: dict[str | None, Seat] = {side: Seat(http, opened["table"], side, key) for side, key in opened["seats"].items()}
        play_on(seats, random.Random(1), 20)
    page.goto(f"{server}/table/{opened['table']}?moment=1&eyes=public")
    film = page.get_by_role("link", name="Film")
    expect(film).to_have_attribute("href", f"/api/tables/{opened['table']}/turn.gif?moment=1&eyes=public")
    answer = page.request.get(f"{server}{film.get_attribute('href')}")
    assert answer.ok and answer.headers["content-type"] == "image/gif"
    page.get_by_role("button", name="Embed").click()
    expect(page.get_by_role("button", name="Copied").or_(page.get_by_label("HTML for another page"))).to_be_visible()
