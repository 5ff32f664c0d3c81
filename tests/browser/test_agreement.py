"""Two people in two browsers agree on something: a draw, a pause, a seat for a third."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import expect

from grandharbour.server import Settings

from .conftest import OpenTable
from .test_club import People, clean, join, people, served  # noqa: F401

pytestmark = pytest.mark.browser
LOBBY = """async (wish) => (await (await fetch("/api/lobby/challenges", {method: "POST", headers: {"Content-Type": "application/json"},
    body: JSON.stringify(wish)})).json()).id"""
ACCEPT = """async (id) => (await (await fetch(`/api/lobby/challenges/${id}/accept`, {method: "POST"})).json()).table"""


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("club")
    with served(Settings(database=str(folder / "club.db"), computer_delay=0.0, workers=1, club="open")) as url:
        yield url


def game(ada: Any, bob: Any, url: str, **wish: Any) -> str:
    """A game of two members, both with the table before their eyes; the first has Italy."""
    id = ada.evaluate(LOBBY, {"game": "hawks", "scenario": "faith-hope-charity", "side": "IT", **wish})
    table: str = bob.evaluate(ACCEPT, id)
    for page, side in ((ada, "IT"), (bob, "BR")):
        page.goto(f"{url}/table/{table}#seat=me.{side}")
        page.wait_for_selector("[data-space]", state="attached")
    return table


def dialog(page: Any, phone: bool = False) -> Any:
    if phone:
        page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Agree or resign").click()
    return page.get_by_role("dialog", name="Agree or resign")


def test_a_pause_and_a_draw(people: People, club: str, tmp_path: Path) -> None:  # noqa: F811
    ada, bob = people(), people(360, 740, has_touch=True, is_mobile=True)
    join(ada, club, "Ada")
    join(bob, club, "Bob")
    game(ada, bob, club, clock={"kind": "live", "minutes": 60, "seconds": 5})
    box = dialog(ada)
    expect(box.get_by_role("button", name="Resign", exact=True)).to_be_visible()
    clean(ada)
    box.get_by_role("button", name="Offer to adjourn").click()
    expect(ada.get_by_text("You have offered to adjourn the game.")).to_be_visible()
    told = bob.get_by_role("region", name="An offer")
    expect(told).to_contain_text("Italy offers to adjourn the game.")
    clean(bob)
    told.get_by_role("button", name="Accept").tap()
    expect(ada.get_by_text("The game is adjourned. The clocks stand.")).to_be_visible()
    expect(ada.locator(".runs")).to_have_count(0)
    clean(ada)
    ada.get_by_role("button", name="Offer to go on").click()
    bob.get_by_role("button", name="Accept").tap()
    expect(ada.locator(".runs")).to_have_count(1)
    expect(ada.get_by_text("The game is adjourned.")).to_have_count(0)

    dialog(bob, phone=True).get_by_role("button", name="Offer a draw").tap()
    ada.get_by_role("region", name="An offer").get_by_role("button", name="Decline").click()
    expect(bob.get_by_role("region", name="An offer")).to_have_count(0)
    dialog(ada).get_by_role("button", name="Offer a draw").click()
    bob.get_by_role("region", name="An offer").get_by_role("button", name="Accept").tap()
    for page in (ada, bob):
        expect(page.get_by_text("A draw by agreement").first).to_be_visible()


def test_a_seat_for_a_third(people: People, club: str) -> None:  # noqa: F811
    ada, bob, eve = people(), people(), people()
    for page, name in ((ada, "Anna"), (bob, "Ben"), (eve, "Eva")):
        join(page, club, name)
    table = game(ada, bob, club)
    dialog(bob).get_by_role("button", name="Hand over your seat").click()
    ada.get_by_role("region", name="An offer").get_by_role("button", name="Accept").click()
    bob.get_by_role("button", name="Make the link").click()
    link = bob.get_by_label("Link to your seat").input_value()
    clean(bob)
    eve.goto(link)
    eve.wait_for_selector("[data-space]", state="attached")
    eve.wait_for_function("() => !location.hash.includes('invite')")
    expect(ada.get_by_role("region", name="An offer")).to_have_count(0)
    eve.goto(club)
    expect(eve.get_by_role("link", name="against Anna")).to_be_visible()
    bob.goto(club)
    expect(bob.get_by_role("link", name="against Anna")).to_have_count(0)
    # And the other seat to the computer.
    ada.goto(f"{club}/table/{table}#seat=me.IT")
    eve.goto(f"{club}/table/{table}#seat=me.BR")
    ada.wait_for_selector("[data-space]", state="attached")
    box = dialog(ada)
    box.get_by_label("Computer player").select_option("random")
    box.get_by_role("button", name="Let the computer play on").click()
    expect(eve.get_by_text("would like to hand over to the computer")).to_be_visible()
    eve.get_by_role("button", name="Accept").click()
    expect(ada.get_by_text("That is not your seat")).to_be_visible()


def test_strangers_with_a_link_agree_too(people: People, server: str, open_table: OpenTable) -> None:  # noqa: F811
    opened = open_table({"IT": {"kind": "here"}, "BR": {"kind": "link"}})
    one, two = people(), people()
    one.goto(f"{server}/table/{opened['table']}#seat={opened['seats']['IT']}")
    two.goto(f"{server}/table/{opened['table']}#seat={opened['seats']['BR']}")
    for page in (one, two):
        page.wait_for_selector("[data-space]", state="attached")
    box = dialog(one)
    expect(box.get_by_role("button", name="Offer to adjourn")).to_have_count(0)
    box.get_by_role("button", name="Resign", exact=True).click()
    expect(box.get_by_role("button", name="Resign: are you sure?")).to_be_visible()
    box.get_by_role("button", name="Play on", exact=True).click()
    assert httpx.get(f"{server}/api/tables/{opened['table']}").json()["ended"] is False
    dialog(two).get_by_role("button", name="Offer a draw").click()
    one.get_by_role("button", name="Accept").click()
    expect(two.get_by_text("A draw by agreement").first).to_be_visible()
