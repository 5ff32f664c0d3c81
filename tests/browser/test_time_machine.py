"""Looking back in a real browser: jumps and keys, other eyes, links, playing on, luck, and the film of what others did."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import httpx
import pytest

from ..server.client import Seat, play_on, sit_down
from .conftest import PATIENCE, OpenTable, soon, without_map

HERE = {"kind": "here"}
LINK = {"kind": "link"}
BAR = 'section[aria-label="Replay"]'
SIDES = {"hawks": ("IT", "BR"), "kesselring": ("AX", "AL"), "convoys": ("AX", "AL"), "herkules": ("AX", "BR")}
SCENARIO = {"hawks": "faith-hope-charity", "kesselring": "avalanche-baytown", "convoys": "pedestal", "herkules": "1942"}


def on(*games: str) -> pytest.MarkDecorator:
    """One game for each kind of board: squares, hexes, points, areas."""
    return pytest.mark.parametrize("game", games)


@pytest.fixture
def http(server: str) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=server, timeout=60) as client:
        yield client


@pytest.fixture
def moving(chromium: Any) -> Iterator[Any]:
    """A page of somebody who likes things to move."""
    context = chromium.new_context(viewport={"width": 1440, "height": 900}, reduced_motion="no-preference")
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    without_map(page)
    yield page
    context.close()


def begin(http: httpx.Client, open_table: OpenTable, game: str, clicks: int, second: Any = LINK) -> dict[str | None, Seat]:
    """A table of two people, set up by its scripts and some random clicks into the game: the first that lasts so long."""
    return next(found for found in tables(http, open_table, game, clicks, second) if found)


def tables(
    http: httpx.Client, open_table: OpenTable, game: str, clicks: int, second: Any = LINK
) -> Iterator[dict[str | None, Seat] | None]:
    """One table after the other, each with other clicks; None for a game that ends before."""
    one, two = SIDES[game]
    for luck in range(3, 30):
        opened = open_table({one: HERE, two: second}, SCENARIO[game], game=game)
        seats: dict[str | None, Seat] = {
            side: sit_down(http, opened["table"], side, token) for side, token in opened["seats"].items()
        }
        for _ in range(4):
            for seat in seats.values():
                state = seat.state(since=10**6)
                if state["decision"] and state["decision"]["scripts"]:
                    answer = seat.post("script", number=state["number"], script=state["decision"]["scripts"][-1]["id"])
                    assert answer.status_code == 200, answer.text
        yield seats if play_on(seats, random.Random(luck), clicks) == clicks else None


def sit(page: Any, server: str, seat: Seat, query: str = "") -> None:
    page.goto(f"{server}/table/{seat.table}{query}" + (f"#seat={seat.token}" if seat.token else ""))
    page.wait_for_selector("[data-space]", state="attached")


def place(page: Any) -> tuple[int, int]:
    at, last = page.locator(f"{BAR} .head span").inner_text().split("/")
    return int(at), int(last)


def arrive(page: Any, at: int) -> None:
    from playwright.sync_api import expect

    expect(page.locator(f"{BAR} .head span")).to_have_text(f"{at}/{place(page)[1]}")


@on("hawks", "convoys", "herkules")
def test_keys_and_jumps_move_through_a_running_game(
    page: Any, server: str, http: httpx.Client, open_table: OpenTable, game: str
) -> None:
    from playwright.sync_api import expect

    seat = begin(http, open_table, game, 24)[SIDES[game][0]]
    found = seat.get("moments").json()
    sit(page, server, seat)
    page.get_by_role("button", name="Replay").click()
    last = found["moments"] - 1
    arrive(page, last)
    page.keyboard.press("ArrowLeft")
    arrive(page, last - 1)
    page.keyboard.press("Home")
    arrive(page, 0)
    page.keyboard.press("ArrowRight")
    arrive(page, 1)
    page.keyboard.press("End")
    arrive(page, last)
    turns = [mark["moment"] for mark in found["marks"] if mark["moment"] < last]
    page.keyboard.press("PageUp")
    arrive(page, turns[-1])
    page.locator(BAR).get_by_label("Turn", exact=True).select_option(str(turns[0]))
    arrive(page, turns[0])
    later = page.locator("li.later")
    expect(later.first).to_have_attribute("data-n", str(found["told"][turns[0]]))
    page.get_by_label("Moment").press("End")
    arrive(page, last)
    expect(later, "all has been told at the last moment").to_have_count(0)
    page.keyboard.press("Home")
    for name in ("die", "battle"):
        stops = [k for k in found["dice" if name == "die" else "battles"] if k > 0]
        button = page.get_by_role("button", name=f"To the next {name}")
        if not stops:
            expect(button).to_be_disabled()
            continue
        button.click()
        arrive(page, stops[0])
        page.keyboard.press("Home")
        arrive(page, 0)
    expect(page.get_by_label("Seen by"), "other eyes while the game runs").to_have_count(0)
    expect(page.get_by_role("button", name="Play on from here"), "another person plays here").to_have_count(0)


@on("convoys", "herkules")
def test_after_the_end_other_eyes_links_and_playing_on(
    page: Any, server: str, http: httpx.Client, open_table: OpenTable, game: str
) -> None:
    seats = begin(http, open_table, game, 16)
    one, two = SIDES[game]
    assert seats[one].post("resign").status_code == 200
    watching = Seat(http, seats[one].table, None, None)
    everything = watching.get("moments", eyes="all").json()
    sit(page, server, watching, f"?moment={everything['moments'] // 2}&eyes=all")
    arrive(page, everything["moments"] // 2)
    eyes = page.get_by_label("Seen by")
    assert eyes.input_value() == "all"
    eyes.select_option(two)
    page.wait_for_function(
        f"""(n) => document.querySelector('{BAR} .head span').textContent.endsWith('/' + n)""",
        arg=seats[two].get("moments").json()["moments"] - 1,
    )
    told = [event["text"] for event in seats[two].state()["events"]]
    assert page.locator('[aria-label="Events"] li .text').all_inner_texts() == told, "the log is that of the eyes"
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    at = place(page)[0]
    page.get_by_role("button", name="Copy link").click()
    page.get_by_role("button", name="Link copied").wait_for()
    assert page.evaluate("navigator.clipboard.readText()") == f"{server}/table/{watching.table}?moment={at}&eyes={two}"

    then = watching.get(f"moments/{at}", eyes=two).json()["view"]
    page.get_by_role("button", name="Play on from here").click()
    panel = page.get_by_role("dialog")
    person = game == "convoys"  # against somebody with a link; else against the computer
    if person:
        panel.locator(".side select").last.select_option("link")
    panel.get_by_role("button", name="Start").click()
    page.wait_for_url(lambda url: watching.table not in url)
    if person:
        page.get_by_role("dialog", name="Invite").get_by_role("button", name="Close").click()
    page.wait_for_selector('section[aria-label="Prompt"].mine, section[aria-label="Prompt"] .wait')
    new = page.url.split("/table/")[1].split("#")[0]
    card = http.get(f"/api/tables/{new}").json()
    assert card["seats"][two]["kind"] == ("link" if person else "computer")
    if person:  # a computer may have moved on already
        assert card["heading"] == then["heading"]


@on("hawks", "convoys")
def test_luck_is_worked_out_while_one_looks_back(
    page: Any, server: str, http: httpx.Client, open_table: OpenTable, game: str
) -> None:
    from playwright.sync_api import expect

    seats = begin(http, open_table, game, 10)
    one = SIDES[game][0]
    assert seats[one].post("resign").status_code == 200
    sit(page, server, seats[one])
    page.get_by_role("button", name="Watch the replay").click()
    page.get_by_role("tab", name="Luck").click()
    chart = page.locator('section[aria-label="Luck and skill"] svg')
    if game == "hawks":
        chart.wait_for()
        page.get_by_label("Roll", exact=True).press("End")
        soon(lambda: place(page)[0] > 0)
    else:  # a large game takes its time, and says how far it is
        chart.or_(page.get_by_text("Working out the chances:")).first.wait_for()
    page.get_by_role("button", name="Back to the table").click()
    expect(page.get_by_role("tab", name="Luck")).to_have_count(0)


def others_moved(seats: dict[str | None, Seat]) -> tuple[str, int]:
    """Play until a side is asked again after others have done something; which, and how many events it has not seen happen."""
    rng = random.Random(11)
    for _ in range(200):
        for side, seat in seats.items():
            state = seat.state()
            news = state["events"][state["since"] :]
            if side and state["decision"] and len(news) > 1 and any(event["side"] not in (None, side) for event in news):
                return side, len(news)
        assert play_on(seats, rng, 1)
    raise AssertionError("nobody else did anything")


@on("hawks", "convoys")
def test_a_film_shows_what_others_did(moving: Any, server: str, http: httpx.Client, open_table: OpenTable, game: str) -> None:
    from playwright.sync_api import expect

    seats = begin(http, open_table, game, 4)
    side, news = others_moved(seats)
    sit(moving, server, seats[side])
    strip = moving.get_by_role("region", name="Since your last turn")
    strip.get_by_role("button", name="Play").click()
    film = moving.get_by_role("region", name="Film")
    expect(film.locator(".head span")).to_have_text(f"1/{news}")
    state = seats[side].state()
    expect(film.locator(".text")).to_contain_text(state["events"][state["since"]]["text"])
    events = state["events"][state["since"] :]
    for n in range(2, min(news, 6) + 1):
        film.get_by_role("button", name="Next").click()
        expect(film.locator(".head span")).to_have_text(f"{n}/{news}")
        expect(film.locator(".face")).to_have_count(len(events[n - 1]["dice"]))
    film.get_by_role("button", name="Skip").click()
    expect(film).to_have_count(0)
    moving.wait_for_selector('section[aria-label="Prompt"].mine')
    strip.get_by_role("button", name="Put away").click()
    expect(strip).to_have_count(0)


def test_where_nothing_shall_move_there_is_a_list(page: Any, server: str, http: httpx.Client, open_table: OpenTable) -> None:
    from playwright.sync_api import expect

    seats = begin(http, open_table, "hawks", 12)
    side, news = others_moved(seats)
    sit(page, server, seats[side])
    strip = page.get_by_role("region", name="Since your last turn")
    strip.locator("summary").click()
    expect(strip.locator("li")).to_have_count(news)
    assert strip.get_by_role("button", name="Play").count() == 0


@on("hawks", "convoys")
def test_two_people_agree_to_go_back(
    page: Any, phone: Any, server: str, http: httpx.Client, open_table: OpenTable, game: str
) -> None:
    from playwright.sync_api import expect

    seats = begin(http, open_table, game, 20)
    one, two = SIDES[game]
    sit(page, server, seats[one])
    sit(phone, server, seats[two])
    page.get_by_role("button", name="Replay").click()
    last = seats[one].get("moments").json()["moments"] - 1
    arrive(page, last)
    page.keyboard.press("PageUp")
    at = [mark["moment"] for mark in seats[one].get("moments").json()["marks"] if mark["moment"] < last][-1]
    arrive(page, at)
    page.get_by_role("button", name="Ask to go back here").click()
    page.get_by_text("Waiting for the answer").wait_for()
    phone.get_by_role("button", name="Agree").click()
    expect(page.get_by_text("Waiting for the answer")).to_have_count(0)
    # What the other side had not yet let go of at that moment is a secret again.
    assert seats[one].get("moments").json()["moments"] <= at + 1


GLIDE = """async ([key, pieces]) => {
  // Whether a frame catches a counter on its way depends on the machine; that it sets out does not.
  const gone = new Promise((resolve) => {
    document.addEventListener('transitionrun', (event) => {
      const piece = event.target.closest?.('g.piece')?.getAttribute('data-piece');
      if (event.propertyName === 'transform' && pieces.includes(piece)) resolve(true);
    });
    setTimeout(() => resolve(false), 120000);
  });
  window.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
  return await gone;
}"""


def _alone(piece: str, places: dict[str, str | None]) -> bool:
    """Whether nobody else stands where a piece stands."""
    return list(places.values()).count(places[piece]) == 1


@on("hawks", "convoys")
def test_the_map_moves_while_one_scrubs(moving: Any, server: str, http: httpx.Client, open_table: OpenTable, game: str) -> None:
    """From moment to moment, back and forth, a counter glides: it is seen on its way."""
    for seats in tables(http, open_table, game, 60 if game == "hawks" else 16):
        if seats is None:
            continue
        seat = seats[SIDES[game][game == "convoys"]]
        views = [
            {piece["id"]: piece["at"] for piece in seat.get(f"moments/{k}").json()["view"]["pieces"]}
            for k in range(seat.get("moments").json()["moments"])
        ]
        moved = [[p for p, at in now.items() if at and before.get(p) not in (None, at)] for before, now in pairwise(views)]
        # Ships that go to sea change from one heap to another; what glides is a plane or a group that shares its place with nobody.
        moved = [
            [p for p in pieces if (game == "hawks" or p.startswith("Group")) and _alone(p, before) and _alone(p, now)]
            for pieces, (before, now) in zip(moved, pairwise(views), strict=True)
        ]
        if any(moved):
            break
    k = next(k for k, pieces in enumerate(moved) if pieces)
    sit(moving, server, seat, f"?moment={k}")
    arrive(moving, k)
    for key, at in (("ArrowRight", k + 1), ("ArrowLeft", k)):
        # One that has not set out yet and is called back never sets out.
        moving.wait_for_function("() => !document.getAnimations().some((it) => it instanceof CSSTransition)")
        glides = moving.evaluate(GLIDE, [key, moved[k]])
        # Going back, a group of the convoys may come out of a heap that is laid anew, and then it appears in its place.
        assert glides or (game == "convoys" and key == "ArrowLeft"), f"{moved[k]} jump on {key}"
        arrive(moving, at)
