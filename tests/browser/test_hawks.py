"""Whole games of Hawks over Malta, played by clicks on the board and the prompt, against the computer."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import httpx

from grandharbour.engine import save

from .conftest import ANSWERED, OFFERED, OpenTable, Patience, plain, until

COMPUTER = {"kind": "computer", "player": "greedy"}
HERE = {"kind": "here"}

PROMPT = 'section[aria-label="Prompt"]'
CURTAIN = 'dialog[aria-labelledby="curtain-title"]'

# Everything a player could click now, with the point to click: glowing spaces on the board, buttons of the prompt.
CLICKABLE = """() => {
  const prompt = document.querySelector('section[aria-label="Prompt"]');
  const found = (e, kind, name) => {
    const b = e.getBoundingClientRect();
    const [x, y] = [b.x + b.width / 2, b.y + b.height / 2];
    const top = document.elementFromPoint(x, y);
    // A square lies under its cells: a click on one of them is a click on the square.
    const inside = top?.closest?.('[data-space]')?.dataset.space?.startsWith(name + '/');
    return b.width > 1 && top && (top === e || e.contains(top) || inside) ? [{ kind, name, x, y }] : [];
  };
  return {
    over: !!prompt?.querySelector('.over'),
    text: prompt?.innerText ?? '',
    glows: [...document.querySelectorAll('[data-space].may')].map((e) => e.dataset.space).join(),
    things: [
      ...[...document.querySelectorAll('[data-space].may')].flatMap((e) => found(e, 'space', e.dataset.space)),
      ...[...(prompt?.querySelectorAll('button') ?? [])]
        .filter((b) => !b.disabled && b.getAttribute('aria-disabled') !== 'true')
        .flatMap((b) => found(b, b.classList.contains('script') ? 'script' : 'button', b.textContent.trim())),
      // Chances are shown before dice fall: their card may lie over what was clicked, and has a button of its own.
      ...[...document.querySelectorAll('.card.pinned .go')].flatMap((b) => found(b, 'button', b.textContent.trim())),
    ],
  };
}"""
# Who flies on is often asked in the same words: other squares glow then.
FLOWN = f"""([text, glows]) => ({ANSWERED})(text) ||
  [...document.querySelectorAll('[data-space].may')].map((e) => e.dataset.space).join() !== glows"""


def play_to_the_end(page: Any, rng: random.Random) -> int:
    """Click legal things with the mouse until the prompt says how it ended; returns the number of clicks."""
    clicks, patience = 0, Patience()
    while True:
        now = page.evaluate(CLICKABLE)
        patience((now["text"], now["things"]))
        if now["over"]:
            return clicks
        by_kind = {kind: [t for t in now["things"] if t["kind"] == kind] for kind in ("script", "space", "button")}
        if by_kind["script"] and rng.random() < 0.9:
            chosen = by_kind["script"][-1]
        elif by_kind["space"] and (not by_kind["button"] or rng.random() < 0.8):
            chosen = rng.choice(by_kind["space"])
        elif by_kind["button"]:
            chosen = rng.choice(by_kind["button"])
        else:
            until(page, OFFERED)
            continue
        page.mouse.click(chosen["x"], chosen["y"])
        clicks += 1
        until(page, FLOWN, [now["text"], now["glows"]])


def legal_spaces(page: Any, count: int) -> None:
    """Wait until exactly so many spaces glow."""
    from playwright.sync_api import expect

    expect(page.locator("[data-space].may")).to_have_count(count)


def test_a_whole_game_against_the_computer(page: Any, server: str, open_table: OpenTable, tmp_path: Path) -> None:
    scenario, side = "raid-over-malta", "BR"
    table = open_table({"IT": COMPUTER, "BR": HERE}, scenario)
    plain(page)
    page.goto(f"{server}/table/{table['table']}#seat={table['seats'][side]}")
    clicks = play_to_the_end(page, random.Random(scenario))
    assert clicks > 20
    assert "win" in page.locator(f"{PROMPT} .over").inner_text() or "draw" in page.locator(f"{PROMPT} .over").inner_text()
    # What was played can be taken home, and verifies.
    text = httpx.get(
        f"{server}/api/tables/{table['table']}/save", headers={"Authorization": f"Bearer {table['seats'][side]}"}
    ).text
    file = tmp_path / "game.harbour"
    file.write_text(text)
    played = save.read(file)
    assert played.outcome is not None and len(played.choices) > clicks / 2


def test_two_clicks_start_a_game(page: Any, server: str) -> None:
    page.goto(server)
    assert "Grand Harbour" in page.locator("h1").inner_text()
    for title in ("Hawks over Malta", "Kesselring", "Operazione C3", "Herkules"):
        page.get_by_text(title).first.wait_for()
    page.get_by_role("button", name="Play").first.click()
    page.get_by_role("button", name="Start", exact=False).first.click()
    page.wait_for_url("**/table/**")
    page.locator(PROMPT).wait_for()
    legal_spaces(page, 7)
    assert "HM-SETUP.3" in page.locator(PROMPT).inner_text()


def test_undo_by_button_and_the_rulebook_beside_it(page: Any, server: str, open_table: OpenTable) -> None:
    table = open_table({"IT": HERE, "BR": COMPUTER}, seed=11)
    page.goto(f"{server}/table/{table['table']}#seat={table['seats']['IT']}")
    legal_spaces(page, 7)
    page.locator('[data-space="C5/2"]').first.click()
    legal_spaces(page, 6)
    page.get_by_role("button", name="Undo").click()
    legal_spaces(page, 7)
    page.get_by_role("button", name="HM-SETUP.3").or_(page.get_by_role("link", name="HM-SETUP.3")).first.click()
    page.get_by_text("The Italian player rolls one die").wait_for()


def test_why_not_says_the_rule(page: Any, server: str, open_table: OpenTable) -> None:
    table = open_table({"IT": HERE, "BR": COMPUTER}, seed=11)
    page.goto(f"{server}/table/{table['table']}#seat={table['seats']['IT']}")
    legal_spaces(page, 7)
    page.locator('[data-space="D3/2"]').first.hover()
    page.get_by_text("four squares from the Italian Entry squares").wait_for()


def test_hot_seat_hides_one_side_from_the_other(page: Any, server: str, open_table: OpenTable) -> None:
    """A curtain comes down whenever the other side is to choose; nothing of the table is to be seen behind it."""
    table = open_table({"IT": HERE, "BR": HERE}, seed=3)
    seats = table["seats"]
    page.goto(f"{server}/table/{table['table']}#here=IT:{seats['IT']},BR:{seats['BR']}")
    rng = random.Random(5)
    curtains = 0
    patience = Patience()
    while True:
        now = page.evaluate(CLICKABLE)
        patience((curtains, now["text"], now["things"]))
        if page.locator(CURTAIN).count():
            curtains += 1
            assert page.locator("[data-piece]").count() == 0
            if curtains == 4:
                return
            page.locator(f"{CURTAIN} button").first.click()
            page.locator(CURTAIN).wait_for(state="detached")
        elif chosen := [t for t in now["things"] if t["kind"] == "script"] or now["things"]:
            thing = rng.choice(chosen)
            page.mouse.click(thing["x"], thing["y"])
            until(page, f"(before) => ({FLOWN})(before) || !!document.querySelector(`{CURTAIN}`)", [now["text"], now["glows"]])
        else:
            until(page, f"() => ({OFFERED})() || !!document.querySelector(`{CURTAIN}`)")


def test_a_reload_in_the_middle_loses_nothing(page: Any, server: str, open_table: OpenTable) -> None:
    table = open_table({"IT": HERE, "BR": COMPUTER}, seed=11)
    page.goto(f"{server}/table/{table['table']}#seat={table['seats']['IT']}")
    legal_spaces(page, 7)
    page.locator('[data-space="C5/2"]').first.click()
    legal_spaces(page, 6)
    page.reload()
    legal_spaces(page, 6)


def test_a_phone_can_play(phone: Any, server: str, open_table: OpenTable) -> None:
    table = open_table({"IT": HERE, "BR": COMPUTER}, seed=11)
    phone.goto(f"{server}/table/{table['table']}#seat={table['seats']['IT']}")
    legal_spaces(phone, 7)
    phone.wait_for_function("() => document.documentElement.scrollWidth <= window.innerWidth")  # nothing may stick out sideways
    phone.locator('[data-space="C5/2"]').first.tap()
    legal_spaces(phone, 6)


def test_a_spectator_sees_no_choices(page: Any, server: str, open_table: OpenTable) -> None:
    table = open_table({"IT": HERE, "BR": HERE}, seed=3)
    page.goto(f"{server}/table/{table['table']}")
    page.get_by_text("You are watching").wait_for()
    assert page.locator("[data-space].may").count() == 0
