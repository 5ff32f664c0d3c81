"""Operation Herkules in a real browser: a week on Malta against the computer, its save, and the battle calculator."""

from __future__ import annotations

import random
from typing import Any

from playwright.sync_api import expect

from grandharbour.engine import save
from grandharbour.games.herkules.battle import calculator

from .conftest import ANSWERED, OFFERED, OpenTable, Patience, plain, until
from .test_kesselring import COMPUTER, HERE, PROMPT, open_seat
from .test_table import sit

# What can be clicked now: the buttons of the prompt, and a few glowing territories, zones and counters.
NOW = """() => {
  const prompt = document.querySelector('section[aria-label="Prompt"]');
  const open = (e) => {
    const b = e.getBoundingClientRect();
    const top = document.elementFromPoint(b.x + b.width / 2, b.y + b.height / 2);
    return b.width > 1 && top && (top === e || e.contains(top) || (!!e.dataset.space && !!top.closest('.pieces [data-piece]')));
  };
  const thing = (e, kind, name) => {
    const b = e.getBoundingClientRect();
    return { kind, name, x: b.x + b.width / 2, y: b.y + b.height / 2 };
  };
  const ready = (b) => !b.disabled && b.getAttribute('aria-disabled') !== 'true' && !b.textContent.includes('§');
  const buttons = [...(prompt?.querySelectorAll('button') ?? [])].filter((b) => ready(b) && open(b));
  const spaces = [...document.querySelectorAll('.hits [data-space].may')].filter(open).slice(0, 12);
  const pieces = [...document.querySelectorAll('.piece.target')].filter(open).slice(0, 12);
  return {
    over: !!prompt?.querySelector('.over'),
    text: prompt?.innerText ?? '',
    buttons: buttons.map((b) => thing(b, b.classList.contains('script') ? 'script' : 'button', b.dataset.label ?? b.textContent.trim())),
    spaces: spaces.map((e) => thing(e, 'space', e.dataset.space)),
    pieces: pieces.map((e) => thing(e, 'piece', e.dataset.piece)),
  };
}"""

CALM = (
    "As usual", "The rest in order", "Everybody", "All fire", "Back to their bases", "Stay ashore", "Ready to sail", "Done", "Enough",
    "No more", "Hold fire", "Roll again",
)  # fmt: skip
"""Answers that bring the game on, in this order."""


def play_the_week(page: Any, moves: int) -> list[str]:
    """Ready-made plans, some moves on the map, then what ends a phase; the names of what was clicked."""
    rng = random.Random(5)
    clicked: list[str] = []
    patience = Patience()
    while True:
        now = page.evaluate(NOW)
        patience(now)
        if now["over"]:
            return clicked
        buttons = {b["name"]: b for b in now["buttons"]}
        chosen = next((b for b in now["buttons"] if b["kind"] == "script"), None)
        if chosen is None and now["spaces"] and moves > 0 and rng.random() < 0.5:
            chosen = rng.choice(now["spaces"])
            moves -= 1
        if chosen is None:
            chosen = next((buttons[name] for name in CALM if name in buttons), None)
        if chosen is None and now["spaces"] + now["buttons"] + now["pieces"]:
            chosen = rng.choice(now["spaces"] or now["buttons"] or now["pieces"])
        if chosen is None:
            page.mouse.move(3, 300)  # away from any tray, which closes
            until(page, OFFERED)
            continue
        page.mouse.click(chosen["x"], chosen["y"])
        clicked.append(chosen["name"])
        until(page, ANSWERED, now["text"])


def test_a_whole_game_against_the_computer(page: Any, server: str, open_table: OpenTable) -> None:
    table = open_table({"AX": HERE, "BR": COMPUTER}, "1940", game="herkules")
    plain(page)
    open_seat(page, server, table, "AX")
    clicked = play_the_week(page, 16)
    assert any(name.startswith("»") for name in clicked) and len(clicked) > 30
    over = page.locator(f"{PROMPT} .over").inner_text()
    assert "win" in over or "draw" in over.lower()
    with page.expect_download() as download:
        page.locator(f"{PROMPT} .over button", has_text="Save the game").click()
    text = download.value.path().read_text(encoding="utf-8")
    again = save.loads(text)  # plays the game again and compares every position it notes
    assert again.outcome is not None and again.outcome.level in over
    assert save.dumps(again) == text and len(text) < 200_000  # every turn carries its position


def percent(chance: float) -> str:
    """As the page writes it."""
    return f"{100 * chance:.3f} %" if 0 < chance < 0.001 else f"{100 * chance:.1f} %"


def test_the_calculator_shows_the_numbers_of_the_engine(page: Any, server: str) -> None:
    from playwright.sync_api import expect

    page.goto(f"{server}/calculator/herkules")
    page.get_by_role("button", name="Clear").click()
    chances = page.get_by_role("region", name="Chances")
    expect(chances).to_contain_text("Count units into both forces")
    for kind, number in (
        ("Infantry, attackers", 7),
        ("Artillery, attackers", 2),
        ("Infantry, defenders", 4),
        ("Bunker, defenders", 1),
    ):
        page.get_by_label(kind, exact=True).fill(str(number))
    page.get_by_role("button", name="One Coastal gun more, defenders").click()
    for rounds in (1, 0):
        found = calculator({"inf": 7, "art": 2}, {"inf": 4, "bunker": 1, "gun": 1}, rounds=rounds)
        for part, chance in (("win", found.win), ("both", found.both), ("hold", found.hold)):
            expect(chances.locator(f".verdict .{part}")).to_contain_text(percent(float(chance)))
        for title, losses in (("Attackers lose", found.attacker_losses), ("Defenders lose", found.defender_losses)):
            table = chances.locator("table", has_text=title)
            expect(table).to_contain_text(f"{found.mean(losses):.2f}")
            rows = table.locator("tbody tr").all()
            written = {int(row.locator("th").inner_text()): row.locator("td.number").inner_text() for row in rows}
            assert written == {n: percent(float(p)) for n, p in losses.items()}
        page.get_by_label("fight on to the end").check()
    # The address holds the battle.
    page.goto(f"{server}/calculator/herkules?arena=sea&attackers=dd:2,tac:1&defenders=ca:1,dd:1&rounds=1")
    found = calculator({"dd": 2, "tac": 1}, {"ca": 1, "dd": 1}, "sea")
    expect(chances.locator(".verdict .both")).to_contain_text(percent(float(found.both)))
    expect(chances.locator("table", has_text="Defenders lose")).to_contain_text(f"{found.mean(found.defender_losses):.2f}")


def test_on_a_phone_the_sheet_of_a_pile_says_what_its_button_takes(phone: Any, server: str) -> None:
    def piled(war: Any, decision: Any) -> bool:
        return bool(decision.choices.get("stack"))

    found = sit(phone, server, "herkules", "Naval", piled)
    places = next(choice for choice in found["decision"]["choices"] if choice["verb"] == "stack")["targets"]
    drawn = phone.locator(".pieces [data-piece]").evaluate_all("all => all.map((it) => it.dataset.piece)")
    piece = next(piece["id"] for piece in found["view"]["pieces"] if piece["id"] in drawn and piece["at"] in places)
    phone.locator(f'.pieces [data-piece="{piece}"]').first.dispatch_event("click")
    sheet = phone.locator("dialog[open]")
    expect(sheet.locator("li > .button.main")).to_have_text(f"Take all from {sheet.locator('h2').inner_text()}")
