"""A second referee for Malta Convoys, written from the rulebook with sets of names.

It reads a position and says what may be chosen, how strong the antiaircraft fire is, what an attack can do, who has how many
points and whether fortifications stand where they must. It shares no rule with the game: the chart, the ships and the table of
attack are written down here once more.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

Choices = dict[str, set[Any]]
NONE: set[Any] = {None}

LANES = """
Gibraltar-W1 W1-W2 W1-W3 W2-W3 W2-W4 W2-W5 W3-W5 W4-W5 W4-W6 W4-W7 W5-W7 W5-W8 W6-W7 W7-W8 W6-W9 W6-W10 W7-W10 W7-W11 W8-W11
W9-W10 W10-W11 W10-W12 W10-W13 W11-W13 W11-W14 W12-W13 W13-W14 W12-W15 W13-W15 W13-W16 W14-W16 W14-W18 W18-W17 W15-W16 W16-W17
W15-Malta W16-Malta W17-Malta Alexandria-E1 Alexandria-E2 E1-E2 E1-E3 E2-E3 E2-E4 E3-E4 E3-E5 E4-E5 E4-E6 E5-E6 E5-E7 E5-E8 E6-E8
E6-E13 E13-E9 E7-E8 E8-E9 E7-E10 E7-E12 E8-E10 E8-E11 E9-E11 E10-E11 E10-E12 E10-Malta E11-Malta
"""
LINKS = [tuple(lane.split("-")) for lane in LANES.split()]
POSITIONS = {f"W{n}" for n in range(1, 19)} | {f"E{n}" for n in range(1, 14)}
LINE = {("W12", "W15"), ("W13", "W15"), ("W13", "W16"), ("W14", "W16"), ("W14", "W18")}
NARROWS = {"W15", "W16", "W17", "W18"}
WEST, EAST = "At Sea Western Med", "At Sea Eastern Med"
OPEN = {WEST: {"W9", "W10", "W11", "W12", "W13", "W15", "W16"}, EAST: {"E6", "E7", "E8", "E9", "E10", "E11", "E12", "E13"}}
HOME = {WEST: "Napoli", EAST: "Taranto"}
REACH = {
    "Sardinia": {f"W{n}" for n in range(6, 15)},
    "Sicily": {f"W{n}" for n in range(12, 19)} | {"E10", "E11"},
    "Crete": {"E3", "E4", "E5", "E6", "E13"},
    "Tripoli": {"W17", "E10", "E12"},
    "El Agheila": {"E7", "E12"},
    "Gazala": {"E5", "E6", "E7", "E8"},
    "Tobruk": {"E3", "E4", "E5", "E6"},
    "El Alamein": {"E1", "E2", "E3"},
}
SWORDFISH_REACH = {"Malta": {"W15", "W16", "W17", "E10", "E11", WEST, EAST}, "Crete": {"E4", "E5", "E6", "E13", EAST}}
UBOATS, GREEN, MAS = {"W4", "W5", "E3"}, {"W11", "W13", "E6"}, {"W14", "W15", "W16", "W18"}

CARRIERS = {"Argus": 0, "Ark Royal": 2, "Eagle": 1, "Illustrious": 1, "Victorious": 1, "Formidable": 1}
BATTLECRUISERS = {"Renown", "Hood"}
OLD = {"Warspite", "Barham", "Malaya", "Q. Elizabeth", "Valiant", "Ramillies"}
NEW = {"Nelson", "Rodney", "P. of Wales"}
CRUISERS = {"Force K", "Didos", "Med Cruisers", "Force H Cruisers"}
PLAIN_FREIGHTERS = {f"Freighter {n}" for n in range(1, 10)}
FREIGHTERS = PLAIN_FREIGHTERS | {"Breconshire"}
WARSHIPS = set(CARRIERS) | BATTLECRUISERS | OLD | NEW | CRUISERS
ALLIED = WARSHIPS | FREIGHTERS
NEW_ITALIANS, PAIRS = {"V. Veneto", "Littorio"}, {"Cesare/Cavour", "Doria/Duilio"}
DIVISIONS = {f"{n}. Cruiser Div" for n in (1, 3, 7, 8, 10)}
LIGHT = {f"{n}. Cruiser Div" for n in (7, 8, 10)}
ITALIANS = NEW_ITALIANS | PAIRS | DIVISIONS
BATTLESHIPS = OLD | NEW | NEW_ITALIANS | PAIRS
SLOW = PLAIN_FREIGHTERS | {"Argus", "Ramillies"}
THIN = FREIGHTERS | {"Argus"}
ARMOURED = {"Illustrious", "Victorious", "Formidable"} | OLD | NEW
SINGLE = FREIGHTERS | set(CARRIERS) | BATTLECRUISERS | OLD | NEW | NEW_ITALIANS
SEASONS = [
    "summer1940",
    "fall1940",
    "winter1940",
    "spring1941",
    "summer1941",
    "fall1941",
    "winter1941",
    "spring1942",
    "summer1942",
]


def lanes(place: str) -> set[str]:
    return {b if a == place else a for a, b in LINKS if place in (a, b)}


def steps_to_malta() -> dict[str, int]:
    """From every position along the lanes, past no harbour."""
    far = {"Malta": 0}
    edge = {"Malta"}
    while edge:
        edge = {there for here in edge for there in lanes(here) if there in POSITIONS and there not in far}
        far |= dict.fromkeys(edge, max(far.values()) + 1)
    return far


FAR = steps_to_malta()


def fleet_steps(place: str) -> set[str]:
    """One step of an Italian piece [MC-MOVE.6]."""
    for area in (WEST, EAST):
        if place == area:
            return OPEN[area] | {HOME[area], EAST if area == WEST else WEST}
        if place == HOME[area]:
            return {area}
        if place in OPEN[area]:
            return {area} | (lanes(place) & OPEN[area])
    raise AssertionError(place)


class Chart:
    """A position by its names."""

    def __init__(self, war: Any) -> None:
        names = war.setup.names
        self.names, self.war = names, war
        self.pieces, self.spaces = names.lists["piece"], names.lists["space"]
        self.options = war.setup.options
        self.season, self.first = SEASONS[war.season], SEASONS[war.setup.first]
        self.night, self.hour = war.night, war.hour
        self.status, self.column = war.status, war.column
        self.hit, self.sunk, self.down = (self.members(war.hit), self.members(war.sunk), self.members(war.down))
        self.moved, self.frozen = self.members(war.moved), self.members(war.frozen)
        self.past, self.regrouped = self.members(war.past), self.members(war.regrouped)
        self.dummies, self.exposed = self.members(war.dummies), self.members(war.exposed)
        self.gib, self.alex = self.members(war.gib), self.members(war.alex)
        self.sailed, self.barred, self.flown = self.members(war.sailed), self.members(war.barred), self.members(war.flown)
        self.based = self.members(war.based)
        lots = names.lists["lot"]
        self.inside = {lots[number]: self.members(ships) for number, ships in enumerate(war.inside)}
        self.at = {name: None if war.at[p] < 0 else self.spaces[war.at[p]] for p, name in enumerate(self.pieces)}
        self.groups = {name: self.at[name] for name in self.members(war.groups)}
        self.free = {name for p, name in enumerate(self.pieces) if war.due[p] <= war.season}
        self.row = {name: war.row[p] for p, name in enumerate(self.pieces)}
        self.ready = {name: war.ready[p] for p, name in enumerate(self.pieces)}
        self.flights = {name: war.flights[p] for p, name in enumerate(self.pieces)}
        self.launched = [self.pieces[p] for p in war.launched]
        self.used = {self.spaces[s] for s in range(len(self.spaces)) if war.used >> s & 1}
        self.used_mas = {self.spaces[s] for s in range(len(self.spaces)) if war.used_mas >> s & 1}
        self.departed = {"Gibraltar": war.departed[0], "Alexandria": war.departed[1]}
        self.decoys = {"Gibraltar": war.decoys[0], "Alexandria": war.decoys[1]}

    def members(self, mask: int) -> set[str]:
        return {name for p, name in enumerate(self.pieces) if mask >> p & 1}

    def fleet(self, place: str | None = None) -> set[str]:
        """Italian ships in a place; without one, at sea."""
        ports = set(HOME.values())
        return {s for s in ITALIANS if self.at[s] is not None and (self.at[s] == place if place else self.at[s] not in ports)}

    def groups_at(self, place: str) -> set[str]:
        return {g for g, where in self.groups.items() if where == place}

    def allied_at(self, place: str) -> set[str]:
        return {ship for g in self.groups_at(place) for ship in self.inside[g]}

    def group_of(self, ship: str) -> str:
        return next(lot for lot, ships in self.inside.items() if ship in ships)

    # --- Allied movement

    def rate(self, group: str) -> int:
        if group in self.dummies:
            return 2
        return 1 if self.inside[group] & (SLOW | self.hit) else 2

    def bound(self, group: str) -> set[str]:
        """Ships the Point of No Return holds [MC-PNR.1]."""
        if group not in self.past:
            return set()
        kinds = ALLIED if self.options["freighters_bound"] else WARSHIPS
        return self.inside[group] & self.gib & kinds

    def ways(self, group: str) -> set[str]:
        here = self.groups[group]
        assert here is not None
        ways = {there for there in lanes(here) if there in POSITIONS or there == "Malta"}
        if group in self.dummies:
            return ways - {"Malta"}
        if self.bound(group):
            ways = {there for there in ways if (there, here) not in LINE}
            if here not in NARROWS:
                ways = {there for there in ways if FAR[there] <= FAR[here]}
        return ways

    def leavers(self, port: str) -> set[str]:
        """Ships that may leave a harbour now [MC-DUR.2, MC-DUR.3, MC-PNR.3]."""
        ships = self.inside[port] - self.hit
        if port == "Malta":
            return {s for s in ships & WARSHIPS if s not in self.gib or s == "Ark Royal"}
        mine = self.departed[port]
        other = self.departed["Alexandria" if port == "Gibraltar" else "Gibraltar"]
        gone = mine and mine != self.hour
        missed = other and abs(self.hour - other) > 1
        return ships - FREIGHTERS if gone or missed else ships

    def sailing(self) -> Choices:
        war = self.war
        found: Choices
        if war.harbour:
            port = self.names.lists["lot"][war.harbour]
            mustered = self.members(war.muster)
            found = {}
            more = set() if war.bluff else self.leavers(port) - mustered
            if more:
                found |= {"add": more, "whole": NONE}
            if port != "Malta" and not mustered and not war.bluff and self.decoys[port]:
                found["dummy"] = NONE
            if mustered or war.bluff:
                found["to"] = lanes(port) & POSITIONS
            return found
        if war.chosen >= 0:
            return self.in_hand(self.pieces[war.chosen], war.walked, self.pieces[war.fresh] if war.fresh >= 0 else None)
        found = {"proceed": NONE, "group": set(self.groups) - self.moved - self.frozen}
        found["muster"] = set() if not war.labels else {
            port for port in ("Gibraltar", "Alexandria", "Malta") if self.leavers(port) or self.decoys.get(port, 0)
        }  # fmt: skip
        if not set(self.groups) - self.dummies and self.hour > 1:
            found["finish"] = NONE
        return found

    def in_hand(self, group: str, walked: int, fresh: str | None) -> Choices:
        crew = self.inside[group]
        found: Choices = {"halt": NONE}
        if walked < self.rate(group):
            found["to"] = self.ways(group)
        if not walked and "Force K" not in crew and not self.bound(group):
            found["home"] = NONE
        if not walked and len(crew) > 1 and (fresh or (group not in self.regrouped and self.war.labels)):
            found["detach"] = crew
        if not fresh and group not in self.dummies | self.frozen:
            found["join"] = {
                other
                for other in self.groups_at(str(self.groups[group])) - {group} - self.dummies - self.frozen
                if (other in self.past) == (group in self.past)
            }
        return found

    def lurks(self, place: str) -> bool:
        """Whether a submarine or torpedo boats can still attack there this turn [MC-SUB.1, MC-MAS.1]."""
        boats = set(GREEN)
        if self.options["uboats_from"] == "start" or SEASONS.index(self.season) >= SEASONS.index("fall1941"):
            boats |= UBOATS
        return place in boats - self.used or place in MAS - self.used_mas

    # --- the fleet

    def may_sail(self, ship: str) -> bool:
        place = self.at[ship]
        if place is None or ship in self.moved | self.hit:
            return False
        if place not in HOME.values():
            return True
        if ship in self.barred or (ship in self.sailed and not self.options["resail"]):
            return False
        return ship in self.sailed or self.war.fuel < 0 or len(self.sailed) < self.war.fuel

    def fleet_move(self) -> Choices:
        ships = {ship for ship in ITALIANS if self.may_sail(ship)}
        first = {ship for ship in ships if self.at[ship] in HOME.values()} if self.war.fuel < 0 else set()
        found: Choices = {"sortie": first, "ship": ships - first, "steam": NONE}
        if self.options["invasion_window"] == "any" and self.war.invasion and self.status <= 3:
            found["invade"] = NONE
        return found

    def squadron(self, ships: set[str]) -> Choices:
        place = str(self.at[min(ships)])
        ports = set(HOME.values())
        others = {s for s in self.fleet(place) - ships if self.may_sail(s)}
        if place in ports and self.war.fuel >= 0:
            room = self.war.fuel - len(self.sailed | ships)
            others = {s for s in others if s in self.sailed or room > 0}
        return {"to": fleet_steps(place) - ports, "port": fleet_steps(place) & ports, "with": others}

    # --- the air

    def flyers(self) -> set[str]:
        positions = set(self.groups.values())
        return {
            p for p, base in self.at.items() if base in REACH and p not in self.flown and REACH[base] & positions and self.axis(p)
        }

    def axis(self, plane: str) -> bool:
        return "Gr " in plane or "StuG" in plane

    def search(self, plane: str) -> Choices:
        reach = REACH[str(self.at[plane])]
        if self.options["recon"] == "group":
            return {"find": {g for g, place in self.groups.items() if place in reach}}
        return {"over": reach & set(self.groups.values())}

    def squadrons(self) -> Choices:
        found = {s for s in ("815 Sqn", "830 Sqn") if s not in self.flown and self.at[s] and self.preys(str(self.at[s]))}
        return {"fly": found, "done": NONE}

    def preys(self, base: str) -> set[str]:
        return {ship for ship in ITALIANS if self.at[ship] in SWORDFISH_REACH[base]}

    def carrier_reach(self, here: str) -> set[str]:
        """Italian ships there, one lane away, or in the area the position opens on [MC-CV.1]."""
        places = {here} | (lanes(here) & POSITIONS) | {area for area in OPEN if here in OPEN[area]}
        return {ship for ship in ITALIANS if self.at[ship] in places}

    def at_sea(self, ship: str) -> str | None:
        return self.groups.get(self.group_of(ship))

    def reserve(self) -> Choices:
        found = {c for c in CARRIERS if self.at_sea(c) and c not in self.hit and self.ready[c] < self.flights[c]}
        return {"ready": found, "done": NONE}

    def launches(self, battle: str | None, spot: bool) -> Choices:
        found = set()
        for carrier in CARRIERS:
            here = self.at_sea(carrier)
            if here and carrier not in self.hit and self.ready[carrier]:
                if battle is None:
                    prey = self.carrier_reach(here)
                else:
                    near = {here} if spot else {here} | (lanes(here) & POSITIONS)
                    prey = self.fleet(battle) if battle in near else set()
                if prey:
                    found.add(carrier)
        return {"launch": found, "done": NONE}

    def raid(self) -> Choices:
        found = set()
        for carrier in CARRIERS:
            here = self.at_sea(carrier)
            if here in OPEN[EAST] and carrier not in self.hit and self.launched.count(carrier) < self.flights[carrier]:
                found.add(carrier)
        return {"raid": found if self.fleet("Taranto") else set(), "done": NONE}

    def own_guns(self, group: str) -> int:
        """Antiaircraft strength of a group by itself [MC-AA.1 to MC-AA.4]."""
        crew = self.inside[group]
        if not crew & WARSHIPS:
            return 0
        up = {c for c in crew & set(CARRIERS) - self.hit if not (self.ready[c] and self.ready[c] >= self.flights[c])}
        return min(3, 1 + len(up))

    def guns(self, target: str, harbour: bool) -> int:
        """The strength an attack on a ship meets [MC-AA.5, MC-AA.7]."""
        if target in ITALIANS:
            return 1
        malta = [1, 1, 1, 2, 3, 3][self.status]
        if harbour:
            return malta
        group = self.group_of(target)
        here = str(self.groups[group])
        near = {here} | (lanes(here) & POSITIONS)
        helped = malta == 3 and "Malta" in lanes(here)
        helped |= any(
            place in near and other != group and other in self.exposed and self.own_guns(other) == 3
            for other, place in self.groups.items()
        )
        return min(3, self.own_guns(group) + helped)

    def attack(self, plane: str, target: str, harbour: bool, press: bool) -> dict[tuple[str, bool], Fraction]:
        """(what becomes of the target, whether the attackers are shot down) with the chance of each [MC-ART, MC-HIT, MC-AA]."""
        kind = "Stuka" if "StuG" in plane else "Ju 87" if "Ju 87" in plane else "SM79" if "SM79" in plane else "Z1007"
        kind = kind if self.axis(plane) else "British"
        level = harbour and kind in ("SM79", "Z1007")
        high = kind == "Z1007" or level
        weapon = "torpedo" if kind in ("SM79", "British") and not level else "bomb"
        found: dict[tuple[str, bool], Fraction] = {}
        strength = self.guns(target, harbour)
        shot = Fraction(sum(self._shot(die + press - high, strength) for die in range(1, 7)), 6)
        for die in range(1, 7):
            roll = die + press
            code = ("Hit" if roll >= 6 else "-") if level else self._code(kind, roll)
            for result, chance in self._damage(target, code, weapon).items():
                for lost, p in ((True, shot), (False, 1 - shot)):
                    if p * chance:
                        found[result, lost] = found.get((result, lost), Fraction(0)) + chance * p / 6
        return found

    @staticmethod
    def _shot(roll: int, strength: int) -> bool:
        needed = 1 if roll >= 6 else 2 if roll == 5 else 3 if roll == 4 else 9
        return strength >= needed

    @staticmethod
    def _code(kind: str, roll: int) -> str:
        row = {
            "Stuka": {5: "Hit", 6: "Hit*", 7: "Hit*"},
            "SM79": {6: "Hit", 7: "Hit*"},
            "Z1007": {6: "Hit16", 7: "Hit33"},
            "Ju 87": {5: "Hit50", 6: "Hit", 7: "Hit*"},
            "British": {6: "Hit", 7: "Hit*"},
        }[kind]
        return row.get(roll, "-")

    def _damage(self, target: str, code: str, weapon: str) -> dict[str, Fraction]:
        hits = Fraction(0 if code == "-" else 1)
        if code in ("Hit16", "Hit33", "Hit50"):
            hits = Fraction({"Hit16": 1, "Hit33": 2, "Hit50": 3}[code], 6)
            hits = min(Fraction(1), hits * (2 if target in SLOW | self.hit else 1))
        found = {"miss": 1 - hits}
        if target in THIN:
            found["sunk"] = hits
        elif target in self.hit:
            found["no effect" if weapon == "bomb" and target in ARMOURED else "sunk"] = hits
        else:
            star = code == "Hit*" and target in (SINGLE if weapon == "torpedo" else {"Ark Royal", "Eagle"})
            found |= {"sunk": hits * Fraction(1, 3) if star else Fraction(0), "hit": hits * Fraction(2, 3) if star else hits}
        return {result: chance for result, chance in found.items() if chance}

    # --- battles

    def side(self, place: str, allied: bool) -> set[str]:
        return self.allied_at(place) if allied else self.fleet(place)

    def gunners(self, place: str, allied: bool) -> set[str]:
        return self.side(place, allied) - set(CARRIERS) - FREIGHTERS - self.hit

    def targets(self, firer: str, place: str) -> set[str]:
        foes = self.side(place, firer in ITALIANS)
        front = {s for s in foes if self.row[s] in (1, 2)}
        if not front:
            return foes
        screen = {s for s in foes & (CRUISERS | DIVISIONS) if self.row[s] == 1}
        if not self.night and firer in CRUISERS | DIVISIONS and screen:
            return front - BATTLESHIPS
        return front

    def gunfire(self, firer: str, target: str) -> dict[str, Fraction]:
        """What one shot does to its target."""
        star = firer in NEW_ITALIANS | OLD | NEW or (firer in PAIRS and target in BATTLECRUISERS)
        star |= firer in BATTLECRUISERS and bool(self.options["battlecruiser_star"])
        third = Fraction(1, 3)
        if target in THIN or target in self.hit:
            return {"miss": 2 * third, "sunk": third}
        return {"miss": 2 * third, "sunk": third * third, "hit": 2 * third * third} if star else {"miss": 2 * third, "hit": third}

    def leave(self, place: str, rounds: int, leaving: set[str]) -> Choices:
        ships = self.allied_at(place)
        held = (FREIGHTERS | {"Force K"}) & ships
        for group in self.groups_at(place):
            held |= self.bound(group)
        back = {s for s in lanes(place) & POSITIONS if FAR[s] > FAR[place] and not self.fleet(s)} if self.war.labels else set()
        may = ships - leaving - (FREIGHTERS if rounds < 2 else set())
        if not back:
            may -= held
        found: Choices = {"retire": may, "everyone": NONE} if may else {}
        if not leaving:
            return found | {"done": NONE}
        if not leaving & held:
            found["home"] = NONE
        return found | {"back": back}

    # --- between the turns

    def ceilings(self, base: str) -> set[str]:
        """Ships that may still be placed at a base [MC-FORCES, MC-JAPAN]."""
        column = self.column
        here = self.gib if base == "Gibraltar" else self.alex
        pool = self.inside["Reserve"] & self.free - {"Force K"}
        listed = self.war.setup.listed and self.season == self.first
        japan = self.season in ("spring1942", "summer1942")
        most = 9 if listed else min(10, [11, 10, 9, 8, 7, 6][column])
        found = set()
        for ship in pool:
            if ship in FREIGHTERS:
                if len((self.gib | self.alex) & FREIGHTERS) < most:
                    found.add(ship)
                continue
            if listed:
                continue
            if ship in CARRIERS:
                room = ([3, 2, 1, 1, 1, 1] if base == "Gibraltar" else [2, 1, 1, 1, 1, 1])[column]
                both = [5, 3, 2, 2, 2, 2][column] - japan
                fits = len(here & set(CARRIERS)) < room and len((self.gib | self.alex) & set(CARRIERS)) < both
                fits &= ship != "Ark Royal" or base == "Gibraltar"
            elif ship in BATTLECRUISERS:
                fits = base == "Gibraltar" and not here & BATTLECRUISERS
            elif ship in OLD | NEW:
                room = [3, 2, 2, 2, 1, 1][column] if base == "Gibraltar" else [3, 3, 3, 3, 3, 2][column] - japan
                fits = len(here & (OLD | NEW)) < room and (ship in OLD or (base == "Gibraltar" and column < 2))
            elif ship == "Didos":
                fits = True
            elif ship == "Med Cruisers":
                fits = base == "Alexandria"
            else:
                fits = base == "Gibraltar" and column < 4
            if fits:
                found.add(ship)
        return found

    def basing(self) -> Choices:
        found: Choices = {"enough": NONE}
        idle = {s for s in ("815 Sqn", "830 Sqn") if s in self.free and self.at[s] is None}
        if idle and (self.status >= 1 or self.based & {"815 Sqn", "830 Sqn"}):
            found["base"] = idle
        since = {"start": "summer1940"}.get(self.options["force_k_from"], self.options["force_k_from"])
        if "Force K" in self.free and "Force K" not in self.based and self.status >= 1:
            if SEASONS.index(self.season) >= SEASONS.index(since):
                found["force_k"] = NONE
        return found

    def bases(self) -> set[str]:
        """Where Axis aircraft may be based [MC-AIR.1]."""
        track = ["Tripoli", "El Agheila", "Gazala", "Tobruk", "El Alamein"]
        if self.options["extended_track"]:
            track = ["Tripoli", "El Agheila", "Benghazi", "Gazala", "Tobruk", "Matruh", "El Alamein"]
        found = {"Sardinia", "Sicily"} | ({"Crete"} if self.war.crete == 0 else set())
        return found | ({p for p in track[: self.war.korps + 1] if p in REACH} if self.war.korps >= 0 else set())

    def points(self) -> tuple[int, int]:
        """Strategic points of Axis and Allies [MC-VICTORY.6, MC-VICTORY.7]."""
        great = (set(CARRIERS) - {"Argus"}) | BATTLECRUISERS | OLD | NEW
        axis = len(self.sunk & great)
        pair = 2 if self.options["paired_points"] == "2" else 1
        allied = len(self.sunk & NEW_ITALIANS) + pair * len(self.sunk & PAIRS)
        if self.war.korps >= 0:
            steps = self.war.korps - (4 if self.options["extended_track"] else 3)
            axis, allied = axis + max(0, steps), allied + max(0, -steps)
        return axis, allied

    def unfortified(self) -> set[str]:
        """Places east of Afrika Korps without their fortification: there must be none [MC-AK.5]."""
        track = self.war.setup.track
        east = {self.spaces[s] for s in track[self.war.korps + 1 :]} if self.war.korps >= 0 else set()
        standing = {self.spaces[s] for s in range(len(self.spaces)) if self.war.forts >> s & 1}
        return east & {"Tobruk", "El Alamein"} - standing
