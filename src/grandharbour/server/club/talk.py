"""Talk at a table: among who plays, and apart from them among who watches, until the game has ended.

What is said is text and stays text: nobody reads markup or commands out of it. In a private harbour whoever holds a seat may write; in a
club also members who watch. Everybody blocks whom he does not want to hear; moderators delete, silence, and close.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from typing import Any

from sqlalchemy import delete, func, insert, select, update
from sqlalchemy.engine import Connection

from ..problems import Problem, detail
from . import people, seating
from .people import Person
from .rows import challenges
from .rows import people as people_rows
from .talk_rows import blocks, messages, reports, silences, talks
from .talk_wire import LONGEST, Message, Place, Report, ReportCard, Say

MOST = 2_000
"""Messages of one place."""
SHOWN = 200
BEFORE = 6
DAY = 86_400.0


def plain(text: str) -> str:
    """What somebody has written, without what cannot be seen and what changes how the rest is read.

    >>> plain(" a\\x00b  \\u202ec\\n\\n\\n\\nd ")
    'ab  c\\n\\nd'
    """
    kept = "".join(letter for letter in text if letter == "\n" or unicodedata.category(letter)[0] != "C")
    lines = [line.rstrip() for line in kept.strip().split("\n")]
    lines = [line for n, line in enumerate(lines) if line or (n and lines[n - 1])]
    return "\n".join(lines)


def places(side: str | None, ended: bool) -> list[Place]:
    """Where somebody may listen."""
    if ended:
        return ["table", "gallery"]
    return ["gallery"] if side is None else ["table"]


def revs(connection: Connection, table: str) -> dict[str, int]:
    """How often something has changed, by place."""
    rows = connection.execute(select(talks.c.place, talks.c.rev).where(talks.c.table_id == table))
    return {str(place): int(rev) for place, rev in rows}


def closed(connection: Connection, table: str) -> bool:
    shut = (talks.c.table_id == table) & talks.c.closed
    return connection.execute(select(talks.c.place).where(shut).limit(1)).first() is not None


def silent(connection: Connection, person: str | None, now: float) -> float | None:
    """Until when somebody may not write."""
    if person is None:
        return None
    held = (silences.c.person == person) & (silences.c.until > now)
    return connection.execute(select(silences.c.until).where(held)).scalar()


def _step(connection: Connection, table: str, place: str) -> int:
    """Something changes; its number."""
    same = (talks.c.table_id == table) & (talks.c.place == place)
    if not connection.execute(update(talks).where(same).values(rev=talks.c.rev + 1)).rowcount:
        connection.execute(insert(talks).values(table_id=table, place=place, rev=1, closed=False))
    return int(connection.execute(select(talks.c.rev).where(same)).scalar() or 0)


def write(connection: Connection, table: str, place: Place, side: str, person: str | None, said: Say, now: float) -> Message:
    """Say something; whoever may not is told why."""
    text = "" if said.phrase else plain(said.text)
    if not said.phrase and not text:
        raise Problem("bad-request", detail("nothing-said"))
    if len(text) > LONGEST:
        raise Problem("too-large", detail("said-too-much", most=LONGEST))
    if closed(connection, table):
        raise Problem("silenced", detail("talk-closed"))
    if silent(connection, person, now) is not None:
        raise Problem("silenced", detail("silenced"))
    here = (messages.c.table_id == table) & (messages.c.place == place)
    if int(connection.execute(select(func.count()).select_from(messages).where(here)).scalar() or 0) >= MOST:
        raise Problem("too-many", detail("talk-full", most=MOST))
    n = _step(connection, table, place)
    values = {"side": side, "person": person, "phrase": said.phrase, "text": text, "made": now, "gone": False}
    connection.execute(insert(messages).values(table_id=table, place=place, n=n, **values))
    return Message(place, n, side, None, said.phrase, text, now, False, True)


def heard(connection: Connection, table: str, where: list[Place], me: str | None, side: str | None) -> list[Message]:
    """What has been said there, without those one has blocked."""
    shut = select(blocks.c.other).where(blocks.c.person == me)
    here = (messages.c.table_id == table) & messages.c.place.in_(where)
    if me is not None:
        here &= messages.c.person.is_(None) | messages.c.person.not_in(shut)
    wanted = select(messages).where(here).order_by(messages.c.made.desc(), messages.c.n.desc()).limit(SHOWN)
    return _told(connection, reversed(connection.execute(wanted).all()), me, side)


def _told(connection: Connection, rows: Iterable[Any], me: str | None, side: str | None, all_: bool = False) -> list[Message]:
    rows = list(rows)
    known = seating.names(connection, {row.person for row in rows if row.person})
    return [
        Message(
            row.place, row.n, row.side, known.get(row.person or ""), row.phrase if all_ or not row.gone else "",
            row.text if all_ or not row.gone else "", row.made, bool(row.gone),
            row.person == me if row.person else row.side == side and bool(side),
        )
        for row in rows
    ]  # fmt: skip


def blocked(connection: Connection, by: str, other: str | None) -> bool:
    """Whether somebody does not want to hear of another."""
    same = (blocks.c.person == by) & (blocks.c.other == other)
    return other is not None and connection.execute(select(blocks.c.other).where(same)).first() is not None


def block(connection: Connection, me: Person, other: str) -> None:
    if other == me.id or people.find(connection, other) is None:
        raise Problem("not-found", detail("no-person"))
    connection.execute(delete(challenges).where((challenges.c.person == other) & (challenges.c.invited == me.id)))
    if not blocked(connection, me.id, other):
        connection.execute(insert(blocks).values(person=me.id, other=other))


def unblock(connection: Connection, me: Person, other: str) -> None:
    connection.execute(delete(blocks).where((blocks.c.person == me.id) & (blocks.c.other == other)))


def blocked_by(connection: Connection, me: Person) -> list[str]:
    return list(connection.execute(select(blocks.c.other).where(blocks.c.person == me.id)).scalars())


# --- moderators


def report(connection: Connection, table: str, me: Person, said: Report, where: list[Place], now: float) -> None:
    """Show a message to the moderators, once."""
    same = (messages.c.table_id == table) & (messages.c.place == said.place) & (messages.c.n == said.n)
    row = connection.execute(select(messages.c.person).where(same)).first()
    if row is None or said.place not in where:
        raise Problem("not-found", detail("no-message"))
    mine = (reports.c.table_id == table) & (reports.c.place == said.place) & (reports.c.n == said.n) & (reports.c.person == me.id)
    if connection.execute(select(reports.c.id).where(mine)).first() is None:
        values = {"place": said.place, "n": said.n, "person": me.id, "why": plain(said.why), "made": now, "done": False}
        connection.execute(insert(reports).values(id=people.new_id(), table_id=table, **values))


def reported(connection: Connection, now: float) -> list[ReportCard]:
    """What waits for the moderators, the oldest first."""
    rows = connection.execute(select(reports).where(~reports.c.done).order_by(reports.c.made).limit(SHOWN)).all()
    known = seating.names(connection, {row.person for row in rows})
    cards = []
    for row in rows:
        here = (messages.c.table_id == row.table_id) & (messages.c.place == row.place) & (messages.c.n <= row.n)
        said = connection.execute(select(messages).where(here).order_by(messages.c.n.desc()).limit(BEFORE)).all()
        writer = said[0].person if said and said[0].n == row.n else None
        told = _told(connection, reversed(said), None, None, all_=True)
        until = silent(connection, writer, now)
        cards.append(
            ReportCard(
                row.id,
                row.table_id,
                known.get(row.person),
                row.why,
                row.made,
                row.n,
                told,
                until,
                closed(connection, row.table_id),
            )
        )
    return cards


def deal(connection: Connection, id: str, act: str, days: float, now: float) -> str:
    """Do something about a report; returns the table it is about."""
    row = connection.execute(select(reports).where(reports.c.id == id)).first()
    if row is None:
        raise Problem("not-found", detail("no-report"))
    same = (messages.c.table_id == row.table_id) & (messages.c.place == row.place) & (messages.c.n == row.n)
    if act == "done":
        connection.execute(update(reports).where(reports.c.id == id).values(done=True))
    elif act == "delete":
        connection.execute(update(messages).where(same).values(gone=True))
        _step(connection, row.table_id, row.place)
    elif act == "silence":
        writer = connection.execute(select(messages.c.person).where(same)).scalar()
        if writer is None:
            raise Problem("not-found", detail("no-person"))
        role = connection.execute(select(people_rows.c.role).where(people_rows.c.id == writer)).scalar()
        if role == "moderator":
            raise Problem("bad-request", detail("own-role"))
        connection.execute(delete(silences).where(silences.c.person == writer))
        connection.execute(insert(silences).values(person=writer, until=now + days * DAY))
    else:
        for place in ("table", "gallery"):
            _step(connection, row.table_id, place)
        connection.execute(update(talks).where(talks.c.table_id == row.table_id).values(closed=True))
    return str(row.table_id)


# --- people come and go


def merge(connection: Connection, guest: str, into: str) -> None:
    """What a guest has said and shown is the member's he turned out to be."""
    connection.execute(update(messages).where(messages.c.person == guest).values(person=into))
    connection.execute(update(reports).where(reports.c.person == guest).values(person=into))
    for other in connection.execute(select(blocks.c.other).where(blocks.c.person == guest)).scalars().all():
        if other != into and not blocked(connection, into, other):
            connection.execute(insert(blocks).values(person=into, other=other))
    held = connection.execute(select(silences.c.until).where(silences.c.person == guest)).scalar()
    if held is not None:  # a name does not lift it
        connection.execute(delete(silences).where(silences.c.person == into))
        connection.execute(insert(silences).values(person=into, until=held))
