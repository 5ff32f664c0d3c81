"""The event loop never computes: what may take more than a few milliseconds is done in another thread, what nobody looks at nowhere.

Seen by where a function runs, not by how long it takes: a busy machine proves nothing.
"""

from __future__ import annotations

import asyncio
import random
from pathlib import Path
from typing import Any

import pytest

from grandharbour.engine import save
from grandharbour.engine.game import Game
from grandharbour.engine.table import Table
from grandharbour.engine.war import War
from grandharbour.server import asking, luck, pages
from grandharbour.server.history import History

from .client import HERE, LINK, Harbour, Seat, eventually, pick, play_on, running
from .postgres import Cluster

pytestmark = pytest.mark.xdist_group("postgres")
STEPS = ["PlaceObjectives", "PlaceGuns", "PlaceClouds", "PlacePlanes", "Priority", "Move"]


def watched(monkeypatch: pytest.MonkeyPatch, owner: Any, name: str) -> list[bool]:
    """For every call of a function from now on: whether a loop ran in its thread."""
    calls: list[bool] = []
    work = getattr(owner, name)

    def look(*about: Any, **more: Any) -> Any:
        calls.append(asyncio._get_running_loop() is not None)
        return work(*about, **more)

    monkeypatch.setattr(owner, name, look)
    return calls


def standing(seat: Seat, order: str, steps: list[str] = STEPS) -> None:
    for step in steps:
        answer = seat.post("orders", number=seat.state()["number"], step=step, order=order)
        assert answer.status_code == 200, answer.text


def test_standing_orders_play_on_elsewhere(harbour: Harbour, monkeypatch: pytest.MonkeyPatch) -> None:
    """Italy lets the adviser answer. It is asked when the order is given, and behind clicks of Britain; never in the loop."""
    seats = harbour.open(HERE, seed=9)
    asked = watched(monkeypatch, Game, "ideas")
    standing(seats["IT"], "advised")
    given = len(asked)
    assert given
    play_on({"BR": seats["BR"]}, random.Random(1), clicks=30)
    assert len(asked) > given, "Britain's clicks let Italy's orders play on"
    assert not any(asked)


def test_quiet_orders_play_on_elsewhere(harbour: Harbour, monkeypatch: pytest.MonkeyPatch) -> None:
    """They ask no adviser, but may answer a hundred times behind one click."""
    seats = harbour.open(HERE, seed=9)
    standing(seats["BR"], "quiet")
    played = watched(monkeypatch, History, "prepare")
    play_on({"IT": seats["IT"]}, random.Random(1), clicks=3)
    assert played and not any(played)


def test_a_server_that_reads_on_computes_elsewhere(postgres: Cluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Standing orders play on at the other server too, when it is told what was clicked here."""
    database = postgres.database()
    with running(tmp_path, database=database) as one, running(tmp_path, database=database) as two:
        here = one.open(LINK, seed=9)
        there = two.seat(here["BR"].table, "BR", here["BR"].token)
        there.state()
        asked = watched(monkeypatch, Game, "ideas")
        read = watched(monkeypatch, Table, "order")
        standing(here["IT"], "advised", ["PlaceObjectives"])
        eventually(lambda: len(read) >= 2 and there.state()["decision"])
        assert len(read) >= 2 and asked and not any(asked + read)


def test_nothing_is_worked_out_for_a_button(harbour: Harbour, monkeypatch: pytest.MonkeyPatch) -> None:
    """States with scripts are sent, live and by request: nobody runs the adviser before one is played, and then elsewhere."""
    asked = watched(monkeypatch, Game, "ideas")
    scripted = watched(monkeypatch, Table, "scripted")

    def offered(states: dict[str | None, Any]) -> bool:
        return any(state["decision"] and state["decision"]["scripts"] for state in states.values())

    seats = harbour.open(HERE, seed=4)
    with seats["IT"].live() as line, seats[None].live():
        line.hear("state")
        play_on(seats, random.Random(1), until=offered)
    states = [seats[side].state() for side in ("IT", "BR")]
    state = next(state for state in states if state["decision"] and state["decision"]["scripts"])
    assert not asked and not scripted
    done = seats[state["side"]].post("script", number=state["number"], script=state["decision"]["scripts"][0]["id"])
    assert done.status_code == 200, done.text
    assert scripted and not any(asked + scripted)


def test_questions_are_answered_elsewhere(harbour: Harbour, monkeypatch: pytest.MonkeyPatch) -> None:
    seats = harbour.open(HERE, seed=0)
    play_on(seats, random.Random(1), clicks=25)
    state = next(seats[side].state() for side in ("IT", "BR") if seats[side].state()["decision"])
    seat = seats[state["side"]]
    verb, target = pick(state["decision"], random.Random(1))
    piece = state["view"]["pieces"][0]["id"]
    layer = harbour.http.get("/api/games/hawks/board").json()["overlays"][0]["id"]
    asked: list[tuple[Any, str, str, dict[str, Any]]] = [
        (Game, "ideas", "hint", {}),
        (War, "odds", "odds", {"verb": verb, "target": target}),
        (Game, "preview", "preview", {"verb": verb, "target": target}),
        (asking, "engine_reach", "reach", {"piece": piece}),
        (Table, "final", "final", {"verb": verb, "target": target}),
        (Game, "overlay", "overlay", {"id": layer}),
        (History, "_points", "moments", {}),
        (History, "told", "events", {}),
        (History, "moment", "moments/0", {}),
        (save, "dumps", "save", {}),
        (History, "_points", "comments", {}),
        (luck, "story", "luck", {}),
    ]
    for owner, name, question, about in asked:
        with monkeypatch.context() as patch:
            calls = watched(patch, owner, name)
            answer = seat.get(question, **about)
            assert answer.status_code == 200, answer.text
            assert calls and not any(calls), question


def test_a_rulebook_is_made_elsewhere(harbour: Harbour, monkeypatch: pytest.MonkeyPatch) -> None:
    calls = watched(monkeypatch, pages, "rulebook")
    assert harbour.http.get("/api/games/hawks/rulebook").status_code == 200
    assert calls and not any(calls)


def test_a_game_with_its_comments_is_written_elsewhere(harbour: Harbour, monkeypatch: pytest.MonkeyPatch) -> None:
    seats = harbour.open(HERE, seed=0)
    play_on(seats, random.Random(1), clicks=25)
    watched_points = watched(monkeypatch, History, "_points")
    assert seats["IT"].post("comments", moment=0, text="Here it began").status_code == 201
    assert watched_points and not any(watched_points)
    seats["IT"].post("resign")
    calls = watched(monkeypatch, save, "dumps")
    assert seats[None].get("annotated").status_code == 200
    assert calls and not any(calls)


def test_a_step_back_is_replayed_elsewhere(harbour: Harbour, monkeypatch: pytest.MonkeyPatch) -> None:
    seats = harbour.open(HERE, seed=0)
    state = seats["IT"].state()
    for _ in range(2):
        state = seats["IT"].play(*pick(state["decision"], random.Random(1)))
    for name, path, about in [("prepare", "undo", {"number": state["number"]}), ("_points", "takeback", {"moment": 0})]:
        with monkeypatch.context() as patch:
            calls = watched(patch, History, name)
            answer = seats["IT"].post(path, **about)
            assert answer.status_code == 200, answer.text
            assert calls and not any(calls), path
