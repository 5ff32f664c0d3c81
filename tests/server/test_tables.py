"""A table over HTTP: opening, choosing, taking back, ending, saving."""

from __future__ import annotations

import random

import httpx
import pytest

import grandharbour as gh
from grandharbour.engine import save

from .client import HERE, LINK, Harbour, Json, play_on, problem


@pytest.mark.parametrize("seed", [1, 2])
def test_a_whole_game_by_random_choices(harbour: Harbour, seed: int) -> None:
    seats = harbour.open(seed=seed)
    assert play_on(seats, random.Random(seed)) > 20
    states = {side: seat.state() for side, seat in seats.items()}
    for side, state in states.items():
        assert state["side"] == side and state["decision"] is None and state["waiting"] == []
        assert state["outcome"]["reason"] and state["dice"]["seed"]
        assert [event["n"] for event in state["events"]] == list(range(len(state["events"])))
        assert all(event["text"] and "?" not in event["text"] for event in state["events"])
    assert states["IT"]["outcome"] == states[None]["outcome"]
    assert harbour.http.get(f"/api/tables/{seats['IT'].table}").json()["ended"] is True
    problem(seats["IT"].choose("halt"), "table-ended", 409)

    # The save replays, in the engine and as another table.
    text = seats[None].get("save").text
    assert save.loads(text).outcome is not None
    again = harbour.http.post("/api/tables/upload", content=text.encode())
    assert again.status_code == 201
    copy = harbour.seats(again.json())["BR"].state()
    assert {k: v for k, v in copy.items() if k not in ("table", "number", "epoch")} == {
        k: v for k, v in states["BR"].items() if k not in ("table", "number", "epoch")
    }


def verb_of(state: Json) -> str | None:
    return state["decision"] and state["decision"]["choices"][0]["verb"]


def test_decision_on_the_wire(harbour: Harbour) -> None:
    seats = harbour.open(seed=7)
    state = seats["IT"].state()
    decision = state["decision"]
    (objective,) = decision["choices"]
    assert (decision["side"], decision["rule"], objective["verb"], objective["kind"]) == (
        "IT",
        "HM-SETUP.3",
        "objective",
        "space",
    )
    assert set(objective["targets"]) < set(objective["candidates"]) and "C5" in objective["targets"]
    assert seats["BR"].state()["decision"] is None
    assert state["waiting"] == [{"side": "IT", "text": "Italy is deciding"}]
    assert seats[None].state()["waiting"] == state["waiting"]

    play_on(seats, random.Random(1), until=lambda s: any(verb_of(state) == "to" for state in s.values()))
    moving = next(seat.state() for seat in seats.values() if seat.token and seat.state()["decision"])["decision"]
    verbs = {choice["verb"]: choice for choice in moving["choices"]}
    assert moving["about"]["kind"] == "piece"
    assert set(verbs) == {"to", "halt", "exit"}, "verbs of the step that are not offered stand there without targets"
    assert verbs["halt"]["targets"] == [] and verbs["halt"]["candidates"] == [None]


def test_events_name_their_rule_and_way(harbour: Harbour) -> None:
    seats = harbour.open(seed=3)
    play_on(seats, random.Random(3))
    events = seats[None].state()["events"]
    moves = [event for event in events if event["kind"] == "move"]
    assert moves and all(event["from"] == event["spaces"][0] and event["to"] == event["spaces"][1] for event in moves)
    assert all("from" not in event for event in events if event["kind"] != "move")
    rules = gh.game("hawks").rulebook.rules
    assert all(event["rule"] in rules for event in events)
    numbers = [event["choice"] for event in events]
    assert numbers == sorted(numbers) and set(numbers) == set(range(numbers[-1] + 1)), "counted as this seat sees them"


def test_refusals(harbour: Harbour) -> None:
    seats = harbour.open(LINK, seed=7)
    italy, britain, watcher = seats["IT"], seats["BR"], seats[None]
    told = problem(italy.choose("objective", "C4"), "illegal-choice", 409)
    assert told["rule"] == "HM-SETUP.3" and "four squares" in told["detail"]
    problem(italy.choose("objective", "Z9"), "illegal-choice", 409)
    problem(italy.choose("objective", 3), "illegal-choice", 409)
    problem(italy.choose("objective"), "illegal-choice", 409)
    problem(italy.choose("dance", "C5"), "illegal-choice", 409)
    problem(italy.choose("halt"), "illegal-choice", 409)
    problem(britain.choose("objective", "C5"), "not-your-decision", 409)
    problem(watcher.post("choices", number=0, verb="objective", target="C5"), "wrong-seat", 403)
    problem(britain.post("choices", side="IT", number=0, verb="objective", target="C5"), "wrong-seat", 403)
    watcher.headers = {"Authorization": "Bearer nobody"}
    problem(watcher.get("state"), "wrong-seat", 403)
    other = harbour.open(seed=7)
    other["IT"].headers = italy.headers
    problem(other["IT"].get("state"), "wrong-seat", 403)
    problem(italy.post("script", number=0, script="nothing"), "illegal-choice", 409)
    problem(italy.post("undo", number=0), "cannot-undo", 409)
    assert italy.state()["number"] == 0 and italy.state()["events"][-1]["kind"] == "roll_objectives"


def test_opening_a_table_wrongly(harbour: Harbour) -> None:
    def wish(**changes: object) -> httpx.Response:
        return harbour.http.post("/api/tables", json={"game": "hawks", "seats": HERE, **changes})

    problem(wish(game="chess"), "unknown-game", 404)
    problem(wish(scenario="midway"), "unknown-scenario", 404)
    problem(wish(options={"fog": True}), "bad-option", 422)
    problem(wish(options={"stop_on_contact": "yes"}), "bad-option", 422)
    problem(wish(options={"stop_on_contact": 1}), "bad-request", 400)
    assert "no such value" in problem(wish(tables="[fire]\nhits_onn = [8]"), "bad-tables", 422)["detail"]
    problem(wish(tables="not toml ["), "bad-tables", 422)
    problem(wish(tables="[fire]\nhits_on = [8]"), "bad-tables", 422)
    problem(wish(seed="abc"), "bad-request", 400)
    problem(wish(seats={"IT": {"kind": "here"}}), "bad-request", 400)
    problem(wish(seats={**HERE, "US": {"kind": "here"}}), "bad-request", 400)
    problem(wish(seats={**HERE, "BR": {"kind": "ghost"}}), "bad-request", 400)
    problem(wish(seats={**HERE, "BR": {"kind": "computer", "player": "nobody"}}), "bad-request", 400)
    problem(wish(colour="blue"), "bad-request", 400)
    problem(harbour.http.get("/api/tables/nowhere/state"), "unknown-table", 404)
    problem(harbour.http.get("/api/tables/nowhere"), "unknown-table", 404)


def test_a_table_pack_and_options_hold(harbour: Harbour) -> None:
    pack = "[victory]\nmax_turns = 3\n"
    seats = harbour.open(tables=pack, options={"entry": "single"}, scenario="faith-hope-charity", seed=5)
    assert seats[None].state()["view"]["tracks"][0]["max"] == 3
    card = harbour.http.get(f"/api/tables/{seats['IT'].table}").json()
    assert card["options"]["entry"] == "single" and card["scenario"] == "faith-hope-charity"
    play_on(seats, random.Random(5))
    assert seats[None].state()["view"]["turn"] <= 3


def test_seed_and_commitment(harbour: Harbour) -> None:
    opened = harbour.http.post("/api/tables", json={"game": "hawks", "seats": HERE, "seed": 7}).json()
    assert opened["commitment"] == gh.game("hawks").new(seed=7).dice.commitment
    dice = harbour.seats(opened)["IT"].state()["dice"]
    assert dice == {"commitment": opened["commitment"], "seed": None, "chosen": True, "shaken": False, "cups": {}}


def test_undo_and_numbers(harbour: Harbour) -> None:
    seats = harbour.open(LINK, seed=0)
    italy, britain = seats["IT"], seats["BR"]
    opening = italy.state()["events"]
    assert any(event["kind"] == "draw_chit" for event in opening) and opening[-1]["kind"] == "roll_objectives"
    first = italy.play("objective", "C5")
    assert first["number"] == 1 and first["can_undo"] and first["undo_reason"] is None
    assert britain.state()["events"][-1]["kind"] == "roll_objectives" and britain.state()["view"]["markers"] == []
    assert britain.state()["waiting"] == [{"side": "IT", "text": "Italy is planning"}]
    back = italy.post("undo", number=1).json()
    assert back["number"] == 2 and back["events"] == opening and back["epoch"] == 1 and not back["can_undo"]
    assert back["undo_reason"].startswith("Nothing to take back")
    assert britain.state()["epoch"] == 0, "that somebody changed his mind is his secret"
    problem(italy.post("choices", number=1, verb="objective", target="C5"), "stale", 409)
    problem(italy.post("undo", number=2), "cannot-undo", 409)
    problem(britain.post("undo", number=0), "cannot-undo", 409)
    italy.play("objective", "D5")
    play_on({"IT": italy}, random.Random(1))
    assert "D5" in [m["at"] for m in britain.state()["view"]["markers"]]
    problem(italy.post("undo", number=italy.state()["number"]), "cannot-undo", 409)


def test_scripts(harbour: Harbour) -> None:
    def numbering(states: Json) -> bool:
        italy = states["IT"]
        return italy["view"]["turn"] == 1 and italy["view"]["phase"] == "Priorities" and bool(italy["decision"])

    for seed in range(20):
        seats = harbour.open(seed=seed)
        play_on(seats, random.Random(1), until=numbering)
        italy = seats["IT"]
        state = italy.state()
        if state["decision"] and numbering({"IT": state}):
            break
    offered = state["decision"]["scripts"]
    assert offered and offered[0]["label"]
    done = italy.post("script", number=state["number"], script=offered[0]["id"])
    assert done.status_code == 200, done.text
    assert done.json()["number"] == state["number"] + 1
    assert done.json()["decision"] is None or done.json()["decision"]["prompt"] != state["decision"]["prompt"]


def test_resign(harbour: Harbour) -> None:
    seats = harbour.open(seed=7)
    seats["IT"].play("objective", "C5")
    state = seats["BR"].post("resign").json()
    assert state["outcome"]["winner"] == "IT" and "resigned" in state["outcome"]["reason"] and state["dice"]["seed"]
    problem(seats["IT"].post("resign"), "table-ended", 409)
    text = seats[None].get("save").text
    assert save.loads(text).resigned is not None
    copy = harbour.seats(harbour.http.post("/api/tables/upload", content=text.encode()).json())
    assert copy["BR"].state()["outcome"] == state["outcome"]


def test_save_is_a_record_while_two_people_play(harbour: Harbour) -> None:
    seats = harbour.open(LINK, seed=7)
    play_on(seats, random.Random(7), clicks=30)
    text = seats["BR"].get("save").text
    lines = text.splitlines()
    assert '"record":true' in lines[0] and '"side":"BR"' in lines[0] and "seed" not in lines[0]
    told = [event["text"] for event in seats["BR"].state()["events"]]
    assert len(lines) == len(told) + 2
    problem(harbour.http.post("/api/tables/upload", content=text.encode()), "bad-save", 422)

    alone = harbour.open(seed=7)
    play_on(alone, random.Random(7), clicks=30)
    assert '"record":true' in alone[None].get("save").text, "a spectator gets no seed while the game runs"
    whole = alone["IT"].get("save")
    assert save.loads(whole.text).war.key() and ".harbour" in whole.headers["content-disposition"]
    copy = harbour.seats(harbour.http.post("/api/tables/upload", content=whole.content).json())
    for side in ("IT", "BR"):
        ours, theirs = alone[side].state(), copy[side].state()
        assert (ours["view"], ours["decision"], ours["events"]) == (theirs["view"], theirs["decision"], theirs["events"])
    play_on(copy, random.Random(9))
    assert copy["IT"].state()["outcome"]


def test_broken_uploads(harbour: Harbour) -> None:
    def upload(content: bytes) -> httpx.Response:
        return harbour.http.post("/api/tables/upload", content=content)

    seats = harbour.open(seed=7)
    play_on(seats, random.Random(7), clicks=40)
    text = seats["IT"].get("save").text
    lines = text.splitlines()
    assert "cut short" in problem(upload("\n".join(lines[:-1]).encode()), "bad-save", 422)["detail"]
    assert "line 3" in problem(upload("\n".join([*lines[:2], "{oops", *lines[3:]]).encode()), "bad-save", 422)["detail"]
    problem(upload(text.replace('"objective"', '"objectiv"', 1).encode()), "bad-save", 422)
    problem(upload(b""), "bad-save", 422)
    problem(upload(b"\xff\xfe\x00"), "bad-save", 422)
    problem(upload(b"[" * 100_000), "bad-save", 422)
    problem(upload((lines[0] + "\n" + "[" * 100_000).encode()), "bad-save", 422)
    problem(upload(b'{"grandharbour": 99, "game": "hawks"}'), "bad-save", 422)


def test_standing_orders_and_hints(harbour: Harbour) -> None:
    """The adviser places the Objectives for the seat until it is told to ask again; its advice is a legal choice."""
    table = harbour.open(HERE, seed=9)
    italy = table["IT"]
    state = italy.state()
    assert state["decision"]["step"] == "PlaceObjectives" and state["orders"] == []
    hints = italy.get("hint").json()
    assert hints and hints[0]["target"] in state["decision"]["choices"][0]["targets"]
    assert italy.post("orders", number=state["number"], step="Nonsense", order="quiet").status_code == 409
    assert italy.post("orders", number=state["number"], step="PlaceObjectives", order="loudly").status_code == 409
    after = italy.post("orders", number=state["number"], step="PlaceObjectives", order="advised").json()
    assert [(it["step"], it["order"], it["on"]) for it in after["orders"]] == [("PlaceObjectives", "advised", True)]
    assert after["decision"] is None, "all Objectives are placed, Britain is asked"
    again = italy.post("orders", number=after["number"], step="PlaceObjectives", order="ask").json()
    assert again["orders"] == []


def test_what_a_table_pack_changed_is_shown(harbour: Harbour) -> None:
    pack = 'remove = ["map.objectives.1721"]\n[map.objectives]\n2917 = 3\n'
    changes = harbour.http.post("/api/games/kesselring/tables", json={"tables": pack}).json()
    assert changes == [
        {"key": "map.objectives.2917", "printed": "1", "value": "3"},
        {"key": "map.objectives.1721", "printed": "1", "value": None},
    ]
    problem(harbour.http.post("/api/games/kesselring/tables", json={"tables": 'remove = ["map.nothing"]'}), "bad-tables", 422)
    seats = {side: {"kind": "here"} for side in ("AX", "AL")}
    opened = harbour.http.post("/api/tables", json={"game": "kesselring", "tables": pack, "seats": seats}).json()
    assert harbour.http.get(f"/api/tables/{opened['table']}").json()["changes"] == changes
