"""Looking back in a real browser: jumps and keys, other eyes, links, playing on, luck, and the film of what others did."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from ..server.client import Seat, play_on
from .conftest import OpenTable

HERE = {"kind": "here"}
LINK = {"kind": "link"}
BAR = 'section[aria-label="Replay"]'
SIDES = {"hawks": ("IT", "BR"), "kesselring": ("AX", "AL")}
SCENARIO = {"hawks": "faith-hope-charity", "kesselring": "avalanche-baytown"}

both = pytest.mark.parametrize("game", ["hawks", "kesselring"])


@pytest.fixture
def http(server: str) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=server, timeout=60) as client:
        yield client


@pytest.fixture
def moving(chromium: Any) -> Iterator[Any]:
    """A page of somebody who likes things to move."""
    context = chromium.new_context(viewport={"width": 1440, "height": 900}, reduced_motion="no-preference")
    page = context.new_page()
    page.set_default_timeout(20_000)
    yield page
    context.close()


def begin(http: httpx.Client, open_table: OpenTable, game: str, clicks: int, second: Any = LINK) -> dict[str | None, Seat]:
    """A table of two people, some random clicks into the game."""
    one, two = SIDES[game]
    opened = open_table({one: HERE, two: second}, SCENARIO[game], game=game)
    seats: dict[str | None, Seat] = {side: Seat(http, opened["table"], side, token) for side, token in opened["seats"].items()}
    assert play_on(seats, random.Random(3), clicks) == clicks
    return seats


def sit(page: Any, server: str, seat: Seat, query: str = "") -> None:
    page.goto(f"{server}/table/{seat.table}{query}" + (f"#seat={seat.token}" if seat.token else ""))
    page.wait_for_selector("[data-space]", state="attached")


def place(page: Any) -> tuple[int, int]:
    at, last = page.locator(f"{BAR} .head span").inner_text().split("/")
    return int(at), int(last)


def arrive(page: Any, at: int) -> None:
    from playwright.sync_api import expect

    expect(page.locator(f"{BAR} .head span")).to_have_text(f"{at}/{place(page)[1]}")


@both
def test_keys_and_jumps_move_through_a_running_game(
    page: Any, server: str, http: httpx.Client, open_table: OpenTable, game: str
) -> None:
    seat = begin(http, open_table, game, 36)[SIDES[game][0]]
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
    page.keyboard.press("Home")
    for name in ("die", "battle"):
        stops = [k for k in found["dice" if name == "die" else "battles"] if k > 0]
        button = page.get_by_role("button", name=f"To the next {name}")
        if not stops:
            assert button.is_disabled()
            continue
        button.click()
        arrive(page, stops[0])
        page.keyboard.press("Home")
        arrive(page, 0)
    assert page.get_by_label("Seen by").count() == 0, "other eyes while the game runs"
    assert page.get_by_role("button", name="Play on from here").count() == 0, "another person plays here"


@both
def test_after_the_end_other_eyes_links_and_playing_on(
    page: Any, server: str, http: httpx.Client, open_table: OpenTable, game: str
) -> None:
    seats = begin(http, open_table, game, 30)
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
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    at = place(page)[0]
    page.get_by_role("button", name="Copy link").click()
    page.get_by_role("button", name="Link copied").wait_for()
    assert page.evaluate("navigator.clipboard.readText()") == f"{server}/table/{watching.table}?moment={at}&eyes={two}"

    then = watching.get(f"moments/{at}", eyes=two).json()["view"]
    page.get_by_role("button", name="Play on from here").click()
    page.get_by_role("dialog").get_by_role("button", name="Start").click()
    page.wait_for_url(lambda url: watching.table not in url)
    page.wait_for_selector('section[aria-label="Prompt"].mine, section[aria-label="Prompt"] .wait')
    new = page.url.split("/table/")[1].split("#")[0]
    assert http.get(f"/api/tables/{new}").json()["heading"] == then["heading"]


@both
def test_luck_is_worked_out_while_one_looks_back(
    page: Any, server: str, http: httpx.Client, open_table: OpenTable, game: str
) -> None:
    seats = begin(http, open_table, game, 14)
    one = SIDES[game][0]
    assert seats[one].post("resign").status_code == 200
    sit(page, server, seats[one])
    page.get_by_role("button", name="Watch the replay").click()
    page.get_by_role("tab", name="Luck").click()
    chart = page.locator('section[aria-label="Luck and skill"] svg')
    if game == "hawks":
        chart.wait_for(timeout=90_000)
        page.get_by_label("Roll", exact=True).press("End")
        assert place(page)[0] > 0
    else:  # a large game takes its time, and says how far it is
        chart.or_(page.get_by_text("Working out the chances:")).first.wait_for()
    page.get_by_role("button", name="Back to the table").click()
    assert page.get_by_role("tab", name="Luck").count() == 0


def others_moved(seats: dict[str | None, Seat], side: str) -> int:
    """Play until a side is asked again after others have done something; how many events it has not seen happen."""
    rng = random.Random(11)
    for _ in range(200):
        state = seats[side].state()
        news = state["events"][state["since"] :]
        if state["decision"] and len(news) > 1 and any(event["side"] != side for event in news):
            return len(news)
        assert play_on(seats, rng, 1)
    raise AssertionError("nobody else did anything")


@both
def test_a_film_shows_what_others_did(moving: Any, server: str, http: httpx.Client, open_table: OpenTable, game: str) -> None:
    from playwright.sync_api import expect

    seats = begin(http, open_table, game, 12)
    side = SIDES[game][0]
    news = others_moved(seats, side)
    sit(moving, server, seats[side])
    strip = moving.get_by_role("region", name="Since your last turn")
    strip.get_by_role("button", name="Play").click()
    film = moving.get_by_role("region", name="Film")
    expect(film.locator(".head span")).to_have_text(f"1/{news}")
    state = seats[side].state()
    expect(film.locator(".text")).to_contain_text(state["events"][state["since"]]["text"])
    film.get_by_role("button", name="Next").click()
    expect(film.locator(".head span")).to_have_text(f"2/{news}")
    film.get_by_role("button", name="Skip").click()
    expect(film).to_have_count(0)
    moving.wait_for_selector('section[aria-label="Prompt"].mine')
    strip.get_by_role("button", name="Put away").click()
    expect(strip).to_have_count(0)


def test_where_nothing_shall_move_there_is_a_list(page: Any, server: str, http: httpx.Client, open_table: OpenTable) -> None:
    from playwright.sync_api import expect

    seats = begin(http, open_table, "hawks", 12)
    news = others_moved(seats, "IT")
    sit(page, server, seats["IT"])
    strip = page.get_by_role("region", name="Since your last turn")
    strip.locator("summary").click()
    expect(strip.locator("li")).to_have_count(news)
    assert strip.get_by_role("button", name="Play").count() == 0


def test_two_people_agree_to_go_back(page: Any, phone: Any, server: str, http: httpx.Client, open_table: OpenTable) -> None:
    from playwright.sync_api import expect

    seats = begin(http, open_table, "hawks", 30)
    sit(page, server, seats["IT"])
    sit(phone, server, seats["BR"])
    page.get_by_role("button", name="Replay").click()
    page.keyboard.press("PageUp")
    at, last = place(page)
    assert at < last
    page.get_by_role("button", name="Ask to go back here").click()
    page.get_by_text("Waiting for the answer").wait_for()
    phone.get_by_role("button", name="Agree").click()
    expect(page.get_by_text("Waiting for the answer")).to_have_count(0)
    assert seats["IT"].get("moments").json()["moments"] == at + 1
