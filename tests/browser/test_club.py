"""A club in real browsers: people who join, come back, and find each other."""

from __future__ import annotations

import hashlib
import random
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from grandharbour.server import Settings
from grandharbour.server.run import prepare

from .conftest import soon
from .test_reach import AXE, RUN

pytestmark = pytest.mark.browser
PASSWORD = "a harbour full of ships"


@contextmanager
def served(settings: Settings) -> Iterator[str]:
    running, listening, _ = prepare(settings, "127.0.0.1", 0)
    thread = threading.Thread(target=running.run, kwargs={"sockets": [listening]}, daemon=True)
    thread.start()
    try:
        yield f"http://localhost:{listening.getsockname()[1]}"
    finally:
        running.should_exit = True
        thread.join(10)
        listening.close()


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of an open club; a name and not a number, because passkeys are bound to one."""
    folder = tmp_path_factory.mktemp("club")
    with served(Settings(database=str(folder / "club.db"), computer_delay=0.0, workers=1, club="open")) as url:
        yield url


class People:
    """Browsers of several people."""

    def __init__(self, chromium: Any) -> None:
        self.chromium = chromium
        self.contexts: list[Any] = []
        self.broken: list[str] = []

    def __call__(self, width: int = 1440, height: int = 900, **options: Any) -> Any:
        context = self.chromium.new_context(viewport={"width": width, "height": height}, reduced_motion="reduce", **options)
        self.contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(30_000)
        page.on("pageerror", lambda error: self.broken.append(str(error)))
        return page


@pytest.fixture
def people(chromium: Any) -> Iterator[People]:
    found = People(chromium)
    yield found
    for context in found.contexts:
        context.close()
    assert not found.broken, f"the client threw: {found.broken[:3]}"


def clean(page: Any) -> None:
    """Nothing a reader of the page could stumble over, by day and by night."""
    if not AXE.exists():
        return
    page.evaluate(AXE.read_text(encoding="utf-8"))
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        page.wait_for_function(
            "(scheme) => matchMedia(`(prefers-color-scheme: ${scheme})`).matches && document.getAnimations().length === 0",
            arg=scheme,
        )  # colours on their way to others are too pale
        assert page.evaluate(RUN, None) == [], scheme
        assert page.evaluate("document.scrollingElement.scrollWidth <= innerWidth + 1"), "it fits the window"


def join(page: Any, club: str, name: str) -> None:
    page.goto(f"{club}/me")
    form = page.get_by_role("region", name="Join")
    form.get_by_label("Name").fill(name)
    form.get_by_label("Password").fill(PASSWORD)
    form.get_by_label("Password").press("Enter")
    expect(page.get_by_role("heading", level=1, name=name)).to_be_visible()


def test_joining_and_coming_back(people: People, club: str) -> None:
    desk = people()
    desk.goto(f"{club}/me")
    expect(desk.get_by_role("heading", name="Come back")).to_be_visible()
    clean(desk)
    join(desk, club, "Ada")
    expect(desk.get_by_role("region", name="Devices").get_by_text("this one")).to_be_visible()
    clean(desk)

    phone = people(360, 740, has_touch=True, is_mobile=True)
    phone.goto(f"{club}/me")
    back = phone.get_by_role("region", name="Come back")
    back.get_by_label("Name or mail").fill("ada")
    back.get_by_label("Password").fill("not my password")
    back.get_by_role("button", name="Sign in", exact=True).tap()
    expect(phone.get_by_role("alert")).to_contain_text("Name and password do not fit")
    back.get_by_label("Password").fill(PASSWORD)
    back.get_by_role("button", name="Sign in", exact=True).tap()
    expect(phone.get_by_role("heading", level=1, name="Ada")).to_be_visible()
    clean(phone)
    phone.get_by_role("button", name="Sign out all others").tap()
    expect(phone.get_by_role("region", name="Devices").locator("li")).to_have_count(1)
    desk.reload()
    expect(desk.get_by_role("heading", name="Come back")).to_be_visible()

    phone.get_by_text("Be forgotten").first.tap()
    form = phone.get_by_role("region", name="Your data")
    form.get_by_label("Name").fill("Ada")
    form.get_by_role("button", name="Be forgotten").tap()
    expect(phone.get_by_role("heading", name="Come back")).to_be_visible()


def test_a_passkey_instead_of_a_password(people: People, club: str) -> None:
    page = people()
    devtools = page.context.new_cdp_session(page)
    devtools.send("WebAuthn.enable")
    chip = {
        "protocol": "ctap2", "transport": "internal", "hasResidentKey": True, "hasUserVerification": True, "isUserVerified": True,
        "automaticPresenceSimulation": True,
    }  # fmt: skip
    devtools.send("WebAuthn.addVirtualAuthenticator", {"options": chip})
    page.goto(f"{club}/me")
    form = page.get_by_role("region", name="Join")
    form.get_by_label("Name").fill("Keyholder")
    form.get_by_role("button", name="Join with a passkey").click()
    expect(page.get_by_role("heading", level=1, name="Keyholder")).to_be_visible()
    expect(page.get_by_role("region", name="Passkeys").locator("li")).to_have_count(1)
    page.get_by_role("region", name="Passkeys").get_by_role("button", name="Remove").click()
    expect(page.get_by_role("alert")).to_contain_text("the last passkey stays")
    page.get_by_role("button", name="Sign out", exact=True).click()
    page.get_by_role("button", name="Sign in with a passkey").click()
    expect(page.get_by_role("heading", level=1, name="Keyholder")).to_be_visible()


def test_a_private_harbour_says_so(people: People, server: str) -> None:
    page = people()
    page.goto(f"{server}/me")
    expect(page.get_by_text("This is a private harbour")).to_be_visible()
    clean(page)


class Time:
    """A clock that stands until somebody moves it."""

    def __init__(self) -> None:
        self.now = 1_800_000_000.0

    def __call__(self) -> float:
        return self.now


def asked(page: Any, table: str, side: str) -> Any:
    """What a seat of this browser's person has to decide, over HTTP with the browser's own cookie."""
    return page.evaluate(
        """async ([table, side]) => (await fetch(`/api/tables/${table}/state?since=1000000`,
             {headers: {Authorization: `Bearer me.${side}`}})).json()""",
        [table, side],
    )


POST = """async ([table, side, what, body]) => (await fetch(`/api/tables/${table}/${what}?since=1000000`, {method: "POST",
    headers: {Authorization: `Bearer me.${side}`, "Content-Type": "application/json"}, body: JSON.stringify(body)})).status"""


def link_of(page: Any, table: str, side: str, last: str | None) -> str | None:
    """What a click has to carry from the cup of this browser; one that has none brings a new one (docs/dice.md)."""
    if last is None:
        return None
    key = f"grandharbour.cup.{table}.{side}"
    kept = page.evaluate("(key) => localStorage.getItem(key)", key)
    secret = kept or "ab" * 32
    links = [hashlib.sha256(secret.encode()).hexdigest()]
    for _ in range(4096):
        links.append(hashlib.sha256(links[-1].encode()).hexdigest())
    if kept is None or last not in links:
        page.evaluate("([key, secret]) => localStorage.setItem(key, secret)", [key, secret])
        assert page.evaluate(POST, [table, side, "cup", {"seal": links[-1]}]) == 200
        last = links[-1]
    return links[links.index(last) - 1]


def click(page: Any, table: str, side: str, state: Any, rng: random.Random) -> int:
    while True:
        choice = rng.choice([it for it in state["decision"]["choices"] if it["targets"]])
        wish = {"number": state["number"], "verb": choice["verb"], "target": rng.choice(choice["targets"])}
        wish["link"] = link_of(page, table, side, state["link"])
        answered: int = page.evaluate(POST, [table, side, "choices", wish])
        if answered != 409:
            return answered
        # The page shakes by itself when the other brings a cup: then another link is wanted now.
        before, state = state, asked(page, table, side)
        assert state["link"] != before["link"], "refused for another reason"


def test_two_strangers(people: People, tmp_path: Path) -> None:
    """Two strangers, two browsers, one club: they join, find each other in the lobby and play correspondence games that count. One
    loses his machine and comes back by his password; the other lets his clock run out. Lists and ratings are right at the end."""
    time = Time()
    settings = Settings(database=str(tmp_path / "club.db"), computer_delay=0.0, workers=1, club="open", clock=time)
    with served(settings) as url:
        ada, bob = people(), people()
        join(ada, url, "Ada")
        join(bob, url, "Bob")

        # Ada says what she would like to play; Bob finds it and accepts with one click.
        ada.goto(f"{url}/lobby")
        form = ada.get_by_role("region", name="Challenge", exact=True)
        form.get_by_label("Game", exact=False).first.select_option("hawks")
        form.get_by_label("Your side").select_option("IT")
        form.get_by_label("counts for the standing").check()
        form.get_by_role("button", name="Challenge").click()
        expect(ada.get_by_role("button", name="Take back")).to_be_visible()
        clean(ada)
        bob.goto(f"{url}/lobby")
        which = bob.get_by_role("group", name="Which challenges are shown").get_by_label("Counts")
        which.select_option("friendly")
        expect(bob.get_by_text("Nobody wants to play that.")).to_be_visible()
        which.select_option("rated")
        bob.get_by_role("button", name="Accept").click()
        bob.wait_for_selector("[data-space]", state="attached")
        bob.wait_for_function("location.hash === '#seat=me.BR'")
        table = bob.evaluate("location.pathname.split('/').pop()")
        expect(bob.get_by_role("list", name="Clock")).to_contain_text("Italy: Ada")
        expect(bob.get_by_role("list", name="Clock").locator(".runs")).to_contain_text("12 d")

        # Ada finds it among her tables: her turn, in the title as well.
        ada.goto(url)
        expect(ada.get_by_role("heading", name="Your turn (1)")).to_be_visible()
        expect(ada).to_have_title("(1) Your turn · Grand Harbour")
        assert "data:image/svg" in ada.locator('link[rel~="icon"]').get_attribute("href")
        clean(ada)
        ada.get_by_role("link", name="against Bob").click()
        ada.wait_for_selector("[data-space].may", state="attached")

        # They play; half way Bob's machine is gone for good, and he comes back on another by his password.
        seats = {"IT": ada, "BR": bob}
        rng = random.Random(5)
        moved = 0
        while True:
            states = {side: asked(page, table, side) for side, page in seats.items()}
            if states["IT"]["outcome"]:
                break
            side = next(side for side in seats if states[side]["decision"])
            time.now += 60
            assert click(seats[side], table, side, states[side], rng) == 200
            moved += 1
            if moved == 15:
                lost = bob.context
                bob = seats["BR"] = people(360, 740, has_touch=True, is_mobile=True)
                lost.close()
                people.contexts.remove(lost)
                bob.goto(f"{url}/me")
                back = bob.get_by_role("region", name="Come back")
                back.get_by_label("Name or mail").fill("bob")
                back.get_by_label("Password").fill(PASSWORD)
                back.get_by_role("button", name="Sign in", exact=True).tap()
                expect(bob.get_by_role("heading", level=1, name="Bob")).to_be_visible()
                bob.goto(url)
                bob.get_by_role("link", name="against Ada").tap()
                bob.wait_for_selector("[data-space]", state="attached")
                clean(bob)
        winner = asked(ada, table, "IT")["outcome"]["winner"]
        assert moved > 15, "he has lost his machine on the way"

        # A rematch with the sides changed; this time Ada does not come back, and her flag falls although nobody looks.
        over = ada.get_by_role("button", name="Rematch with sides changed")
        over.first.wait_for(state="attached")
        again = ada.evaluate(
            """async (table) => (await (await fetch(`/api/tables/${table}/rematch`, {method: "POST", body: "{}",
                 headers: {Authorization: "Bearer me.IT", "Content-Type": "application/json"}})).json()).table""",
            table,
        )
        bob.goto(url)
        expect(bob.get_by_role("heading", name="Your turn (1)")).to_be_visible()
        while (state := asked(bob, again, "IT"))["decision"]:
            assert click(bob, again, "IT", state, rng) == 200
        time.now += 13 * 86_400 + 1
        soon(lambda: bool(asked(bob, again, "IT")["outcome"]))
        assert asked(bob, again, "IT")["outcome"]["winner"] == "IT"

        # What remains: both games among the ended ones, and the standing.
        bob.goto(url)
        bob.get_by_text("Ended (2)").tap()
        expect(bob.get_by_role("link", name="against Ada")).to_have_count(2)
        expect(bob.locator("details li", has_text="Won")).to_have_count(2 if winner == "BR" else 1)
        expect(bob).to_have_title("Grand Harbour")
        soon(lambda: len(bob.evaluate("fetch('/api/standing/hawks').then((it) => it.json())")) == 2)
        bob.goto(f"{url}/standing")
        rows = bob.locator("tbody tr")
        expect(rows).to_have_count(2)
        listed = bob.evaluate("fetch('/api/standing/hawks').then((it) => it.json())")
        assert [it["games"] for it in listed] == [2, 2] and listed[0]["rating"] >= listed[1]["rating"]
        if winner == "BR":
            assert listed[0]["person"]["name"] == "Bob"
        expect(bob.get_by_role("region", name="The way of Bob").locator("li")).to_have_count(2)
        clean(bob)
