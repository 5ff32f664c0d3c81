"""The shelf of installed games, looked at by several threads at once: a server reads its first tables in as many as there are."""

from __future__ import annotations

import threading
from typing import Any

import pytest

from grandharbour.engine import game as module


def test_nobody_sees_half_of_the_shelf(monkeypatch: pytest.MonkeyPatch) -> None:
    halfway, seen = threading.Event(), threading.Event()
    shelves: list[list[str]] = []

    class Point:
        def __init__(self, name: str) -> None:
            self.name = name

        def load(self) -> Any:
            if self.name == "b":
                halfway.set()
                seen.wait(0.3)  # long enough for whoever does not wait
            return self.name

    def look() -> None:
        shelves.append(list(module.games()))

    def look_again() -> None:
        halfway.wait()
        look()
        seen.set()

    monkeypatch.setattr(module, "_found", {})
    monkeypatch.setattr(module, "entry_points", lambda group: [Point("b"), Point("a")])
    threads = [threading.Thread(target=work) for work in (look, look_again)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert shelves == [["a", "b"], ["a", "b"]]
