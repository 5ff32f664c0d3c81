"""Two strangers in a club, from joining to the standing. Whatever they have to know while they do not look reaches them once, by every way."""

from __future__ import annotations

import hashlib
import random
import re
import socket
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx
import msgspec
import pytest
from playwright.sync_api import expect
from sqlalchemy import create_engine, text
from sqlalchemy.pool import NullPool

from grandharbour.server import Settings
from grandharbour.server.club.glicko import Strength, after, rested
from tests.server.outside import Browser as Device
from tests.server.outside import Outside, outside
from tests.server.postgres import binaries, cluster

from .conftest import Patience, soon
from .test_club import PASSWORD, People, clean, join, people, served  # noqa: F401

pytestmark = pytest.mark.browser
DAY = 86_400
TURN, CLOCK, ENDED = "Your turn against {}", "Your clock runs low against {}", "Your game against {} has ended"
# A tab goes behind another one, or comes before it.
FACE = """(seen) => {
  Object.defineProperty(document, "visibilityState", { configurable: true, get: () => (seen ? "visible" : "hidden") });
  document.dispatchEvent(new Event("visibilitychange"));
}"""
# The browser's own service for pushes cannot be reached here: what it would answer, with an address of ours.
SERVICE = """(wish) => {
  PushManager.prototype.subscribe = async () => ({ toJSON: () => ({ endpoint: wish.endpoint, keys: wish }) });
}"""


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


class Line:
    """The way of one browser to the harbour, which can be cut."""

    def __init__(self, listening: socket.socket, harbour: str) -> None:
        self.url = f"http://localhost:{listening.getsockname()[1]}"
        self.whole = True
        self._listening = listening
        self._there = ("127.0.0.1", urlsplit(harbour).port)
        self._open: set[socket.socket] = set()
        threading.Thread(target=self._run, daemon=True).start()

    def _run(self) -> None:
        with suppress(OSError):
            while True:
                near = self._listening.accept()[0]
                if not self.whole:
                    near.close()
                    continue
                far = socket.create_connection(self._there)
                self._open |= {near, far}
                for one, other in ((near, far), (far, near)):
                    threading.Thread(target=self._carry, args=(one, other), daemon=True).start()

    def _carry(self, one: socket.socket, other: socket.socket) -> None:
        with suppress(OSError):
            while said := one.recv(65_536):
                other.sendall(said)
        for end in (one, other):
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)

    def cut(self) -> None:
        self.whole = False
        for end in list(self._open):
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        self.cut()
        for end in (self._listening, *self._open):
            end.close()


@contextmanager
def line(harbour: str) -> Iterator[Line]:
    found = Line(socket.create_server(("127.0.0.1", 0)), harbour)
    try:
        yield found
    finally:
        found.close()


class Stranger:
    """Somebody with a browser, an address, a device that takes pushes and a service that is called; ``expected`` is what he was to be told."""

    def __init__(self, page: Any, name: str, opponent: str, url: str, world: Outside, database: str) -> None:
        self.page, self.name, self.opponent, self.url, self.world = page, name, opponent, url, world
        self.mail = f"{name.lower()}@club.example"
        self.devices: list[Device] = []
        self.expected: list[str] = []
        self.seen = False
        """Whether he has the table before his eyes."""
        self.harbour = url
        place = database.replace("postgresql:", "postgresql+psycopg:") if "://" in database else f"sqlite:///{database}"
        self.base = create_engine(place, poolclass=NullPool)

    def register(self) -> None:
        page, hook = self.page, f"{self.world.web}/hook/{self.name}"
        self._add_device()
        join(page, self.url, self.name, self.mail)
        soon(lambda: any(letter["To"] == self.mail for letter in self.world.letters))
        (letter,) = [letter for letter in self.world.letters if letter["To"] == self.mail]
        link = re.search(r"http://localhost(/\S+)", letter.get_content())
        assert link
        page.goto("about:blank")
        page.goto(self.url + link[1])
        expect(page.get_by_text("Your address is confirmed.")).to_be_visible()
        block = self._accept_pushes()
        expect(block.get_by_label(f"By mail too, to {self.mail}")).to_be_checked()
        block.get_by_text("Add a service").click()
        block.get_by_label("Service").select_option("json")
        block.get_by_label("Its address").fill(hook)
        block.get_by_role("button", name="Try it and keep it").click()
        expect(block.get_by_role("listitem").filter(has_text="Anything that reads JSON")).to_be_visible()

    def _add_device(self) -> None:
        self.devices.append(Device(self.world, f"/push/{self.name}-{len(self.devices) + 1}"))
        self.page.add_init_script(f"({SERVICE})({msgspec.json.encode(self.devices[-1].wish).decode()})")

    def _accept_pushes(self) -> Any:
        block = self.page.get_by_role("region", name="How you are told")
        block.get_by_role("button", name="Tell me on this device").click()
        expect(block.locator(".list").first.get_by_role("button", name="Remove")).to_have_count(len(self.devices))
        return block

    def come_back(self, page: Any, url: str) -> None:
        """By his password, on another machine; what was sent to the lost one is refused there from now on."""
        self.world.status[self.devices[-1].path] = 410
        self.page, self.url = page, url
        self._add_device()
        page.goto(f"{url}/me")
        back = page.get_by_role("region", name="Come back")
        back.get_by_label("Name or mail").fill(self.name.lower())
        back.get_by_label("Password").fill(PASSWORD)
        back.get_by_role("button", name="Sign in", exact=True).tap()
        expect(page.get_by_role("heading", level=1, name=self.name)).to_be_visible()
        self._accept_pushes()

    # --- at a table

    def state(self, table: str, side: str, harbour: str = "") -> Any:
        """What his seat sees, whatever becomes of his line; at his own harbour, or at another of the same club."""
        cookies = {it["name"]: it["value"] for it in self.page.context.cookies()}
        found = httpx.get(
            f"{harbour or self.harbour}/api/tables/{table}/state", params={"since": 10**6}, headers={"Authorization": f"Bearer me.{side}"},
            cookies=cookies, timeout=60,
        )  # fmt: skip
        assert found.status_code == 200, found.text
        return found.json()

    def rows(self, query: str, **values: str) -> int:
        with self.base.connect() as base:
            return int(base.execute(text(query), values).scalar_one())

    def waiting(self) -> int:
        """What is still on its way to anybody."""
        jobs = "jobs" if self.base.dialect.name == "sqlite" else "procrastinate_jobs WHERE status IN ('todo', 'doing')"
        return self.rows(f"SELECT count(*) FROM {jobs}") + self.rows("SELECT count(*) FROM letters")

    def looks(self, table: str) -> bool:
        """Whether the harbour knows that he looks."""
        person = "SELECT id FROM people WHERE name = :name"
        query = f"SELECT count(*) FROM looking WHERE person = ({person}) AND table_id = :table"
        return self.rows(query, name=self.name, table=table) > 0

    def until(self, table: str, seen: bool) -> None:
        soon(lambda: self.looks(table) == seen)
        self.seen = seen

    def turn(self, table: str, seen: bool) -> None:
        """Turn to the table, or away from it."""
        if seen != self.seen:
            self.page.evaluate(FACE, seen)
            self.until(table, seen)

    # --- being told

    def hears(self, what: str) -> None:
        """He has to be told, and is: by every way as often as he had to be, and in the same words."""
        self.expected.append(f"{what.format(self.opponent)}: Hawks over Malta")
        try:
            soon(lambda: all(len(way) >= len(self.expected) for way in self.arrived()))
        except AssertionError as late:
            late.add_note(f"{self.name}, mail, pushes, calls: {[len(way) for way in self.arrived()]} of {len(self.expected)}")
            late.add_note(f"{self.waiting()} still on their way: {self.expected[-1]}")
            raise
        self.check()

    def check(self) -> None:
        letters, pushes, calls = self.arrived()
        assert [title for title, _ in letters] == self.expected, "by mail"
        assert [title for title, _ in pushes] == self.expected, "by push"
        assert pushes == calls, "by push and by hook"
        for (_, body), (_, said) in zip(letters, pushes, strict=True):
            lines = said.splitlines()
            assert lines == body.splitlines()[: len(lines)], "the same words"

    def arrived(self) -> list[list[tuple[str, str]]]:
        letters = [(str(it["Subject"]), it.get_content()) for it in self.world.sent(self.mail)]
        pushes = [(it["title"], it["text"]) for device in self.devices for it in device.read()]
        calls = [msgspec.json.decode(call.body) for call in self.world.to(f"/hook/{self.name}")[1:]]  # the first was the trial
        return [letters, pushes, [(it["title"], it["text"]) for it in calls]]

    def follow(self, table: str) -> None:
        """Go where the last message leads."""
        at = urlsplit(self.devices[-1].read()[-1]["url"])
        assert at.path == f"/table/{table}"
        self.page.goto(f"{self.url}{at.path}#{at.fragment}")
        self.page.wait_for_selector("[data-space]", state="attached")
        self.until(table, True)


def seen(table: str, seats: dict[str, Stranger]) -> dict[str, Any]:
    """What the seats see once every server has heard of the last click: one that has not still asks who has answered, or nobody."""
    harbours = sorted({it.harbour for it in seats.values()})
    looks: list[dict[str, Any]] = []

    def alike() -> bool:
        looks[:] = [{side: it.state(table, side, at) for side, it in seats.items()} for at in harbours]
        news = [[(it["number"], it["decision"], it["outcome"]) for it in look.values()] for look in looks]
        return all(one == news[0] for one in news)

    soon(alike)
    return looks[0]


def once(table: str, seats: dict[str, Stranger], rng: random.Random) -> dict[str, Any]:
    """One click of who is asked, with the table before his eyes; the other looks elsewhere, and hears of it if he has to."""
    before = seen(table, seats)
    side = next(side for side in seats if before[side]["decision"])
    for it in seats.values():
        it.turn(table, it is seats[side])
    assert click(seats[side].page, table, side, before[side], rng) == 200
    after = seen(table, seats)
    for one, it in seats.items():
        if it.seen:
            continue
        if after[one]["outcome"]:
            it.hears(ENDED)
        elif after[one]["decision"] and not before[one]["decision"]:
            it.hears(TURN)
    return after


def rated(winner: str | None, pause: float) -> dict[str, tuple[int, int]]:
    """Ratings and games after one that ended so and, some seconds later, one that Bob won."""
    ada, bob = Strength(), Strength()
    for score in ({"IT": 1.0, "BR": 0.0}.get(winner or "", 0.5), 0.0):
        ada, bob = (rested(it, pause) if it != Strength() else it for it in (ada, bob))
        ada, bob = after(ada, [(bob, score)]), after(bob, [(ada, 1.0 - score)])
    return {"Ada": (round(ada.rating), 2), "Bob": (round(bob.rating), 2)}


@pytest.mark.xdist_group("postgres")
def test_two_strangers(people: People, tmp_path: Path) -> None:  # noqa: F811
    """Two strangers, two browsers, one club: they join, find each other in the lobby and play correspondence games that count, each
    looking only when it is his turn. Whatever they have to know meanwhile comes by push, mail and hook, each of it once. One loses his
    line, then his machine, and comes back by his password; the other lets his clock run out. Lists and ratings are right at the end.

    Each at a server of his own, with one PostgreSQL behind both; where there is none, both at one server on SQLite. What the story is
    made of (people, lobby, clocks, being told) tests/server proves on both."""
    servers = 2 if binaries() else 1
    time, patience = Time(), Patience()
    with outside() as world, ExitStack() as stack:
        database = str(tmp_path / "club.db") if servers == 1 else stack.enter_context(cluster()).database()
        settings = Settings(
            database=database, computer_delay=0.0, workers=1, club="open", clock=time, limits=0.0, grace=0.0, private_hooks=True,
            mail=world.smtp, sender="harbour@club.example", base_url="http://localhost",
        )  # fmt: skip
        url = stack.enter_context(served(settings))
        his = url if servers == 1 else stack.enter_context(served(settings))
        with line(his) as wire:
            ada = Stranger(people(), "Ada", "Bob", url, world, database)
            bob = Stranger(people(), "Bob", "Ada", wire.url, world, database)
            bob.harbour = his
            for it in (ada, bob):
                it.register()

            # Ada says what she would like to play; Bob finds it and accepts with one click.
            page = ada.page
            page.goto(f"{url}/lobby")
            form = page.get_by_role("region", name="Challenge", exact=True)
            form.get_by_label("Game", exact=False).first.select_option("hawks")
            form.get_by_label("Your side").select_option("IT")
            form.get_by_label("counts for the standing").check()
            form.get_by_role("button", name="Challenge").click()
            expect(page.get_by_role("button", name="Take back")).to_be_visible()
            clean(page)
            page = bob.page
            page.goto(f"{wire.url}/lobby")
            which = page.get_by_role("group", name="Which challenges are shown").get_by_label("Counts")
            which.select_option("friendly")
            expect(page.get_by_text("Nobody wants to play that.")).to_be_visible()
            which.select_option("rated")
            page.get_by_role("button", name="Accept").click()
            page.wait_for_selector("[data-space]", state="attached")
            page.wait_for_function("() => location.hash === '#seat=me.BR'")
            table = page.evaluate("location.pathname.split('/').pop()")
            bob.until(table, True)
            expect(page.get_by_role("list", name="Clock")).to_contain_text("Italy: Ada")
            expect(page.get_by_role("list", name="Clock").locator(".runs")).to_contain_text("12 d")

            # Ada hears of it, and finds it among her tables: her turn, in the title as well.
            ada.hears(TURN)
            page = ada.page
            page.goto(url)
            expect(page.get_by_role("heading", name="Your turn (1)")).to_be_visible()
            expect(page).to_have_title("(1) Your turn · Grand Harbour")
            assert "data:image/svg" in page.locator('link[rel~="icon"]').get_attribute("href")
            clean(page)
            expect(page.get_by_role("link", name="against Bob")).to_be_visible()
            ada.follow(table)
            page.wait_for_selector("[data-space].may", state="attached")

            # They play. Once Bob's line is cut while he looks, once his machine is gone for good while he has to decide.
            seats = {"IT": ada, "BR": bob}
            rng, clicks, cut, lost = random.Random(5), 0, False, False
            while True:
                states = once(table, seats, rng)
                clicks, time.now = clicks + 1, time.now + 60
                patience(clicks)
                if states["IT"]["outcome"]:
                    break
                asks = next(side for side in seats if states[side]["decision"])
                if not cut and clicks >= 6 and asks == "IT":
                    cut = True
                    bob.turn(table, True)
                    wire.cut()
                    gone = bob.page.get_by_text("Cut off from the table.")
                    expect(gone).to_be_visible()
                    bob.until(table, False)
                    told = len(bob.expected)
                    while not states["BR"]["decision"] and not states["IT"]["outcome"]:
                        states = once(table, seats, rng)
                        clicks += 1
                    assert len(bob.expected) == told + 1 and not states["IT"]["outcome"]
                    wire.whole = True
                    expect(gone).to_be_hidden()
                    bob.until(table, True)  # his page is back by itself
                    expect(bob.page).to_have_title(re.compile("^●"))
                elif cut and not lost and clicks >= 15 and asks == "BR":
                    lost = True
                    bob.turn(table, True)
                    gone_for_good = bob.page.context
                    people.contexts.remove(gone_for_good)
                    gone_for_good.close()
                    bob.until(table, False)
                    bob.come_back(people(360, 740, has_touch=True, is_mobile=True), his)
                    bob.page.goto(his)
                    bob.page.get_by_role("link", name="against Ada").tap()
                    bob.page.wait_for_selector("[data-space]", state="attached")
                    bob.until(table, True)
                    clean(bob.page)
            assert cut and lost and len(ada.expected) > 2 and len(bob.expected) > 2
            winner, first = ada.state(table, "IT")["outcome"]["winner"], time.now

            # A rematch with the sides changed; Bob has to begin, and is told. This time Ada hears of it and does not come.
            ada.page.get_by_role("button", name="Rematch with sides changed").first.wait_for(state="attached")
            again = ada.page.evaluate(
                """async (table) => (await (await fetch(`/api/tables/${table}/rematch`, {method: "POST", body: "{}",
                     headers: {Authorization: "Bearer me.IT", "Content-Type": "application/json"}})).json()).table""",
                table,
            )
            ada.page.goto(url)
            ada.until(table, False)
            bob.hears(TURN)
            bob.page.goto(his)
            expect(bob.page.get_by_role("heading", name="Your turn (1)")).to_be_visible()
            bob.follow(again)
            told = len(ada.expected)
            while bob.state(again, "IT")["decision"]:
                once(again, {"IT": bob, "BR": ada}, rng)
            assert len(ada.expected) == told + 1

            # Nobody looks. Her clock runs low, and her flag falls.
            bob.page.goto(his)
            bob.until(again, False)
            time.now += 12.5 * DAY
            ada.hears(CLOCK)
            time.now += DAY
            ada.hears(ENDED)
            bob.hears(ENDED)
            assert bob.state(again, "IT")["outcome"]["winner"] == "IT"

            # What remains: both games among the ended ones, and the standing.
            page = bob.page
            page.goto(his)
            page.get_by_text("Ended (2)").tap()
            expect(page.get_by_role("link", name="against Ada")).to_have_count(2)
            expect(page.locator("details li", has_text="Won")).to_have_count(2 if winner == "BR" else 1)
            expect(page).to_have_title("Grand Harbour")
            ada.page.goto(url)
            ada.page.get_by_text("Ended (2)").click()
            expect(ada.page.get_by_role("link", name="against Bob")).to_have_count(2)
            expect(ada.page.locator("details li", has_text="Won")).to_have_count(1 if winner == "IT" else 0)
            soon(lambda: len(page.evaluate("fetch('/api/standing/hawks').then((it) => it.json())")) == 2)
            page.goto(f"{his}/standing")
            expect(page.locator("tbody tr")).to_have_count(2)
            listed = page.evaluate("fetch('/api/standing/hawks').then((it) => it.json())")
            assert {it["person"]["name"]: (it["rating"], it["games"]) for it in listed} == rated(winner, time.now - first)
            expect(page.get_by_role("region", name="The way of Bob").locator("li")).to_have_count(2)
            clean(page)

            # Nothing is on its way any more, and nothing has come twice.
            soon(lambda: ada.waiting() == 0)
            ada.check()
            bob.check()
