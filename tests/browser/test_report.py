"""The page of a balance: the number of a game opens it in the replay of the harbour that is named."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from grandharbour.lab.balance import Variant, play
from grandharbour.lab.report import report


def test_a_game_of_a_report_opens_in_the_replay(page: Any, server: str, tmp_path: Path) -> None:
    bench = play("hawks", "raid-over-malta", [Variant("printed", "")], ["greedy", "random"], 2, 3)
    file = tmp_path / "balance.html"
    file.write_text(report(bench, server), encoding="utf-8")
    page.goto(file.as_uri())
    page.get_by_text("2 games", exact=True).click()
    with page.expect_popup() as opened:
        page.get_by_role("link", name="1", exact=True).click()
    there = opened.value
    there.get_by_role("slider", name="Moment").wait_for()
    assert "/table/" in there.url and "#open=" not in there.url
    there.screenshot(path=str(tmp_path / "replay.png"))

    there.goto("about:blank")  # the same page with another fragment would not be asked for again
    there.goto(f"{server}/#open=AAAA")
    there.get_by_role("alert").get_by_text("This link holds no whole game").wait_for()
