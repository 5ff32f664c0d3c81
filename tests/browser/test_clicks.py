"""Small things of the prompt: what is folded away says why not, the menu at the pointer obeys the keyboard, and a way back beside Undo."""

from __future__ import annotations

import random
from typing import Any

import httpx
import pytest
from playwright.sync_api import expect

from ..server.client import play_on
from .conftest import OpenTable, soon
from .test_gestures import HERE, OPEN, ask, pick_up, play_to, press, where
from .test_table import CARD, PROMPT
from .test_table import sit as sit_where
from .test_time_machine import begin, http, sit  # noqa: F401

pytestmark = pytest.mark.browser


def folds(war: Any, decision: Any) -> bool:
    """Two verbs without a target or more cannot be chosen now, and others can."""
    plain = [verb for verb in war.stack[0].verbs if war.setup.game.verbs[verb].kind == "nothing"]
    closed = [verb for verb in plain if verb not in decision.choices]
    return len(closed) > 1 and len(closed) < len(plain)


@pytest.mark.parametrize(("game", "step"), [("c3", "Move"), ("kesselring", "Act")])
def test_what_is_folded_away_says_why_not(page: Any, server: str, game: str, step: str) -> None:
    sit_where(page, server, game, step, folds)
    prompt = page.locator(PROMPT)
    idle = prompt.locator("button.idle")
    summary = prompt.locator("details.fold summary")
    expect(summary).to_contain_text("not possible now")
    expect(idle).to_have_count(0)
    hidden = int(summary.inner_text().split()[0])
    summary.focus()
    page.keyboard.press("Enter")
    expect(idle).to_have_count(hidden)
    idle.first.focus()
    refusal = page.locator(f"{CARD} .refusal")
    expect(refusal).to_contain_text(".")
    idle.first.press("Enter")
    expect(page.locator(".card.pinned .refusal")).to_be_visible()
    page.keyboard.press("Escape")
    summary.click()
    expect(idle).to_have_count(0)


def test_the_menu_at_the_pointer_obeys_the_keyboard(page: Any, server: str) -> None:
    opened, side = play_to(server, "kesselring", "campaign", "move")
    state = ask(server, opened, side, "state")
    ways = {
        it["id"]: [way["place"] for way in ask(server, opened, side, "reach", piece=it["id"])]
        for it in state["view"]["pieces"]
        if it["side"] == side and it["at"]
    }
    choice = {id: sorted({place for place in places if places.count(place) > 1}) for id, places in ways.items()}
    # Who has two ways to most places: one of these lies open.
    piece = next(it for it in state["view"]["pieces"] if it["id"] == max(choice, key=lambda id: len(choice[id])))
    places, several = ways[piece["id"]], choice[piece["id"]]
    page.goto(f"{server}/table/{opened['table']}#seat={opened['seats'][side]}")
    page.locator(f'[data-piece="{piece["id"]}"]').first.wait_for(state="attached")
    pick_up(page, piece["id"])
    page.mouse.move(3, 300)
    page.locator("[data-tray]").wait_for(state="detached")
    place = page.evaluate(OPEN, several)
    menu = page.get_by_role("menu")
    items = menu.get_by_role("menuitem")
    press(page, f'.hits [data-space="{place}"]')
    expect(items).to_have_count(places.count(place))
    expect(items.first).to_be_focused()
    page.keyboard.press("ArrowDown")
    expect(items.nth(1)).to_be_focused()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowUp")
    expect(items.last).to_be_focused()
    page.keyboard.press("Escape")
    expect(menu).to_have_count(0)
    assert where(server, opened, side, piece["id"]) == piece["at"], "nothing has been chosen"
    # The unit is still in the hand.
    press(page, f'.hits [data-space="{place}"]')
    expect(items.first).to_be_focused()
    page.keyboard.press("Enter")
    soon(lambda: where(server, opened, side, piece["id"]) == place)
    expect(menu).to_have_count(0)


def test_a_way_back_stands_beside_undo(page: Any, phone: Any, server: str, http: httpx.Client, open_table: OpenTable) -> None:  # noqa: F811
    """Behind a barrier, at a table of two people: the button leads to the moment before, and from there the other is asked."""
    seats = begin(http, open_table, "hawks", 20)
    rng = random.Random(2)
    while seats["IT"].state()["can_undo"]:
        assert play_on(seats, rng, 1) == 1
    sit(page, server, seats["IT"])
    sit(phone, server, seats["BR"])
    back = page.get_by_role("button", name="Take back…")
    expect(back).to_have_attribute("title", "Ask to go back: you choose the moment, the other side must agree")
    assert page.locator(".advice").get_by_role("button", name="Undo").get_attribute("aria-disabled") == "true"
    back.click()
    page.get_by_role("button", name="Ask to go back here").click()
    expect(page.get_by_text("Waiting for the answer")).to_be_visible()
    expect(back).to_have_count(0)
    phone.get_by_role("button", name="Decline").click()
    expect(page.get_by_text("Waiting for the answer")).to_have_count(0)
    expect(back).to_be_visible()


def test_nobody_is_asked_to_go_back_where_nobody_could_agree(page: Any, server: str, open_table: OpenTable) -> None:
    opened = open_table({"IT": HERE, "BR": HERE})
    page.goto(f"{server}/table/{opened['table']}#seat={opened['seats']['IT']}")
    expect(page.locator(".advice").get_by_role("button", name="Undo")).to_be_visible()
    assert page.get_by_role("button", name="Take back…").count() == 0


@pytest.mark.parametrize("step", ["Bombing", "GunFire"])
def test_a_shot_names_its_target_and_its_chance(page: Any, server: str, step: str) -> None:
    found = sit_where(page, server, "hawks", step, lambda war, decision: "hold" in decision.choices)
    choice = next(choice for choice in found["decision"]["choices"] if choice["kind"] == "piece" and choice["targets"])
    chips = page.get_by_role("group", name=choice["label"]).locator(".chip")
    expect(chips).to_have_count(len(choice["targets"]))
    for chip in chips.all():
        chance = chip.locator(".chance").inner_text().rpartition("\n")[2]
        assert chance.endswith("%")
        chip.focus()
        expect(page.locator(f"{CARD} .odds h3")).to_contain_text(f", {chance}")
    hold = next(choice for choice in found["decision"]["choices"] if choice["verb"] == "hold")
    button = page.locator(f'{PROMPT} [data-label="{hold["label"]}"]')
    expect(button).to_contain_text({"Bombing": "Hold the bombs", "GunFire": "Hold the guns at"}[step])
    assert "main" not in button.get_attribute("class").split(), "nobody is led to it"
