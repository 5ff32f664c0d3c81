"""Two people in two browsers: each brings a cup, their clicks carry links, and at the end the record is proven."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import httpx
import pytest

from grandharbour.engine import save

from .conftest import OpenTable, plain, soon

pytestmark = pytest.mark.skipif(not Path("/usr/bin/chromium").exists(), reason="Chromium is not installed")

LINK = {"IT": {"kind": "here"}, "BR": {"kind": "link"}}


def state(server: str, table: str, key: str) -> Any:
    return httpx.get(f"{server}/api/tables/{table}/state", headers={"Authorization": f"Bearer {key}"}, timeout=60).json()


def key_of(page: Any) -> str:
    page.wait_for_function("() => location.hash.startsWith('#seat=') && !location.hash.includes('invite.')")
    found: str = page.evaluate("() => decodeURIComponent(location.hash.slice(6))")
    return found


def test_two_people_shake_and_prove(chromium: Any, server: str, open_table: OpenTable) -> None:
    shot = os.environ.get("HARBOUR_SHOT")
    opened = open_table(LINK)
    table = opened["table"]
    contexts = [chromium.new_context(viewport={"width": 1100, "height": 700}, reduced_motion="reduce") for _ in range(2)]
    pages = [context.new_page() for context in contexts]
    try:
        for page, token in zip(pages, (opened["seats"]["IT"], opened["seats"]["BR"]), strict=True):
            plain(page)
            page.goto(f"{server}/table/{table}#seat={token}")
        keys = dict(zip(("IT", "BR"), (key_of(page) for page in pages), strict=True))

        def cups() -> Any:
            return state(server, table, keys["IT"])["dice"]["cups"]

        soon(lambda: set(cups()) == {"IT", "BR"} and not any(cup["fresh"] for cup in cups().values()))
        # Each has shaken once by itself; now they click.
        italy = pages[0]
        italy.bring_to_front()
        before = state(server, table, keys["IT"])
        assert before["link"] and before["decision"]
        italy.locator('[data-space="C5/2"]').first.click()
        soon(lambda: state(server, table, keys["IT"])["number"] > before["number"])
        after = state(server, table, keys["IT"])
        assert after["link"] != before["link"], "the click has carried a link"
        # The tab says whose hands are in it, and shakes once more.
        italy.get_by_role("tab", name="Dice").click()
        panel = italy.get_by_role("region", name="Dice")
        panel.get_by_text("shakes with every click").nth(1).wait_for()
        panel.get_by_role("button", name="Shake").click()
        if shot:
            italy.screenshot(path=shot)
        soon(lambda: state(server, table, keys["IT"])["link"] != after["link"])
        # Another browser with the same key has no cup: it brings a new one when it clicks, and the other side shakes for it.
        again = chromium.new_context(viewport={"width": 1100, "height": 700}, reduced_motion="reduce")
        other = again.new_page()
        plain(other)
        other.goto(f"{server}/table/{table}#seat={keys['BR']}")
        asked = state(server, table, keys["BR"])
        space = next(c["targets"][0] for c in asked["decision"]["choices"] if c["kind"] == "space" and c["targets"])
        other.locator(f'[data-space="{space}"].may').first.wait_for()
        place = other.locator(f'[data-space="{space}"], [data-space="{space}/2"]').last
        place.click()
        soon(lambda: state(server, table, keys["BR"])["number"] > asked["number"])
        soon(lambda: cups()["BR"]["changed"] == 1 and not cups()["BR"]["fresh"])
        again.close()
        # The rest of the game is somebody giving up; then everything lies open.
        answer = httpx.post(
            f"{server}/api/tables/{table}/resign", headers={"Authorization": f"Bearer {keys['BR']}"}, json={}, timeout=60
        )
        assert answer.status_code == 200
        italy.bring_to_front()
        panel.get_by_text("in the record").wait_for()
        text = httpx.get(f"{server}/api/tables/{table}/save", timeout=60).text
        assert save.loads(text).outcome is not None
        lines = [json.loads(line) for line in text.splitlines()]
        assert {kind for line in lines if isinstance(line, dict) for kind in line} >= {
            "cup",
            "click",
            "shake",
            "fell",
            "resigned",
        }
    finally:
        for context in contexts:
            context.close()


def test_a_key_is_changed_and_an_invitation_withdrawn(chromium: Any, server: str, open_table: OpenTable) -> None:
    opened = open_table(LINK)
    table = opened["table"]
    context = chromium.new_context(viewport={"width": 1100, "height": 700}, reduced_motion="reduce")
    page = context.new_page()
    try:
        plain(page)
        mine = {"table": table, "game": "hawks", "title": "Hawks", "fragment": f"#seat={opened['seats']['IT']}", "seen": 1,
                "invites": [{"side": "BR", "name": "Britain", "fragment": f"#seat={opened['seats']['BR']}"}]}  # fmt: skip
        page.goto(server)
        page.evaluate("(mine) => localStorage.setItem('grandharbour.tables', JSON.stringify([mine]))", mine)
        page.goto(f"{server}/table/{table}#seat={opened['seats']['IT']}")
        page.get_by_role("button", name="Invite").click()
        page.get_by_role("button", name="New link").click()
        page.get_by_text("The old link opens nothing any more").wait_for()
        sent = page.get_by_role("textbox", name="Britain").input_value()
        assert opened["seats"]["BR"] not in sent and "invite." in sent
        old = httpx.post(f"{server}/api/tables/{table}/seats", json={"invitation": opened["seats"]["BR"]}, timeout=60)
        assert old.status_code == 403
        page.get_by_role("button", name="Change my key").click()
        page.get_by_text("The address of this page is the new one").wait_for()
        key = key_of(page)
        assert key != opened["seats"]["IT"]
        refused = httpx.get(
            f"{server}/api/tables/{table}/state", headers={"Authorization": f"Bearer {opened['seats']['IT']}"}, timeout=60
        )
        assert refused.status_code == 403 and state(server, table, key)["side"] == "IT"
        page.reload()
        page.locator(".hits .may").first.wait_for()
    finally:
        context.close()
