"""Whole games of Operazione C3 by clicks in a real browser against the computer, from either seat, and the save that comes of it."""

from __future__ import annotations

import time
from typing import Any

import pytest

from grandharbour.engine import save

from .conftest import OpenTable
from .test_kesselring import COMPUTER, HERE, PROMPT, open_seat

SECONDS = 240
"""Generous: on a quiet machine a game takes a tenth of it."""

# What can be clicked now, with where: the buttons of the prompt, glowing hexes, glowing counters.
NOW = """() => {
  const prompt = document.querySelector('section[aria-label="Prompt"]');
  const open = (e) => {
    const b = e.getBoundingClientRect();
    const [x, y] = [b.x + b.width / 2, b.y + b.height / 2];
    const top = document.elementFromPoint(x, y);
    return b.width > 1 && top && (top === e || e.contains(top) || (!!e.dataset.space && !!top.closest('.pieces [data-piece]')));
  };
  const thing = (e, kind, name) => {
    const b = e.getBoundingClientRect();
    return { kind, name, x: b.x + b.width / 2, y: b.y + b.height / 2 };
  };
  const ready = (b) => !b.disabled && b.getAttribute('aria-disabled') !== 'true' && !b.textContent.includes('§');
  const buttons = [...(prompt?.querySelectorAll('button') ?? [])].filter((b) => ready(b) && open(b));
  const hexes = buttons.length ? [] : [...document.querySelectorAll('.hits [data-space].may')].filter(open).slice(0, 3);
  return {
    over: !!prompt?.querySelector('.over'),
    text: prompt?.innerText ?? '',
    buttons: buttons.map((b) => thing(b, b.classList.contains('script') ? 'script' : 'button', b.textContent.trim())),
    hexes: hexes.map((e) => thing(e, 'space', e.dataset.space)),
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
    """Ready-made plans first, then the calm answer, else the first button or hex; the names of what was clicked."""
    answers: list[str] = []
    page.on("websocket", lambda socket: socket.on("framereceived", lambda _: answers.append("")))
    page.reload()
    clicked: list[str] = []
    until = time.monotonic() + SECONDS
    while time.monotonic() < until:
        now = page.evaluate(NOW)
        if now["over"]:
            return clicked
        scripts = [b for b in now["buttons"] if b["kind"] == "script"]
        plain = [b for b in now["buttons"] if b["kind"] == "button"]
        calm = [b for b in plain if b["name"] in CALM]
        chosen = next(iter(scripts[:1] if len([c for c in clicked if c.startswith("»")]) < plans else []), None)
        chosen = chosen or next(iter(calm or plain or now["hexes"]), None)
        if chosen is None:
            page.wait_for_timeout(20)
            continue
        heard = len(answers)
        page.mouse.click(chosen["x"], chosen["y"])
        clicked.append(chosen["name"])
        patience = time.monotonic() + 5
        while len(answers) == heard and time.monotonic() < patience:
            page.wait_for_timeout(5)
    raise AssertionError(f"the game did not end in {SECONDS} s: {len(clicked)} clicks, {clicked[-5:]}, {page.evaluate(NOW)}")


@pytest.mark.parametrize(("side", "plans"), [("AX", 4), ("CW", 1)])
def test_a_whole_game_against_the_computer(page: Any, server: str, open_table: OpenTable, side: str, plans: int) -> None:
    table = open_table({s: HERE if s == side else COMPUTER for s in ("AX", "CW")}, "invasion", game="c3")
    page.route("**/art.svg", lambda route: route.abort())  # a busy machine would draw the sheet again and again
    open_seat(page, server, table, side)
    clicked = play_calmly(page, plans)
    print(len(clicked), clicked)
    assert sum(name.startswith("»") for name in clicked) == plans
    over = page.locator(f"{PROMPT} .over").inner_text()
    assert "wins" in over or "draw" in over
    with page.expect_download() as download:
        page.locator(f"{PROMPT} .over button", has_text="Save the game").click()
    text = download.value.path().read_text(encoding="utf-8")
    again = save.loads(text)  # plays the game again and compares every position it notes
    assert again.outcome is not None and again.outcome.level in over and save.dumps(again) == text
