"""A real server on a real socket with a real SQLite file, and a client that plays at its tables."""

from __future__ import annotations

import json
import random
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, TypeVar

import httpx
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from grandharbour.engine.dice import seed_bytes
from grandharbour.server import Settings
from grandharbour.server import tables as server_tables
from grandharbour.server.routes import common
from grandharbour.server.run import prepare

Json = Any
T = TypeVar("T")
HERE = {"IT": {"kind": "here"}, "BR": {"kind": "here"}}
LINK = {"IT": {"kind": "here"}, "BR": {"kind": "link"}}


PATIENCE = 120.0
"""Seconds a state is waited for: a busy machine answers late, and a test that passes does not wait."""


def eventually(look: Callable[[], T], until: Callable[[T], Any] = bool) -> T:
    """Wait for a state."""
    end = time.monotonic() + PATIENCE
    while not until(value := look()):
        assert time.monotonic() < end, f"it never came: {value!r}"
        time.sleep(0.02)
    return value


class Seat:
    """One seat at one table, over HTTP; ``side`` None is a spectator."""

    def __init__(self, http: httpx.Client, table: str, side: str | None, token: str | None) -> None:
        self.http, self.table, self.side, self.token = http, table, side, token
        self.headers = {"Authorization": f"Bearer {token}"} if token else {}

    def get(self, what: str, **params: Any) -> httpx.Response:
        return self.http.get(f"/api/tables/{self.table}/{what}", headers=self.headers, params=params)

    def post(self, what: str, **body: Any) -> httpx.Response:
        return self.http.post(f"/api/tables/{self.table}/{what}", headers=self.headers, json=body)

    @contextmanager
    def half_said(self, what: str, **body: Any) -> Iterator[Callable[[], int]]:
        """A request whose body has not come yet, though the server knows by now who asks; what is called sends it, and returns the
        status of the answer."""
        text = json.dumps(body).encode()
        head = [
            f"POST /api/tables/{self.table}/{what} HTTP/1.1", f"Host: {self.http.base_url.netloc.decode()}", "Connection: close",
            f"Content-Length: {len(text)}", *(f"{name}: {value}" for name, value in self.headers.items()), "", "",
        ]  # fmt: skip
        with socket.create_connection((self.http.base_url.host, self.http.base_url.port or 80), timeout=PATIENCE) as line:

            def rest() -> int:
                line.sendall(text[1:])
                return int(line.makefile("rb").readline().split()[1])

            with told_when(common, "body") as reading:
                line.sendall("\r\n".join(head).encode() + text[:1])
                assert reading.wait(PATIENCE)
            yield rest

    def state(self, **params: Any) -> Json:
        answer = self.get("state", **params)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def choose(self, verb: str, target: str | int | None = None, number: int | None = None) -> httpx.Response:
        return self.post("choices", number=self.state()["number"] if number is None else number, verb=verb, target=target)

    def play(self, verb: str, target: str | int | None = None, number: int | None = None) -> Json:
        answer = self.choose(verb, target, number)
        assert answer.status_code == 200, answer.text
        return answer.json()

    @contextmanager
    def live(self, since: int = 0, epoch: int = 0, **options: Any) -> Iterator[Live]:
        url = str(self.http.base_url).replace("http", "ws", 1).rstrip("/")
        with connect(f"{url}/api/tables/{self.table}/live", **options) as socket:
            live = Live(socket)
            with suppress(ConnectionClosed):  # who is sent away at once can still hear why
                live.say(seat=self.token, since=since, epoch=epoch)
            yield live


@contextmanager
def told_when(module: Any, name: str) -> Iterator[threading.Event]:
    """Set when the server, which runs in this process, calls a function."""
    called, before = threading.Event(), getattr(module, name)

    def and_tell(*about: Any) -> Any:
        called.set()
        return before(*about)

    setattr(module, name, and_tell)
    try:
        yield called
    finally:
        setattr(module, name, before)


def sit_down(http: httpx.Client, table: str, side: str, token: str | None) -> Seat:
    """A seat by its key; an invitation is taken."""
    if token and token.startswith("invite."):
        answer = http.post(f"/api/tables/{table}/seats", json={"invitation": token})
        assert answer.status_code == 201, answer.text
        token = answer.json()["key"]
    return Seat(http, table, side, token)


class Live:
    """The live connection of a seat."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.state: Json = None
        self.patches = 0

    def say(self, **message: Any) -> None:
        self.socket.send(json.dumps(message))

    def hear(self, kind: str | None = None, timeout: float = PATIENCE) -> Json:
        while True:
            message = json.loads(self.socket.recv(timeout=timeout))
            if message["type"] == "patch":
                assert message["rev"] == self.state["rev"] + 1, "no patch is missing"
                message = patched(self.state, message)
                self.patches += 1
            if message["type"] == "state":
                self.state = message
            if kind is None or message["type"] == kind:
                return message

    def quiet(self) -> bool:
        """True if nothing has come: the whole state that is asked for now is the next thing that is heard."""
        self.say(do="resync")
        known = self.patches
        while True:
            before = self.patches
            self.hear("state")
            if self.patches == before:
                return before == known


def patched(state: Json, patch: Json) -> Json:
    """A state with what a patch changes, as any client would do it; its events are the new ones."""
    held = state["from"] + len(state["events"])
    new = {**state, "from": held, "events": [], **patch, "type": "state"}
    if named := {**state.get("domains", {}), **patch.get("domains", {})}:
        new["domains"] = named
    if patch.get("decision"):
        choices = [{**choice} for choice in patch["decision"]["choices"]]
        for choice in choices:
            if "domain" in choice:
                choice["candidates"] = named[choice.pop("domain")]
        new["decision"] = {**patch["decision"], "choices": choices}
    if "view" not in patch:
        return {**new, "view": state["view"]}
    view = {**state["view"], **patch["view"]}
    for name in ("tracks", "pieces", "markers", "boxes"):
        if name not in patch["view"]:
            continue
        part = patch["view"][name]
        fresh = {member["id"]: member for member in part.get("set", [])}
        kept = [{**m, **fresh.pop(m["id"], {})} for m in state["view"][name] if m["id"] not in part.get("gone", [])]
        for member in reversed(fresh.values()):
            ids = [m["id"] for m in kept]
            before = part.get("before", {}).get(member["id"])
            kept.insert(len(kept) if before is None else ids.index(before), member)
        view[name] = part.get("all", kept)
    return {**new, "view": view}


class Harbour:
    """A running server."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.http = httpx.Client(base_url=url, timeout=60, limits=httpx.Limits(max_keepalive_connections=8))

    def open(self, seats: Json = HERE, **wish: Any) -> dict[str | None, Seat]:
        """A new table: its seats by side, and the spectator under None."""
        return self.seats(self.opened(seats, **wish))

    def opened(self, seats: Json = HERE, **wish: Any) -> Json:
        """A new table. Where two people play nobody may choose the seed; a test that needs certain dice deals the server's secret."""
        people = [seat["kind"] for seat in seats.values() if seat["kind"] != "computer"]
        secret = wish.pop("seed") if "seed" in wish and len(people) > 1 and "link" in people else None
        with dealt(secret):
            answer = self.http.post("/api/tables", json={"game": "hawks", "seats": seats, **wish})
        assert answer.status_code == 201, answer.text
        return answer.json()

    def seat(self, table: str, side: str, token: str | None) -> Seat:
        return sit_down(self.http, table, side, token)

    def seats(self, opened: Json) -> dict[str | None, Seat]:
        found: dict[str | None, Seat] = {s: self.seat(opened["table"], s, t) for s, t in opened["seats"].items()}
        found[None] = Seat(self.http, opened["table"], None, None)
        return found


@contextmanager
def dealt(seed: int | None) -> Iterator[None]:
    """The server draws this secret for its next table: it runs in this process."""
    drawn = server_tables.fresh_secret
    if seed is not None:
        server_tables.fresh_secret = lambda: seed_bytes(seed)  # type: ignore[assignment]
    try:
        yield
    finally:
        server_tables.fresh_secret = drawn


def pick(decision: Json, rng: random.Random) -> tuple[str, Any]:
    """Uniform random play: the verb first, then its target."""
    choice = rng.choice([choice for choice in decision["choices"] if choice["targets"]])
    return choice["verb"], rng.choice(choice["targets"])


def play_on(
    seats: dict[str | None, Seat], rng: random.Random, clicks: int = 10**6, until: Callable[[Json], bool] | None = None
) -> int:
    """Play random legal choices for every seat held; returns how many were made."""
    made = 0
    states = {side: seat.state() for side, seat in seats.items() if seat.token}
    while made < clicks:
        owing = [side for side, state in states.items() if state["decision"]]
        if not owing or (until and until(states)):
            break
        side = rng.choice(owing)
        seat = seats[side]
        before = states[side]
        verb, target = pick(before["decision"], rng)
        answer = seat.http.post(
            f"/api/tables/{seat.table}/choices", headers=seat.headers, params={"since": 10**6},
            json={"number": before["number"], "verb": verb, "target": target},
        )  # fmt: skip
        assert answer.status_code == 200, answer.text
        made += 1
        for other in states:
            states[other] = answer.json() if other == side else seats[other].state()
    return made


@contextmanager
def running(folder: Path, **settings: Any) -> Iterator[Harbour]:
    options = {"database": str(folder / "harbour.db"), "computer_delay": 0.0, "workers": 1, "limits": 0.0, **settings}
    server, listening, _ = prepare(Settings(**options), "127.0.0.1", 0)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]}, daemon=True)
    thread.start()
    harbour = Harbour(f"http://127.0.0.1:{listening.getsockname()[1]}/")
    try:
        yield harbour
    finally:
        harbour.http.close()
        server.should_exit = True
        thread.join(PATIENCE)
        listening.close()
        assert not thread.is_alive(), "the server does not stop"


def problem(answer: httpx.Response, kind: str, status: int) -> Json:
    """Check that an answer is that problem document."""
    assert answer.status_code == status, answer.text
    assert answer.headers["content-type"] == "application/problem+json"
    told = answer.json()
    assert told["type"] == f"/problems/{kind}" and told["status"] == status and told["title"] and told["detail"], told
    return told
