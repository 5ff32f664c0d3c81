"""Being told: the page where one says how, and a push that arrives in a browser while no page of the table is open."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.server.client import running
from tests.server.outside import Outside, outside

pytestmark = pytest.mark.browser
MESSAGE = (
    '{"title": "Your turn: Hawks over Malta", "text": "CR.42 1 is shot down.", "url": "%s/table/abc#seat=me.IT", "tag": "abc"}'
)


@pytest.fixture(scope="module")
def world() -> Iterator[Outside]:
    with outside() as found:
        yield found


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with running(tmp_path_factory.mktemp("club"), club="open", private_hooks=True) as harbour:
        yield harbour.url.rstrip("/")


def test_one_says_how_one_wants_to_be_told(page: Any, club: str, world: Outside, tmp_path: Path) -> None:
    from playwright.sync_api import expect

    page.goto(f"{club}/me")
    page.get_by_label("Name").first.fill("Carla")
    page.get_by_label("Password").first.fill("a harbour full of ships")
    page.get_by_role("button", name="Join").first.click()
    block = page.get_by_role("region", name="How you are told")
    expect(block).to_be_visible()
    turn = block.get_by_label("It is my turn")
    expect(turn).to_be_checked()
    turn.click()
    expect(turn).not_to_be_checked()
    block.get_by_label("Once a day").click()
    expect(block.get_by_role("combobox").first).to_be_visible()
    # A service is called once before it is kept; one that nobody answers at is not.
    block.get_by_text("Add a service").click()
    block.get_by_label("Service").select_option("json")
    world.status["/nobody"] = 404
    block.get_by_label("Its address").fill(f"{world.web}/nobody")
    block.get_by_role("button", name="Try it and keep it").click()
    expect(block.get_by_role("alert")).to_contain_text("Nobody took the message there")
    block.get_by_label("Its address").fill(f"{world.web}/hook")
    block.get_by_role("button", name="Try it and keep it").click()
    expect(block.get_by_role("listitem").filter(has_text="Anything that reads JSON")).to_be_visible()
    assert len(world.to("/hook")) == 1
    page.reload()
    expect(block.get_by_label("It is my turn")).not_to_be_checked()
    expect(block.get_by_label("Once a day")).to_be_checked()
    block.get_by_role("listitem").filter(has_text="Anything that reads JSON").get_by_role("button", name="Remove").click()
    expect(block.get_by_role("listitem").filter(has_text="Anything that reads JSON")).to_have_count(0)


def test_a_push_is_shown_while_nobody_looks(page: Any, club: str) -> None:
    """The browser's own machinery delivers it to our worker; only the service in between is left out."""
    context = page.context
    context.grant_permissions(["notifications"], origin=club)
    page.goto(f"{club}/")
    page.evaluate("navigator.serviceWorker.register('/sw.js').then(() => navigator.serviceWorker.ready).then(() => true)")
    tools = context.new_cdp_session(page)
    found: list[str] = []
    tools.on(
        "ServiceWorker.workerRegistrationUpdated", lambda told: found.extend(it["registrationId"] for it in told["registrations"])
    )
    tools.send("ServiceWorker.enable")
    while not found:
        page.wait_for_timeout(20)
    message = {"origin": club, "registrationId": found[0], "data": MESSAGE % club}
    tools.send("ServiceWorker.deliverPushMessage", message)
    look = "navigator.serviceWorker.ready.then((it) => it.getNotifications()).then(([it]) => it ? {title: it.title, body: it.body, tag: it.tag} : null)"
    while (shown := page.evaluate(look)) is None:  # a promise that is waited for is taken for an answer
        page.wait_for_timeout(20)
    assert shown == {"title": "Your turn: Hawks over Malta", "body": "CR.42 1 is shot down.", "tag": "abc"}


def test_the_page_can_be_installed(club: str) -> None:
    home = httpx.get(f"{club}/").text
    manifest = re.search(r'rel="manifest" href="([^"]+)"', home)
    assert manifest
    found = httpx.get(club + manifest[1])
    assert found.status_code == 200 and found.json()["display"] == "standalone"
    assert httpx.get(club + found.json()["icons"][0]["src"]).status_code == 200
    assert httpx.get(f"{club}/sw.js").headers["cache-control"] == "no-cache"
