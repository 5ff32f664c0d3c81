"""A referee for Kesselring's War: its computations once more, from the rulebook, slowly and with plain sets of names.

It reads the tables, the options, where each counter is and which step asks; nothing that the game has worked out for itself. Hexes
are their printed numbers, hexsides are pairs of them, Movement Points are fractions.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction as F
from typing import Any

from grandharbour.games.kesselring.state import Italy

SIDES = ("axis", "allied")
STAGING = {"axis": "Axis Staging Area", "allied": "Allied Staging Area"}
PRICE = {"open": F(1), "rough": F(2), "mountain": F(3), "volcano": F(3)}
CLIMB = {"open": F(1), "rough": F(1), "mountain": F(2), "volcano": F(2)}


def place(number: str) -> tuple[int, int]:
    """A printed number as a row and a height in half hexes."""
    row = int(number[:2])
    return row, 2 * int(number[2:]) - (row % 2 == 0)


def apart(a: str, b: str) -> int:
    """How many hexes lie between two numbers."""
    (row_a, y_a), (row_b, y_b) = place(a), place(b)
    rows = abs(row_a - row_b)
    return rows + max(0, abs(y_a - y_b) - rows) // 2


class Map:
    """The printed map, read from its tables."""

    def __init__(self, tables: Any) -> None:
        self.terrain: dict[str, str] = dict(tables["map.hexes"])
        self.land = set(self.terrain)
        self.mass: dict[str, str] = dict(tables["map.landmass"])
        self.sea = set(tables["map.sea"])
        self.beach_sea = {h for sea in tables["map.invasion_seas"] for h in tables["map.seas"][sea]}
        everything = self.land | self.sea | set(tables["map.out"])
        self.beside = {h: {o for o in everything if apart(h, o) == 1} for h in self.land}
        self.sides = {
            kind: {frozenset(text.split("-")) for text in tables[f"map.{kind}"]}
            for kind in ("rivers", "roads", "straits", "sea_sides")
        }
        self.edge, self.edge_roads = set(tables["map.north_edge"]), set(tables["map.north_roads"])
        self.cities, self.towns = set(tables["map.cities"]), set(tables["map.towns"])
        self.ports, self.airfields = set(tables["map.ports"]), set(tables["map.airfields"])
        self.supply = set(tables["map.supply_hexes"])
        self.coast = {h for h in self.land if self.beside[h] & self.sea}
        self.objectives: dict[str, int] = dict(tables["map.objectives"])
        self.landmarks: dict[str, int] = dict(tables["map.landmark_vp"])

    def on(self, kind: str, a: str, b: str) -> bool:
        """Whether a river, road, strait or arm of the sea runs between, or joins, two hexes."""
        return frozenset((a, b)) in self.sides[kind]

    def steep(self, h: str) -> bool:
        return self.terrain[h] in ("mountain", "volcano")


class Referee:
    """One position, judged."""

    maps: dict[int, tuple[Any, Map]] = {}

    def __init__(self, war: Italy) -> None:
        tables = war.setup.tables
        kept = self.maps.get(id(war.setup))
        if kept is None or kept[0] is not war.setup:
            kept = self.maps[id(war.setup)] = (war.setup, Map(tables))
        self.war = war
        self.map = kept[1]
        self.on: Mapping[str, Any] = war.setup.options
        self.tables = tables
        names = war.setup.names
        self.card: dict[str, dict[str, Any]] = {c["name"]: c for c in war.setup.counter}
        self.at = {names.of("piece", i): names.of("space", space) for i, space in enumerate(war.at)}
        self.reduced = {names.of("piece", i) for i in range(war.setup.pieces) if war.reduced >> i & 1}
        self.forts = {h for h in self.map.land if war.forts >> names.find("space", h) & 1}
        self.ground = {u for u, c in self.card.items() if c["kind"] in ("ground", "garrison")}
        self.mobile = {u for u, c in self.card.items() if c["kind"] == "ground"}
        self.holds = {
            side: {self.at[u] for u in self.ground if self.side(u) == side and self.at[u] in self.map.land} for side in SIDES
        }
        self.zones = {side: self._zone(side) for side in SIDES}

    # --- who is where

    def side(self, unit: str) -> str:
        return str(self.card[unit]["side"])

    def other(self, side: str) -> str:
        return SIDES[1 - SIDES.index(side)]

    def units(self, h: str, side: str, kinds: Iterable[str] = ("ground", "garrison")) -> set[str]:
        return {u for u, where in self.at.items() if where == h and self.side(u) == side and self.card[u]["kind"] in kinds}

    def troops(self, h: str, side: str) -> set[str]:
        """Mobile ground units of a side in a hex or box."""
        return self.units(h, side, ("ground",))

    def crowd(self, h: str, side: str) -> int:
        return len(self.troops(h, side))

    def full(self, h: str, side: str) -> bool:
        """No room for one more [10.1a]; a box holds any number [10.0a]."""
        return h in self.map.land and self.crowd(h, side) >= 3

    def garrisons(self, side: str) -> set[str]:
        return {self.at[u] for u in self.ground - self.mobile if self.side(u) == side and self.at[u] in self.map.land}

    def closed(self, h: str, side: str) -> bool:
        """The mainland before the surrender, for Allied ground units [27.1.SR4]."""
        return side == "allied" and not self.war.surrendered and self.map.mass.get(h) == "mainland"

    def strength(self, units: Iterable[str]) -> int:
        return sum(self.card[u]["reduced" if u in self.reduced else "full"] for u in units)

    def flak(self, units: Iterable[str]) -> bool:
        return any(self.card[u]["flak_reduced" if u in self.reduced else "flak"] for u in units)

    def mech(self, unit: str) -> bool:
        return bool(self.card[unit]["cls"] == "mech")

    # --- zones of control [11.0]

    def near(self, h: str) -> set[str]:
        """Land next to a hex, not over a strait or an arm of the sea."""
        return {
            o
            for o in self.map.beside[h] & self.map.land
            if not self.map.on("straits", h, o) and not self.map.on("sea_sides", h, o)
        }

    def _zone(self, side: str) -> set[str]:
        found: set[str] = set()
        for h in self.holds[side]:
            found |= self.near(h)
        return found

    # --- movement [13.0]

    def price(self, unit: str, a: str, b: str) -> F | None:
        """Movement Points for a step from hex to hex, None if it is not possible."""
        m = self.map
        if m.on("sea_sides", a, b):
            return None
        if m.on("roads", a, b):
            cost = F(1, 3) if self.card[unit]["motorized"] and self.side(unit) == "allied" else F(1, 2)
        else:
            if self.mech(unit) and m.steep(b):
                return None
            cost = (CLIMB if self.card[unit]["mountain"] else PRICE)[m.terrain[b]]
            if m.on("rivers", a, b):
                cost += 1
        if m.on("straits", a, b):
            cost += 2
        return cost

    def reach(self, unit: str) -> set[str]:
        """Where a unit can go in one Action, however crowded it is there."""
        side, here, m = self.side(unit), self.at[unit], self.map
        foes, zone = self.holds[self.other(side)], self.zones[self.other(side)]
        left = F(self.card[unit]["mf"])
        spent: dict[str, F] = {}
        home = False

        def go(h: str, cost: F) -> None:
            """Arrive in a hex, and look further if no zone stops the unit there."""
            nonlocal home
            if h in spent and spent[h] <= cost:
                return
            spent[h] = cost
            if h in zone and h != here:
                return
            if side == "axis" and here != STAGING["axis"] and m.mass[here] == "mainland" and h in m.edge and cost + 1 <= left:
                home = True
            for o in m.beside[h] & m.land:
                step = self.price(unit, h, o)
                if step is None or cost + step > left or o in foes or self.closed(o, side) or (h in zone and o in zone):
                    continue
                go(o, cost + step)

        if here == STAGING["axis"]:
            for h in m.edge - foes:
                if h in m.edge_roads:
                    first = F(1, 2)
                elif self.mech(unit) and m.steep(h):
                    continue
                else:
                    first = (CLIMB if self.card[unit]["mountain"] else PRICE)[m.terrain[h]]
                if first <= left:
                    go(h, first)
            return set(spent)
        go(here, F(0))
        for o in m.beside[here] & m.land:  # one hex is always allowed [13.3]
            if self.price(unit, here, o) is None or o in foes or self.closed(o, side) or (here in zone and o in zone):
                continue
            spent.setdefault(o, left)
        return set(spent) - {here} | ({STAGING["axis"]} if home else set())

    def moves(self, unit: str, comrades: set[str]) -> set[str]:
        """Where a unit may go if these comrades may still move after it: no hex is too full in the end [10.0d]."""
        side = self.side(unit)
        reaches: dict[str, set[str]] = {}

        def ways(u: str) -> set[str]:
            if u not in reaches:
                reaches[u] = self.reach(u)
            return reaches[u]

        def allowed(u: str, h: str, crowd: dict[str, int], left: frozenset[str], been: frozenset[str]) -> bool:
            if h not in self.map.land or crowd.get(h, 0) < 3:
                return True
            if crowd[h] > 3 or h in been:
                return False
            after = dict(crowd)
            if self.at[u] in after:
                after[self.at[u]] -= 1
            after[h] += 1
            return any(
                allowed(v, o, {**after, h: 3}, left - {v}, been | {h})
                for v in left
                if self.at[v] == h
                for o in ways(v)
                if after.get(o, 0) < 3 or o != h
            )

        crowd = {h: self.crowd(h, side) for h in self.holds[side]}
        return {h for h in ways(unit) if allowed(unit, h, crowd, frozenset(comrades), frozenset())}

    # --- supply [12.0]

    def ends(self, side: str) -> set[str]:
        """Supply sources on the map [12.4]."""
        m = self.map
        return self.garrisons(side) & (m.ports if side == "allied" else m.airfields | m.supply)

    def lines(self, unit: str) -> set[str]:
        """The sources a unit can trace to [12.2, 12.3]."""
        side, here, m = self.side(unit), self.at[unit], self.map
        if here == STAGING[side]:
            return {here}
        if here not in m.land:
            return set()
        barred = self.holds[self.other(side)] | self.zones[self.other(side)]
        found = {here} & self.garrisons(side)
        mf = int(self.card[unit]["mf"])
        for by_road, length in ((True, mf), (False, (mf + 1) // 2)):
            reached = {here}
            for steps in range(length + 1):
                found |= reached & self.ends(side)
                if side == "axis" and m.mass[here] == "mainland" and steps < length and reached & m.edge:
                    found.add(STAGING["axis"])
                reached |= {
                    o for h in reached for o in m.beside[h] & m.land if o not in barred and self._traces(unit, h, o, by_road)
                }
        return found

    def _traces(self, unit: str, h: str, o: str, by_road: bool) -> bool:
        m = self.map
        if m.on("sea_sides", h, o):
            return False
        if m.on("roads", h, o):
            return True
        if by_road:
            both = m.terrain[h] == m.terrain[o] == "open"
            return m.terrain[o] == "open" and (both or not m.on("straits", h, o))
        return not (self.mech(unit) and m.steep(o))

    def fed(self, unit: str) -> bool:
        return unit not in self.mobile or bool(self.lines(unit))

    # --- combat [15.0]

    def strikes(self, unit: str, h: str) -> bool:
        """Whether a unit could attack a hex, or fall back or pursue into it, as the ground goes [15.9]."""
        here = self.at[unit]
        if here not in self.map.land or h not in self.near(here):
            return False
        return not (self.mech(unit) and self.map.steep(h)) or self.map.on("roads", here, h)

    def foes(self, unit: str) -> set[str]:
        side = self.side(unit)
        return {h for h in self.holds[self.other(side)] if self.strikes(unit, h) and not self.closed(h, side)}

    def may_join(self, joined: set[str], unit: str, lines: Mapping[str, set[str]]) -> bool:
        """One contingent, one source, or one unit alone [12.5b, 15.1]; one only out of an overstacked hex [10.2a]."""
        if not joined:
            return True
        if any(self.at[u] == self.at[unit] for u in joined) and self.crowd(self.at[unit], self.side(unit)) > 3:
            return False
        if {self.card[u]["contingent"] for u in joined} != {self.card[unit]["contingent"]}:
            return False
        common = set(lines[unit])
        for u in joined:
            common &= lines[u]
        return bool(common)

    def shut_in(self, target: str, attackers: set[str]) -> bool:
        """The ring of a concentric attack [15.8], rulings Q62, Q63 and Q145."""
        m = self.map
        side = self.side(next(iter(attackers)))
        if len(m.beside[target]) < 6 or (side == "allied" and target in m.edge):
            return False
        zone: set[str] = set()
        for u in self.ground:
            if self.side(u) == side and self.at[u] in m.land and (self.on["concentric_zoc"] == "any" or u not in attackers):
                zone |= self.near(self.at[u])
        return all(h in self.holds[side] or h in zone or h in m.sea or m.on("sea_sides", target, h) for h in m.beside[target])

    def column(self, fight: Mapping[str, Any]) -> tuple[int, int, bool]:
        """Percentage, number of the column, and whether the attack is concentric."""
        m, target = self.map, fight["target"]
        attackers, defenders = fight["attackers"], fight["defenders"]
        landing = fight["landing"]
        there = self.units(target, self.side(next(iter(defenders))))
        left = {"open": 0, "rough": 1, "mountain": 2, "volcano": 2}[m.terrain[target]]
        left += target in m.cities
        if landing:
            left += 2
        elif all(m.on("rivers", self.at[u], target) for u in attackers):
            left += 1
        left += target in self.forts
        left += sum(self.card[p]["defense"] for p in fight["defence_help"])
        right = 0
        if any(self.card[u]["mountain"] for u in attackers) and m.terrain[target] != "open":
            right += min(1, left)
        tank_country = target not in m.cities and (m.terrain[target] == "open" or target in m.towns)
        if tank_country and any(map(self.mech, attackers)) and target not in self.forts and not landing:
            right += 1
        shut = self.shut_in(target, attackers)
        right += shut
        if fight["cas"]:
            right += len(fight["cas"]) - self.flak(there)
        right += sum(self.card[p]["attack"] for p in fight["attack_help"])
        right += not any(self.fed(u) for u in defenders)
        percent = 100 * self.strength(attackers) // self.strength(defenders)
        base = sum(percent >= low for low in (50, 100, 150, 200, 300, 400, 500, 600, 700))
        return percent, max(0, min(9, base + right - left)), shut

    # --- retreat and pursuit [17.0]

    def retreats(self, unit: str, start: str, far: int, been: set[str]) -> set[str]:
        """The next hexes of a retreat: first as far away as the result says, then anywhere that is no nearer [17.1.1]."""
        side, here = self.side(unit), self.at[unit]
        gone = apart(start, here)
        found = {
            h
            for h in self.map.land
            if self.strikes(unit, h) and h not in self.holds[self.other(side)] and not self.closed(h, side) and h not in been
            if (apart(start, h) == gone + 1 if gone < far else apart(start, h) >= far)
        }
        if side == "axis" and here in self.map.edge:
            found.add(STAGING["axis"])
        return found

    def pursues(self, unit: str, left: int, here: str, stays: bool = True) -> set[str]:
        """The next hexes of a pursuit with so many hexes to go; ``here`` may be where the unit would be by then."""
        side = self.side(unit)
        origin = self.at[unit]
        found = set()
        self.at[unit] = here
        ways = {h for h in self.map.land if self.strikes(unit, h)} - self.holds[self.other(side)]
        self.at[unit] = "aside"
        for h in ways:
            if not self.closed(h, side) and (self.crowd(h, side) < 3 or (left > 1 and self.pursues(unit, left - 1, h))):
                found.add(h)
        self.at[unit] = origin
        return found

    # --- in the air [20.0]

    def flight(self, base: str, target: str) -> int:
        """Hexes from a base to a target, ruling Q84 for the Staging Areas."""
        if base == STAGING["allied"]:
            return min(apart(target, h) for h in ("1028", "0919", "0813"))
        if base == STAGING["axis"]:
            return 1 + min(apart(target, h) for h in self.map.edge)
        return apart(base, target)

    def based(self, unit: str) -> bool:
        return self.card[unit]["kind"] == "air" and (self.at[unit] in self.map.land or self.at[unit] == STAGING[self.side(unit)])

    def flies_to(self, unit: str, target: str) -> bool:
        if not self.based(unit):
            return False
        if self.card[unit]["type"] == "CVE":
            return target in self.map.coast
        return self.flight(self.at[unit], target) <= self.card[unit]["range"]

    def airmen(self, side: str, mission: str, target: str) -> set[str]:
        """Who could fly a mission to a hex [21.1b, 21.2, 21.3a]."""
        kinds = {"TAC", "CVE", "SAF"} if mission == "bombardment" or (mission == "cas" and side == "axis") else {"TAC", "CVE"}
        return {
            u
            for u, c in self.card.items()
            if c["kind"] == "air" and c["side"] == side and c["type"] in kinds and self.flies_to(u, target)
        }

    def air_room(self, h: str, side: str) -> int:
        """Room on an airfield: two under a Garrison at full strength, one under a reduced one [20.2.2b]."""
        post = self.units(h, side, ("garrison",))
        if not post or h not in self.map.airfields:
            return 0
        return (1 if post & self.reduced else 2) - len(self.units(h, side, ("air",)))

    # --- by sea [14.0, 18.0]

    def harbours(self, side: str) -> set[str]:
        return {h for h in self.garrisons(side) & self.map.ports if not self.closed(h, side)} | {STAGING[side]}

    def sails_from(self, side: str, evacuation: bool) -> set[str]:
        """Where units can embark for somewhere else with room."""
        if side == "axis" and self.war.interdiction:
            return set()
        ends = {h for h in self.harbours(side) if not self.full(h, side)}
        starts = self.map.coast - (self.garrisons(side) & self.map.ports) if evacuation else self.harbours(side)
        return {h for h in starts if self.troops(h, side) and ends - {h}}

    def beaches(self) -> set[str]:
        """Coast that may be invaded now [18.2b, 18.2d]."""
        m = self.map
        return {
            h
            for h in m.coast
            if m.beside[h] & m.beach_sea and (m.terrain[h] == "open" or h in m.ports | m.cities | m.towns)
            if not self.closed(h, "allied") and not self.full(h, "allied")
        }

    def drop_zone(self, side: str) -> set[str]:
        return {
            h
            for h in self.map.land
            if not self.map.steep(h)
            and h not in self.holds[self.other(side)]
            and not self.closed(h, side)
            and not self.full(h, side)
        }

    def jumpers(self, side: str) -> set[str]:
        bases = self.garrisons(side) & self.map.airfields | {STAGING[side]}
        return {u for u in self.mobile if self.side(u) == side and self.card[u]["airborne"] and self.at[u] in bases}

    def lifts(self, unit: str) -> set[str]:
        """Where a unit can be flown [21.4]."""
        side = self.side(unit)
        if unit not in self.mobile or (side == "allied" and self.mech(unit)):
            return set()
        fields = {h for h in self.garrisons(side) & self.map.airfields if not self.closed(h, side)}
        if self.at[unit] not in fields | {STAGING[side]}:
            return set()
        return {h for h in fields if not self.full(h, side)} - {self.at[unit]} | ({STAGING[side]} - {self.at[unit]})

    # --- Actions [6.1]

    def movable(self, side: str) -> set[str]:
        spaces = self.map.land | ({STAGING["axis"]} if side == "axis" else set())
        return {u for u in self.mobile if self.side(u) == side and self.at[u] in spaces}

    def companies(self, unit: str) -> list[set[str]]:
        """With whom a unit could move, by the source it names [12.5a, 13.1a]."""
        mates = {u for u in self.movable(self.side(unit)) if self.card[u]["contingent"] == self.card[unit]["contingent"]}
        mine = self.lines(unit)
        if not mine:
            return [{unit}]
        if self.on["move_any_source"]:
            return [{u for u in mates if self.lines(u)}]
        return [{u for u in mates if source in self.lines(u)} for source in mine]

    def leads(self, unit: str) -> bool:
        return any(self.moves(unit, company - {unit}) for company in self.companies(unit))

    def recruits(self, side: str) -> set[str]:
        box = {"axis": "Axis Reinforcements", "allied": "Allied Reinforcements"}[side]
        opened = (
            any(place(h)[1] - place(h)[0] <= 1 and self.map.mass[h] == "mainland" for h in self.holds["allied"])
            if self.on["r_units"] == "segment"
            else self.war.r_open
        )
        return {
            u for u, c in self.card.items()
            if self.at[u] == box and c["kind"] != "garrison" and (opened or c["code"] != "R")
        }  # fmt: skip

    def strategic(self, unit: str) -> set[str]:
        """Where strategic movement can take a unit [32.1]."""
        side, here, m = self.side(unit), self.at[unit], self.map
        if here not in m.land | {STAGING["axis"]} or not self.fed(unit):
            return set()
        free = {
            h for h in m.land if h not in self.holds[self.other(side)] | self.zones[self.other(side)] and not self.closed(h, side)
        }
        seen = m.edge_roads & free if here == STAGING["axis"] else {here} & free
        if not seen:
            return set()
        while True:
            more = {o for h in seen for o in m.beside[h] & free if m.on("roads", h, o)} - seen
            if not more:
                break
            seen |= more
        found = set()
        for h in seen - {here}:
            if not self.full(h, side):
                self.at[unit] = h
                if self.fed(unit):
                    found.add(h)
                self.at[unit] = here
        if side == "axis" and here != STAGING["axis"] and seen & m.edge_roads:
            found.add(STAGING["axis"])
        return found

    def actions(self, side: str) -> set[str]:
        """Every Action a side could announce now and carry through, if it had the points."""
        m, on = self.map, self.on
        own = {u for u in self.mobile if self.side(u) == side}
        found = set()
        if any(self.leads(u) for u in self.movable(side)):
            found.add("move")
        if any(self.foes(u) for u in own):
            found.add("attack")
        if self.recruits(side):
            found.add("reinforce")
        sites = m.cities | m.ports | m.airfields | (m.supply if side == "axis" else set())
        gone = {n for n in self.card if self.war.demobilised >> self.war.setup.names.find("piece", n) & 1}
        box = {"axis": "Axis Reinforcements", "allied": "Allied Reinforcements"}[side]
        if {self.at[u] for u in own} & sites - self.garrisons(side) and self.units(box, side, ("garrison",)) - gone:
            found.add("garrison")
        removable = {h for h in self.garrisons(side) if on["demobilise_air"] == "allowed" or not self.units(h, side, ("air",))}
        if removable:
            found.add("demobilise")
        tired = {u for u in self.reduced & self.ground if self.side(u) == side}
        if any(self.at[u] == STAGING[side] or (self.at[u] in m.land and self.fed(u)) for u in tired):
            found.add("regroup")
        if self.sails_from(side, False):
            found.add("transfer")
        if self.sails_from(side, True):
            found.add("evacuate")
        if any(self.lifts(u) for u in own):
            found.add("airlift")
        if any(self.airmen(side, "bombardment", h) for h in self.garrisons(self.other(side))):
            found.add("bombard")
        fliers = {u for u, c in self.card.items() if c["kind"] == "air" and c["side"] == side and self.based(u)}
        if on["cve_base"] == "staging":
            fliers = {u for u in fliers if self.card[u]["type"] != "CVE"}
        room = any(self.air_room(h, side) > 0 for h in self.garrisons(side))
        if any(self.at[u] in m.land or room for u in fliers):
            found.add("rebase")
        names = self.war.setup.names
        opened = {h for h in m.land if self.war.open_city >> names.find("space", h) & 1}
        built = self.war.forts_built[SIDES.index(side)]
        if built < 3 and any(
            self.at[u] in m.land - self.forts - opened and self.fed(u) for u in self.ground if self.side(u) == side
        ):
            found.add("fortify")
        if side == "allied" or on["axis_airborne"]:
            if any(self.drop_zone(side) - {self.at[u]} for u in self.jumpers(side)):
                found.add("drop")
        if side == "allied":
            if not self.war.interdiction and not self.war.interdiction_tried:
                found.add("interdict")
            amphibs = {u for u, c in self.card.items() if c["type"] == "amphib" and self.at[u] == STAGING["allied"]}
            if amphibs and any(self.troops(h, side) for h in self.harbours(side)) and self.beaches():
                found.add("invade")
        if on["strategic_movement"] and any(self.strategic(u) for u in own):
            found.add("march")
        if on["open_cities"] and side == "axis":
            spent = {h for h in m.land if self.war.open_city_spent >> names.find("space", h) & 1}
            able = {"3112", "3116"} & self.holds["axis"] - spent
            if able - (self.forts if on["open_city_fort"] == "barred" else set()):
                found.add("declare")
        return found

    COST = {"evacuate": 2, "interdict": 2, "invade": 2}

    def affordable(self, side: str) -> set[str]:
        points = self.war.ap[SIDES.index(side)]
        cost = {**self.COST, "drop": 2 if side == "axis" else 1}
        return {a for a in self.actions(side) if cost.get(a, 1) <= points}

    # --- victory [3.3] and income [5.2.1]

    def points(self, side: str) -> int:
        found = sum(vp for h, vp in self.map.objectives.items() if h in self.holds[side])
        found += sum(vp for h, vp in self.map.landmarks.items() if h in self.holds[side])
        grave = {"axis": "Allied Eliminated", "allied": "Axis Eliminated"}[side]
        for u, c in self.card.items():
            if self.at[u] == grave and c.get("size") == "div" and (self.mech(u) or c["airborne"]):
                found += 1
        return found

    def income(self, side: str) -> int:
        """What the Staging Area and Garrisons in Objectives bring, besides the die."""
        return {"axis": 2, "allied": 6}[side] + len(self.garrisons(side) & set(self.map.objectives))
