"""The live part of the wire: one WebSocket for one seat at one table."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

import msgspec
from fastapi import WebSocket, WebSocketDisconnect
from msgspec import UNSET, UnsetType
from starlette.websockets import WebSocketState

from . import asking, wire
from .problems import Problem
from .store import Move
from .tables import LiveTable, Tables

LONGEST = 16 * 1024
PATIENCE = 15.0
"""Seconds a client has for its first message."""

QUESTIONS: dict[str, Callable[[LiveTable, str | None, str, wire.Target], Awaitable[Any]]] = {
    "whynot": asking.why_not,
    "odds": asking.odds,
    "preview": asking.preview,
}
"""What may be asked about a choice."""

T = TypeVar("T")


async def _hear(socket: WebSocket, kind: type[T]) -> T:
    message = await socket.receive()
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message.get("code", 1005))
    said = message.get("text")
    if said is None:
        raise Problem("bad-request", "A message is text, not bytes.")
    if len(said) > LONGEST:
        raise Problem("too-large", f"A message has at most {LONGEST:,} characters.")
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
            do: str = ""
            id: int | str | UnsetType = UNSET
            try:
                said = await _hear(self.socket, wire.Said)
                do, id = said.do, said.id
                if do == "lines":
                    slow = asyncio.create_task(self._try_out(id))
                    self._slow.add(slow)
                    slow.add_done_callback(self._slow.discard)
                    continue
                answer = await self._answer(said)
                if answer is not None:
                    await self._send(answer)
            except Problem as problem:
                await self._send(wire.Complaint(do, problem.document(), id))
                if problem.kind == "too-large":
                    return

    async def _try_out(self, id: int | str | UnsetType) -> None:
        """What a search makes of this seat's decision, when it is done with it."""
        try:
            found = await asking.lines(self.table, self.side)
            await self._send(wire.Answer(0 if id is UNSET else id, found))
        except Problem as problem:
            await self._send(wire.Complaint("lines", problem.document(), id))
        except WebSocketDisconnect:
            pass

    async def _answer(self, said: wire.Said) -> wire.Answer | None:
        id = 0 if said.id is UNSET else said.id
        if said.do in QUESTIONS:
            return wire.Answer(id, await QUESTIONS[said.do](self.table, self.side, said.verb, said.target))
        if said.do == "hint":
            return wire.Answer(id, await asking.hint(self.table, self.side))
        if said.do == "overlay":
            return wire.Answer(id, await asking.overlay(self.table, self.side, said.overlay, said.about))
        if self.side is None:
            raise Problem("wrong-seat", "Spectators do not choose.")
        number = None if said.number is UNSET else said.number
        if said.do == "resign":
            await self.table.act(Move("resign", self.side), None)
            return None
        if number is None:
            raise Problem("bad-request", f"{said.do!r} needs the number of the click.")
        if said.do == "play":
            await self.table.act(Move("choice", self.side, said.verb, said.target), number)
        elif said.do == "undo":
            await self.table.act(Move("undo", self.side), number)
        elif said.do == "order":
            await self.table.act(Move("order", self.side, said.step, said.order), number)
        elif said.do == "script":
            await self.table.act(Move("script", self.side, said.script), number)
        else:
            raise Problem("bad-request", f"There is nothing called {said.do!r} to do.")
        return None


async def live(socket: WebSocket, id: str, tables: Tables) -> None:
    """Serve one connection from its first message to its end."""
    await socket.accept()
    with contextlib.suppress(WebSocketDisconnect):
        try:
            hello = await asyncio.wait_for(_hear(socket, wire.Hello), PATIENCE)
            table = await tables.find(id)
            side = await table.seat_of(hello.seat)
            await table.join(side)
            await Client(socket, table, side, hello).run()
        except Problem as problem:
            await _say(socket, wire.Complaint("live", problem.document()))
            await socket.close(4000 + problem.status)
        except TimeoutError:
            await socket.close(1008)
