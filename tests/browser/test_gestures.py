"""A unit goes where it is pointed: two clicks instead of five, the clicks between found by the server."""

from __future__ import annotations

from typing import Any

import httpx

from grandharbour.server.history import History

from .conftest import settled, soon
from .played import laid, played

HERE = {"kind": "here"}
OPEN = """(places) => places.find((id) => {
  const hit = document.querySelector(`.hits [data-space="${id}"]`);
  const box = hit.getBoundingClientRect();
  return document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2) === hit;
})"""
"""The first of some places that nothing lies over."""


def ask(server: str, opened: dict[str, Any], side: str, what: str, **params: Any) -> Any:
    head = {"Authorization": f"Bearer {opened['seats'][side]}"}
    return httpx.get(f"{server}/api/tables/{opened['table']}/{what}", headers=head, params=params, timeout=60).json()


def play_to(server: str, game: str, scenario: str, verb: str) -> tuple[dict[str, Any], str]:
    """A table played by the adviser until somebody may choose a verb, as it was opened; and who that is."""

    def may(film: History, _: int) -> bool:
        return any(decision.choices.get(verb) for decision in film.table.war.asked())

    with httpx.Client(base_url=server, timeout=60) as http:
        seats = laid(http, played(game, scenario, may))
        side = next(side for side, seat in seats.items() if side and seat.state()["decision"])
        return {"table": seats[side].table, "seats": {one: seat.token for one, seat in seats.items() if one}}, side


def mover(server: str, opened: dict[str, Any], side: str) -> tuple[str, list[dict[str, Any]]]:
    """A unit that can be brought somewhere in more than two clicks, and where."""
    state = ask(server, opened, side, "state")
    asked = {target for choice in state["decision"]["choices"] for target in choice["targets"]}
    for piece in state["view"]["pieces"]:
        if piece["side"] == side and piece["at"] and not asked & {piece["id"], piece["at"]}:
            ways = ask(server, opened, side, "reach", piece=piece["id"])
            if any(len(way["clicks"]) > 2 for way in ways):
                return piece["id"], ways
    raise AssertionError("nobody can be moved by one gesture")


def where(server: str, opened: dict[str, Any], side: str, piece: str) -> str | None:
    at: str | None = next(p["at"] for p in ask(server, opened, side, "state")["view"]["pieces"] if p["id"] == piece)
    return at


def pick_up(page: Any, piece: str) -> None:
    """Click a unit; out of its pile, if it lies in one."""
    press(page, f'.pieces [data-piece="{piece}"]')
    in_tray = page.locator(f'[data-tray] [data-piece="{piece}"]')
    in_hand = page.get_by_text("click where it goes")
    in_tray.or_(in_hand).first.wait_for()
    if in_tray.count():
        press(page, f'[data-tray] [data-piece="{piece}"]')
    in_hand.wait_for()


def press(page: Any, selector: str) -> None:
    """Click what lies at the middle of a thing on the board, as a person does."""
    settled(page)
    box = page.locator(selector).first.bounding_box()
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def test_a_unit_and_then_its_place(page: Any, server: str) -> None:
    opened, side = play_to(server, "kesselring", "avalanche-baytown", "move")
    piece, ways = mover(server, opened, side)
    start, number = where(server, opened, side, piece), ask(server, opened, side, "state")["number"]
    places = [way["place"] for way in ways]
    page.goto(f"{server}/table/{opened['table']}#seat={opened['seats'][side]}")
    page.locator(f'[data-piece="{piece}"]').first.wait_for(state="attached")
    pick_up(page, piece)
    offered = set(page.locator(".hits .may").evaluate_all("found => found.map((it) => it.dataset.space)"))
    assert offered == set(places), "where it can go glows, and nothing else"
    page.locator("svg[role=application]").focus()
    page.keyboard.press("Escape")
    page.get_by_text("click where it goes").wait_for(state="detached")
    assert where(server, opened, side, piece) == start, "nothing is played before a place is named"
    pick_up(page, piece)
    page.mouse.move(3, 300)  # away from any pile
    page.locator("[data-tray]").wait_for(state="detached")
    place = page.evaluate(OPEN, sorted({way["place"] for way in ways if len(way["clicks"]) > 2}))
    press(page, f'.hits [data-space="{place}"]')
    if places.count(place) > 1:
        page.get_by_role("menu").get_by_role("menuitem").first.click()
    soon(lambda: where(server, opened, side, piece) == place)
    assert ask(server, opened, side, "state")["number"] == number + 1, "one gesture is one move"
    page.get_by_role("button", name="Undo").first.click()
    soon(lambda: where(server, opened, side, piece) == start)
    page.mouse.move(3, 300)
    settled(page)
    box = page.locator(f'.pieces [data-piece="{piece}"]').first.bounding_box()
    goal = page.locator(f'.hits [data-space="{place}"]').bounding_box()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.move(box["x"] + 40, box["y"] + 40, steps=4)
    page.locator(".ghost").wait_for()
    page.mouse.move(goal["x"] + goal["width"] / 2, goal["y"] + goal["height"] / 2, steps=4)
    page.mouse.up()
    if places.count(place) > 1:
        page.get_by_role("menu").get_by_role("menuitem").first.click()
    soon(lambda: where(server, opened, side, piece) == place)


def test_two_of_a_heap(page: Any, server: str) -> None:
    """A heap of aircraft: into the hand, two of them, and where: one move instead of three."""
    opened, _ = play_to(server, "herkules", "1942", "lift")
    state = ask(server, opened, "AX", "state")
    units = next(choice["targets"] for choice in state["decision"]["choices"] if choice["verb"] == "unit")
    heap = next(
        unit
        for unit in units
        if any(click["target"] == 3 for click in ask(server, opened, "AX", "reach", piece=unit)[0]["clicks"])
    )
    page.goto(f"{server}/table/{opened['table']}#seat={opened['seats']['AX']}")
    page.locator(f'[data-piece="{heap}"]').first.wait_for(state="attached")
    pick_up(page, heap)
    page.get_by_role("group", name="How many of each").get_by_role("button", name="2").click()
    page.get_by_role("group", name="How many of each").locator(".on", has_text="2").wait_for()
    page.mouse.move(3, 300)
    page.locator("[data-tray]").wait_for(state="detached")
    place = page.evaluate(OPEN, sorted({way["place"] for way in ask(server, opened, "AX", "reach", piece=heap)}))
    press(page, f'.hits [data-space="{place}"]')
    soon(lambda: there(server, opened, place) == standing(state, place) + 2)
    assert ask(server, opened, "AX", "state")["number"] == state["number"] + 1, "one gesture is one move"
    page.get_by_role("button", name="Undo").first.click()
    soon(lambda: there(server, opened, place) == standing(state, place))


def standing(state: dict[str, Any], place: str) -> int:
    return sum(piece["side"] == "AX" and piece["at"] == place for piece in state["view"]["pieces"])


def there(server: str, opened: dict[str, Any], place: str) -> int:
    return standing(ask(server, opened, "AX", "state"), place)


def test_no_card_lies_over_the_map_while_a_unit_is_in_the_hand(page: Any, server: str) -> None:
    """Facts that were about to be shown of a counter are not shown once it has been taken: they would cover where it can go."""
    page.add_init_script(
        """window.late = [];
        const later = window.setTimeout;
        window.setTimeout = (what, pause, ...rest) => {
          const timer = later(pause === 450 ? () => {} : what, pause, ...rest);
          if (pause === 450) window.late.push([timer, what]);
          return timer;
        };
        const clear = window.clearTimeout;
        window.clearTimeout = (timer) => { window.late = window.late.filter(([known]) => known !== timer); clear(timer); };"""
    )
    opened, side = play_to(server, "kesselring", "avalanche-baytown", "move")
    piece, _ = mover(server, opened, side)
    page.goto(f"{server}/table/{opened['table']}#seat={opened['seats'][side]}")
    page.locator(f'[data-piece="{piece}"]').first.wait_for(state="attached")
    pick_up(page, piece)
    page.evaluate("() => window.late.forEach(([, what]) => what())")
    settled(page)
    assert page.locator(".card:not(.empty)").count() == 0
