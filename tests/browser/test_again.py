"""The end of a game offers the next one."""

from __future__ import annotations

from typing import Any

from .conftest import OpenTable


def test_the_end_offers_the_same_game_and_the_other_side(page: Any, server: str, open_table: OpenTable) -> None:
    opened = open_table({"IT": {"kind": "here"}, "BR": {"kind": "computer", "player": "greedy"}})
    page.goto(f"{server}/table/{opened['table']}#seat={opened['seats']['IT']}")
    page.locator(".prompt.mine").wait_for()
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    page.get_by_role("button", name="Play again").wait_for()
    page.get_by_role("button", name="Play the other side").click()
    page.wait_for_url(lambda url: opened["table"] not in url)
    # Now the seat at this screen is the other one, and nothing has been decided.
    page.locator(".prompt.side-allies").wait_for()
    assert page.locator(".over").count() == 0
