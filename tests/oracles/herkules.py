"""A second referee for Operation Herkules, written from the sentences of the rulebook: names, sets and dictionaries, nothing quick.

It is shown a position and says where a group may march, sail, fly or land, who may be chosen, which dice a battle has, what a
ship may carry and who scores. Of the engine it reads only the position; every rule is worked out here once more.

    board = Board(war)
    board.marches({"Livorno Inf 1"}, "AX")      # {"Luqa", "Kirkop"}
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

VALUES = {  # attack, defence, move, hits, air defence: the table at the head of the rulebook
    "inf": (2, 2, 1, 1, 1), "at": (2, 2, 1, 1, 1), "art": (3, 3, 1, 1, 1), "mech": (2, 2, 2, 1, 1), "recon": (1, 1, 2, 1, 1),
    "tank": (3, 3, 2, 2, 1), "ftr": (3, 4, 0, 1, 0), "tac": (3, 3, 0, 1, 0), "str": (4, 1, 0, 1, 0), "sub": (2, 1, 2, 1, 0),
    "dd": (2, 2, 3, 2, 2), "ca": (3, 3, 3, 2, 2), "bb": (4, 4, 2, 3, 2), "cv": (1, 2, 2, 3, 2), "tr": (0, 0, 2, 1, 0),
    "bunker": (2, 2, 0, 1, 0), "gun": (2, 2, 0, 2, 1), "radar": (1, 1, 0, 1, 1),
}  # fmt: skip
GROUND = {"inf", "at", "art", "mech", "recon", "tank"}
AIR = {"ftr", "tac", "str"}
SHIPS = {"sub", "dd", "ca", "bb", "cv", "tr"}
WORKS = {"bunker", "gun", "radar"}
WARSHIPS = {"dd", "ca", "bb", "cv"}
BOMBARD = {"dd", "ca", "bb"}
MOBILE = {"mech", "recon", "tank"}
ENTRY = range(17, 25)
RUINED = 4
"""More than three damage."""

Dice = Counter[tuple[str, int]]
"""(whose choice the hit is, number that hits) -> dice."""


@dataclass(frozen=True)
class Unit:
    name: str
    kind: str
    nation: str
    side: str
    formation: str
    way: str
    """How a formation comes: PARA, AIRLAND, SEA, PORT."""
    at: str
    hits: int
    ship: str
    """Aboard which ship, or nothing."""


def other(side: str) -> str:
    return "BR" if side == "AX" else "AX"


class Board:
    """A position in names."""

    def __init__(self, war: Any) -> None:
        setup = war.setup
        tables = setup.tables
        self.options: dict[str, Any] = dict(setup.on)
        names = setup.piece_names
        spaces = setup.space_names

        def pieces(mask: int) -> set[str]:
            return {name for i, name in enumerate(names) if mask >> i & 1}

        def places(mask: int) -> set[str]:
            return {name for i, name in enumerate(spaces) if mask >> i & 1}

        self.units: dict[str, Unit] = {}
        for i, name in enumerate(names):
            key = f"formations.{setup.hq[i]}.arrival"
            way = tables[key] if key in tables.entries and setup.kind[i] in GROUND else ""
            aboard = names[war.aboard[i]] if war.aboard[i] >= 0 else ""
            hits = (war.hit1 >> i & 1) + (war.hit2 >> i & 1)
            nation = ("DE", "IT", "UK")[setup.nation[i]]
            side = "BR" if nation == "UK" else "AX"
            self.units[name] = Unit(name, setup.kind[i], nation, side, setup.hq[i], way, spaces[war.at[i]], hits, aboard)
        self.turn = war.turn
        self.first = ("AX", "BR")[war.first]
        self.supplied = {side for i, side in enumerate(("AX", "BR")) if war.spent >> i & 1}
        self.moved, self.fresh, self.flying = pieces(war.moved), pieces(war.fresh), pieces(war.flying)
        self.fired, self.busy, self.duelled = pieces(war.fired), pieces(war.busy), pieces(war.duelled)
        self.unseen, self.sweeping, self.away = pieces(war.unseen), pieces(war.sweeping), pieces(war.away)
        self.flown, self.beach, self.freight = pieces(war.flown), pieces(war.beach), pieces(war.freight)
        self.went = {name: sum(level >> i & 1 for level in war.went) for i, name in enumerate(names)}
        self.base = {names[p]: spaces[b] for p, b in war.aloft}
        self.stores = {names[p]: n for p, n in war.stores}
        self.landed = {names[u]: names[s] for u, s in war.landed}
        self.docked = [(names[s], spaces[p]) for s, p in war.docked]
        self.markers = {"AX": dict(zip(spaces, war.markers_ax)), "BR": dict(zip(spaces, war.markers_br))}
        self.damage = dict(zip(spaces, war.damage))
        self.held_turns = dict(zip(spaces, war.held))
        self.mines = [(spaces[z], ("AX", "BR")[owner]) for z, owner, _ in war.mines]
        self.drops = [(names[u], spaces[t]) for u, t in war.drops]
        self.drop_marker = spaces[war.drop_marker] if war.drop_marker >= 0 else ""
        self.assault = war.assault
        self.free_field = spaces[war.free_field] if war.free_field >= 0 else ""
        self.free_target = spaces[war.free_target] if war.free_target >= 0 else ""
        self.beach_target = {spaces[b]: spaces[t] for b, t in war.beaches}
        self.entered = {"AX": places(war.entered[0]), "BR": places(war.entered[1])}
        self.fought = {"AX": places(war.fought[0]), "BR": places(war.fought[1])}
        self._map(tables)
        self.inside: dict[str, list[Unit]] = {}
        for unit in self.units.values():
            self.inside.setdefault(unit.at, []).append(unit)

    def _map(self, tables: Any) -> None:
        lands = {t: tables[f"map.land.{t}.name"] for t in tables.under("map.land")}
        zones = {int(z): f"{z} {tables[f'map.sea.{z}.name']}" for z in tables.under("map.sea")}
        self.lands, self.zones = set(lands.values()), set(zones.values())
        self.roads = {name: {lands[n] for n in tables[f"map.land.{t}.links"]} for t, name in lands.items()}
        self.shore = {name: {zones[z] for z in tables[f"map.land.{t}.sea"]} for t, name in lands.items()}
        self.lanes = {name: {zones[n] for n in tables[f"map.sea.{z}.links"]} for z, name in zones.items()}
        self.points = {name: int(tables[f"map.land.{t}.vp"]) for t, name in lands.items()}
        self.fields = {name for t, name in lands.items() if tables[f"map.land.{t}.airfield"]}
        sizes = {name: tables[f"map.land.{t}.port"] for t, name in lands.items()}
        self.ports = {name: 3 if size == "major" else 1 for name, size in sizes.items() if size != "none"}
        self.port_zone = {name: zones[tables[f"map.land.{t}.port_zone"]] for t, name in lands.items() if name in self.ports}
        self.gun_zones = {name: {zones[z] for z in tables[f"map.land.{t}.gun_zones"]} for t, name in lands.items()}
        self.radar_kind = {name: tables[f"map.land.{t}.radar"] for t, name in lands.items()}
        self.entry = {zones[z] for z in ENTRY}

    # --- who is where

    def of(self, place: str, side: str, kinds: set[str]) -> list[Unit]:
        return [u for u in self.inside.get(place, []) if u.side == side and u.kind in kinds]

    def ashore(self, place: str, side: str) -> bool:
        """Ground units, for the British also works, in a territory."""
        return bool(self.of(place, side, GROUND | (WORKS if side == "BR" else set())))

    def contested(self, place: str) -> bool:
        return self.ashore(place, "AX") and self.ashore(place, "BR")

    def axis_holds(self, place: str) -> bool:
        return self.ashore(place, "AX") and not self.ashore(place, "BR")

    def radar(self, kind: str) -> bool:
        """A set of the kind stands in a territory without Axis ground units."""
        for place in self.lands:
            if self.radar_kind[place] == kind and self.of(place, "BR", {"radar"}) and not self.of(place, "AX", GROUND):
                return True
        return False

    def attacker(self, place: str) -> str:
        if self.options["attacker"] == "entering":
            came = [side for side in ("AX", "BR") if place in self.entered[side]]
            if len(came) == 1:
                return came[0]
        return self.first

    # --- likeness

    def load(self, ship: str) -> tuple[Any, ...]:
        aboard = Counter((u.nation, u.kind, u.way, u.hits) for u in self.units.values() if u.ship == ship)
        return (ship in self.beach and bool(aboard), self.stores.get(ship, 0), frozenset(aboard.items()))

    def looks(self, name: str) -> tuple[Any, ...]:
        """Everything a rule could tell a piece by, but for what it did in the naval move."""
        unit = self.units[name]
        own = unit.formation if unit.formation in ("toulon", "gibraltar") else unit.way
        radar = self.radar_kind[unit.at] if unit.kind == "radar" else ""
        found: list[Any] = [unit.nation, unit.kind, own, radar, unit.hits, name in self.sweeping, name in self.landed]
        found.append(name in self.fresh and unit.kind in MOBILE)
        found.append(name in self.fired and unit.kind == "sub")
        if unit.kind in SHIPS:
            found.append(self.load(name))
        if unit.ship:
            ship = self.units[unit.ship]
            found += [ship.nation, ship.kind, ship.formation == "toulon", ship.hits, self.load(unit.ship)]
        return tuple(found)

    # --- marching [OH-LAND, OH-SUP]

    def marches(self, group: set[str], side: str) -> set[str]:
        origin = next(iter(self.units[name].at for name in group))
        points = min(VALUES[self.units[name].kind][2] for name in group)
        found: set[str] = set()
        calm = {origin}
        for _ in range(points):
            for here in list(calm):
                for there in self.roads[here]:
                    found.add(there)
            calm |= {place for place in found if not self.ashore(place, other(side))}
        found.discard(origin)
        attacks = {place for place in found if self.ashore(place, other(side))}
        if side in self.supplied:
            return found
        return found - attacks | attacks & self.free_attacks(group, origin, side)

    def free_attacks(self, group: set[str], origin: str, side: str) -> set[str]:
        """Without a marker: paratroops from one airfield, anybody from a beach with ships off it; one neighbour each."""
        if side == "BR":
            return set()
        found: set[str] = set()
        if all(self.units[name].way == "PARA" for name in group) and origin in self.fields and self.free_field in ("", origin):
            found |= {place for place in self.roads[origin] if self.free_target in ("", place)}
        if any(self.of(zone, "AX", SHIPS - {"sub"}) for zone in self.shore[origin]):
            found |= {place for place in self.roads[origin] if self.beach_target.get(origin, place) == place}
        return found

    def walkers(self, side: str, second: bool) -> set[str]:
        """Who may be chosen for a march, if there is anywhere to go."""
        found = set()
        for unit in self.units.values():
            if unit.side != side or unit.kind not in GROUND or unit.at not in self.lands or unit.name in self.moved:
                continue
            if unit.kind == "tank" and unit.hits:
                continue
            if second and (unit.kind not in MOBILE or unit.name in self.fresh):
                continue
            if self.marches({unit.name}, side):
                found.add(unit.name)
        return found

    # --- sailing [OH-NAV]

    def points_left(self, group: set[str]) -> int:
        return min(VALUES[self.units[name].kind][2] - self.went[name] for name in group)

    def barred(self, side: str) -> set[str]:
        blind = self.options["radar_ban"] and side == "BR" and self.first == "AX"
        return self.entered["AX"] if blind and not self.radar("naval") else set()

    def stops(self, group: set[str], side: str) -> set[str]:
        if not self.options["ships_stop_on_contact"] or all(self.units[name].kind == "sub" for name in group):
            return set()
        return {zone for zone in self.zones if self.of(zone, other(side), WARSHIPS)}

    def dice_in(self, zone: str, group: set[str], side: str) -> int:
        """Dice of mines, guns and submarines that a group meets when it enters a zone."""
        found = sum(3 for where, owner in self.mines if where == zone and owner != side)
        if all(self.units[name].kind == "sub" for name in group):
            return found
        found += sum(1 for u in self.of(zone, other(side), {"sub"}) if u.name not in self.fired)
        if side == "AX":
            for place in self.lands:
                if zone in self.gun_zones[place]:
                    found += sum(1 for u in self.of(place, "BR", {"gun"}) if u.name not in self.fired)
        return found

    def ways(self, group: set[str], side: str, path: tuple[str, ...] = ()) -> dict[str, list[tuple[str, ...]]]:
        """Every way of a group, by the zone where it ends. Being set down is one way for each zone of the map."""
        origin = next(iter(self.units[name].at for name in group))
        closed, stops = self.barred(side), self.stops(group, side)
        if origin not in self.zones and (origin == "Toulon" or self.turn == 1):
            return {zone: [(zone,)] for zone in self.zones - closed}
        points = self.points_left(group)
        if origin in self.zones:
            begun: list[tuple[tuple[str, ...], int]] = [((), points)]
        else:
            begun = [((zone,), points) for zone in self.entry - closed]
        found: dict[str, list[tuple[str, ...]]] = {}
        while begun:
            way, left = begun.pop()
            here = way[-1] if way else origin
            if way and way[: len(path)] == path[: len(way)] and len(way) >= len(path):
                found.setdefault(here, []).append(way)
            if left and (not way or here not in stops):
                for zone in self.lanes[here] - closed:
                    if len(way) >= len(path) or zone == path[len(way)]:
                        begun.append(((*way, zone), left - 1))
        return found

    # --- flying [OH-AIR]

    def base_of(self, name: str) -> str:
        return self.base.get(name, self.units[name].at)

    def landing_grounds(self, side: str) -> set[str]:
        if side == "BR":
            return {field for field in self.fields if not self.of(field, "AX", GROUND)}
        return {field for field in self.fields if self.axis_holds(field) and self.held_turns[field] >= 2}

    def deck_room(self, side: str) -> Counter[str]:
        found: Counter[str] = Counter()
        for ship in self.units.values():
            if ship.side == side and ship.kind == "cv" and ship.at in self.zones and ship.hits < 2:
                taken = sum(1 for u in self.units.values() if u.ship == ship.name and u.kind in AIR)
                found[ship.at] += 2 - taken
        return found

    def missions(self, group: set[str], side: str) -> set[str]:
        found = self.lands | self.zones
        if side not in self.supplied and any(self.base_of(name) in self.lands and not self.units[name].ship for name in group):
            quiet = self.landing_grounds(side) | {zone for zone, room in self.deck_room(side).items() if room > 0}
            found = {place for place in quiet if not self.of(place, other(side), AIR | SHIPS)}
            if side == "AX":
                found.add("Sicily")
            elif self.options["free_intercept"]:
                found |= {place for place in self.lands if not self.axis_holds(place)}
                found |= {zone for zone in self.zones if self.of(zone, "BR", SHIPS)}
        if self.options["radar_ban"] and side == "BR" and self.first == "AX" and not self.radar("air"):
            found -= self.entered["AX"]
        starts = {self.units[name].at for name in group}
        return found - starts if len(starts) == 1 else found

    def pilots(self, side: str, again: bool) -> set[str]:
        """Aircraft that may be given a mission; with radar also those in the air."""
        found = set()
        for unit in self.units.values():
            name = unit.name
            if unit.side != side or unit.kind not in AIR:
                continue
            if name in self.flying:
                if again and name not in self.moved:
                    found.add(name)
            elif unit.at == {"AX": "Sicily", "BR": "Gibraltar"}[side]:
                if name not in self.flown:
                    found.add(name)
            elif unit.ship:
                if self.units[unit.ship].at in self.zones and self.units[unit.ship].hits < 2:
                    found.add(name)
            elif unit.at in self.fields and self.damage[unit.at] < RUINED:
                if sum(1 for base in self.base.values() if base == unit.at) < 2:
                    found.add(name)
        if again:
            found -= self.moved
        return {name for name in found if self.missions({name}, side)}

    def flak(self, place: str) -> int:
        found = len(self.of(place, "BR", {"gun"}))
        if not self.of(place, "AX", GROUND):
            found += len(self.of(place, "BR", {"radar"}))
        if not self.axis_holds(place):
            found += (place in self.fields and self.damage[place] < RUINED) + (
                place in self.ports and self.damage[place] < RUINED
            )
        return found

    # --- battles

    def up(self, place: str, side: str) -> set[str]:
        """Aircraft that can fight in a place: not those on a ruined field or a shut deck."""
        found = set()
        for unit in self.of(place, side, AIR):
            if place in self.fields and self.damage[place] >= RUINED and unit.name not in self.flying:
                continue
            if unit.ship and self.units[unit.ship].hits >= 2:
                continue
            found.add(unit.name)
        return found

    def free_up(self, place: str, side: str) -> set[str]:
        return {name for name in self.up(place, side) if name not in self.duelled and name not in self.busy}

    def number(self, name: str, attacking: bool) -> int:
        return VALUES[self.units[name].kind][0 if attacking else 1]

    def duel_dice(self, side: str, planes: set[str], attacking: bool) -> Dice:
        found: Dice = Counter(("owner", self.number(name, attacking)) for name in planes)
        if side == "BR" and self.radar("air"):
            found["owner", 2] += 1
        return found

    def sea_dice(self, zone: str, engaged: set[str]) -> dict[str, Dice]:
        """Both volleys of a sea battle, with these of the attacker engaged."""
        attacker = self.attacker(zone)
        found: dict[str, Dice] = {}
        there: dict[str, set[str]] = {}
        firing: dict[str, set[str]] = {}
        for side in ("AX", "BR"):
            ships = {u.name for u in self.of(zone, side, SHIPS)}
            hidden = {name for name in ships if name in self.unseen and name not in engaged}
            there[side] = ships - hidden | self.free_up(zone, side)
            silent = {name for name in ships if self.units[name].kind == "sub" and name in self.fired}
            able = there[side] - (silent if self.options["sneak_is_only_shot"] else set())
            able = {name for name in able if self.units[name].kind != "tr"}
            firing[side] = engaged if side == attacker else able
        shipping = {side: any(self.units[n].kind in SHIPS for n in there[side]) for side in there}
        defender = other(attacker)
        fought = bool(engaged) or (shipping[attacker] and bool(there[defender]))
        for side in ("AX", "BR"):
            dice: Dice = Counter()
            if fought and there[other(side)] and (firing[side] or there[side]):
                for name in firing[side]:
                    kind = self.units[name].kind
                    if kind in SHIPS and not shipping[other(side)]:
                        if VALUES[kind][4]:
                            dice["aircraft", VALUES[kind][4]] += 1
                    else:
                        picks = kind in {"ftr", "tac", "sub", "dd", "ca", "bb"}
                        dice["firer" if picks else "owner", self.number(name, side == attacker)] += 1
                if side == "BR" and self.radar("naval"):
                    dice["owner", 2] += 1
            found[side] = dice
        return found

    def land_dice(self, place: str, engaged: set[str], answer: set[str]) -> dict[str, Dice]:
        """Both volleys of a land battle; the attacker's engaged, the defender's support."""
        attacker = self.attacker(place)
        found: dict[str, Dice] = {}
        for side in ("AX", "BR"):
            foe = other(side)
            support = engaged if side == attacker else answer
            theirs = answer if side == attacker else engaged
            own = {u.name for u in self.of(place, side, GROUND)}
            own = own & engaged if side == attacker else own
            own |= {u.name for u in self.of(place, side, WORKS)}
            dice: Dice = Counter()
            if self.ashore(place, foe):
                for name in own:
                    dice["owner", self.number(name, side == attacker)] += 1
                for name in support:
                    kind = self.units[name].kind
                    if kind in AIR:
                        dice["firer" if kind != "str" else "owner", self.number(name, side == attacker)] += 1
                    elif kind in SHIPS:
                        dice["owner", VALUES[kind][0]] += 1
            elif any(self.units[n].kind in AIR for n in theirs) and not any(self.units[n].kind in SHIPS for n in theirs):
                for unit in self.of(place, side, GROUND):
                    dice["aircraft", VALUES[unit.kind][4]] += 1
            found[side] = dice
        return found

    def bombarders(self, place: str, side: str) -> set[str]:
        return {u.name for zone in self.shore[place] for u in self.of(zone, side, BOMBARD) if u.name not in self.busy}

    # --- landings and ports [OH-LDG]

    def assault_open(self, side: str) -> bool:
        return side == "BR" or self.assault == self.turn or (self.assault + 1) // 2 != (self.turn + 1) // 2

    def guarded(self, zone: str, side: str) -> bool:
        return bool(self.options["landing_needs_clear_zone"] and self.of(zone, other(side), WARSHIPS))

    def quays(self, ship: str, side: str) -> set[str]:
        found = set()
        for port, room in self.ports.items():
            if self.port_zone[port] != self.units[ship].at:
                continue
            if (ship, port) in self.docked:
                found.add(port)
                continue
            if side == "AX":
                ours = self.axis_holds(port) if self.options["port_needs_clear"] else self.ashore(port, "AX")
            else:
                ours = not self.of(port, "AX", GROUND)
            used = len({s for s, p in self.docked if p == port})
            if ours and self.damage[port] < RUINED and used < room and not self.guarded(self.port_zone[port], side):
                found.add(port)
        return found

    def unloading(self, ship: str, side: str) -> set[str]:
        """Where a laden ship may put everything ashore."""
        aboard = [u for u in self.units.values() if u.ship == ship and u.kind in GROUND]
        if (not aboard and ship not in self.stores) or any(u.name in self.moved for u in aboard):
            return set()
        found = self.quays(ship, side)
        if side == "AX" and ship in self.stores and not self.guarded(self.units[ship].at, side):
            found |= {place for place in self.lands if self.units[ship].at in self.shore[place] and self.axis_holds(place)}
        return found

    def landers(self, side: str) -> set[str]:
        """Units that may go over a beach now."""
        found = set()
        for unit in self.units.values():
            if unit.side == side and unit.kind in GROUND and unit.ship in self.beach and unit.at in self.zones:
                coast = any(unit.at in zones for zones in self.shore.values())
                if coast and unit.name not in self.moved and self.assault_open(side) and not self.guarded(unit.at, side):
                    found.add(unit.name)
        return found

    # --- always true

    def cargo_faults(self) -> list[str]:
        """Ships that carry what they may not [OH-LDG.5, OH-NAV.16, OH-AIR.10]."""
        found = []
        for ship in self.units.values():
            if ship.kind not in SHIPS:
                continue
            aboard = [u for u in self.units.values() if u.ship == ship.name]
            troops = [u for u in aboard if u.kind in GROUND]
            planes = [u for u in aboard if u.kind in AIR]
            markers = self.stores.get(ship.name, 0)
            limit = 0
            if ship.kind == "tr":
                limit = 1 if ship.name in self.beach else 2
            elif ship.kind == "dd" and ship.side == "AX" and self.options["dd_lift"]:
                limit = 1 if all(u.kind == "inf" for u in troops) else 0
            if len(troops) > limit:
                found.append(f"{ship.name} carries {len(troops)} units")
            if len(planes) > (2 if ship.kind == "cv" else 0) or any(u.kind == "str" for u in planes):
                found.append(f"{ship.name} carries {len(planes)} aircraft")
            if markers > (2 if ship.kind == "tr" else 0) or (markers and troops):
                found.append(f"{ship.name} carries {markers} markers")
            if ship.name in self.beach and any(u.way == "PORT" for u in troops):
                found.append(f"{ship.name} takes a port formation to a beach")
        return found

    def scores(self) -> tuple[int, int]:
        axis = british = 0
        for place, points in self.points.items():
            if self.contested(place):
                axis += points if self.options["contested_scores"] == "axis" else 0
                british += points if self.options["contested_scores"] == "british" else 0
            elif self.ashore(place, "AX"):
                axis += points
            else:
                british += points
        return axis, british

    def initiative(self, scenario: str) -> str:
        """Who goes first on this turn; to be asked before any marker is used."""
        if self.turn <= (6 if scenario == "1940" else 8):
            return "AX"
        return "AX" if sum(self.markers["AX"].values()) > sum(self.markers["BR"].values()) else "BR"

    def disputed(self) -> set[str]:
        """Territories where somebody's markers lie under the other's feet [OH-SUP.14]."""
        found = {t for t, n in self.markers["BR"].items() if n and t in self.lands and self.axis_holds(t)}
        return found | {t for t, n in self.markers["AX"].items() if n and t in self.lands and not self.ashore(t, "AX")}

    def sickbeds(self, side: str) -> set[str]:
        """Where the wounded may return [OH-RG.8]."""
        near = set(self.fought[side])
        for place in self.fought[side]:
            near |= self.roads[place]
        if not self.options["wounded_need_friends"]:
            return near
        return {t for t in near if self.of(t, side, GROUND) or (side == "BR" and not self.of(t, "AX", GROUND))}


def covered(board: Board, legal: Iterable[str], listed: Iterable[str], extra: Any = None) -> str:
    """What is wrong with a list in which one stands for all like it in a place; empty if nothing is."""
    legal, listed = set(legal), set(listed)
    if listed - legal:
        return f"listed but not legal: {sorted(listed - legal)}"
    seen: dict[Any, str] = {}
    for name in sorted(listed):
        key = (board.units[name].at, board.looks(name), extra(name) if extra else None)
        if key in seen:
            return f"{seen[key]} and {name} are alike"
        seen[key] = name
    for name in sorted(legal):
        if (board.units[name].at, board.looks(name), extra(name) if extra else None) not in seen:
            return f"{name} cannot be chosen, nor anybody like it"
    return ""
