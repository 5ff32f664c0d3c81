"""Guests and members: an identity that costs nothing, a name that takes its tables along, sessions that can be ended."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Iterator
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import httpx
import pytest
from aiosmtpd.controller import Controller
from websockets.exceptions import ConnectionClosed

from grandharbour.server.club import people, rows
from grandharbour.server.club.export import OWN, TOLD
from grandharbour.server.club.people import promote

from .client import HERE, LINK, Harbour, Json, Seat, problem, running
from .postgres import Cluster
from .test_several import wait_for

pytestmark = pytest.mark.xdist_group("postgres")
PASSWORD = "a harbour full of ships"


@pytest.fixture(params=["sqlite", "postgresql"], scope="module")
def club(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Harbour]:
    folder = tmp_path_factory.mktemp("club")
    found: dict[str, str] = {}
    if request.param == "postgresql":
        cluster: Cluster = request.getfixturevalue("postgres")
        found = {"database": cluster.database()}
    with running(folder, club="open", **found) as harbour:
        yield harbour


class Browser:
    """Somebody with a browser of his own: what the server gives it to keep, it keeps."""

    def __init__(self, harbour: Harbour, agent: str = "Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0") -> None:
        self.http = httpx.Client(base_url=harbour.url, timeout=60, headers={"User-Agent": agent})

    def me(self) -> Json:
        return self.http.get("/api/me").json()

    def join(self, name: str, **more: str) -> httpx.Response:
        return self.http.post("/api/me/join", json={"name": name, "password": PASSWORD, **more})

    def enter(self, name: str, password: str = PASSWORD) -> httpx.Response:
        return self.http.post("/api/me/enter", json={"name": name, "password": password})

    def open(self, seats: Json = LINK) -> Json:
        answer = self.http.post("/api/tables", json={"game": "hawks", "seats": seats})
        assert answer.status_code == 201, answer.text
        return answer.json()

    def sits(self, table: str, side: str) -> bool:
        return self.mine(table, side).get("state").status_code == 200

    def mine(self, table: str, side: str) -> Seat:
        """A seat by who one is, not by its key."""
        return Seat(self.http, table, side, f"me.{side}")


def test_a_private_harbour_needs_no_name(harbour: Harbour) -> None:
    anyone = Browser(harbour)
    assert anyone.me() == {"club": None, "person": None, "mail": "", "confirmed": False, "password": False, "posts": False}
    anyone.open()
    assert not anyone.http.cookies
    problem(anyone.join("Ada"), "no-club", 404)


def test_looking_makes_nobody_a_guest(club: Harbour) -> None:
    visitor = Browser(club)
    assert visitor.me()["person"] is None and visitor.me()["club"] == "open"
    visitor.http.get("/api/games")
    assert not visitor.http.cookies


def test_a_guest_holds_his_seat_by_his_device(club: Harbour) -> None:
    guest, other = Browser(club), Browser(club)
    opened = guest.open()
    (cookie,) = guest.http.cookies.jar
    assert cookie.has_nonstandard_attr("HttpOnly") and cookie.get_nonstandard_attr("SameSite") == "Lax"
    assert guest.me()["person"]["role"] == "guest" and guest.me()["person"]["name"] == ""
    assert guest.sits(opened["table"], "IT") and not guest.sits(opened["table"], "BR")
    taken = other.http.post(f"/api/tables/{opened['table']}/seats", json={"invitation": opened["seats"]["BR"]})
    assert taken.status_code == 201 and other.sits(opened["table"], "BR") and not other.sits(opened["table"], "IT")
    key = Seat(Browser(club).http, opened["table"], "IT", opened["seats"]["IT"])
    assert key.state()["side"] == "IT", "the key of a seat is as good as ever"
    problem(Browser(club).mine(opened["table"], "IT").get("state"), "wrong-seat", 403)


def test_a_name_takes_the_tables_along(club: Harbour) -> None:
    ada = Browser(club)
    table = ada.open()["table"]
    before = ada.http.cookies["harbour"]
    told = ada.join("Ada  Lovelace").json()
    assert told["person"]["name"] == "Ada Lovelace" and told["person"]["role"] == "member" and told["password"]
    assert ada.http.cookies["harbour"] != before, "who becomes somebody else gets another secret"
    assert ada.sits(table, "IT")
    old = httpx.get(f"{club.url}api/me", cookies={"harbour": before}).json()
    assert old["person"] is None
    for same in ("ada lovelace", "ADALOVELACE", "Ａda Lovelace"):
        problem(Browser(club).join(same), "name-taken", 409)
    problem(ada.join("Countess"), "name-taken", 409)

    elsewhere = Browser(club)
    another = elsewhere.open(HERE)["table"]
    problem(elsewhere.enter("Ada Lovelace", "not her password"), "wrong-password", 403)
    assert elsewhere.enter("ada lovelace").json()["person"] == told["person"]
    assert elsewhere.sits(table, "IT") and elsewhere.sits(another, "IT") and elsewhere.sits(another, "BR")
    assert ada.sits(another, "BR"), "what she did there as a guest is hers"


@pytest.mark.parametrize("name", ["", "A", "x" * 25, "<b>bold</b>", "a\nb\7", "_", "-Ada", "Ada\u202e"])
def test_names_nobody_may_take(club: Harbour, name: str) -> None:
    problem(Browser(club).join(name), "bad-name", 422)


def test_passwords_and_addresses_that_do_not_do(club: Harbour) -> None:
    problem(Browser(club).join("Short", password="seven77"), "bad-name", 422)
    problem(Browser(club).join("Endless", password="x" * 201), "bad-name", 422)
    problem(Browser(club).join("Addressed", mail="no address"), "bad-name", 422)


def test_sessions_are_listed_and_ended(club: Harbour) -> None:
    desk, phone = Browser(club), Browser(club, "Mozilla/5.0 (Linux; Android 14) Chrome/130 Mobile Safari/537")
    table = desk.open()["table"]
    desk.join("Grace Hopper")
    phone.enter("Grace Hopper")
    listed = desk.http.get("/api/me/sessions").json()
    assert {(it["device"], it["here"]) for it in listed} == {("Firefox, Linux", True), ("Chromium, Android", False)}
    other = next(it["id"] for it in listed if not it["here"])
    stranger = Browser(club)
    stranger.open()
    stranger.http.delete(f"/api/me/sessions/{other}")
    assert phone.me()["person"], "nobody ends a session of somebody else"
    cookie = {"Cookie": f"harbour={phone.http.cookies['harbour']}"}
    with phone.mine(table, "IT").live(additional_headers=cookie) as live:
        assert live.hear("state")["side"] == "IT"
        assert len(desk.http.delete(f"/api/me/sessions/{other}").json()) == 1
        with pytest.raises(ConnectionClosed):
            while True:
                live.hear()
    assert phone.me()["person"] is None and not phone.sits(table, "IT")
    desk.http.post("/api/me/leave")
    assert not desk.http.cookies and desk.me()["person"] is None
    assert desk.enter("grace hopper").status_code == 200 and desk.sits(table, "IT")


def test_no_other_site_can_act_for_a_person(club: Harbour) -> None:
    ada = Browser(club)
    table = ada.open()["table"]
    foreign = {"Origin": "https://elsewhere.example", "Authorization": "Bearer me.IT"}
    answer = ada.http.post(f"/api/tables/{table}/resign", headers=foreign, json={})
    problem(answer, "bad-request", 400)
    problem(ada.http.post("/api/me/leave", headers={"Origin": "https://elsewhere.example"}), "bad-request", 400)
    assert ada.me()["person"]


def test_sessions_hold_at_every_server(postgres: Cluster, tmp_path: Path) -> None:
    database = postgres.database()
    with running(tmp_path, database=database, club="open") as one, running(tmp_path, database=database, club="open") as two:
        here, there = Browser(one), Browser(two)
        table = here.open()["table"]
        here.join("Alan")
        there.enter("Alan")
        assert there.sits(table, "IT")
        cookie = {"Cookie": f"harbour={there.http.cookies['harbour']}"}
        with there.mine(table, "IT").live(additional_headers=cookie) as live:
            live.hear("state")
            here.http.delete("/api/me/sessions/others")
            with pytest.raises(ConnectionClosed):
                while True:
                    live.hear()
        assert there.me()["person"] is None


def test_guessing_takes_time(tmp_path: Path) -> None:
    with running(tmp_path, club="open", limits=1.0) as harbour:
        Browser(harbour).join("Careful")
        tried = [Browser(harbour).enter("Careful", f"guess number {n}").status_code for n in range(12)]
        assert tried[0] == 403 and tried[-1] == 429


def test_a_stolen_password_is_dear_to_guess(quick_passwords: Callable[[], Any]) -> None:
    """Argon2id with 64 MB, three times over; and the same hasher reads what was kept with other measures."""
    kept = quick_passwords().hash("correct horse")
    assert kept.startswith("$argon2id$v=19$m=65536,t=3,p=4$")
    assert asyncio.run(people.fits("correct horse", kept)) and not asyncio.run(people.fits("correct horsf", kept))


class _Controller(Controller):
    def _trigger_server(self) -> None:
        self.port = self.server.sockets[0].getsockname()[1]  # any free one
        super()._trigger_server()


class Letterbox:
    """A real mail server on this machine that keeps what it is handed."""

    def __init__(self) -> None:
        self.letters: list[EmailMessage] = []
        self._controller = _Controller(self, hostname="127.0.0.1", port=0)

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:
        letter = message_from_bytes(envelope.content, policy=policy.default)
        assert isinstance(letter, EmailMessage)
        self.letters.append(letter)
        return "250 taken"

    def __enter__(self) -> Letterbox:
        self._controller.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._controller.stop()

    @property
    def address(self) -> str:
        return f"smtp://127.0.0.1:{self._controller.port}"

    def link(self, n: int, kind: str) -> str:
        """The secret in the link of the letter number n."""
        wait_for(lambda: len(self.letters) > n)
        found = re.search(rf"https://club\.example/me#{kind}=([\w-]+)", self.letters[n].get_content())
        assert found is not None, self.letters[n].get_content()
        return found[1]


@pytest.fixture
def letterbox() -> Iterator[Letterbox]:
    with Letterbox() as found:
        yield found


def cookied(browser: Browser) -> Browser:
    """Over https the cookie is marked secure; the test speaks plain http, and carries it by hand."""

    def keep(answer: httpx.Response) -> None:
        for cookie in answer.headers.get_list("set-cookie"):
            assert "; Secure" in cookie and cookie.startswith("__Host-harbour=")
            browser.http.headers["Cookie"] = cookie.partition(";")[0]

    browser.http.event_hooks["response"] = [keep]
    return browser


def test_mail_is_confirmed_and_opens_the_door_again(letterbox: Letterbox, place: str, tmp_path: Path) -> None:
    settings = {
        "mail": letterbox.address,
        "base_url": "https://club.example/",
        "hosts": ("127.0.0.1",),
        "club": "open",
        "database": place,
    }
    with running(tmp_path, **settings) as harbour:
        ada = cookied(Browser(harbour))
        told = ada.join("Ada", mail="Ada@Example.org").json()
        assert told["mail"] == "ada@example.org" and not told["confirmed"] and told["posts"]
        slip = letterbox.link(0, "confirm")
        assert letterbox.letters[0]["To"] == "ada@example.org" and "Ada" in letterbox.letters[0].get_content()

        stranger = cookied(Browser(harbour))
        assert stranger.http.post("/api/me/forgotten", json={"mail": "ada@example.org"}).status_code == 200
        assert ada.http.post("/api/me/confirm", json={"slip": slip}).json()["confirmed"]
        problem(ada.http.post("/api/me/confirm", json={"slip": slip}), "stale", 409)
        key = ada.open()
        table = key["table"]
        assert ada.enter("ADA@example.org").status_code == 200

        lost = cookied(Browser(harbour))
        same = lost.http.post("/api/me/forgotten", json={"mail": "nobody@example.org"})
        assert same.content == lost.http.post("/api/me/forgotten", json={"mail": "ada@example.org"}).content
        slip = letterbox.link(1, "reset")
        problem(lost.http.post("/api/me/password", json={"slip": slip, "password": "short"}), "bad-name", 422)
        assert lost.http.post("/api/me/password", json={"slip": slip, "password": "another harbour"}).status_code == 200
        problem(lost.http.post("/api/me/password", json={"slip": slip, "password": "yet another"}), "stale", 409)
        assert lost.me()["person"]["name"] == "Ada" and lost.sits(table, "IT")
        assert ada.me()["person"] is None, "whoever sat at the lost machine is out"
        problem(Seat(httpx.Client(base_url=harbour.url), table, "IT", key["seats"]["IT"]).get("state"), "wrong-seat", 403)
        problem(ada.enter("Ada"), "wrong-password", 403)
        assert ada.enter("Ada", "another harbour").status_code == 200
        assert len(letterbox.letters) == 2, "nobody is written to without need"


def test_an_address_that_is_not_confirmed_opens_nothing(letterbox: Letterbox, tmp_path: Path) -> None:
    with running(
        tmp_path, club="open", mail=letterbox.address, base_url="https://club.example/", hosts=("127.0.0.1",)
    ) as harbour:
        thief = cookied(Browser(harbour))
        thief.join("Thief", mail="victim@example.org")
        letterbox.link(0, "confirm")
        problem(thief.enter("victim@example.org"), "wrong-password", 403)
        thief.http.post("/api/me/mail", json={"mail": ""})
        assert thief.me()["mail"] == "" and cookied(Browser(harbour)).join("Victim", mail="victim@example.org").status_code == 200


def test_another_password_by_the_old_one(club: Harbour) -> None:
    ada = Browser(club)
    ada.join("Password Changer")
    wrong = ada.http.post("/api/me/password", json={"old": "guessed it", "password": "something new"})
    problem(wrong, "wrong-password", 403)
    assert ada.http.post("/api/me/password", json={"old": PASSWORD, "password": "something new"}).status_code == 200
    assert ada.me()["person"], "the device it was changed on stays signed in"
    assert Browser(club).enter("Password Changer", "something new").status_code == 200
    problem(Browser(club).http.post("/api/me/password", json={"old": "", "password": "something new"}), "members-only", 403)


def test_everything_the_club_knows(club: Harbour) -> None:
    ada, other = Browser(club), Browser(club)
    opened = ada.open()
    ada.join("Exporter", mail="exporter@example.org")
    ada.mine(opened["table"], "IT").play("objective", "A5")
    other.open()
    assert ada.http.post("/api/ladder/hawks/join").status_code == 200
    wish = {"name": "Hers", "kind": "swiss", "game": "hawks", "scenario": "faith-hope-charity"}
    assert ada.http.post("/api/tournaments", json=wish).status_code == 201
    answer = ada.http.get("/api/me/export")
    assert "attachment" in answer.headers["content-disposition"]
    told = answer.json()
    assert told["person"]["name"] == "Exporter" and told["person"]["mail"] == "exporter@example.org"
    (table,) = told["tables"]
    assert (table["table"], table["side"], table["game"]) == (opened["table"], "IT", "hawks")
    assert [(move["verb"], move["target"]) for move in table["moves"]] == [("objective", "A5")]
    assert [it["place"] for it in told["rungs"]] == [1] and [it["name"] for it in told["tournaments_made"]] == ["Hers"]
    assert "argon2" not in answer.text and len(told["sessions"]) == 1
    problem(Browser(club).http.get("/api/me/export"), "members-only", 403)


def test_nothing_of_a_person_is_left_out() -> None:
    """Whoever adds a table with people in it says here why they do not get its rows, or gives them."""
    apart = {"sessions", "tokens", "passkeys", "seats"}  # told in other words
    secret = {"slips", "looking"}  # hashes of links, and which page is open at this moment
    there = {name for name, table in rows.metadata.tables.items() if "person" in table.c}
    kept = {table.name for table in (*OWN.values(), *TOLD.values())}
    assert kept | apart | secret == there


def test_who_wants_to_be_forgotten(club: Harbour) -> None:
    ada, other = Browser(club), Browser(club)
    opened = ada.open()
    table = opened["table"]
    ada.join("Forgotten One", mail="forgotten@example.org")
    other.http.post(f"/api/tables/{table}/seats", json={"invitation": opened["seats"]["BR"]})
    problem(ada.http.post("/api/me/forget", json={"name": "Forgotten Two"}), "bad-name", 422)
    assert ada.http.post("/api/me/forget", json={"name": "forgotten one"}).status_code == 200
    assert ada.me()["person"] is None and not ada.sits(table, "IT")
    problem(Seat(httpx.Client(base_url=club.url), table, "IT", opened["seats"]["IT"]).get("state"), "wrong-seat", 403)
    seats = club.http.get(f"/api/tables/{table}").json()["seats"]
    assert not seats["IT"]["joined"] and seats["BR"]["joined"], "the game stays, with a seat that is nobody's"
    assert other.mine(table, "BR").post("invitations", side="IT").status_code == 201
    problem(ada.enter("Forgotten One"), "wrong-password", 403)
    assert Browser(club).join("Forgotten One", mail="forgotten@example.org").status_code == 200


def test_a_club_by_invitation(tmp_path: Path) -> None:
    with running(tmp_path) as harbour:
        problem(Browser(harbour).http.post("/api/me/invitations"), "no-club", 404)
    with running(tmp_path, club="open") as harbour:
        host = Browser(harbour)
        host.join("Host")
        cookie = host.http.cookies["harbour"]
    with running(tmp_path, club="invitation") as harbour:
        host = Browser(harbour)
        host.http.cookies.set("harbour", cookie)
        problem(Browser(harbour).join("Uninvited"), "members-only", 403)
        problem(Browser(harbour).join("Liar", invitation="made-up-by-myself"), "stale", 409)
        problem(Browser(harbour).http.post("/api/me/invitations"), "members-only", 403)
        invitation = host.http.post("/api/me/invitations").json()["invitation"]
        assert Browser(harbour).join("Invited", invitation=invitation).json()["person"]["role"] == "member"
        problem(Browser(harbour).join("Second", invitation=invitation), "stale", 409)


def test_a_club_that_looks_first(tmp_path: Path) -> None:
    with running(tmp_path, club="moderators") as harbour:
        boss, new, other = Browser(harbour), Browser(harbour), Browser(harbour)
        assert boss.join("Boss").json()["person"]["role"] == "waiting"
        new.join("New")
        other.join("Other")
        problem(boss.http.get("/api/club/waiting"), "members-only", 403)
        promote(str(tmp_path / "harbour.db"), "boss", "moderator")
        Browser(harbour).join("Last")
        wait_for(lambda: [it["title"] for it in boss.http.get("/api/me/news").json()] == ["Last would like to join"])
        waiting = boss.http.get("/api/club/waiting").json()
        assert [person["name"] for person in waiting] == ["New", "Other", "Last"] and boss.http.get("/api/me/news").json() == []
        ids = {person["name"]: person["id"] for person in waiting}
        assert boss.http.post(f"/api/club/people/{ids['New']}", json={"role": "member"}).json()["role"] == "member"
        assert new.me()["person"]["role"] == "member"
        problem(new.http.post(f"/api/club/people/{ids['Other']}", json={"role": "member"}), "members-only", 403)
        boss.http.post(f"/api/club/people/{ids['Other']}", json={"role": "guest"})
        assert other.me()["person"]["name"] == "" and len(boss.http.get("/api/club/waiting").json()) == 1
        assert Browser(harbour).join("Other").status_code == 200, "the name is free again"
