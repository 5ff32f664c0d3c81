"""Setting up as a new player meets it: what the computer has placed is told in short, and nothing of it is news of a battle."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from .conftest import OpenTable
from .test_gestures import HERE
from .test_table import PROMPT

pytestmark = pytest.mark.browser
COMPUTER = {"kind": "computer", "player": "greedy"}


@pytest.mark.parametrize(
    ("game", "scenario", "seats"),
    [("kesselring", "avalanche-baytown", ("AL", "AX")), ("herkules", "1942", ("AX", "BR"))],
)
def test_what_the_other_side_has_placed_is_told_in_short(
    page: Any, server: str, open_table: OpenTable, game: str, scenario: str, seats: tuple[str, str]
) -> None:
    mine, other = seats
    opened = open_table({mine: HERE, other: COMPUTER}, scenario, game=game)
    page.goto(f"{server}/table/{opened['table']}#seat={opened['seats'][mine]}")
    page.locator(f"{PROMPT}.mine").wait_for()
    strip = page.get_by_role("region", name="Before your first turn")
    expect(strip).to_be_visible()
    expect(strip.get_by_text("Changed hands")).to_have_count(0)
    expect(page.locator("[data-toll]")).to_have_count(0)
    log = page.get_by_role("region", name="Events")
    expect(log.get_by_role("heading").first).to_have_text("Setting up")
    # Who placed thirty units has said so once, and what they are is unfolded by who wants to know it.
    fold = log.locator("summary").filter(has_text="more like it")
    expect(fold).not_to_have_count(0)
    rows = log.locator("li:not(.fold):visible").count()
    assert rows < 12, rows
    before = page.locator(".tracks").inner_text()
    assert "place" in before or "lay" in before, "the strip tells how many are left"
