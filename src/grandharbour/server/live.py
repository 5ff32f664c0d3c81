"""The live part of the wire: one WebSocket for one seat at one table."""

from __future__ import annotations

import asyncio
import contextlib
from typing import Any, get_args

import msgspec
from fastapi import WebSocket, WebSocketDisconnect
from msgspec import UNSET
from starlette.websockets import WebSocketState

from . import door, wire
from .audience import Audience
from .club.house import Known
from .limits import Limits, address_of
from .line import Line
from .problems import Problem, detail
from .seats import MINE
from .tables import LiveTable, Tables

LONGEST = 16 * 1024
PATIENCE = 15.0
"""Seconds a client has for its first message."""

KNOWN = frozenset(kind.__struct_config__.tag for kind in get_args(wire.Said))
"""What a client may say."""
DEEDS = frozenset(kind.__struct_config__.tag for kind in get_args(wire.Said) if issubclass(kind, get_args(wire.Deed)))


async def _hear(socket: WebSocket) -> str:
    message = await socket.receive()
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message.get("code", 1005))
    said = message.get("text")
    if said is None:
        raise Problem("bad-request", detail("message-is-text"))
    if len(said) > LONGEST:
        raise Problem("too-large", detail("message-too-long", most=f"{LONGEST:,}"))
    text: str = said
    return text


def _read(said: str, kind: Any) -> Any:
    """A message as a struct of the wire."""
    try:
        return wire.heard(said.encode(), kind)
    except (msgspec.DecodeError, RecursionError, UnicodeEncodeError) as error:
        raise Problem("bad-request", detail("bad-message", why=str(error))) from None


async def _say(socket: WebSocket, message: msgspec.Struct) -> None:
    if socket.client_state is not WebSocketState.CONNECTED:
        raise WebSocketDisconnect
    await socket.send_text(wire.encode(message).decode())


def _person(hello: wire.Hello, known: Known | None) -> str | None:
    """Whose limits count."""
    mine = known if (hello.seat or "").startswith(MINE) else None
    return mine.person.id if mine else hello.seat and f"Bearer {hello.seat}"


class Client:
    """A connected browser: it is shown what changes, and answered what it asks.

    What is new is written to it at once. One that does not keep up gets nothing until it has read what it was sent, and then the
    whole state: nothing ever piles up for it.
    """

    def __init__(
        self,
        socket: WebSocket,
        table: LiveTable,
        side: str | None,
        key: str,
        hello: wire.Hello,
        limits: Limits,
        known: Known | None = None,
    ) -> None:
        self.socket = socket
        self._limits = limits
        self._address = address_of(socket.scope)
        self._person = _person(hello, known)
        self.session = known.session if known and (hello.seat or "").startswith(MINE) else None
        self.looks = False
        self._eyes: asyncio.Task[None] | None = None
        self.table = table
        self.side = side
        self.key = key
        """The hash of the key it came with."""
        self.since, self.epoch = hello.since, hello.epoch
        self._line: Line | None = socket.scope.get("line")
        """Only our own server has one: under another every change is a whole state."""
        self._behind = asyncio.Event()
        self._dismissed = asyncio.Event()
        self._audience: Audience | None = None
        self._sending = asyncio.Lock()
        self._slow: set[asyncio.Task[None]] = set()
        """Questions that take their time: others are answered meanwhile."""

    async def _send(self, message: msgspec.Struct) -> None:
        async with self._sending:
            await _say(self.socket, message)

    def tell(self, message: bytes) -> None:
        """Something has changed."""
        assert self._audience is not None
        if self._behind.is_set() or self._line is None or not self._line.tell(message):
            self._behind.set()
        else:
            self.since, self.epoch = self._audience.held

    def dismiss(self) -> None:
        """The key it came with is no longer good."""
        self._dismissed.set()

    async def _catch_up(self) -> None:
        """Show everything to a client that has just come, or has not kept up."""
        while True:
            await self._behind.wait()
            if self._line is not None:
                await self._line.writable.wait()
            async with self.table.lock:
                if self._dismissed.is_set():
                    return
                history = await self.table.with_events(self.side, self.since, self.epoch)
                if self._audience is None:
                    self.table.check_seat(self.side, self.key)
                    self._audience = self.table.watch(history, self.side, self)
                state = self._audience.whole(history, self.since, self.epoch)
                if self._line is not None and not self._line.tell(wire.encode(state)):
                    continue
                self.since, self.epoch = self._audience.held
                self._behind.clear()
            if self._line is None:
                await self._send(state)

    async def run(self) -> None:
        self._behind.set()
        showing = asyncio.create_task(self._catch_up())
        listening = asyncio.create_task(self._listen())
        sent_away = asyncio.create_task(self._dismissed.wait())
        try:
            done, _ = await asyncio.wait((showing, listening, sent_away), return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                task.result()
            if self._dismissed.is_set():
                await self.socket.close(1012)
        finally:
            self.table.leave(self.side, self)
            eyes = (self._eyes,) if self._eyes else ()
            tasks = (showing, listening, sent_away, *self._slow, *eyes)
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def _listen(self) -> None:
        # That somebody leaves is no failure: what is raised holds whatever was at work, this client and its table, in a circle.
        with contextlib.suppress(WebSocketDisconnect):
            while await self._hear_out():
                pass

    async def _hear_out(self) -> bool:
        """Do what the client says next; False if it is not to say anything more."""
        about = wire.Envelope("")
        try:
            text = await _hear(self.socket)
            if self._dismissed.is_set():
                return False
            about = _read(text, wire.Envelope)
            self._spend("search" if about.do == "lines" else "act" if about.do in DEEDS else "ask")
            if about.do not in KNOWN:
                raise Problem("bad-request", detail("nothing-to-do", do=about.do))
            said = _read(text, wire.Said)
            if isinstance(said, wire.SayLook):
                self._look(said.yes)
            elif isinstance(said, wire.Resync):
                self.since, self.epoch = said.since, said.epoch
                self._behind.set()
            elif isinstance(said, wire.AskLines):
                slow = asyncio.create_task(self._try_out(said, about))
                self._slow.add(slow)
                slow.add_done_callback(self._slow.discard)
            else:
                await self._answer(said)
        except Problem as problem:
            self.table.tables.metrics.refused(problem.kind)
            if not about.do:
                self._spend("ask")  # whoever goes on with what cannot even be read is cut
            await self._send(wire.Complaint(about.do, problem.document(), about.id))
            return problem.kind != "too-large"
        return True

    def _spend(self, kind: str) -> None:
        self._limits.spend(kind, self._address, self._person)

    async def _try_out(self, said: wire.AskLines, about: wire.Envelope) -> None:
        """What a search makes of this seat's decision: soon what a short look finds, and when it is done with it, the rest."""
        try:
            if (answer := await door.ask(self.table, self.side, said, first=True)) and said.id is not UNSET:
                await self._send(wire.Answer(said.id, answer, more=True))
            await self._answer(said)
        except Problem as problem:
            await self._send(wire.Complaint(about.do, problem.document(), about.id))
        except WebSocketDisconnect:
            pass

    def _look(self, yes: bool) -> None:
        """Somebody has turned to the table, or away from it."""
        if yes == self.looks:
            return
        self.looks = yes
        if self._eyes is not None:
            self._eyes.cancel()
        on_look = self.table.tables.on_look
        self._eyes = asyncio.create_task(on_look(self.table, self.side)) if yes and on_look and self.side is not None else None

    async def _answer(self, said: wire.Deed | wire.Question) -> None:
        if isinstance(said, wire.Deed):
            await door.act(self.table, self.side, said, self.key)  # what comes of it is told to all
        else:
            answer = await door.ask(self.table, self.side, said)
            await self._send(wire.Answer(0 if said.id is UNSET else said.id, answer))


async def live(socket: WebSocket, id: str, tables: Tables, limits: Limits, known: Known | None = None) -> None:
    """Serve one connection from its first message to its end."""
    await socket.accept()
    address, seated = address_of(socket.scope), False
    with contextlib.suppress(WebSocketDisconnect):
        try:
            limits.sit(address)
            seated = True
            hello = _read(await asyncio.wait_for(_hear(socket), PATIENCE), wire.Hello)
            limits.spend("ask", address, _person(hello, known))  # to be shown everything costs what a question costs
            table = await tables.find(id)
            side = await table.seat_of(hello.seat, known and known.person.id)
            key = table.key_of(side)
            await table.join(side)
            await Client(socket, table, side, key, hello, limits, known).run()
        except Problem as problem:
            tables.metrics.refused(problem.kind)
            await _say(socket, wire.Complaint("live", problem.document()))
            await socket.close(4000 + problem.status)
        except TimeoutError:
            await socket.close(1008)
        finally:
            if seated:
                limits.rise(address)
