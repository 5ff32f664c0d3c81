"""Whole games on the other boards against the computer, from either seat, by clicks in a real browser."""

from __future__ import annotations

import random
from typing import Any

import httpx
import pytest

from grandharbour.engine import save

from .conftest import OpenTable
from .test_kesselring import COMPUTER, HERE, PROMPT, open_seat, play_to_the_end

SECONDS = 300

CASES = [
    ("c3", "invasion", "AX"), ("c3", "invasion", "CW"),
    ("convoys", "pedestal", "AX"), ("convoys", "pedestal", "AL"),
    ("herkules", "1940", "AX"), ("herkules", "1940", "BR"),
]  # fmt: skip


@pytest.mark.parametrize(("game", "scenario", "side"), CASES)
def test_a_whole_game_against_the_computer(
    page: Any, server: str, open_table: OpenTable, game: str, scenario: str, side: str
) -> None:
    cards = {card["id"]: card for card in httpx.get(f"{server}/api/games").json()}
    seats = {s["id"]: HERE if s["id"] == side else COMPUTER for s in cards[game]["sides"]}
    table = open_table(seats, scenario, game=game)
    page.route("**/art.svg", lambda route: route.abort())  # a busy machine would draw the sheet again and again
    open_seat(page, server, table, side)
    clicks = play_to_the_end(page, random.Random(f"{game} {side}"), 0.85, SECONDS)
    assert clicks > 5
    over = page.locator(f"{PROMPT} .over").inner_text()
    assert "wins" in over or "draw" in over.lower()
    assert httpx.get(f"{server}/api/tables/{table['table']}").json()["ended"]
    text = httpx.get(f"{server}/api/tables/{table['table']}/save").text
    again = save.loads(text)
    assert again.outcome is not None and save.dumps(again) == text and len(text) < 100_000
