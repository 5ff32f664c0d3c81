"""The ladder of a game: whoever beats somebody above him takes his place.

One may challenge up to ``REACH`` places above oneself. A challenge is a game at once, with a correspondence clock, and counts; who does not
answer loses by his clock. Nobody has more than one game of his own making and one he was challenged to.
"""

from __future__ import annotations

import logging
import secrets

from sqlalchemy import delete, func, insert, or_, select, update
from sqlalchemy.engine import Connection

from ..problems import Problem, detail
from ..seats import new_table_id
from ..status import Terms
from ..tables import Tables, find_game
from . import seating, wire
from .clocks import ClockWish
from .house import Club
from .people import Person
from .rows import duels, rungs, status

_log = logging.getLogger("grandharbour.ladder")
REACH = 3
EVENT = "ladder"
CLOCK = ClockWish("correspondence", days=3.0, reserve=7.0)


def order(connection: Connection, game: str) -> list[str]:
    """The people on a ladder, from the top."""
    return list(connection.execute(select(rungs.c.person).where(rungs.c.game == game).order_by(rungs.c.place)).scalars())


def read(connection: Connection, game: str, person: Person | None) -> wire.Ladder:
    climbing = order(connection, game)
    known = seating.names(connection, climbing)
    open_ = connection.execute(select(duels).where((duels.c.game == game) & (duels.c.result == ""))).all()
    playing = {row.challenger: row for row in open_} | {row.challenged: row for row in open_}
    own = climbing.index(person.id) if person is not None and person.id in climbing else None
    lines = []
    for n, id in enumerate(climbing):
        duel = playing.get(id)
        free = own is not None and person is not None and _refused(connection, game, climbing, person.id, id) is None
        lines.append(wire.Rung(n + 1, known[id], duel.table_id if duel is not None else "", free))
    return wire.Ladder(game, REACH, own is not None, lines)


def join(connection: Connection, game: str, person: Person, now: float) -> None:
    """Step on at the bottom."""
    if person.id in order(connection, game):
        return
    if person.program:
        raise Problem("members-only", detail("no-programs"))
    last = connection.execute(select(func.max(rungs.c.place)).where(rungs.c.game == game)).scalar() or 0.0
    connection.execute(insert(rungs).values(game=game, person=person.id, place=last + 1.0, since=now))


def leave(connection: Connection, game: str, person: Person) -> None:
    """Step off; those below move up."""
    connection.execute(delete(rungs).where((rungs.c.game == game) & (rungs.c.person == person.id)))


def _refused(connection: Connection, game: str, climbing: list[str], challenger: str, challenged: str) -> Problem | None:
    """Why somebody may not challenge somebody, if so."""
    if challenger not in climbing or challenged not in climbing:
        return Problem("not-found", detail("not-on-ladder"))
    above = climbing.index(challenger) - climbing.index(challenged)
    if not 0 < above <= REACH:
        return Problem("bad-option", detail("out-of-reach", reach=REACH))
    open_ = (duels.c.game == game) & (duels.c.result == "")
    same = or_(duels.c.challenger == challenger, duels.c.challenged == challenged)
    if connection.execute(select(duels.c.table_id).where(open_ & same).limit(1)).first() is not None:
        return Problem("still-running", detail("ladder-busy"))
    return None


class Ladders:
    """Opens games about places and notes what came of them."""

    def __init__(self, club: Club, tables: Tables) -> None:
        self.club = club
        self.tables = tables

    async def challenge(self, game: str, scenario: str, challenger: Person, challenged: str) -> wire.Accepted:
        """A game about a place: it begins at once, with the sides by chance."""
        rules = find_game(game)
        sides = [side.id for side in rules.sides]
        own = secrets.choice(sides)
        players = {side: challenger.id if side == own else challenged for side in sides}
        table, now = new_table_id(), self.club.clock()

        def note(connection: Connection) -> None:
            refused = _refused(connection, game, order(connection, game), challenger.id, challenged)
            if refused is not None:
                raise refused
            values = {"table_id": table, "game": game, "challenger": challenger.id, "challenged": challenged, "made": now}
            connection.execute(insert(duels).values(result="", **values))

        refused = await self.club.store.look(
            lambda connection: _refused(connection, game, order(connection, game), challenger.id, challenged)
        )
        if refused is not None:
            raise refused
        options = rules.check_options({})
        await self.tables.open_for(game, scenario, options, players, Terms(CLOCK, True, EVENT), note, table)
        return wire.Accepted(table, own)

    async def settle(self) -> None:
        """Whoever has beaten somebody above him takes his place; called by the keeper."""
        store = self.club.store
        joined = duels.join(status, status.c.table_id == duels.c.table_id)
        ended = select(duels.c.table_id).select_from(joined).where((duels.c.result == "") & status.c.ended)
        for table in await store.look(lambda connection: list(connection.execute(ended).scalars())):
            await store.run(lambda connection, table=table: _settle(connection, table))  # type: ignore[misc]


def dueling(connection: Connection, person: str) -> list[str]:
    """Where somebody plays for a place."""
    his = (duels.c.result == "") & or_(duels.c.challenger == person, duels.c.challenged == person)
    return list(connection.execute(select(duels.c.table_id).where(his)).scalars())


def _settle(connection: Connection, table: str) -> None:
    from ..store import seats

    row = connection.execute(select(duels).where(duels.c.table_id == table)).one()
    winner = connection.execute(select(status.c.winner).where(status.c.table_id == table)).scalar() or ""
    same = (seats.c.table_id == table) & (seats.c.side == winner)
    who = connection.execute(select(seats.c.person).where(same)).scalar() if winner else None
    result = "won" if who == row.challenger else "kept"
    if not connection.execute(
        update(duels).where((duels.c.table_id == table) & (duels.c.result == "")).values(result=result)
    ).rowcount:
        return
    if result == "won":
        both = (rungs.c.game == row.game) & rungs.c.person.in_((row.challenger, row.challenged))
        place = {row.person: row.place for row in connection.execute(select(rungs.c.person, rungs.c.place).where(both))}
        if len(place) == 2 and place[row.challenger] > place[row.challenged]:
            for person, other in ((row.challenger, row.challenged), (row.challenged, row.challenger)):
                mine = (rungs.c.game == row.game) & (rungs.c.person == person)
                connection.execute(update(rungs).where(mine).values(place=place[other]))
