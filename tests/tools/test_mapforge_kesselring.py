"""The map of Kesselring's War keeps every promise that the rulebook makes about single hexes, and the forge repeats itself."""

from __future__ import annotations

import itertools
import re
import shutil
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from tools.mapforge import kesselring as forge

from grandharbour.engine.geometry.bits import bits
from grandharbour.engine.geometry.hexes import HexGrid
from grandharbour.engine.tables import Entry, Tables

ROOT = Path(__file__).resolve().parents[2]
DATA = ROOT / "src" / "grandharbour" / "games" / "kesselring" / "data"


@pytest.fixture(scope="module")
def entries(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Entry]:
    folder = tmp_path_factory.mktemp("map")
    shutil.copy(DATA / "map.toml", folder)
    return Tables.read(folder).entries


@pytest.fixture(scope="module")
def board(entries: dict[str, Entry]) -> dict[str, Any]:
    return {key.removeprefix("map."): entry.value for key, entry in entries.items()}


@pytest.fixture(scope="module")
def grid(board: dict[str, Any]) -> HexGrid:
    g = board["grid"]
    return HexGrid(g["width"], g["height"], g["parity"], first_column=g["first_column"], first_row=g["first_row"])


def around(grid: HexGrid, name: str) -> set[str]:
    return {grid.name(h) for h in bits(grid.neighbours(grid.named(name)))}


def roads(board: dict[str, Any]) -> set[frozenset[str]]:
    return {frozenset(side.split("-")) for side in board["roads"]}


def joined(start: str, steps: set[frozenset[str]]) -> set[str]:
    found, fresh = {start}, [start]
    while fresh:
        here = fresh.pop()
        for step in steps:
            if here in step:
                (there,) = step - {here}
                if there not in found:
                    found.add(there)
                    fresh.append(there)
    return found


def test_every_value_says_where_it_comes_from(entries: dict[str, Entry]) -> None:
    for entry in entries.values():
        assert entry.source.startswith(("text: ", "reconstruction: ")), entry.key


def test_every_hex_is_land_sea_or_out_of_play(board: dict[str, Any], grid: HexGrid) -> None:
    land, sea, out = set(board["hexes"]), set(board["sea"]), set(board["out"])
    assert not land & sea and not land & out and not sea & out
    assert land | sea | out == {grid.name(h) for h in bits(grid.all)}
    assert set(board["landmass"]) == land
    assert sorted(h for zone in board["seas"].values() for h in zone) == sorted(sea)


def test_named_places_stand_where_the_text_has_them(board: dict[str, Any]) -> None:
    assert board["named"] == {
        "Anzio": "2913",
        "Cagliari": "1609",
        "Foggia": "3321",
        "Gaeta": "2916",
        "Messina": "2027",
        "Napoli": "2917",
        "Reggio": "2028",
        "Roma": "3112",
        "San Benedetto": "3714",
    }
    for name, hex_ in board["named"].items():
        assert board["places"][name] == hex_
        assert hex_ in board["hexes"]


def test_anzio_is_three_road_hexes_from_the_port_of_gaeta(board: dict[str, Any], grid: HexGrid) -> None:
    assert grid.distance(grid.named("2913"), grid.named("2916")) == 3
    assert {frozenset(p) for p in (("2913", "2914"), ("2914", "2915"), ("2915", "2916"))} <= roads(board)
    assert "2916" in board["ports"]


def test_3024_is_a_mountain_with_a_road(board: dict[str, Any]) -> None:
    assert board["hexes"]["3024"] == "mountain"
    assert sum("3024" in step for step in roads(board)) >= 2


def test_the_strait_is_the_only_way_to_sicily(board: dict[str, Any], grid: HexGrid) -> None:
    assert board["straits"] == ["2027-2028"]
    shut = {frozenset(side.split("-")) for side in board["sea_sides"]}
    crossings = {
        frozenset((h, n))
        for h, where in board["landmass"].items()
        for n in around(grid, h)
        if board["landmass"].get(n, where) != where and frozenset((h, n)) not in shut
    }
    assert crossings == {frozenset(("2027", "2028"))}
    assert not crossings & roads(board)


def test_a_defender_in_1727_can_be_surrounded_from_three_hexes(board: dict[str, Any], grid: HexGrid) -> None:
    ring = around(grid, "1727")
    assert {h for h in ring if h in board["hexes"]} == {"1627", "1726", "1827"}
    assert {h for h in ring if h in board["sea"]} == {"1628", "1728", "1828"}


def test_the_row_of_cassino_runs_straight_from_coast_to_coast(board: dict[str, Any], grid: HexGrid) -> None:
    row = board["cassino_row"]
    steps = {grid.direction(grid.named(a), grid.named(b)) for a, b in itertools.pairwise(row)}
    assert len(steps) == 1
    (step,) = steps
    assert all(h in board["hexes"] for h in row)
    beyond = grid.neighbour(grid.named(row[-1]), step)
    before = grid.neighbour(grid.named(row[0]), (step + 3) % 6)
    assert beyond is not None and before is not None
    assert grid.name(beyond) in board["seas"]["adriatic"]
    assert grid.name(before) in board["seas"]["tyrrhenian"]
    assert board["monte_cassino"] in row
    assert board["hexes"][board["monte_cassino"]] == "mountain"


def test_north_of_the_row(board: dict[str, Any]) -> None:
    north = set(board["north_of_cassino"])
    assert set(board["cassino_row"]) <= north
    assert {"3112", "2913", "3714", *board["north_edge"]} <= north
    assert not north & {"2916", "2917", "3321", "1609"}
    assert all(board["landmass"][h] == "mainland" for h in north)


def test_landmasses_hang_together(board: dict[str, Any], grid: HexGrid) -> None:
    shut = {frozenset(side.split("-")) for side in board["sea_sides"]}
    for where, count in (("mainland", 165), ("sardinia", 40), ("sicily", 39)):
        hexes = {h for h, w in board["landmass"].items() if w == where}
        assert len(hexes) == count
        steps = {frozenset((h, n)) for h in hexes for n in around(grid, h) & hexes} - shut
        assert joined(min(hexes), steps) == hexes


def test_coasts(board: dict[str, Any], grid: HexGrid) -> None:
    sea = set(board["sea"])
    assert set(board["coastal"]) == {h for h in board["hexes"] if around(grid, h) & sea}
    landing = {h for zone in board["invasion_seas"] for h in board["seas"][zone]}
    assert set(board["closed_coast"]) == {h for h in board["coastal"] if not around(grid, h) & landing}
    names = board["places"]
    for name in ("San Benedetto", "Pescara", "Ortona", "Termoli", "Manfredonia", "Barletta", "Bari", "Brindisi"):
        assert names[name] in board["closed_coast"], name
    for name in ("Anzio", "Salerno", "Reggio", "Taranto", "Crotone", "Gela", "Siracusa", "Palermo", "Cagliari", "Olbia"):
        assert names[name] in board["coastal"] and names[name] not in board["closed_coast"], name
    # A landing force finds all the water around every coast on the sheet, except beyond the north edge.
    assert all(len(around(grid, h)) == 6 for h in board["coastal"] if not h.startswith("37"))


def test_rivers_roads_and_sea_sides_lie_between_neighbours_on_land(board: dict[str, Any], grid: HexGrid) -> None:
    for key in ("rivers", "roads", "straits", "sea_sides"):
        assert len(set(board[key])) == len(board[key])
        for side in board[key]:
            a, b = side.split("-")
            assert a < b and b in around(grid, a), side
            assert a in board["hexes"] and b in board["hexes"], side
    kinds = [set(board[key]) for key in ("rivers", "straits", "sea_sides")]
    assert sum(map(len, kinds)) == len(set().union(*kinds))
    assert not set(board["roads"]) & (kinds[1] | kinds[2])


def test_one_road_net_on_each_landmass(board: dict[str, Any]) -> None:
    steps = roads(board)
    for start, where in (("3112", "mainland"), ("1721", "sicily"), ("1609", "sardinia")):
        net = joined(start, steps)
        assert net == {h for step in steps for h in step if board["landmass"][h] == where}
        assert {h for h in board["places"].values() if board["landmass"][h] == where} <= net
    assert set(board["north_roads"]) <= set(board["north_edge"]) & {h for step in steps for h in step}


def test_places_fit_their_hexes(board: dict[str, Any]) -> None:
    land = set(board["hexes"])
    assert set(board["places"].values()) <= land
    assert len(set(board["places"].values())) == len(board["places"])
    assert set(board["ports"]) <= set(board["coastal"])
    for key in ("cities", "towns", "airfields", "objectives", "supply_hexes", "open_cities", "major_objectives"):
        assert set(board[key]) <= land, key
    assert not set(board["cities"]) & set(board["towns"])
    assert {h for h, kind in board["hexes"].items() if kind == "volcano"} == {board["places"]["Etna"], board["places"]["Vesuvio"]}
    assert "3321" in board["airfields"]


def test_objectives(board: dict[str, Any]) -> None:
    points = board["objectives"]
    assert points["3112"] == 8 and points["3714"] == 4
    assert all(v == 1 for h, v in points.items() if h not in ("3112", "3714"))
    assert board["monte_cassino"] not in points
    assert set(board["major_objectives"]) == {"3112", "2917", "3321", "2027", "1609"} <= set(points)
    where = [board["landmass"][h] for h in points]
    assert (where.count("mainland"), where.count("sicily"), where.count("sardinia")) == (9, 4, 2)
    sites = {*board["cities"], *board["ports"], *board["airfields"], "3714"}
    assert set(points) <= sites


def test_the_north_edge_faces_land_beyond_the_map(board: dict[str, Any], grid: HexGrid) -> None:
    out = set(board["out"])
    for h in board["north_edge"]:
        assert board["landmass"][h] == "mainland"
        assert h.startswith("37") or around(grid, h) & out
    assert {h for h, where in board["landmass"].items() if where == "mainland" and around(grid, h) & out} <= set(
        board["north_edge"]
    )


def test_boxes_leave_the_coasts_free(board: dict[str, Any], grid: HexGrid) -> None:
    size = board["art"]["hex_size"]
    needed = {n for h in board["hexes"] for n in around(grid, h)} - set(board["out"]) | set(board["hexes"])
    for name, (x, y, w, h) in board["boxes"].items():
        for hex_ in needed:
            cx, cy = grid.center(grid.named(hex_), size)
            assert not (x - 30 < cx < x + w + 30 and y - 30 < cy < y + h + 30), (name, hex_)


def test_the_drawing_fits_the_data(board: dict[str, Any]) -> None:
    text = (DATA / "art.svg").read_text(encoding="utf-8")
    assert len(text.encode()) < 450_000
    root = ElementTree.fromstring(text)
    shown = [float(v) for v in root.attrib["viewBox"].split()]
    assert shown == pytest.approx(board["art"]["box"], abs=0.1)
    words = {element.text for element in root.iter("{http://www.w3.org/2000/svg}text")}
    assert set(board["hexes"]) <= words
    assert {"Napoli", "Foggia", "Monte Cassino", "Axis Staging Area", "Allied Staging Area"} <= words
    used = set(re.findall(r"var\(--([a-z-]+)", text))
    assert used >= {
        "sea",
        "sea-deep",
        "land",
        "land-edge",
        "relief",
        "rough",
        "mountain",
        "river",
        "road",
        "grid",
        "chart-ink",
        "town",
        "objective",
    }


def test_the_forge_repeats_itself() -> None:
    board = forge.Board()
    assert forge.map_toml(board) == (DATA / "map.toml").read_text(encoding="utf-8")
    assert forge.Painter(board).draw() == (DATA / "art.svg").read_text(encoding="utf-8")
