"""A private harbour needs nothing but what `make play` installs: the parts of a club stay on the shelf until there is a club."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[2]

PLAY = """
import sys

class Missing:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {names!r}:
            raise ModuleNotFoundError(f"No module named {{name!r}}: not installed", name=name)

sys.meta_path.insert(0, Missing())
import grandharbour.cli
from fastapi.testclient import TestClient
from grandharbour.server import Settings, create_app
with TestClient(create_app(Settings(database=sys.argv[1], workers=0)), base_url="http://localhost") as http:
    assert http.get("/api/me").json()["club"] is None
    seats = {{"IT": {{"kind": "here"}}, "BR": {{"kind": "here"}}}}
    assert http.post("/api/tables", json={{"game": "hawks", "seats": seats}}).status_code == 201
print("played")
"""


def normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def test_what_only_a_club_needs_is_not_needed_to_play(tmp_path: Path) -> None:
    """Whatever is installed here but not by the lock of `make play` is taken away first."""
    from importlib.metadata import packages_distributions

    locked = {normal(line.partition("==")[0]) for line in (ROOT / "requirements.lock").read_text().splitlines() if "==" in line}
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]
    assert {"club", "postgres", "mcp"} <= set(extras)
    ours = {"grandharbour", "httpx", "httpcore", "certifi", "pip", "setuptools"}  # httpx: the test's own client
    missing = {
        module
        for module, found in packages_distributions().items()
        if not module.startswith("_") and not any(normal(name) in locked | ours for name in found)
    }
    assert {"argon2", "aiohttp", "pywebpush", "webauthn", "psycopg", "procrastinate", "numpy"} <= missing
    done = subprocess.run(
        [sys.executable, "-c", PLAY.format(names=missing), str(tmp_path / "harbour.db")], capture_output=True, text=True
    )
    assert done.returncode == 0 and "played" in done.stdout, done.stderr[-2000:]
