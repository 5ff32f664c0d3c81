"""Two servers on one PostgreSQL, each seat at another: one game, and nobody notices."""

from __future__ import annotations

import random
import threading
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed

from .client import LINK, PATIENCE, Harbour, Json, Seat, pick, problem, running
from .client import eventually as wait_for
from .postgres import Cluster

pytestmark = pytest.mark.xdist_group("postgres")


def click(seat: Seat, rng: random.Random, failures: list[str]) -> None:
    """One seat plays by itself over its live line, as a person would, until the game has ended."""
    with seat.live() as live:
        state: Json = live.hear("state")
        while not state["outcome"]:
            if state["decision"]:
                verb, target = pick(state["decision"], rng)
                live.say(do="play", number=state["number"], verb=verb, target=target)
            message = live.hear()
            if message["type"] == "problem":
                kind = message["problem"]["type"].rpartition("/")[2]
                if kind not in ("stale", "not-your-decision"):
                    failures.append(message["problem"]["detail"])
                    return
            else:
                state = message


def test_one_game_at_two_servers(postgres: Cluster, tmp_path: Path) -> None:
    database = postgres.database()
    with running(tmp_path, database=database) as one, running(tmp_path, database=database) as two:
        for luck in range(3):
            here = one.open(LINK, seed=luck)
            there = {side: two.seat(seat.table, side or "", seat.token) for side, seat in here.items()}
            failures: list[str] = []
            players = [
                threading.Thread(target=click, args=(seat, random.Random(n + luck), failures))
                for n, seat in enumerate((here["IT"], there["BR"]))
            ]
            for player in players:
                player.start()
            for player in players:
                player.join(120)
            assert not failures and not any(player.is_alive() for player in players)
            for side in ("IT", "BR", None):
                ours, theirs = here[side].state(), there[side].state()
                assert ours == theirs and ours["outcome"], "no table is split"


def test_a_click_at_the_other_server_is_right_or_stale(postgres: Cluster, tmp_path: Path) -> None:
    database = postgres.database()
    with running(tmp_path, database=database) as one, running(tmp_path, database=database) as two:
        seats = one.open(LINK, seed=0)
        other = two.seat(seats["IT"].table, "IT", seats["IT"].token)
        assert other.state()["number"] == 0
        seats["IT"].play("objective", "A5")
        assert other.play("objective", "B5", number=1)["number"] == 2, "a server that is behind reads on before it refuses"
        problem(seats["IT"].choose("objective", "C5", number=1), "stale", 409)


def test_seats_and_requests_cross_over(postgres: Cluster, tmp_path: Path) -> None:
    database = postgres.database()

    def sits(harbour: Harbour, table: str) -> bool:
        joined: bool = harbour.http.get(f"/api/tables/{table}").json()["seats"]["BR"]["joined"]
        return joined

    with running(tmp_path, database=database) as one, running(tmp_path, database=database) as two:
        opened = one.opened(LINK, seed=0)
        table = opened["table"]
        assert not sits(one, table) and not sits(two, table)
        guest = two.seat(table, "BR", opened["seats"]["BR"])
        wait_for(lambda: sits(one, table))
        again = one.http.post(f"/api/tables/{table}/seats", json={"invitation": opened["seats"]["BR"]})
        problem(again, "wrong-seat", 403)
        assert one.seat(table, "BR", guest.token).state()["side"] == "BR"
        italy = one.seat(table, "IT", opened["seats"]["IT"])
        for square in ("A5", "B5", "C5"):
            italy.play("objective", square)
        with guest.live() as live:
            live.hear("state")
            asked = italy.post("takeback", moment=0)
            assert asked.status_code == 200, asked.text
            while not live.state["takeback"]:
                live.hear("state")
            assert live.state["takeback"]["by"] == "IT"
            guest.post("takeback/answer", accept=False)
        wait_for(lambda: italy.state()["takeback"] is None)
        key = guest.post("key").json()["key"]
        wait_for(lambda: one.http.get(f"/api/tables/{table}/state", headers=guest.headers).status_code == 403)
        assert one.seat(table, "BR", key).state()["side"] == "BR"


def test_what_was_said_while_nobody_listened_is_made_up_for(postgres: Cluster, tmp_path: Path) -> None:
    """The line on which a server hears of others is cut, and somebody clicks elsewhere meanwhile; nobody watches the table live. Who
    asks for it afterwards is shown what has happened."""
    import psycopg

    from grandharbour.server.notes import Notes

    database = postgres.database()
    deaf, missed = threading.Event(), threading.Event()
    hear = Notes._hear

    def half_deaf(self: Notes, payload: str) -> None:
        if deaf.is_set():
            missed.set()
        else:
            hear(self, payload)

    with (
        pytest.MonkeyPatch.context() as patch,
        running(tmp_path, database=database) as one,
        running(tmp_path, database=database) as two,
    ):
        patch.setattr(Notes, "_hear", half_deaf)
        here = one.open()
        there = {side: two.seat(seat.table, side or "", seat.token) for side, seat in here.items()}
        side = next(side for side in ("IT", "BR") if there[side].state()["decision"])
        deaf.set()
        played = here[side].play(*pick(here[side].state()["decision"], random.Random(1)))
        assert missed.wait(PATIENCE)
        assert there[side].state()["number"] < played["number"], "the note is lost"
        missed.clear()
        key = here[side].post("key").json()["key"]
        assert missed.wait(PATIENCE)
        assert there[side].state()["side"] == side, "and so is the one about the seat"
        deaf.clear()
        with psycopg.connect(postgres.url(), autocommit=True) as connection:
            connection.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN%'")
        wait_for(lambda: there[side].get("state").status_code == 403)
        now = two.seat(here[side].table, side, key)
        wait_for(lambda: now.state()["number"] == played["number"])


def test_a_key_is_void_at_every_server(postgres: Cluster, tmp_path: Path) -> None:
    """Another server has not heard yet that a key was changed, but learns it from whoever comes with the new one; and two who exchange
    their sides there take the keys with them that are good now."""
    from grandharbour.server.notes import Notes

    from .test_auction import auction

    database = postgres.database()
    with (
        pytest.MonkeyPatch.context() as patch,
        running(tmp_path, database=database) as one,
        running(tmp_path, database=database) as two,
    ):
        seats = auction(one)
        there = {side: two.seat(seat.table, side or "", seat.token) for side, seat in seats.items()}
        old = there["AX"]
        assert old.state()["side"] == "AX"
        patch.setattr(Notes, "_hear", lambda self, payload: None)
        with old.live() as thief:
            thief.hear("state")
            key = seats["AX"].post("key").json()["key"]
            assert old.state()["side"] == "AX", "it has not heard of it"
            assert two.seat(old.table, "AX", key).state()["side"] == "AX"
            with pytest.raises(ConnectionClosed):
                while True:
                    thief.hear()
        problem(old.get("state"), "wrong-seat", 403)
        new = seats["AX"] = one.seat(old.table, "AX", key)
        newest = new.post("key").json()["key"]
        axis = two.seat(old.table, "AX", key)  # void, but not here yet
        axis.play("underbid", 3)
        there["AL"].play("underbid", 1)
        problem(axis.choose("let-have"), "wrong-seat", 403)  # it was made, but shown to nobody
        assert two.seat(old.table, "AL", newest).state()["side"] == "AL"
        problem(axis.get("state"), "wrong-seat", 403)
        here = one.seat(old.table, "AX", newest)
        assert here.state()["side"] == "AX", "it has not heard of the exchange"
        problem(here.post("resign"), "wrong-seat", 403)  # the row it writes is refused, and it reads on
        assert here.state()["side"] == "AL" and here.state()["outcome"] is None
