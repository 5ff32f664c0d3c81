"""A table whose moves no longer fit the rules: the page says so and offers to play on."""

from __future__ import annotations

import random
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx

from grandharbour.server import Settings
from grandharbour.server.run import prepare
from tests.server.client import Seat, play_on


@contextmanager
def serving(database: Path) -> Iterator[str]:
    running, listening, url = prepare(Settings(database=str(database), computer_delay=0.0), "127.0.0.1", 0)
    thread = threading.Thread(target=running.run, kwargs={"sockets": [listening]}, daemon=True)
    thread.start()
    yield url.rstrip("/")
    running.should_exit = True
    thread.join(10)
    listening.close()


def test_a_table_astray_is_played_on(tmp_path: Path, page: Any) -> None:
    database = tmp_path / "tables.db"
    with serving(database) as url, httpx.Client(base_url=url, timeout=60) as http:
        for seed in range(20):
            wish = {"game": "hawks", "seed": seed, "seats": {"IT": {"kind": "here"}, "BR": {"kind": "here"}}}
            opened = http.post("/api/tables", json=wish).json()
            seats: dict[str | None, Seat] = {
                side: Seat(http, opened["table"], side, token) for side, token in opened["seats"].items()
            }
            play_on(seats, random.Random(seed), until=lambda states: states["IT"]["view"]["turn"] == 3)
            if seats["IT"].state()["outcome"] is None:
                break
    with sqlite3.connect(database) as base:
        base.execute("UPDATE moves SET target = '\"A9/1\"' WHERE n = 5")
        base.execute("UPDATE tables SET rules = 'older', version = '0.0.1'")
    with serving(database) as url:
        page.goto(f"{url}/table/{opened['table']}#seat={opened['seats']['IT']}")
        banner = page.get_by_role("status", name="The rules have changed")
        banner.wait_for()
        assert "no longer fits" in banner.inner_text() and "0.0.1" in banner.inner_text()
        page.screenshot(path=str(tmp_path / "astray.png"))
        banner.get_by_role("button", name="Play on from Turn 3").click()
        banner.wait_for(state="detached")
        page.get_by_label("Prompt").get_by_text("Which plane").first.wait_for()
        page.screenshot(path=str(tmp_path / "after.png"))
        page.goto("about:blank")
