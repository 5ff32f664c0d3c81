"""Tournaments and the ladder in real browsers: made, joined, played, read."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from .conftest import soon
from .test_club import People, clean, club, join, people  # noqa: F401

pytestmark = pytest.mark.browser
LONG = "Bob Cup of Great Harbour"
"""As long as a name may be."""


def test_a_tournament_of_two(people: People, club: str) -> None:  # noqa: F811
    ada, bob = people(), people(360, 740, has_touch=True, is_mobile=True)
    join(ada, club, "Ada Cup")
    join(bob, club, LONG)
    ada.goto(f"{club}/lobby")
    ada.get_by_role("link", name="Tournaments").click()
    form = ada.get_by_role("region", name="Make a tournament")
    form.get_by_role("textbox", name="Name").fill("Malta Cup")
    form.get_by_label("Game", exact=False).first.select_option("hawks")
    form.get_by_text("Options", exact=True).click()
    form.get_by_label("Entry squares").select_option("single")
    clean(ada)
    form.get_by_role("button", name="Make it").click()
    expect(ada.get_by_text("Entry squares: One square for each side")).to_be_visible()
    ada.get_by_role("button", name="Join").click()
    expect(ada.get_by_text("You play here.")).to_be_visible()
    expect(ada.get_by_role("button", name="Begin it")).to_be_disabled()

    bob.goto(f"{club}/tournaments")
    bob.get_by_role("link", name="See Malta Cup").tap()
    bob.get_by_role("button", name="Join").tap()
    expect(bob.get_by_text("You play here.")).to_be_visible()
    ada.reload()
    ada.get_by_role("button", name="Begin it").click()
    rounds = ada.get_by_role("region", name="Rounds", exact=True)
    expect(rounds.get_by_text("is being played")).to_be_visible()
    clean(ada)
    rounds.get_by_role("link", name="is being played").click()
    expect(ada.get_by_role("list", name="Clock")).to_be_visible()
    table = ada.url.partition("/table/")[2].partition("#")[0]
    assert ada.request.get(f"{club}/api/tables/{table}").json()["options"]["entry"] == "single"
    answer = ada.request.post(
        f"{club}/api/tables/{table}/resign", headers={"Authorization": f"Bearer {ada.url.partition('#seat=')[2]}"}, data={}
    )
    assert answer.ok, answer.text()
    bob.reload()
    expect(bob.get_by_role("region", name="How they stand").first.get_by_role("row").nth(1)).to_contain_text(LONG)
    # Whatever the names, points and results are read without pushing a table along.
    for region in ("How they stand", "Who met whom"):
        assert bob.get_by_role("group", name=region).evaluate("it => it.scrollWidth <= it.clientWidth"), region
    expect(bob.get_by_text("over", exact=False).first).to_be_visible()
    clean(bob)


def test_a_ladder_of_two(people: People, club: str) -> None:  # noqa: F811
    top, low = people(), people(360, 740, has_touch=True, is_mobile=True)
    join(top, club, "Top")
    join(low, club, "Low")
    top.goto(f"{club}/ladder/hawks")
    top.get_by_role("button", name="Step on").click()
    expect(top.get_by_role("button", name="Step off")).to_be_visible()
    low.goto(f"{club}/ladder/hawks")
    low.get_by_role("button", name="Step on").tap()
    challenge = low.get_by_role("button", name="Challenge Top")
    expect(challenge).to_be_visible()
    clean(low)
    challenge.tap()
    low.wait_for_url("**/table/*")
    top.reload()
    expect(top.get_by_role("link", name="plays about the place")).to_have_count(2)
    clean(top)


def test_a_game_that_counts_against_the_computer(people: People, club: str) -> None:  # noqa: F811
    page = people()
    join(page, club, "Cora")
    page.goto(f"{club}/?play=hawks")
    page.get_by_label("counts for the standing").check()
    page.get_by_role("button", name="Start", exact=True).click()
    expect(page.get_by_role("list", name="Clock")).to_contain_text("Cora")
    table = page.url.partition("/table/")[2].partition("#")[0]
    answer = page.request.post(f"{club}/api/tables/{table}/resign", headers={"Authorization": "Bearer me.IT"}, data={})
    assert answer.ok, answer.text()
    me = page.request.get(f"{club}/api/me").json()["person"]["id"]
    soon(lambda: bool(page.request.get(f"{club}/api/people/{me}/standing").json()["ratings"]))
    page.goto(f"{club}/standing")
    way = page.get_by_role("region", name="The way of Cora")
    expect(way.get_by_label("Against")).to_have_value("computer")
    expect(way.get_by_text("one game")).to_be_visible()
    expect(way.get_by_role("link", name="Lost as Italy against ")).to_be_visible()
    clean(page)
    way.get_by_label("Against").select_option("people")
    expect(way.get_by_text("No game has counted yet.")).to_be_visible()
