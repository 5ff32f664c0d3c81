"""Pictures of positions for whoever is sent a link: drawn one at a time beside the event loop, kept for a while, and never of more than the
eyes may know they are drawn for."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from urllib.parse import unquote

from ..engine.view import Board, View
from ..press import scene
from . import pages
from .history import History
from .problems import Problem, detail, say
from .tables import LiveTable

KEPT = 200
"""Pictures in memory; a card has about 150 kB."""
MOST_FRAMES = 40
Key = tuple[str, int | None, int, int, str]
"""Table, eyes, moment, epoch, and what is drawn."""


class Pictures:
    """All pictures of this server."""

    def __init__(self) -> None:
        self._made: OrderedDict[Key, bytes] = OrderedDict()
        self._turn = asyncio.Lock()

    async def card(self, table: LiveTable, side: int | None, k: int | None, eyes: str | None) -> bytes:
        """A moment (None: the last one) as a picture with a few words."""
        async with table.lock:
            history = await table.whole()
            seen = history.eyes(side, eyes)
            moments = history.moments(seen).moments
            moment = moments - 1 if k is None else k
            view = history.moment(seen, moment).view
            board, art, colours = _map(history)
            key = (table.id, seen, moment, history.feeds[None].epoch, "card")
            title, words = history.game.title, _words(history, view, moment == moments - 1)
        return await self._draw(key, lambda: scene.card(board, art, view, colours, say("house"), (title, *words)))

    async def turn(self, table: LiveTable, side: int | None, k: int, eyes: str | None) -> bytes:
        """The turn in which a moment lies, as a film."""
        async with table.lock:
            history = await table.whole()
            seen = history.eyes(side, eyes)
            told = history.moments(seen)
            if not 0 <= k < told.moments:
                raise Problem("not-found", detail("no-moment", moment=k, moments=told.moments))
            starts = [mark.moment for mark in told.marks]
            first = max((it for it in starts if it <= k), default=0)
            last = min((it for it in starts if it > k), default=told.moments - 1)
            chosen = range(first, last + 1)
            if len(chosen) > MOST_FRAMES:
                chosen = [first + round(n * (last - first) / (MOST_FRAMES - 1)) for n in range(MOST_FRAMES)]  # type: ignore[assignment]
            views = [history.moment(seen, n).view for n in chosen]
            board, art, colours = _map(history)
            key = (table.id, seen, first, history.feeds[None].epoch, f"turn {last}")
        views = [view for n, view in enumerate(views) if n == 0 or view.pieces != views[n - 1].pieces or n == len(views) - 1]
        return await self._draw(key, lambda: scene.film(board, art, views, colours))

    async def _draw(self, key: Key, draw: Callable[[], bytes]) -> bytes:
        made = self._made.get(key)
        if made is None:
            async with self._turn:
                made = self._made.get(key)
                if made is None:
                    try:
                        made = await asyncio.to_thread(draw)
                    except scene.CannotDraw as why:
                        raise Problem("not-found", detail("cannot-draw", why=str(why))) from None
                    self._made[key] = made
                    while len(self._made) > KEPT:
                        self._made.popitem(last=False)
        self._made.move_to_end(key)
        return made


def _map(history: History) -> tuple[Board, str, dict[str, str]]:
    """The board of a table, its map and the colours of its sides."""
    setup = history.table.war.setup
    board = pages.board(setup)
    if board.art and board.art.startswith(pages.DRAWN):
        art = unquote(board.art.removeprefix(pages.DRAWN))
    else:
        art = pages.art(history.game).read_text(encoding="utf-8") if board.art else ""
    return board, art, {side.id: side.colour for side in history.game.sides}


def _words(history: History, view: View, last: bool) -> tuple[str, ...]:
    """What is said beside the picture: all of it stands on the public card of the table."""
    outcome = history.table.outcome
    scenario = history.table.war.setup.words.title
    over = (outcome.reason,) if outcome is not None and last else ()
    return (scenario, view.heading, *(str(word) for word in over))
