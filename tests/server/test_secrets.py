"""What a seat is not to know is not on the wire: twins that differ only in secrets look alike, byte for byte."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

import grandharbour as gh
from grandharbour.engine import save
from grandharbour.engine.geometry.bits import bits
from grandharbour.server import computer
from grandharbour.server.history import History
from grandharbour.server.seats import Seat
from grandharbour.server.store import Move, TableRow

from .client import LINK, Harbour, play_on


def upload_position(harbour: Harbour, text: str) -> dict[Any, Any]:
    """A table that begins with a position."""
    table = gh.Table(gh.game("hawks").position(text, 7), text)
    answer = harbour.http.post("/api/tables/upload", content=save.dumps(table).encode())
    assert answer.status_code == 201, answer.text
    return harbour.seats(answer.json())


@pytest.mark.parametrize("moment", [3, 25, 45, 60, 90])
def test_twins(harbour: Harbour, moment: int) -> None:
    rng = random.Random(moment)
    war = gh.game("hawks").new(seed=moment)
    for _ in range(moment):
        if war.outcome:
            break
        decision = rng.choice(war.asked())
        verb = rng.choice(list(decision.choices))
        war.play(verb, rng.choice(list(bits(decision.choices[verb]))), decision.side)
    real = upload_position(harbour, war.position())
    differ = 0
    for side, number in (("IT", 0), ("BR", 1), (None, None)):
        for _ in range(3):
            twin = war.imagine(number, rng)
            differ += twin.key() != war.key()
            copy = upload_position(harbour, twin.position())
            assert real[side].get("events").json() == copy[side].get("events").json()
            for what in ("moments", "moments/0", "state"):
                ours, theirs = real[side].get(what).json(), copy[side].get(what).json()
                for part in ("table", "waiting"):  # a twin may have begun in the middle of what others still plan
                    ours.pop(part, None), theirs.pop(part, None)
                assert ours == theirs
            if ours["decision"]:
                for choice in ours["decision"]["choices"]:
                    for target in choice["candidates"][:40]:
                        asked = {"verb": choice["verb"], "target": target}
                        for what in ("whynot", "odds", "preview"):
                            assert real[side].get(what, **asked).json() == copy[side].get(what, **asked).json()
            for layer in gh.game("hawks").board(war.setup).overlays:
                for about in (None, *war.setup.names.lists["piece"][::4]):
                    asked = {"id": layer.id} if about is None or layer.about is None else {"id": layer.id, "about": about}
                    assert real[side].get("overlay", **asked).json() == copy[side].get("overlay", **asked).json()
    assert differ


def test_no_chit_is_told_to_the_other_seat(harbour: Harbour) -> None:
    seats = harbour.open(LINK, seed=2)
    play_on(seats, random.Random(2), clicks=35)
    names = gh.game("hawks").setup().names
    spoken = dict(zip(names.lists["piece"], names.spoken["piece"], strict=True))
    for side in ("IT", "BR", None):
        state = seats[side].state()
        for piece in state["view"]["pieces"]:
            knows = any(fact.startswith("Pilot: ") and "unknown" not in fact and "neither" not in fact for fact in piece["facts"])
            shown = not any(fact.endswith("(face down)") for fact in piece["facts"])
            assert not knows or shown or piece["side"] == side
        for event in state["events"]:
            assert event["kind"] not in ("draw_chit", "priority") or event["side"] == side
        record = seats[side].get("save").text
        assert "draws" not in record or side is not None
        for line in record.splitlines()[1:-1]:
            if " draws " in (text := json.loads(line)["text"]):
                owner = next(p["side"] for p in state["view"]["pieces"] if text.startswith(spoken[p["id"]] + " "))
                assert owner == side
    assert seats["IT"].state()["dice"]["seed"] is None


def test_feeds_are_what_the_table_tells() -> None:
    """The feed is kept up click by click; the engine's own list is the truth. Undo and both sides clicking included."""
    seats = {"IT": Seat("here"), "BR": Seat("here")}
    for seed in range(6):
        row = TableRow("x", "hawks", next(iter(gh.game("hawks").scenarios)), {}, "", "", f"{seed:064x}", seats, "", "", "")
        history = History(row)
        rng = random.Random(seed)
        moves = []
        held: dict[int | None, tuple[int, list[Any]]] = {side: (0, []) for side in history.feeds}
        while history.table.outcome is None and len(moves) < 250:
            table = history.table
            side = rng.choice([d.side for d in table.war.asked()])
            if rng.random() < 0.25 and table.undoable(side) is not None:
                move = Move("undo", ("IT", "BR")[side])
            else:
                decision = table.decision(side)
                verb = rng.choice(list(decision.choices))
                target = table.war.target_name(verb, rng.choice(list(bits(decision.choices[verb]))))
                move = Move("choice", ("IT", "BR")[side], verb, target)
            moves.append(history.make(move))
            for who, feed in history.feeds.items():
                told = table.told(who)
                assert [event.kind for event in feed.events] == [t.event.kind for t in told]
                assert [event.n for event in feed.events] == list(range(len(told)))
                assert feed.causes == [t.choice for t in told]
                if rng.random() < 0.3:
                    epoch, events = held[who]
                    start = feed.resume(len(events), epoch)
                    held[who] = (feed.epoch, events[:start] + feed.events[start:])
                    assert held[who][1] == feed.events
        again = History(row, moves)
        for who, feed in history.feeds.items():
            assert (again.feeds[who].events, again.feeds[who].epoch) == (feed.events, feed.epoch), "a restart changes nothing"
            assert again.moments(who) == history.moments(who)
        assert again.numbers == history.numbers and again.table.war.key() == history.table.war.key()


def test_a_computer_player_is_sent_no_secret() -> None:
    war = gh.game("hawks").new(seed=5)
    texts = [computer.imagined(war, 1) for _ in range(20)]
    assert len(set(texts)) > 10 and texts.count(war.position()) < 3, "one picture in about 1,500 is right by chance"
    seed = war.dice.seed.hex()
    assert all(seed not in text for text in texts)
