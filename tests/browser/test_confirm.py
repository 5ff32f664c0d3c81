"""Who wants to be asked first: before what cannot be taken back a card lists what was done, each with a way back."""

from __future__ import annotations

from typing import Any

import httpx
import pytest
from playwright.sync_api import expect

from .conftest import OpenTable, soon
from .test_club import clean
from .test_gestures import ask

pytestmark = pytest.mark.browser
HERE = {"kind": "here"}
LISTED = ".frame .hidden li button:enabled"
"""The legal places as buttons, for who hears the board."""
CARD = "Confirm what you have done"
TABLES = {"hawks": ("faith-hope-charity", "IT", "BR"), "c3": ("invasion", "AX", "CW"), "herkules": ("1942", "AX", "BR")}


def play_to_the_brink(server: str, opened: dict[str, Any]) -> tuple[str, dict[str, Any], dict[str, Any]]:
    """Play by the adviser until a button would make two things or more final; whose it is, the button, and what it makes final."""
    for _ in range(300):
        for side in opened["seats"]:
            state = ask(server, opened, side, "state")
            if state["decision"] is None:
                continue
            for choice in state["decision"]["choices"]:
                if choice["kind"] == "nothing" and choice["targets"]:
                    final = ask(server, opened, side, "final", verb=choice["verb"])
                    if final["why"] == "asked" and len(final["deeds"]) > 1:
                        return side, choice, final
            hint = ask(server, opened, side, "hint")[0]
            head = {"Authorization": f"Bearer {opened['seats'][side]}"}
            body = {"number": state["number"], "verb": hint["verb"], "target": hint["target"]}
            httpx.post(f"{server}/api/tables/{opened['table']}/choices", headers=head, json=body, timeout=60)
            break
    raise AssertionError("nobody ever came to the brink")


@pytest.mark.parametrize("game", ["herkules", "c3"])
def test_what_becomes_final_is_shown_first(page: Any, server: str, open_table: OpenTable, game: str) -> None:
    scenario, one, two = TABLES[game]
    opened = open_table({one: HERE, two: HERE}, game=game, scenario=scenario)
    side, choice, final = play_to_the_brink(server, opened)
    number = ask(server, opened, side, "state")["number"]
    page.goto(f"{server}/table/{opened['table']}#seat={opened['seats'][side]}")
    asks = page.get_by_role("button", name="Confirm", exact=True)
    expect(asks).to_have_attribute("aria-pressed", "false")
    asks.click()
    expect(asks).to_have_attribute("aria-pressed", "true")
    page.reload()
    expect(asks).to_have_attribute("aria-pressed", "true")
    button = page.locator('section[aria-label="Prompt"]').get_by_role("button", name=choice["label"]).first
    card = page.get_by_role("region", name=CARD)
    button.click()
    expect(card.get_by_role("listitem")).to_have_count(len(final["deeds"]))
    for line, deed in zip(card.get_by_role("listitem").all(), final["deeds"], strict=True):
        expect(line).to_contain_text(deed["text"])
    go = card.locator(".button.main")
    expect(go).to_be_focused()
    expect(go).to_contain_text(choice["label"])
    expect(card).to_contain_text("The other side is asked then")
    clean(page)
    assert ask(server, opened, side, "state")["number"] == number, "nothing is chosen before that is confirmed"
    page.keyboard.press("Escape")
    expect(card).to_have_count(0)
    expect(button).to_be_focused()
    # The second thing and all after it are taken back, the first stays.
    button.click()
    card.get_by_role("button", name="Take back:").nth(1).click()
    expect(card).to_have_count(0)
    soon(lambda: ask(server, opened, side, "state")["number"] == number + final["deeds"][1]["back"])
    assert ask(server, opened, side, "state")["can_undo"]
    assert ask(server, opened, side, "state")["decision"]


def test_the_last_thing_placed_is_confirmed(page: Any, server: str, open_table: OpenTable) -> None:
    """On squares, what can be taken back is done at once, the last is asked about, and then done."""
    opened = open_table({"IT": HERE, "BR": HERE})
    page.add_init_script("localStorage.setItem('grandharbour.confirm', 'on')")
    page.goto(f"{server}/table/{opened['table']}#seat={opened['seats']['IT']}")
    card = page.get_by_role("region", name=CARD)
    placed = 0
    while True:
        state = ask(server, opened, "IT", "state")
        target = state["decision"]["choices"][0]["targets"][0]
        final = ask(server, opened, "IT", "final", verb=state["decision"]["choices"][0]["verb"], target=target)
        page.locator(LISTED).first.wait_for(state="attached")
        page.evaluate("(listed) => document.querySelector(listed).click()", LISTED)
        if final["why"]:
            break
        placed += 1
        soon(lambda before=state["number"]: ask(server, opened, "IT", "state")["number"] > before)  # type: ignore[misc]
    expect(card.get_by_role("listitem")).to_have_count(placed)
    expect(card.locator(".button.main")).to_contain_text("Place an Objective on")
    assert ask(server, opened, "BR", "state")["decision"] is None, "the other side is not asked yet"
    card.locator(".button.main").click()
    soon(lambda: ask(server, opened, "BR", "state")["decision"] is not None)
    expect(card).to_have_count(0)
