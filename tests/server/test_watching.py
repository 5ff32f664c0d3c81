"""Who watches a game with secrets sees it late, whichever way he looks; who plays it does not, and at the end everybody sees all."""

from __future__ import annotations

import random
from pathlib import Path

from .client import Harbour, Json, Seat, play_on, running

LATE = 4


def opened(harbour: Harbour, name: str = "convoys") -> dict[str | None, Seat]:
    sides = [side["id"] for game in harbour.http.get("/api/games").json() if game["id"] == name for side in game["sides"]]
    return harbour.open({side: {"kind": "link"} for side in sides}, game=name, seed=5)


def looks(seat: Seat) -> Json:
    """All a watcher can get at over HTTP."""
    state = seat.state()
    return {
        "events": state["events"], "view": state["view"], "moments": seat.get("moments").json()["moments"], "told": seat.get("events").json(),
        "record": seat.get("save").text.count("\n") - 2, "heading": seat.http.get(f"/api/tables/{seat.table}").json()["heading"],
    }  # fmt: skip


def test_nobody_sees_it_earlier(tmp_path: Path) -> None:
    """The same game at two servers: what the late one shows was shown by the other at least four moments before."""
    (tmp_path / "now").mkdir()
    (tmp_path / "late").mkdir()
    with running(tmp_path / "now", watch_moves=0) as now, running(tmp_path / "late", watch_moves=LATE) as late:
        at_once, later = opened(now), opened(late)
        rng, held_back = random.Random(3), 0
        with later[None].live() as live:
            live.hear("state")
            for _ in range(9):
                seed = rng.random()
                for seats in (at_once, later):
                    play_on(seats, random.Random(seed), clicks=3)
                truth, seen = looks(at_once[None]), looks(later[None])
                total = truth["moments"]
                assert seen["moments"] <= max(1, total - LATE)
                held_back += total - seen["moments"]
                assert seen["events"] == truth["events"][: len(seen["events"])]
                assert len(seen["told"]) == len(seen["events"]) == seen["record"]
                moment = at_once[None].get(f"moments/{seen['moments'] - 1}").json()
                assert moment["view"] == seen["view"], "the table as it was then"
                assert seen["heading"] == seen["view"]["heading"]
                refused = later[None].get(f"moments/{seen['moments']}")
                assert refused.status_code == 404, "not even by its number"
                if len(seen["events"]) > len(live.state["events"]) + live.state["from"]:
                    live.hear("state")
                assert live.state["from"] + len(live.state["events"]) <= len(seen["events"])
                assert later[None].state()["clock"] is None and later[None].state()["waiting"] == []
        assert held_back > 20
        side = next(side for side in later if side)
        assert later[side].state()["late"] == 0 < later[None].state()["late"]
        own, other = later[side].state(), at_once[side].state()
        assert own["view"] == other["view"], "who plays sees it at once"
        later[side].post("resign")
        assert later[None].get("moments").json()["moments"] >= total and later[None].state()["late"] == 0


def test_a_game_without_secrets_is_shown_at_once(tmp_path: Path) -> None:
    with running(tmp_path, watch_moves=LATE) as harbour:
        seats = opened(harbour, "kesselring")
        play_on(seats, random.Random(1), clicks=150)
        side = next(side for side in seats if side)
        assert seats[None].get("moments").json()["moments"] > 1 and seats[None].state()["late"] == 0
        assert seats[None].state()["view"]["heading"] == seats[side].state()["view"]["heading"]


def test_minutes(tmp_path: Path) -> None:
    now = [1_800_000_000.0]
    with running(tmp_path, watch_moves=0, watch_minutes=10.0, clock=lambda: now[0]) as harbour:
        seats = opened(harbour)
        play_on(seats, random.Random(1), clicks=15)
        assert seats[None].state()["late"] > 0 and seats[None].get("moments").json()["moments"] == 1
        now[0] += 599
        play_on(seats, random.Random(2), clicks=3)
        assert seats[None].get("moments").json()["moments"] == 1
        now[0] += 2
        play_on(seats, random.Random(3), clicks=3)
        assert seats[None].get("moments").json()["moments"] > 1 and seats[None].state()["late"] > 0
