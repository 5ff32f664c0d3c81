"""The map of Operation Herkules has everything the rulebook counts, its borders say what its links say, and the forge repeats itself."""

from __future__ import annotations

import itertools
import math
import re
from collections import Counter
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from tools.mapforge import herkules as forge

from grandharbour.engine.tables import Tables

ROOT = Path(__file__).resolve().parents[2]
DATA = ROOT / "src" / "grandharbour" / "games" / "herkules" / "data"
Point = tuple[float, float]


@pytest.fixture(scope="module")
def tables() -> Tables:
    return Tables.read(DATA)


@pytest.fixture(scope="module")
def board() -> Any:
    return forge.Board()


@pytest.fixture(scope="module")
def land(tables: Tables) -> dict[str, dict[str, Any]]:
    names = tables.under("map.land")
    return {n: {k: tables[f"map.land.{n}.{k}"] for k in tables.under(f"map.land.{n}")} for n in names}


@pytest.fixture(scope="module")
def sea(tables: Tables) -> dict[str, dict[str, Any]]:
    names = tables.under("map.sea")
    return {n: {k: tables[f"map.sea.{n}.{k}"] for k in tables.under(f"map.sea.{n}")} for n in names}


def joined(start: str, links: dict[str, list[Any]]) -> dict[str, int]:
    """Steps from a space to each that can be reached."""
    found, fresh = {start: 0}, [start]
    while fresh:
        here = fresh.pop(0)
        for there in map(str, links[here]):
            if there not in found:
                found[there] = found[here] + 1
                fresh.append(there)
    return found


def test_counts_of_the_rulebook(land: dict[str, dict[str, Any]], tables: Tables) -> None:
    assert sum(t["vp"] for t in land.values()) == tables["victory.total"] == 275
    assert sum(t["airfield"] for t in land.values()) == tables["works.airfield.count"] == 6
    assert sum(t["port"] != "none" for t in land.values()) == tables["works.port.count"] == 6
    assert [n for n, t in land.items() if t["port"] == "major"] == ["valletta"]
    assert sum(t["guns"] for t in land.values()) == tables["works.gun.count"] == 16
    assert {n for n, t in land.items() if t["radar"] == "naval"} == {"xaghra", "maghtab", "naxxar", "marsaskala"}
    assert sum(t["radar"] == "air" for t in land.values()) == 3
    assert len(land) == tables["works.bunker.count"] == len(tables["scenarios.1942.bunkers"]) == 36
    assert len(tables["scenarios.1940.bunkers"]) == 18
    assert all(t["vp"] % 5 == 0 for t in land.values())
    assert {tables[f"formations.{hq}.home"] for hq in ("ahq", "bde231", "bde232", "bde233", "bde234")} == {
        "kirkop",
        "halfar",
        "takali",
        "valletta",
        "krendi",
    }


def test_valletta_is_needed_and_gozo_is_not(land: dict[str, dict[str, Any]], tables: Tables) -> None:
    spare = tables["victory.total"] - tables["victory.major"]
    assert land["valletta"]["vp"] > spare
    assert sum(t["vp"] for t in land.values() if t["island"] == "gozo") <= spare


def test_links_lead_both_ways(land: dict[str, dict[str, Any]], sea: dict[str, dict[str, Any]]) -> None:
    for name, territory in land.items():
        assert all(name in land[other]["links"] for other in territory["links"])
        assert all(name in sea[str(zone)]["lands"] for zone in territory["sea"])
    for name, zone in sea.items():
        assert all(int(name) in sea[str(other)]["links"] for other in zone["links"])
        assert all(int(name) in land[other]["sea"] for other in zone["lands"])


def test_islands_hang_together_and_only_ships_join_them(land: dict[str, dict[str, Any]]) -> None:
    links = {name: t["links"] for name, t in land.items()}
    assert len(joined("valletta", links)) == 28
    assert len(joined("victoria", links)) == 7
    assert len(joined("comino", links)) == 1
    for name in links:
        assert {land[n]["island"] for n in joined(name, links)} == {land[name]["island"]}


def test_the_convoy_comes_from_the_west(sea: dict[str, dict[str, Any]], land: dict[str, dict[str, Any]], tables: Tables) -> None:
    far = joined(str(tables["pedestal.zone"]), {name: z["links"] for name, z in sea.items()})
    assert len(far) == 24
    assert {n: far[str(t["port_zone"])] for n, t in land.items() if t["port"] != "none"} == {
        "marfa": 2,
        "ghajnsielem": 2,
        "stpauls": 3,
        "valletta": 4,
        "sliema": 4,
        "marsaxlokk": 4,
    }
    assert [n for n, z in sea.items() if z["ring"] == "outer"] == [str(n) for n in range(17, 25)]
    assert all(not z["lands"] for z in sea.values() if z["ring"] == "outer")


def test_guns_cover_their_own_waters_and_two_zones_at_most(land: dict[str, dict[str, Any]], tables: Tables) -> None:
    bearing: Counter[int] = Counter()
    for territory in land.values():
        assert bool(territory["gun_zones"]) == bool(territory["guns"])
        assert set(territory["gun_zones"]) <= set(territory["sea"]) and len(territory["gun_zones"]) <= 2
        for zone in territory["gun_zones"]:
            bearing[zone] += territory["guns"]
    assert bearing == {4: 2, 5: 3, 6: 4, 7: 7, 8: 4, 9: 2, 10: 1, 13: 1, 14: 1, 15: 1}
    sites = [tables[f"map.guns.{g}"] for g in tables.under("map.guns")]
    assert Counter(s["land"] for s in sites) == {n: t["guns"] for n, t in land.items() if t["guns"]}
    assert all(s["faces"] in land[s["land"]]["gun_zones"] for s in sites)


def rings(tables: Tables, name: str) -> list[list[Point]]:
    parts = [tables["map.shapes"][name], *tables["map.parts"].get(name, [])]
    return [[(p[0], p[1]) for p in ring] for ring in parts]


def edges(tables: Tables, name: str) -> set[frozenset[Point]]:
    return {frozenset(pair) for ring in rings(tables, name) for pair in zip(ring, [*ring[1:], ring[0]])}


def length(side: set[frozenset[Point]]) -> float:
    return sum(math.dist(*pair) for pair in side)


def test_borders_are_drawn_exactly_where_links_are(
    tables: Tables, land: dict[str, dict[str, Any]], sea: dict[str, dict[str, Any]]
) -> None:
    drawn = {name: edges(tables, name) for name in (*land, *sea)}
    # Zones 7 and 15 lie around Manoel Island and Comino: their outlines leave the islands inside.
    for a, b in itertools.combinations(drawn, 2):
        linked = b in land.get(a, {}).get("links", []) or (a in land and b in sea and int(b) in land[a]["sea"])
        linked = linked or (a in sea and int(b) in sea[a]["links"])
        shared = length(drawn[a] & drawn[b])
        assert (shared > 60) == linked, f"{a} and {b} share {shared:.0f} units"


def inside(p: Point, ring: list[Point]) -> bool:
    odd = False
    for (ax, ay), (bx, by) in zip(ring, [*ring[1:], ring[0]]):
        if (ay > p[1]) != (by > p[1]) and p[0] < ax + (p[1] - ay) * (bx - ax) / (by - ay):
            odd = not odd
    return odd


def test_everything_stands_in_its_own_area(tables: Tables, land: dict[str, dict[str, Any]]) -> None:
    for name, spots in tables["map.spots"].items():
        shape = rings(tables, name)[0]
        assert len(spots) >= 2
        for spot in spots:
            assert inside((spot[0], spot[1]), shape), name
    for key in ("radars", "airfields", "ports", "bunkers"):
        for name in tables.under(f"map.{key}"):
            at = tables[f"map.{key}.{name}"]
            near = [(at["x"] + dx, at["y"] + dy) for dx in (-24, 0, 24) for dy in (-24, 0, 24)]
            assert any(inside(p, ring) for p in near for ring in rings(tables, name)), f"{key} {name}"
    assert set(tables.under("map.airfields")) == {n for n, t in land.items() if t["airfield"]}
    assert set(tables.under("map.ports")) == {n for n, t in land.items() if t["port"] != "none"}
    assert set(tables.under("map.radars")) == {n for n, t in land.items() if t["radar"] != "none"}


def test_two_counters_fit_beside_each_name(tables: Tables, board: Any) -> None:
    for a in board.areas:
        x, y, w, h = tables["map.fields"][a.id]
        assert (w // forge.COUNTER) * (h // forge.COUNTER) >= 2, a.id
        lx, ly, lw, lh = a.label_box()
        assert x >= lx + lw or lx >= x + w or y >= ly + lh or ly >= y + h, f"the field of {a.id} covers its name"
        corners = [(x, y), (x + w, y), (x, y + h), (x + w, y + h)]
        assert all(inside(c, rings(tables, a.id)[0]) for c in corners), a.id


def test_the_sheet_shows_what_the_tables_say(tables: Tables, land: dict[str, dict[str, Any]]) -> None:
    text = (DATA / "art.svg").read_text(encoding="utf-8")
    assert len(text.encode()) < 600_000
    root = ElementTree.fromstring(text)
    assert [float(v) for v in root.attrib["viewBox"].split()] == tables["map.box"]
    words = Counter(element.text for element in root.iter("{http://www.w3.org/2000/svg}text"))
    for territory in land.values():
        assert words[territory["name"].replace("'", "’")] == 1
    for number in tables.under("map.sea"):
        assert words[tables[f"map.sea.{number}.name"]] == 1
    shields = Counter(str(t["vp"]) for t in land.values() if t["vp"])
    assert all(words[vp] >= count for vp, count in shields.items())
    # Every colour can be changed from outside.
    paints = set(re.findall(r'(?:fill|stroke)="([^"]*)"', text)) - {"none"}
    assert {p for p in paints if not p.startswith(("var(--", "url("))} <= {"#000", "#fff8ea"}


def test_the_forge_repeats_itself(board: Any) -> None:
    assert forge.map_toml(board) == (DATA / "map.toml").read_text(encoding="utf-8")
    assert forge.Painter(board).draw() == (DATA / "art.svg").read_text(encoding="utf-8")
