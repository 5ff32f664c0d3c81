"""Plans a search has tried out: as a hint for a person, and as what the computer thought."""

from __future__ import annotations

import random

from .client import HERE, Harbour, Json, Seat, pick
from .test_computer import mine, wait_for

CADET = {"kind": "computer", "player": "search:cadet"}


def check(lines: list[Json]) -> None:
    for line in lines:
        assert line["plan"] and all(step["label"] for step in line["plan"])
        assert 0 <= line["value"] <= 1 and line["error"] >= 0 and line["visits"] >= 0


def test_the_lines_of_a_hint_begin_with_a_legal_choice(harbour: Harbour) -> None:
    seats = harbour.open(HERE, seed=9)
    italy = seats["IT"]
    state = italy.state()
    answer = italy.get("lines")
    assert answer.status_code == 200, answer.text
    lines = answer.json()
    assert len(lines) > 1 and lines[0]["visits"] > 1
    check(lines)
    legal = {(choice["verb"], target) for choice in state["decision"]["choices"] for target in choice["targets"]}
    assert all((line["plan"][0]["verb"], line["plan"][0]["target"]) in legal for line in lines)
    assert italy.state()["number"] == state["number"], "a hint chooses nothing"
    assert seats["BR"].get("lines").status_code == 409, "who has nothing to decide has nothing to try out"
    assert seats[None].get("lines").status_code == 403


def test_other_questions_are_answered_while_a_search_thinks(harbour: Harbour) -> None:
    italy = harbour.open(HERE, seed=9)["IT"]
    choice = italy.state()["decision"]["choices"][0]
    with italy.live() as live:
        live.hear("state")
        live.say(do="lines", id=1)
        live.say(do="whynot", id=2, verb=choice["verb"], target=choice["targets"][0])
        answers = [live.hear("answer", 30) for _ in range(2)]
    assert [answer["id"] for answer in answers] == [2, 1]
    check(answers[1]["answer"])


def play_against(seat: Seat, rng: random.Random, clicks: int) -> Json:
    for _ in range(clicks):
        state = wait_for(seat, mine)
        if state["outcome"]:
            break
        seat.play(*pick(state["decision"], rng), state["number"])
    return wait_for(seat, mine)


def test_what_the_computer_thought_stays_its_secret_until_the_end(harbour: Harbour) -> None:
    """Hawks has secrets: bombs, orders. What the computer thought of them is told when nothing depends on it any more."""
    seats = harbour.open({"IT": {"kind": "here"}, "BR": CADET}, seed=4, scenario="faith-hope-charity")
    play_against(seats["IT"], random.Random(4), 12)
    told = seats["IT"].get("thoughts").json()
    assert told["thoughts"] == [] and told["reason"]
    assert seats["IT"].post("resign").status_code == 200
    told = seats["IT"].get("thoughts").json()
    assert told["reason"] is None and told["thoughts"]
    assert {thought["side"] for thought in told["thoughts"]} == {"BR"}
    for thought in told["thoughts"]:
        assert thought["player"] == "search:cadet" and thought["when"] and len(thought["lines"]) > 1
        check(thought["lines"])


def test_where_nothing_is_hidden_it_is_told_at_once(harbour: Harbour) -> None:
    opened = harbour.http.post(
        "/api/tables",
        json={"game": "herkules", "scenario": "1940", "seed": 1, "seats": {"AX": {"kind": "here"}, "BR": CADET}},
        timeout=60,
    ).json()
    seat = harbour.seats(opened)["AX"]
    state = play_against(seat, random.Random(1), 1)
    told = seat.get("thoughts").json()
    assert told["reason"] is None and state["outcome"] is None
    for thought in told["thoughts"]:
        check(thought["lines"])
