"""What the browser tests have measured is told at the end of the run; nothing of it is asserted."""

from __future__ import annotations

from typing import Any

MEASURED = "measured"


def pytest_terminal_summary(terminalreporter: Any) -> None:
    reports = [report for reports in terminalreporter.stats.values() for report in reports]
    told = sorted({value for report in reports for name, value in getattr(report, "user_properties", ()) if name == MEASURED})
    if told:
        terminalreporter.section("measured in the browser")
        for line in told:
            terminalreporter.write_line(line)
