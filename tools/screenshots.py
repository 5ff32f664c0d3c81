"""The pictures of the README and of the shelf, taken from a server that runs here: ``python tools/screenshots.py``.

Each game is played a while by the greedy player, then its table is photographed with a real browser: `docs/GAME.png` for the
README, and for the shelf of the home page its board by day and by night in `web/public/shelf`.

``python tools/screenshots.py --looks FOLDER [GAME…]`` is for who works on the look: each game after its set-up and in a battle, by day
and by night, on two screens and a phone.
"""

from __future__ import annotations

import base64
import random
import shutil
import sys
import tempfile
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
from playwright.sync_api import sync_playwright

import grandharbour as gh
from grandharbour.engine import save
from grandharbour.players import Seat
from grandharbour.server import Settings
from grandharbour.server.run import prepare

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
SHELF = ROOT / "web" / "public" / "shelf"
CLICKS = {
    "hawks": ("faith-hope-charity", 110), "kesselring": ("avalanche-baytown", 160), "c3": ("invasion", 330),
    "convoys": ("pedestal", 70), "herkules": ("1942", 150),
}  # fmt: skip
"""The scenario of each game, and how far it is played."""
CLOSER = {"hawks": 2, "kesselring": 2, "c3": 2, "convoys": 3, "herkules": 2}
"""How often the board is brought nearer for the shelf."""
BARE = """.ticker, .board button, .tools, aside, section, .hint { visibility: hidden !important }
  *:focus-visible { outline: none !important; box-shadow: none !important }"""
"""Nothing but the board."""
CALM = {"reduced_motion": "reduce", "device_scale_factor": 1}


SIZES = {"1440": (1440, 900), "1920": (1920, 1080), "phone": (390, 844)}
BATTLES = {
    "hawks": {"Contact", "Attack", "BombRun"}, "kesselring": {"Assemble", "Support"}, "c3": {"Assemble", "Combat"},
    "convoys": {"Battle", "AirAttack", "Aim", "Search"}, "herkules": {"Commit", "Lose"},
}  # fmt: skip
"""The steps that are a battle under way."""


def main(wanted: list[str]) -> None:
    looks = Path(wanted[1]) if wanted[:1] == ["--looks"] else None
    wanted = wanted[2:] if looks else wanted
    with tempfile.TemporaryDirectory() as folder:
        running, listening, url = prepare(Settings(database=f"{folder}/tables.db", computer_delay=0.0), "127.0.0.1", 0)
        thread = threading.Thread(target=running.run, kwargs={"sockets": [listening]}, daemon=True)
        thread.start()
        with sync_playwright() as playwright, httpx.Client(base_url=url, timeout=120) as http:
            browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox", "--disable-gpu"])
            for name in wanted or ([*CLICKS] if looks else [*CLICKS, "replay", "home"]):
                if looks:
                    look(browser, url, http, name, looks)
                elif name in CLICKS:
                    photograph(browser, url, name, played(http, name))
                elif name == "replay":
                    picture(browser, url.rstrip("/") + played(http, "hawks"), DOCS / "replay.png", look_back)
                else:
                    picture(browser, url, DOCS / f"{name}.png")
            browser.close()
        running.should_exit = True
        thread.join(10)


def set_up(table: gh.Table) -> bool:
    """Nobody places pieces any more."""
    return not any(table.offers(decision.side) for decision in table.war.asked())


def in_battle(table: gh.Table) -> bool:
    names, stack = set(), table.war.stack
    while stack is not None:
        step, stack = stack
        names.add(type(step).__name__)
    game = table.war.setup.game.id
    return len(table.choices) > min(CLICKS[game][1], 20 if game == "convoys" else 999) and bool(names & BATTLES[game])


def played(http: httpx.Client, game: str, until: Callable[[gh.Table], bool] | None = None) -> str:
    """A table some way into the game, as the side that is asked sees it: its address."""
    scenario, clicks = CLICKS[game]
    table = gh.Table.begin(gh.game(game), scenario, seed=5)
    seats = [Seat("greedy", side, random.Random(1)) for side in range(2)]
    while not (until(table) if until else len(table.choices) >= clicks) and table.outcome is None:
        decision = table.war.asked()[0]
        verb, target = seats[decision.side].choose(table.war)
        table.play(verb, target, decision.side)
    sides = [side.id for side in table.war.setup.game.sides]
    opened = http.post("/api/tables/upload", content=save.dumps(table)).raise_for_status().json()
    asked = sides[table.war.asked()[0].side] if table.war.asked() else sides[0]
    return f"/table/{opened['table']}#seat={opened['seats'][asked]}"


def photograph(browser: Any, url: str, game: str, address: str) -> None:
    picture(browser, url.rstrip("/") + address, DOCS / f"{game}.png")
    SHELF.mkdir(parents=True, exist_ok=True)
    for theme in ("light", "dark"):
        context = browser.new_context(viewport={"width": 1500, "height": 760}, color_scheme=theme, bypass_csp=True, **CALM)
        page = context.new_page()
        page.goto(url.rstrip("/") + address)
        rest(page)
        page.locator("svg[role=application]").focus()
        for _ in range(CLOSER[game]):
            page.keyboard.press("+")
            page.wait_for_timeout(200)
        page.add_style_tag(content=BARE)
        shot = page.locator(".board").first.screenshot()
        (SHELF / f"{game}-{theme}.webp").write_bytes(webp(page, shot))
        context.close()


def look(browser: Any, url: str, http: httpx.Client, game: str, folder: Path) -> None:
    """One game at three sizes, by day and by night: `GAME-MOMENT-SIZE-THEME.png`."""
    folder.mkdir(parents=True, exist_ok=True)
    for moment, until in (("setup", set_up), ("battle", in_battle)):
        address = url.rstrip("/") + played(http, game, until)
        for size, (width, height) in SIZES.items():
            for theme in ("light", "dark"):
                thumb = {"has_touch": True, "is_mobile": True} if size == "phone" else {}
                context = browser.new_context(viewport={"width": width, "height": height}, color_scheme=theme, **CALM, **thumb)
                page = context.new_page()
                page.goto(address)
                rest(page, 700)
                page.screenshot(path=folder / f"{game}-{moment}-{size}-{theme}.png")
                context.close()


def look_back(page: Any) -> None:
    page.get_by_role("button", name="Replay").click()
    page.locator('section[aria-label="Replay"]').wait_for()
    for key in ("PageUp", "ArrowLeft", "ArrowLeft"):
        page.keyboard.press(key)
        page.wait_for_timeout(300)


def picture(browser: Any, address: str, path: Path, then: Callable[[Any], None] | None = None) -> None:
    context = browser.new_context(viewport={"width": 1440, "height": 900}, color_scheme="light", **CALM)
    page = context.new_page()
    page.goto(address)
    rest(page)
    if then:
        then(page)
        rest(page)
    page.screenshot(path=path)
    context.close()


def rest(page: Any, milliseconds: int = 4000) -> None:
    """Until the map is drawn and nothing moves any more."""
    if "/table/" in page.url:
        page.locator("header .line.open").wait_for()
        page.locator(".board .art svg").first.wait_for(state="attached")
    page.wait_for_load_state("networkidle")
    page.wait_for_function(
        "() => document.getAnimations().every((it) => it.playState !== 'running' || it.effect?.getTiming().iterations === Infinity)"
    )
    page.wait_for_timeout(milliseconds)


def webp(page: Any, png: bytes, width: int = 720) -> bytes:
    """A picture as small as a shelf needs it: the browser itself can write WebP."""
    data: str = page.evaluate(
        """async ([png, width]) => {
          const image = await createImageBitmap(await (await fetch('data:image/png;base64,' + png)).blob());
          const canvas = document.createElement('canvas');
          canvas.width = width;
          canvas.height = Math.round((width * image.height) / image.width);
          canvas.getContext('2d').drawImage(image, 0, 0, canvas.width, canvas.height);
          return canvas.toDataURL('image/webp', 0.8).split(',')[1];
        }""",
        [base64.b64encode(png).decode(), width],
    )
    return base64.b64decode(data)


if __name__ == "__main__":
    main(sys.argv[1:])
