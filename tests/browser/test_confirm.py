"""Who wants to be asked first: before what cannot be taken back a card lists what was done, each with a way back."""

from __future__ import annotations

from typing import Any

import httpx
import pytest
from playwright.sync_api import expect

from grandharbour.server.history import History

from ..server.client import Seat
from .conftest import OpenTable, soon
from .played import laid, played
from .test_club import clean
from .test_gestures import ask

pytestmark = pytest.mark.browser
HERE = {"kind": "here"}
LISTED = ".frame .hidden li button:enabled"
"""The legal places as buttons, for who hears the board."""
CARD = "Confirm what you have done"
TABLES = {"c3": "invasion", "herkules": "1942"}


def brink(film: History, _: int) -> bool:
    """A button would make two things or more final."""
    table = film.table
    buttons = [
        (decision.side, verb)
        for decision in table.war.asked()
        for verb in decision.choices
        if film.game.verbs[verb].kind == "nothing" and len(table.deeds(decision.side)) > 1
    ]
    return any(table.final(side, [(verb, None)]) == "asked" for side, verb in buttons)


def at_the_brink(http: httpx.Client, game: str, scenario: str) -> tuple[Seat, dict[str, Any], dict[str, Any]]:
    """A table played by the adviser until a button would make two things or more final; whose it is, the button, what it makes final."""
    for seat in laid(http, played(game, scenario, brink)).values():
        for choice in (seat.state()["decision"] or {"choices": []})["choices"] if seat.side else []:
            if choice["kind"] == "nothing" and choice["targets"]:
                final = seat.get("final", verb=choice["verb"]).json()
                if final["why"] == "asked" and len(final["deeds"]) > 1:
                    return seat, choice, final
    raise AssertionError("nobody stands at the brink")


@pytest.mark.parametrize("game", ["herkules", "c3"])
def test_what_becomes_final_is_shown_first(page: Any, server: str, game: str) -> None:
    http = httpx.Client(base_url=server, timeout=60)
    seat, choice, final = at_the_brink(http, game, TABLES[game])
    number = seat.state()["number"]
    page.goto(f"{server}/table/{seat.table}#seat={seat.token}")
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
    assert seat.state()["number"] == number, "nothing is chosen before that is confirmed"
    page.keyboard.press("Escape")
    expect(card).to_have_count(0)
    expect(button).to_be_focused()
    # The second thing and all after it are taken back, the first stays.
    button.click()
    card.get_by_role("button", name="Take back:").nth(1).click()
    expect(card).to_have_count(0)
    soon(lambda: seat.state()["number"] == number + final["deeds"][1]["back"])
    assert seat.state()["can_undo"]
    assert seat.state()["decision"]


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
