"""A table pack in the browser: what it changes stands there before the table is opened and beside it afterwards."""

from __future__ import annotations

from pathlib import Path
from typing import Any

PACK = 'remove = ["scenarios.raid-over-malta.roster.IT.G50"]\n[fire]\nhits_to_kill = 3\n'


def test_what_a_pack_changes_is_shown(page: Any, server: str, tmp_path: Path) -> None:
    pack = tmp_path / "mine.toml"
    pack.write_text(PACK, encoding="utf-8")
    page.goto(server)
    page.locator(".box", has_text="Hawks over Malta").get_by_role("button", name="Play").first.click()
    page.get_by_text("Options and table packs").click()
    page.locator(".options input[type=file]").set_input_files(str(pack))
    shown = page.get_by_role("list", name="What the table pack changes")
    shown.get_by_text("removed").wait_for()
    assert shown.inner_text().splitlines() == ["fire.hits_to_kill 2 → 3", "scenarios.raid-over-malta.roster.IT.G50 2 → removed"]
    shown.scroll_into_view_if_needed()
    page.screenshot(path=str(tmp_path / "pack.png"))
    wrong = tmp_path / "wrong.toml"
    wrong.write_text("[fire]\nhits_too_kill = 3\n", encoding="utf-8")
    page.locator(".options input[type=file]").set_input_files(str(wrong))
    page.get_by_text("there is no such value").wait_for()
