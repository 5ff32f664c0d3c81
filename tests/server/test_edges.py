"""Whatever is thrown at the server, it answers with a problem document and goes on."""

from __future__ import annotations

import contextlib
import random
from collections.abc import Iterator

import httpx

import grandharbour as gh

from .client import HERE, PATIENCE, Harbour, play_on, problem


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
    problem(table.choose("objective", "C5\x00"), "bad-request", 400)
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
        assert httpx.post(harbour.url + "api/tables", content=endless(), timeout=PATIENCE).status_code == 413
    assert harbour.http.get("/api/games").status_code == 200


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
