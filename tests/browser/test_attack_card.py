"""The card before dice: who attacks is ticked on it, nobody rolls without having seen it; and a map turned until north is up."""

from __future__ import annotations

from typing import Any

import httpx
import pytest
from playwright.sync_api import expect

from grandharbour.engine.reach import reach

from .conftest import settled, soon
from .test_gestures import press
from .test_table import CARD, PROMPT, again, sit

pytestmark = pytest.mark.browser


def teams(war: Any, side: int) -> dict[int, list[Any]]:
    """Places that two or more can attack together, in one way."""
    aimed = war.decisions[side].choices.get("target", 0)
    found = {}
    for place in range(aimed.bit_length()):
        if aimed >> place & 1:
            ways = reach(war, side, aim=place).get(place, [])
            if len(ways) == 1 and ways[0].then and sum(verb == "join" for verb, _ in ways[0].clicks) > 1:
                found[place] = ways
    return found


def test_attackers_are_ticked_on_the_odds_card(page: Any, server: str) -> None:
    places: list[str] = []

    def together(war: Any, decision: Any) -> bool:
        places[:] = [war.setup.names.of("space", place) for place in teams(war, decision.side)]
        return bool(places)

    found = sit(page, server, "kesselring", "PickTarget", together)
    press(page, f'.hits [data-space="{places[0]}"]')
    card = page.locator(f"{CARD}.pinned")
    ticks = card.get_by_role("group", name="Who takes part").get_by_role("checkbox")
    expect(ticks.first).to_be_checked()
    joined = ticks.count()
    assert joined > 1 and all(tick.is_checked() for tick in ticks.all())
    before = card.locator(".odds").inner_text()
    # One stays behind: nothing has been played yet, but the chances are others.
    left = card.locator(".muster label").first.locator("span").first.inner_text().split("\n")[0]
    ticks.first.click()
    expect(ticks.first).not_to_be_checked()
    soon(lambda: card.locator(".odds").inner_text() != before)
    assert again(server, found)["number"] == found["number"]
    # He comes along after all, and then again not.
    ticks.first.click()
    expect(ticks.first).to_be_checked()
    soon(lambda: card.locator(".odds").inner_text() == before)
    ticks.first.click()
    expect(ticks.first).not_to_be_checked()
    card.get_by_role("button", name="Attack").click()
    soon(lambda: again(server, found)["number"] > found["number"])
    saved = httpx.get(
        f"{server}/api/tables/{found['table']}/save", headers={"Authorization": f"Bearer {found['token']}"}, timeout=120
    ).text
    made = saved.rpartition('"target"')[2]
    assert '"join"' in made and f'"{left}"' not in made, made


@pytest.mark.parametrize(("game", "step", "verb"), [("kesselring", "Support", "enough"), ("hawks", "Bombing", "bomb")])
def test_nobody_rolls_before_the_chances_were_shown(page: Any, server: str, game: str, step: str, verb: str) -> None:
    """Whoever is quicker than the card sees it first; a button that rolls shows its chances by itself."""
    found = sit(page, server, game, step, lambda war, decision: verb in decision.choices)
    choice = next(choice for choice in found["decision"]["choices"] if choice["verb"] == verb)
    if choice["kind"] == "nothing":
        expect(page.locator(f"{CARD} .odds")).to_be_visible()
        expect(page.locator(f"{CARD}.pinned")).to_have_count(0)
        return
    page.locator(PROMPT).get_by_role("group", name=choice["label"]).locator(".chip").first.dispatch_event("click")
    expect(page.locator(f"{CARD}.pinned .odds")).to_be_visible()
    assert again(server, found)["number"] == found["number"], "nothing has been rolled"
    page.locator(f"{CARD}.pinned .go").click()
    soon(lambda: again(server, found)["number"] > found["number"])


def told(war: Any, decision: Any) -> bool:
    """The button that rolls can name a chance."""
    ahead = war.setup.game.forecast(war, decision.side, "enough", 0) if "enough" in decision.choices else None
    return ahead is not None and ahead.win is not None


def test_a_chance_is_never_broken_over_two_lines(page: Any, server: str) -> None:
    sit(page, server, "kesselring", "Support", told)
    button = page.locator(PROMPT).get_by_role("button", name="Attack")
    expect(button).to_contain_text("%")
    broken = button.evaluate(
        """(button) => {
          const words = [...button.childNodes].find((node) => node.nodeType === Node.TEXT_NODE);
          const chance = /((under|over)\\s)?\\d+\\s%$/.exec(words.data);
          const range = document.createRange();
          range.setStart(words, chance.index);
          range.setEnd(words, words.length);
          const tops = () => new Set([...range.getClientRects()].map((box) => Math.round(box.top))).size;
          return [...Array(24)].map((_, n) => 60 + 10 * n).filter((width) => {
            button.style.width = `${width}px`;
            return tops() !== 1;
          });
        }"""
    )
    assert broken == []


def test_what_a_phone_scrolls_under_the_button_fades(phone: Any, server: str) -> None:
    sit(phone, server, "kesselring", "Support", told)
    phone.locator(PROMPT).get_by_role("button", name="Attack").tap()
    card = phone.locator(".card.pinned")
    expect(card.locator(".go")).to_be_visible()
    expect(card.locator(".odds")).to_be_visible()
    long, fade, image, room = card.evaluate(
        """(card) => {
          const [go, odds] = [card.querySelector(".go"), card.querySelector(".odds")];
          const fade = getComputedStyle(go, "::before");
          const long = card.scrollHeight - card.clientHeight;
          card.scrollTop = card.scrollHeight;
          return [long, parseFloat(fade.height), fade.backgroundImage, go.getBoundingClientRect().top - odds.getBoundingClientRect().bottom];
        }"""
    )
    assert long > 20, "the card is longer than the window of the map"
    assert fade > 10 and "linear-gradient" in image
    assert room >= fade - 1, "at the end of the card nothing is veiled"


MIDDLE = """(id) => { const b = document.querySelector(`.hits [data-space="${id}"]`).getBoundingClientRect();
  return [b.x + b.width / 2, b.y + b.height / 2]; }"""


@pytest.mark.map
def test_the_map_is_turned_until_north_is_up(page: Any, server: str) -> None:
    sit(page, server, "kesselring", "March")
    page.locator(".art svg").first.wait_for(state="attached")
    page.keyboard.press("0")
    settled(page)
    rome, pescara = (page.evaluate(MIDDLE, hex) for hex in ("3112", "3516"))
    assert pescara[1] < rome[1] - 60, "as it is printed, Pescara lies far above Rome"
    button = page.get_by_role("button", name="Turn the map until north is up")
    button.click()
    expect(button).to_have_attribute("aria-pressed", "true")
    page.locator(".art svg > g[transform^=rotate]").wait_for(state="attached")
    settled(page)
    naples, bari = (page.evaluate(MIDDLE, hex) for hex in ("2917", "3425"))
    cagliari, messina = (page.evaluate(MIDDLE, hex) for hex in ("1609", "2027"))
    # On the globe Bari and Naples lie within a third of a degree of latitude, Cagliari north of Messina and far to the west.
    assert abs(naples[1] - bari[1]) < 0.2 * (bari[0] - naples[0])
    assert cagliari[1] < messina[1] and cagliari[0] < naples[0] < bari[0]
    page.reload()
    expect(button).to_have_attribute("aria-pressed", "true")
    button.click()
    page.locator(".art svg > g[transform^=rotate]").wait_for(state="detached")
