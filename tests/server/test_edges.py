"""Whatever is thrown at the server, it answers with a problem document and goes on."""

from __future__ import annotations

import contextlib
import json
import random
import socket
from collections.abc import Iterator
from pathlib import Path

import httpx

import grandharbour as gh

from .client import HERE, Harbour, play_on, problem, running


def test_bodies(harbour: Harbour) -> None:
    def post(content: bytes, path: str = "/api/tables") -> httpx.Response:
        return harbour.http.post(path, content=content)

    for body in (b"", b"{", b"[]", b"null", b"\xff", b"[" * 50_000, b'{"game":"hawks"}', b'{"game":1,"seats":{}}', b'"\\ud800"'):
        problem(post(body), "bad-request", 400)
    problem(post(b'{"game":"' + b"x" * 300_000 + b'"}'), "too-large", 413)
    problem(post(b"x" * 2_100_000, "/api/tables/upload"), "too-large", 413)
    table = harbour.open(seed=1)["IT"]
    for body in (
        {},
        {"number": "0", "verb": "objective"},
        {"number": 0},
        {"number": 0, "verb": 3},
        {"number": 0, "verb": "x", "target": []},
    ):
        problem(table.http.post(f"/api/tables/{table.table}/choices", headers=table.headers, json=body), "bad-request", 400)
    problem(table.choose("objective", "C5\x00"), "illegal-choice", 409)
    problem(table.choose("objective", 10**30), "illegal-choice", 409)
    problem(table.choose("objective" * 1000, "C5"), "illegal-choice", 409)
    problem(table.get("state", since="x"), "bad-request", 400)
    problem(table.get("state", since="-1"), "bad-request", 400)
    for header in ("", "Bearer", "Basic abc"):
        table.headers = {"Authorization": header}
        problem(table.get("state"), "bad-request", 400)


def test_a_chunked_body_is_counted_while_it_comes(harbour: Harbour) -> None:
    def chunks() -> Iterator[bytes]:
        for _ in range(40):
            yield b"x" * 10_000

    problem(harbour.http.post("/api/tables", content=chunks()), "too-large", 413)

    def endless() -> Iterator[bytes]:
        while True:
            yield b"x" * 100_000

    with contextlib.suppress(httpx.WriteError, httpx.ReadError):  # cut off, or answered just before
        assert httpx.post(harbour.url + "api/tables", content=endless(), timeout=10).status_code == 413
    assert harbour.http.get("/api/games").status_code == 200


def test_pages_and_headers(harbour: Harbour, tmp_path: Path) -> None:
    home = harbour.http.get("/")
    assert home.status_code == 200 and home.headers["content-type"].startswith("text/html")
    assert "script-src 'self'" in home.headers["content-security-policy"] and home.headers["x-content-type-options"] == "nosniff"
    assert harbour.http.get("/table/abc").text == home.text
    problem(harbour.http.get("/nothing/here"), "not-found", 404)
    problem(harbour.http.get("/api/nothing"), "not-found", 404)
    problem(harbour.http.get("/..%2f..%2f..%2fetc/passwd"), "not-found", 404)
    assert harbour.http.delete("/api/games").status_code == 405
    assert "access-control-allow-origin" not in harbour.http.get("/api/games", headers={"Origin": "http://evil.example"}).headers
    assert harbour.http.get("/problems/stale").status_code == 200
    assert harbour.http.get("/api/games").headers["cache-control"] == "no-store"


def test_a_client_that_is_built_and_one_that_is_not(tmp_path: Path) -> None:
    static = tmp_path / "static"
    with running(tmp_path, static=static) as harbour:
        assert "npm run build" in harbour.http.get("/").text
        (static / "assets").mkdir(parents=True)
        (static / "index.html").write_text("<title>built</title>")
        (static / "assets" / "index-abc.js").write_text("1")
        (static / ".stamp").write_text("secret")
        (tmp_path / "outside").write_text("secret")
        assert "built" in harbour.http.get("/table/x").text
        script = harbour.http.get("/assets/index-abc.js")
        assert "immutable" in script.headers["cache-control"] and "javascript" in script.headers["content-type"]
        problem(harbour.http.get("/.stamp"), "not-found", 404)
        lost = harbour.http.get("/harbour", headers={"Accept": "text/html"})
        assert lost.status_code == 404 and "built" in lost.text, "the client says that there is no such page"
        problem(harbour.http.get("/api/harbour", headers={"Accept": "text/html"}), "not-found", 404)
        address = httpx.URL(harbour.url)
        with socket.create_connection((address.host, address.port or 80)) as raw:
            raw.sendall(f"GET /../outside HTTP/1.1\r\nHost: {address.host}\r\nConnection: close\r\n\r\n".encode())
            answer = b"".join(iter(lambda: raw.recv(65536), b""))
        assert b"404" in answer.split(b"\r\n")[0] and b"secret" not in answer


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


def test_openapi_describes_the_wire(harbour: Harbour) -> None:
    schema = harbour.http.get("/openapi.json").json()
    shapes = schema["components"]["schemas"]
    assert {"State", "Decision", "View", "NewTable", "ProblemDocument", "Moment", "Odds"} <= set(shapes)
    assert "from" in shapes["State"]["properties"] and "from" in shapes["Event"]["properties"]
    text = json.dumps(schema)
    for name in {part.split('"')[0] for part in text.split("#/components/schemas/")[1:]}:
        assert name in shapes, name
    state = harbour.open(seed=1)["IT"].state()
    assert set(state) == set(shapes["State"]["properties"])


def test_random_nonsense_never_breaks_the_server(harbour: Harbour) -> None:
    """A few hundred requests of wrong shapes and values: no answer is a 500, and the table plays on."""
    seats = harbour.open(HERE, seed=3)
    rng = random.Random(3)
    values = [None, True, 0, -1, 10**12, 1.5, "", "C5", "D5/3", "CR42 1", "next", [], {}, "\x00", "😀", "-", " 3", "x" * 500]
    before = seats["IT"].state()
    for _ in range(300):
        body = {key: rng.choice(values) for key in rng.sample(["number", "verb", "target", "side", "script"], rng.randrange(6))}
        if rng.random() < 0.5:
            body |= {"number": before["number"], "verb": rng.choice(list(gh.game("hawks").verbs))}
        seat = rng.choice(list(seats.values()))
        answer = seat.post(rng.choice(["choices", "undo", "script"]), **body)
        assert answer.status_code in (200, 400, 403, 409), (body, answer.text)
        what = rng.choice(["whynot", "odds"])
        answer = seat.get(what, **{k: str(v) for k, v in body.items() if k in ("verb", "target")})
        assert answer.status_code in (200, 400, 403, 409), (body, answer.text)
        before = seats["IT"].state()
    play_on(seats, rng)
    assert seats["IT"].state()["outcome"]
