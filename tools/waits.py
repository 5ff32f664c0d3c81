"""How long a person waits for the computer in a real browser: from the answer to the last click until the page asks again.

    python tools/waits.py --seconds 60                              # every game at every level, so many seconds each
    python tools/waits.py c3 --players search:captain,search:admiral

The person is the adviser, clicking at once: nobody ponders meanwhile, and a wait may hold several plans of the computer.
"""

from __future__ import annotations

import argparse
import os
import shutil
import statistics
import tempfile
import threading
import time
from typing import Any

import httpx
from playwright.sync_api import sync_playwright

import grandharbour as gh
from grandharbour.server import Settings
from grandharbour.server.run import prepare

SCENARIOS = {
    "hawks": "faith-hope-charity", "convoys": "pedestal", "herkules": "1942-revised", "c3": "invasion", "kesselring": "avalanche-baytown",
}  # fmt: skip
LEVELS = ("greedy", "search:cadet", "search:captain", "search:admiral")
ASKED = """() => { const prompt = document.querySelector('section[aria-label="Prompt"]');
  return prompt && !/ (is|are) (deciding|planning)/.test(prompt.innerText) }"""
"""The page has something for the person to do, or the game is over."""


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("games", nargs="*", default=list(SCENARIOS))
    options.add_argument("--players", default=",".join(LEVELS))
    options.add_argument("--seconds", type=float, default=60.0)
    wish = options.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        running, listening, url = prepare(Settings(database=f"{folder}/tables.db", computer_delay=0.0), "127.0.0.1", 0)
        thread = threading.Thread(target=running.run, kwargs={"sockets": [listening]}, daemon=True)
        thread.start()
        with sync_playwright() as playwright, httpx.Client(base_url=url, timeout=120) as http:
            browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox", "--disable-gpu"])
            print(f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors")
            print("| game | computer | waits | middle | nine of ten | longest |\n|---|---|---|---|---|---|")
            for name in wish.games:
                for player in wish.players.split(","):
                    waits = sorted(played(browser, http, url, name, player, wish.seconds))
                    if waits:
                        told = (statistics.median(waits), waits[min(len(waits) - 1, int(0.9 * len(waits)))], waits[-1])
                        print(f"| {name} | {player} | {len(waits)} |" + "".join(f" {it:.2f} s |" for it in told), flush=True)
            browser.close()
        running.should_exit = True
        thread.join(10)


def played(browser: Any, http: httpx.Client, url: str, name: str, player: str, seconds: float) -> list[float]:
    """The waits of one game against a computer player, as far as the time goes."""
    sides = [side.id for side in gh.game(name).sides]
    seats = {sides[0]: {"kind": "here"}, sides[1]: {"kind": "computer", "player": player}}
    opened = http.post("/api/tables", json={"game": name, "scenario": SCENARIOS[name], "seats": seats, "seed": 3}).json()
    table, token = opened["table"], opened["seats"][sides[0]]
    page = browser.new_page(viewport={"width": 1440, "height": 900}, reduced_motion="reduce")
    page.set_default_timeout(180_000)
    page.goto(f"{url.rstrip('/')}/table/{table}#seat={token}")
    page.wait_for_selector("[data-space]", state="attached")
    headers, waits, end = {"Authorization": f"Bearer {token}"}, [], time.monotonic() + seconds
    page.wait_for_function(ASKED, polling=20)
    while time.monotonic() < end:
        state = http.get(f"/api/tables/{table}/state", headers=headers).json()
        if state["outcome"] or not state["decision"]:
            break
        best = http.get(f"/api/tables/{table}/hint", headers=headers).json()[0]
        click = {"number": state["number"], "verb": best["verb"], "target": best["target"]}
        after = http.post(f"/api/tables/{table}/choices", headers=headers, json=click)
        answered = time.perf_counter()
        told = after.json()
        if not told["decision"] and not told["outcome"]:
            while not told["decision"] and not told["outcome"]:
                time.sleep(0.02)
                told = http.get(f"/api/tables/{table}/state", headers=headers).json()
            page.wait_for_function(ASKED, polling=20)
            waits.append(time.perf_counter() - answered)
    page.close()
    return waits


if __name__ == "__main__":
    main()
