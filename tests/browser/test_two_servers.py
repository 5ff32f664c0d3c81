"""Two people in two browsers, each at another `harbour serve`, one PostgreSQL behind both: a game from its first click to its end."""

from __future__ import annotations

import random
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from ..server.postgres import cluster
from .conftest import OFFERED, PATIENCE, Patience, plain, until
from .test_cups import key_of
from .test_hawks import CLICKABLE, FLOWN

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("postgres")]


@contextmanager
def serving(database: str, folder: Path) -> Iterator[str]:
    """The address of a server in a process of its own."""
    command = [sys.executable, "-m", "grandharbour", "serve", "--port", "0", "--database", database]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=folder) as server:
        assert server.stdout is not None
        try:
            yield server.stdout.readline().split()[-1].rstrip("/")
        finally:
            server.terminate()


def click_one(page: Any, now: Any, rng: random.Random) -> None:
    """A script if one is offered, else anything that glows."""
    scripts = [thing for thing in now["things"] if thing["kind"] == "script"]
    chosen = scripts[-1] if scripts else rng.choice(now["things"])
    page.mouse.click(chosen["x"], chosen["y"])


def test_a_game_to_its_end_at_two_servers(chromium: Any, tmp_path: Path) -> None:
    with ExitStack() as stack:
        database = stack.enter_context(cluster()).database()
        urls = [stack.enter_context(serving(database, tmp_path)) for _ in range(2)]
        assert urls[0] != urls[1]
        wish = {"game": "hawks", "scenario": "faith-hope-charity", "seats": {"IT": {"kind": "here"}, "BR": {"kind": "link"}}}
        answer = httpx.post(f"{urls[0]}/api/tables", json=wish, timeout=60)
        assert answer.status_code == 201, answer.text
        opened = answer.json()
        table = opened["table"]
        pages, lines, broken = [], [], []
        for side, url in zip(("IT", "BR"), urls, strict=True):
            context = chromium.new_context(viewport={"width": 1100, "height": 700}, reduced_motion="reduce")
            stack.callback(context.close)
            page = context.new_page()
            page.set_default_timeout(PATIENCE)
            page.on("pageerror", lambda error: broken.append(str(error)))
            page.on("websocket", lambda socket: lines.append(socket.url))
            plain(page)
            page.goto(f"{url}/table/{table}#seat={opened['seats'][side]}")
            pages.append(page)
        keys = [key_of(page) for page in pages]

        rng, patience, clicks = random.Random(5), Patience(), [0, 0]
        while True:
            seen = [page.evaluate(CLICKABLE) for page in pages]
            patience([(now["text"], now["things"]) for now in seen])
            if all(now["over"] for now in seen):
                break
            able = [n for n, now in enumerate(seen) if now["things"] and not now["over"]]
            if not able:  # the one who has clicked waits for what the other server will tell him
                until(pages[rng.randrange(2)], OFFERED, seconds=0.2)
                continue
            n = rng.choice(able)
            click_one(pages[n], seen[n], rng)
            clicks[n] += 1
            # The prompt is written anew, other squares glow, or nothing does: then something else will be clicked.
            until(pages[n], FLOWN, [seen[n]["text"], seen[n]["glows"]], seconds=0.5)

        assert all(clicks), "both have played"
        assert {line.split("/")[2] for line in lines} == {url.split("/")[2] for url in urls}, "each at a server of his own"
        assert not broken, f"the client threw: {broken[:3]}"
        for key in keys:
            who = {"Authorization": f"Bearer {key}"}
            shown = [httpx.get(f"{url}/api/tables/{table}/state", headers=who, timeout=60).json() for url in urls]
            assert shown[0] == shown[1] and shown[0]["outcome"], "no table is split"
