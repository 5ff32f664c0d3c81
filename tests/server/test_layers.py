"""Layers over the map and previews of a choice, over HTTP and live."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import pytest

import grandharbour as gh
from grandharbour.engine.geometry.bits import bits
from grandharbour.games.kesselring.layers import way_to
from grandharbour.games.kesselring.movement import March
from grandharbour.games.kesselring.movement_brief import cheapest
from grandharbour.games.kesselring.retreat import Retreat
from grandharbour.games.kesselring.supply import lines, sources

from .client import HERE, Harbour, Seat, dealt, play_on, problem

KESSELRING = {"game": "kesselring", "scenario": "avalanche-baytown", "seats": {"AX": {"kind": "here"}, "AL": {"kind": "link"}}}


@pytest.fixture(scope="module")
def italy(harbour: Harbour) -> dict[str | None, Seat]:
    """A table in its Action Phase."""
    with dealt(5):
        answer = harbour.http.post("/api/tables", json=KESSELRING)
    seats = harbour.seats(answer.json())
    for side in ("AX", "AL", "AX", "AL"):
        state = seats[side].state()
        if state["decision"] and state["decision"]["scripts"]:
            script = state["decision"]["scripts"][0]["id"]
            assert seats[side].post("script", number=state["number"], script=script).status_code == 200
    play_on(seats, random.Random(5), until=lambda s: any(_menu(state) for state in s.values()))
    return seats


def _menu(state: dict[str, object]) -> bool:
    decision = state["decision"]
    return isinstance(decision, dict) and decision["step"] == "Act"


def test_every_layer_of_the_board_can_be_read(harbour: Harbour, italy: dict[str | None, Seat]) -> None:
    board = harbour.http.get("/api/games/kesselring/board").json()
    assert [layer["id"] for layer in board["overlays"]] == ["zoc", "supply", "air", "cover", "control"]
    spaces = {space["id"] for space in board["spaces"]}
    for layer in board["overlays"]:
        assert layer["label"] and layer["help"] and layer["about"] in (None, "piece", "space")
        for seat in italy.values():
            shown = seat.get("overlay", id=layer["id"]).json()
            assert {tint["space"] for tint in shown["tints"]} <= spaces
            assert shown["note"].endswith(".")
    zones = italy[None].get("overlay", id="zoc").json()
    assert {tint["tone"] for tint in zones["tints"]} >= {"axis", "allies"}


def test_a_layer_about_a_piece_and_about_a_space(italy: dict[str | None, Seat]) -> None:
    pieces = italy["AL"].state()["view"]["pieces"]
    unit = next(
        p for p in pieces if (p["at"] or "").isdigit() and p["symbol"].split(":")[1] in ("infantry", "armor", "armored_inf")
    )
    about = italy["AL"].get("overlay", id="supply", about=unit["id"]).json()
    assert unit["id"] in about["note"]
    if about["lines"]:
        assert about["lines"][0]["spaces"][0] == unit["at"]
    cover = italy["AL"].get("overlay", id="cover", about=unit["at"]).json()
    assert cover["tints"][0] == {"space": unit["at"], "tone": "strong"}
    assert all(line["spaces"][-1] == unit["at"] for line in cover["lines"])


def test_what_cannot_be_asked(harbour: Harbour, italy: dict[str | None, Seat]) -> None:
    told = problem(italy["AX"].get("overlay", id="treasure"), "not-found", 404)
    assert "treasure" in told["detail"] and "zoc" in told["detail"]
    problem(italy["AX"].get("overlay", id="supply", about="Hannibal"), "not-found", 404)
    problem(italy["AX"].get("overlay", id="zoc", about="3112"), "not-found", 404)
    problem(italy["AX"].get("overlay"), "bad-request", 400)
    hawks = harbour.open(HERE, seed=3)
    told = problem(hawks["IT"].get("overlay", id="zoc"), "not-found", 404)
    assert "guns" in told["detail"]


def test_a_preview_is_for_the_seat_that_decides_and_for_what_is_listed(italy: dict[str | None, Seat]) -> None:
    side = next(side for side, seat in italy.items() if side and seat.state()["decision"])
    seat, other = italy[side], italy["AX" if side == "AL" else "AL"]
    problem(italy[None].get("preview", verb="move"), "wrong-seat", 403)
    problem(other.get("preview", verb="move"), "not-your-decision", 409)
    problem(seat.get("preview", verb="dance"), "illegal-choice", 409)
    problem(seat.get("preview", verb="to", target="3112"), "illegal-choice", 409)
    assert seat.get("preview", verb="pass").json() is None
    move = next(c for c in seat.state()["decision"]["choices"] if c["verb"] == "move")
    assert move["targets"], "the first Action of the scenario can be a move"
    seat.play("move")
    lead = seat.state()["decision"]["choices"][0]
    seen = seat.get("preview", verb="lead", target=lead["targets"][0]).json()
    assert seen["rule"] == "12.5a" and seen["tints"]
    refused = next((piece for piece in lead["candidates"] if piece not in lead["targets"]), None)
    assert refused is not None
    problem(seat.get("preview", verb="lead", target=refused), "illegal-choice", 409)


def test_live(italy: dict[str | None, Seat]) -> None:
    with italy[None].live() as watcher:
        watcher.hear("state")
        watcher.say(do="overlay", id=4, overlay="control")
        answer = watcher.hear("answer")
        assert answer["id"] == 4 and answer["answer"]["tints"]
        watcher.say(do="overlay", id=5, overlay="treasure")
        told = watcher.hear("problem")
        assert (told["id"], told["do"], told["problem"]["type"]) == (5, "overlay", "/problems/not-found")
        watcher.say(do="preview", id=6, verb="pass")
        assert watcher.hear("problem")["problem"]["type"] == "/problems/wrong-seat"


# --- what the layers and previews of Kesselring's War say is what the rules then do


def _italy(seed: int, clicks: int) -> Iterator[Any]:
    """A war after each of some random choices, few of them passes."""
    rng = random.Random(seed)
    war = gh.game("kesselring").new(list(gh.game("kesselring").scenarios)[seed % 2], seed=seed)
    for _ in range(clicks):
        if war.outcome is not None:
            return
        yield war
        decision = war.asked()[0]
        verbs = [verb for verb in decision.choices if verb not in ("pass", "decline")] or list(decision.choices)
        verb = next((v for v in verbs if v in ("attack", "strike", "target", "assault")), rng.choice(verbs))
        war.play(verb, rng.choice(list(bits(decision.choices[verb]))), decision.side)


def test_a_drawn_supply_line_is_one_the_rules_know() -> None:
    drawn = 0
    for seed in range(4):
        for n, war in enumerate(_italy(seed, 160)):
            if n % 20:
                continue
            setup = war.setup
            for unit in bits(war.on_map(setup.mobile)):
                found = lines(war, unit)
                for source in bits(found):
                    known = way_to(war, unit, source)
                    assert known is not None, f"{setup.piece_names[unit]} is supplied, but no line is drawn"
                    way, by_road = known
                    assert (way[0], way[-1]) == (war.at[unit], source)
                    assert len(way) - 1 <= (setup.mf[unit] if by_road else -(-setup.mf[unit] // 2))
                    on_map = [h for h in way if h < setup.hexes_end]
                    assert all(setup.ring[a] >> b & 1 for a, b in pairwise(on_map))
                    drawn += len(way) > 1
                others = sources(war, setup.side_of[unit]) & ~found
                assert all(way_to(war, unit, source) is None for source in bits(others)), "no line where the rules know none"
    assert drawn > 50


def test_the_cost_of_a_march_is_within_the_allowance_and_its_way_is_walked() -> None:
    seen = 0
    for seed in range(6):
        for war in _italy(seed, 200):
            step = war.stack[0]
            if not isinstance(step, March):
                continue
            setup, unit = war.setup, step.unit
            for target in bits(war.decision.choices["to"]):
                way, cost = cheapest(war, unit, target)
                assert (way[0], way[-1]) == (war.at[unit], target)
                assert cost is None or 0 < cost <= setup.mf[unit] * setup.mp
                assert cost is not None or len(way) == 2, "the minimum move is one hex [13.3]"
                seen += 1
    assert seen > 100


def test_a_retreat_costs_what_its_preview_says() -> None:
    checked = 0
    for seed in range(24):
        for war in _italy(seed, 120):
            step = war.stack[0]
            if not isinstance(step, Retreat):
                continue
            side = war.asked()[0].side
            for target in bits(war.decision.choices["to"]):
                told = war.setup.game.preview(war, side, "to", target)
                trial = war.copy()
                trial.play("to", target, side)
                alive = trial.at[step.unit] == target or target >= war.setup.hexes_end
                hurt = trial.reduced >> step.unit & 1 and not war.reduced >> step.unit & 1
                if told.text.startswith("No step lost"):
                    assert alive and not hurt
                elif ": the hex lies in an enemy zone" in told.text:
                    assert hurt if "step lost" in told.text else not alive
                checked += 1
    assert checked > 10
