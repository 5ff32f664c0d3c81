"""Bombardment by aircraft, ships and guns [3.1, 4.1, 5.3, 5.4]."""

from __future__ import annotations

from typing import Annotated

from ...engine.catalogue import Text, text
from ...engine.choice import NOTHING, Decision, Refusal, Verb
from ...engine.event import Event, Modifier
from ...engine.geometry.bits import bits
from ...engine.kinds import NOWHERE, Piece, Pieces, Side, Space, Words
from ...engine.step import Step
from .losses import Lose, disorganise
from .results import Bombs
from .state import AXIS, Malta

VERBS = (
    Verb("bomb", "space", "5.3.1.b"),
    Verb("gun", "piece", "5.3.2.a"),
    Verb("on", "space", "5.3.2.a"),
    Verb("fire", "nothing", "5.3.1.c", dice=True),
)

ARMS = ("air", "naval", "guns", "defence")
AIR, NAVAL, GUNS, DEFENCE = range(4)
Arm = Annotated[int, Words(*ARMS)]
"""Who bombards: the two Axis arms, guns of the active side in A-4, guns of the other side in A-5."""
RULES = ("5.3.3.a", "5.3.4.a", "5.3.2.a", "5.4.a")


def modifiers(war: Malta, arm: int, target: int) -> list[Modifier]:
    """Enemy guns that spoil the aim; those in disorder do not [5.3.3.a, 5.3.4.a] (ruling A63)."""
    setup = war.setup
    number = setup.number
    changes: list[Modifier] = []
    awake = setup.everybody if setup.on["dg_guns"] else ~war.dg
    if arm == AIR:
        for name, flak in (("light", setup.light_flak), ("heavy", setup.heavy_flak)):
            ring = setup.grid.within(1 << target, number[f"bombardment.air_{name}_range"])
            if war.hexes_of(war.on_map(flak) & awake) & ring and number[f"bombardment.air_{name}"]:
                changes.append((f"modifier-{name}-flak", number[f"bombardment.air_{name}"], "5.3.3.a"))
    elif arm == NAVAL:
        batteries = war.hexes_of(war.on_map(setup.coastal) & awake)
        if batteries >> target & 1:
            changes.append(("modifier-battery-here", number["bombardment.naval_here"], "5.3.4.a"))
        ring = setup.grid.within(1 << target, number["bombardment.naval_near_range"])
        if batteries & ring & ~(1 << target):
            changes.append(("modifier-battery-near", number["bombardment.naval_near"], "5.3.4.a"))
    excess = number["bombardment.floor"] - sum(amount for _, amount, _ in changes)
    if excess > 0:
        changes.append(("modifier-floor", excess, RULES[arm]))
    return changes


def column(war: Malta, target: int) -> int:
    """The column of the table: the terrain of the target hex added up [5.3.1.c]."""
    return war.setup.bomb_column[war.struck >> target & 1][target]


class Barrage(Step[Malta], frozen=True):
    """Announced bombardments, one after the other [5.3.1.c]."""

    arm: Arm
    shots: tuple[Space, ...]

    def go(self, war: Malta) -> bool:
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
    changes = modifiers(war, arm, target)
    total = sum(dice) + sum(amount for _, amount, _ in changes)
    result = setup.bombs[total][column(war, target)]
    if war.log is not None:
        at = setup.tables["bombardment.columns"][column(war, target)]
        facts = (("arm", ARMS[arm]), ("where", ("hex", target)), ("column", at))
        war.tell(
            Event(
                "bombardment", "5.3.1.c", side, spaces=(target,), dice=dice, modifiers=tuple(changes), total=total,
                result=result.code, facts=facts,
            )
        )  # fmt: skip
    struck, loss = hit(war, arm, target, result)
    if loss:
        war.push(Lose(1 - side, struck, 1, cause="5.3.1.f"))


def victims(war: Malta, arm: int, target: int) -> int:
    """Whom a bombardment of a hex strikes: every enemy there; guns in defence only those that have declared an attack [5.3.1, 5.4.a]."""
    if arm != DEFENCE:
        return war.units_in(target, 1 - war.active)
    struck = 0
    for _, attackers in war.attacks:
        struck |= attackers
    return struck & war.units_in(target, war.active)


def hit(war: Malta, arm: int, target: int, result: Bombs) -> tuple[int, bool]:
    """The effect of a result; who suffered, and whether one of them must lose a step [5.3.1.d, 5.3.1.e, 5.3.1.f]."""
    setup = war.setup
    side = war.active if arm != DEFENCE else 1 - war.active
    units = victims(war, arm, target)
    if result.ruin and setup.breakable >> target & 1 and not war.struck >> target & 1:
        war.struck |= 1 << target
        facts = (("where", ("hex", target)), ("what", ruined(war, target)))
        war.tell(Event("rubble", "5.3.1.d", side, spaces=(target,), facts=facts))
    if result.disorder:
        disorganise(war, units, "5.3.1.e")
    return units, result.loss and units != 0


def ruined(war: Malta, target: int) -> Text:
    """What a * destroys in a hex [5.3.1.d]."""
    setup = war.setup
    kinds = (("rubble", setup.built), ("road", setup.roads.touched), ("port", setup.ports))
    return text("ruined-" + "-".join(word for word, where in kinds if where >> target & 1))


class Missions(Step[Malta], frozen=True):
    """All targets of aircraft or ships are named before the first die [5.3.1.b]."""

    arm: Arm
    left: int
    shots: tuple[Space, ...] = ()
    verbs = ("bomb", "fire")
    rule = "5.3.1.b"

    def go(self, war: Malta) -> bool:
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
        return Decision(AXIS, "ask-missions", RULES[self.arm], choices)

    def take(self, war: Malta, side: int, verb: str, target: int) -> None:
        if verb == "bomb":
            war.become(Missions(self.arm, self.left - 1, (*self.shots, target)))
        else:
            war.become(Barrage(self.arm, self.shots))

    def refuse(self, war: Malta, side: int, verb: str, target: int) -> Refusal:
        if self.left == 0:
            return Refusal("3.1.d" if self.arm == AIR else "4.1.c", text("why-missions-spent"))
        if target in self.shots:
            return Refusal("5.3.1.a", text("why-hex-bombed", most=war.setup.number["missions.per_hex"]), 1 << target)
        if self.arm == AIR:
            return Refusal("3.1.e", text("why-missions-sea"), 1 << target)
        return Refusal("4.1.d", text("why-missions-inland"), 1 << target)


def ready_guns(war: Malta, side: int) -> int:
    """Guns on the map that have not fired, and have not been activated before in this turn [5.3.2.a, 5.4.c] (ruling A13)."""
    setup = war.setup
    guns = war.on_map(setup.guns & setup.own[side] & ~war.spent)
    if setup.on["guns_marked"] == "joined":
        for lot in bits(setup.lots_of[side]):
            if war.acted[lot] and lot != war.formation:
                guns &= ~setup.members[lot]
    return guns


class Guns(Step[Malta], frozen=True):
    """Guns are laid on targets, one shot each, before the first of them fires [5.3.2, 5.4]."""

    side: Side
    arm: Arm
    laid: Pieces = 0
    shots: tuple[Space, ...] = ()
    gun: Piece = NOWHERE
    """The gun that waits for its target."""
    verbs = ("gun", "on", "fire")
    rule = "5.3.2.a"
    why = {"gun": "5.4.c", "fire": "5.3.1.b"}

    def go(self, war: Malta) -> bool:
        if self.gun == NOWHERE and not self.shots and not self._able(war):
            war.finish()
            return True
        return False

    def _targets(self, war: Malta) -> int:
        """Enemies next to units of the active Formation; or hexes from which an attack has been declared [5.3.2.a, 5.4.a]."""
        if self.arm == GUNS:
            team = war.on_map((war.setup.members[war.formation] | war.joined) & ~war.dispersed)
            targets = war.setup.grid.spread(war.hexes_of(team)) & war.held(1 - self.side)
        else:
            targets = 0
            for _, attackers in war.attacks:
                targets |= war.hexes_of(attackers)
        for h in set(self.shots):
            if self.shots.count(h) >= war.setup.number["missions.per_hex"]:
                targets &= ~(1 << h)
        return targets

    def _reach(self, war: Malta, gun: int) -> int:
        return war.setup.grid.within(1 << war.at[gun], war.setup.number["artillery.range"])

    def _able(self, war: Malta) -> int:
        guns = ready_guns(war, self.side) & ~self.laid
        if not guns:
            return 0
        targets = self._targets(war)
        able = 0
        if targets:
            for gun in bits(guns):
                if self._reach(war, gun) & targets:
                    able |= 1 << gun
        return able

    def ask(self, war: Malta) -> Decision:
        rule = RULES[self.arm]
        if self.gun != NOWHERE:
            targets = self._targets(war) & self._reach(war, self.gun)
            return Decision(self.side, "ask-guns-target", rule, {"on": targets}, about=("piece", self.gun))
        choices = {}
        able = self._able(war)
        if able:
            choices["gun"] = able
        choices["fire"] = NOTHING
        return Decision(self.side, "ask-guns", rule, choices, quiet=("fire", 0))

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
                return Refusal("5.3.2.a", text("why-guns-none"))
            if self.shots.count(target) >= war.setup.number["missions.per_hex"]:
                return Refusal("5.3.1.a", text("why-hex-bombed", most=war.setup.number["missions.per_hex"]), 1 << target)
            if not self._targets(war) >> target & 1:
                return Refusal(RULES[self.arm], text("why-guns-target", arm=ARMS[self.arm]), 1 << target)
            return Refusal(RULES[self.arm], text("why-guns-far", far=war.setup.number["artillery.range"]), 1 << target)
        if verb == "gun" and self.gun != NOWHERE:
            return Refusal("5.3.1.b", text("why-guns-other"))
        if verb == "gun" and not war.setup.guns >> target & 1:
            return Refusal("5.3.a", text("why-guns-kind"))
        return super().refuse(war, side, verb, target)
