"""What things are worth, in victory points more or less: steps, hexes, combats by the exact expectation over the dice, drops, shores."""

from __future__ import annotations

from functools import lru_cache

from ...engine.geometry.bits import bits, first, mask_of
from .airdrop import drop_modifiers
from .battle import DROP, HUNT, LAND, OVERRUN, SEA, Combat, attack_room, holders, odds_column, ratio, shifted, stubborn_ground
from .forecast import PAIRS, THROWS, attack_of
from .results import Close, close
from .state import AXIS, BRITISH, C3Setup, Malta

THROWN_BACK, NOTHING_HAPPENS = close("Ar/-"), close("-/-")


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
    """The average price of a step among some units: the same whatever happens to them."""
    known = war.setup.worths
    value = known.get(units)
    if value is None:
        if len(known) > 20_000:
            known.clear()
        value = known[units] = sum(step_worth(war, u) for u in bits(units)) / max(1, units.bit_count())
    return value


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

    def settle(result: Close, attack_loss: int, defence_loss: int) -> float:
        attack_loss += result.attack_loss
        defence_loss += result.defence_loss
        back, broken = result.back, result.broken
        if stuck:
            attack_loss, defence_loss = attack_loss + back, defence_loss + broken
            back = broken = False
        lost, killed = min(attack_loss, steps[0]), min(defence_loss, steps[1])
        emptied = broken or defence_loss >= steps[1]
        value = killed * theirs - lost * mine + (gain + 0.25 if emptied and lost < steps[0] else 0.0)
        if manner == DROP and not emptied:
            return killed * theirs - steps[0] * mine
        if back:
            value -= steps[0] * mine if manner == SEA else 0.35
        return value + (0.2 if broken else 0.0)

    def intense(attack_loss: int, defence_loss: int, second: bool) -> float:
        """Each side chooses what suits it, the attacker first."""
        refuse = settle(THROWN_BACK if manner == OVERRUN and not second else NOTHING_HAPPENS, attack_loss, defence_loss)
        last = second or attack_loss + 1 >= steps[0] or defence_loss + 1 >= steps[1]
        if last:
            fight = settle(NOTHING_HAPPENS, attack_loss + 1, defence_loss + 1)
        else:
            fight = throw(attack_loss + 1, defence_loss + 1, True)
        yielded = settle(NOTHING_HAPPENS, attack_loss, defence_loss) + gain + 0.25
        return max(refuse, min(fight, yielded))

    def throw(attack_loss: int, defence_loss: int, second: bool) -> float:
        total = 0.0
        for dice, throws in PAIRS.items():
            result = setup.crt[dice][column]
            if result.intense:
                total += throws / THROWS * intense(attack_loss, defence_loss, second)
            else:
                total += throws / THROWS * settle(result, attack_loss, defence_loss)
        return total

    return throw(0, 0, False)


@lru_cache(maxsize=64)
def bleeding(setup: C3Setup, column: int) -> tuple[float, float]:
    """The steps a defender may expect to lose in a column, and the chance to be driven out; Intense Combat costs a step or the hex."""
    lost = driven = 0.0
    for dice, throws in PAIRS.items():
        result = setup.crt[dice][column]
        lost += throws / THROWS * (0.7 if result.intense else result.defence_loss)
        driven += throws / THROWS * (0.3 if result.intense else result.broken)
    return lost, driven


def combat_value(war: Malta, combat: Combat) -> float:
    """A combat as it stands, for the attacker."""
    side = war.setup.side_of[first(combat.attackers)]
    foes = holders(war, combat.manner, combat.target, 1 - side) | combat.hold
    _, _, column, _ = odds_column(war, combat)
    steps = war.steps(combat.attackers), war.steps(foes)
    gain = prize(war, side, combat.target) if combat.manner != HUNT else 0.0
    return outcome_value(war, column, combat.target, gain, worth(war, combat.attackers), worth(war, foes), steps, combat.manner)


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


# --- the invasion


def drop_prizes(war: Malta, strength: int) -> dict[int, float]:
    """For each hex what three companies may expect of a drop; remembered while nothing changes on the island."""
    known = war.setup.remembered.setdefault("prizes", {})
    key = (strength, war.turn, war.dg, war.dispersed, war.struck, war.control, war.reduced, *war.at)
    prizes: dict[int, float] | None = known.get(key)
    if prizes is None:
        if len(known) > 20:
            known.clear()
        prizes = known[key] = {h: drop_prize(war, h, strength, 3) for h in bits(war.setup.land)}
    return prizes


def drop_prize(war: Malta, h: int, strength: int, companies: int) -> float:
    """What a stack of companies may expect of a drop on a hex."""
    setup = war.setup
    shift = sum(amount for _, amount, _ in drop_modifiers(war, h, 0)) + (1 if strength > 2 * companies else 0)
    wet = (setup.ring[h] & ~setup.land).bit_count() / 6
    foes = war.units_in(h, BRITISH)
    total = 0.0
    for die in range(1, 7):
        result = setup.drops[die + shift]
        killed = min(result.killed, companies)
        scattered = min(result.scattered, companies - killed)
        landed = companies - killed - scattered
        value = -1.25 * killed - scattered * (0.3 + 1.25 * wet)
        if landed and not foes:
            value += prize(war, AXIS, h) + 0.1 * landed
        elif landed:
            attack = landed * -(-strength // companies // 2)
            defence = sum(-(-war.strength(u) // 2) if war.dg >> u & 1 else war.strength(u) for u in bits(foes))
            column = shifted(setup, ratio(attack, defence), setup.terrain_shift[war.struck >> h & 1][h] + 1)
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
    prizes = drop_prizes(war, 6)
    best = sorted(prizes, key=lambda h: -prizes[h])
    return mask_of(best[:11])


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
