"""The bitboard geometry against plain sets, dicts and heaps."""

from __future__ import annotations

import doctest
import importlib
from heapq import heappop, heappush
from itertools import pairwise
from math import dist, inf, isclose, sqrt

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grandharbour.engine.geometry import (
    DIRECTIONS,
    MOVES,
    NW,
    SE,
    E,
    Graph,
    HexGrid,
    SquareGrid,
    bits,
    first,
    mask_of,
    nth,
    opposite,
)

MODULES = ("bits", "hexes", "squares", "graphs")

# Plain-set oracles. A hex is a (column, row) as printed; nothing here knows about indices, shifts or padding.


def around(grid: HexGrid, place: tuple[int, int]) -> list[tuple[int, int]]:
    """The six places E, NE, NW, W, SW, SE of a hex, on the map or not, by the formulas of the map data."""
    column, row = place
    o = (row % 2 == 1) if grid.parity == "odd" else (row % 2 == 0)
    up = 1 if grid.rows_up else -1
    return [
        (column + 1, row),
        (column + o, row + up),
        (column - 1 + o, row + up),
        (column - 1, row),
        (column - 1 + o, row - up),
        (column + o, row - up),
    ]


def places(grid: HexGrid) -> set[tuple[int, int]]:
    rows = range(grid.first_row, grid.first_row + grid.height)
    return {(c, r) for r in rows for c in range(grid.first_column, grid.first_column + grid.width)}


def near(grid: HexGrid, index: int) -> dict[int, int]:
    """Neighbours of a hex with their directions."""
    board = places(grid)
    return {grid.index(*p): d for d, p in enumerate(around(grid, grid.place(index))) if p in board}


def steps_from(joined, sources, passable=None, limit=inf):
    """Breadth-first search: the number of steps to everything reached."""
    found = dict.fromkeys(sources, 0)
    queue = list(found)
    for here in queue:
        if found[here] < limit:
            for there in sorted(joined(here)):
                if there not in found and (passable is None or there in passable):
                    found[there] = found[here] + 1
                    queue.append(there)
    return found


def step_price(grid, a, b, enter, rivers, roads, barred, double):
    """What the step from a to b costs, straight from the words of MoveCosts; None if it is not allowed."""
    if (a, b) in barred:
        return None
    flat = [cost for cost, pairs in roads.items() if (a, b) in pairs]
    if flat:
        price = min(flat)
    elif b in enter:
        price = enter[b] + sum(extra for extra, pairs in rivers.items() if (a, b) in pairs)
    else:
        return None
    return price * 2 if b in double else price


def cheapest(grid, starts, allowance, price, stop, blocked, stop_to_stop):
    """Dijkstra with a heap: the cheapest cost of everything reached."""
    best = dict.fromkeys(starts, 0)
    heap = [(0, start) for start in starts]
    while heap:
        cost, here = heappop(heap)
        if cost > best[here] or (here in stop and here not in starts):
            continue
        for there in near(grid, here):
            if there in blocked or there in starts or (here in stop and there in stop and not stop_to_stop):
                continue
            step = price(here, there)
            if step is not None and cost + step <= allowance and cost + step < best.get(there, inf):
                best[there] = cost + step
                heappush(heap, (cost + step, there))
    return best


# Strategies

grids = st.builds(
    HexGrid,
    st.integers(1, 9),
    st.integers(1, 9),
    st.sampled_from(["odd", "even"]),
    first_column=st.integers(0, 3),
    first_row=st.integers(0, 14),
    rows_up=st.booleans(),
    row_first=st.booleans(),
)


@st.composite
def hex_sets(draw, grid: HexGrid):
    """Few, some or most hexes of a map."""
    share = draw(st.sampled_from([0.1, 0.3, 0.7]))
    random = draw(st.randoms(use_true_random=False))
    return {index for index in bits(grid.all) if random.random() < share}


@st.composite
def hexsides(draw, grid: HexGrid, one_way: bool = False):
    """A set of ordered pairs; both orders unless one way."""
    share = draw(st.sampled_from([0.05, 0.2, 0.5]))
    random = draw(st.randoms(use_true_random=False))
    pairs = {(a, b) for a in bits(grid.all) for b in near(grid, a) if (one_way or a < b) and random.random() < share}
    return pairs if one_way else pairs | {(b, a) for a, b in pairs}


# Bits


@given(st.sets(st.integers(0, 5000)))
def test_bits_are_the_members_in_order(members):
    mask = mask_of(members)
    assert list(bits(mask)) == sorted(members)
    assert first(mask) == min(members, default=-1)
    assert [nth(mask, n) for n in range(len(members))] == sorted(members)


@given(st.integers(0, 1 << 1700))
def test_bits_of_crowded_sets(mask):
    assert list(bits(mask)) == [index for index in range(1701) if mask >> index & 1]


@pytest.mark.parametrize(("mask", "n"), [(0, 0), (0b101, 2), (0b101, -1)])
def test_nth_needs_a_member(mask, n):
    with pytest.raises(IndexError):
        nth(mask, n)


# Hexes


@given(grids)
def test_every_hex_has_its_place_and_name(grid):
    assert {grid.place(index) for index in bits(grid.all)} == places(grid)
    for index in bits(grid.all):
        assert grid.index(*grid.place(index)) == index
        assert grid.named(grid.name(index)) == index


@given(grids)
def test_neighbours_never_wrap_around(grid):
    for index in bits(grid.all):
        expected = near(grid, index)
        assert set(bits(grid.neighbours(index))) == set(expected)
        for direction in range(6):
            there = grid.neighbour(index, direction)
            assert there is None or expected[there] == direction
        for there, direction in expected.items():
            assert grid.direction(index, there) == direction
            assert grid.neighbour(index, direction) == there
            assert grid.neighbour(there, opposite(direction)) == index


@given(st.data(), grids)
def test_spread_is_the_union_of_neighbours(data, grid):
    hexes = data.draw(hex_sets(grid))
    assert set(bits(grid.spread(mask_of(hexes)))) == {n for h in hexes for n in near(grid, h)}


@settings(max_examples=40)
@given(st.data(), grids, st.integers(0, 6))
def test_distance_ring_and_within_count_steps(data, grid, radius):
    start = data.draw(st.sampled_from(list(bits(grid.all))))
    steps = steps_from(lambda h: near(grid, h), [start])
    for there in bits(grid.all):
        assert grid.distance(start, there) == grid.distance(there, start) == steps[there]
    assert set(bits(grid.ring(start, radius))) == {h for h in steps if steps[h] == radius}
    sources = data.draw(hex_sets(grid))
    expected = steps_from(lambda h: near(grid, h), sources, limit=radius)
    assert set(bits(grid.within(mask_of(sources), radius))) == set(expected)


@given(st.data(), grids)
def test_a_line_is_a_shortest_way_along_the_straight_one(data, grid):
    a, b = (data.draw(st.sampled_from(list(bits(grid.all)))) for _ in "ab")
    line = grid.line(a, b)
    assert line[0] == a and line[-1] == b and len(line) == grid.distance(a, b) + 1
    assert all(there in near(grid, here) for here, there in pairwise(line))
    assert grid.line(b, a) == line[::-1]
    (xa, ya), (xb, yb) = grid.center(a), grid.center(b)
    for step, here in enumerate(line):
        part = step / max(len(line) - 1, 1)
        assert dist(grid.center(here), (xa + (xb - xa) * part, ya + (yb - ya) * part)) <= 1 + 1e-9


@given(grids, st.floats(0.5, 50))
def test_drawn_hexes_touch_where_they_are_neighbours(grid, size):
    for a in bits(grid.all):
        corners = grid.corners(a, size)
        assert min(min(corner) for corner in corners) > -1e-6
        for b, direction in near(grid, a).items():
            assert isclose(dist(grid.center(a, size), grid.center(b, size)), sqrt(3) * size)
            # The same hexside seen from the other hex, end for end.
            other, back = grid.corners(b, size), opposite(direction)
            assert dist(corners[direction], other[(back + 1) % 6]) < 1e-6 * size
            assert dist(corners[(direction + 1) % 6], other[back]) < 1e-6 * size


def test_names_say_where_the_directions_lead_on_paper():
    for rows_up in (True, False):
        grid = HexGrid(5, 5, rows_up=rows_up)
        x, y = grid.center(grid.index(2, 2))
        for direction, name in enumerate(DIRECTIONS):
            there = grid.neighbour(grid.index(2, 2), direction)
            assert there is not None
            right, down = grid.center(there)
            assert (right > x) == ("E" in name)
            assert (down < y) == ("N" in name)
            assert (down > y) == ("S" in name)


def test_kesselring_numbers():
    grid = HexGrid(29, 25, "odd", first_column=3, first_row=13)
    row = [grid.named(name) for name in ("2915", "3016", "3116", "3217", "3317", "3418", "3518")]
    assert {DIRECTIONS[grid.direction(a, b)] for a, b in pairwise(row)} == {"NE"}
    assert grid.line(row[0], row[-1]) == row
    assert grid.place(row[0]) == (15, 29)


def test_c3_numbers():
    grid = HexGrid(30, 29, "even", first_column=1, first_row=1, rows_up=False, row_first=False)
    valletta = grid.named("2419")
    names = {DIRECTIONS[grid.direction(valletta, h)]: grid.name(h) for h in bits(grid.neighbours(valletta))}
    assert names == {"E": "2519", "NE": "2418", "NW": "2318", "W": "2319", "SW": "2320", "SE": "2420"}
    assert grid.neighbour(grid.named("0101"), NW) is None


@pytest.mark.parametrize("name", ["", "31", "31123", "3a12", "9999", "-101"])
def test_unknown_hex_numbers_are_refused(name):
    with pytest.raises(ValueError):
        HexGrid(29, 25, first_column=3, first_row=13).named(name)


def test_hexes_that_do_not_touch_have_no_direction():
    grid = HexGrid(4, 4)
    with pytest.raises(ValueError, match="do not touch"):
        grid.direction(grid.index(3, 0), grid.index(0, 1))


@pytest.mark.parametrize(("width", "height", "parity"), [(0, 3, "odd"), (3, 0, "odd"), (3, 3, "left")])
def test_impossible_maps_are_refused(width, height, parity):
    with pytest.raises(ValueError):
        HexGrid(width, height, parity)


# Hexsides


@given(st.data(), grids, st.booleans())
def test_sides_are_sets_of_steps(data, grid, one_way):
    pairs = data.draw(hexsides(grid, one_way))
    more = data.draw(hexsides(grid, True))
    some = data.draw(hex_sets(grid))
    sides, others = grid.sides(pairs, one_way), grid.sides(more, one_way=True)
    every = {(a, b) for a in bits(grid.all) for b in near(grid, a)}
    assert set(sides.steps()) == pairs
    assert bool(sides) == bool(pairs)
    assert {(a, b) for a in some for b in bits(grid.all) if (a, b) in sides} == {(a, b) for a, b in pairs if a in some}
    assert set((sides | others).steps()) == pairs | more
    assert set((sides & others).steps()) == pairs & more
    assert set((sides - others).steps()) == pairs - more
    assert set((~sides).steps()) == every - pairs
    assert ~~sides == sides and hash(~~sides) == hash(sides)
    assert set(sides.into(mask_of(some)).steps()) == {(a, b) for a, b in pairs if b in some}
    assert set(sides.out_of(mask_of(some)).steps()) == {(a, b) for a, b in pairs if a in some}
    assert set(bits(sides.touched)) == {a for a, _ in pairs}
    drawn = list(sides.pairs())
    assert len(drawn) == len({frozenset(pair) for pair in pairs})
    assert set(drawn) <= pairs
    for direction in range(6):
        assert set(bits(sides[direction])) == {a for a, b in pairs if near(grid, a)[b] == direction}


@given(st.data(), grids, st.booleans())
def test_zones_of_control_stop_at_barred_sides(data, grid, one_way):
    units = data.draw(hex_sets(grid))
    pairs = data.draw(hexsides(grid, one_way))
    barred = grid.sides(pairs, one_way)
    mask = mask_of(units)
    everything = {(a, b) for a in units for b in near(grid, a)}
    assert set(bits(grid.zoc(mask))) == {b for _, b in everything}
    assert set(bits(grid.zoc(mask, barred))) == {b for _, b in everything - pairs}
    assert set(bits(grid.cross(mask, barred))) == {b for _, b in everything & pairs}


@given(st.data(), grids, st.booleans(), st.none() | st.integers(0, 8))
def test_flood_is_a_breadth_first_search(data, grid, one_way, limit):
    sources, passable = data.draw(hex_sets(grid)), data.draw(hex_sets(grid))
    pairs = data.draw(st.just(set()) | hexsides(grid, one_way))
    barred = grid.sides(pairs, one_way) if pairs else None
    expected = steps_from(
        lambda h: {n for n in near(grid, h) if (h, n) not in pairs}, sources, passable, inf if limit is None else limit
    )
    reached = grid.flood(mask_of(sources), mask_of(passable), barred, limit)
    assert set(bits(reached)) == set(expected)
    goal = mask_of(data.draw(hex_sets(grid)))
    early = grid.flood(mask_of(sources), mask_of(passable), barred, limit, goal)
    assert early & ~reached == 0
    assert early & goal == reached & goal


def test_flood_stops_when_the_goal_is_reached():
    grid = HexGrid(20, 1)
    start, goal = grid.index(0, 0), grid.index(5, 0)
    assert grid.flood(1 << start, grid.all, goal=1 << goal).bit_count() == 6
    assert grid.flood(1 << start, grid.all, goal=1 << start) == 1 << start


# Movement


@settings(max_examples=150)
@given(st.data(), grids)
def test_reach_is_dijkstra(data, grid):
    enter = {}
    random = data.draw(st.randoms(use_true_random=False))
    for index in bits(grid.all):
        cost = random.choice((1, 1, 2, 2, 3, 5, None))
        if cost:
            enter[index] = cost
    nothing = st.just(set())
    rivers = {extra: data.draw(nothing | hexsides(grid, extra == 3)) for extra in (1, 3)}
    roads = {cost: data.draw(nothing | hexsides(grid)) for cost in (1, 4)}
    barred = data.draw(nothing | hexsides(grid, data.draw(st.booleans())))
    stop, blocked, double = (data.draw(nothing | hex_sets(grid)) for _ in range(3))
    starts = set(data.draw(st.lists(st.sampled_from(list(bits(grid.all))), min_size=1, max_size=3)))
    allowance = data.draw(st.integers(0, 14))
    stop_to_stop = data.draw(st.booleans())

    def price(a, b):
        return step_price(grid, a, b, enter, rivers, roads, barred, double)

    costs = grid.costs(
        {cost: mask_of(h for h in enter if enter[h] == cost) for cost in set(enter.values())},
        {extra: grid.sides(pairs, one_way=True) for extra, pairs in rivers.items()},
        {cost: grid.sides(pairs, one_way=True) for cost, pairs in roads.items()},
        grid.sides(barred, one_way=True),
    )
    masks = {"stop": mask_of(stop), "blocked": mask_of(blocked), "double": mask_of(double)}
    reach = grid.reach_from(mask_of(starts), allowance, costs, stop_to_stop=stop_to_stop, **masks)
    expected = cheapest(grid, starts, allowance, price, stop, blocked, stop_to_stop)

    assert {h: reach.cost(h) for h in bits(reach.mask)} == expected
    assert len(reach.layers) == allowance + 1
    assert sum(layer.bit_count() for layer in reach.layers) == len(expected)
    for there in expected:
        path = reach.path(there)
        assert path[0] in starts and path[-1] == there
        assert sum(price(a, b) for a, b in pairwise(path)) == expected[there]
        assert not blocked.intersection(path[1:])
        assert not stop.intersection(path[1:-1])
        if not stop_to_stop:
            assert not any(a in stop and b in stop for a, b in pairwise(path))
    for a in bits(grid.all):
        for b in near(grid, a):
            plain = step_price(grid, a, b, enter, rivers, roads, barred, ())
            assert costs.step(a, b) == plain
    if len(starts) == 1:
        alone = grid.reach(*starts, allowance, costs, stop_to_stop=stop_to_stop, **masks)
        assert alone.layers == reach.layers


def strip(length):
    """A map of one row, and its hexes."""
    grid = HexGrid(length, 1)
    return grid, [grid.index(column, 0) for column in range(length)]


def test_a_road_cancels_the_river_and_opens_closed_ground():
    grid, (a, b, c) = strip(3)
    river, road = grid.sides([(a, b), (b, c)]), grid.sides([(a, b)])
    costs = grid.costs({2: 1 << a | 1 << c}, sides={2: river}, roads={1: road})
    assert costs.step(a, b) == 1
    assert costs.step(b, c) == 4
    assert costs.step(c, b) is None


def test_a_stop_hex_is_entered_but_not_passed():
    grid, hexes = strip(5)
    reach = grid.reach(hexes[0], 9, {1: grid.all}, stop=1 << hexes[2])
    assert list(bits(reach.mask)) == hexes[:3]


def test_a_unit_in_a_zone_leaves_it_but_not_into_another():
    grid, hexes = strip(5)
    stop = mask_of(hexes[1:3])
    reach = grid.reach(hexes[1], 9, {1: grid.all}, stop=stop, stop_to_stop=False)
    assert list(bits(reach.mask)) == hexes[:2]
    assert hexes[2] in grid.reach(hexes[1], 9, {1: grid.all}, stop=stop)


def test_of_equal_paths_the_same_one_is_taken():
    grid = HexGrid(5, 5)
    start, end = grid.index(1, 1), grid.index(3, 2)
    reach = grid.reach(start, 9, {1: grid.all})
    assert reach.path(end) == reach.path(end)
    # Seen from the end, west comes before south-west.
    options = [h for h in bits(grid.neighbours(end)) if reach.cost(h) == reach.cost(end) - 1]
    assert len(options) > 1
    assert reach.path(end)[-2] == min(options, key=lambda h: grid.direction(end, h))


def test_hexes_out_of_reach_have_no_cost():
    grid, hexes = strip(4)
    reach = grid.reach(hexes[0], 1, {1: grid.all})
    assert hexes[1] in reach and hexes[2] not in reach
    with pytest.raises(ValueError, match="out of reach"):
        reach.cost(hexes[2])


def test_free_steps_and_negative_allowances_are_refused():
    grid, (a, b) = strip(2)
    with pytest.raises(ValueError, match="at least 1"):
        grid.costs({0: grid.all})
    with pytest.raises(ValueError, match="negative"):
        grid.reach(a, -1, {1: grid.all})
    assert grid.reach(a, 0, {1: grid.all}).mask == 1 << a
    assert grid.reach(a, 5, {}).mask == 1 << a
    assert grid.neighbour(a, E) == b and grid.neighbour(b, SE) is None


# Squares with altitude

boards = st.builds(SquareGrid, st.integers(1, 7), st.integers(1, 9), st.integers(1, 4))


@given(boards)
def test_cells_have_places_names_and_neighbours(board):
    cells = {board.place(cell): cell for cell in bits(board.all)}
    assert set(cells) == {
        (c, r, v) for c in range(1, board.columns + 1) for r in range(1, board.ranks + 1) for v in range(1, board.levels + 1)
    }
    offsets = [(0, 1, 0), (1, 0, 0), (0, -1, 0), (-1, 0, 0), (0, 0, 1), (0, 0, -1)]
    for (column, rank, level), cell in cells.items():
        assert board.cell(column, rank, level) == cell
        assert board.named(board.name(cell)) == cell
        assert board.square_named(board.square_name(cell)) == board.square(cell) == board.cell(column, rank)
        moves = [cells.get((column + c, rank + r, level + v)) for c, r, v in offsets]
        assert [board.neighbour(cell, move) for move in range(len(MOVES))] == moves
        assert set(bits(board.neighbours(cell))) == {there for there in moves if there is not None}
        assert set(bits(board.above(cell))) == {there for there in moves[4:5] if there is not None}
        assert set(bits(board.below(cell))) == {there for there in moves[5:] if there is not None}
        assert set(bits(board.column_of(cell))) == {cells[p] for p in cells if p[:2] == (column, rank)}


@settings(max_examples=50)
@given(st.data(), boards, st.integers(0, 4))
def test_sets_of_cells_spread_by_steps(data, board, radius):
    cells = list(bits(board.all))
    some = data.draw(st.sets(st.sampled_from(cells), max_size=6))
    joined = {cell: set(bits(board.neighbours(cell))) for cell in cells}
    assert set(bits(board.spread(mask_of(some)))) == {there for cell in some for there in joined[cell]}
    assert set(bits(board.within(mask_of(some), radius))) == set(steps_from(joined.get, some, limit=radius))
    assert set(bits(board.ground(mask_of(some)))) == {board.square(cell) for cell in some}
    start = data.draw(st.sampled_from(cells))
    assert {there: board.manhattan(start, there) for there in cells} == steps_from(joined.get, [start])


def test_board_names_as_players_write_them():
    board = SquareGrid(7, 9, 4)
    assert board.place(board.named("D5/3")) == (4, 5, 3)
    assert board.square_name(board.named("G9/4")) == "G9"


@pytest.mark.parametrize("name", ["", "D5", "D5/", "D5/5", "D5/0", "H1/1", "D10/1", "d5/1", "5D/1", "D5/1/1"])
def test_unknown_cells_are_refused(name):
    with pytest.raises(ValueError):
        SquareGrid(7, 9, 4).named(name)


# Graphs


@st.composite
def graphs(draw):
    names = [f"space {n}" for n in range(draw(st.integers(2, 12)))]
    pair = st.tuples(st.sampled_from(names), st.sampled_from(names)).filter(lambda p: p[0] != p[1])
    edges = {kind: draw(st.lists(pair, max_size=15)) for kind in ("sea", "land", "air")}
    return Graph(names, edges), edges


@given(st.data(), graphs(), st.integers(0, 5))
def test_graphs_are_searched_breadth_first(data, drawn, limit):
    graph, edges = drawn
    kinds = data.draw(st.lists(st.sampled_from(["sea", "land", "air"]), unique=True))
    part = graph.only(*kinds)
    assert part is graph.only(*kinds)
    joined = {n: set() for n in range(len(graph.names))}
    for kind in kinds:
        for here, there in edges[kind]:
            a, b = graph.named(here), graph.named(there)
            joined[a].add(b)
            joined[b].add(a)
            assert kind in graph.edges(a, b)
            assert graph.neighbours(a, kind) >> b & 1
    for space, expected in joined.items():
        assert graph.named(graph.name(space)) == space
        assert set(bits(part.neighbours(space))) == expected
        assert graph.neighbours(space) & part.neighbours(space) == part.neighbours(space)
        steps = steps_from(joined.get, [space])
        for there in joined:
            assert part.distance(space, there) == steps.get(there)
            path = part.path(space, there)
            if path is None:
                assert there not in steps
            else:
                assert path[0] == space and path[-1] == there and len(path) == steps[there] + 1
                assert all(b in joined[a] for a, b in pairwise(path))
    some, passable = (data.draw(st.sets(st.sampled_from(sorted(joined)))) for _ in range(2))
    sources, open_ = mask_of(some), mask_of(passable)
    assert set(bits(part.spread(sources))) == {there for space in some for there in joined[space]}
    assert set(bits(part.within(sources, limit))) == set(steps_from(joined.get, some, limit=limit))
    reached = part.flood(sources, open_)
    assert set(bits(reached)) == set(steps_from(joined.get, some, passable))
    goal = data.draw(st.integers(0, graph.all))
    assert part.flood(sources, open_, goal=goal) & goal == reached & goal
    assert set(bits(part.flood(sources, open_, limit))) == set(steps_from(joined.get, some, passable, limit))


def test_of_equal_ways_the_first_named_is_taken():
    graph = Graph("ABCD", {"land": [("A", "C"), ("C", "D"), ("A", "B"), ("B", "D")]})
    a, b, c, d = range(4)
    assert graph.path(a, d) == [a, b, d]
    assert graph.path(a, d, passable=graph.all & ~(1 << b)) == [a, c, d]
    assert graph.path(a, d, passable=1 << d) is None
    assert graph.path(a, a) == [a]


@pytest.mark.parametrize(("names", "edges"), [("AA", {}), ("AB", {"sea": [("A", "C")]}), ("AB", {"sea": [("A", "A")]})])
def test_broken_graphs_are_refused(names, edges):
    with pytest.raises(ValueError):
        Graph(names, edges)


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_in_the_docstrings(name):
    failed, tried = doctest.testmod(importlib.import_module(f"grandharbour.engine.geometry.{name}"))
    assert tried and not failed
