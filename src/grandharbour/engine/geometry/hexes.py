"""Hex maps: pointy-top hexes in rows, every other row shifted half a hex to the right.

A hex is an index and a set of hexes an ``int`` with that bit set. Indices follow a skewed layout,
``index = row * stride + axial_q + pad`` with ``axial_q = column - row // 2``: going up a row then moves
every hex of the map by the same distance, so each of the six directions is one constant shift of the whole set.
The stride leaves an empty place at both ends of every row, which catches what steps off the map.

>>> grid = HexGrid(29, 25, "odd", first_column=3, first_row=13)
>>> rome, cassino = grid.named("3112"), grid.named("3116")
>>> grid.distance(rome, cassino)
4
>>> sorted(grid.name(h) for h in bits(grid.neighbours(rome)))
['3012', '3013', '3111', '3113', '3212', '3213']
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from math import cos, pi, sin, sqrt
from typing import Literal

from .bits import bits

__all__ = ["DIRECTIONS", "NE", "NW", "SE", "SW", "E", "HexGrid", "MoveCosts", "Reach", "Sides", "W", "opposite"]

#: Names of the six directions, counter-clockwise from the right; a direction is its place in this tuple.
DIRECTIONS = ("E", "NE", "NW", "W", "SW", "SE")
E, NE, NW, W, SW, SE = range(6)


MOST_HEXES = 20_000
"""More than on any printed sheet: a pack cannot ask for a map that fills the memory."""


def opposite(direction: int) -> int:
    """The direction that leads back.

    >>> DIRECTIONS[opposite(NE)]
    'SW'
    """
    return (direction + 3) % 6


class HexGrid:
    """A rectangle of hexes: *width* to a row, *height* rows, the rows of one *parity* shifted half a hex to the right.

    Columns and rows count as printed, from *first_column* and *first_row*; *parity* is that of the printed row.
    *rows_up* says that row numbers grow towards the top of the sheet. A printed number has two digits for each,
    the row first unless *row_first* is false.
    """

    def __init__(
        self,
        width: int,
        height: int,
        parity: Literal["odd", "even"] = "odd",
        *,
        first_column: int = 0,
        first_row: int = 0,
        rows_up: bool = True,
        row_first: bool = True,
    ) -> None:
        if width < 1 or height < 1:
            raise ValueError("a map needs at least one hex")
        if width * height > MOST_HEXES:
            raise ValueError(f"{width} by {height} hexes: no sheet is larger than {MOST_HEXES:,}")
        if parity not in ("odd", "even"):
            raise ValueError(f"parity is 'odd' or 'even', not {parity!r}")
        self.width = width
        self.height = height
        self.parity = parity
        self.first_column = first_column
        self.first_row = first_row
        self.rows_up = rows_up
        self.row_first = row_first
        # 1 if the first row is a shifted one: then the skew starts half a hex earlier.
        self._lead = (first_row + (parity == "even")) & 1
        self._stride = stride = width + height // 2 + 2
        # The skew moves the last row this far to the left.
        self._pad = height // 2 + 1
        # East, then the two ways to the next row, then the three ways back; Sides keep their masks in this order too.
        shifts = (1, stride, stride - 1, -1, -stride, 1 - stride)
        # Where rows grow downwards, the next row is the southern one.
        self._order = (E, NE, NW, W, SW, SE) if rows_up else (E, SE, SW, W, NW, NE)
        by_direction = dict(zip(self._order, shifts))
        self._shifts = tuple(by_direction[direction] for direction in range(6))
        self._direction = {shift: direction for direction, shift in by_direction.items()}
        self._place: dict[int, tuple[int, int]] = {}
        self._axial: dict[int, tuple[int, int]] = {}
        #: Every hex of the map.
        self.all = 0
        for row in range(height):
            for column in range(width):
                q = column - (row + self._lead >> 1)
                index = row * stride + q + self._pad
                self._place[index] = first_column + column, first_row + row
                self._axial[index] = q, row
                self.all |= 1 << index
        self._index = {place: index for index, place in self._place.items()}
        self._neighbours = {index: self.spread(1 << index) for index in self._place}
        # A hex has a side in some direction if stepping back from the map that way finds it.
        self._every_side = Sides(
            self, [self.all & (self.all >> shift if shift > 0 else self.all << -shift) for shift in self._shifts]
        )

    def __repr__(self) -> str:
        return f"HexGrid({self.width}, {self.height}, {self.parity!r})"

    # Names and places

    def index(self, column: int, row: int) -> int:
        """The hex in this column and row, as printed."""
        try:
            return self._index[column, row]
        except KeyError:
            raise ValueError(f"no hex in column {column}, row {row}") from None

    def place(self, index: int) -> tuple[int, int]:
        """Column and row of a hex, as printed."""
        return self._place[index]

    def name(self, index: int) -> str:
        """The printed number of a hex, such as ``"3112"``."""
        column, row = self._place[index]
        return f"{row:02}{column:02}" if self.row_first else f"{column:02}{row:02}"

    def named(self, name: str) -> int:
        """The hex with this printed number."""
        if len(name) != 4 or not name.isdecimal():
            raise ValueError(f"a hex number has four digits, not {name!r}")
        head, tail = int(name[:2]), int(name[2:])
        return self.index(tail, head) if self.row_first else self.index(head, tail)

    # Neighbours and distances

    def spread(self, mask: int) -> int:
        """The neighbours of all hexes of a set, without the set itself except where its hexes touch."""
        east = mask << 1
        # Both neighbours in the next row are one shift of the set and its eastern neighbours, and so are both below.
        pair = mask | east
        stride = self._stride
        return (east | mask >> 1 | pair << stride - 1 | pair >> stride) & self.all

    def neighbours(self, index: int) -> int:
        """The up to six hexes around one."""
        return self._neighbours[index]

    def neighbour(self, index: int, direction: int) -> int | None:
        """The next hex in a direction, or None at the edge of the map."""
        other = index + self._shifts[direction]
        return other if other in self._place else None

    def direction(self, a: int, b: int) -> int:
        """The direction that leads from *a* to its neighbour *b*.

        >>> grid = HexGrid(5, 5)
        >>> DIRECTIONS[grid.direction(grid.index(2, 2), grid.index(1, 3))]
        'NW'
        """
        if not self._neighbours[a] >> b & 1:
            raise ValueError(f"{self.name(a)} and {self.name(b)} do not touch")
        return self._direction[b - a]

    def distance(self, a: int, b: int) -> int:
        """The number of steps from one hex to another on an empty map."""
        qa, ra = self._axial[a]
        qb, rb = self._axial[b]
        q, r = qa - qb, ra - rb
        return max(abs(q), abs(r), abs(q + r))

    def within(self, mask: int, steps: int) -> int:
        """All hexes at most *steps* away from a set, the set included."""
        for _ in range(steps):
            mask |= self.spread(mask)
        return mask

    def ring(self, index: int, radius: int) -> int:
        """The hexes exactly *radius* steps away from one.

        >>> grid = HexGrid(9, 9)
        >>> [grid.ring(grid.index(4, 4), radius).bit_count() for radius in range(4)]
        [1, 6, 12, 18]
        """
        if radius < 1:
            return 1 << index if radius == 0 else 0
        inside = self.within(1 << index, radius - 1)
        return self.spread(inside) & ~inside

    def line(self, a: int, b: int) -> list[int]:
        """The hexes under a straight line between two centres, both ends included.

        Where the line runs exactly along a hexside, it takes the same one of the two hexes in either direction.

        >>> grid = HexGrid(9, 9)
        >>> [grid.name(h) for h in grid.line(grid.named("0000"), grid.named("0203"))]
        ['0000', '0001', '0101', '0102', '0203']
        """
        (qa, ra), (qb, rb) = self._axial[a], self._axial[b]
        length = self.distance(a, b)
        hexes = []
        for step in range(length + 1):
            part = step / length if length else 0.0
            q, r = qa + (qb - qa) * part, ra + (rb - ra) * part
            # A nudge decides ties; at a ragged edge of the map only one of the two hexes exists.
            for nudge in (1e-6, -1e-6):
                nearest = self._at_axial(q + nudge, r + nudge / 2)
                if nearest is not None:
                    hexes.append(nearest)
                    break
        return hexes

    def _at_axial(self, q: float, r: float) -> int | None:
        """The hex around a point in skewed coordinates: round all three cube coordinates, mend the worst one."""
        s = -q - r
        rq, rr, rs = round(q), round(r), round(s)
        dq, dr, ds = abs(rq - q), abs(rr - r), abs(rs - s)
        if dq > dr and dq > ds:
            rq = -rr - rs
        elif dr > ds:
            rr = -rq - rs
        index = rr * self._stride + rq + self._pad
        return index if self._axial.get(index) == (rq, rr) else None

    # Drawing

    def center(self, index: int, size: float = 1.0) -> tuple[float, float]:
        """Where to draw a hex whose corners are *size* from its centre: x to the right, y down, the map's edges at 0."""
        q, row = self._axial[index]
        x = q + (row + self._lead) / 2 + 0.5
        y = self.height - 1 - row if self.rows_up else row
        return x * sqrt(3) * size, (1.5 * y + 1) * size

    def corners(self, index: int, size: float = 1.0) -> list[tuple[float, float]]:
        """The six corners for drawing; the hexside in direction *d* runs from corner *d* to corner *d* + 1."""
        x, y = self.center(index, size)
        return [(x + size * cos(turn * pi / 3 - pi / 6), y - size * sin(turn * pi / 3 - pi / 6)) for turn in range(6)]

    # Hexsides, zones of control, floods, movement

    def sides(self, pairs: Iterable[tuple[int, int]] = (), one_way: bool = False) -> Sides:
        """The hexsides between these pairs of neighbours: rivers, roads, cliffs.

        With *one_way* only the step from the first hex to the second counts, as for a slope or a wall that faces one way.

        >>> grid = HexGrid(5, 5)
        >>> a, b = grid.index(1, 1), grid.index(2, 1)
        >>> river, slope = grid.sides([(a, b)]), grid.sides([(a, b)], one_way=True)
        >>> (b, a) in river, (b, a) in slope
        (True, False)
        """
        masks = [0] * 6
        for a, b in pairs:
            direction = self.direction(a, b)
            masks[direction] |= 1 << a
            if not one_way:
                masks[opposite(direction)] |= 1 << b
        return Sides(self, masks)

    def cross(self, mask: int, sides: Sides) -> int:
        """The hexes that one step over one of these hexsides leads to."""
        stride = self._stride
        east, one, two, west, three, four = sides._ways
        return (
            (mask & east) << 1
            | (mask & west) >> 1
            | (mask & one) << stride
            | (mask & two) << stride - 1
            | (mask & three) >> stride
            | (mask & four) >> stride - 1
        )

    def zoc(self, mask: int, barred: Sides | None = None) -> int:
        """The hexes that units in these hexes control: all neighbours, except across barred hexsides."""
        return self.spread(mask) if barred is None else self.cross(mask, ~barred)

    def flood(self, sources: int, passable: int, barred: Sides | None = None, limit: int | None = None, goal: int = 0) -> int:
        """All hexes that can be reached from the sources through passable ones, sources included: supply, connection.

        Stops after *limit* steps, or as soon as every hex of *goal* is reached (test the goal in the answer).
        The sources need not be passable themselves.

        >>> grid = HexGrid(5, 1)
        >>> wall = 1 << grid.index(3, 0)
        >>> grid.flood(1 << grid.index(0, 0), grid.all & ~wall).bit_count()
        3
        """
        missing = goal & ~sources
        if goal and not missing:
            return sources
        todo = passable & self.all & ~sources
        fresh = sources
        reached = sources
        steps = -1 if limit is None else limit
        stride = self._stride
        back = stride - 1
        if barred is not None:
            east, one, two, west, three, four = (~barred)._ways
        while fresh and steps:
            steps -= 1
            # spread() and cross() written out: the calls would cost a third of the time.
            if barred is None:
                right = fresh << 1
                pair = fresh | right
                fresh = (right | fresh >> 1 | pair << back | pair >> stride) & todo
            else:
                fresh = (
                    (fresh & east) << 1
                    | (fresh & west) >> 1
                    | (fresh & one) << stride
                    | (fresh & two) << back
                    | (fresh & three) >> stride
                    | (fresh & four) >> back
                ) & todo
            todo ^= fresh
            reached |= fresh
            if missing and not missing & ~reached:
                break
        return reached

    def costs(
        self,
        enter: Mapping[int, int],
        sides: Mapping[int, Sides] | None = None,
        roads: Mapping[int, Sides] | None = None,
        barred: Sides | None = None,
    ) -> MoveCosts:
        """What steps cost one kind of unit, prepared once and used for many moves; see `MoveCosts`."""
        return MoveCosts(self, enter, sides or {}, roads or {}, barred)

    def reach(
        self,
        start: int,
        allowance: int,
        costs: MoveCosts | Mapping[int, int],
        *,
        stop: int = 0,
        blocked: int = 0,
        double: int = 0,
        stop_to_stop: bool = True,
    ) -> Reach:
        """Where a unit can go with this many movement points, and for how much; see `reach_from`.

        >>> grid = HexGrid(5, 1)
        >>> west, east = grid.index(0, 0), grid.index(4, 0)
        >>> move = grid.reach(west, 5, {1: grid.all & ~(1 << east), 3: 1 << east})
        >>> move.mask.bit_count(), move.cost(grid.index(3, 0))
        (4, 3)
        """
        return self.reach_from(1 << start, allowance, costs, stop=stop, blocked=blocked, double=double, stop_to_stop=stop_to_stop)

    def reach_from(
        self,
        starts: int,
        allowance: int,
        costs: MoveCosts | Mapping[int, int],
        *,
        stop: int = 0,
        blocked: int = 0,
        double: int = 0,
        stop_to_stop: bool = True,
    ) -> Reach:
        """Where units from any of these hexes can go, each hex at the cost from the nearest start.

        *costs* is prepared by `costs`, or just ``{cost: hexes}`` where hexsides do not matter.
        A *blocked* hex is not entered. A *stop* hex (enemy zones of control) may be entered but not passed; a unit
        that starts in one may leave it, and without *stop_to_stop* not straight into another one.
        Entering a *double* hex costs twice as much, whichever way.
        """
        if not isinstance(costs, MoveCosts):
            costs = MoveCosts(self, costs)
        if allowance < 0:
            raise ValueError("an allowance is not negative")
        # Costs beyond the allowance fall into layers that are cut off at the end.
        layers = [0] * (allowance + 2 * costs._dearest + 1)
        layers[0] = starts
        open_ = self.all & ~blocked & ~starts
        free = ~stop
        if starts & stop and not stop_to_stop:
            costs._advance(starts & stop, 0, allowance, layers, double)
            for cost in range(1, len(layers)):
                layers[cost] &= free
            costs._advance(starts & free, 0, allowance, layers, double)
        else:
            costs._advance(starts, 0, allowance, layers, double)
        mask = starts
        for cost in range(1, allowance + 1):
            fresh = layers[cost]
            if fresh:
                # Hexes come off the open ones at their cheapest cost and are ignored when found again.
                layers[cost] = fresh = fresh & open_
                if fresh:
                    open_ ^= fresh
                    mask |= fresh
                    fresh &= free
                    if fresh:
                        costs._advance(fresh, cost, allowance, layers, double)
        del layers[allowance + 1 :]
        return Reach(costs, layers, mask, stop, double, stop_to_stop)


class Sides:
    """A set of hexsides, such as all rivers: ``sides[d]`` is the set of hexes whose side in direction *d* belongs to it.

    Make one with `HexGrid.sides`. An ordinary hexside is noted on both of its hexes; a one-way side only on the hex
    from which it counts. Sides never change; combine them with ``|``, ``&``, ``-`` and ``~``.
    """

    __slots__ = ("_others", "_ways", "grid", "masks", "touched")

    def __init__(self, grid: HexGrid, masks: Iterable[int]) -> None:
        self.grid = grid
        #: The six sets, by direction.
        self.masks = east, ne, nw, west, sw, se = tuple(masks)
        # The same in the order of the grid's shifts.
        self._ways = (east, ne, nw, west, sw, se) if grid.rows_up else (east, se, sw, west, nw, ne)
        #: Hexes that have at least one such side.
        self.touched = east | ne | nw | west | sw | se
        self._others: Sides | None = None

    def __getitem__(self, direction: int) -> int:
        return self.masks[direction]

    def __contains__(self, pair: tuple[int, int]) -> bool:
        """Is there such a side on the step from the first hex to the second?"""
        a, b = pair
        direction = self.grid._direction.get(b - a)
        return direction is not None and bool(self.masks[direction] >> a & 1)

    def __bool__(self) -> bool:
        return self.touched != 0

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sides) and self.grid is other.grid and self.masks == other.masks

    def __hash__(self) -> int:
        return hash(self.masks)

    def __repr__(self) -> str:
        name = self.grid.name
        return f"<Sides {' '.join(f'{name(a)}-{name(b)}' for a, b in self.steps())}>"

    def __or__(self, other: Sides) -> Sides:
        return Sides(self.grid, (mine | theirs for mine, theirs in zip(self.masks, other.masks)))

    def __and__(self, other: Sides) -> Sides:
        return Sides(self.grid, (mine & theirs for mine, theirs in zip(self.masks, other.masks)))

    def __sub__(self, other: Sides) -> Sides:
        return Sides(self.grid, (mine & ~theirs for mine, theirs in zip(self.masks, other.masks)))

    def __invert__(self) -> Sides:
        """All other hexsides between two hexes of the map; remembered, since every barred step asks for it."""
        if self._others is None:
            self._others = self.grid._every_side - self
        return self._others

    def into(self, mask: int) -> Sides:
        """Only the sides that lead into a hex of this set, one way."""
        shifts = self.grid._shifts
        return Sides(
            self.grid,
            (side & (mask >> shift if shift > 0 else mask << -shift) for side, shift in zip(self.masks, shifts)),
        )

    def out_of(self, mask: int) -> Sides:
        """Only the sides that lead out of a hex of this set, one way."""
        return Sides(self.grid, (side & mask for side in self.masks))

    def steps(self) -> Iterator[tuple[int, int]]:
        """Each step over one of these sides, as the hexes before and after; an ordinary side comes once each way."""
        for mask, shift in zip(self.masks, self.grid._shifts):
            for index in bits(mask):
                yield index, index + shift

    def pairs(self) -> Iterator[tuple[int, int]]:
        """Each hexside once, for drawing; a one-way side with the hex it leads out of first."""
        for a, b in self.steps():
            if a < b or (b, a) not in self:
                yield a, b


class MoveCosts:
    """What a step costs one kind of unit. Costs are whole numbers from 1; halves are counted by doubling everything.

    - *enter*: ``{cost: hexes}``. A hex in none of them is closed, except along a road.
    - *sides*: ``{extra: hexsides}``, added to the cost of the hex: rivers. Several on one hexside add up.
    - *roads*: ``{cost: hexsides}``, the whole price of the step, whatever the hex and its other sides would cost: roads,
      or walls whose cost replaces that of the hex. Of several on one hexside the cheapest counts.
    - *barred*: hexsides that are never crossed, not even by road. To let a road through, leave it out: ``cliffs - roads``.

    >>> grid = HexGrid(3, 1)
    >>> a, b, c = (grid.index(column, 0) for column in range(3))
    >>> costs = grid.costs({2: grid.all}, sides={1: grid.sides([(a, b)])}, roads={1: grid.sides([(b, c)])})
    >>> costs.step(a, b), costs.step(b, c)
    (3, 1)
    """

    __slots__ = ("_classes", "_dearest", "grid")

    def __init__(
        self,
        grid: HexGrid,
        enter: Mapping[int, int],
        sides: Mapping[int, Sides] | None = None,
        roads: Mapping[int, Sides] | None = None,
        barred: Sides | None = None,
    ) -> None:
        self.grid = grid
        left = grid._every_side if barred is None else ~barred
        # Steps fall into classes that share the price of the hexside: the sides, [(cost, hexes entered at that cost)].
        classes: list[tuple[Sides, list[tuple[int, int]]]] = []
        paved = grid.sides()
        for cost, road in sorted((roads or {}).items()):
            classes.append((road & left, [(cost, grid.all)]))
            paved |= road
        left -= paved
        # A hexside with a river and a dyke belongs to the class of their sum.
        by_extra = {0: left}
        for extra, along in sorted((sides or {}).items()):
            split: dict[int, Sides] = {}
            for total, these in by_extra.items():
                for key, part in ((total, these - along), (total + extra, these & along)):
                    split[key] = split[key] | part if key in split else part
            by_extra = split
        for extra, these in by_extra.items():
            classes.append((these, [(cost + extra, mask & grid.all) for cost, mask in sorted(enter.items())]))
        classes = [(these, entered) for these, entered in classes if these and entered]
        prices = [cost for _, entered in classes for cost, _ in entered]
        if min(prices, default=1) < 1:
            raise ValueError("a step costs at least 1")
        self._dearest = max(prices, default=1)
        # Cheapest class first: (its cheapest step, hexes with such a side, the sides, costs of the hexes entered).
        self._classes = sorted((entered[0][0], these.touched, these._ways, entered) for these, entered in classes)

    def step(self, a: int, b: int) -> int | None:
        """The cost of one step between neighbours, or None if it is not allowed."""
        way = self.grid._order.index(self.grid.direction(a, b))
        prices = [cost for _, _, ways, entered in self._classes if ways[way] >> a & 1 for cost, mask in entered if mask >> b & 1]
        return min(prices, default=None)

    def _advance(self, frontier: int, spent: int, allowance: int, layers: list[int], double: int) -> None:
        """Enter every step out of the frontier into the layer of its cost; a layer may name hexes found before."""
        stride = self.grid._stride
        back = stride - 1
        left = allowance - spent
        for cheapest, touched, (east, one, two, west, three, four), entered in self._classes:
            if cheapest > left:
                break
            here = frontier & touched
            if here:
                # HexGrid.cross() written out.
                near = (
                    (here & east) << 1
                    | (here & west) >> 1
                    | (here & one) << stride
                    | (here & two) << back
                    | (here & three) >> stride
                    | (here & four) >> back
                )
                if double:
                    dear = near & double
                    if dear:
                        near ^= dear
                        for cost, mask in entered:
                            layers[spent + 2 * cost] |= dear & mask
                for cost, mask in entered:
                    layers[spent + cost] |= near & mask


class Reach:
    """The answer of `HexGrid.reach`: the hexes a unit can reach and the cheapest cost of each."""

    __slots__ = ("_costs", "_double", "_stop", "_stop_to_stop", "layers", "mask")

    def __init__(self, costs: MoveCosts, layers: list[int], mask: int, stop: int, double: int, stop_to_stop: bool) -> None:
        #: The hexes reached at each cost, from 0 to the allowance; no hex is in two layers.
        self.layers = layers
        #: All hexes reached, the start included.
        self.mask = mask
        self._costs = costs
        self._stop = stop
        self._double = double
        self._stop_to_stop = stop_to_stop

    def __contains__(self, index: int) -> bool:
        return bool(self.mask >> index & 1)

    def cost(self, index: int) -> int:
        """The cheapest cost of going to this hex."""
        for cost, layer in enumerate(self.layers):
            if layer >> index & 1:
                return cost
        raise ValueError(f"{self._costs.grid.name(index)} is out of reach")

    def path(self, index: int) -> list[int]:
        """A cheapest way to this hex, start and end included.

        Of equally cheap ways it is always the same one: seen from the end, the first in the order of the directions.
        """
        left = self.cost(index)
        grid = self._costs.grid
        path = [index]
        while left:
            index, left = next(self._before(grid, index, left))
            path.append(index)
        path.reverse()
        return path

    def _before(self, grid: HexGrid, index: int, cost: int) -> Iterator[tuple[int, int]]:
        """Hexes from which a cheapest way can have come, with their own cost."""
        starts = self.layers[0]
        for direction in range(6):
            before = grid.neighbour(index, direction)
            if before is None or not self.mask >> before & 1:
                continue
            if self._stop >> before & 1 and not (starts >> before & 1 and (self._stop_to_stop or not self._stop >> index & 1)):
                continue
            price = self._costs.step(before, index)
            if price is None:
                continue
            left = cost - price * (2 if self._double >> index & 1 else 1)
            if left >= 0 and self.layers[left] >> before & 1:
                yield before, left
