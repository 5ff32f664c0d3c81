"""A server somebody runs: settings, health, numbers, logs, proxies, an orderly end, and what becomes of tables nobody comes back to."""

from __future__ import annotations

import asyncio
import json
import logging
import os
import random
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from contextlib import suppress
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from grandharbour.server import Settings, line, logs
from grandharbour.server.gate import Proxies
from grandharbour.server.limits import address_of
from grandharbour.server.settings import from_environment
from grandharbour.server.store import Store

from ..cli.test_harbour import harbour as typed
from .client import HERE, LINK, PATIENCE, Harbour, eventually, pick, play_on, problem, running, sit_down


def test_settings_by_environment() -> None:
    found = from_environment(
        {"HARBOUR_BASE_URL": "https://harbour.example", "HARBOUR_PROXIES": "10.0.0.0/8, ::1", "HARBOUR_WORKERS": "4", "HARBOUR_CLUB": "open",
         "HARBOUR_LIMITS": "0.5", "HARBOUR_MEMORY": "", "PATH": "x", "HARBOUR_PLAYERS": "mine:Own"},
        workers=7, memory=None,
    )  # fmt: skip
    assert found == Settings(
        base_url="https://harbour.example", proxies=("10.0.0.0/8", "::1"), workers=7, limits=0.5, club="open"
    )
    for wrong, said in (
        ({"HARBOUR_WORKERS": "many"}, "HARBOUR_WORKERS"), ({"HARBOUR_BASE_ULR": "x"}, "HARBOUR_BASE_ULR"), ({"HARBOUR_LOG": "xml"}, "HARBOUR_LOG"),
        ({"HARBOUR_BASE_URL": "harbour.example"}, "base_url"), ({"HARBOUR_PROXIES": "here"}, "here"),
    ):  # fmt: skip
        with pytest.raises(ValueError, match=said):
            from_environment(wrong)
    with pytest.raises(ValueError, match="thinking"):
        from_environment({}, thinking="nowhere")
    secret = Settings(database="postgresql://me:password@host/x", metrics_token="token")
    assert "password" not in repr(secret) and "token" not in repr(secret).replace("metrics_token", "")


def test_health(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with running(tmp_path) as harbour:
        assert harbour.http.get("/health/live").text == "alive\n"
        assert harbour.http.get("/health/ready").text == "ready\n"
        with monkeypatch.context() as other:
            other.setattr(Store, "current", lambda self: False)
            problem(harbour.http.get("/health/ready"), "cannot-store", 503)
        with monkeypatch.context() as slow:
            answers = threading.Event()
            slow.setattr("grandharbour.server.routes.health.PATIENCE", 0.1)
            slow.setattr(Store, "current", lambda self: answers.wait(PATIENCE))
            problem(harbour.http.get("/health/ready"), "cannot-store", 503)
            assert harbour.http.get("/health/live").status_code == 200, "it lives all the same"
            answers.set()
        assert harbour.http.get("/health/ready").status_code == 200


def numbers(text: str) -> dict[str, float]:
    return {name: float(value) for name, value in re.findall(r"^(harbour\S+|process_resident\S+) (\S+)$", text, re.M)}


def test_metrics_count(tmp_path: Path) -> None:
    with running(tmp_path) as harbour:
        seats = harbour.open(seed=0)
        made = play_on(seats, random.Random(0), clicks=7)
        problem(seats["IT"].choose("objective", "A5", number=99), "stale", 409)
        with seats["IT"].live() as live:
            live.hear("state")
            found = numbers(harbour.http.get("/metrics").text)
        assert (
            found['harbour_choices_total{by="here",game="hawks"}'] == made == found['harbour_choice_seconds_count{game="hawks"}']
        )
        assert found['harbour_refusals_total{kind="stale"}'] == 1 and found["harbour_sockets"] == 1
        assert found["harbour_tables_live"] == 1 and found["harbour_tables_bytes"] > 0 and found["harbour_store_waiting"] == 0
        assert found["process_resident_memory_bytes"] > 1e7 and found['harbour_requests_total{status="409"}'] == 1


def test_metrics_are_not_for_everybody(tmp_path: Path) -> None:
    with running(tmp_path) as harbour:
        assert harbour.http.get("/metrics").status_code == 200
        for header in ("X-Forwarded-For", "Forwarded", "Via", "X-Real-IP"):
            problem(harbour.http.get("/metrics", headers={header: "127.0.0.1"}), "not-found", 404)
    with running(tmp_path, base_url="https://harbour.example") as harbour:
        problem(harbour.http.get("/metrics"), "not-found", 404)
    with running(tmp_path, metrics_token="open sesame") as harbour:
        problem(harbour.http.get("/metrics"), "not-found", 404)
        problem(harbour.http.get("/metrics", headers={"Authorization": "Bearer open"}), "not-found", 404)
        assert harbour.http.get("/metrics", headers={"Authorization": "Bearer open sesame"}).status_code == 200


def test_a_public_address_is_the_only_name(tmp_path: Path) -> None:
    with running(tmp_path, base_url="https://harbour.example") as harbour:
        for host, status in (("harbour.example", 200), ("localhost", 400), ("evil.example", 400), ("harbour.example.evil", 400)):
            answer = harbour.http.get("/api/games", headers={"Host": host})
            assert answer.status_code == status, host
            assert answer.headers["strict-transport-security"].startswith("max-age=")
        assert harbour.http.get("/health/ready").status_code == 200, "who looks after it calls it as he likes"
        wish = {"game": "hawks", "seats": HERE}
        for origin, status in (("https://harbour.example", 201), ("https://evil.example", 400)):
            answer = harbour.http.post("/api/tables", json=wish, headers={"Host": "harbour.example", "Origin": origin})
            assert answer.status_code == status
    with running(tmp_path) as harbour:
        assert "strict-transport-security" not in harbour.http.get("/api/games").headers


def seen(proxies: tuple[str, ...], peer: str, **headers: str) -> tuple[str, str, str]:
    lines = [(b"host", b"inside")] + [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
    scope = Proxies(proxies).seen({"type": "http", "scheme": "http", "client": (peer, 1), "headers": lines})
    return scope["client"][0], scope["scheme"], dict(scope["headers"])[b"host"].decode()


def test_only_our_proxies_are_believed() -> None:
    said = {"x_forwarded_for": "6.6.6.6, 9.9.9.9, 10.0.0.2", "x_forwarded_proto": "https", "x_forwarded_host": "harbour.example"}
    assert seen((), "10.0.0.1", **said) == ("10.0.0.1", "http", "inside")
    assert seen(("10.0.0.0/8",), "8.8.8.8", **said) == ("8.8.8.8", "http", "inside"), "somebody else says it"
    assert seen(("10.0.0.0/8",), "10.0.0.1", **said) == ("9.9.9.9", "https", "harbour.example"), (
        "what came before is the client's own word"
    )
    assert seen(("10.0.0.0/8",), "::ffff:10.0.0.1", **said)[0] == "9.9.9.9"
    assert seen(("10.0.0.0/8",), "10.0.0.1") == ("10.0.0.1", "http", "inside")
    assert seen(("10.0.0.0/8",), "10.0.0.1", x_forwarded_for="nonsense, [2001:db8::7]:443", x_forwarded_proto="gopher")[:2] == (
        "2001:db8::7",
        "http",
    )
    assert seen(("10.0.0.0/8",), "10.0.0.1", x_forwarded_for="1.2.3.4:5678")[0] == "1.2.3.4"


def test_addresses_of_ipv6_count_by_network() -> None:
    there = [address_of({"type": "http", "client": (f"2001:db8:1:2::{n:x}", 1)}) for n in range(1, 50)]
    assert len(set(there)) == 1 and address_of({"type": "http", "client": ("2001:db8:1:3::1", 1)}) not in there
    assert (
        address_of({"type": "http", "client": ("::ffff:9.9.9.9", 1)})
        == "9.9.9.9"
        == address_of({"type": "http", "client": ("9.9.9.9", 1)})
    )


# --- logs


def test_logs_of_a_whole_game_hold_no_secret(tmp_path: Path) -> None:
    """Everything a server writes while it is played at, asked, refused and broken into: no key, no invitation, no seed."""
    server = subprocess.Popen(
        [sys.executable, "-m", "grandharbour", "serve", "--port", "0", "--database", str(tmp_path / "a.db"), "--log", "json", "--log-level", "debug"],
        stdout=subprocess.PIPE, stderr=(tmp_path / "log").open("w"), text=True, cwd=tmp_path,
    )  # fmt: skip
    with server:
        assert server.stdout is not None
        try:
            harbour = Harbour(server.stdout.readline().split()[-1])
            opened = harbour.http.post("/api/tables", json={"game": "hawks", "seats": LINK}).json()
            invitation = opened["seats"]["BR"]
            seats = harbour.seats(opened)
            made = play_on(seats, random.Random(3))
            assert made > 20 and seats["IT"].state()["outcome"]
            with seats["IT"].live() as live:
                live.hear("state")
                live.say(do="nonsense", key=seats["BR"].token)
                live.hear("problem")
            seats["IT"].http.get(
                f"/api/tables/{seats['IT'].table}/state", headers={"Authorization": "Bearer wrong-key-of-somebody"}
            )
            harbour.http.post(f"/api/tables/{seats['IT'].table}/seats", json={"invitation": invitation})
            harbour.http.post("/api/tables", content=b"{" + invitation.encode())
            keys = [seats["IT"].token, seats["BR"].token, invitation]
        finally:
            server.send_signal(signal.SIGTERM)
            server.wait(PATIENCE)
    store = Store(str(tmp_path / "a.db"))
    found = store.read(opened["table"])
    store.close()
    assert found is not None
    hashes = [part for seat in found[0].seats.values() for part in (seat.hash, seat.invite) if part]
    text = (tmp_path / "log").read_text()
    lines = [json.loads(each) for each in text.splitlines()]
    assert any("/choices" in each["text"] and each["status"] == "200" for each in lines), "it was written down"
    for secret in (*keys, found[0].seed, *hashes, "wrong-key-of-somebody"):
        assert secret and secret not in text and secret.removeprefix("invite.") not in text


def test_what_looks_like_a_secret_is_not_written(capsys: pytest.CaptureFixture[str]) -> None:
    for text in (
        "Authorization: Bearer abcdefghij",
        "invite.abcdefghij",
        "seed=" + "ab" * 32,
        "ab" * 32,
        "/table/x#key=abcdefghij1",
    ):
        assert logs.harmless(text) != text and "abcdefghij" not in logs.harmless(text)
    assert logs.harmless("postgresql://me:secret@host/db failed") == "postgresql://me:…@host/db failed"
    assert logs.harmless("GET /api/tables/abcdefghijkm/state") == "GET /api/tables/abcdefghijkm/state"
    record = logging.LogRecord("x", logging.ERROR, "f", 1, "key %s", ("invite.abcdefghij",), None)
    told = json.loads(logs._Json().format(record))
    assert told["level"] == "error" and told["text"] == "key …"


# --- the end


def test_an_orderly_end(tmp_path: Path) -> None:
    """SIGTERM while clicks come in: live clients are told to come back, what was acknowledged is there, and the next server goes on."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    command = [
        sys.executable,
        "-m",
        "grandharbour",
        "serve",
        "--port",
        str(port),
        "--database",
        str(tmp_path / "a.db"),
        "--drain",
        "0.5",
    ]

    def begin() -> tuple[subprocess.Popen[str], Harbour]:
        server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=tmp_path)
        assert server.stdout is not None
        return server, Harbour(server.stdout.readline().split()[-1])

    server, harbour = begin()
    seats = harbour.open(seed=1)
    rng = random.Random(1)
    with seats["IT"].live() as italy, seats["BR"].live() as britain:
        lines = {"IT": italy, "BR": britain}
        for each in lines.values():
            each.hear("state")
        acknowledged = 0
        server.send_signal(signal.SIGTERM)
        left = False
        with pytest.raises(ConnectionClosed) as closed:
            while True:
                if not left:
                    left = httpx.get(f"{harbour.url}health/ready").status_code == 503
                side = next((side for side, each in lines.items() if each.state["decision"]), None)
                if side is None:  # a quick server has played the game to its end: the line still has to be closed
                    italy.hear()
                    continue
                verb, target = pick(lines[side].state["decision"], rng)
                number = lines[side].state["number"]
                lines[side].say(do="play", number=number, verb=verb, target=target)
                while lines[side].hear("state")["number"] == number:
                    pass
                acknowledged += 1
                for other in lines.values():
                    other.quiet()  # it hears what has come
        assert closed.value.rcvd is not None and closed.value.rcvd.code == 1012
    assert left and server.wait(PATIENCE) in (0, -signal.SIGTERM)
    with server:
        pass
    server, harbour = begin()
    try:
        again = sit_down(harbour.http, seats["IT"].table, "IT", seats["IT"].token)
        assert (
            sum(sit_down(harbour.http, again.table, side, seats[side].token).state()["number"] for side in ("IT", "BR"))
            >= acknowledged
        )
    finally:
        with server:
            server.kill()


# --- who says nothing


def test_whoever_says_nothing_is_cut(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(line, "PATIENCE", 0.5)
    with running(tmp_path) as harbour:
        host, port = harbour.url.rstrip("/").rpartition("/")[2].split(":")
        half = b"GET /api/games HTTP/1.1\r\nHost: localhost\r\n"
        for said, then in ((b"", b""), (half, b""), (half + b"\r\n", b"G"), (half + b"\r\n", half)):
            with socket.create_connection((host, int(port)), timeout=PATIENCE) as mute:
                mute.sendall(said)
                if then:
                    assert mute.recv(20).startswith(b"HTTP/1.1 200")
                    mute.sendall(then)
                while mute.recv(65536):
                    pass  # the end comes, and not after uvicorn's own patience


def test_half_a_body_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("grandharbour.server.routes.common.LONGEST_WAIT", 0.5)
    monkeypatch.setattr(line, "PATIENCE", 0.1)
    with running(tmp_path) as harbour:
        host, port = harbour.url.rstrip("/").rpartition("/")[2].split(":")

        def refused() -> bytes:
            with socket.create_connection((host, int(port)), timeout=PATIENCE) as slow, suppress(ConnectionError):
                slow.sendall(b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{")
                return slow.recv(4096)
            return b""

        answer = eventually(refused)  # nothing: we were so slow that the line was cut before anything was said
        assert answer.startswith(b"HTTP/1.1 408"), answer


def test_who_leaves_in_the_middle_of_a_body_leaves_no_traceback(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    with running(tmp_path) as harbour:
        host, port = harbour.url.rstrip("/").rpartition("/")[2].split(":")
        with socket.create_connection((host, int(port)), timeout=PATIENCE) as leaves:
            leaves.sendall(b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{")
        eventually(lambda: 'status="408"' in harbour.http.get("/metrics").text)
    assert not [record for record in caplog.records if record.exc_info]


def test_a_mute_live_connection_is_cut(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from websockets.sync.client import connect

    monkeypatch.setattr("grandharbour.server.live.PATIENCE", 0.3)
    with running(tmp_path) as harbour:
        seats = harbour.open()
        url = harbour.url.replace("http", "ws", 1)
        with connect(f"{url}api/tables/{seats['IT'].table}/live") as mute, pytest.raises(ConnectionClosed) as closed:
            mute.recv(timeout=PATIENCE)
        assert closed.value.rcvd is not None and closed.value.rcvd.code == 1008


# --- tables nobody comes back to


def test_abandoned_tables_expire(place: str, tmp_path: Path) -> None:
    from sqlalchemy import insert, update

    from grandharbour.server.club.rows import people
    from grandharbour.server.store import moves, tables
    from grandharbour.server.store import seats as seat_rows

    day, now = 86_400, time.time()

    def ago(days: float) -> str:
        from datetime import UTC, datetime

        return datetime.fromtimestamp(now - days * day, UTC).isoformat(timespec="milliseconds")

    with running(tmp_path, database=place) as harbour:
        ids = {}
        for name, clicks in (("fresh", 0), ("unbegun", 0), ("played", 3), ("idle", 3), ("member", 3), ("watched", 3)):
            seats = harbour.open(seed=1)
            play_on(seats, random.Random(1), clicks=clicks)
            ids[name] = seats["IT"].table
    store = Store(place)
    with store.engine.begin() as connection:
        connection.execute(update(tables).where(tables.c.id != ids["fresh"]).values(created=ago(100)))
        connection.execute(update(moves).where(moves.c.table_id != ids["played"]).values(made=ago(95)))
        member = {"id": "m", "name": "Mary", "confirmed": False, "password": "", "role": "member", "created": 0.0}
        connection.execute(insert(people).values(member))
        connection.execute(update(seat_rows).where(seat_rows.c.table_id == ids["member"]).values(person="m"))

    async def expire(**about: float) -> list[str]:
        from grandharbour.server.computer import Computers
        from grandharbour.server.tables import Tables
        from grandharbour.server.workshop import Workshop

        here = Tables(store, Computers(1), Workshop())
        watched = await here.find(ids["watched"])
        async with watched.lock:
            before = set(left())
            await here.expire(now, about.get("unbegun", 0), about.get("idle", 0), about.get("members", 365))
        return sorted(name for name, id in ids.items() if id in before and id not in left())

    def left() -> list[str]:
        with store.engine.connect() as connection:
            return [str(id) for (id,) in connection.exec_driver_sql("SELECT id FROM tables")]

    assert asyncio.run(expire()) == [], "unless it is asked for nothing is thrown away"
    assert asyncio.run(expire(unbegun=7)) == ["unbegun"]
    assert asyncio.run(expire(unbegun=7, idle=90)) == ["idle"]
    assert asyncio.run(expire(unbegun=7, idle=90, members=30)) == ["member"], "members' tables stay longer, not for ever"
    with store.engine.connect() as connection:
        assert connection.exec_driver_sql("SELECT count(DISTINCT table_id) FROM moves").scalar() == 2
    store.close()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs a system like Linux")
def test_flags_of_serve_are_checked(tmp_path: Path) -> None:
    for given, said in ((["--thinking", "nowhere"], "thinking"), (["--base-url", "x"], "base_url"), (["--proxies", "x"], "x")):
        asked = typed("serve", "--database", tmp_path / "a.db", *given)
        assert asked.returncode == 2 and said in asked.stderr and "Traceback" not in asked.stderr
