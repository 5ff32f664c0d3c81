"""Tokens for programs on the page *You*, and the mark of a program beside its name."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from .test_club import People, clean, club, join, people  # noqa: F401

pytestmark = pytest.mark.browser


def test_a_token_is_made_shown_once_and_revoked(people: People, club: str) -> None:  # noqa: F811
    page = people(360, 740, has_touch=True, is_mobile=True)
    join(page, club, "Rusher")
    block = page.get_by_role("region", name="Programs")
    block.get_by_label("What it is for").fill("my engine")
    block.get_by_label("decide at your tables").check()
    expect(block.get_by_text("This account becomes a program’s")).to_be_visible()
    block.get_by_role("button", name="Make a token").tap()
    shown = block.get_by_label("The new token")
    expect(shown).to_be_visible()
    token = shown.input_value()
    assert token.startswith("pat.")
    expect(block.get_by_text("my engine: decide at your tables; look at what you may see")).to_be_visible()
    clean(page)

    answer = page.request.get(f"{club}/api/me", headers={"Authorization": f"Bearer {token}"})
    assert answer.json()["person"] == {**answer.json()["person"], "name": "Rusher", "program": True}
    page.reload()
    expect(block.get_by_text("This is the account of a program")).to_be_visible()
    expect(block.get_by_text("last used")).to_be_visible()
    expect(shown).to_have_count(0)

    page.goto(f"{club}/lobby")
    page.get_by_role("button", name="Challenge", exact=True).tap()
    other = people()
    join(other, club, "Ada")
    other.goto(f"{club}/lobby")
    card = other.get_by_role("listitem").filter(has_text="Rusher (program)")
    card.get_by_role("button", name="Accept").click()
    expect(other.get_by_role("list", name="Clock").get_by_text("Rusher (program)")).to_be_visible()

    page.goto(f"{club}/me")
    block.get_by_role("button", name="Revoke").tap()
    expect(block.get_by_text("None yet.")).to_be_visible()
    assert page.request.get(f"{club}/api/me", headers={"Authorization": f"Bearer {token}"}).status == 401
