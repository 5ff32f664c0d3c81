"""A pack made as the tutorial says, from its upload to the end of a game, in a real browser."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from grandharbour.engine import packs, save
from tests.examples.tutorial import written

from .conftest import plain
from .test_c3 import play_calmly
from .test_kesselring import PROMPT


def test_a_pack_of_the_tutorial_from_upload_to_end(page: Any, server: str, tmp_path: Path) -> None:
    folder = written("designing.md", "hal-far", tmp_path)
    archive = tmp_path / "hal-far-1.zip"
    archive.write_bytes(packs.archive(folder))
    plain(page)
    page.goto(server)
    shelf = page.get_by_role("region", name="Packs")
    shelf.get_by_text("Share a pack").wait_for()
    wrong = tmp_path / "wrong.toml"
    wrong.write_text('[pack]\nname = "wrong"\ngame = "c3"\n[units.NEW]\nlike = "FD_9999"\n', encoding="utf-8")
    shelf.locator("input[type=file]").set_input_files(str(wrong))
    shelf.get_by_role("alert").get_by_text("units.NEW.like: there is no 'FD_9999' in units").wait_for()
    shelf.locator("input[type=file]").set_input_files(str(archive))
    shelf.get_by_role("heading", name="The airfield at Hal Far").wait_for()
    shelf.scroll_into_view_if_needed()
    page.screenshot(path=str(tmp_path / "shelf.png"))

    shelf.get_by_role("button", name="Play The airfield at Hal Far").click()
    panel = page.get_by_role("dialog")
    panel.get_by_text("Options and table packs").click()
    panel.get_by_label("Picked men").select_option("twice")
    page.screenshot(path=str(tmp_path / "panel.png"))
    panel.get_by_role("button", name="Start").click()
    page.locator(".prompt.mine").wait_for()
    page.locator("header .scenario", has_text="The airfield at Hal Far").wait_for(state="attached")
    assert page.locator(".pieces [data-piece]").count() == 6
    page.screenshot(path=str(tmp_path / "table.png"))

    # Its author takes it down; the game does not notice.
    beside = page.context.new_page()
    beside.goto(server)
    beside.get_by_role("region", name="Packs").get_by_role("button", name="Take it down").click()
    beside.get_by_role("region", name="Packs").get_by_text("Nobody has shared one yet").wait_for()
    beside.close()

    play_calmly(page, 0)
    over = page.locator(f"{PROMPT} .over")
    assert "wins" in over.inner_text() or "draw" in over.inner_text()
    page.screenshot(path=str(tmp_path / "end.png"))
    with page.expect_download() as download:
        over.get_by_role("button", name="Save the game").click()
    again = save.loads(download.value.path().read_text(encoding="utf-8"))
    assert again.outcome is not None and again.war.setup.scenario == "hal-far" and again.war.setup.options["picked"] == "twice"
