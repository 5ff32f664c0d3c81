"""What a sensible staff would propose: scored ideas for every decision.

Values are in victory points, more or less. Combats are weighed by the exact expectation over the two dice.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import lru_cache
from typing import Any

from ...engine.choice import Decision
from ...engine.game import Idea
from ...engine.geometry.bits import bits, first, mask_of
from ...engine.kinds import NOWHERE
from .airdrop import DropPlan, Scatter, Swim, drop_modifiers
from .airdrop import losses as drop_losses
from .battle import (
    DROP,
    HUNT,
    LAND,
    OVERRUN,
    SEA,
    Assemble,
    Bonus,
    Combat,
    Declare,
    Fights,
    Intense,
    attack_room,
    odds_column,
    ratio,
    shifted,
    side_limit,
    stubborn_ground,
)
from .bombardment import AIR, Guns, Missions, chances
from .landing import Embark, Fleet, Inland, LandingPlan, Wave, embarked, one_hex
from .losses import Lose, dearest
from .movement import Move, find_ways, hunt_price, team
from .placing import Garrison
from .reinforcement import Enter, able_to_enter, open_ports
from .retreat import Advance, Retreat
from .state import AXIS, BRITISH, C3Setup, Malta
from .turn import Attach, Contest, has_bases

# --- what things are worth


def step_worth(war: Malta, piece: int) -> float:
    """What the loss of a step hurts its owner: points, and strength for tomorrow."""
    setup = war.setup
    bit = 1 << piece
    if setup.special & bit:
        return 1.25
    if setup.own[AXIS] & bit:
        return 0.5
    return 0.6 if setup.elite & bit else 0.35 if setup.forts & bit else 0.5


def worth(war: Malta, units: int) -> float:
    """The average price of a step among some units."""
    return sum(step_worth(war, u) for u in bits(units)) / max(1, units.bit_count())


def prize(war: Malta, side: int, h: int) -> float:
    """What it is worth to a side to come to hold a hex."""
    setup = war.setup
    if (war.control >> h & 1) == (side == AXIS) or not setup.victory >> h & 1:
        return 0.0
    value: float = 1.0 + 0.05 * (setup.last - war.turn) + base_worth(war, side, h)
    return value + (15.0 if setup.capital >> h & 1 else 0.0)


def base_worth(war: Malta, side: int, h: int) -> float:
    """Ports and airfields count more: without one of each at the end everything is lost [8.2.f]."""
    setup = war.setup
    value = 0.0
    for kind in (setup.airfields, war.working_ports()):
        if kind >> h & 1:
            others = (kind & war.control & ~(1 << h)).bit_count()
            value += 0.3 if others > 1 else 0.8 if others else 1.0 + 0.5 * war.turn
    return value


def standing(war: Malta, side: int, h: int) -> float:
    """What a unit does for its side by standing in a hex it already holds: keeping points from the enemy."""
    setup = war.setup
    if not setup.victory >> h & 1:
        return 0.0
    return 0.5 + (3.0 if setup.capital >> h & 1 else 0.0) + 0.4 * base_worth(war, side, h)


# --- combat by expectation


def outcome_value(
    war: Malta, column: int, target: int, gain: float, mine: float, theirs: float, steps: tuple[int, int], manner: int = LAND
) -> float:
    """The expectation of a combat for the attacker: gain for the hex, steps by what they are worth to each side."""
    few = min(6, steps[0]), min(6, steps[1])
    return expectation(
        war.setup, column, stubborn_ground(war, target), round(gain, 2), round(mine, 2), round(theirs, 2), few, manner
    )


@lru_cache(maxsize=20_000)
def expectation(
    setup: C3Setup, column: int, stuck: bool, gain: float, mine: float, theirs: float, steps: tuple[int, int], manner: int
) -> float:
    """The same from the bare numbers: many stacks meet on like terms."""

    def settle(result: str, attack_loss: int, defence_loss: int) -> float:
        left, right = result.split("/")
        attack_loss += int(left[0]) if left[0].isdigit() else 0
        defence_loss += int(right[0]) if right[0].isdigit() else 0
        back, broken = "Ar" in left, "Dr" in right
        if stuck:
            attack_loss, defence_loss = attack_loss + back, defence_loss + broken
            back = broken = False
        lost, killed = min(attack_loss, steps[0]), min(defence_loss, steps[1])
        cleared = broken or defence_loss >= steps[1]
        value = killed * theirs - lost * mine + (gain + 0.25 if cleared and lost < steps[0] else 0.0)
        if manner == DROP and not cleared:
            return killed * theirs - steps[0] * mine
        if back:
            value -= steps[0] * mine if manner == SEA else 0.35
        return value + (0.2 if broken else 0.0)

    def intense(attack_loss: int, defence_loss: int, second: bool) -> float:
        """Each side chooses what suits it, the attacker first."""
        refuse = settle("-/-", attack_loss, defence_loss) - (0.35 if manner == OVERRUN else 0.0)
        last = second or attack_loss + 1 >= steps[0] or defence_loss + 1 >= steps[1]
        if last:
            fight = settle("-/-", attack_loss + 1, defence_loss + 1)
        else:
            fight = throw(attack_loss + 1, defence_loss + 1, True)
        yielded = settle("-/-", attack_loss, defence_loss) + gain + 0.25
        return max(refuse, min(fight, yielded))

    def throw(attack_loss: int, defence_loss: int, second: bool) -> float:
        total = 0.0
        for dice in range(2, 13):
            result = setup.crt[dice][column]
            chance = (6 - abs(7 - dice)) / 36
            if result == "CI":
                total += chance * intense(attack_loss, defence_loss, second)
            else:
                total += chance * settle(result, attack_loss, defence_loss)
        return total

    return throw(0, 0, False)


def combat_value(war: Malta, combat: Combat) -> float:
    """A combat as it stands, for the attacker."""
    side = war.setup.side_of[first(combat.attackers)]
    foes = war.lost_in(combat.target, 1 - side) if combat.manner == HUNT else war.units_in(combat.target, 1 - side)
    foes |= combat.hold
    _, _, column, _ = odds_column(war, combat)
    steps = war.steps(combat.attackers), war.steps(foes)
    gain = prize(war, side, combat.target) if combat.manner != HUNT else 0.0
    return outcome_value(war, column, combat.target, gain, worth(war, combat.attackers), worth(war, foes), steps, combat.manner)


def attack_of(war: Malta, target: int, attackers: int, manner: int = LAND) -> Combat | None:
    """An attack as it would begin."""
    attackers = war.on_map(attackers)
    if not attackers:
        return None
    side = war.setup.side_of[first(attackers)]
    froms = war.hexes_of(attackers)
    if manner == LAND and froms >> target & 1:
        manner = HUNT
    hold = war.lost_in(target, 1 - side) if manner == HUNT else war.units_in(target, 1 - side)
    if not hold:
        return None
    if manner in (LAND, OVERRUN, SEA):
        room = sum(side_limit(war, h, target) for h in bits(froms))
        while war.points(hold) > room:
            hold &= ~(1 << min(bits(hold & war.setup.counted), key=war.strength))
    return Combat(manner, target, attackers, froms, 5, hold)


def within_limits(war: Malta, target: int, pool: int) -> int:
    """The strongest attackers of a pool that the hexsides let through, with what each adds."""
    chosen = 0
    for unit in sorted(bits(pool), key=lambda u: (-war.strength(u), u)):
        if attack_room(war, target, chosen, unit):
            chosen |= 1 << unit
    return chosen


def best_attack(war: Malta, target: int, pool: int) -> float:
    """The value of attacking a hex with everything at hand."""
    combat = attack_of(war, target, within_limits(war, target, pool))
    return combat_value(war, combat) if combat else 0.3


# --- where to go

_far: dict[tuple[int, int], dict[int, int]] = {}


def far(war: Malta, goal: int) -> dict[int, int]:
    """Steps over land between every hex and a goal, enemies apart."""
    setup = war.setup
    key = (setup.land, goal)
    found = _far.get(key)
    if found is None:
        found = {goal: 0}
        edge, seen, steps = 1 << goal, 1 << goal, 0
        while edge:
            steps += 1
            edge = setup.grid.zoc(edge, setup.shut) & setup.land & ~seen
            seen |= edge
            found |= dict.fromkeys(bits(edge), steps)
        if len(_far) > 600:
            _far.clear()
        _far[key] = found
    return found


_pulls: dict[tuple[object, ...], dict[int, float]] = {}


def pull_of(war: Malta, aims: dict[int, float]) -> dict[int, float]:
    """For each hex the best of the aims by its worth and its distance; remembered while the aims stay."""
    setup = war.setup
    key = (setup.land, *aims.items())
    found = _pulls.get(key)
    if found is None:
        ways = [(far(war, goal), gain) for goal, gain in aims.items()]
        found = {}
        for h in bits(setup.land):
            best = 0.0
            for steps, gain in ways:
                near = gain / (1.0 + 0.55 * steps.get(h, 60))
                if near > best:
                    best = near
            found[h] = best
        if len(_pulls) > 50:
            _pulls.clear()
        _pulls[key] = found
    return found


class Sketch:
    """What a side sees when it looks at the map before moving: aims, pull of each hex, danger, weak enemies."""

    def __init__(self, war: Malta, side: int, units: int) -> None:
        setup = war.setup
        self.war, self.side = war, side
        self.aims = self._find_aims()
        enemy = war.held(1 - side)
        self.pull = pull_of(war, self.aims)
        """How near a hex is to what is wanted."""
        self.base = dict(self.pull)
        """The same with what the hex itself brings."""
        for h in bits(setup.victory & ~enemy):
            self.base[h] += prize(war, side, h)
        self._find_helpers(units)
        self._find_danger()
        self._strikes: dict[tuple[int, int], float] = {}
        self._risks: dict[tuple[int, int, int, bool], float] = {}
        self._leaving: dict[int, float] = {}

    def _find_aims(self) -> dict[int, float]:
        war, side, setup = self.war, self.side, self.war.setup
        aims: dict[int, float] = {}
        for h in bits(setup.victory):
            gain = prize(war, side, h)
            if gain:
                defence = sum(war.strength(u) for u in bits(war.units_in(h, 1 - side)))
                aims[h] = gain / (1.0 + 0.12 * defence)
        if side == BRITISH:
            for h in bits(war.held(AXIS)):
                there = war.units_in(h, AXIS)
                weak = sum(step_worth(war, u) for u in bits(there)) / (1 + sum(war.strength(u) for u in bits(there)))
                aims[h] = max(aims.get(h, 0.0), 0.5 * weak)
            for unit in bits(war.on_map(war.dispersed)):
                aims[war.at[unit]] = max(aims.get(war.at[unit], 0.0), 0.35)
        return aims

    def _find_helpers(self, units: int) -> None:
        """Who of the Operation stands next to each enemy hex, and who could still come."""
        war, side, setup = self.war, self.side, self.war.setup
        self.near: dict[int, int] = {}
        self.could: dict[int, int] = {}
        able = units & ~setup.defends_only & ~war.dispersed
        for h in bits(war.held(1 - side)):
            around = coming = 0
            for n in bits(setup.ring[h] & war.held(side)):
                around |= war.pieces_in(n) & able
            for n in bits(setup.grid.within(1 << h, 3) & war.held(side)):
                coming |= war.pieces_in(n) & able & ~war.moved
            self.near[h], self.could[h] = around, coming & ~around

    def _find_danger(self) -> None:
        """Enemies within a march of each hex, the nearer the more."""
        war, side, setup = self.war, self.side, self.war.setup
        self.danger: dict[int, float] = {}
        for h in bits(war.held(1 - side)):
            force = sum(self._value(u) for u in bits(war.units_in(h, 1 - side) & ~setup.defends_only))
            if force:
                inner = 1 << h
                for share in (1.0, 0.6, 0.35):
                    outer = setup.grid.spread(inner) & ~inner
                    for n in bits(outer & setup.land):
                        self.danger[n] = self.danger.get(n, 0.0) + share * force
                    inner |= outer

    def strike(self, target: int, unit: int) -> float:
        """What an attack on a hex promises if this unit comes to help, and others as may be hoped."""
        war = self.war
        setup = war.setup
        bit = 1 << unit
        helpers = self.near.get(target, 0) & ~bit
        hoped = sum(self._value(u) for u in bits(self.could.get(target, 0) & ~bit))
        attack = min(30, sum(self._value(u) for u in bits(helpers | bit)) + (hoped * 2) // 3)
        key = (target, attack)
        found = self._strikes.get(key)
        if found is None:
            foes = war.units_in(target, 1 - self.side)
            defence = max(1, sum(self._value(u) for u in bits(foes)))
            column = shifted(setup, ratio(attack, defence), setup.terrain_shift[war.struck >> target & 1][target])
            steps = max(3, war.steps(helpers | bit)), war.steps(foes)
            mine = worth(war, helpers | bit)
            found = outcome_value(war, column, target, prize(war, self.side, target), mine, worth(war, foes), steps)
            self._strikes[key] = found
        return found

    def risk(self, h: int, stack: int) -> float:
        """What the enemies around may do to a stack in a hex."""
        danger = int(self.danger.get(h, 0.0))
        if not danger or not stack:
            return 0.0
        war = self.war
        setup = war.setup
        own = sum(self._value(u) for u in bits(stack))
        steps = war.steps(stack)
        key = (h, own, steps, bool(stack & setup.special))
        found = self._risks.get(key)
        if found is None:
            column = shifted(setup, ratio(danger, max(1, own)), setup.terrain_shift[war.struck >> h & 1][h])
            lost, driven = setup.bleeding[column]
            nerve = 1.1 if stack & setup.special else 0.45
            found = self._risks[key] = nerve * (min(lost, steps) * worth(war, stack) + driven * 0.3)
        return found

    def _value(self, unit: int) -> int:
        value = self.war.strength(unit)
        return -(-value // 2) if self.war.dg >> unit & 1 else value

    def leaving(self, unit: int) -> float:
        """What is lost if a unit leaves its hex: who leaves a place of worth opens it to whoever comes."""
        found = self._leaving.get(unit)
        if found is None:
            war, side, setup = self.war, self.side, self.war.setup
            here = war.at[unit]
            found = 0.0
            if setup.victory >> here & 1:
                stay = war.units_in(here, side) & setup.counted & ~setup.guns & ~(1 << unit)
                if setup.capital >> here & 1 and side == BRITISH:
                    # The capital is not left to its gunners.
                    found = 6.0 if sum(war.strength(u) for u in bits(stay)) < 5 else 0.0
                elif not stay:
                    close = war.near(1 - side) & (setup.ring[here] | 1 << here)
                    found = standing(war, side, here) * (1.0 if close else 0.25) * (1.0 if side == BRITISH else 0.45)
            self._leaving[unit] = found
        return found

    def post(self, unit: int, h: int) -> float:
        """What a unit does for its side in a hex at the end of its move."""
        war, side = self.war, self.side
        setup = war.setup
        bit = 1 << unit
        value = self.base.get(h, 0.0)
        if war.dispersed & bit:
            return value
        others = war.units_in(h, side) & ~bit
        if others:
            points = war.points(others)
            if points + war.points(bit) > war.limit(h) or (bit & setup.heavy and others & setup.heavy):
                value -= 3.0
            value -= 0.02 * points
        if h != war.at[unit]:
            value -= self.leaving(unit)
            if not others and setup.victory >> h & 1:
                value += 0.2 * standing(war, side, h)
        if h in self.danger:
            value -= self.risk(h, others | bit) - self.risk(h, others)
            foes = setup.ring[h] & war.held(1 - side)
            if setup.guns & bit:
                value += -0.6 if foes else 0.25
            elif foes and not setup.defends_only & bit:
                foes &= setup.ground(war.struck).steps(setup.vehicles >> unit & 1, h)
                best = max((self.strike(n, unit) for n in bits(foes)), default=0.0)
                if best > 0:
                    value += 0.8 * best
        return value


# --- ideas for each step


def garrison_ideas(war: Malta, step: Garrison, decision: Decision) -> list[Idea]:
    """The sensible set-up; where a hex is taken, near it."""
    return placed(war, decision, "sensible")


def placed(war: Malta, decision: Decision, plan: str) -> list[Idea]:
    setup = war.setup
    assert decision.about is not None
    wanted = setup.grid.named(setup.tables[f"setups.{plan}.british"][setup.ids[decision.about[1]]])
    return [Idea(10.0 - setup.grid.distance(h, wanted), "place", h, "holds what counts") for h in bits(decision.choices["place"])]


def missions_ideas(war: Malta, step: Missions, decision: Decision) -> list[Idea]:
    """Targets by what the table does to them, less for hexes hit before; ports and towns wanted for ourselves are spared."""
    setup = war.setup
    ideas = [Idea(0.12, "fire", 0, "enough")]
    zone = drop_area(war) if war.turn == 0 and step.arm == AIR else 0
    shore = coast_area(war) if war.turn == 0 and step.arm != AIR else 0
    for h in bits(decision.choices.get("bomb", 0)):
        units = war.units_in(h, BRITISH)
        if not units:
            ideas.append(Idea(-1.0, "bomb", h, "nobody there"))
            continue
        found = chances(war, step.arm, h)
        share = {code: sum(n for result, n in found.items() if code in result) / 36 for code in "D1*"}
        before = step.shots.count(h)
        value = share["1"] * worth(war, units)
        upset = 0.0
        for u in bits(units & ~war.dg):
            bit = 1 << u
            if war.turn == 0:
                if setup.flak & bit and step.arm == AIR:
                    upset += 0.25 * (setup.grid.within(1 << h, 1 if setup.light_flak & bit else 2) & zone).bit_count()
                elif setup.coastal & bit and step.arm != AIR:
                    upset += 0.4 * (setup.grid.within(1 << h, 2) & shore).bit_count()
                elif setup.counted & bit:
                    upset += 0.04 * war.strength(u)
                    if shore >> h & 1 or zone >> h & 1:
                        upset += 0.12 * war.strength(u)
            elif war.near(AXIS) >> h & 1:
                upset += 0.09 * war.strength(u)
        value += share["D"] * upset * (1.0 - share["D"]) ** before
        if setup.victory >> h & 1 and not war.struck >> h & 1:
            value -= 0.35 * share["*"] + (0.6 * share["*"] if setup.ports >> h & 1 else 0.0)
        ideas.append(Idea(value, "bomb", h, "guns to silence" if units & setup.forts else "breaks up the defence"))
    return ideas


def drop_prize(war: Malta, h: int, strength: int, companies: int) -> float:
    """What a stack of companies may expect of a drop on a hex."""
    setup = war.setup
    shift = sum(amount for _, amount, _ in drop_modifiers(war, h, 0)) + (1 if strength > 2 * companies else 0)
    wet = (setup.ring[h] & ~setup.land).bit_count() / 6
    foes = war.units_in(h, BRITISH)
    total = 0.0
    for die in range(1, 7):
        killed, scattered = drop_losses(setup.drops[die + shift])
        killed = min(killed, companies)
        scattered = min(scattered, companies - killed)
        landed = companies - killed - scattered
        value = -1.25 * killed - scattered * (0.3 + 1.25 * wet)
        if landed and not foes:
            value += prize(war, AXIS, h) + 0.1 * landed
        elif landed:
            attack = landed * -(-strength // companies // 2)
            defence = sum(-(-war.strength(u) // 2) if war.dg >> u & 1 else war.strength(u) for u in bits(foes))
            column = shifted(setup, ratio(max(1, attack), max(1, defence)), setup.terrain_shift[war.struck >> h & 1][h] + 1)
            value += outcome_value(war, column, h, prize(war, AXIS, h), 1.25, worth(war, foes), (landed, war.steps(foes)), DROP)
        total += value / 6
    if not foes:
        near = setup.ring[h] & setup.land
        total += 0.25 * sum(prize(war, AXIS, n) for n in bits(near) if not war.held(BRITISH) >> n & 1)
        total += 0.08 * sum(prize(war, AXIS, n) for n in bits(near & war.held(BRITISH)))
        threat = sum(
            war.strength(u)
            for n in bits(near & war.held(BRITISH))
            for u in bits(war.units_in(n, BRITISH))
            if not setup.defends_only >> u & 1
        )
        total -= 0.06 * threat
    return total


def drop_area(war: Malta) -> int:
    """The hexes most worth a drop."""
    best = sorted(bits(war.setup.land), key=lambda h: -drop_prize(war, h, 6, 3))
    return mask_of(best[:11])


def drop_ideas(war: Malta, step: DropPlan, decision: Decision) -> list[Idea]:
    """Companies fill a hex to three before the next; Loreto goes where an airfield can be had."""
    setup = war.setup
    if "launch" in decision.choices:
        return [Idea(float(setup.token[lot]), "launch", lot, "the best troops first") for lot in bits(decision.choices["launch"])]
    assert decision.about is not None
    piece = decision.about[1]
    there: dict[int, list[int]] = {}
    for other in bits(setup.droppers):
        if war.plan[other] != NOWHERE:
            there.setdefault(war.plan[other], []).append(other)
    strong = setup.cf[piece] >= 3
    ideas = []
    for h in bits(decision.choices["drop"]):
        mates = there.get(h, [])
        score = drop_prize(war, h, 9 if strong else 6, 3)
        if mates:
            same = all((setup.cf[m] >= 3) == strong and setup.formation_of[m] == setup.formation_of[piece] for m in mates)
            score += 6.0 if same else -1.5
        if strong and setup.capital >> h & 1 and not war.units_in(h, BRITISH) & setup.counted:
            score += 4.0
        if setup.bearer["A"] >> piece & 1 and setup.airfields >> h & 1 and not war.held(BRITISH) >> h & 1:
            score += 8.0
        if setup.antitank >> piece & 1:
            score += 0.5 if mates else -0.5
        ideas.append(Idea(score, "drop", h, "room to land and something to gain"))
    return ideas


def scatter_ideas(war: Malta, step: Scatter, decision: Decision) -> list[Idea]:
    setup = war.setup
    return [
        Idea(
            setup.cf[p] + (1.5 if setup.bearer["A"] >> p & 1 else 0.0) - (0.5 if setup.bearer["N"] >> p & 1 else 0.0),
            "disperse",
            p,
            "the most dangerous",
        )
        for p in bits(decision.choices["disperse"])
    ]


def swim_ideas(war: Malta, step: Swim, decision: Decision) -> list[Idea]:
    return [
        Idea(-float(war.near(BRITISH) >> h & 1) - 2.0 * (war.held(BRITISH) >> h & 1), "swim", h, "a quiet shore")
        for h in bits(decision.choices["swim"])
    ]


def shore_value(war: Malta, h: int) -> float:
    """What a coast is worth to a landing."""
    setup = war.setup
    value = 0.9 + prize(war, AXIS, h)
    near = setup.grid.within(1 << h, 2) & setup.land
    value += 0.25 * sum(prize(war, AXIS, n) for n in bits(near & setup.victory))
    if not setup.flat >> h & 1:
        value -= 0.5
    guns = war.hexes_of(war.on_map(setup.coastal & ~war.dg))
    if guns & setup.grid.within(1 << h, 2):
        value -= 0.4
    foes = war.units_in(h, BRITISH)
    if foes:
        value -= 0.35 * sum(war.strength(u) for u in bits(foes)) + 0.5
    for n in bits(setup.ring[h] & war.held(BRITISH)):
        value -= 0.04 * sum(war.strength(u) for u in bits(war.units_in(n, BRITISH) & setup.counted))
    return value


def coast_area(war: Malta) -> int:
    """The coasts most worth a landing: around the best chain of sea hexes."""
    setup = war.setup
    values = {h: shore_value(war, h) for h in bits(setup.coastal_hexes)}
    best = max(bits(setup.landing_sea), key=lambda s: chain_value(war, s, values))
    shores = 0
    for sea in bits(setup.grid.within(1 << best, 3) & setup.landing_sea):
        shores |= setup.beachward[sea]
    return shores


def chain_value(war: Malta, sea: int, values: dict[int, float]) -> float:
    """How good the shores within reach of a chain through a sea hex are."""
    setup = war.setup
    near = setup.grid.flood(1 << sea, setup.landing_sea, None, 3)
    shores = sorted((max(values[h] for h in bits(setup.beachward[s])) for s in bits(near)), reverse=True)
    return sum(v for v in shores[:7] if v > 0)


def landing_ideas(war: Malta, step: LandingPlan, decision: Decision) -> list[Idea]:
    setup = war.setup
    ideas = []
    values = {h: shore_value(war, h) for h in bits(setup.coastal_hexes)}
    for sea in bits(decision.choices.get("sea", 0)):
        best = max(values[h] for h in bits(setup.beachward[sea]))
        load = war.steps(war.pieces_in(sea))
        score = best + (chain_value(war, sea, values) if not step.chosen else 0.25 * chain_value(war, sea, values)) - 0.3 * load
        ideas.append(Idea(score if best > 0 else best, "sea", sea, "good beaches"))
    for lot in bits(decision.choices.get("sail", 0)):
        ideas.append(Idea(0.05 + 0.01 * setup.token[lot], "sail", lot, "the best troops first"))
    if "ashore" in decision.choices:
        ideas.append(Idea(-9.0, "ashore", 0, "stay away"))
    return ideas


def embark_ideas(war: Malta, step: Embark, decision: Decision) -> list[Idea]:
    setup = war.setup
    ideas = []
    for h in bits(decision.choices.get("onto", 0)):
        aimed = sum(war.steps(1 << p) for p in bits(embarked(war)) if war.plan[p] == h)
        ideas.append(Idea(shore_value(war, h) - (2.0 if aimed >= war.limit(h) - 1 else 0.1 * aimed), "onto", h, "a good beach"))
    for piece in bits(decision.choices.get("load", 0)):
        steep = step.onto != NOWHERE and not setup.flat >> step.onto & 1
        marine = 0.5 if bool(setup.marines >> piece & 1) == steep else 0.0
        ideas.append(
            Idea(
                1.0 + 0.2 * war.strength(piece) + marine - (0.4 if setup.special >> piece & 1 and not steep else 0.0),
                "load",
                piece,
                "the strongest first",
            )
        )
    if "next" in decision.choices:
        ideas.append(Idea(0.3, "next", 0, "full"))
    if "second" in decision.choices:
        ideas.append(Idea(-1.0, "second", 0, "hold back"))
    return ideas


def fleet_ideas(war: Malta, step: Fleet, decision: Decision) -> list[Idea]:
    return [Idea(float(war.setup.token[lot]), "sail", lot, "the best troops first") for lot in bits(decision.choices["sail"])]


def inland_ideas(war: Malta, step: Inland, decision: Decision) -> list[Idea]:
    sketch = Sketch(war, AXIS, step.units)
    ideas = []
    for unit in bits(decision.choices.get("unit", 0)):
        gain = max(sketch.post(unit, h) for h in bits(one_hex(war, unit))) - sketch.post(unit, war.at[unit])
        ideas.append(Idea(gain, "unit", unit, "room inland"))
    for h in bits(decision.choices.get("to", 0)):
        ideas.append(Idea(sketch.post(step.unit, h), "to", h, "a better place"))
    if "halt" in decision.choices:
        ideas.append(Idea(sketch.post(step.unit, war.at[step.unit]), "halt", 0, "well placed"))
    if "end" in decision.choices:
        ideas.append(Idea(0.05, "end", 0, "in place"))
    return ideas


# --- the contest


def operation_value(war: Malta, lot: int) -> float:
    """What an Operation of a Formation seems to promise now."""
    setup = war.setup
    side = setup.lot_side[lot]
    trial = war.copy()
    trial.active, trial.formation = side, lot
    if lot == setup.air_chit:
        targets = sum(war.strength(u) for h in bits(war.near(AXIS) & war.held(BRITISH)) for u in bits(war.units_in(h, BRITISH)))
        return 0.3 + 0.05 * targets
    if lot == setup.naval_chit:
        coast = war.near(AXIS) & war.held(BRITISH) & setup.coastal_hexes
        return 0.2 + 0.04 * sum(war.strength(u) for h in bits(coast) for u in bits(war.units_in(h, BRITISH)))
    members = war.on_map(setup.members[lot])
    sketch = Sketch(trial, side, members)
    taken: dict[int, float] = {}
    value = 0.1
    for unit in bits(members & setup.mobile):
        if war.dispersed >> unit & 1:
            value += 0.15
            continue
        ways = find_ways(trial, Move(1 << unit))
        here = sketch.post(unit, war.at[unit])
        best, where = max(((sketch.post(unit, h), h) for h in bits(ways.to)), default=(here, war.at[unit]))
        taken[where] = max(taken.get(where, 0.0), best - here)
        value += 0.1 if war.dg >> unit & 1 else 0.0
    value += sum(sorted(taken.values(), reverse=True)[:6])
    if side == AXIS:
        value += 0.25 * able_to_enter(trial, setup.members[lot]).bit_count()
    return value


def contest_ideas(war: Malta, step: Contest, decision: Decision) -> list[Idea]:
    """Name what promises most; a sure thing is worth more than a throw."""
    setup = war.setup
    ideas = []
    for verb in ("bid", "claim"):
        for lot in bits(decision.choices.get(verb, 0)):
            value = operation_value(war, lot)
            if verb == "bid" and step.shown != NOWHERE:
                value *= 0.6 + 0.1 * (setup.token[lot] - setup.token[step.shown])
            ideas.append(Idea(max(0.05, value), verb, lot, "can do most now"))
    if "pass" in decision.choices:
        ideas.append(Idea(-1.0, "pass", 0, "wait"))
    if "waive" in decision.choices:
        ideas.append(Idea(-1.0, "waive", 0, "wait"))
    return ideas


def attach_ideas(war: Malta, step: Attach, decision: Decision) -> list[Idea]:
    return [Idea(0.0, "end", 0, "the others wait")] + [
        Idea(0.2 if war.dg >> p & 1 or not war.setup.guns >> p & 1 else -0.1, "attach", p, "can help now")
        for p in bits(decision.choices["attach"])
    ]


# --- movement


def move_ideas(war: Malta, step: Move, decision: Decision) -> list[Idea]:
    side = war.active
    units = team(war)
    sketch = Sketch(war, side, war.on_map(units))
    ideas = []
    choices = decision.choices
    if step.movers:
        lead = first(step.movers)
        here = sketch.post(lead, war.at[lead])
        start = here if step.spent else here + 0.02
        for h in bits(choices.get("to", 0)):
            # A march that leads nowhere better is not made.
            ideas.append(Idea(sketch.post(lead, h) - (start if step.spent else 0.0), "to", h, "a better place"))
        for h in bits(choices.get("overrun", 0)):
            combat = attack_of(war, h, step.movers, OVERRUN)
            value = combat_value(war, combat) - 0.3 if combat else 0.0
            ideas.append(Idea(value - (0.0 if step.spent else -here), "overrun", h, "ride over them"))
        if "hunt" in choices:
            combat = attack_of(war, war.at[lead], step.movers, HUNT)
            value = combat_value(war, combat) if combat else -1.0
            ideas.append(Idea(value + (0.0 if step.spent else here), "hunt", 0, "finish them while they are scattered"))
        if "regroup" in choices:
            ideas.append(Idea(9.0, "regroup", 0, "a company again"))
        if "halt" in choices:
            ideas.append(Idea(start, "halt", 0, "well placed"))
        for verb in ("add", "leave"):
            ideas += [Idea(-9.0, verb, u, "together") for u in bits(choices.get(verb, 0))]
    enough = 0.0
    for unit in bits(choices.get("unit", 0)):
        # The first that has much to gain may go first; then there is no need to weigh the rest.
        gain = unit_gain(war, sketch, unit) if enough < 0.3 else 0.0
        enough = max(enough, gain)
        ideas.append(Idea(gain, "unit", unit, "can do better elsewhere" if gain else "can wait"))
    if "end" in choices:
        ideas.append(Idea(0.04, "end", 0, "in place"))
    return ideas


def unit_gain(war: Malta, sketch: Sketch, unit: int) -> float:
    """How much a unit gains by the best of its moves."""
    setup = war.setup
    if war.at[unit] >= setup.hexes_end:
        return 0.8 + 0.05 * setup.cf[unit]
    if war.dispersed >> unit & 1:
        return 0.9 if not war.tried >> unit & 1 and not war.held(1 - war.active) >> war.at[unit] & 1 else 0.05
    step = Move(1 << unit)
    ways = find_ways(war, step)
    here = sketch.post(unit, war.at[unit])
    best = max((sketch.post(unit, h) for h in bits(ways.to)), default=here)
    if hunt_price(war, step) >= 0:
        combat = attack_of(war, war.at[unit], 1 << unit, HUNT)
        best = max(best, here + (combat_value(war, combat) if combat else 0.0))
    return best - here - 0.03


def enter_ideas(war: Malta, step: Enter, decision: Decision) -> list[Idea]:
    sketch = Sketch(war, AXIS, war.on_map(team(war)))
    ports = open_ports(war)
    return [
        Idea(sketch.pull[h] + (0.3 if ports >> h & 1 else 0.0), "enter", h, "near the front")
        for h in bits(decision.choices["enter"])
    ]


# --- combat


def declare_ideas(war: Malta, step: Declare, decision: Decision) -> list[Idea]:
    ideas = [Idea(0.03, "declare", 0, "no better odds")]
    for target, pool in step._pools(war).items():
        ideas.append(Idea(best_attack(war, target, pool), "target", target, "good odds"))
    return ideas


def assemble_ideas(war: Malta, step: Assemble, decision: Decision) -> list[Idea]:
    """Whoever improves the attack joins, the strongest first."""
    now = attack_of(war, step.target, step.members)
    value = combat_value(war, now) if now else -9.0
    ideas = []
    for unit in bits(decision.choices["join"]):
        combat = attack_of(war, step.target, step.members | 1 << unit)
        ideas.append(
            Idea((combat_value(war, combat) if combat else 0.0) + 0.02 * war.strength(unit), "join", unit, "adds to the attack")
        )
    if "set" in decision.choices:
        ideas.append(Idea(value + 0.01, "set", 0, "strong enough"))
    return ideas


def fight_ideas(war: Malta, step: Any, decision: Decision) -> list[Idea]:
    """The surest fight first: it may open the way for the others."""
    ideas = []
    for target in bits(decision.choices["fight"]):
        if isinstance(step, Fights):
            combat = attack_of(war, target, next(units for h, units in war.attacks if h == target))
        elif isinstance(step, Wave):
            combat = attack_of(war, target, mask_of(p for p in bits(war.on_map(step.units)) if war.plan[p] == target), SEA)
        else:
            combat = attack_of(war, target, war.falling & war.pieces_in(target), DROP)
        ideas.append(Idea(combat_value(war, combat) if combat else 1.0, "fight", target, "the best odds first"))
    return ideas


def fight_under_way(war: Malta) -> Combat | None:
    """The combat below the step that asks."""
    stack = war.stack
    while stack is not None:
        if isinstance(stack[0], Combat):
            return stack[0]
        stack = stack[1]
    return None


def bonus_ideas(war: Malta, step: Bonus, decision: Decision) -> list[Idea]:
    """Worth the first loss only if the column is worth more."""
    combat = fight_under_way(war)
    ideas = [Idea(0.0, "plain", 0, "not worth the risk")]
    if combat is None or not combat.hold:
        return ideas + [Idea(0.0, "elite", u, "a column") for u in bits(decision.choices["elite"])]
    plain = combat_value(war, combat)
    attacks = bool(combat.attackers >> first(step.units) & 1)
    for unit in bits(decision.choices["elite"]):
        helped = combat._with(elite=unit) if attacks else combat._with(stubborn=unit)
        gain = combat_value(war, helped) - plain
        group = combat.attackers if attacks else combat.hold
        risk = 0.3 * (step_worth(war, unit) - worth(war, group)) if group & (group - 1) else 0.0
        ideas.append(Idea((gain if attacks else -gain) - risk, "elite", unit, "a column for us"))
    return ideas


def intense_ideas(war: Malta, step: Intense, decision: Decision) -> list[Idea]:
    """A step each and another throw, or what refusing brings."""
    combat = fight_under_way(war)
    assert combat is not None
    side = war.setup.side_of[first(combat.attackers)]
    foes = war.units_in(step.target, 1 - side)
    mine, theirs = worth(war, combat.attackers), worth(war, foes)
    steps = (
        max(0, war.steps(war.on_map(combat.attackers)) - combat.attack_loss - 1),
        max(0, war.steps(foes) - combat.defence_loss - 1),
    )
    gain = prize(war, side, step.target)
    fight = theirs - mine
    if not step.second and steps[0] and steps[1]:
        fight += outcome_value(war, combat.column, step.target, gain, mine, theirs, steps, combat.manner)
    elif not steps[1] and steps[0]:
        fight += gain + 0.25
    if combat.manner == DROP and steps[1]:
        fight += 1.0  # to refuse is death
    if step.attacks:
        refuse = -0.35 if combat.manner == OVERRUN else -steps[0] * mine if combat.manner == DROP else 0.0
        return [Idea(fight, "intense", 0, "press on"), Idea(refuse, "refuse", 0, "not at this price")]
    forts = foes & ~war.setup.mobile
    leave = gain + 0.25 + 0.35 * forts.bit_count()
    if combat.manner == DROP:
        leave += war.steps(combat.attackers) * mine
    return [Idea(-fight, "intense", 0, "stand"), Idea(-leave, "refuse", 0, "give way")]


def lose_ideas(war: Malta, step: Lose, decision: Decision) -> list[Idea]:
    best = dearest(war, decision.choices["lose"])
    return [
        Idea((1.0 if p == best else 0.0) - step_worth(war, p), "lose", p, "missed least") for p in bits(decision.choices["lose"])
    ]


def retreat_ideas(war: Malta, step: Retreat, decision: Decision) -> list[Idea]:
    sketch_pull = Sketch(war, step.side, 0).pull
    ideas = []
    for h in bits(decision.choices["retreat"]):
        score = standing(war, step.side, h) + prize(war, step.side, h) + 0.3 * sketch_pull[h]
        score -= 0.3 if war.near(1 - step.side) >> h & 1 else 0.0
        ideas.append(Idea(score, "retreat", h, "the best ground behind"))
    return ideas


def advance_ideas(war: Malta, step: Advance, decision: Decision) -> list[Idea]:
    gain = prize(war, step.side, step.target)
    inside = war.units_in(step.target, step.side)
    ideas = [Idea(0.15, "stay", 0, "hold the line")]
    for unit in bits(decision.choices["advance"]):
        here = war.at[unit]
        alone = not war.units_in(here, step.side) & ~(1 << unit)
        leaves = standing(war, step.side, here) if alone else 0.0
        score = gain + (0.25 if not inside else 0.02) + 0.01 * war.strength(unit) - leaves
        ideas.append(Idea(score, "advance", unit, "takes the ground"))
    return ideas


def guns_ideas(war: Malta, step: Guns, decision: Decision) -> list[Idea]:
    """Every gun fires where it upsets most."""
    ideas = []
    if "fire" in decision.choices:
        ideas.append(Idea(0.05, "fire", 0, "all are laid"))
    for gun in bits(decision.choices.get("gun", 0)):
        ideas.append(Idea(0.5, "gun", gun, "a free shot"))
    for h in bits(decision.choices.get("on", 0)):
        units = war.units_in(h, 1 - step.side)
        share = chances(war, step.arm, h)
        hits = sum(n for r, n in share.items() if "1" in r) / 36
        upsets = sum(n for r, n in share.items() if "D" in r) / 36
        fresh = sum(war.strength(u) for u in bits(units & ~war.dg))
        wanted = 1.0 if any(t == h for t, _ in war.attacks) else 0.6
        ideas.append(
            Idea(hits * worth(war, units) + 0.1 * upsets * fresh * wanted - 0.1 * step.shots.count(h), "on", h, "upsets most")
        )
    return ideas


def plain_ideas(war: Malta, step: Any, decision: Decision) -> list[Idea]:
    """Anything else: the quiet answer if there is one, otherwise what comes first."""
    ideas = []
    for verb, mask in decision.choices.items():
        for target in bits(mask):
            ideas.append(Idea(1.0 if decision.quiet == (verb, target) else 0.0, verb, target, "plain"))
    return ideas


_IDEAS: dict[str, Callable[[Malta, Any, Decision], list[Idea]]] = {
    "Garrison": garrison_ideas,
    "Missions": missions_ideas,
    "DropPlan": drop_ideas,
    "Drops": fight_ideas,
    "Scatter": scatter_ideas,
    "Swim": swim_ideas,
    "LandingPlan": landing_ideas,
    "Embark": embark_ideas,
    "Fleet": fleet_ideas,
    "Wave": fight_ideas,
    "Inland": inland_ideas,
    "Contest": contest_ideas,
    "Attach": attach_ideas,
    "Move": move_ideas,
    "Enter": enter_ideas,
    "Declare": declare_ideas,
    "Assemble": assemble_ideas,
    "Fights": fight_ideas,
    "Bonus": bonus_ideas,
    "Intense": intense_ideas,
    "Lose": lose_ideas,
    "Retreat": retreat_ideas,
    "Advance": advance_ideas,
    "Guns": guns_ideas,
}


def ideas(war: Malta, decision: Decision) -> list[Idea]:
    """Every choice worth a thought with what it seems worth."""
    assert war.stack is not None
    step = war.stack[0]
    return _IDEAS.get(type(step).__name__, plain_ideas)(war, step, decision)


# --- the whole game


def value(war: Malta, side: int) -> float:
    """The chance that a side wins from here: the points with what the days left still bring, and the bases they hang on."""
    if war.outcome is not None:
        return 1.0 if war.outcome.winner == side else 0.5 if war.outcome.winner < 0 else 0.0
    setup = war.setup
    left = (setup.last - war.turn + 1) / setup.last
    axis = sum(war.strength(u) for u in bits(war.present(AXIS) & ~setup.defends_only))
    garrison = sum(war.strength(u) for u in bits(war.present(BRITISH) & ~setup.defends_only))
    expected = war.score() + left * 6.0 * (axis - garrison) / max(1, axis + garrison)
    spread = 1.5 + 3.0 * left
    if side == AXIS:
        chance = 1.0 / (1.0 + math.exp((5.5 - expected) / spread))
        return chance * (1.0 if has_bases(war) else 0.25 + 0.6 * left)
    chance = 1.0 / (1.0 + math.exp((expected - 0.5) / spread))
    return chance if has_bases(war) else 1.0 - (1.0 - chance) * (0.25 + 0.6 * left)


# --- ready-made plans


def scripts(war: Malta, side: int) -> dict[str, tuple[str, list[tuple[str, int]]]]:
    """Set-ups and plans of turn S with one click."""
    setup = war.setup
    step = war.stack[0] if war.stack else None
    if isinstance(step, Garrison):
        return {
            plan: (f"{setup.tables[f'setups.{plan}.title']} set-up", set_up(war, plan)) for plan in setup.tables.under("setups")
        }
    if war.turn == 0 and isinstance(step, (Missions, DropPlan, LandingPlan)):
        staff = setup.game.advised(war, side, Missions, DropPlan, LandingPlan, Embark)
        found = {"staff": ("The staff's plan", staff[:-1] if staff and staff[-1][0] in ("fire", "launch", "sail") else staff)}
        old = plan_of_1942(war, step)
        if old:
            found["plan"] = (setup.tables["plans.historical.title"], old)
        return found
    return {}


def set_up(war: Malta, plan: str) -> list[tuple[str, int]]:
    """The rest of the garrison as a set-up of the tables has it."""
    trial = war.copy()
    found: list[tuple[str, int]] = []
    while trial.stack is not None and isinstance(trial.stack[0], Garrison):
        best = max(placed(trial, trial.asked()[0], plan), key=lambda idea: idea.score)
        found.append((best.verb, best.target))
        trial.play(best.verb, best.target)
    return found


def plan_of_1942(war: Malta, step: Any) -> list[tuple[str, int]]:
    """The plan of the tables, as far as it is legal here."""
    setup = war.setup
    named = setup.grid.named
    if isinstance(step, Missions):
        if step.shots:
            return []
        targets = setup.tables["plans.historical.air" if step.arm == AIR else "plans.historical.naval"]
        return [("bomb", named(h)) for h, n in targets.items() for _ in range(n)][: step.left]
    if isinstance(step, DropPlan):
        targets = setup.tables["plans.historical.drops"]
        return [("drop", named(targets[setup.ids[p]])) for p in bits(setup.droppers) if war.plan[p] == NOWHERE]
    if not isinstance(step, LandingPlan) or step.chosen:
        return []
    boats: dict[tuple[str, str], list[tuple[str, int]]] = {}
    for unit, (sea, onto, wave) in setup.tables["plans.historical.landings"].items():
        boats.setdefault((sea, onto), []).append((wave, setup.index_of[unit]))
    trial = war.copy()
    found: list[tuple[str, int]] = []

    def play(verb: str, target: int) -> bool:
        decision = trial.decision
        if decision is None or not decision.choices.get(verb, 0) >> target & 1:
            return False
        if decision.forced is None:
            found.append((verb, target))
        trial.play(verb, target)
        return True

    for (sea, onto), crew in boats.items():
        if not play("sea", named(sea)) or not play("onto", named(onto)):
            return []
        for _, piece in sorted(crew):
            play("load", piece)
        play("next", 0)
    return found
