"""Talk at a table: who hears whom, what stays text, and what moderators can do."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grandharbour.server.club.people import promote
from grandharbour.server.club.talk import plain

from .client import HERE, LINK, Harbour, Json, Seat, problem, running
from .clubs import Club
from .clubs import club as club
from .clubs import time as time
from .test_club_games import DAY, Player, Time, begun, wait_for

pytestmark = pytest.mark.xdist_group("postgres")


def heard(seat: Seat) -> list[str]:
    return [it["phrase"] or it["text"] for it in seat.get("talk").json()["messages"]]


def said(seat: Seat, text: str) -> Json:
    answer = seat.post("talk", text=text)
    assert answer.status_code == 200, answer.text
    return answer.json()


def watching(who: Player, table: str) -> Seat:
    return Seat(who.http, table, None, None)


def test_who_plays_and_who_watches_are_apart_until_the_end(club: Club) -> None:
    ada, bob, eve = Player(club, "Ada"), Player(club, "Bob"), Player(club, "Eve")
    table, seats = begun(ada, bob)
    gallery = watching(eve, table)
    assert seats["IT"].post("talk", phrase="hello").status_code == 200
    said(seats["BR"], "<b>My fleet</b> lies at [Gibraltar](javascript:alert(1))")
    said(gallery, "He will lose")
    assert heard(seats["IT"]) == ["hello", "<b>My fleet</b> lies at [Gibraltar](javascript:alert(1))"] == heard(seats["BR"])
    assert heard(gallery) == ["He will lose"]
    before = seats["IT"].state()["talk"], gallery.state()["talk"]
    said(gallery, "Indeed")
    assert (seats["IT"].state()["talk"], gallery.state()["talk"]) == (before[0], before[1] + 1), "not even that they talk is told"
    first = seats["IT"].get("talk").json()
    assert first["may"] and first["club"] and [it["mine"] for it in first["messages"]] == [True, False]
    assert [it["person"]["name"] for it in first["messages"]] == ["Ada", "Bob"] and first["messages"][0]["side"] == "IT"
    seats["IT"].post("resign")
    assert sorted(heard(gallery)) == sorted(heard(seats["IT"])) and len(heard(gallery)) == 4
    problem(watching(Player(club), table).post("talk", text="I am nobody"), "silenced", 403)


def test_two_people_with_a_link_talk(harbour: Harbour) -> None:
    seats = harbour.open(LINK)
    with seats["BR"].live() as live, seats[None].live() as spectator:
        assert live.hear("state")["talk"] == 0
        spectator.hear("state")
        said(seats["IT"], "Ahoy")
        assert live.hear("state")["talk"] == 1
        assert spectator.quiet(), "who watches is not told that they talk"
    told = seats["BR"].get("talk").json()
    assert [(it["side"], it["text"], it["mine"], it["person"]) for it in told["messages"]] == [("IT", "Ahoy", False, None)]
    assert told["may"] and not told["club"]
    assert heard(seats[None]) == []
    problem(seats[None].post("talk", text="Hm"), "silenced", 403)
    problem(harbour.open(HERE)["IT"].post("talk", text="Hm"), "silenced", 403)


@pytest.mark.parametrize("body", [{"text": " \u202e\u0000 "}, {}, {"phrase": "insult"}, {"text": "x" * 501}, {"text": 3}])
def test_what_cannot_be_said(harbour: Harbour, body: Any) -> None:
    seats = harbour.open(LINK)
    assert seats["IT"].http.post(f"/api/tables/{seats['IT'].table}/talk", headers=seats["IT"].headers, json=body).status_code in (
        400,
        413,
    )
    assert heard(seats["BR"]) == []


@given(st.text(max_size=300))
def test_what_is_said_is_plain(text: str) -> None:
    found = plain(text)
    assert plain(found) == found and "\n\n\n" not in found and found == found.strip()
    assert not [letter for letter in found if letter in "\u202e\u2066\u0000\u200f\r\t"]


def test_limits(tmp_path: Path) -> None:
    with running(tmp_path, limits=1.0) as harbour:
        seats = harbour.open(LINK)
        answers = [seats["IT"].post("talk", text="again") for _ in range(14)]
        told = problem(answers[-1], "too-many", 429)
        assert answers[10].status_code == 200 and told and int(answers[-1].headers["retry-after"]) > 0
        assert seats["BR"].post("talk", text="I do not suffer for it").status_code == 200


def test_who_is_addressed_is_told_once(club: Club) -> None:
    ada, bob = Player(club, "Ada"), Player(club, "Bob")
    _, seats = begun(ada, bob)
    said(seats["IT"], "Ahoy")
    seats["IT"].post("talk", phrase="luck")

    def told() -> list[Json]:
        return [it for it in bob.http.get("/api/me/news").json() if it["kind"] == "talk"]

    wait_for(lambda: told() and len(told()[0]["lines"]) == 2)
    (item,) = told()
    assert item["title"] == "Ada writes to you: Hawks over Malta" and item["lines"] == ["Ahoy", "Good luck!"]
    assert not [it for it in ada.http.get("/api/me/news").json() if it["kind"] == "talk"]


def test_whom_one_has_blocked_one_does_not_hear(club: Club) -> None:
    ada, bob = Player(club, "Ada"), Player(club, "Bob")
    _, seats = begun(ada, bob)
    said(seats["IT"], "You again")
    who = ada.me()["person"]["id"]
    problem(bob.http.post("/api/me/blocks", json={"person": bob.me()["person"]["id"]}), "not-found", 404)
    for _ in range(2):
        assert [it["name"] for it in bob.http.post("/api/me/blocks", json={"person": who}).json()] == ["Ada"]
    said(seats["IT"], "Do you hear me?")
    assert heard(seats["BR"]) == [] and len(heard(seats["IT"])) == 2
    wish = {"game": "hawks", "scenario": "faith-hope-charity", "to": "Bob"}
    problem(ada.http.post("/api/lobby/challenges", json=wish), "not-found", 404)
    assert bob.http.get("/api/me/export").json()["blocks"] == [{"person": bob.me()["person"]["id"], "other": who}]
    assert bob.http.delete(f"/api/me/blocks/{who}").json() == []
    assert len(heard(seats["BR"])) == 2


def test_moderators_see_what_is_shown_to_them_and_act(club: Club, time: Time) -> None:
    ada, bob, judge = Player(club, "Ada"), Player(club, "Bob"), Player(club, "Judge")
    promote(club.database, "Judge")
    table, seats = begun(ada, bob)
    said(seats["BR"], "Ahoy")
    rude = said(seats["IT"], "Something rude")["messages"][-1]
    problem(watching(Player(club, "Eve"), table).post("talk/reports", place="table", n=rude["n"]), "not-found", 404)
    for _ in range(2):
        assert seats["BR"].post("talk/reports", place="table", n=rude["n"], why="rude").status_code == 200
    problem(ada.http.get("/api/club/reports"), "members-only", 403)

    def called() -> list[Json]:
        return [it for it in judge.http.get("/api/me/news").json() if it["kind"] == "club"]

    wait_for(lambda: called() and called()[0]["lines"] == ["rude"])
    assert called()[0]["title"] == "A message has been reported" and called()[0]["path"] == "/me"
    assert not [it for it in ada.http.get("/api/me/news").json() if it["kind"] == "club"], "it is for the moderators"
    (card,) = judge.http.get("/api/club/reports").json()
    assert card["by"]["name"] == "Bob" and card["why"] == "rude" and card["table"] == table
    assert [it["text"] for it in card["messages"]] == ["Ahoy", "Something rude"] and card["messages"][-1]["person"][
        "name"
    ] == "Ada"

    def deal(**act: Any) -> Json:
        answer = judge.http.post(f"/api/club/reports/{card['id']}", json=act)
        assert answer.status_code == 200, answer.text
        return answer.json()

    wait_for(lambda: not called())
    before = seats["BR"].state()["talk"]
    deal(act="delete")
    last = seats["BR"].get("talk").json()["messages"][-1]
    assert last["gone"] and last["text"] == "" and seats["BR"].state()["talk"] > before
    (now,) = deal(act="silence", days=2)
    assert now["silenced"] == time.now + 2 * DAY and now["messages"][-1]["text"] == "Something rude"
    problem(seats["IT"].post("talk", text="What?"), "silenced", 403)
    assert not seats["IT"].get("talk").json()["may"] and said(seats["BR"], "Peace")
    time.now += 2 * DAY
    said(seats["IT"], "I am back")
    assert deal(act="close")[0]["closed"]
    problem(seats["BR"].post("talk", text="And I?"), "silenced", 403)
    assert deal(act="done") == []
    problem(judge.http.post("/api/club/reports/nothing", json={"act": "done"}), "not-found", 404)


def test_what_one_has_said_goes_with_one(club: Club) -> None:
    ada, bob = Player(club, "Ada"), Player(club, "Bob")
    table, seats = begun(ada, bob)
    said(seats["IT"], "Remember me")
    assert [it["text"] for it in ada.http.get("/api/me/export").json()["messages"]] == ["Remember me"]
    assert bob.http.get("/api/me/export").json()["messages"] == []
    ada.http.post("/api/me/forget", json={"name": "Ada"})
    assert heard(seats["BR"]) == [] and table


def test_a_name_lifts_no_silence_and_keeps_what_was_said(club: Club) -> None:
    ada, guest, judge = Player(club, "Ada"), Player(club), Player(club, "Judge")
    promote(club.database, "Judge")
    Player(club, "Gus")
    made = ada.challenge(side="IT")
    table = guest.accept(made["id"])["table"]
    said(guest.mine(table, "BR"), "I am a guest")
    n = ada.mine(table, "IT").get("talk").json()["messages"][0]["n"]
    ada.mine(table, "IT").post("talk/reports", place="table", n=n)
    (card,) = judge.http.get("/api/club/reports").json()
    judge.http.post(f"/api/club/reports/{card['id']}", json={"act": "silence", "days": 1})
    assert guest.enter("Gus").status_code == 200
    assert [it["person"]["name"] for it in ada.mine(table, "IT").get("talk").json()["messages"]] == ["Gus"]
    problem(guest.mine(table, "BR").post("talk", text="Now with a name"), "silenced", 403)
