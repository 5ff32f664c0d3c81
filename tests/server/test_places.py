"""A long table is taken up where it was last written down, and nobody can tell it from one that was replayed from its first move."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs

import grandharbour as gh
from grandharbour.engine import save
from grandharbour.server import held, tables, wire
from grandharbour.server.computer import Computers
from grandharbour.server.held import Useless
from grandharbour.server.history import SHAKEN, History
from grandharbour.server.store import Move, Place, Store
from grandharbour.server.tables import LiveTable, Tables, _row, _take_seats
from grandharbour.server.workshop import Workshop

from .client import play_on, running
from .dice import Person
from .test_economy import GAMES, _any, begun

pytestmark = pytest.mark.xdist_group("postgres")


def some_move(history: History, rng: random.Random) -> Move:
    table = history.table
    decision = rng.choice(table.war.asked())
    side = history.game.sides[decision.side].id
    if rng.random() < 0.1 and table.undoable(decision.side) is not None:
        return Move("undo", side)
    if rng.random() < 0.02:
        return Move("order", side, rng.choice(history.game.steps).__name__, rng.choice(("quiet", "ask")))
    verb, target = _any(decision, rng)
    return Move("choice", side, verb, table.war.target_name(verb, target))


def played(name: str, clicks: int, every: int, seed: int) -> tuple[History, list[Move], list[Place]]:
    """A game by random clicks, its rows, and the places where it can be taken up."""
    rng = random.Random(seed)
    history = begun(name, seed)
    rules = history.game.fingerprint(history.table.war.setup)
    moves: list[Move] = []
    places: list[Place] = []
    while len(moves) < clicks and history.table.outcome is None:
        history, made = history.prepare(some_move(history, rng))
        moves.append(made)
        if history.rows - (places[-1].n if places else 0) >= every and (found := history.hold()):
            places.append(held.write(*found, rules))
            history.held = found[0]
    return history, moves, places


def sides_of(history: History) -> list[int | None]:
    return [None, *range(len(history.game.sides))]


def shown(history: History, since: int = 0) -> list[bytes]:
    """Everything a client can see, of all sides."""
    told = [(feed.epoch, len(feed.events)) for feed in history.feeds.values()]
    return [wire.encode(history.state(side, since or told[n][1], told[n][0])) for n, side in enumerate(sides_of(history))]


@pytest.mark.parametrize("name", GAMES)
def test_a_table_taken_up_is_the_table_replayed(name: str) -> None:
    whole, moves, places = played(name, 300, 8, seed=6)
    assert len(places) > 2
    for place in (places[0], places[-1]):
        found = History.taken_up(whole.row, place, moves[place.n :])
        assert found.partial and found.rows == whole.rows and found.numbers == whole.numbers
        assert found.table.war.key() == whole.table.war.key() and found.table.war.made == whole.table.war.made
        assert shown(found) == shown(whole)
        assert all(found.lacks(side, 0, 0) for side in sides_of(found) if whole.feeds[side].events)
        found.recall(places)
        assert [found.state(side) for side in sides_of(found)] == [whole.state(side) for side in sides_of(whole)]
        rng = random.Random(2)
        other = whole
        for _ in range(60):  # and so it goes on, with the same numbers, epochs, marks and places
            if other.table.outcome is not None:
                break
            move = some_move(other, rng)
            (found, here), (other, there) = found.prepare(move), other.prepare(move)
            assert here == there and shown(found) == shown(other)
        ends = [history.hold() for history in (found, other)]
        assert (ends[0] is None) == (ends[1] is None)
        if ends[0] and ends[1]:
            assert structs.replace(ends[0][0], feeds={}) == structs.replace(ends[1][0], feeds={})


def test_what_people_shook_into_the_dice_is_held() -> None:
    """The trail of the dice and everybody's last link: what is rolled after a table was taken up is what would have been rolled."""
    rules = gh.game("hawks")
    taken, _ = _take_seats(rules, {"IT": wire.SeatWish("here"), "BR": wire.SeatWish("link")})
    history = History(_row(rules.setup(None), "", bytes([7]) * 32, taken))
    people = {side.id: Person(side.id) for side in rules.sides}
    moves = [Move("cup", side, shake=person.seal) for side, person in people.items()]
    for move in moves:
        history.make(move)
    for side, person in people.items():
        moves.append(Move("shake", side, shake=person.next()))
        history.make(moves[-1])
    rng = random.Random(3)
    places: list[tuple[int, Place]] = []
    while history.table.outcome is None:
        decision = rng.choice(history.table.war.asked())
        verb, target = _any(decision, rng)
        side = rules.sides[decision.side].id
        name = history.table.war.target_name(verb, target)
        history, made = history.prepare(Move("choice", side, verb, name, shake=people[side].next()))
        moves.append(made)
        if len(places) < 4 and history.rows > 20 * (len(places) + 1) and (found := history.hold()):
            places.append((history.rows, held.write(*found, history.row.rules)))
            history.held = found[0]
    assert places and history.row.dice == SHAKEN
    for n, place in places:
        taken_up = History.taken_up(history.row, place, moves[n:])
        assert taken_up.table.mix == history.table.mix and taken_up.table.war.key() == history.table.war.key()
        assert shown(taken_up) == shown(history)


def test_what_is_damaged_is_of_no_use() -> None:
    whole, moves, places = played("hawks", 60, 8, seed=3)
    place = places[-1]
    rules = place.rules
    good = held.read(place, rules, "en")

    def tried(changed: Place) -> None:
        with pytest.raises(Useless):
            History.taken_up(whole.row, changed, moves[place.n :])

    tried(structs.replace(place, held=place.held[:-8]))
    tried(structs.replace(place, rules="other rules"))
    tried(held.write(structs.replace(good, digest="0" * 24), {}, rules))
    tried(held.write(structs.replace(good, language="eo"), {}, rules))
    tried(held.write(structs.replace(good, position=good.position.replace("turn = ", "turn = 1")), {}, rules))
    with pytest.raises(Useless):
        History.taken_up(whole.row, place, [*moves[place.n :], Move("takeback", "IT", "", 1)])
    found = History.taken_up(whole.row, place, moves[place.n :])
    with pytest.raises(Useless):
        found.recall(places[1:])
    assert History.taken_up(whole.row, place, moves[place.n :]).rows == whole.rows


class Hall:
    """Tables on a store, forgotten and found again."""

    def __init__(self, place: str) -> None:
        self.store = Store(place)
        self.hall = Tables(self.store, Computers(1), Workshop())

    async def again(self, id: str) -> LiveTable:
        await asyncio.gather(*self.hall.errands)
        self.hall = Tables(self.store, self.hall.computers, self.hall.workshop)
        return await self.hall.find(id)

    def close(self) -> None:
        self.hall.computers.close()
        self.store.close()


async def looked_at(table: LiveTable) -> list[Any]:
    """All that can be asked of a table."""
    async with table.lock:
        history = await table.whole()
        return [
            *(history.state(side) for side in sides_of(history)),
            *(history.moments(side) for side in sides_of(history)),
            *(history.moment(side, len(history.moments(side).told) - 1) for side in sides_of(history)),
            *(history.told(side) for side in sides_of(history)),
            save.dumps(history.table),
            history.numbers,
        ]


async def act(table: LiveTable, rng: random.Random) -> None:
    async with table.lock:
        history = await table.history()
    await table.act(some_move(history, rng), None)


def test_a_long_table_is_opened_from_its_last_place(place: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables, "EVERY", 20)

    async def story() -> None:
        hall = Hall(place)
        rng = random.Random(4)
        wish = wire.NewTable("kesselring", {side: wire.SeatWish("here") for side in ("AX", "AL")}, seed=5)
        id = (await hall.hall.open(wish)).table
        table = await hall.hall.find(id)
        for _ in range(150):
            await act(table, rng)
        before = await looked_at(table)

        table = await hall.again(id)
        places = hall.store.places(id)
        assert len(places) > 3 and hall.store.places(id, last=True) == places[-1:]
        async with table.lock:
            history = await table.history()
            assert history.partial and history.held is not None and history.held.rows == places[-1].n
            told = await table.with_events("AX", 0, 0)
            assert (
                told is history
                and told.state(history.table.war.setup.side("AX")) == before[1 + history.table.war.setup.side("AX")]
            )
        for _ in range(10):
            await act(table, rng)
        after = await looked_at(table)
        assert not (await table.history()).partial, "who looks back has it whole"

        # One that was replayed from its first move, because nothing is written beside it, is the same.
        await hall.store.run(lambda connection: connection.exec_driver_sql("DELETE FROM places"))
        table = await hall.again(id)
        async with table.lock:
            assert not (await table.history()).partial
        assert await looked_at(table) == after

        # A damaged place is as good as none; another server may have written it.
        await hall.store.keep_place(id, structs.replace(places[-1], held="AAAA"))
        table = await hall.again(id)
        assert await looked_at(table) == after

        # Going back past the last place.
        await hall.store.run(lambda connection: connection.exec_driver_sql("DELETE FROM places"))
        for one in places:
            await hall.store.keep_place(id, one)
        await hall.store.keep_place(id, places[0])  # written already
        table = await hall.again(id)
        async with table.lock:
            assert (await table.history()).partial
        async with table.lock:
            moments = len((await table.whole()).moments(0).told)
        table = await hall.again(id)
        await table.ask_back("AX", moments // 2, table.key_of("AX"))
        back = await looked_at(table)
        table = await hall.again(id)
        assert await looked_at(table) == back
        for _ in range(30):
            await act(table, rng)
        now = await looked_at(table)
        table = await hall.again(id)
        async with table.lock:
            assert (await table.history()).partial, "a place behind the step back"
        assert await looked_at(table) == now
        hall.close()

    asyncio.run(story())


def test_everything_can_be_asked_of_a_table_that_was_taken_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables, "EVERY", 10)
    with running(tmp_path) as harbour:
        seats = harbour.open({side: {"kind": "here"} for side in ("AX", "AL")}, game="kesselring", seed=3)
        play_on(seats, random.Random(1), clicks=60)
    store = Store(str(tmp_path / "harbour.db"))
    assert store.places(seats[None].table)
    store.close()
    questions = (
        "", "/state", "/state?since=3", "/overlay?overlay=supply&about=15%20PzG", "/reach?piece=15%20PzG", "/hint", "/thoughts", "/moments",
        "/moments/2", "/events", "/save", "/luck",
    )  # fmt: skip
    answers = []
    with running(tmp_path) as harbour:
        replayed = [harbour.seat(seat.table, side, seat.token) for side, seat in seats.items() if side]
        asking = next(seat for seat in replayed if seat.state()["decision"])
    for question in questions:
        with running(tmp_path) as harbour:
            headers = {"Authorization": f"Bearer {asking.token}"}
            answers.append(harbour.http.get(f"/api/tables/{asking.table}{question}", headers=headers))
    assert [answer.status_code for answer in answers if answer.status_code >= 500] == []
    assert [answer.status_code for answer in answers[:3]] == [200] * 3
