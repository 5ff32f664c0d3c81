"""Gestures over the wire: where a piece can go, a row of clicks played as one and taken back as one, kept over a restart."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from .client import Harbour, Seat, problem, running


def mover(harbour: Harbour) -> tuple[dict[str | None, Seat], Seat, str]:
    """Kesselring's second scenario at the first Action, its seat and a unit that can move."""
    seats = harbour.open(
        {"AX": {"kind": "here"}, "AL": {"kind": "here"}}, game="kesselring", scenario="avalanche-baytown", seed=7
    )
    for _ in range(120):
        seat = next(seats[side] for side in ("AX", "AL") if seats[side].state()["decision"])
        state = seat.state()
        verbs = {choice["verb"]: choice["targets"] for choice in state["decision"]["choices"]}
        if verbs.get("move"):
            for piece in state["view"]["pieces"]:
                if piece["side"] == seat.side and any(
                    len(way["clicks"]) > 2 for way in seat.get("reach", piece=piece["id"]).json()
                ):
                    return seats, seat, piece["id"]
        hint = seat.get("hint").json()[0]
        seat.play(hint["verb"], hint["target"], state["number"])
    raise AssertionError("nobody ever moves")


def where(seat: Seat, piece: str) -> Any:
    return next(p["at"] for p in seat.state()["view"]["pieces"] if p["id"] == piece)


def test_a_row_is_one_gesture_and_one_undo(tmp_path: Path) -> None:
    with running(tmp_path) as harbour:
        seats, seat, piece = mover(harbour)
        start, number = where(seat, piece), seat.state()["number"]
        way = next(way for way in seat.get("reach", piece=piece).json() if len(way["clicks"]) > 2)
        row = [{"verb": click["verb"], "target": click["target"]} for click in way["clicks"]]
        assert seat.post("chain", number=number, clicks=row).status_code == 200
        assert where(seat, piece) == way["place"] != start and seat.state()["number"] == number + 1
        seat.post("undo", number=number + 1)
        assert where(seat, piece) == start, "one undo takes the whole row back"
        seat.post("chain", number=number + 2, clicks=row)
        token, table, side = seat.token, seat.table, seat.side
        other = next(seats[s] for s in seats if s not in (side, None))
        problem(other.post("chain", number=0, clicks=row), "stale" if other.state()["number"] else "not-your-decision", 409)
        problem(seats[None].post("chain", number=0, clicks=row), "wrong-seat", 403)
        problem(seat.get("reach", piece="nobody"), "not-found", 404)
    with running(tmp_path) as harbour:
        again = Seat(harbour.http, table, side, token)
        assert where(again, piece) == way["place"], "a row is replayed from the database"


def test_a_row_that_does_not_fit_changes_nothing(harbour: Harbour) -> None:
    _, seat, _ = mover(harbour)
    state = seat.state()
    row = [{"verb": "move", "target": None}, {"verb": "to", "target": "nowhere"}]
    problem(seat.post("chain", number=state["number"], clicks=row), "illegal-choice", 409)
    assert seat.state() == state
    assert seat.post("chain", number=state["number"], clicks=[]).status_code in (400, 422)
