"""One server for all tests that only use their own tables."""

from __future__ import annotations

import hashlib
import itertools
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from argon2 import PasswordHasher

from grandharbour.server import tables
from grandharbour.server.club import people

from .client import Harbour, running
from .postgres import Cluster, cluster


@pytest.fixture(scope="session")
def postgres() -> Iterator[Cluster]:
    with cluster() as found:
        yield found


@pytest.fixture(autouse=True)
def same_dice(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """A test throws the same dice whenever it runs: what the server draws for a table hangs on the test and the number of the draw."""
    made = (hashlib.sha256(f"{request.node.name} {n}".encode()).digest() for n in itertools.count())
    monkeypatch.setattr(tables, "fresh_secret", lambda: next(made))


REAL_HASHER = people._hasher
"""Kept before any test has made it cheap: pages in the browser use the same fixture, and one may run inside the other."""


@pytest.fixture(autouse=True, scope="session")
def quick_passwords() -> Iterator[Callable[[], Any]]:
    """Passwords are hashed as cheaply as Argon2 allows: what it is for costs 0.17 s of processor each time. Gives the real hasher."""
    before = people._hasher
    people._hasher = cache(lambda: PasswordHasher(time_cost=1, memory_cost=8, parallelism=1))
    yield REAL_HASHER
    people._hasher = before


@pytest.fixture(params=["sqlite", "postgresql"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An empty database of either kind."""
    if request.param == "sqlite":
        return str(tmp_path / "harbour.db")
    found: Cluster = request.getfixturevalue("postgres")
    return found.database()


@pytest.fixture(scope="session")
def harbour(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Harbour]:
    with running(tmp_path_factory.mktemp("harbour")) as found:
        yield found
