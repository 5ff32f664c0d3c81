"""What nobody looks at is not worked out, and what everybody is told is put into words once."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

import grandharbour as gh
from grandharbour.engine.choice import Decision
from grandharbour.engine.game import Game
from grandharbour.engine.geometry.bits import bits
from grandharbour.engine.table import Table
from grandharbour.server import wire
from grandharbour.server.history import History
from grandharbour.server.store import Move
from grandharbour.server.tables import _row, _take_seats

from .client import Harbour, pick

GAMES = list(gh.games())


def begun(name: str, seed: int = 1) -> History:
    rules = gh.game(name)
    taken, _ = _take_seats(rules, {side.id: wire.SeatWish("here") for side in rules.sides})
    scenario = "campaign1940" if name == "convoys" else None  # its first one has nothing to set up
    return History(_row(rules.setup(scenario), "", bytes([seed]) * 32, taken))


def _any(decision: Decision, rng: random.Random) -> tuple[str, int]:
    verb = rng.choice(list(decision.choices))
    return verb, rng.choice(list(bits(decision.choices[verb])))


def walk(history: History, clicks: int, seed: int = 1) -> Iterator[int]:
    """Random clicks, now and then one taken back; yields the side that has clicked."""
    rng = random.Random(seed)
    table = history.table
    for _ in range(clicks):
        if history.table.outcome is not None:
            return
        table = history.table
        decision = rng.choice(table.war.asked())
        side = history.game.sides[decision.side].id
        if rng.random() < 0.1 and table.undoable(decision.side) is not None:
            history.make(Move("undo", side))
        else:
            verb, target = _any(decision, rng)
            history.make(Move("choice", side, verb, table.war.target_name(verb, target)))
        yield decision.side


@pytest.mark.parametrize("name", GAMES)
def test_no_button_asks_the_adviser(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    history = begun(name)
    asked: list[str] = []
    for method in ("ideas", "advised", "value"):
        monkeypatch.setattr(Game, method, lambda *_, method=method, **__: asked.append(method))
    offered: dict[str, str] = {}
    for _ in walk(history, 60):
        for side in range(len(history.game.sides)):
            decision = history.state(side).decision
            offered |= {script.id: script.label for script in decision.scripts} if decision else {}
    assert not asked and offered and all(offered.values())


@pytest.mark.parametrize("name", GAMES)
def test_a_script_that_is_offered_can_be_played(name: str) -> None:
    table: Table = begun(name).table
    played = 0
    rng = random.Random(2)
    for _ in range(80):
        if table.outcome is not None:
            break
        decision = table.war.asked()[0]
        offered = table.offers(decision.side)
        if offered and rng.random() < 0.4:
            id = rng.choice(list(offered))
            try:
                table.script(table.scripted(decision.side, id), decision.side)
                played += 1
            except (
                gh.Illegal
            ) as late:  # after random clicks a sheet may no longer fit, which only trying tells; nothing has changed
                assert str(late) and table.war.asked()[0].side == decision.side
                table.play(*_any(decision, rng), decision.side)
        else:
            table.play(*_any(decision, rng), decision.side)
    assert played
    with pytest.raises(gh.Illegal, match="not offered"):
        table.scripted(table.war.asked()[0].side if table.outcome is None else 0, "no such script")


def test_an_event_is_put_into_words_once(monkeypatch: pytest.MonkeyPatch) -> None:
    written: list[Any] = []
    tell = Game.tell
    monkeypatch.setattr(Game, "tell", lambda self, event, setup: written.append(event) or tell(self, event, setup))
    history = begun("hawks")
    for _ in walk(history, 40, seed=5):
        pass
    told = sum(len(feed.events) for feed in history.feeds.values())
    assert told > 1.9 * len(history.table.events) > 20, "three feeds have been told nearly everything"
    assert len(written) <= 1.3 * len(history.table.events), "clicks taken back are told again, nothing else"


def test_many_messages_at_once_are_all_answered(harbour: Harbour) -> None:
    seats = harbour.open(seed=3)
    with seats["IT"].live() as live:
        state = live.hear("state")
        verb, target = pick(state["decision"], random.Random(1))
        for n in range(60):
            live.say(do="whynot", id=n, verb=verb, target=target)
        assert [live.hear("answer")["id"] for _ in range(60)] == list(range(60))
