"""Italy, 1943-44: units, hexes, boxes, and what can be worked out from them.

A hex is some 30 km across, a turn a month [1.1]; the charts of [2.8] are the tables under ``data``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import reduce
from typing import TYPE_CHECKING, Any

from ...engine.catalogue import Hole, text
from ...engine.choice import Refusal
from ...engine.game import OptionValue, Setup
from ...engine.geometry.bits import bits, mask_of
from ...engine.geometry.hexes import HexGrid, Sides
from ...engine.kinds import NOWHERE, Names, PerPiece, PerSide, Pieces, Side, Space, Spaces
from ...engine.tables import Tables, TablesError
from ...engine.war import War, per
from . import results

if TYPE_CHECKING:
    from . import Kesselring

AXIS, ALLIED = 0, 1
SIDES = ("AX", "AL")
WORDS = ("axis", "allied")
TONE = ("axis", "allies")
"""The colours of the sides."""
CONTINGENTS = ("German", "Italian", "US", "Commonwealth")
"""Two a side, with their allies in them; most Actions are for one [2.5, 2.5a, 2.5b, 2.5.ex]."""
MECH, FOOT, MOUNTAIN = range(3)
"""Classes of movement [13.4, 24.2]."""


def listed(names: Iterable[Hole]) -> Hole:
    """Several names one after the other, as one."""
    return reduce(lambda before, name: text("list-more", before=before, name=name), names)


def _far(a: str, b: str) -> int:
    """Hexes between two numbers of the printed grid, also where they lie off the map."""
    row_a, row_b = int(a[:2]), int(b[:2])
    y_a = 2 * int(a[2:]) - (row_a % 2 == 0)
    y_b = 2 * int(b[2:]) - (row_b % 2 == 0)
    rows = abs(row_a - row_b)
    return rows + max(0, (abs(y_a - y_b) - rows) // 2)


class KesselringSetup(Setup):
    """A scenario with its options and tables, worked out once."""

    def __init__(self, game: Kesselring, scenario: str, options: Mapping[str, OptionValue], tables: Tables) -> None:
        self.menus: dict[int, Any] = {}
        """The Actions open to each side; filled by the first who asks."""
        self.tolls: dict[tuple[int, bool, bool, bool], tuple[float, float, float]] = {}
        """What combats may be expected to cost; filled by the first who asks."""
        self.farthest: dict[Any, int] = {}
        self.reaches: dict[Any, int] = {}
        """How far units march where there is no enemy, and where there are some; filled by the first who asks."""
        self.lies: dict[tuple[int, bool], list[tuple[int, float, float]]] = {}
        """What the lie of the land does for a side, before the surrender and after it; filled by the first who asks."""
        self.ways: dict[tuple[int, bool], Any] = {}
        self.stores: dict[Any, Any] = {}
        self.pulls: dict[Any, Any] = {}
        """What weighing has worked out: how far places are, what is known of where everybody stands, what pulls a side."""
        self._counters(options, tables)
        grid = self._boxes(tables)
        super().__init__(game, scenario, options, tables, Names(SIDES, tuple(self.piece_names), tuple(self.space_names)))
        self._map(grid, tables)
        self.names.spoken["space"] = tuple(self.hex_label(h) for h in range(len(self.space_names)))
        self._numbers(tables)
        self.on = dict(options)

    # --- counters [2.2 to 2.4]: units only; a marker is a field of the war [2.2, 2.7]

    def _counters(self, options: Mapping[str, OptionValue], tables: Tables) -> None:
        in_play = {
            "": True,
            "30": bool(options["achse"]),
            "31": bool(options["kampfgruppen"]),
            "36": bool(options["victory_south"]),
        }
        chosen: list[tuple[str, dict[str, Any]]] = []
        for word in WORDS:
            for key in tables.under("counters"):
                counter = tables[f"counters.{key}"]
                if counter["side"] == word and counter["kind"] != "marker" and in_play.get(counter["option"], False):
                    chosen.append((key, counter))
        self.ids = [key for key, _ in chosen]
        self.counter = [counter for _, counter in chosen]
        # Names as the lists abbreviate them; the heavy panzers are the 504th [2.4.err, 2.6].
        self.index_of = {key: i for i, key in enumerate(self.ids)}
        self.piece_names = [counter["name"] for counter in self.counter]
        self.pieces = len(chosen)
        self.side_of = [WORDS.index(counter["side"]) for counter in self.counter]

        def having(test: Any) -> int:
            return mask_of(i for i, counter in enumerate(self.counter) if test(counter))

        self.own = [having(lambda c, w=word: c["side"] == w) for word in WORDS]
        # Mobile or static ground units [2.3.1, 2.3.1c], air units [2.3.2], naval ones [2.3.3], special ones [23.1].
        self.mobile = having(lambda c: c["kind"] == "ground")
        self.garrisons = having(lambda c: c["kind"] == "garrison")
        self.ground = self.mobile | self.garrisons
        self.air = having(lambda c: c["kind"] == "air")
        self.cve = having(lambda c: c["kind"] == "air" and c["type"] == "CVE")
        self.amphibs = having(lambda c: c["kind"] == "naval" and c["type"] == "amphib" and c["capacity"] > 0)
        self.gunfire = having(lambda c: c["kind"] == "naval" and c["type"] != "amphib")
        self.ssu = having(lambda c: c["kind"] == "ssu")
        self.leaders = having(lambda c: c["kind"] == "ssu" and c["type"] == "leader")
        self.contingent = {name: having(lambda c, n=name: c["contingent"] == n) for name in CONTINGENTS}
        self.contingent_of = [counter["contingent"] for counter in self.counter]
        # Tanks and armoured infantry; all others count as foot, lorries or not [2.3.1a, 2.3.1b].
        self.mech = having(lambda c: c.get("cls") == "mech")
        self.elite = having(lambda c: c.get("elite", False))
        self.flak_full = having(lambda c: c.get("flak", False))
        self.flak_reduced = having(lambda c: c.get("flak_reduced", False))
        self.mountain = having(lambda c: c.get("mountain", False))
        self.airborne = having(lambda c: c.get("airborne", False) or c.get("type") == "airborne")
        self.one_step = having(lambda c: c.get("steps", 1) == 1)
        # Size matters for points, withdrawals and Kampfgruppen [2.3.1d, 31.3d].
        self.divisions = having(lambda c: c.get("size") == "div")
        self.detachments = having(lambda c: c.get("size") in ("kg", "tf"))
        self.r_units = having(lambda c: c["code"] == "R")
        self.full = [int(counter.get("full", 0)) for counter in self.counter]
        self.weak = [int(counter.get("reduced", 0)) for counter in self.counter]
        self.mf = [int(counter.get("mf", 0)) for counter in self.counter]
        self.move_class = [
            MECH if self.mech >> i & 1 else MOUNTAIN if self.mountain >> i & 1 else FOOT for i in range(self.pieces)
        ]
        self.motorized = [bool(counter.get("motorized", False)) and counter["side"] == "allied" for counter in self.counter]
        self.range = [int(counter.get("range", 0)) for counter in self.counter]

    # --- boxes beside the map [2.9]

    def _boxes(self, tables: Tables) -> HexGrid:
        shape = tables["map.grid"]
        grid = HexGrid(
            shape["width"], shape["height"], shape["parity"], first_column=shape["first_column"], first_row=shape["first_row"]
        )
        self.hexes_end = grid.all.bit_length()
        names = [""] * self.hexes_end
        for h in bits(grid.all):
            names[h] = grid.name(h)
        last = len(tables["turns.names"])

        def box(name: str) -> int:
            names.append(name)
            return len(names) - 1

        title = ("Axis", "Allied")
        self.staging = [box(f"{t} Staging Area") for t in title]
        self.display = [box(f"{t} Reinforcements") for t in title]
        self.withdrawn = [box(f"{t} Withdrawn") for t in title]
        self.dead = [box(f"{t} Eliminated") for t in title]
        self.track = [[NOWHERE] + [box(f"{t} Turn {n}") for n in range(1, last + 1)] for t in title]
        self.aside = box("Aside")
        self.space_names = names
        return grid

    # --- the map [2.1, 13.4]

    def _map(self, grid: HexGrid, tables: Tables) -> None:
        self.grid = grid
        named = grid.named

        def hexes(key: str) -> int:
            return mask_of(named(name) for name in tables[key])

        def sides(key: str) -> Sides:
            pairs = (text.split("-") for text in tables[key])
            return grid.sides((named(a), named(b)) for a, b in pairs)

        terrain = tables["map.hexes"]
        self.terrain = {named(name): kind for name, kind in terrain.items()}
        self.land = mask_of(self.terrain)
        kinds = {
            kind: mask_of(h for h, k in self.terrain.items() if k == kind) for kind in ("open", "rough", "mountain", "volcano")
        }
        self.kinds = kinds
        self.open = kinds["open"]
        self.steep = kinds["mountain"] | kinds["volcano"]
        land_of = {named(name): mass for name, mass in tables["map.landmass"].items()}
        self.region = {mass: mask_of(h for h, m in land_of.items() if m == mass) for mass in ("mainland", "sicily", "sardinia")}
        self.mainland = self.region["mainland"]
        self.sea = hexes("map.sea")
        seas = tables["map.seas"]
        self.invasion_sea = mask_of(named(name) for sea in tables["map.invasion_seas"] for name in seas[sea])
        self.coastal = hexes("map.coastal")
        self.rivers, self.roads = sides("map.rivers"), sides("map.roads")
        self.straits, self.sea_sides = sides("map.straits"), sides("map.sea_sides")
        self.no_zoc = self.straits | self.sea_sides
        self.north_edge, self.north_roads = hexes("map.north_edge"), hexes("map.north_roads")
        self.north = hexes("map.north_of_cassino")
        self.cities, self.towns = hexes("map.cities"), hexes("map.towns")
        self.ports, self.airfields = hexes("map.ports"), hexes("map.airfields")
        self.supply_hexes = hexes("map.supply_hexes")
        self.objectives = {named(name): int(vp) for name, vp in tables["map.objectives"].items()}
        self.objective_hexes = mask_of(self.objectives)
        self.landmarks = {named(name): int(vp) for name, vp in tables["map.landmark_vp"].items()}
        self.major = hexes("map.major_objectives")
        self.open_cities = hexes("map.open_cities")
        self.places = {name: named(number) for name, number in tables["map.places"].items()}
        self.place_of: dict[int, str] = {}
        for name, h in self.places.items():
            self.place_of.setdefault(h, name)
        self.sites = self.cities | self.ports | self.airfields
        """Where a Garrison may be deployed [7.5b]."""
        self.garrison_sites = [self.sites | self.supply_hexes, self.sites]
        self.beaches = self._beaches()
        self._ways(grid)
        self._prices(grid, tables)

    def _ways(self, grid: HexGrid) -> None:
        """Who may go, attack and be supplied over which hexsides [11.1, 12.2, 13.4, 15.9]."""
        # Neighbours over which a unit may attack, retreat and pursue [15.9, 15.9a]: no strait [15.9c], no sea,
        # mountains for tanks by road only [15.9b]. The same for everybody's way back [17.1.1c] and pursuit [17.2b].
        self.contact: list[list[int]] = [[0] * self.hexes_end, [0] * self.hexes_end]
        for h in bits(self.land):
            near = grid.zoc(1 << h, self.no_zoc) & self.land
            self.contact[1][h] = near
            self.contact[0][h] = near & ~self.steep | grid.cross(1 << h, self.roads) & near
        self.zoc_of = self.contact[1]
        self.ring = [grid.neighbours(h) if self.land >> h & 1 else 0 for h in range(self.hexes_end)]
        self.zoc_sides = (~self.no_zoc).into(self.land).out_of(self.land)
        """Over which ground units control the next hex: all but sea and straits [11.1, 11.1b]."""

        # Neighbours a unit could move to, whatever it costs, straits included; tanks into mountains by road only [13.3, 13.4b].
        self.steps: list[list[int]] = [[0] * self.hexes_end, [0] * self.hexes_end]
        for h in bits(self.land):
            near = grid.zoc(1 << h, self.sea_sides) & self.land
            self.steps[1][h] = near
            self.steps[0][h] = near & (~self.steep | grid.cross(1 << h, self.roads))

        # How a Line of Communication runs: along roads and into open hexes, or anywhere the unit could go, by road even where it
        # could not [12.2, 12.3b, 12.3.ex]; hexes count, not what roads save [12.2b].
        # The Strait counts as open ground only between two open hexes (ruling Q34).
        open_strait = self.straits.into(self.open).out_of(self.open)
        self.line_by_road = (~self.no_zoc).into(self.open) | open_strait | self.roads
        self.line_by_land = [(~self.sea_sides).into(self.land & ~self.steep) | self.roads, (~self.sea_sides).into(self.land)]
        # The same followed back from its source.
        self.back_by_road = (~self.no_zoc).out_of(self.open) | open_strait | self.roads
        self.back_by_land = [(~self.sea_sides).out_of(self.land & ~self.steep) | self.roads, (~self.sea_sides).out_of(self.land)]

    def _prices(self, grid: HexGrid, tables: Tables) -> None:
        """What a step costs each class of units [13.4 to 13.6, 26.3]."""
        road, river, strait = tables["tec.road.any"], tables["tec.hexside.river"], tables["tec.hexside.strait"]
        self.mp = int(tables["tec.mp_unit"])
        # Rivers cost more without a road [13.4c], the Strait always [13.4d], the sea is shut [13.4e]; a road is the whole price of
        # a step [13.5], Allied lorries pay a third [13.6a, 13.6b, 13.6.ex]; mountain troops climb cheaper [24.2a].
        self.costs: dict[tuple[int, bool], Any] = {}
        self.enter_cost: list[dict[int, int]] = []
        for cls, word in ((MECH, "mech"), (FOOT, "foot"), (MOUNTAIN, "mountain")):
            enter: dict[int, int] = {}
            price: dict[int, int] = {}
            for kind, mask in self.kinds.items():
                cost = int(tables[f"tec.move.{kind}"][word])
                if cost:
                    enter[cost] = enter.get(cost, 0) | mask
                    price |= dict.fromkeys(bits(mask), cost)
            self.enter_cost.append(price)
            for motor in (False, True):
                flat = int(tables["tec.road.allied_motorized"]) if motor else int(road)
                self.costs[cls, motor] = grid.costs(
                    enter, {int(river): self.rivers - self.roads, int(strait): self.straits}, {flat: self.roads}, self.sea_sides
                )
        self.staging_price = int(tables["tec.staging.enter"])
        # What the first hex costs an Axis unit that comes from the Staging Area, by road where one leaves the map [26.3].
        self.entry: list[list[tuple[int, int]]] = []
        for price in self.enter_cost:
            prices = {h: int(road) if self.north_roads >> h & 1 else price.get(h) for h in bits(self.north_edge)}
            self.entry.append(
                [
                    (cost, mask_of(h for h in prices if prices[h] == cost))
                    for cost in dict.fromkeys(prices.values())
                    if cost is not None
                ]
            )

    def _beaches(self) -> int:
        """Hexes that may be invaded: open coast, or a port, coastal city or town, on a sea where landings are allowed [18.2]."""
        reachable = mask_of(h for h in bits(self.coastal) if self.grid.neighbours(h) & self.invasion_sea)
        return reachable & (self.open | self.ports | self.cities | self.towns)

    # --- numbers

    def _numbers(self, tables: Tables) -> None:
        self.cost = {name: int(tables[f"ap.cost.{name}"]) for name in tables.under("ap.cost")}
        self.ap_max = int(tables["ap.max"])
        self.stack = int(tables["limits.stack.mobile"])
        self.crowd_attackers = int(tables["limits.stack.overstacked_attackers"])
        self.crowd_defenders = int(tables["limits.stack.overstacked_defenders"])
        self.pursuit = [
            int(tables["limits.combat.elite_pursuit" if unit & self.elite & ~self.airborne else "limits.combat.pursuit"])
            for unit in (1 << i for i in range(self.pieces))
        ]
        """How many hexes a unit may pursue; parachutists like ordinary units [17.2.1a]."""
        self.columns: list[str] = tables["crt.columns"]
        self.from_percent: list[int] = tables["crt.from"]
        self.results = results.combats(tables)
        self.crt = [[], *([self.results[code] for code in tables[f"crt.rows.{face}"]] for face in range(1, 7))]
        self.shift = {name: int(tables[f"tec.shift.{name}"]) for name in tables.under("tec.shift")}
        self.bonus = {
            name: int(tables[f"tec.attack.{name}"])
            for name in ("mechanized", "concentric", "out_of_supply", "cas", "mountain_cancels")
        }
        self.mountain_ground = mask_of(h for h, k in self.terrain.items() if k in tables["tec.attack.mountain_ground"])
        self.act_columns: list[str] = tables["air_combat.columns"]
        self.act_from: list[int] = tables["air_combat.from"]
        raids, duels = results.raids(tables), results.duels(tables)
        act = [tables[f"air_combat.rows.{face}"] for face in range(1, 7)]
        # The Air Combat Table twice, as it is read for raids and for interceptions.
        self.raids = [[], *([raids[code] for code in row] for row in act)]
        self.most_bombed = max(raid.ap for row in self.raids for raid in row)
        self.duels = [[], *([duels[code] for code in row] for row in act)]
        self.jumps = results.jumps(tables)
        self.drop_drm = {name: int(tables[f"drop.drm.{name}"]) for name in tables.under("drop.drm")}
        self.forts_a_turn = int(tables["limits.per_turn.fortifications"])
        self.even_out(int(tables[f"scenarios.{self.scenario}.par"]))
        self.first = int(tables[f"scenarios.{self.scenario}.first"])
        self.last = int(tables[f"scenarios.{self.scenario}.last"])
        if self.last < self.first:
            raise TablesError(f"table pack: scenarios.{self.scenario}.last: turn {self.last} is before the first, {self.first}")
        self._air_numbers(tables)
        self._deployment(tables)

    def _air_numbers(self, tables: Tables) -> None:
        """Bases, missions and ranges [20.2, 20.3, 21.0]."""
        self.airfield_room = [int(tables["limits.stack.airfield_full"]), int(tables["limits.stack.airfield_reduced"])]
        self.air_types = {
            (mission, side): set(tables[f"air_missions.{mission}.{WORDS[side]}"])
            for mission in ("cas", "bombardment", "interception")
            for side in (AXIS, ALLIED)
        }
        self.may_fly = {
            key: mask_of(
                i for i, c in enumerate(self.counter) if c["kind"] == "air" and c["type"] in types and self.side_of[i] == key[1]
            )
            for key, types in self.air_types.items()
        }
        # Range from a Staging Area is counted from places off the map (ruling Q84).
        anchors: list[str] = tables["air_missions.staging.allied_hexes"]
        extra = int(tables["air_missions.staging.axis_extra"])
        north = [self.names.of("space", h) for h in bits(self.north_edge)]
        self.staging_range = [[99] * self.hexes_end, [99] * self.hexes_end]
        for h in bits(self.land):
            name = self.names.of("space", h)
            self.staging_range[AXIS][h] = extra + min(_far(name, n) for n in north)
            self.staging_range[ALLIED][h] = min(_far(name, n) for n in anchors)

        self._discs: dict[tuple[int, int], int] = {}
        self.air_stack = int(tables["limits.stack.air"])

    def _deployment(self, tables: Tables) -> None:
        """Who is set up where [27.0]."""
        self.deploy: list[dict[int, int]] = [{}, {}]
        """Units the players set up, with the hexes their groups allow."""
        for side in (AXIS, ALLIED):
            base = f"scenarios.{self.scenario}.{WORDS[side]}.deploy"
            for group in tables.under(base):
                hexes = 0
                for region in tables[f"{base}.{group}.regions"]:
                    hexes |= self.region[region]
                for name in tables[f"{base}.{group}.units"]:
                    if name in self.index_of:
                        piece = self.index_of[name]
                        self.deploy[side][piece] = self.deploy[side].get(piece, 0) | hexes
        self.deploys = [mask_of(units) for units in self.deploy]

    def disc(self, base: int, limit: int) -> int:
        """The land within so many hexes of a base, which may be a Staging Area [20.3]."""
        hexes = self._discs.get((base, limit))
        if hexes is None:
            if base in self.staging:
                far = self.staging_range[self.staging.index(base)]
                hexes = mask_of(h for h in bits(self.land) if far[h] <= limit)
            else:
                hexes = self.grid.within(1 << base, limit) & self.land
            self._discs[base, limit] = hexes
        return hexes

    def given(self, key: str) -> Any:
        """A value of this scenario."""
        return self.tables[f"scenarios.{self.scenario}.{key}"]

    def hex_label(self, h: int) -> str:
        """A hex by number and place: "2027 Messina"."""
        name = self.names.of("space", h)
        return f"{name} {self.place_of[h]}" if h in self.place_of else name


class Italy(War):
    """A game of Kesselring's War in play. Nothing is hidden; only the dice are unknown."""

    setup: KesselringSetup
    scopes = ("turn", "phase", "segment")
    """A month, its Action Phase, and the Action of one side [4.1, 6.1]."""

    turn: int
    at: PerPiece[Space]
    reduced: Pieces
    """Units at reduced strength."""
    ap: PerSide[int]
    initiative: Side = per("turn", lambda setup: ALLIED)
    """With the Allies, unless an event gives it away for the turn [5.3, 5.3b]."""
    active: Side
    passes: int = per("phase")
    surrendered: bool
    """Italy is out of the war, and the mainland is open to the Allies [27.1.SR3]."""
    interdiction: bool
    interdiction_tried: bool = per("turn")
    r_open: bool = per("phase")
    """R units may be recruited in this Action Phase [7.1.1]."""
    events: PerSide[int]
    """Events that have happened, one bit for each face of the die [5.1c]."""
    forts: Spaces
    forts_built: PerSide[int] = per("turn", lambda setup: [0, 0])
    demobilised: Pieces = per("turn")
    """Garrisons demobilised this turn, which may not come back in it [7.5.1]."""
    led_attack: Pieces = per("segment")
    led_defence: Pieces = per("segment")
    """Leaders used in this segment [23.3a]."""
    open_city: Spaces
    open_city_spent: Spaces
    major_taken: Spaces
    major_failed: Spaces
    _where: tuple[dict[int, int], int, dict[Any, Any]] | None
    _lay: tuple[int, ...] | None
    _loc: tuple[dict[Any, int], dict[Any, int]] | None
    """Lines of Communication of both sides, as far as somebody has asked."""

    # --- what is forbidden in any step

    def domain(self, side: int, kind: str) -> int:
        setup = self.setup
        return (
            setup.land | 1 << setup.staging[AXIS] | 1 << setup.staging[ALLIED] if kind == "space" else super().domain(side, kind)
        )

    def forbids(self, side: int, verb: str, target: int, rule: str) -> Refusal | None:
        if self.setup.game.verbs[verb].kind == "piece" and self.setup.side_of[target] != side:
            return Refusal(rule, text("why-not-yours", unit=("piece", target)))
        return None

    # --- moving counters

    def put(self, piece: int, space: int) -> None:
        """Move a counter; what was worked out from positions no longer holds."""
        setup = self.setup
        old = self.at[piece]
        bit = 1 << piece
        self.at[piece] = space
        if self._where is not None:
            # A changed copy, because other wars may share the old one; cheaper than counting everybody again.
            spaces, on_map, _ = self._where
            spaces = spaces.copy()
            spaces[old] = spaces.get(old, 0) & ~bit
            spaces[space] = spaces.get(space, 0) | bit
            self._where = (spaces, on_map | bit if space < setup.hexes_end else on_map & ~bit, {})
        if setup.ground & bit:
            side = setup.side_of[piece]
            self._relay(side, old, space)
            if self.forts >> old & 1 and not self.units_in(old, side):
                self.forts &= ~(1 << old)  # nobody is left in it [25.4]
            if self.open_city >> space & 1 and side == ALLIED:
                self.open_city &= ~(1 << space)  # [34.2c]

    def _relay(self, side: int, old: int, new: int) -> None:
        """Look again at the two hexes that a ground unit has left and entered; of the rest, what was known still holds."""
        if self._lay is None:
            self._loc = None
            return
        setup = self.setup
        lay = list(self._lay)
        held, posts, full, zoc, mobile = lay[side::2]
        there = self.where()[0]
        own = setup.ground & setup.own[side]
        for h in (old, new):
            if h < setup.hexes_end:
                bit = 1 << h
                units = there.get(h, 0) & own
                held = held | bit if units else held & ~bit
                posts = posts | bit if units & setup.garrisons else posts & ~bit
                units &= setup.mobile
                mobile = mobile | bit if units else mobile & ~bit
                full = full | bit if units.bit_count() >= setup.stack else full & ~bit
        loc = self._loc
        if held != lay[side]:
            zoc = setup.grid.cross(held, setup.zoc_sides)
            if loc is not None:  # the enemy's lines run around these hexes
                loc = (loc[AXIS], {}) if side == AXIS else ({}, loc[ALLIED])
        if loc is not None and posts != lay[2 + side]:  # these are the ends of a side's own lines
            loc = ({}, loc[ALLIED]) if side == AXIS else (loc[AXIS], {})
        self._loc = loc
        lay[side::2] = held, posts, full, zoc, mobile
        self._lay = tuple(lay)

    def where(self) -> tuple[dict[int, int], int, dict[Any, Any]]:
        """Which pieces are in which space, which stand in a hex at all, and a sheet for notes that hold while nobody moves."""
        if self._where is None:
            end = self.setup.hexes_end
            spaces: dict[int, int] = {}
            on_map = 0
            bit = 1
            for space in self.at:
                spaces[space] = spaces.get(space, 0) | bit
                if space < end:
                    on_map |= bit
                bit <<= 1
            self._where = (spaces, on_map, {})
        return self._where

    def in_box(self, box: int, candidates: int) -> int:
        """Those of a set of pieces that are in one space.

        A stack has no order [10.0c].
        """
        return (self._where or self.where())[0].get(box, 0) & candidates

    def on_map(self, candidates: int) -> int:
        """Those of a set of pieces that stand in a hex."""
        return (self._where or self.where())[1] & candidates

    # --- reading the map

    def lay(self) -> tuple[int, ...]:
        """Hexes with ground units, with Garrisons, without room, zones of control, and hexes with mobile units: each for both sides.

        Every ground unit has a zone of control [11.1a], whoever stands in it [11.1c]; air and naval units have none [11.1d], and none
        reaches into a box [11.1e, 26.4a].
        """
        if self._lay is None:
            setup = self.setup
            end, limit = setup.hexes_end, setup.stack
            held = [0, 0]
            posts = [0, 0]
            full = [0, 0]
            mobile = [0, 0]
            ground, garrisons, axis = setup.ground, setup.garrisons, setup.own[AXIS]
            for h, pieces in self.where()[0].items():
                units = pieces & ground
                if units and h < end:
                    side = AXIS if units & axis else ALLIED
                    bit = 1 << h
                    held[side] |= bit
                    if units & garrisons:
                        posts[side] |= bit
                        units &= ~garrisons
                    if units:
                        mobile[side] |= bit
                        if units.bit_count() >= limit:
                            full[side] |= bit
            zoc = [setup.grid.cross(mask, setup.zoc_sides) for mask in held]
            self._lay = (*held, *posts, *full, *zoc, *mobile)
        return self._lay

    def held(self, side: int) -> int:
        """Hexes with ground units of a side: what it controls [3.2c].

        Neither its zones of control [3.2d] nor its other counters [3.2e] hold anything.
        """
        return (self._lay or self.lay())[side]

    def posts(self, side: int) -> int:
        """Hexes with a Garrison of a side."""
        return (self._lay or self.lay())[2 + side]

    def full_hexes(self, side: int) -> int:
        """Hexes with no room for another mobile unit of a side [10.1a].

        Only on the map [10.0, 10.0a], whatever the contingents [10.0e, 10.0.ex]; Garrisons and special units do not count [10.1, 10.1.ex,
        10.1d].
        """
        return (self._lay or self.lay())[4 + side]

    def zoc(self, side: int) -> int:
        """Hexes in a side's zone of control [11.1]."""
        return (self._lay or self.lay())[6 + side]

    def mobile_hexes(self, side: int) -> int:
        """Hexes with mobile units of a side."""
        return (self._lay or self.lay())[8 + side]

    def units_in(self, h: int, side: int) -> int:
        """The ground units of a side in a hex."""
        return self.in_box(h, self.setup.ground & self.setup.own[side])

    def mobile_in(self, h: int, side: int) -> int:
        return self.in_box(h, self.setup.mobile & self.setup.own[side])

    def overstacked(self, h: int, side: int) -> bool:
        """More mobile units than a hex may hold [10.2]."""
        return self.mobile_in(h, side).bit_count() > self.setup.stack

    def leaves_room(self, unit: int) -> int:
        """The hex of a unit, if there is room in it for another once it has left."""
        here = self.at[unit]
        if here >= self.setup.hexes_end:
            return 0
        return 1 << here if self.mobile_in(here, self.setup.side_of[unit]).bit_count() <= self.setup.stack else 0

    def garrison_in(self, h: int, side: int) -> int:
        """The Garrison of a side in a hex, NOWHERE if there is none."""
        posts = self.in_box(h, self.setup.garrisons & self.setup.own[side])
        return posts.bit_length() - 1 if posts else NOWHERE

    def ports(self, side: int) -> int:
        """Functional ports: those with a Garrison [7.3c, 12.1e]."""
        return self.posts(side) & self.setup.ports

    def airfields(self, side: int) -> int:
        """Functional airfields: those with a Garrison [7.3c, 12.1e]."""
        return self.posts(side) & self.setup.airfields

    def strength(self, piece: int) -> int:
        """What the side of the counter that is up says, in attack and defence [15.1e]."""
        return self.setup.weak[piece] if self.reduced >> piece & 1 else self.setup.full[piece]

    def total(self, units: int) -> int:
        """The strength of several units; written out, for nothing is asked more often."""
        reduced, full, weak = self.reduced, self.setup.full, self.setup.weak
        strength = 0
        while units:
            bit = units & -units
            strength += (weak if reduced & bit else full)[bit.bit_length() - 1]
            units ^= bit
        return strength

    def closed(self, side: int) -> int:
        """Hexes a side may not enter at all: the mainland for the Allies before the surrender [27.1.SR4]."""
        return self.setup.mainland if side == ALLIED and not self.surrendered else 0

    def room_for_air(self, h: int, side: int) -> int:
        """How many more air units an airfield can take [10.1b, 20.2.2b]."""
        setup = self.setup
        here = self.in_box(h, setup.own[side])
        post = here & setup.garrisons
        limit = setup.airfield_room[bool(post & self.reduced)] if post and setup.airfields >> h & 1 else 0
        return limit - (here & setup.air).bit_count()

    def called(self, piece: int, first: bool = False) -> Hole:
        """A piece in a sentence: Garrisons are all alike, so one goes by its place."""
        setup = self.setup
        where = self.at[piece]
        if setup.garrisons >> piece & 1 and where < setup.hexes_end:
            return text("name-garrison-first" if first else "name-garrison", where=setup.hex_label(where))
        return ("piece", piece)

    # --- victory [3.3]

    def scores(self) -> tuple[int, int]:
        """Victory points now: for places held, and for tank and parachute divisions lost for good [3.2b, 3.3b]."""
        setup = self.setup
        points = [max(0, self.handicap), max(0, -self.handicap)]
        for side in (AXIS, ALLIED):
            held = self.held(side)
            points[side] += sum(vp for h, vp in setup.objectives.items() if held >> h & 1)
            points[side] += sum(vp for h, vp in setup.landmarks.items() if held >> h & 1)
            worth = setup.tables["victory.eliminated"]
            types = setup.tables["victory.eliminated_types"]
            for piece in bits(self.in_box(setup.dead[1 - side], setup.divisions)):
                if setup.counter[piece]["type"] in types:
                    points[side] += worth
        return points[0], points[1]

    def check(self) -> None:
        """What is always true, whatever the players do."""
        setup = self.setup
        for piece in range(setup.pieces):
            space = self.at[piece]
            self.insist(0 <= space < len(setup.space_names) and setup.space_names[space], "check-nowhere", unit=("piece", piece))
            if space < setup.hexes_end and setup.ground >> piece & 1:
                self.insist(setup.land >> space & 1, "check-stands-sea", unit=("piece", piece))
        for side in (AXIS, ALLIED):
            self.insist(0 <= self.ap[side] <= setup.ap_max, "check-action-points-out-range", rule="5.2a")
            held = self.held(side)
            self.insist(not held & self.held(1 - side), "check-both-sides-in-hex")
            for h in bits(self.posts(side)):
                posts = self.in_box(h, setup.garrisons & setup.own[side])
                self.insist(posts.bit_count() == 1, "check-two-garrisons-one-hex", rule="10.1a")
                self.insist(setup.garrison_sites[side] >> h & 1, "check-no-garrison-here", rule="7.5b")
            for piece in bits(setup.air & setup.own[side]):
                space = self.at[piece]
                if space < setup.hexes_end:
                    self.insist(
                        self.posts(side) >> space & 1 and setup.airfields >> space & 1,
                        "check-air-unit-without-airfield",
                        rule="20.2.2a",
                    )
            for other in (setup.staging, setup.display, setup.withdrawn, setup.dead):
                self.insist(not self.in_box(other[side], setup.own[1 - side]), "check-counter-enemy-box", rule="26.1")
        fresh = self.copy()
        fresh._where = fresh._lay = None
        assert fresh.lay() == self.lay(), "what is kept about the map is not what is on it"
        self.insist(not self.reduced & setup.one_step, "check-unit-one-step-reduced")
        self.insist(not self.forts & ~(self.held(AXIS) | self.held(ALLIED)), "check-fortification-without-unit", rule="25.4")
        if not self.surrendered:
            self.insist(not self.held(ALLIED) & setup.mainland, "check-too-early-on-mainland", rule="27.1.SR4")
