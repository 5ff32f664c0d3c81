"""Malta, 1940 or 1942 [OH-SETUP.6]: units, territories, sea zones, boxes, and what can be worked out from them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Annotated, Any

from ...engine.catalogue import text
from ...engine.choice import Refusal
from ...engine.game import OptionValue, Setup
from ...engine.geometry.bits import bits, first, mask_of
from ...engine.geometry.graphs import Graph
from ...engine.kinds import NOWHERE, Names, PerPiece, PerSide, PerSpace, Piece, Pieces, Side, Sides, Space, Spaces, Words
from ...engine.tables import Tables, TablesError
from ...engine.war import War, per

if TYPE_CHECKING:
    from . import Herkules

AX, BR = 0, 1
SIDES = ("AX", "BR")
"""Two players [OH-GEN.4]."""
DE, IT, UK = range(3)
NATIONS = ("DE", "IT", "UK")
Nation = Annotated[int, Words(*NATIONS)]
PEOPLE = ("German", "Italian", "British")
GROUND = ("inf", "at", "art", "mech", "recon", "tank")
AIR = ("ftr", "tac", "str")
SHIPS = ("sub", "dd", "ca", "bb", "cv", "tr")
WORKS = ("bunker", "gun", "radar")
KINDS = (*GROUND, *AIR, *SHIPS, *WORKS)
WIDEST = 64
"""The largest number anybody may try to click."""
BRIGADES = ("ahq", "bde231", "bde232", "bde233", "bde234")


def sum_of(near: list[int], spaces: int) -> int:
    """Everything next to some spaces."""
    union = 0
    for space in bits(spaces):
        union |= near[space]
    return union


class HerkulesSetup(Setup):
    """A scenario with its options and tables, worked out once."""

    def __init__(self, game: Herkules, scenario: str, options: Mapping[str, OptionValue], tables: Tables) -> None:
        self.on = dict(options)
        self.answers: dict[str, tuple[list[int], tuple[Any, ...], Any]] = {}
        """What weighing found for a position a moment ago, by subject."""
        self._tables, self._scenario = tables, scenario
        self._spaces()
        self._pieces()
        self._sets()
        super().__init__(game, scenario, options, tables, Names(SIDES, tuple(self.piece_names), tuple(self.space_names)))
        self._map()
        self._values()
        self._numbers()
        self.even_out(int(self.given("par")), unit=5)
        self.landing_mines: list[int] = self.given("landing_mines") if self._has("landing_mines") else []
        """Zones in which the British adviser lays mines, if it has learnt where ships go."""

    def given(self, key: str) -> Any:
        """A value of this scenario."""
        return self._tables[f"scenarios.{self._scenario}.{key}"]

    def _has(self, key: str) -> bool:
        return f"scenarios.{self._scenario}.{key}" in self._tables.entries

    # --- spaces [OH-GEN.1]

    def _spaces(self) -> None:
        tables = self._tables
        self.land_ids = tables.under("map.land")
        self.zone_ids = [int(z) for z in tables.under("map.sea")]
        names = [tables[f"map.land.{t}.name"] for t in self.land_ids]
        self.lands = len(names)
        names += [f"{z} {tables[f'map.sea.{z}.name']}" for z in self.zone_ids]
        self.areas = len(names)
        self.land_of = {t: i for i, t in enumerate(self.land_ids)}
        self.zone_of = {z: self.lands + i for i, z in enumerate(self.zone_ids)}
        self.land = (1 << self.lands) - 1
        self.sea = (1 << self.areas) - 1 & ~self.land
        self.map = self.land | self.sea

        def box(name: str) -> int:
            names.append(name)
            return len(names) - 1

        self.air_base = [box("Sicily"), box("Gibraltar")]
        self.pool = box("Axis troops")
        self.harbour = box("Axis ships")
        self.convoy = box("Pedestal")
        self.toulon_box = box("Toulon")
        self.wounded = [box("Axis wounded"), box("British wounded")]
        self.lost = [box("Axis losses"), box("British losses")]
        self.aside = box("Aside")
        self.space_names: list[str] = names

    # --- pieces [OH-GEN.5]

    def _pieces(self) -> None:
        tables = self._tables
        self.piece_names: list[str] = []
        self.kind: list[str] = []
        self.nation: list[int] = []
        self.hq: list[str] = []
        self.start: list[int] = []
        """The box or territory where a piece begins; territories are proposals the players may change."""
        count: dict[tuple[str, str], int] = {}

        def add(hq: str, kind: str, number: int, start: int, nation: str = "", name: str = "") -> None:
            nation = nation or tables[f"formations.{hq}.nation"]
            name = name or tables[f"formations.{hq}.name"]
            short = tables[f"units.{kind}.short"] if kind in GROUND + AIR + SHIPS else tables[f"works.{kind}.name"]
            for _ in range(number):
                count[name, kind] = count.get((name, kind), 0) + 1
                self.piece_names.append(f"{name} {short} {count[name, kind]}")
                self.kind.append(kind)
                self.nation.append(NATIONS.index(nation))
                self.hq.append(hq)
                self.start.append(start)

        self._axis_pieces(add)
        self._british_pieces(add)
        self.pieces = len(self.kind)

    def _axis_pieces(self, add: Callable[..., None]) -> None:
        """The forces of the scenario; optional ones in 1942 only, and by agreement [OH-GEN.6, OH-OPT.6]."""
        tables = self._tables
        chosen = [name for name in self.given("optional") if self.on[name]]
        for hq in tables.under(f"scenarios.{self._scenario}.AX.pool"):
            for kind, number in self.given(f"AX.pool.{hq}").items():
                add(hq, kind, number, self.pool)
        if "goering" in chosen:
            for kind, number in tables["optional.goering.units"].items():
                add("goering", kind, number, self.pool)
        squadrons = {"DE": "korps2", "IT": "aeronautica"}
        nations = ("DE", "IT") if self.given("germans") else ("IT",)
        turns = len(tables["reinforcements.AX.turns"])
        for nation in nations:
            for kind, number in self.given(f"AX.air.{nation}").items():
                add(squadrons[nation], kind, number, self.air_base[AX])
        for nation in nations:  # each could come from either nation [OH-EV.2]
            for kind, number in tables["reinforcements.AX.units"].items():
                if kind in AIR:
                    add(squadrons[nation], kind, number * turns, self.aside)
        if "aquila" in chosen:
            for kind, number in tables["optional.aquila.deck"].items():
                add("aquila", kind, number, self.harbour)
        for nation in nations:
            if self._has(f"AX.fleet.{nation}"):
                for kind, number in self.given(f"AX.fleet.{nation}").items():
                    add("marina", kind, number, self.harbour, nation)
        for name in ("taranto", "aquila", "toulon"):
            if name in chosen:
                for kind, number in tables[f"optional.{name}.ships"].items():
                    add(name, kind, number, self.toulon_box if name == "toulon" else self.harbour)
        for nation in nations:
            number = tables["reinforcements.AX.units"].get("tr", 0) * turns
            add("marina", "tr", number, self.aside, nation, "German" if nation == "DE" else "")

    def _british_pieces(self, add: Callable[..., None]) -> None:
        """Brigades, what comes from Gibraltar and by convoy, and the works of the islands."""
        tables = self._tables
        self.brigades = [hq for hq in BRIGADES if self._has(f"BR.{hq}.units")]
        for hq in self.brigades:
            for kind, number in self.given(f"BR.{hq}.units").items():
                add(hq, kind, number, self.aside)
        split = "split" if self.on["gibraltar"] == "split" else "units"
        add("gibraltar", "str", self.given(f"BR.gibraltar.{split}")["str"], self.air_base[BR])
        add("gibraltar", "str", tables["reinforcements.BR.units"]["str"] * len(tables["reinforcements.BR.turns"]), self.aside)
        for fleet, box in (("eagle", self.aside), ("pedestal", self.convoy)):
            for part in ("deck", "ships", "cargo"):
                if self._has(f"BR.{fleet}.{part}"):
                    for kind, number in self.given(f"BR.{fleet}.{part}").items():
                        add(fleet, kind, number, box)
        for t, name in enumerate(self.land_ids):  # where the map has them [OH-SETUP.7, OH-RAD.2]
            words = tables[f"map.land.{name}.name"]
            add("works", "bunker", self.given("bunkers").count(name), t, "UK", words)
            add("works", "gun", tables[f"map.land.{name}.guns"], t, "UK", words)
            add("works", "radar", int(tables[f"map.land.{name}.radar"] != "none"), t, "UK", words)

    def _sets(self) -> None:
        """Pieces by side, nation, kind, headquarters and way of arrival, as sets."""
        tables = self._tables

        def having(test: Any) -> int:
            return mask_of(i for i in range(self.pieces) if test(i))

        british = NATIONS.index("UK")
        self.side_of = [BR if n == british else AX for n in self.nation]
        self.own = [having(lambda i, s=side: self.side_of[i] == s) for side in (AX, BR)]
        self.of_kind = {kind: having(lambda i, k=kind: self.kind[i] == k) for kind in KINDS}
        self.of_nation = [having(lambda i, n=n: self.nation[i] == n) for n in range(3)]
        self.of_hq = {hq: having(lambda i, h=hq: self.hq[i] == h) for hq in dict.fromkeys(self.hq)}
        self.ground = sum(self.of_kind[k] for k in GROUND)
        self.air = sum(self.of_kind[k] for k in AIR)
        self.ships = sum(self.of_kind[k] for k in SHIPS)
        self.works = sum(self.of_kind[k] for k in WORKS)
        self.land_force = self.ground | self.works
        self.surface = self.ships & ~self.of_kind["sub"]
        self.warships = self.surface & ~self.of_kind["tr"]
        self.transports = self.of_kind["tr"]
        self.axis_ground, self.british_force = self.ground & self.own[AX], self.land_force & self.own[BR]
        self.destroyers = self.of_kind["dd"]
        self.decks = self.of_kind["cv"]
        self.toulon = self.of_hq.get("toulon", 0)
        self.off_map_bombers = self.of_hq.get("gibraltar", 0)
        """They never land on the islands [OH-AIR.3]."""
        self.radar_kind = {i: tables[f"map.land.{self.land_ids[self.start[i]]}.radar"] for i in bits(self.of_kind["radar"])}
        self.radars = {kind: mask_of(i for i, k in self.radar_kind.items() if k == kind) for kind in ("naval", "air")}
        arrivals = {hq: tables[f"formations.{hq}.arrival"] for hq in self.of_hq if f"formations.{hq}.arrival" in tables.entries}
        self.arrival = {
            word: having(lambda i, w=word: self.kind[i] in GROUND and arrivals.get(self.hq[i]) == w)
            for word in ("PARA", "AIRLAND", "SEA", "PORT")
        }
        self.from_turn = [
            tables[f"formations.{hq}.from_turn"] if f"formations.{hq}.from_turn" in tables.entries else 1 for hq in self.hq
        ]
        self._likeness(arrivals)

    def _likeness(self, arrivals: Mapping[str, str]) -> None:
        """Which pieces no rule can tell apart [OH-GEN.5]."""
        sorts: dict[tuple[Any, ...], int] = {}
        keys = []
        for i in range(self.pieces):
            special = self.hq[i] if self.hq[i] in ("toulon", "gibraltar") else arrivals.get(self.hq[i], "")
            key = (self.nation[i], self.kind[i], special, self.radar_kind.get(i, ""))
            keys.append(key)
            sorts[key] = sorts.get(key, 0) | 1 << i
        self.like = [sorts[key] for key in keys]
        """For each piece all that no rule can tell from it, but for its damage, its load and what it has done this turn."""
        order = {key: i for i, key in enumerate(sorts)}
        self.sort = [order[key] for key in keys]
        """The number of each piece's kind, as in ``like``."""

    # --- the map

    def _map(self) -> None:
        tables = self.tables
        self.links = [mask_of(self.land_of[n] for n in tables[f"map.land.{t}.links"]) for t in self.land_ids]
        self.on_foot = mask_of(t for t, near in enumerate(self.links) if near)
        """Territories that can be left without a ship [OH-LAND.8]."""
        self.shores = [mask_of(self.zone_of[z] for z in tables[f"map.land.{t}.sea"]) for t in self.land_ids]
        """The zones along each territory."""
        self.coasts = [0] * self.areas
        """The territories along each zone."""
        for t, zones in enumerate(self.shores):
            for z in bits(zones):
                self.coasts[z] |= 1 << t
        self.lanes = [0] * self.lands + [mask_of(self.zone_of[n] for n in tables[f"map.sea.{z}.links"]) for z in self.zone_ids]
        self.bearing = [0] * self.areas
        """The coastal guns that may fire into each zone [OH-NAV.8]."""
        for t, name in enumerate(self.land_ids):
            here = mask_of(g for g in bits(self.of_kind["gun"]) if self.start[g] == t)
            for z in tables[f"map.land.{name}.gun_zones"]:
                self.bearing[self.zone_of[z]] |= here
        self.shelled = mask_of(zone for zone, guns in enumerate(self.bearing) if guns)
        """Zones under coastal guns."""
        self.entry = mask_of(self.zone_of[z] for z in tables["naval.entry_zones"])
        # Points of the objectives [OH-GEN.2]; there is no terrain [OH-LAND.6] and no limit to stacks ashore [OH-GEO.1].
        self.vp = [int(tables[f"map.land.{t}.vp"]) for t in self.land_ids]
        self.airfields = mask_of(i for i, t in enumerate(self.land_ids) if tables[f"map.land.{t}.airfield"])
        ports = {i: tables[f"map.land.{t}.port"] for i, t in enumerate(self.land_ids)}
        self.ports = mask_of(i for i, size in ports.items() if size != "none")
        self.port_room = {i: int(tables[f"works.port.{size}"]) for i, size in ports.items() if size != "none"}
        quays = {i: tables[f"map.land.{self.land_ids[i]}.port_zone"] for i in self.port_room}
        for port, zone in quays.items():
            if zone not in self.zone_of:
                raise TablesError(f"table pack: map.land.{self.land_ids[port]}.port_zone: a port needs a sea zone")
        self.port_zone = {port: self.zone_of[zone] for port, zone in quays.items()}
        self._whole()
        self.ports_on = [0] * self.areas
        for port, zone in self.port_zone.items():
            self.ports_on[zone] |= 1 << port
        self.facilities = self.airfields | self.ports
        self.home = {hq: self.land_of[tables[f"formations.{hq}.home"]] for hq in self.brigades}
        self._ways()

    def _ways(self) -> None:
        """How far it is from anywhere to anywhere, by sea and on foot."""
        pairs = [(self.space_names[a], self.space_names[b]) for a in range(self.areas) for b in bits(self.lanes[a]) if a < b]
        walks = [(self.space_names[a], self.space_names[b]) for a in range(self.lands) for b in bits(self.links[a]) if a < b]
        self.graph = Graph(self.space_names[: self.areas], {"sea": pairs, "land": walks})
        spread = [[1 << zone for zone in range(self.areas)]]
        spread_in = [self.entry]
        for _ in range(len(self.zone_ids)):
            spread.append([near | sum_of(self.lanes, near) for near in spread[-1]])
            spread_in.append(spread_in[-1] | sum_of(self.lanes, spread_in[-1]))
        self.sailed = spread[1:]
        """Zones that can be passed on a voyage of two and more steps, by how many more, and zone."""
        self.sailed_in = spread_in
        """The same for ships that come in from off the map."""
        self.lane_list = [tuple(bits(near)) for near in self.lanes]
        self.fields = tuple(bits(self.airfields))
        self.carriers = [tuple(bits(self.of_kind["cv"] & own)) for own in self.own]
        self.far = [[self.lands + self.areas] * self.areas for _ in range(self.areas)]
        """Steps between two zones, or between two territories of one island."""
        for a in range(self.areas):
            near, seen, steps = 1 << a, 0, 0
            while near:
                for b in bits(near):
                    self.far[a][b] = steps
                seen |= near
                near = self.graph.spread(near) & ~seen
                steps += 1

    def _whole(self) -> None:
        """A pack may move borders, but a border has two sides, no zone is cut off, and fleets come in somewhere."""
        for what, ids, near in (("sea", self.zone_ids, self.lanes[self.lands :]), ("land", self.land_ids, self.links)):
            start = self.lands if what == "sea" else 0
            for a, neighbours in enumerate(near):
                for b in bits(neighbours):
                    if not near[b - start] >> a + start & 1:
                        raise TablesError(f"table pack: map.{what}.{ids[b - start]}.links: {ids[a]} names it as a neighbour")
        for zone in bits(self.sea):
            if not self.lanes[zone]:
                raise TablesError(f"table pack: map.sea.{self.zone_ids[zone - self.lands]}.links: a zone needs a neighbour")
        if not self.entry:
            raise TablesError("table pack: naval.entry_zones: fleets must come in somewhere")
        if not self.given("BR.eagle.zones"):
            raise TablesError(f"table pack: scenarios.{self._scenario}.BR.eagle.zones: the carrier group must start somewhere")

    # --- values [OH-LC.5]

    def _values(self) -> None:
        tables = self.tables
        value: dict[str, dict[str, int]] = {}
        for kind in (*GROUND, *AIR, *SHIPS):
            value[kind] = {k: int(tables[f"units.{kind}.{k}"]) for k in ("attack", "defence", "move", "hits", "ada")}
        for kind in WORKS:
            value[kind] = {k: int(tables[f"works.{kind}.{k}"]) for k in ("defence", "hits", "ada")} | {"attack": 0, "move": 0}
            value[kind]["attack"] = value[kind]["defence"]  # works roll their number in every round [OH-LC.11, G-41]
        self.value = value
        self.attack = [value[k]["attack"] for k in self.kind]
        self.defence = [value[k]["defence"] for k in self.kind]
        self.ada = [value[k]["ada"] for k in self.kind]
        self.hits = [value[k]["hits"] for k in self.kind]
        self.move = [value[k]["move"] for k in self.kind]
        self.by_attack = [(n, mask_of(i for i, a in enumerate(self.attack) if a == n)) for n in sorted(set(self.attack)) if n]
        """Pieces by their attack number."""
        self.sturdy = [mask_of(i for i, h in enumerate(self.hits) if h >= n) for n in range(2, max(self.hits, default=1) + 1)]
        """Pieces that take two hits and more, three hits and more."""
        self.hurtable = self.ground | self.ships | (self.sturdy[0] if self.sturdy else 0)
        """Pieces that may be damaged, have fired, or be on their way to somewhere: more than their kind tells them apart."""
        able = {kind: set(tables[f"units.{kind}.abilities"]) for kind in (*GROUND, *AIR, *SHIPS)}

        def can(ability: str) -> int:
            return sum(self.of_kind[kind] for kind in able if ability in able[kind])

        self.able = able
        self.raiders = can("second_move")
        self.stall = can("immobile_when_hit")
        self.duellists = can("air_combat")
        self.bombers = can("bomb_facility")
        self.bombard = can("bombard")
        self.sweepers = can("sweep")
        self.sneaks = can("sneak")
        self.capital = can("capital")
        self.picks_land, self.picks_sea = can("select_land"), can("select_naval")
        self.tank_hunters = can("tanks_only")
        speeds = sorted({self.move[i] for i in bits(self.ships | self.ground)})
        self.speeds = [(m, mask_of(i for i in bits(self.ships | self.ground) if self.move[i] == m)) for m in speeds]
        """Ships and ground units by their movement, slowest first."""
        self.rooted = mask_of(i for i in bits(self.ships | self.ground) if not self.move[i])
        """Those that a pack has left without any movement."""
        self.longest = max(self.move[i] for i in bits(self.ships)) if self.ships else 0

    def _numbers(self) -> None:
        tables = self.tables
        self.last = int(tables["calendar.turns"])
        self.day = int(tables["calendar.turns_per_day"])
        self.due = [mask_of(i for i in range(self.pieces) if self.from_turn[i] <= turn) for turn in range(self.last + 1)]
        """Units that may be loaded or lifted, by turn [OH-SETUP.5]."""
        self.out_at = int(tables["works.airfield.out_at"])
        self.port_out_at = int(tables["works.port.out_at"])
        self.mog = int(tables["works.airfield.mog"])
        self.wait = int(tables["works.airfield.wait"])
        self.deck = int(tables["carrier.deck"])
        self.no_deck = sum(self.of_kind[kind] for kind in tables["carrier.barred"])
        self.deck_shut = int(tables["carrier.shut_at"])
        self.lift = {kind: dict(tables[f"lift.{kind}"]) for kind in ("tr", "dd")}
        if not self.on["dd_lift"]:
            self.lift["dd"] = dict.fromkeys(self.lift["dd"], 0)
        self.dd_cargo = sum(self.of_kind[kind] for kind in tables["lift.dd_units"])
        self.gun_fire = int(tables["works.gun.naval_fire"])
        self.sneak = int(tables["naval.sneak"])
        self.radar_dice, self.radar_hit = int(tables["works.radar.dice"]), int(tables["works.radar.hit_on"])
        self.mine_dice, self.mine_hit = int(tables["works.mine.dice"]), int(tables["works.mine.hit_on"])
        self.sweep_turns, self.sweep_ships = int(tables["works.mine.sweep_turns"]), int(tables["works.mine.sweepers"])
        self.facility_ada = {"airfield": int(tables["works.airfield.ada"]), "port": int(tables["works.port.ada"])}
        self.airlift, self.air_markers = int(tables["airlift.units"]), int(tables["airlift.supply"])
        self.hits_per_loss = int(tables["airlift.hits_per_loss"])
        pedestal = self.given("pedestal")
        self.pedestal_turn, self.pedestal_dice = int(pedestal["turn"]), int(pedestal["dice"])
        self.pedestal_picks = SIDES.index(pedestal["allocator"])
        self.convoy_markers = int(self.given("BR.pedestal.supply"))
        self.pedestal_zone = self.zone_of[tables["pedestal.zone"]]
        self.assaults = int(tables["lift.assaults_per_day"])
        self.flights = int(tables["strategic.flights_per_day"])
        self.toulon_turn = int(tables["optional.toulon.turn"])
        self.axis_initiative = int(self.given("axis_initiative"))
        self.victory = {name: int(tables[f"victory.{name}"]) for name in ("major", "minor")}
        # What a piece is worth to its owner, for the usual losses and the usual targets.
        self.price = {
            "inf": 2.0, "at": 2.6, "art": 3.4, "mech": 3.0, "recon": 2.2, "tank": 5.0, "ftr": 5.0, "tac": 4.5, "str": 5.0,
            "sub": 3.0, "dd": 4.0, "ca": 6.0, "bb": 9.0, "cv": 9.0, "tr": 4.0, "bunker": 1.8, "gun": 3.6, "radar": 2.8,
        }  # fmt: skip
        self.worth = [self.price[k] for k in self.kind]
        # The same for territories: points, a little for facilities and for what lies next to them.
        self.objectives = mask_of(t for t, vp in enumerate(self.vp) if vp)
        self.prospect = [
            vp + 2.0 * (self.ports >> t & 1) + (self.airfields >> t & 1) + 0.04 * sum(self.vp[n] for n in bits(self.links[t]))
            for t, vp in enumerate(self.vp)
        ]


class Islands(War):
    """A game of Operation Herkules in play. Nothing is hidden; only the dice are unknown."""

    setup: HerkulesSetup
    scopes = ("game", "day", "turn")

    turn: int = per("game")
    first: Side = per("game", lambda setup: AX)
    """Who has the initiative this turn [OH-INIT.3]."""
    at: PerPiece[Space] = per("game", lambda setup: list(setup.start))
    aboard: PerPiece[Piece] = per("game")
    stowed: Pieces = per("game")
    """Everything that is aboard a ship."""
    hit1: Pieces = per("game")
    hit2: Pieces = per("game")
    """Pieces with at least one and with two hits."""
    beach: Pieces = per("game")
    freight: Pieces = per("game")
    """Ships loaded for an assault, and for a port [OH-NAV.16]."""
    stores: list[tuple[Piece, int]] = per("game")
    """Ships that carry supply markers."""
    markers_ax: PerSpace[int] = per("game")
    markers_br: PerSpace[int] = per("game")
    damage: PerSpace[int] = per("game")
    """Of airfields and ports [OH-FAC.1]."""
    held: PerSpace[int] = per("game")
    """At how many ends of turns in a row the Axis has held an airfield [OH-RG.3]."""
    spent: Sides = per("turn")
    """Who has expended a marker for this turn's operations [OH-SUP.1]."""
    went: list[Pieces] = per("turn", lambda setup: [0] * setup.longest)
    """Ships that have used at least one, two, three points of movement this turn."""
    away: Pieces = per("turn")
    """Ships that went off the map this turn [OH-NAV.11]."""
    moved: Pieces = per("turn")
    fired: Pieces = per("turn")
    """Guns and submarines that have had their shot this turn [OH-NAV.8]."""
    unseen: Pieces = per("turn")
    """Submarines that moved alone and have not fired this turn [OH-NAV.6]."""
    mines: list[tuple[Space, Side, int]] = per("game")
    """Zone, who laid it, and for how many turns it has been swept."""
    sweeping: Pieces = per("turn")
    aloft: list[tuple[Piece, Space]] = per("turn")
    """Aircraft in the air and where they took off [OH-AIR.1]."""
    flying: Pieces = per("turn")
    """The same aircraft as a set."""
    flown: Pieces = per("day")
    """Bombers off the map that have flown today [OH-AIR.3]."""
    duelled: Pieces = per("turn")
    """Aircraft that were committed to air combat this turn [OH-AC.3]."""
    busy: Pieces = per("turn")
    """Aircraft and ships that have done their share of this turn's combat."""
    flak: PerSpace[int] = per("turn")
    """Hits by anti-aircraft fire and British aircraft in each territory this turn [OH-PARA.3]."""
    drops: list[tuple[Piece, Space]] = per("turn")
    drop_marker: Space = per("turn")
    """Where the air lift brings a supply marker, if it does [OH-PARA.1]."""
    landed: list[tuple[Piece, Piece]] = per("turn")
    """Units that went ashore over a beach this turn, with their ships [OH-LDG.8]."""
    fresh: Pieces = per("turn")
    """Units that came ashore this turn."""
    assault: int = per("game")
    """The last turn with an Axis landing on a beach [OH-LDG.3]."""
    port_used: PerSpace[int] = per("turn")
    docked: list[tuple[Piece, Space]] = per("turn")
    """Ships a port has handled this turn: loading and unloading the same ship counts once [OH-LDG.2]."""
    free_field: Space = per("turn")
    free_target: Space = per("turn")
    """The airfield with the free attack of this turn, and its target [OH-SUP.3]."""
    beaches: list[tuple[Space, Space]] = per("turn")
    """Beaches whose free attack is bound to a target [OH-SUP.4]."""
    entered: PerSide[Spaces] = per("turn")
    """Where each side's units went by their own choice this turn."""
    fought: PerSide[Spaces] = per("turn")
    """Territories where a side's ground units fought this turn [OH-RG.8]."""
    toulon_beaten: bool = per("turn")
    """A larger fleet has fought the ships from Toulon this turn [OH-OPT.3]."""
    _here: list[int] | None
    _menu: tuple[Any, int, dict[str, int]] | None
    _lay: tuple[int, ...] | None
    _loads: tuple[Any, ...] | None
    _settled: tuple[int, ...] | None
    """The lay of the land when stores were last contested: nothing changes hands while nobody moves."""

    # --- why not

    def domain(self, side: int, kind: str) -> int:
        """A person might try his own pieces that are not lost, the map, and the boxes where his units wait."""
        setup = self.setup
        if kind == "piece":
            here = self.here()
            return setup.own[side] & ~here[setup.lost[side]] & ~here[setup.aside]
        if kind == "number":
            return (1 << WIDEST) - 1
        return setup.map | sum(1 << box for box in (*setup.air_base, setup.pool, setup.harbour))

    def forbids(self, side: int, verb: str, target: int, rule: str) -> Refusal | None:
        """Like units are taken in order: one of them stands for all [OH-GEN.5]."""
        if self.setup.game.verbs[verb].kind != "piece":
            return None
        listed = next(d for d in self.asked() if d.side == side).choices.get(verb, 0)
        head = self.twins(target, listed & self.here()[self.at[target]])
        if not head:
            return None
        return Refusal("OH-GEN.5", text("why-like-units", unit=("piece", first(head))))

    # --- moving pieces

    def here(self) -> list[int]:
        """Which pieces are in which space."""
        stacks = self._here
        if stacks is None:
            stacks = [0] * len(self.setup.space_names)
            bit = 1
            for space in self.at:
                stacks[space] |= bit
                bit <<= 1
            self._here = stacks
        return stacks

    def put(self, piece: int, space: int) -> None:
        """Move one piece; what was worked out from positions no longer holds."""
        self.shift(1 << piece, space)

    def shift(self, pieces: int, space: int) -> None:
        """Move several pieces to one space."""
        here = self.here()[:]  # a changed copy, because other wars may share the old one
        at = self.at
        touched = 1 << space
        todo = pieces
        while todo:
            old = at[todo.bit_length() - 1]
            group = here[old] & todo
            todo &= ~group
            here[old] &= ~group
            touched |= 1 << old
            while group:
                piece = group.bit_length() - 1
                at[piece] = space
                group ^= 1 << piece
        here[space] |= pieces
        self._here = here
        if self._lay is not None:
            self._lay = self._survey(self._lay, here, touched & self.setup.map)

    def cargo(self, ships: int) -> int:
        """Everything aboard some ships, which are all in one space."""
        if not ships:
            return 0
        carried = 0
        aboard = self.aboard
        for piece in bits(self.here()[self.at[ships.bit_length() - 1]] & self.stowed):
            if ships >> aboard[piece] & 1:
                carried |= 1 << piece
        return carried

    def stow(self, piece: int, ship: int) -> None:
        self.aboard[piece] = ship
        self.stowed |= 1 << piece
        self._loads = None
        if self.at[piece] != self.at[ship]:
            self.put(piece, self.at[ship])

    def unstow(self, pieces: int) -> None:
        pieces &= self.stowed
        if pieces:
            for piece in bits(pieces):
                self.aboard[piece] = NOWHERE
            self.stowed &= ~pieces
            self._loads = None

    def markers(self, side: int) -> list[int]:
        return self.markers_ax if side == AX else self.markers_br

    def marker_count(self, side: int) -> int:
        """Markers on the islands: those aboard and off the map do not count [OH-INIT.2]."""
        return sum(self.markers(side))

    def stored(self, ship: int) -> int:
        """Supply markers aboard a ship."""
        return next((n for s, n in self.stores if s == ship), 0)

    def laden(self) -> int:
        """Ships that carry supply markers."""
        ships = 0
        for ship, _ in self.stores:
            ships |= 1 << ship
        return ships

    # --- who stands where

    def lay(self) -> tuple[int, ...]:
        """Territories with Axis units, with British units or works, with British units; zones with ships of each side, with
        surface ships of each side, with surface warships of each side."""
        survey = self._lay
        if survey is None:
            survey = self._lay = self._survey((0,) * 9, self.here(), self.setup.map)
        return survey

    def _survey(self, known: tuple[int, ...], here: list[int], spaces: int) -> tuple[int, ...]:
        """Look at some spaces again."""
        setup = self.setup
        land = spaces & setup.land
        ax, br, troops, *zones = known
        if land:
            ax, br, troops = ax & ~land, br & ~land, troops & ~land
            axis_ground, british, ground = setup.axis_ground, setup.british_force, setup.ground
            while land:
                bit = land & -land
                land ^= bit
                pieces = here[bit.bit_length() - 1]
                if pieces & axis_ground:
                    ax |= bit
                forces = pieces & british
                if forces:
                    br |= bit
                    if forces & ground:
                        troops |= bit
        sea = spaces & setup.sea
        if sea:
            axis, kinds = setup.own[AX], (setup.ships, setup.surface, setup.warships)
            zones = [mask & ~sea for mask in zones]
            while sea:
                bit = sea & -sea
                sea ^= bit
                pieces = here[bit.bit_length() - 1]
                for i, kind in enumerate(kinds):
                    some = pieces & kind
                    if not some:
                        break
                    if some & axis:
                        zones[2 * i] |= bit
                    if some & ~axis:
                        zones[2 * i + 1] |= bit
        return (ax, br, troops, *zones)

    def stands(self, side: int) -> int:
        """Territories with ground units of a side, for the British also with works."""
        return self.lay()[side]

    def contested(self) -> int:
        """Territories where both sides stand."""
        lay = self.lay()
        return lay[AX] & lay[BR]

    def axis_held(self) -> int:
        """Territories with an Axis unit and nothing British left [OH-LC.15]."""
        lay = self.lay()
        return lay[AX] & ~lay[BR]

    def fleets(self, side: int) -> int:
        """Zones with ships of a side."""
        return self.lay()[3 + side]

    def surface_fleets(self, side: int) -> int:
        return self.lay()[5 + side]

    def war_fleets(self, side: int) -> int:
        return self.lay()[7 + side]

    def mine(self, side: int, space: int, kinds: int) -> int:
        """Pieces of a side in a space, of some kinds."""
        return self.here()[space] & self.setup.own[side] & kinds

    def troops(self, side: int, space: int) -> int:
        """The ground units of a side ashore in a territory."""
        return self.here()[space] & self.setup.own[side] & self.setup.ground

    def forces(self, side: int, space: int) -> int:
        """The ground units and works of a side in a territory."""
        return self.here()[space] & self.setup.own[side] & self.setup.land_force

    def airborne(self, side: int, space: int) -> int:
        """Aircraft of a side that can fight in a space: those that flew there, and those based there that can take off [G-33]."""
        setup = self.setup
        planes = self.here()[space] & setup.own[side] & setup.air
        if not planes:
            return 0
        if space < setup.lands:
            if self.damage[space] >= setup.out_at and setup.airfields >> space & 1:
                planes &= self.flying  # a ruined field launches nobody [OH-AIR.9]
            return planes
        for piece in bits(planes & self.stowed):
            if not self.deck_open(self.aboard[piece]):
                planes &= ~(1 << piece)
        return planes

    def deck_open(self, ship: int) -> bool:
        """A carrier that can launch and recover [OH-SEA.7]."""
        return (self.hit1 >> ship & 1) + (self.hit2 >> ship & 1) < self.setup.deck_shut

    def hits_on(self, piece: int) -> int:
        return (self.hit1 >> piece & 1) + (self.hit2 >> piece & 1)

    def hits_left(self, piece: int) -> int:
        return self.setup.hits[piece] - (self.hit1 >> piece & 1) - (self.hit2 >> piece & 1)

    def works(self, space: int, airfield: bool) -> bool:
        """Whether the airfield or port of a territory is in working order [OH-FAC.2]."""
        return self.damage[space] < (self.setup.out_at if airfield else self.setup.port_out_at)

    def radar(self, kind: str) -> bool:
        """A set that works and is not under assault [OH-RAD.1]."""
        ax = self.stands(AX)
        lost = self.setup.lost[BR]
        return any(self.at[r] != lost and not ax >> self.at[r] & 1 for r in bits(self.setup.radars[kind]))

    def attacker(self, space: int) -> int:
        """Who rolls attack numbers and says what is engaged: the initiative side [OH-INIT.3], by option who came [G-01]."""
        if self.setup.on["attacker"] == "entering":
            came = [self.entered[side] >> space & 1 for side in (AX, BR)]
            if came[AX] != came[BR]:
                return AX if came[AX] else BR
        return self.first

    def supplied(self, side: int) -> int:
        return self.spent >> side & 1

    # --- like pieces [OH-GEN.5]

    def loads(self) -> dict[int, int]:
        """What tells ships apart by what they carry, and what is aboard by its ship: for each of them all with a like load.

        A ship is known by how she is loaded, by her markers, and by how many of each kind are aboard, damage told apart; what is
        aboard by its ship: her kind, damage and load. Under NOWHERE those that carry nothing and are aboard nothing.
        """
        known = self._loads
        if known is not None and known[0] == (self.beach, self.hit1, self.hit2) and known[1] is self.stores:
            same: dict[int, int] = known[2]
            return same
        sort, aboard = self.setup.sort, self.aboard
        load_key: dict[int, int] = {}  # a few bits for each kind and damage count how many are aboard
        for piece in bits(self.stowed):
            load_key[aboard[piece]] = load_key.get(aboard[piece], 0) + (2 << 8 * sort[piece] + 4 * (self.hit1 >> piece & 1))
        alike: dict[Any, int] = {}
        keys: dict[int, Any] = {ship: load | self.beach >> ship & 1 for ship, load in load_key.items()}
        keys |= {ship: -markers for ship, markers in self.stores}
        for piece in bits(self.stowed):
            ship = aboard[piece]
            keys[piece] = (keys[ship], sort[ship], self.hits_on(ship))
        for piece, key in keys.items():
            alike[key] = alike.get(key, 0) | 1 << piece
        carried = {piece: alike[key] for piece, key in keys.items()}
        carried[NOWHERE] = ~mask_of(keys)
        self._loads = ((self.beach, self.hit1, self.hit2), self.stores, carried)
        return carried

    def _tells(self, among: int, splits: tuple[int, ...]) -> tuple[int, ...]:
        """What tells like pieces of a set apart, whoever asks, beside their loads: hits; ships that sweep or have fired, units that
        may not move again or may go back aboard."""
        if not among & self.setup.hurtable:
            return splits
        if among & self.setup.ships:
            return (self.hit1, self.hit2, self.sweeping, self.fired & self.setup.sneaks, *splits)
        if self.fresh and among & self.setup.ground:
            return (self.hit1, self.hit2, self.fresh & self.setup.raiders, mask_of(unit for unit, _ in self.landed), *splits)
        return (self.hit1, self.hit2, *splits)

    def _burdened(self) -> int:
        """Everything that could have a load or be part of one; of the others none is told apart by loads."""
        pieces = self.beach | self.freight | self.setup.decks | self.stowed
        return pieces | self.laden() if self.stores else pieces

    def twins(self, piece: int, among: int, *splits: int) -> int:
        """Those of a set that cannot be told from a piece."""
        same = self.setup.like[piece] & among
        for split in self._tells(same | 1 << piece, splits):
            same &= split if split >> piece & 1 else ~split
        if (same | 1 << piece) & self._burdened():
            loads = self.loads()
            same &= loads.get(piece, loads[NOWHERE])
        return same

    def heads(self, among: int, *splits: int) -> int:
        """One of each kind of a set: the first in order stands for all like it in one space."""
        like = self.setup.like
        telling: list[int] | None = None  # most kinds have one member: what tells like pieces apart is asked only for others
        burdened = first = 0
        rest = among
        while rest:
            low = rest & -rest
            piece = low.bit_length() - 1
            same = like[piece] & rest
            if same != low:
                if telling is None:
                    telling = []
                    for split in self._tells(among, splits):
                        split &= among
                        if split and split != among:
                            telling.append(split)
                    burdened = self._burdened()
                for split in telling:
                    same &= split if split & low else ~split
                if same & burdened and same != low:
                    loads = self.loads()
                    same &= loads.get(piece, loads[NOWHERE])
            first |= low
            rest ^= same
        return first

    def heads_by_space(self, among: int, *splits: int) -> int:
        """One of each kind in each space."""
        first = 0
        here, at = self.here(), self.at
        while among:
            group = here[at[among.bit_length() - 1]] & among
            first |= self.heads(group, *splits) if group & (group - 1) else group
            among &= ~group
        return first

    # --- victory

    def scores(self) -> tuple[int, int]:
        """Victory points now [OH-VIC.2, OH-VIC.4]."""
        setup = self.setup
        lay = self.lay()
        rule = setup.on["contested_scores"]
        axis = british = 0
        for t, vp in enumerate(setup.vp):
            if not vp:
                continue
            if not lay[AX] >> t & 1:
                british += vp
            elif lay[BR] >> t & 1 and rule != "axis":
                british += vp if rule == "british" else 0
            else:
                axis += vp
        return axis + self.handicap, british - self.handicap  # they change hands

    def check(self) -> None:
        """What is always true, whatever the players do."""
        setup = self.setup
        here = [0] * len(setup.space_names)
        bit = 1
        for space in self.at:
            here[space] |= bit
            bit <<= 1
        assert here == self.here(), "somebody is not where he is said to be"
        assert self._lay is None or self._lay == self._survey((0,) * 9, here, setup.map), "the lay of the land is out of date"
        self._check_places(here)
        self._check_cargo()
        for side in (AX, BR):
            assert all(n >= 0 for n in self.markers(side)) and not any(self.markers(side)[setup.lands :])
        for t in range(setup.lands):
            self.insist(self.port_used[t] <= setup.port_room.get(t, 0), "check-port-works-too-much", rule="OH-LDG.2")
            assert self.damage[t] >= 0
        assert len({p for p, _ in self.aloft}) == len(self.aloft)
        assert mask_of(p for p, _ in self.aloft) == self.flying
        assert sum(setup.vp) == setup.tables["victory.total"] or setup.tables.pack, "the objectives are worth 275 [OH-VIC.3]"
        if setup.on["contested_scores"] != "none" or not self.contested():
            assert sum(self.scores()) == sum(setup.vp)
        assert len(self.drops) <= setup.airlift and not (self.drops and self.drop_marker != NOWHERE)

    def _check_places(self, here: list[int]) -> None:
        """Ships at sea, units ashore or aboard, works where they were built, aircraft on bases or in the air, hits below the limit."""
        setup = self.setup
        land = sea = 0
        for t in range(setup.lands):
            land |= here[t]
        for zone in range(setup.lands, setup.areas):
            sea |= here[zone]
        self.insist(not land & setup.ships, "check-ship-ashore")
        self.insist(not sea & setup.ground & ~self.stowed, "check-ground-unit-stands-sea")
        self.insist(not sea & setup.air & ~self.stowed & ~self.flying, "check-aircraft-rests-on-sea")
        assert not sea & setup.works
        for side in (AX, BR):
            gone = here[setup.lost[side]]
            assert not gone & setup.own[1 - side] and not gone & (self.hit1 | self.hit2 | self.stowed)
        for t in range(setup.lands):
            self.insist(all(setup.start[p] == t for p in bits(here[t] & setup.works)), "check-works-have-moved")
        assert not self.hit2 & ~self.hit1
        for piece in bits(self.hit1):
            self.insist(self.hits_left(piece) > 0, "check-too-many-hits", unit=("piece", piece))

    def _check_cargo(self) -> None:
        """Every ship carries one sort of cargo, no more than it may, and goes where its cargo goes."""
        setup = self.setup
        deck: dict[int, int] = {}
        hold: dict[int, int] = {}
        assert sum(ship != NOWHERE for ship in self.aboard) == self.stowed.bit_count(), "the list of cargo is wrong"
        for piece in bits(self.stowed):
            ship = self.aboard[piece]
            self.insist(ship != NOWHERE and self.at[ship] == self.at[piece], "check-not-with-its-ship", unit=("piece", piece))
            self.insist(setup.side_of[ship] == setup.side_of[piece], "check-aboard-enemy", unit=("piece", piece))
            load = deck if setup.air >> piece & 1 else hold
            load[ship] = load.get(ship, 0) + 1
        for ship, number in deck.items():
            self.insist(
                number <= setup.deck and setup.kind[ship] == "cv",
                "check-too-many-aircraft",
                rule="OH-AIR.10",
                ship=("piece", ship),
            )
        for ship, number in hold.items():
            room = setup.lift.get(setup.kind[ship], {})
            way = "assault" if self.beach >> ship & 1 else "port"
            self.insist(number <= room.get(way, 0), "check-carries-too-much", rule="OH-LDG.5", ship=("piece", ship))
            self.insist((self.beach | self.freight) >> ship & 1, "check-loaded-no-way", ship=("piece", ship))
        for ship, number in self.stores:
            assert 0 < number <= setup.lift["tr"]["supply"] and self.at[ship] not in setup.lost
        self.insist(
            not self.beach & self.freight and not self.laden() & (self.beach | self.freight),
            "check-mixed-cargo",
            rule="OH-NAV.16",
        )
