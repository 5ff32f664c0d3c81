"""Two people who are away: each has written orders by clicking, and a battle of kesselring passes behind one click."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import httpx
import pytest

from ..server.battles import BATTLE, GAME, before_battle
from .conftest import PATIENCE, plain, soon
from .test_cups import key_of, state
from .test_reach import AXE, RUN

pytestmark = pytest.mark.skipif(not Path("/usr/bin/chromium").exists(), reason="Chromium is not installed")
SHOT = os.environ.get("HARBOUR_SHOT")

# Spaces that a click would reach, and where.
IN_SIGHT = """() => [...document.querySelectorAll("[data-space]")].map((it) => {
  const box = it.getBoundingClientRect();
  return { id: it.dataset.space, x: box.x + box.width / 2, y: box.y + box.height / 2 };
}).filter(({ id, x, y }) => document.elementFromPoint(x, y)?.closest("[data-space], [data-piece]")?.dataset.space === id)"""


class Orders:
    """The tab in which somebody writes his orders."""

    def __init__(self, page: Any) -> None:
        self.page = page
        page.get_by_role("tab", name="Orders").click()
        self.form = page.get_by_role("form", name="A new order")
        self.list = page.get_by_role("list", name="My orders")
        self.given = 0

    def begin(self, question: str, answer: str) -> None:
        self.form.get_by_label("When I am asked").select_option(label=question)
        self.form.get_by_role("button", name=answer, exact=True).click()

    def give(self, chances: str = "", amount: int | None = None) -> None:
        if chances:
            self.form.get_by_label("At which chances").select_option(label=chances)
        if amount is not None:
            self.form.get_by_label("How much").fill(str(amount))
        self.form.get_by_role("button", name="Give this order").click()
        self.given += 1
        self.list.get_by_role("checkbox").nth(self.given - 1).wait_for()
        soon(lambda: self.list.get_by_role("checkbox").count() == self.given)


def test_two_who_are_away_fight_a_battle_by_orders(chromium: Any, server: str) -> None:
    position, attacker = before_battle()
    seats = {side: {"kind": "here" if side == attacker else "link"} for side in ("AX", "AL")}
    answer = httpx.post(f"{server}/api/tables", json={"game": GAME, "position": position, "seats": seats}, timeout=60)
    assert answer.status_code == 201, answer.text
    opened = answer.json()
    table, defender = opened["table"], next(side for side in seats if side != attacker)
    kinds = httpx.get(f"{server}/api/games/{GAME}/questions", timeout=60).json()["questions"]
    words = {kind["step"]: kind["question"] for kind in kinds}
    says = {(kind["step"], verb["verb"]): verb["label"] for kind in kinds for verb in kind["verbs"]}
    contexts = [chromium.new_context(viewport={"width": 1440, "height": 900}, reduced_motion="reduce") for _ in range(2)]
    try:
        pages, broken = {}, list[str]()
        for side, context in zip((attacker, defender), contexts, strict=True):
            page = pages[side] = context.new_page()
            page.set_default_timeout(PATIENCE)
            page.on("pageerror", lambda error: broken.append(str(error)))
            if not SHOT:
                plain(page)
            page.goto(f"{server}/table/{table}#seat={opened['seats'][side]}")
        keys = {side: key_of(page) for side, page in pages.items()}
        soon(lambda: not any(cup["fresh"] for cup in state(server, table, keys[attacker])["dice"]["cups"].values()))

        # Both answer everything a battle asks as they would be advised; then each says something of his own.
        written = {}
        for side, page in pages.items():
            page.bring_to_front()
            mine = written[side] = Orders(page)
            for kind in BATTLE:
                if kind in words:
                    mine.begin(words[kind], "As the adviser would")
                    mine.give("whatever they are")

        # The defender falls back along a road he clicks, if he is driven out of where he clicks first.
        page, mine = pages[defender], written[defender]
        page.bring_to_front()
        mine.begin(words["Retreat"], says["Retreat", "to"])
        hill, road = page.evaluate(IN_SIGHT)[:2]
        mine.form.get_by_role("button", name="Click the place").click()
        page.mouse.click(hill["x"], hill["y"])
        mine.form.get_by_role("button", name="Anywhere instead").wait_for()
        mine.form.get_by_role("button", name="Click them on the board").click()
        page.mouse.click(road["x"], road["y"])
        mine.form.get_by_role("button", name="Enough").click()
        mine.give()
        order = state(server, table, keys[defender])["orders"][-1]
        assert (order["about"]["id"], order["verb"], order["targets"]) == (hill["id"], "to", [road["id"]])
        mine.begin(words["Intercept"], says["Intercept", "intercept"])
        mine.give("the attack succeeds with at least", 90)
        order = state(server, table, keys[defender])["orders"][-1]
        assert order["bound"] == {"measure": "chance-least", "value": 0.9}
        if SHOT:
            page.screenshot(path=f"{SHOT}/orders.png")
        if AXE.exists():
            page.evaluate(AXE.read_text())
            assert page.evaluate(RUN, None) == []

        # It is let rest, and struck.
        row = mine.list.get_by_role("listitem").last
        row.get_by_role("checkbox").uncheck()
        soon(lambda: [it["on"] for it in state(server, table, keys[defender])["orders"]][-1] is False)
        row.get_by_role("button", name="Strike").click()
        soon(lambda: len(state(server, table, keys[defender])["orders"]) == mine.given - 1)
        assert len(state(server, table, keys[attacker])["orders"]) == written[attacker].given, "each has his own"

        # One click of the attacker, and nobody is asked anything before the battle is over.
        number = state(server, table, keys[defender])["number"]
        page = pages[attacker]
        page.bring_to_front()
        page.get_by_role("region", name="Prompt").get_by_role("button", name="Attack").first.click()
        soon(lambda: len([it for it in state(server, table, keys[attacker])["events"] if it["kind"].startswith("ordered")]) >= 8)
        after = {side: state(server, table, key) for side, key in keys.items()}
        assert after[defender]["number"] == number, "he has not clicked"
        assert all((it["decision"] or {"step": ""})["step"] not in BATTLE for it in after.values())
        for page in pages.values():
            page.get_by_role("tab", name="Log").click()
            page.locator("#papers").get_by_text("by a standing order").first.wait_for()
        if SHOT:
            pages[defender].screenshot(path=f"{SHOT}/after.png")
        assert not broken, broken[:3]
    finally:
        for context in contexts:
            context.close()
