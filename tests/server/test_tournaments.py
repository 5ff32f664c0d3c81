"""Tournaments and ladders over a real server: rounds follow each other, no-shows lose by their clocks, places change hands."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Any

import pytest

from .client import Harbour, Json, problem, running
from .test_club_games import DAYS, Player, Time, club, time  # noqa: F401
from .test_several import wait_for

pytestmark = pytest.mark.xdist_group("postgres")
WISH = {"name": "Spring cup", "game": "hawks", "scenario": "faith-hope-charity", "clock": DAYS}


def made(by: Player, *players: Player, **wish: Any) -> str:
    answer = by.http.post("/api/tournaments", json={**WISH, "kind": "swiss", **wish})
    assert answer.status_code == 201, answer.text
    id: str = answer.json()["card"]["id"]
    for player in players:
        assert player.http.post(f"/api/tournaments/{id}/join").status_code == 200
    return id


def read(player: Player, id: str) -> Json:
    return player.http.get(f"/api/tournaments/{id}").json()


def give_up(players: dict[str, Player], game: Json, loser: str) -> None:
    """Somebody resigns his game of a round."""
    side = "IT" if loser == game["one"] else "BR"
    answer = players[loser].mine(game["table"], side).post("resign")
    assert answer.status_code == 200, answer.text


def everybody(harbour: Harbour, names: str) -> dict[str, Player]:
    found = [Player(harbour, name) for name in names.split()]
    return {player.me()["person"]["id"]: player for player in found}


@pytest.mark.parametrize("kind", ["swiss", "round-robin", "knock-out"])
def test_a_tournament_goes_on_by_itself(club: Harbour, time: Time, kind: str) -> None:  # noqa: F811
    players = everybody(club, "Ada Bob Cyd Dan Eve")
    first, *_ = players.values()
    id = made(first, *players.values(), kind=kind, rounds=3)
    begun = first.http.post(f"/api/tournaments/{id}/begin").json()
    assert begun["card"]["state"] == "running" and begun["card"]["round"] == 1
    strength = list(players)
    while (now := read(first, id))["card"]["state"] == "running":
        round = now["card"]["round"]
        games = [game for game in now["games"] if game["round"] == round]
        assert sorted(p for game in games for p in (game["one"], game["two"]) if p) == sorted(
            p for p in players if kind != "knock-out" or any(p in (game["one"], game["two"]) for game in games)
        )
        wait_for(lambda: all(g["table"] for g in read(first, id)["games"] if g["two"]))
        for game in (game for game in read(first, id)["games"] if game["round"] == round and game["two"]):
            give_up(players, game, max(game["one"], game["two"], key=strength.index))
        wait_for(lambda round=round: (it := read(first, id)["card"])["round"] > round or it["state"] == "ended")  # type: ignore[misc]
    ended = read(first, id)
    assert ended["card"]["round"] == {"swiss": 3, "round-robin": 5, "knock-out": 3}[kind]
    # Who has rested once may have as many points without having met her: five play, and only three rounds.
    level = [line["person"]["name"] for line in ended["lines"] if line["score"] == ended["lines"][0]["score"]]
    assert level[0] == "Ada" or (kind == "swiss" and "Ada" in level), "who wins everything is first"
    byes = [game["one"] for game in ended["games"] if not game["two"]]
    assert len(byes) == len(set(byes)) > 0
    if kind == "round-robin":
        assert [line["score"] for line in ended["lines"]] == [5, 4, 3, 2, 1], "a bye counts as won"
        table = ended["games"][0]["table"] or ended["games"][1]["table"]
        assert first.http.get(f"/api/tables/{table}").json()["ended"]
    assert len(ended["lines"]) == 5 and all(game["result"] for game in ended["games"] if game["two"])


def test_who_does_not_come_loses_by_his_clock(club: Harbour, time: Time) -> None:  # noqa: F811
    players = everybody(club, "Ada Bob")
    ada = next(iter(players.values()))
    id = made(ada, *players.values(), rated=True)
    ada.http.post(f"/api/tournaments/{id}/begin")
    wait_for(lambda: read(ada, id)["games"][0]["table"])
    (game,) = read(ada, id)["games"]
    assert any(it["table"] == game["table"] and it["rated"] for it in ada.tables())
    asked = next(p for p in players if players[p].tables()[0]["turn"])
    time.now += 6 * 86_400
    wait_for(lambda: read(ada, id)["card"]["state"] == "ended")
    best = read(ada, id)["lines"][0]
    assert best["id"] != asked and best["score"] == 1.0


def test_after_a_draw_a_knock_out_is_played_again(tmp_path: Path) -> None:
    """Two who drew play again with the sides changed."""
    with running(tmp_path, club="open") as harbour:
        players = everybody(harbour, "Ada Bob")
        ada = next(iter(players.values()))
        id = made(ada, *players.values(), kind="knock-out")
        ada.http.post(f"/api/tournaments/{id}/begin")
        wait_for(lambda: read(ada, id)["games"][0]["table"])
        (first,) = read(ada, id)["games"]
        with sqlite3.connect(tmp_path / "harbour.db", timeout=30) as database:  # nobody draws hawks on purpose
            database.execute("UPDATE status SET ended = 1, winner = '', n = 1000 WHERE table_id = ?", (first["table"],))
        wait_for(lambda: len(read(ada, id)["games"]) == 2 and read(ada, id)["games"][1]["table"])
        drawn, again = read(ada, id)["games"]
        assert drawn["result"] == "draw" and again["round"] == 1
        assert (again["one"], again["two"]) == (first["two"], first["one"]) and again["table"] != first["table"]
        give_up(players, again, again["one"])
        wait_for(lambda: read(ada, id)["card"]["state"] == "ended")
        assert read(ada, id)["lines"][0]["id"] == again["two"]


def test_withdrawing_before_and_after(club: Harbour) -> None:  # noqa: F811
    players = everybody(club, "Ada Bob Cyd Dan")
    ada, bob, cyd, dan = players.values()
    id = made(ada, ada, bob, cyd, dan, kind="round-robin")
    dan.http.post(f"/api/tournaments/{id}/withdraw")
    assert read(ada, id)["card"]["players"] == 3, "before it has begun he was never there"
    dan.http.post(f"/api/tournaments/{id}/join")
    ada.http.post(f"/api/tournaments/{id}/begin")
    problem(Player(club, "Late").http.post(f"/api/tournaments/{id}/join"), "stale", 409)
    assert dan.http.post(f"/api/tournaments/{id}/withdraw").status_code == 200
    mine = dan.me()["person"]["id"]
    lost = next(game for game in read(ada, id)["games"] if mine in (game["one"], game["two"]))
    wait_for(lambda: next(g for g in read(ada, id)["games"] if g["table"] == lost["table"])["result"])
    other = next(p for p in (lost["one"], lost["two"]) if p != mine)
    for game in read(ada, id)["games"]:
        if game["table"] != lost["table"]:
            give_up(players, game, game["one"])
    wait_for(lambda: read(ada, id)["card"]["round"] == 2)
    second = next(g for g in read(ada, id)["games"] if g["round"] == 2 and mine in (g["one"], g["two"]))
    assert second["table"] is None and second["result"], "against who is gone one wins without playing"
    assert other and next(line for line in read(ada, id)["lines"] if line["id"] == mine)["withdrawn"]


def test_who_may_do_what(club: Harbour) -> None:  # noqa: F811
    ada, bob, guest = Player(club, "Ada"), Player(club, "Bob"), Player(club)
    wish = {**WISH, "kind": "swiss"}
    problem(guest.http.post("/api/tournaments", json=wish), "members-only", 403)
    problem(ada.http.post("/api/tournaments", json={**wish, "clock": {"kind": "none"}}), "bad-option", 422)
    problem(ada.http.post("/api/tournaments", json={**wish, "clock": {**DAYS, "flag": "computer"}}), "bad-option", 422)
    problem(ada.http.post("/api/tournaments", json={**wish, "name": " "}), "bad-name", 422)
    problem(ada.http.post("/api/tournaments", json={**wish, "scenario": "none"}), "unknown-scenario", 404)
    id = made(ada, ada)
    problem(ada.http.post(f"/api/tournaments/{id}/begin"), "bad-option", 422)
    problem(bob.http.post(f"/api/tournaments/{id}/begin"), "members-only", 403)
    problem(bob.http.delete(f"/api/tournaments/{id}"), "members-only", 403)
    problem(guest.http.post(f"/api/tournaments/{id}/join"), "members-only", 403)
    bob.http.post("/api/me/tokens", json={"name": "program", "scopes": ["play"]})
    problem(bob.http.post(f"/api/tournaments/{id}/join"), "members-only", 403)
    assert ada.http.delete(f"/api/tournaments/{id}").json()["card"]["state"] == "cancelled"
    problem(ada.http.get("/api/tournaments/nothing"), "not-found", 404)
    assert [card["state"] for card in guest.http.get("/api/tournaments").json()] == ["cancelled"]
    for _ in range(3):
        made(ada)
    problem(ada.http.post("/api/tournaments", json=wish), "too-many", 429)


def test_a_ladder(club: Harbour) -> None:  # noqa: F811
    players = everybody(club, "Ada Bob Cyd Dan Eve")
    ids = list(players)
    for player in players.values():
        player.http.post("/api/ladder/hawks/join")
    ada, bob, *_, eve = players.values()

    def order() -> list[str]:
        return [rung["person"]["id"] for rung in ada.http.get("/api/ladder/hawks").json()["rungs"]]

    assert order() == ids
    shown = eve.http.get("/api/ladder/hawks").json()
    assert [rung["free"] for rung in shown["rungs"]] == [False, True, True, True, False] and shown["reach"] == 3
    problem(eve.http.post("/api/ladder/hawks/challenge", json={"person": ids[0]}), "bad-option", 422)
    problem(ada.http.post("/api/ladder/hawks/challenge", json={"person": ids[1]}), "bad-option", 422)
    begun = eve.http.post("/api/ladder/hawks/challenge", json={"person": ids[1]})
    assert begun.status_code == 201, begun.text
    problem(eve.http.post("/api/ladder/hawks/challenge", json={"person": ids[2]}), "still-running", 409)
    table, side = begun.json()["table"], begun.json()["side"]
    assert bob.tables()[0]["table"] == table and bob.tables()[0]["rated"]
    bob.mine(table, "IT" if side == "BR" else "BR").post("resign")
    wait_for(lambda: order() == [ids[0], ids[4], ids[2], ids[3], ids[1]])
    again = bob.http.post("/api/ladder/hawks/challenge", json={"person": ids[2]}).json()
    bob.mine(again["table"], again["side"]).post("resign")
    wait_for(lambda: not any(rung["table"] for rung in ada.http.get("/api/ladder/hawks").json()["rungs"]))
    assert order() == [ids[0], ids[4], ids[2], ids[3], ids[1]], "who loses stays where he was"
    players[ids[2]].http.post("/api/ladder/hawks/leave")
    assert [rung["place"] for rung in ada.http.get("/api/ladder/hawks").json()["rungs"]] == [1, 2, 3, 4]


def test_games_against_the_computer_count_apart(club: Harbour) -> None:  # noqa: F811
    ada = Player(club, "Ada")
    seats = {"IT": {"kind": "here"}, "BR": {"kind": "computer", "player": "greedy"}}
    wish = {"game": "hawks", "seats": seats, "rated": True}
    problem(Player(club).http.post("/api/tables", json=wish), "members-only", 403)
    both = {"IT": {"kind": "here"}, "BR": {"kind": "here"}}
    problem(ada.http.post("/api/tables", json={**wish, "seats": both}), "bad-option", 422)
    problem(ada.http.post("/api/tables", json={**wish, "seed": 1}), "bad-option", 422)
    opened = ada.http.post("/api/tables", json=wish).json()
    seat = ada.mine(opened["table"], "IT")
    problem(seat.post("takeback", moment=0), "wrong-seat", 403)
    seat.post("resign")
    me = ada.me()["person"]["id"]
    wait_for(lambda: ada.http.get(f"/api/people/{me}/standing").json()["ratings"])
    (rating,) = ada.http.get(f"/api/people/{me}/standing").json()["ratings"]
    assert rating["against"] == "computer" and rating["rating"] < 1500 and rating["games"] == 1
    assert ada.http.get("/api/standing/hawks").json() == [], "it is not among those against people"


def test_two_servers_pair_a_round_once(request: pytest.FixtureRequest, tmp_path: Path) -> None:
    cluster = request.getfixturevalue("postgres")
    place = cluster.database()
    with running(tmp_path, club="open", database=place) as one, running(tmp_path, club="open", database=place) as two:
        players = everybody(one, "Ada Bob Cyd Dan")
        ada, bob, *_ = players.values()
        id = made(ada, *players.values(), rounds=2)
        ada.http.post(f"/api/tournaments/{id}/begin")
        wait_for(lambda: all(g["table"] for g in read(ada, id)["games"]) and len(read(ada, id)["games"]) == 2)
        for game in read(ada, id)["games"]:
            give_up(players, game, game["one"])
        wait_for(lambda: len(read(ada, id)["games"]) == 4 and all(g["table"] for g in read(ada, id)["games"]))
        elsewhere = Player(two)
        assert read(elsewhere, id)["games"] == read(ada, id)["games"]
        assert len({it["table"] for it in bob.tables()}) == 2, "each game has one table"
