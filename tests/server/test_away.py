"""The database goes in the middle of reading a table: an answer that says so, and the next who asks is shown all of it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from sqlalchemy.exc import OperationalError

from grandharbour.server import status

from .client import HERE, problem, running


def test_between_its_moves_and_how_it_stands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with running(tmp_path) as harbour:
        seats = harbour.open(HERE, seed=0)
        seats["IT"].play("objective", "A5")
        before = seats["IT"].state()
    read, reads = status.read, 0

    def gone(*about: Any) -> Any:
        nonlocal reads
        reads += 1
        if reads == 1:
            raise OperationalError("SELECT status.owing FROM status", {}, Exception("server closed the connection"))
        return read(*about)

    monkeypatch.setattr(status, "read", gone)
    with running(tmp_path) as harbour:
        again = harbour.seat(seats["IT"].table, "IT", seats["IT"].token)
        told = problem(again.get("state"), "cannot-store", 503)
        assert "SELECT" not in told["detail"]
        assert again.state() == before
        assert reads == 2, "what was not read is read again"
