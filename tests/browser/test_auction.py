"""Two people bid for their sides and find themselves on the other one, each in his own browser."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from .conftest import PATIENCE, OpenTable

pytestmark = pytest.mark.browser


def test_two_browsers_exchange_sides(page: Any, chromium: Any, server: str, open_table: OpenTable) -> None:
    expect.set_options(timeout=PATIENCE)
    opened = open_table({"AX": {"kind": "here"}, "AL": {"kind": "link"}}, "campaign", game="kesselring", auction=True)
    away = chromium.new_context(viewport={"width": 1440, "height": 900}, reduced_motion="reduce")
    guest = away.new_page()
    guest.set_default_timeout(PATIENCE)
    broken: list[str] = []
    guest.on("pageerror", lambda error: broken.append(str(error)))
    for who, side in ((page, "AX"), (guest, "AL")):
        who.goto(f"{server}/table/{opened['table']}#seat={opened['seats'][side]}")
        who.wait_for_selector("[data-space]", state="attached")
    # The Allies are up for auction, so their owner bids first; what advisers would bid stands in the list.
    bids = guest.get_by_label("Play it with").locator("visible=true").last
    expect(bids).to_have_value("15")
    bids.select_option("20")
    guest.get_by_role("button", name="Choose").click()
    expect(page.get_by_role("region", name="Prompt")).to_contain_text("20 points for Allies were bid")
    fewer = page.get_by_label("Play it with").locator("visible=true").last
    fewer.select_option("12")
    page.get_by_role("button", name="Choose").click()
    # Fewer than twelve he does not want: the other plays the Allies, and he the Axis.
    guest.get_by_role("button", name="Let the other have it").click()
    for who, side in ((page, "AL"), (guest, "AX")):
        expect(who.get_by_text("The two exchange seats").first).to_be_visible()
        key = who.evaluate("location.hash").partition("=")[2]
        told = who.evaluate(
            "([table, key]) => fetch(`/api/tables/${table}/state`, { headers: { Authorization: `Bearer ${key}` } }).then((it) => it.json())",
            [opened["table"], key],
        )
        assert told["side"] == side
        track = who.get_by_text("Allied VP").locator("xpath=ancestor-or-self::*[contains(., '12')][1]").first
        expect(track).to_contain_text("12")
    away.close()
    assert not broken
