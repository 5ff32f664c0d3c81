"""Edges of a club: what leaks, what is left behind, and what nobody has agreed to."""

from __future__ import annotations

import asyncio
import random
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, func, insert, select, update

from grandharbour.server.club import people, rows, slips, standing
from grandharbour.server.store import Store, seats

from .client import Harbour, Json, play_on, problem, running
from .postgres import Cluster
from .test_club_games import DAY, DAYS, Player, Time, begun
from .test_club_games import time as time
from .test_people import PASSWORD, Letterbox, cookied
from .test_people import letterbox as letterbox
from .test_several import wait_for
from .test_store import row
from .test_tournaments import made, read

pytestmark = pytest.mark.xdist_group("postgres")
CHALLENGE = {"game": "hawks", "scenario": "faith-hope-charity"}


class Club(Harbour):
    store: Store


@pytest.fixture
def club(tmp_path: Path, time: Time) -> Iterator[Club]:
    with running(tmp_path, club="open", clock=time, grace=3_000.0, private_hooks=True) as harbour:
        harbour.store = Store(str(tmp_path / "harbour.db"))  # type: ignore[attr-defined]
        yield harbour  # type: ignore[misc]
        harbour.store.close()  # type: ignore[attr-defined]


def who(player: Player) -> str:
    id: str = player.me()["person"]["id"]
    return id


def count(connection: Connection, table: Any, *where: Any) -> int:
    return int(connection.execute(select(func.count()).select_from(table).where(*where)).scalar_one())


def news(player: Player) -> list[str]:
    return [it["kind"] for it in player.http.get("/api/me/news").json()]


# --- what strangers learn


def test_nobody_finds_out_whose_an_address_is(club: Club) -> None:
    ada, eve = Player(club), Player(club, "Eve")
    ada.join("Ada", mail="ada@example.org")
    with club.store.engine.begin() as connection:
        people.change(connection, who(ada), confirmed=True)
    problem(eve.http.post("/api/lobby/challenges", json={**CHALLENGE, "to": "ada@example.org"}), "not-found", 404)
    assert eve.challenge(to="ada")["invited"]["name"] == "Ada"


def test_an_address_is_of_who_confirms_it(letterbox: Letterbox, tmp_path: Path) -> None:
    """Whoever gives the address of somebody else keeps nobody out with it."""
    settings = {"mail": letterbox.address, "base_url": "https://club.example/", "hosts": ("127.0.0.1",), "club": "open"}
    with running(tmp_path, **settings) as harbour:
        thief, owner = cookied(Player(harbour)), cookied(Player(harbour))
        assert thief.join("Thief", mail="owner@example.org").status_code == 200
        first = letterbox.link(0, "confirm")
        assert owner.join("Owner", mail="owner@example.org").json()["mail"] == "owner@example.org"
        slip = letterbox.link(1, "confirm")
        assert owner.http.post("/api/me/confirm", json={"slip": slip}).json()["confirmed"]
        assert thief.me()["mail"] == ""
        problem(thief.http.post("/api/me/confirm", json={"slip": first}), "stale", 409)
        assert owner.me()["confirmed"] and owner.enter("owner@example.org").status_code == 200
        problem(thief.http.post("/api/me/mail", json={"mail": "owner@example.org"}), "name-taken", 409)

        # Who lost an address he had not confirmed to somebody who has not either still has his letter.
        other, last = cookied(Player(harbour)), cookied(Player(harbour))
        other.join("Other", mail="other@example.org")
        own = letterbox.link(2, "confirm")
        last.join("Last", mail="other@example.org")
        letterbox.link(3, "confirm")
        told = other.http.post("/api/me/confirm", json={"slip": own}).json()
        assert told["confirmed"] and told["mail"] == "other@example.org" and last.me()["mail"] == ""


def test_a_club_that_is_not_open_shows_its_people_to_members(tmp_path: Path) -> None:
    with running(tmp_path, club="open") as harbour:
        ada = Player(harbour, "Ada")
        id, cookie = made(ada, ada), ada.http.cookies["harbour"]
        ada.http.post("/api/ladder/hawks/join")
        pages = (
            "/api/standing/hawks",
            f"/api/people/{who(ada)}/standing",
            "/api/ladder/hawks",
            "/api/tournaments",
            f"/api/tournaments/{id}",
        )
        assert all(Player(harbour).http.get(page).status_code == 200 for page in pages)
    with running(tmp_path, club="invitation") as harbour:
        stranger, member = Player(harbour), Player(harbour)
        member.http.cookies.set("harbour", cookie)
        for page in pages:
            problem(stranger.http.get(page), "members-only", 403)
            assert member.http.get(page).status_code == 200
        assert not stranger.http.cookies


def test_a_program_does_not_read_the_address_of_its_member(club: Club) -> None:
    ada = Player(club)
    ada.join("Ada", mail="ada@example.org")
    secret = ada.http.post("/api/me/tokens", json={"name": "reader", "scopes": ["read"]}).json()["token"]
    told = Player(club).http.get("/api/me", headers={"Authorization": f"Bearer {secret}"}).json()
    assert told["person"]["name"] == "Ada" and told["mail"] == "" and ada.me()["mail"] == "ada@example.org"


# --- who comes back, and who is put out


def test_who_signs_in_is_told_of_what_he_began_as_a_guest(club: Club) -> None:
    Player(club, "Ada")
    bob, guest = Player(club, "Bob"), Player(club)
    table = guest.accept(bob.challenge(side="IT")["id"])["table"]
    wish = {"endpoint": "https://push.example/1", "p256dh": "x", "auth": "x"}
    assert len(guest.http.post("/api/me/pushes", json=wish).json()["pushes"]) == 1
    assert guest.http.post("/api/me/hooks", json={"kind": "json", "url": f"{club.url}api/me/leave"}).status_code in (200, 422)
    assert guest.enter("Ada").status_code == 200
    play_on({"IT": bob.mine(table, "IT")}, random.Random(1))
    wait_for(lambda: "turn" in news(guest))
    assert len(guest.http.get("/api/me/telling").json()["pushes"]) == 1, "this browser is told as before"


def test_links_sent_before_another_password_are_void(club: Club) -> None:
    ada = Player(club, "Ada")
    with club.store.engine.begin() as connection:
        old = slips.write(connection, "reset", who(ada), 1_800_000_000.0)
    assert ada.http.post("/api/me/password", json={"old": PASSWORD, "password": "something new"}).status_code == 200
    problem(Player(club).http.post("/api/me/password", json={"slip": old, "password": "of the thief"}), "stale", 409)
    with club.store.engine.begin() as connection:
        old = slips.write(connection, "reset", who(ada), 1_800_000_000.0)
    ada.http.post("/api/me/mail", json={"mail": "new@example.org"})
    problem(Player(club).http.post("/api/me/password", json={"slip": old, "password": "of the thief"}), "stale", 409)


def test_a_device_that_is_signed_out_is_told_nothing_more(club: Club) -> None:
    desk, phone = Player(club, "Ada"), Player(club)
    phone.enter("Ada")

    def pushes(player: Player) -> int:
        return len(player.http.get("/api/me/telling").json()["pushes"])

    for n, browser in enumerate((desk, phone)):
        browser.http.post("/api/me/pushes", json={"endpoint": f"https://push.example/{n}", "p256dh": "x", "auth": "x"})
    assert pushes(desk) == 2
    phone.http.post("/api/me/leave")
    assert pushes(desk) == 1
    phone.enter("Ada")
    phone.http.post("/api/me/pushes", json={"endpoint": "https://push.example/1", "p256dh": "x", "auth": "x"})
    assert pushes(desk) == 2
    desk.http.delete("/api/me/sessions/others")
    assert pushes(desk) == 1


def test_a_session_nobody_has_used_for_long_is_over(club: Club, time: Time) -> None:
    ada = Player(club, "Ada")
    time.now += 399 * DAY
    assert ada.me()["person"], "every visit begins the days anew"
    time.now += 399 * DAY
    assert ada.me()["person"]
    time.now += 401 * DAY
    assert ada.me()["person"] is None


def test_whose_name_is_taken_back_keeps_nothing_of_a_member(tmp_path: Path) -> None:
    with running(tmp_path, club="open") as harbour:
        judge, eve = Player(harbour, "Judge"), Player(harbour, "Eve")
        people.promote(str(tmp_path / "harbour.db"), "Judge")
        secret = eve.http.post("/api/me/tokens", json={"name": "x", "scopes": ["read"]}).json()["token"]
        invitation = eve.http.post("/api/me/invitations").json()["invitation"]
        eve.http.post("/api/ladder/hawks/join")
        eve.challenge()
        assert judge.http.post(f"/api/club/people/{who(eve)}", json={"role": "guest"}).status_code == 200
        problem(Player(harbour).http.get("/api/me", headers={"Authorization": f"Bearer {secret}"}), "wrong-token", 401)
        assert judge.http.get("/api/ladder/hawks").json()["rungs"] == []
        assert judge.http.get("/api/lobby").json()["challenges"] == []
    with running(tmp_path, club="invitation") as harbour:
        problem(Player(harbour).join("Friend of Eve", invitation=invitation), "stale", 409)


# --- being forgotten


def test_tournaments_go_on_without_who_is_forgotten(club: Club, time: Time) -> None:
    ada, bob, cyd = Player(club, "Ada"), Player(club, "Bob"), Player(club, "Cyd")
    his, hers, running_ = made(bob, ada), made(ada, ada, bob), made(ada, ada, bob, kind="knock-out", rated=True)
    gone = who(bob)
    assert ada.http.post(f"/api/tournaments/{running_}/begin").status_code == 200
    wait_for(lambda: read(ada, running_)["games"][0]["table"])
    assert bob.http.post("/api/me/forget", json={"name": "Bob"}).status_code == 200
    assert read(ada, his)["card"]["state"] == "cancelled", "nobody could begin it any more"
    assert [line["person"]["name"] for line in read(ada, hers)["lines"]] == ["Ada"], "before it has begun he was never there"
    wait_for(lambda: read(ada, running_)["card"]["state"] == "ended")
    best, last = read(ada, running_)["lines"]
    assert (best["person"]["name"], last["person"]["name"], last["withdrawn"]) == ("Ada", "", True)
    with club.store.engine.connect() as connection:
        for table in rows.metadata.tables.values():
            if "person" in table.c and table.name not in ("entries", "tournaments"):
                assert not count(connection, table, table.c.person == gone), f"{table.name} keeps somebody"
    assert cyd.http.post(f"/api/tournaments/{hers}/join").status_code == 200


def test_a_tournament_that_goes_no_further_ends_no_game(club: Club) -> None:
    ada, bob = Player(club, "Ada"), Player(club, "Bob")
    id = made(ada, ada, bob)
    ada.http.post(f"/api/tournaments/{id}/begin")
    wait_for(lambda: read(ada, id)["games"][0]["table"])
    ada.http.delete(f"/api/tournaments/{id}")
    bob.http.post(f"/api/tournaments/{id}/withdraw")
    assert not bob.tables()[0]["ended"], "it is played on for itself"


# --- what nobody has agreed to


def test_whom_one_has_blocked_one_does_not_play(club: Club) -> None:
    ada, bob = Player(club, "Ada"), Player(club, "Bob")
    before = ada.challenge(to="Bob")["id"]
    open_ = bob.challenge()["id"]
    assert bob.http.post("/api/me/blocks", json={"person": who(ada)}).status_code == 200

    def listed(player: Player) -> list[str]:
        return [it["id"] for it in player.http.get("/api/lobby").json()["challenges"]]

    assert listed(bob) == [open_] and bob.http.post("/api/my/tables", json={"held": {}}).json()["challenges"] == 0
    problem(bob.http.post(f"/api/lobby/challenges/{before}/accept"), "not-found", 404)
    assert listed(ada) == []
    problem(ada.http.post(f"/api/lobby/challenges/{open_}/accept"), "not-found", 404)
    assert Player(club, "Cyd").accept(open_)["table"]


def test_a_challenge_lapses(club: Club, time: Time) -> None:
    """Who said long ago that he would like to play may have forgotten it, and his clock would run."""
    ada, bob = Player(club, "Ada"), Player(club, "Bob")
    id = ada.challenge(clock=DAYS)["id"]
    time.now += 29 * DAY
    assert [it["id"] for it in bob.http.get("/api/lobby").json()["challenges"]] == [id]
    time.now += 2 * DAY
    assert bob.http.get("/api/lobby").json()["challenges"] == []
    problem(bob.http.post(f"/api/lobby/challenges/{id}/accept"), "not-found", 404)
    problem(bob.http.get(f"/api/lobby/challenges/{id}"), "not-found", 404)


@pytest.mark.parametrize("answers", [False, True])
def test_a_rematch_counts_for_who_has_sat_down_there(club: Club, time: Time, answers: bool) -> None:
    ada, bob = Player(club, "Ada"), Player(club, "Bob")
    table, sat = begun(ada, bob, rated=True, clock=DAYS)
    sat["IT"].post("resign")
    again: Json = sat["IT"].post("rematch").json()
    one, two = bob.mine(again["table"], "IT"), ada.mine(again["table"], "BR")
    if answers:
        play_on({"IT": one}, random.Random(1))
        two.post("resign")
    else:
        time.now += 6 * DAY
    wait_for(lambda: next(it for it in ada.tables() if it["table"] == again["table"])["ended"])
    later = Player(club, "Cyd")  # the keeper has gone round when a later game is counted
    last, sat = begun(later, ada, rated=True)
    sat["IT"].post("resign")
    wait_for(lambda: any(it["table"] == last for it in ada.http.get(f"/api/people/{who(ada)}/standing").json()["results"]))
    counted = {it["table"] for it in bob.http.get(f"/api/people/{who(bob)}/standing").json()["results"]}
    assert counted == ({table, again["table"]} if answers else {table})


def test_two_games_of_somebody_that_end_at_once_both_count(postgres: Cluster) -> None:
    """One server counts one of them, another the other: the second waits for the first."""
    store = Store(postgres.database())
    with store.engine.begin() as connection:
        ada, bob, cyd = (people.new_guest(connection, 0.0).id for _ in range(3))
    for table, other in (("one", bob), ("two", cyd)):
        asyncio.run(store.open(row(table), [], "now"))
        clock = {"clock": "{}", "rated": True, "event": "", "settled": False, "rematch": ""}
        stands = {
            "n": 1,
            "owing": "",
            "heading": "",
            "ended": True,
            "winner": "IT",
            "changed": 0.0,
            "clock": "",
            "deadline": None,
        }
        with store.engine.begin() as connection:
            connection.execute(insert(rows.terms).values(table_id=table, **clock))
            connection.execute(insert(rows.status).values(table_id=table, **stands))
            for side, person in (("IT", ada), ("BR", other)):
                seat = (seats.c.table_id == table) & (seats.c.side == side)
                connection.execute(update(seats).where(seat).values(person=person, kind="link", player=None))
    begun, counted = threading.Event(), []

    def second() -> None:
        with store.engine.begin() as connection:
            connection.exec_driver_sql("SELECT 1")
            begun.set()
            counted.append(standing.settle(connection, "two", 0.0))

    waits = "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()"
    with store.engine.begin() as first, store.engine.connect() as watching:
        assert standing.settle(first, "one", 0.0)
        thread = threading.Thread(target=second)
        thread.start()
        begun.wait(60)
        wait_for(lambda: counted or watching.exec_driver_sql(waits).scalar() == 1)
        assert not counted, "it would count from a rating that is about to change"
    thread.join(60)
    with store.engine.connect() as connection:
        assert counted == [True] and standing.strength(connection, ada, "hawks", "people", 0.0)[1] == 2
    store.close()


def test_holidays_have_an_end_and_come_every_year(club: Club, time: Time) -> None:
    ada = Player(club, "Ada")

    def away(days: float) -> int:
        status = ada.http.post("/api/me/holidays", json={"starts": time.now, "ends": time.now + days * DAY}).status_code
        time.now += (days + 1) * DAY
        return status

    assert [away(4) for _ in range(15)] == [200] * 15, "fifteen short ones"
    assert away(1) == 422, "sixty days in a year"
    time.now += 365 * DAY
    assert away(60) == 200
