"""The page of a balance: the number of a game opens it in the replay of the harbour that is named, and it can be read on a phone."""

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


LEAST = """() => Math.min(...[...document.querySelectorAll("figure:not(.map) svg text")].map(
  (text) => parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a))"""
"""The smallest words of all charts, in pixels of the page."""


def test_it_can_be_read_on_a_phone(page: Any, tmp_path: Path) -> None:
    """Charts and tables move sideways by themselves: no word of them gets too small, and the page does not move."""
    variants = [Variant("printed", ""), Variant("mine.toml", "[fire]\nhits_on = [8, 8, 7, 6]\n")]
    file = tmp_path / "balance.html"
    file.write_text(report(play("hawks", "raid-over-malta", variants, ["greedy", "random"], 4, 3)), encoding="utf-8")
    for width in (390, 1440):
        page.set_viewport_size({"width": width, "height": 900})
        page.goto(file.as_uri())
        assert page.evaluate(LEAST) >= 9
        assert page.evaluate("document.documentElement.scrollWidth") == width
