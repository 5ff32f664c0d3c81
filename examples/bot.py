"""A program that plays at a club of Grand Harbour: it accepts challenges and plays them to their end (docs/programs.md).

    HARBOUR_TOKEN=pat.… python bot.py https://harbour.example [--games 1] [--only hawks] [--advised]

It needs Python and nothing else. What it knows of the rules is the list of choices it is sent; put your own idea of a good one into
``choose``. Its token has the scopes read, challenge and play.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import threading
import urllib.error
import urllib.request
from collections.abc import Iterator
from typing import Any

Json = Any


class Club:
    """The calls of a club that a program needs."""

    def __init__(self, url: str, token: str) -> None:
        self.url = url.rstrip("/")
        self.headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}

    def _open(self, method: str, path: str, body: Json = None) -> Any:
        data = None if body is None else json.dumps(body).encode()
        return urllib.request.urlopen(urllib.request.Request(self.url + path, data, self.headers, method=method), timeout=60)

    def call(self, method: str, path: str, body: Json = None) -> Json:
        with self._open(method, path, body) as answer:
            return json.load(answer)

    def stream(self, path: str) -> Iterator[Json]:
        """One JSON object a line; empty lines only say that the line is still there."""
        with self._open("GET", path) as lines:
            for line in lines:
                if line.strip():
                    yield json.loads(line)


def choose(club: Club, table: str, state: Json, advised: bool) -> Json:
    """One of the choices that are listed: verb and target. Nothing else is legal, and everything listed is."""
    if advised and (hints := club.call("GET", f"/api/tables/{table}/hint")):
        return {"verb": hints[0]["verb"], "target": hints[0]["target"]}
    choice = random.choice([it for it in state["decision"]["choices"] if it["targets"]])
    return {"verb": choice["verb"], "target": random.choice(choice["targets"])}


def play(club: Club, table: str, advised: bool) -> Json:
    """Play a table to its end; returns the outcome."""
    for state in club.stream(f"/api/tables/{table}/stream"):
        while state["decision"]:
            click = choose(club, table, state, advised)
            try:
                state = club.call("POST", f"/api/tables/{table}/choices?since=1000000", {"number": state["number"], **click})
            except urllib.error.HTTPError as error:
                if error.code != 409:  # the table has gone on meanwhile: the next line of the stream says how
                    raise
                break
        if state["outcome"]:
            return state["outcome"]
    return None


def main() -> None:
    said = argparse.ArgumentParser(description="Accept challenges at a club of Grand Harbour and play them.")
    said.add_argument("url")
    said.add_argument("--games", type=int, default=0, help="go home after so many; 0: never")
    said.add_argument("--only", default="", help="one game, such as hawks")
    said.add_argument("--advised", action="store_true", help="do what the adviser would, instead of anything")
    wish = said.parse_args()
    club = Club(wish.url, os.environ["HARBOUR_TOKEN"])
    me = club.call("GET", "/api/me")["person"]
    print(f"{me['name']} listens", flush=True)
    playing: dict[str, threading.Thread] = {}

    def take_seat(table: str) -> None:
        outcome = play(club, table, wish.advised)
        print(f"table {table}: {outcome['reason'] if outcome else 'no end'}", flush=True)

    for event in club.stream("/api/stream/events"):
        if event["type"] == "challenge":
            challenge = event["challenge"]
            invited = challenge["invited"] and challenge["invited"]["id"] == me["id"]
            if invited and wish.only in ("", challenge["game"]):
                club.call("POST", f"/api/lobby/challenges/{challenge['id']}/accept", {})
        elif event["type"] == "table" and event["table"]["table"] not in playing:
            table = event["table"]["table"]
            playing[table] = threading.Thread(target=take_seat, args=(table,))
            playing[table].start()
            if wish.games and len(playing) >= wish.games:
                break
    for thread in playing.values():
        thread.join()


if __name__ == "__main__":
    main()
