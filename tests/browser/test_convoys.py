"""Whole games of Malta Convoys in a real browser, by clicks on the chart and the prompt."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import httpx

from grandharbour.engine import save

from .conftest import ANSWERED, OpenTable, Patience, plain, until

COMPUTER = {"kind": "computer", "player": "greedy"}
HERE = {"kind": "here"}
PROMPT = 'section[aria-label="Prompt"]'

# Where to click for a choice, if the page offers it now: a button or counter of the prompt, or a place on the chart.
SPOT = """({ label, target, kind }) => {
  const prompt = document.querySelector('section[aria-label="Prompt"]');
  const middle = (e) => { const b = e.getBoundingClientRect(); return [b.x + b.width / 2, b.y + b.height / 2]; };
  const reached = (e) => {
    e.scrollIntoView({ block: 'nearest' });
    const top = document.elementFromPoint(...middle(e));
    return top && (top === e || e.contains(top) || (kind === 'space' && top.closest('[data-piece]'))) ? middle(e) : null;
  };
  const buttons = [...prompt.querySelectorAll('button')].filter((b) => !b.disabled && b.getAttribute('aria-disabled') !== 'true');
  if (kind === 'space') {
    const place = document.querySelector(`.hits [data-space="${target}"].may`);
    return place && reached(place);
  }
  const named = kind === 'nothing' ? label : kind === 'number' ? String(target) : null;
  // A counter may stand for several that are alike: then any of them will do.
  const counters = buttons.filter((b) => b.matches('.chip, .man'));
  const found = named ? buttons.find((b) => (b.dataset.label ?? b.textContent.trim()) === named)
    : counters.find((b) => b.textContent.includes(target)) ?? counters.find((b) => b.matches('.man') || b.closest('[role=group]').ariaLabel === label);
  return found ? reached(found) : null;
}"""


def play_as_advised(page: Any, http: httpx.Client, table: str) -> int:
    """Click what the adviser would choose, wherever the page offers it, until the game has ended; returns the clicks."""
    clicks, patience = 0, Patience()
    page.locator(f"{PROMPT} .text").first.wait_for()
    state = http.get(f"/api/tables/{table}/state").json()
    while not state["outcome"]:
        patience((state["number"], state["waiting"], len(state["events"])))
        before = page.locator(PROMPT).inner_text()
        if state["decision"] and _click(page, http, table, state["decision"]):
            clicks += 1
        until(page, ANSWERED, before)
        state = http.get(f"/api/tables/{table}/state").json()
    return clicks


def _click(page: Any, http: httpx.Client, table: str, decision: dict[str, Any]) -> bool:
    if decision["scripts"]:
        script = page.locator(f"{PROMPT} button.script").first
        script.wait_for()
        script.click()
        return True
    best = http.get(f"/api/tables/{table}/hint").json()[0]
    kind = next(choice["kind"] for choice in decision["choices"] if choice["verb"] == best["verb"])
    wanted = {"label": best["label"], "target": best["target"], "kind": kind}
    page.mouse.move(3, 300)  # away from any tray
    spot = page.wait_for_function(SPOT, arg=wanted).json_value()  # a busy page draws late
    page.mouse.click(*spot)
    return True


def test_pedestal_to_the_end(page: Any, server: str, open_table: OpenTable, tmp_path: Path) -> None:
    side = "AL"
    table = open_table({"AX": COMPUTER, "AL": HERE}, "pedestal", game="convoys")
    plain(page)
    page.goto(f"{server}/table/{table['table']}#seat={table['seats'][side]}")
    with httpx.Client(base_url=server, headers={"Authorization": f"Bearer {table['seats'][side]}"}, timeout=60) as http:
        clicks = play_as_advised(page, http, table["table"])
    assert clicks > 20

    # The log of the season lies on the table: it can be taken away as a file, and is put aside.
    log = page.get_by_role("dialog", name="End of Summer 1942")
    log.get_by_role("table", name="Axis aircraft").wait_for()
    with page.expect_download() as downloading:
        log.get_by_role("button", name="Download").click()
    downloading.value.save_as(tmp_path / "log.md")
    page.keyboard.press("Escape")
    log.wait_for(state="detached")
    over = page.locator(f"{PROMPT} .over")
    over.wait_for()
    assert "against a par of" in over.inner_text() or "starves" in over.inner_text()

    with page.expect_download() as downloading:
        page.get_by_role("button", name="Save the game").click()
    downloading.value.save_as(tmp_path / "pedestal.harbour")
    text = (tmp_path / "pedestal.harbour").read_text()
    again = save.loads(text)
    assert again.outcome is not None and again.outcome.reason in over.inner_text()
    assert save.dumps(again) == text
    sheets = [told.event.sheet for told in again.told(None) if told.event.sheet is not None]
    assert [sheet.markdown() for sheet in sheets] == [(tmp_path / "log.md").read_text()]
