"""Whole games of Operazione C3 by clicks in a real browser against the computer, and the save that comes of it."""

from __future__ import annotations

from typing import Any

from grandharbour.engine import save

from .conftest import ANSWERED, OFFERED, OpenTable, Patience, plain, until
from .test_kesselring import COMPUTER, HERE, PROMPT, open_seat

# What can be clicked now, with where: the buttons of the prompt, or else glowing hexes.
NOW = """() => {
  const prompt = document.querySelector('section[aria-label="Prompt"]');
  const middle = (e) => {
    const b = e.getBoundingClientRect();
    return { x: b.x + b.width / 2, y: b.y + b.height / 2, wide: b.width > 1 };
  };
  const open = (e) => {
    const { x, y, wide } = middle(e);
    const top = document.elementFromPoint(x, y);
    return wide && top && (top === e || e.contains(top) || (!!e.dataset.space && !!top.closest('.pieces [data-piece]')));
  };
  const ready = (b) => !b.disabled && b.getAttribute('aria-disabled') !== 'true' && !b.textContent.includes('§');
  const buttons = [...(prompt?.querySelectorAll('button') ?? [])].filter((b) => ready(b) && open(b));
  const hexes = buttons.length ? [] : [...document.querySelectorAll('.hits [data-space].may')].filter(open).slice(0, 3);
  return {
    over: !!prompt?.querySelector('.over'),
    text: prompt?.innerText ?? '',
    things: [
      ...buttons.map((b) => ({ name: b.dataset.label ?? b.textContent.trim(), script: b.classList.contains('script'), ...middle(b) })),
      ...hexes.map((e) => ({ name: e.dataset.space, script: false, ...middle(e) })),
    ],
  };
}"""

CALM = (
    "Pass",
    "Waive the right",
    "Done",
    "No more attacks",
    "Fire!",
    "Attack is set",
    "Stand",
    "No elite shift",
    "Stay",
    "Boats ready",
)
"""Answers that bring the game on."""


def play_calmly(page: Any, plans: int) -> list[str]:
    """So many ready-made plans first, then always the calm answer, else the first button or hex; the names of what was clicked."""
    clicked: list[str] = []
    patience = Patience()
    while True:
        now = page.evaluate(NOW)
        patience((now["text"], now["things"]))
        if now["over"]:
            return clicked
        scripts = [thing for thing in now["things"] if thing["script"]] if plans else []
        plain = [thing for thing in now["things"] if not thing["script"]]
        chosen = next(iter(scripts or [thing for thing in plain if thing["name"] in CALM] or plain), None)
        if chosen is None:
            until(page, OFFERED)
            continue
        page.mouse.click(chosen["x"], chosen["y"])
        clicked.append(chosen["name"])
        plans -= chosen["script"]
        until(page, ANSWERED, now["text"])


def test_a_whole_game_against_the_computer(page: Any, server: str, open_table: OpenTable) -> None:
    plans = 4
    table = open_table({"AX": HERE, "CW": COMPUTER}, "invasion", game="c3")
    plain(page)
    open_seat(page, server, table, "AX")
    clicked = play_calmly(page, plans)
    assert sum(name.startswith("»") for name in clicked) == plans
    over = page.locator(f"{PROMPT} .over").inner_text()
    assert "wins" in over or "draw" in over
    with page.expect_download() as download:
        page.locator(f"{PROMPT} .over button", has_text="Save the game").click()
    text = download.value.path().read_text(encoding="utf-8")
    again = save.loads(text)  # plays the game again and compares every position it notes
    assert again.outcome is not None and again.outcome.level in over and save.dumps(again) == text
