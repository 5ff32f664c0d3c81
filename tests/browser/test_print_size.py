"""No text that a player needs is too small to be read: every text on the five boards, measured as it is drawn."""

from __future__ import annotations

import statistics
from collections.abc import Callable
from typing import Any

import httpx
import pytest

from ..conftest import MEASURED
from .conftest import settled

pytestmark = pytest.mark.map

SIDES = {"hawks": ("IT", "BR"), "kesselring": ("AX", "AL"), "c3": ("AX", "BR"), "convoys": ("AL", "AX"), "herkules": ("AX", "BR")}
SIZES = {"1440x900": (1440, 900), "1920x1080": (1920, 1080), "390x844": (390, 844)}
LEAST = 9.0
TAPPED = 11.0  # on a phone, after one tap
NEEDED = {"sheet", "counter name", "factor", "count", "town", "zone", "cell", "badge", "level", "track", "marker", "tray"}

MEASURE = r"""() => {
  const frame = document.querySelector(".frame").getBoundingClientRect();
  const seen = (r) => r.width > 0 && r.right > frame.left && r.left < frame.right && r.bottom > frame.top && r.top < frame.bottom;
  const size = (text) => {
    const m = text.getScreenCTM();
    const inner = text.querySelector("tspan") ?? text;
    return parseFloat(getComputedStyle(inner).fontSize) * Math.sqrt(Math.abs(m.a * m.d - m.b * m.c));
  };
  const small = (text) => text.closest(".mark") ? "mark" : text.classList.contains("size") || text.classList.contains("nation") ? "echelon" : "";
  const onCounter = (text) => small(text) || (text.classList.contains("values") || /^[\d()+-]+([ -][\d()+-]+)*$/.test(text.textContent.trim()) ? "factor" : "counter name");
  const kind = (text) => {
    if (text.closest("[data-piece]")) return onCounter(text);
    if (text.closest("[data-tray]")) return "tray";
    for (const [group, name] of [[".heights", "count"], [".shelves", "level"], [".track", "track"], [".markers", "marker"]]) if (text.closest(group)) return name;
    return text.dataset.kind ?? (text.closest(".art") ? "unmarked" : "overlay");
  };
  const dialog = document.querySelector("dialog[open]");
  if (dialog)
    return [...dialog.querySelectorAll("text")].filter((it) => it.textContent.trim())
      .map((it) => ({ kind: onCounter(it), px: size(it), words: it.textContent.trim() }))
      .concat([...dialog.querySelectorAll("b, small, button, h2, span")].filter((it) => !it.closest(".hidden") && [...it.childNodes].some((n) => n.nodeType === 3 && n.textContent.trim()))
        .map((it) => ({ kind: "sheet", px: parseFloat(getComputedStyle(it).fontSize), words: it.textContent.trim() })));
  return [...document.querySelectorAll(".frame svg text")]
    .filter((it) => it.textContent.trim() && it.checkVisibility() && seen(it.getBoundingClientRect()))
    .map((it) => ({ kind: kind(it), px: size(it), words: it.textContent.trim() }));
}"""


def after_set_up(server: str, game: str) -> tuple[str, str]:
    """A table of a game whose set-up the scripts have played, and the token of the seat asked."""
    with httpx.Client(base_url=server, timeout=120) as http:
        card = next(it for it in http.get("/api/games").json() if it["id"] == game)
        seats = {side["id"]: {"kind": "here"} for side in card["sides"]}
        wish = {"game": game, "scenario": card["scenarios"][0]["id"], "options": {}, "tables": None, "seed": 7, "seats": seats}
        opened = http.post("/api/tables", json=wish).json()
        for _ in range(40):
            for token in opened["seats"].values():
                head = {"Authorization": f"Bearer {token}"}
                state = http.get(f"/api/tables/{opened['table']}/state", headers=head).json()
                if state["decision"]:
                    break
            decision = state["decision"]
            placing = sum(len(choice["targets"]) for choice in decision["choices"] if choice["kind"] == "space")
            wish = {"side": decision["side"], "number": state["number"]}
            if decision["scripts"]:
                wish["script"] = decision["scripts"][0]["id"]
                http.post(f"/api/tables/{opened['table']}/script", headers=head, json=wish)
            elif game == "hawks" and not any(piece["at"] for piece in state["view"]["pieces"]) and placing:
                choice = next(choice for choice in decision["choices"] if choice["targets"])
                wish |= {"verb": choice["verb"], "target": choice["targets"][0]}
                http.post(f"/api/tables/{opened['table']}/choices", headers=head, json=wish)
            else:
                return opened["table"], token
    raise AssertionError("the set-up did not end")


def judge(tell: Callable[[str, object], None], look: str, texts: list[dict[str, Any]], least: float) -> None:
    kinds: dict[str, list[float]] = {}
    for text in texts:
        kinds.setdefault(text["kind"], []).append(text["px"])
    told = ", ".join(f"{kind} {min(px):.1f}/{statistics.median(px):.1f}" for kind, px in sorted(kinds.items()) if kind in NEEDED)
    tell(MEASURED, f"print size, least/median px: {look}: {told}")
    assert "unmarked" not in kinds, "a text of the map without its kind"
    small = [f"{t['kind']} {t['px']:.1f} {t['words']}" for t in texts if t["kind"] in NEEDED and t["px"] < least - 0.05]
    assert not small, small[:8]


@pytest.mark.parametrize("game", SIDES)
def test_what_a_player_needs_can_be_read(
    chromium: Any, server: str, game: str, record_property: Callable[[str, object], None]
) -> None:
    table, token = after_set_up(server, game)
    for look, (w, h) in SIZES.items():
        phone = w < 760
        context = chromium.new_context(
            viewport={"width": w, "height": h}, reduced_motion="reduce", has_touch=phone, is_mobile=phone
        )
        page = context.new_page()
        page.goto(f"{server}/table/{table}#seat={token}")
        page.locator(".art svg text").first.wait_for(state="attached")
        page.locator(".prompt.mine").wait_for()
        settled(page)
        if not phone:
            judge(record_property, f"{game} {look}", page.evaluate(MEASURE), LEAST)
        elif page.locator(".pieces [data-piece]").count():
            nearest = page.evaluate(
                """() => { const f = document.querySelector(".frame").getBoundingClientRect();
                  const at = [...document.querySelectorAll(".pieces [data-piece]")].map((it) => it.getBoundingClientRect()).map((r) => [r.x + r.width / 2, r.y + r.height / 2]);
                  const far = ([x, y]) => Math.hypot(x - f.x - f.width / 2, y - f.y - f.height / 2);
                  return at.sort((a, b) => far(a) - far(b))[0]; }"""
            )
            page.touchscreen.tap(*nearest)
            page.locator("dialog[open], .card.pinned").first.wait_for()
            settled(page)
            judge(record_property, f"{game} {look} tapped", page.evaluate(MEASURE), TAPPED)
        context.close()
