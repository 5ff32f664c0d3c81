"""Malta, summer 1942: units, hexes, boxes, and what can be worked out from them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from ...engine.catalogue import Text, text
from ...engine.choice import Outcome, Refusal
from ...engine.event import Event, Modifier
from ...engine.game import OptionValue, Setup
from ...engine.geometry.bits import bits, mask_of
from ...engine.geometry.hexes import DIRECTIONS, HexGrid, MoveCosts, Sides, opposite
from ...engine.kinds import NOWHERE, Lot, Names, PerLot, PerPiece, Pieces, Side, Space, Spaces
from ...engine.kinds import Sides as SideSet
from ...engine.tables import Tables
from ...engine.war import War, per
from . import results

if TYPE_CHECKING:
    from . import OperazioneC3

R = TypeVar("R")

AXIS, BRITISH = 0, 1
SIDES = ("AX", "CW")
WORDS = ("axis", "british")
LEG, VEHICLE, MIXED = range(3)
"""Classes of movement [5.2]; a stack of both pays the dearer price (ruling A85)."""
CLASSES = ("leg", "vehicle")


class Places(Names):
    """Names in which a hex can be said with the place it is: ("hex", 1) is "2419 Valletta", ("space", 1) is "2419"."""

    place_of: Mapping[int, str] = {}

    def of(self, kind: str, number: int) -> str:
        if kind == "hex":
            name = self.of("space", number)
            return f"{name} {self.place_of[number]}" if number in self.place_of else name
        return super().of(kind, number)

    def called(self, kind: str, number: int) -> str:
        return self.of("hex", number) if kind in ("space", "hex") else super().called(kind, number)


class C3Setup(Setup):
    """The scenario with its options and tables, worked out once."""

    names: Places

    def __init__(self, game: OperazioneC3, scenario: str, options: Mapping[str, OptionValue], tables: Tables) -> None:
        self.on = dict(options)
        self._formations(tables)
        self._units(tables)
        grid = self._boxes(tables)
        names = Places(SIDES, tuple(self.piece_names), tuple(self.space_names), tuple(self.lot_names))
        super().__init__(game, scenario, options, tables, names)
        self._map(grid, tables)
        self._terrain(tables)
        self._numbers(tables)
        self._grounds: dict[int, Ground] = {}
        self.worths: dict[int, float] = {}
        self.remembered: dict[str, dict[Any, Any]] = {}
        """What advice has worked out under this setup, by subject: never kept beyond it, because options and packs change it."""

    # --- Formations [1.3.2]

    def _formations(self, tables: Tables) -> None:
        self.lot_ids = tables.under("formations")
        self.formation = [tables[f"formations.{key}"] for key in self.lot_ids]
        self.lot_names = [formation["name"] for formation in self.formation]
        self.lots = len(self.lot_ids)
        self.lot_side = [WORDS.index(formation["side"]) for formation in self.formation]
        self.lots_of = [mask_of(i for i in range(self.lots) if self.lot_side[i] == side) for side in (AXIS, BRITISH)]
        self.lot_lists = [list(bits(lots)) for lots in self.lots_of]
        self.token = [int(formation["modifier"]) for formation in self.formation]
        """What a token adds to the die of a contest [5.1.e]."""
        self.air_chit, self.naval_chit = self.lot_ids.index("AIR"), self.lot_ids.index("NAVAL")
        self.chits = 1 << self.air_chit | 1 << self.naval_chit
        self.airlanding = self.lot_ids.index(tables["airlanding.formation"])

    # --- units [1.1.a, 1.2.a, 1.2.b, 1.2.c, 1.2.d, 1.2.e, 1.2.f]

    def _units(self, tables: Tables) -> None:
        self.ids = tables.under("units")
        self.unit = [tables[f"units.{key}"] for key in self.ids]
        self.index_of = {key: i for i, key in enumerate(self.ids)}
        self.piece_names = [unit["name"] for unit in self.unit]
        self.pieces = len(self.unit)
        self.side_of = [WORDS.index(unit["side"]) for unit in self.unit]

        def having(test: Any) -> int:
            return mask_of(i for i, unit in enumerate(self.unit) if test(unit))

        def of_type(*types: str) -> int:
            return having(lambda u: u["type"] in types)

        self.everybody = (1 << self.pieces) - 1
        self.own = [having(lambda u, w=word: u["side"] == w) for word in WORDS]
        self.armour, self.antitank = of_type("armour"), of_type("anti_tank")
        self.heavy = self.armour | self.antitank
        """Armoured and anti-tank units: one of them in a hex, outside the limit [1.3.6.c]."""
        self.coastal = of_type("coastal_battery")
        self.light_flak, self.heavy_flak = of_type("light_aa"), of_type("heavy_aa")
        self.flak = self.light_flak | self.heavy_flak
        self.forts = self.coastal | self.flak
        """Coastal and anti-aircraft units [7.3]."""
        self.counted = self.everybody & ~self.forts & ~self.heavy
        """Units whose steps count against stacking limits [1.3.6.b]."""
        self.guns = of_type("field_artillery")
        self.marines, self.engineers = of_type("marine"), of_type("engineer")
        self.two_steps = having(lambda u: u["steps"] == 2)
        self.elite = having(lambda u: u["elite"])
        self.defends_only = having(lambda u: u["defends_only"])
        self.vehicles = having(lambda u: u["cls"] == "vehicle")
        self.mobile = having(lambda u: u["move"] > 0) & ~self.forts  # they stay where they are built [7.3.b]
        self.italian = having(lambda u: u["nation"] == "italian")
        self.special = having(lambda u: u["type"] in tables["victory.special_types"] or u["elite"]) & self.own[AXIS]
        """Every lost step of these costs a point [8.2.b]."""
        self.line = self.italian & ~self.elite & (self.everybody if self.on["artillery_twice"] else ~self.special) & ~self.heavy
        """Italian stacking points that cost a point by threes [8.2.a] (ruling A73)."""
        self.bearer = {bonus: having(lambda u, b=bonus: u["bonus"] == b) for bonus in ("S", "L", "N", "A")}
        self.droppers = having(lambda u: u["entry"] == "drop")
        self.dropper_list = list(bits(self.droppers))
        self.landers = having(lambda u: u["entry"] == "land")
        self.port_only = having(lambda u: u["type"] in tables["reinforcement.port_only"])
        self.formation_of = [self.lot_ids.index(u["formation"]) if u["formation"] != "-" else NOWHERE for u in self.unit]
        self.members = [mask_of(i for i, f in enumerate(self.formation_of) if f == lot) for lot in range(self.lots)]
        loose = mask_of(i for i, f in enumerate(self.formation_of) if f == NOWHERE)
        self.independent = [loose & own for own in self.own]
        supply = [formation["supply"] for formation in self.formation]
        self.by_air = mask_of(i for i, f in enumerate(self.formation_of) if f != NOWHERE and supply[f] == "airfield")
        """Airborne forces, supplied by airfields; all other Axis units by ports [7.5] (ruling A74)."""
        self.cf = [int(unit["cf"]) for unit in self.unit]
        self.weak = [int(unit["reduced"]) for unit in self.unit]
        self.lost = [int(unit["dispersed"]) for unit in self.unit]
        self.move = [int(unit["move"]) for unit in self.unit]
        self.tank = [int(unit["tank"]) for unit in self.unit]
        self.at = [int(unit["at"]) for unit in self.unit]
        self.company = having(lambda u: u["entry"] == "drop" and u["type"] != "anti_tank")
        """Drop units that the Air Drop Table touches; anti-tank companies always come down [3.2.i]."""

    # --- hexes, and boxes beside the map

    def _boxes(self, tables: Tables) -> HexGrid:
        shape = tables["map.grid"]
        grid = HexGrid(
            shape["width"],
            shape["height"],
            shape["parity"],
            first_column=shape["first_column"],
            first_row=shape["first_row"],
            rows_up=shape["rows_up"],
            row_first=shape["row_first"],
        )
        self.hexes_end = grid.all.bit_length()
        names = [""] * self.hexes_end
        for h in bits(grid.all):
            names[h] = grid.name(h)

        def box(name: str) -> int:
            names.append(name)
            return len(names) - 1

        self.reserve = [box("Axis waiting"), box("Garrison waiting")]
        self.dead = [box("Axis losses"), box("Garrison losses")]
        self.boxes = (*self.reserve, *self.dead)
        self.space_names = names
        return grid

    # --- the map: a turn is a day, a hex 1.5 km [0.a]; land by half its area or by a road [1.3.1.a, 1.3.1.b]

    def _map(self, grid: HexGrid, tables: Tables) -> None:
        self.grid = grid
        named = grid.named

        def hexes(names: Iterable[str]) -> int:
            return mask_of(named(name) for name in names)

        def sides(key: str, one_way: bool = False) -> Sides:
            pairs = (text.split("-") for text in tables[key])
            return grid.sides(((named(a), named(b)) for a, b in pairs), one_way)

        self.base = {named(name): kind for name, kind in tables["map.hexes"].items()}
        islands = {"malta", "gozo", "comino"} if self.on["gozo"] else {"malta"}
        self.land = hexes(name for name, island in tables["map.island"].items() if island in islands)
        """Land in play; Gozo and Comino only by option (ruling A76)."""
        self.sea = hexes(tables["map.sea"])
        self.mines = hexes(name for field in tables["map.minefields"].values() for name in field)
        self.cities = hexes(name for name, kind in tables["map.overlay"].items() if kind == "city")
        self.towns = hexes(name for name, kind in tables["map.overlay"].items() if kind == "town")
        self.built = self.cities | self.towns
        self.ports, self.airfields = hexes(tables["map.ports"]), hexes(tables["map.airfields"])
        self.capital = hexes(tables["map.capital"])
        self.victory = hexes(tables["map.victory"]) & self.land
        self.letters = {letter: named(name) for letter, name in tables["map.batteries"].items()}
        self.names.place_of = {named(name): place for name, place in tables["map.names"].items()}
        self.roads = sides("map.roads")
        self.line_north = sides("map.victory_line", one_way=True)
        """The Victory Line, as crossed in the direction it faces [7.4.a]."""
        self.victory_line, self.escarpments = sides("map.victory_line"), sides("map.escarpments")
        self.shut = sides("map.cliffs") | sides("map.water")
        """Cliffs and arms of the harbour: never crossed."""
        self.flat = mask_of(h for h, kind in self.base.items() if kind == "flat") & self.land
        self.coastal_hexes = self.land & grid.spread(self.sea)
        """Land next to the sea, mined or not [4.1.d]."""
        self.beachward = [0] * self.hexes_end
        """For each open sea hex the coast a landing can reach from it [4.2.a, 4.2.b]."""
        for h in bits(self.sea & ~self.mines):
            self.beachward[h] = grid.zoc(1 << h, self.shut) & self.land
        self.landing_sea = mask_of(h for h in bits(self.sea) if self.beachward[h])
        self.breakable = (self.roads.touched | self.built | self.ports) & self.land
        """Hexes in which a * destroys something [5.3.1.d]."""
        self.ring = [grid.neighbours(h) if grid.all >> h & 1 else 0 for h in range(self.hexes_end)]
        self.scatter = [DIRECTIONS.index(word) for word in tables["scatter.directions"]]

    def _terrain(self, tables: Tables) -> None:
        """What the Terrain Effects Table says of each hex, whole and struck by a * [1.3.5.a, 1.3.5.b]."""
        base = {kind: tables[f"tec.base.{kind}"] for kind in ("flat", "hill", "rough")}
        over = {kind: tables[f"tec.overlay.{kind}"] for kind in ("town", "city", "rubble", "airfield", "port")}
        nothing = dict.fromkeys(over["town"], 0)
        size = self.hexes_end
        self.stack_limit = [[0] * size, [0] * size]
        self.terrain_shift = [[0] * size, [0] * size]
        self.bomb_column = [[0] * size, [0] * size]
        self.side_limit = [[0] * size, [0] * size]
        self.price = [[[-1] * size, [-1] * size] for _ in CLASSES]
        last = len(tables["bombardment.columns"]) - 1
        for h in bits(self.land):
            ground = base[self.base[h]]
            built = "city" if self.cities >> h & 1 else "town" if self.towns >> h & 1 else ""
            for struck in (0, 1):
                # Overlays add to the base; rubble takes the place of the town or city [1.3.5.c, 5.3.1.d].
                layers = [ground, over["rubble" if struck else built] if built else nothing]
                layers += [over[kind] for kind, where in (("airfield", self.airfields), ("port", self.ports)) if where >> h & 1]
                stack = sum(layer["stack"] for layer in layers)
                self.stack_limit[struck][h] = stack
                self.terrain_shift[struck][h] = sum(layer["shift"] for layer in layers)
                self.bomb_column[struck][h] = max(0, min(last, sum(layer["bomb"] for layer in layers)))
                open_ground = self.base[h] == "flat" and not built
                self.side_limit[struck][h] = int(tables["tec.open_side"]) if open_ground else stack // 2
                for cls, word in enumerate(CLASSES):
                    closed = any(layer[word] < 0 for layer in layers)
                    self.price[cls][struck][h] = -1 if closed else sum(layer[word] for layer in layers)
        self.road_price = [int(tables["tec.road.cost"][word]) for word in CLASSES]
        self.road_price.append(max(self.road_price))
        self.hexside = {kind: tables[f"tec.hexside.{kind}"] for kind in tables.under("tec.hexside")}
        through = [self.hexside[kind]["side"] for kind in ("victory_line", "escarpment", "coast")]
        through += [limit[h] for limit in self.side_limit for h in bits(self.land)]
        self.least_room = min(limit[h] for limit in self.stack_limit for h in bits(self.land))
        self.narrow = min(*through, tables["combat.road_points"]) < 2
        """Whether a single unit of two steps may be too much for some hexside."""

    # --- numbers

    def _numbers(self, tables: Tables) -> None:
        self.columns: list[str] = tables["crt.columns"]
        # Odds on a scale without a gap: 1:2 is -1, 1:1 is 0, 2:1 is 1 [1.3.10].
        self.column_at = [odds - 1 if odds > 0 else odds + 1 for odds in tables["crt.odds"]]
        self.crt = [[], [], *([results.close(code) for code in tables[f"crt.rows.{total}"]] for total in range(2, 13))]
        first = int(tables["bombardment.lowest"])
        rows = [[results.bombs(code) for code in tables[f"bombardment.rows.{total}"]] for total in range(first, 13)]
        self.bombs = {total: rows[max(0, min(len(rows) - 1, total - first))] for total in range(-8, 16)}
        self.drops = ladder(tables, "airdrop", results.drop)
        self.surf = ladder(tables, "landing", results.surf)
        self.duels = ladder(tables, "tank", results.duel)
        self.number: dict[str, int] = {
            key: entry.value for key, entry in tables.entries.items() if type(entry.value) is int and not key.startswith("map.")
        }
        """Every single whole number of the tables by its key."""
        self.turn_names: list[str] = tables["turns.order"]
        self.air_modifier, self.naval_modifier = tables["turns.air"], tables["turns.naval"]
        self.last = self.turn_names.index(tables[f"scenarios.{self.scenario}.last"])
        self.level_from: list[int] = tables["victory.from"]
        self.even_out(int(tables[f"scenarios.{self.scenario}.par"]))

    def hex_named(self, name: str) -> int | None:
        """A hex by its number, or None: plans of the tables may name hexes that the map of a pack does not have."""
        try:
            return self.grid.named(name)
        except ValueError:
            return None

    def hex_label(self, h: int) -> str:
        """A hex by number and place: "2419 Valletta"."""
        return self.names.of("hex", h)

    def said(self, of: Iterable[Modifier]) -> str:
        """Modifiers as people read them, one after the other."""
        return ", ".join(f"{label} {amount:+d}" for label, amount, _ in self.game.modifiers(of, self))

    def ground(self, struck: int) -> Ground:
        """The map for movement with these hexes struck; made once for each."""
        ground = self._grounds.get(struck)
        if ground is None:
            if len(self._grounds) > 500:
                self._grounds.clear()
            ground = self._grounds[struck] = Ground(self, struck)
        return ground


def ladder(tables: Tables, table: str, read: Callable[[str], R]) -> dict[int, R]:
    """A table of one row of results: from its lowest total upwards, the ends standing for all beyond."""
    rows, first = [read(code) for code in tables[f"{table}.rows"]], int(tables[f"{table}.lowest"])
    return {total: rows[max(0, min(len(rows) - 1, total - first))] for total in range(-20, 21)}


class Ground:
    """What movement costs while certain hexes lie in ruins: roads, prices, and where a step can lead."""

    def __init__(self, setup: C3Setup, struck: int) -> None:
        grid = setup.grid
        self.setup = setup
        self.struck = struck
        roads = setup.roads
        if struck:
            roads = roads - roads.out_of(struck) - roads.into(struck)
        self.roads = roads
        self.price: list[list[int]] = []
        """The price of entering a hex off the road, in half points; -1 if it is closed."""
        self.enterable: list[int] = []
        for cls in (LEG, VEHICLE):
            whole, ruined = setup.price[cls]
            prices = [ruined[h] if struck >> h & 1 else whole[h] for h in range(setup.hexes_end)] if struck else whole
            self.price.append(prices)
        leg, vehicle = self.price
        self.price.append([max(a, b) if a >= 0 and b >= 0 else -1 for a, b in zip(leg, vehicle)])
        self.walls: list[list[tuple[int, Sides]]] = [[], [], []]
        """Hexsides with a price of their own, for each class; -1 if they are closed to it [1.3.5.d]."""
        for kind, sides in (("victory_line", setup.victory_line), ("escarpment", setup.escarpments - setup.victory_line)):
            prices = [setup.hexside[kind][word] for word in CLASSES]
            prices.append(-1 if min(prices) < 0 else max(prices))
            for cls in (LEG, VEHICLE, MIXED):
                self.walls[cls].append((prices[cls], sides))
        self.barred: list[Sides] = []
        for cls in (LEG, VEHICLE, MIXED):
            self.enterable.append(mask_of(h for h in bits(setup.land) if self.price[cls][h] >= 0))
            shut = setup.shut
            for price, sides in self.walls[cls]:
                if price < 0:
                    shut = shut | sides
            self.barred.append(shut)
        self._costs: dict[tuple[int, tuple[int, ...]], MoveCosts] = {}
        self._steps: dict[tuple[int, int], int] = {}
        self._grid = grid

    def costs(self, cls: int, closed: Sides | None = None) -> MoveCosts:
        """Prices for one class; ``closed`` are road hexsides that are full, where the ground must be paid [5.2.2.b]."""
        key = (cls, closed.masks if closed is not None else ())
        costs = self._costs.get(key)
        if costs is None:
            roads = self.roads if closed is None else self.roads - closed
            prices = self.price[cls]
            enter: dict[int, int] = {}
            for h in bits(self.enterable[cls]):
                enter[prices[h]] = enter.get(prices[h], 0) | 1 << h
            # A hexside with a price of its own replaces that of the hex; a road replaces both [1.3.5.d, 5.2.2.a].
            paved = {self.setup.road_price[cls]: roads}
            for price, sides in self.walls[cls]:
                if price >= 0:
                    sides = sides.into(self.enterable[cls])
                    paved[price] = paved[price] | sides if price in paved else sides
            costs = self._grid.costs(enter, roads=paved, barred=self.barred[cls] - roads)
            if len(self._costs) > 300:
                self._costs.clear()
            self._costs[key] = costs
        return costs

    def steps(self, cls: int, h: int) -> int:
        """The neighbours a unit can enter from a hex, enemies apart: open ground or a road [5.5.a, 5.5.i]."""
        key = (cls, h)
        steps = self._steps.get(key)
        if steps is None:
            off_road = self._grid.zoc(1 << h, self.barred[cls]) & self.enterable[cls]
            steps = self._steps[key] = off_road | self._grid.cross(1 << h, self.roads) & self.setup.land
        return steps

    def off_road(self, cls: int, a: int, b: int) -> int:
        """What a step costs without its road; -1 if it is closed."""
        if (a, b) in self.setup.shut or self.price[cls][b] < 0:
            return -1
        for price, sides in self.walls[cls]:
            if (a, b) in sides:
                return price
        return self.price[cls][b]

    def step_price(self, cls: int, a: int, b: int, road: bool = True) -> int:
        """What a step costs, by road if there is one and it may be used; -1 if it is closed."""
        price = self.off_road(cls, a, b)
        if road and (a, b) in self.roads:
            return self.setup.road_price[cls] if price < 0 else min(price, self.setup.road_price[cls])
        return price


class Malta(War):
    """A game of Operazione C3 in play. Every stack may be inspected [1.3.7.c]; only the dice are unknown."""

    setup: C3Setup
    scopes = ("turn", "operation", "segment")

    turn: int
    """0 is turn S."""
    at: PerPiece[Space]
    reduced: Pieces
    """Units that have lost the first of two steps."""
    dg: Pieces
    """Disorganised units [5.6]."""
    dispersed: Pieces
    """Airborne companies on their Dis side: as good as absent [3.2.m]."""
    spent: Pieces = per("turn")
    """Units marked Activated: independents that have acted, guns that have fired [5.1.1.b, 5.3.2.b]."""
    acted: PerLot[bool] = per("turn")
    """Formations in the Activated box [5.7.a]."""
    control: Spaces
    """Hexes the Axis controls; the British all others [8.2.d]."""
    ready: Spaces
    """Ports and airfields under Axis control since the end of the last turn [6.b]."""
    kept: Spaces
    """Airfields an Axis unit stood on at the end of the last turn, and no enemy has entered since."""
    kept_twice: Spaces
    """The same since the end of the turn before that [3.2.1.c]."""
    beaches: Spaces
    """Where a landing of turn S succeeded [4.2.1.c]."""
    struck: Spaces
    """Hexes hit by a *: rubble, no road, no port [5.3.1.d]."""
    # --- the contest [5.1]
    passed: SideSet = per("turn")
    """Who passed by choice in his last contest."""
    last_active: Side
    streak_side: Side = per("turn")
    streak: int = per("turn")
    free: Side = per("turn")
    """Who may activate a Formation without dice [5.1.g]."""
    # --- the Operation under way
    active: Side = per("operation")
    formation: Lot = per("operation")
    joined: Pieces = per("operation")
    """Independents that act with the Formation [5.1.1.a]."""
    moved: Pieces = per("operation")
    """Units whose movement is over."""
    entered: Pieces = per("operation")
    """Units that came onto the map in this Operation."""
    beached: Pieces = per("operation")
    """Those of them that came over a beach and not through a port [4.2.1.f]."""
    tried: Pieces = per("operation")
    """Units that have rolled: to regroup, or on the landing table."""
    hunters: Pieces = per("operation")
    """Units that paid to attack Dispersed enemies in their own hex [3.2.n]."""
    fought: Pieces = per("operation")
    """Units that have attacked in this Operation."""
    fresh: Pieces = per("operation")
    """Units Disorganised in this Operation (ruling A39)."""
    retreated: Pieces = per("segment")
    """Units driven back in this Combat Segment, or in this overrun, drop or landing of a Formation [5.5.1.3.c] (ruling A94)."""
    falling: Pieces = per("segment")
    """Companies down in a hex the enemy holds, before they fight for it [3.2.j]."""
    second: Pieces = per("operation")
    """Units of the second wave [4.2.f]."""
    plan: PerPiece[Space] = per("operation")
    """The hex of a drop or a landing, or where a reinforcement has come in."""
    attacks: list[tuple[Space, Pieces]] = per("operation")
    """Declared attacks [5.2.5.a]."""
    road_use: list[tuple[Space, Space, int, int]] = per("operation")
    """Road hexsides next to the enemy with the stacking points and armoured units that have used them [5.2.2.b]."""
    _where: dict[int, int] | None
    _away: int | None
    """Pieces in the boxes beside the map."""
    _held: tuple[int, int] | None
    _near: tuple[int, int] | None
    _ways: Any

    # --- moving pieces

    def put(self, piece: int, space: int) -> None:
        """Move a piece; what was worked out from positions is put right or forgotten."""
        old = self.at[piece]
        self.at[piece] = space
        self._near = self._ways = None
        if old >= self.setup.hexes_end or space >= self.setup.hexes_end:
            self._away = None
        if self._where is not None:
            # A changed copy, because other wars may share the old one.
            bit = 1 << piece
            spaces = self._where = dict(self._where)
            left = spaces[old] = spaces.get(old, 0) & ~bit
            spaces[space] = spaces.get(space, 0) | bit
            if self._held is not None and not self.dispersed & bit:
                setup = self.setup
                side = setup.side_of[piece]
                held = list(self._held)
                if not left & setup.own[side] & ~self.dispersed:
                    held[side] &= ~(1 << old)
                if space < setup.hexes_end:
                    held[side] |= 1 << space
                self._held = (held[0], held[1])
        else:
            self._held = None

    def enter(self, piece: int, h: int) -> None:
        """Move a unit into a hex, which its side then controls unless the unit is Dispersed [8.2.d]."""
        self.put(piece, h)
        if not self.dispersed >> piece & 1:
            self.claim(self.setup.side_of[piece], 1 << h)

    def claim(self, side: int, hexes: int) -> None:
        """Hexes change hands [8.2.d]. What the British enter has no longer been held since the last turn, even if it is retaken."""
        if side == AXIS:
            self.control |= hexes & self.setup.land
        else:
            self.control &= ~hexes
            self.ready &= ~hexes
            self.kept &= ~hexes
            self.kept_twice &= ~hexes

    def disperse(self, piece: int) -> None:
        """Turn a company to its Dis side; it carries no other mark (ruling A04)."""
        self.dispersed |= 1 << piece
        self.dg &= ~(1 << piece)
        self._held = self._near = self._ways = None

    def rally(self, piece: int) -> None:
        """Back to the front side [3.2.r]: from now on the unit is there, and so is its side's flag."""
        self.dispersed &= ~(1 << piece)
        self._held = self._near = self._ways = None
        self.claim(self.setup.side_of[piece], 1 << self.at[piece])

    # --- reading the map

    def where(self) -> dict[int, int]:
        """Which pieces are in which space."""
        if self._where is None:
            spaces: dict[int, int] = {}
            bit = 1
            for space in self.at:
                spaces[space] = spaces.get(space, 0) | bit
                bit <<= 1
            self._where = spaces
        return self._where

    def pieces_in(self, space: int) -> int:
        """All pieces in a space, Dispersed ones too."""
        return (self._where if self._where is not None else self.where()).get(space, 0)

    def units_in(self, h: int, side: int) -> int:
        """The units of a side that count as present in a hex [3.2.m]."""
        return self.pieces_in(h) & self.setup.own[side] & ~self.dispersed

    def lost_in(self, h: int, side: int) -> int:
        """The Dispersed units of a side in a hex."""
        return self.pieces_in(h) & self.setup.own[side] & self.dispersed

    def _lay(self) -> tuple[int, int]:
        """Hexes with present units of each side, counted anew."""
        end = self.setup.hexes_end
        axis, scattered = self.setup.own[AXIS] & ~self.dispersed, self.dispersed
        held = foe = 0
        for space, pieces in self.where().items():
            if space < end and pieces:
                if pieces & axis:
                    held |= 1 << space
                if pieces & ~self.setup.own[AXIS] & ~scattered:
                    foe |= 1 << space
        self._held = (held, foe)
        return self._held

    def held(self, side: int) -> int:
        """Hexes with present units of a side."""
        return (self._held or self._lay())[side]

    def near(self, side: int) -> int:
        """Hexes next to present units of a side: dearer to enter [5.2.b], but no zone of control [1.3.8.a]."""
        if self._near is None:
            spread = self.setup.grid.spread
            self._near = (spread(self.held(AXIS)), spread(self.held(BRITISH)))
        return self._near[side]

    def on_map(self, pieces: int) -> int:
        """Those of a set that stand in a hex, on land or at sea."""
        away = self._away
        if away is None:
            where = self.where()
            away = 0
            for box in self.setup.boxes:
                away |= where.get(box, 0)
            self._away = away
        return pieces & ~away

    def present(self, side: int) -> int:
        """All units of a side on the map that are not Dispersed."""
        return self.on_map(self.setup.own[side]) & ~self.dispersed

    def hexes_of(self, pieces: int) -> int:
        """Where pieces stand, as a set of hexes."""
        hexes = 0
        for piece in bits(pieces):
            hexes |= 1 << self.at[piece]
        return hexes

    # --- reading units

    def steps(self, pieces: int) -> int:
        """The steps of some units, one or two each [1.3.7.a]: stacking points [1.3.6.a] (ruling A48)."""
        return pieces.bit_count() + (pieces & self.setup.two_steps & ~self.reduced).bit_count()

    def points(self, pieces: int) -> int:
        """The stacking points that count against a limit [1.3.6.b]."""
        return self.steps(pieces & self.setup.counted)

    def limit(self, h: int) -> int:
        """Stacking points that may stay in a hex."""
        return self.setup.stack_limit[self.struck >> h & 1][h]

    def crowded(self, h: int, side: int) -> bool:
        """More units than the hex may hold [1.3.6, 5.2.1.a]."""
        units = self.units_in(h, side)
        return self.points(units) > self.limit(h) or (units & self.setup.heavy).bit_count() > self.setup.number["stacking.armour"]

    def fits(self, piece: int, h: int, side: int) -> bool:
        """Whether one more unit stays within the limits of a hex."""
        setup = self.setup
        units = self.units_in(h, side) & ~(1 << piece)
        bit = 1 << piece
        if bit & setup.heavy:
            return (units & setup.heavy).bit_count() < setup.number["stacking.armour"]
        if bit & setup.flak:
            return (units & setup.flak).bit_count() < setup.number["stacking.flak"]
        if bit & setup.coastal:
            return (units & setup.coastal).bit_count() < setup.number["stacking.coastal"]
        return self.points(units) + self.steps(bit) <= self.limit(h)

    def strength(self, piece: int) -> int:
        """The combat value on the side that shows [1.3.7.b], marks apart."""
        bit = 1 << piece
        if self.dispersed & bit:
            return self.setup.lost[piece]
        return self.setup.weak[piece] if self.reduced & bit else self.setup.cf[piece]

    def allowance(self, piece: int) -> int:
        """Movement in half points; halved when Disorganised [5.6.a]."""
        move = self.setup.move[piece]
        if self.dg >> piece & 1:
            divisor = self.setup.number["disorganised.divisor"]
            move = -(-move // divisor)
        return 2 * move

    def rubble(self) -> int:
        """Cities and towns in ruins [5.3.1.d]."""
        return self.struck & self.setup.built

    def working_ports(self) -> int:
        """Ports that no * has destroyed [5.3.1.d]."""
        return self.setup.ports & ~self.struck

    # --- victory [8.2]

    def steps_lost(self, pieces: int) -> int:
        """Steps gone from some units, dead or reduced (ruling A73)."""
        dead = self.pieces_in(self.setup.dead[AXIS]) & pieces
        return dead.bit_count() + (dead & self.setup.two_steps).bit_count() + (pieces & ~dead & self.reduced).bit_count()

    def ledger(self) -> tuple[int, int, int]:
        """Victory hexes under Axis control, Italian points lost, steps of the special classes lost."""
        setup = self.setup
        return (self.control & setup.victory).bit_count(), self.steps_lost(setup.line), self.steps_lost(setup.special)

    def score(self) -> int:
        """The victory points of the Axis now [8.2.a, 8.2.b, 8.2.c]."""
        number = self.setup.number
        hexes, line, special = self.ledger()
        groups = -(-line // number["victory.italian_group"])
        held = hexes * number["victory.hex"] + groups * number["victory.italian"] + special * number["victory.special"]
        return held + self.handicap

    def level(self, points: int) -> int:
        """The level of victory of a total [8.2.g]."""
        return max((i for i, low in enumerate(self.setup.level_from) if points >= low), default=0)

    # --- in any step

    def tick(self) -> bool:
        """The capital is taken: a Crushing Victory at once, whatever is under way [8.2.e]."""
        capital = self.setup.capital
        if self.control & capital and not capital & ~self.control:
            self.conclude(len(self.setup.level_from) - 1, "8.2.e", text("outcome-valletta"))
            return True
        assert self.stack is not None
        return self.stack[0].go(self)

    def conclude(self, level: int, rule: str, reason: Text) -> None:
        """The game is over at one of the five levels [8.2.g]."""
        winner = BRITISH if level < 2 else NOWHERE if level == 2 else AXIS
        self.tell(Event("end", rule, winner, facts=(("level", text(f"level-{level}")), ("reason", reason))))
        self.end(Outcome(winner, self.setup.write(reason), rule, (self.score(), 0), self.say(f"level-{level}")))

    def domain(self, side: int, kind: str) -> int:
        """A hex, not a box beside the map, is what a person clicks."""
        return self.setup.grid.all if kind == "space" else super().domain(side, kind)

    def forbids(self, side: int, verb: str, target: int, rule: str) -> Refusal | None:
        """Other people's units, dead ones, and what lies outside the map."""
        setup = self.setup
        kind = setup.game.verbs[verb].kind
        if kind == "piece" and setup.side_of[target] != side:
            return Refusal(rule, text("why-not-yours", unit=("piece", target)))
        if kind == "piece" and self.at[target] == setup.dead[side]:
            return Refusal("1.3.7.b", text("why-dead", unit=("piece", target)))
        if kind == "space" and not (setup.land | setup.sea) >> target & 1:
            return Refusal("1.3.1.a", text("why-out-of-play"))
        return None

    def check(self) -> None:
        """What is always true, whatever the players do."""
        setup = self.setup
        for piece in range(setup.pieces):
            space, side, bit = self.at[piece], setup.side_of[piece], 1 << piece
            self.insist(0 <= space < len(setup.space_names) and setup.space_names[space], "check-nowhere", unit=("piece", piece))
            if space < setup.hexes_end:
                afloat = self.turn == 0 and setup.landers & bit and setup.sea >> space & 1
                self.insist(afloat or setup.land >> space & 1, "check-stands-sea", unit=("piece", piece))
            else:
                self.insist(space in (setup.reserve[side], setup.dead[side]), "check-enemy-box", unit=("piece", piece))
                self.insist(not (self.dg | self.dispersed) & bit, "check-off-map-still-marked", unit=("piece", piece))
            if setup.coastal & bit and space < setup.hexes_end:
                self.insist(
                    space == setup.letters[setup.unit[piece]["letter"]], "check-left-letter", rule="8.1.a", unit=("piece", piece)
                )
        known = self._held
        assert known is None or known == self._lay(), "what is remembered of positions is stale"
        self.insist(not self.dg & self.dispersed, "check-dispersed-no-dg")
        self.insist(not self.reduced & ~setup.two_steps, "check-unit-one-step-reduced", rule="1.3.7.b")
        self.insist(not self.dispersed & ~setup.droppers, "check-only-airborne-dispersed", rule="3.2.f")
        shared = self.held(AXIS) & self.held(BRITISH)
        self.insist(not shared & ~self.hexes_of(self.falling), "check-both-sides-in-hex", rule="5.2.e")
        for h in bits(self.held(BRITISH)):
            units = self.units_in(h, BRITISH)
            self.insist((units & setup.flak).bit_count() <= setup.number["stacking.flak"], "check-two-flak-in-hex", rule="7.3.a")
            self.insist(
                (units & setup.coastal).bit_count() <= setup.number["stacking.coastal"], "check-two-batteries-hex", rule="7.3.a"
            )
        self.insist(not self.held(BRITISH) & self.control & ~self.hexes_of(self.falling), "check-axis-controls-british-hex")
        self.insist(
            not self.held(AXIS) & ~self.control & setup.land & ~self.hexes_of(self.falling),
            "check-axis-hex-not-controlled",
            rule="8.2.d",
        )
        self.insist(not (self.ready | self.kept | self.kept_twice) & ~self.control, "check-base-lost-since", rule="4.2.1.b")
        assert 0 <= self.turn <= setup.last and self.formation < setup.lots
        self.insist(self.pieces_in(setup.reserve[BRITISH]) == 0 or self.control == 0, "check-garrison-not-complete", rule="8.1.b")


def directions(grid: HexGrid, target: int, froms: int) -> set[int]:
    """The directions in which some neighbours lie."""
    return {grid.direction(target, h) for h in bits(froms)}


def concentric(grid: HexGrid, target: int, froms: int) -> bool:
    """From opposite hexes, or from three of which no two touch [5.5.1.c] (ruling A55)."""
    sides = directions(grid, target, froms)
    return any(opposite(d) in sides for d in sides) or {0, 2, 4} <= sides or {1, 3, 5} <= sides
