"""Referees of Operazione C3: what the rulebook computes, worked out again from printed numbers and names, slowly and plainly.

A ``Table`` is a position copied out of a war into dicts and sets of names. The rules below are written from the rulebook and use
nothing of the game's own code for them: only the numbers of its tables and the facts of the position.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterable
from functools import cache, lru_cache
from math import ceil
from typing import Any

from grandharbour.engine.geometry.bits import bits

Step = tuple[str, str]


@cache
def around(hex_: str) -> dict[str, str]:
    """The six neighbours of a printed number: two digits of column, two of row; odd rows lie half a hex to the left."""
    column, row = int(hex_[:2]), int(hex_[2:])
    left, right = (column - 1, column) if row % 2 else (column, column + 1)
    places = {
        "W": (column - 1, row), "E": (column + 1, row), "NW": (left, row - 1), "NE": (right, row - 1), "SW": (left, row + 1),
        "SE": (right, row + 1),
    }  # fmt: skip
    return {way: f"{c:02}{r:02}" for way, (c, r) in places.items()}


def distance(a: str, b: str) -> int:
    """Steps between two hexes, by skewed coordinates."""

    def skew(hex_: str) -> tuple[int, int]:
        column, row = int(hex_[:2]), int(hex_[2:])
        return column - (row + 1) // 2, row

    (qa, ra), (qb, rb) = skew(a), skew(b)
    # Going down a row to the right keeps the skewed column, to the left takes one off.
    dq, dr = (qb + rb) - (qa + ra), rb - ra
    return max(abs(dq), abs(dr), abs(dq - dr))


def within(hexes: Iterable[str], steps: int, hex_: str) -> bool:
    return any(distance(hex_, other) <= steps for other in hexes)


class Atlas:
    """What the tables say of the map and the units, by name."""

    def __init__(self, setup: Any) -> None:
        tables = setup.tables
        self.piece = [setup.names.of("piece", p) for p in range(setup.pieces)]
        self.unit: dict[str, dict[str, Any]] = {unit["name"]: unit for unit in (tables[f"units.{key}"] for key in setup.ids)}
        self.side = {name: unit["side"] for name, unit in self.unit.items()}
        islands = {"malta", "gozo", "comino"} if setup.on["gozo"] else {"malta"}
        self.land = {name for name, island in tables["map.island"].items() if island in islands}
        self.sea, self.base, self.overlay = set(tables["map.sea"]), tables["map.hexes"], tables["map.overlay"]
        self.ports, self.airfields = set(tables["map.ports"]), set(tables["map.airfields"])
        self.line = set(tables["map.victory_line"])
        self.sides = {key: both_ways(tables[f"map.{key}"]) for key in ("roads", "victory_line", "escarpments", "cliffs", "water")}


def both_ways(texts: Iterable[str]) -> set[Step]:
    pairs = [(text[:4], text[5:]) for text in texts]
    return set(pairs) | {(b, a) for a, b in pairs}


@lru_cache(maxsize=64)
def atlas(setup: Any) -> Atlas:
    return Atlas(setup)


class Table:
    """A position in names."""

    def __init__(self, war: Any) -> None:
        setup, names = war.setup, war.setup.names
        self.war = war
        self.on = setup.on
        self.tables = setup.tables
        self.atlas = known = atlas(setup)
        self.turn = war.turn
        self.piece, self.unit, self.side, self.land = known.piece, known.unit, known.side, known.land
        self.at = {self.piece[p]: names.of("space", space) for p, space in enumerate(war.at)}
        self.dg, self.reduced, self.dispersed = (self.names(mask) for mask in (war.dg, war.reduced, war.dispersed))
        self.struck = {names.of("space", h) for h in bits(war.struck)}
        self.control = {names.of("space", h) for h in bits(war.control)}
        self.road_use = {
            frozenset((names.of("space", a), names.of("space", b))): (men, tanks) for a, b, men, tanks in war.road_use
        }

        self._present: dict[str, set[str]] = {}
        self._held: dict[str, set[str]] = {}
        self._beside: dict[str, set[str]] = {}

    def names(self, pieces: int) -> set[str]:
        return {self.piece[p] for p in bits(pieces)}

    def hexes(self, spaces: int) -> set[str]:
        return {self.war.setup.names.of("space", h) for h in bits(spaces)}

    # --- the map

    def line(self, a: str, b: str) -> bool:
        """Whether a step crosses the Victory Line in the direction it faces [7.4]."""
        return f"{a}-{b}" in self.atlas.line

    def layers(self, hex_: str) -> list[dict[str, int]]:
        """Base terrain and what lies over it; rubble in the place of a town or city that was struck [1.3.5, 5.3.1]."""
        found = [self.tables[f"tec.base.{self.atlas.base[hex_]}"]]
        overlay = self.atlas.overlay.get(hex_)
        if overlay:
            found.append(self.tables[f"tec.overlay.{'rubble' if hex_ in self.struck else overlay}"])
        for kind, where in (("airfield", self.atlas.airfields), ("port", self.atlas.ports)):
            if hex_ in where:
                found.append(self.tables[f"tec.overlay.{kind}"])
        return found

    def limit(self, hex_: str) -> int:
        return sum(layer["stack"] for layer in self.layers(hex_))

    def road(self, a: str, b: str) -> bool:
        """A road that no bombardment has cut at either end [5.3.1]."""
        return (a, b) in self.atlas.sides["roads"] and not {a, b} & self.struck

    def shut(self, a: str, b: str) -> bool:
        return (a, b) in self.atlas.sides["cliffs"] or (a, b) in self.atlas.sides["water"]

    def ground_price(self, a: str, b: str, cls: str) -> int | None:
        """Half points for a step without its road; a hexside with a price replaces that of the hex [1.3.5]."""
        if self.shut(a, b) or b not in self.land:
            return None
        for kind, key in (("victory_line", "victory_line"), ("escarpment", "escarpments")):
            if (a, b) in self.atlas.sides[key]:
                price = self.tables[f"tec.hexside.{kind}"][cls]
                into = [layer[cls] for layer in self.layers(b)]
                return None if price < 0 or min(into) < 0 else int(price)
        into = [layer[cls] for layer in self.layers(b)]
        return None if min(into) < 0 else sum(into)

    # --- units

    def present(self, side: str) -> set[str]:
        """Units of a side on the map that are not Dispersed [3.2]."""
        if side not in self._present:
            there = {name for name, where in self.at.items() if self.side[name] == side and where.isdigit()}
            self._present[side] = there - self.dispersed
        return self._present[side]

    def held(self, side: str) -> set[str]:
        if side not in self._held:
            self._held[side] = {self.at[name] for name in self.present(side)}
        return self._held[side]

    def beside(self, side: str) -> set[str]:
        """Hexes next to units of a side."""
        if side not in self._beside:
            self._beside[side] = {hex_ for held in self.held(side) for hex_ in around(held).values()}
        return self._beside[side]

    def in_hex(self, hex_: str, side: str) -> set[str]:
        return {name for name in self.present(side) if self.at[name] == hex_}

    def steps(self, name: str) -> int:
        return int(self.unit[name]["steps"]) - (name in self.reduced)

    def kind(self, name: str) -> str:
        return str(self.unit[name]["type"])

    def free_stacker(self, name: str) -> bool:
        return self.kind(name) in ("coastal_battery", "light_aa", "heavy_aa", "armour", "anti_tank")

    def points(self, units: Iterable[str]) -> int:
        return sum(self.steps(name) for name in units if not self.free_stacker(name))

    def heavies(self, units: Iterable[str]) -> int:
        return sum(self.kind(name) in ("armour", "anti_tank") for name in units)

    def overstacked(self, hex_: str, side: str) -> bool:
        """More steps than the hex holds, or more than one armoured or anti-tank unit [1.3.6]."""
        units = self.in_hex(hex_, side)
        return self.points(units) > self.limit(hex_) or self.heavies(units) > 1

    def classes(self, units: Iterable[str]) -> set[str]:
        return {self.unit[name]["cls"] for name in units}

    def allowance(self, name: str) -> int:
        """In half points; DG halves it, rounded up [5.6, 1.3.9]."""
        move = int(self.unit[name]["move"])
        return 2 * (ceil(move / 2) if name in self.dg else move)


def foe(side: str) -> str:
    return "british" if side == "axis" else "axis"


# --- movement [5.2]


def step_prices(table: Table, units: set[str], a: str, b: str, side: str) -> int | None:
    """What a stack pays for one step, near the enemy double: the cheapest of road and ground, the dearest of its members; None if closed."""
    enemy = foe(side)
    if b not in table.land or b in table.held(enemy):
        return None
    classes = table.classes(units)
    prices = []
    by_ground = [table.ground_price(a, b, cls) for cls in classes]
    if all(price is not None for price in by_ground):
        prices.append(max(price for price in by_ground if price is not None))
    if table.road(a, b) and (b not in table.beside(enemy) or road_has_room(table, units, a, b)):
        prices.append(max(table.tables["tec.road.cost"][cls] for cls in classes))
    if not prices:
        return None
    return min(prices) * (2 if b in table.beside(enemy) else 1)


def road_has_room(table: Table, units: set[str], a: str, b: str) -> bool:
    """Two stacking points and one armoured unit by road across a hexside beside the enemy in a Movement Segment [5.2.2]."""
    men = sum(table.steps(name) for name in units if table.kind(name) != "armour")
    tanks = sum(table.kind(name) == "armour" for name in units)
    used_men, used_tanks = table.road_use.get(frozenset((a, b)), (0, 0))
    return men + used_men <= 2 and tanks + used_tanks <= 1


def can_step(table: Table, units: set[str], a: str, b: str) -> bool:
    """Whether a stack could enter a neighbour at all: over its ground or along a road, enemies apart."""
    if b not in table.land:
        return False
    return table.road(a, b) or all(table.ground_price(a, b, cls) is not None for cls in table.classes(units))


def one_step(table: Table, units: set[str], a: str, b: str, side: str) -> bool:
    """Whether a stack may enter a neighbour at any price: by its ground, or by a road that still carries it beside the enemy."""
    if b in table.land and all(table.ground_price(a, b, cls) is not None for cls in table.classes(units)):
        return True
    return can_step(table, units, a, b) and (b not in table.beside(foe(side)) or road_has_room(table, units, a, b))


def movement(table: Table, units: set[str], spent: int, on_roads: bool, side: str) -> set[str]:
    """Every hex a stack that is moving may go to now; not for arrivals and Dispersed units."""
    here = table.at[next(iter(units))]
    enemy = foe(side)
    allowance = min(table.allowance(name) for name in units)
    cost = {here: 0}
    queue = [(0, here)]
    while queue:
        so_far, a = heapq.heappop(queue)
        if so_far > cost[a]:
            continue
        for b in around(a).values():
            price = step_prices(table, units, a, b, side)
            if price is not None and so_far + price <= allowance - spent and so_far + price < cost.get(b, 999):
                cost[b] = so_far + price
                heapq.heappush(queue, (so_far + price, b))
    found = set(cost) if allowance > spent else {here}
    if not spent:  # one hex always
        found |= {b for b in around(here).values() if b not in table.held(enemy) and one_step(table, units, here, b, side)}
    quiet = table.land - table.beside(enemy) - table.held(enemy)
    if on_roads and here in table.land - table.beside(enemy):
        road_price = max(table.tables["tec.road.cost"][cls] for cls in table.classes(units))
        reach = {here}
        for _ in range((2 * allowance - spent) // road_price):
            reach |= {b for a in reach for b in around(a).values() if b in quiet and table.road(a, b)}
        found |= reach
    return found - {here}


def overruns(table: Table, units: set[str], spent: int, side: str) -> set[str]:
    """Enemy hexes a moving stack may overrun: twice the price, by road within its limit, and no more than may attack [5.2.4, 5.2.2, 5.5]."""
    here = table.at[next(iter(units))]
    if any(table.unit[name]["defends_only"] for name in units):
        return set()
    left = min(table.allowance(name) for name in units) - spent
    found = set()
    for b in around(here).values():
        if b not in table.held(foe(side)):
            continue
        prices = []
        by_ground = [table.ground_price(here, b, cls) for cls in table.classes(units)]
        if all(price is not None for price in by_ground):
            prices.append(max(price for price in by_ground if price is not None))
        if table.road(here, b) and road_has_room(table, units, here, b):
            prices.append(max(table.tables["tec.road.cost"][cls] for cls in table.classes(units)))
        if prices and 2 * min(prices) <= left and counted_in_attack(table, units) <= side_limit(table, here, b):
            found.add(b)
    return found


# --- attack [5.5]


def side_limit(table: Table, a: str, b: str) -> int:
    """Stacking points through one side of a defender's hex: half its limit, four in open flat ground, less over walls and beaches."""
    flat = table.atlas.base[b] == "flat" and b not in table.atlas.overlay
    most = 4 if flat else table.limit(b) // 2
    if a in table.atlas.sea:
        return min(most, 2)
    if table.line(a, b) or (a, b) in table.atlas.sides["escarpments"]:
        return min(most, 2)
    return most


def counted_in_attack(table: Table, units: Iterable[str]) -> int:
    """Steps of attackers; one armoured unit comes free unless the option says no (ruling A50)."""
    units = list(units)
    total = sum(table.steps(name) for name in units)
    tanks = sorted(table.steps(name) for name in units if table.kind(name) == "armour")
    return total - (tanks[-1] if tanks and table.on["armour_extra"] else 0)


def may_join(table: Table, members: set[str], unit: str, target: str) -> bool:
    """Whether a unit fits into an attack beside those of its own hex."""
    here = table.at[unit]
    stack = {name for name in members if table.at[name] == here} | {unit}
    if here == target:
        flat = table.atlas.base[target] == "flat" and target not in table.atlas.overlay
        return counted_in_attack(table, stack) <= (4 if flat else table.limit(target) // 2)
    most = side_limit(table, here, target)
    if any(table.ground_price(here, target, table.unit[name]["cls"]) is None for name in stack):
        men = sum(table.steps(name) for name in stack if table.kind(name) != "armour")
        tanks = sum(table.kind(name) == "armour" for name in stack)
        return men <= min(2, most) and tanks <= 1
    return counted_in_attack(table, stack) <= most


def may_attack(table: Table, unit: str, hunts: bool) -> set[str]:
    """The hexes a unit could attack at all."""
    if table.unit[unit]["defends_only"] or unit in table.dispersed:
        return set()
    here, enemy = table.at[unit], foe(table.side[unit])
    found = {b for b in around(here).values() if b in table.held(enemy) and can_step(table, {unit}, here, b)}
    lost = {name for name in table.dispersed if table.side[name] == enemy and table.at[name] == here}
    return found | ({here} if hunts and lost else set())


def halves(value: int, *reasons: bool) -> int:
    """Halved for each reason, rounded up each time [1.3.9]."""
    for reason in reasons:
        value = ceil(value / 2) if reason else value
    return value


def strength(table: Table, name: str) -> int:
    unit = table.unit[name]
    if name in table.dispersed:
        return int(unit["dispersed"])
    return int(unit["reduced"] if name in table.reduced else unit["cf"])


def starved(table: Table, name: str) -> bool:
    """From turn 3 an Axis unit without a way free of enemies to a controlled airfield or a controlled port that works [7.5]."""
    if table.turn < 3 or table.side[name] != "axis":
        return False
    by_air = (
        table.tables[f"formations.{table.unit[name]['formation']}"]["supply"] == "airfield"
        if table.unit[name]["formation"] != "-"
        else False
    )
    bases = table.atlas.airfields if by_air else table.atlas.ports - table.struck
    enemies = table.held("british")
    goals = bases & table.control - enemies
    seen, edge = {table.at[name]}, {table.at[name]}
    while edge and not seen & goals:
        edge = {b for a in edge for b in around(a).values() if b in table.land - enemies and not table.shut(a, b)} - seen
        seen |= edge
    return not seen & goals


def column(
    table: Table, attackers: set[str], defenders: set[str], target: str, manner: str, elite: str | None, stubborn: str | None
) -> tuple[int, int, str]:
    """Attack, defence and the final column of a close combat [5.5.1]."""
    attack = sum(
        halves(strength(table, name), name in table.dg, starved(table, name), manner in ("sea", "drop")) for name in attackers
    )
    defence = sum(halves(strength(table, name), name in table.dg, starved(table, name)) for name in defenders)
    shift = sum(layer["shift"] for layer in table.layers(target))
    if manner in ("land", "overrun", "sea"):
        froms = {table.at[name] for name in attackers}
        if all(table.line(a, target) for a in froms):
            shift += table.tables["tec.hexside.victory_line"]["shift"]
        elif all((a, target) in table.atlas.sides["escarpments"] for a in froms):
            shift += table.tables["tec.hexside.escarpment"]["shift"]
        if is_concentric(froms, target):
            shift += 1
    shift += (elite is not None) - (stubborn is not None)
    return attack, defence, shifted(attack, defence, shift)


def is_concentric(froms: set[str], target: str) -> bool:
    """Two opposite hexes, or three of which no two touch [5.5.1]."""
    ways = {way for way, hex_ in around(target).items() if hex_ in froms}
    if any({one, other} <= ways for one, other in (("E", "W"), ("NE", "SW"), ("NW", "SE"))):
        return True
    return {"E", "NW", "SW"} <= ways or {"W", "NE", "SE"} <= ways


def shifted(attack: int, defence: int, shift: int) -> str:
    """Column by column from the real odds; on the printed table three count, off it all do [1.3.10]."""
    columns = ["1-3", "1-2", "1-1", "2-1", "3-1", "4-1", "5-1+"]
    if not defence:
        return columns[-1]
    # 1-1 stands at 2, 2-1 at 3, 1-2 at 1; rounded for the defender.
    place = attack // defence + 1 if attack >= defence else 3 - ceil(defence / attack)
    counted = 0
    while shift:
        place += 1 if shift > 0 else -1
        if 0 <= place <= 6:
            if counted == 3:
                place -= 1 if shift > 0 else -1
                break
            counted += 1
        shift -= 1 if shift > 0 else -1
    return columns[max(0, min(6, place))]


def defence_room(table: Table, target: str, froms: set[str]) -> int:
    """Stacking points that may defend: the limit of each side attacked [5.5]."""
    return sum(side_limit(table, a, target) for a in froms)


# --- retreat [5.5.1.3]


def retreats(table: Table, units: set[str], here: str, foes: set[str], seen: set[str], side: str) -> set[str]:
    """The hexes the priorities leave: away, not beside an enemy, cheapest, with room; empty ones first among equals (ruling A57)."""
    enemy = foe(side)
    found = {b for b in around(here).values() if b not in table.held(enemy) | seen and _together(table, units, here, b)}
    occupied = table.held(side)

    def room(b: str) -> bool:
        there = (table.in_hex(b, side) | units) if b != here else units
        heavy = table.heavies(units)
        return table.points(there) <= table.limit(b) and not (heavy and table.heavies(there) > 1)

    def prefer(test: Any, among: set[str]) -> set[str]:
        return {b for b in among if test(b)} or among

    if table.on["retreat_order"] == "empty":
        empty = {b for b in found if b not in occupied}
        found = empty or prefer(room, found)
    farther = {b for b in found if all(distance(b, f) > distance(here, f) for f in foes)}
    if not farther:
        nearest = min(distance(here, f) for f in foes)
        farther = {b for b in found if min(distance(b, f) for f in foes) > nearest}
    found = farther or found
    found = prefer(lambda b: b not in table.beside(enemy), found)
    if found:
        price = {b: _retreat_price(table, units, here, b) for b in found}
        found = {b for b in found if price[b] == min(price.values())}
    found = prefer(room, found)
    return prefer(lambda b: b not in occupied, found)


def _together(table: Table, units: set[str], a: str, b: str) -> bool:
    """Whether all of a stack can go that way, each over ground or road."""
    return all(can_step(table, {name}, a, b) for name in units)


def _retreat_price(table: Table, units: set[str], a: str, b: str) -> int:
    prices = []
    by_ground = [table.ground_price(a, b, cls) for cls in table.classes(units)]
    if all(price is not None for price in by_ground):
        prices.append(max(price for price in by_ground if price is not None))
    if table.road(a, b):
        prices.append(max(table.tables["tec.road.cost"][cls] for cls in table.classes(units)))
    return min(prices)


# --- bombardment [3.1, 4.1, 5.3, 5.4]


def mission_targets(table: Table, air: bool, named: list[str]) -> set[str]:
    """Land for aircraft, coastal hexes for ships, three bombardments of a hex at most."""
    sea = table.atlas.sea
    allowed = {h for h in table.land if air or any(b in sea for b in around(h).values())}
    return {h for h in allowed if named.count(h) < 3}


def gun_targets(
    table: Table, gun: str, team: set[str], attackers: set[str], side: str, offence: bool, named: list[str]
) -> set[str]:
    """Enemies beside the active units, or hexes from which an attack was declared; four hexes, three shots to a hex."""
    if offence:
        active = {table.at[name] for name in team & table.present(side)}
        found = {b for a in active for b in around(a).values() if b in table.held(foe(side))}
    else:
        found = {table.at[name] for name in attackers}
    return {h for h in found if distance(h, table.at[gun]) <= 4 and named.count(h) < 3}


def bomb_total(table: Table, air: bool | None, target: str) -> int:
    """What guns take off the dice [5.3.3, 5.3.4]; ``air`` None: artillery."""
    awake = {name for name in table.present("british") if table.on["dg_guns"] or name not in table.dg}

    def near(kind: str, steps: int, least: int = 0) -> bool:
        return any(table.kind(name) == kind and least <= distance(table.at[name], target) <= steps for name in awake)

    if air is None:
        return 0
    if air:
        return -near("light_aa", 1) - near("heavy_aa", 2)
    return -near("coastal_battery", 0) - near("coastal_battery", 4, 1)


# --- stacking and arrivals


def fits(table: Table, name: str, hex_: str, side: str) -> bool:
    """Whether one more unit may stay in a hex [1.3.6]."""
    there = table.in_hex(hex_, side) - {name}
    if table.kind(name) in ("armour", "anti_tank"):
        return table.heavies(there) == 0
    if table.kind(name) in ("light_aa", "heavy_aa"):
        return not any(table.kind(other) in ("light_aa", "heavy_aa") for other in there)
    if table.kind(name) == "coastal_battery":
        return not any(table.kind(other) == "coastal_battery" for other in there)
    return table.points(there) + table.steps(name) <= table.limit(hex_)


def entries(table: Table, name: str, ready: set[str], beaches: set[str], kept_twice: set[str], came: dict[str, str], waded: set[str],
            nearest_ok: Any) -> set[str]:  # fmt: skip
    """Where a waiting unit may come in [3.2.1, 4.2.1]; ``came``: who has come in this Operation, and where."""
    british = table.held("british")
    if table.unit[name]["formation"] == table.tables["airlanding.formation"]:
        flak = {table.at[other] for other in table.present("british") if table.kind(other) in ("light_aa", "heavy_aa")}
        loreto = {table.at[other] for other in table.present("axis") - table.dg if table.unit[other]["bonus"] == "A"}
        fields = kept_twice | loreto & table.atlas.airfields
        return {h for h in fields if not within(flak, 1, h) and fits(table, name, h, "axis")}
    batteries = {table.at[other] for other in table.present("british") if table.kind(other) == "coastal_battery"}
    found = set()
    for h in ready & table.atlas.ports - table.struck:
        passed = {other for other, where in came.items() if where == h and other not in waded}
        full = not table.free_stacker(name) and table.points(passed | {name}) > table.limit(h)
        if not within(batteries, 4, h) and not full and (table.unit[name]["formation"] != "-" or nearest_ok(h)):
            found.add(h)
    if table.kind(name) not in ("armour", "field_artillery", "anti_tank"):
        for h in beaches - british:
            over = {other for other in waded if came.get(other) == h} | {name}
            if sum(table.unit[other]["steps"] if other == name else table.steps(other) for other in over) <= 4:
                found.add(h)
    return {h for h in found if fits(table, name, h, "axis")}


def nearest_formations(table: Table, hex_: str, side: str, candidates: set[str]) -> set[str]:
    """The Formations among some that own the unit nearest to a hex; Dispersed units do not count [1.3.3, 3.2]."""
    far = {name: distance(table.at[name], hex_) for name in table.present(side) if table.unit[name]["formation"] in candidates}
    best = min(far.values(), default=0)
    return {table.unit[name]["formation"] for name, steps in far.items() if steps == best}


# --- points [8.2]


def score(table: Table) -> int:
    """Hexes of City, Town, Port and Airport held, less Italian points by threes, less each precious step."""
    worth = set(table.atlas.overlay) | table.atlas.ports | table.atlas.airfields
    italian = special = 0
    for name, unit in table.unit.items():
        if unit["side"] != "axis":
            continue
        lost = int(unit["steps"]) if table.at[name] == "Axis losses" else int(name in table.reduced)
        precious = unit["elite"] or unit["type"] in ("armour", "field_artillery", "anti_tank")
        special += lost if precious else 0
        twice = unit["type"] == "field_artillery" and table.on["artillery_twice"]
        if unit["nation"] == "italian" and not unit["elite"] and (not precious or twice):
            italian += lost
    return len(worth & table.control & table.land) - ceil(italian / 3) - special
