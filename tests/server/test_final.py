"""Before a click that cannot be taken back: why, and what becomes final with it, told to the seat that is asked and to nobody else."""

from __future__ import annotations

import random

from .client import HERE, Harbour, pick, problem


def test_a_seat_is_told_what_becomes_final(harbour: Harbour) -> None:
    seats = harbour.open(HERE, seed=0)
    italy, rng = seats["IT"], random.Random(1)
    done = 0
    while True:
        state = italy.state()
        verb, target = pick(state["decision"], rng)
        found = italy.get("final", verb=verb, target=target).json()
        assert italy.state()["number"] == state["number"], "nothing has been chosen"
        if found["why"]:
            break
        assert found["deeds"] == []
        italy.play(verb, target)
        done += 1
    assert found["why"] == "die" and [deed["back"] for deed in found["deeds"]] == list(range(done, 0, -1)) and done
    assert all(deed["text"] and deed["clicks"] for deed in found["deeds"])
    problem(seats["BR"].get("final", verb=verb, target=target), "not-your-decision", 409)
    problem(italy.get("final", verb=verb, target="nowhere"), "illegal-choice", 409)
    problem(italy.get("final", script="nothing"), "illegal-choice", 409)
    with italy.live() as live:
        live.hear("state")
        live.say(do="final", id=1, verb=verb, target=target, after=[])
        assert live.hear("answer")["answer"] == found
    for _ in range(found["deeds"][0]["back"]):
        italy.post("undo", number=italy.state()["number"])
    assert not italy.state()["can_undo"], "as many undos as it says"
    italy.play(*pick(italy.state()["decision"], rng))
