"""The map of Operazione C3 keeps every promise that the rules make about the ground, and the forge repeats itself."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from tools.mapforge import c3 as forge

from grandharbour.engine.geometry.bits import bits
from grandharbour.engine.geometry.hexes import NE, NW, SE, SW, E, HexGrid, W
from grandharbour.engine.tables import Tables

ROOT = Path(__file__).resolve().parents[2]
DATA = ROOT / "src" / "grandharbour" / "games" / "c3" / "data"


@pytest.fixture(scope="module")
def tables() -> Tables:
    return Tables.read(DATA)


@pytest.fixture(scope="module")
def board(tables: Tables) -> dict[str, Any]:
    return {key.removeprefix("map."): entry.value for key, entry in tables.entries.items() if key.startswith("map.")}


@pytest.fixture(scope="module")
def grid(board: dict[str, Any]) -> HexGrid:
    g = dict(board["grid"])
    return HexGrid(g.pop("width"), g.pop("height"), g.pop("parity"), **g)


@pytest.fixture(scope="module")
def around(grid: HexGrid) -> Callable[[str], list[str]]:
    return lambda name: [grid.name(h) for h in bits(grid.neighbours(grid.named(name)))]


def sides(board: dict[str, Any], name: str) -> set[frozenset[str]]:
    return {frozenset(side.split("-")) for side in board[name]}


def malta(board: dict[str, Any]) -> set[str]:
    return {h for h, island in board["island"].items() if island == "malta"}


def closed(board: dict[str, Any]) -> set[frozenset[str]]:
    return sides(board, "water") | sides(board, "cliffs")


def flood(start: str, steps: Callable[[str], set[str]]) -> set[str]:
    found, fresh = {start}, [start]
    while fresh:
        for there in steps(fresh.pop()) - found:
            found.add(there)
            fresh.append(there)
    return found


def test_every_table_of_the_game_says_where_it_comes_from(tables: Tables) -> None:
    for entry in tables.entries.values():
        assert entry.source.startswith(("rulebook", "reconstruction: ")), entry.key


def test_numbers_run_from_the_north_west_and_even_rows_are_shifted(grid: HexGrid) -> None:
    ways = {d: grid.name(h) for d in range(6) if (h := grid.neighbour(grid.named("1414"), d)) is not None}
    assert ways == {E: "1514", NE: "1513", NW: "1413", W: "1314", SW: "1415", SE: "1515"}


def test_every_hex_is_land_or_sea(board: dict[str, Any], grid: HexGrid) -> None:
    land, sea = set(board["hexes"]), set(board["sea"])
    assert not land & sea and land | sea == {grid.name(h) for h in bits(grid.all)}
    assert set(board["island"]) == land


def test_half_land_or_a_road_makes_a_land_hex(board: dict[str, Any]) -> None:
    share = forge.Board().share
    on_road = {h for side in board["roads"] for h in side.split("-")}
    assert set(board["hexes"]) == {h for h, part in share.items() if part >= 0.5} | on_road


def test_malta_hangs_together(board: dict[str, Any], around: Callable[[str], list[str]]) -> None:
    land, shut = malta(board), closed(board)
    assert flood("2223", lambda h: {n for n in around(h) if n in land and frozenset((h, n)) not in shut}) == land


def test_valletta_opens_only_to_its_landward_side(board: dict[str, Any], around: Callable[[str], list[str]]) -> None:
    land, shut = malta(board), closed(board)
    names = board["names"]

    def open_to(h: str) -> set[str]:
        return {names[n] for n in around(h) if n in land and frozenset((h, n)) not in shut}

    assert board["capital"] == ["2419"] and names["2419"] == "Valletta"
    assert open_to("2419") == {"Floriana"}
    assert open_to("2320") == {"Valletta", "Hamrun-Marsa", "Birkirkara-Msida"}


def test_no_ship_lands_in_valletta(board: dict[str, Any], around: Callable[[str], list[str]]) -> None:
    mined = {h for field in board["minefields"].values() for h in field}
    assert set(around("2419")) & set(board["sea"]) <= mined


def test_five_cities_seventeen_towns_three_airfields(board: dict[str, Any]) -> None:
    kinds = list(board["overlay"].values())
    assert (kinds.count("city"), kinds.count("town"), len(board["airfields"])) == (5, 17, 3)
    assert sorted({*board["overlay"], *board["airfields"], *board["ports"]}) == board["victory"]
    assert len(board["victory"]) == 25 and set(board["victory"]) <= malta(board)


def test_six_ports_on_the_coast(board: dict[str, Any], around: Callable[[str], list[str]]) -> None:
    assert len(board["ports"]) == 6 and set(board["ports"]) <= set(board["overlay"])
    assert all(set(around(h)) & set(board["sea"]) for h in board["ports"])


def test_every_battery_has_its_own_hex(board: dict[str, Any], tables: Tables) -> None:
    letters = {tables[f"units.{u}"]["letter"] for u in tables.under("units")} - {"-"}
    assert set(board["batteries"]) == letters == set("ABCDEFGHIJ")
    assert len(set(board["batteries"].values())) == 10 and set(board["batteries"].values()) <= malta(board)


def test_three_coasts_have_seven_open_sea_hexes_in_a_chain(board: dict[str, Any], around: Callable[[str], list[str]]) -> None:
    mined = {h for field in board["minefields"].values() for h in field}
    land, shut = malta(board), closed(board)
    good = {s for s in board["sea"] if s not in mined and any(n in land and frozenset((s, n)) not in shut for n in around(s))}
    chains: list[set[str]] = []
    for start in sorted(good):
        if not any(start in chain for chain in chains):
            chains.append(flood(start, lambda h: set(around(h)) & good))
    long = [chain for chain in chains if len(chain) >= 7]
    assert len(long) == 3
    north_west, north_east, south_east = sorted(long, key=min)
    assert "1513" in north_west and "2015" in north_east and "2823" in south_east


def test_mines_lie_at_sea(board: dict[str, Any]) -> None:
    mined = [h for field in board["minefields"].values() for h in field]
    assert len(mined) == len(set(mined)) and set(mined) <= set(board["sea"])


def test_the_victory_line_is_one_wall_that_looks_north(board: dict[str, Any], grid: HexGrid) -> None:
    line = [side.split("-") for side in board["victory_line"]]
    ends: dict[tuple[int, int], int] = {}
    for north, south in line:
        here, there = grid.named(south), grid.named(north)
        d = grid.direction(here, there)
        for x, y in (grid.corners(here, 48)[d], grid.corners(here, 48)[(d + 1) % 6]):
            ends[round(x), round(y)] = ends.get((round(x), round(y)), 0) + 1
    assert sorted(ends.values()).count(1) == 2 and max(ends.values()) == 2
    # From the attackers' hexes to the defenders' the way leads south on the whole.
    assert sum(grid.center(grid.named(s))[1] - grid.center(grid.named(n))[1] for n, s in line) > 0
    attackers, defenders = {n for n, _ in line}, {s for _, s in line}
    assert not attackers & defenders
    assert {h for h, name in board["names"].items() if name in ("Fort Madliena", "Gharghur", "Naxxar")} <= defenders


def test_special_hexsides_are_real_and_do_not_share_a_side(board: dict[str, Any], around: Callable[[str], list[str]]) -> None:
    land, sea = set(board["hexes"]), set(board["sea"])
    groups = {name: sides(board, name) for name in ("victory_line", "escarpments", "cliffs", "water")}
    for name, group in groups.items():
        for a, b in map(sorted, group):
            assert b in around(a), (name, a, b)
            assert len({a, b} & sea) == (1 if name == "cliffs" else 0), (name, a, b)
    assert sum(map(len, groups.values())) == len(frozenset().union(*groups.values()))
    assert all(side.split("-")[0] in land for side in board["cliffs"])


def test_the_south_west_coast_is_all_cliff(board: dict[str, Any], around: Callable[[str], list[str]]) -> None:
    cliffs, sea = sides(board, "cliffs"), set(board["sea"])
    for h in ("1320", "1421", "1422", "1522", "1623", "1723", "1724", "1825", "1925", "2025", "2126", "2226", "2326", "2427"):
        assert all(frozenset((h, n)) in cliffs for n in around(h) if n in sea), h


def test_roads_join_all_victory_hexes(board: dict[str, Any], around: Callable[[str], list[str]]) -> None:
    roads = sides(board, "roads")
    assert not roads & closed(board)
    assert all(b in around(a) for a, b in map(sorted, roads))
    reached = flood("2419", lambda h: {n for n in around(h) if frozenset((h, n)) in roads})
    assert set(board["victory"]) <= reached


def test_all_terrain_kinds_stand_on_the_map(board: dict[str, Any], tables: Tables) -> None:
    assert set(board["hexes"].values()) | {"sea"} == set(tables.under("tec.base"))
    assert board["hexes"]["2223"] == "flat" and board["hexes"]["1721"] == "hill" and board["hexes"]["1617"] == "rough"


def test_ready_made_set_ups_are_legal(board: dict[str, Any], tables: Tables) -> None:
    units = {u: tables[f"units.{u}"] for u in tables.under("units")}
    loose = {"coastal_battery": "coast", "light_aa": "flak", "heavy_aa": "flak", "armour": "tank", "anti_tank": "tank"}
    for name in tables.under("setups"):
        placed = dict(tables[f"setups.{name}.british"])
        assert set(placed) == {u for u, v in units.items() if v["entry"] == "setup"}
        placed |= {u: board["batteries"][v["letter"]] for u, v in units.items() if v["entry"] == "letter"}
        for h in set(placed.values()):
            here = [units[u]["type"] for u, at in placed.items() if at == h]
            extra = [loose[t] for t in here if t in loose]
            assert len(extra) == len(set(extra)), (name, h)
            room = tables[f"tec.base.{board['hexes'][h]}"]["stack"]
            room += tables[f"tec.overlay.{board['overlay'][h]}"]["stack"] if h in board["overlay"] else 0
            points = sum(units[u]["steps"] for u, at in placed.items() if at == h and units[u]["type"] not in loose)
            assert points <= room and h in malta(board), (name, h)


def test_the_ready_made_plan_is_legal(board: dict[str, Any], tables: Tables, around: Callable[[str], list[str]]) -> None:
    units = {u: tables[f"units.{u}"] for u in tables.under("units")}
    drops, landings = tables["plans.historical.drops"], tables["plans.historical.landings"]
    assert set(drops) == {u for u, v in units.items() if v["entry"] == "drop"}
    assert all(list(drops.values()).count(h) <= 3 and h in malta(board) for h in drops.values())
    mined = {h for field in board["minefields"].values() for h in field}
    seas = {sea for sea, _, _ in landings.values()}
    assert len(seas) <= 7 and not seas & mined
    assert flood(min(seas), lambda h: set(around(h)) & seas) == seas
    load: dict[tuple[str, str], int] = {}
    for unit, (sea, beach, wave) in landings.items():
        assert units[unit]["entry"] == "land" and beach in around(sea) and frozenset((sea, beach)) not in closed(board)
        load[sea, wave] = load.get((sea, wave), 0) + units[unit]["steps"]
    assert max(load.values()) <= 2
    for kind in ("air", "naval"):
        targets = tables[f"plans.historical.{kind}"]
        assert sum(targets.values()) == 6 and max(targets.values()) <= 3


def test_the_forge_writes_the_same_bytes_again() -> None:
    for name, text in forge.files().items():
        assert text == (DATA / name).read_text(encoding="utf-8"), name


def test_the_drawing_is_sound_small_and_recolourable() -> None:
    text = (DATA / "art.svg").read_text(encoding="utf-8")
    assert ElementTree.fromstring(text).tag.endswith("svg")
    assert len(text.encode()) < 600_000
    ids = set(re.findall(r'id="([^"]+)"', text))
    assert set(re.findall(r'href="#([^"]+)"', text)) <= ids
    for name in ("sea", "land", "rough", "mountain", "road", "river", "town", "objective", "chart-ink"):
        assert f"var(--{name}, #" in text, name
