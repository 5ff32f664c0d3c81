"""Looking into a game in a real browser: turning points, analysis, comments with arrows, what is written down; and sounds."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from .conftest import OpenTable
from .test_time_machine import BAR, HERE, SIDES, arrive, begin, on, place, sit

COMPUTER = {"kind": "computer", "player": "greedy"}


@pytest.fixture
def http(server: str) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=server, timeout=60) as client:
        yield client


@on("hawks", "convoys")
def test_the_end_leads_into_the_replay(
    page: Any, server: str, http: httpx.Client, open_table: OpenTable, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The turning points as the ledger has them, each a way to its moment."""
    from playwright.sync_api import expect

    seats = begin(http, open_table, game, 12)
    one = SIDES[game][0]
    assert seats[one].post("resign").status_code == 200
    told = {
        "by": "luck", "gain": 0.2, "before": 0.4, "after": 0.6, "turn": 1, "text": "<i>It rained</i>", "rule": "", "since": 1,
        "events": 2,
    }  # fmt: skip
    # How they are found is tried in tests/lab; here the answer is as long in coming as a long game's.
    answers = [{"done": 1, "of": 3, "ledger": None, "turning": []}]
    ledger = {
        "game": game, "scenario": "", "sides": list(SIDES[game]), "names": list(SIDES[game]), "player": "greedy", "rollouts": 1,
        "horizon": 0, "knows": None, "start": 0.5, "start_error": 0, "now": 1, "result": 1, "points": [], "totals": [],
        "theirs": 0, "drift": 0, "drift_error": 0, "moments": 3,
    }  # fmt: skip
    last = {"done": 3, "of": 3, "ledger": ledger, "turning": [told, told | {"by": one, "gain": -0.3, "events": 3}]}
    page.route("**/luck**", lambda route: route.fulfill(json=answers.pop() if answers else last))
    sit(page, server, seats[one])
    story = page.get_by_role("region", name="Turning points")
    expect(story.locator("li")).to_have_count(2)
    expect(story.locator("li").first).to_contain_text("The dice")
    expect(story.locator("li").first).to_contain_text("40 % → 60 %")
    expect(story.locator("li").first).to_contain_text("<i>It rained</i>")  # told, not drawn
    story.get_by_role("button").first.click()
    page.locator(BAR).wait_for()
    counted = seats[one].get("moments", eyes="all").json()["told"]
    assert place(page)[0] <= next(k for k, n in enumerate(counted) if n >= 2)


def test_on_a_phone_the_board_stays_in_sight(phone: Any, server: str, http: httpx.Client, open_table: OpenTable) -> None:
    """Neither the end nor the bar of the replay is wider than the page or takes all of it."""
    seats = begin(http, open_table, "hawks", 12)
    assert seats["IT"].post("resign").status_code == 200
    told = {
        "by": "luck", "gain": 0.2, "before": 0.4, "after": 0.6, "turn": 1, "text": "It rained for a long time " * 4, "rule": "",
        "since": 1, "events": 2,
    }  # fmt: skip
    many = [told | {"events": n} for n in range(2, 5)]
    phone.route("**/luck**", lambda route: route.fulfill(json={"done": 3, "of": 3, "ledger": None, "turning": many}))
    sit(phone, server, seats["IT"])
    phone.locator('section[aria-label="Turning points"] li').nth(2).wait_for()
    room = "document.querySelector('.page .board').getBoundingClientRect().height"
    assert phone.evaluate(room) > 90
    phone.get_by_role("button", name="Watch the replay").click()
    phone.locator(BAR).wait_for()
    bar = f"(() => {{ const it = document.querySelector('{BAR}'); return [it.scrollWidth, it.clientWidth, innerWidth]; }})()"
    whole, shown, window = phone.evaluate(bar)
    assert whole <= shown <= window and phone.evaluate(room) > 90


def test_a_stronger_opponent_is_offered(page: Any, server: str, http: httpx.Client, open_table: OpenTable) -> None:
    opened = open_table({"IT": {"kind": "here"}, "BR": COMPUTER})
    page.goto(f"{server}/table/{opened['table']}#seat={opened['seats']['IT']}")
    page.locator(".prompt.mine").wait_for()
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    page.get_by_role("button", name="Against Cadet").click()
    page.wait_for_url(lambda url: opened["table"] not in url)
    new = page.url.split("/table/")[1].split("#")[0]
    seats = http.get(f"/api/tables/{new}").json()["seats"]
    assert seats["BR"]["player"] == "search:cadet" and seats["IT"]["kind"] == "here"


@on("hawks", "herkules")
def test_a_moment_is_analysed_and_commented(page: Any, server: str, http: httpx.Client, open_table: OpenTable, game: str) -> None:
    from playwright.sync_api import expect

    seats = begin(http, open_table, game, 10)
    one, two = SIDES[game]
    assert seats[two].post("resign").status_code == 200
    sit(page, server, seats[one], "?moment=1")
    arrive(page, 1)
    page.get_by_role("tab", name="Analysis").click()
    panel = page.get_by_role("region", name="Analysis")
    panel.get_by_role("button", name="Try out plans here").click()
    expect(panel.get_by_text("could have done here").or_(panel.get_by_text("Nobody had to decide"))).to_be_visible(
        timeout=120_000
    )
    panel.get_by_role("button", name="Draw arrows").click()
    spaces = [space.get_attribute("data-space") for space in page.locator(".hits [data-space]").all()[:2]]
    for space in spaces:
        page.locator(f'.hits [data-space="{space}"]').dispatch_event("click")
    expect(page.locator("[data-arrow]")).to_have_count(1)
    panel.get_by_label("What is to be said").fill("Here <b>it</b> began")
    panel.get_by_role("button", name="Keep the comment").click()
    expect(panel.locator("blockquote")).to_contain_text("Here <b>it</b> began")
    expect(page.locator("[data-arrow]")).to_have_count(1)
    page.keyboard.press("Escape")
    # Who only watches opens the link to that moment and sees it.
    page.goto(f"{server}/table/{seats[one].table}?moment=1&eyes={one}")
    arrive(page, 1)
    expect(page.locator("[data-arrow]")).to_have_count(1)
    page.get_by_role("tab", name="Analysis").click()
    expect(panel.locator("blockquote")).to_contain_text("Here <b>it</b> began")
    assert panel.get_by_role("button", name="Take back").count() == 0
    with page.expect_download() as coming:
        panel.get_by_role("button", name="As a save with comments").click()
    assert "Here <b>it</b> began" in coming.value.path().read_text()
    with page.expect_download() as coming:
        panel.get_by_role("button", name="As text to read").click()
    assert "“Here <b>it</b> began”" in coming.value.path().read_text()


LISTEN = """window.sounds = 0;
for (const make of ['createOscillator', 'createBufferSource']) {
  const was = AudioContext.prototype[make];
  AudioContext.prototype[make] = function () { window.sounds++; return was.call(this); };
}"""


@on("hawks", "kesselring")
def test_what_happens_is_heard_until_it_is_switched_off(
    page: Any, server: str, http: httpx.Client, open_table: OpenTable, game: str
) -> None:
    from playwright.sync_api import expect

    seats = begin(http, open_table, game, 4, HERE)
    one, two = SIDES[game]
    page.add_init_script(LISTEN)
    sit(page, server, seats[one])
    page.get_by_role("tab", name="Forces").click()  # a browser is silent until somebody has clicked
    assert page.evaluate("window.sounds") == 0

    def others() -> None:
        """Somebody does something of which this seat is told."""
        before = len(seats[one].state()["events"])
        while len(seats[one].state()["events"]) == before:
            for seat in (seats[two], seats[one]):
                decision = seat.state()["decision"]
                if decision:
                    choice = next(choice for choice in decision["choices"] if choice["targets"])
                    seat.play(choice["verb"], choice["targets"][0])
                    break

    for _ in range(30):
        others()
        if page.evaluate("window.sounds"):
            break
    page.wait_for_function("() => window.sounds > 0")
    page.get_by_role("button", name="Sound").click()
    page.reload()
    page.wait_for_selector("[data-space]", state="attached")
    page.get_by_role("tab", name="Forces").click()
    expect(page.get_by_role("button", name="Sound")).to_have_attribute("aria-pressed", "false")
    for _ in range(3):
        others()
    # What was told has come to the page, and was not heard.
    last = seats[one].state()["events"][-1]["n"]
    page.get_by_role("tab", name="Log").click()
    page.wait_for_selector(f'li[data-n="{last}"]', state="attached")
    assert page.evaluate("window.sounds") == 0
