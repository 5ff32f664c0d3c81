"""How much a server carries: tables played by random legal clicks over the live line, both seats each on a socket of its own.

The clients run in this process, the servers in others, so that their processor time can be told apart. Opening a table costs as
much as many clicks; what the openings cost is measured before the clock starts, and taken off what is counted while it runs.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import multiprocessing
import os
import random
import statistics
import tempfile
import threading
import time
import urllib.request
from collections import Counter
from collections.abc import Iterator
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import msgspec
from msgspec import UNSET, Struct, UnsetType
from websockets.asyncio.client import ClientConnection, connect

from ..engine.game import game
from .run import serve
from .settings import Settings

PATIENCE = 20.0
"""Seconds after the end within which every table must have moved on once more: one that does not has stalled."""


class Wish(Struct, frozen=True):
    """What is to be measured."""

    game: str = "hawks"
    tables: int = 50
    seconds: float = 10.0
    choices: int = 0
    """Stop after so many instead: a slow server never leaves the costly setting-up of some games in a fixed time."""
    think: float = 0.0
    """Seconds a seat thinks before it clicks, on average."""
    seed: int = 1
    together: bool = False
    """Both seats of a table sit at one of several servers, as a proxy sends them that looks at the address."""


class Report(Struct):
    """What was measured."""

    game: str
    tables: int
    think: float
    seconds: float
    choices: int
    a_second: float
    p50_ms: float
    p99_ms: float
    """From a click until the seat that made it is told what came of it."""
    cpu_ms: float | None
    """Processor time of all servers for a choice, without the openings; None where they are not ours."""
    busy: float | None
    """The share of one core the servers took."""
    received: float
    """Bytes told to both seats for a choice."""
    openings: int
    """Tables opened while the clock ran."""
    opening_ms: float | None
    """Processor time for a table that is opened and both seats taken."""
    ended: int
    stalls: int
    problems: dict[str, int]


# --- what a client reads of the wire; the rest is skipped


class _Choice(Struct):
    verb: str
    targets: list[Any]


class _Decision(Struct):
    choices: list[_Choice]


class _State(Struct, tag_field="type", tag="state"):
    decision: _Decision | UnsetType | None = UNSET
    number: int | UnsetType = UNSET
    outcome: dict[str, Any] | UnsetType | None = UNSET


class _Patch(_State, tag_field="type", tag="patch"):
    """What is not there has not changed."""


class _Document(Struct):
    type: str


class _Complaint(Struct, tag_field="type", tag="problem"):
    problem: _Document


_read = msgspec.json.Decoder(_State | _Patch | _Complaint).decode


# --- servers


class Server:
    """A server in a process of its own that says how much processor time it has used."""

    def __init__(self, database: str) -> None:
        spawn = multiprocessing.get_context("spawn")
        self._line, theirs = spawn.Pipe()
        self._process = spawn.Process(target=_serve, args=(theirs, database))
        self._process.start()
        theirs.close()
        try:
            self.url: str = self._line.recv()
        except EOFError:
            raise OSError("the server did not start") from None

    def cpu(self) -> float:
        """Seconds of processor time so far."""
        self._line.send(None)
        used: float = self._line.recv()
        return used

    def close(self) -> None:
        self._process.terminate()
        self._process.join(10)
        self._process.kill()
        self._process.join()


def _serve(line: Connection, database: str) -> None:
    def answer() -> None:
        with contextlib.suppress(EOFError, OSError):
            while True:
                line.recv()
                line.send(time.process_time())
        os._exit(0)  # nobody asks any more

    def ready(url: str) -> None:
        line.send(url)
        threading.Thread(target=answer, daemon=True).start()

    with open(os.devnull, "w") as nowhere, contextlib.redirect_stdout(nowhere):
        serve(port=0, settings=Settings(database=database), on_ready=ready)


@contextlib.contextmanager
def servers(database: str = "", processes: int = 1) -> Iterator[list[Server]]:
    """Servers on one database; without a name, on a file that is gone afterwards."""
    with tempfile.TemporaryDirectory() as folder:
        place = database or str(Path(folder) / "load.db")
        started: list[Server] = []
        try:
            for _ in range(processes):
                started.append(Server(place))
            yield started
        finally:
            for server in started:
                server.close()


# --- clients


class _Load:
    """All clients of one measurement."""

    def __init__(self, wish: Wish, urls: list[str]) -> None:
        self.wish = wish
        self.urls = [url.rstrip("/") for url in urls]
        self.sides = [side.id for side in game(wish.game).sides]
        self.rng = random.Random(wish.seed)
        self.started = asyncio.Event()
        """Until then tables are opened and nobody clicks."""
        self.enough = asyncio.Event()
        self.openings = self.ended = self.choices = self.received = 0
        self.waits: list[float] = []
        self.problems: Counter[str] = Counter()

    def reset(self) -> None:
        self.openings = self.ended = self.choices = self.received = 0
        self.waits.clear()
        self.problems.clear()

    async def open(self, place: int) -> dict[str, Any]:
        """A new table with a person on every side."""
        url = self.urls[place % len(self.urls)]
        body = json.dumps({"game": self.wish.game, "seats": {side: {"kind": "here"} for side in self.sides}}).encode()
        request = urllib.request.Request(f"{url}/api/tables", body, {"Content-Type": "application/json"})

        def ask() -> dict[str, Any]:
            with urllib.request.urlopen(request, timeout=60) as answer:
                opened: dict[str, Any] = json.load(answer)
                return opened

        return await asyncio.to_thread(ask)


class _Game:
    """One table after the other, as long as the measurement lasts."""

    def __init__(self, load: _Load, place: int) -> None:
        self.load = load
        self.place = place
        self.rng = random.Random(load.rng.random())
        self.moves = 0
        self.seated = asyncio.Event()
        self.over = asyncio.Event()

    async def run(self, games: int = 0) -> None:
        """Play games to their end, one after the other, for ever or so many."""
        load, count = self.load, 0
        while not games or count < games:
            opened = await load.open(self.place)
            self.over = asyncio.Event()
            seats = [
                asyncio.create_task(self._seat(n, opened["table"], opened["seats"][side])) for n, side in enumerate(load.sides)
            ]
            try:
                over = asyncio.create_task(self.over.wait())
                done, _ = await asyncio.wait((over, *seats), return_when=asyncio.FIRST_COMPLETED)
                for task in done:
                    task.result()
            finally:
                for task in (over, *seats):
                    task.cancel()
                await asyncio.gather(over, *seats, return_exceptions=True)
            load.ended += 1
            count += 1

    async def _seat(self, n: int, table: str, token: str) -> None:
        load = self.load
        server = self.place if load.wish.together else self.place + n
        url = load.urls[server % len(load.urls)].replace("http", "ws", 1)
        # Browsers negotiate compression; here it would only measure zlib.
        async with connect(f"{url}/api/tables/{table}/live", compression=None, max_size=None, ping_interval=None) as socket:
            await socket.send(json.dumps({"seat": token}))
            await self._play(socket, n)

    async def _play(self, socket: ClientConnection, n: int) -> None:
        load, think = self.load, self.load.wish.think
        decision: _Decision | None = None
        number, clicked, sent, first = 0, -1, 0.0, True
        while True:
            text = await socket.recv(decode=False)
            load.received += len(text)
            told = _read(text)
            if isinstance(told, _Complaint):
                load.problems[told.problem.type.rpartition("/")[2]] += 1
                clicked = -1  # once more
            else:
                if told.decision is not UNSET:
                    decision = told.decision
                if told.number is not UNSET:
                    number = told.number
                if clicked >= 0 and number != clicked:
                    load.waits.append(time.perf_counter() - sent)
                    load.choices += 1
                    self.moves += 1
                    if load.choices == load.wish.choices:
                        load.enough.set()
                    clicked = -1
                if told.outcome:
                    self.over.set()
                    return
            if n == 0 and first:
                load.openings += 1
                self.seated.set()
            first = False
            if decision is None or clicked >= 0:
                continue
            if not load.started.is_set():
                await load.started.wait()
            if think:
                await asyncio.sleep(think * (0.5 + self.rng.random()))
            choice = self.rng.choice([choice for choice in decision.choices if choice.targets])
            click = {"do": "play", "number": number, "verb": choice.verb, "target": self.rng.choice(choice.targets)}
            clicked, sent = number, time.perf_counter()
            await socket.send(json.dumps(click))


async def _measure(wish: Wish, urls: list[str], ours: list[Server]) -> Report:
    def cpu() -> float | None:
        return sum(server.cpu() for server in ours) if ours else None

    # A first game wakes everything up: modules, tables of numbers, memory.
    load = _Load(msgspec.structs.replace(wish, think=0.0), urls)
    load.started.set()
    with contextlib.suppress(TimeoutError):
        await asyncio.wait_for(_Game(load, 0).run(1), 10)

    load = _Load(wish, urls)
    before = cpu()
    games = [_Game(load, place) for place in range(wish.tables)]
    playing = [asyncio.create_task(one.run()) for one in games]
    broken = asyncio.create_task(_first_error(playing))
    try:
        await _unless(broken, asyncio.gather(*(one.seated.wait() for one in games)))
        opened = cpu()
        opening = None if before is None or opened is None else (opened - before) / load.openings
        load.reset()
        load.started.set()
        start = time.perf_counter()
        await _unless(broken, load.enough.wait() if wish.choices else asyncio.sleep(wish.seconds))
        passed, after = time.perf_counter() - start, cpu()
        report = _report(load, passed, None if opened is None or after is None else after - opened, opening)
        moves = [one.moves for one in games]
        end = time.perf_counter() + PATIENCE + 3 * wish.think
        while time.perf_counter() < end and any(one.moves == was for one, was in zip(games, moves, strict=True)):
            await _unless(broken, asyncio.sleep(0.05))
        report.stalls = sum(one.moves == was for one, was in zip(games, moves, strict=True))
        return report
    finally:
        for task in (broken, *playing):
            task.cancel()
        await asyncio.gather(broken, *playing, return_exceptions=True)


async def _first_error(tasks: list[asyncio.Task[None]]) -> None:
    done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_EXCEPTION)
    for task in done:
        task.result()


async def _unless(broken: asyncio.Task[None], work: Any) -> None:
    """Wait for something, but not if a client has failed meanwhile."""
    waiting = asyncio.ensure_future(work)
    done, _ = await asyncio.wait((broken, waiting), return_when=asyncio.FIRST_COMPLETED)
    waiting.cancel()
    if broken in done:
        broken.result()


def _report(load: _Load, passed: float, used: float | None, opening: float | None) -> Report:
    wish, choices = load.wish, max(1, load.choices)
    cuts = statistics.quantiles(load.waits, n=100) if len(load.waits) > 1 else [0.0] * 99
    cpu = None if used is None or opening is None else max(0.0, used - load.openings * opening) / choices
    return Report(
        wish.game, wish.tables, wish.think, round(passed, 2), load.choices, round(load.choices / passed, 1),
        round(cuts[49] * 1000, 2), round(cuts[98] * 1000, 2), None if cpu is None else round(cpu * 1000, 3),
        None if used is None else round(used / passed, 3), round(load.received / choices, 1), load.openings,
        None if opening is None else round(opening * 1000, 2), load.ended, 0, dict(load.problems),
    )  # fmt: skip


def measure(wish: Wish, url: str = "", database: str = "", processes: int = 1) -> Report:
    """Play at a running server, or at servers of our own that are gone afterwards."""
    game(wish.game)  # says what is wrong with the name before anything starts
    if processes > 1 and not database.startswith("postgresql"):
        raise ValueError("several servers work on one PostgreSQL: name it with --database postgresql://…")
    if url:
        return asyncio.run(_measure(wish, [url], []))
    with servers(database, processes) as ours:
        return asyncio.run(_measure(wish, [server.url for server in ours], ours))
