"""Who asks for too much is told when to come back; odd requests get clear answers; nobody waits for what another one has asked."""

from __future__ import annotations

import random
import socket
import sys
import threading
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from grandharbour.server.limits import CLUB, KINDS, Limits, kind_of
from grandharbour.server.problems import Problem

from .client import HERE, PATIENCE, Harbour, eventually, pick, play_on, problem, running


class Clock:
    now = 100.0

    def __call__(self) -> float:
        return self.now


def spent(limits: Limits, kind: str, address: str, person: str | None) -> int:
    """How often somebody may do something at once."""
    count = 0
    while True:
        try:
            limits.spend(kind, address, person)
        except Problem as problem:
            assert problem.kind == "too-many" and problem.after and problem.after >= 1
            return count
        count += 1


def test_buckets_empty_and_fill() -> None:
    clock = Clock()
    limits = Limits(1.0, clock)
    rate, most = KINDS["act"]
    assert spent(limits, "act", "a", "one") == most
    assert spent(limits, "act", "a", "two") == most, "another person at the same address"
    assert spent(limits, "ask", "a", "one") == KINDS["ask"][1], "another kind of work"
    clock.now += 3
    assert spent(limits, "act", "a", "one") == 3 * rate
    people = sum(spent(limits, "act", "club", f"person {n}") for n in range(40))
    assert CLUB * most - 40 <= people <= CLUB * most, "an address has a limit too, whatever keys it shows"
    assert spent(limits, "act", "elsewhere", None) == most
    assert Limits(0).spend("act", "a") is None


def test_a_long_key_takes_no_room() -> None:
    """Whoever shows another key of 60 kB with each question does not fill the memory with them."""
    limits = Limits(1.0, Clock())
    for n in range(100):
        limits.spend("ask", "a", f"{n}" * 60_000)
    assert sum(sys.getsizeof(part) for key in limits._buckets for part in key) < 100 * 200


def test_every_request_has_a_kind() -> None:
    assert kind_of("GET", "/") is None and kind_of("GET", "/assets/x.js") is None
    for method, path, kind in (
        ("POST", "/api/tables", "open"), ("POST", "/api/tables/upload", "open"), ("POST", "/api/tables/x/branch", "open"),
        ("POST", "/api/tables/x/choices", "act"), ("GET", "/api/tables/x/state", "ask"), ("GET", "/api/tables/x/lines", "search"),
        ("POST", "/api/editor", "text"), ("POST", "/api/games/hawks/tables", "text"), ("GET", "/api/games/x/print.pdf", "print"),
        ("GET", "/api/games/x/calculator/odds", "calculate"), ("GET", "/api/tables/x/luck", "text"),
        ("POST", "/api/tables/x/rematch", "open"), ("POST", "/api/lobby/challenges/x/accept", "open"),
        ("POST", "/api/ladder/hawks/challenge", "open"), ("POST", "/api/me/mail", "enter"),
        ("POST", "/api/me/hooks", "call"), ("GET", "/api/tables/x/moments/3/lines", "search"), ("GET", "/api/tables/x/turn.gif", "draw"),
    ):  # fmt: skip
        assert kind_of(method, path) == kind


@pytest.fixture(scope="module")
def strict(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Harbour]:
    with running(tmp_path_factory.mktemp("strict"), limits=0.05) as harbour:
        yield harbour


def test_requests_are_limited(strict: Harbour) -> None:
    for _ in range(200):
        answer = strict.http.post("/api/tables", json={"game": "hawks", "seats": HERE})
        if answer.status_code != 201:
            break
    told = problem(answer, "too-many", 429)
    assert told["after"] >= 1 and answer.headers["retry-after"] == str(told["after"])
    assert strict.http.get("/api/games").status_code == 200, "other things still work"


def test_live_clicks_are_limited(tmp_path: Path) -> None:
    with running(tmp_path, limits=0.05) as harbour:
        seats = harbour.open(seed=0)
        with seats["IT"].live() as live:
            live.hear("state")
            for _ in range(40):
                live.say(do="undo", number=99)
            kinds = [live.hear("problem")["problem"]["type"].rpartition("/")[2] for _ in range(40)]
            assert kinds[0] == "stale" and kinds[-1] == "too-many"


@pytest.mark.parametrize("said", ["{", "[" * 9_000, b"\0", '{"do":"nonsense"}', '{"do":"odds","verb":7}'])
def test_live_nonsense_is_limited(tmp_path: Path, said: str | bytes) -> None:
    """Who says what means nothing is not answered for ever; who says what cannot even be read is cut."""
    with running(tmp_path, limits=0.05) as harbour, harbour.open(seed=0)["IT"].live() as live:
        live.hear("state")
        kinds = []
        with suppress(ConnectionClosed):
            for _ in range(40):
                live.socket.send(said)
                kinds.append(live.hear("problem")["problem"]["type"].rpartition("/")[2])
        assert kinds[0] == "bad-request" and kinds[-1] == "too-many"
        assert len(kinds) == 40 or "do" not in str(said)


def test_to_be_shown_everything_again_and_again_is_limited(tmp_path: Path) -> None:
    """Each live line begins with the whole table, which costs as much as a question."""
    with running(tmp_path, limits=0.05) as harbour:
        watcher = harbour.open(seed=0)[None]
        told = []
        for _ in range(40):
            with watcher.live() as live:
                told.append(live.hear()["type"])
        assert told[0] == "state" and told[-1] == "problem"


def test_new_guests_of_an_address_are_limited(tmp_path: Path) -> None:
    """Somebody without a cookie who does something becomes a guest, who is written down: not a million of them."""
    with running(tmp_path, club="open", limits=1.0) as harbour:
        answers = [httpx.post(f"{harbour.url}api/me/blocks", json={"person": "nobody"}, timeout=60) for _ in range(60)]
        assert problem(answers[0], "not-found", 404)
        assert problem(answers[-1], "too-many", 429)["after"] >= 1


def test_letters_to_an_address_are_limited(tmp_path: Path) -> None:
    """Whoever gives an address as his own is sent a letter there: nobody has the club write to somebody else all day."""
    with running(tmp_path, club="open", limits=1.0) as harbour:
        answers = [harbour.http.post("/api/me/mail", json={"mail": f"victim+{n}@example.org"}) for n in range(12)]
        assert {answer.status_code for answer in answers[:9]} == {403}  # he is nobody: what counts is that it was counted
        assert problem(answers[-1], "too-many", 429)["after"] >= 1


def test_a_browser_holds_no_thousands_of_keys(tmp_path: Path) -> None:
    with running(tmp_path, club="open") as harbour:
        harbour.http.post("/api/me/blocks", json={"person": "nobody"})  # a guest from now on
        for held in ({"x": [""] * 60_000}, {f"{n}": ["x"] for n in range(300)}):
            problem(harbour.http.post("/api/my/tables", json={"held": held}), "too-large", 413)
        assert harbour.http.post("/api/my/tables", json={"held": {"x": ["a", "b"]}}).status_code == 200


def test_streams_are_connections(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from grandharbour.server import limits

    monkeypatch.setattr(limits, "MOST_SOCKETS", 1)
    with running(tmp_path, club="open", limits=1.0) as harbour:
        harbour.http.post("/api/me/blocks", json={"person": "nobody"})  # a guest from now on
        events = "/api/stream/events"
        with harbour.http.stream("GET", events) as listening:
            assert listening.status_code == 200
            problem(harbour.http.get(events, params={"seconds": 0}), "too-many", 429)
        eventually(lambda: harbour.http.get(events, params={"seconds": 0}).status_code, lambda status: status == 200)


def test_connections_of_an_address_are_limited(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from grandharbour.server import limits

    monkeypatch.setattr(limits, "MOST_SOCKETS", 2)
    with running(tmp_path, limits=1.0) as harbour:
        watcher = harbour.open(seed=0)[None]
        with watcher.live() as first:
            first.hear("state")
            with watcher.live() as second:
                second.hear("state")
                with watcher.live() as third:
                    told = third.hear("problem")["problem"]
                    assert told["type"] == "/problems/too-many" and told["status"] == 429 and told["after"] >= 1
                    with pytest.raises(ConnectionClosed) as closed:
                        third.hear()
                    assert closed.value.rcvd is not None and closed.value.rcvd.code == 4429

            def room() -> bool:
                with watcher.live() as fourth:
                    return bool(fourth.hear()["type"] == "state")

            eventually(room)  # one has gone, and the server has seen it


def test_lines_of_an_address_are_limited(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Thousands of connections that say nothing, or begin a body and never end it, would take every file the server may open."""
    from grandharbour.server import limits

    monkeypatch.setattr(limits, "MOST_LINES", 2)

    def called(address: tuple[str, int]) -> socket.socket:
        line = socket.create_connection(address, timeout=PATIENCE)
        line.sendall(b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n{")
        return line

    with running(tmp_path, limits=1.0) as harbour:
        host, port = harbour.url.rstrip("/").rpartition("/")[2].split(":")
        with called((host, int(port))), called((host, int(port))):

            def status() -> str:
                with socket.create_connection((host, int(port)), timeout=PATIENCE) as line:
                    return line.makefile("rb").readline().decode()

            assert " 429 " in status(), "it is told at once, and not asked what it wants"
        assert eventually(lambda: harbour.http.get("/api/games").status_code, lambda code: code == 200), "they have hung up"
    with running(tmp_path, limits=1.0, proxies=("127.0.0.0/8",)) as harbour:
        host, port = harbour.url.rstrip("/").rpartition("/")[2].split(":")
        with called((host, int(port))), called((host, int(port))):
            assert httpx.get(f"{harbour.url}api/games").status_code == 200, "a proxy calls for many"


def raw(harbour: Harbour, request: bytes) -> bytes:
    host, port = harbour.url.rstrip("/").rpartition("/")[2].split(":")
    with socket.create_connection((host, int(port)), timeout=PATIENCE) as line:
        line.sendall(request)
        return line.recv(4096)


@pytest.mark.parametrize(
    "request_",
    [
        b"GET / HTTP/1.1\r\nHost: [\r\n\r\n",
        b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\nOrigin: http://[\r\nContent-Length: 2\r\n\r\n{}",
        b"GET /%00 HTTP/1.1\r\nHost: localhost\r\n\r\n",
        b"GET /assets/%00 HTTP/1.1\r\nHost: localhost\r\n\r\n",
        b"GET /" + b"x" * 1_000 + b" HTTP/1.1\r\nHost: localhost\r\n\r\n",
        b"GET /" + b"x" * 5_000 + b" HTTP/1.1\r\nHost: localhost\r\n\r\n",
        b"GET /api/tables/%00 HTTP/1.1\r\nHost: localhost\r\n\r\n",
        b"GET /api/tables/" + b"x" * 500 + b" HTTP/1.1\r\nHost: localhost\r\n\r\n",
        b"GET /api/tables/%ed%a0%80 HTTP/1.1\r\nHost: localhost\r\n\r\n",
    ],
)
def test_odd_requests_get_clear_answers(harbour: Harbour, request_: bytes) -> None:
    answer = raw(harbour, request_)
    assert answer.split(b" ")[1] in (b"400", b"404"), answer[:200]
    assert b"Traceback" not in answer


def test_a_calculation_is_bounded(harbour: Harbour, monkeypatch: pytest.MonkeyPatch) -> None:
    from grandharbour.server import calculating

    game = next(card["id"] for card in harbour.http.get("/api/games").json() if card["calculator"])
    info = harbour.http.get(f"/api/games/{game}/calculator").json()
    refused = 0
    for arena, _ in info["arenas"]:
        kinds = [kind["id"] for kind in info["kinds"] if arena in kind["arenas"]]
        many = ",".join(f"{kind}:{40 // len(kinds)}" for kind in kinds)
        asked = {"attackers": many, "defenders": many, "arena": arena, "rounds": 0}
        answer = harbour.http.get(f"/api/games/{game}/calculator/odds", params=asked)
        assert answer.status_code in (200, 400, 413)
        small = {**asked, "attackers": f"{kinds[0]}:5", "defenders": f"{kinds[0]}:5"}
        assert harbour.http.get(f"/api/games/{game}/calculator/odds", params=small).status_code == 200
        with monkeypatch.context() as hurry:
            hurry.setattr(calculating, "SECONDS", 0.001)
            for _ in range(100):  # one that is done before anybody has looked at the clock is answered
                told = harbour.http.get(f"/api/games/{game}/calculator/odds", params=asked)
                if told.status_code != 200:
                    break
            if answer.status_code != 400:
                assert "fewer" in problem(told, "too-large", 413)["detail"]
                refused += 1
        assert harbour.http.get(f"/api/games/{game}/calculator/odds", params=small).status_code == 200, "the next is answered"
    assert refused


def test_nobody_waits_for_standing_orders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An adviser that takes its time at one table: another table is served meanwhile."""
    from grandharbour.engine.game import Game

    slow, served = threading.Event(), threading.Event()
    ideas = Game.ideas

    def dawdle(self: Game, *about: object) -> object:
        slow.set()
        assert served.wait(PATIENCE)
        return ideas(self, *about)  # type: ignore[arg-type]

    with running(tmp_path) as harbour:
        seats, others = harbour.open(seed=0), harbour.open(seed=1)
        play_on(seats, random.Random(1), clicks=20)
        state = next(seat.state() for seat in (seats["IT"], seats["BR"]) if seat.state()["decision"])
        monkeypatch.setattr(Game, "ideas", dawdle)
        asking = threading.Thread(target=seats[state["side"]].get, args=("hint",))
        asking.start()
        assert slow.wait(PATIENCE)
        free = next(seat for seat in (others["IT"], others["BR"]) if seat.state()["decision"])
        verb, target = pick(free.state()["decision"], random.Random(1))
        free.play(verb, target)
        served.set()
        asking.join(PATIENCE)
        assert not asking.is_alive()


def test_those_who_wait_for_advice_are_not_endless(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A search takes seconds: whoever asks when too many wait is told so, and nothing is left behind in the count."""
    from grandharbour.server import computer

    with running(tmp_path) as harbour:
        seats = harbour.open(seed=0)
        seat = next(seats[side] for side in ("IT", "BR") if seats[side].state()["decision"])
        monkeypatch.setattr(computer, "STUDY", 0.1)
        for most, status in ((0, 503), (1, 200), (0, 503), (1, 200)):
            monkeypatch.setattr(computer, "MOST_ASKING", most)
            assert seat.get("lines").status_code == status
