"""Telling people what they have not seen: that it is their turn, that somebody challenges or addresses them, that a clock runs low.

Whatever happens is noted (``note``), one row for each thing at each table. After a pause, in which somebody who is about to look can
look, one message is written about everything that is still new (``tell``), and goes every way that person has chosen (``deliver``).
Who has a table before his eyes is never told about it. Each way is a letter and a job of its own: one that fails is tried again and
holds up no other; one that nobody takes any more is struck off.
"""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import logging
import secrets
from typing import Any

import msgspec
from sqlalchemy import delete, insert, select, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine import Connection

from ...engine import shapes
from ..history import History
from ..jobs import Jobs
from ..problems import Problem, detail, say
from ..store import seats
from ..tables import LiveTable, Tables, find_game
from . import people, seating, talk, wire
from .house import Club
from .rows import hooks, letters, looking, news, pushes, stamps, status, upsert, wishes
from .rows import people as people_rows
from .talk_wire import Say
from .ways import Gone, Hook, Letter, Subscription, Ways, new_stamp, public_key

_log = logging.getLogger("grandharbour.told")
GRACE = 30.0
"""Seconds somebody has to look before he is told."""
EYES = 90.0
"""Seconds a look is believed in without another sign of it."""
MOST_LINES = 6
MOST_HOOKS = 5
MOST_PUSHES = 10
TIRED = 20
"""After so many messages in a row that it did not take, a hook is not called again."""
DAY = 86_400.0
ASKED = ("turn", "clock")
"""What is news only as long as somebody has to decide."""


class Words(msgspec.Struct, frozen=True):
    """What there is to say about one thing."""

    title: str
    lines: tuple[str, ...]
    path: str


class Told:
    """One for a club's server. ``base`` is the public address links begin with."""

    def __init__(self, club: Club, jobs: Jobs, tables: Tables, ways: Ways, base: str = "", grace: float = GRACE) -> None:
        self.club = club
        self.jobs = jobs
        self.tables = tables
        self.ways = ways
        self.base = base.rstrip("/")
        self.grace = grace
        self._talking = asyncio.Lock()
        self._work: set[asyncio.Task[None]] = set()
        jobs.can("tell", self.tell)
        jobs.can("deliver", self.deliver)
        tables.on_move = self.moved
        tables.on_look = self.looks
        tables.on_ask = self.asks
        tables.on_talk = self.says
        tables.on_low = self.low
        tables.on_rematch = self.rematched

    # --- what happens at a table

    def moved(self, table: LiveTable, before: History, after: History) -> None:
        """A move has been stored by this server: whoever has to know, and is not looking, will be told."""
        ended = after.table.outcome is not None
        was = {decision.side for decision in before.table.war.asked()}
        asked = set() if ended else {decision.side for decision in after.table.war.asked()} - was
        for side, (id, seat) in enumerate(table.seats.items()):
            if seat.person is None or table.looked_at(id):
                continue
            if ended and before.table.outcome is None:
                self._begin(self._noted(table, after, side, "ended"))
            elif side in asked:
                self._begin(self._noted(table, after, side, "turn"))
            elif after.request is not None and before.request is None and after.request.by != id:
                self._begin(self._noted(table, after, side, "asked"))

    def asks(self, table: LiveTable, history: History, by: str) -> None:
        """A side has offered the others something."""
        for side, (id, seat) in enumerate(table.seats.items()):
            if id != by and seat.person is not None and not table.looked_at(id):
                self._begin(self._noted(table, history, side, "asked"))

    def low(self, table: LiveTable, history: History, side: str) -> None:
        """Somebody's clock runs low."""
        if table.seats[side].person is not None and not table.looked_at(side):
            self._begin(self._noted(table, history, history.table.war.setup.side(side), "clock"))

    def says(self, table: LiveTable, by: str, said: Say) -> None:
        """A side has written to the others."""
        for id, seat in table.seats.items():
            if id != by and seat.person is not None and not table.looked_at(id):
                self._begin(self._addressed(table, id, seat.person, table.seats[by].person, said))

    async def _addressed(self, table: LiveTable, side: str, person: str, by: str | None, said: Say) -> None:
        """Somebody is written to: what was written since he looked comes in one message. One line after the other: who reads what is
        there while another is being added would forget that one."""
        async with self._talking:
            await self._add_line(table, side, person, by, said)

    async def _add_line(self, table: LiveTable, side: str, person: str, by: str | None, said: Say) -> None:
        async with table.lock:
            game = (await table.history()).game.title

        def look(connection: Connection) -> tuple[bool, str, tuple[str, ...]]:
            writer = people.find(connection, by) if by else None
            mine = (news.c.person == person) & (news.c.kind == "talk") & (news.c.about == table.id)
            kept = connection.execute(select(news.c.words).where(mine)).scalar()
            before = shapes.read(kept, Words).lines if kept else ()
            return talk.blocked(connection, person, by), writer.name if writer else "", before

        blocked, name, before = await self.club.store.look(look)
        if blocked:
            return
        line = say("phrase", which=said.phrase) if said.phrase else talk.plain(said.text)
        lines = (*before, line)[-MOST_LINES:]
        await self.note(person, "talk", table.id, Words(headline("talk", game, name), lines, f"/table/{table.id}#seat=me.{side}"))

    async def begun(self, table: LiveTable, side: str) -> None:
        """Somebody plays with who sits there: if he has to begin, he is told."""
        async with table.lock:
            history = await table.history()
        number = history.table.war.setup.side(side)
        if any(decision.side == number for decision in history.table.war.asked()):
            await self._noted(table, history, number, "turn")

    def rematched(self, table: LiveTable, side: str) -> None:
        """The other side plays again: whoever has to begin is told."""
        if table.seats[side].person is not None:
            self._begin(self.begun(table, side))

    def _begin(self, work: Any) -> None:
        task = asyncio.create_task(work)
        self._work.add(task)
        task.add_done_callback(self._finished)

    def _finished(self, task: asyncio.Task[None]) -> None:
        self._work.discard(task)
        if not task.cancelled() and task.exception() is not None:
            _log.warning("somebody could not be told: %s", type(task.exception()).__name__)

    async def _noted(self, table: LiveTable, history: History, side: int, kind: wire.NewsKind) -> None:
        id = history.game.sides[side].id
        seat = table.seats[id]
        assert seat.person is not None
        others = [other.person for name, other in table.seats.items() if name != id and other.person]

        def names(connection: Connection) -> list[str]:
            return [
                seating.called(person)
                for person in (people.find(connection, other) for other in others)
                if person and person.name
            ]

        known = ", ".join(await self.club.store.look(names))
        title = headline(kind, history.game.title, known)
        lines = lines_for(history, side)
        if kind == "ended":
            lines = (*lines, ending(history, side))[-MOST_LINES:]
        await self.note(seat.person, kind, table.id, Words(title, lines, f"/table/{table.id}#seat=me.{id}"))

    async def call_moderators(self, about: str, title: str, *lines: str, but: str = "") -> None:
        """Something waits for the moderators on their page; ``but`` is whose doing it is."""
        ours = (people_rows.c.role == "moderator") & (people_rows.c.id != but)
        for id in await self.club.store.look(lambda c: list(c.execute(select(people_rows.c.id).where(ours)).scalars())):
            await self.note(id, "club", about, Words(title, lines, "/me"))

    # --- noting and seeing

    async def note(self, person: str, kind: wire.NewsKind, about: str, words: Words) -> None:
        """Somebody has something to see. More of the same about the same changes what he will read, not how often he is told; but each
        turn is another, also for who answered the last one without a look at the table."""

        def write(connection: Connection) -> None:
            if people.find(connection, person) is None:
                return
            wish = wish_of(connection, person)
            if kind in wish.silent:
                return
            text = msgspec.json.encode(words).decode()
            values = {"person": person, "kind": kind, "about": about, "words": text, "made": self.club.clock(), "told": None}
            again = {"told": None} if kind in ASKED else {}
            upsert(connection, news, ["person", "kind", "about"], values, {"words": text, **again})
            daily = wish.daily and kind != "clock"  # time that runs out does not wait for the evening
            after = self.pause(wish) if daily else self.grace
            # Two jobs: what waits for the evening holds up nothing that is told at once.
            self.jobs.put(connection, "tell", once=f"tell {person}{' daily' if daily else ''}", after=after, person=person)

        await self.club.store.run(write)
        self.jobs.wake()

    def pause(self, wish: wire.Wishes) -> float:
        """Seconds until the hour of somebody's daily letter."""
        return (wish.hour * 3_600 - self.club.clock()) % DAY

    async def seen(self, person: str, about: str | None = None) -> None:
        """Somebody has looked, at one thing or at the list of all."""
        mine = news.c.person == person
        if about is not None:
            mine &= news.c.about == about
        await self.club.store.run(lambda connection: connection.execute(delete(news).where(mine)) and None)

    async def look(self, watcher: str, person: str, table: str, yes: bool) -> None:
        """Somebody has a table before his eyes, or has not any more; to be repeated while it lasts."""

        def write(connection: Connection) -> None:
            if not yes:
                connection.execute(delete(looking).where(looking.c.id == watcher))
                return
            until = self.club.clock() + EYES
            values = {"id": watcher, "person": person, "table_id": table, "until": until}
            upsert(connection, looking, ["id"], values, {"until": until})
            connection.execute(delete(news).where((news.c.person == person) & (news.c.about == table)))

        await self.club.store.run(write)

    async def looks(self, table: LiveTable, side: str) -> None:
        """Runs while somebody has a table before his eyes."""
        person, watcher = table.seats[side].person, secrets.token_hex(8)
        if person is None:
            return
        try:
            while True:
                await self.look(watcher, person, table.id, True)
                await asyncio.sleep(EYES * 2 / 3)
        finally:
            self._begin(self.look(watcher, person, table.id, False))

    # --- telling

    async def tell(self, person: str) -> None:
        """Write one message about everything somebody has not seen, if there is still something."""
        now = self.club.clock()

        def write(connection: Connection) -> None:
            for kind, about, _ in self._untold(connection, person):
                if kind in ASKED and not still_asked(connection, person, about):
                    over = (news.c.person == person) & news.c.kind.in_(ASKED) & (news.c.about == about)
                    connection.execute(delete(news).where(over))
            fresh = self._untold(connection, person)
            who = people.find(connection, person)
            if not fresh or who is None:
                return
            mine = (news.c.person == person) & news.c.told.is_(None)
            for kind, about, _ in fresh:
                connection.execute(update(news).where(mine & (news.c.kind == kind) & (news.c.about == about)).values(told=now))
            body = self._compose(fresh)
            for way, to in self._ways(connection, who):
                letter = msgspec.structs.replace(body, id=secrets.token_hex(12))
                text = msgspec.json.encode(letter).decode()
                connection.execute(insert(letters).values(id=letter.id, person=person, way=way, to=to, body=text, made=now))
                self.jobs.put(connection, "deliver", alone=f"{way} {to}", letter=letter.id)

        await self.club.store.run(write)
        self.jobs.wake()

    def _untold(self, connection: Connection, person: str) -> list[tuple[str, str, Words]]:
        """What is new and not before his eyes, the oldest first."""
        eyes = select(looking.c.table_id).where((looking.c.person == person) & (looking.c.until > self.club.clock()))
        seen = {str(table) for (table,) in connection.execute(eyes)}
        columns = select(news.c.kind, news.c.about, news.c.words)
        rows = connection.execute(columns.where((news.c.person == person) & news.c.told.is_(None)).order_by(news.c.made))
        return [(kind, about, shapes.read(words, Words)) for kind, about, words in rows if about not in seen]

    def _compose(self, items: list[tuple[str, str, Words]]) -> Letter:
        if len(items) == 1:
            _, about, words = items[0]
            return Letter("", words.title, "\n".join(words.lines), self.base + words.path, about)
        text = "\n\n".join(
            "\n".join((words.title, *(f"  {line}" for line in words.lines[-3:]), f"  {self.base}{words.path}"))
            for *_, words in items
        )
        return Letter("", say("told-several", n=len(items)), text, f"{self.base}/", "several")

    def _ways(self, connection: Connection, person: people.Person) -> list[tuple[str, str]]:
        ways = [("push", str(id)) for (id,) in connection.execute(select(pushes.c.id).where(pushes.c.person == person.id))]
        taken = (hooks.c.person == person.id) & (hooks.c.failed < TIRED)
        ways += [("hook", str(id)) for (id,) in connection.execute(select(hooks.c.id).where(taken))]
        if self.ways.post is not None and person.mail and person.confirmed and wish_of(connection, person.id).mail:
            ways.append(("mail", person.id))
        return ways

    async def deliver(self, letter: str) -> None:
        """Bring one letter its way. Raises if it is worth trying again."""

        def read(connection: Connection) -> tuple[str, str, str, Letter] | None:
            row = connection.execute(
                select(letters.c.person, letters.c.way, letters.c.to, letters.c.body).where(letters.c.id == letter)
            ).first()
            return None if row is None else (row[0], row[1], row[2], shapes.read(row[3], Letter))

        ready = await self.club.store.look(read)
        if ready is None:
            return  # it has been delivered
        person, way, to, body = ready
        failed = False
        try:
            await self._bring(person, way, to, body)
        except Gone:
            failed = True

        def note(connection: Connection) -> None:
            connection.execute(delete(letters).where(letters.c.id == letter))
            if way == "push" and failed:
                connection.execute(delete(pushes).where(pushes.c.id == to))
            if way == "hook":
                connection.execute(update(hooks).where(hooks.c.id == to).values(failed=hooks.c.failed + 1 if failed else 0))

        await self.club.store.run(note)

    async def _bring(self, person: str, way: str, to: str, letter: Letter) -> None:
        if way == "mail":
            who = await self.club.store.look(lambda connection: people.find(connection, person))
            if who is not None and who.mail and who.confirmed:
                link = f"{self.base}/api/unsubscribe/{await self.ticket(person)}" if self.base else ""
                await self.ways.mail(who.mail, letter, link, say("told-footer", link=link or "-"))
            return

        def read(connection: Connection) -> Any:
            table, columns = (pushes, ("endpoint", "p256dh", "auth")) if way == "push" else (hooks, ("kind", "url", "secret"))
            return connection.execute(select(*(table.c[name] for name in columns)).where(table.c.id == to)).first()

        row = await self.club.store.look(read)
        if row is None:
            return
        try:
            if way == "push":
                await self.ways.push(Subscription(*row), letter, await self.stamp("push"))
            else:
                await self.ways.hook(Hook(*row), letter)
        except Problem:
            raise Gone from None

    async def close(self) -> None:
        for task in list(self._work):
            task.cancel()
        await asyncio.gather(*self._work, return_exceptions=True)
        await self.ways.close()

    # --- keys of the club

    async def stamp(self, name: str) -> str:
        """A key of the club; made when first needed, by whichever server is first."""

        def read(connection: Connection) -> str | None:
            return connection.execute(select(stamps.c.value).where(stamps.c.name == name)).scalar()

        kept = await self.club.store.look(read)
        if kept is not None:
            return kept

        def make(connection: Connection) -> str:
            value = new_stamp() if name == "push" else secrets.token_hex(32)
            maker: Any = postgresql.insert if connection.dialect.name == "postgresql" else sqlite.insert
            connection.execute(maker(stamps).values(name=name, value=value).on_conflict_do_nothing())
            return read(connection) or value

        return await self.club.store.run(make)

    async def push_key(self) -> str:
        return public_key(await self.stamp("push"))

    async def ticket(self, person: str) -> str:
        """What is good for nothing but ending mails to somebody."""
        signed = hmac.new((await self.stamp("links")).encode(), f"no-mail:{person}".encode(), hashlib.sha256)
        return f"{person}.{signed.hexdigest()[:32]}"

    async def unsubscribe(self, ticket: str) -> None:
        """No more mails to somebody."""
        person = ticket.partition(".")[0]
        if not hmac.compare_digest(ticket.encode(), (await self.ticket(person)).encode()):
            raise Problem("stale", detail("no-ticket"))

        def write(connection: Connection) -> None:
            if people.find(connection, person) is not None:
                save_wish(connection, person, msgspec.structs.replace(wish_of(connection, person), mail=False))

        await self.club.store.run(write)


def headline(kind: wire.NewsKind, game: str, opponent: str) -> str:
    """What has happened at a table, in a line. A guest has no name."""
    known = "yes" if opponent else "no"
    if kind == "turn":
        return say("told-turn", game=game, opponent=opponent, known=known)
    if kind == "asked":
        return say("told-asked", game=game, opponent=opponent, known=known)
    if kind == "clock":
        return say("told-clock", game=game, opponent=opponent, known=known)
    if kind == "talk":
        return say("told-talk", game=game, opponent=opponent, known=known)
    return say("told-ended", game=game, opponent=opponent, known=known)


def lines_for(history: History, side: int) -> tuple[str, ...]:
    """What has happened since a side last did something, as it was told it, the last of it."""
    feed, choices = history.feeds[side], history.table.choices
    lines: list[str] = []
    for event, cause in zip(reversed(feed.events), reversed(feed.causes), strict=False):
        if len(lines) == MOST_LINES or (cause and choices[cause - 1].side == side):
            break
        lines.append(event.text)
    return tuple(reversed(lines))


def ending(history: History, side: int) -> str:
    """How a game has ended for a side."""
    outcome = history.table.outcome
    assert outcome is not None
    how = "drawn" if outcome.winner < 0 else "won" if outcome.winner == side else "lost"
    return say("told-result", how=how, reason=outcome.reason)


def terms_of(offer: wire.ChallengeCard) -> tuple[str, ...]:
    """What somebody is challenged to."""
    rules, clock = find_game(offer.game), offer.clock
    own = next((side.short for side in rules.sides if offer.side and side.id != offer.side), "")
    return (
        rules.scenarios[offer.scenario].title,
        say("told-side", side=own, chance="no" if own else "yes"),
        say(
            "told-time",
            kind=clock.kind,
            **{name: _number(getattr(clock, name)) for name in ("days", "reserve", "minutes", "seconds")},
        ),
        say("told-counts", rated="yes" if offer.rated else "no"),
    )


def _number(value: float) -> float:
    """As people write it: 3 and 2.5."""
    return int(value) if value == int(value) else value


# --- rows


def still_asked(connection: Connection, person: str, table: str) -> bool:
    """Whether somebody still has to decide there, as the last move has left it: this server may not have heard of that yet."""
    stands = connection.execute(select(status.c.owing).where(status.c.table_id == table)).scalar()
    sat = (seats.c.table_id == table) & (seats.c.person == person) & seats.c.side.in_((stands or "").split())
    return connection.execute(select(seats.c.side).where(sat).limit(1)).first() is not None


def wish_of(connection: Connection, person: str) -> wire.Wishes:
    row = connection.execute(
        select(wishes.c.daily, wishes.c.hour, wishes.c.mail, wishes.c.silent).where(wishes.c.person == person)
    ).first()
    if row is None:
        return wire.Wishes()
    return wire.Wishes(bool(row[0]), row[1], bool(row[2]), shapes.read(row[3], list[wire.NewsKind]))


def save_wish(connection: Connection, person: str, wish: wire.Wishes) -> None:
    values = {
        "daily": wish.daily,
        "hour": wish.hour,
        "mail": wish.mail,
        "silent": msgspec.json.encode(sorted(set(wish.silent))).decode(),
    }
    upsert(connection, wishes, ["person"], {"person": person, **values}, values)
