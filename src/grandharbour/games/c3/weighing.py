"""What things are worth, in victory points more or less, and combats by the exact expectation over the two dice."""

from __future__ import annotations

from functools import lru_cache

from ...engine.geometry.bits import bits, first
from .battle import (
    DROP,
    HUNT,
    LAND,
    OVERRUN,
    SEA,
    Combat,
    attack_room,
    defence_room,
    fighters,
    holders,
    odds_column,
    stubborn_ground,
)
from .state import AXIS, C3Setup, Malta


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
        refuse = settle("Ar/-" if manner == OVERRUN and not second else "-/-", attack_loss, defence_loss)
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
    foes = holders(war, combat.manner, combat.target, 1 - side) | combat.hold
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
    everybody = holders(war, manner, target, 1 - side)
    if not everybody:
        return None
    hold = fighters(war, everybody)
    room = defence_room(war, manner, target, froms)
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
