"""Clocks that run low, what comes once a day, and news of tables that are gone."""

from __future__ import annotations

import asyncio
import random
from datetime import UTC, datetime, timedelta
from pathlib import Path

import msgspec
import pytest
from sqlalchemy import create_engine, text

from grandharbour.server.club import clocks
from grandharbour.server.club.clocks import DAY, ClockWish, SideClock
from grandharbour.server.store import Store

from .client import Harbour, Json, eventually, play_on, problem, running
from .clubs import Club
from .clubs import club as club
from .clubs import time as time
from .outside import outside
from .test_club_games import DAYS, Player, Time, begun, wait_for

pytestmark = pytest.mark.xdist_group("postgres")


def news(of: Player, kind: str) -> list[Json]:
    return [it for it in of.http.get("/api/me/news").json() if it["kind"] == kind]


def test_a_clock_that_runs_low_is_told_once_a_turn(club: Harbour, time: Time) -> None:
    ada, bob = Player(club, "Ada"), Player(club, "Bob")
    _, seats = begun(ada, bob, clock=DAYS)  # three days an answer, two in reserve
    time.now += 4 * DAY - 60
    other, others = begun(ada, bob, clock={"kind": "live", "minutes": 30, "seconds": 0})
    time.now += 60
    wait_for(lambda: news(ada, "clock"))
    (item,) = news(ada, "clock")
    assert item["title"] == "Your clock runs low against Bob: Hawks over Malta" and item["about"] == seats["IT"].table
    assert news(bob, "clock") == []
    ada.http.delete("/api/me/news")
    time.now += 28 * 60  # the live game has a minute left; the other clock ran low long ago
    wait_for(lambda: news(ada, "clock"))
    assert [it["about"] for it in news(ada, "clock")] == [other], "not twice in one turn"
    play_on({"IT": seats["IT"]}, random.Random(1))
    play_on({"BR": seats["BR"], "IT": seats["IT"]}, random.Random(1), until=lambda states: bool(states["IT"]["decision"]))
    time.now += 3.5 * DAY
    wait_for(lambda: seats["IT"].table in [it["about"] for it in news(ada, "clock")])
    assert others


def test_who_writes_a_message_need_not_know_the_table(tmp_path: Path, time: Time) -> None:
    """At a club of several servers any of them writes it, also one that has not heard of the last move."""
    with outside() as world, running(tmp_path, club="open", private_hooks=True, grace=3_000.0, clock=time) as harbour:
        ada, bob = Player(harbour, "Ada"), Player(harbour, "Bob")
        assert bob.http.post("/api/me/hooks", json={"kind": "json", "url": f"{world.web}/json/behind"}).status_code == 200
        table, seats = begun(ada, bob)
        assert seats["IT"].state()["decision"] and not seats["BR"].state()["decision"]
        engine = create_engine(f"sqlite:///{tmp_path / 'harbour.db'}")
        words = '{"title": "Your turn, Bob", "lines": [], "path": "/"}'
        news = {
            "person": bob.me()["person"]["id"],
            "about": table,
            "words": words,
            "args": f'{{"person": "{bob.me()["person"]["id"]}"}}',
        }
        with engine.begin() as there:  # as another server does it
            there.execute(text("UPDATE status SET owing = 'BR' WHERE table_id = :about"), news)
            there.execute(text("INSERT INTO news VALUES (:person, 'turn', :about, :words, 0, NULL)"), news)
            there.execute(text("INSERT INTO jobs (kind, args, tries, due) VALUES ('tell', :args, 0, 0)"), news)
        engine.dispose()
        begun(Player(harbour, "Cyd"), ada)  # wakes whoever waits
        calls = eventually(lambda: world.to("/json/behind")[1:])
        assert "Your turn, Bob" in calls[0].body.decode()


def test_when_a_clock_is_low() -> None:
    days, live = ClockWish("correspondence", days=1, reserve=0), ClockWish("live", minutes=10)
    own = SideClock(0.0, 0.0)
    assert not clocks.low(days, own, 0.4 * DAY) and clocks.low(days, own, 0.6 * DAY) and not clocks.low(days, own, 1.1 * DAY)
    assert not clocks.low(days, SideClock(0.0), 0.9 * DAY), "it stands"
    assert not clocks.low(live, SideClock(600.0, 0.0), 530) and clocks.low(live, SideClock(600.0, 0.0), 541)
    assert not clocks.low(days, own, 0.6 * DAY, [(0.5 * DAY, 5 * DAY)]), "on holiday there is time"


def test_once_a_day_brings_all_of_it_in_one_letter(tmp_path: Path) -> None:
    with outside() as world:
        settings = {"mail": world.smtp, "sender": "harbour@club.example", "base_url": "http://127.0.0.1", "private_hooks": True}
        with running(tmp_path, club="open", **settings) as harbour:
            ada, bob = Player(harbour, "Ada"), Player(harbour, "Bob")
            hook = {"kind": "json", "url": f"{world.web}/json/daily"}
            assert bob.http.post("/api/me/hooks", json=hook).status_code == 200
            hour = (datetime.now(UTC) + timedelta(hours=5)).hour
            bob.http.put("/api/me/telling", json={"daily": True, "hour": hour, "mail": True, "silent": ["talk"]})
            for _ in range(2):
                _, seats = begun(ada, bob)
                seats["IT"].post("talk", text="Of this he does not want to hear")
                seats["IT"].post("offers", kind="draw")
            eventually(lambda: news(bob, "asked"), lambda found: len(found) == 2)
            engine = create_engine(f"sqlite:///{tmp_path / 'harbour.db'}")
            with engine.begin() as connection:
                due = max(connection.execute(text("SELECT due FROM jobs WHERE kind = 'tell'")).scalars())
                assert datetime.fromtimestamp(due, UTC).hour in (hour, (hour - 1) % 24) and len(world.to("/json/daily")) == 1
                connection.execute(text("UPDATE jobs SET due = 0"))
            engine.dispose()
            bob.challenge()  # wakes nobody; the next note does
            begun(ada, bob)[1]["IT"].post("offers", kind="draw")
            calls = eventually(lambda: world.to("/json/daily")[1:])
            letter = msgspec.json.decode(calls[0].body)
            assert (
                letter["title"] in ("2 things wait for you", "3 things wait for you") and "asks you something" in letter["text"]
            )
            assert "does not want" not in letter["text"]


def test_the_evening_holds_up_nothing_that_is_told_at_once(tmp_path: Path, time: Time) -> None:
    """Neither a clock that runs low, nor what comes after somebody has changed his mind about the daily letter."""
    with outside() as world, running(tmp_path, club="open", private_hooks=True, grace=0.0, clock=time) as harbour:
        ada, bob = Player(harbour, "Ada"), Player(harbour, "Bob")
        assert bob.http.post("/api/me/hooks", json={"kind": "json", "url": f"{world.web}/json/late"}).status_code == 200

        def wish(daily: bool, *silent: str) -> None:
            hour = (datetime.fromtimestamp(time.now, UTC) + timedelta(hours=5)).hour
            bob.http.put("/api/me/telling", json={"daily": daily, "hour": hour, "mail": True, "silent": silent})

        def letter(n: int) -> str:
            calls = eventually(lambda: world.to("/json/late"), lambda found: len(found) == 1 + n)  # the first was the trial
            return str(msgspec.json.decode(calls[-1].body)["title"])

        wish(True)
        begun(ada, bob)[1]["IT"].post("offers", kind="draw")
        eventually(lambda: news(bob, "asked"))
        wish(False)
        begun(ada, bob)[1]["IT"].post("offers", kind="draw")
        assert letter(1) == "2 things wait for you", "what has waited comes along"
        wish(True, "turn")
        begun(bob, ada, clock={"kind": "live", "minutes": 30, "seconds": 0})
        time.now += 29 * 60
        assert letter(2) == "Your clock runs low against Ada: Hawks over Malta"


def test_a_challenge_says_to_what_and_how_it_was_answered(club: Club) -> None:
    ada, bob = Player(club, "Ada"), Player(club, "Bob")
    made = ada.challenge(to="Bob", side="BR", rated=True, clock={**DAYS, "days": 1})
    (item,) = news(bob, "challenge")
    assert item["lines"] == [
        "Faith, Hope and Charity", "You would play Italy", "One day for an answer, 2 in reserve", "It counts for the standing",
    ]  # fmt: skip
    problem(Player(club, "Eve").http.delete(f"/api/lobby/challenges/{made['id']}"), "not-found", 404)
    assert news(bob, "challenge"), "nobody else takes it from him"
    assert bob.http.delete(f"/api/lobby/challenges/{made['id']}").status_code == 200
    assert news(bob, "challenge") == []
    assert [it["title"] for it in news(ada, "challenge")] == ["Bob declines your challenge: Hawks over Malta"]


def test_the_end_of_a_game_says_how_it_has_ended(club: Club) -> None:
    ada, bob = Player(club, "Ada"), Player(club, "Bob")
    _, seats = begun(ada, bob)
    seats["IT"].post("resign")
    (item,) = eventually(lambda: news(bob, "ended"))
    assert item["lines"][-1] == "You have won: Italy resigned"


def test_who_has_to_begin_a_rematch_is_told(club: Club) -> None:
    ada, bob = Player(club, "Ada"), Player(club, "Bob")
    _, seats = begun(ada, bob)
    seats["IT"].post("resign")
    again = seats["IT"].post("rematch").json()["table"]
    wait_for(lambda: again in [it["about"] for it in news(bob, "turn")])
    assert seats["BR"].post("rematch").json()["table"] == again
    assert again not in [it["about"] for it in news(ada, "turn")]


def test_what_is_thrown_away_takes_its_news_along(club: Club) -> None:
    ada, bob = Player(club, "Ada"), Player(club, "Bob")
    _, seats = begun(ada, bob)
    seats["IT"].post("offers", kind="draw")
    seats["IT"].post("talk", text="Ahoy")
    wait_for(lambda: news(bob, "talk") and news(bob, "asked"))
    store = Store(club.database)
    assert asyncio.run(store.expire("9999", "9999", "9999")) == [seats["IT"].table]
    store.close()
    assert news(bob, "talk") == news(bob, "asked") == []
