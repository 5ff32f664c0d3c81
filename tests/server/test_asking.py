"""Questions of a seat: why not, odds, hints, plans a search has tried out, what the computer thought; over HTTP and live."""

from __future__ import annotations

import random

from .client import HERE, LINK, Harbour, Json, Seat, pick, play_on, problem
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
        answers = [live.hear("answer") for _ in range(3)]
    assert [answer["id"] for answer in answers] == [2, 1, 1]
    assert [answer.get("more") for answer in answers] == [None, True, None], "what a short look finds comes first"
    check(answers[1]["answer"])
    check(answers[2]["answer"])
    tried = [sum(line["visits"] for line in answer["answer"]) for answer in answers[1:]]
    assert 0 < tried[0] <= tried[1], "a search may be done within its short look"


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


def test_why_not_and_odds(harbour: Harbour) -> None:
    seats = harbour.open(seed=7)
    italy = seats["IT"]
    refusal = italy.get("whynot", verb="objective", target="C4").json()
    assert refusal["rule"] == "HM-SETUP.3" and "C5" in refusal["spaces"] and refusal["because"] is None
    assert italy.get("whynot", verb="objective", target="C5").json() is None
    assert italy.get("odds", verb="objective", target="C5").json() is None
    problem(italy.get("odds", verb="objective", target="C4"), "illegal-choice", 409)
    problem(seats["BR"].get("whynot", verb="objective", target="C4"), "not-your-decision", 409)
    problem(seats[None].get("whynot", verb="objective", target="C4"), "wrong-seat", 403)
    problem(italy.get("whynot"), "bad-request", 400)

    def shooting(states: Json) -> bool:
        return any(
            c["dice"] and c["verb"] != "to" and c["targets"]
            for s in states.values()
            if s["decision"]
            for c in s["decision"]["choices"]
        )

    rng = random.Random(2)
    for seed in range(20):
        seats = harbour.open(seed=seed)
        play_on(seats, rng, until=shooting)
        seat = next((s for s in seats.values() if s.token and s.state()["decision"]), None)
        if seat is None:
            continue
        choice = next(c for c in seat.state()["decision"]["choices"] if c["dice"] and c["verb"] != "to" and c["targets"])
        odds = seat.get("odds", verb=choice["verb"], target=choice["targets"][0]).json()
        assert abs(sum(chance["p"] for chance in odds["chances"]) - 1) < 1e-9 and odds["rule"]
        if len(odds["chances"]) > 1:
            assert "/" in odds["chances"][0]["exact"]
            return
    raise AssertionError("no shot in twenty games")


def test_one_door(harbour: Harbour) -> None:
    """Every deed and question gets the same answer, or the same refusal, by a single request and live."""
    seats = harbour.open(LINK, seed=0)
    routes = {"play": "choices", "order": "orders"}
    questions: list[Json] = [
        {"do": "whynot", "verb": "objective", "target": "C4"},
        {"do": "whynot", "verb": "objective", "target": "C5"},
        {"do": "odds", "verb": "objective", "target": "C5"},
        {"do": "odds", "verb": "objective", "target": "C4"},
        {"do": "preview", "verb": "dance"},
        {"do": "hint"},
    ]
    deeds: list[Json] = [
        {"do": "play", "number": 0, "verb": "objective", "target": "C4"},
        {"do": "play", "number": 9, "verb": "objective", "target": "C5"},
        {"do": "play", "number": 0, "verb": "objective", "target": "C5", "side": "GE"},
        {"do": "undo", "number": 0},
        {"do": "script", "number": 0, "script": "nonsense"},
        {"do": "order", "number": 0, "step": "Nonsense", "order": "quiet"},
    ]
    for seat in (seats["IT"], seats["BR"], seats[None]):
        with seat.live() as live:
            live.hear("state")
            for said in questions + deeds:
                path = routes.get(said["do"], said["do"])
                rest = {key: value for key, value in said.items() if key != "do"}
                answer = seat.get(path, **rest) if said in questions else seat.post(path, **rest)
                live.say(id=1, **said)
                heard = live.hear()
                if heard["type"] == "problem":
                    assert (heard["do"], heard["id"], heard["problem"]) == (said["do"], 1, answer.json()), said
                else:
                    assert said in questions and heard == {"type": "answer", "id": 1, "answer": answer.json()}, said
    assert [seat.state()["number"] for seat in seats.values()] == [0, 0, 0]
