"""One server for all tests that only use their own tables."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from .client import Harbour, running


@pytest.fixture(scope="session")
def harbour(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Harbour]:
    with running(tmp_path_factory.mktemp("harbour")) as found:
        yield found
