"""The Mediterranean: what is where, and what each side knows of it.

The Axis has no secrets. What the Allies hide is kept in the fields under "secret"; what the Axis has learned of it stands in
the fields under "knowledge", and ``imagine`` deals the secrets anew from these and from nothing else.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Any

from ...engine.game import OptionValue, Setup
from ...engine.geometry.bits import bits, mask_of
from ...engine.kinds import NOWHERE, Lot, Names, PerLot, PerPiece, Piece, Pieces, Side, Space, Spaces, Words
from ...engine.tables import Tables, TablesError
from ...engine.war import War, per
from .results import entry

if TYPE_CHECKING:
    from ...engine.odds import Odds
    from . import Convoys

AX, AL = 0, 1
SIDES = ("AX", "AL")
RESERVE, GIB, ALEX, MALTA = range(4)
"""Lots a ship can lie in; from GROUP on they are the groups at sea."""
GROUP = 4
LABELS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
NEVER = 99
"""A season that does not come."""
Row = Annotated[int, Words("none", "screen", "line", "rear")]
"""Where a ship stands in a battle."""
SCREEN, LINE, REAR = 1, 2, 3
Placing = Annotated[int, Words("gibraltar", "alexandria", "dummies", "placed")]
"""How far the Allies have come with placing their ships."""
WEST, DUMMIES, PLACED = 0, 2, 3


class ConvoySetup(Setup):
    """A scenario with its options and tables, worked out once: ships, chart, reach, tables of attack."""

    def __init__(self, game: Convoys, scenario: str, options: Mapping[str, OptionValue], tables: Tables) -> None:
        self._read_pieces(tables)
        self._read_spaces(tables)
        lots = ("Reserve", "Gibraltar", "Alexandria", "Malta", *(f"Group {letter}" for letter in LABELS))
        names = Names(SIDES, tuple(self.piece_names), tuple(self.space_names), lots)
        super().__init__(game, scenario, options, tables, names)
        self._read_chart(tables)
        self._read_numbers(tables)
        self._read_options(options)
        self.here = {key: tables[f"scenarios.{scenario}.{key}"] for key in tables.under(f"scenarios.{scenario}") if key != "at"}
        self.placing = {k: tables[f"scenarios.{scenario}.at.{k}"] for k in tables.under(f"scenarios.{scenario}.at")}
        self.pedestal = self.here["victory"] == "pedestal"
        """One season, decided by what is unloaded [MC-SCEN.2]."""
        par: int = self.here.get("par", tables["pedestal.par"])
        self.even_out(par, anyway=self.pedestal)  # Pedestal is never played without its par
        self.first = self.seasons.index(self.here["first"])
        self.last = self.seasons.index(self.here["last"])
        self.listed = self.here["placing"] == "list" or (scenario == "campaign1940" and options["opening"] == "sheet")
        self.both_bases = not self.listed or "ALEX" in self.placing
        self.first_due = [self._first_due(key) for key in self.ids] + [0] * len(LABELS)
        self.notes: dict[str, dict[Any, Any]] = {"ways": {}, "pictures": {}}
        """What an adviser has worked out and may want again."""
        if self.first > self.last:
            raise TablesError(f"scenarios.{scenario}.last: the last season comes before the first")

    def _first_due(self, key: str) -> int:
        """When a piece comes into play: at once, in the season of its arrival, or never in this scenario."""
        here, piece = self.here, self.ids[key]
        if key == "FORMIDABLE" and not self.formidable:
            return NEVER  # (ruling G-09)
        if key in here["ships"] or key in here["planes"]:
            return 0
        if key in here["repair"]:
            return self.season_number(here["repair"][key])
        arrives = self.arrives[piece]
        return arrives if self.first < arrives and not self.planes >> piece & 1 else NEVER

    # --- pieces

    def _read_pieces(self, tables: Tables) -> None:
        ships = [tables[f"ships.{key}"] for key in tables.under("ships")]
        planes = [tables[f"air.{key}"] for key in tables.under("air")]
        keys = [*tables.under("ships"), *tables.under("air")]
        self.ids = {key: piece for piece, key in enumerate(keys)}
        self.facts: list[dict[str, Any]] = [*ships, *planes]
        self.group0 = len(self.facts)
        """The first group; the others follow."""
        self.piece_names = [fact["name"] for fact in self.facts] + [f"Group {letter}" for letter in LABELS]
        self.pieces = len(self.piece_names)

        def having(test: str, *values: object) -> int:
            return mask_of(p for p, fact in enumerate(self.facts) if fact.get(test) in (values or (True,)))

        ship_mask = (1 << len(ships)) - 1
        self.allied = having("side", "allied") & ship_mask
        self.italian = having("side", "axis") & ship_mask
        self.planes = having("side", "axis") & ~ship_mask
        self.swordfish = having("side", "allied") & ~ship_mask
        self.groups = ((1 << len(LABELS)) - 1) << self.group0
        self.side_of = [AL if fact["side"] == "allied" else AX for fact in self.facts] + [AL] * len(LABELS)
        self.freighters = having("type", "FREIGHTER")
        self.warships = self.allied & ~self.freighters
        self.carriers = having("type", "CV")
        self.cruisers = having("type", "CR")
        self.battlecruisers = having("type", "BC")
        self.slow = having("slow")
        self.single = having("single")
        self.one_hit = having("one_hit")
        self.bomb_proof = having("bomb_proof")
        self.bomb_star = having("bomb_star")
        self.guns = having("guns")
        self.light = having("light")
        self.strikes = [int(fact.get("strikes", 0)) for fact in self.facts] + [0] * len(LABELS)
        self.points = [int(fact.get("points", 0)) for fact in self.facts] + [0] * len(LABELS)
        self.type_of = [str(fact["type"]) for fact in self.facts] + ["GROUP"] * len(LABELS)
        self.by_type = {kind: mask_of(p for p, t in enumerate(self.type_of) if t == kind) for kind in dict.fromkeys(self.type_of)}
        self.force_k = self.ids["FORCE_K"]
        self.ark_royal = self.ids["ARK_ROYAL"]
        self.fleet_list = tuple(bits(self.italian))
        self.allied_list = tuple(bits(self.allied))
        self.plane_list = tuple(bits(self.planes))
        """The same sets as lists, for those who walk through them all the time."""
        self.battleships = having("type", "B", "BB", "B_OLD")
        kinds: dict[tuple[object, ...], int] = {}
        for ship in bits(self.allied):
            kind, base = self.type_of[ship], self.facts[ship].get("base", "")
            alike = (kind,) if kind == "FREIGHTER" else (kind, base, ship if kind == "CR" else NOWHERE)
            kinds[alike] = kinds.get(alike, 0) | 1 << ship
        self.placed_alike = tuple(kinds.values())
        """Allied ships in sets whose members are all placed under the same limits [MC-FORCES]; cruisers have limits of their own."""

    def group_of(self, lot: int) -> int:
        """The piece that stands for a group on the chart."""
        return self.group0 + lot - GROUP

    def lot_of(self, group: int) -> int:
        """The lot that holds a group's ships."""
        return group - self.group0 + GROUP

    # --- the chart

    def _read_spaces(self, tables: Tables) -> None:
        self.space_names: list[str] = []
        self.places: dict[str, int] = {}
        for part in ("positions", "ports", "areas", "bases", "places"):
            for key in tables.under(f"map.{part}"):
                self.places[key] = len(self.space_names)
                self.space_names.append(key if part == "positions" else tables[f"map.{part}.{key}"]["name"])
        place = self.places
        self.positions = mask_of(place[key] for key in tables.under("map.positions"))
        self.ports = [NOWHERE, place["GIB"], place["ALEX"], place["MALTA"]]
        """The space of each harbour lot."""
        self.malta = place["MALTA"]
        self.napoli, self.taranto = place["NAPOLI"], place["TARANTO"]
        self.italian_ports = 1 << self.napoli | 1 << self.taranto
        self.areas = mask_of(place[key] for key in tables.under("map.areas"))
        self.bases = [place[key] for key in tables.under("map.bases")]
        self.sicily, self.crete = place["SICILY"], place["CRETE"]

    def _read_chart(self, tables: Tables) -> None:
        place, size = self.places, len(self.space_names)
        self.lanes = [0] * size
        """Where a lane leads from each space, Allied harbours included."""
        for link in tables["map.lanes"]:
            a, b = (place[end] for end in link.split("-"))
            self.lanes[a] |= 1 << b
            self.lanes[b] |= 1 << a
        self.line = [0] * size
        """The spaces beyond the Point of No Return that lie next to a space before it [MC-PNR.1]."""
        self.line_back = [0] * size
        for link in tables["map.no_return"]:
            a, b = (place[end] for end in link.split("-"))
            self.line[a] |= 1 << b
            self.line_back[b] |= 1 << a
        self.narrows = self._narrows()
        """The positions between the Point of No Return and Malta."""
        self.to_malta = self._distances(self.malta)
        self.access = [0] * size
        """The positions an At Sea area opens on."""
        self.area_of = [NOWHERE] * size
        for key in tables.under("map.areas"):
            area = place[key]
            for name in tables[f"map.areas.{key}"]["access"]:
                self.access[area] |= 1 << place[name]
                self.area_of[place[name]] = area
        self.sub_areas = mask_of(place[key] for key in tables.under("map.areas") if tables[f"map.areas.{key}"]["british_sub"])
        self.port_of = {place[key]: place[tables[f"map.areas.{key}"]["ports"][0]] for key in tables.under("map.areas")}
        self.fleet = self._fleet(tables)
        self.reach = [0] * size
        self.use = {}
        for key in tables.under("map.bases"):
            base = tables[f"map.bases.{key}"]
            self.reach[place[key]] = mask_of(place[name] for name in base["reach"])
            self.use[place[key]] = base["use"]
        self.sword_reach = {place[key]: mask_of(place[n] for n in names) for key, names in tables["map.swordfish"].items()}
        marks = {key: tables[f"map.positions.{key}"] for key in tables.under("map.positions")}
        self.uboats = mask_of(place[key] for key, fact in marks.items() if fact["mark"] == "uboat")
        self.submarines = mask_of(place[key] for key, fact in marks.items() if fact["mark"] == "italian")
        self.mas = mask_of(place[key] for key, fact in marks.items() if fact["mas"])
        self.east = mask_of(place[key] for key in marks if key.startswith("E"))
        self.near = [self.lanes[s] & self.positions | 1 << s for s in range(size)]
        """A position with its neighbours at sea: as far as fighters reach [MC-AA.5]."""

    def _narrows(self) -> int:
        narrows, fresh = (
            0,
            self.lanes[self.malta]
            & self.positions
            & ~mask_of(place for key, place in self.places.items() if key.startswith("E")),
        )
        while fresh:
            narrows |= fresh
            more = 0
            for space in bits(fresh):
                more |= self.lanes[space] & ~self.line_back[space]
            fresh = more & self.positions & ~narrows
        return narrows

    def _distances(self, start: int) -> list[int]:
        """Steps along the lanes from a harbour, past no other harbour."""
        far = [NEVER] * len(self.space_names)
        fresh, seen, steps = 1 << start, 1 << start, 0
        while fresh:
            more = 0
            for space in bits(fresh):
                far[space] = steps
                more |= self.lanes[space]
            steps += 1
            fresh = more & self.positions & ~seen
            seen |= fresh
        for lot in (GIB, ALEX, MALTA):
            near = [far[s] for s in bits(self.lanes[self.ports[lot]]) if far[s] < NEVER]
            far[self.ports[lot]] = 0 if self.ports[lot] == start else 1 + min(near, default=NEVER - 1)
        return far

    def _fleet(self, tables: Tables) -> list[int]:
        """One step of an Italian ship [MC-MOVE.6]: port and area, area and position, along a lane between open positions."""
        steps = [0] * len(self.space_names)
        for link in tables["map.fleet"]:
            a, b = (self.places[end] for end in link.split("-"))
            steps[a] |= 1 << b
            steps[b] |= 1 << a
        for area in bits(self.areas):
            steps[area] |= self.access[area]
            for space in bits(self.access[area]):
                steps[space] |= 1 << area | self.lanes[space] & self.access[area]
        return steps

    # --- numbers

    def _read_numbers(self, tables: Tables) -> None:
        self.seasons = tables.under("calendar.seasons")
        self.season_names = [tables[f"calendar.seasons.{s}"]["name"] for s in self.seasons]
        self.fuel = [int(tables[f"calendar.seasons.{s}"]["fuel"]) for s in self.seasons]
        self.arrives = [self.season_number(fact["arrives"]) for fact in self.facts] + [0] * len(LABELS)
        self.leaves = [self.season_number(fact.get("leaves", "")) or NEVER for fact in self.facts] + [NEVER] * len(LABELS)
        self.returns = [int(fact.get("returns", 0)) for fact in self.facts] + [0] * len(LABELS)
        self.column = {p: fact["column"] for p, fact in enumerate(self.facts) if "column" in fact}
        second = {key: int(tables[f"attack.second.{key}"]) for key in ("Hit16", "Hit33", "Hit50")}
        self.rows = {key: [entry(code, second) for code in tables[f"attack.rows.{key}"]] for key in tables.under("attack.rows")}
        """The table of attack: for each column what the dice mean, the low ones first."""
        self.mas_rows: list[int] = tables["attack.mas.rows"]
        self.mas_night: int = tables["attack.mas.night"]
        self.aa_rows: list[int] = tables["attack.aa.rows"]
        self.weapon: dict[str, str] = {key: tables[f"attack.weapon.{key}"] for key in tables.under("attack.weapon")}
        self.slow_times: int = tables["attack.second.slow_times"]
        self.sink_on: int = tables["attack.second.sink_on"]
        self.intensified: int = tables["attack.shift.intensified"]
        self.high: int = tables["attack.shift.high_altitude"]
        self.high_types: list[str] = tables["attack.shift.high_altitude_types"]
        self.high_harbour: list[str] = tables["attack.shift.high_altitude_harbour"]
        self.harbour_level: int = tables["attack.harbour.level"]
        self.harbour_types: list[str] = tables["attack.harbour.level_types"]
        self.harbour_rounds: int = tables["attack.harbour.rounds"]
        self.aa = {key: int(tables[f"attack.antiaircraft.{key}"]) for key in tables.under("attack.antiaircraft")}
        self.frogmen = {key: tables[f"attack.frogmen.{key}"] for key in tables.under("attack.frogmen")}
        self.raid_hits: int = tables["attack.taranto.hits"]
        self.battle = {key: int(tables[f"attack.battle.{key}"]) for key in tables.under("attack.battle")}
        self.status_names: list[str] = tables["forces.status"]
        self.top_status = len(self.status_names) - 1
        self.cost = {key: int(tables[f"malta.{key}"]) for key in ("survival", "swordfish", "force_k", "leave")}
        self.per_freighter: int = tables["malta.levels_per_freighter"]
        self.malta_aa: list[int] = tables["malta.antiaircraft"]
        self.invasion_on: list[int] = tables["malta.invasion"]
        self.speed_slow: int = tables["speed.slow"]
        self.speed_fast: int = tables["speed.fast"]
        self.freeze: int = tables["speed.freeze"]
        self.decoys: int = tables["dummies.count"]
        self.decoy_speed: int = tables["dummies.speed"]
        self.cap: int = tables["calendar.turns.cap"]
        self.window: int = tables["calendar.turns.window"]
        self.step_points: int = tables["points.step"]
        self.freighter_row: list[int] = tables["forces.freighters"]
        self.freighter_cap: int = tables["forces.freighter_cap"]
        self.didos_row: list[int] = tables["forces.didos"]
        self.ceilings: dict[int, dict[str, list[int]]] = {
            lot: {key: list(tables[f"forces.{base}.{key}"]) for key in tables.under(f"forces.{base}")}
            for lot, base in ((GIB, "gib"), (ALEX, "alex"))
        }
        self.japan = [self.seasons.index(s) for s in tables["forces.japan.seasons"]]
        self.japan_carriers: int = tables["forces.japan.carriers"]
        self.japan_battleships: int = tables["forces.japan.alex_battleships"]

    def _open_bases(self, crete: int, korps: int) -> int:
        """Crete is flown from by its owner, the desert as far as Afrika Korps has come (ruling G-69)."""
        bases = 0
        for base, use in self.use.items():
            if use == "crete":
                usable = crete == AX
            else:
                usable = use == "always" or (korps >= 0 and base in self.on_track and korps >= self.on_track[base])
            bases |= usable << base
        return bases

    def season_number(self, name: str) -> int:
        return self.seasons.index(name) if name else 0

    def _read_options(self, options: Mapping[str, OptionValue]) -> None:
        tables, place = self.tables, self.places
        track = tables["desert.long_track" if options["extended_track"] else "desert.track"]
        self.track = [place[name] for name in track]
        self.on_track = {space: i for i, space in enumerate(self.track)}
        self.fort_places = mask_of(place[name] for name in tables["desert.forts"])
        self.zero = self.on_track[place[tables["desert.zero"]]]
        self.open_bases = [[self._open_bases(crete, korps) for korps in range(-1, len(self.track))] for crete in (AX, AL)]
        """[owner of Crete][Afrika Korps + 1]: the bases the Axis may fly from."""
        self.korps_first = options["ak_timing"] == "start"
        self.uboats_from = self.season_number("fall1941") if options["uboats_from"] == "fall1941" else 0
        self.force_k_from = 0 if options["force_k_from"] == "start" else self.season_number(str(options["force_k_from"]))
        self.formidable = options["formidable"] == "sixth"
        self.fuel_late = options["fuel_roll"] == "first_sailing"
        self.invade_any = options["invasion_window"] == "any"
        self.pair_points = 2 if options["paired_points"] == "2" else 1
        self.force_k_target = bool(options["force_k_in_harbour"])
        self.cruiser_cap = bool(options["cruiser_repair_cap"])
        self.by_token = options["recon"] == "group"
        self.freeze_anywhere = options["freeze"] == "turn"
        self.freighters_bound = bool(options["freighters_bound"])
        self.raid_star = bool(options["raid_star"])
        self.star_battlecruisers = bool(options["battlecruiser_star"])
        self.resail = bool(options["resail"])
        self.free_exit = options["malta_exit"] == "free"
        self.raid_1941 = options["raid_1941"] == "available"
        if options["paired_points"] == "2":
            for ship in bits(self.by_type["B_OLD"]):
                self.points[ship] = self.pair_points * self.points[ship]


class Sea(War):
    """A game of Malta Convoys in play."""

    setup: ConvoySetup
    scopes = ("season", "turn", "hand")
    """``hand``: what the Allies have in hand while they move or place."""

    # --- the calendar
    turn: int
    """Counts twelve-hour turns over all seasons, and the beginning of each season as one more."""
    season: int
    hour: int = per("season")
    """The turn within the season, 0 before the first."""
    night: bool

    # --- Malta and the desert
    status: int
    column: int
    """The status by which this season's ships were placed [MC-FORCES.9]."""
    starved: bool
    """Malta ended the last season Starving [MC-SUPPLY.4]."""
    korps: int
    """Afrika Korps on its track; -1 if the desert is out of play."""
    korps_before: int
    forts: Spaces
    forts_before: Spaces
    crete: Side
    based: Pieces = per("season")
    """Swordfish and Force K whose stay on Malta has been paid this season."""
    based_then: Pieces
    """As they were when Afrika Korps moved."""
    raid: bool
    frogmen: bool
    invasion: bool
    """What may still be done once: the raid on Taranto, the frogmen, the invasion."""
    invaded: bool = per("season")
    landed: int
    """Freighters unloaded in all."""

    # --- pieces everybody sees
    at: PerPiece[Space]
    """Groups, Italian ships, aircraft. Allied ships lie in lots."""
    hit: Pieces
    sunk: Pieces
    down: Pieces
    """Aircraft shot down."""
    due: PerPiece[int]
    """The season from which a piece is there: arrival, repair or replacement."""
    flights: PerPiece[int] = per("season", lambda setup: list(setup.strikes))
    """Strikes a carrier can still fly at a time this season [MC-CV.1]."""
    flown: Pieces = per("turn")
    fuel: int = per("season", lambda setup: -1)
    """How many Italian pieces may sail this season; -1 before the roll."""
    sailed: Pieces = per("season")
    barred: Pieces = per("season")
    """Italian ships back from a battle: not again this season [MC-NAVAL.12]."""

    # --- groups, as everybody sees them
    groups: Pieces = per("season")
    """On the chart."""
    labels: list[Piece] = per("season", lambda setup: list(bits(setup.groups)))
    """Counters not used yet this season. Their order is dealt by chance and a secret: the next group gets the first [G-86]."""
    homeward: Pieces = per("season")
    """Groups ordered home this season; who was in them is still their secret."""
    moved: Pieces = per("turn")
    regrouped: Pieces = per("turn")
    frozen: Pieces = per("season")
    exposed: Pieces = per("turn")
    past: Pieces = per("season")
    """Have crossed the Point of No Return."""
    losses: PerPiece[int] = per("season")
    """Ships lost this turn on this position."""
    used: Spaces = per("turn")
    """Positions whose submarine has attacked this turn."""
    used_mas: Spaces = per("turn")

    # --- knowledge: what the Axis has learned
    may: PerPiece[int]
    """For each Allied ship the lots it may lie in, as a set."""
    known: Pieces = per("season")
    """Ships whose base of this season is known."""
    real: Pieces = per("season")
    """Groups known to be no dummies."""
    weak: Pieces = per("turn")
    """Groups known not to be strong enough to help a neighbour this turn."""
    unmasked: int = per("season")
    """Dummies found this season."""
    left: PerPiece[int] = per("season")
    """For each group the turns, as a set, on which ships in it may have left harbour."""
    origin: PerPiece[Lot]
    """The base from which a group's unknown ships come."""
    convoy: list[int] = per("season", lambda setup: [1, 1])
    """For Gibraltar and Alexandria: the turns on which its freighters may have left, as a set; 0 is in it if none may have."""

    # --- secret: what only the Allies know
    inside: PerLot[Pieces]
    """Which ships lie in each lot."""
    gib: Pieces = per("season")
    alex: Pieces = per("season")
    """Ships that began this season at each base."""
    dummies: Pieces = per("season")
    decoys: list[int] = per("season", lambda setup: [0, 0])
    """Dummies still in Gibraltar and Alexandria."""
    departed: list[int] = per("season", lambda setup: [0, 0])
    """The turn on which each base's freighters left, 0 if they have not [MC-DUR.2]."""
    chosen: Piece = per("hand")
    walked: int = per("hand")
    muster: Pieces = per("hand")
    bluff: bool = per("hand")
    harbour: Lot = per("hand", lambda setup: RESERVE)
    """Movement under way: a group half moved, or ships mustering in a harbour."""
    fresh: Piece = per("hand")
    """The group being detached from the chosen one."""
    placing: Placing = per("hand")
    ready: PerPiece[int] = per("turn")
    """Strikes each carrier holds ready this turn."""
    launched: list[Piece] = per("turn")
    """Carriers that have flown a strike this turn and not lost it, once for each."""

    # --- a battle, and the enemy's counters in it
    row: PerPiece[Row]

    # --- reading the chart

    def lot(self, ship: int) -> int:
        """Where an Allied ship lies."""
        bit = 1 << ship
        for lot, ships in enumerate(self.inside):
            if ships & bit:
                return lot
        raise AssertionError(f"{self.setup.piece_names[ship]} lies nowhere")

    def crew(self, group: int) -> int:
        """The ships of a group."""
        return self.inside[group - self.setup.group0 + GROUP]

    def move_ship(self, ship: int, lot: int) -> None:
        self.inside[self.lot(ship)] ^= 1 << ship
        self.inside[lot] |= 1 << ship

    def groups_at(self, space: int) -> int:
        """The groups on a position."""
        at, groups, rest = self.at, 0, self.groups
        while rest:
            low = rest & -rest
            if at[low.bit_length() - 1] == space:
                groups |= low
            rest ^= low
        return groups

    def fleet_at(self, space: int) -> int:
        """The Italian ships in a space."""
        at, ships = self.at, 0
        for ship in self.setup.fleet_list:
            if at[ship] == space:
                ships |= 1 << ship
        return ships

    def fleet(self) -> int:
        """The Italian ships at sea."""
        at, ports, ships = self.at, self.setup.italian_ports, 0
        for ship in self.setup.fleet_list:
            if at[ship] != NOWHERE and not ports >> at[ship] & 1:
                ships |= 1 << ship
        return ships

    def planes_at(self, space: int) -> int:
        """The Axis aircraft of a base."""
        at, planes = self.at, 0
        for plane in self.setup.plane_list:
            if at[plane] == space:
                planes |= 1 << plane
        return planes

    def slow(self, ships: int) -> bool:
        """Whether any of some ships makes a group slow [MC-MOVE.2]."""
        return bool(ships & (self.setup.slow | self.hit))

    def rate(self, group: int) -> int:
        """How far a group may move [MC-MOVE.3, G-61]."""
        setup = self.setup
        if self.dummies >> group & 1:
            return setup.decoy_speed
        return setup.speed_slow if self.slow(self.crew(group)) else setup.speed_fast

    def airfields(self) -> int:
        """The bases the Axis may fly from."""
        return self.setup.open_bases[self.crete][self.korps + 1]

    def usable(self, base: int) -> bool:
        """Whether the Axis may fly from a base."""
        return bool(self.airfields() >> base & 1)

    def free(self, piece: int) -> bool:
        """In play this season: arrived, repaired, not lost."""
        return self.due[piece] <= self.season

    def flak(self, group: int) -> int:
        """A group's own antiaircraft strength [MC-AA.1, MC-AA.2, MC-AA.3]."""
        setup = self.setup
        crew = self.crew(group)
        if not crew & setup.warships:
            return 0
        return min(setup.aa["cap"], setup.aa["group"] + setup.aa["carrier"] * self.umbrella(crew).bit_count())

    def umbrella(self, ships: int) -> int:
        """Carriers whose fighters fly over the group: not Hit, and not all strikes held ready [MC-CV.2, MC-CV.6]."""
        setup, carriers = self.setup, 0
        for ship in bits(ships & setup.carriers & ~self.hit):
            if not self.ready[ship] or self.ready[ship] < self.flights[ship]:
                carriers |= 1 << ship
        return carriers

    def sunk_points(self) -> tuple[int, int]:
        """What the British and the Italian ships that have gone down count [MC-VICTORY.7]."""
        setup = self.setup
        british = sum(setup.points[ship] for ship in bits(self.sunk & setup.allied))
        return british, sum(setup.points[ship] for ship in bits(self.sunk & setup.italian))

    def scores(self) -> tuple[int, int]:
        """Strategic points of Axis and Allies [MC-VICTORY.6, MC-VICTORY.7]."""
        setup = self.setup
        axis, allied = self.sunk_points()
        if not setup.pedestal:  # there they are freighters [MC-SCEN.2]
            axis, allied = axis + max(0, self.handicap), allied + max(0, -self.handicap)
        if self.korps >= 0:
            steps = (self.korps - setup.zero) * setup.step_points
            axis, allied = axis + max(0, steps), allied + max(0, -steps)
        return axis, allied

    # --- what a side cannot know

    def imagine(self, side: int | None, rng: random.Random) -> Sea:
        """The Allies know everything; anybody else deals the ships anew among the groups that have been seen."""
        new = super().imagine(side, rng)
        if side != AL:
            from .knowledge import deal

            deal(new, rng)
        return new

    def domain(self, side: int, kind: str) -> int:
        """Numbers are numbers of dummies [MC-FORCES.3]."""
        return (1 << self.setup.decoys + 1) - 1 if kind == "number" else super().domain(side, kind)

    # --- truth

    def check(self) -> None:
        """What is always true, whatever the players do."""
        setup = self.setup
        seen = 0
        for lot, ships in enumerate(self.inside):
            self.insist(not seen & ships, "check-ship-lies-two-places")
            seen |= ships
            if lot >= GROUP:
                group = setup.group_of(lot)
                if self.dummies >> group & 1:
                    self.insist(not ships, "check-dummy-carries-ships", rule="MC-RECON.3")
                elif self.groups >> group & 1:
                    self.insist(ships, "check-empty", group=("piece", group))
                if group in self.labels:
                    self.insist(not ships and not self.groups >> group & 1, "check-unused-on-chart")
        self.insist(seen == setup.allied, "check-allied-ship-nowhere")
        for ship in bits(setup.allied & ~self.inside[RESERVE]):
            self.insist(not self.sunk >> ship & 1, "check-ship-sunk-acts")
            self.insist(self.due[ship] <= self.season, "check-before-its-time")
            self.insist(self.may[ship] >> self.lot(ship) & 1, "check-known-not-there", ship=("piece", ship))
        for group in bits(self.groups):
            self.insist(setup.positions >> self.at[group] & 1, "check-group-not-at-sea")
            self.insist(0 <= self.flak(group) <= setup.aa["cap"], "check-antiaircraft-strength-out-range", rule="MC-AA.4")
            if self.exposed >> group & 1:
                self.insist(
                    all(self.may[s] == 1 << setup.lot_of(group) for s in bits(self.crew(group))), "check-exposed-but-not-known"
                )
        for ship in bits(setup.italian):
            self.insist(
                self.at[ship] == NOWHERE or (not self.sunk >> ship & 1 and self.due[ship] <= self.season), "check-lost-ship-sails"
            )
        self.insist(not self.dummies & self.real, "check-dummy-known-real")
        self.insist(self.dummies.bit_count() + self.unmasked + sum(self.decoys) <= setup.decoys, "check-too-many-dummies")
        self.insist(0 <= self.status <= setup.top_status, "check-malta-status-out-range")
        self.insist(-1 <= self.korps < len(setup.track), "check-afrika-korps-off-track")
        self.insist(self.fuel < 0 or self.sailed.bit_count() <= self.fuel, "check-more-ships-than-oil", rule="MC-FUEL.2")
        self.insist(self.hour <= setup.cap, "check-season-does-not-end", rule="MC-SEASON.2")
        self.insist(not (self.gib & self.alex), "check-ship-two-bases")

    def odds(self, side: int | str | None, verb: str, target: int | str | None = None) -> Odds | None:
        """As always; but after the fleet's movement only the submarines that wait for it: the next dice may be for hidden ships."""
        odds = super().odds(side, verb, target)
        return None if verb == "steam" and odds is not None and odds.rule != "MC-SUB.3" else odds
