"""Combat: who fights, tanks, ratio and shifts, results, Intense Combat [5.5, 7.2 to 7.4]."""

from __future__ import annotations

from typing import Annotated, Any

from ...engine.catalogue import plural
from ...engine.choice import NOTHING, Decision, Verb
from ...engine.event import Event, Modifier
from ...engine.geometry.bits import bits, mask_of
from ...engine.kinds import NOWHERE, Piece, Pieces, Side, Space, Spaces, Words
from ...engine.sequence import Phase, Run, Sequence
from ...engine.step import Step
from .losses import Lose, crowd, disorganise, eliminate, take_losses
from .retreat import Advance, Retreat, advance, come_ashore
from .state import AXIS, Malta, concentric
from .supply import cut_off

VERBS = (
    Verb("target", "space", "5.2.5.a"),
    Verb("join", "piece", "5.5.d"),
    Verb("set", "nothing", "5.5.d"),
    Verb("declare", "nothing", "5.2.5.a"),
    Verb("fight", "space", "5.5.j", dice=True),
    Verb("withhold", "piece", "5.5.f"),
    Verb("stand", "nothing", "5.5.f", dice=True),
    Verb("elite", "piece", "5.5.1.d", dice=True),
    Verb("plain", "nothing", "5.5.1.d", dice=True),
    Verb("intense", "nothing", "5.5.1.1.f", dice=True),
    Verb("refuse", "nothing", "5.5.1.1.d"),
)

LAND, OVERRUN, SEA, DROP, HUNT = range(5)
Manner = Annotated[int, Words("land", "overrun", "sea", "drop", "hunt")]
"""Manners of combat: a declared attack, an overrun, from the sea, out of the sky, against Dispersed units in the same hex."""
TANK_COMBAT = (LAND, OVERRUN, HUNT)
"""Those in which armour rolls first [5.5.k]: boats and aeroplanes bring none."""


# --- limits [5.5.d, 5.5.e]


def hexside_limit(war: Malta, a: int, b: int) -> int:
    """Stacking points a hexside lets through."""
    setup = war.setup
    if setup.sea >> a & 1:
        return int(setup.hexside["coast"]["side"])
    if (a, b) in setup.line_north:  # it faces one way only [7.4.a] (ruling A78)
        return int(setup.hexside["victory_line"]["side"])
    if (a, b) in setup.escarpments:
        return int(setup.hexside["escarpment"]["side"])
    return 99


def side_limit(war: Malta, a: int, b: int) -> int:
    """Stacking points that may attack, or defend, across one hexside of the defender's hex."""
    return min(war.setup.side_limit[war.struck >> b & 1][b], hexside_limit(war, a, b))


def attack_points(war: Malta, units: int) -> int:
    """What some attackers in one hex count against the limit; one armoured unit comes free [5.5.d] (ruling A50)."""
    free = (
        max((war.steps(1 << tank) for tank in bits(units & war.setup.armour)), default=0) if war.setup.on["armour_extra"] else 0
    )
    return war.steps(units) - free


def attack_room(war: Malta, target: int, units: int, unit: int) -> bool:
    """Whether a unit may still join those that attack a hex from its own [5.5.d, 5.5.i]."""
    setup = war.setup
    here = war.at[unit]
    same = units & war.pieces_in(here)
    if here == target:  # against Dispersed units: the limit of the hex itself [3.2.n]
        return attack_points(war, same | 1 << unit) <= setup.side_limit[war.struck >> target & 1][target]
    room = side_limit(war, here, target)
    ground = setup.ground(war.struck)
    by_road = [u for u in bits(same | 1 << unit) if ground.off_road(setup.vehicles >> u & 1, here, target) < 0]
    if by_road:
        men = war.steps((same | 1 << unit) & ~setup.armour)
        tanks = ((same | 1 << unit) & setup.armour).bit_count()
        return men <= min(room, setup.number["combat.road_points"]) and tanks <= setup.number["combat.road_armour"]
    return attack_points(war, same | 1 << unit) <= room


# --- strength and column [5.5.1, 1.3.9, 1.3.10]


def halved(value: int, divisor: int) -> int:
    """Halving rounds up [1.3.9.a]."""
    return -(-value // divisor)


def fighting_value(war: Malta, piece: int, manner: int, attacks: bool, starved: int) -> int:
    """A unit's combat value with each halving in turn, unit by unit [1.3.9.a, 3.2.j, 4.2.i, 5.6.a, 7.5]."""
    number = war.setup.number
    value = war.strength(piece)
    if war.dg >> piece & 1:
        value = halved(value, number["disorganised.divisor"])
    if starved >> piece & 1:
        value = halved(value, number["supply.divisor"])
    if attacks and manner == SEA:
        value = halved(value, number["amphibious.divisor"])
    if attacks and manner == DROP:
        value = halved(value, number["drop.divisor"])
    return value


def totals(war: Malta, combat: Combat) -> tuple[int, int]:
    """Attack and defence added up; nothing defends a hex whose only units were driven into it [5.5.1.3.c]."""
    starved = cut_off(war, combat.attackers | combat.hold)
    attack = sum(fighting_value(war, u, combat.manner, True, starved) for u in bits(combat.attackers))
    defence = sum(fighting_value(war, u, combat.manner, False, starved) for u in bits(combat.hold))
    return attack, defence


def shifts(war: Malta, combat: Combat) -> list[Modifier]:
    """Every column shift with its rule: minus to the left [5.5.1.b to 5.5.1.d, 7.4]."""
    setup = war.setup
    target = combat.target
    changes: list[Modifier] = []
    ground = setup.terrain_shift[war.struck >> target & 1][target]
    if ground:
        changes.append(("modifier-terrain", ground, "5.5.1.b"))
    if combat.manner in (LAND, OVERRUN, SEA):
        froms = list(bits(combat.froms))
        # A hexside counts only if all attack across one; the Victory Line in the direction it faces [7.4.a].
        if all((h, target) in setup.line_north for h in froms):
            changes.append(("modifier-victory-line", int(setup.hexside["victory_line"]["shift"]), "7.4.a"))
        elif all((h, target) in setup.escarpments for h in froms):
            changes.append(("modifier-escarpment", int(setup.hexside["escarpment"]["shift"]), "1.3.5.d"))
        if concentric(setup.grid, target, combat.froms):
            changes.append(("modifier-concentric", setup.number["combat.concentric"], "5.5.1.c"))
    if combat.elite != NOWHERE:
        changes.append((setup.piece_names[combat.elite], setup.number["combat.elite"], bonus_rule(war, combat.elite)))
    if combat.stubborn != NOWHERE:
        changes.append((setup.piece_names[combat.stubborn], -setup.number["combat.elite"], bonus_rule(war, combat.stubborn)))
    return changes


def bonus_rule(war: Malta, piece: int) -> str:
    """Elite by its mark, or an engineer on his own ground."""
    return "5.5.1.d" if war.setup.elite >> piece & 1 else "7.2.a"


BEYOND = 99
"""Odds against nothing, or of nothing: farther off the table than any shift leads back."""


def ratio(attack: int, defence: int) -> int:
    """The true ratio on a scale without a gap, rounded in the defender's favour: 3:1 is 2, 1:1 is 0, 1:2 is -1 [5.5.1.a]."""
    if not attack or not defence:
        return -BEYOND if defence else BEYOND
    return attack // defence - 1 if attack >= defence else 1 - -(-defence // attack)


def shifted(setup: Any, start: int, shift: int) -> int:
    """The column after shifts: off the table they are free, on it at most three count [1.3.10.a, 1.3.10.b] (ruling A41)."""
    low, high = setup.column_at[0], setup.column_at[-1]
    step = 1 if shift > 0 else -1
    place, counted = start, 0
    for _ in range(abs(shift)):
        inside = low <= place + step <= high
        if inside and counted == setup.number["combat.shift_cap"]:
            break
        place += step
        counted += inside
    return int(max(0, min(len(setup.column_at) - 1, max(low, min(high, place)) - low)))


def odds_column(war: Malta, combat: Combat) -> tuple[int, int, int, list[Modifier]]:
    """Attack, defence, final column and the shifts that led there."""
    attack, defence = totals(war, combat)
    changes = shifts(war, combat)
    return attack, defence, shifted(war.setup, ratio(attack, defence), sum(m[1] for m in changes)), changes


def bonus_units(war: Malta, units: int, target: int, froms: int) -> int:
    """Units that could use the elite shift: elites, and engineers in built-up places or across the Victory Line [5.5.1.d, 7.2.a].

    An attacking engineer must cross the Line himself; one who defends has it before him where any attack crosses it."""
    setup = war.setup
    able = units & setup.elite
    streets = setup.built if setup.on["engineers_rubble"] else setup.built & ~war.struck
    for engineer in bits(units & setup.engineers):
        here = war.at[engineer]
        crossed = froms if here == target else 1 << here
        if streets >> target & 1 or any((h, target) in setup.line_north for h in bits(crossed)):
            able |= 1 << engineer
    return able


def stubborn_ground(war: Malta, target: int) -> bool:
    """In a City or in Rubble retreats become losses [5.5.1.1.a, 5.5.1.1.b]."""
    return bool((war.setup.cities | war.rubble()) >> target & 1)


# --- who defends [5.5.e to 5.5.g, 5.5.1.3.c]


def holders(war: Malta, manner: int, target: int, side: int) -> int:
    """All units of a side in an attacked hex: the Dispersed where they are hunted, the others else [3.2.n]."""
    return war.lost_in(target, side) if manner == HUNT else war.units_in(target, side)


def fighters(war: Malta, units: int) -> int:
    """Those that may fight: not who was driven into the hex in this Combat Segment [5.5.1.3.c]."""
    return units & ~war.retreated


def defence_room(war: Malta, manner: int, target: int, froms: int) -> int:
    """Stacking points that may defend against attackers in these hexes; a drop knows no hexsides [5.5.e] (ruling A27)."""
    return 99 if manner in (DROP, HUNT) else sum(side_limit(war, h, target) for h in bits(froms))


# --- decisions inside a combat


class Stand(Step[Malta], frozen=True):
    """The defender decides who fights: not more than the attacked hexsides allow, at least one [5.5.e, 5.5.f]."""

    side: Side
    target: Space
    hold: Pieces
    room: int
    """Stacking points that may defend."""
    verbs = ("withhold", "stand")
    rule = "5.5.f"
    why = {"stand": "5.5.e"}

    def ask(self, war: Malta) -> Decision:
        excess = war.points(self.hold) > self.room
        choices = {}
        held_back = self.hold & war.setup.counted if excess else self.hold
        if self.hold & (self.hold - 1):
            choices["withhold"] = held_back
        if not excess:
            choices["stand"] = NOTHING
        weakest = min(bits(held_back), key=war.strength, default=0)
        quiet = ("withhold", weakest) if excess else ("stand", 0)
        return Decision(self.side, "ask-stand", "5.5.f", choices, about=("space", self.target), quiet=quiet)

    def take(self, war: Malta, side: int, verb: str, target: int) -> None:
        if verb == "stand":
            war.finish(self.hold)
        else:
            war.become(Stand(self.side, self.target, self.hold & ~(1 << target), self.room))


class Bonus(Step[Malta], frozen=True):
    """One unit may give its side a column, and then suffers first [5.5.1.d, 5.5.1.2.a, 7.2.a]."""

    side: Side
    target: Space
    units: Pieces
    verbs = ("elite", "plain")
    rule = "5.5.1.d"

    def ask(self, war: Malta) -> Decision:
        choices = {"elite": self.units, "plain": NOTHING}
        return Decision(self.side, "ask-bonus", "5.5.1.d", choices, about=("space", self.target), quiet=("plain", 0))

    def take(self, war: Malta, side: int, verb: str, target: int) -> None:
        war.finish(target if verb == "elite" else NOWHERE)


class Intense(Step[Malta], frozen=True):
    """Fight on for a step each, or refuse: first the attacker, then the defender [5.5.1.1.d to 5.5.1.1.f]."""

    side: Side
    target: Space
    attacks: bool
    second: bool
    """Whether it is the second Intense Combat, after which nobody rolls."""
    verbs = ("intense", "refuse")
    rule = "5.5.1.1.d"

    def ask(self, war: Malta) -> Decision:
        choices = {"intense": NOTHING, "refuse": NOTHING}
        asked, rule = ("ask-intense-attack", "5.5.1.1.d") if self.attacks else ("ask-intense-defend", "5.5.1.1.e")
        return Decision(self.side, asked, rule, choices, about=("space", self.target))

    def take(self, war: Malta, side: int, verb: str, target: int) -> None:
        war.finish(verb == "intense")


# --- the combat


class Combat(Run[Malta], frozen=True):
    """One combat, tanks first and close combat always [5.5.k]; hands down whether the hex was cleared."""

    manner: Manner
    target: Space
    attackers: Pieces
    froms: Spaces = 0
    """The hexes it is attacked from."""
    hold: Pieces = 0
    """The defenders that fight."""
    tanks: Pieces = 0
    """Attacking armour that has still to roll."""
    elite: Piece = NOWHERE
    stubborn: Piece = NOWHERE
    column: int = 0
    fights: int = 1
    """Which round is fought."""
    attack_loss: int = 0
    defence_loss: int = 0
    back: bool = False
    """Attackers are thrown back (Ar)."""
    broken: bool = False
    """Defenders are thrown back (Dr)."""
    yielded: bool = False
    """Defenders gave way in Intense Combat."""
    joins = True

    def side(self, war: Malta) -> int:
        """Who attacks."""
        return war.setup.side_of[self.attackers.bit_length() - 1]

    def defenders(self, war: Malta) -> int:
        """All that stand in the hex and share the result [5.5.g]."""
        return holders(war, self.manner, self.target, 1 - self.side(war))

    # --- before the dice

    def begin(self, war: Malta) -> None:
        attackers = war.on_map(self.attackers)
        war.fought |= attackers
        if not attackers:
            war.finish(False)
            return
        tanks = attackers & war.setup.armour if self.manner in TANK_COMBAT else 0
        self.note(war, attackers=attackers, froms=war.hexes_of(attackers), tanks=tanks)

    def muster(self, war: Malta) -> None:
        """Who may fight in the hex; where the defender has a choice he says who does [5.5.e, 5.5.f]."""
        hold = fighters(war, self.defenders(war))
        self.note(war, hold=hold)
        if hold & (hold - 1) and self.manner != HUNT:
            room = defence_room(war, self.manner, self.target, self.froms)
            war.push(Stand(1 - self.side(war), self.target, hold, room))

    def mustered(self, war: Malta, hold: int) -> None:
        self.note(war, hold=hold)

    def tank_combat(self, war: Malta) -> None:
        """One die for each attacking armoured unit, before the close combat [5.5.2]."""
        tanks = war.on_map(self.tanks)
        everybody = self.defenders(war)
        if not everybody or not war.on_map(self.attackers):
            # Nobody is left to fight: the attack becomes an advance [5.5.j] (ruling A79).
            self.jump(war, "losses", tanks=0)
        elif tanks:
            self.roll_tank(war, tanks.bit_length() - 1, tanks, everybody)
        elif self.hold & everybody or not fighters(war, everybody):
            self.note(war, tanks=0, hold=self.hold & everybody)
        else:
            # Tanks have killed all who stood: somebody must stand in their place [5.5.f].
            self.jump(war, "stand", tanks=0)

    def roll_tank(self, war: Malta, tank: int, tanks: int, everybody: int) -> None:
        side, heavy = self.side(war), war.setup.heavy
        changes = tank_modifiers(war, tank, self.target, everybody & self.hold)
        die = war.d6()
        total = die + sum(amount for _, amount, _ in changes)
        result = war.setup.duels[total]
        if war.log is not None:
            facts = (("where", ("hex", self.target)),)
            war.tell(
                Event(
                    "tank", "5.5.2.a", side, pieces=(tank,), spaces=(self.target,), dice=(die,), modifiers=tuple(changes),
                    total=total, result=result.code, facts=facts,
                )
            )  # fmt: skip
        step = self.note(war, tanks=tanks & ~(1 << tank))
        attackers = war.on_map(self.attackers)
        if result.attack_loss:
            war.push(Lose(side, attackers, 1, attackers & heavy, cause="5.5.2.b"))
        elif result.defence_loss:
            war.push(Lose(1 - side, everybody, 1, everybody & heavy, cause="5.5.2.b"))
        else:
            step.jump(war, "tanks")

    def tank_hit(self, war: Malta, value: None) -> None:
        self.jump(war, "tanks")

    def attacker_bonus(self, war: Malta) -> None:
        attackers = war.on_map(self.attackers)
        self.note(war, attackers=attackers)
        able = bonus_units(war, attackers, self.target, self.froms)
        if able and self.hold:  # against nobody there is no column to gain
            war.push(Bonus(self.side(war), self.target, able))

    def defender_bonus(self, war: Malta) -> None:
        able = bonus_units(war, self.hold, self.target, self.froms) if self.manner != HUNT else 0
        if able:
            war.push(Bonus(1 - self.side(war), self.target, able))

    def find_column(self, war: Malta) -> None:
        assert self.hold or not fighters(war, self.defenders(war)), "nobody stands, though somebody could [5.5.f]"
        _, _, column, _ = odds_column(war, self)
        self.note(war, column=column)

    # --- the dice [5.5.1.e]

    def roll(self, war: Malta) -> None:
        setup = war.setup
        dice = war.pair()
        result = setup.crt[sum(dice)][self.column]
        if war.log is not None:
            attack, defence, _, changes = odds_column(war, self)
            facts = (
                ("where", ("hex", self.target)),
                ("attack", attack),
                ("defence", defence),
                ("column", setup.columns[self.column]),
                ("round", "first" if self.fights == 1 else "second"),
            )
            war.tell(
                Event(
                    "combat", "5.5.1.e", self.side(war), pieces=(*bits(self.attackers), *bits(self.hold)), spaces=(self.target,),
                    dice=dice, modifiers=tuple(changes), result=result.code, facts=facts,
                )
            )  # fmt: skip
        if result.intense:
            if self.manner == HUNT:
                self.jump(war, "losses")  # against Dispersed units it means nothing [3.2.o]
            return
        self.jump(
            war,
            "losses",
            attack_loss=self.attack_loss + result.attack_loss,
            defence_loss=self.defence_loss + result.defence_loss,
            back=self.back or result.back,
            broken=self.broken or result.broken,
        )

    # --- Intense Combat [5.5.1.1]

    def attacker_intense(self, war: Malta) -> None:
        war.push(Intense(self.side(war), self.target, True, self.fights == 2))

    def attacker_answers(self, war: Malta, accepts: bool) -> None:
        if not accepts:
            # To refuse the second round of an overrun throws the attacker back [5.2.4.b] (ruling A45).
            self.jump(war, "losses", back=self.back or (self.manner == OVERRUN and self.fights == 1))

    def defender_intense(self, war: Malta) -> None:
        war.push(Intense(1 - self.side(war), self.target, False, self.fights == 2))

    def defender_answers(self, war: Malta, accepts: bool) -> None:
        setup = war.setup
        if not accepts:
            back = self.manner == OVERRUN and self.fights == 1 and setup.on["overrun_refusal"] == "either"
            self.note(war, yielded=True, back=self.back or back)
            return
        price = setup.number["combat.intense_loss"]
        attack_loss, defence_loss = self.attack_loss + price, self.defence_loss + price
        step = self.note(war, attack_loss=attack_loss, defence_loss=defence_loss)
        bled = attack_loss >= war.steps(self.attackers) or defence_loss >= war.steps(self.defenders(war))
        if self.fights < setup.number["combat.rounds"] and not bled:  # no fight without fighters (ruling A44)
            step.jump(war, "roll", fights=self.fights + 1)

    # --- after the dice

    def losses(self, war: Malta) -> None:
        """Attackers bleed among those that fought, defenders among all in the hex [5.5.1.2, 5.5.g, 5.5.h]."""
        attack_loss, defence_loss = self.attack_loss, self.defence_loss
        if stubborn_ground(war, self.target):
            # Nobody is driven out of streets and ruins, wherever the Ar or Dr came from: a step instead [5.5.1.1.a, 5.5.1.1.b].
            instead = war.setup.number["combat.stubborn_loss"]
            attack_loss += instead if self.back else 0
            defence_loss += instead if self.broken else 0
            self.note(war, back=False, broken=False)
        side = self.side(war)
        take_losses(war, 1 - side, self.defenders(war), defence_loss, self.stubborn)
        take_losses(war, side, war.on_map(self.attackers), attack_loss, self.elite)

    def attacker_retreat(self, war: Malta) -> None:
        if not self.back:
            return
        attackers = war.on_map(self.attackers)
        if self.manner in (SEA, DROP):
            for unit in bits(attackers):  # no way back from the water's edge, nor out of the sky [4.2.n, 3.2.l]
                eliminate(war, unit, "4.2.n" if self.manner == SEA else "3.2.l")
            return
        disorganise(war, attackers, "5.5.1.1.a")
        far = war.setup.number["combat.ar_hexes"]
        for h in bits(war.hexes_of(attackers)):
            stack = attackers & war.pieces_in(h)
            war.push(Retreat(self.side(war), stack, h, 1 << self.target, far, 1 << h | 1 << self.target))

    def defender_retreat(self, war: Malta) -> None:
        if not self.broken and not self.yielded:
            return
        setup = war.setup
        units = self.defenders(war)
        for unit in bits(units & ~setup.mobile):
            eliminate(war, unit, "7.3.b")
        units &= setup.mobile
        if not units:
            return
        far = setup.number["combat.dr_hexes"] if self.broken else setup.number["combat.refuse_hexes"]
        if self.broken:
            disorganise(war, units, "5.5.1.1.b")
        war.push(Retreat(1 - self.side(war), units, self.target, self.froms, far, 1 << self.target))

    def follow_up(self, war: Malta) -> None:
        side = self.side(war)
        if self.manner == HUNT or war.units_in(self.target, 1 - side) or self.back:
            return
        attackers = war.on_map(self.attackers)
        if self.manner == LAND:
            war.push(Advance(side, self.target, attackers))
        elif self.manner == OVERRUN:
            for unit in bits(attackers):
                advance(war, unit, self.target)  # compulsory [5.2.4.c]
        elif self.manner == SEA:
            for unit in bits(attackers):
                come_ashore(war, unit)

    def end(self, war: Malta) -> None:
        """Whoever dropped onto the enemy has the hex or is lost [3.2.l]."""
        if self.manner != DROP:
            return
        attackers = war.on_map(self.attackers)
        if not self.result(war):
            for unit in bits(attackers):
                eliminate(war, unit, "3.2.l")
            return
        war.falling &= ~attackers
        if attackers:
            war.claim(AXIS, 1 << self.target)
        crowd(war, self.target, AXIS)

    def result(self, war: Malta) -> bool:
        """Whether the hex was cleared."""
        return not war.units_in(self.target, 1 - self.side(war))

    sequence = Sequence(
        Phase("begin", "5.5.b", begin),
        Phase("stand", "5.5.e", muster, mustered),
        Phase("tanks", "5.5.2.a", tank_combat, tank_hit),
        Phase("attacker-bonus", "5.5.1.d", attacker_bonus, lambda step, war, unit: step.note(war, elite=unit)),
        Phase("defender-bonus", "5.5.1.d", defender_bonus, lambda step, war, unit: step.note(war, stubborn=unit)),
        Phase("column", "5.5.1.a", find_column),
        Phase("roll", "5.5.1.e", roll),
        Phase("attacker-intense", "5.5.1.1.d", attacker_intense, attacker_answers),
        Phase("defender-intense", "5.5.1.1.e", defender_intense, defender_answers),
        Phase("losses", "5.5.1.2.a", losses),
        Phase("attacker-retreat", "5.5.1.1.a", attacker_retreat),
        Phase("defender-retreat", "5.5.1.1.b", defender_retreat),
        Phase("advance", "5.5.1.3.e", follow_up),
        Phase("end-of-combat", "3.2.l", end),
    )  # fmt: skip


def tank_modifiers(war: Malta, tank: int, target: int, defenders: int) -> list[Modifier]:
    """The tank against the best tank or gun that stands, and the ground [5.5.2.a, 5.6.a]."""
    setup = war.setup
    number = setup.number
    divisor = number["disorganised.divisor"]

    def value(piece: int, worth: int) -> int:
        return halved(worth, divisor) if war.dg >> piece & 1 else worth

    best = max((value(u, max(setup.tank[u], setup.at[u])) for u in bits(defenders)), default=0)
    most = number["tank.difference"]
    changes: list[Modifier] = []
    difference = max(-most, min(most, value(tank, setup.tank[tank]) - best))
    if difference:
        changes.append(("modifier-tank", difference, "5.5.2.a"))
    if setup.built >> target & 1:
        changes.append(("modifier-streets", number["tank.built_up"], "5.5.2.a"))
    if setup.base[target] != "flat":
        changes.append(("modifier-rough", number["tank.broken"], "5.5.2.a"))
    return changes


# --- declared attacks [5.2.5, A-6]


def attack_targets(war: Malta, unit: int) -> int:
    """The hexes a unit could attack: enemies it could walk into, or Dispersed ones in its own hex; not with a value in brackets [5.5.a, 5.5.c, 3.2.n]."""
    setup = war.setup
    if setup.defends_only >> unit & 1 or war.dispersed >> unit & 1:
        return 0
    here = war.at[unit]
    side = setup.side_of[unit]
    targets = setup.ground(war.struck).steps(setup.vehicles >> unit & 1, here) & war.held(1 - side)
    if war.hunters >> unit & 1 and war.lost_in(here, 1 - side):
        targets |= 1 << here
    return targets


class Declare(Step[Malta], frozen=True):
    """All attacks are declared before the first gun fires; none can be added or dropped later [5.2.5.a]."""

    pool: Pieces
    verbs = ("target", "declare")
    rule = "5.2.5.a"
    why = {"target": "5.5.a"}

    def _free(self, war: Malta) -> int:
        """Units that may still attack: each attacks one hex, whole [5.5.b]; none out of an overstacked hex [5.2.1.a]."""
        busy = 0
        for _, attackers in war.attacks:
            busy |= attackers
        return self.pool & ~busy

    def _pools(self, war: Malta) -> dict[int, int]:
        """Which units could attack which hex."""
        side = war.active
        if not war.near(1 - side) & war.held(side) and not war.hunters:
            return {}
        narrow = war.setup.narrow
        pools: dict[int, int] = {}
        crowded: dict[int, bool] = {}
        for unit in bits(war.on_map(self._free(war))):
            ways = attack_targets(war, unit)
            if not ways:
                continue
            here = war.at[unit]
            if here not in crowded:
                crowded[here] = war.crowded(here, side)
            if crowded[here]:
                continue
            for target in bits(ways):
                if not narrow or attack_room(war, target, 0, unit):
                    pools[target] = pools.get(target, 0) | 1 << unit
        for target, _ in war.attacks:
            pools.pop(target, None)
        return pools

    def go(self, war: Malta) -> bool:
        if self._pools(war):
            return False
        war.finish()
        return True

    def ask(self, war: Malta) -> Decision:
        choices = {"target": mask_of(self._pools(war)), "declare": NOTHING}
        return Decision(war.active, "ask-declare", "5.2.5.a", choices)

    def take(self, war: Malta, side: int, verb: str, target: int) -> None:
        if verb == "declare":
            war.finish()
        else:
            war.push(Assemble(target, self._pools(war)[target], 0))


class Assemble(Step[Malta], frozen=True):
    """Who attacks the hex, within the limit of each hexside [5.5.d]."""

    target: Space
    pool: Pieces
    members: Pieces
    verbs = ("join", "set")
    rule = "5.5.d"
    why = {"set": "5.5.b"}

    def _able(self, war: Malta) -> int:
        able = 0
        for unit in bits(self.pool & ~self.members):
            if attack_room(war, self.target, self.members, unit):
                able |= 1 << unit
        return able

    def go(self, war: Malta) -> bool:
        if self._able(war):
            return False
        self._close(war)
        return True

    def _close(self, war: Malta) -> None:
        war.finish()
        if self.members:
            war.attacks.append((self.target, self.members))
            if war.log is not None:
                pieces = tuple(bits(self.members))
                facts = (("who", ("pieces", self.members)), ("where", ("hex", self.target)), ("number", plural(len(pieces))))
                war.tell(Event("declare", "5.2.5.a", war.active, pieces=pieces, spaces=(self.target,), facts=facts))

    def ask(self, war: Malta) -> Decision:
        choices = {"join": self._able(war)}
        if self.members:
            choices["set"] = NOTHING
        return Decision(war.active, "ask-assemble", "5.5.d", choices, about=("space", self.target))

    def take(self, war: Malta, side: int, verb: str, target: int) -> None:
        if verb == "set":
            self._close(war)
        else:
            war.become(Assemble(self.target, self.pool, self.members | 1 << target))


class Fights(Step[Malta], frozen=True):
    """The declared combats in the order the attacker likes [A-6, 5.5.j]."""

    scope = "segment"
    verbs = ("fight",)
    rule = "5.5.j"
    why = {"fight": "5.2.5.a"}

    def go(self, war: Malta) -> bool:
        if war.attacks:
            return False
        war.finish()
        return True

    def ask(self, war: Malta) -> Decision:
        targets = 0
        for target, _ in war.attacks:
            targets |= 1 << target
        return Decision(war.active, "ask-fights", "5.5.j", {"fight": targets})

    def take(self, war: Malta, side: int, verb: str, target: int) -> None:
        number = next(i for i, (h, _) in enumerate(war.attacks) if h == target)
        _, attackers = war.attacks[number]
        del war.attacks[number]
        attackers = war.on_map(attackers)
        if attackers:
            hunting = bool(war.hexes_of(attackers) >> target & 1)
            war.push(Combat(HUNT if hunting else LAND, target, attackers))
