"""The lobby and the door of a club in real browsers: who waits hears that he has been accepted, links, names, who is let in, and keys."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from grandharbour.server import Settings
from grandharbour.server.club.people import promote

from .test_agreement import dialog, game
from .test_club import PASSWORD, People, clean, club, join, people, served  # noqa: F401
from .test_strangers import asked, click

pytestmark = pytest.mark.browser


def challenge(page: Any, club: str, way: str, **chosen: str) -> Any:  # noqa: F811
    """Say in the lobby what one would like to play; returns the form."""
    page.goto(f"{club}/lobby")
    form = page.get_by_role("region", name="Challenge", exact=True)
    for label, value in {"Who may accept": way, **chosen}.items():
        form.get_by_label(label).select_option(value)
    return form


def test_who_waits_in_the_lobby_is_told_that_it_begins(people: People, club: str) -> None:  # noqa: F811
    ada, bob = people(), people(390, 844, has_touch=True, is_mobile=True)
    join(ada, club, "Ada Waits")
    join(bob, club, "Bob Comes")
    form = challenge(ada, club, "open", Clock="live", **{"Your side": "IT"})
    form.get_by_role("button", name="Challenge").click()
    mine = ada.get_by_role("listitem").filter(has_text="You, as Italy")
    expect(mine).to_contain_text("others see it while you are here")
    bob.goto(f"{club}/lobby")
    card = bob.get_by_role("listitem").filter(has_text="Ada Waits, as Italy")
    clean(bob)
    card.get_by_role("button", name="Accept").tap()
    bob.wait_for_url("**/table/*")
    expect(ada.get_by_role("status")).to_contain_text("Accepted: Hawks over Malta, Italy against Bob Comes.")
    expect(ada).to_have_title("(1) Lobby · Grand Harbour")
    expect(ada.get_by_role("link", name="Your turn (1)")).to_be_visible()
    watched = ada.get_by_role("region", name="Games to watch").get_by_role("listitem")
    expect(watched.filter(has_text="Ada Waits")).to_have_count(0)  # hers is among her tables
    clean(ada)
    ada.get_by_role("link", name="Go to the table").click()
    ada.wait_for_url("**/table/*")
    expect(ada.get_by_role("list", name="Clock")).to_contain_text("Britain: Bob Comes")

    # Somebody else finds the game, and how far it is remains a secret.
    eve = people()
    eve.goto(f"{club}/lobby")
    running = eve.get_by_role("listitem").filter(has_text="Italy: Ada Waits · Britain: Bob Comes")
    expect(running.get_by_text("last move")).to_be_visible()
    running.get_by_role("link", name="Watch").click()
    eve.wait_for_selector("[data-space]", state="attached")
    expect(eve.get_by_role("region", name="Prompt")).to_contain_text("You are watching")

    # The end, and both ask for another: it is one table.
    dialog(ada).get_by_role("button", name="Resign", exact=True).click()
    ada.get_by_role("button", name="Resign: are you sure?").click()
    old = ada.url.partition("/table/")[2].partition("#")[0]
    ada.get_by_role("button", name="Rematch with sides changed").first.click()
    bob.get_by_role("button", name="Rematch with sides changed").first.tap()
    tables = []
    for page in (ada, bob):
        page.wait_for_url(lambda url: "/table/" in url and old not in url)
        tables.append(page.url.partition("/table/")[2].partition("#")[0])
    assert tables[0] == tables[1]
    expect(bob.get_by_role("region", name="Prompt")).to_contain_text("Italy")


def test_a_link_for_a_stranger_and_a_name_that_declines(people: People, club: str) -> None:  # noqa: F811
    ada, bob, guest = people(), people(390, 844, has_touch=True, is_mobile=True), people()
    join(ada, club, "Ada Links")
    join(bob, club, "Bob Declines")
    ada.context.grant_permissions(["clipboard-read", "clipboard-write"])
    form = challenge(ada, club, "link")
    form.get_by_role("button", name="Challenge").click()
    form.get_by_role("button", name="Copy").click()
    expect(form.get_by_role("button", name="Copied")).to_be_visible()
    link = ada.evaluate("navigator.clipboard.readText()")
    assert link == form.get_by_label("Send this link").input_value()
    clean(ada)
    guest.goto(link)
    block = guest.get_by_role("region", name="You have been challenged")
    expect(block).to_contain_text("Ada Links, sides by chance")
    clean(guest)
    block.get_by_role("button", name="Accept").click()
    guest.wait_for_url("**/table/*")
    expect(guest.get_by_role("list", name="Clock")).to_contain_text("Ada Links")

    form = challenge(ada, club, "name")
    form.get_by_role("textbox", name="Name").fill("Nobody of that name")
    form.get_by_role("button", name="Challenge").click()
    expect(ada.get_by_role("alert")).to_contain_text("There is no such member.")
    form.get_by_role("textbox", name="Name").fill("bob declines")
    form.get_by_role("button", name="Challenge").click()
    expect(ada.get_by_text("for Bob Declines")).to_be_visible()
    bob.goto(club)
    bob.get_by_role("link", name="Somebody has challenged you.").tap()
    card = bob.get_by_role("listitem").filter(has_text="meant for you")
    expect(card).to_contain_text("3 days for an answer, 10 in reserve")
    card.get_by_role("button", name="Decline").tap()
    expect(card).to_have_count(0)
    expect(ada.get_by_text("for Bob Declines")).to_have_count(0)
    news = ada.request.get(f"{club}/api/me/news").json()
    assert "Bob Declines declines your challenge: Hawks over Malta" in [it["title"] for it in news]


def test_from_the_door_to_the_table_by_keys_alone(people: People, club: str) -> None:  # noqa: F811
    page = people()

    def go_to(name: str, role: str = "button") -> None:
        """Tab on until something of that name has the focus."""
        for _ in range(80):
            page.keyboard.press("Tab")
            it = page.evaluate(
                "(() => { const it = document.activeElement; return [it.innerText || it.labels?.[0]?.innerText || '', it.tagName] })()"
            )
            if it[0].strip().startswith(name) and (role != "button" or it[1] in ("BUTTON", "A")):
                return
        raise AssertionError(f"no way to {name}")

    page.goto(f"{club}/me")
    expect(page.get_by_role("region", name="Join")).to_be_visible()
    go_to("Name", "field")
    page.keyboard.type("Keys Only")
    go_to("Password", "field")
    page.keyboard.type(PASSWORD)
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1, name="Keys Only")).to_be_visible()
    go_to("Lobby")
    page.keyboard.press("Enter")
    page.wait_for_url("**/lobby")
    expect(page.get_by_role("region", name="Challenge", exact=True)).to_be_visible()
    go_to("Challenge")
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Take back")).to_be_visible()

    other = people()
    join(other, club, "Mouse Too")
    other.goto(f"{club}/lobby")
    other.get_by_role("listitem").filter(has_text="Keys Only").get_by_role("button", name="Accept").click()
    other.wait_for_url("**/table/*")
    expect(page.get_by_role("link", name="Go to the table")).to_be_visible()
    page.evaluate("document.activeElement.blur()")
    go_to("Go to the table")
    page.keyboard.press("Enter")
    page.wait_for_url("**/table/*")
    expect(page.get_by_role("list", name="Clock")).to_contain_text("Mouse Too")


def test_going_back_by_agreement(people: People, club: str) -> None:  # noqa: F811
    """What no Undo brings back is asked for beside it; the other side reads what it agrees to."""
    ada, bob = people(), people(390, 844, has_touch=True, is_mobile=True)
    join(ada, club, "Ada Back")
    join(bob, club, "Bob Agrees")
    table, rng = game(ada, bob, club), random.Random(3)
    seats = {"IT": ada, "BR": bob}
    for n in range(60):
        if n >= 12 and not asked(ada, table, "IT")["can_undo"]:
            break
        side = next(side for side, page in seats.items() if asked(page, table, side)["decision"])
        assert click(seats[side], table, side, asked(seats[side], table, side), rng) == 200
    epoch = asked(bob, table, "BR")["epoch"]
    ada.get_by_role("button", name="Take back…").click()
    ada.get_by_role("button", name="Ask to go back here").click()
    expect(ada.get_by_role("status").filter(has_text="Waiting for the answer.")).to_be_visible()
    request = bob.get_by_role("status").filter(has_text="Italy asks to go back")
    expect(request).to_contain_text("What falls after it falls anew.")
    clean(bob)
    request.get_by_role("button", name="Agree").tap()
    expect(request).to_have_count(0)
    expect(ada.get_by_role("status").filter(has_text="Waiting for the answer.")).to_have_count(0)
    assert asked(bob, table, "BR")["epoch"] != epoch, "it has gone back"


def test_by_invitation(people: People, tmp_path: Path) -> None:  # noqa: F811
    file = str(tmp_path / "club.db")
    with served(Settings(database=file, computer_delay=0.0, workers=1, club="open")) as url:
        ada: Any = people()
        join(ada, url, "Ada")
        state = ada.context.storage_state()
    with served(Settings(database=file, computer_delay=0.0, workers=1, club="invitation")) as url:
        ada, bob = people(storage_state=state), people(390, 844, has_touch=True, is_mobile=True)
        bob.goto(f"{url}/me")
        expect(bob.get_by_text("One joins this club by the invitation of a member.")).to_be_visible()
        clean(bob)
        bob.goto(f"{url}/lobby")
        expect(bob.get_by_role("region", name="Challenge", exact=True)).to_have_count(0)
        ada.goto(f"{url}/me")
        block = ada.get_by_role("region", name="Invite")
        block.get_by_role("button", name="Make an invitation").click()
        link = block.get_by_label("Invite").input_value()
        clean(ada)
        bob.goto("about:blank")
        bob.goto(link)
        expect(bob.get_by_text("You have been invited.")).to_be_visible()
        form = bob.get_by_role("region", name="Join")
        form.get_by_label("Name").fill("Bob")
        form.get_by_label("Password").fill(PASSWORD)
        form.get_by_role("button", name="Join", exact=True).tap()
        expect(bob.get_by_role("heading", level=1, name="Bob")).to_be_visible()


def test_a_moderator_lets_people_in(people: People, tmp_path: Path) -> None:  # noqa: F811
    file = str(tmp_path / "club.db")
    with served(Settings(database=file, computer_delay=0.0, workers=1, club="moderators")) as url:
        eve, bob = people(), people(390, 844, has_touch=True, is_mobile=True)
        join(eve, url, "Eve")
        promote(file, "Eve")
        join(bob, url, "Bob")
        expect(bob.get_by_text("A moderator has to let you in")).to_be_visible()
        clean(bob)
        eve.goto(f"{url}/me")
        block = eve.get_by_role("region", name="Who wants to join")
        expect(block).to_contain_text("Bob")
        block.get_by_role("button", name="Let in").click()
        expect(block).to_contain_text("Nobody waits.")
        bob.goto(f"{url}/lobby")
        expect(bob.get_by_role("region", name="Challenge", exact=True)).to_be_visible()
