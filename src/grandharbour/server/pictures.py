"""Pictures of positions for whoever is sent a link: drawn one at a time in a process of their own, kept for a while, and never of more than
the eyes may know they are drawn for.

What draws holds the interpreter for as long as it draws a map, a second or more: in the server nobody would be answered meanwhile.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections import OrderedDict
from collections.abc import Callable
from typing import Any
from urllib.parse import unquote

from ..engine.view import Board, View
from ..press import scene
from . import pages, wire
from .history import History
from .problems import Problem, detail, say
from .tables import LiveTable
from .workshop import Workshop

KEPT = 200
"""Pictures in memory; a card has about 150 kB."""
MOST_FRAMES = 40
SECONDS = 120.0
"""So long a picture may take."""
WAITING = 12
"""So many wait for their picture; then the next are sent away."""


class Pictures:
    """All pictures of this server."""

    def __init__(self) -> None:
        self._made: OrderedDict[tuple[str, str], bytes] = OrderedDict()
        self._turn = asyncio.Lock()
        self._waiting = 0
        self._workshop = Workshop(1, SECONDS)

    async def card(self, table: LiveTable, side: int | None, k: int | None, eyes: str | None) -> bytes:
        """A moment (None: the last one) as a picture with a few words."""
        async with table.lock:
            history = await table.whole()
            seen = history.eyes(side, eyes)
            view, words = await asyncio.to_thread(_moment, history, seen, k)
            board, art, colours = _map(history)
        return await self._draw(
            table.id, [view, words], scene.card, board, art, view, colours, say("house"), (history.game.title, *words)
        )

    async def turn(self, table: LiveTable, side: int | None, k: int, eyes: str | None) -> bytes:
        """The turn in which a moment lies, as a film."""
        async with table.lock:
            history = await table.whole()
            seen = history.eyes(side, eyes)
            views = await asyncio.to_thread(_turn, history, seen, k)
            board, art, colours = _map(history)
        return await self._draw(table.id, views, scene.film, board, art, views, colours)

    async def _draw(self, table: str, shown: list[Any], draw: Callable[..., bytes], *about: Any) -> bytes:
        """A picture by what it shows: what has changed is another picture, whatever it is called."""
        key = table, hashlib.sha256(wire.encode(shown)).hexdigest()
        if (known := self._made.get(key)) is not None:
            self._made.move_to_end(key)
            return known
        if self._waiting >= WAITING:
            raise Problem("busy", detail("too-many-texts"))
        self._waiting += 1
        try:
            async with self._turn:
                if (made := self._made.get(key)) is None:
                    try:
                        made = await self._workshop.run("too-large", draw, *about)
                    except scene.CannotDraw as why:
                        raise Problem("not-found", detail("cannot-draw", why=str(why))) from None
                    self._made[key] = made
                    while len(self._made) > KEPT:
                        self._made.popitem(last=False)
                return made
        finally:
            self._waiting -= 1

    def close(self) -> None:
        self._workshop.close()


def _moment(history: History, eyes: int | None, k: int | None) -> tuple[View, tuple[str, ...]]:
    """What is seen at a moment, and what is said beside it: all of that stands on the public card of the table."""
    last = history.moments(eyes).moments - 1
    view = history.moment(eyes, last if k is None else k).view
    outcome = history.table.outcome
    over = (str(outcome.reason),) if outcome is not None and k in (None, last) else ()
    return view, (history.table.war.setup.words.title, view.heading, *over)


def _turn(history: History, eyes: int | None, k: int) -> list[View]:
    """What is seen from the beginning of a turn to that of the next, as far as pieces move; of a long one a part."""
    told = history.moments(eyes)
    if not 0 <= k < told.moments:
        raise Problem("not-found", detail("no-moment", moment=k, moments=told.moments))
    starts = [mark.moment for mark in told.marks]
    first = max((it for it in starts if it <= k), default=0)
    last = min((it for it in starts if it > k), default=told.moments - 1)
    views = [history.moment(eyes, n).view for n in range(first, last + 1)]
    views = [view for n, view in enumerate(views) if n == 0 or view.pieces != views[n - 1].pieces]
    step = max(1.0, (len(views) - 1) / (MOST_FRAMES - 1))
    return [views[round(n * step)] for n in range(min(len(views), MOST_FRAMES))]


def _map(history: History) -> tuple[Board, str, dict[str, str]]:
    """The board of a table, its map and the colours of its sides."""
    setup = history.table.war.setup
    board = pages.board(setup)
    if board.art and board.art.startswith(pages.DRAWN):
        art = unquote(board.art.removeprefix(pages.DRAWN))
    else:
        art = pages.art(history.game).read_text(encoding="utf-8") if board.art else ""
    return board, art, {side.id: side.colour for side in history.game.sides}
