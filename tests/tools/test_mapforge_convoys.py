"""The chart of Malta Convoys is the graph the rules need, everything on it can be read and clicked, and the forge repeats itself."""

from __future__ import annotations

import itertools
import math
import re
from collections import deque
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from tools.mapforge import convoys as forge

from grandharbour.engine.tables import Entry, Tables

ROOT = Path(__file__).resolve().parents[2]
DATA = ROOT / "src" / "grandharbour" / "games" / "convoys" / "data"
TRACK = ["TRIPOLI", "EL_AGHEILA", "GAZALA", "TOBRUK", "ALAMEIN"]


@pytest.fixture(scope="module")
def tables() -> Tables:
    return Tables.read(DATA)


@pytest.fixture(scope="module")
def board(tables: Tables) -> dict[str, Any]:
    return {key.removeprefix("map."): entry.value for key, entry in tables.entries.items() if key.startswith("map.")}


def group(board: dict[str, Any], name: str) -> dict[str, Any]:
    return {key.removeprefix(name + "."): value for key, value in board.items() if key.startswith(name + ".")}


def links(board: dict[str, Any], name: str) -> set[frozenset[str]]:
    return {frozenset(link.split("-")) for link in board[name]}


def steps(lanes: set[frozenset[str]], start: str) -> dict[str, tuple[int, int]]:
    """Least steps to each place, and the number of shortest ways."""
    found = {start: (0, 1)}
    queue = deque([start])
    while queue:
        here = queue.popleft()
        for there in sorted(b for lane in lanes if here in lane for b in lane - {here}):
            if there not in found:
                found[there] = found[here][0] + 1, 0
                queue.append(there)
            if found[there][0] == found[here][0] + 1:
                found[there] = found[there][0], found[there][1] + found[here][1]
    return found


def test_every_value_says_where_it_comes_from(tables: Tables) -> None:
    for entry in tables.entries.values():
        assert isinstance(entry, Entry) and entry.source.startswith(("text: ", "reconstruction: ")), entry.key


def test_positions_and_lanes(board: dict[str, Any]) -> None:
    positions, ports = group(board, "positions"), group(board, "ports")
    lanes = links(board, "lanes")
    assert set(positions) == {f"W{n}" for n in range(1, 19)} | {f"E{n}" for n in range(1, 14)}
    assert len(board["lanes"]) == len(lanes) == 65
    assert set().union(*lanes) == set(positions) | {"GIB", "ALEX", "MALTA"}
    assert {name for name, p in ports.items() if p["side"] == "axis"} == {"NAPOLI", "TARANTO"}


def test_voyages_take_four_and_three_days(board: dict[str, Any]) -> None:
    lanes = links(board, "lanes")
    west = {lane for lane in lanes if not any(p.startswith("E") or p == "ALEX" for p in lane)}
    east = lanes - west
    from_gibraltar, from_alexandria = steps(west, "GIB"), steps(east, "ALEX")
    assert from_gibraltar["MALTA"] == (8, 27) and from_alexandria["MALTA"] == (6, 11)
    assert set().union(*west) & set().union(*east) == {"MALTA"}
    for name, p in group(board, "positions").items():
        assert p["rank"] == (from_gibraltar if name.startswith("W") else from_alexandria)[name][0], name


def test_the_line_cuts_gibraltar_off(board: dict[str, Any]) -> None:
    lanes, line = links(board, "lanes"), links(board, "no_return")
    assert line < lanes and len(line) == 5
    before = {p for p in steps(lanes - line, "GIB") if p.startswith("W")}
    assert before == {f"W{n}" for n in range(1, 15)}
    assert "GIB" not in steps(lanes - line, "MALTA")
    for lane in line:
        assert len(lane & before) == 1


def test_the_line_is_drawn_across_its_lanes_only(board: dict[str, Any]) -> None:
    wall = list(itertools.pairwise(board["no_return_line"]))
    for lane in board["lanes"]:
        drawn = list(itertools.pairwise(board["lines"][lane]))
        crossed = any(segments_cross(a, b, c, d) for a, b in wall for c, d in drawn)
        assert crossed == (lane in board["no_return"]), lane


def segments_cross(a: list[float], b: list[float], c: list[float], d: list[float]) -> bool:
    def turn(p: list[float], q: list[float], r: list[float]) -> float:
        return (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])

    return turn(a, b, c) * turn(a, b, d) < 0 and turn(c, d, a) * turn(c, d, b) < 0


def test_no_lane_crosses_another(board: dict[str, Any]) -> None:
    drawn = {lane: list(itertools.pairwise(board["lines"][lane])) for lane in board["lanes"]}
    for (one, first), (two, second) in itertools.combinations(drawn.items(), 2):
        assert not any(segments_cross(a, b, c, d) for a, b in first for c, d in second), (one, two)


def test_marks(board: dict[str, Any]) -> None:
    positions = group(board, "positions")
    assert {n for n, p in positions.items() if p["mark"] == "uboat"} == {"W4", "W5", "E3"}
    assert {n for n, p in positions.items() if p["mark"] == "italian"} == {"W11", "W13", "E6"}
    assert {n for n, p in positions.items() if p["mas"]} == {"W14", "W15", "W16", "W18"}
    assert all(a["british_sub"] for a in group(board, "areas").values())


def test_torpedo_boats_lie_near_pantelleria(board: dict[str, Any]) -> None:
    for name, p in group(board, "positions").items():
        miles = 60 * math.hypot(p["lat"] - 36.78, (p["lon"] - 11.99) * math.cos(math.radians(36.78)))
        assert p["mas"] == (miles < 61), (name, miles)


def test_the_fleet_comes_from_the_at_sea_areas(board: dict[str, Any]) -> None:
    positions, areas = group(board, "positions"), group(board, "areas")
    for name, area in areas.items():
        assert area["access"] == sorted((n for n, p in positions.items() if p["at_sea"] == name), key=lambda n: int(n[1:]))
    assert areas["ASE"]["access"] == [f"E{n}" for n in range(6, 14)]
    assert areas["ASW"]["access"] == ["W9", "W10", "W11", "W12", "W13", "W15", "W16"]
    assert links(board, "fleet") == {frozenset(p) for p in (("NAPOLI", "ASW"), ("TARANTO", "ASE"), ("ASW", "ASE"))}


def test_air_lines(board: dict[str, Any]) -> None:
    bases = group(board, "bases")
    assert [b for b, v in bases.items() if v["use"] == "desert"] == TRACK
    assert {b for b, v in bases.items() if v["harbour"]} == {"SICILY"}
    drawn = {f"{base}-{there}" for base, v in bases.items() for there in v["reach"]} | {"SICILY-MALTA"}
    assert set(board["air_lines"]) == drawn and len(drawn) == 40
    assert bases["SARDINIA"]["reach"] == [f"W{n}" for n in range(6, 15)]
    assert bases["GAZALA"]["reach"] == ["E5", "E6", "E7", "E8"]
    known = set(group(board, "positions")) | set(group(board, "areas"))
    assert set(itertools.chain(*board["swordfish"].values())) <= known


def test_the_desert_track_agrees_with_the_map(tables: Tables, board: dict[str, Any]) -> None:
    places = set(group(board, "bases")) | set(group(board, "places"))
    assert tables["desert.track"] == TRACK
    assert set(tables["desert.long_track"]) - set(TRACK) == {"BENGHAZI", "MATRUH"} and set(tables["desert.long_track"]) <= places


def test_scenarios_use_pieces_and_places_that_exist(tables: Tables, board: dict[str, Any]) -> None:
    pieces = {*tables.under("ships"), *tables.under("air")}
    places = {*group(board, "ports"), *group(board, "bases")}
    for scenario in tables.under("scenarios"):
        here = {
            k.removeprefix(f"scenarios.{scenario}."): e.value
            for k, e in tables.entries.items()
            if k.startswith(f"scenarios.{scenario}.")
        }
        placed = [p for key, names in here.items() if key.startswith("at.") for p in names]
        assert set(placed) <= {*here["ships"], *here["planes"]} <= pieces and len(placed) == len(set(placed)), scenario
        assert {key.removeprefix("at.") for key in here if key.startswith("at.")} <= places
        assert set(here["repair"]) | set(here["lost"]) <= pieces - {*here["ships"], *here["planes"]}
    assert len(tables.under("ships")) == 40 and len(tables.under("air")) == 17


def disc(board: dict[str, Any], name: str) -> tuple[float, float, float]:
    for kind, radius in (("positions", board["art"]["radius"]), ("areas", 0.0), ("places", 24.0)):
        if name in group(board, kind):
            p = group(board, kind)[name]
            return p["x"], p["y"], radius or p["radius"]
    raise KeyError(name)


def test_symbols_keep_apart(board: dict[str, Any]) -> None:
    """A counter is 46 wide: it must fit into every position and box, and no symbol covers another or a panel."""
    assert board["art"]["radius"] * math.sqrt(2) >= 46
    discs = {n: disc(board, n) for n in (*group(board, "positions"), *group(board, "areas"), *group(board, "places"))}
    boxes = {n: v["box"] for kind in ("ports", "bases") for n, v in group(board, kind).items()} | board["panels"]
    for (one, a), (two, b) in itertools.combinations(discs.items(), 2):
        assert math.dist(a[:2], b[:2]) > a[2] + b[2] + 8, (one, two)
    for (one, (ax, ay, aw, ah)), (two, (bx, by, bw, bh)) in itertools.combinations(boxes.items(), 2):
        assert ax + aw <= bx or bx + bw <= ax or ay + ah <= by or by + bh <= ay, (one, two)
    for name, (x, y, radius) in discs.items():
        for box, (bx, by, bw, bh) in boxes.items():
            away = math.hypot(max(bx - x, 0, x - bx - bw), max(by - y, 0, y - by - bh))
            assert away > radius, (name, box)
    for box in (v["box"] for kind in ("ports", "bases") for v in group(board, kind).values()):
        assert box[2] >= 3 * 46 and box[3] - 28 >= 46


def test_tracks_have_their_cells(board: dict[str, Any], tables: Tables) -> None:
    cells = board["cells"]
    assert len(cells["seasons"]) == len(tables.under("calendar.seasons"))
    assert len(cells["status"]) == len(tables["forces.status"])
    assert len(cells["turns"]) == tables["calendar.turns.cap"]
    for name, boxes in cells.items():
        x, y, w, h = board["panels"][name]
        assert all(
            x <= cx and y <= cy and cx + cw <= x + w and cy + ch <= y + h and cw >= 46 and ch >= 46 for cx, cy, cw, ch in boxes
        )


def test_printed_tracks_agree_with_the_tables(tables: Tables) -> None:
    root = ElementTree.parse(DATA / "art.svg").getroot()
    words = ["".join(e.itertext()) for e in root.iter("{http://www.w3.org/2000/svg}text")]
    fuel = [tables[f"calendar.seasons.{season}"]["fuel"] for season in tables.under("calendar.seasons")]
    assert [w for w in words if re.fullmatch(r"F \d", w)] == [f"F {n}" for n in fuel]
    assert [w for w in words if re.fullmatch(r"AA \d", w)] == [f"AA {n}" for n in tables["malta.antiaircraft"]]


def test_the_art_is_sound_and_can_be_recoloured(board: dict[str, Any]) -> None:
    text = (DATA / "art.svg").read_text(encoding="utf-8")
    assert len(text) < 600_000
    root = ElementTree.fromstring(text)
    assert [float(v) for v in root.attrib["viewBox"].split()] == board["art"]["box"]
    assert not re.search(r'(fill|stroke)="#(?!fff")', text), "a colour that no page can change"
    assert {"--sea", "--land", "--lane", "--fleet", "--no-return", "--chart-ink"} <= set(re.findall(r"var\((--[a-z-]+)", text))
    ids = re.findall(r' id="([^"]+)"', text)
    assert len(ids) == len(set(ids)) and all(i.startswith("mc-") for i in ids)
    words = " ".join("".join(e.itertext()) for e in root.iter("{http://www.w3.org/2000/svg}text"))
    for name, p in group(board, "positions").items():
        assert words.count(name + " ") >= 1 and all(part in words for part in p["name"].split()), name


def test_the_forge_repeats_itself() -> None:
    chart = forge.Chart()
    assert forge.map_toml(chart) == (DATA / "map.toml").read_text(encoding="utf-8")
    assert forge.Painter(chart).draw() == (DATA / "art.svg").read_text(encoding="utf-8")


def test_positions_lie_in_the_sea() -> None:
    chart = forge.Chart()
    for name in (*chart.positions, *chart.areas):
        x, y = chart.at(name)
        assert not any(inside(x, y, ring) for ring in chart.coast), name


def inside(x: float, y: float, ring: list[tuple[float, float]]) -> bool:
    cuts = 0
    for (ax, ay), (bx, by) in zip(ring, ring[1:] + ring[:1], strict=True):
        cuts += (ay > y) != (by > y) and x < ax + (y - ay) * (bx - ax) / (by - ay)
    return cuts % 2 == 1
