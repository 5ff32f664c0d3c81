"""Letters of a club and what they lead to, in a real browser: an address that is confirmed, a password that is set anew, an end of all mail;
holidays, and one's own data."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from grandharbour.server import Settings
from tests.server.outside import Outside, outside

from .conftest import soon
from .test_agreement import game
from .test_club import PASSWORD, People, clean, join, people, served  # noqa: F401

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def world() -> Iterator[Outside]:
    with outside() as found:
        yield found


@pytest.fixture(scope="module")
def club(world: Outside, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Its letters say that it lives at localhost; the port is put in by who reads them."""
    settings = Settings(
        database=str(tmp_path_factory.mktemp("club") / "club.db"), computer_delay=0.0, workers=1, club="open", grace=0.0, limits=0.0, mail=world.smtp,
        sender="harbour@club.example", base_url="http://localhost", private_hooks=True,
    )  # fmt: skip
    with served(settings) as url:
        yield url


def link(world: Outside, url: str, mail: str, what: str, nth: int = 1) -> str:
    """Where the last letter to an address leads, when so many of its kind have come."""

    def found() -> list[str]:
        letters = [it.get_content() for it in world.letters if it["To"] == mail]
        return [hit[1] for text in letters for hit in [re.search(rf"http://localhost(/{what}\S+)", text)] if hit]

    soon(lambda: len(found()) == nth)
    return url + found()[-1]


def member(page: Any, world: Outside, club: str, name: str, mail: str) -> None:
    join(page, club, name, mail)
    page.goto("about:blank")
    page.goto(link(world, club, mail, "me#confirm="))
    expect(page.get_by_text("Your address is confirmed.")).to_be_visible()


def test_a_letter_that_was_lost_is_sent_again(people: People, club: str, world: Outside) -> None:  # noqa: F811
    page = people(390, 844, has_touch=True, is_mobile=True)
    join(page, club, "Ada", "ada@club.example")
    block = page.get_by_role("region", name="Mail")
    expect(block).to_contain_text("Not confirmed yet")
    first = link(world, club, "ada@club.example", "me#confirm=")
    block.get_by_role("button", name="Send the link again").tap()
    expect(page.get_by_text("A link is on its way to this address")).to_be_in_viewport()
    clean(page)
    second = link(world, club, "ada@club.example", "me#confirm=", 2)
    page.goto("about:blank")
    page.goto(first)
    expect(page.get_by_role("alert")).to_be_visible()
    page.goto("about:blank")
    page.goto(second)
    expect(page.get_by_text("Your address is confirmed.")).to_be_visible()
    expect(block.get_by_role("button", name="Send the link again")).to_have_count(0)


def test_a_lost_password(people: People, club: str, world: Outside) -> None:  # noqa: F811
    """Asked for on a phone where nobody is signed in; set where somebody still is."""
    desk, phone = people(), people(390, 844, has_touch=True, is_mobile=True)
    member(desk, world, club, "Bea", "bea@club.example")
    phone.goto(f"{club}/me")
    phone.get_by_text("Password lost?").tap()
    back = phone.get_by_role("region", name="Come back")
    back.get_by_label("Mail", exact=True).fill("bea@club.example")
    back.get_by_role("button", name="Send the link").tap()
    expect(phone.get_by_text("a link is on its way")).to_be_in_viewport()
    clean(phone)
    desk.goto("about:blank")
    desk.goto(link(world, club, "bea@club.example", "me#reset="))
    block = desk.get_by_role("region", name="A new password")
    clean(desk)
    block.get_by_label("The new one").fill("another harbour entirely")
    block.get_by_role("button", name="Set the password").click()
    expect(desk.get_by_text("Every other device has been signed out.")).to_be_visible()
    expect(desk.get_by_role("heading", level=1, name="Bea")).to_be_visible()
    back.get_by_label("Name or mail").fill("Bea")
    back.get_by_label("Password", exact=True).fill(PASSWORD)
    back.get_by_role("button", name="Sign in", exact=True).tap()
    expect(phone.get_by_role("alert")).to_contain_text("Name and password do not fit")
    back.get_by_label("Password", exact=True).fill("another harbour entirely")
    back.get_by_role("button", name="Sign in", exact=True).tap()
    expect(phone.get_by_role("heading", level=1, name="Bea")).to_be_visible()


def test_the_end_of_all_mail_in_one_click(people: People, club: str, world: Outside) -> None:  # noqa: F811
    """By the link at the end of a letter, in a browser where nobody is signed in."""
    ada, bob, elsewhere = people(), people(), people(390, 844, has_touch=True, is_mobile=True)
    join(ada, club, "Cara")
    member(bob, world, club, "Dan", "dan@club.example")
    game(bob, ada, club)  # Dan has to begin
    bob.goto(f"{club}/me")
    bob.wait_for_selector("h1")
    at = bob.evaluate("fetch('/api/lobby').then((it) => it.json())")["running"][0]["table"]
    ada.evaluate(
        """(table) => fetch(`/api/tables/${table}/talk`, {method: "POST", body: '{"text": "Still there?"}',
             headers: {Authorization: "Bearer me.BR", "Content-Type": "application/json"}})""",
        at,
    )
    elsewhere.goto(link(world, club, "dan@club.example", "api/unsubscribe"))
    clean(elsewhere)
    elsewhere.get_by_role("button", name="No more mails").tap()
    expect(elsewhere.get_by_role("status")).to_contain_text("You will get no more mails from this harbour.")
    clean(elsewhere)
    bob.reload()
    block = bob.get_by_role("region", name="How you are told")
    expect(block.get_by_label("By mail too, to dan@club.example")).not_to_be_checked()


def test_holidays_are_whole_days(people: People, club: str) -> None:  # noqa: F811
    page = people(390, 844, has_touch=True, is_mobile=True, timezone_id="America/New_York", locale="en-GB")
    join(page, club, "Away")
    block = page.get_by_role("region", name="Holidays")
    first = date.fromtimestamp(page.evaluate("Date.now()") / 1000) + timedelta(days=10)
    for day in (first, first + timedelta(days=2)):  # a single day, and two of them
        block.get_by_label("From").fill(str(day))
        block.get_by_label("Until").fill(str(day if day == first else day + timedelta(days=1)))
        block.get_by_role("button", name="Go on holiday").tap()
        expect(block.get_by_role("listitem").nth(int(day != first))).to_be_visible()
    listed = page.evaluate("fetch('/api/me/holidays').then((it) => it.json())")
    assert [round((it["ends"] - it["starts"]) / 3600) for it in listed] in ([24, 48], [25, 48], [24, 49], [23, 48], [24, 47])
    begins = page.evaluate("(seconds) => new Date(seconds * 1000).toString()", listed[0]["starts"])
    assert " 00:00:00 GMT-0" in begins and f"{first.day:02d}" in begins
    expect(block.get_by_role("listitem").first).to_contain_text(f"{first.day} {first:%b}")
    clean(page)


def test_one_takes_ones_data_along_and_is_forgotten(people: People, club: str) -> None:  # noqa: F811
    ada, bob = people(), people()
    join(ada, club, "Eva")
    join(bob, club, "Finn")
    game(ada, bob, club)
    ada.goto(f"{club}/me")
    block = ada.get_by_role("region", name="Your data")
    with ada.expect_download() as coming:
        block.get_by_role("link", name="Download everything").click()
    kept = json.loads(Path(coming.value.path()).read_text(encoding="utf-8"))
    assert kept["person"]["name"] == "Eva" and len(kept["tables"]) == 1
    block.get_by_text("Be forgotten").first.click()
    block.get_by_label("Name").fill("Eva")
    block.get_by_role("button", name="Be forgotten").click()
    expect(ada.get_by_role("heading", name="Come back")).to_be_visible()
    bob.goto(club)
    expect(bob.get_by_role("link", name="against ")).to_have_count(1)
    expect(bob.get_by_role("link", name="against Eva")).to_have_count(0)
