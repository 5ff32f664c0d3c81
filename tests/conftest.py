"""In which order the tests run, and what is told at the end: the browser tests' measures, of which nothing is asserted."""

from __future__ import annotations

import gc
import ssl
from collections import Counter
from functools import cache
from typing import Any

import pytest

MEASURED = "measured"

ssl.create_default_context = cache(ssl.create_default_context)
"""Every HTTP client reads all the certificates of the machine, 20 ms of processor, and the tests make thousands that speak to a loopback."""


def _group(item: pytest.Item) -> str:
    mark = item.get_closest_marker("xdist_group")
    return str(mark.args[0]) if mark else ""


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What must stay in one process begins, the largest group first: at the end the processes share what can be divided."""
    sizes = Counter(_group(item) for item in items)
    items.sort(key=lambda item: -sizes[_group(item)] if _group(item) else 0)


def pytest_collection_finish() -> None:
    """What is loaded by now stays, seven thousand tests among it: to look through it again and again took an eighth of the processor's time."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 20)  # as a server does


def pytest_terminal_summary(terminalreporter: Any) -> None:
    reports = [report for reports in terminalreporter.stats.values() for report in reports]
    told = sorted({value for report in reports for name, value in getattr(report, "user_properties", ()) if name == MEASURED})
    if told:
        terminalreporter.section("measured in the browser")
        for line in told:
            terminalreporter.write_line(line)
