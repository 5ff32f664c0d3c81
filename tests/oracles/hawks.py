"""A second referee for Hawks over Malta: the whole rulebook once more, plainly, from its sentences and not from the code.

Planes, squares and altitudes are names and numbers; nothing is a bit mask and nothing of the game's own modules is used. The
referee asks (``yield``) and is answered like the engine; its dice are those the engine has thrown.

    referee = Referee(scenario, rosters, options)
    game = referee.play()
    asked = next(game)                          # [("IT", {"objective": {"A5", ...}})]
    asked = game.send(("IT", "objective", "D5"))
"""

from __future__ import annotations

from collections.abc import Generator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

COLUMNS = "ABCDEFG"
RANKS = range(1, 10)
ALTITUDES = range(1, 5)
CLASS = {"SM79": 1, "BR20": 1, "Z1007": 1, "G50": 2, "CR42": 2, "MC200": 2, "Gladiator": 1, "Hurricane": 2, "Tomahawk": 3}
FIRE_NEEDS = {1: 8, 2: 7, 3: 6, 4: 5}
BOMB_NEEDS = {"BR20": (5, 6, 8, 12), "SM79": (6, 7, 8, 12), "Z1007": (6, 7, 8, 12)}
LOADS = {"BR20": 2, "SM79": 1, "Z1007": 1}
GUN_NEEDS = {1: 6, 2: 6, 3: 11}
ROSTERS = {
    "faith-hope-charity": ("CR42 2, G50 1, BR20 2", "Gladiator 3"),
    "raid-over-malta": ("G50 2, MC200 2, Z1007 2", "Gladiator 2, Hurricane 2"),
    "struggle-over-the-sky": ("G50 2, MC200 2, CR42 2, BR20 3", "Hurricane 3, Tomahawk 1"),
    "grand-tournament": ("G50 3, MC200 3, SM79 2, BR20 2", "Hurricane 2, Tomahawk 3"),
}
PAR = {"faith-hope-charity": (6, 4), "raid-over-malta": (3, 1), "struggle-over-the-sky": (6, 3), "grand-tournament": (4, 3)}
LAST_TURN = 12

Asked = list[tuple[str, dict[str, set[str | None]]]]
Answer = tuple[str, str, str | None]
Play = Generator[Asked, Answer, Any]


@dataclass
class Plane:
    name: str
    kind: str
    side: str
    square: str = ""
    altitude: int = 0
    hits: int = 0
    fired: bool = False
    bombed: bool = False
    gone: str = ""
    """"down" or "home"."""
    chit: str = ""
    up: bool = False
    ordinary: bool = False
    """Everybody knows: neither FACE nor GREEN."""
    unlucky: bool = False
    """Everybody knows: not LUCKY."""

    @property
    def bomber(self) -> bool:
        return self.kind in BOMB_NEEDS

    @property
    def flying(self) -> bool:
        return not self.gone

    @property
    def space(self) -> str:
        return f"{self.square}/{self.altitude}" if self.square and self.flying else "-"


@dataclass
class Shot:
    """One roll to come: who rolls (nobody: guns), at whom (nobody: a bomb), and on which square."""

    kind: str
    roller: Plane | None
    target: Plane | None
    square: str
    dice: tuple[int, int] = (0, 0)
    luck: int = 0


class Referee:
    """A game as the rulebook tells it."""

    def __init__(self, scenario: str, options: Mapping[str, Any]) -> None:
        self.scenario, self.options = scenario, options
        self.dice: list[Any] = []
        self.planes: list[Plane] = []
        for side, roster in zip(("IT", "BR"), ROSTERS[scenario], strict=True):
            for entry in roster.split(", "):
                kind, count = entry.split()
                self.planes += [Plane(f"{kind} {n}", kind, side) for n in range(1, int(count) + 1)]
        self.turn = 0
        self.objectives: set[str] = set()
        self.ruins: set[str] = set()
        self.rolled = 0
        self.guns: set[str] = set()
        self.guns_fired: set[str] = set()
        self.clouds: list[str] = []
        self.order: dict[str, list[Plane]] = {"IT": [], "BR": []}
        self.initiative = ""
        self.outcome: tuple[str, int, int] | None = None

    # --- reading the board

    def of(self, side: str) -> list[Plane]:
        return [plane for plane in self.planes if plane.side == side and plane.flying]

    def there(self, side: str, square: str, altitude: int) -> list[Plane]:
        return [plane for plane in self.of(side) if plane.square == square and plane.altitude == altitude]

    def cloudy(self, plane: Plane) -> bool:
        return plane.space in self.clouds

    def entry(self, side: str) -> list[str]:
        rank = 1 if side == "IT" else 9
        return [f"D{rank}"] if self.options["entry"] == "single" else [f"{column}{rank}" for column in COLUMNS]

    def distance(self, a: str, b: str) -> int:
        return abs(COLUMNS.index(a[0]) - COLUMNS.index(b[0])) + abs(int(a[1]) - int(b[1]))

    def squares(self) -> list[str]:
        return [f"{column}{rank}" for column in COLUMNS for rank in RANKS]

    # --- setting up

    def play(self) -> Play:
        bag = ["FACE"] * 4 + ["GREEN"] * 4 + ["LUCKY"] * 4 + ["NONE"] * 8
        for plane in self.planes:
            plane.chit = bag.pop(self.dice.pop(0))

        count = self.dice.pop(0)
        while count == 1 and self.options["single_objective"] == "reroll":
            count = self.dice.pop(0)
        if self.options["objectives"] == "manhattan4":
            fit = {s for s in self.squares() if min(self.distance(s, door) for door in self.entry("IT")) == 4}
        else:
            fit = {s for s in self.squares() if s[1] == "5"}
        self.rolled = min(count, len(fit))
        for _ in range(self.rolled):
            self.objectives.add((yield [("IT", {"objective": fit - self.objectives})])[2] or "")

        for _ in range(self.dice.pop(0)):
            fit = {s for s in self.squares() if s[1] != "1"} - self.guns
            self.guns.add((yield [("BR", {"gun": fit})])[2] or "")

        for _ in range(self.dice.pop(0)):
            doors = self.entry("IT") + self.entry("BR")
            free = {f"{s}/{a}" for s in self.squares() if s not in doors for a in ALTITUDES}
            self.clouds.append((yield [("BR", {"cloud": free - set(self.clouds)})])[2] or "")

        for side in ("IT", "BR"):
            for plane in self.of(side):
                answer = yield [(side, {"at": {f"{s}/{a}" for s in self.entry(side) for a in ALTITUDES}})]
                plane.square, plane.altitude = split(answer[2])

        while self.outcome is None:
            yield from self.whole_turn()

    # --- the turn

    def whole_turn(self) -> Play:
        self.turn += 1
        self.guns_fired = set()
        self.initiative = ""
        for plane in self.planes:
            plane.fired = False
        yield from self.priorities()
        self.initiative = ("IT", "BR")[self.dice.pop(0)]
        second = "BR" if self.initiative == "IT" else "IT"
        for number in range(len(self.planes)):
            for side in (self.initiative, second):
                if number < len(self.order[side]) and self.order[side][number].flying:
                    yield from self.move(self.order[side][number])
        yield from self.anti_aircraft()
        yield from self.bombing()
        if self.turn == LAST_TURN or not any(plane.bomber for plane in self.of("IT")):
            self.finish()

    def priorities(self) -> Play:
        self.order = {"IT": [], "BR": []}
        if self.options["priority"] == "random":
            for side in ("IT", "BR"):
                left = self.of(side)
                while left:
                    self.order[side].append(left.pop(self.dice.pop(0)))
            return
        while True:
            owed: Asked = []
            for side in ("IT", "BR"):
                rest = {plane.name for plane in self.of(side) if plane not in self.order[side]}
                if rest:
                    owed.append((side, {"next": set(rest)}))
            if not owed:
                return
            side, _, name = yield owed
            self.order[side].append(self.named(name))

    def named(self, name: str | None) -> Plane:
        return next(plane for plane in self.planes if plane.name == name)

    def finish(self) -> None:
        italy = 3 * len(self.ruins) + sum(p.side == "BR" and p.gone == "down" for p in self.planes)
        britain = sum(2 if p.bomber else 1 for p in self.planes if p.side == "IT" and p.gone == "down")
        par = PAR[self.scenario][self.rolled == 1 and self.options["single_objective"] == "par"]
        margin = italy - britain
        self.outcome = ("IT" if margin > par else "BR" if margin < par else "-", italy, britain)

    # --- movement

    def neighbours(self, plane: Plane) -> set[str | None]:
        column, rank = COLUMNS.index(plane.square[0]), int(plane.square[1])
        found: set[str | None] = set()
        for c, r, a in ((0, 1, 0), (0, -1, 0), (1, 0, 0), (-1, 0, 0), (0, 0, 1), (0, 0, -1)):
            if column + c in range(7) and rank + r in RANKS and plane.altitude + a in ALTITUDES:
                found.add(f"{COLUMNS[column + c]}{rank + r}/{plane.altitude + a}")
        return found

    def move(self, plane: Plane) -> Play:
        spaces = CLASS[plane.kind]
        moved = False
        while spaces and plane.flying:
            choices: dict[str, set[str | None]] = {"to": self.neighbours(plane)}
            if moved:
                choices["halt"] = {None}
            if plane.side == "IT" and plane.square in self.entry("IT"):
                choices["exit"] = {None}
            _, verb, target = yield [(plane.side, choices)]
            if verb == "halt":
                return
            if verb == "exit":
                plane.gone = "home"
                return
            plane.square, plane.altitude = split(target)
            spaces -= 1
            moved = True
            foe = "BR" if plane.side == "IT" else "IT"
            if self.options["stop_on_contact"] and self.there(foe, plane.square, plane.altitude):
                spaces = 0
            yield from self.contact(plane, foe)

    def contact(self, mover: Plane, foe: str) -> Play:
        """The fights that a space entered brings about, in their order."""
        square, altitude = mover.square, mover.altitude
        able = mover.flying and not mover.bomber and not mover.fired
        foes = self.there(foe, square, altitude)
        if able and foes:
            yield from self.must_fight(mover, foes, both=True)
        elif able:
            below = [p for p in self.there(foe, square, altitude - 1) if not self.cloudy(p)]
            if below:
                _, verb, target = yield [(mover.side, {"attack": {p.name for p in below}, "hold": {None}})]
                if verb == "attack":
                    yield from self.exchange(mover, self.named(target), True)
        for fighter in self.there(foe, square, altitude):
            prey = self.there(mover.side, square, altitude)
            if prey and fighter.flying and not fighter.bomber and not fighter.fired:
                yield from self.must_fight(fighter, prey, both=self.options["same_cell_reaction"] == "both")
        for fighter in self.there(mover.side, square, altitude):
            prey = self.there(foe, square, altitude)
            if prey and fighter is not mover and fighter.flying and not fighter.bomber and not fighter.fired:
                yield from self.must_fight(fighter, prey, both=True)
        for fighter in self.there(foe, square, altitude + 1):
            if mover.flying and not self.cloudy(mover) and fighter.flying and not fighter.bomber and not fighter.fired:
                _, verb, target = yield [(foe, {"fire": {mover.name}, "hold": {None}})]
                if verb == "fire":
                    yield from self.exchange(fighter, mover, False)
        if self.options["aa_reaction"] and mover.side == "IT" and mover.flying and altitude in GUN_NEEDS:
            if square in self.guns - self.guns_fired:
                yield from self.gun_may_fire(square, [mover])

    def must_fight(self, fighter: Plane, foes: list[Plane], both: bool) -> Play:
        verb = "attack" if both else "fire"
        _, _, target = yield [(fighter.side, {verb: {p.name for p in foes}})]
        yield from self.exchange(fighter, self.named(target), both)

    # --- rolls

    def exchange(self, fighter: Plane, target: Plane, both: bool) -> Play:
        shots = [Shot("fire", fighter, target, "")]
        if both and not target.fired:
            shots.append(Shot("fire", target, fighter, ""))
        for shot in shots:
            assert shot.roller is not None
            shot.roller.fired = True
        yield from self.roll(shots)

    def roll(self, shots: list[Shot]) -> Play:
        """All dice first, then luck, then all results, then the clouds."""
        for shot in shots:
            shot.dice = self.dice.pop(0)
        luckless = shots[0].kind == "guns" and self.options["aa_drm"] == "none"
        if self.options["lucky"] == "ask" and not luckless:
            for shot in shots:
                for plane in (shot.roller, shot.target):
                    if plane is not None and (not plane.up or plane.chit == "LUCKY"):
                        lucky = {"plus", "minus"} if plane.chit == "LUCKY" else set()
                        _, verb, _ = yield [(plane.side, {v: {None} for v in {"leave", *lucky}})]
                        if verb != "leave":
                            shot.luck += 1 if verb == "plus" else -1
                            self.show(plane)
        effects = [(shot, self.judge(shot, luckless)) for shot in shots]
        for shot, effect in effects:
            if shot.kind == "bomb" and effect:
                self.objectives.discard(shot.square)
                self.ruins.add(shot.square)
            elif shot.target is not None:
                if effect == 2:
                    shot.target.gone, shot.target.hits = "down", 0
                elif effect == 1:
                    shot.target.hits += 1
        for shot in shots:
            if shot.dice in ((1, 1), (6, 6)) and self.clouds:
                self.move_clouds()

    def judge(self, shot: Shot, luckless: bool) -> int:
        """What a roll does: 0 nothing, 1 a HIT or a destroyed Objective, 2 a plane shot down."""
        roller, target = shot.roller, shot.target
        total = sum(shot.dice) + shot.luck
        if shot.kind == "fire":
            assert roller is not None and target is not None
            need = FIRE_NEEDS[CLASS[roller.kind]]
            total -= roller.hits > 0
            total += target.bomber
            total += target.altitude < roller.altitude
            total -= target.altitude > roller.altitude
            total -= 3 if self.cloudy(roller) or self.cloudy(target) else 0
        elif shot.kind == "guns":
            assert target is not None
            need = GUN_NEEDS[target.altitude]
            if not luckless:
                total += target.bomber
                total -= 3 if self.cloudy(target) else 0
        else:
            assert roller is not None
            need = BOMB_NEEDS[roller.kind][roller.altitude - 1]
            total -= roller.hits > 0
            total -= 2 if self.cloudy(roller) else 0
        if roller is not None:
            if roller.chit in ("FACE", "GREEN"):
                total += 1 if roller.chit == "FACE" else -1
                self.show(roller)
            elif not roller.up:
                roller.ordinary = True

        def effect(total: int) -> int:
            if shot.kind == "bomb":
                return int(total >= need and shot.square in self.objectives)
            assert target is not None
            if shot.kind == "guns":
                twelve = shot.dice == (6, 6) if self.options["aa_twelve"] == "natural" else total >= 12
                if twelve:
                    return 2
            return 0 if total < need else 2 if target.hits else 1

        if self.options["lucky"] != "ask" and not luckless:
            if roller is not None and effect(total + 1) > effect(total) and self.lucky(roller):
                total += 1
            if target is not None and effect(total - 1) < effect(total) and self.lucky(target):
                total -= 1
        return effect(total)

    def lucky(self, plane: Plane) -> bool:
        """Luck would help: it shows, or everybody learns that it is not there."""
        if plane.chit == "LUCKY":
            self.show(plane)
        elif not plane.up:
            plane.unlucky = True
        return plane.chit == "LUCKY"

    def show(self, plane: Plane) -> None:
        if not plane.up:
            plane.up, plane.ordinary, plane.unlucky = True, False, False

    def move_clouds(self) -> None:
        wind, lift = self.dice.pop(0), self.dice.pop(0)
        east, south = {1: (0, -1), 2: (1, 0), 3: (0, 1), 4: (-1, 0)}.get(wind, (0, 0))  # rank 1 is the north edge
        climb = 1 if lift <= 2 else -1 if lift >= 5 else 0
        moved = []
        for cloud in self.clouds:
            square, altitude = split(cloud)
            column, rank = COLUMNS.index(square[0]) + east, int(square[1]) + south
            if column in range(7) and rank in RANKS:
                square = f"{COLUMNS[column]}{rank}"
            moved.append(f"{square}/{min(4, max(1, altitude + climb))}")
        self.clouds = moved

    # --- guns and bombs

    def anti_aircraft(self) -> Play:
        for square in sorted(self.guns, key=lambda s: (s[1], s[0])):
            if square in self.guns_fired:
                continue
            over = [p for side in ("IT", "BR") for p in self.of(side) if p.square == square and p.altitude in GUN_NEEDS]
            watched = self.objectives | (self.ruins if self.options["aa_on_ruin"] == "stays" else set())
            if square in watched:
                if over:
                    self.guns_fired.add(square)
                for plane in over:
                    yield from self.roll([Shot("guns", None, plane, square)])
            elif any(plane.side == "IT" for plane in over):
                yield from self.gun_may_fire(square, [plane for plane in over if plane.side == "IT"])

    def gun_may_fire(self, square: str, targets: list[Plane]) -> Play:
        _, verb, target = yield [("BR", {"fire": {p.name for p in targets}, "hold": {None}})]
        if verb == "fire":
            self.guns_fired.add(square)
            yield from self.roll([Shot("guns", None, self.named(target), square)])

    def bombing(self) -> Play:
        while True:
            ready = {p.name for p in self.of("IT") if p.bomber and not p.bombed and p.square in self.objectives}
            if not ready:
                return
            _, verb, target = yield [("IT", {"bomb": set(ready), "hold": {None}})]
            if verb == "hold":
                return
            bomber = self.named(target)
            bomber.bombed = True
            for _ in range(LOADS[bomber.kind]):
                yield from self.roll([Shot("bomb", bomber, None, bomber.square)])

    # --- what can be compared

    def position(self) -> dict[str, Any]:
        return {
            "turn": self.turn,
            "planes": {
                p.name: (p.space, p.hits, p.fired, p.bombed, p.gone, p.chit, p.up, p.ordinary, p.unlucky) for p in self.planes
            },
            "objectives": self.objectives,
            "ruins": self.ruins,
            "guns": self.guns,
            "guns fired": self.guns_fired,
            "clouds": sorted(self.clouds),
            "order": {side: [plane.name for plane in order] for side, order in self.order.items()},
            "initiative": self.initiative,
        }


def split(space: str | None) -> tuple[str, int]:
    assert space is not None
    square, altitude = space.split("/")
    return square, int(altitude)


def deals(referee: Referee, side: str, plane: Plane) -> dict[str, int]:
    """How many ways of dealing the chits a side has not seen give a plane each kind, every deal that fits what everybody knows counted."""
    bag = {"FACE": 4, "GREEN": 4, "LUCKY": 4, "NONE": 8}
    hidden = []
    for other in referee.planes:
        if other.up or other.side == side:
            bag[other.chit] -= 1
        else:
            hidden.append(other)
    if plane not in hidden:
        return {plane.chit: 1}
    hidden.remove(plane)
    found: dict[str, int] = {}

    def ways(rest: list[Plane], left: dict[str, int]) -> int:
        if not rest:
            return 1
        return sum(
            left[kind] * ways(rest[1:], {**left, kind: left[kind] - 1}) for kind in left if left[kind] and fits(rest[0], kind)
        )

    for kind in bag:
        if bag[kind] and fits(plane, kind):
            found[kind] = bag[kind] * ways(hidden, {**bag, kind: bag[kind] - 1})
    return {kind: count for kind, count in found.items() if count}


def fits(plane: Plane, chit: str) -> bool:
    """Whether a chit is possible after what everybody has seen."""
    return not (plane.ordinary and chit in ("FACE", "GREEN")) and not (plane.unlucky and chit == "LUCKY")


def shot_chances(referee: Referee, side: str, fighter: Plane, target: Plane, both: bool) -> dict[str, Fraction]:
    """Every pair of dice for every chit the side must think possible: what can come of a shot, in the words of the log."""
    luckless = False
    answered = both and not target.fired
    found: dict[str, Fraction] = {}
    unknown = target if target.side != side else fighter
    kinds = deals(referee, side, unknown)
    faces = [(a, b) for a in range(1, 7) for b in range(1, 7)]
    words = ("miss", "hit", "shot down")
    for kind, count in kinds.items():
        weight = Fraction(count, sum(kinds.values())) / (36 * 36 if answered else 36)
        for dice in faces:
            for answer in faces if answered else [(0, 0)]:
                a, b = replace(fighter), replace(target)
                (a if unknown is fighter else b).chit = kind
                result = words[referee.judge(Shot("fire", a, b, "", dice), luckless)]
                if answered:
                    other = words[referee.judge(Shot("fire", b, a, "", answer), luckless)]
                    result = f"{a.name}: {result}; {b.name}: {other}"
                found[result] = found.get(result, Fraction(0)) + weight
    return found
