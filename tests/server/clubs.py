"""A club with a clock that tests turn, on either database."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from .client import Harbour, running
from .test_club_games import Time


class Club(Harbour):
    database: str


@pytest.fixture
def time() -> Time:
    return Time()


@pytest.fixture
def club(place: str, tmp_path: Path, time: Time) -> Iterator[Club]:
    with running(tmp_path, club="open", clock=time, database=place, grace=3_000.0) as harbour:
        harbour.database = place  # type: ignore[attr-defined]
        yield harbour  # type: ignore[misc]
