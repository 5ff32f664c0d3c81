"""Two people talk in two browsers; a third watches apart; a moderator deals with what is reported."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import expect

from grandharbour.server import Settings
from grandharbour.server.club.people import promote
from tests.server.client import Seat, play_on, sit_down

from .conftest import OpenTable
from .test_agreement import game
from .test_club import People, clean, join, people, served  # noqa: F401
from .test_strangers import FACE, click

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

    # Who has folded the papers hears of it too.
    one.get_by_role("tab", name="Log").click()
    one.locator("[role=separator].edge").press("Enter")
    two.get_by_label("Say something").fill("Still there?")
    two.get_by_role("button", name="Send").click()
    one.get_by_role("button", name="Show the log and the talk (1 new)").click()
    expect(one.get_by_role("tab", name="Talk (1)")).to_be_visible()


# Which notes have been struck (the bell for a turn, the whistle for a word), and noises made.
LISTEN = """window.notes = [];
const [note, noise] = [AudioParam.prototype.setValueAtTime, AudioContext.prototype.createBufferSource];
AudioParam.prototype.setValueAtTime = function (value, at) { if (value > 1) window.notes.push(value); return note.call(this, value, at); };
AudioContext.prototype.createBufferSource = function () { window.notes.push("noise"); return noise.call(this); };"""
BELL, WHISTLE = 988, 660


def test_who_looks_elsewhere_is_called(people: People, server: str, open_table: OpenTable) -> None:  # noqa: F811
    """A tab in the background: a word and a turn are heard, and stand in its title; dice are not heard."""
    opened = open_table({"IT": {"kind": "here"}, "BR": {"kind": "link"}})
    page: Any = people()
    page.add_init_script(LISTEN)
    with httpx.Client(base_url=server, timeout=60) as http:
        seats: dict[str | None, Seat] = {
            side: sit_down(http, opened["table"], side, opened["seats"][side]) for side in ("IT", "BR")
        }
        page.goto(f"{server}/table/{opened['table']}#seat={seats['BR'].token}")
        page.get_by_role("tab", name="Forces").click()  # a browser is silent until somebody has clicked
        page.wait_for_function("() => !document.title.startsWith('●')")
        page.locator(".prompt .text").first.wait_for()  # what was said before it has come to the table rings no bell
        page.evaluate(FACE, False)
        assert seats["IT"].post("talk", phrase="hello").status_code < 300
        page.wait_for_function(f"() => window.notes.includes({WHISTLE})")
        page.wait_for_function("() => document.title.startsWith('✉')")
        assert page.evaluate(f"window.notes.includes({BELL})") is False
        play_on(seats, random.Random(3), until=lambda states: bool(states["BR"]["decision"]))
        page.wait_for_function(f"() => window.notes.includes({BELL})")
        page.wait_for_function("() => document.title.startsWith('●')")
        assert set(page.evaluate("window.notes")) <= {BELL, 2490, WHISTLE, 880}, "no dice, no radio"


def test_who_watches_is_told_how_late_he_sees_it(people: People, tmp_path: Path) -> None:  # noqa: F811
    with served(Settings(database=str(tmp_path / "club.db"), computer_delay=0.0, workers=1, club="open", watch_moves=4)) as url:
        ada, bob, eve = people(), people(), people()
        for page, name in ((ada, "Ada"), (bob, "Bob"), (eve, "Eve")):
            join(page, url, name)
        table = game(ada, bob, url)
        eve.goto(f"{url}/table/{table}")
        eve.wait_for_selector("[data-space]", state="attached")
        prompt = eve.get_by_role("region", name="Prompt")
        expect(prompt).to_contain_text("You are watching")
        expect(prompt).not_to_contain_text("late")
        with httpx.Client(base_url=url, timeout=60) as http:
            seats = {
                side: Seat(
                    httpx.Client(base_url=url, timeout=60, cookies={it["name"]: it["value"] for it in page.context.cookies()}),
                    table,
                    side,
                    f"me.{side}",
                )
                for side, page in (("IT", ada), ("BR", bob))
            }
            watcher = Seat(http, table, None, None)
            rng = random.Random(2)
            while watcher.state()["late"] < 4:
                states = {side: seat.state() for side, seat in seats.items()}
                side = next(side for side in seats if states[side]["decision"])
                assert click({"IT": ada, "BR": bob}[side], table, side, states[side], rng) == 200
            expect(prompt).to_contain_text("This game has secrets: you see it 4 moments late.")
            clean(eve)
            seats["IT"].post("resign")
            expect(prompt).not_to_contain_text("late")
            assert watcher.state()["late"] == 0
            for seat in seats.values():
                seat.http.close()
