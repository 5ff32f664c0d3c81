"""The pages of the browser client, and the headers of every answer."""

from __future__ import annotations

import socket
from pathlib import Path

import httpx

from .client import Harbour, problem, running


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
