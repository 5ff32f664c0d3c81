"""What live clients are shown after a change: only what is new, which makes the same state, and tells no more than a state does."""

from __future__ import annotations

import json
import random
import socket
from typing import Any

import pytest
from msgspec import structs

import grandharbour as gh
from grandharbour.engine.view import View
from grandharbour.server import wire
from grandharbour.server.audience import Audience
from grandharbour.server.history import History
from grandharbour.server.seats import Seat
from grandharbour.server.store import Move, TableRow

from .client import LINK, Harbour, patched, pick, play_on, running
from .test_economy import GAMES, _any, begun, walk


def test_no_field_is_forgotten() -> None:
    """What a state or a view may hold, a patch can change."""

    def names(shape: Any) -> set[str]:
        return {field.name for field in structs.fields(shape)}

    # The time is told with a whole state: from then on a client counts by its own clock.
    assert names(wire.Patch) == names(wire.State) - {"table", "side", "now"}
    assert names(wire.ViewPatch) == names(View)


class Ears:
    """A client that is always quick, and remembers what it was told."""

    def __init__(self) -> None:
        self.since = self.epoch = 0
        self.told: list[bytes] = []

    def tell(self, message: bytes) -> None:
        self.told.append(message)

    def dismiss(self) -> None: ...


def whole(audience: Audience, history: History) -> Any:
    return json.loads(wire.encode(audience.whole(history, 10**6, history.feeds[audience.side].epoch)))


@pytest.mark.parametrize("name", GAMES)
def test_a_patched_state_is_the_whole_state(name: str) -> None:
    history = begun(name, seed=4)
    sides = [*range(len(history.game.sides)), None]
    audiences = {side: Audience(side, history) for side in sides}
    ears = {side: Ears() for side in sides}
    states: dict[int | None, Any] = {}
    events: dict[int | None, list[Any]] = {}
    for side in sides:
        audiences[side].watchers.add(ears[side])
        states[side] = whole(audiences[side], history)
        events[side] = json.loads(wire.encode(history.feeds[side].events))
    patches = full = 0
    for _ in walk(history, 150, seed=4):
        for side in sides:
            audiences[side].advance(history)
            now = whole(audiences[side], history)
            for message in ears[side].told:
                patches += len(message)
                states[side] = patched(states[side], json.loads(message))
                events[side] = events[side][: states[side]["from"]] + states[side]["events"]
            ears[side].told.clear()
            full += len(wire.encode(history.state(side, 10**6, history.feeds[side].epoch)))
            assert {**states[side], "events": [], "from": 0} == {**now, "events": [], "from": 0}
            assert events[side] == json.loads(wire.encode(history.feeds[side].events))
    assert patches < full / 2, "patches are there to be small"


def at(name: str, position: str) -> History:
    rules = gh.game(name)
    row = TableRow(
        "x", name, rules.position(position, 1).setup.scenario, {}, "", position, "05" * 32,
        {side.id: Seat("here") for side in rules.sides}, "", "", "",
    )  # fmt: skip
    return History(row)


@pytest.mark.parametrize("name", [name for name in GAMES if gh.game(name).secrets])
def test_patches_of_twins_are_alike(name: str) -> None:
    """Two worlds that differ only in what a side cannot know: its clicks are answered byte for byte alike."""
    compared = differ = 0
    rng = random.Random(8)
    for seed in range(14):
        history = begun(name, seed + 1)
        for _ in walk(history, rng.randrange(5, 120), seed):
            pass
        war = history.table.base  # where nobody has made clicks the others do not know of
        if war.outcome is not None:
            continue
        decision = rng.choice(war.asked())
        side = decision.side
        real, twin = at(name, war.position()), at(name, war.imagine(side, rng).position())
        differ += real.table.war.key() != twin.table.war.key()
        heard = []
        for world in (real, twin):
            audience, ears = Audience(side, world), Ears()
            audience.watchers.add(ears)
            heard.append((audience, ears))
        before = real.table.war.rolled, real.table.war.drawn, real.table.war.shown
        for _ in range(6):
            asked = real.table.decision(side)
            if asked is None:
                break
            verb, target = _any(asked, rng)
            move = Move("choice", history.game.sides[side].id, verb, real.table.war.target_name(verb, target))
            real.make(move)
            twin.make(move)
            if (real.table.war.rolled, real.table.war.drawn, real.table.war.shown) != before:
                break  # what lay hidden may show now
            for world, (audience, _) in zip((real, twin), heard, strict=True):
                audience.advance(world)
            assert heard[0][1].told == heard[1][1].told
            compared += len(heard[0][1].told)
    assert compared > 5 and differ > 3


def test_secret_clicks_leave_no_trace(harbour: Harbour) -> None:
    seats = harbour.open(LINK, seed=0)
    with seats["BR"].live() as britain, seats["IT"].live() as italy:
        rev = britain.hear("state")["rev"]
        italy.hear("state")
        italy.say(do="play", number=0, verb="objective", target="A5")
        assert italy.hear("state")["number"] == 1 and italy.patches == 1
        first = britain.hear("state")  # that Italy has begun to plan
        assert first["rev"] == rev + 1 and "planning" in first["waiting"][0]["text"]
        italy.say(do="play", number=1, verb="objective", target="B5")
        assert italy.hear("state")["number"] == 2
        assert britain.quiet(), "how far it has got does not even show in a number"


def test_a_client_that_lost_the_thread_gets_everything(harbour: Harbour) -> None:
    seats = harbour.open(seed=2)
    play_on(seats, random.Random(3), clicks=20)
    with seats["IT"].live() as live:
        first = live.hear("state")
        live.say(do="resync")
        assert live.hear("state") == first
        live.say(do="resync", since=3, epoch=first["epoch"])
        again = live.hear("state")
        assert again["from"] == 3 and again["events"] == first["events"][3:]
        state = next(seat.state() for seat in (seats["IT"], seats["BR"]) if seat.state()["decision"])
        verb, target = pick(state["decision"], random.Random(1))
        seats[state["side"]].play(verb, target)
        assert live.hear("state") and live.patches == 1, "and then goes on with patches"


def test_who_does_not_read_gets_one_state_when_he_does(tmp_path: Any) -> None:
    """A spectator stops reading while a game is played: nothing piles up for him, and nobody waits."""
    with running(tmp_path) as harbour:
        seats = harbour.open(seed=5)
        slow = socket.socket()
        slow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        host, port = harbour.url.rstrip("/").rpartition("/")[2].split(":")
        slow.connect((host, int(port)))
        with seats[None].live(sock=slow, max_queue=1, compression=None) as live:
            first = live.hear("state")
            made = 0
            for n in range(6):  # some games' worth of clicks, taken back and made again
                made += play_on(seats, random.Random(n), clicks=40)
                if seats[None].state()["outcome"]:
                    break
            assert made > 30
            now = seats[None].state()
            messages = 0
            while live.state["view"] != now["view"] or live.state["outcome"] != now["outcome"]:
                live.hear("state")
                messages += 1
            assert messages <= made and live.state["epoch"] == now["epoch"] and first["rev"] < live.state["rev"]
