"""The schema says what really travels, and the client's types are made from it."""

from __future__ import annotations

import random
import runpy
from pathlib import Path
from typing import Any

import pytest

import grandharbour as gh
from grandharbour.server.schema import components

from .client import HERE, Harbour, Json, play_on

ROOT = Path(__file__).parent.parent.parent
KINDS: dict[str, tuple[type, ...]] = {
    "string": (str,), "integer": (int,), "number": (int, float), "boolean": (bool,), "null": (type(None),), "array": (list,), "object": (dict,)
}  # fmt: skip


def faults(value: Json, schema: dict[str, Any], at: str = "") -> list[str]:
    """What in a message the schema does not allow: a small reading of JSON Schema, as far as ours goes."""
    if "$ref" in schema:
        return faults(value, components()[schema["$ref"].rpartition("/")[2]], at)
    if "anyOf" in schema:
        tried = [faults(value, part, at) for part in schema["anyOf"]]
        return [] if not all(tried) else min(tried, key=len)
    if "enum" in schema and value not in schema["enum"]:
        return [f"{at}: {value!r} is none of {schema['enum']}"]
    kind = schema.get("type")
    if kind and (not isinstance(value, KINDS[kind]) or (isinstance(value, bool) and kind != "boolean")):
        return [f"{at}: {value!r} is no {kind}"]
    if isinstance(value, list):
        parts = schema.get("prefixItems") or [schema.get("items", {})] * len(value)
        wrong = [] if len(parts) == len(value) else [f"{at}: {len(value)} members"]
        return wrong + [
            fault for n, (item, part) in enumerate(zip(value, parts, strict=False)) for fault in faults(item, part, f"{at}[{n}]")
        ]
    if isinstance(value, dict) and "properties" in schema:
        known = schema["properties"]
        wrong = [f"{at}.{name} is not described" for name in value if name not in known]
        wrong += [f"{at}.{name} is missing" for name in schema["required"] if name not in value]
        return wrong + [fault for name in value if name in known for fault in faults(value[name], known[name], f"{at}.{name}")]
    if isinstance(value, dict) and "additionalProperties" in schema:
        return [fault for name, item in value.items() for fault in faults(item, schema["additionalProperties"], f"{at}.{name}")]
    return []


def fits(value: Json, name: str, many: bool = False) -> None:
    ref = {"$ref": f"#/components/schemas/{name}"}
    assert faults(value, {"type": "array", "items": ref} if many else ref, name)[:5] == []


def test_the_types_of_the_client_are_made_from_the_schema() -> None:
    tool = runpy.run_path(str(ROOT / "tools" / "wire.py"))
    assert tool["FILE"].read_text(encoding="utf-8") == tool["written"](), "run `make wire`"


def test_every_reference_of_the_schema_leads_somewhere(harbour: Harbour) -> None:
    answer = harbour.http.get("/openapi.json")
    shapes = answer.json()["components"]["schemas"]
    assert {"State", "Decision", "View", "NewTable", "ProblemDocument", "Moment", "Odds", "Said", "Told"} <= set(shapes)
    for name in {part.split('"')[0] for part in answer.text.split("#/components/schemas/")[1:]}:
        assert name in shapes, name
    assert set(answer.json()["x-live"]["/api/tables/{table}/live"]) == {"Hello", "Said", "Told"}


@pytest.mark.parametrize("game", list(gh.games()))
def test_what_travels_fits_the_schema(harbour: Harbour, game: str) -> None:
    """The states of both sides and the spectators all through a random game, and what can be asked beside it."""
    rules = gh.game(game)
    seats = harbour.seats(
        harbour.http.post(
            "/api/tables", json={"game": game, "seed": 4, "seats": {side.id: {"kind": "here"} for side in rules.sides}}
        ).json()
    )
    clicks = 0

    def look(states: Json) -> bool:
        nonlocal clicks
        clicks += 1
        if clicks % 20 == 1:
            for seat, state in ((seat, seat.state()) for seat in seats.values()):
                fits(state, "State")
                if state["decision"] and clicks % 60 == 1:
                    fits(seat.get("hint").json(), "Hint", many=True)
                    choice = next(choice for choice in state["decision"]["choices"] if choice["targets"])
                    asked = {"verb": choice["verb"], **({} if choice["targets"][0] is None else {"target": choice["targets"][0]})}
                    for path, shape in (("odds", "Odds"), ("preview", "Preview")):
                        if (answer := seat.get(path, **asked).json()) is not None:
                            fits(answer, shape)
        return clicks > 160

    play_on(seats, random.Random(4), until=look)
    first = seats[rules.sides[0].id]
    if first.state()["outcome"] is None:
        first.post("resign")
    fits(first.state(), "State")
    fits(first.get("moments").json(), "Moments")
    fits(first.get("moments/3").json(), "Moment")
    fits(first.get("events").json(), "Event", many=True)
    fits(harbour.http.get(f"/api/tables/{first.table}").json(), "TableCard")
    fits(harbour.http.get(f"/api/games/{game}/board").json(), "Board")
    fits(harbour.http.get(f"/api/games/{game}/rulebook").json(), "RulebookText")
    fits(harbour.http.get(f"/api/games/{game}/lesson").json(), "LessonText")
    fits(harbour.http.post("/api/editor", json={"game": game}).json(), "EditorView")
    for layer in harbour.http.get(f"/api/games/{game}/board").json()["overlays"]:
        fits(first.get("overlay", id=layer["id"]).json(), "Overlay")


def test_the_shelf_and_the_live_part_fit_the_schema(harbour: Harbour) -> None:
    fits(harbour.http.get("/api/games").json(), "GameCard", many=True)
    seats = harbour.open(HERE, seed=1)
    with seats["IT"].live() as live:
        for said in ({"do": "whynot", "id": 1, "verb": "objective", "target": "C4"}, {"do": "play"}, {"do": "dance"}):
            live.say(**said)
        for message in (live.hear() for _ in range(4)):
            fits(message, "Told")
    assert faults({"type": "answer", "id": 1}, components()["Answer"]), "and what does not fit is found"


def asked(harbour: Harbour, game: str, kind: str, seed: int) -> Json:
    """The first decision of a random game with a choice of that kind of target (many of them for "nothing")."""
    rules = gh.game(game)
    seats = {side.id: {"kind": "here"} for side in rules.sides}
    at = harbour.seats(harbour.http.post("/api/tables", json={"game": game, "seed": seed, "seats": seats}).json())
    found: list[Json] = []

    def look(states: Json) -> bool:
        for state in states.values():
            choices = [c for c in (state["decision"] or {"choices": []})["choices"] if c["kind"] == kind]
            if state["view"]["turn"] and len(choices) > (6 if kind == "nothing" else 0):
                found.append(state)
        return bool(found)

    play_on(at, random.Random(seed), until=look)
    return found[0]


def test_a_choice_says_its_price(harbour: Harbour) -> None:
    state = asked(harbour, "kesselring", "nothing", 5)
    prices = {choice["verb"]: choice.get("price") for choice in state["decision"]["choices"]}
    cost = gh.game("kesselring").setup().cost  # type: ignore[attr-defined]
    drop = cost["drop_axis" if state["decision"]["side"] == "AX" else "drop"]
    assert prices["drop"]["amount"] == drop and prices["airlift"]["amount"] == cost["air_transport"] and prices["pass"] is None
    assert all(
        price["unit"] == ("Action Point" if price["amount"] == 1 else "Action Points") for price in prices.values() if price
    )


def test_a_formation_has_its_value_beside_it(harbour: Harbour) -> None:
    state = asked(harbour, "c3", "lot", 5)
    choice = next(choice for choice in state["decision"]["choices"] if choice["kind"] == "lot")
    setup = gh.game("c3").setup()
    values = {name: setup.token[lot] for lot, name in enumerate(setup.names.lists["lot"])}  # type: ignore[attr-defined]
    assert set(choice["targets"]) <= set(choice["notes"])
    assert {name: int(note.replace("−", "-")) for name, note in choice["notes"].items()} == {
        name: values[name] for name in choice["notes"]
    }


def test_boxes_know_their_side_and_turn(harbour: Harbour) -> None:
    spaces = {space["id"]: space for space in harbour.http.get("/api/games/kesselring/board").json()["spaces"]}
    assert (spaces["Allied Turn 3"]["side"], spaces["Allied Turn 3"]["turn"]) == ("AL", 3)
    assert spaces["Axis Staging Area"]["side"] == "AX" and "turn" not in spaces["Axis Staging Area"]
    plurals = {
        card["id"]: {side["short"]: side["many"] for side in card["sides"]} for card in harbour.http.get("/api/games").json()
    }
    assert plurals["kesselring"] == {"Axis": False, "Allies": True} and plurals["herkules"] == {"Axis": False, "British": True}
