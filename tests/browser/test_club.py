"""A club in real browsers: people who join, come back, and find each other."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from playwright.sync_api import expect

from grandharbour.server import Settings
from grandharbour.server.run import prepare

from .conftest import PATIENCE, without_map
from .test_reach import ARRIVED, AXE, RUN

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
        page.set_default_timeout(PATIENCE)
        page.on("pageerror", lambda error: self.broken.append(str(error)))
        without_map(page)
        return page


@pytest.fixture
def people(chromium: Any) -> Iterator[People]:
    expect.set_options(timeout=PATIENCE)
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
        page.wait_for_function(ARRIVED, arg=scheme, polling=50)
        assert page.evaluate(RUN, None) == [], scheme
        assert page.evaluate("document.scrollingElement.scrollWidth <= innerWidth + 1"), "it fits the window"


def join(page: Any, club: str, name: str, mail: str = "") -> None:
    page.goto(f"{club}/me")
    form = page.get_by_role("region", name="Join")
    form.get_by_label("Name").fill(name)
    form.get_by_label("Mail").fill(mail)
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
