"""The server under fire: what has been acknowledged is never lost, no table ever splits, nobody gets in, nothing answers with 5xx.

    python tools/siege.py                                   # every part, with small numbers
    python tools/siege.py kill-sqlite --kills 1000          # one part, the whole number
    python tools/siege.py hostile --requests 1000000 --minutes 20 --keep siege.json

Every part is seeded and bounded in time, and can be run alone. With ``--keep`` its counts are kept in a file and the next run goes on from
there until the number is reached. Exit code 1 if something was lost, split, accepted or answered with 5xx. The parts:

    kill-sqlite     kill -9 of the server while tables are played, on SQLite
    kill-postgres   kill -9 of one of two servers on one PostgreSQL, the seats of every table at different ones
    postgres-dies   kill -9 of PostgreSQL under two servers
    worker-dies     kill -9 of the worker while it thinks
    full-disk       the file cannot grow any more, then it can again
    locked-file     somebody else holds the database
    clock           the time of day jumps while tables are played
    slow-readers    clients that never read what they are sent
    idle            many live connections that say nothing
    hostile         wrong seats, stale numbers, foreign tables, huge and nested bodies, odd encodings, and what schemathesis makes of the schema
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import hashlib
import json
import os
import random
import resource
import select
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections import Counter, deque
from collections.abc import Awaitable, Callable, Coroutine, Iterator
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import quote, urlsplit

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "src")]

Json = Any
WRONG = ("lost", "split", "accepted", "errors", "stuck")
"""Counts that must be 0."""

# Loads the server once and forks a process for every line it reads: a fresh one without seconds of imports.
LAUNCH = """
import asyncio, contextlib, gc, json, os, resource, signal, sys, time
from grandharbour.server import Settings, create_app, serve, tables, thinking
from grandharbour.engine.game import games
with contextlib.suppress(ImportError):  # what a server loads only when it needs it
    import alembic.command, sqlalchemy.dialects.postgresql.psycopg, procrastinate, uvicorn.lifespan.on
games(), create_app(), gc.collect(), gc.freeze()
def bury(*_):
    with contextlib.suppress(ChildProcessError):
        while (found := os.waitpid(-1, os.WNOHANG))[0]:
            os.write(1, b"ended %d %d\\n" % found)
signal.signal(signal.SIGCHLD, bury)
for line in sys.stdin:
    about = json.loads(line)
    if child := os.fork():
        os.write(1, b"forked %d\\n" % child)
        continue
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    what, port, clock, largest = (about.pop(key, None) for key in ("what", "port", "clock", "largest"))
    if largest:
        resource.setrlimit(resource.RLIMIT_FSIZE, (largest, resource.RLIM_INFINITY))
    if clock:  # the time of day is what the file says, beside what it is
        true, when = time.time, tables._now
        def shifted():
            with open(clock) as said:
                return true() + float(said.read() or 0)
        time.time = shifted
        from datetime import UTC, datetime
        tables._now = lambda: datetime.fromtimestamp(shifted(), UTC).isoformat(timespec="milliseconds")
    say = lambda url: print("up", os.getpid(), url, flush=True)
    try:
        if what == "think":
            asyncio.run(thinking.work(Settings(**about), ready=lambda: say("-")))
        else:
            serve(port=port or 0, settings=Settings(**about), on_ready=say)
    except Exception as error:
        print("down", repr(error), flush=True)
    os._exit(0)
"""


class Server:
    """A forked server or worker."""

    def __init__(self, pid: int, url: str) -> None:
        self.pid, self.url = pid, url
        self.alive = True

    def kill(self) -> None:
        """Once: its number may be somebody else's soon."""
        if self.alive:
            self.alive = False
            with contextlib.suppress(ProcessLookupError):
                os.kill(self.pid, signal.SIGKILL)

    async def gone(self) -> None:
        """On a busy machine it takes a while to die, and holds its port meanwhile."""
        end = time.monotonic() + 60
        while Path(f"/proc/{self.pid}").exists() and time.monotonic() < end:
            await asyncio.sleep(0.01)

    @property
    def megabytes(self) -> float:
        text = Path(f"/proc/{self.pid}/status").read_text()
        return next(int(line.split()[1]) for line in text.splitlines() if line.startswith("VmRSS")) / 1024


class Launcher:
    def __init__(self, folder: Path) -> None:
        self.log = (folder / "log").open("a")
        self.process = subprocess.Popen(
            [sys.executable, "-c", LAUNCH], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self.log, cwd=folder,
            env={**os.environ, "PYTHONPATH": str(ROOT / "src")},
        )  # fmt: skip
        self._heard: deque[str] = deque()
        self._rest = b""
        self._ended: dict[int, int] = {}
        """How those ended that have, by their numbers, which may come again."""
        self.up: list[Server] = []

    def launch(self, **about: Any) -> Server:
        assert self.process.stdin
        while True:
            self.process.stdin.write(json.dumps({"computer_delay": 0.0, "workers": 1, "limits": 0.0, **about}).encode() + b"\n")
            self.process.stdin.flush()
            pid, said = 0, ""
            while said is not None and not said.startswith("up "):
                said = self._hear(pid)
                if said is None:
                    continue  # somebody else has killed it before it could say anything: another one
                if said.startswith("down "):
                    raise RuntimeError(f"no server came up; see the log. {said}")
                if said.startswith("forked "):
                    pid = int(said.split()[1])
                    self._ended.pop(pid, None)
            if said is not None:
                self.up = [server for server in self.up if server.alive]
                self.up.append(Server(pid, said.split()[2]))
                return self.up[-1]

    def fell(self, server: Server) -> str:
        """How a server ended that nobody here has killed; nothing if it runs."""
        self._listen(0)
        found = self._ended.get(server.pid) if server.alive else None
        if found is None:
            return ""
        server.alive = False
        return "killed" if os.WIFSIGNALED(found) and os.WTERMSIG(found) == signal.SIGKILL else f"ended with {found}"

    def _listen(self, seconds: float) -> None:
        """Take in what is said within a while."""
        assert self.process.stdout
        if select.select([self.process.stdout], [], [], seconds)[0]:
            chunk = os.read(self.process.stdout.fileno(), 2**16)
            if not chunk:
                raise RuntimeError("no server came up; see the log")
            *lines, self._rest = (self._rest + chunk).split(b"\n")
            for line in lines:
                what, *about = line.decode().split()
                if what == "ended":
                    self._ended[int(about[0])] = int(about[1])
                else:
                    self._heard.append(line.decode())

    def _hear(self, pid: int) -> str | None:
        """The next line; None if the process is no more that should say it."""
        while not self._heard:
            if pid in self._ended:
                return None
            self._listen(1)
        return self._heard.popleft()

    def close(self) -> None:
        for server in self.up:
            server.kill()
        with self.process:
            self.process.kill()
        self.log.close()


# --- a client as small as it can be: it must not be what is measured


class Cut(OSError):
    """The server went away in the middle."""


def request(method: str, path: str, key: str | None = None, body: Json = None, more: str = "") -> bytes:
    sent = b"" if body is None else body if isinstance(body, bytes) else json.dumps(body).encode()
    held = f"Authorization: Bearer {key}\r\n" if key else ""
    kind = "Content-Type: application/json\r\n" if body is not None else ""
    head = f"{method} {path} HTTP/1.1\r\nHost: localhost\r\n{held}{kind}{more}Content-Length: {len(sent)}\r\n\r\n"
    return head.encode("utf-8", "surrogatepass") + sent


class Wire:
    """One connection that is opened again when it is cut."""

    def __init__(self, url: str) -> None:
        at = urlsplit(url)
        self.host, self.port = at.hostname or "", at.port or 80
        self._line: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def say(self, requests: bytes) -> None:
        """Send bytes as they are."""
        try:
            if self._line is None:
                self._line = await asyncio.open_connection(self.host, self.port, limit=2**22)
            self._line[1].write(requests)
            await self._line[1].drain()
        except OSError as error:
            self.close()
            raise Cut(str(error)) from None

    async def hear(self) -> tuple[int, bytes]:
        """The next answer's status and body."""
        if self._line is None:
            raise Cut("the answer before was the last one")
        read, _ = self._line
        try:
            head = (await read.readuntil(b"\r\n\r\n")).lower()
            status = int(head.split(b" ", 2)[1])
            if b"transfer-encoding: chunked" in head:
                body = b""
                while size := int(await read.readuntil(b"\r\n"), 16):
                    body += (await read.readexactly(size + 2))[:-2]
                await read.readexactly(2)
            else:
                length = 0 if b"content-length:" not in head else int(head.split(b"content-length:")[1].split(b"\r\n")[0])
                body = await read.readexactly(length)
            if b"connection: close" in head:
                self.close()
            return status, body
        except (OSError, ValueError, asyncio.IncompleteReadError, asyncio.LimitOverrunError) as error:
            self.close()
            raise Cut(str(error)) from None

    async def ask(self, method: str, path: str, key: str | None = None, body: Json = None, more: str = "") -> tuple[int, bytes]:
        await self.say(request(method, path, key, body, more))
        return await self.hear()

    @property
    def open(self) -> bool:
        return self._line is not None

    def close(self) -> None:
        if self._line is not None:
            self._line[1].close()
            self._line = None


class Duel:
    """Two seats that play random legal choices, each at a server of its own, and remember what they were told."""

    def __init__(self, siege: Siege, place: int, urls: list[str]) -> None:
        self.siege, self.place = siege, place
        self.rng = random.Random(f"{siege.seed} {place}")
        self.move_to(urls)
        self.made = 0
        """Choices that were acknowledged."""
        self.table = ""
        self.keys: dict[str, str] = {}
        self.known: dict[str, Json] = {}
        """The last state each seat was shown."""
        self.held: dict[str, tuple[int, list[str]]] = {}
        """The number and the events each seat has been acknowledged."""

    def move_to(self, urls: list[str]) -> None:
        self.wires = {side: Wire(urls[(self.place + n) % len(urls)]) for n, side in enumerate(("IT", "BR"))}

    async def open(self) -> None:
        wish = {"game": "hawks", "seats": {side: {"kind": "here"} for side in self.wires}}
        status, body = await self.wires["IT"].ask("POST", "/api/tables", body=wish)
        if status != 201:
            raise Cut(f"opened with {status}")
        opened = json.loads(body)
        self.table, self.keys = opened["table"], opened["seats"]
        self.known, self.held = {}, {}
        self.siege.count["tables"] += 1

    async def look(self, side: str) -> Json:
        status, body = await self.wires[side].ask("GET", f"/api/tables/{self.table}/state", self.keys[side])
        if status != 200:
            self.siege.odd(status)
            raise Cut(f"looked with {status}")
        state = json.loads(body)
        self.remember(side, state)
        return state

    def remember(self, side: str, state: Json, acknowledged: bool = False) -> None:
        number, events = self.held.get(side, (0, []))
        told = [event["text"] for event in state["events"]]
        if state["number"] < number or told[: len(events)] != events:
            self.siege.count["lost"] += 1
            other = next(((was, now) for was, now in zip(events, told, strict=False) if was != now), None)
            shown = f"number {number} -> {state['number']}, events {len(events)} -> {len(told)}, {other}"
            self.siege.note(f"{self.table} {side}: {shown}")
        if acknowledged:
            self.held[side] = state["number"], told
        self.known[side] = state

    async def step(self) -> None:
        if not self.table:
            await self.open()
        for side in self.wires:
            if side not in self.known:
                await self.look(side)
        if any(state["outcome"] for state in self.known.values()):
            self.table = ""
            self.siege.count["games"] += 1
            return
        owing = [side for side, state in self.known.items() if state["decision"]]
        if not owing:
            self.known = {}
            await asyncio.sleep(0.01)  # the other server has not been told yet
            return
        side = self.rng.choice(owing)
        choice = self.rng.choice([each for each in self.known[side]["decision"]["choices"] if each["targets"]])
        click = {"number": self.known[side]["number"], "verb": choice["verb"], "target": self.rng.choice(choice["targets"])}
        self.known = {}
        status, body = await self.wires[side].ask("POST", f"/api/tables/{self.table}/choices", self.keys[side], click)
        if status == 200:
            self.siege.count["choices"] += 1
            self.made += 1
            self.remember(side, json.loads(body), acknowledged=True)
        elif status == 503:
            self.siege.count["refused 503"] += 1
            await asyncio.sleep(0.05)
        elif status != 409:
            self.siege.odd(status)

    async def run(self, stop: asyncio.Event) -> None:
        while not stop.is_set():
            try:
                await self.step()
            except Cut:
                self.siege.count["cuts"] += 1
                await asyncio.sleep(0.05)

    async def agree(self, urls: list[str]) -> None:
        """Every server shows every seat the same; a while is given to those that have to be told."""
        if not self.table:
            return
        for side, key in self.keys.items():
            end = time.monotonic() + 20
            while True:
                shown: list[Any] = []
                for url in urls:
                    with contextlib.suppress(Cut):
                        status, body = await Wire(url).ask("GET", f"/api/tables/{self.table}/state", key)
                        if status == 200:
                            state = json.loads(body)
                            shown.append([state.get(part) for part in ("number", "epoch", "view", "decision", "events")])
                if len(shown) == len(urls) and all(one == shown[0] for one in shown):
                    self.remember(side, state)  # not before: who has to be told is behind, and has lost nothing
                    break
                if time.monotonic() > end:
                    self.siege.count["split"] += 1
                    parts = [
                        part
                        for n, part in enumerate(("number", "epoch", "view", "decision", "events"))
                        if len({json.dumps(one[n]) for one in shown}) > 1
                    ]
                    self.siege.note(f"{self.table} {side}: {len(shown)} of {len(urls)} answer; {parts} differ")
                    break
                await asyncio.sleep(0.2)


# --- the campaign


class Siege:
    """One part of it: its counts, its time."""

    def __init__(self, part: str, wish: argparse.Namespace, folder: Path, before: dict[str, float]) -> None:
        self.part, self.wish, self.folder, self.seed = part, wish, folder, wish.seed
        self.count: Counter[str] = Counter(before)
        self.begun = self.kept = time.monotonic()
        self.rng = random.Random(f"{wish.seed} {part} {self.count.total()}")
        self.end = time.monotonic() + 60 * wish.minutes
        self.launcher = Launcher(folder)

    @property
    def late(self) -> bool:
        return time.monotonic() > self.end

    def keep(self, now: bool = False) -> None:
        """Write the counts down, every few seconds: whoever is stopped goes on from there."""
        if now or time.monotonic() > self.kept + 5:
            self.count["seconds"] += round(time.monotonic() - self.begun)
            self.begun = self.kept = time.monotonic()
            if at := self.wish.keep:
                found = json.loads(at.read_text()) if at.exists() else {}
                part = {key: value for key, value in sorted(self.count.items()) if value or key in WRONG}
                new = at.with_name(at.name + ".new")
                new.write_text(json.dumps({**found, self.part: {**dict.fromkeys(WRONG, 0), **part}}, indent=1))
                new.replace(at)

    def odd(self, status: int) -> None:
        """A status nobody should be answered with."""
        if status >= 500 and status != 503:
            self.count["errors"] += 1
        else:
            self.count[f"answered {status}"] += 1

    def note(self, what: str) -> None:
        """Something to look at, once each kind of it."""
        if self.count["notes"] < 20:
            self.count["notes"] += 1
            print(f"  {what}", file=sys.stderr, flush=True)

    async def duels(self, urls: list[str], many: int, work: Callable[[list[Duel]], Awaitable[None]], first: int = 0) -> None:
        """Tables are played while something is done to the servers; then everybody must agree."""
        stop = asyncio.Event()
        duels = [Duel(self, place, urls) for place in range(first, first + many)]
        playing = [asyncio.create_task(duel.run(stop)) for duel in duels]
        try:
            await work(duels)
        finally:
            stop.set()
            for problem in await asyncio.gather(*playing, return_exceptions=True):
                if isinstance(problem, Exception):
                    raise problem

    async def moving(
        self, duels: list[Duel], seconds: float = 300, also: Callable[[], Coroutine[Any, Any, None]] | None = None
    ) -> None:
        """Tables are played on: a choice is acknowledged. Meanwhile something else may be looked after."""
        beside = asyncio.create_task(also()) if also else None
        before, end = [duel.made for duel in duels], time.monotonic() + seconds
        while [duel.made for duel in duels] == before:
            if time.monotonic() > end:
                self.count["stuck"] += 1
                break
            await asyncio.sleep(0.01)
        if beside is not None:
            beside.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await beside


@contextlib.contextmanager
def postgresql(fsync: bool = True) -> Iterator[Any]:
    from tests.server.postgres import cluster

    with cluster(fsync=fsync) as found:
        yield found


def free_port() -> int:
    """Below those that the system gives to whoever calls: nobody takes it while its server is dead."""
    import socket

    lowest = int(Path("/proc/sys/net/ipv4/ip_local_port_range").read_text().split()[0])
    while True:
        with contextlib.suppress(OSError), socket.create_server(("127.0.0.1", random.randrange(lowest // 2, lowest))) as found:
            return int(found.getsockname()[1])


async def kill_servers(siege: Siege, databases: list[str], many: int) -> None:
    """Several fleets beside each other, each of so many servers on a database of its own: on a busy machine everybody waits most of
    the time."""

    async def fleet(number: int, database: str, launcher: Launcher) -> None:
        rng = random.Random(f"{siege.seed} {siege.part} {number} {siege.count['kills']}")
        ports = [free_port() for _ in range(many)]
        up = [await asyncio.to_thread(launcher.launch, database=database, port=port) for port in ports]
        urls = [server.url for server in up]
        kept: list[Duel] = []

        async def watch() -> None:
            """Others use this machine too, and numbers of processes come again: whom they have killed is replaced and counted."""
            while True:
                await asyncio.sleep(1)
                for n, server in enumerate(up):
                    if how := launcher.fell(server):
                        siege.count["killed by others" if how == "killed" else "errors"] += 1
                        siege.note(f"a server {how} by itself")
                        up[n] = await asyncio.to_thread(launcher.launch, database=database, port=ports[n])

        async def work(duels: list[Duel]) -> None:
            kept.extend(duels)
            while siege.count["kills"] < siege.wish.kills and not siege.late:
                await siege.moving(duels, also=watch)
                siege.keep()
                await asyncio.sleep(rng.random() * 0.3)
                which = rng.randrange(many)
                up[which].kill()
                siege.count["kills"] += 1
                await up[which].gone()
                up[which] = await asyncio.to_thread(launcher.launch, database=database, port=ports[which])
            await siege.moving(duels, also=watch)

        await siege.duels(urls, siege.wish.tables, work, first=number * siege.wish.tables)
        for duel in kept:
            await duel.agree(urls)

    launchers = [siege.launcher, *(Launcher(siege.folder) for _ in databases[1:])]
    try:
        await asyncio.gather(*(fleet(n, *pair) for n, pair in enumerate(zip(databases, launchers, strict=True))))
    finally:
        for launcher in launchers[1:]:
            launcher.close()


def part_kill_sqlite(siege: Siege) -> None:
    places = [str(siege.folder / f"siege{n}.db") for n in range(siege.wish.fleets)]
    asyncio.run(kill_servers(siege, places, 1))
    for place in places:
        with sqlite3.connect(place) as look:
            gaps = look.execute(
                "SELECT count(*) FROM (SELECT 1 FROM moves GROUP BY table_id HAVING count(*) <> max(n) + 1)"
            ).fetchone()[0]
            siege.count["lost"] += gaps
            siege.count["damaged"] += look.execute("PRAGMA integrity_check").fetchone() != ("ok",)


def part_kill_postgres(siege: Siege) -> None:
    with postgresql() as cluster:
        asyncio.run(kill_servers(siege, [cluster.database() for _ in range(siege.wish.fleets)], 2))


def part_postgres_dies(siege: Siege) -> None:
    async def run() -> None:
        with postgresql() as cluster:
            database = cluster.database()
            up = [siege.launcher.launch(database=database) for _ in range(2)]
            urls = [server.url for server in up]
            kept: list[Duel] = []

            async def work(duels: list[Duel]) -> None:
                kept.extend(duels)
                while siege.count["deaths"] < siege.wish.deaths and not siege.late:
                    await siege.moving(duels)
                    siege.keep()
                    await asyncio.sleep(siege.rng.random() * 0.3)
                    await asyncio.to_thread(cluster.kill)
                    siege.count["deaths"] += 1
                    await asyncio.sleep(siege.rng.random() * 0.3)
                    await asyncio.to_thread(cluster.start)
                await siege.moving(duels)

            await siege.duels(urls, siege.wish.tables, work)
            for duel in kept:
                await duel.agree(urls)

    asyncio.run(run())


MANY = 2
"""Tables at which computer players play each other, for each table wished: one whose worker has died waits until that is noticed."""


def part_worker_dies(siege: Siege) -> None:
    from grandharbour.server.history import History
    from grandharbour.server.store import Store

    async def run(database: str) -> None:
        import psycopg

        server = siege.launcher.launch(database=database, thinking="workers")
        players = {"IT": {"kind": "computer", "player": "search:cadet"}, "BR": {"kind": "computer", "player": "greedy"}}

        async def doing() -> int:
            """Thoughts the last worker is at: those of dead ones lie there until they are missed."""
            async with await psycopg.AsyncConnection.connect(database, autocommit=True) as line:
                found = await (await line.execute(
                    "SELECT count(*) FROM procrastinate_jobs WHERE status = 'doing' AND worker_id = "
                    "(SELECT max(id) FROM procrastinate_workers)"
                )).fetchone()  # fmt: skip
                return int(found[0]) if found else 0

        async def open_some(many: int) -> list[str]:
            found, wire = [], Wire(server.url)
            for _ in range(many):
                _, body = await wire.ask("POST", "/api/tables", body={"game": "hawks", "seats": players})
                found.append(json.loads(body)["table"])
            return found

        async def over(table: str) -> bool:
            with contextlib.closing(Wire(server.url)) as fresh:  # one that was idle for long may have been closed
                _, body = await fresh.ask("GET", f"/api/tables/{table}")
            return bool(json.loads(body)["ended"])

        many = MANY * siege.wish.tables
        tables = await open_some(many)
        while siege.count["kills"] < siege.wish.deaths and not siege.late:
            worker = await asyncio.to_thread(siege.launcher.launch, what="think", database=database)
            end = time.monotonic() + 60
            while not await doing() and time.monotonic() < end:
                await asyncio.sleep(0.05)
            await asyncio.sleep(siege.rng.random())
            worker.kill()
            siege.count["kills"] += 1
            siege.keep()
            if all([await over(table) for table in tables[-many:]]):
                tables += await open_some(many)
        worker = await asyncio.to_thread(siege.launcher.launch, what="think", database=database)
        end = time.monotonic() + 300
        while not all([await over(table) for table in tables]) and time.monotonic() < end:
            await asyncio.sleep(0.5)
        siege.count["stuck"] += sum([not await over(table) for table in tables])
        siege.count["tables"] += len(tables)

    with postgresql() as cluster:
        database = cluster.database()
        asyncio.run(run(database))
        store = Store(database)
        with store.engine.connect() as look:
            ids = [str(id) for (id,) in look.exec_driver_sql("SELECT id FROM tables")]
        for id in ids:
            found = store.read(id)
            assert found is not None
            siege.count["rows"] += len(found[1])
            siege.count["split"] += History(*found).astray is not None
        store.close()


def part_full_disk(siege: Siege) -> None:
    async def run() -> None:
        server = siege.launcher.launch(database=str(siege.folder / "full.db"), largest=1_200_000)

        async def work(duels: list[Duel]) -> None:
            end = time.monotonic() + 120
            while siege.count["refused 503"] < 50:
                if time.monotonic() > end:
                    siege.count["stuck"] += 1
                    return
                await asyncio.sleep(0.05)
            status, _ = await Wire(server.url).ask("GET", "/api/games")
            siege.count["errors"] += status != 200
            resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
            siege.count["fillings"] += 1
            await siege.moving(duels)

        await siege.duels([server.url], siege.wish.tables, work)

    asyncio.run(run())


def part_locked_file(siege: Siege) -> None:
    place = siege.folder / "locked.db"

    async def run() -> None:
        server = siege.launcher.launch(database=str(place))

        async def work(duels: list[Duel]) -> None:
            for _n in range(siege.wish.deaths):
                await siege.moving(duels)
                holder = sqlite3.connect(place, isolation_level=None)
                holder.execute("BEGIN IMMEDIATE")
                siege.count["locks"] += 1
                waits = []
                for _ in range(3):  # somebody else's click meanwhile: one answer, in time
                    begun = time.monotonic()
                    await Wire(server.url).ask(
                        "POST", "/api/tables", body={"game": "hawks", "seats": {s: {"kind": "here"} for s in ("IT", "BR")}}
                    )
                    waits.append(time.monotonic() - begun)
                siege.count["longest wait ms"] = max(siege.count["longest wait ms"], int(1000 * max(waits)))
                holder.execute("ROLLBACK")
                holder.close()
            await siege.moving(duels)

        await siege.duels([server.url], siege.wish.tables, work)

    asyncio.run(run())


def part_clock(siege: Siege) -> None:
    said = siege.folder / "clock"
    said.write_text("0")

    async def run() -> None:
        server = siege.launcher.launch(
            database=str(siege.folder / "clock.db"), clock=str(said), limits=1000.0, expire_idle=3650.0
        )

        async def work(duels: list[Duel]) -> None:
            for jump in (3600, -3600, 86_400 * 400, -86_400 * 400, 0.5, -30, 2**31, 0):
                said.write_text(str(jump))
                siege.count["jumps"] += 1
                for _ in range(3):
                    await siege.moving(duels)

        await siege.duels([server.url], siege.wish.tables, work)

    asyncio.run(run())


async def sit(url: str, table: str, key: str | None, pace: int = 0) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """A live connection that has said who it is, by hand: what comes is never read (``pace``: not even into a buffer)."""
    import base64
    import socket as sockets

    at = urlsplit(url)
    line = sockets.socket()
    if pace:
        line.setsockopt(sockets.SOL_SOCKET, sockets.SO_RCVBUF, 4096)
    line.setblocking(False)
    await asyncio.get_running_loop().sock_connect(line, (at.hostname, at.port))
    read, write = await asyncio.open_connection(sock=line, limit=2**12 if pace else 2**16)
    write.write(
        f"GET /api/tables/{table}/live HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        f"Sec-WebSocket-Key: {base64.b64encode(os.urandom(16)).decode()}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
    )
    await read.readuntil(b"\r\n\r\n")
    text = json.dumps({"seat": key}).encode()
    write.write(bytes([0x81, 0x80 | len(text), 0, 0, 0, 0]) + text)
    await write.drain()
    return read, write


def _files() -> None:
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def part_idle(siege: Siege) -> None:
    _files()

    async def run() -> None:
        server = siege.launcher.launch(database=str(siege.folder / "idle.db"))
        duel = Duel(siege, 0, [server.url])
        await duel.open()
        before = server.megabytes
        lines = []
        for _ in range(siege.wish.sockets):
            lines.append(await sit(server.url, duel.table, None))
        siege.count["sockets"] = len(lines)
        siege.count["KB a socket"] = int(1024 * (server.megabytes - before) / len(lines))
        waits = []
        for _ in range(50):
            begun = time.monotonic()
            status, _ = await Wire(server.url).ask("GET", "/api/games")
            waits.append(time.monotonic() - begun)
            siege.count["errors"] += status != 200
        siege.count["median answer ms"] = int(1000 * sorted(waits)[25])
        for _, write in lines:
            write.close()

    asyncio.run(run())


def part_slow_readers(siege: Siege) -> None:
    _files()

    async def run() -> None:
        server = siege.launcher.launch(database=str(siege.folder / "slow.db"))

        async def work(duels: list[Duel]) -> None:
            await siege.moving(duels)
            lines = []
            seen: dict[str, str] = {}
            end = min(siege.end, time.monotonic() + 60)
            start = server.megabytes
            while time.monotonic() < end and siege.count["choices"] < 50 * siege.wish.tables:
                for duel in duels:
                    if duel.table and seen.get(duel.table) is None and len(lines) < siege.wish.sockets:
                        seen[duel.table] = "watched"
                        for _ in range(10):
                            lines.append(await sit(server.url, duel.table, None, pace=1))
                await asyncio.sleep(0.05)
            siege.count["slow"] = len(lines)
            siege.count["MB grown"] = int(server.megabytes - start)
            await siege.moving(duels)
            for _, write in lines:
                write.close()

        await siege.duels([server.url], siege.wish.tables, work)

    asyncio.run(run())


# --- malice


OFTEN = [20, 20, 20, 20, 20, 20, 20, 2, 1, 1, 10, 10, 20, 20, 2]
"""How often each kind of attack comes: texts that take a worker of the server long, and what cuts the connection, seldom."""


def attacks(rng: random.Random, own: Json, foreign: Json, state: Json) -> Iterator[tuple[str, str, str | None, Json, str]]:
    """Requests without end that nobody may be let through with: method, path, key, body, more headers."""
    at, side, other = f"/api/tables/{own['table']}", state["side"], "BR" if state["side"] == "IT" else "IT"
    key = own["seats"][side]
    choice = next(each for each in state["decision"]["choices"] if each["targets"])
    good = {"number": state["number"], "verb": choice["verb"], "target": choice["targets"][0]}
    deep = b"[" * 100_000
    nested = b'{"number":' + b'{"a":' * 5_000 + b"1" + b"}" * 5_000 + b"}"
    odd = [
        "\0",
        "\ud800",
        "ÿ" * 300,
        "../../etc/passwd",
        "%00",
        "' OR 1=1 --",
        "{{7*7}}",
        "\r\nX: y",
        "🂡" * 50,
        "-1",
        "1e400",
        "NaN",
    ]

    def text() -> str:
        return rng.choice(
            [
                *odd,
                "".join(
                    chr(rng.choice((rng.randrange(32, 127), rng.randrange(128, 0xD7FF)))) for _ in range(rng.randrange(1, 40))
                ),
            ]
        )

    while True:
        [what] = rng.choices(range(len(OFTEN)), OFTEN)
        if what == 0:  # wrong seats
            yield (
                "POST",
                f"{at}/choices",
                rng.choice([None, "x" * 32, foreign["seats"][side], own["seats"][other], key[:-1], key + "A", key.swapcase()]),
                good,
                "",
            )
        elif what == 1:
            yield "POST", f"{at}/choices", key, {**good, "side": other}, ""
        elif what == 2:  # stale and impossible numbers
            yield (
                "POST",
                f"{at}/choices",
                key,
                {**good, "number": state["number"] + rng.choice([-1, 1, 7, 10**6, -(10**9), 2**31, 2**63 - 1, -(2**63)])},
                "",
            )
        elif what == 3:  # what is not listed
            yield "POST", f"{at}/choices", key, {**good, rng.choice(["verb", "target"]): text().replace("\ud800", "?")}, ""
        elif what == 4:  # foreign tables
            yield (
                rng.choice(["GET", "POST"]),
                f"/api/tables/{quote(text(), errors='surrogatepass')[:300]}/{rng.choice(['choices', 'key', 'leave', 'resign', 'undo'])}",
                key,
                good,
                "",
            )
        elif what == 5:
            yield (
                "POST",
                f"{at}/{rng.choice(['key', 'leave', 'resign', 'undo', 'invitations', 'takeback', 'continue'])}",
                rng.choice([None, foreign["seats"][side], "x"]),
                {},
                "",
            )
        elif what == 6:
            yield (
                "POST",
                f"{at}/choices",
                key,
                rng.choice([deep, nested, b"{", b"\xff\xfe", b"", b"null", b"[]", b'"x"', json.dumps(good).encode("utf-16")]),
                "",
            )
        elif what == 7:
            yield (
                "POST",
                rng.choice([f"{at}/choices", "/api/tables", "/api/editor"]),
                key,
                b"{" + b" " * rng.choice([300_000, 1_000_000]) + b"}",
                "",
            )
        elif what == 8:
            yield (
                "POST",
                "/api/tables/upload",
                None,
                rng.choice([b"\xff" * 100, text().encode("utf-8", "replace"), b'{"grandharbour": 99}\n' * 50, b"{" * 10_000]),
                "",
            )
        elif what == 9:
            pack = rng.choice(
                [
                    "a" + ".a" * 3000 + " = 1",
                    "[" * 5000,
                    "x = " + "[" * 3000,
                    "[map]\ngrid = {width = 100000000, height = 100000000}",
                    f"= {text()}",
                ]
            )
            yield "POST", "/api/games/hawks/tables", None, {"tables": pack.encode("utf-8", "replace").decode()}, ""
        elif what == 10:
            yield "POST", "/api/tables", None, {"game": text().encode("utf-8", "replace").decode(), "seats": {}}, ""
        elif what == 11:
            yield "POST", f"{at}/seats", None, {"invitation": "invite." + "".join(rng.choices("abcXYZ019_-", k=32))}, ""
        elif what == 12:
            yield (
                "POST",
                f"{at}/choices",
                key,
                good,
                rng.choice(["Origin: https://evil.example\r\n", "Origin: null\r\n", "Origin: http://[\r\n"]),
            )
        elif what == 14:  # what is no HTTP, or two things at once
            odd_head = [
                "Content-Length: 5\r\n",
                "Content-Length: -1\r\n",
                "Transfer-Encoding: chunked\r\n",
                "Host: evil.example\r\n",
                f"X: {'x' * 80_000}\r\n",
                "no colon\r\n",
                f"{text()}: 1\r\n".replace("\r\nX", "X"),
            ]
            yield "POST", f"{at}/choices", key, {**good, "number": -1}, rng.choice(odd_head)
        else:
            yield (
                "GET",
                f"/api/games/{quote(text(), errors='surrogatepass')[:200]}/{rng.choice(['board', 'rulebook', 'lesson', 'calculator', 'art.svg', 'print.pdf'])}",
                None,
                None,
                "",
            )


def generated(seed: int, many: int) -> list[tuple[str, str, bytes | None]]:
    """What schemathesis makes of the schema, fitting and not: method, path with query, body. Made once for a schema and kept."""
    from grandharbour.server import create_app

    described = create_app().openapi()
    mark = hashlib.sha256(f"{seed} {many} {json.dumps(described, sort_keys=True)}".encode()).hexdigest()[:16]
    kept = ROOT / "build" / f"siege-{mark}.json"
    if not kept.exists():
        found = _generate(described, seed, many)
        kept.parent.mkdir(exist_ok=True)
        kept.write_text(
            json.dumps([(method, path, None if body is None else body.decode("latin-1")) for method, path, body in found])
        )
    return [
        (method, path, None if body is None else body.encode("latin-1")) for method, path, body in json.loads(kept.read_text())
    ]


def _generate(described: Json, seed: int, many: int) -> list[tuple[str, str, bytes | None]]:
    import schemathesis
    from hypothesis import HealthCheck, Phase, given, settings
    from hypothesis import seed as seeded
    from hypothesis.errors import Unsatisfiable
    from schemathesis import GenerationMode

    schema = schemathesis.openapi.from_dict(described)
    found: list[tuple[str, str, bytes | None]] = []
    operations = [each.ok() for each in schema.get_all_operations()]
    share = max(2, many // len(operations) // 2)
    for operation in operations:
        if operation.path.endswith(("/lines", "print.pdf")):
            continue  # a search and a print each take seconds, and have limits of their own
        for mode in (GenerationMode.POSITIVE, GenerationMode.NEGATIVE):

            def keep(case: Any) -> None:
                with contextlib.suppress(Exception):
                    sent = case.as_transport_kwargs(base_url="http://localhost")
                    at = urlsplit(sent["url"])
                    query = "&".join(
                        f"{quote(str(k), errors='replace')}={quote(str(v), errors='replace')}"
                        for k, v in (sent.get("params") or {}).items()
                    )
                    body = sent.get("data") if sent.get("data") is not None else sent.get("json")
                    if body is not None and not isinstance(body, bytes):
                        body = (body if isinstance(body, str) else json.dumps(body)).encode("utf-8", "replace")
                    path = quote(at.path, safe="/%", errors="replace")
                    found.append((case.method.upper(), f"{path}{'?' if query else ''}{query}", body))

            try:
                strategy = operation.as_strategy(generation_mode=mode)
                run = settings(
                    max_examples=share,
                    deadline=None,
                    database=None,
                    phases=[Phase.generate],
                    suppress_health_check=list(HealthCheck),
                )(given(case=strategy)(keep))
                seeded(seed)(run)()
            except Unsatisfiable:
                pass  # a route without anything to get wrong
    return found


BREATH = 8


class Asked(NamedTuple):
    sent: bytes
    told: str
    refused: bool
    """Nobody may be let through with it. (What schemathesis makes may fit.)"""


def part_hostile(siege: Siege) -> None:
    async def run() -> None:
        place = siege.folder / "hostile.db"
        server = siege.launcher.launch(database=str(place))
        first = Wire(server.url)
        seats = {side: {"kind": "here"} for side in ("IT", "BR")}
        own, foreign = [
            json.loads((await first.ask("POST", "/api/tables", body={"game": "hawks", "seats": seats}))[1]) for _ in range(2)
        ]
        state: Json = {}
        for side in seats:
            found = json.loads((await first.ask("GET", f"/api/tables/{own['table']}/state", own["seats"][side]))[1])
            state = found if found["decision"] else state

        def victim() -> list[Any]:
            with sqlite3.connect(place) as look:
                rows = look.execute(
                    "SELECT count(*) FROM moves WHERE table_id IN (?, ?)", (own["table"], foreign["table"])
                ).fetchall()
                return (
                    rows
                    + look.execute(
                        "SELECT hash, invite FROM seats WHERE table_id IN (?, ?)", (own["table"], foreign["table"])
                    ).fetchall()
                )

        before = victim()
        made = generated(siege.seed, siege.wish.cases) if siege.wish.cases else []
        siege.count["schemathesis cases"] = len(made)
        siege.end = time.monotonic() + 60 * siege.wish.minutes
        goal = siege.wish.requests

        def next_one(rng: random.Random, ours: Iterator[tuple[str, str, str | None, Json, str]]) -> Asked:
            if not made or rng.random() >= 0.3:
                method, path, key, body, more = next(ours)
                return Asked(request(method, path, key, body, more), f"{method} {path[:200]} {more[:40]} {str(body)[:200]}", True)
            method, path, body = rng.choice(made)
            # Names of the schema's making are nobody's: every other time they are a table of ours and a game there is.
            parts = path.split("/")
            if rng.random() < 0.5 and len(parts) > 3 and parts[2] in ("tables", "games") and parts[3] not in ("upload", "lost"):
                parts[3] = own["table"] if parts[2] == "tables" else rng.choice(["hawks", "kesselring"])
                path = "/".join(parts)
            key = rng.choice([None, "x" * 32])
            return Asked(request(method, path, key, body), f"{method} {path[:200]} {(body or b'')[:200]!r}", False)

        def judge(asked: Asked, status: int, answer: bytes) -> None:
            siege.count[f"answered {status // 100}xx"] += 1
            if status < 400 and asked.refused:
                siege.count["accepted"] += 1
                siege.note(f"accepted {status}: {asked.told}")
            if status >= 500:
                siege.count["errors"] += 1
                siege.note(f"{status}: {asked.told} -> {answer[:200]!r}")

        async def attack(number: int) -> None:
            """Many requests in one breath, then their answers: neither side waits for the other with each."""
            rng = random.Random(f"{siege.seed} {number} {siege.count['requests']}")
            ours, wire, waiting = attacks(rng, own, foreign, state), Wire(server.url), deque[Asked]()
            while (siege.count["requests"] < goal and not siege.late) or waiting:
                while len(waiting) < BREATH and siege.count["requests"] < goal and not siege.late:
                    siege.count["requests"] += 1
                    waiting.append(next_one(rng, ours))
                    if siege.count["requests"] % max(1, goal // 10) == 0:
                        siege.count[f"MB at {siege.count['requests']:,}"] = round(server.megabytes)
                heard = 0
                try:
                    async with asyncio.timeout(120):
                        await wire.say(b"".join(asked.sent for asked in waiting))
                        while waiting and (not heard or wire.open):
                            status, answer = await wire.hear()
                            heard += 1
                            judge(waiting.popleft(), status, answer)
                except Cut:  # what is no HTTP is not answered; whoever stood behind it asks again
                    if not heard:
                        siege.count["cuts"] += 1
                        waiting.popleft()
                except TimeoutError:
                    siege.count["stuck"] += 1
                    siege.note(f"no answer: {waiting.popleft().told}")
                    wire.close()
                siege.keep()

        await asyncio.gather(*(attack(n) for n in range(16)))
        siege.count["accepted"] += victim() != before
        status, _ = await Wire(server.url).ask("GET", "/api/games")
        siege.count["errors"] += status != 200
        siege.count["MB afterwards"] = round(server.megabytes)
        first = siege.count[f"MB at {goal // 10:,}"]
        if goal >= 100_000 and siege.count["MB afterwards"] > 1.25 * first > 0:
            siege.count["errors"] += 1
            siege.note(f"memory grew from {first} to {siege.count['MB afterwards']} MB")

    asyncio.run(run())


PARTS: dict[str, Callable[[Siege], None]] = {
    name.removeprefix("part_").replace("_", "-"): work for name, work in list(globals().items()) if name.startswith("part_")
}


def main(words: list[str] | None = None) -> int:
    read = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    read.add_argument("parts", nargs="*", choices=[*PARTS, []], help="which parts; all of them if none is named")
    read.add_argument("--kills", type=int, default=20, help="servers killed in each of the first two parts")
    read.add_argument(
        "--deaths", type=int, default=5, help="deaths of PostgreSQL and of the worker, and times the file is locked"
    )
    read.add_argument("--requests", type=int, default=3_000, help="hostile requests")
    read.add_argument("--cases", type=int, default=400, help="how many of them schemathesis makes of the schema, each sent often")
    read.add_argument("--sockets", type=int, default=200, help="idle connections")
    read.add_argument("--tables", type=int, default=6, help="tables played meanwhile")
    read.add_argument("--fleets", type=int, default=1, help="so many databases beside each other in the first two parts")
    read.add_argument("--minutes", type=float, default=5.0, help="each part ends after so long")
    read.add_argument("--seed", type=int, default=1)
    read.add_argument("--keep", type=Path, help="a file of counts: the next run goes on from them")
    wish = read.parse_args(words)
    kept: dict[str, dict[str, float]] = json.loads(wish.keep.read_text()) if wish.keep and wish.keep.exists() else {}
    wrong = 0
    for part in wish.parts or PARTS:
        with tempfile.TemporaryDirectory(prefix="siege") as name:
            siege = Siege(part, wish, Path(name), kept.get(part, {}))
            try:
                PARTS[part](siege)
            finally:
                siege.launcher.close()
                log = (Path(name) / "log").read_text()
                if "Traceback" in log:
                    siege.count["tracebacks"] += log.count("Traceback")
                    print(log[-4000:], file=sys.stderr)
                siege.keep(now=True)
            wrong += sum(siege.count[key] for key in (*WRONG, "damaged"))
            figures = ", ".join(f"{key} {value:,}" for key, value in sorted(siege.count.items()) if value and key not in WRONG)
            print(f"{part}: {figures}; " + ", ".join(f"{key} {siege.count[key]}" for key in WRONG), flush=True)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
