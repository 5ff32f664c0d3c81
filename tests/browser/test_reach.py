"""No serious barrier on any page, by day and by night; and what every page costs a browser."""

from __future__ import annotations

import gzip
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest

from ..conftest import MEASURED
from .conftest import PATIENCE, STATIC, OpenTable

AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
# Colours on their way to others are too pale: they arrive at once, when the page has heard of the scheme. That takes a frame, which a busy
# machine may not draw for long.
ARRIVED = """async (scheme) => {
  if (!matchMedia(`(prefers-color-scheme: ${scheme})`).matches) return false;
  const still = new CSSStyleSheet();
  still.replaceSync("*, ::before, ::after { transition: none !important }");
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, still];
  await new Promise((done) => {
    requestAnimationFrame(() => requestAnimationFrame(done));
    setTimeout(done, 2000);
  });
  for (const it of document.getAnimations()) {
    try { it.finish(); } catch { it.cancel(); }
  }
  return true;
}"""
RUN = """async (only) => (await axe.run(document, {resultTypes: ['violations'], ...(only ? {runOnly: [only]} : {})})).violations
  .filter((v) => ['serious', 'critical'].includes(v.impact)).map((v) => [v.id, v.nodes.length, v.nodes[0].html])"""
HERE = {"kind": "here"}
COMPUTER = {"kind": "computer", "player": "random"}
Step = Callable[[Any], object]


def button(name: str) -> Step:
    return lambda page: page.get_by_role("button", name=name).first.click()


def tab(name: str) -> Step:
    return lambda page: page.get_by_role("tab", name=name).click()


def seen(selector: str) -> Step:
    return lambda page: page.locator(selector).first.wait_for(state="attached")


def choose_chapter(page: Any) -> None:
    page.get_by_label("Search the rules").fill("supply")
    page.locator("mark").first.wait_for()


# A page, the game whose table it needs, and what to do there before it is looked at.
PAGES: dict[str, tuple[str, list[Step]]] = {
    "home": ("/", [seen("li.box")]),
    "start": ("/?play=c3", [seen("dialog"), lambda page: page.locator("dialog summary").click()]),
    "print": ("/", [button("Print and play"), seen("dialog")]),
    "calculator": ("/calculator/herkules", [seen(".verdict")]),
    "no such page": ("/harbour", [seen("h1")]),
    "no such table": ("/table/nowhere", [seen("h1")]),
    "wrong seat": ("table:hawks:wrong", [seen("h1")]),
    "editor, points": ("/editor/convoys", [lambda page: page.get_by_text("This position can be played").wait_for()]),
    "editor, hexes": ("/editor/kesselring", [lambda page: page.get_by_text("This position can be played").wait_for()]),
    "lesson": ("lesson:herkules", [button("Begin")]),
    "replay, areas": ("table:herkules", [seen("[data-space]"), button("Replay"), seen('section[aria-label="Replay"]')]),
    "luck": ("table:hawks", [seen("[data-space].may"), button("Replay"), tab("Luck")]),
    "rulebook": ("table:convoys", [seen("[data-space]"), tab("Rulebook"), choose_chapter]),
}


@pytest.mark.skipif(not AXE.exists(), reason="axe-core is not installed: run `make client`")
@pytest.mark.parametrize("name", PAGES)
def test_no_serious_barrier(chromium: Any, server: str, open_table: OpenTable, name: str) -> None:
    address, steps = PAGES[name]
    context = chromium.new_context(viewport={"width": 1280, "height": 800}, reduced_motion="reduce", bypass_csp=True)
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    page.goto(server + place(server, open_table, address))
    for step in steps:
        step(page)
    page.add_script_tag(path=str(AXE))
    assert not (found := page.evaluate(RUN, None)), found
    page.emulate_media(color_scheme="dark", reduced_motion="reduce")
    # Colours glide into each other: half way they contrast with nothing.
    page.wait_for_function(ARRIVED, arg="dark", polling=50)
    assert not (found := page.evaluate(RUN, "color-contrast")), found
    context.close()


def place(server: str, open_table: OpenTable, address: str) -> str:
    """An address of the server; tables and lessons are opened for it."""
    if address.startswith("lesson:"):
        opened = httpx.post(f"{server}/api/tables", json={"game": address[7:], "lesson": True}, timeout=60).json()
        return f"/table/{opened['table']}#seat={next(filter(None, opened['seats'].values()))}"
    if address.startswith("table:"):
        _, game, *wrong = address.split(":")
        card = next(card for card in httpx.get(f"{server}/api/games").json() if card["id"] == game)
        one, two = (side["id"] for side in card["sides"])
        opened = open_table({one: HERE, two: COMPUTER}, card["scenarios"][0]["id"], game=game)
        return f"/table/{opened['table']}#seat={'of-nobody' if wrong else opened['seats'][one]}"
    return address


def test_a_closed_server_is_told_and_found_again(page: Any, server: str) -> None:
    page.route("**/api/**", lambda route: route.abort())
    page.goto(f"{server}/editor/hawks")
    page.get_by_text("The table server does not answer").wait_for()
    page.unroute("**/api/**")
    page.get_by_role("button", name="Try again").click()
    page.get_by_text("This position can be played").wait_for()


def test_the_client_is_small(
    page: Any, server: str, open_table: OpenTable, record_property: Callable[[str, object], None]
) -> None:
    """What a table fetches before its board stands, pressed as a server would, map art left out: under 180 kB; and the whole."""
    fetched: set[str] = set()
    page.on("request", lambda request: fetched.add(request.url.removeprefix(server).partition("?")[0]))
    page.goto(server + place(server, open_table, "table:c3"))
    page.locator("[data-space]").first.wait_for(state="attached")
    page.locator('section[aria-label="Prompt"] .text').first.wait_for()

    def pressed(path: Path) -> int:
        return len(gzip.compress(path.read_bytes(), 6))

    kinds = (".js", ".css", ".html", ".svg", ".woff2")
    whole = {path: pressed(path) for path in STATIC.parent.rglob("*") if path.suffix in kinds}
    first = pressed(STATIC) + sum(size for path, size in whole.items() if f"/{path.relative_to(STATIC.parent)}" in fetched)
    record_property(
        MEASURED, f"client: {first / 1000:.1f} kB gzipped before a table stands, {sum(whole.values()) / 1000:.1f} kB in all"
    )
    assert 50_000 < first < 180_000


def test_a_panel_that_cannot_be_fetched_says_so(page: Any, server: str, open_table: OpenTable) -> None:
    page.route("**/assets/RulebookTab*", lambda route: route.abort())
    page.goto(server + place(server, open_table, "table:hawks"))
    page.get_by_role("tab", name="Rulebook").click()
    page.get_by_text("could not be fetched").wait_for()
    page.unroute("**/assets/RulebookTab*")
    page.get_by_role("button", name="Load the page again").click()
    page.get_by_role("tab", name="Rulebook").click()
    page.get_by_label("Search the rules").wait_for()
