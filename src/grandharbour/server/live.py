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
from .problems import Problem
from .tables import LiveTable, Tables

LONGEST = 16 * 1024
PATIENCE = 15.0
"""Seconds a client has for its first message."""

KNOWN = frozenset(kind.__struct_config__.tag for kind in get_args(wire.Said))
"""What a client may say."""


async def _hear(socket: WebSocket) -> str:
    message = await socket.receive()
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message.get("code", 1005))
    said = message.get("text")
    if said is None:
        raise Problem("bad-request", "A message is text, not bytes.")
    if len(said) > LONGEST:
        raise Problem("too-large", f"A message has at most {LONGEST:,} characters.")
    text: str = said
    return text


def _read(said: str, kind: Any) -> Any:
    """A message as a struct of the wire."""
    try:
        return msgspec.json.decode(said, type=kind)
    except (msgspec.DecodeError, RecursionError, UnicodeEncodeError) as error:
        raise Problem("bad-request", f"The message cannot be read: {error}") from None


async def _say(socket: WebSocket, message: msgspec.Struct) -> None:
    if socket.client_state is not WebSocketState.CONNECTED:
        raise WebSocketDisconnect
    await socket.send_text(wire.encode(message).decode())


class Client:
    """A connected browser: sends the newest state whenever something has changed, and answers what it is asked."""

    def __init__(self, socket: WebSocket, table: LiveTable, side: str | None, hello: wire.Hello) -> None:
        self.socket = socket
        self.table = table
        self.side = side
        self._since, self._epoch = hello.since, hello.epoch
        self._news = asyncio.Event()
        self._sending = asyncio.Lock()
        self._slow: set[asyncio.Task[None]] = set()
        """Questions that take their time: others are answered meanwhile."""

    async def _send(self, message: msgspec.Struct) -> None:
        async with self._sending:
            await _say(self.socket, message)

    async def _tell(self) -> None:
        """Send the state now and after every change this seat may see; a slow client gets fewer and larger ones."""
        shown: wire.State | None = None
        while True:
            self._news.clear()
            async with self.table.lock:
                history = await self.table.history()
                side = None if self.side is None else history.table.war.setup.side(self.side)
                state = history.state(side, self._since, self._epoch)
            # Another side's secret clicks change nothing here, and then nothing is sent: not even their number shows.
            rest = msgspec.structs.replace(state, from_=0, events=[])
            if state.events or rest != shown:
                await self._send(state)
            shown = rest
            self._since, self._epoch = state.from_ + len(state.events), state.epoch
            await self._news.wait()

    async def run(self) -> None:
        self.table.listeners.add(self._news.set)
        telling = asyncio.create_task(self._tell())
        listening = asyncio.create_task(self._listen())
        try:
            done, _ = await asyncio.wait((telling, listening), return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                task.result()
        finally:
            self.table.listeners.discard(self._news.set)
            tasks = (telling, listening, *self._slow)
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def _listen(self) -> None:
        while True:
            about = wire.Envelope("")
            try:
                text = await _hear(self.socket)
                about = _read(text, wire.Envelope)
                if about.do not in KNOWN:
                    raise Problem("bad-request", f"There is nothing called {about.do!r} to do.")
                said = _read(text, wire.Said)
                if isinstance(said, wire.AskLines):
                    slow = asyncio.create_task(self._try_out(said, about))
                    self._slow.add(slow)
                    slow.add_done_callback(self._slow.discard)
                else:
                    await self._answer(said)
            except Problem as problem:
                await self._send(wire.Complaint(about.do, problem.document(), about.id))
                if problem.kind == "too-large":
                    return

    async def _try_out(self, said: wire.AskLines, about: wire.Envelope) -> None:
        """What a search makes of this seat's decision, when it is done with it."""
        try:
            await self._answer(said)
        except Problem as problem:
            await self._send(wire.Complaint(about.do, problem.document(), about.id))
        except WebSocketDisconnect:
            pass

    async def _answer(self, said: wire.Said) -> None:
        if isinstance(said, wire.Deed):
            await door.act(self.table, self.side, said)  # what comes of it is told to all
        else:
            answer = await door.ask(self.table, self.side, said)
            await self._send(wire.Answer(0 if said.id is UNSET else said.id, answer))


async def live(socket: WebSocket, id: str, tables: Tables) -> None:
    """Serve one connection from its first message to its end."""
    await socket.accept()
    with contextlib.suppress(WebSocketDisconnect):
        try:
            hello = _read(await asyncio.wait_for(_hear(socket), PATIENCE), wire.Hello)
            table = await tables.find(id)
            side = await table.seat_of(hello.seat)
            await table.join(side)
            await Client(socket, table, side, hello).run()
        except Problem as problem:
            await _say(socket, wire.Complaint("live", problem.document()))
            await socket.close(4000 + problem.status)
        except TimeoutError:
            await socket.close(1008)
