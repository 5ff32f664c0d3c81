"""Guests and members: an identity that costs nothing, a name that takes its tables along, sessions that can be ended."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from .client import HERE, LINK, Harbour, Json, Seat, problem, running
from .postgres import Cluster

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


@pytest.mark.parametrize("name", ["", "A", "x" * 25, "<b>bold</b>", "a\nb\0", "_", "-Ada", "Ada\u202e"])
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
                live.hear(timeout=20)
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
                    live.hear(timeout=20)
        assert there.me()["person"] is None


def test_guessing_takes_time(tmp_path: Path) -> None:
    with running(tmp_path, club="open", limits=1.0) as harbour:
        Browser(harbour).join("Careful")
        tried = [Browser(harbour).enter("Careful", f"guess number {n}").status_code for n in range(12)]
        assert tried[0] == 403 and tried[-1] == 429
