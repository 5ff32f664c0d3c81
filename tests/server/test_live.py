"""The live part: news at once, resuming, double clicks, bad messages."""

from __future__ import annotations

import random
from concurrent.futures import ThreadPoolExecutor

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from .client import LINK, Harbour, Json, Live, pick, play_on


def follow(events: list[Json], state: Json) -> list[Json]:
    """What a client does with a state: cut the own list, then append."""
    assert state["from"] <= len(events)
    return events[: state["from"]] + state["events"]


def test_news_reach_everybody_when_they_may(harbour: Harbour) -> None:
    seats = harbour.open(LINK, seed=0)
    with seats["IT"].live() as italy, seats["BR"].live() as britain, seats[None].live() as watcher:
        first = italy.hear()
        assert first["type"] == "state" and first["side"] == "IT" and first["decision"]
        assert britain.hear()["side"] == "BR" and watcher.hear()["side"] is None
        italy.say(do="play", number=0, verb="objective", target="C5")
        state = italy.hear("state")
        assert state["number"] == 1 and state["from"] == len(first["events"]) and len(state["events"]) == 1
        assert britain.hear("state")["waiting"][0]["text"] == "Italy is planning"
        assert watcher.hear("state")["events"] == []
        italy.say(do="play", number=1, verb="objective", target="D5")
        italy.hear("state")
        assert britain.quiet() and watcher.quiet(), "how many secret clicks are made does not show either"
        italy.say(do="play", number=2, verb="objective", target="E5")
        assert italy.hear("state")["decision"] is None
        seen = britain.hear("state")
        assert seen["decision"]["rule"] == "HM-SETUP.4"
        assert [event["kind"] for event in seen["events"]] == ["objective"] * 3 + ["roll_guns"]
        assert [event["kind"] for event in watcher.hear("state")["events"]] == ["objective"] * 3 + ["roll_guns"]


def test_undo_is_seen_by_its_own_side_only(harbour: Harbour) -> None:
    seats = harbour.open(LINK, seed=0)
    with seats["IT"].live() as italy, seats["BR"].live() as britain:
        start = italy.hear()
        before = britain.hear()
        italy.say(do="play", number=0, verb="objective", target="C5")
        held = follow(start["events"], italy.hear("state"))
        assert britain.hear("state")["waiting"][0]["text"] == "Italy is planning"
        italy.say(do="undo", number=1)
        state = italy.hear("state")
        assert state["epoch"] == 1 and follow(held, state) == start["events"] and state["view"]["markers"] == []
        after = britain.hear("state")
        assert {**after, "from": 0, "events": [], "rev": 0} == {**before, "from": 0, "events": []}, (
            "back to where it was, epoch and all"
        )


def test_questions_and_problems(harbour: Harbour) -> None:
    seats = harbour.open(LINK, seed=0)
    with seats["IT"].live() as italy, seats[None].live() as watcher:
        italy.hear()
        watcher.hear()
        italy.say(do="whynot", id=5, verb="objective", target="C4")
        answer = italy.hear()
        assert (answer["type"], answer["id"], answer["answer"]["rule"]) == ("answer", 5, "HM-SETUP.3")
        italy.say(do="odds", id=6, verb="objective", target="C5")
        assert italy.hear() == {"type": "answer", "id": 6, "answer": None}
        italy.say(do="odds", id=7, verb="objective", target="C4")
        answer = italy.hear()
        assert (answer["type"], answer["id"], answer["do"]) == ("problem", 7, "odds")
        italy.say(do="play", number=0, verb="objective", target="C4")
        told = italy.hear()
        assert told["problem"]["type"] == "/problems/illegal-choice" and told["problem"]["rule"] == "HM-SETUP.3"
        italy.say(do="play", number=9, verb="objective", target="C5")
        assert italy.hear()["problem"]["type"] == "/problems/stale"
        for wrong in ({"do": "dance", "number": 0}, {"do": "play", "verb": "objective"}, {"do": 3}, {}):
            italy.say(**wrong)
            assert italy.hear()["problem"]["type"] == "/problems/bad-request", wrong
        for text in ("", "{", "[]", "null", '{"do":"play","number":true}', '{"do":"play","number":1e9}', "[" * 9000, '"\\ud800"'):
            italy.socket.send(text)
            assert italy.hear()["problem"]["type"] == "/problems/bad-request", text
        italy.socket.send(b"\x00\x01")
        assert italy.hear()["problem"]["type"] == "/problems/bad-request"
        watcher.say(do="play", number=0, verb="objective", target="C5")
        assert watcher.hear()["problem"]["type"] == "/problems/wrong-seat"
        italy.say(do="play", number=0, verb="objective", target="C5")
        assert italy.hear()["number"] == 1, "after all that the table still stands"
        italy.say(do="resign")
        assert italy.hear("state")["outcome"]["winner"] == "BR"
        assert watcher.hear("state")["type"] == "state"


def test_wrong_seat_and_wrong_table(harbour: Harbour) -> None:
    seats = harbour.open(LINK, seed=0)
    seats["IT"].token = "nobody"
    with seats["IT"].live() as live:
        assert live.hear()["problem"]["type"] == "/problems/wrong-seat"
        with pytest.raises(ConnectionClosed) as closed:
            live.hear()
        assert closed.value.rcvd and closed.value.rcvd.code == 4403
    seats[None].table = "nowhere"
    with seats[None].live() as live:
        assert live.hear()["problem"]["type"] == "/problems/unknown-table"


def test_a_message_too_long(harbour: Harbour) -> None:
    seats = harbour.open(LINK, seed=0)
    with seats["IT"].live() as live:
        live.hear()
        live.socket.send('{"do":"' + "x" * 20_000 + '"}')
        assert live.hear()["problem"]["type"] == "/problems/too-large"
    with seats["IT"].live() as live:
        live.hear()
        live.socket.send("x" * 200_000)
        with pytest.raises(ConnectionClosed):
            live.hear()
    assert seats["IT"].state()["number"] == 0


def test_pages_of_other_sites_are_kept_out(harbour: Harbour) -> None:
    seats = harbour.open(LINK, seed=0)
    with pytest.raises(InvalidStatus) as refused, seats["IT"].live(origin="http://evil.example"):
        pass
    assert refused.value.response.status_code == 403
    with pytest.raises(InvalidStatus), seats["IT"].live(origin="null"):
        pass
    with seats["IT"].live(origin=harbour.url.rstrip("/")) as live:
        assert live.hear()["type"] == "state"
    answer = harbour.http.post("/api/tables", json={}, headers={"Origin": "http://evil.example"})
    assert answer.status_code == 400 and "another site" in answer.json()["detail"]
    answer = harbour.http.get("/api/games", headers={"Host": "evil.example"})
    assert answer.status_code == 400 and "host name" in answer.json()["detail"]


def test_resume_after_a_cut(harbour: Harbour) -> None:
    """Cut at random, come back with what is held: the list is always that of a client that was never away."""
    seats = harbour.open(LINK, seed=6)
    rng = random.Random(6)
    held: dict[str | None, list[Json]] = {side: [] for side in seats}
    epochs = dict.fromkeys(seats, 0)
    sent = 0
    for _ in range(25):
        for _ in range(rng.randrange(4)):
            side = rng.choice(("IT", "BR"))
            state = seats[side].state()
            if state["can_undo"] and rng.random() < 0.4:
                seats[side].post("undo", number=state["number"])
            elif state["decision"]:
                seats[side].play(*pick(state["decision"], rng), state["number"])
        for side, seat in seats.items():
            with seat.live(len(held[side]), epochs[side]) as live:
                state = live.hear("state")
            held[side] = follow(held[side], state)
            epochs[side] = state["epoch"]
            sent += len(state["events"])
            assert held[side] == seat.state()["events"]
    assert sent < 3 * len(held["IT"]) * 3, "only what is missing is sent"
    with seats["IT"].live(5, 10**6) as live:
        assert live.hear("state")["from"] == 0, "an epoch that never was"
    with seats["IT"].live(10**6, epochs["IT"]) as live:
        assert live.hear("state")["from"] == 0


def test_a_double_click_counts_once(harbour: Harbour) -> None:
    seats = harbour.open(LINK, seed=1)
    italy = seats["IT"]
    with ThreadPoolExecutor(6) as pool:
        for number, square in enumerate(("A5", "B5", "C5", "D5")):
            answers = list(pool.map(lambda _, n=number, s=square: italy.choose("objective", s, n), range(6)))
            assert sorted(answer.status_code for answer in answers) == [200] + [409] * 5
            assert {a.json()["type"] for a in answers if a.status_code == 409} == {"/problems/stale"}
    assert [marker["at"] for marker in italy.state()["view"]["markers"]] == ["A5", "B5", "C5", "D5"]


def test_both_sides_click_at_once(harbour: Harbour) -> None:
    """Secret priorities: the other's clicks never make mine stale."""
    seats = harbour.open(LINK, seed=5)
    rng = random.Random(5)
    play_on(seats, rng, until=lambda s: s["IT"]["decision"] and s["BR"]["decision"])

    def number_planes(side: str) -> int:
        made = 0
        state = seats[side].state()
        while state["decision"] and state["decision"]["rule"] == "HM-PRI.1":
            state = seats[side].play(*pick(state["decision"], random.Random(made)), state["number"])
            made += 1
        return made

    with ThreadPoolExecutor(2) as pool:
        made = list(pool.map(number_planes, ("IT", "BR")))
    assert min(made) > 1
    orders = [event for event in seats[None].state()["events"] if event["kind"] == "order"]
    assert {event["side"] for event in orders} == {"IT", "BR"}


def test_how_far_the_other_has_got_does_not_show(harbour: Harbour) -> None:
    seats = harbour.open(LINK, seed=5)
    rng = random.Random(5)
    play_on(seats, rng, until=lambda s: s["IT"]["decision"] and s["BR"]["decision"])
    with seats["BR"].live() as britain, seats[None].live() as watcher:
        before = britain.hear("state")
        assert [waiting["text"] for waiting in before["waiting"]] == ["Italy is deciding", "Britain is deciding"]
        watcher.hear("state")
        play_on({"IT": seats["IT"]}, rng)
        assert seats["IT"].state()["decision"] is None
        expected = ["Italy is planning", "Britain is deciding"]
        after = britain.hear("state")
        assert [waiting["text"] for waiting in after["waiting"]] == expected
        assert {**after, "waiting": [], "from": 0, "events": [], "rev": 0} == {**before, "waiting": [], "from": 0, "events": []}
        assert [waiting["text"] for waiting in watcher.hear("state")["waiting"]] == expected
        assert britain.quiet() and watcher.quiet()


def test_many_watchers(harbour: Harbour) -> None:
    seats = harbour.open(LINK, seed=0)
    lives: list[Live] = []
    stack = [seats[None].live() for _ in range(20)]
    for manager in stack:
        lives.append(manager.__enter__())
    for live in lives:
        live.hear("state")
    for number, square in enumerate(("C5", "D5", "E5")):
        seats["IT"].play("objective", square, number)
    for live in lives:
        while not any(event["kind"] == "roll_guns" for event in live.hear("state")["events"]):
            pass
    for manager in stack:
        manager.__exit__(None, None, None)
