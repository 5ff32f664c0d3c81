"""Our own games go through the suite that plug-ins go through."""

from __future__ import annotations

import pytest

from grandharbour.conformance.plugin import over


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    over(metafunc)
