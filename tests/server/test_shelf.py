"""The shelf over HTTP: games, rulebooks, boards, lessons, calculators."""

from __future__ import annotations

import pytest

import grandharbour as gh

from .client import Harbour, problem


def test_the_shelf(harbour: Harbour) -> None:
    cards = {card["id"]: card for card in harbour.http.get("/api/games").json()}
    assert {"hawks", "kesselring", "c3", "convoys", "herkules"} <= set(cards)
    assert {card["board"] for card in cards.values()} == {"squares", "hexes", "points", "areas"}
    for name, card in cards.items():
        assert card["title"] and card["blurb"] and card["years"]
        assert card["available"] == (name in gh.games())
    hawks = cards["hawks"]
    assert [side["short"] for side in hawks["sides"]] == ["Italy", "Britain"] and len(hawks["scenarios"]) == 4
    assert {"value": "edge", "label": "The whole edge rank"} in hawks["options"][0]["values"] and hawks["players"]


def test_rulebook(harbour: Harbour) -> None:
    book = harbour.http.get("/api/games/hawks/rulebook").json()
    rules = {rule["id"]: rule for chapter in book["chapters"] for rule in chapter["rules"]}
    assert set(rules) == set(gh.game("hawks").rulebook.rules)
    linked = [rule for rule in rules.values() if 'href="#rule=' in rule["html"]]
    assert linked and all(part.split('"')[0] in rules for rule in linked for part in rule["html"].split("#rule=")[1:])
    problem(harbour.http.get("/api/games/chess/rulebook"), "unknown-game", 404)


def test_boards(harbour: Harbour) -> None:
    board = harbour.http.get("/api/games/hawks/board", params={"scenario": "", "options": '{"entry":"single"}'}).json()
    spaces = {space["id"]: space for space in board["spaces"]}
    assert board["kind"] == "squares" and spaces["D5/3"]["within"] == "D5" and spaces["D5/3"]["level"] == 3
    art = harbour.http.get(board["art"])
    assert art.headers["content-type"].startswith("image/svg+xml") and "<svg" in art.text
    problem(harbour.http.get("/api/games/hawks/board", params={"scenario": "midway"}), "unknown-scenario", 404)
    problem(harbour.http.get("/api/games/hawks/board", params={"options": '{"fog":true}'}), "bad-option", 422)
    problem(harbour.http.get("/api/games/hawks/board", params={"options": "["}), "bad-option", 422)
    table = harbour.open(seed=1)["IT"].table
    assert harbour.http.get("/api/games/hawks/board", params={"table": table}).json() == board


@pytest.mark.parametrize("game", list(gh.games()))
def test_the_words_of_a_lesson(harbour: Harbour, game: str) -> None:
    text = harbour.http.get(f"/api/games/{game}/lesson").json()
    assert text["game"] == game and text["side"] in [side.id for side in gh.game(game).sides]
    assert text["clicks"] and all(click["verb"] in gh.game(game).verbs for click in text["clicks"])


def test_the_calculator(harbour: Harbour) -> None:
    path = "/api/games/herkules/calculator"
    kinds = {kind["id"] for kind in harbour.http.get(path).json()["kinds"]}
    assert "inf" in kinds
    odds = harbour.http.get(f"{path}/odds", params={"attackers": "inf:7", "defenders": "inf:4"}).json()
    assert abs(odds["win"] + odds["hold"] + odds["both"] - 1) < 1e-9 and odds["attacker_losses"]
    problem(harbour.http.get("/api/games/hawks/calculator"), "not-found", 404)
    problem(harbour.http.get(f"{path}/odds", params={"attackers": "ghosts:7", "defenders": "inf:4"}), "bad-request", 400)
    problem(
        harbour.http.get(f"{path}/odds", params={"attackers": "inf:7", "defenders": "inf:4", "arena": "moon"}), "bad-request", 400
    )
