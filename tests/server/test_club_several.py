"""A club of two servers on one PostgreSQL: what is done at one holds at the other, and what both do at once is done once."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

import pytest
from sqlalchemy import create_engine, text

from grandharbour.server.club import agree
from grandharbour.server.history import History
from grandharbour.server.tables import LiveTable

from .battles import BATTLE, GAME, before_battle
from .client import Harbour, Seat, problem, running
from .clubs import time as time
from .postgres import Cluster
from .test_club_games import DAY, DAYS, Player, Time, wait_for
from .test_orders import TWO, WHATEVER, give
from .test_talk import heard, said

pytestmark = pytest.mark.xdist_group("postgres")


class Pair(NamedTuple):
    one: Harbour
    two: Harbour
    database: str


@pytest.fixture
def pair(postgres: Cluster, tmp_path: Path, time: Time) -> Iterator[Pair]:
    database = postgres.database()
    settings = {"club": "open", "database": database, "clock": time, "grace": 3_000.0}
    with running(tmp_path, **settings) as one, running(tmp_path, **settings) as two:
        yield Pair(one, two, database)


def begun(ada: Player, bob: Player, **wish: object) -> tuple[str, Seat, Seat]:
    """A game of two people at two servers; she has Italy."""
    table = bob.accept(ada.challenge(side="IT", **wish)["id"])["table"]
    return table, ada.mine(table, "IT"), bob.mine(table, "BR")


def test_a_challenge_is_accepted_once(pair: Pair) -> None:
    ada, bob, eve = Player(pair.one, "Ada"), Player(pair.two, "Bob"), Player(pair.one, "Eve")
    offer = ada.challenge()["id"]
    assert [it["id"] for it in bob.http.get("/api/lobby").json()["challenges"]] == [offer]
    with ThreadPoolExecutor() as both:
        answers = list(both.map(lambda who: who.http.post(f"/api/lobby/challenges/{offer}/accept").status_code, (bob, eve)))
    assert sorted(answers)[0] == 201 and sorted(answers)[1] in (404, 409)
    assert [len(ada.tables()), len(bob.tables()) + len(eve.tables())] == [1, 1]
    assert eve.http.get("/api/lobby").json()["challenges"] == []


def test_talk_offers_and_clocks_cross_over(pair: Pair, time: Time) -> None:
    ada, bob = Player(pair.one, "Ada"), Player(pair.two, "Bob")
    table, italy, britain = begun(ada, bob, clock={"kind": "live", "minutes": 10, "seconds": 0})
    with britain.live(additional_headers={"Cookie": f"harbour={bob.http.cookies['harbour']}"}) as live:
        spoken = live.hear("state")["talk"]
        said(italy, "Do you hear me over there?")
        while live.state["talk"] == spoken:
            live.hear("state")
        assert heard(britain) == ["Do you hear me over there?"]
        italy.post("offers", kind="adjourn")
        while not live.state["offers"]:
            live.hear("state")
    time.now += 60
    assert britain.post("offers/answer", kind="adjourn", accept=True).status_code == 200
    wait_for(lambda: italy.state()["offers"] and italy.state()["offers"][0]["agreed"])
    wait_for(lambda: [(it["left"], it["until"]) for it in italy.state()["clock"]["sides"]] == [(540, None), (600, None)])
    assert ada.tables()[0]["adjourned"] and bob.tables()[0]["adjourned"]
    assert italy.post("offers", kind="resume").status_code == 200
    assert britain.post("offers", kind="resume").status_code == 200, "who offers what has been offered accepts it"
    wait_for(lambda: italy.state()["offers"] == britain.state()["offers"] == [])
    wait_for(lambda: [it["until"] for it in italy.state()["clock"]["sides"]] == [time.now + 540, None])
    bob.http.post("/api/me/blocks", json={"person": ada.me()["person"]["id"]})
    said(italy, "And now?")
    assert heard(britain) == [], "whom he has blocked here he does not hear from there"
    assert table


def test_a_pause_stops_the_clocks_that_the_other_server_has_just_read(
    pair: Pair, time: Time, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It hears of the agreement and reads how the clocks stand before they have been stopped: it hears of that as well."""
    ada, bob = Player(pair.one, "Ada"), Player(pair.two, "Bob")
    _, italy, britain = begun(ada, bob, clock={"kind": "live", "minutes": 10, "seconds": 0})
    italy.state()
    italy.post("offers", kind="adjourn")
    wait_for(lambda: britain.state()["offers"])
    stop = agree.stop_or_start

    async def late(table: LiveTable, history: History) -> None:
        await asyncio.to_thread(wait_for, lambda: italy.state()["offers"][0]["agreed"])
        await stop(table, history)

    monkeypatch.setattr(agree, "stop_or_start", late)
    assert britain.post("offers/answer", kind="adjourn", accept=True).status_code == 200
    wait_for(lambda: [it["until"] for it in italy.state()["clock"]["sides"]] == [None, None])


def test_what_is_declined_or_given_away_is_so_at_the_other(pair: Pair) -> None:
    ada, bob = Player(pair.one, "Ada"), Player(pair.two, "Bob")
    table, italy, britain = begun(ada, bob, clock={"kind": "live", "minutes": 10, "seconds": 0})
    italy.post("offers", kind="draw")
    wait_for(lambda: [it["kind"] for it in britain.state()["offers"]] == ["draw"])
    britain.post("offers/answer", kind="draw", accept=False)
    wait_for(lambda: italy.state()["offers"] == [])
    britain.post("offers", kind="computer")
    wait_for(lambda: [it["kind"] for it in italy.state()["offers"]] == ["computer"])
    italy.post("offers/answer", kind="computer", accept=True)
    watching = Seat(bob.http, table, None, None)
    wait_for(lambda: [it["side"] for it in watching.state()["clock"]["sides"]] == ["IT"])


def test_a_flag_falls_and_counts_once(pair: Pair, time: Time) -> None:
    """Both servers look at all clocks, every second."""
    ada, bob = Player(pair.one, "Ada"), Player(pair.two, "Bob")
    tables = [begun(ada, bob, clock=DAYS, rated=True)[0] for _ in range(4)]
    time.now += 6 * DAY
    for harbour in pair[:2]:
        wait_for(lambda harbour=harbour: [it["games"] for it in harbour.http.get("/api/standing/hawks").json()] == [4, 4])  # type: ignore[misc]
    base = create_engine(pair.database.replace("postgresql:", "postgresql+psycopg:"))
    with base.connect() as rows:
        counted = rows.execute(text("SELECT table_id, count(*) FROM results GROUP BY table_id")).all()
        fell = rows.execute(text("SELECT table_id, count(*) FROM moves GROUP BY table_id")).all()
    base.dispose()
    assert sorted(tuple(it) for it in counted) == sorted((table, 2) for table in tables)
    assert sorted(tuple(it) for it in fell) == sorted((table, 1) for table in tables)
    assert [it["ended"] for it in ada.tables()] == [it["ended"] for it in bob.tables()] == [True] * 4
    assert {it["winner"] for it in bob.tables()} == {"BR"}


def test_orders_given_at_one_answer_at_the_other(pair: Pair) -> None:
    position, attacker = before_battle()
    defender = next(side for side in TWO if side != attacker)
    opened = pair.one.opened(TWO, game=GAME, position=position)
    seats = {
        side: (pair.one if side == attacker else pair.two).seat(opened["table"], side, opened["seats"][side]) for side in TWO
    }
    for side in TWO:
        for kind in BATTLE:
            assert give(seats[side], kind, "advised", bound=WHATEVER).status_code == 200
    before = seats[attacker].state()
    after = seats[attacker].play("assault")
    assert after["number"] == before["number"] + 1 and (after["decision"] or {"step": ""})["step"] not in BATTLE
    wait_for(lambda: any(event["kind"].startswith("ordered") for event in seats[defender].state()["events"]))


def test_who_is_forgotten_at_one_is_nobody_at_the_other(pair: Pair) -> None:
    ada, bob = Player(pair.one, "Ada"), Player(pair.two, "Bob")
    table, italy, britain = begun(ada, bob)
    there = Player(pair.two)
    there.http.cookies.set("harbour", ada.http.cookies["harbour"])
    assert there.me()["person"]["name"] == "Ada" and there.mine(table, "IT").state()["side"] == "IT"
    assert ada.http.post("/api/me/forget", json={"name": "Ada"}).status_code == 200
    assert there.me()["person"] is None
    wait_for(lambda: there.mine(table, "IT").get("state").status_code == 403)
    problem(there.mine(table, "IT").get("state"), "wrong-seat", 403)
    (listed,) = bob.tables()
    assert listed["seats"]["IT"]["person"] is None and italy.table == britain.table == table
