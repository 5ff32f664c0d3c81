"""Bombardment by aircraft, ships and guns [3.1, 4.1, 5.3, 5.4]."""

from __future__ import annotations

from ...engine.choice import NOTHING, Decision, Refusal
from ...engine.event import Event, Modifier
from ...engine.geometry.bits import bits
from ...engine.kinds import NOWHERE, Piece, Pieces, Side, Space
from .losses import CStep, Lose, disorganise
from .state import AXIS, Malta

AIR, NAVAL, GUNS, DEFENCE = range(4)
"""Who bombards: the two Axis arms, guns of the active side in A-4, guns of the other side in A-5."""
RULES = ("5.3.3.a", "5.3.4.a", "5.3.2.a", "5.4.a")
ARMS = ("Air", "Naval", "Offensive", "Defensive")


def modifiers(war: Malta, arm: int, target: int) -> list[Modifier]:
    """Enemy guns that spoil the aim; those in disorder do not [5.3.3.a, 5.3.4.a] (ruling A63)."""
    setup = war.setup
    number = setup.number
    found: list[Modifier] = []
    awake = setup.everybody if setup.on["dg_guns"] else ~war.dg
    if arm == AIR:
        for name, flak in (("light", setup.light_flak), ("heavy", setup.heavy_flak)):
            ring = setup.grid.within(1 << target, number[f"bombardment.air_{name}_range"])
            if war.hexes_of(war.on_map(flak) & awake) & ring and number[f"bombardment.air_{name}"]:
                found.append((f"{name} anti-aircraft guns", number[f"bombardment.air_{name}"], "5.3.3.a"))
    elif arm == NAVAL:
        batteries = war.hexes_of(war.on_map(setup.coastal) & awake)
        if batteries >> target & 1:
            found.append(("coastal battery in the hex", number["bombardment.naval_here"], "5.3.4.a"))
        ring = setup.grid.within(1 << target, number["bombardment.naval_near_range"])
        if batteries & ring & ~(1 << target):
            found.append(("coastal battery in range", number["bombardment.naval_near"], "5.3.4.a"))
    excess = number["bombardment.floor"] - sum(amount for _, amount, _ in found)
    if excess > 0:
        found.append(("never worse than that", excess, RULES[arm]))
    return found


def column(war: Malta, target: int) -> int:
    """The column of the table: the terrain of the target hex added up [5.3.1.c]."""
    return war.setup.bomb_column[war.struck >> target & 1][target]


def chances(war: Malta, arm: int, target: int) -> dict[str, int]:
    """How many of the 36 throws bring each result, for previews and advice."""
    shift = sum(amount for _, amount, _ in modifiers(war, arm, target))
    where = column(war, target)
    found: dict[str, int] = {}
    for total in range(2, 13):
        result = war.setup.bombs[total + shift][where]
        found[result] = found.get(result, 0) + 6 - abs(7 - total)
    return found


class Barrage(CStep, frozen=True):
    """Announced bombardments, one after the other [5.3.1.c]."""

    arm: int
    shots: tuple[Space, ...]

    def act(self, war: Malta) -> bool:
        if not self.shots:
            war.finish()
            return True
        target = self.shots[0]
        war.become(Barrage(self.arm, self.shots[1:]))
        strike(war, self.arm, target)
        return True


def strike(war: Malta, arm: int, target: int) -> None:
    """One bombardment: column, dice, effect [5.3.1]."""
    setup = war.setup
    side = war.active if arm != DEFENCE else 1 - war.active
    dice = war.pair()
    found = modifiers(war, arm, target)
    total = sum(dice) + sum(amount for _, amount, _ in found)
    result = setup.bombs[total][column(war, target)]
    if war.log is not None:
        facts = (
            ("arm", ARMS[arm]),
            ("where", setup.hex_label(target)),
            ("column", setup.tables["bombardment.columns"][column(war, target)]),
        )
        war.tell(Event("bombardment", "5.3.1.c", side, (), (target,), dice, tuple(found), total, None, result, facts))
    struck, loss = hit(war, arm, target, result)
    if loss:
        war.push(Lose(1 - side, struck, 1, 0, 0, "5.3.1.f"))


def victims(war: Malta, arm: int, target: int) -> int:
    """Whom a bombardment of a hex strikes: every enemy there; guns in defence only those that have declared an attack [5.3.1, 5.4.a]."""
    if arm != DEFENCE:
        return war.units_in(target, 1 - war.active)
    found = 0
    for _, attackers in war.attacks:
        found |= attackers
    return found & war.units_in(target, war.active)


def hit(war: Malta, arm: int, target: int, result: str) -> tuple[int, bool]:
    """The effect of a result; who suffered, and whether one of them must lose a step [5.3.1.d, 5.3.1.e, 5.3.1.f]."""
    setup = war.setup
    side = war.active if arm != DEFENCE else 1 - war.active
    units = victims(war, arm, target)
    if "*" in result and setup.breakable >> target & 1 and not war.struck >> target & 1:
        war.struck |= 1 << target
        facts = (("where", setup.hex_label(target)), ("what", ruined(war, target)))
        war.tell(Event("rubble", "5.3.1.d", side, (), (target,), facts=facts))
    if "D" in result:
        disorganise(war, units, "5.3.1.e")
    return units, "1" in result and units != 0


def ruined(war: Malta, target: int) -> str:
    """What a * destroys in a hex, in words [5.3.1.d]."""
    setup = war.setup
    kinds = (("rubble", setup.built), ("no road", setup.roads.touched), ("no port", setup.ports))
    return ", ".join(word for word, where in kinds if where >> target & 1)


class Missions(CStep, frozen=True):
    """All targets of aircraft or ships are named before the first die [5.3.1.b]."""

    arm: int
    left: int
    shots: tuple[Space, ...] = ()
    verbs = ("bomb", "fire")
    rule = "5.3.1.b"

    def act(self, war: Malta) -> bool:
        if self.left == 0 and not self.shots:
            war.finish()
            return True
        return False

    def _targets(self, war: Malta) -> int:
        if not self.left:
            return 0
        # Aircraft reach any land, ships only the coast [3.1.e, 4.1.d] (ruling A93).
        allowed = war.setup.land if self.arm == AIR else war.setup.coastal_hexes
        for h in set(self.shots):
            if self.shots.count(h) >= war.setup.number["missions.per_hex"]:
                allowed &= ~(1 << h)
        return allowed

    def ask(self, war: Malta) -> Decision:
        choices = {}
        targets = self._targets(war)
        if targets:
            choices["bomb"] = targets
        choices["fire"] = NOTHING
        prompt = (
            "Air missions: name a target. {left} left"
            if self.arm == AIR
            else "Naval missions: name a coastal target. {left} left"
        )
        return Decision(AXIS, prompt, RULES[self.arm], choices)

    def take(self, war: Malta, side: int, verb: str, target: int) -> None:
        if verb == "bomb":
            war.become(Missions(self.arm, self.left - 1, (*self.shots, target)))
        else:
            war.become(Barrage(self.arm, self.shots))

    def refuse(self, war: Malta, side: int, verb: str, target: int) -> Refusal:
        if self.left == 0:
            return Refusal("3.1.d" if self.arm == AIR else "4.1.c", "All missions have their targets.")
        if target in self.shots:
            return Refusal("5.3.1.a", "Three bombardments of one hex are the most.", 1 << target)
        if self.arm == AIR:
            return Refusal("3.1.e", "There is nothing to hit in the open sea.", 1 << target)
        return Refusal("4.1.d", "Ships reach only land hexes next to the sea.", 1 << target)


def ready_guns(war: Malta, side: int) -> int:
    """Guns on the map that have not fired, and have not been activated before in this turn [5.3.2.a, 5.4.c] (ruling A13)."""
    setup = war.setup
    found = war.on_map(setup.guns & setup.own[side] & ~war.spent)
    if setup.on["guns_marked"] == "joined":
        for lot in bits(setup.lots_of[side]):
            if war.acted[lot] and lot != war.formation:
                found &= ~setup.members[lot]
    return found


class Guns(CStep, frozen=True):
    """Guns are laid on targets, one shot each, before the first of them fires [5.3.2, 5.4]."""

    side: Side
    arm: int
    laid: Pieces = 0
    shots: tuple[Space, ...] = ()
    gun: Piece = NOWHERE
    """The gun that waits for its target."""
    verbs = ("gun", "on", "fire")
    rule = "5.3.2.a"
    why = {
        "gun": ("5.4.c", "A gun of yours that has not fired or been activated this turn, with a target in range."),
        "fire": ("5.3.1.b", "Name the target of this gun first."),
    }

    def act(self, war: Malta) -> bool:
        if self.gun == NOWHERE and not self.shots and not self._able(war):
            war.finish()
            return True
        return False

    def _targets(self, war: Malta) -> int:
        """Enemies next to units of the active Formation; or hexes from which an attack has been declared [5.3.2.a, 5.4.a]."""
        if self.arm == GUNS:
            team = war.on_map((war.setup.members[war.formation] | war.joined) & ~war.dispersed)
            found = war.setup.grid.spread(war.hexes_of(team)) & war.held(1 - self.side)
        else:
            found = 0
            for _, attackers in war.attacks:
                found |= war.hexes_of(attackers)
        for h in set(self.shots):
            if self.shots.count(h) >= war.setup.number["missions.per_hex"]:
                found &= ~(1 << h)
        return found

    def _reach(self, war: Malta, gun: int) -> int:
        return war.setup.grid.within(1 << war.at[gun], war.setup.number["artillery.range"])

    def _able(self, war: Malta) -> int:
        guns = ready_guns(war, self.side) & ~self.laid
        if not guns:
            return 0
        targets = self._targets(war)
        found = 0
        if targets:
            for gun in bits(guns):
                if self._reach(war, gun) & targets:
                    found |= 1 << gun
        return found

    def ask(self, war: Malta) -> Decision:
        rule = RULES[self.arm]
        if self.gun != NOWHERE:
            targets = self._targets(war) & self._reach(war, self.gun)
            return Decision(self.side, "What does {gun} fire at?", rule, {"on": targets}, ("piece", self.gun))
        choices = {}
        able = self._able(war)
        if able:
            choices["gun"] = able
        choices["fire"] = NOTHING
        prompt = "Guns that bombard before the attacks" if self.arm == GUNS else "Guns that fire at the attackers"
        return Decision(self.side, prompt, rule, choices, quiet=("fire", 0))

    def take(self, war: Malta, side: int, verb: str, target: int) -> None:
        if verb == "gun":
            war.become(Guns(self.side, self.arm, self.laid | 1 << target, self.shots, target))
        elif verb == "on":
            war.become(Guns(self.side, self.arm, self.laid, (*self.shots, target)))
        else:
            war.spent |= self.laid  # [5.3.2.b, 5.4.b]
            war.become(Barrage(self.arm, self.shots))

    def refuse(self, war: Malta, side: int, verb: str, target: int) -> Refusal:
        if verb == "on":
            if self.gun == NOWHERE:
                return Refusal("5.3.2.a", "Choose a gun first.")
            if self.shots.count(target) >= war.setup.number["missions.per_hex"]:
                return Refusal("5.3.1.a", "Three bombardments of one hex are the most.", 1 << target)
            if not self._targets(war) >> target & 1:
                text = "an enemy next to the active Formation" if self.arm == GUNS else "a hex from which an attack was declared"
                return Refusal(RULES[self.arm], f"The target is {text}.", 1 << target)
            return Refusal(RULES[self.arm], "Guns reach four hexes.", 1 << target)
        if verb == "gun" and self.gun != NOWHERE:
            return Refusal("5.3.1.b", "Name the target of the other gun first.")
        if verb == "gun" and not war.setup.guns >> target & 1:
            return Refusal("5.3.a", "Only field artillery bombards.")
        return super().refuse(war, side, verb, target)
