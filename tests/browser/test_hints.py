"""Hints: of plans that begin with the same clicks each says where it parts from the others."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from .test_table import sit

pytestmark = pytest.mark.browser


@pytest.mark.parametrize(("game", "step", "verb"), [("convoys", "Sailing", "to"), ("kesselring", "Act", "move")])
def test_no_two_plans_read_alike(page: Any, server: str, game: str, step: str, verb: str) -> None:
    sit(page, server, game, step, lambda war, decision: verb in decision.choices)
    page.get_by_role("button", name="Hint", exact=True).click()
    plans = page.get_by_role("list", name="Plans").get_by_role("listitem")
    expect(plans.nth(1)).to_be_visible()
    told = [plan.locator(".plan").inner_text() for plan in plans.all()]
    assert len(set(told)) == len(told), told
