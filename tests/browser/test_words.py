"""Every sentence of the interface comes from its catalogue, and no layout breaks with longer ones: the pages in the pseudo-language."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable
from typing import Any

import pytest

from .conftest import PATIENCE, OpenTable, settled
from .test_club import People, club, join, people  # noqa: F401

pytestmark = pytest.mark.map

HERE = {"kind": "here"}
SEEN = """() => {
  const found = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  // Maps and counters are drawn from what the server sends; code and keys are the same in every language.
  const drawn = ".art, svg, script, style, noscript, textarea, code, kbd";
  for (let node = walker.nextNode(); node; node = walker.nextNode())
    if (!node.parentElement.closest(drawn)) found.push(node.textContent);
  for (const element of document.querySelectorAll("[aria-label], [title], [placeholder], [aria-valuetext]"))
    for (const name of ["aria-label", "title", "placeholder", "aria-valuetext"]) found.push(element.getAttribute(name) ?? "");
  return [...found, document.title];
}"""
BROKEN = """() => {
  const wrong = [];
  if (document.scrollingElement.scrollWidth > innerWidth + 1) wrong.push(`the page scrolls: ${document.scrollingElement.scrollWidth}`);
  const scrolls = (it) => { for (let at = it.parentElement; at; at = at.parentElement) if (/auto|scroll/.test(getComputedStyle(at).overflowX)) return true; };
  for (const it of document.querySelectorAll("button, .button, summary, [role=tab]")) {
    const box = it.getBoundingClientRect();
    const style = getComputedStyle(it);
    if (!box.width || style.visibility === "hidden" || it.closest(".hidden, svg, [inert]")) continue;
    const name = it.textContent.trim().slice(0, 50);
    if ((box.right > innerWidth + 1 || box.left < -1) && !scrolls(it)) wrong.push(`out of the window: ${name}`);
    for (const text of it.childNodes) {
      if (text.nodeType !== 3 || !text.textContent.trim()) continue;
      const range = document.createRange();
      range.selectNodeContents(text);
      const inside = range.getBoundingClientRect();
      if (inside.right > box.right + 1.5 || inside.left < box.left - 1.5) wrong.push(`clipped: ${name}`);
    }
  }
  return wrong;
}"""


def listen(page: Any) -> list[str]:
    """Every text the server sends to a page from now on."""
    heard: list[str] = []

    def take(value: Any) -> None:
        if isinstance(value, str):
            heard.append(value)
        elif isinstance(value, dict):
            if "label" in value and value.get("sub"):
                heard.append(f"{value['label']} {value['sub']}")
            for key, it in value.items():
                take(key)
                take(it)
        elif isinstance(value, list):
            for it in value:
                take(it)

    def answered(response: Any) -> None:
        if "/api/" in response.url and "json" in response.headers.get("content-type", ""):
            take(response.json())

    page.on("response", answered)
    page.on("websocket", lambda line: line.on("framereceived", lambda frame: take(json.loads(frame))))
    return heard


def bypassing(page: Any, heard: list[str]) -> list[str]:
    """Words in plain letters on the page that no server has sent."""
    told = re.sub(r"\W+", " ", "\n".join(heard)).lower()
    found = []
    for text in page.evaluate(SEEN):
        # What the catalogue says has no plain letter: between its words stands what was filled in.
        for part in re.split(r"[^\s\w]*(?:[^\W\d_]*[^\x00-\x7f\W][^\W_]*)[^\s\w]*", text):
            plain = re.sub(r"\W+", " ", part).strip().lower()
            if (
                re.search(r"[a-z]{2}", plain)
                and plain not in told
                and not all(word.isdigit() or f" {word} " in f" {told} " for word in plain.split())
            ):
                found.append(text.strip())
    return sorted(set(found))


def whole(page: Any, heard: list[str]) -> None:
    # What the server sends may be noted after the page shows it.
    end = time.monotonic() + PATIENCE / 1000
    while (bypasses := bypassing(page, heard)) and time.monotonic() < end:
        page.wait_for_timeout(50)
    assert bypasses == []
    assert page.evaluate(BROKEN) == []


def home(page: Any, server: str, open_table: OpenTable) -> None:
    page.goto(f"{server}/?words=pseudo")
    page.locator(".box").nth(4).wait_for()


def start(page: Any, server: str, open_table: OpenTable) -> None:
    page.goto(f"{server}/?words=pseudo&play=c3")
    page.locator("dialog form").wait_for()
    page.locator("dialog details").evaluate("(it) => (it.open = true)")


def editor(page: Any, server: str, open_table: OpenTable) -> None:
    page.goto(f"{server}/editor/hawks?words=pseudo")
    page.locator(".pieces [data-piece]").first.wait_for(state="attached")
    page.locator(".verdict .fine").wait_for()
    page.locator("details").evaluate_all("(all) => all.forEach((it) => (it.open = true))")


def calculator(page: Any, server: str, open_table: OpenTable) -> None:
    page.goto(f"{server}/calculator/herkules?words=pseudo")
    page.locator(".verdict .win").wait_for()


def replay(page: Any, server: str, open_table: OpenTable) -> None:
    opened = open_table({"IT": HERE, "BR": {"kind": "computer", "player": "greedy"}})
    page.goto(f"{server}/table/{opened['table']}?words=pseudo#seat={opened['seats']['IT']}")
    page.locator(".prompt.mine").wait_for()
    page.locator("header nav button").first.click()
    page.locator("section.replay").wait_for()


def at_table(game: str, scenario: str, sides: tuple[str, str]) -> Callable[[Any, str, OpenTable], None]:
    def sit(page: Any, server: str, open_table: OpenTable) -> None:
        opened = open_table(dict.fromkeys(sides, HERE), scenario, game=game)
        for token in opened["seats"].values():
            page.goto(f"{server}/table/{opened['table']}?words=pseudo#seat={token}")
            page.locator(".pieces [data-piece], .prompt .text").first.wait_for(state="attached")
            page.locator(".prompt .text").first.wait_for()
            if page.locator(".prompt.mine").count():
                break
        page.locator(".art svg text").first.wait_for(state="attached")
        settled(page)

    return sit


PAGES = {
    "home": home,
    "start": start,
    "hawks": at_table("hawks", "faith-hope-charity", ("IT", "BR")),
    "kesselring": at_table("kesselring", "campaign", ("AX", "AL")),
    "c3": at_table("c3", "invasion", ("AX", "CW")),
    "convoys": at_table("convoys", "pedestal", ("AX", "AL")),
    "herkules": at_table("herkules", "1942", ("AX", "BR")),
    "editor": editor,
    "calculator": calculator,
    "replay": replay,
}


@pytest.mark.parametrize("name", PAGES)
def test_no_sentence_bypasses_the_catalogue_and_none_breaks_a_page(
    page: Any, server: str, open_table: OpenTable, name: str
) -> None:
    heard = listen(page)
    PAGES[name](page, server, open_table)
    whole(page, heard)
    if name in ("hawks", "kesselring"):  # and every paper beside the board
        for tab in page.locator("[role=tab]").all():
            tab.click()
            page.locator("[role=tabpanel] > *").first.wait_for()
            whole(page, heard)


@pytest.mark.parametrize("name", ["home", "start", "hawks", "kesselring", "calculator"])
def test_longer_sentences_break_no_phone(phone: Any, server: str, open_table: OpenTable, name: str) -> None:
    heard = listen(phone)
    PAGES[name](phone, server, open_table)
    whole(phone, heard)


def test_the_pages_of_a_club_say_it_from_the_catalogue_too(people: People, club: str) -> None:  # noqa: F811
    """In a wide window and a narrow one, as a guest and as a member."""
    page = people()
    heard = listen(page)
    for who in ("guest", "member"):
        if who == "member":
            join(page, club, "Ada")
        for where in ("me", "lobby", "standing", "tournaments", "ladder/hawks"):
            page.goto(f"{club}/{where}?words=pseudo")
            page.get_by_role("heading", level=1).first.wait_for()
            page.wait_for_load_state("networkidle")
            for size in ((1440, 900), (360, 740)):
                page.set_viewport_size({"width": size[0], "height": size[1]})
                whole(page, heard)
        page.goto(f"{club}/me?words=en")


def test_a_plain_sentence_would_be_noticed(page: Any, server: str, open_table: OpenTable) -> None:
    heard = listen(page)
    home(page, server, open_table)
    page.evaluate("document.querySelector('h1').title = 'Zoom far out'")
    assert bypassing(page, heard) == ["Zoom far out"]
    page.evaluate("document.querySelector('.button.main').style.width = '2rem'; document.body.style.width = '200vw'")
    assert len(page.evaluate(BROKEN)) >= 2
