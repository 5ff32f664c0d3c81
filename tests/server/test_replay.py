"""Looking back through somebody's eyes, playing on from a moment, going back by agreement."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from .client import HERE, LINK, Harbour, Seat, pick, play_on, problem, running

ALONE = {"IT": {"kind": "here"}, "BR": {"kind": "computer", "player": "random"}}


def resigned(harbour: Harbour, clicks: int = 40) -> dict[str | None, Seat]:
    """A game played for a while and given up."""
    seats = harbour.open(LINK, seed=5)
    play_on(seats, random.Random(5), clicks)
    if seats["IT"].state()["outcome"] is None:
        assert seats["IT"].post("resign").status_code == 200
    return seats


def test_moments_say_where_turns_battles_and_dice_are(harbour: Harbour) -> None:
    seats = resigned(harbour, 150)
    found = seats["IT"].get("moments").json()
    assert found["moments"] == len(found["told"]) == len(found["public"]) > 10
    assert found["told"] == sorted(found["told"]) and found["public"] == sorted(found["public"])
    assert found["dice"], "nothing was rolled in 150 clicks"
    for k in range(found["moments"]):
        moment = seats["IT"].get(f"moments/{k}").json()
        assert (k in found["dice"]) == any(event["dice"] for event in moment["events"])
        assert (k in found["battles"]) == any(event["result"] is not None for event in moment["events"])


def test_while_it_runs_a_seat_has_its_own_eyes_only(harbour: Harbour) -> None:
    seats = harbour.open(LINK, seed=5)
    play_on(seats, random.Random(5), 30)
    for eyes in ("BR", "all"):
        problem(seats["IT"].get("moments", eyes=eyes), "still-running", 409)
        problem(seats["IT"].get("moments/1", eyes=eyes), "still-running", 409)
        problem(seats["IT"].get("events", eyes=eyes), "still-running", 409)
        problem(seats[None].get("moments/0", eyes=eyes), "still-running", 409)
    assert seats["IT"].get("moments", eyes="IT").json() == seats["IT"].get("moments").json()
    assert seats["IT"].get("moments", eyes="public").json() == seats[None].get("moments").json()
    problem(seats["IT"].get("moments", eyes="nobody"), "bad-request", 400)


def test_after_the_end_everybody_may_look_through_any_eyes(harbour: Harbour) -> None:
    seats = resigned(harbour)
    for eyes in ("IT", "BR"):
        theirs = seats[eyes].get("moments").json()
        assert seats[None].get("moments", eyes=eyes).json() == theirs
        k = theirs["moments"] - 1
        assert seats[None].get(f"moments/{k}", eyes=eyes).json() == seats[eyes].get(f"moments/{k}").json()
        assert seats[None].get("events", eyes=eyes).json() == seats[eyes].state()["events"]
    everything = seats[None].get("moments", eyes="all").json()
    assert everything["told"][-1] >= max(seats[s].get("moments").json()["told"][-1] for s in ("IT", "BR"))


def test_playing_on_from_a_moment(harbour: Harbour) -> None:
    seats = resigned(harbour)
    k = seats["IT"].get("moments", eyes="all").json()["moments"] // 2
    then = seats[None].get(f"moments/{k}", eyes="all").json()["view"]
    answer = seats[None].post("branch", moment=k, eyes="all", seats=HERE)
    assert answer.status_code == 201, answer.text
    new = harbour.seats(answer.json())
    state = new["IT"].state()
    assert state["table"] != seats["IT"].table and state["outcome"] is None
    assert state["view"]["heading"] == then["heading"] and state["view"]["turn"] == then["turn"]
    assert {(p["id"], p["at"]) for p in state["view"]["pieces"]} == {(p["id"], p["at"]) for p in then["pieces"]}
    assert play_on(new, random.Random(1), 10) == 10
    assert answer.json()["commitment"] != seats["IT"].state()["dice"]["commitment"]


def test_playing_on_while_it_runs_needs_a_table_for_one(harbour: Harbour) -> None:
    together = harbour.open(LINK, seed=5)
    play_on(together, random.Random(5), 30)
    problem(together["IT"].post("branch", moment=1, seats=HERE), "still-running", 409)
    alone = harbour.open(HERE, seed=5)
    play_on(alone, random.Random(5), 30)
    problem(alone[None].post("branch", moment=1, seats=HERE), "still-running", 409)
    assert alone["IT"].post("branch", moment=1, seats=HERE).status_code == 201
    problem(alone["IT"].post("branch", moment=999, seats=HERE), "not-found", 404)
    problem(alone["IT"].post("branch", moment=1, seats={"IT": {"kind": "here"}}), "bad-request", 400)


def test_since_counts_what_others_did(harbour: Harbour) -> None:
    seats = harbour.open(LINK, seed=5)
    rng = random.Random(5)
    assert seats[None].state()["since"] is None
    later = 0
    for _ in range(60):
        if not play_on(seats, rng, 1):
            break
        for side in ("IT", "BR"):
            state = seats[side].state()
            assert 0 <= state["since"] <= len(state["events"])
            later += state["since"] < len(state["events"])
    assert later


def test_the_other_side_agrees_to_go_back(harbour: Harbour) -> None:
    seats = harbour.open(LINK, seed=5)
    assert play_on(seats, random.Random(5), 32) == 32
    before = seats["IT"].state()
    k = seats["IT"].get("moments").json()["marks"][-1]["moment"]  # a turn's start: nobody is in the middle of planning
    then = seats["IT"].get(f"moments/{k}").json()
    asked = seats["IT"].post("takeback", moment=k).json()
    assert asked["takeback"]["by"] == "IT" and asked["view"] == before["view"]
    assert seats["BR"].state()["takeback"] == asked["takeback"]
    problem(seats["IT"].post("takeback/answer", accept=True), "wrong-seat", 403)
    problem(seats[None].post("takeback/answer", accept=True), "wrong-seat", 403)
    with seats["BR"].live(since=len(seats["BR"].state()["events"])) as live:
        assert live.hear("state")["takeback"]
        assert seats["BR"].post("takeback/answer", accept=True).status_code == 200
        news = live.hear("state")
        assert news["takeback"] is None
    after = seats["IT"].state()
    assert after["view"] == then["view"] and after["takeback"] is None and after["epoch"] > before["epoch"]
    assert len(after["events"]) < len(before["events"]) and after["events"] == before["events"][: len(after["events"])]
    assert seats["BR"].state()["events"][: news["from"]] + news["events"] == seats["BR"].state()["events"]
    problem(seats["BR"].post("takeback/answer", accept=True), "stale", 409)
    assert play_on(seats, random.Random(6), 10) == 10


def test_a_declined_or_overtaken_request_changes_nothing(harbour: Harbour) -> None:
    seats = harbour.open(LINK, seed=5)
    play_on(seats, random.Random(5), 30)
    before = seats["IT"].state()
    for answering in ("BR", "IT"):  # the other side declines, or who asked withdraws
        assert seats["IT"].post("takeback", moment=0).json()["takeback"]
        assert seats[answering].post("takeback/answer", accept=False).status_code == 200
        assert seats["IT"].state() == before
    assert seats["IT"].post("takeback", moment=0).json()["takeback"]
    play_on(seats, random.Random(7), 1)
    assert seats["IT"].state()["takeback"] is None
    last = seats["IT"].get("moments").json()["moments"] - 1
    assert seats["IT"].post("takeback", moment=last + 5).status_code == 404


@pytest.mark.parametrize("seats", [HERE, ALONE], ids=["here", "computer"])
def test_nobody_else_need_be_asked(harbour: Harbour, seats: dict[str, object]) -> None:
    found = harbour.open(seats, seed=5)
    play_on(found, random.Random(5), 8)
    state = found["IT"].post("takeback", moment=0).json()
    assert state["takeback"] is None
    assert state["view"]["turn"] == found["IT"].get("moments/0").json()["view"]["turn"]


def test_the_luck_ledger_of_a_seat(harbour: Harbour) -> None:
    seats = harbour.open(LINK, seed=5)
    problem(seats[None].get("luck"), "still-running", 409)
    answer = seats["IT"].get("luck").json()
    assert set(answer) == {"done", "of", "ledger", "turning"} and answer["turning"] == []


def test_a_take_back_outlives_a_restart(tmp_path: Path) -> None:
    with running(tmp_path) as harbour:
        seats = harbour.open(HERE, seed=5)
        play_on(seats, random.Random(5), 25)
        k = seats["IT"].get("moments").json()["marks"][-1]["moment"]
        assert seats["IT"].post("takeback", moment=k).json()["takeback"] is None
        play_on(seats, random.Random(8), 5)
        before = {side: seat.state() for side, seat in seats.items()}
    with running(tmp_path) as harbour:
        for side, seat in seats.items():
            assert Seat(harbour.http, seat.table, side, seat.token).state() == before[side]


def test_moments(harbour: Harbour) -> None:
    seats = harbour.open(LINK, seed=4)
    rng = random.Random(4)
    play_on(seats, rng, clicks=45)
    for side in ("IT", "BR", None):
        check_moments(seats[side])
    # Own unfinished choices are moments of one's own only.
    owing = next(seat for seat in seats.values() if seat.token and seat.state()["decision"])
    play_on(seats, rng)
    for side in ("IT", "BR", None):
        check_moments(seats[side])
    problem(owing.get("moments/9999"), "not-found", 404)
    problem(owing.get("moments/-1"), "not-found", 404)
    problem(owing.get("moments/x"), "bad-request", 400)


def check_moments(seat: Seat) -> None:
    state = seat.state()
    listed = seat.get("moments").json()
    assert listed["marks"][0]["moment"] == 0
    told = []
    for k in range(listed["moments"]):
        moment = seat.get(f"moments/{k}").json()
        assert moment["moment"] == k and moment["events"]
        told += moment["events"]
    assert told == state["events"], "the moments tell the whole story once"
    assert moment["view"]["pieces"] == state["view"]["pieces"], "the last moment is now"
    headings = [mark["label"] for mark in listed["marks"]]
    assert len(set(headings)) == len(headings)


def test_undone_choices_are_no_moments(harbour: Harbour) -> None:
    seats = harbour.open(LINK, seed=0)
    italy = seats["IT"]
    italy.play("objective", "C5")
    assert italy.get("moments").json()["moments"] == 2 and seats["BR"].get("moments").json()["moments"] == 1
    italy.post("undo", number=1)
    assert italy.get("moments").json()["moments"] == 1
    italy.play("objective", "D5")
    assert italy.get("moments/1").json()["view"]["markers"][0]["at"] == "D5"


def test_random_undo_never_disturbs_the_table(harbour: Harbour) -> None:
    """Clicks and undos of both sides at random: feeds, moments and numbers stay whole."""
    seats = harbour.open(LINK, seed=11)
    rng = random.Random(11)
    for _ in range(150):
        side = rng.choice(("IT", "BR"))
        state = seats[side].state()
        if state["can_undo"] and rng.random() < 0.3:
            assert seats[side].post("undo", number=state["number"]).status_code == 200
        elif state["decision"]:
            verb, target = pick(state["decision"], rng)
            seats[side].play(verb, target, state["number"])
    for side in ("IT", "BR", None):
        check_moments(seats[side])
