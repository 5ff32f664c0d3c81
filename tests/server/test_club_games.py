"""Games of a club: my tables in one look, challenges, clocks that fall by themselves, ratings."""

from __future__ import annotations

import random
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import grandharbour as gh
from grandharbour.players import players
from grandharbour.server.club import clocks
from grandharbour.server.club.clocks import DAY, ClockWish
from grandharbour.server.club.glicko import Strength, after, rested
from grandharbour.server.club.standing import COMPUTERS

from .client import HERE, LINK, Harbour, Json, Seat, play_on, problem, running
from .postgres import Cluster
from .test_people import Browser
from .test_several import wait_for

pytestmark = pytest.mark.xdist_group("postgres")
DAYS = {"kind": "correspondence", "days": 3, "reserve": 2}


class Time:
    """A clock that stands until somebody moves it."""

    def __init__(self) -> None:
        self.now = 1_800_000_000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def time() -> Time:
    return Time()


@pytest.fixture(params=["sqlite", "postgresql"])
def club(request: pytest.FixtureRequest, tmp_path: Path, time: Time) -> Iterator[Harbour]:
    found: dict[str, Any] = {}
    if request.param == "postgresql":
        cluster: Cluster = request.getfixturevalue("postgres")
        found = {"database": cluster.database()}
    with running(tmp_path, club="open", clock=time, **found) as harbour:
        yield harbour


class Player(Browser):
    """A member."""

    def __init__(self, harbour: Harbour, name: str = "") -> None:
        super().__init__(harbour)
        if name:
            assert self.join(name).status_code == 200

    def tables(self, held: dict[str, list[str]] | None = None) -> list[Json]:
        answer = self.http.post("/api/my/tables", json={"held": held or {}})
        assert answer.status_code == 200, answer.text
        found: list[Json] = answer.json()["tables"]
        return found

    def challenge(self, **wish: Any) -> Json:
        asked = {"game": "hawks", "scenario": "faith-hope-charity", **wish}
        answer = self.http.post("/api/lobby/challenges", json=asked)
        assert answer.status_code == 201, answer.text
        return answer.json()

    def accept(self, id: str) -> Json:
        answer = self.http.post(f"/api/lobby/challenges/{id}/accept")
        assert answer.status_code == 201, answer.text
        return answer.json()


def begun(one: Player, two: Player, **wish: Any) -> tuple[str, dict[str | None, Seat]]:
    """A game between two members; the first has Italy."""
    table = two.accept(one.challenge(side="IT", **wish)["id"])["table"]
    return table, {"IT": one.mine(table, "IT"), "BR": two.mine(table, "BR")}


# --- my tables


def test_my_turn_comes_first_and_nothing_is_lost(club: Harbour, time: Time) -> None:
    ada = Player(club, "Ada")
    opened = []
    for _ in range(25):
        opened.append(ada.open())
        time.now += 60
    listed = ada.tables()
    assert len(listed) == 25 and [it["table"] for it in listed] == [it["table"] for it in reversed(opened)]
    first = listed[-1]
    assert first["turn"] and not first["ended"] and first["mine"] == ["IT"] and first["game"] == "hawks" and first["heading"]
    seats = {side: ada.mine(opened[0]["table"], side) for side in ("IT",)}
    play_on({"IT": seats["IT"]}, random.Random(1))  # until the other has to choose
    assert not next(it for it in ada.tables() if it["table"] == opened[0]["table"])["turn"]
    ada.mine(opened[1]["table"], "IT").post("resign")
    listed = ada.tables()
    assert [it["turn"] for it in listed] == [True] * 23 + [False] * 2
    assert listed[-1]["table"] == opened[1]["table"] and listed[-1]["ended"] and listed[-1]["winner"] == "BR"


def test_keys_find_their_tables_and_become_somebodys(tmp_path: Path) -> None:
    with running(tmp_path) as harbour:
        anyone = Player(harbour)
        opened = anyone.open(HERE)
        assert anyone.tables() == []
        held = {opened["table"]: list(opened["seats"].values()), "nowhere": ["x"]}
        (listed,) = anyone.tables(held)
        assert listed["mine"] == ["IT", "BR"] and listed["turn"] and listed["seats"]["IT"]["person"] is None
        assert anyone.tables({opened["table"]: ["not its key"]}) == []
    with running(tmp_path, club="open") as harbour:
        ada = Player(harbour, "Ada")
        assert ada.tables(held)[0]["seats"]["BR"]["person"]["name"] == "Ada"
        assert ada.tables()[0]["mine"] == ["IT", "BR"], "they are hers now, on any machine"
        thief = Player(harbour, "Thief")
        assert thief.tables(held)[0]["seats"]["BR"]["person"]["name"] == "Ada"
        assert thief.tables() == []


def test_tables_of_earlier_versions_are_listed(tmp_path: Path) -> None:
    import sqlite3

    with running(tmp_path) as harbour:
        opened = Player(harbour).open(HERE)
    with sqlite3.connect(tmp_path / "harbour.db") as database:
        database.execute("DELETE FROM status")
    with running(tmp_path) as harbour:
        (listed,) = Player(harbour).tables({opened["table"]: list(opened["seats"].values())})
        assert listed["turn"] and listed["heading"]


def test_a_rematch_with_the_sides_changed(club: Harbour) -> None:
    ada, bob, spectator = Player(club, "Ada"), Player(club, "Bob"), Player(club, "Eve")
    table, seats = begun(ada, bob, clock=DAYS, rated=True)
    problem(seats["IT"].post("rematch"), "still-running", 409)
    seats["IT"].post("resign")
    again = seats["IT"].post("rematch").json()["table"]
    assert again != table and ada.sits(again, "BR") and bob.sits(again, "IT")
    assert seats["BR"].post("rematch").json()["table"] == again, "who asks second comes to the same table"
    problem(spectator.mine(table, "IT").post("rematch"), "wrong-seat", 403)
    new = next(it for it in bob.tables() if it["table"] == again)
    assert new["turn"] and new["rated"] and new["until"] is not None


def test_a_rematch_that_both_ask_for_at_once(club: Harbour) -> None:
    ada, bob = Player(club, "Ada"), Player(club, "Bob")
    for _ in range(4):
        _, seats = begun(ada, bob)
        seats["IT"].post("resign")
        together = threading.Barrier(2)

        def ask(seat: Seat, together: threading.Barrier = together) -> Json:
            together.wait()
            return seat.post("rematch").json()

        with ThreadPoolExecutor(2) as both:
            one, two = both.map(ask, (seats["IT"], seats["BR"]))
        assert one["table"] == two["table"]
        assert ada.sits(one["table"], "BR") and bob.sits(one["table"], "IT")


def test_a_rematch_of_people_without_names(harbour: Harbour) -> None:
    seats = harbour.open(LINK)
    seats["BR"].post("resign")
    first = seats["IT"].post("rematch").json()
    assert first["seats"]["IT"] is None and first["seats"]["BR"]
    assert harbour.seat(first["table"], "BR", first["seats"]["BR"]).state()["side"] == "BR"
    second = seats["BR"].post("rematch").json()
    assert second["table"] == first["table"] and second["seats"]["IT"]
    assert harbour.seat(first["table"], "IT", second["seats"]["IT"]).state()["side"] == "IT"
    problem(seats["BR"].post("rematch"), "wrong-seat", 403)


# --- the lobby


def test_a_challenge_is_seen_filtered_and_accepted_once(club: Harbour) -> None:
    ada, bob, eve = Player(club, "Ada"), Player(club, "Bob"), Player(club, "Eve")
    made = ada.challenge(side="BR", clock=DAYS, rated=True)
    assert made["members"], "who plays for points has a name"
    (shown,) = eve.http.get("/api/lobby").json()["challenges"]
    assert shown == made and shown["person"]["name"] == "Ada" and shown["clock"]["days"] == 3
    problem(ada.http.post(f"/api/lobby/challenges/{made['id']}/accept"), "wrong-seat", 403)
    problem(Player(club).http.post(f"/api/lobby/challenges/{made['id']}/accept"), "members-only", 403)
    assert [it["id"] for it in ada.http.get("/api/me/export").json()["challenges"]] == [made["id"]]
    accepted = bob.accept(made["id"])
    assert accepted["side"] == "IT" and bob.sits(accepted["table"], "IT") and ada.sits(accepted["table"], "BR")
    problem(eve.http.post(f"/api/lobby/challenges/{made['id']}/accept"), "not-found", 404)
    lobby = eve.http.get("/api/lobby").json()
    assert lobby["challenges"] == []
    (game,) = lobby["running"]
    assert game["table"] == accepted["table"] and {seat["person"]["name"] for seat in game["seats"].values()} == {"Ada", "Bob"}
    watching = Seat(eve.http, game["table"], None, None)
    assert watching.state()["side"] is None
    ada.mine(accepted["table"], "BR").post("resign")
    assert eve.http.get("/api/lobby").json()["running"] == []


def test_a_challenge_by_name_and_by_link(club: Harbour) -> None:
    ada, bob, eve = Player(club, "Ada"), Player(club, "Bob"), Player(club, "Eve")
    named = ada.challenge(to="bob")
    assert eve.http.get("/api/lobby").json()["challenges"] == []
    assert [it["id"] for it in bob.http.get("/api/lobby").json()["challenges"]] == [named["id"]]
    assert bob.http.post("/api/my/tables", json={"held": {}}).json()["challenges"] == 1
    problem(eve.http.post(f"/api/lobby/challenges/{named['id']}/accept"), "wrong-seat", 403)
    news = bob.http.get("/api/me/news").json()
    assert [(it["kind"], it["title"]) for it in news] == [("challenge", "Ada challenges you: Hawks over Malta")]
    assert bob.http.delete(f"/api/lobby/challenges/{named['id']}").json()["challenges"] == [], "declined"
    problem(
        ada.http.post("/api/lobby/challenges", json={"game": "hawks", "scenario": "faith-hope-charity", "to": "nobody"}),
        "not-found",
        404,
    )
    linked = ada.challenge(listed=False)
    assert eve.http.get("/api/lobby").json()["challenges"] == []
    assert eve.http.get(f"/api/lobby/challenges/{linked['id']}").json() == linked
    guest = Player(club)
    assert guest.accept(linked["id"])["table"]
    problem(eve.http.delete(f"/api/lobby/challenges/{linked['id']}"), "not-found", 404)


@pytest.mark.parametrize(
    "wish",
    [
        {"clock": {"kind": "live", "minutes": 0}}, {"clock": {"kind": "correspondence", "days": 1000}}, {"side": "XX"},
        {"options": {"nothing": True}}, {"scenario": "nowhere"}, {"game": "chess"},
        {"rated": True, "clock": {"kind": "live", "flag": "computer"}},
    ],
)  # fmt: skip
def test_challenges_nobody_could_play(tmp_path_factory: pytest.TempPathFactory, wish: Json) -> None:
    with running(tmp_path_factory.mktemp("club"), club="open") as harbour:
        answer = Player(harbour, "Ada").http.post(
            "/api/lobby/challenges", json={"game": "hawks", "scenario": "faith-hope-charity", **wish}
        )
        assert answer.status_code in (400, 404, 422), answer.text


# --- clocks


def test_a_flag_falls_although_nobody_looks(club: Harbour, time: Time) -> None:
    ada, bob = Player(club, "Ada"), Player(club, "Bob")
    _, seats = begun(ada, bob, clock=DAYS)
    told = seats["IT"].state()
    assert told["now"] == time.now
    assert {it["side"]: (it["left"], it["until"]) for it in told["clock"]["sides"]} == {
        "IT": (2 * DAY, time.now + 5 * DAY), "BR": (2 * DAY, None),
    }  # fmt: skip
    (listed,) = ada.tables()
    assert listed["until"] == time.now + 5 * DAY
    time.now += 4 * DAY
    play_on({"IT": seats["IT"]}, random.Random(1))
    clock = {it["side"]: (it["left"], it["until"]) for it in seats["BR"].state()["clock"]["sides"]}
    assert clock == {"IT": (1 * DAY, None), "BR": (2 * DAY, time.now + 5 * DAY)}, "a day of the reserve is gone"
    time.now += 5 * DAY - 1
    assert seats["BR"].state()["outcome"] is None
    time.now += 1
    wait_for(lambda: seats["IT"].state()["outcome"])
    assert seats["IT"].state()["outcome"]["winner"] == "IT" and "time ran out" in seats["IT"].state()["outcome"]["reason"]


def test_who_is_late_cannot_choose_any_more(club: Harbour, time: Time) -> None:
    ada, bob = Player(club, "Ada"), Player(club, "Bob")
    _, seats = begun(ada, bob, clock={"kind": "live", "minutes": 10, "seconds": 5})
    state = seats["IT"].state()
    choice = state["decision"]["choices"][0]
    time.now += 601
    late = seats["IT"].choose(choice["verb"], choice["targets"][0], state["number"])
    problem(late, "table-ended", 409)
    wait_for(lambda: seats["BR"].state()["outcome"])
    assert seats["BR"].state()["outcome"]["winner"] == "BR"


def test_the_computer_takes_the_seat(club: Harbour, time: Time) -> None:
    ada, bob = Player(club, "Ada"), Player(club, "Bob")
    table, seats = begun(ada, bob, clock={**DAYS, "flag": "computer"})
    before = seats["BR"].state()
    time.now += 6 * DAY
    wait_for(lambda: club.http.get(f"/api/tables/{table}").json()["seats"]["IT"]["kind"] == "computer")
    wait_for(lambda: seats["BR"].state()["view"] != before["view"] or seats["BR"].state()["decision"])
    assert not ada.sits(table, "IT") and seats["BR"].state()["outcome"] is None
    time.now += 2 * DAY
    assert {it["side"] for it in seats["BR"].state()["clock"]["sides"]} == {"BR"}


def test_on_holiday_the_clock_stands(club: Harbour, time: Time) -> None:
    ada, bob = Player(club, "Ada"), Player(club, "Bob")
    table, seats = begun(ada, bob, clock=DAYS)
    told = ada.http.post("/api/me/holidays", json={"starts": time.now + DAY, "ends": time.now + 11 * DAY})
    assert told.status_code == 200, told.text
    problem(
        ada.http.post("/api/me/holidays", json={"starts": time.now + 5 * DAY, "ends": time.now + 12 * DAY}), "bad-option", 422
    )
    wait_for(lambda: seats["IT"].state()["clock"]["sides"][0]["until"] == 1_800_000_000.0 + 15 * DAY)
    time.now += 14 * DAY
    play_on({"IT": seats["IT"]}, random.Random(1))
    assert seats["IT"].state()["clock"]["sides"][0]["left"] == 1 * DAY, "four days, one more than an answer may take"
    assert table


def test_my_tables_know_holidays_and_what_runs_out_first(club: Harbour, time: Time) -> None:
    ada, bob = Player(club, "Ada"), Player(club, "Bob")
    slow, seats = begun(ada, bob, clock=DAYS)
    ada.http.post("/api/me/holidays", json={"starts": time.now + DAY, "ends": time.now + 11 * DAY})
    wait_for(lambda: seats["IT"].state()["clock"]["sides"][0]["until"] == time.now + 15 * DAY)
    assert [it["until"] for it in (*ada.tables(), *bob.tables())] == [time.now + 15 * DAY] * 2
    time.now += 60
    fast, _ = begun(ada, bob, clock={**DAYS, "days": 1, "reserve": 0})
    time.now += 60
    slower, _ = begun(ada, bob, clock={**DAYS, "days": 9})
    time.now += 60
    none, _ = begun(ada, bob)
    assert [it["table"] for it in ada.tables()] == [fast, slow, slower, none]


def test_a_live_game_is_offered_by_who_is_here(club: Harbour, time: Time) -> None:
    """Its clock would run against somebody who has gone to bed."""
    ada, bob = Player(club, "Ada"), Player(club, "Bob")

    def shown() -> list[str]:
        return [it["id"] for it in bob.http.get("/api/lobby").json()["challenges"]]

    live = ada.challenge(clock={"kind": "live"})["id"]
    named = ada.challenge(clock={"kind": "live"}, to="Bob")["id"]
    slow = ada.challenge(clock=DAYS)["id"]
    assert set(shown()) == {live, named, slow}
    for _ in range(5):
        time.now += 120
        ada.tables()
        assert set(shown()) == {live, named, slow}
    time.now += 200
    assert set(shown()) == {named, slow}, "he that was challenged by name may still decline"
    assert {it["id"] for it in ada.http.get("/api/lobby").json()["challenges"]} == {live, named, slow}, "and she has come back"
    assert set(shown()) == {live, named, slow}
    time.now += 200
    for id in (live, named):
        problem(bob.http.post(f"/api/lobby/challenges/{id}/accept"), "stale", 409)
    assert bob.accept(slow)["table"]
    with ada.http.stream("GET", "/api/stream/events?seconds=1"):
        wait_for(lambda: live in shown())
    assert bob.accept(live)["table"]


def test_clocks_hold_after_a_restart(tmp_path: Path, time: Time) -> None:
    with running(tmp_path, club="open", clock=time) as harbour:
        ada, bob = Player(harbour, "Ada"), Player(harbour, "Bob")
        table, seats = begun(ada, bob, clock=DAYS)
        before = seats["IT"].state()["clock"]
        cookie = ada.http.cookies["harbour"]
    time.now += 2 * DAY
    with running(tmp_path, club="open", clock=time) as harbour:
        again = Player(harbour)
        again.http.cookies.set("harbour", cookie)
        assert again.mine(table, "IT").state()["clock"] == before
        time.now += 4 * DAY  # nobody has looked at it since
        wait_for(lambda: again.mine(table, "IT").state()["outcome"])


@given(st.lists(st.tuples(st.floats(0, 9 * DAY), st.booleans()), max_size=20), st.sampled_from(["correspondence", "live"]))
def test_a_clock_never_gains_by_waiting(steps: list[tuple[float, bool]], kind: Any) -> None:
    terms = ClockWish(kind, seconds=0)
    now, asked = 0.0, ["IT"]
    clock = clocks.begin(terms, ["IT", "BR"], asked, now)
    for wait, change in steps:
        now += wait
        late = clocks.fallen(terms, clock, now, {})
        if change:
            asked = ["BR"] if asked == ["IT"] else ["IT"]
        new = clocks.turn(terms, clock, asked, now, {})
        assert all(new[side].left <= clock[side].left for side in new)
        assert all(new[side].left == 0 or side in asked for side in late)
        assert [side for side in new if new[side].since is not None] == asked
        clock = new


# --- standing


def test_every_level_of_the_computer_counts_for_what_it_is() -> None:
    """One that is missing would count as somebody of the middle, whatever its strength."""
    known = list(players(gh.game("hawks")))
    assert list(COMPUTERS) == known[: len(COMPUTERS)] and len(COMPUTERS) == 5
    assert list(COMPUTERS.values()) == sorted(set(COMPUTERS.values()))


def test_the_example_of_the_paper() -> None:
    others = [Strength(1400, 30), Strength(1550, 100), Strength(1700, 300)]
    new = after(Strength(1500, 200, 0.06), list(zip(others, (1.0, 0.0, 0.0), strict=True)))
    assert abs(new.rating - 1464.06) < 0.01 and abs(new.deviation - 151.52) < 0.01 and abs(new.volatility - 0.05999) < 0.00001
    assert rested(new, 0) == new and rested(new, 10**9).deviation == 350


def test_a_game_that_counted_is_counted_once(club: Harbour, time: Time) -> None:
    ada, bob = Player(club, "Ada"), Player(club, "Bob")
    ids = {who.me()["person"]["name"]: who.me()["person"]["id"] for who in (ada, bob)}
    friendly, seats = begun(ada, bob)
    seats["IT"].post("resign")
    table, seats = begun(ada, bob, rated=True)
    seats["BR"].post("resign")
    wait_for(lambda: len(club.http.get("/api/standing/hawks").json()) == 2)
    best, worst = club.http.get("/api/standing/hawks").json()
    assert (best["person"]["name"], best["place"], worst["person"]["name"]) == ("Ada", 1, "Bob")
    assert best["rating"] == 1662 and worst["rating"] == 1338 and best["games"] == 1
    told = club.http.get(f"/api/people/{ids['Bob']}/standing").json()
    assert [(it["table"], it["score"], it["opponent"]) for it in told["results"]] == [(table, 0.0, "Ada")]
    assert told["ratings"][0]["rating"] == 1338 and not told["ratings"][0]["sure"]
    assert club.http.get("/api/standing/c3").json() == [] and friendly
    assert ada.challenge()["rating"] == 1662
    bob.http.post("/api/me/forget", json={"name": "Bob"})
    assert club.http.get(f"/api/people/{ids['Ada']}/standing").json()["results"][0]["opponent"] == ""
