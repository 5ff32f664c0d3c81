"""A guest opens the link he was sent: he sits down with a key of his own, and the link works only once."""

from __future__ import annotations

from typing import Any

import httpx
import pytest

from .conftest import OpenTable

pytestmark = pytest.mark.browser


def test_the_link_works_once(page: Any, server: str, open_table: OpenTable) -> None:
    opened = open_table({"IT": {"kind": "here"}, "BR": {"kind": "link"}})
    invitation = opened["seats"]["BR"]
    link = f"{server}/table/{opened['table']}#seat={invitation}"
    page.goto(link)
    page.wait_for_selector("[data-space]", state="attached")
    page.wait_for_function("() => !location.hash.includes('invite') && location.hash.startsWith('#seat=')")
    key = page.evaluate("location.hash").partition("=")[2]
    told = httpx.get(f"{server}/api/tables/{opened['table']}/state", headers={"Authorization": f"Bearer {key}"}).json()
    assert told["side"] == "BR"
    page.reload()
    page.wait_for_selector("[data-space]", state="attached")
    page.goto("about:blank")
    page.goto(link)  # once more from the chat, in the same browser
    page.wait_for_selector("[data-space]", state="attached")
    page.wait_for_function("() => !location.hash.includes('invite')")
    assert page.evaluate("location.hash").partition("=")[2] == key
    again = httpx.post(f"{server}/api/tables/{opened['table']}/seats", json={"invitation": invitation})
    assert again.status_code == 403
