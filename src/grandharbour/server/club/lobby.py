"""The lobby: who wants to play what, and what is being played."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Any

import msgspec
from sqlalchemy import ColumnElement, and_, delete, func, insert, or_, select
from sqlalchemy.engine import Connection

from ...engine import shapes
from ...engine.game import games
from ..problems import Problem, detail
from ..store import seats, tables
from . import people, seating, standing, talk, wire
from .clocks import ClockWish
from .people import Person
from .rows import challenges, looking, status, terms, upsert
from .talk_rows import blocks

MOST = 20
"""Open challenges of one person."""
HERE = 180.0
"""Seconds a visit is believed in: pages that are open ask again every half minute, those that nobody sees every two."""
LAPSES = 30 * 86_400.0
"""Seconds a challenge holds: who has forgotten it would lose by his clock."""
SHOWN = 200
WATCHED = 50


def card(row: Any, known: dict[str, wire.PersonCard], strong: dict[tuple[str, str], int]) -> wire.ChallengeCard:
    told = row._mapping
    return wire.ChallengeCard(
        told["id"], known[told["person"]], strong.get((told["person"], told["game"])),
        known.get(told["invited"] or ""), bool(told["listed"]), told["game"], told["scenario"], msgspec.json.decode(told["options"]),
        told["side"], shapes.read(told["clock"], ClockWish), bool(told["rated"]), bool(told["members"]), told["created"],
    )  # fmt: skip


def _cards(connection: Connection, rows: Sequence[Any]) -> list[wire.ChallengeCard]:
    ids = {row._mapping[part] for row in rows for part in ("person", "invited")} - {None}
    known, strong = seating.names(connection, ids), standing.of_all(connection, ids)
    return [card(row, known, strong) for row in rows]


def fresh(now: float) -> ColumnElement[bool]:
    """Challenges that hold."""
    return challenges.c.created > now - LAPSES


def _live(row: Any) -> bool:
    return bool(shapes.read(row.clock, ClockWish).kind == "live")


def waits(connection: Connection, person: str, now: float) -> bool:
    """Whether it has to be noted once more that somebody is here: he has said that he would play a live game, at once."""
    rows = connection.execute(select(challenges.c.clock).where(challenges.c.person == person)).all()
    return any(_live(row) for row in rows) and not _around(connection, {person}, now + HERE / 2)


def note_here(connection: Connection, person: str, now: float) -> None:
    """Somebody has a page of the harbour open, or a program that listens."""
    values = {"id": person, "person": person, "table_id": "", "until": now + HERE}
    upsert(connection, looking, ["id"], values, {"until": now + HERE})


def _around(connection: Connection, people: set[str], now: float) -> set[str]:
    return set(connection.execute(select(looking.c.id).where(looking.c.id.in_(people) & (looking.c.until > now))).scalars())


def around(connection: Connection, challenge: wire.ChallengeCard, now: float) -> bool:
    """Whether a game can begin at once. The clock of a live one would run against somebody who has gone."""
    return challenge.clock.kind != "live" or bool(_around(connection, {challenge.person.id}, now))


def listed(connection: Connection, person: Person | None, now: float) -> list[wire.ChallengeCard]:
    """The challenges somebody may see: open ones, his own, and those meant for him; these first, then the newest. Live games are offered
    to all by those who are here. Two of whom one has blocked the other do not see each other's."""
    mine = person.id if person is not None else ""
    shown = or_(
        and_(challenges.c.listed, challenges.c.invited.is_(None)), challenges.c.person == mine, challenges.c.invited == mine
    )
    shown &= challenges.c.person.not_in(select(blocks.c.person).where(blocks.c.other == mine))
    shown &= challenges.c.person.not_in(select(blocks.c.other).where(blocks.c.person == mine))
    wanted = select(challenges).where(shown & fresh(now)).order_by(challenges.c.created.desc())
    rows = connection.execute(wanted.limit(SHOWN)).all()
    here = {mine, *_around(connection, {row.person for row in rows}, now)}
    rows = [row for row in rows if row.person in here or row.invited == mine or not _live(row)]
    return _cards(connection, sorted(rows, key=lambda row: row.invited != mine))


def find(connection: Connection, id: str, now: float, person: Person | None = None) -> wire.ChallengeCard:
    """A challenge one has the link of; ``person`` wants to accept it, which is not for whom the other has blocked."""
    row = connection.execute(select(challenges).where((challenges.c.id == id) & fresh(now))).first()
    if row is None or (person is not None and talk.blocked(connection, row.person, person.id)):
        raise Problem("not-found", detail("no-challenge"))
    return _cards(connection, [row])[0]


def make(connection: Connection, person: Person, wish: wire.ChallengeWish, options: dict[str, bool | str], now: float) -> str:
    """A new challenge; returns its id."""
    connection.execute(delete(challenges).where(~fresh(now)))
    open_ = len(connection.execute(select(challenges.c.id).where(challenges.c.person == person.id)).all())
    if open_ >= MOST:
        raise Problem("too-many", detail("enough-challenges", most=MOST))
    invited = people.named(connection, wish.to) if wish.to else None
    if wish.to and (
        invited is None or not invited.member or invited.id == person.id or talk.blocked(connection, invited.id, person.id)
    ):
        raise Problem("not-found", detail("no-person"))
    id = people.new_id()
    connection.execute(
        insert(challenges).values(
            id=id, person=person.id, invited=invited and invited.id, listed=wish.listed, game=wish.game, scenario=wish.scenario,
            options=msgspec.json.encode(options).decode(), side=wish.side, clock=msgspec.json.encode(wish.clock).decode(),
            rated=wish.rated, members=wish.members or wish.rated, created=now,
        )
    )  # fmt: skip
    note_here(connection, person.id, now)
    return id


def withdraw(connection: Connection, id: str, person: Person) -> None:
    """Take a challenge back; who was challenged by name declines it the same way."""
    own = or_(challenges.c.person == person.id, challenges.c.invited == person.id)
    if not connection.execute(delete(challenges).where((challenges.c.id == id) & own)).rowcount:
        raise Problem("not-found", detail("no-challenge"))


def take(connection: Connection, id: str) -> None:
    """A challenge is accepted, once."""
    if not connection.execute(delete(challenges).where(challenges.c.id == id)).rowcount:
        raise LookupError(id)


def sides(challenge: wire.ChallengeCard, known: list[str]) -> tuple[str, str]:
    """The sides of who challenges and of who accepts."""
    one, two = known
    own = challenge.side or secrets.choice(known)
    return (one, two) if own == one else (two, one)


def check(challenge: wire.ChallengeCard, person: Person) -> None:
    """Refuse who may not accept."""
    if challenge.person.id == person.id:
        raise Problem("wrong-seat", detail("own-challenge"))
    if challenge.invited is not None and challenge.invited.id != person.id:
        raise Problem("wrong-seat", detail("not-challenged"))
    if challenge.members and not person.member:
        raise Problem("members-only", detail("for-members"))


def _secret(game: str) -> bool:
    known = games().get(game)
    return known is None or known.secrets


def running(connection: Connection) -> list[wire.RunningGame]:
    """Games of two people that are under way, the liveliest first."""
    two = (
        select(seats.c.table_id)
        .where(seats.c.person.is_not(None))
        .group_by(seats.c.table_id)
        .having(func.count(seats.c.person.distinct()) > 1)
    )
    joined = status.join(tables, tables.c.id == status.c.table_id).join(terms, terms.c.table_id == status.c.table_id)
    columns = (tables.c.id, tables.c.game, tables.c.scenario, status.c.heading, status.c.changed, terms.c.rated)
    wanted = select(*columns).select_from(joined).where(~status.c.ended & tables.c.id.in_(two))
    rows = connection.execute(wanted.order_by(status.c.changed.desc()).limit(WATCHED)).all()
    sit = seating.at(connection, [row.id for row in rows])
    return [
        # How far a game with secrets is, who watches it sees there, later than who plays.
        wire.RunningGame(
            row.id,
            row.game,
            row.scenario,
            sit.get(row.id, {}),
            "" if _secret(row.game) else row.heading,
            row.changed,
            bool(row.rated),
        )
        for row in rows
    ]
