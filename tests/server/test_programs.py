"""A door for programs: tokens that open what they were made for, streams, and a program that plays a whole game."""

from __future__ import annotations

import json
import os
import random
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from grandharbour.server.club import tokens
from grandharbour.server.club.streams import news
from grandharbour.server.club.wire import MyTable

from .client import Harbour, Json, Seat, play_on, problem
from .test_club_games import Player, Time, club, time  # noqa: F401
from .test_credentials import ROUTES

pytestmark = pytest.mark.xdist_group("postgres")
BOT = Path(__file__).parents[2] / "examples" / "bot.py"


class Program:
    """Somebody who comes with a token and no cookie."""

    def __init__(self, harbour: Harbour, owner: Player, *scopes: str) -> None:
        answer = owner.http.post("/api/me/tokens", json={"name": "my program", "scopes": list(scopes)})
        assert answer.status_code == 201, answer.text
        self.token: str = answer.json()["token"]
        self.id: str = answer.json()["tokens"][0]["id"]
        self.http = httpx.Client(base_url=harbour.url, timeout=60, headers={"Authorization": f"Bearer {self.token}"})

    def seat(self, table: str, side: str) -> Seat:
        return Seat(self.http, table, side, self.token)

    @contextmanager
    def stream(self, path: str) -> Iterator[Iterator[Json]]:
        with self.http.stream("GET", path) as answer:
            assert answer.status_code == 200 and answer.headers["content-type"].startswith("application/x-ndjson")
            yield (json.loads(line) for line in answer.iter_lines() if line)


def test_a_token_opens_what_it_was_made_for(club: Harbour) -> None:  # noqa: F811
    ada, bob = Player(club, "Ada"), Player(club, "Bob")
    reader = Program(club, ada, "read")
    assert reader.token.startswith("pat.") and not ada.me()["person"]["program"], "who only looks is nobody's program"
    me = reader.http.get("/api/me").json()
    assert me["person"]["name"] == "Ada"
    assert "set-cookie" not in reader.http.get("/api/lobby").headers
    wish = {"game": "hawks", "scenario": "faith-hope-charity"}
    assert "challenge" in problem(reader.http.post("/api/lobby/challenges", json=wish), "wrong-scope", 403)["detail"]
    for method, path in (
        ("GET", "/api/me/tokens"),
        ("GET", "/api/me/export"),
        ("GET", "/api/me/sessions"),
        ("POST", "/api/me/leave"),
    ):
        problem(reader.http.request(method, path, json={} if method == "POST" else None), "wrong-scope", 403)
    table = bob.accept(ada.challenge(side="IT")["id"])["table"]
    seat = reader.seat(table, "IT")
    assert seat.state()["side"] == "IT", "her only seat needs not be named"
    problem(seat.post("resign"), "wrong-scope", 403)
    assert reader.http.get(f"/api/tables/{table}/state", params={"side": "IT"}).json()["side"] == "IT"
    problem(reader.http.get(f"/api/tables/{table}/state", params={"side": "BR"}), "wrong-seat", 403)
    watching = Program(club, Player(club, "Eve"), "read")
    assert watching.seat(table, "IT").state()["side"] is None, "who does not sit there watches"
    assert ada.http.delete(f"/api/me/tokens/{reader.id}").json() == []
    problem(reader.http.get("/api/me"), "wrong-token", 401)
    problem(reader.http.get(f"/api/tables/{table}/state"), "wrong-token", 401)


def test_what_no_token_opens() -> None:
    """Each route of the schema is for one scope or for none; whoever adds one says here if programs may use it."""
    opened: dict[str, set[str]] = {}
    for route in ROUTES:
        method, _, path = route.partition(" ")
        opened.setdefault(tokens.scope_of(method, path) or "none", set()).add(route)
    closed = {route for route in opened["none"] if "/api/me" in route or "/api/club" in route}
    assert len(closed) > 20 and opened["read"] & {"GET /api/me"} == {"GET /api/me"}
    assert not any(
        "/api/me/" in route or "/api/club" in route for scope in ("read", "challenge", "play") for route in opened[scope]
    )
    assert {route for route in opened["read"] if not route.startswith("GET")} == {"POST /api/my/tables"}
    assert "POST /api/tables/{table}/key" in opened["none"] and "POST /api/tables/{table}/leave" in opened["none"]
    assert opened["play"] == {f"POST /api/tables/{{table}}/{what}" for what in (
        "choices", "undo", "chain", "script", "orders", "cup", "shake", "resign", "continue", "takeback", "takeback/answer",
    )}  # fmt: skip


def test_a_program_is_marked_for_good(club: Harbour) -> None:  # noqa: F811
    rusher, bob = Player(club, "Rusher"), Player(club, "Bob")
    program = Program(club, rusher, "read", "challenge", "play")
    assert rusher.me()["person"]["program"]
    made = rusher.challenge(side="IT", rated=True)
    assert bob.http.get("/api/lobby").json()["challenges"][0]["person"]["program"]
    table = bob.accept(made["id"])["table"]
    card = bob.http.get(f"/api/tables/{table}").json()
    assert card["seats"]["IT"]["program"] and not card["seats"]["BR"]["program"]
    assert bob.tables()[0]["seats"]["IT"]["person"]["program"]
    assert program.seat(table, "IT").post("resign").status_code == 200
    rusher.http.delete(f"/api/me/tokens/{program.id}")
    assert rusher.me()["person"]["program"], "what it played, a program played"


def test_who_plays_himself_has_another_account_for_his_program(club: Harbour) -> None:  # noqa: F811
    from .test_several import wait_for

    ada, bob = Player(club, "Ada"), Player(club, "Bob")
    table = bob.accept(ada.challenge(side="IT", rated=True)["id"])["table"]
    ada.mine(table, "IT").post("resign")
    wait_for(lambda: ada.http.get(f"/api/people/{ada.me()['person']['id']}/standing").json()["results"])
    problem(ada.http.post("/api/me/tokens", json={"name": "x", "scopes": ["play"]}), "bad-option", 422)
    assert not ada.me()["person"]["program"]


def test_bad_wishes(club: Harbour) -> None:  # noqa: F811
    ada = Player(club, "Ada")
    problem(Player(club).http.post("/api/me/tokens", json={"name": "x", "scopes": ["read"]}), "members-only", 403)
    problem(ada.http.post("/api/me/tokens", json={"name": " ", "scopes": ["read"]}), "bad-name", 422)
    problem(ada.http.post("/api/me/tokens", json={"name": "x", "scopes": []}), "bad-option", 422)
    problem(ada.http.post("/api/me/tokens", json={"name": "x", "scopes": ["all"]}), "bad-request", 400)
    for _ in range(tokens.MOST):
        Program(club, ada, "read")
    problem(ada.http.post("/api/me/tokens", json={"name": "x", "scopes": ["read"]}), "too-many", 429)
    assert len(ada.http.get("/api/me/export").json()["tokens"]) == tokens.MOST


def test_only_hashes_are_kept(tmp_path: Path) -> None:
    from .client import running

    with running(tmp_path, club="open") as harbour:
        program = Program(harbour, Player(harbour, "Ada"), "read")
    with sqlite3.connect(tmp_path / "harbour.db") as look:
        assert program.token.removeprefix("pat.") not in "\n".join(look.iterdump())


# --- streams


def test_the_stream_tells_what_waits_and_what_comes(club: Harbour) -> None:  # noqa: F811
    ada, bob = Player(club, "Ada"), Player(club, "Bob")
    program = Program(club, bob, "read", "challenge", "play")
    first = ada.challenge(to="Bob", side="IT")
    with program.stream("/api/stream/events") as told:
        event = next(told)
        assert event["type"] == "challenge" and event["challenge"]["id"] == first["id"]
        second = ada.challenge(side="BR")
        assert next(told)["challenge"]["id"] == second["id"], "open ones are told as well"
        ada.http.delete(f"/api/lobby/challenges/{second['id']}")
        assert next(told) == {"type": "challenge-gone", "id": second["id"]}
        table = program.http.post(f"/api/lobby/challenges/{first['id']}/accept").json()["table"]
        events = [next(told), next(told)]
        assert [it["type"] for it in events] == ["challenge-gone", "table"] and events[1]["table"]["mine"] == ["BR"]
        play_on({"IT": ada.mine(table, "IT")}, random.Random(4))
        assert next(told) == {"type": "turn", "table": table, "sides": ["BR"]}
        ada.mine(table, "IT").post("resign")
        event = next(told)
        assert event["type"] == "ended" and event["table"]["winner"] == "BR"
        ada.open()
        bob.http.delete(f"/api/me/tokens/{program.id}")
        assert next(told, None) is None, "a token that is revoked hears nothing more"


def test_a_stream_at_another_server(request: pytest.FixtureRequest, tmp_path: Path) -> None:
    """Where something happens does not matter: who listens at one server hears what is done at the other."""
    from .client import running

    place = request.getfixturevalue("postgres").database()
    with running(tmp_path, club="open", database=place) as one, running(tmp_path, club="open", database=place) as two:
        ada, bob = Player(one, "Ada"), Player(one, "Bob")
        program = Program(two, bob, "read", "challenge", "play")
        with program.stream("/api/stream/events") as told:
            made = ada.challenge(to="Bob", side="IT")
            assert next(told)["challenge"]["id"] == made["id"]
            table = bob.accept(made["id"])["table"]
            assert [next(told)["type"], next(told)["type"]] == ["challenge-gone", "table"]
            with program.stream(f"/api/tables/{table}/stream") as states:
                assert next(states)["side"] == "BR"
                ada.mine(table, "IT").post("resign")
                *_, last = states
                assert last["outcome"]["winner"] == "BR"
            assert next(told)["type"] == "ended"


def test_the_stream_of_a_table(club: Harbour) -> None:  # noqa: F811
    ada, bob = Player(club, "Ada"), Player(club, "Bob")
    program = Program(club, bob, "read", "play")
    table = bob.accept(ada.challenge(side="IT")["id"])["table"]
    with program.stream(f"/api/tables/{table}/stream") as told:
        state = next(told)
        assert state["side"] == "BR" and state["decision"] is None
        seen = state["from"] + len(state["events"])
        play_on({"IT": ada.mine(table, "IT")}, random.Random(4))
        while not state["decision"]:
            state = next(told)
            assert state["from"] == seen, "only what is new"
            seen += len(state["events"])
        choice = next(it for it in state["decision"]["choices"] if it["targets"])
        program.seat(table, "BR").play(choice["verb"], choice["targets"][0])
        ada.mine(table, "IT").post("resign")
        *_, last = told
        assert last["outcome"]["winner"] == "BR"
    with program.stream(f"/api/tables/{table}/stream?seconds=0") as told:
        assert len(list(told)) == 1


def test_a_stream_shows_no_more_than_the_seat_may_know(club: Harbour) -> None:  # noqa: F811
    ada, bob = Player(club, "Ada"), Player(club, "Bob")
    eve = Program(club, Player(club, "Eve"), "read")
    table = bob.accept(ada.challenge(game="convoys", scenario=_scenario(ada, "convoys"), side="")["id"])["table"]
    with eve.stream(f"/api/tables/{table}/stream?seconds=0") as told:
        (shown,) = told
    plain = Seat(ada.http, table, None, None).state()
    assert shown["side"] is None and {**shown, "now": 0} == {**plain, "now": 0}


def _scenario(player: Player, game: str) -> str:
    return str(next(it for it in player.http.get("/api/games").json() if it["id"] == game)["scenarios"][0]["id"])


def test_too_many_streams(club: Harbour) -> None:  # noqa: F811
    from contextlib import ExitStack

    program = Program(club, Player(club, "Ada"), "read")
    with ExitStack() as open_:
        for _ in range(8):
            open_.enter_context(program.http.stream("GET", "/api/stream/events"))
        problem(program.http.get("/api/stream/events"), "too-many", 429)


def test_what_is_told_again_and_what_not() -> None:
    def table(id: str, turn: bool, changed: float = 1.0, ended: bool = False) -> MyTable:
        return MyTable(id, "hawks", "", ["IT"], {}, "", turn, ended, "", changed, None, False)

    seen, told = news(None, [], [table("a", True), table("b", False), table("c", False, ended=True)])
    assert [type(it).__name__ for it in told] == ["TableBegun", "YourTurn", "TableBegun"], "what is over is not told any more"
    seen, told = news(seen, [], [table("a", True), table("b", False)])
    assert told == []
    seen, told = news(seen, [], [table("a", True, 2.0), table("b", True, 2.0)])
    assert [type(it).__name__ for it in told] == ["YourTurn", "YourTurn"], "also if somebody has answered between two looks"


# --- a whole game


def test_a_program_plays_a_whole_game(club: Harbour) -> None:  # noqa: F811
    ada, bot = Player(club, "Ada"), Player(club, "Rusher")
    program = Program(club, bot, "read", "challenge", "play")
    challenge = ada.challenge(to="Rusher", side="IT")
    environment = {**os.environ, "HARBOUR_TOKEN": program.token}
    running = subprocess.Popen(
        [sys.executable, str(BOT), club.url, "--games", "1"],
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        from .test_several import wait_for

        wait_for(lambda: ada.tables())
        table = ada.tables()[0]["table"]
        seat = ada.mine(table, "IT")
        rng = random.Random(2)
        while not seat.state()["outcome"]:
            play_on({"IT": seat}, rng)
            wait_for(lambda: (s := seat.state())["decision"] or s["outcome"])
        out, err = running.communicate(timeout=60)
    finally:
        running.kill()
    assert running.returncode == 0, err
    assert out.startswith("Rusher listens") and f"table {table}:" in out
    assert challenge["id"] and any(m["verb"] for m in bot.http.get("/api/me/export").json()["tables"][0]["moves"])
