"""Thinking while a person thinks: about what has been shown, only where a processor is free, and nothing is used twice."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import grandharbour as gh
from grandharbour.players import Seat, Thought, choose, level
from grandharbour.players.search import Level, Search, own_turn, plans
from grandharbour.server import pondering
from grandharbour.server.computer import Computers
from grandharbour.server.pondering import Pondering, guess
from tests.play import begin

from .client import eventually, pick, running

AXIS, ALLIED = 0, 1


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pondering, "busy", lambda: False)
    monkeypatch.setattr(gh.game("kesselring")._room("advice"), "LEVELS", {"captain": (2, 2, 1), "cadet": (2, 2, 1)})


def questions() -> Iterator[gh.War]:
    """Moments of a game between advisers in which the Axis, a person, is asked for an Action."""
    war = begin("kesselring", "avalanche-baytown", 3)
    seats = [Seat("greedy", side, random.Random(side)) for side in (AXIS, ALLIED)]
    while war.stack is not None:
        decision = war.asked()[0]
        if decision.side == AXIS and decision.forced is None and type(war.stack[0]).__name__ == "Act":
            yield war
        war.play(*(decision.forced or seats[decision.side].choose(war)), decision.side)


def test_what_was_guessed_is_the_answer_when_it_comes() -> None:
    """Whatever the dice of the guess: if the person takes the likeliest plan and no die falls, the game comes to the very position that was
    thought about, and the answer is legal there."""
    met = 0
    for war in questions():
        found = guess("kesselring", "search:cadet", war.position(), ALLIED, war.made, 0)
        if found is None:
            continue
        text, thought = found
        real, rolled = war.copy(), war.rolled
        for choice in plans(war.imagine(AXIS, random.Random(1)), AXIS, pondering.GUESSES)[0][0]:
            own_turn(real, AXIS)
            real.play(*choice, AXIS)
        while real.stack is not None and real.rolled == rolled and real.position() != text:
            decision = real.asked()[0]
            answer = decision.forced or choose("greedy", real, decision.side, random.Random(1))
            real.play(*answer, decision.side)
        if real.stack is not None and real.rolled == rolled:
            verb, target = thought.plan[0]
            assert real.decisions[ALLIED].choices[verb] >> target & 1 and len(thought.lines) > 1
            met += 1
        if met == 3:
            return
    raise AssertionError("no guess came true")


def test_a_guess_without_a_processor_is_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    found = 0
    for number, war in enumerate(questions()):
        monkeypatch.setattr(pondering, "busy", lambda: False)
        if guess("kesselring", "search:cadet", war.position(), ALLIED, 1, 0) is not None:
            monkeypatch.setattr(pondering, "busy", lambda: True)
            assert guess("kesselring", "search:cadet", war.position(), ALLIED, 1, 0) is None
            found += 1
        if found == 2 or number == 40:
            break
    assert found


def test_a_thought_is_used_once_and_only_where_it_was_thought() -> None:
    thought = Thought((("pass", 0),))
    ran: list[tuple[Any, ...]] = []

    async def run(work: object, *about: Any) -> tuple[str, Thought] | None:
        ran.append(about)
        return (f"after {about[2]} {about[-1]}", thought) if about[-1] < 2 else None

    async def play() -> None:
        table = Pondering(run)
        table.begin("kesselring", "search:captain", "here", ALLIED)
        await asyncio.sleep(0)
        table.begin("kesselring", "search:captain", "here", ALLIED)
        assert table._task is not None
        await table._task
        assert [about[-1] for about in ran] == list(range(pondering.GUESSES)), "each guess once"
        assert table.take("after here 1") is thought
        assert table.take("after here 1") is None, "not twice"
        table.begin("kesselring", "search:captain", "here", ALLIED)
        await table._task
        assert table.take("elsewhere") is None and table.take("after here 0") is None, "what did not come is forgotten"
        table.begin("kesselring", "search:captain", "here", ALLIED)
        await table._task
        table.begin("kesselring", "search:captain", "there", ALLIED)
        assert table.take("after here 0") is None, "the person has moved on"
        table.stop()

    asyncio.run(play())


def test_a_busy_machine_ponders_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pondering, "busy", lambda: True)

    async def run(*about: object) -> None:
        raise AssertionError

    async def play() -> None:
        table = Pondering(run)
        table.begin("kesselring", "search:captain", "here", ALLIED)
        assert table._task is not None
        await table._task

    asyncio.run(play())


@pytest.mark.parametrize(("game", "sides", "ponders"), [("kesselring", ("AX", "AL"), True), ("hawks", ("IT", "BR"), False)])
def test_a_table_ponders_what_was_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: str, sides: tuple[str, str], ponders: bool
) -> None:
    """While somebody watches and is asked: from behind the last barrier, whatever he has clicked since. In a game with secrets never."""
    texts: list[str] = []
    asked: list[str] = []

    async def ponder(self: Computers, work: object, *about: Any) -> None:
        texts.append(about[2])

    choose = Computers.choose

    async def choosing(self: Computers, name: str, player: str, text: str, side: int) -> Thought | None:
        asked.append(text)
        return await choose(self, name, player, text, side)

    monkeypatch.setattr(Computers, "ponder", ponder)
    monkeypatch.setattr(Computers, "choose", choosing)
    mine, machine = sides
    with running(tmp_path) as harbour:
        seats = harbour.open({mine: {"kind": "here"}, machine: {"kind": "computer", "player": "search:cadet"}}, game=game, seed=3)
        seat = seats[mine]
        rng = random.Random(3)
        with seat.live() as live:
            live.hear("state")
            for _ in range(12):
                state = eventually(seat.state, lambda state: state["decision"] or state["outcome"])
                seat.play(*pick(state["decision"], rng), state["number"])
            if ponders:
                eventually(lambda: texts)
    assert bool(texts) == ponders
    if ponders:
        assert len(set(texts)) < 12, "clicks that may be taken back are not pondered"


def test_a_pondered_answer_is_played(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    taken: list[str] = []

    def take(self: Pondering, text: str) -> Thought:
        taken.append(text)
        war = gh.game("kesselring").position(text, 1)
        verb, mask = next(iter(war.asked()[0].choices.items()))
        return Thought(((verb, (mask & -mask).bit_length() - 1),))

    async def choose(self: Computers, *about: object) -> None:
        raise AssertionError("it was thought already")

    monkeypatch.setattr(Pondering, "take", take)
    monkeypatch.setattr(Computers, "choose", choose)
    with running(tmp_path) as harbour:
        kinds = {"AX": {"kind": "computer", "player": "search:cadet"}, "AL": {"kind": "here"}}
        harbour.open(kinds, game="kesselring", seed=3)
        eventually(lambda: len(taken) > 3)


def test_who_has_time_thinks_on_only_where_it_matters(monkeypatch: pytest.MonkeyPatch) -> None:
    war = next(iter(questions()))
    wide = Level(4, 6, 1)
    for worth, spread, more in (
        ({0: 0.5, 1: 0.51, 2: 0.49, 3: 0.5}, 0.2, True),  # close, and much hangs on luck
        ({0: 0.9, 1: 0.2, 2: 0.3, 3: 0.1}, 0.05, False),  # plain
        ({0: 0.5, 1: 0.5, 2: 0.5, 3: 0.5}, 0.0, False),  # the same
    ):
        search = Search(war, AXIS, wide, random.Random(1))
        if len(search.plans) < 4:
            pytest.skip("too few plans here")
        luck = random.Random(4)
        monkeypatch.setattr(search, "trial", lambda plan, world, w=worth, s=spread, luck=luck: w[plan] + s * luck.uniform(-1, 1))
        search.run()
        before = sum(map(len, search.values))
        left = 400

        def stop() -> bool:
            nonlocal left
            left -= 1
            return left < 0

        search.deepen(stop)
        after = sum(map(len, search.values))
        assert (after > before) == more
        if more:
            assert after >= before + 400 or search.regret() < 0.002


def test_what_was_dropped_by_bad_luck_gets_another_chance(monkeypatch: pytest.MonkeyPatch) -> None:
    war = next(iter(questions()))
    search = Search(war, AXIS, Level(4, 4, 1), random.Random(1))
    worth = {0: 0.5, 1: 0.5, 2: 0.5, 3: 0.6}

    def trial(plan: int, world: int) -> float:
        return worth[plan] + random.Random(7 * plan + world).uniform(-0.3, 0.3) - (0.4 if plan == 3 and world < 2 else 0.0)

    monkeypatch.setattr(search, "trial", trial)
    search.run()
    assert 3 not in search.alive
    left = iter(range(3000))
    search.deepen(lambda: next(left, None) is None)
    assert search.best() == 3
    assert level(war.setup, "captain", AXIS) == Level(2, 2, 1)
