"""The editor and the lessons over HTTP: drafts without memory, tables from a position, a lesson that plays its own side."""

from __future__ import annotations

import tomllib
from typing import Any

import pytest

import grandharbour as gh

from .client import HERE, Harbour, Seat, eventually, problem

Json = Any


def edit(harbour: Harbour, game: str = "hawks", **wish: Any) -> Json:
    answer = harbour.http.post("/api/editor", json={"game": game, **wish})
    assert answer.status_code == 200, answer.text
    return answer.json()


@pytest.mark.parametrize("game", list(gh.games()))
def test_a_draft_begins_with_a_scenario(harbour: Harbour, game: str) -> None:
    sheet = edit(harbour, game)
    assert sheet["legal"] and not sheet["faults"] and sheet["asked"][0]["prompt"]
    assert sheet["scenario"] in gh.game(game).scenarios and sheet["phases"]
    spaces = {space["id"] for space in harbour.http.get(f"/api/games/{game}/board?scenario={sheet['scenario']}").json()["spaces"]}
    assert {piece["at"] for piece in sheet["view"]["pieces"] if piece["at"]} <= spaces
    assert {field["kind"] for field in sheet["fields"]} >= {"number", "set"}


def test_edits_are_made_on_the_text_that_is_sent(harbour: Harbour) -> None:
    sheet = edit(harbour)
    moved = edit(harbour, text=sheet["text"], edits=[{"do": "put", "piece": "CR42 1", "place": "D5/3"}])
    assert moved["legal"] and next(p for p in moved["view"]["pieces"] if p["id"] == "CR42 1")["at"] == "D5/3"
    again = edit(harbour, text=sheet["text"])
    assert again["text"] == sheet["text"], "the server remembers nothing"
    early = edit(harbour, scenario="grand-tournament", ready=False, options={"lucky": "ask"})
    assert tomllib.loads(early["text"])["options"]["lucky"] == "ask" and early["view"]["heading"] == "Setting up"


def test_what_is_wrong_is_explained_and_not_accepted(harbour: Harbour) -> None:
    text = edit(harbour, "kesselring")["text"]
    wrong = edit(harbour, "kesselring", text=text, edits=[{"do": "put", "piece": "45 Inf", "place": "3112"}])
    assert not wrong["legal"] and wrong["faults"][0]["rule"] == "13.2e" and wrong["faults"][0]["about"] == "45 Inf"
    assert wrong["view"] is not None, "it can still be drawn, to be put right"
    seats = {"AX": {"kind": "here"}, "AL": {"kind": "here"}}
    body = {"game": "kesselring", "seats": seats, "position": wrong["text"]}
    told = problem(harbour.http.post("/api/tables", json=body), "bad-position", 422)
    assert "share a hex" in told["detail"] and told["rule"] == "13.2e"


def test_a_text_that_cannot_be_read_is_told_with_its_line(harbour: Harbour) -> None:
    text = edit(harbour)["text"].replace("turn = 1", 'turn = "one"')
    sheet = edit(harbour, text=text)
    line = sheet["faults"][0]["line"]
    assert not sheet["legal"] and sheet["view"] is None and text.splitlines()[line - 1].startswith("turn = ")
    told = problem(harbour.http.post("/api/tables", json={"game": "hawks", "seats": HERE, "position": text}), "bad-position", 422)
    assert told["detail"].startswith(f"Line {line}: ")


@pytest.mark.parametrize(
    ("wish", "kind", "status"),
    [
        ({"game": "chess"}, "unknown-game", 404),
        ({"game": "hawks", "scenario": "pedestal"}, "unknown-scenario", 404),
        ({"game": "hawks", "options": {"lucky": "often"}}, "bad-option", 422),
        ({"game": "hawks", "text": "x" * 210_000}, "too-large", 413),
        ({"game": "hawks", "text": "x" * 300_000}, "too-large", 413),
        ({"game": "hawks", "edits": [{"do": "phase", "value": "turn"}] * 201}, "too-large", 413),
        ({"game": "hawks", "edits": [{"do": "put", "whom": "CR42 1"}]}, "bad-request", 400),
        ({"game": "hawks", "edits": "all"}, "bad-request", 400),
        ({"game": "hawks", "text": "\x00"}, "bad-request", 400),
        ({}, "bad-request", 400),
    ],
)
def test_bad_wishes(harbour: Harbour, wish: Json, kind: str, status: int) -> None:
    problem(harbour.http.post("/api/editor", json=wish), kind, status)


@pytest.mark.parametrize("text", ["", "x", "format = 1", 'format = 1\ngame = "hawks"\n[state]\nturn = 1' + "0" * 4000])
def test_any_text_gets_an_answer(harbour: Harbour, text: str) -> None:
    sheet = edit(harbour, text=text)
    assert not sheet["legal"] and sheet["faults"][0]["text"].endswith(".")


def test_a_table_begins_from_a_position(harbour: Harbour) -> None:
    text = edit(harbour, edits=[{"do": "put", "piece": "CR42 1", "place": "D5/3"}])["text"]
    seats = harbour.open(HERE, position=text, seed=5)
    view = seats["IT"].state()["view"]
    assert next(p for p in view["pieces"] if p["id"] == "CR42 1")["at"] == "D5/3" and view["turn"] == 1
    seats["IT"].play("next", "CR42 1")
    assert seats["IT"].get("save").status_code == 200


# --- lessons


def finish(harbour: Harbour, game: str) -> tuple[Seat, Json]:
    """Play a lesson through as its learner; the other side is played by the server."""
    text = harbour.http.get(f"/api/games/{game}/lesson").json()
    answer = harbour.http.post("/api/tables", json={"game": game, "lesson": True})
    assert answer.status_code == 201, answer.text
    opened = answer.json()
    assert [side for side, token in opened["seats"].items() if token] == [text["side"]]
    seat = harbour.seats(opened)[text["side"]]
    for click in text["clicks"]:
        if click["side"] != text["side"]:
            continue

        def offered(state: Json, click: Json = click) -> bool:
            choices = (state["decision"] or {"choices": []})["choices"]
            return any(c["verb"] == click["verb"] and (click["look"] or click["target"] in c["targets"]) for c in choices)

        eventually(seat.state, offered)
        target = {} if click["target"] is None else {"target": click["target"]}
        if click["look"]:
            refusal = seat.get("whynot", verb=click["verb"], **target).json()
            assert refusal["rule"] == click["rule"]
        else:
            seat.play(click["verb"], click["target"])
    return seat, text


@pytest.mark.parametrize("game", list(gh.games()))
def test_a_lesson_is_played_at_a_real_table(harbour: Harbour, game: str) -> None:
    seat, text = finish(harbour, game)
    assert text["title"] and 8 <= sum(click["side"] == text["side"] for click in text["clicks"]) <= 12
    card = harbour.http.get(f"/api/tables/{seat.table}").json()
    assert {it["player"] for it in card["seats"].values() if it["kind"] == "computer"} == {"lesson"}


def test_the_words_of_a_lesson_hold_no_secret(harbour: Harbour) -> None:
    text = harbour.http.get("/api/games/convoys/lesson").json()
    assert set(text) == {"game", "title", "intro", "outro", "side", "clicks"}
    assert set(text["clicks"][0]) == {"say", "rule", "verb", "label", "kind", "target", "side", "look", "then"}


def test_whoever_leaves_the_lesson_finds_a_player(harbour: Harbour) -> None:
    """The other side goes on by itself when the learner does something else."""
    opened = harbour.http.post("/api/tables", json={"game": "hawks", "lesson": True}).json()
    seat = harbour.seats(opened)["IT"]
    seat.play("next", "BR20 1")  # the lesson wants the fighter first
    for _ in range(12):
        state = eventually(seat.state, lambda state: state["decision"] or state["outcome"])
        if not state["decision"]:
            break
        choice = next(c for c in state["decision"]["choices"] if c["targets"])
        seat.play(choice["verb"], choice["targets"][0])
    assert any(event["side"] == "BR" and event["kind"] == "move" for event in seat.state()["events"])


def test_games_say_whether_they_have_a_lesson(harbour: Harbour) -> None:
    assert {card["id"] for card in harbour.http.get("/api/games").json() if card["lesson"]} == set(gh.games())
    problem(harbour.http.get("/api/games/chess/lesson"), "unknown-game", 404)


def test_nobody_can_sit_down_as_the_lesson(harbour: Harbour) -> None:
    seats = {"IT": {"kind": "here"}, "BR": {"kind": "computer", "player": "lesson"}}
    problem(harbour.http.post("/api/tables", json={"game": "hawks", "seats": seats}), "bad-request", 400)
