"""Two people talk in two browsers; a third watches apart; a moderator deals with what is reported."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import expect

from grandharbour.server import Settings
from grandharbour.server.club.people import promote

from .conftest import OpenTable
from .test_agreement import game
from .test_club import People, clean, join, people, served  # noqa: F401

pytestmark = pytest.mark.browser
RUDE = '<img src=x onerror="window.broken = 1"> **rude** https://example.org'


def test_people_talk_and_a_moderator_acts(people: People, tmp_path: Path) -> None:  # noqa: F811
    file = str(tmp_path / "club.db")
    with served(Settings(database=file, computer_delay=0.0, workers=1, club="open")) as url:
        ada, bob, eve = people(), people(360, 740, has_touch=True, is_mobile=True), people()
        for page, name in ((ada, "Ada"), (bob, "Bob"), (eve, "Eve")):
            join(page, url, name)
        table = game(ada, bob, url)
        eve.goto(f"{url}/table/{table}")
        eve.wait_for_selector("[data-space]", state="attached")

        ada.get_by_role("tab", name="Talk").click()
        ada.get_by_label("Say something").fill("Ahoy, Bob")
        ada.get_by_label("Say something").press("Enter")
        expect(ada.get_by_role("log", name="Talk")).to_contain_text("Ahoy, Bob")
        expect(ada.get_by_label("Say something")).to_have_value("")
        clean(ada)
        bob.get_by_role("tab", name="Talk (1)").tap()
        expect(bob.get_by_role("log", name="Talk")).to_contain_text("Ahoy, Bob")
        expect(bob.get_by_role("tab", name="Talk", exact=True)).to_be_visible()
        bob.get_by_role("button", name="Good luck!").tap()
        expect(ada.get_by_role("log", name="Talk")).to_contain_text("Good luck!")
        clean(bob)

        # What looks like markup is text, and leads nowhere.
        ada.get_by_label("Say something").fill(RUDE)
        ada.get_by_role("button", name="Send").click()
        expect(bob.get_by_role("log", name="Talk")).to_contain_text(RUDE)
        assert bob.locator("[role=log] :is(img, a, strong)").count() == 0 and bob.evaluate("window.broken") is None

        # Who watches is apart.
        eve.get_by_role("tab", name="Talk").click()
        expect(eve.get_by_text("Nothing has been said yet.")).to_be_visible()
        eve.get_by_label("Say something").fill("Italy is lost")
        eve.get_by_role("button", name="Send").click()
        expect(eve.get_by_role("log", name="Talk")).to_contain_text("Italy is lost")
        expect(ada.get_by_role("log", name="Talk")).not_to_contain_text("Italy is lost")

        # Bob reports; a moderator deletes it and silences who wrote it.
        bob.locator(".message", has_text="rude").locator("summary").tap()
        bob.locator(".message", has_text="rude").get_by_role("button", name="Report to the moderators").tap()
        expect(bob.get_by_text("The moderators will look at it.")).to_be_visible()
        promote(file, "Eve")
        eve.goto(f"{url}/me")
        block = eve.get_by_role("region", name="What has been reported")
        expect(block).to_contain_text("Bob reports")
        clean(eve)
        block.get_by_role("button", name="Delete the message").click()
        expect(bob.get_by_role("log", name="Talk")).to_contain_text("A moderator has taken this away.")
        block.get_by_role("button", name="Silence for a day").click()
        expect(block).to_contain_text("silent until")
        ada.get_by_label("Say something").fill("I protest")
        ada.get_by_role("button", name="Send").click()
        expect(ada.get_by_text("A moderator has silenced you for a time.")).to_be_visible()
        expect(ada.get_by_label("Say something")).to_have_value("I protest")
        block.get_by_role("button", name="Done").click()
        expect(block).to_contain_text("Nothing waits.")

        # Bob hides the rest, then blocks Ada.
        bob.get_by_role("button", name="Hide what others write here").tap()
        expect(bob.get_by_role("log", name="Talk")).not_to_contain_text("Ahoy, Bob")
        bob.get_by_role("button", name="Show what others write").tap()
        bob.locator(".message", has_text="Ahoy").locator("summary").tap()
        bob.locator(".message", has_text="Ahoy").get_by_role("button", name="Block Ada everywhere").tap()
        expect(bob.get_by_role("log", name="Talk")).not_to_contain_text("Ahoy, Bob")
        bob.goto(f"{url}/me")
        bob.get_by_role("region", name="Whom you have blocked").get_by_role("button", name="Unblock").tap()
        expect(bob.get_by_role("region", name="Whom you have blocked")).to_have_count(0)


def test_strangers_with_a_link_talk(people: People, server: str, open_table: OpenTable) -> None:  # noqa: F811
    opened = open_table({"IT": {"kind": "here"}, "BR": {"kind": "link"}})
    one, two = people(), people()
    one.goto(f"{server}/table/{opened['table']}#seat={opened['seats']['IT']}")
    two.goto(f"{server}/table/{opened['table']}#seat={opened['seats']['BR']}")
    for page in (one, two):
        page.get_by_role("tab", name="Talk").click()
    two.get_by_label("Say something").fill("Hello from afar")
    two.get_by_role("button", name="Send").click()
    expect(one.get_by_role("log", name="Talk")).to_contain_text("Hello from afar")
    expect(one.get_by_role("log", name="Talk").locator("summary")).to_have_count(0)
