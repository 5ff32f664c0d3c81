"""An auction of the sides at a table: the two exchange seats, with their keys, and nobody sees anything more as the side he had."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from .client import Harbour, Seat, eventually, problem, running
from .postgres import Cluster
from .test_club_games import Player

pytestmark = pytest.mark.xdist_group("postgres")

TWO = {"AX": {"kind": "here"}, "AL": {"kind": "link"}}


@pytest.fixture(params=["sqlite", "postgresql"])
def club(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Harbour]:
    found: dict[str, str] = {}
    if request.param == "postgresql":
        cluster: Cluster = request.getfixturevalue("postgres")
        found = {"database": cluster.database()}
    with running(tmp_path, club="open", **found) as harbour:
        yield harbour


def auction(harbour: Harbour, seats: object = TWO) -> dict[str | None, Seat]:
    return harbour.open(seats, game="convoys", scenario="summer1940", options={"auction": True})


def bid(seats: dict[str | None, Seat], points: int, fewer: int) -> dict[str, object]:
    """Who has the Axis asks for so many points, the other one for fewer, and gets it. What the last click is answered with."""
    seats["AX"].play("underbid", points)
    seats["AL"].play("underbid", fewer)
    return seats["AX"].play("let-have")


def test_two_exchange_seats_with_their_keys(harbour: Harbour) -> None:
    seats = auction(harbour)
    ada, bob = seats["AX"], seats["AL"]
    with ada.live() as socket:
        assert socket.hear("state")["side"] == "AX"
        answered = bid(seats, 3, 1)
        assert answered["side"] == "AL", "the answer is shown to who he is now"
        told = []
        with pytest.raises(Exception, match="1012"):
            while True:
                told.append(socket.hear())
    assert not any(event["kind"] == "auction-over" for message in told for event in message.get("events", [])), (
        "nothing more as the old side"
    )
    assert ada.state()["side"] == "AL" and bob.state()["side"] == "AX"
    asked = [state["decision"]["choices"][0]["verb"] for state in (ada.state(), bob.state()) if state["decision"]]
    assert asked and "underbid" not in asked, "the game begins"
    points = {track["id"]: track["value"] for track in bob.state()["view"]["tracks"]}
    assert points["points-AX"] == 1


def test_nobody_does_anything_as_the_side_he_had(harbour: Harbour) -> None:
    """A request that was begun before the exchange speaks for the seat of who sent it, and that is another now."""
    seats = auction(harbour)
    ada = seats["AX"]
    with ada.half_said("resign") as rest:
        bid(seats, 3, 1)
        assert rest() == 403
    assert ada.state()["outcome"] is None


def test_who_keeps_his_side_stays_where_he_sits(harbour: Harbour) -> None:
    seats = auction(harbour)
    seats["AX"].play("underbid", 1)
    assert seats["AL"].play("let-have")["side"] == "AL"
    assert seats["AX"].state()["side"] == "AX"


def test_two_at_one_screen_change_chairs_themselves(harbour: Harbour) -> None:
    seats = auction(harbour, {"AX": {"kind": "here"}, "AL": {"kind": "here"}})
    bid(seats, 3, 1)
    assert seats["AX"].state()["side"] == "AX"


def test_against_the_computer(harbour: Harbour) -> None:
    """It asks for the measured point; who would do it for nothing plays the Axis instead of the Allies, and the computer goes on as the Allies."""
    seats = auction(harbour, {"AX": {"kind": "computer", "player": "greedy"}, "AL": {"kind": "here"}})
    me = seats["AL"]
    eventually(lambda: me.state()["decision"])
    assert "1 point" in me.state()["decision"]["prompt"]
    me.play("underbid", 0)
    state = eventually(me.state, lambda state: state["side"] == "AX" and state["decision"])
    assert state["decision"]["choices"][0]["verb"] != "underbid"
    assert {seat["side"]: seat["kind"] for seat in _seats(harbour, me.table)} == {"AX": "here", "AL": "computer"}


def _seats(harbour: Harbour, table: str) -> list[dict[str, str]]:
    card = harbour.http.get(f"/api/tables/{table}").json()
    return [{"side": side, "kind": seat["kind"]} for side, seat in card["seats"].items()]


def test_it_is_so_after_a_restart(tmp_path: Path) -> None:
    with running(tmp_path) as harbour:
        seats = auction(harbour)
        bid(seats, 3, 1)
        table, key = seats["AX"].table, seats["AX"].token
    with running(tmp_path) as harbour:
        assert harbour.seat(table, "", key).state()["side"] == "AL"


def test_going_back_before_the_auction_takes_the_seats_along(harbour: Harbour) -> None:
    seats = auction(harbour)
    bid(seats, 3, 1)
    was_axis, was_allied = seats["AX"], seats["AL"]
    assert was_allied.post("takeback", moment=0).status_code == 200
    assert was_axis.post("takeback/answer", accept=True).status_code == 200
    assert was_axis.state()["side"] == "AX" and was_allied.state()["side"] == "AL"
    assert was_axis.state()["decision"]["choices"][0]["verb"] == "underbid"


def test_who_is_known_by_name_sits_on_the_other_seat(club: Harbour) -> None:
    ada, bob = Player(club, "Ada"), Player(club, "Bob")
    wish = {"game": "convoys", "scenario": "summer1940", "side": "AX", "options": {"auction": True}}
    table = bob.accept(ada.challenge(**wish)["id"])["table"]
    bid({"AX": ada.mine(table, "AX"), "AL": bob.mine(table, "AL")}, 3, 1)
    assert ada.mine(table, "AL").state()["side"] == "AL" and bob.mine(table, "AX").state()["side"] == "AX"
    problem(ada.mine(table, "AX").get("state"), "wrong-seat", 403)
    (listed,) = ada.tables()
    assert listed["mine"] == ["AL"]
