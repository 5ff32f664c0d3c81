"""What happened to me: what was lost or taken stays on the board until I have clicked, and the film runs as fast as I like."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from grandharbour.server.history import History
from grandharbour.server.toll import toll

from .conftest import OpenTable
from .played import laid, played
from .test_time_machine import SCENARIO, begin, moving, on, others_moved, sit

__all__ = ["moving"]


@pytest.fixture
def http(server: str) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=server, timeout=60) as client:
        yield client


def struck(film: History, clicked: int) -> bool:
    """The other side is asked, and has been hit on the board."""
    other = 1 - clicked
    before = film.before_news(other)
    if film.table.decision(other) is None or before is None or not film.state(other).events[film.state(other).since or 0 :]:
        return False
    return any(blow.at for blow in toll(before, film.table.seen(other), other).lost)


@on("hawks", "kesselring")
def test_losses_stay_marked_until_i_have_clicked(page: Any, server: str, http: httpx.Client, game: str) -> None:
    from playwright.sync_api import expect

    film = played(game, SCENARIO[game], struck)
    seat = next(seat for side, seat in laid(http, film).items() if side and seat.state()["decision"])
    found = seat.get("toll").json()
    sit(page, server, seat)
    places = {blow["at"] for blow in found["lost"] + found["hurt"] if blow["at"]} | {taken["space"] for taken in found["taken"]}
    expect(page.locator("[data-toll]")).to_have_count(len(places))
    strip = page.get_by_role("region", name="Since your last turn")
    for blow in found["lost"] + found["hurt"]:
        expect(strip.locator("dd").get_by_text(blow["name"], exact=False).first).to_be_visible()
    # Looking back hides them, coming back shows them again.
    page.get_by_role("button", name="Replay").click()
    page.get_by_role("button", name="Back to the table").wait_for()
    expect(page.locator("[data-toll]")).to_have_count(0)
    page.get_by_role("button", name="Back to the table").click()
    expect(page.locator("[data-toll]")).to_have_count(len(places))
    state = seat.state()
    choice = next(choice for choice in state["decision"]["choices"] if choice["targets"])
    seat.play(choice["verb"], choice["targets"][0])
    # What lies before my click is no news any more.
    now = seat.get("toll").json()
    left = {blow["at"] for blow in now["lost"] + now["hurt"] if blow["at"]} | {taken["space"] for taken in now["taken"]}
    assert not left & places
    expect(page.locator(", ".join(f'[data-toll="{place}"]' for place in places))).to_have_count(0)


@on("hawks", "convoys")
def test_the_film_runs_as_fast_as_i_like(moving: Any, server: str, http: httpx.Client, open_table: OpenTable, game: str) -> None:
    """The pauses between scenes are those of the chosen speed, and the next film has the same."""
    from playwright.sync_api import expect

    seats = begin(http, open_table, game, 4)
    side, _ = others_moved(seats)
    moving.add_init_script(
        """window.pauses = [];
        const later = window.setTimeout;
        window.setTimeout = (what, pause, ...rest) => (window.pauses.push(pause), later(what, pause, ...rest));"""
    )
    sit(moving, server, seats[side])
    strip = moving.get_by_role("region", name="Since your last turn")
    strip.get_by_role("button", name="Play").click()
    film = moving.get_by_role("region", name="Film")
    film.get_by_role("button", name="Pause").click()
    film.get_by_label("Speed").select_option("4")
    moving.evaluate("() => (window.pauses = [])")
    film.get_by_role("button", name="Play").click()
    moving.wait_for_function("() => window.pauses.some((pause) => pause === 375 || pause === 650)")
    assert not moving.evaluate("() => window.pauses.some((pause) => pause === 1500 || pause === 2600)")
    expect(film).to_have_count(0)  # it has run to its end
    moving.reload()
    strip.get_by_role("button", name="Play").click()
    expect(film.get_by_label("Speed")).to_have_value("4")
    film.get_by_role("button", name="Skip").click()
    moving.get_by_role("button", name="Replay").click()
    expect(moving.get_by_label("Speed")).to_have_value("4")


def test_where_nothing_shall_move_the_film_is_stepped_through(
    page: Any, server: str, http: httpx.Client, open_table: OpenTable
) -> None:
    from playwright.sync_api import expect

    seats = begin(http, open_table, "hawks", 12)
    side, news = others_moved(seats)
    sit(page, server, seats[side])
    page.get_by_role("button", name="Step through").click()
    film = page.get_by_role("region", name="Film")
    expect(film.locator(".head span")).to_have_text(f"1/{news}")
    expect(film.get_by_role("button", name="Play")).to_be_visible()  # it does not run by itself
    film.get_by_role("button", name="Next").click()
    expect(film.locator(".head span")).to_have_text(f"2/{news}")
