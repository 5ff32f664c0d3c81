"""A real browser at a real table: Chromium driven by Playwright against a server on loopback."""

from __future__ import annotations

import shutil
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from grandharbour.server import Settings
from grandharbour.server.run import prepare

from ..server.client import dealt
from ..server.conftest import quick_passwords as quick_passwords
from ..server.conftest import same_dice as same_dice

CHROMIUM = shutil.which("chromium")
STATIC = Path(__file__).parents[2] / "src" / "grandharbour" / "static" / "index.html"
FLAGS = [
    "--no-sandbox",
    "--disable-dev-shm-usage",
    "--disable-gpu",
    "--font-render-hinting=none",
    "--disable-background-networking",
    # The last list counts, so Playwright's stands here again; the first three are ours: the pages of an address line nobody sees, which
    # every new window would load (a third of what opening a table costs).
    "--disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup,WebUIOmniboxFullPopup,"
    "AvoidUnnecessaryBeforeUnloadCheckSync,DestroyProfileOnBrowserClose,HttpsUpgrades,HttpsFirstBalancedModeAutoEnable,LensOverlay,"
    "MediaRouter,PaintHolding,ThirdPartyStoragePartitioning,AvoidCorsURLLoaderRestartOnRedirect,OptimizationHints,"
    "NetworkTimeServiceQuerying,AimEnabled,PreconnectToSearch",
]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    here = Path(__file__).parent
    for item in items:
        if here in item.path.parents:
            item.add_marker(pytest.mark.browser)
            if CHROMIUM is None:
                item.add_marker(pytest.mark.skip(reason="chromium is not installed: no test in a real browser"))
            elif not STATIC.exists():
                item.add_marker(pytest.mark.skip(reason="the client is not built: run `make client`"))


@pytest.fixture(scope="package")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a table server with an empty database; computer players answer at once."""
    folder = tmp_path_factory.mktemp("tables")
    settings = Settings(database=str(folder / "tables.db"), computer_delay=0.0)
    running, listening, url = prepare(settings, "127.0.0.1", 0)
    thread = threading.Thread(target=running.run, kwargs={"sockets": [listening]}, daemon=True)
    thread.start()
    with httpx.Client(base_url=url) as client:
        while thread.is_alive():
            try:
                client.get("/api/games")
                break
            except httpx.TransportError:
                thread.join(0.1)
    yield url.rstrip("/")
    running.should_exit = True
    thread.join(60)
    listening.close()


def soon(true: Callable[[], bool], seconds: float = 120.0) -> None:
    """A busy machine answers late: wait until something is true."""
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, "it did not come true"
        time.sleep(0.05)


def until(page: Any, true: str, arg: Any = None, seconds: float = 1.0) -> bool:
    """Wait for a state of the page; False if it has not come yet, and whoever plays looks again what there is to do."""
    from playwright.sync_api import TimeoutError as TooLate

    try:
        page.wait_for_function(true, arg=arg, timeout=seconds * 1000)
    except TooLate:
        return False
    return True


class Patience:
    """A game may take as long as it likes on a busy machine, but something must change now and then."""

    def __init__(self, seconds: float = 120.0) -> None:
        self.seconds = seconds
        self.state: object = None
        self.end = 0.0

    def __call__(self, state: object) -> None:
        if state != self.state:
            self.state, self.end = state, time.monotonic() + self.seconds
        assert time.monotonic() < self.end, f"nothing has changed for {self.seconds:.0f} s: {state}"


# What is written in the prompt now is not what was written before, or the game is over, or a pile has fanned out, or chances are shown.
ANSWERED = """(before) => {
  const prompt = document.querySelector('section[aria-label="Prompt"]');
  return (prompt?.innerText ?? '') !== before || !!prompt?.querySelector('.over') || !!document.querySelector('[data-tray], .card.pinned .go');
}"""
# The prompt offers something to click, there is something on the board, or the game is over.
OFFERED = """() => !!document.querySelector(
  'section[aria-label="Prompt"] :is(.over, button:enabled:not([aria-disabled=true])), .hits .may, [data-space].may, .piece.target')"""


def settled(page: Any) -> None:
    """A busy machine draws late: until three frames show the board in the same place."""
    page.evaluate(
        """async () => {
          const frame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 30)));
          const place = () => document.querySelector("svg[role=application] > g").getAttribute("transform");
          for (let same = 0, before = ""; same < 3; before = place(), await frame()) same = place() === before ? same + 1 : 0;
        }"""
    )


# Notes in the page when the board with its map was first painted, and how long each choice took until the table had answered and until
# the frame that shows it was painted.
WATCH = """(() => {
  const times = (window.harbourTimes = { paint: null, trips: [], paints: [] });
  const looking = new MutationObserver(() => {
    if (!document.querySelector('.hits [data-space]') || !document.querySelector('.board .art svg')) return;
    looking.disconnect();
    requestAnimationFrame(() => requestAnimationFrame(() => (times.paint = performance.now())));
  });
  looking.observe(document, { childList: true, subtree: true });
  const send = WebSocket.prototype.send;
  WebSocket.prototype.send = function (data) {
    if (String(data).includes('"do":"play"')) {
      const sent = performance.now();
      const heard = (message) => {
        if (!['state', 'patch'].includes(JSON.parse(message.data).type)) return;
        times.trips.push(performance.now() - sent);
        requestAnimationFrame(() => setTimeout(() => times.paints.push(performance.now() - sent)));
        this.removeEventListener('message', heard);
      };
      this.addEventListener('message', heard);
    }
    return send.call(this, data);
  };
})()"""


@pytest.fixture(scope="package")
def chromium() -> Iterator[Any]:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def page(chromium: Any, request: pytest.FixtureRequest) -> Iterator[Any]:
    """A desktop page that fails the test when the client throws."""
    yield from _page(chromium, request, {"width": 1440, "height": 900})


@pytest.fixture
def phone(chromium: Any, request: pytest.FixtureRequest) -> Iterator[Any]:
    yield from _page(chromium, request, {"width": 360, "height": 740}, has_touch=True, is_mobile=True)


PATIENCE = 120_000
"""Milliseconds a state is waited for: a busy machine answers late, and a test that passes does not wait."""


def _page(chromium: Any, request: pytest.FixtureRequest, viewport: dict[str, int], **options: Any) -> Iterator[Any]:
    from playwright.sync_api import expect

    expect.set_options(timeout=PATIENCE)
    context = chromium.new_context(viewport=viewport, reduced_motion="reduce", **options)
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    broken: list[str] = []
    page.on("pageerror", lambda error: broken.append(str(error)))
    if request.node.get_closest_marker("map") is None:
        without_map(page)
    yield page
    context.close()
    assert not broken, f"the client threw: {broken[:3]}"


def without_map(page: Any) -> None:
    """The ground of the board stays empty: what draws the map is a fifth of what a page costs. A test that looks at it is marked ``map``."""
    page.add_init_script(
        """const asked = window.fetch;
        window.fetch = (what, ...rest) => /art\\.svg$/.test(what.url ?? what) ? Promise.reject(new TypeError("no map")) : asked(what, ...rest);"""
    )


def plain(page: Any) -> None:
    """For whole games: a smaller window without the map's art, which would be drawn again after every click."""
    without_map(page)
    page.set_viewport_size({"width": 1100, "height": 700})


OpenTable = Callable[..., dict[str, Any]]


@pytest.fixture
def open_table(server: str) -> OpenTable:
    """Opens a table over HTTP and answers with its tokens."""

    def begin(
        seats: dict[str, Any], scenario: str = "faith-hope-charity", seed: int = 7, game: str = "hawks", **options: Any
    ) -> dict[str, Any]:
        body = {"game": game, "scenario": scenario, "options": options, "tables": None, "seed": seed, "seats": seats}
        shared = "link" in [seat["kind"] for seat in seats.values()]  # there nobody chooses: the server draws what we deal it
        with dealt(seed if shared else None):
            answer = httpx.post(f"{server}/api/tables", json=body | {"seed": None if shared else seed}, timeout=60)
        assert answer.status_code == 201, answer.text
        found: dict[str, Any] = answer.json()
        return found

    return begin
