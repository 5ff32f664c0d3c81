"""What people say about moments of a table: stored with it by those who hold a seat.

Stored and not packed into a link, because then a link stays short, a comment can be taken back, and it goes with the game into its save.
While a game runs a seat sees its own alone, for a comment may tell a secret; after the end everybody sees all. A comment is plain text: nobody
reads markup in it.
"""

from __future__ import annotations

import secrets
from bisect import bisect_right
from collections.abc import Iterable, Sequence

import msgspec
from sqlalchemy import delete, func, insert, select
from sqlalchemy.engine import Connection

from ..engine import shapes
from ..engine.save import LONGEST_REMARK, MOST_ARROWS, Remark
from . import wire
from .history import History
from .problems import Problem, detail
from .store import comments

MOST = 200
"""Comments of one table."""


def remark(history: History, side: str, wish: wire.NewComment) -> Remark:
    """A comment as it is to be kept, about a moment of the eyes it was written with."""
    text = _plain(wish.text)
    if not text and not wish.arrows:
        raise Problem("bad-request", detail("empty-comment"))
    if len(text) > LONGEST_REMARK or len(wish.arrows) > MOST_ARROWS:
        raise Problem("bad-request", detail("long-comment", most=LONGEST_REMARK, arrows=MOST_ARROWS))
    known = _spaces(history)
    for arrow in wish.arrows:
        for space in (arrow.from_, arrow.to):
            if space not in known:
                raise Problem("bad-request", detail("arrow-space", space=space[:60]))
    eyes = history.eyes(history.table.war.setup.side(side), wish.eyes)
    at = history.shown(eyes, wish.moment).choices
    return Remark(at, side, text, tuple((arrow.from_, arrow.to) for arrow in wish.arrows))


def _plain(text: str) -> str:
    """Without what cannot be seen, some of which PostgreSQL cannot keep."""
    return "".join(letter for letter in text if letter in "\n\t" or letter.isprintable()).strip()


def _spaces(history: History) -> set[str]:
    return {space.id for space in history.game.board(history.table.war.setup).spaces}


def add(connection: Connection, table: str, new: Remark, made: str) -> str:
    """Write a comment down; its name."""
    count = connection.execute(select(func.count()).select_from(comments).where(comments.c.table_id == table)).scalar() or 0
    if count >= MOST:
        raise Problem("bad-request", detail("many-comments", most=MOST))
    id = secrets.token_urlsafe(12)
    connection.execute(insert(comments).values(_row(id, table, new, made)))
    return id


def bring(connection: Connection, history: History, said: Sequence[Remark], made: str) -> None:
    """Comments that came with a save: those that speak of this board, as many as a table holds."""
    known, sides = _spaces(history), {side.id for side in history.game.sides}
    good = [one for one in said if one.by in sides and all(space in known for arrow in one.arrows for space in arrow)]
    rows = [_row(secrets.token_urlsafe(12), history.row.id, one, f"{made} {n:03}") for n, one in enumerate(good[:MOST])]
    if rows:
        connection.execute(insert(comments), rows)


def _row(id: str, table: str, new: Remark, made: str) -> dict[str, str | int]:
    arrows = msgspec.json.encode(new.arrows).decode()
    return {
        "id": id, "table_id": table, "choices": new.choices, "side": new.by, "text": _plain(new.comment), "arrows": arrows, "made": made,
    }  # fmt: skip


def drop(connection: Connection, table: str, side: str, id: str) -> None:
    """Take one's own comment back."""
    own = (comments.c.table_id == table) & (comments.c.side == side) & (comments.c.id == id)
    if not connection.execute(delete(comments).where(own)).rowcount:
        raise Problem("not-found", detail("no-comment"))


def read(connection: Connection, table: str) -> list[tuple[str, Remark]]:
    """All comments of a table, with their names, in the order of the game."""
    wanted = select(comments).where(comments.c.table_id == table).order_by(comments.c.choices, comments.c.made, comments.c.id)
    return [
        (row.id, Remark(row.choices, row.side, row.text, tuple(shapes.read(row.arrows, list[tuple[str, str]]))))
        for row in connection.execute(wanted)
    ]


def open_to(history: History, said: Iterable[tuple[str, Remark]], side: str | None) -> list[tuple[str, Remark]]:
    """What somebody may read now. What speaks of a future that was taken back is left out."""
    ended, last = history.table.outcome is not None, len(history.table.choices)
    return [(id, one) for id, one in said if one.choices <= last and (ended or one.by == side)]


def shown(history: History, said: Iterable[tuple[str, Remark]], side: str | None, eyes: int | None) -> list[wire.Comment]:
    """Comments at the moments of somebody's eyes."""
    stops = [history.shown(eyes, k).choices for k in range(history.moments(eyes).moments)]
    return [
        wire.Comment(
            id, max(0, bisect_right(stops, one.choices) - 1), one.by, one.comment,
            [wire.Arrow(a, b) for a, b in one.arrows], one.by == side,
        )
        for id, one in open_to(history, said, side)
    ]  # fmt: skip
